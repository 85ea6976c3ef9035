"""CPU time of one game over HTTP relative to a null POST, and of a batch relative to single requests.

python -m tests.benchmarks.http [--rounds 15]

All servers are gunicorn with the configuration of ``referee serve`` and one worker. The null server reads the
same bodies, answers with the mean size of the service's answers and logs nothing. The service logs a line for
each request, as by default; a second row shows it without. Each round starts all servers anew, because two
processes of one program differ by more than two runs of one process, and measures them in turn.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path
from threading import Thread
from typing import NamedTuple

from tests.benchmarks.command import rounds_asked_for
from tests.benchmarks.paired import Ratio, median, processor_seconds, requests, rounded
from tests.servers import Server, served

GAMES = 1000
"""In a batch."""

TURNS = 12
"""Measurements of each server in one round."""


@contextmanager
def null_server(answer_bytes: int) -> Iterator[Server]:
    """Run the null application on the same server."""
    settings = {"REFEREE_PORT": "0", "REFEREE_WORKERS": "1", "NULL_ANSWER_BYTES": str(answer_bytes)}
    with subprocess.Popen(
        [
            sys.executable,
            "-m",
            "gunicorn",
            "--config",
            "python:service.server.configuration",
            "tests.benchmarks.null:app",
        ],
        env={**os.environ, **settings},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        try:
            line = next(line for line in process.stdout if "http://127.0.0.1:" in line)
            port = int(line.partition("http://127.0.0.1:")[2].split()[0])
            yield Server(process, port, Path(os.devnull))
        finally:
            process.terminate()


class Client:
    """Sends games over one connection and measures the CPU time of the worker."""

    def __init__(self, server: Server, bodies: list[bytes]) -> None:
        self._connection = server.connect()
        self._bodies = bodies
        self.answer_bytes = sum(len(self._ask(body)) for body in bodies) / len(bodies)
        (self._worker,) = server.workers()

    def one_by_one(self) -> float:
        """Return seconds of CPU time per game, one request each."""
        before = processor_seconds(self._worker)
        for body in self._bodies:
            self._ask(body)
        return (processor_seconds(self._worker) - before) / len(self._bodies)

    def in_a_batch(self) -> float:
        """Return seconds of CPU time per game, all in one request."""
        batch = b"\n".join(islice(cycle(self._bodies), GAMES))
        before = processor_seconds(self._worker)
        connection = self._connection
        connection.putrequest("POST", "/v1/replays/batch")
        connection.putheader("Content-Type", "application/x-ndjson")
        connection.putheader("Content-Length", str(len(batch)))
        connection.endheaders()
        # Answers arrive while games are sent.
        sender = Thread(target=connection.send, args=(batch,))
        sender.start()
        answer = connection.getresponse().read()
        sender.join()
        assert answer.count(b"\n") == GAMES + 1
        return (processor_seconds(self._worker) - before) / GAMES

    def _ask(self, body: bytes) -> bytes:
        self._connection.request("POST", "/v1/replays", body, {"Content-Type": "application/json"})
        response = self._connection.getresponse()
        answer = response.read()
        assert response.status == 200
        return answer


class Round(NamedTuple):
    """Seconds of CPU time per game."""

    null: float
    single: float
    unlogged: float
    batch: float


def measured(bodies: list[bytes]) -> Round:
    """Measure one round, on new servers."""
    with served(workers=1) as server, served(workers=1, log_level="warning") as silent:
        ours, unlogged = Client(server, bodies), Client(silent, bodies)
        with null_server(round(ours.answer_bytes)) as other:
            null = Client(other, bodies)
            turns = [client.one_by_one for client in (null, ours, unlogged)]
            return Round(*in_turn(turns, TURNS), ours.in_a_batch())


def in_turn(runs: list[Callable[[], float]], turns: int) -> list[float]:
    """Return the median of each over `turns` measurements; each turn another one is first."""
    found: list[list[float]] = [[] for _ in runs]
    for turn in range(turns):
        for index in range(turn, turn + len(runs)):
            found[index % len(runs)].append(runs[index % len(runs)]())
    return [median(figures) for figures in found]


def measure(rounds: int) -> Iterator[Ratio]:
    """Yield three ratios."""
    bodies = requests()
    results = [measured(bodies) for _ in rounded(rounds)]
    null, single, unlogged, batch = (median(figures) * 1e6 for figures in zip(*results, strict=True))
    note = f"{null:.0f} µs, {single:.0f} µs"
    yield Ratio(
        "2. one game over HTTP: null POST", [one.null / one.single for one in results], ">= 0.9", note
    )
    note = f"{null:.0f} µs, {unlogged:.0f} µs"
    figures = [one.null / one.unlogged for one in results]
    yield Ratio("2. one game, no request logged: null POST", figures, "", note)
    note = f"{single:.0f} µs, {batch:.0f} µs"
    yield Ratio(
        f"3. batch of {GAMES}: one by one", [one.single / one.batch for one in results], ">= 12", note
    )


if __name__ == "__main__":
    for ratio in measure(rounds_asked_for(__doc__)):
        print(ratio.row())  # noqa: T201
