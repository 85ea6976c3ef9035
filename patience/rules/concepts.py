"""The concepts of a declaration, by which each consumer knows whether it can judge it."""

from patience.cards import RANKS
from patience.rules.builds import Build, Direction
from patience.rules.columns import Lift
from patience.rules.game_parts import GameParts
from patience.rules.reserve import Takes
from patience.rules.rounds import PRINTED_SUITS, Base, SameBase
from patience.rules.stock import DealTo, GatherAs, Hold
from patience.rules.win import Win


def concepts_of(rules: GameParts) -> frozenset[str]:
    """Return what ``Rules.concepts`` names."""
    columns, reserve, stock = rules.columns, rules.reserve, rules.stock
    builds = {pile.build for pile in rules.foundations}
    if columns:
        builds |= {build for build in (columns.build, columns.lift) if isinstance(build, Build)}
    builds |= {rules.pairs.build} if rules.pairs else set()
    builds |= {reserve.sequence.build} if reserve and reserve.sequence else set()
    dealt = {name: rules.dealt_to(name) for name in rules.pile_names if name[0] == "R"}
    refill = columns.refill if columns else ()
    uses = {
        "packs": rules.packs != 2,
        "cells": rules.cells > 0,
        "supermove": columns is not None and columns.supermove,
        "wrap": columns is not None and columns.wrap,
        "base": rules.base is not Base.ACE,
        "draw": stock is not None and stock.draw > 1,
        "deep_reserve": not (rules.cells or rules.has_merci)
        and any(faces != [True] for faces in dealt.values()),
        "drawn_refill": stock is not None and stock.draw > 1 and "S" in rules.supplies,
        "longest_first": columns is not None and columns.longest_first,
        "opened_by": columns is not None and columns.opened_by is not None,
        "opened_in_turn": columns is not None and len(columns.opened_by or ()) > 1,
        "open_refill": bool(refill) and refill[-1] != "S",
        "whole_only": columns is not None and columns.whole_only,
        "closed_columns": columns is not None and columns.closed,
        "level": columns is not None and columns.level is not None,
        "lift_whole": columns is not None and columns.lift is Lift.WHOLE,
        "complete_stays": columns is not None and columns.complete_stays,
        "capacity": columns is not None and columns.capacity is not None,
        "other_suit": Build.OTHER_SUIT in builds,
        "direction": columns is not None and columns.direction in (Direction.UP, Direction.EITHER),
        "ends": columns is not None and columns.ends != "",
        "steps": columns is not None and (columns.step > 1 or columns.direction is Direction.SAME),
        "wide_cells": rules.cells > 0 and reserve is not None and reserve.capacity > 1,
        "cell_runs": reserve is not None and reserve.takes is Takes.RUN,
        "merci": rules.has_merci,
        "cell_ranks": rules.cells > 0 and reserve is not None and len(reserve.ranks) < len(RANKS),
        "cell_sequences": reserve is not None and reserve.sequence is not None,
        "closed_reserve": reserve is not None and reserve.closed,
        "no_actions": stock is not None and not stock.actions,
        "fills_waste": stock is not None and stock.fills_waste,
        "bases_stay": any(pile.base_stays for pile in rules.foundations),
        "same_base": rules.same_base is not None,
        "same_direction": rules.same_direction,
        "side_columns": columns is not None and columns.side_columns > 0,
        "givers_first": rules.same_base is SameBase.GIVERS_FIRST,
        "outranked": any(pile.outranked for pile in rules.foundations),
        "matches": any(pile.matches for pile in rules.foundations),
        "deal_to_empty": stock is not None and stock.deal_to is DealTo.EMPTY_COLUMNS,
        "deal_to_filled": stock is not None and stock.deal_to is DealTo.FILLED_COLUMNS,
        "mixed_faces": any(map(rules.opened, rules.pile_names)),
        "after_stock": stock is not None and bool(stock.gives_after or stock.takes_after),
        "deals": stock is not None and bool(stock.deals),
        "win_empty_stock": rules.win is Win.EMPTY_STOCK,
        "win_one_each": rules.win is Win.ONE_EACH,
        "win_sequences": rules.win is Win.SEQUENCES,
        "own_ranks": columns is not None and bool(columns.own_ranks),
        "win_face_up": rules.win is Win.FACE_UP,
        "win_in_place": rules.win is Win.IN_PLACE,
        "row": columns is not None and columns.row is not None,
        "whole_steps": any(pile.whole and pile.direction for pile in rules.foundations),
        "any_rank": columns is not None and columns.direction is Direction.ANY,
        "takes_from": any(rules.takes_from(name) is not None for name in rules.pile_names),
        "hold_waste": stock is not None and stock.hold is Hold.WASTE,
        "chosen_bases": any(pile.dealt and len(pile.suits) > 1 for pile in rules.foundations),
        "closed_foundations": any(pile.dealt == pile.length for pile in rules.foundations),
        "suits": rules.suits != PRINTED_SUITS,
        "ranks": rules.ranks != RANKS,
        "arrange": rules.arrange is not None,
        "heads": any(dealing.heads for dealing in rules.layout),
        "home": any(dealing.home for dealing in rules.layout),
        "after_base": any(dealing.after_base for dealing in rules.layout),
        "sweeps": any(dealing.sweeps for dealing in rules.layout),
        "gather": stock is not None and stock.gathers,
        "gather_in_rounds": stock is not None and stock.gather_as not in (GatherAs.GROUPS, GatherAs.STOCK),
        "restocks": stock is not None and stock.restocks,
        "open_stock": stock is not None and stock.open,
        "shuffles": stock is not None and stock.shuffles,
        "deal_to_reserve": stock is not None and stock.deal_to is DealTo.RESERVE,
        "win_all_cards": rules.win is Win.ALL_CARDS,
        "win_empty_columns": rules.win is Win.EMPTY_COLUMNS,
        "waste_takes": stock is not None and stock.waste_takes is not None,
        "covers": columns is not None and any(columns.covered_by),
        "reserve_covers": reserve is not None and any(reserve.covered_by),
        "foundation_steps": any(pile.direction for pile in rules.foundations),
        "pairs": rules.pairs is not None,
        "gaps": stock is not None and stock.deal_to is DealTo.GAPS,
        "near": rules.pairs is not None and rules.pairs.near is not None,
        "sets": rules.pairs is not None and bool(rules.pairs.collected),
        "hold_cells": stock is not None and stock.hold is Hold.CELLS,
    }
    return frozenset(concept for concept, used in uses.items() if used)
