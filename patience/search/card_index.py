"""The cards in play, each copy with a number of its own, and the card below it."""

from patience.cards import FACE_DOWN, PACK
from patience.play.position import Position

NONE = -1


class CardIndex:
    """The cards of a position, numbered pile by pile, bottom to top.

    Cards on foundations are included only where foundations give cards back.
    """

    __slots__ = ("below", "card", "copies", "down", "pile", "top")

    card: list[int]
    """By number: the card, 0…51."""
    pile: list[int]
    """By number: the pile that holds the card."""
    below: list[int]
    """By number: the card below it in its pile, ``NONE`` for the lowest."""
    down: list[bool]
    """By number: whether the card is face down."""
    top: dict[int, int]
    """By pile: the number of its top card. Empty piles are missing."""
    copies: list[list[int]]
    """By card: the numbers of its copies."""

    def __init__(self, position: Position) -> None:
        tables = position.tables
        self.card, self.pile, self.below, self.down = [], [], [], []
        self.top = {}
        self.copies = [[] for _ in PACK]
        for pile in range(len(tables.names)):
            if tables.rules.foundations_final and pile in tables.foundations:
                continue
            below = NONE
            for card in position.piles[pile][1:]:
                number = len(self.card)
                face = card & ~FACE_DOWN
                self.copies[face].append(number)
                self.card.append(face)
                self.pile.append(pile)
                self.below.append(below)
                self.down.append(card >= FACE_DOWN)
                below = number
            if below != NONE:
                self.top[pile] = below
