"""Hoffmann's Rouge et Noir for two packs: heaps refilled from the stock (RULES §4)."""

from dataclasses import replace
from typing import Final

from service.engine.cards import RANKS
from service.engine.rules import Build, Columns, Foundation, Lift, Round, Rules, Stock
from service.engine.variant import Option, OptionValue, Variant


def _redeals(rules: Rules, value: OptionValue) -> Rules:
    assert rules.stock is not None
    limit = value if isinstance(value, int) else None
    return replace(rules, stock=replace(rules.stock, redeals=limit))


HOFFMANN: Final[Variant] = Variant(
    id="rouge-et-noir-hoffmann",
    title="Rouge et Noir, Hoffmann",
    sources=("Hoffmann, Patience games, no. 35 “Rouge et Noir (with two whist packs)”",),
    section="RULES §4",
    rules=Rules(
        columns=Columns(
            number=8,
            rounds=(Round(tuple(range(1, 9)), face_up=True),),
            build=Build.ALTERNATING,
            lift=Lift.ONE,
            empty_takes="",
            refill=("S",),
        ),
        foundations=tuple(Foundation(suit, RANKS, Build.BY_SUIT, dealt=1) for suit in "CCDDHHSS"),
        stock=Stock(actions=("draw", "redeal"), redeals=None),
    ),
    options=(
        Option(
            name="redeals",
            meaning="How often the waste may become the stock again: without limit, or 0 to 99 times.",
            words=("unlimited",),
            numbers=range(100),
            apply=_redeals,
        ),
    ),
)
