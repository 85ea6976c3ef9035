"""Choose witnesses by the checks that fail, without trying faults: two seconds for each variant.

    python -m tests.conformance.by_checks [--keep] [ID …]

A move that fails one check only catches an engine without it, and one that fails two catches an engine that
has them in another order. The interpreter is compiled once more so that reasons can be skipped, which shows
every check that a move fails. The answer to an illegal move also has the outcome and the legal moves of the
position, so each witness is an illegal move in a position that shows much. Those come first that show most:
pairs of checks, kinds of piles, results, outcomes and legal moves. With --keep, the witnesses that there are
stay, unless they show little that is new, positions without an illegal move get one, and others are added.
"""

import argparse
import ast
import gzip
import heapq
import json
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, combinations, islice, product
from typing import Any, Final, NamedTuple

from patience.games import VARIANTS
from service.conformance.cases import Case, Json, games_in, witnesses_in
from tests import reference
from tests.conformance.discriminate import WITNESSES, write
from tests.conformance.faults import FOLDER
from tests.conformance.probes import FILE as PROBES
from tests.conformance.questions import (
    LEGAL,
    OUTCOME,
    STATE,
    STEP,
    Question,
    Scene,
    ask,
    asked,
    corpus_of,
    deals_of,
    endings_of,
    played_to_win,
    rare_of,
    walks_of,
    won_by_search,
)
from tests.conftest import FIXTURES
from tests.declared import opening
from tests.reference.fits import is_complete, is_run, takes_from, why_not_there
from tests.reference.referee import is_won
from tests.reference.tokens import ACTIONS, parse

MOST: Final = 48
"""Witnesses of a variant."""
MOST_WITH_KEPT: Final = 54
"""Illegal moves of a variant, with those that stay."""
LEAST: Final = 3.9
"""What a witness shows at least: a pair of checks in this order."""
PLAYED: Final = 4
"""Games played to win, and to get stuck."""
ALIKE: Final = 2
"""Illegal moves that look alike, of which each is in another position."""
MOST_SCENES: Final = 60
"""Positions asked about, besides those of won games."""

Feature = tuple[Any, ...]


class Candidate(NamedTuple):
    """An illegal move, or a legal one and the position after it."""

    shown: set[Feature]
    scene: Scene
    aspect: str
    token: str
    facts: set[Feature]
    """What the legal moves and the outcome of the position show; the same object for all its candidates."""

    def worth(self, known: set[Feature]) -> float:
        """Return how much it shows that is not known."""
        facts = sum(map(_weight, self.facts - known)) if self.aspect == STEP else 0
        return facts + sum(map(_weight, self.shown - known))


LATE: Final = ("one_card_only", "broken_sequence", "wrong_suit", "wrong_color", "needs_base")
"""Reasons of checks that come shortly before those of suits and ranks."""

LEAST_KEPT: Final = 2
"""What an illegal move shows at least that stays."""
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
    # The stock takes cards from nowhere; what else is wrong with a move onto it is asked nevertheless.
    names |= {
        "parse": cache(parse),
        "takes_from": lambda game, *move: move[0] == "S" or takes_from(game, *move),
    }
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
    shown |= {("next", first, other) for other in others[:1]}
    # Columns and foundations have checks of their own for suits and ranks; the first that fails counts.
    fits = [other for other in others if other.startswith("wrong")][:1]
    where = f" on {kind[1]}" if first in LATE else ""
    shown |= {("pair", first, other + where) for other in fits}
    shown |= {("pair", first, other) for other in others if not other.startswith("wrong")}
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
    if first == "game_over" and others[:1] == ["unknown_pile"]:
        shown.add(("lacks at the end", move.source in game.piles))
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
        "F1 last": names[-1] if names[0] == "F1" else names[0],
        "begun": next((name for name in names if game.piles[name]), names[0]),
        "last empty": next((name for name in names[::-1] if not game.piles[name]), names[0]),
        "fewest suits": min(names, key=lambda name: (len(game.foundation(name).suits), -int(name[1:]))),
    }
    return {("bare F", way) for way, name in ways.items() if name != names[0]}


def _scenes(variant: str, games: Sequence[Case], source: random.Random) -> list[Scene]:
    """Return an opening and positions of whole games, of which some end won or lost."""
    scenes = [*islice(deals_of(variant), 1), *corpus_of(games, source), *walks_of(variant, source, 1)]
    scenes += islice(endings_of(variant, source, PLAYED), PLAYED)
    scenes += rare_of(variant, source, PLAYED)
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
    """Yield moves in these positions, each with what it shows."""
    unlike = {id(scene) for scene in _unlike(scenes)}
    alike: Counter[Any] = Counter()
    for scene in scenes:
        facts: set[Feature] = set()
        illegal: list[str] = []
        for key, aspect, token in asked(scene, source):
            if aspect == OUTCOME:
                facts |= {(OUTCOME, *key[:3]), (OUTCOME, *key)}
            elif aspect == LEGAL:
                facts |= {(LEGAL, *pair) for pair in combinations(("", *key[0]), 2)}
            elif aspect == STATE and token:
                shown = {(STATE, *key[:3]), (STATE, *key)} | shown_by_token(scene.game, token)
                yield Candidate(shown, scene, STATE, token, facts)
            elif token:
                facts |= _fine(scene.game, key)
                alike[key] += 1
                if alike[key] <= ALIKE and key[1 if token in ACTIONS else 0]:
                    illegal.append(token)
        tokens = chain(illegal, _all_kinds(scene.game) if id(scene) in unlike else ())
        yield from illegal_moves(scene, tokens, facts)


def illegal_moves(scene: Scene, tokens: Iterable[str], facts: set[Feature]) -> Iterator[Candidate]:
    """Yield the tokens that are illegal in a position."""
    for token in tokens:
        shown = shown_by_token(scene.game, token)
        if not any(feature[0] == "legal" for feature in shown):
            yield Candidate(shown, scene, STEP, token, facts)


def _fine(game: reference.Game, key: tuple[Any, ...]) -> set[Feature]:
    """Return how the cards of a move relate, where the rules of columns or foundations decide."""
    decided = key[0] in (None, "broken_sequence", "wrong_rank", "wrong_suit", "wrong_color", "too_many_cards",
                         "needs_king", "incomplete_sequence", "needs_base", "king_locked")  # fmt: skip
    return {("fine", *map(str, key))} if decided and len(key) > 7 and game.rules else set()


def _unlike(scenes: Sequence[Scene]) -> Iterator[Scene]:
    """Yield few positions: an opening, won ones, and those with piles of other kinds."""
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


def choose(variant: str, *, keep: bool) -> list[tuple[Question, str]]:
    """Return few questions that together show most of what was met; `keep` starts with those kept."""
    games = [case for case in games_in(FIXTURES / "games" / f"{variant}.jsonl.gz") if case.request["moves"]]
    source = random.Random(variant)
    known = _probed(variant)
    chosen = _kept(variant, known) if keep else []
    pool = candidates(_scenes(variant, games, source), source)
    most = (MOST_WITH_KEPT if keep else MOST) - sum(question.aspect == STEP for question, _ in chosen)
    chosen += [
        _question(candidate, new) for candidate, new in islice(_first(pool, known, LEAST), max(0, most))
    ]
    return [*chosen, *_refused(chosen, known)]


def _probed(variant: str) -> set[Feature]:
    """Return what the illegal moves show that the kit's probes ask about."""
    shown: set[Feature] = set()
    for line in gzip.decompress(PROBES.read_bytes()).decode().splitlines():
        probe = json.loads(line)
        if probe["variant"] == variant and probe["expect"] and not probe["expect"]["valid"]:
            *legal, token = probe["moves"]
            shown |= shown_by_token(_after(probe, legal), token)
    return shown


def _after(request: Json, moves: Sequence[str]) -> reference.Game:
    """Return the position after these moves of a request's game."""
    game = opening(request)
    for token in moves:
        reference.play(game, token)
    return game


def _question(candidate: Candidate, new: set[Feature]) -> tuple[Question, str]:
    """Return a candidate as a question, and the kind of what it shows."""
    kind = Counter(feature[0] for feature in new).most_common(1)[0][0]
    answer = ask(candidate.aspect, candidate.token, candidate.scene.game)
    return Question(candidate.scene, candidate.aspect, candidate.token, answer), KINDS.get(kind, "checks")


def _first(
    pool: Iterable[Candidate], known: set[Feature], least: float = 0.01
) -> Iterator[tuple[Candidate, set[Feature]]]:
    """Yield the candidates that show most that is not known, and what it is; it is known from then on."""
    queue: list[tuple[float, int, int, Candidate]] = [
        (-candidate.worth(known), len(candidate.scene.request["moves"]), number, candidate)
        for number, candidate in enumerate(pool)
    ]
    heapq.heapify(queue)
    while queue:
        worth, length, number, candidate = queue[0]
        # What others have shown since only makes it worth less.
        if (now := -candidate.worth(known)) > worth:
            heapq.heapreplace(queue, (now, length, number, candidate))
            continue
        if -worth < least:
            return
        heapq.heappop(queue)
        new = (candidate.shown | candidate.facts) - known
        known |= new
        yield candidate, new


def _refused(chosen: Sequence[tuple[Question, str]], known: set[Feature]) -> Iterator[tuple[Question, str]]:
    """Yield an illegal move in each position without one: it shows more and is no further request."""
    done = [
        question.request["moves"][:-1]
        for question, _ in chosen
        if question.aspect == STEP and question.answer
    ]
    for question, _ in chosen:
        moves = question.request["moves"]
        if question.aspect == STEP or moves in done:
            continue
        done.append(moves)
        game = question.scene.game.copy()
        if question.token:
            reference.play(game, question.token)
        pool = illegal_moves(Scene(question.request, game), _all_kinds(game), set())
        for candidate, new in islice(_first(pool, known), 1):
            yield _question(candidate, new)


def _kept(variant: str, known: set[Feature]) -> list[tuple[Question, str]]:
    """Return the witnesses that stay: illegal moves that show something new, and all others."""
    stay: list[tuple[Question, str]] = []
    illegal: list[Candidate] = []
    kinds: dict[int, str] = {}
    for case in witnesses_in(WITNESSES / f"{variant}.jsonl.gz"):
        request: Json = {"rules": {}} | case.request
        expected = case.expected
        kind = case.name.rpartition("(")[2].removesuffix(")")
        played = request["moves"][: -1 if expected.reason else None]
        game = _after(request, played)
        scene = Scene(request | {"moves": played}, game)
        if expected.reason:
            token = request["moves"][-1]
            illegal.append(Candidate(shown_by_token(game, token), scene, STEP, token, set()))
            kinds[id(scene)] = kind
        if expected.legal_moves is not None:
            stay.append((Question(scene, LEGAL, None, list(expected.legal_moves)), kind))
        if expected.outcomes:
            stay.append((Question(scene, OUTCOME, None, expected.outcomes[0]), kind))
        if expected.final_state or not (expected.reason or expected.legal_moves or expected.outcomes):
            stay.append((Question(scene, STATE, None, reference.state(game)), kind))
    stay += list(_refused(stay, known))
    for candidate, _ in _first(illegal, known, LEAST_KEPT):
        answer = ask(STEP, candidate.token, candidate.scene.game)
        stay.append((Question(candidate.scene, STEP, candidate.token, answer), kinds[id(candidate.scene)]))
    return stay


KINDS: Final = {
    "legal": "consequences", STATE: "consequences", OUTCOME: "lost", LEGAL: LEGAL, "bare F": "bare F",
    "fine": "columns",
}  # fmt: skip
"""The kind of fault that a feature was chosen for."""


def _weight(feature: Feature) -> float:
    kind, *rest = feature
    if kind == "pair":
        return 0.5 if len(rest) > 2 else 1 if rest[0] == "game_over" else 3.5
    if kind == "next":
        return 4 if rest[0] == "game_over" else 1.5
    return WEIGHTS[kind]


WEIGHTS: Final = {
    "bare F": 4, "lacks": 4, "lacks at the end": 4, "group": 2, OUTCOME: 1, STATE: 1, "unknown": 0.7,
    "same": 0.7, "legal": 0.6, "only": 0.5, "first": 0.2, LEGAL: 0.2, "fine": 0.2,
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
        write(variant, choose(variant, keep=arguments.keep))
        sys.stderr.write(f"{variant}: {len(list(witnesses_in(WITNESSES / f'{variant}.jsonl.gz')))}\n")


if __name__ == "__main__":
    main()
