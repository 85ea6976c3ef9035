"""``GET /.well-known/jwks.json``: the public keys of receipts."""

import orjson
from flask import Blueprint, Response, current_app, request

from service.http.negotiation import require_acceptable
from service.receipts.keys import KeyRing, jwk_set

views = Blueprint("jwks", __name__)

MEDIA_TYPES = ("application/jwk-set+json", "application/json")
"""That of RFC 7517 §8.5, and the one for which clients that know no better ask."""


@views.get("/.well-known/jwks.json")
def get_jwks() -> Response:
    """Every key whose receipts are genuine; none if this service signs none."""
    media_type = MEDIA_TYPES[0]
    if "Accept" in request.headers:
        media_type = request.accept_mimetypes.best_match(MEDIA_TYPES, media_type)
    require_acceptable(media_type)
    # Short, so that a key just put to use is soon known everywhere.
    headers = {"Cache-Control": "public, max-age=300", "Vary": "Accept"}
    return Response(orjson.dumps(jwk_set(key_ring().public)), headers=headers, content_type=media_type)


def key_ring() -> KeyRing:
    """The keys of the app that serves this request."""
    found: KeyRing = current_app.config["KEY_RING"]
    return found
