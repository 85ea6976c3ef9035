"""Sites and servers that tests visit, each in a thread of the test."""

from collections.abc import Iterator
from contextlib import contextmanager
from socketserver import BaseServer
from threading import Thread
from wsgiref.types import WSGIApplication

from werkzeug.serving import WSGIRequestHandler, make_server


class _Handler(WSGIRequestHandler):
    """Keeps connections open, as a browser expects, and logs nothing."""

    protocol_version = "HTTP/1.1"

    def log(self, *_: object) -> None:
        """Log nothing."""


@contextmanager
def on_a_port(site: WSGIApplication) -> Iterator[str]:
    """The address of a site on a free loopback port."""
    server = make_server("127.0.0.1", 0, site, threaded=True, request_handler=_Handler)
    with serving(server) as address:
        yield address


@contextmanager
def serving(server: BaseServer) -> Iterator[str]:
    """The address of a server, which serves until the end and is closed then."""
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
