"""Judge a partition and write its shard: what a worker process does."""

import os
from functools import partial
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import Final

from patience import games
from patience.games import VARIANTS
from patience.search.findings import PROVER_VERSION
from schemas.problems import Problem
from service import __version__
from service.bulk.archives import Progress, SourceError
from service.bulk.formats import LineWriter, Unknown, Writer
from service.bulk.reader import TruncatedError, read, split_members
from service.bulk.results import report
from service.bulk.shards import Shard
from service.bulk.summary import Summary
from service.config import variable
from service.judging.house_variants import is_house
from service.judging.judge import answered, judge, rejected
from service.judging.judgements import Judged, judge_lines, judged_by_kernel

_REPORT_SECONDS: Final = 0.5

_GAMES: Final = Path(*games.__path__)


def referee_version() -> str:
    """Return what every worker must share for equal verdicts. The games are not loaded for it."""
    declarations = sha256(b"".join(file.read_bytes() for file in sorted(_GAMES.glob("*.py"))))
    house = ""
    if os.environ.get(variable("variants")):
        own = (variant for variant in VARIANTS.values() if is_house(variant))
        house = "".join(f" {variant.id}:{variant.rules_version}" for variant in own)
    return f"{__version__} with solver {PROVER_VERSION} and games {declarations.hexdigest()[:16]}{house}"


def judge_shard(shard: Shard) -> Summary:
    """Judge every line of the shard's partition, write the shard, and return its summary.

    Report the shard's name, and the games judged and the stored bytes read of it, from time to time.

    A pure function of its arguments and the archive: it may run again, and twice at a time. Raises
    SourceError if the archive has changed or the worker has another version, and OSError. Then there is no
    shard.
    """
    partition, job = shard.partition, shard.job
    own_version = referee_version()
    if own_version != job.version:
        raise SourceError(f"A worker has version {own_version} of the referee, but {job.version} is running.")
    # A worker that died may have finished the shard.
    finished = shard.finished()
    if finished is not None:
        return finished
    # Also keeps a pipe that has replaced the archive from being opened, which would wait for a writer.
    partition.archive.check_unchanged()
    summary, progress = Summary(), Progress()
    with shard.writing(summary) as writer:
        judging = ShardJudging(shard, writer, summary, progress)
        try:
            judging.judge()
        except TruncatedError as error:
            summary.truncation = str(error)
        partition.archive.check_unchanged()
    return summary


class ShardJudging:
    """Judges the lines of a shard, writes and counts the verdicts, and reports from time to time."""

    def __init__(self, shard: Shard, writer: Writer, summary: Summary, progress: Progress) -> None:
        self._shard = shard
        self._writer = writer
        self._summary = summary
        self._progress = progress
        self._judge = partial(judge, most_moves=shard.job.most_moves)
        self._next_report = monotonic()

    def judge(self) -> None:
        """Judge the whole partition. Raises TruncatedError and OSError."""
        if self._shard.partition.archive.content.is_table:
            self.judge_table()
        else:
            self.judge_lines()

    def take(self, lines: bytearray, start: int, number: int) -> tuple[int, int]:
        """Judge lines as far as the kernel does, which answers in lines and not in columns."""
        job, writer = self._shard.job, self._writer
        may_have_others = job.unknown is Unknown.IGNORE
        while isinstance(writer, LineWriter) and job.unknown is not Unknown.KEEP and start < len(lines):
            judged = judge_lines(
                lines,
                start,
                writer.head,
                number,
                job.most_moves,
                job.longest_line,
                may_have_others=may_have_others,
            )
            writer.write(judged.answers)
            number += self._summary.count_valid(judged.games)
            start = judged.end
            self._report_if_due()
            if judged.invalid is None:
                break
            self._add(number, judged.invalid)
            number += 1
        return start, number

    def judge_table(self) -> None:
        """Judge the rows of a table, in columns if the shard has nothing else."""
        from service.bulk.column_worker import judged_columns, takes_columns  # noqa: PLC0415 - Arrow is large
        from service.bulk.parquet_output import ParquetShard  # noqa: PLC0415

        if not takes_columns(self._shard):
            self.judge_lines()
            return
        assert isinstance(self._writer, ParquetShard)
        for number, rows in judged_columns(self._shard, self._progress):
            if isinstance(rows, Judged):
                self._add(number, rows)
                continue
            self._summary.count_rows(number, rows)
            self._writer.add_table(number, rows)
            self._report_if_due()

    def judge_lines(self) -> None:
        """Judge lines, or rows as JSON, one after another."""
        job = self._shard.job
        others = job.unknown is Unknown.KEEP
        for number, text in read(
            self._shard.partition, job.longest_line, self._progress, self.take, others=others
        ):
            self.judge_line(number, text)

    def judge_line(self, number: int, text: bytes | Problem) -> None:
        """Judge a line, or answer it with its problem."""
        if isinstance(text, Problem):
            self._add(number, rejected(text, {}))
            return
        unknown, others, judged = self._shard.job.unknown, b"", None
        if unknown is Unknown.IGNORE:
            judged = judged_by_kernel(text, self._shard.job.most_moves, may_have_others=True)
        if judged is None and unknown is not Unknown.REJECT:
            text, others = split_members(text)
        kept = others if unknown is Unknown.KEEP else b""
        self._add(number, judged or answered(self._judge, text, {}), kept)

    def _add(self, number: int, judged: Judged, others: bytes = b"") -> None:
        self._summary.count(number, judged)
        self._writer.add(number, judged, others)
        self._report_if_due()

    def _report_if_due(self) -> None:
        if monotonic() >= self._next_report:
            size = int(self._progress.share * self._shard.partition.size)
            report((self._shard.name, self._summary.games, size))
            self._next_report = monotonic() + _REPORT_SECONDS
