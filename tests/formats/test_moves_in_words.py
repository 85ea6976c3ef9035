"""Moves and boards as programs and people write them: a short game of deal 1 or 24 in each way of writing.

The ways are those of programs on GitHub whose own samples were tried, and win: p-sun (README), NikosNtoufas
(n13: 4 of 5), ChristosDeretzis (all 12), alaatm (README) and macroxue (99001 to 99012). Of a checker,
of jerrylemin and lonelybot, first moves; of freecell-rs, K-Konstantinidis and whitevegagabriel, boards. Of
some thirty further programs, what their sources print for a move.
"""

import json
import re
import unicodedata
from itertools import islice

import pytest

from patience.cards import CODES
from patience.compilation.compiled_rules import tables_for
from patience.formats.autoplay import Autoplay
from patience.formats.board_lines import card_reader, is_board_line
from patience.formats.foreign_boards import read_board_of
from patience.formats.foreign_logs import DealName, read_log
from patience.formats.plain_text import BEFORE_LINE
from patience.formats.position_logs import ForeignLogError
from patience.formats.written_logs import write_log
from patience.play.dealing import deal_board, deal_seed
from patience.play.position_text import write_piles
from tests.conftest import FIXTURES
from tests.engine.test_foreign_logs import MS24

FREECELL = tables_for("freecell")
BOARD = write_piles(deal_seed(FREECELL, "24").opening)
COLUMNS = [line.split() for line in MS24.splitlines()]
ROWS = [[column[row] for column in COLUMNS if row < len(column)] for row in range(7)]
SYMBOLS = str.maketrans("CDHS", "♣♦♥♠")
OUTLINES = str.maketrans("CDHS", "♧♢♡♤")
RANK_NAMES = {"A": "ACE", "T": "TEN", "J": "JACK", "Q": "QUEEN", "K": "KING"}
RANKS = {"A": 0, "T": 9, "J": 10, "Q": 11, "K": 12}


def from_zero(card: str) -> str:
    return f"{card[1]}{RANKS.get(card[0], int(card[0]) - 1 if card[0].isdigit() else 0)}"


def in_numbers(card: str) -> str:
    rank = RANKS.get(card[0])
    return f"{card[0] if rank is None else rank + 1}{card[1]}"


SUIT_NAMES = {"C": "Clubs", "D": "diamonds", "H": "Hearts", "S": "Spades"}


def picture(card: str) -> str:
    """Return a card as Unicode has it: the Knight comes before the Queen."""
    rank = RANK_NAMES.get(card[0]) or unicodedata.name(card[0]).removeprefix("DIGIT ")
    return unicodedata.lookup(f"PLAYING CARD {rank} OF {SUIT_NAMES[card[1]].upper()}")


def lines_of(piles: list[list[str]], between: str = " ") -> str:
    return "".join(f"{between.join(pile)}\n" for pile in piles)


@pytest.mark.parametrize(
    "text",
    [
        lines_of([["cascade:", *column] for column in COLUMNS]),
        "foundations:\n\n" + lines_of([["Cascade", "1:", *column] for column in COLUMNS]) + "\nfreecells:\n",
        lines_of(ROWS),
        lines_of(ROWS, "\t").translate(SYMBOLS).replace("T", "10") + "\n",
        " ".join(card for row in ROWS for card in row),
        lines_of([[from_zero(card) for card in column] for column in COLUMNS]),
        *(lines_of(COLUMNS, between) for between in (",", "; ", " | ", "")),
        "".join(f"| {' | '.join(row)} |\n" for row in ROWS),
        *(write(pile) for write in (json.dumps, str) for pile in (COLUMNS, {"tableau": COLUMNS})[:1]),
        json.dumps({"tableau piles": COLUMNS}).lower(),
        *("".join(f"{at}{sign} {' '.join(pile)}\n" for at, pile in enumerate(COLUMNS, 1)) for sign in ":.)"),
        f"MS FreeCell #24\n{MS24}",
        f"5\n4\n13\n8\n4\n2\n{MS24}",
        f"// mine\n1 2 3 4 5 6 7 8\n{lines_of(ROWS)}",
        lines_of([row + ["--"] * (8 - len(row)) for row in ROWS]),
        lines_of(
            [[f"{card[0]} of {SUIT_NAMES[card[1]]}".replace("T ", "Ten ") for card in row] for row in ROWS],
            ", ",
        ),
        *(MS24.replace("T", ten) for ten in ("0", "1")),
        *(MS24.replace("A", "1").replace("T", ten) for ten in ("T", "10")),
        lines_of(COLUMNS, "").replace("T", "1"),
        lines_of([[card[::-1] for card in pile] for pile in COLUMNS]).replace("T", "1"),
        *(
            between.join(lines_of(piles).splitlines())
            for between in ("; ", ";", " | ", " / ", ", ", "\\n")
            for piles in (COLUMNS, ROWS)
        ),
        *(
            f"Foundations: H-0 C-0 D-0 S-0{end}Freecells:{end}"
            + end.join(f": {line}" for line in MS24.splitlines())
            for end in (" ", "; ")
        ),
        "".join(f"<tr><td>{'</td><td>'.join(row)}</td></tr>" for row in ROWS),
        MS24.replace("S", "&spades;")
        .replace("H", "&hearts;")
        .replace("D", "&diams;")
        .replace("C", "&clubs;"),
        lines_of([[picture(card) for card in pile] for pile in COLUMNS], ""),
        lines_of([[card for row in ROWS for card in row][at : at + 13] for at in range(0, 52, 13)]),
        "--- Original Board ---\nFree Cells: - - - -\nFoundations: 0♣ 0♢ 0♡ 0♠\nColumns:\n"
        + lines_of(
            [[f"<{number}>", *map(in_numbers, column)] for number, column in enumerate(COLUMNS)]
        ).translate(OUTLINES),
    ],
)
def test_boards_as_programs_print_them(text):
    assert deal_board(FREECELL, read_board_of(text, FREECELL)).board == BOARD


def test_headings_over_rows():
    """The places of cells and foundations are not cards, nor are the numbers of columns."""
    rows = "".join(f"  {'  '.join(row)}\n" for row in ROWS)
    for heading in (
        " _   _   _   _  |  _   _   _   _\n ------\n\n",
        "*** Game #24 ***\n\na  b  c  d  ♣  ♦  ♥  ♠\n",
    ):
        assert (
            deal_board(FREECELL, read_board_of(f"{heading}{rows}1  2  3  4  5  6  7  8\n", FREECELL)).board
            == BOARD
        )


KLONDIKE_DECK = (
    "092054023042061044011043122063014053021101104093123032133024103111082072124051"
    "083102134041084033081022074062052121064114071031034132073131094091012113013112"
)
KLONDIKE_TABLE = """Foundations: H-0 C-0 D-0 S-0
Talon: ==> KS 4C 8S 3H 8C 2D 7S 6D 5D QC 6S JS 7C 3C 3S KD 7H KC 9S 9C AD JH AH JD <==
: 9D
: <5S> 4H
: <2H> <QD> TC
: <4D> <6H> <TS> KH
: <6C> <AS> <9H> <2S> 8D
: <4S> <5H> <QH> <TH> <7D> 5C
: <AC> <2C> <3D> <JC> <QS> <8H> TD
"""
"""A deck and the table that Klondike-Solver prints of it, from issue 5 of ShootMe/Klondike-Solver."""


def test_tables_of_a_whole_pack_are_dealt():
    tables = tables_for("klondike")
    dealt = deal_board(tables, read_board_of(KLONDIKE_DECK, tables)).board
    plain_table = KLONDIKE_TABLE.replace("<", " ").replace(">", " ").replace("=", " ")
    columns, stock = plain_table.split(":")[3:], plain_table.split(":")[2].rpartition("\n")[0]
    for text in (KLONDIKE_TABLE, "".join([*columns, stock])):
        assert deal_board(tables, read_board_of(text, tables)).board == dealt


def test_the_table_before_moves_of_klondike_is_the_deal():
    """The log of issue 5 begins so: 8S goes onto 9D, and both onto TC."""
    text = f"{KLONDIKE_TABLE}\nSolved in 131 moves. Took 127612 ms.\nDR1 W1 13-2\n"
    for told in (text, f'> KlondikeSolver64.exe /DC 3 /D "{KLONDIKE_DECK}" /MOVES /OUT 1\n{text}'):
        game = read_log("klondike-solver", told.encode(), DealName("klondike", {"draw": "three"}))
        assert game.moves == ["draw", "W-T1", "T1-T3x2"]


@pytest.mark.parametrize(("variant", "rows"), [("pyramid", range(1, 8)), ("three-peaks", (3, 6, 9, 10))])
def test_a_pack_is_dealt_row_by_row(variant, rows):
    """As solitaire-player gives decks, on a line or in rows, the stock last and its next card first."""
    tables = tables_for(variant)
    cards = [f"{rank}{suit}" for suit in "cdhs" for rank in "A23456789TJQK"]
    left = iter(cards)
    lines = [" ".join(islice(left, row)) for row in rows] + [" ".join(left)]
    for text in ("\n".join(lines), " ".join(cards), "".join(cards)):
        position = deal_board(tables, read_board_of(text, tables)).opening
        assert [CODES[position.cards(pile)[0]].upper() for pile in tables.columns] == [
            card.upper() for card in cards[: len(tables.columns)]
        ]
        stock = [CODES[card] for pile in (tables.waste, tables.stock) for card in position.cards(pile)[::-1]]
        assert stock == [card.upper() for card in cards[len(tables.columns) :]]


@pytest.mark.parametrize(
    ("variant", "text", "said"),
    [
        ("pyramid", "6D\n5H AH\n", "A board of pyramid in lines is the whole pack in the order of dealing"),
        (
            "golf",
            "\n".join(["2H 9H"] * 7 + ["", "3S 4S"]),
            "Line 9: golf has 7 columns. The cards of another pile",
        ),
    ],
)
def test_boards_that_are_not_whole(variant, text, said):
    with pytest.raises(ForeignLogError, match=re.escape(said)):
        read_board_of(text, tables_for(variant))


def test_a_text_of_several_games():
    text = b"[= Starting file a =]\nSolved!\n\n[= Starting file b =]\nSolved!\n"
    with pytest.raises(ForeignLogError, match=r"Line 4 begins another game\. Import each game by itself"):
        read_log("black-hole-solver", text)


def test_a_line_longer_than_four_packs_is_not_of_a_board():
    """Expressions for lines of boards may take the square of their length."""
    read = card_reader("")
    assert is_board_line("=" * 1_000, read)
    assert is_board_line(" ".join(["10C"] * 208), read)
    assert not is_board_line("=" * 1_001, read)


def test_what_comes_before_a_move_is_in_its_line():
    """If it crossed lines, a search from each of many empty lines would pass all others again."""
    for before, end in (("  - 1. ", 7), ("Move 12: ", 9), ("\n\n1. ", 0), ("1.\n", 2)):
        found = BEFORE_LINE.match(f"{before}6a")
        assert found
        assert found.end() == end


def test_foundations_by_their_top_cards():
    """A column that is not listed is empty, and so is a foundation."""
    text = "foundations: TC QS KH TD\n\ncascade: KD KC QC JC\ncascade: KS QD JD\n"
    position = deal_board(FREECELL, read_board_of(text, FREECELL)).opening
    assert [len(position.cards(pile)) for pile in FREECELL.foundations] == [10, 12, 13, 10]
    assert [len(position.cards(pile)) for pile in FREECELL.columns] == [4, 3, 0, 0, 0, 0, 0, 0]


# Column 6 of deal 1 ends with AS AC 2C 3D.
SHORT = ["T6-R1", "T6-R2", "T6-F", "T6-F", "R2-F"]
WAYS = {
    "numbered, from 1": """
Move 1: Move card from Cascade 6 to Free Cell 1
Move 2: Move card from Cascade 6 to Free Cell 2
Move 3: Move card from Cascade 6 to C Foundation
Move 4: Move card from Cascade 6 to S Foundation
Move 5: Move card from Free Cell 2 to C Foundation
""",
    "columns from 0": """
>>> 0) Move Column5 3♢ => FreeCell
>>> 1) Move Column5 2♧ => FreeCell
>>> 2) Automove Column5 1♧ => Foundation
>>> 3) Automove Column5 1♤ => Foundation
>>> 4) Automove FreeCell 2♧ => Foundation
""",
    "ranks from 0": """Solution Length: 5
\x03move card D2 to Free cell
move 1 cards( C1 ) to Free cell
move card C0 to Foundation
move card S0 to Foundation
move card C1 to Foundation
""",
    "orders": """5
freecell D2
freecell C1
foundation C0
foundation S0
foundation C1
""",
    "commands": """
free 3d
free 2c
sort ac
sort as
sort 2c
""",
    "arrows": """
Move 3♦ → free cell 1
Move 2♣ → free cell 2
Move A♣ → foundation
Move A♠ → foundation
2C -> foundation
""",
    "prose": """Here it is.

1. Put the card 3D on a free cell.
2. Moved 2C to an empty cell
3. Move AC to the foundations
4. Move AS from column 6 to home
5. Move 2C from cell 2 to the club foundation

Done.
""",
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("format_", ["words", "freecell"])
def test_moves_in_words(way, format_):
    game = read_log(format_, WAYS[way].encode(), DealName(seed="1", autoplay=Autoplay.NONE))
    assert game.moves == SHORT


# What programs print, of FreeCell's deal 1: 3D and 2C lie on top of column 6.
PRINTED = """
T6 -> FC1                                    | C6 -> F1, C6 -> F2, C6 -> H, C6 -> H, F2 -> H
T6->C1 T6->C2 T6->F T6->F C2->F              | T6-FC1
(T6, FC1)                                    | m T6 FC1
3D: T6 -> FC1                                | 3D T6 -> FC
C6->FC1, C6->FC2, C6->F1, C6->F4, FC2->F1    | c6 -> r1
column six to cell one                       | Move the 3D from the sixth column to the first cell
6th column -> free cell                      | 6 to freecell
Move 3D from Tableau 5 to FreeCell 0         | Tableau 5 to Freecell 0
Move 3D from Column 6 up to FreeCell 1       | Move a card from Tableau 6 to a Freecell.
Move 1 card(s) from column 6 to cell 1       | Command: MOVE 1 card(s) from column 6 to cell 1
Move top card from Tableau 6 to FreeCell 1.  | Move the card "3D" from cascade 6 to swap cell. (*)
Hint: Move card 3D from tableau 6 to cell 1. | Moving card from Tableau Pile 6 to FreeCell 1
T6 -> a                                      | from 6 to a
move 6 a                                     | mv 6 a
Col 6 -> Cell 1                              | 3D from 6 to a
3D: 6 => Cell                                | Move 3D from 6 to a
Move D3 from tableau 6 to freecell 1         | Move one card (starting with 3D) from Tableau 6 to cell 1
Drag 3D from column 6 to freecell 1          | Take 3D off column 6 and put it in a free cell
move 3D from tableau[5] to freecell[0]       | tableau_5 -> freecell_0
"""


@pytest.mark.parametrize("text", re.split(r"\s*[|\n]\s*", PRINTED.strip()))
@pytest.mark.parametrize("format_", ["words", "freecell"])
def test_moves_as_programs_print_them(text, format_):
    moves = read_log(format_, text.encode(), DealName(seed="1", autoplay=Autoplay.NONE)).moves
    assert moves == (SHORT if "," in text.replace("(T6,", "") or ">C2" in text else SHORT[:1])


# Deal 3 of Klondike begins with AC on the waste, AD on column 5, 7C on column 6 and 8D on column 1.
KLONDIKE = {
    "T6-T1": """
T6 -> T1 | T6-T1 | T6 > T1 | T6 to T1 x1 | c6 -> c1 | S6 -> S1 | P6 => P1 | from 6 to 1 | 7C: T6 -> T1
Move: 1 from 5->0 | tableau[5] -> tableau[0] | moving 1 card(s) from column 6 to 1 | T6: 7C -> T1
6 -> 1 | 5 -> 0 | Move 6 -> 1 | Move: 5 -> 0 | move 6 1 | mv 6 1 | 6>1 | 7C: 6 => 1 | 1. 6 -> 1
build 7c 8d | build 7c on 8d
Moved 1 cards from tableau 6 to tableau 1 | Move top 1 cards from Tableau 6 to Tableau 1.
""",
    "W-F": """
W -> F | W to F1 | W -> H | Move card from Waste to Foundation. | Move AC from waste to Foundation Clubs
Moved card from waste to foundation F1 | Move AC to Foundation ♣ | Move A♣ from waste pile to foundation pile
""",
    "draw": """
S -> W | Draw from stock | Draw card from Stock or recycle Waste | Flip top card from Stock to Waste.
Draw card from stock to waste | DRAW from stockpile | Stock pile to waste pile | turn over the next card
""",
}


@pytest.mark.parametrize(
    ("move", "text"),
    [(move, text.strip()) for move, texts in KLONDIKE.items() for text in re.split("[|\n]", texts.strip())],
)
def test_moves_of_klondike_as_programs_print_them(move, text):
    assert read_log("words", text.encode(), DealName("klondike", seed="3")).moves == [move]


@pytest.mark.parametrize("between", ["; ", ";", ", ", " | ", " / ", "\\n", " "])
def test_a_solution_of_fc_solve_on_one_line(between):
    for form in ("", "-standard"):
        text = (FIXTURES / "logs" / f"fc-solve-24{form}.txt").read_text("utf-8").strip()
        want = read_log("fc-solve", text.encode(), DealName(seed="24")).moves
        for format_ in ("fc-solve", "freecell"):
            data = between.join(text.splitlines()).encode()
            assert read_log(format_, data, DealName(seed="24", autoplay=Autoplay.NONE)).moves == want


def test_a_card_that_the_player_turns_up_is_no_move_where_the_rules_turn_it():
    deal = DealName("klondike", seed="3")
    assert read_log("words", b"T6 -> T1\nFlip card on tableau 6\nT5 -> F", deal).moves == ["T6-T1", "T5-F"]
    with pytest.raises(ForeignLogError, match="Move 1, Flip tableau 6: no card of T6 can go to T6"):
        read_log("words", b"Flip tableau 6", deal)


def test_moves_of_other_games_as_programs_print_them():
    spider = b"moving 1 card(s) from column 9 to 1; dealing one card onto every column"
    assert read_log("words", spider, DealName("spider", seed="1")).moves == ["T9-T1", "deal"]
    # A group of Yukon begins with any card: 7C of column 2 goes onto 8D.
    for text in (
        "Move the 4 cards 7C from pile 2 to pile 1",
        "7C -> T1",
        "T2 -> T1 (4 cards)",
        "7C: T2 -> T1 x4",
    ):
        assert read_log("words", text.encode(), DealName("yukon", seed="2")).moves == ["T2-T1x4"]


@pytest.mark.parametrize(
    "text",
    [
        "3D: 6 => Cell\n2C: 6 => Cell\nAC: 6 => C\nAS: 6 => S\n2C: Cell => C",
        "T6 -> a\nT6 -> b\nT6 -> h\nT6 -> h\nb -> h",
        "Move 3D, 2C to free cells\nMove AC and AS to the foundations\nMove 2C to the foundations",
        "Move 2 cards from column 6 to cells\nMove 2 cards from column 6 to the foundations\ncell b -> home",
    ],
)
@pytest.mark.parametrize("format_", ["words", "freecell"])
def test_piles_by_their_letters_and_several_cards_in_a_sentence(text, format_):
    assert read_log(format_, text.encode(), DealName(seed="1", autoplay=Autoplay.NONE)).moves == SHORT


def test_a_sequence_goes_to_its_foundation_as_a_whole_where_it_must():
    """Simple Simon takes thirteen cards at once. FreeCell takes one after the other."""
    homes = (
        f"F{pile}={''.join(rank + suit for rank in 'A23456789TJQK')}" for pile, suit in enumerate("SHD", 2)
    )
    dealt = DealName(position=f"freecell;T1=2CAC;T2=KCQCJCTC9C8C7C6C5C4C3C;{';'.join(homes)}")
    text = b"Move 2 cards from column 1 to the foundations\nMove 11 cards from column 2 to the foundations"
    assert read_log("words", text, dealt).moves == ["T1-F", "T1-F", *["T2-F"] * 11]
    with pytest.raises(ForeignLogError, match=r"Move 1, .*: no card of T1 can go to F"):
        read_log("words", b"Move 3 cards from column 1 to the foundations", dealt)


def test_piles_are_counted_as_the_moves_permit():
    """7C of column 6 goes onto 8D of column 5. A text without a pile 0 may count from 0 all the same."""
    for text in ("Move 7C from column 6 to column 5", "Move 7C from stack 5 to stack 4"):
        assert read_log("words", text.encode(), DealName(seed="24")).moves == ["T6-T5"]


def test_orders_to_stacks():
    """They name the card that a card goes onto, or that it goes to an empty column, as source or newstack."""
    end = (
        "freecell;T1=KCQSJH;T2=KSQC;F1=AC2C3C4C5C6C7C8C9CTCJC;F2=AS2S3S4S5S6S7S8S9STS;"
        "F3=AH2H3H4H5H6H7H8H9HTH;F4=AD2D3D4D5D6D7D8D9DTDJDQDKD;R1=QH;R2=KH;R3=JS"
    )
    dealt = DealName(position=end, autoplay=Autoplay.NONE)
    orders = "source H13\nstack S12 H13\nnewstack S11\nfreecell C13\nfoundation H11\n"
    assert read_log("words", orders.encode(), dealt).moves == ["R2-T3", "T1-T3x2", "R3-T4", "T1-R2", "T3-F"]
    with pytest.raises(ForeignLogError, match="Move 1, stack H11 C12: no card of T1 can go to T2"):
        read_log("words", b"stack H11 C12", DealName(position=end.replace("KSQC", "QCKS")))


@pytest.mark.parametrize(
    "text",
    [
        "Move the Three of Diamonds from column 6 to cell 1\nMove the 2 of Clubs to cell 2",
        "Move 3D to free cell A\nMove 2C to free cell B",
        "3D: column 6 -> cell 1\n2C: column 6 -> cell 2",
        "3D goes to a free cell\n2C goes to a free cell\n",
        "step,move\n1,Move 3D to cell 1\n2,Move 2C to cell 2\n",
        '["Move 3D to cell 1", "Move 2C to cell 2"]',
        "<ol><li>Move 3&diams; to cell 1</li><li>Move 2&clubs; to cell 2</li></ol>",
        "Move 3D to cell 1; Move 2C to cell 2\n# mine\n",
    ],
)
def test_moves_in_words_as_people_bring_them(text):
    assert read_log("words", text.encode(), DealName(seed="1", autoplay=Autoplay.NONE)).moves == SHORT[:2]


def test_the_board_before_the_moves_is_the_deal():
    text = lines_of(ROWS, "\t").translate(SYMBOLS) + "\n\nSolution for Game 24\n====\nStates explored: 94\n\n"
    game = read_log("freecell", f"{text}Move 1: Move card from Cascade 4 to S Foundation\n".encode())
    assert (game.deal.board, game.moves) == (BOARD, ["T4-F"])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "Move 3D to cell 1\nShift 2C to cell 2\nMove AC to foundation",
            "Line 2, 'Shift 2C to cell 2', is not",
        ),
        ("T6 -> FC1\nT6 -> X9", "Line 2, 'T6 -> X9', is not a move in words"),
        ("T6 -> FC1 T6 -> FC9", "Move 2, T6 -> FC9: freecell does not have a pile R9"),
        ("Move 3D to cell 1\nMove 2C to the moon", "Line 2, 'Move 2C to the moon', is not a move in words"),
        ("Swap 3D => 2C\nMove 3D to cell 1", "Line 1, 'Swap 3D => 2C', is not a move in words"),
        (
            "Move 2C from column 6 to cell 1",
            "no card of T6 can go to R1",
        ),
        ("Move card to cell 1", "Line 1, 'Move card to cell 1', is not a move in words"),
        ("Move KD to cell 1", "no card of T1 can go to R1"),
        ("Redeal", "a redeal is illegal here"),
        ("\n(6, 1)\n", "has no move in the format words. Line 2 is '(6, 1)'."),
        ("Move 2C, 3D to cells", "Move 1, move 2C to cells: no card of T6 can go to R1"),
    ],
)
def test_what_is_not_a_move_in_words(text, said):
    with pytest.raises(ForeignLogError, match=re.escape(said)):
        read_log("words", text.encode(), DealName("freecell", seed="1", autoplay=Autoplay.NONE))


def test_a_game_of_freecell_that_counts_from_zero():
    """Its programs write column 0, and the number of cards in braces; deal 1 again."""
    dealt = DealName(autoplay=Autoplay.NONE)
    assert read_log("freecell", b"#1\n5a5b5h5hbh0c", dealt).moves == [*SHORT, "T1-R3"]
    assert read_log("freecell", b"#1\n5a{1}0c", dealt).moves == ["T6-R1", "T1-R3"]
    with pytest.raises(ForeignLogError, match="Move 2, 04v2: no card of T1 can go to T5"):
        read_log("freecell", b"#1\n5a04{2}", dealt)


@pytest.mark.parametrize("format_", ["words", "lonelybot", "klon"])
@pytest.mark.parametrize("draw", ["one", "three"])
def test_klondike_comes_back(format_, draw):
    """The stock is drawn through twice, so lonelybot's sign for a draw turns the waste over as well."""
    deal = deal_seed(tables_for("klondike", {"draw": draw}), "7")
    tokens = ["draw"] * (23 if draw == "one" else 7) + ["redeal", "draw"]
    text = write_log(format_, deal, tokens)
    dealt = DealName("klondike", {"draw": draw}, seed="7")
    assert read_log(format_, text.encode(), dealt).moves == tokens


def test_moves_of_lonelybot():
    """Deal 3 of Klondike begins with AC on the waste. The line before the moves is in another notation."""
    text = "Solvable in 9 moves\n\nPS A♦, R 7♣,\n\nA♦:5▸♦  A♣:D▸♣  7♣:6▸1  =\n"
    game = read_log("lonelybot", text.encode(), DealName(seed="3"))
    assert game.moves == ["T5-F", "W-F", "T6-T1", "draw"]
    assert write_log("lonelybot", game.deal, game.moves) == "A♦:5▸♦  A♣:D▸♣  7♣:6▸1  ="
    for words, said in (
        ("8♦:6▸1", "Move 1, 8♦:6▸1: the card of T6 is 7C, not 8D"),
        ("7♣:6▸8", "Line 1, '7\\u2663:6\\u25b88', is not a move of lonelybot: expected = or 8♥:1▸4"),
        (" ".join("=" * 24 + "="), "neither a draw nor a redeal is legal here"),
    ):
        with pytest.raises(ForeignLogError, match=re.escape(said)):
            read_log("lonelybot", words.encode(), DealName("klondike", {"redeals": 0}, seed="3"))


@pytest.mark.parametrize("home", ["5E", "5E0B"])
def test_the_log_of_klon(home):
    """Deal 3 of Klondike begins with AD on column 5, AC on the waste, 7C on column 6 and 8D on column 1."""
    text = f"# game 7\n{home}\n5D\nW0A\n6F1\n6E\nDD\n"
    dealt = DealName("klondike", {"draw": "one"}, seed="3")
    game = read_log("klon", text.encode(), dealt)
    assert game.moves == ["T5-F", "W-F", "T6-T1", "draw"]
    assert write_log("klon", game.deal, game.moves) == "5E0B\n5D\nW0A\n6F1\n6E\nDD\n"
    for log, said in (
        ("6G1", "Move 1, 6G1: no card of T6 can go to T1"),
        ("6E1", "Move 1, 6E1: no card of T6 can go to T1"),
        ("5E\n5D\n5D", "Move 3, 5D: no card of T5 can go to F"),
        ("DD\n8A", "Word 2, '8A', is not a move of klon: expected DD, 7G3, 7F or W0A"),
    ):
        with pytest.raises(ForeignLogError, match=re.escape(said)):
            read_log("klon", log.encode(), dealt)
    with pytest.raises(ForeignLogError, match="Move 2, F4-T6: klon has no such move"):
        write_log("klon", deal_seed(tables_for("klondike"), "9"), ["T7-F4", "F4-T6"])


def test_klon_draws_three_cards():
    game = read_log("klon", b"DD\n", DealName(seed="3"))
    assert dict(game.deal.tables.options)["draw"] == "three"


def test_cards_that_leave_a_pyramid():
    """The deck is solitaire-player's first. Its last row is 5S 4C QC JH KC KH 3C, its stock 3S 9C AS …"""
    text = b"Remove [Kc] ([R7 C5])\nRemove K\xe2\x99\xa5\nDraw\nMatch 9c with 4c\n5. Removed Jh and 2h.\n"
    deck = (
        "6d 5h Ah Jd 4s Ks 6s 8c 2h 4d 9s Kd 6c Ad 8s Ac 5c 9d 7h 3h 8d 5s 4c Qc Jh Kc Kh 3c "
        "3s 9c As 5d Qh Ts 4h 7s Td 9h Th 7c 8h 2c 7d Tc 2d 6h 2s Js Qd 3d Qs Jc"
    )
    dealt = DealName("pyramid", position=deck)
    with pytest.raises(ForeignLogError, match=r"Move 5, Removed Jh and 2h: no card of T25 can go to T9"):
        read_log("words", text, dealt)
    game = read_log("words", text.rpartition(b"5.")[0], dealt)
    assert game.moves == ["T26-F", "T27-F", "draw", "T23-S"]
    assert write_log("words", game.deal, game.moves) == (
        "1. Remove K♣\n2. Remove K♥\n3. Draw\n4. Remove 4♣ and 9♣\n"
    )


def test_spider_is_said_in_words():
    """Its deal is a word, and of two equal cards the one in the named column is meant."""
    deal = deal_seed(tables_for("spider"), "1")
    assert write_log("words", deal, ["deal"]) == "1. Deal\n"
    text = b"Move 7C from column 9 to column 1\nDeal row\n"
    assert read_log("words", text, DealName("spider", seed="1")).moves == ["T9-T1", "deal"]


@pytest.mark.parametrize(
    ("format_", "variant", "token", "said"),
    [
        ("lonelybot", "freecell", "T6-R1", "has klondike alone, not freecell"),
        ("words", "montana", "T49-T24", "has games of columns, cells, waste and foundations, and of pairs"),
    ],
)
def test_what_words_cannot_say(format_, variant, token, said):
    with pytest.raises(ForeignLogError, match=re.escape(said)):
        write_log(format_, deal_seed(tables_for(variant), "3" if variant == "montana" else "7"), [token])
