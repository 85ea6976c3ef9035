"""The files of the viewer as they are served, and the verdicts that its examples claim."""

import re
from html.parser import HTMLParser

import brotli
import pytest

from service.api.bundles import bundles, members_of
from tests.browser.viewer import WEB, examples


def test_the_page_allows_nothing_but_its_own_files(client):
    answer = client.get("/")
    assert answer.content_type == "text/html; charset=utf-8"
    policy = dict(rule.split(" ", 1) for rule in answer.headers["Content-Security-Policy"].split("; "))
    assert policy == {
        **dict.fromkeys(["default-src", "base-uri", "form-action", "frame-ancestors"], "'none'"),
        **dict.fromkeys(["script-src", "style-src", "connect-src", "manifest-src", "worker-src"], "'self'"),
        # The page draws the picture of a game that it shares.
        "img-src": "'self' blob:",
    }


@pytest.mark.parametrize(
    ("name", "media_type"),
    [
        ("start.js", "text/javascript"),
        ("page/page.css", "text/css"),
        ("icon.svg", "image/svg+xml"),
        ("data/examples/index.json", "application/json"),
    ],
)
def test_a_file_has_its_type_and_is_sent_once(client, name, media_type):
    answer = client.get(f"/web/{name}")
    assert answer.mimetype == media_type
    assert answer.data == (WEB / name).read_bytes()
    assert answer.headers["Cache-Control"] == "no-cache"
    assert answer.headers["Access-Control-Expose-Headers"] == "ETag"
    again = client.get(f"/web/{name}", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_browsers_keep_the_files_that_the_page_names(client):
    """The folder changes with any file. A page from before that still gets all its files."""
    folders = set(re.findall(r'"web/(v\w+)/', client.get("/").text))
    assert len(folders) == 1
    kept = client.get(f"/web/{folders.pop()}/start.js")
    old = client.get(f"/web/v{'0' * 12}/start.js")
    assert kept.data == old.data == (WEB / "start.js").read_bytes()
    assert kept.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert old.headers["Cache-Control"] == "no-cache"


def test_files_are_compressed_as_far_as_the_client_allows(client):
    asked = {"Accept-Encoding": "gzip, br, zstd"}
    answer = client.get("/web/table/board.js", headers=asked)
    assert answer.headers["Content-Encoding"] == "br"
    assert brotli.decompress(answer.data) == (WEB / "table" / "board.js").read_bytes()
    assert answer.headers["Vary"] == "Accept-Encoding"
    again = client.get("/web/table/board.js", headers={**asked, "If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304
    other = client.get("/web/table/board.js", headers={"Accept-Encoding": "gzip, br;q=0"})
    assert other.headers["Content-Encoding"] == "gzip"
    assert len({answer.headers["ETag"], other.headers["ETag"]}) == 2


@pytest.mark.parametrize(
    "name", ["nothing.js", "", "../app.py", "%2e%2e/app.py", "examples", "docs/start.js"]
)
def test_what_is_no_file_is_a_problem(client, name):
    answer = client.get(f"/web/{name}")
    assert answer.status_code == 404
    assert answer.mimetype == "application/problem+json"


def test_another_site_may_show_a_game_and_nothing_else(client):
    viewer, embedded = client.get("/"), client.get("/embed")
    assert embedded.data == viewer.data
    policies = [answer.headers["Content-Security-Policy"] for answer in (viewer, embedded)]
    assert policies[1] == policies[0].replace("frame-ancestors 'none'", "frame-ancestors *") != policies[0]
    assert "X-Frame-Options" not in embedded.headers


def test_a_browser_gets_a_page_where_nothing_is(client):
    """Other clients, and requests below /v1, get a problem."""
    browser = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    answer = client.get("/nothing", headers=browser)
    assert (answer.status_code, answer.mimetype) == (404, "text/html")
    assert 'href="/rules"' in answer.text
    for path, headers in (("/nothing", {}), ("/nothing", {"Accept": "*/*"}), ("/v1/nothing", browser)):
        assert client.get(path, headers=headers).mimetype == "application/problem+json"


def test_a_client_that_takes_no_html_gets_none(client):
    assert client.get("/", headers={"Accept": "application/json"}).status_code == 406


def test_a_page_has_neither_script_nor_style_of_its_own():
    """The policy blocks them, and no page shall need an exception."""
    for path in WEB.rglob("*.html"):
        reader = Inline()
        reader.feed(path.read_text("utf-8"))
        assert reader.found == []


class Inline(HTMLParser):
    """Collects what an HTML file has of inline script and style."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag, attrs):
        names = dict(attrs)
        if tag == "style" or (tag == "script" and "src" not in names):
            self.found.append(tag)
        self.found += [name for name in names if name == "style" or name.startswith("on")]


def test_each_game_with_examples_has_a_won_and_an_illegal_one():
    variants = {name.split("/")[0] for name in examples()}
    assert {f"{variant}/{name}" for variant in variants for name in ("won", "illegal")} <= set(examples())


@pytest.mark.parametrize("name", examples())
def test_an_example_gets_the_verdict_that_it_claims(client, name):
    """An illegal move, or a divergence, may say more than the example repeats."""
    game = examples()[name]
    verdict = client.post("/v1/replays", json=game["request"]).json
    claimed = game["verdict"]
    assert verdict["variant"] == name.split("/")[0]
    assert verdict["valid"] is claimed["valid"]
    assert verdict["outcome"] == claimed.get("outcome", verdict["outcome"])
    illegal = verdict["first_illegal_move"] or {}
    assert claimed.get("first_illegal_move", {}).items() <= illegal.items()
    divergence = verdict["first_divergence"]
    found = divergence and {
        "after": divergence["after"],
        "piles": [pile["pile"] for pile in divergence["piles"]],
    }
    assert found == claimed.get("first_divergence")


def test_each_module_of_the_page_is_in_one_bundle_and_no_bundle_starts_a_search():
    sources = {
        path.relative_to(WEB).as_posix(): path.read_text("utf-8")
        for path in WEB.rglob("*.js")
        if path.parent.name != "docs"
    }
    bundled = [module for members in members_of(sources).values() for module in members]
    assert len(bundled) == len(set(bundled))
    pages = {name for name in sources if name.startswith(("page/", "table/", "game/", "data/", "words/"))}
    assert pages <= set(bundled)
    assert not [
        name for name in bundled if name.startswith(("element/", "prospects/worker", "i18n/problems/"))
    ]


@pytest.mark.parametrize(
    "line",
    [
        "export let changed = 1;",
        "export const { a } = object;",
        "import usual from './a.js';",
        "import './a.js';",
        "export { a } from './a.js';",
    ],
)
def test_a_form_of_import_or_export_that_bundles_lack_is_refused(line):
    sources = {"loader.js": "BUNDLES", "start.js": f"{line}\n", "a.js": ""}
    with pytest.raises(ValueError, match="bundle"):
        bundles(sources)
