"""``POST /v1/replays``: one log in, its verdict out."""

from flask import Blueprint, Response

from schemas.replays import load_replay_request
from schemas.verdicts import verdict_json
from service import strict_json
from service.api.exchange import json_response, read_body, require_media_type, settings
from service.engine.replay import replay

views = Blueprint("replays", __name__)


@views.post("/v1/replays")
def post_replay() -> Response:
    """Replay a log; an illegal move is a result, not an error."""
    require_media_type("application/json")
    asked = load_replay_request(strict_json.parse(read_body()), settings().most_moves)
    verdict = replay(asked.log, trace="trace" in asked.include)
    return json_response(verdict_json(verdict, asked.include))
