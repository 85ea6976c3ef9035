"""What a game's stock does: deals, draws, redeals, and the cards that move by themselves."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from patience.compilation.pile_numbers import PileNumbers
from patience.rules import Close, DealTo, DrawAs, GatherAs, Rules, Stock

_NO_STOCK: Final = Stock(actions=())


@dataclass(frozen=True, eq=False, repr=False)
class StockActions:
    """What a deal, a draw and a redeal do, and how vacancies are filled."""

    deal_piles: range
    """The piles that a ``deal`` puts one card on, if all get one, or the first to the last of ``deals``."""
    deals: tuple[tuple[int, ...], ...]
    """The piles of each card of a ``deal`` instead: of the first list for which there are enough cards, or of
    the last one; empty where ``deal_piles`` says it."""
    shows_last: bool
    """Whether the last card of the stock lies face up, may be moved and is dealt to no pile."""
    deals_home: bool
    """Whether cards that begin empty foundations go there while they are dealt."""
    draw: int
    """How many cards a ``draw`` turns."""
    rounds: int
    """How many cards a round moves from the stock to columns; 1 until each has one, and 0 without rounds."""
    packet: bool
    """Whether they keep their order."""
    last_draw_only: bool
    """Whether those of earlier draws lie face down on the waste."""
    gathers: bool
    """Whether a ``redeal`` gathers piles."""
    gathered: range
    """These piles, and those whose cards become the stock: the columns or the reserve piles."""
    restocks: bool
    """Whether it gathers cards that become the stock."""
    last_pile_first: bool
    """Whether it then reads them from the last one on."""
    gather: int
    """How many cards it then deals to each column; 0 if it does not, or deals them as the layout."""
    in_fans: bool
    """Whether it deals them in fans, with the top cards alone face up."""
    lays_under: bool
    """Whether a redeal lays the columns under the stock."""
    shuffles: bool
    """Whether it shuffles them."""
    fills_gaps: bool
    """Whether cards are dealt to empty columns, by a ``deal`` or by themselves."""
    closes: int
    """How many columns before a column the next one to which its cards close up is; 0 where they do not."""
    closes_last: bool
    """Whether columns close up only once the stock is empty."""
    refills: Mapping[int, tuple[int, ...]]
    """By pile that is refilled, in the order in which vacancies are filled: what fills it."""


def stock_actions(rules: Rules, piles: PileNumbers) -> StockActions:
    """Compile what the stock does."""
    stock, pile = rules.stock or _NO_STOCK, piles.pile
    return StockActions(
        deal_piles=_deal_piles(rules, pile),
        deals=tuple(tuple(pile[name] for name in deal) for deal in stock.deals),
        shows_last=stock.shows_last,
        deals_home=stock.deal_to is DealTo.COLUMNS_AND_HOME,
        draw=stock.draw if stock.has_waste else 1,
        rounds=stock.rounds,
        packet=DrawAs.PACKET in stock.draw_as,
        last_draw_only=DrawAs.LAST_ONLY in stock.draw_as,
        gathers=stock.gathers,
        gathered=piles.reserve if stock.deal_to is DealTo.RESERVE else piles.columns,
        restocks=stock.restocks,
        last_pile_first=stock.gather_as is GatherAs.UNDER,
        lays_under=stock.lays_under,
        gather=stock.gather or 0,
        in_fans=stock.gather_as is GatherAs.FANS,
        shuffles=stock.shuffles,
        fills_gaps=stock.deal_to is DealTo.GAPS,
        closes=_closes(rules),
        closes_last=stock.close is Close.LAST,
        refills={
            pile[name]: tuple(pile[supply] for supply in refill)
            for name in piles.names
            if (refill := rules.refill(name))
        },
    )


def _deal_piles(rules: Rules, pile: Mapping[str, int]) -> range:
    """Return a range of piles that has all to which a deal can deal."""
    dealt = [pile[name] for name in rules.stock.deal_piles(rules.pile_names)] if rules.stock else []
    return range(min(dealt), max(dealt) + 1) if dealt else range(0)


def _closes(rules: Rules) -> int:
    if rules.columns and rules.columns.merges:
        return 1
    if rules.stock is None or rules.stock.close is None:
        return 0
    return ((rules.pairs and rules.pairs.width) or 1) if rules.stock.close is Close.COLUMNS else 1
