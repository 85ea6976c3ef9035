"""Sites that browsers visit, each served in a thread of the test."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from werkzeug.serving import make_server


@contextmanager
def on_a_port(site: WSGIApplication) -> Iterator[str]:
    """The address of a site on a free loopback port."""
    server = make_server("127.0.0.1", 0, site, threaded=True)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def unchanging(site: WSGIApplication) -> WSGIApplication:
    """The same site, but a browser keeps its files, which every visit would else ask for anew."""

    def application(environ: WSGIEnvironment, start_response: StartResponse):
        def start(status, headers, *error):
            if environ["PATH_INFO"].startswith("/web/"):
                headers = [header for header in headers if header[0] != "Cache-Control"]
                headers.append(("Cache-Control", "max-age=3600"))
            return start_response(status, headers, *error)

        return site(environ, start)

    return application
