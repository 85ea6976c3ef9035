"""What the tests of archives share: a cluster that is there."""

import pytest

from tests.bulk.failing_runs import scheduler_within


@pytest.fixture(scope="package")
def scheduler():
    """The address of a scheduler that has a worker, both in this process."""
    with scheduler_within() as address:
        yield address
