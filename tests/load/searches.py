"""Clients that ask for hopeless searches, and what others notice of it.

    python -m tests.load.searches [seconds]

Eight clients ask for prospects of decks that no search decides, each at the full budget, again and again.
Four replay games meanwhile, and one asks for ``/livez``, each time on a new connection. Prints the rate of
replays without and beside the searches, in alternate rounds, and how long ``/livez`` took. Exit code 1 if
that was ever more than 0.2 s or the rate fell below half, or if an answer was wrong.
"""

import json
import sys
from collections import Counter
from http.client import HTTPConnection
from itertools import cycle
from statistics import median
from threading import Event, Thread
from time import perf_counter

import click

from service.config import Settings
from tests.servers import Server, replay_requests, served

HOPELESS_CLIENTS, REPLAYING_CLIENTS, ROUNDS = 8, 4, 3
JSON = {"Content-Type": "application/json"}


def hopeless(seed: int) -> bytes:
    """A question that uses its budget up."""
    asked = {"variant": "spider", "seed": str(seed), "moves": [], "include": []}
    return json.dumps({**asked, "budget": Settings.most_positions}).encode()


def search_on(server: Server, number: int, stop: Event, statuses: Counter[int]) -> None:
    """Ask for one search after the other; the server says when it has no place."""
    for seed in range(1000 * number + 1, sys.maxsize):
        if stop.is_set():
            return
        connection = HTTPConnection("127.0.0.1", server.port, timeout=600)
        connection.request("POST", "/v1/prospects", hopeless(seed), JSON)
        answer = connection.getresponse()
        answer.read()
        connection.close()
        statuses[answer.status] += 1
        assert answer.status in (200, 503), answer.status
        if answer.status == 503:
            stop.wait(float(answer.headers["Retry-After"]))


def replay_on(connection: HTTPConnection, stop: Event, done: list[int]) -> None:
    """Replay one game after the other on a connection."""
    for body in cycle(replay_requests()):
        if stop.is_set():
            return
        connection.request("POST", "/v1/replays", body, JSON)
        answer = connection.getresponse()
        assert answer.status == 200, answer.read()
        answer.read()
        done[0] += 1


def live_on(server: Server, stop: Event, waited: list[float]) -> None:
    """Ask whether it is alive, again and again."""
    while not stop.wait(0.02):
        asked = perf_counter()
        assert server.ask("GET", "/livez")[0] == 200
        waited.append(perf_counter() - asked)


def rate(server: Server, seconds: float, searching: int) -> tuple[float, list[float], Counter[int]]:
    """Replays per second while so many clients search, how long ``/livez`` took, the answers to searches."""
    stop, counts, waited, statuses = Event(), [], [], Counter[int]()
    threads = [Thread(target=search_on, args=(server, number, stop, statuses)) for number in range(searching)]
    threads.append(Thread(target=live_on, args=(server, stop, waited)))
    for _ in range(REPLAYING_CLIENTS):
        counts.append([0])
        threads.append(Thread(target=replay_on, args=(server.connect(), stop, counts[-1])))
    for thread in threads:
        thread.start()
    stop.wait(seconds)
    done = sum(count[0] for count in counts)
    stop.set()
    for thread in threads:
        thread.join()
    return done / seconds, waited, statuses


@click.command(help=__doc__)
@click.argument("seconds", type=float, default=60)
def main(seconds: float) -> None:
    """Run the proof."""
    quiet, busy, statuses = [], [], Counter[int]()
    before: list[float] = []
    beside: list[float] = []
    with served(log_format="json", log_requests=False) as server:
        for _ in range(ROUNDS):
            replays, took, _ = rate(server, seconds / 2 / ROUNDS, 0)
            quiet.append(replays)
            before += took
            replays, took, answered = rate(server, seconds / 2 / ROUNDS, HOPELESS_CLIENTS)
            busy.append(replays)
            beside += took
            statuses += answered
    share = median(busy) / median(quiet)
    click.echo(f"replays: {median(quiet):.0f}/s alone, {median(busy):.0f}/s beside searches ({share:.0%})")
    for when, times in (("alone", before), ("beside searches", beside)):
        middle, most = median(times) * 1000, max(times) * 1000
        click.echo(f"/livez {when}: {middle:.0f} ms in the middle, {most:.0f} ms at most")
    click.echo(f"searches: {statuses[200]} answered, {statuses[503]} sent away")
    sys.exit(0 if share >= 0.5 and max(beside) <= 0.2 and statuses[200] else 1)


if __name__ == "__main__":
    main()
