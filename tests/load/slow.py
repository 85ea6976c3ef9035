"""Silent and dripping clients, and how long others wait meanwhile.

    python -m tests.load.slow [seconds]

400 connections say nothing, 40 drip a header and 40 a body, a byte every half second; others ask for
``/livez`` and for a verdict, each on a new connection. Prints the longest that they waited. Exit code 1 if it
was more than a second for ``/livez`` or two for a verdict, or if one was wrong.
"""

import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from itertools import chain
from socket import create_connection, socket
from threading import Event, Thread
from time import perf_counter

import click

from tests.servers import Server, served

SILENT, DRIPPING = 400, 40
HEAD = b"GET /livez HTTP/1.1\r\nHost: localhost\r\nX-Drip: "
REPLAYS = b"POST /v1/replays HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
BODIES = (
    REPLAYS + b"Content-Length: 1900000\r\n\r\n",
    REPLAYS + b"Transfer-Encoding: chunked\r\n\r\nffff\r\n",
)
GAME = b'{"variant":"double-russian","seed":"1","moves":["T1-T1"]}'


def drip(clients: list[socket], stop: Event) -> None:
    """Send a byte of each, again and again; those that are let go are gone."""
    while not stop.wait(0.5):
        for client in clients:
            with suppress(OSError):
                client.send(b" ")


def longest(ask: Callable[[], bool], seconds: float) -> float:
    """The longest that anybody waited for an answer; raise AssertionError for a wrong one."""
    waited = [0.0]
    until = perf_counter() + seconds
    while (asked := perf_counter()) < until:
        assert ask(), "a wrong answer"
        waited.append(perf_counter() - asked)
    return max(waited)


def besiege(server: Server, seconds: float) -> tuple[float, float]:
    """The longest that others waited for ``/livez`` and for a verdict."""
    stop = Event()
    with ExitStack() as open_ones:

        def opened(amount: int, data: bytes) -> list[socket]:
            clients = [
                open_ones.enter_context(create_connection(("127.0.0.1", server.port))) for _ in range(amount)
            ]
            for client in clients:
                client.sendall(data)
            return clients

        opened(SILENT, b"")
        slow = [*opened(DRIPPING, HEAD), *chain(*(opened(DRIPPING // 2, body) for body in BODIES))]
        dripping = Thread(target=drip, args=(slow, stop))
        dripping.start()
        try:
            live = longest(lambda: server.ask("GET", "/livez")[0] == 200, seconds / 2)
            verdict = longest(lambda: b'"same_pile"' in server.replay(GAME)[2], seconds / 2)
        finally:
            stop.set()
            dripping.join()
    return live, verdict


@click.command(help=__doc__)
@click.argument("seconds", type=float, default=30)
def main(seconds: float) -> None:
    """Run the proof."""
    with served(workers=2, log_format="json", log_requests=False) as server:
        live, verdict = besiege(server, seconds)
    click.echo(f"at most {live:.3f} s for /livez, {verdict:.3f} s for a verdict")
    sys.exit(0 if live <= 1 and verdict <= 2 else 1)


if __name__ == "__main__":
    main()
