"""Solutions of dbm-fc-solver: ``Column 4 -> Freecell 1``, with the table before and after each move.

Its tables sort columns and cells anew after each move, so a move is read by the cards of the table before it:
the top card of its source and of its target. Cards that go to the foundations by themselves are left out.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from patience.cards import CODES
from patience.cards.notation import ANY_FOUNDATION
from patience.compilation.compiled_rules import Move
from patience.formats.autoplay import Autoplay
from patience.formats.foreign_boards import board_lines
from patience.formats.pile_moves import ANY_CELL, ANY_COLUMN, CARD, PileMove, played_with_rule
from patience.formats.position_logs import ForeignLogError
from patience.formats.work import UNCOUNTED, Work
from patience.play.position import Position

_MOVE: Final = re.compile(r"(Column|Freecell) ([0-9]) -> (Column|Freecell|Foundation) ([0-9])")
_COLUMN: Final = re.compile(rf":(?: {CARD})*")
_CELLS: Final = re.compile(rf"Freecells:(?:  {CARD}|    ){{0,8}} *")
_BEGUN: Final = "Foundations:"
_KINDS: Final = {"T": "Column", "R": "Freecell", "F": "Foundation"}
_SUITS: Final = "HCDS"


def is_by_dbm_solver(text: str) -> bool:
    """Return whether a text has a move of dbm-fc-solver."""
    return re.search(r"^(?:Column|Freecell) [0-9] -> ", text, re.MULTILINE) is not None


def moves_of_dbm_solver(text: str, work: Work) -> Iterator[PileMove]:
    """Yield the moves of a text, whose other lines are not read. Raises ForeignLogError."""
    columns: list[str] = []
    cells: list[str] = []
    for number, line in enumerate(map(str.rstrip, text.split("\n")), start=1):
        work.step()
        if line.startswith(_BEGUN):
            columns, cells = [], []
        elif _COLUMN.fullmatch(line) and len(columns) < 10:
            columns.append(line[-2:].strip(": "))
        elif _CELLS.fullmatch(line):
            cells = [line[at : at + 4].strip() for at in range(10, len(line), 4)]
        elif found := _MOVE.fullmatch(line):
            yield _move(number, found, {"Column": columns, "Freecell": cells})
        elif "->" in line:
            raise ForeignLogError(f"Line {number}, {ascii(line)[:60]}, is not a move of dbm-fc-solver.")


def _move(number: int, found: re.Match[str], tops: dict[str, list[str]]) -> PileMove:
    kind, source, onto, target = found.groups()
    card = "".join(tops[kind][int(source) :][:1])
    if not card:
        raise ForeignLogError(f"Line {number}, {found[0]}: the table before it has no card there.")
    if onto == "Foundation":
        return PileMove(found[0], f"={card}", ANY_FOUNDATION)
    if onto == "Freecell":
        return PileMove(found[0], f"={card}", ANY_CELL)
    below = "".join(tops[onto][int(target) :][:1])
    return PileMove(found[0], f"={card}", f"={below}" if below else ANY_COLUMN)


def to_dbm_solver(
    tokens: Sequence[str], opening: Position, work: Work = UNCOUNTED, autoplay: Autoplay = Autoplay.NONE
) -> str:
    """Return a game as dbm-fc-solver prints it, without the automatic moves of a rule.

    Raises ForeignLogError.
    """
    position, parts = opening, ["Success!\n"]
    for number, position, move, is_automatic in played_with_rule(tokens, opening, work, autoplay):
        if not is_automatic:
            parts.append(f"{_printed(position)}{_words(number, position, move)}\n")
    return "".join([*parts, _printed(position), "END\n"])


def _printed(position: Position) -> str:
    """Return the table before a move, or at the end."""
    piles = [position.cards(cell) for cell in position.tables.cells]
    cells = "".join(f"  {CODES[pile[-1]]}" if pile else "    " for pile in piles).rstrip()
    heights, columns = board_lines(position)
    lines = [heights, f"Freecells:{cells}", *columns]
    return "--------\n" + "".join(f"{line}\n" for line in lines) + "\n==\n"


def _words(number: int, position: Position, move: Move) -> str:
    source, target = move.token.source, move.token.target
    if source[:1] not in ("T", "R") or target[:1] not in _KINDS or source == target or move.count > 1:
        raise ForeignLogError(f"Move {number}, {move.text}: dbm-fc-solver prints moves of single cards only.")
    suit = CODES[position.cards(move.source)[-1]][1]
    place = _SUITS.index(suit) if target[0] == "F" else int(target[1:]) - 1
    return f"{_KINDS[source[0]]} {int(source[1:]) - 1} -> {_KINDS[target[0]]} {place}"
