"""The problems that operations share, by component name."""

import json
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


def _example(problem: Problem) -> Json:
    return {**problem.body(), "request_id": REQUEST_ID}


def _shown(*problems: Problem) -> dict[str, Json]:
    """Return examples by the names of their problems."""
    return {problem.name: _example(problem) for problem in problems}


def _line(text: bytes) -> Json:
    answer: Json = json.loads(answered(judge, text, {"request_id": REQUEST_ID}).answer)
    return answer


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


@cache
def problem_answers() -> dict[str, ProblemAnswer]:
    """Return every problem by its component name."""
    return {**_unread(), **_refused(), **_failed()}


def _unread() -> dict[str, ProblemAnswer]:
    """Return the problems of requests that are not read to their end, by status."""
    status = HTTPStatus
    return {
        "NotJson": ProblemAnswer(
            "The body is incomplete, or it is not JSON that all parsers read in the same way. These are "
            "refused: text that is not UTF-8, duplicate keys, NaN and Infinity, lone surrogates, nesting "
            "deeper than 32, numbers of more than 1000 digits, and more than 250 000 objects and arrays.",
            {
                "not_json": _line(b'{"variant": '),
                "twice": _line(b'{"seed": "1", "seed": "2"}'),
                "incomplete": _example(incomplete_body()),
            },
        ),
        "BrokenOff": ProblemAnswer(
            "The body is incomplete or cannot be decompressed, and the response has not begun yet.",
            {"incomplete": _example(incomplete_body())},
        ),
        "Unauthorized": ProblemAnswer(
            "This service requires a valid bearer token for claims.",
            _shown(Problem(status.UNAUTHORIZED, "Claims need a valid bearer token.")),
            ("WWW-Authenticate",),
        ),
        "MethodNotAllowed": ProblemAnswer(
            "Another method was used than this path allows.",
            _shown(
                Problem(
                    status.METHOD_NOT_ALLOWED,
                    "This path has no 'DELETE' method. Its methods: GET, HEAD, OPTIONS.",
                )
            ),
            ("Allow",),
        ),
        "NotAcceptable": ProblemAnswer(
            "The client's `Accept` has none of the media types of the response.",
            _shown(
                Problem(
                    status.NOT_ACCEPTABLE, "The answer is application/json, which the Accept header excludes."
                )
            ),
        ),
        "RequestTimeout": ProblemAnswer(
            "Timed out while reading the request body.",
            _shown(body_timed_out()),
        ),
        "TooLarge": ProblemAnswer(
            "The body exceeds a limit of this service: its length, 2 MB by default; for a batch, its "
            "length, the length of a line, the number of lines or of their moves. Such a body is never "
            "judged in part as if it were complete.",
            _shown(too_long(Settings.most_body_bytes)),
        ),
        "AddressTooLong": ProblemAnswer(
            "The address is longer than 2 kB. The server in front of the app answers, with an empty "
            "`request_id`.",
            {
                "address": {
                    **Problem(status.REQUEST_URI_TOO_LONG, "The request line is too long.").body(),
                    "request_id": "",
                }
            },
            identified=False,
        ),
        "UnsupportedMediaType": ProblemAnswer(
            "The body has a media type that this resource does not accept, or is compressed.",
            _shown(
                Problem(
                    status.UNSUPPORTED_MEDIA_TYPE, "Expected Content-Type application/json, found text/plain."
                )
            ),
        ),
    }


def _refused() -> dict[str, ProblemAnswer]:
    """Return the problems with what a request asks for."""
    status = HTTPStatus
    return {
        "NotFound": ProblemAnswer(
            "The variant is unknown, or the seed is not valid.",
            _shown(
                _unknown_variant(),
                Problem(
                    status.NOT_FOUND,
                    "Seed ms8589934592 is out of range: ms seeds run from ms1 to ms8589934591.",
                    name="unknown-seed",
                ),
            ),
        ),
        "DailyNotFound": ProblemAnswer(
            "The variant is unknown, the date is not one with a daily deal, or there is no deal for it.",
            _shown(
                Problem(
                    status.NOT_FOUND,
                    "Daily deals have dates from 2026-10-24 to 2026-12-23 (UTC), as YYYY-MM-DD.",
                    name="unknown-date",
                ),
                Problem(
                    status.NOT_FOUND,
                    "spider has no deal on 2026-11-23: no candidate was proven winnable.",
                    name="no-daily-deal",
                ),
            ),
        ),
        "VersionNotServed": ProblemAnswer(
            "The variant's rules never had the version that the request names, or it judges no boards.",
            {"unknown": _line(_OTHER_VERSION)},
        ),
        "InvalidRequest": ProblemAnswer(
            "The JSON is not a valid request; `errors` lists every error of the first stage that fails. "
            "Some rules are not in the schema: "
            "a deck has every card of its packs, options and piles are those of the variant, and a "
            "checkpoint is within the log. Or a query parameter is unknown or not valid.",
            {"several_places": _line(_SEVERAL_ERRORS)},
        ),
        "NoSave": ProblemAnswer(
            "The game cannot be imported; `type` says why: `not-a-save` (not a game of a known program, or "
            "with content that genuine ones never have), `damaged`, `unsupported-game`, `unsupported-seed` "
            "(the deal has no number that is a seed) or `position-differs` (the moves do not lead to the "
            "saved piles). `invalid-request` means more moves than the limit, or a query parameter that is "
            "unknown or not valid; `errors` names it.",
            {"empty": _example(_no_save())},
        ),
        "InvalidQuery": ProblemAnswer(
            "A query parameter is unknown, repeated or not valid for this variant; `errors` names it.",
            {"unknown_option": _example(_invalid_query())},
        ),
        "NotAPosition": ProblemAnswer(
            "The text is not a position of the game; `detail` says why. `invalid-request` means that the "
            "address has a query parameter.",
            _shown(
                Problem(
                    status.UNPROCESSABLE_ENTITY,
                    "2 missing: KC KD.",
                    name="not-a-position",
                )
            ),
        ),
        "TooManyRequests": ProblemAnswer(
            "The client exceeded a limit on requests, moves or positions. Retry after `Retry-After`.",
            _shown(
                Problem(
                    status.TOO_MANY_REQUESTS,
                    "More than 600 requests in 60 seconds. Try again after the time in Retry-After.",
                    limit=600,
                )
            ),
            _LIMITS,
        ),
    }


def _failed() -> dict[str, ProblemAnswer]:
    """Return the problems that are not the client's."""
    status = HTTPStatus
    return {
        "Defect": ProblemAnswer(
            "A defect of this service, logged with the request's id. No input is known to cause one.",
            _shown(defect()),
        ),
        "SearchUnavailable": ProblemAnswer(
            "This build has no search, and proofs alone do not settle the question.",
            {"no_search": _example(search_unavailable())},
        ),
        "NoGrading": ProblemAnswer(
            "This build has no search, which also grades deals.",
            {"no_grading": _example(search_unavailable(GRADES_NEED_IT))},
        ),
        "NoTickets": ProblemAnswer(
            "The service has no key or no claim tokens, or no key for draws.",
            _shown(no_tickets()),
        ),
        "NoForesight": ProblemAnswer(
            "The service weighs no results, or has no search.",
            _shown(no_foresight(), search_unavailable(FORESIGHT_NEEDS_IT)),
        ),
        "NoSuchDeal": ProblemAnswer(
            "No deal of the game is listed as `choose` asks.",
            _shown(
                Problem(
                    status.NOT_FOUND, "No deals of grandmas-game are listed as easy.", name="no-such-deal"
                )
            ),
        ),
        "NoDailyKey": ProblemAnswer(
            "The service has no key for daily deals, or no search.",
            _shown(
                Problem(
                    status.NOT_IMPLEMENTED,
                    "The service has no key for daily deals (REFEREE_DAILY_KEY_FILE).",
                    name="no-daily-key",
                )
            ),
        ),
        "Busy": ProblemAnswer(
            "Too many searches wait, of this client or of all, or the service is receiving too many bodies "
            "of more than 16 kB. Retry after `Retry-After`.",
            {"busy": _example(search_busy()), **_shown(too_many_large_bodies())},
            ("Retry-After",),
        ),
        "ClaimsBusy": ProblemAnswer(
            "As `Busy`, or the memory of used tickets does not answer. Retry after `Retry-After`.",
            {"busy": _example(search_busy()), **_shown(tickets_unavailable())},
            ("Retry-After",),
        ),
        "NotReady": ProblemAnswer(
            "The golden game does not replay to its known end.",
            _shown(not_ready()),
            ("Retry-After",),
        ),
        "NoRoom": ProblemAnswer(
            "The service has no room for the request at the moment, or is receiving too many large bodies. "
            "It keeps bodies of more than 64 kB in a file. Retry after `Retry-After`.",
            _shown(no_room(), too_many_large_bodies()),
            ("Retry-After",),
        ),
    }


def response(answer: ProblemAnswer) -> Json:
    """Return the OpenAPI response of a problem."""
    examples = {name: {"value": value} for name, value in answer.examples.items()}
    return {
        "description": answer.meaning,
        "headers": headers(*answer.headers) if answer.identified else {},
        "content": {"application/problem+json": {"schema": ProblemSchema, "examples": examples}},
    }
