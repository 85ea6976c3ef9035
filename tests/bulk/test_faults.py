"""Every call to the file system fails once: the run reports it, leaves no broken files, and can continue.

`python -m tests.soak.faults` tries every format with every error.
"""

import pytest

from service.bulk.formats import Format
from tests.bulk.failing_runs import Runs
from tests.bulk.faults import ERRORS


@pytest.mark.parametrize(
    ("suffix", "shape", "new"), [(".jsonl", Format.JSONL, True), (".parquet", Format.PARQUET, False)]
)
def test_any_call_may_fail(tmp_path, scheduler, suffix, shape, new):
    runs = Runs(tmp_path, suffix, shape, scheduler, new=new)
    calls = runs.learn()
    assert {"open", "read", "write", "close", "fsync", "replace", "mkdir", "unlink"} <= set(calls)
    for which, name in enumerate(calls):
        # Each call with one error, in turn.
        runs.fail(which, ERRORS[name][which % len(ERRORS[name])])
