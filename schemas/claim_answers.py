"""The shapes of what is answered to a claim, and of the key set, for openapi.yaml."""

from schemas.answers import VerdictSchema
from schemas.described import Answer, Described, boolean, many, named, nested, string


class RefutationSchema(Answer):
    """One thing that speaks against a claim."""

    code = named("RefutationCode")
    detail = string("The same in a sentence, with what was claimed and what was found.")


class ClaimAnswerSchema(Answer):
    """Whether a claim holds; if it does, with a receipt, which anyone can check against the key set."""

    confirmed = boolean("Whether nothing speaks against the claim.")
    refutations = many(RefutationSchema, "All that speaks against the claim.")
    replay = nested(VerdictSchema, "What really happened, as `POST /v1/replays` answers it.")
    receipt = Described(
        {"type": ["string", "null"], "pattern": r"^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$"},
        "A JWT signed with Ed25519, of type `patience-receipt+jwt`, with `iss`, `iat`, `subject`, `id`, "
        "`deal_id`, `variant`, `rules`, `rules_version`, `outcome` and `moves`. Null if the claim is refuted "
        "or this service has no key.",
    )


class KeySchema(Answer):
    """The public part of a key, RFC 8037."""

    kty = Described({"type": "string", "const": "OKP"})
    crv = Described({"type": "string", "const": "Ed25519"})
    x = string("The key: 32 bytes as base64url.")
    use = Described({"type": "string", "const": "sig"})
    alg = Described({"type": "string", "const": "Ed25519"}, "As RFC 9864 names it.")
    kid = string("The key's RFC 7638 thumbprint, which a receipt's header names.")


class KeySetSchema(Answer):
    """Every key whose receipts are genuine, RFC 7517; empty if this service signs none."""

    keys = many(KeySchema, "The key that signs now comes first.")
