"""The one door to a verdict: a request's bytes in, an answer's bytes out, whoever asks."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, Final, NamedTuple

import orjson
from marshmallow import ValidationError

from schemas.claims import ClaimRequest, claim_json
from schemas.reading import read_claim_request, read_replay_request
from schemas.replays import ReplayRequest
from schemas.verdicts import verdict_json
from service.claims import refute
from service.config import Settings
from service.engine.replay import Verdict, replay
from service.problems import Problem, problem_with
from service.strict_json import JsonError

Sign = Callable[[Verdict, ClaimRequest], str]
"""Makes a receipt for a claim that holds."""


class Result(StrEnum):
    """How a request fared."""

    VALID = "valid"
    INVALID = "invalid"
    """A log with an illegal move."""
    CONFIRMED = "confirmed"
    REFUTED = "refuted"
    REJECTED = "rejected"
    """No game log at all."""


REPLAY_RESULTS: Final = (Result.VALID, Result.INVALID, Result.REJECTED)


class Judged(NamedTuple):
    """An answer as JSON, and the verdict it was made of; a rejected request has none."""

    result: Result
    answer: bytes
    verdict: Verdict | None


def judge(request: bytes, most_moves: int = Settings.most_moves) -> Judged:
    """The verdict on a replay request.

    Raises JsonError, ValidationError or Problem if it is no game log that can be judged.
    """
    asked = read_replay_request(request, most_moves)
    verdict = _replay(asked)
    answer = orjson.dumps(verdict_json(verdict, asked.include, asked.ref))
    return Judged(Result.VALID if verdict.valid else Result.INVALID, answer, verdict)


def judge_claim(request: bytes, sign: Sign | None, most_moves: int = Settings.most_moves) -> Judged:
    """Whether a claim holds; signed if it does and ``sign`` can.

    Raises JsonError, ValidationError or Problem if it is no claim with a game log that can be judged.
    """
    asked = read_claim_request(request, most_moves)
    verdict = _replay(asked.replay)
    refutations = refute(asked.claim, verdict)
    receipt = sign(verdict, asked) if sign and not refutations else None
    answer = claim_json(refutations, verdict_json(verdict, asked.replay.include, asked.replay.ref), receipt)
    return Judged(Result.REFUTED if refutations else Result.CONFIRMED, orjson.dumps(answer), verdict)


def judge_line(line: bytes, marks: Mapping[str, Any], most_moves: int = Settings.most_moves) -> Judged:
    """The verdict on a line, or the problem with it, which then carries ``marks``: its line number, say.

    A pure function of its arguments; a verdict has the very bytes that ``POST /v1/replays`` answers.
    """
    try:
        return judge(line, most_moves)
    except (JsonError, ValidationError, Problem) as error:
        problem = problem_with(error)
    return Judged(Result.REJECTED, marked(problem, marks), None)


def marked(problem: Problem, marks: Mapping[str, Any]) -> bytes:
    """A problem with its marks, as JSON."""
    return orjson.dumps({**problem.body(), **marks})


def _replay(asked: ReplayRequest) -> Verdict:
    return replay(asked.log, trace="trace" in asked.include)
