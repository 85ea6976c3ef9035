"""`GET /v1/deals/{variant}/{seed}`: the deal of a seed."""

import pytest

from tests.api.described import assert_described

ROYAL = "/v1/deals/royal-rendezvous"


def test_deal(client):
    response = client.get(f"{ROYAL}/ms1")
    assert_described(response.json, "Deal")
    assert response.json["seed"] == "1"
    assert response.json["rules"] == {"twos": "four", "draw": "any_time"}
    assert sorted(response.json["deck"]) == sorted(
        [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"] * 2
    )
    assert response.headers["Cache-Control"] == "public, max-age=3600"
    assert response.json["state"] == client.get(f"{ROYAL}/1").json["state"]


def test_layout_option(client):
    state = client.get(f"{ROYAL}/1?rules=twos:eight").json["state"]
    assert [len(pile["cards"]) for pile in state["foundations"]] == [2] * 4 + [1] * 8
    assert len(state["stock"]) == 72


def test_hidden_cards_are_not_shown(client):
    url = "/v1/deals/rouge-et-noir/31999"
    full = client.get(url).json
    hidden = client.get(f"{url}?hide=face_down").json
    assert_described(hidden, "Deal")
    assert full.keys() - hidden.keys() == {"deck", "seed", "deal_id"}
    assert hidden["state"]["stock"] == ["??"] * 59
    assert hidden["state"]["foundations"] == full["state"]["foundations"]
    for column, shown in zip(full["state"]["tableau"], hidden["state"]["tableau"], strict=True):
        down = column["face_down"]
        assert shown == {**column, "cards": ["??"] * down + column["cards"][down:]}
    assert [column["face_down"] for column in hidden["state"]["tableau"]] == [8, 7, 6, 5, 4, 3, 2, 1, 0, 0]


def test_every_option_of_the_variant_is_a_query_parameter(client):
    deal = client.get(f"{ROYAL}/1?rules=draw:when_blocked,twos:eight").json
    assert deal["rules"] == {"twos": "eight", "draw": "when_blocked"}
    deal = client.get("/v1/deals/rouge-et-noir-hoffmann/1?rules=redeals:7").json
    assert deal["rules"] == {"redeals": 7}
    replayed = {"variant": deal["variant"], "rules": deal["rules"], "seed": "1", "moves": []}
    assert client.post("/v1/replays", json=replayed).json["deal_id"] == deal["deal_id"]
    assert client.get(f"{ROYAL}/1?rules=").json == client.get(f"{ROYAL}/1").json


def test_the_answer_of_an_address_with_a_version_never_changes(client):
    version = client.get(f"{ROYAL}/1").json["rules_version"]
    named = client.get(f"{ROYAL}/1?rules_version={version}")
    assert named.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert named.json == client.get(f"{ROYAL}/1").json
    other = client.get(f"{ROYAL}/1?rules_version=99")
    assert (other.status_code, other.content_type) == (409, "application/problem+json")
    assert other.json["type"].endswith(":rules-version-not-served")
    assert "Cache-Control" not in other.headers


def test_an_unchanged_deal_is_not_sent_again(client):
    etag = client.get(f"{ROYAL}/1").headers["ETag"]
    assert etag.startswith('"')
    for known in (etag, f'"other", {etag}', "*"):
        again = client.get(f"{ROYAL}/ms1", headers={"If-None-Match": known})
        assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", etag)
    for other in ('"other"', '""', 'W/""', '"", "a"', '"', ",", "W/"):
        assert client.get(f"{ROYAL}/1", headers={"If-None-Match": other}).status_code == 200


def test_every_deal_has_its_own_etag(client):
    urls = [
        f"{ROYAL}/1",
        f"{ROYAL}/2",
        f"{ROYAL}/1?rules=twos:eight",
        f"{ROYAL}/1?hide=face_down",
        "/v1/deals/double-russian/1",
    ]
    assert len({client.get(url).headers["ETag"] for url in urls}) == len(urls)


@pytest.mark.parametrize(
    "path",
    [
        "nothing/1",
        "royal-rendezvous/0",
        "royal-rendezvous/x",
        "royal-rendezvous/100000000000000000000",
        "royal-rendezvous/ms8589934592",
        "royal-rendezvous/%F0%9F%92%A9",
        "royal-rendezvous/1%0A",
        "%00/1",
    ],
)
def test_an_unknown_deal(client, path):
    response = client.get(f"/v1/deals/{path}")
    assert (response.status_code, response.content_type) == (404, "application/problem+json")
    assert_described(response.json, "Problem")


@pytest.mark.parametrize(
    ("query", "parameter", "detail"),
    [
        ("rules=twos:five", "rules", "twos must be four or eight, not 'five'."),
        ("rules=twos:", "rules", "'twos:' is not a rule option. Expected NAME:VALUE."),
        ("rules=groups:any", "rules", "royal-rendezvous has no option 'groups'."),
        ("rules=twos:four,twos:eight", "rules", "A rule option occurs twice."),
        ("rules=twos:four&rules=twos:eight", "rules", "Expected one value, found 2."),
        (
            "twos=eight",
            "twos",
            "does not have a parameter 'twos'. Parameters: rules, rules_version, hide, include.",
        ),
        ("hide=all", "hide", "Expected face_down, found 'all'."),
        ("x%00=1", "x\0", "does not have a parameter 'x\\x00'"),
    ],
)
def test_an_invalid_parameter(client, query, parameter, detail):
    response = client.get(f"{ROYAL}/1?{query}")
    assert response.status_code == 422
    (error,) = response.json["errors"]
    assert error["parameter"] == parameter
    assert detail in error["detail"]


def test_the_first_hundred_of_many_invalid_parameters_are_listed(client):
    errors = client.get(f"{ROYAL}/1?{'&'.join(f'x{number}=1' for number in range(300))}").json["errors"]
    assert [error["parameter"] for error in errors] == [f"x{number}" for number in range(100)]


def test_head_has_no_body(client):
    response = client.head(f"{ROYAL}/1")
    assert (response.status_code, response.data) == (200, b"")
    assert int(response.headers["Content-Length"]) > 1000
