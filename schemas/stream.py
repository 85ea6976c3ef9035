"""Streams: many requests in one, a line each, and the one envelope of their answers."""

from typing import Final

from schemas.claim import ClaimAnswerSchema
from schemas.problem_details import ProblemSchema
from schemas.response_fields import AnswerSchema, Described, count, nested, string
from schemas.verdicts import VerdictSchema

MEDIA_TYPES: Final = ("application/x-ndjson", "application/jsonl")

BYTES: Final = "application/octet-stream"
"""What generated clients can send that know no lines of JSON; taken for lines where those are asked for."""


class LineSchema(AnswerSchema):
    """A line of an answer: with one of `verdict`, `claim` and `problem`, as its request gets on its own."""

    line = Described({"type": "integer", "minimum": 1}, "Counted from 1, blank lines too.")
    ref = string("The client's own name for what it sent, if it could be read.", required=False)
    verdict = nested(VerdictSchema, "As `POST /v1/replays` answers it, to the byte.", required=False)
    claim = nested(ClaimAnswerSchema, "As `POST /v1/claims` answers it.", required=False)
    problem = nested(ProblemSchema, "With the line, or with the stream from there on.", required=False)


class CountsSchema(AnswerSchema):
    """How the lines fared; blank ones are not among them."""

    lines = count("All that were answered.")
    valid = count("Of replays: logs without an illegal move.", required=False)
    invalid = count("Of replays: logs with an illegal move.", required=False)
    confirmed = count("Of claims: those that hold.", required=False)
    refuted = count("Of claims: those that do not.", required=False)
    rejected = count("Lines that are no such request.")


class StreamSummarySchema(AnswerSchema):
    """The last line of an answer; one without it was cut short."""

    summary = nested(CountsSchema)
