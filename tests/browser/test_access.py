"""For everybody: narration, contrast, narrow and wide windows, no motion; and that it is quick."""

import re

from axe_playwright_python.sync_playwright import Axe

from tests.browser.viewer import WEB, examples

SERIOUS = ("serious", "critical")


def serious(page, *rules: str) -> list:
    """What axe finds that is serious, by all its rules or by some."""
    options = {"resultTypes": ["violations"], **({"runOnly": list(rules)} if rules else {})}
    violations = Axe().run(page, options=options).response["violations"]
    return [
        (violation["id"], [node["html"] for node in violation["nodes"]][:3])
        for violation in violations
        if violation["impact"] in SERIOUS
    ]


def test_axe_finds_nothing_serious(viewer):
    """At an illegal move, a refuted claim, a notice, a refusal, in help; the contrasts in dark too."""

    def look() -> None:
        assert serious(viewer.page) == []
        viewer.page.emulate_media(color_scheme="dark")
        assert serious(viewer.page, "color-contrast") == []
        viewer.page.emulate_media(color_scheme="light")

    viewer.example("rouge-et-noir/illegal")
    look()
    viewer.example("rouge-et-noir/diverging")
    viewer.give({**examples()["double-russian/won"]["request"], "claim": {"outcome": "lost"}})
    viewer.see("#claim tr.differs")
    viewer.give("no game at all")
    viewer.see("#notice")
    look()
    viewer.page.locator("#notice").get_by_role("button", name="Close").click()
    viewer.page.get_by_role("button", name="Play from here").click()
    viewer.drag("T1", "F1")
    viewer.see("#bubble")
    look()
    viewer.page.keyboard.press("?")
    viewer.see("#help h2", "Help")
    look()


def test_moves_are_narrated(viewer):
    viewer.example("double-russian/won")
    assert viewer.page.get_attribute("#caption", "aria-live") == "polite"
    viewer.go(1)
    assert viewer.caption().startswith("Move 1: 6 cards, ")
    assert viewer.caption().split(",")[2].startswith(" from column 5 to column 10.")
    viewer.example("royal-rendezvous/won")
    viewer.go(4)
    assert " of hearts from reserve 9 to foundation 7." in viewer.caption()


def test_a_deal_is_narrated_in_words_and_shown_in_signs(viewer):
    """Ten cards in words would not fit."""
    moves = viewer.example("rouge-et-noir/won")["request"]["moves"]
    viewer.go(moves.index("deal") + 1)
    words, signs = viewer.page.locator("#caption > span").all_inner_texts()
    dealt = viewer.cards('[data-step="moved"]')
    assert len(dealt) == 10
    assert words.count(" to column ") == signs.count(" T") == 10
    assert viewer.ask("i18n", "cardName", dealt[0]) in words
    assert viewer.ask("i18n", "cardSign", dealt[0]) in signs
    hidden = "(caption) => caption.scrollHeight - caption.clientHeight"
    assert viewer.page.locator("#caption").evaluate(hidden) <= 0


def test_piles_have_words(viewer):
    viewer.example("rouge-et-noir/won")
    named = viewer.page.get_by_role("img", name="Column 9: ", exact=False)
    assert named.count() == 1
    assert viewer.page.get_by_role("img", name="Stock: 59 cards face down").count() == 1


def test_every_text_of_the_page_has_a_key():
    """``tests/web/i18n.test.mjs`` compares the languages."""
    texts = (WEB / "i18n" / "en.js").read_text("utf-8")
    keys = set(re.findall(r"^  '?([a-z0-9_.-]+)'?: ", texts, re.MULTILINE | re.IGNORECASE))
    page = (WEB / "index.html").read_text("utf-8")
    assert set(re.findall(r'data-(?:t|label)="(.*?)"', page)) <= keys
    scripts = [path.read_text("utf-8") for path in WEB.glob("*.js")]
    assert {key for script in scripts for key in re.findall(r"\bt\('([a-z.-]+)'", script)} <= keys


def test_in_german(viewer):
    viewer.example("double-russian/illegal")
    viewer.page.select_option("#language", "de")
    viewer.see("#verdict .badge", "Regelwidriger Zug")
    viewer.at(51)
    assert viewer.page.get_attribute("html", "lang") == "de"
    assert viewer.page.inner_text("#caption").startswith("✗ Zug 51 (Index 50) ist regelwidrig: ")
    viewer.page.click("#back")
    viewer.see("#caption", "Zug 50: ")
    viewer.page.select_option("#language", "en")
    viewer.see("#verdict .badge", "Illegal move")


def test_without_javascript_the_page_says_so(browser, address):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address)
    assert "needs JavaScript" in page.inner_text("body")
    context.close()


def test_where_motion_is_unwelcome_nothing_moves(opened):
    moving = "document.getAnimations().length"
    for motion, moves in (("reduce", False), ("no-preference", True)):
        viewer = opened(reduced_motion=motion)
        viewer.page.click("#forward")
        assert (viewer.page.evaluate(moving) > 0) is moves


def test_forced_colours_keep_the_suits(opened):
    viewer = opened(forced_colors="active")
    viewer.example("rouge-et-noir/illegal")
    colour = "getComputedStyle(document.querySelector('.card[data-suit=H]')).color"
    assert viewer.page.evaluate(colour) == "rgb(189, 20, 38)"


def test_a_visit_weighs_little(viewer):
    sizes = viewer.page.evaluate(
        """performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))
            .filter((entry) => !entry.name.includes('/v1/')).map((entry) => entry.decodedBodySize)"""
    )
    assert 20_000 < sum(sizes) < 200_000
