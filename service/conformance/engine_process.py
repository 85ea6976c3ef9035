"""Engines under test: a program that reads requests and writes verdicts, or a service at an address."""

import json
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from queue import Empty, Queue
from threading import Thread
from time import sleep
from typing import IO, Any, Final
from urllib.parse import urlsplit

LONGEST_ANSWER: Final = 10_000_000
"""Bytes of one answer."""

Process = subprocess.Popen[bytes]

_MOST_WAITS: Final = 20
_LONGEST_WAIT: Final = 60
_BUSY: Final = (429, 503)


class EngineError(Exception):
    """The engine could not be started or reached, or stopped answering."""


@contextmanager
def program(command: Sequence[str]) -> Iterator[Process]:
    """Start a program under test, and end it. Raises EngineError if it cannot be started."""
    try:
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603
    except OSError as error:
        raise EngineError(f"Cannot start {command[0]!a}: {error.strerror}.") from None
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        # Those that it still has: the threads of `ask_program` close theirs.
        for stream in (process.stdin, process.stdout):
            if stream:
                stream.close()


def ask_program(process: Process, requests: Iterable[Any], patience: float) -> Iterator[object]:
    """Yield the answers of a program, which reads one request and writes one answer per line.

    It may answer each line at once or all after the last. Raises EngineError if it ends early, writes a line
    that is not JSON, or writes nothing for ``patience`` seconds.
    """
    assert process.stdin, "a pipe"
    assert process.stdout, "a pipe"
    lines: Queue[bytes] = Queue(maxsize=1000)
    waiting = list(requests)
    for work, arguments in ((_write, (process.stdin, waiting)), (_read, (process.stdout, lines))):
        Thread(target=work, args=arguments, daemon=True).start()
    process.stdin = process.stdout = None
    for _ in waiting:
        yield _parsed(_next_line(process, lines, patience))


def _write(stream: IO[bytes], requests: Sequence[Any]) -> None:
    # A program that has ended is noticed by its missing answers.
    with suppress(OSError, ValueError), stream:
        for request in requests:
            stream.write(json.dumps(request).encode() + b"\n")
            stream.flush()


def _read(stream: IO[bytes], lines: "Queue[bytes]") -> None:
    with suppress(OSError, ValueError), stream:
        for line in iter(lambda: stream.readline(LONGEST_ANSWER), b""):
            lines.put(line)
    lines.put(b"")


def _next_line(process: Process, lines: "Queue[bytes]", patience: float) -> bytes:
    try:
        line = lines.get(timeout=patience)
    except Empty:
        raise EngineError(f"No answer within {patience:g} seconds.") from None
    if not line:
        process.kill()
        raise EngineError(f"The program ended (exit code {process.wait()}) without an answer.")
    return line


def check_service(url: str, patience: float) -> None:
    """Raise EngineError unless a server accepts connections at the address of a service."""
    with _connection(url, patience) as connection:
        connection.connect()


def ask_service(url: str, requests: Iterable[Any], patience: float) -> Iterator[object]:
    """Yield the answers of a service to ``POST /v1/replays``, with retries when it is busy.

    Raises EngineError if it cannot be reached, stays busy or answers something that is not JSON.
    """
    path = urlsplit(url).path.rstrip("/") + "/v1/replays"
    with _connection(url, patience) as connection:
        for request in requests:
            yield _parsed(_posted(connection, path, json.dumps(request)))


@contextmanager
def _connection(url: str, patience: float) -> Iterator[HTTPConnection]:
    parts = urlsplit(url)
    kind = {"http": HTTPConnection, "https": HTTPSConnection}.get(parts.scheme)
    if kind is None or not parts.hostname:
        raise EngineError(f"{url!a} is not the address of a service, such as http://127.0.0.1:8000.")
    connection = kind(parts.hostname, parts.port, timeout=patience)
    try:
        yield connection
    except (OSError, HTTPException) as error:
        raise EngineError(f"Cannot reach {url}: {error or type(error).__name__}.") from None
    finally:
        connection.close()


def _posted(connection: HTTPConnection, path: str, body: str) -> bytes:
    for _ in range(_MOST_WAITS):
        connection.request("POST", path, body, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        text = answer.read(LONGEST_ANSWER)
        wait = answer.headers.get("Retry-After", "")
        if answer.status not in _BUSY or not wait.isdigit():
            return text
        sleep(min(int(wait), _LONGEST_WAIT))
    raise EngineError("The service stayed busy.")


def _parsed(answer: bytes) -> object:
    try:
        return json.loads(answer)
    except (ValueError, RecursionError):
        raise EngineError(f"The answer is not JSON: {ascii(answer[:60])[1:]}.") from None
