"""What the page copies: link, curl, position, log and claim."""

import json
import shlex
import subprocess

import pytest

from tests.browser.viewer import examples


@pytest.mark.parametrize(
    "name", ["rouge-et-noir-classic/won", "royal-rendezvous/illegal", "rouge-et-noir/diverging"]
)
def test_a_link_opens_the_same_game_on_the_same_ply(opened, name):
    """By seed, by deck, with options, with checkpoints."""
    viewer = opened()
    request = viewer.example(name)["request"]
    viewer.go(17)
    link = viewer.copied("Copy link")
    assert link.startswith(f"{viewer.address}/#variant={request['variant']}&")
    other = opened(link.removeprefix(f"{viewer.address}/"))
    other.at(17)
    assert other.position() == viewer.position()
    assert other.copied("Copy as curl") == viewer.copied("Copy as curl")


def test_a_link_that_names_no_game_is_said_to_be_one(opened):
    viewer = opened("#garbage")
    viewer.see("#problem", "The link names no game")


def test_a_link_keeps_the_game_from_the_server(opened):
    viewer = opened()
    link = viewer.copied("Copy link").removeprefix(viewer.address)
    assert link.startswith("/#")


def test_a_link_pasted_or_followed_within_the_page(opened):
    viewer = opened()
    link = viewer.copied("Copy link")
    viewer.example("double-russian/won")
    viewer.paste(link)
    viewer.see("#verdict h2", "Rouge et Noir")
    viewer.page.evaluate("location.hash = 'variant=royal-rendezvous&seed=5&moves=draw.draw&ply=2'")
    viewer.see("#verdict h2", "Royal Rendezvous")
    viewer.at(2, 2)


def test_the_address_follows_so_that_a_reload_shows_the_same(viewer):
    viewer.example("double-russian/won")
    viewer.go(12)
    viewer.page.wait_for_url("**ply=12")
    viewer.page.reload()
    viewer.at(12)
    viewer.see("#verdict h2", "Double Russian")


def test_a_link_without_ply_opens_on_the_trouble(opened):
    log = examples()["double-russian/illegal"]["request"]
    viewer = opened(f"#variant=double-russian&seed={log['seed']}&moves={'.'.join(log['moves'])}")
    viewer.at(50)
    viewer.see("#illegal", "is illegal")


def test_curl_asks_what_the_page_asks(viewer, client):
    request = viewer.example("royal-rendezvous/illegal")["request"]
    command = shlex.split(viewer.copied("Copy as curl"))
    assert command[0] == "curl"
    answer = subprocess.run(command, capture_output=True, check=True)
    verdict = json.loads(answer.stdout)
    assert verdict["id"] == client.post("/v1/replays", json=request).json["id"]
    assert verdict["legal_moves"] == verdict["first_illegal_move"]["legal_moves"]


def test_where_the_clipboard_is_closed_the_text_is_shown(opened):
    viewer = opened(permissions=[])
    viewer.page.evaluate(
        "() => { navigator.clipboard.writeText = () => Promise.reject(new Error('closed')); }"
    )
    viewer.page.get_by_role("button", name="Copy link").click()
    viewer.see("dialog h2", "Copy the link")
    assert "#variant=rouge-et-noir" in viewer.page.input_value("dialog textarea")
    viewer.page.get_by_role("button", name="Close").click()
