"""Double Russian: all 104 cards in ten columns, built down by suit (RULES §6, §7)."""

from dataclasses import replace
from typing import Final

from service.engine.rules import Build, Columns, Lift, Round, Rules
from service.engine.variant import Option, Variant
from service.engine.variants.parts import by_suit, down, up


def _triangle(first: int, last: int) -> tuple[Round, ...]:
    """Return face-down rounds that end on T10, each a column shorter."""
    return tuple(round_ for column in range(first, last + 1) for round_ in down(f"T{column}-T10"))


DOUBLE_RUSSIAN: Final = Variant(
    id="double-russian",
    title="Double Russian",
    family="Yukon",
    sources=("A web rule page for Double Russian",),
    section="RULES §6",
    rules=Rules(
        layout=(*_triangle(2, 9), *down("T10"), *up("T1-T10", 5), *up("T2-T10")),
        columns=Columns(number=10, build=Build.BY_SUIT, lift=Lift.ANY),
        foundations=by_suit("CCDDHHSS"),
    ),
    options=(
        Option(
            name="groups",
            meaning="What moves together: any face-up card with all on top of it, or only a run in suit.",
            values={"any": {}, "in_sequence": {"columns.lift": "by_suit"}},
        ),
    ),
)

PYSOLFC: Final = Variant(
    id="pysolfc-double-russian",
    title="Double Russian, as PySolFC plays it",
    family="Yukon",
    pysolfc=(466,),
    sources=("PySolFC 3.6.1, game 466",),
    section="RULES §7",
    rules=replace(
        DOUBLE_RUSSIAN.rules,
        layout=(*_triangle(2, 9), *up("T1-T10", 6)),
        foundations=by_suit("CCSSHHDD"),
    ),
)
