"""Claims of one site's server, all from one address with one token, through nginx.

    python -m tests.load.claims [seconds] [--rate 200]

The limits for an address would refuse nearly all of them; the token allows them. Prints the statuses, and how
long the answers took. Exit code 1 if one was refused.
"""

import json
import sys
import tempfile
from collections import Counter
from http.client import HTTPSConnection
from itertools import islice
from pathlib import Path
from queue import SimpleQueue
from statistics import median, quantiles
from threading import Thread
from time import perf_counter, sleep

import click

from tests.forged_receipts import write_key
from tests.programs.nginx import Front, in_front_of
from tests.servers import replay_requests, served

CONNECTIONS = 32
TOKEN = "a-token-of-these-tests"


def claims(number: int) -> list[bytes]:
    """Return claims of recorded games, whether or not they hold."""
    games = islice(replay_requests(), number)
    return [json.dumps({**json.loads(game), "claim": {"outcome": "won"}}).encode() for game in games]


class Load:
    """Connections that send claims as they become due."""

    def __init__(self, front: Front) -> None:
        self.statuses: Counter[int] = Counter()
        self.seconds: list[float] = []
        self._due: SimpleQueue[tuple[float, bytes] | None] = SimpleQueue()
        self._threads = [Thread(target=self._send, args=(front,)) for _ in range(CONNECTIONS)]
        for thread in self._threads:
            thread.start()

    def run(self, rate: float, seconds: float) -> None:
        """Let `rate` claims become due in each second, whether or not the earlier ones are answered."""
        bodies = claims(200)
        started = perf_counter()
        for number in range(round(rate * seconds)):
            due = started + number / rate
            sleep(max(0, due - perf_counter()))
            self._due.put((due, bodies[number % len(bodies)]))
        for _ in self._threads:
            self._due.put(None)
        for thread in self._threads:
            thread.join()

    def _send(self, front: Front) -> None:
        connection: HTTPSConnection = front.connect("127.0.0.1")
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {TOKEN}"}
        while work := self._due.get():
            due, body = work
            connection.request("POST", "/v1/claims", body, headers)
            answer = connection.getresponse()
            answer.read()
            self.statuses[answer.status] += 1
            self.seconds.append(perf_counter() - due)
        connection.close()


@click.command(help=__doc__)
@click.argument("seconds", type=float, default=20)
@click.option("--rate", type=float, default=200, show_default=True, help="Claims per second.")
def main(seconds: float, rate: float) -> None:
    """Measure."""
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        write_key(directory / "key.json")
        tokens = directory / "tokens"
        tokens.touch(0o600)
        tokens.write_text(f"https://board.example {TOKEN} requests={2 * round(rate)}/second\n")
        with (
            served(
                log_format="json",
                log_level="warning",
                trusted_proxies=1,
                key_file=directory / "key.json",
                issuer="https://referee.example",
                claims_tokens_file=tokens,
                rate_limit="20 per second",
            ) as server,
            in_front_of([server.port], directory) as front,
        ):
            load = Load(front)
            load.run(rate, seconds)
    p50, p99 = median(load.seconds), quantiles(load.seconds, n=100)[98]
    click.echo(f"{dict(load.statuses)}, p50 {p50 * 1000:.1f} ms, p99 {p99 * 1000:.1f} ms after they were due")
    sys.exit(0 if [*load.statuses] == [200] else 1)


if __name__ == "__main__":
    main()
