"""`POST /v1/prospects`: whether a game can still be won, and where it was thrown away."""

from flask import Blueprint, Response, request

from service.http.metrics import prospect_counter
from service.http.negotiation import WholeResponse, read_json, settings
from service.http.rate_limits import MOVES, POSITIONS, charge
from service.http.workload import analyst, room_for
from service.judging.analysis import judge_prospect

views = Blueprint("prospects", __name__)


@views.post("/v1/prospects")
def post_prospect() -> Response:
    """Prove what can be proved of a game. An undecided prospect is a result, not an error."""
    limits = settings()
    with room_for(request.content_length):
        body = read_json(limits)
        with analyst() as work:
            try:
                prospected = judge_prospect(
                    body, work.search, limits.most_moves, limits.most_positions, prover=work.prove
                )
                answer = prospected.answer()
            finally:
                charge(POSITIONS, work.positions)
    log = prospected.verdict.log
    charge(MOVES, len(log.moves))
    outlook = prospected.outlook
    prospect_counter()(log.deal.tables.variant.id, outlook.finding, outlook.positions)
    return WholeResponse(answer, content_type="application/json")
