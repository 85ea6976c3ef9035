"""PySolFC's games that can be imported: the variant, and the order of the stacks in a file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from patience.cards import RANKS, SUITS
from patience.compilation.compiled_rules import CompiledRules, tables_for
from patience.games import VARIANTS
from patience.rules.variant import OptionValue

EXTRA: Final = "extra"
"""The name of a stack that is not a pile of the variant: a waste that is never used, or one for redeals."""


_ROUNDS_NOT_COUNTED: Final = frozenset({130, 934})
"""The numbers of games whose columns come under the stock without a new round for PySolFC."""


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """A game of PySolFC."""

    number: int
    tables: CompiledRules
    """The variant under the rule options that make it this game."""
    rules: Mapping[str, OptionValue]
    """Those options."""
    piles: tuple[str, ...]
    """The name of each stack in the order of the file; the variant may lack some of these piles."""
    cards: int

    @property
    def moves_plainly(self) -> bool:
        """Whether PySolFC saves a move of cards as one: not a swap, nor what closes a line up."""
        return not (self.tables.own or self.tables.merges)

    def round_after(self, redeals: int) -> int:
        """Return the round that PySolFC saves after a number of redeals, the first one being 1."""
        return 1 if self.number in _ROUNDS_NOT_COUNTED else 1 + redeals

    def card(self, number: int) -> int:
        """Return the engine's card for PySolFC's, which counts pack by pack and suit by suit."""
        rules = self.tables.rules
        pack, rank = divmod(number, len(rules.ranks))
        suit = rules.suits[pack % len(rules.suits)]
        return len(RANKS) * SUITS.index(suit) + RANKS.index(rules.ranks[rank])


_VARIANTS: Final = {number: variant for variant in VARIANTS.values() for number in variant.pysolfc}


@cache
def game_of(number: int) -> Game | None:
    """Return PySolFC's game of a number, None if it is not among the variants."""
    variant = _VARIANTS.get(number)
    if variant is None:
        return None
    rules = variant.siblings.get(number, {})
    tables = tables_for(variant.id, rules)
    places = {
        "S": ["S"],
        "W": ["W"] if tables.waste >= 0 else [],
        "F": _numbered("F", tables.foundations),
        "T": _numbered("T", tables.columns),
        "R": _numbered("R", tables.reserve),
        "X": [EXTRA],
    }
    piles: list[str] = []
    for stacks in variant.stacks:
        named = places[stacks[0]]
        first = int(stacks[1:] or len(named))
        piles += named[:first]
        if stacks != "X":
            places[stacks[0]] = named[first:]
    return Game(number, tables, rules, tuple(piles), tables.cards)


def _numbered(letter: str, piles: Sequence[int]) -> list[str]:
    return [f"{letter}{place}" for place in range(1, len(piles) + 1)]
