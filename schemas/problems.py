"""Problems: why a request cannot be answered."""

from marshmallow import fields

from schemas.described import AnswerSchema, Described, many, string
from service.problems import MOST_ERRORS


class ProblemErrorSchema(AnswerSchema):
    """One thing that is wrong with a request, and where."""

    pointer = fields.String(
        metadata={"description": "A JSON pointer into the body, such as `/moves/17`; empty for the whole."}
    )
    parameter = fields.String(metadata={"description": "The name of a query parameter."})
    detail = string("What is wrong there, in a sentence.")


class ProblemSchema(AnswerSchema):
    """A problem of RFC 9457. Programs tell problems apart by `type`; `detail` is for people."""

    type = string(
        "`not-json`, `incomplete-body`, `invalid-request`, what is wrong with a saved game (`not-a-save` …), "
        "or else the name of the status.",
        format="uri",
        pattern="^urn:patience-referee:problem:[a-z-]+$",
    )
    title = string("The name of the status.")
    status = Described({"type": "integer", "minimum": 400, "maximum": 599}, "The status of the answer.")
    detail = string("What is wrong, in a sentence.")
    request_id = string("As in `X-Request-Id`.")
    errors = many(
        ProblemErrorSchema,
        f"On 422: every place that is wrong, the first {MOST_ERRORS} if there are more.",
        required=False,
    )
