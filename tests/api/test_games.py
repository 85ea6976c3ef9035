"""Games of other kinds over HTTP: one pack, cells, a base set by the deal, deep reserves, printed suits."""

import pytest

PACK = [rank + suit for suit in "CSHD" for rank in "A23456789TJQK"]

# Microsoft's game 1, as every FreeCell program deals it: rows from left to right.
FREECELL_1 = """
    JD 2D 9H JC 5D 7H 7C 5H
    KD KC 9S 5S AD QC KH 3H
    2S KS 9D QD JS AS AH 3C
    4C 5C TS QH 4H AC 4D 7S
    3S TD 4S TH 8H 2C JH 7D
    6D 8S 8D QS 6C 3D 8C TC
    6S 9C 2H 6H
"""


def replay(client, variant, **members):
    return client.post("/v1/replays", json={"variant": variant, "moves": [], **members})


def illegal(client, variant, *moves):
    return replay(client, variant, seed="1", moves=moves).json["first_illegal_move"]


def errors(client, variant, **members):
    response = replay(client, variant, **members)
    assert response.status_code == 422, response.json
    return response.json["errors"]


def test_freecell_deals_microsofts_game_1(client):
    rows = [line.split() for line in FREECELL_1.split("\n") if line.strip()]
    columns = [[row[place] for row in rows if place < len(row)] for place in range(8)]
    state = client.get("/v1/deals/freecell/1").json["state"]
    assert [column["cards"] for column in state["tableau"]] == columns
    assert state["reserve"] == [{"pile": f"R{number}", "cards": []} for number in range(1, 5)]
    assert (state["stock"], state["waste"]) == ([], [])
    assert "base_rank" not in state


def test_a_cell_takes_one_card(client):
    state = replay(client, "freecell", seed="1", moves=["T1-R2"]).json["final_state"]
    assert state["reserve"][1] == {"pile": "R2", "cards": ["6S"]}
    move = illegal(client, "freecell", "T1-R2", "T2-R2")
    assert (move["index"], move["reason"]) == (1, "cell_occupied")
    assert "T2-R1" in move["legal_moves"]
    assert "T2-R2" not in move["legal_moves"]


def test_a_group_needs_empty_cells(client):
    """7D and 6S go onto 8C together with one empty cell, and not without."""
    moves = ["T8-R1", "T1-T8", "T2-R2", "T3-R3"]
    assert illegal(client, "freecell", *moves, "T8-T7x2") is None
    move = illegal(client, "freecell", *moves, "T4-R4", "T8-T7x2")
    assert move["reason"] == "too_many_cards"


def test_a_cell_that_does_not_exist(client):
    assert illegal(client, "freecell", "T1-R5")["reason"] == "unknown_pile"
    assert illegal(client, "freecell", "R5-T1")["reason"] == "unknown_pile"
    checkpoint = {"after": 0, "piles": {"R5": []}}
    (error,) = errors(client, "freecell", seed="1", checkpoints=[checkpoint])
    assert (error["pointer"], error["code"]) == ("/checkpoints/0/piles/R5", "unknown_pile")
    assert "R1, R2, R3, R4." in error["detail"]


@pytest.mark.parametrize(
    ("variant", "rules", "deck", "detail"),
    [
        ("klondike", {}, PACK * 2, "klondike has 52 cards, 1 pack of 52. 52 surplus: AC "),
        ("klondike", {}, PACK[1:], "klondike has 52 cards, 1 pack of 52. 1 missing: AC."),
        ("spider", {}, PACK, "spider has 104 cards, 2 packs of 52. 52 missing: AC "),
        ("spider", {"suits": "one"}, PACK * 2, "2 packs of 52, all in the suits C. 78 missing: AC "),
        ("triple-klondike", {}, PACK * 2, "triple-klondike has 156 cards, 3 packs of 52. 52 missing: AC "),
    ],
)
def test_a_deck_of_other_packs(client, variant, rules, deck, detail):
    first, *_ = errors(client, variant, rules=rules, deck=deck)
    assert (first["pointer"], first["code"]) == ("/deck", "wrong_cards")
    assert detail in first["detail"]


def test_the_decks_of_other_packs(client):
    """Each is dealt; the deck of a deal deals the same board again."""
    for variant, rules in (("klondike", {}), ("spider", {"suits": "two"}), ("triple-klondike", {})):
        query = ",".join(f"{name}:{value}" for name, value in rules.items())
        deal = client.get(f"/v1/deals/{variant}/7", query_string={"rules": query} if query else {}).json
        verdict = replay(client, variant, rules=rules, deck=deal["deck"]).json
        assert verdict["final_state"] == deal["state"]
        assert verdict["deal_id"] == deal["deal_id"]
    assert set(PACK) == set(client.get("/v1/deals/klondike/7").json["deck"])


def test_an_option_out_of_range_names_the_values_of_the_game(client):
    (error,) = errors(client, "klondike", seed="1", rules={"draw": "two"})
    assert (error["pointer"], error["code"]) == ("/rules/draw", "unknown_value")
    assert "one or three" in error["detail"]
    (error,) = errors(client, "klondike", seed="1", rules={"redeals": 100})
    assert "0 to 99" in error["detail"]
    (error,) = errors(client, "freecell", seed="1", rules={"draw": "three"})
    assert error["code"] == "unknown_option"


def test_a_base_set_by_the_deal(client):
    """Canfield deals the base card first (RULES, Canfield)."""
    deal = client.get("/v1/deals/canfield/1").json
    base = deal["deck"][0][0]
    assert (deal["base_rank"], deal["state"]["base_rank"]) == (base, base)
    foundations = [card for pile in deal["state"]["foundations"] for card in pile["cards"]]
    assert foundations == deal["deck"][:1]
    assert replay(client, "canfield", seed="1").json["final_state"]["base_rank"] == base
    assert "base_rank" not in client.get("/v1/deals/klondike/1").json


def test_a_deep_reserve_counts_its_face_down_cards(client):
    """Canfield's reserve has 13 cards, of which the top one is face up."""
    (reserve,) = client.get("/v1/deals/canfield/1").json["state"]["reserve"]
    assert (len(reserve["cards"]), reserve["face_down"]) == (13, 12)
    (hidden,) = client.get("/v1/deals/canfield/1?hide=face_down").json["state"]["reserve"]
    assert hidden["cards"] == ["??"] * 12 + reserve["cards"][-1:]


def test_the_top_of_a_deep_reserve_is_turned_up(client):
    moves = replay(client, "canfield", seed="1", include=["legal_moves"]).json["legal_moves"]
    move = next(move for move in moves if move.startswith("R1-"))
    verdict = replay(client, "canfield", seed="1", moves=[move], include=["final_state", "trace"]).json
    (reserve,) = verdict["final_state"]["reserve"]
    (turned,) = verdict["trace"][0]["turned_up"]
    assert turned == {"pile": "R1", "card": reserve["cards"][-1]}
    assert (len(reserve["cards"]), reserve["face_down"]) == (12, 11)
