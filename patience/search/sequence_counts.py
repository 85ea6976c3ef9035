"""How cards can move under some rules: what columns take, and the steps of foundations that build alike."""

from collections import defaultdict
from dataclasses import dataclass, replace
from functools import lru_cache

from patience.cards import CARDS, FLOOR, PACK
from patience.compilation.compiled_rules import CompiledRules
from patience.compilation.sequences import Row, foundation_row, tops
from patience.rules import Build, Foundation, Lift, Rules, Win

Faces = frozenset[int]
"""Some of the cards 0…51."""


@dataclass(frozen=True, slots=True)
class Chain:
    """Foundations that take the same cards, one by one, in the same order."""

    piles: tuple[int, ...]
    steps: tuple[Faces, ...]
    """By step: the cards that it can take."""


@dataclass(frozen=True, slots=True, eq=False)
class Movement:
    """Every way in which cards can move under some rules, costs ignored."""

    faces: Faces
    """The cards of the game."""
    onto: tuple[Faces, ...]
    """By a column's top card: the cards that it takes, alone or leading a group."""
    into_empty: Faces
    """The cards that an empty column takes."""
    lift: Lift | Build
    chains: tuple[Chain, ...]
    places: tuple[tuple[tuple[int, int], ...], ...]
    """By card: the chains that take it, each with the step at which it does."""
    by_suit: bool
    """Whether every foundation builds card by card, and takes one card only at each step."""
    wholes: tuple[int, ...]
    """The foundations that take whole sequences."""
    heads: dict[int, tuple[Faces, ...]]
    """By card that leads a whole sequence: what can follow it, card by card."""
    order: tuple[Faces, ...]
    """By card: what can follow it in a whole sequence."""
    run: tuple[Faces, ...] | None
    """By card: what can follow it in a group. None where groups need no order."""
    all_home: bool
    """Whether a win needs every card on a foundation."""


@lru_cache(maxsize=1024)
def movement_of(tables: CompiledRules) -> Movement:
    """Return every way in which cards can move under compiled rules."""
    rules = tables.rules
    chains = tuple(_chains(tables))
    wholes = [pile for pile in tables.foundations if tables.foundation(pile).whole]
    declared = [tables.foundation(pile) for pile in wholes]
    places = [
        tuple(
            (number, step)
            for number, chain in enumerate(chains)
            for step, faces in enumerate(chain.steps)
            if card in faces
        )
        for card in PACK
    ]
    columns = rules.columns
    row = tables.fits[tables.columns[0]] if columns else (frozenset[int](),) * (FLOOR + 1)
    return Movement(
        faces=frozenset(CARDS[code] for code in rules.copies),
        onto=row[:FLOOR],
        into_empty=row[FLOOR],
        lift=columns.lift if columns else Lift.ONE,
        chains=chains,
        places=tuple(places),
        by_suit=not wholes and all(len(cards) == 1 for chain in chains for cards in chain.steps),
        wholes=tuple(wholes),
        heads=_heads(declared),
        order=_order(declared),
        run=_either(tables.runs[0], tables.built_run or tables.runs[0]),
        all_home=rules.win is Win.ALL_CARDS
        or (len(tables.winning) == len(tables.foundations) and _capacity(rules) == tables.cards),
    )


def has_unlike_piles(tables: CompiledRules) -> bool:
    """Return whether piles of a kind differ: by place, by what covers them, or by when they give and take."""
    if tables.concepts & {
        "near",
        "gaps",
        "cell_sequences",
        "own_cells",
        "deals",
        "kinds",
        "win_points",
        "after_piles",
        "own_ranks",
    }:
        return True
    givers = (tables.rules.takes_from(name) or () for name in tables.names)
    if any(tables.covers) or any(len(giver) > 1 for some in givers for giver in some):
        return True
    waiting = (tables.gives_after, tables.takes_after, tables.openers, tables.opens, tables.builds)
    named = (*waiting, *map(frozenset, (tables.opens_after, tables.emptied, tables.pairing)))
    kinds = map(frozenset, (tables.columns, tables.foundations, tables.reserve))
    return any(piles & kind and kind - piles for kind in kinds for piles in named)


def fills_of_columns(tables: CompiledRules) -> set[int]:
    """Return the piles whose cards fill columns, also by way of another pile that fills them."""
    fills = {supply for column in tables.columns for supply in tables.refills.get(column, ())}
    fills |= {supply for pile in fills for supply in tables.refills.get(pile, ())}
    if tables.waste in fills:
        fills.add(tables.stock)
    return fills


def _capacity(rules: Rules) -> int:
    return sum(foundation.length for foundation in rules.foundations)


def _chains(tables: CompiledRules) -> list[Chain]:
    alike: dict[tuple[Faces, ...], list[int]] = defaultdict(list)
    for pile in tables.foundations:
        foundation = tables.foundation(pile)
        if not foundation.whole:
            alike[_steps(foundation)].append(pile)
    return [Chain(tuple(piles), steps) for steps, piles in alike.items()]


def _steps(foundation: Foundation) -> tuple[Faces, ...]:
    takes = foundation_row(foundation)
    return tuple(frozenset[int]().union(*(takes[top] for top in layer)) for layer in tops(foundation))


def _heads(wholes: list[Foundation]) -> dict[int, tuple[Faces, ...]]:
    """Return what can follow a card in sequences that it leads: in any of them where they differ."""
    heads: dict[int, tuple[Faces, ...]] = {}
    for foundation in wholes:
        follows = _following(foundation)
        for head in foundation_row(foundation)[FLOOR]:
            steps = [frozenset({head})]
            while len(steps) < len(foundation.ranks):
                steps.append(frozenset[int]().union(*(follows[card] for card in steps[-1])))
            steps = steps[1:]
            if head in heads:
                steps = [faces | others for faces, others in zip(steps, heads[head], strict=False)]
            heads[head] = tuple(steps)
    return heads


def _order(wholes: list[Foundation]) -> tuple[Faces, ...]:
    rows = [_following(foundation) for foundation in wholes]
    return tuple(frozenset[int]().union(*(row[card] for row in rows)) for card in PACK)


def _following(foundation: Foundation) -> Row:
    """Return, by card, what can follow it in a whole sequence: the foundation has ranks of its own."""
    return foundation_row(replace(foundation, whole=False))


def _either(run: Row | None, other: Row | None) -> tuple[Faces, ...] | None:
    """Return what fits by either row: supermoves run as columns build, whole sequences as ``lift`` says."""
    if not run or not other:
        return other
    return tuple(faces | more for faces, more in zip(run, other, strict=True))
