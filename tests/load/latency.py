"""What other clients notice of a load: the latency of small replays and of ``/livez``.

A load runs in a process of its own, so that it does not delay the measuring client. That client alternates
between a small replay and ``/livez``, each on a new connection, on a server with one worker per CPU.
"""

import json
import multiprocessing
import sys
from collections.abc import Callable, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection
from multiprocessing.synchronize import Event
from statistics import median, quantiles
from time import perf_counter, sleep

import click

from tests.servers import Server, served

REPLAY_P99 = 0.1
LIVEZ_MAXIMUM = 0.2
GAME = b'{"variant":"double-russian","seed":"1","moves":["T1-T1"]}'

Load = Callable[[int, Event], None]
"""Put load on a port until the event is set."""


@contextmanager
def loaded(load: Load, server: Server):
    """Run a load in another process."""
    stop = multiprocessing.Event()
    process = multiprocessing.Process(target=load, args=(server.port, stop))
    process.start()
    try:
        yield process
    finally:
        stop.set()
        process.join(60)
        process.kill()


def probe(server: Server, seconds: float) -> dict[str, list[float]]:
    """Return how long each replay and each ``/livez`` took; raise AssertionError for a wrong answer."""
    took: dict[str, list[float]] = {"replay": [], "livez": []}
    until = perf_counter() + seconds
    while perf_counter() < until:
        started = perf_counter()
        status, _, body = server.replay(GAME)
        took["replay"].append(perf_counter() - started)
        assert status == 200, body
        assert json.loads(body)["first_illegal_move"]["reason"] == "same_pile"
        started = perf_counter()
        assert server.ask("GET", "/livez")[0] == 200
        took["livez"].append(perf_counter() - started)
        sleep(0.01)
    return took


def row(name: str, seconds: float, most: float) -> bool:
    """Print a figure in milliseconds beside its threshold; return whether it holds."""
    holds = seconds <= most
    click.echo(
        f"  {name:<16} {seconds * 1000:8.1f} ms  <= {most * 1000:.0f} ms  {'ok' if holds else 'TOO SLOW'}"
    )
    return holds


def measure(name: str, load: Load | None, seconds: float, warm_up: float = 2) -> bool:
    """Print the latencies under a load, and return whether both thresholds hold."""
    with served(log_format="json", log_level="warning") as server:
        probe(server, 0.5)
        if load is None:
            took = probe(server, seconds)
        else:
            with loaded(load, server) as process:
                sleep(warm_up)
                took = probe(server, seconds)
                assert process.is_alive(), f"the load {name} ended early"
    click.echo(f"{name}: {len(took['replay'])} replays, median {median(took['replay']) * 1000:.1f} ms")
    holds = [
        row("replay, p99", quantiles(took["replay"], n=100)[98], REPLAY_P99),
        row("/livez, maximum", max(took["livez"]), LIVEZ_MAXIMUM),
    ]
    return all(holds)


def main(loads: Mapping[str, Load], text: str) -> None:
    """Measure each load for some seconds; exit with 1 if a threshold does not hold."""

    @click.command(help=text)
    @click.argument("seconds", type=float, default=20)
    @click.option("--only", type=click.Choice([*loads]), help="Measure one load.")
    def command(seconds: float, only: str | None) -> None:
        names = [only] if only else [*loads]
        holds = [measure("no load", None, min(seconds, 5))]
        holds += [measure(name, loads[name], seconds) for name in names]
        sys.exit(0 if all(holds) else 1)

    command()


def request(
    port: int, path: str, body: bytes | None = None, media_type: str = "application/json", **headers: str
) -> int:
    """Send a POST, or a GET without a body, on a new connection; return the answer's status, 0 for none."""
    connection = HTTPConnection("127.0.0.1", port, timeout=600)
    try:
        if body is None:
            connection.request("GET", path, headers=headers)
        else:
            connection.request("POST", path, body, {"Content-Type": media_type, **headers})
        answer = connection.getresponse()
        answer.read()
    except OSError:
        return 0
    finally:
        connection.close()
    return answer.status
