"""The program of docs/how-to/run-a-leaderboard.md: an honest player counts, and twelve cheats are refused."""

import json
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from sqlite3 import connect
from types import ModuleType

import pytest
from werkzeug.exceptions import BadRequest

from patience.search.search_runner import is_available
from service.app import create_app
from service.receipts.keys import new_daily_key, new_key
from service.receipts.signed_texts import sign_text
from service.receipts.ticket_desk import TYPE
from tests.doc_pages import ROOT, read_blocks
from tests.forged_receipts import parts_of, write_key
from tests.receipt_recipes import WON_DECK, WON_MOVES
from tests.sites import on_a_port

pytestmark = pytest.mark.skipif(not is_available(), reason="The search is not compiled.")

PAGE = ROOT / "docs" / "how-to" / "run-a-leaderboard.md"
BOARD = "https://board.example"
LONGEST_PROGRAM = 200


def program():
    (text,) = [block.text for block in read_blocks(PAGE) if block.title == "leaderboard.py"]
    return text


class Clock:
    """The referee's clock."""

    ahead = 0

    def __call__(self):
        return time.time() + self.ahead


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def site(tmp_path, monkeypatch, clock):
    """Run the program beside a referee; return its module."""
    write_key(tmp_path / "referee.key")
    (tmp_path / "draws.key").write_text(new_daily_key())
    (tmp_path / "tokens").write_text(f"{BOARD} token-of-the-board\n")
    for name in ("draws.key", "tokens"):
        (tmp_path / name).chmod(0o600)
    referee = create_app(
        {
            "TESTING": True,
            "CLOCK": clock,
            "issuer": "https://referee.example",
            "key_file": str(tmp_path / "referee.key"),
            "daily_key_file": str(tmp_path / "draws.key"),
            "claims_tokens_file": str(tmp_path / "tokens"),
            "log_level": "warning",
        }
    )
    with on_a_port(referee) as address:
        about = {
            "REFEREE": address,
            "ISSUER": "https://referee.example",
            "REFEREE_TOKEN": "token-of-the-board",
            "BOARD": BOARD,
            "SECRET_KEY": "secret",
            "DATABASE": str(tmp_path / "board.sqlite"),
        }
        for name, value in about.items():
            monkeypatch.setenv(name, value)
        module = ModuleType("leaderboard")
        monkeypatch.setitem(sys.modules, "leaderboard", module)
        exec(compile(program(), "leaderboard.py", "exec"), module.__dict__)
        module.referee = referee.test_client()
        yield module


def player(site, name):
    """Log a player in; return the client with the ticket and a winning line."""
    client = site.app.test_client()
    assert client.post("/login", json={"name": name, "password": f"of {name}"}).status_code == 200
    answer = client.post("/deal").json
    client.ticket, client.payload = answer["ticket"], answer["payload"]
    asked = {"variant": "freecell", "seed": client.payload["seed"], "moves": [], "include": ["continuation"]}
    moves = site.referee.post("/v1/prospects", json=asked).json["continuation"]
    client.log = {"variant": "freecell", "seed": client.payload["seed"], "moves": moves}
    return client


def send(client, log=None, ticket=None):
    return client.post("/results", json={"log": log or client.log, "ticket": ticket or client.ticket})


def refused(answer):
    assert answer.status_code == 400, answer.json
    return answer.json["refused"]


@pytest.fixture
def ann(site):
    return player(site, "Ann")


def test_the_program_is_short():
    assert len(program().splitlines()) <= LONGEST_PROGRAM


def test_an_honest_player_is_on_the_board(site, ann):
    timed = {**ann.log, "times": list(range(len(ann.log["moves"])))}
    assert send(ann, timed).json == {"counted": True}
    page = ann.get("/").text
    assert "<td>Ann</td>" in page
    assert f"<td>{len(ann.log['moves'])}</td>" in page
    assert "tomorrow" in page


def test_logs_and_receipts_are_published_when_the_day_is_over(site, ann):
    send(ann)
    place = f"/results/{ann.payload['jti']}"
    assert ann.get(place).status_code == 404
    with closing(connect(site.DATABASE, isolation_level=None)) as database:
        database.execute("UPDATE results SET day = '2026-01-01'")
    published = ann.get(place).json
    assert published["log"] == ann.log
    verdict = site.referee.post("/v1/replays", json=published["log"]).json
    payload = parts_of(published["receipt"])[1]
    assert payload["game_id"] == verdict["game_id"]
    page = ann.get("/?day=2026-01-01").text
    assert f'<a href="{place}">' in page
    assert f'<a href="{site.REFEREE}/#v=1&amp;variant=freecell' in page


def test_each_player_gets_the_deal_once(site, ann):
    assert ann.post("/deal").json["ticket"] == ann.ticket
    bob = player(site, "Bob")
    assert bob.ticket != ann.ticket
    assert bob.payload["seed"] == ann.payload["seed"]


def test_a_name_has_one_player(site, ann):
    other = site.app.test_client()
    assert other.post("/login", json={"name": "Ann", "password": "guess"}).status_code == 403
    assert other.post("/deal").status_code == 401
    assert send(other, ann.log, ann.ticket).status_code == 401


def test_a_stacked_deck(ann):
    assert "ticket_of_other_deal" in refused(
        send(ann, {"variant": "freecell", "deck": WON_DECK, "moves": WON_MOVES})
    )


def test_a_board_of_the_player_s_own(ann):
    board = {"tableau": [{"pile": f"T{n + 1}", "cards": WON_DECK[n::8]} for n in range(8)]}
    log = {"variant": "freecell", "board": board, "moves": WON_MOVES}
    assert refused(send(ann, log)).startswith("ticket_of_other_deal")


def test_another_variant(ann):
    assert "ticket_of_other_rules" in refused(send(ann, {**ann.log, "variant": "eight-off", "moves": []}))


def test_other_rules(site, ann):
    """Groups of any length may be moved, so the honest line wins under these rules, too."""
    easier = {**ann.log, "rules": {"groups": "any_length"}}
    assert site.referee.post("/v1/replays", json=easier).json["outcome"] == "won"
    assert refused(send(ann, easier)).startswith("ticket_of_other_rules")


def counted_receipt(site, client):
    assert send(client).json == {"counted": True}
    with closing(connect(site.DATABASE)) as database:
        found = database.execute("SELECT receipt FROM results WHERE jti = ?", [client.payload["jti"]])
        return found.fetchone()[0]


def count(site, name, receipt):
    """Count a receipt as the program does once it has one, with a player logged in."""
    with site.app.test_request_context():
        site.session["player"] = name
        site.count(receipt, {}, "")


def test_a_replayed_receipt(site, ann):
    receipt = counted_receipt(site, ann)
    assert "and nothing else" in refused(ann.post("/results", json={"receipt": receipt}))
    with pytest.raises(BadRequest, match="counted before"):
        count(site, "Ann", receipt)


def test_someone_else_s_receipt(site, ann):
    receipt = counted_receipt(site, ann)
    player(site, "Bob")
    with pytest.raises(BadRequest, match="has not given the player this ticket"):
        count(site, "Bob", receipt)


def test_a_shared_log(site, ann):
    send(ann)
    bob = player(site, "Bob")
    assert "counted before" in refused(send(bob, ann.log))
    assert "ticket_of_other_player" in refused(send(bob, ann.log, ann.ticket))


def test_a_late_claim(ann, clock):
    clock.ahead = 3602
    assert refused(send(ann)).startswith("ticket_expired")


def test_a_forged_ticket(ann):
    forged = {**ann.payload, "iat": ann.payload["iat"] + 60, "exp": ann.payload["exp"] + 3600}
    assert refused(send(ann, ticket=sign_text(forged, new_key(), TYPE))).startswith("ticket_not_genuine")


def test_a_used_ticket(site, ann):
    """Of twenty requests at once, one is counted."""

    def attempt(_):
        client = site.app.test_client()
        with client.session_transaction() as session:
            session["player"] = "Ann"
        return send(client, ann.log, ann.ticket).status_code

    with ThreadPoolExecutor(8) as pool:
        assert sorted(pool.map(attempt, range(20))) == [200, *[400] * 19]
    longer = {**ann.log, "moves": ann.log["moves"][:-1]}
    assert "counted before" in refused(send(ann))
    assert "outcome_differs" in refused(send(ann, longer))


def test_edited_times(ann):
    moves = len(ann.log["moves"])
    late = {**ann.log, "times": [*range(moves - 1), 3_000_000]}
    assert refused(send(ann, late)).startswith("times_too_long")
    backwards = {**ann.log, "times": list(reversed(range(moves)))}
    assert "/times" in refused(send(ann, backwards))


def test_a_score_without_a_log(ann):
    for sent in ({"moves_played": 5, "ticket": ann.ticket}, {"log": 5, "ticket": ann.ticket}, [], 5):
        assert "and nothing else" in refused(ann.post("/results", json=sent))
    assert "/moves" in refused(send(ann, {"variant": "freecell", "seed": ann.payload["seed"]}))


def test_the_receipt_of_another_game(site, ann):
    """A claim without the ticket, or for another site, has a receipt that the program does not count."""
    log = {**ann.log, "claim": {"outcome": "won"}, "subject": "Ann"}
    for more in ({}, {"audience": "https://club.example"}):
        answer = site.referee.post(
            "/v1/claims", json={**log, **more}, headers={"Authorization": "Bearer token-of-the-board"}
        )
        with pytest.raises(BadRequest, match="has not given the player this ticket"):
            count(site, "Ann", answer.json["receipt"])
    with pytest.raises(BadRequest, match="not genuine"):
        count(site, "Ann", sign_text(json.loads("{}"), new_key(), "patience-receipt+jwt"))
