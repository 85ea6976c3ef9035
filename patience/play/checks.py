"""The table of checks in RULES §1 as rows: every reason in order, when it is given, and what explains it."""

from collections.abc import Callable
from functools import cache
from typing import Final, NamedTuple

from patience.cards import FLOOR, PACK, RANKS, rank
from patience.cards.reasons import Reason
from patience.compilation.compiled_rules import Move
from patience.compilation.sequences import (
    column_misfit,
    foundation_misfit,
    misfit,
    opening_misfit,
    pair_misfit,
    tops,
)
from patience.play import evidence
from patience.play.position import Position
from patience.rules import Build, Columns, Foundation, Hold, Lift, Pairs, Reserve, Rules
from patience.rules.builds import Sequence
from patience.rules.variant import Variant
from patience.words import LANGUAGES, Sentence, said


class Check(NamedTuple):
    """One row; the order of the rows is the order of the checks."""

    reason: Reason
    meaning: str
    """When it is given, for programmers; without a full stop."""
    occurs: Callable[[Rules], bool]
    """Whether some move of a game under these rules can fail this check first."""
    evidence: Callable[[Position, Move], Sentence]
    """Explains a move that fails it."""


def evidence_for(position: Position, move: Move, reason: Reason) -> Sentence:
    """Return what explains a move to players, true wherever ``why_not`` gives this reason for this move."""
    return _ROWS[reason].evidence(position, move)


def explain(position: Position, move: Move, reason: Reason, code: str = LANGUAGES[0]) -> str:
    """Return one or two sentences that explain a move to players, in the language with this code."""
    return said([evidence_for(position, move, reason)], code)


@cache
def possible_reasons(variant: Variant) -> tuple[Reason, ...]:
    """Return the reasons that a move can meet under some setting of the variant's options, in order."""
    settings = list(variant.settings())
    return tuple(check.reason for check in CHECKS if any(map(check.occurs, settings)))


def _always(_rules: Rules) -> bool:
    return True


def _has_stock(rules: Rules) -> bool:
    return rules.has_stock


def _turns_stock(rules: Rules) -> bool:
    return rules.stock is not None and not {"deal", "draw"}.isdisjoint(rules.stock.actions)


def _redeals_to_stock(rules: Rules) -> bool:
    return rules.stock is not None and rules.stock.has_pile and _has_redeal(rules)


def _has_redeal(rules: Rules) -> bool:
    return rules.stock is not None and "redeal" in rules.stock.actions


def _held_by(*holds: Hold) -> Callable[[Rules], bool]:
    """Return whether one of these keeps cards in the stock, not on the columns that wait for a round."""
    return lambda rules: rules.stock is not None and not rules.stock.rounds and rules.stock.hold in holds


def _lays_face_down(rules: Rules) -> bool:
    return "last_draw_only" in rules.concepts or not all(dealing.face_up for dealing in rules.layout)


def _moves_runs(rules: Rules) -> bool:
    columns = rules.columns
    if columns is None:
        return False
    parts = columns.supermove or columns.whole_only or columns.lift is Lift.WHOLE
    return parts or any(isinstance(each.lift, Build) for each in columns.each)


def _limits_groups(rules: Rules) -> bool:
    columns = rules.columns
    return columns is not None and (columns.supermove or columns.capacity is not None)


def _gives_singly(rules: Rules) -> bool:
    """Return whether a pile of several cards gives them one at a time, at least to some target."""
    if rules.has_waste or not rules.foundations_final or {"deep_reserve", "deal_to_reserve"} & rules.concepts:
        return True
    if rules.cells and (rules.columns or "wide_cells" in rules.concepts):
        return True
    card_by_card = any(not foundation.whole for foundation in rules.foundations)
    columns = rules.columns
    return columns is not None and (card_by_card or any(each.lift is Lift.ONE for each in columns.each))


def _takes_from(rules: Rules, target: str, source: str) -> bool:
    """Return whether the declaration lets a pile take cards from another, or from itself."""
    if rules.pairs and target[0] in rules.pairs.piles:
        return rules.make_pairs(source, target)
    givers = rules.takes_from(target)
    return givers is None or source in givers or source[0] in givers


def _cannot_pair(rules: Rules) -> bool:
    """Return whether cards of some piles make no pairs with cards of some others."""
    piles = [name for name in rules.pile_names if name[0] != "F"]
    sources = [name for name in piles if name != "S" or (rules.pairs and "S" in rules.pairs.piles)]
    return not all(rules.make_pairs(source, target) for source in sources for target in piles)


@cache
def _pair_misfits(pairs: Pairs) -> frozenset[Reason | None]:
    return frozenset(pair_misfit(pairs, under, card) for under in (FLOOR, *PACK) for card in PACK)


def _misfits(reason: Reason) -> Callable[[Rules], bool]:
    """Return whether a column or foundation, as it can lie, refuses some card for this reason."""
    return lambda rules: (
        (
            rules.columns is not None
            and any(each.takes_from != () and reason in _column_misfits(each) for each in rules.columns.each)
        )
        or (rules.stock is not None and reason in _sequence_misfits(rules.stock.waste_takes))
        or (rules.reserve is not None and reason in _cell_misfits(rules.reserve))
        or (rules.pairs is not None and reason in _pair_misfits(rules.pairs))
        or any(reason in _foundation_misfits(pile, rules.foundations_final) for pile in rules.foundations)
    )


@cache
def _cell_misfits(reserve: Reserve) -> frozenset[Reason | None]:
    opening = {opening_misfit(letters, card) for letters in reserve.begins for card in PACK}
    return _sequence_misfits(reserve.sequence) | opening


@cache
def _column_misfits(columns: Columns) -> frozenset[Reason | None]:
    vacant = set() if columns.is_ring else {column_misfit(columns, FLOOR, card) for card in PACK}
    return _sequence_misfits(columns.sequence) | vacant


@cache
def _sequence_misfits(sequence: Sequence | None) -> frozenset[Reason | None]:
    if sequence is None:
        return frozenset()
    return frozenset(misfit(sequence, under, card) for under in PACK for card in PACK)


@cache
def _foundation_misfits(foundation: Foundation, final: bool) -> frozenset[Reason | None]:
    fewest = foundation.dealt if final else 0
    unders = frozenset[int]().union(*tops(foundation)[fewest:])
    # What reaches a foundation of whole sequences is one of all its ranks, led by the first (check 16).
    leads = foundation.ranks[0] if foundation.whole else RANKS
    offered = [card for card in PACK if RANKS[rank(card)] in leads]
    return frozenset(foundation_misfit(foundation, under, card) for under in unders for card in offered)


CHECKS: Final = (
    Check(Reason.GAME_OVER, "the game is already won", _always, evidence.game_over),
    Check(
        Reason.UNKNOWN_ACTION,
        "the declaration, with the options applied, has no such `deal`, `draw` or `redeal`",
        _always,
        evidence.unknown_action,
    ),
    Check(Reason.STOCK_EMPTY, "`deal` or `draw` with no stock", _turns_stock, evidence.stock_empty),
    Check(
        Reason.STOCK_NOT_EMPTY,
        "`redeal`, or a move that waits for the end of the stock, while stock remains",
        lambda rules: "after_stock" in rules.concepts or _redeals_to_stock(rules),
        evidence.stock_not_empty,
    ),
    Check(
        Reason.WASTE_EMPTY,
        "`redeal` with no waste, or no card to gather for the stock",
        _redeals_to_stock,
        evidence.waste_empty,
    ),
    Check(
        Reason.NO_REDEALS_LEFT,
        "`redeal` with the allowance used up",
        lambda rules: rules.stock is not None and _has_redeal(rules) and rules.stock.redeals is not None,
        evidence.no_redeals_left,
    ),
    Check(
        Reason.MOVES_AVAILABLE,
        "under `when_blocked`: `draw` while a card can be moved, `deal` while a move goes forward",
        _held_by(Hold.CARD_MOVE, Hold.FORWARD_MOVE),
        evidence.moves_available,
    ),
    Check(
        Reason.EMPTY_COLUMN,
        "`deal` while a column is empty, where every column must have a card, or none two",
        _held_by(Hold.EMPTY_COLUMN, Hold.SPARE_CARD),
        evidence.empty_column,
    ),
    Check(
        Reason.WASTE_NOT_EMPTY,
        "`draw` while the waste has a card, where it must be empty",
        _held_by(Hold.WASTE),
        evidence.waste_not_empty,
    ),
    Check(
        Reason.NO_GAP,
        "`deal` while no column is empty, where it fills the empty ones",
        lambda rules: "gaps" in rules.concepts and _turns_stock(rules),
        evidence.no_gap,
    ),
    Check(
        Reason.UNKNOWN_PILE,
        "the variant has no such source or target",
        _always,
        evidence.unknown_pile,
    ),
    Check(
        Reason.SOURCE_LOCKED,
        "nothing is taken from a stock that is not open, a waste that takes cards, or a final foundation",
        lambda rules: (
            "complete_stays" in rules.concepts
            or rules.foundations_final
            or (_has_stock(rules) and "open_stock" not in rules.concepts)
        ),
        evidence.source_locked,
    ),
    Check(
        Reason.TARGET_LOCKED,
        "the pile takes no moved card, as the waste and the stock, or none from the source",
        lambda rules: (
            _cannot_pair(rules)
            if rules.pairs
            else (rules.reserve is not None and not rules.cells and not rules.has_merci)
            or _has_stock(rules)
            or bool({"takes_from", "after_piles"} & rules.concepts)
        ),
        evidence.target_locked,
    ),
    Check(
        Reason.SAME_PILE,
        "source and target are one pile",
        # A pile that takes no cards is target_locked first, a final foundation source_locked.
        lambda rules: any(
            name[0] == "T"
            or (name[0] == "F" and not rules.foundations_final)
            or (name[0] == "R" and rules.cells)
            or (name == "W" and "waste_takes" in rules.concepts)
            or (rules.pairs is not None and name[0] in rules.pairs.piles)
            for name in rules.pile_names
            if _takes_from(rules, name, name)
        ),
        evidence.same_pile,
    ),
    Check(Reason.SOURCE_EMPTY, "the source has no card", _always, evidence.source_empty),
    Check(
        Reason.NOT_ENOUGH_CARDS,
        "the source has fewer cards than the move names",
        _always,
        evidence.not_enough_cards,
    ),
    Check(
        Reason.FACE_DOWN_CARD,
        "a card of the group lies face down",
        _lays_face_down,
        evidence.face_down_card,
    ),
    Check(
        Reason.COVERED_CARD,
        "a pile that has a card lies on the source or on the target",
        lambda rules: bool({"covers", "reserve_covers"} & rules.concepts),
        evidence.covered_card,
    ),
    Check(
        Reason.BASE_NOT_SET,
        "no foundation has a card yet, and the move does not begin one as `base_from` says",
        lambda rules: rules.base_from is not None,
        evidence.base_not_set,
    ),
    Check(
        Reason.ONE_CARD_ONLY,
        "several cards where only one moves at a time",
        _gives_singly,
        evidence.one_card_only,
    ),
    Check(
        Reason.BROKEN_SEQUENCE,
        "the group is not one that the variant moves as a unit: a sequence, or a whole column",
        _moves_runs,
        evidence.broken_sequence,
    ),
    Check(Reason.FOUNDATION_FULL, "the foundation is complete", _always, evidence.foundation_full),
    Check(
        Reason.CELL_OCCUPIED,
        "the cell, or the place in a row, has no room for more cards, or not yet, or the merci was used",
        lambda rules: rules.cells > 0 or rules.has_merci or "row" in rules.concepts,
        evidence.cell_occupied,
    ),
    Check(
        Reason.INCOMPLETE_SEQUENCE,
        "a foundation of whole sequences takes only a whole one, in its own build",
        lambda rules: any(foundation.whole for foundation in rules.foundations),
        evidence.incomplete_sequence,
    ),
    Check(
        Reason.WRONG_COLOR,
        "the colour does not fit the target",
        _misfits(Reason.WRONG_COLOR),
        evidence.does_not_fit,
    ),
    Check(
        Reason.WRONG_SUIT,
        "the suit does not fit the target",
        _misfits(Reason.WRONG_SUIT),
        evidence.does_not_fit,
    ),
    Check(
        Reason.NEEDS_BASE,
        "an empty foundation takes its first card only",
        lambda rules: (
            bool({"same_base", "matches", "lowest_first"} & rules.concepts)
            or _misfits(Reason.NEEDS_BASE)(rules)
        ),
        evidence.does_not_fit,
    ),
    Check(
        Reason.NEEDS_PAIR,
        "the discard pile was offered a card that leaves only in a pair",
        lambda rules: rules.pairs is not None and len(rules.pairs.alone) < len(RANKS),
        evidence.needs_pair,
    ),
    Check(
        Reason.NEEDS_KING,
        "an empty column takes only its opening ranks, mostly a King, alone or leading a group; so do cells",
        lambda rules: (
            bool({"cell_ranks", "cell_sequences"} & rules.concepts)
            or (rules.pairs is not None and 0 < len(rules.pairs.joining("")) < len(RANKS))
            or _misfits(Reason.NEEDS_KING)(rules)
        ),
        evidence.needs_king,
    ),
    Check(
        Reason.VACANCY_RESERVED,
        "an empty column, pile of pairs or of a merci, or place beside a gap takes no moved card at all",
        lambda rules: (
            rules.has_merci
            or bool({"row", "opened_by"} & rules.concepts)
            or _misfits(Reason.VACANCY_RESERVED)(rules)
        ),
        evidence.vacancy_reserved,
    ),
    Check(
        Reason.WRONG_RANK,
        "the rank does not follow the target's top card",
        lambda rules: bool({"outranked", "matches"} & rules.concepts) or _misfits(Reason.WRONG_RANK)(rules),
        evidence.wrong_rank,
    ),
    Check(
        Reason.TOO_MANY_CARDS,
        "the group fits, but the empty cells and columns, or the room in the column, allow fewer cards",
        _limits_groups,
        evidence.too_many_cards,
    ),
    Check(
        Reason.KING_LOCKED,
        "the last card of a foundation, mostly an upper King, before another foundation is complete",
        lambda rules: any(foundation.last_after for foundation in rules.foundations),
        evidence.king_locked,
    ),
    Check(
        Reason.NO_FOUNDATION_ACCEPTS,
        "the target is a bare `F`, and no foundation accepts",
        _always,
        evidence.no_foundation_accepts,
    ),
)
"""Every check, the first one first."""

_ROWS: Final = {check.reason: check for check in CHECKS}
