"""Clients send at twice the capacity while a worker is killed every few seconds.

    python -m tests.load.chaos [seconds]

Three seconds at full load measure the capacity. Then requests are sent at twice that rate, on a bounded
number of connections. Every answer is compared with the engine's own, byte by byte. Exit code 1 if an answer
is wrong, if there are errors other than lost connections, 429 and 503, or if ``/readyz`` needed more than two
seconds to answer 200 after a kill.
"""

import asyncio
import sys
from collections import Counter
from dataclasses import dataclass, field
from itertools import count
from time import perf_counter

import click

from service.judging.judge import judge
from tests.servers import Server, replay_requests, served

CONNECTIONS = 64
KILL_EVERY = 5.0
READY_WITHIN = 2.0
ALLOWED = {"right", "connection lost", "429", "503"}

Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@dataclass
class Report:
    """The result of a run."""

    capacity: float = 0
    seconds: float = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    recoveries: list[float] = field(default_factory=list)

    @property
    def held(self) -> bool:
        """Return whether every outcome is allowed."""
        return set(self.outcomes) <= ALLOWED and self.outcomes["right"] > 0


class Clients:
    """Connections to one server, kept alive between requests."""

    def __init__(self, server: Server) -> None:
        self._port = server.port
        self._idle: list[Stream] = []
        self._slots = asyncio.Semaphore(CONNECTIONS)
        self._requests = [(wire(body), judge(body).answer) for body in replay_requests()]
        self._next = count()
        self.outcomes: Counter[str] = Counter()

    async def ask(self) -> None:
        """Send the next request and compare its answer with the expected one."""
        async with self._slots:
            request, expected = self._requests[next(self._next) % len(self._requests)]
            try:
                status, body = await self._exchange(request)
            except (OSError, EOFError):
                self.outcomes["connection lost"] += 1
                return
            outcome = str(status) if status != 200 else "right" if body == expected else "WRONG"
            self.outcomes[outcome] += 1

    async def _exchange(self, request: bytes) -> tuple[int, bytes]:
        reader, writer = self._idle.pop() if self._idle else await self._connect()
        try:
            writer.write(request)
            head = await reader.readuntil(b"\r\n\r\n")
            fields = dict(line.lower().split(b": ", 1) for line in head.splitlines()[1:-1])
            body = await reader.readexactly(int(fields[b"content-length"]))
        except BaseException:
            writer.close()
            raise
        if fields.get(b"connection") == b"close":
            writer.close()
        else:
            self._idle.append((reader, writer))
        return int(head.split(b" ", 2)[1]), body

    async def _connect(self) -> Stream:
        return await asyncio.open_connection("127.0.0.1", self._port)

    def close(self) -> None:
        """Close all connections."""
        for _, writer in self._idle:
            writer.close()


def wire(body: bytes) -> bytes:
    """Return a replay request as bytes on the wire."""
    return (
        b"POST /v1/replays HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Content-Length: %d\r\n\r\n%b" % (len(body), body)
    )


async def flood(clients: Clients, until: float) -> None:
    """Send requests as fast as the server answers, at least one on each connection."""

    async def one() -> None:
        await clients.ask()
        while perf_counter() < until:
            await clients.ask()

    await asyncio.gather(*(one() for _ in range(CONNECTIONS)))


async def press(clients: Clients, rate: float, until: float, killing: "asyncio.Task[None]") -> None:
    """Send `rate` requests per second while workers are killed, whether or not the server keeps up."""
    tasks: set[asyncio.Task[None]] = set()
    started = perf_counter()
    sent = 0
    while (now := perf_counter()) < until or not killing.done():
        while sent < (now - started) * rate and len(tasks) < 100 * CONNECTIONS:
            task = asyncio.create_task(clients.ask())
            tasks.add(task)
            task.add_done_callback(tasks.discard)
            sent += 1
        await asyncio.sleep(0.005)
    await asyncio.gather(*tasks)


async def kill(server: Server, every: float, until: float, report: Report) -> None:
    """Kill a worker at least once; measure the time until the service is ready with all workers."""
    workers = len(server.workers())
    while not report.recoveries or perf_counter() + every < until:
        await asyncio.sleep(every)
        victim = server.kill_worker()
        killed = perf_counter()
        while victim in server.workers() or len(server.workers()) < workers or not await ready(server):
            await asyncio.sleep(0.01)
        report.recoveries.append(perf_counter() - killed)


async def ready(server: Server) -> bool:
    """Return whether the service is ready for a new connection."""
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        answer = await reader.read()
        writer.close()
    except OSError:
        return False
    return answer.startswith(b"HTTP/1.1 200 ")


async def chaos(server: Server, seconds: float, every: float = KILL_EVERY, warm_up: float = 3) -> Report:
    """Measure the capacity, then send at twice that rate and kill workers."""
    report = Report(seconds=seconds)
    clients = Clients(server)
    await flood(clients, perf_counter() + warm_up)
    report.capacity = clients.outcomes["right"] / warm_up
    report.outcomes = clients.outcomes = Counter()
    until = perf_counter() + seconds
    killing = asyncio.create_task(kill(server, every, until, report))
    await press(clients, 2 * report.capacity, until, killing)
    await killing
    clients.close()
    return report


@click.command(help=__doc__)
@click.argument("seconds", type=float, default=60)
def main(seconds: float) -> None:
    """Run the test."""
    with served(workers=2, log_format="json", log_level="warning") as server:
        report = asyncio.run(chaos(server, seconds))
    click.echo(
        f"capacity {report.capacity:.0f}/s, sent for {seconds:.0f} s at twice that: {dict(report.outcomes)}"
    )
    times = ", ".join(f"{recovery:.2f}" for recovery in report.recoveries)
    click.echo(f"{len(report.recoveries)} workers killed; ready again, all workers there, after {times} s")
    sys.exit(0 if report.held and max(report.recoveries) <= READY_WITHIN else 1)


if __name__ == "__main__":
    main()
