"""Peak memory of ``referee verify`` for few games and for many: the greatest that any of its processes had.

python -m tests.benchmarks.memory [--many 100000]
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from service.bulk.formats import Format
from tests.benchmarks.archive import write_archive
from tests.benchmarks.paired import Ratio

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


def measure(many: int) -> Iterator[Ratio]:
    """For each of two formats, one ratio."""
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
