"""`GET /v1/deals/{variant}?prospect=winnable`: pages of a table of winnable deals."""

import re

import pytest

from patience.search import winnable_tables as tables
from patience.search.winnable_tables import Table, TableInfo
from tests.api.described import assert_described

PAGE = "/v1/deals/rouge-et-noir-hoffmann"
WINNABLE = [1, 2, 3, 5, 8, 9, 13, 114, 200]
MADE = TableInfo("rouge-et-noir-hoffmann", {"redeals": 1}, "1", "1", 30_000, len(WINNABLE), 4, 190)


@pytest.fixture(autouse=True)
def table(tmp_path, monkeypatch):
    """Install one table, and one for an outdated version of the rules."""
    for made in (
        MADE,
        TableInfo("royal-rendezvous", {"twos": "four", "draw": "any_time"}, "0", "1", 9, 1, 0, 0),
    ):
        seeds = frozenset(WINNABLE if made is MADE else [1])
        (tmp_path / made.file).write_bytes(Table.of(made, seeds).to_bytes())
    monkeypatch.setattr(tables, "DIRECTORY", tmp_path)
    tables.shipped_tables.cache_clear()
    tables._tables_by_rules.cache_clear()
    yield
    tables.shipped_tables.cache_clear()
    tables._tables_by_rules.cache_clear()


def page(client, query="", path=PAGE):
    return client.get(f"{path}?prospect=winnable&rules=redeals:1{query}")


def test_a_page(client):
    response = page(client, "&after_seed=3&limit=4")
    assert_described(response.json, "WinnableDeals")
    following = f"{PAGE}?prospect=winnable&rules=redeals:1&after_seed=13&limit=4"
    assert response.json == {
        "rules": {"redeals": 1},
        "rules_version": "1",
        "prover_version": "1",
        "seeds": ["5", "8", "9", "13"],
        "counts": {"winnable": 9, "dead": 4, "undecided": 190, "of": 203},
        "next": following,
    }
    assert response.headers["Link"] == f'<{following}>; rel="next"'
    assert response.headers["Cache-Control"] == "public, max-age=3600"
    again = client.get(response.request.full_path, headers={"If-None-Match": response.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize("limit", ["", "&limit=1", "&limit=3", "&limit=9", "&limit=1000"])
def test_the_pages_together_are_the_table(client, limit):
    response, found = page(client, limit), []
    while True:
        found += response.json["seeds"]
        if response.json["next"] is None:
            break
        response = client.get(response.json["next"])
    assert found == [str(seed) for seed in WINNABLE]
    assert "Link" not in response.headers


@pytest.mark.parametrize(
    ("after", "expected"), [("0", ["1"]), ("13", ["114"]), ("200", []), ("99999999999999999999", [])]
)
def test_after_a_seed(client, after, expected):
    response = page(client, f"&after_seed={after}&limit=1")
    assert response.json["seeds"] == expected
    assert (response.json["next"] is None) is (after in {"200", "9" * 20})


def test_the_version_of_the_rules(client):
    assert page(client, "&rules_version=1&limit=1").json["next"].count("rules_version=1") == 1
    assert page(client, "&rules_version=9").status_code == 409


@pytest.mark.parametrize(
    ("query", "parameter", "code"),
    [
        ("", "prospect", "missing"),
        ("?seed=7", "seed", "unknown_parameter"),
        ("?rules=redeals:1", "prospect", "missing"),
        ("?prospect=dead&rules=redeals:1", "prospect", "unknown_value"),
        ("?prospect=winnable", "rules", "no_table"),
        ("?prospect=winnable&rules=redeals:2", "rules", "no_table"),
        ("?prospect=winnable&rules=twos:four", "rules", "unknown_option"),
        ("?prospect=winnable&rules=redeals", "rules", "unknown_value"),
        ("?prospect=winnable&rules=redeals:1&limit=0", "limit", "out_of_range"),
        ("?prospect=winnable&rules=redeals:1&limit=1001", "limit", "out_of_range"),
        ("?prospect=winnable&rules=redeals:1&limit=-1", "limit", "out_of_range"),
        ("?prospect=winnable&rules=redeals:1&limit=ten", "limit", "out_of_range"),
        ("?prospect=winnable&rules=redeals:1&limit=", "limit", "out_of_range"),
        ("?prospect=winnable&rules=redeals:1&limit=²", "limit", "out_of_range"),
        ("?prospect=winnable&rules=redeals:1&after_seed=ms5", "after_seed", "malformed_seed"),
        ("?prospect=winnable&rules=redeals:1&after_seed=007", "after_seed", "malformed_seed"),
        ("?prospect=winnable&rules=redeals:1&after_seed=1" + 20 * "0", "after_seed", "malformed_seed"),
        ("?prospect=winnable&rules=redeals:1&page=2", "page", "unknown_parameter"),
        ("?prospect=winnable&prospect=winnable&rules=redeals:1", "prospect", "given_twice"),
    ],
)
def test_an_invalid_page(client, query, parameter, code):
    response = client.get(f"{PAGE}{query}")
    assert response.status_code == 422
    (error,) = response.json["errors"]
    assert (error["parameter"], error["code"]) == (parameter, code)


def test_rules_without_a_table(client):
    detail = client.get(f"{PAGE}?prospect=winnable").json["detail"]
    assert re.search(r"Tables exist for rules=redeals:1\.$", detail)
    detail = client.get("/v1/deals/spider?prospect=winnable").json["detail"]
    assert re.search(r"The variant has no tables\.$", detail)


def test_a_table_of_another_version_is_ignored(client):
    """Its deals may not be winnable under the current rules."""
    assert client.get("/v1/deals/royal-rendezvous?prospect=winnable").status_code == 422


def test_an_unknown_variant(client):
    response = client.get("/v1/deals/no-such-game?prospect=winnable")
    assert (response.status_code, response.json["type"].rpartition(":")[2]) == (404, "unknown-variant")
