"""Forty Thieves: ten columns of four cards, moved singly, and foundations that give cards back (RULES §7)."""

from typing import Final

from service.engine.cards import RANKS
from service.engine.rules import Build, Columns, Lift, Rules, Stock
from service.engine.variant import Variant
from service.engine.variants.parts import by_suit, up

PYSOLFC: Final = Variant(
    id="pysolfc-forty-thieves",
    title="Forty Thieves, as PySolFC plays it",
    family="Forty Thieves",
    pysolfc=(13,),
    sources=("PySolFC 3.6.1, game 13",),
    section="RULES §7",
    rules=Rules(
        layout=up("T1-T10", 4),
        columns=Columns(number=10, build=Build.BY_SUIT, lift=Lift.ONE, empty_takes=RANKS),
        foundations=by_suit("CCSSHHDD"),
        stock=Stock(actions=("draw",), drawn_at_start=1),
        foundations_final=False,
    ),
)
