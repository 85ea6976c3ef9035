"""`GET /rules`, `GET /daily-deals`, `GET /tutorial`, and paths with a slash at the end."""

import re
from urllib.parse import urljoin

import pytest

from patience.games import VARIANTS
from tests.shuffles import dealing_order
from tools.rules_tables import PAGES, fill

RULES = "\n".join(page.read_text("utf-8") for page in PAGES)
OLD_ANCHORS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "rouge-et-noir-classic", "section-klondike"]


def test_the_page_as_html(client):
    page = client.get("/rules", headers={"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
    assert (page.status_code, page.content_type) == (200, "text/html; charset=utf-8")
    assert page.headers["Vary"] == "Accept"
    assert "<h1>Rules of play</h1>" in page.text
    assert '<h4 id="royal-rendezvous"><a id="5"></a>5. Royal Rendezvous' in page.text
    assert [anchor for anchor in OLD_ANCHORS if f' id="{anchor}">' not in page.text] == []
    # The list of the games by family is not a table on this page.
    assert page.text.count("<table>") == len(re.findall(r"^\| --- ", RULES, re.MULTILINE)) - 1
    assert "style=" not in page.text


def test_the_contents_lead_to_every_game_by_family(client):
    page = client.get("/rules").text
    contents = page[page.index('<div id="contents"') : page.index("</div>\n</div>")]
    families = re.findall(r"<section><h2>(.*?)</h2>", contents)
    assert len(families) == len(set(families)) == len({v.family for v in VARIANTS.values()})
    links = re.findall(r'<li data-words="([^ "]+)[^"]*"><a href="#([^"]+)">', contents)
    assert {variant for variant, _ in links} == set(VARIANTS)
    ids = re.findall(r'<h[234] id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert {anchor for _, anchor in links} <= set(ids)


def test_every_game_and_source_has_its_section():
    headings = re.findall(r"^##+ .*`(.*)`(?: \[(.)\])?$", RULES, re.MULTILINE)
    assert sorted(variant for variant, _ in headings) == sorted(VARIANTS)
    sources = set(re.findall(r"\[([A-Z])\] ", RULES[RULES.index("## 10.") : RULES.index("# Baker")]))
    assert {source for _, source in headings if source} | {"P"} == sources
    numbers = {int(number) for number in re.findall(r"PySolFC game (\d+)", RULES)}
    assert {variant.pysolfc[0] for variant in VARIANTS.values() if variant.pysolfc} <= numbers


def test_its_tables_are_those_of_the_declarations():
    """If this fails and the change is meant: ``python -m tools.rules_tables``."""
    assert sorted(re.findall(r"^<!-- table (.*) -->$", RULES, re.MULTILINE)) == sorted(VARIANTS)
    assert [page.name for page in PAGES if fill(page.read_text("utf-8")) != page.read_text("utf-8")] == []


def test_its_vectors_are_those_of_the_shuffle():
    rows = re.findall(r"^\| `(\w+)` \| [0-9 ]+ \| (.*) \| (.*) \|$", RULES, re.MULTILINE)
    assert len(rows) == 10
    for seed, two, one in rows:
        for packs, cards in ((1, one), (2, two)):
            assert [card for card, _ in dealing_order(seed, packs)][:8] == cards.split()


@pytest.mark.parametrize("page", ["rules", "daily-deals", "tutorial"])
def test_the_links_of_the_page_work(client, page):
    for link in re.findall(r'(?:src|href)="(?!http)([^"#]+)"', client.get(f"/{page}").text):
        assert client.get(f"/{link.removeprefix('.')}").status_code == 200, link


def test_the_page_as_markdown(client):
    page = client.get("/rules", headers={"Accept": "text/markdown"})
    assert (page.status_code, page.content_type) == (200, "text/markdown; charset=utf-8")
    assert page.text.startswith("# Rules of play\n")
    assert sorted(re.findall(r"^#### .*`(.*)`", page.text, re.MULTILINE)) == sorted(VARIANTS)


def test_other_media_types(client):
    assert client.get("/rules", headers={"Accept": "application/pdf"}).status_code == 406


def test_an_unchanged_page_is_not_sent_again(client):
    for accept in ("text/html", "text/markdown"):
        etag = client.get("/rules", headers={"Accept": accept}).headers["ETag"]
        again = client.get("/rules", headers={"Accept": accept, "If-None-Match": etag})
        assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize("page", ["docs", "rules", "daily-deals", "tutorial"])
def test_pages_with_a_slash_at_the_end(client, page):
    answer = client.get(f"/{page}/")
    assert (answer.status_code, answer.headers["Location"]) == (308, f"../{page}")
    # Relative, so that it works below any prefix.
    assert urljoin(f"https://example.org/referee/{page}/", answer.headers["Location"]).endswith(
        f"/referee/{page}"
    )


@pytest.mark.parametrize("name", ["%0a", "x%0d", "%e2%82%ac", "%2e%2e"])
def test_any_name_with_a_slash_at_the_end(client, name):
    answer = client.get(f"/games/{name}/")
    assert (answer.status_code, answer.headers["Location"].isascii()) == (308, True)


@pytest.mark.parametrize(
    "path", ["/v1/variants", "/v1/variants/double-russian", "/v1/deals/double-russian/7", "/livez"]
)
def test_calls_with_a_slash_at_the_end(client, path):
    assert client.get(f"{path}/").data == client.get(path).data


def test_posts_with_a_slash_at_the_end(client):
    game = {"variant": "double-russian", "seed": "1", "moves": []}
    answer = client.post("/v1/replays/", json=game)
    assert (answer.status_code, answer.json["valid"]) == (200, True)


@pytest.mark.parametrize("path", ["//v1/variants", "/v1//variants", "/v1/variants//", "/v1/nothing/"])
def test_other_slashes_are_not_found(client, path):
    assert client.get(path).status_code == 404
