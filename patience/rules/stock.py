"""The stock, and the waste that it is drawn to."""

from dataclasses import dataclass
from enum import StrEnum, auto
from typing import Annotated, Final

from patience.rules.bounds import Givers, Items, Part, PileNames, Waiters, Whole, demand
from patience.rules.builds import Sequence

_MOST_SHUFFLES: Final = 99
_MOST_DRAWN: Final = 9

ACTIONS = ((), ("deal",), ("deal", "redeal"), ("draw",), ("draw", "redeal"), ("redeal",))
"""The actions that a stock can offer."""


class DealTo(StrEnum):
    """The piles that `deal` deals to, lowest number first."""

    COLUMNS = auto()
    """One card on each column."""
    RESERVE = auto()
    """One card on each reserve pile."""
    EMPTY_COLUMNS = auto()
    """One card on each empty column; if none is empty, on each column."""
    FILLED_COLUMNS = auto()
    """One card on each column that has a card; if none has, on T1."""
    UNFINISHED_COLUMNS = auto()
    """One card on each column whose foundation, that of the same number, is not complete."""
    COLUMNS_AND_HOME = auto()
    """One card on each column. Where a card begins an empty foundation, it goes to the lowest-numbered such
    foundation, and the next card takes its place."""
    GAPS = auto()
    """One card on each empty column, once the cards of later columns have closed up (`close`). Without
    actions this happens by itself after each card move."""


class DrawAs(StrEnum):
    """How the cards of a draw go to the waste, and which cards leave it."""

    PACKET = auto()
    """They are moved together and keep their order, so that the top card of the stock becomes that of the
    waste."""
    LAST_ONLY = auto()
    """A draw first turns the cards of the waste face down, so that only cards of the last draw can be moved.
    They stay face down until a redeal."""


class Close(StrEnum):
    """How columns close up: the cards of a column move to an empty one."""

    ROWS = auto()
    """Those of each column, T1 first, to the first empty column of those just before it."""
    COLUMNS = auto()
    """The same up each column of the grid of `pairs.width`."""
    LAST = auto()
    """First the cards are dealt. Then, if the stock is empty, columns close up as under `rows`."""


class GatherAs(StrEnum):
    """How piles are read, and dealt again, by a `redeal` that gathers them."""

    GROUPS = auto()
    """All columns are read, T1 first, each from its top card down. The cards read are cut into groups of
    `gather`, and each group is turned over, so that its first card comes last. The cards in this order are
    dealt face up, `gather` to T1, the next to T2, and so on. If there are more than columns · gather cards,
    the first columns get one more each."""
    ROUNDS = auto()
    """All columns are read, T1 first, each from its bottom card up. The last card read is dealt first. There
    are `gather` rounds, all face up. With n cards, round i, from 1 on, deals one card to each of the first
    (n + i - 1) div `gather` columns."""
    FANS = auto()
    """All columns are read, T1 first, each from its top card down. The last card read is dealt first. There
    are `gather` rounds, all but the last one face down. With n cards, each round deals one card to each of
    the first n div `gather` columns, and round i, from 2 on, to one more if n mod `gather` is at least i - 1.
    Afterwards each column's top card is turned face up."""
    LAYOUT = auto()
    """All columns are read, T1 first, each from its top card down. The last card read is dealt first, in the
    rounds of the layout and as it says face up or down, as long as there are cards; then, if there are more,
    in rounds to all columns. Afterwards each column's top card is turned face up."""
    PLACES = auto()
    """In a game of rows (`columns.row`), the cards that are not in place are read, T1 first. The last card
    read is dealt first. Of the places whose cards are not in place, the first of each row is left empty, and
    the others, T1 first, get one card each."""
    TURNS = auto()
    """The bottom card of each pile of `deal_to`, column or reserve pile, comes to its top."""
    UNDER = auto()
    """With `draw`, as long as no draw is allowed: the columns come under the stock, so that T1's cards are
    drawn after those of the stock, from its bottom card up, then T2's, and so on. The waste stays. Then the
    columns are filled, and a draw follows if the waste is empty. With `deal`, as `stock`, but the piles are
    read from the last one on, so that the first one's bottom card is dealt first."""
    STOCK = auto()
    """If the stock is empty, the piles of `deal_to` are read, the first one first, each from its top card
    down. The cards become the stock, and the last card read is its top card. If the game has `deal`, one
    follows at once."""


class Hold(StrEnum):
    """What keeps cards in the stock as long as it lasts."""

    CARD_MOVE = auto()
    """A legal card move."""
    FORWARD_MOVE = auto()
    """A legal forward move (docs/rules.md §2)."""
    EMPTY_COLUMN = auto()
    """A column without a card. In a game with an open stock and no actions, each card that is moved from the
    stock to a column, and leaves one without a card, begins or continues a round, in which the piles of
    `gives_after` give no card as long as the stock has one."""
    SPARE_CARD = auto()
    """A column without a card while another one has a card to spare: two or more."""
    WASTE = auto()
    """A card on the waste."""
    CELLS = auto()
    """A card on a cell. It keeps gaps from being filled by themselves."""


@dataclass(frozen=True)
class Stock(Part):
    """The stock and its actions."""

    actions: Annotated[tuple[str, ...], Items(choices=ACTIONS)]
    """The actions; none where the stock only fills piles. `deal`: one stock card face up onto each pile of
    `deal_to`, in order, as long as there are cards. `draw`: `draw` stock cards face up onto the waste, one
    after the other, fewer if the stock has fewer. `redeal` with `draw`: if the stock is empty, the waste is
    turned over and becomes the stock, unless `gather_as` says `under`. `redeal` with `deal`, or alone: see
    `gather_as`. A game with `draw` has a waste W; a game with `redeal` alone has a stock S only if the
    cards gathered become the stock, or if the stock fills columns."""
    draw: Annotated[int, Whole(1, 60)] = 1
    """The number of cards per draw, at most 9. With an open stock that is not drawn from: the number of cards
    that are moved from it to columns in a round, or 1 without rounds. The first card that is moved to a
    column begins the first round. From then on, no column is filled, and the piles of `gives_after` wait for
    the end of the round or of the stock. Before it, they give cards."""
    draw_as: Annotated[tuple[DrawAs, ...], Items(distinct=True)] = ()
    """How a draw differs from one card after the other, on a waste whose cards all stay face up."""
    deal_to: DealTo = DealTo.COLUMNS
    """The piles that `deal` deals to."""
    deals: tuple[Annotated[tuple[str, ...], PileNames()], ...] = ()
    """Instead of `deal_to`: the columns, reserve piles or waste that `deal` deals to, one card for each time
    that a pile is named. `S` may end the last list: the last card of the stock then lies face up, may be
    moved, and is dealt no more. Of several lists, a deal follows the last one if it takes just the cards that
    are left, or else the first one for which there are enough, or else the last one, as long as there are
    cards."""
    gather: Annotated[int, Whole(1)] | None = None
    """For `redeal` alone: the cards per column when the columns are dealt again; null otherwise, and where
    they are dealt as the layout or to places, or turn."""
    gather_as: GatherAs = GatherAs.GROUPS
    """For `redeal` without `draw`: how the cards are read and dealt again. With `draw`: `under`, or the
    waste is turned over."""
    shuffles: bool = False
    """For `redeal` without `draw`: whether the cards that are read are shuffled before they are dealt
    (docs/rules.md §8)."""
    close: Close | None = None
    """With `deal_to: gaps`: how columns close up; null if they do not."""
    hold: Hold | None = None
    """What keeps `deal` or `draw` from being allowed; null: nothing."""
    redeals: Annotated[int, Whole(0)] | None = 0
    """The number of redeals allowed; null without limit."""
    drawn_at_start: Annotated[int, Whole(0)] = 0
    """The number of cards drawn to the waste after the layout, before the first move."""
    open: bool = False
    """Whether the top card of the stock lies face up and may be moved."""
    gives_after: Givers = ()
    """The piles, or kinds of piles, that give no card as long as the stock, or the waste, has one."""
    takes_after: Waiters = ()
    """The foundations or cells, or all of a kind, that take no card as long as the stock, or the waste, has
    one. One that names foundations, as in `R1:F3 F4`, waits for them instead: it takes no card as long as one
    of them has none."""
    after_waste: bool = True
    """Whether the piles of `gives_after` and `takes_after` wait for the waste as well."""
    fills_waste: bool = False
    """Whether a move or fill that empties the waste is followed by a draw."""
    waste_takes: Sequence | None = None
    """Which single cards may be moved to the waste, onto its top card; null: none."""

    def check(self) -> None:
        """Check that the fields agree."""
        super().check()
        demand(self.redeals == 0 or "redeal" in self.actions, "Redeals are counted, but there is no redeal.")
        demand(
            not self.drawn_at_start or self.has_waste, "Cards are drawn at the start, but there is no waste."
        )
        waiting = bool(self.gives_after or self.takes_after_stock)
        dealt = self.actions in ((), ("deal",)) or self.has_waste
        demand(not waiting or dealt, "Piles wait for a stock that is dealt or drawn from, or fills piles.")
        demand("W" not in self.gives_after or not self.after_waste, "The waste does not wait for itself.")
        awaited = self.after_waste or (waiting and self.has_waste)
        demand(awaited, "No pile waits for the waste, so `after_waste` says nothing.")
        self._check_waste()
        self._check_deals()
        self._check_gathering()

    def deal_piles(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """Return those of all piles of a game to which a deal can deal, or from which cards are gathered."""
        if "deal" not in self.actions and not self.restocks:
            return ()
        kind = "R" if self.deal_to is DealTo.RESERVE else "T"
        return tuple(name for name in sum(self.deals, ()) if name != "S") or tuple(
            name for name in names if name[0] == kind
        )

    def _check_waste(self) -> None:
        if self.waste_takes:
            self.waste_takes.check_apart()
            demand(self.drawn_at_start > 0, "A waste that takes cards has one when the game opens.")
            demand("redeal" not in self.actions, "A waste that takes cards does not become the stock.")
        draws = "draw" in self.actions
        dealt = draws or not (self.waste_takes or self.fills_waste or self.drawn_at_start)
        demand(dealt or not self.has_waste, "A waste to which cards are dealt takes no others.")
        if self.fills_waste:
            demand(
                self.hold is None and not self.waste_takes, "A waste that is filled is drawn to at any time."
            )
        demand(
            self.draw == 1 or draws or self.rounds > 0,
            "A draw turns several cards, but there is no draw.",
        )
        demand(self.draw <= _MOST_DRAWN or self.rounds > 0, f"A draw turns at most {_MOST_DRAWN} cards.")
        counted = self.draw == 1 or not self.open or self.hold is None
        demand(counted, "Rounds of a number of cards end with it, and not when no column is empty.")
        plain = not self.actions and bool(self.gives_after) and not self.takes_after_stock
        demand(
            plain or not self.rounds,
            "Piles that give cards wait for rounds of an open stock without actions.",
        )
        packets = self.draw > 1 and not self.drawn_at_start
        if DrawAs.LAST_ONLY in self.draw_as:
            plain = draws and not self.waste_takes and not self.fills_waste and self.hold is None
            demand(plain, "Cards of earlier draws wait for a redeal where a stock is drawn from at any time.")
        demand(
            packets or DrawAs.PACKET not in self.draw_as,
            "A packet is a draw of several cards, none of them at the start.",
        )

    def _check_deals(self) -> None:
        demand(
            self.deal_to in (DealTo.COLUMNS, DealTo.GAPS) or "deal" in self.actions or self.turns_reserve,
            "There is no deal, so `deal_to` says nothing.",
        )
        shown = sum(self.deals, ()).count("S")
        at_end = not shown or (shown == 1 and self.deals[-1][-1] == "S" and len(self.deals[-1]) > 1)
        demand(at_end, "A card that is dealt to the stock is the last one of the last list.")
        apart = not (self.open or self.restocks or self.hold or "draw" in self.actions)
        demand(not shown or apart, "The last card of a stock lies open where it is dealt from at any time.")
        listed = "deal" in self.actions and self.deal_to is DealTo.COLUMNS
        demand(listed or not self.deals, "`deals` says instead of `deal_to` where a deal goes.")
        to_gaps = self.deal_to is DealTo.GAPS
        demand(not to_gaps or self.actions in ((), ("deal",)), "Gaps are filled by a deal, or by themselves.")
        demand(to_gaps or self.close is None, "Columns close up only where gaps are filled.")
        by_itself = to_gaps and not self.actions
        free = self.hold in (None, Hold.CELLS)
        demand(bool(self.actions) or free or self.rounds == 1, "Only cells hold up a stock without actions.")
        demand(not to_gaps or free, "Only cells hold up the filling of gaps.")
        demand(by_itself or self.hold is not Hold.CELLS, "Cells hold up gaps that are filled by themselves.")

    def _check_gathering(self) -> None:
        uncounted = self.gather_as in (GatherAs.LAYOUT, GatherAs.PLACES, GatherAs.TURNS)
        demand(
            self.gathers == (self.gather is not None or uncounted),
            "A stock that only redeals gathers columns, and no other.",
        )
        self._check_restocking()
        demand(
            not uncounted or self.gather is None,
            "The layout or the columns say how many cards each column gets.",
        )
        groups = self.gather_as is GatherAs.GROUPS
        dealt = self.gathers or self.restocks or self.lays_under
        demand(dealt or groups, "Columns that are not gathered are dealt in no way.")
        orderly = groups or self.gather_as in (GatherAs.TURNS, GatherAs.UNDER)
        demand(not (orderly and self.shuffles), "Columns are shuffled where they are dealt in rounds again.")
        few = self.redeals is not None and self.redeals <= _MOST_SHUFFLES
        demand(few or not self.shuffles, f"Columns are shuffled at most {_MOST_SHUFFLES} times.")
        if self.hold is Hold.WASTE:
            once = self.actions == ("draw",) or self.lays_under
            demand(once, "A card on the waste holds up draws, and there is no redeal.")
        if self.lays_under:
            drawn = self.actions == ("draw", "redeal") and self.draw == 1 and self.hold is Hold.WASTE
            demand(drawn, "Columns come under a stock of which one card at a time lies on the waste.")
        if self.gathers:
            demand(self.hold is None, "Nothing holds up a redeal that gathers the columns.")

    def _check_restocking(self) -> None:
        """Check an open stock, and a redeal that makes a new stock."""
        demand(not self.open or (self.has_pile and not self.has_waste), "An open stock is not drawn from.")
        redeals = self.actions == ("deal", "redeal")
        demand(
            self.restocks or not redeals, "Cards that were dealt become the stock again: `stock` or `under`."
        )
        fits = redeals or (self.actions == ("redeal",) and self.open)
        demand(
            not self.restocks or fits, "Cards become the stock again where they are dealt or moved off it."
        )
        if self.restocks:
            demand(self.hold is None, "Nothing holds up a redeal that gathers cards.")
            to_columns = all(name[0] == "T" for deal in self.deals for name in deal)
            demand(
                self.deal_to in (DealTo.COLUMNS, DealTo.RESERVE, DealTo.UNFINISHED_COLUMNS) and to_columns,
                "Cards are gathered from piles of a kind.",
            )

    @property
    def rounds(self) -> int:
        """The number of cards that are moved from an open stock to columns in a round.

        1 where a round lasts until each column has a card, and 0 without rounds.
        """
        if not self.open:
            return 0
        return self.draw if self.draw > 1 else int(self.hold is Hold.EMPTY_COLUMN)

    @property
    def takes_after_stock(self) -> Givers:
        """The piles, or kinds of piles, that take cards once the stock is empty."""
        return tuple(name for name in self.takes_after if ":" not in name)

    @property
    def takes_after_piles(self) -> dict[str, tuple[str, ...]]:
        """By pile that waits for foundations: these."""
        waiting = (name.split(":") for name in self.takes_after if ":" in name)
        return {name: tuple(awaited.split()) for name, awaited in waiting}

    @property
    def has_waste(self) -> bool:
        """Whether there is a pile W."""
        return "draw" in self.actions or any("W" in deal for deal in self.deals)

    @property
    def shows_last(self) -> bool:
        """Whether the last card of the stock lies face up and may be moved."""
        return any("S" in deal for deal in self.deals)

    def allows_redeal(self, redeals: int) -> bool:
        """Return whether another redeal is allowed after ``redeals`` of them."""
        return self.redeals is None or redeals < self.redeals

    @property
    def gathers(self) -> bool:
        """Whether a redeal gathers the columns."""
        return self.actions == ("redeal",) and not self.restocks

    @property
    def turns_reserve(self) -> bool:
        """Whether a redeal turns reserve piles."""
        return self.gather_as is GatherAs.TURNS and self.deal_to is DealTo.RESERVE

    @property
    def restocks(self) -> bool:
        """Whether a redeal gathers cards that become the stock."""
        return self.gather_as is GatherAs.STOCK or (
            self.gather_as is GatherAs.UNDER and "deal" in self.actions
        )

    @property
    def lays_under(self) -> bool:
        """Whether a redeal lays the columns under the stock that is drawn from."""
        return self.gather_as is GatherAs.UNDER and not self.restocks

    @property
    def has_pile(self) -> bool:
        """Whether there is a pile S."""
        return not self.gathers
