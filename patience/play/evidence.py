"""The evidence for why a move is illegal: which sentence explains it, and what the sentence names.

Each is true wherever ``why_not`` gives its reason for this move in this position. What a pile would take is
found in the sets of cards that judge. The sentences are those of ``patience.words``.
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

from patience.cards import CODES, FACE_DOWN, FLOOR, PACK, RANKS, SUITS, rank
from patience.compilation.compiled_rules import CompiledRules, Move
from patience.compilation.sequences import Row, cards_at, is_apart, is_run, tops
from patience.play.legality import (
    cell_opening,
    holding_moves,
    is_displaced,
    is_given,
    is_locked,
    room_for,
    takes,
    why_not,
)
from patience.play.position import Position
from patience.rules import Hold, Rules, Sequence, Win
from patience.words import Evidence, Sentence, Value
from patience.words.names import built, steps_of


def game_over(position: Position, move: Move) -> Sentence:
    return _sentence("game_over", move=move.text, won=won_by(position.tables.rules))


def won_by(rules: Rules) -> Evidence:
    """Return what is so once a game is won."""
    played = [name for name in ("S", "W") if name in rules.pile_names]
    foundations = [name for name in rules.won_when if name[0] == "F"]
    emptied = [name for name in rules.won_when if name[0] != "F"]
    by_piles = "emptied" if not foundations else "complete_emptied"
    win = by_piles if rules.win is Win.COMPLETE and emptied else rules.win
    return {
        "win": win,
        "foundations": foundations,
        "emptied": emptied,
        "points": rules.points,
        "played": played,
    }


def unknown_action(position: Position, move: Move) -> Sentence:
    stock = position.tables.rules.stock
    if stock is None:
        return _sentence("unknown_action.no_stock", action=move.action)
    if not stock.actions:
        case = "open" if stock.open else "no_actions"
        return _sentence(f"unknown_action.{case}", action=move.action)
    case = "other" if position.tables.stock >= 0 else "no_pile"
    return _sentence(f"unknown_action.{case}", action=move.action, actions=stock.actions)


def stock_empty(position: Position, move: Move) -> Sentence:
    tables = position.tables
    if not position.is_empty(tables.stock):
        return _sentence("stock_empty.shown", action=move.action)
    case = "close" if tables.closes else "draw"
    if not tables.closes and why_not(position, tables.read("redeal")) is None:
        case = "redeal"
    return _sentence(f"stock_empty.{case}", action=move.action)


def stock_not_empty(position: Position, move: Move) -> Sentence:
    tables = position.tables
    left = len(position.cards(tables.stock))
    if move.action:
        case = "under" if tables.lays_under else "redeal"
        return _sentence(f"stock_not_empty.{case}", move=move.text, cards=left)
    case = "move" if tables.waste not in tables.awaited or tables.waste < 0 else "waste"
    case = "round" if tables.rounds else case
    return _sentence(f"stock_not_empty.{case}", move=move.text, cards=position.cards_awaited())


def waste_empty(position: Position, move: Move) -> Sentence:
    case = "gather" if position.tables.restocks else "waste"
    return _sentence(f"waste_empty.{case}", action=move.action)


def no_redeals_left(position: Position, _move: Move) -> Sentence:
    stock = position.tables.rules.stock
    assert stock is not None
    if stock.allows_redeal(position.redeals):
        return _sentence("no_redeals_left.order")
    return _sentence("no_redeals_left.allowed", redeals=stock.redeals)


def moves_available(position: Position, move: Move) -> Sentence:
    stock = position.tables.rules.stock
    assert stock is not None
    example = position.tables.token(*next(holding_moves(position, stock.hold)))
    case = "forward" if stock.hold is Hold.FORWARD_MOVE else "card"
    return _sentence(f"moves_available.{case}", action=move.action, move=example)


def empty_column(position: Position, move: Move) -> Sentence:
    tables = position.tables
    empty = [tables.names[column] for column in tables.columns if position.is_empty(column)]
    stock = tables.rules.stock
    case = "spare" if stock and stock.hold is Hold.SPARE_CARD else "every"
    return _sentence(f"empty_column.{case}", action=move.action, piles=empty)


def waste_not_empty(position: Position, move: Move) -> Sentence:
    left = len(position.cards(position.tables.waste))
    return _sentence("waste_not_empty", action=move.action, cards=left)


def no_gap(_position: Position, move: Move) -> Sentence:
    return _sentence("no_gap", action=move.action)


def unknown_pile(position: Position, move: Move) -> Sentence:
    tables, names = position.tables, position.tables.names
    kinds = (tables.columns, tables.foundations, tables.reserve)
    piles = [[names[pile] for pile in sorted({kind[0], kind[-1]})] for kind in kinds if kind]
    piles += [[name] for name in ("W", "S") if name in tables.pile]
    token = move.token
    unknown = token.target if token.source in tables.pile else token.source
    return _sentence("unknown_pile", move=move.text, pile=unknown, piles=piles)


def source_locked(position: Position, move: Move) -> Sentence:
    stock = position.tables.rules.stock
    if stock and move.token.source == "S":
        case = "stock" if stock.actions else "no_actions"
        return _sentence(f"source_locked.{case}", move=move.text, action=next(iter(stock.actions), None))
    case = "waste" if move.token.source == "W" else "final"
    if move.source in position.tables.columns:
        case = "complete"
    return _sentence(f"source_locked.{case}", source=move.token.source)


def target_locked(position: Position, move: Move) -> Sentence:
    tables, stock = position.tables, position.tables.rules.stock
    between = {"source": move.token.source, "target": move.token.target}
    if (lacking := position.lacking(move.target)) and move.target in tables.reach[move.source]:
        return _sentence("target_locked.awaits", **between, awaited=[tables.names[pile] for pile in lacking])
    if move.target in tables.columns and move.source in tables.opens - tables.builds:
        return _sentence("target_locked.filled", **between)
    if move.target in tables.pairing and tables.rules.pairs:
        return _never_paired(position, move, between)
    if move.target in tables.limits and move.target in tables.reach[move.source]:
        return _sentence("target_locked.ranks", **between, ranks=tables.foundation(move.target).limit)
    if move.target in tables.targets:
        givers = tables.rules.takes_from(move.token.target) or ()
        return _sentence("target_locked.givers", **between, givers=givers)
    if move.token.target[0] == "R":
        return _sentence("target_locked.reserve", **between)
    if move.token.target == "W":
        return _sentence("target_locked.waste", **between)
    case = "redeal" if stock and "redeal" in stock.actions else "stock"
    return _sentence(f"target_locked.{case}", **between)


def _never_paired(position: Position, move: Move, between: Evidence) -> Sentence:
    """Explain why no card of one pile makes a pair with a card of the other, whatever the cards are."""
    tables = position.tables
    if move.source != tables.stock:
        case = "far" if move.source in tables.pairing else "no_pair"
        return _sentence(f"target_locked.{case}", **between)
    if move.target == tables.stock:
        return _sentence("target_locked.stock_alone", **between)
    return _sentence("target_locked.stock_pair", **between, move=tables.token(move.target, move.source, 1))


def same_pile(position: Position, move: Move) -> Sentence:
    case = "turn" if move.source in position.tables.closed else "move"
    return _sentence(f"same_pile.{case}", move=move.text, source=move.token.source)


def source_empty(_position: Position, move: Move) -> Sentence:
    return _sentence("source_empty", source=move.token.source)


def not_enough_cards(position: Position, move: Move) -> Sentence:
    source = move.token.source
    if position.kept(move.source):
        return _sentence("not_enough_cards.stays", source=source, move=move.text)
    cards = len(position.cards(move.source))
    return _sentence("not_enough_cards.count", source=source, cards=cards, count=_leaving(move))


def face_down_card(position: Position, move: Move) -> Sentence:
    face_up = len(position.cards(move.source)) - position.buried(move.source)
    face_up = position.stock_shown if move.source == position.tables.stock else face_up
    if face_up >= _leaving(move):
        return _sentence("face_down_card.onto", target=move.token.target)
    return _sentence("face_down_card", source=move.token.source, face_up=face_up, count=_leaving(move))


def _leaving(move: Move) -> int:
    """Return how many cards leave the source: two of one pile are a pair."""
    return 2 if move.source == move.target else move.count


def covered_card(position: Position, move: Move) -> Sentence:
    tables = position.tables
    pile = move.source if position.is_covered(move.source) else move.target
    covers = [tables.names[cover] for cover in tables.covers[pile] if not position.is_empty(cover)]
    return _sentence("covered_card", pile=tables.names[pile], covers=covers, move=move.text)


def base_not_set(position: Position, move: Move) -> Sentence:
    return _sentence("base_not_set", givers=position.tables.rules.base_from or (), move=move.text)


def one_card_only(position: Position, move: Move) -> Sentence:
    tables = position.tables
    moved: Evidence = {"source": move.token.source, "target": move.token.target, "count": move.count}
    if move.target == tables.merci and not tables.turning:
        return _sentence("one_card_only.merci", **moved)
    if move.target in tables.cells:
        return _sentence("one_card_only.cell", **moved, capacity=tables.cell_capacity)
    place = "way" if move.target in tables.columns else "foundation"
    return _sentence(f"one_card_only.{place if move.source in tables.grouped else 'source'}", **moved)


def broken_sequence(position: Position, move: Move) -> Sentence:
    tables = position.tables
    run = tables.run_of(move.source, move.target)
    pile, source = position.piles[move.source], move.token.source
    group, columns = pile[-move.count :], tables.rules.columns
    ways = (run, tables.level_run) if columns and columns.two_way else (run,)
    places = [_first_break(way, group) for way in ways if way]
    if not places or not all(places):
        case = "whole" if tables.lifts_whole else "single_or_whole"
        return _sentence(f"broken_sequence.{case}", source=source, cards=len(pile) - 1)
    under, card = group[max(places) - 1], group[max(places)]
    order = _run_order(tables, move)
    return _sentence("broken_sequence.run", card=CODES[card], under=CODES[under], source=source, run=order)


def _first_break(run: Row, group: list[int]) -> int:
    """Return the place of the first card of a group that may not lie on the one below it; 0 if each may."""
    pairs = enumerate(pairwise(group), start=1)
    return next((place for place, (under, card) in pairs if card not in run[under]), 0)


def _run_order(tables: CompiledRules, move: Move) -> Evidence:
    assert tables.rules.columns is not None
    columns, to_column = tables.rules.columns.of(move.token.source), move.target in tables.columns
    in_parts = columns.supermove and (to_column or tables.parts_are_cards)
    build = columns.build if in_parts else columns.run_build or columns.build
    return {"direction": columns.direction, "build": build, "level": columns.level}


def foundation_full(position: Position, move: Move) -> Sentence:
    return _sentence("foundation_full", target=move.token.target, top=_top(position, move))


def cell_occupied(position: Position, move: Move) -> Sentence:
    tables, target = position.tables, move.token.target
    if move.target == tables.merci:
        assert tables.rules.reserve is not None
        return _sentence(
            f"cell_occupied.{tables.rules.reserve.takes}", target=target, times=tables.rules.mercis
        )
    if tables.takes_runs and position.is_empty(move.target):
        left = len(position.cards(tables.stock))
        return _sentence("cell_occupied.stock", target=target, cards=left)
    top = _top(position, move)
    if move.target in tables.columns:
        return _sentence("cell_occupied.row", target=target, top=top)
    if tables.takes_runs:
        return _sentence("cell_occupied.run", target=target, top=top)
    if is_displaced(position, move.target):
        ranks = _opening(position, move.target)
        return _sentence("cell_occupied.displaced", target=target, ranks=ranks, top=top)
    return _sentence("cell_occupied.cell", target=target, top=top, capacity=tables.cell_capacity)


def _opening(position: Position, cell: int) -> str:
    """Return the ranks with which a cell begins."""
    tables, pairs = position.tables, position.tables.rules.pairs
    if cell in tables.collecting and pairs:
        return pairs.joining("")
    return "".join(letter for letter in cell_opening(tables, cell) if letter in RANKS)


def too_many_cards(position: Position, move: Move) -> Sentence:
    tables = position.tables
    room = room_for(position, move.source, move.target, move.count)
    moved: Evidence = {"target": move.token.target, "room": room, "count": move.count}
    if tables.capacity and room == tables.capacity + 1 - len(position.piles[move.target]):
        return _sentence("too_many_cards.capacity", **moved, capacity=tables.capacity)
    cells = sum(map(position.is_empty, tables.cells))
    columns = sum(position.is_empty(column) and column != move.target for column in tables.columns)
    spaces = [{"cells": cells}] if tables.cells else []
    spaces += [{"columns": columns}] if tables.power else []
    return _sentence(f"too_many_cards.{'spaces' if spaces else 'no_space'}", **moved, spaces=spaces)


def incomplete_sequence(position: Position, move: Move) -> Sentence:
    foundation = position.tables.foundation(move.target)
    length, target = foundation.at_once, move.token.target
    offered = move.count if move.count != length else None
    moved: Evidence = {"target": target, "move": move.text, "cards": length, "count": offered}
    if foundation.takes_sets:
        return _sentence("incomplete_sequence.set", **moved)
    if foundation.sequence:
        return _sentence("incomplete_sequence.sequence", **moved, run=built(foundation.sequence))
    steps = steps_of(foundation.ranks)
    return _sentence("incomplete_sequence.steps", **moved, run=steps, build=foundation.build)


def does_not_fit(position: Position, move: Move) -> Sentence:
    """Explain a wrong colour or suit, or a missing base."""
    tables, target, leader = position.tables, move.target, _leader(position, move)
    under = position.piles[target][-1]
    if target in tables.pairing and tables.rules.pairs:
        return _misfit(position, move, "misfit.pair", build=tables.rules.pairs.build_of(rank(leader)))
    if target in tables.collecting and tables.rules.pairs:
        return _misfit(position, move, "misfit.set", build=tables.rules.pairs.suits)
    if _is_place(position, move):
        return _no_place(position, move)
    if target in tables.outranked:
        return _misfit(position, move, "misfit.stays", rank=RANKS[rank(leader)])
    if target in tables.cells and "own_cells" in tables.concepts:
        return _misfit(position, move, "misfit.begins", takes=_codes(tables.fits[target][FLOOR]), guard=None)
    if target in tables.columns and is_apart(_sequence(tables, target), *{leader, under} - {FLOOR}):
        return _misfit(position, move, "misfit.apart", suits=list(_sequence(tables, target).suits_apart))
    if target not in tables.foundations:
        return _misfit(position, move, "misfit.build", build=_sequence(tables, target).build)
    return _off_foundation(position, move)


def _off_foundation(position: Position, move: Move) -> Sentence:
    """Explain why a card does not fit a foundation in suit, or does not begin it."""
    tables, target, leader = position.tables, move.target, _leader(position, move)
    is_empty, foundation = position.is_empty(target), tables.foundation(target)
    if is_empty and tables.pair_homes:
        pair = [card for card, home in tables.pair_homes.items() if home == target]
        return _misfit(position, move, "misfit.begins_in_pair", takes=_codes(pair))
    if target in tables.lowest_first and is_empty:
        tops = {position.piles[column][-1] for column in tables.columns}
        return _misfit(position, move, "misfit.lowest", takes=_codes(tops & takes(position, target)))
    opening = takes(position, target) if is_empty else tables.fits[target][FLOOR]
    if not (opening or tables.pair_homes):
        return _misfit(position, move, "misfit.unbegun", guard=tables.names[tables.matches[target]])
    is_first = is_empty or (not foundation.counts and opening and rank(leader) == rank(min(opening)))
    if leader not in opening and is_first:
        guard = _awaited(position, target, min(opening))
        return _misfit(position, move, "misfit.begins", takes=_codes(opening), guard=guard)
    if foundation.keeps_suit:
        return _misfit(position, move, "misfit.next", takes=_codes(takes(position, target)))
    return _misfit(position, move, "misfit.build", build=foundation.build)


def _sequence(tables: CompiledRules, pile: int) -> Sequence:
    """Return how a column, a cell or the waste is built."""
    columns, stock, reserve = tables.rules.columns, tables.rules.stock, tables.rules.reserve
    if pile in tables.cells and reserve and reserve.sequence:
        return reserve.sequence
    if pile == tables.waste and stock and stock.waste_takes:
        return stock.waste_takes
    assert columns is not None
    return columns.of(tables.names[pile]).sequence


def needs_king(position: Position, move: Move) -> Sentence:
    rules = position.tables.rules
    if move.target in position.tables.cells and rules.reserve:
        return _misfit(position, move, "misfit.cell", ranks=_opening(position, move.target))
    if _is_place(position, move):
        return _no_place(position, move)
    assert rules.columns is not None
    columns = rules.columns.of(move.token.target)
    key = "misfit.column.first" if columns.opens_to_all else "misfit.column"
    return _misfit(position, move, key, ranks=columns.opening)


def needs_pair(position: Position, move: Move) -> Sentence:
    """Explain that a card does not leave alone."""
    pairs = position.tables.rules.pairs
    if pairs and pairs.alone:
        return _misfit(position, move, "misfit.alone", ranks=pairs.alone)
    return _misfit(position, move, "misfit.only_pairs")


def vacancy_reserved(position: Position, move: Move) -> Sentence:
    tables, columns = position.tables, position.tables.rules.columns
    if move.target in tables.pairing:
        if columns and move.target in tables.columns and "pair_moves" in tables.concepts:
            return _misfit(position, move, "vacancy_reserved.givers", givers=columns.takes_from)
        return _misfit(position, move, "vacancy_reserved.pair")
    if _is_place(position, move):
        return _no_place(position, move)
    if move.target == tables.merci:
        return _no_merci(position, move)
    assert columns is not None
    columns = columns.of(move.token.target)
    if move.source in tables.opens_after:
        return _misfit(position, move, "vacancy_reserved.reserve", source=move.token.source)
    if columns.openers is not None and columns.empty_takes:
        return _misfit(position, move, "vacancy_reserved.givers", givers=columns.openers)
    if columns.refill:
        return _misfit(position, move, "vacancy_reserved.filled", supplies=[*dict.fromkeys(columns.refill)])
    return _misfit(position, move, "vacancy_reserved.empty")


def _no_merci(position: Position, move: Move) -> Sentence:
    """Explain why no card can be drawn out of a column, or turned up there."""
    tables = position.tables
    if tables.exchanges:
        return _misfit(position, move, "vacancy_reserved.exchange", source=move.token.source)
    if tables.turning:
        assert tables.rules.columns is not None
        giver = tables.rules.turned_to
        ranks = tables.rules.columns.own(giver)
        between: Evidence = {"source": move.token.source, "target": move.token.target}
        down = position.face_down(move.source)
        return _sentence("vacancy_reserved.turn_up", **between, face_down=down, giver=giver, ranks=ranks)
    beneath = position.piles[move.source][-2]
    if beneath >= FLOOR:
        return _misfit(position, move, "vacancy_reserved.merci_alone")
    return _misfit(position, move, "vacancy_reserved.merci", beneath=CODES[beneath])


def wrong_rank(position: Position, move: Move) -> Sentence:
    tables, target = position.tables, move.target
    if target in tables.pairing:
        return _no_pair(position, move)
    if target in tables.collecting:
        held = [CODES[card] for card in position.collected()]
        key = "misfit.not_beside" if "sets_in_order" in tables.concepts else "misfit.no_set"
        return _misfit(position, move, key, held=held)
    if _is_place(position, move):
        return _no_place(position, move)
    if target in tables.outranked:
        return _misfit(position, move, "misfit.highest")
    if tables.capacity and target in tables.columns and len(position.piles[target]) > tables.capacity:
        return _misfit(position, move, "wrong_rank.full")
    following = takes(position, target)
    if not following:
        return _misfit(position, move, "wrong_rank.nothing")
    guard = _awaited(position, target, min(following))
    return _misfit(position, move, "wrong_rank.next", takes=_codes(following), guard=guard)


def _no_pair(position: Position, move: Move) -> Sentence:
    """Explain that the ranks of two cards are not a pair."""
    tables, under = position.tables, _under(position, move)
    partners = tables.fits[move.target][under]
    if under in tables.fits[tables.foundations[0]][FLOOR]:
        case = "pair_or_alone" if partners else "alone"
    else:
        case = "pair" if partners else "no_pair"
    return _misfit(position, move, f"wrong_rank.{case}", takes=_codes(partners))


def _is_place(position: Position, move: Move) -> bool:
    """Return whether the target is a place in a row."""
    return position.tables.row > 0 and move.target in position.tables.columns


def _no_place(position: Position, move: Move) -> Sentence:
    """Explain that a card does not follow those beside an empty place."""
    return _misfit(position, move, "misfit.place", takes=_codes(takes(position, move.target)))


def king_locked(position: Position, move: Move) -> Sentence:
    tables = position.tables
    guard = tables.guards[move.target]
    foundation = tables.foundation(guard)
    case = "whole" if foundation.whole else "last"
    return _misfit(
        position, move, f"king_locked.{case}", guard=tables.names[guard], rank=foundation.ranks[-1]
    )


def no_foundation_accepts(position: Position, move: Move) -> Sentence:
    case, evidence = _why_no_foundation(position, move)
    offer = {**_offer(position, move), "source": move.token.source}
    return _sentence(f"no_foundation_accepts.{case}", **offer, **evidence)


def _why_no_foundation(position: Position, move: Move) -> tuple[str, Evidence]:
    """Return the circumstance in which no foundation accepts a group, and evidence for it."""
    tables = position.tables
    none_takes = bool(tables.takes_after) and tables.takes_after.issuperset(tables.foundations)
    if not tables.foundations:
        return "none", {}
    if (none_takes or move.source in tables.gives_after) and position.cards_awaited():
        if tables.rounds:
            return "round", {}
        return "stock" if tables.waste < 0 or tables.draws_open else "waste", {}
    if tables.rules.pairs and (move.count > 1 or not _may_go_alone(position, move)):
        return "pair" if move.count == 1 else "pairs", {}
    return _why_no_single(position, move) if move.count == 1 else _why_no_group(position, move)


def _may_go_alone(position: Position, move: Move) -> bool:
    """Return whether a card goes without another to foundations that pairs begin."""
    rules = position.tables.rules
    alone = rules.pairs.alone if rules.pairs and rules.builds_pairs else ""
    return RANKS[rank(_leader(position, move))] in alone


def _why_no_single(position: Position, move: Move) -> tuple[str, Evidence]:
    if needs := list(_needs(position, move)):
        return "needs", {"needs": needs}
    if sets := _sets(position):
        return "sets", sets
    if all(foundation.whole for foundation in position.tables.rules.foundations):
        return "whole", {}
    if _all_are_past(position, move):
        return "past", {"rank": RANKS[rank(_leader(position, move))]}
    return "no_place", {}


def _why_no_group(position: Position, move: Move) -> tuple[str, Evidence]:
    tables = position.tables
    if sets := _sets(position):
        return "sets", sets
    empty = [_led(tables, pile) for pile in tables.foundations if tables.foundation(pile).whole]
    if not empty:
        return "singly", {}
    if move.source not in tables.columns:
        return "source", {}
    run = tables.runs[move.source]
    if run and not is_run(run, position.piles[move.source][-move.count :]):
        return "run", {"run": _run_order(tables, move)}
    return "sequence", {"empty": empty}


def _sets(position: Position) -> Evidence:
    """Return how many cards are a set for a foundation that takes sets, or nothing if none does."""
    sets = [foundation.at_once for foundation in position.tables.rules.foundations if foundation.takes_sets]
    return {"cards": sets[0]} if sets else {}


def _led(tables: CompiledRules, pile: int) -> Evidence:
    """Return a foundation of whole sequences, with what must lead them if that is not every suit."""
    opening = tables.fits[pile][FLOOR]
    return {"pile": tables.names[pile], "led_by": _codes(opening) if len(opening) < len(SUITS) else None}


def _all_are_past(position: Position, move: Move) -> bool:
    """Return whether some foundations take this single card at some time, and all are past its rank."""
    tables, card = position.tables, _leader(position, move)
    past = []
    for pile in tables.foundations:
        foundation = tables.foundation(pile)
        if foundation.whole or pile == move.source:
            continue
        if any(card in tables.fits[pile][top] for layer in tops(foundation) for top in layer):
            past.append(
                not foundation.sequence
                and RANKS[rank(card)] not in foundation.ranks[len(position.cards(pile)) :]
            )
    return bool(past) and all(past)


def _needs(position: Position, move: Move) -> Iterator[Evidence]:
    """Yield what would have to lie where for a single card to go on a foundation."""
    tables = position.tables
    card = _leader(position, move)
    for pile in tables.foundations:
        foundation = tables.foundation(pile)
        if foundation.whole or pile == move.source or pile not in tables.reach[move.source]:
            continue
        if not is_given(position, move.source, pile, card):
            continue
        if (lacking := position.lacking(pile)) and card in takes(position, pile):
            yield {"awaited": [tables.names[other] for other in lacking]}
            continue
        if foundation.counts:
            find = _under_later if foundation.repeats else _under_stepped
            if under := find(position, pile, card):
                yield {"under": _codes(under), "pile": tables.names[pile]}
            continue
        # What can come to lie on top; a foundation that is higher already has a card of this rank.
        layer = frozenset({position.piles[pile][-1]})
        while layer:
            under = [top for top in layer if card in tables.fits[pile][top]]
            if under == [FLOOR]:
                # The foundation is empty and would take the card, but for its lock.
                yield {"guard": tables.names[tables.guards[pile]]}
            elif under:
                guard = _awaited(position, pile, card)
                yield {"under": _codes(under), "pile": tables.names[pile], "guard": guard}
            layer = frozenset[int]().union(*(tables.fits[pile][top] for top in layer))


def _under_stepped(position: Position, pile: int, card: int) -> list[int]:
    """Return what a card can go onto on a foundation without an order of ranks that depends on no other."""
    tables = position.tables
    dependent = tables.same_base or tables.same_direction
    if (
        dependent
        or pile in {*tables.outranked, *tables.matches, *tables.lowest_first}
        or position.is_complete(pile)
    ):
        return []
    to_come = _tops_to_come(tables, pile, position.piles[pile][-1])
    return [top for top in PACK if top in to_come and card in tables.fits[pile][top]]


def _under_later(position: Position, pile: int, card: int) -> list[int]:
    """Return what a card can go onto at a later place of a foundation whose ranks come again."""
    tables = position.tables
    foundation = tables.foundation(pile)
    later = range(len(position.cards(pile)) + 1, foundation.length)
    tops_at = (tops(foundation)[place] for place in later if card in cards_at(foundation, place))
    return [top for top in frozenset[int]().union(*tops_at) if card in tables.fits[pile][top]]


def _tops_to_come(tables: CompiledRules, pile: int, top: int) -> set[int]:
    """Return what can come to lie on top of a pile, one card after the other, its top card included."""
    found, new = {top}, {top}
    while new:
        new = set[int]().union(*(tables.fits[pile][under] for under in new)) - found
        found |= new
    return found


def _awaited(position: Position, foundation: int, card: int) -> str | None:
    """Return what else a card that follows on a foundation has to wait for, if anything."""
    tables = position.tables
    return tables.names[tables.guards[foundation]] if is_locked(position, foundation, card) else None


def _leader(position: Position, move: Move) -> int:
    """Return the lowest card of the group, which must fit the target."""
    return position.piles[move.source][-move.count]


def _offer(position: Position, move: Move) -> Evidence:
    return {"card": CODES[_leader(position, move)], "rest": move.count - 1}


def _top(position: Position, move: Move) -> str:
    return CODES[position.piles[move.target][-1]]


def _under(position: Position, move: Move) -> int:
    """Return what the group would lie on: in a pair of one pile, the card under its top card."""
    return position.piles[move.target][-2 if move.source == move.target else -1]


def _codes(cards: Iterable[int]) -> list[str]:
    return [CODES[card] for card in sorted(cards)]


_HIDDEN: Final = "??"


def _misfit(position: Position, move: Move, key: str, **evidence: Value) -> Sentence:
    """Explain that a group cannot go on the top card of its target, or on the empty target."""
    top = _under(position, move)
    under = None if top == FLOOR else _HIDDEN if top >= FACE_DOWN else CODES[top]
    place = {"under": under, "target": move.token.target}
    return _sentence(key, **_offer(position, move), **place, **evidence)


def _sentence(key: str, **evidence: Value) -> Sentence:
    return Sentence(key, evidence)
