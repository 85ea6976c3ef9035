"""What engines can be asked about a variant: positions, and tokens, deals, outcomes and legal moves there.

Games of three styles of play, on random decks and on decks that are nearly in order, lead to positions of all
kinds. Games that are played to win, games that are played to get stuck, and games that forgo one kind of move
until nothing else is left, lead to rare ones. If none is won, a search wins one. Of questions that look alike
(the same reason, kinds of piles, relation of the cards, room left, …) the one with the shortest log is kept.
The answers are the reference interpreter's. Each question knows the lines of the interpreter that its answer
depends on.
"""

import random
import sys
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, pairwise
from types import FrameType
from typing import Any, Final, NamedTuple

from patience.line import Line, open_line
from patience.prospects.search_runner import search
from service.conformance.cases import Case
from tests import reference
from tests.conformance.faults import Fault, Reader, declared, rules_as_read
from tests.declared import opening, some_rules
from tests.engine.games import deal_of
from tests.reference.declaration import Declaration, Foundation, read_declaration
from tests.reference.fits import is_complete, is_locked, is_run, parts, room, suits_fit
from tests.reference.referee import accepting_foundation, is_won, takes_cards
from tests.reference.seeds import RANKS, full_deck
from tests.reference.tokens import ACTIONS, parse
from tools.fixtures.walks import spellings

Json = dict[str, Any]
Key = tuple[Any, ...]
"""What a question looks like."""
Pooled = tuple[tuple[int, int, int], "Scene", str, str | None, Key]
"""A question before it is answered: how dear, rare and long it is comes first, what it looks like last."""
Lines = frozenset[tuple[str, int]]
"""Modules of the interpreter and lines in them; functions of it and 0."""

STEP: Final = "step"
STATE: Final = "state"
OUTCOME: Final = "outcome"
LEGAL: Final = "legal moves"

SEEDS: Final = (
    "1", "31999", "32000", "1073741823", "1073741824", "2147483647", "2147483648", "4294967295", "4294967296",
    "9007199254740993", "9223372036854775808", "18446744073709551616", "99999999999999999999", "ms1",
    "ms31999", "ms32000", "ms40000", "ms1073741824", "ms2147483647", "ms2147483648", "ms4294967295",
    "ms4294967296", "ms4294999999", "ms8589934591",
)  # fmt: skip
"""Seeds at the bounds of whole numbers and of the two generators."""

WALKS: Final = 6
"""Random games under the default rules."""
OTHER_WALKS: Final = 1
"""Random games under each other choice of rules."""
LENGTH: Final = 120
"""The most moves of a random game."""
SCENES: Final = 11
"""Positions of a walk that are asked about."""
TOKENS: Final = 24
"""Random tokens asked in a position."""
LIKELY: Final = 40
"""Moves of runs asked in a position."""
ENDINGS: Final = 20
"""Games played only to find positions without card moves."""
RARE: Final = 12
"""Games played to win or to get stuck."""
TO_WIN: Final = 260
TO_GET_STUCK: Final = 30
"""Their most moves."""
TRIED: Final = 8
"""Moves of which the one that leaves fewest is played to get stuck."""
FORGONE: Final = ("F", "R", "empty", "back")
"""Moves to foundations, cells and empty columns, and moves from foundations."""
MORE_FORGONE: Final = (*FORGONE, "several", "from R", "whole")
"""Moves of several cards, from reserve piles, and of whole columns to empty ones, too."""
RARE_SCENES: Final = 8
"""Positions of such a game that are asked about."""
POSITIONS: Final = 10_000
"""Positions searched to win a deal if no game is won."""
COARSE: Final = 8
"""Parts of a description by which questions are told apart roughly."""
ROUGH: Final = 3
"""Parts of a description that a question keeps as its look."""
ALIKE: Final = 12
"""Questions of the same rough description."""
MOST_LEGAL: Final = 5
"""Questions for the list of legal moves."""
CHEAP: Final = 0
LOST: Final = 1
DEAD: Final = 2
NARROW: Final = 3
HANGING: Final = 4
ALIVE: Final = 5
"""The dearest questions come last: outcomes of lost games, of others without card moves, of games with card
moves of one kind, of games whose stock cannot be turned, and of the rest."""
MOST_OUTCOMES: Final = {LOST: 8, DEAD: 8, NARROW: 9, HANGING: 6, ALIVE: 4}
"""Questions for the outcome, by how dear they are."""
STRANGE: Final = ("T99", "R99", "F99", "S", "W", "T11", "R1", "F1")
ALWAYS: Final = ("T99-T1", "T1-T99", "S-T99", "W-T99", "F1-T99", "T99-F", "F99-F99", "T1-T1", "F1-F1",
                 "F1-F", "S-T1", "T1-S", "S-F", "W-W", "R1-F")  # fmt: skip
"""Tokens asked in every position; most are illegal everywhere."""


@dataclass(slots=True)
class Scene:
    """A position and the request that leads to it."""

    request: Json
    game: reference.Game
    legal: Sequence[str] | None = None
    """The legal moves, where they are known."""
    ending: bool = False
    """Whether nothing but the outcome and the legal moves is asked."""

    @property
    def options(self) -> tuple[tuple[str, Any], ...]:
        """The options chosen."""
        return tuple(self.request["rules"].items())

    def dealt(self, read: Reader = declared) -> reference.Game:
        """Deal the game anew."""
        request = self.request
        rules = rules_as_read(read, request["variant"], self.options)
        return reference.deal(rules, seed=request.get("seed"), deck=request.get("deck"))

    def game_under(self, fault: Fault) -> reference.Game:
        """Return the position under an engine's reading of the declaration; its piles are not copied."""
        game = self.game
        rules = (
            game.rules if fault.patches else rules_as_read(fault.read, self.request["variant"], self.options)
        )
        return reference.Game(rules, game.deck, game.piles, game.face_down, game.base, game.redeals)


class Question(NamedTuple):
    """A question and the right answer."""

    scene: Scene
    aspect: str
    token: str | None
    answer: Any
    look: Key = ()
    """What it looks like, roughly: for tokens the reason and the kinds of piles."""
    lines: Lines = frozenset()

    @property
    def request(self) -> Json:
        """The request that asks it."""
        moves = self.scene.request["moves"]
        return self.scene.request | {"moves": [*moves, self.token] if self.token else moves}


def ask(aspect: str, token: str | None, game: reference.Game) -> Any:
    """Return the interpreter's answer, as it is now."""
    if aspect == STEP:
        assert token
        return reference.why_not(game, token)
    if aspect == OUTCOME:
        return reference.outcome(game)
    if aspect == LEGAL:
        return reference.legal_moves(game)
    if token is None:
        return reference.state(game)
    game = game.copy()
    reference.play(game, token)
    return reference.state(game)


def questions(variant: str, games: Sequence[Case], seed: int, rare: int = RARE) -> list[Question]:
    """Return the questions about a variant: cheap ones first, and those first that look least alike."""
    pool = pooled(scenes_of(variant, games, seed, rare), random.Random(seed))
    few = [question for question in pool if not question[0][0]]
    for dear, most in MOST_OUTCOMES.items():
        few += [question for question in pool if question[0][0] == dear and question[2] == OUTCOME][:most]
    few += _most_kinds([question for question in pool if question[2] == LEGAL])
    return [answered(scene, aspect, token, key[:ROUGH]) for _, scene, aspect, token, key in few]


def scenes_of(variant: str, games: Sequence[Case], seed: int, rare: int = RARE) -> list[Scene]:
    """Return positions of all kinds, those with short logs first."""
    source = random.Random(f"{variant} {seed}")
    scenes = [
        *deals_of(variant),
        *walks_of(variant, source, rare * OTHER_WALKS // RARE),
        *corpus_of(games, source),
        *endings_of(variant, source, rare * ENDINGS // RARE),
    ]
    scenes += [*rare_of(variant, source, rare), *narrow_of(variant, source, rare)]
    if not any(is_won(scene.game) for scene in scenes):
        scenes += won_by_search(variant, source)
    return sorted(scenes, key=lambda scene: len(scene.request["moves"]))


def pooled(scenes: Sequence[Scene], source: random.Random) -> list[Pooled]:
    """Return the questions in these positions that look least alike."""
    seen: Counter[Any] = Counter()
    pool: list[Pooled] = []
    for scene in scenes:
        rules = str(scene.request["rules"])
        length = len(scene.request["moves"])
        for key, aspect, token in asked(scene, source):
            fine, coarse = (rules, aspect, key), (rules, aspect, key[:COARSE])
            if not seen[fine] and seen[coarse] < ALIKE:
                pool.append(((_dearness(aspect, key), seen[coarse], length), scene, aspect, token, key))
                seen[fine] += 1
                seen[coarse] += 1
    return sorted(pool, key=lambda question: question[0])


def _most_kinds(legal: list[Pooled]) -> list[Pooled]:
    """Return questions for legal moves that together show most kinds of moves, and pairs of kinds."""
    chosen: list[Pooled] = []
    shown: set[Any] = set()
    for _ in range(min(MOST_LEGAL, len(legal))):
        best = max(legal, key=lambda question: len(_with_pairs(question) - shown))
        legal.remove(best)
        chosen.append(best)
        shown |= _with_pairs(best)
    return chosen


def _with_pairs(question: Pooled) -> set[Any]:
    (kinds,) = question[4]
    return {*kinds, *combinations(kinds, 2)}


def _dearness(aspect: str, key: Key) -> int:
    if aspect in {STEP, STATE}:
        return CHEAP
    if aspect == LEGAL:
        return ALIVE
    if key[0]:
        return NARROW if key[2] else ALIVE if key[4] else HANGING
    return LOST if key[1] == "lost" else DEAD


def answered(scene: Scene, aspect: str, token: str | None, look: Key = ()) -> Question:
    """Ask the interpreter and note the lines that run."""
    lines: set[tuple[str, int]] = set()

    def each_line(frame: FrameType, event: str, _argument: object) -> Any:
        lines.add((frame.f_globals["__name__"].rpartition(".")[2], frame.f_lineno))
        return each_line

    def each_call(frame: FrameType, event: str, _argument: object) -> Any:
        module = frame.f_globals.get("__name__", "")
        if not module.startswith("tests.reference."):
            return None
        name = _function(frame)
        # Other functions are asked about more cheaply, with single tokens.
        if aspect in (OUTCOME, LEGAL) and not name.startswith(_WIDE):
            return None
        lines.add((name, 0))
        return each_line

    sys.settrace(each_call)
    try:
        answer = ask(aspect, token, scene.dealt() if not token and aspect == STATE else scene.game)
    finally:
        sys.settrace(None)
    return Question(scene, aspect, token, answer, (aspect, *look), frozenset(lines))


_WIDE = ("verdict.", "referee.card_moves", "referee.legal_moves", "tokens.write", "referee.is_won")


def _function(frame: FrameType) -> str:
    module = frame.f_globals["__name__"].rpartition(".")[2]
    code = frame.f_code
    while code.co_name.startswith("<") and frame.f_back and frame.f_back.f_globals is frame.f_globals:
        frame = frame.f_back
        code = frame.f_code
    return f"{module}.{code.co_name}"


def deals_of(variant: str) -> Iterator[Scene]:
    """Yield the openings of seeds, few of them under rules that are not the default."""
    for number, rules in enumerate(some_rules(variant)):
        for seed in SEEDS if not number else SEEDS[:3]:
            request = {"variant": variant, "rules": rules, "seed": seed, "moves": []}
            yield Scene(request, opening(request))


def walks_of(variant: str, source: random.Random, other_walks: int) -> Iterator[Scene]:
    """Play random games, `other_walks` under each choice of other rules, and yield positions of each."""
    for number, rules in enumerate(some_rules(variant)):
        read = read_declaration(declared(variant, rules))
        for walk in range(other_walks if number else WALKS):
            request: Json = {"variant": variant, "rules": rules}
            if (walk + number) % 3 == 0:
                request["seed"] = source.choice(("7", "617", "20261121", "ms40000"))
            else:
                request["deck"] = _easy_deck(read, source)
            yield from _walk(request, STYLES[(walk + walk // 3 + number) % 3], SCENES, source)


def seeded_of(variant: str, seeds: Sequence[str], source: random.Random) -> Iterator[Scene]:
    """Play a few moves of the deals of these seeds, and yield positions of each."""
    for seed in seeds:
        request: Json = {"variant": variant, "rules": {}, "seed": seed}
        yield from islice(_walk(request, source.choice(STYLES), 2, source), 1, 3)


def endings_of(variant: str, source: random.Random, games: int) -> Iterator[Scene]:
    """Play games in which no card comes back from a foundation, and yield positions without card moves."""
    options = some_rules(variant)
    for number in range(games):
        rules = options[number // 2 % len(options)] if number % 2 else {}
        request: Json = {"variant": variant, "rules": rules, "seed": str(source.randrange(1, 32000))}
        game = opening(request)
        line = open_line(deal_of(request))
        moves: list[str] = []
        met = 0
        for _ in range(LENGTH):
            legal: list[str] = [*line.legal_moves()]
            if all(token in ACTIONS for token in legal):
                if not met or not legal:
                    yield Scene({**request, "moves": list(moves)}, game.copy(), legal, ending=True)
                met += 1
            forward = [token for token in legal if token[0] != "F"]
            if not forward:
                break
            token = _chosen(forward, STYLES[number // 2 % 2], source)
            moves.append(token)
            reference.play(game, token)
            line.push(token)


def through_the_stock(variant: str, source: random.Random, games: int) -> Iterator[Scene]:
    """Play games through stock and redeals, and yield positions with an empty stock or without card moves."""
    options = some_rules(variant)
    for number in range(games):
        rules = options[(number // 2 + 1) % len(options)] if number % 2 else {}
        request: Json = {"variant": variant, "rules": rules, "seed": str(source.randrange(1, 32000))}
        game = opening(request)
        line = open_line(deal_of(request))
        moves: list[str] = []
        for _ in range(TO_WIN):
            legal: list[str] = [*line.legal_moves()]
            stuck = all(token in ACTIONS for token in legal)
            if stuck or game.piles.get("S") == []:
                yield Scene({**request, "moves": list(moves)}, game.copy(), legal)
            forward = [token for token in legal if token[0] != "F"]
            if not forward:
                break
            actions = [token for token in forward if token in ACTIONS]
            token = source.choice(actions if actions and number % 4 > 1 else forward)
            moves.append(token)
            reference.play(game, token)
            line.push(token)


def _easy_deck(rules: Declaration, source: random.Random) -> list[str]:
    """Return a deck that lays out runs, or low cards on top, with some disorder."""
    cards = full_deck(rules.packs, rules.suits, rules.ranks)
    style = source.randrange(3)
    spread = source.choice((0.5, 2, 5))
    if style == 0:
        return sorted(cards, key=lambda card: -RANKS.index(card[0]) + source.gauss(0, spread))
    if style == 1:
        # Runs in alternating colours: odd ranks of a suit with even ranks of another.
        other = dict(zip("CSHD", "HDCS", strict=True))
        cards.sort(
            key=lambda card: (card[1] if RANKS.index(card[0]) % 2 else other[card[1]], -RANKS.index(card[0]))
        )
    else:
        cards.sort(key=lambda card: (card[1], -RANKS.index(card[0])))
    start = source.randrange(13)
    cards = cards[start:] + cards[:start]
    places = [name for dealing_round in rules.layout for name in dealing_round.to]
    order = sorted(range(min(len(places), len(cards))), key=lambda place: (places[place], place))
    deck = list(cards)
    for place, card in zip(order, cards, strict=False):
        deck[place] = card
    _swap_cards(deck, int(3 * spread), source)
    return deck


def _swap_cards(deck: list[str], swaps: int, source: random.Random) -> None:
    """Swap two cards of a deck at random, `swaps` times."""
    for _ in range(swaps):
        i, j = source.randrange(len(deck)), source.randrange(len(deck))
        deck[i], deck[j] = deck[j], deck[i]


def rare_of(variant: str, source: random.Random, games: int) -> Iterator[Scene]:
    """Play games to win, and games to get stuck, and yield positions that are unlike those before."""
    met: set[Key] = set()
    options = some_rules(variant)
    for number in range(games):
        rules = options[number // 3 % len(options)] if number % 3 == 2 else {}
        read = read_declaration(declared(variant, rules))
        deck = full_deck(read.packs, read.suits, read.ranks)
        source.shuffle(deck)
        to_win = number % 2 == 0
        if to_win:
            whole = all(foundation.whole for foundation in read.foundations)
            deck = (_deck_of_sequences if whole else _deck_in_order)(read, source)
            _swap_cards(deck, number % RARE, source)
        request: Json = {"variant": variant, "rules": rules, "deck": deck, "moves": []}
        scenes = list(_purposeful(request, source, to_win=to_win))
        kept = 0
        # The last positions of a game are the rarest.
        for place, scene in enumerate(reversed(scenes)):
            look = (str(rules), *features(scene.game))
            if place < 2 or (kept < RARE_SCENES and look not in met):
                met.add(look)
                kept += 1
                yield scene


def played_to_win(variant: str, source: random.Random, first: str = "") -> Iterator[Scene]:
    """Play an easy deck to win it, if possible with the piles of these letters first; yield all positions."""
    read = read_declaration(declared(variant, {}))
    whole = all(foundation.whole for foundation in read.foundations)
    deck = (_deck_of_sequences if whole else _deck_in_order)(read, source)
    request: Json = {"variant": variant, "rules": {}, "deck": deck, "moves": []}
    yield from _purposeful(request, source, to_win=True, first=first)


def won_by_search(variant: str, source: random.Random) -> Iterator[Scene]:
    """Search for a line that wins, and yield its last positions."""
    rules = read_declaration(declared(variant, {}))
    for _ in range(RARE):
        request: Json = {"variant": variant, "rules": {}, "deck": _deck_in_order(rules, source), "moves": []}
        line = search(deal_of(request).position(), POSITIONS).finding.continuation
        if line:
            game = opening(request)
            for played, token in enumerate(line, start=1):
                reference.play(game, token)
                if len(line) - played < RARE_SCENES:
                    yield Scene({**request, "moves": list(line[:played])}, game.copy())
            return


def narrow_of(
    variant: str, source: random.Random, games: int, kinds: Sequence[str] = FORGONE
) -> Iterator[Scene]:
    """Play games that forgo one kind of move, and yield positions where nothing else is left."""
    rules = read_declaration(declared(variant, {}))
    for number in range(2 * games):
        request: Json = {
            "variant": variant,
            "rules": {},
            "deck": full_deck(rules.packs, rules.suits, rules.ranks),
        }
        if number % 2:
            request["deck"] = _easy_deck(rules, source)
        else:
            source.shuffle(request["deck"])
        forgone = kinds[number % len(kinds)]
        cells = rules.reserve.piles and rules.reserve.takes == "one"
        if (forgone != "R" or cells) and (forgone != "back" or not rules.foundations_final):
            yield from islice(_forgoing(request, forgone, source), 2)


def _forgoing(request: Json, forgone: str, source: random.Random) -> Iterator[Scene]:
    """Play other moves, each time one that leaves few others, and yield the positions without any."""
    game = opening(request)
    line = open_line(deal_of(request))
    moves: list[str] = []
    used: Counter[Key] = Counter()
    while len(moves) < TO_GET_STUCK:
        legal: list[str] = [*line.legal_moves()]
        sizes = {name: len(pile) for name, pile in game.piles.items()}
        others = [
            token for token in legal if not any(_is_of(kind, token, sizes) for kind in (forgone, "back"))
        ]
        if len(others) < len(legal) and not {*others} - {"draw", "redeal"}:
            yield Scene({**request, "moves": list(moves)}, game.copy(), legal, ending=True)
        if not others:
            return
        few = source.sample(others, min(TRIED, len(others)))
        left = {token: _moves_after(line, token, forgone) for token in few}
        token = min(few, key=lambda token: left[token] + 2 * used[_way(game, token)])
        used[_way(game, token)] += 1
        moves.append(token)
        reference.play(game, token)
        line.push(token)


def _purposeful(request: Json, source: random.Random, *, to_win: bool, first: str = "") -> Iterator[Scene]:
    """Play a game to win it or to get stuck, and yield all its positions."""
    game = opening(request)
    line = open_line(deal_of(request))
    used: Counter[Key] = Counter()
    for left in reversed(range(1 + (TO_WIN if to_win else TO_GET_STUCK))):
        legal: list[str] = [*line.legal_moves()]
        yield Scene(request, game.copy(), legal)
        if not legal or not left:
            return
        if to_win:
            worth = {
                token: _worth(game, token) + source.random() * 1.2 + 2 * (token[0] in first)
                for token in legal
            }
        else:
            few = source.sample(legal, min(TRIED, len(legal)))
            worth = {token: -_moves_after(line, token) + source.random() for token in few}
        token = max(worth, key=lambda token: worth[token] - 2 * used[_way(game, token)])
        used[_way(game, token)] += 1
        reference.play(game, token)
        line.push(token)
        request = {**request, "moves": [*request["moves"], token]}


def _way(game: reference.Game, token: str) -> Key:
    """Return a card and where it goes; an action can be repeated while the stock changes."""
    if token in ACTIONS:
        return token, len(game.piles.get("S", ())), game.redeals
    move = parse(token)
    return game.piles[move.source][-move.count], move.target


def _moves_after(line: Line, token: str, forgone: str = "") -> int:
    """Return the number of legal moves after this one, more if the card leaves a foundation.

    Moves to the kind of pile forgone do not count.
    """
    line.push(token)
    legal: list[str] = [*line.legal_moves()]
    if forgone:
        after = line.position()
        sizes = {name: len(after.cards(number)) for number, name in enumerate(after.tables.names)}
        legal = [move for move in legal if not _is_of(forgone, move, sizes)]
    line.pop()
    return len(legal) + (100 if token[0] == "F" else 0)


def _worth(game: reference.Game, token: str) -> float:
    """Return how much a move helps to win."""
    if token in ACTIONS:
        return 1
    move = parse(token)
    if move.source[0] == "F":
        return 0
    if move.target[0] == "F":
        return 4
    if not game.piles[move.target]:
        return 0.5
    group, on = game.piles[move.source][-move.count :], game.piles[move.target][-1]
    return 2 + (move.source[0] == "T" and move.count == len(game.piles[move.source])) + (group[0][1] == on[1])


def features(game: reference.Game) -> Key:
    """Return what is rare about a position: room, complete foundations, and what is left of the stock."""
    columns, cells = (
        min(sum(not game.piles[name] for name in game.names(letter)), 3) for letter in ("T", "R")
    )
    complete = [is_complete(game, name) for name in game.names("F")]
    begun = any(game.piles[name] for name in game.names("F"))
    stock, waste = (min(len(game.piles.get(name, ())), 2) for name in "SW")
    return columns, cells, min(sum(complete), 2), sum(not full for full in complete) < 2, begun, stock, waste


def _deck_in_order(rules: Declaration, source: random.Random) -> list[str]:
    """Return a deck whose cards can go to the foundations as they come to the top."""
    base = "A" if rules.base == "A" else source.choice(RANKS)
    left = full_deck(rules.packs, rules.suits, rules.ranks)
    piles: list[list[str]] = [[] for _ in rules.foundations]
    first: list[str] = []
    leaving: list[str] = []
    for step in range(len(RANKS)):
        for pile, foundation in zip(piles, rules.foundations, strict=True):
            if card := _next_card(left, foundation, pile, base):
                (first if step < foundation.dealt else leaving).append(card)
    leaving += left
    places = [name for dealing_round in rules.layout for name in dealing_round.to]
    if rules.base != "A":
        # The base card is dealt first, or in the round that deals one to a foundation.
        own = next(card for card in leaving if card[0] == base)
        leaving.remove(own)
        place = places.index("F") if "F" in places else 0
        places.pop(place)
    stock = len(leaving) - len(places)
    draw = rules.stock.draw if rules.stock and "draw" in rules.stock.actions else 1
    packets = (leaving[start : min(start + draw, stock)] for start in range(0, stock, draw))
    drawn = [card for packet in packets for card in packet[::-1]]
    dealt = leaving[stock:][::-1]
    if rules.base != "A":
        dealt.insert(place, own)
    return [*first, *dealt, *drawn]


def _deck_of_sequences(rules: Declaration, source: random.Random) -> list[str]:
    """Return a deck whose whole sequences can be built one after another on the Kings of one column."""
    left = full_deck(rules.packs, rules.suits, rules.ranks)
    source.shuffle(left)
    places = [name for dealing_round in rules.layout for name in dealing_round.to]
    kings = max(dict.fromkeys(places), key=places.count)
    on_kings = [number for number, name in enumerate(places) if name == kings]
    others = [number for number, name in enumerate(places) if name != kings]
    deck: dict[int, str] = {}
    for foundation in rules.foundations:
        pile: list[str] = []
        if not on_kings or len(others) < len(foundation.ranks):
            break
        while card := _next_card(left, foundation, pile, "A"):
            deck[others.pop() if len(pile) > 1 else on_kings.pop()] = card
    return [deck[place] if place in deck else left.pop() for place in range(len(deck) + len(left))]


def _next_card(left: list[str], foundation: Foundation, pile: list[str], base: str) -> str | None:
    """Move the next card of a foundation from those left to its pile; return it, or None if there is none."""
    if len(pile) == len(foundation.ranks):
        return None
    rank = RANKS[(RANKS.index(foundation.ranks[len(pile)]) + RANKS.index(base)) % len(RANKS)]
    for card in left:
        fits = not pile or suits_fit(foundation.build, pile[-1], card)
        if card[0] == rank and card[1] in foundation.suits and fits:
            left.remove(card)
            pile.append(card)
            return card
    return None


STYLES: Final = ("forward", "stock", "any")


def _walk(request: Json, style: str, most: int, source: random.Random) -> Iterator[Scene]:
    """Play a game and yield some of its positions."""
    moves: list[str] = []
    game = opening(request)
    line = open_line(deal_of(request))
    kept = {0, 1, *source.sample(range(LENGTH), most)}
    for number in range(LENGTH):
        legal: list[str] = [*line.legal_moves()]
        if number in kept or not legal:
            yield Scene({**request, "moves": list(moves)}, game.copy(), legal)
        if not legal:
            return
        move = _chosen(legal, style, source)
        token = source.choice(spellings(game, move))
        moves.append(token)
        reference.play(game, token)
        line.push(move)


def _chosen(legal: list[str], style: str, source: random.Random) -> str:
    """Return a legal move that a player of this style makes."""
    forward = [token for token in legal if "-F" in token and token[0] != "F"]
    actions = [token for token in legal if token in ACTIONS]
    if style == "forward" and forward and source.random() < 0.9:
        return source.choice(forward)
    if style == "stock" and actions and source.random() < 0.7:
        return source.choice(actions)
    several = [token for token in legal if "x" in token]
    if several and source.random() < 0.3:
        return source.choice(several)
    return source.choice(legal)


def corpus_of(games: Sequence[Case], source: random.Random) -> Iterator[Scene]:
    """Yield positions of whole games: their ends, and some before."""
    for case in games:
        request: Json = {"rules": {}} | case.request
        valid = case.expected.moves_played or 0
        places = {max(0, valid - back) for back in (0, 1, 2)} | {
            source.randrange(valid + 1) for _ in range(3)
        }
        game = opening(request)
        for number in range(valid + 1):
            if number in places:
                yield Scene({**request, "moves": request["moves"][:number]}, game.copy())
            if number < valid:
                reference.play(game, request["moves"][number])


def asked(scene: Scene, source: random.Random) -> Iterator[tuple[Key, str, str | None]]:
    """Yield questions about a position, each with what it looks like."""
    game = scene.game
    if not scene.request["moves"]:
        yield (scene.request.get("seed"),), STATE, None
    won = is_won(game)
    legal: list[str] = []
    for token in _tokens(game, source) if not scene.ending else ():
        reason = reference.why_not(game, token)
        yield _looks(game, token, reason), STEP, token
        if reason is None:
            legal.append(token)
            yield _result(game, token), STATE, token
    if scene.legal is not None:
        legal = list(scene.legal)
    if won:
        yield (False, "won"), OUTCOME, None
        yield (("won",),), LEGAL, None
        return
    moves = {parse(token) for token in legal if token not in ACTIONS}
    kinds = {move.source[0] + move.target[0] for move in moves}
    vacant = {name for name in game.names("T") if not game.piles[name]}
    targets = {_manner(token, vacant) for token in legal} - {""}
    actions = {token for token in legal if token in ACTIONS}
    near = sum(not is_complete(game, name) for name in game.names("F"))
    stock = len(game.piles.get("S", ()))
    waste = len(game.piles.get("W", ()))
    empty = sum(not game.piles[name] for name in game.names("T") + game.names("R"))
    ending: Key = (None,)
    if not kinds:
        question = answered(scene, OUTCOME, None)
        ending = question.answer, tuple(sorted(question.lines))
    only = targets if scene.legal is not None and len(targets) == 1 and "deal" not in actions else ()
    key = (bool(kinds), ending[0], *(only or ("",)), ending[1:], tuple(sorted(actions)), "WF" in kinds)
    few = min(stock, 4), min(waste, 3), min(empty, 2), min(game.redeals, 2), min(near, 2)
    yield (*key, *few, *(kinds if len(kinds) == 1 else ())), OUTCOME, None
    several = {"several" for move in moves if move.count > 1}
    counts = {"counts"} if len({(move.source, move.target) for move in moves}) < len(moves) else set()
    last = {"last of waste" for kind in kinds if kind[0] == "W" and waste == 1}
    yield (tuple(sorted(kinds | actions | several | counts | last)),), LEGAL, None


def _is_of(kind: str, token: str, sizes: Mapping[str, int]) -> bool:
    """Return whether a legal token is of a kind that a game may forgo; `sizes` are those of the piles."""
    if token in ACTIONS:
        return False
    move = parse(token)
    vacant = [name for name in (move.target,) if not sizes.get(name, 1)]
    if kind == "several":
        return move.count > 1
    if kind == "whole":
        return bool(vacant) and move.target[0] == "T" and move.count == sizes[move.source]
    return move.source[0] == "R" if kind == "from R" else _manner(token, vacant) == kind


def _manner(token: str, vacant: Collection[str]) -> str:
    """Return the letter of a move's target, `empty` for a vacant column, `back` if it leaves a foundation."""
    if token in ACTIONS:
        return ""
    if token[0] == "F":
        return "back"
    target = parse(token).target
    return "empty" if target in vacant else target[0]


def _tokens(game: reference.Game, source: random.Random) -> list[str]:
    """Return some tokens, most of them illegal, and the actions."""
    names = list(game.piles)
    filled = [name for name in names if game.piles[name]] or names
    tokens = list(ACTIONS)
    for number in range(TOKENS):
        origin = source.choice(filled if number % 5 else [*names, *STRANGE])
        target = source.choice([*names, "F"] if number % 6 else [*names, *STRANGE])
        if number % 7 == 0:
            target = "F"
        size = len(game.piles.get(origin, ()))
        up = size - game.face_down.get(origin, 0)
        count = source.choice(
            (1, 1, 1, 2, 3, source.randint(1, max(1, up)), up, up + 1, size, size + 1, 13, 999)
        )
        tokens.append(f"{origin}-{target}" + (f"x{count}" if count > 1 else source.choice(("", "", "x1"))))
    for letter in "TR":
        empty = [name for name in game.names(letter) if not game.piles[name]]
        tokens += [f"{name}-T99" for name in empty[:1]]
    likely = _likely(game)
    return list(
        dict.fromkeys([
            *tokens, *ALWAYS, *_on_foundations(game, source), *source.sample(likely, min(LIKELY, len(likely)))
        ])
    )  # fmt: skip


def _on_foundations(game: reference.Game, source: random.Random) -> Iterator[str]:
    """Yield moves of each pile, with counts of which one card may go, of sequences, and onto full piles."""
    complete = [name for name in game.names("F") if is_complete(game, name)][:1]
    whole = any(foundation.whole for foundation in game.rules.foundations)
    for origin in game.names("T") + game.names("R") + game.names("W"):
        if game.piles[origin]:
            yield f"{origin}-{source.choice(game.names('F') or ['F1'])}"
    for origin in game.names("T"):
        size = len(game.piles[origin])
        if size > 1:
            yield from (f"{origin}-{name}x{count}" for name in complete for count in (1, 2))
        if whole and size >= len(RANKS):
            names = ("F", "F1", source.choice(game.names("F")))
            yield from (
                f"{origin}-{name}x{count}" for name in names for count in (len(RANKS) - 1, len(RANKS))
            )
        if size and accepting_foundation(game, origin, 1):
            yield from (f"{origin}-Fx{count}" for count in (2, size, size + 1) if count > 1)
    for origin in game.names("R") + game.names("W") + game.names("F"):
        yield f"{origin}-Fx2"


def _likely(game: reference.Game) -> list[str]:
    """Return the moves of runs onto every pile."""
    columns = game.rules.columns
    targets = [*game.names("T"), *(["W"] if takes_cards(game) else []), "F"]
    found = []
    for origin in game.names("T") + game.names("R") + game.names("W") + game.names("F"):
        pile = game.piles[origin]
        up = len(pile) - game.face_down.get(origin, 0)
        for count in range(1, min(up, 13) + 1):
            if count > 1 and origin[0] != "T":
                break
            run = columns.lift == "any" or is_run(game, "any_suit", pile[-count:])
            if not run:
                break
            suffix = f"x{count}" if count > 1 else ""
            found += [f"{origin}-{target}{suffix}" for target in targets if target != origin]
    return found


def _clip(number: int, most: int = 2) -> int:
    return max(-most, min(most, number))


def _looks(game: reference.Game, token: str, reason: str | None) -> Key:
    """Return what a token looks like: tokens that look alike reach the same conditions."""
    stock = game.piles.get("S", ())
    waste = game.piles.get("W", ())
    if token in ACTIONS:
        empty = any(not game.piles[name] for name in game.names("T"))
        return token, reason, min(len(stock), 4), min(len(waste), 2), min(game.redeals, 3), empty
    move = parse(token)
    origin, target = (
        name[0] + ("" if name in game.piles or name == "F" else "?") for name in (move.source, move.target)
    )
    if "?" in origin or "?" in target or move.source == move.target:
        filled = bool(game.piles.get(move.source)), bool(game.piles.get(move.target))
        return reason, origin, target, move.source == move.target, min(move.count, 2), *filled, reason
    pile = game.piles[move.source]
    up = len(pile) - game.face_down.get(move.source, 0)
    counts = (
        min(move.count, 2),
        _clip(move.count - len(pile), 1),
        _clip(move.count - up, 1),
        token[-2:] == "x1",
    )
    bare = move.target == "F"
    if not bare:
        full = target == "F" and is_complete(game, move.target)
        target += " full" if full else "" if game.piles[move.target] else " empty"
    key = (reason, origin, bare or target, *counts)
    if not pile or move.count > len(pile):
        return (*key, bool(game.piles.get(move.target)))
    group = pile[-move.count :]
    if bare:
        single = move.count > 1 and bool(accepting_foundation(game, move.source, 1))
        accepting = accepting_foundation(game, move.source, move.count)
        own = next((name for name in game.names("F") if group[-1][1] in game.foundation(name).suits), None)
        return (*key, (accepting, own == accepting), single, _fits(group))
    return (*key, *_relation(game, move.source, move.target, group))


def _fits(group: Sequence[str]) -> Key:
    ranks = [RANKS.index(card[0]) for card in group]
    return tuple(sorted({lower - upper for lower, upper in pairwise(ranks)}))[:2]


def _relation(game: reference.Game, origin: str, target: str, group: list[str]) -> Key:
    """Return how a group relates to the target."""
    columns = game.rules.columns
    pile = game.piles[target]
    run = len(group) > 1 and (is_run(game, columns.build, group), is_run(game, columns.build, group[:2]))
    key: Key = (run, len(group) == len(game.piles[origin]))
    if pile:
        step = RANKS.index(group[0][0]) - RANKS.index(pile[-1][0])
        colours = (group[0][1] in "DH") == (pile[-1][1] in "DH")
        key = (*key, step if abs(step) in {1, 2, 12} else 0, colours, group[0][1] == pile[-1][1])
    else:
        key = (*key, game.rank(group[0]) if game.rank(group[0]) in "AQK" else "", group[0][0] in "AK")
    if target[0] == "F":
        pile_rules = game.foundation(target)
        wanted = pile_rules.ranks.find(game.rank(group[0])) - len(pile)
        left = _clip(len(pile_rules.ranks) - len(pile))
        fits = group[0][1] in pile_rules.suits, _clip(wanted), is_locked(game, target), pile_rules.suits
        rough = bool(pile), fits[0], game.rank(group[0]) == pile_rules.ranks[0], wanted == 0
        return (rough, *key, *fits, min(len(pile), 2), left)
    if target[0] == "T" and (columns.supermove or columns.capacity):
        left = (columns.capacity or 99) - len(pile) - len(group)
        cells = sum(not game.piles[name] for name in game.names("R"))
        empty = sum(not game.piles[name] for name in game.names("T"))
        key = (
            *key,
            _clip(left, 1),
            _clip(room(game, target) - parts(game, group), 1),
            min(cells, 2),
            min(empty, 2),
        )
    return key


def _result(game: reference.Game, token: str) -> Key:
    """Return what a legal token's consequences look like."""
    stock, waste = game.piles.get("S", ()), game.piles.get("W", ())
    empty = sum(not game.piles[name] for name in game.names("T") + game.names("R"))
    sizes = min(len(stock), 4), min(len(waste), 2), min(empty, 2)
    if token in ACTIONS:
        return token, *sizes, len(stock) < len(game.names("T")), len(stock) % 3, min(game.redeals, 1)
    move = parse(token)
    size, down = len(game.piles[move.source]), game.face_down.get(move.source, 0)
    rest = size - move.count
    turned = down > 0 and rest == down
    return (
        move.source[0],
        move.target if move.target == "F" else move.target[0],
        rest == 0,
        turned,
        min(move.count, 3),
        *(sizes if rest == 0 else ()),
    )
