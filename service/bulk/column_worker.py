"""Judge the columns of a table and return columns of verdicts: the work of a worker from Parquet to Parquet.

The library judges the rows in place. Rows that the kernel leaves are judged as JSON, like lines.
"""

from collections.abc import Iterator
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING, ClassVar, Final

import orjson

from patience.formats.table_values import log_of
from patience.kernel.loader import kernel
from patience.patience_error import PatienceError
from patience.tables.table_verdicts import TableJob, TableVerdicts
from schemas.problems import Problem, too_long
from schemas.replay_request import FIELDS
from service.bulk.archives import Progress, damaged
from service.bulk.formats import Format, Unknown
from service.bulk.parquet_output import COLUMNS, SCHEMA, cells
from service.bulk.shards import Shard
from service.bulk.table_rows import has_columns, read_columns
from service.judging.judge import answered, judge, rejected
from service.judging.judgements import Judged

if TYPE_CHECKING:
    import pyarrow as pa

_ANSWER_ONLY: Final = frozenset({"ref", "include"})
"""Fields that say what a verdict contains. Columns have the same content whatever they say."""


def takes_columns(shard: Shard) -> bool:
    """Return whether a shard can be judged in columns. Raises OSError."""
    archive, job = shard.partition.archive, shard.job
    in_columns = archive.content.is_table and job.format is Format.PARQUET and not job.verdicts
    return in_columns and kernel() is not None and has_columns(archive)


def judged_columns(shard: Shard, progress: Progress) -> "Iterator[tuple[int, pa.Table | Judged]]":
    """Yield the verdicts on some rows after others, each time with the number of the first of them."""
    import pyarrow as pa  # noqa: PLC0415 - Arrow is large

    number, renamed = shard.partition.first_line, dict(shard.partition.archive.renamed)
    leave = SCHEMA.names if shard.job.unknown is Unknown.KEEP else None
    for batch in read_columns(shard.partition, progress, shard.job.keep, leave):
        if isinstance(batch, Problem):
            yield number, rejected(batch, {})
            return
        names = {renamed.get(name, name) for name in ("ref", *shard.job.keep)}
        keep = tuple(
            name for name in batch.schema.names if name in names or (leave is not None and name not in FIELDS)
        )
        try:
            job = ArchiveJob(
                batch,
                keep=keep,
                columns=COLUMNS,
                most_moves=shard.job.most_moves,
                longest_row=shard.job.longest_line,
            )
            rows = pa.table(TableVerdicts(job))
        except (pa.ArrowException, OSError, PatienceError) as error:
            # Arrow does not check all that it unpacks.
            yield number, rejected(damaged(error), {})
            return
        yield number, rows
        number += batch.num_rows


class ArchiveJob(TableJob):
    """What is wanted of the rows of an archive. The service answers the rows that the kernel leaves."""

    known: ClassVar[tuple[str, ...]] = tuple(name for name in FIELDS if name not in _ANSWER_ONLY)
    required: ClassVar[tuple[str, ...]] = ()
    own_columns: ClassVar[tuple[str, ...]] = ("problem",)

    def answer(self, values: dict[str, object], problem: str | None) -> dict[str, object]:
        """Return the columns of a row that the kernel has left."""
        if problem is None:
            text = orjson.dumps(log_of(values))
            if len(text) <= self.longest_row:
                return cells(answered(partial(judge, most_moves=self.most_moves), text, {}))
            return cells(rejected(too_long(self.longest_row, "line"), {}))
        detail = f"The row cannot be read. {problem}"
        return cells(rejected(Problem(HTTPStatus.BAD_REQUEST, detail, name="not-json"), {}))
