"""Receipts that the service signed are genuine; changed and forged ones are not."""

import hashlib
import hmac
import json
import string

import pytest
from cryptography.exceptions import InvalidSignature

from service.receipts.expectations import Expected
from service.receipts.keys import by_name, jwk_set, new_key, public_jwk
from service.receipts.receipts import NotAsExpectedError, OtherVersionError, check
from service.receipts.signed_texts import ReceiptError
from tests.forged_receipts import (
    GOLDEN,
    ORDER,
    decode,
    encode,
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


def error_of(receipt, keys=KEYS, kind=ReceiptError, **expected):
    with pytest.raises(kind) as caught:
        check(receipt, keys, Expected(**expected))
    assert type(caught.value) is kind
    return str(caught.value)


def with_parts(header=HEADER, payload=PAYLOAD, signature=SIGNATURE):
    """Return the genuine receipt with some parts replaced, its signature unchanged."""
    return f"{encode(text_of(header))}.{encode(text_of(payload))}.{signature}"


def test_content_of_a_receipt():
    content = check(RECEIPT, KEYS)
    assert {content.pop(name)[:7] for name in ("id", "deal_id", "game_id", "jti")} == {"sha256:"}
    assert content == {
        "receipt_version": "2",
        "iss": "https://referee.example",
        "sub": "Ann",
        "iat": 1_800_000_000,
        "variant": GOLDEN["variant"],
        "rules": {"redeals": "unlimited"},
        "rules_version": "1",
        "outcome": "won",
        "moves_played": len(GOLDEN["moves"]),
        "deal": {"seed": GOLDEN["seed"]},
    }


@pytest.mark.parametrize("version", ["1", "3", "", 2, None, ["2"]])
def test_receipts_of_another_version(version):
    """They are not forged: a later release may read them."""
    receipt = signed(KEY, HEADER, {**PAYLOAD, "receipt_version": version})
    found = json.dumps(version, separators=(",", ":"))
    assert error_of(receipt, kind=OtherVersionError) == (
        f"The signature is valid, but the receipt has receipt_version {found}. "
        'This program reads version "2", and the first one, which has no receipt_version.'
    )
    assert "signature" in error_of(receipt[:-5] + "AAAA" + receipt[-1])


FIRST = {
    "iss": "https://referee.example",
    "iat": 1_795_219_200,
    "subject": "Ann",
    "id": "sha256:0",
    "deal_id": "sha256:1",
    "variant": "klondike",
    "rules": {"draw": "one", "redeals": "unlimited"},
    "rules_version": "1",
    "outcome": "won",
    "moves": 131,
}
"""The members of a receipt as release 1.0.0 signed it."""


def test_receipts_of_the_first_version_stay_genuine():
    """It does not say where the cards came from, so its recipient names the deal."""
    receipt = signed(KEY, HEADER, FIRST)
    assert check(receipt, KEYS, Expected(variant="klondike", deal_id="sha256:1")) == FIRST
    assert "does not name" in differences(receipt)
    assert "has outcome 'won'; expected 'lost'" in differences(receipt, outcome="lost", own_deals=True)
    assert "no audience" in differences(receipt, audience="x", own_deals=True)
    for name in FIRST.keys() - {"subject"}:
        lacking = {other: value for other, value in FIRST.items() if other != name}
        assert name in error_of(signed(KEY, HEADER, lacking))


PROSPECT = {"prospect": "dead", "proof": {"kind": "lost"}, "prover_version": "1"}


def test_a_prospect_needs_its_proof_and_version():
    whole = signed(KEY, HEADER, {**PAYLOAD, **PROSPECT})
    assert check(whole, KEYS)["proof"] == {"kind": "lost"}
    for name in PROSPECT:
        lacking = {other: value for other, value in PROSPECT.items() if other != name}
        assert name in error_of(signed(KEY, HEADER, {**PAYLOAD, **lacking}))
        assert name in error_of(signed(KEY, HEADER, {**PAYLOAD, **PROSPECT, name: 1}))


def differences(receipt, **expected):
    return error_of(receipt, kind=NotAsExpectedError, **expected)


def test_the_audience_must_match():
    receipt = receipt_of(KEY, aud="https://board.example")
    assert check(receipt, KEYS, Expected(audience="https://board.example"))["aud"] == "https://board.example"
    assert differences(receipt) == (
        "The receipt has audience 'https://board.example'; pass --audience to accept it."
    )
    assert differences(receipt, audience="x") == (
        "The receipt has audience 'https://board.example'; expected 'x'."
    )
    assert differences(RECEIPT, audience="x") == "The receipt has no audience; expected 'x'."


def test_the_header_names_algorithm_type_and_key():
    header = parts_of(receipt_of(OTHER))[0]
    assert header == {"alg": "Ed25519", "typ": "patience-receipt+jwt", "kid": OTHER.thumbprint()}


def test_a_receipt_without_subject():
    assert "sub" not in check(receipt_of(KEY, None), KEYS)


def test_the_longest_subject():
    subject = "\U0001f0a1" * 200
    assert check(receipt_of(KEY, subject), KEYS)["sub"] == subject


def test_the_issuer_must_match_if_given():
    assert check(RECEIPT, KEYS, Expected(issuer="https://referee.example")) == PAYLOAD
    for other in ("x", ""):
        found = differences(RECEIPT, issuer=other)
        assert found == f"The receipt has issuer 'https://referee.example'; expected {other!r}."


def test_every_difference_is_named():
    assert differences(RECEIPT, issuer="x", audience="y", seed="24").count("expected") == 3


def test_cryptography_alone_verifies_a_receipt():
    """A second implementation, from the bytes of the key set."""
    verify_alone(RECEIPT, jwk_set(KEYS))
    with pytest.raises(InvalidSignature):
        verify_alone(with_parts(payload={**PAYLOAD, "moves_played": 1}), jwk_set(KEYS))


def test_a_receipt_signed_by_cryptography_alone_is_genuine():
    assert check(signed(KEY, HEADER, PAYLOAD), KEYS) == PAYLOAD


@pytest.mark.parametrize("name", PAYLOAD)
def test_a_changed_payload(name):
    assert "signature" in error_of(with_parts(payload={**PAYLOAD, name: "changed"}))
    assert "signature" in error_of(with_parts(payload={**PAYLOAD, "more": 1}))


def test_the_payload_of_another_receipt():
    other = receipt_of(KEY, "Bob")
    assert "signature" in error_of(with_parts(payload=parts_of(other)[1]))
    assert "signature" in error_of(with_parts(signature=parts_of(other)[2]))


def test_the_payload_with_other_spaces():
    assert "signature" in error_of(with_parts(payload=json.dumps(PAYLOAD, indent=1).encode()))


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"alg": "none"}, "alg 'none'; expected 'Ed25519'"),
        ({"alg": "None"}, "alg 'None'; expected 'Ed25519'"),
        ({"alg": "EdDSA"}, "alg 'EdDSA'; expected 'Ed25519'"),
        ({"alg": "Ed448"}, "alg 'Ed448'; expected 'Ed25519'"),
        ({"alg": "ed25519"}, "alg 'ed25519'; expected 'Ed25519'"),
        ({"alg": "HS256"}, "alg 'HS256'; expected 'Ed25519'"),
        ({"alg": ["Ed25519"]}, "alg ['Ed25519']; expected 'Ed25519'"),
        ({"alg": None}, "alg None; expected 'Ed25519'"),
        ({"typ": "JWT"}, "typ 'JWT'; expected 'patience-receipt+jwt'"),
        ({"typ": "PATIENCE-RECEIPT+JWT"}, "typ 'PATIENCE-RECEIPT+JWT'"),
        ({"typ": "x" * 10_000}, "typ 'xxx"),
        ({"crit": ["exp"], "exp": 1}, "Unexpected member 'crit'"),
        ({"crit": []}, "Unexpected member 'crit'"),
        ({"b64": False, "crit": ["b64"]}, "Unexpected member 'b64'"),
        ({"b64": True}, "Unexpected member 'b64'"),
        ({"jwk": public_jwk(KEY)}, "Unexpected member 'jwk'"),
        ({"jku": "https://forger.example/jwks.json"}, "Unexpected member 'jku'"),
        ({"x5u": "https://forger.example/"}, "Unexpected member 'x5u'"),
        ({"cty": "JWT"}, "Unexpected member 'cty'"),
        ({"kid": None}, "key None"),
        ({"kid": [HEADER["kid"]]}, "key ['"),
        ({"kid": HEADER["kid"][:-1]}, "Unknown key"),
        ({"kid": STRANGER.thumbprint()}, "Unknown key"),
    ],
)
def test_a_different_header(change, found):
    """It is refused even if the key itself signed it."""
    header = {**HEADER, **change}
    assert found in error_of(with_parts(header))
    assert found in error_of(signed(KEY, header, PAYLOAD))


@pytest.mark.parametrize(("name", "found"), [("alg", "alg None"), ("typ", "typ None"), ("kid", "key None")])
def test_a_header_without_a_member(name, found):
    header = {key: value for key, value in HEADER.items() if key != name}
    assert found in error_of(signed(KEY, header, PAYLOAD))


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
def test_a_header_that_is_not_an_object_with_unique_keys(header):
    assert "header is not a JSON object" in error_of(signed(KEY, header, PAYLOAD))


@pytest.mark.parametrize(
    "payload", [b"", b"null", b"[]", b"\xff", b"5", b'{"iss": "a", "iss": "b"}', b"[" * 100]
)
def test_a_payload_that_is_not_an_object_with_unique_keys(payload):
    """It is refused although the key signed it."""
    assert "payload is not a JSON object" in error_of(signed(KEY, HEADER, payload))


def test_a_payload_with_missing_or_malformed_members():
    for name in PAYLOAD.keys() - {"receipt_version", "sub", "deal"}:
        lacking = {key: value for key, value in PAYLOAD.items() if key != name}
        assert error_of(signed(KEY, HEADER, lacking)) == f"Missing or malformed in the payload: {name}."
        assert f": {name}." in error_of(signed(KEY, HEADER, {**PAYLOAD, name: [1]}))
    for name in ("sub", "aud", "ref"):
        assert f": {name}." in error_of(signed(KEY, HEADER, {**PAYLOAD, name: 7}))
    assert check(signed(KEY, HEADER, {**PAYLOAD, "added_later": 1}), KEYS)["added_later"] == 1


@pytest.mark.parametrize("name", ["iat", "moves_played"])
@pytest.mark.parametrize("value", [10**30, -(10**15), -1, 253_402_300_800, True, False, 1.5, "1", None])
def test_numbers_out_of_range(name, value):
    """The highest is the last second of the year 9999."""
    assert (
        error_of(signed(KEY, HEADER, {**PAYLOAD, name: value}))
        == f"Missing or malformed in the payload: {name}."
    )


def test_the_first_and_the_last_time():
    for second in (0, 253_402_300_799):
        assert check(signed(KEY, HEADER, {**PAYLOAD, "iat": second}), KEYS)["iat"] == second


def test_an_unknown_key():
    forged = receipt_of(STRANGER)
    assert "Unknown key" in error_of(forged)
    assert error_of(forged, {}).endswith("Known keys: none.")
    assert "signature" in error_of(signed(STRANGER, HEADER, PAYLOAD))
    assert "signature" in error_of(signed(KEY, {**HEADER, "kid": OTHER.thumbprint()}, PAYLOAD))
    assert "signature" in error_of(with_parts({**HEADER, "kid": OTHER.thumbprint()}))


def test_an_unsigned_receipt():
    header = {**HEADER, "alg": "none"}
    assert "alg 'none'" in error_of(with_parts(header, signature=""))
    assert "signature" in error_of(with_parts(signature=""))


def test_the_public_key_as_the_key_of_a_mac():
    """The classic confusion of algorithms."""
    header = {**HEADER, "alg": "HS256"}
    body = with_parts(header).rpartition(".")[0]
    for secret in (decode(public_jwk(KEY)["x"]), public_jwk(KEY)["x"].encode(), text_of(public_jwk(KEY))):
        mac = hmac.digest(secret, body.encode(), hashlib.sha256)
        assert "alg 'HS256'" in error_of(f"{body}.{encode(mac)}")


def test_a_signature_plus_the_order_of_the_group():
    """It satisfies the equation of the signature but is not canonical."""
    signature = decode(SIGNATURE)
    scalar = int.from_bytes(signature[32:], "little") + ORDER
    assert "signature" in error_of(
        with_parts(signature=encode(signature[:32] + scalar.to_bytes(32, "little")))
    )


def test_every_character_counts():
    """Also the last ones, of which base64url leaves some bits unused."""
    for index, character in enumerate(RECEIPT):
        for other in {"A", "Q", "g", "_", ".", "=", "é", chr(ord(character) ^ 1)} - {character}:
            error_of(RECEIPT[:index] + other + RECEIPT[index + 1 :])
    for part in RECEIPT.split("."):
        for other in set(string.ascii_letters) - {part[-1]}:
            error_of(RECEIPT.replace(part, part[:-1] + other))


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
def test_texts_that_are_not_receipts(text):
    assert len(error_of(text)) < 300


def test_a_receipt_with_more_or_fewer_parts():
    assert error_of("a.b") == "Expected three parts separated by dots, found 2."
    assert error_of("a.b.c.d.e").endswith("found 5.")
