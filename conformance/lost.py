"""What positions in which no card can move show about lost games and the cards to come."""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from conformance import reference
from conformance.faults import told_apart
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


def _of_stock(
    game: reference.Game, outcome: str, later: Sequence[tuple[str, Sequence[CardMove]]]
) -> set[Feature]:
    """Return when the first card can move again, and which faults of the outcome answer otherwise."""
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
    several = stock.draw > 1, "some" if stock.redeals else stock.redeals
    for name in told_apart("verdict", lambda: reference.outcome(game)):
        shown |= {("stock read", name), ("stock read by", name, several)}
    drawn = outcome == "lost" and "draw" in stock.actions
    return shown | (_drawn_though(game, actions) if drawn else set())


def _drawn_though(game: reference.Game, actions: Sequence[str]) -> set[Feature]:
    """Return the checks that alone keep the cards that these actions turn up from saving a lost game."""
    turned, trial, shown = game.copy(), game.copy(), set[Feature]()
    for action in actions:
        reference.play(turned, action)
        trial.piles["W"] = turned.piles["W"][-1:]
        if trial.piles["W"]:
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
