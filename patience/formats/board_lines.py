"""Boards in lines of cards, as solvers print them and people post them.

A line is a column from its bottom, perhaps with a label (``:``, ``cascade:``, ``<0>``), or a row over all
columns, or the whole pack in the order of dealing. Lines of cells, foundations and a talon have labels. A
whole pack in the shape of the opening is dealt, so cards lie face down where the game deals them so.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from patience.cards import CARDS, RANKS
from patience.cards.mistakes import usual_cards
from patience.compilation.compiled_rules import CompiledRules
from patience.formats.pile_moves import is_open
from patience.formats.plain_text import in_lines
from patience.formats.position_logs import ForeignLogError
from patience.play.board import Board, board_of
from patience.play.dealing import deal_deck

_ANYWHERE: Final = re.compile(r"[CDHS](?:1[0-3]|[0-9AJQKT])|(?:1[0-3]|[0-9AJQKT])[CDHS]")
_NUMBERS: Final = {"0": "T", "10": "T", "11": "J", "12": "Q", "13": "K"}
_FROM_ZERO: Final = re.compile(r"(?<![0-9A-Z])[CDHS]0(?![0-9])")
"""An Ace of programs that count ranks from 0, the suit first."""
_ACE, _TEN = (
    re.compile(rf"[{rank}][CDHS](?:(?![A-Z])|(?=[AJQKT][CDHS]))|(?<![A-Z0-9])[CDHS][{rank}](?![0-9A-Z])")
    for rank in ("A", "0T")
)
_OUTLINES: Final = str.maketrans("♡♢♤♧", "HDSC")

_LABEL: Final = re.compile(
    r"(foundations?|founds|home ?cells?|free ?cells|fc|cells|talon|stock)\s*:"
    r"|(?:(?:cascade|column|stack|tableau|pile|lane|[tcl])\s*#?)?(?:[0-9]{1,2}\s*)?:|[0-9]{1,2}[.)](?=\s)|<[0-9]{1,2}>",
    re.IGNORECASE,
)
_LABELS: Final = re.compile(r"\s+(?=(?:Foundations|Freecells|Talon)?:\s)")
"""What is before each label of fc-solve but the first, in a board of one line."""
_HEADING: Final = re.compile(
    r"[-=# ]*+(?:(?:columns|tableau|cascades)\s*:|[a-z ]*board[a-z ]*:?)?[-=# ]*"
    r"|(?:[a-z0-9♣♦♥♠♧♢♡♤_|]\s+){2,}[a-z0-9♣♦♥♠♧♢♡♤_|]\s*",
    re.IGNORECASE,
)
_HEIGHT: Final = re.compile("([CDHS])-(0|A|[2-9]|10|[TJQK])")
_PRINTED_CELLS: Final = re.compile("Freecells:((?:  [A2-9TJQK][CDHS]| 10[CDHS]|    )+)")
_BETWEEN: Final = str.maketrans(",;|[](){}<>=\"'*", " " * 15)
_EMPTY: Final = re.compile("[-_.*]{1,3}|xx", re.IGNORECASE)
"""The sign for no card."""
_RUN: Final = re.compile("(?:[A1-9TJQK][CDHS]){2,}")
_REMARK: Final = re.compile("#.*|//.*|^[ \t]*;.*")
_LONGEST_LINE: Final = 1_000
"""Characters of a line that may be of a board: four packs have 832 with spaces."""
_FOUR: Final = re.compile(".{4}")


def card_reader(text: str) -> Callable[[str], str]:
    """Return what reads a card of a text; it returns an empty text for what is not a card.

    Programs write ``TH``, ``10h``, ``10♡``, ``H10``, or ``H9`` where they count ranks from 0. ``1H`` is an
    Ace, but in a text that has Aces with an A and no ten, it is a ten.
    """
    cards = usual_cards(text.translate(_OUTLINES))
    is_from_zero = _FROM_ZERO.search(cards) is not None
    one = "T" if _ACE.search(cards) and not _TEN.search(cards) else "A"

    def read(word: str) -> str:
        code = usual_cards(word.translate(_OUTLINES)).replace("T", "10")
        if not _ANYWHERE.fullmatch(code):
            return ""
        rank, suit = (code[1:], code[0]) if code[0] in "CDHS" else (code[:-1], code[-1])
        if is_from_zero and rank.isdigit():
            rank = str(int(rank) + 1)
        card = f"{one if rank == '1' else _NUMBERS.get(rank, rank)}{suit}"
        return card if card in CARDS else ""

    return read


def is_board_line(line: str, read: Callable[[str], str]) -> bool:
    """Return whether a line has the cards of a pile or a row, or is a label or a heading of some."""
    if len(line) > _LONGEST_LINE:
        return False
    if line and "board" not in line.lower() and _HEADING.fullmatch(line):
        return True
    label = _LABEL.match(line)
    words = line[label.end() if label else 0 :].split()
    return bool(words or label) and all(word == "-" or read(word) or word[:1] == "0" for word in words)


def read_lines(text: str, tables: CompiledRules) -> Board:
    """Return the board of a game in lines of cards. Raises ForeignLogError."""
    piles, lines, numbers = _parts(text, tables)
    if not is_open(tables) and piles.keys() <= {"S"}:
        deck = _deck(list(filter(None, lines)), piles.get("S", [])[::-1], tables)
        if deck:
            return _dealt(deck, tables)
    if any(tables.covers) and any(len(line) > 1 for line in lines):
        raise ForeignLogError(
            f"A board of {tables.variant.id} in lines is the whole pack in the order of dealing, rows first."
        )
    columns = _columns(lines, tables)
    if len(columns) > len(tables.columns) and tables.columns:
        raise ForeignLogError(
            f"Line {numbers[len(tables.columns)]}: {tables.variant.id} has {len(tables.columns)} columns. "
            "The cards of another pile need its name before them, such as Talon:."
        )
    return Board(piles | columns)


def _parts(text: str, tables: CompiledRules) -> tuple[dict[str, list[str]], list[list[str]], list[int]]:
    """Return the piles of a board that have names, the cards of the other lines, and the numbers of these."""
    read = card_reader(text)
    piles: dict[str, list[str]] = {}
    lines: list[list[str]] = []
    labelled: list[bool] = []
    numbers: list[int] = []
    for number, whole in enumerate(_whole_lines(text).split("\n"), start=1):
        line = _REMARK.sub("", whole).rstrip()
        label = _LABEL.match(line.lstrip())
        rest = (line.lstrip()[label.end() :] if label else line).translate(_BETWEEN)
        kind = label[1].lower().replace(" ", "") if label and label[1] else ""
        has_cards = any(map(read, rest.split())) or _RUN.search(usual_cards(rest))
        is_heading = line and (_HEADING.fullmatch(line) or not (lines or piles or has_cards))
        if (not label and is_heading) or (whole and not line):
            continue
        if kind in ("foundation", "foundations", "founds", "homecell", "homecells"):
            piles |= dict(_foundations(number, rest.split(), tables, read))
        elif kind in ("talon", "stock"):
            piles["S"] = [_card(number, word, read) for word in reversed(rest.split())]
        elif kind:
            piles |= {
                f"R{place}": [_card(number, word.strip(), read)]
                for place, word in enumerate(_cells(line, rest.split()), 1)
                if word.strip(" -")
            }
        else:
            lines.append(list(_cards_of(number, rest, read)))
            labelled.append(label is not None)
            numbers += [number] if lines[-1] else []
    if any(labelled):
        lines = [line for line, has_label in zip(lines, labelled, strict=True) if line or has_label]
    return piles, lines, numbers


def _dealt(deck: list[str], tables: CompiledRules) -> Board:
    """Return the opening of a deck. Where a waste is not built on, other programs begin with an empty one."""
    board = board_of(deal_deck(tables, deck).opening)
    if "W" not in board.piles or "waste_takes" in tables.concepts:
        return board
    drawn = board.piles["W"][::-1]
    others = {name: cards for name, cards in board.piles.items() if name != "W"}
    return replace(board, piles={**others, "S": [*board.piles.get("S", ()), *drawn]})


def _deck(lines: list[list[str]], stock: list[str], tables: CompiledRules) -> list[str]:
    """Return the deck of a game that is given whole, in columns as it opens or else in the order of dealing.

    The cards of the stock come in the order in which they are drawn. Returns no card for anything else.
    """
    cards = [card for line in lines for card in line] + stock
    if Counter(cards) != tables.rules.copies:
        return []
    dealt = [slot.pile for slot in tables.layout]
    columns = dict(zip(tables.columns, lines, strict=False))
    others = [card for line in lines[len(columns) :] for card in line] + stock
    if any(dealt.count(pile) != len(columns.get(pile, ())) for pile in tables.columns):
        return cards if len(lines) != len(tables.columns) else []
    piles = {pile: iter(line) for pile, line in columns.items()}
    rest = iter(others)
    return [*(next(piles.get(pile, rest)) for pile in dealt), *rest]


def _whole_lines(text: str) -> str:
    """Return the lines of a board, which may be one line with separators or with a label for each pile."""
    text = in_lines(text.strip("\n"), "|", "/", ",")
    return _LABELS.sub("\n", text) if "\n" not in text else text


def _columns(lines: list[list[str]], tables: CompiledRules) -> dict[str, list[str]]:
    """Return the columns of lines; empty lines between others are columns if there is room for them.

    A whole pack has the columns of the opening, if a reading has them.
    """
    width = len(tables.columns)
    cards = [card for line in lines for card in line]
    dealt = [slot.pile for slot in tables.layout]
    opening = [dealt.count(column) for column in tables.columns]
    filled = [line for line in lines if line]
    rows = [cards[column::width] for column in range(width)]
    if any(len(line) != width for line in filled[:-1]):
        rows = []
    for columns in (lines, filled, rows):
        if len(cards) == tables.cards and list(map(len, columns)) == opening:
            return {f"T{number}": line for number, line in enumerate(columns, start=1)}
    lines = filled if len(lines) > width else lines
    row = len(lines[0]) if lines else 0
    are_rows = len(lines) != width and all(len(line) == row for line in lines[:-1])
    is_whole_pack = len(cards) == tables.cards and is_open(tables)
    if are_rows and (is_whole_pack or (row == width and len(lines) > 1)):
        lines = [cards[column::width] for column in range(width)]
    return {f"T{number}": line for number, line in enumerate(lines, start=1)}


def _cells(line: str, words: Sequence[str]) -> Sequence[str]:
    """Return the cells of a line: words, with ``-`` for an empty one, or as printed, four characters each."""
    printed = _PRINTED_CELLS.fullmatch(line)
    return _FOUR.findall(printed[1]) if printed else words


def _foundations(
    number: int, words: Sequence[str], tables: CompiledRules, read: Callable[[str], str]
) -> Iterator[tuple[str, list[str]]]:
    """Yield the foundations of a line: heights as ``H-3``, or their top cards."""
    if len(words) == 1 and len(tables.foundations) < 2 and read(words[0]):
        yield "F1" if tables.foundations else "W", [read(words[0])]
        return
    for word in words:
        if word == "-" or usual_cards(word.translate(_OUTLINES))[:1] == "0":
            continue
        found = _HEIGHT.fullmatch(usual_cards(word).replace("T", "10"))
        top = found[2] + found[1] if found else word
        if found and found[2] == "0":
            continue
        code = read(top)
        if not code:
            raise ForeignLogError(f"Line {number}: {ascii(word)[:40]} is not a foundation such as H-3.")
        height = RANKS.index(code[0]) + 1
        for pile, foundation in zip(tables.foundations, tables.rules.foundations, strict=True):
            if code[1] in foundation.suits:
                yield tables.names[pile], [f"{rank}{code[1]}" for rank in RANKS[:height]]
                break


def _cards_of(number: int, line: str, read: Callable[[str], str]) -> Iterator[str]:
    """Yield the cards of a line, which may have nothing between them."""
    for word in line.split():
        if not read(word) and _RUN.fullmatch(run := usual_cards(word)):
            yield from map(read, _ANYWHERE.findall(run))
        elif not _EMPTY.fullmatch(word):
            yield _card(number, word, read)


def _card(number: int, word: str, read: Callable[[str], str]) -> str:
    code = read(word)
    if not code:
        raise ForeignLogError(f"Line {number}: {ascii(word)[:40]} is not a card.")
    return code
