"""Choose the probes of the kit: a few requests for each variant that witnesses do not make.

    python -m tests.conformance.probes [ID …]

* a game that is won, one move earlier, and with further moves after the end: in the first variant of a shape
  that people play, one of them to a bare F;
* a fourth redeal where redeals are unlimited, and numbers of an option that are too large.

The answers are the reference interpreter's. Without ids the file is written for every variant.
"""
# ruff: noqa: T201

import argparse
import gzip
import json
import sys
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from patience import legality
from patience.games import VARIANTS
from service.conformance.cases import Case, Json, whole_games, witnesses_in
from tests import reference
from tests.conformance.faults import declared
from tests.conformance.shares import PLAYED, demand, earlier
from tests.conftest import FIXTURES
from tests.declared import judge, opening
from tests.engine.games import deal_of
from tests.reference.tokens import ACTIONS

FILE: Final = FIXTURES / "conformance" / "probes.jsonl.gz"
WITNESSES: Final = FILE.with_name("witnesses")

REDEALS: Final = 4
LONGEST_LOG: Final = 400


def _endings(variant: str, kit: Sequence[Case]) -> Iterator[Json]:
    """Yield a won game without its last move, and with further moves."""
    won = [case for case in kit if case.expected.valid and case.expected.outcomes == ("won",)]
    won = [case for case in won if len(case.request["moves"]) <= LONGEST_LOG]
    if not won:
        return
    case = min(won, key=lambda case: len(case.request["moves"]))
    request, moves = case.request, case.request["moves"]
    game = opening(request)
    for move in moves:
        reference.play(game, move)
    yield request | {"moves": moves[:-1]}
    actions = game.rules.stock.actions if game.rules.stock else ()
    last = game.piles.get(f"F{len(game.names('F'))}")
    action = next((action for action in ACTIONS if action in actions), "W-T99")
    tokens = [action, "F1-T1" if last else "T1-T2"]
    if demand(variant) == PLAYED and not earlier(variant):
        tokens.append("T1-F")
    for token in tokens:
        yield request | {"moves": [*moves, token]}


def _redeals(variant: str) -> Iterator[Json]:
    """Yield a log of more redeals than engines that stop at three allow, and a number that is too large."""
    rules = declared(variant, {})["stock"]
    if rules and "redeal" in rules["actions"] and rules["redeals"] is None:
        request: Json = {"variant": variant, "rules": {}, "seed": "1", "moves": []}
        position = deal_of(request).position()
        moves: list[str] = []
        while moves.count("redeal") < REDEALS and len(moves) < LONGEST_LOG:
            legal = [token for token in ("redeal", "draw") if token in legality.legal_moves(position)]
            if not legal:
                return
            moves.append(legal[0])
            legality.play(position, position.tables.read(legal[0]))
        yield request | {"moves": moves}
    for option in VARIANTS[variant].options:
        if option.numbers:
            yield {
                "variant": variant,
                "rules": {option.name: max(option.numbers) + 1},
                "seed": "1",
                "moves": [],
            }


def probes(variant: str) -> Iterator[Json]:
    """Yield a line of the file for each probe of a variant."""
    games = [case for case in whole_games(FIXTURES, variant) if case.source != FILE.name]
    kit = [*games, *witnesses_in(WITNESSES / f"{variant}.jsonl.gz")]
    for kind, requests in (("won", _endings(variant, kit)), ("options", _redeals(variant))):
        for asked in requests:
            request = {name: value for name, value in asked.items() if name != "include"}
            yield {"kind": kind, **request, "expect": _expected(request)}


def _expected(request: Json) -> Json | None:
    known = {option.name: option.numbers for option in VARIANTS[request["variant"]].options}
    for name, value in request.get("rules", {}).items():
        if isinstance(value, int) and value not in known[name]:
            return None
    verdict = judge(request)
    illegal = verdict["first_illegal_move"]
    kept = {name: verdict[name] for name in ("valid", "outcome", "moves_played", "final_state")}
    return kept | {"first_illegal_move": illegal and {name: illegal[name] for name in ("index", "reason")}}


def write(variants: Collection[str]) -> None:
    """Write the probes of these variants anew and keep those of others."""
    lines: dict[str, list[str]] = {}
    if FILE.exists():
        for line in gzip.decompress(FILE.read_bytes()).decode().splitlines():
            lines.setdefault(json.loads(line)["variant"], []).append(line)
    for variant in variants:
        lines[variant] = [json.dumps(probe, separators=(",", ":")) for probe in probes(variant)]
        print(f"{variant}: {len(lines[variant])}", file=sys.stderr)
        text = "".join(f"{line}\n" for name in VARIANTS for line in lines.get(name, ()))
        FILE.write_bytes(gzip.compress(text.encode(), mtime=0))


def main() -> None:
    """Write the probes of the named variants, or of all."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.conformance.probes",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("variants", nargs="*", metavar="ID", help="default: all")
    write(parser.parse_args().variants or list(VARIANTS))


if __name__ == "__main__":
    main()
