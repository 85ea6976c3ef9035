"""Boards drawn for the terminal, compared with boards drawn by hand."""

import pytest

from patience.compilation.compiled_rules import tables_for
from patience.formats.drawing import draw
from patience.games import VARIANTS
from patience.play.dealing import deal_seed
from tests.engine.boards import lay

ROUGE = """\
Foundations     F1   F2   F3   F4   F5   F6   F7   F8
                2♦  [ ]  [ ]  [ ]   A♥  [ ]  [ ]  [ ]

Columns         T1   T2   T3   T4   T5   T6   T7   T8   T9  T10
               ▒▒▒  [ ]  10♥  [ ]  [ ]  [ ]  [ ]  [ ]  [ ]  ▒▒▒
               ▒▒▒                                           9♦
                K♥
                Q♣

Stock            S  2 cards"""

ROYAL = """\
Foundations     F1   F2   F3   F4
                A♣   3♦   A♥   A♠
                F5   F6   F7   F8
                A♣   A♦  [ ]   A♠
                F9  F10  F11  F12
                2♣   2♦   2♥  10♠

Reserve         R1   R2   R3   R4   R5   R6   R7   R8
                K♣  [ ]  [ ]  [ ]  [ ]  [ ]  [ ]  10♥
                R9  R10  R11  R12  R13  R14  R15  R16
               [ ]  [ ]  [ ]  [ ]  [ ]  [ ]  [ ]   4♠

Stock            S  empty
Waste            W  1 card, the top last: 9♣"""

PYSOLFC_ROYAL = """\
Foundations     F1   F2   F3   F4
               [ ]   K♠  [ ]  [ ]
                F5   F6   F7   F8
                A♣   A♠  [ ]  [ ]
                F9  F10  F11  F12
               [ ]  [ ]  [ ]  [ ]
               F13  F14  F15  F16
               [ ]  [ ]  [ ]   J♦

Reserve         R1   R2   R3   R4   R5   R6   R7   R8
               [ ]  [ ]  [ ]  [ ]  [ ]  [ ]  [ ]  [ ]
                R9  R10  R11  R12  R13  R14  R15  R16
               [ ]  [ ]  [ ]  [ ]  [ ]  [ ]  [ ]  [ ]

Stock            S  empty
Waste            W  empty"""

HOFFMANN = """\
Foundations     F1   F2   F3   F4   F5   F6   F7   F8
                A♣   A♣   A♦   A♦   A♥   A♥   A♠   A♠

Columns         T1   T2   T3   T4   T5   T6   T7   T8
                K♥  [ ]  [ ]  [ ]  [ ]  [ ]  [ ]   9♠

Stock            S  1 card, after 2 redeals
Waste            W  12 cards, the top last: … 5♣ 6♣ 7♣ 8♣ 9♣ 10♣ J♣ Q♣"""

RUSSIAN = """\
Foundations     F1   F2   F3   F4   F5   F6   F7   F8
               [ ]  [ ]  [ ]  [ ]  [ ]   7♥  [ ]  [ ]

Columns         T1   T2   T3   T4   T5   T6   T7   T8   T9  T10
               [ ]   K♦  [ ]  [ ]  [ ]  [ ]  [ ]  [ ]  [ ]  ▒▒▒
                     Q♦                                      4♣"""


CANFIELD = """\
Foundations     F1   F2   F3   F4
               [ ]  [ ]  [ ]   J♦

Reserve         R1
               ▒▒▒
               ▒▒▒
                Q♣

Columns         T1   T2   T3   T4
                K♠   2♠   3♥   K♥
                Q♥

Stock            S  2 cards
Waste            W  3 cards, the top last: 9♦ Q♦ J♠"""

FREECELL = """\
Foundations     F1   F2   F3   F4
               [ ]  [ ]  [ ]  [ ]

Cells           R1   R2   R3   R4
               [ ]   5♣  [ ]  [ ]

Columns         T1   T2   T3   T4   T5   T6   T7   T8
                9♥  [ ]  [ ]  [ ]  [ ]  [ ]  [ ]  [ ]
                8♠"""


def test_many_columns_stand_in_rows_of_about_the_same_length():
    drawn = draw(deal_seed(tables_for("house-in-the-wood"), "1").opening)
    rows = [line.split() for line in drawn.splitlines() if " T" in line]
    assert [len(row) - (row[0] == "Columns") for row in rows] == [11, 12, 12]
    assert rows[-1][-1] == "T35"


def test_rows_of_a_game_stand_as_they_lie():
    drawn = draw(deal_seed(tables_for("double-blue-moon"), "1").opening).splitlines()
    assert [line.split()[-1] for line in drawn if " T" in line] == [f"T{14 * row}" for row in range(1, 9)]
    assert max(map(len, drawn)) == 80


@pytest.mark.parametrize(
    ("variant", "piles", "redeals", "board"),
    [
        (
            "canfield",
            "F4: JD; R1: (2C 3C) QC; T1: KS QH; T2: 2S; T3: 3H; T4: KH; S: 4C 4D; W: 9D QD JS",
            0,
            CANFIELD,
        ),
        ("freecell", "R2: 5C; T1: 9H 8S", 0, FREECELL),
        ("rouge-et-noir", "F1: AH 2D; F5: RUN; T1: (5C TD) KH QC; T3: TH; T10: (2S) 9D; S: 3C 4C", 0, ROUGE),
        (
            "royal-rendezvous",
            "F1: AC; F2: AD 2D 3D; F3: AH; F4: AS; F5: AC; F6: AD; F8: AS; F9: 2C; F10: 2D; F11: 2H; "
            "F12: 2S 4S 6S 8S TS; R1: KC; R8: TH; R16: 4S; W: 9C",
            0,
            ROYAL,
        ),
        ("pysolfc-royal-rendezvous", "F2: KS; F5: AC; F6: AS; F16: AD 3D 5D 7D 9D JD", 0, PYSOLFC_ROYAL),
        (
            "rouge-et-noir-hoffmann",
            "F1: AC; F2: AC; F3: AD; F4: AD; F5: AH; F6: AH; F7: AS; F8: AS; T1: KH; T8: 9S; S: 5D; "
            "W: AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC",
            2,
            HOFFMANN,
        ),
        ("double-russian", "F6: AH 2H 3H 4H 5H 6H 7H; T2: KD QD; T10: (JS) 4C", 0, RUSSIAN),
    ],
)
def test_board(variant, piles, redeals, board):
    position = lay(variant, piles)
    position.redeals = redeals
    assert draw(position) == board


def test_one_redeal_is_singular():
    position = lay("rouge-et-noir-hoffmann", "T1: KH")
    position.redeals = 1
    assert "Stock            S  empty, after 1 redeal\n" in draw(position)


def test_red_cards_are_red_and_backs_and_empty_piles_dim():
    drawn = draw(lay("rouge-et-noir-hoffmann", "F3: AD; T1: (2H) KC; W: QH QS"), colored=True)
    assert "   \x1b[31mA♦\x1b[0m" in drawn
    assert "\x1b[31mQ♥\x1b[0m Q♠" in drawn
    assert "  \x1b[2m▒▒▒\x1b[0m" in drawn
    assert "  \x1b[2m[ ]\x1b[0m" in drawn
    assert "   K♣" in drawn
    assert "2♥" not in drawn


def test_every_deal_fits_in_80_columns_and_names_every_pile_once():
    for tables in map(tables_for, VARIANTS):
        drawn = draw(deal_seed(tables, "4711").opening)
        assert max(map(len, drawn.splitlines())) <= 80, tables.variant.id
        words = drawn.split()
        assert [words.count(name) for name in tables.names] == [1] * len(tables.names), tables.variant.id


def test_the_widest_waste_fits_in_80_columns():
    drawn = draw(lay("rouge-et-noir-hoffmann", f"W: {'TC ' * 103}TC"))
    assert max(map(len, drawn.splitlines())) <= 80
