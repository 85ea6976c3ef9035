"""The page of each game, and its picture."""

import re
import struct
from urllib.robotparser import RobotFileParser
from xml.etree import ElementTree as Xml

import pytest

from patience.games import VARIANTS
from patience.search.winnable_tables import shipped_tables
from tests.conftest import some_of_each_family


def test_a_game_has_a_page_with_picture_rules_odds_and_a_door(client):
    page = client.get("/games/klondike")
    assert (page.status_code, page.mimetype) == (200, "text/html")
    assert "<title>Klondike – Patience Referee</title>" in page.text
    assert 'href="../#game=klondike"' in page.text
    assert 'src="klondike.svg"' in page.text
    assert "build down in alternating colours" in page.text
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    usual = {option.name: option.default for option in VARIANTS["klondike"].options}
    (table,) = (
        table.made
        for table in shipped_tables()
        if table.made.variant == "klondike" and dict(table.made.rules) == usual
    )
    low, high = (float(number) for number in re.findall(r"([\d.]+)%", page.text)[:2])
    assert low / 100 - 0.001 < sum(table.share) / 2 < high / 100 + 0.001


def test_only_a_game_with_daily_deals_has_a_door_to_todays(client):
    """None of British Canister's 1 000 listed deals is proven winnable."""
    assert "daily=today" in client.get("/games/klondike").text
    assert "daily=today" not in client.get("/games/british-canister").text


def test_a_game_leads_to_games_like_it_and_folds_its_exact_rules(client):
    page = client.get("/games/klondike").text
    assert page.index("<ul>") < page.index("<details")
    related = re.findall(r'<a href="([\w-]+)"><img src="\1.svg"', page)
    assert len(related) == 6
    assert {VARIANTS[name].family for name in related} == {VARIANTS["klondike"].family}
    assert "klondike" not in related


@pytest.mark.parametrize(
    "asked", [{"query_string": "lang=de"}, {"headers": {"Accept-Language": "de-CH, en;q=0.5"}}]
)
def test_pages_are_german_if_that_is_asked_for(client, asked):
    page = client.get("/games/klondike", **asked)
    assert '<html lang="de">' in page.text
    assert "Klondike spielen" in page.text
    assert page.headers["Content-Language"] == "de"
    assert "Accept-Language" in page.headers["Vary"]
    assert "Alle Spiele" in client.get("/games", **asked).text


def test_a_link_to_a_game_has_a_picture_for_other_programs(client):
    """They show PNG alone, at whole addresses, in the proportions of Open Graph."""
    page = client.get("/games/klondike", base_url="https://referee.example/patience/").text
    (address,) = re.findall(r'<meta property="og:image" content="([^"]+)">', page)
    assert address == "https://referee.example/patience/games/klondike.png"
    assert '<link rel="canonical" href="https://referee.example/patience/games/klondike">' in page
    picture = client.get("/games/klondike.png")
    assert picture.headers["Content-Type"] == "image/png"
    assert picture.data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", picture.data[16:24]) == (1200, 630)


def test_pages_for_different_addresses_differ(client):
    one, other = (client.get("/games/golf", base_url=f"https://{host}.example/") for host in ("a", "b"))
    assert one.headers["ETag"] != other.headers["ETag"]
    again = client.get(
        "/games/golf", base_url="https://a.example/", headers={"If-None-Match": one.headers["ETag"]}
    )
    assert again.status_code == 304


@some_of_each_family
def test_the_first_moves_are_legal_and_drawn(client, variants):
    for name in variants:
        page = client.get(f"/games/{name}").text
        shown = re.findall(rf'<img src="({name}\.\d\.svg)"', page)
        found = re.search(
            rf'href="\.\./#v=1&amp;variant={name}&amp;seed=1&amp;moves=([^&]*)&amp;ply=(\d)"', page
        )
        moves = found[1].split(",") if found else []
        assert len(shown) == len(moves) <= 3
        log = {"variant": name, "seed": "1", "moves": moves}
        assert client.post("/v1/replays", json=log).json["valid"]
        for picture in shown:
            check_picture(name, client.get(f"/games/{picture}"))
        assert client.get(f"/games/{name}.{len(shown) + 1}.svg").status_code == 404


def test_the_first_moves_of_klondike(client):
    """Both Aces go up, then the Jack that turns a card up."""
    page = client.get("/games/klondike").text
    steps = re.findall(r'<li><img src="klondike.\d.svg"[^>]*>([^<]+)</li>', page)
    assert steps == ["A♥ → foundation 3", "A♠ → foundation 2", "J♠ → Q♥"]
    moved = r'<title>(..)</title><rect [^>]*stroke="#ffcf3f"'
    assert re.findall(moved, client.get("/games/klondike.3.svg").text) == ["JS"]
    german = client.get("/games/klondike?lang=de").text
    assert "A♥ → Ablage 3" in german


def test_the_list_says_how_many_deals_can_be_won(client):
    listed = client.get("/games").text
    assert re.search(r">Klondike <small>90–91 %</small></a>", listed)


def test_search_engines_find_the_pages_and_leave_the_api_alone(client):
    rules = RobotFileParser()
    rules.parse(client.get("/robots.txt").text.splitlines())
    assert rules.site_maps() == ["http://localhost/sitemap.xml"]
    assert [rules.can_fetch("any", path) for path in ("/games/golf", "/v1/variants")] == [True, False]


def test_the_icon_is_found_by_its_usual_name(client):
    answer = client.get("/favicon.ico", follow_redirects=True)
    assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")


def test_the_sitemap_names_every_page(client):
    answer = client.get("/sitemap.xml")
    assert answer.mimetype == "application/xml"
    paths = {
        loc.text.removeprefix("http://localhost/") for loc in Xml.fromstring(answer.data).findall(".//{*}loc")
    }
    assert paths == {"", "games", "rules", *(f"games/{name}" for name in VARIANTS)}


def test_every_game_is_listed(client):
    listed = client.get("/games").text
    assert [name for name in VARIANTS if f'href="games/{name}"' not in listed] == []


@some_of_each_family
def test_a_game_is_drawn(client, variants):
    for name in variants:
        check_picture(name, client.get(f"/games/{name}.svg"))


def check_picture(name, picture):
    assert picture.mimetype == "image/svg+xml"
    root = Xml.fromstring(picture.text)
    width, height = map(float, root.attrib["viewBox"].split()[2:])
    places = [
        tuple(map(float, re.findall(r"[\d.]+", card.attrib["transform"])))
        for card in root.findall("{http://www.w3.org/2000/svg}g")
    ]
    assert places
    for x, y in places:
        assert 0 <= x <= width - 70
        assert 0 <= y <= height - 98


@pytest.mark.parametrize(
    "path",
    ["/games/nothing", "/games/klondike.gif", "/games/%00", "/games/klondike.svg.x", "/games/klondike..svg"],
)
def test_there_is_no_page_of_another_name(client, path):
    assert client.get(path).status_code == 404


def test_a_slash_at_the_end_leads_to_the_page(client):
    answer = client.get("/games/klondike/")
    assert (answer.status_code, answer.headers["Location"]) == (308, "../klondike")
