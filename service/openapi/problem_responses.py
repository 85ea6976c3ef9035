"""The problems that operations share, each under its name among the components."""

import json
from http import HTTPStatus
from typing import Final, NamedTuple

from schemas.problem_details import ProblemSchema
from service.engine.variants import VARIANTS
from service.judging import strict_json
from service.judging.field_errors import Complaint
from service.judging.judge import judge_line
from service.judging.problems import Problem, invalid, not_json, search_busy, search_unavailable
from service.openapi.examples import REQUEST_ID, VARIANT
from service.openapi.fields import Json, headers
from service.saves.save_errors import SaveError
from service.saves.save_import import import_save


class ProblemAnswer(NamedTuple):
    """A problem that many operations can have: what it means, and examples of it."""

    status: HTTPStatus
    meaning: str
    examples: dict[str, Json]
    headers: tuple[str, ...] = ()
    named: bool = True
    """Whether the answer has the request's id; what the server in front answers has none."""


_MARKS: Final = {"request_id": REQUEST_ID}


def _example(problem: Problem) -> Json:
    return {**problem.body(), "request_id": REQUEST_ID}


def _said(status: HTTPStatus, detail: str, name: str = "", limit: int | None = None) -> dict[str, Json]:
    problem = Problem(status, detail, name=name, limit=limit)
    return {problem.name: _example(problem)}


def _unreadable() -> dict[str, Json]:
    found = {}
    for name, text in (
        ("not_json", b'{"variant": '),
        ("twice", b'{"seed": "1", "seed": "2"}'),
    ):
        try:
            strict_json.parse(text)
        except strict_json.JsonError as error:
            found[name] = _example(not_json(error))
    return found


def _broken_off() -> dict[str, Json]:
    detail = "The body broke off, or its chunks are malformed: it did not come to its end."
    return {"broken_off": _example(Problem(HTTPStatus.BAD_REQUEST, detail, name="incomplete-body"))}


def _invalid() -> dict[str, Json]:
    wrong = {"variant": VARIANT, "seed": "0", "moves": ["T1-T2", "undo"], "undo": True}
    return {"several_places": json.loads(judge_line(json.dumps(wrong).encode(), _MARKS).answer)}


def _version_not_served() -> dict[str, Json]:
    asked = {"variant": VARIANT, "rules_version": "99", "seed": "1", "moves": []}
    return {"unknown": json.loads(judge_line(json.dumps(asked).encode(), _MARKS).answer)}


def _no_save() -> dict[str, Json]:
    try:
        import_save(b"")
    except SaveError as error:
        empty = Problem(HTTPStatus.UNPROCESSABLE_ENTITY, str(error), name=error.fault)
    return {"empty": _example(empty)}


def _invalid_query() -> dict[str, Json]:
    detail = f"{VARIANT} has no option 'twos'. Its options: groups."
    complaint = Complaint("unknown_option", detail, found="twos", known=["groups"])
    return {"no_such_option": _example(invalid([{"parameter": "rules", **complaint.members()}]))}


_LIMITS = ("RateLimit", "RateLimit-Policy", "Retry-After")


def answers() -> dict[str, ProblemAnswer]:
    """Every problem by its name among the components."""
    status = HTTPStatus
    return {
        "NotJson": ProblemAnswer(
            status.BAD_REQUEST,
            "No JSON that everybody reads alike: not UTF-8, duplicate keys, NaN or Infinity, lone "
            "surrogates, nested deeper than 32, a number of more than 1000 digits, more than 250 000 objects "
            "and arrays. Or a body that broke off.",
            {**_unreadable(), **_broken_off()},
        ),
        "BrokenOff": ProblemAnswer(
            status.BAD_REQUEST,
            "The body broke off, or could not be unpacked, before any answer was sent.",
            _broken_off(),
        ),
        "Unauthorized": ProblemAnswer(
            status.UNAUTHORIZED,
            "This service checks claims only for those it knows, and was sent none of their bearer tokens.",
            _said(status.UNAUTHORIZED, "Claims need a bearer token that this service knows."),
            ("WWW-Authenticate",),
        ),
        "NotFound": ProblemAnswer(
            status.NOT_FOUND,
            "No such variant, or a seed that is none.",
            {
                **_said(
                    status.NOT_FOUND,
                    f"There is no such variant. Variants: {', '.join(VARIANTS)}.",
                    "unknown-variant",
                ),
                **_said(
                    status.NOT_FOUND,
                    "Seed ms8589934592 is out of range: ms seeds run from ms1 to ms8589934591.",
                    "unknown-seed",
                ),
            },
        ),
        "MethodNotAllowed": ProblemAnswer(
            status.METHOD_NOT_ALLOWED,
            "Not of this method, but of all that the path lacks.",
            _said(status.METHOD_NOT_ALLOWED, "This path takes GET, HEAD, OPTIONS only."),
            ("Allow",),
        ),
        "VersionNotServed": ProblemAnswer(
            status.CONFLICT,
            "The request means another version of the variant's rules than the one that judges.",
            _version_not_served(),
        ),
        "NotAcceptable": ProblemAnswer(
            status.NOT_ACCEPTABLE,
            "The client's `Accept` has no media type of the answer.",
            _said(status.NOT_ACCEPTABLE, "This resource is application/json."),
        ),
        "RequestTimeout": ProblemAnswer(
            status.REQUEST_TIMEOUT,
            "The body did not go on arriving.",
            _said(status.REQUEST_TIMEOUT, "The body did not go on arriving."),
        ),
        "TooLarge": ProblemAnswer(
            status.REQUEST_ENTITY_TOO_LARGE,
            "The body is over the limit of this service, 2 MB unless set otherwise; of a batch, its length, "
            "a line, the lines or their moves. Nothing of such a body is judged as if it were the whole.",
            _said(
                status.REQUEST_ENTITY_TOO_LARGE,
                "The body is longer than 2000000 bytes.",
                "body-too-long",
                2_000_000,
            ),
        ),
        "AddressTooLong": ProblemAnswer(
            status.REQUEST_URI_TOO_LONG,
            "The address has more than 2 kB; the server in front says so, with an empty `request_id`.",
            {
                "address": {
                    **Problem(status.REQUEST_URI_TOO_LONG, "URI is too long.").body(),
                    "request_id": "",
                }
            },
            named=False,
        ),
        "UnsupportedMediaType": ProblemAnswer(
            status.UNSUPPORTED_MEDIA_TYPE,
            "The body is not of a media type that this resource takes, or it is compressed.",
            _said(
                status.UNSUPPORTED_MEDIA_TYPE,
                "Expected Content-Type application/json, found text/plain.",
            ),
        ),
        "InvalidRequest": ProblemAnswer(
            status.UNPROCESSABLE_ENTITY,
            "JSON, but no request of this kind; `errors` names the places that are wrong. Some of it no "
            "schema can say: a deck has each card twice, options and piles are those of the variant, a "
            "checkpoint lies within the log.",
            _invalid(),
        ),
        "NoSave": ProblemAnswer(
            status.UNPROCESSABLE_ENTITY,
            "No saved game that can be taken; `type` says why: `not-a-save` (no saved game of a program that "
            "is known, or with something in it that no genuine one has), `damaged`, `unsupported-game`, "
            "`unsupported-seed` (the deal has no number that is a seed) or `position-differs` (the moves do "
            "not lead to the piles that were saved). Or `invalid-request`, if it has more moves than are "
            "judged here.",
            _no_save(),
        ),
        "InvalidQuery": ProblemAnswer(
            status.UNPROCESSABLE_ENTITY,
            "A parameter that is unknown, given twice or not for this variant; `errors` names it.",
            _invalid_query(),
        ),
        "TooManyRequests": ProblemAnswer(
            status.TOO_MANY_REQUESTS,
            "More requests, moves or positions than this service allows one client; come again after "
            "`Retry-After`.",
            _said(
                status.TOO_MANY_REQUESTS,
                "More than 600 requests in 60 seconds; Retry-After says when to come again.",
                limit=600,
            ),
            _LIMITS,
        ),
        "Defect": ProblemAnswer(
            status.INTERNAL_SERVER_ERROR,
            "A defect of this service, logged under the request's id: no input is known to cause one.",
            _said(status.INTERNAL_SERVER_ERROR, "The referee failed; the defect has been logged."),
        ),
        "SearchUnavailable": ProblemAnswer(
            status.NOT_IMPLEMENTED,
            "This build has no search, and proofs alone do not settle what was asked.",
            {"no_search": _example(search_unavailable())},
        ),
        "SearchBusy": ProblemAnswer(
            status.SERVICE_UNAVAILABLE,
            "As many searches are running and waiting as this service allows; come again after "
            "`Retry-After`.",
            {"busy": _example(search_busy())},
            ("Retry-After",),
        ),
        "NotReady": ProblemAnswer(
            status.SERVICE_UNAVAILABLE,
            "The golden game does not replay to its known end.",
            _said(
                status.SERVICE_UNAVAILABLE, "The golden game does not replay to its known end.", "not-ready"
            ),
        ),
        "NoRoom": ProblemAnswer(
            status.SERVICE_UNAVAILABLE,
            "This service has no room for the body now; what is larger than 1 MB it keeps in a file first.",
            _said(status.SERVICE_UNAVAILABLE, "There is no room for the body now.", "no-room"),
        ),
    }


def response(answer: ProblemAnswer) -> Json:
    """A problem as OpenAPI tells it."""
    examples = {name: {"value": value} for name, value in answer.examples.items()}
    return {
        "description": answer.meaning,
        "headers": headers(*answer.headers) if answer.named else {},
        "content": {"application/problem+json": {"schema": ProblemSchema, "examples": examples}},
    }
