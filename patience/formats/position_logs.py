"""Moves from positions: the log of a program that records what lies where after each move.

Only columns, reserve, waste and stock are compared. What lies on none of them is on the foundations, and the
rules say on which. A recorded position may be several moves away: a program may draw and play in one step,
send cards home by itself, or remove a complete sequence.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from patience.formats.work import UNCOUNTED, Work
from patience.play.legality import card_moves, check, play
from patience.play.position import Position

MOST_MOVES: Final = 20_000

_MOST_STEPS: Final = 400
"""Moves between two positions: two passes through a stock of four packs."""

MOST_COMPARED: Final = 50_000
"""Positions that are compared for one log; each takes some 50 microseconds."""

_COMPARED_FIRST: Final = 2_000
_COMPARED_EACH: Final = 25
"""Positions that are compared for each recorded one, beside the first ones, so that short logs end soon."""

Piles = Mapping[int, Sequence[int]]
"""By pile: its cards bottom to top. Foundations are left out."""


class ForeignLogError(ValueError):
    """A log that cannot be read, or whose moves are illegal; the message says where."""


class ForeignMoveError(ForeignLogError):
    """A log of which a move cannot be played."""


def moves_through(
    opening: Position,
    recorded: Iterable[Piles],
    work: Work = UNCOUNTED,
    most_compared: int = MOST_COMPARED,
) -> list[str]:
    """Return the moves that lead from an opening through all recorded positions.

    Raises ForeignLogError, also if more than ``most_compared`` positions would be compared.
    """
    search = _Search(work, most_compared)
    position = opening.copy()
    tokens: list[str] = []
    for number, piles in enumerate(recorded, start=1):
        search.allow(_COMPARED_FIRST + number * _COMPARED_EACH)
        steps = search.steps_to(position, piles, may_guess=True)
        if steps is None:
            raise ForeignLogError(
                f"Position {number} of the log: the rules do not lead there from the position before it."
            )
        tokens += steps
        if len(tokens) > MOST_MOVES:
            raise ForeignLogError(f"More than {MOST_MOVES} moves.")
    return tokens


class _Search:
    """The search for moves between positions, with a bound on its work."""

    def __init__(self, work: Work, most_compared: int) -> None:
        self._work = work
        self._most = most_compared
        self._allowed = self._compared = 0

    def allow(self, compared: int) -> None:
        """Allow this number of comparisons in all, within the bound."""
        self._allowed = min(compared, self._most)

    def steps_to(self, position: Position, piles: Piles, *, may_guess: bool) -> list[str] | None:
        """Play the moves that lead to these piles, and return them; None if none are found.

        With ``may_guess``, a move that no pile shows is tried: one whose cards then go to a foundation.
        Raises ForeignLogError if the bound is reached.
        """
        tokens: list[str] = []
        while len(tokens) <= _MOST_STEPS:
            self._work.step()
            self._compared += 1
            if self._compared > self._allowed:
                raise ForeignLogError(
                    "The log takes too long to follow: too much happens between its positions."
                )
            differing = [pile for pile in piles if position.cards(pile) != list(piles[pile])]
            if not differing:
                return tokens
            token = _card_move(position, piles, differing) or _stock_move(position, differing)
            if token is None:
                return self._guessed(position, piles, tokens) if may_guess else None
            play(position, position.tables.read(token))
            tokens.append(token)
        return None

    def _guessed(self, position: Position, piles: Piles, tokens: list[str]) -> list[str] | None:
        """Try each move of cards, and what the piles then show."""
        for source, target, count in card_moves(position):
            after = position.copy()
            token = position.tables.token(source, target, count)
            play(after, position.tables.read(token))
            rest = self.steps_to(after, piles, may_guess=False)
            if rest is not None:
                for step in (token, *rest):
                    play(position, position.tables.read(step))
                return [*tokens, token, *rest]
        return None


def _card_move(position: Position, piles: Piles, differing: Sequence[int]) -> str | None:
    """Return a move of cards that brings a pile nearer to what was recorded."""
    tables = position.tables
    targets = [pile for pile in differing if pile in tables.targets and pile not in tables.foundations]
    for target in targets:
        cards, wanted = position.cards(target), list(piles[target])
        if len(wanted) > len(cards) and wanted[: len(cards)] == cards:
            moved = wanted[len(cards) :]
            # Equal cards may lie on several piles: the pile that lost one is meant.
            for source in sorted(tables.sources, key=lambda pile: pile not in differing):
                if source != target and position.cards(source)[-len(moved) :] == moved:
                    token = tables.token(source, target, len(moved))
                    if check(position, token) is None:
                        return token
    for source in differing:
        for count in _gone(position, piles, source) if source in tables.sources else ():
            token = f"{tables.names[source]}-F" + (f"x{count}" if count > 1 else "")
            if check(position, token) is None:
                return token
    return None


def _gone(position: Position, piles: Piles, source: int) -> tuple[int, ...]:
    """Return how many cards may have gone from a pile to a foundation: one, or all that were not recorded."""
    tables = position.tables
    cards, wanted = position.cards(source), list(piles[source])
    if source == tables.waste:
        # Other cards of the waste may have become the stock since.
        before = [*cards, *position.cards(tables.stock)]
        after = [*wanted, *piles[tables.stock]]
        return (1,) if cards and before.count(cards[-1]) > after.count(cards[-1]) else ()
    if len(cards) == len(wanted) == 1:
        # Another card has filled the vacancy.
        return (1,)
    gone = len(cards) - len(wanted)
    return (1, gone) if gone > 0 and cards[: len(wanted)] == wanted else ()


def _stock_move(position: Position, differing: Sequence[int]) -> str | None:
    """Return the action of the stock, if what lies on stock or waste was recorded otherwise."""
    tables = position.tables
    if tables.stock not in differing and tables.waste not in differing:
        return None
    return next((action for action in ("deal", "draw", "redeal") if check(position, action) is None), None)
