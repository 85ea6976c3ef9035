"""``GET /v1/deals/{variant}/{seed}``: the deal that a seed names."""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any, Final

from flask import Blueprint, Response, request

from schemas.deals import HIDE, deal_json
from schemas.rule_options import option_complaints, read_options
from schemas.versions import check_version
from service.complaints import Complaint, brief
from service.engine.deals import deal_seed
from service.engine.seeds import SeedError, normalize
from service.engine.tables import tables_for
from service.engine.variant import Variant
from service.engine.variants import VARIANTS
from service.http.exchange import cached_json
from service.problems import Problem, invalid

views = Blueprint("deals", __name__)

PARAMETERS: Final = ("rules", "rules_version", "hide")

CACHE_CONTROL: Final = "public, max-age=3600"

IMMUTABLE: Final = "public, max-age=31536000, immutable"
"""For an address that names all that its answer depends on."""


@views.get("/v1/deals/<variant>/<seed>")
def get_deal(variant: str, seed: str) -> Response:
    """Deal a seed, unless the client has it already."""
    declaration = find_variant(variant)
    seed = _seed(seed)
    _check_query(declaration)
    version = request.args.get("rules_version")
    check_version(declaration, version)
    deal = deal_seed(tables_for(variant, read_options(request.args.get("rules", ""))), seed)
    answer = deal_json(deal, hidden="hide" in request.args)
    return cached_json(answer, CACHE_CONTROL if version is None else IMMUTABLE)


def find_variant(variant: str) -> Variant:
    """The variant of this id.

    Raises Problem if there is none.
    """
    if variant not in VARIANTS:
        detail = f"There is no such variant. Variants: {', '.join(VARIANTS)}."
        raise Problem(HTTPStatus.NOT_FOUND, detail, name="unknown-variant")
    return VARIANTS[variant]


def _seed(seed: str) -> str:
    try:
        return normalize(seed)
    except SeedError as error:
        raise Problem(HTTPStatus.NOT_FOUND, str(error), name="unknown-seed") from None


def _check_query(variant: Variant) -> None:
    errors = [
        {"parameter": name, **complaint.members()}
        for name, values in request.args.lists()
        for complaint in _complaints(variant, name, values)
    ]
    if errors:
        raise invalid(errors)


def _complaints(variant: Variant, name: str, values: list[str]) -> Iterator[Complaint]:
    if name not in PARAMETERS:
        detail = f"A deal has no parameter {brief(name)}. Parameters: {', '.join(PARAMETERS)}."
        yield Complaint("unknown_parameter", detail, found=name, known=PARAMETERS)
    elif len(values) > 1:
        yield Complaint("given_twice", f"{name} is given {len(values)} times.")
    elif name == "hide" and values[0] != HIDE:
        detail = f"hide is {HIDE}, not {brief(values[0])}."
        yield Complaint("unknown_value", detail, found=values[0], known=[HIDE])
    elif name == "rules":
        yield from _option_complaints(variant, values[0])


def _option_complaints(variant: Variant, text: str) -> Iterator[Complaint]:
    try:
        chosen: dict[str, Any] = read_options(text)
    except ValueError as error:
        yield Complaint("unknown_value", str(error))
        return
    for complaints in option_complaints(variant, chosen).values():
        yield from complaints
