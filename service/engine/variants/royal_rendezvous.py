"""Royal Rendezvous: a reserve of sixteen cards and foundations that step by one and by two (RULES §5, §7)."""

from dataclasses import replace
from typing import Final

from service.engine.cards import RANKS, SUITS
from service.engine.rules import Build, Foundation, Hold, Reserve, Rules, Stock
from service.engine.variant import Option, OptionValue, Variant


def _twos(rules: Rules, value: OptionValue) -> Rules:
    upper_cards = 2 if value == "eight" else 1
    upper = (replace(foundation, dealt=upper_cards) for foundation in rules.foundations[:4])
    return replace(rules, foundations=(*upper, *rules.foundations[4:]))


def _draw(rules: Rules, value: OptionValue) -> Rules:
    assert rules.stock is not None
    hold = Hold.CARD_MOVE if value == "when_blocked" else None
    return replace(rules, stock=replace(rules.stock, hold=hold))


ROYAL_RENDEZVOUS: Final[Variant] = Variant(
    id="royal-rendezvous",
    title="Royal Rendezvous",
    sources=("A web rule page for Royal Rendezvous",),
    section="RULES §5",
    rules=Rules(
        foundations=(
            *(
                Foundation(suit, RANKS, Build.BY_SUIT, dealt=1, last_after=f"F{lower}")
                for lower, suit in enumerate(SUITS, start=5)
            ),
            *(Foundation(suit, "A3579JK", Build.BY_SUIT, dealt=1) for suit in SUITS),
            *(Foundation(suit, "2468TQ", Build.BY_SUIT, dealt=1) for suit in SUITS),
        ),
        reserve=Reserve(cells=16, refill=("W", "S")),
        stock=Stock(actions=("draw",)),
    ),
    options=(
        Option(
            name="twos",
            meaning="Twos set out at the start: one of each suit, or all eight (four on the upper Aces).",
            words=("four", "eight"),
            apply=_twos,
            changes_layout=True,
        ),
        Option(
            name="draw",
            meaning="When the stock may be drawn from: at any time, or only while no card can be moved.",
            words=("any_time", "when_blocked"),
            apply=_draw,
        ),
    ),
)

PYSOLFC: Final[Variant] = Variant(
    id="pysolfc-royal-rendezvous",
    title="Royal Rendezvous, as PySolFC plays it",
    sources=("PySolFC 3.6.1, game 638",),
    section="RULES §7",
    rules=replace(
        ROYAL_RENDEZVOUS.rules,
        foundations=(
            *(Foundation(suit, "K", Build.BY_SUIT) for suit in "CSHD"),
            *(Foundation(suit, RANKS, Build.BY_SUIT, dealt=1) for suit in "CSHD"),
            *(Foundation(suit, "2468TQ", Build.BY_SUIT, dealt=1) for suit in "CSHD"),
            *(Foundation(suit, "A3579J", Build.BY_SUIT, dealt=1) for suit in "CSHD"),
        ),
        stock=Stock(actions=("draw",), drawn_at_start=1),
        foundations_final=False,
    ),
)
