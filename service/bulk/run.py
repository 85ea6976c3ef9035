"""What is to be done for some archives, and what was done before."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from service.bulk.formats import Format
from service.bulk.line_worker import referee_version
from service.bulk.partitions import plan
from service.bulk.shards import Job, Shard, discard, prepare
from service.bulk.sources import expand
from service.bulk.summary import MOST_REJECTIONS, Rejection, Summary
from service.config import Settings

Told = Callable[[str, int, int], object]
"""Told what is being done, how far that is, and of how much."""


def silent(what: str, done: int, of: int) -> None:
    """Do nothing with it."""


@dataclass
class Work:
    """The shards of some archives, of which some may have been written by an earlier run."""

    job: Job
    shards: list[Shard]
    missing: list[Shard] = field(default_factory=list)
    """The shards still to be written when the run began, in order."""
    judged: int = 0
    """Shards written since."""
    summary: Summary = field(default_factory=Summary)
    """Of all shards that are there."""
    failures: dict[str, str] = field(default_factory=dict)
    """By shard, or by archive if it could not even be cut: why there are no verdicts."""

    def __post_init__(self) -> None:
        self._rejections: list[tuple[int, Rejection]] = []
        self._numbers = {shard.name: number for number, shard in enumerate(self.shards)}

    def look(self, told: Told) -> None:
        """Find out which shards are there.

        Raises OSError.
        """
        for number, shard in enumerate(self.shards, 1):
            finished = shard.finished()
            if finished is None:
                self.missing.append(shard)
            else:
                self._add(shard, finished)
            told("Checking", number, len(self.shards))

    def discard_others(self, identities: Iterable[bytes]) -> None:
        """Remove what is there of archives by these names and is none of our finished shards.

        Raises OSError.
        """
        missing = set(self.missing)
        discard(self.job.output, identities, [shard for shard in self.shards if shard not in missing])

    @property
    def kept(self) -> int:
        """Shards that were there before."""
        return len(self.shards) - len(self.missing)

    def note(self, shard: Shard, result: Summary | BaseException) -> None:
        """Take down how a missing shard fared."""
        if isinstance(result, Summary):
            self.judged += 1
            self._add(shard, result)
        else:
            self.failures[shard.name] = str(result) or type(result).__name__

    @property
    def first_rejections(self) -> list[tuple[Shard, Rejection]]:
        """Where the first lines are that are no game logs: at most ``MOST_REJECTIONS``."""
        return [(self.shards[number], rejection) for number, rejection in self._rejections]

    def _add(self, shard: Shard, summary: Summary) -> None:
        self.summary.add(summary)
        if summary.rejections:
            number = self._numbers[shard.name]
            found = [(number, rejection) for rejection in summary.rejections]
            self._rejections = sorted([*self._rejections, *found])[:MOST_REJECTIONS]


def prepare_work(
    given: Iterable[str], output: Path, shape: Format, settings: Settings, told: Told = silent
) -> Work:
    """Find the archives and what is to be done; what ``output`` holds of them that no longer holds goes.

    Raises SourceError for archives that cannot be judged, and OSError; an archive that cannot be read is
    among the failures instead.
    """
    archives, identities = expand(given, output)
    job = Job(
        output=output.resolve(),
        format=shape,
        most_moves=settings.most_moves,
        longest_line=settings.most_body_bytes,
        version=referee_version(),
    )
    shards: list[Shard] = []
    failures: dict[str, str] = {}
    size, done = sum(archive.size for archive in archives), 0
    for archive in archives:
        try:
            for partition in plan(archive):
                shards.append(Shard(partition, job))
                done += partition.size
                told("Reading", done, size)
        except OSError as error:
            failures[archive.name] = str(error)
    prepare(output)
    work = Work(job, shards, failures=failures)
    work.look(told)
    work.discard_others(identities)
    return work
