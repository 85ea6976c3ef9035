"""The parts of a game's rules: the fields of a declaration, and what follows from them."""

from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby
from typing import Annotated, Final

from patience.cards import RANKS, SUITS
from patience.rules.bounds import (
    NOT_DECLARED,
    Givers,
    Items,
    Part,
    Ranks,
    Text,
    Whole,
    WinningPile,
)
from patience.rules.builds import Direction
from patience.rules.columns import Columns
from patience.rules.foundations import Foundation
from patience.rules.pairs import Pairs
from patience.rules.reserve import MERCIS, Reserve, Takes
from patience.rules.rounds import PRINTED_SUITS, Arrange, Base, Round, SameBase
from patience.rules.stock import Stock
from patience.rules.win import Hands, Win

MOST_PACKS = 4

_PACK: Final = f"[{SUITS}]{{4}}|(?=.)" + "".join(f"{suit}?" for suit in PRINTED_SUITS)


@dataclass(frozen=True)
class GameParts(Part):
    """The parts of a game's rules, and what follows from them."""

    foundations: Annotated[tuple[Foundation, ...], Items(0, 99)]
    """The foundations, F1 first."""
    packs: Annotated[int, Whole(1, MOST_PACKS)] = 2
    """The number of packs."""
    suits: Annotated[str, Text(_PACK, f"four letters of {SUITS}, or fewer in the order {PRINTED_SUITS}")] = (
        PRINTED_SUITS
    )
    """The suits of each pack in the order clubs, spades, hearts, diamonds. `CSHD` is a usual pack. With
    `CCCC`, all cards of a pack are clubs: cards are shuffled as four suits and then printed. With fewer
    letters, such as `H`, the pack has these suits alone, and is shuffled without the others."""
    ranks: Ranks = RANKS
    """The ranks of each pack, from Ace to King."""
    layout: tuple[Round, ...] = ()
    """The rounds in which the deck is dealt, in order. Cards that foundations name by `dealt` are taken out
    of the deck before. The cards after the last round, and after `stock.drawn_at_start`, are the stock."""
    base: Base = Base.ACE
    """The rank that `A` stands for."""
    arrange: Arrange | None = None
    """How the deck is rearranged before it is dealt; null if it is not."""
    columns: Columns | None = None
    """The tableau; null without one."""
    reserve: Reserve | None = None
    """The reserve piles; null without any."""
    stock: Stock | None = None
    """The stock; null without one."""
    pairs: Pairs | None = None
    """The cards that leave together, to the discard pile F1, the only foundation, or to foundations that
    begin with a pair; null where no cards do."""
    win: Win = Win.COMPLETE
    """What wins."""
    won_when: Annotated[tuple[WinningPile, ...], Items(distinct=True)] = ()
    """What wins the game under `complete`: the foundations that have to be complete, and other piles, or
    kinds of piles, that have to be empty; empty for all foundations."""
    points: Annotated[int, Whole(1, 999)] | None = None
    """Where hands win: how many points they have to be worth; null elsewhere."""
    foundations_final: bool = True
    """Whether cards stay on foundations. If not, the top card of a foundation may move to any other pile
    that takes it."""
    same_base: SameBase | None = None
    """When play sets the rank with which all foundations begin, that of the first card on any of them; null
    where it does not."""
    base_from: Givers | None = None
    """The piles, or kinds of piles, of which one gives this first card; null if any may, as with `any_time`
    alone."""
    base_rank: str = field(default="A", metadata=NOT_DECLARED)
    """The rank to which the ranks here are relative: that of ``A``, or of a deal (``at_base``)."""

    @property
    def same_direction(self) -> bool:
        """Whether all foundations are built the same way: that of the second card on any of them."""
        return any(pile.direction is Direction.ONE_WAY for pile in self.foundations)

    @property
    def cards(self) -> int:
        """How many cards the game has."""
        return len(self.suits) * len(self.ranks) * self.packs

    @property
    def hands(self) -> Hands | None:
        """The hands that the rows and columns of a square are; None where no points win."""
        return Hands(self.win.value) if self.win in (Win.POKER, Win.CRIBBAGE) else None

    @property
    def row_ranks(self) -> Ranks:
        """The ranks of the cards that lie in rows, from that which begins a row on."""
        assert self.columns is not None
        ranks = RANKS[RANKS.index(self.columns.empty_takes) :: self.columns.row_step]
        beside = {rank for pile in self.foundations for rank in pile.ranks}
        return "".join(rank for rank in ranks if rank in self.ranks and rank not in beside)

    @property
    def copies(self) -> Counter[str]:
        """How often each card occurs, by code."""
        return Counter(rank + suit for suit in self.suits * self.packs for rank in self.ranks)

    @property
    def opening_rounds(self) -> tuple[Round, ...]:
        """The rounds that are dealt before the game opens."""
        return tuple(dealing for dealing in self.layout if not dealing.after_base)

    @property
    def has_waste(self) -> bool:
        """Whether there is a pile W."""
        return self.stock is not None and self.stock.has_waste

    @property
    def has_stock(self) -> bool:
        """Whether there is a pile S."""
        fills = self.columns is not None and "S" in self.columns.supplies
        return self.stock is not None and (self.stock.has_pile or fills)

    @property
    def cells(self) -> int:
        """How many reserve piles take and keep moved cards."""
        return self.reserve.piles if self.reserve and self.reserve.takes in (Takes.ONE, Takes.RUN) else 0

    def is_dealt_cell(self, name: str) -> bool:
        """Return whether a cell can have more cards than it has room for, because they are dealt there."""
        room = self.reserve.capacity if self.reserve else 0
        by_deals = self.stock is not None and name in self.stock.deal_piles(self.pile_names)
        return by_deals or len(self.dealt_to(name)) > room

    @property
    def has_merci(self) -> bool:
        """Whether a card can be drawn out from under another in a column, or exchanged with it."""
        return self.reserve is not None and self.reserve.takes in MERCIS

    @property
    def mercis(self) -> int:
        """How often a game can use its merci."""
        return self.reserve.capacity if self.reserve and self.has_merci else 0

    @property
    def turned_to(self) -> str:
        """The column to which a merci turns up face-down cards; empty where none does."""
        givers = self.columns.takes_from if self.columns and self.columns.own_ranks else ()
        turns = self.reserve is not None and self.reserve.takes is Takes.TURN_UP
        return givers[0] if turns and givers and len(givers) == 1 and len(givers[0]) > 1 else ""

    @property
    def laid(self) -> int:
        """How many places the rounds have that are dealt before the game opens."""
        return sum(len(dealing.to) for dealing in self.opening_rounds)

    @property
    def layout_cards(self) -> int:
        """How many cards lie elsewhere than in the stock when the game opens."""
        if any(dealing.deals_all for dealing in self.layout):
            return self.cards
        return (
            sum(foundation.dealt for foundation in self.foundations)
            + self.laid
            + (self.stock.drawn_at_start if self.stock else 0)
        )

    @property
    def pile_names(self) -> tuple[str, ...]:
        """Every pile: columns, foundations, reserve, waste, stock."""
        return (
            *numbered("T", self.columns.number if self.columns else 0),
            *numbered("F", len(self.foundations)),
            *numbered("R", self.reserve.piles if self.reserve else 0),
            *("W" * self.has_waste),
            *("S" * self.has_stock),
        )

    def takes_from(self, name: str) -> tuple[str, ...] | None:
        """Return the piles, or kinds of piles, whose cards may be moved to a pile; None for all."""
        if name[0] == "F":
            return self.foundations[int(name[1:]) - 1].givers
        if name[0] == "T" and self.columns and self.columns.merges:
            places = (int(name[1:]) + step for step in sorted(self.columns.merges))
            return tuple(f"T{place}" for place in places if 0 < place <= self.columns.number)
        part = {"T": self.columns and self.columns.of(name), "R": self.reserve}.get(name[0])
        return part.takes_from if part else None

    def refill(self, name: str) -> tuple[str, ...]:
        """Return the piles that fill a column, a reserve pile or the waste."""
        if name[0] == "T" and self.columns:
            return self.columns.of(name).refill
        if name == "W" and self.stock and self.stock.fills_waste:
            return ("S",)
        return self.reserve.refill if name[0] == "R" and self.reserve else ()

    def opened(self, name: str) -> frozenset[int]:
        """Return the places of a pile, from its bottom, of face-up cards dealt under face-down ones."""
        faces = self.dealt_to(name)
        return frozenset(place for place, face_up in enumerate(faces) if face_up and not all(faces[place:]))

    def covers(self, name: str) -> tuple[str, ...]:
        """Return the piles that lie on a pile."""
        part = {"T": self.columns, "R": self.reserve}.get(name[0])
        return part.covered_by[int(name[1:]) - 1] if part and part.covered_by else ()

    @property
    def pair_moves(self) -> bool:
        """Whether empty columns take cards in a game of pairs."""
        columns, pairs = self.columns, self.pairs
        in_pairs = columns is not None and pairs is not None and "T" in pairs.piles
        return in_pairs and columns is not None and bool(columns.takes_from and columns.empty_takes)

    def make_pairs(self, source: str, target: str) -> bool:
        """Return whether a card of one pile can leave together with the top card of another."""
        pairs = self.pairs
        if pairs is None or source == "S" or target[0] not in pairs.piles:
            return False
        if source[0] not in pairs.piles and not self.pairs_waste(source, target):
            return False
        both_columns = source[0] == target[0] == "T"
        return not both_columns or pairs.are_near(int(source[1:]) - 1, int(target[1:]) - 1)

    def pairs_waste(self, source: str, target: str) -> bool:
        """Return whether a column takes cards from the waste, to which no pair comes."""
        return source == "W" and target[0] == "T" and "W" in (self.takes_from(target) or ())

    @property
    def builds_pairs(self) -> bool:
        """Whether pairs go to foundations that are built on, instead of a discard pile."""
        return self.pairs is not None and len(self.foundations) > 1

    @property
    def groups(self) -> tuple[range, ...]:
        """The places of the cards that rounds of one card each deal to the same pile, one after the other, or
        of each six cards (`Arrange`)."""
        if self.arrange is Arrange.SIXES_DISTINCT:
            return tuple(range(place, place + 6) for place in range(0, self.cards - 6, 6))
        groups, start = [], 0
        for to, rounds in groupby(dealing.to for dealing in self.opening_rounds):
            end = start + sum(map(len, rounds))
            if len(to) == 1 and end - start > 1:
                groups.append(range(start, end))
            start = end
        return tuple(groups)

    def dealt_to(self, name: str) -> list[bool]:
        """Return the cards that the layout deals to a pile, bottom to top: whether each is face up."""
        return [dealing.face_up for dealing in self.opening_rounds if name in dealing.to]

    def holds_several(self, name: str) -> bool:
        """Return whether the layout can deal other than one face-up card to a pile."""
        all_left = any(dealing.deals_all and name in dealing.to for dealing in self.opening_rounds)
        return all_left or self.dealt_to(name) != [True]

    @property
    def supplies(self) -> tuple[str, ...]:
        """The piles that fill columns and reserve piles."""
        columns, reserve = self.columns, self.reserve
        return (columns.supplies if columns else ()) + (reserve.refill if reserve else ())


@cache
def numbered(letter: str, number: int) -> tuple[str, ...]:
    """Return the names of the piles of a kind."""
    return tuple(f"{letter}{index}" for index in range(1, number + 1))
