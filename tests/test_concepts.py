"""The page of declarations shows each field beside a game that uses it."""

import json

from patience.rules.rounds import Arrange
from service.api.rules_tables import _ARRANGED
from tools.concepts import SCHEMA, concepts


def test_each_field_of_a_declaration_is_beside_a_game_that_uses_it() -> None:
    """Clock alone has ranks of its own for each column (docs/rules/open.md)."""
    text = concepts()
    schema = json.loads(SCHEMA.read_text("utf-8"))
    parts = [schema, *(part for part in schema["$defs"].values() if "properties" in part)]
    names = [name for part in parts for name in part["properties"]]
    rows = [line for line in text.splitlines() if line.startswith("| `")]
    assert [row.split("`")[1] for row in rows] == names
    (own_ranks,) = (row for row in rows if row.startswith("| `own_ranks`"))
    assert "](openings/clock.svg)" in own_ranks


def test_the_table_of_piles_names_every_way_to_arrange_a_deck() -> None:
    """Without one, `/rules` and the site cannot be made."""
    assert set(_ARRANGED) == set(Arrange)
