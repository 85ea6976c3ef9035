"""A request whose body is judged in memory, and whose client pays for the answer."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from flask import current_app, request
from werkzeug.exceptions import ClientDisconnected
from werkzeug.wsgi import get_content_length

from patience.formats.work import Work
from service.config import Settings
from service.http.negotiation import read_body
from service.http.rate_limits import charged_client, moves_charged
from service.http.tcp import is_connected
from service.http.workload import HEAVY_WORK, LARGE, large_body


class Charged:
    """The body of a request, the settings that bound its answer, and what that costs."""

    body = b""
    is_large = False
    moves = positions = 0

    def __init__(self, settings: Settings) -> None:
        self.settings = settings


@contextmanager
def charged_request(
    media_types: tuple[str, ...] = ("application/json",), *, is_heavy: bool = False
) -> Iterator[Charged]:
    """Receive the body of the current request; at the end charge for its answer, even if it is refused.

    A large body holds one of the slots for large bodies; so does any with `is_heavy`. Raises Problem if the
    body cannot be used.
    """
    # Flask's proxies look their object up for each attribute.
    environ, settings = request.environ, current_app.config["SETTINGS"]
    charged, length = Charged(settings), get_content_length(environ)
    charged.is_large = is_heavy or length is None or length > LARGE
    try:
        with large_body() if charged.is_large else nullcontext():
            charged.body = read_body(environ, length, settings.most_body_bytes, media_types)
            yield charged
    finally:
        if costs := current_app.extensions["costs"]:
            moves = moves_charged(charged.moves, len(charged.body))
            costs.charge(charged_client(), moves=moves, positions=charged.positions)


@contextmanager
def reading(charged: Charged) -> Iterator[Work]:
    """Hold ``HEAVY_WORK``, and yield the work of a reader of the body.

    Each of its steps is charged as a move. Between them others may work, and a client that has gone ends it.
    """
    environ = request.environ

    def between() -> None:
        HEAVY_WORK.pause_if_due()
        if not is_connected(environ):
            raise ClientDisconnected

    work = Work(between)
    try:
        with HEAVY_WORK:
            yield work
    finally:
        charged.moves = max(charged.moves, work.steps)
