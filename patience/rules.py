"""The declaration language: the fields of a game's rules, and the checks that refuse a bad declaration.

A declaration is judged exactly as it reads, or refused here: each part checks itself and raises
DeclarationError in one sentence, and ``Rules`` checks that its parts agree. ``declaration`` reads and writes
the same fields as JSON.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum, auto
from itertools import pairwise
from typing import Final

from patience.cards import CARDS_IN_PACK, RANKS, SUITS

MOST_PACKS = 4

ACTIONS = (("deal",), ("draw",), ("draw", "redeal"), ("redeal",))
"""The actions that a stock can offer."""

PRINTED_SUITS = "CSHD"
"""The order in which ``Rules.suits`` lists the suits of a pack."""


class DeclarationError(ValueError):
    """A declaration that contradicts itself or that no engine judges."""


class Build(StrEnum):
    """How the suit of a card must fit the card beneath it."""

    BY_SUIT = auto()
    """The same suit."""
    BY_COLOR = auto()
    """The same colour."""
    ALTERNATING = auto()
    """Alternating colours."""
    OTHER_SUIT = auto()
    """Any suit but the same."""
    ANY_SUIT = auto()
    """Any suit."""


class Direction(StrEnum):
    """How ranks run in columns, from the lower card to the one on it."""

    DOWN = auto()
    UP = auto()
    EITHER = auto()
    """One rank up or down, card by card."""


class Lift(StrEnum):
    """Which groups of cards may be moved off a column, where they need not be runs."""

    ONE = auto()
    """One card."""
    ANY = auto()
    """Any card with all cards on top of it."""


class Takes(StrEnum):
    """Which moved cards a reserve pile takes."""

    NONE = auto()
    ONE = auto()
    """Any one card while it is empty: the pile is a cell."""


class DealTo(StrEnum):
    """Where ``deal`` puts its cards, one on each pile."""

    COLUMNS = auto()
    RESERVE = auto()


class Hold(StrEnum):
    """What keeps cards in the stock as long as it lasts."""

    CARD_MOVE = auto()
    """Any legal card move."""
    FORWARD_MOVE = auto()
    """A legal card move that cannot simply be undone (RULES §2)."""
    EMPTY_COLUMN = auto()
    """A column without a card."""


class Base(StrEnum):
    """Which rank the declaration's ``A`` stands for; all its ranks are relative to that."""

    ACE = "A"
    FIRST = auto()
    """The rank of the card that the layout deals to ``F``."""
    FIRST_RANK = auto()
    """The rank of the deck's first card. Three cards of it begin foundations; the fourth is dealt next."""


class Arrange(StrEnum):
    """How the deck is rearranged before it is dealt."""

    KINGS_DOWN = auto()
    """Kings go to the bottom of their columns."""


class Win(StrEnum):
    """What wins the game."""

    COMPLETE = auto()
    """Complete foundations."""
    ALL_CARDS = auto()
    """All cards on foundations."""


@dataclass(frozen=True)
class Round:
    """One card onto each of these piles, in this order."""

    to: tuple[str, ...]
    """Columns, reserve piles, and ``F`` for the foundation of the base card."""
    face_up: bool = True
    home: bool = False
    """Whether a card that a foundation takes goes there, and its place in the round is lost."""

    def __post_init__(self) -> None:
        demand(bool(self.to), "A round of the layout names no pile.")
        for name, times in Counter(self.to).items():
            demand(times == 1, f"A round of the layout names {name} twice.")
        demand(self.face_up or not self.home, "Cards dealt face down cannot go to foundations.")
        demand(self.face_up or "F" not in self.to, "The base card is dealt face up.")


@dataclass(frozen=True)
class Columns:
    """The tableau."""

    number: int
    build: Build
    lift: Lift | Build
    """One card, any group, or a run: cards that follow in rank and fit in suit as this says."""
    direction: Direction = Direction.DOWN
    wrap: bool = False
    """Whether the King and the Ace are neighbours."""
    whole_only: bool = False
    """Whether a group moves to another column only as a single card or as the whole column."""
    supermove: bool = False
    """Whether a group moves that could move in parts, by way of empty cells and columns."""
    capacity: int | None = None
    """How many cards a column takes at most; None without limit."""
    empty_takes: str = "K"
    """Ranks that open an empty column, alone or leading a group; none named: it takes no moved card."""
    refill: tuple[str, ...] = ()
    """Piles that fill a vacancy at once, the first that has a card; while none has, ``empty_takes`` holds."""

    def __post_init__(self) -> None:
        demand(1 <= self.number <= 99, f"{self.number} columns cannot be numbered T1 to T99.")
        _check_ranks(self.empty_takes, "an empty column's ranks")
        demand(self.capacity is None or self.capacity > 0, "A column has room for at least one card.")
        is_run = isinstance(self.lift, Build)
        if self.direction is Direction.EITHER:
            demand(not is_run, "A run that is built up or down could turn back: lift one or any.")
            demand(not self.supermove, "A supermove of cards built up or down could turn back.")
        if self.supermove:
            demand(self.lift is not Lift.ANY, "Any group moves already: a supermove adds nothing.")
            demand(
                not self.whole_only, "Whole columns do not move in parts: supermove contradicts whole_only."
            )
        if self.whole_only:
            demand(is_run, "Only runs move as whole columns: whole_only needs a build as lift.")

    def following(self, rank: int) -> tuple[int, ...]:
        """Return the ranks that follow a rank, both counted from 0."""
        ranks = [rank + step for step in _STEPS[self.direction]]
        if self.wrap:
            ranks = [rank % len(RANKS) for rank in ranks]
        return tuple(rank for rank in ranks if 0 <= rank < len(RANKS))


_STEPS: Final = {Direction.DOWN: (-1,), Direction.UP: (1,), Direction.EITHER: (-1, 1)}


@dataclass(frozen=True)
class Foundation:
    """One foundation: its first card, what follows, and how much it takes at once."""

    suits: str
    """Suits of the first card."""
    ranks: str
    """Every rank from the first card to the last."""
    build: Build
    dealt: int = 0
    """Cards that lie there when the game opens."""
    whole: bool = False
    """Takes all its cards in one move, as they lie in a column, and none singly."""
    last_after: str = ""
    """The foundation that must be complete before this one takes its last card."""

    def __post_init__(self) -> None:
        _check_ranks(self.ranks, "a foundation's ranks")
        demand(bool(self.ranks), "A foundation takes at least one rank.")
        demand(
            bool(self.suits) and len(set(self.suits)) == len(self.suits) and set(self.suits) <= set(SUITS),
            f"{self.suits!r} are not suits: expected some of {SUITS}, each once.",
        )
        demand(0 <= self.dealt < len(self.ranks), f"{self.dealt} cards dealt leave nothing to be built.")
        demand(self.dealt == 0 or len(self.suits) == 1, "Cards dealt to a foundation need one suit.")
        demand(
            self.dealt < 2 or self.build is Build.BY_SUIT,
            "Several cards dealt to a foundation are of one suit.",
        )
        if self.whole:
            demand(len(self.ranks) > 1, "A whole sequence has at least two cards.")
            demand(
                not self.dealt and not self.last_after, "A whole sequence comes in one move, or not at all."
            )

    @property
    def bases(self) -> list[str]:
        """The codes of the cards that lie there when the game opens, bottom to top."""
        return [rank + self.suits for rank in self.ranks[: self.dealt]]


@dataclass(frozen=True)
class Reserve:
    """Piles beside the columns whose top cards can be played."""

    piles: int
    takes: Takes = Takes.NONE
    refill: tuple[str, ...] = ()
    """Piles that fill an empty reserve pile at once, the first that has a card."""

    def __post_init__(self) -> None:
        demand(1 <= self.piles <= 99, f"{self.piles} reserve piles cannot be numbered R1 to R99.")
        demand(
            self.takes is Takes.NONE or not self.refill, "Cells that take moved cards are not filled as well."
        )


@dataclass(frozen=True)
class Stock:
    """What the stock does."""

    actions: tuple[str, ...]
    """What players do with it: ``deal`` or ``draw``, then perhaps ``redeal``; ``redeal`` alone gathers."""
    draw: int = 1
    """Cards turned to the waste per draw."""
    deal_to: DealTo = DealTo.COLUMNS
    gather: int | None = None
    """Cards per column when a redeal gathers the columns and deals them again; None where it does not."""
    hold: Hold | None = None
    redeals: int | None = 0
    """How often the waste may become the stock: 0 where there is no redeal, None without limit."""
    drawn_at_start: int = 0
    """Cards turned to the waste when the game opens."""

    def __post_init__(self) -> None:
        demand(self.actions in ACTIONS, f"A stock cannot do {self.actions}: expected one of {ACTIONS}.")
        demand(self.redeals == 0 or "redeal" in self.actions, "Redeals are counted, but there is no redeal.")
        demand(self.redeals is None or self.redeals >= 0, "The number of redeals is not negative.")
        demand(self.drawn_at_start >= 0, "The number of cards drawn at the start is not negative.")
        demand(
            not self.drawn_at_start or self.has_waste, "Cards are drawn at the start, but there is no waste."
        )
        demand(1 <= self.draw <= 9, f"A draw turns {self.draw} cards: expected 1 to 9.")
        demand(self.draw == 1 or self.has_waste, "A draw turns several cards, but there is no draw.")
        demand(self.deal_to is DealTo.COLUMNS or "deal" in self.actions, "There is no deal to the reserve.")
        gathers = self.actions == ("redeal",)
        demand(
            gathers == (self.gather is not None), "A stock that only redeals gathers columns, and no other."
        )
        if self.gather is not None:
            demand(self.gather >= 1, f"A redeal cannot deal {self.gather} cards to a column.")
            demand(self.hold is None, "Nothing holds up a redeal that gathers the columns.")

    @property
    def has_waste(self) -> bool:
        """Whether there is a pile W."""
        return "draw" in self.actions

    @property
    def has_pile(self) -> bool:
        """Whether there is a pile S."""
        return self.gather is None


@dataclass(frozen=True)
class Rules:
    """One game in full, every option settled."""

    foundations: tuple[Foundation, ...]
    packs: int = 2
    suits: str = PRINTED_SUITS
    """What the clubs, spades, hearts and diamonds of each pack are printed as."""
    layout: tuple[Round, ...] = ()
    """How the cards are dealt, after those that ``Foundation.dealt`` names."""
    base: Base = Base.ACE
    arrange: Arrange | None = None
    columns: Columns | None = None
    reserve: Reserve | None = None
    stock: Stock | None = None
    win: Win = Win.COMPLETE
    won_when: tuple[str, ...] = ()
    """Foundations that win the game once complete; none named: all of them."""
    foundations_final: bool = True
    """Whether cards stay there; else the top card may go to any pile that takes it."""
    base_rank: str = "A"
    """The rank to which the ranks here are relative: that of ``A``, or of a deal (``at_base``)."""

    def __post_init__(self) -> None:
        demand(1 <= len(self.foundations) <= 99, "A game has 1 to 99 foundations.")
        demand(1 <= self.packs <= MOST_PACKS, f"{self.packs} packs: expected 1 to {MOST_PACKS}.")
        demand(
            len(self.suits) == len(SUITS) and set(self.suits) <= set(SUITS),
            f"{self.suits!r} are not the suits of a pack: expected four letters of {SUITS}.",
        )
        self._check_cards()
        self._check_layout()
        self._check_arrangement()
        self._check_base()
        self._check_names()
        self._check_refills()
        self._check_whole_sequences()
        self._check_stock()
        self._check_win()

    @property
    def cards(self) -> int:
        """How many cards the game has."""
        return CARDS_IN_PACK * self.packs

    @property
    def copies(self) -> Counter[str]:
        """How often each card occurs, by code."""
        return Counter(rank + suit for suit in self.suits * self.packs for rank in RANKS)

    @property
    def has_waste(self) -> bool:
        """Whether there is a pile W."""
        return self.stock is not None and self.stock.has_waste

    @property
    def has_stock(self) -> bool:
        """Whether there is a pile S."""
        return self.stock is not None and self.stock.has_pile

    @property
    def cells(self) -> int:
        """How many reserve piles take moved cards."""
        return self.reserve.piles if self.reserve and self.reserve.takes is Takes.ONE else 0

    @property
    def layout_cards(self) -> int:
        """How many cards lie elsewhere than in the stock when the game opens."""
        return (
            sum(foundation.dealt for foundation in self.foundations)
            + sum(len(dealing.to) for dealing in self.layout)
            + (3 if self.base is Base.FIRST_RANK else 0)
            + (self.stock.drawn_at_start if self.stock else 0)
        )

    def dealt_to(self, name: str) -> list[bool]:
        """Return the cards that the layout deals to a pile, bottom to top: whether each is face up."""
        return [dealing.face_up for dealing in self.layout if name in dealing.to]

    def at_base(self, rank: str) -> "Rules":
        """Return the rules of a deal whose base rank this is: each rank as it is on the cards."""
        start = RANKS.index(rank) - RANKS.index(self.base_rank)
        turned = str.maketrans(RANKS, RANKS[start:] + RANKS[:start])
        foundations = tuple(replace(pile, ranks=pile.ranks.translate(turned)) for pile in self.foundations)
        columns = self.columns and replace(
            self.columns, empty_takes=self.columns.empty_takes.translate(turned)
        )
        return replace(self, foundations=foundations, columns=columns, base_rank=rank)

    @property
    def concepts(self) -> frozenset[str]:
        """The concepts beyond the simplest declarations that these rules use.

        A consumer lists the concepts that it implements and refuses rules that use another.
        """
        return frozenset(_concepts(self))

    def _check_cards(self) -> None:
        playable = self.columns or self.reserve or self.has_stock
        demand(bool(playable), "All cards lie on foundations: there is nothing to play.")
        laid, stock = self.layout_cards, self.has_stock
        fits = laid < self.cards if stock else laid == self.cards
        packs = "one pack is" if self.packs == 1 else f"{self.packs} packs are"
        demand(fits, f"The layout has {laid} cards{' and a stock' if stock else ''}; {packs} {self.cards}.")
        copies = self.copies
        for code, dealt in Counter(code for pile in self.foundations for code in pile.bases).items():
            demand(
                dealt <= copies[code],
                f"{code} is dealt to {dealt} foundations; the game has {copies[code]}.",
            )
        for pile in self.foundations:
            demand(
                not set(pile.suits).isdisjoint(self.suits),
                f"A foundation begins with {pile.suits}, but the packs have only {self.suits}.",
            )

    def _check_layout(self) -> None:
        columns = self.columns.number if self.columns else 0
        reserve = self.reserve.piles if self.reserve else 0
        piles = {*_named("T", columns), *_named("R", reserve)}
        faces: dict[str, bool] = {}
        stays: dict[str, bool] = {}
        for dealing in self.layout:
            for name in dealing.to:
                demand(name in piles or name == "F", f"The layout deals to {name}, which this game lacks.")
                demand(
                    dealing.face_up or not faces.get(name),
                    f"{name} is dealt a face-down card onto a face-up one.",
                )
                faces[name] = dealing.face_up
                if not dealing.home:
                    stays[name] = dealing.face_up
        for name, face_up in stays.items():
            demand(face_up, f"The last card that surely lies on {name} is face down.")
        self._check_columns_dealt(faces)
        self._check_reserve_dealt()

    def _check_columns_dealt(self, dealt: Mapping[str, bool]) -> None:
        if self.columns is None:
            return
        full = _named("T", self.columns.number)
        if self.columns.refill:
            demand(dealt.keys() >= set(full), "Columns that are refilled are not dealt empty.")
        for name in full if self.columns.capacity else ():
            room = len(self.dealt_to(name)) <= (self.columns.capacity or 0)
            demand(room, f"{name} is dealt more cards than it has room for.")

    def _check_reserve_dealt(self) -> None:
        for name in _named("R", self.reserve.piles if self.reserve else 0):
            dealt = len(self.dealt_to(name))
            if self.cells:
                demand(dealt <= 1, f"{name} is a cell, but is dealt {dealt} cards.")
            elif not (self.stock and self.stock.deal_to is DealTo.RESERVE):
                demand(dealt > 0, f"{name} takes no cards and is dealt none.")

    def _check_arrangement(self) -> None:
        if self.arrange is Arrange.KINGS_DOWN:
            full = _named("T", self.columns.number if self.columns else 0)
            whole = all(dealing.to == full and not dealing.home for dealing in self.layout)
            demand(
                whole and len(full) * len(self.layout) == self.cards,
                "Kings go down only where the whole deck is dealt to all columns, T1 first, in every round.",
            )

    def _check_base(self) -> None:
        bases = sum("F" in dealing.to for dealing in self.layout)
        demand(
            bases == (1 if self.base is Base.FIRST else 0),
            f"The layout deals {bases} base cards to F, with base {self.base.value}.",
        )
        if self.base is Base.ACE:
            return
        demand(self.columns is None or self.columns.wrap, "A base other than the Ace needs wrap.")
        start = RANKS.index(self.base_rank)
        for pile in self.foundations:
            demand(not pile.dealt, "The deal sets the base: no foundation names cards dealt to it.")
            demand(
                pile.ranks == RANKS[start:] + RANKS[:start],
                f"A foundation has the ranks {pile.ranks}; where the deal sets the base, expected {RANKS}.",
            )
        demand(
            not any(dealing.home for dealing in self.layout), "No card goes home before the base is dealt."
        )
        begun = {suit for pile in self.foundations for suit in pile.suits}
        demand(begun >= set(self.suits), "Where the deal sets the base, each suit begins a foundation.")
        if self.base is Base.FIRST_RANK:
            one_pack = self.packs == 1 and set(self.suits) == set(SUITS)
            demand(one_pack, "The base of the first rank needs one pack of four suits.")
            single = sorted(pile.suits for pile in self.foundations) == sorted(SUITS)
            demand(single, "The base of the first rank needs one foundation for each suit.")
            demand(bool(self.layout), "The fourth base card is dealt to no pile.")

    def _check_names(self) -> None:
        names = [f"F{number}" for number in range(1, len(self.foundations) + 1)]
        for name in self.won_when:
            demand(name in names, f"The game is won by {name}, which is not a foundation.")
        demand(
            len(set(self.won_when)) == len(self.won_when), "The game is won by one foundation named twice."
        )
        guards = {name: pile.last_after for name, pile in zip(names, self.foundations, strict=True)}
        for name, guard in guards.items():
            demand(not guard or (guard in names and guard != name), f"{name} waits for {guard!r}.")
        for name in names:
            awaited = [name]
            while (guard := guards[awaited[-1]]) and guard not in awaited:
                awaited.append(guard)
            demand(not guard, f"{' waits for '.join([*awaited, guard])}: none is ever complete.")

    def _check_refills(self) -> None:
        reserve = _named("R", self.reserve.piles) if self.reserve else ()
        supplies = [*("W" * self.has_waste), *("S" * self.has_stock)]
        for kind, refill, known in (
            ("An empty column", self.columns.refill if self.columns else (), [*reserve, *supplies]),
            # A reserve pile that reserve piles fill could fill itself.
            ("An empty reserve pile", self.reserve.refill if self.reserve else (), supplies),
        ):
            demand(len(set(refill)) == len(refill), f"{kind} is filled from one pile named twice.")
            for name in refill:
                demand(name in known, f"{kind} is filled from {name}, which cannot fill it.")
        # Otherwise a vacancy could wait while the stock turns, and *lost* would have to allow for that.
        reserve_refill = self.reserve.refill if self.reserve else ()
        demand(
            not reserve_refill or reserve_refill[-1] == "S",
            "An empty reserve pile must be filled from the stock S in the end.",
        )

    def _check_whole_sequences(self) -> None:
        for foundation in self.foundations:
            if foundation.whole:
                demand(
                    self.columns is not None and _lifts(self.columns, foundation),
                    "A foundation takes whole sequences, but nothing lets one be lifted.",
                )
                demand(self.foundations_final, "A whole sequence stays whole: its foundation must be final.")

    def _check_stock(self) -> None:
        if self.stock is None:
            return
        columns, stock = self.columns, self.stock
        to_columns = "deal" in stock.actions and stock.deal_to is DealTo.COLUMNS
        if to_columns or stock.hold is Hold.EMPTY_COLUMN or stock.gather:
            demand(columns is not None, "Cards are dealt to columns, but there are none.")
        if stock.deal_to is DealTo.RESERVE:
            demand(self.reserve is not None, "Cards are dealt to the reserve, but there is none.")
            demand(not self.cells, "Cells take moved cards, so none are dealt to them.")
        if stock.hold is Hold.EMPTY_COLUMN:
            demand(to_columns, "Empty columns hold up a deal to the columns, nothing else.")
        if stock.hold is Hold.FORWARD_MOVE:
            # The proof that forward moves end needs all of these (RULES §2).
            demand(self.foundations_final, "Forward moves belong to games whose foundations are final.")
            downward = columns is None or columns.direction is Direction.DOWN
            demand(downward, "Forward moves belong to games whose columns are built down.")
            demand(not self.cells, "Forward moves belong to games without cells.")
        if stock.draw > 1:
            refills = (columns.refill if columns else ()) + (self.reserve.refill if self.reserve else ())
            demand("S" not in refills, "Vacancies cannot be filled from a stock that turns several cards.")
        if columns and columns.capacity:
            demand(not to_columns, "Columns with limited room cannot be dealt to.")
        if stock.gather and columns:
            demand(
                not columns.refill and not (self.reserve and self.reserve.refill),
                "A game that gathers its columns fills none.",
            )
            demand(all(dealing.face_up for dealing in self.layout), "Columns that are gathered lie face up.")
            laid = sum(name.startswith("T") for dealing in self.layout for name in dealing.to)
            demand(
                columns.number * stock.gather >= laid,
                f"{columns.number} columns of {stock.gather} cards have no room for the {laid} dealt.",
            )
            demand(
                columns.number * (stock.gather + 1) >= self.cards,
                f"{columns.number} columns of {stock.gather} cards and one more have no room for every card.",
            )
            demand(columns.capacity is None, "Columns that are gathered have unlimited room.")

    def _check_win(self) -> None:
        room = sum(len(foundation.ranks) for foundation in self.foundations)
        if self.win is Win.ALL_CARDS:
            demand(not self.won_when, "All cards win the game, not single foundations.")
            demand(room >= self.cards, f"The foundations have room for {room} of {self.cards} cards.")
        elif not self.won_when:
            demand(
                room == self.cards,
                f"Complete foundations hold {room} cards, but the game has {self.cards}: it cannot be won.",
            )


def _concepts(rules: Rules) -> Iterator[str]:
    """Yield what ``Rules.concepts`` names."""
    columns, reserve, stock = rules.columns, rules.reserve, rules.stock
    builds = {pile.build for pile in rules.foundations}
    if columns:
        builds |= {build for build in (columns.build, columns.lift) if isinstance(build, Build)}
    dealt = {name: rules.dealt_to(name) for name in _named("R", reserve.piles if reserve else 0)}
    refill = columns.refill if columns else ()
    uses = {
        "packs": rules.packs != 2,
        "cells": rules.cells > 0,
        "supermove": columns is not None and columns.supermove,
        "wrap": columns is not None and columns.wrap,
        "base": rules.base is not Base.ACE,
        "draw": stock is not None and stock.draw > 1,
        "deep_reserve": not rules.cells and any(faces != [True] for faces in dealt.values()),
        "open_refill": bool(refill) and refill[-1] != "S",
        "whole_only": columns is not None and columns.whole_only,
        "capacity": columns is not None and columns.capacity is not None,
        "other_suit": Build.OTHER_SUIT in builds,
        "direction": columns is not None and columns.direction is not Direction.DOWN,
        "suits": rules.suits != PRINTED_SUITS,
        "arrange": rules.arrange is not None,
        "home": any(dealing.home for dealing in rules.layout),
        "gather": stock is not None and stock.gather is not None,
        "deal_to_reserve": stock is not None and stock.deal_to is DealTo.RESERVE,
        "win_all_cards": rules.win is Win.ALL_CARDS,
    }
    yield from (concept for concept, used in uses.items() if used)


def _lifts(columns: Columns, foundation: Foundation) -> bool:
    """Return whether some whole sequence of this foundation can be lifted off a column."""
    if isinstance(columns.lift, Lift):
        return columns.lift is Lift.ANY
    indexes = [RANKS.index(rank) for rank in foundation.ranks]
    runs = all(rank in columns.following(under) for under, rank in pairwise(indexes))
    return runs and {columns.lift, foundation.build} not in _CONTRADICTORY_BUILDS


_CONTRADICTORY_BUILDS = (
    {Build.ALTERNATING, Build.BY_SUIT},
    {Build.ALTERNATING, Build.BY_COLOR},
    {Build.OTHER_SUIT, Build.BY_SUIT},
)


def _named(letter: str, number: int) -> tuple[str, ...]:
    return tuple(f"{letter}{index}" for index in range(1, number + 1))


def _check_ranks(ranks: str, whose: str) -> None:
    distinct = set(ranks) <= set(RANKS) and len(set(ranks)) == len(ranks)
    demand(distinct, f"{ranks!r} are not {whose}: expected some of {RANKS}, each once.")


def demand(condition: bool, otherwise: str) -> None:
    """Raise DeclarationError unless the condition holds."""
    if not condition:
        raise DeclarationError(otherwise)
