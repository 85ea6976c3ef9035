"""`claim: {"prospect": "dead"}`: games that can no longer be won, and their receipts."""

import pytest

from patience.search.findings import PROVER_VERSION
from service.app import create_app
from service.receipts.keys import usable_keys
from service.receipts.receipts import check
from tests.api.described import assert_described
from tests.forged_receipts import GOLDEN, write_key
from tests.search.games import settled

DEAD = {"prospect": "dead"}
DEAL = {"variant": "double-russian", "seed": "20261121", "moves": []}
LOST = {**DEAL, "rules": {"groups": "in_sequence"}}
STATIC = next(
    {name: game[name] for name in ("variant", "seed", "deck", "moves") if name in game}
    for game in settled()
    if game["variant"] == "double-russian" and not game["rules"] and game["truth"] == "dead"
)


@pytest.fixture
def signer(tmp_path):
    """Return a client of a service that signs."""
    write_key(tmp_path / "key.json")
    settings = {"key_file": str(tmp_path / "key.json"), "issuer": "https://a.example"}
    return create_app({"TESTING": True, **settings}).test_client()


def post(client, log, claim, **changes):
    response = client.post("/v1/claims", json={**log, "claim": claim, **changes})
    assert response.status_code == 200, response.json
    assert_described(response.json, "ClaimAnswer")
    return response.json


def refutations(answer):
    return [(refutation["code"], refutation["detail"]) for refutation in answer["refutations"]]


@pytest.mark.parametrize(
    ("log", "kind", "outcome"), [(LOST, "lost", "lost"), (STATIC, "static", "in_progress")]
)
@pytest.mark.parametrize("include", [[], ["prospect", "final_state"]])
def test_a_dead_game_is_confirmed_and_its_receipt_has_the_proof(signer, log, kind, outcome, include):
    answer = post(signer, log, {**DEAD, "moves_played": len(log["moves"])}, include=include)
    assert answer["confirmed"] is True
    verdict = answer["verdict"]
    assert verdict == signer.post("/v1/replays", json={**log, "include": ["prospect", *include]}).json
    payload = check(answer["receipt"], usable_keys(signer.get("/.well-known/jwks.json").data))
    assert (payload["outcome"], payload["prospect"], payload["proof"]["kind"]) == (outcome, "dead", kind)
    assert (payload["proof"], payload["prover_version"]) == (verdict["proof"], PROVER_VERSION)
    assert_described(payload, "ReceiptPayload")


@pytest.mark.parametrize(
    ("log", "detail"),
    [(DEAL, "Claimed dead, which is not proved."), (GOLDEN, "Claimed dead, found winnable.")],
    ids=["open", "won"],
)
def test_a_game_not_proved_dead_is_refuted(signer, log, detail):
    answer = post(signer, log, DEAD)
    assert refutations(answer) == [("prospect_differs", detail)]
    assert answer["receipt"] is None


def test_the_other_refutations_apply_too(signer):
    checkpoints = [{"after": 0, "piles": {"T1": []}}]
    answer = post(signer, DEAL, {**DEAD, "moves_played": 2}, moves=["T1-T1"], checkpoints=checkpoints)
    assert [code for code, _ in refutations(answer)] == [
        "illegal_move", "prospect_differs", "moves_differ", "checkpoint_differs"
    ]  # fmt: skip


def test_a_receipt_for_an_outcome_has_no_prospect(signer):
    answer = post(signer, LOST, {"outcome": "lost"}, include=["prospect"])
    payload = check(answer["receipt"], usable_keys(signer.get("/.well-known/jwks.json").data))
    assert {"prospect", "proof", "prover_version"}.isdisjoint(payload)
