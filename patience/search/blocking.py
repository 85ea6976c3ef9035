"""Why a card can never be freed: a chain of facts that can be seen on the board.

The fixed point of ``reachability`` contains what cards can do. What a card can never do has reasons: a card
over it never leaves, the cards that it could go onto are never exposed, a foundation waits for a card that
is never exposed. So a goal that is never reached leads to others. In a finite position, some path ends in a
goal that leads to none or comes back to itself. ``explain`` returns the facts along the shortest such path.
They are the heart of the proof, not all of it: they do not say why a card beside the path never leaves.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from enum import Enum, auto
from itertools import islice
from typing import Final, NamedTuple

from patience.search.card_index import NONE
from patience.search.findings import Relation, Step
from patience.search.reachability import Reachability

MOST_STEPS: Final = 40
"""The most steps of an explanation."""


class Aim(Enum):
    """What a card would have to do."""

    EXPOSE = auto()
    """Be the top card of its pile."""
    LEAVE = auto()
    """Leave the card below it."""
    LAND = auto()
    """Come to a column."""
    LEAD = auto()
    """Lead a whole sequence to a foundation."""
    GO_HOME = auto()
    """Go to a foundation that builds card by card."""


class Goal(NamedTuple):
    """Something that a card, numbered as in ``CardIndex``, can never do."""

    aim: Aim
    number: int


class Reason(NamedTuple):
    """One of the reasons why a goal is never reached. Together they leave no way to reach it."""

    steps: tuple[Step, ...] = ()
    covered: int = NONE
    """A card that one of the cards of ``goals`` covers."""
    goals: tuple[Goal, ...] = ()
    """Goals that would have to be reached first. Each alone is never reached."""


def explain(reachability: Reachability, goals: Iterable[Goal]) -> tuple[Step, ...]:
    """Return the facts along the shortest path from one of these goals, none of which is ever reached.

    Return no facts if none were asked for.
    """
    if not reachability.explained:
        return ()
    blocking = _Blocking(reachability)
    paths = [blocking.shortest_path(goal) for goal in goals]
    return blocking.steps(min(paths, key=len)) if paths else ()


class _Blocking:
    """The reasons why goals are never reached."""

    def __init__(self, reachability: Reachability) -> None:
        self.reachability = reachability
        self.tables = reachability.position.tables
        self._known: dict[Goal, tuple[Reason, ...]] = {}

    def shortest_path(self, start: Goal) -> list[Goal]:
        """Return the shortest path of goals that comes back to itself or leads no further."""
        paths = {start: [start]}
        best: list[Goal] = []
        for goal in _breadth_first(paths, self._further):
            path = paths[goal]
            if best and len(path) >= len(best):
                break
            if not self._further(goal):
                return path
            cycle = self._cycle(goal, len(best) - len(path) if best else None)
            if cycle:
                best = path + cycle[1:]
        return best

    def _cycle(self, start: Goal, most: int | None) -> list[Goal]:
        """Return the shortest cycle from a goal; [] if none has at most ``most`` goals."""
        paths = {start: [start]}
        for goal in _breadth_first(paths, self._further):
            if most is not None and len(paths[goal]) > most:
                break
            if start in self._further(goal):
                return paths[goal]
        return []

    def _further(self, goal: Goal) -> tuple[Goal, ...]:
        return tuple(further for reason in self._reasons(goal) for further in reason.goals)

    def steps(self, path: list[Goal]) -> tuple[Step, ...]:
        """Return the facts along a path, each once."""
        found = (
            step
            for goal, following in zip(path, [*path[1:], None], strict=True)
            for reason in self._reasons(goal)
            for step in self._facts(reason, following, path)
        )
        return tuple(islice(dict.fromkeys(found), MOST_STEPS))

    def _facts(self, reason: Reason, following: Goal | None, path: list[Goal]) -> Iterator[Step]:
        yield from reason.steps
        if reason.covered != NONE:
            known = [goal for goal in (following, *path) if goal in reason.goals]
            blocker = next(goal for goal in (*known, *reason.goals) if goal)
            yield self._step(Relation.UNDER, reason.covered, blocker.number)

    def _reasons(self, goal: Goal) -> tuple[Reason, ...]:
        if goal not in self._known:
            ways = {
                Aim.EXPOSE: self._never_exposed,
                Aim.LEAVE: self._never_leaves,
                Aim.LAND: self._never_lands,
                Aim.LEAD: self._never_leads,
                Aim.GO_HOME: self._never_home,
            }
            self._known[goal] = tuple(ways[goal.aim](goal.number))
        return self._known[goal]

    def _never_exposed(self, number: int) -> Iterator[Reason]:
        index = self.reachability.index
        if index.pile[number] == self.tables.stock:
            yield Reason((self._step(Relation.IN_STOCK, number),))
        else:
            yield self._covered(number)

    def _covered(self, number: int, *steps: Step) -> Reason:
        """Return the reason that cards over a card never leave."""
        index, left = self.reachability.index, self.reachability.left
        pile = index.pile[number]
        over = [upper for upper in range(number + 1, index.top[pile] + 1) if not left[upper]]
        return Reason(steps, number, tuple(Goal(Aim.LEAVE, upper) for upper in over))

    def _never_leaves(self, number: int) -> Iterator[Reason]:
        reachability = self.reachability
        if not reachability.liftable[number]:
            yield from self._never_exposed(number)
            return
        yield from self._never_lands(number)
        if not reachability.exposed[number]:
            yield self._covered(number)
        elif self.tables.cells:
            cells = [reachability.index.top[cell] for cell in self.tables.cells]
            full = self._step(Relation.NO_EMPTY_CELL, number, *cells)
            yield Reason((full,), goals=tuple(Goal(Aim.LEAVE, cell) for cell in cells))
        if reachability.exposed[number]:
            yield from self._never_home(number)
        if reachability.index.card[number] in reachability.movement.heads:
            yield from self._never_leads(number)

    def _never_lands(self, number: int) -> Iterator[Reason]:
        """Yield why a card that can be moved finds no place in another column."""
        reachability, tables = self.reachability, self.tables
        card = reachability.index.card[number]
        if not tables.columns:
            return
        movement = reachability.movement
        takers = [face for face in sorted(movement.faces) if card in movement.onto[face]]
        yield Reason((self._fact(Relation.ONLY_ONTO, number, takers),))
        for taker in takers:
            yield from self._not_at_home(taker)
            for copy in reachability.index.copies[taker]:
                yield from self._never_taken(number, copy)
        if card in movement.into_empty:
            lowest = [
                n
                for n, below in enumerate(reachability.index.below)
                if below == NONE and reachability.index.pile[n] in tables.columns
            ]
            goals = tuple(Goal(Aim.LEAVE, n) for n in lowest)
            yield Reason((self._step(Relation.NO_EMPTY_COLUMN, number, *lowest),), goals=goals)

    def _not_at_home(self, face: int) -> Iterator[Reason]:
        """Yield where copies of a card lie on foundations that keep them."""
        if self.tables.rules.foundations_final:
            for foundation in self.tables.foundations:
                for _ in range(self.reachability.position.cards(foundation).count(face)):
                    yield Reason((Step(Relation.HOME, face, self.tables.names[foundation]),))

    def _never_taken(self, number: int, taker: int) -> Iterator[Reason]:
        """Yield why a card never comes to lie on another that takes it."""
        reachability = self.reachability
        if taker == number:
            return
        if not reachability.exposed[taker]:
            yield from self._never_exposed(taker)
        elif not reachability.landed[taker]:
            yield Reason((self._step(Relation.NOT_IN_COLUMN, taker),), goals=(Goal(Aim.LAND, taker),))
        else:
            yield Reason((self._step(Relation.OVER, taker, number),))

    def _never_home(self, number: int) -> Iterator[Reason]:
        """Yield why no foundation that builds card by card takes a card."""
        reachability, position = self.reachability, self.reachability.position
        if not reachability.exposed[number]:
            yield from self._never_exposed(number)
            return
        for place, step in reachability.movement.places[reachability.index.card[number]]:
            chain = reachability.movement.chains[place]
            taken = reachability.taken_by(place, step)
            waits = next((lower for lower in range(step) if reachability.reach[place][lower] <= taken), step)
            foundation = max(
                (pile for pile in chain.piles if len(position.cards(pile)) <= waits),
                key=lambda pile: len(position.piles[pile]),
                default=NONE,
            )
            if foundation != NONE and waits < step:
                faces = chain.steps[waits]
                named = faces & reachability.movement.faces or faces
                yield Reason((self._fact(Relation.FOUNDATION_WAITS, number, sorted(named), foundation),))
                yield from self._never_supplied(faces)

    def _never_supplied(self, faces: Iterable[int]) -> Iterator[Reason]:
        """Yield why further copies of these cards are never exposed."""
        reachability = self.reachability
        for face in sorted(faces):
            for copy in reachability.index.copies[face]:
                if not reachability.exposed[copy]:
                    yield from self._never_exposed(copy)

    def _never_leads(self, number: int) -> Iterator[Reason]:
        """Yield why a card never leads a whole sequence to a foundation."""
        reachability = self.reachability
        if not reachability.liftable[number]:
            yield from self._never_exposed(number)
            return
        faces = sorted(reachability.lacking_in_sequence(number) & reachability.movement.faces)
        if faces:
            copies = [copy for face in faces for copy in reachability.index.copies[face]]
            waits = self._fact(Relation.SEQUENCE_WAITS, number, faces)
            yield Reason((waits,), goals=tuple(Goal(Aim.LEAVE, copy) for copy in copies))

    def _step(self, relation: Relation, number: int, *others: int) -> Step:
        return self._fact(relation, number, [self.reachability.index.card[other] for other in others])

    def _fact(self, relation: Relation, number: int, cards: Iterable[int], pile: int = NONE) -> Step:
        index = self.reachability.index
        where = index.pile[number] if pile == NONE else pile
        return Step(relation, index.card[number], self.tables.names[where], tuple(cards))


def _breadth_first(
    paths: dict[Goal, list[Goal]], further: Callable[[Goal], tuple[Goal, ...]]
) -> Iterator[Goal]:
    """Yield goals by the length of the path to them, and add that path to ``paths``."""
    waiting = deque(paths)
    while waiting:
        goal = waiting.popleft()
        yield goal
        for following in further(goal):
            if following not in paths:
                paths[following] = [*paths[goal], following]
                waiting.append(following)
