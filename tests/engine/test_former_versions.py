"""Former versions of rules: logs are judged as the releases judged them that had these versions.

``fixtures/former_versions.jsonl`` has one log of each released version of each variant whose rules changed,
with the verdict of the release itself: of 2.0.0 for `deck`, `master` and `duchess`, and of the first edition
for the two Rouge et Noirs.
"""

import json
import shutil
import subprocess

import pytest

import patience
from conformance import reference
from patience import Game, PatienceError
from patience.compilation.compiled_rules import tables_for
from patience.games import VARIANTS
from patience.rules.declaration import to_json
from service.judging.judge import judge
from service.judging.loaded_requests import judge_readably
from tests.conftest import FIXTURES

LOGS = [json.loads(line) for line in (FIXTURES / "former_versions.jsonl").read_text("utf-8").splitlines()]
PEER = FIXTURES.parent / "tests" / "web" / "engine" / "peer.mjs"
by_variant = pytest.mark.parametrize("log", LOGS, ids=[log["request"]["variant"] for log in LOGS])


def request_of(log):
    return {**log["request"], "include": []}


def test_every_former_version_has_a_log():
    released = {
        (variant.id, edition.version) for variant in VARIANTS.values() for edition in variant.history[:-1]
    }
    assert {(log["request"]["variant"], log["request"]["rules_version"]) for log in LOGS} == released


@by_variant
@pytest.mark.parametrize("engine", [judge, judge_readably])
def test_the_service_judges_as_the_release_did(log, engine):
    assert json.loads(engine(json.dumps(request_of(log)).encode()).answer) == log["verdict"]


@by_variant
def test_today_s_rules_judge_otherwise(log):
    """Except in Duchess, whose second version differs on boards only."""
    today = {name: value for name, value in request_of(log).items() if name != "rules_version"}
    now = json.loads(judge(json.dumps(today).encode()).answer)
    assert now["rules_version"] == "2"
    same = (now["outcome"], now["valid"]) == (log["verdict"]["outcome"], log["verdict"]["valid"])
    assert same is (log["request"]["variant"] == "duchess")
    for name in ("deal_id", "seed"):
        assert now[name] == log["verdict"][name]


@by_variant
def test_the_library_judges_as_the_release_did(log):
    verdict = patience.verify(log["request"])
    assert (verdict.valid, str(verdict.outcome), verdict.moves_played) == (
        log["verdict"]["valid"],
        log["verdict"]["outcome"],
        log["verdict"]["moves_played"],
    )


@by_variant
def test_the_reference_judges_as_the_release_did(log):
    request = log["request"]
    rules = tables_for(request["variant"], request["rules"], request["rules_version"]).rules
    judged = reference.judge(to_json(rules), request)
    assert judged["outcome"] == log["verdict"]["outcome"]
    assert judged["moves_played"] == log["verdict"]["moves_played"]


@pytest.mark.skipif(not shutil.which("node"), reason="Node.js is not installed.")
def test_javascript_judges_as_the_releases_did():
    lines = "".join(f"{json.dumps([None, request_of(log)])}\n" for log in LOGS)
    done = subprocess.run(
        ["node", "--no-warnings", str(PEER)], input=lines, capture_output=True, text=True, check=True
    )
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [without_words(verdict) for verdict in found] == [without_words(log["verdict"]) for log in LOGS]


def without_words(verdict):
    """Return a verdict without its sentences, for which the JavaScript engine has the evidence instead."""
    illegal = verdict["first_illegal_move"]
    words = ("index", "move", "reason", "legal_moves")
    return {**verdict, "first_illegal_move": illegal and {name: illegal[name] for name in words}}


def test_a_version_that_judges_no_boards(client):
    """Whole columns that are no runs could move in Duchess, but only on boards that no deal leads to."""
    board = Game("duchess", seed=1).position_text.partition(";")[2]
    log = {"variant": "duchess", "board": board, "moves": []}
    assert client.post("/v1/replays", json=log).status_code == 200
    assert client.post("/v1/replays", json={**log, "rules_version": "1"}).status_code == 409
    with pytest.raises(PatienceError, match="rules version '1'"):
        patience.verify({**log, "rules_version": "1"})


def test_a_ticket_and_a_receipt_name_a_former_version(client):
    deal = client.get("/v1/deals/deck/802?rules_version=1").json
    assert deal["rules_version"] == "1"
    claim = {**LOGS[0]["request"], "claim": {"outcome": "won"}}
    assert client.post("/v1/claims", json=claim).json["confirmed"]
    assert not client.post("/v1/claims", json={**claim, "rules_version": "2"}).json["confirmed"]


def test_a_version_that_never_was():
    with pytest.raises(KeyError):
        VARIANTS["deck"].at("1999-01-01")
