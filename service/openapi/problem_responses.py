"""The problems that operations share, by component name."""

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from http import HTTPStatus
from typing import Final, NamedTuple

from schemas.problem_details import ProblemSchema
from schemas.problems import (
    FORESIGHT_NEEDS_IT,
    GRADES_NEED_IT,
    Problem,
    body_timed_out,
    defect,
    incomplete_body,
    invalid,
    no_foresight,
    no_room,
    no_tickets,
    not_ready,
    search_busy,
    search_unavailable,
    tickets_unavailable,
    too_long,
    too_many_large_bodies,
)
from schemas.rule_options import option_errors
from schemas.variant_description import find_variant
from service.config import Settings
from service.judging.judge import answered, judge
from service.openapi.examples import REQUEST_ID, VARIANT
from service.openapi.fields import Json, headers
from service.saves.save_errors import SaveError
from service.saves.save_import import import_save


class ProblemAnswer(NamedTuple):
    """A problem response: its meaning and examples."""

    meaning: str
    examples: dict[str, Json]
    headers: tuple[str, ...] = ()
    identified: bool = True
    """Whether the answer has the request's id; answers of the server in front of the app have none."""

    @property
    def status(self) -> HTTPStatus:
        """The status, which all examples share."""
        return HTTPStatus(next(iter(self.examples.values()))["status"])


def _unknown_variant() -> Problem:
    try:
        find_variant("double-rusian")
    except Problem as problem:
        return problem
    raise AssertionError


def _no_save() -> Problem:
    try:
        import_save(b"")
    except SaveError as error:
        return Problem(HTTPStatus.UNPROCESSABLE_ENTITY, str(error), name=error.fault)
    raise AssertionError


def _invalid_query() -> Problem:
    (error,) = option_errors(find_variant(VARIANT), {"twos": "four"})["twos"]
    return invalid([{"parameter": "rules", **error.members()}])


_LIMITS: Final = ("RateLimit", "RateLimit-Policy", "Retry-After")

_SEVERAL_ERRORS: Final = (
    b'{"variant": "double-russian", "seed": "0", "moves": ["T1-T2", "undo"], "undo": true}'
)
_OTHER_VERSION: Final = b'{"variant": "double-russian", "rules_version": "99", "seed": "1", "moves": []}'


Example = Problem | bytes | Callable[[], Problem]
"""A problem, a line that has one when it is judged, or what returns one."""


class _Row(NamedTuple):
    """A problem response, whose examples are made when they are asked for."""

    meaning: str
    examples: Mapping[str, Example] | tuple[Example, ...]
    """By name; without one, or if it is empty, by the name of the problem."""
    headers: tuple[str, ...] = ()
    identified: bool = True


_ANSWERS: Final[Mapping[str, _Row]] = {
    "NotJson": _Row(
        "The body is incomplete, or it is not JSON that all parsers read in the same way. These are "
        "refused: text that is not UTF-8, duplicate keys, NaN and Infinity, lone surrogates, nesting "
        "deeper than 32, numbers of more than 1000 digits, and more than 250 000 objects and arrays.",
        {
            "not_json": b'{"variant": ',
            "twice": b'{"seed": "1", "seed": "2"}',
            "incomplete": incomplete_body(),
        },
    ),
    "BrokenOff": _Row(
        "The body is incomplete or cannot be decompressed, and the response has not begun yet.",
        {"incomplete": incomplete_body()},
    ),
    "Unauthorized": _Row(
        "This service requires a valid bearer token for claims.",
        (Problem(HTTPStatus.UNAUTHORIZED, "Claims need a valid bearer token."),),
        ("WWW-Authenticate",),
    ),
    "MethodNotAllowed": _Row(
        "Another method was used than this path allows.",
        (
            Problem(
                HTTPStatus.METHOD_NOT_ALLOWED,
                "This path has no 'DELETE' method. Its methods: GET, HEAD, OPTIONS.",
            ),
        ),
        ("Allow",),
    ),
    "NotAcceptable": _Row(
        "The client's `Accept` has none of the media types of the response.",
        (
            Problem(
                HTTPStatus.NOT_ACCEPTABLE, "The answer is application/json, which the Accept header excludes."
            ),
        ),
    ),
    "RequestTimeout": _Row("Timed out while reading the request body.", (body_timed_out(),)),
    "TooLarge": _Row(
        "The body exceeds a limit of this service: its length, 2 MB by default; for a batch, its "
        "length, the length of a line, the number of lines or of their moves. Such a body is never "
        "judged in part as if it were complete.",
        (too_long(Settings.most_body_bytes),),
    ),
    "AddressTooLong": _Row(
        "The address is longer than 2 kB. The server in front of the app answers, with an empty "
        "`request_id`.",
        {"address": Problem(HTTPStatus.REQUEST_URI_TOO_LONG, "The request line is too long.")},
        identified=False,
    ),
    "UnsupportedMediaType": _Row(
        "The body has a media type that this resource does not accept, or is compressed.",
        (
            Problem(
                HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "Expected Content-Type application/json, found text/plain."
            ),
        ),
    ),
    "NotFound": _Row(
        "The variant is unknown, or the seed is not valid.",
        (
            _unknown_variant,
            Problem(
                HTTPStatus.NOT_FOUND,
                "Seed ms8589934592 is out of range: ms seeds run from ms1 to ms8589934591.",
                name="unknown-seed",
            ),
        ),
    ),
    "DailyNotFound": _Row(
        "The variant is unknown, the date is not one with a daily deal, or there is no deal for it.",
        (
            Problem(
                HTTPStatus.NOT_FOUND,
                "Daily deals have dates from 2026-10-24 to 2026-12-23 (UTC), as YYYY-MM-DD.",
                name="unknown-date",
            ),
            Problem(
                HTTPStatus.NOT_FOUND,
                "spider has no deal on 2026-11-23: no candidate was proven winnable.",
                name="no-daily-deal",
            ),
        ),
    ),
    "VersionNotServed": _Row(
        "The variant's rules never had the version that the request names, or it judges no boards.",
        {"unknown": _OTHER_VERSION},
    ),
    "InvalidRequest": _Row(
        "The JSON is not a valid request; `errors` lists every error of the first stage that fails. "
        "Some rules are not in the schema: "
        "a deck has every card of its packs, options and piles are those of the variant, and a "
        "checkpoint is within the log. Or a query parameter is unknown or not valid.",
        {"several_places": _SEVERAL_ERRORS},
    ),
    "NoSave": _Row(
        "The game cannot be imported; `type` says why: `not-a-save` (not a game of a known program, or "
        "with content that genuine ones never have), `damaged`, `unsupported-game`, `unsupported-seed` "
        "(the deal has no number that is a seed) or `position-differs` (the moves do not lead to the "
        "saved piles). `invalid-request` means more moves than the limit, or a query parameter that is "
        "unknown or not valid; `errors` names it.",
        {"empty": _no_save},
    ),
    "InvalidQuery": _Row(
        "A query parameter is unknown, repeated or not valid for this variant; `errors` names it.",
        {"unknown_option": _invalid_query},
    ),
    "NotAPosition": _Row(
        "The text is not a position of the game; `detail` says why. `invalid-request` means that the "
        "address has a query parameter.",
        (
            Problem(
                HTTPStatus.UNPROCESSABLE_ENTITY,
                "2 missing: KC KD.",
                name="not-a-position",
            ),
        ),
    ),
    "TooManyRequests": _Row(
        "The client exceeded a limit on requests, moves or positions. Retry after `Retry-After`.",
        (
            Problem(
                HTTPStatus.TOO_MANY_REQUESTS,
                "More than 600 requests in 60 seconds. Try again after the time in Retry-After.",
                limit=600,
            ),
        ),
        _LIMITS,
    ),
    "Defect": _Row(
        "A defect of this service, logged with the request's id. No input is known to cause one.", (defect(),)
    ),
    "SearchUnavailable": _Row(
        "This build has no search, and proofs alone do not settle the question.",
        {"no_search": search_unavailable()},
    ),
    "NoGrading": _Row(
        "This build has no search, which also grades deals.",
        {"no_grading": search_unavailable(GRADES_NEED_IT)},
    ),
    "NoTickets": _Row("The service has no key or no claim tokens, or no key for draws.", (no_tickets(),)),
    "NoForesight": _Row(
        "The service weighs no results, or has no search.",
        (no_foresight(), search_unavailable(FORESIGHT_NEEDS_IT)),
    ),
    "NoSuchDeal": _Row(
        "No deal of the game is listed as `choose` asks.",
        (
            Problem(
                HTTPStatus.NOT_FOUND, "No deals of grandmas-game are listed as easy.", name="no-such-deal"
            ),
        ),
    ),
    "NoDailyKey": _Row(
        "The service has no key for daily deals, or no search.",
        (
            Problem(
                HTTPStatus.NOT_IMPLEMENTED,
                "The service has no key for daily deals (REFEREE_DAILY_KEY_FILE).",
                name="no-daily-key",
            ),
        ),
    ),
    "Busy": _Row(
        "Too many searches wait, of this client or of all, or the service is receiving too many bodies "
        "of more than 16 kB. Retry after `Retry-After`.",
        {"busy": search_busy(), "": too_many_large_bodies()},
        ("Retry-After",),
    ),
    "ClaimsBusy": _Row(
        "As `Busy`, or the memory of used tickets does not answer. Retry after `Retry-After`.",
        {"busy": search_busy(), "": tickets_unavailable()},
        ("Retry-After",),
    ),
    "NotReady": _Row("The golden game does not replay to its known end.", (not_ready(),), ("Retry-After",)),
    "NoRoom": _Row(
        "The service has no room for the request at the moment, or is receiving too many large bodies. "
        "It keeps bodies of more than 64 kB in a file. Retry after `Retry-After`.",
        (no_room(), too_many_large_bodies()),
        ("Retry-After",),
    ),
}
"""By component name: the problems of requests that are not read to their end, those with what a request asks
for, and those that are not the client's, each by status."""


@cache
def problem_answers() -> dict[str, ProblemAnswer]:
    """Return every problem by its component name."""
    return {
        name: ProblemAnswer(row.meaning, dict(_shown(row)), row.headers, row.identified)
        for name, row in _ANSWERS.items()
    }


def _shown(row: _Row) -> Iterator[tuple[str, Json]]:
    """Yield the examples of a row by their names."""
    shown = row.examples
    named = shown.items() if isinstance(shown, Mapping) else (("", example) for example in shown)
    for name, example in named:
        if isinstance(example, bytes):
            yield name, json.loads(answered(judge, example, {"request_id": REQUEST_ID}).answer)
        else:
            problem = example if isinstance(example, Problem) else example()
            yield name or problem.name, {**problem.body(), "request_id": REQUEST_ID if row.identified else ""}


def response(answer: ProblemAnswer) -> Json:
    """Return the OpenAPI response of a problem."""
    examples = {name: {"value": value} for name, value in answer.examples.items()}
    return {
        "description": answer.meaning,
        "headers": headers(*answer.headers) if answer.identified else {},
        "content": {"application/problem+json": {"schema": ProblemSchema, "examples": examples}},
    }
