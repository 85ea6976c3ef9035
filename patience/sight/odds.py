"""What results on given deals prove about a player: odds that an honest player rarely reaches.

The reference, a player without sight, plays a deal up to n times and stops at its third win, which does
not count. If k wins in m plays count, a player who wins the deal gets the factor (m + 1) / (k + 1), and for a
loss 0. Let the player's chance to win be p, and the reference's q. Take one way in which the plays can end,
and multiply its chance by q · (m + 1) / (k + 1). If the plays ran out, that is the chance of k + 1 wins in
n + 1 plays; if not, that of a fourth win in play m + 2. Together these are the ways to win at least once in
n + 1 plays, so the factor is p/q · (1 - (1 - q)^(n + 1)) on average: at most 1 if p ≤ q. So it is an e-value
of "not better than the reference on this deal", whatever n is, and trusts no estimate of q.

A bettor stakes a share of the capital on each deal. The share depends on the deal alone: on what a search
finds that sees its cards. It is fixed before results are looked at, so the capital is at most 1 on average
even if the search errs. Where it finds a winning line, a player who sees wins nearly always, and bettors can
stake most. Where it finds none they stake less, and on a dead deal nothing. The mean of several bettors,
whose shares are fixed beforehand, is at most 1 on average, too. By Ville's inequality an honest player
reaches odds of N to 1 with a chance of at most 1/N.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import count, islice, takewhile
from math import exp, floor, fsum, log1p
from math import log as ln
from typing import Final, NamedTuple, Protocol, TypeVar

from patience.game import Game, Log
from patience.patience_error import PatienceError
from patience.play.position import Position
from patience.search.findings import Prospect
from patience.search.search_runner import Probe, probe
from patience.sight import unsighted
from patience.sight.unseen import Sight, UnseenError

Done = TypeVar("Done")

Deal = tuple[str, str]
"""A variant, and a position's text: the opening with its cards."""

Result = tuple[Prospect, bool, int, int]
"""The prospect of a deal, whether the player won it, and the reference's wins and plays that count."""

SHARES: Final = (0.25, 0.5, 0.95, 0.99)
"""What the bettors stake of their capital on a deal with a winning line.

Two bet on a player who sees in some games, two on one who sees in all.
"""

STAKED: Final = {Prospect.WINNABLE: 1.0, Prospect.UNDECIDED: 0.25, Prospect.DEAD: 0.0}
"""The part of its share that a bettor stakes."""

MOST_ODDS: Final = 1e15
"""Odds end here."""

PLAYS: Final = 39
"""The most plays of the reference on a deal."""

ENOUGH: Final = 3
"""At this win the reference stops."""

LINE_BUDGET: Final = 100_000
"""The most positions searched for a winning line of a deal."""

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
    prospect: Prospect
    """What the search found for the deal, which says how much is staked on it."""
    won: bool
    wins: int
    """The wins of the reference that count."""
    plays: int
    """Its plays that count; 0 for a lost game, which pays nothing however the reference plays."""
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
    reference: str = unsighted.REFERENCE.name

    @property
    def odds(self) -> float:
        """The odds to one against a player without sight who does not play better than the reference."""
        return odds((game.prospect, game.won, game.wins, game.plays) for game in self.games)

    @property
    def expected_wins(self) -> float:
        """How many of the deals that the player won the reference wins on average: an unbiased estimate."""
        return sum(game.wins / game.plays for game in self.games if game.won)

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


def odds(results: Iterable[Result]) -> float:
    """Return the mean capital of the bettors after the results of a player.

    >>> odds([(Prospect.WINNABLE, True, 0, 39)]), odds([(Prospect.DEAD, False, 0, 0)])
    (27.2275, 1.0)
    """
    paid = [
        (STAKED[prospect], (plays + 1) / (wins + 1) if won else 0.0) for prospect, won, wins, plays in results
    ]
    capital = (
        exp(min(fsum(log1p(share * part * (factor - 1)) for part, factor in paid), ln(MOST_ODDS)))
        for share in SHARES
    )
    return round(sum(capital) / len(SHARES), 9)


def counted(outcomes: Iterable[bool], most: int) -> tuple[int, int]:
    """Return how many wins and plays count, of at most ``most`` plays up to the win that is enough."""
    wins = plays = 0
    for is_won in islice(outcomes, most):
        if is_won and wins == ENOUGH - 1:
            break
        wins, plays = wins + is_won, plays + 1
    return wins, plays


class Runner(Protocol):
    """Does work, perhaps in another thread."""

    def __call__(self, work: Callable[[], Done], /) -> Done:
        """Return what the work returns."""


def _at_once(work: Callable[[], Done], /) -> Done:
    return work()


class Reference:
    """A player without sight and its results on each deal, for all players who played it."""

    def __init__(
        self,
        plays: int = PLAYS,
        budget: int | None = None,
        prober: unsighted.Prober = unsighted.at_once,
        run: Runner | None = None,
        effort: unsighted.Effort = unsighted.REFERENCE,
    ) -> None:
        """Set how often it plays a deal at most, how hard, and how many positions all that may cost.

        What ``prober`` searches is counted. ``run`` does the work of a play, or of a search.
        """
        self.plays, self.effort = plays, effort
        self._budget, self._prober, self._run = budget, prober, run or _at_once
        self._searched: dict[Deal, Probe] = {}
        self._results: dict[Deal, tuple[int, int]] = {}
        self._positions = 0

    def search(self, opening: Game) -> Probe | None:
        """Search a deal as one who sees its cards; return None if the budget might not suffice to play it.

        That is decided before the deal is played: a game left out by what its plays cost could favor one
        side. Raises what the prober raises.
        """
        deal = _deal(opening)
        most = self._positions + self.plays * self.effort.play_budget + LINE_BUDGET
        if self._budget is not None and most > self._budget and deal not in self._results:
            return None
        if deal not in self._searched:
            position = Sight(opening).position
            self._searched[deal] = self._run(lambda: self._probed(position, LINE_BUDGET))
        return self._searched[deal]

    def results(self, opening: Game) -> tuple[int, int]:
        """Return how many of its wins and plays of a deal count; play it the first time."""
        deal = _deal(opening)
        if deal not in self._results:
            plays = (self._is_won(opening.copy(), f"{deal[1]} {play}") for play in count())
            self._results[deal] = counted(plays, self.plays)
        return self._results[deal]

    def _is_won(self, game: Game, seed: str) -> bool:
        """Play a deal. A play that cannot be followed counts as won, in favor of the player."""
        try:
            return self._run(lambda: unsighted.play(game, seed, self._probed, self.effort)).is_won
        except UnseenError:
            return True

    def _probed(self, position: Position, budget: int, search: unsighted.Search = probe) -> Probe:
        found = self._prober(position, budget, search)
        self._positions += found.positions
        return found


def _deal(opening: Game) -> Deal:
    return opening.variant, opening.position_text


def line_share(game: Game, line: Sequence[str] | None) -> float | None:
    """Return the share of a winning line with which a game begins; None without one."""
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
    which the budget of the reference does not suffice. It plays each deal that the player won, up to 39 times
    by default, some tenths of a second of processor time each. ``progress`` is called after each log. Raises
    SearchUnavailableError.
    """
    reference = reference or Reference()
    games, left_out, tried = list[Evidence](), Counter[LeftOut](), set[Deal]()
    for number, log in enumerate(logs):
        evidence = _weighed(number, log, reference, tried)
        if isinstance(evidence, Evidence):
            games.append(evidence)
        else:
            left_out[evidence] += 1
        progress()
    return Foresight(tuple(games), left_out, reference.effort.name)


def _weighed(number: int, log: Log, reference: Reference, tried: set[Deal]) -> Evidence | LeftOut:
    """Return what a game is worth, or why it does not count."""
    try:
        game = Game.from_log(log)
    except PatienceError:
        return LeftOut.NOT_LEGAL
    opening = game.copy()
    opening.reset()
    deal = _deal(opening)
    if deal in tried:
        return LeftOut.SECOND_TRY
    tried.add(deal)
    try:
        if not Sight(opening).hidden:
            return LeftOut.NOTHING_HIDDEN
    except UnseenError:
        return LeftOut.NOT_FOLLOWED
    searched = reference.search(opening)
    if searched is None:
        return LeftOut.BUDGET_SPENT
    wins, plays = reference.results(opening) if game.is_won else (0, 0)
    share = line_share(game, searched.line)
    return Evidence(number, *deal, searched.prospect, game.is_won, wins, plays, share)
