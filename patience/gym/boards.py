"""Boards of one game that are played together: on the compiled kernel, else on the readable engine.

Both write the same numbers into arrays. A card is its number plus one, clubs first, Ace to King, and 0 is an
empty place; ``UNKNOWN`` is a card that a player does not see.
"""

from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from patience.cards import CODES, FACE_DOWN
from patience.compilation.actions import actions_of
from patience.compilation.compiled_rules import CompiledRules
from patience.kernel.loader import kernel
from patience.play.dealing import deal_deck
from patience.play.legality import legal_moves, why_not
from patience.play.legality import play as play_move
from patience.play.position import Position

UNKNOWN: Final = 53
SKIP: Final = -1
"""In place of an action: the board is not played."""

Bytes = NDArray[np.uint8]
Wholes = NDArray[np.int64]


class Boards(Protocol):
    """Boards of one game."""

    def deal(self, index: int, deck: bytes, /) -> None:
        """Deal a board from its cards in dealing order."""

    def play(self, chosen: Wholes, illegal: Bytes, gains: NDArray[np.int32], /) -> None:
        """Play an action on each board, none where it is ``SKIP``.

        Write which were illegal, and how many cards the foundations gained.
        """

    def observe(self, hidden: bool, piles: Bytes, redeals: Wholes, won: Bytes, legal: Bytes, /) -> None:
        """Write the cards of each pile, bottom to top, the redeals so far, who won, and the legal actions.

        If ``hidden``, cards face down and those of the stock are ``UNKNOWN``.
        """


def boards_of(rules: CompiledRules, number: int) -> Boards:
    """Return this many boards of a game, played by the kernel if it is compiled and implements the game."""
    if kernel() is not None:
        from patience.kernel import core  # noqa: PLC0415 - it may be missing

        try:
            return core.Batch(rules, actions_of(rules).plays, number)
        except core.Unfit:
            pass
    return ReadableBoards(rules, number)


class ReadableBoards:
    """The boards as positions of the readable engine."""

    def __init__(self, rules: CompiledRules, number: int) -> None:
        self._rules = rules
        self._actions = actions_of(rules)
        self._positions = [Position(rules) for _ in range(number)]

    def deal(self, index: int, deck: bytes, /) -> None:
        """Deal a board; see ``Boards``."""
        self._positions[index] = deal_deck(self._rules, [CODES[card] for card in deck]).position()

    def play(self, chosen: Wholes, illegal: Bytes, gains: NDArray[np.int32], /) -> None:
        """Play an action on each board; see ``Boards``."""
        for index, position in enumerate(self._positions):
            illegal[index] = gains[index] = 0
            if chosen[index] == SKIP:
                continue
            move = position.tables.read(self._actions.tokens[chosen[index]])
            if why_not(position, move):
                illegal[index] = 1
                continue
            before = on_foundations(position)
            play_move(position, move)
            gains[index] = on_foundations(position) - before

    def observe(self, hidden: bool, piles: Bytes, redeals: Wholes, won: Bytes, legal: Bytes, /) -> None:
        """Write the boards; see ``Boards``."""
        for index, position in enumerate(self._positions):
            piles[index] = 0
            for pile, cards in enumerate(position.piles):
                for place, card in enumerate(cards[1:]):
                    in_stock = pile == self._rules.stock and place < position.stock_hidden
                    unseen = hidden and (card >= FACE_DOWN or in_stock)
                    piles[index, pile, place] = UNKNOWN if unseen else (card & ~FACE_DOWN) + 1
            redeals[index] = position.redeals
            won[index] = position.won
            legal[index] = 0
            if not position.won:
                for token in legal_moves(position):
                    legal[index, self._actions.number(token)] = 1


def on_foundations(position: Position) -> int:
    """Return how many cards lie on foundations."""
    return sum(len(position.piles[pile]) - 1 for pile in position.tables.foundations)
