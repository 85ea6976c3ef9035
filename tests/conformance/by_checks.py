"""Choose witnesses by the checks that fail, without trying faults: two seconds for each variant.

    python -m tests.conformance.by_checks [ID …]

A move that fails one check only catches an engine without it, and one that fails two catches an engine that
has them in another order. The interpreter is compiled once more so that reasons can be skipped, which shows
every check that a move fails. The answer to an illegal move also has the outcome and the legal moves of the
position, so each witness is an illegal move in a position that shows much. Those come first that show most:
pairs of checks, kinds of piles, results, outcomes, options, parts of a won game and legal moves. A game gets
witnesses as long as each shows as much as a pair of checks, so one with more checks gets more.
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
from dataclasses import replace
from functools import cache
from itertools import chain, combinations, islice, product
from typing import Any, Final, NamedTuple

from patience.games import VARIANTS
from service.conformance.cases import Case, Json, games_in, witnesses_in
from tests import reference
from tests.conformance.discriminate import EDGES, WITNESSES, asks_all_seeds, write
from tests.conformance.faults import FOLDER, declared, rules_as_read
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
from tests.reference.referee import accepting_foundation, is_won
from tests.reference.tokens import ACTIONS, CardMove, parse

LEAST: Final = 5
"""What a witness shows at least: two neighbouring checks in this order, or as much. With it, the kit has
the number of requests that it may have, and a game with more checks has more of them."""
PLAYED: Final = 4
"""Games played to win, and to get stuck."""
ALIKE: Final = 2
"""Illegal moves that look alike, of which each is in another position."""
MOST_SCENES: Final = 36
"""Positions asked about, besides those of won games."""

COARSE: Final = 3
"""Parts of a description by which outcomes and consequences are told apart roughly."""

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
    if first == "no_foundation_accepts" and move.count > 1 and accepting_foundation(game, move.source, 1):
        shown.add(("bare F of several", move.source[0]))
    if first == "unknown_pile":
        shown |= _unknown(game, move)
    if first == "game_over" and others[:1] == ["unknown_pile"]:
        shown.add(("lacks at the end", move.source in game.piles))
    return shown


def _unknown(game: reference.Game, move: CardMove) -> set[Feature]:
    """Return which pile of a move the game lacks, and whether its number is the next after the last."""
    shown: set[Feature] = {("unknown", move.source[0], move.target[0], move.source == move.target)}
    roles = {"source": move.source, "target": move.target}
    lacking = [(role, name) for role, name in roles.items() if name not in (*game.piles, "F")]
    if len(lacking) == 1:
        ((role, name),) = lacking
        nearest = name in "SW" or int(name[1:]) == len(game.names(name[0])) + 1
        shown.add(("lacks" if nearest else "lacks by far", role, name[0]))
        shown |= {("lacks", "bare F")} if move.target == "F" else set()
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
    few += _nearly_won(variant, won, source)
    return sorted(few, key=lambda scene: len(scene.request["moves"]))


def _nearly_won(variant: str, won: Sequence[Scene], source: random.Random) -> Iterator[Scene]:
    """Play won games again, and an easy deck, and yield positions in which parts of winning are done."""
    met: set[Feature] = set()
    shortest = sorted(won, key=lambda scene: len(scene.request["moves"]))[: PLAYED // 2]
    for scene in chain(
        *(_all_positions(scene.request) for scene in shortest),
        played_to_win(variant, source),
    ):
        parts = won_in_part(scene.game)
        if not parts <= met:
            met |= parts
            yield scene


def _all_positions(request: Json) -> Iterator[Scene]:
    """Yield the positions of a legal game before its last move."""
    game = opening(request)
    for number, token in enumerate(request["moves"]):
        yield Scene(request | {"moves": request["moves"][:number]}, game.copy())
        reference.play(game, token)


def won_in_part(game: reference.Game) -> set[Feature]:
    """Return what a position that is not won has of those that are."""
    if is_won(game):
        return set()
    names = game.rules.won_when or game.names("F")
    complete = [is_complete(game, name) for name in names]
    kinds = {letter: any(game.piles[name] for name in game.names(letter)) for letter in "TRSW"}
    parts = {
        "first foundation": True in complete[:1],
        "last foundation": True in complete[-1:],
        "first half": names and all(complete[: (len(complete) + 1) // 2]),
        "all but one": sum(complete) >= max(1, len(complete) - 1),
        "foundations begun": names and all(game.piles[name] for name in names),
        "columns": not kinds["T"],
        "stock and waste": not (kinds["S"] or kinds["W"]),
        "all but the stock": not (kinds["T"] or kinds["R"] or kinds["W"]),
        "all but the reserve": not (kinds["T"] or kinds["S"] or kinds["W"]),
        "all but the waste": not (kinds["T"] or kinds["R"] or kinds["S"]),
    }
    return {("won in part", part) for part, done in parts.items() if done}


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
        facts: set[Feature] = won_in_part(scene.game)
        illegal: list[str] = []
        for key, aspect, token in asked(scene, source):
            if aspect == OUTCOME:
                facts |= {(OUTCOME, *key[:COARSE]), (OUTCOME, *key)}
            elif aspect == LEGAL:
                facts |= {(LEGAL, *pair) for pair in combinations(("", *key[0]), 2)}
            elif aspect == STATE and token:
                shown = {(STATE, *key[:COARSE]), (STATE, *key)} | shown_by_token(scene.game, token)
                shown |= _by_option(scene, STATE, token)
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
        shown = shown_by_token(scene.game, token) | _by_option(scene, STEP, token)
        if not any(feature[0] == "legal" for feature in shown):
            yield Candidate(shown, scene, STEP, token, facts)


def _by_option(scene: Scene, aspect: str, token: str) -> set[Feature]:
    """Return the options that matter to the answer."""
    rules, game = scene.request["rules"], scene.game
    if not rules:
        return set()
    ignored = replace(game, rules=rules_as_read(declared, scene.request["variant"], ()))
    try:
        if ask(aspect, token, ignored) == ask(aspect, token, game):
            return set()
    except (AssertionError, IndexError, KeyError):
        pass  # Without the option there is no such pile.
    return {("option", *map(str, item)) for item in rules.items()}


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
    for name in (*game.piles, *(f"{letter}{len(game.names(letter)) + 1}" for letter in "TFR"), "S", "W"):
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
    known = _probed(variant)
    chosen = list(_seeds(variant))
    chosen += _refused(chosen, known)
    for candidate, new in _first(candidates(_scenes(variant, games, source), source), known):
        question = _question(candidate, new)
        chosen += [question, *_refused([question], known)]
    return chosen


def _seeds(variant: str) -> Iterator[tuple[Question, str]]:
    """Yield deals of rare seeds, in the first variant that shuffles such a deck."""
    for scene in deals_of(variant) if asks_all_seeds(variant) else ():
        if scene.request["seed"] in EDGES and not scene.request["rules"]:
            yield Question(scene, STATE, None, reference.state(scene.game)), "seeds"


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
    pool: Iterable[Candidate], known: set[Feature], least: float = LEAST
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
    """Yield an illegal move after each legal one: it shows more and is not a further request."""
    for question, _ in chosen:
        if question.aspect == STEP:
            continue
        game = question.scene.game.copy()
        if question.token:
            reference.play(game, question.token)
        pool = illegal_moves(Scene(question.request, game), _all_kinds(game), set())
        for candidate, new in islice(_first(pool, known, 0), 1):
            yield _question(candidate, new)


KINDS: Final = {
    "legal": "consequences", STATE: "consequences", OUTCOME: "lost", LEGAL: LEGAL, "bare F": "bare F",
    "fine": "columns", "won in part": "won", "bare F of several": "bare F", "option": "options",
}  # fmt: skip
"""The kind of fault that a feature was chosen for."""


def _weight(feature: Feature) -> float:
    kind, *rest = feature
    if kind == "pair":
        return 0.5 if len(rest) > 2 else 1 if rest[0] == "game_over" else 3.5
    if kind == "next":
        return 4 if rest[0] == "game_over" else 1.5
    if kind == OUTCOME:
        return 3 if len(rest) == COARSE and rest[1] == "lost" else 1
    if kind == STATE:
        return 2 if len(rest) == COARSE else 0.8
    return WEIGHTS[kind]


WEIGHTS: Final = {
    "option": 6, "bare F": 4, "lacks": 4, "lacks at the end": 4, "won in part": 3, "bare F of several": 3,
    "group": 2, "lacks by far": 1, "unknown": 0.7, "same": 0.7, "legal": 0.6, "only": 0.5, "first": 0.2,
    LEGAL: 0.2, "fine": 0.2,
}  # fmt: skip


def main() -> None:
    """Write the witnesses of the named variants."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.conformance.by_checks",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("variants", nargs="*", metavar="ID", help="default: all")
    arguments = parser.parse_args()
    for variant in arguments.variants or VARIANTS:
        write(variant, choose(variant))
        sys.stderr.write(f"{variant}: {len(list(witnesses_in(WITNESSES / f'{variant}.jsonl.gz')))}\n")


if __name__ == "__main__":
    main()
