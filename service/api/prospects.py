"""`POST /v1/prospects`: whether a game can still be won, and where it was thrown away."""

from contextlib import nullcontext

from flask import Blueprint, Response, current_app, request

from service.http.negotiation import WholeResponse, read_body
from service.http.rate_limits import PROOF_COST, client_network, moves_charged
from service.http.workload import LARGE, analyst, large_body
from service.judging.analysis import Tools, judge_prospect

views = Blueprint("prospects", __name__)


@views.post("/v1/prospects")
def post_prospect() -> Response:
    """Prove what can be proved of a game. An undecided prospect is a result, not an error."""
    limits, costs = current_app.config["SETTINGS"], current_app.extensions["costs"]
    length = request.content_length
    size = moves = positions = 0
    try:
        with large_body() if length is None or length > LARGE else nullcontext():
            body = read_body(length, limits.most_body_bytes)
            size = len(body)
            with analyst() as work:
                try:
                    tools = Tools(work.search, work.prove, work.shorten)
                    prospected = judge_prospect(body, tools, limits.most_moves, limits.most_positions)
                    answer = prospected.answer()
                finally:
                    positions = PROOF_COST + work.positions
        log, outlook = prospected.verdict.log, prospected.outlook
        moves = len(log.moves)
    finally:
        if costs:
            costs.charge(client_network(), moves=moves_charged(moves, size), positions=positions)
    if metrics := current_app.extensions["metrics"]:
        metrics.count_prospect(log.deal.tables.variant.id, outlook.finding, outlook.positions)
    return WholeResponse(answer, content_type="application/json")
