"""`GET /v1/positions/{text}`, `/v1/seeds/{program}/{variant}/{seed}`: positions, as JSON or in the viewer."""

from http import HTTPStatus
from typing import Final

from flask import Blueprint, Response, request

from patience.compilation.compiled_rules import OptionError, tables_for
from patience.formats.dialects import DialectError, deal_of_program
from patience.play.board import BoardError
from patience.play.dealing import Deal, deal_position
from patience.play.position_text import PositionTextError, parse_position
from schemas.position_answer import position_json
from schemas.problems import Problem
from schemas.rule_options import read_options
from schemas.variant_description import find_variant
from service.api.queries import check_query, rules_of, takes_query
from service.api.variants import CACHE_CONTROL
from service.http.negotiation import cached_json

views = Blueprint("positions", __name__)

PAGE: Final = "text/html"


@views.get("/v1/positions/<text>")
@takes_query
def get_position(text: str) -> Response:
    """Return a position; redirect to the viewer if the client prefers pages to JSON.

    Raises Problem if the text is not a position.
    """
    check_query("A position", {})
    try:
        find_variant(parse_position(text)[0])
        return _answer(deal_position(text))
    except (PositionTextError, OptionError, BoardError) as error:
        raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, str(error)[:2000], name="not-a-position") from None


@views.get("/v1/seeds/<program>/<variant>/<seed>")
@takes_query
def get_foreign_deal(program: str, variant: str, seed: str) -> Response:
    """Return the board that another program deals for a seed.

    Raises Problem if it is not one of its seeds.
    """
    declaration = find_variant(variant)
    check_query("A seed", {"rules": rules_of(declaration)})
    tables = tables_for(variant, read_options(request.args.get("rules", "")))
    try:
        return _answer(deal_of_program(program, tables, seed))
    except DialectError as error:
        raise Problem(HTTPStatus.NOT_FOUND, str(error), name="unknown-seed") from None


def _answer(deal: Deal) -> Response:
    answer = position_json(deal)
    if request.accept_mimetypes.best_match(["application/json", PAGE], "application/json") == PAGE:
        up = "/".join([".."] * (request.path.count("/") - 1))
        headers = {"Location": f"{up}{answer['link']}", "Vary": "Accept"}
        return Response(status=HTTPStatus.SEE_OTHER, headers=headers)
    response = cached_json(answer, CACHE_CONTROL)
    response.headers["Vary"] = "Accept"
    return response
