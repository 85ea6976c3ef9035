"""Problems in answers: why a request cannot be answered."""

from typing import Final

from marshmallow import fields

from schemas.field_errors import CODES
from schemas.problems import MOST_ERRORS, TYPES, URN
from schemas.response_fields import AnswerSchema, Described, JsonSchema, many, named, string, words

NAMED: Final[dict[str, JsonSchema]] = {
    "ProblemType": words(
        {f"{URN}{name}": f"{status}, {meaning}" for name, (status, meaning) in TYPES.items()},
        "The kind of problem, for programs:",
        "for an unknown one, use the status.",
    ),
    "ErrorCode": words(
        CODES, "The kind of error at one place, for programs:", "for an unknown one, show `detail`."
    ),
}


class ProblemErrorSchema(AnswerSchema):
    """One error in a request, and its place."""

    pointer = fields.String(
        metadata={
            "description": "A JSON pointer into the body, such as `/moves/17`; empty for the whole body."
        }
    )
    parameter = fields.String(metadata={"description": "The name of a query parameter."})
    code = named("ErrorCode")
    suggestion = string("The value that was probably meant.", required=False)
    limit = Described(
        {"type": "integer", "format": "int64"}, "The limit, if one was exceeded.", required=False
    )
    detail = string("What is wrong, in a sentence.")


class ProblemSchema(AnswerSchema):
    """A problem of RFC 9457. Programs distinguish problems by `type`; `detail` is for people."""

    type = named("ProblemType")
    title = string("The name of the status.")
    status = Described({"type": "integer", "minimum": 400, "maximum": 599}, "The status of the response.")
    detail = string("What is wrong, in a sentence.")
    request_id = string(
        "As in `X-Request-Id`; empty if the request could not be read as HTTP, and then without that header."
    )
    limit = Described(
        {"type": "integer", "format": "int64"}, "The limit, if one was exceeded.", required=False
    )
    suggestion = string("On 404, the id that was probably meant.", required=False)
    errors = many(
        ProblemErrorSchema,
        f"On 422: every error of the first stage that fails, at most {MOST_ERRORS}.",
        required=False,
    )
