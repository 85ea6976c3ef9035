"""Royal Rendezvous: a reserve of sixteen cards and foundations that step by one and by two (RULES §5, §7)."""

from dataclasses import replace
from functools import partial
from typing import Final

from patience.cards import RANKS, SUITS
from patience.games.parts import by_suit, up
from patience.rules import Build, Foundation, Reserve, Rules, Stock
from patience.rules.variant import Option, Variant

_game = partial(Variant, family="Royal Rendezvous")

_ROYAL_RENDEZVOUS: Final = Rules(
    layout=up("R1-R16"),
    foundations=(
        *(
            Foundation(suit, RANKS, Build.BY_SUIT, dealt=1, last_after=f"F{lower}")
            for lower, suit in enumerate(SUITS, start=5)
        ),
        *by_suit(SUITS, "A3579JK", dealt=1),
        *by_suit(SUITS, "2468TQ", dealt=1),
    ),
    reserve=Reserve(piles=16, refill=("W", "S")),
    stock=Stock(actions=("draw",)),
)

GAMES: Final = (
    _game(
        id="royal-rendezvous",
        title="Royal Rendezvous",
        rules=_ROYAL_RENDEZVOUS,
        sources=("A web rule page for Royal Rendezvous",),
        section="RULES §5",
        options=(
            Option(
                name="twos",
                meaning="Twos set out at the start: one of each suit, or all eight (four on the upper Aces).",
                values={"four": {}, "eight": {f"foundations.{upper}.dealt": 2 for upper in range(4)}},
            ),
            Option(
                name="draw",
                meaning="When the stock may be drawn from: at any time, or only while no card can be moved.",
                values={"any_time": {}, "when_blocked": {"stock.hold": "card_move"}},
            ),
        ),
    ),
    _game(
        id="pysolfc-royal-rendezvous",
        title="Royal Rendezvous, as PySolFC plays it",
        rules=replace(
            _ROYAL_RENDEZVOUS,
            foundations=(
                *by_suit(ranks="K"),
                *by_suit(dealt=1),
                *by_suit(ranks="2468TQ", dealt=1),
                *by_suit(ranks="A3579J", dealt=1),
            ),
            stock=Stock(actions=("draw",), drawn_at_start=1),
            foundations_final=False,
        ),
        pysolfc=(638,),
        names=("Royal Appointment",),
        pysolfc_stacks="FTRSW",
        section="RULES §7",
    ),
)
