"""``GET /v1/deals/{variant}/{seed}``: the deal that a seed names."""

from hashlib import sha256
from http import HTTPStatus

from flask import Blueprint, Response, request

from schemas.deals import deal_json
from service.engine.deals import deal_seed
from service.engine.rules import RULES_VERSION, Variant
from service.engine.seeds import SeedError, normalize
from service.engine.tables import OptionError, Tables, tables_for
from service.engine.variants import VARIANTS
from service.http.exchange import json_response
from service.problems import Problem

views = Blueprint("deals", __name__)

HIDE = "face_down"


@views.get("/v1/deals/<variant>/<seed>")
def get_deal(variant: str, seed: str) -> Response:
    """Deal a seed, unless the client has it already."""
    declaration = find_variant(variant)
    seed = _seed(seed)
    tables = _tables(declaration)
    hidden = "hide" in request.args
    etag = _etag(tables, seed, hidden=hidden)
    headers = {"ETag": f'"{etag}"', "Cache-Control": "public, max-age=31536000"}
    if known := _known(etag):
        headers["ETag"] = f'"{known}"'
        return Response(status=HTTPStatus.NOT_MODIFIED, headers=headers)
    return json_response(deal_json(deal_seed(tables, seed), hidden=hidden), headers)


def find_variant(variant: str) -> Variant:
    """The variant of this id.

    Raises Problem if there is none.
    """
    if variant not in VARIANTS:
        raise Problem(HTTPStatus.NOT_FOUND, f"There is no such variant. Variants: {', '.join(VARIANTS)}.")
    return VARIANTS[variant]


def _seed(seed: str) -> str:
    try:
        return normalize(seed)
    except SeedError as error:
        raise Problem(HTTPStatus.NOT_FOUND, str(error)) from None


def _tables(variant: Variant) -> Tables:
    layout_options = [option.name for option in variant.options if option.changes_layout]
    errors = [
        {"parameter": name, "detail": detail}
        for name, values in request.args.lists()
        if (detail := _parameter_problem(variant.id, layout_options, name, values))
    ]
    if not errors:
        chosen = {name: value for name, value in request.args.items() if name != "hide"}
        try:
            return tables_for(variant.id, chosen)
        except OptionError as error:
            errors = [{"parameter": name, "detail": text} for name, text in error.problems.items()]
    raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, errors[0]["detail"], name="invalid-request", errors=errors)


def _parameter_problem(variant: str, layout_options: list[str], name: str, values: list[str]) -> str:
    if name != "hide" and name not in layout_options:
        known = ", ".join([*layout_options, "hide"])
        return f"A deal of {variant} has no parameter {name[:60]!a}. Parameters: {known}."
    if len(values) > 1:
        return f"{name} is given {len(values)} times."
    if name == "hide" and values[0] != HIDE:
        return f"hide is {HIDE}, not {values[0][:60]!a}."
    return ""


def _etag(tables: Tables, seed: str, *, hidden: bool) -> str:
    asked = (tables.variant.id, tables.options, seed, hidden, RULES_VERSION)
    return sha256(repr(asked).encode()).hexdigest()[:32]


def _known(etag: str) -> str | None:
    """The client's own tag for this deal, if it has one: a compressed answer's ends in its coding."""
    if request.if_none_match.star_tag:
        return etag
    # Werkzeug reads an empty tag as None.
    tags = sorted(tag for tag in request.if_none_match.as_set(include_weak=True) if tag)
    return next((tag for tag in tags if tag.partition(":")[0] == etag), None)
