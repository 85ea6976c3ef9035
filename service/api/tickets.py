"""`POST /v1/tickets` and `GET /v1/tickets/draws/{date}`: tickets, and the secrets that draw their deals."""

from http import HTTPStatus
from secrets import token_hex
from typing import Any

import orjson
from flask import Blueprint, Response, current_app

from patience.play.dealing import deal_seed
from patience.play.position_text import game_name
from patience.search.daily_deals import status_of
from schemas.limits import LAST_SECOND
from schemas.problems import Problem, no_tickets
from schemas.strict_json import parse
from schemas.ticket import (
    TicketRequest,
    draw_json,
    draw_secret_json,
    load_ticket_request,
    not_after_error,
    ticket_json,
)
from service.api.claims import claimant, key_ring
from service.api.daily import LONGEST_CACHE, date_in_range
from service.http.charged_request import charged_request
from service.http.daily_cache import daily_deals
from service.http.negotiation import WholeResponse, cached_json
from service.http.workload import small_work
from service.receipts.signed_texts import sign_text
from service.receipts.ticket_desk import TYPE, draw, secret_of, ticket_members

views = Blueprint("tickets", __name__)


@views.post("/v1/tickets")
def post_ticket() -> Response:
    """Issue a ticket to the holder of a claims token."""
    name, key = claimant(), key_ring().signing
    if name is None or key is None:
        raise no_tickets()
    with charged_request() as charged, small_work():
        request = load_ticket_request(parse(charged.body))
        now = current_app.config["CLOCK"]()
        if not now < request.not_after <= LAST_SECOND:
            raise not_after_error(f"Expected a time after {int(now)}, now; found {request.not_after}.")
        seed, drawn = _seed(request)
        deal = deal_seed(request.tables, seed)
        payload = {
            "iss": charged.settings.issuer,
            "aud": request.audience or name,
            **({"sub": request.subject} if request.subject else {}),
            **ticket_members(deal, now, request.not_after),
            **drawn,
        }
        answer = ticket_json(sign_text(payload, key, TYPE), payload, deal)
    return WholeResponse(orjson.dumps(answer), content_type="application/json")


def _seed(request: TicketRequest) -> tuple[str, dict[str, Any]]:
    """Return the seed of a request, and how it was drawn. Raises Problem if no such deal is listed."""
    if request.choose is None:
        assert request.seed is not None
        return request.seed, {}
    date, nonce = daily_deals().today(), request.nonce or token_hex(16)
    secret = secret_of(daily_deals().key(), date)
    seed = draw(request.tables, request.choose, nonce, secret)
    if seed is None:
        detail = f"No deals of {game_name(request.tables)} are listed as {request.choose}."
        raise Problem(HTTPStatus.NOT_FOUND, detail, name="no-such-deal")
    return seed, {"draw": draw_json(date, request.choose, nonce, secret)}


@views.get("/v1/tickets/draws/<date>")
def get_draws(date: str) -> Response:
    """Return the commitment to the draws of a day, and the secret of a day that is over."""
    day, days = date_in_range(date), daily_deals()
    answer = draw_secret_json(day, secret_of(days.key(), day), status_of(day, days.today()))
    return cached_json(answer, f"public, max-age={min(LONGEST_CACHE, days.seconds_left())}")
