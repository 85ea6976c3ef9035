"""Logs of other programs: solutions that fc-solve and MinimalKlondike's README print, and hostile texts."""

import json
import re

import pytest

from patience.compilation.compiled_rules import tables_for
from patience.formats.autoplay import Autoplay, possible_moves
from patience.formats.dialects import board_of_seed
from patience.formats.foreign_logs import LONGEST, DealName, read_log
from patience.formats.freecell_notation import to_freecell
from patience.formats.klondike_solver import to_klondike_solver
from patience.formats.minimal_klondike import to_minimal_klondike
from patience.formats.position_logs import ForeignLogError
from patience.play.board import Board
from patience.play.dealing import deal_board, deal_position, deal_seed
from patience.play.legality import check
from patience.play.position_text import write_piles, write_position
from patience.play.replay import GameLog, replay
from tests.conftest import FIXTURES, read_games

FREECELL = deal_seed(tables_for("freecell"), "1").opening
PUBLISHED = list(
    map(json.loads, (FIXTURES / "logs" / "freecell-published.jsonl").read_text("utf-8").splitlines())
)


def moves_of(text, seed="1", variant="freecell", autoplay=None, notation="freecell"):
    return read_log(notation, text.encode(), DealName(variant, seed=seed, autoplay=autoplay)).moves


@pytest.mark.parametrize("seed", ["1", "24", "617"])
def test_solutions_of_fc_solve_win(seed):
    """Debian's fc-solve 5.0.0 printed both: ``-p -t -sam``, and ``-snx -sam`` for the standard notation."""
    deal = deal_seed(tables_for("freecell"), seed)
    spoken, standard = (
        moves_of((FIXTURES / "logs" / f"fc-solve-{seed}{form}.txt").read_text("utf-8"), seed)
        for form in ("", "-standard")
    )
    assert spoken == standard
    assert replay(GameLog(deal, tuple(spoken))).outcome == "won"
    written = to_freecell(spoken, deal.opening)
    assert moves_of(written, seed) == spoken


@pytest.mark.parametrize("published", PUBLISHED, ids=lambda published: published["deal"])
def test_published_solutions_win(published):
    """Microsoft's rule for two catalogues and FreeCell Pro, every card for a third; one has every move."""
    text = f"#{published['deal']} {published.get('note', '')}\n{published['moves']}"
    game = read_log("freecell", text.encode())
    assert game.autoplay == published["autoplay"]
    assert replay(GameLog(game.deal, tuple(game.moves))).outcome == "won"
    written = to_freecell(game.moves, game.deal.opening, autoplay=game.autoplay)
    again = read_log(
        "freecell",
        written.encode(),
        DealName("", dict(game.deal.tables.options), game.deal.seed, None, game.autoplay),
    )
    assert again.moves == game.moves


def test_a_log_is_read_by_the_first_rule_that_fits():
    """Deal 1: 3D and 2C go to cells, and Microsoft's program takes AC, AS and 2C by itself."""
    assert moves_of("6a 6b") == ["T6-R1", "T6-R2", "T6-F", "T6-F", "R2-F"]
    assert moves_of("6a 6b", autoplay=Autoplay.NONE) == ["T6-R1", "T6-R2"]
    assert moves_of("6a 6b 6h") == ["T6-R1", "T6-R2", "T6-F"]
    with pytest.raises(ForeignLogError, match="Move 3, 6h: no card of T6 can go to F"):
        moves_of("6a 6b 6h", autoplay=Autoplay.MICROSOFT)
    with pytest.raises(
        ForeignLogError, match="Move 2, 68: no card of T6 can go to T8, whichever automatic moves"
    ):
        moves_of("6a 68 6h")


SAFE = (
    "freecell;T1=KCQCJCTC9C8C7C6C5C4C;T2=KDQDJDTD9D8D7D6D5D4D;T3=KHQHJHTH9H8H7H6H5H4H3H;"
    "T4=KSQSJSTS9S8S7S6S5S4S;F1=AC2C3C;F2=AS2S3S;F3=AH2H;F4=AD2D3D"
)
"""Three of hearts, fours of all other suits: clubs, diamonds and spades have threes at home."""


@pytest.mark.parametrize(
    ("rule", "first"),
    [
        (Autoplay.NONE, []),
        # All lower cards of the other colour are there for both red cards that fit.
        (Autoplay.MICROSOFT, ["T2-F", "T3-F"]),
        # The black fours need red threes, or red twos and the other black three.
        (Autoplay.RAYMOND, ["T1-F", "T2-F", "T3-F", "T4-F"]),
        (Autoplay.ALL, ["T1-F", "T2-F", "T3-F", "T4-F"]),
    ],
)
def test_which_moves_are_automatic(rule, first):
    assert possible_moves(deal_position(SAFE).position(), rule) == first


def test_moves_that_a_rule_would_have_played_are_not_left_out():
    with pytest.raises(
        ForeignLogError, match="Move 3, T1-R3: with automatic moves by the rule microsoft, T6-F"
    ):
        to_freecell(["T6-R1", "T6-R2", "T1-R3"], FREECELL, autoplay=Autoplay.MICROSOFT)
    with pytest.raises(ForeignLogError, match="After the last move, the rule microsoft plays T6-F"):
        to_freecell(["T6-R1", "T6-R2"], FREECELL, autoplay=Autoplay.MICROSOFT)


def test_every_line_of_fc_solve_is_read():
    """Its sample solution of Simple Simon 24 takes four sequences off the board, each as one line."""
    deal = deal_seed(tables_for("simple-simon"), "24")
    text = (FIXTURES / "logs" / "fc-solve-simple-simon-24.txt").read_text("utf-8")
    moves = moves_of(text, "24", "simple-simon")
    assert [move for move in moves if "F" in move] == ["T10-Fx13", "T8-Fx13", "T2-Fx13", "T9-Fx13"]
    assert replay(GameLog(deal, tuple(moves))).outcome == "won"
    assert moves_of("Move 1 cards from stack 10 to stack 4", variant="bakers-dozen") == ["T11-T5"]


TABLE = """-=-=-=-=-=-=-=-=-=-=-=-

Foundations: H-0 C-0 D-0 S-0
Freecells:
: JD KD 2S 4C 3S 6D 6S
: 5H 3H 3C 7S 7D 10C
: 2D KC KS 5C TD 8S 9C
: 9H 9S 9D TS 4S 8D 2H
: JC 5S QD QH TH QS 6H
: 5D AD JS 4H 8H 6C
: 7H QC AS AC 2C 3D
: 7C KH AH 4D JH 8C

====================

Move a card from stack 5 to freecell 0

Foundations: H-A C-0 D-0 S-0
Freecells:  9C      10H

====================

This game is solveable.
Total number of states checked is 8018.
This scan generated 8018 states.
"""


def test_the_tables_of_fc_solve_are_not_moves():
    assert moves_of(TABLE) == ["T6-R1"]


README_DECK = (
    "072103023042094134111092051034044074114052123011083122012131091082124064014093033112071104132053"
    "133102084041013073063031061043081054113062024021101022032121"
)


def minimal_klondike_board(deck: str) -> Board:
    """Cards are RRS: rank 01 to 13, suits clubs, diamonds, hearts, spades; rows, then the stock."""
    cards = iter(
        "A23456789TJQK"[int(deck[at : at + 2]) - 1] + "CDHS"[int(deck[at + 2]) - 1] for at in range(0, 156, 3)
    )
    columns: list[list[str]] = [[] for _ in range(7)]
    for row in range(7):
        for column in columns[row:]:
            column.append(next(cards))
    piles = {f"T{number}": column for number, column in enumerate(columns, start=1)}
    face_down = {name: len(column) - 1 for name, column in piles.items()}
    return Board({**piles, "S": list(cards)[::-1]}, face_down)


def test_the_example_of_minimal_klondike():
    """Its README prints the deal, the moves and the table after them."""
    deal = deal_board(tables_for("klondike"), minimal_klondike_board(README_DECK))
    text = b"IC @@AL KL @@AK @@@@@AE LJ AK LK"
    position = f"klondike;{write_piles(deal.opening)}"
    moves = read_log("minimal-klondike", text, DealName(position=position)).moves
    assert len(moves) == 17
    position = replay(GameLog(deal, tuple(moves))).position
    tables = position.tables
    tops = {name: position.cards(tables.pile[name])[-1:] for name in ("W", "F3", "F4")}
    assert tops == {"W": [46], "F3": [26], "F4": [13]}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("26 x5", "Move 2, 'x5', is not standard notation"),
        ("2", "is not standard notation"),
        ("h1", "is not standard notation"),
        ("12", "no card of T1 can go to T2"),
        ("1h", "no card of T1 can go to F"),
        ("9a", "freecell does not have a pile T9"),
        ("a1", "no card of R1 can go to T1"),
        ("6av9", "no card of T6 can go to R1"),
        ("Move: 12", "no card of T1"),
        ("Move 9 cards from stack 0 to stack 1", "no card of T1"),
        ("Move a card from stack 99 to stack 1", "freecell does not have a pile T100"),
        (
            "Move: 6a\nMove a card from stack 9 to the moon",
            "Line 2, 'Move a card from stack 9",
        ),
        ("Move: 6a\nnonsense\nMove: 6b", "Line 2, 'nonsense', is not a line that fc-solve prints"),
        (TABLE.replace("10C", "10X"), "Line 4: '10X' is not a card"),
        (
            TABLE.replace("10C", "JC"),
            "table before the first move is another deal: no column is 5H 3H 3C 7S 7D JC",
        ),
        (TABLE.replace("  10H", "  10X"), "Line 19, 'Freecells:  9C      10X'"),
        ("6a a6 " * 10_001, "More than 20000 moves"),
        ("6" * (LONGEST + 1), "At most 2000000"),
    ],
)
def test_a_text_that_is_not_a_game_of_freecell(text, said):
    with pytest.raises(ForeignLogError, match=said):
        moves_of(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("BF", "Move 1, BF: not one foundation alone can give a card to T1"),
        ("BC", "Move 1, BC: not one foundation alone can give a card to F"),
        ("@A", "Word 1, '@A', is neither moves such as AL nor a draw, @"),
        ("@ @ZZ", "Word 2, '@ZZ', is"),
        ("FG", "no card of T1"),
        ("\x00", "Word 1"),
    ],
)
def test_a_text_that_is_not_a_game_of_klondike(text, said):
    with pytest.raises(ForeignLogError, match=said):
        moves_of(text, variant="klondike", notation="minimal-klondike")


@pytest.mark.parametrize(("seed", "rules"), [(1, {}), (3, {"draw": "three"})])
def test_solutions_of_klondike_solver_win(seed, rules):
    """Built with g++ 12, it printed them for its games of these numbers."""
    text = (FIXTURES / "logs" / f"klondike-solver-{seed}.txt").read_bytes()
    board = board_of_seed("klondike-solver", "klondike", seed)
    position = write_position(deal_board(tables_for("klondike", rules), board).opening)
    game = read_log("klondike-solver", text, DealName(position=position))
    assert replay(GameLog(game.deal, tuple(game.moves))).outcome == "won"


@pytest.mark.parametrize(
    "text",
    [
        *("6A 6b", "1. 6a 2. 6b", "1) 6a\n2) 6b", "6a, 6b", "6a; 6b;", "6a # to a cell\n6b # again"),
        *("#1\n6a 6b", "1: 6a 6b", "Game #1\n6a 6b", "deal 1: 6a 6b", "FreeCell Game no. 1\r\n6a 6b\r\n"),
        # Numbers of moves
        *("1: 6a 2: 6b", "#1 6a\n#2 6b", "1 6a\n2 6b", "1\t6a\r\n2\t6b", "01. 6a 02. 6b", "0. 6a 1. 6b"),
        *("(1) 6a (2) 6b", "[1] 6a\n[2] 6b", "Move 1: 6a\nMove 2: 6b", "Step 1. 6a\nStep 2. 6b"),
        # Signs within moves and between them
        *("6-a 6-b", "6->a\n6->b", "6 → a, 6 → b", "6 to a\n6 to b", "6 a\n6 b", "('6', 'a'), ('6', 'b')"),
        *("6a-6b", "6a / 6b", "6a | 6b", "- 6a\n- 6b", "* 6a\n* 6b", "• 6a\n• 6b", "6a6b"),
        *('["6a", "6b"]', "['6a', '6b']", '"6a 6b"', "(6a 6b)"),
        # Pages, mails and chats
        *("6a<br>6b", "<pre>6a\n6b</pre>", "<p>6a&nbsp;6b</p>", "6a\u00a06b", "\u200b6a 6b", "６ａ　６ｂ"),
        *("```\n6a 6b\n```", "```text\n6a 6b\n```", "> 6a\n> 6b", "\ufeff6a 6b\x1a", "6a\u20286b"),
        # Headings, remarks and results
        *("Moves: 6a 6b", "Solution (2 moves):\n6a 6b", "2 moves: 6a 6b", "Here it is.\n\n6a 6b\n\nThanks!"),
        *("6a {to a cell} 6b", "6a (26 is worse) 6b", "// mine\n6a 6b", "; mine\n6a 6b", "6a /* mine */ 6b"),
        *("6a 6b won", "6a 6b\nSolved!", "6a 6b END", "6a 6b\n(2 moves)", "6a 6b\n2 moves\n"),
    ],
)
def test_people_write_moves_in_many_ways(text):
    """Two cards of column 6 go to the cells."""
    assert moves_of(text, autoplay=Autoplay.NONE) == ["T6-R1", "T6-R2"]


@pytest.mark.parametrize(
    "heading",
    [
        *("#10913 by Dave Ring\n", "#10,913\n", "10913\n", "10913. ", "10913) ", "10913 ", "#10913 - "),
        *("Solution for game #10913:\n", "Game: 10913\n", "Game ID: 10913\n", "Deal: 10913\n"),
        *("Seed: 10913\n", "seed = 10913\n", "MS FreeCell #10913\n", "FreeCell 6.2, game 10913\n"),
        *("=== Game 10913 ===\n", "## Deal 10913\n\n", "Board #10913\n", "<h1>Game 10913</h1>"),
    ],
)
def test_the_number_of_the_deal_is_in_the_heading(heading):
    game = read_log("freecell", f"{heading}26".encode(), DealName(autoplay=Autoplay.NONE))
    assert (game.deal.seed, game.moves) == ("10913", ["T2-T6"])


def test_a_first_number_is_that_of_a_move_where_others_follow():
    """Alone on a line it is the deal, if that is not named. Before moves, it could be moves."""
    assert read_log("freecell", b"24\n4h").deal.seed == "24"
    assert moves_of("24\n4h", seed="24", autoplay=Autoplay.NONE) == ["T4-F"]
    with pytest.raises(ForeignLogError, match="needs a seed or a position"):
        read_log("freecell", b"24 4h 76")


@pytest.mark.parametrize(
    ("notation", "text", "said"),
    [
        ("freecell", "6a\nnonsense\n6b", "Move 2, 'nonsense', is not standard notation"),
        ("freecell", "6a 6x 6b", "Move 2, '6x', is not standard notation"),
        ("freecell", "6a 6b\n6x", "Move 3, '6x', is not standard notation"),
        ("freecell", "no moves at all", "Move 1, 'no', is not standard notation"),
        ("freecell", "# 6a", "The text has no move in the format freecell"),
        ("dbm-fc-solver", "#1\n6a 6b", "The text has no move in the format dbm-fc-solver"),
        ("words", "The card goes there", "The text has no move in the format words"),
        ("fc-solve", "Move: 6a\nMove the rest", "Line 2, 'Move the rest', is not a line that fc-solve"),
    ],
)
def test_what_is_not_a_move_is_left_out_only_before_and_after_them(notation, text, said):
    with pytest.raises(ForeignLogError, match=re.escape(said)):
        moves_of(text, notation=notation)


def test_texts_in_other_encodings():
    """PowerShell writes UTF-16 with a mark."""
    game = read_log("freecell", "#1\r\n6a 6b".encode("utf-16"), DealName(autoplay=Autoplay.NONE))
    assert game.moves == ["T6-R1", "T6-R2"]
    with pytest.raises(ForeignLogError, match="The text is not UTF-8: byte 3 cannot be read"):
        read_log("freecell", b"6a\x89", DealName(seed="1"))


def test_an_option_may_be_a_number():
    """Three cells, as other programs write it: the fourth is not there."""
    deal = DealName(rules={"cells": 3}, seed="1", autoplay=Autoplay.NONE)
    assert read_log("freecell", b"6a 6b 4c", deal).deal.tables.options[0] == ("cells", "three")
    with pytest.raises(ForeignLogError, match="Move 1, 6d: freecell does not have a pile R4"):
        read_log("freecell", b"6d", deal)
    with pytest.raises(
        ForeignLogError, match="cells must be four, three, two, one, none, five or six, not 7"
    ):
        read_log("freecell", b"6d", DealName(rules={"cells": 7}, seed="1"))


def test_f_is_the_foundations_where_no_move_has_h():
    """Column 6 of deal 1 ends with AS AC 2C 3D. With h for the foundations, f is a sixth cell."""
    moves = ["T6-R1", "T6-R2", "T6-F", "T6-F", "R2-F"]
    assert moves_of("6A 6B 6F 6F BF", autoplay=Autoplay.NONE) == moves
    with pytest.raises(ForeignLogError, match="Move 1, 6f: freecell does not have a pile R6"):
        moves_of("6f 6a 6h", autoplay=Autoplay.NONE)


def test_a_move_at_the_end_of_a_sentence_is_not_a_number():
    assert moves_of("6a 6b.", autoplay=Autoplay.NONE) == ["T6-R1", "T6-R2"]
    with pytest.raises(ForeignLogError, match="Move 2, 26: no card of T2 can go to T6"):
        moves_of("6a 26.")


def test_solvers_moves_may_be_in_lower_case_and_numbered():
    position = write_position(deal_seed(tables_for("klondike"), "7").opening)
    for notation, text in (("klondike-solver", b"1. dr1, 2. dr1"), ("minimal-klondike", b"@@")):
        assert read_log(notation, text, DealName(position=position)).moves == ["draw", "draw"]


def test_moves_of_patsolve_name_cards():
    """Column 6 of deal 1 ends with AS AC 2C 3D."""
    text = "3D to temp\r\n2C to temp\r\nAC out\r\nAS out\r\n2C out\r\nJD out\r\n"
    with pytest.raises(ForeignLogError, match="Move 6, JD out: no card of T1 can go to F"):
        moves_of(text)
    assert moves_of(text[:-8]) == ["T6-R1", "T6-R2", "T6-F", "T6-F", "R2-F"]
    with pytest.raises(ForeignLogError, match="Line 2, 'two', is not a move"):
        moves_of("3D to temp\ntwo\n2C to temp")


@pytest.mark.parametrize(
    ("notation", "text"),
    [
        *(
            ("patsolve", text)
            for text in ("1. 3D to temp\n2. 2c to temp.", "3♦ TO TEMP\n\n2♣\ufe0f to temp\n")
        ),
        ("patsolve", "A winner.\n2 moves.\n3D to temp\n2C to temp\nDone."),
        *(("shirl-hart", text) for text in ("1|6A|3d|f|\n2|6b|2♣|f|.", "  1|6a|3D|f|\n  2|6b|2C|f|")),
        ("fc-solve", "Here it is:\n\nMove: 6a\nmove: 6B\nThanks!"),
        (
            "fc-solve",
            "1. move a card from Stack 5 to Freecell 0.\n# mine\n2. Move 1 card from stack 5 to freecell 1",
        ),
        ("fc-solve", '["Move: 6a", "Move: 6b"]'),
    ],
)
def test_lines_of_solvers_as_people_bring_them(notation, text):
    for format_ in (notation, "freecell"):
        assert moves_of(text, notation=format_, autoplay=Autoplay.NONE) == ["T6-R1", "T6-R2"]


def test_moves_of_black_hole_solve():
    """It names each card, so a log of another deal is not read as a game of this one."""
    deal = deal_board(tables_for("black-hole"), BLACK_HOLE)
    text = "Iteration: 1000\nSolved!\n\n" + "".join(
        f"\n====\n\nMove a card from stack {stack} to the foundations\n\nInfo: Card moved is {card}\n"
        for stack, card in [(0, "2C"), (1, "3C"), (0, "2D")]
    )
    name = DealName(position=write_position(deal.opening))
    assert read_log("freecell", text.encode(), name).moves == ["T1-F", "T2-F", "T1-F"]
    with pytest.raises(
        ForeignLogError, match=r"Move 3, Move a card from stack 0 .*: the card of T1 is 2D, not 2H"
    ):
        read_log("black-hole-solver", text.replace("2D", "2H").encode(), name)


BLACK_HOLE = Board(
    {
        "F1": ["AS"],
        **{
            f"T{place + 1}": cards.split()
            for place, cards in enumerate(
                [
                    *("AC 2D 2C", "AD 2H 3C", "AH 2S 3D", "3H 3S 4C", "4D 4H 4S", "5C 5D 5H", "5S 6C 6D"),
                    *("6H 6S 7C", "7D 7H 7S", "8C 8D 8H", "8S 9C 9D", "9H 9S TC", "TD TH TS", "JC JD JH"),
                    *("JS QC QD", "QH QS KC", "KD KH KS"),
                ]
            )
        },
    }
)


MS24 = """4C 2C 9C 8C QS 4S 2H
5H QH 3C AC 3H 4H QD
QC 9S 6H 9H 3S KS 3D
5D 2S JC 5C JH 6D AS
2D KD TH TC TD 8D
7H JS KH TS KC 7C
AH 5S 6S AD 8H JD
7S 6C 7D 4D 8S 9D
"""
"""Microsoft's deal 24, as fc-solve's documentation prints it."""


@pytest.mark.parametrize(
    "board",
    [
        MS24,
        MS24.replace("T", "10").lower(),
        "# Deal 24\n" + MS24.replace("\n", "  # a column\r\n"),
        MS24.replace("S", "♠").replace("H", "♥").replace("D", "♦\ufe0f").replace("C", "♣"),
        "Foundations: H-0 C-0 D-0 S-0\nFreecells:\n: " + MS24.strip().replace("\n", "\n: "),
        json.dumps({"tableau piles": [line.replace("T", "10").split() for line in MS24.splitlines()]}),
    ],
)
def test_boards_of_other_programs_are_positions(board):
    game = read_log("freecell", b"4h", DealName(position=board, autoplay=Autoplay.NONE))
    assert game.deal.board == write_piles(deal_seed(tables_for("freecell"), "24").opening)
    assert game.moves == ["T4-F"]


def test_a_board_in_mid_game():
    board = MS24.replace("6D AS", "6D").replace("8H JD", "8H")
    name = DealName(position=f"Foundations: S-A\nFreecells: - - JD\n{board}")
    game = read_log("freecell", b"7d", name)
    assert "R3=JD" in game.deal.board
    assert "F2=AS" in game.deal.board


MINIMAL = f"""Deal: {README_DECK}

  A        B  C  D  E

  F  G  H  I  J  K  L
+7D TH 2H 4D 9S KS JC

Moves: IC @@AL KL

(Deal State: Minimal Foundation: 52 Moves: 110 Rounds: 1 Took: 00:00:08.9502218)
Done 00:00:09.4
"""
TABLE_OF_KLONDIKE_SOLVER = """ 0:
 1: 7D
 2: 9D -TH
 3: 5D -5C-2H
 4: AD -QH-3S-4D
 5: QS -KC-AC-4S-9S
 6: 9H -6S-9C-8H-7S-KS
 7: JD -3H-AS-8D-QD-JS-JC
 8: 7C TS KD 5H KH TD 8S 4C AH 7H 6H 3C 6C 4H 8C 5S JH 6D 2S 2C TC 2D 3D QC
 9:
10:
Minimum Moves Needed: 102

Minimal solution in 119 moves. Took 2710 ms.
4D F4 DR2 W7 67 F6
"""
"""Its table of the deal of MinimalKlondike's README: columns from the top, the stock from the next card."""


@pytest.mark.parametrize(
    ("notation", "text", "draw"),
    [
        ("minimal-klondike", MINIMAL, "one"),
        ("minimal-klondike", MINIMAL.replace("\n", "\r\n"), "one"),
        ("minimal-klondike", f'Klondike.exe -D 1 -M "IC @@AL KL" {README_DECK}', "one"),
        ("minimal-klondike", f"{README_DECK}\nic, @@al, kl", "one"),
        ("minimal-klondike", f'Klondike.exe -D 3 -M "IC @" {README_DECK}', "three"),
        ("klondike-solver", f"KlondikeSolver64.exe /DC 1\n\n{TABLE_OF_KLONDIKE_SOLVER}", "one"),
        ("klondike-solver", f"/D {README_DECK} /moves\n{TABLE_OF_KLONDIKE_SOLVER}", "one"),
        ("klondike-solver", f"Deck: {README_DECK}\nMoves: 4D F4 DR2 W7 67 F6", "one"),
        ("klondike-solver", f"/DC 3\n{README_DECK}\nSolution:\n4D F4 DR1\nAll cards uncovered.", "three"),
    ],
)
def test_what_solvers_of_klondike_print_has_the_deal(notation, text, draw):
    """The waste's second card is TS: it goes onto JD, then 9H onto it."""
    game = read_log(notation, text.encode())
    assert game.deal.board == deal_board(tables_for("klondike"), minimal_klondike_board(README_DECK)).board
    assert dict(game.deal.tables.options)["draw"] == draw
    first = "T4-F" if notation == "minimal-klondike" else "T4-F4"
    assert game.moves == [first, "draw"] + (["draw", "W-T7", "T6-T7"] if draw == "one" else [])


def test_a_deck_and_a_deal_of_klondike():
    """Both are the deal of MinimalKlondike's README; Solvitaire's face-down cards are in lower case."""
    board = minimal_klondike_board(README_DECK)
    columns = [list(board.piles[f"T{number}"]) for number in range(1, 8)]
    solvitaire = {
        "tableau piles": [[*(card.lower() for card in column[:-1]), column[-1]] for column in columns],
        "stock": list(board.piles["S"]),
        "foundations": [[], [], [], []],
        "waste": [],
    }
    for position in (README_DECK, json.dumps(solvitaire)):
        game = read_log("minimal-klondike", b"IC @@AL KL", DealName(position=position))
        assert game.deal.board == deal_board(tables_for("klondike"), board).board


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ("4C 2X", "Line 1: '2X' is not a card"),
        ("Foundations: H-X", "Line 1: 'H-X' is not a foundation such as H-3"),
        ("4C 2C", "missing"),
        ("01" * 78, "52 cards of three digits"),
        ('{"tableau piles": [["AC"], 5]}', "is not a list of piles of cards"),
        ('{"tableau piles": [["AX"]]}', "'AX' in 'tableau piles' is not a card"),
        ('{"piles": []}', "'piles' is not read"),
        ("[]", "52 missing"),
        ("{", "The deal is not JSON"),
        ("A" * 5000, "At most 4000"),
    ],
)
def test_texts_that_are_not_boards(position, said):
    with pytest.raises(ForeignLogError, match=re.escape(said)):
        read_log("freecell", b"", DealName(position=position))


def test_moves_without_a_notation_are_not_written():
    with pytest.raises(ForeignLogError, match="Move 1, deal, is illegal"):
        to_freecell(["deal"], FREECELL)
    with pytest.raises(ForeignLogError, match="Move 1, draw, has no standard notation"):
        to_freecell(["draw"], deal_seed(tables_for("klondike"), "1").opening)


@pytest.mark.parametrize(
    ("variant", "seed", "token"),
    [
        ("blind-patience", "7", "T7-T7"),
        ("blind-patience", "7", "W-T8"),
        ("forty-thieves", "4", "T10-T7"),
        ("montana", "3", "T49-T24"),
    ],
)
def test_moves_of_piles_that_standard_notation_lacks_are_not_written(variant, seed, token):
    """It has columns 1 to 9, seven cells and foundations, and no word for turning a card up."""
    opening = deal_seed(tables_for(variant), seed).opening
    assert check(opening, token) is None
    with pytest.raises(ForeignLogError, match=f"Move 1, {token}, has no standard notation"):
        to_freecell([token], opening)


@pytest.mark.parametrize(
    ("notation", "dealt", "said"),
    [
        ("freecell", DealName("klondike", seed="1"), "has games of columns, cells and foundations"),
        ("freecell", DealName("elevator", seed="1"), "has games of columns, cells and foundations"),
        ("freecell", DealName("yukon", seed="1"), "all cards face up, not yukon"),
        ("freecell", DealName("montana", seed="1"), "not montana"),
        ("minimal-klondike", DealName("whitehead", seed="1"), "has klondike alone, not whitehead"),
    ],
)
def test_a_notation_has_its_own_games_only(notation, dealt, said):
    with pytest.raises(ForeignLogError, match=said):
        read_log(notation, b"12 34", dealt)


@pytest.mark.parametrize(("seed", "rules"), [(1, {}), (3, {"draw": "three"})])
def test_klondike_solver_is_written_as_it_prints(seed, rules):
    text = (FIXTURES / "logs" / f"klondike-solver-{seed}.txt").read_bytes()
    board = board_of_seed("klondike-solver", "klondike", seed)
    position = write_position(deal_board(tables_for("klondike", rules), board).opening)
    game = read_log("klondike-solver", text, DealName(position=position))
    assert to_klondike_solver(game.moves, game.deal.opening).split() == text.decode().split()


@pytest.mark.parametrize("rules", [{}, {"draw": "three"}])
def test_moves_of_klondike_come_back(rules):
    """A recorded game up to its last draw is written by both notations."""
    games = (game for game in read_games("games/klondike.jsonl.gz") if game["kind"] == "play")
    log = next(game for game in games if game["rules"] == rules and "draw" in game["moves"])
    deal = deal_seed(tables_for("klondike", rules), log["seed"])
    last = max(index for index, move in enumerate(log["moves"]) if move == "draw")
    moves = replay(GameLog(deal, tuple(log["moves"][: last + 1]))).played
    position = write_position(deal.opening)
    for name, write in (("klondike-solver", to_klondike_solver), ("minimal-klondike", to_minimal_klondike)):
        text = write(moves, deal.opening).encode()
        again = read_log(name, text, DealName(position=position)).moves
        assert replay(GameLog(deal, tuple(again))).played == moves


def test_a_redeal_alone_has_no_letter():
    deal = deal_seed(tables_for("klondike"), "7")
    draws = ["draw"] * 23
    assert to_minimal_klondike([*draws, "redeal", "draw"], deal.opening) == " ".join("@" * 24)
    for moves in ([*draws, "redeal"], [*draws, "redeal", "T1-T1"]):
        with pytest.raises(ForeignLogError):
            to_minimal_klondike(moves, deal.opening)
