"""The keys with which anyone can check a receipt."""

from schemas.described import AnswerSchema, Described, many, string


class KeySchema(AnswerSchema):
    """The public part of a key, RFC 8037."""

    kty = Described({"type": "string", "const": "OKP"})
    crv = Described({"type": "string", "const": "Ed25519"})
    x = string("The key: 32 bytes as base64url.")
    use = Described({"type": "string", "const": "sig"})
    alg = Described({"type": "string", "const": "Ed25519"}, "As RFC 9864 names it.")
    kid = string("The key's RFC 7638 thumbprint, which a receipt's header names.")


class KeySetSchema(AnswerSchema):
    """Every key whose receipts are genuine, RFC 7517; empty if this service signs none."""

    keys = many(KeySchema, "The key that signs now comes first.")
