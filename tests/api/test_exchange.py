"""Headers of answers for browsers and caches, and compression."""

import gzip
import json

import brotli
import pytest
from backports import zstd

from service.app import create_app

GAME = {"variant": "double-russian", "seed": "1", "moves": []}
DEAL = "/v1/deals/double-russian/1"
EXPAND = {"gzip": gzip.decompress, "br": brotli.decompress, "zstd": zstd.decompress}


def app(**settings):
    return create_app({"TESTING": True, "log_level": "warning", **settings}).test_client()


@pytest.mark.parametrize("path", ["/v1/variants", "/livez", "/nothing", "/v1/replays", "/openapi.json"])
@pytest.mark.parametrize("origin", [None, "https://example.org"])
def test_every_answer_is_readable_from_any_origin_and_inert(client, path, origin):
    headers = client.get(path, headers={"Origin": origin} if origin else {}).headers
    assert headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in headers
    assert {"X-Request-Id", "RateLimit", "ETag"} <= set(headers["Access-Control-Expose-Headers"].split(", "))
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cross-Origin-Resource-Policy"] == "cross-origin"


@pytest.mark.parametrize(
    ("path", "method", "sent"),
    [
        ("/v1/replays", "POST", {"content-type", "x-request-id"}),
        ("/v1/replays/batch", "POST", {"content-type", "content-encoding"}),
        ("/v1/claims", "POST", {"content-type", "authorization"}),
        (DEAL, "GET", {"if-none-match"}),
    ],
)
def test_preflight(client, path, method, sent):
    """A browser sends this request before the page's own."""
    request_headers = {
        "Origin": "https://example.org",
        "Access-Control-Request-Method": method,
        "Access-Control-Request-Headers": ", ".join(sent),
    }
    response = client.options(path, headers=request_headers)
    assert response.status_code == 204
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert method in response.headers["Access-Control-Allow-Methods"].split(", ")
    assert sent <= set(response.headers["Access-Control-Allow-Headers"].lower().split(", "))


@pytest.mark.parametrize("coding", EXPAND)
def test_answers_are_compressed_on_request(client, coding):
    plain = client.post("/v1/replays", json=GAME)
    small = client.post("/v1/replays", json=GAME, headers={"Accept-Encoding": coding})
    assert "Content-Encoding" not in plain.headers
    assert small.headers["Content-Encoding"] == coding
    assert "Accept-Encoding" in small.headers["Vary"]
    assert len(small.data) < len(plain.data) / 2
    assert EXPAND[coding](small.data) == plain.data


def test_constant_answers_are_compressed_once_for_each_coding():
    client = app()
    compressed = client.application.extensions["compression"].cache
    for path in ("/openapi.yaml", "/v1/variants"):
        plain = client.get(path).data
        for coding, expand in EXPAND.items():
            answers = [client.get(path, headers={"Accept-Encoding": coding}).data for _ in range(2)]
            assert {expand(answer) for answer in answers} == {plain}
    assert len(compressed) == 2 * len(EXPAND)
    client.get(DEAL, headers={"Accept-Encoding": "gzip"})
    assert len(compressed) == 2 * len(EXPAND)


def test_the_script_of_the_documentation_is_compressed_once_for_each_coding():
    """A client without Brotli would cost 65 ms of CPU each time."""
    client = app()
    kept = client.application.extensions["compression"].cache
    for coding in ("gzip", "zstd"):
        client.get(f"/docs/swagger-ui-bundle.js?{coding}", headers={"Accept-Encoding": coding})
    assert len(kept) == 2


@pytest.mark.parametrize("name", ["Accept", "Accept-Encoding", "If-None-Match"])
def test_a_list_of_more_than_1000_characters_is_ignored(client, name):
    response = client.get(DEAL, headers={name: "text/x," * 150})
    assert response.status_code == 200
    assert "Content-Encoding" not in response.headers


@pytest.mark.parametrize("accept", ["identity", "gzip;q=0", "compress", ""])
def test_answers_are_not_compressed_otherwise(client, accept):
    assert "Content-Encoding" not in client.get(DEAL, headers={"Accept-Encoding": accept}).headers


@pytest.mark.parametrize("coding", EXPAND)
def test_a_streamed_answer_is_compressed_piece_by_piece(client, coding):
    body = b"\n".join([json.dumps(GAME).encode()] * 500)
    request_headers = {"content_type": "application/x-ndjson", "headers": {"Accept-Encoding": coding}}
    small = client.post("/v1/replays/batch", data=body, **request_headers)
    assert small.is_streamed
    assert "Content-Length" not in small.headers
    *answers, summary = EXPAND[coding](small.data).splitlines()
    assert len(answers) == 500
    assert json.loads(summary)["summary"]["valid"] == 500


@pytest.mark.parametrize("coding", ["identity", *EXPAND])
def test_a_compressed_deal_has_an_etag_of_its_own(client, coding):
    request_headers = {"Accept-Encoding": coding}
    tag = client.get(DEAL, headers=request_headers).headers["ETag"]
    assert (tag != client.get(DEAL).headers["ETag"]) == (coding != "identity")
    for given in (tag, f"W/{tag}", f'"other", {tag}'):
        known = client.get(DEAL, headers={**request_headers, "If-None-Match": given})
        assert (known.status_code, known.data) == (304, b"")
        assert known.headers["ETag"] == tag
        assert "Accept-Encoding" in known.headers["Vary"]
    assert client.get(DEAL, headers={**request_headers, "If-None-Match": "*"}).status_code == 304
    assert client.get(DEAL, headers={**request_headers, "If-None-Match": '"other"'}).status_code == 200
    assert client.get(f"{DEAL}1", headers={"If-None-Match": tag}).status_code == 200


def test_a_compressed_body_is_refused(client):
    body = gzip.compress(json.dumps(GAME).encode())
    sent = {"Content-Encoding": "gzip", "Content-Type": "application/json"}
    response = client.post("/v1/replays", data=body, headers=sent)
    assert response.status_code == 415
    assert response.json["detail"] == "Expected no Content-Encoding, found Content-Encoding 'gzip'."


@pytest.mark.parametrize("path", ["/", "/docs", "/rules", "/web/start.js", "/v1/variants", DEAL])
@pytest.mark.parametrize(
    "date", [f"1 Jan {'9' * 20} 0:0:0 GMT", f"1 Jan 2026 0:0:0 +{'9' * 20}", "yesterday"]
)
def test_only_an_etag_makes_a_request_conditional(client, path, date):
    answer = client.get(path, headers={"If-Modified-Since": date, "If-Range": date, "Range": "bytes=0-1"})
    assert (answer.status_code, answer.data) == (200, client.get(path).data)


@pytest.mark.parametrize("path", [DEAL, "/", "/docs", "/openapi.json", "/v1/variants"])
@pytest.mark.parametrize("header", ["If-Match", "If-Unmodified-Since"])
@pytest.mark.parametrize("value", ["*", '"x"', ',"x"', "Sat, 21 Nov 2020 09:48:42 GMT"])
@pytest.mark.parametrize("coding", ["identity", "gzip"])
def test_other_preconditions_are_ignored(client, path, header, value, coding):
    request_headers = {"Accept-Encoding": coding, header: value}
    assert client.get(path, headers=request_headers).status_code == 200
