"""Run the real server on a free loopback port, and send it requests, as plain bytes where necessary."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from itertools import islice
from pathlib import Path
from threading import Thread

from patience.kernel.loader import VARIABLE
from service.config import variable
from tests.conftest import read_games

PATIENCE = 120
"""Seconds without an answer, on a machine however slow, after which a test fails."""

FIELDS = ("variant", "rules", "seed", "deck", "moves")


def replay_requests() -> list[bytes]:
    """Return every game of the rules' conformance kit as a replay request."""
    return [
        json.dumps({name: game[name] for name in FIELDS if name in game}).encode()
        for game in read_games("conformance/rules.jsonl.gz")
    ]


LAST_CHUNK = b"0\r\n\r\n"


def chunk(data: bytes) -> bytes:
    """Return a chunk of a body of unknown length."""
    return b"%x\r\n%b\r\n" % (len(data), data)


def batched(requests: Iterable[bytes], amount: int) -> Iterator[list[bytes]]:
    """Yield the requests, `amount` at a time."""
    rest = iter(requests)
    while together := list(islice(rest, amount)):
        yield together


class Server:
    """A running server."""

    def __init__(self, process: subprocess.Popen, port: int, log: Path) -> None:
        self.process = process
        self.port = port
        self._log = log

    def connect(self) -> HTTPConnection:
        """Return a new connection; its timeout fails the test."""
        return HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str):
        """Send a request on a new connection; return status, headers and body."""
        connection = self.connect()
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body, named)
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        return answer.status, answer.headers, content

    def problem(self, data: bytes, *, finished: bool = False) -> dict:
        """Send bytes and return the problem that answers them; raise AssertionError for another answer."""
        head, _, body = self.send(data, finished=finished).partition(b"\r\n\r\n")
        assert b"Content-Type: application/problem+json" in head
        problem = json.loads(body)
        assert head.startswith(b"HTTP/1.1 %d " % problem["status"])
        return problem

    def replay(self, body: bytes):
        """Send a replay request; return status, headers and body."""
        return self.ask("POST", "/v1/replays", body, Content_Type="application/json")

    def batch(self, requests: Iterable[bytes]) -> Iterator[bytes]:
        """Yield the lines that answer a batch, while its lines are sent."""
        connection = self.connect()
        connection.putrequest("POST", "/v1/replays/batch")
        connection.putheader("Content-Type", "application/x-ndjson")
        connection.putheader("Transfer-Encoding", "chunked")
        connection.endheaders()

        def send() -> None:
            for together in batched(requests, 100):
                connection.send(chunk(b"".join(b"%b\n" % request for request in together)))
            connection.send(LAST_CHUNK)

        sender = Thread(target=send)
        sender.start()
        yield from connection.getresponse()
        sender.join()
        connection.close()

    def send(self, data: bytes, *, finished: bool = False) -> bytes:
        """Send bytes and return everything that answers them; ``finished`` ends the sending side.

        A server may answer and close before it has read everything.
        """
        received = b""
        with (
            socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as connection,
            suppress(ConnectionError),
        ):
            with suppress(ConnectionError):
                connection.sendall(data)
            # A server that refused the body may have closed the connection by now.
            with suppress(OSError):
                if finished:
                    connection.shutdown(socket.SHUT_WR)
            while piece := connection.recv(65536):
                received += piece
        return received

    def workers(self) -> list[int]:
        """Return the ids of the worker processes."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(pid) for pid in children.read_text().split()]

    def peak_memory(self) -> int:
        """Return the peak memory of the first worker, in kB."""
        status = Path(f"/proc/{self.workers()[0]}/status").read_text()
        return int(re.search(r"VmHWM:\s*(\d+) kB", status)[1])

    def kill_worker(self) -> int:
        """Kill a worker and return its id."""
        victim = self.workers()[0]
        os.kill(victim, signal.SIGKILL)
        return victim

    def stop(self) -> None:
        """Stop the server and wait for its end."""
        self.process.terminate()
        self.process.wait(timeout=PATIENCE)

    def log(self) -> list[dict]:
        """Return the log, complete after the stop; raise AssertionError for a line that is not JSON."""
        return [_logged(line) for line in self._log.read_text().splitlines()]


def _logged(line: str) -> dict:
    try:
        return json.loads(line)
    except ValueError:
        raise AssertionError(f"a line of the log is not JSON: {line!r}") from None


@contextmanager
def served(
    *, files: int | None = None, variables: Mapping[str, str] | None = None, **settings: object
) -> Iterator[Server]:
    """Run a server with these settings and the engine of the tests; stop it in the end.

    It may open `files` files, where that is given, and has these further environment variables.
    """
    command = [sys.executable, "-m", "service.cli", "serve"]
    if files is not None:
        command = ["/bin/sh", "-c", f'ulimit -n {files}; exec "$@"', "sh", *command]
    kept = {VARIABLE: os.environ[VARIABLE]} if VARIABLE in os.environ else {}
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("REFEREE_")
    } | kept
    environment |= {variable(name): str(value) for name, value in {"port": 0, **settings}.items()}
    environment |= variables or {}
    with tempfile.TemporaryDirectory() as directory:
        log = Path(directory) / "log"
        with (
            log.open("wb") as stderr,
            subprocess.Popen(
                command,
                env=environment,
                stdout=subprocess.PIPE,
                stderr=stderr,
                text=True,
            ) as process,
        ):
            server = Server(process, _port(process, log), log)
            try:
                yield server
            finally:
                if process.poll() is None:
                    server.stop()


def _port(process: subprocess.Popen, log: Path) -> int:
    """Return the port, once the server reports it."""
    for line in process.stdout:
        if found := re.search(r"http://[^\s\"]+:(\d+)", line):
            return int(found[1])
    raise AssertionError(f"The server did not start: {log.read_text()}")
