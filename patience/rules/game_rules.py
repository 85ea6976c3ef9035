"""The rules of a game in full, and the checks that its parts agree."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby, pairwise, takewhile
from typing import Annotated

from patience.cards import RANKS, SUITS
from patience.rules.bounds import (
    NOT_DECLARED,
    FoundationName,
    Givers,
    Items,
    Part,
    Ranks,
    Text,
    Whole,
    demand,
)
from patience.rules.builds import Build, Direction
from patience.rules.columns import Columns, Lift
from patience.rules.foundations import Foundation
from patience.rules.pairs import Pairs
from patience.rules.reserve import Reserve, Takes
from patience.rules.rounds import PRINTED_SUITS, Arrange, Base, Round
from patience.rules.stock import Close, DealTo, GatherAs, Hold, Stock
from patience.rules.win import Win

MOST_PACKS = 4


@dataclass(frozen=True)
class Rules(Part):
    """The rules of a game, all options settled. `GET /v1/variants/{variant}` returns them as `declaration`,
    with every field. Together with docs/rules.md §1, which defines the moves and the order of the checks,
    it says everything that an engine needs to deal and to referee the game. An engine must refuse a
    declaration with a field or a value that it does not know."""

    foundations: Annotated[tuple[Foundation, ...], Items(0, 99)]
    """The foundations, F1 first."""
    packs: Annotated[int, Whole(1, MOST_PACKS)] = 2
    """The number of packs."""
    suits: Annotated[str, Text(f"[{SUITS}]{{4}}", f"four letters of {SUITS}")] = PRINTED_SUITS
    """The suits of each pack in the order clubs, spades, hearts, diamonds. `CSHD` is a usual pack. With
    `CCCC`, all cards of a pack are clubs: cards are shuffled as four suits and then printed."""
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
    """The cards that leave the game together, to the discard pile F1, the only foundation; null where no
    cards do."""
    win: Win = Win.COMPLETE
    """What wins."""
    won_when: Annotated[tuple[FoundationName, ...], Items(distinct=True)] = ()
    """The foundations that win the game when they are complete; empty for all of them."""
    foundations_final: bool = True
    """Whether cards stay on foundations. If not, the top card of a foundation may move to any other pile
    that takes it."""
    same_base: bool = False
    """Whether all foundations begin with the same rank: that of the first card on any of them."""
    base_from: Givers | None = None
    """With `same_base`: the piles, or kinds of piles, of which one gives the first card on a foundation,
    before any other move or action; null if other moves may come before."""
    base_rank: str = field(default="A", metadata=NOT_DECLARED)
    """The rank to which the ranks here are relative: that of ``A``, or of a deal (``at_base``)."""

    def __post_init__(self) -> None:
        """Check that the parts agree."""
        super().__post_init__()
        self._check_cards()
        self._check_layout()
        self._check_arrangement()
        self._check_base()
        self._check_names()
        self._check_refills()
        self._check_sources()
        self._check_whole_sequences()
        self._check_stock()
        self._check_win()
        self._check_steps()
        self._check_home()
        self._check_pairs()
        self._check_bases_free()
        self._check_dependent()
        self._check_row()

    @property
    def cards(self) -> int:
        """How many cards the game has."""
        return len(self.suits) * len(self.ranks) * self.packs

    @property
    def copies(self) -> Counter[str]:
        """How often each card occurs, by code."""
        return Counter(rank + suit for suit in self.suits * self.packs for rank in self.ranks)

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
        return self.reserve.piles if self.reserve and self.reserve.takes is not Takes.NONE else 0

    @property
    def layout_cards(self) -> int:
        """How many cards lie elsewhere than in the stock when the game opens."""
        if any(dealing.heads for dealing in self.layout):
            return self.cards
        return (
            sum(foundation.dealt for foundation in self.foundations)
            + sum(len(dealing.to) for dealing in self.layout)
            + (3 if self.base is Base.FIRST_RANK else 0)
            + (self.stock.drawn_at_start if self.stock else 0)
        )

    @property
    def pile_names(self) -> tuple[str, ...]:
        """Every pile: columns, foundations, reserve, waste, stock."""
        return (
            *_named("T", self.columns.number if self.columns else 0),
            *_named("F", len(self.foundations)),
            *_named("R", self.reserve.piles if self.reserve else 0),
            *("W" * self.has_waste),
            *("S" * self.has_stock),
        )

    def takes_from(self, name: str) -> tuple[str, ...] | None:
        """Return the piles, or kinds of piles, whose cards may be moved to a pile; None for all."""
        if name[0] == "F":
            return self.foundations[int(name[1:]) - 1].takes_from
        part = {"T": self.columns, "R": self.reserve}.get(name[0])
        return part.takes_from if part else None

    def opened(self, name: str) -> frozenset[int]:
        """Return the places of a pile, from its bottom, of face-up cards dealt under face-down ones."""
        faces = self.dealt_to(name)
        return frozenset(place for place, face_up in enumerate(faces) if face_up and not all(faces[place:]))

    def covers(self, name: str) -> tuple[str, ...]:
        """Return the piles that lie on a pile."""
        part = {"T": self.columns, "R": self.reserve}.get(name[0])
        return part.covered_by[int(name[1:]) - 1] if part and part.covered_by else ()

    def make_pairs(self, source: str, target: str) -> bool:
        """Return whether a card of one pile can leave together with the top card of another."""
        pairs = self.pairs
        if pairs is None or source == "S" or not {source[0], target[0]} <= set(pairs.piles):
            return False
        both_columns = source[0] == target[0] == "T"
        return not both_columns or pairs.are_near(int(source[1:]) - 1, int(target[1:]) - 1)

    @property
    def groups(self) -> tuple[range, ...]:
        """The places of the cards that rounds of one card each deal to the same pile, one after the other."""
        groups, start = [], 0
        for to, rounds in groupby(dealing.to for dealing in self.layout):
            end = start + sum(map(len, rounds))
            if len(to) == 1 and end - start > 1:
                groups.append(range(start, end))
            start = end
        return tuple(groups)

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
        in_order = bool(self.ranks) and self.ranks == "".join(sorted(self.ranks, key=RANKS.index))
        demand(in_order, f"The ranks of a pack are {self.ranks!r}: expected some, from Ace to King.")
        playable = self.columns or self.reserve or self.has_stock
        demand(bool(playable), "All cards lie on foundations: there is nothing to play.")
        laid, stock = self.layout_cards, self.has_stock
        fits = laid < self.cards if stock else laid == self.cards
        packs = "one pack is" if self.packs == 1 else f"{self.packs} packs are"
        demand(fits, f"The layout has {laid} cards{' and a stock' if stock else ''}; {packs} {self.cards}.")
        self._check_bases()
        for pile in self.foundations:
            demand(
                not set(pile.suits).isdisjoint(self.suits),
                f"A foundation begins with {pile.suits}, but the packs have only {self.suits}.",
            )
            lacking = sorted(set(pile.ranks) - set(self.ranks), key=RANKS.index)
            demand(
                not lacking or pile.direction is not None,
                f"A foundation has the ranks {''.join(lacking)}, which the packs lack.",
            )

    def _check_bases(self) -> None:
        copies = self.copies
        dealt = Counter(tuple(codes) for pile in self.foundations for codes in pile.bases)
        for codes, number in dealt.items():
            held = sum(copies[code] for code in codes)
            named = " or ".join(codes)
            demand(number <= held, f"{named} is dealt to {number} foundations; the game has {held}.")
            shared = sum(not set(codes).isdisjoint(others) for others in dealt)
            demand(shared == 1, f"{named} is dealt to some foundations, and others choose it among several.")
        winners = [
            pile
            for name, pile in zip(_named("F", len(self.foundations)), self.foundations, strict=True)
            if not self.won_when or name in self.won_when
        ]
        complete = bool(winners) and all(pile.dealt == pile.length for pile in winners)
        demand(not complete, "The foundations that win the game are dealt complete.")

    def _check_layout(self) -> None:
        piles = {name for name in self.pile_names if name[0] in "TR"}
        # A card dealt by the layout may be any, so it can begin only a foundation that takes any.
        open_to_any = {
            f"F{number}"
            for number, pile in enumerate(self.foundations, start=1)
            if pile.direction
            and not pile.dealt
            and len(pile.ranks) == len(RANKS)
            and set(pile.suits) == set(SUITS)
        }
        faces: dict[str, bool] = {}
        stays: dict[str, bool] = {}
        for dealing in self.layout:
            for name in dealing.to:
                known = name in piles or name in ("F", *"W" * self.has_waste) or name in open_to_any
                demand(known, f"The layout deals to {name}, which this game lacks.")
                demand(
                    dealing.face_up or not faces.get(name) or self._may_mix(name),
                    f"{name} is dealt a face-down card onto a face-up one.",
                )
                faces[name] = dealing.face_up
                if not dealing.home:
                    stays[name] = dealing.face_up
        self._check_heads()
        closed = self.reserve is not None and self.reserve.closed
        for name, face_up in stays.items():
            demand(
                face_up or name in self._covered() or (closed and name[0] == "R"),
                f"The last card that surely lies on {name} is face down.",
            )
        self._check_columns_dealt(faces)
        self._check_reserve_dealt()

    def _check_heads(self) -> None:
        """Check that each card that begins a column has one."""
        for dealing in self.layout[:-1]:
            demand(not dealing.heads, "The round that deals all cards that are left is the last one.")
        for dealing in self.layout[-1:]:
            heads = sum(number for code, number in self.copies.items() if code[0] in dealing.heads)
            heads -= sum(code[0][0] in dealing.heads for pile in self.foundations for code in pile.bases)
            first = self.arrange is Arrange.KING_FIRST and "K" in dealing.heads
            room = len(dealing.to) - (0 if first else 1)
            demand(heads <= room, f"{heads} cards begin columns, but there is room for {room}.")

    def _may_mix(self, name: str) -> bool:
        """Return whether face-up cards dealt under face-down ones keep their places in a pile."""
        dealt_again = self.stock is not None and self.stock.gathers
        return name[0] == "T" and not dealt_again and not any(dealing.plays for dealing in self.layout)

    def _covered(self) -> set[str]:
        """Return the piles that are covered when the game opens."""
        return {name for name in self.pile_names if any(map(self.dealt_to, self.covers(name)))}

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
        if self.reserve and self.reserve.takes is Takes.RUN:
            apart = self.columns is not None and isinstance(self.columns.lift, Build)
            plain = self.columns is not None and not self.columns.supermove and not self.columns.whole_only
            demand(
                apart and plain, "Runs go to cells where a build says which cards leave a column together."
            )
            dealt_from = self.stock is not None and self.stock.has_pile
            demand(dealt_from and not self.pairs, "Cells for runs wait until the stock is empty.")
        for name in _named("R", self.reserve.piles if self.reserve else 0):
            dealt = len(self.dealt_to(name))
            if self.cells:
                room = self.reserve.capacity if self.reserve else 0
                demand(dealt <= room, f"{name} is a cell with room for {room}, but is dealt {dealt} cards.")
                ordered = self.reserve is not None and self.reserve.sequence is not None
                demand(dealt < 2 or not ordered, f"{name} is built in sequence, but is dealt {dealt} cards.")
            elif not (self.stock and name in self.stock.deal_piles(self.pile_names)):
                demand(dealt > 0, f"{name} takes no cards and is dealt none.")

    def _check_arrangement(self) -> None:
        demand(
            self.arrange is None or self.base is not Base.FIRST_RANK,
            "The deck is rearranged in one way: by arrange, or for the rank of its first card.",
        )
        if self.arrange is Arrange.KINGS_DOWN:
            full = _named("T", self.columns.number if self.columns else 0)
            rounds = list(takewhile(lambda dealing: dealing.to == full, self.layout))
            later = {name for dealing in self.layout[len(rounds) :] for name in dealing.to}
            demand(
                bool(rounds) and later.isdisjoint(full) and not any(dealing.plays for dealing in rounds),
                "Kings go down only where the first rounds deal to all columns, T1 first, and no other does.",
            )
            demand(
                not any(pile.dealt for pile in self.foundations), "Kings go down before cards are taken out."
            )

        if self.arrange in (Arrange.DISTINCT_RANKS, Arrange.JACKS_APART):
            demand(bool(self.groups), "The layout deals no group of cards to one pile.")
            plain = self.base is Base.ACE and not any(pile.dealt for pile in self.foundations)
            demand(plain, "Groups are arranged where no card is dealt before them.")

    def _check_base(self) -> None:
        bases = sum("F" in dealing.to for dealing in self.layout)
        demand(
            bases == (1 if self.base is Base.FIRST else 0),
            f"The layout deals {bases} base cards to F, with base {self.base.value}.",
        )
        if self.base is Base.ACE:
            return
        demand(self.columns is None or self.columns.wrap, "A base other than the Ace needs wrap.")
        named = (self.columns and self.columns.ends) or {"cell_ranks", "cell_sequences"} & self.concepts
        demand(not named, "A base other than the Ace names neither ends nor ranks of cells.")
        start = RANKS.index(self.base_rank)
        for pile in self.foundations:
            demand(not pile.dealt, "The deal sets the base: no foundation names cards dealt to it.")
            demand(
                pile.ranks == RANKS[start:] + RANKS[:start],
                f"A foundation has the ranks {pile.ranks}; where the deal sets the base, expected {RANKS}.",
            )
        demand(
            not any(dealing.plays for dealing in self.layout), "No card goes home before the base is dealt."
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
            for name in refill:
                demand(name in known, f"{kind} is filled from {name}, which cannot fill it.")
        # Otherwise a vacancy could wait while the stock turns, and *lost* would have to allow for that.
        reserve_refill = self.reserve.refill if self.reserve else ()
        through_waste = (
            self.stock is not None and self.stock.fills_waste and "redeal" not in self.stock.actions
        )
        demand(
            not reserve_refill or reserve_refill[-1] == "S" or through_waste,
            "An empty reserve pile must be filled from the stock S in the end.",
        )

    def _check_sources(self) -> None:
        is_open = self.stock is not None and self.stock.open
        givers = [name for name in self.pile_names if name != "S" or is_open]
        if self.foundations_final:
            givers = [name for name in givers if name[0] != "F"]
        parts = {"columns": self.columns, "reserve": self.reserve} | {
            f"F{number}": pile for number, pile in enumerate(self.foundations, start=1)
        }
        opened_by = self.columns.opened_by if self.columns else None
        named = [(whose, part.takes_from if part else None) for whose, part in parts.items()]
        for whose, names in (*named, ("an empty column", opened_by)):
            for name in names or ():
                known = name in givers or any(name == giver[0] for giver in givers)
                demand(known, f"{whose} cannot take cards from {name}, which gives none.")

    def _check_whole_sequences(self) -> None:
        for foundation in self.foundations:
            if foundation.whole:
                demand(
                    self.columns is not None and _lifts(self.columns, foundation),
                    "A foundation takes whole sequences, but nothing lets one be lifted.",
                )
                demand(self.foundations_final, "A whole sequence stays whole: its foundation must be final.")

    def _check_gaps(self, stock: Stock) -> None:
        for name in (*stock.gives_after, *stock.takes_after):
            known = name in self.pile_names or name in "TFR"
            demand(known, f"{name} waits until the stock is empty, but this game lacks it.")
        columns = self.columns
        if stock.deal_to is not DealTo.GAPS:
            return
        demand(columns is not None and self.pairs is not None, "Gaps belong to games of pairs on columns.")
        filled = columns is not None and (columns.refill or columns.covered_by or columns.takes_from != ())
        demand(
            not filled,
            "Columns whose gaps are filled take no cards, and are neither covered nor refilled.",
        )
        demand(all(dealing.face_up for dealing in self.layout), "Columns that close up lie face up.")

    def _check_stock(self) -> None:
        if self.stock is None:
            return
        columns, stock = self.columns, self.stock
        dealt = stock.deal_piles(self.pile_names)
        to_columns = any(name[0] == "T" for name in dealt)
        kind = (
            "the reserve, but there is none"
            if stock.deal_to is DealTo.RESERVE
            else "columns, but there are none"
        )
        demand(bool(dealt) or "deal" not in stock.actions, f"Cards are dealt to {kind}.")
        for name in dealt:
            known = name[0] in "TR" and name in self.pile_names
            demand(known, f"A deal goes to {name}: expected a column or reserve pile of this game.")
        if stock.hold is Hold.EMPTY_COLUMN or stock.gathers:
            demand(columns is not None, "Cards are dealt to columns, but there are none.")
        self._check_gaps(stock)
        to_reserve = any(name[0] == "R" for name in dealt)
        demand(not (to_reserve and self.cells), "Cells take moved cards, so none are dealt to them.")
        if stock.hold is Hold.EMPTY_COLUMN:
            every = to_columns and stock.deal_to is DealTo.COLUMNS
            demand(every, "Empty columns hold up a deal to the columns, nothing else.")
        if stock.fills_waste:
            demand("S" not in _supplies(self), "A stock that fills the waste fills nothing else.")
        if stock.hold is Hold.FORWARD_MOVE:
            # The proof that forward moves end needs all of these (RULES §2).
            demand(self.foundations_final, "Forward moves belong to games whose foundations are final.")
            downward = columns is None or columns.direction is Direction.DOWN
            demand("takes_from" not in self.concepts, "Forward moves belong to games without takes_from.")
            demand(not stock.fills_waste, "Forward moves belong to games without a waste that is filled.")
            demand(downward, "Forward moves belong to games whose columns are built down.")
            demand(not self.cells, "Forward moves belong to games without cells.")
        for refill in (columns.refill if columns else (), self.reserve.refill if self.reserve else ()):
            by_way = "S" not in refill or "W" in refill[: refill.index("S")]
            demand(
                stock.draw == 1 or by_way,
                "Vacancies are filled from a stock that turns several cards by way of the waste: W before S.",
            )
        if columns and columns.capacity:
            demand(not to_columns, "Columns with limited room cannot be dealt to.")
        if stock.gathers and columns:
            self._check_gathering(stock, columns)
        self._check_restocking(stock, columns)

    def _check_restocking(self, stock: Stock, columns: Columns | None) -> None:
        if stock.restocks and stock.deal_to is DealTo.COLUMNS:
            demand(columns is not None, "Columns are gathered, but there are none.")
            filled = columns is not None and (columns.refill or columns.covered_by)
            demand(
                not filled, "Columns that become the stock are neither filled nor do they cover each other."
            )
        demand(not stock.open or self.pairs is None, "Games of pairs say by pairs that the stock is open.")

    def _check_gathering(self, stock: Stock, columns: Columns) -> None:
        demand(
            not columns.refill and not (self.reserve and self.reserve.refill),
            "A game that gathers its columns fills none.",
        )
        demand(columns.capacity is None, "Columns that are gathered have unlimited room.")
        in_groups = stock.gather_as is GatherAs.GROUPS
        to_places = stock.gather_as is GatherAs.PLACES
        demand(to_places == (columns.row is not None), "Rows are gathered to places, and nothing else is.")
        demand(
            in_groups or not columns.covered_by, "Columns that are dealt in rounds do not lie on each other."
        )
        if to_places:
            return
        if stock.gather is None:
            only_columns = all(name[0] == "T" for dealing in self.layout for name in dealing.to)
            plain = only_columns and not any(dealing.plays for dealing in self.layout)
            demand(plain, "A layout that deals columns again deals to columns alone.")
            return
        demand(all(dealing.face_up for dealing in self.layout), "Columns that are gathered lie face up.")
        laid = sum(name.startswith("T") for dealing in self.layout for name in dealing.to)
        demand(
            columns.number * stock.gather >= laid,
            f"{columns.number} columns of {stock.gather} cards have no room for the {laid} dealt.",
        )
        if in_groups:
            demand(
                columns.number * (stock.gather + 1) >= self.cards,
                f"{columns.number} columns of {stock.gather} cards and one more have no room for every card.",
            )
            return
        kept = sum(pile.dealt if self.foundations_final else pile.base_stays for pile in self.foundations)
        demand(
            columns.number * stock.gather >= self.cards - kept,
            f"{columns.number} columns of {stock.gather} cards have no room for {self.cards - kept}.",
        )

    def _check_steps(self) -> None:
        """Check what takes any card that follows, instead of cards in a given order."""
        if self.base is not Base.ACE:
            stepped = any(pile.direction for pile in self.foundations)
            waste = self.stock and self.stock.waste_takes
            demand(not stepped and not waste, "The base is for foundations with an order of ranks.")
        if self.stock and self.stock.waste_takes:
            demand(
                self.stock.hold is not Hold.FORWARD_MOVE, "Cards moved to the waste are not forward moves."
            )

    def _check_bases_free(self) -> None:
        """Check what foundations begin with, and whether that stays."""
        stays = [pile.base_stays for pile in self.foundations]
        demand(not (any(stays) and self.foundations_final), "Final foundations keep all their cards.")
        if not self.same_base:
            demand(self.base_from is None, "Only a base that play sets comes from certain piles.")
            return
        for pile in self.foundations:
            free = pile.direction in (Direction.UP, Direction.DOWN) and pile.wrap and not pile.whole
            demand(
                free and len(pile.ranks) == len(RANKS) and not pile.dealt,
                "A base that play sets needs foundations that begin with any rank and wrap.",
            )
        demand(self.foundations_final or all(stays), "A base that play sets stays.")
        demand(not any(dealing.plays for dealing in self.layout), "No card goes home before the base is set.")
        if self.base_from is not None:
            gives = [name for name in self.pile_names if name[0] in "TR"]
            for name in self.base_from:
                demand(name in gives or name in "TR", f"The base cannot come from {name}.")
            demand(bool(self.base_from), "The base comes from some pile.")

    def _check_dependent(self) -> None:
        """Check foundations that depend on other piles."""
        for number, pile in enumerate(self.foundations, start=1):
            names = [f"F{other}" for other in range(1, number)]
            demand(
                not pile.matches or pile.matches in names,
                f"F{number} matches {pile.matches!r}: expected an earlier foundation.",
            )
            home = any(dealing.plays for dealing in self.layout)
            demand(not pile.outranked or not home, "No outranked card goes home while it is dealt.")
            demand(not pile.outranked or self.columns is not None, "Outranked cards need columns.")
            demand(
                not (pile.outranked or pile.matches) or self.foundations_final,
                "Foundations that depend on other piles are final.",
            )

    def _check_row(self) -> None:
        """Check that the cards of a game of rows fill all places but one of each row."""
        columns, stock = self.columns, self.stock
        if columns is None or columns.row is None:
            demand(self.win is not Win.IN_PLACE, "Cards are in place only in rows.")
            return
        alone = self.base is Base.ACE and not self.pairs and not self.reserve
        demand(alone and (stock is None or stock.gathers), "Rows have no other piles than foundations.")
        demand(self.foundations_final and self.packs == 1, "Rows are of one pack, and take no card back.")
        full = all(dealing.face_up for dealing in self.layout)
        single = all(len(self.dealt_to(name)) < 2 for name in _named("T", columns.number))
        demand(full and single, "Each place of a row is dealt at most one card, face up.")
        ranks = [rank for rank in self.ranks if RANKS.index(rank) >= RANKS.index(columns.empty_takes)]
        demand(
            columns.row == len(ranks) + 1,
            "A row has a place for each rank from that of empty_takes on, and one more.",
        )
        room = columns.number - columns.number // columns.row
        left = self.cards - sum(pile.length for pile in self.foundations)
        demand(room == left, f"The rows have room for {room} of the {left} cards that stay there.")

    def _check_home(self) -> None:
        """Check that cards that go home while they are dealt may go there, and leave no vacancy."""
        if any(dealing.plays for dealing in self.layout):
            restricted = any(pile.takes_from is not None for pile in self.foundations)
            demand(
                not restricted,
                "Cards go home while they are dealt only where foundations take from all piles.",
            )
            filled = self.columns is not None and self.columns.refill
            demand(not filled, "Columns that are filled are not dealt cards that go home.")
            swept = any(dealing.sweeps for dealing in self.layout)
            face_up = all(dealing.face_up for dealing in self.layout)
            demand(face_up or not swept, "Cards go home after rounds only where all lie face up.")

    def _check_pairs(self) -> None:
        pairs, stock = self.pairs, self.stock
        if pairs is None:
            return
        plain = (
            Foundation(
                SUITS,
                RANKS,
                Build.ANY_SUIT,
                direction=Direction.ANY,
                cards=self.foundations[0].cards or self.cards,
            )
            if self.foundations
            else None
        )
        demand(self.foundations == (plain,), "Pairs leave for F1, the only foundation, built of any cards.")
        demand(self.foundations_final, "Cards that left in pairs do not come back.")
        closed = self.reserve is not None and self.reserve.closed
        demand(
            not closed and not (stock and stock.fills_waste), "Pairs need piles whose top cards are face up."
        )
        demand(not any(dealing.plays for dealing in self.layout), "No card leaves while it is dealt.")
        for kind in pairs.piles:
            known = any(name[0] == kind for name in self.pile_names)
            demand(known, f"Pairs are made on piles {kind}, which this game lacks.")
        if "T" in pairs.piles and self.columns:
            takes = self.columns.takes_from != () or self.columns.lift is not Lift.ONE
            demand(not takes, "Columns whose cards leave in pairs take no moved card and give single cards.")
            plain_columns = not self.columns.supermove and self.columns.capacity is None
            demand(
                plain_columns, "Columns whose cards leave in pairs have neither supermoves nor a capacity."
            )
            grid = self.columns.number % (pairs.width or 1) == 0
            demand(grid, f"{self.columns.number} columns are not a grid of rows of {pairs.width}.")
        demand(
            "R" not in pairs.piles or not self.cells, "Cells take moved cards, so none leave there in pairs."
        )
        self._check_sets(pairs)
        if stock and stock.deal_to is DealTo.GAPS:
            width = stock.close is not Close.COLUMNS or pairs.width is not None
            demand(width, "The columns of a grid close up, but the grid has no width.")
        if stock:
            demand(not stock.waste_takes, "A waste that takes cards has no place in a game of pairs.")
            demand(stock.hold is not Hold.FORWARD_MOVE, "Pairs are not forward moves.")
            demand(not stock.gathers, "A game of pairs does not gather its columns.")

    def _check_sets(self, pairs: Pairs) -> None:
        """Check the cells on which sets are collected."""
        holds = self.stock is not None and self.stock.hold is Hold.CELLS
        demand(self.cells > 0 or not holds, "Cells hold up the filling of gaps, but there are none.")
        for ranks in pairs.collected:
            demand(len(ranks) == self.cells, f"The set {ranks} needs {len(ranks)} cells, not {self.cells}.")
        if pairs.collected and self.reserve:
            plain = replace(self.reserve, takes_from=None) == Reserve(self.cells, Takes.ONE)
            dealt = any(self.dealt_to(name) for name in self.pile_names if name[0] == "R")
            demand(plain and not dealt, "Cells on which sets are collected are empty and have no rules else.")

    def _check_win(self) -> None:
        if self.win is Win.EMPTY_COLUMNS:
            demand(self.columns is not None, "Empty columns win the game, but there are none.")
            demand(not self.won_when, "Empty columns win the game, not foundations.")
            return
        if self.win is Win.IN_PLACE:
            demand(not self.won_when, "Rows win the game, not foundations.")
            return
        if self.win in (Win.EMPTY_STOCK, Win.SEQUENCES):
            demand(self.columns is not None and not self.won_when, "Columns win the game, not foundations.")
            fills = self.has_stock and not self.has_waste
            demand(
                self.win is not Win.EMPTY_STOCK or fills,
                "An empty stock wins where it is dealt or fills vacancies.",
            )
            return
        demand(bool(self.foundations), "Foundations win the game, but there are none.")
        room = sum(foundation.length for foundation in self.foundations)
        if self.win is Win.ALL_CARDS:
            demand(not self.won_when, "All cards win the game, not single foundations.")
            demand(room >= self.cards, f"The foundations have room for {room} of {self.cards} cards.")
        elif self.win is Win.ONE_EACH:
            demand(not self.won_when and self.columns is not None, "Each column has a card in the end.")
            left = self.cards - room
            number = self.columns.number if self.columns else 0
            demand(left == number, f"{left} cards are left for {number} columns.")
        elif not self.won_when:
            discards = any(pile.outranked for pile in self.foundations)
            demand(
                room == self.cards or ((self.pairs is not None or discards) and room < self.cards),
                f"Complete foundations hold {room} cards, but the game has {self.cards}: it cannot be won.",
            )


def _concepts(rules: Rules) -> Iterator[str]:
    """Yield what ``Rules.concepts`` names."""
    columns, reserve, stock = rules.columns, rules.reserve, rules.stock
    builds = {pile.build for pile in rules.foundations}
    if columns:
        builds |= {build for build in (columns.build, columns.lift) if isinstance(build, Build)}
    builds |= {rules.pairs.build} if rules.pairs else set()
    builds |= {reserve.sequence.build} if reserve and reserve.sequence else set()
    dealt = {name: rules.dealt_to(name) for name in rules.pile_names if name[0] == "R"}
    refill = columns.refill if columns else ()
    uses = {
        "packs": rules.packs != 2,
        "cells": rules.cells > 0,
        "supermove": columns is not None and columns.supermove,
        "wrap": columns is not None and columns.wrap,
        "base": rules.base is not Base.ACE,
        "draw": stock is not None and stock.draw > 1,
        "deep_reserve": not rules.cells and any(faces != [True] for faces in dealt.values()),
        "drawn_refill": stock is not None and stock.draw > 1 and "S" in _supplies(rules),
        "longest_first": columns is not None and columns.longest_first,
        "opened_by": columns is not None and columns.opened_by is not None,
        "open_refill": bool(refill) and refill[-1] != "S",
        "whole_only": columns is not None and columns.whole_only,
        "capacity": columns is not None and columns.capacity is not None,
        "other_suit": Build.OTHER_SUIT in builds,
        "direction": columns is not None and columns.direction in (Direction.UP, Direction.EITHER),
        "ends": columns is not None and columns.ends != "",
        "steps": columns is not None and (columns.step > 1 or columns.direction is Direction.SAME),
        "wide_cells": rules.cells > 0 and reserve is not None and reserve.capacity > 1,
        "cell_runs": reserve is not None and reserve.takes is Takes.RUN,
        "cell_ranks": rules.cells > 0 and reserve is not None and len(reserve.ranks) < len(RANKS),
        "cell_sequences": reserve is not None and reserve.sequence is not None,
        "closed_reserve": reserve is not None and reserve.closed,
        "no_actions": stock is not None and not stock.actions,
        "fills_waste": stock is not None and stock.fills_waste,
        "bases_stay": any(pile.base_stays for pile in rules.foundations),
        "same_base": rules.same_base,
        "outranked": any(pile.outranked for pile in rules.foundations),
        "matches": any(pile.matches for pile in rules.foundations),
        "deal_to_empty": stock is not None and stock.deal_to is DealTo.EMPTY_COLUMNS,
        "deal_to_filled": stock is not None and stock.deal_to is DealTo.FILLED_COLUMNS,
        "mixed_faces": any(map(rules.opened, rules.pile_names)),
        "after_stock": stock is not None and bool(stock.gives_after or stock.takes_after),
        "deals": stock is not None and bool(stock.deals),
        "win_empty_stock": rules.win is Win.EMPTY_STOCK,
        "win_one_each": rules.win is Win.ONE_EACH,
        "win_sequences": rules.win is Win.SEQUENCES,
        "win_in_place": rules.win is Win.IN_PLACE,
        "row": columns is not None and columns.row is not None,
        "whole_steps": any(pile.whole and pile.direction for pile in rules.foundations),
        "any_rank": columns is not None and columns.direction is Direction.ANY,
        "takes_from": any(rules.takes_from(name) is not None for name in rules.pile_names),
        "hold_waste": stock is not None and stock.hold is Hold.WASTE,
        "chosen_bases": any(pile.dealt and len(pile.suits) > 1 for pile in rules.foundations),
        "closed_foundations": any(pile.dealt == pile.length for pile in rules.foundations),
        "suits": rules.suits != PRINTED_SUITS,
        "ranks": rules.ranks != RANKS,
        "arrange": rules.arrange is not None,
        "heads": any(dealing.heads for dealing in rules.layout),
        "home": any(dealing.home for dealing in rules.layout),
        "sweeps": any(dealing.sweeps for dealing in rules.layout),
        "gather": stock is not None and stock.gathers,
        "gather_in_rounds": stock is not None and stock.gather_as not in (GatherAs.GROUPS, GatherAs.STOCK),
        "restocks": stock is not None and stock.restocks,
        "open_stock": stock is not None and stock.open,
        "shuffles": stock is not None and stock.shuffles,
        "deal_to_reserve": stock is not None and stock.deal_to is DealTo.RESERVE,
        "win_all_cards": rules.win is Win.ALL_CARDS,
        "win_empty_columns": rules.win is Win.EMPTY_COLUMNS,
        "waste_takes": stock is not None and stock.waste_takes is not None,
        "covers": columns is not None and any(columns.covered_by),
        "reserve_covers": reserve is not None and any(reserve.covered_by),
        "foundation_steps": any(pile.direction for pile in rules.foundations),
        "pairs": rules.pairs is not None,
        "gaps": stock is not None and stock.deal_to is DealTo.GAPS,
        "near": rules.pairs is not None and rules.pairs.near is not None,
        "sets": rules.pairs is not None and bool(rules.pairs.collected),
        "hold_cells": stock is not None and stock.hold is Hold.CELLS,
    }
    yield from (concept for concept, used in uses.items() if used)


def _supplies(rules: Rules) -> tuple[str, ...]:
    """Return the piles that fill columns and reserve piles."""
    columns, reserve = rules.columns, rules.reserve
    return (columns.refill if columns else ()) + (reserve.refill if reserve else ())


def _lifts(columns: Columns, foundation: Foundation) -> bool:
    """Return whether some whole sequence of this foundation can be lifted off a column."""
    if isinstance(columns.lift, Lift):
        return columns.lift is Lift.ANY
    if foundation.direction:
        alike = (columns.direction, columns.wrap) == (foundation.direction, foundation.wrap)
        return alike and {columns.lift, foundation.build} not in _CONTRADICTORY_BUILDS
    indexes = [RANKS.index(rank) for rank in foundation.ranks]
    runs = all(rank in columns.sequence.following(under) for under, rank in pairwise(indexes))
    return runs and {columns.lift, foundation.build} not in _CONTRADICTORY_BUILDS


_CONTRADICTORY_BUILDS = (
    {Build.ALTERNATING, Build.BY_SUIT},
    {Build.ALTERNATING, Build.BY_COLOR},
    {Build.OTHER_SUIT, Build.BY_SUIT},
)


def _named(letter: str, number: int) -> tuple[str, ...]:
    return tuple(f"{letter}{index}" for index in range(1, number + 1))
