"""`F-T3`: a card comes back from the foundation that the cards decide."""

import pytest

from patience import Game, PatienceError, verify

CODES = [f"{rank}{suit}" for suit in "CDHS" for rank in "A23456789TJQK"]


def game(moves=(), **heights):
    return {"variant": "klondike", "board": board(**heights), "moves": [*moves]}


def board(hearts=4, diamonds=2):
    """Return a late Klondike: 5C, 5D, 4C, KS on columns, 3C and 4S on foundations, else in the stock."""
    suits = {"F1": ("C", 3), "F2": ("S", 4), "F3": ("H", hearts), "F4": ("D", diamonds)}
    home = {
        name: [f"{rank}{suit}" for rank in "A23456789TJQK"[:height]] for name, (suit, height) in suits.items()
    }
    columns = {"T1": ["5C"], "T2": ["5D"], "T3": ["4C"], "T4": ["KS"]}
    laid = {code for cards in (*home.values(), *columns.values()) for code in cards}
    piles = {**columns, "S": [code for code in CODES if code not in laid], **home}
    return ";".join(f"{name}={''.join(cards)}" for name, cards in piles.items())


def test_the_cards_decide_the_foundation(client):
    """Only 4H, on foundation 3, goes onto 5C; only 4S, on foundation 2, goes onto 5D; 3H is left for 4C."""
    answer = client.post("/v1/replays", json=game(["F-T1", "F-T2", "F-T3"])).json
    assert (answer["valid"], answer["moves_played"]) == (True, 3)
    assert answer == client.post("/v1/replays", json=game(["F3-T1", "F2-T2", "F3-T3"])).json
    played = Game("klondike", board=board())
    assert [played.push("F-T1"), played.push("F-T2")] == ["F3-T1", "F2-T2"]
    assert verify(game(["F-T1"])).valid


@pytest.mark.parametrize(
    ("moves", "hearts", "diamonds", "said"),
    [
        (["F-T4"], 4, 2, "no foundation can make this move. The foundations that have cards: F1 with 3♣, F2"),
        (["T3-F", "F-T3"], 3, 3, "no foundation can make this move"),
        (["F-T3"], 3, 3, "F-T3: F3 with 3♥ and F4 with 3♦ can both make this move. Number the foundation"),
    ],
)
def test_where_they_do_not_the_refusal_names_the_foundations(client, moves, hearts, diamonds, said):
    answer = client.post("/v1/replays", json=game(moves, hearts=hearts, diamonds=diamonds))
    assert answer.status_code == 422
    (error,) = answer.json["errors"]
    assert (error["pointer"], error["code"]) == (f"/moves/{len(moves) - 1}", "malformed_move")
    assert said in error["detail"]
    played = Game("klondike", board=board(hearts, diamonds))
    for move in moves[:-1]:
        played.push(move)
    with pytest.raises(PatienceError, match="can"):
        played.push(moves[-1])


def test_moves_after_an_illegal_one_are_not_judged(client):
    answer = client.post("/v1/replays", json=game(["T1-T2", "F-T4"])).json
    assert (answer["first_illegal_move"]["index"], answer["moves_total"]) == (0, 2)


def test_where_the_foundations_are_empty_the_refusal_says_so(client):
    answer = client.post("/v1/replays", json={"variant": "klondike", "seed": "1", "moves": ["F-T1"]})
    assert answer.json["errors"][0]["detail"] == "F-T1: no foundation has a card."
