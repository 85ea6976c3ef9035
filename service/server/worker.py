"""A gthread worker that isolates slow clients and answers malformed HTTP with problem+json.

Stock gthread with many threads serves the requests: a thread that waits for its client costs little memory
and no CPU. This subclass guarantees what gthread does not:

* A connection occupies a thread only while it has a request, and a bounded time if its client is slow.
* The main loop never waits for a client.
* Where connections or file descriptors run out, the connections idle for longest make room; where threads do,
  the slowest requests.
* On shutdown every connection that the kernel has accepted is served before the listeners close.
* An error of the HTTP parser is answered as an RFC 9457 problem.

Slow clients are measured by the kernel's TCP counters, on Linux only. Elsewhere, and on Unix sockets, where
the client is a proxy, they are not ended.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from ctypes import PyDLL
from errno import EAGAIN, ECONNABORTED, ECONNRESET, EMFILE, ENFILE
from functools import partial
from heapq import merge
from itertools import islice
from operator import itemgetter
from selectors import EVENT_READ
from socket import SHUT_RD, SHUT_RDWR, socket
from time import monotonic, sleep
from typing import Any, Final

from gunicorn.http import errors, wsgi
from gunicorn.http.parser import RequestParser
from gunicorn.util import close_graceful, write_nonblock
from gunicorn.workers.gthread import TConn, ThreadWorker

from service.config import Settings
from service.http.tcp import tcp_info, unread
from service.server.answers import Answer
from service.server.hooks import release_signals
from service.server.parser_limits import BoundedRequest, limit_body
from service.server.parser_problems import problem_answer

BYTES_PER_SECOND: Final = 1000
"""Each of these bytes, received or acknowledged, gives a client a second more."""

CROWDED_SECONDS: Final = 1.0
"""How long a client may keep a thread waiting while threads or connections run out."""

CLOSED_AT_ONCE: Final = 16
"""The least number of idle connections closed to make room, unless that is more than half of them."""

# There is no setting for it.
wsgi.Response = Answer  # type: ignore[misc]  # the stubs know classes only

_close: Final = PyDLL(None).close
"""Closes a file descriptor without giving up Python's lock, as ``os.close`` would."""

LINGER_SECONDS: Final = 2.0
"""How long a stopping worker waits for the request of an open connection, as gunicorn does."""


class Connection(TConn):
    """A connection whose requests have bounded heads, and that may be closed twice."""

    def init(self) -> None:
        """Prepare for the next request, in the thread that serves it."""
        super().init()
        if isinstance(self.parser, RequestParser):
            self.parser.mesg_class = BoundedRequest  # type: ignore[misc]  # the stubs know classes only

    def close(self, graceful: bool = False) -> None:
        """Close the socket unless the thread that served the last request has done so.

        An error here would make gunicorn count the connection as closed twice.
        """
        if self.sock.fileno() >= 0:
            super().close(graceful)


class PatientWorker(ThreadWorker):
    """Serves each request in a thread of its own and bounds how long a slow client keeps it."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        settings = Settings.load()
        self._stall_seconds = settings.stall_seconds
        # A proxy forwards every body that some operation takes.
        self._most_skipped = max(settings.most_body_bytes, settings.most_batch_bytes)
        self._started: dict[TConn, float] = {}
        self._next_check = 0.0

    def init_signals(self) -> None:
        """Handle signals from now on, first those that arrived earlier."""
        super().init_signals()
        release_signals()

    def accept(self, listener: socket) -> bool:  # type: ignore[override]  # gunicorn ignores it
        """Accept a connection and let the main loop wait for its request; return whether there was one."""
        try:
            client, address = listener.accept()
        except OSError as error:
            if error.errno in (EMFILE, ENFILE):
                self._close_idle()
                # The listener stays readable: do not spin.
                sleep(0.01)
            elif error.errno not in (EAGAIN, ECONNABORTED):
                raise
            return False
        self.nr_conns += 1
        connection = Connection(self.cfg, client, address, listener.getsockname())
        connection.timeout = monotonic() + self._stall_seconds
        self.pending_conns.append(connection)
        self.poller.register(client, EVENT_READ, partial(self.on_pending_socket_readable, connection))
        return True

    def enqueue_req(self, conn: TConn) -> None:
        """Let a thread serve a connection; give the connection up if the system starts no more threads."""
        try:
            super().enqueue_req(conn)
        except RuntimeError:
            self.nr_conns -= 1
            with suppress(OSError):
                conn.sock.shutdown(SHUT_RDWR)

    def handle(self, conn: TConn) -> bool:
        """Serve one request; return whether another may follow on this connection."""
        self._started[conn] = monotonic()
        try:
            is_kept: bool = super().handle(conn)
            if not is_kept:
                # Here and not in gunicorn's main loop, which would wait for the client. Unread bytes would
                # reset the connection, and a proxy would lose the answer.
                close_graceful(conn.sock, max_drain=self._most_skipped)
            return is_kept
        finally:
            del self._started[conn]

    def handle_request(self, req: Any, conn: TConn) -> bool:
        """Answer a request whose head has been read; return whether another may follow."""
        limit_body(req, self._most_skipped)
        try:
            return bool(super().handle_request(req, conn))
        except TimeoutError as error:
            # The client takes no answer (TCP_USER_TIMEOUT), which is not an error of the server.
            raise ConnectionResetError(ECONNRESET, "The client does not read.") from error

    def notify(self) -> None:
        """Report to the arbiter that the worker lives, and end slow requests once a second."""
        super().notify()
        is_full = self.nr_conns >= self.worker_connections
        if is_full:
            self._close_idle()
            # At once: the main loop would first wait a second for events.
            self.murder_keepalived()
            self.murder_pending()
        now = monotonic()
        if now < self._next_check:
            return
        self._next_check = now + 1
        is_crowded = is_full or len(self._started) >= self.cfg.threads
        patience = CROWDED_SECONDS if is_crowded else self._stall_seconds
        for connection, started in self._started.copy().items():
            with suppress(OSError):
                if now - started > patience:
                    _end_if_slow(connection, now - started, patience)

    def is_parent_alive(self) -> bool:
        """Return whether the arbiter lives; without it, stop as on SIGTERM."""
        if super().is_parent_alive():
            return True
        self.alive = False
        return False

    def set_accept_enabled(self, enabled: bool | None) -> None:
        """Start or stop accepting; on shutdown, accept what the kernel holds and close the listeners."""
        super().set_accept_enabled(enabled)
        if enabled or self.alive:
            return
        for listener in self.sockets:
            while self.nr_conns < self.worker_connections and (self.accept(listener) or _queued(listener)):
                pass
            # From now on clients are refused at once and can turn to another instance. A client may connect
            # whenever this thread gives up Python's lock, which neither `_queued` nor this call does.
            _close(listener.detach())
        deadline = monotonic() + LINGER_SECONDS
        for connection in self.pending_conns:
            connection.timeout = min(connection.timeout or 0, deadline)

    def handle_error(self, req: Any, client: socket, addr: Any, exc: BaseException) -> None:
        """Log an error and answer it with a problem; gunicorn then closes the connection."""
        if isinstance(exc, errors.ParseException):
            self.log.info("Malformed request from %s: %s", addr, exc)
            if req is not None:
                # The request has been answered: only the rest of its body is malformed.
                return
        else:
            self.log.exception("The server failed to handle a request.")
        with suppress(OSError):
            write_nonblock(client, problem_answer(exc))

    def _close_idle(self) -> None:
        """Expire the oldest idle connections, at most half of them, for the main loop to close.

        They make room for all connections that wait to be accepted, and for CLOSED_AT_ONCE at least. The
        newer half stays: the requests of its clients may be on their way.
        """

        def aged(connections: Iterable[TConn], allowed: float) -> Iterator[tuple[float, TConn]]:
            return (((connection.timeout or 0) - allowed, connection) for connection in connections)

        new = aged(self.pending_conns, self._stall_seconds)
        used = aged(self.keepalived_conns, self.cfg.keepalive)
        half = (len(self.pending_conns) + len(self.keepalived_conns)) // 2
        needed = max([CLOSED_AT_ONCE, *map(_queued, self.sockets)])
        for _, connection in islice(merge(new, used, key=itemgetter(0)), min(half, needed)):
            connection.timeout = 0


def _queued(listener: socket) -> int:
    """Return how many connections wait to be accepted, 0 where that is unknown or the listener is closed."""
    info = tcp_info(listener) if listener.fileno() >= 0 else None
    return info.queued if info else 0


def _end_if_slow(connection: TConn, seconds: float, patience: float) -> None:
    """End what a request still has to receive or send if its client is too slow.

    Raises OSError if the connection is closed already.
    """
    info = tcp_info(connection.sock)
    if info is None or unread(connection.sock):
        return
    credit = (info.bytes_received + info.bytes_acked) / BYTES_PER_SECOND
    if info.silent_seconds > patience or seconds - patience > credit:
        # A request that is complete does not notice: it is answered, as the last on its connection.
        request = getattr(connection.parser, "mesg", None)
        if request:
            request.force_close()
        connection.sock.shutdown(SHUT_RDWR if info.bytes_unsent and seconds - patience > credit else SHUT_RD)
