"""Positions for the conformance kit are bred: changed logs stay legal, and what they show is told rightly."""

import random

import pytest

from conformance import reference
from conformance.arranged import arranged, nearly_stuck
from conformance.breeding import (
    breaks,
    changed,
    judged,
    mismatch,
    position_of,
    with_deck,
    won_in_each_way,
)
from conformance.declared import after, opening, option_values
from conformance.losing import (
    FEW,
    READINGS,
    along_the_border,
    border_facts,
    lacking,
    line_after,
    moves_left,
    moves_that_hold,
    number_left,
    played_until_held,
)
from conformance.probes import asked_without_probes
from conformance.reference.tokens import CardMove, parse
from conformance.scenes import cleared
from patience.cards.reasons import Outcome


@pytest.mark.parametrize("variant", ["klondike", "spider", "golf", "rouge-et-noir"])
def test_the_moves_of_a_changed_log_are_legal(variant):
    source = random.Random(variant)
    request = with_deck({"variant": variant, "seed": "7", "moves": []})
    for _ in range(60):
        request = changed(request, option_values(variant), source)
        game = opening(request)
        for token in request["moves"]:
            assert reference.why_not(game, token) is None
            reference.play(game, token)
    assert request["moves"]


@pytest.mark.parametrize(
    ("group", "where"),
    [
        ("9S 8H 7S", []),
        ("9S 7H 6S", ["at the bottom"]),
        ("9S 8H 7D", ["at the top"]),
        ("9S 8H 7S 5H", ["at the top"]),
        ("9S 8H 6S 5H", ["inside"]),
        ("9S 4H 7S", ["in ranks inside"]),
    ],
)
def test_where_a_group_is_no_run(group, where):
    """In Klondike runs go down in alternating colours."""
    game = opening({"variant": "klondike", "seed": "1"})
    assert list(breaks(game, group.split())) == where


@pytest.mark.parametrize(
    ("group", "how"),
    [
        ("9S 8H 7S", None),
        ("9S 8H 7D", "by suits of a colour"),
        ("9S 8S 7H", "by suit"),
        ("9S 8H 6S", "by rank"),
        ("9S 8H 6H", None),
        ("2S AH KS", "over the Ace"),
        ("9S 7H 5S", None),
    ],
)
def test_how_the_cards_differ_where_a_group_is_no_run(group, how):
    """In Klondike runs go down in alternating colours."""
    game = opening({"variant": "klondike", "seed": "1"})
    assert mismatch(game, group.split()) == how


@pytest.mark.parametrize(
    ("reading", "tops"),
    [
        ("no redeal", "cfg"),
        ("redeal always", "cfgvycfg"),
        ("waste alone redealt", "cfgvy"),
        ("stock before waste", "cfgcfuxy"),
        ("each card of the stock", "abcdefgvycfg"),
        ("no smaller draw", "cfvycf"),
        ("first card of a draw", "adgtwadg"),
    ],
)
def test_which_cards_come_to_the_top(reading, tops):
    """The stock a…g is drawn by threes onto the waste t…y, of which t lies lowest; then comes a redeal."""
    cards = READINGS[reading]([*"abcdefg"], [*"tuvwxy"], 3, True)
    assert "".join(cards) == tops


def test_a_move_that_alone_keeps_a_game_from_being_lost():
    """In Beleaguered Castle only the Queen of hearts can move: onto the King in the last column."""
    columns = (
        "2C 2D 2H 2S 3C 9C", "3D 3H 3S 4C 4D 9D", "4H 4S 5C 5D 5H 9H", "5S 6C 6D 6H 6S 9S",
        "7H 7S 8C 8D 8H 7C", "8S TC TD TH TS 7D", "JC JD JH JS QC QH", "QD QS KC KD KH KS",
    )  # fmt: skip
    deck = [column.split()[row] for row in range(6) for column in columns]
    request = {
        "variant": "beleaguered-castle",
        "rules": {},
        "deck": ["AC", "AD", "AH", "AS", *deck],
        "moves": [],
    }
    game = after(request, [])
    assert [parse(token) for token in reference.legal_moves(game)] == [CardMove("T7", "T8", 1)]
    shown = border_facts(request)
    assert {
        ("left", "now"),
        ("left", "card Q"),
        ("left", "to last T"),
        ("left by", "card Q", "onto K"),
    } <= shown
    assert not any("to first T" in feature or feature[0] == "none left" for feature in shown)


def test_what_is_left_after_further_draws():
    """In Klondike only the Ace of spades can move, the last card of the stock, in each pass through it.

    Black Twos, a black Three and Kings lie face up, the red Twos, Queens and other Aces below them.
    """
    columns = (
        "2S", "AC 2C", "AD AH 3S", "2D 2H 4C KS", "QC QD QH QS KC", "5C 5D 5H 5S 6C KD",
        "4D 4H 4S 6D 6H 6S KH",
    )  # fmt: skip
    piles = [column.split() for column in columns]
    face_down = [piles[column][row] for row in range(6) for column in range(6, row, -1)]
    face_up = [pile[-1] for pile in reversed(piles)]
    others = "3C 3D 3H 7C 7D 7H 7S 8C 8D 8H 8S 9C 9D 9H 9S TC TD TH TS JC JD JH JS AS"
    request = {
        "variant": "klondike",
        "rules": {},
        "deck": [*face_down, *face_up, *others.split()],
        "moves": [],
    }
    left = moves_left(line_after(request))
    assert left is not None
    assert [(each.when, [*map(str, each.moves)]) for each in left] == [
        ({"drawn", "last draw"}, ["W-F2"]),
        ({"redealt", "last draw"}, ["W-F2"]),
    ]
    assert number_left(left) == 1
    assert lacking(left, "card A") == []
    assert lacking(left, "card K") is None
    assert [each.when for each in lacking(left, "redealt") or ()] == [{"drawn", "last draw"}]


@pytest.mark.parametrize("variant", ["klondike", "forty-thieves", "freecell"])
def test_columns_are_cleared_and_the_other_cards_shuffled(variant):
    scenes = list(cleared(variant, random.Random(variant), 2))
    assert scenes
    for scene in scenes:
        line_after(scene.request)
        assert not all(scene.game.piles[name] for name in scene.game.names("T"))


def test_a_walk_finds_positions_in_which_few_moves_or_none_now_are_left():
    source = random.Random("klondike")
    first = with_deck({"variant": "klondike", "seed": "7", "moves": []})
    found = list(along_the_border([first], option_values("klondike"), source, 600))
    assert found
    for request in found:
        line = line_after(request)
        assert moves_left(line, FEW) is not None or not any("-" in token for token in line.legal_moves())


@pytest.mark.parametrize("variant", ["klondike", "spider", "freecell"])
def test_decks_are_arranged_for_long_runs_and_empty_columns(variant):
    longest, empty = 0, 0
    for request in arranged(variant, random.Random(variant)):
        game = opening(request)
        for token in request["moves"]:
            assert reference.why_not(game, token) is None
            reference.play(game, token)
        moves = [parse(token) for token in reference.legal_moves(game) if "-" in token]
        longest = max(longest, *(move.count for move in moves), 0)
        empty = max(empty, sum(not game.piles[name] for name in game.names("T")))
    assert longest >= 9
    assert empty >= 2


def test_whole_sequences_are_arranged_to_leave_while_cards_are_still_to_be_dealt():
    games = (after(each, each["moves"]) for each in arranged("spider", random.Random("spider")))
    assert any(game.piles["S"] and game.piles["F1"] and game.piles["F2"] for game in games)


def test_an_ace_is_arranged_to_wait_for_a_full_foundation_of_its_suit():
    games = (after(each, each["moves"]) for each in arranged("gypsy", random.Random("gypsy")))
    assert any(
        len(game.piles[foundation]) == 13 and game.piles[column][-1:] == [f"A{game.piles[foundation][0][1]}"]
        for game in games
        for foundation in game.names("F")
        for column in game.names("T")
    )


def test_a_whole_sequence_is_arranged_to_be_among_the_few_moves_left():
    """In Rouge et Noir F5 to F8 each take a whole sequence (RULES §2), so it has four of the moves."""
    requests = nearly_stuck("rouge-et-noir", random.Random("sequence"), 1)
    left = (reference.legal_moves(after(request, request["moves"])) for request in requests)
    assert any(len(moves) < 8 and any(move.endswith("-F5x13") for move in moves) for moves in left)


def test_decks_are_arranged_for_lost_games_in_which_a_redeal_is_left():
    requests = nearly_stuck("klondike", random.Random("lost"), 1 / 2)
    lines = [line_after(request) for request in requests]
    assert any(line.outcome() is Outcome.LOST and "redeal" in line.legal_moves() for line in lines)


def test_games_are_taken_that_were_won_in_each_way():
    """Rouge et Noir is won with all cards or, under an option, with four sequences (RULES §2)."""
    won = won_in_each_way(map(position_of, judged(asked_without_probes("rouge-et-noir"))))
    assert {request["rules"].get("win") for request in won} == {None, "four_sequences"}
    assert len({str(request) for request in won}) == len(won)
    assert all(line_after(request).is_won() for request in won)


def test_which_moves_are_left_does_not_matter_while_cards_can_be_dealt():
    first = with_deck({"variant": "spider", "seed": "7", "moves": []})
    assert moves_left(line_after(first)) is None
    dealt_out = first | {"moves": ["deal"] * 5}
    assert moves_left(line_after(dealt_out)) is not None


def test_games_are_played_until_no_move_holds_the_stock():
    """Under `when_blocked`, `deal` is legal exactly while no forward move is (RULES §2)."""
    rules = {"deal": "when_blocked"}
    first = with_deck({"variant": "rouge-et-noir", "rules": rules, "seed": "7", "moves": []})
    blocked = list(played_until_held(first, random.Random("held")))
    assert len(blocked) >= 3
    for request in blocked:
        assert reference.why_not(after(request, request["moves"]), "deal") is None


def test_a_walk_finds_positions_in_which_one_forward_move_or_none_holds_the_stock():
    """Under `when_blocked`, `deal` is legal exactly while no forward move is (RULES §2)."""
    rules = {"deal": "when_blocked"}
    first = with_deck({"variant": "rouge-et-noir", "rules": rules, "seed": "7", "moves": []})
    walk = along_the_border([first], {}, random.Random("rouge-et-noir"), 2000, moves_that_hold)
    numbers = set()
    for request in walk:
        held = moves_that_hold(line_after(request))
        number = sum(len(each.moves) for each in held)
        reason = reference.why_not(after(request, request["moves"]), "deal")
        assert reason == ("moves_available" if number else None)
        numbers.add(number)
    assert {0, 1} <= numbers


def test_thirteen_cards_are_arranged_of_which_one_keeps_them_from_being_a_whole_sequence():
    """In Scorpion cards move in any order, and a foundation takes a whole sequence of one suit (RULES §1)."""
    reasons, games = set(), 0
    for request in arranged("scorpion", random.Random("almost")):
        game = after(request, request["moves"])
        for name in game.names("T"):
            ranks = [card[0] for card in game.piles[name][-13:]]
            if len(ranks) == 13 and (ranks[0], ranks[-1]) == ("K", "A"):
                games += 1
                reasons.add(reference.why_not(game, f"{name}-F1x13"))
    assert games >= 5
    assert "incomplete_sequence" in reasons
