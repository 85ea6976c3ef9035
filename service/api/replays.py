"""``POST /v1/replays`` and ``/v1/replays/batch``: logs in, verdicts out."""

from flask import Blueprint, Response

from service.api.judging import judge_body
from service.api.streams import stream
from service.http.negotiation import settings
from service.judging.judge import REPLAY_RESULTS, judge

views = Blueprint("replays", __name__)


@views.post("/v1/replays")
def post_replay() -> Response:
    """Replay a log; an illegal move is a result, not an error."""
    return judge_body(judge)


@views.post("/v1/replays/batch")
def post_replays() -> Response:
    """Replay a log per line."""
    most_moves = settings().most_moves
    return stream(lambda line: judge(line, most_moves), REPLAY_RESULTS)
