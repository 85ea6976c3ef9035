"""Why a move is illegal, which moves are legal, and what a legal one does (docs/rules.md)."""

from collections.abc import Iterator

from .fits import (
    collected_sets,
    covers_alone,
    has_own_rank,
    in_place,
    is_complete,
    is_covered,
    is_run,
    is_single,
    leaves_in_pairs,
    lies_closed,
    merci_target,
    pairs_beneath,
    shows_last,
    stock_lies_open,
    takes_from,
    why_not_on_foundation,
    why_not_there,
)
from .game import Game, cards_of_round, open_places
from .hands import points
from .seeds import generator
from .tokens import ACTIONS, CardMove, parse, write


def is_won(game: Game) -> bool:  # noqa: C901 - a way to win after the other
    rules = game.rules
    if rules.win == "all_cards":
        return all(not cards for name, cards in game.piles.items() if name[0] != "F")
    if rules.win == "empty_columns":
        return not any(game.piles[name] for name in game.names("T"))
    if rules.win == "empty_stock":
        return not game.piles["S"]
    if rules.win == "one_each":
        one_each = all(len(game.piles[name]) == 1 for name in game.names("T"))
        return one_each and all(is_complete(game, name) for name in game.names("F"))
    if rules.win == "sequences":
        return are_sequences(game)
    if rules.win == "suit_sequences":
        in_suit = all(len({card[1] for card in game.piles[name]}) < 2 for name in game.names("T"))
        return in_suit and are_sequences(game) and all(is_complete(game, name) for name in game.names("F"))
    if rules.win == "one_column":
        cards = sum(map(len, game.piles.values()))
        return any(len(game.piles[name]) == cards for name in game.names("T"))
    if rules.win == "face_up":
        return not any(game.face_down[name] for name in game.names("T"))
    if rules.win == "colours_apart":
        names = game.names("T")
        reds = "".join("".join(game.piles[name]) for name in names[: len(names) // 2])
        blacks = "".join("".join(game.piles[name]) for name in names[len(names) // 2 :])
        return set(reds[1::2]) <= {"D", "H"} and set(blacks[1::2]) <= {"C", "S"}
    if rules.win in ("poker", "cribbage"):
        return all(game.piles[name] for name in game.names("T")) and points(game) >= rules.points
    if rules.win == "in_place":
        return all(name in in_place(game) for name in game.names("T") if game.piles[name])
    return all(is_played(game, name) for name in rules.won_when or game.names("F"))


def are_sequences(game: Game) -> bool:
    """Whether stock and waste are empty, and each column that has cards, at least one, is complete."""
    columns = [name for name in game.names("T") if game.piles[name]]
    left = game.piles.get("S", []) + game.piles.get("W", [])
    return bool(columns) and not left and all(is_complete_run(game, name) for name in columns)


def is_played(game: Game, name: str) -> bool:
    """Whether a foundation is complete, or another pile, or each of its kind, is empty."""
    if name[0] == "F":
        return is_complete(game, name)
    return not any(cards for pile, cards in game.piles.items() if name in (pile, pile[0]))


def is_complete_run(game: Game, name: str) -> bool:
    """Whether a column has as many cards as once complete, all face up, and they run as columns build."""
    columns, cards = game.rules.columns, game.piles[name]
    if game.face_down[name]:
        return False
    return len(cards) == (columns.capacity or 13) and is_run(game, columns.build, cards)


def keeps_cards(game: Game, name: str) -> bool:
    """Whether a pile is a complete column that gives no card."""
    stays = name[0] == "T" and game.rules.columns.complete_stays
    return stays and is_complete_run(game, name)


def actions(game: Game) -> tuple[str, ...]:
    return game.rules.stock.actions if game.rules.stock else ()


def why_not(game: Game, token: str) -> str | None:
    """Return the reason why a token is illegal, or None. The numbers are those of the table of checks."""
    if is_won(game):
        return "game_over"  # 1
    if token in ACTIONS:
        return why_no_action(game, token)
    return why_not_move(game, parse(token))


def why_no_action(game: Game, action: str) -> str | None:
    """Checks 2 to 5."""
    stock = game.rules.stock
    if stock is None or action not in stock.actions:
        return "unknown_action"  # 2
    if action != "redeal":
        return why_not_from_stock(game, action)
    if lays_under(game):
        return why_not_under(game)
    if not stock.gathers:
        if game.piles["S"]:
            return "stock_not_empty"  # 4
        if not any(game.piles[name] for name in taken_up(game)):
            return "waste_empty"  # 4
    if stock.redeals is not None and game.redeals >= stock.redeals:
        return "no_redeals_left"  # 4
    if stock.shuffles and game.seed is None and game.redeals - game.before >= len(game.orders or ()):
        return "no_redeals_left"  # 4
    return "base_not_set" if awaits_base(game) else None  # 4a


def why_not_under(game: Game) -> str | None:
    """Check 4 for a redeal that lays the columns under the stock."""
    stock = game.rules.stock
    assert stock
    if game.piles["S"] and not game.piles["W"]:
        return "stock_not_empty"
    return "no_redeals_left" if stock.redeals is not None and game.redeals >= stock.redeals else None


def taken_up(game: Game) -> list[str]:
    """The piles whose cards a redeal turns into the stock."""
    stock = game.rules.stock
    assert stock
    if not stock.restocks:
        return ["W"]
    names = game.names("R" if stock.deal_to == "reserve" else "T")
    return names[::-1] if stock.gather_as == "under" else names


def why_not_from_stock(game: Game, action: str) -> str | None:  # noqa: C901 - a check after the other
    stock = game.rules.stock
    assert stock
    if stock.deal_to == "gaps":
        return why_not_into_gaps(game)
    if not game.piles["S"]:
        return "stock_empty"  # 3
    if shows_last(game) and len(game.piles["S"]) == 1:
        return "stock_empty"  # 3, the last card
    if awaits_base(game):
        return "base_not_set"  # 4a
    if stock.hold == "card_move" and has_card_move(game):
        return "moves_available"  # 5
    if stock.hold == "forward_move" and any(is_forward(game, move) for move in card_moves(game)):
        return "moves_available"  # 5
    if stock.hold == "waste" and game.piles["W"]:
        return "waste_not_empty"  # 5
    if stock.hold == "empty_column" and any(not game.piles[name] for name in game.names("T")):
        return "empty_column"  # 5
    if stock.hold == "spare_card":
        sizes = [len(game.piles[name]) for name in game.names("T")]
        if min(sizes) == 0 and max(sizes) >= 2:
            return "empty_column"  # 5
    return None


def why_not_into_gaps(game: Game) -> str | None:
    """Whether a deal that fills the empty columns would change nothing, and why."""
    after = game.copy()
    fill_gaps(after)
    if after.piles != game.piles:
        return None
    return "no_gap" if game.piles["S"] else "stock_empty"


def is_forward(game: Game, move: CardMove) -> bool:
    """Whether it puts a card onto a foundation that is built singly, turns one up, or cannot be undone."""
    if move.target[0] == "F":
        return not game.foundation(move.target).whole
    after = game.copy()
    play(after, write(move))
    turns_a_card_up = after.face_down != game.face_down
    back = CardMove(move.target, move.source, move.count)
    return turns_a_card_up or why_not(after, write(back)) is not None


def why_not_move(game: Game, move: CardMove) -> str | None:
    """Checks 6 to 22."""
    if move.source == move.target and turns_up(game, move):
        return None
    reason = why_no_such_move(game, move)
    if reason:
        return reason
    if move.target == "F":
        return None if accepting_foundation(game, move.source, move.count) else "no_foundation_accepts"  # 22
    return why_not_there(game, move.source, move.target, move.count)


def turns_up(game: Game, move: CardMove) -> bool:
    """Whether a move from a pile to itself turns the top card of a column up."""
    closed = move.source in game.piles and lies_closed(game, move.source)
    return closed and move.count == 1 and takes_from(game, move.source, move.source)


def why_no_such_move(game: Game, move: CardMove) -> str | None:  # noqa: C901 - a check after the other
    """Checks 6 to 12. A bare `F` passes those that concern the target."""
    source, target = move.source, move.target
    if source not in game.piles or (target != "F" and target not in game.piles):
        return "unknown_pile"  # 6
    if (
        (source == "S" and not stock_lies_open(game))
        or (source == "W" and takes_cards(game))
        or (source[0] == "F" and game.rules.foundations_final)
    ):
        return "source_locked"  # 7
    if not leaves_in_pairs(game, target) and (
        target == "S"
        or (target == "W" and not takes_cards(game))
        or (target[0] == "R" and game.rules.reserve.takes == "none")
    ):
        return "target_locked"  # 8
    if target != "F" and not takes_from(game, target, source):
        return "target_locked"  # 8
    if source == target and (move.count > 1 or not pairs_beneath(game, source)):
        return "same_pile"  # 9
    pile, count = game.piles[source], 2 if source == target else move.count
    if not pile:
        return "source_empty"  # 10
    stays = 1 if source[0] == "F" and game.foundation(source).base_stays and len(pile) == 1 else 0
    if count > len(pile) - stays:
        return "not_enough_cards"  # 11
    if count > len(pile) - game.face_down.get(source, 0) and not turns_out(game, target):
        return "face_down_card"  # 12
    if hides_stock(game, source):
        return "face_down_card"  # 12, the stock
    if waits_for_player(game, target):
        return "face_down_card"  # 12, the target
    if is_covered(game, source) or is_locked_in(game, source, target):
        return "covered_card"  # 12a
    return why_not_now(game, source, target)


def is_locked_in(game: Game, source: str, target: str) -> bool:
    """Whether the target is covered, is not a cell, and makes no pair with its cover."""
    if target == "F" or is_cell(game, target) or not is_covered(game, target):
        return False
    return not (pairs_beneath(game, source) and covers_alone(game, source, target))


def turns_out(game: Game, target: str) -> bool:
    """Whether a move there turns up the topmost face-down card of a column."""
    return target[0] == "R" and game.rules.reserve.takes == "turn_up"


def waits_for_player(game: Game, target: str) -> bool:
    """Whether the target takes nothing until the player turns its top card up."""
    return target != "F" and lies_closed(game, target) and game.rules.columns.closed == "takes_none"


def why_not_now(game: Game, source: str, target: str) -> str | None:
    """Checks 12aa and 12b."""
    if keeps_cards(game, source):
        return "source_locked"  # 12aa
    return "base_not_set" if awaits_base(game) and not may_begin(game, source, target) else None  # 12b


def may_begin(game: Game, source: str, target: str) -> bool:
    """Whether a move is possible while no foundation has a card."""
    openers = game.rules.base_from or ()
    to_foundation = target[0] == "F" or game.rules.same_base == "givers_first"
    return to_foundation and (source in openers or source[0] in openers)


def is_cell(game: Game, name: str) -> bool:
    return name[0] == "R" and game.rules.reserve.takes != "none"


def awaits_base(game: Game) -> bool:
    """Whether the first card on a foundation must come before anything else."""
    return game.rules.base_from is not None and not any(game.piles[name] for name in game.names("F"))


def takes_cards(game: Game) -> bool:
    """Whether cards can be moved to the waste."""
    return game.rules.stock is not None and game.rules.stock.waste_takes is not None


def accepting_foundation(game: Game, source: str, count: int) -> str | None:
    """Return the lowest-numbered foundation that accepts the group; never its own pile."""
    for name in game.names("F"):
        if name == source or not takes_from(game, name, source):
            continue
        if why_not_there(game, source, name, count) is None:
            return name
    return None


def card_moves(game: Game) -> Iterator[CardMove]:
    """Yield the legal card moves in canonical order: all are tried that pass checks 7, 8, 12 and 13."""
    if is_won(game):
        return
    back = [] if game.rules.foundations_final else game.names("F")
    cells = game.names("R") if game.rules.reserve.takes != "none" else []
    waste = ["W"] if takes_cards(game) else []
    targets = game.names("T") + game.names("F") + cells + waste
    if game.rules.pairs:
        targets = [name for kind in "TFRWS" for name in game.names(kind)]
    sources = game.names("T") + game.names("R") + ([] if takes_cards(game) else game.names("W")) + back
    if stock_lies_open(game):
        sources += game.names("S")
    for source in sources:
        face_up = 0 if hides_stock(game, source) else len(game.piles[source]) - game.face_down.get(source, 0)
        if turns_up(game, CardMove(source, source, 1)):
            yield CardMove(source, source, 1)
        for target in targets:
            most = min(face_up, 1) if is_single(game, source, target) else face_up
            most = 1 if turns_out(game, target) else most
            tries = (CardMove(source, target, count) for count in range(1, most + 1))
            yield from (move for move in tries if why_not_move(game, move) is None)


def has_card_move(game: Game) -> bool:
    return any(True for _ in card_moves(game))


def legal_moves(game: Game) -> list[str]:
    """Return all legal tokens in canonical order."""
    legal = [write(move) for move in card_moves(game)]
    return legal + [action for action in ACTIONS if why_not(game, action) is None]


def play(game: Game, token: str) -> None:
    """Play a legal token, with its consequences."""
    vacated: list[str] = []
    if token == "deal":
        deal_cards(game)
    elif token == "draw":
        draw_cards(game)
    elif token == "redeal":
        redeal(game)
    else:
        waited = awaits_base(game)
        vacated = move_cards(game, parse(token))
        if waited:
            deal_late(game)
        vacated = [name for name in vacated if not game.piles[name]]
    turn_up(game)
    had_waste = bool(game.piles.get("W")) or "W" in vacated
    if "W" in vacated:
        fill_waste(game)
    fill_vacancies(game, [name for name in vacated if name != "W"], redealt=token == "redeal")
    turn_up(game)
    if token == "redeal" and lays_under(game) and not game.piles["W"]:
        draw_cards(game)
    if token not in ACTIONS and had_waste:
        fill_waste(game)
    stock = game.rules.stock
    waits = stock and stock.hold == "cells" and any(game.piles[name] for name in game.names("R"))
    if stock and stock.deal_to == "gaps" and not stock.actions and token not in ACTIONS and not waits:
        fill_gaps(game)


def lays_under(game: Game) -> bool:
    """Whether a redeal lays the columns under the stock."""
    stock = game.rules.stock
    return stock is not None and stock.gather_as == "under" and not stock.restocks


def deal_late(game: Game) -> None:
    """Deal the rounds that waited until the base was set."""
    for name in [name for each in game.rules.layout if each.after_base for name in each.to]:
        if game.piles["S"] and not game.piles[name]:
            game.piles[name].append(game.piles["S"].pop())


def fill_waste(game: Game) -> None:
    stock = game.rules.stock
    if stock and stock.fills_waste and game.piles["S"] and not game.piles["W"]:
        draw_cards(game)


def deal_cards(game: Game) -> None:
    stock = game.rules.stock
    assert stock
    if stock.deal_to == "gaps":
        fill_gaps(game)
        return
    names = game.names("R" if stock.deal_to == "reserve" else "T")
    if stock.deals:
        enough = [deal for deal in stock.deals if len(deal) <= len(game.piles["S"])]
        is_last = len(stock.deals[-1]) == len(game.piles["S"])
        names = list(enough[0] if enough and not is_last else stock.deals[-1])
    names = [name for name in names if name != "S"]
    if stock.deal_to == "empty_columns":
        names = [name for name in names if not game.piles[name]] or names
    if stock.deal_to == "unfinished_columns":
        names = [name for name in names if not is_complete(game, f"F{name[1:]}")]
    if stock.deal_to == "filled_columns":
        names = [name for name in names if game.piles[name]] or names[:1]
    for name in names:
        while stock.deal_to == "columns_and_home" and game.piles["S"]:
            empty = [home for home in game.names("F") if not game.piles[home]]
            begun = [home for home in empty if not why_not_on_foundation(game, home, game.piles["S"][-1:])]
            if not begun:
                break
            game.piles[begun[0]].append(game.piles["S"].pop())
        if game.piles["S"]:
            game.piles[name].append(game.piles["S"].pop())


def hides_stock(game: Game, name: str) -> bool:
    """Whether a pile is a stock of which only the last card lies face up, and has others."""
    return name == "S" and shows_last(game) and len(game.piles["S"]) > 1


def draw_cards(game: Game) -> None:
    stock = game.rules.stock
    assert stock
    before = len(game.piles["W"])
    if "last_only" in stock.draw_as:
        game.face_down["W"] = before
    for _ in range(stock.draw):
        if game.piles["S"]:
            game.piles["W"].append(game.piles["S"].pop())
    if "packet" in stock.draw_as:
        game.piles["W"][before:] = reversed(game.piles["W"][before:])


def redeal(game: Game) -> None:  # noqa: C901 - a way to deal again after the other
    stock = game.rules.stock
    assert stock
    if stock.restocks:
        game.piles["S"] = [card for name in taken_up(game) for card in game.piles[name][::-1]]
        for name in taken_up(game):
            game.piles[name], game.face_down[name] = [], 0
        if stock.shuffles:
            game.piles["S"] = shuffled_packet(game, game.piles["S"])
        if "deal" in stock.actions:
            deal_cards(game)
    elif stock.gather_as == "under":
        under = [card for name in game.names("T") for card in game.piles[name]]
        game.piles["S"] = under[::-1] + game.piles["S"]
        for name in game.names("T"):
            game.piles[name], game.face_down[name] = [], 0
    elif stock.gather_as == "turns":
        for name in game.names("R" if stock.deal_to == "reserve" else "T"):
            game.piles[name] = game.piles[name][1:] + game.piles[name][:1]
            game.face_down[name] = 0
    elif stock.gather_as != "groups":
        deal_again(game)
    game.redeals += 1
    if stock.gather_as == "groups" and stock.gather:
        gather(game, stock.gather)
    elif not stock.gathers and stock.gather_as == "groups":
        # Turned over: the card drawn first, now the last of the stock, is drawn first again.
        game.piles["S"] = game.piles["W"][::-1]
        game.piles["W"] = []
        game.face_down["W"] = 0


def gather(game: Game, size: int) -> None:
    """Read the columns from the top down, turn over each group of `size` cards, and deal the row out."""
    columns = game.names("T")
    read = [card for name in columns for card in reversed(game.piles[name])]
    groups = [read[start : start + size] for start in range(0, len(read), size)]
    row = [card for group in groups for card in reversed(group)]
    surplus = max(0, len(row) - size * len(columns))
    for number, name in enumerate(columns):
        share = size + 1 if number < surplus else size
        game.piles[name], row = row[:share], row[share:]


def deal_again(game: Game) -> None:
    """Take up the columns, shuffle the cards if the game says so, and deal them, the last one first."""
    stock, columns = game.rules.stock, game.names("T")
    assert stock
    if stock.gather_as == "places":
        deal_to_places(game)
        return
    upwards = stock.gather_as == "rounds"
    packet = [card for name in columns for card in (game.piles[name] if upwards else game.piles[name][::-1])]
    if stock.shuffles:
        packet = shuffled_packet(game, packet)
    cards = packet[::-1]
    for name in columns:
        game.piles[name], game.face_down[name] = [], 0
    if stock.gather_as == "fans":
        each, more = divmod(len(cards), stock.gather)
        heights = [each + (number <= more) for number in range(1, stock.gather)]
        rounds = [
            (columns[:height], number == stock.gather)
            for number, height in enumerate([each, *heights], start=1)
        ]
    elif stock.gather:
        heights = [(len(cards) + each) // stock.gather for each in range(stock.gather)]
        rounds = [(columns[:height], True) for height in heights]
    else:
        rounds = [(list(each.to), each.face_up) for each in game.rules.layout]
    while cards:
        names, face_up = rounds.pop(0) if rounds else (columns, True)
        for name in names[: len(cards)]:
            game.piles[name].append(cards.pop(0))
            game.face_down[name] += not face_up


def deal_to_places(game: Game) -> None:
    """Take up the cards that are not in place, and deal them with a gap after those in place in each row."""
    kept, row = in_place(game), game.rules.columns.row
    assert row
    places = game.names("T")
    packet = [card for name in places if name not in kept for card in game.piles[name]]
    cards = shuffled_packet(game, packet) if game.rules.stock and game.rules.stock.shuffles else packet
    for start in range(0, len(places), row):
        gap, *others = [name for name in places[start : start + row] if name not in kept]
        game.piles[gap] = []
        for name in others:
            game.piles[name] = [cards.pop()]


def shuffled_packet(game: Game, packet: list[str]) -> list[str]:
    """The cards in the order of this redeal; the one that is dealt first comes last."""
    if game.seed is None:
        left, dealt = list(packet), []
        for card in (game.orders or [])[game.redeals - game.before]:
            if card in left:
                left.remove(card)
                dealt.append(card)
        return dealt[::-1]
    numbers = generator(game.seed)
    for _ in range(game.drawn):
        numbers.pick(1)
    for n in range(len(packet) - 1, 0, -1):
        j = numbers.pick(n)
        packet[n], packet[j] = packet[j], packet[n]
        game.drawn += 1
    return packet


def move_cards(game: Game, move: CardMove) -> list[str]:
    """Move the cards, or discard the two of a pair; return the columns that are now empty."""
    source, target = move.source, move.target
    if target == "F":
        accepting = accepting_foundation(game, source, move.count)
        assert accepting
        target = accepting
    if target[0] == "R" and game.rules.reserve.takes in ("merci", "exchange", "turn_up"):
        use_merci(game, move)
        return []
    if leaves_in_pairs(game, target) and game.piles[target]:
        if len(game.names("F")) > 1:
            return move_pair(game, source, target)
        game.piles["F1"] += [game.piles[source].pop(), game.piles[target].pop()]
        return [name for name in (source, target) if name[0] in "TRW" and not game.piles[name]]
    if target == source:
        game.face_down[source] -= 1
        while game.face_down[source] - 1 in open_places(game.rules, source):
            game.face_down[source] -= 1
        return []
    if game.rules.columns.merges:
        merge(game, source, target)
        return []
    game.piles[target] += game.piles[source][-move.count :]
    del game.piles[source][-move.count :]
    if source == "S" and target[0] == "T" and cards_of_round(game.rules):
        size, waits = cards_of_round(game.rules), not all(game.piles[name] for name in game.names("T"))
        game.phase = int(waits and bool(game.piles["S"])) if size == 1 else game.phase % size + 1
    discard_set(game)
    bring_up(game, source, target)
    return [source] if source[0] in "TRW" and not game.piles[source] else []


def use_merci(game: Game, move: CardMove) -> None:
    """Turn up the topmost face-down card of a column, draw one out, or exchange two."""
    takes, pile = game.rules.reserve.takes, game.piles[move.source]
    taker = (merci_target(game, move.source) if takes == "merci" else None) or move.source
    game.merci_used += 1
    if takes == "turn_up":
        game.face_down[move.source] -= 1
        (giver,) = game.rules.columns.takes_from or ()
        game.piles[giver].append(pile.pop(game.face_down[move.source]))
        return
    pile[-1], pile[-move.count] = pile[-move.count], pile[-1]
    if takes == "merci":
        game.piles[taker].append(pile.pop(-2))


def merge(game: Game, source: str, target: str) -> None:
    """Let a card replace another in the line, and close the line up."""
    game.piles["F1"] += game.piles[target]
    game.piles[target] = game.piles[source]
    game.piles[source] = []
    line = [game.piles[name] for name in game.names("T") if game.piles[name]]
    for number, name in enumerate(game.names("T")):
        game.piles[name] = line[number] if number < len(line) else []


def move_pair(game: Game, source: str, target: str) -> list[str]:
    """Move two cards to the foundation that they begin; return the piles that are filled then, in order."""
    moved, other = game.piles[source].pop(), game.piles[target].pop()
    empty = [name for name in game.names("F") if not game.piles[name]]
    pairs = [(name, cards) for cards in ([other, moved], [moved, other]) for name in empty]
    home, cards = next(each for each in pairs if not why_not_on_foundation(game, *each))
    game.piles[home] += cards
    return [name for name in (target, source) if name[0] in "TRW" and not game.piles[name]]


def bring_up(game: Game, source: str, name: str) -> None:
    """Let the topmost face-down card come up from under a card that came to a column of its own rank."""
    while has_own_rank(game, name, (game.piles[name] or ["?"])[-1]) and 0 < game.face_down[name] < len(
        game.piles[name]
    ):
        game.face_down[name] -= 1
        game.piles[source].append(game.piles[name].pop(game.face_down[name]))
        name = source


def discard_set(game: Game) -> None:
    """Discard the cards of the cells once each cell has one."""
    if collected_sets(game) and all(game.piles[name] for name in game.names("R")):
        game.piles["F1"] += [game.piles[name].pop() for name in game.names("R")]


def turn_up(game: Game) -> None:
    """Turn up the top cards of columns and reserve piles that are face down."""
    for name, face_down in game.face_down.items():
        if name == "W":
            continue
        if lies_closed(game, name):
            continue
        closed = name[0] == "R" and game.rules.reserve.closed and len(game.piles[name]) > 1
        if game.piles[name] and face_down >= len(game.piles[name]) and not is_covered(game, name):
            game.face_down[name] = len(game.piles[name]) - (0 if closed else 1)
            while game.face_down[name] - 1 in open_places(game.rules, name):
                game.face_down[name] -= 1


def fill_vacancies(game: Game, vacancies: list[str], *, redealt: bool) -> None:
    """Fill the piles that a move vacated, or after a redeal every empty one that the stock may fill."""
    if game.phase:
        return  # Rounds have begun.
    if redealt:
        vacancies = [name for name in game.names("T") + game.names("R") if not game.piles[name]]
    for vacancy in vacancies:
        refill = refill_of(game, vacancy)
        if not redealt or "S" in refill:
            fill(game, vacancy, refill)


def refill_of(game: Game, name: str) -> tuple[str, ...]:
    return game.rules.reserve.refill if name[0] == "R" else game.rules.columns.of(name).refill


def fill_gaps(game: Game) -> None:
    """Close the gaps between columns and fill those that are left, in the order that `close` says."""
    stock = game.rules.stock
    assert stock
    if stock.close != "last":
        close_gaps(game)
    for name in game.names("T"):
        if not game.piles[name] and game.piles["S"]:
            game.piles[name].append(game.piles["S"].pop())
    if stock.close == "last" and not game.piles["S"]:
        close_gaps(game)


def close_gaps(game: Game) -> None:
    """Let cards slide into the gaps before them, in the grid's columns or from row to row."""
    assert game.rules.stock
    if game.rules.stock.close is None:
        return
    width = game.rules.pairs.width if game.rules.pairs and game.rules.stock.close == "columns" else 1
    assert width
    columns = game.names("T")
    for start in range(width):
        lane = columns[start::width]
        full = [(game.piles[name], game.face_down[name]) for name in lane if game.piles[name]]
        for name, (cards, down) in zip(lane, full + [([], 0)] * (len(lane) - len(full)), strict=True):
            game.piles[name], game.face_down[name] = list(cards), down


def fill(game: Game, vacancy: str, supplies: tuple[str, ...]) -> None:
    """Put the top card of the first pile that has one into the vacancy."""
    if game.rules.columns.longest_first and vacancy[0] == "T":
        reserve = [name for name in supplies if name[0] == "R"]
        longest = sorted(reserve, key=lambda name: len(game.piles[name]), reverse=True)
        supplies = (*longest, *supplies[len(reserve) :])
    for name in supplies:
        if game.piles[name]:
            if name == "S" and "W" in game.piles and game.rules.stock and game.rules.stock.draw > 1:
                draw_cards(game)
                fill(game, vacancy, supplies)
                return
            for _ in range(supplies.count(name)):
                if game.piles[name]:
                    game.piles[vacancy].append(game.piles[name].pop())
            if name == "W":
                fill_waste(game)
            if name[0] == "R" and not game.piles[name]:
                fill(game, name, refill_of(game, name))
            return
