"""A variant's declaration: described by a schema of its own, and enough to play the game from."""

import json
import random
from functools import cache

import pytest
from flask.testing import FlaskClient
from jsonschema_rs import Draft202012Validator, meta

from conformance import reference
from patience.games import VARIANTS
from patience.rules import DeclarationError, Part
from patience.rules.declaration import from_json, to_json
from service.config import resource_path
from service.judging.house_variants import read_variant
from service.openapi.document import document
from tests.conftest import each_family, some, some_of_each_family
from tests.engine.games import some_kinds
from tools.declaration_schema import FILES

SCHEMA = json.loads(resource_path("docs/reference/declaration.schema.json").read_text("utf-8"))
HOUSE_SCHEMA = json.loads(resource_path("docs/reference/house-game.schema.json").read_text("utf-8"))
NUMBER = "<number>"


@cache
def validator():
    meta.validate(SCHEMA)
    return Draft202012Validator(SCHEMA)


def choices(option):
    """Yield each value of an option with its changes; for a range, the lowest and the highest number."""
    for value, changes in option["changes"].items():
        first, dots, last = value.partition("..")
        for number in (int(first), int(last)) if dots else ():
            yield number, {path: number if new == NUMBER else new for path, new in changes.items()}
        if not dots:
            yield value, changes


def settings(variant):
    """Yield the default options, and each other value of each option alone, with the declaration."""
    yield {}, variant["declaration"]
    for option in variant["options"]:
        for value, changes in choices(option):
            yield {option["name"]: value}, reference.with_changes(variant["declaration"], changes)


def played(source, variant, rules, declaration, seed):
    """Return a request of random legal moves and an illegal one, by the reference interpreter alone."""
    game = reference.deal(declaration, seed=seed)
    moves = []
    for _ in range(4):
        legal = reference.legal_moves(game)
        if not legal:
            break
        moves.append(source.choice(legal))
        reference.play(game, moves[-1])
    return {"variant": variant, "rules": rules, "seed": seed, "moves": [*moves, "T1-T99"]}


@some_of_each_family
def test_declarations_are_as_their_schema_says(client, variants):
    for variant in variants:
        answer = client.get(f"/v1/variants/{variant}").json
        for _, declaration in settings(answer):
            validator().validate(declaration)
        for option in answer["options"]:
            assert [value for value in option["changes"] if ".." not in value] == option["values"], variant
            assert option["changes"][option["default"]] == {}, variant


@each_family
def test_an_engine_plays_a_game_from_its_declaration_alone(client, variants):
    """The reference interpreter, given only JSON of the API, comes to the verdict of the service."""
    for variant in {variant: None for variant, _ in some_kinds(variants)}:
        assert_plays_alike(client, variant)


def assert_plays_alike(client: FlaskClient, variant: str) -> None:
    source = random.Random(variant)
    rules, declaration = source.choice([*settings(client.get(f"/v1/variants/{variant}").json)])
    request = played(source, variant, rules, declaration, "4711")
    expected = reference.judge(declaration, request)
    verdict = client.post("/v1/replays", json=request).json
    for member in ("outcome", "moves_played", "final_state"):
        assert verdict[member] == expected[member], rules
    assert verdict["first_illegal_move"]["reason"] == expected["first_illegal_move"]["reason"]


@pytest.mark.parametrize(
    ("variant", "path"),
    [
        ("royal-rendezvous", "extra"),
        ("royal-rendezvous", "reserve.extra"),
        ("royal-rendezvous", "stock.extra"),
        ("royal-rendezvous", "foundations.0.extra"),
        ("double-russian", "columns.extra"),
        ("double-russian", "layout.0.extra"),
    ],
)
def test_an_unknown_member_is_not_valid(client, variant, path):
    declaration = client.get(f"/v1/variants/{variant}").json["declaration"]
    assert validator().is_valid(declaration)
    assert not validator().is_valid(reference.with_changes(declaration, {path: 1}))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_what_derives_from_the_language_is_current(path):
    """``python -m tools.declaration_schema`` writes it."""
    assert path.read_text("utf-8") == FILES[path]()


def test_the_schema_is_served(client):
    link = client.get("/v1").json["links"]["declaration_schema"]
    response = client.get(link)
    assert response.content_type == "application/schema+json"
    assert json.loads(response.data) == SCHEMA
    assert client.get(link, headers={"Accept": "text/html"}).status_code == 406


def test_the_schema_of_house_games_is_served(client):
    link = client.get("/v1").json["links"]["house_game_schema"]
    assert json.loads(client.get(link).data) == HOUSE_SCHEMA


def without_defaults(value, schema):
    """Return a declaration without the fields that have the defaults of the schema."""
    if "$ref" in schema:
        return without_defaults(value, HOUSE_SCHEMA["$defs"][schema["$ref"].rpartition("/")[2]])
    if "anyOf" in schema and isinstance(value, dict):
        return without_defaults(value, schema["anyOf"][0])
    if isinstance(value, list) and schema.get("type") == "array":
        return [without_defaults(item, schema["items"]) for item in value]
    if not isinstance(value, dict):
        return value
    fields = schema["properties"]
    return {
        name: without_defaults(item, fields[name])
        for name, item in value.items()
        if name in schema["required"] or item != fields[name]["default"]
    }


def test_a_declaration_needs_only_what_has_no_default():
    """The schema accepts each game in the fewest fields, and the reader fills in the rest."""
    meta.validate(HOUSE_SCHEMA)
    house = Draft202012Validator(HOUSE_SCHEMA)
    for variant in some([*VARIANTS.values()]):
        whole = to_json(variant.rules)
        few = without_defaults(whole, HOUSE_SCHEMA["$defs"]["Declaration"])
        assert len(few) < len(whole)
        house.validate(
            {"$schema": "house-game.schema.json", "id": "house-a", "title": "A", "declaration": few}
        )
        assert from_json(few) == variant.rules, variant.id


@pytest.mark.parametrize(
    "members",
    [
        {},
        {"id": "klondike"},
        {"id": "house-a", "speed": 1},
        {"id": "house-a", "declaration": {"foundation": []}},
        {"id": "house-a", "declaration": {"packs": "two"}},
        {"id": "house-a", "scorings": [{"name": "club"}]},
    ],
)
def test_the_schema_of_house_games_refuses_what_the_service_refuses(members):
    game = {"title": "A", "declaration": to_json(VARIANTS["klondike"].rules)}
    assert Draft202012Validator(HOUSE_SCHEMA).is_valid({**game, "id": "house-a"})
    changed = {**game, **members, "declaration": {**game["declaration"], **members.get("declaration", {})}}
    assert not Draft202012Validator(HOUSE_SCHEMA).is_valid(changed)
    with pytest.raises(DeclarationError):
        read_variant(json.dumps(changed).encode())


def objects(schema):
    """Yield every schema of an object in a schema."""
    if isinstance(schema, dict):
        if "properties" in schema:
            yield schema
        for inner in schema.values():
            yield from objects(inner)


def test_the_schema_is_closed_and_complete():
    described = [*objects(SCHEMA)]
    assert len(described) == len(Part.__subclasses__())
    for schema in described:
        assert schema["additionalProperties"] is False
        assert schema["required"] == list(schema["properties"])
        assert schema["description"]
        for name, member in schema["properties"].items():
            assert member.get("description"), name


def opened(schema):
    """Return a member's schema as an answer of the API may describe it."""
    text = json.dumps(schema).replace("#/$defs/", "#/components/schemas/Declaration")
    return json.loads(text.replace('"enum":', '"examples":'))


def test_openapi_describes_the_same_structure():
    """With open objects and lists of values, because answers may grow."""
    components = document()["components"]["schemas"]
    parts = {"Declaration": SCHEMA, **{f"Declaration{name}": part for name, part in SCHEMA["$defs"].items()}}
    assert {name for name in components if name.startswith("Declaration")} == set(parts)
    for name, part in parts.items():
        for keyword in ("description", "type", "pattern", "required"):
            assert components[name].get(keyword) == part.get(keyword), name
        members = {member: opened(schema) for member, schema in part.get("properties", {}).items()}
        assert components[name].get("properties", {}) == members
