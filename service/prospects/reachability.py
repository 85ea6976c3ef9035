"""Which cards could ever leave their places, if moves cost nothing and nothing were ever covered again.

Grow the set of cards that could be exposed at some time, and the set of those that could leave the card
they lie on. Whatever happens in a real line of play is foreseen, by induction over its moves: look at the
first move that does what is not. It takes a card X off the card beneath it, and

* onto a column: then the card Y that X came to lie on was exposed, on another pile than X. That is foreseen
  of Y, for nothing unforeseen had happened; and if Y once lay above X, a card between the two had left;
* into an empty column: then every card of some column had left it;
* onto a foundation that builds card by card: then X was exposed, and so many copies of the cards before it in
  the foundation had been exposed, or lay there, that its turn could come; had it gone there in the place of
  a copy that the foundation gave back, it could have gone where that one went;
* within a group or a whole sequence: then its cards lay in order, and the last of them was exposed.

Each is what ``_try`` asks. So a card that is not freed here is freed in no line of play.
"""

from service.engine.cards import PACK
from service.engine.position import Position
from service.engine.rules import Hold, Lift
from service.prospects.card_index import NONE, Lie
from service.prospects.sequence_counts import Faces, ways_of


class Freeing:
    """What each card of a position could ever do."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.ways = ways_of(position.tables)
        self.lie = lie = Lie(position)
        cards = len(lie.card)
        self.exposed = bytearray(cards)
        """By number: whether it could be the top card of its pile."""
        self.left = bytearray(cards)
        """Whether it could leave the card beneath it, or the waste, a cell or the stock."""
        self.landed = bytearray(cards)
        """Whether it could lie on a column."""
        self.liftable = bytearray(cards)
        """Whether it could move, alone or leading a group."""
        self.in_order = self._cards_in_order()
        """Whether it lies on a card that it can follow in a whole sequence."""
        self.room = any(map(position.is_empty, position.tables.columns))
        """Whether a column could be empty."""
        self.landings: list[list[int]] = [[] for _ in PACK]
        """By card: the cards that could be exposed on a column, and that take it."""
        self.supply = [0] * len(PACK)
        """By card: how many copies could be put on foundations."""
        self._movable = bytearray(len(PACK))
        """By card: whether some copy could come to lie in its place in a whole sequence."""
        self._waiting: dict[int, list[int]] = {}
        self._todo: list[int] = []
        self._set_out_chains()
        self._set_out_cards()
        while self._todo:
            self._try(self._todo.pop())

    def _cards_in_order(self) -> bytearray:
        lie, order = self.lie, self.ways.order
        fits = bytearray(len(lie.card))
        if self.ways.wholes:
            columns = self.position.tables.columns
            for number, below in enumerate(lie.below):
                fits[number] = (
                    below != NONE
                    and not lie.down[below]
                    and lie.pile[number] in columns
                    and lie.card[number] in order[lie.card[below]]
                )
        return fits

    def _set_out_chains(self) -> None:
        piles = self.position.piles
        self.home: list[list[int]] = []
        """By chain and step: how many of its foundations have taken that step."""
        self.reach: list[list[int]] = []
        """By chain and step: how many of its foundations could take that step."""
        for chain in self.ways.chains:
            heights = [len(piles[pile]) - 1 for pile in chain.piles]
            there = [sum(height > step for height in heights) for step in range(len(chain.steps))]
            self.home.append(there)
            self.reach.append([0] * len(there))
        for number in range(len(self.ways.chains)):
            self._raise(number, 0)

    def _set_out_cards(self) -> None:
        lie = self.lie
        columns = self.position.tables.columns
        free, onto_columns = self._free_piles(), self._dealt_piles()
        tops = set(lie.top.values())
        for number, pile in enumerate(lie.pile):
            self.landed[number] = pile in columns
            if self.in_order[number] or pile in onto_columns:
                self._movable[lie.card[number]] = True
            if self.ways.lift is Lift.ANY and pile in columns and not lie.down[number]:
                self.liftable[number] = True
                self._todo.append(number)
        for number, pile in enumerate(lie.pile):
            if pile in free and pile in onto_columns:
                self._land(number)
            if pile in free or (number in tops and pile != self.position.tables.stock):
                self._expose(number)

    def _free_piles(self) -> set[int]:
        """The piles whose every card comes up: the stock, and what is turned over or fills vacancies."""
        tables = self.position.tables
        free = {supply for supplies in tables.refills.values() for supply in supplies}
        stock = tables.rules.stock
        if stock is None:
            return free
        if "redeal" in stock.actions and (stock.redeals is None or self.position.redeals < stock.redeals):
            free.add(tables.waste)
        if self._can_turn():
            free.add(tables.stock)
        return free

    def _dealt_piles(self) -> set[int]:
        """The piles whose cards come to columns by themselves: dealt there, or to fill vacancies."""
        tables = self.position.tables
        dealt = {supply for column in tables.columns for supply in tables.refills.get(column, ())}
        if tables.rules.stock and "deal" in tables.rules.stock.actions:
            dealt.add(tables.stock)
        return dealt

    def _can_turn(self) -> bool:
        """Whether the stock could be turned: where each column needs a card first, there must be enough."""
        tables = self.position.tables
        assert tables.rules.stock is not None
        if tables.rules.stock.hold is not Hold.EMPTY_COLUMN:
            return True
        dealt = sum(len(self.position.piles[column]) - 1 for column in tables.columns)
        return dealt >= len(tables.columns)

    def _raise(self, number: int, step: int) -> None:
        """More of what a step takes is there, or more foundations come to it."""
        chain, home, reach = self.ways.chains[number], self.home[number], self.reach[number]
        before = reach[step - 1] if step else len(chain.piles)
        for place in range(step, len(reach)):
            supply = sum(self.supply[card] for card in chain.steps[place])
            after = min(before, home[place] + supply)
            if place > step:
                self._wake(chain.steps[place])
            if after == reach[place]:
                return
            reach[place] = before = after

    def _wake(self, cards: Faces) -> None:
        for card in cards:
            self._todo += self.lie.copies[card]

    def _expose(self, number: int) -> None:
        """The card could be the top one of its pile."""
        if self.exposed[number]:
            return
        self.exposed[number] = True
        lie = self.lie
        card, pile = lie.card[number], lie.pile[number]
        if pile not in self.position.tables.foundations:
            self._supply(card)
        if self.landed[number]:
            self._open(number)
        self._lift(number)

    def _lift(self, number: int) -> None:
        """The card could move alone; so could, if groups are runs, those below it in order."""
        lie, run = self.lie, self.ways.run
        while True:
            self.liftable[number] = True
            self._todo.append(number)
            below = lie.below[number]
            if (
                run is None
                or below == NONE
                or lie.down[below]
                or lie.card[number] not in run[lie.card[below]]
            ):
                return
            number = below

    def _land(self, number: int) -> None:
        """The card could lie on a column, as its top card."""
        self.landed[number] = True
        self._open(number)

    def _open(self, number: int) -> None:
        """Others could be laid on the card."""
        for card in self.ways.onto[self.lie.card[number]]:
            self.landings[card].append(number)
            self._todo += self.lie.copies[card]

    def _leave(self, number: int) -> None:
        lie = self.lie
        self.left[number] = True
        card, pile, below = lie.card[number], lie.pile[number], lie.below[number]
        if not self._movable[card]:
            self._movable[card] = True
            self._wake(frozenset(self.ways.heads))
        if pile in self._waiting:
            self._todo += self._waiting.pop(pile)
        if pile in self.position.tables.foundations:
            # It counts for other foundations. What could take its place could follow it instead.
            self._supply(card)
        if below != NONE:
            self._expose(below)
        elif pile in self.position.tables.columns and not self.room:
            self.room = True
            self._wake(self.ways.into_empty)

    def _supply(self, card: int) -> None:
        """A copy more could be put on foundations."""
        self.supply[card] += 1
        for chain, step in self.ways.places[card]:
            self._raise(chain, step)

    def _try(self, number: int) -> None:
        if not self.liftable[number] or (self.left[number] and self.landed[number]):
            return
        if self._could_lie_elsewhere(number):
            if not self.landed[number]:
                self._land(number)
            if not self.left[number]:
                self._leave(number)
        elif not self.left[number] and (self._could_go_home(number) or self.could_lead(number)):
            self._leave(number)

    def _could_lie_elsewhere(self, number: int) -> bool:
        lie = self.lie
        card, pile = lie.card[number], lie.pile[number]
        if self.room and card in self.ways.into_empty:
            return True
        for landing in self.landings[card]:
            if not self._carries(number, landing):
                return True
            self._waiting.setdefault(pile, []).append(number)
        return False

    def _carries(self, number: int, upper: int) -> bool:
        """Whether the other card lies on this one in a column for as long as this one stays."""
        pile = self.lie.pile[number]
        return (
            number < upper
            and self.lie.pile[upper] == pile
            and pile in self.position.tables.columns
            and not any(self.left[number + 1 : upper + 1])
        )

    def _could_go_home(self, number: int) -> bool:
        """Whether a foundation that builds card by card could take it."""
        if not self.exposed[number]:
            return False
        for place, step in self.ways.places[self.lie.card[number]]:
            chain = self.ways.chains[place]
            before = self.reach[place][step - 1] if step else len(chain.piles)
            if before > self.home[place][step]:
                return True
        return False

    def could_lead(self, number: int) -> bool:
        """Whether a whole sequence could go to a foundation with this card at its head."""
        if self.lie.card[number] not in self.ways.heads or not self.liftable[number]:
            return False
        if all(self.position.is_complete(pile) for pile in self.ways.wholes):
            return False
        return not self.lacking_in_sequence(number)

    def lacking_in_sequence(self, number: int) -> Faces:
        """If the card leads whole sequences: the first cards of which none can come to its place in one."""
        in_place = True
        for place, cards in enumerate(self.ways.heads.get(self.lie.card[number], ()), start=number + 1):
            in_place = in_place and place < len(self.in_order) and bool(self.in_order[place])
            if not in_place and not any(self._movable[card] for card in cards):
                return cards
        return frozenset()
