"""All that the vocabulary can say is judged as it says."""

from dataclasses import is_dataclass
from typing import Final, get_args

import pytest

from patience.compilation.compiled_rules import compile_tables
from patience.compilation.descriptions import describe_piles
from patience.games import VARIANTS
from patience.play.checks import explain, possible_reasons
from patience.play.dealing import deal_seed
from patience.play.legality import check, legal_moves, outcome
from patience.play.replay import advance
from patience.rules import Closed, Rules
from patience.rules.bounds import DeclarationError, Part
from patience.rules.columns import Columns
from patience.rules.declaration import declared_fields, default_json, from_json, to_json
from tests.conftest import each_family
from tests.engine.boards import lay_on
from tests.engine.synthetic import SYNTHETIC

TABLES = {name: compile_tables(variant, ()) for name, variant in SYNTHETIC.items()}


@pytest.mark.parametrize(
    ("variant", "piles", "token", "expected"),
    [
        # A whole sequence is all its ranks in its own build, whatever the columns build and lift.
        ("whole-by-suit", "T1: KH..AH", "T1-F1x13", None),
        ("whole-by-suit", "T1: KH QH 3C JH TH 9H 8H 7H 6H 5H 4H 2H AH", "T1-F1x13", "incomplete_sequence"),
        ("whole-by-suit", "T1: KH QD JH TH 9H 8H 7H 6H 5H 4H 3H 2H AH", "T1-F1x13", "incomplete_sequence"),
        ("whole-by-suit", "T1: KH QD JH TH 9H 8H 7H 6H 5H 4H 3H 2H AH", "T1-F3x13", None),
        ("whole-by-suit", "T1: KH QS JH TH 9H 8H 7H 6H 5H 4H 3H 2H AH", "T1-F3x13", "incomplete_sequence"),
        ("whole-by-suit", "T1: KC..AC", "T1-F2x13", "wrong_color"),
        ("whole-by-suit", "T1: KC..AC", "T1-F3x13", None),
        ("whole-by-suit", "T1: 4D KH..AH", "T1-F1x14", "incomplete_sequence"),
        ("whole-by-suit", "T1: KH..AH; F1: KD..AD", "T1-Fx13", None),
        ("whole-by-suit", "T1: KH..AH; F1: KD..AD", "T1-F1x13", "foundation_full"),
        ("whole-by-suit", "T1: 9H 2C KD; T2: TC", "T1-T2x3", None),
        # Suits of the first card that are no colour: a wrong one is a wrong suit.
        ("whole-by-suit", "T1: AH", "T1-F5", "wrong_suit"),
        ("whole-by-suit", "T1: AD", "T1-F5", None),
        ("whole-by-suit", "T1: 2C; F5: AD", "T1-F5", "wrong_suit"),
        # Won by F1 and F3, whatever the others have.
        ("whole-by-suit", "F1: KH..AH; F3: KC..AC; T1: KS", "T1-T2", "game_over"),
        # A first rank other than Ace, ranks that go on from King to Ace, and a last one other than King.
        ("sevens", "F1: 7C..KC; T1: AC", "T1-F1", None),
        ("sevens", "F1: 7C..KC; T1: 8C", "T1-F1", "wrong_rank"),
        ("sevens", "F1: 7C..KC AC..6C; T1: 7C", "T1-F1", "foundation_full"),
        ("whole-by-suit", "T1: 2D", "T1-F5", "needs_base"),
        # Two ranks open a column; columns build by colour.
        ("sevens", "T1: QC 3D", "T1-T2x2", None),
        ("sevens", "T1: KC", "T1-T2", None),
        ("sevens", "T1: JC", "T1-T2", "needs_king"),
        ("sevens", "T1: 5H; T2: 6D", "T1-T2", None),
        ("sevens", "T1: 5H; T2: 6C", "T1-T2", "wrong_color"),
        # Forward moves hold up a deal: onto foundations, turning up, or off a card that does not fit.
        ("sevens", "T1: 8C; F1: 7C; S: 2C", "deal", "moves_available"),
        ("sevens", "T1: (4S) 5H; T2: 6D; S: 2C", "deal", "moves_available"),
        ("sevens", "T1: 2C 5H; T2: 6D; S: 2C", "deal", "moves_available"),
        ("sevens", "T1: 6H 5H; T2: 6D; S: 2C", "deal", None),
        ("sevens", "T1: QC 3D; S: 2C", "deal", None),
        ("sevens", "T1: 5H; T2: 6D; S: 2C", "deal", "moves_available"),
        # Locks: on a Queen, and on a King that is first and last.
        ("locked-queen", "F1: AC..JC; T1: QC", "T1-F1", "king_locked"),
        ("locked-queen", "F1: AC..JC; F9: KH; T1: QC", "T1-F1", None),
        ("locked-queen", "F1: AC..TC; T1: JC", "T1-F1", None),
        ("locked-queen", "T1: KC", "T1-F9", None),
        ("locked-queen", "T1: KC", "T1-F10", "king_locked"),
        ("locked-queen", "T1: KC", "T1-F", None),
        ("locked-queen", "T1: KC; F9: KH", "T1-F", "no_foundation_accepts"),
        ("locked-queen", "T1: KC; F1: AC..QC", "T1-F10", None),
        ("locked-queen", "T1: QC", "T1-F9", "needs_base"),
        # Cards leave foundations, and the lock is on again once its guard is no longer complete.
        ("locked-queen", "F1: AC 2C; T1: 3C", "F1-T1", None),
        ("locked-queen", "F9: KH; T1: 3C", "F9-T2", "vacancy_reserved"),
        ("locked-queen", "F9: KH; F1: AC..QC", "F9-F10", None),
        ("locked-queen", "T1: 3C", "T1-T2", "vacancy_reserved"),
        # Eleven columns, twenty cells, three ranks that open a column, runs stricter than the columns.
        ("large", "T11: 5H; T1: 6D", "T11-T1", None),
        ("large", "R20: 5H; T11: 6D", "R20-T11", None),
        ("large", "R20: 5H; T11: 6D", "T11-R20", "target_locked"),
        ("large", "T11: 5H; T1: 6D", "T12-T1", "unknown_pile"),
        ("large", "R20: AC", "R20-F", None),
        ("large", "T1: TC 9H; T2: JC", "T1-T2x2", None),
        ("large", "T1: TC 9C; T2: JC", "T1-T2x2", "broken_sequence"),
        ("large", "T1: TC 9H", "T1-T11x2", None),
        ("large", "R1: AH", "R1-T11", None),
        ("large", "R1: 4H", "R1-T11", "needs_king"),
        ("large", "R1: 4H; S: 2C", "draw", None),
        ("large", "R1: AH; S: 2C", "draw", "moves_available"),
        # Foundations that any suit opens build on in that suit.
        ("chain", "T1: AH; F1: AC", "T1-F", None),
        ("chain", "T1: 2H; F1: AC; F2: AH", "T1-F1", "wrong_suit"),
        ("chain", "T1: 2H; F1: AC; F2: AH", "T1-F2", None),
        ("chain", "W: 9H", "W-T3", None),
        # Whatever suit follows; or only some open; a deal that waits for every column.
        ("free", "F5: AH; T1: 2C", "T1-F5", None),
        ("free", "F5: AH; T1: AH", "T1-F5", "wrong_rank"),
        ("free", "F5: AH; T1: AC", "T1-F5", "wrong_suit"),
        ("free", "T1: AH", "T1-F1", "wrong_color"),
        ("free", "T1: 2H", "T1-F1", "needs_base"),
        ("free", "F1: AS; T1: 2D", "T1-F1", None),
        ("free", "F1: AS; T1: 2C", "T1-F1", "wrong_color"),
        ("free", "T1: TC 9S; T2: JH", "T1-T2x2", None),
        ("free", "T1: TC 9D; T2: JH", "T1-T2x2", "broken_sequence"),
        ("free", "T1: TC; S: 2C", "deal", "empty_column"),
        # No column has two cards, or none is empty.
        ("spare", "T1: TC; S: 2C", "deal", None),
        ("spare", "T1: TC 9C; S: 2C", "deal", "empty_column"),
        (
            "spare",
            "T1: TC 9C; T2: TC; T3: TC; T4: TC; T5: TC; T6: TC; T7: TC; T8: TC; T9: 8C; S: 2C",
            "deal",
            None,
        ),
        ("no-stock", "T12: 4C; R1: 3D", "R1-T12", None),
        ("no-stock", "T12: 4C", "deal", "unknown_action"),
    ],
)
def test_judged_as_it_says(variant, piles, token, expected):
    position = lay_on(TABLES[variant], piles)
    assert check(position, token) == expected
    if expected:
        assert explain(position, position.tables.read(token), expected).endswith(".")
        assert expected in possible_reasons(SYNTHETIC[variant])


def test_a_vacancy_is_filled_by_a_chain():
    """T1 from R2, which is filled from the waste; what has run dry is passed over."""
    position = lay_on(TABLES["chain"], "T1: AC; R1: 5H; R2: 6H; W: 7H 8H; S: 9H")
    assert advance(position, ["T1-F1"]) == ["T1-F1"]
    piles, names = position.piles, position.tables.pile
    assert [position.cards(names[name]) for name in ("T1", "R2", "R1", "W", "S")] == [
        [piles[names["T1"]][1]],
        [33],  # 8H
        [30],  # 5H
        [32],  # 7H
        [34],  # 9H
    ]
    assert position.cards(names["T1"]) == [31]  # 6H


def test_a_redeal_fills_what_is_vacant():
    """Columns first, each from the first supply that has a card; a cell that gave one is filled again."""
    position = lay_on(TABLES["chain"], "T2: 9C; T3: 9C; T4: 9C; T5: 9C; T6: 9C; T7: 9C; W: 7H 8H 9H")
    steps = []
    assert advance(position, ["redeal"], steps) == ["redeal"]
    names = position.tables.names
    filled = [(names[moved.source], names[moved.target], moved.cards) for moved in steps[0].filled]
    assert filled == [("S", "T1", (32,)), ("S", "R1", (33,)), ("S", "R2", (34,))]


def test_a_vacancy_that_nothing_can_fill_takes_what_opens_a_column():
    position = lay_on(TABLES["chain"], "T1: AC; T2: 5H")
    assert advance(position, ["T1-F1", "T2-T1"]) == ["T1-F1", "T2-T1"]


def test_three_cards_lie_on_the_waste_when_the_game_opens():
    position = deal_seed(TABLES["locked-queen"], "7").position()
    assert len(position.cards(position.tables.waste)) == 3
    assert len(position.cards(position.tables.stock)) == 104 - 40 - 3
    assert outcome(position) == "in_progress"


def test_a_deal_names_the_columns_for_which_it_waits():
    position = lay_on(
        TABLES["spare"], "T1: TC 9C; T2: TC; T4: TC; T5: TC; T6: TC; T7: TC; T8: TC; T9: 8C; S: 2C"
    )
    sentence = explain(position, position.tables.read("deal"), "empty_column")
    assert sentence == "“deal” must wait until no column is empty, or none has two cards: T3 is."


@pytest.mark.parametrize("variant", SYNTHETIC)
def test_a_deal_has_two_packs(variant):
    position = deal_seed(TABLES[variant], "20261121").position()
    cards = [card for pile in range(len(position.piles)) for card in position.cards(pile)]
    assert sorted(cards) == sorted(2 * list(range(52)))
    assert [pile.pile for pile in describe_piles(TABLES[variant])] == list(TABLES[variant].names)
    assert all(check(position, token) is None for token in legal_moves(position))


def test_a_default_is_written_as_in_a_declaration():
    columns = declared_fields(Columns)
    defaults = {name: default_json(*columns[name]) for name in ("direction", "covered_by", "capacity")}
    assert defaults == {"direction": "down", "covered_by": [], "capacity": None}


@each_family
def test_every_declaration_is_one(variants):
    """The package does not check its own at each start, but those that it reads."""
    for variant in map(VARIANTS.get, variants):
        for edition in variant.history:
            rules = variant.at(edition.version).rules
            assert from_json(to_json(rules)) == rules, variant.id


def with_foundations(game, **fields):
    """Return the declaration of a game whose foundations have these fields."""
    declaration = to_json(VARIANTS[game].rules)
    return declaration | {"foundations": [pile | fields for pile in declaration["foundations"]]}


@pytest.mark.parametrize(
    ("game", "together", "fields"),
    [
        ("braid", True, {"direction": "either", "outranked": False}),
        ("aces-up", False, {"direction": "any", "outranked": True}),
        ("klondike", False, {"outranked": False}),
    ],
)
def test_foundations_of_version_2_0_are_read_with_a_direction(game, together, fields):
    declaration = with_foundations(game, **fields) | {"same_direction": together}
    assert from_json(declaration) == VARIANTS[game].rules


@pytest.mark.parametrize(
    ("declaration", "field"),
    [
        (with_foundations("klondike", outranked=True), "outranked"),
        (with_foundations("aces-up", direction="any", outranked="yes"), "outranked"),
        (with_foundations("klondike") | {"same_direction": True}, "same_direction"),
        (with_foundations("braid", direction="either") | {"same_direction": 1}, "same_direction"),
    ],
)
def test_directions_that_version_2_0_refused_are_refused(declaration, field):
    with pytest.raises(DeclarationError, match=f"{field} is not a field"):
        from_json(declaration)


def test_side_columns_of_version_2_0_are_read_as_a_kind_of_columns():
    declared = to_json(VARIANTS["braid"].rules)
    columns = declared["columns"]
    assert isinstance(columns, dict)
    del columns["kinds"]
    columns |= {"side_columns": 8, "side_takes_from": ["W"]}
    assert from_json(declared) == VARIANTS["braid"].rules
    columns |= {"side_columns": 0, "side_takes_from": None}
    rules = from_json(declared)
    assert rules.columns is not None
    assert rules.columns.kinds == ()


@pytest.mark.parametrize("side", [{"side_columns": 12}, {"side_takes_from": ["W"]}, {"side_columns": "1"}])
def test_side_columns_that_version_2_0_refused_are_refused(side):
    declared = to_json(VARIANTS["braid"].rules)
    columns = declared["columns"]
    assert isinstance(columns, dict)
    del columns["kinds"]
    columns |= side
    with pytest.raises(DeclarationError, match=f"columns.{next(iter(side))} is not a field"):
        from_json(declared)


def test_columns_that_version_2_0_declares_closed_take_any_card():
    declared = to_json(VARIANTS["rank-and-file"].rules)
    columns = declared["columns"]
    assert isinstance(columns, dict)
    assert columns["closed"] is None
    for closed, today in ((True, Closed.TAKES_ANY), (False, None)):
        rules = from_json(declared | {"columns": columns | {"closed": closed}})
        assert rules.columns is not None
        assert rules.columns.closed is today


MOST: Final = 108
"""How many fields declarations have. They had 97 when the collections of games began to be completed."""


def test_the_language_has_no_further_field():
    """A new field replaces one, or two become one."""
    parts, waiting, fields = set[type[Part]](), [Rules], 0
    while waiting:
        part = waiting.pop()
        hints = [hint for hint, _ in declared_fields(part).values()] if part not in parts else []
        fields += len(hints)
        parts.add(part)
        for hint in hints:
            hints += get_args(hint)
        waiting += [hint for hint in hints if isinstance(hint, type) and is_dataclass(hint)]
    assert fields <= MOST
