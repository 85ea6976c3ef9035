"""A client's connection: how long it may keep us waiting, and that nobody else waits with us."""

import socket
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from errno import ECONNRESET
from math import inf
from select import POLLIN, POLLOUT, poll
from time import monotonic
from typing import Any, Final

from gunicorn.http.errors import LimitRequestHeaders
from gunicorn.util import close
from gunicorn.workers.gthread import TConn

from service.server.places import Places

BYTES_PER_SECOND: Final = 1000
"""For so many bytes sent or taken, a client gets a second more."""

LONGEST_HEAD: Final = 65_536
"""Bytes of all headers together."""

CLOSED: Final = -1
"""What stands for the number of a socket that is closed."""

SLICE: Final = 0.02
"""Seconds that a thread works before it lets others go first who wait for a turn."""

MOMENT: Final = 1.0
"""Seconds that the network itself may take, when it loses a packet: no client is slow by so much."""


class ClientSocket(socket.socket):
    """A client's socket, as gunicorn uses it in a thread that has one of the ``turns``.

    A thread that waits for its client gives its turn to another, and so does one that has worked for long,
    whenever it comes by here. It waits for ``stall`` seconds at once, and for as many in a whole exchange,
    beside those that its client needs at ``BYTES_PER_SECOND``; then TimeoutError is raised.
    """

    def __init__(self, accepted: socket.socket, turns: Places, stall: float) -> None:
        super().__init__(accepted.family, accepted.type, accepted.proto, accepted.detach())
        self.turns = turns
        self._working_since = inf
        self._stall = stall
        # The kernel's socket always blocks; each call says for itself that it shall not.
        self._timeout: float | None = None
        self._in_head = False
        self._moved = 0
        self._waited = 0.0
        self._waiting_since: float | None = monotonic()
        self._waiting_for = POLLIN
        self._is_resting = False
        self._is_hung_up = False

    @property
    def is_hung_up(self) -> bool:
        """Whether we have ended the connection, though its thread may not know yet."""
        return self._is_hung_up

    def is_gone(self) -> bool:
        """Whether nobody waits for an answer any more: the client has sent its last, or we have hung up."""
        try:
            return self._is_hung_up or not super().recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)
        except BlockingIOError:
            return False
        except OSError:
            return True

    def take_turn(self) -> None:
        """Wait until this thread may work."""
        self.turns.take()
        self._working_since = monotonic()

    def leave_turn(self) -> None:
        """Let the next thread work."""
        self._working_since = inf
        self.turns.leave()

    def pass_turn(self) -> None:
        """Let those go first who have waited while this thread worked for long."""
        if monotonic() - self._working_since > SLICE:
            self.turns.pass_on()
            self._working_since = monotonic()

    @contextmanager
    def give_turn(self) -> Iterator[None]:
        """Let another thread work meanwhile."""
        self.leave_turn()
        try:
            yield
        finally:
            self.take_turn()

    def waited(self) -> float:
        """For how many seconds the client has kept us waiting in this exchange; 0 if it does not now."""
        since = self._waiting_since
        return 0 if since is None else self._waited + monotonic() - since

    def wanted(self) -> int:
        """The event for which the connection is waited for too long, as ``poll`` has it; 0 if it is not.

        Between two requests any time is too long where others need room, else more than ``MOMENT`` is.
        """
        waited = self.waited()
        return self._waiting_for if waited > MOMENT or (waited and self._is_resting) else 0

    def rest(self) -> None:
        """Wait for the next request, in no thread."""
        self._is_resting = True
        self._waited = 0.0
        self._waiting_for = POLLIN
        self._waiting_since = monotonic()

    def begin(self) -> None:
        """Begin to receive a request, of which something is there."""
        self._is_resting = False
        self._in_head = True
        self._moved = 0
        self._waited = 0.0
        self._waiting_since = None

    def end_head(self) -> None:
        """The head of the request has been read; what follows is limited elsewhere."""
        self._in_head = False

    def hang_up(self) -> None:
        """End the connection; whoever waits on it finds its end."""
        self._is_hung_up = True
        with suppress(OSError):
            self.shutdown(socket.SHUT_RDWR)

    def recv(self, size: int, flags: int = 0, /) -> bytes:
        """What has arrived, at most so many bytes; nothing at the end."""
        self.pass_turn()
        while True:
            try:
                data = super().recv(size, flags | socket.MSG_DONTWAIT)
            except BlockingIOError:
                self._wait(POLLIN)
                continue
            self._moved += len(data)
            if self._in_head and self._moved > LONGEST_HEAD:
                raise LimitRequestHeaders("limit request headers size")
            return data

    def sendall(self, data: Any, flags: int = 0, /) -> None:
        """Send it all, or raise OSError."""
        rest = memoryview(data)
        while rest:
            try:
                sent = super().send(rest, flags | socket.MSG_DONTWAIT)
            except BlockingIOError:
                self._wait(POLLOUT)
                continue
            self._moved += sent
            rest = rest[sent:]

    def send(self, data: Any, flags: int = 0, /) -> int:
        """Send it all, or raise OSError."""
        self.sendall(data, flags)
        return len(data)

    def gettimeout(self) -> float | None:
        """How long one call may wait for the client; None for as long as the client has."""
        return self._timeout

    def settimeout(self, value: float | None, /) -> None:
        """Set that."""
        self._timeout = value

    def setblocking(self, flag: bool, /) -> None:
        """Let a call wait for the client, or not at all."""
        self._timeout = None if flag else 0.0

    def _wait(self, event: int) -> None:
        if self._timeout == 0:
            raise BlockingIOError
        patience = self._stall + min(0, self._moved / BYTES_PER_SECOND - self._waited)
        if self._timeout is not None:
            patience = min(patience, self._timeout)
        self._waiting_for = event
        started = self._waiting_since = monotonic()
        ready = poll()
        ready.register(self, event)
        with self.give_turn():
            try:
                happened = ready.poll(max(0, patience) * 1000)
            finally:
                self._waiting_since = None
                self._waited += monotonic() - started
        if not happened:
            # With a number that gunicorn knows for what is the client's fault.
            raise TimeoutError(ECONNRESET, "The client keeps us waiting.")


def slow(sockets: Iterable[ClientSocket]) -> list[ClientSocket]:
    """Those of them whose clients keep us waiting too long.

    Not those who have done their part meanwhile: it is we who have not come to them.
    """
    wanted = {sock.fileno(): (sock, event) for sock in sockets if (event := sock.wanted())}
    wanted.pop(CLOSED, None)
    ready = poll()
    for number, (_, event) in wanted.items():
        ready.register(number, event)
    for number, _ in ready.poll(0):
        del wanted[number]
    return [sock for sock, _ in wanted.values()]


class Client(TConn):
    """A connection as gunicorn keeps it, counted among the open ones until it is closed."""

    sock: ClientSocket

    def __init__(
        self, cfg: Any, sock: ClientSocket, address: Any, server: Any, opened: set["Client"]
    ) -> None:
        super().__init__(cfg, sock, address, server)
        self._open = opened
        opened.add(self)

    def close(self, graceful: bool = False) -> None:  # noqa: ARG002 - gunicorn says it
        """Close it at once: where there was an answer to be taken, its thread has waited for that."""
        self._open.discard(self)
        close(self.sock)
