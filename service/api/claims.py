"""``POST /v1/claims``: a claimed result in, a signed receipt out if it holds."""

from time import time

from flask import Blueprint, Response

from schemas.claims import claim_json, load_claim_request
from schemas.verdicts import verdict_json
from service import strict_json
from service.api.jwks import key_ring
from service.engine.replay import replay
from service.http.exchange import json_response, read_body, require_media_type, settings
from service.http.metrics import verdict_counter
from service.receipts import receipts
from service.receipts.claims import refute

views = Blueprint("claims", __name__)


@views.post("/v1/claims")
def post_claim() -> Response:
    """Hold a claim against its log; a refuted claim is a result, not an error."""
    require_media_type("application/json")
    asked = load_claim_request(strict_json.parse(read_body()), settings().most_moves)
    include = asked.replay.include
    verdict = replay(asked.replay.log, trace="trace" in include)
    verdict_counter()(verdict)
    refutations = refute(asked.claim, verdict)
    receipt = None
    key = key_ring().signing
    if key and not refutations:
        receipt = receipts.sign(verdict, asked.subject, key=key, issuer=settings().issuer, time=int(time()))
    return json_response(claim_json(refutations, verdict_json(verdict, include), receipt))
