"""One game over HTTP against a null POST, and a batch against single requests, by processor time.

python -m tests.benchmarks.http [--rounds 15]

Both servers are gunicorn with the configuration of ``referee serve`` and one worker. The null one reads the
very same bodies and answers with the mean size of ours. Each round starts both afresh, since two processes of
one program differ by more than two runs of one process.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path
from threading import Thread
from typing import NamedTuple

from tests.benchmarks.command import rounds_asked_for
from tests.benchmarks.paired import Ratio, median, processor_seconds, requests, rounded
from tests.servers import Server, served

GAMES = 1000


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
        for body in islice(cycle(self._bodies), GAMES):
            self._ask(body)
        return (processor_seconds(self._worker) - before) / GAMES

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
    batch: float


def measured(bodies: list[bytes], *, null_first: bool) -> Round:
    """One round, on servers of its own."""
    with served(workers=1) as server:
        ours = Client(server, bodies)
        with null_server(round(ours.answer_bytes)) as other:
            null = Client(other, bodies)
            if null_first:
                return Round(null.one_by_one(), ours.one_by_one(), ours.in_a_batch())
            single, batch = ours.one_by_one(), ours.in_a_batch()
            return Round(null.one_by_one(), single, batch)


def measure(rounds: int) -> Iterator[Ratio]:
    """Two ratios."""
    bodies = requests()
    found = [measured(bodies, null_first=index % 2 == 0) for index in rounded(rounds)]
    null, single, batch = (median(figures) * 1e6 for figures in zip(*found, strict=True))
    told = f"{null:.0f} µs, {single:.0f} µs"
    yield Ratio("2. one game over HTTP: null POST", [one.null / one.single for one in found], ">= 0.8", told)
    told = f"{single:.0f} µs, {batch:.0f} µs"
    yield Ratio(f"3. batch of {GAMES}: one by one", [one.single / one.batch for one in found], ">= 12", told)


if __name__ == "__main__":
    for ratio in measure(rounds_asked_for(__doc__)):
        print(ratio.row())  # noqa: T201
