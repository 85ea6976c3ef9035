"""The positions of a table of logs, as a table."""

from array import array
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, chain, repeat
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from patience.compilation.actions import KEPT_GAMES, actions_of
from patience.compilation.compiled_rules import CompiledRules
from patience.patience_error import PatienceError
from patience.tables.replay_arrays import Observe, Recorder, opened_log
from patience.tables.table_verdicts import TableJob, TableStream, damage, parts_of

if TYPE_CHECKING:
    from patience.kernel.core import ArrowSource, OwnTable, Piece, TablePlan

_ROWS: Final = 64
"""Rows of the table that are replayed at a time."""

_FEWEST_POSITIONS: Final = 2**14
"""Of a batch, except the last: one has the positions of some rows of the table, however long these are."""

_COLUMNS: Final = (
    ("row", b"l", None),
    ("ply", b"i", None),
    ("cards", b"+l", b"C"),
    ("sizes", b"+l", b"C"),
    ("redeals", b"i", None),
    ("legal", b"z", None),
    ("action", b"i", None),
    ("move", b"u", None),
    ("outcome", b"u", None),
)
"""The columns with Arrow's formats, and those of the items of lists."""


class PliesTable(TableStream):
    """The positions of a table of logs: an Arrow stream that is written while it is read."""


def plies_table(
    data: object,
    *,
    observe: Observe = "player",
    shared: Mapping[str, object] = MappingProxyType({}),
    **fields: str,
) -> PliesTable:
    """Replay a table of logs, and return a table of their positions.

    The parameters are those of ``verify_table`` and ``replay_arrays``. A log has a row for its opening, and
    one for what follows each of its legal moves. The columns are ``row``, the number of the log in the table,
    ``ply``, the number of moves so far, ``cards``, ``sizes``, ``redeals`` and ``legal`` as ``ReplayArrays``
    has them, ``action`` and ``move``, the number and the token of the move that was played, null after the
    last one, and ``outcome``, how the game ended. Rows that are not logs have no positions; ``verify_table``
    says why. Raises PatienceError if a column is missing, and without the compiled kernel.
    """
    return PliesTable(PliesJob(data, dict(shared), fields=fields, observe=observe))


@dataclass
class PliesJob(TableJob):
    """What is wanted of a table of logs."""

    columns: tuple[str, ...] = ()
    observe: Observe = "player"

    def stream(self) -> object:
        """Return a capsule of the positions."""
        from patience.kernel.core import OwnTable  # noqa: PLC0415 - it may be missing

        with damage():
            source = self.taken_source()
            plies = _Plies(self.observe, self.shared, OwnTable([*_COLUMNS]))
            return plies.table.stream(plies.pieces(source, self.plan(source, plies.add)))


class _Plies:
    """The positions of some logs, which become a batch."""

    def __init__(self, observe: Observe, shared: Mapping[str, object], table: "OwnTable") -> None:
        self.table = table
        self._observe, self._shared = observe, shared
        self._row = 0
        self._clear()

    def _clear(self) -> None:
        self._recorder = Recorder(self._observe)
        self._logs: list[_Log] = []

    def pieces(self, source: "ArrowSource", plan: "TablePlan") -> "Iterator[Piece]":
        """Yield the batches."""
        for part in parts_of(source, _ROWS):
            plan.judge(*part)
            if self._recorder.positions.number >= _FEWEST_POSITIONS:
                yield self._piece()
        yield self._piece()

    def add(self, values: dict[str, object], problem: str | None) -> dict[str, object]:
        """Add the positions of the next row, which has none if it is not a log."""
        row, self._row = self._row, self._row + 1
        with suppress(PatienceError):
            if problem is None:
                game, moves = opened_log({**values, **self._shared})
                played, outcome = self._recorder.add(game, moves)
                self._logs.append(_Log(row, played + 1, outcome.encode(), game._deal.tables))
        return {}

    def _piece(self) -> "Piece":
        """Return what has gathered as a batch, and begin another."""
        cards, sizes, redeals, legal, actions = self._recorder.positions.buffers()
        logs, number = self._logs, self._recorder.positions.number
        self._clear()
        rows, plies = array("q"), array("i")
        widths: list[tuple[int, int, int, int]] = []
        words: list[bytes] = []
        played = bytearray(b"\xff" * -(-number // 8))
        at = memoryview(actions).cast("i")
        end = 0
        for log in logs:
            start, end = end, end + log.positions
            rows.extend(repeat(log.row, log.positions))
            plies.extend(range(log.positions))
            tokens = _tokens(log.rules)
            words += [tokens[action] for action in at[start : end - 1]]
            words.append(b"")
            played[end - 1 >> 3] &= ~(1 << (end - 1 & 7))
            widths.append((log.positions, *_widths(log.rules)))
        at.release()
        outcomes = chain.from_iterable(repeat(log.outcome, log.positions) for log in logs)
        columns: list[tuple[list[bytearray | None], int, list[bytearray | None] | None]] = [
            ([None, bytearray(rows)], 0, None),
            ([None, bytearray(plies)], 0, None),
            ([None, _ends(widths, 1)], len(cards), [None, cards]),
            ([None, _ends(widths, 2)], len(sizes), [None, sizes]),
            ([None, redeals], 0, None),
            ([None, _ends(widths, 3), legal], 0, None),
            ([played, actions], 0, None),
            ([played, *_text(words)], 0, None),
            ([None, *_text([*outcomes])], 0, None),
        ]
        return self.table.piece(number, columns)


class _Log(NamedTuple):
    row: int
    positions: int
    outcome: bytes
    rules: CompiledRules


@lru_cache(maxsize=KEPT_GAMES)
def _tokens(rules: CompiledRules) -> list[bytes]:
    return [token.encode() for token in actions_of(rules).tokens]


def _widths(rules: CompiledRules) -> tuple[int, int, int]:
    """Return how many bytes a position has of cards, of sizes and of legal actions."""
    return rules.cards, len(rules.names), -(-len(actions_of(rules)) // 8)


def _ends(widths: list[tuple[int, int, int, int]], place: int) -> bytearray:
    """Return where the cells of a column end, whose width is at a place after the number of positions."""
    ends, last = array("i", [0]), 0
    for width in widths:
        first, last = last, last + width[0] * width[place]
        ends.extend(range(first + width[place], last + 1, width[place]))
    return bytearray(ends)


def _text(words: list[bytes]) -> tuple[bytearray, bytearray]:
    return bytearray(array("i", accumulate(map(len, words), initial=0))), bytearray(b"".join(words))
