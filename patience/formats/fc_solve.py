"""What fc-solve and black-hole-solve print: a move a line, spoken or in standard notation, and tables."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from patience.cards import CODES, RANKS
from patience.cards.notation import ANY_FOUNDATION
from patience.compilation.compiled_rules import Move
from patience.formats.freecell_notation import standard_move
from patience.formats.pile_moves import CARD, PileMove, played
from patience.formats.plain_text import lines_in
from patience.formats.position_logs import ForeignLogError
from patience.formats.work import UNCOUNTED, Work
from patience.play.position import Position

_BEGINNING: Final = re.compile(
    r"^[ \t]{0,8}(?:Move: |Move (?:a card|[0-9]{1,2} cards) from (?:stack|freecell) |Move the sequence"
    r"|Foundations: H-|-=)",
    re.MULTILINE,
)
_PRINTED: Final = re.compile(r"Move: ([1-9a-g][1-9a-h](?:v[0-9a-f]{1,2})?)", re.IGNORECASE)
_SPOKEN: Final = re.compile(
    r"Move (a card|[0-9]{1,2} cards?) from (stack|freecell) ([0-9]{1,2}) "
    r"to (?:(stack|freecell) ([0-9]{1,2})|the foundations)",
    re.IGNORECASE,
)
_SEQUENCE: Final = re.compile(
    r"Move the sequence on top of Stack ([0-9]{1,2}) to the foundations", re.IGNORECASE
)
_TABLE: Final = re.compile(
    r"(?:-=)+-?|=+|Foundations:(?: [HCDS]-[0-9AJQKT]{1,2})+|Freecells:(?: +(?:(?:10|[2-9AJQKT])[CDHS]|-))*"
    r"|(?:Foundations|Talon)?:(?: (?:10|[2-9AJQKT])[CDHS])*|Foundations: -"
    r"|\[(?:START|END) BOARD\]|-+|Depth: [0-9]+|Stored-States: [0-9]+|Scanned-States: [0-9]+"
    r"|Solved!|Iteration: [0-9]+|\[= (?:Starting|END of) file .{1,200} =\]"
    r"|This game is solveable\.?|Total number of states checked is [0-9]+\.?"
    r"|This scan generated [0-9]+ states\.?|"
)
"""What both print beside moves: the table after each of them, and what the search took."""
_MOVED: Final = re.compile(f"Info: Card moved is ({CARD})")
_TALON: Final = "Deal talon"
_KINDS: Final = {"T": "stack", "R": "freecell"}
_BLACK_HOLE: Final = "{line}\n\nInfo: Card moved is {card}\n\n\n====================\n\n"


def is_by_fc_solve(text: str) -> bool:
    """Return whether a text has a line as fc-solve prints it."""
    return _BEGINNING.search(text) is not None


def is_by_black_hole_solver(text: str) -> bool:
    """Return whether a text names the card that moved as black-hole-solve does."""
    return _MOVED.search(text) is not None


def moves_of_fc_solve(text: str, work: Work) -> Iterator[PileMove]:
    """Yield the moves of a text. Raises ForeignLogError for a line that fc-solve does not print."""
    last: PileMove | None = None
    for number, line in lines_in(text, _is_printed, work):
        if found := _MOVED.fullmatch(line):
            last = last and last._replace(head=found[1])
        elif move := _move(line):
            if last:
                yield last
            last = move
        elif not _TABLE.fullmatch(line):
            raise ForeignLogError(f"Line {number}, {ascii(line)[:60]}, is not a line that fc-solve prints.")
    if last:
        yield last


def _is_printed(line: str) -> bool:
    return bool(_MOVED.fullmatch(line) or _move(line) or _TABLE.fullmatch(line))


def _move(line: str) -> PileMove | None:
    """Return the move of a line; None if it is not a move."""
    if found := _PRINTED.fullmatch(line):
        return standard_move(found[1].lower())
    if found := _SPOKEN.fullmatch(line):
        return _spoken(found)
    if found := _SEQUENCE.fullmatch(line):
        return PileMove(line, _pile("stack", found[1]), ANY_FOUNDATION, len(RANKS))
    return PileMove(line, "draw") if line == _TALON else None


def _spoken(found: re.Match[str]) -> PileMove:
    cards, kind, source, target_kind, target = found.groups()
    count = 1 if cards.lower() == "a card" else int(cards.split()[0])
    onto = _pile(target_kind, target) if target_kind else ANY_FOUNDATION
    return PileMove(found[0], _pile(kind, source), onto, count)


def _pile(kind: str, number: str) -> str:
    return f"{'T' if kind.lower() == 'stack' else 'R'}{int(number) + 1}"


def to_fc_solve(tokens: Sequence[str], opening: Position, work: Work = UNCOUNTED) -> str:
    """Return a game as fc-solve prints its moves. Raises ForeignLogError."""
    return "".join(f"{_line(number, move)}\n" for number, _, move in played(tokens, opening, work))


def to_black_hole_solver(tokens: Sequence[str], opening: Position, work: Work = UNCOUNTED) -> str:
    """Return a game as black-hole-solve prints it, each card with its name. Raises ForeignLogError."""
    tables = opening.tables
    lines = ["Solved!\n"]
    for number, position, move in played(tokens, opening, work):
        source, home = tables.stock if move.action else move.source, move.token.target
        line = _TALON if move.action == "draw" else _line(number, move, is_home=home in ("W", "F", "F1"))
        lines.append(_BLACK_HOLE.format(line=line, card=CODES[position.cards(source)[-1]]))
    return "".join(lines)


def _line(number: int, move: Move, *, is_home: bool = False) -> str:
    """Return a move in words. Raises ForeignLogError if fc-solve has none for it."""
    source, target = move.token.source, move.token.target
    kind, onto = _KINDS.get(source[:1]), _KINDS.get(target[:1])
    is_home = is_home or target[:1] == "F"
    if not kind or not (onto or is_home) or source == target:
        raise ForeignLogError(f"Move {number}, {move.text}: fc-solve prints no such move.")
    if is_home and move.count == len(RANKS):
        return f"Move the sequence on top of Stack {int(source[1:]) - 1} to the foundations"
    cards = f"{move.count} cards" if kind == onto == "stack" else "a card"
    place = "the foundations" if is_home else f"{onto} {int(target[1:]) - 1}"
    return f"Move {cards} from {kind} {int(source[1:]) - 1} to {place}"
