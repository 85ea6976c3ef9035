"""Positions of logs as arrays, for programs that learn from games.

The kernel replays the logs and writes each position into arrays of bytes. They are memoryviews, which numpy,
PyTorch and JAX take without a copy; none of these is needed.
"""

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal, get_args

from patience.compilation.actions import KEPT_GAMES, actions_of
from patience.compilation.compiled_rules import CompiledRules
from patience.game import Game, Log, opened, read_log
from patience.kernel.loader import kernel
from patience.line_of_play import ReadableLine
from patience.patience_error import BAD_LOG, BAD_OPTIONS, NO_KERNEL, PatienceError
from patience.play.replay import GameLog, replay
from patience.play.scores import score_names, scores_of
from patience.verification import Verdict

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from patience.kernel.core import Batch

Observe = Literal["player", "all"]
"""What a position shows: what a player sees, or every card."""

_OBSERVE: Final = get_args(Observe)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ReplayArrays:
    """The positions of logs of one game: the opening of each log, and what follows each of its legal moves.

    A log with ``n`` legal moves has ``n + 1`` positions. Those of log ``i`` are the rows from ``starts[i]``
    up to ``starts[i + 1]`` of the arrays.
    """

    pile_names: tuple[str, ...]
    """The piles, in the order of ``sizes``."""
    tokens: tuple[str, ...]
    """By number: the token of an action, as in logs."""
    starts: memoryview
    """By log: its first row, and after the last log the number of rows. int64."""
    cards: memoryview
    """By row: the cards of every pile, bottom to top, pile after pile. uint8: 1 to 52 are the cards in the
    order of ``patience.cards.CODES``, and 53 is a card that is not seen."""
    sizes: memoryview
    """By row: how many cards each pile has. uint8."""
    redeals: memoryview
    """By row: the number of redeals so far. int32."""
    legal: memoryview
    """By row: a bit for each action, the lowest of a byte first. uint8."""
    actions: memoryview
    """By row: the number of the action that was played, -1 after the last one. int32."""
    outcomes: tuple[str, ...]
    """By log: ``won``, ``lost`` or ``in_progress`` after its legal moves; empty if it was rejected."""
    scores: dict[str, memoryview]
    """By name of a scoring that was asked for: the points of each log. int64."""
    rejected: dict[int, PatienceError]
    """By number of a log without positions: why it has none."""

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.actions)

    def __repr__(self) -> str:
        return f"<ReplayArrays: {len(self):,} positions of {len(self.outcomes):,} logs>"

    def piles(self, start: int = 0, stop: int | None = None) -> "NDArray[np.uint8]":
        """Return the cards as a numpy array by row, pile and place, as in environments; 0 where none lies.

        It has the rows from ``start`` up to ``stop``, or all: it is ten times as large as ``cards``.
        """
        import numpy as np  # noqa: PLC0415 - for this alone

        sizes, cards = np.asarray(self.sizes)[start:stop], np.asarray(self.cards)[start:stop]
        piles = np.zeros((*sizes.shape, cards.shape[1]), np.uint8)
        piles[np.arange(cards.shape[1]) < sizes[:, :, None]] = cards.ravel()
        return piles

    def legal_mask(self, start: int = 0, stop: int | None = None) -> "NDArray[np.uint8]":
        """Return the legal actions as a numpy array of 0 and 1 by row and action, as environments do."""
        import numpy as np  # noqa: PLC0415 - for this alone

        bits = np.asarray(self.legal)[start:stop]
        return np.unpackbits(bits, axis=1, count=len(self.tokens), bitorder="little")


def replay_arrays(
    logs: Iterable[Log], *, observe: Observe = "player", scores: Iterable[str] = ()
) -> ReplayArrays:
    """Replay logs of one game, and return all their positions as arrays.

    ``logs`` are what ``verify`` takes; members of their own are ignored. They share variant and options:
    those of the first log decide, and any other is ``rejected``, like one that ``verify`` refuses. A log ends
    at its first illegal move. ``observe`` says what is shown: what a ``"player"`` sees, or ``"all"`` cards.
    ``scores`` names scorings of the game, which take much longer. Raises PatienceError for an unknown
    scoring, if no log has positions, and without the compiled kernel.

    >>> arrays = replay_arrays([{"variant": "freecell", "seed": 1, "moves": ["T6-R1", "T1-R2"]}])
    >>> len(arrays), [arrays.tokens[action] for action in arrays.actions if action >= 0]
    (3, ['T6-R1', 'T1-R2'])
    """
    recorder = Recorder(observe)
    starts = array("q", [0])
    outcomes: list[str] = []
    points = {name: array("q") for name in scores}
    rejected: dict[int, PatienceError] = {}
    rules: CompiledRules | None = None
    for number, log in enumerate(logs):
        outcome, gained = "", dict[str, int]()
        try:
            game, moves = opened_log(log)
            rules = rules or game._deal.tables
            _check_game(game._deal.tables, rules)
        except PatienceError as error:
            rejected[number] = error
        else:
            played, outcome = recorder.add(game, moves)
            gained = _scores(game, moves[:played], points) if points else gained
        starts.append(recorder.positions.number)
        outcomes.append(outcome)
        for name, column in points.items():
            column.append(gained.get(name, 0))
    if rules is None:
        reason = next((f" The first: {error}" for error in rejected.values()), "")
        raise PatienceError(BAD_LOG, f"None of the {len(outcomes)} logs has positions.{reason}")
    return ReplayArrays(
        rules.names,
        actions_of(rules).tokens,
        memoryview(starts),
        *_shaped(rules, recorder.positions.buffers()),
        tuple(outcomes),
        {name: memoryview(column) for name, column in points.items()},
        rejected,
    )


class Recorder:
    """Writes the positions of logs, one after another."""

    def __init__(self, observe: Observe) -> None:
        """Raise PatienceError for an unknown way to observe, and without the compiled kernel."""
        if observe not in _OBSERVE:
            raise PatienceError(
                BAD_OPTIONS, f"observe is {' or '.join(map(repr, _OBSERVE))}, not {observe!r:.60}."
            )
        if kernel() is None:
            problem = "Positions need the compiled kernel, which this build does not have or which is off."
            raise PatienceError(NO_KERNEL, problem)
        from patience.kernel.core import Positions  # noqa: PLC0415 - it may be missing

        self.positions = Positions()
        self._hidden = observe == "player"

    def add(self, game: Game, moves: Sequence[str]) -> tuple[int, str]:
        """Add the positions of an opened log; return the number of its legal moves, and the outcome."""
        return self.positions.add(_batch_of(game._deal.tables), game._line, moves, self._hidden)


def opened_log(log: Log) -> tuple[Game, list[str]]:
    """Return the game of a log before its first move, and its moves. Unknown members are ignored.

    Raises PatienceError if it is not a log, or one that the kernel does not replay.
    """
    members = read_log(log, ignore_unknown=True)
    game, moves = opened(members)
    if isinstance(game._line, ReadableLine):
        raise PatienceError(
            BAD_LOG, "The kernel does not replay logs with orders of redeals, or of these rules."
        )
    if any(move.startswith("F-") for move in moves):
        # The cards say which foundation is meant.
        moves = [*Verdict(members).game.moves]
    return game, moves


@lru_cache(maxsize=KEPT_GAMES)
def _batch_of(rules: CompiledRules) -> "Batch":
    from patience.kernel.core import Batch  # noqa: PLC0415 - it may be missing

    return Batch(rules, actions_of(rules).plays, 0)


def _check_game(rules: CompiledRules, expected: CompiledRules) -> None:
    if rules != expected:
        found, wanted = (f"{each.variant.id} {dict(each.options)}" for each in (rules, expected))
        raise PatienceError(BAD_LOG, f"The log is of {found}, and the first log is of {wanted}.")


def _scores(game: Game, moves: Sequence[str], names: Iterable[str]) -> dict[str, int]:
    known = score_names(game._deal.tables)
    for name in names:
        if name not in known:
            expected = ", ".join(known) or "none"
            raise PatienceError(
                BAD_OPTIONS, f"The game has no scoring {name!r:.60}. Its scorings: {expected}."
            )
    return scores_of(replay(GameLog(game._deal, tuple(moves)), trace=True))


def _shaped(
    rules: CompiledRules, buffers: tuple[bytearray, bytearray, bytearray, bytearray, bytearray]
) -> tuple[memoryview, memoryview, memoryview, memoryview, memoryview]:
    """Return the kernel's arrays by row, in the order of ``ReplayArrays``."""
    cards, sizes, redeals, legal, actions = buffers
    rows = len(actions) // 4
    return (
        memoryview(cards).cast("B", (rows, rules.cards)),
        memoryview(sizes).cast("B", (rows, len(rules.names))),
        memoryview(redeals).cast("i"),
        memoryview(legal).cast("B", (rows, (len(actions_of(rules)) + 7) // 8)),
        memoryview(actions).cast("i"),
    )
