"""`GET /v1`, and `OPTIONS` of every path."""

import pytest

from service.app import create_app
from service.openapi.document import document
from tests.api.described import assert_described
from tests.forged_receipts import write_key


def test_a_service_without_a_key(client):
    response = client.get("/v1")
    service = response.json
    assert_described(service, "Service")
    assert (service["contract"], service["issuer"], service["keys"]) == ("1", None, [])
    assert service["limits"]["moves"] == 20_000
    assert "receipts" not in service["features"]
    assert {"replays", "claims", "links", "gzip_streams"} <= set(service["features"])
    again = client.get("/v1", headers={"If-None-Match": response.headers["ETag"]})
    assert again.status_code == 304


def test_a_service_that_signs(tmp_path):
    key = write_key(tmp_path / "key.json")
    (tmp_path / "tokens").write_text("board s3cret")
    client = create_app(
        {
            "key_file": str(tmp_path / "key.json"),
            "issuer": "https://a.example",
            "claims_tokens_file": str(tmp_path / "tokens"),
            "most_moves": 7,
        }
    ).test_client()
    service = client.get("/v1").json
    assert (service["issuer"], service["keys"]) == ("https://a.example", [key.thumbprint()])
    assert service["limits"]["moves"] == 7
    assert {"receipts", "claims_tokens"} <= set(service["features"])


def test_every_link_works(client):
    for name, path in client.get("/v1").json["links"].items():
        assert client.get(path).status_code == 200, name


def test_the_description_has_this_version(client):
    assert document()["info"]["version"] == client.get("/v1").json["version"]


@pytest.mark.parametrize(
    ("path", "allowed", "sent"),
    [
        ("/v1", "GET, HEAD, OPTIONS", "If-None-Match, X-Request-Id"),
        ("/v1/variants", "GET, HEAD, OPTIONS", "If-None-Match, X-Request-Id"),
        ("/v1/deals/double-russian/1", "GET, HEAD, OPTIONS", "If-None-Match, X-Request-Id"),
        ("/v1/replays", "OPTIONS, POST", "Authorization, Content-Encoding, Content-Type, X-Request-Id"),
        ("/v1/replays/batch", "OPTIONS, POST", "Authorization, Content-Encoding, Content-Type, X-Request-Id"),
        ("/v1/claims", "OPTIONS, POST", "Authorization, Content-Encoding, Content-Type, X-Request-Id"),
        ("/livez", "GET, HEAD, OPTIONS", "If-None-Match, X-Request-Id"),
    ],
)
def test_options(client, path, allowed, sent):
    response = client.options(path, headers={"Origin": "https://a.example"})
    assert (response.status_code, response.data) == (204, b"")
    assert response.headers["Allow"] == response.headers["Access-Control-Allow-Methods"] == allowed
    assert response.headers["Access-Control-Allow-Headers"] == sent
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert "Content-Type" not in response.headers
    assert "Content-Length" not in response.headers


def test_options_of_an_unknown_path(client):
    assert client.options("/v1/nothing").status_code == 404


def test_an_upgrade_is_ignored(client):
    # RFC 9110 §7.8: a server may ignore it.
    headers = {"Connection": "Upgrade", "Upgrade": "websocket"}
    assert client.get("/livez", headers=headers).json == {"status": "alive"}


def test_any_page_may_read_answers_without_credentials(client):
    for response in (client.get("/v1"), client.post("/v1/replays", data=b"{"), client.get("/v1/nothing")):
        assert response.headers["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in response.headers
        assert {"ETag", "RateLimit", "X-Request-Id"} <= set(
            response.headers["Access-Control-Expose-Headers"].split(", ")
        )
