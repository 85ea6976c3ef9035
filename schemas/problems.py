"""Problems of RFC 9457: why a request cannot be answered. Independent of any HTTP server."""

import sys
from collections.abc import Iterator
from http import HTTPStatus
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from patience.kernel.loader import NO_SEARCH
from schemas.field_errors import FieldError
from schemas.strict_json import JsonError

if TYPE_CHECKING:
    from marshmallow import ValidationError

DECLARATIONS_REFUSED: Final = "This service does not accept declarations in requests: name a variant."

MOST_ERRORS: Final = 100
"""Errors in one problem, so that an answer cannot be many times as large as its request."""

LONGEST_NAME: Final = 100
"""Characters of a name in a pointer; a longer one is cut off with an ellipsis."""

_TITLES: Final = {
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "Content Too Large",
    HTTPStatus.REQUEST_URI_TOO_LONG: "URI Too Long",
    HTTPStatus.UNPROCESSABLE_ENTITY: "Unprocessable Content",
}
"""Titles of RFC 9110, where those of `HTTPStatus` depend on the version of Python."""

URN: Final = "urn:patience-referee:problem:"

TYPES: Final = {
    "bad-request": (400, "the request is not valid HTTP, for example HTTP/1.1 without `Host`"),
    "not-json": (400, "the text is not JSON, or has extensions of JSON such as NaN"),
    "not-utf-8": (400, "the text is not UTF-8"),
    "duplicate-key": (400, "a key occurs twice in one object"),
    "nested-too-deep": (400, "the JSON is nested deeper than `limit`"),
    "too-many-containers": (400, "the JSON has more objects and arrays than `limit`"),
    "number-too-long": (400, "a number has more digits than `limit`"),
    "incomplete-body": (400, "the body is incomplete, or its framing is malformed"),
    "damaged-body": (400, "the body cannot be decompressed"),
    "damaged-archive": (400, "the archive cannot be read beyond this point"),
    "unauthorized": (401, "a valid bearer token is required"),
    "forbidden": (403, "the server rejects what a proxy sent"),
    "not-found": (404, "the path does not exist"),
    "unknown-variant": (404, "no variant has this id; `suggestion` names a similar one"),
    "unknown-seed": (404, "the path does not contain a valid seed"),
    "unknown-date": (404, "the path does not contain a date on which the service has daily deals"),
    "no-such-deal": (404, "no deal of this game is listed as `choose` asks"),
    "no-daily-deal": (404, "the variant has no daily deals, or no candidate of the day was proven winnable"),
    "method-not-allowed": (405, "the path has other methods, listed in `Allow`"),
    "not-acceptable": (406, "the response has none of the media types in `Accept`"),
    "request-timeout": (408, "timed out while reading the request body"),
    "rules-version-not-served": (409, "the variant's rules never had this version, or it judges no boards"),
    "body-too-long": (413, "the body, as sent or decompressed, has more bytes than `limit`"),
    "line-too-long": (413, "a line has more bytes than `limit`"),
    "too-many-lines": (413, "the stream has more lines than `limit`"),
    "too-many-moves": (413, "the stream has more moves than `limit`"),
    "uri-too-long": (414, "the address is longer than the server accepts"),
    "unsupported-media-type": (415, "the body has a media type or a content coding that is not accepted"),
    "requested-range-not-satisfiable": (416, "the file does not have this range of bytes"),
    "expectation-failed": (417, "the server does not support this `Expect`"),
    "invalid-request": (422, "the JSON is not a valid request; `errors` lists what is wrong"),
    "not-a-position": (
        422,
        "the text does not follow the grammar, or its cards are not a position of the game",
    ),
    "foreign-columns": (422, "the table's columns are not those of replay requests"),
    "not-exported": (422, "the other program has no such game, or a move is illegal"),
    "not-a-save": (422, "the file is not a saved game, or has content that genuine ones never have"),
    "damaged": (422, "the saved game is truncated, or has a value of an unexpected kind"),
    "unsupported-game": (422, "the saved game is of a game that is not refereed here"),
    "unsupported-seed": (422, "the saved deal has no number, or one that is not a seed"),
    "position-differs": (422, "the saved moves do not lead to the saved piles"),
    "too-many-requests": (429, "a rate limit is reached; retry after `Retry-After`"),
    "request-header-fields-too-large": (431, "the header is larger than the server accepts"),
    "internal-server-error": (500, "a defect of the service: no input is known to cause one"),
    "not-implemented": (501, "this build or the server does not support the request"),
    "search-unavailable": (501, "this build has no search, which the answer needs"),
    "no-foresight": (501, "the service weighs no results, since the setting is 0"),
    "no-tickets": (501, "the service issues no tickets, since it has no key or no claim tokens"),
    "no-daily-key": (501, "the service has no key for daily deals"),
    "search-busy": (503, "too many searches wait, of this client or of all; retry after `Retry-After`"),
    "service-unavailable": (503, "the service has too many clients; retry after `Retry-After`"),
    "tickets-unavailable": (503, "the memory of used tickets does not answer; send the claim again"),
    "not-ready": (503, "the golden game does not replay to its known end"),
    "no-room": (503, "the service has no room for the request at the moment, in memory or on disk"),
}
"""Every problem by the last part of its `type`: its status and its meaning."""


def _name(status: HTTPStatus) -> str:
    """Return the last part of the `type` of a problem that has only its status."""
    return _TITLES.get(status, status.phrase).lower().replace(" ", "-")


def has_type(status: HTTPStatus) -> bool:
    """Return whether a problem of this status needs no name of its own."""
    return _name(status) in TYPES


class Problem(Exception):  # noqa: N818
    """The reason why a request cannot be answered."""

    def __init__(self, status: HTTPStatus, detail: str, *, name: str = "", **extensions: Any) -> None:
        """Use the status as the name by default; `extensions` are `limit`, `suggestion` and `errors`."""
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.name = name or _name(status)
        self.extensions = {member: value for member, value in extensions.items() if value is not None}
        assert TYPES[self.name][0] == status, f"{self.name} does not have status {status}"

    @property
    def errors(self) -> list[dict[str, Any]]:
        """The errors in single places of the request, if any."""
        errors: list[dict[str, Any]] = self.extensions.get("errors", [])
        return errors

    def body(self) -> dict[str, Any]:
        """Return the problem as JSON, without its request id."""
        title = _TITLES.get(self.status, self.status.phrase)
        members = {"title": title, "status": int(self.status), "detail": self.detail}
        return {"type": f"{URN}{self.name}", **members, **self.extensions}


def problem_with(error: "JsonError | ValidationError | Problem") -> Problem:
    """Return the problem for a request that could not be read."""
    match error:
        case JsonError():
            return Problem(HTTPStatus.BAD_REQUEST, str(error), name=error.name, limit=error.limit)
        case Problem():
            return error
    places = islice(_flatten("", error.messages), MOST_ERRORS + 1)
    return invalid([{"pointer": pointer, **inner.members()} for pointer, inner in places])


def refusals() -> "tuple[type[JsonError], type[ValidationError], type[Problem]]":
    """Return the errors that `problem_with` knows: only once a request is refused is marshmallow loaded."""
    from marshmallow import ValidationError  # noqa: PLC0415 - it takes a while

    return JsonError, ValidationError, Problem


def invalid(errors: list[dict[str, Any]]) -> Problem:
    """Build a 422 with the first `MOST_ERRORS` of these errors; `detail` repeats the first one."""
    first, shown = errors[0], errors[:MOST_ERRORS]
    more = f" ({len(shown) - 1} more in errors)" if len(shown) > 1 else ""
    if len(errors) > MOST_ERRORS:
        more = f" (the first {MOST_ERRORS} in errors)"
    place = first.get("pointer") or first.get("parameter")
    detail = f"{f'{place}: ' if place else ''}{first['detail']}{more}"
    return Problem(HTTPStatus.UNPROCESSABLE_ENTITY, detail, name="invalid-request", errors=shown)


def too_long(limit: int, what: str = "body") -> Problem:
    """Build a 413: a body or line is longer than `limit` bytes."""
    detail = f"The {what} is longer than {limit} bytes."
    return Problem(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, detail, name=f"{what}-too-long", limit=limit)


GRADES_NEED_IT: Final = "It also grades deals."
"""Why the difficulty of a deal needs a search."""


FORESIGHT_NEEDS_IT: Final = "The reference player searches."
"""Why weighing results needs a search."""


def no_foresight() -> Problem:
    """Build a 501: the service weighs no results."""
    detail = "This service weighs no results (REFEREE_FORESIGHT_POSITIONS is 0)."
    return Problem(HTTPStatus.NOT_IMPLEMENTED, detail, name="no-foresight")


def search_unavailable(need: str = "Proofs alone do not settle the question; use a budget of 0.") -> Problem:
    """Build a 501: the request needs a search, and this build has none."""
    return Problem(HTTPStatus.NOT_IMPLEMENTED, f"{NO_SEARCH} {need}", name="search-unavailable")


def search_busy() -> Problem:
    """Build a 503: all slots for searches, or those of this client, are taken."""
    detail = "Too many searches wait, of this client or of all. Retry later."
    return Problem(HTTPStatus.SERVICE_UNAVAILABLE, detail, name="search-busy")


def incomplete_body() -> Problem:
    """Build a 400: the body ends before its announced end, or its chunks are malformed."""
    detail = "Incomplete or malformed request body."
    return Problem(HTTPStatus.BAD_REQUEST, detail, name="incomplete-body")


def body_timed_out() -> Problem:
    """Build a 408: the body did not arrive in time."""
    return Problem(HTTPStatus.REQUEST_TIMEOUT, "Timed out while reading the request body.")


def no_room() -> Problem:
    """Build a 503: no file has room for a large body."""
    detail = "The server has no room for the body at present."
    return Problem(HTTPStatus.SERVICE_UNAVAILABLE, detail, name="no-room")


def too_many_large_bodies() -> Problem:
    """Build a 503: too many large bodies are being received."""
    detail = "The server is receiving too many large requests at present."
    return Problem(HTTPStatus.SERVICE_UNAVAILABLE, detail)


def defect() -> Problem:
    """Build a 500: the service failed, which its log explains."""
    detail = "The service failed to handle the request. The error has been logged."
    return Problem(HTTPStatus.INTERNAL_SERVER_ERROR, detail)


def not_ready() -> Problem:
    """Build a 503: the referee does not judge as it must."""
    detail = "The golden game does not replay to its known end."
    return Problem(HTTPStatus.SERVICE_UNAVAILABLE, detail, name="not-ready")


def no_tickets() -> Problem:
    """Build a 501: what tickets need is not configured."""
    needs = "a key (REFEREE_KEY_FILE) and claim tokens (REFEREE_CLAIMS_TOKENS_FILE)"
    detail = f"This service issues no tickets: they need {needs}."
    return Problem(HTTPStatus.NOT_IMPLEMENTED, detail, name="no-tickets")


def tickets_unavailable() -> Problem:
    """Build a 503: the memory of used tickets does not answer."""
    detail = "The used tickets cannot be looked up at the moment. Send the claim again."
    return Problem(HTTPStatus.SERVICE_UNAVAILABLE, detail, name="tickets-unavailable")


def _flatten(pointer: str, messages: object) -> Iterator[tuple[str, FieldError]]:
    from marshmallow.exceptions import SCHEMA  # noqa: PLC0415 - only a refused request needs it

    if isinstance(messages, dict):
        for name, inner in sorted(messages.items(), key=_order):
            step = "" if name == SCHEMA else f"/{_escape(str(name))}"
            yield from _flatten(pointer + step, inner)
    elif isinstance(messages, list):
        for inner in messages:
            yield from _flatten(pointer, inner)
    else:
        assert isinstance(messages, FieldError), f"{messages!r} has no code"
        yield pointer, messages


def _order(message: tuple[object, object]) -> tuple[int, str]:
    """Sort list places by number, then names: the order of marshmallow's own sets is not fixed."""
    name = message[0]
    return (name, "") if isinstance(name, int) else (sys.maxsize, str(name))


def _escape(name: str) -> str:
    if len(name) > LONGEST_NAME:
        name = f"{name[:LONGEST_NAME]}…"
    return name.replace("~", "~0").replace("/", "~1")
