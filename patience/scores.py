"""Scores of games, declared as data and computed from the moves alone.

A scoring gives points for events of play. What depends on time or on taking moves back is left out, because a
log has neither.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum, auto
from typing import Final

from patience.compiled import CompiledRules
from patience.replay import Verdict
from patience.trace import Step


class Event(StrEnum):
    """What a move can be worth points for; one move may be several events."""

    MOVE = auto()
    """A move of the player, a deal or a draw included. A whole sequence goes to its foundation by itself."""
    WASTE_TO_COLUMN = auto()
    WASTE_TO_FOUNDATION = auto()
    COLUMN_TO_FOUNDATION = auto()
    """Cards that go there singly."""
    FOUNDATION_TO_COLUMN = auto()
    SEQUENCE = auto()
    """A whole sequence that goes to a foundation."""
    TURN_UP = auto()
    """A card turned face up on a column."""
    REDEAL = auto()


@dataclass(frozen=True, slots=True)
class Scoring:
    """The points of a game's events."""

    name: str
    source: str
    points: Mapping[Event, int]
    start: int = 0
    floor: int | None = None
    """The score never falls below it; None without a limit."""
    only_under: tuple[tuple[str, str], ...] = ()
    """Options without which it is not offered."""

    def applies_to(self, tables: CompiledRules) -> bool:
        """Return whether it is offered under these options."""
        return set(self.only_under) <= set(tables.options)

    def total(self, events: Iterable[Event]) -> int:
        """Return the score after these events."""
        score = self.start
        for event in events:
            score += self.points.get(event, 0)
            if self.floor is not None:
                score = max(score, self.floor)
        return score


_TABLE: Final = {
    Event.WASTE_TO_COLUMN: 5,
    Event.WASTE_TO_FOUNDATION: 10,
    Event.COLUMN_TO_FOUNDATION: 10,
    Event.FOUNDATION_TO_COLUMN: -15,
    Event.TURN_UP: 5,
}
_KLONDIKE: Final = "Microsoft Solitaire, as in Wikipedia, Klondike (solitaire), Scoring"
_VEGAS: Final = {
    Event.WASTE_TO_FOUNDATION: 5,
    Event.COLUMN_TO_FOUNDATION: 5,
    Event.FOUNDATION_TO_COLUMN: -5,
}

SCORINGS: Final[dict[str, tuple[Scoring, ...]]] = {
    "klondike": (
        Scoring(
            "standard", _KLONDIKE, {**_TABLE, Event.REDEAL: -100}, floor=0, only_under=(("draw", "one"),)
        ),
        Scoring("standard", _KLONDIKE, _TABLE, floor=0, only_under=(("draw", "three"),)),
        Scoring("vegas", _KLONDIKE, _VEGAS, start=-52),
    ),
    "spider": (
        Scoring("spider", "Microsoft Spider Solitaire", {Event.MOVE: -1, Event.SEQUENCE: 100}, start=500),
    ),
}
"""By variant: the scorings that it has. Other games have none."""


def scorings_of(tables: CompiledRules) -> dict[str, Scoring]:
    """Return the scorings of a game by their names."""
    known = SCORINGS.get(tables.variant.id, ())
    return {scoring.name: scoring for scoring in known if scoring.applies_to(tables)}


def scores_of(verdict: Verdict) -> dict[str, int]:
    """Return the scores of the longest legal prefix by name; the verdict must have a trace."""
    scorings = scorings_of(verdict.log.deal.tables)
    if not scorings:
        return {}
    assert verdict.trace is not None
    events = list(events_of(verdict.log.deal.tables, verdict.played, verdict.trace))
    return {name: scoring.total(events) for name, scoring in scorings.items()}


def events_of(tables: CompiledRules, played: Iterable[str], steps: Iterable[Step]) -> Iterator[Event]:
    """Yield the events of moves, in order."""
    for move, step in zip(played, steps, strict=True):
        moved = step.moved[0] if "-" in move else None
        yield from move_events(tables, (moved.source, moved.target) if moved else move)
        yield from (Event.TURN_UP for pile, _ in step.turned_up if pile in tables.columns)


def move_events(tables: CompiledRules, move: str | tuple[int, int]) -> tuple[Event, ...]:
    """Return the events of an action of the stock, or of a card that moves from one pile to another."""
    if isinstance(move, str):
        return (Event.MOVE, Event.REDEAL) if move == "redeal" else (Event.MOVE,)
    event = _card_event(tables, *move)
    if event is Event.SEQUENCE:
        return (event,)
    return (Event.MOVE, event) if event else (Event.MOVE,)


def _card_event(tables: CompiledRules, source: int, target: int) -> Event | None:
    """Return the event that a move of cards is; None if it is no more than a move."""
    if target in tables.foundations:
        if tables.foundation(target).whole:
            return Event.SEQUENCE
        if source == tables.waste:
            return Event.WASTE_TO_FOUNDATION
        return Event.COLUMN_TO_FOUNDATION if source in tables.columns else None
    if source in tables.foundations:
        return Event.FOUNDATION_TO_COLUMN
    return Event.WASTE_TO_COLUMN if source == tables.waste and target in tables.columns else None


def counts_of(verdict: Verdict) -> dict[str, int]:
    """Return what any game is counted by: the moves played, and how many of them turned the stock."""
    actions = Counter(move for move in verdict.played if "-" not in move)
    return {
        "moves": verdict.moves_played,
        **{f"{name}s": actions[name] for name in ("deal", "draw", "redeal")},
    }
