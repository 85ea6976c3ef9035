"""`POST /v1/foresight`: a player's games in, the odds against a player who does not see hidden cards out."""

import orjson
from flask import Blueprint, Response, current_app

from patience.search.search_runner import SearchUnavailableError
from patience.sight.odds import Reference, foresight
from schemas.player_results import foresight_json, load_foresight_request
from schemas.problems import FORESIGHT_NEEDS_IT, no_foresight, search_unavailable
from schemas.strict_json import parse
from service.api.claims import claimant
from service.http.charged_request import charged_request
from service.http.negotiation import WholeResponse
from service.http.workload import analyst

views = Blueprint("foresight", __name__)


@views.post("/v1/foresight")
def post_foresight() -> Response:
    """Let the reference play the deals of a player's games, and weigh the results."""
    claimant()
    budget = current_app.config["SETTINGS"].foresight_positions
    if not budget:
        raise no_foresight()
    with charged_request() as charged, analyst() as tools:
        asked = load_foresight_request(parse(charged.body), charged.settings.most_moves)
        charged.moves = asked.moves
        try:
            reference = Reference(asked.plays, budget, tools.probe, tools.run, asked.effort)
            found = foresight(asked.logs, reference)
        except SearchUnavailableError:
            raise search_unavailable(FORESIGHT_NEEDS_IT) from None
        finally:
            charged.positions = tools.positions
    answer = foresight_json(found, asked.times, asked.plays) | {"positions": tools.positions}
    return WholeResponse(orjson.dumps(answer), content_type="application/json")
