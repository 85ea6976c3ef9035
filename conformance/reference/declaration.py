"""A game's declaration, read from JSON (docs/rules.md, *The declaration*). What is missing has its default.

An unknown key or value is refused by name: a referee that ignores part of a declaration judges another game.
"""

import re
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, fields, replace
from typing import Any

Json = Mapping[str, Any]

BUILDS = ("by_suit", "by_color", "alternating", "any_suit", "other_suit")


@dataclass(frozen=True)
class Round:
    to: tuple[str, ...]
    face_up: bool
    home: bool
    sweeps: str = ""
    heads: str = ""
    by: str = ""
    after_base: bool = False


@dataclass(frozen=True)
class Steps:
    build: str
    direction: str = "down"
    wrap: bool = False
    ends: str = ""
    step: int = 1


@dataclass(frozen=True)
class Columns:
    number: int = 0
    build: str = "by_suit"
    lift: str = "one"
    direction: str = "down"
    wrap: bool = False
    ends: str = ""
    step: int = 1
    empty_takes: str = "K"
    closed: str | None = None
    own_ranks: tuple[str, ...] = ()
    refill: tuple[str, ...] = ()
    longest_first: bool = False
    opened_by: tuple[tuple[str, ...], ...] | None = None
    supermove: bool = False
    level: str | None = None
    whole_only: bool = False
    capacity: int | None = None
    complete_stays: bool = False
    takes_from: tuple[str, ...] | None = None
    covered_by: tuple[tuple[str, ...], ...] = ()
    row: int | None = None
    merges: tuple[int, ...] = ()
    kinds: tuple["Kind", ...] = ()

    def of(self, name: str) -> "Columns":
        """The rules of one column: what its kind says, and else what is said of all."""
        for kind in self.kinds:
            if name in kind.of:
                own = {each: value for each, value in vars(kind).items() if value is not None}
                own.pop("of")
                build, _, direction = own.get("build", self.build).partition(":")
                own |= {"build": build, "direction": direction or self.direction}
                return replace(self, **own)
        return self


@dataclass(frozen=True)
class Kind:
    of: tuple[str, ...]
    build: str | None = None
    lift: str | None = None
    empty_takes: str | None = None
    takes_from: tuple[str, ...] | None = None
    refill: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Foundation:
    suits: str
    ranks: str
    build: str
    dealt: int = 0
    dealt_as: str = ""
    whole: bool = False
    last_after: str = ""
    takes_from: tuple[str, ...] | None = None
    direction: str | None = None
    wrap: bool = False
    cards: int | None = None
    base_stays: bool = False
    matches: str = ""

    @property
    def length(self) -> int:
        return self.cards or len(self.ranks)

    @property
    def at_once(self) -> int:
        """How many cards come in one move, if it takes whole sequences or sets."""
        return len(self.suits) if self.direction == "same" else self.length

    @property
    def outranked(self) -> bool:
        return self.direction == "outranked"

    @property
    def repeats(self) -> bool:
        """Whether a rank comes again."""
        return len(set(self.ranks)) < len(self.ranks)

    @property
    def steps(self) -> "Steps":
        """How cards follow each other where `ranks` gives no order."""
        return Steps(self.build, self.direction or "", self.wrap)


@dataclass(frozen=True)
class Reserve:
    piles: int = 0
    takes: str = "none"
    capacity: int = 1
    ranks: str = "A23456789TJQK"
    sequence: Steps | None = None
    begins: tuple[str, ...] = ()
    closed: bool = False
    refill: tuple[str, ...] = ()
    takes_from: tuple[str, ...] | None = None
    covered_by: tuple[tuple[str, ...], ...] = ()
    covered_while: str = "any"


@dataclass(frozen=True)
class Stock:
    actions: tuple[str, ...]
    draw: int = 1
    draw_as: tuple[str, ...] = ()
    deal_to: str = "columns"
    deals: tuple[tuple[str, ...], ...] = ()
    close: str | None = None
    hold: str | None = None
    redeals: int | None = 0
    drawn_at_start: int = 0
    gather: int | None = None
    gather_as: str = "groups"
    shuffles: bool = False
    open: bool = False
    gives_after: tuple[str, ...] = ()
    takes_after: tuple[str, ...] = ()
    after_waste: bool = True
    fills_waste: bool = False
    waste_takes: Steps | None = None

    @property
    def gathers(self) -> bool:
        """Whether a redeal takes up the columns."""
        return self.actions == ("redeal",) and self.gather_as != "stock"

    @property
    def restocks(self) -> bool:
        """Whether a redeal takes up cards that become the stock."""
        return self.gather_as == "stock" or (self.gather_as == "under" and "deal" in self.actions)


@dataclass(frozen=True)
class Pairs:
    sets: tuple[str, ...]
    piles: tuple[str, ...]
    build: str = "any_suit"
    near: str | None = None
    width: int | None = None
    beneath: tuple[str, ...] = ()


@dataclass(frozen=True)
class Declaration:
    foundations: tuple[Foundation, ...]
    layout: tuple[Round, ...] = ()
    packs: int = 2
    suits: str = "CSHD"
    ranks: str = "A23456789TJQK"
    base: str = "A"
    arrange: str | None = None
    columns: Columns = Columns()
    reserve: Reserve = Reserve()
    stock: Stock | None = None
    foundations_final: bool = True
    pairs: Pairs | None = None
    same_base: str | None = None
    base_from: tuple[str, ...] | None = None
    win: str = "complete"
    won_when: tuple[str, ...] = ()
    points: int | None = None

    @property
    def same_direction(self) -> bool:
        return any(pile.direction == "one_way" for pile in self.foundations)

    @property
    def opening_rounds(self) -> tuple[Round, ...]:
        """The rounds of the layout that do not wait for the base."""
        return tuple(each for each in self.layout if not each.after_base)


CHOICES: dict[str, tuple[object, ...]] = {
    "build": (None, *BUILDS),
    "level": (None, *BUILDS),
    "lift": (None, "one", "any", "whole", *BUILDS),
    "direction": (
        *(None, "down", "up", "either", "one_way", "same", "any"),
        *("lower", "double", "by_twos", "outranked"),
    ),
    "takes": ("none", "one", "run", "merci", "exchange", "turn_up"),
    "gather_as": ("groups", "rounds", "layout", "places", "turns", "stock", "fans", "under"),
    "deal_to": (
        *("columns", "columns_and_home", "reserve", "gaps"),
        *("empty_columns", "filled_columns", "unfinished_columns"),
    ),
    "close": (None, "rows", "columns", "last"),
    "hold": (None, "empty_column", "spare_card", "card_move", "forward_move", "waste", "cells"),
    "base": ("A", "first", "first_rank"),
    "same_base": (None, "any_time", "first", "givers_first"),
    "arrange": (
        None,
        "kings_down",
        "ace_of_spades_last",
        "ace_last",
        "last_kings",
        "distinct_ranks",
        "sixes_distinct",
        "jacks_apart",
        "aces_first",
        "king_first",
        "ace_or_king_first",
        "kings_last",
        "twos_first",
        "two_aces_last",
        "aces_and_kings_first",
    ),
    "covered_while": ("any", "all"),
    "near": (None, "touching", "line"),
    "win": (
        "complete",
        "all_cards",
        "empty_columns",
        "empty_stock",
        "one_each",
        "sequences",
        "in_place",
        "face_up",
        "poker",
        "cribbage",
        "colours_apart",
        "one_column",
        "suit_sequences",
    ),
}


def read_declaration(json: Json | Declaration) -> Declaration:
    """Return the declaration that this JSON object writes down; ValueError names what is unknown."""
    if isinstance(json, Declaration):
        return json
    values = dict(json)
    values["layout"] = tuple(read_round(line) for line in values.get("layout", ()))
    values["foundations"] = tuple(Foundation(**known(Foundation, line)) for line in values["foundations"])
    columns = dict(values.get("columns") or {})
    columns["covered_by"] = tuple(read_piles(text) for text in columns.get("covered_by", ()))
    if columns.get("opened_by") is not None:
        columns["opened_by"] = tuple(tuple(givers) for givers in columns["opened_by"])
    kinds = [known(Kind, {**kind, "of": list(read_piles(kind["of"]))}) for kind in columns.get("kinds", ())]
    columns["kinds"] = tuple(Kind(**kind) for kind in kinds)
    values["columns"] = Columns(**known(Columns, columns))
    reserve = dict(values.get("reserve") or {})
    reserve["covered_by"] = tuple(read_piles(text) for text in reserve.get("covered_by", ()))
    if reserve.get("sequence") is not None:
        reserve["sequence"] = Steps(**known(Steps, reserve["sequence"]))
    values["reserve"] = Reserve(**known(Reserve, reserve))
    if values.get("stock") is not None:
        stock = dict(values["stock"])
        stock["deals"] = tuple(read_piles(text) for text in stock.get("deals", ()))
        if stock.get("waste_takes") is not None:
            stock["waste_takes"] = Steps(**known(Steps, stock["waste_takes"]))
        values["stock"] = Stock(**known(Stock, stock))
    if values.get("pairs") is not None:
        values["pairs"] = Pairs(**known(Pairs, values["pairs"]))
    return Declaration(**known(Declaration, values))


def known(kind: type, json: Json) -> dict[str, Any]:
    """Return the values of a JSON object, lists as tuples, once every key and word is a known one."""
    unknown = set(json) - {field.name for field in fields(kind)}
    if unknown:
        raise ValueError(f"{kind.__name__} has no {', '.join(sorted(unknown))}")
    for name, value in json.items():
        word = value.partition(":")[0] if value and kind in (Pairs, Kind) and name == "build" else value
        if name in CHOICES and word not in CHOICES[name]:
            raise ValueError(f"{kind.__name__}.{name} is {value!r}: expected one of {CHOICES[name]}")
    return {name: tuple(value) if isinstance(value, list) else value for name, value in json.items()}


def read_round(json: Json) -> Round:
    """Read `{"to": "T7-T1 R2", "face_up": true, "home": false}`."""
    if set(json) - {"to", "face_up", "home", "sweeps", "heads", "by", "after_base"} or not isinstance(
        json["face_up"], bool
    ):
        raise ValueError(f"not a round: {json}")
    return Round(
        read_piles(json["to"]),
        json["face_up"],
        json.get("home", False),
        json.get("sweeps", ""),
        json.get("heads", ""),
        json.get("by", ""),
        json.get("after_base", False),
    )


def read_piles(text: str) -> tuple[str, ...]:
    return tuple(name for part in text.split() for name in read_range(part))


def read_range(part: str) -> list[str]:
    """`T7-T5` stands for T7, T6, T5."""
    match = re.fullmatch(r"([TRF])(\d+)-\1(\d+)", part)
    if match is None:
        return [part]
    letter, first, last = match[1], int(match[2]), int(match[3])
    step = 1 if first <= last else -1
    return [f"{letter}{number}" for number in range(first, last + step, step)]


def with_changes(declaration: Json, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Apply an option's changes: new values by dotted path, as in `{"stock.redeals": 2}`."""
    changed: dict[str, Any] = deepcopy(dict(declaration))
    for path, value in changes.items():
        *parents, name = path.split(".")
        part: Any = changed
        for parent in parents:
            part = part[int(parent)] if isinstance(part, Sequence) else part.setdefault(parent, {})
        part[name] = value
    return changed
