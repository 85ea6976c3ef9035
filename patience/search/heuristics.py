"""Heuristics and schedules of the search: where to look first, by game.

A heuristic has the weights of a position's features, and the beam's width. The search minimises the weighted
sum. A schedule has the heuristics that a search follows one after another, each with its quota of positions.
After the last one, the schedule begins anew, with four times the quotas and random weights. A schedule does
not depend on the budget, so a search with a larger budget repeats what one with a smaller budget did, and
goes on. Both decide how soon a line or a proof is found, never what is true.

``heuristics.json`` has them all:

* ``families``: the heuristics that have names,
* ``by_play``: the family of each kind of play,
* ``games``: the games for which another heuristic decides more deals than that of their kind. A game that is
  followed by a kind of play has it only under options that make it such a game,
* ``schedules``: the schedules of games that have learned one. Other games have a schedule of one entry.

The numbers were found with ``python -m tools.tune_heuristic`` and ``python -m tools.learn_schedule``, on
deals that no shipped table covers.
"""

import json
from collections.abc import Iterable
from enum import StrEnum, auto
from functools import cache, lru_cache
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple, TypedDict, cast

from patience.compilation.compiled_rules import CompiledRules

Weight = tuple[int, int, int]
"""The weight in the first run, and the lowest and highest of the random weights in later runs."""

_NONE: Final[Weight] = (0, 0, 0)


class Weights(NamedTuple):
    """The weights of a position's features, in the order of ``search.h``."""

    face_down_card: Weight = _NONE
    face_down_squared: Weight = _NONE
    """By column: the square of the number of its face-down cards."""
    misplaced: Weight = _NONE
    """A card that is not in sequence with the card below it."""
    inversion: Weight = _NONE
    """A misplaced card over a card of lower rank."""
    empty_column: Weight = _NONE
    founded_card: Weight = _NONE
    founded_sequence: Weight = _NONE
    spread: Weight = _NONE
    """The difference in height between foundations that build alike."""
    waste_card: Weight = _NONE
    waste_inversion: Weight = _NONE
    """A waste card over a lower card of its suit."""
    misfit: Weight = _NONE
    """A misplaced card that no move could have put there."""
    buried: Weight = _NONE
    """A card over one that a foundation takes next."""
    step_of_one: Weight = _NONE
    step_of_odd: Weight = _NONE
    step_of_even: Weight = _NONE
    least: Weight = _NONE
    """The height that all four foundations of a kind have reached."""
    soon: Weight = _NONE
    """A waste card, weighted by how soon a foundation takes it."""
    slack: Weight = _NONE
    """The plays to spare for exposing the waste."""
    stock_card: Weight = _NONE
    reserve_card: Weight = _NONE
    """A card of a reserve pile or a cell."""
    noise: Weight = _NONE
    """The range of a pseudo-random term that breaks ties."""
    column_card: Weight = _NONE
    column_squared: Weight = _NONE
    """By column: the square of the number of its cards."""
    uneven: Weight = _NONE
    """By two neighbouring ranks: the square of the difference in how many of their cards are to come."""
    sequence_squared: Weight = _NONE
    """By sequence of a column: the square of the number of its cards that lie in sequence on another one."""
    breaks_squared: Weight = _NONE
    """By column: the square of the number of its misplaced and face-down cards."""
    lower_cards: Weight = _NONE
    """By card of a column: the number of cards of lower ranks below it."""
    lower_of_suit: Weight = _NONE
    """By card of a column: the number of cards of its suit and lower ranks below it."""
    waste_buried: Weight = _NONE
    """A waste card over one that a foundation takes next."""


class Traits(NamedTuple):
    """Learned weights, in the order of ``parts/traits.c``: see ``python -m tools.train_traits``."""

    card: int
    """A card of a column."""
    joined: tuple[int, ...]
    """By rank: a card on one that it continues."""
    fitting: tuple[int, ...]
    """By rank: a card on any other one that takes it."""
    misfit: tuple[int, ...]
    """By rank: a card on one that does not take it."""
    first: tuple[int, ...]
    """By rank: the lowest face-up card, on one that is face down."""
    lowest: tuple[int, ...]
    """By rank: a card at the bottom of its column."""
    run: tuple[int, ...]
    """By length: a run."""
    face_down: tuple[int, ...]
    """By number of face-down cards, five and more at the end: a column."""
    empty: tuple[int, ...]
    """By number, five and more at the end: the empty columns."""
    inversion: int
    """A misfit over a lower card."""
    low_face_down: int
    """A face-down Ace, Two or Three."""
    under_king: int
    """A card under a face-down King."""
    rank_on_top: int
    """A rank of which a column has a top card."""
    movable: int
    """A run that fits on another column, but not where it lies."""
    next_joins: int
    """A card of the next deal that continues the card it comes to."""
    next_fits: int
    """A card of the next deal that merely fits there."""

    def in_order(self) -> list[int]:
        """Return all weights, one after the other."""
        return [number for weight in self for number in (weight if isinstance(weight, tuple) else (weight,))]

    def with_numbers(self, numbers: Iterable[int]) -> "Traits":
        """Return the traits with other weights, given in the same order."""
        left = iter(numbers)
        return Traits._make(
            tuple(islice(left, len(weight))) if isinstance(weight, tuple) else next(left) for weight in self
        )


class Heuristic(NamedTuple):
    """How to search a family of games."""

    weights: Weights
    width: int
    """The number of positions of a layer that the first run expands."""
    growth: int
    """The growth of the width from run to run, in percent."""
    last: int = 1
    """The factor on the width once the stock is empty."""
    crowd: int = 0
    """How many positions that differ only in which equal card carries a sequence are preferred; 0 for all."""
    single_layer: bool = False
    """Whether all positions wait in one queue, whatever was drawn."""
    by_plays: bool = False
    """Whether the number of cards on foundations splits layers, too. Positions where it fell are left out."""
    greedy: int = 0
    """How many of every three runs play every card to its foundation at once, and never part what could join.

    Those runs can only prove wins.
    """
    traits: Traits | None = None
    """Learned weights, which are added to the others."""
    quota: int = 0
    """The number of positions after which the next heuristic of a schedule follows; 0 if there is none."""


Schedule = tuple[Heuristic, ...]


class Entry(TypedDict, total=False):
    """A heuristic in the file: what it differs from, and the fields in which it does."""

    about: str
    """Where it is used, and what it was tuned on."""
    like: str
    """A family. Without one, an entry of a schedule differs from the game's own heuristic."""
    weights: dict[str, list[int]]
    width: int
    growth: int
    last: int
    crowd: int
    single_layer: bool
    by_plays: bool
    greedy: int
    traits: dict[str, int | list[int]] | None
    quota: int


class Store(TypedDict):
    """The file."""

    families: dict[str, Entry]
    by_play: dict[str, str]
    games: dict[str, str | Entry]
    schedules: dict[str, list[str | Entry]]


FILE: Final = Path(__file__).with_name("heuristics.json")

NOTHING: Final = Heuristic(Weights(), width=0, growth=0)
"""What a family differs from that is like no other one."""


@cache
def stored() -> Store:
    """Return what the file has."""
    return cast(Store, json.loads(FILE.read_text("utf-8")))


@cache
def family(name: str) -> Heuristic:
    """Return the heuristic of this name."""
    return read_entry(stored()["families"][name])


def read_entry(entry: Entry | str, own: Heuristic = NOTHING) -> Heuristic:
    """Return the heuristic of an entry, which is the name of a family or differs from `own`."""
    if isinstance(entry, str):
        return family(entry)
    base = family(entry["like"]) if "like" in entry else own
    fields = base._asdict()
    fields.update((name, value) for name, value in entry.items() if name in fields)
    weights = {name: (first, low, high) for name, (first, low, high) in entry.get("weights", {}).items()}
    fields["weights"] = base.weights._replace(**weights)
    if traits := entry.get("traits"):
        numbers = (traits[name] for name in Traits._fields)
        fields["traits"] = Traits._make(tuple(each) if isinstance(each, list) else each for each in numbers)
    return Heuristic(**fields)


class Play(StrEnum):
    """How a game is played, which decides on its heuristic if it has none of its own."""

    ONTO_WASTE = auto()
    STEPPING = auto()
    OPEN = auto()
    CELLS = auto()
    UNFILLED = auto()
    DEALT = auto()
    DRAWN = auto()
    ENDLESS = auto()


def schedule_for(tables: CompiledRules) -> Schedule:
    """Return the schedule of a game; without one of its own, it is the game's heuristic alone."""
    return _schedule_of(tables.variant.id, play_of(tables))


def heuristic_for(tables: CompiledRules) -> Heuristic:
    """Return the heuristic of a game: its own, or that of its kind."""
    return _heuristic_of(tables.variant.id, play_of(tables))


# Every search asks for one, also those of 300 positions.
@lru_cache(maxsize=64)
def _schedule_of(variant: str, play: Play) -> Schedule:
    own = _heuristic_of(variant, play)
    return tuple(read_entry(entry, own) for entry in stored()["schedules"].get(variant, ())) or (own,)


def _heuristic_of(variant: str, play: Play) -> Heuristic:
    games = stored()["games"]
    return read_entry(games.get(f"{variant} {play}") or games.get(variant) or stored()["by_play"][play])


def play_of(tables: CompiledRules) -> Play:
    """Return how a game is played."""
    stock = tables.rules.stock
    if "waste_takes" in tables.concepts:
        return Play.ONTO_WASTE
    if "foundation_steps" in tables.concepts and tables.rules.foundations_final:
        return Play.STEPPING
    if stock is None or stock.gathers:
        if tables.cells:
            return Play.CELLS
        columns = tables.rules.columns
        opens = columns is not None and any(each.empty_takes for each in columns.each)
        return Play.OPEN if opens else Play.UNFILLED
    if "deal" in stock.actions:
        return Play.DEALT
    return Play.ENDLESS if stock.redeals is None else Play.DRAWN
