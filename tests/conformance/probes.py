"""Choose the probes of the kit: a few requests for each variant, made from its declaration.

    python -m tests.conformance.probes [ID …]

Witnesses are chosen by faults, which takes a minute for each variant. Probes take a few seconds:

* moves that fail one check only, which an engine without that check plays, and moves that fail two checks,
  for which an engine with another order gives another reason;
* piles and actions that the variant lacks;
* a game that is won, one move earlier, and further moves after the end;
* positions in which one kind of move is left, and lost ones;
* a fourth redeal where redeals are unlimited, and numbers of an option that are too large.

The answers are the reference interpreter's. Without ids the file is written for every variant.
"""
# ruff: noqa: T201

import argparse
import gzip
import json
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from typing import Any, Final

from patience import legality
from patience.games import VARIANTS
from service.conformance.cases import Case, Json, all_cases
from tests import reference
from tests.conformance.faults import Fault, active, declared, source_faults
from tests.conformance.questions import STYLES, Scene, _easy_deck, _looks, _tokens, _walk
from tests.conftest import FIXTURES
from tests.declared import judge, opening
from tests.engine.games import deal_of
from tests.reference.declaration import read_declaration
from tests.reference.tokens import ACTIONS, parse

FILE: Final = FIXTURES / "conformance" / "probes.jsonl.gz"

WALKS: Final = 3
SCENES: Final = 9
CHECKS: Final = 4
"""Probes of checks for a variant without witnesses."""
MORE_CHECKS: Final = 2
"""Probes of checks for a variant with witnesses."""
NARROW: Final = 1
REDEALS: Final = 4
LONGEST_LOG: Final = 400
LEARNING: Final = 40
MOST_TRIED: Final = 250
"""Moves of a variant of which the reasons are compared."""

Pair = tuple[str | None, ...]
"""The reasons of a move, and without each check that fails first."""


@cache
def missing_checks() -> tuple[Fault, ...]:
    """Return the faults of engines that lack one check."""
    found = [fault for fault in source_faults() if fault.name.endswith("never holds")]
    return tuple(
        fault
        for fault in found
        if fault.kind not in {"deal", "seeds", "tokens", "lost", "won", "checkpoints"}
    )


def pairs(game: reference.Game, token: str) -> set[Pair]:
    """Return pairs of the reason of an illegal move and what an engine that lacks a check says instead."""
    reason = reference.why_not(game, token)
    if reason is None:
        return set()
    found: set[Pair] = set()
    tried[reason] += 1
    for fault in missing_checks() if tried[reason] <= LEARNING else matters[reason].values():
        with active(fault):
            try:
                other = reference.why_not(game, token)
            except Exception:  # A faulty engine may end with any error.
                continue  # Without this check the next one has nothing to look at.
        if other != reason:
            found.add((reason, other))
            matters[reason][fault.name] = fault
    return found


tried: Final[Counter[str]] = Counter()
matters: Final[dict[str, dict[str, Fault]]] = defaultdict(dict)
"""By reason, the missing checks that once changed it; after some moves only these are tried."""


def _scenes(variant: str, source: random.Random) -> list[Scene]:
    read = read_declaration(declared(variant, {}))
    scenes: list[Scene] = []
    for walk in range(WALKS):
        request: Json = {"variant": variant, "rules": {}}
        request |= (
            {"deck": _easy_deck(read, source)} if walk % 2 else {"seed": str(source.randrange(1, 32000))}
        )
        scenes += _walk(request, STYLES[walk % len(STYLES)], SCENES, source)
    return sorted(scenes, key=lambda scene: len(scene.request["moves"]))


def _checks(scenes: Sequence[Scene], most: int, source: random.Random) -> Iterator[Json]:
    """Yield moves that fail one check first, then moves that fail two."""
    known: set[Pair] = set()
    seen: set[Any] = set()
    candidates: list[tuple[set[Pair], Json]] = []
    for scene in scenes:
        game = scene.game
        own = {pile[0] for pile in game.piles}
        strange = [f"{letter}{'1' if letter in 'TRF' else ''}" for letter in "SWR" if letter not in own]
        unknown = [f"{name}-T1" for name in strange] + [f"T1-{name}" for name in strange]
        for token in [*unknown, *_tokens(game, source), *_face_down(game)]:
            look = _looks(game, token, reference.why_not(game, token))
            if look not in seen and len(seen) < MOST_TRIED:
                seen.add(look)
                if found := pairs(game, token):
                    candidates.append((found, scene.request | {"moves": [*scene.request["moves"], token]}))
    for _ in range(most):
        best = max(candidates, key=lambda candidate: _worth(candidate[0] - known), default=None)
        if best is None or not best[0] - known:
            return
        known |= best[0]
        yield best[1]


def _worth(found: set[Pair]) -> tuple[bool, int, int]:
    """Rank moves of face-down cards first: an engine that plays them lets players look."""
    return ("face_down_card", None) in found, sum(other is None for _, other in found), len(found)


def _face_down(game: reference.Game) -> Iterator[str]:
    """Yield moves of groups that begin with a face-down card, also of those that would fit."""
    for source, down in game.face_down.items():
        if down:
            count = len(game.piles[source]) - down + 1
            yield from (f"{source}-{target}x{count}" for target in game.names("T") if target != source)


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
    last = game.piles[f"F{len(game.names('F'))}"]
    action = next((action for action in ACTIONS if action in actions), "W-T99")
    for token in (action, "F1-T1" if last else "T1-T2"):
        yield request | {"moves": [*moves, token]}


def _narrow(scenes: Sequence[Scene]) -> Iterator[Json]:
    """Yield lost positions and those in which moves of one kind are left."""
    seen: set[Any] = set()
    for scene in scenes:
        legal = scene.legal or ()
        kinds = {token if token in ACTIONS else token[0] + parse(token).target[0] for token in legal}
        if len(kinds) <= 1 and (kind := min(kinds, default="")) not in seen:
            seen.add(kind)
            yield scene.request


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
    source = random.Random(variant)
    kit = [case for case in all_cases(FIXTURES, [variant]) if case.source != FILE.name]
    scenes = _scenes(variant, source)
    witnessed = any(case.source.startswith("witnesses/") for case in kit)
    most = MORE_CHECKS if witnessed else CHECKS
    kinds = {
        "checks": list(_checks(scenes, most, source)),
        "won": list(_endings(variant, kit)),
        "lost": [] if witnessed else list(_narrow(scenes))[:NARROW],
        "options": list(_redeals(variant)),
    }
    for kind, requests in kinds.items():
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
