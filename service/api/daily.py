"""`GET /v1/daily/{variant}` and `/v1/daily/{variant}/{date}`: the deal of the day."""

from datetime import date as Date  # noqa: N812 - a type
from datetime import timedelta
from functools import partial
from http import HTTPStatus
from re import ASCII, fullmatch
from typing import Any

from flask import Blueprint, Response, request

from patience.compilation.compiled_rules import CompiledRules, tables_for
from patience.play.dealing import deal_seed
from patience.play.position_text import game_name
from patience.search.daily_deals import (
    DAYS_AHEAD,
    DAYS_BACK,
    LEAST_SHARE,
    Status,
    scale_for_days,
    status_of,
)
from patience.search.difficulty import scale_of
from patience.search.winnable_tables import table_of
from schemas.daily_deal import coming_json, daily_json
from schemas.problems import Problem
from schemas.rule_options import read_options
from schemas.variant_description import find_variant
from service.api.queries import check_query, rules_of, takes_query
from service.http.daily_cache import daily_deals
from service.http.negotiation import cached_json
from service.http.rate_limits import Account
from service.http.tcp import is_connected

views = Blueprint("daily", __name__)

LONGEST_CACHE = 3600


@views.get("/v1/daily/<variant>")
@takes_query
def get_daily(variant: str) -> Response:
    """Return the deal of today, and the commitments to the deals of the coming days."""
    tables = _game(variant)
    days = daily_deals()
    today = days.today()
    answer = _answer(tables, today)
    dates = (today + timedelta(number) for number in range(1, DAYS_AHEAD + 1))
    answer["coming"] = [coming_json(date, days.secret(tables, date)) for date in dates]
    return _cached(answer)


@views.get("/v1/daily/<variant>/<date>")
@takes_query
def get_daily_of(variant: str, date: str) -> Response:
    """Return the deal of a day that has begun, and the secret of one that is over."""
    return _cached(_answer(_game(variant), date_in_range(date)))


def _game(variant: str) -> CompiledRules:
    """Return the game of an address. Raises Problem if its options are wrong, or have no daily deals."""
    declaration = find_variant(variant)
    check_query("A daily deal", {"rules": rules_of(declaration)})
    tables = tables_for(variant, read_options(request.args.get("rules", "")))
    if scale_for_days(tables) is None:
        raise _no_daily_deals(tables)
    return tables


def _answer(tables: CompiledRules, date: Date) -> dict[str, Any]:
    days = daily_deals()
    secret, status = days.secret(tables, date), status_of(date, days.today())
    if status is Status.COMING:
        return daily_json(tables, date, secret, status)
    choice = days.choice(tables, date, Account(), partial(is_connected, request.environ))
    if choice is None:
        detail = f"{game_name(tables)} has no deal on {date}: no candidate was proven winnable."
        raise Problem(HTTPStatus.NOT_FOUND, detail, name="no-daily-deal")
    deal = deal_seed(tables, choice.seed)
    return daily_json(tables, date, secret, status, choice, deal)


def _no_daily_deals(tables: CompiledRules) -> Problem:
    """Build the problem of a game without daily deals, which says why there are none."""
    table = table_of(tables)
    if scale_of(tables) is None or table is None:
        reason = "its deals are not graded"
    else:
        share = f"{table.made.winnable:,} of {table.made.of:,} listed deals"
        reason = f"{share} are proven winnable, less than {LEAST_SHARE:.0%}"
    detail = f"{game_name(tables)} has no daily deals: {reason}."
    return Problem(HTTPStatus.NOT_FOUND, detail, name="no-daily-deal")


def date_in_range(text: str) -> Date:
    """Return the date of an address. Raises Problem if it is malformed or out of range."""
    today = daily_deals().today()
    first, last = today - timedelta(DAYS_BACK), today + timedelta(DAYS_AHEAD)
    try:
        date = Date.fromisoformat(text) if fullmatch(r"\d{4}-\d\d-\d\d", text, ASCII) else None
    except ValueError:
        date = None
    if date is None or not first <= date <= last:
        detail = f"Daily deals have dates from {first} to {last} (UTC), as YYYY-MM-DD."
        raise Problem(HTTPStatus.NOT_FOUND, detail, name="unknown-date")
    return date


def _cached(answer: dict[str, Any]) -> Response:
    """Answer until the next day begins at most, because every answer may change then."""
    return cached_json(answer, f"public, max-age={min(LONGEST_CACHE, daily_deals().seconds_left())}")
