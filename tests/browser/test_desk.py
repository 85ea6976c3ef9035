"""For moderators and authors: claims against verdicts, receipts against keys, checkpoints against a board."""

import json

import pytest
from click.testing import CliRunner

from patience import Game
from service.app import create_app
from service.cli import main
from service.receipts.keys import new_key, private_jwk
from tests.browser.conftest import new_page
from tests.browser.viewer import Viewer, examples
from tests.sites import on_a_port

WON = examples()["double-russian/won"]["request"]


def claim(outcome: str, moves_played: int) -> dict:
    """A claim of the won example."""
    return {**WON, "claim": {"outcome": outcome, "moves_played": moves_played}, "subject": "player 7"}


def test_a_moderator_pastes_an_e_mail_and_sees_what_is_wrong(viewer):
    """In plain words, at the end of the game; nothing beside it is green."""
    quoted = json.dumps(claim("won", 131), indent=1).replace("\n", "\n> ")
    viewer.show(f"Hello,\n\nplease check this:\n> {quoted}\n\nThanks!")
    viewer.at(179, 179)
    viewer.see("#claim-verdict", "The claim is wrong. It says: won after 131 moves.")
    viewer.see("#claim-verdict", "The referee finds: won after 179 moves.")
    viewer.see("#claim h2", "The claim is refuted")
    assert viewer.page.locator("#claim tr.differs").inner_text().split() == ["Moves", "131", "179", "✗"]
    viewer.see("#claim", "player 7")
    assert "outcome_differs" not in viewer.page.inner_text("#claim")
    viewer.see("#verdict .badge.refuted", "Claim refuted")
    assert viewer.page.locator(".badge.won, .panel.good, #card.good").count() == 0
    assert "Claim refuted" in viewer.page.title()


def test_a_claim_is_sent_unchanged(viewer):
    asked = []
    body = claim("won", 179)
    viewer.page.on("request", lambda sent: asked.append(sent.post_data) if "claims" in sent.url else None)
    viewer.show(body)
    viewer.see("#claim h2", "The claim is confirmed")
    viewer.see("#claim", "This service does not sign receipts.")
    assert [json.loads(sent) for sent in asked] == [body]
    link = viewer.copied("Copy link")
    assert "claim=won:179&subject=player%207" in link
    viewer.page.goto("about:blank")
    viewer.page.goto(link)
    viewer.see("#claim h2", "The claim is confirmed")


@pytest.fixture
def signing(browser, tmp_path):
    """A visitor of a service that signs receipts."""
    key = tmp_path / "key.json"
    key.write_text(json.dumps(private_jwk(new_key())))
    about = {
        "log_level": "error",
        "key_file": str(key),
        "issuer": "https://r.example",
    }
    with on_a_port(create_app(about)) as address:
        viewer = Viewer(new_page(browser), address)
        viewer.open()
        yield viewer
        viewer.page.context.close()
    viewer.check()


def test_a_receipt_is_checked_in_the_page(signing):
    signing.show(claim("won", 179))
    receipt = signing.copied("Copy receipt")
    signing.give(f"Here it is:\n{receipt[:50]}\n{receipt[50:]}\nBest wishes")
    signing.see("#receipt h2", "Genuine receipt")
    for certified in ("https://r.example", "player 7", "double-russian", "Won", "179"):
        signing.see("#receipt dd", certified)
    signing.see("#receipt", "The receipt is for the game on the table.")
    signing.see("#receipt dd", "Seed ")
    signing.see("#receipt dd", "player 7 (not checked)")
    keys = f"{signing.address}/.well-known/jwks.json"
    known = [str(signing.downloaded("Download receipt")), "--jwks", keys, "--issuer", "https://r.example"]
    told = CliRunner().invoke(main, ["receipt", "verify", *known])
    assert told.exit_code == 0, told.output
    head, body, signature = receipt.split(".")
    signing.give(".".join([head, body[:-2] + ("AA" if body[-2:] != "AA" else "BB"), signature]))
    signing.see("#notice")
    flipped = signature[:10] + ("A" if signature[10] != "A" else "B") + signature[11:]
    signing.give(f"{head}.{body}.{flipped}")
    signing.see("#receipt h2", "Not a genuine receipt")
    signing.see("#notice", "Do not rely on anything it says.")
    # Nothing reassuring stands beside a forgery.
    assert "for the game on the table" not in signing.page.inner_text("#receipt")
    assert signing.page.locator("#claim").is_hidden()
    signing.page.route("**/jwks.json", lambda route: route.fulfill(json={"keys": []}))
    signing.give(receipt)
    signing.see("#receipt h2", "Signed with a key that this service does not know")


def test_a_receipt_for_a_sorted_deck_is_not_shown_as_a_deal(signing):
    """The King to the Ace in four columns each: every card goes to its foundation at once."""
    deck = [rank + suit for rank in "KQJT98765432A" for suit in "CDHS"]
    moves = [f"T{place % 8 + 1}-F" for place in reversed(range(52))]
    signing.show({"variant": "freecell", "deck": deck, "moves": moves, "claim": {"outcome": "won"}})
    signing.give(signing.copied("Copy receipt"))
    signing.see("#receipt h2", "Genuine receipt")
    signing.see("#receipt dd", "a deck that the client put in order itself")
    signing.see("#receipt strong", "The client may have chosen each card itself")
    assert signing.page.locator("#receipt.good").count() == 0


def test_a_claim_that_nobody_can_win(signing):
    log = {"variant": "double-russian", "seed": "20261121", "rules": {"groups": "in_sequence"}, "moves": []}
    signing.show({**log, "claim": {"prospect": "dead", "moves_played": 0}})
    signing.see("#claim h2", "The claim is confirmed")
    row = signing.page.locator("#claim tr").filter(has_text="Can it be won?")
    assert row.locator("td").all_inner_texts() == ["Dead", "Dead"]
    receipt = signing.copied("Copy receipt")
    link = signing.copied("Copy link")
    assert "claim=dead:0" in link
    signing.page.goto("about:blank")
    signing.page.goto(link)
    signing.see("#claim h2", "The claim is confirmed")
    signing.give(receipt)
    signing.see("#receipt dd", "Dead")


def with_checkpoints(client, plies: list[int], spoil: int | None = None) -> dict:
    """Return the won example with checkpoints of its first column at these plies, wrong by a card at one."""
    checkpoints = []
    for ply in plies:
        log = {**WON, "moves": WON["moves"][:ply]}
        pile = client.post("/v1/replays", json=log).json["final_state"]["tableau"][0]
        cards = pile["cards"][1:] if ply == spoil else pile["cards"]
        checkpoints.append({"after": ply, "piles": {pile["pile"]: cards}})
    return {**WON, "checkpoints": checkpoints}


def test_checkpoints_that_agree_are_ticks(viewer, client):
    viewer.show(with_checkpoints(client, [*range(0, 110, 10), 179]))
    viewer.see("#checkpoints h2", "All 12 checkpoints agree")
    assert viewer.page.locator("#marks .agrees").count() == 12
    viewer.page.locator("#checkpoints").get_by_role("button", name="Checkpoint after move 20: agrees").click()
    viewer.at(20)


def test_where_log_and_referee_part(viewer, client):
    """One missing card is one difference, not a column of them; the other board can be shown."""
    log = with_checkpoints(client, [0, 7, 12], spoil=12)
    viewer.show(
        {
            **log,
            "moves": [*log["moves"][:12], "T1-T1"],
            "checkpoints": [*log["checkpoints"], {"after": 13, "piles": {}}],
        }
    )
    viewer.at(12)
    viewer.see("#checkpoints h2", "They diverge between moves 7 and 12")
    viewer.see("#checkpoints", "The log lacks")
    viewer.see("#caption", "They diverge between moves 7 and 12")
    assert viewer.page.locator("#marks .differs").count() == 1
    assert viewer.page.locator("#checkpoints strong").count() == 1
    assert viewer.page.locator('.card[data-trouble="differs"]').count() == 1
    assert viewer.page.locator(".marks .unreached").count() == 1
    before = viewer.page.locator('.card[data-pile="T1"]:not([hidden])').count()
    viewer.page.locator("#next").get_by_role("button", name="Show your board").click()
    assert viewer.page.locator('.card[data-pile="T1"]:not([hidden])').count() == before - 1
    viewer.page.locator("#next").get_by_role("button", name="Show the referee’s board").click()
    assert viewer.page.locator('.card[data-pile="T1"]:not([hidden])').count() == before
    viewer.page.click("#back")
    assert viewer.page.locator('.card[data-trouble="differs"]').count() == 0


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1280, 900)], ids=["upright", "sideways", "desk"])
def test_the_verdict_on_a_claim_is_read_first_at_every_move(opened, size):
    viewer = opened(viewport={"width": size[0], "height": size[1]})
    verdict = viewer.page.locator("#claim-verdict")
    viewer.show(claim("won", 179))
    for ply in (0, 1, 90, 179):
        viewer.go(ply)
        assert verdict.inner_text() == "The claim is right: won after 179 moves."
        box, caption = verdict.bounding_box(), viewer.page.locator("#caption").bounding_box()
        assert 0 <= box["y"] < caption["y"] <= size[1]
        assert viewer.page.locator("#next .evidence").count() == 1
    viewer.show(claim("won", 131))
    viewer.go(0)
    wrong = "The claim is wrong. It says: won after 131 moves. The referee finds: won after 179 moves."
    assert verdict.inner_text() == wrong
    viewer.show(WON)
    assert verdict.is_hidden()


@pytest.mark.parametrize("size", [(390, 844), (1280, 900)], ids=["upright", "desk"])
def test_two_players_of_one_deal_are_compared(opened, size):
    """They part at move 21, and one of them ends there. The game of another deal has nothing beside it."""
    log = {name: WON[name] for name in ("variant", "seed", "moves")}
    start = Game.from_log({**log, "moves": WON["moves"][:20]})
    other = next(move for move in start.legal_moves if move != WON["moves"][20])
    games = [
        {**log, "ref": "anna"},
        {**log, "moves": [*WON["moves"][:20], other], "ref": "ben"},
        {"variant": "klondike", "seed": "1", "moves": ["draw"], "ref": "cleo"},
    ]
    viewer = opened(viewport={"width": size[0], "height": size[1]})
    viewer.give("\n".join(map(json.dumps, games)))
    choices = viewer.page.locator("#picker .compare")
    choices.nth(1).wait_for()
    assert choices.count() == 2
    viewer.see("#picker li .name", "ben · Double Russian")
    too_long = "(rows) => rows.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length"
    assert viewer.page.locator("#picker li button").evaluate_all(too_long) == 0
    choices.nth(0).click()
    choices.nth(1).click()
    viewer.see("#compare p", "The first 20 moves are the same.")
    steps = viewer.page.locator("#compare .step")
    assert all(step.startswith("Move 21: ") for step in steps.all_inner_texts())
    assert len(set(steps.all_inner_texts())) == 2
    boxes = [picture.bounding_box() for picture in viewer.page.locator("#compare .picture > svg").all()]
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= size[0] and box["width"] > 250 for box in boxes)
    assert (boxes[0]["y"] == boxes[1]["y"]) is (size[0] > 600)
    viewer.page.locator("#compare").get_by_role("button", name="Forward").click()
    assert steps.all_inner_texts()[1] == "Ended after 21 moves."
    viewer.page.locator("#compare").get_by_role("button", name="Where they part").click()
    viewer.page.locator("#compare section").nth(1).get_by_role("button", name="Open").click()
    viewer.at(21, 21)
