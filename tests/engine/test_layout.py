"""How a board is laid: a general rule, for variants that do not exist yet, too."""

from dataclasses import replace

from patience.compilation.compiled_rules import tables_for
from patience.formats.layout import NARROWEST, board_rows, cover_places
from patience.games import VARIANTS
from patience.games.parts import up
from patience.rules import Build, Columns, Foundation, Lift, Reserve, Rules, Stock

SUITS = "CDHS"
TWO_EACH = tuple(Foundation(suit, "A23456789TJQK", Build.BY_SUIT) for suit in SUITS * 2)
COLUMNS = Columns(number=11, build=Build.BY_SUIT, lift=Lift.ANY)


def numbered(letter: str, first: int, last: int) -> list[str]:
    return [f"{letter}{number}" for number in range(first, last + 1)]


def test_every_pile_lies_somewhere_once():
    for tables in map(tables_for, VARIANTS):
        laid = [pile for row in board_rows(tables.rules) for group in row for pile in group]
        assert sorted(laid) == sorted(tables.names), tables.variant.id


def test_eleven_columns_and_twenty_cells():
    rules = Rules(
        foundations=TWO_EACH,
        layout=up("R1-R20"),
        columns=COLUMNS,
        reserve=Reserve(20, refill=("S",)),
        stock=Stock(("deal",)),
    )
    assert board_rows(rules) == [
        [["S"], numbered("F", 1, 8)],
        [numbered("R", 1, 10)],
        [numbered("R", 11, 20)],
        [numbered("T", 1, 11)],
    ]


def test_rows_of_a_reserve_are_equal_where_they_can_be():
    for variant, sizes in (("noumea", [5] * 4), ("gloucestershire", [7] * 4 + [8] * 3)):
        rows = board_rows(tables_for(variant).rules)
        assert [len(group) for row in rows for group in row if group[0][0] == "R"] == sizes


def test_stock_and_waste_stand_where_there_is_room():
    drawn = Rules(foundations=TWO_EACH, columns=COLUMNS, stock=Stock(("draw",)))
    assert board_rows(drawn)[0] == [["S", "W"], numbered("F", 1, 8)]
    just_wide_enough = replace(drawn, columns=replace(COLUMNS, number=10))
    assert board_rows(just_wide_enough)[0] == [["S", "W"], numbered("F", 1, 8)]
    narrow = replace(drawn, columns=replace(COLUMNS, number=9))
    assert board_rows(narrow) == [[["S"], numbered("F", 1, 8)], [["W"], numbered("T", 1, 9)]]
    assert board_rows(replace(drawn, columns=None)) == [[["S", "W"]], [numbered("F", 1, 8)]]


def test_foundations_that_build_alike_stand_together():
    kings = tuple(Foundation(suit, "K", Build.BY_SUIT) for suit in SUITS)
    whole = tuple(Foundation("CDHS", "KQJT98765432A", Build.BY_SUIT, whole=True) for _ in range(9))
    columns = replace(COLUMNS, number=8)
    rules = Rules((*kings, *whole), columns=columns, stock=Stock(("deal",)), won_when=("F5",))
    assert board_rows(rules) == [
        [numbered("F", 1, 4), numbered("F", 5, 8)],
        [["S"], numbered("F", 9, 13)],
        [numbered("T", 1, 8)],
    ]


def test_no_row_is_wider_than_it_need_be():
    for variant in VARIANTS.values():
        columns = variant.rules.columns.number if variant.rules.columns else 0
        for row in board_rows(variant.rules):
            # One more where the stock or the waste had to stand before a full row.
            assert sum(map(len, row)) <= max(columns, NARROWEST) + 1


def test_columns_that_lie_on_each_other_form_pyramids():
    """In cards from the left and rows from the top."""
    assert cover_places((("T2", "T3"), (), ())) == {"T1": (0.5, 0), "T2": (0, 1), "T3": (1, 1)}
    # Two peaks share the card between them.
    peaks = cover_places((("T3", "T4"), ("T4", "T5"), (), (), ()))
    assert [peaks[f"T{number}"] for number in range(1, 6)] == [(0.5, 0), (1.5, 0), (0, 1), (1, 1), (2, 1)]
    # Two that touch the same cards are side by side, and a second pyramid is beside the first.
    trees = cover_places((("T2", "T3"), ("T4",), ("T4",), (), ("T6",), ()))
    assert [trees[f"T{number}"] for number in range(1, 5)] == [(0.5, 0), (0, 1), (1, 1), (0.5, 2)]
    assert trees["T5"][0] == trees["T6"][0] > 2
    assert cover_places(((), ())) == {}
    # T1 touches no card of the longest row: it goes in its middle, beside T2.
    deep = cover_places((("T5",), ("T3", "T4", "T6"), ("T5",), (), (), ()))
    assert [deep[f"T{number}"] for number in (1, 2, 3, 4, 6, 5)] == [
        (0.5, 0), (1.5, 0), (0, 1), (1, 1), (2, 1), (0.25, 2),
    ]  # fmt: skip


def test_columns_that_cover_all_before_them_are_laid_in_time():
    covered_by = [tuple(f"T{cover}" for cover in range(number + 1, 61)) for number in range(1, 61)]
    assert cover_places(covered_by)["T60"][1] == 59


def test_a_waste_that_takes_cards_is_below_the_columns():
    golf = VARIANTS["golf"].rules
    assert board_rows(golf) == [[numbered("T", 1, 7)], [["S", "W"]]]
    beside = replace(
        VARIANTS["three-peaks"].rules,
        layout=up("T1-T5"),
        columns=replace(COLUMNS, number=5, covered_by=(("T2", "T3"), (), (), (), ()), takes_from=()),
    )
    assert board_rows(beside) == [[numbered("T", 1, 3)], [numbered("T", 4, 5)], [["S", "W"]]]


def test_columns_of_a_grid_lie_in_its_rows():
    grid = board_rows(VARIANTS["monte-carlo"].rules)[-5:]
    assert grid == [[numbered("T", first, first + 4)] for first in (1, 6, 11, 16, 21)]
    square = board_rows(VARIANTS["camelot"].rules)[-4:]
    assert square == [[numbered("T", first, first + 3)] for first in (1, 5, 9, 13)]
