"""Verdicts on game logs: ``verify`` replays a log and says what really happened.

The kernel judges a usual log in one call. The game that it reaches, and the reason why a move is illegal, are
made when they are asked for: most programs ask for neither.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal

from patience.cards.notation import tokens_before_mistake
from patience.cards.reasons import Outcome
from patience.game import Game, Log, opened, read_log
from patience.kernel.loader import kernel
from patience.patience_error import BAD_LOG, PatienceError
from patience.play.deal_orders import other_order
from patience.play.unnamed_sources import is_unnamed
from patience.words import said

if TYPE_CHECKING:
    from patience.kernel.core import Judgement

Unknown = Literal["reject", "ignore"]
"""What becomes of members of a log that are not known."""

_LEFT_OUT: Final = ("moves", "ref", "include", "checkpoints")

ANY_NUMBER: Final = 2**62
_LONGEST_REF: Final = 1024
_HIGHEST_INTEGER: Final = 2**53 - 1
"""A seed that is written as a larger number in JSON may have lost digits on its way."""


class Verdict:
    """What really happened in a game. After an illegal move it describes the position before that move."""

    __slots__ = ("_first_illegal_move", "_game", "_log", "moves_played", "moves_total", "outcome", "valid")

    moves_total: int
    """The number of moves in the log."""
    moves_played: int
    """The length of the longest legal prefix."""
    valid: bool
    """Whether every move is legal."""
    outcome: Outcome
    """How the game stands: ``won``, ``lost`` or ``in_progress``."""

    def __init__(self, log: Log, judgement: "Judgement | None" = None, unread: int = 0) -> None:
        """Judge a log, unless the kernel has, which leaves the ``unread`` moves after a mistake."""
        self._log = log
        self._game: Game | None = None
        self._first_illegal_move: PatienceError | None = None
        if judgement:
            self.moves_total, self.moves_played = judgement.moves_total + unread, judgement.moves_played
            self.valid, self.outcome = judgement.illegal is None and not unread, judgement.outcome
            return
        game = self.game
        self.moves_played, self.outcome = len(game.moves), game.outcome
        self.valid = self._first_illegal_move is None

    @property
    def game(self) -> Game:
        """The game that the longest legal prefix of the log reaches."""
        if self._game is None:
            self._game = self._replayed()
        return self._game

    @property
    def first_illegal_move(self) -> PatienceError | None:
        """Its ``index``, ``move``, ``reason`` and ``detail``; None if every move is legal."""
        if self._game is None and not self.valid:
            self._game = self._replayed()
        return self._first_illegal_move

    def to_dict(self) -> dict[str, object]:
        """Return the verdict as plain values, such as a row of a table holds.

        >>> verify({"variant": "freecell", "seed": "1", "moves": ["T7-T2"]}).to_dict()["illegal_index"]
        0
        """
        illegal = self.first_illegal_move
        return {
            "valid": self.valid,
            "outcome": self.outcome.value,
            "moves_total": self.moves_total,
            "moves_played": self.moves_played,
            "illegal_index": illegal.index if illegal else None,
            "illegal_move": illegal.move if illegal else None,
            "reason": str(illegal.reason) if illegal else None,
            "detail": illegal.detail if illegal else None,
        }

    def _replayed(self) -> Game:
        game, moves = opened(read_log(self._log, ignore_unknown=True))
        self.moves_total = len(moves)
        for index, move in enumerate(moves):
            try:
                game.push(move)
            except PatienceError as error:
                detail = f"{error.detail} {said(other_order(game._deal, moves, index))}".rstrip()
                self._first_illegal_move = PatienceError(error.reason, detail, index, move)
                break
        return game

    def _repr_svg_(self) -> str:
        return self.game.svg()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Verdict):
            return NotImplemented
        return self.to_dict() == other.to_dict() and self.game == other.game

    def __hash__(self) -> int:
        return hash((self.valid, self.outcome, self.moves_total, self.moves_played))

    def __repr__(self) -> str:
        result = "valid" if self.valid else "not valid"
        return f"<Verdict: {result}, {self.moves_played} of {self.moves_total} moves, {self.outcome}>"


def verify(log: Log, *, unknown: Unknown = "reject") -> Verdict:
    """Replay a log and return the verdict.

    ``log`` is what the service takes, as a mapping or as JSON: ``variant`` or ``declaration``, one of
    ``seed``, ``deck`` and ``board``, ``rules`` and ``moves``. What tables make of these is taken as well:
    numbers and arrays of numpy, seeds as integral floats, moves as one text, and nulls for absent members.
    With ``unknown="ignore"`` the log may have members of its own. Raises PatienceError if it is not a log;
    then there is no verdict.

    >>> verdict = verify({"variant": "freecell", "seed": "1", "moves": ["T6-R1", "T7-T2"]})
    >>> verdict.valid, verdict.moves_played
    (False, 1)
    >>> verdict.first_illegal_move.reason.value
    'wrong_color'
    """
    if unknown not in ("reject", "ignore"):
        raise PatienceError(BAD_LOG, f"unknown is 'reject' or 'ignore', not {unknown!r:.60}.")
    if isinstance(log, str | bytes):
        text = log.encode(errors="surrogatepass") if isinstance(log, str) else log
        if judgement := _judged(text):
            return Verdict(text, judgement)
        if unknown == "reject":
            _raise_known(text)
    members = read_log(log, ignore_unknown=unknown == "ignore")
    if members.get("checkpoints"):
        raise PatienceError(BAD_LOG, "verify does not compare checkpoints; the service does.")
    text = _as_json(members)
    if judgement := _judged(text):
        return Verdict(text, judgement)
    _raise_known(text)
    return _ended_by_mistake(members) or Verdict(members)


def verify_lines(
    lines: Iterable[str | bytes], *, unknown: Unknown = "reject"
) -> Iterator[Verdict | PatienceError]:
    """Yield a verdict for each line of JSON, or the PatienceError that says why it is not a log.

    Blank lines count, so that the answers are in step with the lines.

    >>> lines = ['{"variant": "freecell", "seed": 1, "moves": ["T6-R1"]}', "[]"]
    >>> [type(answer).__name__ for answer in verify_lines(lines)]
    ['Verdict', 'PatienceError']
    """
    for line in lines:
        try:
            yield verify(line, unknown=unknown)
        except PatienceError as error:
            yield error


def _judged(text: bytes) -> "Judgement | None":
    """Return the kernel's judgement; None without the kernel, and for a log that it does not judge."""
    compiled = kernel()
    if compiled is None or not text:
        return None
    return compiled.judge(text, ANY_NUMBER, _LONGEST_REF, _HIGHEST_INTEGER, False)


def _ended_by_mistake(log: Mapping[str, object]) -> Verdict | None:
    """Return the verdict on a log whose moves end with a text that is not a move; None if they do not."""
    moves = log["moves"]
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        return None
    legible = tokens_before_mistake(moves)
    if not legible or legible == len(moves) or is_unnamed(moves[legible]):
        return None
    judgement = _judged(_as_json({**log, "moves": moves[:legible]}))
    return Verdict(log, judgement, len(moves) - legible) if judgement else None


def _raise_known(text: bytes) -> None:
    """Raise the PatienceError on the deal of a log that the kernel has left: tables repeat their mistakes."""
    compiled = kernel()
    if compiled is None or not (
        outline := compiled.outline(text, ANY_NUMBER, _LONGEST_REF, _HIGHEST_INTEGER)
    ):
        return
    if problem := _problem_of(outline):
        raise PatienceError(*problem)


@lru_cache(maxsize=1024)
def _problem_of(outline: bytes) -> tuple[str, str] | None:
    """Return the reason and the detail of what is wrong with logs of this outline."""
    try:
        opened(read_log(outline))
    except PatienceError as error:
        return error.reason, error.detail
    return None


def _as_json(members: Mapping[str, object]) -> bytes:
    """Return a log as JSON for the kernel; empty if it has none."""
    request = {name: value for name, value in members.items() if name not in _LEFT_OUT}
    seed = request.get("seed")
    if isinstance(seed, int) and not isinstance(seed, bool):
        request["seed"] = str(seed)
    try:
        # Five times as fast as the encoder. Moves have no quotation marks, so none can end the list.
        moves = '","'.join(members["moves"])  # type: ignore[arg-type]
        if moves and moves.count('"') == 2 * len(members["moves"]) - 2 and "\\" not in moves:  # type: ignore[arg-type]
            return f'{json.dumps(request)[:-1]},"include":[],"moves":["{moves}"]}}'.encode()
        return json.dumps({**request, "include": [], "moves": members["moves"]}).encode()
    except (TypeError, ValueError):
        # The readable engine says what is wrong.
        return b""
