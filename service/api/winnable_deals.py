"""``GET /v1/deals/{variant}?prospect=winnable``: pages of seeds whose deals are proven winnable."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final
from urllib.parse import urlencode

from flask import Blueprint, Response, request

from schemas.rule_options import read_options
from schemas.versions import check_version
from schemas.winnable_deal import winnable_deals_json
from service.api.deals import CACHE_CONTROL, find_variant
from service.api.queries import anything, check_query, one_word, rules_of
from service.engine.compiled import tables_for
from service.engine.variant import Variant
from service.http.negotiation import cached_json
from service.judging.field_errors import Complaint, brief
from service.judging.problems import invalid
from service.prospects.findings import Prospect
from service.prospects.winnable_tables import Table, options_with_tables, table_of

views = Blueprint("winnable_deals", __name__)

LIMIT: Final = 50
MOST: Final = 1000
"""Seeds in one page."""

_SEED: Final = re.compile("0|[1-9][0-9]{0,19}")


@views.get("/v1/deals/<variant>")
def get_winnable_deals(variant: str) -> Response:
    """The next seeds of a table."""
    declaration = find_variant(variant)
    given = request.args
    check_query(
        "A page of deals",
        {
            "prospect": one_word("prospect", Prospect.WINNABLE),
            "rules": rules_of(declaration),
            "rules_version": anything,
            "after_seed": _check_seed,
            "limit": _check_limit,
        },
    )
    if "prospect" not in given:
        detail = f"Only deals that are proven winnable are listed: ask with prospect={Prospect.WINNABLE}."
        raise invalid([{"parameter": "prospect", **Complaint("missing", detail).members()}])
    check_version(declaration, given.get("rules_version"))
    table = _table(declaration, given.get("rules", ""))
    limit = int(given.get("limit", LIMIT))
    seeds = [str(seed) for seed in islice(table.seeds(int(given.get("after_seed", 0))), limit + 1)]
    following = None
    if len(seeds) > limit:
        query = {**given.to_dict(), "after_seed": seeds[limit - 1]}
        following = f"/v1/deals/{variant}?{urlencode(query, safe=':,')}"
    response = cached_json(winnable_deals_json(table, seeds[:limit], following), CACHE_CONTROL)
    if following:
        response.headers["Link"] = f'<{following}>; rel="next"'
    return response


def _table(variant: Variant, rules: str) -> Table:
    table = table_of(tables_for(variant.id, read_options(rules)))
    if table:
        return table
    known = options_with_tables(variant.id)
    there = f"There is one for rules={' and '.join(known)}." if known else "There is none for this variant."
    detail = f"There is no table of winnable deals under these rule options. {there}"
    raise invalid([{"parameter": "rules", **Complaint("no_table", detail).members()}])


def _check_seed(text: str) -> Iterator[Complaint]:
    if not _SEED.fullmatch(text):
        yield Complaint("malformed_seed", f"after_seed is a number of at most 20 digits, not {brief(text)}.")


def _check_limit(text: str) -> Iterator[Complaint]:
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(MOST)) and 1 <= int(text) <= MOST):
        detail = f"limit is a whole number from 1 to {MOST}, not {brief(text)}."
        yield Complaint("out_of_range", detail, limit=MOST)
