"""`GET /.well-known/jwks.json`: the public members of the keys."""

import pytest

from service.app import create_app
from service.receipts.keys import ALGORITHM, new_key
from tests.api.described import assert_described
from tests.forged_receipts import write_key, write_set

JWKS = "/.well-known/jwks.json"


@pytest.fixture
def key_file(tmp_path):
    file = tmp_path / "key.json"
    write_key(file)
    return str(file)


def test_the_key_set_has_public_members_only(tmp_path, key_file):
    retired = write_set(tmp_path / "retired.json", new_key(), new_key())
    client = create_app(
        {"key_file": key_file, "issuer": "https://a.example", "retired_keys_file": str(retired)}
    ).test_client()
    answer = client.get(JWKS)
    assert_described(answer.json, "KeySet")
    assert len(answer.json["keys"]) == 3
    for key in answer.json["keys"]:
        assert_described(key, "Key")
        assert set(key) == {"kty", "crv", "x", "use", "alg", "kid"}
        assert key["alg"] == ALGORITHM
    assert answer.headers["Cache-Control"] == "public, max-age=300"
    assert "Accept" in answer.headers["Vary"].split(", ")


@pytest.mark.parametrize(
    ("accept", "answered"),
    [
        (None, "application/jwk-set+json"),
        ("*/*", "application/jwk-set+json"),
        ("application/jwk-set+json", "application/jwk-set+json"),
        ("application/json", "application/json"),
        ("application/json, */*;q=0.1", "application/json"),
        ("application/jwk-set+json;q=0, */*", "application/json"),
        ("text/html", None),
        ("application/json;q=0, application/jwk-set+json;q=0, */*", None),
    ],
)
def test_the_media_type_of_the_key_set(key_file, accept, answered):
    client = create_app({"key_file": key_file, "issuer": "https://a.example"}).test_client()
    response = client.get(JWKS, headers={"Accept": accept} if accept else {})
    if answered is None:
        assert (response.status_code, response.content_type) == (406, "application/problem+json")
        return
    assert (response.status_code, response.content_type) == (200, answered)
    assert len(response.json["keys"]) == 1
