"""`/v1/deals`, `/v1/deals/{variant}/{seed}` and `/v1/deals/{variant}`: deals, and pages of winnable deals."""

import re
from collections.abc import Iterator
from http import HTTPStatus
from itertools import islice
from typing import Final
from urllib.parse import quote, urlencode

import orjson
from flask import Blueprint, Response, request

from patience.cards.seeds import SeedError, normalize
from patience.compilation.compiled_rules import CompiledRules, tables_for
from patience.formats.deal_numbers import DealNumber, UnknownOrderError, numbers_of
from patience.formats.work import Work
from patience.play.dealing import Deal, deal_seed
from patience.search.difficulty import (
    Difficulty,
    Grade,
    difficulty_of,
    graded_seeds,
    options_with_grades,
    scale_of,
)
from patience.search.findings import Prospect
from patience.search.search_runner import SearchUnavailableError
from patience.search.winnable_tables import Table, options_with_tables, table_of
from schemas.deal import DIFFICULTY, HIDE, NUMBERS, deal_json, winnable_deals_json
from schemas.field_errors import FieldError, brief
from schemas.inline_declaration import refusal_unless
from schemas.problems import GRADES_NEED_IT, Problem, invalid, search_unavailable
from schemas.replay_request import load_deal_request
from schemas.rule_options import read_options
from schemas.strict_json import parse
from schemas.variant_description import check_version, find_variant
from service.api.queries import anything, check_query, only, rules_of, takes_query
from service.api.variants import CACHE_CONTROL
from service.http.charged_request import charged_request, reading
from service.http.negotiation import WholeResponse, cached_json
from service.http.rate_limits import GRADE_COST, Account
from service.http.workload import GRADED_DEALS, HEAVY_WORK, small_work

views = Blueprint("deals", __name__)

IMMUTABLE: Final = "public, max-age=31536000, immutable"
"""For an address that names everything that its answer depends on."""

LIMIT: Final = 50
"""The default number of seeds in one page."""
MOST: Final = 1000
"""The highest number of seeds in one page."""

_SEED: Final = re.compile("0|[1-9][0-9]{0,19}")


@views.post("/v1/deals")
@takes_query
def post_deal() -> Response:
    """Return the deal of a request: a seed, a deck or a board, perhaps of declared rules."""
    check_query("A deal", {"include": only(NUMBERS)})
    with charged_request() as charged:
        with small_work():
            deal = load_deal_request(
                parse(charged.body), no_declaration=refusal_unless(charged.settings.accepts_declarations)
            )
        numbers = None
        if "include" in request.args:
            with reading(charged) as work:
                numbers = _numbers(deal, work)
    return WholeResponse(orjson.dumps(deal_json(deal, numbers=numbers)), content_type="application/json")


def _numbers(deal: Deal, work: Work) -> list[DealNumber]:
    """Return the numbers of a deal. Raises Problem for a game whose numbers are not found."""
    try:
        return list(numbers_of(deal, work))
    except UnknownOrderError as error:
        raise invalid([{"parameter": "include", **FieldError("no_numbers", str(error)).members()}]) from None


@views.get("/v1/deals/<variant>/<seed>")
@takes_query
def get_deal(variant: str, seed: str) -> Response:
    """Return the deal of a seed."""
    declaration = find_variant(variant)
    seed = _normalized(seed)
    checks = {
        "rules": rules_of(declaration),
        "rules_version": anything,
        "hide": only(HIDE),
        "include": only(DIFFICULTY),
    }
    check_query("A deal", checks)
    version = request.args.get("rules_version")
    check_version(declaration, version)
    deal = deal_seed(tables_for(variant, read_options(request.args.get("rules", "")), version), seed)
    difficulty = measured(deal) if "include" in request.args else None
    answer = deal_json(deal, hidden="hide" in request.args, difficulty=difficulty)
    # Grades have a version of their own, which the address does not name.
    lasting = version is not None and difficulty is None
    return cached_json(answer, IMMUTABLE if lasting else CACHE_CONTROL)


def measured(deal: Deal) -> Difficulty:
    """Return the difficulty of a deal and charge for it.

    Raises Problem if deals of the game are not graded, if all slots are taken, or without the search.
    """
    scale = scale_of(deal.tables)
    if scale is None:
        raise _not_graded(deal.tables, "include")
    account = Account()
    account.check()
    with GRADED_DEALS.taken(account.client.name):
        try:
            with HEAVY_WORK:
                return difficulty_of(deal.opening, scale)
        except SearchUnavailableError:
            raise search_unavailable(GRADES_NEED_IT) from None
        finally:
            account.add(0, GRADE_COST)
            account.settle()


@views.get("/v1/deals/<variant>")
@takes_query
def get_winnable_deals(variant: str) -> Response:
    """Return the next seeds of a table of winnable deals."""
    declaration = find_variant(variant)
    query = request.args
    if "seed" in query:
        path = f"/v1/deals/{variant}/{quote(query['seed'][:20])}"
        detail = f"A page of deals does not have a parameter 'seed'. One deal is at {path}."
        raise invalid([{"parameter": "seed", **FieldError("unknown_parameter", detail).members()}])
    check_query(
        "A page of deals",
        {
            "prospect": only(Prospect.WINNABLE),
            "difficulty": only(*Grade),
            "rules": rules_of(declaration),
            "rules_version": anything,
            "after_seed": _check_seed,
            "limit": _check_limit,
        },
    )
    if "prospect" not in query:
        detail = f"Only winnable deals are listed. Add prospect={Prospect.WINNABLE}."
        raise invalid([{"parameter": "prospect", **FieldError("missing", detail).members()}])
    version = query.get("rules_version")
    check_version(declaration, version)
    tables = tables_for(variant, read_options(query.get("rules", "")), version)
    table = _table(tables)
    limit = int(query.get("limit", LIMIT))
    grade = Grade(query[DIFFICULTY]) if DIFFICULTY in query else None
    graded = graded_seeds(tables, grade) if grade else None
    if grade and graded is None:
        raise _not_graded(tables, DIFFICULTY)
    winnable = table.seeds(int(query.get("after_seed", 0)), graded)
    seeds = [str(seed) for seed in islice(winnable, limit + 1)]
    following = None
    if len(seeds) > limit:
        next_query = {**query.to_dict(), "after_seed": seeds[limit - 1]}
        following = f"/v1/deals/{variant}?{urlencode(next_query, safe=':,')}"
    response = cached_json(winnable_deals_json(table, seeds[:limit], following, grade), CACHE_CONTROL)
    if following:
        response.headers["Link"] = f'<{following}>; rel="next"'
    return response


def _check_seed(text: str) -> Iterator[FieldError]:
    if not _SEED.fullmatch(text):
        detail = f"Expected a number of at most 20 digits, found {brief(text)}."
        yield FieldError("malformed_seed", detail)


def _check_limit(text: str) -> Iterator[FieldError]:
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(MOST)) and 1 <= int(text) <= MOST):
        detail = f"Expected a whole number from 1 to {MOST}, found {brief(text)}."
        yield FieldError("out_of_range", detail, limit=MOST)


def _normalized(seed: str) -> str:
    try:
        return normalize(seed)
    except SeedError as error:
        raise Problem(HTTPStatus.NOT_FOUND, str(error), name="unknown-seed") from None


def _not_graded(tables: CompiledRules, parameter: str) -> Problem:
    known = options_with_grades(tables.variant.id)
    hint = f"They are under rules={' and '.join(known)}." if known else "The variant is not graded."
    detail = f"Deals are not graded under these rule options. {hint}"
    return invalid([{"parameter": parameter, **FieldError("no_grades", detail).members()}])


def _table(tables: CompiledRules) -> Table:
    table = table_of(tables)
    if table:
        return table
    known = options_with_tables(tables.variant.id)
    hint = f"Tables exist for rules={' and '.join(known)}." if known else "The variant has no tables."
    detail = f"No table of winnable deals exists for these rule options. {hint}"
    raise invalid([{"parameter": "rules", **FieldError("no_table", detail).members()}])
