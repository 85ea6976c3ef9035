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
from math import prod
from typing import Final, NamedTuple

from patience.game import Game, Log
from patience.patience_error import PatienceError
from patience.sight import unsighted
from patience.sight.unseen import Sight, UnseenError

SHARES: Final = (0.1, 0.3, 0.5, 0.7, 0.9)
"""What the bettors stake of their capital on each game."""

PLAYS: Final = 9
"""How often the reference plays each deal."""

NOT_A_LOG: Final = "not a legal log"
SECOND_TRY: Final = "second try at a deal"
NOTHING_HIDDEN: Final = "nothing hidden"
NOT_FOLLOWED: Final = "hidden cards not followed"


class Evidence(NamedTuple):
    """A game that counts: whether the player won it, and how often the reference did."""

    variant: str
    deal: str
    """A position's text: the opening with its cards."""
    won: bool
    wins: int
    plays: int


@dataclass(frozen=True, slots=True)
class Foresight:
    """What the games of a player prove."""

    games: tuple[Evidence, ...]
    left_out: Mapping[str, int] = field(default_factory=dict)
    """How many games do not count, by the reason."""
    reference: str = unsighted.NAME

    @property
    def odds(self) -> float:
        """The odds to one against a player without sight who does not play better than the reference."""
        return odds((game.won, game.wins, game.plays) for game in self.games)


def odds(results: Iterable[tuple[bool, int, int]]) -> float:
    """Return the capital of the bettors after games: whether won, and the reference's wins and plays.

    >>> odds([(True, 0, 9)]), odds([(False, 5, 9)]), odds([])
    (5.5, 0.5, 1.0)
    """
    factors = [(plays + 1) / (wins + 1) if won else 0.0 for won, wins, plays in results]
    capital = (prod(1 - share + share * factor for factor in factors) for share in SHARES)
    return round(sum(capital) / len(SHARES), 9)


def foresight(
    logs: Iterable[Log], *, plays: int = PLAYS, progress: Callable[[], None] = lambda: None
) -> Foresight:
    """Weigh the games of one player on deals that another party chose, in any order.

    Of several games of a deal the first counts alone. Left out, and counted by reason: logs with an illegal
    move, later tries, games without hidden cards, and games whose hidden cards are not followed. ``progress``
    is called after each log. The reference plays ``plays`` games of each deal, a few seconds of processor
    time each. Raises SearchUnavailableError.
    """
    games, left_out, tried = list[Evidence](), Counter[str](), set[tuple[str, str]]()
    for log in logs:
        evidence = _weighed(log, plays, tried)
        if isinstance(evidence, Evidence):
            games.append(evidence)
        else:
            left_out[evidence] += 1
        progress()
    return Foresight(tuple(games), left_out)


def _weighed(log: Log, plays: int, tried: set[tuple[str, str]]) -> Evidence | str:
    """Return what a game is worth, or why it does not count."""
    try:
        game = Game.from_log(log)
    except PatienceError:
        return NOT_A_LOG
    opening = game.copy()
    opening.reset()
    deal = (game.variant, opening.position_text)
    if deal in tried:
        return SECOND_TRY
    tried.add(deal)
    try:
        if not Sight(opening).hidden:
            return NOTHING_HIDDEN
        wins = sum(unsighted.play(opening.copy(), f"{deal[1]} {number}").is_won for number in range(plays))
    except UnseenError:
        return NOT_FOLLOWED
    return Evidence(*deal, game.is_won, wins, plays)
