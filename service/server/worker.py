"""Gunicorn's threaded worker, but no client keeps others waiting, and what is no HTTP is a problem too."""

from concurrent.futures import Future, ThreadPoolExecutor
from errno import EAGAIN, ECONNABORTED, EMFILE, ENFILE
from functools import partial
from heapq import nlargest
from http import HTTPStatus
from selectors import EVENT_READ
from time import monotonic
from typing import Any, Final

import orjson
from gunicorn.http import errors
from gunicorn.http.body import ChunkedReader, LengthReader
from gunicorn.util import close_graceful, write_nonblock
from gunicorn.workers.gthread import ThreadWorker

from service.config import Settings
from service.http.headers import ALWAYS
from service.judging.problems import Problem
from service.server.chunks import sizeable
from service.server.clients import Client, ClientSocket, slow
from service.server.hooks import release_signals
from service.server.places import Places

LARGE: Final = 65_536
"""Bytes of a body above which it needs one of ``LARGE_AT_ONCE`` places, for the memory that it takes."""

LARGE_AT_ONCE: Final = 32

LARGE_TURNS: Final = 1
"""Threads that work at once on large requests: these keep Python busy, and more would be no quicker."""

LAST_WORDS: Final = 2
"""Seconds for a request on a connection that is open when we stop, as gunicorn has it for kept-alive ones."""

ENDED_AT_ONCE: Final = 16
"""Connections that make room for others."""

PAUSE: Final = 0.1
"""Seconds without new connections where the system has no room for one."""

_STATUSES: Final = (
    (errors.LimitRequestLine, HTTPStatus.REQUEST_URI_TOO_LONG),
    (errors.LimitRequestHeaders, HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE),
    (errors.ExpectationFailed, HTTPStatus.EXPECTATION_FAILED),
    (errors.UnsupportedTransferCoding, HTTPStatus.NOT_IMPLEMENTED),
    (errors.ForbiddenProxyRequest, HTTPStatus.FORBIDDEN),
    (errors.ParseException, HTTPStatus.BAD_REQUEST),
)


class PatientWorker(ThreadWorker):
    """Answers as the service does where gunicorn would send a page of HTML, and waits for nobody for ever.

    A connection without a request has no thread. One with a request has a thread of its own, since threads
    that wait cost next to nothing; but only ``threads`` of them work at once, those that wait left out.
    """

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._stall = Settings.load().stall_seconds
        self._turns = Places(self.cfg.threads)
        self._large = Places(LARGE_AT_ONCE)
        self._large_turns = Places(LARGE_TURNS)
        self._open: set[Client] = set()
        self._paused_until = 0.0

    def init_signals(self) -> None:
        """Obey signals from now on, those first that came before."""
        super().init_signals()
        release_signals()

    def get_thread_pool(self) -> ThreadPoolExecutor:
        """A thread for each connection, made when it is needed."""
        return ThreadPoolExecutor(max_workers=self.worker_connections)

    def accept(self, listener: Any) -> None:
        """Take a new connection and wait for its request."""
        self._accept(listener)
        if monotonic() < self._paused_until:
            # The listener stays readable, and would have us try again and again.
            super().set_accept_enabled(False)

    def _accept(self, listener: Any) -> bool:
        """The same; whether there was one."""
        try:
            accepted, address = listener.accept()
        except OSError as error:
            if error.errno in (EMFILE, ENFILE):
                self._paused_until = monotonic() + PAUSE
                self._make_room()
            elif error.errno not in (EAGAIN, ECONNABORTED):
                raise
            return False
        self.nr_conns += 1
        sock = ClientSocket(accepted, self._turns, self._stall)
        client = Client(self.cfg, sock, address, listener.getsockname(), self._open)
        client.timeout = monotonic() + self._stall
        self.pending_conns.append(client)
        self.poller.register(sock, EVENT_READ, partial(self.on_pending_socket_readable, client))
        return True

    def enqueue_req(self, conn: Any) -> None:
        """Let a thread serve a connection."""
        conn.sock.begin()
        try:
            super().enqueue_req(conn)
        except RuntimeError:
            # The system has no more threads for us; one that we have will come to this and find its end.
            conn.sock.hang_up()
            self._open.discard(conn)
            self.nr_conns -= 1

    def finish_request(self, conn: Any, fs: "Future[bool]") -> None:
        """Wait for the next request on a connection, or close it."""
        conn.sock.rest()
        super().finish_request(conn, fs)
        # It may have made room.
        self._paused_until = 0.0

    def handle(self, conn: Any) -> bool:
        """Serve one request; whether another may follow on this connection."""
        conn.sock.take_turn()
        try:
            another: bool = super().handle(conn)
            if not another:
                # Here, since it waits for the client, and gunicorn would let all others wait with it.
                close_graceful(conn.sock)
        finally:
            conn.sock.leave_turn()
        return another

    def handle_request(self, req: Any, conn: Any) -> bool:
        """Answer a request whose head has been read; whether another may follow on this connection."""
        conn.sock.end_head()
        body = req.body.reader
        if isinstance(body, ChunkedReader) and body.parser:
            body.parser = sizeable(body.parser, req.force_close)
        if not _is_large(req):
            return bool(super().handle_request(req, conn))
        # Whoever has a place needs turns to get on, so nobody may wait for a place and keep a turn.
        with conn.sock.give_turn():
            # Shorter than those who have one may stall, so that honest clients hear of it soon.
            if not self._large.take(self._stall / 4):
                self._answer(conn.sock, HTTPStatus.SERVICE_UNAVAILABLE)
                return False
            try:
                return self._handle_large(req, conn)
            finally:
                self._large.leave()

    def _handle_large(self, req: Any, conn: Any) -> bool:
        conn.sock.turns = self._large_turns
        conn.sock.take_turn()
        try:
            return bool(super().handle_request(req, conn))
        finally:
            conn.sock.leave_turn()
            conn.sock.turns = self._turns

    def murder_pending(self) -> None:
        """Close connections that have sent nothing for too long, and some more if there is no room."""
        super().murder_pending()
        if self.nr_conns >= self.worker_connections:
            self._make_room()

    def set_accept_enabled(self, enabled: bool | None) -> None:
        """Take new connections or not; in the end those that the kernel has for us, and then no more."""
        super().set_accept_enabled(enabled and monotonic() >= self._paused_until)
        if enabled or self.alive:
            return
        while self.sockets:
            listener = self.sockets.pop()
            while self.nr_conns < self.worker_connections and self._accept(listener):
                pass
            # Only then is a client refused at once, and can turn to another instance.
            listener.close()
        for client in self.pending_conns:
            client.timeout = min(client.timeout or 0, monotonic() + LAST_WORDS)

    def _make_room(self) -> None:
        """End the slow connections that have kept us waiting longest, unless some are about to go anyway."""
        sockets = [client.sock for client in self._open]
        if any(sock.is_hung_up for sock in sockets):
            return
        for sock in nlargest(ENDED_AT_ONCE, slow(sockets), key=ClientSocket.waited):
            sock.hang_up()

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        """Log what went wrong and tell the client, who is then disconnected."""
        if isinstance(exc, errors.ParseException):
            self.log.info("No request from %s: %s", addr, exc)
        else:
            self.log.exception("The server failed on a request.")
        if req is not None and isinstance(exc, errors.ParseException):
            # The answer is out; it is the rest of the body, which nobody needs, that is malformed.
            return
        self._answer(client, status_of(exc))

    def _answer(self, client: Any, status: HTTPStatus) -> None:
        try:
            write_nonblock(client, answer(status))
        except OSError:
            self.log.debug("The client is gone.")


def _is_large(req: Any) -> bool:
    """Whether a request may take much memory or time: its body is long, of unknown length, or packed."""
    body = req.body.reader
    is_short = isinstance(body, LengthReader) and body.length <= LARGE
    return not is_short or any(name == "CONTENT-ENCODING" for name, _ in req.headers)


def status_of(error: BaseException) -> HTTPStatus:
    """The status for an error of gunicorn's."""
    for kind, status in _STATUSES:
        if isinstance(error, kind):
            return status
    return HTTPStatus.INTERNAL_SERVER_ERROR


def answer(status: HTTPStatus) -> bytes:
    """A whole HTTP answer with a problem; it has no request id, since no request was understood."""
    problem = Problem(status, f"{status.description or status.phrase}.")
    body = orjson.dumps({**problem.body(), "request_id": ""})
    later = [("Retry-After", "1")] if status == HTTPStatus.SERVICE_UNAVAILABLE else []
    headers = (
        ("Connection", "close"),
        *later,
        ("Content-Type", "application/problem+json"),
        ("Content-Length", str(len(body))),
        *ALWAYS,
    )
    lines = (f"HTTP/1.1 {status.value} {status.phrase}", *(f"{name}: {value}" for name, value in headers))
    return "".join(f"{line}\r\n" for line in (*lines, "")).encode() + body
