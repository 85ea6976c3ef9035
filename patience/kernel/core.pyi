"""The interface of the compiled kernel; ``core.pyx`` describes how it works."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from patience.cards.notation import Move
from patience.cards.reasons import Outcome
from patience.compilation.compiled_rules import CompiledRules
from patience.play.position import Position

CONCEPTS: frozenset[str]
SOURCES: str
"""The digest of the sources that the module was compiled from."""

class Unfit(Exception):  # noqa: N818
    """Rules that the kernel does not implement, or that exceed its bounds."""

class Table:
    """A variant under settled options, flat."""

    tables: CompiledRules
    def __init__(self, tables: CompiledRules) -> None: ...

class Judgement:
    """The result of a replay. If a move is illegal, ``answer`` lacks the reason: see ``explained``."""

    tables: CompiledRules
    ref: str | None
    outcome: Outcome
    moves_total: int
    moves_played: int
    answer: bytes
    digests: tuple[bytes, bytes, bytes]
    """SHA-256 of the judgement, the deal and the game."""
    illegal: str | None
    legal_moves: bytes
    piles: list[list[int]]
    redeals: int
    merci_used: int
    phase: int
    knows_order: bool
    """Whether the seed says how redeals shuffle; only if a move is illegal."""
    def explained(self, why: bytes) -> bytes: ...

class Line:
    """A line of play as ``patience.line_of_play.Line`` describes it."""

    def legal_moves(self) -> list[Move]: ...
    def push(self, token: str) -> Move | None: ...
    def pop(self) -> None: ...
    def outcome(self) -> Outcome: ...
    def is_won(self) -> bool: ...
    def position(self) -> Position: ...
    def key(self) -> bytes: ...
    def copy(self) -> Line: ...
    def walk(self, depth: int, *, bulk: bool = True) -> int: ...
    def leaves(self, depth: int, most: int) -> int: ...
    def plies(self, depth: int, most: int) -> Iterator[tuple[int, int]]: ...

def open_line(tables: CompiledRules, position: Position) -> Line | None: ...
def judge(
    text: bytes, most_moves: int, longest_ref: int, highest_integer: int, lenient: bool = False
) -> Judgement | None: ...
def outline(text: bytes, most_moves: int, longest_ref: int, highest_integer: int) -> bytes | None: ...
def judge_lines(
    lines: bytearray,
    start: int,
    head: bytes,
    number: int,
    most_moves: int,
    longest_line: int,
    longest_ref: int,
    highest_integer: int,
    lenient: bool = False,
) -> tuple[bytearray, dict[tuple[CompiledRules, Outcome], int], Judgement | None, int]: ...
def judge_log(
    tables: CompiledRules, deck: bytes, moves: Sequence[str], seed: str | None, state: bool, ref: bytes | None
) -> Judgement | None: ...
def judge_board(
    rules: CompiledRules,
    position: Position,
    piles: bytes,
    moves: Sequence[str],
    state: bool,
    ref: bytes | None,
) -> Judgement | None: ...
def play(table: Table, deck: bytes, moves: bytes) -> tuple[int, Outcome]: ...

class ArrowDamage(ValueError):  # noqa: N818
    """An Arrow stream that cannot be read: the message names the column and, where there is one, the row."""

class ArrowSource:
    """The record batches of an object with ``__arrow_c_stream__`` or ``__arrow_c_array__``."""

    names: tuple[str, ...]
    def __init__(self, data: object) -> None: ...
    def next(self) -> ArrowBatch | None: ...

class ArrowBatch:
    """Rows of a table; it keeps the memory in which they lie."""

    rows: int
    first_row: int

class Piece:
    """Verdicts on some rows, which are handed on once."""

class TablePlan:
    """How the rows of a table are judged, and which columns the verdicts have."""

    def __init__(
        self,
        source: ArrowSource,
        fields: Mapping[str, int],
        kept: Sequence[int],
        columns: tuple[str, ...],
        extra: Mapping[str, bool],
        rules_of: Callable[[object, object], CompiledRules | None],
        answer: Callable[[dict[str, object], str | None], dict[str, object]],
        *,
        seed: bytes | None,
        most_moves: int,
        longest_row: int,
        leaves_illegal: bool,
        leaves_all: bool,
    ) -> None: ...
    def judge(self, batch: ArrowBatch, start: int, stop: int) -> Piece: ...
    def stream(self, pieces: Iterator[Piece]) -> object: ...

class OwnTable:
    """A table of columns that are made here."""

    def __init__(self, formats: Sequence[tuple[str, bytes, bytes | None]]) -> None: ...
    def piece(
        self,
        length: int,
        columns: Sequence[tuple[list[bytearray | None], int, list[bytearray | None] | None]],
    ) -> Piece: ...
    def stream(self, pieces: Iterator[Piece]) -> object: ...

class Positions:
    """The positions of logs, one after another."""

    number: int
    def add(
        self, batch: Batch, line: object, moves: Sequence[str], hidden: bool, /
    ) -> tuple[int, Outcome]: ...
    def buffers(self) -> tuple[bytearray, bytearray, bytearray, bytearray, bytearray]: ...

def sha256_of(data: bytes) -> bytes: ...

class Batch:
    """Boards of one game, played by numbered actions: see ``patience.gym.boards.Boards``."""

    def __init__(
        self, tables: CompiledRules, plays: Sequence[tuple[int, int, int] | str], boards: int
    ) -> None: ...
    def deal(self, index: int, deck: bytes, /) -> None: ...
    def play(self, chosen: object, results: object, gains: object, /) -> None: ...
    def observe(
        self, hidden: bool, piles: object, redeals: object, won: object, legal: object, /
    ) -> None: ...
