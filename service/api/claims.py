"""``POST /v1/claims``: a claimed result in, a signed receipt out if it holds."""

from flask import Blueprint, Response

from service.api.jwks import key_ring
from service.http.exchange import read_body, require_acceptable, require_media_type, settings
from service.http.metrics import verdict_counter
from service.judge import Sign, judge_claim
from service.receipts.receipts import signer

views = Blueprint("claims", __name__)


@views.post("/v1/claims")
def post_claim() -> Response:
    """Hold a claim against its log; a refuted claim is a result, not an error."""
    require_media_type("application/json")
    require_acceptable("application/json")
    judged = judge_claim(read_body(), _sign(), settings().most_moves)
    assert judged.verdict, "a request that is rejected raises"
    verdict_counter()(judged.verdict)
    return Response(judged.answer, content_type="application/json")


def _sign() -> Sign | None:
    key = key_ring().signing
    return signer(key, settings().issuer) if key else None
