"""`POST /v1/replays`, `/v1/replays/batch` and `/v1/imports`: logs in, verdicts out."""

from collections.abc import Callable
from http import HTTPStatus

import orjson
from flask import Blueprint, Response, current_app, request
from marshmallow import ValidationError

from schemas.import_request import import_json, request_json
from schemas.replay_request import load_replay_request
from service.api.streams import stream
from service.http.metrics import metrics_of
from service.http.negotiation import (
    WholeResponse,
    read_json,
    require_acceptable,
    require_media_type,
    settings,
)
from service.http.rate_limits import LEAST_MOVES, PROOF_COST, charge
from service.http.uploads import read_body
from service.http.workload import large_body, room_for
from service.judging.field_errors import FieldError
from service.judging.judge import REPLAY_RESULTS, Judged, judge, judge_log
from service.judging.problems import Problem
from service.saves.save_errors import Fault, SaveError
from service.saves.save_import import import_save

views = Blueprint("replays", __name__)


@views.post("/v1/replays")
def post_replay() -> Response:
    """Replay a log. An illegal move is a result, not an error."""
    return judge_body(judge)


@views.post("/v1/replays/batch")
def post_replays() -> Response:
    """Replay one log per line."""
    most_moves = settings().most_moves
    return stream(lambda line: judge(line, most_moves), REPLAY_RESULTS)


@views.post("/v1/imports")
def post_import() -> Response:
    """Read a saved game without executing anything in it, and replay it."""
    require_media_type("application/octet-stream", "")
    require_acceptable("application/json")
    limits = settings()
    try:
        with large_body() as turn:
            save = read_body(request.environ, limits.most_body_bytes)
            with turn:
                judged = _judge_save(save, limits.most_moves)
    except Exception:
        charge(LEAST_MOVES)
        raise
    return judged_response(judged)


def _judge_save(save: bytes, most_moves: int) -> Judged:
    try:
        imported = import_save(save, most_moves)
    except SaveError as error:
        if error.fault is Fault.TOO_MANY_MOVES:
            field_error = FieldError("too_many", str(error), limit=most_moves)
            raise ValidationError({"moves": [field_error]}) from None
        raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, str(error), name=error.fault) from None
    judged, _ = judge_log(load_replay_request(request_json(imported), most_moves))
    return judged._replace(answer=orjson.dumps(import_json(imported, judged.answer)))


def judge_body(judge_request: Callable[[bytes, int], Judged]) -> Response:
    """Judge the request in the body; a refused request is charged too."""
    limits = settings()
    try:
        with room_for(request.content_length) as turn:
            body = read_json(limits)
            with turn:
                judged = judge_request(body, limits.most_moves)
    except Exception:
        charge(LEAST_MOVES)
        raise
    return judged_response(judged)


def judged_response(judged: Judged) -> Response:
    """Charge the client for a judgement, count it and return its answer."""
    charge(max(judged.moves_total, LEAST_MOVES), judged.proofs * PROOF_COST)
    if metrics := metrics_of(current_app):
        metrics.count_verdict(judged)
    return WholeResponse(judged.answer, content_type="application/json")
