"""Judges a replay request given as bytes: one answer for HTTP, for a line of a batch and for bulk tools."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple

import orjson
from marshmallow import ValidationError

from schemas.fields import DEFAULT_MOST_MOVES
from schemas.replays import load_replay_request
from schemas.usual import usual_request
from schemas.verdicts import verdict_json
from service import strict_json
from service.engine.replay import Verdict, replay
from service.problems import Problem, invalid_request, not_json


class Kind(StrEnum):
    """How a request fared: a log without or with an illegal move, or no game log at all."""

    VALID = "valid"
    INVALID = "invalid"
    REJECTED = "rejected"


class Judged(NamedTuple):
    """An answer as JSON, and the verdict it was made of; a rejected request has none."""

    kind: Kind
    answer: bytes
    verdict: Verdict | None


def judge(request: bytes, most_moves: int = DEFAULT_MOST_MOVES) -> Judged:
    """The verdict on a replay request.

    Raises JsonError or ValidationError if it is no game log.
    """
    asked = usual_request(request, most_moves)
    if asked is None:
        asked = load_replay_request(strict_json.parse(request), most_moves)
    verdict = replay(asked.log, trace="trace" in asked.include)
    kind = Kind.VALID if verdict.valid else Kind.INVALID
    return Judged(kind, orjson.dumps(verdict_json(verdict, asked.include)), verdict)


def judge_line(line: bytes, marks: Mapping[str, Any], most_moves: int = DEFAULT_MOST_MOVES) -> Judged:
    """The verdict on a line, or the problem with it, which then carries ``marks``: its line number, say.

    A pure function of its arguments; a verdict has the very bytes that ``POST /v1/replays`` answers.
    """
    try:
        return judge(line, most_moves)
    except strict_json.JsonError as error:
        problem = not_json(error)
    except ValidationError as error:
        problem = invalid_request(error)
    return Judged(Kind.REJECTED, marked(problem, marks), None)


def marked(problem: Problem, marks: Mapping[str, Any]) -> bytes:
    """A problem with its marks, as JSON."""
    return orjson.dumps({**problem.body(), **marks})
