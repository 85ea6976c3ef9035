"""The actions of a game, numbered once for all its positions.

The numbers depend on the variant and its options alone: first the actions of the stock, then each move of
``count`` cards from one pile to another that some position could allow, by source, target and count. A mask
over these numbers says which are legal now.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from patience.compilation.compiled_rules import CompiledRules
from patience.compilation.sequences import Row

Play = tuple[int, int, int] | str
"""A move's source, target and number of cards, or the name of a stock action."""

KEPT_GAMES: Final = 64


@dataclass(frozen=True, slots=True)
class Actions:
    """The numbered actions of a game under settled options."""

    plays: tuple[Play, ...]
    tokens: tuple[str, ...]
    """By number: the token of the action, as in game logs."""

    def __len__(self) -> int:
        return len(self.tokens)

    def number(self, token: str) -> int:
        """Return the number of an action.

        Raises ValueError for a token that no position of the game allows.
        """
        try:
            return self.tokens.index(token)
        except ValueError:
            raise ValueError(f"{token!r:.60} is not an action of this game.") from None


@lru_cache(maxsize=KEPT_GAMES)
def actions_of(rules: CompiledRules) -> Actions:
    """Return the numbered actions of a game."""
    plays = tuple(_plays(rules))
    tokens = tuple(play if isinstance(play, str) else rules.token(*play) for play in plays)
    return Actions(plays, tokens)


def _plays(rules: CompiledRules) -> Iterator[Play]:
    if rules.rules.stock:
        yield from rules.rules.stock.actions
    for source in rules.sources:
        for target in rules.targets:
            if source == target and (source in rules.closed or source in rules.beneath):
                yield source, source, 1
            if source != target:
                yield from ((source, target, count) for count in _counts(rules, source, target))


def _counts(rules: CompiledRules, source: int, target: int) -> Sequence[int]:
    """Return how many cards can move from one pile to another in some position."""
    if target in rules.foundations and rules.foundation(target).whole:
        return () if target in rules.singly[source] else (len(rules.foundation(target).ranks),)
    if target in rules.singly[source]:
        return (1,)
    if rules.exchanges and target == rules.merci:
        return range(2, min(rules.cards, rules.capacity or rules.cards) + 1)
    run = rules.run_of(source, target)
    most = rules.cards if run is None else longest_run(run)
    return range(1, min(most, rules.cards, rules.capacity or rules.cards) + 1)


def longest_run(follows: Row) -> int:
    """Return the most cards that can lie each on one that it follows; the number of cards if runs wrap.

    ``follows`` has, by card, the cards that may lie on it.
    """
    length: dict[int, int] = {}
    cards = range(len(follows) - 1)
    for _ in cards:
        longer = {
            card: 1 + max((length.get(upper, 1) for upper in follows[card]), default=0) for card in cards
        }
        if longer == length:
            return max(length.values())
        length = longer
    return max(length.values())
