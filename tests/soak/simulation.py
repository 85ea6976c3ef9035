"""Three instances behind nginx, with Redis, random work, and faults from the same seed.

    python -m tests.soak.simulation --seed N [--seeds 10] [--faults 8]

Clients replay games, ask for deals and prospects, send batches, malformed requests and large bodies that are
refused. One client gets tickets, and sends fifty claims with each at once. Meanwhile workers and masters are
killed, instances restarted, reloaded and upgraded, their disk is full, their clock jumps, Redis is stopped,
killed and emptied, and silent and slow clients connect. Every answer is compared with that of the application
in this process. Exit code 1 if one differs, if a ticket is used twice (unless Redis was emptied) or never
(unless the clocks differ), if a request gets a 5xx other than 503, or if one small replay of a hundred takes
longer than two seconds of a machine without other work. The same seed gives the same requests and faults.
Several seeds run one after another with the same instances.
"""

import json
import resource
import shutil
import signal
import socket
import struct
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from http import HTTPStatus
from http.client import HTTPException
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Condition, Lock
from time import monotonic
from typing import NamedTuple

import click

from patience.games import VARIANTS
from service.app import create_app
from tests.forged_receipts import write_key
from tests.programs.instances import Instances
from tests.programs.nginx import Front, in_front_of

CLIENTS, INSTANCES = 6, 3
REQUESTS_PER_FAULT = 60
"""A fault lasts, or has time to show, for as many answers."""

SLOWEST = 2.0
SILENT = 200

JSON = {"Content_Type": "application/json"}
LINES = {"Content_Type": "application/x-ndjson"}
LIMITS = [("zone=referee:10m rate=20r/s", "zone=referee:10m rate=5000r/s")]
"""Nginx would refuse what the few clients here send."""

CLAIMS, REQUESTS_PER_TICKET = 50, 20
"""How many claims are sent at once with one ticket, and how many other answers come before the next."""

RIGHT = {"right", "429", "503", "cut off", "unknown", "of an instance whose clock is ahead"}
"""Outcomes that are promised."""

TICKETS = {"Authorization": "Bearer token-of-the-board"}

ONE_AT_A_TIME = Lock()


class Ask(NamedTuple):
    """A request."""

    kind: str
    method: str
    path: str
    body: bytes | None
    headers: dict[str, str]


@cache
def application():
    """Return the application that knows the right answers."""
    return create_app({"TESTING": True, "log_level": "warning"}).test_client()


@cache
def expected(method: str, path: str, body: bytes | None, media_type: str | None) -> tuple[int, object]:
    """Return the status and the content of the right answer."""
    # One at a time: the application would refuse several searches of one client.
    with ONE_AT_A_TIME:
        answer = application().open(path, method=method, data=body, content_type=media_type)
    return answer.status_code, content(answer.data)


def content(data: bytes) -> object:
    """Return an answer without the id of its request."""
    try:
        answer = json.loads(data)
    except ValueError:
        return data
    return {**answer, "request_id": ""} if "request_id" in answer else answer


def request(random: Random) -> Ask:
    """Return the next request of a client."""
    log = {
        "variant": random.choice(sorted(VARIANTS)),
        "seed": str(random.randrange(1, 100)),
        "moves": ["T1-T2"],
    }
    match random.randrange(10):
        case 0:
            return Ask("deal", "GET", f"/v1/deals/{log['variant']}/{log['seed']}", None, {})
        case 1:
            body = json.dumps({"variant": "freecell", "seed": log["seed"], "moves": [], "budget": 500})
            return Ask("prospect", "POST", "/v1/prospects", body.encode(), JSON)
        case 2:
            body = b"\n".join([json.dumps(log).encode()] * random.randrange(1, 50))
            return Ask("batch", "POST", "/v1/replays/batch", body, LINES)
        case 3:
            return Ask("malformed", "POST", "/v1/replays", json.dumps(log).encode()[:-1], JSON)
        case 4:
            size = random.randrange(100_000, 1_900_000)
            return Ask("refused", "POST", "/v1/replays", b" " * size, {"Content_Type": "text/csv"})
        case 5:
            long = {**log, "moves": ["T1-T2"] * 5000, "include": []}
            return Ask("long replay", "POST", "/v1/replays", json.dumps(long).encode(), JSON)
        case _:
            return Ask("replay", "POST", "/v1/replays", json.dumps(log).encode(), JSON)


class Report:
    """What the clients have seen."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.seconds: list[float] = []
        self.ran = self.waited = 0
        """Nanoseconds in which the clients had a processor, and in which they waited for one."""
        self.is_over = False
        self.changed = Condition()

    def add(self, ask: Ask, outcome: str, seconds: float) -> None:
        """Note the outcome of a request."""
        with self.changed:
            self.counts[f"{ask.kind}: {outcome}"] += 1
            if ask.kind == "replay":
                self.seconds.append(seconds)
            if outcome not in RIGHT:
                self.wrong.append(f"{ask.kind} {ask.path} {ask.body and ask.body[:100]!r}: {outcome}")
            self.changed.notify_all()

    def wait_for_more(self, answers: int = REQUESTS_PER_FAULT) -> None:
        """Wait until the clients have had some more answers, or stop."""
        with self.changed:
            goal = self.counts.total() + answers
            self.changed.wait_for(lambda: self.is_over or self.counts.total() >= goal)

    def end(self) -> None:
        """Let the clients stop."""
        with self.changed:
            self.is_over = True
            self.changed.notify_all()

    def end_of_client(self) -> None:
        """Note how long the present thread had a processor and waited for one."""
        ran, waited, _ = map(int, Path("/proc/thread-self/schedstat").read_text().split())
        with self.changed:
            self.ran += ran
            self.waited += waited

    def slowest(self) -> float:
        """Return what one small replay of a hundred takes at least."""
        return sorted(self.seconds)[int(len(self.seconds) * 0.99)]

    def share(self) -> float:
        """Return the share of a processor that the clients had when they needed one."""
        return self.ran / (self.ran + self.waited)


def judged(front: Front, ask: Ask, client: str) -> str:
    """Send a request and return how it ended."""
    try:
        status, _, data = front.ask(ask.method, ask.path, ask.body, client=client, **ask.headers)
    except (OSError, HTTPException) as error:
        # The answer of a batch has begun before its last line is judged, and cannot be begun again.
        return "cut off" if ask.kind == "batch" else repr(error)
    right = expected(ask.method, ask.path, ask.body, ask.headers.get("Content_Type"))
    if (status, content(data)) == right:
        return "right"
    return str(status) if status != right[0] else f"{status} with another answer: {data[:200]!r}"


def used_once(service: "Service", client: str) -> str:
    """Get a ticket, send claims with it at once, and return whether one of them was confirmed.

    An answer that is lost, or a 503, leaves it unknown whether the ticket was used. Nginx answers 502 for a
    worker that was killed: it repeats no claim, which could use up a ticket.
    """
    _, redis, clocks, front = service
    emptied, jumps = redis.emptied, clocks.jumps
    log = {"variant": "freecell", "seed": "1"}

    def send(path: str, body: dict[str, object]) -> tuple[int, dict[str, object]]:
        data = json.dumps(body).encode()
        try:
            status, _, answer = front.ask("POST", path, data, client=client, **JSON, **TICKETS)
            lost = status == HTTPStatus.BAD_GATEWAY
            return (503, {}) if lost else (status, json.loads(answer))
        except (OSError, HTTPException, ValueError):
            return 503, {}

    status, answer = send("/v1/tickets", {**log, "not_after": 4_000_000_000})
    if status != HTTPStatus.OK:
        return "unknown" if status == HTTPStatus.SERVICE_UNAVAILABLE else str(status)
    claim = {
        **log,
        "moves": [],
        "claim": {"outcome": "in_progress"},
        "ticket": answer["ticket"],
        "include": [],
    }
    with ThreadPoolExecutor(CLAIMS) as pool:
        claims = list(pool.map(send, ["/v1/claims"] * CLAIMS, [claim] * CLAIMS))
    confirmed = sum(answer.get("confirmed") is True for _, answer in claims)
    if confirmed > 1 and redis.emptied == emptied:
        return f"used {confirmed} times"
    if wrong := {status for status, _ in claims} - {200, 429, 503}:
        return str(min(wrong))
    if not confirmed and all(status == HTTPStatus.OK for status, _ in claims):
        flaws = {flaw["code"] for _, answer in claims for flaw in answer["refutations"]}
        is_early = flaws == {"ticket_not_yet_valid"} and not clocks.were_right_since(jumps)
        return "of an instance whose clock is ahead" if is_early else "never used"
    return "right" if confirmed else "unknown"


class Redis:
    """A Redis server that keeps what was written when it is killed."""

    emptied = 0
    """How often."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.start()

    def start(self) -> None:
        """Start it, with its log of writes."""
        command = ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        command += ["--appendonly", "yes"]
        self.process = subprocess.Popen(command, cwd=self._directory, stdout=subprocess.DEVNULL)

    def kill(self) -> None:
        """Kill it."""
        self.process.kill()
        self.process.wait()


class Clocks:
    """The clocks of the instances, as a library that they preload shows them."""

    jumps = 0
    """How often one became wrong, or right again: an even number of jumps leaves them right."""

    def __init__(self, directory: Path) -> None:
        library = directory / "wrong_clock.so"
        source = Path(__file__).with_name("wrong_clock.c")
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", library, source], check=True)
        self._files = [directory / f"clock-{number}" for number in range(INSTANCES)]
        self.variables = [{"LD_PRELOAD": str(library), "WRONG_CLOCK": str(file)} for file in self._files]
        for file in self._files:
            file.write_bytes(struct.pack("=q", 0))

    def jump(self, number: int, seconds: int) -> None:
        """Let the clock of an instance be wrong by `seconds`; 0 puts it right."""
        self.jumps += 1
        with self._files[number].open("r+b") as file:
            file.write(struct.pack("=q", seconds))

    def were_right_since(self, jumps: int) -> bool:
        """Return whether all clocks have been right since there were `jumps` of them."""
        return jumps == self.jumps and not jumps % 2


class Simulation:
    """The faults, each until the clients have had some more answers."""

    def __init__(self, random: Random, service: "Service", report: Report) -> None:
        self._random = random
        self._instances, self._redis, self._clocks, _ = service
        self._report = report

    def _instance(self) -> int:
        return self._random.randrange(INSTANCES)

    def kill_a_worker(self) -> None:
        """Kill a worker."""
        self._instances.kill_worker(self._instance())

    def kill_a_master(self) -> None:
        """Kill a master."""
        self._instances.kill_master(self._instance())

    def restart_an_instance(self) -> None:
        """Stop an instance and start it again."""
        self._instances.restart(self._instance())

    def reload_an_instance(self) -> None:
        """Send SIGHUP."""
        self._instances.reload(self._instance())

    def upgrade_an_instance(self) -> None:
        """Send SIGUSR2, and end the first master."""
        self._instances.upgrade(self._instance())

    def fill_the_disk(self) -> None:
        """Let a worker write nothing to files, neither large bodies nor its log."""
        (worker, *_) = self._instances.servers[self._instance()].workers()
        _, most = resource.prlimit(worker, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
        self._report.wait_for_more()
        with suppress(ProcessLookupError):
            resource.prlimit(worker, resource.RLIMIT_FSIZE, (most, most))

    def set_a_clock(self) -> None:
        """Let the clock of an instance be an hour ahead or behind."""
        number = self._instance()
        self._clocks.jump(number, self._random.choice((-3600, 3600)))
        self._report.wait_for_more()
        self._clocks.jump(number, 0)

    def stop_redis(self) -> None:
        """Let Redis accept connections and answer nothing."""
        self._redis.process.send_signal(signal.SIGSTOP)
        self._report.wait_for_more()
        self._redis.process.send_signal(signal.SIGCONT)

    def kill_redis(self) -> None:
        """Let connections to Redis be refused."""
        self._redis.kill()
        self._report.wait_for_more()
        self._redis.start()

    def empty_redis(self) -> None:
        """Remove all counts and used tickets."""
        self._redis.emptied += 1
        subprocess.run(
            ["redis-cli", "-p", str(self._redis.port), "flushall"], stdout=subprocess.DEVNULL, check=True
        )

    def connect_silent_clients(self) -> None:
        """Hold connections on which nothing is sent, or half a request."""
        address = ("127.0.0.1", self._instances.servers[self._instance()].port)
        with ExitStack() as connections:
            for number in range(SILENT):
                client = connections.enter_context(socket.create_connection(address))
                if number % 2:
                    client.sendall(b"POST /v1/replays HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\n{")
            self._report.wait_for_more()


FAULTS: tuple[Callable[[Simulation], None], ...] = (
    Simulation.kill_a_worker,
    Simulation.kill_a_master,
    Simulation.restart_an_instance,
    Simulation.reload_an_instance,
    Simulation.upgrade_an_instance,
    Simulation.fill_the_disk,
    Simulation.set_a_clock,
    Simulation.stop_redis,
    Simulation.kill_redis,
    Simulation.empty_redis,
    Simulation.connect_silent_clients,
)


class Service(NamedTuple):
    """What runs."""

    instances: Instances
    redis: Redis
    clocks: Clocks
    front: Front


@contextmanager
def running(directory: Path) -> Iterator[Service]:
    """Run the instances, Redis and nginx."""
    redis, clocks = Redis(directory), Clocks(directory)
    write_key(directory / "key.json")
    (directory / "tokens").write_text("https://board.example token-of-the-board\n")
    (directory / "tokens").chmod(0o600)
    instances = Instances(
        INSTANCES,
        clocks.variables,
        rate_limit="1000000 per minute",
        rate_limit_storage=f"redis://127.0.0.1:{redis.port}/0",
        redis_url=f"redis://127.0.0.1:{redis.port}/1",
        issuer="https://referee.example",
        key_file=directory / "key.json",
        claims_tokens_file=directory / "tokens",
    )
    try:
        with in_front_of([server.port for server in instances.servers], directory, LIMITS) as front:
            yield Service(instances, redis, clocks, front)
    finally:
        instances.stop()
        redis.kill()


def simulate(service: Service, seed: int, faults: int) -> bool:
    """Run a seed, print what was seen, and return whether everything was right."""
    random, report = Random(seed), Report()
    simulation = Simulation(random, service, report)
    chosen = [random.choice(FAULTS) for _ in range(faults)]

    def client(number: int) -> None:
        own = Random(f"{seed} {number}")
        while not report.is_over:
            ask = request(own)
            started = monotonic()
            outcome = judged(service.front, ask, f"127.0.5.{number + 1}")
            report.add(ask, outcome, monotonic() - started)
        report.end_of_client()

    def board() -> None:
        ask = Ask("ticket", "POST", "/v1/claims", None, {})
        while not report.is_over:
            started = monotonic()
            outcome = used_once(service, "127.0.5.100")
            report.add(ask, outcome, monotonic() - started)
            report.wait_for_more(REQUESTS_PER_TICKET)

    with ThreadPoolExecutor(CLIENTS + 1) as pool:
        clients = [pool.submit(client, number) for number in range(CLIENTS)]
        clients.append(pool.submit(board))
        try:
            for fault in chosen:
                fault(simulation)
                report.wait_for_more()
        finally:
            report.end()
        for each in clients:
            each.result()
    slowest, share = report.slowest(), report.share()
    is_right = not report.wrong and slowest * share <= SLOWEST
    verdict = "ok" if is_right else "WRONG"
    click.echo(f"seed {seed}: {', '.join(fault.__name__ for fault in chosen)}")
    latency = f"replays p99 {slowest:.2f} s with {share:.0%} of a processor"
    click.echo(f"  {dict(sorted(report.counts.items()))}; {latency}  {verdict}")
    for line in report.wrong[:5]:
        click.echo(f"  {line}")
    return is_right


@click.command(help=__doc__)
@click.option("--seed", type=int, default=1, help="The first seed.")
@click.option("--seeds", type=int, default=1, help="How many seeds are run.")
@click.option("--faults", type=int, default=8, help="Faults of each seed.")
def main(seed: int, seeds: int, faults: int) -> None:
    """Run the seeds."""
    missing = [
        name for name in ("redis-server", "redis-cli", "nginx", "openssl", "cc") if not shutil.which(name)
    ]
    if missing:
        raise click.UsageError(f"This needs {', '.join(missing)}.")
    with TemporaryDirectory() as directory, running(Path(directory)) as service:
        results = [simulate(service, each, faults) for each in range(seed, seed + seeds)]
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
