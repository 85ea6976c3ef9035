"""A short run of tests/load/chaos.py: workers are killed under twice their capacity."""

import asyncio

from tests.load.chaos import chaos
from tests.servers import served


def test_answers_are_right_while_workers_are_killed():
    with served(workers=2, log_format="json", log_level="warning") as server:
        report = asyncio.run(chaos(server, seconds=0.5, every=0.2, warm_up=0.1))
        assert server.ask("GET", "/readyz")[0] == 200
    assert report.held, report.outcomes
    assert report.recoveries
