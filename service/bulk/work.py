"""What is to be done for some archives, and what was done before."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from service.bulk.formats import Format
from service.bulk.mapper import referee_version
from service.bulk.partitions import plan
from service.bulk.shards import Job, Shard, discard_others, prepare
from service.bulk.sources import expand
from service.bulk.summary import Summary
from service.config import Settings


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
    """By shard: why it could not be written."""

    def __post_init__(self) -> None:
        for shard in self.shards:
            finished = shard.finished()
            if finished is None:
                self.missing.append(shard)
            else:
                self.summary.add(finished)

    @property
    def kept(self) -> int:
        """Shards that were there before."""
        return len(self.shards) - len(self.missing)

    def note(self, shard: Shard, result: Summary | BaseException) -> None:
        """Take down how a missing shard fared."""
        if isinstance(result, Summary):
            self.judged += 1
            self.summary.add(result)
        else:
            self.failures[shard.name] = str(result) or type(result).__name__


def prepare_work(given: Iterable[str], output: Path, shape: Format, settings: Settings) -> Work:
    """Find the archives and what is to be done; what ``output`` holds of them that no longer holds goes.

    Raises SourceError for archives that cannot be judged, and OSError.
    """
    archives = expand(given, output)
    job = Job(
        output=output.resolve(),
        format=shape,
        most_moves=settings.most_moves,
        longest_line=settings.most_body_bytes,
        version=referee_version(),
    )
    shards = [Shard(partition, job) for archive in archives for partition in plan(archive)]
    prepare(output)
    discard_others(output, archives, shards)
    return Work(job, shards)
