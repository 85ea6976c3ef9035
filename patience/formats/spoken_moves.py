"""Moves in words, a line each, as many programs print them: ``Move 2 cards from column 3 to column 5``.

A line may have a number, names the card or the pile that gives it, and then where it goes: a pile, an empty
one, a foundation, or the card that it is put on. In games of pairs it names one or two cards that leave, as
in ``Remove 5H and 8D``. Piles are counted from 1, or from 0 in a text that has a
pile 0. Lines before the first move and after the last one are not read, unless they begin as a move does.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from patience.cards import symbol
from patience.cards.notation import ANY_FOUNDATION
from patience.formats.board_lines import card_reader, is_board_line
from patience.formats.move_wordings import COLUMNS, Wordings, is_bare, parts_of
from patience.formats.pile_moves import PileMove, played
from patience.formats.plain_text import BEFORE_LINE, bare_line
from patience.formats.position_logs import ForeignLogError
from patience.formats.work import UNCOUNTED, Work
from patience.play.position import Position

_SUITS: Final = "CDHS♣♦♥♠♡♢♤♧"
_CARD: Final = rf"(?:(?:1[0-3]|[1-9AJQKT])[{_SUITS}]\ufe0f?|[CDHS](?:1[0-3]|[0-9AJQKT]))(?!\w)"
_KINDS: Final = {
    **dict.fromkeys(tuple(COLUMNS.split("|")), "T"),
    **dict.fromkeys(("freecell", "cell", "reserve"), "R"),
    **dict.fromkeys(("foundation", "homecell", "home"), "F"),
    **dict.fromkeys(("waste", "discard", "talon"), "W"),
}
"""By word: the letter of a kind of pile."""
_ORDERED: Final = {"newstack": "T", "source": "T", "lane": "T", "free": "R", "sort": "F"}
"""By order of some programs: the letter of the kind of pile to which a card goes."""


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
    rf"(?:{_place('onto')}|(?P<onto>{_CARD}))(?:\s+(?:{_CARD}|empty|[{_SUITS}]|clubs|diamonds|hearts|spades))?"
    r"\s*(?::\s*(?P<cards>[0-9]{1,2})\s+cards?|\([^()]{1,40}\))?[.,;]?",
    re.IGNORECASE,
)
_ORDER: Final = re.compile(
    rf"(?P<place>free\s?cell|foundation|new\s?stack|source|stack|free|sort|lane|build)\s+(?P<card>{_CARD})"
    rf"(?:\s+(?:on(?:to)?\s+)?(?P<onto>{_CARD}))?",
    re.IGNORECASE,
)
"""A move as some programs order it: where to, the card, and for a stack the card that it goes onto."""
_LEAVING: Final = re.compile(
    rf"(?:remove|match|pair|discard|eliminate)[ds]?:?\s+(?:the\s+)?[\[(]?(?P<card>{_CARD})"
    rf"(?:(?:\s*(?:,|&|\+|-|\band\b|\bwith\b|\bto\b)\s*|\s+)(?:the\s+)?(?P<other>{_CARD}))?[\])]?(?:\s*\([^()]{{0,80}}\))?[.]?",
    re.IGNORECASE,
)
"""Cards that leave a game of pairs, or go to the waste of a game like Golf, perhaps with their places."""
_STOCK: Final = r"(?:the )?(?:stock|deck|stockpile|talon)"
_SOME: Final = r"(?:(?:an?|the|next|[0-9]) ){0,2}(?:cards?|stock)"
_TO: Final = "(?:to|->|=>|→)"
_ACTIONS: Final = {
    action: re.compile(f"(?:{words})[.]?", re.IGNORECASE)
    for action, words in {
        "turn": rf"draw {_SOME} from {_STOCK} or recycle (?:the )?waste",
        "deal": rf"deal(?:ing)?(?: (?:(?:the )?(?:cards|next row)|(?:an? )?row))?(?: from {_STOCK})?"
        r"|deal(?:ing)? (?:one|1|a) card (?:on)?to (?:each|every|all) (?:column|tableau)s?",
        "draw": rf"(?:draw|deal|(?:flip|turn|turn over)(?= {_SOME}))(?: {_SOME})?(?: from {_STOCK})?"
        rf"(?: (?:on)?to (?:the )?waste)?|(?:move )?(?:{_SOME} )?(?:from )?stock {_TO} waste",
        "redeal": rf"(?:redeal|recycle|reset|restock)(?: (?:the )?waste| {_STOCK})?"
        rf"(?: (?:in)?to {_STOCK}| from (?:the )?waste)?"
        rf"|(?:turn over|flip|return) (?:the )?waste(?: (?:in)?to {_STOCK})?"
        rf"|(?:move )?(?:cards? )?(?:from )?waste {_TO} stock",
    }.items()
}
"""By action of the stock: what programs write for it."""
_TURNED_UP: Final = re.compile(
    r"(?:flip|turn|reveal|expose|uncover)(?:ed|s|ing)?(?: up| over)?(?: (?:the |a )?card)?(?: (?:on|from))?"
    r" (?:the )?(?:column|cascade|stack|tableau|pile) (?P<number>[0-9]{1,2})(?: face up)?[.]?",
    re.IGNORECASE,
)
"""A card that the player turns up by a move of its own."""
_LIKE_A_MOVE: Final = re.compile(r"\b(?:auto-?)?moved?\s+\S|=>|->|→", re.IGNORECASE)
_BEGINNING: Final = re.compile(
    rf"^[ \t]{{0,8}}{BEFORE_LINE.pattern}(?:(?:auto-?\s?)?(?:moved?|put|play)\s[^\n#|]{{1,60}}"
    rf"\s(?:to|on|onto|=>|->|→)\s|(?:freecell|foundation|source|(?:new)?stack|free|sort|lane|build) {_CARD})",
    re.IGNORECASE | re.MULTILINE,
)
_PILE_ZERO: Final = re.compile(
    rf"(?:{COLUMNS}|cell)s?\s*[#\[(:_-]?\s*0\b|(?<!\w)(?:T|P|FC|C(?=0\s*(?:->|=>|→)))0\b"
    r"|\bfrom\s+0\b|(?:->|=>|→)\s*C?0\b",
    re.IGNORECASE,
)
_OTHERWISE: Final = re.compile(
    r"->|=>|→|▸|\b(?:to|onto|on|into|in|waste|stock|stockpile|column|tableau|cascade|pile)\b|\b(?:FC|[TPRC][0-9])"
    r"|^(?:move|mv|m):?\s|^[0-9]{1,2}>[0-9]|^(?:remove|match|pair|discard|eliminate)",
    re.IGNORECASE,
)
"""What a line has that may be a move in another wording."""
_LONGEST_LINE: Final = 200
_FIRST: Final = 10_000
"""Characters of a text by which it is found to have moves in other wordings."""


def is_in_words(text: str) -> bool:
    """Return whether a line of a text begins as a move in words."""
    if _BEGINNING.search(text):
        return True
    return any(
        move and not is_bare(line)
        for _, line, move in _lines(text[:_FIRST], UNCOUNTED)
        if _OTHERWISE.search(line)
    )


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


_Line = tuple[str, PileMove | None]


def _lines(text: str, work: Work, first: int = 1) -> Iterator[tuple[int, str, PileMove | None]]:
    """Yield each line with its number, without the number of its move, and its move if it has one.

    A line that has several moves and nothing else is yielded for each.
    """
    read, wordings = card_reader(text), Wordings(text)
    base = 0 if _PILE_ZERO.search(text) else first

    def read_line(part: str) -> _Line:
        work.step()
        line = bare_line(part)
        if len(line) > _LONGEST_LINE:
            return line, None
        if not _OTHERWISE.search(line):
            return line, _move(line, read, base)
        named = wordings.named(line)
        move = _move(named, read, base) or _move(wordings.usual(named), read, base)
        return line, move and move._replace(text=line)

    for number, whole in enumerate(text.split("\n"), start=1):
        for part in whole.split(";"):
            found = read_line(part)
            several = _several(found[0], read_line) if not found[1] and _OTHERWISE.search(part) else []
            yield from ((number, *each) for each in several or [found])


def _several(line: str, read_line: Callable[[str], _Line]) -> list[_Line]:
    """Return the moves of a line; none if a part of it is not one."""
    moves = []
    for part in filter(str.strip, parts_of(line)):
        moves.append(read_line(part))
        if not moves[-1][1]:
            return []
    return moves


def _move(line: str, read: Callable[[str], str], base: int) -> PileMove | None:
    """Return the move of a line; None if it has none."""
    for action, pattern in _ACTIONS.items():
        if pattern.fullmatch(line):
            return PileMove(line, action)
    if found := _TURNED_UP.fullmatch(line):
        pile = _pile("column", found["number"], base)
        return PileMove(line, pile, pile)
    if found := _LEAVING.fullmatch(line):
        other = found["other"]
        return PileMove(line, f"={read(found['card'])}", f"={read(other)}" if other else ANY_FOUNDATION)
    if found := _ORDER.fullmatch(line):
        place, onto = found["place"].lower().replace(" ", ""), f"={read(found['onto'] or '')}"
        target = onto if place in ("stack", "build") else _ORDERED.get(place) or _KINDS[place]
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
        if position.tables.rules.pairs:
            piles = [move.source] if move.token.target[:1] == "F" else [move.source, move.target]
            tops = [symbol(card) for pile in piles for card in position.cards(pile)[-1:]]
            lines.append(f"Remove {' and '.join(tops)}")
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
