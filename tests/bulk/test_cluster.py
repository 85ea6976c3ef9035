"""A Dask scheduler with two workers, each a process of its own."""

import json
import os
import signal
import subprocess
import sys
from contextlib import ExitStack, contextmanager

import pytest

from tests.bulk.archives import GAMES, answers, judge, shards, unfinished, write_lines
from tests.bulk.commands import verify, verify_apart, watched
from tests.bulk.failing_runs import scheduler_within

PARTS = 16
HALF = GAMES[::2]


@contextmanager
def started(*arguments, until):
    """Start a process of Dask; provide it once it is ready, and the last word it has logged."""
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


def bare_scheduler():
    """Start a scheduler without workers; provide it and its address."""
    return started("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", until="Scheduler at:")


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """A scheduler, its address, and two workers, without nannies that would replace them.

    The first test that uses it kills a worker, the second the scheduler. The workers use the readable
    engine: the kernel would finish before a test could interfere.
    """
    with pytest.MonkeyPatch.context() as patch, ExitStack() as running:
        patch.setenv("REFEREE_KERNEL", "off")
        process, address = running.enter_context(bare_scheduler())
        arguments = ("worker", address, "--no-nanny", "--no-dashboard", "--nthreads", "1")
        workers = []
        for _ in range(2):
            directory = str(tmp_path_factory.mktemp("worker"))
            worker = started(
                *arguments, "--host", "127.0.0.1", "--local-directory", directory, until="Registered to:"
            )
            workers.append(running.enter_context(worker)[0])
        patch.undo()
        yield process, address, workers


@pytest.fixture
def archives(tmp_path):
    """A directory of many small archives."""
    (tmp_path / "games").mkdir()
    for number in range(PARTS):
        write_lines(tmp_path / "games" / f"{number:02}.jsonl", HALF)
    return tmp_path / "games"


def test_every_game_is_judged_once_though_a_worker_is_killed(cluster, archives, tmp_path):
    _, address, workers = cluster
    output = tmp_path / "out"
    with watched("verify", archives, "--output", output, "--scheduler", address, "--json") as command:
        command.wait_until(lambda: shards(output))
        # Stopped first, so that it certainly has unfinished partitions when it dies.
        workers[0].send_signal(signal.SIGSTOP)
        complete = len(shards(output))
        workers[0].send_signal(signal.SIGKILL)
        workers[0].wait()
        assert command.finish() == 0, command.shown
        summary = json.loads(command.process.stdout.read())
    assert unfinished(output) == []
    assert 0 < complete < PARTS
    assert summary["games"] == PARTS * len(HALF)
    assert summary["shards"] == {"kept": 0, "judged": PARTS, "missing": 0}
    judge(tmp_path / "alone", archives / "00.jsonl")
    expected = answers(tmp_path / "alone")
    names = sorted(path.name for path in archives.iterdir())
    assert answers(output) == {
        (name, number): answer for name in names for (_, number), answer in expected.items()
    }
    assert len(shards(output)) == PARTS


def test_when_the_scheduler_dies_the_run_can_be_continued(cluster, archives, tmp_path):
    process, address, _ = cluster
    with watched(
        "verify", archives, "--output", tmp_path / "out", "--scheduler", address, "--json"
    ) as command:
        command.wait_until(lambda: shards(tmp_path / "out"))
        process.kill()
        assert command.finish() == 2
        summary = json.loads(command.process.stdout.read())
    assert f"{summary['shards']['missing']} shards missing" in command.shown
    again = verify(archives, "--output", tmp_path / "out", "--json")
    assert again.returncode == 0
    assert json.loads(again.stdout)["games"] == len(answers(tmp_path / "out")) == PARTS * len(HALF)


def test_a_scheduler_without_workers_is_an_error(archives, tmp_path):
    # Imported here, since few workers of the tests need it.
    from dask import config  # noqa: PLC0415

    # Dask must have its own settings before one of them is changed.
    with scheduler_within(workers=0) as address, config.set({"distributed.comm.timeouts.connect": "3s"}):
        done = verify(archives, "--output", tmp_path / "out", "--scheduler", address)
    assert done.returncode == 2
    assert f"The Dask scheduler at {address} has no workers." in done.stderr


def test_an_archive_whose_name_is_not_utf_8(tmp_path, scheduler):
    write_lines(tmp_path / os.fsdecode(b"\xff.jsonl"), GAMES[:2])
    done = verify(tmp_path, "--output", tmp_path / "out", "--scheduler", scheduler, "--json")
    assert (done.returncode, json.loads(done.stdout)["games"]) == (0, 2)


@pytest.mark.parametrize("unreachable", ["tcp://127.0.0.1:1", "nonsense://x"])
def test_an_unreachable_scheduler_is_an_error(archives, tmp_path, monkeypatch, unreachable):
    monkeypatch.setenv("DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT", "1s")
    done = verify_apart(archives, "--output", tmp_path / "out", "--scheduler", unreachable)
    assert done.returncode == 2
    assert f"No Dask scheduler answers at {unreachable}" in done.stderr
    assert "Traceback" not in done.stderr
