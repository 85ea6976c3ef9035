"""The choice of the kit's cases: changed logs stay legal, and the answers are the reference interpreter's."""

import random
from collections import Counter

import pytest

from conformance import positions, reference
from conformance.choose import candidates, facts_of, lines_of
from conformance.declared import after, opening
from conformance.discriminate import Search
from conformance.faults import Fault, listed, told_apart
from conformance.positions import CHANGES, position, with_deck
from conformance.reference.fits import room
from conformance.reference.tokens import ACTIONS


@pytest.mark.parametrize("variant", ["klondike", "spider", "golf", "rouge-et-noir"])
def test_the_moves_of_changed_logs_are_legal(variant):
    source = random.Random(variant)
    here = position(with_deck({"variant": variant, "seed": "7", "moves": []}))
    longest = 0
    for change in CHANGES:
        for request in change(here, source):
            # Under another option the game may have another deck.
            if position(request) is None:
                continue
            game = opening(request)
            for token in request["moves"]:
                assert reference.why_not(game, token) is None, (change, token)
                reference.play(game, token)
            assert sorted(request["deck"]) == sorted(here.request["deck"])
            longest = max(longest, len(request["moves"]))
            here = position(request)
    assert longest


@pytest.mark.parametrize(("token", "wanted"), [("T1-T2", None), ("T1-T2", "wrong_color"), ("T3-F1", None)])
def test_a_wish_makes_a_move_legal_or_wrong_in_one_way(token, wanted):
    here = position(with_deck({"variant": "klondike", "seed": "7", "moves": []}))
    near = positions.wish(here, token, wanted, random.Random(1))
    assert reference.why_not(near.game, token) == wanted
    assert (
        sum(one != other for one, other in zip(near.request["deck"], here.request["deck"], strict=True)) <= 2
    )


def test_cards_are_exchanged_until_few_moves_or_one_kind_is_left():
    here = position(with_deck({"variant": "beleaguered-castle", "seed": "7", "moves": []}))
    *_, last = positions.stuck(here, random.Random(1))
    moves = [token for token in reference.legal_moves(after(last, [])) if token not in ACTIONS]
    kinds = Counter(token.translate(str.maketrans("", "", "0123456789")) for token in moves)
    others = len(moves) - max(kinds.values(), default=0)
    assert others <= positions.FEW < len(here.moves)


def test_a_whole_suit_goes_to_a_foundation():
    source, here = random.Random(1), position(with_deck({"variant": "klondike", "seed": "7", "moves": []}))
    filled = 0
    for _ in range(8):
        (request,) = positions.to_foundations(here, source)
        here = position(request)
        filled = max(filled, *(len(here.game.piles[name]) for name in here.game.names("F")))
    assert filled >= 5


def test_a_position_tells_faults_apart():
    """With four free cells and no empty column, room for five: only faults that count otherwise matter."""
    game = opening({"variant": "freecell", "seed": "7"})
    assert room(game, "T1") == 5
    found = {name.partition(" ")[2] for name in told_apart("fits.room", lambda: room(game, "T1"))}
    assert "`not game.piles[name]` not negated" in found
    assert "`name != target` compared with Eq" not in found


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
    facts, _ = facts_of(position(request))
    kept = {feature[1] for feature in facts if feature[0] == "kept by"}
    assert {"T-T", "to T last", "one"} <= kept
    assert not any(way.startswith(("to T first", "T-F")) for way in kept)


def test_every_candidate_is_illegal_and_shows_something():
    here = position({"variant": "klondike", "rules": {}, "seed": "1", "moves": []})
    found = list(candidates(here, Counter(), random.Random(1)))
    assert len({candidate.token for candidate in found}) == len(found) > 50
    for candidate in found:
        assert candidate.shown
        assert reference.why_not(here.game, candidate.token)


GAME = "the-wish-open"
"""A game whose cases are chosen quickly."""


@pytest.fixture(scope="module")
def chosen():
    return lines_of(GAME, tries=1)


def test_the_measurement_finds_faults_and_nothing_else():
    search = Search(GAME, 1)
    assert search.finds(Fault("none", "no fault"), 1) == []
    names = {
        "actions go on after the end of the game",
        "a game is never lost",
        "unknown piles are empty piles",
    }
    faults = [fault for fault in listed("by-hand") if fault.name in names]
    assert len(faults) == len(names)
    assert all(search.finds(fault, 1) for fault in faults)


def test_the_answers_are_the_reference_s(chosen):
    assert chosen
    for line in chosen:
        request = {"variant": GAME, "rules": {}} | line
        game = after(request, line["moves"])
        assert line["final_state"] == reference.state(game)
        assert line["outcome"] == reference.outcome(game)
        for token, reason, _ in line["steps"]:
            assert reason == reference.why_not(game, token) is not None
