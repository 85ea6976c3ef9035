"""The concepts of a declaration, by which each consumer knows whether it can judge it.

``CONCEPTS`` says when a declaration uses a concept, and what knows it. What does not know a concept of a
declaration declines it by name.
"""

from collections.abc import Iterator
from functools import cache
from typing import Final, Literal, NamedTuple, get_args

from patience.cards import RANKS
from patience.rules.builds import Build, Direction
from patience.rules.columns import Columns, Lift
from patience.rules.foundations import Foundation
from patience.rules.game_parts import GameParts
from patience.rules.reserve import Reserve
from patience.rules.rounds import PRINTED_SUITS, Base
from patience.rules.stock import Stock

Uses = dict[str, bool]
"""Whether a declaration uses a concept."""


def concepts_of(rules: GameParts) -> frozenset[str]:
    """Return what ``Rules.concepts`` names."""
    uses = _of_game(rules) | _of_foundations(rules.foundations)
    if rules.columns:
        uses |= _of_columns(rules.columns)
    if rules.reserve:
        uses |= _of_reserve(rules.reserve, rules.cells > 0)
    if rules.stock:
        uses |= _of_stock(rules.stock, rules.supplies)
    uses |= {concept: _holds(rules, condition) for concept, condition in CONDITIONS.items()}
    return frozenset(concept for concept, used in uses.items() if used)


def _holds(rules: GameParts, condition: str) -> bool:
    """Return whether a declaration meets a condition of the table."""
    path, values, are_meant = _read(condition)
    found: list[object] = [rules]
    for name in path:
        found = [getattr(part, name) for each in found for part in _parts(each)]
    if not values:
        return any(found)
    return any((str(value) in values) is are_meant for each in found for value in _parts(each))


@cache
def _read(condition: str) -> tuple[list[str], set[str], bool]:
    """Read a condition: the names of its path, its values, and whether the field must have one of them."""
    path, sign, values = condition.partition("=")
    return path.rstrip("!").split("."), {*values.split("|")} if sign else set(), path[-1] != "!"


def _parts(value: object) -> Iterator[object]:
    """Yield the parts of a declaration at a field: none, one or several."""
    if isinstance(value, tuple):
        yield from value
    elif value is not None:
        yield value


def _of_game(rules: GameParts) -> Uses:
    reserve = [name for name in rules.pile_names if name[0] == "R"]
    return {
        "heads": any(dealing.heads and dealing.deals_all for dealing in rules.layout),
        "heads_home": any(dealing.heads and dealing.home for dealing in rules.layout),
        "fewer_suits": len(rules.suits) < len(PRINTED_SUITS),
        "base_apart": rules.base is not Base.ACE and rules.columns is not None and not rules.columns.wraps,
        "cells": rules.cells > 0,
        "dealt_cells": rules.cells > 0 and any(map(rules.is_dealt_cell, reserve)),
        "deep_reserve": not (rules.cells or rules.has_merci)
        and any(rules.holds_several(name) for name in reserve),
        "mixed_faces": any(map(rules.opened, rules.pile_names)),
        "other_suit": Build.OTHER_SUIT in _builds(rules),
        "takes_from": any(rules.takes_from(name) is not None for name in rules.pile_names),
        "whole_supermoves": rules.columns is not None
        and rules.columns.supermove
        and rules.columns.lift is Lift.ONE
        and any(pile.whole for pile in rules.foundations),
        "built_pairs": rules.builds_pairs,
        "pair_moves": rules.pair_moves,
        "sets": rules.pairs is not None and bool(rules.pairs.collected),
        "sets_in_order": rules.pairs is not None and any("-" in ranks for ranks in rules.pairs.sets),
        "win_empty_piles": any(name[0] != "F" for name in rules.won_when),
    }


def _builds(rules: GameParts) -> set[object]:
    """Return every build of a declaration."""
    columns, reserve = rules.columns, rules.reserve
    builds: set[object] = {foundation.build for foundation in rules.foundations}
    builds |= {build for each in columns.each for build in (each.build, each.lift)} if columns else set()
    builds |= {rules.pairs.build} if rules.pairs else set()
    builds |= {reserve.sequence.build} if reserve and reserve.sequence else set()
    return builds


def _of_foundations(foundations: tuple[Foundation, ...]) -> Uses:
    return {
        "ranked_givers": any(pile.limit for pile in foundations),
        "repeats": any(pile.repeats for pile in foundations),
        "whole_sets": any(pile.takes_sets for pile in foundations),
        "whole_steps": any(pile.whole and pile.direction for pile in foundations),
        "chosen_bases": any(pile.dealt and len(pile.suits) > 1 for pile in foundations),
        "lowest_first": any(pile.lowest_first for pile in foundations),
        "matches": any(pile.matches and not pile.lowest_first for pile in foundations),
        "closed_foundations": any(pile.dealt == pile.length for pile in foundations),
    }


def _of_columns(columns: Columns) -> Uses:
    return {
        "fills_several": any(each.fills_several for each in columns.each),
        "opens_to_all": columns.opens_to_all,
        "suits_apart": bool(columns.sequence.suits_apart),
        "opened_by": columns.opened_by is not None,
        "opened_in_turn": len(columns.opened_by or ()) > 1,
        "open_refill": any(each.refill[-1:] not in ((), ("S",)) for each in columns.each),
        "steps": columns.step > 1 or columns.direction is Direction.SAME,
        "ring": columns.is_ring,
        "wrap": columns.wrap and not columns.is_ring,
        "kinds_apart": any(kind.is_built_apart for kind in columns.kinds),
        "covers": any(columns.covered_by),
    }


def _of_reserve(reserve: Reserve, has_cells: bool) -> Uses:
    return {
        "wide_cells": has_cells and reserve.capacity > 1,
        "cell_ranks": has_cells and len(reserve.ranks) < len(RANKS),
        "own_cells": reserve.own_cells,
        "reserve_covers": any(reserve.covered_by),
    }


def _of_stock(stock: Stock, supplies: tuple[str, ...]) -> Uses:
    return {
        "no_actions": not stock.actions,
        "drawn_refill": stock.has_waste and stock.draw > 1 and "S" in supplies,
        "rounds": stock.rounds > 0,
        "dealt_waste": stock.has_waste and "draw" not in stock.actions,
        "shows_last": stock.shows_last,
        "after_stock": bool(stock.gives_after or stock.takes_after_stock),
        "after_waste": stock.has_waste and bool(stock.gives_after or stock.takes_after_stock),
        "after_piles": bool(stock.takes_after_piles),
        "gather": stock.gathers,
        "gather_beside_stock": stock.gathers and bool(supplies),
        "turns_reserve": stock.turns_reserve,
    }


Engine = Literal["kernel", "proofs", "cut", "whole", "hopeless", "idle", "merges", "safe"]
"""The kernel; the proofs without a search; and the search: with all its cuts and its order of positions, or
such that it leaves out only equal positions, and what single cuts leave out that are named besides. These are
``is_hopeless``, ``is_idle``, what ``shapes.pxi`` and ``moves.pxi`` prove of sequences, and safe cards.

The readable engine, the JavaScript one and the reference know every concept. The page's proofs and search are
the service's and know the same, but the page searches with cuts alone.
"""


class Known(NamedTuple):
    """What knows a concept, the word or the rule in ``patience/words/`` that says it, if one does, and when a
    declaration uses it.

    ``used_if`` is the path of a field, and ``=`` or ``!=`` with values that the field has or does not have.
    Without values the field is set: it is not null, false or empty. Of a list of parts or values, one
    suffices. It is empty where the functions above say it, as ``conceptsOf`` in ``rows.js`` does.
    """

    engines: str
    word: str
    used_if: str = ""


CONCEPTS: Final = {
    "after_base": Known("kernel whole", "after_base", "layout.after_base"),
    "after_piles": Known("kernel whole", "after.piles"),
    "after_stock": Known("kernel whole", "after.gives"),
    "after_waste": Known("kernel whole", "after.takes"),
    "any_rank": Known("kernel proofs cut", "direction", "columns.direction=any"),
    "arrange": Known("kernel proofs cut", "", "arrange"),
    "base": Known("kernel proofs cut", "base", "base!=A"),
    "base_apart": Known("kernel whole", "base"),
    "bases_stay": Known("kernel whole", "foundation.base_stays", "foundations.base_stays"),
    "beneath": Known("kernel", "pairs.beneath", "pairs.beneath"),
    "built_pairs": Known("kernel", "pairs.built"),
    "capacity": Known("kernel proofs cut", "columns.capacity", "columns.capacity"),
    "cell_ranks": Known("kernel whole", "cells"),
    "cell_runs": Known("kernel", "cells.run", "reserve.takes=run"),
    "cell_sequences": Known("kernel whole", "cells.built", "reserve.sequence"),
    "cells": Known("kernel proofs cut", "cells"),
    "chosen_bases": Known("kernel proofs cut", "foundation.suits"),
    "closed_columns": Known("kernel whole", "columns.closed", "columns.closed"),
    "closed_foundations": Known("kernel proofs cut", ""),
    "closed_reserve": Known("kernel whole", "reserve.closed", "reserve.closed"),
    "closed_takes_none": Known("kernel whole", "columns.closed", "columns.closed=takes_none"),
    "complete_stays": Known("kernel whole", "columns.complete", "columns.complete_stays"),
    "covered_by_all": Known("kernel whole", "cells.covers", "reserve.covered_while=all"),
    "covers": Known("kernel cut", "columns.covers"),
    "deal_to_empty": Known("kernel whole", "deal.empty_columns", "stock.deal_to=empty_columns"),
    "deal_to_filled": Known("kernel whole", "deal.filled_columns", "stock.deal_to=filled_columns"),
    "deal_to_reserve": Known("kernel proofs cut", "deal.reserve", "stock.deal_to=reserve"),
    "deal_to_unfinished": Known("kernel", "deal.unfinished_columns", "stock.deal_to=unfinished_columns"),
    "deals": Known("kernel proofs whole", "deal.piles", "stock.deals"),
    "dealt_cells": Known("kernel", "cells.dealt"),
    "dealt_waste": Known("kernel", "deal.piles"),
    "deep_reserve": Known("kernel proofs cut", "reserve"),
    "direction": Known("kernel proofs cut", "direction", "columns.direction=up|either"),
    "doubles": Known("kernel whole", "direction", "foundations.direction=double"),
    "draw": Known("kernel proofs cut", "draw", "stock.draw!=1"),
    "drawn_refill": Known("kernel whole", "empty.refill"),
    "ends": Known("kernel whole", "columns.ends", "columns.ends"),
    "exchange": Known("kernel", "exchange", "reserve.takes=exchange"),
    "fewer_suits": Known("kernel whole", ""),
    "fills_several": Known("kernel", "empty.refill"),
    "fills_waste": Known("kernel whole", "fills_waste", "stock.fills_waste"),
    "foundation_steps": Known("kernel cut", "foundation.free", "foundations.direction"),
    "gaps": Known("kernel whole", "deal.gaps", "stock.deal_to=gaps"),
    "gather": Known("kernel proofs cut", "gather.groups"),
    "gather_beside_stock": Known("kernel", ""),
    "gather_in_rounds": Known(
        "kernel proofs whole hopeless", "gather.rounds", "stock.gather_as!=groups|stock|under"
    ),
    "givers_first": Known("kernel whole", "base_from.later", "same_base=givers_first"),
    "heads": Known("kernel proofs cut", ""),
    "heads_home": Known("kernel proofs cut", ""),
    "hold_cells": Known("kernel whole", "hold.cells", "stock.hold=cells"),
    "hold_spare_card": Known("kernel whole", "hold.spare_card", "stock.hold=spare_card"),
    "hold_waste": Known("kernel proofs cut", "hold.waste", "stock.hold=waste"),
    "home": Known("kernel proofs cut", "", "layout.home"),
    "kinds": Known("kernel whole", "columns.kind", "columns.kinds"),
    "kinds_apart": Known("kernel", "columns.kind"),
    "last_draw_only": Known("kernel whole", "draw.last", "stock.draw_as=last_only"),
    "lays_under": Known("kernel", "gather.under", "stock.gather_as=under"),
    "level": Known("kernel whole", "column level", "columns.level"),
    "lift_whole": Known("kernel whole", "lifted", "columns.lift=whole"),
    "longest_first": Known("kernel whole", "empty.longest", "columns.longest_first"),
    "lower_ranks": Known("kernel whole", "direction", "columns.direction=lower"),
    "lowest_first": Known("kernel", "foundation.lowest"),
    "matches": Known("kernel whole", "foundation.matches"),
    "merci": Known("kernel", "merci", "reserve.takes=merci"),
    "merges": Known("kernel", "merges", "columns.merges"),
    "mixed_faces": Known("kernel whole hopeless idle merges safe", ""),
    "near": Known("kernel whole", "near", "pairs.near"),
    "no_actions": Known("kernel whole", ""),
    "one_way": Known("kernel", "columns.one_way", "columns.direction=one_way"),
    "open_refill": Known("kernel proofs cut", "empty.refill"),
    "open_stock": Known("kernel whole", "open", "stock.open"),
    "opened_by": Known("kernel whole safe", "empty.from"),
    "opened_in_turn": Known("kernel whole", "empty.last"),
    "opens_to_all": Known("kernel whole", "empty.first"),
    "other_suit": Known("kernel proofs cut", "order"),
    "outranked": Known("kernel whole", "foundation.outranked", "foundations.direction=outranked"),
    "own_cells": Known("kernel whole", "cells.own"),
    "own_ranks": Known("kernel whole", "columns.own", "columns.own_ranks"),
    "packet": Known("kernel whole", "draw.packet", "stock.draw_as=packet"),
    "packs": Known("kernel proofs cut", "packs", "packs!=2"),
    "pair_moves": Known("kernel", "empty.from"),
    "pairs": Known("kernel cut", "pairs", "pairs"),
    "ranked_givers": Known("kernel", "foundation.limit"),
    "ranks": Known("kernel proofs whole", "ranks", "ranks!=A23456789TJQK"),
    "repeats": Known("kernel", "foundation.repeats"),
    "reserve_covers": Known("kernel whole", "reserve.covers"),
    "restocks": Known("kernel whole", "gather.stock", "stock.gather_as=stock"),
    "ring": Known("kernel", "row.ring"),
    "rounds": Known("kernel", "after.round"),
    "row": Known("kernel", "row", "columns.row"),
    "same_base": Known("kernel whole", "same_base", "same_base"),
    "same_direction": Known("kernel whole", "same_direction", "foundations.direction=one_way"),
    "sets": Known("kernel whole", "cells.sets"),
    "sets_in_order": Known("kernel whole", "cells.sets.in_order"),
    "shows_last": Known("kernel", "deal.shown"),
    "shuffles": Known("kernel proofs", "gather.layout", "stock.shuffles"),
    "sorted": Known("kernel proofs cut", "", "layout.by"),
    "steps": Known("kernel whole", "step"),
    "suits": Known("kernel proofs cut", "", "suits!=CSHD"),
    "suits_apart": Known("kernel", "columns.apart"),
    "supermove": Known("kernel proofs cut", "columns.supermove", "columns.supermove"),
    "sweeps": Known("kernel proofs cut", "", "layout.sweeps"),
    "takes_from": Known("kernel proofs cut", "columns.from"),
    "turns_reserve": Known("kernel", "gather.turns"),
    "waste_takes": Known("kernel cut", "waste", "stock.waste_takes"),
    "whole_only": Known("kernel proofs cut", "lifted", "columns.whole_only"),
    "whole_sets": Known("kernel", "foundation.sets"),
    "whole_steps": Known("kernel whole", "foundation.whole.free"),
    "whole_supermoves": Known("kernel", "foundation.whole"),
    "wide_cells": Known("kernel whole", "cells.room"),
    "win_all_cards": Known("kernel proofs cut", "goal.all_cards", "win=all_cards"),
    "win_colours_apart": Known("kernel", "goal.colours_apart", "win=colours_apart"),
    "win_empty_columns": Known("kernel cut", "goal.empty_columns", "win=empty_columns"),
    "win_empty_piles": Known("kernel whole", "goal.some"),
    "win_empty_stock": Known("kernel whole", "goal.empty_stock", "win=empty_stock"),
    "win_face_up": Known("kernel whole", "goal.face_up", "win=face_up"),
    "win_in_place": Known("kernel", "goal.in_place", "win=in_place"),
    "win_one_column": Known("kernel whole", "goal.one_column", "win=one_column"),
    "win_one_each": Known("kernel whole", "goal.one_each", "win=one_each"),
    # What a square is worth follows from the piles alone.
    "win_points": Known("kernel whole", "goal.poker", "win=poker|cribbage"),
    "win_sequences": Known("kernel whole", "goal.sequences", "win=sequences"),
    "win_suit_sequences": Known("kernel", "goal.suit_sequences", "win=suit_sequences"),
    "wrap": Known("kernel proofs cut", "wrap"),
}


CONDITIONS: Final = {name: known.used_if for name, known in CONCEPTS.items() if known.used_if}
"""By concept, where a field says it: when a declaration uses the concept. The page reads them, too."""


def known_by(engine: Engine) -> frozenset[str]:
    """Return the concepts that an engine knows."""
    assert engine in get_args(Engine)
    return frozenset(name for name, known in CONCEPTS.items() if engine in known.engines.split())
