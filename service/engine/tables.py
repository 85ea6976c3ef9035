"""Declarations compiled to tables, so that a move is judged by look-ups."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from service.engine.builds import ANYTHING, Row, column_row, foundation_row
from service.engine.cards import CARDS, FACE_DOWN, RANKS
from service.engine.rules import (
    Columns,
    Foundation,
    Lift,
    Options,
    Rules,
    Variant,
)
from service.engine.variants import VARIANTS

Play = tuple[int, int, int]
"""Source pile, target pile, count."""

ANY: Final = -1
"""The target of a bare ``F``."""

_LONGEST_GROUP: Final = {Lift.ONE: 1, Lift.RUN: 13, Lift.ANY: 103}


class OptionError(ValueError):
    """Options that the variant does not have; ``problems`` says what is wrong of each."""

    def __init__(self, problems: dict[str, str]) -> None:
        super().__init__(" ".join(problems.values()))
        self.problems = problems


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """A variant under settled options. Piles are numbered columns, foundations, reserve, waste, stock."""

    variant: Variant
    options: Options
    rules: Rules
    names: tuple[str, ...]
    pile: Mapping[str, int]
    columns: range
    foundations: range
    reserve: range
    waste: int
    """-1 where the variant has none."""
    stock: int
    """-1 where the variant has none."""
    bases: tuple[tuple[int, ...], ...]
    """By foundation: the cards that lie there when the game opens."""
    layout: tuple[tuple[int, int], ...]
    """In dealing order: the column that gets a card, and 0 or ``FACE_DOWN`` to be added to it."""
    sources: tuple[int, ...]
    targets: tuple[int, ...]
    accepting: Mapping[int, tuple[int, ...]]
    """By the number of cards, 1 or a whole sequence: the foundations that take so many at once."""
    fits: tuple[Row, ...]
    """By pile, then as ``Row``, empty where nothing is put; without Kings that ``guards`` may lock."""
    unlocked: Mapping[int, Row]
    """By guarded foundation: its row with its King."""
    guards: Mapping[int, int]
    """Foundation to the foundation that must be complete before its King."""
    run: Row | None
    """What a card moved in a group must lie on; None where any group moves."""
    refills: tuple[tuple[int, ...], ...]
    """By pile: the piles that fill it once it is empty."""
    complete: Mapping[int, int]
    """By foundation: the length of its pile once complete, the floor included."""
    winning: tuple[int, ...]
    plays: Mapping[str, Play]
    """The tokens of the moves that logs are made of; a bare ``F`` has the target ``ANY``."""

    def counts(self, source: int, target: int) -> range:
        """How many cards can ever move between these piles at once."""
        if source not in self.columns:
            return range(1, 2)
        if target in self.columns:
            assert self.rules.columns is not None
            return range(1, _LONGEST_GROUP[self.rules.columns.lift] + 1)
        if self.foundation(target).whole:
            return range(len(RANKS), len(RANKS) + 1)
        return range(1, 2)

    def foundation(self, pile: int) -> Foundation:
        """The declaration of this foundation."""
        return self.rules.foundations[pile - self.foundations.start]


def settle_options(variant: Variant, chosen: Mapping[str, object]) -> Options:
    """Every option of the variant with its value, defaults filled in.

    Raises OptionError naming every unknown option and value.
    """
    known = {option.name: option for option in variant.options}
    problems = {
        name: _option_problem(variant, name, value)
        for name, value in chosen.items()
        if name not in known or not known[name].admits(value)
    }
    if problems:
        raise OptionError(problems)
    values = {name: value for name, value in chosen.items() if isinstance(value, str | int)}
    return tuple((name, values.get(name, option.default)) for name, option in known.items())


def _option_problem(variant: Variant, name: str, value: object) -> str:
    for option in variant.options:
        if option.name == name:
            allowed = list(option.words)
            if option.numbers:
                allowed.append(f"a whole number {option.numbers.start} to {option.numbers.stop - 1}")
            return f"{name} is {' or '.join(allowed)}, not {value!r:.60}."
    names = ", ".join(option.name for option in variant.options)
    has = f"Its options: {names}." if names else "It has no options."
    return f"{variant.id} has no option {name[:60]!r}. {has}"


def tables_for(variant: str, chosen: Mapping[str, object] | None = None) -> Tables:
    """The tables of a variant under these options.

    Raises KeyError for an unknown variant, OptionError for unknown options.
    """
    declaration = VARIANTS[variant]
    return _compile(variant, settle_options(declaration, chosen or {}))


@cache
def _compile(variant_id: str, options: Options) -> Tables:
    variant = VARIANTS[variant_id]
    rules = variant.rules
    for option, (_, value) in zip(variant.options, options, strict=True):
        rules = option.apply(rules, value)
    names = tuple(_pile_names(rules))
    pile = {name: index for index, name in enumerate(names)}

    columns = _numbered(pile, "T", rules.columns.number if rules.columns else 0)
    foundations = _numbered(pile, "F", len(rules.foundations))
    reserve = _numbered(pile, "R", rules.reserve.cells if rules.reserve else 0)
    waste = pile.get("W", -1)
    stock = pile.get("S", -1)
    sources = (*columns, *reserve, *([waste] if waste >= 0 else []))
    plays: dict[str, Play] = {}
    tables = Tables(
        variant=variant,
        options=options,
        rules=rules,
        names=names,
        pile=pile,
        columns=columns,
        foundations=foundations,
        reserve=reserve,
        waste=waste,
        stock=stock,
        bases=tuple(
            tuple(CARDS[rank + foundation.suits[0]] for rank in foundation.ranks[: foundation.dealt])
            for foundation in rules.foundations
        ),
        layout=tuple(_layout(rules.columns)) if rules.columns else (),
        sources=sources if rules.foundations_final else (*sources, *foundations),
        targets=(*columns, *foundations),
        accepting=_accepting(foundations, rules),
        fits=tuple(_row(rules, name) for name in names),
        unlocked={
            foundations[place]: foundation_row(replace(foundation, king_after=""))
            for place, foundation in enumerate(rules.foundations)
            if foundation.king_after
        },
        guards={
            foundations[place]: pile[foundation.king_after]
            for place, foundation in enumerate(rules.foundations)
            if foundation.king_after
        },
        run=column_row(rules.columns) if rules.columns and rules.columns.lift is Lift.RUN else None,
        refills=tuple(tuple(pile[supply] for supply in _refill(rules, name)) for name in names),
        complete={
            foundations[place]: len(foundation.ranks) + 1
            for place, foundation in enumerate(rules.foundations)
        },
        winning=tuple(pile[name] for name in rules.won_when) or tuple(foundations),
        plays=plays,
    )
    plays.update(_plays(tables))
    return tables


def _accepting(foundations: range, rules: Rules) -> dict[int, tuple[int, ...]]:
    by_count: dict[int, tuple[int, ...]] = {}
    for pile, foundation in zip(foundations, rules.foundations, strict=True):
        count = len(foundation.ranks) if foundation.whole else 1
        by_count[count] = (*by_count.get(count, ()), pile)
    return by_count


def _layout(columns: Columns) -> Iterator[tuple[int, int]]:
    for dealing_round in columns.rounds:
        for column in dealing_round.columns:
            yield column - 1, 0 if dealing_round.face_up else FACE_DOWN


def _pile_names(rules: Rules) -> Iterator[str]:
    if rules.columns:
        yield from (f"T{number}" for number in range(1, rules.columns.number + 1))
    yield from (f"F{number}" for number in range(1, len(rules.foundations) + 1))
    if rules.reserve:
        yield from (f"R{number}" for number in range(1, rules.reserve.cells + 1))
    if rules.stock and "draw" in rules.stock.actions:
        yield "W"
    if rules.stock:
        yield "S"


def _numbered(pile: Mapping[str, int], letter: str, number: int) -> range:
    start = pile[f"{letter}1"] if number else 0
    return range(start, start + number)


def _refill(rules: Rules, name: str) -> tuple[str, ...]:
    if name[0] == "T" and rules.columns:
        return rules.columns.refill
    if name[0] == "R" and rules.reserve:
        return rules.reserve.refill
    return ()


def _row(rules: Rules, name: str) -> Row:
    if name[0] == "T" and rules.columns:
        return column_row(rules.columns)
    if name[0] == "F":
        return foundation_row(rules.foundations[int(name[1:]) - 1])
    return ANYTHING if name == "W" else ()


def _plays(tables: Tables) -> Iterator[tuple[str, Play]]:
    for source in tables.sources:
        for target in tables.targets:
            for count in tables.counts(source, target):
                if source != target:
                    yield from _spellings(tables, source, target, count)
        for count in [count for count in tables.accepting if count == 1 or source in tables.columns]:
            yield from _spellings(tables, source, ANY, count)
    stock = tables.rules.stock
    if stock and "draw" in stock.actions and not stock.when_blocked:
        yield "draw", (tables.stock, tables.waste, 1)


def _spellings(tables: Tables, source: int, target: int, count: int) -> Iterator[tuple[str, Play]]:
    play = (source, target, count)
    yield token(tables, *play), play
    if count == 1:
        yield f"{token(tables, *play)}x1", play


def token(tables: Tables, source: int, target: int, count: int) -> str:
    """The token of a card move, without ``x1``."""
    group = f"x{count}" if count > 1 else ""
    return f"{tables.names[source]}-{'F' if target == ANY else tables.names[target]}{group}"
