"""Says in words what a variant is: what each of its piles takes and gives."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal

from service.engine.cards import CARDS, FLOOR, RANKS, symbol
from service.engine.compiled import CompiledRules
from service.engine.rules import Build, Columns, Hold, Lift, Rules, Stock
from service.engine.text import ORDERS, name_cards, name_ranks, name_steps, name_supplies, rank_word

PileKind = Literal["column", "foundation", "reserve", "waste", "stock"]

_LIFTED: Final = {
    Lift.ONE: "cards move singly",
    Lift.ANY: "any face-up card moves with all cards on top of it",
}
_GIVES: Final = {
    Lift.ONE: "Its top card.",
    Lift.ANY: "Its top card, or any face-up card with all cards on top of it.",
}
_HELD: Final = {
    None: "",
    Hold.CARD_MOVE: ", only while no card can be moved",
    Hold.FORWARD_MOVE: ", only while no move goes forward",
    Hold.EMPTY_COLUMN: ", only while no column is empty",
}


@dataclass(frozen=True, slots=True)
class PileDescription:
    """One pile as a rules page tells it."""

    pile: str
    kind: PileKind
    takes: str
    gives: str


def describe_piles(tables: CompiledRules) -> list[PileDescription]:
    """Every pile of the variant under these options: columns, foundations, reserve, waste, stock."""
    return [
        PileDescription(tables.names[pile], kind, takes, gives) for pile, kind, takes, gives in _piles(tables)
    ]


def _piles(tables: CompiledRules) -> Iterator[tuple[int, PileKind, str, str]]:
    rules = tables.rules
    if rules.columns:
        takes, gives = _column_takes(rules.columns, rules.stock), _column_gives(rules.columns)
        yield from ((pile, "column", takes, gives) for pile in tables.columns)
    gives = "Nothing: foundations are final."
    if not rules.foundations_final:
        gives = f"Its top card, to {'a column or ' if rules.columns else ''}another foundation that takes it."
    for pile in tables.foundations:
        yield pile, "foundation", _foundation_takes(tables, pile), gives
    destination = "a foundation or a column" if rules.columns else "a foundation"
    if rules.reserve:
        takes = "No moved card"
        if rules.reserve.refill:
            takes += f"; when empty it is filled from {name_supplies(rules.reserve.refill)}"
        for pile in tables.reserve:
            fills = _fills(rules, tables.names[pile])
            yield pile, "reserve", f"{takes}.", f"Its card, to {destination}.{fills}"
    if tables.waste >= 0:
        yield (
            tables.waste,
            "waste",
            "One stock card per draw.",
            f"Its top card, to {destination}.{_fills(rules, 'W')}",
        )
    if rules.stock and tables.stock >= 0:
        yield tables.stock, "stock", _stock_takes(rules.stock), _stock_gives(rules, rules.stock)


def _column_takes(columns: Columns, stock: Stock | None) -> str:
    dealt = " Each deal adds a card." if stock and "deal" in stock.actions else ""
    lifted = _run(columns) + " moves as a unit" if isinstance(columns.lift, Build) else _LIFTED[columns.lift]
    return f"Built down {ORDERS[columns.build]}; {lifted}; {_vacancy(columns)}.{dealt}"


def _run(columns: Columns) -> str:
    if columns.lift is columns.build:
        return "any face-up run"
    assert isinstance(columns.lift, Build)
    return f"any face-up run {ORDERS[columns.lift]}"


def _vacancy(columns: Columns) -> str:
    supplies, opening = name_supplies(columns.refill), name_ranks(columns.empty_takes)
    if not supplies:
        return f"when empty takes {opening or 'no moved card'}"
    if not opening:
        return f"when empty takes no moved card but is filled from {supplies}"
    return f"when empty is filled from {supplies}, and takes {opening} once that is used up"


def _column_gives(columns: Columns) -> str:
    if isinstance(columns.lift, Build):
        return "Its top card, or a run of face-up cards from the top."
    return _GIVES[columns.lift]


def _foundation_takes(tables: CompiledRules, pile: int) -> str:
    foundation = tables.foundation(pile)
    ranks, order = foundation.ranks, ORDERS[foundation.build]
    opening = name_cards(tables.fits[pile][FLOOR])
    if foundation.whole:
        led = "" if len(foundation.suits) == 4 else f", led by {opening}"
        return f"One whole sequence, {name_steps(ranks)} {order}, {len(ranks)} cards in one move{led}."
    guard = foundation.last_after
    wait = f" Its {rank_word(ranks[-1])} waits until {guard} is complete." if guard else ""
    if len(ranks) == 1:
        return f"{opening} and nothing else.{wait}"
    steps = name_steps(ranks)
    steps = f" from {steps}" if " to " in steps else f", {steps}"
    dealt = [symbol(CARDS[code]) for code in foundation.bases]
    start = f"starts with {' and '.join(dealt)}" if dealt else f"begins with {opening}"
    return f"Built{_direction(ranks)} {order}{steps}, card by card; {start}.{wait}"


def _direction(ranks: str) -> str:
    """Up or down, on from King to Ace or Ace to King too; empty where ranks go to and fro."""
    steps = [(RANKS.index(upper) - RANKS.index(lower)) % len(RANKS) for lower, upper in pairwise(ranks)]
    if sum(steps) < len(RANKS):
        return " up"
    return " down" if sum(len(RANKS) - step for step in steps) < len(RANKS) else ""


def _stock_takes(stock: Stock) -> str:
    if "redeal" not in stock.actions or stock.redeals == 0:
        return "Nothing."
    limit = "" if stock.redeals is None else f" Redeals allowed: {stock.redeals}."
    return f"Once it is empty, the whole waste, turned over by a redeal.{limit}"


def _stock_gives(rules: Rules, stock: Stock) -> str:
    place, action = ("onto each column", "deal") if "deal" in stock.actions else ("to the waste", "draw")
    return f"One card {place} per {action}{_HELD[stock.hold]}.{_fills(rules, 'S')}"


def _fills(rules: Rules, pile: str) -> str:
    """A sentence on the vacancies that cards of this pile fill, if there are any."""
    filled = []
    if rules.columns and pile in rules.columns.refill:
        filled.append("columns")
    if rules.reserve and pile in rules.reserve.refill:
        filled.append("reserve cells")
    return f" It also fills empty {' and '.join(filled)}." if filled else ""
