"""For screen readers: one live region takes one sentence an event, and the focus stays on the page."""

import re
from pathlib import Path

import pytest

from tests.browser.viewer import examples
from tests.by_ear import events, follow

TRANSCRIPTS = Path(__file__).parents[2] / "fixtures" / "by-ear"
GOLF = "#v=1&variant=golf&seed=1"
LISTEN = """() => {
    window.heard = [];
    new MutationObserver((changes) => {
        for (const { addedNodes } of changes) heard.push(...[...addedNodes].map((one) => one.textContent));
    }).observe(announcer, { childList: true });
}"""
LIVE = "[aria-live]:not(#announcer), [role=status], [role=alert], [role=log], output"


class Listener:
    """Hears what is added to the live region of a page."""

    def __init__(self, viewer) -> None:
        self.page = viewer.page
        self.page.evaluate(LISTEN)

    def heard(self) -> list[str]:
        """What was said since the last time."""
        return self.page.evaluate("heard.splice(0)")

    def until(self, text: str) -> list[str]:
        """Wait for a sentence with this text, and return everything that was said until then."""
        self.page.locator("#announcer p").filter(has_text=text).last.wait_for()
        return self.heard()


def test_there_is_one_live_region(viewer):
    viewer.example("double-russian/won")
    assert viewer.page.locator(LIVE).count() == 0
    assert viewer.page.get_attribute("#announcer", "aria-live") == "polite"


def test_a_move_is_said_before_what_it_means_and_also_in_a_dead_game(opened):
    """Golf 1: once its position is proved dead, each draw is still said, and the verdict once."""
    viewer = opened(GOLF)
    ears = Listener(viewer)
    said = []
    for ply in range(1, 7):
        viewer.click("S")
        viewer.at(ply, ply)
        said += ears.until("from the stock to the waste")
        if ply == 2:
            viewer.page.get_by_role("button", name="Can it be won?").or_(
                viewer.page.get_by_role("button", name="Because")
            ).first.wait_for()
    assert len([one for one in said if "from the stock to the waste." in one]) == 6
    assert len(said) == len(set(said))


def test_the_same_refusal_is_said_again_and_in_words(opened):
    viewer = opened("#v=1&variant=klondike&seed=24")
    ears = Listener(viewer)
    for _ in range(2):
        viewer.drag("T1", "T2")
        held, refusal = ears.until("You moved")
        assert held.startswith("Held: ")
        assert refusal.startswith("You moved ")
        assert not set(refusal) & set("♣♦♥♠→–")
        assert "Possible instead: " in refusal


def test_what_was_undone_and_redone_is_said(opened):
    viewer = opened("#v=1&variant=klondike&seed=24")
    viewer.click("S")
    ears = Listener(viewer)
    card = viewer.cards('[data-pile="W"]')[-1]
    name = viewer.ask("i18n/text", "cardName", card)
    viewer.page.click("#back")
    (undone,) = ears.until("Undone")
    assert undone.lower() == f"undone: {name} from the stock to the waste."
    viewer.page.click("#forward")
    (redone,) = ears.until("from the stock")
    assert redone.lower() == f"{name} from the stock to the waste."


def test_what_an_undone_move_had_turned_up_is_not_said_again(opened):
    viewer = opened("#v=1&variant=klondike&seed=522")
    ears = Listener(viewer)
    viewer.click("T6")
    ears.until("Ace of spades from column 6 to foundation 2. Turned up in column 6: seven of clubs.")
    viewer.page.click("#back")
    assert ears.until("Undone")[-1] == "Undone: Ace of spades from column 6 to foundation 2."


def test_moves_that_the_page_makes_are_summed_up(opened):
    """Fourteen moves finish FreeCell: they are one sentence."""
    log = examples()["freecell/won"]["request"]
    viewer = opened()
    viewer.resume({**log, "moves": log["moves"][:-4]})
    ears = Listener(viewer)
    viewer.page.click("#finish")
    viewer.see("#caption", "You won")
    said = ears.until("made: won.")
    assert len(said) == 1


def test_what_is_asked_is_answered_aloud(opened):
    viewer = opened("#v=1&variant=klondike&seed=24")
    ears = Listener(viewer)
    viewer.page.get_by_role("button", name="Can it be won?").click()
    viewer.page.locator("#next .show-line, #next .ask-longer, #next .because").first.wait_for()
    said = ears.heard()
    assert said[0] == "Searching …"
    assert len(said) == 2


def test_what_is_said_can_be_short(opened):
    viewer = opened("#v=1&variant=klondike&seed=24")
    viewer.page.click("#to-settings")
    viewer.page.select_option("#choose-speech", "short")
    viewer.page.locator("#settings .close").click()
    ears = Listener(viewer)
    viewer.click("S")
    (said,) = ears.until("to the waste")
    assert "from" not in said


HAS_FALLEN = "document.activeElement === document.body"
TWO_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
CONTROLS = """() => {
    const controls = 'button, summary, select, input:not([type=file]), textarea, [tabindex="0"]';
    const all = [...(document.querySelector('dialog[open]') ?? document).querySelectorAll(controls)];
    window.controls = all.filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.disabled);
    const place = (one) => `${one.closest('dialog')?.id ?? ''} ${one.id || one.dataset.pile || ''}`;
    return window.controls.map((one) => `${place(one)} ${one.ariaLabel ?? one.textContent}`);
}"""
# These leave the page, or what they do is seen outside it.
AWAY = re.compile("language|download|export|print|save-device", re.IGNORECASE)
LAST = re.compile("close|new-game|to-front", re.IGNORECASE)


def walk(viewer, seen: set[str]) -> None:
    """Press every control that is not in `seen` yet. The focus stays on the page."""
    while True:
        names = [re.sub(r"\d+", "#", name) for name in viewer.page.evaluate(CONTROLS)]
        new = [(name, at) for at, name in enumerate(names) if name not in seen and not AWAY.search(name)]
        if new:
            name, at = min(new, key=lambda control: bool(LAST.search(control[0])))
            viewer.page.evaluate("(at) => controls[at].focus()", at)
        elif not viewer.page.locator("dialog[open]").count():
            return
        else:
            name = "the end of a dialog"
        viewer.page.keyboard.press("Enter" if new else "Escape")
        viewer.page.evaluate(TWO_FRAMES)
        assert not viewer.page.evaluate(HAS_FALLEN), name
        seen.add(name)


def test_the_focus_never_falls(opened):
    """Each control of a refusal, a dead game, a wrong claim, a won game and the front page."""
    won = examples()["klondike/won"]["request"]
    seen: set[str] = set()
    walk(opened("#v=1&variant=klondike&seed=24&moves=T1-T2"), seen)
    walk(opened(f"{GOLF}&n=2&moves=draw.draw&ply=2"), seen)
    viewer = opened()
    viewer.give({**won, "claim": {"outcome": "lost"}})
    viewer.see("#claim")
    walk(viewer, seen)
    viewer = opened()
    viewer.resume({**won, "moves": won["moves"][:-1]})
    viewer.page.locator(".place[data-pile=T1]").focus()
    viewer.page.keyboard.press("f")
    viewer.see("#won h2:focus")
    walk(viewer, seen)
    walk(opened(), seen)
    assert len(seen) > 60


def test_after_new_game_the_search_has_the_focus(opened):
    viewer = opened(GOLF)
    viewer.page.locator("#new-game").focus()
    viewer.page.keyboard.press("Enter")
    viewer.see("#search:focus")


def test_the_card_of_a_win_takes_the_focus_and_gives_it_back(opened):
    log = examples()["klondike/won"]["request"]
    viewer = opened()
    viewer.resume({**log, "moves": log["moves"][:-1]})
    viewer.page.locator(".place[data-pile=T1]").focus()
    viewer.page.keyboard.press("f")
    viewer.see("#won h2:focus")
    viewer.page.keyboard.press("Escape")
    assert viewer.page.locator("#won").is_hidden()
    viewer.see(".place:focus")


ORDER = """() => {
    window.order = [];
    document.addEventListener('focusin', ({ target }) => target.closest('#won') && order.push('focus'));
    new MutationObserver((changes) => {
        for (const { addedNodes } of changes) for (const one of addedNodes) order.push(one.textContent);
    }).observe(announcer, { childList: true });
}"""


def test_the_move_that_wins_is_said_once_the_card_has_the_focus(opened):
    """Orca drops what is said for a focus that comes after it."""
    log = examples()["klondike/won"]["request"]
    viewer = opened()
    viewer.resume({**log, "moves": log["moves"][:-2]})
    viewer.page.evaluate(ORDER)
    viewer.drag("W", "T1")
    viewer.at(len(log["moves"]) - 1)
    viewer.page.wait_for_load_state("networkidle")
    viewer.page.locator(".place[data-pile=T1]").focus()
    viewer.page.keyboard.press("f")
    viewer.see("#won h2:focus")
    order = viewer.page.evaluate("order")
    assert "You won in" in order[order.index("focus") + 1]


def test_a_pyramid_says_rows_covered_cards_and_what_a_pair_frees(opened):
    """Deal 24: 6♠ and 7♥ of the last row leave together, and a covered card is not picked up."""
    viewer = opened("#v=1&variant=pyramid&seed=24")
    label = viewer.page.locator('.place[data-pile="T23"]')
    assert label.get_attribute("aria-label") == "Column 23, row 7, place 2: six of spades, free"
    label.focus()
    ears = Listener(viewer)
    viewer.page.keyboard.press("Enter")
    assert ears.heard() == ["Held: six of spades. Possible targets: column 24."]
    assert label.get_attribute("aria-pressed") == "true"
    target = viewer.page.locator('.place[data-pile="T24"]')
    assert target.get_attribute("aria-label").endswith(", free, possible target")
    viewer.page.keyboard.press("Escape")
    assert label.get_attribute("aria-pressed") is None
    viewer.page.locator('.place[data-pile="T16"]').focus()
    viewer.page.keyboard.press("Enter")
    codes = (viewer.cards(f"[data-pile={pile}]")[0] for pile in ("T16", "T22", "T23"))
    card, *covers = (viewer.ask("i18n/text", "cardName", code) for code in codes)
    assert ears.heard()[-1] == f"{card.capitalize()} is covered by {', '.join(covers)}."
    assert viewer.page.locator("[data-hand=picked]").count() == 0
    freed = viewer.ask("i18n/text", "cardName", viewer.cards("[data-pile=T17]")[0])
    viewer.click("T23")
    viewer.click("T24")
    viewer.at(1, 1)
    assert ears.heard()[-1].endswith(f" Now free: {freed} in column 17.")
    freed = viewer.page.locator('.place[data-pile="T17"]').get_attribute("aria-label")
    assert freed.startswith("Column 17, row 6, place 2: ")
    assert freed.endswith(", free")


# Does what a transcript says, and returns what is heard after each step, as soon as it is as much as there.
REPLAY = """async (steps) => {
    const heard = [];
    let wake = () => {};
    new MutationObserver((changes) => {
        for (const { addedNodes } of changes) heard.push(...[...addedNodes].map((one) => one.textContent));
        wake();
    }).observe(announcer, { childList: true });
    const press = (key) => {
        const code = /[0-9]/.test(key) ? `Digit${key}` : '';
        const event = new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true });
        document.activeElement.dispatchEvent(event);
    };
    const type = (move) => {
        document.querySelector('#typed').value = move;
        const event = new Event('submit', { bubbles: true, cancelable: true });
        document.querySelector('#typed-move').dispatchEvent(event);
    };
    const answers = [];
    for (const [step, number] of steps) {
        const [, what, value] = /^(key|type) (.*)$/.exec(step);
        heard.length = 0;
        ({ key: press, type })[what](value);
        const late = setTimeout(() => heard.push('…'), 30_000);
        while (heard.length < number) await new Promise((resolve) => { wake = resolve; });
        clearTimeout(late);
        answers.push([...heard]);
    }
    return answers;
}"""


@pytest.mark.parametrize("game", ["klondike", "freecell", "spider", "pyramid", "golf"])
def test_a_whole_game_is_won_by_ear(opened, game):
    """``tests.soak.by_ear`` won each game with nothing but what it heard; the same steps are heard again.

    A player who only listens knows where every card lies: each sentence follows from those before.
    """
    transcript = (TRANSCRIPTS / f"{game}.txt").read_text("utf-8")
    steps = [(step, heard) for step, heard in events(transcript) if step != "key h"]
    viewer = opened(f"#v=1&{transcript.splitlines()[0].removeprefix('# ')}")
    viewer.page.locator(".place[tabindex='0']").focus()
    answers = viewer.page.evaluate(REPLAY, [[step, len(heard)] for step, heard in steps])
    assert answers == [heard for _, heard in steps]
    table = follow(steps)
    assert "You won in" in answers[-1][-1]
    assert not table.on_columns


@pytest.mark.parametrize("transcript", sorted(TRANSCRIPTS.glob("*-orca.txt")), ids=lambda path: path.stem)
def test_a_whole_game_was_won_with_orca(transcript):
    """``tests.soak.orca`` wrote what Orca spoke: enough to know where each card lies, to the last move."""
    page = transcript.with_stem(transcript.stem.removesuffix("-orca"))
    said, spoken = (events(path.read_text("utf-8")) for path in (page, transcript))
    assert [step for step, _ in spoken] == [step for step, _ in said]
    assert not follow(spoken).on_columns
    assert "You won in" in spoken[-1][1][-1]
