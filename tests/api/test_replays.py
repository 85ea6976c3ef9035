"""`POST /v1/replays`: verdicts over HTTP."""

import json

import pytest

from service.api.root import GOLDEN_GAME
from service.app import create_app
from tests.api.described import assert_described
from tests.conftest import read_games

GOLDEN = json.loads(GOLDEN_GAME.read_bytes())

GAME = {"variant": "double-russian", "seed": "1", "moves": []}


def post(client, **changes):
    return client.post("/v1/replays", json={**GAME, **changes})


def test_won_game(client):
    answer = client.post("/v1/replays", json=GOLDEN).json
    assert_described(answer, "Verdict")
    assert (answer["valid"], answer["outcome"]) == (True, "won")
    assert answer["moves_total"] == answer["moves_played"] == len(GOLDEN["moves"])
    assert [len(pile["cards"]) for pile in answer["final_state"]["foundations"]] == [13] * 8
    assert answer["final_state"]["stock"] == answer["final_state"]["waste"] == []
    assert answer["first_illegal_move"] is None
    assert answer["first_divergence"] is None
    assert answer["rules"] == {"redeals": "unlimited"}


def test_illegal_move_is_a_result(client):
    game = next(game for game in read_games("conformance/rules.jsonl.gz") if game["kind"] == "illegal")
    seed = {key: game[key] for key in ("variant", "rules", "seed", "deck", "moves") if key in game}
    response = client.post("/v1/replays", json={**seed, "include": ["final_state", "legal_moves"]})
    assert response.status_code == 200
    answer = response.json
    assert_described(answer, "Verdict")
    expected = game["expect"]
    assert answer["valid"] is False
    assert answer["first_illegal_move"]["index"] == expected["first_illegal_move"]["index"]
    assert answer["first_illegal_move"]["reason"] == expected["first_illegal_move"]["reason"]
    assert answer["first_illegal_move"]["legal_moves"] == answer["legal_moves"] == expected["legal_moves"]
    assert {**answer["final_state"], "redeals": 0} == {**expected["final_state"], "redeals": 0}


REFUSED = {"variant": "freecell", "seed": "1", "moves": ["T7-T2"]}
ENGLISH = "8♣ cannot go on 9♣ on T2: colours must alternate."
GERMAN = "8♣ passt nicht auf 9♣ auf T2: Rot und Schwarz müssen sich abwechseln."


@pytest.mark.parametrize(
    ("query", "accepted", "detail"),
    [
        ("", None, ENGLISH),
        ("", "fr, de;q=0.7, en;q=0.3", GERMAN),
        ("", "de-AT", GERMAN),
        ("", "de-CH, en;q=0.5", GERMAN),
        ("", "de;q=0, en;q=0.5", ENGLISH),
        ("", "en-GB, de;q=0.9", ENGLISH),
        ("", "fr", ENGLISH),
        ("", "*", ENGLISH),
        ("?lang=de", None, GERMAN),
        ("?lang=en", "de", ENGLISH),
    ],
)
def test_the_language_of_the_sentence(client, query, accepted, detail):
    """Only the sentence differs, and the header field that names its language."""
    headers = {} if accepted is None else {"Accept-Language": accepted}
    response = client.post(f"/v1/replays{query}", json=REFUSED, headers=headers)
    answer, usual = response.json, client.post("/v1/replays", json=REFUSED).json
    assert answer["first_illegal_move"].pop("detail") == detail
    assert usual["first_illegal_move"].pop("detail") == ENGLISH
    assert answer == usual
    assert response.headers.get("Content-Language") == ("de" if detail == GERMAN else None)


@pytest.mark.parametrize("include", [["final_state"], ["trace"]])
def test_every_engine_explains_in_german(client, include):
    """The kernel judges the first request, the readable engine the second."""
    answer = client.post("/v1/replays?lang=de", json={**REFUSED, "include": include}).json
    assert answer["first_illegal_move"]["detail"] == GERMAN


def test_a_batch_is_in_english(client):
    line = json.dumps(REFUSED).encode()
    headers = {"Accept-Language": "de", "Content-Type": "application/x-ndjson"}
    first, _ = client.post("/v1/replays/batch", data=line, headers=headers).data.splitlines()
    assert json.loads(first)["verdict"]["first_illegal_move"]["detail"] == ENGLISH


@pytest.mark.parametrize(
    ("query", "code"),
    [("lang=fr", "unknown_value"), ("lang=", "unknown_value"), ("hide=1", "unknown_parameter")],
)
def test_a_query_that_is_not_valid(client, query, code):
    response = client.post(f"/v1/replays?{query}", json=REFUSED)
    assert response.status_code == 422
    assert [error["code"] for error in response.json["errors"]] == [code]


def test_the_verdict_has_what_include_names(client):
    assert "final_state" in post(client).json
    assert {"final_state", "legal_moves", "trace"}.isdisjoint(post(client, include=[]).json)
    full = post(client, include=["trace", "legal_moves", "final_state"]).json
    assert_described(full, "Verdict")
    assert full["trace"] == []


def test_the_trace_has_every_consequence_of_a_move(client):
    """RULES §5: a card that leaves the reserve is replaced by the waste's top card, else by the stock's."""
    pack = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]
    # R1 has 3C, which goes on the lower Ace of clubs; the stock's first card is 8D.
    seed = {
        "variant": "royal-rendezvous",
        "deck": pack + pack,
        "moves": ["R1-F5", "draw", "R2-F9"],
        "include": ["trace"],
    }
    answer = client.post("/v1/replays", json=seed).json
    assert_described(answer, "Verdict")
    assert answer["trace"] == [
        {
            "move": "R1-F5",
            "moved": [{"from": "R1", "to": "F5", "cards": ["3C"]}],
            "turned_up": [],
            "filled": [{"from": "S", "to": "R1", "cards": ["8D"]}],
        },
        {
            "move": "draw",
            "moved": [{"from": "S", "to": "W", "cards": ["9D"]}],
            "turned_up": [],
            "filled": [],
        },
        {
            "move": "R2-F9",
            "moved": [{"from": "R2", "to": "F9", "cards": ["4C"]}],
            "turned_up": [],
            "filled": [{"from": "W", "to": "R2", "cards": ["9D"]}],
        },
    ]


def test_trace_ends_before_the_illegal_move(client):
    answer = client.post(
        "/v1/replays", json={**GOLDEN, "moves": ["draw", "T1-T1"], "include": ["trace"]}
    ).json
    assert [step["move"] for step in answer["trace"]] == ["draw"]


def test_first_divergence_is_the_earliest_in_the_game(client):
    checkpoints = [
        {"after": 2, "piles": {"W": []}},
        {"after": 1, "piles": {"W": ["??"], "F1": ["AC"], "F2": ["KC", "AC"]}},
        {"after": 0, "piles": {"W": []}},
    ]
    answer = client.post(
        "/v1/replays", json={**GOLDEN, "moves": ["draw"] * 3, "checkpoints": checkpoints}
    ).json
    assert_described(answer, "Verdict")
    assert answer["valid"] is True
    assert answer["moves_played"] == 3
    assert answer["first_divergence"] == {
        "after": 1,
        "piles": [{"pile": "F2", "expected": ["KC", "AC"], "found": ["AC"]}],
    }


def test_checkpoints_that_agree(client):
    checkpoints = [{"after": 3, "piles": {"W": ["??"] * 3}}, {"after": 1, "piles": {"F8": ["AS"]}}]
    answer = client.post(
        "/v1/replays", json={**GOLDEN, "moves": ["draw"] * 3, "checkpoints": checkpoints}
    ).json
    assert answer["first_divergence"] is None


def test_checkpoint_after_the_illegal_move_is_not_reached(client):
    checkpoints = [{"after": 2, "piles": {"W": ["KS"]}}]
    moves = ["draw", "redeal"]
    answer = client.post("/v1/replays", json={**GOLDEN, "moves": moves, "checkpoints": checkpoints}).json
    assert answer["first_illegal_move"]["index"] == 1
    assert answer["first_divergence"] is None


def test_a_variant_without_waste_has_an_empty_one(client):
    assert post(client, checkpoints=[{"after": 0, "piles": {"W": []}}]).json["first_divergence"] is None
    answer = post(client, checkpoints=[{"after": 0, "piles": {"W": ["KS"]}}]).json
    assert answer["first_divergence"]["piles"] == [{"pile": "W", "expected": ["KS"], "found": []}]


@pytest.mark.parametrize(("seed", "normalised"), [("ms1", "1"), (1, "1"), ("ms32000", "ms32000"), ("1", "1")])
def test_seed_is_answered_as_a_string(client, seed, normalised):
    assert post(client, seed=seed).json["seed"] == normalised


IDS = ("id", "deal_id", "game_id")


def test_equal_logs_have_equal_ids(client):
    """A seed and its deck are equal; other moves, rules or variants are not."""
    by_seed = post(client, seed="ms1").json
    deck = client.get("/v1/deals/double-russian/1").json["deck"]
    by_deck = client.post("/v1/replays", json={"variant": "double-russian", "deck": deck, "moves": []}).json
    assert by_deck["seed"] is None
    assert [by_seed[name] for name in IDS] == [by_deck[name] for name in IDS]
    others = [
        post(client, seed="2").json,
        post(client, moves=["T1-F1"]).json,
        post(client, rules={"groups": "in_sequence"}).json,
        post(client, variant="pysolfc-double-russian").json,
    ]
    assert len({by_seed["id"], *(other["id"] for other in others)}) == 5
    assert others[1]["deal_id"] == by_seed["deal_id"]


def test_twenty_thousand_moves_are_judged(client):
    """A stock with unlimited redeals can be drawn any number of times."""
    round_trip = ["draw"] * 88 + ["redeal"]
    moves = (round_trip * 300)[:20_000]
    answer = client.post("/v1/replays", json={**GOLDEN, "moves": moves, "include": []}).json
    assert (answer["valid"], answer["moves_played"]) == (True, 20_000)
    assert client.post("/v1/replays", json={**GOLDEN, "moves": [*moves, "draw"]}).status_code == 422


def test_the_limit_of_moves_is_a_setting():
    client = create_app({"most_moves": 1}).test_client()
    assert post(client, moves=["T1-F1"]).status_code == 200
    problem = post(client, moves=["T1-F1"] * 2).json
    assert problem["errors"] == [
        {
            "pointer": "/moves", "code": "too_many", "limit": 1,
            "detail": "2 moves. At most 1 are accepted in one log.",
        }
    ]  # fmt: skip


def test_a_whole_number_may_have_a_fraction_of_zero(client):
    """In JSON Schema, 1.0 is an integer."""
    log = {"variant": "rouge-et-noir-hoffmann", "seed": 10, "rules": {"redeals": 1}, "moves": ["draw"]}
    log["checkpoints"] = [{"after": 1, "piles": {}}]
    plain = json.dumps(log)
    spelt = plain.replace(": 10,", ": 1e1,").replace(": 1}", ": 1.0}").replace(": 1,", ": 10.00E-1,")
    assert spelt.count(".0") + spelt.count("1e1") == 3
    first, second = (
        client.post("/v1/replays", data=body, content_type="application/json") for body in (plain, spelt)
    )
    assert first.status_code == 200
    assert first.data == second.data


MEMBERS = [
    "id", "deal_id", "game_id", "variant", "rules", "rules_version", "seed", "valid", "outcome",
    "moves_total", "moves_played", "first_illegal_move", "first_divergence",
]  # fmt: skip


@pytest.mark.parametrize(
    "include",
    [[], ["final_state"], ["prospect", "link", "trace", "legal_moves", "final_state"]],
    ids=range(3),
)
def test_members_have_the_order_of_the_contract(client, include):
    included = [
        name for name in ("final_state", "legal_moves", "trace", "link", "prospect") if name in include
    ]
    included += ["prover_version"] * ("prospect" in include)
    assert list(json.loads(post(client, include=include, ref="7").data)) == [*MEMBERS, *included, "ref"]


@pytest.mark.parametrize("ref", ["game-4711", "", "a:b:c", "[[[[", '"\\', "♣" * 200, "\U0001f0a1" * 200])
def test_ref_is_returned_and_does_not_change_the_ids(client, ref):
    answer = post(client, ref=ref).json
    assert answer["ref"] == ref
    assert [answer[name] for name in IDS] == [post(client).json[name] for name in IDS]
    assert "ref" not in post(client).json


@pytest.mark.parametrize("ref", ["x" * 201, 7, None, ["a"]])
def test_an_invalid_ref(client, ref):
    response = post(client, ref=ref)
    assert response.status_code == 422
    assert [error["pointer"] for error in response.json["errors"]] == ["/ref"]


def test_the_version_of_the_rules_that_the_client_expects(client):
    served = post(client).json["rules_version"]
    assert post(client, rules_version=served).json == post(client).json
    for other in ("0", "99", "", "♣" * 20):
        response = post(client, rules_version=other)
        assert response.status_code == 409
        assert response.json["type"] == "urn:patience-referee:problem:rules-version-not-served"
        assert f"version '{served}'" in response.json["detail"]
        assert len(response.json["detail"]) < 250
    assert post(client, rules_version=1).status_code == 422
    assert post(client, rules_version="99", moves=["undo"]).status_code == 422


def test_a_link_opens_the_log_at_its_first_illegal_move(client):
    seen = post(client, moves=["T1-T1"], include=["link"]).json["link"]
    assert seen == "/#v=1&variant=double-russian&seed=1&rules=groups:any&n=1&moves=T1-T1&ply=1"
    deck = client.get("/v1/deals/pysolfc-double-russian/1").json["deck"]
    seed = {"variant": "pysolfc-double-russian", "deck": deck, "moves": [], "include": ["link"]}
    seed["checkpoints"] = [{"after": 0, "piles": {"T1": ["??", "AC"], "T2": []}}]
    seen = client.post("/v1/replays", json=seed).json["link"]
    assert (
        seen == f"/#v=1&variant=pysolfc-double-russian&deck={''.join(deck)}&checkpoints=0,T1:??AC,T2:&ply=0"
    )


def lucie(client, **changes):
    deck = client.get("/v1/deals/la-belle-lucie/1").json["deck"]
    request = {"variant": "la-belle-lucie", "deck": deck, "moves": ["redeal"], **changes}
    return deck, client.post("/v1/replays", json={key: value for key, value in request.items() if value})


def test_a_redeal_in_the_order_of_the_deck_deals_the_opening_again(client):
    deck, opening = lucie(client)
    _, response = lucie(client, redeal_orders=[deck])
    assert_described(response.json, "Verdict")
    assert response.json["valid"]
    assert response.json["final_state"]["tableau"] == opening.json["final_state"]["tableau"]
    assert response.json["final_state"]["redeals"] == 1


def test_a_redeal_whose_order_is_not_known_is_illegal(client):
    _, response = lucie(client)
    illegal = response.json["first_illegal_move"]
    assert (illegal["reason"], illegal["detail"]) == (
        "no_redeals_left",
        "The order after this redeal is not known: give it in redeal_orders.",
    )
    assert response.json["outcome"] == "in_progress"


def test_the_orders_of_redeals_are_part_of_the_deal(client):
    deck, _ = lucie(client)
    ids = {
        client.post("/v1/replays", json={"variant": "la-belle-lucie", "moves": [], **deal}).json["deal_id"]
        for deal in (
            {"seed": "1"},
            {"deck": deck},
            {"deck": deck, "redeal_orders": [deck]},
            {"deck": deck, "redeal_orders": [deck[::-1]]},
        )
    }
    assert len(ids) == 4


@pytest.mark.parametrize(
    ("changes", "pointer", "code"),
    [
        ({"deck": None, "seed": "1"}, "/redeal_orders", "seed_or_deck"),
        ({"redeal_orders": 5}, "/redeal_orders", "wrong_type"),
        ({"redeal_orders": [5]}, "/redeal_orders", "wrong_type"),
        ({"redeal_orders": [["AC"]]}, "/redeal_orders/0", "wrong_cards"),
        ({"redeal_orders": [["AC"]] * 100}, "/redeal_orders", "too_many"),
        ({"redeal_orders": [["XX"]]}, "/redeal_orders/0/0", "unknown_card"),
        ({"variant": "cruel"}, "/redeal_orders", "unknown_value"),
        ({"include": ["link"]}, "/include", "unknown_value"),
    ],
)
def test_wrong_orders_of_redeals(client, changes, pointer, code):
    deck = client.get("/v1/deals/la-belle-lucie/1").json["deck"]
    _, response = lucie(client, **{"redeal_orders": [deck], **changes})
    assert (pointer, code) in [(error["pointer"], error["code"]) for error in response.json["errors"]]


LENIENT = {"variant": "freecell", "seed": "1", "include": [], "lenient": True}


def test_a_malformed_move_ends_a_log_for_lenient_clients(client):
    """Column 6 of deal 1 ends with 2C 3D."""
    moves = ["T6-R1", "T6-R2", "T6 to foundation", "T1-R3", 7]
    sent = {
        **LENIENT,
        "moves": moves,
        "ref": "mine",
        "checkpoints": [{"after": 1, "piles": {}}, {"after": 4, "piles": {}}],
    }
    answer = client.post("/v1/replays", json=sent).json
    assert_described(answer, "Verdict")
    assert (answer["valid"], answer["moves_total"], answer["moves_played"]) == (False, 5, 2)
    assert (answer["first_illegal_move"], answer["ref"]) == (None, "mine")
    assert answer["first_malformed_move"]["index"] == 2
    assert answer["first_malformed_move"]["move"] == "T6 to foundation"
    assert "Expected deal, draw, redeal or SOURCE-TARGET" in answer["first_malformed_move"]["detail"]
    before = client.post("/v1/replays", json={**LENIENT, "moves": moves[:2]}).json
    assert before["first_malformed_move"] is None
    assert before["valid"]
    assert before["game_id"] == answer["game_id"]


def test_an_illegal_move_before_a_malformed_one(client):
    answer = client.post("/v1/replays", json={**LENIENT, "moves": ["T6-R1", "T6-T1", "?"]}).json
    assert answer["first_illegal_move"]["index"] == 1
    assert (answer["first_malformed_move"]["index"], answer["moves_played"]) == (2, 1)


def test_other_clients_are_told_of_every_malformed_move(client):
    strict = client.post("/v1/replays", json={**LENIENT, "lenient": False, "moves": ["?", "T6-R1", 7]})
    assert strict.status_code == 422
    assert [error["pointer"] for error in strict.json["errors"]] == ["/moves/0", "/moves/2"]
    for path, more in [("/v1/prospects", {}), ("/v1/claims", {"claim": {"outcome": "won"}})]:
        refused = client.post(path, json={**LENIENT, "moves": [], **more})
        assert [error["code"] for error in refused.json["errors"]] == ["unknown_field"]
    assert client.post("/v1/exports", json={**LENIENT, "moves": ["?"]}).status_code == 422


def test_labels_come_back_where_a_move_is_named(client):
    """Two moves are one click of the player."""
    game = {"variant": "freecell", "seed": "1", "include": ["trace"]}
    labels = ["click 1", "click 1", "click 2"]
    answer = client.post(
        "/v1/replays", json={**game, "moves": ["T6-R1", "T6-R2", "T6-T1"], "labels": labels}
    ).json
    assert_described(answer, "Verdict")
    assert [step["label"] for step in answer["trace"]] == ["click 1", "click 1"]
    assert answer["first_illegal_move"]["label"] == "click 2"
    lenient = {**game, "moves": ["T6-R1", "?", "T6-R2"], "labels": labels, "lenient": True}
    answer = client.post("/v1/replays", json=lenient).json
    assert answer["first_malformed_move"]["label"] == "click 1"
    claim = {**game, "include": [], "moves": ["T6-T1"], "labels": ["click 9"], "claim": {"outcome": "won"}}
    answer = client.post("/v1/claims", json=claim).json
    assert answer["verdict"]["first_illegal_move"]["label"] == "click 9"


@pytest.mark.parametrize("labels", [["one"], "one", ["one", 2], ["one", "x" * 61]])
def test_labels_that_do_not_fit_the_moves(client, labels):
    answer = post(client, moves=["T1-T2", "T2-T3"], labels=labels)
    assert (answer.status_code, answer.json["errors"][0]["pointer"]) == (422, "/labels")


def test_a_square_always_has_its_points(client):
    """A royal flush in the first row, in the order in which the stock gives its cards."""
    royal = ["TH", "JH", "QH", "KH", "AH"]
    others = [rank + suit for suit in "CSHD" for rank in "A23456789TJQK" if rank + suit not in royal]
    deck = [*others[:27], *royal, *others[27:]]
    moves = [f"S-T{place}" for place in range(1, 6)]
    log = {"variant": "poker-square", "deck": deck, "moves": moves}
    answer = client.post("/v1/replays", json=log).json
    assert_described(answer, "Verdict")
    assert answer["outcome"] == "in_progress"
    assert answer["score"] == {"moves": 5, "deals": 0, "draws": 0, "redeals": 0, "points": {"poker": 100}}
    fewer = client.post(
        "/v1/replays", json={"variant": "poker-square", "deck": deck, "moves": moves[:4]}
    ).json
    assert fewer["score"]["points"] == {"poker": 0}
