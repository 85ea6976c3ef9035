"""Rewards by a declared score: what each step adds to the points of a declared scoring."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from patience.compilation.actions import Play, actions_of
from patience.compilation.compiled_rules import CompiledRules
from patience.gym.boards import SKIP, Bytes, Wholes
from patience.play.scores import move_events
from patience.rules.scoring_rules import Event, Scoring

_UNKNOWN: Final = frozenset({Event.PAIRED_CARD, Event.COMPLETE_FOUNDATION})
"""Events that the action alone does not show."""


class Points:
    """The scores of a number of boards of one game."""

    def __init__(self, rules: CompiledRules, scoring: Scoring, boards: int) -> None:
        is_more = scoring.grows or scoring.doubles or scoring.floors or scoring.position
        if is_more or not _UNKNOWN.isdisjoint(scoring.points):
            raise ValueError(
                f"The scoring {scoring.name} needs more than the action of each step: environments do not "
                "implement grows, doubles, floors, position, paired_card and complete_foundation."
            )
        self._scoring = scoring
        plays = actions_of(rules).plays
        self._of_action = np.array([_points(rules, scoring, play) for play in plays], np.int64)
        self._of_turn = scoring.points.get(Event.TURN_UP, 0)
        self._scores: Wholes = np.full(boards, scoring.start, np.int64)

    def begin(self, index: int) -> None:
        """Begin a game on a board."""
        self._scores[index] = self._scoring.start

    def add(self, chosen: Wholes, illegal: Bytes, turned: Wholes) -> NDArray[np.float64]:
        """Return what a step adds on each board; ``turned`` counts the cards that it turned up."""
        gains = np.where(
            (chosen == SKIP) | (illegal == 1), 0, self._of_action[chosen] + turned * self._of_turn
        )
        scores = self._scores + gains
        if self._scoring.floor is not None:
            scores = np.maximum(scores, self._scoring.floor)
        added = scores - self._scores
        self._scores = scores
        return added.astype(np.float64)


def _points(rules: CompiledRules, scoring: Scoring, play: Play) -> int:
    move = play if isinstance(play, str) else (play[0], play[1])
    return sum(scoring.points.get(event, 0) for event in move_events(rules, move))
