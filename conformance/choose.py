"""Choose the cases of the conformance kit: positions and illegal moves that show much about an engine.

    python -m conformance.choose [ID …] [--folder FOLDER]

`obligations.py` and `lost.py` say what a position and a move show. The loop begins with deals and whole games
and changes their decks, moves and options (`positions.py`). What shows something new is kept and changed
further. Of what is kept, the moves that show most are chosen, until the variant has its share (`shares.py`).
"""

import argparse
import heapq
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import chain, combinations, product
from math import fsum
from pathlib import Path
from typing import Any, Final, NamedTuple

from conformance import FIXTURES, reference
from conformance.declared import declared, rules_as_read
from conformance.lost import without_moves
from conformance.obligations import (
    MUST,
    OF_ASPECT,
    OF_ASPECT_IN_PAIRS,
    WEIGHTS,
    Feature,
    kept_from_losing,
    kept_without_moves,
    kind_of,
    meets,
    shown_by_moves,
    shown_by_token,
    signature,
    situation_of,
    with_pile,
    won_in_part,
    won_with,
)
from conformance.positions import Json, Position, beginnings, explore, later, position
from conformance.questions import looks, result, some_tokens
from conformance.reference.fits import is_complete
from conformance.reference.referee import is_won
from conformance.reference.tokens import ACTIONS, parse
from conformance.shares import SEEDS, asks_all_seeds, demand, share
from patience.games import VARIANTS
from service.conformance.cases import packed

CASES: Final = FIXTURES / "conformance" / "cases"
EDGES: Final = (
    "2147483648", "18446744073709551616", "99999999999999999999", "ms1", "ms32000", "ms1073741824",
    "ms2147483648", "ms8589934591",
)  # fmt: skip
"""Seeds at which faulty generators differ that agree on the deals of the corpora."""

TRIED: Final = 3
"""Changes tried for each case of the share."""
AT_LEAST: Final = 60
"""Changes tried at least."""
NEW: Final = 12
"""What a position shows at least that none before it showed, so that it is changed further."""
LEAST: Final = 1
"""What a case shows at least."""
INSISTENCE: Final = 1.5
"""How much more an obligation counts that the kit must show."""
ALIKE: Final = 2
"""Illegal moves that look alike, of which each is in another position."""
ALIKE_KINDS: Final = 4
"""Moves between the same kinds of piles of the same number of cards."""
MANY_COLUMNS: Final = 64
"""Of more columns, some are asked about."""
FEW: Final = 8
"""Card moves of a position of which it is asked what they have in common."""


class Candidate(NamedTuple):
    """An illegal move in a position."""

    shown: set[Feature]
    here: Position
    token: str
    facts: set[Feature]
    """What the position shows; the same object for all its candidates."""

    def worth(self, known: set[Feature]) -> float:
        """Return how much it shows that is not known."""
        # The order of a set may not matter.
        return fsum(map(weight, (self.shown | self.facts) - known))


def choose(variant: str, tries: int | None = None) -> Iterator[tuple[Candidate, str]]:
    """Yield the cases of a variant, each with the kind of what it shows."""
    if tries is None:
        tries = max(AT_LEAST, TRIED * share(variant))
    pool = explored(variant, random.Random(variant), tries)
    known: set[Feature] = set()
    for number, candidate in enumerate(_first_of(pool, known)):
        if number == share(variant):
            return
        new = (candidate.shown | candidate.facts) - known
        known |= new
        best = max(((weight(feature), feature[0]) for feature in new), default=(0, ""))[1]
        yield candidate, KINDS.get(best, "checks")


def explored(variant: str, source: random.Random, tries: int) -> list[Candidate]:
    """Return the illegal moves in positions that show something new, those found first first."""
    shown: set[Feature] = set()
    alike: Counter[Any] = Counter()
    pool: list[Candidate] = []

    def is_new(here: Position) -> bool:
        found = list(candidates(here, alike, source))
        new = set[Feature]().union(*(each.shown | each.facts for each in found)) - shown
        if fsum(map(weight, new)) < NEW:
            return False
        shown.update(new)
        pool.extend(found)
        return True

    explore(chain(beginnings(variant, source), with_seeds(variant, source)), source, tries, is_new)
    return pool


def with_seeds(variant: str, source: random.Random) -> Iterator[Json]:
    """Yield deals of seeds of every kind, each with a move that was made."""
    seeds = [*SEEDS[1:], *EDGES] if asks_all_seeds(variant) else EDGES if demand(variant) else EDGES[:3]
    for seed in seeds:
        here = position({"variant": variant, "rules": {}, "seed": seed, "moves": []})
        legal = here.legal() if here else []
        if legal:
            yield {"variant": variant, "rules": {}, "seed": seed, "moves": [source.choice(legal)]}


def candidates(here: Position, alike: Counter[Any], source: random.Random) -> Iterator[Candidate]:
    """Yield illegal moves in a position, each with what it shows."""
    game = here.game
    facts, situation = facts_of(here)
    tokens = [*_rare_kinds(here, alike), *_rare_meetings(game, alike)]
    for token in some_tokens(game, source):
        if reason := reference.why_not(game, token):
            look = looks(game, token, reason)
            alike[look] += 1
            tokens += [token] if alike[look] <= ALIKE else []
    for token in dict.fromkeys(tokens):
        shown = shown_by_token(game, token, situation)
        if any(feature[0] == "legal" for feature in shown):
            continue
        shown |= _alone(game, token, shown, facts) | _by_option(here.request, game, token)
        yield Candidate(shown, here, token, facts)


def facts_of(here: Position) -> tuple[set[Feature], tuple[str, ...]]:
    """Return what the outcome, the legal moves and the last move show, and the circumstances."""
    game, legal, moves = here.game, here.legal(), here.moves
    situation = situation_of(game, moves)
    facts = won_in_part(game) | won_with(game) | shown_by_moves(game, moves) | _by_last_move(here)
    facts |= {
        ("option lists", *map(str, option), here.request["variant"])
        for option in here.request["rules"].items()
    }
    if here.request["moves"] and here.request.get("seed") in {*SEEDS[1:], *EDGES}:
        facts.add(("seed", here.request["seed"]))
    if is_won(game):
        return facts, situation
    further = list(later(here.line)) if len(moves) <= FEW else []
    if 0 < len(moves) <= FEW:
        left = kept_from_losing(game, moves, (each for _, each in further))
        facts |= left | {("left by", one[1], other[1]) for one, other in combinations(sorted(left), 2)}
        facts |= {("left in", way[1], each) for way in left for each in situation}
    if not moves and "deal" not in legal:
        outcome = str(here.line.outcome())
        facts |= kept_without_moves(game, further) | without_moves(game, outcome, situation, further)
    return facts, situation


def _by_last_move(here: Position) -> set[Feature]:
    """Return what the consequences of the last move show."""
    if here.before is None:
        return set()
    token, before = here.request["moves"][-1], here.before
    key = result(before, token)
    shown: set[Feature] = {("did", *key[:3]), ("did", *key)} | shown_by_token(before, token)
    if token in ACTIONS:
        free = any(not before.piles[name] for name in before.names("T"))
        shown |= {("did", token, free), ("acts", token, *key[1:4])}
    return shown | _by_option(here.request, before, token)


def _alone(game: reference.Game, token: str, shown: Collection[Feature], facts: set[Feature]) -> set[Feature]:
    """Return what a move shows that one check alone forbids."""
    only = next((feature[1] for feature in shown if feature[0] == "only"), None)
    if only is None or token in ACTIONS:
        return set()
    move = parse(token)
    check, onto = with_pile(only, move), kind_of(game, move.target)
    # The list of legal moves shows this, too.
    facts.add(("alone", only, *signature(game, move)))
    found: set[Feature] = {("alone for", check, move.source[0], onto, min(move.count, 3))}
    if move.target in game.names("F"):
        found.add(("alone at", check, move.target))
    return found


def _by_option(request: Json, game: reference.Game, token: str) -> set[Feature]:
    """Return the options that matter to whether a move is legal, or to what it does."""
    rules = request["rules"]
    if not rules:
        return set()
    reason = reference.why_not(game, token)
    found: set[Feature] = set()
    for option in rules.items():
        others = tuple(each for each in rules.items() if each != option)
        try:
            ignored = replace(game.copy(), rules=rules_as_read(declared, request["variant"], others))
            same = reference.why_not(ignored, token) == reason
            if same and reason is None:
                right = game.copy()
                reference.play(right, token)
                reference.play(ignored, token)
                same = reference.state(right) == reference.state(ignored)
        except (AssertionError, IndexError, KeyError, ValueError, TypeError):
            same = False  # Without the option there is no such pile.
        if not same:
            name = tuple(map(str, option))
            piles = (
                (token,) if token in ACTIONS else (parse(token).source[0], kind_of(game, parse(token).target))
            )
            found |= {("option", *name), ("option by", *name, reason), ("option for", *name, reason, *piles)}
            found |= {("beside", *name)} if others else set()
    return found


def _all_kinds(game: reference.Game) -> Iterator[str]:
    """Yield moves of every kind of pile onto every other, and the actions."""
    yield from ACTIONS
    few: dict[Any, str] = {}
    for name in (*game.piles, *(f"{letter}{len(game.names(letter)) + 1}" for letter in "TFR"), "S", "W"):
        few.setdefault((kind_of(game, name), bool(game.face_down.get(name))), name)
    names = list(few.values())
    for origin, target in product(names, [*names, "F", *game.names("T")[1:2]]):
        size, down = len(game.piles.get(origin, ())), game.face_down.get(origin, 0)
        counts = {1, 2, max(1, size - down), size - down + 1, max(1, size), size + 1}
        counts |= {12, 13} if size >= 12 and target[0] == "F" else set()
        counts |= {14, 999} if origin[0] == target[0] == "T" else set()
        yield from (f"{origin}-{target}" + (f"x{count}" if count > 1 else "") for count in sorted(counts))


def _rare_kinds(here: Position, alike: Counter[Any]) -> Iterator[str]:
    """Yield moves of every kind as often as they may be alike, and again towards the end of a game."""
    game = here.game
    left = sum(not is_complete(game, name) for name in game.names("F"))
    stage = 2 if left < 2 else int(left < len(game.names("F")))
    won = is_won(game)
    for token in _all_kinds(game):
        look = token if token in ACTIONS else signature(game, parse(token))
        kind = (str(here.request["rules"]) if token in ACTIONS else "", won, stage, look)
        alike[kind] += 1
        if alike[kind] <= (ALIKE if "?" in str(look) else 2 * ALIKE_KINDS if won else ALIKE_KINDS):
            yield token


def _rare_meetings(game: reference.Game, alike: Counter[Any]) -> Iterator[str]:
    """Yield moves of single cards that meet what lies on a foundation or a column as few before did."""
    columns = game.names("T")
    columns = columns[:: 1 + len(columns) // MANY_COLUMNS]
    names = (*columns, *(name for letter in "RWF" for name in game.names(letter)))
    for origin, target in product(filter(game.piles.get, names), (*game.names("F"), *columns)):
        token = f"{origin}-{target}"
        if reason := reference.why_not(game, token):
            for met in meets(game, parse(token), reason):
                alike[met] += 1
                if alike[met] <= ALIKE_KINDS:
                    yield token


def _first_of(pool: Iterable[Candidate], known: set[Feature]) -> Iterator[Candidate]:
    """Yield the candidates that show most that is not known."""
    queue: list[tuple[float, int, int, Candidate]] = [
        (-candidate.worth(known), len(candidate.here.request["moves"]), number, candidate)
        for number, candidate in enumerate(pool)
    ]
    heapq.heapify(queue)
    while queue:
        worth, length, number, candidate = queue[0]
        # What others have shown since only makes it worth less.
        if (now := -candidate.worth(known)) > worth:
            heapq.heapreplace(queue, (now, length, number, candidate))
        elif -worth < LEAST:
            return
        else:
            heapq.heappop(queue)
            yield candidate


KINDS: Final = {
    "legal": "consequences", "did": "consequences", "acts": "consequences", "kept by": "lost",
    "kept with": "lost", "kept later": "lost", "never kept": "lost", "left by": "lost", "left in": "lost",
    "lost with": "lost", "none left by": "lost", "stock read": "lost", "lost but for": "lost",
    "option": "options", "option by": "options", "option for": "options", "beside": "options",
    "listed": "legal moves", "listed in order": "legal moves", "alone": "legal moves",
    "bare F": "bare F", "bare F legal": "bare F", "bare F of several": "bare F", "bare F refused": "bare F",
    "won in part": "won", "won with": "won", "end": "won", "end next": "won", "end of source": "won",
    "end of target": "won", "at the end": "won",
    "room": "supermoves", "hold": "stock", "twelve": "groups", "group": "groups", "seed": "seeds",
}  # fmt: skip
"""The kind of fault that a feature was chosen for."""


@cache
def weight(feature: Feature) -> float:
    """Return what a feature weighs; many small ones are not worth what the kit must show."""
    plain = _plain_weight(feature)
    return plain * INSISTENCE if plain >= MUST else plain


def _plain_weight(feature: Feature) -> float:
    kind, *rest = feature
    if kind == "listed" and rest[0] == "several counts":
        return 3
    if kind == "is":
        return OF_ASPECT.get(rest[1], 0.6)
    if kind == "pair in":
        return OF_ASPECT_IN_PAIRS.get(rest[2], 0.2)
    return WEIGHTS[kind]


def lines_of(variant: str, tries: int | None = None) -> list[Json]:
    """Return a line for each position that is chosen, with the moves asked there and the right answers."""
    lines: dict[str, Json] = {}
    for candidate, kind in choose(variant, tries):
        here = candidate.here
        request = {name: value for name, value in here.request.items() if name != "variant" and value != {}}
        line = lines.setdefault(json.dumps(request), request | {"steps": []})
        line["steps"].append([candidate.token, reference.why_not(here.game, candidate.token), kind])
        line["outcome"] = reference.outcome(here.game)
        line["legal_moves"] = reference.legal_moves(here.game)
        line["final_state"] = reference.state(here.game)
    return [lines[key] for key in sorted(lines)]


def write(variant: str, folder: Path = CASES, tries: int | None = None) -> int:
    """Write the cases of a variant, and return their number."""
    lines = lines_of(variant, tries)
    folder.mkdir(exist_ok=True)
    (folder / f"{variant}.jsonl").write_text(as_text(lines), "utf-8")
    return sum(len(line["steps"]) for line in lines)


def as_text(lines: Iterable[Json]) -> str:
    """Return the text of a file of cases."""
    return "".join(f"{json.dumps(packed(line), separators=(',', ':'))}\n" for line in lines)


def main() -> None:
    """Write the cases of the named variants."""
    parser = argparse.ArgumentParser(
        prog="python -m conformance.choose",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("variants", nargs="*", metavar="ID", help="default: all")
    parser.add_argument("--folder", type=Path, default=CASES, help="(default: %(default)s)")
    parser.add_argument(
        "--tries", type=int, help="changes tried (default: three times the share, at least 60)"
    )
    arguments = parser.parse_args()
    for variant in arguments.variants or VARIANTS:
        began = time.process_time()
        number = write(variant, arguments.folder, arguments.tries)
        sys.stderr.write(f"{variant}: {number} cases, {time.process_time() - began:.0f} s\n")


if __name__ == "__main__":
    main()
