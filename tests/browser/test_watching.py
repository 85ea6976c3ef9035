"""Watching a game: stepping, playing, scrubbing, the list of moves, the illegal move as a place."""

from tests.browser.viewer import examples

WON = "rouge-et-noir/won"


def test_examples_end_where_the_referee_ends(viewer, client):
    """The page judges each move itself; tests/web/engine compares its engine in far more games."""
    for name in [*examples()][::3]:
        game = viewer.example(name)
        verdict = client.post("/v1/replays", json=game["request"]).json
        viewer.go(verdict["moves_played"])
        assert viewer.position() == verdict["final_state"], name
        viewer.see("#verdict .badge", {True: "Won", False: "Illegal move"}[verdict["valid"]])


def test_stepping_and_keys(viewer):
    moves = viewer.example(WON)["request"]["moves"]
    viewer.at(0, len(moves))
    viewer.page.get_by_role("button", name="Forward").click()
    press = viewer.page.keyboard.press
    press("ArrowRight")
    viewer.at(2)
    press("Control+z")
    viewer.at(1)
    press("End")
    viewer.at(len(moves))
    press("Home")
    viewer.at(0)
    press("Escape")
    viewer.page.locator("#ply").click()
    press("Space")
    viewer.see("#play.running")
    press("Space")
    viewer.see("#play:not(.running)")


def test_playing_stops_at_the_end_and_begins_anew(viewer):
    moves = viewer.example(WON)["request"]["moves"]
    viewer.page.select_option("#pace", "10")
    viewer.go(len(moves) - 2)
    viewer.page.click("#play")
    viewer.at(len(moves))
    viewer.see("#caption", f"Won in {len(moves)} moves.")
    # Slowly, so that the first move is seen.
    viewer.page.select_option("#pace", "0.5")
    viewer.page.get_by_role("button", name="Watch it again").click()
    viewer.at(1)
    viewer.page.get_by_role("button", name="Pause").click()


def test_the_list_of_moves_is_one_tab_stop(viewer):
    moves = viewer.example(WON)["request"]["moves"]
    viewer.open_tab("Moves")
    lines = viewer.page.locator("#moves [role=listbox]")
    viewer.page.locator("#moves [data-row]").nth(4).click()
    viewer.at(4)
    lines.focus()
    viewer.page.keyboard.press("End")
    viewer.at(len(moves))
    current = viewer.page.locator("#moves [aria-current=true]")
    assert moves[-1] in current.inner_text()
    assert lines.get_attribute("aria-activedescendant") == current.get_attribute("id")


def test_what_a_move_did_is_marked(viewer):
    viewer.example("royal-rendezvous/won")
    viewer.go(4)
    assert (viewer.marked("moved"), viewer.marked("filled")) == (1, 1)
    viewer.example(WON)
    viewer.go(1)
    assert (viewer.marked("moved"), viewer.marked("turned")) == (1, 1)
    assert viewer.mark("T1", "step") == "left"


def test_the_illegal_move_is_a_place(viewer, client):
    """The cards that were to move, as ghosts; what refuses them; one sentence; a way on."""
    game = viewer.example("double-russian/illegal")
    illegal = client.post("/v1/replays", json=game["request"]).json["first_illegal_move"]
    number = illegal["index"] + 1
    viewer.at(number, number)
    words, signs = viewer.page.locator("#caption > span").all_inner_texts()
    assert signs == "You moved 2♣\ufe0e onto 5♥\ufe0e. Columns build down by suit: only 4♥\ufe0e fits."
    assert words == (
        "You moved two of clubs onto five of hearts. Columns build down by suit: only four of hearts fits."
    )
    assert viewer.page.locator("#marks .illegal").count() == 1
    source, target = illegal["move"].split("-")
    top = {pile: viewer.cards(f"[data-pile={pile}]:not(.ghost)")[-1] for pile in (source, target)}
    assert viewer.cards('[data-trouble="source"]') == [top[source]] == viewer.cards(".ghost")
    assert viewer.cards('[data-trouble="refuses"]') == [top[target]]
    first = viewer.page.locator("#next .try").first
    first.hover()
    viewer.see(".ghost.good")
    first.click()
    viewer.at(number, number)
    assert "refused" not in viewer.page.get_attribute("body", "class")
    assert viewer.page.locator("#card.bad").count() == 0
    viewer.open_tab("Moves")
    viewer.page.get_by_role("button", name="Back to the log").click()
    viewer.see("#card.bad")
    viewer.open_tab("Evidence")
    viewer.see("#codes", illegal["move"])
    viewer.see("#codes", illegal["reason"])
    viewer.see("#codes", illegal["detail"])


def test_each_refusal_leads_to_the_rules_of_its_game(viewer):
    viewer.example("freecell/illegal")
    viewer.page.locator("#next").get_by_role("button", name="Rules").click()
    viewer.see("#rules li", "Columns build down in alternating colours.")
    assert viewer.page.get_attribute("#rules a", "href").endswith("/rules?lang=en#freecell")


def test_a_rule_shows_its_piles_and_the_moves_that_follow_it(viewer):
    viewer.show({"variant": "klondike", "seed": "7", "moves": []})
    viewer.open_tab("Rules")
    columns = viewer.page.get_by_role("button", name="Columns build down in alternating colours.")
    columns.hover()
    assert viewer.page.locator(".place[data-rule]").count() == 7
    columns.click()
    viewer.see(
        "#rules li", "For example: Queen of diamonds from column 3 to column 7. 2 moves follow this rule now."
    )
    viewer.see(".ghost.good")
    viewer.page.get_by_role("button", name="An empty column takes a King.").click()
    viewer.see("#rules li", "No move follows this rule now.")
    assert viewer.page.locator(".ghost, .place[data-rule]").count() == 0


def test_where_no_pile_is_meant_the_stock_is_marked(viewer):
    viewer.show({"variant": "rouge-et-noir-hoffmann", "seed": "7", "moves": ["draw", "redeal"]})
    viewer.see("#caption", "The waste is turned over only when the stock is empty; 87 cards are left.")
    assert viewer.mark("S") == "refuses"
    viewer.show({"variant": "double-russian", "seed": "7", "moves": ["T1-T99"]})
    viewer.see("#caption", "This game does not have that pile.")
    assert viewer.page.locator(".ghost").count() == 0


def test_twenty_thousand_moves(viewer):
    """The list draws what is in sight, however long it is."""
    log = [*["draw"] * 88, "redeal"] * 225
    viewer.show({"variant": "rouge-et-noir-hoffmann", "seed": "7", "moves": log[:20_000]})
    viewer.open_tab("Moves")
    for ply in (19_999, 10_000):
        viewer.go(ply)
        viewer.see("#moves [aria-current=true]", str(ply))
    assert viewer.page.locator("#moves [data-row]").count() < 60
