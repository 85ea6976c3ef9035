"""Cards that leave the game together."""

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum, auto
from typing import Annotated

from patience.cards import RANKS
from patience.rules.bounds import Items, Number, Part, Text, demand
from patience.rules.builds import Build

PairSet = Annotated[
    str,
    Text(
        f"[{RANKS}]{{1,9}}|[{RANKS}](-[{RANKS}]){{2,8}}",
        f"one to nine ranks of {RANKS}, such as K, AQ or JQK, or some in order, such as A-2-3",
    ),
]
PairPile = Annotated[str, Text("[TRWS]", "T, R, W or S")]
PairBuild = Annotated[
    str,
    Text(
        f"({'|'.join(Build)})(:[{RANKS}]+)?",
        f"one of {', '.join(Build)}, perhaps with ranks, as in other_suit:QK",
    ),
]
BeneathPile = Annotated[str, Text("[TRW]", "T, R or W")]


class Near(StrEnum):
    """Which columns of a grid are near each other."""

    TOUCHING = auto()
    """Those side by side, one above the other, or corner to corner."""
    LINE = auto()
    """Those in the same row or in the same column of the grid."""


@dataclass(frozen=True)
class Pairs(Part):
    """The cards that leave together. The top card of a pile is moved onto the top card of another. If the two
    are a pair, both go to F1, first the card that was moved. Where there are several foundations, they go to
    the one that begins with this pair: first the card that was not moved, unless it follows the other."""

    sets: Annotated[tuple[PairSet, ...], Items(distinct=True)]
    """The pairs, each by its two ranks in any order. A set of one rank: a card of this rank goes to
    foundations alone. A set of more ranks is collected on the cells, of which there are as many. A cell takes
    a card if it and the cards on cells belong to such a set together. Of a set in order, such as `A-2-3`, it
    takes only a card that comes next to one of those on cells. Once each cell has a card, these cards go to
    F1, that of R1 first."""
    piles: Annotated[tuple[PairPile, ...], Items(distinct=True)]
    """The kinds of piles whose top cards leave in pairs; none where all cards leave in sets. With `S`, the
    top card of the stock is face up; cards are moved onto it, and it is itself moved only to F1. Columns may
    also take the second card of a pair from the waste alone, as `columns.takes_from` says."""
    build: PairBuild = Build.ANY_SUIT
    """How the suits of the cards of a pair or set fit. With ranks, as in `other_suit:QK`, this holds for
    pairs of these ranks only, and the cards of other pairs are of any suit."""
    near: Near | None = None
    """Which columns a card must come from to make a pair with the top card of a column; null for all."""
    width: Number | None = None
    """With `near`: how many columns are a row of the grid, T1 first; null without."""
    beneath: Annotated[tuple[BeneathPile, ...], Items(distinct=True)] = ()
    """The kinds of piles whose top card also makes a pair with the card under it, if that lies face up: with
    the next card of its own pile, in a move such as `W-W`, or with the top card of a pile that its own pile
    alone covers."""

    def check(self) -> None:
        """Check that the fields agree."""
        super().check()
        pairs = any(len(ranks) == 2 for ranks in self.sets)
        demand(pairs or bool(self.collected), "No two cards leave together: there is no pair or set.")
        for ranks in self.collected:
            once = "-" not in ranks or len(set(members(ranks))) == len(members(ranks))
            demand(once, f"The set {ranks} is in order, but has a rank twice.")
        for ranks, times in Counter("".join(sorted(members(ranks))) for ranks in self.sets).items():
            demand(times == 1, f"The ranks {ranks} are named {times} times, in different orders.")
        demand(bool(self.piles) or not pairs, "No pile takes part in the pairs.")
        demand(pairs or not self.piles, "Piles take part in pairs, but there are none.")
        demand(
            (self.near is None) == (self.width is None), "Columns near each other need the width of a grid."
        )
        demand(self.near is None or "T" in self.piles, "Columns are near each other, but make no pairs.")
        apart = any({*ranks} & {*self.limit} and not {*ranks} <= {*self.limit} for ranks in self.sets)
        demand(
            not apart, f"The ranks {self.limit} are in pairs with others, so the build of these is unclear."
        )
        demand(not (self.limit and self.collected), "All cards of a set fit each other alike.")
        for kind in self.beneath:
            demand(kind in self.piles, f"Cards of {kind} pair with those under them, but make no pairs.")

    @property
    def suits(self) -> Build:
        """How the suits of the cards fit, where there is no limit or cards are of its ranks."""
        return Build(self.build.partition(":")[0])

    @property
    def limit(self) -> str:
        """The ranks of the pairs for which the build holds; empty for all."""
        return self.build.partition(":")[2]

    def build_of(self, rank: int) -> Build:
        """Return how the suits of a pair fit that has a card of this rank, counted from 0."""
        return self.suits if RANKS[rank] in (self.limit or RANKS) else Build.ANY_SUIT

    @property
    def alone(self) -> str:
        """The ranks whose cards go to foundations alone."""
        return "".join(ranks for ranks in self.sets if len(ranks) == 1)

    @property
    def collected(self) -> tuple[str, ...]:
        """The sets that are collected on the cells."""
        return tuple(ranks for ranks in self.sets if len(ranks) > 2)

    def joining(self, held: str) -> str:
        """Return the ranks of which a card belongs to a set together with cards of these ranks."""
        lacking = frozenset[str]().union(*(_joining(ranks, held) for ranks in self.collected))
        return "".join(rank for rank in RANKS if rank in lacking)

    def partners(self, rank: int) -> tuple[int, ...]:
        """Return the ranks that make a pair with a rank, both counted from 0."""
        letter = RANKS[rank]
        others = {ranks.replace(letter, "", 1) for ranks in self.sets if letter in ranks and len(ranks) == 2}
        return tuple(sorted(map(RANKS.index, others)))

    def are_near(self, one: int, other: int) -> bool:
        """Return whether two columns, counted from 0, are near enough to make a pair."""
        if self.near is None or self.width is None:
            return True
        row, place = divmod(one, self.width)
        other_row, other_place = divmod(other, self.width)
        if self.near is Near.LINE:
            return row == other_row or place == other_place
        return max(abs(row - other_row), abs(place - other_place)) <= 1


def members(ranks: str) -> str:
    """Return the ranks of a set, without the marks of its order."""
    return ranks.replace("-", "")


def beside(ranks: str, rank: str) -> str:
    """Return the ranks of a set that may join a card of this rank: in order, those next to it."""
    if "-" not in ranks:
        return ranks
    place = members(ranks).index(rank)
    return members(ranks)[max(0, place - 1) : place + 2]


def _joining(ranks: str, held: str) -> frozenset[str]:
    """Return the ranks of a set of which a card joins cards of the ranks ``held``."""
    whole, some = Counter(members(ranks)), Counter(held)
    if not some <= whole:
        return frozenset()
    near = members(ranks) if not held else "".join(beside(ranks, rank) for rank in held)
    return frozenset(whole - some).intersection(near)
