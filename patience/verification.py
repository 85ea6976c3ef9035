"""Verdicts on game logs: ``verify`` replays a log and says what really happened."""

from dataclasses import dataclass

from patience.cards.reasons import Outcome
from patience.game import Game, Log, opened, read_log
from patience.patience_error import BAD_LOG, PatienceError
from patience.play.deal_orders import other_order
from patience.words import said


@dataclass(frozen=True, slots=True)
class Verdict:
    """What really happened in a game. After an illegal move it describes the position before that move."""

    game: Game
    """The game that the longest legal prefix of the log reaches."""
    moves_total: int
    """The number of moves in the log."""
    first_illegal_move: PatienceError | None
    """Its ``index``, ``move``, ``reason`` and ``detail``; None if every move is legal."""

    @property
    def valid(self) -> bool:
        """Whether every move is legal."""
        return self.first_illegal_move is None

    @property
    def outcome(self) -> Outcome:
        """How the game stands: ``won``, ``lost`` or ``in_progress``."""
        return self.game.outcome

    @property
    def moves_played(self) -> int:
        """The length of the longest legal prefix."""
        return len(self.game.moves)


def verify(log: Log) -> Verdict:
    """Replay a log and return the verdict.

    ``log`` is what the service takes, as a mapping or as JSON: ``variant`` or ``declaration``, one of
    ``seed``, ``deck`` and ``board``, ``rules`` and ``moves``. Raises PatienceError if it is not a log; then
    there is no verdict.

    >>> verdict = verify({"variant": "freecell", "seed": "1", "moves": ["T6-R1", "T7-T2"]})
    >>> verdict.valid, verdict.moves_played
    (False, 1)
    >>> verdict.first_illegal_move.reason.value
    'wrong_color'
    """
    members = read_log(log)
    if members.get("checkpoints"):
        raise PatienceError(BAD_LOG, "verify does not compare checkpoints; the service does.")
    game, moves = opened(members)
    for index, move in enumerate(moves):
        try:
            game.push(move)
        except PatienceError as error:
            detail = f"{error.detail} {said(other_order(game._deal, moves, index))}".rstrip()
            return Verdict(game, len(moves), PatienceError(error.reason, detail, index, move))
    return Verdict(game, len(moves), None)
