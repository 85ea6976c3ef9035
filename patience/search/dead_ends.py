"""Necessary conditions of winning, compared with what the cards could ever do.

A game is won only if its foundations are filled, or all its cards are on foundations. Where a win needs all
cards there, each card must leave the card below it, unless the two go to a foundation together in a whole
sequence.
"""

from collections.abc import Iterable
from typing import Final

from patience.cards import FLOOR, PACK, rank
from patience.play.position import Position
from patience.search.blocking import Aim, Goal, explain
from patience.search.findings import DeadEnd, Relation, Step
from patience.search.reachability import Reachability
from patience.search.sequence_counts import Faces, movement_of

_MOST_STARTS: Final = 4
"""The most cards whose explanations are compared for the shortest."""


def dead_end(position: Position, *, explained: bool = True) -> DeadEnd | None:
    """Return a few cards that can never be freed although every win needs them, or None if none are known.

    If cards of a rank are on the wrong foundations, the result names the other cards of that rank: at least
    one of them has no foundation left. The facts that lead to the heart of the proof are looked for if it is
    `explained`.
    """
    if _all_could_leave(position):
        return None
    reachability = Reachability(position, explained=explained)
    return (
        _missed_by_chains(reachability)
        or _missed_by_sequences(reachability)
        or _never_leaving(reachability)
        or _without_foundation(reachability)
    )


def _all_could_leave(position: Position) -> bool:
    """Return whether all cards could leave by way of an empty cell, so that every foundation could be filled.

    This answers for most positions of games like FreeCell, in a small part of the time.
    """
    tables = position.tables
    if not movement_of(tables).by_suit or not any(map(position.is_empty, tables.cells)):
        return False
    others = set(range(len(position.piles))).difference(tables.columns, tables.foundations, tables.cells)
    return all(map(position.is_empty, others))


def _missed_by_chains(reachability: Reachability) -> DeadEnd | None:
    """Return the cards that a foundation needs and can never get, where it builds card by card."""
    position = reachability.position
    winning = set(position.tables.winning)
    for chain, reach in zip(reachability.movement.chains, reachability.reach, strict=True):
        wanted = len(winning.intersection(chain.piles))
        for step, (cards, foundations) in enumerate(zip(chain.steps, reach, strict=True)):
            if foundations >= wanted:
                continue
            copies = _copies(reachability, cards)
            foundation = next(
                pile for pile in chain.piles if pile in winning and len(position.piles[pile]) - 1 <= step
            )
            needed = _about_foundation(reachability, Relation.NEEDED, foundation, cards)
            covered = [copy for copy in copies if not reachability.exposed[copy]]
            if covered:
                because = explain(reachability, [Goal(Aim.EXPOSE, copy) for copy in covered[:_MOST_STARTS]])
                return _dead_end(reachability, covered, (needed, *because))
            left = [reachability.index.card[copy] for copy in copies]
            too_few = needed._replace(relation=Relation.TOO_FEW_LEFT, cards=tuple(left))
            return _dead_end(reachability, _copies(reachability, _same_rank(cards)), (too_few,))
    return None


def _missed_by_sequences(reachability: Reachability) -> DeadEnd | None:
    """Return the cards that whole sequences need and can never get, if too few sequences can be led."""
    position = reachability.position
    tables = position.tables
    wholes = set(reachability.movement.wholes).intersection(tables.winning)
    open_piles = sorted(pile for pile in wholes if not position.is_complete(pile))
    # Foundations may take different sequences.
    for foundation in open_piles:
        faces = frozenset(reachability.movement.heads) & tables.fits[foundation][FLOOR]
        heads = _copies(reachability, faces)
        idle = [head for head in heads if not reachability.could_lead(head)]
        alike = sum(tables.fits[pile] == tables.fits[foundation] for pile in open_piles)
        if idle and len(heads) - len(idle) < alike:
            break
    else:
        return None
    needed = _about_foundation(reachability, Relation.NEEDED, foundation, faces)
    because = (needed, *explain(reachability, [Goal(Aim.LEAD, head) for head in idle[:_MOST_STARTS]]))
    for head in idle:
        lacking = _copies(reachability, reachability.lacking_in_sequence(head))
        if lacking:
            return _dead_end(reachability, lacking, because)
    return _dead_end(reachability, idle, because)


def _never_leaving(reachability: Reachability) -> DeadEnd | None:
    """Return the card nearest the top of its pile that must leave it and never can."""
    if not reachability.movement.all_home:
        return None
    index = reachability.index
    foundations = reachability.position.tables.foundations
    kept = [
        (index.top[pile] - number, number)
        for number, pile in enumerate(index.pile)
        if not reachability.left[number] and not reachability.in_order[number] and pile not in foundations
    ]
    return _never(reachability, Aim.LEAVE, min(kept)[1]) if kept else None


def _without_foundation(reachability: Reachability) -> DeadEnd | None:
    """Return a card that no foundation can ever take, if all cards on foundations win."""
    tables = reachability.position.tables
    if tables.winning or reachability.movement.wholes or not tables.rules.foundations_final:
        return None
    for number in range(len(reachability.index.card)):
        if not reachability.could_go_home(number):
            return _never(reachability, Aim.GO_HOME, number)
    return None


def _never(reachability: Reachability, aim: Aim, number: int) -> DeadEnd:
    """Return the dead end of a card that must go to a foundation."""
    index = reachability.index
    pile = reachability.position.tables.names[index.pile[number]]
    must = Step(Relation.MUST_LEAVE, index.card[number], pile)
    return _dead_end(reachability, [number], (must, *explain(reachability, [Goal(aim, number)])))


def _dead_end(reachability: Reachability, numbers: Iterable[int], because: tuple[Step, ...]) -> DeadEnd:
    return DeadEnd(tuple(sorted(reachability.index.card[number] for number in numbers)), because)


def _about_foundation(reachability: Reachability, relation: Relation, foundation: int, cards: Faces) -> Step:
    # A foundation may need cards that the game does not have.
    named = sorted(cards & reachability.movement.faces or cards)
    return Step(relation, named[0], reachability.position.tables.names[foundation], tuple(named))


def _same_rank(cards: Faces) -> Faces:
    ranks = {rank(card) for card in cards}
    return frozenset(card for card in PACK if rank(card) in ranks)


def _copies(reachability: Reachability, cards: Faces) -> list[int]:
    return [copy for card in sorted(cards) for copy in reachability.index.copies[card]]
