"""The cards in play, each with a number of its own, and what they lie on."""

from service.engine.cards import FACE_DOWN, PACK
from service.engine.position import Position

NONE = -1


class Lie:
    """What lies where; a pile's cards have consecutive numbers, bottom to top.

    Cards on foundations are in play where foundations give them back.
    """

    __slots__ = ("below", "card", "copies", "down", "pile", "top")

    card: list[int]
    """By number: the card, 0…51."""
    pile: list[int]
    below: list[int]
    """By number: the card beneath it in its pile, ``NONE`` for the lowest."""
    down: list[bool]
    """Whether it lies face down."""
    top: dict[int, int]
    """By pile: its top card; empty piles have none."""
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
