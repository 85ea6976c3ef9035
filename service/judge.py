"""The one door to a verdict: a request's bytes in, an answer's bytes out, whoever asks."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, Final, NamedTuple

import orjson
from marshmallow import ValidationError

from schemas.claims import ClaimRequest, claim_json
from schemas.reading import read_claim_request, read_replay_request, ref_of
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
CLAIM_RESULTS: Final = (Result.CONFIRMED, Result.REFUTED, Result.REJECTED)


_MEMBERS: Final = {
    Result.VALID: b"verdict",
    Result.INVALID: b"verdict",
    Result.CONFIRMED: b"claim",
    Result.REFUTED: b"claim",
    Result.REJECTED: b"problem",
}


class Judged(NamedTuple):
    """An answer as JSON, and the verdict it was made of; a rejected request has none."""

    result: Result
    answer: bytes
    verdict: Verdict | None
    ref: str | None = None
    """The client's own name for the request, as far as it could be read."""


def judge(request: bytes, most_moves: int = Settings.most_moves) -> Judged:
    """The verdict on a replay request.

    Raises JsonError, ValidationError or Problem if it is no game log that can be judged.
    """
    asked = read_replay_request(request, most_moves)
    verdict = _replay(asked)
    answer = orjson.dumps(verdict_json(verdict, asked.include, asked.ref))
    return Judged(Result.VALID if verdict.valid else Result.INVALID, answer, verdict, asked.ref)


def judge_claim(request: bytes, sign: Sign | None, most_moves: int = Settings.most_moves) -> Judged:
    """Whether a claim holds; signed if it does and ``sign`` can.

    Raises JsonError, ValidationError or Problem if it is no claim with a game log that can be judged.
    """
    asked = read_claim_request(request, most_moves)
    verdict = _replay(asked.replay)
    refutations = refute(asked.claim, verdict)
    receipt = sign(verdict, asked) if sign and not refutations else None
    ref = asked.replay.ref
    answer = claim_json(refutations, verdict_json(verdict, asked.replay.include, ref), receipt)
    result = Result.REFUTED if refutations else Result.CONFIRMED
    return Judged(result, orjson.dumps(answer), verdict, ref)


def judge_line(line: bytes, marks: Mapping[str, Any], most_moves: int = Settings.most_moves) -> Judged:
    """The verdict on a line, or the problem with it; see ``answered``."""
    return answered(lambda request: judge(request, most_moves), line, marks)


def answered(judge_request: Callable[[bytes], Judged], line: bytes, marks: Mapping[str, Any]) -> Judged:
    """The answer to a line, or the problem with it, which then carries ``marks`` too.

    As pure a function of its arguments as ``judge_request``; an answer has the very bytes that this gives.
    """
    try:
        return judge_request(line)
    except (JsonError, ValidationError, Problem) as error:
        return rejected(problem_with(error), marks, None if isinstance(error, JsonError) else ref_of(line))


def rejected(problem: Problem, marks: Mapping[str, Any], ref: str | None = None) -> Judged:
    """What stands for a request that was not judged."""
    return Judged(Result.REJECTED, orjson.dumps({**problem.body(), **marks}), None, ref)


def enveloped(head: bytes, judged: Judged) -> bytes:
    """A line of a stream, without its end: ``head`` is an object left open, such as ``{"line":1``."""
    ref = b"" if judged.ref is None else b',"ref":%b' % orjson.dumps(judged.ref)
    return b'%b%b,"%b":%b}' % (head, ref, _MEMBERS[judged.result], judged.answer)


def _replay(asked: ReplayRequest) -> Verdict:
    return replay(asked.log, trace="trace" in asked.include)
