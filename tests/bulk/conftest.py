"""Fixtures of the tests of archives."""

import pytest

from tests.bulk.failing_runs import scheduler_within


@pytest.fixture(scope="package")
def scheduler():
    """The address of a Dask scheduler that has a worker, both in this process."""
    with scheduler_within() as address:
        yield address
