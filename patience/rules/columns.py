"""The columns of the tableau."""

from dataclasses import dataclass, fields, replace
from enum import StrEnum, auto
from functools import cached_property
from typing import Annotated

from patience.cards import RANKS
from patience.rules.bounds import (
    MOST_COLUMNS,
    CardLetters,
    Covers,
    Fills,
    Givers,
    Items,
    MarkedRanks,
    Part,
    PileNames,
    Ranks,
    Text,
    Whole,
    check_covers,
    demand,
)
from patience.rules.builds import ON_FOUNDATIONS, Build, Direction, Sequence, Step


class Lift(StrEnum):
    """Which cards may leave a column together, where they need not be a sequence."""

    ONE = auto()
    """Only the top card."""
    ANY = auto()
    """Any card with all cards above it."""
    WHOLE = auto()
    """A sequence in `build`, but only the whole column, even a single card, moves to another column."""


class Closed(StrEnum):
    """What a column takes while its top card waits, face down, for the player to turn it up."""

    TAKES_ANY = auto()
    """Any card, or group that leaves a column together."""
    TAKES_NONE = auto()
    """No card."""


KindBuild = Annotated[
    str,
    Text(
        rf"({'|'.join(Build)})(:(down|up))?",
        f"one of {', '.join(Build)}, perhaps with a direction, as in alternating:up",
    ),
]


@dataclass(frozen=True)
class ColumnKind(Part):
    """Columns with rules of their own. What is null is as for the other columns."""

    of: Annotated[tuple[str, ...], PileNames()]
    """The columns of the kind."""
    build: KindBuild | None = None
    """How the suit of a card fits the top card of the column that takes it, and perhaps another direction, as
    in `alternating:up`. Cards go one at a time to a column of another direction."""
    lift: Lift | Build | None = None
    """Which cards may leave a column together."""
    empty_takes: Ranks | None = None
    """The ranks that an empty column takes; none if empty."""
    takes_from: Givers | None = None
    """The piles, or kinds of piles, from which cards may be moved there; none if empty."""
    refill: Fills | None = None
    """The piles that fill an empty column at once; none if empty."""

    @property
    def rules(self) -> dict[str, object]:
        """The fields of columns in which the kind has values of its own."""
        values = {item.name: getattr(self, item.name) for item in fields(self) if item.name != "of"}
        if self.build is not None:
            build, _, direction = self.build.partition(":")
            values |= {"build": Build(build), "direction": Direction(direction) if direction else None}
        return {name: value for name, value in values.items() if value is not None}

    @property
    def is_built_apart(self) -> bool:
        """Whether the kind differs in more than the piles that give it cards."""
        return bool(self.rules.keys() & {"build", "lift", "empty_takes"})


@dataclass(frozen=True)
class Columns(Part):
    """The tableau columns, T1 first."""

    number: Annotated[int, Whole(1, MOST_COLUMNS)]
    """The number of columns."""
    build: Build
    """How the suit of a card fits the top card of the column that takes it."""
    lift: Lift | Build
    """Which cards may leave a column together. A build: a sequence, that is cards of consecutive ranks in
    `direction`, each of which fits the card below it by this build. With `either`, a sequence goes one way
    throughout, all down or all up."""
    direction: Direction = Direction.DOWN
    """How the rank of a card on a column follows the card below it."""
    wrap: bool = False
    """Whether Ace and King are consecutive in columns: one below the Ace is the King, and one above the
    King is the Ace. In rows: whether they are a ring (`row`)."""
    ends: CardLetters = ""
    """The ranks on which no card is put, and the suits that stay apart: no column takes a card of theirs, and
    no card is put on one."""
    step: Step = 1
    """How many ranks `down`, `up` and `either` go from card to card."""
    level: Build | None = None
    """How the suit of a card fits a card of the same rank, where it may be put there as well; null where it
    may not. Cards of one rank that fit so then leave a column together, as a sequence does."""
    whole_only: bool = False
    """Whether several cards move to another column only if they are the whole column. Moves to foundations
    are not affected."""
    supermove: bool = False
    """Whether several cards may move to another column although `lift` allows fewer. They must be a sequence
    in `build`. They are cut into the fewest parts that `lift` allows (single cards for `one`). There may be
    (1 + empty cells) · 2^(empty columns without the target) of these; the power is 1 if `empty_takes` is not
    all thirteen ranks. One part may always move."""
    capacity: Annotated[int, Whole(1)] | None = None
    """The most cards on a column; null without limit."""
    complete_stays: bool = False
    """Whether a complete column gives no card: one that has `capacity` cards, all face up, each of which
    fits the one below it as columns build."""
    empty_takes: MarkedRanks = "K"
    """The ranks that an empty column takes, as a single card or as the lowest card of a group; none if
    empty. With `*`, as in `K*`, it takes any once all cards of these ranks lie lowest in columns."""
    closed: Closed | None = None
    """What a column takes as long as its top card lies face down, where a face-down card that becomes the top
    card stays face down until the player turns it up, with a move such as `T3-T3`; null where it is turned
    face up at once."""
    own_ranks: tuple[Ranks, ...] = ()
    """For each column, the ranks of its own; empty where columns build. A column with cards takes only cards
    of its own ranks, whatever lies on it. When a card is moved to a column of its rank, the topmost face-down
    card of that column is turned up and goes to the column that the arriving card left. If that column is of
    the rank of the card turned up, its own topmost face-down card is turned up and goes to its top, and so
    on."""
    refill: Fills = ()
    """The piles that fill an empty column at once: the first of them that has a card. If none has one, the
    column stays empty and `empty_takes` applies. The stock may come several times, last: then it gives as
    many cards, as long as it has some."""
    longest_first: bool = False
    """Whether the reserve piles of `refill` fill a column in the order of their lengths, the longest first,
    and piles of one length in the order of `refill`."""
    takes_from: Givers | None = None
    """The piles, or kinds of piles, from which cards may be moved to a column; null for all, and none if
    empty."""
    opened_by: tuple[Givers, ...] | None = None
    """Lists of piles, or kinds of piles, from which an empty column takes cards, whatever `takes_from` says.
    The piles of a later list open a column only once the reserve piles of all earlier lists are empty. Null:
    as `takes_from` says."""
    covered_by: Covers = ()
    """For each column, the columns that lie on it; empty if none lies on another. A column is covered as
    long as one of those that lie on it has a card. A covered column neither gives nor takes a card. If its
    top card is face down, it is turned face up as soon as the column is no longer covered."""
    kinds: tuple[ColumnKind, ...] = ()
    """The columns that differ from the others, by kind. A group of cards leaves its column as the rules of
    that column say, and goes to another column as the rules of the other one say."""
    row: Annotated[int, Whole(2)] | None = None
    """The number of columns in a row, where columns are places for one card that lie in rows, T1 first; null
    elsewhere. Cards then follow the neighbouring card instead of the card below. The first place of a row
    takes only the rank of `empty_takes`. Any other empty place takes a card that follows the card of the
    place before it as columns build. With `either`, it also takes a card one rank lower than the card of the
    next place, which may be the first of the next row. Cards are *in place* from the first place on: it has
    the rank of `empty_takes`, and each next one is of the same suit and one rank higher, or with `down` one
    rank lower. With `wrap`, all places are a ring: T1 is next to the last place, and none is the first of a
    row. A card of the rank of `empty_takes` then follows any card of the last rank that the ring has, and
    cards are in place from any such card on."""

    merges: Annotated[tuple[Annotated[int, Whole(-9, 9)], ...], Items(distinct=True)] = ()
    """Where columns are one line of single cards: how many places a card may go to the left, or to the right
    if the number is negative. It replaces the card there, which goes to F1, and the cards after the gap close
    up. None elsewhere."""

    def check(self) -> None:
        """Check that the fields agree."""
        super().check()
        self._check_groups()
        self._check_refill()
        self._check_kinds()
        demand(self.capacity is not None or not self.complete_stays, "A complete column has a capacity.")
        self._check_openers()
        self._check_opening()
        self._check_suits_apart()
        self._check_closed()
        self._check_own_ranks()
        self._check_covers()
        self._check_row()
        self._check_merges()

    def _check_groups(self) -> None:
        is_run = isinstance(self.lift, Build)
        if self.direction in (Direction.ONE_WAY, Direction.ANY):
            demand(not is_run, "A sequence of any ranks could turn back: lift one or any.")
        if self.direction in (Direction.EITHER, Direction.ONE_WAY, Direction.ANY):
            demand(not self.supermove, "A supermove of cards built up or down could turn back.")
        bare = not (self.merges or self.own_ranks or self.kinds)
        demand(
            bare or self.direction is not Direction.ONE_WAY,
            "Columns that keep their way are alike and are built.",
        )
        if self.direction in (Direction.SAME, Direction.ANY, Direction.LOWER):
            demand(
                self.step == 1 and not self.wrap,
                "Cards of the same rank, or of any, follow without steps or wrap.",
            )
        demand(self.direction not in ON_FOUNDATIONS, f"Only foundations are built {self.direction}.")
        if self.supermove:
            demand(
                self.lift not in (Lift.ANY, Lift.WHOLE),
                "Any group moves already: a supermove adds nothing.",
            )
            demand(
                not self.whole_only, "Whole columns do not move in parts: supermove contradicts whole_only."
            )
        if self.whole_only:
            demand(
                self.lift not in (Lift.ONE, Lift.WHOLE),
                "Several cards move as whole columns: lift more than one.",
            )
        if self.level:
            plain = self.direction in (Direction.DOWN, Direction.UP) or bool(self.merges)
            ranked = plain and not self.ends and not self.row
            demand(
                ranked and not self.supermove and self.capacity is None,
                "Cards lie on equal ranks where columns build up or down plainly.",
            )

    def _check_kinds(self) -> None:
        names = [f"T{number}" for number in range(1, self.number + 1)]
        named = [name for kind in self.kinds for name in kind.of]
        for name in named:
            demand(name in names, f"A kind of columns has {name}, which is not a column of this game.")
        demand(len(set(named)) == len(named), "Each column is of one kind.")
        givers = any(kind.takes_from is not None for kind in self.kinds)
        demand(
            not givers or self.opened_by is None,
            "Kinds of columns say from where they take cards, if empty too.",
        )
        filled = any(kind.refill for kind in self.kinds)
        demand(not (filled and self.longest_first), "The longest of reserve piles fills columns of one kind.")
        if not any(kind.is_built_apart for kind in self.kinds):
            return
        parts = self.supermove or self.whole_only or self.complete_stays or self.level is not None
        whole = Lift.WHOLE in (self.lift, *(kind.lift for kind in self.kinds))
        demand(
            not parts and not whole,
            "Kinds of columns that are built apart have no supermoves, whole columns or equal ranks.",
        )
        ways = {each.direction for each in self.each}
        plain = len(ways) == 1 or ways == {Direction.DOWN, Direction.UP}
        demand(plain, "Columns of a direction of their own are built down or up, as the others are.")
        alike = not any(each.two_way for each in self.each)
        demand(alike, "Sequences that go one way or the other leave columns that are built alike.")

    def _check_refill(self) -> None:
        several = sum(name[0] == "R" for name in self.refill) > 1
        demand(
            several or not self.longest_first, "The longest of several reserve piles fills a column first."
        )
        reserve_first = sorted(self.refill, key=lambda name: name[0] != "R")
        demand(
            not self.longest_first or list(self.refill) == reserve_first,
            "Reserve piles of any length fill a column before other piles.",
        )
        once = [name for name in self.refill if name != "S"]
        last = self.refill[: len(once)] == tuple(once) or not self.fills_several
        demand(
            last and len(set(once)) == len(once),
            "Of the piles that fill a column, only the stock comes several times, and then last.",
        )
        room = self.capacity is None or not self.fills_several
        demand(room, "Columns that are filled with several cards have unlimited room.")

    def _check_openers(self) -> None:
        lists = self.opened_by or ()
        names = [name for givers in lists for name in givers]
        demand(all(lists), "Each list of piles that open a column names one.")
        demand(len(set(names)) == len(names), "A pile opens columns in one list.")
        reserved = all(any(name[0] == "R" for name in givers) for givers in lists[:-1])
        demand(reserved, "Piles that open a column later wait for reserve piles of the lists before.")

    def _check_opening(self) -> None:
        if not self.opens_to_all:
            return
        built = not (self.supermove or self.closed or self.row or self.merges)
        demand(
            built, "Columns that any card opens later have no supermoves, and are neither closed nor rows."
        )

    def _check_suits_apart(self) -> None:
        if not self.sequence.suits_apart:
            return
        plain = self.closed is None and self.opened_by is None and not (self.merges or self.opens_to_all)
        demand(plain, "Columns that keep suits apart are open, and take other cards from all piles alike.")

    def _check_closed(self) -> None:
        if not self.closed:
            return
        plain = not self.refill and not self.covered_by and self.row is None and self.capacity is None
        alike = self.opened_by is None and not self.kinds
        demand(plain, "Columns that the player turns up are neither filled, covered, full nor rows.")
        demand(alike, "Columns that the player turns up have no openers, and are of one kind.")

    def _check_own_ranks(self) -> None:
        if not self.own_ranks:
            return
        demand(len(self.own_ranks) == self.number, "Each column has ranks of its own, or none has.")
        brought = self.closed is Closed.TAKES_ANY
        demand(brought, "Columns with ranks of their own are closed: a card that comes brings others up.")
        columns = self.takes_from is not None and all(name[0] == "T" for name in self.takes_from)
        demand(columns, "Columns with ranks of their own take cards from columns.")
        single = self.lift is Lift.ONE and not self.supermove and self.level is None
        demand(single, "Columns with ranks of their own take single cards, and are not built.")

    def _check_row(self) -> None:
        if self.row is None:
            return
        demand(self.number % self.row == 0, f"{self.number} columns are not rows of {self.row}.")
        demand(
            self.direction in (Direction.UP, Direction.DOWN, Direction.EITHER) and self.step == 1,
            "Cards in rows are built up, down, or either way, one by one.",
        )
        demand(len(self.empty_takes) == 1, "All rows begin with one rank.")
        single = self.lift is Lift.ONE and self.capacity is None and not self.supermove
        demand(single, "Places of a row have one card: they lift one, and say nothing more of room.")
        bare = not self.refill and not self.covered_by and not self.ends and not self.kinds
        demand(bare, "Places of a row are neither filled nor covered, are of one kind, and name no ends.")

    def _check_merges(self) -> None:
        if not self.merges:
            return
        demand(0 not in self.merges, "A card does not go onto itself.")
        single = self.lift is Lift.ONE and self.capacity is None and not self.supermove
        demand(single, "Columns of a line have one card: they lift one, and say nothing more of room.")
        bare = not (self.refill or self.covered_by or self.kinds or self.row or self.closed)
        alone = self.takes_from is None and self.opened_by is None and not self.empty_takes
        demand(
            bare and alone,
            "Columns of a line are alike, neither filled nor covered, and empty ones take none.",
        )

    def _check_covers(self) -> None:
        demand(not (self.covered_by and self.supplies), "Columns that lie on each other are not filled.")
        check_covers([f"T{number}" for number in range(1, self.number + 1)], self.covered_by)

    @property
    def row_step(self) -> int:
        """By how many ranks the cards of a row go on from place to place."""
        return -1 if self.direction is Direction.DOWN else 1

    @property
    def is_ring(self) -> bool:
        """Whether the places of rows are a ring."""
        return self.row is not None and self.wrap

    @property
    def opening(self) -> Ranks:
        """The ranks that an empty column takes at first."""
        return self.empty_takes.removesuffix("*")

    @property
    def opens_to_all(self) -> bool:
        """Whether an empty column takes any card once all cards of the first ranks lie lowest in columns."""
        return self.empty_takes.endswith("*")

    @property
    def openers(self) -> tuple[str, ...] | None:
        """The piles, or kinds of piles, from which an empty column takes cards at some time; None for
        all that `takes_from` names."""
        return None if self.opened_by is None else sum(self.opened_by, ())

    def of(self, name: str) -> "Columns":
        """Return the rules of a column, as those of columns that are all of its kind."""
        return self._by_name.get(name, self)

    @cached_property
    def _by_name(self) -> dict[str, "Columns"]:
        named: dict[str, Columns] = {}
        for kind in self.kinds:
            longest = self.longest_first and kind.refill is None
            own = replace(self, kinds=(), longest_first=longest, **kind.rules)  # type: ignore[arg-type]
            named |= dict.fromkeys(kind.of, own)
        return named

    @property
    def each(self) -> tuple["Columns", ...]:
        """The rules of the columns of each kind: first those that `kinds` does not name."""
        return (self, *(self.of(kind.of[0]) for kind in self.kinds))

    @property
    def supplies(self) -> tuple[str, ...]:
        """The piles that fill columns of any kind."""
        return tuple(dict.fromkeys(name for columns in self.each for name in columns.refill))

    @property
    def fills_several(self) -> bool:
        """Whether several cards of the stock fill an empty column together."""
        return self.refill.count("S") > 1

    def own(self, name: str) -> Ranks:
        """Return the ranks of a column's own."""
        return self.own_ranks[int(name[1:]) - 1] if self.own_ranks else ""

    @property
    def two_way(self) -> bool:
        """Whether sequences leave columns that go down throughout, or up throughout."""
        return self.direction is Direction.EITHER and isinstance(self.lift, Build)

    @property
    def run_build(self) -> Build | None:
        """How the suits of cards that leave a column together fit; None where their order does not matter."""
        if self.lift is Lift.WHOLE:
            return self.build
        return self.lift if isinstance(self.lift, Build) else None

    @property
    def complete(self) -> int:
        """How many cards a complete column has."""
        return self.capacity or len(RANKS)

    @property
    def wraps(self) -> bool:
        """Whether every rank has the same neighbours, wherever the order of ranks begins."""
        return self.wrap or self.direction in (Direction.SAME, Direction.ANY)

    @cached_property
    def sequence(self) -> Sequence:
        """Which card may be put on which card of a column, whatever lies below."""
        wrap = self.wrap and not self.is_ring
        return Sequence(self.build, self.direction.alone, wrap, self.ends, self.step)
