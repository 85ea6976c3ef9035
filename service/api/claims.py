"""``POST /v1/claims`` and ``/v1/claims/batch``: claimed results in, signed receipts out if they hold."""

from flask import Blueprint, Response, current_app

from service.api.judging import judge_body
from service.api.jwks import key_ring
from service.api.streams import stream
from service.http.negotiation import bearer_token, settings, unauthorized
from service.judging.judge import CLAIM_RESULTS, Sign, judge_claim
from service.receipts.claim_tokens import Tokens
from service.receipts.receipts import signer

views = Blueprint("claims", __name__)


@views.post("/v1/claims")
def post_claim() -> Response:
    """Hold a claim against its log; a refuted claim is a result, not an error."""
    sign = allowed_signer()
    return judge_body(lambda body, most_moves: judge_claim(body, sign, most_moves))


@views.post("/v1/claims/batch")
def post_claims() -> Response:
    """Hold a claim per line against its log."""
    sign = allowed_signer()
    most_moves = settings().most_moves
    return stream(lambda line: judge_claim(line, sign, most_moves), CLAIM_RESULTS)


def allowed_signer() -> Sign | None:
    """What signs receipts for whoever asks; None if this service has no key.

    Raises Unauthorized for a stranger, where only those with a token may claim.
    """
    tokens: Tokens | None = current_app.config["CLAIMS_TOKENS"]
    name = None
    if tokens:
        name = tokens.name_of(bearer_token())
        if name is None:
            raise unauthorized("Claims need a bearer token that this service knows.")
    key = key_ring().signing
    return signer(key, settings().issuer, name) if key else None
