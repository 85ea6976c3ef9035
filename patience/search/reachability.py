"""Which cards could ever leave their places, if moves cost nothing and no card were ever covered again.

Grow two sets: the cards that could be exposed at some time, and the cards that could leave the card below
them. Both sets contain whatever happens in a real line of play. The proof is by induction over the moves of a
line: take its first move that the sets do not contain. The move takes a card X off the card below it, and

* puts it on a column: the card Y that X now lies on was exposed, on another pile than X. The sets contain
  that about Y, because every earlier move is contained. If Y once lay above X, a card between the two had
  left.
* puts it into an empty column: every card of some column had left it.
* puts it on a foundation that builds card by card: X was exposed, and enough copies of the earlier cards of
  that foundation had been exposed, or were there, for X to be next. If X took the place of a copy that the
  foundation gave back, X could have gone where that copy went. This last step needs one card per step of the
  foundation. Where a step takes cards of several suits, X and the card that was given back may behave
  differently, so X counts as free as soon as a foundation could be ready for it.
* puts it into an empty cell: some cell was empty from the start, or its card had left it.
* moves it within a group or a whole sequence: the cards were in order, and the last of them was exposed.

``_try`` asks exactly these questions. So a card that is not freed here is freed in no line of play.

Cards come to columns without a player's move from the stock, and from the waste once a redeal made it stock.
A deal that waits for every column to have a card is possible if there are enough cards outside the stock to
fill them: on columns, in the reserve, in the waste, or on foundations that give cards back. Such a card may
come into its place in a whole sequence and go to a foundation with it. So it counts as free without a move of
its own.
"""

from patience.cards import PACK
from patience.play.position import Position
from patience.rules import Hold, Lift
from patience.search.card_index import NONE, CardIndex
from patience.search.sequence_counts import Faces, fills_of_columns, movement_of


class Reachability:
    """What each card of a position could ever do, numbered as in ``CardIndex``."""

    def __init__(self, position: Position, *, explained: bool = True) -> None:
        self.position = position
        self.explained = explained
        """Whether facts are looked for that explain why some card can never be freed."""
        self.movement = movement_of(position.tables)
        self.index = index = CardIndex(position)
        cards = len(index.card)
        self.exposed = bytearray(cards)
        """By number: whether it could be the top card of its pile."""
        self.left = bytearray(cards)
        """By number: whether it could leave the card below it, or the waste, a cell or the stock."""
        self.landed = bytearray(cards)
        """By number: whether it could lie on a column."""
        self.liftable = bytearray(cards)
        """By number: whether it could move, alone or leading a group."""
        self.in_order = self._cards_in_order()
        """By number: whether it lies on a card that it can follow in a whole sequence."""
        self.room = any(map(position.is_empty, position.tables.columns))
        """Whether some column could be empty."""
        supplies = {supply for refill in position.tables.refills.values() for supply in refill}
        self.spare_cell = any(position.is_empty(cell) or cell in supplies for cell in position.tables.cells)
        """Whether some cell could be empty."""
        self.landings: list[list[int]] = [[] for _ in PACK]
        """By card: the numbers of the cards that could be exposed on a column and take it."""
        self.supply = [0] * len(PACK)
        """By card: the number of copies that could be put on foundations."""
        self._movable = bytearray(len(PACK))
        """By card: whether some copy could come to lie in its place in a whole sequence."""
        self._waiting: dict[int, list[int]] = {}
        self._todo: list[int] = []
        self._set_out_chains()
        self._set_out_cards()
        while self._todo:
            self._try(self._todo.pop())

    def _cards_in_order(self) -> bytearray:
        index, order = self.index, self.movement.order
        fits = bytearray(len(index.card))
        if self.movement.wholes:
            columns = self.position.tables.columns
            for number, below in enumerate(index.below):
                fits[number] = (
                    below != NONE
                    and not index.down[below]
                    and index.pile[number] in columns
                    and index.card[number] in order[index.card[below]]
                )
        return fits

    def _set_out_chains(self) -> None:
        piles = self.position.piles
        self.home: list[list[int]] = []
        """By chain and step: the number of its foundations that have taken that step."""
        self.reach: list[list[int]] = []
        """By chain and step: the number of its foundations that could have taken that step at one time."""
        for chain in self.movement.chains:
            heights = [len(piles[pile]) - 1 for pile in chain.piles]
            there = [sum(height > step for height in heights) for step in range(len(chain.steps))]
            self.home.append(there)
            self.reach.append([0] * len(there))
        for number in range(len(self.movement.chains)):
            self._raise(number, 0)

    def _set_out_cards(self) -> None:
        index = self.index
        columns = self.position.tables.columns
        free, onto_columns = self._free_piles(), self._dealt_piles()
        tops = set(index.top.values())
        # Dealt into place, these go to a foundation as part of a whole sequence.
        continuing = frozenset[int]().union(*self.movement.order)
        for number, pile in enumerate(index.pile):
            self.landed[number] = pile in columns
            if self.in_order[number] or pile in onto_columns:
                self._movable[index.card[number]] = True
            if self.movement.lift is Lift.ANY and pile in columns and not index.down[number]:
                self.liftable[number] = True
                self._todo.append(number)
        for number, pile in enumerate(index.pile):
            if pile in free and pile in onto_columns:
                self._land(number)
                if index.card[number] in continuing:
                    self._leave(number)
            if pile in free or (number in tops and pile != self.position.tables.stock):
                self._expose(number)

    def _free_piles(self) -> set[int]:
        """Return the piles whose every card could be exposed: the stock, a waste to be turned over, sources
        of fills."""
        tables = self.position.tables
        free = {supply for supplies in tables.refills.values() for supply in supplies}
        if tables.rules.stock is None:
            return free
        if self._can_redeal():
            free.add(tables.waste)
        if self._can_turn():
            free.add(tables.stock)
        return free

    def _dealt_piles(self) -> set[int]:
        """Return the piles whose cards come to columns without a move: by a deal, or as fills."""
        tables = self.position.tables
        dealt = fills_of_columns(tables)
        if tables.rules.stock and "deal" in tables.rules.stock.actions:
            dealt.add(tables.stock)
        if tables.stock in dealt and self._can_redeal():
            dealt.add(tables.waste)
        return dealt

    def _can_redeal(self) -> bool:
        """Return whether the waste could become the stock once more."""
        stock = self.position.tables.rules.stock
        if stock is None or "redeal" not in stock.actions:
            return False
        return stock.allows_redeal(self.position.redeals)

    def _can_turn(self) -> bool:
        """Return whether the stock could be dealt.

        If every column needs a card first, there must be enough cards.
        """
        tables = self.position.tables
        assert tables.rules.stock is not None
        if tables.rules.stock.hold is not Hold.EMPTY_COLUMN:
            return True
        movable = sum(pile != tables.stock for pile in self.index.pile)
        return movable >= len(tables.columns)

    def _raise(self, number: int, step: int) -> None:
        """Raise the reach of a chain from this step on, after more cards or more foundations became
        available."""
        chain, home, reach = self.movement.chains[number], self.home[number], self.reach[number]
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
            self._todo += self.index.copies[card]

    def _expose(self, number: int) -> None:
        """Note that the card could be the top card of its pile."""
        if self.exposed[number]:
            return
        self.exposed[number] = True
        index = self.index
        card, pile = index.card[number], index.pile[number]
        if pile not in self.position.tables.foundations:
            self._supply(card)
        if self.landed[number]:
            self._open(number)
        self._lift(number)

    def _lift(self, number: int) -> None:
        """Note that the card could move.

        If groups are runs, so could the cards below it that are in order.
        """
        index, run = self.index, self.movement.run
        while True:
            self.liftable[number] = True
            self._todo.append(number)
            below = index.below[number]
            if (
                run is None
                or below == NONE
                or index.down[below]
                or index.card[number] not in run[index.card[below]]
            ):
                return
            number = below

    def _land(self, number: int) -> None:
        """Note that the card could be the top card of a column."""
        self.landed[number] = True
        self._open(number)

    def _open(self, number: int) -> None:
        """Note that other cards could be put on the card."""
        for card in self.movement.onto[self.index.card[number]]:
            self.landings[card].append(number)
            self._todo += self.index.copies[card]

    def _leave(self, number: int) -> None:
        index = self.index
        self.left[number] = True
        card, pile, below = index.card[number], index.pile[number], index.below[number]
        if not self._movable[card]:
            self._movable[card] = True
            self._wake(frozenset(self.movement.heads))
        if pile in self._waiting:
            self._todo += self._waiting.pop(pile)
        if pile in self.position.tables.foundations:
            # It becomes available to other foundations.
            self._supply(card)
        if below != NONE:
            self._expose(below)
        elif pile in self.position.tables.columns and not self.room:
            self.room = True
            self._wake(self.movement.into_empty)
        elif pile in self.position.tables.cells and not self.spare_cell:
            self.spare_cell = True
            self._todo += range(len(index.card))

    def _supply(self, card: int) -> None:
        """Note that one more copy of the card could be put on foundations."""
        self.supply[card] += 1
        for chain, step in self.movement.places[card]:
            self._raise(chain, step)

    def _try(self, number: int) -> None:
        if not self.liftable[number] or (self.left[number] and self.landed[number]):
            return
        if self._could_lie_elsewhere(number):
            if not self.landed[number]:
                self._land(number)
            if not self.left[number]:
                self._leave(number)
        elif not self.left[number] and (
            (self.spare_cell and self.exposed[number])
            or self.could_go_home(number)
            or self.could_lead(number)
        ):
            self._leave(number)

    def _could_lie_elsewhere(self, number: int) -> bool:
        index = self.index
        card, pile = index.card[number], index.pile[number]
        if self.room and card in self.movement.into_empty:
            return True
        for landing in self.landings[card]:
            if not self._carries(number, landing):
                return True
            self._waiting.setdefault(pile, []).append(number)
        return False

    def _carries(self, number: int, upper: int) -> bool:
        """Return whether the upper card lies over this one in its column for as long as this one stays."""
        pile = self.index.pile[number]
        return (
            number < upper
            and self.index.pile[upper] == pile
            and pile in self.position.tables.columns
            and not any(self.left[number + 1 : upper + 1])
        )

    def could_go_home(self, number: int) -> bool:
        """Return whether a foundation that builds card by card could take the card."""
        if not self.exposed[number]:
            return False
        for place, step in self.movement.places[self.index.card[number]]:
            chain = self.movement.chains[place]
            before = self.reach[place][step - 1] if step else len(chain.piles)
            if before > self.taken_by(place, step):
                return True
        return False

    def taken_by(self, chain: int, step: int) -> int:
        """Return how many foundations of a chain have taken a step.

        A foundation that may give back another card than the one that takes its place does not count.
        """
        returnable = not self.position.tables.rules.foundations_final
        ambiguous = returnable and len(self.movement.chains[chain].steps[step]) > 1
        return 0 if ambiguous else self.home[chain][step]

    def could_lead(self, number: int) -> bool:
        """Return whether a whole sequence that this card leads could go to a foundation."""
        if self.index.card[number] not in self.movement.heads or not self.liftable[number]:
            return False
        if all(self.position.is_complete(pile) for pile in self.movement.wholes):
            return False
        return not self.lacking_in_sequence(number)

    def lacking_in_sequence(self, number: int) -> Faces:
        """Return, for a card that leads whole sequences, the first step that no card can fill; empty if all
        can be filled."""
        in_place = True
        for place, cards in enumerate(self.movement.heads.get(self.index.card[number], ()), start=number + 1):
            in_place = in_place and place < len(self.in_order) and bool(self.in_order[place])
            if not in_place and not any(self._movable[card] for card in cards):
                return cards
        return frozenset()
