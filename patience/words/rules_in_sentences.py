"""The rules of a game as sentences, which follow from its declaration alone.

``rules_in_sentences.json`` says which sentences a game has, in which order and with which values. The page
reads the same table (``page/rules.js``). A row is a key, perhaps a condition, and perhaps evidence. Of rows
in a list of their own, the first whose condition holds is said. ``say`` has rows, or names them, for each
item of a list (``each``) or under a condition (``if``). The members of an item come before the game's.

A value is a path of fields, perhaps with a form: ``stock.gives_after:piles``. ``rules/conditions.py`` has the
conditions. What no field says is a property of ``_Game`` here, and of the page's.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from typing import Final, TypedDict, cast

from patience.cards import CODES, RANKS, SUITS, cards_of
from patience.rules import Build, Direction, Foundation, Lift, Rules, Takes
from patience.rules import Sequence as CardSequence
from patience.rules.columns import Columns
from patience.rules.conditions import holds, value_at
from patience.rules.pairs import members
from patience.rules.reserve import MERCIS
from patience.words import LANGUAGES, Language, Sentence, Value, rules_language
from patience.words.names import built, capital, legs_of, merged

_COLOURS: Final = {"CS": "black", "DH": "red"}
_BY_TWOS: Final = RANKS[::2] + RANKS[1::2]
_CELLS: Final = {Takes.ONE: "cell", Takes.RUN: "cell", **dict.fromkeys(MERCIS, "merci")}
_SHORTEST_STRETCH: Final = 3
"""Two piles are named one by one."""
_PARTS: Final = ("start", "goal", "foundations", "columns", "reserve", "stock")
_PLACE: Final = re.compile(r"\{(.+)\}")

Row = Sequence[str]
Group = TypedDict("Group", {"say": "Rows | str", "each": str, "if": str}, total=False)
Rows = Sequence[Row | Sequence[Row] | Group]
Item = Mapping[str, object]
"""What a row is about besides the game."""


def rules_in_sentences(rules: Rules, code: str = LANGUAGES[0]) -> list[str]:
    """Return all rules in the language with this code: the goal, the foundations or the pairs, the columns,
    the reserve, the stock. Where the deal decides the base rank, an Ace stands for it."""
    game = _Game(rules, rules_language(code))
    return [capital(game.language.say(sentence)) for part in _PARTS for sentence in game.say(part, {})]


def name_pile(rules: Rules, name: str, code: str = LANGUAGES[0]) -> str:
    """Name a pile of a game in the language with this code: ``column 3``, ``cell 1``, ``the waste``."""
    return _Game(rules, rules_language(code)).pile(name)


@cache
def _table() -> Mapping[str, Rows]:
    table: Mapping[str, Rows] = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))
    return table


class _Game:
    """A game of which sentences are said, in a language. Its properties are what no field says."""

    def __init__(self, rules: Rules, language: Language) -> None:
        self.rules, self.language = rules, language

    def say(self, rows: Rows | str, item: Item) -> Iterator[Sentence]:
        """Yield the sentences of some rows."""
        for row in _table()[rows] if isinstance(rows, str) else rows:
            if isinstance(row, dict):
                for own in self._each(row, item) if self._holds(row.get("if", ""), item) else ():
                    yield from self.say(row["say"], own)
            else:
                rivals = cast(Sequence[Row], (row,) if isinstance(row[0], str) else row)
                first = next((one for one in rivals if self._holds("".join(one[1:2]), item)), None)
                if first:
                    yield self._said(first, item)

    def _each(self, group: Group, item: Item) -> Iterator[Item]:
        if "each" not in group:
            yield item
            return
        items = cast(Sequence[object], self._value(item, group["each"]) or ())
        for place, one in enumerate(items):
            yield {**(one if isinstance(one, dict) else {}), "it": one, "place": place}

    def _said(self, row: Row, item: Item) -> Sentence:
        key = _PLACE.sub(lambda place: str(self._value(item, place[1])), row[0])
        named = (value.partition("=") for value in "".join(row[2:]).split())
        return Sentence(key, {name: cast(Value, self._value(item, path or name)) for name, _, path in named})

    def _holds(self, condition: str, item: Item) -> bool:
        return holds(condition, partial(self._value, item))

    def _value(self, item: Item, path: str) -> object:
        path, _, form = path.partition(":")
        first, *_ = path.split(".")
        value = value_at(item if first in item else self if hasattr(_Game, first) else self.rules, path)
        return _FORMS[form](self, value) if form else value

    def _kind_of(self, name: str) -> str:
        return _CELLS.get(self.rules.reserve.takes, "R") if name[0] == "R" and self.rules.reserve else name[0]

    def pile(self, name: object) -> str:
        """Name a pile."""
        name = str(name)
        return self.language.text("pile", {"kind": self._kind_of(name), "number": name[1:]})

    def piles(self, names: object) -> list[Value]:
        """Name piles and kinds of piles. Three piles or more in a row are a stretch."""
        return [text for stretch in _stretches(_names(names)) for text in self._stretch_in_words(stretch)]

    def _stretch_in_words(self, stretch: Sequence[str]) -> Iterable[str]:
        name, last = stretch[0], stretch[-1]
        if len(stretch) < _SHORTEST_STRETCH:
            return [self.pile(one) if len(one) > 1 else self.language.text("kind", one) for one in stretch]
        return [
            self.language.text("stretch", {"kind": self._kind_of(name), "first": name[1:], "last": last[1:]})
        ]

    @property
    def cards_left(self) -> int:
        """How many cards stay where not all leave."""
        return max(0, self.rules.cards - self.rules.foundations[0].length)

    @property
    def column_cards(self) -> int:
        return (self.rules.columns and self.rules.columns.capacity) or len(RANKS)

    @property
    def column_way(self) -> str | None:
        columns = self.rules.columns
        if columns is None:
            return None
        return "own" if columns.own_ranks else "ring" if columns.is_ring else columns.direction

    @property
    def pairs_named(self) -> Item:
        """Which two cards leave together, as evidence."""
        assert self.rules.pairs
        both = [ranks for ranks in self.rules.pairs.sets if len(ranks) == 2]
        others = [rank for rank in self.rules.ranks if rank not in "".join(both)]
        paired = len(self.rules.ranks) - len(others)
        kind = "some"
        if len(both) == len(RANKS) and all(ranks[0] == ranks[1] for ranks in both):
            kind = "equal"
        elif len(both) > 1 and len(both) == paired * (paired + 1) // 2:
            kind = "any"
        return {"kind": kind, "others": others, "sets": [list(ranks) for ranks in both]}

    @property
    def pairs_alone(self) -> list[str]:
        assert self.rules.pairs
        return [] if self.rules.builds_pairs else list(self.rules.pairs.alone)

    @property
    def pairs_build(self) -> Build:
        assert self.rules.pairs
        return self.rules.pairs.suits

    @property
    def pairs_limit(self) -> list[str]:
        assert self.rules.pairs
        return list(self.rules.pairs.limit)

    @property
    def moves_waste(self) -> bool:
        """Whether columns take cards of the waste, to which no pair comes."""
        return self.rules.pairs_waste("W", "T1")

    @property
    def builds_foundations(self) -> bool:
        rules = self.rules
        return rules.builds_pairs or not (rules.pairs or (rules.columns and rules.columns.merges))

    @property
    def foundations_alike(self) -> list[Item]:
        """Foundations of one sentence, as evidence."""
        alike: dict[object, list[Foundation]] = {}
        for pile in self.rules.foundations:
            if not pile.matches or pile.lowest_first:
                order = (pile.ranks, pile.build, pile.whole, pile.direction, pile.wrap, pile.cards)
                alike.setdefault((*order, _colour(pile)), []).append(pile)
        return [_foundation(piles[0], len(piles)) for piles in alike.values()]

    @property
    def foundations_named(self) -> list[Item]:
        return [
            {
                "name": f"F{number}",
                "matches": not pile.lowest_first and pile.matches,
                "last_after": pile.last_after,
                "limit": pile.limit,
                "free": pile.free_givers,
                "other": (pile.givers or ())[-1:],
            }
            for number, pile in enumerate(self.rules.foundations, start=1)
        ]

    @property
    def dealt_apart(self) -> list[str]:
        """The foundations that are dealt a card with which they do not begin later."""
        return [f"F{number}" for number, pile in enumerate(self.rules.foundations, 1) if pile.dealt_apart]

    @property
    def keeps_suit(self) -> bool:
        return any(pile.keeps_suit for pile in self.rules.foundations)

    @property
    def lowest_first(self) -> dict[str, str]:
        """The foundations that begin with the lowest card on columns, and those of the same suits."""
        piles = enumerate(self.rules.foundations, start=1)
        return {f"F{number}": pile.matched for number, pile in piles if pile.lowest_first}

    @property
    def lowest_alone(self) -> list[str]:
        return [name for name, other in self.lowest_first.items() if not other]

    @property
    def lowest_like(self) -> list[str]:
        return [name for name, other in self.lowest_first.items() if other]

    @property
    def lowest_liked(self) -> list[str]:
        return [*dict.fromkeys(filter(None, self.lowest_first.values()))]

    @property
    def foundation_givers(self) -> tuple[str, ...] | None:
        limited = (pile.givers for pile in self.rules.foundations if not pile.limit)
        return next((givers for givers in limited if givers is not None), None)

    base_shown: None = None
    """The page says which rank the deal made the base."""

    @property
    def row_follows(self) -> Item:
        assert self.rules.columns
        direction = self.rules.columns.direction
        return {"direction": Direction.UP if direction is Direction.EITHER else direction, "step": 1}

    @property
    def columns_take(self) -> bool:
        return self.rules.columns is not None and self.rules.columns.takes_from != ()

    @property
    def stays_filled(self) -> bool:
        """Whether an empty column takes no card because another fills it."""
        columns = self.rules.columns
        return columns is not None and bool(columns.refill and not columns.empty_takes)

    @property
    def column_kinds(self) -> list[Item]:
        columns = self.rules.columns
        assert columns
        return [
            {"kind": kind, "columns": columns.of(kind.of[0]), "builds": kind.build or kind.lift}
            for kind in columns.kinds
        ]

    @property
    def collected_sets(self) -> list[list[str]]:
        is_cell = self.rules.reserve and self.rules.reserve.takes is Takes.ONE
        return [list(members(ranks)) for ranks in self._collected] if is_cell else []

    @property
    def _collected(self) -> tuple[str, ...]:
        return self.rules.pairs.collected if self.rules.pairs else ()

    @property
    def sets_in_order(self) -> list[list[str]]:
        return [list(members(ranks)) for ranks in self._collected if "-" in ranks]

    @property
    def sets_apart(self) -> list[list[str]] | None:
        """The sets in order, if others are not."""
        return self.sets_in_order if len(self.sets_in_order) < len(self._collected) else None

    @property
    def own_cells(self) -> list[Item]:
        """The cells that take only certain cards, and these cards."""
        begins = self.rules.reserve.begins if self.rules.reserve else ()
        return [
            {
                "piles": [f"R{cell}" for cell, own in enumerate(begins, start=1) if own == letters],
                "cards": [CODES[card] for card in sorted(cards_of(letters))],
            }
            for letters in dict.fromkeys(begins)
        ]

    @property
    def dealt_cells(self) -> bool:
        return "dealt_cells" in self.rules.concepts

    @property
    def deals(self) -> list[Item]:
        """The lists of piles to which cards are dealt, as evidence."""
        deals = self.rules.stock.deals if self.rules.stock else ()
        return [
            {
                "number": len(names),
                "piles": [*dict.fromkeys(names)],
                "cards": len(names) // len(set(names)),
                "is_last": len(names) > len(deals[0]),
            }
            for names in deals
        ]

    @property
    def awaits_waste(self) -> int:
        stock = self.rules.stock
        return int(stock is not None and stock.has_waste and stock.after_waste)

    @property
    def _waiting(self) -> dict[str, tuple[str, ...]]:
        return self.rules.stock.takes_after_piles if self.rules.stock else {}

    @property
    def take_in_turn(self) -> list[str]:
        """Piles of which each takes cards once the one before has some."""
        before = {pile: f"{pile[0]}{int(pile[1:]) - 1}" for pile in self._waiting}
        in_turn = [pile for pile, awaited in self._waiting.items() if awaited == (before[pile],)]
        return [before[in_turn[0]], *in_turn] if len(in_turn) > 2 else []

    @property
    def take_after_others(self) -> list[Item]:
        in_turn = self.take_in_turn[1:]
        return [
            {"pile": pile, "awaited": each} for pile, each in self._waiting.items() if pile not in in_turn
        ]


def _names(value: object) -> list[str]:
    """Return the letters of a text, or the names of a list."""
    return [*cast(Iterable[str], value or ())]


def _stretches(piles: Iterable[str]) -> list[list[str]]:
    """Split piles into those whose numbers follow each other."""
    stretches: list[list[str]] = []
    for name in piles:
        last = stretches[-1][-1] if stretches else ""
        if len(last) > 1 and name == f"{last[0]}{int(last[1:]) + 1}":
            stretches[-1].append(name)
        else:
            stretches.append([name])
    return stretches


def _colour(pile: Foundation) -> str | None:
    return _COLOURS.get("".join(sorted(pile.suits)))


def _foundation(pile: Foundation, number: int) -> Item:
    """Return foundations of one sentence as evidence."""
    return {
        "number": number,
        "build": pile.build,
        "cards": pile.cards,
        "colour": _colour(pile),
        "direction": pile.direction,
        "whole": pile.whole,
        "takes_sets": pile.takes_sets,
        "each": pile.at_once,
        "winds": pile.repeats or not (pile.whole or _is_steady(pile.ranks)),
        "legs": legs_of(pile.ranks),
        "first": pile.ranks[0],
        "last": pile.ranks[-1],
        "steps": _steps(pile.ranks) if len(pile.ranks) > 1 else None,
        "sequence": pile.sequence and built(pile.sequence),
        "begins": [*pile.ranks] * (pile.ranks != RANKS),
        "sets": [list(pile.ranks)],
    }


def _is_steady(ranks: str) -> bool:
    """Return whether each rank follows the one before by the same step, round from King to Ace."""
    places = map(RANKS.index, ranks)
    return len({(upper - lower) % len(RANKS) for lower, upper in pairwise(places)}) < 2


def _steps(ranks: str) -> Value:
    """Return which way the ranks of a foundation go, as evidence."""
    if len(ranks) == len(RANKS) and ranks in 2 * _BY_TWOS:
        return {"direction": Direction.BY_TWOS, "step": 1}
    step = (RANKS.index(ranks[1]) - RANKS.index(ranks[0])) % len(RANKS)
    if step > len(RANKS) // 2:
        return {"direction": Direction.DOWN, "step": len(RANKS) - step}
    return {"direction": Direction.UP, "step": step}


def _built(part: object) -> Value:
    """Return how cards follow each other, as evidence."""
    if isinstance(part, Columns):
        return {**built(part.sequence), "level": part.level}
    return built(cast(CardSequence, part))


def _lifted(part: object) -> Value:
    """Return which cards move together, as evidence."""
    columns = cast(Columns, part)
    run = columns.build if columns.lift is Lift.ONE and columns.supermove else columns.lift
    if isinstance(run, Build):
        lift = "whole run" if columns.whole_only else "level run" if columns.level else "run"
    else:
        lift = "single or whole" if run is Lift.ANY and columns.whole_only else run.value
    return {"lift": lift, "direction": columns.direction, "step": columns.step, "build": run}


def _some_ranks(letters: object) -> list[Value]:
    """Return the ranks among these letters, none if all are."""
    ranks = [letter for letter in _names(letters) if letter in RANKS]
    return [*ranks] if len(ranks) < len(RANKS) else []


_FORMS: Final[Mapping[str, Callable[[_Game, object], Value]]] = {
    "pile": _Game.pile,
    "piles": _Game.piles,
    "each_pile": lambda game, value: [game.pile(name) for name in _names(value)],
    "cell": lambda game, place: game.pile(f"R{cast(int, place) + 1}"),
    "first": lambda game, value: game.pile(_names(value)[0]),
    "last": lambda game, value: game.pile(_names(value)[-1]) if _names(value)[1:] else None,
    "founded": lambda game, value: game.piles(name for name in _names(value) if name[0] == "F"),
    "others": lambda game, value: game.piles(name for name in _names(value) if name[0] != "F"),
    "supplies": lambda _, value: [
        {"kind": pile[0], "number": pile[1:]} for pile in dict.fromkeys(_names(value))
    ],
    "filled": lambda _, value: max(1, _names(value).count("S")),
    "letters": lambda _, value: _names(value),
    "shown": lambda _, value: _names(value),
    "starred": lambda _, value: _names(value)[:-1] if _names(value)[-1:] == ["*"] else [],
    "few": lambda _, value: _names(value) if len(_names(value)) < len(RANKS) else [],
    "some_ranks": lambda _, value: _some_ranks(value),
    "suits": lambda _, value: [letter for letter in _names(value) if letter in SUITS],
    "distinct": lambda _, value: [*dict.fromkeys("".join(_names(value)))],
    "final": lambda _, value: _names(value)[-1],
    "number": lambda _, value: int(bool(value)),
    "built": lambda _, value: _built(value),
    "lifted": lambda _, value: _lifted(value),
    "leftward": lambda game, _: merged(cast(Columns, game.rules.columns))["left"],
    "rightward": lambda game, _: merged(cast(Columns, game.rules.columns))["right"],
}
