"""What fc-solve and black-hole-solve print: a move a line, spoken or in standard notation, and tables."""

import re
from collections.abc import Iterator
from typing import Final

from patience.cards import RANKS
from patience.cards.notation import ANY_FOUNDATION
from patience.formats.freecell_notation import standard_move
from patience.formats.pile_moves import PileMove
from patience.formats.position_logs import ForeignLogError
from patience.formats.work import Work

_BEGINNING: Final = re.compile(r"^(?:Move|Foundations:|-=|Solved!)", re.MULTILINE)
_PRINTED: Final = re.compile(r"Move: ([1-9a-g][1-9a-h](?:v[0-9a-f]{1,2})?)")
_SPOKEN: Final = re.compile(
    r"Move (a card|[0-9]{1,2} cards) from (stack|freecell) ([0-9]{1,2}) "
    r"to (?:(stack|freecell) ([0-9]{1,2})|the foundations)"
)
_SEQUENCE: Final = re.compile(r"Move the sequence on top of Stack ([0-9]{1,2}) to the foundations")
_TABLE: Final = re.compile(
    r"(?:-=)+-?|=+|Foundations:(?: [HCDS]-[0-9AJQKT]{1,2})+|Freecells:(?: +(?:(?:10|[2-9AJQKT])[CDHS]|-))*"
    r"|:(?: (?:10|[2-9AJQKT])[CDHS])*|Depth: [0-9]+|Stored-States: [0-9]+|Scanned-States: [0-9]+"
    r"|Solved!|Info: Card moved is (?:10|[2-9AJQKT])[CDHS]"
    r"|This game is solveable\.|Total number of states checked is [0-9]+\."
    r"|This scan generated [0-9]+ states\.|"
)
"""What fc-solve prints beside moves: the table after each of them, and what the search took."""


def is_by_fc_solve(text: str) -> bool:
    """Return whether a text has a line as fc-solve prints it."""
    return _BEGINNING.search(text) is not None


def moves_of_fc_solve(text: str, work: Work) -> Iterator[PileMove]:
    """Yield the moves of a text. Raises ForeignLogError for a line that fc-solve does not print."""
    for number, line in enumerate(map(str.rstrip, text.split("\n")), start=1):
        work.step()
        if found := _PRINTED.fullmatch(line):
            yield standard_move(found[1])
        elif found := _SPOKEN.fullmatch(line):
            yield _spoken(found)
        elif found := _SEQUENCE.fullmatch(line):
            yield PileMove(line, _pile("stack", found[1]), ANY_FOUNDATION, len(RANKS))
        elif not _TABLE.fullmatch(line):
            raise ForeignLogError(f"Line {number}, {ascii(line)[:60]}, is not a line that fc-solve prints.")


def _spoken(found: re.Match[str]) -> PileMove:
    cards, kind, source, target_kind, target = found.groups()
    count = 1 if cards == "a card" else int(cards.split()[0])
    onto = _pile(target_kind, target) if target_kind else ANY_FOUNDATION
    return PileMove(found[0], _pile(kind, source), onto, count)


def _pile(kind: str, number: str) -> str:
    return f"{'T' if kind == 'stack' else 'R'}{int(number) + 1}"
