"""Daily deals: what is known before, on and after a day, and receipts of games played on them."""

import hmac
import json
import os
import re
from contextlib import ExitStack, contextmanager, suppress
from datetime import date
from hashlib import sha256
from threading import Event, Thread

import pytest
from click.testing import CliRunner
from werkzeug.exceptions import ClientDisconnected

from patience.cards import CODES
from patience.compilation.compiled_rules import tables_for
from patience.play.dealing import deal_seed
from patience.search.daily_deals import (
    BUDGET,
    CANDIDATES,
    SEARCHES,
    SPARE_BUDGET,
    SPARES,
    Choice,
    candidates,
    choose,
    secret_of,
)
from patience.search.difficulty import Difficulty, Grade, Scale, difficulty_of, scale_of
from patience.search.search_runner import is_available, search
from schemas.problems import Problem
from service.app import create_app
from service.commands.daily_command import verify
from service.config import SettingError
from service.http import error_handlers
from service.http.error_handlers import HOLD_SECONDS
from service.http.rate_limits import GRADE_COST, Account
from service.http.workload import GRADED_DEALS, HEAVY_WORK, SMALL_WORK
from service.receipts.keys import by_name
from service.receipts.receipts import check
from tests.api.described import DescribedClient, assert_described
from tests.forged_receipts import write_key
from tests.servers import PATIENCE

searching = pytest.mark.skipif(not is_available(), reason="This build has no search.")

MONDAY = 1_795_392_000
"""2026-11-23, 00:00:00 UTC."""
DAY = 86_400
KEY = bytes(range(32))


@pytest.fixture
def service(tmp_path):
    """Build a service with a key whose clock stands still at a time, in seconds after Monday began."""

    def build(seconds=0, key=KEY, **settings):
        file = tmp_path / "daily.key"
        file.write_text(f"{key.hex()}\n")
        file.chmod(0o600)
        config = {"TESTING": True, "CLOCK": lambda: MONDAY + seconds, "log_level": "warning"}
        app = create_app({**config, "daily_key_file": str(file), **settings})
        app.test_client_class = DescribedClient
        return app.test_client()

    return build


def daily(client, day="2026-11-23", variant="yukon"):
    response = client.get(f"/v1/daily/{variant}/{day}")
    assert response.status_code == 200, response.text
    return response.json


def test_a_day_that_has_not_begun(service):
    """One second before, no more than the commitment is known."""
    found = daily(service(-1))
    assert found.keys() == {"variant", "rules", "date", "grade", "commitment", "status"}
    assert (found["status"], found["grade"]) == ("coming", "easy")


@searching
def test_a_day_and_the_next(service):
    """The commitment stays the same, and the secret that fits it follows after the last second of the day."""
    coming, first, last, past = (daily(service(seconds)) for seconds in (-30 * DAY, 0, DAY - 1, DAY))
    assert first == last
    assert (first["status"], past["status"]) == ("today", "past")
    assert "secret" not in first
    assert past == {**first, "status": "past", "secret": past["secret"]}
    assert {found["commitment"] for found in (coming, first, past)} == {
        f"sha256:{sha256(bytes.fromhex(past['secret'])).hexdigest()}"
    }


@searching
def test_the_secret_names_the_candidates(service):
    """As the documentation describes it."""
    found = daily(service(DAY))
    tag = b"patience-referee daily deal 1\nyukon\n2026-11-23"
    secret = hmac.new(KEY, tag, "sha256").digest()
    assert found["secret"] == secret.hex()
    drawn = hmac.new(secret, b"candidate %d" % found["candidate"], "sha256").hexdigest()
    assert found["deal"]["seed"] == str(10**10 + int(drawn, 16) % (9 * 10**10))


@searching
def test_a_daily_deal_is_winnable_and_graded(service):
    client = service()
    found = client.get("/v1/daily/yukon")
    assert_described(found.json, "DailyDeal")
    deal = found.json["deal"]
    log = {"variant": "yukon", "seed": deal["seed"], "moves": []}
    assert client.post("/v1/prospects", json=log).json["prospect"] == "winnable"
    assert client.get(f"/v1/deals/yukon/{deal['seed']}?include=difficulty").json == deal
    assert deal["difficulty"]["grade"] == found.json["grade"] == "easy"
    dates = [coming["date"] for coming in found.json["coming"]]
    assert (dates[0], dates[-1], len(dates)) == ("2026-11-24", "2026-12-23", 30)
    assert found.json["coming"][0]["commitment"] == daily(client, "2026-11-24")["commitment"]
    assert found.headers["Cache-Control"] == "public, max-age=3600"
    assert service(DAY - 5).get("/v1/daily/yukon").headers["Cache-Control"] == "public, max-age=5"


@searching
def test_instances_with_one_key_agree(service):
    first, second, other = service(), service(), service(key=bytes(32))
    assert daily(first) == daily(second)
    assert daily(other)["deal"]["seed"] != daily(first)["deal"]["seed"]
    assert daily(first, variant="freecell")["commitment"] != daily(first)["commitment"]


@searching
def test_a_deal_is_chosen_once(service):
    """The first client pays for the choice; the limits of one that has nothing left are respected."""
    client = service(rate_limit_positions="100000 per hour")
    left = [
        int(re.search(r'positions-in-3600s";r=(\d+)', client.get("/v1/daily/yukon").headers["RateLimit"])[1])
        for _ in range(2)
    ]
    assert left[0] == left[1] < 100_000
    poor = service(rate_limit_positions="10 per hour")
    assert poor.get("/v1/daily/yukon").status_code == 200
    assert poor.get("/v1/daily/yukon").status_code == 200
    assert poor.get("/v1/daily/yukon/2026-11-20").status_code == 429


@searching
def test_choices_and_searches_leave_each_other_their_slots(service):
    client = service(searches=1)
    extensions = client.application.extensions
    log = {"variant": "yukon", "seed": "1", "moves": []}
    with every_slot(extensions["daily_deals"].slots):
        busy = client.get("/v1/daily/yukon")
        assert (busy.status_code, busy.headers["Retry-After"]) == (503, "1")
        assert client.post("/v1/prospects", json=log).json["prospect"] == "winnable"
    with every_slot(extensions["search_pool"].slots):
        # The winning line of the game above is known by now.
        assert client.post("/v1/prospects", json=log | {"seed": "2"}).status_code == 503
        assert client.get("/v1/daily/yukon").status_code == 200
    with every_slot(extensions["daily_deals"].slots):
        assert client.get("/v1/daily/yukon").status_code == 200


@contextmanager
def every_slot(slots):
    """Take all slots of the client of these tests."""
    with ExitStack() as taken:
        with suppress(Problem):
            while True:
                taken.enter_context(slots.taken("127.0.0.1"))
        yield


@searching
@pytest.mark.parametrize("lock", [HEAVY_WORK, SMALL_WORK], ids=["batch", "single"])
def test_other_work_goes_on_while_a_deal_is_chosen(service, lock):
    """A claim on a daily deal may have to wait for its choice."""
    app = service().application
    days = app.extensions["daily_deals"]
    holding, released = Event(), Event()

    def judge():
        with app.test_request_context(), lock:
            holding.set()
            days.choice(tables_for("yukon"), date(2026, 11, 23), Account(), lambda: True)

    busy = days.threads.submit("another client", lambda: released.wait(PATIENCE))
    judging = Thread(target=judge)
    judging.start()
    holding.wait()
    with lock:
        released.set()
    judging.join()
    assert busy.result(), "The lock was held until the thread gave up"


@searching
def test_the_difficulty_of_a_deal_needs_a_slot(service):
    client = service()
    with every_slot(GRADED_DEALS):
        busy = client.get("/v1/deals/yukon/1?include=difficulty")
        assert (busy.status_code, busy.json["type"][-11:]) == (503, "search-busy")
        assert client.get("/v1/deals/yukon/1").status_code == 200
    assert client.get("/v1/deals/yukon/1?include=difficulty").json["difficulty"]


@searching
def test_the_deals_of_today_and_tomorrow_are_chosen_ahead(service):
    """Then no client waits for a choice, and none pays for it."""
    client = service(
        rate_limit_positions="1000 per hour",
    )
    days = client.application.extensions["daily_deals"]
    days.choose_missing(["yukon"])
    assert daily(client)["deal"]
    assert 'positions-in-3600s";r=1000;' in client.get("/v1/daily/yukon").headers["RateLimit"]
    later = service(DAY)
    later.application.extensions["daily_deals"].choices = days.choices
    with every_slot(later.application.extensions["daily_deals"].slots):
        assert daily(later, "2026-11-24") == daily(service(DAY), "2026-11-24")


@searching
def test_workers_share_choices(service):
    """A worker that is forked knows what another one chose."""
    days = service().application.extensions["daily_deals"]
    child = os.fork()
    if not child:
        days.choose_missing(["yukon"])
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    found = days.choices.get(
        tables_for("yukon"), date(2026, 11, 23), days.secret(tables_for("yukon"), date(2026, 11, 23))
    )
    assert (
        found.choice
        == choose(
            tables_for("yukon"),
            scale_of(tables_for("yukon")),
            days.secret(tables_for("yukon"), date(2026, 11, 23)),
            Grade.EASY,
        ).choice
    )


@searching
def test_a_choice_is_cancelled_with_its_client(service):
    app = service(rate_limit_positions="1000000 per hour").application
    days = app.extensions["daily_deals"]
    address = {"REMOTE_ADDR": "127.0.0.1"}
    with app.test_request_context(environ_overrides=address), pytest.raises(ClientDisconnected):
        days.choice(tables_for("yukon"), date(2026, 11, 23), Account(), lambda: False)
    left = app.test_client().get("/v1/variants/yukon").headers["RateLimit"]
    # The client pays the whole budget, so that hanging up is not cheaper than waiting.
    assert f'positions-in-3600s";r={1_000_000 - 16 * GRADE_COST - BUDGET};' in left


def test_a_variant_without_daily_deals_says_so_without_a_search(service):
    """None of British Canister's 1 000 deals in the table was proven winnable."""
    client = service()
    with every_slot(client.application.extensions["daily_deals"].slots):
        refused = client.get("/v1/daily/british-canister")
    assert (refused.status_code, refused.json["type"][-13:]) == (404, "no-daily-deal")
    assert refused.json["detail"] == (
        "british-canister has no daily deals: 0 of 1,000 listed deals are proven winnable, less than 5%."
    )
    refused = client.get("/v1/daily/freecell?rules=cells:none").json["detail"]
    assert refused.startswith("freecell,cells=none has no daily deals: 1 of 1,000 listed deals are proven")
    assert client.get("/v1/daily/sir-tommy").json["detail"].endswith(": its deals are not graded.")


@searching
def test_spare_candidates_follow_if_none_of_the_graded_is_winnable():
    """A tenth of Triple FreeCell's deals are proven winnable, so that some days had no deal."""
    tables = tables_for("yukon")
    secret = secret_of(KEY, "yukon", date(2026, 11, 23))
    searched = []

    def short_of_time(position, budget):
        searched.append(budget)
        return search(position, 1 if budget == BUDGET else budget)

    choice, positions = choose(tables, scale_of(tables), secret, Grade.EASY, short_of_time)
    assert searched[:SEARCHES] == [BUDGET] * SEARCHES
    assert choice.candidate >= CANDIDATES
    assert choice.seed == [*candidates(secret)][choice.candidate]
    assert searched[SEARCHES:] == [SPARE_BUDGET] * (choice.candidate - CANDIDATES + 1)
    opening = deal_seed(tables, choice.seed).opening
    assert choice.difficulty == difficulty_of(opening, scale_of(tables))
    assert positions <= SEARCHES + sum(searched[SEARCHES:])
    no_luck = choose(tables, scale_of(tables), secret, Grade.EASY, lambda position, _: search(position, 1))
    assert no_luck.choice is None


@searching
def test_a_spare_candidate_is_kept(service):
    """Each number of the memory that the workers share has room for it."""
    choices, tables = service().application.extensions["daily_deals"].choices, tables_for("yukon")
    day, secret = date(2026, 11, 23), secret_of(KEY, "yukon", date(2026, 11, 23))
    last = CANDIDATES + SPARES - 1
    kept = Choice(last, [*candidates(secret)][last], Difficulty(Grade.EASY, 1000))
    choices.put(tables, day, kept)
    assert choices.get(tables, day, secret).choice == kept
    choices.put(tables, day, None)
    assert choices.get(tables, day, secret).choice is None


@searching
def test_the_refusal_of_a_choice_is_held_back(service, monkeypatch):
    waited = []
    monkeypatch.setattr(error_handlers, "sleep", waited.append)
    client = service(searches=1)
    with every_slot(client.application.extensions["daily_deals"].slots):
        client.get("/v1/daily/yukon", environ_overrides={"wsgi.multithread": True})
    assert waited == [HOLD_SECONDS]


@pytest.mark.parametrize(("wished", "easy_from", "expected"), [("hard", 0, "easy"), ("easy", 1001, "medium")])
def test_the_nearest_grade_replaces_one_that_no_candidate_has(wished, easy_from, expected):
    tables = tables_for("yukon")
    scale = Scale("yukon", {}, "1", "1", easy_from, 0, 0, "")
    choice = choose(tables, scale, b"secret", Grade(wished)).choice
    assert choice.difficulty.grade == expected


@pytest.mark.parametrize(
    "day", ["2026-10-23", "2026-12-24", "2026-13-01", "2026-02-30", "20261123", "today", "2026-11-23T00", "٢"]
)
def test_dates_out_of_range(service, day):
    refused = service().get(f"/v1/daily/yukon/{day}")
    assert (refused.status_code, refused.json["type"][-12:]) == (404, "unknown-date")
    assert "from 2026-10-24 to 2026-12-23" in refused.json["detail"]


def test_the_first_and_the_last_date(service):
    assert daily(service(-30 * DAY))["status"] == "coming"
    assert service().get("/v1/daily/yukon/2026-12-23").status_code == 200
    assert date(2026, 11, 23).weekday() == 0


def test_requests_that_cannot_be_answered(service, client):
    assert client.get("/v1/daily/yukon").json["type"].endswith(":no-daily-key")
    assert client.get("/v1/daily/yukon/2026-11-23").status_code in (404, 501)
    assert service().get("/v1/daily/no-such-game").json["type"].endswith(":unknown-variant")
    (error,) = service().get("/v1/daily/yukon?seed=1").json["errors"]
    assert error["code"] == "unknown_parameter"
    assert error["detail"] == "A daily deal does not have a parameter 'seed'. Parameters: rules."
    assert "daily" in service().get("/v1").json["features"]
    assert "daily" not in client.get("/v1").json["features"]


@pytest.mark.parametrize("text", ["", "ab" * 31, "AB" * 32, "xy" * 32])
def test_a_malformed_key_file(tmp_path, text):
    file = tmp_path / "daily.key"
    file.write_text(text)
    file.chmod(0o600)
    with pytest.raises(SettingError, match="Expected 64 hexadecimal digits"):
        create_app({"daily_key_file": str(file)})


@searching
def test_receipts_name_the_day(service, tmp_path):
    """They name today and earlier days; today, tomorrow's deal is like any other."""
    key = write_key(tmp_path / "key.json")
    signs = {"key_file": str(tmp_path / "key.json"), "issuer": "https://referee.example"}
    client = service(**signs)
    seed = daily(client)["deal"]["seed"]

    def receipt(client, **log):
        claim = {"variant": "yukon", "moves": [], "include": [], "claim": {"outcome": "in_progress"}, **log}
        answer = client.post("/v1/claims", json=claim).json
        return check(answer["receipt"], by_name([key]))

    expected = {"variant": "yukon", "date": "2026-11-23"}
    assert receipt(client, seed=seed)["daily"] == expected
    assert receipt(service(3 * DAY, **signs), seed=seed)["daily"] == expected
    assert "daily" not in receipt(service(-1, **signs), seed=seed)
    assert "daily" not in receipt(client, seed="1")
    assert "daily" not in receipt(client, seed=seed, variant="freecell")
    assert "daily" not in receipt(client, seed=seed, rules={"spaces": "any"})
    lines = json.dumps(
        {"variant": "yukon", "seed": seed, "moves": [], "include": [], "claim": {"outcome": "in_progress"}}
    )
    batch = client.post("/v1/claims/batch", data=lines, content_type="application/x-ndjson")
    assert '"confirmed":true' in batch.text
    assert deal_seed(tables_for("yukon"), seed).seed == seed


@searching
def test_a_choice_for_a_later_line_of_a_batch_is_charged(service, tmp_path):
    """That line is judged after the status has been sent."""
    write_key(tmp_path / "key.json")
    signs = {"key_file": str(tmp_path / "key.json"), "issuer": "https://referee.example"}
    client = service(rate_limit_positions="1000000 per hour", **signs)
    claim = {"variant": "yukon", "moves": [], "include": [], "claim": {"outcome": "in_progress"}}
    seed = next(candidates(secret_of(KEY, "yukon", date(2026, 11, 23))))
    others = [json.dumps({**claim, "seed": str(number)}) for number in range(1, 1001)]
    lines = "\n".join([*others, json.dumps({**claim, "seed": seed})])
    assert len(lines) > 65_536
    answer = client.post("/v1/claims/batch", data=lines, content_type="application/jsonl").text
    assert '"confirmed":1001' in answer
    left = client.get("/v1/variants/yukon").headers["RateLimit"]
    assert int(re.search(r'positions-in-3600s";r=(\d+)', left)[1]) <= 1_000_000 - 16 * GRADE_COST


@searching
def test_a_claim_on_a_candidate_of_a_day_without_a_deal(service, tmp_path):
    write_key(tmp_path / "key.json")
    client = service(key_file=str(tmp_path / "key.json"), issuer="https://referee.example")
    game = "british-canister"
    assert client.get(f"/v1/daily/{game}").json["type"].endswith(":no-daily-deal")
    seed = next(candidates(secret_of(KEY, game, date(2026, 11, 23))))
    claim = {"variant": game, "seed": seed, "moves": [], "claim": {"outcome": "in_progress"}}
    assert client.post("/v1/claims", json=claim).json["confirmed"]


def verified(answer, *options):
    result = CliRunner().invoke(verify, ["-", *options], input=json.dumps(answer))
    return result.exit_code, result.output


@searching
def test_a_published_deal_is_verified(service):
    """Every change of what the commitment covers is noticed, and another candidate, too."""
    saved, answer = daily(service(-DAY))["commitment"], daily(service(DAY))
    assert verified(answer, "--commitment", saved) == (0, "Genuine. The choice was repeated.\n")
    assert verified({**answer, "prover_version": "1"}) == (0, "Genuine. Another version chose.\n")
    secret = "00" * 32
    forged = {**answer, "secret": secret, "commitment": f"sha256:{sha256(bytes(32)).hexdigest()}"}
    candidate = (answer["candidate"] + 1) % 16
    drawn = hmac.new(bytes.fromhex(answer["secret"]), b"candidate %d" % candidate, "sha256").hexdigest()
    other = deal_seed(tables_for("yukon"), str(10**10 + int(drawn, 16) % (9 * 10**10)))
    deck = [CODES[card] for card in other.deck]
    for changed, problem in (
        ({**answer, "secret": secret}, "The secret does not match the commitment."),
        (forged, "The commitment is not the one that was saved."),
        ({**answer, "candidate": candidate}, f"The deal is not candidate {candidate} of the secret"),
        ({**answer, "deal": {**answer["deal"], "deck": deck}}, "The deal is not candidate"),
        (
            {**answer, "candidate": candidate, "deal": {**answer["deal"], "seed": other.seed, "deck": deck}},
            "Another candidate should have been chosen.",
        ),
    ):
        code, output = verified(changed, "--commitment", saved)
        assert (code, problem in output) == (1, True), output


@pytest.mark.parametrize(
    "answer", [{}, [], None, {"secret": "x"}, {"secret": "00", "deal": {}, "variant": "no"}]
)
def test_an_answer_that_cannot_be_verified(answer):
    code, output = verified(answer)
    assert (code, "Expected the answer of GET /v1/daily" in output) == (2, True)


@searching
def test_options_have_daily_deals_of_their_own(service):
    """The game of the secret names the options that differ from the defaults."""
    client = service(DAY)
    path = "/v1/daily/klondike/2026-11-23"
    found = client.get(f"{path}?rules=draw:three").json
    secret = hmac.new(
        KEY, b"patience-referee daily deal 1\nklondike,draw=three\n2026-11-23", "sha256"
    ).digest()
    assert found["secret"] == secret.hex()
    assert found["rules"]["draw"] == found["deal"]["rules"]["draw"] == "three"
    assert found["commitment"] != client.get(path).json["commitment"]
    assert client.get(f"{path}?rules=draw:one").json == client.get(path).json
    none = client.get(f"{path}?rules=redeals:7")
    assert (none.status_code, none.json["type"].rpartition(":")[2]) == (404, "no-daily-deal")
    assert client.get(f"{path}?rules=draw:two").status_code == 422
    assert verified(found) == (0, "Genuine. The choice was repeated.\n")
