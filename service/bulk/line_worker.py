"""Judge a partition and write its shard: what a worker process does."""

from functools import partial
from importlib.metadata import version
from time import monotonic
from typing import Final

from patience.games import VARIANTS
from patience.prospects.findings import PROVER_VERSION
from service.bulk.archives import Progress, SourceError
from service.bulk.process_pool import report
from service.bulk.reader import TruncatedError, read
from service.bulk.shards import Shard
from service.bulk.summary import Summary
from service.judging.judge import answered, judge, rejected
from service.requests.problems import Problem

_REPORT_SECONDS: Final = 0.5


def referee_version() -> str:
    """Return what every worker must share for equal verdicts."""
    rules = " ".join(f"{variant.id}:{variant.rules_version}" for variant in VARIANTS.values())
    return f"{version('patience-referee')} with prover {PROVER_VERSION} and rules {rules}"


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
    judge_line = partial(judge, most_moves=job.most_moves)
    next_report = monotonic()
    with shard.writing(summary) as add:
        try:
            for number, text in read(partition, job.longest_line, progress):
                judged = rejected(text, {}) if isinstance(text, Problem) else answered(judge_line, text, {})
                summary.count(number, judged)
                add(number, judged)
                if monotonic() >= next_report:
                    report((shard.name, summary.games, int(progress.share() * partition.size)))
                    next_report = monotonic() + _REPORT_SECONDS
        except TruncatedError as error:
            summary.truncation = str(error)
        partition.archive.check_unchanged()
    return summary
