"""`POST /v1/replays`, `/v1/replays/batch` and `/v1/imports`: logs in, verdicts out."""

from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from http import HTTPStatus

import orjson
from flask import Blueprint, Response, current_app
from marshmallow import ValidationError

from schemas.import_request import import_json, request_json
from schemas.inline_declaration import NOT_HERE, refusal_by
from schemas.replay_request import load_replay_request
from service.api.streams import stream
from service.http.charged_request import charged_request
from service.http.negotiation import WholeResponse
from service.http.rate_limits import PROOF_COST
from service.http.workload import HEAVY, HEAVY_WORK, small_work
from service.judging.judge import REPLAY_RESULTS, Judged, judge, judge_log
from service.requests.field_errors import FieldError
from service.requests.problems import Problem
from service.saves.save_errors import Fault, SaveError
from service.saves.save_import import import_save

views = Blueprint("replays", __name__)


@views.post("/v1/replays")
def post_replay() -> Response:
    """Replay a log. An illegal move is a result, not an error."""
    refusal = refusal_by(current_app.config["SETTINGS"])
    return judge_body(partial(judge, readably=small_work, no_declaration=refusal))


@views.post("/v1/replays/batch")
def post_replays() -> Response:
    """Replay one log per line."""
    most_moves = current_app.config["SETTINGS"].most_moves
    return stream(partial(judge, most_moves=most_moves, no_declaration=NOT_HERE), REPLAY_RESULTS)


@views.post("/v1/imports")
def post_import() -> Response:
    """Read a saved game without executing anything in it, and replay it."""
    return judge_body(_judge_save, ("application/octet-stream", ""), is_heavy=True)


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


def judge_body(
    judge_request: Callable[[bytes, int], Judged],
    media_types: tuple[str, ...] = ("application/json",),
    *,
    is_heavy: bool = False,
) -> Response:
    """Judge the request in the body and charge for it, even if it is refused.

    With `is_heavy` it is heavy work whatever its size.
    """
    most_moves = current_app.config["SETTINGS"].most_moves
    with charged_request(media_types, is_heavy=is_heavy) as charged:
        with HEAVY_WORK if charged.is_large or len(charged.body) > HEAVY else nullcontext():
            judged = judge_request(charged.body, most_moves)
        charged.moves, charged.positions = judged.moves_total, judged.proofs * PROOF_COST
    if metrics := current_app.extensions["metrics"]:
        metrics.count_verdict(judged)
    return WholeResponse(judged.answer, content_type="application/json")
