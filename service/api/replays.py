"""``POST /v1/replays`` and ``/v1/replays/batch``: logs in, verdicts out."""

from flask import Blueprint, Response

from service.api.streams import stream
from service.http.exchange import read_body, require_acceptable, require_media_type, settings
from service.http.metrics import verdict_counter
from service.judge import REPLAY_RESULTS, judge

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


@views.post("/v1/replays/batch")
def post_replays() -> Response:
    """Replay a log per line."""
    most_moves = settings().most_moves
    return stream(lambda line: judge(line, most_moves), REPLAY_RESULTS)
