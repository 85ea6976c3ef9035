"""Choose witnesses by the checks that fail, without trying faults: half a second for each variant.

    python -m tests.conformance.by_checks [--keep] [ID …]

A move that fails one check only catches an engine without it, and one that fails two catches an engine that
has them in another order. The interpreter is compiled once more so that reasons can be skipped, which shows
every check that a move fails. Witnesses are chosen, those first that show most: pairs of checks, kinds of
piles, results, outcomes and legal moves. With --keep, the witnesses that faults chose stay, but of illegal
moves only those that show most.
"""

import argparse
import ast
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, islice, product
from typing import Any, Final

from patience.games import VARIANTS
from service.conformance.cases import Case, games_in, witnesses_in
from tests import reference
from tests.conformance.discriminate import write
from tests.conformance.faults import FOLDER
from tests.conformance.questions import (
    LEGAL,
    OUTCOME,
    STATE,
    STEP,
    Question,
    Scene,
    ask,
    corpus_of,
    deals_of,
    endings_of,
    played_to_win,
    pooled,
    won_by_search,
)
from tests.conftest import FIXTURES
from tests.declared import opening
from tests.reference.fits import is_complete, is_run, takes_from, why_not_there
from tests.reference.referee import is_won
from tests.reference.tokens import ACTIONS, parse

MOST: Final = 38
"""Witnesses of a variant."""
MOST_KEPT: Final = 26
"""Witnesses of illegal moves that stay of those that faults chose."""
PLAYED: Final = 4
"""Games played to win, and to get stuck."""
MOST_SCENES: Final = 30
"""Positions asked about, besides those of won games."""

Feature = tuple[Any, ...]
Candidate = tuple[set[Feature], int, Scene, str, str | None]
"""What a question shows, the length of its log, and the question."""

skipped: Final[set[str]] = set()
"""Reasons that are skipped."""


class Skipping(ast.NodeTransformer):
    """Makes functions that give reasons go on after those that are skipped."""

    def visit_Return(self, node: ast.Return) -> ast.AST:
        """Return a reason only if it is not skipped."""
        (check,) = ast.parse("if (why := None) is None or why not in skipped:\n    return why").body
        assert isinstance(check, ast.If)
        walrus = next(part for part in ast.walk(check) if isinstance(part, ast.NamedExpr))
        walrus.value = node.value or ast.Constant(None)
        return check


def _compiled() -> dict[str, Any]:
    """Return the interpreter's checks, with reasons that can be skipped."""
    names: dict[str, Any] = {"__package__": "tests.reference", "__name__": "checks"}
    own: dict[str, Any] = {"skipped": skipped}
    for module in ("fits", "referee"):
        tree = ast.parse((FOLDER / f"{module}.py").read_text("utf-8"))
        for place, node in enumerate(tree.body):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("why"):
                tree.body[place] = Skipping().visit(node)
        exec(compile(ast.fix_missing_locations(tree), module, "exec"), names)
        own |= {
            node.name: names[node.name] for node in tree.body if isinstance(node, ast.FunctionDef)
        }  # fmt: skip
        names |= own
    return names


CHECKS: Final = _compiled()


def failing(game: reference.Game, token: str) -> list[str]:
    """Return the reasons why a move is illegal, in order; later ones may be missing."""
    found: list[str] = []
    skipped.clear()
    try:
        while reason := CHECKS["why_not"](game, token):
            found.append(reason)
            skipped.add(reason)
    except (AttributeError, KeyError, IndexError, ValueError, TypeError, AssertionError):
        pass  # After this check the next one has nothing to look at.
    finally:
        skipped.clear()
    return found


def shown_by_token(game: reference.Game, token: str) -> set[Feature]:
    """Return what a token shows."""
    reasons = failing(game, token)
    if token in ACTIONS:
        kind: Feature = (token,)
    else:
        move = parse(token)
        kind = (_kind(game, move.source), _kind(game, move.target), move.count > 1)
    if not reasons:
        return {("legal", *kind)} | _bare(game, token)
    first, *others = reasons
    shown: set[Feature] = {("first", first, *kind)}
    shown.add(("pair", first, kind[0], others[0]) if others else ("only", first, *kind))
    if not others:
        shown.add(("only", first))
    # At the end of a game it matters which reason would come next.
    shown |= {("pair", first, other) for other in (others[:1] if first == "game_over" else others)}
    if token not in ACTIONS and move.source == move.target:
        shown.add(("same", first, kind[0], bool(game.piles.get(move.source))))
    if first == "unknown_action":
        shown.add(("lacks", token))
    if token not in ACTIONS and move.count > 2 and len(game.piles.get(move.source, ())) >= move.count:
        group, build = game.piles[move.source][-move.count :], game.rules.columns.build
        runs = (is_run(game, build, part) for part in (group, group[:2], group[-2:]))
        shown.add(("group", first, *runs))
    if first == "unknown_pile":
        shown.add(("unknown", move.source[0], move.target[0], move.source == move.target))
        roles = {"source": move.source, "target": move.target}
        lacking = [(role, name[0]) for role, name in roles.items() if name not in (*game.piles, "F")]
        if len(lacking) == 1:
            shown.add(("lacks", *lacking[0]))
    return shown


def _kind(game: reference.Game, name: str) -> str:
    """Return the kind of pile, and whether it is unknown, empty or complete."""
    if name == "F":
        return "bare F"
    if name not in game.piles:
        return f"{name[0]}?"
    if name[0] == "F" and is_complete(game, name):
        return "F full"
    return name[0] if game.piles[name] else f"{name[0]} empty"


def _bare(game: reference.Game, token: str) -> set[Feature]:
    """Return by which rules other than the lowest number a bare F would be the wrong foundation."""
    if not token.rpartition("-")[2].startswith("F") or parse(token).target != "F":
        return set()
    move = parse(token)
    names = [
        name for name in game.names("F")
        if name != move.source and takes_from(game, name, move.source)
        and why_not_there(game, move.source, name, move.count) is None
    ]  # fmt: skip
    ways = {
        "last": names[-1],
        "fullest": max(names, key=lambda name: len(game.piles[name])),
        "emptiest": min(names, key=lambda name: len(game.piles[name])),
        "second": "F2" if "F2" in names else names[0],
        "begun": next((name for name in names if game.piles[name]), names[0]),
        "last empty": next((name for name in names[::-1] if not game.piles[name]), names[0]),
        "fewest suits": min(names, key=lambda name: (len(game.foundation(name).suits), -int(name[1:]))),
    }
    return {("bare F", way) for way, name in ways.items() if name != names[0]}


def _scenes(variant: str, games: Sequence[Case], source: random.Random) -> list[Scene]:
    """Return an opening and positions of whole games, of which some end won or lost."""
    scenes = [*islice(deals_of(variant), 1), *corpus_of(games, source)]
    scenes += islice(endings_of(variant, source, PLAYED), PLAYED)
    won = [scene for scene in scenes if is_won(scene.game)] or list(_won(variant, source))
    others = [scene for scene in scenes if not is_won(scene.game)]
    few = [*won, *source.sample(others, min(len(others), MOST_SCENES))]
    return sorted(few, key=lambda scene: len(scene.request["moves"]))


def _won(variant: str, source: random.Random) -> Iterator[Scene]:
    """Play easy decks to win, and yield some of the first game that is won; search for one if none is."""
    for _ in range(PLAYED):
        scenes = list(played_to_win(variant, source))
        if is_won(scenes[-1].game):
            yield from (scenes[-1], *scenes[-2:-9:-3], scenes[len(scenes) // 2])
            return
    yield from won_by_search(variant, source)


def candidates(scenes: Sequence[Scene], source: random.Random) -> Iterator[Candidate]:
    """Yield the questions in these positions, each with what it shows."""
    for _, scene, aspect, token, key in pooled(scenes, source):
        length = len(scene.request["moves"])
        if aspect == STEP:
            assert token
            shown = shown_by_token(scene.game, token) | _fine(scene.game, key)
        elif aspect == LEGAL:
            shown = {(LEGAL, *pair) for pair in combinations(("", *key[0]), 2)}
        elif token is None and aspect != OUTCOME:
            continue  # Deals are asked anyway.
        else:
            shown = {(aspect, *key[:3]), (aspect, *key)}
        yield shown, length, scene, aspect, token
    for scene in _unlike(scenes):
        for token in _all_kinds(scene.game):
            yield shown_by_token(scene.game, token), len(scene.request["moves"]), scene, STEP, token


def _fine(game: reference.Game, key: tuple[Any, ...]) -> set[Feature]:
    """Return how the cards of a move relate, where the rules of columns or foundations decide."""
    decided = key[0] in (None, "broken_sequence", "wrong_rank", "wrong_suit", "wrong_color", "too_many_cards",
                         "needs_king", "incomplete_sequence", "needs_base", "king_locked")  # fmt: skip
    return {("fine", *map(str, key))} if decided and len(key) > 7 and game.rules else set()


def _unlike(scenes: Sequence[Scene]) -> Iterator[Scene]:
    """Yield few positions: an opening, a won one, and those with piles of most kinds."""
    met: set[Any] = set()
    for scene in scenes:
        game = scene.game
        kinds = frozenset(_kind(game, name) for name in game.piles) | {str(is_won(game))}
        if not kinds <= met and not scene.request["rules"]:
            met |= kinds
            yield scene


def _all_kinds(game: reference.Game) -> Iterator[str]:
    """Yield moves of every kind of pile onto every other, and the actions."""
    yield from ACTIONS
    few: dict[Any, str] = {}
    for name in (*game.piles, "T99", "F99", "R99", "S", "W", "R1"):
        few.setdefault((_kind(game, name), bool(game.face_down.get(name))), name)
    names = list(few.values())
    for origin, target in product(names, [*names, "F", *game.names("T")[1:2]]):
        size, down = len(game.piles.get(origin, ())), game.face_down.get(origin, 0)
        counts = {1, 2, size - down + 1, size + 1}
        yield from (f"{origin}-{target}" + (f"x{count}" if count > 1 else "") for count in sorted(counts))


def choose(variant: str) -> list[tuple[Question, str]]:
    """Return few questions that together show most of what was met."""
    games = [case for case in games_in(FIXTURES / "games" / f"{variant}.jsonl.gz") if case.request["moves"]]
    source = random.Random(variant)
    pool = candidates(_scenes(variant, games, source), source)
    chosen: list[tuple[Question, str]] = []
    for candidate, new in _first(list(pool), MOST):
        _, _, scene, aspect, token = candidate
        # The position after a legal move says more than that the move is legal.
        if aspect == STEP and ask(STEP, token, scene.game) is None:
            aspect = STATE
        kind = Counter(feature[0] for feature in new).most_common(1)[0][0]
        answer = ask(aspect, token, scene.game)
        chosen.append((Question(scene, aspect, token, answer), KINDS.get(kind, "checks")))
    return chosen


def _first(pool: list[Candidate], most: int) -> Iterator[tuple[Candidate, set[Feature]]]:
    """Yield the candidates that show most that none before has shown, and what that is."""
    known: set[Feature] = set()
    for _ in range(most):
        worth = [(sum(map(_weight, shown - known)), -length) for shown, length, *_ in pool]
        if not any(weight for weight, _ in worth):
            return
        best = pool[max(range(len(pool)), key=worth.__getitem__)]
        yield best, best[0] - known
        known |= best[0]
        pool = [candidate for candidate in pool if candidate[0] - known]


def kept(variant: str) -> list[tuple[Question, str]]:
    """Return the witnesses that stay: of illegal moves those that show most, and all others."""
    stay: list[tuple[Question, str]] = []
    illegal: list[Candidate] = []
    kinds: dict[int, str] = {}
    for case in witnesses_in(FIXTURES / "conformance" / "witnesses" / f"{variant}.jsonl.gz"):
        request, expected = {"rules": {}} | case.request, case.expected
        kind = case.name.rpartition("(")[2].removesuffix(")")
        played = request["moves"][: -1 if expected.reason else None]
        game = opening(request)
        for token in played:
            reference.play(game, token)
        scene = Scene(request | {"moves": played}, game)
        if expected.reason:
            token = request["moves"][-1]
            illegal.append((shown_by_token(game, token), len(played), scene, STEP, token))
            kinds[id(scene)] = kind
        elif expected.legal_moves is not None:
            stay.append((Question(scene, LEGAL, None, list(expected.legal_moves)), kind))
        elif expected.outcomes:
            stay.append((Question(scene, OUTCOME, None, expected.outcomes[0]), kind))
        else:
            stay.append((Question(scene, STATE, None, reference.state(game)), kind))
    for (_, _, scene, aspect, token), _ in _first(illegal, MOST_KEPT):
        stay.append((Question(scene, aspect, token, ask(STEP, token, scene.game)), kinds[id(scene)]))
    return stay


KINDS: Final = {
    "legal": "consequences", STATE: "consequences", OUTCOME: "lost", LEGAL: LEGAL, "bare F": "bare F",
    "fine": "columns",
}  # fmt: skip
"""The kind of fault that a feature was chosen for."""


def _weight(feature: Feature) -> float:
    kind, *rest = feature
    if kind == "pair":
        return 4 if len(rest) == 2 else 0.5
    if kind == "only":
        return 3 if len(rest) == 1 else 0.7
    return WEIGHTS[kind]


WEIGHTS: Final = {
    "bare F": 4, "lacks": 4, "group": 2, OUTCOME: 1.5, STATE: 1, "unknown": 0.7, "same": 0.7, "legal": 0.6,
    "first": 0.2, LEGAL: 0.3, "fine": 0.3,
}  # fmt: skip


def main() -> None:
    """Write the witnesses of the named variants."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.conformance.by_checks",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--keep", action="store_true", help="choose among the witnesses that there are")
    parser.add_argument("variants", nargs="*", metavar="ID", help="default: all")
    arguments = parser.parse_args()
    for variant in arguments.variants or VARIANTS:
        chosen = kept(variant) if arguments.keep else choose(variant)
        write(variant, chosen)
        sys.stderr.write(f"{variant}: {len(chosen)}\n")


if __name__ == "__main__":
    main()
