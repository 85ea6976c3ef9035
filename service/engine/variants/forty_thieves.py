"""Forty Thieves: ten columns of four cards, moved singly, and foundations that give cards back (RULES §7)."""

from typing import Final

from service.engine.cards import RANKS
from service.engine.rules import Build, Columns, Foundation, Lift, Round, Rules, Stock
from service.engine.variant import Variant

PYSOLFC: Final[Variant] = Variant(
    id="pysolfc-forty-thieves",
    title="Forty Thieves, as PySolFC plays it",
    sources=("PySolFC 3.6.1, game 13",),
    section="RULES §7",
    rules=Rules(
        columns=Columns(
            number=10,
            rounds=(Round(tuple(range(1, 11)), face_up=True),) * 4,
            build=Build.BY_SUIT,
            lift=Lift.ONE,
            empty_takes=RANKS,
        ),
        foundations=tuple(Foundation(suit, RANKS, Build.BY_SUIT) for suit in "CCSSHHDD"),
        stock=Stock(actions=("draw",), drawn_at_start=1),
        foundations_final=False,
    ),
)
