"""Boards in requests, and positions by their text."""

import pytest

import patience
from service.app import create_app
from service.receipts.expectations import Expected
from service.receipts.keys import usable_keys
from service.receipts.receipts import check
from tests.api.described import assert_described
from tests.engine.test_foreign_logs import MS24
from tests.forged_receipts import write_key

GAME = patience.Game("klondike", seed=7, draw="three")
TEXT = GAME.position_text
BOARD = TEXT.partition(";")[2]


def request(**members):
    return {"variant": "klondike", "rules": {"draw": "three"}, "board": BOARD, "moves": ["draw"], **members}


def test_a_board_is_judged_like_the_deal_that_it_repeats(client):
    """The verdicts differ in the ids and the seed alone, whichever way the board is written."""
    state = client.get("/v1/deals/klondike/7?rules=draw:three").json["state"]
    dealt = request(seed="7")
    del dealt["board"]
    expected = client.post("/v1/replays", json=dealt).json
    answers = [client.post("/v1/replays", json=request(board=board)).json for board in (BOARD, state)]
    assert answers[0] == answers[1]
    assert answers[0]["seed"] is None
    differing = {name for name in expected if expected[name] != answers[0][name]}
    assert differing == {"id", "deal_id", "game_id", "seed"}


def test_every_entry_point_takes_a_board(client):
    link = client.post("/v1/replays", json=request(include=["link"])).json["link"]
    assert link == f"/#v=1&variant=klondike&board={BOARD}&rules=" + (
        "draw:three,redeals:unlimited,foundations:returnable,spaces:kings&n=1&moves=draw&ply=0"
    )
    prospect = client.post("/v1/prospects", json=request(include=["moves"], budget=500)).json
    assert {hint["move"] for hint in prospect["moves"]} <= {*GAME.legal_moves, "draw", *_after_draw()}
    assert client.post("/v1/claims", json=request(claim={"outcome": "in_progress"})).json["confirmed"]


def _after_draw():
    game = GAME.copy()
    game.push("draw")
    return game.legal_moves


def test_a_position_is_answered_as_json_or_in_the_viewer(client):
    answer = client.get(f"/v1/positions/{TEXT}").json
    assert_described(answer, "Position")
    assert answer["position"] == TEXT
    assert answer["legal_moves"] == GAME.legal_moves
    assert client.post("/v1/replays", json=request(moves=[])).json["deal_id"] == answer["deal_id"]
    assert client.get(f"/v1/positions/{TEXT}", headers={"Accept": "*/*"}).status_code == 200
    page = client.get(f"/v1/positions/{TEXT}", headers={"Accept": "text/html,*/*;q=0.8"})
    assert page.status_code == 303
    assert page.headers["Location"] == f"../..{answer['link']}"
    assert page.headers["Vary"].startswith("Accept")


def test_a_written_position_is_answered_in_its_only_complete_form(client):
    """Empty piles, the order of piles and defaults may be written; the answer leaves them out."""
    name, *piles = TEXT.split(";")
    other = ";".join([f"{name},spaces=kings", "F1=", *reversed(piles), "redeals=0"])
    assert client.get(f"/v1/positions/{other}").json["position"] == TEXT


@pytest.mark.parametrize(
    ("text", "kind", "detail"),
    [
        ("klondike", "not-a-position", "is not a pile"),
        ("klondike;T1=KC", "not-a-position", "51 missing"),
        (f"klondike,draw=nine;{BOARD}", "not-a-position", "draw must be one or three"),
        (f"klondyke;{BOARD}", "unknown-variant", "Did you mean klondike?"),
    ],
)
def test_what_is_not_a_position(client, text, kind, detail):
    problem = client.get(f"/v1/positions/{text}").json
    assert problem["type"].endswith(kind)
    assert detail in problem["detail"]


@pytest.mark.parametrize(
    ("board", "pointer", "code"),
    [
        ("T1=KC,", "/board", "malformed_board"),
        ("T1=KC", "/board", "wrong_cards"),
        ("KC QD", "/board", "wrong_cards"),
        ("KC 1X QD", "/board", "malformed_board"),
        (7, "/board", "wrong_type"),
        ({"columns": []}, "/board/columns", "unknown_field"),
        ({"tableau": 7}, "/board/tableau", "wrong_type"),
        ({"tableau": [{"pile": "T1"}]}, "/board/tableau/0/cards", "missing"),
        ({"tableau": [{"pile": "T1", "cards": ["KC", 7]}]}, "/board/tableau/0/cards/1", "wrong_type"),
        ({"tableau": [{"pile": "T9", "cards": []}]}, "/board/tableau/0/cards", "unknown_pile"),
        ({"tableau": [{"pile": "T1", "cards": ["1C"]}]}, "/board/tableau/0/cards/0", "unknown_card"),
        ({"stock": ["KC"] * 209}, "/board/stock", "too_many"),
        ({"redeals": 10**9}, "/board/redeals", "out_of_range"),
        ({"base_rank": "2"}, "/board/base_rank", "impossible_board"),
    ],
)
def test_an_error_of_a_board_names_its_place(client, board, pointer, code):
    response = client.post("/v1/replays", json=request(board=board))
    assert response.status_code == 422
    assert (pointer, code) in [(error["pointer"], error["code"]) for error in response.json["errors"]]


@pytest.mark.parametrize("written", [MS24, MS24.replace("T", "10").lower(), MS24.replace(" ", ",")])
def test_a_board_of_another_program_begins_a_game(client, written):
    log = {"variant": "freecell", "moves": ["T4-F"], "include": ["final_state"]}
    by_board, by_seed = (
        client.post("/v1/replays", json={**log, **deal}).json for deal in ({"board": written}, {"seed": "24"})
    )
    assert by_board["valid"]
    assert by_board["final_state"] == by_seed["final_state"]
    assert patience.Game("freecell", board=written).position_text.startswith("freecell;T1=4C2C9C8CQS4S2H;")


def test_exactly_one_of_seed_deck_and_board(client):
    for more in ({"seed": 7}, {"deck": list(GAME.deck)}, {"seed": 7, "deck": []}):
        errors = client.post("/v1/replays", json=request(**more)).json["errors"]
        assert "seed_or_deck" in [error["code"] for error in errors]


def test_a_receipt_names_where_its_deal_came_from(tmp_path):
    write_key(tmp_path / "key.json")
    settings = {"TESTING": True, "key_file": str(tmp_path / "key.json"), "issuer": "https://a.example"}
    signer = create_app(settings).test_client()
    keys = usable_keys(signer.get("/.well-known/jwks.json").data)
    dealt = request(seed="7")
    del dealt["board"]
    deck = {**dealt, "deck": list(GAME.deck)}
    del deck["seed"]
    logs = ((request(), {"own_board": True}), (deck, {"own_deck": True}), (dealt, {"seed": "7"}))
    for log, deal in logs:
        receipt = signer.post("/v1/claims", json={**log, "claim": {"outcome": "in_progress"}}).json["receipt"]
        payload = check(receipt, keys, Expected(own_deals=True))
        assert payload["deal"] == deal
        assert payload.get("own_board") is deal.get("own_board")


def test_a_seed_of_another_program_deals_its_board(client):
    """Klondike-Solver's game 17 has KC on its first column, and QC, then 4S come from its stock."""
    answer = client.get("/v1/seeds/klondike-solver/klondike/17?rules=draw:three").json
    assert answer["position"].startswith("klondike,draw=three;T1=KC;T2=(3C)9S;")
    assert answer["state"]["stock"][-2:] == ["4S", "QC"]
    assert answer["state"]["waste"] == []
    page = client.get("/v1/seeds/klondike-solver/klondike/17", headers={"Accept": "text/html"})
    assert page.headers["Location"].startswith("../../../../#v=1&variant=klondike&board=T1=KC")


@pytest.mark.parametrize(
    ("path", "status", "detail"),
    [
        ("nosuch/klondike/1", 404, "Known programs"),
        ("solvitaire/yukon/1", 404, "deal klondike, freecell"),
        ("solvitaire/klondike/2147483648", 404, "run from 0 to 2147483647"),
        ("solvitaire/klondike/-1", 404, "run from 0 to 2147483647"),
        ("solvitaire/klondike/٣", 404, "is not a seed"),
        (f"lonelybot-exact/klondike/{'9' * 68}", 404, "run from 0"),
        ("solvitaire/klondyke/1", 404, "Did you mean klondike?"),
        ("solvitaire/klondike/1?rules=draw:nine", 422, "draw must be"),
    ],
)
def test_what_is_not_a_seed_of_another_program(client, path, status, detail):
    problem = client.get(f"/v1/seeds/{path}")
    assert problem.status_code == status
    assert detail in str(problem.json)


@pytest.mark.parametrize("card", ["AC", "XX", 7, None])
def test_a_board_of_twenty_thousand_cards_has_a_short_answer(client, card):
    """Each of 99 piles may have 208 cards; the answer lists a hundred errors at most, in a few kB."""
    board = {"tableau": [{"pile": f"T{number}", "cards": [card] * 208} for number in range(1, 100)]}
    response = client.post("/v1/replays", json=request(board=board))
    assert response.status_code == 422
    assert len(response.json["errors"]) <= 100
    assert len(response.data) < 20_000
