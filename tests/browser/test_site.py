"""The documentation's site: everyone can read it, on a phone too, and old addresses of sections lead on."""

from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.browser.conftest import new_page
from tests.browser.test_access import serious
from tests.browser.test_tutorial import QuietHandler
from tests.sites import serving

ROOT = Path(__file__).parents[2]
PAGES = [
    "",
    "rules/",
    "de/ohne-maus-spielen/",
    "de/regeln/golf/",
    "reference/http-api/",
    "reference/winnable-deals/",
    "how-to/write-a-client/",
    "changelog/",
]
MOVED = {
    "rules/#whitehead-whitehead": "rules/klondike/#whitehead-whitehead",
    "rules/#6-double-russian-double-russian-e": "rules/yukon/#6-double-russian-double-russian-e",
    "reference/http-api/#operation-claim": "reference/http-api/claims/#operation-claim",
    "reference/http-api/#reason": "reference/http-api/common/#reason",
}
"""Old addresses, and where these sections are now."""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The address of the built site."""
    build = pytest.importorskip("mkdocs.commands.build", reason="The extra docs is not installed.")
    config = pytest.importorskip("mkdocs.config")
    folder = tmp_path_factory.mktemp("site")
    build.build(config.load_config(str(ROOT / "mkdocs.yml"), site_dir=str(folder)))
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=str(folder)))
    with serving(server) as address:
        yield address


@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_serious(browser, site, path):
    """Contrast included, in light and dark colours."""
    page = new_page(browser)
    page.goto(f"{site}/{path}")
    assert serious(page) == []
    page.emulate_media(color_scheme="dark")
    page.reload()
    assert serious(page, "color-contrast") == []
    page.context.close()


@pytest.mark.parametrize("path", PAGES)
def test_pages_are_as_wide_as_a_phone(browser, site, path):
    """Wide tables scroll in their own boxes."""
    page = new_page(browser, viewport={"width": 390, "height": 844})
    page.goto(f"{site}/{path}")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    boxes = page.locator(".md-typeset__scrollwrap")
    assert boxes.evaluate_all("(all) => all.every((one) => one.clientWidth <= 390)")
    page.context.close()


def test_the_library_s_pages_show_signatures_and_examples(browser, site):
    page = new_page(browser)
    page.goto(f"{site}/library/games/")
    signature = page.locator(".doc-signature").first.inner_text()
    assert signature.split()[:2] == ["Game(", "variant:"]
    example = page.locator(".highlight:has(.gp)").first.inner_text()
    assert example.startswith(">>> import patience\n>>> game = ")
    assert page.locator("blockquote").count() == 0
    page.context.close()


def test_players_find_the_rules_of_each_game_in_german(browser, site):
    page = new_page(browser)
    page.goto(f"{site}/play/")
    page.locator("article").get_by_role("link", name="Auf Deutsch").click()
    page.locator("article").get_by_role("link", name="Spielregeln in Sätzen").click()
    page.locator("article").get_by_role("link", name="Golf", exact=True).click()
    article = page.locator("article[lang=de]")
    article.get_by_role("heading", name="Dead King Golf").wait_for()
    assert article.get_by_text("Auf einen König kommt nichts.").count()
    page.context.close()


@pytest.mark.parametrize("old", MOVED)
def test_old_addresses_of_sections_lead_on(browser, site, old):
    page = new_page(browser)
    page.goto(f"{site}/{old}")
    page.wait_for_url(f"{site}/{MOVED[old]}")
    page.context.close()


def test_the_viewer_of_the_site_plays_without_a_service(browser, site):
    """A host of files refuses the requests that the service would confirm moves by."""
    page = new_page(browser)
    page.goto(f"{site}/demo/")
    page.wait_for_selector("html[data-ready=page]")
    page.get_by_role("button", name="Deal a game").click()
    page.locator(".place[data-pile=S]").press("Enter")
    page.locator("#caption").filter(has_text="from the stock to the waste").wait_for()
    assert page.locator("#notice").is_hidden()
    page.context.close()
