"""`POST /v1/claims`: confirmed and refuted claims, and receipts."""

import json
import re
import time
from hashlib import sha256

import pytest

from service.app import create_app
from service.config import SettingError
from service.receipts.expectations import Expected
from service.receipts.keys import new_key, usable_keys
from service.receipts.receipts import check
from service.receipts.signed_texts import ReceiptError
from tests.api.described import assert_described
from tests.conftest import read_games
from tests.forged_receipts import GOLDEN, parts_of, receipt_of, verify_alone, write_key

WON = {"outcome": "won", "moves_played": len(GOLDEN["moves"])}
JWKS = "/.well-known/jwks.json"
SHARED = ("id", "deal_id", "game_id", "variant", "rules", "rules_version", "outcome", "moves_played")


def jti_of(payload):
    """Hash the other members except `iat`, as JSON with sorted keys, without spaces, in UTF-8."""
    named = {name: value for name, value in payload.items() if name not in ("iat", "jti")}
    text = json.dumps(named, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return "sha256:" + sha256(text.encode()).hexdigest()


@pytest.fixture
def key_file(tmp_path):
    file = tmp_path / "key.json"
    write_key(file)
    return str(file)


@pytest.fixture
def signer(key_file):
    """Return a client of a service that signs."""
    return create_app({"TESTING": True, "key_file": key_file, "issuer": "https://a.example"}).test_client()


def post(client, claim, **changes):
    response = client.post("/v1/claims", json={**GOLDEN, "claim": claim, **changes})
    assert response.status_code == 200, response.json
    assert_described(response.json, "ClaimAnswer")
    assert response.json["confirmed"] is (not response.json["refutations"])
    return response.json


def codes(answer):
    return [refutation["code"] for refutation in answer["refutations"]]


def details(answer):
    return [refutation["detail"] for refutation in answer["refutations"]]


def test_a_won_game_is_confirmed_and_signed(signer):
    before = int(time.time())
    answer = post(signer, WON, subject="Ann")
    assert answer["confirmed"] is True
    assert answer["verdict"] == signer.post("/v1/replays", json=GOLDEN).json
    payload = check(answer["receipt"], usable_keys(signer.get(JWKS).data), Expected("https://a.example"))
    assert before <= payload.pop("iat") <= int(time.time())
    assert payload == {
        "receipt_version": "2",
        "iss": "https://a.example",
        "sub": "Ann",
        "jti": jti_of(payload),
        "deal": {"seed": "18658"},
        "unchecked": ["sub"],
        **{name: answer["verdict"][name] for name in SHARED},
    }


def test_the_cryptography_package_alone_verifies_a_receipt(signer):
    verify_alone(post(signer, WON)["receipt"], signer.get(JWKS).json)


def test_a_receipt_without_subject_and_audience(signer):
    assert parts_of(post(signer, WON)["receipt"])[1].keys().isdisjoint({"sub", "aud", "ref"})


def test_a_receipt_has_the_subject_the_audience_and_the_ref(signer):
    receipt = post(signer, WON, subject="p7", audience="https://board.example", ref="game-4711")["receipt"]
    keys = usable_keys(signer.get(JWKS).data)
    payload = check(receipt, keys, Expected("https://a.example", "https://board.example"))
    assert (payload["sub"], payload["aud"], payload["ref"]) == ("p7", "https://board.example", "game-4711")
    for audience in (None, "https://other.example", ""):
        with pytest.raises(ReceiptError, match=r"The receipt has audience 'https://board\.example'; "):
            check(receipt, keys, Expected("https://a.example", audience))
    with pytest.raises(ReceiptError, match="has no audience; expected 'https://board"):
        check(post(signer, WON)["receipt"], keys, Expected(audience="https://board.example"))


def test_the_same_claim_has_the_same_jti(signer):
    """`jti_of` follows the description of the field."""
    claims = [
        {}, {"subject": "Zoë ♣"}, {"audience": "a"}, {"ref": "\x00\n\u2028"}, {"moves": GOLDEN["moves"][:-1]},
        {"subject": "a", "audience": "b", "ref": "c"},
    ]  # fmt: skip
    ids = []
    for changes in claims * 2:
        outcome = "in_progress" if "moves" in changes else "won"
        payload = parts_of(post(signer, {"outcome": outcome}, **changes)["receipt"])[1]
        assert payload["jti"] == jti_of(payload)
        ids.append(payload["jti"])
    assert ids[:6] == ids[6:]
    assert len(set(ids)) == 6


@pytest.fixture
def guarded(key_file, tmp_path):
    """Return a client of a service that requires a token for claims."""
    tokens = tmp_path / "tokens"
    tokens.write_text("https://board.example s3cret\n\nclub   other-token\n")
    settings = {"key_file": key_file, "issuer": "https://a.example", "claims_tokens_file": str(tokens)}
    return create_app(settings).test_client()


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Authorization": "Bearer wrong"},
        {"Authorization": "Bearer "},
        {"Authorization": "Bearer S3CRET"},
        {"Authorization": "Basic czNjcmV0OnMzY3JldA=="},
        {"Authorization": "s3cret"},
        {"Authorization": "Bearer https://board.example"},
    ],
    ids=range(7),
)
def test_a_client_without_a_token_is_refused_before_judging(guarded, headers):
    for body in (b"{", json.dumps({**GOLDEN, "claim": WON}).encode()):
        response = guarded.post("/v1/claims", data=body, content_type="application/json", headers=headers)
        assert (response.status_code, response.content_type) == (401, "application/problem+json")
        assert response.headers["WWW-Authenticate"] == "Bearer"
        assert response.json["type"] == "urn:patience-referee:problem:unauthorized"
    assert guarded.post("/v1/replays", json=GOLDEN).status_code == 200


def test_the_name_of_a_token_is_the_default_audience(guarded):
    def audience(token, **changes):
        headers = {"Authorization": f"Bearer {token}"}
        answer = guarded.post("/v1/claims", json={**GOLDEN, "claim": WON, **changes}, headers=headers)
        return parts_of(answer.json["receipt"])[1]["aud"]

    assert audience("s3cret") == "https://board.example"
    assert audience("other-token") == "club"
    assert audience("other-token", audience="another board") == "another board"


@pytest.mark.parametrize("kind", ["won", "lost", "before_lost"])
def test_every_outcome_can_be_claimed(signer, kind):
    game = next(game for game in read_games("conformance/rules.jsonl.gz") if game["kind"] == kind)
    request = {name: game[name] for name in ("variant", "rules", "seed", "deck", "moves") if name in game}
    expected = game["expect"]
    for outcome in ("won", "lost", "in_progress"):
        response = signer.post("/v1/claims", json={**request, "claim": {"outcome": outcome}})
        holds = outcome == expected["outcome"]
        assert response.json["confirmed"] is holds
        assert codes(response.json) == ([] if holds else ["outcome_differs"])
        if holds:
            payload = parts_of(response.json["receipt"])[1]
            assert (payload["outcome"], payload["moves_played"]) == (outcome, expected["moves_played"])


def test_a_different_outcome(signer):
    answer = post(signer, {"outcome": "won"}, moves=["draw"])
    assert answer["refutations"] == [{"code": "outcome_differs", "detail": "Claimed won, found in_progress."}]
    assert answer["receipt"] is None


@pytest.mark.parametrize("moves", [0, 245, 247, 2**53 - 1])
def test_a_different_number_of_moves(signer, moves):
    answer = post(signer, {"outcome": "won", "moves_played": moves})
    assert answer["refutations"] == [{"code": "moves_differ", "detail": f"Claimed {moves} moves, found 246."}]
    assert answer["receipt"] is None


def test_a_game_without_moves(signer):
    answer = post(signer, {"outcome": "in_progress", "moves_played": 0}, moves=[])
    assert answer["confirmed"] is True
    assert parts_of(answer["receipt"])[1]["moves_played"] == 0


def test_a_checkpoint_that_differs(signer):
    checkpoints = [{"after": 1, "piles": {"F1": ["AC"], "F2": [], "W": []}}, {"after": 0, "piles": {"W": []}}]
    answer = post(signer, WON, checkpoints=checkpoints)
    assert answer["refutations"] == [
        {
            "code": "checkpoint_differs",
            "detail": "After 1 moves the cards on F2, W differ. See verdict.first_divergence.",
        }
    ]
    assert answer["verdict"]["first_divergence"]["after"] == 1
    assert answer["receipt"] is None
    assert post(signer, WON, checkpoints=checkpoints[1:])["receipt"]


def test_an_illegal_move_refutes_a_claim_that_is_true_of_the_moves_before_it(signer):
    answer = post(signer, {"outcome": "in_progress", "moves_played": 1}, moves=["draw", "redeal", "draw"])
    assert codes(answer) == ["illegal_move"]
    assert details(answer)[0].startswith("Move 2 (index 1), redeal: stock_not_empty. ")
    assert answer["verdict"]["first_illegal_move"]["detail"] in details(answer)[0]
    assert answer["receipt"] is None


def test_moves_played_ends_before_an_illegal_move(signer):
    answer = post(signer, {"outcome": "in_progress", "moves_played": 3}, moves=["draw", "redeal", "draw"])
    assert codes(answer) == ["illegal_move", "moves_differ"]
    assert details(answer)[1] == "Claimed 3 moves, found 1."


def test_moves_after_the_win(signer):
    answer = post(signer, WON, moves=[*GOLDEN["moves"], "draw"])
    assert codes(answer) == ["illegal_move"]
    assert answer["verdict"]["first_illegal_move"]["reason"] == "game_over"


def test_every_refutation_is_listed(signer):
    answer = post(
        signer,
        {"outcome": "won", "moves_played": 2},
        moves=["draw", "redeal"],
        checkpoints=[{"after": 1, "piles": {"W": []}}],
        include=["legal_moves", "trace"],
    )
    assert codes(answer) == ["illegal_move", "outcome_differs", "moves_differ", "checkpoint_differs"]
    assert {"legal_moves", "trace"} <= set(answer["verdict"])
    assert "final_state" not in answer["verdict"]


@pytest.mark.parametrize("include", [[], ["trace"], ["final_state", "legal_moves", "trace"]])
def test_the_verdict_has_what_include_names(signer, include):
    replayed = signer.post("/v1/replays", json={**GOLDEN, "include": include}).json
    assert post(signer, WON, include=include)["verdict"] == replayed


def test_a_service_without_a_key_signs_nothing(client):
    answer = post(client, WON)
    assert (answer["confirmed"], answer["receipt"]) == (True, None)
    assert client.get(JWKS).json == {"keys": []}


def test_instances_that_share_a_key_accept_each_others_receipts(signer, key_file):
    other = create_app({"key_file": key_file, "issuer": "https://a.example"}).test_client()
    assert other.get(JWKS).data == signer.get(JWKS).data
    assert (
        check(post(other, WON)["receipt"], usable_keys(signer.get(JWKS).data))["iss"] == "https://a.example"
    )


def test_the_key_comes_from_the_environment(monkeypatch, key_file):
    monkeypatch.setenv("REFEREE_KEY_FILE", key_file)
    monkeypatch.setenv("REFEREE_ISSUER", "https://b.example")
    assert parts_of(post(create_app().test_client(), WON)["receipt"])[1]["iss"] == "https://b.example"
    monkeypatch.setenv("REFEREE_ISSUER", "")
    with pytest.raises(SettingError, match="REFEREE_KEY_FILE needs REFEREE_ISSUER"):
        create_app()
    monkeypatch.setenv("REFEREE_KEY_FILE", "")
    assert post(create_app().test_client(), WON)["receipt"] is None


def test_receipts_are_valid_after_their_key_is_retired(tmp_path, signer):
    """The key set served before the key is replaced is a valid file of retired keys."""
    old = post(signer, WON)["receipt"]
    kept = tmp_path / "kept.json"
    kept.write_bytes(signer.get(JWKS).data)
    fresh = tmp_path / "fresh.json"
    key = write_key(fresh)

    forgetful = create_app({"key_file": str(fresh), "issuer": "https://a.example"}).test_client()
    with pytest.raises(ReceiptError, match="Unknown key"):
        check(old, usable_keys(forgetful.get(JWKS).data))

    rotated = create_app(
        {"key_file": str(fresh), "issuer": "https://a.example", "retired_keys_file": str(kept)}
    ).test_client()
    keys = usable_keys(rotated.get(JWKS).data)
    new = post(rotated, WON)["receipt"]
    assert parts_of(new)[0]["kid"] == key.thumbprint()
    assert check(old, keys)["id"] == check(new, keys)["id"]

    stopped = create_app({"retired_keys_file": str(kept)}).test_client()
    assert post(stopped, WON)["receipt"] is None
    assert check(old, usable_keys(stopped.get(JWKS).data))


def test_a_tampered_receipt_is_refused_with_the_served_keys(signer):
    """test_receipts has every kind of forgery."""
    keys = usable_keys(signer.get(JWKS).data)
    receipt = post(signer, WON)["receipt"]
    assert check(receipt, keys)
    header, payload, signature = receipt.split(".")
    for forged in (
        f"{header}.{payload[:-4]}AAAA.{signature}",
        f"{header}.{payload}.{'A' * len(signature)}",
        f"{header}.{payload}.",
        receipt_of(new_key()),
    ):
        with pytest.raises(ReceiptError):
            check(forged, keys)


@pytest.mark.parametrize("subject", ["\U0001f0a1" * 200, "\u0000\n\u202e", '"}.eyJ', "<script>"])
def test_a_subject_is_any_text(signer, subject):
    assert parts_of(post(signer, WON, subject=subject)["receipt"])[1]["sub"] == subject


def test_the_verdict_on_a_claim_is_counted(key_file):
    client = create_app({"key_file": key_file, "issuer": "a", "metrics_token": "secret"}).test_client()
    post(client, WON)
    text = client.get("/metrics", headers={"Authorization": "Bearer secret"}).text
    labels = f'variant="{GOLDEN["variant"]}"'
    (line,) = [
        line
        for line in text.splitlines()
        if line.startswith("patience_referee_verdicts_total") and labels in line
    ]
    assert line.endswith(" 1.0")


def left(response, what):
    """Return how many requests, moves or positions are left in the hour; None without a limit on them."""
    found = re.search(rf'"{what}-in-3600s";r=(\d+);', response.headers.get("RateLimit", ""))
    return found and int(found[1])


def test_a_token_has_an_allowance_of_its_own(tmp_path):
    """Its claims from any address count together, and everything else counts by address."""
    tokens = tmp_path / "tokens"
    tokens.write_text("site first requests=5/hour;4/minute moves=1000/hour\nclub second\n")
    app = create_app(
        {
            "claims_tokens_file": str(tokens),
            "rate_limit": "2 per hour",
            "rate_limit_positions": "900 per hour",
        }
    )
    body = {**GOLDEN, "claim": {"outcome": "won"}}

    def claim(token, address):
        return app.test_client().post(
            "/v1/claims",
            json=body,
            headers={"Authorization": f"Bearer {token}"},
            environ_overrides={"REMOTE_ADDR": address},
        )

    answers = [claim("first", f"192.0.2.{number}") for number in range(5)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 200, 429]
    assert [left(answers[0], what) for what in ("requests", "moves", "positions")] == [
        4,
        1000 - len(GOLDEN["moves"]),
        900,
    ]
    # The other token has the service's limits, and so has the address without a token.
    other = [claim("second", "192.0.2.1") for _ in range(3)]
    assert [answer.status_code for answer in other] == [200, 200, 429]
    plain = app.test_client().get("/v1/variants", environ_overrides={"REMOTE_ADDR": "192.0.2.1"})
    assert (plain.status_code, left(plain, "requests")) == (200, 1)
    # A wrong token is charged to its address.
    wrong = [claim("third", "192.0.2.1") for _ in range(2)]
    assert [answer.status_code for answer in wrong] == [401, 429]


def test_tokens_alone_may_have_limits(tmp_path):
    tokens = tmp_path / "tokens"
    tokens.write_text("site first requests=1/hour\n")
    client = create_app({"claims_tokens_file": str(tokens)}).test_client()
    body, headers = {**GOLDEN, "claim": {"outcome": "won"}}, {"Authorization": "Bearer first"}
    statuses = [client.post("/v1/claims", json=body, headers=headers).status_code for _ in range(2)]
    assert statuses == [200, 429]
    assert "RateLimit" not in client.get("/v1/variants").headers


KLONDIKE = {"variant": "klondike", "seed": "7", "moves": ["draw", "W-F"]}
"""Counted by hand: a card from the waste to a foundation is worth 10, or 5 of the 52 that Vegas costs."""


def test_a_score_is_claimed_and_signed(signer):
    score = {"name": "standard", "points": 10}
    claim = {"outcome": "in_progress", "score": score, "seconds": 95}
    answer = signer.post("/v1/claims", json={**KLONDIKE, "claim": claim}).json
    assert answer["confirmed"]
    assert answer["verdict"]["score"] == {
        "moves": 2,
        "deals": 0,
        "draws": 1,
        "redeals": 0,
        "points": {"standard": 10, "vegas": -47},
    }
    payload = check(answer["receipt"], usable_keys(signer.get(JWKS).data))
    assert payload["score"] == {"standard": 10}
    assert payload["claimed_seconds"] == 95
    assert payload["unchecked"] == ["claimed_seconds"]


def test_undos_are_counted_and_marked_as_the_client_s_word(signer):
    score = {"name": "vegas", "points": -47}
    claim = {"outcome": "in_progress", "score": score, "undos": 3, "hints": 1}
    answer = signer.post("/v1/claims", json={**KLONDIKE, "claim": claim}).json
    assert answer["confirmed"]
    assert (answer["verdict"]["score"]["undos"], answer["verdict"]["score"]["hints"]) == (3, 1)
    payload = check(answer["receipt"], usable_keys(signer.get(JWKS).data))
    assert (payload["claimed_undos"], payload["claimed_hints"]) == (3, 1)
    assert payload["unchecked"] == ["claimed_undos", "claimed_hints"]
    claim["undos"] = -1
    wrong = signer.post("/v1/claims", json={**KLONDIKE, "claim": claim})
    assert [error["pointer"] for error in wrong.json["errors"]] == ["/claim/undos"]


def test_the_points_of_a_square_are_claimed_and_signed(signer):
    log = {"variant": "poker-square", "rules": {}, "seed": "1", "moves": ["S-T1"]}
    score = {"name": "poker", "points": 0}
    answer = signer.post("/v1/claims", json={**log, "claim": {"outcome": "in_progress", "score": score}}).json
    assert answer["confirmed"]
    wrong = {"outcome": "in_progress", "score": {"name": "poker", "points": 2}}
    assert codes(signer.post("/v1/claims", json={**log, "claim": wrong}).json) == ["score_differs"]


def test_a_wrong_score_is_refuted(signer):
    claim = {"outcome": "in_progress", "score": {"name": "vegas", "points": 48}}
    answer = signer.post("/v1/claims", json={**KLONDIKE, "claim": claim}).json
    assert codes(answer) == ["score_differs"]
    assert details(answer) == ["Claimed 48 points by vegas, found -47."]
    assert answer["receipt"] is None


@pytest.mark.parametrize(
    ("score", "pointer"),
    [
        ({"name": "vega", "points": 1}, "/claim/score/name"),
        ({"name": "standard"}, "/claim/score/points"),
        ({"name": "standard", "points": 1.5}, "/claim/score/points"),
        ({"name": "standard", "points": 10**10}, "/claim/score/points"),
        (7, "/claim/score"),
    ],
)
def test_a_score_that_no_game_has(signer, score, pointer):
    response = signer.post("/v1/claims", json={**KLONDIKE, "claim": {"outcome": "won", "score": score}})
    assert response.status_code == 422
    assert [error["pointer"] for error in response.json["errors"]] == [pointer]
