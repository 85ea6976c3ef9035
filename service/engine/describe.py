"""Says in words what a variant is: its piles, and the reasons for which it can refuse a move."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Final, Literal

from service.engine.builds import column_misfit, foundation_misfit
from service.engine.cards import CARDS, FLOOR, PACK, RANKS, is_red, rank, symbol
from service.engine.rules import Build, Columns, Foundation, Lift, Reason, Rules, Stock, Variant
from service.engine.tables import Tables

Kind = Literal["column", "foundation", "reserve", "waste", "stock"]

_RANK_WORDS: Final = {"A": "Ace", "T": "10", "J": "Jack", "Q": "Queen", "K": "King"}
_SUPPLIES: Final = {"W": "the waste", "S": "the stock"}
ORDERS: Final = {
    Build.BY_SUIT: "by suit",
    Build.BY_COLOR: "by colour",
    Build.ALTERNATING: "in alternating colours",
}
_MOVES: Final = {
    Lift.ONE: "cards move singly",
    Lift.RUN: "any face-up run moves as a unit",
    Lift.ANY: "any face-up card moves with all cards on top of it",
}
_GIVES: Final = {
    Lift.ONE: "Its top card.",
    Lift.RUN: "Its top card, or a run of face-up cards from the top.",
    Lift.ANY: "Its top card, or any face-up card with all cards on top of it.",
}


@dataclass(frozen=True, slots=True)
class PileDescription:
    """One pile as a rules page tells it."""

    pile: str
    kind: Kind
    takes: str
    gives: str


def describe_piles(tables: Tables) -> list[PileDescription]:
    """Every pile of the variant under these options: columns, foundations, reserve, waste, stock."""
    rules, names = tables.rules, tables.names
    piles: list[PileDescription] = []
    if rules.columns:
        takes, gives = _column_takes(rules.columns, rules.stock), _GIVES[rules.columns.lift]
        piles += [PileDescription(names[pile], "column", takes, gives) for pile in tables.columns]
    gives = "Its top card, to another foundation that takes it."
    if rules.foundations_final:
        gives = "Nothing: foundations are final."
    for pile in tables.foundations:
        takes = _foundation_takes(tables.foundation(pile))
        piles.append(PileDescription(names[pile], "foundation", takes, gives))
    if rules.reserve:
        takes = f"No moved card; when empty it is filled from {supply(rules.reserve.refill)}."
        gives = f"Its card, to {_destination(rules)}."
        piles += [PileDescription(names[pile], "reserve", takes, gives) for pile in tables.reserve]
    if rules.stock:
        if "draw" in rules.stock.actions:
            gives = f"Its top card, to {_destination(rules)}.{_fills(rules, 'W')}"
            piles.append(PileDescription("W", "waste", "One stock card per draw.", gives))
        gives = _stock_gives(rules, rules.stock)
        piles.append(PileDescription("S", "stock", _stock_takes(rules.stock), gives))
    return piles


def rank_word(letter: str) -> str:
    """The rank as people say it."""
    return _RANK_WORDS.get(letter, letter)


def one_of(cards: Collection[int]) -> str:
    """Cards of one rank and colour as people name them: ``6♣``, or ``a red 6`` where either suit will do."""
    card = min(cards)
    if len(cards) == 1:
        return symbol(card)
    return f"a {'red' if is_red(card) else 'black'} {rank_word(RANKS[rank(card)])}"


def opening_cards(foundation: Foundation) -> list[int]:
    """The cards that may lie at the bottom of a foundation."""
    return [CARDS[foundation.ranks[0] + suit] for suit in foundation.suits]


def supply(refill: Sequence[str]) -> str:
    """The piles that fill a vacancy, the first that has a card."""
    return " or else ".join(_SUPPLIES[pile] for pile in refill)


@cache
def tops(foundation: Foundation) -> tuple[frozenset[int], ...]:
    """By how many cards an incomplete foundation has: what can lie on top, ``FLOOR`` where it has none."""
    layers = [frozenset({FLOOR})]
    while len(layers) < len(foundation.ranks):
        followers = (
            card for card in PACK for top in layers[-1] if foundation_misfit(foundation, top, card) is None
        )
        layers.append(frozenset(followers))
    return tuple(layers)


def _column_takes(columns: Columns, stock: Stock | None) -> str:
    vacancy = " or ".join(f"a {rank_word(opener)}" for opener in columns.empty_takes)
    if not vacancy:
        vacancy = f"no moved card but is filled from {supply(columns.refill)}"
    dealt = " Each deal adds a card." if stock and "deal" in stock.actions else ""
    return f"Built down {ORDERS[columns.build]}; {_MOVES[columns.lift]}; when empty takes {vacancy}.{dealt}"


def _foundation_takes(foundation: Foundation) -> str:
    ranks, order = foundation.ranks, ORDERS[foundation.build]
    ends = f"{rank_word(ranks[0])} to {rank_word(ranks[-1])}"
    if foundation.whole:
        return f"One whole sequence, {ends} {order}, {len(ranks)} cards in one move."
    opening = one_of(opening_cards(foundation))
    if len(ranks) == 1:
        return f"{opening} and nothing else."
    steps = f" from {ends}" if ranks in RANKS else f", {'-'.join(map(rank_word, ranks))}"
    dealt = [symbol(CARDS[letter + foundation.suits[0]]) for letter in ranks[: foundation.dealt]]
    start = f"starts with {' and '.join(dealt)}" if dealt else f"begins with {opening}"
    guard = foundation.king_after
    wait = f" Its King waits until {guard} is complete." if guard else ""
    return f"Built up {order}{steps}, card by card; {start}.{wait}"


def _destination(rules: Rules) -> str:
    return "a foundation or a column" if rules.columns else "a foundation"


def _stock_takes(stock: Stock) -> str:
    if "redeal" not in stock.actions or stock.redeals == 0:
        return "Nothing."
    limit = "" if stock.redeals is None else f" Redeals allowed: {stock.redeals}."
    return f"Once it is empty, the whole waste, turned over by a redeal.{limit}"


def _stock_gives(rules: Rules, stock: Stock) -> str:
    place, action = ("onto each column", "deal") if "deal" in stock.actions else ("to the waste", "draw")
    when = ", only while no card can be moved" if stock.when_blocked else ""
    return f"One card {place} per {action}{when}.{_fills(rules, 'S')}"


def _fills(rules: Rules, pile: str) -> str:
    """A sentence on the vacancies that cards of this pile fill, if there are any."""
    if rules.columns and pile in rules.columns.refill:
        return " It also fills empty columns."
    if rules.reserve and pile in rules.reserve.refill:
        return " It also fills empty reserve cells."
    return ""


@cache
def possible_reasons(variant: Variant) -> tuple[Reason, ...]:
    """The reasons that a move can meet under some setting of the variant's options, in order (RULES §1)."""
    settings = list(_settings(variant))
    return tuple(reason for reason in Reason if any(map(_CAN_OCCUR[reason], settings)))


def _settings(variant: Variant) -> Iterator[Rules]:
    """The rules under every choice of options."""
    for values in product(*((*option.words, *option.numbers) for option in variant.options)):
        rules = variant.rules
        for option, value in zip(variant.options, values, strict=True):
            rules = option.apply(rules, value)
        yield rules


def _always(_rules: Rules) -> bool:
    return True


def _actions(rules: Rules) -> tuple[str, ...]:
    return rules.stock.actions if rules.stock else ()


def _has_redeal(rules: Rules) -> bool:
    return "redeal" in _actions(rules)


def _limits_redeals(rules: Rules) -> bool:
    return _has_redeal(rules) and rules.stock is not None and rules.stock.redeals is not None


def _gives_singly(rules: Rules) -> bool:
    """Whether a pile of several cards gives them one at a time, at least to some target."""
    if "draw" in _actions(rules) or not rules.foundations_final:
        return True
    card_by_card = any(not foundation.whole for foundation in rules.foundations)
    return rules.columns is not None and (rules.columns.lift is Lift.ONE or card_by_card)


def _misfit(reason: Reason) -> Callable[[Rules], bool]:
    """Whether some card is refused for this reason by a column or foundation, as it can lie."""
    return lambda rules: (
        (rules.columns is not None and reason in _column_misfits(rules.columns))
        or any(reason in _foundation_misfits(pile, rules.foundations_final) for pile in rules.foundations)
    )


@cache
def _column_misfits(columns: Columns) -> frozenset[Reason | None]:
    return frozenset(column_misfit(columns, under, card) for under in (FLOOR, *PACK) for card in PACK)


@cache
def _foundation_misfits(foundation: Foundation, final: bool) -> frozenset[Reason | None]:
    fewest = foundation.dealt if final else 0
    unders = frozenset[int]().union(*tops(foundation)[fewest:])
    # What reaches a foundation of whole sequences is a run of all ranks, led by the first (checks 14, 16).
    leads = foundation.ranks[0] if foundation.whole else RANKS
    offered = [card for card in PACK if RANKS[rank(card)] in leads]
    return frozenset(foundation_misfit(foundation, under, card) for under in unders for card in offered)


_CAN_OCCUR: Final[dict[Reason, Callable[[Rules], bool]]] = {
    Reason.GAME_OVER: _always,
    Reason.UNKNOWN_ACTION: lambda rules: len(_actions(rules)) < 3,
    Reason.STOCK_EMPTY: lambda rules: rules.stock is not None,
    Reason.STOCK_NOT_EMPTY: _has_redeal,
    Reason.WASTE_EMPTY: _has_redeal,
    Reason.NO_REDEALS_LEFT: _limits_redeals,
    Reason.MOVES_AVAILABLE: lambda rules: rules.stock is not None and rules.stock.when_blocked,
    Reason.UNKNOWN_PILE: _always,
    Reason.SOURCE_LOCKED: lambda rules: rules.foundations_final or rules.stock is not None,
    Reason.TARGET_LOCKED: lambda rules: rules.reserve is not None or rules.stock is not None,
    # Of a reserve cell or the waste, target_locked is said first; of a final foundation, source_locked.
    Reason.SAME_PILE: lambda rules: rules.columns is not None or not rules.foundations_final,
    Reason.SOURCE_EMPTY: _always,
    Reason.NOT_ENOUGH_CARDS: _always,
    Reason.FACE_DOWN_CARD: lambda rules: (
        rules.columns is not None and not all(dealing_round.face_up for dealing_round in rules.columns.rounds)
    ),
    Reason.ONE_CARD_ONLY: _gives_singly,
    Reason.BROKEN_SEQUENCE: lambda rules: rules.columns is not None and rules.columns.lift is Lift.RUN,
    Reason.FOUNDATION_FULL: _always,
    Reason.INCOMPLETE_SEQUENCE: lambda rules: any(foundation.whole for foundation in rules.foundations),
    Reason.WRONG_COLOR: _misfit(Reason.WRONG_COLOR),
    Reason.WRONG_SUIT: _misfit(Reason.WRONG_SUIT),
    Reason.NEEDS_BASE: _misfit(Reason.NEEDS_BASE),
    Reason.NEEDS_KING: _misfit(Reason.NEEDS_KING),
    Reason.VACANCY_RESERVED: _misfit(Reason.VACANCY_RESERVED),
    Reason.WRONG_RANK: _misfit(Reason.WRONG_RANK),
    Reason.KING_LOCKED: lambda rules: any(foundation.king_after for foundation in rules.foundations),
    Reason.NO_FOUNDATION_ACCEPTS: _always,
}
