"""What may lie on what: builds as sets of cards, and the reason for every card that does not fit."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Final

from patience.cards import (
    CARDS,
    FACE_DOWN,
    FLOOR,
    PACK,
    RANKS,
    SUITS,
    cards_of,
    cards_of_ranks,
    is_red,
    rank,
    suit,
)
from patience.cards.reasons import Reason
from patience.rules import Build, Closed, Columns, Direction, Foundation, Pairs, Reserve, Rules
from patience.rules.builds import Sequence as CardSequence

Row = tuple[frozenset[int], ...]
"""By the top card of a pile (``FLOOR`` where it is empty): the cards that may lie on it.

A row of columns that the player turns up goes on to face-down cards."""

TOPS: Final = range(FLOOR + 1)
"""The face-up cards that can be on top of a pile, and ``FLOOR``."""

NOTHING: Final[Row] = tuple(frozenset[int]() for _ in TOPS)

_COLORS: Final = (frozenset("CS"), frozenset("DH"))


@lru_cache(maxsize=1024)
def _onto(sequence: CardSequence) -> Row:
    """Return what may lie on what in a sequence, by the card below."""
    return tuple(
        frozenset(
            card for card in _of_ranks(sequence.following(rank(under))) if not misfit(sequence, under, card)
        )
        for under in PACK
    )


def cell_row(reserve: Reserve, index: int) -> Row:
    """Return what a cell takes, as long as it has room."""
    if reserve.sequence:
        return (*_onto(reserve.sequence), cards_of(reserve.begins[index]))
    cards = cards_of(reserve.begins[index]) if reserve.begins else cards_of_ranks(reserve.ranks)
    return (cards,) * len(TOPS) if reserve.capacity > 1 else (*NOTHING[:FLOOR], cards)


@lru_cache(maxsize=1024)
def column_row(columns: Columns, *, surely: bool = False) -> Row:
    """Return what a column takes, alone or at the head of a group: at some time, or surely at any time."""
    onto = _onto(columns.sequence)
    if columns.level:
        onto = tuple(cards | level for cards, level in zip(onto, level_row(columns.level), strict=False))
    opening = cards_of_ranks(RANKS if columns.opens_to_all and not surely else columns.opening)
    row = (*onto, frozenset(card for card in opening if not is_apart(columns.sequence, card)))
    if not columns.closed:
        return row
    onto_closed = frozenset(PACK if columns.closed is Closed.TAKES_ANY else ())
    return (*row, *NOTHING[: FACE_DOWN - len(row)], *[onto_closed] * len(PACK))


def own_row(columns: Columns, ranks: str) -> Row:
    """Return what a column with ranks of its own takes: these on any card."""
    own = cards_of_ranks(ranks)
    return tuple(cards if top == FLOOR else own for top, cards in enumerate(column_row(columns)))


def level_row(build: Build) -> Row:
    """Return, by a card, those of its rank that fit it in suit."""
    return (*_onto(CardSequence(build, Direction.SAME)), frozenset())


def beside_row(rules: Rules, *, before: bool = False) -> Row:
    """Return, by a card in a row, what may lie in the next place, or in the one `before` it."""
    columns = rules.columns
    both = columns is not None and columns.direction is Direction.EITHER
    if columns is None or columns.row is None or (before and not both):
        return NOTHING
    direction = Direction.DOWN if before else Direction.UP if both else columns.direction
    onto = _onto(replace(columns.sequence, direction=direction))
    begins = cards_of_ranks(columns.empty_takes if columns.is_ring and not before else "")
    last = cards_of_ranks(rules.row_ranks[-1:])
    return (*(cards | begins if under in last else cards for under, cards in enumerate(onto)), frozenset())


def waste_row(takes: CardSequence) -> Row:
    """Return what a waste takes: any card while it is empty."""
    return (*_onto(takes), frozenset(PACK))


@lru_cache(maxsize=1024)
def pair_row(pairs: Pairs, opening: str) -> Row:
    """Return what may be moved onto a pile whose cards leave in pairs; if it is empty, ``opening``."""
    partners = (_of_ranks(pairs.partners(rank(under))) for under in PACK)
    fitting = (
        frozenset(card for card in cards if not _clash(pairs.build_of(rank(under)), under, card))
        for under, cards in enumerate(partners)
    )
    return (*fitting, cards_of_ranks(opening))


def collecting_row(pairs: Pairs) -> Row:
    """Return what a cell on which sets are collected takes, as long as the other cells are empty."""
    return (*NOTHING[:FLOOR], cards_of_ranks(pairs.joining("")))


def alone_row(pairs: Pairs, row: Row) -> Row:
    """Return what goes alone to a foundation that takes the cards of a row."""
    alone = cards_of_ranks(pairs.alone)
    return tuple(cards & alone for cards in row)


def pair_misfit(pairs: Pairs, under: int, card: int) -> Reason | None:
    """Return why a card does not leave with the top card of a pile: check 17, 19 or 20 of RULES §1."""
    if under == FLOOR:
        return Reason.VACANCY_RESERVED
    clash = _clash(pairs.build_of(rank(card)), under, card)
    return clash or (None if rank(card) in pairs.partners(rank(under)) else Reason.WRONG_RANK)


def opening_misfit(letters: str, card: int) -> Reason | None:
    """Return why a card does not begin a cell of these ranks and suits: check 17 or 19 of RULES §1."""
    if card in cards_of(letters):
        return None
    suits = "".join(name for name in letters if name in SUITS)
    return Reason.WRONG_SUIT if suits and SUITS[suit(card)] not in suits else Reason.NEEDS_KING


def set_misfit(pairs: Pairs, held: Sequence[int], card: int) -> Reason | None:
    """Return why a card does not join those on cells in a set: check 17, 19 or 20 of RULES §1."""
    clashes = (_clash(pairs.suits, under, card) for under in held)
    clash = next(filter(None, clashes), None)
    if clash or RANKS[rank(card)] in pairs.joining("".join(RANKS[rank(under)] for under in held)):
        return clash
    return Reason.WRONG_RANK if RANKS[rank(card)] in pairs.joining("") else Reason.NEEDS_KING


@lru_cache(maxsize=1024)
def foundation_row(foundation: Foundation) -> Row:
    """Return what a foundation takes, alone or leading a whole sequence, its last card even if locked."""
    following: dict[int, list[int]] = {}
    for under, upper in pairwise(map(RANKS.index, foundation.ranks)):
        following.setdefault(under, []).append(upper)
    firsts = cards_of_ranks(foundation.ranks if foundation.sequence else foundation.ranks[0])
    first = frozenset(card for card in firsts if foundation_misfit(foundation, FLOOR, card) is None)
    if foundation.takes_sets:
        return (first,) * (len(PACK) + 1)
    if foundation.sequence:
        return (*_onto(foundation.sequence), first)
    onto = (_of_ranks(following.get(rank(under), [])) for under in PACK)
    return (
        *(
            frozenset(card for card in cards if foundation_misfit(foundation, under, card) is None)
            for under, cards in enumerate(onto)
        ),
        first,
    )


@lru_cache(maxsize=1024)
def sure_row(foundation: Foundation) -> Row:
    """Return the cards that a foundation takes without a further check: no whole sequence, lock or length."""
    if foundation.whole or foundation.counts or foundation.limit:
        return NOTHING
    locked = foundation.ranks[-1] if foundation.last_after else ""
    return tuple(
        frozenset(card for card in cards if RANKS[rank(card)] != locked)
        for cards in foundation_row(foundation)
    )


def run_row(columns: Columns, build: Build) -> Row:
    """Return what may lie on what within a run of these columns that fits in suit as the build says."""
    return (*_onto(replace(columns.sequence, build=build)), frozenset())


def column_misfit(columns: Columns, under: int, card: int) -> Reason | None:
    """Return why a column topped by ``under`` does not take the card: check 17, 19 or 20 of RULES §1."""
    if is_apart(columns.sequence, card):
        return Reason.WRONG_SUIT
    if under != FLOOR:
        level = columns.level and CardSequence(columns.level, Direction.SAME)
        is_level = level and misfit(level, under, card) is None
        return None if is_level else misfit(columns.sequence, under, card)
    if not columns.empty_takes:
        return Reason.VACANCY_RESERVED
    return None if RANKS[rank(card)] in columns.empty_takes else Reason.NEEDS_KING


def foundation_misfit(foundation: Foundation, under: int, card: int) -> Reason | None:
    """Return why a foundation topped by ``under`` does not take the card: check 15, 17, 18 or 20 of RULES §1.

    For a foundation that takes a whole sequence the card is the one that leads it.
    """
    ranks = foundation.ranks
    if foundation.sequence:
        begins = under == FLOOR or foundation.takes_sets
        return _begins(foundation, card) if begins else misfit(foundation.sequence, under, card)
    if foundation.whole and under != FLOOR:
        return Reason.FOUNDATION_FULL
    if under != FLOOR and not foundation.repeats and RANKS[rank(under)] == ranks[-1]:
        return Reason.FOUNDATION_FULL
    is_base = RANKS[rank(card)] == ranks[0] and (under == FLOOR or not foundation.repeats)
    # Where colours alternate, only the first card's own suit is fixed (RULES §7).
    starts = under == FLOOR and foundation.build is not Build.ALTERNATING
    fixed_suit = is_base or starts or foundation.keeps_suit
    if fixed_suit and SUITS[suit(card)] not in foundation.suits:
        return Reason.WRONG_COLOR if frozenset(foundation.suits) in _COLORS else Reason.WRONG_SUIT
    if under == FLOOR:
        return None if is_base else Reason.NEEDS_BASE
    follows = (RANKS[rank(under)], RANKS[rank(card)]) in pairwise(ranks)
    clash = None if foundation.keeps_suit else _clash(foundation.build, under, card)
    return clash or (None if follows else Reason.WRONG_RANK)


@lru_cache(maxsize=1024)
def cards_at(foundation: Foundation, place: int) -> frozenset[int]:
    """Return the cards whose rank may lie at a place of a foundation; all where each rank has one place."""
    return cards_of_ranks(foundation.ranks[place : place + 1]) if foundation.repeats else frozenset(PACK)


def _begins(foundation: Foundation, card: int) -> Reason | None:
    """Return why a card does not begin a foundation without an order of ranks: check 17 or 18."""
    if SUITS[suit(card)] not in foundation.suits:
        return Reason.WRONG_COLOR if frozenset(foundation.suits) in _COLORS else Reason.WRONG_SUIT
    return None if RANKS[rank(card)] in foundation.ranks else Reason.NEEDS_BASE


def is_whole_sequence(foundation: Foundation, group: Sequence[int]) -> bool:
    """Return whether a group, as it lies in a column, is all that a foundation takes at once (check 16)."""
    sequence = foundation.sequence
    if sequence:
        return len(group) == foundation.at_once and all(
            misfit(sequence, under, card) is None for under, card in pairwise(group)
        )
    return "".join(RANKS[rank(card)] for card in group) == foundation.ranks and all(
        _clash(foundation.build, under, card) is None for under, card in pairwise(group)
    )


@lru_cache(maxsize=1024)
def tops(foundation: Foundation) -> tuple[frozenset[int], ...]:
    """Return, by the number of cards of an incomplete foundation, what can lie on top; ``FLOOR`` if none."""
    takes = foundation_row(foundation)
    layers = [frozenset({FLOOR})]
    while len(layers) < foundation.length:
        fitting = frozenset[int]().union(*(takes[top] for top in layers[-1]))
        if len(layers) == 1 and foundation.dealt_apart:
            fitting |= {CARDS[code] for code in foundation.bases[0]}
        layers.append(fitting & cards_at(foundation, len(layers) - 1))
    return tuple(layers)


def is_run(run: Row, group: Sequence[int]) -> bool:
    """Return whether each card of the group may lie on the one before it (check 14)."""
    under = group[0]
    for card in group[1:]:
        if card not in run[under]:
            return False
        under = card
    return True


def _of_ranks(ranks: Iterable[int]) -> list[int]:
    return [len(RANKS) * suit + rank for suit in range(len(SUITS)) for rank in ranks]


def misfit(sequence: CardSequence, under: int, card: int) -> Reason | None:
    """Return why a card may not lie on another one in a sequence: check 17 or 20."""
    if is_apart(sequence, under, card):
        return Reason.WRONG_SUIT
    clash = _clash(sequence.build, under, card)
    return clash or (None if rank(card) in sequence.following(rank(under)) else Reason.WRONG_RANK)


def is_apart(sequence: CardSequence, *cards: int) -> bool:
    """Return whether one of the cards is of a suit that stays apart."""
    return any(SUITS[suit(card)] in sequence.ends for card in cards)


def fits_in_suit(build: Build, under: int, card: int) -> bool:
    """Return whether the suit of a card fits that of another."""
    return _clash(build, under, card) is None


def _clash(build: Build, under: int, card: int) -> Reason | None:
    if build is Build.ANY_SUIT:
        return None
    if build in (Build.BY_SUIT, Build.OTHER_SUIT):
        same_suit = suit(card) == suit(under)
        return None if same_suit == (build is Build.BY_SUIT) else Reason.WRONG_SUIT
    same_color = is_red(card) == is_red(under)
    return None if same_color == (build is Build.BY_COLOR) else Reason.WRONG_COLOR
