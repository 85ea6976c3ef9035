"""A real scheduler with two workers, each a process of its own."""

import json
import logging
import os
import signal
import subprocess
import sys
from contextlib import ExitStack, contextmanager

import pytest

from service.bulk.cluster import judge as run_on_cluster
from service.bulk.cluster import workforce
from tests.bulk.archives import GAMES, answers, judge, prepare, shards, write_lines
from tests.bulk.commands import halves, verify, verify_here, watched

PARTS = 16
HALF = GAMES[::2]


@contextmanager
def dask(*arguments, until):
    """A process of Dask's, from when it has said that it is ready; and what it said then."""
    with subprocess.Popen(
        [sys.executable, "-m", "dask", *arguments],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "30s"},
    ) as process:
        try:
            line = next(line for line in process.stderr if until in line)
            yield process, line.split()[-1]
        finally:
            process.kill()


@pytest.fixture
def bare_scheduler():
    """A scheduler that has no workers, and its address."""
    arguments = ("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    with dask(*arguments, until="Scheduler at:") as (process, address):
        yield process, address


@pytest.fixture
def address(bare_scheduler):
    """Where the scheduler is."""
    return bare_scheduler[1]


@pytest.fixture
def workers(address, tmp_path, monkeypatch):
    """Two workers of the scheduler's, without nannies who would replace them.

    On the readable engine: the kernel would be done before anybody could interfere.
    """
    monkeypatch.setenv("REFEREE_KERNEL", "off")
    arguments = (
        "worker",
        address,
        "--no-nanny",
        "--no-dashboard",
        "--nthreads",
        "1",
        "--host",
        "127.0.0.1",
    )
    with ExitStack() as running:
        yield [
            running.enter_context(
                dask(
                    *arguments, "--local-directory", str(tmp_path / f"worker{number}"), until="Registered to:"
                )
            )[0]
            for number in (1, 2)
        ]


@pytest.fixture
def archives(tmp_path):
    """A directory of many small archives."""
    (tmp_path / "games").mkdir()
    for number in range(PARTS):
        write_lines(tmp_path / "games" / f"{number:02}.jsonl", HALF)
    return tmp_path / "games"


def test_every_game_is_judged_once_though_a_worker_is_killed(address, workers, archives, tmp_path):
    output = tmp_path / "out"
    with watched(archives, "--output", output, "--scheduler", address, "--json") as command:
        command.wait_until(lambda: shards(output))
        # Stopped first, so that it surely holds partitions when it dies, and is not done with them.
        workers[0].send_signal(signal.SIGSTOP)
        there = len(shards(output))
        workers[0].send_signal(signal.SIGKILL)
        workers[0].wait()
        assert command.finish() == 0, command.shown
        summary = json.loads(command.process.stdout.read())
    assert 0 < there < PARTS
    assert summary["games"] == PARTS * len(HALF)
    assert summary["shards"] == {"kept": 0, "judged": PARTS, "missing": 0}
    judge(tmp_path / "alone", archives / "00.jsonl")
    expected = answers(tmp_path / "alone")
    names = sorted(path.name for path in archives.iterdir())
    assert answers(output) == {
        (name, number): answer for name in names for (_, number), answer in expected.items()
    }
    assert len(shards(output)) == PARTS
    assert verify_here(archives, "--output", output, "--json").returncode == 0
    assert halves(output) == []


def test_when_the_scheduler_dies_it_is_said_and_the_rest_judged_later(
    bare_scheduler, workers, archives, tmp_path, scheduler
):
    process, address = bare_scheduler
    with watched(archives, "--output", tmp_path / "out", "--scheduler", address, "--json") as command:
        command.wait_until(lambda: shards(tmp_path / "out"))
        process.kill()
        assert command.finish() == 2
        summary = json.loads(command.process.stdout.read())
    assert f"{summary['shards']['missing']} of {PARTS} shards" in command.shown
    again = verify_here(archives, "--output", tmp_path / "out", "--scheduler", scheduler, "--json")
    assert again.returncode == 0
    assert json.loads(again.stdout)["games"] == len(answers(tmp_path / "out")) == PARTS * len(HALF)


class Seen:
    """What a run tells of its shards."""

    def __init__(self):
        self.at_work, self.there = set(), set()

    def working(self, shard, games, share):
        self.at_work.add(shard)

    def done(self, shard):
        self.there.add(shard.name)


def test_an_archive_whose_name_is_no_text_is_watched_like_others(tmp_path, scheduler):
    archive = write_lines(tmp_path / os.fsdecode(b"\xff.jsonl"), GAMES[:2])
    work, seen = prepare(tmp_path / "out", archive), Seen()
    run_on_cluster(work, scheduler, None, seen)
    assert work.failures == {}
    assert seen.at_work <= seen.there == {work.shards[0].name}


def test_dask_logs_nothing_meanwhile_not_even_what_it_calls_critical(scheduler):
    logger = logging.getLogger("distributed.scheduler")
    with workforce(scheduler, 1):
        assert not logger.isEnabledFor(logging.CRITICAL)
    assert logger.isEnabledFor(logging.CRITICAL)


def test_a_scheduler_without_workers_is_not_waited_for_in_vain(address, archives, tmp_path, monkeypatch):
    monkeypatch.setenv("DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT", "1s")
    done = verify(archives, "--output", tmp_path / "out", "--scheduler", address)
    assert done.returncode == 2
    assert f"The Dask scheduler at {address} has no workers." in done.stderr
