"""`POST /v1/prospects`: whether a game can still be won, and where it was thrown away."""

from flask import Blueprint, Response, current_app, request

from service.http.metrics import metrics_of
from service.http.negotiation import WholeResponse, read_json, settings
from service.http.rate_limits import LEAST_MOVES, PROOF_COST, charge
from service.http.workload import analyst, room_for
from service.judging.analysis import judge_prospect

views = Blueprint("prospects", __name__)


@views.post("/v1/prospects")
def post_prospect() -> Response:
    """Prove what can be proved of a game. An undecided prospect is a result, not an error."""
    limits = settings()
    moves, positions = LEAST_MOVES, 0
    try:
        with room_for(request.content_length):
            body = read_json(limits)
            with analyst() as work:
                try:
                    prospected = judge_prospect(
                        body, work.search, limits.most_moves, limits.most_positions, prover=work.prove
                    )
                    answer = prospected.answer()
                finally:
                    positions = PROOF_COST + work.positions
        log, outlook = prospected.verdict.log, prospected.outlook
        moves = max(len(log.moves), LEAST_MOVES)
    finally:
        charge(moves, positions)
    if metrics := metrics_of(current_app):
        metrics.count_prospect(log.deal.tables.variant.id, outlook.finding, outlook.positions)
    return WholeResponse(answer, content_type="application/json")
