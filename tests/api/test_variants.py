"""`GET /v1/variants` and the health checks."""

import json

import pytest

from patience.games import VARIANTS
from patience.kernel.loader import engine_name
from schemas.problems import URN
from service.api import root
from tests.api.described import assert_described
from tests.conftest import some_of_each_family


def test_the_list_of_variants(client):
    answer = client.get("/v1/variants").json
    assert_described(answer, "VariantList")
    variants = answer["variants"]
    assert sorted(variant["id"] for variant in variants) == sorted(VARIANTS)
    families = [variant["family"] for variant in variants]
    assert families == sorted(families)
    by_id = {variant["id"]: variant for variant in variants}
    assert by_id["rouge-et-noir-hoffmann"]["options"][0]["numbers"] == {"minimum": 0, "maximum": 99}
    assert by_id["pysolfc-double-russian"]["pysolfc"] == [466]
    assert by_id["double-russian"]["packs"] == 2
    assert by_id["double-russian"]["options"] == [
        {
            "name": "groups",
            "meaning": "What moves together: any face-up card with all cards on it, or a sequence in suit.",
            "default": "any",
            "values": ["any", "in_sequence"],
            "numbers": None,
            "changes_layout": False,
        }
    ]


@some_of_each_family
def test_variants(client, variants):
    for variant in variants:
        answer = client.get(f"/v1/variants/{variant}").json
        assert answer["rules_version"] == VARIANTS[variant].rules_version
        state = client.get(f"/v1/deals/{variant}/1").json["state"]
        numbered = [pile["pile"] for group in ("tableau", "foundations", "reserve") for pile in state[group]]
        piles = [pile["pile"] for pile in answer["piles"] if pile["pile"] not in ("S", "W")]
        assert piles == numbered, variant
        assert "game_over" in answer["reasons"], variant
        editions = [edition["version"] for edition in answer["rules_history"]]
        assert editions[-1] == answer["rules_version"], variant
        assert [*map(int, editions)] == list(range(1, len(editions) + 1)), variant


@pytest.mark.parametrize("path", ["/v1/variants", "/v1/variants/double-russian"])
def test_unchanged_variants_are_not_sent_again(client, path):
    first = client.get(path)
    assert first.headers["Cache-Control"] == "public, max-age=3600"
    etag = first.headers["ETag"]
    again = client.get(path, headers={"If-None-Match": etag})
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", etag)
    assert client.get(path, headers={"If-None-Match": '"other"'}).data == first.data


def test_an_unknown_variant(client):
    response = client.get("/v1/variants/no-such-game")
    assert (response.status_code, response.json["type"]) == (404, f"{URN}unknown-variant")
    assert "suggestion" not in response.json


@pytest.mark.parametrize(
    ("name", "suggestion"),
    [
        ("double-rusian", "double-russian"),
        ("DOUBLE RUSSIAN", "double-russian"),
        ("rouge-et-noir-hofmann", "rouge-et-noir-hoffmann"),
        ("royal_rendezvous", "royal-rendezvous"),
        ("freecel", "freecell"),
        ("windows-solitaire", "klondike"),
        ("drivel", "aces-up"),
    ],
)
def test_a_misspelt_variant_gets_a_suggestion_everywhere(client, name, suggestion):
    for path in (f"/v1/variants/{name}", f"/v1/deals/{name}/1", f"/v1/deals/{name}?prospect=winnable"):
        problem = client.get(path).json
        assert (problem["status"], problem["suggestion"]) == (404, suggestion)
        assert problem["detail"].endswith(f"Did you mean {suggestion}?")
    for path in ("replays", "prospects", "claims"):
        errors = client.post(f"/v1/{path}", json={"variant": name, "seed": 1, "moves": []}).json["errors"]
        (error,) = [error for error in errors if error["pointer"] == "/variant"]
        assert error["suggestion"] == suggestion


@pytest.mark.parametrize(
    ("name", "variant", "option"),
    [
        ("klondike-draw-three", "klondike", "draw=three"),
        ("Draw 3", "klondike", "draw=three"),
        ("klondike-turn-three", "klondike", "draw=three"),
        ("spider-one-suit", "spider", "suits=one"),
        ("2-suit-spider", "spider", "suits=two"),
        ("freecell-two-cells", "freecell", "cells=two"),
    ],
)
def test_a_name_that_includes_an_option_leads_to_both(client, name, variant, option):
    problem = client.get(f"/v1/variants/{name}").json
    assert problem["suggestion"] == variant
    assert problem["detail"].endswith(f"Did you mean {variant} with {option}?")
    (error,) = client.post("/v1/replays", json={"variant": name, "seed": 1, "moves": []}).json["errors"]
    assert error["suggestion"] == variant
    assert f"The rule option {option} makes it that game." in error["detail"]


@pytest.mark.parametrize(
    ("name", "suggestions"),
    [
        ("double-russian-solitaire", "double-russian or pysolfc-double-russian"),
        ("rouge-et-noir-solitaire", "rouge-et-noir"),
        ("hoffmann", "rouge-et-noir-hoffmann"),
        ("Red and Black", "red-and-black or rouge-et-noir-classic"),
    ],
)
def test_a_name_of_several_games_leads_to_each(client, name, suggestions):
    problem = client.get(f"/v1/variants/{name}").json
    assert problem["detail"].endswith(f"Did you mean {suggestions}?")
    (error,) = client.post("/v1/replays", json={"variant": name, "seed": 1, "moves": []}).json["errors"]
    assert error["suggestion"] == suggestions.split()[0]


def test_other_names_lead_to_a_variant(client):
    """Some names belong to several games, each of which is named."""
    owners = {}
    for variant in VARIANTS.values():
        for name in variant.names:
            owners.setdefault(name, set()).add(variant.id)
    for name, ids in owners.items():
        # A name of one game can be the id of another, as red-and-black is.
        for spelling in {name, name.lower().replace(" ", "-")} - VARIANTS.keys():
            detail = client.get(f"/v1/variants/{spelling}").json["detail"]
            assert [variant for variant in ids if variant not in detail] == [], spelling


def test_health(client):
    ready = {"status": "ready", "engine": engine_name()}
    for path, answer in (("/livez", {"status": "alive"}), ("/readyz", ready)):
        response = client.get(path)
        assert response.json == answer
        assert response.headers["Cache-Control"] == "no-store"


def test_a_referee_that_misjudges_is_not_ready(client, monkeypatch, tmp_path):
    game = json.loads(root.GOLDEN_GAME.read_bytes())
    unfinished = tmp_path / "game.json"
    unfinished.write_text(json.dumps({**game, "moves": game["moves"][:-1]}))
    monkeypatch.setattr(root, "GOLDEN_GAME", unfinished)
    response = client.get("/readyz")
    assert (response.status_code, response.content_type) == (503, "application/problem+json")
