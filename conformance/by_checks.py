"""Choose witnesses by the obligations that they cover, without trying faults: some seconds for each variant.

    python -m conformance.by_checks [ID …] [--report]

Choosing again writes the same files, whatever PYTHONHASHSEED is.

`obligations.py` says what a token and a position show. The answer to an illegal move also has the outcome and
the legal moves of the position, so each witness is an illegal move in a position that shows much. Those come
first that show most, until the variant has its share (`shares.py`). What earlier variants of its shape show
is worth less. First of all each legal game of the kit is asked with an illegal move after its end, which
costs no further request. Last come the mechanical changes that nothing shows yet (`changes.py`).

`--report` lists the pairs of rows of the rules' table of checks without a witness.
"""

# ruff: noqa: T201

import argparse
import gzip
import heapq
import json
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain, islice, product
from math import fsum
from typing import Any, Final, NamedTuple, TypeVar

from conformance import FIXTURES, reference
from conformance.changes import changes_of, missing
from conformance.declared import after, opening
from conformance.discriminate import EDGES, PROBES, WITNESSES, asks_all_seeds, write
from conformance.faults import declared, rules_as_read
from conformance.losing import line_after, moves_later
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
    won_in_part,
    won_with,
)
from conformance.questions import LEGAL, OUTCOME, STATE, STEP, Question, ask, asked
from conformance.reference.fits import is_complete
from conformance.reference.referee import is_won
from conformance.reference.tokens import ACTIONS, CardMove, parse
from conformance.reference.tokens import write as write_token
from conformance.scenes import (
    MORE_FORGONE,
    Scene,
    corpus_of,
    deals_of,
    endings_of,
    features,
    narrow_of,
    played_to_win,
    rare_of,
    seeded_of,
    through_the_stock,
    to_foundations,
    walks_of,
    won_by_search,
)
from conformance.shares import by_shape, demand, earlier, share
from service.conformance.cases import Case, Json, all_cases, games_in, is_played_on, whole_games, witnesses_in
from tools.fixtures.corpus import SEEDS

T = TypeVar("T")

LEAST: Final = 1
"""What a witness shows at least."""
INSISTENCE: Final = 1.5
"""How much more an obligation counts that the kit must show."""
ELSEWHERE: Final = 0.4
"""What an obligation is worth that another variant of the shape covers."""
EFFORT: Final = 30
"""Witnesses for which positions are looked for at least."""
GAMES: Final = 0.1
"""Games played to win and to get stuck, for each witness of the share; four times as many end early."""
SHORTEST: Final = 4
"""Won games that are played again."""
TO_WIN: Final = 8
"""Games played to win before a search is tried."""
ALIKE: Final = 2
"""Illegal moves that look alike, of which each is in another position."""
ALIKE_KINDS: Final = 4
"""Moves between the same kinds of piles of the same amount of cards."""
FEW: Final = 8
"""Card moves of a position of which it is asked what they have in common."""
SCENES: Final = 0.75
"""Positions for each witness of the share: without options, as many with options, and those of won games."""

TELLING: Final = ("stock below a deal", "stock below a draw", "column free", "reserve empty", "waste empty")
"""Circumstances on which the consequences of an action may depend."""
THROUGH: Final = 3
"""Positions looked through for lost games and bare Fs, for each game played or witness."""
FEW_EDGES: Final = 3
"""Rare seeds asked about in a variant that no collection has."""
FURTHER: Final = 0.1
"""Witnesses of mechanical changes at most, for each of the others."""
FIRST: Final = ("", "T", "RSW")
"""Kinds of piles that games played to win empty first."""

LOSING: Final = ("kept by", "kept with", "kept later", "never kept", "lost with")
"""What positions show about lost games."""
CHOSEN_LATER: Final = ("redeals", "alone", "bred")
"""Probes that are chosen after the witnesses."""
COARSE: Final = 3
"""Parts of a description by which outcomes and consequences are told apart roughly."""


class Candidate(NamedTuple):
    """An illegal move, or a legal one and the position after it."""

    shown: set[Feature]
    scene: Scene
    aspect: str
    token: str
    facts: set[Feature]
    """What the legal moves and the outcome of the position show; the same object for all its candidates."""

    def worth(self, known: set[Feature], elsewhere: Collection[Feature] = ()) -> float:
        """Return how much it shows that is not known; what is known elsewhere counts for less."""
        new = self.shown - known
        new |= self.facts - known if self.aspect == STEP else set()
        # The order of a set may not matter.
        return fsum(weight(feature) * (ELSEWHERE if feature in elsewhere else 1) for feature in new)


def _scenes(variant: str, games: Sequence[Case], source: random.Random) -> list[Scene]:
    """Return an opening and positions of whole games, of which some end won or lost."""
    effort = max(EFFORT, share(variant))
    number = int(GAMES * effort)
    scenes = [*islice(deals_of(variant), 1), *corpus_of(games, source), *walks_of(variant, source, 1)]
    scenes += islice(endings_of(variant, source, 4 * number), 4 * number)
    scenes += [*rare_of(variant, source, number), *narrow_of(variant, source, 2 * number, MORE_FORGONE)]
    won = [scene for scene in scenes if is_won(scene.game)] or list(_won(variant, source))
    shortest = sorted(won, key=lambda scene: len(scene.request["moves"]))[:SHORTEST]
    on_the_way = [scene for game in shortest for scene in _all_positions(game.request)]
    for first in FIRST:
        on_the_way += [scene for scene in played_to_win(variant, source, first) if not is_won(scene.game)]
    others = [scene for scene in scenes if not is_won(scene.game)] + on_the_way
    few = [*won]
    for default in (True, False):
        part = [scene for scene in others if default is not bool(scene.request["rules"])]
        few += _unlike(part, int(SCENES * effort), source)
    if scenes[0].game.rules.stock:
        drawn = list(through_the_stock(variant, source, 2 * number))
        few += [*_unlike(drawn, number, source), *showing_more(drawn, _failing_actions)]
        scenes += _unlike(drawn, THROUGH * number, source)
    few += showing_more(scenes, lambda scene: _nearly_lost(scene, source))
    few += showing_more(_unlike(others, THROUGH * effort, source), _choices)
    few += seeded_of(variant, _rare_seeds(variant, source), source)
    endings = [*on_the_way, *(scene for game in shortest for scene in _but_some(game.request))]
    few += showing_more(endings, lambda scene: won_in_part(scene.game))
    few = list({id(scene): scene for scene in few}.values())
    return sorted(few, key=lambda scene: len(scene.request["moves"]))


def _rare_seeds(variant: str, source: random.Random) -> Sequence[str]:
    """Return seeds of rare kinds: all of them where people play the variant."""
    if asks_all_seeds(variant):
        return [*SEEDS[1:], *EDGES]
    return EDGES if demand(variant) else source.sample(EDGES, FEW_EDGES)


def _unlike(scenes: Sequence[Scene], most: int, source: random.Random) -> list[Scene]:
    """Return positions that look least alike: what is rare comes first."""
    seen: Counter[Any] = Counter()
    ranked: list[tuple[int, int]] = []
    for number in source.sample(range(len(scenes)), len(scenes)):
        look = (str(scenes[number].request["rules"]), *features(scenes[number].game))
        ranked.append((seen[look], number))
        seen[look] += 1
    return [scenes[number] for _, number in sorted(ranked, key=lambda pair: pair[0])[:most]]


def showing_more(positions: Iterable[T], shows: Callable[[T], set[Feature]]) -> Iterator[T]:
    """Yield each position that shows what none before it does."""
    met: set[Feature] = set()
    for position in positions:
        shown = shows(position)
        if not shown <= met:
            met |= shown
            yield position


def _nearly_lost(scene: Scene, source: random.Random) -> set[Feature]:
    """Return what shows that one kind of move, or none, keeps a game from being lost."""
    moves = [token for token in scene.legal or () if token not in ACTIONS]
    if scene.legal is None or len(moves) > FEW or is_won(scene.game):
        return set()
    facts, _ = facts_of(scene, source)
    return {feature for feature in facts if feature[0] in LOSING}


def _failing_actions(scene: Scene) -> set[Feature]:
    """Return the reasons for which actions fail."""
    return {feature for action in ACTIONS for feature in shown_by_token(scene.game, action)}


def _choices(scene: Scene) -> set[Feature]:
    """Return how a bare F can be taken for another foundation that takes the card."""
    game = scene.game
    sources = (name for letter in "TRW" for name in game.names(letter) if game.piles[name])
    tokens = (f"{name}-F" for name in sources)
    return {
        feature
        for token in tokens
        if reference.why_not(game, token) is None
        for feature in shown_by_token(game, token)
        if feature[0] == "bare F"
    }


def _all_positions(request: Json) -> Iterator[Scene]:
    """Yield the positions of a legal game before its last move."""
    game = opening(request)
    for number, token in enumerate(request["moves"]):
        yield Scene(request | {"moves": request["moves"][:number]}, game.copy())
        reference.play(game, token)


def _but_some(request: Json) -> Iterator[Scene]:
    """Go on from a won game's middle to all foundations but some, and yield the positions."""
    for part in (2, 3, 4):
        moves = request["moves"][: -(len(request["moves"]) // part) or None]
        start = after(request, moves)
        names = start.names("F")
        for kept in (names[:1], names[-1:], names[: len(names) // 2], names[len(names) // 2 :]):
            game, log = start.copy(), list(moves)
            while token := next(
                (token for token in to_foundations(game) if parse(token).target not in kept), None
            ):
                reference.play(game, token)
                log.append(token)
            yield Scene(request | {"moves": log}, game)


def _won(variant: str, source: random.Random) -> Iterator[Scene]:
    """Play easy decks to win, and yield some of the first game that is won; search for one if none is."""
    for _ in range(TO_WIN):
        scenes = list(played_to_win(variant, source))
        if is_won(scenes[-1].game):
            yield from (scenes[-1], *scenes[-2:-9:-3], scenes[len(scenes) // 2])
            return
    yield from won_by_search(variant, source)


def candidates(scenes: Sequence[Scene], source: random.Random) -> Iterator[Candidate]:
    """Yield moves in these positions, each with what it shows."""
    alike: Counter[Any] = Counter()
    for scene in scenes:
        game = scene.game
        facts, situation = facts_of(scene, source)
        illegal: list[str] = []
        for key, aspect, token in asked(scene, source):
            if aspect == STATE and token:
                shown = {(STATE, *key[:COARSE]), (STATE, *key)} | shown_by_token(game, token, situation)
                if token in ACTIONS:
                    shown.add((STATE, token, any(not game.piles[name] for name in game.names("T"))))
                    shown |= {("acts", token, each) for each in situation if each in TELLING}
                shown |= shown_by_option(scene, STATE, token)
                yield Candidate(shown, scene, STATE, token, facts)
            elif aspect == STEP and token:
                alike[key] += 1
                if alike[key] <= ALIKE and key[1 if token in ACTIONS else 0]:
                    illegal.append(token)
        illegal += _rare_kinds(scene, alike, 2 * ALIKE_KINDS if is_won(game) else ALIKE_KINDS)
        illegal += _rare_meetings(game, alike)
        yield from illegal_moves(scene, dict.fromkeys(illegal), facts, situation)


def facts_of(scene: Scene, source: random.Random) -> tuple[set[Feature], tuple[str, ...]]:
    """Return what the outcome and the legal moves of a position show, and its circumstances."""
    game = scene.game
    legal = scene.legal if scene.legal is not None else reference.legal_moves(game)
    moves = [parse(token) for token in legal if token not in ACTIONS]
    situation = situation_of(game, moves)
    facts = won_in_part(game) | won_with(game) | shown_by_moves(game, moves) | _listed_by_option(scene, moves)
    if scene.request["moves"] and scene.request.get("seed") in {*SEEDS[1:], *EDGES}:
        facts.add(("seed", scene.request["seed"]))
    if 0 < len(moves) <= FEW:
        later = moves_later(line_after(scene.request))
        facts |= kept_from_losing(game, moves, (further for _, further in later))
    if not moves and "deal" not in legal and not is_won(game):
        facts |= kept_without_moves(game, list(moves_later(line_after(scene.request))))
    for key, aspect, _ in asked(replace(scene, legal=legal, ending=True), source):
        if aspect == OUTCOME:
            facts |= {(OUTCOME, *key[:size]) for size in (COARSE, COARSE + 1, COARSE + 2, len(key))}
            facts |= {("lost with", each) for each in situation if key[1] == "lost"}
            facts |= {("kept with", each) for each in situation if key[1] == "in_progress"}
        elif aspect == LEGAL:
            facts |= {(LEGAL, "", kind) for kind in key[0]}
    return facts, situation


def illegal_moves(
    scene: Scene, tokens: Iterable[str], facts: set[Feature], situation: Sequence[str] = ()
) -> Iterator[Candidate]:
    """Yield the tokens that are illegal in a position."""
    for token in tokens:
        shown = shown_by_token(scene.game, token, situation)
        if any(feature[0] == "legal" for feature in shown):
            continue
        if token not in ACTIONS and any(feature[0] == "only" for feature in shown):
            # The list of legal moves shows this, too.
            facts.add(("alone", *next(feature[1:] for feature in shown if feature[0] == "kinds")))
        yield Candidate(shown | shown_by_option(scene, STEP, token), scene, STEP, token, facts)


def shown_by_option(scene: Scene, aspect: str, token: str) -> set[Feature]:
    """Return the options that matter to the answer."""
    rules, game = scene.request["rules"], scene.game
    if not rules:
        return set()
    ignored = replace(game, rules=rules_as_read(declared, scene.request["variant"], ()))
    answer = ask(aspect, token, game)
    try:
        if ask(aspect, token, ignored) == answer:
            return set()
    except (AssertionError, IndexError, KeyError):
        pass  # Without the option there is no such pile.
    about = answer if aspect == STEP else aspect
    options = [tuple(map(str, item)) for item in rules.items()]
    piles: tuple[str, ...] = (token,)
    if token not in ACTIONS:
        move = parse(token)
        piles = move.source[0], kind_of(game, move.target)
    return {
        feature
        for option in options
        for feature in (
            ("option", *option),
            ("option by", *option, about),
            ("option for", *option, about, *piles),
        )
    }


def _listed_by_option(scene: Scene, moves: Iterable[CardMove]) -> set[Feature]:
    """Return the kinds of moves that only the options of a position allow."""
    rules, game = scene.request["rules"], scene.game
    if not rules:
        return set()
    ignored = replace(game, rules=rules_as_read(declared, scene.request["variant"], ()))
    shown: set[Feature] = set()
    for move in moves:
        try:
            allowed = reference.why_not(ignored, write_token(move)) is None
        except (AssertionError, IndexError, KeyError):
            allowed = False  # Without the option there is no such pile.
        if not allowed:
            several = move.count > 1
            shown |= {("option lists", str(rules), move.source[0], kind_of(game, move.target), several)}
    return shown


def tokens_of(scene: Scene, alike: Counter[Any]) -> Iterator[str]:
    """Yield moves of every kind and meetings of cards, few of each that are alike."""
    return chain(_rare_kinds(scene, alike, ALIKE_KINDS), _rare_meetings(scene.game, alike))


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


def _rare_kinds(scene: Scene, alike: Counter[Any], most: int) -> Iterator[str]:
    """Yield moves of every kind as often as they may be alike, and again towards the end of a game."""
    game = scene.game
    left = sum(not is_complete(game, name) for name in game.names("F"))
    stage = 2 if left < 2 else int(left < len(game.names("F")))
    for token in _all_kinds(game):
        look = token if token in ACTIONS else signature(game, parse(token))
        kind = (str(scene.request["rules"]) if token in ACTIONS else "", is_won(game), stage, look)
        alike[kind] += 1
        if alike[kind] <= (ALIKE if "?" in str(look) else most):
            yield token


def _rare_meetings(game: reference.Game, alike: Counter[Any]) -> Iterator[str]:
    """Yield moves of single cards that meet what lies on a foundation or a column as few before did."""
    sources = [name for letter in "TRWF" for name in game.names(letter) if game.piles[name]]
    for origin, target in product(sources, (*game.names("F"), *game.names("T"))):
        token = f"{origin}-{target}"
        if reason := reference.why_not(game, token):
            for met in meets(game, parse(token), reason):
                alike[met] += 1
                if alike[met] <= ALIKE_KINDS:
                    yield token


def choose(variant: str) -> list[tuple[Question, str]]:
    """Return few questions that together show most of what was met."""
    games = [case for case in games_in(FIXTURES / "games" / f"{variant}.jsonl.gz") if case.request["moves"]]
    source = random.Random(variant)
    known = _probed(variant)
    whole = [case for case in whole_games(FIXTURES, variant) if case.expected.valid]
    dealt = [case for case in whole if case.name.startswith("seed ")]
    chosen = list(_after_games([case for case in whole if case not in dealt], known, source))
    elsewhere = set[Feature]().union(*map(shown_by_witnesses, earlier(variant)))
    pool = list(candidates(_scenes(variant, games, source), source))
    for candidate, new in islice(first_of(pool, known, LEAST, elsewhere=elsewhere), share(variant)):
        question = _question(candidate, new)
        chosen += [question, *_refused([question], known)]
    requests = [question.request for question, _ in chosen]
    chosen += _after_games([case for case in dealt if not is_played_on(case, requests)], known, source)
    tokens = [(candidate.scene, candidate.token) for candidate in pool if candidate.aspect == STEP]
    steps = [question for question, _ in chosen]
    most = int(share(variant) * FURTHER)
    further = missing(changes_of(variant), steps, tokens, most) if most else []
    chosen += [(question, "changes") for question in further]
    shown_by[variant] = known
    return chosen


shown_by: Final[dict[str, set[Feature]]] = {}
"""What the witnesses of variants show, where it is known."""


def shown_by_witnesses(variant: str) -> set[Feature]:
    """Return what the witnesses of a variant show."""
    if variant in shown_by:
        return shown_by[variant]
    shown = shown_by.setdefault(variant, set())
    text = gzip.decompress((WITNESSES / f"{variant}.jsonl.gz").read_bytes()).decode()
    for line in map(json.loads, text.splitlines()):
        request: Json = {"variant": variant, "rules": {}} | line
        scene = Scene(request, after(request, request["moves"]), line.get("legal_moves"), ending=True)
        facts, situation = facts_of(scene, random.Random(variant)) if "outcome" in line else (set(), ())
        shown |= facts
        for token, *_ in line.get("steps", ()):
            shown |= shown_by_token(scene.game, token, situation)
    return shown


def rows_of_reasons(rules: str) -> dict[str, list[str]]:
    """Return the rows of the table of checks that give each reason."""
    rows: dict[str, list[str]] = {}
    for row, reasons in re.findall(r"^\| (\d+[a-c]?) \| (`[^|]+`) \|", rules, re.MULTILINE):
        for reason in re.findall(r"`(\w+)`", reasons):
            rows.setdefault(reason, []).append(row)
    return rows


def report(variant: str) -> None:
    """Print the pairs of rows that have a witness, and those of the rest that some log tells apart."""
    source = random.Random(variant)
    known: set[Feature] = set()
    for case in all_cases(FIXTURES, [variant]):
        if case.expected.reason and not case.expected.divergences:
            *legal, token = case.request["moves"][: (case.expected.index or 0) + 1]
            known |= shown_by_token(after(case.request, legal), token)
    games = [case for case in games_in(FIXTURES / "games" / f"{variant}.jsonl.gz") if case.request["moves"]]
    scenes = _scenes(variant, games, source)
    tried = list(candidates(scenes, source))
    met = set[Feature]().union(*(candidate.shown for candidate in tried))
    rows = rows_of_reasons((FIXTURES.parent / "docs" / "rules.md").read_text("utf-8"))
    asked_for, met_pairs = _pairs(known), _pairs(met | known)
    left = sorted(met_pairs - asked_for)
    print(f"{variant}: {len(asked_for)} pairs of checks have a witness. "
          f"{len(left)} others were met among {len(tried)} tokens in {len(scenes)} positions.")  # fmt: skip
    for first, other in left:
        print(f"  {'/'.join(rows[first])} before {'/'.join(rows[other])}: {first}, {other}")
    lacking = [reason for reason in rows if not any(reason in pair for pair in met_pairs)]
    print(f"  checks that nothing failed together with others: {', '.join(lacking) or 'none'}")


def _pairs(shown: Iterable[Feature]) -> set[tuple[str, str]]:
    """Return the pairs of reasons that are shown to come in this order."""
    pairs = {(feature[1], feature[2]) for feature in shown if feature[0] == "pair"}
    after_the_end = {feature[1] for feature in shown if feature[0] == "end next"} - {"legal", *ACTIONS}
    return pairs | {("game_over", reason) for reason in after_the_end}


def _after_games(
    games: Sequence[Case], known: set[Feature], source: random.Random
) -> Iterator[tuple[Question, str]]:
    """Yield an illegal move after each of these legal games of the kit: it is not a further request."""
    scenes = [
        Scene({"rules": {}} | case.request, after(case.request, case.request["moves"]), ending=True)
        for case in games
    ]
    pool = (candidate for candidate in candidates(scenes, source) if candidate.aspect == STEP)
    used: set[int] = set()
    for candidate, new in first_of(pool, known, 0, used):
        used.add(id(candidate.scene))
        yield _question(candidate, new)


def _probed(variant: str) -> set[Feature]:
    """Return what illegal moves of the kit's probes show; those of one check alone are chosen later."""
    shown: set[Feature] = set()
    for line in gzip.decompress(PROBES.read_bytes()).decode().splitlines():
        probe = json.loads(line)
        if probe["variant"] != variant or probe["kind"] in CHOSEN_LATER:
            continue
        if probe["expect"] and not probe["expect"]["valid"]:
            *legal, token = probe["moves"]
            shown |= shown_by_token(after(probe, legal), token)
    return shown


def _question(candidate: Candidate, new: set[Feature]) -> tuple[Question, str]:
    """Return a candidate as a question, and the kind of what it shows."""
    kind = max(((weight(feature), feature[0]) for feature in new), default=(0, ""))[1]
    answer = ask(candidate.aspect, candidate.token, candidate.scene.game)
    return Question(candidate.scene, candidate.aspect, candidate.token, answer), KINDS.get(kind, "checks")


def first_of(
    pool: Iterable[Candidate],
    known: set[Feature],
    least: float = LEAST,
    used: Collection[int] = (),
    elsewhere: Collection[Feature] = (),
) -> Iterator[tuple[Candidate, set[Feature]]]:
    """Yield the candidates that show most that is not known, and what it is; it is known from then on.

    Those in positions that are used are left out.
    """
    queue: list[tuple[float, int, int, Candidate]] = [
        (-candidate.worth(known, elsewhere), len(candidate.scene.request["moves"]), number, candidate)
        for number, candidate in enumerate(list(pool))
    ]
    heapq.heapify(queue)
    while queue:
        worth, length, number, candidate = queue[0]
        if id(candidate.scene) in used:
            heapq.heappop(queue)
            continue
        # What others have shown since only makes it worth less.
        if (now := -candidate.worth(known, elsewhere)) > worth:
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
        for candidate, new in islice(first_of(pool, known, 0), 1):
            yield _question(candidate, new)


KINDS: Final = {
    "legal": "consequences", STATE: "consequences", OUTCOME: "lost", "kept by": "lost", "kept with": "lost",
    "kept later": "lost", "never kept": "lost",
    "lost with": "lost", "option by": "options",
    LEGAL: LEGAL, "listed": LEGAL, "listed in order": LEGAL, "alone": LEGAL,
    "bare F": "bare F", "bare F legal": "bare F", "bare F of several": "bare F", "bare F refused": "bare F",
    "won in part": "won", "won with": "won", "end": "won", "end next": "won", "end of source": "won",
    "end of target": "won", "at the end": "won",
    "room": "supermoves", "hold": "stock", "option": "options", "twelve": "groups",
}  # fmt: skip
"""The kind of fault that a feature was chosen for."""


@cache
def weight(feature: Feature) -> float:
    """Return what a feature weighs; many small ones are not worth what the kit must show."""
    plain = _plain_weight(feature)
    return plain * INSISTENCE if plain >= MUST else plain


def _plain_weight(feature: Feature) -> float:
    kind, *rest = feature
    if kind == OUTCOME:
        return MUST if len(rest) <= COARSE + 1 and (not rest[0] or rest[2]) else 1
    if kind == LEGAL:
        return 1
    if kind == STATE and rest[0] in ACTIONS:
        return 3 if len(rest) == 2 else 0.8
    if kind == STATE:
        return 2 if len(rest) == COARSE else 0.8
    if kind == "listed" and rest[0] == "several counts":
        return 3
    if kind == "is":
        return OF_ASPECT.get(rest[1], 0.6)
    if kind == "pair in":
        return OF_ASPECT_IN_PAIRS.get(rest[2], 0.2)
    return WEIGHTS[kind]


def main() -> None:
    """Write the witnesses of the named variants."""
    parser = argparse.ArgumentParser(
        prog="python -m conformance.by_checks",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("variants", nargs="*", metavar="ID", help="default: all")
    parser.add_argument("--report", action="store_true", help="list the pairs of rows without a witness")
    arguments = parser.parse_args()
    for variant in arguments.variants or chain(*by_shape().values()):
        if arguments.report:
            report(variant)
        else:
            write(variant, choose(variant))
        sys.stderr.write(f"{variant}: {len(list(witnesses_in(WITNESSES / f'{variant}.jsonl.gz')))}\n")


if __name__ == "__main__":
    main()
