"""Rate limits: what they count, by which address, and what they report."""

import json
import re
import socket
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from time import monotonic

import pytest

from service.app import create_app
from service.config import SettingError
from tests.api.described import assert_described

POLICY = re.compile(r'"[^"]+";q=\d+;w=\d+(, "[^"]+";q=\d+;w=\d+)*')
STATE = re.compile(r'"[^"]+";r=\d+;t=\d+(, "[^"]+";r=\d+;t=\d+)*')


def app(**settings):
    return create_app({"TESTING": True, "log_level": "warning", **settings}).test_client()


def test_without_a_setting_nothing_is_limited(client):
    assert "RateLimit" not in client.get("/v1/variants").headers


def test_a_client_above_the_limit_gets_429():
    client = app(rate_limit="2 per hour")
    left = []
    for _ in range(2):
        response = client.get("/v1/variants")
        assert response.status_code == 200
        assert response.headers["RateLimit-Policy"] == '"requests-in-3600s";q=2;w=3600'
        left.append(re.fullmatch(r'"requests-in-3600s";r=(\d+);t=\d+', response.headers["RateLimit"])[1])
    assert left == ["1", "0"]
    refused = client.post("/v1/replays", data="whatever")
    assert refused.status_code == 429
    assert_described(refused.json, "Problem")
    assert refused.content_type == "application/problem+json"
    assert 1 <= int(refused.headers["Retry-After"]) <= 3600
    assert re.fullmatch(r'"requests-in-3600s";r=0;t=\d+', refused.headers["RateLimit"])


def test_several_limits():
    client = app(rate_limit="100 per day; 1 per hour")
    first, second = client.get("/v1/variants"), client.get("/v1/variants")
    for response in (first, second):
        assert POLICY.fullmatch(response.headers["RateLimit-Policy"])
        assert STATE.fullmatch(response.headers["RateLimit"])
    assert (first.status_code, second.status_code) == (200, 429)


def test_paths_and_methods_without_limit():
    client = app(rate_limit="1 per hour", metrics_token="secret")
    for path in ("/livez", "/readyz", "/openapi.json", "/metrics", "/nothing") * 2:
        assert client.get(path).status_code != 429
    for _ in range(3):
        assert client.options("/v1/replays").status_code == 204


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8::1", "2001:db8::ffff:2", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        # An IPv4 client of a service that listens on IPv6 too.
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("fe80::1%eth0", "fe80::2%eth1", True),
        ("", "no address", True),
    ],
)
def test_addresses_that_share_a_limit(first, second, same):
    client = app(rate_limit="1 per hour")
    client.get("/v1/variants", environ_overrides={"REMOTE_ADDR": first})
    response = client.get("/v1/variants", environ_overrides={"REMOTE_ADDR": second})
    assert (response.status_code == 429) is same


@pytest.mark.parametrize(("proxies", "expected"), [(0, 429), (1, 200), (2, 200)])
def test_only_trusted_proxies_forward_addresses(proxies, expected):
    client = app(rate_limit="1 per hour", trusted_proxies=proxies)
    for last in (1, 2):
        forwarded = {"X-Forwarded-For": f"198.51.100.{last}, 192.0.2.{last}"}
        status = client.get("/v1/variants", headers=forwarded).status_code
    assert status == expected


def test_the_address_from_the_trusted_proxy_counts():
    """The client itself may have written the earlier ones."""
    client = app(rate_limit="1 per hour", trusted_proxies=1)
    for last in (1, 2):
        forwarded = {"X-Forwarded-For": f"198.51.100.{last}, 192.0.2.1"}
        status = client.get("/v1/variants", headers=forwarded).status_code
    assert status == 429


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("192.0.2.1:5678", "192.0.2.1", True),
        ("192.0.2.1:5678", "192.0.2.2:5678", False),
        ("[2001:db8::1]:443", "2001:db8::2", True),
        ("[2001:db8::1]", "[2001:db8:0:1::1]", False),
        ("[::ffff:192.0.2.1]:443", "192.0.2.1", True),
        ("unknown", "_hidden", True),
        ("unknown", "192.0.2.1", False),
        ("192.0.2.01", "192.0.2.1.5", True),
        ("x" * 5000, "\xff", True),
        # Werkzeug drops an unclosed quote with all that follows: the proxy itself counts.
        ('"x, 192.0.2.1', '"x, 192.0.2.2', True),
    ],
)
def test_forwarded_addresses_that_share_a_limit(first, second, same):
    """Proxies write addresses with ports, in brackets, or other identifiers (RFC 7239 §6)."""
    client = app(rate_limit="1 per hour", trusted_proxies=1)
    assert client.get("/v1/variants", headers={"X-Forwarded-For": first}).status_code == 200
    response = client.get("/v1/variants", headers={"X-Forwarded-For": second})
    assert response.status_code == (429 if same else 200)


def test_a_client_on_a_local_socket():
    client = app(rate_limit="1 per hour")
    assert client.get("/v1/variants", environ_overrides={"REMOTE_ADDR": ""}).status_code == 200


@pytest.mark.filterwarnings("default")
def test_memory_replaces_a_storage_that_is_unreachable():
    client = app(rate_limit="1 per hour", rate_limit_storage="redis://127.0.0.1:1")
    assert client.get("/v1/variants").status_code == 200
    assert client.get("/v1/variants").status_code == 429


@pytest.fixture
def hung():
    """A Redis that accepts connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.setblocking(False)
        yield listener


def connections_to(listener):
    """Return how many connections have been made since the last call."""
    count = 0
    with suppress(BlockingIOError):
        while True:
            listener.accept()[0].close()
            count += 1
    return count


@pytest.mark.filterwarnings("default")
def test_one_request_at_a_time_tries_a_storage_that_hangs(hung):
    """Whatever the library's defaults are: redis 6 would wait for as long as Redis hangs."""
    address = f"redis://127.0.0.1:{hung.getsockname()[1]}"
    client = app(rate_limit="20 per hour", rate_limit_storage=address)
    costs = client.application.extensions["costs"]

    def statuses():
        with ThreadPoolExecutor(8) as pool:
            asked = [pool.submit(client.application.test_client().get, "/v1/variants") for _ in range(8)]
            return [future.result().status_code for future in asked]

    assert client.get("/v1/variants").status_code == 200
    assert connections_to(hung) == 1
    assert statuses() == [200] * 8
    assert connections_to(hung) == 0
    # The pause is over.
    costs.pauses.retry_at = monotonic()
    assert statuses() == [200] * 8
    assert connections_to(hung) == 1


@pytest.mark.parametrize("storage", ["nonsense://", "memcached://127.0.0.1:1", "redis://[", "/tmp"])
def test_an_unusable_storage(storage):
    with pytest.raises(SettingError, match=r"^REFEREE_RATE_LIMIT_STORAGE must be memory:// or the address"):
        app(rate_limit="1 per hour", rate_limit_storage=storage)


def test_a_storage_that_needs_an_extra(monkeypatch):
    """In `sys.modules`, None means that a package cannot be imported."""
    monkeypatch.setitem(sys.modules, "redis", None)
    with pytest.raises(SettingError) as caught:
        app(rate_limit="1 per hour", rate_limit_storage="redis://:secret@127.0.0.1:1")
    assert str(caught.value) == (
        "REFEREE_RATE_LIMIT_STORAGE=redis://… needs the extra redis: pip install 'patience-referee[redis]'."
    )


@pytest.mark.parametrize(
    "limit", ["often", "5", "0 per", "5 per fortnight", "0 per minute", "9 per day; " * 50]
)
def test_a_limit_that_cannot_be_parsed(limit):
    with pytest.raises(SettingError, match=r"REFEREE_RATE_LIMIT must be a limit such as"):
        app(rate_limit=limit)


ONE_MOVE = {"variant": "double-russian", "seed": "1", "moves": ["T1-T1"], "include": []}
NDJSON = "application/x-ndjson"


def left(response):
    """Return what is left of each limit, by name."""
    return {
        name: int(rest) for name, rest in re.findall(r'"([\w-]+)";r=(\d+)', response.headers["RateLimit"])
    }


def test_moves_are_counted_apart_from_requests():
    client = app(rate_limit="100 per hour", rate_limit_moves="30 per hour; 500 per day")
    first = client.post("/v1/replays", json={**ONE_MOVE, "moves": ["T1-T1"] * 20})
    assert first.headers["RateLimit-Policy"] == (
        '"requests-in-3600s";q=100;w=3600, "moves-in-3600s";q=30;w=3600, "moves-in-86400s";q=500;w=86400'
    )
    assert left(first) == {"requests-in-3600s": 99, "moves-in-3600s": 10, "moves-in-86400s": 480}
    # It is charged afterwards, so it may cost more than is left.
    assert client.post("/v1/replays", json={**ONE_MOVE, "moves": ["T1-T1"] * 90}).status_code == 200
    refused = client.post("/v1/replays", json=ONE_MOVE)
    assert (refused.status_code, refused.json["limit"]) == (429, 30)
    assert refused.json["type"] == "urn:patience-referee:problem:too-many-requests"
    assert refused.json["detail"].startswith("More than 30 moves in 3600 seconds")
    assert 1 <= int(refused.headers["Retry-After"]) <= 3600
    assert left(refused)["moves-in-86400s"] == 390
    assert client.get("/v1/variants").status_code == 200


def test_moves_alone_may_be_limited():
    client = app(rate_limit_moves="1 per hour")
    assert left(client.get("/v1/variants")) == {"moves-in-3600s": 1}
    assert client.post("/v1/claims", json={**ONE_MOVE, "claim": {"outcome": "won"}}).status_code == 200
    other = client.post("/v1/claims", json=ONE_MOVE, environ_overrides={"REMOTE_ADDR": "192.0.2.2"})
    assert other.status_code == 422
    assert client.post("/v1/claims", json=ONE_MOVE).status_code == 429


def test_a_stream_ends_when_its_moves_are_used_up():
    client = app(rate_limit_moves="10 per hour")
    body = b"\n".join([json.dumps(ONE_MOVE).encode()] * 2000)
    response = client.post("/v1/replays/batch", data=body, content_type=NDJSON)
    assert response.status_code == 200
    *answers, last = map(json.loads, response.data.splitlines())
    assert 10 <= len(answers) < 2000
    assert (last["line"], last["problem"]["status"]) == (len(answers) + 1, 429)
    assert client.post("/v1/replays/batch", data=body, content_type=NDJSON).status_code == 429


def test_a_stream_of_long_lines_with_short_answers_ends_too():
    """Its answers never fill a piece, so that it is refused as a whole."""
    client = app(rate_limit_moves="5000 per hour")
    line = b"[" + b"1," * 40_000 + b"1]\n"
    first = client.post("/v1/replays/batch", data=line * 2, content_type=NDJSON)
    assert json.loads(first.data.splitlines()[-1])["summary"]["rejected"] == 2
    other = {"environ_overrides": {"REMOTE_ADDR": "192.0.2.2"}}
    assert client.post("/v1/replays/batch", data=line * 10, content_type=NDJSON, **other).status_code == 429


def test_options_that_are_new_to_a_worker_cost_moves():
    client = app(rate_limit_moves="10000 per hour")
    requests = [
        {"variant": "trigon", "rules": {"redeals": 61 + n}, "seed": "1", "moves": []} for n in range(3)
    ]
    assert left(client.post("/v1/replays", json=requests[0])) == {"moves-in-3600s": 10_000 - 1010}
    assert left(client.post("/v1/replays", json=requests[0])) == {"moves-in-3600s": 8990 - 10}
    # An error after the options have been read changes nothing.
    short = {"variant": "trigon", "rules": {"redeals": 62}, "deck": ["AC"], "moves": []}
    assert left(client.post("/v1/replays", json=short)) == {"moves-in-3600s": 7970}
    body = b"\n".join(json.dumps(request).encode() for request in requests)
    client.post("/v1/replays/batch", data=body, content_type=NDJSON)
    assert left(client.get("/v1/variants")) == {"moves-in-3600s": 7970 - 1030}
    assert left(client.get("/v1/deals/trigon/1?rules=redeals:64")) == {"moves-in-3600s": 5940}
    assert left(client.get("/v1/deals/klondike/1")) == {"moves-in-3600s": 5940}


def test_a_short_stream_is_charged():
    client = app(rate_limit_moves="100 per hour")
    client.post("/v1/replays/batch", data=json.dumps(ONE_MOVE), content_type=NDJSON)
    assert left(client.get("/v1/variants")) == {"moves-in-3600s": 90}


@pytest.mark.filterwarnings("default")
def test_moves_are_counted_in_memory_without_the_storage():
    client = app(rate_limit_moves="1 per hour", rate_limit_storage="redis://127.0.0.1:1")
    assert [client.post("/v1/replays", json=ONE_MOVE).status_code for _ in range(2)] == [200, 429]


@pytest.mark.parametrize("setting", ["rate_limit_moves", "rate_limit_positions"])
def test_a_limit_of_costs_that_cannot_be_parsed(setting):
    with pytest.raises(SettingError, match=f"REFEREE_{setting.upper()} must be a limit such as"):
        app(**{setting: "often"})


def test_refused_requests_are_charged():
    client = app(rate_limit_moves="100 per hour")
    for body in ("{", {}, {**ONE_MOVE, "variant": "chess"}):
        data = body if isinstance(body, str) else json.dumps(body)
        assert client.post("/v1/replays", data=data, content_type="application/json").status_code >= 400
    assert client.post("/v1/imports", data=b"not a save").status_code == 422
    client.post("/v1/replays/batch", data="{\n{}\n", content_type=NDJSON)
    assert left(client.get("/v1/variants")) == {"moves-in-3600s": 40}


def test_long_requests_are_charged_by_their_length():
    checkpoint = {"after": 0, "piles": {"T1": ["??"] * 3}}
    long = json.dumps({**ONE_MOVE, "checkpoints": [checkpoint] * 1000})
    client = app(rate_limit_moves="100000 per hour")
    price = len(long) // 32
    assert price > 1000
    client.post("/v1/replays", data=long, content_type="application/json")
    assert left(client.get("/v1/variants")) == {"moves-in-3600s": 100_000 - price}
    client.post("/v1/prospects", data=long.replace("T1", "T99"), content_type="application/json")
    client.post("/v1/replays/batch", data=long, content_type=NDJSON)
    remaining = left(client.get("/v1/variants"))["moves-in-3600s"]
    assert 100_000 - 4 * price < remaining <= 100_000 - 3 * price


def test_proofs_in_replays_are_charged_as_positions():
    client = app(rate_limit_positions="10000 per hour")
    line = {**ONE_MOVE, "moves": [], "include": ["prospect"]}
    client.post("/v1/replays", json=line)
    client.post("/v1/replays/batch", data="\n".join([json.dumps(line)] * 3), content_type=NDJSON)
    assert left(client.get("/v1/variants")) == {"positions-in-3600s": 10_000 - 4 * 100}
