"""Positions on the border between lost games and games in progress, and what they show about an engine.

An engine that overlooks one kind of move calls a game lost in which only such a move is left. One that reads
a rule of the stock otherwise expects other cards on top of the waste. `breeding.py` finds such positions.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from patience.line import Line, open_line
from tests import reference
from tests.conformance.obligations import Feature, kind_of, only_failing
from tests.conformance.scenes import Json
from tests.declared import after
from tests.engine.games import deal_of
from tests.reference.tokens import ACTIONS, CardMove, parse, write

FEW: Final = 6
"""Card moves of a position that may all be of one kind."""
GROUPS: Final = 4
"""Sizes of groups of which it is asked what alone forbids them to move."""


def border_facts(request: Json) -> set[Feature]:
    """Return what a position shows if few cards can move and the game is not won."""
    line = line_after(request)
    legal: list[str] = [*line.legal_moves()]
    moves = [parse(token) for token in legal if token not in ACTIONS]
    if len(moves) > FEW or line.is_won():
        return set()
    game = after(request, request["moves"])
    later = list(moves_later(line, len(game.deck)))
    outcome = line.outcome()
    shown = _kept_by(game, moves, [further for _, further in later], deal="deal" in legal, outcome=outcome)
    if not moves and "deal" not in legal:
        shown |= _of_stock(game, later, outcome)
        if outcome == "lost":
            shown |= _lost_though(game)
    if shown:
        shown |= {("outcome under", *map(str, option), str(outcome)) for option in request["rules"].items()}
    return shown


def line_after(request: Json) -> Line:
    """Return the line of a legal log after its last move."""
    line = open_line(deal_of(request))
    for token in request["moves"]:
        line.push(token)
    return line


def moves_later(line: Line, cards: int) -> Iterator[tuple[str, list[CardMove]]]:
    """Yield each further draw and the next redeal, with the card moves after it; `cards` are in the game."""
    line, redeals = line.copy(), 0
    for _ in range(2 * cards):
        legal: list[str] = [*line.legal_moves()]
        action = next((token for token in ("draw", "redeal") if token in legal), "")
        redeals += action == "redeal"
        if not action or redeals > 1:
            return
        line.push(action)
        yield action, [parse(token) for token in line.legal_moves() if token not in ACTIONS]


def _kept_by(
    game: reference.Game, moves: list[CardMove], later: list[list[CardMove]], *, deal: bool, outcome: str
) -> set[Feature]:
    """Return what all moves have in common, now and after further draws, without which the game is lost."""
    if deal:
        return set() if moves else {("kept now by", "deal")}
    steps = [step for step in (moves, *later) if step]
    if not steps:
        return {("kept now by", "redeal")} if outcome == "in_progress" else set()
    shared = set.intersection(*(set(_ways(game, move)) for step in steps for move in step))
    kinds = ["kept now by" if moves else "kept later by", *(() if any(later) else ("kept alone by",))]
    return {(kind, way) for kind in kinds for way in shared}


def _ways(game: reference.Game, move: CardMove) -> list[str]:
    """Return the kinds that a move is of, which an engine may overlook."""
    source, target, count = move
    pile, onto = game.piles[source], game.piles[target]
    kinds = f"{source[0]}-{target[0]}" + ("" if onto else " empty")
    whole = count == len(pile)
    ways = [kinds, f"from {source[0]}", f"to {target[0]}", f"to {kind_of(game, target)}"]
    ways += [f"from {kind_of(game, source)}", f"{kinds} of {min(count, 3)}", f"of {min(count, 3)}"]
    ways += [f"whole {kinds}"] if whole else []
    if count > 1 or source[0] == "T":
        rest = len(pile) - count
        ways += ["turns up"] if 0 < rest == game.face_down.get(source, 0) else []
    for way, name in (("from", source), ("to", target)):
        if len(name) > 1 and len(game.names(name[0])) > 1:
            number, last = int(name[1:]), len(game.names(name[0]))
            ways += [f"{way} first {name[0]}"] if number == 1 else []
            ways += [f"{way} last {name[0]}"] if number == last else []
    if source[0] in "TRF" and count <= len(pile) and pile[-count][0] in "AK":
        ways += [f"{pile[-count][0]} {kinds}"]
    return ways


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
    game: reference.Game, later: Sequence[tuple[str, Sequence[CardMove]]], outcome: str
) -> set[Feature]:
    """Return when the first card can move again, and which other accounts of the stock answer otherwise."""
    stock = game.rules.stock
    if not stock:
        return set()
    brings = next((number for number, (_, moves) in enumerate(later) if moves), None)
    actions = [token for token, _ in later[: (brings or 0) + 1]]
    draws = [number for number, (token, moves) in enumerate(later) if moves and token == "draw"]
    passes = "redeal" in actions
    several = stock.draw > 1, stock.redeals
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
    everywhere = [*game.names("T"), *game.names("F"), *game.names("R")]
    onto = {
        "columns alone": game.names("T"),
        "foundations alone": game.names("F"),
        "no empty columns": [name for name in everywhere if name[0] != "T" or game.piles[name]],
    }
    playable: dict[tuple[str, str], bool] = {}

    def is_playable(card: str, way: str = "") -> bool:
        if (card, way) not in playable:
            trial = game.copy()
            trial.piles["W"] = [card]
            targets = onto[way] if way else everywhere
            playable[card, way] = any(reference.why_not(trial, f"W-{target}") is None for target in targets)
        return playable[card, way]

    kept = outcome == "in_progress"
    for name, reading in READINGS.items():
        if any(map(is_playable, reading(coming, waste, stock.draw, again))) is not kept:
            shown |= {("stock read", name), ("stock read", name, several)}
    right = _tops(coming, stock.draw) + (_tops(waste + coming, stock.draw) if again else [])
    for way in onto:
        if any(is_playable(card, way) for card in right) is not kept:
            shown |= {("stock read", way), ("stock read", way, several)}
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
