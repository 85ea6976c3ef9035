"""What a worker does: judge a partition and write its shard."""

from collections.abc import Callable
from importlib.metadata import version
from time import monotonic
from typing import Final

from service.bulk.archives import SourceError
from service.bulk.partitions import Partition
from service.bulk.progress import Place
from service.bulk.reader import read
from service.bulk.shards import Job, Shard
from service.bulk.summary import Fate, Summary
from service.engine.variants import VARIANTS
from service.judging.judge import Judged, judge_line, rejected
from service.judging.problems import Problem
from service.prospects.findings import PROVER_VERSION


def referee_version() -> str:
    """What a worker must have too, so that all judge alike."""
    rules = " ".join(f"{variant.id}:{variant.rules_version}" for variant in VARIANTS.values())
    return f"{version('patience-referee')} with prover {PROVER_VERSION} and rules {rules}"


Told = Callable[[int, float], object]
"""Told now and then of a partition at work: the games judged, and how much of it is done, from 0 to 1."""

_TELL_SECONDS: Final = 0.5


def judge_partition(partition: Partition, job: Job, told: Told | None = None) -> Summary:
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
    summary, place = Summary(), Place()
    next_time = monotonic() + _TELL_SECONDS
    with shard.writing(summary) as writer:
        for number, text in read(partition, job.longest_line, place):
            judged = _judge(text, job.most_moves)
            fate = Fate.of(judged)
            summary.count(number, judged, fate)
            writer.add(number, judged, fate)
            if told and (now := monotonic()) >= next_time:
                told(summary.games, place.share())
                next_time = now + _TELL_SECONDS
        partition.archive.check_unchanged()
    return summary


def _judge(text: bytes | Problem, most_moves: int) -> Judged:
    if isinstance(text, Problem):
        return rejected(text, {})
    return judge_line(text, {}, most_moves)
