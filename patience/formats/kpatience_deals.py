"""KPatience's numbered deals: Microsoft's generator shuffles, and each game deals in its own way.

KPatience deals from the end of its shuffled pack, so the cards are given in the order in which they leave it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, count
from typing import Final, NamedTuple

from patience.cards import CARDS_IN_PACK, RANKS
from patience.cards.seeds import congruential
from patience.play.board import Board

CLOCK: Final = ["9D", "TS", "JH", "QC", "KD", "2S", "3H", "4C", "5D", "6S", "7H", "8C"]
"""The first cards of the clock's foundations, in KPatience's order."""
SPIDER_SUITS: Final = {"one": "SSSS", "two": "HSHS", "four": "CDHS"}
"""By the option ``suits``: the suits of a rank, in the order in which KPatience makes the cards."""

_HOMES: Final = {"C": "F1", "S": "F2", "H": "F3", "D": "F4"}
"""By suit: its foundation in games that begin with Aces."""


def _shuffled(seed: int, packs: int) -> list[str]:
    """Return the cards in the order in which they are dealt."""
    cards = [rank + suit for rank in RANKS for suit in "CDHS"] * packs
    draw = congruential(seed)
    for place in range(len(cards) - 1, 0, -1):
        other = draw(place + 1)
        cards[place], cards[other] = cards[other], cards[place]
    return cards[::-1]


def _laid(order: Iterator[int], cards: Sequence[str]) -> dict[str, list[str]]:
    """Deal cards to the columns of an order."""
    piles: dict[str, list[str]] = {}
    for card, column in zip(cards, order, strict=False):
        piles.setdefault(f"T{column + 1}", []).append(card)
    return piles


def _rows(columns: int) -> Iterator[int]:
    """Yield the columns of rows, left to right, without end."""
    return (number % columns for number in count())


def _stocked(
    piles: dict[str, list[str]], rest: Sequence[str], *, waste: bool = False
) -> dict[str, list[str]]:
    """Add a stock of which the first card is drawn first, or lies on the waste."""
    drawn = {"W": [rest[0]]} if waste else {}
    return {**piles, **drawn, "S": list(rest[waste:])[::-1]}


def _klondike(cards: Sequence[str]) -> Board:
    order = (column for row in range(7) for column in range(row, 7))
    return Board(
        _stocked(_laid(order, cards[:28]), cards[28:]), {f"T{size}": size - 1 for size in range(2, 8)}
    )


def _open(columns: int, cells: int = 0) -> Callable[[Sequence[str]], Board]:
    """Return how a game is dealt in rows, after cards for its cells."""

    def dealt(cards: Sequence[str]) -> Board:
        held = {f"R{number}": [card] for number, card in enumerate(cards[:cells], start=1)}
        return Board(_laid(_rows(columns), cards[cells:]) | held)

    return dealt


def _spider(cards: Sequence[str]) -> Board:
    rows, stock = cards[:54], cards[54:]
    piles = _laid(_rows(10), rows)
    piles["S"] = [card for start in range(40, -1, -10) for card in stock[start : start + 10]]
    return Board(piles, {f"T{number}": 5 if number < 5 else 4 for number in range(1, 11)})


def _yukon(cards: Sequence[str]) -> Board:
    order = (
        column for row in range(11) for column in range(7) if (row == 0 if column == 0 else row < column + 5)
    )
    return Board(_laid(order, cards), {f"T{column + 1}": column for column in range(1, 7)})


def _simple_simon(cards: Sequence[str]) -> Board:
    order = (column for size in (9, 8, 7, 6, 5, 4, 3, 10) for column in range(size))
    return Board(_laid(order, cards))


def _with_stock(
    columns: int, dealt: int, *, face_down: int = 0, waste: bool = False
) -> Callable[[Sequence[str]], Board]:
    """Return how a game is dealt in rows before its stock."""

    def board(cards: Sequence[str]) -> Board:
        piles = _stocked(_laid(_rows(columns), cards[:dealt]), cards[dealt:], waste=waste)
        return Board(piles, {f"T{number + 1}": face_down for number in range(columns) if face_down})

    return board


def _castle(*, aces: bool = False, following: bool = False) -> Callable[[Sequence[str]], Board]:
    """Return how a game of eight rows is dealt, its Aces first, or also each card that follows."""

    def dealt(cards: Sequence[str]) -> Board:
        piles: dict[str, list[str]] = {}
        if aces:
            piles = {home: ["A" + suit] for suit, home in _HOMES.items()}
            cards = [card for card in cards if card[0] != "A"]
        column = 0
        for card in cards:
            home = piles.get(_HOMES[card[1]], []) if following else []
            if home and RANKS.index(card[0]) == len(home):
                home.append(card)
            else:
                piles.setdefault(f"T{column + 1}", []).append(card)
            column = (column + 1) % 8
        return Board(piles)

    return dealt


def _clock(cards: Sequence[str]) -> Board:
    """Each foundation's first card goes there; F1 begins with the 2 of spades."""
    homes = {card: f"F{(place - 5) % 12 + 1}" for place, card in enumerate(CLOCK)}
    piles = _laid(_rows(8), [card for card in cards if card not in homes])
    return Board({home: [card] for card, home in homes.items()} | piles)


def dealt_grandfather(cards: Sequence[str]) -> Board:
    """Deal triangles from alternating sides, and the rest in rows of six."""
    order: list[int] = []
    downs: list[int] = []
    start, stop, step = 0, 6, 1
    for _ in range(7):
        downs += range(start + step, stop + step, step)
        order += range(start, stop + step, step)
        start, stop, step = stop, start + step, -step
    order += (number % 6 + 1 for number in range(len(cards) - len(order)))
    piles = _laid(iter(order), cards)
    return Board(piles, {f"T{column + 1}": downs.count(column) for column in sorted(set(downs))})


def _bakers_dozen(cards: Sequence[str]) -> Board:
    """Each King changes places with the lowest card of its column that is not a King."""
    piles = _laid(_rows(13), cards)
    for pile in piles.values():
        kings = 0
        for place, card in enumerate(pile):
            if card[0] == "K":
                pile[place], pile[kings] = pile[kings], card
                kings += 1
    return Board(piles)


def _mod3(cards: Sequence[str]) -> Board:
    """The rows of pictures begin with 2, 3 and 4, which the variant has in the other order."""
    rows = [cards[start : start + 8] for start in (16, 8, 0)]
    pictures = {f"R{number}": [card] for number, card in enumerate(chain(*rows), start=1)}
    return Board(pictures | _stocked(_laid(_rows(8), cards[24:32]), cards[32:]))


class _Game(NamedTuple):
    packs: int
    dealt: Callable[[Sequence[str]], Board]
    is_sorted: bool = False
    """Whether where a card goes depends on the card."""


_GAMES: Final[Mapping[str, _Game]] = {
    "klondike": _Game(1, _klondike),
    **dict.fromkeys(("freecell", "bakers-game"), _Game(1, _open(8))),
    **dict.fromkeys(("eight-off", "forecell"), _Game(1, _open(8, 4))),
    "seahaven-towers": _Game(1, _open(10, 2)),
    "spider": _Game(2, _spider),
    "yukon": _Game(1, _yukon),
    "simple-simon": _Game(1, _simple_simon),
    "golf": _Game(1, _with_stock(7, 35, waste=True)),
    "gypsy": _Game(2, _with_stock(8, 24, face_down=1)),
    "forty-and-eight": _Game(2, _with_stock(8, 32, waste=True)),
    "aces-up": _Game(1, _with_stock(4, 4)),
    **dict.fromkeys(("beleaguered-castle", "siegecraft"), _Game(1, _castle(aces=True), is_sorted=True)),
    "citadel": _Game(1, _castle(aces=True, following=True), is_sorted=True),
    **dict.fromkeys(("streets-and-alleys", "stronghold"), _Game(1, _castle())),
    "grandfathers-clock": _Game(1, _clock, is_sorted=True),
    "tvetes-grandfather": _Game(1, dealt_grandfather),
    **dict.fromkeys(("bakers-dozen", "spanish-patience"), _Game(1, _bakers_dozen, is_sorted=True)),
    "picture-gallery": _Game(2, _mod3),
}
"""By variant: how it is dealt."""


def places_of(variant: str) -> list[tuple[str, int]]:
    """Return the pile of each card in the order of dealing, and its place there from the bottom.

    Empty for a game that looks at the cards, and for one that KPatience does not have.
    """
    game = _GAMES.get(variant)
    if game is None or game.is_sorted:
        return []
    numbers = list(map(str, range(game.packs * CARDS_IN_PACK)))
    piles = game.dealt(numbers).piles
    places = {number: (pile, at) for pile, cards in piles.items() for at, number in enumerate(cards)}
    return [places[number] for number in numbers]


def _board(seed: int, game: _Game) -> Board:
    return game.dealt(_shuffled(seed, game.packs))


KPATIENCE: Final[dict[str, Callable[[int], Board]]] = {
    variant: partial(_board, game=game) for variant, game in _GAMES.items()
}
"""By variant: the board of a number."""
