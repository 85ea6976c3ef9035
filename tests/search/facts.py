"""What a step of an explanation states, read from the declaration and the piles alone."""

from collections import Counter

from patience.cards import CODES, RANKS
from patience.rules import Build, Direction, Hold, Win

RED = "DH"


def fits_on(columns, under, card):
    """Return whether a column built on a card takes another, both as codes."""
    steps = {
        Direction.DOWN: [-1],
        Direction.UP: [1],
        Direction.EITHER: [-1, 1],
        Direction.ANY: range(-12, 13),
    }
    apart = RANKS.index(card[0]) - RANKS.index(under[0])
    if not any(
        (apart - step) % 13 == 0 if columns.wrap else apart == step for step in steps[columns.direction]
    ):
        return False
    return {
        Build.BY_SUIT: card[1] == under[1],
        Build.BY_COLOR: (card[1] in RED) == (under[1] in RED),
        Build.ALTERNATING: (card[1] in RED) != (under[1] in RED),
        Build.OTHER_SUIT: card[1] != under[1],
        Build.ANY_SUIT: True,
    }[columns.build]


class Board:
    """A position by names and codes. For each relation there is a method of its name."""

    def __init__(self, position):
        tables = position.tables
        self.rules = tables.rules
        self.piles = {name: [CODES[c] for c in position.cards(n)] for n, name in enumerate(tables.names)}
        self.columns = [name for name in self.piles if name[0] == "T"]
        self.foundations = dict(zip([f"F{n}" for n in range(1, 100)], self.rules.foundations, strict=False))
        everything = self.rules.win is Win.ALL_CARDS
        self.winning = [] if everything else list(self.rules.won_when or self.foundations)
        room = sum(len(foundation.ranks) for foundation in self.foundations.values())
        self.all_home = everything or (len(self.winning) == len(self.foundations) and room == tables.cards)

    def lies(self, lower, upper, pile):
        cards = self.piles[pile]
        return lower in cards and upper in cards[cards.index(lower) + 1 :]

    def is_true(self, step):
        """Return whether a step is true here."""
        cards = [CODES[other] for other in step.cards]
        return getattr(self, step.relation.value)(CODES[step.card], step.pile, cards)

    def under(self, card, pile, cards):
        return self.lies(card, cards[0], pile)

    def over(self, card, pile, cards):
        return self.lies(cards[0], card, pile)

    def only_onto(self, card, pile, cards):
        takers = {under for under in self.rules.copies if fits_on(self.rules.columns, under, card)}
        return card in self.piles[pile] and takers == set(cards)

    def home(self, card, pile, cards):
        return self.rules.foundations_final and pile in self.foundations and card in self.piles[pile]

    def not_in_column(self, card, pile, cards):
        return card in self.piles[pile] and pile not in self.columns

    def no_empty_column(self, card, pile, cards):
        lowest = [self.piles[column][:1] for column in self.columns]
        return card[0] in self.rules.columns.empty_takes and lowest == [[low] for low in cards]

    def no_empty_cell(self, card, pile, cards):
        cells = [self.piles[f"R{number}"] for number in range(1, self.rules.cells + 1)]
        return bool(cells) and cells == [[held] for held in cards]

    def foundation_waits(self, card, pile, cards):
        ranks = self.foundations[pile].ranks
        (place,) = {ranks.index(other[0]) for other in cards}
        return len(self.piles[pile]) <= place < ranks.index(card[0])

    def sequence_waits(self, card, pile, cards):
        return any(
            foundation.whole
            and card[0] == foundation.ranks[0]
            and card[1] in foundation.suits
            and {other[0] for other in cards} <= set(foundation.ranks[1:])
            for foundation in self.foundations.values()
        )

    def needed(self, card, pile, cards):
        missing = self.foundations[pile].ranks[len(self.piles[pile]) :]
        return pile in self.winning and {other[0] for other in cards} <= set(missing)

    def too_few_left(self, card, pile, cards):
        foundation = self.foundations[pile]
        place = foundation.ranks.index(card[0])
        alike = [name for name in self.winning if self.foundations[name] == foundation]
        lacking = [name for name in alike if len(self.piles[name]) <= place]
        if not self.rules.foundations_final:
            return bool(lacking)
        in_play = Counter(held for name, pile in self.piles.items() if name[0] != "F" for held in pile)
        return len(lacking) > len(cards) and Counter(cards) <= in_play

    def must_leave(self, card, pile, cards):
        return self.all_home and pile not in self.foundations and card in self.piles[pile]

    def in_stock(self, card, pile, cards):
        kept = {"S"} | (set(self.foundations) if self.rules.foundations_final else set())
        others = sum(len(held) for name, held in self.piles.items() if name not in kept)
        waits = self.rules.stock.hold is Hold.EMPTY_COLUMN and others < self.rules.columns.number
        return waits and card in self.piles["S"]

    def buried(self, card, pile, cards):
        return pile == "W" and self.piles["W"][-len(cards) - 1 :] == [card, *cards]
