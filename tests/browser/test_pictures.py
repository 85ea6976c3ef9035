"""The pictures of the documentation show what the page shows now."""

import json

import pytest

from tests.browser.pictures import (
    ENGINE_PAGE,
    IMAGES,
    PICTURES,
    SHOWN,
    digest,
    engine_page,
    service,
    viewer_showing,
)
from tests.conftest import WHOLE

# What a page shows depends on when it is looked at where the machine is busy, so no change waits for it.
pytestmark = pytest.mark.skipif(not WHOLE, reason="Each night: PATIENCE_TESTS=whole.")

AGAIN = "Take it again: python -m tests.browser.pictures {}"


@pytest.fixture(scope="module")
def address():
    with service() as served:
        yield served


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_shows_what_the_page_shows(browser, address, name):
    viewer = viewer_showing(browser, address, name)
    assert digest(viewer.page) == json.loads(SHOWN.read_text("utf-8")).get(name), AGAIN.format(name)
    viewer.page.context.close()


def test_the_picture_of_the_engines_page_shows_it(browser):
    with engine_page(browser) as page:
        known = json.loads(SHOWN.read_text("utf-8")).get(ENGINE_PAGE)
        assert digest(page) == known, AGAIN.format(ENGINE_PAGE)
        page.close()


def test_every_picture_is_one_of_these():
    assert {path.stem for path in IMAGES.glob("*.webp")} == {*PICTURES, ENGINE_PAGE}
