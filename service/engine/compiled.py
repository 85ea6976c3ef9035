"""Declarations compiled to tables, so that a move is judged by look-ups."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from service.engine.cards import CARDS, FACE_DOWN
from service.engine.notation import ANY_FOUNDATION, Token, parse
from service.engine.reasons import Reason
from service.engine.rules import Build, Columns, Foundation, Lift, Rules
from service.engine.sequences import NOTHING, Row, column_row, foundation_row, run_row, sure_row
from service.engine.variant import Options, Variant
from service.engine.variants import VARIANTS

ANY: Final = -1
"""The target of a bare ``F``."""

NO_PILE: Final = -2
"""What a name stands for that no pile of the variant has."""

_MOST_MOVES_KEPT: Final = 16_384


class OptionError(ValueError):
    """Options that the variant does not have; ``problems`` says what is wrong of each."""

    def __init__(self, problems: dict[str, str]) -> None:
        super().__init__(" ".join(problems.values()))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Move:
    """A token read for one variant, legal or not: its piles by number; ``draw`` goes from stock to waste."""

    token: Token
    action: str
    """``deal``, ``draw`` or ``redeal``; empty where cards move between piles."""
    source: int
    target: int
    count: int
    text: str
    """The shortest token that means the same."""
    never: Reason | None
    """Why it is illegal in every position in which the game is not won, if it is."""
    takes: Row
    """By the target's top card: the cards that may lead so many onto it, whatever else lies where."""
    run: Row | None
    """What each further card must lie on; None where there is none, or needs no order."""


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
    """The piles whose cards can move, in the order of RULES §1."""
    targets: tuple[int, ...]
    """The piles that take moved cards, in the order of RULES §1."""
    fits: tuple[Row, ...]
    """By pile, then by its top card: the cards that may lie on it, alone or leading a group."""
    grouped: frozenset[int]
    """The piles off which groups can be lifted."""
    singly: tuple[frozenset[int], ...]
    """By pile: the piles to which its cards go one at a time only (check 13 of RULES §1)."""
    surely: tuple[Row, ...]
    """As ``fits``, but only the cards of which nothing more is asked: no whole sequence, no lock."""
    guards: Mapping[int, int]
    """Foundation to the foundation that must be complete before its last card."""
    run: Row | None
    """What a card moved in a group must lie on; None where groups need no order."""
    refills: Mapping[int, tuple[int, ...]]
    """By pile that is refilled, in the order in which vacancies are filled: what fills it."""
    complete: tuple[int, ...]
    """By pile: its length once complete, the floor included; 0 for all but foundations."""
    winning: tuple[int, ...]
    moves: dict[str, Move] = field(default_factory=dict)
    """Tokens that ``read`` has read."""

    def read(self, token: str) -> Move:
        """A token as a move of this variant.

        Raises NotationError if it is outside the grammar.
        """
        move = self.moves.get(token)
        if move is None:
            move = self._resolve(parse(token))
            # Clients choose the tokens, and the grammar has millions.
            if len(self.moves) < _MOST_MOVES_KEPT:
                self.moves[token] = move
        return move

    def _resolve(self, token: Token) -> Move:
        source = self.pile.get(token.source, NO_PILE)
        target = ANY if token.target == ANY_FOUNDATION else self.pile.get(token.target, NO_PILE)
        if token.action == "draw":
            source, target = self.stock, self.waste
        never, group = self._why_never(token.action, source, target), token.count > 1
        decided = never or target == ANY or (group and target in self.singly[source])
        return Move(
            token=token,
            action=token.action,
            source=source,
            target=target,
            count=token.count,
            text=str(token),
            never=never,
            takes=NOTHING if token.action or decided else self.surely[target],
            run=self.run if group else None,
        )

    def _why_never(self, action: str, source: int, target: int) -> Reason | None:
        """Checks 2 and 6 to 9 of RULES §1: is there such an action, may cards pass between these piles?"""
        if action:
            known = self.rules.stock is not None and action in self.rules.stock.actions
            return None if known else Reason.UNKNOWN_ACTION
        if NO_PILE in (source, target):
            return Reason.UNKNOWN_PILE
        if source not in self.sources:
            return Reason.SOURCE_LOCKED
        if target != ANY and target not in self.targets:
            return Reason.TARGET_LOCKED
        return Reason.SAME_PILE if source == target else None

    def foundation(self, pile: int) -> Foundation:
        """The declaration of this foundation."""
        return self.rules.foundations[pile - self.foundations.start]

    def token(self, source: int, target: int, count: int) -> str:
        """The shortest token of a card move, its foundation numbered."""
        group = f"x{count}" if count > 1 else ""
        return f"{self.names[source]}-{self.names[target]}{group}"


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
    """The tables of a registered variant under these options.

    Raises KeyError for an unknown variant, OptionError for unknown options.
    """
    return _tables_of(variant, settle_options(VARIANTS[variant], chosen or {}))


@cache
def _tables_of(variant: str, options: Options) -> Tables:
    return compile_tables(VARIANTS[variant], options)


def compile_tables(variant: Variant, options: Options) -> Tables:
    """The tables of any variant, registered or not, under options that it has, each with its value."""
    rules = variant.rules
    for option, (_, value) in zip(variant.options, options, strict=True):
        rules = option.apply(rules, value)
    names = tuple(_pile_names(rules))
    pile = {name: index for index, name in enumerate(names)}

    columns = _numbered(pile, "T", rules.columns.number if rules.columns else 0)
    foundations = _numbered(pile, "F", len(rules.foundations))
    reserve = _numbered(pile, "R", rules.reserve.cells if rules.reserve else 0)
    waste = pile.get("W", -1)
    sources = (*columns, *reserve, *([waste] if waste >= 0 else []))
    grouped = frozenset(columns if rules.columns and rules.columns.lift is not Lift.ONE else ())
    declared = tuple(zip(foundations, rules.foundations, strict=True))
    return Tables(
        variant=variant,
        options=options,
        rules=rules,
        names=names,
        pile=pile,
        columns=columns,
        foundations=foundations,
        reserve=reserve,
        waste=waste,
        stock=pile.get("S", -1),
        bases=tuple(tuple(CARDS[code] for code in foundation.bases) for _, foundation in declared),
        layout=tuple(_layout(rules.columns)) if rules.columns else (),
        sources=sources if rules.foundations_final else (*sources, *foundations),
        targets=(*columns, *foundations),
        fits=tuple(_row(rules, name) for name in names),
        grouped=grouped,
        singly=tuple(
            frozenset(_singly(rules, columns, foundations, pile in grouped)) for pile in range(len(names))
        ),
        surely=tuple(_row(rules, name, surely=True) for name in names),
        guards={
            index: pile[foundation.last_after] for index, foundation in declared if foundation.last_after
        },
        run=run_row(rules.columns.lift) if rules.columns and isinstance(rules.columns.lift, Build) else None,
        refills={
            pile[name]: tuple(pile[supply] for supply in refill)
            for name in names
            if (refill := _refill(rules, name))
        },
        complete=tuple(
            len(rules.foundations[pile - foundations.start].ranks) + 1 if pile in foundations else 0
            for pile in range(len(names))
        ),
        winning=tuple(pile[name] for name in rules.won_when) or tuple(foundations),
    )


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


def _row(rules: Rules, name: str, *, surely: bool = False) -> Row:
    if name[0] == "T" and rules.columns:
        return column_row(rules.columns)
    if name[0] == "F":
        foundation = rules.foundations[int(name[1:]) - 1]
        return sure_row(foundation) if surely else foundation_row(foundation)
    return NOTHING


def _singly(rules: Rules, columns: range, foundations: range, groups: bool) -> Iterator[int]:
    if not groups:
        yield from columns
    for pile, foundation in zip(foundations, rules.foundations, strict=True):
        if not (groups and foundation.whole):
            yield pile
