"""Spider: ten columns, a stock dealt across them, whole suits to the foundations (RULES §7)."""

from typing import Final

from service.engine.cards import RANKS
from service.engine.rules import Build, Columns, Hold, Rules, Stock
from service.engine.variant import Variant
from service.engine.variants.parts import down, sequences, up

PYSOLFC: Final = Variant(
    id="pysolfc-spider",
    title="Spider, as PySolFC plays it",
    family="Spider",
    pysolfc=(11,),
    sources=("PySolFC 3.6.1, game 11",),
    section="RULES §7",
    rules=Rules(
        layout=(*down("T1-T10", 4), *down("T1 T4 T7 T10"), *up("T1-T10")),
        columns=Columns(number=10, build=Build.ANY_SUIT, lift=Build.BY_SUIT, empty_takes=RANKS),
        foundations=sequences(8),
        stock=Stock(actions=("deal",), hold=Hold.EMPTY_COLUMN),
    ),
)
