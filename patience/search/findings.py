"""Prospects of a position, with the evidence for each."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, NamedTuple

from patience.cards import symbol
from patience.words.names import listed

PROVER_VERSION: Final = "12"
"""Raised whenever what can be proved changes."""


class Prospect(StrEnum):
    """Whether some line of legal moves wins: proved either way, or undecided."""

    WINNABLE = "winnable"
    DEAD = "dead"
    UNDECIDED = "undecided"


class Proof(StrEnum):
    """How a prospect is proved."""

    WON = "won"
    """The position is won."""
    LINE = "line"
    """A line of moves wins."""
    THEOREM = "theorem"
    """Every position of this kind can be won."""
    LOST = "lost"
    """The game is lost by the rules (RULES §1)."""
    STATIC = "static"
    """Some cards can never be freed."""
    EXHAUSTED = "exhausted"
    """A search visited every position that can be reached."""


class Relation(StrEnum):
    """What a step of an explanation states about a card and a pile."""

    MUST_LEAVE = "must_leave"
    """A win needs the card on a foundation, so it must leave the pile."""
    NEEDED = "needed"
    """The foundation needs one of the cards."""
    TOO_FEW_LEFT = "too_few_left"
    """More foundations need the card, or one that can take its place, than there are left: the cards."""
    UNDER = "under"
    """In the pile, the card lies under one of the cards."""
    OVER = "over"
    """In the pile, the card lies over one of the cards."""
    ONLY_ONTO = "only_onto"
    """In columns, the card can only go onto one of the cards."""
    HOME = "home"
    """The card is on the foundation, which keeps it."""
    NOT_IN_COLUMN = "not_in_column"
    """The card is in the pile, where no card can go onto it."""
    NO_EMPTY_COLUMN = "no_empty_column"
    """The card could go to an empty column, but there is none: the cards are the lowest of their columns."""
    NO_EMPTY_CELL = "no_empty_cell"
    """The card could go to an empty cell, but the cards fill them."""
    FOUNDATION_WAITS = "foundation_waits"
    """The foundation takes the card only after one of the cards."""
    SEQUENCE_WAITS = "sequence_waits"
    """A whole sequence that the card leads needs one of the cards."""
    IN_STOCK = "in_stock"
    """The card is in the stock, which waits until no column is empty. There are too few cards for that."""
    BURIED = "buried"
    """The card is in the waste under the cards. Too few cards can be played before it to uncover it."""


class Step(NamedTuple):
    """A step of an explanation: a fact about the position."""

    relation: Relation
    card: int
    """0…51."""
    pile: str
    """The name of a pile: that of the card, or the foundation that the relation is about."""
    cards: tuple[int, ...] = ()


class DeadEnd(NamedTuple):
    """Why a position cannot be won, as a static proof shows it."""

    stuck: tuple[int, ...]
    """A few cards, 0…51, sorted, that can never all be freed although every win needs them."""
    because: tuple[Step, ...]
    """Facts that lead to the heart of the proof, where cards wait for each other."""


class Finding(NamedTuple):
    """A prospect with its evidence. An undecided prospect has none."""

    prospect: Prospect
    proof: Proof | None = None
    stuck: tuple[int, ...] = ()
    """A few cards, 0…51, sorted, that can never all be freed; a card is named twice if both copies are meant.
    """
    because: tuple[Step, ...] = ()
    """For a static proof: the facts of its dead end."""
    continuation: tuple[str, ...] | None = None
    """A winning line, where the position is winnable and a line is known."""


OPEN: Final = Finding(Prospect.UNDECIDED)


def describe_stuck(cards: Iterable[int]) -> str:
    """Describe the cards that a static proof names: ``5♣, 5♣ and 6♣ can never all be freed``."""
    names = [symbol(card) for card in sorted(cards)]
    return f"{listed(names)} can never {'all ' if len(names) > 1 else ''}be freed"


def describe_step(step: Step) -> str:
    """Return a step of an explanation as a sentence: ``5♣ in T1 lies under 6♣.``"""
    cards = [symbol(card) for card in step.cards]
    words = {"card": symbol(step.card), "pile": step.pile, "cards": listed(cards), "any": listed(cards, "or")}
    sentence = _WITHOUT_CARDS.get(step.relation) if not cards else None
    return (sentence or _SENTENCES[step.relation]).format(**words)


_WITHOUT_CARDS: Final = {
    Relation.ONLY_ONTO: "No card in a column takes {card}.",
    Relation.TOO_FEW_LEFT: "No card is left that {pile} needs.",
}

_SENTENCES: Final = {
    Relation.MUST_LEAVE: "{card} must leave {pile}.",
    Relation.NEEDED: "{pile} needs {any}.",
    Relation.TOO_FEW_LEFT: "Too few cards are left that {pile} and the foundations like it need: {cards}.",
    Relation.UNDER: "{card} in {pile} lies under {any}.",
    Relation.OVER: "{card} in {pile} lies over {any}.",
    Relation.ONLY_ONTO: "In a column, {card} can only go onto {any}.",
    Relation.HOME: "{card} is on {pile} to stay.",
    Relation.NOT_IN_COLUMN: "{card} is in {pile}, not in a column.",
    Relation.NO_EMPTY_COLUMN: "No column is empty for {card}.",
    Relation.NO_EMPTY_CELL: "No cell is empty for {card}.",
    Relation.FOUNDATION_WAITS: "{pile} takes {card} only after {any}.",
    Relation.SEQUENCE_WAITS: "A whole sequence that {card} leads needs {any}.",
    Relation.IN_STOCK: "{card} is in the stock, and too few cards are left for a deal to every column.",
    Relation.BURIED: "{card} in {pile} lies under {cards}, and too few cards can be played before it.",
}
