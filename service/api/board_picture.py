"""Pictures of boards for programs that show one beside a link: they take PNG alone."""

import re
from typing import Final

import resvg_py

from patience import Game

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
