"""Positions on the border between lost games and games in progress, and what they show about an engine.

An engine that overlooks one kind of move calls a game lost in which only such a move is left, now or after
further draws. One that reads a rule of the stock otherwise expects other cards on top of the waste. Where
legal moves hold the stock, one that overlooks a kind of them deals too early. Such positions hardly arise in
play. A walk finds them: it exchanges cards of a deck, plays moves or takes them back, and goes where fewer
card moves are left. Once few are, it goes on among such positions.
"""

import random
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, islice
from typing import Final, NamedTuple

from conformance import reference
from conformance.deals import deal_of
from conformance.declared import after
from conformance.obligations import Feature, only_failing, parse
from conformance.reference.fits import suits_fit
from conformance.reference.seeds import RANKS
from conformance.reference.tokens import ACTIONS, CardMove, write
from conformance.scenes import Json
from patience.cards import CODES
from patience.cards.notation import Move
from patience.line_of_play import Line, open_line
from patience.play import legality
from patience.play.position import Position
from patience.rules.stock import Hold

GROUPS: Final = 4
"""Sizes of groups of which it is asked what alone forbids them to move."""
FEW: Final = 8
"""Card moves left to which a walk leads."""
TOLD: Final = 30
"""Card moves left of which it is asked what they have in common."""
MANY: Final = 400
"""Card moves left at most where a walk begins."""
OF_STOCK: Final = 1 / 8
"""Share of the positions without a card move now in which other accounts of the stock are tried."""
WALK: Final = 250
"""Steps of a walk."""
AIMED: Final = 2 / 3
"""Share of the walks that lead to moves of one kind alone."""
RISE: Final = 1 / 8
"""Share of the steps that may go back from one move left to a few."""
SEQUENCE: Final = 12
"""Cards at least of a group that may go to a foundation as a whole."""
HOLDS: Final = (Hold.CARD_MOVE, Hold.FORWARD_MOVE)
"""Ways in which legal card moves hold the stock."""
DRAWS: Final = 416
"""Further draws at most: twice the cards of four packs."""
LONGEST_LOG: Final = 80
"""Moves to which a walk adds none."""
LONGEST_HELD: Final = 200
"""Moves of a game in which moves hold the stock."""


class Left(NamedTuple):
    """Card moves that are legal in a position, now or after further draws of the stock."""

    when: set[str]
    """Now, drawn or redealt; a last draw, or one of fewer cards."""
    position: Position
    moves: Sequence[str]


def line_after(request: Json) -> Line:
    """Return the line of a log after its last move.

    Raises ValueError if a move is illegal, or if the game has no such deal.
    """
    line = open_line(deal_of(request))
    if not all(line.push(token) for token in request["moves"]):
        raise ValueError
    return line


def turned(line: Line) -> Iterator[tuple[str, Line, list[Move]]]:
    """Yield a position, and those after each further draw and one redeal, with actions and legal moves.

    It is one line, which goes on. The first action is empty.
    """
    line, action, redealt = line.copy(), "", False
    for _ in range(DRAWS):
        legal = line.legal_moves()
        yield action, line, legal
        action = next((token for token in ("draw", "redeal") if token in legal), "")
        if not action or (redealt and action == "redeal"):
            return
        redealt |= action == "redeal"
        line.push(action)


def moves_left(line: Line, most: int = MANY) -> list[Left] | None:
    """Return the card moves now, after each further draw and after one redeal.

    Returns None if they are too many, or if cards can still be dealt, so that moves do not matter.
    """
    position = line.position()
    names, stock = position.tables.names, position.tables.rules.stock
    cards = {name: len(position.cards(names.index(name))) for name in "SW" if name in names}
    if stock and "deal" in stock.actions and cards["S"]:
        return None
    when, found, undrawn = {"now"}, list[Left](), cards.get("S", 0)
    different: set[tuple[str, int]] = set()
    for action, here, legal in turned(line):
        if stock and action:
            again = action == "redeal"
            short = {"short draw"} if not again and undrawn < stock.draw else set[str]()
            when = {"redealt" if again or "redealt" in when else "drawn", *short}
            undrawn = sum(cards.values()) if again else undrawn - stock.draw
        moves = [move for move in legal if "-" in move]
        if not moves:
            continue
        last = {"last draw"} if action and "draw" not in legal else set[str]()
        found.append(Left(when | last, here.position(), moves))
        different.update(_different(found[-1]))
        if len(different) > most:
            return None
    return found


def _different(left: Left) -> Iterator[tuple[str, int]]:
    """Yield moves so that those of the same card are equal: draws change the top of the waste alone."""
    names = left.position.tables.names
    top = left.position.cards(names.index("W"))[-1] if any(move[0] == "W" for move in left.moves) else 0
    return ((move, top if move[0] == "W" else 0) for move in left.moves)


def moves_that_hold(line: Line, most: int = MANY) -> list[Left] | None:
    """Return the card moves that hold the stock now; None if they are too many, or if none ever does."""
    position = line.position()
    stock = position.tables.rules.stock
    if not stock or stock.hold not in HOLDS:
        return None
    plays = legality.holding_moves(position, stock.hold)
    moves = [position.tables.token(*play) for play in islice(plays, most + 1)]
    return None if len(moves) > most else [Left({"now"}, position, moves)] if moves else []


def played_until_held(request: Json, source: random.Random) -> Iterator[Json]:
    """Play moves that hold the stock until none is left, then an action; yield each position before one."""
    line, moves = line_after(request), list[str](request["moves"])
    while len(moves) < LONGEST_HELD:
        legal = line.legal_moves()
        actions = [token for token in legal if token in ACTIONS]
        if actions:
            yield request | {"moves": [*moves]}
        held = [move for each in moves_that_hold(line) or () for move in each.moves]
        if not (actions or held):
            return
        token = str(source.choice(actions or held))
        line.push(token)
        moves.append(token)


def traits(left: Left, move: str) -> set[str]:
    """Return what an engine that overlooks a move may overlook it for."""
    position, names = left.position, left.position.tables.names
    origin, target, count = parse(move)
    pile, onto = (position.cards(names.index(name)) for name in (origin, target))
    kinds = f"{origin[0]}-{target[0]}"
    rest = len(pile) - count
    turns_up = rest == position.face_down(names.index(origin))
    amount = "whole" if not rest else "turns up" if turns_up else "part"
    card = CODES[pile[-count]]
    found = {"whole sequence"} if count >= SEQUENCE else set()
    found |= {*left.when, kinds, f"x{min(count, 3)}", f"{amount} {origin[0]}", f"card {_rank(card)}"}
    found |= {f"{amount} {kinds}", f"card {_rank(card)} to {target[0]}"}
    if target[0] == "F":
        found.add(f"to {target}")
    if rest:
        found.add(f"leaves {min(rest, 2)}")
        below = CODES[pile[rest - 1]]
        next_rank = RANKS.index(below[0]) - RANKS.index(card[0]) == 1
        found.add(f"{amount} off next {next_rank} colour {suits_fit('by_color', below, card)}")
    for way, name in (("from", origin), ("to", target)):
        same = [other for other in names if other[0] == name[0]]
        if len(same) > 1:
            found.add(f"{way} {_place(name, same)} {name[0]}")
    if not onto:
        return found | {f"{kinds} empty", f"{amount} {kinds} empty"}
    top = CODES[onto[-1]]
    suits = "suit" if card[1] == top[1] else f"colour {suits_fit('by_color', top, card)}"
    return found | {f"onto {_rank(top)}", suits, f"onto {min(len(onto), 2)} {target[0]}"}


def _place(name: str, names: Sequence[str]) -> str:
    """Return whether a pile is the first or the last of its kind."""
    return "first" if name == names[0] else "last" if name == names[-1] else "other"


def _rank(card: str) -> str:
    return card[0] if card[0] in "A2QK" else "middle"


def state_of(line: Line, rules: Mapping[str, str | int]) -> set[str]:
    """Return the circumstances of a position that may matter to whether it is lost."""
    position = line.position()
    names = position.tables.names
    sizes = {name: len(position.cards(number)) for number, name in enumerate(names)}
    found = {f"can {move}" for move in line.legal_moves() if "-" not in move}
    found |= {f"{name} {value}" for name, value in rules.items()} | {f"redealt {min(position.redeals, 3)}"}
    columns = [sizes[name] for name in names if name[0] == "T"]
    if sum(columns) < len(columns):
        found.add("fewer cards than columns")
    for letter in "TRSW":
        piles = [name for name in names if name[0] == letter]
        empty = [name for name in piles if not sizes[name]]
        if piles:
            found.add(f"{letter} {'all' if len(empty) == len(piles) else min(len(empty), 2)} empty")
        if len(empty) == 1 and len(piles) > 1:
            found.add(f"{_place(empty[0], piles)} {letter} alone empty")
    return found


def border_facts(request: Json) -> set[Feature]:
    """Return what a position shows in which few card moves are left."""
    line = line_after(request)
    if line.is_won():
        return set()
    around = state_of(line, request["rules"])
    facts, left = _holding(line, around), moves_left(line, TOLD)
    if left is None:
        return facts
    facts |= _few_left(left, around)
    if any("now" in each.when for each in left):
        return facts
    facts |= _of_stock(request, line)
    return facts | (set() if left else _lost_though(after(request, request["moves"])))


def _holding(line: Line, around: set[str]) -> set[Feature]:
    """Return what the few moves that hold the stock have in common, or which moves do not hold it."""
    left = moves_that_hold(line, TOLD)
    if left is None:
        return set()
    if not left:
        others = Left(set(), line.position(), [move for move in line.legal_moves() if "-" in move])
        around = around.union(*(traits(others, move) for move in others.moves))
    return {(f"holding: {kind}", *rest) for kind, *rest in _few_left(left, around)}


def _few_left(left: Sequence[Left], around: set[str]) -> set[Feature]:
    """Return what all card moves left have in common, or the circumstances if there is none."""
    if not left:
        pairs = combinations(sorted(around), 2)
        return {("none left", each) for each in around} | {("none left by", *pair) for pair in pairs}
    first, *others = ((each, move) for each in left for move in each.moves)
    shared = traits(*first)
    for each, move in others:
        if not shared:
            return set()
        shared &= traits(each, move)
    facts: set[Feature] = {("left", each) for each in shared}
    for pair in combinations(sorted(shared), 2):
        facts.add(("left by" if first[0].when.isdisjoint(pair) else "left when", *pair))
    return facts | {("left in", each, other) for each in shared for other in around}


def along_the_border(
    firsts: Sequence[Json],
    options: Mapping[str, Sequence[str | int]],
    source: random.Random,
    steps: int,
    moves_in: Callable[[Line, int], list[Left] | None] = moves_left,
) -> Iterator[Json]:
    """Yield positions near those given in which few of these moves are left.

    Each shows what those before do not.
    """
    known: set[Feature] = set()
    found: list[Json] = []
    for number in range(steps // WALK):
        here = (
            firsts[number]
            if number < len(firsts)
            else _under_another_option(found or firsts, options, source)
        )
        for near, facts in _walk(here, options, source, moves_in, known):
            if not facts <= known:
                known |= facts
                found.append(near)
                yield near


def _under_another_option(
    found: Sequence[Json], options: Mapping[str, Sequence[str | int]], source: random.Random
) -> Json:
    """Return a position where a walk came before, if there are options with another of them."""
    request = source.choice(found)
    rules = dict(request["rules"])
    if options:
        change_option(rules, options, source)
    return request | {"rules": rules}


def _walk(
    here: Json,
    options: Mapping[str, Sequence[str | int]],
    source: random.Random,
    moves_in: Callable[[Line, int], list[Left] | None],
    known: set[Feature],
) -> Iterator[tuple[Json, set[Feature]]]:
    """Yield the positions of a walk to fewer moves, or to moves of one kind alone, and what they show."""
    try:
        left = moves_in(line_after(here), MANY)
    except ValueError:  # The other option makes a move illegal, or has another deck.
        return
    if left is None:
        return
    trait = _aim(left, known, source)
    others = lacking(left, trait) or []
    for _ in range(WALK):
        number = number_left(left)
        near = neighbour(here, others, options, source)
        try:
            line = line_after(near)
        except ValueError:
            continue
        found = moves_in(line, max(number, FEW))
        if found is None or line.is_won():
            continue
        further = lacking(found, trait)
        most = max(number_left(others), FEW if source.random() < RISE else 1)
        if further is None or number_left(further) > most:
            continue
        here, left, others = near, found, further
        if moves_in is moves_that_hold:
            yield near, _holding(line, state_of(line, near["rules"]))
            continue
        # A walk that has just come to few moves goes on from there first.
        facts = _few_left(left, state_of(line, near["rules"])) if number <= FEW else set()
        if not any("now" in each.when for each in left) and source.random() < OF_STOCK:
            facts |= _of_stock(near, line)
        yield near, facts


def number_left(left: Sequence[Left]) -> int:
    """Return how many different card moves are left: what a draw does not change counts once."""
    return len({move for each in left for move in _different(each)})


def lacking(left: Sequence[Left], trait: str | None) -> list[Left] | None:
    """Return the moves left that lack a trait, None if no move has it; without a trait, all of them."""
    if trait is None:
        return [*left]
    parts = [
        each._replace(moves=[move for move in each.moves if trait not in traits(each, move)]) for each in left
    ]
    if all(len(part.moves) == len(each.moves) for part, each in zip(parts, left, strict=True)):
        return None
    return [each for each in parts if each.moves]


def _aim(left: Sequence[Left], known: set[Feature], source: random.Random) -> str | None:
    """Return a trait that the only move left shall have, if possible one that none had yet; often None."""
    found = {trait for each in left for move in each.moves for trait in traits(each, move)}
    new = sorted(trait for trait in found if not {("left", trait), ("holding: left", trait)} & known)
    return source.choice(new or sorted(found)) if found and source.random() < AIMED else None


def neighbour(
    request: Json, left: Sequence[Left], options: Mapping[str, Sequence[str | int]], source: random.Random
) -> Json:
    """Return a request with some cards exchanged, a move less or more, or another option."""
    deck, moves, rules = list(request["deck"]), list(request["moves"]), dict(request["rules"])
    chance = source.random()
    if chance < 1 / 8 and moves:
        moves.pop()
    elif chance < 1 / 4 and len(moves) < LONGEST_LOG:
        legal = line_after(request).legal_moves()
        moves += [str(source.choice(legal))] if legal else []
    elif chance < 1 / 3 and options:
        change_option(rules, options, source)
    else:
        for _ in range(source.choice((1, 1, 2))):
            one = place_of(deck, left, source) if source.random() < 1 / 2 else source.randrange(len(deck))
            other = source.randrange(len(deck))
            deck[one], deck[other] = deck[other], deck[one]
    return request | {"rules": rules, "deck": deck, "moves": moves}


def change_option(
    rules: dict[str, str | int], options: Mapping[str, Sequence[str | int]], source: random.Random
) -> None:
    """Choose another value of an option; the default, which comes first, is left out."""
    name = source.choice(list(options))
    rules[name] = source.choice(options[name])
    if rules[name] == options[name][0]:
        del rules[name]


def place_of(deck: Sequence[str], left: Sequence[Left], source: random.Random) -> int:
    """Return a place in the deck of a card that can move, or of one onto which it can; any if none can."""
    if not left:
        return source.randrange(len(deck))
    each = source.choice(left)
    origin, target, count = parse(source.choice(each.moves))
    pile, onto = (each.position.cards(each.position.tables.names.index(name)) for name in (origin, target))
    card = CODES[source.choice([pile[-count], *onto[-1:]])]
    return source.choice([place for place, code in enumerate(deck) if code == card])


def moves_later(line: Line) -> Iterator[tuple[str, list[CardMove]]]:
    """Yield each further draw and the next redeal, with the card moves after it."""
    for action, _, legal in islice(turned(line), 1, None):
        yield action, [parse(move) for move in legal if "-" in move]


Reading = Callable[[list[str], list[str], int, bool], list[str]]
"""Returns the cards that come to the top of the waste, by the stock in the order of its draws, the waste from
its bottom up, the cards drawn at once, and whether a redeal is allowed."""


def _tops(cards: Sequence[str], draw: int) -> list[str]:
    """Return the top cards of draws."""
    return [cards[min(start + draw, len(cards)) - 1] for start in range(0, len(cards), draw)]


READINGS: Final[dict[str, Reading]] = {
    "stock ignored": lambda _stock, _waste, _draw, _again: [],
    "next draw alone": lambda stock, _waste, draw, _again: _tops(stock, draw)[:1],
    "no redeal": lambda stock, _waste, draw, _again: _tops(stock, draw),
    "redeal always": lambda stock, waste, draw, _again: _tops(stock, draw) + _tops(waste + stock, draw),
    "redeal once the stock is empty": lambda stock, waste, draw, again: (
        _tops(stock, draw) + (_tops(waste, draw) if again and not stock else [])
    ),
    "redeal while the stock has cards": lambda stock, waste, draw, again: (
        _tops(stock, draw) + (_tops(waste + stock, draw) if again and stock else [])
    ),
    "after the redeal alone": lambda stock, waste, draw, again: _tops(
        waste + stock if again else stock, draw
    ),
    "waste alone redealt": lambda stock, waste, draw, again: (
        _tops(stock, draw) + (_tops(waste, draw) if again else [])
    ),
    "redealt in reverse": lambda stock, waste, draw, again: (
        _tops(stock, draw) + (_tops((waste + stock)[::-1], draw) if again else [])
    ),
    "stock before waste": lambda stock, waste, draw, again: (
        _tops(stock, draw) + (_tops(stock + waste, draw) if again else [])
    ),
    "each card of the stock": lambda stock, waste, draw, again: (
        stock + (_tops(waste + stock, draw) if again else [])
    ),
    "each card redealt": lambda stock, waste, draw, again: (
        _tops(stock, draw) + (waste + stock if again else [])
    ),
    "no last draw": lambda stock, waste, draw, again: (
        _tops(stock, draw)[:-1] + (_tops(waste + stock, draw)[:-1] if again else [])
    ),
    "no last draw now": lambda stock, waste, draw, again: (
        _tops(stock, draw)[:-1] + (_tops(waste + stock, draw) if again else [])
    ),
    "no last draw after the redeal": lambda stock, waste, draw, again: (
        _tops(stock, draw) + (_tops(waste + stock, draw)[:-1] if again else [])
    ),
    "no smaller draw": lambda stock, waste, draw, again: (
        stock[draw - 1 :: draw] + ((waste + stock)[draw - 1 :: draw] if again else [])
    ),
    "first card of a draw": lambda stock, waste, draw, again: (
        stock[::draw] + ((waste + stock)[::draw] if again else [])
    ),
    "whole waste": lambda stock, waste, _draw, _again: stock + waste,
}  # fmt: skip
"""Other accounts of the cards that come to the top of the waste."""


def _of_stock(request: Json, line: Line) -> set[Feature]:
    """Return when the first card can move again, and which other accounts of the stock answer otherwise."""
    game, outcome = after(request, request["moves"]), line.outcome()
    stock = game.rules.stock
    if not stock:
        return set()
    later = list(moves_later(line))
    brings = next((number for number, (_, moves) in enumerate(later) if moves), None)
    actions = [token for token, _ in later[: (brings or 0) + 1]]
    draws = [number for number, (token, moves) in enumerate(later) if moves and token == "draw"]
    passes = "redeal" in actions
    limit = "some" if stock.redeals else stock.redeals
    several = stock.draw > 1, limit
    shown: set[Feature] = {
        (
            "outcome of stock",
            outcome,
            bool(game.piles.get("S")),
            bool(game.piles.get("W")),
            min(game.redeals, 2),
        ),
        ("comes", brings is not None, min(actions.count("draw"), 2), passes, len(draws) == 1),
        ("redealt", min(game.redeals, 3), outcome),
    }
    if stock.gathers or "draw" not in stock.actions:
        return shown
    coming, waste = game.piles["S"][::-1], list(game.piles.get("W", ()))
    if game.rules.stock and not game.piles["S"] and not waste:
        return shown
    again = "redeal" in stock.actions and (stock.redeals is None or game.redeals < stock.redeals)
    everywhere = {*game.names("T"), *game.names("F"), *game.names("R")}
    onto = {
        "columns alone": {*game.names("T")},
        "foundations alone": {*game.names("F")},
        "no empty columns": {name for name in everywhere if name[0] != "T" or game.piles[name]},
        **{f"not {name}": everywhere - {name} for name in game.names("F")},
    }
    trial = game.copy()

    @cache
    def takers(card: str) -> set[str]:
        trial.piles["W"] = [card]
        return {target for target in everywhere if reference.why_not(trial, f"W-{target}") is None}

    kept = outcome == "in_progress"
    for name, reading in READINGS.items():
        if any(map(takers, reading(coming, waste, stock.draw, again))) is not kept:
            shown |= {("stock read", name), ("stock read by", name, several)}
    right = _tops(coming, stock.draw) + (_tops(waste + coming, stock.draw) if again else [])
    for way, targets in onto.items():
        if any(takers(card) & targets for card in right) is not kept:
            shown |= {("stock read", way), ("stock read by", way, several)}
    return shown if kept else shown | _drawn_though(game, {*right})


def _drawn_though(game: reference.Game, cards: Collection[str]) -> set[Feature]:
    """Return the checks that alone keep these cards, which come to the waste, from saving a lost game."""
    trial, shown = game.copy(), set[Feature]()
    for card in cards:
        trial.piles["W"] = [card]
        checks = (only_failing(trial, f"W-{target}") for target in game.piles if target != "W")
        shown |= {("drawn but for", check) for check in checks if check}
    return shown


def _lost_though(game: reference.Game) -> set[Feature]:
    """Return the checks that alone keep a move from saving a lost game."""
    shown: set[Feature] = {("lost",)}
    for origin, pile in game.piles.items():
        up = len(pile) - game.face_down.get(origin, 0)
        for count in {*range(1, min(up, GROUPS) + 1), up, up + 1} if origin[0] == "T" else {1}:
            for target in (*game.piles, "F"):
                if count > 1 and target[0] not in "TF":
                    continue
                move = CardMove(origin, target, count)
                if origin != target and count and (check := only_failing(game, write(move))):
                    shown.add(("lost but for", check))
    return shown
