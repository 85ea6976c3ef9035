"""`POST /v1/prospects`: whether a game can still be won, and where it was thrown away."""

from flask import Blueprint, Response, current_app

from schemas.inline_declaration import refusal_unless
from service.http.charged_request import charged_request
from service.http.negotiation import WholeResponse
from service.http.rate_limits import PROOF_COST
from service.http.workload import analyst
from service.judging.analysis import judge_prospect

views = Blueprint("prospects", __name__)


@views.post("/v1/prospects")
def post_prospect() -> Response:
    """Prove what can be proved of a game. An undecided prospect is a result, not an error."""
    with charged_request() as charged, analyst() as tools:
        limits = charged.settings
        try:
            prospected = judge_prospect(
                charged.body,
                tools,
                limits.most_moves,
                limits.most_positions,
                refusal_unless(limits.accepts_declarations),
            )
            answer = prospected.answer()
        finally:
            charged.positions = PROOF_COST + tools.positions
        log, outlook = prospected.verdict.log, prospected.outlook
        charged.moves = len(log.moves)
    if metrics := current_app.extensions["metrics"]:
        metrics.count_prospect(log.deal.tables.variant.id, outlook.finding, outlook.positions)
    return WholeResponse(answer, content_type="application/json")
