"""An invalid request gets a specific problem, never a 500."""

import io
import json
import re

import pytest

from schemas.field_errors import CODES
from schemas.problems import TYPES, URN
from service.app import create_app
from service.openapi.document import document
from tests.api.described import assert_described

GAME = {"variant": "rouge-et-noir", "seed": "1", "moves": []}
IN_PATHS = {
    "{variant}": "klondike", "{seed}": "1", "{program}": "pysolfc", "{text}": "x", "{date}": "2026-11-27",
}  # fmt: skip
PACK = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]


def post(client, body, content_type="application/json"):
    response = client.post("/v1/replays", data=body, content_type=content_type)
    assert response.content_type == "application/problem+json"
    assert_described(response.json, "Problem")
    assert response.json["status"] == response.status_code
    assert response.json["request_id"] == response.headers["X-Request-Id"]
    return response


def pointers(response):
    return [error["pointer"] for error in response.json["errors"]]


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b'{"variant": "rouge-et-noir"} x', "not JSON"),
        (b'{"variant": "\xff"}', "not UTF-8: byte 13"),
        (b'{"moves": [], "moves": []}', "'moves' occurs twice"),
        (b'{"rules": {"deal": 1, "win": 2, "deal": 3}}', "'deal' occurs twice"),
        (b'{"seed": NaN}', "NaN is not JSON"),
        (b'{"seed": -Infinity}', "-Infinity is not JSON"),
        (b'{"seed": ' + b"9" * 5000 + b"}", "a number of 5000 digits"),
        (b'{"seed": -' + b"9" * 5000 + b"}", "a number of 5001 digits"),
        (b"[" * 33 + b"]" * 33, "deeper than 32"),
        (b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "deeper than 32"),
        (b"[" * 100_000, "deeper than 32"),
        (b'{"variant": "\\ud800"}', "lone surrogate"),
        (b'{"\\udfff": 1}', "lone surrogate"),
    ],
    ids=range(15),
)
def test_not_json(client, body, detail):
    response = post(client, body)
    assert response.status_code == 400
    assert detail in response.json["detail"]


@pytest.mark.parametrize("path", ["/v1/replays", "/v1/deals", "/v1/prospects"])
def test_a_byte_order_mark_is_ignored(client, path):
    """RFC 8259 §8.1 lets a reader ignore it; programs of Windows write it."""
    game = {name: value for name, value in GAME.items() if path != "/v1/deals" or name in ("variant", "seed")}
    text = json.dumps(game, indent=1).replace("\n", "\r\n").encode()
    bodies = (text, b"\xef\xbb\xbf" + text)
    answers = [client.post(path, data=body, content_type="application/json") for body in bodies]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json == answers[1].json


def test_brackets_in_strings_do_not_nest(client):
    body = json.dumps({**GAME, "moves": ["[" * 50]})
    assert pointers(post(client, body)) == ["/moves/0"]


@pytest.mark.parametrize("value", [None, True, 0, 1.5, -1, 10**400, "", "x", [], {}, [[]], "\u0000", "💩"])
@pytest.mark.parametrize("field", ["variant", "rules", "seed", "deck", "moves", "include", "checkpoints"])
def test_wrong_types(client, field, value):
    """Every field with every wrong type."""
    body = {**GAME, field: value}
    if field == "deck":
        del body["seed"]
    if (field, str(value)) in {
        ("rules", "{}"), ("moves", "[]"), ("include", "[]"), ("checkpoints", "[]"),
    }:  # fmt: skip
        assert client.post("/v1/replays", json=body).status_code == 200
        return
    response = post(client, json.dumps(body))
    assert response.status_code == 422
    assert all(pointer == f"/{field}" or pointer.startswith(f"/{field}/") for pointer in pointers(response))


@pytest.mark.parametrize("body", ["null", "[]", "5", '"x"', "true", "1e400"])
def test_a_body_that_is_not_an_object(client, body):
    response = post(client, body)
    assert response.status_code == 422
    (error,) = response.json["errors"]
    assert (error["pointer"], error["code"]) == ("", "wrong_type")
    assert error["detail"].startswith("A request is a JSON object, not ")


def test_required_and_unknown_fields(client):
    response = post(client, '{"move": [], "~/": 1}')
    assert response.status_code == 422
    assert pointers(response) == ["", "/move", "/moves", "/variant", "/~0~1"]


def test_all_errors_are_listed_at_once(client):
    body = {"variant": "double-russian", "moves": ["x"], "rules": {"groups": "all"}, "include": ["all"]}
    response = post(client, json.dumps(body))
    assert pointers(response) == ["", "/include/0", "/moves/0", "/rules/groups"]
    assert pointers(post(client, "{}")) == ["", "/moves", "/variant"]


@pytest.mark.parametrize(
    ("changes", "places"),
    [
        ({"date": 1, "moves": ["deal", "T1 to T2"]}, ["/date", "/moves/1"]),
        ({"date": 1, "ref": 2**70}, ["/date", "/ref"]),
        ({"date": 1, "moves": [7], "seed": "x"}, ["/date", "/moves/0", "/seed"]),
    ],
)
def test_members_of_no_request_and_malformed_moves_hide_no_other_error(client, changes, places):
    assert pointers(post(client, json.dumps({**GAME, **changes}))) == places


@pytest.mark.parametrize(
    ("value", "status"),
    [
        (rb'"b"', 422),
        (rb'"\n\u00e9\ud83d\ude00"', 422),
        (rb"-1.5", 422),
        (b"7" * 600, 422),
        ('"é"'.encode(), 422),
        (b'"\xe9"', 400),
        (rb'"\ud83d"', 400),
        (rb'"\x41"', 400),
        (rb'"\u00g9"', 400),
        (b'"\t"', 400),
        (b"01", 400),
        (b"nul", 400),
        (b"7" * 1001, 400),
        (b'2, "own": 3', 400),
    ],
)
def test_an_earlier_request_that_is_wrong_alike_hides_no_error(client, value, status):
    """Answers are kept for requests that differ only in what their problem does not depend on."""
    sent = b'{"variant": "klondike", "seed": "%b", "moves": [], "ref": "r", "own": %b}'
    assert pointers(post(client, sent % (b"1", b'"a"'))) == ["/own"]
    assert pointers(post(client, sent % (b"01", b'"a"'))) == ["/own", "/seed"]
    response = post(client, sent % (b"2", value))
    assert response.status_code == status
    if status == 422:
        assert pointers(response) == ["/own"]


@pytest.mark.parametrize(
    ("changes", "places"),
    [
        ({"variant": None}, ["/variant"]),
        ({"rules": None}, ["/rules"]),
        ({"labels": None}, ["/labels"]),
        ({"labels": ["a"]}, ["/labels"]),
        ({"seed": None}, ["/seed"]),
        ({"seed": 2**53}, ["/seed"]),
        ({"seed": "ms9999999999"}, ["/seed"]),
        ({"deck": []}, ["", "/deck"]),
        ({"ref": "r" * 1025}, ["/ref"]),
        ({"include": ["all"]}, ["/include/0"]),
        ({"moves": "deal"}, ["/moves"]),
        ({"rules_version": 1}, ["/rules_version"]),
    ],
)
def test_a_wrong_member_is_named_beside_any_seed(client, changes, places):
    for seed in ("1", 7, "98765432109876543210"):
        assert pointers(post(client, json.dumps({**GAME, "seed": seed, **changes}))) == places


def test_seed_and_deck(client):
    both = post(client, json.dumps({**GAME, "deck": PACK + PACK}))
    neither = post(client, json.dumps({"variant": "rouge-et-noir", "moves": []}))
    assert both.status_code == neither.status_code == 422
    assert both.json["detail"] == "Expected exactly one of seed, deck and board; found seed and deck."
    assert neither.json["detail"] == "Expected exactly one of seed, deck and board; found none of them."


@pytest.mark.parametrize("seed", ["0", "01", "100000000000000000000", "ms8589934592", 0, -5, 2**53, 1.5])
def test_seed_out_of_range(client, seed):
    assert pointers(post(client, json.dumps({**GAME, "seed": seed}))) == ["/seed"]


@pytest.mark.parametrize(
    "rules",
    [
        {"deal": "never"},
        {"deal": True},
        {"deal": ["any_time"]},
        {"deal": None},
        {"redeals": 1},
        {"": 1},
    ],
)
def test_unknown_option(client, rules):
    (pointer,) = pointers(post(client, json.dumps({**GAME, "rules": rules})))
    assert pointer == f"/rules/{next(iter(rules))}"


@pytest.mark.parametrize("redeals", [True, -1, 100, 1.5, "5", "never"])
def test_redeals_out_of_range(client, redeals):
    body = {**GAME, "variant": "rouge-et-noir-hoffmann", "rules": {"redeals": redeals}}
    response = post(client, json.dumps(body))
    assert "unlimited or a whole number 0 to 99" in response.json["detail"]


def test_all_malformed_tokens_are_listed(client):
    moves = ["T1-T1", "T1-F1\n", "deal", "undo", 7, "T1-T2x999", "T1-T2x1000", *["deal"] * 4, "x"]
    response = post(client, json.dumps({**GAME, "moves": moves}))
    assert pointers(response) == ["/moves/1", "/moves/3", "/moves/4", "/moves/6", "/moves/11"]


def test_every_wrong_card_of_a_deck_is_named(client):
    body = {"variant": "rouge-et-noir", "moves": [], "deck": ["AC", "AC", "AC", "XX", 5, *(PACK + PACK)[5:]]}
    response = post(client, json.dumps(body))
    details = {error["detail"] for error in response.json["errors"]}
    assert details >= {
        f"rouge-et-noir has 104 cards, 2 packs of 52. {cards}"
        for cards in ("4 missing: 2C 3C 4C 5C.", "2 surplus: AC AC.")
    }
    assert {"/deck/3", "/deck/4", "/deck"} == set(pointers(response))


def test_a_deck_of_thousands_of_cards(client):
    response = post(client, json.dumps({"variant": "rouge-et-noir", "moves": [], "deck": ["AC"] * 50_000}))
    assert response.json["detail"] == "/deck: deck has 50000 cards. At most 208 are accepted."


@pytest.mark.parametrize(
    ("checkpoint", "pointer"),
    [
        ({"after": 1, "piles": {}}, "/checkpoints/0/after"),
        ({"after": -1, "piles": {}}, "/checkpoints/0/after"),
        ({"after": "0", "piles": {}}, "/checkpoints/0/after"),
        ({"after": True, "piles": {}}, "/checkpoints/0/after"),
        ({"piles": {}}, "/checkpoints/0/after"),
        ({"after": 0}, "/checkpoints/0/piles"),
        ({"after": 0, "piles": []}, "/checkpoints/0/piles"),
        ({"after": 0, "piles": {"T11": []}}, "/checkpoints/0/piles/T11"),
        ({"after": 0, "piles": {"T1": "AC"}}, "/checkpoints/0/piles/T1"),
        ({"after": 0, "piles": {"T1": ["?"]}}, "/checkpoints/0/piles/T1"),
        ({"after": 0, "piles": {"T1": ["AC"] * 209}}, "/checkpoints/0/piles/T1"),
        ({"after": 0, "piles": {}, "x": 1}, "/checkpoints/0/x"),
        (7, "/checkpoints/0"),
    ],
)
def test_bad_checkpoint(client, checkpoint, pointer):
    assert pointers(post(client, json.dumps({**GAME, "checkpoints": [checkpoint]}))) == [pointer]


@pytest.mark.parametrize(
    "media_type", ["text/plain", "", "application/x-www-form-urlencoded", "application/xml"]
)
def test_media_type_of_the_body(client, media_type):
    response = post(client, json.dumps(GAME), content_type=media_type)
    assert response.status_code == 415
    assert "Expected Content-Type application/json" in response.json["detail"]


def test_charset_is_allowed(client):
    sent = client.post("/v1/replays", data=json.dumps(GAME), content_type="application/json; charset=utf-8")
    assert sent.status_code == 200


def test_media_type_of_the_answer(client):
    response = client.post("/v1/replays", json=GAME, headers={"Accept": "text/html"})
    assert response.status_code == 406
    for accept in ("*/*", "application/*;q=0.1", "text/html, application/json"):
        assert client.post("/v1/replays", json=GAME, headers={"Accept": accept}).status_code == 200


def test_body_over_its_limit():
    client = create_app({"most_body_bytes": 100}).test_client()
    body = b'{"variant":"double-russian","seed":"1","moves":[]}'
    assert (
        client.post("/v1/replays", data=body.ljust(100), content_type="application/json").status_code == 200
    )
    response = post(client, body.ljust(101))
    assert response.status_code == 413
    assert response.json["detail"] == "The body is longer than 100 bytes."


def test_unknown_path_and_method(client):
    missing = client.get("/v1/nothing")
    assert (missing.status_code, missing.content_type) == (404, "application/problem+json")
    wrong = client.delete("/v1/replays")
    assert (wrong.status_code, wrong.content_type) == (405, "application/problem+json")
    assert "POST" in wrong.headers["Allow"]


OPERATIONS = [
    (method.upper(), re.sub(r"\{\w+\}", lambda found: IN_PATHS[found[0]], path))
    for path, operations in document()["paths"].items()
    for method in operations
]


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_every_operation_refuses_an_unknown_parameter(client, method, path):
    answer = client.open(f"{path}?page=2", method=method, json={} if method == "POST" else None)
    assert answer.status_code == 422
    assert_described(answer.json, "Problem")
    (error,) = answer.json["errors"]
    assert (error["parameter"], error["code"]) == ("page", "unknown_parameter")


def test_a_preflight_and_a_page_take_any_query(client):
    assert client.options("/v1/replays?page=2").status_code == 204
    assert client.get("/games/klondike?page=2").status_code == 200


def test_exhausted_memory_is_no_fault_of_the_request(client):
    """A body that cannot be received is the clearest case: it was reported as incomplete."""

    class Exhausted(io.RawIOBase):
        """A stream for which no memory is left."""

        def read(self, _size=-1):
            raise MemoryError

    answer = client.post("/v1/replays", json=GAME, environ_overrides={"wsgi.input": Exhausted()})
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")
    assert answer.json["type"] == "urn:patience-referee:problem:no-room"
    assert_described(answer.json, "Problem")


def test_a_valid_request_id_is_returned(client):
    assert client.get("/livez", headers={"X-Request-Id": "abc-1.2_3"}).headers["X-Request-Id"] == "abc-1.2_3"
    for strange in ("a b", "x" * 129, "é", "<script>"):
        made = client.get("/livez", headers={"X-Request-Id": strange}).headers["X-Request-Id"]
        assert made != strange
        assert re.fullmatch("[0-9a-f]{32}", made)


def test_a_defect_is_a_problem_too():
    """No input is known to cause one, so the test adds a view that fails."""

    def fail():
        raise RuntimeError("secret")

    app = create_app({"TESTING": True})
    app.add_url_rule("/fail", view_func=fail)
    response = app.test_client().get("/fail")
    assert response.status_code == 500
    assert_described(response.json, "Problem")
    assert "secret" not in response.text


def errors_of(client, changes):
    return post(client, json.dumps({**GAME, **changes})).json["errors"]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"rule": {}}, {"pointer": "/rule", "code": "unknown_field", "suggestion": "rules"}),
        ({"Ref": "x"}, {"pointer": "/Ref", "code": "unknown_field", "suggestion": "ref"}),
        ({"qqqqqq": 1}, {"pointer": "/qqqqqq", "code": "unknown_field"}),
        ({"variant": "rouge_et_noir"}, {"code": "unknown_variant", "suggestion": "rouge-et-noir"}),
        ({"variant": 7}, {"code": "wrong_type"}),
        ({"rules": {"deals": "any_time"}}, {"code": "unknown_option", "suggestion": "deal"}),
        ({"rules": {"deal": "anytime"}}, {"code": "unknown_value", "suggestion": "any_time"}),
        ({"rules": []}, {"code": "wrong_type"}),
        ({"seed": "0"}, {"code": "malformed_seed"}),
        ({"seed": 2**53}, {"code": "out_of_range", "limit": 2**53 - 1}),
        ({"moves": ["undo"]}, {"pointer": "/moves/0", "code": "malformed_move"}),
        ({"moves": [7]}, {"pointer": "/moves/0", "code": "wrong_type"}),
        ({"moves": None}, {"code": "wrong_type"}),
        ({"include": ["legal-moves"]}, {"code": "unknown_value", "suggestion": "legal_moves"}),
        ({"include": ["trace"] * 9}, {"code": "too_many"}),
        ({"checkpoints": [{"after": 1, "piles": {}}]}, {"code": "out_of_range", "limit": 0}),
        ({"checkpoints": [{"after": 0, "piles": {"t1": []}}]}, {"code": "unknown_pile", "suggestion": "T1"}),
        ({"checkpoints": [{"after": 0, "piles": {"T1": ["1C"]}}]}, {"code": "unknown_card"}),
        ({"checkpoints": [{"after": 0}]}, {"pointer": "/checkpoints/0/piles", "code": "missing"}),
        ({"checkpoints": [{"after": 0, "piles": {}, "pile": {}}]}, {"suggestion": "piles"}),
        ({"ref": "x" * 201}, {"code": "too_long", "limit": 200}),
        ({"deck": PACK * 2}, {"pointer": "", "code": "seed_or_deck"}),
        ({f"f{number}": 0 for number in range(50)}, {"pointer": "", "code": "too_many", "limit": 50}),
    ],
    ids=range(23),
)
def test_codes_and_suggestions(client, changes, expected):
    (error,) = errors_of(client, changes)
    assert error.items() >= expected.items()
    assert ("suggestion" in error) == ("suggestion" in expected)


@pytest.mark.parametrize(
    ("changes", "detail"),
    [
        (
            {"variant": 7},
            "variant is the id of a variant, not a number. GET /v1/variants and `referee variants` list all.",
        ),
        ({"seed": 1.5}, "A seed is a string of digits or a whole number, not a fraction."),
        ({"seed": 1e300}, "A seed is a string of digits or a whole number, not too large a number."),
        ({"moves": [None]}, "A move is a string such as T3-T7x4, not null."),
        ({"rules": {"win": "most"}}, "win must be all_cards or four_sequences, not 'most'."),
        ({"checkpoints": 5}, "Expected a list, not a number."),
        ({"checkpoints": [5]}, "Expected an object, not a number."),
        (
            {"checkpoints": [{"after": -1, "piles": {}}]},
            "Expected a whole number from 0 to 9007199254740991, found -1.",
        ),
    ],
)
def test_a_detail_names_what_was_expected_and_what_was_found(client, changes, detail):
    (error,) = errors_of(client, changes)
    assert error["detail"] == detail


def test_codes_of_a_wrong_deck(client):
    errors = post(client, json.dumps({"variant": "double-russian", "moves": [], "deck": ["XX"]})).json[
        "errors"
    ]
    codes = {(error["pointer"], error["code"]) for error in errors}
    assert codes == {("/deck/0", "unknown_card"), ("/deck", "wrong_cards")}


@pytest.mark.parametrize(
    ("body", "name", "limit"),
    [
        (b"{", "not-json", None),
        (b"\xff", "not-utf-8", None),
        (b'{"a":1,"a":1}', "duplicate-key", None),
        (b"[" * 33 + b"]" * 33, "nested-too-deep", 32),
        (b"[" + b"[]," * 250_000 + b"0]", "too-many-containers", 250_000),
        (b"9" * 1001, "number-too-long", 1000),
        (b" " * 2_000_001, "body-too-long", 2_000_000),
    ],
    ids=range(7),
)
def test_problem_types(client, body, name, limit):
    found = post(client, body).json
    assert (found["type"], found.get("limit")) == (f"urn:patience-referee:problem:{name}", limit)


def test_an_unknown_field_is_refused_with_a_list_of_the_known_ones(client):
    (error,) = errors_of(client, {"rule": {}})
    assert error["detail"].startswith("Unknown field 'rule'. Known fields: variant, declaration, rules, ")
    assert error["detail"].endswith(" Did you mean rules?")


def test_a_very_long_name_gets_no_suggestion(client):
    (error,) = errors_of(client, {"rules" * 100_000: {}})
    assert "suggestion" not in error
    assert len(json.dumps(error)) < 1000


def test_every_type_and_code_is_described(client):
    named = document()["components"]["schemas"]
    assert [f"{URN}{name}" for name in TYPES] == named["ProblemType"]["examples"]
    assert list(CODES) == named["ErrorCode"]["examples"]
