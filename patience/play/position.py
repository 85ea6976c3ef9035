"""The mutable position: what lies where, and what a move does to it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import filterfalse, pairwise
from typing import NamedTuple, Protocol, TypeVar

from patience.cards import FACE_DOWN, FLOOR, RANKS, is_red, rank, suit
from patience.compilation.compiled_rules import CompiledRules
from patience.compilation.sequences import misfit
from patience.play.hands import hand_points
from patience.rules import DealTo, GatherAs, Hold, Win

Card = TypeVar("Card")


class Fill(NamedTuple):
    """A vacancy filled: cards, mostly one, from a supply onto an empty pile."""

    supply: int
    vacancy: int
    cards: tuple[int, ...]
    turned_up: int | None = None
    """The supply's next card, if it lay face down and is turned up."""


def gathered(columns: list[list[Card]], size: int) -> list[list[Card]]:
    """Return what columns hold after a redeal that gathers them and deals ``size`` cards to each.

    They are read from the first, each from its top; each group of ``size`` cards read is turned over. Cards
    that are over when each column has ``size`` go to the first columns, one more to each.
    """
    cards = [card for column in columns for card in reversed(column)]
    row = [card for start in range(0, len(cards), size) for card in reversed(cards[start : start + size])]
    surplus = max(0, len(row) - size * len(columns))
    ends = [size * count + min(count, surplus) for count in range(len(columns) + 1)]
    return [row[start:end] for start, end in pairwise(ends)]


class Orders(Protocol):
    """The orders in which redeals that shuffle deal what they gather."""

    def knows(self, redeal: int) -> bool:
        """Return whether the order of a redeal is known; the first one of the game is 0."""

    def shuffled(self, cards: list[int], redeal: int, drawn: int) -> list[int]:
        """Return the places of these cards in their new order, of which the last is dealt first.

        ``drawn`` is how many numbers the shuffles of earlier redeals took.
        """


class Position:
    """Piles of cards, each a list bottom to top that begins with ``FLOOR``.

    ``move``, ``deal``, ``draw`` and ``redeal`` trust their caller: ask ``legality.why_not`` first. Each also
    does everything that follows from it (RULES §1).
    """

    __slots__ = ("drawn", "merci_used", "orders", "phase", "piles", "redeals", "tables")

    tables: CompiledRules
    piles: list[list[int]]
    redeals: int
    merci_used: int
    """Whether a card was drawn out from under the top card of a column."""
    phase: int
    """Where stock cards are moved to columns in rounds: how many in this round, 0 before the first one; or 1
    in a round, and 0 between rounds, where a round lasts until each column has a card."""
    orders: Orders | None
    """What shuffles the columns at a redeal; None where nothing does, or it is not known."""
    drawn: int
    """How many numbers the shuffles of redeals have taken so far."""

    def __init__(self, tables: CompiledRules, piles: list[list[int]] | None = None) -> None:
        self.tables = tables
        self.piles = [[FLOOR] for _ in tables.names] if piles is None else piles
        self.redeals = 0
        self.merci_used = 0
        self.phase = 0
        self.orders = None
        self.drawn = 0

    def copy(self) -> "Position":
        """Return a position that can be played on without touching this one."""
        twin = Position(self.tables, [pile[:] for pile in self.piles])
        twin.redeals = self.redeals
        twin.merci_used = self.merci_used
        twin.phase = self.phase
        twin.orders = self.orders
        twin.drawn = self.drawn
        return twin

    @property
    def redeals_used(self) -> int:
        """How many of the redeals allowed were used; 0 where there is no limit."""
        stock = self.tables.rules.stock
        return 0 if stock is None or stock.redeals is None else self.redeals

    def cards(self, pile: int) -> list[int]:
        """Return the cards of a pile bottom to top, those face down too, as 0…51."""
        return [card & ~FACE_DOWN for card in self.piles[pile][1:]]

    def face_down(self, pile: int) -> int:
        """Return how many cards of a pile lie face down."""
        return sum(card >= FACE_DOWN for card in self.piles[pile])

    def buried(self, pile: int) -> int:
        """Return how many cards of a pile lie face down, or under such a card."""
        cards = self.piles[pile]
        return next((place for place in range(len(cards) - 1, 0, -1) if cards[place] >= FACE_DOWN), 0)

    @property
    def stock_shown(self) -> int:
        """How many cards of the stock lie face up: its top card, where it may be moved, or none."""
        tables = self.tables
        cards = len(self.piles[tables.stock]) - 1 if tables.stock in tables.sources else 0
        return int(cards == 1) if tables.shows_last else min(cards, 1)

    @property
    def stock_hidden(self) -> int:
        """How many cards of the stock lie face down: all but the one that is shown."""
        stock = self.tables.stock
        return len(self.piles[stock]) - 1 - self.stock_shown if stock >= 0 else 0

    def is_closed(self, pile: int) -> bool:
        """Return whether the top card of a column lies face down until the player turns it up."""
        return pile in self.tables.closed and self.piles[pile][-1] >= FACE_DOWN

    def is_empty(self, pile: int) -> bool:
        """Return whether the pile has no card; a pile the variant lacks (-1) has none."""
        return pile < 0 or len(self.piles[pile]) == 1

    def is_covered(self, pile: int) -> bool:
        """Return whether the piles that lie on this one cover it: one that has a card, or all together."""
        held = [len(self.piles[cover]) > 1 for cover in self.tables.covers[pile]]
        return any(held) and (pile not in self.tables.covered_by_all or all(held))

    def covers_alone(self, pile: int, below: int) -> bool:
        """Return whether a pile is the only one that still covers another, whose top card lies face up."""
        covers = [cover for cover in self.tables.covers[below] if not self.is_empty(cover)]
        return covers == [pile] and self.piles[below][-1] < FLOOR

    def kept(self, pile: int) -> int:
        """Return how many of a pile's cards never leave: 1 for a base that stays, alone on its foundation."""
        return int(pile in self.tables.bases_stay and len(self.piles[pile]) == 2)

    def is_complete(self, foundation: int) -> bool:
        """Return whether a foundation has all its cards."""
        return len(self.piles[foundation]) == self.tables.complete[foundation]

    @property
    def won(self) -> bool:
        """Whether the game is won, whatever led to the position."""
        tables = self.tables
        if tables.winning or tables.emptied:
            return all(map(self.is_complete, tables.winning)) and all(map(self.is_empty, tables.emptied))
        if tables.rules.win is Win.ONE_EACH:
            spread = all(len(self.piles[column]) == 2 for column in tables.columns)
            return spread and all(map(self.is_complete, tables.foundations))
        if tables.rules.win is Win.SEQUENCES:
            return self._is_sorted()
        if tables.rules.win is Win.SUIT_SEQUENCES:
            suits = ({suit(card) for card in self.cards(column)} for column in tables.columns)
            in_suit = all(map(self.is_complete, tables.foundations)) and all(len(each) < 2 for each in suits)
            return in_suit and self._is_sorted()
        if tables.rules.win is Win.IN_PLACE:
            places = self.in_place()
            return all(column in places or self.is_empty(column) for column in tables.columns)
        if tables.rules.win is Win.ONE_COLUMN:
            return any(len(self.piles[column]) > tables.cards for column in tables.columns)
        if tables.rules.win is Win.COLOURS_APART:
            half = len(tables.columns) // 2
            return all(
                is_red(card) == (column < half) for column in tables.columns for card in self.cards(column)
            )
        if tables.rules.hands:
            is_full = not any(map(self.is_empty, tables.columns))
            return is_full and hand_points(tables, self.piles) >= (tables.rules.points or 0)
        if tables.rules.win is Win.FACE_UP:
            return not any(map(self.face_down, tables.columns))
        return sum(len(self.piles[pile]) - 1 for pile in tables.foundations) == tables.cards

    def _is_sorted(self) -> bool:
        """Return whether stock and waste are empty, and all columns with cards, at least one, are runs."""
        tables = self.tables
        columns = [column for column in tables.columns if not self.is_empty(column)]
        return self.is_played_out() and bool(columns) and all(map(self._is_run, columns))

    def is_played_out(self) -> bool:
        """Return whether neither stock nor waste has a card."""
        return self.is_empty(self.tables.stock) and self.is_empty(self.tables.waste)

    def cards_awaited(self) -> int:
        """Return how many cards piles wait for: those of stock and waste, or those that a round lacks."""
        tables = self.tables
        cards = sum(len(self.piles[pile]) - 1 for pile in tables.awaited if pile >= 0)
        if not tables.rounds:
            return cards
        lacking = max(1, len(self._gaps())) if tables.rounds == 1 else tables.rounds - self.phase
        return min(cards, lacking) if self.phase else 0

    def lacking(self, pile: int) -> list[int]:
        """Return the foundations without a card for which a pile waits."""
        return [awaited for awaited in self.tables.awaits.get(pile, ()) if self.is_empty(awaited)]

    def _gaps(self) -> list[int]:
        return [column for column in self.tables.columns if self.is_empty(column)]

    def _next_phase(self) -> int:
        """Return the phase after a card has come from the stock to a column."""
        if self.tables.rounds == 1:
            return int(bool(self._gaps()) and not self.is_empty(self.tables.stock))
        return self.phase % self.tables.rounds + 1

    def _is_run(self, column: int) -> bool:
        """Return whether a column is complete: full, all face up, and a run as it builds."""
        columns, cards = self.tables.rules.columns, self.piles[column][1:]
        whole = columns is not None and len(cards) == columns.complete and not self.face_down(column)
        return whole and all(self._follows(under, card) for under, card in pairwise(cards))

    def stays(self, pile: int) -> bool:
        """Return whether a pile is a complete column that gives no card."""
        columns = self.tables.rules.columns
        closes = columns is not None and columns.complete_stays and pile in self.tables.columns
        return closes and self._is_run(pile)

    def _follows(self, under: int, card: int) -> bool:
        """Return whether a card follows another in a run as the columns build."""
        columns = self.tables.rules.columns
        return columns is not None and misfit(columns.sequence, under, card) is None

    def in_place(self) -> set[int]:
        """Return the columns whose cards are in place: runs in suit, in each row from its first place on, or
        cards of a column's own rank, face up."""
        return {column for column in self.tables.columns if self._is_in_place(column)}

    def _is_in_place(self, column: int) -> bool:
        if self.tables.own:
            return all(card in self.tables.own[column] for card in self.piles[column][1:])
        tables, columns, card = self.tables, self.tables.rules.columns, self.piles[column][-1]
        assert columns is not None
        before = (rank(card) - RANKS.index(columns.empty_takes)) * columns.row_step
        if card == FLOOR or before < 0 or not (tables.ring or before == column % tables.row):
            return False
        places = [(column - back) % len(tables.columns) for back in range(before + 1)]
        return all(
            self.piles[place][-1] == card - back * columns.row_step for back, place in enumerate(places)
        )

    def move(self, source: int, target: int, count: int) -> list[Fill]:
        """Move the top ``count`` cards as a unit; return the vacancies filled.

        What lay face down and now is on top is turned up. A card that stays on its pile is turned up itself.
        """
        tables = self.tables
        pile, onto = self.piles[source], self.piles[target]
        if target in tables.pairing and not self.is_empty(target):
            return self._discard(source, target)
        if source == target:
            pile[-1] -= FACE_DOWN
            return []
        if tables.merges:
            self.piles[tables.foundations[0]].append(onto.pop())
            onto.append(pile.pop())
            return self._close_up()
        if count == 1:
            onto.append(pile.pop())
        else:
            onto += pile[-count:]
            del pile[-count:]
        if target in tables.collecting:
            self._discard_set()
        if tables.rounds and source == tables.stock and target in tables.columns:
            self.phase = self._next_phase()
        return self._deal_late(target) + self._uncover(source) + self._bring_up(source, target)

    def draw_out(self, source: int, target: int) -> None:
        """Move the card under the top card of a column to a pile, as a merci."""
        self.piles[target].append(self.piles[source].pop(-2))
        self.merci_used += 1

    def exchange(self, source: int, count: int) -> None:
        """Let the first and the last of the top ``count`` cards of a column change places, as a merci."""
        pile = self.piles[source]
        pile[-1], pile[-count] = pile[-count], pile[-1]
        self.merci_used += 1

    def turn_up(self, source: int) -> Fill:
        """Turn up the topmost face-down card of a column, as a merci; return where it goes."""
        self.merci_used += 1
        return self._brought_up(source, self.tables.turned_to)

    def _deal_late(self, target: int) -> list[Fill]:
        """Deal the rounds that wait for the base, if the card just moved there set it."""
        tables, piles = self.tables, self.piles
        begun = sum(len(piles[pile]) - 1 for pile in tables.foundations) if tables.late else 0
        if begun != 1 or target not in tables.foundations:
            return []
        fills = []
        for pile in filter(self.is_empty, tables.late):
            if not self.is_empty(tables.stock):
                piles[pile].append(piles[tables.stock].pop())
                fills.append(Fill(tables.stock, pile, (piles[pile][-1],)))
        return fills

    def _uncover(self, source: int) -> list[Fill]:
        """Turn up the card that a move left on top, and fill the vacancy that it left."""
        if self.piles[source][-1] < FLOOR and not self.tables.fills_gaps:
            return []
        self._turn_up(source)
        return self._filled(source)

    def _bring_up(self, source: int, column: int) -> list[Fill]:
        """Move the topmost face-down card from below a top card of a column's own rank to ``source``."""
        fills, own = list[Fill](), self.tables.own
        while column < len(own) and self.piles[column][-1] in own[column] and self.buried(column):
            fills.append(self._brought_up(column, source))
            column = source
        return fills

    def _brought_up(self, column: int, target: int) -> Fill:
        """Move the topmost face-down card of a column, turned up, to a pile."""
        card = self.piles[column].pop(self.buried(column)) - FACE_DOWN
        self.piles[target].append(card)
        return Fill(column, target, (card,))

    def bring_up_at_start(self) -> None:
        """Let face-down cards come up in each column whose top card is of its own rank as it is dealt."""
        for column in self.tables.columns:
            self._bring_up(column, column)

    def collected(self) -> list[int]:
        """Return the cards that are collected on cells, that of R1 first."""
        return [card for cell in self.tables.collecting for card in self.piles[cell][1:]]

    def _discard_set(self) -> None:
        """Move the cards of the cells to the discard pile once each cell has one."""
        cells, discarded = self.tables.collecting, self.piles[self.tables.foundations[0]]
        if not any(map(self.is_empty, cells)):
            discarded += [self.piles[cell].pop() for cell in cells]

    def leaving(self, source: int, target: int) -> tuple[int, tuple[int, int]]:
        """Return the foundation to which a pair goes, and the piles that its cards leave, in their order."""
        card, tables = self.piles[source][-1], self.tables
        moved_first = not tables.pair_homes or card in tables.leads_pair
        order = (source, target) if moved_first else (target, source)
        return tables.pair_homes.get(card, tables.foundations[0]), order

    def _discard(self, source: int, target: int) -> list[Fill]:
        """Move the top cards of two piles, or of one, to a foundation; return the vacancies filled."""
        home, order = self.leaving(source, target)
        self.piles[home] += [self.piles[pile].pop() for pile in order]
        for pile in (source, target):
            self._turn_up(pile)
        by_target = self.tables.pair_homes and source != self.tables.waste
        return self._filled(target, source) if by_target else self._filled(source, target)

    def _turn_up(self, source: int) -> None:
        """Turn up what lies face down and became free when cards left a pile."""
        pile = self.piles[source]
        if self._turns_up(source):
            pile[-1] -= FACE_DOWN
        elif pile[-1] == FLOOR:
            for below in self.tables.lies_on[source]:
                under = self.piles[below]
                if under[-1] >= FACE_DOWN and not self.is_covered(below):
                    under[-1] -= FACE_DOWN

    def _turns_up(self, pile: int) -> bool:
        """Return whether the top card of a pile lies face down and is turned up by itself."""
        tables, cards = self.tables, self.piles[pile]
        waits = pile in tables.closed or (pile in tables.stays_closed and len(cards) > 2)
        waits = waits or pile == tables.waste
        return cards[-1] >= FACE_DOWN and not waits

    def _filled(self, *left: int) -> list[Fill]:
        """Fill what a move left empty, and gaps that are filled by themselves."""
        tables, stock = self.tables, self.tables.rules.stock
        vacant = (pile for pile in left if pile in tables.refills and self.is_empty(pile) and not self.phase)
        fills = [fill for pile in vacant for fill in self._fill(pile)]
        if not tables.fills_gaps or stock is None or stock.actions:
            return fills
        held = stock.hold is Hold.CELLS and not all(map(self.is_empty, tables.cells))
        return fills if held else fills + self.fill_gaps()

    def fill_gaps(self) -> list[Fill]:
        """Close up the columns and fill the empty ones from the stock; return what moved where."""
        tables, piles = self.tables, self.piles
        stock = piles[tables.stock]
        fills = [] if tables.closes_last else self._close_up()
        for column in tables.columns:
            if len(piles[column]) == 1 and len(stock) > 1:
                piles[column].append(stock.pop())
                fills.append(Fill(tables.stock, column, (piles[column][-1],)))
        return fills + self._close_up() if tables.closes_last and len(stock) == 1 else fills

    def _close_up(self) -> list[Fill]:
        """Move the cards of columns to empty ones before them; return what moved where."""
        fills = []
        for column in self.tables.columns:
            target = self.gap_before(column)
            if target != column and not self.is_empty(column):
                self.piles[target], self.piles[column] = self.piles[column], self.piles[target]
                fills.append(Fill(column, target, tuple(self.piles[target][1:])))
        return fills

    def gap_before(self, column: int) -> int:
        """Return the empty column to which the cards of a column close up; the column itself if none."""
        closes = self.tables.closes
        while closes and column >= closes and self.is_empty(column - closes):
            column -= closes
        return column

    def _dealt_to(self) -> Sequence[int]:
        tables = self.tables
        if tables.deals:
            left = len(self.piles[tables.stock]) - 1
            *others, last = tables.deals
            return last if len(last) == left else next((deal for deal in others if len(deal) <= left), last)
        deal_to = tables.rules.stock.deal_to if tables.rules.stock else None
        if deal_to is DealTo.EMPTY_COLUMNS:
            return list(filter(self.is_empty, tables.columns)) or tables.columns
        if deal_to is DealTo.UNFINISHED_COLUMNS:
            started = zip(tables.columns, tables.foundations, strict=True)
            return [column for column, foundation in started if not self.is_complete(foundation)]
        if deal_to is DealTo.FILLED_COLUMNS:
            return list(filterfalse(self.is_empty, tables.columns)) or tables.columns[:1]
        return tables.deal_piles

    def deal(self) -> Sequence[int]:
        """Deal one stock card onto each pile in turn until the stock is empty; return the piles dealt to."""
        stock = self.piles[self.tables.stock]
        # A card that is dealt to the stock stays there, as the last one.
        piles = [pile for pile in self._dealt_to()[: len(stock) - 1] if pile != self.tables.stock]
        if self.tables.deals_home:
            piles = list(self._dealt_past_homes(piles))
        for pile in piles:
            self.piles[pile].append(stock.pop())
        return piles

    def _dealt_past_homes(self, piles: Iterable[int]) -> Iterator[int]:
        """Yield the piles of a deal in which cards that begin empty foundations go there."""
        tables, cards = self.tables, reversed(self.piles[self.tables.stock][1:])
        empty = [pile for pile in tables.foundations if self.is_empty(pile)]
        for pile in piles:
            for card in cards:
                home = next((home for home in empty if card in tables.fits[home][FLOOR]), pile)
                yield home
                if home == pile:
                    break
                empty.remove(home)

    def draw(self) -> int:
        """Turn the cards of one draw to the waste, one after the other or as a packet; return how many."""
        tables = self.tables
        stock, waste = self.piles[tables.stock], self.piles[tables.waste]
        if tables.last_draw_only:
            waste[1:] = [card | FACE_DOWN for card in waste[1:]]
        if tables.draw == 1:
            waste.append(stock.pop())
            return 1
        count = min(tables.draw, len(stock) - 1)
        waste += stock[-count:] if tables.packet else stock[: -count - 1 : -1]
        del stock[-count:]
        return count

    def redeal(self) -> list[Fill]:
        """Turn the waste over to become the stock, or gather cards; return the vacancies filled."""
        tables, piles = self.tables, self.piles
        if tables.gathers:
            self._gather()
            return []
        if tables.restocks:
            self.restock()
            if tables.rules.stock and "deal" in tables.rules.stock.actions:
                self.deal()
            return []
        self.redeals += 1
        if tables.lays_under:
            piles[tables.stock][1:1] = [card for _, cards in self.laid_under() for card in cards]
            for column in tables.columns:
                del piles[column][1:]
        else:
            piles[tables.stock] += self.cards(tables.waste)[::-1]
            del piles[tables.waste][1:]
        vacancies = [
            pile
            for pile, supplies in tables.refills.items()
            if pile != tables.waste and tables.stock in supplies and self.is_empty(pile)
        ]
        fills = [fill for vacancy in vacancies for fill in self._fill(vacancy)]
        if tables.lays_under and self.is_empty(tables.waste) and not self.is_empty(tables.stock):
            self.draw()
            fills.append(Fill(tables.stock, tables.waste, (piles[tables.waste][-1],)))
        return fills

    def laid_under(self) -> list[tuple[int, list[int]]]:
        """Return what a redeal lays under the stock, lowest first: columns, each from its top card down."""
        return [(column, self.cards(column)[::-1]) for column in reversed(self.tables.columns)]

    def restock(self) -> None:
        """Gather cards to be the stock."""
        tables = self.tables
        cards = [self.piles[pile][place] & ~FACE_DOWN for pile, place in self.restocked()]
        for pile in tables.gathered:
            del self.piles[pile][1:]
        if tables.shuffles:
            self.drawn += max(0, len(cards) - 1)
        self.redeals += 1
        self.piles[tables.stock] += cards

    def restocked(self) -> list[tuple[int, int]]:
        """Return the stock that a redeal makes of other piles, as these piles and places in them."""
        gathered = self.tables.gathered
        return self._shuffled(
            [
                (pile, place)
                for pile in (gathered[::-1] if self.tables.last_pile_first else gathered)
                for place in range(len(self.piles[pile]) - 1, 0, -1)
            ]
        )

    def _shuffled(self, read: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """Return cards that were read, as piles and places, in the order of this redeal."""
        if not self.orders or not self.tables.shuffles:
            return read
        cards = [self.piles[pile][place] & ~FACE_DOWN for pile, place in read]
        return [read[place] for place in self.orders.shuffled(cards, self.redeals, self.drawn)]

    def knows_order(self) -> bool:
        """Return whether the order is known in which the next redeal deals the cards."""
        return not self.tables.shuffles or (self.orders is not None and self.orders.knows(self.redeals))

    def redealt(self) -> list[list[tuple[int, int]]]:
        """Return what each pile that a redeal gathers holds afterwards, as piles and places in them."""
        tables, stock = self.tables, self.tables.rules.stock
        columns = [[(pile, place) for place in range(1, len(self.piles[pile]))] for pile in tables.gathered]
        if stock is None or stock.gather_as is GatherAs.GROUPS:
            return gathered(columns, tables.gather)
        if stock.gather_as is GatherAs.TURNS:
            return [column[1:] + column[:1] for column in columns]
        kept = self.in_place() if stock.gather_as is GatherAs.PLACES else set()
        dealt = [columns[column] if column in kept else [] for column in tables.columns]
        columns = [columns[column] for column in tables.columns if column not in kept]
        if stock.gather_as in (GatherAs.LAYOUT, GatherAs.FANS):
            columns = [column[::-1] for column in columns]
        read = self._shuffled([card for column in columns for card in column])
        for column in self._redealt_to(len(read), kept):
            dealt[column].append(read.pop())
        return dealt

    def _redealt_to(self, cards: int, kept: set[int]) -> list[int]:
        """Return the columns to which a redeal deals this number of cards, one after the other.

        In rows, the cards of the columns ``kept`` stay, and the place after them is left empty.
        """
        tables = self.tables
        if tables.row:
            row = tables.row
            gaps = {
                next(place for place in range(first, first + row) if place not in kept)
                for first in tables.columns[::row]
            }
            return [column for column in tables.columns if column not in kept | gaps][:cards]
        if tables.in_fans:
            each, more = divmod(cards, tables.gather)
            ends = [each + (0 < number <= more) for number in range(tables.gather)]
            return [column for end in ends for column in range(end)]
        if tables.gather:
            ends = [(cards + number) // tables.gather for number in range(tables.gather)]
            return [column for end in ends for column in range(end)]
        slots = [slot.pile for slot in tables.layout]
        further = -(-max(0, cards - len(slots)) // len(tables.columns))
        return [*slots, *[*tables.columns] * further][:cards]

    def _gather(self) -> None:
        """Gather the columns and deal them again, or turn piles."""
        tables = self.tables
        dealt = [
            [self.piles[column][place] & ~FACE_DOWN for column, place in cards] for cards in self.redealt()
        ]
        if tables.shuffles:
            shuffled = sum(map(len, dealt)) - (len(self.in_place()) if tables.row else 0)
            self.drawn += max(0, shuffled - 1)
        self.redeals += 1
        down = (
            Counter(slot.pile for slot in tables.layout[: sum(map(len, dealt))] if slot.face)
            if not tables.gather and not tables.row
            else {}
        )
        for column, cards in zip(tables.gathered, dealt, strict=True):
            hidden = len(cards) - 1 if tables.in_fans else min(down.get(column, 0), len(cards) - 1)
            faces = (FACE_DOWN if place < hidden else 0 for place in range(len(cards)))
            self.piles[column][1:] = [card + face for card, face in zip(cards, faces, strict=True)]

    def _fill(self, vacancy: int) -> list[Fill]:
        """Fill an empty pile if something can; then, likewise, the pile that filled it."""
        refills, piles = self.tables.refills, self.piles
        for supply in self._supplies(vacancy):
            pile = piles[supply]
            if len(pile) > 1:
                if supply == self.tables.stock and self.tables.draw > 1:
                    drawn = piles[self.tables.waste][-self.draw() :]
                    drawn_to_waste = Fill(supply, self.tables.waste, tuple(drawn))
                    return [drawn_to_waste, *(self._fill(vacancy) if self.is_empty(vacancy) else [])]
                if supply == self.tables.stock:
                    return [self._fill_from_stock(vacancy)]
                card = pile.pop() & ~FACE_DOWN
                piles[vacancy].append(card)
                turned_up = None
                if self._turns_up(supply):
                    pile[-1] -= FACE_DOWN
                    turned_up = pile[-1]
                fill = Fill(supply, vacancy, (card,), turned_up)
                emptied = len(pile) == 1 and supply in refills
                return [fill, *self._fill(supply)] if emptied else [fill]
        return []

    def _fill_from_stock(self, vacancy: int) -> Fill:
        """Fill an empty pile with a stock card, or with several where the stock comes several times."""
        stock = self.tables.stock
        count = min(self.tables.refills[vacancy].count(stock), len(self.piles[stock]) - 1)
        self.piles[vacancy] += self.piles[stock][: -count - 1 : -1]
        del self.piles[stock][-count:]
        return Fill(stock, vacancy, tuple(self.piles[vacancy][1:]))

    def _supplies(self, vacancy: int) -> Sequence[int]:
        """Return the piles that fill a vacancy, the first of them that has a card."""
        tables, piles = self.tables, self.piles
        supplies = tables.refills[vacancy]
        if vacancy in tables.columns and tables.rules.columns and tables.rules.columns.longest_first:
            return sorted(supplies, key=lambda pile: -len(piles[pile]) if pile in tables.reserve else 0)
        return supplies
