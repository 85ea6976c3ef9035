"""Latency while 8 clients ask for searches that find nothing within the largest budget.

    python -m tests.load.searches [seconds]

Exit code 1 if the 99th percentile of small replays exceeds 100 ms, or ``/livez`` ever takes more than 200 ms.
"""

import json
from itertools import count
from multiprocessing.synchronize import Event
from threading import Thread
from time import sleep

from service.config import Settings
from tests.load.latency import main, request

CLIENTS = 8


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


if __name__ == "__main__":
    main({"searches": searches}, __doc__)
