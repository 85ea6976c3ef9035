"""Receipts: what is signed is genuine, and nothing else is."""

import hashlib
import hmac
import json
import string

import pytest
from cryptography.exceptions import InvalidSignature

from service.receipts.keys import by_name, jwk_set, new_key, public_jwk
from service.receipts.receipts import ReceiptError, check
from tests.forged_receipts import (
    GOLDEN,
    ORDER,
    decode,
    encode,
    old_receipt_of,
    parts_of,
    receipt_of,
    signed,
    text_of,
    verify_alone,
)

KEY = new_key()
OTHER = new_key()
STRANGER = new_key()
KEYS = by_name([KEY, OTHER])
RECEIPT = receipt_of(KEY)
HEADER, PAYLOAD, SIGNATURE = parts_of(RECEIPT)


def refusal(receipt, keys=KEYS, issuer=None, audience=None):
    with pytest.raises(ReceiptError) as caught:
        check(receipt, keys, issuer, audience)
    return str(caught.value)


def with_parts(header=HEADER, payload=PAYLOAD, signature=SIGNATURE):
    """The genuine receipt with some parts exchanged, its signature as it was."""
    return f"{encode(text_of(header))}.{encode(text_of(payload))}.{signature}"


def test_a_receipt_says_what_happened():
    said = check(RECEIPT, KEYS)
    assert {said.pop(name)[:7] for name in ("id", "deal_id", "game_id", "jti")} == {"sha256:"}
    assert said == {
        "receipt_version": "2",
        "iss": "https://referee.example",
        "sub": "Ann",
        "iat": 1_800_000_000,
        "variant": GOLDEN["variant"],
        "rules": {"redeals": "unlimited"},
        "rules_version": "1",
        "outcome": "won",
        "moves_played": len(GOLDEN["moves"]),
    }


def test_receipts_of_version_1_are_genuine_still():
    old = old_receipt_of(KEY)
    said = check(old, KEYS, "https://referee.example")
    assert (said["subject"], said["moves"], "receipt_version" in said) == ("Ann", len(GOLDEN["moves"]), False)
    header, _, signature = old.split(".")
    assert "signature" in refusal(f"{header}.{encode(text_of({**said, 'moves': 1}))}.{signature}")
    for name in said:
        lacking = {key: value for key, value in said.items() if key != name}
        assert refusal(signed(KEY, HEADER, lacking)) == f"The payload has no {name} as a receipt has."


@pytest.mark.parametrize("version", ["3", "", 2, None, ["2"]])
def test_receipts_of_a_version_that_is_not_known(version):
    text = refusal(signed(KEY, HEADER, {**PAYLOAD, "receipt_version": version}))
    assert text == f"The receipt is of version {version!a}, not 1 or 2."


PROSPECT = {"prospect": "dead", "proof": {"kind": "lost"}, "prover_version": "1"}


def test_a_prospect_stands_with_its_proof_or_not_at_all():
    whole = signed(KEY, HEADER, {**PAYLOAD, **PROSPECT})
    assert check(whole, KEYS)["proof"] == {"kind": "lost"}
    for name in PROSPECT:
        lacking = {other: value for other, value in PROSPECT.items() if other != name}
        assert name in refusal(signed(KEY, HEADER, {**PAYLOAD, **lacking}))
        assert name in refusal(signed(KEY, HEADER, {**PAYLOAD, **PROSPECT, name: 1}))


def test_a_receipt_for_somebody_else():
    receipt = receipt_of(KEY, aud="https://board.example")
    assert check(receipt, KEYS, audience="https://board.example")["aud"] == "https://board.example"
    assert refusal(receipt) == "The receipt is for 'https://board.example', not nobody in particular."
    assert refusal(receipt, audience="x") == "The receipt is for 'https://board.example', not 'x'."
    assert refusal(RECEIPT, audience="x") == "The receipt is for nobody in particular, not 'x'."


def test_its_header_names_algorithm_type_and_key():
    header = parts_of(receipt_of(OTHER))[0]
    assert header == {"alg": "Ed25519", "typ": "patience-receipt+jwt", "kid": OTHER.thumbprint()}


def test_a_receipt_without_subject():
    assert "sub" not in check(receipt_of(KEY, None), KEYS)


def test_the_longest_subject():
    subject = "\U0001f0a1" * 200
    assert check(receipt_of(KEY, subject), KEYS)["sub"] == subject


def test_the_issuer_is_checked_if_named():
    assert check(RECEIPT, KEYS, "https://referee.example") == PAYLOAD
    assert refusal(RECEIPT, issuer="x") == "The issuer is 'https://referee.example', not 'x'."
    assert refusal(RECEIPT, issuer="") == "The issuer is 'https://referee.example', not ''."


def test_cryptography_alone_verifies_a_receipt():
    """A second implementation, with the key set's bytes and no code of ours between."""
    verify_alone(RECEIPT, jwk_set(KEYS))
    with pytest.raises(InvalidSignature):
        verify_alone(with_parts(payload={**PAYLOAD, "moves_played": 1}), jwk_set(KEYS))


def test_a_receipt_signed_by_cryptography_alone_is_genuine():
    assert check(signed(KEY, HEADER, PAYLOAD), KEYS) == PAYLOAD


@pytest.mark.parametrize("name", PAYLOAD)
def test_changed_payload(name):
    assert "signature" in refusal(with_parts(payload={**PAYLOAD, name: "changed"}))
    assert "signature" in refusal(with_parts(payload={**PAYLOAD, "more": 1}))


def test_payload_of_another_receipt():
    other = receipt_of(KEY, "Bob")
    assert "signature" in refusal(with_parts(payload=parts_of(other)[1]))
    assert "signature" in refusal(with_parts(signature=parts_of(other)[2]))


def test_payload_written_otherwise():
    assert "signature" in refusal(with_parts(payload=json.dumps(PAYLOAD, indent=1).encode()))


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"alg": "none"}, "alg is 'none', not 'Ed25519'"),
        ({"alg": "None"}, "alg is 'None', not 'Ed25519'"),
        ({"alg": "EdDSA"}, "alg is 'EdDSA', not 'Ed25519'"),
        ({"alg": "Ed448"}, "alg is 'Ed448', not 'Ed25519'"),
        ({"alg": "ed25519"}, "alg is 'ed25519', not 'Ed25519'"),
        ({"alg": "HS256"}, "alg is 'HS256', not 'Ed25519'"),
        ({"alg": ["Ed25519"]}, "alg is ['Ed25519'], not 'Ed25519'"),
        ({"alg": None}, "alg is None, not 'Ed25519'"),
        ({"typ": "JWT"}, "typ is 'JWT', not 'patience-receipt+jwt'"),
        ({"typ": "PATIENCE-RECEIPT+JWT"}, "typ is 'PATIENCE-RECEIPT+JWT'"),
        ({"typ": "x" * 10_000}, "typ is 'xxx"),
        ({"crit": ["exp"], "exp": 1}, "no 'crit'"),
        ({"crit": []}, "no 'crit'"),
        ({"b64": False, "crit": ["b64"]}, "no 'b64'"),
        ({"b64": True}, "no 'b64'"),
        ({"jwk": public_jwk(KEY)}, "no 'jwk'"),
        ({"jku": "https://forger.example/jwks.json"}, "no 'jku'"),
        ({"x5u": "https://forger.example/"}, "no 'x5u'"),
        ({"cty": "JWT"}, "no 'cty'"),
        ({"kid": None}, "key None"),
        ({"kid": [HEADER["kid"]]}, "key ['"),
        ({"kid": HEADER["kid"][:-1]}, "is not among those given"),
        ({"kid": STRANGER.thumbprint()}, "is not among those given"),
    ],
)
def test_another_header(change, found):
    """Refused for what it is, even if the key itself signed it."""
    header = {**HEADER, **change}
    assert found in refusal(with_parts(header))
    assert found in refusal(signed(KEY, header, PAYLOAD))


@pytest.mark.parametrize(
    ("name", "found"), [("alg", "alg is None"), ("typ", "typ is None"), ("kid", "key None")]
)
def test_a_header_that_lacks_a_member(name, found):
    header = {key: value for key, value in HEADER.items() if key != name}
    assert found in refusal(signed(KEY, header, PAYLOAD))


@pytest.mark.parametrize(
    "header",
    [
        b"",
        b"null",
        b"[]",
        b'"alg typ kid b64"',
        b"{",
        b"\xff",
        b"[" * 10_000,
        json.dumps(HEADER).encode()[:-1] + b', "alg": "none"}',
        b'{"crit": [], "crit": [], ' + json.dumps(HEADER).encode()[1:],
    ],
)
def test_a_header_that_is_no_object_with_every_key_once(header):
    assert "header is not a JSON object" in refusal(signed(KEY, header, PAYLOAD))


@pytest.mark.parametrize(
    "payload", [b"", b"null", b"[]", b"\xff", b"5", b'{"iss": "a", "iss": "b"}', b"[" * 100]
)
def test_a_payload_that_is_no_object_with_every_key_once(payload):
    """Only the key's owner can make one, and has not made it here."""
    assert "payload is not a JSON object" in refusal(signed(KEY, HEADER, payload))


def test_a_payload_that_is_not_that_of_a_receipt():
    for name in PAYLOAD.keys() - {"receipt_version", "sub"}:
        lacking = {key: value for key, value in PAYLOAD.items() if key != name}
        assert refusal(signed(KEY, HEADER, lacking)) == f"The payload has no {name} as a receipt has."
        assert f"no {name} as" in refusal(signed(KEY, HEADER, {**PAYLOAD, name: [1]}))
    for name in ("sub", "aud", "ref"):
        assert f"no {name} as" in refusal(signed(KEY, HEADER, {**PAYLOAD, name: 7}))
    assert check(signed(KEY, HEADER, {**PAYLOAD, "added_later": 1}), KEYS)["added_later"] == 1


@pytest.mark.parametrize("name", ["iat", "moves_played"])
@pytest.mark.parametrize("value", [10**30, -(10**15), -1, 253_402_300_800, True, False, 1.5, "1", None])
def test_numbers_that_no_receipt_has(name, value):
    """The last second that dates can tell is that of the year 9999."""
    assert (
        refusal(signed(KEY, HEADER, {**PAYLOAD, name: value}))
        == f"The payload has no {name} as a receipt has."
    )


def test_the_first_and_the_last_second():
    for second in (0, 253_402_300_799):
        assert check(signed(KEY, HEADER, {**PAYLOAD, "iat": second}), KEYS)["iat"] == second


def test_another_key():
    forged = receipt_of(STRANGER)
    assert "is not among those given" in refusal(forged)
    assert refusal(forged, {}).endswith("those given: none.")
    assert "signature" in refusal(signed(STRANGER, HEADER, PAYLOAD))
    assert "signature" in refusal(signed(KEY, {**HEADER, "kid": OTHER.thumbprint()}, PAYLOAD))
    assert "signature" in refusal(with_parts({**HEADER, "kid": OTHER.thumbprint()}))


def test_unsigned():
    header = {**HEADER, "alg": "none"}
    assert "alg is 'none'" in refusal(with_parts(header, signature=""))
    assert "signature" in refusal(with_parts(signature=""))


def test_the_public_key_as_a_secret():
    """The old confusion: what everybody knows, used as the key of a MAC."""
    header = {**HEADER, "alg": "HS256"}
    body = with_parts(header).rpartition(".")[0]
    for secret in (decode(public_jwk(KEY)["x"]), public_jwk(KEY)["x"].encode(), text_of(public_jwk(KEY))):
        mac = hmac.digest(secret, body.encode(), hashlib.sha256)
        assert "alg is 'HS256'" in refusal(f"{body}.{encode(mac)}")


def test_a_second_signature_made_of_the_first():
    """Adding the group's order to a signature must not make another that passes."""
    signature = decode(SIGNATURE)
    scalar = int.from_bytes(signature[32:], "little") + ORDER
    assert "signature" in refusal(
        with_parts(signature=encode(signature[:32] + scalar.to_bytes(32, "little")))
    )


def test_every_character_counts():
    """Also those of whose six bits base64url leaves some unused."""
    for index, character in enumerate(RECEIPT):
        for other in {"A", "Q", "g", "_", ".", "=", "é", chr(ord(character) ^ 1)} - {character}:
            refusal(RECEIPT[:index] + other + RECEIPT[index + 1 :])
    for part in RECEIPT.split("."):
        for other in set(string.ascii_letters) - {part[-1]}:
            refusal(RECEIPT.replace(part, part[:-1] + other))


@pytest.mark.parametrize(
    "text",
    [
        "",
        ".",
        "..",
        "...",
        "receipt",
        RECEIPT + ".",
        "." + RECEIPT,
        RECEIPT + "=",
        RECEIPT + "\n",
        " " + RECEIPT,
        RECEIPT.replace(".", ".."),
        RECEIPT.replace(".", ".\n"),
        RECEIPT.replace(".", "=."),
        RECEIPT + "\udc80",
        "\udc80" + RECEIPT,
        RECEIPT.rpartition(".")[0],
        "A" * 1_000_000,
        ".".join(["A" * 1_000_000] * 3),
        f"{RECEIPT.partition('.')[0]}.{'A' * 1_000_000}.{SIGNATURE}",
        json.dumps(
            {"protected": RECEIPT.split(".")[0], "payload": RECEIPT.split(".")[1], "signature": SIGNATURE}
        ),
    ],
    ids=range(20),
)
def test_what_is_no_receipt_at_all(text):
    assert len(refusal(text)) < 300


def test_a_receipt_of_more_or_fewer_parts():
    assert refusal("a.b") == "Expected three parts with dots between them, found 2."
    assert refusal("a.b.c.d.e").endswith("found 5.")
