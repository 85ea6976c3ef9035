"""Text as other programs write it and as people bring it, copied from pages, mails and chats.

A byte order mark, the line ends of any system, markup, and typographic spaces, dashes and digits are not
content. In a text of moves, neither are numbers of moves, remarks, headings and words about the result.
"""

import json
import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterable, Iterator
from html import unescape
from typing import Final

from patience.cards import RANKS
from patience.formats.work import Work

_LETTERS: Final[dict[int, str | None]] = {
    **{0xFF01 + at: chr(0x21 + at) for at in range(94)},
    **dict.fromkeys((0xA0, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000), " "),
    **dict.fromkeys((0x85, 0x2028, 0x2029), "\n"),
    **dict.fromkeys((0xAD, *range(0x200B, 0x2010), 0x2060, 0xFEFF), None),
    **dict.fromkeys((*range(0x2010, 0x2016), 0x2212), "-"),
    **dict.fromkeys(map(ord, "“”„«»"), '"'),
    **dict.fromkeys(map(ord, "‘’‚"), "'"),
    **dict.fromkeys(map(ord, "⇒➔➜➝➞⟶➡"), "→"),
    # Of the pictures of cards, that after the Jack is the Knight.
    **{
        0x1F0A0 + 16 * row + place: f"{rank}{suit} "
        for row, suit in enumerate("SHDC")
        for place, rank in zip((*range(1, 12), 13, 14), RANKS, strict=True)
    },
}
"""By character: the usual one that it stands for; None for those that cannot be seen."""

_MARKUP: Final = re.compile(
    r"&(?:#[0-9]{2,6}|#x[0-9a-f]{2,5}|[a-z]{2,10});|</?[a-z][a-z0-9]{0,9}(?:\s[^<>]{0,300})?/?>",
    re.IGNORECASE,
)
_NEW_LINE: Final = re.compile(r"<(?:br|/?p|/?div|/?pre|/li|/tr|/h[1-6])\b[^<>]{0,300}>", re.IGNORECASE)
_TAG: Final = re.compile(r"(</t[dh]>)|</?[a-z][^<>]{0,300}>", re.IGNORECASE)
_FACE_DOWN: Final = re.compile("<([AJQKT][CDHS])>")
"""A card that lies face down in a table; in a text that closes tags, it may be one."""
_QUOTED: Final = re.compile(
    r"^[ \t]{0,8}(?:>[ \t]?){1,8}|^[ \t]{0,8}(?:```|~~~)[a-z]{0,20}[ \t]*$", re.MULTILINE
)
"""Marks of a quotation in a mail, and fences of code."""

_RANK_NAMES: Final = "ace|two|three|four|five|six|seven|eight|nine|ten|jack|queen|king"
_WORDS: Final = dict(zip(_RANK_NAMES.split("|"), RANKS, strict=True))
_CARD_NAME: Final = re.compile(
    rf"\b({_RANK_NAMES}|10|[2-9AJQK]) of (club|diamond|heart|spade)s?\b", re.IGNORECASE
)

_IN_BRACKETS: Final = re.compile(r"\([^()\n]{1,200}\)|\{[^{}\n]{1,200}\}|\[[^\[\]\n]{1,200}\]")
_REMARK: Final = re.compile(
    r"#(?![0-9]{1,5}[.:)]?[ \t])[^\n]*|//[^\n]*|^[ \t]{0,8}(?:%|--|;)[^\n]*|/\*[^*]{0,300}\*/"
    r"|\b(?:move|step|turn)[ \t]+#?(?=[0-9])|\b[0-9]{1,5} (?:moves|steps)\b",
    re.IGNORECASE | re.MULTILINE,
)
_LONG_WORD: Final = re.compile("[A-Za-z]{3}")
_LABEL: Final = re.compile(r"[^:\n]{0,80}[A-Za-z]{3}[^:\n]{0,40}:(?=\s|$)")
_NO_WORD: Final = re.compile(r"[\s,;|/*•·\"'`(\[#→]+")
_AROUND: Final = ".:)]-=_~!"
_NUMBERED: Final = re.compile(r"([0-9]{1,5})([.):\]]{0,2})")
ANY_SUIT: Final = "CDHS♣♦♥♠"
"""The suits of a card as people write it, for regular expressions."""
BEFORE_LINE: Final = re.compile(
    r"[ \t\"'*•\[-]{0,20}(?:(?:(?:move|step|turn)[ \t]{0,8})?[(\[#]?[0-9]{1,5}[ \t]?[:.),\]][ \t]{0,8})?",
    re.IGNORECASE,
)
"""What comes before the move of a line: a bullet, and the number of the move."""
_NOT_PRINTED: Final = "".join(map(chr, range(33)))
_AFTER_LINE: Final = " \t.,;\"'"
_LIKE_A_MOVE: Final = re.compile(
    r"\bmoved?\s+\S|=>|->|→|▸|^[0-9]+\||\b(?:10|[A2-9TJQK])[CDHS]\b|[♣♦♥♠]", re.IGNORECASE
)
_BEFORE_MOVE: Final = re.compile(r"[ \t]+(?=move\b)", re.IGNORECASE)
_RESULTS: Final = frozenset(
    ("won", "win", "wins", "solved", "done", "end", "finished", "victory", "lost", "stuck")
)


def without_mark(data: bytes) -> bytes:
    """Return a text without the byte order mark that it may begin with."""
    return data.removeprefix(BOM_UTF8)


def text_of(data: bytes) -> str:
    """Return a text as ``plain`` does, in UTF-8, or as its mark says in UTF-16. Raises UnicodeDecodeError."""
    return plain(without_mark(data).decode("utf-16" if data[:2] in (BOM_UTF16_LE, BOM_UTF16_BE) else "utf-8"))


def plain(text: str) -> str:
    r"""Return a text in usual characters, without markup, its lines ended by ``\n``."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").strip("\x1a\ufeff")
    if "</" not in text:
        text = _FACE_DOWN.sub(r"\1", text)
    if _MARKUP.search(text):
        text = unescape(_TAG.sub(lambda tag: " " if tag[1] else "", _NEW_LINE.sub("\n", text)))
    if not text.isascii():
        text = text.translate(_LETTERS)
    if text[:1] == "[":
        text = "\n".join(_lines_of_list(text))
    text = in_lines(text, ";", "\\n")
    text = _CARD_NAME.sub(lambda card: f"{_WORDS.get(card[1].lower(), card[1])}{card[2][0].upper()}", text)
    return _QUOTED.sub("", text) if ">" in text or "```" in text or "~~~" in text else text


def in_lines(text: str, *separators: str) -> str:
    """Return a text that is one line with separators as lines, where more than a word is between some."""
    line = text.strip()
    for separator in separators:
        parts = [part.strip() for part in line.split(separator)] if "\n" not in line else []
        if len(parts) > 1 and any(" " in part for part in parts):
            return "\n".join(parts)
    return text


def _lines_of_list(text: str) -> list[str]:
    """Return the lines of a list in JSON or Python, which may be of lists; the text if it is not a list."""
    try:
        members = json.loads(text.replace("'", '"'))
    except (ValueError, RecursionError):
        return [text]
    return [" ".join(map(str, member)) if isinstance(member, list) else str(member) for member in members]


def moves_in(text: str, as_move: Callable[[str], object], work: Work) -> Iterator[str]:
    """Yield the words of a text of moves that are not its numbers, remarks, headings or result.

    A line of other words is a heading if it comes before all moves, and is left out after them. A word that
    is not a move is yielded where moves are expected: among them, or in a text that has none. ``as_move``
    returns something true for a move, as the match of a pattern.
    """

    def is_move(word: str) -> bool:
        return bool(as_move(word))

    numbers = _Numbers(is_move)
    has_begun, aside = False, list[str]()
    for line in _without_remarks(text, is_move).split("\n"):
        work.step()
        words = list(numbers.taken_off(_words(line, is_move)))
        if words and _is_prose(words, is_move):
            aside += words
            continue
        yield from aside if has_begun and words else ()
        aside = [] if words else aside
        has_begun = has_begun or bool(words)
        yield from words
    yield from () if has_begun else aside


def lines_in(text: str, is_expected: Callable[[str], object], work: Work) -> Iterator[tuple[int, str]]:
    """Yield the lines of a text of moves, a line each, that are not blank, remarks, headings or the end.

    A line has its number in the text, and lacks that of its move. A line that is not expected is yielded
    where it is like a move, among moves, and in a text that has none.
    """
    has_begun, aside = False, list[tuple[int, str]]()
    for number, whole in enumerate(_one_move_a_line(text, is_expected).split("\n"), start=1):
        work.step()
        line = whole.strip() if is_expected(whole.strip()) else bare_line(whole)
        if not line:
            continue
        is_move = is_expected(line)
        if not is_move and not _LIKE_A_MOVE.search(line):
            aside.append((number, line))
            continue
        yield from aside if has_begun else ()
        aside = []
        has_begun = True
        yield number, line
    yield from () if has_begun else aside


def _one_move_a_line(text: str, is_expected: Callable[[str], object]) -> str:
    """Return a text that has several moves in its one line as lines, if each is expected."""
    if "\n" in text.strip():
        return text
    for lines in (*(in_lines(text, separator) for separator in ",|/"), _BEFORE_MOVE.sub("\n", text)):
        if lines is not text and all(is_expected(bare_line(line)) for line in lines.split("\n")):
            return lines
    return text


def bare_line(line: str) -> str:
    """Return a line without the number of its move, and without quotes and the end of a sentence.

    A line is empty if it is a remark.
    """
    line = BEFORE_LINE.sub("", line.strip(_NOT_PRINTED), count=1).rstrip(_AFTER_LINE)
    return "" if line[:1] in "#]" else line


def without_remarks(text: str) -> str:
    """Return a text without comments to the end of a line, as after ``#``, and without counts of moves."""
    return _REMARK.sub(" ", text)


def _without_remarks(text: str, is_move: Callable[[str], bool]) -> str:
    """Return a text also without what is said in brackets, unless that is all."""
    text = without_remarks(text)
    outside = _IN_BRACKETS.sub(lambda found: "" if _is_remark(found[0][1:-1], is_move) else found[0], text)
    return outside if outside.strip() else text


def _is_remark(text: str, is_move: Callable[[str], bool]) -> bool:
    return _LONG_WORD.search(text) is not None and not all(map(is_move, filter(None, _NO_WORD.split(text))))


def _words(line: str, is_move: Callable[[str], bool]) -> Iterator[str]:
    """Yield the words of a line after its label, without those of the result at its end."""
    label = _LABEL.match(line)
    if label and not any(map(is_move, label[0][:-1].split()[:1])):
        line = line[label.end() :] if line[label.end() :].strip() else line
    words = [word for word in _NO_WORD.split(line) if word.strip(_AROUND)]
    while words and words[-1].strip(_AROUND).lower() in _RESULTS:
        words.pop()
    yield from words


def _is_prose(words: list[str], is_move: Callable[[str], bool]) -> bool:
    moves = sum(map(is_move, words))
    return not is_move(words[0]) and 2 * moves < len(words) and any(map(_LONG_WORD.search, words))


class _Numbers:
    """The numbers of moves in a text: ``1.``, ``2.`` and so on, or ``11.`` where ten moves came before.

    Another number may be a move. Numbers without a sign begin lines, or alternate with moves.
    """

    def __init__(self, is_move: Callable[[str], bool]) -> None:
        self._is_move = is_move
        self._following: int | None = None
        self._sign = ""
        self._moves = 0
        self._since = 0
        """Moves since the last number."""

    def taken_off(self, words: Iterable[str]) -> Iterator[str]:
        """Yield the words of a line without their numbers, and without the signs around them."""
        for place, word in enumerate(words):
            found = _NUMBERED.match(word)
            rest = word[found.end() :] if found else word
            if found and self._is_next(int(found[1]), found[2], rest, place):
                self._following, self._sign, self._since = int(found[1]) + 1, found[2], 0
            else:
                rest = word
            if move := rest.strip(_AROUND):
                self._moves += self._is_move(move)
                self._since += 1
                yield move

    def _is_next(self, number: int, sign: str, rest: str, place: int) -> bool:
        if not sign and rest:
            return False
        if self._following is None:
            return number <= 1 and not self._is_move(str(number))
        if sign != self._sign:
            return False
        is_next = number == self._following
        return (
            (is_next or number == self._moves + 1) if sign else is_next and (place == 0 or self._since == 1)
        )
