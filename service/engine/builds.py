"""What may lie on what: the builds of the rules page as sets of cards."""

from functools import cache
from typing import Final

from service.engine.cards import FLOOR, PACK, RANKS, SUITS, is_red, rank, suit
from service.engine.rules import Build, Columns, Foundation, Reason

Row = tuple[frozenset[int], ...]
"""By the top card of a pile (``FLOOR`` where it is empty): the cards that may lie on it."""

TOPS: Final = range(FLOOR + 1)
"""The face-up cards that can be on top of a pile, and ``FLOOR``."""

ANYTHING: Final[Row] = tuple(frozenset(PACK) for _ in TOPS)


@cache
def column_row(columns: Columns) -> Row:
    """What a column takes."""
    return tuple(
        frozenset(card for card in PACK if column_misfit(columns, under, card) is None) for under in TOPS
    )


@cache
def foundation_row(foundation: Foundation) -> Row:
    """What a foundation takes, without a King that has to wait for another foundation."""
    return tuple(
        frozenset(
            card
            for card in PACK
            if foundation_misfit(foundation, under, card) is None
            and not (foundation.king_after and RANKS[rank(card)] == "K")
        )
        for under in TOPS
    )


def column_misfit(columns: Columns, under: int, card: int) -> Reason | None:
    """Why a column topped by ``under`` does not take the card: checks 17, 19 and 20 of RULES §1."""
    if under == FLOOR:
        if not columns.empty_takes:
            return Reason.VACANCY_RESERVED
        return None if RANKS[rank(card)] in columns.empty_takes else Reason.NEEDS_KING
    return _clash(columns.build, under, card) or (
        None if rank(card) == rank(under) - 1 else Reason.WRONG_RANK
    )


def foundation_misfit(foundation: Foundation, under: int, card: int) -> Reason | None:
    """Why a foundation topped by ``under`` does not take the card: checks 17, 18 and 20 of RULES §1.

    For a foundation that takes a whole sequence the card is the one that leads it.
    """
    ranks = foundation.ranks
    is_base = RANKS[rank(card)] == ranks[0]
    # Where any suit follows, only the base's own suit is fixed (RULES §7).
    fixed_suit = is_base or (under == FLOOR and foundation.build is not Build.ALTERNATING)
    if fixed_suit and SUITS[suit(card)] not in foundation.suits:
        return Reason.WRONG_SUIT if len(foundation.suits) == 1 else Reason.WRONG_COLOR
    if under == FLOOR:
        return None if is_base else Reason.NEEDS_BASE
    if foundation.whole:
        return Reason.FOUNDATION_FULL
    place = ranks.find(RANKS[rank(under)])
    follows = place >= 0 and RANKS[rank(card)] == ranks[place + 1 : place + 2]
    return _clash(foundation.build, under, card) or (None if follows else Reason.WRONG_RANK)


def _clash(build: Build, under: int, card: int) -> Reason | None:
    if build is Build.BY_SUIT:
        return None if suit(card) == suit(under) else Reason.WRONG_SUIT
    same_color = is_red(card) == is_red(under)
    return None if same_color == (build is Build.BY_COLOR) else Reason.WRONG_COLOR
