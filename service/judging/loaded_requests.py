"""Judge requests that the schemas have loaded: unusual ones, and claims."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

import orjson
from marshmallow import ValidationError

from patience.kernel.loader import kernel
from patience.play.deal_orders import other_order
from patience.play.replay import Verdict, replay
from patience.words import LANGUAGES
from schemas.claim import ClaimRequest, Flaw, Refutation, claim_json, load_claim_request
from schemas.inline_declaration import is_declared
from schemas.labels import with_labels
from schemas.problems import Problem, problem_with
from schemas.replay_request import ReplayRequest, load_replay_request, plain_errors, request_object
from schemas.strict_json import JsonError, parse
from schemas.verdicts import verdict_json, with_malformed
from service.config import Settings
from service.judging.judgements import (
    Judged,
    Members,
    Result,
    answer_of,
    judgement_on,
    members_of,
    outline,
)
from service.judging.refutations import refute

Sign = Callable[[Members, ClaimRequest, list[Refutation]], str | None]
"""Sign a receipt for a claim, given the verdict, or add to the refutations why its ticket does not fit."""

_KERNEL_INCLUDES: Final = frozenset({"final_state"})
"""What a verdict of the kernel can include."""


def judge_unusual(request: bytes, most_moves: int, no_declaration: str, code: str) -> Judged:
    """Judge a request that the kernel has left. Raises JsonError, ValidationError or Problem."""
    if (alike := outline(request, most_moves)) and (problem := _problem_of(alike)):
        # A copy: the traceback of the one that is kept would keep the request.
        raise Problem(problem.status, problem.detail, name=problem.name, **problem.extensions)
    body = parse(request)
    _refuse_plainly(request_object(body, most_moves, no_declaration=no_declaration), most_moves)
    loaded = load_replay_request(body, most_moves, no_declaration=no_declaration, may_be_lenient=True)
    return (judge_log if loaded.log.deal.is_board else _judge_readably)(loaded, code)[0]


def _refuse_plainly(fields: Mapping[str, Any], most_moves: int) -> None:
    """Raise ValidationError if only the moves, or members of other names, are wrong with a request.

    The schema takes several times as long as judging a log, so the kernel says whether the rest is right.
    """
    if not (errors := plain_errors(fields)):
        return
    rest = {name: value for name, value in fields.items() if name not in errors}
    try:
        if judgement_on(orjson.dumps({**rest, "moves": [], "include": []}), most_moves):
            raise ValidationError(errors)
    except orjson.JSONEncodeError:
        # A text that is not Unicode, or a number of many digits: the schema says which.
        return


@lru_cache(maxsize=1024)
def _problem_of(alike: bytes) -> Problem | None:
    """Return what is wrong with requests of an outline. Archives repeat mistakes, which take long to say.

    Errors of JSON name a place in the text, so they are left to the request as it was sent.
    """
    try:
        load_replay_request(parse(alike))
    except JsonError:
        return None
    except (ValidationError, Problem) as error:
        return problem_with(error)
    return None


def examine_unusual(request: bytes, most_moves: int, no_declaration: str) -> Verdict:
    """Replay a request that the kernel has left, of a lenient one the moves before a malformed one.

    Raises JsonError, ValidationError or Problem.
    """
    body = parse(request)
    return _replay(load_replay_request(body, most_moves, no_declaration=no_declaration, may_be_lenient=True))


def judge_readably(request: bytes, most_moves: int = Settings.most_moves) -> Judged:
    """Judge a replay request by the readable engine alone; otherwise as `judge`."""
    return _judge_readably(load_replay_request(parse(request), most_moves))[0]


def judge_log(request: ReplayRequest, code: str = LANGUAGES[0]) -> tuple[Judged, Members]:
    """Judge a request that is already loaded; explain an illegal move in the language with this code.

    Return the members of its verdict too: at least those that claims are compared with and receipts repeat.
    """
    compiled, log = kernel(), request.log
    readable = (
        is_declared(log.deal.tables)
        or log.deal.orders
        or log.checkpoints
        or not request.include <= _KERNEL_INCLUDES
        or request.lenient
        or request.labels is not None
    )
    if compiled is None or readable:
        return _judge_readably(request, code)
    deal, state = log.deal, bool(request.include)
    ref = None if request.ref is None else orjson.dumps(request.ref)
    if deal.is_board:
        judgement = compiled.judge_board(
            deal.tables, deal.opening, deal.board.encode(), log.moves, state, ref
        )
    else:
        judgement = compiled.judge_log(deal.tables, bytes(deal.deck), log.moves, deal.seed, state, ref)
    if judgement is None:
        return _judge_readably(request, code)
    order = () if judgement.illegal is None else other_order(deal, log.moves, judgement.moves_played)
    return answer_of(judgement, order, code)._replace(ref=request.ref), members_of(judgement, order)


def judge_claim(request: bytes, sign: Sign | None, most_moves: int = Settings.most_moves) -> Judged:
    """Compare a claim with its log; sign a receipt if it holds and `sign` is given.

    A pure function, but for the ticket that a claim brings. Raises JsonError, ValidationError or Problem if
    the request is not valid.
    """
    claim_request = load_claim_request(parse(request), most_moves)
    judged, verdict = judge_log(claim_request.replay)
    refutations = refute(claim_request.claim, verdict)
    receipt = sign(verdict, claim_request, refutations) if sign else None
    if sign is None and claim_request.ticket is not None:
        refutations.append(
            Refutation(Flaw.TICKET_NOT_GENUINE, "This service has no key to issue tickets with.")
        )
    answer = claim_json(refutations, orjson.Fragment(judged.answer), receipt)
    result = Result.REFUTED if refutations else Result.CONFIRMED
    return judged._replace(result=result, answer=orjson.dumps(answer))


def _replay(request: ReplayRequest) -> Verdict:
    return replay(request.log, trace=not request.include.isdisjoint({"trace", "score"}))


def _judge_readably(request: ReplayRequest, code: str = LANGUAGES[0]) -> tuple[Judged, Members]:
    verdict = _replay(request)
    members = verdict_json(verdict, request.include, request.ref, request.claimed, request.times, code)
    if request.labels is not None:
        members = with_labels(members, request.labels)
    if request.lenient:
        members = with_malformed(members, request.malformed)
    illegal = verdict.first_illegal_move
    judged = Judged(
        Result.VALID if members["valid"] else Result.INVALID,
        orjson.dumps(members),
        request.ref,
        verdict.log.deal.tables.variant.id,
        verdict.outcome,
        illegal.reason if illegal else "",
        len(verdict.log.moves),
        verdict.moves_played,
        proofs=int("prospect" in request.include),
    )
    return judged, members
