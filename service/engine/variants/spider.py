"""Spider: ten columns, a stock dealt across them, whole suits to the foundations (RULES §7)."""

from typing import Final

from service.engine.cards import RANKS, SUITS
from service.engine.rules import Build, Columns, Foundation, Hold, Round, Rules, Stock
from service.engine.variant import Variant

_ALL = tuple(range(1, 11))

PYSOLFC: Final[Variant] = Variant(
    id="pysolfc-spider",
    title="Spider, as PySolFC plays it",
    sources=("PySolFC 3.6.1, game 11",),
    section="RULES §7",
    rules=Rules(
        columns=Columns(
            number=10,
            rounds=(
                *(Round(_ALL, face_up=False),) * 4,
                Round((1, 4, 7, 10), face_up=False),
                Round(_ALL, face_up=True),
            ),
            build=Build.ANY_SUIT,
            lift=Build.BY_SUIT,
            empty_takes=RANKS,
        ),
        foundations=(Foundation(SUITS, RANKS[::-1], Build.BY_SUIT, whole=True),) * 8,
        stock=Stock(actions=("deal",), hold=Hold.EMPTY_COLUMN),
    ),
)
