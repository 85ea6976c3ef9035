"""Keys and tokens: which files are accepted, and that nothing secret is ever shown."""

import json
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from joserfc.jwk import ECKey, OctKey, OKPKey, RSAKey

from service.app import create_app
from service.config import SettingError
from service.receipts.claim_tokens import Tokens
from service.receipts.keys import (
    KeyFormatError,
    KeyRing,
    as_text,
    by_name,
    jwk_set,
    new_key,
    private_jwk,
    private_key,
    public_jwk,
    public_key,
    usable_keys,
)
from service.receipts.receipts import check
from tests.forged_receipts import receipt_of, write_key, write_set

KEY = new_key()
PRIVATE = private_jwk(KEY)
PEM = Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def names(jwks):
    return [key["kid"] for key in jwks["keys"]]


def test_a_key_read_from_its_file_is_the_same_key():
    read = private_key(as_text(PRIVATE).encode())
    assert private_jwk(read) == PRIVATE
    assert read.thumbprint() == KEY.thumbprint()
    assert check(receipt_of(read), by_name([KEY]))


def test_a_public_jwk_has_only_public_members():
    assert public_jwk(KEY) == {
        "kty": "OKP",
        "crv": "Ed25519",
        "x": PRIVATE["x"],
        "use": "sig",
        "alg": "Ed25519",
        "kid": KEY.thumbprint(),
    }
    assert set(PRIVATE) - set(public_jwk(KEY)) == {"d"}


def test_the_key_and_the_thumbprint_of_rfc_8037():
    """Appendices A.1 and A.3."""
    jwk = {
        "kty": "OKP",
        "crv": "Ed25519",
        "d": "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A",
        "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
    }
    key = private_key(json.dumps(jwk).encode())
    assert key.thumbprint() == "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"


def test_a_kid_in_the_file_is_ignored():
    odd = {**PRIVATE, "kid": "mine", "use": "enc", "key_ops": 5, "alg": "none", "x5u": 1, "note": ["x"]}
    assert private_jwk(private_key(json.dumps(odd).encode())) == PRIVATE
    assert public_jwk(public_key(odd)) == public_jwk(KEY)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "not JSON"),
        (b"\xff", "not UTF-8"),
        (PEM, "not JSON"),
        (b"[]", "Expected a private JWK"),
        (b"{}", "Expected a private JWK"),
        (json.dumps(public_jwk(KEY)), "Expected a private JWK"),
        (json.dumps({"keys": [PRIVATE]}), "Expected a private JWK"),
        (json.dumps(PRIVATE)[:-1] + ', "kty": "OKP"}', "'kty' occurs twice"),
        (json.dumps({**PRIVATE, "kty": "EC"}), "found 'EC' and 'Ed25519'"),
        (json.dumps({**PRIVATE, "crv": "X25519"}), "found 'OKP' and 'X25519'"),
        (json.dumps({**PRIVATE, "crv": None}), "found 'OKP' and None"),
        (json.dumps(RSAKey.generate_key(2048).as_dict(private=True)), "found 'RSA' and None"),
        (json.dumps(OKPKey.generate_key("Ed448").as_dict(private=True)), "found 'OKP' and 'Ed448'"),
        (json.dumps({**PRIVATE, "d": PRIVATE["d"][:-2]}), "32 bytes as base64url in x and d"),
        (json.dumps({**PRIVATE, "d": f"{PRIVATE['d']}="}), "32 bytes as base64url in x and d"),
        (json.dumps({**PRIVATE, "d": None}), "32 bytes as base64url in x and d"),
        (json.dumps({**PRIVATE, "d": ["x"]}), "32 bytes as base64url in x and d"),
        (json.dumps({**PRIVATE, "d": "\u00e9"}), "32 bytes as base64url in x and d"),
        (json.dumps({**PRIVATE, "x": 5}), "32 bytes as base64url in x and d"),
        (
            json.dumps({name: PRIVATE[name] for name in ("kty", "crv", "d")}),
            "32 bytes as base64url in x and d",
        ),
        (json.dumps({**PRIVATE, "x": private_jwk(new_key())["x"]}), "x and d belong to different keys"),
    ],
    ids=range(21),
)
def test_a_malformed_key_file_stops_the_start(tmp_path, content, message):
    file = tmp_path / "key.json"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(SettingError) as caught:
        create_app({"key_file": str(file), "issuer": "https://a.example"})
    assert str(caught.value).startswith(f"REFEREE_KEY_FILE: {file} is malformed. ")
    assert message in str(caught.value)
    assert PRIVATE["d"][:20] not in str(caught.value)


@pytest.mark.parametrize("setting", ["key_file", "retired_keys_file", "claims_tokens_file"])
def test_an_unreadable_file_stops_the_start(tmp_path, monkeypatch, setting):
    with pytest.raises(SettingError, match=f"REFEREE_{setting.upper()}: Cannot read .*nix: No such file"):
        create_app({setting: str(tmp_path / "nix"), "issuer": "a"})
    monkeypatch.setenv(f"REFEREE_{setting.upper()}", str(tmp_path))
    monkeypatch.setenv("REFEREE_ISSUER", "a")
    with pytest.raises(SettingError, match=r"Cannot read .*: Is a directory"):
        create_app()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "not JSON"),
        ("[]", "Expected a JWK set"),
        ("{}", "Expected a JWK set"),
        ('{"keys": {}}', "Expected a JWK set"),
        (json.dumps(public_jwk(KEY)), "Expected a JWK set"),
        (json.dumps({"keys": [public_jwk(KEY), 5]}), "/keys/1: Expected a JWK"),
        (
            json.dumps({"keys": [ECKey.generate_key("P-256").as_dict(private=False)]}),
            "/keys/0: Expected a JWK",
        ),
        (json.dumps({"keys": [{**public_jwk(KEY), "x": "AAAA"}]}), "/keys/0: Expected 32 bytes"),
    ],
)
def test_malformed_retired_keys_stop_the_start(tmp_path, content, message):
    """Receipts of a key that is silently ignored would count as forged."""
    file = tmp_path / "retired.json"
    file.write_text(content)
    with pytest.raises(SettingError) as caught:
        create_app({"retired_keys_file": str(file)})
    assert str(caught.value).startswith(f"REFEREE_RETIRED_KEYS_FILE: {file} ")
    assert message in str(caught.value)


@pytest.mark.parametrize("setting", ["key_file", "retired_keys_file", "claims_tokens_file"])
def test_an_endless_file_is_read_up_to_a_limit(setting):
    with pytest.raises(SettingError, match="/dev/zero has more than 1000000 bytes"):
        create_app({setting: "/dev/zero", "issuer": "https://a.example"})


def test_the_signing_key_comes_first_and_no_key_twice(tmp_path):
    file = tmp_path / "key.json"
    key = write_key(file)
    old = new_key()
    retired = write_set(tmp_path / "retired.json", old, key, old)
    ring = KeyRing.load(str(file), str(retired))
    assert private_jwk(ring.signing) == private_jwk(key)
    assert names(jwk_set(ring.public)) == [key.thumbprint(), old.thumbprint()]


@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666, 0o777])
def test_files_that_others_can_write_are_refused(tmp_path, mode):
    """Their content decides which receipts are genuine."""
    writers = {"key_file": write_key, "retired_keys_file": write_set, "claims_tokens_file": Path.touch}
    for name, write in writers.items():
        file = tmp_path / name
        write(file)
        file.chmod(mode)
        with pytest.raises(SettingError) as caught:
            create_app({name: str(file), "issuer": "https://referee.example"})
        expected = f"REFEREE_{name.upper()}: Others than its owner can write {file}. Run chmod go-w on it."
        assert str(caught.value) == expected


@pytest.mark.parametrize(("mode", "warns"), [(0o600, False), (0o400, False), (0o640, True), (0o604, True)])
def test_a_warning_if_others_can_read_the_private_key(tmp_path, caplog, mode, warns):
    file = tmp_path / "key.json"
    write_key(file)
    file.chmod(mode)
    public = write_set(tmp_path / "retired.json", new_key())
    assert KeyRing.load(str(file), str(public)).signing
    warning = f"REFEREE_KEY_FILE: Others than its owner can read {file}. Run chmod go-r on it."
    assert caplog.messages == ([warning] if warns else [])


def test_without_files_there_are_no_keys():
    assert KeyRing.load("", "") == KeyRing(None, {})


def test_retired_keys_without_a_signing_key(tmp_path):
    old = new_key()
    ring = KeyRing.load("", str(write_set(tmp_path / "retired.json", old)))
    assert ring.signing is None
    assert check(receipt_of(old), ring.public)


def test_private_members_of_retired_keys_are_not_shown(tmp_path):
    file = tmp_path / "retired.json"
    file.write_text(as_text({"keys": [PRIVATE]}))
    assert jwk_set(KeyRing.load("", str(file)).public) == {"keys": [public_jwk(KEY)]}


def test_keys_of_other_kinds_are_ignored():
    others = [
        RSAKey.generate_key(2048).as_dict(private=False),
        OctKey.generate_key(256).as_dict(),
        OKPKey.generate_key("X25519").as_dict(private=False),
        {"kty": "AKP", "alg": "ML-DSA-44", "pub": "AAAA"},
        {**public_jwk(KEY), "x": "AAAA"},
        {},
        None,
    ]
    text = json.dumps({"keys": [*others, public_jwk(KEY)], "more": 1}).encode()
    assert list(usable_keys(text)) == [KEY.thumbprint()]
    assert usable_keys(b'{"keys": []}') == {}
    with pytest.raises(KeyFormatError):
        usable_keys(b"{}")


def load_tokens(tmp_path, content):
    file = tmp_path / "tokens"
    file.write_bytes(content)
    return Tokens.load(str(file))


def test_tokens_have_names(tmp_path):
    tokens = load_tokens(tmp_path, b"a 1\r\n\n  a\t2 \nb 3")
    assert [tokens.holder_of(token).name for token in (b"1", b"2", b"3")] == ["a", "a", "b"]
    assert [tokens.holder_of(token) for token in (b"", b"a", b"1\n", b"\xe9")] == [None] * 4


def test_without_a_file_claims_need_no_token():
    assert Tokens.load("") is None


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "does not contain a token"),
        (b" \n", "does not contain a token"),
        (b"a", "line 1: Expected a name and a token"),
        (b"a 1\nb 2 3", "line 2: Expected limits on requests, moves, positions after the token"),
        (b"a 1 requests=5", "line 1: Expected limits"),
        (b"a 1 request=5/second", "line 1: Expected limits"),
        (b"a 1 moves=5/second moves=6/second", "each once"),
        (b"a 1\nb 1", "line 2: The token occurs twice"),
        (b"a" * 201 + b" 1", "line 1: Expected a name and a token"),
        (b"\xff 1", "both ASCII"),
    ],
)
def test_a_malformed_token_file_stops_the_start(tmp_path, content, message):
    file = tmp_path / "tokens"
    file.write_bytes(content)
    with pytest.raises(SettingError, match=message):
        create_app({"claims_tokens_file": str(file)})
