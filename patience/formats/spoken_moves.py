"""Moves in words, a line each, as many programs print them: ``Move 2 cards from column 3 to column 5``.

A line may have a number, names the card or the pile that gives it, and then where it goes: a pile, an empty
one, a foundation, or the card that it is put on. Piles are counted from 1, or from 0 in a text that has a
pile 0. Lines before the first move and after the last one are not read, unless they begin as a move does.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from patience.cards import symbol
from patience.formats.board_lines import card_reader, is_board_line
from patience.formats.pile_moves import PileMove, played
from patience.formats.plain_text import BEFORE_LINE, bare_line
from patience.formats.position_logs import ForeignLogError
from patience.formats.work import UNCOUNTED, Work
from patience.play.position import Position

_SUITS: Final = "CDHS♣♦♥♠♡♢♤♧"
_CARD: Final = rf"(?:(?:1[0-3]|[1-9AJQKT])[{_SUITS}]\ufe0f?|[CDHS](?:1[0-3]|[0-9AJQKT]))(?!\w)"
_KINDS: Final = {
    **dict.fromkeys(("column", "cascade", "stack", "tableau", "pile", "lane"), "T"),
    **dict.fromkeys(("freecell", "cell", "reserve"), "R"),
    **dict.fromkeys(("foundation", "homecell", "home"), "F"),
    **dict.fromkeys(("waste", "discard", "talon"), "W"),
}
"""By word: the letter of a kind of pile."""


def _place(name: str) -> str:
    """Return the pattern of a place, whose groups begin with a name."""
    return (
        rf"(?:the\s+)?(?:(?:[{_SUITS}]|clubs?|diamonds?|hearts?|spades?)\s+)?"
        rf"(?P<{name}kind>free\s?cell|home\s?cell|{'|'.join(_KINDS)})s?(?:\s+pile)?"
        rf"(?:\s*#?(?P<{name}number>[0-9]{{1,2}}|(?<= )[A-H])(?![0-9A-Z{_SUITS}]))?"
    )


_MOVE: Final = re.compile(
    r"(?:(?:auto-?\s?)?(?:move|play|put|place)[ds]?\s+)?"
    rf"(?:(?P<count>[0-9]{{1,2}})\s+cards?\s*(?:\(\s*(?P<first>{_CARD})[^()]{{0,60}}\))?\s+|(?P<single>(?:an?\s+|the\s+)?card)\s+)?"
    rf"(?:(?:the\s+)?(?P<card>{_CARD}):?\s+)?(?:(?:from\s+)?{_place('from')}\s+)?(?:(?P<top>{_CARD})\s+)?"
    r"(?:goes\s+)?(?:to|onto|on|into|=>|->|→)\s+(?:an?\s+)?(?:(?:the\s+)?empty\s+)?"
    rf"(?:{_place('onto')}|(?P<onto>{_CARD}))(?:\s+(?:{_CARD}|empty))?"
    r"\s*(?::\s*(?P<cards>[0-9]{1,2})\s+cards?|\([^()]{1,40}\))?[.,;]?",
    re.IGNORECASE,
)
_ORDER: Final = re.compile(
    rf"(?P<place>free\s?cell|foundation|new\s?stack|source|stack)\s+(?P<card>{_CARD})(?:\s+(?P<onto>{_CARD}))?",
    re.IGNORECASE,
)
"""A move as some programs order it: where to, the card, and for a stack the card that it goes onto."""
_ACTIONS: Final = {
    action: re.compile(f"(?:{words})[.]?", re.IGNORECASE)
    for action, words in {
        "deal": r"deal(?: (?:(?:the )?(?:cards|next row)|(?:an? )?row))?",
        "draw": r"(?:draw|deal)(?: (?:an? |the |[0-9] )?(?:cards?|stock)(?: from (?:the )?stock)?)?"
        r"|(?:move )?(?:cards? )?(?:from )?stock (?:to|->|=>|→) waste",
        "redeal": r"(?:redeal|recycle|reset)(?: (?:the )?(?:waste|stock|talon|deck))?"
        r"|(?:move )?(?:from )?waste (?:to|->|=>|→) stock",
    }.items()
}
"""By action of the stock: what programs write for it."""
_LIKE_A_MOVE: Final = re.compile(r"\b(?:auto-?)?moved?\s+\S|=>|->|→", re.IGNORECASE)
_BEGINNING: Final = re.compile(
    rf"^[ \t]{{0,8}}{BEFORE_LINE.pattern}(?:(?:auto-?\s?)?(?:moved?|put|play)\s[^\n#|]{{1,60}}"
    rf"\s(?:to|on|onto|=>|->|→)\s|(?:freecell|foundation|source|(?:new)?stack) {_CARD})",
    re.IGNORECASE | re.MULTILINE,
)
_PILE_ZERO: Final = re.compile(r"(?:column|cascade|stack|tableau|pile|lane|cell)\s*#?0\b", re.IGNORECASE)
_LONGEST_LINE: Final = 200


def is_in_words(text: str) -> bool:
    """Return whether a line of a text begins as a move in words."""
    return _BEGINNING.search(text) is not None


def moves_of_words(text: str, work: Work, first: int = 1) -> Iterator[PileMove]:
    """Yield the moves of a text whose piles are counted from a first number, or from 0 if it has a pile 0.

    Raises ForeignLogError for a line among them that is not a move.
    """
    has_begun, between = False, ""
    for number, line, move in _lines(text, work, first):
        if move and not between:
            has_begun = True
            yield move
        elif move or _LIKE_A_MOVE.search(line):
            raise ForeignLogError(
                f"{between or _named(number, line)}, is not a move in words, such as "
                "Move 2 cards from column 3 to column 5."
            )
        elif line and has_begun:
            between = between or _named(number, line)


def table_before_words(text: str, work: Work) -> str:
    """Return the first board that a text prints before its first move; empty if there is none."""
    read = card_reader(text)
    board: list[str] = []
    for _, line, move in _lines(text, work):
        is_of_board = not move and is_board_line(line, read)
        if move or (board and line and not is_of_board):
            break
        if is_of_board:
            board.append(line)
    return "\n".join(board)


def _named(number: int, line: str) -> str:
    return f"Line {number}, {ascii(line)[:60]}"


def _lines(text: str, work: Work, first: int = 1) -> Iterator[tuple[int, str, PileMove | None]]:
    """Yield each line with its number, without the number of its move, and its move if it has one."""
    read = card_reader(text)
    base = 0 if _PILE_ZERO.search(text) else first
    for number, whole in enumerate(text.split("\n"), start=1):
        work.step()
        for part in whole.split(";"):
            line = bare_line(part)
            yield number, line, _move(line, read, base) if len(line) <= _LONGEST_LINE else None


def _move(line: str, read: Callable[[str], str], base: int) -> PileMove | None:
    """Return the move of a line; None if it has none."""
    for action, pattern in _ACTIONS.items():
        if pattern.fullmatch(line):
            return PileMove(line, action)
    if found := _ORDER.fullmatch(line):
        place, onto = found["place"].lower().replace(" ", ""), f"={read(found['onto'] or '')}"
        target = {"stack": onto, "newstack": "T", "source": "T"}.get(place) or _KINDS[place]
        return PileMove(line, f"={read(found['card'])}", target)
    found = _MOVE.fullmatch(line)
    if not found:
        return None
    head = read(found["card"] or found["top"] or found["first"] or "")
    source = _pile(found["fromkind"], found["fromnumber"], base) if found["fromkind"] else ""
    source = source if len(source) > 1 or source in ("F", "W") else f"={head}"
    target = (
        f"={read(found['onto'])}" if found["onto"] else _pile(found["ontokind"], found["ontonumber"], base)
    )
    count = found["count"] or found["cards"] or (found["single"] and "1")
    return PileMove(line, source, target, int(count) if count else None, head) if source != "=" else None


def _pile(kind: str, number: str | None, base: int) -> str:
    """Return a pile by its word; its letter alone is any of its kind."""
    letter = _KINDS[kind.lower().replace(" ", "")]
    if not number or letter not in "TR":
        return letter
    return f"{letter}{int(number) + 1 - base if number.isdigit() else ord(number.upper()) - ord('@')}"


def to_words(tokens: Sequence[str], opening: Position, work: Work = UNCOUNTED) -> str:
    """Return the moves of a game in words. Raises ForeignLogError."""
    lines = []
    for number, position, move in played(tokens, opening, work):
        if move.action in _ACTIONS:
            lines.append(move.action.capitalize())
            continue
        source, target = _words(move.token.source), _words(move.token.target)
        if not (source and target):
            raise ForeignLogError(f"Move {number}, {move.text}, cannot be said in these words.")
        cards = f"{move.count} cards" if move.count > 1 else symbol(position.cards(move.source)[-1])
        lines.append(f"Move {cards} from {source} to {target}")
    return "".join(f"{number}. {line}\n" for number, line in enumerate(lines, start=1))


def _words(pile: str) -> str:
    """Return a pile in words; empty if it has none."""
    words = {"T": f"column {pile[1:]}", "R": f"cell {pile[1:]}", "F": "the foundations", "W": "the waste"}
    return words.get(pile[:1], "")
