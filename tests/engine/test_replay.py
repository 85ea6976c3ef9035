"""What a verdict contains beside the position: the illegal move, checkpoints, the trace."""

import pytest

from patience.cards.notation import NotationError
from patience.compilation.compiled_rules import tables_for
from patience.play.dealing import deal_deck
from patience.play.replay import Checkpoint, GameLog, replay

IN_ORDER = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"] * 2

# RULES §5 with this deck: R1 … R11 hold 3C … KC, R12 … R16 3D … 7D; the stock begins 8D 9D TD.
DEAL = deal_deck(tables_for("royal-rendezvous"), IN_ORDER)
MOVES = ("draw", "R1-F5", "draw", "R12-F6")
"""8D to the waste; 3C to the lower Ace, 8D fills R1; 9D to the waste; 3D to the lower Ace, 9D fills R12."""


def judged(*checkpoints: Checkpoint, moves=MOVES, trace=False):
    return replay(GameLog(DEAL, moves, checkpoints), trace=trace)


def names(verdict) -> list[tuple]:
    """The piles that differ."""
    divergence = verdict.first_divergence
    return [] if divergence is None else [tuple(difference) for difference in divergence.piles]


def test_legal_log():
    verdict = replay(GameLog(DEAL, MOVES))
    assert verdict.valid
    assert (verdict.moves_played, verdict.outcome) == (4, "in_progress")
    assert verdict.first_illegal_move is None
    assert verdict.first_divergence is None
    assert verdict.trace is None


def test_illegal_move():
    verdict = judged(moves=(*MOVES[:2], "R2-F5", "deal"))
    illegal = verdict.first_illegal_move
    assert not verdict.valid
    assert verdict.moves_played == illegal.index == 2
    # 4C does not follow 3C on F5, which goes up by twos; 2C on F9 takes it.
    assert (illegal.move, illegal.reason) == ("R2-F5", "wrong_rank")
    assert illegal.legal_moves == ["R2-F9", "R3-F5", "R12-F6", "R13-F10", "draw"]
    assert illegal.detail


def test_malformed_token_that_is_reached():
    with pytest.raises(NotationError):
        judged(moves=("draw", "R1>F5"))
    with pytest.raises(NotationError):
        judged(moves=("draw", "R1>F5"), trace=True)


@pytest.mark.parametrize("trace", [False, True])
def test_trace_stops_before_the_illegal_move(trace):
    verdict = judged(moves=(*MOVES[:2], "deal", "draw"), trace=trace)
    assert (verdict.trace and len(verdict.trace)) == (2 if trace else None)
    assert judged(moves=(), trace=trace).trace == (() if trace else None)


def test_trace_goes_on_past_checkpoints():
    checkpoints = [Checkpoint(2, {"W": ()}), Checkpoint(3, {"W": ("KS",)})]
    assert judged(*checkpoints, trace=True).trace == judged(trace=True).trace
    assert len(judged(trace=True).trace) == 4


def test_checkpoint_that_holds():
    assert not names(judged(Checkpoint(2, {"F5": ("AC", "3C"), "R1": ("8D",), "W": (), "R2": ("4C",)})))
    assert not names(judged(Checkpoint(0, {"R1": ("3C",)}), Checkpoint(4, {"R12": ("9D",), "W": ()})))


def test_checkpoint_that_differs():
    verdict = judged(Checkpoint(2, {"F5": ("AC", "3C"), "R1": ("9D",), "W": ("8D",)}))
    assert verdict.first_divergence.after == 2
    assert names(verdict) == [("R1", ("9D",), ("8D",)), ("W", ("8D",), ())]
    # A checkpoint changes nothing about the verdict.
    assert verdict.moves_played == 4
    assert verdict.position.piles == judged().position.piles


def test_any_card_matches_one_card():
    assert not names(judged(Checkpoint(2, {"F5": ("??", "3C")})))
    assert names(judged(Checkpoint(2, {"F5": ("??",)}))) == [("F5", ("??",), ("AC", "3C"))]
    assert names(judged(Checkpoint(2, {"W": ("??",)}))) == [("W", ("??",), ())]


def test_cards_out_of_order_differ():
    assert names(judged(Checkpoint(2, {"F5": ("3C", "AC")}))) == [("F5", ("3C", "AC"), ("AC", "3C"))]


def test_pile_that_the_variant_lacks_is_empty():
    assert not names(judged(Checkpoint(1, {"T1": ()})))
    assert names(judged(Checkpoint(1, {"T1": ("8D",)}))) == [("T1", ("8D",), ())]


def test_first_of_several_that_differ():
    """By the number of moves, not by the order in which they were given."""
    wrong = [Checkpoint(after, {"W": ("KS",)}) for after in (4, 1, 3)]
    verdict = judged(*wrong)
    assert (verdict.first_divergence.after, names(verdict)) == (1, [("W", ("KS",), ("8D",))])
    assert verdict.moves_played == 4
    assert judged(wrong[0], Checkpoint(1, {"W": ("8D",)}), wrong[2]).first_divergence.after == 3


def test_checkpoint_beyond_the_illegal_move_is_not_reached():
    wrong = Checkpoint(3, {"W": ("KS",)})
    moves = (*MOVES[:2], "deal", "draw")
    assert judged(wrong, moves=moves).first_divergence is None
    assert judged(wrong, moves=moves).moves_played == 2
    at_the_illegal_move = judged(Checkpoint(2, {"W": ("KS",)}), moves=moves)
    assert at_the_illegal_move.first_divergence.after == 2


def test_the_deal_is_not_played_on():
    """Every replay starts from the same opening."""
    assert judged().position.piles == judged().position.piles
    assert judged(moves=()).position.piles == DEAL.opening.piles
    assert DEAL.position() is not DEAL.opening


def test_checkpoints_after_one_move_are_all_compared():
    holds, differs = Checkpoint(2, {"W": ()}), Checkpoint(2, {"W": ("KS",)})
    for order in ((holds, differs), (differs, holds)):
        assert judged(*order).first_divergence.piles[0].expected == ("KS",)
