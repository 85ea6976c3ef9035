"""Calls to the file system fail: the run reports it, leaves no broken files, and can continue.

The first and the last call of each kind fail here. `python -m tests.soak.file_system` tries every call and
format with every error.
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
    first = {name: calls.index(name) for name in calls}
    last = {name: which for which, name in enumerate(calls)}
    for which in sorted({*first.values(), *last.values()}):
        # Each with one error, in turn.
        errors = ERRORS[calls[which]]
        runs.fail(which, errors[which % len(errors)])
