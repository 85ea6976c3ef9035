"""Latency while 8 clients ask for long searches that find nothing, or 40 for the deals of the day of a month.

    python -m tests.load.searches [seconds] [--only searches]

The daily deals are those of all variants and of the last 31 days, so that every one is chosen anew.

Exit code 1 if the 99th percentile of small replays exceeds 100 ms, or ``/livez`` ever takes more than 200 ms.
"""

import json
from collections import Counter
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from http.client import HTTPConnection
from itertools import count, cycle
from multiprocessing.synchronize import Event
from threading import Thread
from time import sleep

from patience.games import VARIANTS
from service.config import Settings
from tests.load.latency import main, request

CLIENTS = 8
PLAYERS = 40


def searches(port: int, stop: Event) -> None:
    """Ask for one search after the other, a second later where all slots are taken."""
    seeds = count(1)

    def search() -> None:
        while not stop.is_set():
            game = {"variant": "spider", "seed": str(next(seeds)), "moves": [], "include": []}
            body = json.dumps({**game, "budget": Settings.most_positions}).encode()
            if request(port, "/v1/prospects", body) == 503:
                sleep(1)

    for _ in range(CLIENTS):
        Thread(target=search, daemon=True).start()
    stop.wait()


def daily_deals(port: int, stop: Event) -> None:
    """Ask for one daily deal after the other, whatever the answer."""
    today = datetime.now(UTC).date()
    dates = [today - timedelta(days) for days in range(31)]
    paths = cycle(f"/v1/daily/{variant}/{date}" for date in dates for variant in VARIANTS)
    statuses: Counter[int] = Counter()

    def ask() -> None:
        while not stop.is_set():
            connection = HTTPConnection("127.0.0.1", port, timeout=600)
            with closing(connection), suppress(OSError):
                connection.request("GET", next(paths))
                statuses[connection.getresponse().status] += 1

    def prospects() -> None:
        while not stop.is_set():
            game = {"variant": "yukon", "seed": "1", "moves": []}
            prospect_statuses[request(port, "/v1/prospects", json.dumps(game).encode())] += 1

    prospect_statuses: Counter[int] = Counter()
    for work in [*[ask] * PLAYERS, prospects]:
        Thread(target=work, daemon=True).start()
    stop.wait()
    print(f"daily deals: {dict(statuses)}; prospects of one client: {dict(prospect_statuses)}")  # noqa: T201


if __name__ == "__main__":
    main({"searches": searches, "daily": daily_deals}, __doc__)
