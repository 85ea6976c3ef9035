"""Keys that explore the table: to a pile, card by card, the tops, the moves, the state, the last refusal."""

import re

import pytest

from tests.browser.test_by_ear import TRANSCRIPTS, Listener
from tests.by_ear import RANKS, events, follow

SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
SPIDER = "#v=1&variant=spider&seed=48"


def name(code: str) -> str:
    """Return a card in words."""
    return f"{RANKS['A23456789TJQK'.index(code[0])]} of {SUITS[code[1]]}"


@pytest.fixture
def klondike(opened):
    viewer = opened("#v=1&variant=klondike&seed=24")
    viewer.page.locator(".place[data-pile=T1]").focus()
    return viewer


@pytest.mark.parametrize(
    ("keys", "pile"),
    [("4", "T4"), ("7", "T7"), ("s", "S"), ("w", "W"), ("o", "F1"), ("oooo", "F4"), ("ooooo", "F1")],
)
def test_a_key_leads_straight_to_a_pile(klondike, keys, pile):
    for key in keys:
        klondike.page.keyboard.press(key)
    klondike.see(f'.place[data-pile="{pile}"]:focus')


def test_zero_is_the_tenth_column_and_shift_adds_ten(opened):
    viewer = opened(SPIDER)
    ears = Listener(viewer)
    viewer.page.keyboard.press("0")
    viewer.see('.place[data-pile="T10"]:focus')
    viewer.page.keyboard.press("Shift+Digit1")
    assert ears.until("column 11") == ["This game does not have column 11."]


def test_a_pile_is_read_card_by_card_and_hidden_cards_keep_their_secret(klondike, client):
    column = client.get("/v1/deals/klondike/24").json["state"]["tableau"][2]["cards"]
    ears = Listener(klondike)
    klondike.page.keyboard.press("3")
    for _ in range(4):
        klondike.page.keyboard.press("PageUp")
    klondike.page.keyboard.press("PageDown")
    assert ears.heard() == [
        f"{name(column[2])}, 3 of 3, on top.",
        "face-down card, 2 of 3, under 1 card.",
        *["face-down card, 1 of 3, under 2 cards."] * 2,
        "face-down card, 2 of 3, under 1 card.",
    ]


def test_the_tops_of_all_piles_and_the_legal_moves(klondike, client):
    deal = client.post(
        "/v1/replays",
        json={"variant": "klondike", "seed": "24", "moves": [], "include": ["final_state", "legal_moves"]},
    ).json
    ears = Listener(klondike)
    klondike.page.keyboard.press("t")
    (tops,) = ears.heard()
    for number, column in enumerate(deal["final_state"]["tableau"], 1):
        assert f"Column {number}: {name(column['cards'][-1])}." in tops
    klondike.page.keyboard.press("m")
    (moves,) = ears.heard()
    assert moves.startswith(f"{len(deal['legal_moves'])} legal moves: ")
    assert moves.count(". ") == len(deal["legal_moves"]) - 1


def test_the_state_of_the_game_has_its_goal(klondike):
    ears = Listener(klondike)
    klondike.page.keyboard.press("d")
    klondike.at(1, 1)
    klondike.page.keyboard.press("i")
    said = ears.until("on foundations")[-1]
    # One card lies on the waste from the start.
    assert said.startswith("1 move. 0 of 52 cards on foundations. Stock: 22 cards. Redeals without limit. ")
    assert said.endswith("foundations.")


def test_the_last_refusal_is_said_again_and_undo_is_a_key(klondike):
    ears = Listener(klondike)
    klondike.page.keyboard.press("r")
    assert ears.heard() == ["No move was refused."]
    for key in ("7", "Enter", "1", "Enter"):
        klondike.page.keyboard.press(key)
    refusal = ears.until("You moved")[-1]
    klondike.page.keyboard.press("u")
    klondike.page.keyboard.press("r")
    assert refusal.startswith(ears.until("You moved")[-1])


def test_a_frame_has_the_keys_of_the_controls_that_it_shows(viewer):
    viewer.page.goto(f"{viewer.address}/embed#v=1&variant=klondike&seed=24")
    viewer.page.wait_for_selector("html[data-ready=page]")
    viewer.page.locator(".place[data-pile=T1]").focus()
    for key in ("n", "/", "d"):
        viewer.page.keyboard.press(key)
    viewer.at(1, 1)
    assert viewer.page.locator("#board").is_visible()
    viewer.see(".place[data-pile=T1]:focus")


def test_letters_can_be_switched_off(klondike):
    klondike.page.evaluate("localStorage.setItem('letter-keys', 'no')")
    for key in ("4", "d", "?"):
        klondike.page.keyboard.press(key)
    klondike.see('.place[data-pile="T1"]:focus')
    klondike.at(0, 0)
    assert klondike.page.locator("#help").is_hidden()


def test_arrows_on_a_control_leave_the_game_where_it_is(opened):
    viewer = opened("#v=1&variant=klondike&seed=24&n=2&moves=draw.draw&ply=2")
    viewer.page.locator("#to-help").focus()
    viewer.page.keyboard.press("ArrowLeft")
    viewer.at(2, 2)
    viewer.page.locator("#back").focus()
    viewer.page.keyboard.press("ArrowLeft")
    viewer.at(1, 2)


def test_few_keys_lead_from_the_front_page_to_a_deal(viewer):
    """Six, besides what is typed to find the game."""
    press = viewer.page.keyboard.press
    press("Tab")
    press("Enter")
    viewer.see("#search:focus")
    viewer.page.keyboard.type("golf")
    press("Enter")
    press("Enter")
    viewer.see("#playing", "Golf")
    viewer.see(".place:focus")


@pytest.mark.parametrize(
    "typed", ["ac", "ace of clubs to foundation", "T3-F1", "t3-f1", "Ace of clubs from column 3"]
)
def test_a_move_can_be_typed(klondike, typed):
    """Deal 24: the ace of clubs lies on top of column 3."""
    klondike.page.keyboard.press("/")
    klondike.see("#typed:focus")
    klondike.page.keyboard.type(typed)
    klondike.page.keyboard.press("Enter")
    klondike.at(1, 1)
    klondike.see("#caption", "Ace of clubs from column 3 to foundation 1.")


def test_a_typed_move_that_is_not_clear_or_not_legal_is_explained(klondike):
    ears = Listener(klondike)
    klondike.page.keyboard.press("/")
    for text, answer in (
        ("column", "Which one? "),
        ("nonsense", "No legal move is called so."),
        ("T1-T2", "You"),
    ):
        klondike.page.fill("#typed", text)
        klondike.page.press("#typed", "Enter")
        assert ears.until(answer)[-1].startswith(answer)


def test_a_card_of_the_stock_is_sent_to_a_foundation_by_key(opened):
    """Pyramid 104: after seven moves the stock shows a king, which leaves alone."""
    viewer = opened("#v=1&variant=pyramid&seed=104&moves=W-S.T25-T26.T19-T27.T22-T20.draw.draw.draw&ply=7")
    viewer.page.keyboard.press("s")
    viewer.page.keyboard.press("f")
    viewer.at(8, 8)


def test_a_stock_that_no_foundation_takes_from_says_why(klondike):
    ears = Listener(klondike)
    klondike.page.keyboard.press("s")
    klondike.page.keyboard.press("f")
    ears.until("Cards leave the stock only when it is dealt or drawn.")


def test_one_card_less_than_one_holds_as_many_as_may_move(opened):
    """A board of FreeCell with five cards left: three of them are in sequence, and six columns are empty."""
    home = ("".join(f"{rank}{suit}" for rank in ranks) for ranks, suit in zip(HOME, "CSHD", strict=True))
    piles = [f"F{number}={cards}" for number, cards in enumerate(home, 1)]
    board = ";".join([*piles, "T1=KCQDJC", "T2=KDQC"])
    viewer = opened("")
    viewer.show({"variant": "freecell", "board": board, "moves": []})
    viewer.page.locator(".place[tabindex='0']").focus()
    ears = Listener(viewer)
    for key in ("1", "Enter", "Shift+ArrowDown"):
        viewer.page.keyboard.press(key)
    assert ears.until("Held: 3 cards")
    for key in ("3", "Enter"):
        viewer.page.keyboard.press(key)
    viewer.at(1, 1)


HOME = ("A23456789T", "A23456789TJQK", "A23456789TJQK", "A23456789TJ")
"""The ranks of clubs, spades, hearts and diamonds that lie on foundations, from the ace up."""

PRESS = """(keys) => {
    for (const key of keys) {
        const code = /^[0-9]$/.test(key) ? `Digit${key}` : '';
        const init = { key, code, shiftKey: key.startsWith('Arrow'), bubbles: true, cancelable: true };
        document.activeElement.dispatchEvent(new KeyboardEvent('keydown', init));
    }
    return announcer.lastElementChild.textContent;
}"""


def test_spider_takes_four_keys_a_move_or_fewer(opened):
    """The game that is won by ear, by columns: a digit and Enter twice, more only for a part of a column."""
    viewer = opened("#v=1&variant=spider&seed=48&rules=suits:one")
    viewer.page.locator(".place[tabindex='0']").focus()
    steps = events((TRANSCRIPTS / "spider.txt").read_text("utf-8"))
    at = next(index for index, (step, _) in enumerate(steps) if step.startswith("type "))
    table = follow(steps[:at])
    pressed = 0
    for step, (sentence,) in steps[at:]:
        keys = ["d"]
        if "foundation" in step:
            keys = [re.search(r"column \d*(\d)", step)[1], "f"]
        elif step != "type deal":
            number, source, target = re.search(
                r"(?:(\d+) cards.*)?column (\d+) to column (\d+)", step
            ).groups()
            part = int(number or 1) - 1 if not table[f"column {target}"] else 0
            keys = [source[-1], "Enter", *["ArrowUp"] * part, target[-1], "Enter"]
        assert viewer.page.evaluate(PRESS, keys) == sentence
        table.hear_move(sentence)
        pressed += len(keys)
    assert "You won" in sentence
    assert pressed <= 4 * len(steps[at:])
