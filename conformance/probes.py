"""Choose the probes of the kit: a few requests for each variant that witnesses do not make.

    python -m conformance.probes [ID …]

* a game that is won, one move earlier, and with further moves after the end: in the first variant of a shape
  that people play, one of them to a bare F. Seldom-played variants of the shape of another have none;
* redeals up to limits of two and three, and a fourth where they are unlimited; in games that many people
  play, also limits of ten, and a hundred and one redeals; numbers of an option that are too large;
* for each value of an option that nothing else in the kit tells from the default, a log that does;
* moves that one check alone forbids, in games that collections have: an engine that lacks the check plays
  them, and shows it though it gives no reasons. Witnesses prefer moves that several checks forbid;
* positions that hardly arise in play (`breeding.py`): among others those in which one kind of move, or one
  card to come, alone keeps a game from being lost (`losing.py`).

The answers are the reference interpreter's. Without ids the file is written for every variant.
"""
# ruff: noqa: T201

import argparse
import gzip
import json
import random
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import chain
from typing import Final

from conformance import FIXTURES, reference
from conformance.breeding import breaks, further, with_deck
from conformance.deals import deal_of
from conformance.declared import after, judge, opening, option_values
from conformance.discriminate import PROBES
from conformance.faults import declared
from conformance.obligations import only_failing
from conformance.questions import STEP, questions
from conformance.reference.tokens import ACTIONS, parse
from conformance.shares import PLAYED, demand, earlier, is_widely_played, share_of_bred
from patience.games import VARIANTS
from patience.play import legality
from service.conformance.cases import Case, Json, all_cases, games_in

REDEALS: Final = 4
MANY: Final = 101
"""Redeals where they are unlimited: more than the largest limit."""
TEN: Final = 10
"""The least number of redeals that has two digits."""
LONGEST_LOG: Final = 400
MOST_TURNS: Final = 10_000
"""Moves of a log of draws and redeals."""
MOST_WALKS: Final = 30
"""Games in which a move is looked for that only an option allows, or only its default."""
ALONE: Final = ("face_down_card", "wrong_color", "wrong_suit")
"""Reasons that are asked alone on the columns of each game that a collection has."""
ALONE_WHERE_PLAYED: Final = (
    *ALONE, "covered_card", "broken_sequence", "foundation_full", "cell_occupied",
    "incomplete_sequence", "needs_base", "needs_pair", "vacancy_reserved", "needs_king", "wrong_rank",
    "too_many_cards", "king_locked",
)  # fmt: skip
"""Reasons that are asked alone in the games that people play."""
SEED: Final = 3
"""Of the games in which moves are looked for."""


def _endings(variant: str, kit: Sequence[Case]) -> Iterator[Json]:
    """Yield a won game without its last move, and with further moves."""
    won = [case for case in kit if case.expected.valid and case.expected.outcomes == ("won",)]
    won = [case for case in won if len(case.request["moves"]) <= LONGEST_LOG]
    if not won or (demand(variant) < PLAYED and earlier(variant)):
        return
    case = min(won, key=lambda case: len(case.request["moves"]))
    request, moves = case.request, case.request["moves"]
    game = after(request, moves)
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
    """Yield logs of redeals up to each limit, and numbers that are too large."""
    rules = declared(variant, {})["stock"]
    if rules and "redeal" in rules["actions"] and rules["redeals"] is None:
        yield _turned(variant, {}, REDEALS)
    for option in VARIANTS[variant].options:
        for number in option.numbers[2:REDEALS] if option.name == "redeals" else ():
            yield _past_limit(variant, {option.name: number}, number)
    for option in VARIANTS[variant].options:
        if option.numbers:
            yield {
                "variant": variant,
                "rules": {option.name: max(option.numbers) + 1},
                "seed": "1",
                "moves": [],
            }


def _more_redeals(variant: str) -> Iterator[Json]:
    """Yield logs with ten redeals, with draws of three, and with more where they are unlimited."""
    options = option_values(variant)
    if not is_widely_played(variant) or "redeals" not in options:
        return
    three = {"draw": "three"} if "three" in options.get("draw", ()) else {}
    for limit in (1, TEN) if three else (TEN,):
        yield _past_limit(variant, {"redeals": limit, **three}, limit)
    if "unlimited" in options["redeals"]:
        yield _turned(variant, {"redeals": "unlimited", **three}, MANY)


def _past_limit(variant: str, rules: Json, limit: int) -> Json:
    """Return a log of as many redeals as are allowed, and one more."""
    log = _turned(variant, rules, limit)
    return log | {"moves": [*log["moves"], "redeal"]}


def _turned(variant: str, rules: Json, redeals: int) -> Json:
    """Return a log of draws and so many redeals, as far as no card need move, and of further draws."""
    request: Json = {"variant": variant, "rules": rules, "seed": "1", "moves": []}
    position, moves = deal_of(request).position(), list[str]()
    while len(moves) < MOST_TURNS:
        wanted = ("draw", "redeal") if moves.count("redeal") < redeals else ("draw",)
        token = next((token for token in wanted if token in legality.legal_moves(position)), None)
        if token is None:
            break
        moves.append(token)
        legality.play(position, position.tables.read(token))
    return request | {"moves": moves}


def _unlike_default(variant: str, kit: Sequence[Case]) -> Iterator[Json]:
    """Yield for each word of an option a log that the default judges otherwise, unless the kit has one."""
    judged = [case.request for case in kit if case.expected.valid is not None]
    for option in VARIANTS[variant].options:
        for value in option.words[1:]:
            asked = [request for request in judged if (request.get("rules") or {}).get(option.name) == value]
            if not any(_tells(request, option.name) for request in asked):
                log = _told_apart(variant, {option.name: value})
                yield from [log] if log else []


def _told_apart(variant: str, rules: Json) -> Json | None:
    """Return a log of a random game that ends with a move that is legal only here, or only by default."""
    source = random.Random(SEED)
    for seed in range(1, MOST_WALKS + 1):
        request: Json = {"variant": variant, "rules": rules, "seed": str(seed), "moves": []}
        games = [opening(request), opening(request | {"rules": {}})]
        while len(request["moves"]) < LONGEST_LOG and (legal := reference.legal_moves(games[0])):
            if apart := set(legal) ^ set(reference.legal_moves(games[1])):
                return request | {"moves": [*request["moves"], min(apart)]}
            actions = [token for token in legal if token in ACTIONS]
            token = source.choice(actions if actions and source.random() < 1 / 2 else legal)
            for game in games:
                reference.play(game, token)
            request = request | {"moves": [*request["moves"], token]}
    return None


def _tells(request: Json, option: str) -> bool:
    """Return whether the log is judged otherwise, or ends elsewhere, where an option has its default."""
    rules = {name: value for name, value in request["rules"].items() if name != option}
    try:
        one, other = judge(request), judge(request | {"rules": rules})
    except ValueError:
        return True  # The default has another deck.
    return any(one[member] != other[member] for member in ("first_illegal_move", "final_state"))


def _alone(variant: str, kit: Sequence[Case]) -> Iterator[Json]:
    """Yield for each check a move that it alone forbids, unless the kit has one."""
    if not demand(variant):
        return
    reasons = ALONE_WHERE_PLAYED if demand(variant) == PLAYED else ALONE
    known = {_only_check(*_end_of(case), variant) for case in kit if case.expected.reason in reasons}
    games = [case for case in games_in(FIXTURES / "games" / f"{variant}.jsonl.gz") if case.request["moves"]]
    for question in questions(variant, games, SEED):
        if question.aspect == STEP and question.answer in reasons:
            check = _only_check(question.scene.game, str(question.token), variant)
            wanted = demand(variant) == PLAYED or str(check).endswith(" T")
            if check and wanted and check not in known:
                known.add(check)
                yield question.request


def _bred(variant: str, kit: Sequence[Case]) -> Iterator[Json]:
    """Yield requests about positions that hardly arise in play."""
    if most := share_of_bred(variant):
        former = map(json.loads, _lines_of_file().get(variant, ()))
        bred = (with_deck(request) for request in former if request["kind"] == "bred")
        yield from further(variant, kit, bred, most)


def _end_of(case: Case) -> tuple[reference.Game, str]:
    """Return the position before the first illegal move of a case, and the move."""
    *legal, token = case.request["moves"][: (case.expected.index or 0) + 1]
    return after(case.request, legal), token


def _only_check(game: reference.Game, token: str, variant: str) -> str | None:
    """Return the check that alone forbids a move; in the first game of a shape, of groups also the pair."""
    check = only_failing(game, token)
    if check != "broken_sequence T" or earlier(variant):
        return check
    move = parse(token)
    group = game.piles[move.source][-move.count :]
    return f"{check}, top pair" if "at the top" in breaks(game, group) else check


def asked_without_probes(variant: str) -> list[Case]:
    """Return what the kit asks about a variant before it has probes; not every whole game is asked."""
    asked = (case for case in all_cases(FIXTURES, [variant]) if case.expected.valid is not None)
    return [case for case in asked if case.source != PROBES.name and "checkpoints" not in case.request]


def probes(variant: str) -> Iterator[Json]:
    """Yield a line of the file for each probe of a variant."""
    kit = asked_without_probes(variant)
    for kind, choose in KINDS.items():
        for request in choose(variant, kit):
            yield probe(kind, request)


KINDS: Final[dict[str, Callable[[str, Sequence[Case]], Iterator[Json]]]] = {
    "won": _endings,
    "options": lambda variant, kit: chain(_redeals(variant), _unlike_default(variant, kit)),
    "redeals": lambda variant, _kit: _more_redeals(variant),
    "alone": _alone,
    "bred": _bred,
}
"""Who chooses the probes of each kind, by a variant and the rest of its kit."""


def probe(kind: str, request: Json) -> Json:
    """Return a line of the file."""
    request = {name: value for name, value in request.items() if name != "include"}
    return {"kind": kind, **request, "expect": _expected(request)}


def _expected(request: Json) -> Json | None:
    known = {option.name: option.numbers for option in VARIANTS[request["variant"]].options}
    for name, value in request.get("rules", {}).items():
        if isinstance(value, int) and value not in known[name]:
            return None
    verdict = judge(request)
    illegal = verdict["first_illegal_move"]
    kept = {
        name: verdict[name] for name in ("valid", "outcome", "moves_played", "final_state", "legal_moves")
    }
    return kept | {"first_illegal_move": illegal and {name: illegal[name] for name in ("index", "reason")}}


def _lines_of_file() -> dict[str, list[str]]:
    """Return the lines of the file for each variant."""
    lines: dict[str, list[str]] = {}
    if PROBES.exists():
        for line in gzip.decompress(PROBES.read_bytes()).decode().splitlines():
            lines.setdefault(json.loads(line)["variant"], []).append(line)
    return lines


def write(variants: Collection[str]) -> None:
    """Write the probes of these variants anew and keep those of others."""
    lines = _lines_of_file()
    for variant in variants:
        lines[variant] = [json.dumps(each, separators=(",", ":")) for each in probes(variant)]
        print(f"{variant}: {len(lines[variant])}", file=sys.stderr)
        text = "".join(f"{line}\n" for name in VARIANTS for line in lines.get(name, ()))
        PROBES.write_bytes(gzip.compress(text.encode(), mtime=0))


def main() -> None:
    """Write the probes of the named variants, or of all."""
    parser = argparse.ArgumentParser(
        prog="python -m conformance.probes",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("variants", nargs="*", metavar="ID", help="default: all")
    write(parser.parse_args().variants or list(VARIANTS))


if __name__ == "__main__":
    main()
