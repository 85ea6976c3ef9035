"""`GET /rules`, `GET /daily-deals`, `GET /tutorial`, and paths with a slash at the end."""

import re
from urllib.parse import urljoin

import pytest

from patience.games import VARIANTS
from service.api.rules_page import rules_text
from tests.conftest import some
from tests.shuffles import dealing_order

OLD_ANCHORS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "rouge-et-noir-classic", "section-klondike"]


@pytest.fixture(scope="module")
def rules() -> str:
    """The rules as one text, as the service gives them."""
    return rules_text()


def test_the_page_as_html(client, rules):
    page = client.get("/rules", headers={"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
    assert (page.status_code, page.content_type) == (200, "text/html; charset=utf-8")
    assert page.headers["Vary"] == "Accept, Accept-Language"
    assert "<h1>Rules of play</h1>" in page.text
    assert '<h4 id="royal-rendezvous"><a id="5"></a>5. Royal Rendezvous' in page.text
    assert [anchor for anchor in OLD_ANCHORS if f' id="{anchor}">' not in page.text] == []
    # The list of the games by family is not a table on this page.
    assert page.text.count("<table>") == len(re.findall(r"^\| --- ", rules, re.MULTILINE))
    assert "style=" not in page.text


def test_the_rules_in_german(client):
    """Each game by the sentences that follow from its declaration, and a way to the exact rules."""
    page = client.get("/rules", headers={"Accept-Language": "de-AT"})
    assert page.headers["Content-Language"] == "de"
    assert page.text == client.get("/rules?lang=de").text
    assert set(re.findall(r'<h3 id="([^"]+)">', page.text)) == set(VARIANTS)
    klondike = page.text.partition('<h3 id="klondike">')[2].partition("<h3")[0]
    assert "<li>In eine leere Spalte darf nur ein König.</li>" in klondike
    assert 'href="rules?lang=en"' in page.text
    assert client.get("/rules?lang=en", headers={"Accept-Language": "de"}).headers["Content-Language"] == "en"


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


def test_every_game_and_source_has_its_section(rules):
    headings = re.findall(r"^##+ .*`(.*)`(?: \[(.)\])?$", rules, re.MULTILINE)
    assert sorted(variant for variant, _ in headings) == sorted(VARIANTS)
    sources = set(re.findall(r"\[([A-Z])\] ", rules[rules.index("## 10.") :]))
    assert {source for _, source in headings if source} | {"P"} == sources
    numbers = {int(number) for number in re.findall(r"PySolFC game (\d+)", rules)}
    assert {variant.pysolfc[0] for variant in VARIANTS.values() if variant.pysolfc} <= numbers


def test_every_game_has_its_rules_in_sentences_and_as_a_table(rules):
    """Hand-picked sentences and rows of a few games; the number of tables is that of the games."""
    assert sorted(re.findall(r"^\| `([a-z0-9-]+)` \| \w+ packs?, \d+ cards", rules, re.MULTILINE)) == sorted(
        VARIANTS
    )
    klondike = rules[rules.index("— `klondike`") : rules.index("— `thumb-and-pouch`")]
    for line in (
        "* Columns build down in alternating colours.",
        "* An empty column takes a King.",
        "* The waste becomes the stock again as often as you like.",
        "| `klondike` | one pack, 52 cards |",
        "| Piles | [what each takes and gives](games/klondike) |",
    ):
        assert f"{line}\n" in klondike
    assert "| Covered | T1 by T2 T3, T2 by T4 T5," in rules


def test_its_vectors_are_those_of_the_shuffle(rules):
    rows = re.findall(r"^\| `(\w+)` \| [0-9 ]+ \| (.*) \| (.*) \|$", rules, re.MULTILINE)
    assert len(rows) == 10
    for seed, two, one in rows:
        for packs, cards in ((1, one), (2, two)):
            assert [card for card, _ in dealing_order(seed, packs)][:8] == cards.split()


def test_the_links_of_the_pages_work(client):
    pages = [client.get(f"/{page}").text for page in ("rules", "daily-deals", "tutorial")]
    links = {*re.findall(r'(?:src|href)="(?!http)([^"#]+)"', "".join(pages))}
    games = {f"games/{variant}" for variant in VARIANTS}
    assert games < links
    # Each page of a game is drawn, which takes a while.
    for link in {*links - games, *some(sorted(games), 50)}:
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
