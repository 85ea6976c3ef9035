"""How gunicorn writes an answer here: its head together with the first bytes of its body.

If the worker is killed, a client gets a short answer whole or not at all. Each call of the system that is
saved is time saved, too.
"""

from collections.abc import Iterable
from typing import Final

from gunicorn.http.wsgi import Response

from service.http.middleware import ALWAYS

_KNOWN: Final = frozenset(ALWAYS)


class Answer(Response):
    """An answer whose head waits for its body."""

    _head = b""

    def process_headers(self, headers: Iterable[tuple[str, str]]) -> None:
        """Check the header fields except those that every answer has."""
        fields = list(headers)
        super().process_headers(field for field in fields if field not in _KNOWN)
        self.headers = [*self.headers, *(field for field in fields if field in _KNOWN)]

    def send_headers(self) -> None:
        """Prepare the head."""
        if self.headers_sent:
            return
        fields = [f"{name}: {value}\r\n" for name, value in self.headers]
        self._head = "".join([*self.default_headers(), *fields, "\r\n"]).encode("latin-1")
        self.headers_sent = True

    def write(self, arg: bytes) -> None:
        """Send a part of the body, or the head alone if there is nothing to send of it."""
        super().write(arg)
        self._send_head()

    def close(self) -> None:
        """Send what is left."""
        self.send_headers()
        self._send_head()
        super().close()

    def _emit_body(self, data: bytes) -> None:
        if self._head and not self.chunked:
            data, self._head = self._head + data, b""
        self._send_head()
        super()._emit_body(data)  # type: ignore[misc]  # missing in the stubs

    def _send_head(self) -> None:
        if self._head:
            self.sock.sendall(self._head)
            self._head = b""
