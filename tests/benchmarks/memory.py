"""Peak memory of ``referee verify`` for few games and for many, the greatest that any of its processes had;
and what the kernel adds to a worker of ``referee serve``.

python -m tests.benchmarks.memory [--many 100000]
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from service.bulk.formats import Format
from tests.benchmarks.archive import write_archive
from tests.benchmarks.http import Client
from tests.benchmarks.paired import Ratio, judged_by, requests
from tests.servers import served

FEW = 10_000


def peak_memory(archive: Path, shape: Format) -> int:
    """In kB."""
    output = archive.with_name(f"{archive.stem}-{shape}")
    arguments = [str(archive), "--output", str(output), "--workers", "1", "--format", shape]
    process = subprocess.Popen(
        [sys.executable, "-m", "service.cli", "verify", *arguments], stdout=subprocess.DEVNULL
    )
    # The usage of a process that has ended includes that of those it waited for.
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return used.ru_maxrss


def worker_memory() -> int:
    """What one worker has for itself after a request for every game, in kB."""
    with served(workers=1) as server:
        Client(server, requests())
        (worker,) = server.workers()
        sizes = Path(f"/proc/{worker}/smaps_rollup").read_text()
    return sum(int(size) for size in re.findall(r"Private_\w+:\s+(\d+) kB", sizes))


def measure(many: int) -> Iterator[Ratio]:
    """For each of two formats one ratio, and one for a worker."""
    with judged_by("auto"):
        compiled = worker_memory()
    with judged_by("off"):
        readable = worker_memory()
    told = f"{compiled / 1024:.1f} MiB, {readable / 1024:.1f} MiB"
    yield Ratio("7. memory of a worker: without the kernel", [compiled / readable], "< 10 MiB", told)
    with tempfile.TemporaryDirectory() as directory:
        archives = [write_archive(Path(directory) / f"{games}.jsonl", games) for games in (FEW, many)]
        for shape in (Format.JSONL, Format.PARQUET):
            few, most = (peak_memory(archive, shape) for archive in archives)
            told = f"{most / 1024:.0f} MiB, {few / 1024:.0f} MiB"
            name = f"7. peak memory, {shape}: {many:,} games: {FEW:,}"
            yield Ratio(name, [most / few], "flat", told)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--many", type=int, default=100_000, help="games of the larger archive (default 100000)"
    )
    for ratio in measure(parser.parse_args().many):
        print(ratio.row())  # noqa: T201


if __name__ == "__main__":
    main()
