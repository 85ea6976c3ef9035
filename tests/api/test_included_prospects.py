"""`include: ["prospect"]`: the prospect of the position reached, in every kind of request."""

import json
from collections import Counter

import pytest

from patience.cards import CODES
from patience.search.findings import PROVER_VERSION
from service.judging.judge import answered, judge
from tests.search.games import reached, settled

DEAL = {"seed": "20261121", "moves": []}
LOST = {**DEAL, "variant": "double-russian", "rules": {"groups": "in_sequence"}}
OPEN = {**DEAL, "variant": "double-russian"}
THEOREM = {**DEAL, "variant": "rouge-et-noir-hoffmann"}

STATIC = [
    {name: game[name] for name in ("variant", "rules", "seed", "deck", "moves") if name in game}
    for game in settled()
    if game["variant"] in ("double-russian", "rouge-et-noir")
    and not game["rules"]
    and game["truth"] == "dead"
]
"""Dead by exhaustion of all reachable positions, but not lost."""


def post(client, **request):
    return client.post("/v1/replays", json={**request, "include": ["prospect"]}).json


@pytest.mark.parametrize(
    ("request_", "prospect", "proof"),
    [(LOST, "dead", {"kind": "lost"}), (THEOREM, "winnable", {"kind": "theorem"}), (OPEN, "undecided", None)],
    ids=["lost", "theorem", "open"],
)
def test_prospects_and_proofs(client, request_, prospect, proof):
    answer = post(client, **request_)
    assert answer["prospect"] == prospect
    assert answer.get("proof") == proof
    assert answer["prover_version"] == PROVER_VERSION


@pytest.mark.parametrize("request_", STATIC, ids=lambda request: request.get("seed", "deck"))
def test_a_static_proof_names_cards_in_play(client, request_):
    answer = post(client, **request_)
    assert (answer["outcome"], answer["prospect"]) == ("in_progress", "dead")
    assert answer["proof"]["kind"] == "static"
    position = reached(request_)
    columns = position.tables.columns
    in_play = Counter(CODES[card] for column in columns for card in position.cards(column))
    stuck = Counter(answer["proof"]["stuck"])
    assert stuck
    assert stuck <= in_play


def test_an_illegal_log_has_the_prospect_before_the_illegal_move(client):
    answer = post(client, **{**LOST, "moves": ["T1-T1"]})
    assert (answer["valid"], answer["prospect"]) == (False, "dead")


def test_a_prospect_changes_nothing_else(client):
    answer = post(client, **LOST)
    for name in ("prospect", "proof", "prover_version"):
        del answer[name]
    assert answer == client.post("/v1/replays", json={**LOST, "include": []}).json


def test_streams_and_archives_have_the_same_bytes(client):
    line = json.dumps({**LOST, "include": ["prospect"]}).encode()
    single = client.post("/v1/replays", data=line, content_type="application/json").data
    batch = client.post("/v1/replays/batch", data=line, content_type="application/x-ndjson").data
    assert batch.splitlines()[0] == b'{"line":1,"verdict":%b}' % single
    assert answered(judge, line, {}).answer == single
