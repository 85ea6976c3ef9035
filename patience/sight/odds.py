"""What results on given deals prove about a player: odds that an honest player rarely reaches.

The reference, a player without sight, plays each deal n times and wins k of them. A player who wins the deal
gets the factor (n + 1) / (k + 1), and for a loss 0. Let the player's chance to win it be p, and the
reference's q. Then the factor is p/q · (1 − (1 − q)^(n + 1)) on average: at most 1 if p ≤ q. So it is an
e-value of "not better than the reference on this deal", whatever n is, and trusts no estimate of q.

A bettor who stakes a share of the capital on each game has an expected capital of at most 1, and so has the
mean of several such bettors, whose shares are fixed beforehand. By Ville's inequality an honest player
reaches odds of N to 1 with a chance of at most 1/N.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import takewhile
from math import floor, prod
from typing import Final, NamedTuple, Protocol, TypeVar

from patience.game import Game, Log
from patience.patience_error import PatienceError
from patience.play.position import Position
from patience.search.search_runner import Probe, probe
from patience.sight import unsighted
from patience.sight.unseen import Sight, UnseenError

Done = TypeVar("Done")

SHARES: Final = (0.1, 0.3, 0.5, 0.7, 0.9)
"""What the bettors stake of their capital on each game."""

PLAYS: Final = 9
"""How often the reference plays each deal."""

LINE_BUDGET: Final = 20_000
"""The most positions searched for the line of ``Evidence.line_share``."""

ASSUMPTIONS: Final = (
    "This assumes that another party chose the deals, that every game is here that the player began on them, "
    "that none was continued after undo or a restart, and that the player wins none of these deals more "
    "often than the reference does."
)


class LeftOut(StrEnum):
    """Why a game does not count."""

    NOT_LEGAL = "not_legal"
    SECOND_TRY = "second_try"
    NOTHING_HIDDEN = "nothing_hidden"
    NOT_FOLLOWED = "not_followed"
    BUDGET_SPENT = "budget_spent"


MEANINGS: Final = {
    LeftOut.NOT_LEGAL: "not a legal log",
    LeftOut.SECOND_TRY: "second try at a deal",
    LeftOut.NOTHING_HIDDEN: "nothing hidden",
    LeftOut.NOT_FOLLOWED: "hidden cards not followed",
    LeftOut.BUDGET_SPENT: "no budget left to play the deal",
}


class Evidence(NamedTuple):
    """A game that counts: whether the player won it, and how often the reference did."""

    log: int
    """The place of its log, from 0."""
    variant: str
    deal: str
    """A position's text: the opening with its cards."""
    won: bool
    wins: int
    plays: int
    line_share: float | None
    """The share of the search's winning line with which the log begins; None if no line was found.

    A signal of its own: the odds do not depend on it.
    """


@dataclass(frozen=True, slots=True)
class Foresight:
    """What the games of a player prove."""

    games: tuple[Evidence, ...]
    left_out: Mapping[LeftOut, int] = field(default_factory=dict)
    """How many games do not count, by the reason."""
    reference: str = unsighted.NAME

    @property
    def odds(self) -> float:
        """The odds to one against a player without sight who does not play better than the reference."""
        return odds((game.won, game.wins, game.plays) for game in self.games)

    @property
    def statement(self) -> str:
        """What the odds say, in a sentence."""
        if not self.games:
            reasons = [f"{MEANINGS[reason]} ({number})" for reason, number in self.left_out.items()]
            return f"Cannot tell: no game counts. Left out: {', '.join(reasons) or 'none'}."
        against = (
            f"against a player who does not see hidden cards and does not play better than {self.reference}, "
            "deal by deal."
        )
        least = floor(self.odds)
        return f"At least {least:,} to 1 {against}" if least > 1 else f"No odds {against}"


def odds(results: Iterable[tuple[bool, int, int]]) -> float:
    """Return the capital of the bettors after games: whether won, and the reference's wins and plays.

    >>> odds([(True, 0, 9)]), odds([(False, 5, 9)]), odds([])
    (5.5, 0.5, 1.0)
    """
    factors = [(plays + 1) / (wins + 1) if won else 0.0 for won, wins, plays in results]
    capital = (prod(1 - share + share * factor for factor in factors) for share in SHARES)
    return round(sum(capital) / len(SHARES), 9)


class Runner(Protocol):
    """Does work, perhaps in another thread."""

    def __call__(self, work: Callable[[], Done], /) -> Done:
        """Return what the work returns."""


def _at_once(work: Callable[[], Done], /) -> Done:
    return work()


class Reference:
    """A player without sight, and how often it won each deal, for all players who played it."""

    def __init__(
        self,
        plays: int = PLAYS,
        budget: int | None = None,
        prober: unsighted.Prober = probe,
        run: Runner | None = None,
    ) -> None:
        """Set how often it plays each deal, and how many positions all that may cost.

        What ``prober`` searches is counted. ``run`` does the work of a play, or of a search.
        """
        self.plays = plays
        self._budget, self._prober, self._run = budget, prober, run or _at_once
        self._lines: dict[tuple[str, str], tuple[str, ...] | None] = {}
        self._wins: dict[tuple[str, str], int] = {}
        self._positions = 0

    def wins(self, opening: Game) -> int | None:
        """Return how many of its plays of a deal it won; None if the budget might not suffice to play it.

        That is decided before the deal is played: a game left out by what its plays cost could favor one
        side. Raises what the prober raises.
        """
        deal = opening.variant, opening.position_text
        if deal not in self._wins:
            most = self._positions + self.plays * unsighted.PLAY_BUDGET + LINE_BUDGET
            if self._budget is not None and most > self._budget:
                return None
            plays = (self._is_won(opening.copy(), f"{deal[1]} {play}") for play in range(self.plays))
            self._wins[deal] = sum(plays)
        return self._wins[deal]

    def _is_won(self, game: Game, seed: str) -> bool:
        """Play a deal. A play that cannot be followed counts as won, in favor of the player."""
        try:
            return self._run(lambda: unsighted.play(game, seed, self._probed)).is_won
        except UnseenError:
            return True

    def _probed(self, position: Position, budget: int) -> Probe:
        found = self._prober(position, budget)
        self._positions += found.positions
        return found

    def line_share(self, game: Game, opening: Game) -> float | None:
        """Return the share of the search's winning line with which a game begins; None without one."""
        deal, position = (opening.variant, opening.position_text), Sight(opening).position
        if deal not in self._lines:
            self._lines[deal] = self._run(lambda: self._probed(position, LINE_BUDGET)).line
        line = self._lines[deal]
        if not line:
            return None
        alike = takewhile(lambda pair: pair[0] == pair[1], zip(map(str, game.moves), line, strict=False))
        return round(sum(1 for _ in alike) / len(line), 4)


def foresight(
    logs: Iterable[Log], reference: Reference | None = None, *, progress: Callable[[], None] = lambda: None
) -> Foresight:
    """Weigh the games of one player on deals that another party chose, in any order.

    Of several games of a deal the first counts alone. Left out, and counted by reason: logs with an illegal
    move, later tries, games without hidden cards, games whose hidden cards are not followed, and those for
    which the budget of the reference does not suffice. It plays each deal nine times by default, some tenths
    of a second of processor time each. ``progress`` is called after each log. Raises
    SearchUnavailableError.
    """
    reference = reference or Reference()
    games, left_out, tried = list[Evidence](), Counter[LeftOut](), set[tuple[str, str]]()
    for number, log in enumerate(logs):
        evidence = _weighed(number, log, reference, tried)
        if isinstance(evidence, Evidence):
            games.append(evidence)
        else:
            left_out[evidence] += 1
        progress()
    return Foresight(tuple(games), left_out)


def _weighed(number: int, log: Log, reference: Reference, tried: set[tuple[str, str]]) -> Evidence | LeftOut:
    """Return what a game is worth, or why it does not count."""
    try:
        game = Game.from_log(log)
    except PatienceError:
        return LeftOut.NOT_LEGAL
    opening = game.copy()
    opening.reset()
    deal = (game.variant, opening.position_text)
    if deal in tried:
        return LeftOut.SECOND_TRY
    tried.add(deal)
    try:
        if not Sight(opening).hidden:
            return LeftOut.NOTHING_HIDDEN
    except UnseenError:
        return LeftOut.NOT_FOLLOWED
    wins = reference.wins(opening)
    if wins is None:
        return LeftOut.BUDGET_SPENT
    share = reference.line_share(game, opening)
    return Evidence(number, *deal, game.is_won, wins, reference.plays, share)
