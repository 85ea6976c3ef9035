"""One box takes anything: what it takes it for, and what it says where it can make nothing of it."""

import gzip
import json

import pytest

from tests.browser.viewer import WEB, examples

SAVES = WEB.parents[1] / "fixtures" / "saves"

LOG = {"variant": "double-russian", "seed": "24", "moves": ["T3-T7x4", "T7-F1"]}
TEXT = json.dumps(LOG)
LINK = "#v=1&variant=double-russian&seed=24&n=2&moves=T3-T7x4.T7-F1&ply=1"


def test_it_says_what_it_took_a_text_for(viewer):
    viewer.show(f"see http://x/{LINK} please")
    viewer.at(1)
    viewer.open_tab("Evidence")
    viewer.see("#taken", "Read as a link to a game.")
    viewer.show("double-russian 24: T10-T9")
    viewer.see("#taken", "Read as a list of moves.")
    viewer.give("T3-T7x4 T7-F1")
    viewer.see("#notice", "Found 2 moves but no variant.")
    viewer.page.locator("#notice").get_by_role("button", name="Close").click()
    assert viewer.page.locator("#notice").is_hidden()


def test_a_log_is_judged_up_to_what_is_not_a_move(viewer):
    viewer.give(json.dumps({**LOG, "moves": [*LOG["moves"], "T7 to the foundation", "T1-F1"]}))
    viewer.see("#playing", "Double Russian")
    viewer.see("#notice h2", "Move 3 is not a move")
    viewer.see("#notice", "“T7 to the foundation” cannot be read.")
    viewer.see("#notice", "The log was judged up to there: 2 moves.")


def test_what_is_pasted_early_is_opened_once_the_page_can(opened):
    viewer = opened()
    held: list = []

    def hold(route) -> None:
        held.append(route)

    viewer.page.route("**/bundles/page.js", hold)
    viewer.page.goto("about:blank")
    with viewer.page.expect_request("**/bundles/page.js"):
        viewer.page.goto(viewer.address)
    viewer.page.fill("#anything", TEXT)
    viewer.page.get_by_role("button", name="Open", exact=True).click()
    held[0].continue_()
    viewer.see("#playing", "Double Russian")


def test_of_many_games_one_is_picked(opened):
    """Each with its verdict."""
    viewer = opened(refuses=True)
    games = [examples()[name]["request"] for name in ("double-russian/won", "royal-rendezvous/won")]
    lines = [{**games[0], "ref": "game-4711"}, {**games[1], "claim": {"outcome": "lost"}}, {"variant": 1}]
    viewer.give("\n".join(map(json.dumps, lines)))
    viewer.see("#picker h2", "3 games: pick one")
    viewer.see("#picker .badge.won", "Won")
    viewer.see("#picker .badge.refuted", "Claim refuted")
    viewer.page.get_by_role("button", name="Not right (2)").click()
    assert viewer.page.locator("#picker li:visible").count() == 2
    viewer.page.get_by_role("button", name="All (3)").click()
    viewer.stale()
    viewer.page.locator("#picker").get_by_role("button", name="game-4711").click()
    viewer.fresh()
    viewer.see("#playing", "Double Russian")
    viewer.page.get_by_role("button", name="Next of the list").click()
    viewer.see("#claim-verdict", "The claim is wrong.")
    viewer.page.get_by_role("button", name="The list (2 of 3)").click()
    viewer.see("#picker h2", "3 games: pick one")


def test_a_file_dropped_or_chosen_packed_or_not(viewer, tmp_path):
    (tmp_path / "game.json.gz").write_bytes(gzip.compress(TEXT.encode()))
    viewer.page.set_input_files("#file", tmp_path / "game.json.gz")
    viewer.see("#playing", "Double Russian")
    viewer.page.evaluate(
        """(text) => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([text], 'game.json'));
            const about = { dataTransfer, bubbles: true, cancelable: true };
            document.body.dispatchEvent(new DragEvent('drop', about));
        }""",
        TEXT.replace("double-russian", "royal-rendezvous").replace("T3-T7x4", "draw"),
    )
    viewer.see("#playing", "Royal Rendezvous")
    viewer.page.evaluate("navigator.clipboard.writeText('double-russian 24: T10-T9')")
    viewer.page.keyboard.press("Control+v")
    viewer.see("#playing", "Double Russian")


def test_a_saved_game_is_read_by_the_service(viewer, client):
    save = SAVES / "ren-210py2-20-mid.pso"
    answer = client.post("/v1/imports", data=save.read_bytes(), content_type="application/octet-stream")
    viewer.stale()
    viewer.page.set_input_files("#file", save)
    viewer.fresh()
    viewer.open_tab("Evidence")
    viewer.see("#taken", "a saved game of PySolFC")
    assert viewer.page.inner_text("#verdict").count(answer.json["request"]["seed"]) == 1


GOOD = examples()["royal-rendezvous/won"]["request"]
NONE = (
    ("no json", "is not a game, claim, link"),
    ({**GOOD, "variant": "tiddlywinks"}, "In field “variant”: "),
    ({"variant": "royal-rendezvous", "deck": ["AC"], "moves": []}, "deck"),
    ({**GOOD, "rules": {"twos": "three"}}, "In rule option “twos”: "),
    ({**GOOD, "player": "me"}, "In field “player”: "),
    ("\x00", "is not a game, claim, link"),
)


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("Klondike, deal 3\n5 -> 0\nW -> F", 2),
        ("Pyramid, deal 1\nRemove QH and AC\nRemove 3C and TS", 2),
        # The game has 69 moves with those that Microsoft's program makes by itself.
        ("#10913\n26 76 72 72 5a 27 57 67 1b 61 41 4h 4h 41 45 34 3c 6d 5b", 69),
    ],
)
def test_a_log_in_another_notation_is_read_by_the_service(viewer, text, moves):
    viewer.give(text)
    viewer.at(0, moves)
    viewer.open_tab("Evidence")
    viewer.see("#taken", "Read as a log in another notation.")


def test_a_log_in_another_notation_is_refused_by_its_place(viewer):
    viewer.refuses = True
    viewer.give("Klondike, deal 3\n6 -> 1\n6 -> 9")
    viewer.see("#notice", "Move 2, 6 -> 9: klondike does not have a pile T9")


def test_a_log_that_is_none_is_explained(opened):
    viewer = opened(refuses=True)
    for log, words in NONE:
        viewer.give(log)
        viewer.see("#notice", words)
    viewer.give({**GOOD, "rules": {"twos": "three"}})
    viewer.see("#notice code", "/rules/twos")
    viewer.example("royal-rendezvous/won")
    viewer.page.wait_for_selector("#notice", state="hidden")


def test_what_fails_is_told_beside_the_board_and_can_be_tried_again(opened):
    viewer = opened()
    context = viewer.page.context
    context.route("**/v1/variants/*", lambda route: route.abort())
    viewer.give(LOG)
    viewer.see("#notice h2", "No answer")
    viewer.complaints.clear()
    context.unroute("**/v1/variants/*")
    viewer.page.locator("#notice").get_by_role("button", name="Try again").click()
    viewer.see("#playing", "Double Russian")
