"""A position as a self-contained SVG picture, with the viewer's cards.

Piles stand as ``layout.board_rows`` arranges them. Columns and deep reserve piles are fanned downwards, the
waste shows its last cards, and of other piles the top card shows. Columns that lie on each other form
pyramids. Nothing in the picture names a card that lies face down, unless ``hidden`` is False.
"""

from collections.abc import Iterator, Mapping
from html import escape
from typing import Final

from patience.cards import CODES, FACE_DOWN, is_red
from patience.formats.layout import board_rows, cover_places
from patience.play.position import Position
from patience.rules import Takes

_WIDTH: Final = 70
_HEIGHT: Final = 98
_MARGIN: Final = 16
_GAP: Final = 8
_GROUP_GAP: Final = 20
_ROW_GAP: Final = 16
_FAN: Final = 27
_FAN_DOWN: Final = 12
_COVER_STEP: Final = 48
"""How far a row of a pyramid lies below the one before."""

_WASTE_FAN: Final = 36
_WASTE_CARDS_SHOWN: Final = 3

_FELT: Final = "#25604a"
_PAPER: Final = "#fffdf8"
_SEEN: Final = "#c9d6ee"
"""The paper of a face-down card whose face is shown."""

_BACK: Final = "#274b8f"
_RED: Final = "#bd1426"
_BLACK: Final = "#1b1d24"
_VACANT: Final = "#dcebe3"
_MARK: Final = "#ffcf3f"

# The viewer's shapes (service/web/table/cards.js): ranks as strokes in a box of 20 by 28, suits in 24 by 24.
_RANKS: Final = {
    "A": "M2 26 10 2l8 24M5 18h10",
    "2": "M3 8c0-8 14-8 14 0 0 6-9 11-14 18h15",
    "3": "M3 2h13L9 11c6-1 9 3 9 7 0 9-12 10-16 4",
    "4": "M14 26V2L2 19h16",
    "5": "M16 2H5L4 13c6-4 14-1 14 5 0 9-11 10-15 5",
    "6": "M16 3C8 2 3 10 3 18a7.5 8 0 1 0 7.5-8C6 10 3 14 3 18",
    "7": "M3 2h14C11 10 8 18 8 26",
    "8": "M10 2a6 5.5 0 1 1 0 11 6 5.5 0 1 1 0-11zm0 11a7.5 6.5 0 1 1 0 13 7.5 6.5 0 1 1 0-13z",
    "9": "M4 25c8 1 13-7 13-15a7.5 8 0 1 0-7.5 8c4.5 0 7.5-4 7.5-8",
    "T": "M1 6 5 2v24M14.5 2c7 0 7 24 0 24s-7-24 0-24z",
    "J": "M14 2v17c0 9-11 9-12 1",
    "Q": "M10 2c10 0 10 24 0 24S0 2 10 2zm1 17 7 8",
    "K": "M3 2v24M17 2 3 16m5-5 10 15",
}
_SUITS: Final = {
    "C": "M12 1a4.5 4.5 0 0 1 2.2 8.4l-.7 2 1.6-1.1a4.5 4.5 0 1 1-1.3 5.8q-.4 4.2 2 6.4h-7.6q2.4-2.2"
    " 2-6.4a4.5 4.5 0 1 1-1.3-5.8l1.6 1.1-.7-2a4.5 4.5 0 0 1 2.2-8.4z",
    "D": "M12 1.2q3.2 6 8 10.8-4.8 4.8-8 10.8-3.2-6-8-10.8 4.8-4.8 8-10.8z",
    "H": "M12 22c-4.5-5.5-10.2-9-10.2-14.3a5.4 5.4 0 0 1 10.2-2.3 5.4 5.4 0 0 1 10.2 2.3c0 5.3-5.7 8.8-10.2 "
    "14.3z",
    "S": "M12 .8q2.2 5.4 6 9c2.4 2.3 3.6 3.8 3.6 5.6a4.3 4.3 0 0 1-8.2 1.8q.3 3.6 2.2 5.2h-7.2q1.9-1"
    ".6 2.2-5.2a4.3 4.3 0 0 1-8.2-1.8c0-1.8 1.2-3.3 3.6-5.6q3.8-3.6 6-9z",
}

_RANK_PLACE: Final = "translate(6 6) scale(.62)"
_CORNER_PLACE: Final = "translate(22 5) scale(.78)"
_MIDDLE_PLACE: Final = "translate(13 38) scale(1.85)"


def board_svg(position: Position, *, hidden: bool = True, marked: Mapping[str, int] | None = None) -> str:
    """Return the picture of a position.

    ``hidden`` False shows the faces of face-down cards too. ``marked`` has names of piles, and how many of
    the last cards of each are outlined.
    """
    outlined = {position.tables.pile[name]: cards for name, cards in (marked or {}).items()}
    places = list(_places(position))
    width = round(max(left + _spread(position, pile) for pile, left, _ in places)) + _WIDTH + _MARGIN
    height = max(top + _depth(position, pile) for pile, _, top in places) + _HEIGHT + _MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" aria-label="{escape(position.tables.variant.title)}">',
        f'<rect width="{width}" height="{height}" rx="14" fill="{_FELT}"/>',
    ]
    for pile, left, top in places:
        parts += _pile(position, pile, (left, top), hidden=hidden, marked=outlined.get(pile, 0))
    return "".join([*parts, "</svg>"])


def _places(position: Position) -> Iterator[tuple[int, float, int]]:
    """Yield every pile with its left and its top edge, those that lie on others after them."""
    rules = position.tables.rules
    covers = cover_places(rules.columns.covered_by if rules.columns else ())
    top = _MARGIN
    for row in board_rows(rules):
        lowest = top
        left = float(_MARGIN)
        for number, group in enumerate(row):
            left += _GROUP_GAP if number else 0
            for name in sorted(group, key=lambda pile: covers.get(pile, (0, 0))[1]):
                pile = position.tables.pile[name]
                x, step = covers.get(name, (0, 0))
                place = top + step * _COVER_STEP
                # Of a pyramid nothing remains where its cards lay.
                if name not in covers or len(position.piles[pile]) > 1:
                    yield pile, left + x * (_WIDTH + _GAP), place
                left += 0 if name in covers else _WIDTH + _GAP + _spread(position, pile)
                lowest = max(lowest, place + _depth(position, pile))
        top = lowest + _HEIGHT + _ROW_GAP


def _spread(position: Position, pile: int) -> int:
    """Return how far the cards of the waste are fanned to the right."""
    return _WASTE_FAN * (_WASTE_CARDS_SHOWN - 1) if pile == position.tables.waste else 0


def _is_fanned(position: Position, pile: int) -> bool:
    """Return whether every card of a pile shows."""
    tables = position.tables
    reserve = tables.rules.reserve
    deep = pile in tables.reserve and reserve is not None and reserve.takes is Takes.NONE
    return pile in tables.columns or deep


def _depth(position: Position, pile: int) -> int:
    """Return how far the top card of a pile lies below its place."""
    if not _is_fanned(position, pile):
        return 0
    return sum(_step(card) for card in position.piles[pile][1:-1])


def _step(card: int) -> int:
    return _FAN_DOWN if card >= FACE_DOWN else _FAN


def _pile(
    position: Position, pile: int, place: tuple[float, int], *, hidden: bool, marked: int
) -> Iterator[str]:
    left, top = place
    cards = position.piles[pile][1:]
    if not cards:
        yield (
            f'<rect x="{left:g}" y="{top}" width="{_WIDTH}" height="{_HEIGHT}" rx="6" fill="none" '
            f'stroke="{_VACANT}" stroke-dasharray="4" opacity=".6"/>'
        )
        return
    if pile == position.tables.stock:
        cards = [card if position.stock_shown else card | FACE_DOWN for card in cards[-1:]]
    elif pile == position.tables.waste:
        cards = cards[-_WASTE_CARDS_SHOWN:]
    elif not _is_fanned(position, pile):
        cards = cards[-1:]
    for number, card in enumerate(cards, start=1):
        yield _card(card, left, top, hidden=hidden, marked=number > len(cards) - marked)
        if pile == position.tables.waste:
            left += _WASTE_FAN
        else:
            top += _step(card)


def _card(card: int, left: float, top: int, *, hidden: bool, marked: bool) -> str:
    place = f'<g transform="translate({left:g} {top})">'
    box = f'<rect width="{_WIDTH}" height="{_HEIGHT}" rx="6"'
    down = card >= FACE_DOWN
    if down and hidden:
        return f'{place}{box} fill="{_BACK}" stroke="{_PAPER}" stroke-width="2.5"/></g>'
    rank, suit = CODES[card][0], CODES[card][1]
    color = _RED if is_red(card & ~FACE_DOWN) else _BLACK
    edge = f'stroke="{_MARK}" stroke-width="5"' if marked else 'stroke="#0005"'
    stroke = f'fill="none" stroke="{color}" stroke-width="4.1" stroke-linecap="round" stroke-linejoin="round"'
    return (
        f'{place}<title>{rank}{suit}</title>{box} fill="{_SEEN if down else _PAPER}" {edge}/>'
        f'<path transform="{_RANK_PLACE}" {stroke} d="{_RANKS[rank]}"/>'
        f'<path transform="{_CORNER_PLACE}" fill="{color}" d="{_SUITS[suit]}"/>'
        f'<path transform="{_MIDDLE_PLACE}" fill="{color}" d="{_SUITS[suit]}"/></g>'
    )
