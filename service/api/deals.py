"""``GET /v1/deals/{variant}/{seed}``: the deal that a seed names."""

from http import HTTPStatus
from typing import Final

from flask import Blueprint, Response, request

from schemas.deal import HIDE, deal_json
from schemas.rule_options import read_options
from schemas.versions import check_version
from service.api.queries import anything, check_query, one_word, rules_of
from service.engine.compiled import tables_for
from service.engine.dealing import deal_seed
from service.engine.seeds import SeedError, normalize
from service.engine.variant import Variant
from service.engine.variants import VARIANTS
from service.http.negotiation import cached_json
from service.judging.problems import Problem

views = Blueprint("deals", __name__)

CACHE_CONTROL: Final = "public, max-age=3600"

IMMUTABLE: Final = "public, max-age=31536000, immutable"
"""For an address that names all that its answer depends on."""


@views.get("/v1/deals/<variant>/<seed>")
def get_deal(variant: str, seed: str) -> Response:
    """Deal a seed, unless the client has it already."""
    declaration = find_variant(variant)
    seed = _seed(seed)
    checks = {"rules": rules_of(declaration), "rules_version": anything, "hide": one_word("hide", HIDE)}
    check_query("A deal", checks)
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
