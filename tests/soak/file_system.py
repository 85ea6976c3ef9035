"""Every call to the file system fails once, with every error, for every format of archives and of verdicts.

python -m tests.soak.file_system

After each failure the output is checked, and the same command is run again. The exit code is 1 at the
first difference.
"""

import argparse
import sys
import tempfile
from itertools import product
from pathlib import Path

from service.bulk.formats import Format
from tests.bulk.failing_runs import Runs, scheduler_within
from tests.bulk.faults import ERRORS

SUFFIXES = (".jsonl", ".jsonl.gz", ".jsonl.zst", ".parquet")


def main() -> None:
    """Try every combination of formats."""
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    with scheduler_within() as scheduler:
        for suffix, shape, new in product(SUFFIXES, Format, (True, False)):
            with tempfile.TemporaryDirectory() as directory:
                outcome = _fail_all(Runs(Path(directory), suffix, shape, scheduler, new=new))
            print(f"{suffix} to {shape}, {'new' if new else 'over earlier shards'}: {outcome}", flush=True)  # noqa: T201


def _fail_all(runs: Runs) -> str:
    calls = runs.learn()
    tried = [(which, error) for which, name in enumerate(calls) for error in ERRORS[name]]
    for which, error in tried:
        try:
            runs.fail(which, error)
        except AssertionError as wrong:
            sys.exit(str(wrong))
    return f"{len(calls)} calls failed in {len(tried)} ways"


if __name__ == "__main__":
    main()
