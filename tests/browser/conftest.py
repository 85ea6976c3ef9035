"""A real Chromium that shows the viewer of a real server; whatever the page complains of fails a test."""

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import sync_playwright

from service.app import create_app
from tests.browser.viewer import Viewer
from tests.sites import on_a_port, unchanging

# Without these Chromium looks for updates and hosts that no test may reach.
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Every page here is our own, and need not be kept apart from others in a process of its own.
    "--disable-site-isolation-trials",
    "--disable-features=IsolateOrigins,site-per-process",
)


# Motion is tested by itself; elsewhere it would only cost time.
USUAL = {
    "viewport": {"width": 1280, "height": 900},
    "permissions": ["clipboard-read", "clipboard-write"],
    "reduced_motion": "reduce",
}


@pytest.fixture(scope="package")
def address() -> Iterator[str]:
    """The address of a server on a free loopback port."""
    with on_a_port(unchanging(create_app({"log_requests": False, "log_level": "error"}))) as served:
        yield served


@pytest.fixture(scope="package")
def browser():
    """Debian's Chromium; its tests are skipped where there is none, but never in CI."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        missing = "No Chromium is installed: apt-get install chromium."
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=list(QUIET))
        yield chromium
        chromium.close()


@pytest.fixture
def opened(browser, address):
    """Opens viewers, each as a visitor of its own."""
    viewers: list[Viewer] = []

    def open_viewer(fragment: str = "", *, refuses: bool = False, **options) -> Viewer:
        viewer = Viewer(new_page(browser, **options), address, refuses=refuses)
        viewers.append(viewer)
        viewer.open(fragment)
        return viewer

    yield open_viewer
    for viewer in viewers:
        viewer.page.context.close()
        viewer.check()


@pytest.fixture(scope="package")
def usual_viewer(browser, address) -> Iterator[Viewer]:
    """A visitor that many tests share, since it need not load every file anew."""
    viewer = Viewer(new_page(browser), address)
    yield viewer
    viewer.page.context.close()


@pytest.fixture
def viewer(usual_viewer) -> Iterator[Viewer]:
    """The viewer as it greets a visitor, with its lists filled."""
    usual_viewer.forget()
    usual_viewer.open()
    yield usual_viewer
    usual_viewer.check()


def new_page(browser, **options):
    """A page with storage and cache of its own."""
    context = browser.new_context(**{**USUAL, **options})
    context.set_default_timeout(15_000)
    return context.new_page()
