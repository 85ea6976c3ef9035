"""What every view does around a judgement: count it, take down its cost, answer."""

from collections.abc import Callable

from flask import Response

from service.http.metrics import verdict_counter
from service.http.negotiation import WholeResponse, read_json, settings
from service.http.rate_limits import MOVES, charge
from service.judging.judge import Judged


def judge_body(judge_request: Callable[[bytes, int], Judged]) -> Response:
    """The answer to the one request that the body is; judged with the most moves that it may have."""
    limits = settings()
    judged = judge_request(read_json(limits), limits.most_moves)
    take_down(judged)
    return WholeResponse(judged.answer, content_type="application/json")


def take_down(judged: Judged) -> None:
    """Count a verdict, and charge its moves to the client."""
    verdict_counter()(judged)
    charge(MOVES, judged.moves_total)
