"""``POST /v1/replays``: one log in, its verdict out."""

from flask import Blueprint, Response

from service.http.exchange import read_body, require_acceptable, require_media_type, settings
from service.http.metrics import verdict_counter
from service.judge import judge

views = Blueprint("replays", __name__)


@views.post("/v1/replays")
def post_replay() -> Response:
    """Replay a log; an illegal move is a result, not an error."""
    require_media_type("application/json")
    require_acceptable("application/json")
    judged = judge(read_body(), settings().most_moves)
    assert judged.verdict, "a request that is rejected raises"
    verdict_counter()(judged.verdict)
    return Response(judged.answer, content_type="application/json")
