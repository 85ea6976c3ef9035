"""PySolFC's games that can be imported: the variant, and the order of the stacks in a file."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from patience.cards import CARDS_IN_PACK, RANKS, SUITS
from patience.compiled import CompiledRules, tables_for
from patience.games import VARIANTS
from patience.variant import OptionValue

_GROUPS: Final = "SWFTR"
"""PySolFC's usual order of stacks: talon, waste, foundations, rows, reserves; a talon is always there."""

_OTHER_ORDERS: Final = {
    "FTRSW": frozenset({13, 23, 34, 56, 57, 64, 69, 70, 71, 73, 74, 76, 80, 87, 110, 125, 126, 145, 146, 149,
                        150, 196, 197, 228, 258, 268, 295, 310, 317, 462, 548, 629, 638}),
    "RFTSW": frozenset({6, 9, 300, 347, 831}),
    "SWFRT": frozenset({78, 99, 100, 101, 102, 103, 105, 106, 108, 43, 200, 265, 413, 476, 813}),
    "TFRSW": frozenset({261, 290, 585}),
}  # fmt: skip
"""Other orders, with the numbers of their games."""

_UNUSED_WASTE: Final = frozenset({236})
"""Games with a waste that is never used and that the variant lacks."""

_EXTRA_STACK: Final = frozenset({31, 83, 85, 104, 308, 369, 404})
"""Games with one more stack at the end, which has cards only during a redeal."""

EXTRA: Final = "extra"
"""The name of that stack."""


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

    def card(self, number: int) -> int:
        """Return the engine's card for PySolFC's, which counts pack by pack and suit by suit."""
        suit, rank = divmod(number % CARDS_IN_PACK, len(RANKS))
        return len(RANKS) * SUITS.index(self.tables.rules.suits[suit]) + rank


_VARIANTS: Final = {number: variant for variant in VARIANTS.values() for number in variant.pysolfc}


@cache
def game_of(number: int) -> Game | None:
    """Return PySolFC's game of a number, None if it is not among the variants."""
    variant = _VARIANTS.get(number)
    if variant is None:
        return None
    rules = variant.siblings.get(number, {})
    tables = tables_for(variant.id, rules)
    lengths = {
        "S": 1,
        "W": int(tables.waste >= 0 or number in _UNUSED_WASTE),
        "F": len(tables.foundations),
        "T": len(tables.columns),
        "R": len(tables.reserve),
    }
    order = next((order for order, numbers in _OTHER_ORDERS.items() if number in numbers), _GROUPS)
    piles = [
        kind if kind in "SW" else f"{kind}{place}" for kind in order for place in range(1, lengths[kind] + 1)
    ]
    extra = [EXTRA] if number in _EXTRA_STACK else []
    return Game(number, tables, rules, (*piles, *extra), CARDS_IN_PACK * tables.rules.packs)
