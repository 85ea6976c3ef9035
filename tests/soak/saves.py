"""Import mutated saved games: none may execute anything, crash, or need much time or memory.

python -m tests.soak.saves --mutants 200000

The process may use 50 MB beyond its memory at rest, which the system enforces, and 20 seconds for one file.
Python's audit events report files, imports, processes and code. A file that breaks a rule is kept as
broken-*.pso, and the exit code is then 1.
"""

import argparse
import random
import resource
import signal
import sys
import traceback
from collections.abc import Iterable
from hashlib import sha256
from itertools import chain
from pathlib import Path
from types import FrameType
from typing import NoReturn

from tests.saves.largest import LARGEST
from tests.saves.mutants import mutant, originals, try_to_import, watched

MEMORY = 50_000_000
SECONDS = 20


class TooSlowError(Exception):
    """A file took longer than ``SECONDS``."""


def main() -> None:
    """Try the large files and the mutants."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--mutants", type=int, default=200_000, help="how many (default 200000)")
    parser.add_argument("--seed", type=int, default=1, help="of the choice of mutants (default 1)")
    options = parser.parse_args()
    files, rng = originals(), random.Random(options.seed)
    # The engine imports and compiles on first use, which the watch would see.
    for data in files:
        try_to_import(data)
    signal.signal(signal.SIGALRM, _too_slow)
    _limit_memory()
    at_rest = _resident()
    mutants = (mutant(files, rng) for _ in range(options.mutants))
    taken, broken = _try_all(chain(LARGEST.values(), mutants))
    print(  # noqa: T201
        f"{len(LARGEST)} large files and {options.mutants} mutants: {taken} imported, {broken} broke a "
        f"rule; {at_rest} MB at rest, {_resident()} MB at most"
    )
    sys.exit(1 if broken else 0)


def _try_all(files: Iterable[bytes]) -> tuple[int, int]:
    taken = broken = 0
    for count, data in enumerate(files):
        if sys.stderr.isatty() and count % 1000 == 0:
            print(f"\r{count}", end="", file=sys.stderr)  # noqa: T201
        try:
            taken += _taken(data)
        except Exception:
            traceback.print_exc()
            Path(f"broken-{sha256(data).hexdigest()[:12]}.pso").write_bytes(data)
            broken += 1
    return taken, broken


def _taken(data: bytes) -> bool:
    signal.alarm(SECONDS)
    try:
        with watched() as events:
            taken = try_to_import(data)
        assert events == []
        return taken
    finally:
        signal.alarm(0)


def _too_slow(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise TooSlowError


def _limit_memory() -> None:
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[5])
    most = pages * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def _resident() -> int:
    """Return the peak of resident memory in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1000


if __name__ == "__main__":
    main()
