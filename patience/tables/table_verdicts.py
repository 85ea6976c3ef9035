"""Verdicts on a table of game logs, as columns.

The kernel reads the columns of an Arrow table in place, judges the rows without the GIL, and returns the
verdicts as Arrow columns. No library of tables is needed: pandas, Polars, DuckDB, pyarrow and others exchange
columns through the methods ``__arrow_c_stream__`` and ``__arrow_c_array__``.

Memory holds the rows that the threads judge at a time, and the batches that these rows are from.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, Final

from patience.compilation.compiled_rules import CompiledRules, OptionError, tables_for
from patience.formats.table_values import json_or_text
from patience.game import Game
from patience.kernel.loader import kernel
from patience.patience_error import BAD_LOG, BAD_TABLE, NO_KERNEL, PatienceError, whole_number
from patience.play.game_ids import deal_id, game_id
from patience.play.replay import GameLog, replay
from patience.play.scores import scores_of
from patience.verification import ANY_NUMBER, Verdict, verify

if TYPE_CHECKING:
    from patience.kernel.core import ArrowBatch, ArrowSource, Piece, TablePlan

FIELDS: Final = (
    "variant",
    "rules",
    "rules_version",
    "seed",
    "deck",
    "moves",
    "declaration",
    "board",
    "redeal_orders",
    "checkpoints",
)
"""The members of a log that a table can have as columns."""

COLUMNS: Final = (
    "result",
    "outcome",
    "moves_total",
    "moves_played",
    "illegal_index",
    "illegal_move",
    "reason",
    "deal_id",
    "game_id",
)
"""The columns of the verdicts, unless others are named."""

VARIANT: Final = "variant"
DETAIL: Final = "detail"
SCORE: Final = "score:"
"""Before the name of a scoring, as ``score:standard``: the column of its scores."""

_READ_BY_KERNEL: Final = frozenset({"variant", "rules", "rules_version", "seed"})
"""Of the fields that all rows share."""

_NUMBER_OF_ROWS: Final = 4096
"""Rows that a thread judges at a time."""


Answer = Callable[[dict[str, object], str | None], dict[str, object]]
"""Takes the values of a row, or what is wrong with one of them; returns the cells of its verdict."""


class TableStream:
    """An Arrow stream that is made while it is read."""

    def __init__(self, job: "TableJob") -> None:
        """Wait to be read."""
        self._job = job

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return the rows as a capsule; another schema than their own is not offered."""
        return self._job.stream()


class TableVerdicts(TableStream):
    """The verdicts on a table, row by row: an Arrow stream that is judged while it is read.

    ``pyarrow.table``, ``polars.DataFrame``, ``pandas.DataFrame.from_arrow`` and queries of DuckDB read it. It
    can be read again if the table can.
    """


def verify_table(
    data: object,
    *,
    shared: Mapping[str, object] = MappingProxyType({}),
    keep: Iterable[str] = (),
    columns: Iterable[str] = COLUMNS,
    threads: int = 1,
    **fields: str,
) -> TableVerdicts:
    """Judge a table of logs, a row each, and return a table of verdicts in the same order.

    ``data`` has ``__arrow_c_stream__`` or ``__arrow_c_array__``, as tables of pandas, Polars, DuckDB and
    pyarrow do. Its columns are the members of a log: ``variant``, ``seed`` or ``deck``, ``rules``, ``moves``
    and the others. Keywords name columns with other names: ``moves="log"``. ``shared`` has the members that
    all rows share: ``shared={"variant": "freecell"}``. Moves are a list of tokens, or one text, which has
    spaces between the tokens or is a JSON list. Rules are a struct, a map or JSON. A null is an absent
    member.

    The verdicts have the columns that ``keep`` names, unchanged, and those that ``columns`` names: ``result``
    (``valid``, ``invalid`` or ``rejected``), ``outcome``, ``moves_total``, ``moves_played``,
    ``illegal_index``, ``illegal_move``, ``reason``, ``deal_id`` and ``game_id``. Others are added on demand:
    ``variant``, ``detail``, the sentence that explains an illegal move or a rejected row, and ``score:NAME``,
    the points by that scoring of the game. A row that is not a log is rejected with the reason.

    ``threads`` is the number of threads that judge. Raises PatienceError if a column is missing, and without
    the compiled kernel. Arrow data that cannot be read end the stream with an error that names the column and
    the row.
    """
    if kernel() is None:
        problem = "Tables are judged by the compiled kernel, which this build does not have or which is off."
        raise PatienceError(NO_KERNEL, problem)
    whole_number(threads, "threads", BAD_TABLE, 1)
    return TableVerdicts(TableJob(data, dict(shared), tuple(keep), tuple(columns), threads, fields))


@dataclass
class TableJob:
    """What is wanted of a table, checked against its columns.

    A program that has its own sentences for what is wrong with a row derives from it.
    """

    data: object
    shared: dict[str, object] = field(default_factory=dict)
    keep: tuple[str, ...] = ()
    columns: tuple[str, ...] = COLUMNS
    threads: int = 1
    fields: dict[str, str] = field(default_factory=dict)
    most_moves: int = ANY_NUMBER
    longest_row: int = ANY_NUMBER
    """How many bytes of JSON are taken for a row that the kernel has left."""

    known: ClassVar[tuple[str, ...]] = FIELDS
    """The fields that columns can have."""
    required: ClassVar[tuple[str, ...]] = ("moves",)
    """The fields without which a table is refused."""
    own_columns: ClassVar[tuple[str, ...]] = ()
    """Columns of the verdicts that only rejected rows have."""

    def __post_init__(self) -> None:
        _check_names("field", [*self.shared, *self.fields], self.known)
        known = (*COLUMNS, VARIANT, DETAIL, *self.own_columns)
        _check_names(
            "column of verdicts", [name for name in self.columns if not name.startswith(SCORE)], known
        )
        with damage():
            self._source: ArrowSource | None = self._opened()
        self.plan(self._source)

    def stream(self) -> object:
        """Return a capsule of the verdicts."""
        with damage():
            source = self.taken_source()
            plan = self.plan(source)
            return plan.stream(self._pieces(source, plan))

    def taken_source(self) -> "ArrowSource":
        """Return the batches of the table, from the first on."""
        source, self._source = self._source or self._opened(), None
        return source

    def _opened(self) -> "ArrowSource":
        from patience.kernel.core import ArrowSource  # noqa: PLC0415 - it may be missing

        return ArrowSource(self.data)

    def plan(self, source: "ArrowSource", answer: Answer | None = None) -> "TablePlan":
        """Return how the kernel judges the rows; ``answer`` gets them all in its place."""
        from patience.kernel.core import TablePlan  # noqa: PLC0415 - it may be missing

        seed = self.shared.get("seed")
        extra = {name: name.startswith(SCORE) for name in self.columns if name not in (*COLUMNS, VARIANT)}
        return TablePlan(
            source,
            self._places(source.names),
            [_place(source.names, name) for name in self.keep],
            self.columns,
            extra,
            self._rules_of,
            answer or self.answer,
            seed=None if seed is None else str(seed).encode(),
            most_moves=self.most_moves,
            longest_row=self.longest_row,
            leaves_illegal=DETAIL in self.columns,
            leaves_all=bool(answer) or any(extra.values()) or not self.shared.keys() <= _READ_BY_KERNEL,
        )

    def _places(self, names: tuple[str, ...]) -> dict[str, int]:
        """Return the numbers of the columns by field."""
        called = {field: self.fields.get(field, field) for field in self.known if field not in self.shared}
        # A field without a column of its name is absent, unless the caller names it.
        expected = {*self.required, *self.fields}
        return {
            field: _place(names, name) for field, name in called.items() if name in names or field in expected
        }

    def _pieces(self, source: "ArrowSource", plan: "TablePlan") -> "Iterator[Piece]":
        parts = parts_of(source, _NUMBER_OF_ROWS)
        if self.threads == 1:
            for part in parts:
                yield plan.judge(*part)
            return
        waiting: deque[Future[Piece]] = deque()
        with ThreadPoolExecutor(self.threads) as pool:
            for part in parts:
                waiting.append(pool.submit(plan.judge, *part))
                if len(waiting) > 2 * self.threads:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()

    def _rules_of(self, variant: object, rules: object) -> CompiledRules | None:
        """Return the rules of a row for the kernel; None if the row must be answered."""
        variant, rules = self.shared.get("variant", variant), self.shared.get("rules", rules)
        if isinstance(rules, str):
            rules = json_or_text(rules)
        rules = {} if rules is None else rules
        if not isinstance(variant, str) or not isinstance(rules, Mapping):
            return None
        try:
            tables = tables_for(variant, rules)
        except (KeyError, OptionError, TypeError):
            return None
        version = self.shared.get("rules_version", tables.variant.rules_version)
        return tables if version == tables.variant.rules_version else None

    def answer(self, values: dict[str, object], problem: str | None) -> dict[str, object]:
        """Return the columns of a row that the kernel has left, or that has an unreadable value."""
        try:
            if problem is not None:
                raise PatienceError(BAD_LOG, problem)
            verdict = verify({**values, **self.shared})
            return self._cells(verdict)
        except PatienceError as error:
            return {"result": "rejected", "reason": str(error.reason), DETAIL: str(error)}

    def _cells(self, verdict: Verdict) -> dict[str, object]:
        cells = verdict.to_dict()
        cells["result"] = "valid" if cells.pop("valid") else "invalid"
        cells[VARIANT] = verdict.game.variant if VARIANT in self.columns else None
        if {"deal_id", "game_id"} & {*self.columns}:
            deal = verdict.game._deal
            cells |= {"deal_id": deal_id(deal), "game_id": game_id(deal, map(str, verdict.game.moves))}
        if any(column.startswith(SCORE) for column in self.columns):
            cells |= {f"{SCORE}{name}": score for name, score in _scores_of(verdict.game).items()}
        return cells


@contextmanager
def damage() -> Iterator[None]:
    """Convert what is wrong with Arrow's structs to PatienceError."""
    from patience.kernel.core import ArrowDamage  # noqa: PLC0415 - it may be missing

    try:
        yield
    except (ArrowDamage, TypeError) as error:
        raise PatienceError(BAD_TABLE, str(error)) from None


def _check_names(what: str, names: Iterable[str], known: tuple[str, ...]) -> None:
    for name in names:
        if name not in known:
            raise PatienceError(BAD_TABLE, f"{name!r:.60} is not a {what}. Expected: {', '.join(known)}.")


def _place(names: tuple[str, ...], name: str) -> int:
    number = names.count(name)
    if number == 1:
        return names.index(name)
    if number:
        raise PatienceError(BAD_TABLE, f"The table has {number} columns {name!r:.60}. Rename one of them.")
    listed = ", ".join(names)[:400]
    raise PatienceError(BAD_TABLE, f"The table has no column {name!r:.60}. Its columns: {listed}.")


def parts_of(source: "ArrowSource", number: int) -> "Iterator[tuple[ArrowBatch, int, int]]":
    """Yield all rows of a table, at most ``number`` of them at a time."""
    while (batch := source.next()) is not None:
        for start in range(0, batch.rows, number):
            yield batch, start, min(start + number, batch.rows)


def _scores_of(game: Game) -> dict[str, int]:
    return scores_of(replay(GameLog(game._deal, tuple(map(str, game.moves))), trace=True))
