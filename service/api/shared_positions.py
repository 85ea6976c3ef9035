"""`GET /v1/positions/{text}`: a position by its text, as JSON or in the viewer."""

from http import HTTPStatus
from typing import Final

from flask import Blueprint, Response, request

from patience.board import BoardError
from patience.compiled import OptionError
from patience.dealing import deal_position
from patience.position_text import PositionTextError, parse_position
from schemas.position_answer import position_json
from schemas.variant_description import find_variant
from service.api.deals import check_query
from service.api.variants import CACHE_CONTROL
from service.http.negotiation import cached_json
from service.requests.problems import Problem

views = Blueprint("positions", __name__)

PAGE: Final = "text/html"


@views.get("/v1/positions/<text>")
def get_position(text: str) -> Response:
    """Return a position; redirect to the viewer if the client prefers pages to JSON.

    Raises Problem if the text is not a position.
    """
    check_query("A position", {})
    try:
        find_variant(parse_position(text)[0])
        answer = position_json(deal_position(text))
    except (PositionTextError, OptionError, BoardError) as error:
        raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, str(error)[:2000], name="not-a-position") from None
    if request.accept_mimetypes.best_match([PAGE, "application/json"], "application/json") == PAGE:
        headers = {"Location": f"../..{answer['link']}", "Vary": "Accept"}
        return Response(status=HTTPStatus.SEE_OTHER, headers=headers)
    response = cached_json(answer, CACHE_CONTROL)
    response.headers["Vary"] = "Accept"
    return response
