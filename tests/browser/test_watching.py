"""Watching a game: stepping, playing, scrubbing, the list of moves, the illegal move as a place."""

import re

import pytest

from tests.browser.viewer import examples

WON = "rouge-et-noir/won"


def test_every_example_ends_where_the_referee_ends(viewer, client):
    """The page applies the trace move by move; the referee's own final state says whether rightly."""
    for name in examples():
        game = viewer.example(name)
        verdict = client.post("/v1/replays", json=game["request"]).json
        viewer.see("#verdict .badge", {True: "Won", False: "Illegal move"}[verdict["valid"]])
        viewer.go(verdict["moves_played"])
        assert viewer.position() == verdict["final_state"], name


@pytest.mark.parametrize("name", ["rouge-et-noir-hoffmann/won", "pysolfc-royal-rendezvous/won"])
def test_every_ply_is_the_position_after_so_many_moves(viewer, client, name):
    game = viewer.example(name)
    for ply in range(0, len(game["request"]["moves"]), 43):
        log = {**game["request"], "moves": game["request"]["moves"][:ply]}
        viewer.go(ply)
        assert viewer.position() == client.post("/v1/replays", json=log).json["final_state"]


def test_stepping(viewer):
    moves = viewer.example(WON)["request"]["moves"]
    page = viewer.page
    viewer.at(0, len(moves))
    for _ in range(3):
        page.get_by_role("button", name="Forward one move").click()
    viewer.at(3)
    page.get_by_role("button", name="Back one move").click()
    viewer.at(2)
    page.get_by_role("button", name="Last position").click()
    viewer.at(len(moves))
    page.get_by_role("button", name="First position").click()
    viewer.at(0)
    assert viewer.caption() == "The deal."


def test_the_deal_lies_on_the_board(viewer):
    viewer.example(WON)
    page = viewer.page
    assert page.locator(".card").count() == 104
    assert page.locator('.card[data-pile="T1"].down').count() == 8
    assert page.locator('.card[data-pile="T1"]:not(.down)').count() == 1
    assert page.locator('.place[data-pile="S"] .label').inner_text() == "S 59"
    assert page.locator('.place[data-pile="T10"]').get_attribute("aria-label") == "Column 10: empty"


def test_playing_stops_at_the_end_and_begins_anew(viewer):
    moves = viewer.example(WON)["request"]["moves"]
    page = viewer.page
    page.select_option("#pace", "10")
    viewer.go(len(moves) - 2)
    page.click("#play")
    viewer.at(len(moves))
    page.select_option("#pace", "0.5")
    page.get_by_role("button", name="Play", exact=True).click()
    viewer.at(0)
    viewer.at(1)
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Play", exact=True).wait_for()


def test_keys(viewer):
    moves = viewer.example(WON)["request"]["moves"]
    press = viewer.page.keyboard.press
    viewer.page.click("#caption")
    press("ArrowRight")
    press("ArrowRight")
    viewer.at(2)
    press("ArrowLeft")
    viewer.at(1)
    press("End")
    viewer.at(len(moves))
    press("Home")
    viewer.at(0)
    press("Space")
    viewer.see("#play[data-playing]")
    press("Space")
    viewer.see("#play:not([data-playing])")
    viewer.page.click("#anything")
    viewer.page.keyboard.type("a b")
    press("ArrowLeft")
    viewer.at(0)
    assert viewer.page.input_value("#anything") == "a b"


def test_the_list_of_moves_is_one_tab_stop(viewer):
    moves = viewer.example(WON)["request"]["moves"]
    lines = viewer.page.locator("#moves [role=listbox]")
    viewer.page.locator("#moves [data-row]").nth(4).click()
    viewer.at(4)
    lines.focus()
    viewer.page.keyboard.press("ArrowDown")
    viewer.at(5)
    viewer.page.keyboard.press("End")
    viewer.at(len(moves))
    current = viewer.page.locator("#moves [aria-selected=true]")
    assert current.count() == 1
    assert moves[-1] in current.inner_text()
    assert lines.get_attribute("aria-activedescendant") == current.get_attribute("id")
    assert viewer.page.locator("#moves [role=listbox] [tabindex]").count() == 0


def test_what_a_move_did_is_marked(viewer):
    viewer.example("royal-rendezvous/won")
    viewer.go(4)
    assert (viewer.marked("moved"), viewer.marked("filled")) == (1, 1)
    viewer.example(WON)
    viewer.go(1)
    assert (viewer.marked("moved"), viewer.marked("turned")) == (1, 1)
    assert viewer.mark("T1", "step") == "left"


def test_the_four_colours_are_remembered(viewer):
    def colours() -> int:
        cards = [viewer.page.locator(f".card[data-suit={suit}]").first for suit in "CDHS"]
        return len({card.evaluate("(card) => getComputedStyle(card).color") for card in cards})

    assert colours() == 2
    viewer.page.get_by_label("Four colours").check()
    assert colours() == 4
    viewer.page.reload()
    viewer.see("#board .card:not(.covered)")
    assert colours() == 4


def test_a_deal_by_its_seed_is_there_to_be_played(viewer, client):
    page = viewer.page
    page.select_option("#variant", "royal-rendezvous")
    page.fill("#seed", "20261121")
    page.select_option("#options [name=twos]", "eight")
    page.get_by_role("button", name="Deal", exact=True).click()
    viewer.see("#verdict", "Seed 20261121 · twos: eight")
    viewer.see("#undo")
    log = {"variant": "royal-rendezvous", "seed": "20261121", "rules": {"twos": "eight"}, "moves": []}
    assert viewer.position() == client.post("/v1/replays", json=log).json["final_state"]


def test_a_number_as_an_option(viewer):
    viewer.page.select_option("#variant", "rouge-et-noir-hoffmann")
    viewer.page.fill("#options [name=redeals]", "3")
    viewer.page.get_by_role("button", name="Random deal").click()
    viewer.page.get_by_role("button", name="Deal", exact=True).click()
    viewer.see("#verdict", "redeals: 3")


def test_a_redeal_turns_the_waste_over(viewer, client):
    log = {"variant": "rouge-et-noir-hoffmann", "seed": "7", "moves": [*["draw"] * 88, "redeal", "draw"]}
    viewer.show(log)
    viewer.page.click("#last")
    viewer.at(90)
    assert viewer.position() == client.post("/v1/replays", json=log).json["final_state"]
    viewer.page.click("#back")
    viewer.see("#caption", "Redeal: the waste becomes the stock, 88 cards.")


def test_the_illegal_move_is_a_place(viewer, client):
    """The very cards that were to move, as ghosts where they should go; what refuses them; the reason."""
    game = viewer.example("rouge-et-noir/illegal")
    illegal = client.post("/v1/replays", json=game["request"]).json["first_illegal_move"]
    number = illegal["index"] + 1
    viewer.at(number, number)
    told = f"Move {number} (index {illegal['index']}) is illegal:"
    assert viewer.caption() == f"✗ {told} {illegal['move']}: {illegal['detail']}"
    viewer.see("#illegal h2", told)
    source, target = illegal["move"].split("-")
    top = {pile: viewer.cards(f"[data-pile={pile}]:not(.ghost)")[-1] for pile in (source, target)}
    assert viewer.cards('[data-trouble="source"]') == [top[source]] == viewer.cards(".ghost")
    assert viewer.cards('[data-trouble="refuses"]') == [top[target]]
    assert viewer.page.locator(".arrow.bad").count() == 1
    middles = [f'.place[data-pile="{target}"]', ".ghost"]
    at = [viewer.page.locator(one).bounding_box() for one in middles]
    assert abs(at[0]["x"] + at[0]["width"] / 2 - at[1]["x"] - at[1]["width"] / 2) < 1
    left = len(game["request"]["moves"]) - number
    assert viewer.page.locator("#moves .unplayed").first.inner_text().split()[0] == str(number + 1)
    assert viewer.page.locator("#moves .spacer").evaluate("(one) => one.children.length") < left
    viewer.page.click("#back")
    viewer.at(number - 1)
    assert viewer.page.locator(".ghost").count() == 0
    viewer.page.locator("#illegal").get_by_role("button", name="Show").click()
    viewer.at(number)


def test_legal_moves_are_shown_before_they_are_made(viewer, client):
    """Those of the same cards come first."""
    game = viewer.example("double-russian/illegal")
    illegal = client.post("/v1/replays", json=game["request"]).json["first_illegal_move"]
    tokens = viewer.page.locator("#illegal .legal code").all_inner_texts()
    assert sorted(tokens) == sorted(illegal["legal_moves"])
    source = illegal["move"].split("-")[0]
    ours = [token.startswith(f"{source}-") for token in tokens]
    assert ours == sorted(ours, reverse=True)
    first = viewer.page.locator("#illegal .legal button").first
    first.hover()
    assert viewer.page.locator(".ghost.good").count() == int(tokens[0].partition("x")[2] or 1)
    viewer.page.mouse.move(5, 5)
    assert viewer.page.locator(".ghost.bad").count() == 1
    first.click()
    viewer.see("#verdict .own", re.compile("Your line: 1 move from move 50"))
    viewer.page.get_by_role("button", name="Back to the log").click()
    viewer.at(51, 51)


def test_where_no_pile_is_meant_the_stock_is_marked(viewer):
    viewer.show({"variant": "rouge-et-noir-hoffmann", "seed": "7", "moves": ["draw", "redeal"]})
    viewer.at(2, 2)
    assert viewer.mark("S") == "refuses"
    viewer.show({"variant": "double-russian", "seed": "7", "moves": ["T1-T99"]})
    viewer.at(1, 1)
    assert viewer.page.locator(".ghost").count() == 0


def test_twenty_thousand_moves(viewer):
    """The list draws what is in sight, however long it is."""
    moves = [*["draw"] * 88, "redeal"] * 225
    viewer.show({"variant": "rouge-et-noir-hoffmann", "seed": "7", "moves": moves[:20_000]})
    viewer.at(0, 20_000)
    for ply in (19_999, 10_000):
        viewer.go(ply)
        viewer.see("#moves [aria-selected=true]", str(ply))
    assert viewer.page.locator("#moves [data-row]").count() < 60
