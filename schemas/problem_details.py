"""Problems: why a request cannot be answered."""

from typing import Final

from marshmallow import fields

from schemas.response_fields import AnswerSchema, Described, JsonSchema, many, named, string, words
from service.judging.field_errors import CODES
from service.judging.problems import MOST_ERRORS, TYPES, URN

NAMED: Final[dict[str, JsonSchema]] = {
    "ProblemType": words(
        {f"{URN}{name}": f"{status}, {meaning}" for name, (status, meaning) in TYPES.items()},
        "Tells programs what is wrong:",
        "of an unknown one, go by the status.",
    ),
    "ErrorCode": words(
        CODES, "Tells programs what is wrong at one place:", "of an unknown one, show `detail`."
    ),
}


class ProblemErrorSchema(AnswerSchema):
    """One thing that is wrong with a request, and where."""

    pointer = fields.String(
        metadata={"description": "A JSON pointer into the body, such as `/moves/17`; empty for the whole."}
    )
    parameter = fields.String(metadata={"description": "The name of a query parameter."})
    code = named("ErrorCode")
    suggestion = string("What was probably meant.", required=False)
    limit = Described(
        {"type": "integer", "format": "int64"}, "If a limit was passed: the limit.", required=False
    )
    detail = string("What is wrong there, in a sentence.")


class ProblemSchema(AnswerSchema):
    """A problem of RFC 9457. Programs tell problems apart by `type`; `detail` is for people."""

    type = named("ProblemType")
    title = string("The name of the status.")
    status = Described({"type": "integer", "minimum": 400, "maximum": 599}, "The status of the answer.")
    detail = string("What is wrong, in a sentence.")
    request_id = string("As in `X-Request-Id`.")
    limit = Described(
        {"type": "integer", "format": "int64"}, "If a limit was passed: the limit.", required=False
    )
    errors = many(
        ProblemErrorSchema,
        f"On 422: every place that is wrong, the first {MOST_ERRORS} if there are more.",
        required=False,
    )
