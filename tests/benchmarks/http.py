"""One game over HTTP against a null POST, and a batch against single requests, by processor time.

python -m tests.benchmarks.http [--rounds 15]

Both servers are gunicorn with the configuration of ``referee serve`` and one worker. The null one reads the
very same bodies and answers with the mean size of ours.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path
from threading import Thread

from tests.benchmarks.command import rounds_asked_for
from tests.benchmarks.paired import Ratio, median, paired, processor_seconds, ratios, requests
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
            "python:service.gunicorn_conf",
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


def measure(rounds: int) -> Iterator[Ratio]:
    """With the log of requests, which is the default, and without."""
    bodies = requests()
    for log in (True, False):
        with served(workers=1, log_requests=log) as server:
            ours = Client(server, bodies)
            with null_server(round(ours.answer_bytes)) as other:
                null = Client(other, bodies)
                pairs = paired(null.one_by_one, ours.one_by_one, rounds)
            told = ", ".join(f"{median(figures) * 1e6:.0f} µs" for figures in zip(*pairs, strict=True))
            name = f"2. one game over HTTP{'' if log else ', requests not logged'}: null POST"
            yield Ratio(name, ratios(pairs), ">= 0.6", told)
            pairs = paired(ours.one_by_one, ours.in_a_batch, rounds)
            told = ", ".join(f"{median(figures) * 1e6:.0f} µs" for figures in zip(*pairs, strict=True))
            name = f"3. batch of {GAMES}{'' if log else ', requests not logged'}: one by one"
            yield Ratio(name, ratios(pairs), ">= 3.5", told)


if __name__ == "__main__":
    for ratio in measure(rounds_asked_for(__doc__)):
        print(ratio.row())  # noqa: T201
