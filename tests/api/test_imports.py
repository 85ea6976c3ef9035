"""`POST /v1/imports`: saved games as replay requests."""

import pytest

from patience.formats.written_logs import WRITTEN
from service.app import create_app
from service.saves.save_errors import Fault
from tests.conftest import FIXTURES
from tests.saves.writer import Code, file_of, objects

SAVES = FIXTURES / "saves"
MID_GAME = (SAVES / "ren-210py2-20-mid.pso").read_bytes()
BYTES = "application/octet-stream"


@pytest.mark.parametrize("content_type", [BYTES, None])
def test_the_request_is_a_valid_replay_request(client, content_type):
    answer = client.post("/v1/imports", data=MID_GAME, content_type=content_type)
    assert answer.status_code == 200
    assert answer.json["source"] == {
        "format": "pysolfc",
        "version": "2.1.0",
        "game": 220,
        "undone_moves": 4,
    }
    assert answer.json["warnings"] == []
    verdict = client.post("/v1/replays", json=answer.json["request"]).json
    assert answer.json["verdict"] == verdict
    assert (verdict["valid"], verdict["moves_played"]) == (True, 36)


def test_warnings_are_sentences(client):
    data = (SAVES / "druss-361-15-unturned-top.pso").read_bytes()
    warnings = client.post("/v1/imports", data=data, content_type=BYTES).json["warnings"]
    assert warnings
    assert all(warning.endswith(".") for warning in warnings)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"package": Code(b"cos\nsystem\n")}, Fault.NOT_A_SAVE),
        ({"end": "end"}, Fault.DAMAGED),
        ({"game": 5001}, Fault.UNSUPPORTED_GAME),
        ({"number": 0}, Fault.UNSUPPORTED_SEED),
        ({"number": 32000}, Fault.POSITION_DIFFERS),
    ],
)
def test_each_fault_has_a_problem_type(client, changes, fault):
    answer = client.post("/v1/imports", data=file_of(objects(466, 1) | changes), content_type=BYTES)
    assert (answer.status_code, answer.json["type"]) == (422, f"urn:patience-referee:problem:{fault}")


def test_the_answer_never_has_a_players_name(client):
    data = file_of(objects(466, 1))
    assert b"Ann" in data
    assert b"Ann" not in client.post("/v1/imports", data=data, content_type=BYTES).data


@pytest.mark.parametrize(
    "content_type", ["application/json", "application/x-www-form-urlencoded", "text/html"]
)
def test_other_media_types(client, content_type):
    answer = client.post("/v1/imports", data=MID_GAME, content_type=content_type)
    assert answer.status_code == 415
    assert BYTES in answer.json["detail"]


def test_a_file_that_is_too_large():
    small = create_app({"most_body_bytes": len(MID_GAME) - 1}).test_client()
    assert small.post("/v1/imports", data=MID_GAME, content_type=BYTES).status_code == 413


def test_a_game_with_too_many_moves():
    client = create_app({"most_moves": 35}).test_client()
    answer = client.post("/v1/imports", data=MID_GAME, content_type=BYTES)
    assert (answer.status_code, answer.json["errors"][0]["pointer"]) == (422, "/moves")


LOGS = FIXTURES / "logs"
IMPORTS = [
    ("kpatience-klondike.kpat", "format=kpatience", "application/xml", "in_progress"),
    ("solvitaire-klondike-2.txt", "format=solvitaire&variant=klondike&rules=draw:three", "text/plain", "won"),
    ("fc-solve-24-standard.txt", "format=freecell&seed=24", "text/plain", "won"),
    ("klondike.patience", "format=patience", "text/vnd.patience-game", "in_progress"),
]


@pytest.mark.parametrize(("name", "query", "media_type", "outcome"), IMPORTS)
def test_logs_of_other_programs(client, name, query, media_type, outcome):
    answer = client.post(
        f"/v1/imports?{query}", data=(LOGS / name).read_bytes(), content_type=media_type
    ).json
    assert (answer["verdict"]["valid"], answer["verdict"]["outcome"]) == (True, outcome)
    assert answer["source"]["format"] in query
    assert client.post("/v1/replays", json=answer["request"]).json == answer["verdict"]


def test_a_game_in_patience_game_notation_comes_back(client):
    text = (LOGS / "klondike.patience").read_text()
    request = client.post("/v1/imports?format=patience", data=text, content_type="text/plain").json["request"]
    answer = client.post("/v1/exports?format=patience", json=request).json
    assert (answer["encoding"], answer["content"]) == ("text", text)
    canonical = client.post("/v1/exports?format=patience-canonical", json=request).json["content"]
    assert "deck: " in canonical
    assert canonical.endswith("\n\ndraw draw\n")


@pytest.mark.parametrize("notation", WRITTEN)
def test_exports_in_each_format_write_a_game_or_refuse_it(client, notation):
    """Games of four kinds: each format has one of them, and none has all."""
    statuses = set()
    for variant, moves in [
        ("freecell", ["T6-R1"]),
        ("klondike", ["draw"]),
        ("black-hole", []),
        ("montana", []),
    ]:
        request = {"variant": variant, "seed": "1", "moves": moves}
        answer = client.post(f"/v1/exports?format={notation}", json=request)
        statuses.add(answer.status_code)
        assert answer.json.get("format", answer.json.get("type")) in {
            notation,
            "urn:patience-referee:problem:not-exported",
        }
    assert statuses == {200, 422}


@pytest.mark.parametrize(
    ("query", "problem", "said"),
    [
        ("format=winmine", "invalid-request", "Expected pysolfc"),
        ("format=freecell", Fault.NOT_A_SAVE, "needs a seed or a position"),
        ("format=freecell&seed=24&seeds=1", "invalid-request", "seeds"),
        ("format=solvitaire&variant=klondike&rules=draw:two", "invalid-request", "draw must be"),
        ("format=kpatience", Fault.NOT_A_SAVE, "not XML"),
        ("format=patience", Fault.NOT_A_SAVE, "Line 1: expected the first line"),
        ("format=patience&seed=1", Fault.NOT_A_SAVE, "leave seed out"),
        ("variant=klondike&rules=draw:one", Fault.NOT_A_SAVE, "leave rules out"),
    ],
)
def test_logs_that_cannot_be_read(client, query, problem, said):
    answer = client.post(f"/v1/imports?{query}", data=b"26 a5", content_type=BYTES)
    assert (answer.status_code, answer.json["type"]) == (422, f"urn:patience-referee:problem:{problem}")
    assert said in answer.text


def test_an_unknown_variant_is_not_found(client):
    answer = client.post("/v1/imports?format=solvitaire&variant=whist", data=b"", content_type=BYTES)
    assert answer.status_code == 404


PUBLISHED = b"#10913\r\n26 76 72 72 5a 27 57 67 1b 61 41 4h 4h 41 45 34 3c 6d 5b"


def test_the_answer_names_the_rule_of_automatic_moves(client):
    answer = client.post("/v1/imports?format=freecell", data=PUBLISHED, content_type="text/plain").json
    assert answer["source"] == {"format": "freecell", "autoplay": "microsoft", "undone_moves": 0}
    assert (answer["request"]["seed"], len(answer["request"]["moves"])) == ("10913", 69)
    assert answer["verdict"]["outcome"] == "won"
    written = client.post("/v1/exports?autoplay=microsoft", json=answer["request"]).json["content"]
    assert written.split() == PUBLISHED.decode().split()[1:]


@pytest.mark.parametrize(
    ("query", "data", "said"),
    [
        ("format=freecell&seed=5", PUBLISHED, "the moves of deal 10913, not of '5'"),
        ("format=freecell&autoplay=none", PUBLISHED, "Move 4, 72: no card of T7 can go to T2."),
        ("format=freecell&autoplay=some", PUBLISHED, "Expected microsoft, raymond, all or none"),
        ("format=kpatience&autoplay=all", b"", "has every move: leave autoplay out"),
    ],
)
def test_rules_of_automatic_moves_that_do_not_fit(client, query, data, said):
    answer = client.post(f"/v1/imports?{query}", data=data, content_type="text/plain")
    assert answer.status_code == 422
    assert said in answer.text


def test_rules_count_without_a_variant(client):
    """The format names the game. Klondike's deal 3 draws one card here, and klon's own rule is three."""
    query = "/v1/imports?format=klon&seed=3"
    log = b"DD\n"
    drawn = [
        client.post(f"{query}{rules}", data=log, content_type="text/plain").json["request"]["rules"]["draw"]
        for rules in ("", "&rules=draw:one")
    ]
    assert drawn == ["three", "one"]
    for rules, said in (("draw", "is not a rule option"), ("draw:five", "draw must be")):
        answer = client.post(f"{query}&rules={rules}", data=log, content_type="text/plain")
        assert answer.status_code == 422
        assert said in answer.text
