"""Boards laid out card by card, and the text of a position: what is accepted, what is refused and why."""

import pickle
import random
from dataclasses import replace

import pytest

import patience
from patience.cards import CODES, RANKS
from patience.compilation.compiled_rules import OptionError, compile_tables, tables_for
from patience.formats.board_input import read_board
from patience.games import VARIANTS
from patience.play.board import Board, BoardError, board_of
from patience.play.dealing import deal_board, deal_position, deal_seed
from patience.play.game_ids import deal_id
from patience.play.legality import legal_moves
from patience.play.position_text import PositionTextError, write_position
from patience.play.replay import advance
from patience.rules import (
    Build,
    Columns,
    Direction,
    Foundation,
    Lift,
    Pairs,
    Reserve,
    Round,
    Rules,
    Stock,
)
from schemas.positions import state_json
from tests.conftest import some
from tests.engine.games import random_positions, rule_sets
from tests.engine.synthetic import variant_of

SPADES = "".join(f"{rank}S" for rank in RANKS)
HEARTS = "".join(f"{rank}H" for rank in RANKS[:-1])
DIAMONDS = "".join(f"{rank}D" for rank in RANKS[:-1])
CLUBS = "".join(f"{rank}C" for rank in RANKS[:-1])
PILES = f"T1=KC;T2=(KD)KH;F1={CLUBS};F2={SPADES};F3={HEARTS};F4={DIAMONDS}"
"""Klondike's foundations are clubs, spades, hearts and diamonds; three Kings are left, one face down."""


def flaws(text: str) -> list[str]:
    with pytest.raises(BoardError) as caught:
        deal_position(text)
    return [flaw.text for flaw in caught.value.flaws]


def test_what_is_wrong_with_a_board_reaches_other_processes():
    """A worker's error that cannot be read again would keep a pool of processes waiting."""
    with pytest.raises(BoardError) as caught:
        deal_position("klondike;T9=KC")
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.flaws == caught.value.flaws
    assert str(again) == str(caught.value)


def test_a_board_is_played_from():
    """The King of diamonds turns up when the King of hearts goes home; three moves win."""
    game = patience.Game("klondike", board=PILES, draw="three")
    assert game.seed is None
    assert game.deck == ()
    assert game.position["T2"] == (("KD", "KH"), 1)
    assert [game.push(move) for move in ("T1-F", "T2-F", "T2-F")] == ["T1-F1", "T2-F3", "T2-F4"]
    assert game.is_won
    assert patience.verify(game.to_log()).game == game


def test_a_merci_that_was_used_is_part_of_the_text():
    """A second card is not drawn out: the text says so, and is written again as it was read."""
    opening = patience.Game("three-shuffles-and-a-draw", seed=1).position_text
    drawing = next(
        move for move in map(str, patience.Game.from_position(opening).legal_moves) if "-R1" in move
    )
    used = patience.Game.from_position(f"{opening};merci=used")
    assert used.position_text == f"{opening};merci=used"
    assert drawing not in map(str, used.legal_moves)


def test_the_phase_of_a_round_is_part_of_the_text_and_of_the_object():
    """A column gives cards before the first round, and none in the middle of one."""
    opening = patience.Game("sly-fox", seed=1).position_text
    giving = next(move for move in map(str, patience.Game.from_position(opening).legal_moves) if "-F" in move)
    middle = patience.Game.from_position(f"{opening};phase=19")
    assert middle.position_text == f"{opening};phase=19"
    assert giving not in map(str, middle.legal_moves)
    tables = tables_for("sly-fox")
    board = state_json(deal_position(f"{opening};phase=19").opening)
    assert board["phase"] == 19
    assert state_json(deal_board(tables, read_board(board)).opening) == board
    for phase in (21, 99):
        with pytest.raises(BoardError, match="expected 0 to 20"):
            deal_board(tables, read_board(board | {"phase": phase}))


@pytest.mark.parametrize(("variant", "rules"), some(list(rule_sets())[::7]), ids=str)
def test_every_position_of_a_game_is_read_back(variant, rules):
    source = random.Random(f"{variant} {rules}")
    tables = tables_for(variant, rules)
    for position in random_positions(deal_seed(tables, str(source.randint(1, 10**6))), 40, source):
        text = write_position(position)
        again = deal_position(text).opening
        assert (again.piles, again.redeals, again.won) == (position.piles, position.redeals, position.won)
        assert again.tables is position.tables
        assert write_position(again) == text
        assert text.isascii()
        assert not set(text) & set(" /?#%&+\"'<>\n")
    for board in (board_of(position), read_board(state_json(position))):
        assert deal_board(tables, board).opening.piles == position.piles


def test_a_deal_written_as_a_board_has_an_id_of_its_own():
    """Three lines: variant, options, piles. A deck could deal the same piles, and is another deal."""
    dealt = deal_seed(tables_for("freecell"), "1")
    board = deal_position(write_position(dealt.opening))
    assert board.opening.piles == dealt.opening.piles
    assert deal_id(board) != deal_id(dealt)
    other = deal_position(write_position(dealt.opening).replace("T1=JDKD", "T1=KDJD"))
    assert other != board
    assert deal_id(other) != deal_id(board)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"klondike;{PILES};W=KC", "1 surplus: KC."),
        (f"klondike;{PILES}".replace("T1=KC;", ""), "1 missing: KC."),
        (f"klondike;{PILES}".replace("T1=KC", "T8=KC"), "klondike does not have a pile 'T8'."),
        (f"klondike;{PILES}".replace("T2=(KD)KH", "T2=(KDKH)"), "0 to 1 face down, not 2."),
        (f"klondike;{PILES}".replace("T1=KC", "W=(KC)").replace(";F1", ";F1"), "face down"),
        (
            f"klondike;{PILES}".replace(f"F1={CLUBS}", f"F1={CLUBS[2:]}AC"),
            "2C cannot lie there on F1: AC can.",
        ),
        (f"klondike;{PILES}".replace(f"F3={HEARTS};F4={DIAMONDS}", f"F4={HEARTS};F3={DIAMONDS}"), "on F3"),
        (f"klondike,redeals=2;{PILES};redeals=3", "0 to 2 in this game, not 3."),
        (f"klondike;{PILES};base=2", "leave base_rank out."),
        (f"freecell;{PILES};R1=KSQS".replace(SPADES, SPADES[:-4]), "R1 is a cell and has at most one card"),
        (
            f"moojub;F1=AC;F2=2C;T1={CLUBS[4:]}KCKDKH;S={SPADES}{HEARTS}{DIAMONDS}",
            "F2 cannot have these cards",
        ),
        (
            f"moojub;F1=AC;F5=AD;T1={CLUBS[2:]}KCKDKH;S={SPADES}{HEARTS}{DIAMONDS[2:]}",
            "F5 cannot have these cards",
        ),
    ],
)
def test_what_is_not_a_position_of_the_game(text, said):
    assert said in " ".join(flaws(text))


def test_columns_that_a_redeal_gathers_have_no_card_face_down():
    """RULES §1, Gathering: the cards are dealt out again face up, so none may lie face down before."""
    text = write_position(deal_seed(tables_for("cruel"), "1").opening)
    first = next(entry for entry in text.split(";") if entry.startswith("T1="))
    cards = first.removeprefix("T1=")
    assert "T1 is gathered" in " ".join(flaws(text.replace(first, f"T1=({cards[:-2]}){cards[-2:]}")))


def test_a_built_cell_can_begin_with_any_card_but_has_nothing_on_a_displaced_one():
    """RULES §1, Built cells: R1 of Picture Gallery's deal 1 has no 4."""
    text = write_position(deal_seed(tables_for("picture-gallery"), "1").opening)
    entries = dict(entry.split("=") for entry in text.split(";")[1:])
    first, second = entries["R1"], entries["R2"]
    assert first[0] != "4"
    onto = text.replace(f"R1={first}", f"R1={first}{second}").replace(f";R2={second}", "")
    assert "cannot lie there on R1" in " ".join(flaws(onto))


def test_the_base_rank_is_needed_where_the_deal_sets_it():
    tables = tables_for("canfield")
    board = board_of(deal_seed(tables, "3").opening)
    assert deal_board(tables, board).opening.tables.base_rank == board.base_rank
    with pytest.raises(BoardError, match="needs base_rank"):
        deal_board(tables, Board(board.piles, board.face_down))
    other = RANKS[RANKS.index(board.base_rank) - 1]
    with pytest.raises(BoardError, match="cannot lie there on F"):
        deal_board(tables, Board(board.piles, board.face_down, 0, other))


def test_a_foundation_of_sets_has_whole_ones():
    text = write_position(deal_seed(tables_for("perpetual-motion"), "1").opening)
    kings = ["KC", "KD", "KH", "KS"]
    for king in kings:
        text = text.replace(king, "", 1)
    rest = text.replace(";T1=", ";F1={};T1=")
    assert deal_position(rest.format("".join(kings))).opening.cards(4)
    [flaw] = flaws(rest.format("KCKD") + "KHKS")
    assert flaw == "F1 takes whole sequences or nothing."
    [flaw] = flaws(rest.replace("QS", "", 1).format("KCKDKHQSKS"))
    assert flaw == "QS cannot lie there on F1: KC, KD, KH or KS can."


def test_an_automatic_fill_does_not_wait():
    """RULES §4: a vacated heap is filled at once with the next stock card."""
    tables = tables_for("rouge-et-noir-hoffmann")
    board = board_of(deal_seed(tables, "3").opening)
    piles = {name: list(cards) for name, cards in board.piles.items()}
    piles["S"].append(piles["T1"].pop())
    with pytest.raises(BoardError, match="T1 is empty, but S fills it at once"):
        deal_board(tables, Board(piles))
    # Without a stock the vacancy stays.
    piles["W"] = piles.pop("S")
    assert deal_board(tables, Board(piles)).opening.is_empty(0)


@pytest.mark.parametrize(
    ("variant", "emptied", "flaw"),
    [
        ("neighbour", "T9", "T9 is empty, but T10 fills it at once"),
        ("quatorze", "T25", "T25 is empty, but S fills it at once"),
        ("cover", "T2", "T2 is empty, but S fills it at once"),
        ("elevator", "T1", "T2 has a card, but T1, on which it lies, is empty"),
        ("three-peaks", "T3", "T8 has a card, but T3, on which it lies, is empty"),
        ("pyramid", "T1", "T2 has a card, but T1, on which it lies, is empty"),
    ],
)
def test_no_gap_waits_and_no_card_lies_in_the_air(variant, emptied, flaw):
    """RULES §5, gaps, and §1, covers: a covered column gives no card."""
    board = board_of(deal_seed(tables_for(variant), "3").opening)
    piles = {name: list(cards) for name, cards in board.piles.items()}
    piles["S"].append(piles[emptied].pop())
    down = {name: number for name, number in board.face_down.items() if name != emptied}
    with pytest.raises(BoardError, match=flaw):
        deal_board(tables_for(variant), Board(piles, down))


def test_more_cards_leave_in_pairs_than_win():
    """RULES §9, Deck: 48 cards on F1 win only once the stock is empty, and cards go on leaving in pairs."""
    tables = tables_for("deck")
    piles = {"T1": ["5H"], "T2": ["6H"], "S": ["7H", "8H"]}
    used = {card for cards in piles.values() for card in cards}
    position = deal_board(tables, Board({**piles, "F1": sorted({*CODES[:52]} - used)})).opening
    assert len(advance(position, ["T1-T2"])) == 1
    assert deal_board(tables, board_of(position)).opening.piles == position.piles


DISCARD = (Foundation("CDHS", RANKS, Build.ANY_SUIT, direction=Direction.ANY, cards=52),)
THIRTEENS = ("K", "AQ", "2J", "3T", "49", "58", "67")
UNDER_TWO_CARDS = Rules(
    DISCARD,
    packs=1,
    layout=(Round(("R1", "R2")), Round(("R2",))),
    reserve=Reserve(2, covered_by=(("R2",), ())),
    stock=Stock(("draw",)),
    pairs=Pairs(THIRTEENS, ("R",), beneath=("R",)),
)
UNDER_A_FREE_COLUMN = Rules(
    DISCARD,
    packs=1,
    layout=(Round(("T1", "T2")), Round(("T2",))),
    columns=Columns(
        3, Build.ANY_SUIT, Lift.ONE, empty_takes=RANKS, takes_from=("T",), covered_by=(("T3",), (), ())
    ),
    stock=Stock(("draw",)),
    pairs=Pairs(THIRTEENS, ("T",)),
)


@pytest.mark.parametrize(
    ("rules", "first", "moves"),
    [(UNDER_TWO_CARDS, "R", ["R2-R1"]), (UNDER_A_FREE_COLUMN, "T", ["T1-T2", "T2-T3"])],
)
def test_a_pile_outlasts_the_card_that_it_covers(rules, first, moves):
    """RULES §5, pairs: a card leaves with the one under it, and columns of pairs may take cards."""
    tables = compile_tables(variant_of(rules), ())
    piles = {f"{first}1": ["9S"], f"{first}2": ["5H", "4D"]}
    position = deal_board(tables, Board({**piles, "S": sorted({*CODES[:52]} - {"9S", "5H", "4D"})})).opening
    assert len(advance(position, moves)) == len(moves)
    assert deal_board(tables, board_of(position)).opening.piles == position.piles


@pytest.mark.parametrize(("column", "is_legal"), [(["3S", "KS"], False), (["3S", "2H"], True)])
def test_a_whole_column_moves_only_if_it_is_a_run(column, is_legal):
    """RULES §1, Groups: in Duchess, a column on a board need not be built."""
    tables = tables_for("duchess")
    piles = {"T1": column, "T3": ["4D"], "F1": ["AC"]}
    used = {card for cards in piles.values() for card in cards}
    opening = deal_board(tables, Board({**piles, "S": sorted({*CODES[:52]} - used)})).opening
    assert ("T1-T3x2" in legal_moves(opening)) == is_legal


def test_a_card_that_is_dealt_to_the_reserve_later_fills_nothing():
    """RULES §3: a card that comes later to a pile that fills columns does not fill one."""
    bristol = VARIANTS["bristol"].rules
    tables = compile_tables(
        variant_of(replace(bristol, columns=replace(bristol.columns, refill=("R1",)))), ()
    )
    piles = {name: list(cards) for name, cards in board_of(deal_seed(tables, "1").opening).piles.items()}
    piles["S"] += piles.pop("T1")
    assert deal_board(tables, Board(piles)).opening.is_empty(0)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "klondike",
            "klondike;",
            "Klondike;T1=KC",
            "klondike;T1=KC;",
            "klondike;;T1=KC",
            "klondike;T1=kc",
        ),
        *("klondike;T1=10C", "klondike;T1=(KC", "klondike;T1=KC(KD)", "klondike;T01=KC", "klondike;T1=KC\n"),
        *("klondike;T1=KC;T1=KD", "klondike;redeals=01", "klondike;redeals=1;redeals=1", "klondike;base=1"),
        *(
            "klondike,draw;T1=KC",
            "klondike,draw=one,draw=one;T1=KC",
            "klondike; T1=KC",
            f"klondike;T1={'KC' * 2000}",
        ),
    ],
)
def test_what_is_outside_the_grammar(text):
    with pytest.raises(PositionTextError):
        deal_position(text)


def test_unknown_games_and_options():
    with pytest.raises(KeyError):
        deal_position(f"clondike;{PILES}")
    with pytest.raises(OptionError):
        deal_position(f"klondike,draw=two;{PILES}")
    with pytest.raises(patience.PatienceError, match="one of seed, deck and board"):
        patience.Game("klondike", seed=1, board=PILES)


def test_the_moves_of_a_board_are_those_of_the_same_position():
    """A board in the middle of a dealt game has the legal moves that the game has there."""
    source = random.Random(8)
    for position in random_positions(deal_seed(tables_for("yukon"), "8"), 60, source):
        board = deal_board(tables_for("yukon"), board_of(position)).opening
        assert legal_moves(board) == legal_moves(position)
        assert [CODES[card] for card in board.cards(0)] == [CODES[card] for card in position.cards(0)]
