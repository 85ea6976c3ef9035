"""Streams: many requests in one, a line each."""

from typing import Final

from schemas.described import AnswerSchema, Described, count, nested
from schemas.problems import ProblemSchema

MEDIA_TYPES: Final = ("application/x-ndjson", "application/jsonl")


class LineProblemSchema(ProblemSchema):
    """The problem with a line of a batch, or with the batch from that line on."""

    line = Described({"type": "integer", "minimum": 1}, "Counted from 1, blank lines too.")


class CountsSchema(AnswerSchema):
    """How the lines of a batch fared; blank ones are not among them."""

    lines = count("All that were answered.")
    valid = count("Logs without an illegal move.")
    invalid = count("Logs with an illegal move.")
    rejected = count("Lines that are no game log.")


class BatchSummarySchema(AnswerSchema):
    """The last line of the answer to a batch; an answer without it was cut short."""

    summary = nested(CountsSchema)
