"""``POST /v1/imports``: another program's saved game in, the replay request to send on out."""

from http import HTTPStatus

import orjson
from flask import Blueprint, Response

from schemas.import_request import import_json, request_json
from service.api.judging import take_down
from service.http.negotiation import read_body, require_acceptable, require_media_type, settings
from service.judging.judge import judge
from service.judging.problems import Problem
from service.saves.save_errors import SaveError
from service.saves.save_import import Imported, import_save

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
