"""The concepts of a declaration, by which each consumer knows whether it can judge it.

``CONCEPTS`` says when a declaration uses a concept, and what knows it. What does not know a concept of a
declaration declines it by name.
"""

from functools import cache, partial
from typing import Final, Literal, NamedTuple, get_args

from patience.rules.builds import Build
from patience.rules.conditions import holds, value_at
from patience.rules.game_parts import GameParts


def concepts_of(rules: GameParts) -> frozenset[str]:
    """Return what ``Rules.concepts`` names."""
    used = {name for name, condition in CONDITIONS.items() if holds(condition, partial(value_at, rules))}
    return frozenset(used | {name for name, is_used in _besides(rules).items() if is_used})


def _besides(rules: GameParts) -> dict[str, bool]:
    """Return by concept that no condition of the table says whether a declaration uses it."""
    columns, stock, pairs = rules.columns, rules.stock, rules.pairs
    reserve = [name for name in rules.pile_names if name[0] == "R"]
    kinds = columns.each if columns else ()
    waits = stock is not None and bool(stock.gives_after or stock.takes_after_stock)
    return {
        "dealt_cells": rules.cells > 0 and any(map(rules.is_dealt_cell, reserve)),
        "deep_reserve": not (rules.cells or rules.has_merci) and any(map(rules.holds_several, reserve)),
        "mixed_faces": any(map(rules.opened, rules.pile_names)),
        "other_suit": Build.OTHER_SUIT in _builds(rules),
        "takes_from": any(rules.takes_from(name) is not None for name in rules.pile_names),
        "sets": pairs is not None and bool(pairs.collected),
        "repeats": any(pile.repeats for pile in rules.foundations),
        "dealt_apart": any(pile.dealt_apart for pile in rules.foundations),
        "closed_foundations": any(pile.dealt == pile.length for pile in rules.foundations),
        "fills_several": any(each.fills_several for each in kinds),
        "open_refill": any(each.refill[-1:] not in ((), ("S",)) for each in kinds),
        "drawn_refill": stock is not None and stock.has_waste and stock.draw > 1 and "S" in rules.supplies,
        "after_stock": waits,
        "after_waste": waits and stock is not None and stock.has_waste,
        "gather_beside_stock": stock is not None and stock.gathers and bool(rules.supplies),
    }


def _builds(rules: GameParts) -> set[object]:
    """Return every build of a declaration."""
    columns, reserve = rules.columns, rules.reserve
    builds: set[object] = {foundation.build for foundation in rules.foundations}
    builds |= {build for each in columns.each for build in (each.build, each.lift)} if columns else set()
    builds |= {rules.pairs.suits} if rules.pairs else set()
    builds |= {reserve.sequence.build} if reserve and reserve.sequence else set()
    return builds


Cut = Literal["hopeless", "idle", "merges", "safe", "alike"]
"""The cuts of the search: dead ends (``hopeless.c``), idle moves (``moves.c``), sequences whose places are
interchangeable, or that could come back (``shapes.c``, ``moves.c``), safe cards (``safe.c``), and cards that
behave alike (``chart.c``). These files have the proofs."""

CUTS: Final[tuple[Cut, ...]] = get_args(Cut)

Engine = Literal["kernel", "proofs", "cut", "whole", Cut]
"""The kernel; the proofs without a search; and the search: with all its cuts and its order of positions, or
such that it leaves out only equal positions and what those cuts leave out that are named besides.

The readable engine, the JavaScript one and the reference know every concept. The page's proofs and search are
the service's and know the same, but the page searches with cuts alone.
"""


class Known(NamedTuple):
    """What knows a concept, the word or the rule in ``patience/words/`` that says it, if one does, and when a
    declaration uses it.

    ``used_if`` is a condition on fields, as ``conditions.py`` describes it. It is empty where ``_besides``
    says it, as ``conceptsOf`` in ``rows.js`` does.
    """

    engines: str
    word: str
    used_if: str = ""


CONCEPTS: Final = {
    "after_base": Known("kernel whole idle alike", "after_base", "layout.after_base"),
    "after_piles": Known("kernel whole idle safe alike", "after.piles", "stock.takes_after~:"),
    "after_stock": Known("kernel whole hopeless idle safe alike", "after.gives"),
    "after_waste": Known("kernel whole hopeless idle safe alike", "after.takes"),
    "any_rank": Known("kernel proofs cut", "direction", "columns.direction=any"),
    "arrange": Known("kernel proofs cut", "", "arrange"),
    "base": Known("kernel proofs cut", "base", "base!=A"),
    "base_apart": Known(
        "kernel whole hopeless idle merges safe alike",
        "base",
        "base!=A columns !columns.wrap !columns.direction=same|any",
    ),
    "bases_stay": Known("kernel whole idle alike", "foundation.base_stays", "foundations.base_stays"),
    "beneath": Known("kernel", "pairs.beneath", "pairs.beneath"),
    "built_pairs": Known("kernel", "pairs.built", "pairs foundations>1"),
    "capacity": Known("kernel proofs cut", "columns.capacity", "columns.capacity"),
    "cell_ranks": Known(
        "kernel whole idle merges safe alike", "cells", "reserve.takes=one|run reserve.ranks!=A23456789TJQK"
    ),
    "cell_runs": Known("kernel", "cells.run", "reserve.takes=run"),
    "cell_sequences": Known("kernel whole alike", "cells.built", "reserve.sequence"),
    "cells": Known("kernel proofs cut", "cells", "reserve.takes=one|run"),
    "chosen_bases": Known("kernel proofs cut", "foundation.suits", "foundations[dealt suits>1]"),
    "closed_columns": Known("kernel whole idle safe alike", "columns.closed", "columns.closed"),
    "closed_foundations": Known("kernel proofs cut", ""),
    "closed_reserve": Known("kernel whole hopeless idle safe alike", "reserve.closed", "reserve.closed"),
    "closed_takes_none": Known("kernel whole alike", "columns.closed", "columns.closed=takes_none"),
    "complete_stays": Known("kernel whole idle alike", "columns.complete", "columns.complete_stays"),
    "covered_by_all": Known("kernel whole alike", "cells.covers", "reserve.covered_while=all"),
    "covers": Known("kernel cut", "columns.covers", "columns.covered_by"),
    "deal_home": Known("kernel", "deal.columns_and_home", "stock.deal_to=columns_and_home"),
    "deal_to_empty": Known("kernel whole alike", "deal.empty_columns", "stock.deal_to=empty_columns"),
    "deal_to_filled": Known(
        "kernel whole hopeless idle alike", "deal.filled_columns", "stock.deal_to=filled_columns"
    ),
    "deal_to_reserve": Known("kernel proofs cut", "deal.reserve", "stock.deal_to=reserve"),
    "deal_to_unfinished": Known("kernel", "deal.unfinished_columns", "stock.deal_to=unfinished_columns"),
    "deals": Known("kernel proofs whole hopeless idle safe alike", "deal.piles", "stock.deals"),
    "dealt_apart": Known("kernel", "foundation.dealt_apart"),
    "dealt_cells": Known("kernel", "cells.dealt"),
    "dealt_waste": Known("kernel", "deal.piles", "stock.deals~W !stock.actions=draw"),
    "deep_reserve": Known("kernel proofs cut", "reserve"),
    "direction": Known("kernel proofs cut", "direction", "columns.direction=up|either"),
    "doubles": Known("kernel whole alike", "direction", "foundations.direction=double|by_twos"),
    "draw": Known("kernel proofs cut", "draw", "stock.draw!=1"),
    "drawn_refill": Known("kernel whole alike", "empty.refill"),
    "ends": Known("kernel whole hopeless idle safe alike", "columns.ends", "columns.ends"),
    "exchange": Known("kernel", "exchange", "reserve.takes=exchange"),
    "fewer_suits": Known("kernel whole idle alike", "", "!suits>3"),
    "fills_several": Known("kernel", "empty.refill"),
    "fills_waste": Known("kernel whole hopeless idle safe alike", "fills_waste", "stock.fills_waste"),
    "foundation_steps": Known("kernel cut", "foundation.free", "foundations.direction"),
    "gaps": Known("kernel whole alike", "deal.gaps", "stock.deal_to=gaps"),
    "gather": Known(
        "kernel proofs cut",
        "gather.groups",
        "stock.actions=redeal !stock.actions=draw|deal !stock.gather_as=stock",
    ),
    "gather_beside_stock": Known("kernel", ""),
    "gather_in_rounds": Known(
        "kernel proofs whole hopeless idle alike", "gather.rounds", "stock.gather_as!=groups|stock|under"
    ),
    "givers_first": Known("kernel whole alike", "base_from.later", "same_base=givers_first"),
    "heads": Known("kernel proofs cut", "", "layout[heads !home]"),
    "heads_home": Known("kernel proofs cut", "", "layout[heads home]"),
    "hold_cells": Known("kernel whole alike", "hold.cells", "stock.hold=cells"),
    "hold_spare_card": Known("kernel whole alike", "hold.spare_card", "stock.hold=spare_card"),
    "hold_waste": Known("kernel proofs cut", "hold.waste", "stock.hold=waste"),
    "home": Known("kernel proofs cut", "", "layout.home"),
    "kinds": Known("kernel whole alike", "columns.kind", "columns.kinds"),
    "kinds_apart": Known(
        "kernel",
        "columns.kind",
        "columns.kinds.build or columns.kinds.lift or columns.kinds.empty_takes!=none",
    ),
    "last_draw_only": Known("kernel whole alike", "draw.last", "stock.draw_as=last_only"),
    "lays_under": Known("kernel", "gather.under", "stock.gather_as=under"),
    "level": Known("kernel whole hopeless idle safe alike", "column level", "columns.level"),
    "lift_whole": Known("kernel whole alike", "lifted", "columns.lift=whole"),
    "longest_first": Known(
        "kernel whole hopeless idle merges safe alike", "empty.longest", "columns.longest_first"
    ),
    "lower_ranks": Known("kernel whole idle alike", "direction", "columns.direction=lower"),
    "lowest_first": Known("kernel", "foundation.lowest", "foundations.matches~T"),
    "matches": Known("kernel whole idle alike", "foundation.matches", "foundations[matches !matches~T]"),
    "merci": Known("kernel", "merci", "reserve.takes=merci"),
    "merges": Known("kernel", "merges", "columns.merges"),
    "mixed_faces": Known("kernel whole hopeless idle merges safe alike", ""),
    "near": Known("kernel whole alike", "near", "pairs.near"),
    "no_actions": Known("kernel whole hopeless idle safe alike", "", "stock !stock.actions"),
    "one_way": Known("kernel", "columns.one_way", "columns.direction=one_way"),
    "open_refill": Known("kernel proofs cut", "empty.refill"),
    "open_stock": Known("kernel whole hopeless idle safe alike", "open", "stock.open"),
    "opened_by": Known("kernel whole hopeless idle safe alike", "empty.from", "!columns.opened_by=none"),
    "opened_in_turn": Known("kernel whole alike", "empty.last", "columns.opened_by>1"),
    "opens_to_all": Known("kernel whole alike", "empty.first", "columns.empty_takes~*"),
    "other_suit": Known("kernel proofs cut", "order"),
    "outranked": Known("kernel whole idle", "foundation.outranked", "foundations.direction=outranked"),
    "own_cells": Known("kernel whole idle safe alike", "cells.own", "reserve.begins>0 !reserve.sequence"),
    "own_ranks": Known("kernel whole alike", "columns.own", "columns.own_ranks"),
    "packet": Known("kernel whole alike", "draw.packet", "stock.draw_as=packet"),
    "packs": Known("kernel proofs cut", "packs", "packs!=2"),
    "pair_moves": Known("kernel", "empty.from", "pairs.piles~T columns.takes_from columns.empty_takes"),
    "pairs": Known("kernel cut", "pairs", "pairs"),
    "ranked_givers": Known("kernel", "foundation.limit", "foundations.takes_from~:"),
    "ranks": Known("kernel proofs whole hopeless idle merges safe alike", "ranks", "ranks!=A23456789TJQK"),
    "repeats": Known("kernel", "foundation.repeats"),
    "reserve_covers": Known("kernel whole alike", "reserve.covers", "reserve.covered_by"),
    "restocks": Known("kernel whole hopeless idle alike", "gather.stock", "stock.gather_as=stock"),
    "ring": Known("kernel", "row.ring", "columns.row columns.wrap"),
    "rounds": Known("kernel", "after.round", "stock.open stock.draw>1 or stock.open stock.hold=empty_column"),
    "row": Known("kernel", "row", "columns.row"),
    "same_base": Known("kernel whole idle alike", "same_base", "same_base"),
    "same_direction": Known("kernel whole idle alike", "same_direction", "foundations.direction=one_way"),
    "sets": Known("kernel whole alike", "cells.sets"),
    "sets_in_order": Known("kernel whole alike", "cells.sets.in_order", "pairs.sets~-"),
    "shows_last": Known("kernel", "deal.shown", "stock.deals~S"),
    "shuffles": Known("kernel proofs", "gather.layout", "stock.shuffles"),
    "sorted": Known("kernel proofs cut", "", "layout.by"),
    "steps": Known(
        "kernel whole hopeless idle safe alike", "step", "columns.step>1 or columns.direction=same"
    ),
    "suits": Known("kernel proofs cut", "", "suits!=CSHD"),
    "suits_apart": Known("kernel", "columns.apart", "columns.ends~C|D|H|S"),
    "supermove": Known("kernel proofs cut", "columns.supermove", "columns.supermove"),
    "sweeps": Known("kernel proofs cut", "", "layout.sweeps"),
    "takes_from": Known("kernel proofs cut", "columns.from"),
    "turns_reserve": Known("kernel", "gather.turns", "stock.gather_as=turns stock.deal_to=reserve"),
    "turns_up": Known("kernel", "turn_up", "reserve.takes=turn_up"),
    "two_way": Known("kernel", "lifted", "columns.direction=either columns.lift!=one|any|whole"),
    "waste_takes": Known("kernel cut", "waste", "stock.waste_takes"),
    "whole_only": Known("kernel proofs cut", "lifted", "columns.whole_only"),
    "whole_sets": Known("kernel", "foundation.sets", "foundations[whole direction=same]"),
    "whole_steps": Known("kernel whole idle alike", "foundation.whole.free", "foundations[whole direction]"),
    "whole_supermoves": Known(
        "kernel", "foundation.whole", "columns.supermove columns.lift=one foundations.whole"
    ),
    "wide_cells": Known(
        "kernel whole idle merges safe alike", "cells.room", "reserve.takes=one|run reserve.capacity>1"
    ),
    "win_all_cards": Known("kernel proofs cut", "goal.all_cards", "win=all_cards"),
    "win_colours_apart": Known("kernel", "goal.colours_apart", "win=colours_apart"),
    "win_empty_columns": Known("kernel cut", "goal.empty_columns", "win=empty_columns"),
    "win_empty_piles": Known("kernel whole alike", "goal.some", "won_when~T|R|W|S"),
    "win_empty_stock": Known("kernel whole idle alike", "goal.empty_stock", "win=empty_stock"),
    "win_face_up": Known("kernel whole alike", "goal.face_up", "win=face_up"),
    "win_in_place": Known("kernel", "goal.in_place", "win=in_place"),
    "win_one_column": Known("kernel whole idle alike", "goal.one_column", "win=one_column"),
    "win_one_each": Known("kernel whole idle alike", "goal.one_each", "win=one_each"),
    # What a square is worth follows from the piles alone.
    "win_points": Known("kernel whole", "goal.poker", "win=poker|cribbage"),
    "win_sequences": Known("kernel whole idle alike", "goal.sequences", "win=sequences"),
    "win_suit_sequences": Known("kernel", "goal.suit_sequences", "win=suit_sequences"),
    "wrap": Known("kernel proofs cut", "wrap", "columns.wrap !columns.row"),
}


CONDITIONS: Final = {name: known.used_if for name, known in CONCEPTS.items() if known.used_if}
"""By concept, where fields say it: when a declaration uses the concept. The page reads them, too."""


@cache
def known_by(engine: Engine) -> frozenset[str]:
    """Return the concepts that an engine knows."""
    assert engine in get_args(Engine)
    words = {engine, "cut"} if engine in CUTS else {engine}
    return frozenset(name for name, known in CONCEPTS.items() if words & set(known.engines.split()))
