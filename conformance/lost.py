"""What positions in which no card can move show about lost games and the cards to come."""

from collections.abc import Callable, Collection, Sequence
from functools import cache
from itertools import combinations
from typing import Final

from conformance import reference
from conformance.obligations import Feature, only_failing
from conformance.reference.tokens import CardMove, write

GROUPS: Final = 4
"""Sizes of groups of which it is asked what alone forbids them to move."""


def without_moves(
    game: reference.Game,
    outcome: str,
    situation: Sequence[str],
    later: Sequence[tuple[str, Sequence[CardMove]]],
) -> set[Feature]:
    """Return what a position without card moves shows; `later` are those after each further draw."""
    shown: set[Feature] = {("redealt", min(game.redeals, 3), outcome)}
    if outcome == "lost":
        shown |= {("lost with", each) for each in situation}
        shown |= {("none left by", *pair) for pair in combinations(situation, 2)}
        shown |= _lost_though(game)
    else:
        shown |= {("kept with", each) for each in situation}
    return shown | _of_stock(game, outcome, later)


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


def _of_stock(
    game: reference.Game, outcome: str, later: Sequence[tuple[str, Sequence[CardMove]]]
) -> set[Feature]:
    """Return when the first card can move again, and which other accounts of the stock answer otherwise."""
    stock = game.rules.stock
    if not stock:
        return set()
    actions = [token for token, _ in later]
    draws = [number for number, (token, moves) in enumerate(later) if moves and token == "draw"]
    brings = any(moves for _, moves in later)
    left = bool(game.piles.get("S")), bool(game.piles.get("W")), min(game.redeals, 2)
    shown: set[Feature] = {
        ("outcome of stock", outcome, *left),
        ("comes", brings, min(actions.count("draw"), 2), "redeal" in actions, len(draws) == 1),
    }
    if stock.gathers or "draw" not in stock.actions or not (game.piles["S"] or game.piles.get("W")):
        return shown
    coming, waste = game.piles["S"][::-1], list(game.piles.get("W", ()))
    again = "redeal" in stock.actions and (stock.redeals is None or game.redeals < stock.redeals)
    everywhere = {*game.names("T"), *game.names("F"), *game.names("R")}
    trial = game.copy()

    @cache
    def takers(card: str) -> set[str]:
        trial.piles["W"] = [card]
        return {target for target in everywhere if reference.why_not(trial, f"W-{target}") is None}

    kept = outcome == "in_progress"
    several = stock.draw > 1, "some" if stock.redeals else stock.redeals
    for name, reading in READINGS.items():
        if any(map(takers, reading(coming, waste, stock.draw, again))) is not kept:
            shown |= {("stock read", name), ("stock read by", name, several)}
    right = {*_tops(coming, stock.draw), *(_tops(waste + coming, stock.draw) if again else [])}
    onto = {
        "columns alone": {*game.names("T")},
        "foundations alone": {*game.names("F")},
        "no empty columns": {name for name in everywhere if name[0] != "T" or game.piles[name]},
        **{f"not {name}": everywhere - {name} for name in game.names("F")},
    }
    for way, targets in onto.items():
        if any(takers(card) & targets for card in right) is not kept:
            shown |= {("stock read", way), ("stock read by", way, several)}
    return shown if kept else shown | _drawn_though(game, right)


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
