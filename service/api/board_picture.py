"""Pictures of boards for pages about games: small ones as SVG, and previews of links as PNG."""

import re
from collections.abc import Iterator, Mapping
from html import escape
from typing import Final

import resvg_py

from patience import Game, Pile
from patience.formats.layout import board_rows, cover_places
from patience.rules.variant import Variant

WIDTH: Final = 40
HEIGHT: Final = 56
GAP: Final = 5
GROUP_GAP: Final = 14
COVER_STEP: Final = 26
FAN: Final = {True: 5, False: 13}
"""How far the next card of a column lies below one that is face down, or face up."""

_SIGNS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}

_PAGE: Final = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">
<title>{title}</title>
<style>
.felt{{fill:#25604a}} .place{{fill:none;stroke:#dcebe3;stroke-opacity:.5}}
.card{{fill:#fffdf8;stroke:#0006;stroke-width:.7}} .moved{{stroke:#ffcf3f;stroke-width:2.5}}
.back{{fill:#274b8f;stroke:#fffdf8;stroke-width:1.6}}
text{{font:700 13px system-ui,sans-serif;fill:#1b1d24}} .red{{fill:#bd1426}}
</style>
<rect class="felt" width="{width}" height="{height}" rx="6"/>
{piles}</svg>
"""


PREVIEW_WIDTH: Final = 1200
PREVIEW_HEIGHT: Final = 630
"""The size of the pictures that programs for messages show beside a link."""

_PREVIEW: Final = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">
<rect width="{width}" height="{height}" fill="#25604a"/>
<svg x="{margin}" y="{margin}" width="{inner_width}" height="{inner_height}" viewBox="{box}">{board}</svg>
</svg>"""

_MARGIN: Final = 24
_SVG: Final = re.compile(r'<svg [^>]*viewBox="([^"]*)"[^>]*>(.*)</svg>', re.DOTALL)


def preview_of(game: Game) -> bytes:
    """Return the board of a game as PNG. Its cards are drawn as paths, so no font is needed."""
    board = _SVG.fullmatch(game.svg())
    assert board
    text = _PREVIEW.format(
        width=PREVIEW_WIDTH,
        height=PREVIEW_HEIGHT,
        margin=_MARGIN,
        inner_width=PREVIEW_WIDTH - 2 * _MARGIN,
        inner_height=PREVIEW_HEIGHT - 2 * _MARGIN,
        box=board[1],
        board=board[2],
    )
    return bytes(resvg_py.svg_to_bytes(svg_string=text, width=PREVIEW_WIDTH, skip_system_fonts=True))


def picture_of(
    variant: Variant, piles: Mapping[str, Pile], *, moved_to: str = "", moved_cards: int = 0
) -> str:
    """Return a position with all piles in view. The last `moved_cards` of the pile `moved_to` are marked."""
    covers = cover_places(variant.rules.columns.covered_by if variant.rules.columns else ())
    rows = [_across(row, covers) for row in board_rows(variant.rules) if any(row)]
    width = max(map(_length, rows)) + 2 * GROUP_GAP
    drawn: list[str] = []
    y = float(GROUP_GAP)
    for row in rows:
        margin = (width - _length(row)) / 2
        lowest = 0
        for name, x, down in row:
            pile = piles[name]
            marked_from = len(pile.cards) - (moved_cards if name == moved_to else 0)
            drawn += _pile(name, pile, margin + x, y + down, marked_from)
            fanned = _depth(len(pile.cards), pile.face_down) if name[0] == "T" else 0
            lowest = max(lowest, fanned + down)
        y += HEIGHT + lowest + GAP * 2
    return _PAGE.format(width=width, height=y + GAP, title=escape(variant.title), piles="\n".join(drawn))


def _across(row: list[list[str]], covers: Mapping[str, tuple[float, int]]) -> list[tuple[str, float, int]]:
    """Return the piles of a row with how far right and down they lie, those that lie on others after them."""
    laid = []
    left = 0.0
    for group in row:
        for name in sorted(group, key=lambda pile: covers.get(pile, (0, 0))[1]):
            x, step = covers.get(name, (0, 0))
            laid.append((name, left + x * (WIDTH + GAP), step * COVER_STEP))
            left += 0 if name in covers else WIDTH + GAP
        left += GROUP_GAP
    return laid


def _length(row: list[tuple[str, float, int]]) -> float:
    return max(x for _, x, _ in row) + WIDTH


def _depth(cards: int, face_down: int) -> int:
    """Return how far the last card of a column lies below the first."""
    return sum(FAN[place < face_down] for place in range(cards - 1))


def _pile(name: str, pile: Pile, x: float, y: float, marked_from: int) -> Iterator[str]:
    cards, face_down = pile.cards, pile.face_down
    box = f'x="{x:.1f}" width="{WIDTH}" height="{HEIGHT}" rx="4"'
    if not cards:
        yield f'<rect class="place" y="{y:.1f}" {box}/>'
    first = 0 if name[0] == "T" else max(0, len(cards) - 1)
    for place in range(first, len(cards)):
        top = y + (_depth(place + 1, face_down) if name[0] == "T" else 0)
        is_down = place < face_down or name == "S"
        look = "back" if is_down else "card moved" if place >= marked_from else "card"
        yield f'<rect class="{look}" y="{top:.1f}" {box}/>'
        if not is_down:
            rank, suit = cards[place][0], cards[place][1]
            colour = ' class="red"' if suit in "DH" else ""
            sign = f"{'10' if rank == 'T' else rank}{_SIGNS[suit]}"
            yield f'<text{colour} x="{x + 3:.1f}" y="{top + 12:.1f}">{sign}</text>'
