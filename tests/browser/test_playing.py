"""Playing: by tap, by drag, by key; every move judged at once in the page and confirmed by the service."""

import json

import pytest

from tests.browser.viewer import examples

KLONDIKE = "#v=1&variant=klondike&seed=24"


def cut(name: str, left: int) -> tuple[dict, list[str]]:
    """An example without its last moves, and these."""
    request = examples()[name]["request"]
    return {**request, "moves": request["moves"][:-left]}, request["moves"][-left:]


def test_a_deal_by_chance_or_by_its_number(viewer):
    """A game counts from its first move."""
    page = viewer.page
    page.get_by_role("button", name="Deal a game").click()
    # The card may say at once that the deal cannot be won.
    viewer.see("#playing", "Klondike")
    viewer.click("S")
    viewer.at(1, 1)
    page.get_by_role("button", name="New game").click()
    viewer.see("#stats-line", "Won 0 of 1 on this device.")
    page.locator("#more-options summary").click()
    page.fill("#seed", "24")
    page.get_by_role("button", name="Deal", exact=True).click()
    viewer.see("#caption", "Klondike, deal 24.")


def test_to_a_win_by_click_drag_and_double_click(viewer, client):
    log, rest = cut("royal-rendezvous/won", 3)
    viewer.show(log)
    viewer.go(len(log["moves"]))
    first, second, third = (token.split("-")[0] for token in rest)
    viewer.click(first)
    viewer.at(len(log["moves"]) + 1)
    viewer.drag(second, "F3")
    viewer.at(len(log["moves"]) + 2)
    viewer.click(third, times=2)
    viewer.see("#caption", "You won in ")
    played = json.loads(viewer.copied("Copy log"))
    assert client.post("/v1/replays", json=played).json["outcome"] == "won"
    claim = json.loads(viewer.copied("Copy claim"))
    assert claim["claim"]["outcome"] == "won"
    viewer.page.get_by_role("button", name="Claim it").click()
    viewer.see("#claim h2", "The claim is confirmed")


FAST_CLICKS = """(times) => {
    const stock = document.querySelector('.place[data-pile=S] .empty');
    for (let click = 1; click <= times; click += 1) {
        stock.dispatchEvent(new PointerEvent('click', { bubbles: true, detail: click }));
    }
}"""


def test_no_click_is_lost_and_no_move_by_a_reload(opened):
    """However fast the clicks and however slow the service."""
    viewer = opened(KLONDIKE)
    viewer.page.route("**/v1/replays", lambda route: None)
    viewer.page.evaluate(FAST_CLICKS, 23)
    assert viewer.page.text_content("#ply") == "23 / 23"
    viewer.page.unroute_all(behavior="ignoreErrors")
    viewer.page.evaluate(FAST_CLICKS, 1)
    viewer.page.reload()
    viewer.at(24, 24)
    assert len(viewer.position()["waste"]) == 0


CLICK_AT_ONCE = f"""() => new MutationObserver((_, observer) => {{
    observer.disconnect();
    ({FAST_CLICKS})(3);
}}).observe(felt, {{ childList: true }})"""


def test_no_click_is_lost_before_all_cards_lie(viewer):
    viewer.page.evaluate(CLICK_AT_ONCE)
    viewer.give({"variant": "klondike", "seed": "24", "moves": []})
    viewer.at(3, 3)


def test_the_service_confirms_or_the_page_says_that_it_differs(opened):
    viewer = opened(KLONDIKE)

    def differs(route):
        answer = route.fetch()
        route.fulfill(json={**answer.json(), "outcome": "lost"})

    viewer.page.route("**/v1/replays", differs)
    viewer.click("S")
    viewer.see("#caption", "The page and the service disagree about this position.")
    viewer.page.locator("#next").get_by_role("button", name="Evidence").click()
    viewer.see("#verdict pre", "The service answers:")


def test_without_the_service_play_goes_on(opened):
    viewer = opened(KLONDIKE)
    viewer.page.route("**/v1/**", lambda route: route.abort())
    viewer.click("S")
    viewer.at(1, 1)
    viewer.open_tab("Evidence")
    viewer.see("#verdict .why", "The page judges alone for now.")
    viewer.complaints.clear()


def test_lines_are_never_lost(viewer):
    """A move that differs from the log starts a variation; a reload brings everything back."""
    moves = viewer.example("double-russian/won")["request"]["moves"]
    viewer.go(13)
    viewer.open_tab("Moves")
    viewer.page.locator("#legal summary").click()
    viewer.see("#legal-here code")
    other = next(
        token
        for token in viewer.page.locator("#legal-here code").all_inner_texts()
        if token.split("-")[0] != moves[13].split("-")[0]
    )
    viewer.page.locator(f'#legal-here button:has(code:text-is("{other}"))').click()
    viewer.at(14, 14)
    viewer.see("#moves .branch", "the log")
    viewer.page.reload()
    viewer.at(14, 14)
    viewer.open_tab("Moves")
    viewer.page.get_by_role("button", name="Back to the log").click()
    viewer.at(14, len(moves))
    viewer.see("#moves .branch", "tried here")


def test_by_keys_alone(viewer):
    """Pick up, walk, put down; more and fewer cards; any foundation; a refusal and an undo."""
    viewer.example("double-russian/won")
    press = viewer.page.keyboard.press
    viewer.page.evaluate("document.querySelector('.place[data-pile=T1]').focus()")
    press("ArrowUp")
    viewer.see('.place[data-pile="F1"]:focus')
    press("ArrowDown")
    for _ in range(3):
        press("ArrowRight")
    viewer.see('.place[data-pile="T5"]:focus')
    press("Enter")
    for _ in range(6):
        press("Shift+ArrowUp")
    press("Shift+ArrowDown")
    assert viewer.page.locator(".card[data-hand=picked]").count() == 5
    viewer.see("#status", "Held: 5 cards, ")
    press("Shift+ArrowUp")
    for _ in range(5):
        press("ArrowRight")
    viewer.see('.place[data-pile="T10"]:focus')
    press("Enter")
    viewer.at(1)
    viewer.see("#caption", "Move 1: ")
    press("f")
    viewer.see("#caption", "You moved ")
    press("Control+z")
    viewer.see("#caption", "Move 1: ")


def test_what_lies_face_down_is_nowhere_in_the_page(opened, client):
    """Neither in its text nor for a screen reader."""
    viewer = opened("#v=1&variant=rouge-et-noir&seed=31999")
    deal = client.get("/v1/deals/rouge-et-noir/31999").json["state"]
    shown = sorted(column["cards"][-1] for column in deal["tableau"] if column["cards"])
    assert sorted(code for code in viewer.cards("") if code) == shown
    assert viewer.page.locator("#board svg.face").count() == len(shown)
    hidden = deal["tableau"][0]["cards"][0]
    name = viewer.ask("i18n/text", "cardName", hidden)
    assert hidden not in shown
    assert name not in viewer.page.content()


SMALL = """() => [...document.querySelectorAll('header button, #story button, #scrub')]
    .filter((one) => one.checkVisibility())
    .filter((one) => Math.min(one.getBoundingClientRect().height, one.getBoundingClientRect().width) < 44)
    .map((one) => one.id || one.textContent)"""


@pytest.mark.parametrize("size", [(390, 844), (844, 390)], ids=["upright", "sideways"])
def test_a_refused_player_plays_on_within_two_taps(newcomer, size):
    """On a phone: every control is large enough and in sight, and the refusal offers what could be played."""
    viewer = newcomer(viewport={"width": size[0], "height": size[1]}, has_touch=True, is_mobile=True)
    viewer.show(examples()["double-russian/illegal"]["request"])
    viewer.see("#caption", "You moved ")
    small = viewer.page.evaluate(SMALL)
    assert small == []
    # The card is written anew when the whole viewer has arrived.
    viewer.page.wait_for_load_state("networkidle")
    box = viewer.page.locator("#next .try").first.bounding_box()
    assert box["y"] + box["height"] <= size[1]
    viewer.page.locator("#next .try").first.tap()
    viewer.see("#caption", "Move 51: ")
    viewer.touch("T4")
    assert viewer.page.evaluate("scrollY") == 0


def test_gestures_do_what_they_are_set_to(opened):
    """The ace of clubs lies on column 3. The second click of two plays it where the first only picks up."""
    viewer = opened(KLONDIKE)
    viewer.page.evaluate("localStorage.setItem('one-tap', 'no')")
    viewer.click("T3", times=2)
    viewer.at(1, 1)
    assert viewer.cards('[data-pile="F1"]') == ["AC"]
    viewer.page.keyboard.press("Control+z")
    viewer.at(0, 1)
    viewer.page.mouse.click(*viewer.spot("T3"), button="right")
    viewer.at(1, 1)
    viewer.page.click("#to-settings")
    viewer.page.get_by_label("Right button").select_option("Undo")
    viewer.page.locator("#settings .close").click()
    viewer.page.mouse.click(*viewer.spot("S"), button="right")
    viewer.at(0, 1)


def test_cards_go_to_foundations_by_themselves_if_they_may(opened):
    viewer = opened(KLONDIKE)
    viewer.click("S")
    viewer.at(1, 1)
    viewer.page.click("#to-settings")
    viewer.page.get_by_label("Cards go to foundations by themselves").select_option("When nothing needs them")
    viewer.page.locator("#settings .close").click()
    viewer.click("S")
    # The second draw turns up the ace of diamonds, which follows that of clubs.
    viewer.at(4, 4)
    assert viewer.cards('[data-pile="F1"]') == ["AC"]
    assert viewer.cards('[data-pile="F4"]') == ["AD"]


def test_settings_are_kept(opened):
    """One tap may only pick up; four colours are remembered; the clock counts."""
    viewer = opened(KLONDIKE)

    def colours() -> int:
        found = viewer.page.locator(".card[data-suit]").evaluate_all(
            "(cards) => [...new Set(cards.map((card) => getComputedStyle(card).color))]"
        )
        return len(found)

    assert colours() == 2
    viewer.page.get_by_role("button", name="Settings").click()
    viewer.page.get_by_label("Four colours").check()
    viewer.page.get_by_label("One tap plays the best move").uncheck()
    viewer.page.get_by_label("Timer and move counter").check()
    viewer.page.select_option("#choose-back", "diamonds")
    viewer.page.locator("#settings .close").click()
    viewer.click("T3")
    viewer.see("#status", "Held: ace of clubs. Possible targets: foundation 1.")
    viewer.click("F1")
    viewer.see("#clock", "0:")
    viewer.see("#clock", "1 move")
    viewer.page.get_by_role("button", name="Settings").click()
    viewer.page.get_by_label("Score, where a game has one").check()
    viewer.page.get_by_label("Card faces").select_option("Traditional")
    viewer.page.locator("#settings .close").click()
    viewer.see("#clock", "Standard 15 · Vegas -47")
    # Seven columns, the ace, and the card of the waste.
    assert viewer.page.locator('#board .face[data-drawn^="traditional"]').count() == 9
    viewer.page.reload()
    viewer.at(1, 1)
    assert colours() > 2
    assert viewer.page.get_attribute("body", "data-back") == "diamonds"


YUKON = "#v=1&variant=yukon&seed=1"
OFFSET = """(code) => {
    const box = document.querySelector(`.card[data-code="${code}"].dragged`).getBoundingClientRect();
    return [box.x, box.y];
}"""


def test_lifted_cards_stay_under_the_pointer_in_their_order(opened):
    """Pointer to card at most 1 px, a group painted as it lies, and the card below whole."""
    viewer = opened(YUKON, reduced_motion="no-preference")
    viewer.settle()
    codes = viewer.cards('[data-pile="T6"]:not(.down)')
    x, y = viewer.spot("T6", 3)
    start = viewer.page.locator(f'.card[data-code="{codes[-3]}"]').bounding_box()
    viewer.page.mouse.move(x, y)
    viewer.page.mouse.down()
    for step in range(1, 30):
        to = (x - 9 * step, y + 4 * (step % 7))
        viewer.page.mouse.move(*to)
        lifted = viewer.page.evaluate(OFFSET, codes[-3])
        for axis in (0, 1):
            assert abs((lifted[axis] - start["xy"[axis]]) - (to[axis] - (x, y)[axis])) <= 1
    depths = viewer.page.locator(".card.dragged").evaluate_all(
        "(cards) => cards.map((card) => [card.dataset.code, Number(getComputedStyle(card).zIndex)])"
    )
    assert [code for code, _ in sorted(depths, key=lambda one: one[1])] == codes[-3:]
    below = viewer.page.locator(f'.card[data-code="{codes[-4]}"]')
    assert below.locator(".pips, .court").first.is_visible()
    viewer.page.keyboard.press("Escape")
    assert viewer.page.locator(".dragged").count() == 0
    viewer.page.mouse.up()
    viewer.settle()
    assert viewer.cards('[data-pile="T6"]:not(.down)') == codes
    viewer.at(0, 0)


FLYING = """() => {
    document.querySelector('#forward').click();
    const depth = (card) => [card.dataset.code, Number(getComputedStyle(card).zIndex)];
    const depths = (cards) => [...document.querySelectorAll(cards)].map(depth);
    return [depths('.card.flying'), depths('.card:not(.flying)')];
}"""


def test_cards_in_flight_keep_their_order_above_all_others(opened):
    viewer = opened(f"{YUKON}&moves=T6-T1x3&ply=0", reduced_motion="no-preference")
    viewer.settle()
    group = viewer.cards('[data-pile="T6"]:not(.down)')[-3:]
    flying, lying = viewer.page.evaluate(FLYING)
    depths = dict(flying)
    assert depths[group[0]] < depths[group[1]] < depths[group[2]]
    assert depths[group[0]] > max(depth for _, depth in lying)


def test_a_group_that_is_carried_back_stays(opened):
    viewer = opened(YUKON)
    x, y = viewer.spot("T6", 3)
    viewer.page.mouse.move(x, y)
    viewer.page.mouse.down()
    for dx, dy in ((60, 20), (200, 60), (25, 12)):
        viewer.page.mouse.move(x + dx, y + dy, steps=3)
    viewer.page.mouse.up()
    viewer.at(0, 0)
    assert viewer.caption().startswith("Yukon, deal 1.")


def test_a_spread_column_covers_no_other_pile(opened):
    """Neither the stock nor the foundations, whatever card is looked at."""
    viewer = opened()
    viewer.example("pysolfc-double-russian/won")
    viewer.go(78)
    above = viewer.page.locator('.place[data-pile="T10"]').bounding_box()["y"]
    for from_top in (1, 12, 30):
        viewer.page.mouse.move(*viewer.spot("T10", from_top))
        viewer.settle()
        tops = viewer.page.locator('.card[data-pile="T10"]').evaluate_all(
            "(cards) => cards.map((card) => card.getBoundingClientRect().top)"
        )
        assert min(tops) >= above - 1


def test_two_hundred_clicks_back_to_back_arrive(opened):
    """Also while the cards are in motion."""
    viewer = opened(KLONDIKE, reduced_motion="no-preference")
    x, y = viewer.spot("S")
    for _ in range(200):
        viewer.page.mouse.click(x, y)
    viewer.at(200, 200)


def test_a_card_on_its_way_leaves_the_click_to_what_it_flies_over(newcomer):
    """However late it sets off, as on a busy machine."""
    viewer = newcomer(KLONDIKE, reduced_motion="no-preference")
    viewer.page.clock.install()
    # By then the waste is higher than the stock.
    for _ in range(20):
        viewer.click("S")
    viewer.page.evaluate(
        "document.getAnimations().forEach((flight) => { flight.pause(); flight.currentTime = 0; })"
    )
    viewer.page.clock.run_for(1000)
    viewer.page.mouse.click(*viewer.spot("S"))
    viewer.at(21, 21)


def test_back_leads_to_the_front_page_and_not_off_the_site(opened):
    """A game dealt there has an entry of its own, and so has the front page that is returned to."""
    viewer = opened()
    # However late the browser draws.
    viewer.page.evaluate("window.requestAnimationFrame = () => 0")
    viewer.page.get_by_role("button", name="Deal a game").click()
    viewer.see("#playing", "Klondike")
    viewer.click("S")
    viewer.at(1, 1)
    viewer.page.go_back()
    viewer.see(".line", "Play patience")
    viewer.page.get_by_role("button", name="Continue Klondike, 1 move").click()
    viewer.at(1, 1)
    viewer.page.get_by_role("button", name="New game").click()
    viewer.see(".line", "Play patience")
    assert viewer.page.get_by_role("button", name="New game").is_hidden()
    viewer.page.go_back()
    viewer.at(1, 1)
    viewer.page.goto("about:blank")
    viewer.open()
    viewer.page.get_by_role("button", name="Continue Klondike, 1 move").click()
    viewer.at(1, 1)


def test_back_is_heard_before_the_whole_page_has_arrived(opened):
    """After a reload of the front page, as when the language is changed there."""
    viewer = opened(KLONDIKE)
    viewer.click("S")
    viewer.at(1, 1)
    viewer.page.get_by_role("button", name="New game").click()
    held: list = []

    def hold(route) -> None:
        held.append(route)

    viewer.page.route("**/bundles/page.js", hold)
    viewer.page.reload()
    viewer.see(".line", "Play patience")
    viewer.page.go_back()
    viewer.page.locator("h1.line").wait_for(state="hidden")
    held[0].continue_()
    viewer.see("#caption", "Move 1: ")
    viewer.at(1, 1)


def test_the_stock_offers_what_is_legal(opened):
    """Redeal waits for an empty stock, and after a win there is nothing to draw or to ask."""
    viewer = opened(KLONDIKE)
    redeal, hint = (viewer.page.get_by_role("button", name=name, exact=True) for name in ("Redeal", "Hint"))
    assert redeal.get_attribute("aria-disabled") == "true"
    assert viewer.page.locator("#ribbon").is_hidden()
    viewer.page.evaluate(FAST_CLICKS, 23)
    assert redeal.get_attribute("aria-disabled") == "false"
    log = examples()["klondike/won"]["request"]
    viewer.show(log)
    assert hint.is_visible()
    viewer.go(len(log["moves"]))
    assert hint.is_hidden()
    assert redeal.is_hidden()


def test_a_tap_plays_what_fits_the_waste(opened):
    """Three Peaks: the waste is 10♣. A tap, a drag and keys play onto it; a card that is free turns up."""
    viewer = opened("#v=1&variant=three-peaks&seed=24")
    peak, below = (viewer.page.locator(f'.place[data-pile="{pile}"]') for pile in ("T11", "T20"))
    assert peak.bounding_box()["y"] < below.bounding_box()["y"] < peak.bounding_box()["y"] + 150
    assert viewer.cards('[data-pile="T11"]') == [None]
    viewer.click("T20")
    viewer.at(1, 1)
    assert viewer.cards('[data-pile="W"]:not(.covered)') == ["TC", "JC"]
    viewer.drag("T21", "W")
    viewer.at(2, 2)
    assert viewer.cards('[data-pile="W"]')[-1] == "TH"
    assert viewer.cards('[data-pile="T11"]') != [None]
    viewer.page.evaluate("document.querySelector('.place[data-pile=T27]').focus()")
    for _ in range(2):
        viewer.page.keyboard.press("Enter")
    viewer.at(3, 3)
    assert viewer.cards('[data-pile="W"]')[-1] == "9H"
    viewer.click("T19")
    viewer.see("#status", "Held: six of hearts. Possible targets: none")
    viewer.click("W")
    viewer.see("#caption", "6♥")


def test_a_tap_after_a_card_that_can_go_nowhere_begins_anew(opened):
    """Klondike, with 3♠ on T2, 8♠ on T3 and A♠ on the waste."""
    viewer = opened("#v=1&variant=klondike&seed=23017759126")
    viewer.click("T2")
    viewer.see("#status", "Held: three of spades. Possible targets: none.")
    viewer.click("W")
    viewer.at(1, 1)
    viewer.see("#caption", "Move 1: Ace of spades from the waste to foundation 2.")
    viewer.click("T2")
    viewer.click("T3")
    viewer.see("#caption", "You moved 3♠")


def test_a_tap_on_both_cards_of_a_pair(opened):
    """Pyramid: a King leaves at one tap; the stock's top card is in sight, and takes part by tap and drag."""
    viewer = opened("#v=1&variant=pyramid&seed=24")
    assert viewer.page.get_by_role("button", name="Stock: ten of spades, 23 cards in all").count() == 1
    viewer.click("T22")
    viewer.at(1, 1)
    viewer.click("T23")
    viewer.see("#status", "Held: six of spades. Possible targets: column 24.")
    viewer.click("T24")
    viewer.at(2, 2)
    assert viewer.cards('[data-pile="T23"]') == viewer.cards('[data-pile="T24"]') == []
    viewer.drag("T25", "T28")
    viewer.at(3, 3)
    viewer.click("T18")
    viewer.click("S")
    viewer.at(4, 4)
    assert viewer.cards('[data-pile="F1"]')[-2:] == ["3C", "TS"]
    viewer.click("S")
    viewer.see("#caption", "Move 5: ")
    viewer.click("T26")
    viewer.click("T27")
    viewer.see("#caption", "The two are not a pair: 9♥")


def test_the_top_card_of_an_open_stock_is_played_like_any_other(opened):
    viewer = opened("#v=1&variant=strategerie&seed=7")
    viewer.drag("S", "T2")
    viewer.see("#caption", "Three of diamonds from the stock to column 2.")
    viewer.drag("S", "R3")
    viewer.see("#caption", "Eight of spades from the stock to cell 3.")
    viewer.click("S")
    viewer.see("#caption", "Four of spades from the stock to column")


def test_two_taps_send_a_pair_away_and_the_stock_fills_the_gaps(opened):
    """Elevens, deal 7: 3♦ and 8♠ are on top of T1 and T2."""
    viewer = opened("#v=1&variant=elevens&seed=7")
    viewer.click("T1")
    viewer.click("T2")
    viewer.at(1)
    assert len(viewer.position()["stock"]) == 41


def test_a_tap_turns_up_a_closed_column(opened):
    viewer = opened("#v=1&variant=blind-patience&seed=7")
    viewer.click("T3")
    viewer.see("#caption", "Turned up in column 3: ")
    viewer.drag("T3", "T1")
    viewer.see("#caption", "from column 3 to column 1.")
    viewer.page.locator(".place[data-pile=T2]").focus()
    viewer.page.keyboard.press("Enter")
    viewer.see("#caption", "Turned up in column 2: ")
    assert [pile["face_down"] for pile in viewer.position()["tableau"][:3]] == [4, 3, 3]


FREECELL = "#v=1&variant=freecell&seed=1"
STRAYING = """() => [...document.querySelectorAll('#felt .card')]
    .filter((card) => card.style.translate || card.matches('.dragged')).length"""


class Fingers:
    """Two fingers on the screen of a phone."""

    def __init__(self, page) -> None:
        self.session = page.context.new_cdp_session(page)
        self.down: dict[int, tuple[float, float]] = {}

    def send(self, kind: str, *fingers: int) -> None:
        points = [{"id": number, "x": x, "y": y} for number, (x, y) in self.down.items()]
        points = [point for point in points if not fingers or point["id"] in fingers]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def press(self, number: int, at: tuple[float, float]) -> None:
        self.down[number] = at
        self.send("touchStart")

    def move(self, number: int, by: tuple[float, float]) -> None:
        x, y = self.down[number]
        self.down[number] = (x + by[0], y + by[1])
        self.send("touchMove")

    def lift(self, number: int) -> None:
        self.send("touchEnd", number)
        del self.down[number]


@pytest.fixture
def phone(newcomer):
    """FreeCell on a phone, where eight columns of cards lie face up."""
    return newcomer(FREECELL, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)


def test_a_second_finger_is_ignored(phone):
    fingers = Fingers(phone.page)
    fingers.press(1, phone.spot("T1"))
    fingers.move(1, (30, 30))
    fingers.press(2, phone.spot("T8"))
    fingers.move(2, (-40, 60))
    assert phone.page.locator(".dragged").count() == 1
    fingers.lift(2)
    assert phone.page.locator(".dragged").count() == 1
    fingers.move(1, (0, 40))
    fingers.lift(1)
    phone.settle()
    assert phone.page.evaluate(STRAYING) == 0
    phone.at(0, 0)
    phone.touch("T3")
    phone.at(1, 1)


@pytest.mark.parametrize("end", ["touchCancel", "Escape", "Control+z"])
def test_a_drag_that_is_broken_off_leaves_no_card_behind(phone, end):
    phone.touch("T3")
    phone.at(1, 1)
    fingers = Fingers(phone.page)
    fingers.press(1, phone.spot("T1"))
    fingers.move(1, (30, 30))
    assert phone.page.locator(".dragged").count() == 1
    if end == "touchCancel":
        fingers.down.clear()
        fingers.send(end)
    else:
        phone.page.keyboard.press(end)
    assert phone.page.locator(".dragged").count() == 0
    phone.settle()
    assert phone.page.evaluate(STRAYING) == 0


STRIP = """(pile) => {
    const cards = [...document.querySelectorAll(`#board .card[data-pile=${pile}]`)];
    const tops = cards.map((card) => card.getBoundingClientRect().top);
    tops.sort((one, other) => one - other);
    return Math.max(...tops.slice(1).map((top, index) => top - tops[index]));
}"""


@pytest.fixture
def long_column(newcomer):
    """Kings in a low window, where the game deals one column of more than thirty cards."""
    sideways = {"width": 844, "height": 390}
    return newcomer("#v=1&variant=kings&seed=1", viewport=sideways, has_touch=True, is_mobile=True)


def test_a_finger_that_rests_spreads_a_long_column_and_moves_nothing(long_column):
    page = long_column.page
    counts = page.evaluate(
        "Array.from({ length: 8 }, (_, index) => "
        "document.querySelectorAll(`#board .card[data-pile=T${index + 1}]`).length)"
    )
    pile = f"T{counts.index(max(counts)) + 1}"
    labels = page.locator(".ruler svg")
    assert labels.count() >= max(counts) - 1
    resting = page.evaluate(STRIP, pile)
    fingers = Fingers(page)
    fingers.press(1, long_column.spot(pile))
    page.wait_for_function(
        f"([pile, resting]) => ({STRIP})(pile) > 1.5 * resting", arg=[pile, resting], timeout=10_000
    )
    fingers.lift(1)
    long_column.settle()
    assert page.evaluate(STRIP, pile) > 1.5 * resting
    long_column.at(0, 0)
    assert page.locator(".card[data-hand]").count() == 0
