"""A server that is stopped under load resets no accepted request.

    python -m tests.load.stop [rounds]

In each round 64 clients replay games on new and on kept connections, and the server gets SIGTERM. From then
on a connection may be refused; a request on a connection that was accepted must be answered. Prints a row
for each round. Exit code 1 if a request was lost or the server did not exit with 0.
"""

import sys
from collections import Counter
from http.client import HTTPConnection, HTTPException
from itertools import cycle
from threading import Thread
from time import sleep

import click

from tests.servers import Server, replay_requests, served

CLIENTS, SECONDS = 64, 1.0


def replay_on(server: Server, keeps: bool, outcomes: Counter[str]) -> None:
    """Replay one game after the other until the server refuses connections."""
    connection = None
    for body in cycle(replay_requests()):
        if connection is None:
            connection = HTTPConnection("127.0.0.1", server.port, timeout=30)
            try:
                connection.connect()
            except ConnectionError:
                outcomes["refused"] += 1
                return
        try:
            connection.request("POST", "/v1/replays", body, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            answer.read()
        except (OSError, HTTPException) as error:
            outcomes[f"lost: {error!r}"] += 1
            return
        outcomes["answered" if answer.status == 200 else str(answer.status)] += 1
        if not keeps or answer.will_close:
            connection.close()
            connection = None


def stop_under_load() -> tuple[Counter[str], int]:
    """Return how the requests of one round ended, and the exit code of the server."""
    outcomes: Counter[str] = Counter()
    with served(log_format="json", log_level="warning") as server:
        threads = [
            Thread(target=replay_on, args=(server, bool(number % 2), outcomes)) for number in range(CLIENTS)
        ]
        for thread in threads:
            thread.start()
        sleep(SECONDS)
        server.process.terminate()
        for thread in threads:
            thread.join()
        return outcomes, server.process.wait(30)


@click.command(help=__doc__)
@click.argument("rounds", type=int, default=10)
def main(rounds: int) -> None:
    """Run the rounds."""
    holds = True
    for number in range(1, rounds + 1):
        outcomes, code = stop_under_load()
        is_right = code == 0 and set(outcomes) <= {"answered", "refused"}
        holds &= is_right
        click.echo(f"round {number}: exit {code}, {dict(outcomes)}  {'ok' if is_right else 'WRONG'}")
    sys.exit(0 if holds else 1)


if __name__ == "__main__":
    main()
