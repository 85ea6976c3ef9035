"""Watching a game: opening, stepping, playing, scrubbing, the list of moves, the marks."""

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


@pytest.mark.parametrize(
    "name", ["rouge-et-noir-hoffmann/won", "pysolfc-royal-rendezvous/won", "double-russian/won"]
)
def test_every_ply_is_the_position_after_so_many_moves(viewer, client, name):
    game = viewer.example(name)
    for ply in range(0, len(game["request"]["moves"]), 31):
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


def test_playing_and_pausing(viewer):
    viewer.example("royal-rendezvous/won")
    page = viewer.page
    page.select_option("#pace", "10")
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator("#ply").filter(has_text=re.compile(r"^([5-9]|\d\d+) / ")).wait_for()
    page.get_by_role("button", name="Pause").click()
    shown = page.inner_text("#ply")
    page.get_by_role("button", name="Play", exact=True).wait_for()
    assert page.inner_text("#ply") == shown


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
    page.get_by_role("button", name="Pause").wait_for()
    viewer.at(1)


def test_scrubbing_shows_the_ply(viewer):
    viewer.example(WON)
    viewer.go(57)
    viewer.see("#moves [aria-current]", "57")
    viewer.page.locator("#scrub").press("ArrowRight")
    viewer.at(58)


def test_keys(viewer):
    moves = viewer.example(WON)["request"]["moves"]
    press = viewer.page.keyboard.press
    viewer.page.click("#table #caption")
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


def test_keys_stay_with_the_field_that_is_typed_in(viewer):
    viewer.example(WON)
    viewer.page.click("#pasted")
    viewer.page.keyboard.type("a b")
    viewer.page.keyboard.press("ArrowLeft")
    viewer.at(0)
    assert viewer.page.input_value("#pasted") == "a b"


def test_the_list_of_moves(viewer):
    moves = viewer.example(WON)["request"]["moves"]
    lines = viewer.page.locator("#moves li")
    assert lines.count() == len(moves) + 1
    lines.nth(41).get_by_role("button").click()
    viewer.at(41)
    current = viewer.page.locator("#moves [aria-current=step]")
    assert current.count() == 1
    assert moves[40] in current.inner_text()


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


def test_a_deal_by_its_seed(viewer, client):
    page = viewer.page
    page.select_option("#variant", "royal-rendezvous")
    page.fill("#seed", "20261121")
    page.select_option("#options [name=twos]", "eight")
    page.get_by_role("button", name="Deal", exact=True).click()
    viewer.see("#verdict", "Seed 20261121 · twos: eight")
    deal = client.get("/v1/deals/royal-rendezvous/20261121?twos=eight").json
    assert viewer.position() == deal["state"]


def test_a_number_as_an_option(viewer):
    viewer.page.select_option("#variant", "rouge-et-noir-hoffmann")
    viewer.page.fill("#options [name=redeals]", "3")
    viewer.page.get_by_role("button", name="Any number").click()
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


def test_a_file_dropped_or_chosen(viewer, tmp_path):
    request = '\n { "variant" : "double-russian",\n "seed": 7, "moves" : [ ] }\n'
    (tmp_path / "game.json").write_text(request, "utf-8")
    viewer.page.set_input_files("#file", tmp_path / "game.json")
    viewer.see("#verdict h2", "Double Russian")
    viewer.page.evaluate(
        """(text) => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([text], 'game.json'));
            const about = { dataTransfer, bubbles: true, cancelable: true };
            document.body.dispatchEvent(new DragEvent('drop', about));
        }""",
        request.replace("double-russian", "royal-rendezvous"),
    )
    viewer.see("#verdict h2", "Royal Rendezvous")
