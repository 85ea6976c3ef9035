"""Patience game notation: a game log as a text file (docs/reference/game-notation.md).

The first line is ``patience 1``. Then come header lines, ``name: value``, and the moves, with times, labels,
checkpoints and comments between them. The reader checks the grammar alone: what the values mean, the schema
of replay requests checks. Every line must be understood, so a misspelt header refuses the file.

>>> record = read_record("patience 1\\nvariant: freecell\\nseed: 1\\n\\nT6-R1 T7-T2  # to 9C\\n")
>>> record.request
{'variant': 'freecell', 'seed': '1', 'moves': ['T6-R1', 'T7-T2']}
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Final, NamedTuple, NoReturn

from patience.cards import CODES
from patience.formats.plain_text import text_of
from patience.formats.position_logs import ForeignLogError
from patience.formats.work import UNCOUNTED, Work
from patience.play.replay import Verdict

LONGEST_RECORD: Final = 2_000_000
"""Characters of a file that is read."""

REMARKS: Final = ("title", "player", "date", "event", "program", "result", "elapsed", "remark")
"""Headers that say something about the game and change nothing; also those that begin with ``x-``."""

_BLANK: Final = " \t\r"
_WORDS: Final = re.compile(r"[^ \t]+").findall
_FIRST: Final = re.compile(r"patience ([0-9]{1,9})[ \t]*")
_WIDTH: Final = 80
_HEADER: Final = re.compile(r"([A-Za-z][A-Za-z0-9_-]{0,39}):[ \t]*(.*)")
_PIECE: Final = re.compile(
    r"#[ \t]*(?P<comment>.*)|\[(?P<checkpoint>[^\]]*)\]|(?P<label>\"(?:[^\"\\]|\\.)*\")(?![^ \t])"
    r"|@(?P<time>[0-9]{1,12})(?![^ \t])|(?P<move>[^ \t#\[\"@][^ \t]*)"
)
_PILE: Final = re.compile(r"([A-Z][0-9]{0,2})=((?:[0-9A-Z?]{2})*)")


class GameRecord(NamedTuple):
    """A game in the notation."""

    request: dict[str, object]
    """The replay request."""
    remarks: dict[str, str] = {}  # noqa: RUF012 - a default of a tuple's field
    """What the file says about the game, by header. Nothing checks it."""
    comments: Sequence[tuple[int, str]] = ()
    """Each comment, with the number of moves before it."""


def may_be_record(data: bytes) -> bool:
    """Return whether the first line of a file is that of the notation, in any version."""
    return data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"patience ")


def record_of(data: bytes, work: Work = UNCOUNTED) -> GameRecord:
    """Return the game in the bytes of a file. Raises ForeignLogError."""
    try:
        return read_record(text_of(data), work)
    except UnicodeDecodeError as error:
        raise ForeignLogError(str(error)) from None


def read_record(text: str, work: Work = UNCOUNTED) -> GameRecord:
    """Return the game in a text. Raises ForeignLogError with the number of the line that is wrong."""
    if len(text) > LONGEST_RECORD:
        raise ForeignLogError(f"The file has {len(text)} characters. At most {LONGEST_RECORD} are read.")
    reader = _Reader(work)
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        try:
            reader.read(line.strip(_BLANK))
        except ForeignLogError as error:
            raise ForeignLogError(f"Line {number}: {error}") from None
    return reader.record()


class _Reader:
    """What the lines so far say."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._is_begun = False
        self._headers: dict[str, object] = {}
        self._remarks: dict[str, str] = {}
        self._orders: list[list[str]] = []
        self._moves: list[str] = []
        self._times: list[int] = []
        self._labels: list[str] = []
        self._checkpoints: list[dict[str, object]] = []
        self._comments: list[tuple[int, str]] = []

    def read(self, line: str) -> None:
        """Read the next line. Raises ForeignLogError if it is wrong."""
        self._work.step()
        if not self._is_begun:
            self._begin(line)
        elif found := _HEADER.fullmatch(line):
            self._read_header(found[1], found[2])
        else:
            self._read_moves(line)

    def record(self) -> GameRecord:
        """Return the game. Raises ForeignLogError for an empty file, or one with some of its times."""
        if not self._is_begun:
            raise ForeignLogError("The file is empty. Its first line is: patience 1.")
        request = {**self._headers}
        if self._orders:
            request["redeal_orders"] = self._orders
        request["moves"] = self._moves
        for name, values in (("times", self._times), ("labels", self._labels)):
            if values and len(values) != len(self._moves):
                raise ForeignLogError(
                    f"{len(values)} of the {len(self._moves)} moves have {name}. "
                    "Expected them after every move, or after none."
                )
            if values:
                request[name] = values
        if self._checkpoints:
            request["checkpoints"] = self._checkpoints
        return GameRecord(request, self._remarks, self._comments)

    def _begin(self, line: str) -> None:
        found = _FIRST.fullmatch(line)
        if found and found[1] != "1":
            raise ForeignLogError(f"version {found[1]} of the notation is not read. Versions: 1.")
        if line and not found:
            raise ForeignLogError(f"expected the first line, patience 1; found {ascii(line)[:60]}.")
        self._is_begun = found is not None

    def _read_header(self, name: str, value: str) -> None:
        if self._moves or self._checkpoints:
            raise ForeignLogError(f"the header {name} comes after the moves. Expected it before them.")
        if name == "redeal":
            self._orders.append(_cards(value))
            return
        if name in self._headers or name in self._remarks:
            raise ForeignLogError(f"the header {name} occurs twice.")
        if name in _HEADERS:
            self._headers[name] = _HEADERS[name](value)
        elif name in REMARKS or name.startswith("x-"):
            self._remarks[name] = value
        else:
            known = [*_HEADERS, "redeal", *REMARKS]
            near = get_close_matches(name.lower(), known, 1)
            advice = f"Did you mean {near[0]}?" if near else f"Headers: {', '.join(known)}, and x-…."
            raise ForeignLogError(f"unknown header {name!a}. {advice}")

    def _read_moves(self, line: str) -> None:
        at = 0
        while at < len(line):
            self._work.step()
            found = _PIECE.match(line, at)
            if not found:
                raise ForeignLogError(
                    f'{ascii(line[at:])[:40]} is not a move, @TIME, a "label", [PILE=CARDS] or a # comment.'
                )
            self._read_piece(str(found.lastgroup), found[str(found.lastgroup)])
            at = found.end()
            while line[at : at + 1] in ("\t", " "):
                at += 1

    def _read_piece(self, kind: str, text: str) -> None:
        if kind == "comment":
            self._comments.append((len(self._moves), text))
        elif kind == "checkpoint":
            self._checkpoints.append({"after": len(self._moves), "piles": _piles(text)})
        elif kind == "move":
            self._moves.append(text)
        elif len(self._times if kind == "time" else self._labels) != len(self._moves) - 1:
            raise ForeignLogError(f"the {kind} {text[:40]} does not follow the one move that lacks it.")
        elif kind == "time":
            self._times.append(int(text))
        else:
            self._labels.append(str(_json(text)))


def _rules(value: str) -> dict[str, str | int]:
    rules: dict[str, str | int] = {}
    for word in _WORDS(value):
        name, equals, setting = word.partition("=")
        if not (name and equals and setting) or name in rules:
            raise ForeignLogError(f"{ascii(word)[:40]}: expected each rule option once, such as draw=three.")
        is_number = setting.isascii() and setting.isdigit() and len(setting) < 10
        rules[name] = int(setting) if is_number else setting
    return rules


def _cards(value: str) -> list[str]:
    """Return the cards of a line, with or without spaces between them."""
    words = _WORDS(value)
    if len(words) > 1 or len(value) < 4:
        return words
    return [value[at : at + 2] for at in range(0, len(value), 2)]


def _piles(value: str) -> dict[str, list[str]]:
    piles: dict[str, list[str]] = {}
    for word in _WORDS(value):
        found = _PILE.fullmatch(word)
        if not found or found[1] in piles:
            raise ForeignLogError(
                f"{ascii(word)[:40]}: expected each pile once, such as T3=KSQH, W= or T1=??."
            )
        piles[found[1]] = [found[2][at : at + 2] for at in range(0, len(found[2]), 2)]
    return piles


def _json(value: str) -> object:
    try:
        read = json.loads(value, parse_constant=_refuse_constant)
        # Half a surrogate pair, which JSON can escape, is not text.
        json.dumps(read, ensure_ascii=False).encode()
        return read
    except (ValueError, RecursionError) as error:
        raise ForeignLogError(f"the value is not JSON: {str(error)[:80]}.") from None


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number of JSON")


def _board(value: str) -> object:
    return _json(value) if value.startswith("{") else value


_HEADERS: Final[Mapping[str, Callable[[str], object]]] = {
    "variant": str,
    "declaration": _json,
    "rules": _rules,
    "rules_version": str,
    "seed": str,
    "deck": _cards,
    "board": _board,
    "ref": str,
}
"""By header: what its value stands for in a replay request. ``redeal`` may occur several times."""

_LEFT_OUT: Final = frozenset({"include", "lenient", "moves", "times", "labels", "checkpoints"})
"""Members of a request that are not headers."""


def write_record(record: GameRecord) -> str:
    """Return the text of a game. Raises ForeignLogError for a member that the notation does not have."""
    request = record.request
    headers = [*_header_lines(request)]
    headers += [f"{name}: {value}" for name, value in record.remarks.items()]
    for line in headers:
        if "\n" in line or "\r" in line:
            raise ForeignLogError(f"{line.partition(':')[0]} has a line break, which a header cannot have.")
    body = _lines(request, record.comments)
    return "\n".join(["patience 1", *headers, *([""] if body else []), *body, ""])


def _header_lines(request: Mapping[str, object]) -> Iterator[str]:
    for name in request:
        if name not in _HEADERS and name not in _LEFT_OUT and name != "redeal_orders":
            raise ForeignLogError(f"The notation does not have the member {ascii(name)[:40]} of a request.")
    for name in _HEADERS:
        if name in request and (request[name] or name != "rules"):
            yield f"{name}: {_value(name, request[name])}".rstrip()
    for order in _entries(request, "redeal_orders"):
        yield f"redeal: {_value('deck', order)}"


def _value(name: str, value: object) -> str:
    if name == "rules" and isinstance(value, Mapping):
        return " ".join(f"{option}={setting}" for option, setting in value.items())
    if isinstance(value, list | tuple):
        return " ".join(map(str, value))
    if isinstance(value, dict):
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return str(value)


def _entries(request: Mapping[str, object], name: str) -> Sequence[object]:
    """Return the list that a member of a request is, empty without it. Raises ForeignLogError."""
    value = request.get(name, ())
    if not isinstance(value, list | tuple):
        raise ForeignLogError(f"{name} is not a list.")
    return value


def _lines(request: Mapping[str, object], comments: Sequence[tuple[int, str]]) -> list[str]:
    """Return the lines of the moves: comments and checkpoints have lines of their own."""
    between: dict[object, list[str]] = {}
    for after, text in comments:
        between.setdefault(after, []).append(f"# {text}".rstrip())
    for checkpoint in _entries(request, "checkpoints"):
        if not (isinstance(checkpoint, dict) and isinstance(piles := checkpoint.get("piles"), dict)):
            raise ForeignLogError("A checkpoint is an object with after and piles.")
        contents = (f"{pile}={''.join(cards)}" for pile, cards in piles.items())
        between.setdefault(checkpoint.get("after"), []).append(f"[{' '.join(contents)}]")
    # A move with a time or a label has a line of its own as well.
    width = 0 if "times" in request or "labels" in request else _WIDTH
    lines = between.get(0, [])[:]
    for number, word in enumerate(_words(request), start=1):
        is_first = number == 1 or number - 1 in between
        if not is_first and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
        lines += between.get(number, ())
    return lines


def _words(request: Mapping[str, object]) -> Iterator[str]:
    moves, times, labels = (_entries(request, name) for name in ("moves", "times", "labels"))
    if any(each and len(each) != len(moves) for each in (times, labels)):
        raise ForeignLogError("Expected a time or a label for every move, or for none.")
    for index, move in enumerate(moves):
        time = f" @{times[index]}" if times else ""
        label = f" {json.dumps(labels[index], ensure_ascii=False)}" if labels else ""
        yield f"{move}{time}{label}"


def canonical_record(verdict: Verdict, declaration: object = None) -> str:
    """Return the canonical form of a judged game, which is equal for games with the same ``game_id``.

    A game of a declaration has the declaration in place of its variant.
    """
    deal = verdict.log.deal
    lines = ["patience 1"]
    if declaration is None:
        lines.append(f"variant: {deal.tables.variant.id}")
    else:
        lines.append(f"declaration: {_value('declaration', declaration)}")
    lines.append(f"rules: {' '.join(f'{name}={value}' for name, value in deal.tables.options)}".rstrip())
    if deal.tables.shuffles and deal.seed:
        lines.append(f"seed: {deal.seed}")
    elif deal.board:
        lines.append(f"board: {deal.board}")
    else:
        lines.append(f"deck: {' '.join(CODES[card] for card in deal.deck)}")
    lines += [f"redeal: {' '.join(CODES[card] for card in order)}" for order in deal.orders]
    moves = " ".join(verdict.played)
    return "\n".join([*lines, *(["", moves] if moves else []), ""])
