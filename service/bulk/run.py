"""Run a job over archives: plan, judge what is missing, and sum up.

Strategy: the parent only coordinates. It finds where partitions begin, which for JSON lines is counting
line ends, and hands them to workers while it plans further. Each worker reads its own byte range and writes
its own shard; only a small summary comes back. Invariants: a shard that exists is complete; every line of
an archive has at most one verdict in the output; the same command, run again, judges only what is missing.
"""

from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from pathlib import Path
from typing import Protocol

from service.bulk.archives import Archive
from service.bulk.formats import Format, Unknown
from service.bulk.line_worker import judge_shard, referee_version
from service.bulk.partitions import PARTITION_BYTES, plan
from service.bulk.shards import Job, Shard, prepare, remove_unfinished
from service.bulk.sources import Sources, expand, real_path
from service.bulk.summary import MOST_REJECTIONS, Rejection, Summary
from service.bulk.workers import results_anywhere, results_here
from service.config import Settings


class Watch(Protocol):
    """An observer of a run, called in the thread that runs it."""

    def report(self, message: tuple[str, int, int]) -> None:
        """Note a shard's name, and the games judged and the stored bytes read of it so far."""

    def done(self, shard: Shard) -> None:
        """Note that a shard is complete or has failed."""


@dataclass
class Run:
    """The archives of a job and what has become of their shards."""

    job: Job
    archives: list[Archive]
    summary: Summary = field(default_factory=Summary)
    """The results of all complete shards."""
    kept: int = 0
    """Shards complete before the run."""
    judged: int = 0
    """Shards written in this run."""
    failures: dict[str, str] = field(default_factory=dict)
    """Why verdicts are missing, by shard, or by archive if it cannot be divided into partitions."""
    ignored_columns: dict[str, str] = field(default_factory=dict)
    """Columns that are not fields of a request, each with the first archive that has it."""

    def __post_init__(self) -> None:
        self._rejections: list[tuple[int, int, Shard, Rejection]] = []
        self._order = {archive: number for number, archive in enumerate(self.archives)}

    @property
    def first_rejections(self) -> list[tuple[Shard, Rejection]]:
        """The first lines that are not game logs, at most `MOST_REJECTIONS`."""
        return [(shard, rejection) for *_, shard, rejection in self._rejections]

    def judge(self, workers: int, scheduler: str | None = None, watch: Watch | None = None) -> None:
        """Write the missing shards on a Dask cluster, or with `workers` processes on this machine.

        What fails is noted, and the rest goes on. Raises ClusterError if the cluster cannot be used, and
        KeyboardInterrupt.
        """
        receive = watch.report if watch else None
        missing = self.missing(watch)
        first = [*islice(missing, 2)]
        if scheduler is None and [shard.is_small for shard in first] == [True]:
            results = results_here(judge_shard, first)
        else:
            results = results_anywhere(judge_shard, chain(first, missing), workers, scheduler, receive)
        with closing(results):
            for shard, result in results:
                self.note(shard, result)
                if watch:
                    watch.done(shard)
        # The next run removes what cannot be removed now.
        with suppress(OSError):
            remove_unfinished(self.job)

    def note(self, shard: Shard, result: Summary | BaseException) -> None:
        """Count a missing shard that was written, or note why it was not."""
        if isinstance(result, Summary):
            self.judged += 1
            self._add(shard, result)
        else:
            self.failures[shard.name] = str(result) or type(result).__name__

    def missing(self, watch: Watch | None = None) -> Iterator[Shard]:
        """Yield the shards to write; count those that are complete."""
        for archive in self.archives:
            try:
                for partition in plan(archive, self.job.partition_bytes):
                    shard = Shard(partition, self.job)
                    if not self._keep(shard):
                        yield shard
                    elif watch:
                        watch.done(shard)
                if archive.content.is_table:
                    self._note_columns(archive)
            except OSError as error:
                self.failures[archive.name] = str(error)

    def _keep(self, shard: Shard) -> bool:
        try:
            summary = shard.finished()
        except OSError:
            # The worker meets the same error and reports it.
            return False
        if summary is None:
            return False
        self.kept += 1
        self._add(shard, summary)
        return True

    def _note_columns(self, archive: Archive) -> None:
        from service.bulk.table_rows import ignored_columns  # noqa: PLC0415 - Arrow is large

        for column in ignored_columns(archive):
            if column not in self.job.keep and self.job.unknown is not Unknown.KEEP:
                self.ignored_columns.setdefault(column, archive.name)

    def _add(self, shard: Shard, summary: Summary) -> None:
        self.summary.add(summary)
        if summary.truncation:
            self.failures[shard.name] = summary.truncation
        place = self._order[shard.partition.archive], shard.partition.number
        self._rejections += ((*place, shard, rejection) for rejection in summary.rejections)
        self._rejections.sort(key=lambda row: (*row[:2], row[3]))
        del self._rejections[MOST_REJECTIONS:]


def prepare_run(  # noqa: PLR0913 - two of them are options
    names: Iterable[str],
    output: Path,
    shape: Format,
    settings: Settings,
    *,
    follow_links: bool = False,
    unknown: Unknown = Unknown.REJECT,
    verdicts: bool = True,
    keep: tuple[str, ...] = (),
    renamed: tuple[tuple[str, str], ...] = (),
    relative_to: Path | None = None,
    partition_bytes: int = PARTITION_BYTES,
) -> Run:
    """Find the archives, and remove from `output` what it should no longer hold of them.

    Raises SourceError for a name that leads to no archive, for a link that leads out of a directory, unless
    `follow_links` is set, and OSError.
    """
    archives, identities = sources_of(names, output, renamed, relative_to, follow_links=follow_links)
    job = job_of(output, shape, settings, unknown, verdicts, keep, partition_bytes)
    prepare(job, archives, identities)
    return Run(job, archives)


def sources_of(
    names: Iterable[str],
    output: Path,
    renamed: tuple[tuple[str, str], ...],
    relative_to: Path | None,
    *,
    follow_links: bool,
) -> Sources:
    """Find the archives, and say how they are read and named. Raises SourceError and OSError."""
    found, identities = expand(names, output, follow_links=follow_links)
    base = f"{real_path(relative_to)}/" if relative_to else ""
    return Sources([replace(archive, renamed=renamed, relative_to=base) for archive in found], identities)


def job_of(  # noqa: PLR0913, PLR0917 - its members
    output: Path,
    shape: Format,
    settings: Settings,
    unknown: Unknown,
    verdicts: bool = True,
    keep: tuple[str, ...] = (),
    partition_bytes: int = PARTITION_BYTES,
) -> Job:
    """Return what is wanted of every partition, under the settings of the service."""
    limits = settings.most_moves, settings.most_body_bytes
    return Job(real_path(output), shape, *limits, referee_version(), unknown, verdicts, keep, partition_bytes)
