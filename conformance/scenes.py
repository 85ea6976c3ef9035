"""Positions of a variant of all kinds: what games of several styles lead to.

Games of three styles of play, on random decks and on decks that are nearly in order, lead to positions of all
kinds. Games that are played to win, games that are played to get stuck, and games that forgo one kind of move
until nothing else is left, lead to rare ones. If none is won, a search wins one.
"""

import random
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import Any, Final

from conformance import reference
from conformance.deals import deal_of
from conformance.declared import Reader, declared, opening, rules_as_read, some_rules
from conformance.faults import Fault
from conformance.reference.declaration import Declaration, Foundation, read_declaration
from conformance.reference.fits import is_complete, suits_fit
from conformance.reference.referee import accepting_foundation, is_won
from conformance.reference.seeds import RANKS, full_deck
from conformance.reference.tokens import ACTIONS, parse
from patience.line_of_play import Line, open_line
from patience.search.search_runner import search
from service.conformance.cases import Case

Json = dict[str, Any]
Key = tuple[Any, ...]
"""What a position or a question looks like."""

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
RARE_SCENES: Final = 8
"""Positions of such a game that are asked about."""
POSITIONS: Final = 10_000
"""Positions searched to win a deal if no game is won."""


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
        for game in range(other_walks if number else WALKS):
            request: Json = {"variant": variant, "rules": rules}
            if (game + number) % 3 == 0:
                request["seed"] = source.choice(("7", "617", "20261121", "ms40000"))
            else:
                request["deck"] = easy_deck(read, source)
            yield from walk(request, STYLES[(game + game // 3 + number) % 3], SCENES, source)


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


def easy_deck(rules: Declaration, source: random.Random) -> list[str]:
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


def to_foundations(game: reference.Game, letters: str = "TRW") -> Iterator[str]:
    """Yield the legal moves of single cards from the piles of these letters onto foundations."""
    names = [name for letter in letters for name in game.names(letter)]
    for name, foundation in product(names, game.names("F")):
        token = f"{name}-{foundation}"
        if game.piles[name] and reference.why_not(game, token) is None:
            yield token


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
            request["deck"] = easy_deck(rules, source)
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
            token for token in legal if not any(is_of_kind(kind, token, sizes) for kind in (forgone, "back"))
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
        legal = [move for move in legal if not is_of_kind(forgone, move, sizes)]
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


def _deck_in_order(
    rules: Declaration,
    source: random.Random,
    *,
    by_suit: bool = False,
    as_dealt: bool = False,
    by_column: bool = False,
) -> list[str]:
    """Return a deck whose cards can go to the foundations as they come to the top.

    `by_suit` fills one foundation after another, `as_dealt` clears one row after another that is dealt, and
    `by_column` one column after another.
    """
    base = "A" if rules.base == "A" else source.choice(RANKS)
    left = full_deck(rules.packs, rules.suits, rules.ranks)
    piles: list[list[str]] = [[] for _ in rules.foundations]
    first: list[str] = []
    leaving: list[str] = []
    steps = product(range(len(RANKS)), range(len(piles)))
    order = source.sample(range(len(piles)), len(piles)) if by_suit else []
    for step, number in sorted(steps, key=lambda pair: (order[pair[1]], pair[0])) if by_suit else steps:
        if card := next_card(left, rules.foundations[number], piles[number], base):
            (first if step < rules.foundations[number].dealt else leaving).append(card)
    leaving += left
    if as_dealt:
        return [*first, *leaving]
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
    if by_column:
        drawn, dealt = leaving[len(places) :], _by_column(leaving[: len(places)], places, source)
    if rules.base != "A":
        dealt.insert(place, own)
    return [*first, *dealt, *drawn]


def _by_column(leaving: Sequence[str], places: Sequence[str], source: random.Random) -> list[str]:
    """Return cards as they are dealt, if they leave one pile after another, columns first."""
    order = {name: (name[0] != "T", source.random()) for name in places}
    dealt = list(leaving)
    at = sorted(range(len(places)), key=lambda place: (order[places[place]], -place))
    for place, card in zip(at, leaving, strict=True):
        dealt[place] = card
    return dealt


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
        while card := next_card(left, foundation, pile, "A"):
            deck[others.pop() if len(pile) > 1 else on_kings.pop()] = card
    return [deck[place] if place in deck else left.pop() for place in range(len(deck) + len(left))]


def next_card(left: list[str], foundation: Foundation, pile: list[str], base: str) -> str | None:
    """Move the next card of a foundation from those left to its pile; return it, or None if there is none."""
    if len(pile) >= len(foundation.ranks):
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


def walk(request: Json, style: str, most: int, source: random.Random) -> Iterator[Scene]:
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


def spellings(game: reference.Game, token: str) -> list[str]:
    """Return the ways to write a legal move: ``T1-F2`` may be ``T1-F2x1``, ``T1-F`` and ``T1-Fx1`` too."""
    if token in ACTIONS or "x" in token:
        return [token]
    move = parse(token)
    ways = [token, token + "x1"]
    if move.target == accepting_foundation(game, move.source, move.count):
        ways += [f"{move.source}-F", f"{move.source}-Fx1"]
    return ways


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


def is_of_kind(kind: str, token: str, sizes: Mapping[str, int]) -> bool:
    """Return whether a legal token is of a kind that a game may forgo; `sizes` are those of the piles."""
    if token in ACTIONS:
        return False
    move = parse(token)
    vacant = [name for name in (move.target,) if not sizes.get(name, 1)]
    if kind == "several":
        return move.count > 1
    if kind == "whole":
        return bool(vacant) and move.target[0] == "T" and move.count == sizes[move.source]
    return move.source[0] == "R" if kind == "from R" else manner(token, vacant) == kind


def manner(token: str, vacant: Collection[str]) -> str:
    """Return the letter of a move's target, `empty` for a vacant column, `back` if it leaves a foundation."""
    if token in ACTIONS:
        return ""
    if token[0] == "F":
        return "back"
    target = parse(token).target
    return "empty" if target in vacant else target[0]
