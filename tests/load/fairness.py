"""What one client notices of others that ask for expensive work, on a server with two workers.

    python -m tests.load.fairness [seconds] [--only LOAD]

The clients have addresses of their own. Each load runs beside a client that asks for prospects of small
searches, and beside one whose claims are about daily deals of the last days. Prints how many of their
requests were refused, and how long the others took. Exit code 1 if one was refused.
"""

import json
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, date, datetime, timedelta
from functools import partial
from http.client import HTTPConnection, HTTPException
from itertools import count, cycle
from pathlib import Path
from statistics import median, quantiles
from threading import Event, Thread
from time import perf_counter, sleep

import click

from patience.games import VARIANTS
from patience.search.daily_deals import DAYS_BACK, candidates, secret_of
from service.config import Settings
from tests.servers import Server, served

KEY = bytes(range(32))
HONEST, CLAIMANT = "198.51.100.1", "198.51.100.2"
WALKERS, SEARCHERS, GRADERS = 2, 30, 200
SMALL = {"variant": "yukon", "moves": []}

Send = Callable[[int], int]
"""Send a request, the first, second and so on; return the status."""


def ask(port: int, client: str, path: str, request: object = None) -> int:
    """Send a request with the address of a client; return the status, 0 without an answer."""
    connection = HTTPConnection("127.0.0.1", port, timeout=120)
    headers = {"X-Forwarded-For": client, "Content-Type": "application/json"}
    with closing(connection), suppress(OSError, HTTPException):
        body = None if request is None else json.dumps(request)
        connection.request("GET" if body is None else "POST", path, body, headers)
        answer = connection.getresponse()
        answer.read()
        return answer.status
    return 0


def past_days() -> Iterator[tuple[str, date]]:
    """Yield the variants and dates of past daily deals, again and again."""
    today = datetime.now(UTC).date()
    return cycle([(variant, today - timedelta(day)) for day in range(1, DAYS_BACK) for variant in VARIANTS])


def walk(port: int, client: str, days: Iterator[tuple[str, date]], _: int) -> int:
    """Ask for the daily deals of one day after the other."""
    variant, day = next(days)
    return ask(port, client, f"/v1/daily/{variant}/{day}")


def hang_up(port: int, client: str, days: Iterator[tuple[str, date]], _: int) -> int:
    """Ask for a daily deal and do not wait for it, a hundred times a second at most."""
    sleep(0.01)
    variant, day = next(days)
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    with closing(connection), suppress(OSError):
        connection.request("GET", f"/v1/daily/{variant}/{day}", headers={"X-Forwarded-For": client})
    return 0


def search_long(port: int, client: str, number: int) -> int:
    """Ask for a search that finds nothing."""
    game = {"variant": "spider", "seed": str(number), "moves": [], "include": []}
    return ask(port, client, "/v1/prospects", {**game, "budget": Settings.most_positions})


def grade(port: int, client: str, _: int) -> int:
    """Ask for the difficulty of a deal."""
    return ask(port, client, "/v1/deals/triple-freecell/1?include=difficulty")


def loads(port: int) -> dict[str, list[Send]]:
    """Return the loads by name: what each of their threads sends."""
    days = past_days()
    attacker = "203.0.113.1"
    return {
        "none": [],
        "walkers": [partial(walk, port, f"203.0.113.{number}", past_days()) for number in range(WALKERS)],
        "clients that hang up": [partial(hang_up, port, attacker, days)] * WALKERS,
        "long searches": [partial(search_long, port, attacker)] * SEARCHERS,
        "difficulties": [partial(grade, port, attacker)] * GRADERS,
    }


def prospect(port: int, number: int) -> int:
    """Ask for the prospect of a deal that a small search wins."""
    return ask(port, HONEST, "/v1/prospects", {**SMALL, "seed": str(number % 50 + 1)})


def claim(port: int, days: Iterator[tuple[str, date]], _: int) -> int:
    """Claim a game on a deal that may be the daily deal of a past day."""
    variant, day = next(days)
    seed = next(candidates(secret_of(KEY, variant, day)))
    claimed = {"outcome": "in_progress"}
    game = {"variant": variant, "seed": seed, "moves": [], "include": [], "claim": claimed}
    return ask(port, CLAIMANT, "/v1/claims", game)


class Probe:
    """Sends one request after the other, and notes the statuses and how long the answers took."""

    def __init__(self, send: Send) -> None:
        self.statuses: Counter[int] = Counter()
        self.seconds: list[float] = []
        self._send = send

    def run(self, stop: Event, pause: float = 0.0) -> None:
        """Send until the event is set, with a pause between two requests."""
        for number in count():
            if stop.wait(pause):
                return
            started = perf_counter()
            status = self._send(number)
            self.statuses[status] += 1
            if status == 200:
                self.seconds.append(perf_counter() - started)

    def text(self) -> str:
        """Return the figures."""
        if len(self.seconds) < 2:
            return f"{dict(self.statuses)}"
        p50, p99 = median(self.seconds), quantiles(self.seconds, n=100)[98]
        return f"{dict(self.statuses)}, p50 {p50 * 1000:.0f} ms, p99 {p99 * 1000:.0f} ms"


@contextmanager
def signing_server() -> Iterator[Server]:
    """Run a server with a key for daily deals and one for receipts."""
    from tests.forged_receipts import write_key  # noqa: PLC0415 - cryptography is large

    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        daily_key = directory / "daily.key"
        daily_key.touch(0o600)
        daily_key.write_text(KEY.hex(), "ascii")
        write_key(directory / "key.json")
        with served(
            workers=2,
            log_level="warning",
            trusted_proxies=1,
            daily_key_file=daily_key,
            key_file=directory / "key.json",
            issuer="https://referee.example",
        ) as server:
            yield server


def measure(name: str, seconds: float) -> bool:
    """Print the figures beside one load; return whether no request of the two clients was refused."""
    with signing_server() as server:
        stop = Event()
        attack = [Probe(send) for send in loads(server.port)[name]]
        prospects = Probe(partial(prospect, server.port))
        claims = Probe(partial(claim, server.port, past_days()))
        threads = [Thread(target=probe.run, args=(stop,)) for probe in attack]
        threads += [Thread(target=probe.run, args=(stop, 0.1)) for probe in (prospects, claims)]
        for thread in threads:
            thread.start()
        stop.wait(seconds)
        stop.set()
        for thread in threads:
            thread.join()
    total = sum((probe.statuses for probe in attack), Counter())
    click.echo(f"{name}: {dict(total)}\n  prospects: {prospects.text()}\n  claims:    {claims.text()}")
    return {*prospects.statuses, *claims.statuses} == {200}


@click.command(help=__doc__)
@click.argument("seconds", type=float, default=15)
@click.option("--only", type=click.Choice([*loads(0)]), help="Measure one load.")
def main(seconds: float, only: str | None) -> None:
    """Measure each load."""
    holds = [measure(name, seconds) for name in ([only] if only else loads(0))]
    sys.exit(0 if all(holds) else 1)


if __name__ == "__main__":
    main()
