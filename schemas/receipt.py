"""Receipts: what they say, and the keys with which anyone can check them."""

from schemas.prospect import ProofSchema
from schemas.response_fields import AnswerSchema, count, many, named, nested, string


class KeySchema(AnswerSchema):
    """The public part of a key, RFC 8037."""

    kty = string("Pass over keys of other kinds.", examples=["OKP"])
    crv = string(examples=["Ed25519"])
    x = string("The key: 32 bytes as base64url.")
    use = string(examples=["sig"])
    alg = string("As RFC 9864 names it.", examples=["Ed25519"])
    kid = string("The key's RFC 7638 thumbprint, which a receipt's header names.")


class KeySetSchema(AnswerSchema):
    """Every key whose receipts are genuine, RFC 7517; empty if this service signs none."""

    keys = many(KeySchema, "The key that signs now comes first.")


class ReceiptPayloadSchema(AnswerSchema):
    """What a receipt says; those of version 1 lack `receipt_version` and say `subject` and `moves`."""

    receipt_version = string(examples=["2"])
    iss = string("Who signed it.")
    aud = string("Whom it is for, if the claim said so: whoever is somebody else refuses it.", required=False)
    sub = string("Whose claim it is, if the claim said so; nobody has checked that.", required=False)
    ref = string("The client's own name for the log, if the claim had one.", required=False)
    iat = count("When it was signed, in seconds of the epoch.")
    jti = named(
        "Hash",
        "The SHA-256 of the other members but `iat`, as JSON with sorted keys, without spaces, in UTF-8: "
        "asking again gives the same.",
    )
    id = named("Hash", "As the verdict's.")
    deal_id = named("Hash", "As the verdict's.")
    game_id = named("Hash", "As the verdict's: who has seen it has seen the game.")
    variant = string("The variant's id.")
    rules = named("SettledRules")
    rules_version = string("The version of the variant's rules that judged.")
    outcome = named("Outcome")
    moves_played = count("The length of the game.")
    prospect = named("Prospect", "If a prospect was claimed, as the next two: the verdict's.", required=False)
    proof = nested(ProofSchema, required=False)
    prover_version = string("The version of what can be proved.", required=False)
