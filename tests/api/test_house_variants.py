"""Games of an operator's own: served like the others, and refused in a sentence if they are not games."""

import json

import pytest
from click.testing import CliRunner

from patience.games import VARIANTS
from patience.rules import DeclarationError
from patience.rules.declaration import to_json
from service.app import create_app
from service.cli import main
from service.config import SettingError
from service.judging.house_variants import MOST_BYTES, read_variant, register_house_variants
from tests.api.described import DescribedClient

HOUSE = "house-klondike"
CLUB = {"name": "club", "points": {"move": -1, "waste_to_foundation": 10, "undo": -5}}


def declared(**changes):
    declaration = to_json(VARIANTS["klondike"].rules)
    declaration["columns"]["empty_takes"] = "KQ"
    members = {"id": HOUSE, "title": "House Klondike", "declaration": declaration}
    return json.dumps({**members, **changes}).encode()


@pytest.fixture
def client(tmp_path):
    (tmp_path / "klondike.json").write_bytes(declared(names=["our game"], scorings=[CLUB]))
    (tmp_path / "notes.txt").write_text("not a game")
    app = create_app({"TESTING": True, "variants": str(tmp_path), "log_level": "error"})
    app.test_client_class = DescribedClient
    yield app.test_client()
    del VARIANTS[HOUSE]


def test_a_house_variant_is_listed_dealt_judged_and_proved(client):
    listed = {variant["id"]: variant for variant in client.get("/v1/variants").json["variants"]}
    assert listed[HOUSE]["family"] == "House rules"
    described = client.application.test_client().get(f"/v1/variants/{HOUSE}")
    assert described.json["declaration"]["columns"]["empty_takes"] == "KQ"
    dealt = client.application.test_client().get(f"/v1/deals/{HOUSE}/7").json
    assert dealt["state"] == client.get("/v1/deals/klondike/7").json["state"]
    # A Queen that opens an empty column is legal here alone.
    board = "T2=QC;T3=KS;F1=AC2C3C4C5C6C7C8C9CTCJC;F2=AS2S3S4S5S6S7S8S9STSJSQS;" + (
        "F3=AH2H3H4H5H6H7H8H9HTHJHQHKH;F4=AD2D3D4D5D6D7D8D9DTDJDQDKD;S=KC"
    )
    for variant, valid in ((HOUSE, True), ("klondike", False)):
        request = {"variant": variant, "board": board, "moves": ["T2-T1"]}
        plain = client.application.test_client()
        assert plain.post("/v1/replays", json=request).json["valid"] is valid
        prospect = plain.post("/v1/prospects", json={**request, "moves": [], "budget": 1000}).json
        assert prospect["prospect"] == "winnable"


def test_the_conformance_kit_has_no_house_variant(client):
    result = CliRunner().invoke(main, ["conform", "--variant", HOUSE, "--", "true"])
    assert (result.exit_code, result.output.count("The kit has no cases of it")) == (2, 1)


def test_a_house_variant_has_scorings_of_its_own(client):
    """Ten points for a card from the waste to a foundation, one for the draw, and five for each undo."""
    log = {"variant": HOUSE, "seed": "7", "moves": ["draw", "W-F"]}

    def claimed(points, **members):
        claim = {"outcome": "in_progress", "score": {"name": "club", "points": points}, **members}
        answer = client.application.test_client().post("/v1/claims", json={**log, "claim": claim}).json
        return [refutation["detail"] for refutation in answer["refutations"]]

    assert claimed(8) == []
    assert claimed(-2, undos=2) == []
    assert claimed(8, undos=2) == ["Claimed 8 points by club, found -2."]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"{", "not JSON"),
        (b"[]", "not a JSON object"),
        (b'{"id": "house-x", "id": "house-y"}', "not JSON"),
        (declared(id="klondike"), "does not name a house variant"),
        (declared(id="House-x"), "does not name a house variant"),
        (declared(id="house-\n"), "id must be a text"),
        (declared(id="house-x;rm"), "is not an id"),
        (declared(title=""), "title must be a text"),
        (declared(title="x" * 81), "title must be a text"),
        (declared(names="x"), "names is a list"),
        (declared(names=[1]), "names must be a text"),
        (declared(scorings={}), "scorings is a list of at most 10"),
        (declared(scorings=[CLUB] * 11), "scorings is a list of at most 10"),
        (declared(scorings=[CLUB, CLUB]), "house-klondike has a scoring twice"),
        (declared(scorings=[{"name": "club"}]), "The scoring club has no points"),
        (declared(options=[]), "Unknown member 'options'"),
        (declared(declaration={}), "foundations is missing"),
        (declared(declaration={**to_json(VARIANTS["klondike"].rules), "packs": 2}), "104"),
        (b" " * (MOST_BYTES + 1), "more than"),
    ],
)
def test_what_is_not_a_game(text, said):
    with pytest.raises(DeclarationError) as caught:
        read_variant(text)
    assert said in str(caught.value)


def test_a_wrong_folder_keeps_the_service_from_starting(tmp_path):
    with pytest.raises(SettingError, match="is not a folder"):
        register_house_variants(str(tmp_path / "none"))
    (tmp_path / "a.json").write_bytes(declared(title=7))
    (tmp_path / "z.json").symlink_to("/dev/zero")
    with pytest.raises(SettingError, match=r"'a\.json': title must be a text"):
        create_app({"variants": str(tmp_path)})
    (tmp_path / "a.json").unlink()
    with pytest.raises(SettingError, match=r"'z\.json': This is not a file"):
        register_house_variants(str(tmp_path))
    (tmp_path / "z.json").unlink()
    (tmp_path / "a.json").write_bytes(declared())
    other = to_json(VARIANTS["freecell"].rules)
    (tmp_path / "b.json").write_bytes(declared(declaration=other))
    try:
        with pytest.raises(SettingError, match="declared twice"):
            register_house_variants(str(tmp_path))
    finally:
        VARIANTS.pop(HOUSE, None)
