"""Streams: many requests in one body, one per line, and the envelope of their answers."""

from typing import Final

from schemas.claim import ClaimAnswerSchema
from schemas.problem_details import ProblemSchema
from schemas.response_fields import AnswerSchema, Described, count, nested, string
from schemas.verdicts import VerdictSchema

MEDIA_TYPES: Final = ("application/x-ndjson", "application/jsonl")

BYTES: Final = "application/octet-stream"
"""Accepted instead of lines of JSON, for generated clients that cannot send those."""


class LineSchema(AnswerSchema):
    """A line of an answer: exactly one of `verdict`, `claim` and `problem`, as for a single request."""

    line = Described({"type": "integer", "minimum": 1}, "Counted from 1, including blank lines.")
    ref = string("The request's `ref`, if it could be read.", required=False)
    verdict = nested(VerdictSchema, "The same bytes as `POST /v1/replays` sends.", required=False)
    claim = nested(ClaimAnswerSchema, "As the answer of `POST /v1/claims`.", required=False)
    problem = nested(
        ProblemSchema, "The problem with this line, or with the stream from here on.", required=False
    )


class CountsSchema(AnswerSchema):
    """The number of lines by result, without blank lines."""

    lines = count("All lines answered.")
    valid = count("Replays: logs without an illegal move.", required=False)
    invalid = count("Replays: logs with an illegal move.", required=False)
    confirmed = count("Claims that hold.", required=False)
    refuted = count("Claims that do not hold.", required=False)
    rejected = count("Lines that are not valid requests.")


class StreamSummarySchema(AnswerSchema):
    """The last line of a response. A response without it is incomplete."""

    summary = nested(CountsSchema)
