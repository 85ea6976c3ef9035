"""Tickets: what they say, which claims may use them, and that each is used once."""

import hashlib
import hmac
import random
import shutil
import socket
import subprocess
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial

import pytest
from redis import Redis

from service.app import create_app
from service.openapi.examples import MOVES, SEED, VARIANT
from service.receipts.expectations import Expected
from service.receipts.keys import by_name, new_key
from service.receipts.receipts import check
from service.receipts.signed_texts import ReceiptError, sign_text
from service.receipts.ticket_desk import TYPE, read_ticket
from tests.api.described import DescribedClient, assert_described
from tests.conftest import some
from tests.forged_receipts import decode, encode, parts_of, signed, write_key
from tests.servers import PATIENCE

NOW = 1_795_392_000
"""2026-11-23, 00:00:00 UTC."""
BOARD = "https://board.example"
TOKENS = f"{BOARD} token-of-the-board\nhttps://club.example token-of-the-club\n"
HEADERS = {"Authorization": "Bearer token-of-the-board"}
CLUB = {"Authorization": "Bearer token-of-the-club"}
DAILY_KEY = bytes(range(32))
ASKED = {"variant": VARIANT, "seed": SEED, "not_after": NOW + 600, "subject": "Ann"}
LOG = {"variant": VARIANT, "seed": SEED, "moves": MOVES[:2], "include": []}


class Clock:
    """A clock that a test sets."""

    def __init__(self):
        self.time = float(NOW)

    def __call__(self):
        return self.time


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def service(tmp_path, clock):
    """Build a client of an instance; all instances share their keys."""
    key = write_key(tmp_path / "key.json")
    (tmp_path / "daily.key").write_text(DAILY_KEY.hex())
    (tmp_path / "tokens").write_text(TOKENS)
    for name in ("daily.key", "tokens"):
        (tmp_path / name).chmod(0o600)

    def build(clock=clock, **settings):
        about = {
            "TESTING": True,
            "CLOCK": clock,
            "issuer": "https://a.example",
            "key_file": str(tmp_path / "key.json"),
            "daily_key_file": str(tmp_path / "daily.key"),
            "claims_tokens_file": str(tmp_path / "tokens"),
        }
        app = create_app({**about, **settings})
        app.test_client_class = DescribedClient
        return app.test_client()

    build.key = key
    return build


@pytest.fixture
def client(service):
    return service()


def issue(client, headers=HEADERS, **more):
    request = {name: value for name, value in {**ASKED, **more}.items() if value is not None}
    return client.post("/v1/tickets", json=request, headers=headers)


def claim(client, ticket, headers=HEADERS, **more):
    request = {**LOG, "claim": {"outcome": "in_progress"}, "ticket": ticket, **more}
    return client.post("/v1/claims", json=request, headers=headers)


def codes(answer):
    assert answer.status_code == 200, answer.json
    assert answer.json["confirmed"] is (answer.json["refutations"] == [])
    assert (answer.json["receipt"] is not None) is answer.json["confirmed"]
    return [refutation["code"] for refutation in answer.json["refutations"]]


def test_a_ticket_names_its_deal_and_its_player(client):
    answer = issue(client).json
    header, payload, _ = parts_of(answer["ticket"])
    assert header["typ"] == "patience-ticket+jwt"
    assert payload == answer["payload"]
    deal = client.get(f"/v1/deals/{VARIANT}/{SEED}").json
    assert answer["deal"] == deal
    assert len(payload.pop("jti")) == 32
    assert payload == {
        "ticket_version": "1",
        "iss": "https://a.example",
        "aud": BOARD,
        "sub": "Ann",
        "iat": NOW,
        "exp": NOW + 600,
        "variant": VARIANT,
        "rules": deal["rules"],
        "rules_version": deal["rules_version"],
        "seed": SEED,
        "deal_id": deal["deal_id"],
    }


def test_a_receipt_says_how_long_a_game_took_at_most(client, clock):
    ticket = issue(client).json
    clock.time = NOW + 41.2
    answer = claim(client, ticket["ticket"])
    assert codes(answer) == []
    payload = parts_of(answer.json["receipt"])[1]
    assert payload["ticket"] == {"jti": ticket["payload"]["jti"], "iat": NOW, "used_once": False}
    assert payload["elapsed_at_most"] == 42
    assert (payload["sub"], payload["aud"]) == ("Ann", BOARD)
    assert payload["iat"] == NOW + 41
    assert_described(payload, "ReceiptPayload")


def test_a_score_with_points_of_time(client, clock):
    """Klondike's standard scoring: -2 for each 10 seconds, not below 0; a bonus only for games won."""
    game = {"variant": "klondike", "seed": "7", "moves": ["draw", "W-F"]}
    ticket = issue(client, variant="klondike", seed="7").json["ticket"]
    clock.time = NOW + 25
    scores = {}
    for name, points in (("standard", 10), ("vegas", -47)):
        score = {"outcome": "in_progress", "score": {"name": name, "points": points}}
        answer = claim(client, ticket, **game, claim=score)
        assert codes(answer) == []
        payload = parts_of(answer.json["receipt"])[1]
        assert_described(payload, "ReceiptPayload")
        assert payload["score"] == {name: points}
        scores[name] = payload.get("timed_score")
    assert scores == {"standard": {"standard": 6}, "vegas": None}
    alone = {**game, "claim": {"outcome": "in_progress", "score": {"name": "standard", "points": 10}}}
    receipt = client.post("/v1/claims", json=alone, headers=HEADERS).json["receipt"]
    assert "timed_score" not in parts_of(receipt)[1]


def test_a_claim_without_a_ticket_has_no_time(client):
    receipt = client.post("/v1/claims", json={**LOG, "claim": {"outcome": "in_progress"}}, headers=HEADERS)
    assert {"ticket", "elapsed_at_most"}.isdisjoint(parts_of(receipt.json["receipt"])[1])


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"seed": "1", "moves": []}, "ticket_of_other_deal"),
        (
            {"rules": {"groups": "in_sequence"}, "moves": [], "claim": {"prospect": "dead"}},
            "ticket_of_other_rules",
        ),
        ({"variant": "klondike", "moves": []}, "ticket_of_other_rules"),
        ({"subject": "Bob"}, "ticket_of_other_player"),
        ({"audience": "https://club.example"}, "ticket_of_other_audience"),
        ({"headers": CLUB}, "ticket_of_other_audience"),
        ({"times": [1000, 6001]}, "times_too_long"),
    ],
)
def test_a_ticket_fits_one_claim_only(client, more, code):
    """The clock stands still; five seconds are allowed for the clocks of other instances."""
    ticket = issue(client).json["ticket"]
    assert codes(claim(client, ticket, **more)) == [code]
    assert codes(claim(client, ticket, times=[1000, 5000])) == []


def test_a_deck_with_the_cards_of_the_ticket_is_not_its_deal(client):
    answer = issue(client).json
    deck = {"deck": answer["deal"]["deck"]}
    request = {name: value for name, value in LOG.items() if name != "seed"}
    sent = {**request, **deck, "claim": {"outcome": "in_progress"}, "ticket": answer["ticket"]}
    assert codes(client.post("/v1/claims", json=sent, headers=HEADERS)) == ["ticket_of_other_deal"]


def test_the_time_of_a_ticket(client, clock):
    ticket = issue(client).json["ticket"]
    clock.time = NOW + 600
    assert codes(claim(client, ticket)) == []
    clock.time = NOW + 600.5
    assert codes(claim(client, ticket)) == ["ticket_expired"]


def test_a_refuted_claim_names_everything(client, clock):
    ticket = issue(client).json["ticket"]
    clock.time = NOW + 601
    refuted = claim(client, ticket, claim={"outcome": "won"}, subject="Bob")
    assert codes(refuted) == ["outcome_differs", "ticket_of_other_player", "ticket_expired"]


@pytest.mark.parametrize(
    ("behind", "code"),
    [(0, None), (2, None), (5, None), (6, "ticket_not_yet_valid"), (86400, "ticket_not_yet_valid")],
)
def test_instances_whose_clocks_differ(service, behind, code):
    """Instances may disagree by two seconds; a clock that jumps back refuses tickets from its future."""
    other = Clock()
    other.time -= behind
    answer = claim(service(other), issue(service()).json["ticket"])
    assert codes(answer) == ([code] if code else [])
    if code is None:
        assert parts_of(answer.json["receipt"])[1]["elapsed_at_most"] == 0


def test_tickets_of_others_are_not_genuine(service, client):
    ticket = issue(client).json["ticket"]
    header, payload, _ = parts_of(ticket)
    receipt = claim(client, ticket).json["receipt"]
    texts = (
        sign_text(payload, new_key(), TYPE),
        sign_text(payload, service.key, "patience-receipt+jwt"),
        sign_text({**payload, "ticket_version": "2"}, service.key, TYPE),
        sign_text({**payload, "iss": "https://b.example"}, service.key, TYPE),
        signed(service.key, {**header, "alg": "none"}, payload),
        receipt,
        "",
        "a.b.c",
    )
    for text in texts[:-2]:
        assert codes(claim(client, text)) == ["ticket_not_genuine"], text
    assert codes(claim(client, texts[-1])) == ["ticket_not_genuine"]
    assert claim(client, texts[-2]).status_code == 422
    for name in payload.keys() - {"sub"}:
        lacking = {other: value for other, value in payload.items() if other != name}
        assert codes(claim(client, sign_text(lacking, service.key, TYPE))) == ["ticket_not_genuine"], name


def test_thousands_of_mutated_tickets_and_receipts(client):
    """Not one is accepted."""
    ticket = issue(client).json["ticket"]
    receipt = claim(client, ticket).json["receipt"]
    keys = client.application.config["KEY_RING"].public
    readers = {ticket: read_ticket, receipt: partial(check, expected=Expected(audience=BOARD))}
    rng = random.Random(29)
    accepted = []
    for genuine, read in readers.items():
        assert read(genuine, keys)
        for _ in some(range(10_000)):
            text = mutated(genuine, rng)
            with suppress(ReceiptError):
                accepted.append((text, read(text, keys)))
    assert accepted == []


def mutated(signed_text, rng):
    """Return a signed text of which a bit, or a byte of a part, is changed, left out or added."""
    parts = [bytearray(decode(text)) for text in signed_text.split(".")]
    part = parts[rng.randrange(3)]
    place = rng.randrange(len(part))
    match rng.randrange(4):
        case 0:
            del part[place]
        case 1:
            part.insert(place, rng.randrange(256))
        case _:
            part[place] ^= 1 << rng.randrange(8)
    return ".".join(encode(bytes(part)) for part in parts)


def test_a_ticket_is_not_a_receipt(service, client):
    with pytest.raises(ReceiptError, match="has typ 'patience-ticket"):
        check(issue(client).json["ticket"], by_name([service.key]))


@pytest.mark.parametrize(
    ("more", "pointer", "code"),
    [
        ({"seed": None}, "", "seed_or_choose"),
        ({"choose": "any"}, "", "seed_or_choose"),
        ({"nonce": "x"}, "", "seed_or_choose"),
        ({"seed": "x"}, "/seed", "malformed_seed"),
        ({"not_after": None}, "/not_after", "missing"),
        ({"not_after": NOW}, "/not_after", "out_of_range"),
        ({"not_after": -1}, "/not_after", "out_of_range"),
        ({"not_after": 10**12}, "/not_after", "out_of_range"),
        ({"seed": None, "choose": "won"}, "/choose", "unknown_value"),
        ({"rules": {"draw": "x"}}, "/rules/draw", "unknown_option"),
        ({"deck": []}, "/deck", "unknown_field"),
        ({"subject": ""}, "/subject", "too_short"),
        ({"variant": "x"}, "/variant", "unknown_variant"),
    ],
)
def test_malformed_requests(client, more, pointer, code):
    answer = issue(client, **more)
    assert answer.status_code == 422
    assert (pointer, code) in [(error["pointer"], error["code"]) for error in answer.json["errors"]]


def test_tickets_need_a_claims_token(client, service):
    for headers in ({}, {"Authorization": "Bearer x"}):
        assert issue(client, headers).status_code == 401
    for settings in ({"claims_tokens_file": ""}, {"key_file": ""}):
        answer = issue(service(**settings))
        assert (answer.status_code, answer.json["type"].rpartition(":")[2]) == (501, "no-tickets")
    assert codes(claim(service(key_file=""), issue(client).json["ticket"])) == ["ticket_not_genuine"]


def test_another_version_of_the_rules(client):
    assert issue(client, rules_version="0").status_code == 409


def drawn(client, **more):
    answer = issue(client, seed=None, **{"choose": "any", "nonce": "round 1", **more})
    assert answer.status_code == 200, answer.json
    return answer.json["payload"]


def test_a_draw_follows_from_the_secret_of_its_day(client, clock):
    """Computed here as docs/how-to/run-a-leaderboard.md describes it."""
    about = client.get("/v1/tickets/draws/2026-11-23").json
    assert about.keys() == {"date", "status", "commitment"}
    payload = drawn(client)
    assert payload["draw"] == {
        "date": "2026-11-23",
        "choose": "any",
        "nonce": "round 1",
        "commitment": about["commitment"],
    }
    clock.time += 86_400
    secret = bytes.fromhex(client.get("/v1/tickets/draws/2026-11-23").json["secret"])
    assert f"sha256:{hashlib.sha256(secret).hexdigest()}" == about["commitment"]
    game = "double-russian"
    number = hmac.digest(secret, f"ticket\n{game}\nany\nround 1".encode(), "sha256")
    assert payload["seed"] == str(10**10 + int.from_bytes(number, "big") % (9 * 10**10))
    assert "secret" not in client.get("/v1/tickets/draws/2026-11-24").json


def test_draws_differ_by_nonce_game_day_and_kind(client, clock):
    first = drawn(client)["seed"]
    assert drawn(client)["seed"] == first
    others = [
        drawn(client, **more)["seed"]
        for more in ({"nonce": "2"}, {"nonce": None}, {"rules": {"groups": "in_sequence"}})
    ]
    clock.time += 86_400
    others.append(drawn(client, not_after=NOW + 100_000)["seed"])
    assert len({first, *others}) == 5


@pytest.mark.parametrize("choose", ["winnable", "easy", "medium", "hard"])
def test_listed_deals_are_drawn(client, choose):
    seeds = {drawn(client, variant="klondike", choose=choose, nonce=str(n))["seed"] for n in range(8)}
    query = "" if choose == "winnable" else f"&difficulty={choose}"
    for seed in seeds:
        path = f"/v1/deals/klondike?prospect=winnable{query}&after_seed={int(seed) - 1}&limit=1"
        assert client.get(path).json["seeds"] == [seed]
    assert len(seeds) > 4


def test_a_game_without_listed_deals(client):
    answer = issue(
        client, variant="klondike", rules={"draw": "three", "redeals": 2}, seed=None, choose="easy"
    )
    assert (answer.status_code, answer.json["type"].rpartition(":")[2]) == (404, "no-such-deal")


def test_a_token_pays_for_its_tickets(service):
    client = service(rate_limit="2 per minute")
    assert [issue(client).status_code for _ in range(3)] == [200, 200, 429]
    assert issue(client, CLUB).status_code == 200


@contextmanager
def redis(folder):
    """Start a Redis of its own; yield its address and its process."""
    program = shutil.which("redis-server")
    if program is None:
        pytest.skip("redis-server is not installed.")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    command = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        for line in process.stdout:
            if "Ready to accept connections" in line:
                break
        yield f"redis://127.0.0.1:{port}", process
    finally:
        process.kill()
        process.communicate(timeout=PATIENCE)


def test_a_ticket_is_used_once_over_three_instances(service, tmp_path):
    """Fifty claims at once: one is confirmed."""
    with redis(tmp_path) as (address, _):
        instances = [service(redis_url=address) for _ in range(3)]
        for _ in range(5):
            ticket = issue(instances[0]).json["ticket"]
            clients = [instances[number % 3].application.test_client() for number in range(50)]
            with ThreadPoolExecutor(16) as pool:
                answers = list(pool.map(claim, clients, [ticket] * 50))
            found = sorted(codes(answer) for answer in answers)
            assert found == [[], *[["ticket_used"]] * 49]
        (receipt,) = [answer.json["receipt"] for answer in answers if answer.json["receipt"]]
        assert parts_of(receipt)[1]["ticket"]["used_once"] is True


def test_a_refuted_claim_does_not_use_up_its_ticket(service, tmp_path):
    with redis(tmp_path) as (address, _):
        client = service(redis_url=address)
        ticket = issue(client).json["ticket"]
        assert codes(claim(client, ticket, claim={"outcome": "won"})) == ["outcome_differs"]
        assert codes(claim(client, ticket)) == []
        assert codes(claim(client, ticket)) == ["ticket_used"]


def test_a_use_is_noted_for_the_whole_life_of_a_ticket(service, tmp_path):
    """An instance whose clock is ahead notes the use for others, which admit the ticket for longer."""
    with redis(tmp_path) as (address, _):
        ticket = issue(service()).json["ticket"]
        ahead = Clock()
        ahead.time = NOW + 595
        assert codes(claim(service(ahead, redis_url=address), ticket)) == []
        with Redis.from_url(address) as memory:
            (name,) = memory.keys()
            assert memory.ttl(name) > 600


def test_without_redis_no_ticket_is_used_twice(service, tmp_path):
    """A claim with a ticket is refused until Redis answers again; other claims are not."""
    with redis(tmp_path) as (address, process):
        client = service(redis_url=address)
        ticket = issue(client).json["ticket"]
        process.kill()
        process.wait(PATIENCE)
        answer = claim(client, ticket)
        assert (answer.status_code, answer.json["type"].rpartition(":")[2]) == (503, "tickets-unavailable")
        assert answer.headers["Retry-After"] == "1"
        request = {**LOG, "claim": {"outcome": "in_progress"}}
        assert client.post("/v1/claims", json=request, headers=HEADERS).json["confirmed"]
