"""Gunicorn's threaded worker, but what is no HTTP is answered with a problem too."""

import struct
from http import HTTPStatus
from socket import SO_RCVTIMEO, SO_SNDTIMEO, SOL_SOCKET
from typing import Any, Final

import orjson
from gunicorn.http import errors
from gunicorn.util import write_nonblock
from gunicorn.workers.gthread import ThreadWorker

from service.config import Settings
from service.http.headers import ALWAYS
from service.problems import Problem

_STATUSES: Final = (
    (errors.LimitRequestLine, HTTPStatus.REQUEST_URI_TOO_LONG),
    (errors.LimitRequestHeaders, HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE),
    (errors.ExpectationFailed, HTTPStatus.EXPECTATION_FAILED),
    (errors.UnsupportedTransferCoding, HTTPStatus.NOT_IMPLEMENTED),
    (errors.ForbiddenProxyRequest, HTTPStatus.FORBIDDEN),
    (errors.ParseException, HTTPStatus.BAD_REQUEST),
)


class ProblemWorker(ThreadWorker):
    """Answers as the service does where gunicorn would send a page of HTML, and waits for nobody for ever."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        # The kernel's own timeout, since gunicorn puts its sockets back to blocking without one.
        self._stall = struct.pack("ll", Settings.load().stall_seconds, 0)

    def enqueue_req(self, conn: Any) -> None:
        """Let a thread serve a connection, which may not stall for longer than the settings say."""
        if not conn.initialized:
            for option in (SO_RCVTIMEO, SO_SNDTIMEO):
                conn.sock.setsockopt(SOL_SOCKET, option, self._stall)
        super().enqueue_req(conn)

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        """Log what went wrong and tell the client, who is then disconnected."""
        if isinstance(exc, errors.ParseException):
            self.log.info("No request from %s: %s", addr, exc)
        else:
            self.log.exception("The server failed on a request.")
        if req is not None and isinstance(exc, errors.ParseException):
            # The answer is out; it is the rest of the body, which nobody needs, that is malformed.
            return
        status = status_of(exc)
        try:
            write_nonblock(client, answer(status))
        except OSError:
            self.log.debug("The client is gone.")


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
    headers = (
        ("Connection", "close"),
        ("Content-Type", "application/problem+json"),
        ("Content-Length", str(len(body))),
        *ALWAYS,
    )
    lines = (f"HTTP/1.1 {status.value} {status.phrase}", *(f"{name}: {value}" for name, value in headers))
    return "".join(f"{line}\r\n" for line in (*lines, "")).encode() + body
