"""What ``referee verify`` does, on a plain pool of processes: the peer of the benchmark, without Dask."""

import argparse
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from service.bulk.formats import Format
from service.bulk.line_worker import judge_partition
from service.bulk.run import prepare_work
from service.config import Settings


def main() -> None:
    """Judge one archive."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("archive")
    parser.add_argument("--output", type=Path)
    parser.add_argument("--workers", type=int)
    given = parser.parse_args()
    work = prepare_work([given.archive], given.output, Format.JSONL, Settings())
    with ProcessPoolExecutor(given.workers, get_context("spawn")) as pool:
        futures = {pool.submit(judge_partition, shard.partition, work.job): shard for shard in work.missing}
        for future, shard in futures.items():
            work.note(shard, future.result())
    print(work.summary.as_text())  # noqa: T201


if __name__ == "__main__":
    main()
