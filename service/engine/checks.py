"""The table of RULES §1 as rows: every reason in order, when and where it is given, and in what words."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final

from service.engine import messages as sentences
from service.engine.cards import FLOOR, PACK, RANKS, rank
from service.engine.compiled import Move
from service.engine.position import Position
from service.engine.reasons import Reason
from service.engine.rules import Build, Columns, Foundation, Hold, Lift, Rules
from service.engine.sequences import column_misfit, foundation_misfit, tops
from service.engine.variant import Variant


@dataclass(frozen=True, slots=True)
class Check:
    """One row; the order of the rows is the order of the checks."""

    reason: Reason
    meaning: str
    """When it is given, for programmers; without a full stop."""
    occurs: Callable[[Rules], bool]
    """Whether some move of a game under these rules can fail this check first."""
    sentence: Callable[[Position, Move], str]
    """What a player is told of a move that fails it."""


def explain(position: Position, move: Move, reason: Reason) -> str:
    """One or two sentences for players, true wherever ``why_not`` gives this reason for this move."""
    return _ROWS[reason].sentence(position, move)


@cache
def possible_reasons(variant: Variant) -> tuple[Reason, ...]:
    """The reasons that a move can meet under some setting of the variant's options, in order."""
    settings = list(variant.settings())
    return tuple(check.reason for check in CHECKS if any(map(check.occurs, settings)))


def _always(_rules: Rules) -> bool:
    return True


def _has_stock(rules: Rules) -> bool:
    return rules.stock is not None


def _has_waste(rules: Rules) -> bool:
    return rules.stock is not None and "draw" in rules.stock.actions


def _has_redeal(rules: Rules) -> bool:
    return rules.stock is not None and "redeal" in rules.stock.actions


def _held_by(*holds: Hold) -> Callable[[Rules], bool]:
    return lambda rules: rules.stock is not None and rules.stock.hold in holds


def _lays_face_down(rules: Rules) -> bool:
    return not all(dealing.face_up for dealing in rules.layout)


def _limits_groups(rules: Rules) -> bool:
    columns = rules.columns
    return columns is not None and (columns.supermove or columns.capacity is not None)


def _gives_singly(rules: Rules) -> bool:
    """Whether a pile of several cards gives them one at a time, at least to some target."""
    if _has_waste(rules) or not rules.foundations_final:
        return True
    card_by_card = any(not foundation.whole for foundation in rules.foundations)
    return rules.columns is not None and (rules.columns.lift is Lift.ONE or card_by_card)


def _misfits(reason: Reason) -> Callable[[Rules], bool]:
    """Whether some card is refused for this reason by a column or foundation, as it can lie."""
    return lambda rules: (
        (rules.columns is not None and reason in _column_misfits(rules.columns))
        or any(reason in _foundation_misfits(pile, rules.foundations_final) for pile in rules.foundations)
    )


@cache
def _column_misfits(columns: Columns) -> frozenset[Reason | None]:
    return frozenset(column_misfit(columns, under, card) for under in (FLOOR, *PACK) for card in PACK)


@cache
def _foundation_misfits(foundation: Foundation, final: bool) -> frozenset[Reason | None]:
    fewest = foundation.dealt if final else 0
    unders = frozenset[int]().union(*tops(foundation)[fewest:])
    # What reaches a foundation of whole sequences is one of all its ranks, led by the first (check 16).
    leads = foundation.ranks[0] if foundation.whole else RANKS
    offered = [card for card in PACK if RANKS[rank(card)] in leads]
    return frozenset(foundation_misfit(foundation, under, card) for under in unders for card in offered)


CHECKS: Final = (
    Check(Reason.GAME_OVER, "the game is already won", _always, sentences.game_over),
    Check(
        Reason.UNKNOWN_ACTION,
        "the variant has no such `deal`, `draw` or `redeal`, whatever its options",
        _always,
        sentences.unknown_action,
    ),
    Check(Reason.STOCK_EMPTY, "`deal` or `draw` with no stock", _has_stock, sentences.stock_empty),
    Check(Reason.STOCK_NOT_EMPTY, "`redeal` while stock remains", _has_redeal, sentences.stock_not_empty),
    Check(Reason.WASTE_EMPTY, "`redeal` with no waste", _has_redeal, sentences.waste_empty),
    Check(
        Reason.NO_REDEALS_LEFT,
        "`redeal` with the allowance used up",
        lambda rules: rules.stock is not None and _has_redeal(rules) and rules.stock.redeals is not None,
        sentences.no_redeals_left,
    ),
    Check(
        Reason.MOVES_AVAILABLE,
        "under `when_blocked`: `draw` while a card can be moved, `deal` while a move goes forward",
        _held_by(Hold.CARD_MOVE, Hold.FORWARD_MOVE),
        sentences.moves_available,
    ),
    Check(
        Reason.EMPTY_COLUMN,
        "`deal` while a column is empty, where every column must have a card",
        _held_by(Hold.EMPTY_COLUMN),
        sentences.empty_column,
    ),
    Check(Reason.UNKNOWN_PILE, "source or target is no pile of the variant", _always, sentences.unknown_pile),
    Check(
        Reason.SOURCE_LOCKED,
        "nothing is taken from that pile: the stock, or a foundation where they are final",
        lambda rules: rules.foundations_final or rules.stock is not None,
        sentences.source_locked,
    ),
    Check(
        Reason.TARGET_LOCKED,
        "nothing is put on that pile: a reserve cell, the waste or the stock",
        lambda rules: rules.reserve is not None or rules.stock is not None,
        sentences.target_locked,
    ),
    Check(
        Reason.SAME_PILE,
        "source and target are one pile",
        # Of a reserve cell or the waste, target_locked is said first; of a final foundation, source_locked.
        lambda rules: rules.columns is not None or not rules.foundations_final,
        sentences.same_pile,
    ),
    Check(Reason.SOURCE_EMPTY, "the source has no card", _always, sentences.source_empty),
    Check(
        Reason.NOT_ENOUGH_CARDS,
        "the source has fewer cards than the move names",
        _always,
        sentences.not_enough_cards,
    ),
    Check(
        Reason.FACE_DOWN_CARD,
        "a card of the group lies face down",
        _lays_face_down,
        sentences.face_down_card,
    ),
    Check(
        Reason.ONE_CARD_ONLY,
        "several cards where only one moves at a time",
        _gives_singly,
        sentences.one_card_only,
    ),
    Check(
        Reason.BROKEN_SEQUENCE,
        "the group is no sequence that the variant moves as a unit",
        lambda rules: rules.columns is not None and isinstance(rules.columns.lift, Build),
        sentences.broken_sequence,
    ),
    Check(Reason.FOUNDATION_FULL, "the foundation is complete", _always, sentences.foundation_full),
    Check(
        Reason.CELL_OCCUPIED,
        "the cell already has a card",
        lambda rules: rules.cells > 0,
        sentences.cell_occupied,
    ),
    Check(
        Reason.INCOMPLETE_SEQUENCE,
        "a foundation of whole sequences takes nothing less than one, as it builds them",
        lambda rules: any(foundation.whole for foundation in rules.foundations),
        sentences.incomplete_sequence,
    ),
    Check(
        Reason.WRONG_COLOR,
        "the colour does not fit the target",
        _misfits(Reason.WRONG_COLOR),
        sentences.does_not_fit,
    ),
    Check(
        Reason.WRONG_SUIT,
        "the suit does not fit the target",
        _misfits(Reason.WRONG_SUIT),
        sentences.does_not_fit,
    ),
    Check(
        Reason.NEEDS_BASE,
        "an empty foundation takes its first card only",
        _misfits(Reason.NEEDS_BASE),
        sentences.does_not_fit,
    ),
    Check(
        Reason.NEEDS_KING,
        "an empty column takes only its opening ranks, mostly a King, alone or leading a group",
        _misfits(Reason.NEEDS_KING),
        sentences.needs_king,
    ),
    Check(
        Reason.VACANCY_RESERVED,
        "an empty column takes no moved card at all",
        _misfits(Reason.VACANCY_RESERVED),
        sentences.vacancy_reserved,
    ),
    Check(
        Reason.WRONG_RANK,
        "the rank does not follow the target's top card",
        _misfits(Reason.WRONG_RANK),
        sentences.wrong_rank,
    ),
    Check(
        Reason.TOO_MANY_CARDS,
        "the group fits, but the empty cells and columns, or the room in the column, allow fewer cards",
        _limits_groups,
        sentences.too_many_cards,
    ),
    Check(
        Reason.KING_LOCKED,
        "the last card of a foundation, mostly an upper King, before another foundation is complete",
        lambda rules: any(foundation.last_after for foundation in rules.foundations),
        sentences.king_locked,
    ),
    Check(
        Reason.NO_FOUNDATION_ACCEPTS,
        "the target is a bare `F`, and no foundation accepts",
        _always,
        sentences.no_foundation_accepts,
    ),
)
"""Every check, the first one first."""

_ROWS: Final = {check.reason: check for check in CHECKS}
