"""Information sets: which cards a player who followed a game has not seen, and where they may lie.

A player sees every card that lies face up, remembers it, and follows it wherever it goes. So after the first
redeal the order of the stock is known. What is left is as good as shuffled: to a player without sight every
order of the unseen cards on the unseen places is equally likely, whatever was played. This follows from a
deal that is a shuffle; a deal that is arranged, or that depends on its own cards, is refused by name.
"""

import random
from typing import NamedTuple

from patience.bench.baselines import lay_at_random
from patience.cards import CODES, FACE_DOWN
from patience.game import Game
from patience.play.position import Position
from patience.play.replay import advance
from patience.rules import Base, Rules


class UnseenError(ValueError):
    """The hidden cards of a game are not in an order at random, or this module cannot follow them."""


class Unseen(NamedTuple):
    """What a player does not know: these cards lie on these places, in an order that can be any."""

    places: tuple[tuple[str, int], ...]
    """Piles, and places in them, 0 at the bottom."""
    cards: tuple[str, ...]
    """As many cards, rank and suit, sorted."""


class Sight:
    """A game as a player follows it: the position, and the places of the cards not seen so far."""

    def __init__(self, game: Game) -> None:
        """Follow a game from its opening to its last move. Raises UnseenError."""
        self.position: Position = game._deal.position()
        self._hidden = {pile: self._face_down(pile) for pile in range(len(self.position.piles))}
        self._look()
        if reason := self.hidden and _not_shuffled(self.position.tables.rules):
            raise UnseenError(f"{game.variant}: {reason}")
        for move in game.moves:
            self.push(move)

    @property
    def hidden(self) -> list[tuple[int, int]]:
        """The places of the cards not seen so far: numbers of piles, and indexes, 1 at the bottom."""
        return [(pile, place) for pile, places in self._hidden.items() for place in sorted(places)]

    def push(self, move: str) -> None:
        """Play a legal move and see what it shows. Raises UnseenError for a redeal of cards not seen."""
        tables = self.position.tables
        gathers = move == "redeal" and tables.gathers
        if gathers and any(self._hidden[pile] for pile in tables.gathered):
            raise UnseenError("A redeal that gathers face-down cards is not followed.")
        advance(self.position, [move])
        if move == "redeal" and not tables.gathers:
            self._hidden[tables.stock] = set()
        self._look()

    def imagined(self, source: random.Random) -> Position:
        """Return the position with the cards not seen in an order at random."""
        position = self.position.copy()
        lay_at_random(position, self.hidden, source)
        return position

    def _face_down(self, pile: int) -> set[int]:
        cards = self.position.piles[pile]
        return {place for place in range(1, len(cards)) if is_out_of_sight(self.position, pile, place)}

    def _look(self) -> None:
        """Forget the places whose cards lie face up now, or are gone."""
        tables = self.position.tables
        for pile, places in self._hidden.items():
            places.intersection_update(self._face_down(pile))
        if self.position.stock_shown:
            self._hidden[tables.stock].discard(len(self.position.piles[tables.stock]) - 1)


def is_out_of_sight(position: Position, pile: int, place: int) -> bool:
    """Return whether a card lies on a place, face down or in the stock."""
    cards = position.piles[pile]
    return place < len(cards) and (pile == position.tables.stock or cards[place] >= FACE_DOWN)


def unseen(game: Game) -> Unseen:
    """Return which cards a player who followed a game has not seen, and where they may lie.

    Raises UnseenError for a game whose hidden cards do not lie in any order with equal chance.

    >>> from patience import Game, unseen
    >>> known = unseen(Game("klondike", seed=7))
    >>> len(known.places), len(known.cards), known.places[0]
    (44, 44, ('T2', 0))
    """
    sight = Sight(game)
    places, piles = sight.hidden, sight.position.piles
    names = sight.position.tables.names
    cards = sorted(CODES[piles[pile][place] & ~FACE_DOWN] for pile, place in places)
    return Unseen(tuple((names[pile], place - 1) for pile, place in places), tuple(cards))


def _not_shuffled(rules: Rules) -> str:
    """Say why the hidden cards of a game are not in an order at random; empty if they are."""
    if rules.arrange or rules.base is Base.FIRST_RANK:
        return "its deals are arranged, so that hidden cards are not in an order at random."
    if any(line.plays or line.deals_all for line in rules.layout):
        return "its deal depends on the cards, so that those left are not in an order at random."
    if rules.stock and rules.stock.shuffles:
        return "it shuffles at redeals, which is not followed."
    if rules.stock and rules.stock.lays_under:
        return "it lays columns under the stock, which is not followed."
    return ""
