"""A real Chromium that shows the viewer of a real server; whatever the page complains of fails a test."""

import os
import shutil
from collections.abc import Iterator

import pytest

from service.app import create_app
from tests.browser.viewer import Viewer
from tests.sites import on_a_port

# The shell needs half the time to open a page.
CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")

# Without these Chromium looks for updates and hosts that no test may reach.
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # A page that asks another host complains of it, which fails its test.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    # Every page here is our own, and need not be kept apart from others in a process of its own.
    "--disable-site-isolation-trials",
    "--disable-features=IsolateOrigins,site-per-process",
)


WINDOW = {"width": 1280, "height": 900}

# Motion is tested by itself; elsewhere it would only cost time.
MEDIA = {"color_scheme": "light", "forced_colors": "none", "media": "screen", "reduced_motion": "reduce"}

USUAL = {
    "viewport": WINDOW,
    "permissions": ["clipboard-read", "clipboard-write"],
    "reduced_motion": "reduce",
    # It would answer what tests intercept. test_offline.py lets it.
    "service_workers": "block",
}


@pytest.fixture(scope="package")
def address() -> Iterator[str]:
    """The address of a server on a free loopback port."""
    # A page that a test leaves may still hold a search for a moment.
    with on_a_port(create_app({"log_level": "error", "searches": 4})) as served:
        yield served


@pytest.fixture(scope="package")
def browser():
    """Chromium, best without a window; its tests are skipped where there is none, but never in CI."""
    path = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if path is None:
        missing = "No Chromium is installed: apt-get install chromium-headless-shell."
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)
    # Imported here, since every worker of the tests imports this file and few start a browser.
    from playwright.sync_api import sync_playwright  # noqa: PLC0415

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=list(QUIET))
        yield chromium
        chromium.close()


@pytest.fixture
def newcomer(browser, address):
    """Opens viewers, each for a visitor who has none of the files yet and whose device is like this."""
    viewers: list[Viewer] = []

    def open_viewer(fragment: str = "", **device) -> Viewer:
        viewer = Viewer(new_page(browser, **device), address)
        viewers.append(viewer)
        viewer.open(fragment)
        return viewer

    yield open_viewer
    for viewer in viewers:
        viewer.page.context.close()
        viewer.check()


@pytest.fixture(scope="package")
def usual_visitor(browser, address) -> Iterator[Viewer]:
    """One whom many tests share, since a page opens quicker for a visitor who has its files."""
    visitor = Viewer(new_page(browser), address)
    yield visitor
    visitor.page.context.close()


@pytest.fixture
def opened(usual_visitor):
    """Opens the viewer at a fragment, in a window of a size, for a visitor of whom nothing is remembered."""
    usual_visitor.begin()

    def open_viewer(fragment: str = "", *, refuses: bool = False, viewport=WINDOW, **media) -> Viewer:
        usual_visitor.forget()
        usual_visitor.refuses = refuses
        usual_visitor.page.set_viewport_size(viewport)
        usual_visitor.page.emulate_media(**{**MEDIA, **media})
        usual_visitor.open(fragment)
        return usual_visitor

    yield open_viewer
    usual_visitor.check()


@pytest.fixture
def viewer(opened) -> Viewer:
    """The viewer as it greets a visitor, with its lists filled."""
    return opened()


def new_page(browser, **options):
    """A page with storage and cache of its own."""
    context = browser.new_context(**{**USUAL, **options})
    context.set_default_timeout(60_000)
    return context.new_page()
