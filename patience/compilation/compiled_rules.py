"""Declarations compiled to lookup tables, so that a move is judged by a few lookups.

``tables_for`` compiles a variant under settled options once, on first use. Piles become numbers: columns,
foundations, reserve, waste, stock. What a pile takes becomes a row: by the card on top of it, the set of
cards that may lie on it. Rows are derived from ``sequences``, which also names the reason for every other
card, so the tables and the explanations cannot disagree. ``patience.compilation`` has a module for each part.

Where the deal sets the base rank, the tables of the declaration are relative to it: ``A`` is the base. A
position holds real cards, so it has tables of its own, ``at_base`` of the rank that was dealt. The kernel may
instead subtract the base rank from every card and use the relative tables. In these all columns wrap: where
they do not, the kernel looks for the King and the Ace.
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import lru_cache
from threading import local
from typing import Final

from patience.cards import FACE_DOWN, FLOOR
from patience.cards.notation import ANY_FOUNDATION, Token, parse
from patience.cards.reasons import Reason
from patience.compilation.column_tables import ColumnTables, column_tables
from patience.compilation.destinations import Destinations, destinations
from patience.compilation.foundation_tables import FoundationTables, foundation_tables
from patience.compilation.lifted_groups import LiftedGroups, lifted_groups
from patience.compilation.opening_deal import OpeningDeal, opening_deal
from patience.compilation.pile_numbers import ANY, NO_PILE, PileNumbers, pile_numbers
from patience.compilation.sequences import Row
from patience.compilation.stock_actions import StockActions, stock_actions
from patience.games import VARIANTS
from patience.rules import Foundation, Rules
from patience.rules.variant import Options, Variant
from patience.words.names import listed

_CHECKED: Final[Row] = (frozenset[int](),) * (FACE_DOWN + FLOOR)
"""What a target surely takes where every card needs a further check; a covered target can be face down."""

NUMBER_WORDS: Final = {
    "0": "none",
    "1": "one",
    "2": "two",
    "3": "three",
    "4": "four",
    "5": "five",
    "6": "six",
}
"""The words of options that are numbers."""

PASSES: Final = "passes"
REDEALS: Final = "redeals"
"""The option that other programs count in passes."""

_MOST_MOVES_KEPT: Final = 16_384


class Compilations(local):
    """How many options other than a variant's defaults the current thread has compiled."""

    count = 0


COMPILATIONS: Final = Compilations()


class Compiling:
    """What tables are compiled within: a process with many threads bounds how many compile at once."""

    def __init__(self) -> None:
        """Compile without bounds. A thread that is within it may enter it again."""
        self.within: Callable[[], AbstractContextManager[object]] = nullcontext


COMPILING: Final = Compiling()


class OptionError(ValueError):
    """Options that the variant does not have; ``problems`` says what is wrong with each."""

    def __init__(self, problems: dict[str, str]) -> None:
        super().__init__(" ".join(problems.values()))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Move:
    """A token as a move of one variant, legal or not, with its piles by number."""

    token: Token
    action: str
    """``deal``, ``draw`` or ``redeal``; empty where cards move between piles."""
    source: int
    target: int
    count: int
    text: str
    """The shortest token that means the same."""
    never: Reason | None
    """Why it is illegal in every position before the game is won; None if it can be legal."""
    takes: Row
    """For each top card of a target, the cards that may lead a group onto it."""
    run: Row | None
    """What each further card must lie on; None for a single card or a group without order."""


class CompiledRules(
    PileNumbers, OpeningDeal, StockActions, Destinations, LiftedGroups, FoundationTables, ColumnTables
):
    """A variant under settled options; the tables of its parts are attributes of it."""

    variant: Variant
    options: Options
    rules: Rules
    concepts: frozenset[str]
    """The concepts that the rules use; a consumer refuses rules with a concept that it does not know."""
    base_rank: str | None
    """The rank that the deal set as the base; None before the deal, and in games without one."""
    based: dict[str, "CompiledRules"]
    """The tables of deals by base rank: see ``at_base``."""
    moves: dict[str, Move]
    """Tokens that ``read`` has read."""

    def __init__(
        self,
        variant: Variant,
        options: Options,
        rules: Rules,
        base_rank: str | None,
        parts: Iterable[object],
    ) -> None:
        """Take over the tables of all parts. A generated method of seventy parameters slows each start."""
        for part in parts:
            vars(self).update(vars(part))
        vars(self).update(variant=variant, options=options, rules=rules, concepts=rules.concepts)
        vars(self).update(base_rank=base_rank, based={}, moves={})

    def __repr__(self) -> str:
        options = "".join(f", {name}={value}" for name, value in self.options)
        return f"<CompiledRules {self.variant.id}{options}>"

    def at_base(self, rank: str) -> "CompiledRules":
        """Return the tables of a deal with this base rank."""
        if rank not in self.based:
            with COMPILING.within():
                self.based[rank] = _compile(
                    self.variant, self.options, self.rules.at_base(rank), base_rank=rank
                )
        return self.based[rank]

    def read(self, token: str) -> Move:
        """Return a token as a move of this variant.

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
        never, group = self._why_never(token, source, target), token.count > 1
        to_column = target in self.columns
        is_checked = (
            never
            or token.action
            or target == ANY
            or (group and target in self.singly[source])
            or (group and to_column and (self.supermove or self.whole_only))
            or (to_column and source in self.columns and self.lifts_whole)
            or (to_column and source not in (self.opens & self.builds) - self.opens_after.keys())
            or source in self.gives_after
            or (self.shows_last and source == self.stock)
            or target in self.takes_after
            or target in self.awaits
            or any(self.covers)
            or source == target
            or "complete_stays" in self.concepts
            or "mixed_faces" in self.concepts
            or source in self.bases_stay
            or self.openers
        )
        return Move(
            token=token,
            action=token.action,
            source=source,
            target=target,
            count=token.count,
            text=str(token),
            never=never,
            takes=_CHECKED if is_checked else self.surely[target],
            run=self.runs[source] if group and source != NO_PILE else None,
        )

    def _why_never(self, token: Token, source: int, target: int) -> Reason | None:
        """Return which of checks 2 and 6 to 9 of RULES §1 a move fails, unless it turns up a column."""
        if token.action:
            known = self.rules.stock is not None and token.action in self.rules.stock.actions
            return None if known else Reason.UNKNOWN_ACTION
        if NO_PILE in (source, target):
            return Reason.UNKNOWN_PILE
        if source not in self.sources:
            return Reason.SOURCE_LOCKED
        if target != ANY and target not in self.reach[source]:
            return Reason.TARGET_LOCKED
        is_pair = source in self.beneath and token.count == 1
        return Reason.SAME_PILE if source == target and not is_pair else None

    def run_of(self, source: int, target: int) -> Row | None:
        """Return what each further card of a group must lie on; None where groups need no order."""
        built = self.built_run and (target in self.columns or self.parts_are_cards)
        return self.built_run if built else self.runs[source]

    def foundation(self, pile: int) -> Foundation:
        """Return the declaration of this foundation."""
        return self.rules.foundations[pile - self.foundations.start]

    def token(self, source: int, target: int, count: int) -> str:
        """Return the shortest token of a card move, its foundation numbered."""
        group = f"x{count}" if count > 1 else ""
        return f"{self.names[source]}-{self.names[target]}{group}"


def settle_options(variant: Variant, chosen: Mapping[str, object]) -> Options:
    """Return every option of the variant with its value, defaults filled in.

    Raises OptionError naming every unknown option and value.
    """
    known = {option.name: option for option in variant.options}
    chosen = {name: known[name].settled(value) if name in known else value for name, value in chosen.items()}
    problems = {
        name: _option_problem(variant, name, value)
        for name, value in chosen.items()
        if name not in known or not known[name].admits(value)
    }
    if problems:
        raise OptionError(problems)
    values = {name: value for name, value in chosen.items() if isinstance(value, str | int)}
    return tuple((name, values.get(name, option.default)) for name, option in known.items())


def meant_word(value: object) -> str | None:
    """Return the word of an option's value that other programs write as a number, None if there is none."""
    return NUMBER_WORDS.get(str(value)[:9])


def _option_problem(variant: Variant, name: str, value: object) -> str:
    for option in variant.options:
        if option.name == name:
            allowed = list(option.words)
            if option.numbers:
                allowed.append(f"a whole number {option.numbers.start} to {option.numbers.stop - 1}")
            word = meant_word(value) or str(value)[:60].lower()
            meant = f" Did you mean {word}?" if word in option.words else ""
            return f"{name} must be {listed(allowed, 'or')}, not {value!r:.60}.{meant}"
    names = ", ".join(option.name for option in variant.options)
    has = f"Its options: {names}." if names else "It has no options."
    passes = f" For passes, use {REDEALS}: one fewer." if name == PASSES and REDEALS in names else ""
    return f"{variant.id} has no option {name[:60]!r}. {has}{passes}"


def tables_for(
    variant: str, chosen: Mapping[str, object] | None = None, version: str | None = None
) -> CompiledRules:
    """Return the tables of a registered variant under these options, by a version of its rules or the last.

    Raises KeyError for an unknown variant or version, OptionError for unknown options.
    """
    options = settle_options(VARIANTS[variant], chosen or {})
    if version in (None, VARIANTS[variant].rules_version):
        return _tables_of(variant, options)
    return _former_tables(variant, options, version)


# Clients choose the options, and some variants have thousands of settings.
@lru_cache(maxsize=1024)
def _tables_of(variant: str, options: Options) -> CompiledRules:
    return compile_tables(VARIANTS[variant], options)


@lru_cache(maxsize=64)
def _former_tables(variant: str, options: Options, version: str) -> CompiledRules:
    return compile_tables(VARIANTS[variant].at(version), options)


def compile_tables(variant: Variant, options: Options) -> CompiledRules:
    """Compile any variant, registered or not, under options that it has."""
    with COMPILING.within():
        rules = variant.under(options)
        COMPILATIONS.count += rules is not variant.rules
        return _compile(variant, options, rules)


def _compile(
    variant: Variant, options: Options, rules: Rules, *, base_rank: str | None = None
) -> CompiledRules:
    piles = pile_numbers(rules)
    turning = _turning(rules) if base_rank is None else rules
    parts = (
        piles,
        opening_deal(rules, piles),
        stock_actions(rules, piles),
        destinations(turning, piles),
        lifted_groups(turning, piles),
        foundation_tables(rules, piles),
        column_tables(rules, piles),
    )
    return CompiledRules(variant, options, rules, base_rank, parts)


def _turning(rules: Rules) -> Rules:
    """Return rules whose columns wrap if the deal sets the base: its rank says where they do not."""
    if rules.columns is None or "base_apart" not in rules.concepts:
        return rules
    return replace(rules, columns=replace(rules.columns, wrap=True))
