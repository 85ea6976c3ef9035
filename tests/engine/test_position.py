"""Positions: copies, and what is asked of a pile."""

import pytest

from conformance.deals import deal_of
from patience.cards import CARDS, FACE_DOWN
from patience.game import Game
from patience.play.legality import check, has_card_move, legal_moves, outcome
from patience.play.position import Position
from patience.play.replay import advance
from tests.engine.boards import lay
from tests.engine.hand_games import GAMES, read


def played(name: str, *, until: str = "") -> Position:
    """A game worked out by hand, played up to its first entry that begins with this token, or to its end."""
    game = read(next(path for path in GAMES if path.stem == name))
    position = deal_of(game.request).position()
    for entry in game.entries:
        if not entry.kind:
            if entry.words[0] == until:
                break
            for token in entry.words * entry.times:
                assert len(advance(position, [token])) == 1
    return position


def test_a_copy_is_played_on_without_the_original():
    position = played("rouge-et-noir", until="deal")
    assert position.won is False
    before = [pile[:] for pile in position.piles]
    twin = position.copy()
    assert twin.piles == before
    advance(twin, ["deal"])
    assert position.piles == before
    assert twin.piles != before


def test_a_copy_of_a_won_game_is_won():
    position = played("rouge-et-noir-hoffmann.last-redeal").copy()
    assert (outcome(position), position.won) == ("won", True)
    assert check(position, "redeal") == "game_over"
    assert legal_moves(position) == []
    assert not has_card_move(position)
    assert len(advance(position, ["redeal"])) == 0


def test_a_won_game_has_no_card_move_though_cards_would_fit():
    """RULES §2, win: AC could go to F4, but four sequences have won."""
    position = played("rouge-et-noir.four-sequences")
    assert not has_card_move(position)
    assert len(advance(position, ["T8-F4"])) == 0


def test_a_copy_remembers_its_redeals():
    position = played("rouge-et-noir-hoffmann", until="T3-T1")
    assert position.redeals == position.copy().redeals == 1


def test_a_copy_remembers_that_a_king_is_unlocked():
    """RULES §5: once F5 has its King, KC in R1 may go to F1, in the copy as well."""
    position = played("royal-rendezvous", until="R1-F")
    assert check(position, "R1-F1") is None
    assert check(position.copy(), "R1-F1") is None
    assert len(advance(position.copy(), ["R1-F1"])) == 1
    assert check(played("royal-rendezvous", until="R14-F5"), "R1-F1") == "king_locked"


def test_what_lies_face_down():
    position = played("rouge-et-noir", until="T7-T10")
    column = position.tables.pile["T7"]
    assert position.face_down(column) == 2
    assert position.cards(column) == [30, 49, 24]  # 5H JS | QD: 2 · 13 + 4, 3 · 13 + 10, 13 + 11
    advance(position, ["T7-T10", "T7-T10"])
    assert position.face_down(column) == 0


@pytest.mark.parametrize(
    ("pile", "empty"), [("T10", True), ("T1", False), ("T2", False), ("F1", True), ("S", False)]
)
def test_empty_piles(pile, empty):
    position = played("rouge-et-noir", until="T9-F")
    assert position.is_empty(position.tables.pile[pile]) == empty


def test_a_whole_log_is_played_in_one_go():
    """As token by token: every game, up to its win where it has one."""
    for path in GAMES:
        game = read(path)
        tokens = [token for entry in game.entries if not entry.kind for token in entry.words * entry.times]
        position = deal_of(game.request).position()
        assert len(advance(position, tokens)) == len(tokens)
        assert len(advance(position, ["T99-F99", *tokens])) == 0
        assert position.piles == played(path.stem).piles
        again = deal_of(game.request).position()
        assert len(advance(again, [*tokens, "T99-F99", "deal"])) == len(tokens)


def test_a_closed_reserve_turns_up_its_last_card_only():
    """Eagle Wing: the trunk stays face down; a card that fills a column is turned up there."""
    game = Game("eagle-wing", seed=1)
    trunk = game.position["R1"].cards
    game.push("T2-F2")
    column, rest = game.position["T2"], game.position["R1"]
    assert (column.cards, column.face_down) == (trunk[-1:], 0)
    assert (rest.cards, rest.face_down) == (trunk[:-1], 12)
    position = lay("eagle-wing", "F3: AH 2H 3H; R1: (2C 3C) 4H")
    advance(position, ["R1-F3"])
    assert position.piles[position.tables.pile["R1"]][1:] == [
        CARDS[code] + FACE_DOWN for code in ("2C", "3C")
    ]
