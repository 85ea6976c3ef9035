"""`POST /v1/claims`, `/v1/claims/batch` and `GET /.well-known/jwks.json`: claims, receipts and their keys."""

from functools import partial

import orjson
from flask import Blueprint, Response, current_app, request

from service.api.replays import judge_body
from service.api.streams import stream
from service.config import Settings
from service.http.bearer_tokens import bearer_token, unauthorized
from service.http.daily_cache import daily_deals
from service.http.negotiation import require_acceptable
from service.http.rate_limits import Account
from service.http.tcp import is_connected
from service.http.workload import small_work
from service.judging.judgements import CLAIM_RESULTS, Judged
from service.judging.loaded_requests import Sign, judge_claim
from service.receipts.claim_tokens import Tokens
from service.receipts.keys import KeyRing, jwk_set
from service.receipts.receipts import signer
from service.receipts.ticket_desk import TicketDesk

views = Blueprint("claims", __name__)

KEY_SET_TYPES = ("application/jwk-set+json", "application/json")
"""The media type of RFC 7517 §8.5, and the one that most clients ask for."""


@views.post("/v1/claims")
def post_claim() -> Response:
    """Compare a claim with its log. A refuted claim is a result, not an error."""
    sign = authorized_signer()

    def judge_request(body: bytes, settings: Settings) -> Judged:
        with small_work():
            return judge_claim(body, sign, settings.most_moves)

    return judge_body(judge_request)


@views.post("/v1/claims/batch")
def post_claims() -> Response:
    """Compare one claim per line with its log."""
    sign, most_moves = authorized_signer(), current_app.config["SETTINGS"].most_moves
    return stream(lambda line: judge_claim(line, sign, most_moves), CLAIM_RESULTS)


@views.get("/.well-known/jwks.json")
def get_jwks() -> Response:
    """Return every key whose receipts are genuine."""
    media_type = KEY_SET_TYPES[0]
    if "Accept" in request.headers:
        media_type = request.accept_mimetypes.best_match(KEY_SET_TYPES, media_type)
    require_acceptable(media_type)
    # A short time, so that clients soon learn of a new key.
    headers = {"Cache-Control": "public, max-age=300", "Vary": "Accept"}
    return Response(orjson.dumps(jwk_set(key_ring().public)), headers=headers, content_type=media_type)


def authorized_signer() -> Sign | None:
    """Return the function that signs receipts for this client; None if the service has no key.

    Raises Unauthorized if claims need a token and the client has none.
    """
    name, key = claimant(), key_ring().signing
    issuer = current_app.config["SETTINGS"].issuer
    if key is None:
        return None
    is_wanted = partial(is_connected, request.environ)
    day_of = partial(daily_deals().day_of, account=Account(), is_wanted=is_wanted)
    desk = TicketDesk(issuer, key_ring().public, current_app.extensions["spent_tickets"])
    return signer(key, issuer, name, current_app.config["CLOCK"], day_of, desk)


def claimant() -> str | None:
    """Return the name of the token's holder; None if claims need no token. Raises Unauthorized."""
    tokens: Tokens | None = current_app.config["CLAIMS_TOKENS"]
    if tokens is None:
        return None
    holder = tokens.holder_of(bearer_token())
    if holder is None:
        raise unauthorized("Claims need a valid bearer token.")
    return holder.name


def key_ring() -> KeyRing:
    """Return the keys of this app."""
    keys: KeyRing = current_app.config["KEY_RING"]
    return keys
