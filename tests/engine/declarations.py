"""Declarations made at random, from all that the vocabulary can say; those that it refuses are left out."""

import random
from collections.abc import Iterator

from service.engine.compiled import CompiledRules, compile_tables
from service.engine.rules import (
    PACKS_CARDS,
    Build,
    Columns,
    DeclarationError,
    Foundation,
    Hold,
    Lift,
    Reserve,
    Round,
    Rules,
    Stock,
)
from service.engine.variant import Variant
from tests.engine.synthetic import DOWN, UP

SUITS = ("C", "D", "H", "S", "CS", "DH", "CDHS", "CDHS", "CD", "HSC")


def random_tables(number: int) -> Iterator[CompiledRules]:
    """So many variants that are accepted, the same in every run."""
    source = random.Random(number)
    while True:
        try:
            rules = _rules(source)
        except DeclarationError:
            continue
        yield compile_tables(Variant("random", "Random", (), "", rules), ())


def _rules(source: random.Random) -> Rules:
    actions = source.choice([(), ("deal",), ("draw",), ("draw", "redeal")])
    stock = _stock(source, actions) if actions else None
    reserve = _reserve(source, actions) if source.random() < 0.4 else None
    foundations = _foundations(source)
    laid = sum(foundation.dealt for foundation in foundations)
    laid += (reserve.cells if reserve else 0) + (stock.drawn_at_start if stock else 0)
    columns = None
    if not stock or source.random() < 0.9:
        room = PACKS_CARDS - laid
        columns = _columns(source, source.randint(0, room - 1) if stock else room, actions, reserve)
    names = [f"F{number}" for number in range(1, len(foundations) + 1)]
    winners = source.sample(names, min(len(names), 2)) if source.random() < 0.3 else []
    return Rules(foundations, columns, reserve, stock, tuple(winners), source.random() < 0.6)


def _stock(source: random.Random, actions: tuple[str, ...]) -> Stock:
    hold = source.choice([None, None, None, *Hold])
    redeals = source.choice([0, 1, 2, None]) if "redeal" in actions else 0
    return Stock(actions, hold, redeals, source.choice([0, 0, 1, 5]) if "draw" in actions else 0)


def _reserve(source: random.Random, actions: tuple[str, ...]) -> Reserve:
    refills = [(), ("S",), ("W", "S")] if "draw" in actions else [()]
    return Reserve(source.choice([1, 2, 7, 20]), source.choice(refills))


def _foundations(source: random.Random) -> tuple[Foundation, ...]:
    number = source.choice([1, 2, 4, 8, 12])
    kinds = [_foundation(source, number) for _ in range(source.randint(1, 3))]
    return tuple(source.choice(kinds) for _ in range(number))


def _foundation(source: random.Random, number: int) -> Foundation:
    turn = source.randrange(13)
    ranks = source.choice(
        [
            UP,
            UP,
            DOWN,
            UP[turn:] + UP[:turn],
            UP[: source.randint(1, 4)],
            DOWN[: source.randint(2, 5)],
            UP[turn],
            "A3579JK",
            "".join(source.sample(UP, source.randint(1, 6))),
        ]
    )
    suits, build = source.choice(SUITS), source.choice([*Build])
    if source.random() < 0.3:
        return Foundation(suits, ranks, build, whole=True)
    dealt = source.choice([0, 1, 2]) if len(suits) == 1 else 0
    guard = f"F{source.randint(1, number)}" if source.random() < 0.25 else ""
    return Foundation(suits, ranks, build, dealt, last_after=guard)


def _columns(source: random.Random, room: int, actions: tuple[str, ...], reserve: Reserve | None) -> Columns:
    number = source.choice([1, 2, 5, 8, 10, 11])
    rounds = []
    face_down = source.random() < 0.6
    first_face_up = source.randint(0, 3) if face_down and room > 4 * number else 0
    while room > 0:
        columns = tuple(range(1, number + 1))[:room]
        rounds.append(Round(columns, face_up=len(rounds) >= first_face_up))
        room -= len(columns)
    cells = [f"R{cell}" for cell in range(1, min(reserve.cells, 3) + 1)] if reserve else []
    supplies = [*cells, *(["W"] if "draw" in actions else [])]
    refill = (*source.sample(supplies, source.randint(0, len(supplies))), "S")
    return Columns(
        number,
        tuple(rounds),
        source.choice([*Build]),
        source.choice([*Lift, *Build]),
        source.choice(["K", "", UP, "QK", "".join(source.sample(UP, 3))]),
        refill if actions and source.random() < 0.35 else (),
    )
