"""The shapes of what is answered to a claim, and of the key set, for openapi.yaml."""

from marshmallow import fields, validate

from schemas.answers import Answer, VerdictSchema, nested, required
from service.claims import Flaw


class RefutationSchema(Answer):
    """One thing that speaks against a claim."""

    code = required(fields.String, validate=validate.OneOf([flaw.value for flaw in Flaw]))
    detail = required(fields.String, "The same in a sentence, with what was claimed and what was found.")


class ClaimAnswerSchema(Answer):
    """Whether a claim holds; if it does, with a receipt, which anyone can check against the key set."""

    confirmed = required(fields.Boolean, "Whether nothing speaks against the claim.")
    refutations = nested(RefutationSchema, "All that speaks against the claim.", many=True)
    replay = nested(VerdictSchema, "What really happened, as `POST /v1/replays` answers it.")
    receipt = required(
        fields.String,
        "A JWT signed with Ed25519, of type `patience-receipt+jwt`, with `iss`, `iat`, `subject`, `id`, "
        "`deal_id`, `variant`, `rules`, `rules_version`, `outcome` and `moves`. Null if the claim is refuted "
        "or this service has no key.",
        allow_none=True,
    )


class KeySchema(Answer):
    """The public part of a key, RFC 8037."""

    kty = required(fields.String, validate=validate.Equal("OKP"))
    crv = required(fields.String, validate=validate.Equal("Ed25519"))
    x = required(fields.String, "The key: 32 bytes as base64url.")
    use = required(fields.String, validate=validate.Equal("sig"))
    alg = required(fields.String, "As RFC 9864 names it.", validate=validate.Equal("Ed25519"))
    kid = required(fields.String, "The key's RFC 7638 thumbprint, which a receipt's header names.")


class KeySetSchema(Answer):
    """Every key whose receipts are genuine, RFC 7517; empty if this service signs none."""

    keys = nested(KeySchema, "The key that signs now comes first.", many=True)
