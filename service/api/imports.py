"""``POST /v1/imports``: another program's saved game in, the replay request to send on out."""

from http import HTTPStatus

import orjson
from flask import Blueprint, Response

from schemas.imports import import_json, request_json
from service.api.judging import take_down
from service.http.exchange import read_body, require_acceptable, require_media_type, settings
from service.judge import judge
from service.problems import Problem
from service.saves.failures import SaveError
from service.saves.imports import Imported, import_save

views = Blueprint("imports", __name__)


@views.post("/v1/imports")
def post_import() -> Response:
    """Read a saved game; nothing in it is ever run."""
    require_media_type("application/octet-stream", "")
    require_acceptable("application/json")
    imported = _imported(read_body())
    judged = judge(orjson.dumps(request_json(imported)), settings().most_moves)
    take_down(judged)
    return Response(orjson.dumps(import_json(imported, judged.answer)), content_type="application/json")


def _imported(data: bytes) -> Imported:
    try:
        return import_save(data)
    except SaveError as error:
        raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, str(error), name=error.fault) from None
