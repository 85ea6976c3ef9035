"""One game over HTTP against a null POST, and a batch against single requests, by processor time.

python -m tests.benchmarks.http [--rounds 15]

All servers are gunicorn with the configuration of ``referee serve`` and one worker. The null one reads the
very same bodies, answers with the mean size of ours, and writes nothing about it; ours logs a line for each
request, as it does unless told otherwise. What that line costs is seen in a row of its own, where ours logs
none either. Each round starts all afresh, since two processes of one program differ by more than two runs of
one process, and asks them in turn, for every game at a time.
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
"""Of a batch."""

TURNS = 12
"""In which all servers are asked for every game, in one round."""


@contextmanager
def null_server(answer_bytes: int) -> Iterator[Server]:
    """The null application on the same server."""
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
    """Asks a server over one connection, and knows what that costs its worker."""

    def __init__(self, server: Server, bodies: list[bytes]) -> None:
        self._connection = server.connect()
        self._bodies = bodies
        self.answer_bytes = sum(len(self._ask(body)) for body in bodies) / len(bodies)
        (self._worker,) = server.workers()

    def one_by_one(self) -> float:
        """Seconds of processor time per game, a request each."""
        before = processor_seconds(self._worker)
        for body in self._bodies:
            self._ask(body)
        return (processor_seconds(self._worker) - before) / len(self._bodies)

    def in_a_batch(self) -> float:
        """Seconds of processor time per game, all in one request."""
        batch = b"\n".join(islice(cycle(self._bodies), GAMES))
        before = processor_seconds(self._worker)
        connection = self._connection
        connection.putrequest("POST", "/v1/replays/batch")
        connection.putheader("Content-Type", "application/x-ndjson")
        connection.putheader("Content-Length", str(len(batch)))
        connection.endheaders()
        # Answers come while games are sent.
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
    """Seconds of processor time per game."""

    null: float
    single: float
    unlogged: float
    batch: float


def measured(bodies: list[bytes]) -> Round:
    """One round, on servers of its own."""
    with served(workers=1) as server, served(workers=1, log_level="warning") as silent:
        ours, unlogged = Client(server, bodies), Client(silent, bodies)
        with null_server(round(ours.answer_bytes)) as other:
            null = Client(other, bodies)
            turns = [asked.one_by_one for asked in (null, ours, unlogged)]
            return Round(*in_turn(turns, TURNS), ours.in_a_batch())


def in_turn(runs: list[Callable[[], float]], turns: int) -> list[float]:
    """The median of each over so many turns; each turn another comes first."""
    found: list[list[float]] = [[] for _ in runs]
    for turn in range(turns):
        for index in range(turn, turn + len(runs)):
            found[index % len(runs)].append(runs[index % len(runs)]())
    return [median(figures) for figures in found]


def measure(rounds: int) -> Iterator[Ratio]:
    """Three ratios."""
    bodies = requests()
    found = [measured(bodies) for _ in rounded(rounds)]
    null, single, unlogged, batch = (median(figures) * 1e6 for figures in zip(*found, strict=True))
    told = f"{null:.0f} µs, {single:.0f} µs"
    yield Ratio("2. one game over HTTP: null POST", [one.null / one.single for one in found], ">= 0.8", told)
    told = f"{null:.0f} µs, {unlogged:.0f} µs"
    figures = [one.null / one.unlogged for one in found]
    yield Ratio("2. one game, no request logged: null POST", figures, "", told)
    told = f"{single:.0f} µs, {batch:.0f} µs"
    yield Ratio(f"3. batch of {GAMES}: one by one", [one.single / one.batch for one in found], ">= 12", told)


if __name__ == "__main__":
    for ratio in measure(rounds_asked_for(__doc__)):
        print(ratio.row())  # noqa: T201
