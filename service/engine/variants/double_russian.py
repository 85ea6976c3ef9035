"""Double Russian: all 104 cards in ten columns, built down by suit (RULES §6, §7)."""

from dataclasses import replace
from typing import Final

from service.engine.cards import RANKS
from service.engine.rules import Build, Columns, Foundation, Lift, Round, Rules
from service.engine.variant import Option, OptionValue, Variant


def from_column(first: int, *, face_up: bool = False) -> Round:
    """A round that ends on T10."""
    return Round(tuple(range(first, 11)), face_up)


def _groups(rules: Rules, value: OptionValue) -> Rules:
    assert rules.columns is not None
    lift = Build.BY_SUIT if value == "in_sequence" else Lift.ANY
    return replace(rules, columns=replace(rules.columns, lift=lift))


DOUBLE_RUSSIAN: Final[Variant] = Variant(
    id="double-russian",
    title="Double Russian",
    sources=("A web rule page for Double Russian",),
    section="RULES §6",
    rules=Rules(
        columns=Columns(
            number=10,
            rounds=(
                *(from_column(first) for first in range(2, 11)),
                *(from_column(1, face_up=True),) * 5,
                from_column(2, face_up=True),
            ),
            build=Build.BY_SUIT,
            lift=Lift.ANY,
        ),
        foundations=tuple(Foundation(suit, RANKS, Build.BY_SUIT) for suit in "CCDDHHSS"),
    ),
    options=(
        Option(
            name="groups",
            meaning="What moves together: any face-up card with all on top of it, or only a run in suit.",
            words=("any", "in_sequence"),
            apply=_groups,
        ),
    ),
)

_SIX_FACE_UP = Columns(
    number=10,
    rounds=(
        *(from_column(first) for first in range(2, 10)),
        *(from_column(1, face_up=True),) * 6,
    ),
    build=Build.BY_SUIT,
    lift=Lift.ANY,
)

PYSOLFC: Final[Variant] = Variant(
    id="pysolfc-double-russian",
    title="Double Russian, as PySolFC plays it",
    sources=("PySolFC 3.6.1, game 466",),
    section="RULES §7",
    rules=replace(
        DOUBLE_RUSSIAN.rules,
        columns=_SIX_FACE_UP,
        foundations=tuple(Foundation(suit, RANKS, Build.BY_SUIT) for suit in "CCSSHHDD"),
    ),
)
