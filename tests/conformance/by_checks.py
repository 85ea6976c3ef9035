"""Choose witnesses by the checks that fail, without trying faults: two seconds for each variant.

    python -m tests.conformance.by_checks [ID …] [--add N]

A move that fails one check only catches an engine without it, and one that fails two catches an engine that
has them in another order. The interpreter is compiled once more so that reasons can be skipped, which shows
every check that a move fails. The answer to an illegal move also has the outcome and the legal moves of the
position, so each witness is an illegal move in a position that shows much. Those come first that show most:
pairs of checks, kinds of piles, results, outcomes, options, parts of a won game and legal moves. A game gets
witnesses as long as each shows as much as a pair of checks, so one with more checks gets more. First of all
each legal game of the kit is asked with an illegal move after its end, which costs no further request.
"""

import argparse
import ast
import gzip
import heapq
import json
import random
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain, combinations, islice, product
from typing import Any, Final, NamedTuple

from patience.games import VARIANTS
from service.conformance.cases import Case, Json, games_in, whole_games, witnesses_in
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
from tests.reference.fits import is_complete, is_run, parts, room, takes_from, why_not_there
from tests.reference.referee import accepting_foundation, card_moves, is_forward, is_won
from tests.reference.tokens import ACTIONS, CardMove, parse

LEAST: Final = 6
"""What a witness shows at least: one pair of checks in this order, or as much. With it, the kit has the
number of requests that it may have, and a game with more checks has more of them."""
PLAYED: Final = 8
"""Games played to win, and to get stuck; four times as many end early."""
ALIKE: Final = 2
"""Illegal moves that look alike, of which each is in another position."""
MOST_SCENES: Final = 50
"""Positions asked about without options, and with options, besides those of won games."""

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


LATE: Final = (
    "no_foundation_accepts",
    "one_card_only",
    "broken_sequence",
    "wrong_suit",
    "wrong_color",
    "needs_base",
)
"""Reasons of checks that come shortly before those of suits and ranks."""

EARLY: Final = (
    "unknown_pile",
    "source_locked",
    "source_empty",
    "not_enough_cards",
    "face_down_card",
    "covered_card",
)
"""Reasons of checks that come before it is asked which foundation accepts."""
EARLIER: Final = (
    *EARLY, "unknown_action", "stock_empty", "stock_not_empty", "waste_empty", "no_redeals_left",
    "moves_available", "empty_column", "waste_not_empty", "no_gap", "target_locked", "same_pile",
    "base_not_set",
)  # fmt: skip
"""Reasons of checks 2 to 12."""
AT_THE_END: Final = (*EARLIER, "foundation_full", "no_foundation_accepts")
"""Reasons of checks that engines may have before that for the end of the game."""

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
    implied = {other for reason in found for other in IMPLIED.get(reason, ())}
    return [reason for reason in found if reason not in implied]


IMPLIED: Final = {
    "source_empty": ("not_enough_cards", "face_down_card"),
    "not_enough_cards": ("face_down_card",),
}
"""Checks that fail with another one, so that they cannot be told to come later."""


def shown_by_token(game: reference.Game, token: str) -> set[Feature]:
    """Return what a token shows."""
    reasons = failing(game, token)
    if token in ACTIONS:
        return _shown_by_reasons(reasons, (token,), "") | _about_hold(game, token, reasons)
    move = parse(token)
    kind = (_kind(game, move.source), _kind(game, move.target), move.count > 1)
    reasons = [_with_pile(reason, move) for reason in reasons]
    shown = _shown_by_reasons(reasons, kind, f" on {kind[1][0]}")
    shown |= _about_cards(game, move, reasons[0] if reasons else "")
    return shown | (_about_piles(game, move, reasons) if reasons else _bare(game, token))


def _with_pile(reason: str, move: CardMove) -> str:
    """Return a reason with the kind of pile, where engines have a check for each."""
    piles = {"source_locked": move.source, "target_locked": move.target, "same_pile": move.source}
    return f"{reason} {piles[reason][0]}" if reason in piles else reason


def _shown_by_reasons(reasons: Sequence[str], kind: Feature, where: str) -> set[Feature]:
    """Return which checks fail, and which others they come before."""
    if not reasons:
        return {("legal", *kind)}
    first, *others = reasons
    shown: set[Feature] = {("first", first), ("first", first, *kind)}
    shown.add(("pair", first, kind[0], others[0]) if others else ("only", first, *kind))
    if not others:
        shown.add(("only", first))
    if first == "unknown_action":
        shown.add(("lacks", *kind))
    if first == "game_over" and others[:1] == ["unknown_action"]:
        shown.add(("lacks at the end", *kind))
    shown |= {("next", first, other) for other in others[:1]}
    fits = [other for other in others if other.startswith(FITS)][:1]
    shown |= {("pair", first, (other + where) if first in LATE else "fits") for other in fits}
    return shown | {("pair", first, other) for other in others if not other.startswith(FITS)}


FITS: Final = ("wrong", "needs", "vacancy")
"""Reasons of checks of suits and ranks. Columns and foundations have their own; the first one counts."""


def _about_hold(game: reference.Game, token: str, reasons: Sequence[str]) -> set[Feature]:
    """Return the only kind of card move that makes the stock wait, or that does not."""
    stock = game.rules.stock
    if (
        not stock
        or stock.hold not in ("card_move", "forward_move")
        or reasons[:1] not in ([], ["moves_available"])
    ):
        return set()
    moves = card_moves(game)
    kinds = {(move.source[0], *_forward(game, move)) for move in moves}
    return {("hold", token, *reasons[:1], *kind) for kind in kinds} if len(kinds) == 1 else set()


def _forward(game: reference.Game, move: CardMove) -> Feature:
    """Return where a legal move goes, whether it turns a card up, and whether it is forward."""
    rest = len(game.piles[move.source]) - move.count
    turns = 0 < rest == game.face_down.get(move.source, 0)
    whole = move.target[0] == "F" and game.foundation(move.target).whole
    return move.target[0], whole, turns, is_forward(game, move)


def _about_piles(game: reference.Game, move: CardMove, reasons: Sequence[str]) -> set[Feature]:
    """Return what an illegal move shows about the piles that it names."""
    first, *others = reasons
    shown: set[Feature] = set()
    if move.target == "F" and first.split()[0] in EARLY:
        shown.add(("bare F", first))
    if move.source == move.target:
        shown.add(("same", first, move.source[0], bool(game.piles.get(move.source))))
    if first == "foundation_full":
        card, top = (game.piles[name][-1] for name in (move.source, move.target))
        whole = game.foundation(move.target).whole
        shown.add(("full", whole, card[0] == top[0], card[1] == top[1]))
    if first == "no_foundation_accepts" and move.count > 1 and accepting_foundation(game, move.source, 1):
        shown.add(("bare F of several", move.source[0]))
    if first == "unknown_pile":
        shown |= _unknown(game, move)
    if first == "game_over" and others[:1] == ["unknown_pile"]:
        shown.add(("lacks at the end", move.source in game.piles))
    if move.count > 2 and len(game.piles.get(move.source, ())) >= move.count:
        group, build = game.piles[move.source][-move.count :], game.rules.columns.build
        runs = (is_run(game, build, part) for part in (group, group[:2], group[-2:]))
        shown.add(("group", first, *runs))
    return shown


def _about_cards(game: reference.Game, move: CardMove, reason: str) -> set[Feature]:
    """Return what the number of cards that move and the piles show, where no earlier check fails."""
    pile = game.piles.get(move.source, [])
    if reason.split(" ", maxsplit=1)[0] in (*EARLIER, "game_over") or move.count > len(pile):
        return set()
    shown: set[Feature] = {("from", reason, move.source[0], move.target[0])}
    if move.count > 1:
        shown.add(("long", reason, sum(move.count > size for size in (2, 3, 6, 11, 12))))
    if move.target in game.names("T") and not game.piles[move.target]:
        shown.add(("vacant", reason, move.source[0], move.count > 1, move.count == len(pile)))
    if move.target[0] == "F" and move.count in (12, 13) and move.source[0] == "T":
        group = pile[-move.count :]
        if is_run(game, "by_suit", group):
            shown.add(("twelve", reason, move.count, group[0][0], move.target == "F"))
    columns = game.rules.columns
    if columns.supermove and move.source[0] == "T" and move.target in game.names("T") and move.count > 1:
        spare = parts(game, pile[-move.count :]) - room(game, move.target)
        free = [sum(not game.piles[name] for name in game.names(kind)) for kind in "TR"]
        if reason in ("", "too_many_cards") and spare in (0, 1):
            shown.add(("room", spare, *(min(number, 2) for number in free), bool(game.piles[move.target])))
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
    scenes += islice(endings_of(variant, source, 4 * PLAYED), 4 * PLAYED)
    scenes += rare_of(variant, source, PLAYED)
    won = [scene for scene in scenes if is_won(scene.game)] or list(_won(variant, source))
    others = [scene for scene in scenes if not is_won(scene.game)]
    few = [*won]
    for default in (True, False):
        part = [scene for scene in others if default is not bool(scene.request["rules"])]
        few += source.sample(part, min(len(part), MOST_SCENES))
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
        done = won_in_part(scene.game)
        if not done <= met:
            met |= done
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


def _won_with(game: reference.Game) -> set[Feature]:
    """Return which kinds of piles still have cards in a won position."""
    if not is_won(game):
        return set()
    return {("won with", letter) for letter in "TRSW" if any(game.piles[name] for name in game.names(letter))}


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
    alike: Counter[Any] = Counter()
    for scene in scenes:
        facts: set[Feature] = won_in_part(scene.game) | _won_with(scene.game)
        illegal: list[str] = []
        for key, aspect, token in asked(scene, source):
            if aspect == OUTCOME:
                facts |= {(OUTCOME, *key[:size]) for size in (COARSE, COARSE + 1, COARSE + 2, len(key))}
            elif aspect == LEGAL:
                facts |= {(LEGAL, *pair) for pair in combinations(("", *key[0]), 2)}
            elif aspect == STATE and token:
                shown = {(STATE, *key[:COARSE]), (STATE, *key)} | shown_by_token(scene.game, token)
                if token in ACTIONS:
                    shown.add(
                        (STATE, token, any(not scene.game.piles[name] for name in scene.game.names("T")))
                    )
                shown |= _by_option(scene, STATE, token)
                yield Candidate(shown, scene, STATE, token, facts)
            elif token:
                facts |= _fine(scene.game, key)
                alike[key] += 1
                if alike[key] <= ALIKE and key[1 if token in ACTIONS else 0]:
                    illegal.append(token)
        yield from illegal_moves(scene, dict.fromkeys([*illegal, *_all_kinds(scene.game)]), facts)


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


def _all_kinds(game: reference.Game) -> Iterator[str]:
    """Yield moves of every kind of pile onto every other, and the actions."""
    yield from ACTIONS
    few: dict[Any, str] = {}
    for name in (*game.piles, *(f"{letter}{len(game.names(letter)) + 1}" for letter in "TFR"), "S", "W"):
        few.setdefault((_kind(game, name), bool(game.face_down.get(name))), name)
    names = list(few.values())
    for origin, target in product(names, [*names, "F", *game.names("T")[1:2]]):
        size, down = len(game.piles.get(origin, ())), game.face_down.get(origin, 0)
        counts = {1, 2, max(1, size - down), size - down + 1, max(1, size), size + 1}
        counts |= {12, 13} if size >= 12 and target[0] == "F" else set()
        yield from (f"{origin}-{target}" + (f"x{count}" if count > 1 else "") for count in sorted(counts))


def choose(variant: str) -> list[tuple[Question, str]]:
    """Return few questions that together show most of what was met."""
    games = [case for case in games_in(FIXTURES / "games" / f"{variant}.jsonl.gz") if case.request["moves"]]
    source = random.Random(variant)
    known = _probed(variant)
    chosen = list(_seeds(variant))
    chosen += _refused(chosen, known)
    chosen += _after_games(variant, known, source)
    for candidate, new in _first(candidates(_scenes(variant, games, source), source), known):
        question = _question(candidate, new)
        chosen += [question, *_refused([question], known)]
    return chosen


def add(variant: str, most: int) -> None:
    """Add witnesses in positions that are asked about, at most this number, and keep those that there are."""
    path = WITNESSES / f"{variant}.jsonl.gz"
    lines = [json.loads(line) for line in gzip.decompress(path.read_bytes()).decode().splitlines()]
    known = _probed(variant)
    scenes: list[Scene] = []
    rows: dict[int, Json] = {}
    for line in lines:
        deal = {name: line[name] for name in ("seed", "deck") if name in line}
        request: Json = {"variant": variant, "rules": line.get("rules", {}), **deal, "moves": line["moves"]}
        scene = Scene(request, _after(request, request["moves"]))
        known |= {
            feature for token, *_ in line.get("steps", ()) for feature in shown_by_token(scene.game, token)
        }
        rows[id(scene)] = line
        scenes.append(scene)
    won = [scene for scene in scenes if is_won(scene.game)]
    few = [*won, *[scene for scene in scenes if not is_won(scene.game)][::ADDED_TO]]
    pool = chain(*(illegal_moves(scene, _all_kinds(scene.game), set()) for scene in few))
    for candidate, new in islice(_first(pool, known), most):
        question, kind = _question(candidate, new)
        line, game = rows[id(candidate.scene)], candidate.scene.game
        line.setdefault("steps", []).append([question.token, question.answer, kind])
        line |= {"outcome": ask(OUTCOME, None, game), "legal_moves": ask(LEGAL, None, game)}
    text = "".join(f"{json.dumps(line, separators=(',', ':'))}\n" for line in lines)
    path.write_bytes(gzip.compress(text.encode(), mtime=0))


ADDED_TO: Final = 5
"""Every such position that is not won gets more witnesses."""


def _seeds(variant: str) -> Iterator[tuple[Question, str]]:
    """Yield deals of rare seeds, in the first variant that shuffles such a deck."""
    for scene in deals_of(variant) if asks_all_seeds(variant) else ():
        if scene.request["seed"] in EDGES and not scene.request["rules"]:
            yield Question(scene, STATE, None, reference.state(scene.game)), "seeds"


def _after_games(variant: str, known: set[Feature], source: random.Random) -> Iterator[tuple[Question, str]]:
    """Yield an illegal move after each legal game of the kit: it is not a further request."""
    scenes = [
        Scene({"rules": {}} | case.request, _after(case.request, case.request["moves"]))
        for case in whole_games(FIXTURES, variant)
        if case.expected.valid
    ]
    pool = (candidate for candidate in candidates(scenes, source) if candidate.aspect == STEP)
    used: set[int] = set()
    for candidate, new in _first(pool, known, 0, used):
        used.add(id(candidate.scene))
        yield _question(candidate, new)


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
    pool: Iterable[Candidate],
    known: set[Feature],
    least: float = LEAST,
    used: Collection[int] = (),
) -> Iterator[tuple[Candidate, set[Feature]]]:
    """Yield the candidates that show most that is not known, and what it is; it is known from then on.

    Those in positions that are used are left out.
    """
    queue: list[tuple[float, int, int, Candidate]] = [
        (-candidate.worth(known), len(candidate.scene.request["moves"]), number, candidate)
        for number, candidate in enumerate(pool)
    ]
    heapq.heapify(queue)
    while queue:
        worth, length, number, candidate = queue[0]
        if id(candidate.scene) in used:
            heapq.heappop(queue)
            continue
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
        return 0.3 if len(rest) > 2 else MUST
    if kind == "next":
        return MUST if rest[0] == "game_over" and rest[1].split(" ")[0] in AT_THE_END else 1.5
    if kind in ("only", "first"):
        return (2 if kind == "only" else MUST) if len(rest) == 1 else 0.3
    if kind == OUTCOME:
        return MUST if len(rest) == COARSE and (not rest[0] or rest[2]) else 1
    if kind == LEGAL:
        return 3 if rest[0] == "" else 0.2
    if kind == STATE and rest[0] in ACTIONS:
        return 3 if len(rest) == 2 else 0.8
    if kind == STATE:
        return 2 if len(rest) == COARSE else 0.8
    return WEIGHTS[kind]


MUST: Final = 6
WEIGHTS: Final = {
    "option": MUST, "bare F": MUST, "bare F of several": MUST, "lacks": MUST, "lacks at the end": MUST,
    "won in part": MUST, "won with": MUST, "twelve": MUST, "hold": MUST,
    "full": 3, "room": 3, "group": 2, "vacant": 2, "long": 2, "from": 1.5,
    "lacks by far": 1, "unknown": 0.7, "same": 1.5, "legal": 0.6, "fine": 0.2,
}  # fmt: skip


def main() -> None:
    """Write the witnesses of the named variants."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.conformance.by_checks",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("variants", nargs="*", metavar="ID", help="default: all")
    parser.add_argument(
        "--add", type=int, metavar="N", help="keep the witnesses, and add at most this number"
    )
    arguments = parser.parse_args()
    for variant in arguments.variants or VARIANTS:
        if arguments.add:
            add(variant, arguments.add)
        else:
            write(variant, choose(variant))
        sys.stderr.write(f"{variant}: {len(list(witnesses_in(WITNESSES / f'{variant}.jsonl.gz')))}\n")


if __name__ == "__main__":
    main()
