"""The MCP server: games played through the SDK's own client, and arguments that no model should send."""

import gzip
import json
import os
import re
import subprocess
import sys
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import anyio
import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from service.config import Settings
from service.mcp import game_store
from service.mcp.game_store import GameStore
from service.mcp.tool_server import tool_server
from service.receipts.expectations import Expected
from service.receipts.keys import new_key
from service.receipts.receipts import check, signer
from tests.conftest import FIXTURES
from tests.servers import PATIENCE

REFEREE = [sys.executable, "-m", "service.cli"]

PUBLIC = ("--host", "0.0.0.0", "--allowed-host", "board.example")
ACCEPTED = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
INITIALIZE = json.dumps(
    {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-03-26",
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        },
    }
)


def with_client(session, server):
    """Run a session with a client of a server."""

    async def main():
        async with Client(server) as client:
            return await session(client)

    return anyio.run(main)


async def call(client, tool, **arguments):
    result = await client.call_tool(tool, arguments)
    text = result.content[0].text
    return text if result.is_error else json.loads(text)


def won_game():
    """A game of FreeCell that PySolFC's own code won."""
    lines = gzip.decompress((FIXTURES / "games" / "freecell.jsonl.gz").read_bytes()).splitlines()
    return next(game for game in map(json.loads, lines) if game.get("won"))


async def win(client):
    game = won_game()
    game_id = (await call(client, "new_game", variant="freecell", seed=game["seed"]))["game_id"]
    refused = await call(client, "play", game_id=game_id, moves=["T1-F1x2"])
    assert refused["played"] == 0
    assert refused["refused"]["reason"] == "one_card_only"
    won = await call(client, "play", game_id=game_id, moves=game["moves"])
    assert won["won"]
    assert won["refused"] is None
    return await call(client, "finish", game_id=game_id, player="a model")


def test_a_game_is_won_and_its_receipt_is_genuine():
    key = new_key()
    server = tool_server(Settings(), signer(key, "https://referee.example"))
    finished = with_client(win, server)
    assert finished["outcome"] == "won"
    payload = check(finished["receipt"], {key.thumbprint(): key}, Expected("https://referee.example"))
    assert payload["sub"] == "a model"
    assert payload["outcome"] == "won"


def test_a_game_is_won_over_standard_input_and_output():
    server = StdioServerParameters(command=REFEREE[0], args=[*REFEREE[1:], "mcp"], env=dict(os.environ))
    with Path(os.devnull).open("w") as log:
        finished = with_client(win, stdio_client(server, errlog=log))
    assert finished["outcome"] == "won"
    assert finished["receipt"] is None


def test_a_game_is_won_over_http():
    with http_server() as url:
        assert with_client(win, url)["outcome"] == "won"


@contextmanager
def http_server(*options):
    command = [*REFEREE, "mcp", "--http", "--port", "0", *options]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            started = next(line for line in process.stderr if "running on" in line)
            yield re.search(r"http://[0-9.:]+", started)[0] + "/mcp"
        finally:
            process.terminate()


@pytest.mark.parametrize(
    ("options", "own", "origin"),
    [((), "localhost:8001", "http://localhost:3000"), (PUBLIC, "board.example", "https://board.example")],
)
def test_requests_under_other_names_are_refused_and_there_are_no_sessions(options, own, origin):
    with http_server(*options) as url:
        address = urlsplit(url.replace("0.0.0.0", "127.0.0.1"))

        def initialize(**headers):
            with closing(HTTPConnection(address.netloc, timeout=PATIENCE)) as connection:
                connection.request("POST", address.path, INITIALIZE, {**ACCEPTED, **headers})
                answer = connection.getresponse()
                assert "Mcp-Session-Id" not in answer.headers
                return answer.status

        assert initialize(Host=own) == 200
        assert initialize(Host=own, Origin=origin) == 200
        assert initialize(Host="evil.example") == 421
        assert initialize(Host=own, Origin="http://evil.example") == 403


def test_a_public_address_needs_the_names_of_the_server():
    done = subprocess.run(
        [*REFEREE, "mcp", "--http", "--host", "0.0.0.0"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "--host 0.0.0.0 needs --allowed-host" in done.stderr


def test_what_is_switched_off_is_not_offered():
    async def names(client):
        return {tool.name for tool in (await client.list_tools()).tools}

    every = with_client(names, tool_server(Settings(), None))
    some = with_client(names, tool_server(Settings(), None, undo=False, hints=False))
    assert every - some == {"undo", "hint", "prospect"}


def test_hints_keep_a_game_winnable_and_moves_can_be_taken_back():
    async def session(client):
        view = await call(client, "new_game", variant="freecell", seed="1")
        game = {"game_id": view["game_id"]}
        assert (await call(client, "prospect", **game))["prospect"] == "winnable"
        move = (await call(client, "hint", **game))["move"]
        assert move in (await call(client, "legal_moves", **game))["legal_moves"]
        assert (await call(client, "play", **game, moves=[move]))["moves_played"] == 1
        return view["board"], (await call(client, "undo", **game))["board"]

    before, after = with_client(session, tool_server(Settings(), None))
    assert before == after


def test_neither_the_board_nor_the_end_of_a_game_shows_what_lies_face_down():
    async def session(client):
        return await call(client, "new_game", variant="klondike", rules={"draw": "three"})

    view = with_client(session, tool_server(Settings(), None))
    assert view["rules"]["draw"] == "three"
    assert "seed" not in view
    # Seven cards lie face up when a game of Klondike opens, and a draw's three cards in the waste or none.
    assert len(re.findall(r"(?:10|[2-9AJQK])[♣♠♥♦]", view["board"])) <= 10


@pytest.mark.parametrize(
    ("tool", "arguments", "message"),
    [
        ("new_game", {"variant": "freecel"}, "Did you mean freecell"),
        ("new_game", {"variant": "freecell", "seed": "x"}, "seed"),
        ("new_game", {"variant": "klondike", "rules": {"deck": "AC"}}, "no option 'deck'"),
        ("new_game", {"variant": "k" * 61}, "at most 60"),
        ("new_game", {"variant": "klondike", "rules": {str(n): n for n in range(21)}}, "at most 20"),
        ("look", {"game_id": "0"}, "no game '0'"),
        ("look", {"game_id": None}, "valid string"),
        ("look", {}, "Field required"),
        ("play", {"game_id": "0", "moves": []}, "at least 1"),
        ("play", {"game_id": "0", "moves": ["draw"] * 1001}, "at most 1000"),
        ("play", {"game_id": "0", "moves": ["x" * 61]}, "at most 60"),
        ("undo", {"game_id": "0", "moves": -1}, "greater than or equal to 1"),
        ("prospect", {"game_id": "0", "budget": 10**30}, "no game '0'"),
        ("finish", {"game_id": "0", "player": "p" * 201}, "at most 200"),
        ("gamble", {}, "gamble"),
    ],
)
def test_hostile_arguments_get_a_sentence(tool, arguments, message):
    async def session(client):
        return await call(client, tool, **arguments)

    assert message in with_client(session, tool_server(Settings(), None))


@pytest.mark.parametrize(
    ("tool", "arguments", "message"),
    [
        ("undo", {"moves": 1}, "0 played so far"),
        ("prospect", {"budget": 300_001}, "budget must be 0 to 300000, not 300001"),
        ("play", {"moves": ["draw"] * 1000}, "A game has at most 999 moves"),
        ("finish", {"player": ""}, "player must have 1 to 200 characters, not 0"),
    ],
)
def test_calls_beyond_the_bounds_of_a_game_get_a_sentence(tool, arguments, message):
    async def session(client):
        view = await call(client, "new_game", variant="klondike")
        return await call(client, tool, game_id=view["game_id"], **arguments)

    assert message in with_client(session, tool_server(Settings(most_moves=999), None))


def test_the_games_that_are_kept_are_bounded(monkeypatch):
    monkeypatch.setattr(game_store, "MOST_GAMES", 2)
    games = GameStore(Settings(), None)
    first, second = (games.new_game("freecell", "1", {})["game_id"] for _ in range(2))
    games.look(first)
    games.new_game("freecell", "1", {})
    assert games.look(first)["moves_played"] == 0
    with pytest.raises(game_store.GameError, match="There is no game"):
        games.look(second)
