"""The one door to a verdict: a request's bytes in, an answer's bytes out, whoever asks."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import orjson
from marshmallow import ValidationError

from schemas.claim import ClaimRequest, claim_json
from schemas.parsing import read_claim_request, read_replay_request, ref_of
from schemas.replay_request import LONGEST_REF, ReplayRequest
from schemas.verdicts import illegal_json, verdict_json
from service.config import Settings
from service.engine.position import Position
from service.engine.replay import Verdict, refusal, replay
from service.judging.kernel_loader import kernel
from service.judging.problems import Problem, problem_with
from service.judging.refutations import refute
from service.judging.strict_json import HIGHEST_INTEGER, JsonError

if TYPE_CHECKING:
    from service.engine.kernel import Judgement

Sign = Callable[[Mapping[str, Any], ClaimRequest], str]
"""Makes a receipt for a claim that holds, of the verdict as it is answered."""


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


_USUAL: Final = frozenset({"final_state"})
"""What a verdict of the kernel can contain beside the essentials."""

_MEMBERS: Final = {
    Result.VALID: b"verdict",
    Result.INVALID: b"verdict",
    Result.CONFIRMED: b"claim",
    Result.REFUTED: b"claim",
    Result.REJECTED: b"problem",
}


class Judged(NamedTuple):
    """An answer as JSON, and what is counted of it; of a rejected request that is nothing."""

    result: Result
    answer: bytes
    ref: str | None = None
    """The client's own name for the request, as far as it could be read."""
    variant: str = ""
    outcome: str = ""
    reason: str = ""
    """Of the first illegal move, if there is one."""
    moves_total: int = 0
    moves_played: int = 0


def judge(request: bytes, most_moves: int = Settings.most_moves) -> Judged:
    """The verdict on a replay request.

    Raises JsonError, ValidationError or Problem if it is no game log that can be judged.
    """
    compiled = kernel()
    judgement = compiled.judge(request, most_moves, LONGEST_REF, HIGHEST_INTEGER) if compiled else None
    return _of_judgement(judgement) if judgement else judge_readably(request, most_moves)


def judge_readably(request: bytes, most_moves: int = Settings.most_moves) -> Judged:
    """As ``judge``, by the readable engine alone."""
    return _judge_readably(read_replay_request(request, most_moves))


def examine(request: bytes, most_moves: int = Settings.most_moves) -> Verdict:
    """The verdict of which ``judge`` gives the JSON, with the position that people want to see.

    Raises JsonError, ValidationError or Problem if it is no game log that can be judged.
    """
    return _replay(read_replay_request(request, most_moves))


def judge_claim(request: bytes, sign: Sign | None, most_moves: int = Settings.most_moves) -> Judged:
    """Whether a claim holds; signed if it does and ``sign`` can.

    Raises JsonError, ValidationError or Problem if it is no claim with a game log that can be judged.
    """
    asked = read_claim_request(request, most_moves)
    judged = _judge_log(asked.replay)
    verdict = orjson.loads(judged.answer)
    refutations = refute(asked.claim, verdict)
    receipt = sign(verdict, asked) if sign and not refutations else None
    answer = claim_json(refutations, orjson.Fragment(judged.answer), receipt)
    result = Result.REFUTED if refutations else Result.CONFIRMED
    return judged._replace(result=result, answer=orjson.dumps(answer))


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
    return Judged(Result.REJECTED, orjson.dumps({**problem.body(), **marks}), ref)


def enveloped(head: bytes, judged: Judged) -> bytes:
    """A line of a stream, without its end: ``head`` is an object left open, such as ``{"line":1``."""
    ref = b"" if judged.ref is None else b',"ref":%b' % orjson.dumps(judged.ref)
    return b'%b%b,"%b":%b}' % (head, ref, _MEMBERS[judged.result], judged.answer)


def _replay(asked: ReplayRequest) -> Verdict:
    return replay(asked.log, trace="trace" in asked.include)


def _judge_log(asked: ReplayRequest) -> Judged:
    """The verdict on a request that has been read already."""
    compiled, log = kernel(), asked.log
    if compiled is None or log.checkpoints or not asked.include <= _USUAL:
        return _judge_readably(asked)
    judgement = compiled.judge_log(
        log.deal.tables,
        bytes(log.deal.deck),
        log.moves,
        log.deal.seed,
        bool(asked.include),
        None if asked.ref is None else orjson.dumps(asked.ref),
    )
    return _of_judgement(judgement)._replace(ref=asked.ref) if judgement else _judge_readably(asked)


def _judge_readably(asked: ReplayRequest) -> Judged:
    verdict = _replay(asked)
    illegal = verdict.first_illegal_move
    return Judged(
        Result.VALID if verdict.valid else Result.INVALID,
        orjson.dumps(verdict_json(verdict, asked.include, asked.ref)),
        asked.ref,
        verdict.log.deal.tables.variant.id,
        verdict.outcome,
        illegal.reason if illegal else "",
        len(verdict.log.moves),
        verdict.moves_played,
    )


def _of_judgement(judgement: "Judgement") -> Judged:
    """What the kernel found; why a move is illegal is told here."""
    result, answer, reason = Result.VALID, judgement.answer, ""
    tables, token = judgement.table.tables, judgement.illegal
    if token is not None:
        position = Position(tables, judgement.piles)
        position.redeals, position.won = judgement.redeals, judgement.won
        reason, detail = refusal(position, token)
        legal_moves = orjson.Fragment(judgement.legal_moves)
        why = illegal_json(judgement.moves_played, token, reason, detail, legal_moves)
        result, answer = Result.INVALID, judgement.explained(orjson.dumps(why))
    return Judged(
        result,
        answer,
        judgement.ref,
        tables.variant.id,
        judgement.outcome,
        reason,
        judgement.moves_total,
        judgement.moves_played,
    )
