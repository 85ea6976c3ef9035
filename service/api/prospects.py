"""``POST /v1/prospects``: logs in; out comes whether they can still be won, and where that turned."""

from flask import Blueprint, Response

from service.http.metrics import prospect_counter
from service.http.negotiation import WholeResponse, read_json, settings
from service.http.rate_limits import MOVES, POSITIONS, charge
from service.http.searches import searches
from service.judging.analysis import judge_prospect

views = Blueprint("prospects", __name__)


@views.post("/v1/prospects")
def post_prospect() -> Response:
    """Prove what can be proved of a game; nothing proved is a result, not an error."""
    limits = settings()
    body = read_json(limits)
    with searches() as searcher:
        try:
            found = judge_prospect(body, searcher, limits.most_moves, limits.most_positions)
        finally:
            charge(POSITIONS, searcher.positions)
    charge(MOVES, len(found.verdict.log.moves))
    variant = found.verdict.log.deal.tables.variant.id
    prospect_counter()(variant, found.outlook.finding, found.outlook.positions)
    return WholeResponse(found.answer(), content_type="application/json")
