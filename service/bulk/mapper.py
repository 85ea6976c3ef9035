"""What a worker does: judge a partition and write its shard."""

from importlib.metadata import version

from service.bulk.lines import read
from service.bulk.partitions import Partition
from service.bulk.shards import Job, Shard
from service.bulk.sources import SourceError
from service.bulk.summary import Fate, Summary
from service.engine.variants import VARIANTS
from service.judge import Judged, judge_line, rejected
from service.problems import Problem


def referee_version() -> str:
    """What a worker must have too, so that all judge alike."""
    rules = " ".join(f"{variant.id}:{variant.rules_version}" for variant in VARIANTS.values())
    return f"{version('patience-referee')} with rules {rules}"


def judge_partition(partition: Partition, job: Job) -> Summary:
    """Judge every line, write the shard, and return the small summary.

    A pure function of its arguments and the archive, so it may be run again, and twice at a time.
    Raises SourceError if the archive changes or the worker is of another version, and OSError; then
    there is no shard.
    """
    found = referee_version()
    if found != job.version:
        raise SourceError(f"A worker has version {found} of the referee, but {job.version} is running.")
    shard = Shard(partition, job)
    # It may be asked again for what another has finished before it died.
    finished = shard.finished()
    if finished is not None:
        return finished
    summary = Summary()
    with shard.writing(summary) as writer:
        for number, text in read(partition, job.longest_line):
            judged = _judge(text, job.most_moves)
            fate = Fate.of(judged)
            summary.count(number, judged, fate)
            writer.add(number, judged, fate)
        partition.archive.check_unchanged()
    return summary


def _judge(text: bytes | Problem, most_moves: int) -> Judged:
    if isinstance(text, Problem):
        return rejected(text, {})
    return judge_line(text, {}, most_moves)
