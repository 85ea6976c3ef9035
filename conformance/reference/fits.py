"""Checks 13 to 21 of docs/rules.md: which groups move together, and what fits where."""

from dataclasses import replace
from itertools import pairwise

from .declaration import Foundation, Steps
from .game import Game, cards_of_round
from .seeds import RANKS


def is_red(card: str) -> bool:
    return card[1] in "DH"


def suits_fit(build: str, lower: str, upper: str) -> bool:
    """Whether the suit of the upper card fits the lower one."""
    if build == "any_suit":
        return True
    if build == "by_suit":
        return upper[1] == lower[1]
    if build == "other_suit":
        return upper[1] != lower[1]
    same_colour = is_red(upper) == is_red(lower)
    return same_colour if build == "by_color" else not same_colour


def suit_reason(build: str) -> str:
    return "wrong_color" if build in ("by_color", "alternating") else "wrong_suit"


STEPS = {
    "down": (-1,),
    "up": (1,),
    "either": (-1, 1),
    "one_way": (-1, 1),
    "same": (0,),
    "lower": tuple(range(-12, 0)),
}


def ranks_fit(game: Game, lower: str, upper: str) -> bool:
    """Whether columns build from the lower card to the upper one, whatever their suits but those apart."""
    columns = game.rules.columns
    if {lower[1], upper[1]} & set(columns.ends):
        return False
    return lower[0] not in columns.ends and rank_follows(
        columns.direction, columns.wrap, lower, upper, columns.step
    )


def rank_follows(direction: str, wrap: bool, lower: str, upper: str, size: int = 1) -> bool:
    if direction in ("any", "outranked"):
        return True
    if direction == "by_twos":
        return (RANKS.index(upper[0]) - RANKS.index(lower[0])) % 13 == 2
    if direction == "double":
        return (RANKS.index(upper[0]) + 1) % 13 == 2 * (RANKS.index(lower[0]) + 1) % 13
    step = RANKS.index(upper[0]) - RANKS.index(lower[0])
    steps = [sign * size for sign in STEPS[direction]]
    return step in steps or (wrap and (step % 13 == steps[0] % 13 or step % 13 == steps[-1] % 13))


def why_not_next(steps: Steps, lower: str, upper: str) -> str | None:
    """Checks 17 and 20 where only the card below counts."""
    if not suits_fit(steps.build, lower, upper):
        return suit_reason(steps.build)  # 17
    follows = lower[0] not in steps.ends and rank_follows(
        steps.direction, steps.wrap, lower, upper, steps.step
    )
    return None if follows else "wrong_rank"  # 20


def is_run(game: Game, build: str, cards: list[str]) -> bool:
    return all(
        suits_fit(build, lower, upper) and ranks_fit(game, lower, upper) for lower, upper in pairwise(cards)
    )


def leaves_in_pairs(game: Game, name: str) -> bool:
    """Whether the top card of a pile leaves together with a card that is moved onto it."""
    return game.rules.pairs is not None and name[0] in game.rules.pairs.piles


def pairs_beneath(game: Game, name: str) -> bool:
    """Whether the top card of a pile makes a pair with the card under it."""
    return game.rules.pairs is not None and name[0] in game.rules.pairs.beneath


def covers_alone(game: Game, name: str, below: str) -> bool:
    """Whether a pile is the only one with cards that lies on another, whose top card lies face up."""
    part = {"T": game.rules.columns, "R": game.rules.reserve}.get(below[0])
    covers = part.covered_by[int(below[1:]) - 1] if part and part.covered_by else ()
    face_up = game.face_down[below] < len(game.piles[below]) if game.piles[below] else False
    return face_up and [cover for cover in covers if game.piles[cover]] == [name]


def stock_lies_open(game: Game) -> bool:
    """Whether the top card of the stock lies face up and can be moved."""
    stock = game.rules.stock
    return leaves_in_pairs(game, "S") or (stock is not None and (stock.open or shows_last(game)))


def shows_last(game: Game) -> bool:
    """Whether the last card of the stock stays there, face up."""
    return game.rules.stock is not None and any("S" in deal for deal in game.rules.stock.deals)


def can_pair(game: Game, source: str, target: str) -> bool:
    """Whether cards of one pile can leave with that of another, whatever they are."""
    from_waste = source == "W" and target[0] == "T" and "W" in (game.rules.columns.takes_from or ())
    if source == "S" or not (from_waste or leaves_in_pairs(game, source)):
        return False
    return source[0] != "T" or target[0] != "T" or are_near(game, int(source[1:]), int(target[1:]))


def are_near(game: Game, one: int, other: int) -> bool:
    """Whether two columns are near each other in the grid."""
    pairs = game.rules.pairs
    assert pairs
    if pairs.near is None or one == other:
        return True
    assert pairs.width
    grid = [divmod(number - 1, pairs.width) for number in (one, other)]
    across, along = (abs(first - second) for first, second in zip(*grid, strict=True))
    return across * along == 0 if pairs.near == "line" else across < 2 and along < 2


def why_no_pair(game: Game, top: str | None, card: str) -> str | None:
    """Checks 17 to 20 for two cards that are to leave together."""
    pairs = game.rules.pairs
    assert pairs
    if top is None:
        return "vacancy_reserved"  # 19
    build, _, limit = pairs.build.partition(":")
    pairs = replace(pairs, build=build if card[0] in (limit or card) else "any_suit")
    if not suits_fit(pairs.build, top, card):
        return suit_reason(pairs.build)  # 17
    is_pair = any(sorted(ranks) == sorted(top[0] + card[0]) for ranks in pairs.sets)
    return None if is_pair else "wrong_rank"  # 20


def collected_sets(game: Game) -> list[str]:
    """The sets of more than two cards, which are collected on the cells."""
    return [ranks for ranks in game.rules.pairs.sets if len(ranks) > 2] if game.rules.pairs else []


def why_not_in_set(game: Game, card: str) -> str | None:
    """Checks 17 to 20 for a card that is to join those on the cells."""
    assert game.rules.pairs
    held = [each for name in game.names("R") for each in game.piles[name]]
    if not all(suits_fit(game.rules.pairs.build, each, card) for each in held):
        return suit_reason(game.rules.pairs.build)  # 17
    sets = collected_sets(game)
    if card[0] not in "".join(sets):
        return "needs_king"  # 19
    fits = any(joins_set(ranks, [each[0] for each in held], card[0]) for ranks in sets)
    return None if fits else "wrong_rank"  # 20


def joins_set(ranks: str, held: list[str], rank: str) -> bool:
    """Whether a rank belongs to a set with those on the cells and, in order, comes next to one of them."""
    together = [*held, rank]
    if any(together.count(each) > ranks.count(each) for each in together):
        return False
    next_to_one = any(f"{rank}-{each}" in ranks or f"{each}-{rank}" in ranks for each in held)
    return next_to_one or not held or "-" not in ranks


def why_not_alone(game: Game, target: str, card: str) -> str | None:
    """Checks 15 to 20 for a card that is to leave without another."""
    assert game.rules.pairs
    reason, alone = why_not_on_foundation(game, target, [card]), card[0] in game.rules.pairs.sets
    return reason if alone or reason not in (None, "wrong_rank") else "needs_pair"  # 18


def waits_for_stock(game: Game, source: str, target: str) -> bool:
    """Whether the source or the target waits for the stock, and mostly for the waste, to be empty."""
    stock = game.rules.stock
    if stock is None or not (game.piles.get("S") or (stock.after_waste and game.piles.get("W"))):
        return False
    size = cards_of_round(game.rules)
    if size and (game.phase == 0 or game.phase == size > 1):
        return False
    gives = {source, source[0]}.isdisjoint(stock.gives_after)
    return not (gives and {target, target[0]}.isdisjoint(stock.takes_after))


def waits_for_piles(game: Game, target: str) -> bool:
    """Whether one of the foundations for which the target waits has no card."""
    takes_after = game.rules.stock.takes_after if game.rules.stock else ()
    waits = [name.split(":")[1] for name in takes_after if name.startswith(f"{target}:")]
    return not all(game.piles[awaited] for names in waits for awaited in names.split())


def why_not_there(game: Game, source: str, target: str, count: int) -> str | None:
    """Return the first of checks 13 to 21 that fails for a group that lies face up on its pile."""
    if waits_for_stock(game, source, target):
        return "stock_not_empty"  # 12c
    if waits_for_piles(game, target):
        return "target_locked"  # 12d
    if target[0] == "R" and game.rules.reserve.takes == "merci":
        return why_no_merci(game, source) if count == 1 else "one_card_only"  # 13
    if target[0] == "R" and game.rules.reserve.takes == "exchange":
        fails = "vacancy_reserved" if count == 1 else None  # 19
        return "cell_occupied" if game.merci_used == game.rules.reserve.capacity else fails  # 15
    if target[0] == "R" and game.rules.reserve.takes == "turn_up":
        return why_not_turned_up(game, source) if count == 1 else "one_card_only"  # 13
    return why_not_onto(game, source, target, count)


def why_not_onto(game: Game, source: str, target: str, count: int) -> str | None:
    group = game.piles[source][-count:]
    if count > 1 and is_single(game, source, target):
        return "one_card_only"  # 13
    if not is_one_unit(game, source, target, group):
        return "broken_sequence"  # 14
    if leaves_in_pairs(game, target):
        return why_not_in_pairs(game, source, target, group)
    if game.rules.pairs and target[0] == "F":
        return why_not_alone(game, target, group[0])
    if target[0] == "F":
        return why_not_on_foundation(game, target, group) or why_not_from(game, source, target, group[0])
    if target == "W":
        assert game.rules.stock
        assert game.rules.stock.waste_takes
        onto = game.piles["W"]
        return why_not_next(game.rules.stock.waste_takes, onto[-1], group[0]) if onto else None
    if target[0] == "R":
        return why_not_on_cell(game, target, group[0])
    if game.rules.columns.row:
        return why_not_in_place(game, target, group[0])
    if game.piles[target] and (lies_closed(game, target) or game.rules.columns.own_ranks):
        return why_not_on_closed(game, source, target, group)
    return why_not_on_column(game, source, target, group)


def why_not_from(game: Game, source: str, target: str, card: str) -> str | None:
    """Check 21a: a foundation takes only some ranks from a pile."""
    ranks = {
        giver: limit
        for giver, _, limit in (each.partition(":") for each in game.foundation(target).takes_from or ())
    }
    named = ranks.get(source, ranks.get(source[0], ""))
    return "target_locked" if named and card[0] not in named else None


def why_not_in_pairs(game: Game, source: str, target: str, group: list[str]) -> str | None:
    """Checks 17 to 20 for a pile whose top card leaves in a pair, or for an empty column there."""
    if game.piles[target] or target[0] != "T" or not game.rules.columns.takes_from:
        onto = game.piles[target][:-1] if source == target else game.piles[target]
        if onto and target[0] == "T" and not can_pair(game, source, target):
            return "target_locked"  # 16a
        return why_no_pair(game, onto[-1] if onto else None, group[0])
    if {source, source[0]}.isdisjoint(game.rules.columns.takes_from or ()):
        return "vacancy_reserved"
    return why_not_on_column(game, source, target, group)


def why_not_on_closed(game: Game, source: str, target: str, group: list[str]) -> str | None:
    """Checks 20 and 20a for a column that takes cards whatever lies on it."""
    if game.rules.columns.own_ranks and not has_own_rank(game, target, group[0]):
        return "wrong_rank"  # 20
    return why_no_room(game, source, target, group)


def lies_closed(game: Game, name: str) -> bool:
    """Whether the top card of a column lies face down until the player turns it up."""
    closed = name[0] == "T" and game.rules.columns.closed
    return closed and 0 < len(game.piles[name]) == game.face_down[name]


def why_no_merci(game: Game, source: str) -> str | None:
    """Checks 15 and 19 for the pile of a merci."""
    if game.merci_used == game.rules.reserve.capacity:
        return "cell_occupied"  # 15
    return "vacancy_reserved" if merci_target(game, source) is None else None  # 19


def merci_target(game: Game, source: str) -> str | None:
    """The first pile that takes the card under the top card of a column, foundations first."""
    if len(game.piles[source]) < 2 + game.face_down.get(source, 0):
        return None
    without_top = game.copy()
    without_top.piles[source].pop()
    for name in game.names("F") + game.names("T"):
        free = name != source and takes_from(game, name, source)
        if free and why_not_there(without_top, source, name, 1) is None:
            return name
    return None


def why_not_turned_up(game: Game, source: str) -> str | None:
    """Checks 15 and 19 for the pile of a merci that turns up a face-down card."""
    (giver,) = game.rules.columns.takes_from or ()
    if game.merci_used == game.rules.reserve.capacity:
        return "cell_occupied"  # 15
    waits = not has_own_rank(game, giver, (game.piles[giver] or ["?"])[-1]) or lies_closed(game, giver)
    return "vacancy_reserved" if waits or not game.face_down[source] else None  # 19


def has_own_rank(game: Game, name: str, card: str) -> bool:
    """Whether a card is of a rank of a column's own."""
    ranks = game.rules.columns.own_ranks
    return name[0] == "T" and bool(ranks) and card[0] in ranks[int(name[1:]) - 1]


def why_not_on_cell(game: Game, target: str, card: str) -> str | None:
    """Checks 15 to 20 for a cell."""
    reserve, pile = game.rules.reserve, game.piles[target]
    if reserve.takes == "run" and game.piles["S"]:
        return "cell_occupied"  # 15
    if collected_sets(game):
        return "cell_occupied" if pile else why_not_in_set(game, card)  # 15, 17, 19, 20
    if not reserve.sequence:
        if len(pile) >= reserve.capacity:
            return "cell_occupied"  # 15
        return why_not_first(reserve.begins[int(target[1:]) - 1] if reserve.begins else reserve.ranks, card)
    begins = reserve.begins[int(target[1:]) - 1]
    if len(pile) >= reserve.capacity or (pile and pile[0][0] not in begins):
        return "cell_occupied"  # 15
    if pile:
        return why_not_next(reserve.sequence, pile[-1], card)  # 17, 20
    return why_not_first(begins, card)


def why_not_first(letters: str, card: str) -> str | None:
    """Checks 17 and 19 for a card that begins a cell; `letters` are ranks, suits, or both."""
    suits, ranks = set(letters) & set("CSHD"), set(letters) - set("CSHD")
    if suits and card[1] not in suits:
        return "wrong_suit"  # 17
    return "needs_king" if ranks and card[0] not in ranks else None  # 19


def takes_from(game: Game, target: str, source: str) -> bool:
    """Whether the target takes cards from the source (`takes_from`)."""
    rules = game.rules
    if leaves_in_pairs(game, target):
        opens = () if target[0] != "T" or not rules.columns.empty_takes else rules.columns.takes_from or ()
        return can_pair(game, source, target) or source in opens or source[0] in opens
    if target == "W":
        return True
    part = {"T": rules.columns.of(target), "R": rules.reserve}.get(target[0]) or game.foundation(target)
    givers = part.takes_from
    if target[0] == "F" and givers:
        givers = tuple(giver.split(":")[0] for giver in givers)
    if target[0] == "T" and rules.columns.merges:
        return source[0] == "T" and int(source[1:]) - int(target[1:]) in rules.columns.merges
    if target[0] == "T" and givers is not None:
        givers += sum(rules.columns.opened_by or (), ())
    return givers is None or source in givers or source[0] in givers


def in_kind(game: Game, name: str) -> Game:
    """The game as if all columns were of the kind of one."""
    kind = game.rules.columns.of(name)
    return game if kind is game.rules.columns else replace(game, rules=replace(game.rules, columns=kind))


def is_single(game: Game, source: str, target: str) -> bool:
    """Check 13: whether cards go one at a time here."""
    columns = game.rules.columns.of(source)
    if game.rules.reserve.takes == "run" and source[0] in "TR" and target[0] in "TR":
        return columns.lift == "one"
    if source[0] != "T" or target[0] in "RWS":
        return target[0] != "R" or game.rules.reserve.takes != "exchange"
    if target[0] == "F":
        return not game.foundation(target).whole or (columns.lift == "one" and not columns.supermove)
    if columns.direction != game.rules.columns.of(target).direction:
        return True
    return columns.lift == "one" and not columns.supermove


def is_one_unit(game: Game, source: str, target: str, group: list[str]) -> bool:
    """Check 14: whether these cards move together."""
    columns = (game := in_kind(game, source)).rules.columns
    if columns.lift == "whole" and source[0] == target[0] == "T" and len(group) < len(game.piles[source]):
        return False
    if len(group) == 1:
        return True
    if target[0] == "T":
        if columns.whole_only and len(group) < len(game.piles[source]):
            return False
        if columns.supermove:
            return is_run(game, columns.build, group)
    if columns.supermove and columns.lift == "one":
        return is_run(game, columns.build, group)
    if all(lies_level(game, lower, upper) for lower, upper in pairwise(group)):
        return True
    if columns.lift == "whole":
        return is_run(game, columns.build, group)
    steps = {(RANKS.index(upper[0]) - RANKS.index(lower[0])) % 13 for lower, upper in pairwise(group)}
    if columns.direction == "either" and columns.lift != "any" and len(steps) > 1:
        return False
    return columns.lift == "any" or is_run(game, columns.lift, group)


def lies_level(game: Game, lower: str, upper: str) -> bool:
    """Whether columns take a card onto one of the same rank."""
    level = game.rules.columns.level
    return level is not None and lower[0] == upper[0] and suits_fit(level, lower, upper)


def why_not_on_column(game: Game, source: str, target: str, group: list[str]) -> str | None:
    game = in_kind(game, target)
    columns, pile = game.rules.columns, game.piles[target]
    if {card[1] for card in [group[0], *pile[-1:]]} & set(columns.ends):
        return "wrong_suit"  # 17, of or on a suit that stays apart
    if is_open_to_all(game, columns.empty_takes):
        columns = replace(columns, empty_takes=RANKS)
    if not pile:
        if not columns.empty_takes or not opens_empty(game, source):
            return "vacancy_reserved"  # 19
        if game.rank(group[0]) not in columns.empty_takes:
            return "needs_king"  # 19
    else:
        givers = columns.takes_from
        if columns.opened_by is not None and givers is not None and {source, source[0]}.isdisjoint(givers):
            return "target_locked"  # 16a
        if lies_level(game, pile[-1], group[0]):
            return None
        if not suits_fit(columns.build, pile[-1], group[0]):
            return suit_reason(columns.build)  # 17
        if not ranks_fit(game, pile[-1], group[0]) or turns_back(game, target, group[0]):
            return "wrong_rank"  # 20
    return why_no_room(game, source, target, group)


def is_open_to_all(game: Game, opening: str) -> bool:
    """Whether every card of the ranks before a `*` is the lowest of a column."""
    laid = [name for name in game.names("T") if game.piles[name] and game.piles[name][0][0] in opening]
    number = game.rules.packs * len(game.rules.suits) * (len(opening) - 1)
    return "*" in opening and len(laid) == number


def turns_back(game: Game, target: str, card: str) -> bool:
    """Whether a card goes against the way of the two top cards of a column that keeps its way."""
    columns, pile = game.rules.columns, game.piles[target]
    if columns.direction != "one_way" or len(pile) - game.face_down[target] < 2:
        return False
    lower, upper = pile[-2:]
    if not suits_fit(columns.build, lower, upper) or not ranks_fit(game, lower, upper):
        return False
    first, second, third = (RANKS.index(each[0]) for each in (lower, upper, card))
    return (second - first) % 13 != (third - second) % 13


def why_no_room(game: Game, source: str, target: str, group: list[str]) -> str | None:
    """Check 20a."""
    columns, pile = game.rules.columns, game.piles[target]
    if columns.capacity is not None and len(pile) + len(group) > columns.capacity:
        return "too_many_cards"  # 20a
    if source[0] == "T" and columns.supermove and parts(game, group) > room(game, target):
        return "too_many_cards"  # 20a
    return None


def opens_empty(game: Game, source: str) -> bool:
    """Whether an empty column takes cards from this pile now (`opened_by`)."""
    columns = game.rules.columns
    if columns.opened_by is None:
        return True
    for givers in columns.opened_by:
        if source in givers or source[0] in givers:
            return True
        if any(game.piles[name] for name in game.names("R") if name in givers or name[0] in givers):
            return False
    return False


def why_not_in_place(game: Game, target: str, card: str) -> str | None:
    """Checks 15 to 20 for a place of a row."""
    columns = game.rules.columns
    if game.piles[target]:
        return "cell_occupied"  # 15
    assert columns.row
    names, number = game.names("T"), int(target[1:]) - 1
    if number % columns.row == 0 and not columns.wrap:
        return None if card[0] == columns.empty_takes else "needs_king"  # 19
    # By the card on the left, which the card follows, and the one on the right, which follows the card.
    following = names[number + 1 :] or names[: columns.wrap]
    left, right = game.piles[names[number - 1]], game.piles[following[0]] if following else []
    going = "down" if columns.direction == "down" else "up"
    reasons = [why_not_next(Steps(columns.build, going), left[0], card)] if left else []
    if columns.direction == "either" and right:
        reasons.append(why_not_next(Steps(columns.build, "up"), card, right[0]))
    begins = columns.wrap and left and (left[0][0], card[0]) == (row_ranks(game)[-1], columns.empty_takes)
    if begins or None in reasons:
        return None
    return reasons[0] if reasons else "vacancy_reserved"  # 17, 20, 19


def row_ranks(game: Game) -> str:
    """The ranks of cards in rows, in their order: from the one that begins rows on."""
    columns, away = game.rules.columns, "".join(foundation.ranks for foundation in game.rules.foundations)
    _, *ranks = (RANKS[::-1] if columns.direction == "down" else RANKS).partition(columns.empty_takes)
    return "".join(rank for rank in "".join(ranks) if rank in game.rules.ranks and rank not in away)


def in_place(game: Game) -> list[str]:
    """The places whose cards are in place, row by row, or columns with face-up cards of their own ranks."""
    columns, places = game.rules.columns, game.names("T")
    if columns.own_ranks:
        shown = [name for name in places if not game.face_down[name]]
        return [name for name in shown if all(has_own_rank(game, name, card) for card in game.piles[name])]
    ranks, found = row_ranks(game), []
    assert columns.row
    for start in range(0, len(places), 1 if columns.wrap else columns.row):
        row = (places[start:] + places)[: 13 if columns.wrap else columns.row]
        suit = "".join(game.piles[row[0]])[1:]
        same = [game.piles[name] == [rank + suit] for name, rank in zip(row, ranks, strict=False)]
        found += row[: [*same, False].index(False)]
    return found


def parts(game: Game, group: list[str]) -> int:
    """Into how few pieces that may be lifted a group can be cut."""
    lift = game.rules.columns.lift
    if lift == "one":
        return len(group)
    return 1 + sum(not is_run(game, lift, list(pair)) for pair in pairwise(group))


def room(game: Game, target: str) -> int:
    """How many pieces can go to the target one by one, by way of empty cells and columns."""
    takes = game.rules.reserve.takes in ("one", "run")
    cells = [name for name in game.names("R") if takes and not game.piles[name]]
    columns = [name for name in game.names("T") if name != target and not game.piles[name]]
    any_card = set(game.rules.columns.empty_takes) == set(RANKS)
    return (1 + len(cells)) * 2 ** (len(columns) if any_card else 0)


def why_not_on_foundation(game: Game, target: str, group: list[str]) -> str | None:
    pile, foundation = game.piles[target], game.foundation(target)
    card = group[0]
    if len(pile) == foundation.length:
        return "foundation_full"  # 15
    if foundation.direction:
        incomplete = foundation.whole and not is_whole_sequence(foundation, group)
        reason = "incomplete_sequence" if incomplete else why_not_step(game, target, card)  # 16
        return reason or why_not_with_others(game, target, card)
    if foundation.whole:
        fits = all(suits_fit(foundation.build, lower, upper) for lower, upper in pairwise(group))
        if "".join(map(game.rank, group)) != foundation.ranks or not fits:
            return "incomplete_sequence"  # 16
    misfit = why_not_of_kind(game, target, card)
    if misfit:
        return misfit  # 17
    if not pile and game.rank(card) != foundation.ranks[0]:
        return "needs_base"  # 18
    if game.rank(card) != foundation.ranks[len(pile)]:
        return "wrong_rank"  # 20
    if is_locked(game, target):
        return "king_locked"  # 21
    return None


def is_whole_sequence(foundation: Foundation, group: list[str]) -> bool:
    follows = all(why_not_next(foundation.steps, lower, upper) is None for lower, upper in pairwise(group))
    return len(group) == foundation.at_once and follows


def why_not_step(game: Game, target: str, card: str) -> str | None:
    """Checks 17 to 20 on a foundation without an order of ranks."""
    pile, foundation = game.piles[target], game.foundation(target)
    in_sets = foundation.whole and foundation.direction == "same"
    if pile and not in_sets:
        return why_not_next(foundation.steps, pile[-1], card)
    if card[1] not in foundation.suits:
        return wrong_suits(foundation.suits)  # 17
    return None if game.rank(card) in foundation.ranks else "needs_base"  # 18


def why_not_with_others(game: Game, target: str, card: str) -> str | None:
    """Checks 18 and 20 on a foundation that depends on other piles."""
    pile, foundation = game.piles[target], game.foundation(target)
    if foundation.outranked:
        tops = [game.piles[name][-1] for name in game.names("T") if game.piles[name]]
        higher = [top for top in tops if top[1] == card[1] and HIGH.index(top[0]) > HIGH.index(card[0])]
        return None if higher else "wrong_rank"
    if foundation.matches[:1] == "T":
        return None if pile or begins_lowest(game, target, card) else "needs_base"
    if foundation.matches:
        other = game.piles[foundation.matches]
        if not pile:
            return None if other and other[0][0] == card[0] else "needs_base"
        return None if card[0] in [each[0] for each in other] else "wrong_rank"
    if game.rules.same_base and not pile:
        begun = [game.piles[name][0][0] for name in game.names("F") if game.piles[name]]
        return None if card[0] in begun or not begun else "needs_base"
    if game.rules.same_direction and pile:
        others = [game.piles[name][:2] for name in game.names("F") if len(game.piles[name]) > 1]
        upward = [rank_follows("up", True, lower, upper) for lower, upper in others]
        same = not upward or rank_follows("up" if upward[0] else "down", True, pile[-1], card)
        return None if same else "wrong_rank"
    return None


def begins_lowest(game: Game, target: str, card: str) -> bool:
    """Whether a card is the lowest of its suit on columns, no foundation takes it, and its suit is right."""
    matched = game.foundation(target).matches.removeprefix("T").strip()
    tops = [game.piles[name][-1] for name in game.names("T") if game.piles[name]]
    if any(top[1] == card[1] and RANKS.index(top[0]) < RANKS.index(card[0]) for top in tops):
        return False
    begun = {name: game.piles[name] for name in game.names("F") if game.piles[name]}
    for name, pile in begun.items():
        follows = why_not_next(game.foundation(name).steps, pile[-1], card) is None
        if follows or (not matched and game.foundation(name).matches == "T" and pile[0][1] == card[1]):
            return False
    return not matched or (matched in begun and begun[matched][0][1] == card[1])


HIGH = "23456789TJQKA"


def why_not_of_kind(game: Game, target: str, card: str) -> str | None:
    """Check 17 on a foundation."""
    pile, foundation = game.piles[target], game.foundation(target)
    build = foundation.build
    is_first = game.rank(card) == foundation.ranks[0] and not (pile and foundation.repeats)
    others = {*"CSHD"} & {*foundation.dealt_as} - {*foundation.suits}
    if build == "by_suit" and others:
        return None if card[1] in foundation.suits else wrong_suits(foundation.suits)
    if card[1] not in foundation.suits and (is_first or (not pile and build != "alternating")):
        return wrong_suits(foundation.suits)
    if pile and not suits_fit(build, pile[-1], card):
        return suit_reason(build)
    return None


def wrong_suits(suits: str) -> str:
    return "wrong_color" if set(suits) in ({"C", "S"}, {"D", "H"}) else "wrong_suit"


def is_covered(game: Game, name: str) -> bool:
    """Whether a pile that lies on this one has a card, or each of those that do, if only all cover it."""
    part = {"T": game.rules.columns, "R": game.rules.reserve}.get(name[0])
    covers = part.covered_by[int(name[1:]) - 1] if part and part.covered_by else ()
    if name[0] == "R" and game.rules.reserve.covered_while == "all":
        return bool(covers) and all(game.piles[cover] for cover in covers)
    return any(game.piles[cover] for cover in covers)


def is_locked(game: Game, target: str) -> bool:
    """Whether the next card is the last, and waits for another foundation to be complete."""
    foundation = game.foundation(target)
    if not foundation.last_after or len(game.piles[target]) + 1 < len(foundation.ranks):
        return False
    return not is_complete(game, foundation.last_after)


def is_complete(game: Game, name: str) -> bool:
    return len(game.piles[name]) == game.foundation(name).length
