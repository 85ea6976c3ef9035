"""Take the pictures of docs/images again, with Chromium, and write down what they show.

test_pictures.py fails once the page shows something else.
"""

import argparse
import base64
import hashlib
import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from service.app import create_app
from tests.browser.conftest import CHROMIUMS, QUIET
from tests.browser.test_engine_page import PAGE, WON, play
from tests.browser.test_tutorial import QuietHandler
from tests.browser.viewer import Viewer, examples
from tests.doc_pages import ROOT
from tests.sites import on_a_port, serving
from tools.fixtures import corpus

IMAGES = ROOT / "docs" / "images"
SHOWN = IMAGES / "shown.json"
"""A digest of what each picture shows, by its name."""

NOON = 1_795_435_200
"""2026-11-23, 12:00:00 UTC: the day that the pictures show."""

# What can be read in the window, the cards and their colours: what does not depend on the fonts of a machine.
DESCRIBE = """() => {
    const cards = [...document.querySelectorAll('#board .card')].filter((card) => card.checkVisibility());
    const colours = ['body', '#board', '.card', '.card.down'].map((selector) => {
        const found = document.querySelector(selector);
        return found && [getComputedStyle(found).backgroundColor, getComputedStyle(found).backgroundImage];
    });
    const name = ({ dataset, textContent }) => `${dataset.pile ?? ''} ${dataset.code ?? textContent}`;
    const words = [];
    const range = document.createRange();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        range.selectNodeContents(walker.currentNode);
        const { top, height } = range.getBoundingClientRect();
        if (height && top < innerHeight) words.push(walker.currentNode.data.trim());
    }
    return { words: words.filter(Boolean), cards: cards.map(name).sort(), colours };
}"""
DESKTOP = {"width": 1200, "height": 800}
TABLET = {"width": 1024, "height": 768}
PHONE = {"width": 390, "height": 844}
ENGINE_PAGE = "play-in-the-browser"
SIDEWAYS = {"width": 844, "height": 390}

# Chromium encodes the picture; WebP is a fifth of the size of PNG.
ENCODE = """async (png) => {
    const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
    const { width, height } = picture;
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    canvas.getContext('2d').drawImage(picture, 0, 0);
    return canvas.toDataURL('image/webp', 0.9).split(',')[1];
}"""


def illegal_move(viewer: Viewer) -> None:
    """The four moves of the README."""
    viewer.show({"variant": "freecell", "seed": "1", "moves": ["T6-R1", "T6-R2", "T6-F1", "T4-T7"]})


def front_page(viewer: Viewer) -> None:
    viewer.see("#favourites button")
    viewer.page.wait_for_load_state("networkidle")


def phone(viewer: Viewer) -> None:
    viewer.show(examples()["klondike/won"]["request"])
    viewer.go(72)


def won_game(viewer: Viewer) -> None:
    game = examples()["klondike/won"]
    viewer.show(game["request"])
    viewer.go(len(game["request"]["moves"]))


def lost_game() -> dict[str, Any]:
    """A game of Klondike by a program that plays at random, lost on the way."""
    games = [game for game in corpus.read("klondike") if game["kind"] == "play"]
    game = next(game for game in games if game["rules"] and not game["won"])
    return {"variant": "klondike", **{name: game[name] for name in ("seed", "rules", "moves")}}


def dead_position(viewer: Viewer) -> None:
    viewer.show(lost_game())
    viewer.go(len(lost_game()["moves"]))
    viewer.see("#caption", "lost the game")


def spider_dark(viewer: Viewer) -> None:
    viewer.show(examples()["spider/won"]["request"])
    viewer.go(60)


def evidence(viewer: Viewer) -> None:
    viewer.show({**lost_game(), "claim": {"outcome": "won"}})
    viewer.open_tab("Evidence")
    viewer.see("#caption", "lost the game")


PICTURES: dict[str, tuple[Callable[[Viewer], None], dict[str, Any]]] = {
    "illegal-move": (illegal_move, {"viewport": DESKTOP}),
    "front-page": (front_page, {"viewport": DESKTOP}),
    "phone": (phone, {"viewport": PHONE, "has_touch": True, "is_mobile": True}),
    "won-game": (won_game, {"viewport": SIDEWAYS, "has_touch": True, "is_mobile": True}),
    "dead-position": (dead_position, {"viewport": TABLET}),
    "spider-dark": (spider_dark, {"viewport": TABLET, "color_scheme": "dark"}),
    "evidence": (evidence, {"viewport": DESKTOP}),
}


@contextmanager
def service() -> Iterator[str]:
    """A service with deals of the day, whose clock stands still."""
    with TemporaryDirectory() as folder:
        key = Path(folder) / "daily.key"
        key.write_text(f"{bytes(range(32)).hex()}\n")
        key.chmod(0o600)
        site = {"CLOCK": lambda: NOON, "log_level": "error", "daily_key_file": str(key)}
        with on_a_port(create_app(site)) as address:
            yield address


def viewer_showing(browser: Browser, address: str, name: str) -> Viewer:
    """Open the viewer as a picture shows it."""
    prepare, device = PICTURES[name]
    viewer = Viewer(browser.new_context(reduced_motion="reduce", locale="en", **device).new_page(), address)
    viewer.page.clock.set_fixed_time(NOON)
    viewer.open()
    viewer.page.wait_for_selector("#hero svg")
    prepare(viewer)
    viewer.settle()
    return viewer


def digest(page: Page) -> str:
    """Return a digest of what a page shows."""
    return hashlib.sha256(json.dumps(page.evaluate(DESCRIBE)).encode()).hexdigest()[:16]


@contextmanager
def engine_page(browser: Browser) -> Iterator[Page]:
    """Open the page in "Play in the browser", in the middle of a game."""
    with TemporaryDirectory() as site:
        shutil.copytree(ROOT / "service" / "web" / "engine", Path(site) / "patience-referee")
        shutil.copytree(ROOT / "service" / "web" / "words", Path(site) / "words")
        (Path(site) / "klondike.html").write_text(PAGE, "utf-8")
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=site))
        with serving(server) as address:
            page = browser.new_page(viewport={"width": 680, "height": 640})
            page.goto(f"{address}/klondike.html#{WON['seed']}")
            page.wait_for_selector("#board .card")
            for token in [*WON["moves"][:40], "T7-T2x1"]:
                play(page, token)
            yield page


def save(browser: Browser, page: Page, name: str) -> None:
    """Write what the page shows into docs/images, and its digest."""
    shown = json.loads(SHOWN.read_text("utf-8")) if SHOWN.exists() else {}
    SHOWN.write_text(json.dumps({**shown, name: digest(page)}, indent=1, sort_keys=True) + "\n", "utf-8")
    # The policy of the viewer's page forbids data URLs.
    blank = browser.new_page()
    picture = base64.b64decode(blank.evaluate(ENCODE, base64.b64encode(page.screenshot()).decode()))
    (IMAGES / f"{name}.webp").write_bytes(picture)
    page.context.close()


def main() -> None:
    """Take the named pictures, or all."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser.pictures", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", choices=[[], *PICTURES, ENGINE_PAGE])
    names = parser.parse_args().names or [*PICTURES, ENGINE_PAGE]
    path = next(filter(None, map(shutil.which, CHROMIUMS)))
    with service() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(QUIET))
        for name in names:
            if name == ENGINE_PAGE:
                with engine_page(browser) as page:
                    save(browser, page, name)
            else:
                save(browser, viewer_showing(browser, address, name).page, name)
        browser.close()


if __name__ == "__main__":
    main()
