"""Ways in and out: link, curl, log, claim, picture, paper, a frame on another site; what Back brings."""

import json
import re
import shlex
import subprocess
from xml.etree import ElementTree

import pytest
from werkzeug.wrappers import Response

from tests.browser.conftest import new_page
from tests.browser.viewer import WEB, examples
from tests.sites import on_a_port


@pytest.mark.parametrize("name", ["royal-rendezvous/illegal", "rouge-et-noir/diverging"])
def test_a_link_opens_the_same_game_at_the_same_place(opened, name):
    """By seed, by deck, with options, with checkpoints, in a browser that has no data of the site."""
    viewer = opened()
    request = viewer.example(name)["request"]
    viewer.go(17)
    link = viewer.copied("Copy link")
    assert link.startswith(f"{viewer.address}/#v=1&variant={request['variant']}&")
    shown = viewer.position(), viewer.copied("Copy as curl")
    opened(link.removeprefix(f"{viewer.address}/"))
    viewer.at(17)
    assert (viewer.position(), viewer.copied("Copy as curl")) == shown


def test_a_position_is_copied_as_a_text_and_opened_again(opened):
    viewer = opened()
    viewer.example("royal-rendezvous/illegal")
    viewer.go(17)
    shown, text = viewer.position(), viewer.copied("Copy position")
    page = viewer.page.request.get(f"{viewer.address}/v1/positions/{text}", headers={"Accept": "text/html"})
    opened(page.url.removeprefix(f"{viewer.address}/"))
    viewer.at(0)
    assert (viewer.position(), viewer.copied("Copy position")) == (shown, text)


def test_the_link_that_the_service_makes_opens_at_the_trouble(opened, client):
    request = examples()["double-russian/illegal"]["request"]
    verdict = client.post("/v1/replays", json={**request, "include": ["link"]}).json
    viewer = opened(verdict["link"].removeprefix("/"))
    viewer.at(verdict["first_illegal_move"]["index"] + 1)
    viewer.see("#card.bad")


def test_the_link_of_the_links_page(opened):
    page = (WEB.parents[1] / "docs" / "reference" / "links.md").read_text("utf-8")
    fragment = re.search(r"^http://127.0.0.1:8000/(#\S+)$", page, re.MULTILINE)[1]
    opened(fragment).see("#card.bad #caption", "You moved 10♣")


def test_a_link_cut_short_says_so(opened):
    request = examples()["double-russian/won"]["request"]
    whole = f"#v=1&variant=double-russian&seed={request['seed']}&n=179&moves={'.'.join(request['moves'])}"
    viewer = opened(whole[:200])
    viewer.see("#notice h2", "The link was cut off")
    viewer.see("#notice", "of 179 moves.")
    viewer.see("#caption", "Double Russian, deal ")


@pytest.mark.parametrize(
    ("fragment", "words"),
    [
        ("v=7&variant=klondike&seed=24", "The link has version “7”."),
        ("v=1&variant=klondike&seed=24&moves=draw,draw", "joined by dots, not by “,”"),
        ("v=1&variant=klondike&seed=24&move=draw", "A link has no field “move”."),
    ],
)
def test_a_wrong_link_says_what_is_wrong(opened, fragment, words):
    opened(f"#{fragment}", refuses=True).see("#notice", words)


def test_a_link_that_the_service_refuses_leads_to_the_front_page(opened):
    viewer = opened("#v=1&variant=klondike&seed=24&rules=draw:nine", refuses=True)
    viewer.see("#notice", "In rule option “draw”: ")
    viewer.page.wait_for_selector("#front #favourites button", state="attached")


def test_a_link_that_names_no_game_is_said_to_be_one(opened):
    viewer = opened("#garbage", refuses=True)
    viewer.see("#notice", "The link does not name a game")


def test_each_game_is_an_entry_of_the_history_and_has_a_title(viewer):
    """Back brings the game with its place, and what was tried in it."""
    viewer.example("double-russian/won")
    assert viewer.page.title() == "Double Russian: Won – Patience Referee"
    viewer.go(12)
    viewer.page.wait_for_url("**ply=12")
    viewer.example("royal-rendezvous/illegal")
    assert viewer.page.title() == "Royal Rendezvous: Illegal move – Patience Referee"
    viewer.page.go_back()
    viewer.at(12)
    viewer.see("#playing", "Double Russian")
    viewer.page.go_forward()
    viewer.see("#playing", "Royal Rendezvous")
    viewer.page.evaluate("location.hash = 'variant=royal-rendezvous&seed=5&moves=draw.draw&ply=2'")
    viewer.at(2, 2)


def test_curl_asks_what_the_page_asks(viewer, client):
    request = viewer.example("royal-rendezvous/illegal")["request"]
    curl = viewer.copied("Copy as curl")
    command = shlex.split(curl)
    assert command[0] == "curl"
    answer = subprocess.run(command, capture_output=True, check=True)
    verdict = json.loads(answer.stdout)
    assert verdict["id"] == client.post("/v1/replays", json=request).json["id"]
    viewer.show(curl)
    viewer.see("#taken", "the request of a curl command")


def test_log_claim_and_picture_are_downloaded(viewer, client):
    """The claim can be made as it is."""
    request = viewer.example("double-russian/won")["request"]
    log = json.loads(viewer.downloaded("Download log").read_text())
    assert (log["seed"], log["moves"]) == (request["seed"], request["moves"])
    claim = json.loads(viewer.downloaded("Download claim").read_text())
    assert claim["claim"] == {"outcome": "won", "moves_played": 179}
    assert client.post("/v1/claims", json=claim).json["confirmed"] is True
    picture = ElementTree.parse(viewer.downloaded("Download picture")).getroot()
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    # Every face has one index in its corner.
    faces = viewer.page.locator("#board .card .face").count()
    assert len(picture.findall(".//{*}g[@class='index']")) == faces


@pytest.fixture
def another_site():
    """A server of its own: what it shows, and its address."""
    shown = {"page": ""}

    def page(environ, start_response):
        return Response(shown["page"], mimetype="text/html")(environ, start_response)

    with on_a_port(page) as address:
        yield shown, address


def test_on_another_site(viewer, another_site, browser):
    """Board and controls alone, in a frame of a page that is none of ours."""
    shown, site = another_site
    viewer.example("rouge-et-noir/won")
    shown["page"] = viewer.copied("Copy embed code")
    assert f'src="{viewer.address}/embed#v=1&variant=rouge-et-noir' in shown["page"]
    host = new_page(browser)
    host.goto(site)
    frame = host.frame_locator("iframe")
    frame.locator("#board .card").first.wait_for()
    frame.get_by_role("button", name="Forward").click()
    frame.locator("#ply").filter(has_text="1 / 148").wait_for(state="attached")
    assert frame.locator("#new-game").is_hidden()
    assert frame.locator("#drawer").is_hidden()
    host.context.close()


def test_a_sheet_of_paper(viewer):
    moves = viewer.example("rouge-et-noir/won")["request"]["moves"]
    viewer.page.emulate_media(media="print")
    viewer.page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert viewer.page.locator("#sheet li").count() == len(moves)
    assert viewer.page.locator("#sheet svg .face").first.is_visible()
    assert viewer.page.locator("#story").is_hidden()
    pages = viewer.page.pdf(format="A4")
    assert pages.count(b"/Type /Page\n") == 1
    viewer.page.emulate_media(media="screen")


def test_where_the_clipboard_is_closed_the_text_is_shown(viewer):
    viewer.example("rouge-et-noir/won")
    viewer.open_tab("Evidence")
    viewer.page.evaluate(
        "() => { navigator.clipboard.writeText = () => Promise.reject(new Error('closed')); }"
    )
    viewer.page.get_by_role("button", name="Copy link").click()
    viewer.see("dialog h2", "Copy the link")
    assert "variant=rouge-et-noir" in viewer.page.input_value("dialog textarea")
    viewer.page.click("#by-hand .close")
