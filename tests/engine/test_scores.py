"""Scores: the points of hand-played games, counted by hand from the tables of the programs named there."""

from dataclasses import replace
from itertools import product

import pytest

from patience.compilation.compiled_rules import compile_tables, tables_for
from patience.formats.board_input import read_board
from patience.games import VARIANTS
from patience.play.dealing import deal_board, deal_seed
from patience.play.replay import GameLog, replay
from patience.play.scores import counts_of, events_of, scores_of, scorings_of
from patience.rules import DeclarationError
from patience.rules.scoring_rules import Event, Scoring, TimePoints, scoring_from_json

HOME = (
    "AC2C3C4C5C6C7C8C9CTCJCQC",
    "AS2S3S4S5S6S7S8S9STSJSQS",
    "AH2H3H4H5H6H7H8H9HTHJHQH",
    "AD2D3D4D5D6D7D8D9DTDJDQD",
)
REST = (
    "F1=AC2C3C4C5C6C7C8C9CTCJC;F2=AS2S3S4S5S6S7S8S9STSJSQS;F3=AH2H3H4H5H6H7H8H9HTHJHQH;"
    "F4=AD2D3D4D5D6D7D8D9DTDJDQD"
)
BOARD = f"T1=(KS)KC;T2=KH;{REST};W=KD;S=QC"
"""Klondike a few moves before its end: the King of spades lies face down under the King of clubs."""


def scored(board: str, moves: str, **rules: str) -> dict[str, int]:
    deal = deal_board(tables_for("klondike", rules), read_board(board))
    verdict = replay(GameLog(deal, tuple(moves.split())), trace=True)
    assert verdict.valid
    return scores_of(verdict)


@pytest.mark.parametrize(
    ("moves", "standard", "vegas"),
    [
        ("", 0, -52),
        ("draw", 0, -52),
        # Waste to foundation 10; Vegas 5 for any card there.
        ("W-F4", 10, -47),
        # Column to foundation 10.
        ("T2-F3", 10, -47),
        # The waste to a column 5, here a King to the column that its like has left: 10 and 5.
        ("T2-F3 W-T2", 15, -47),
        # A card taken back costs 15, but the score does not fall below 0; Vegas takes its 5 back.
        ("F2-T2", 0, -57),
        ("W-F4 F2-T2", 0, -52),
        # A redeal costs 100, again not below 0.
        ("T2-F3 draw redeal", 0, -47),
        ("T2-F3 draw redeal draw", 0, -47),
    ],
)
def test_klondike(moves, standard, vegas):
    assert scored(BOARD, moves) == {"standard": standard, "vegas": vegas}


def test_a_card_turned_up_is_worth_five():
    """The King of clubs goes to the empty column T3 and turns up the King of spades."""
    assert scored(BOARD, "T1-T3") == {"standard": 5, "vegas": -52}


def test_draw_three_has_no_cost_for_a_redeal():
    board = BOARD.replace("W=KD;S=QC", "W=KDQC")
    assert scored(board, "T2-F3 redeal", draw="three") == {"standard": 10, "vegas": -47}


@pytest.mark.parametrize("draw", ["one", "three"])
@pytest.mark.parametrize(
    ("score", "seconds", "is_won", "timed"),
    [
        # -2 for each 10 full seconds, and not below 0.
        (745, 9, False, 745),
        (745, 10, False, 743),
        (745, 259, False, 695),
        (5, 3600, False, 0),
        # 700 000 divided by the seconds of a game that is won, from 30 seconds on.
        (745, 29, True, 741),
        (745, 30, True, 739 + 23_333),
        (745, 250, True, 695 + 2_800),
        (0, 700_001, True, 0),
        (745, 0, True, 745),
    ],
)
def test_the_time_of_klondike(score, seconds, is_won, timed, draw):
    """By the table of Microsoft Solitaire in Wikipedia."""
    scorings = scorings_of(tables_for("klondike", {"draw": draw}))
    assert scorings["standard"].timed(score, seconds, is_won=is_won) == timed
    assert scorings["vegas"].timed(score, seconds, is_won=is_won) == score


def test_spider_counts_moves_and_sequences():
    """500, less 1 for the move, and 100 for the sequence, which Microsoft's game takes off by itself."""
    clubs = "KCQCJCTC9C8C7C6C5C4C3C2CAC"
    board = f"T1={clubs};T2={clubs};" + ";".join(f"F{n}={clubs}" for n in range(1, 7))
    deal = deal_board(tables_for("spider", {"suits": "one"}), read_board(board))
    verdict = replay(GameLog(deal, ("T1-T3x13", "T2-Fx13")), trace=True)
    assert verdict.valid
    assert scores_of(verdict) == {"spider": 599}
    assert counts_of(verdict) == {"moves": 2, "deals": 0, "draws": 0, "redeals": 0}


def test_the_illegal_move_and_what_follows_it_are_worth_nothing():
    deal = deal_seed(tables_for("klondike"), "7")
    verdict = replay(GameLog(deal, ("draw", "W-F", "W-F1x9", "draw")), trace=True)
    assert verdict.moves_played == 2
    assert scores_of(verdict) == {"standard": 10, "vegas": -47}


def test_a_game_without_a_declared_scoring_has_counts_alone():
    verdict = replay(GameLog(deal_seed(tables_for("yukon"), "1"), ()), trace=True)
    assert scores_of(verdict) == {}
    assert counts_of(verdict)["moves"] == 0


def test_freecell_counts_cards_on_foundations():
    """One for a card from a column or a cell, and one less for a card taken back; cells cost nothing."""
    board = "T1=KS;T2=KH;" + ";".join(f"F{n}={cards}" for n, cards in enumerate(HOME, start=1))
    deal = deal_board(tables_for("freecell"), read_board(f"{board};R1=KD;R2=KC"))

    def points(moves: str) -> int:
        verdict = replay(GameLog(deal, tuple(moves.split())), trace=True)
        assert verdict.valid
        return scores_of(verdict)["cards"]

    assert [points(moves) for moves in ("", "R1-F", "R1-F T1-F", "T1-R3", "F3-T1")] == [0, 1, 2, 0, -1]


def test_undos_are_counted_where_their_number_is_known():
    verdict = replay(GameLog(deal_seed(tables_for("klondike"), "7"), ("draw",)), trace=True)
    assert "undos" not in counts_of(verdict)
    assert counts_of(verdict, {Event.UNDO: 0})["undos"] == 0
    claimed = {Event.UNDO: 3, Event.HINT: 1}
    assert counts_of(verdict, claimed) == {
        "moves": 1,
        "deals": 0,
        "draws": 1,
        "redeals": 0,
        "undos": 3,
        "hints": 1,
    }
    assert scores_of(verdict, claimed) == scores_of(verdict)


def test_undos_and_hints_may_cost_twice_as_much_each_time():
    """Five undos cost 1, 2, 4, 8 and 16, two hints 3 and 6. From the 17th on, an undo costs the most."""
    declared = {"name": "x", "points": {"undo": -1, "hint": -3}, "doubles": ["undo", "hint"]}
    scoring = scoring_from_json(declared, "a club")
    assert scoring.claimed({Event.UNDO: 5, Event.HINT: 2}) == -31 - 9
    assert scoring.claimed({Event.UNDO: 20}) == -(2**17 - 1) - 3 * 100_000
    assert scoring_from_json(declared | {"doubles": []}, "").claimed({Event.UNDO: 20}) == -20
    for wrong in ("undo", ["jump"], [["undo"]]):
        with pytest.raises(DeclarationError, match="doubles of the scoring x must be a list of events"):
            scoring_from_json(declared | {"doubles": wrong}, "a club")


def test_a_row_may_double():
    """Three cards in a row count 1, 2 and 4. A draw ends the row."""
    scoring = Scoring("row", "a club", {Event.COLUMN_TO_WASTE: 1}, doubles=frozenset({Event.COLUMN_TO_WASTE}))
    taken = [Event.MOVE, Event.COLUMN_TO_WASTE]
    assert scoring.total([*taken * 3, Event.MOVE, Event.DRAW, *taken]) == 1 + 2 + 4 + 1


@pytest.mark.parametrize(
    "variant", [variant for variant in VARIANTS.values() if variant.scorings], ids=lambda variant: variant.id
)
def test_each_choice_of_options_has_each_scoring_at_most_once(variant):
    names = [option.name for option in variant.options]
    for values in product(*(option.extremes for option in variant.options)):
        options = set(zip(names, values, strict=True))
        offered = [scoring.name for scoring in variant.scorings if set(scoring.only_under) <= options]
        assert offered
        assert len(set(offered)) == len(offered)


def test_a_scoring_is_read_from_json():
    declared = {"name": "club", "start": 500, "points": {"move": -1, "undo": -5, "sequence": 100}}
    expected = Scoring("club", "a club", {Event.MOVE: -1, Event.UNDO: -5, Event.SEQUENCE: 100}, start=500)
    assert scoring_from_json(declared, "a club") == expected
    assert scoring_from_json({"name": "x", "floor": 0, "points": {}}, "").floor == 0
    timed = {"name": "x", "points": {}, "time": {"bonus": 1000}}
    assert scoring_from_json(timed, "").time == TimePoints(every=1, points=0, bonus=1000, bonus_from=1)


@pytest.mark.parametrize(
    ("declared", "said"),
    [
        ([], "A scoring is a JSON object"),
        ({"name": "club", "points": {}, "bonus": 1}, "unknown member 'bonus'"),
        ({"points": {}}, "The name of a scoring"),
        ({"name": "", "points": {}}, "The name of a scoring"),
        ({"name": "x" * 41, "points": {}}, "The name of a scoring"),
        ({"name": "a\nb", "points": {}}, "The name of a scoring"),
        ({"name": "club"}, "has no points"),
        (
            {"name": "club", "points": {"wins": 1}},
            "has points for 'wins'. Known: move, undo, hint, waste_to",
        ),
        ({"name": "club", "points": {"move": 1.5}}, "move of the scoring club must be a whole number"),
        ({"name": "club", "points": {"move": True}}, "move of the scoring club must be a whole number"),
        ({"name": "club", "points": {"move": 100_001}}, "from -100000 to 100000"),
        ({"name": "club", "points": {}, "floor": None}, "floor of the scoring club"),
        ({"name": "club", "points": {}, "start": "5"}, "start of the scoring club"),
        ({"name": "club", "points": {}, "floor": 1}, "starts below its floor"),
        (
            {"name": "club", "points": {}, "time": {}},
            "time of the scoring club must be an object with members",
        ),
        ({"name": "club", "points": {}, "time": 5}, "time of the scoring club must be an object"),
        (
            {"name": "club", "points": {}, "time": {"x": 1}},
            "unknown member 'x'. Known members: every, points,",
        ),
        ({"name": "club", "points": {}, "time": {"every": 0}}, "every in time of the scoring club"),
        (
            {"name": "club", "points": {}, "time": {"bonus": 1e6}},
            "must be a whole number from 0 to 100000000",
        ),
        ({"name": "club", "points": {"undo": -1}, "floor": 0}, "has a floor and points for undo"),
    ],
)
def test_what_is_not_a_scoring(declared, said):
    with pytest.raises(DeclarationError) as caught:
        scoring_from_json(declared, "a club")
    assert said in str(caught.value)


GOLF = Scoring(
    "run",
    "many programs",
    {Event.COLUMN_TO_WASTE: 1, Event.DRAW: -1},
    grows={Event.COLUMN_TO_WASTE: 1},
)


def events_in(variant, board, moves):
    deal = deal_board(tables_for(variant), read_board(board))
    verdict = replay(GameLog(deal, tuple(moves.split())), trace=True)
    assert verdict.valid
    return [*events_of(deal.opening, verdict.played, verdict.trace)]


def test_a_run_of_golf_grows_until_a_draw():
    """Two cards 1 and 2, a draw -1, and then again 1 and 2."""
    home = "".join(rank + suit for suit in "CSH" for rank in "A23456789TJQK")
    home = home.replace("7C", "")
    board = f"T1=5D3D;T2=6D4D;W={home}AD7D8D9DTDJDQDKD2D;S=7C"
    events = events_in("golf", board, "T1-W T2-W draw T2-W T1-W")
    assert GOLF.total(events) == 1 + 2 - 1 + 1 + 2


def test_each_card_of_a_pair_counts():
    """Q and A of spades are a pair, and a King leaves alone: three cards, of which the second pays more."""
    others = "".join(rank + suit for suit in "CHD" for rank in "A23456789TJQK")
    board = f"T1=KS;T2=QS;W=AS;F1={others}2S3S4S5S6S7S8S9STSJS"
    scoring = Scoring("pairs", "many programs", {Event.PAIRED_CARD: 5}, grows={Event.PAIRED_CARD: 2})
    events = events_in("pyramid", board, "T2-W T1-F")
    assert scoring.total(events) == 5 + 7 + 9


def test_a_complete_foundation_counts_each_time():
    """The King of clubs completes F1, comes back, and completes it again."""
    scoring = Scoring("complete", "many programs", {Event.COMPLETE_FOUNDATION: 60})
    assert scoring.total(events_in("klondike", BOARD, "draw W-F1 T1-F1 F1-T3 T3-F1 W-F4")) == 180


def test_a_floor_of_one_event():
    """A redeal takes the score to 0. A card taken back takes it below, where a redeal leaves it."""
    scoring = Scoring(
        "own floor",
        "a front end",
        {Event.COLUMN_TO_FOUNDATION: 10, Event.REDEAL: -100, Event.FOUNDATION_TO_COLUMN: -15},
        floors={Event.REDEAL: 0},
    )
    moves = "T2-F3 draw redeal"
    assert scoring.total(events_in("klondike", BOARD, moves)) == 0
    moves += " F3-T2 draw draw redeal"
    assert scoring.total(events_in("klondike", BOARD, moves)) == -15


def test_points_of_single_events_in_json():
    read = scoring_from_json(
        {"name": "run", "points": {"draw": -1}, "grows": {"draw": 2}, "floors": {"deal": 0}}, ""
    )
    assert (read.points, read.grows, read.floors) == ({Event.DRAW: -1}, {Event.DRAW: 2}, {Event.DEAL: 0})
    for member in ("grows", "floors"):
        with pytest.raises(DeclarationError, match=f"has {member} for 'jump'"):
            scoring_from_json({"name": "x", "points": {}, member: {"jump": 1}}, "")
        with pytest.raises(DeclarationError, match="neither grows nor has a floor"):
            scoring_from_json({"name": "x", "points": {}, member: {"undo": 1}}, "")
    with pytest.raises(DeclarationError, match="order of the two"):
        scoring_from_json({"name": "x", "points": {"undo": -1}, "floors": {"deal": 0}}, "")


def test_without_a_floor_time_takes_a_score_below_zero():
    scoring = Scoring("slow", "a front end", {}, time=TimePoints(every=10, points=-2, bonus=0, bonus_from=1))
    assert scoring.timed(5, 40, is_won=False) == -3


SPIDER = scoring_from_json({"name": "spider", "points": {}, "position": {"joined_card": 1}}, "AisleRiot")
SCORPION = scoring_from_json(
    {"name": "scorpion", "points": {"turn_up": 3}, "position": {"joined_card": 1, "complete_column": 4}},
    "AisleRiot",
)


def score_in(scoring, variant, board, moves=""):
    """Return the score of a house game with this scoring alone."""
    scored_variant = replace(VARIANTS[variant], scorings=(scoring,))
    deal = deal_board(compile_tables(scored_variant, tables_for(variant).options), read_board(board))
    verdict = replay(GameLog(deal, tuple(moves.split())), trace=True)
    assert verdict.valid, verdict.first_illegal_move
    return scores_of(verdict)[scoring.name]


def run(suit, ranks="KQJT98765432A"):
    return "".join(rank + suit for rank in ranks)


def test_joined_cards_count_in_spider():
    """A sequence has 12. 4H and 3H are joined, and TH and 9H, but not face-down cards with others."""
    home = ";".join(f"F{number}={run(suit)}" for number, suit in enumerate("SSHDDCC", start=1))
    board = f"T1=4H3H;T2=(KHQHJH)TH9H;T3=8H;T4=AH;T5=7H6H5H;T6=2H;{home}"
    assert score_in(SPIDER, "spider", board) == 7 * 12 + 1 + 1 + 2
    assert score_in(SPIDER, "spider", board, "T6-T1") == 7 * 12 + 2 + 1 + 2
    won = ";".join(f"F{number}={run(suit)}" for number, suit in enumerate("SSHHDDCC", start=1))
    assert score_in(SPIDER, "spider", won) == 96


def test_complete_columns_and_cards_turned_up_count_in_scorpion():
    """The Two of clubs joins the Three, which turns a card up. Two columns are complete."""
    board = f"T1={run('S')};T2={run('H')};T3={run('D', 'KQJT98765432')}"
    board += f";T4={run('C', 'KQJT9876543')};T5=(ADAC)2C"
    assert score_in(SCORPION, "scorpion", board) == 12 + 12 + 11 + 10 + 2 * 4
    assert score_in(SCORPION, "scorpion", board, "T5-T4") == 12 + 12 + 11 + 11 + 2 * 4 + 3
