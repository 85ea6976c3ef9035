"""The concepts of a declaration, by which each consumer knows whether it can judge it.

``CONCEPTS`` says what knows each concept. What does not know a concept of a declaration declines it by name.
"""

from typing import Final, Literal, NamedTuple, get_args

from patience.cards import RANKS
from patience.rules.builds import Build, Direction
from patience.rules.columns import Closed, Columns, Lift
from patience.rules.foundations import Foundation
from patience.rules.game_parts import GameParts
from patience.rules.reserve import CoveredWhile, Reserve, Takes
from patience.rules.rounds import PRINTED_SUITS, Base, Round, SameBase
from patience.rules.stock import DealTo, DrawAs, GatherAs, Hold, Stock
from patience.rules.win import Win

Uses = dict[str, bool]
"""Whether a declaration uses a concept."""


def concepts_of(rules: GameParts) -> frozenset[str]:
    """Return what ``Rules.concepts`` names."""
    uses = _of_game(rules) | _of_layout(rules.layout) | _of_foundations(rules.foundations)
    if rules.columns:
        uses |= _of_columns(rules.columns)
    if rules.reserve:
        uses |= _of_reserve(rules.reserve, rules.cells > 0)
    if rules.stock:
        uses |= _of_stock(rules.stock, rules.supplies)
    return frozenset(concept for concept, used in uses.items() if used)


def _of_game(rules: GameParts) -> Uses:
    reserve = [name for name in rules.pile_names if name[0] == "R"]
    return {
        "packs": rules.packs != 2,
        "suits": rules.suits != PRINTED_SUITS,
        "ranks": rules.ranks != RANKS,
        "arrange": rules.arrange is not None,
        "base": rules.base is not Base.ACE,
        "base_apart": rules.base is not Base.ACE and rules.columns is not None and not rules.columns.wraps,
        "cells": rules.cells > 0,
        "dealt_cells": rules.cells > 0 and any(map(rules.is_dealt_cell, reserve)),
        "merci": rules.has_merci,
        "deep_reserve": not (rules.cells or rules.has_merci)
        and any(rules.dealt_to(name) != [True] for name in reserve),
        "mixed_faces": any(map(rules.opened, rules.pile_names)),
        "other_suit": Build.OTHER_SUIT in _builds(rules),
        "takes_from": any(rules.takes_from(name) is not None for name in rules.pile_names),
        "same_base": rules.same_base is not None,
        "givers_first": rules.same_base is SameBase.GIVERS_FIRST,
        "same_direction": rules.same_direction,
        "pairs": rules.pairs is not None,
        "whole_supermoves": rules.columns is not None
        and rules.columns.supermove
        and rules.columns.lift is Lift.ONE
        and any(pile.whole for pile in rules.foundations),
        "pair_moves": rules.pair_moves,
        "beneath": rules.pairs is not None and bool(rules.pairs.beneath),
        "near": rules.pairs is not None and rules.pairs.near is not None,
        "sets": rules.pairs is not None and bool(rules.pairs.collected),
        "win_empty_piles": any(name[0] != "F" for name in rules.won_when),
        "win_all_cards": rules.win is Win.ALL_CARDS,
        "win_empty_columns": rules.win is Win.EMPTY_COLUMNS,
        "win_empty_stock": rules.win is Win.EMPTY_STOCK,
        "win_one_each": rules.win is Win.ONE_EACH,
        "win_sequences": rules.win is Win.SEQUENCES,
        "win_colours_apart": rules.win is Win.COLOURS_APART,
        "win_points": rules.hands is not None,
        "win_face_up": rules.win is Win.FACE_UP,
        "win_in_place": rules.win is Win.IN_PLACE,
    }


def _builds(rules: GameParts) -> set[object]:
    """Return every build of a declaration."""
    columns, reserve = rules.columns, rules.reserve
    builds: set[object] = {foundation.build for foundation in rules.foundations}
    builds |= {build for each in columns.each for build in (each.build, each.lift)} if columns else set()
    builds |= {rules.pairs.build} if rules.pairs else set()
    builds |= {reserve.sequence.build} if reserve and reserve.sequence else set()
    return builds


def _of_layout(layout: tuple[Round, ...]) -> Uses:
    return {
        "heads": any(dealing.heads for dealing in layout),
        "sorted": any(dealing.by for dealing in layout),
        "home": any(dealing.home for dealing in layout),
        "after_base": any(dealing.after_base for dealing in layout),
        "sweeps": any(dealing.sweeps for dealing in layout),
    }


def _of_foundations(foundations: tuple[Foundation, ...]) -> Uses:
    return {
        "bases_stay": any(pile.base_stays for pile in foundations),
        "outranked": any(pile.outranked for pile in foundations),
        "matches": any(pile.matches for pile in foundations),
        "foundation_steps": any(pile.direction for pile in foundations),
        "repeats": any(pile.repeats for pile in foundations),
        "whole_steps": any(pile.whole and pile.direction for pile in foundations),
        "chosen_bases": any(pile.dealt and len(pile.suits) > 1 for pile in foundations),
        "closed_foundations": any(pile.dealt == pile.length for pile in foundations),
    }


def _of_columns(columns: Columns) -> Uses:
    return {
        "supermove": columns.supermove,
        "wrap": columns.wrap,
        "longest_first": columns.longest_first,
        "opened_by": columns.opened_by is not None,
        "opened_in_turn": len(columns.opened_by or ()) > 1,
        "open_refill": any(each.refill[-1:] not in ((), ("S",)) for each in columns.each),
        "whole_only": columns.whole_only,
        "closed_columns": columns.closed is not None,
        "closed_takes_none": columns.closed is Closed.TAKES_NONE,
        "level": columns.level is not None,
        "lift_whole": columns.lift is Lift.WHOLE,
        "complete_stays": columns.complete_stays,
        "capacity": columns.capacity is not None,
        "direction": columns.direction in (Direction.UP, Direction.EITHER),
        "any_rank": columns.direction is Direction.ANY,
        "ends": columns.ends != "",
        "steps": columns.step > 1 or columns.direction is Direction.SAME,
        "kinds": bool(columns.kinds),
        "kinds_apart": any(kind.is_built_apart for kind in columns.kinds),
        "own_ranks": bool(columns.own_ranks),
        "row": columns.row is not None,
        "merges": bool(columns.merges),
        "covers": any(columns.covered_by),
    }


def _of_reserve(reserve: Reserve, has_cells: bool) -> Uses:
    return {
        "wide_cells": has_cells and reserve.capacity > 1,
        "cell_ranks": has_cells and len(reserve.ranks) < len(RANKS),
        "cell_runs": reserve.takes is Takes.RUN,
        "cell_sequences": reserve.sequence is not None,
        "own_cells": reserve.own_cells,
        "closed_reserve": reserve.closed,
        "reserve_covers": any(reserve.covered_by),
        "covered_by_all": reserve.covered_while is CoveredWhile.ALL,
    }


def _of_stock(stock: Stock, supplies: tuple[str, ...]) -> Uses:
    return {
        "no_actions": not stock.actions,
        "draw": stock.draw > 1,
        "packet": DrawAs.PACKET in stock.draw_as,
        "last_draw_only": DrawAs.LAST_ONLY in stock.draw_as,
        "drawn_refill": stock.draw > 1 and "S" in supplies,
        "fills_waste": stock.fills_waste,
        "waste_takes": stock.waste_takes is not None,
        "open_stock": stock.open,
        "after_stock": bool(stock.gives_after or stock.takes_after),
        "after_waste": stock.has_waste and bool(stock.gives_after or stock.takes_after),
        "deals": bool(stock.deals),
        "deal_to_empty": stock.deal_to is DealTo.EMPTY_COLUMNS,
        "deal_to_filled": stock.deal_to is DealTo.FILLED_COLUMNS,
        "deal_to_reserve": stock.deal_to is DealTo.RESERVE,
        "gaps": stock.deal_to is DealTo.GAPS,
        "hold_waste": stock.hold is Hold.WASTE,
        "hold_spare_card": stock.hold is Hold.SPARE_CARD,
        "hold_cells": stock.hold is Hold.CELLS,
        "gather": stock.gathers,
        "gather_in_rounds": stock.gather_as not in (GatherAs.GROUPS, GatherAs.STOCK),
        "restocks": stock.restocks,
        "shuffles": stock.shuffles,
    }


Engine = Literal["kernel", "proofs", "cut", "whole", "hopeless", "idle", "merges", "safe"]
"""The kernel; the proofs without a search; and the search: with all its cuts and its order of positions, or
such that it leaves out only equal positions, and what single cuts leave out that are named besides. These are
``is_hopeless``, ``is_idle``, what ``shapes.pxi`` and ``moves.pxi`` prove of sequences, and safe cards.

The readable engine, the JavaScript one and the reference know every concept. The page's proofs and search are
the service's and know the same, but the page searches with cuts alone.
"""


class Known(NamedTuple):
    """What knows a concept, and the word or the rule in ``patience/words/`` that says it, if one does."""

    engines: str
    word: str


CONCEPTS: Final = {
    "after_base": Known("kernel whole", "after_base"),
    "after_stock": Known("kernel whole", "after.gives"),
    "after_waste": Known("kernel whole", "after.takes"),
    "any_rank": Known("kernel proofs cut", "direction"),
    "arrange": Known("kernel proofs cut", ""),
    "base": Known("kernel proofs cut", "base"),
    "base_apart": Known("kernel whole", "base"),
    "bases_stay": Known("kernel whole", "foundation.base_stays"),
    "beneath": Known("kernel", "pairs.beneath"),
    "capacity": Known("kernel proofs cut", "columns.capacity"),
    "cell_ranks": Known("kernel whole", "cells"),
    "cell_runs": Known("kernel", "cells.run"),
    "cell_sequences": Known("kernel whole", "cells.built"),
    "cells": Known("kernel proofs cut", "cells"),
    "chosen_bases": Known("kernel proofs cut", "foundation.suits"),
    "closed_columns": Known("kernel whole", "columns.closed"),
    "closed_foundations": Known("kernel proofs cut", ""),
    "closed_reserve": Known("kernel whole", "reserve.closed"),
    "closed_takes_none": Known("kernel whole", "columns.closed"),
    "complete_stays": Known("kernel whole", "columns.complete"),
    "covered_by_all": Known("kernel whole", "cells.covers"),
    "covers": Known("kernel cut", "columns.covers"),
    "deal_to_empty": Known("kernel whole", "deal.empty_columns"),
    "deal_to_filled": Known("kernel whole", "deal.filled_columns"),
    "deal_to_reserve": Known("kernel proofs cut", "deal.reserve"),
    "deals": Known("kernel proofs whole", "deal.piles"),
    "dealt_cells": Known("kernel", "cells.dealt"),
    "deep_reserve": Known("kernel proofs cut", "reserve"),
    "direction": Known("kernel proofs cut", "direction"),
    "draw": Known("kernel proofs cut", "draw"),
    "drawn_refill": Known("kernel whole", "empty.refill"),
    "ends": Known("kernel whole", "columns.ends"),
    "fills_waste": Known("kernel whole", "fills_waste"),
    "foundation_steps": Known("kernel cut", "foundation.free"),
    "gaps": Known("kernel whole", "deal.gaps"),
    "gather": Known("kernel proofs cut", "gather.groups"),
    "gather_in_rounds": Known("kernel proofs whole hopeless", "gather.rounds"),
    "givers_first": Known("kernel whole", "base_from.later"),
    "heads": Known("kernel proofs cut", ""),
    "hold_cells": Known("kernel whole", "hold.cells"),
    "hold_spare_card": Known("kernel whole", "hold.spare_card"),
    "hold_waste": Known("kernel proofs cut", "hold.waste"),
    "home": Known("kernel proofs cut", ""),
    "kinds": Known("kernel whole", "columns.kind"),
    "kinds_apart": Known("kernel", "columns.kind"),
    "last_draw_only": Known("kernel whole", "draw.last"),
    "level": Known("kernel whole", "column level"),
    "lift_whole": Known("kernel whole", "lifted"),
    "longest_first": Known("kernel whole", "empty.longest"),
    "matches": Known("kernel whole", "foundation.matches"),
    "merci": Known("kernel", "merci"),
    "merges": Known("kernel", "merges"),
    "mixed_faces": Known("kernel whole hopeless idle merges safe", ""),
    "near": Known("kernel whole", "near"),
    "no_actions": Known("kernel whole", ""),
    "open_refill": Known("kernel proofs cut", "empty.refill"),
    "open_stock": Known("kernel whole", "open"),
    "opened_by": Known("kernel whole safe", "empty.from"),
    "opened_in_turn": Known("kernel whole", "empty.last"),
    "other_suit": Known("kernel proofs cut", "order"),
    "outranked": Known("kernel whole", "foundation.outranked"),
    "own_cells": Known("kernel whole", "cells.own"),
    "own_ranks": Known("kernel whole", "columns.own"),
    "packet": Known("kernel whole", "draw.packet"),
    "packs": Known("kernel proofs cut", "packs"),
    "pair_moves": Known("kernel", "empty.from"),
    "pairs": Known("kernel cut", "pairs"),
    "ranks": Known("kernel proofs whole", "ranks"),
    "repeats": Known("kernel", "foundation.repeats"),
    "reserve_covers": Known("kernel whole", "reserve.covers"),
    "restocks": Known("kernel whole", "gather.stock"),
    "row": Known("kernel", "row"),
    "same_base": Known("kernel whole", "same_base"),
    "same_direction": Known("kernel whole", "same_direction"),
    "sets": Known("kernel whole", "cells.sets"),
    "shuffles": Known("kernel proofs", "gather.layout"),
    "sorted": Known("kernel proofs cut", ""),
    "steps": Known("kernel whole", "step"),
    "suits": Known("kernel proofs cut", ""),
    "supermove": Known("kernel proofs cut", "columns.supermove"),
    "sweeps": Known("kernel proofs cut", ""),
    "takes_from": Known("kernel proofs cut", "columns.from"),
    "waste_takes": Known("kernel cut", "waste"),
    "whole_only": Known("kernel proofs cut", "lifted"),
    "whole_steps": Known("kernel whole", "foundation.whole.free"),
    "whole_supermoves": Known("kernel", "foundation.whole"),
    "wide_cells": Known("kernel whole", "cells.room"),
    "win_all_cards": Known("kernel proofs cut", "goal.all_cards"),
    "win_colours_apart": Known("kernel", "goal.colours_apart"),
    "win_empty_columns": Known("kernel cut", "goal.empty_columns"),
    "win_empty_piles": Known("kernel whole", "goal.some"),
    "win_empty_stock": Known("kernel whole", "goal.empty_stock"),
    "win_face_up": Known("kernel whole", "goal.face_up"),
    "win_in_place": Known("kernel", "goal.in_place"),
    "win_one_each": Known("kernel whole", "goal.one_each"),
    # What a square is worth follows from the piles alone.
    "win_points": Known("kernel whole", "goal.poker"),
    "win_sequences": Known("kernel whole", "goal.sequences"),
    "wrap": Known("kernel proofs cut", "wrap"),
}


def known_by(engine: Engine) -> frozenset[str]:
    """Return the concepts that an engine knows."""
    assert engine in get_args(Engine)
    return frozenset(name for name, known in CONCEPTS.items() if engine in known.engines.split())
