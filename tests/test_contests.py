"""Contests: the commitment, the entries that do not count, the ranking, and the receipt for the whole."""

import hashlib
import json
import random
from contextlib import suppress

import pytest
from click.testing import CliRunner
from marshmallow import ValidationError

from patience import Game
from patience.games import VARIANTS
from schemas.contest import load_contest
from schemas.problems import Problem
from service.app import create_app
from service.cli import main
from service.openapi.examples import MOVES, SEED, VARIANT
from service.receipts.keys import new_key
from service.receipts.receipts import sign
from tests.api.described import DescribedClient, assert_described
from tests.conftest import some
from tests.forged_receipts import parts_of, verify_alone, write_key, write_set
from tests.receipt_recipes import ISSUER

DOUBLE = {"variant": VARIANT, "rules_version": "1", "seed": SEED}
KLONDIKE = {"variant": "klondike", "rules_version": VARIANTS["klondike"].rules_version, "seed": "24"}
BOARD = "https://board.example"
HEADERS = {"Authorization": "Bearer token-of-the-board"}
NOW = 1_795_392_000


def commitment(contest):
    """As docs/how-to/run-a-contest.md computes it with jq."""
    members = ("contest_version", "name", "salt", "scoring", "ranking", "deals")
    text = json.dumps({name: contest.get(name) for name in members}, sort_keys=True, separators=(",", ":"))
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


def contest(entries, **more):
    content = {
        "contest_version": "1",
        "name": "A cup",
        "salt": "0123456789abcdef",
        "ranking": ["wins", "moves"],
        "deals": [DOUBLE, KLONDIKE],
        "players": ["Ann", "Bob", "Cyd"],
        "entries": entries,
        **more,
    }
    return {"commitment": commitment(content), **content}


def entry(player, deal=0, moves=MOVES[:2], **more):
    return {"player": player, "deal": deal, "moves": moves, **more}


@pytest.fixture
def client(service):
    return service()


@pytest.fixture
def service(tmp_path):
    """Build a client of a service with a key and a token."""
    write_key(tmp_path / "key.json")
    (tmp_path / "tokens").write_text(f"{BOARD} token-of-the-board\n")
    (tmp_path / "tokens").chmod(0o600)

    def build(**settings):
        about = {
            "TESTING": True,
            "CLOCK": lambda: NOW,
            "issuer": ISSUER,
            "key_file": str(tmp_path / "key.json"),
            "claims_tokens_file": str(tmp_path / "tokens"),
        }
        app = create_app({**about, **settings})
        app.test_client_class = DescribedClient
        return app.test_client()

    return build


def post(client, content):
    answer = client.post("/v1/contests", json=content, headers=HEADERS)
    assert answer.status_code == 200, answer.json
    return answer.json


def refused(answer):
    return [(each["entry"], each["code"]) for each in answer["refused"]]


def test_every_entry_is_replayed_and_ranked(client):
    """No one has won, so fewer moves do not help, and all share the first rank."""
    answer = post(client, contest([entry("Bob"), entry("Ann", 1, ["draw"]), entry("Ann")]))
    assert answer["refused"] == []
    assert answer["counted"] == 3
    assert [(row["rank"], row["player"], row["wins"], row["moves"]) for row in answer["ranking"]] == [
        (1, "Ann", 0, 0),
        (1, "Bob", 0, 0),
        (1, "Cyd", 0, 0),
    ]
    log = {"variant": VARIANT, "seed": SEED, "moves": MOVES[:2]}
    game_id = client.post("/v1/replays", json=log).json["game_id"]
    assert answer["ranking"][1]["games"] == [game_id]


def test_one_receipt_is_for_the_whole(client):
    content = contest([entry("Bob"), entry("Zoe")])
    answer = post(client, content)
    verify_alone(answer["receipt"], client.get("/.well-known/jwks.json").json)
    header, payload, _ = parts_of(answer["receipt"])
    assert header["typ"] == "patience-contest+jwt"
    deals = [
        client.get(f"/v1/deals/{deal['variant']}/{deal['seed']}").json["deal_id"] for deal in content["deals"]
    ]
    assert payload == {
        "iss": ISSUER,
        "aud": BOARD,
        "iat": NOW,
        "contest_version": "1",
        "name": "A cup",
        "deal_ids": deals,
        **{name: answer[name] for name in ("commitment", "ranking", "refused", "counted")},
    }


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (entry("Zoe"), "unknown_player"),
        (entry("Bob", 2), "unknown_deal"),
        (entry("Ann", 0, []), "entered_twice"),
        (entry("Bob", 0, MOVES), "illegal_move"),
        (entry("Bob", 0, outcome="won"), "outcome_differs"),
        (entry("Bob", 0, receipt="a.b.c"), "receipt_differs"),
    ],
)
def test_entries_that_do_not_count(client, wrong, code):
    answer = post(client, contest([entry("Ann"), wrong]))
    assert refused(answer) == [(1, code)]
    assert answer["counted"] == 1


def test_points_rank_and_are_computed(client):
    """A card to a Klondike foundation has 10 points, a card from the waste to a column 5."""
    game = Game("klondike", seed=24)
    better = next(str(move) for move in game.legal_moves if "F" in str(move) or str(move).startswith("T"))
    cup = {"scoring": "standard", "ranking": ["points", "moves"], "deals": [KLONDIKE]}
    scored = client.post(
        "/v1/replays", json={"variant": "klondike", "seed": "24", "moves": [better], "include": ["score"]}
    ).json["score"]["points"]["standard"]
    entries = [entry("Ann", 0, ["draw"], points=0), entry("Bob", 0, [better], points=scored)]
    answer = post(client, contest(entries, **cup))
    assert answer["refused"] == []
    points = {row["player"]: row["points"] for row in answer["ranking"]}
    assert points == {"Ann": 0, "Bob": scored, "Cyd": 0}
    lying = post(client, contest([entry("Ann", 0, ["draw"], points=745)], **cup))
    assert refused(lying) == [(0, "score_differs")]


@pytest.mark.parametrize(
    ("more", "pointer", "code"),
    [
        ({"commitment": "sha256:0"}, "/commitment", "commitment_differs"),
        ({"contest_version": "2"}, "/contest_version", "unknown_value"),
        ({"deals": []}, "/deals", "missing"),
        ({"deals": [{**DOUBLE, "seed": "x"}]}, "/deals/0/seed", "malformed_seed"),
        ({"deals": [{**DOUBLE, "rules": {"draw": "one"}}]}, "/deals/0/rules/draw", "unknown_option"),
        ({"deals": [{**DOUBLE, "deck": []}]}, "/deals/0/deck", "unknown_field"),
        ({"deals": [DOUBLE] * 101}, "/deals", "too_many"),
        ({"ranking": ["moves"]}, "/ranking", "unknown_value"),
        ({"ranking": []}, "/ranking", "unknown_value"),
        ({"ranking": ["wins", "wins"]}, "/ranking", "unknown_value"),
        ({"ranking": ["wins", 5]}, "/ranking", "unknown_value"),
        ({"ranking": ["points"]}, "/scoring", "missing"),
        ({"scoring": "standard"}, "/scoring", "unknown_value"),
        ({"players": ["Ann", "Ann"]}, "/players", "given_twice"),
        ({"players": ["", 5]}, "/players/0", "too_short"),
        ({"entries": [{"player": "Ann", "deal": 0}]}, "/entries/0/moves", "missing"),
        ({"entries": [{"player": "Ann", "deal": 0, "points": 5}]}, "/entries/0/moves", "missing"),
        ({"entries": [entry("Ann", seed="1")]}, "/entries/0/seed", "unknown_field"),
        ({"entries": [entry("Ann", moves=["x"])]}, "/entries/0/moves/0", "malformed_move"),
        ({"entries": [entry("Ann", moves=["draw"] * 20_001)]}, "/entries/0/moves", "too_many"),
        ({"entries": [5]}, "/entries/0", "wrong_type"),
        ({"entries": 5}, "/entries", "wrong_type"),
    ],
)
def test_what_is_not_a_contest(client, more, pointer, code):
    answer = client.post("/v1/contests", json=contest(**{"entries": [], **more}), headers=HEADERS)
    assert answer.status_code == 422, answer.json
    assert (pointer, code) in [(error["pointer"], error["code"]) for error in answer.json["errors"]]


def test_a_contest_under_another_version_of_the_rules(client):
    content = contest([], deals=[{**DOUBLE, "rules_version": "0"}])
    assert client.post("/v1/contests", json=content, headers=HEADERS).status_code == 409


def test_the_moves_of_a_contest_are_charged(service):
    """Illegal ones, too: a thousand here, of the two thousand that the client has."""
    client = service(rate_limit_moves="2000 per hour")
    content = contest([entry("Ann", 0, ["redeal"] * 500), entry("Bob", 0, ["redeal"] * 500)])
    asked = [client.post("/v1/contests", json=content, headers=HEADERS).status_code for _ in range(3)]
    assert asked == [200, 200, 429]


def test_a_contest_needs_a_token(client):
    assert client.post("/v1/contests", json=contest([])).status_code == 401


def receipt_for(client, player, moves, deal=DOUBLE):
    request = {**deal, "not_after": NOW + 60, "subject": player}
    ticket = client.post("/v1/tickets", json=request, headers=HEADERS).json["ticket"]
    log = {"variant": deal["variant"], "seed": deal["seed"], "moves": moves, "include": []}
    claim = {**log, "claim": {"outcome": "in_progress"}, "subject": player, "ticket": ticket}
    return client.post("/v1/claims", json=claim, headers=HEADERS).json["receipt"]


def test_times_count_from_receipts_only(client):
    cup = {"ranking": ["wins", "seconds"], "deals": [DOUBLE]}
    ann = receipt_for(client, "Ann", MOVES[:2])
    entries = [
        entry("Ann", receipt=ann),
        entry("Bob"),
        entry("Cyd", receipt=ann),
    ]
    answer = post(client, contest(entries, **cup))
    assert refused(answer) == [(1, "no_time"), (2, "receipt_differs")]
    assert answer["ranking"][0]["seconds"] == 0
    other = receipt_for(client, "Ann", MOVES[:1])
    assert refused(post(client, contest([entry("Ann", receipt=other)], **cup))) == [(0, "receipt_differs")]
    forged = parts_of(ann)[1]
    members = {name: value for name, value in forged.items() if name not in ("iat", "jti", "receipt_version")}
    text = sign(members, new_key(), NOW)
    assert refused(post(client, contest([entry("Ann", receipt=text)], **cup))) == [(0, "receipt_differs")]


def test_points_of_time_rank(client):
    """The scores are 0 and a bonus is for games that are won; the clock of this service stands still."""
    deal = {**KLONDIKE, "rules": {}}
    cup = {"ranking": ["timed_points"], "scoring": "standard", "deals": [KLONDIKE]}
    ann = receipt_for(client, "Ann", ["draw"], deal)
    answer = post(client, contest([entry("Ann", 0, ["draw"], receipt=ann), entry("Bob", 0, ["draw"])], **cup))
    assert refused(answer) == [(1, "no_time")]
    assert [row["timed_points"] for row in answer["ranking"]] == [0, 0, 0]
    untimed = client.post("/v1/contests", json=contest([], **{**cup, "scoring": "vegas"}), headers=HEADERS)
    assert "no points for time in the scoring 'vegas'" in untimed.json["errors"][0]["detail"]


def test_a_ticket_counts_for_one_entry(client):
    """The same deal twice in a contest: one receipt is not for both."""
    cup = {"ranking": ["wins", "seconds"], "deals": [DOUBLE, DOUBLE]}
    ann = receipt_for(client, "Ann", MOVES[:2])
    answer = post(client, contest([entry("Ann", 0, receipt=ann), entry("Ann", 1, receipt=ann)], **cup))
    assert refused(answer) == [(1, "ticket_used")]


def run(*arguments):
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


@pytest.fixture
def file(tmp_path):
    return tmp_path / "cup.json"


def test_a_new_contest_is_committed_and_verified(file):
    made = run("contest", "new", file, "--name", "A cup", "--variant", "klondike", "--rule", "draw=three",
               "--deals", 3, "--winnable", "--scoring", "standard", "--ranking", "points,wins")  # fmt: skip
    assert made.exit_code == 0, made.output
    content, public = json.loads(file.read_text()), json.loads(made.stdout)
    assert file.stat().st_mode & 0o077 == 0
    assert content["commitment"] == public["commitment"] == commitment(content)
    assert len(content["deals"]) == public["deals"] == 3
    assert "seed" not in made.stdout
    assert content["salt"] not in made.stdout
    assert run("contest", "new", file, "--name", "A cup", "--variant", "klondike").exit_code == 2
    content["players"] = ["Ann"]
    content["entries"] = [entry("Ann", 2, ["draw"])]
    file.write_text(json.dumps(content))
    verified = run("contest", "verify", file, "--commitment", public["commitment"])
    assert verified.exit_code == 0, verified.output
    assert verified.stdout.splitlines()[:2] == [
        "rank  player  wins  points  moves",
        "1     Ann     0     0       0",
    ]
    assert run("contest", "verify", file, "--commitment", "sha256:0").exit_code == 1
    content["deals"][0]["seed"] = "1"
    file.write_text(json.dumps(content))
    changed = run("contest", "verify", file)
    assert changed.exit_code == 2
    assert "/commitment: Expected sha256:" in changed.stderr


def test_the_command_and_the_service_agree(client, file, tmp_path):
    ann = receipt_for(client, "Ann", MOVES[:2])
    content = contest([entry("Ann", receipt=ann), entry("Bob", 0, MOVES), entry("Zoe\x1b[2J")])
    file.write_text(json.dumps(content))
    (tmp_path / "jwks.json").write_bytes(client.get("/.well-known/jwks.json").data)
    known = ("--jwks", tmp_path / "jwks.json", "--issuer", ISSUER, "--audience", BOARD)
    found = run("contest", "verify", file, *known, "--json")
    answer = post(client, content)
    del answer["receipt"]
    assert (found.exit_code, json.loads(found.stdout)) == (1, answer)
    lines = run("contest", "verify", file, *known).stdout
    assert "Entry 1, Bob, deal 0: illegal_move. " in lines
    assert "\x1b" not in lines
    others = write_set(tmp_path / "others.json", new_key())
    strangers = run("contest", "verify", file, "--jwks", others, "--audience", BOARD, "--json")
    assert refused(json.loads(strangers.stdout))[0] == (0, "receipt_differs")


@pytest.mark.parametrize("text", ["", "[]", "{}", "5", '{"contest_version": "1"}', '{"a": 1, "a": 2}'])
def test_files_that_are_not_contests(file, text):
    file.write_text(text)
    result = run("contest", "verify", file)
    assert result.exit_code == 2
    assert "is not a contest." in result.stderr


def test_thousands_of_mutated_contests():
    """Every change to what was committed is noticed."""
    content = contest([entry("Ann")])
    rng = random.Random(29)
    committed = ("contest_version", "name", "salt", "ranking", "deals")
    text = json.dumps({name: content[name] for name in committed})
    rest = {name: content[name] for name in content.keys() - set(committed)}
    assert load_contest(content, 100).commitment == content["commitment"]
    tried, accepted = 0, []
    while tried < len(some(range(10_000))):
        place = rng.randrange(len(text))
        with suppress(ValueError):
            changed = json.loads(text[:place] + chr(rng.randrange(32, 127)) + text[place + 1 :])
            if changed == json.loads(text):
                continue
            tried += 1
            with suppress(ValidationError, Problem):
                accepted.append(load_contest({**changed, **rest}, 100))
    assert accepted == []


def test_the_answer_is_described(client):
    assert_described(post(client, contest([entry("Ann"), entry("Bob", 0, MOVES)])), "ContestAnswer")
