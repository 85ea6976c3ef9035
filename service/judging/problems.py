"""Why a request cannot be answered, in the one shape of RFC 9457; knows nothing of HTTP servers."""

import sys
from collections.abc import Iterator
from http import HTTPStatus
from itertools import islice
from typing import Any, Final

from marshmallow import ValidationError
from marshmallow.exceptions import SCHEMA

from service.judging.field_errors import Complaint
from service.judging.strict_json import JsonError

MOST_ERRORS: Final = 100
"""Places named in one problem, so that a bad request cannot ask for an answer many times its size."""

LONGEST_NAME: Final = 100
"""Of a longer name, a problem's pointer has only so many characters, and an ellipsis."""


_TITLES: Final = {
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "Content Too Large",
    HTTPStatus.REQUEST_URI_TOO_LONG: "URI Too Long",
    HTTPStatus.UNPROCESSABLE_ENTITY: "Unprocessable Content",
}
"""The names of RFC 9110, where those of ``HTTPStatus`` depend on the version of Python."""

URN: Final = "urn:patience-referee:problem:"

TYPES: Final = {
    "bad-request": (400, "no HTTP that can be understood, such as HTTP/1.1 without `Host`"),
    "not-json": (400, "the text is no JSON, or has what JSON lacks, such as NaN"),
    "not-utf-8": (400, "the text is not UTF-8"),
    "duplicate-key": (400, "a key stands twice in one object"),
    "nested-too-deep": (400, "the JSON is nested deeper than `limit`"),
    "too-many-containers": (400, "the JSON has more objects and arrays than `limit`"),
    "number-too-long": (400, "a number has more digits than `limit`"),
    "incomplete-body": (400, "the body broke off, or its framing is malformed"),
    "damaged-body": (400, "the body cannot be unpacked"),
    "damaged-archive": (400, "the archive cannot be read on from here"),
    "unauthorized": (401, "a bearer token is needed, and none of those known was sent"),
    "forbidden": (403, "the server in front does not take what a proxy sent"),
    "not-found": (404, "there is nothing at this path"),
    "unknown-variant": (404, "no variant has this id"),
    "unknown-seed": (404, "the path names no seed"),
    "method-not-allowed": (405, "the path has other methods, which `Allow` names"),
    "not-acceptable": (406, "the answer is of no media type that `Accept` has"),
    "request-timeout": (408, "the body did not go on arriving"),
    "rules-version-not-served": (409, "another version of the variant's rules judges here"),
    "body-too-long": (413, "the body, as sent or unpacked, has more bytes than `limit`"),
    "line-too-long": (413, "a line has more bytes than `limit`"),
    "too-many-lines": (413, "the stream has more lines than `limit`"),
    "too-many-moves": (413, "the stream has more moves than `limit`"),
    "uri-too-long": (414, "the address is longer than the server in front takes"),
    "unsupported-media-type": (415, "the body is of a media type or a content coding that is not taken here"),
    "requested-range-not-satisfiable": (416, "the file has no such range of bytes"),
    "expectation-failed": (417, "the server in front knows no such `Expect`"),
    "invalid-request": (422, "understood, but no valid request; `errors` names the places"),
    "foreign-columns": (422, "the table's columns are not those of replay requests"),
    "not-a-save": (422, "the file is no saved game, or holds what no genuine one does"),
    "damaged": (422, "the saved game is cut short, or holds something else where a value is expected"),
    "unsupported-game": (422, "the saved game is of a game that no variant is"),
    "unsupported-seed": (422, "the saved deal has no number, or one that is no seed"),
    "position-differs": (422, "the saved moves do not lead to the piles saved with them"),
    "too-many-requests": (429, "a rate limit is reached; `Retry-After` says when to come again"),
    "request-header-fields-too-large": (431, "the header is longer than the server in front takes"),
    "internal-server-error": (500, "a defect of the service: no input is known to cause one"),
    "not-implemented": (501, "this build or the server in front lacks what was asked for"),
    "search-unavailable": (501, "this build has no search, and proofs alone do not settle what was asked"),
    "search-busy": (503, "as many searches run and wait as are allowed; come again after `Retry-After`"),
    "service-unavailable": (503, "too many clients for now; come again after `Retry-After`"),
    "not-ready": (503, "the golden game does not replay to its known end"),
    "no-room": (503, "there is no room for the body now"),
}
"""Every problem by the last part of its ``type``: its status and when it is answered."""


def _name(status: HTTPStatus) -> str:
    """The name of problems that have no finer one."""
    return _TITLES.get(status, status.phrase).lower().replace(" ", "-")


def has_type(status: HTTPStatus) -> bool:
    """Whether the table has a type for a problem of this status without a name of its own."""
    return _name(status) in TYPES


class Problem(Exception):  # noqa: N818
    """A request that cannot be answered, and why."""

    def __init__(
        self,
        status: HTTPStatus,
        detail: str,
        *,
        name: str = "",
        errors: list[dict[str, Any]] | None = None,
        limit: int | None = None,
    ) -> None:
        """Raises KeyError for a name, by default that of the status, that ``TYPES`` lacks."""
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.title = _TITLES.get(status, status.phrase)
        self.name = name or _name(status)
        self.errors = errors
        self.limit = limit
        assert TYPES[self.name][0] == status, f"{self.name} is no problem of status {status}"

    def body(self) -> dict[str, Any]:
        """The problem object, without its request id."""
        body: dict[str, Any] = {
            "type": f"{URN}{self.name}",
            "title": self.title,
            "status": int(self.status),
            "detail": self.detail,
        }
        if self.limit is not None:
            body["limit"] = self.limit
        if self.errors is not None:
            body["errors"] = self.errors
        return body


def problem_with(error: "JsonError | ValidationError | Problem") -> Problem:
    """The problem with a request that could not be read."""
    match error:
        case JsonError():
            return not_json(error)
        case ValidationError():
            return invalid_request(error)
    return error


def not_json(error: JsonError) -> Problem:
    """A 400 that says why a text is not the JSON we take."""
    return Problem(HTTPStatus.BAD_REQUEST, str(error), name=error.name, limit=error.limit)


def invalid_request(error: ValidationError) -> Problem:
    """A 422 that names the places where a request is wrong: all of them, up to ``MOST_ERRORS``."""
    found = islice(_flatten("", error.messages), MOST_ERRORS + 1)
    return invalid([{"pointer": pointer, **complaint.members()} for pointer, complaint in found])


def invalid(errors: list[dict[str, Any]]) -> Problem:
    """A 422 with these errors, up to ``MOST_ERRORS``; ``detail`` tells the first of them."""
    first = errors[0]
    shown = errors[:MOST_ERRORS]
    more = f" ({len(shown) - 1} more in errors)" if len(shown) > 1 else ""
    if len(errors) > MOST_ERRORS:
        more = f" (the first {MOST_ERRORS} in errors)"
    place = first.get("pointer") or first.get("parameter")
    detail = f"{f'{place}: ' if place else ''}{first['detail']}{more}"
    return Problem(HTTPStatus.UNPROCESSABLE_ENTITY, detail, name="invalid-request", errors=shown)


def search_unavailable() -> Problem:
    """A 501: only a search could tell."""
    detail = "This build has no search. What proofs alone settle is answered, with a budget of 0 in any case."
    return Problem(HTTPStatus.NOT_IMPLEMENTED, detail, name="search-unavailable")


def search_busy() -> Problem:
    """A 503: others search."""
    detail = "As many searches as this service allows are running, and as many wait."
    return Problem(HTTPStatus.SERVICE_UNAVAILABLE, detail, name="search-busy")


def _flatten(pointer: str, messages: object) -> Iterator[tuple[str, Complaint]]:
    if isinstance(messages, dict):
        for name, inner in sorted(messages.items(), key=_order):
            step = "" if name == SCHEMA else f"/{_escape(str(name))}"
            yield from _flatten(pointer + step, inner)
    elif isinstance(messages, list):
        for inner in messages:
            yield from _flatten(pointer, inner)
    else:
        assert isinstance(messages, Complaint), f"{messages!r} has no code"
        yield pointer, messages


def _order(message: tuple[object, object]) -> tuple[int, str]:
    """Places in a list by their number, then names: the order of marshmallow's own sets is not fixed."""
    name = message[0]
    return (name, "") if isinstance(name, int) else (sys.maxsize, str(name))


def _escape(name: str) -> str:
    if len(name) > LONGEST_NAME:
        name = f"{name[:LONGEST_NAME]}…"
    return name.replace("~", "~0").replace("/", "~1")
