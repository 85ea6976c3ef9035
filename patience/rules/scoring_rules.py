"""Scorings of games as data: the points that each event of a game is worth, and the JSON that declares them.

What depends on time is left out, because a log has none of it. A log does not have the moves that were taken
back either: a claim can say how many there were.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum, auto
from typing import Final

from patience.rules import demand

MOST_POINTS: Final = 100_000
"""The highest number of points of an event, and of the start."""

LONGEST_NAME: Final = 40
"""Characters of a scoring's name."""


class Event(StrEnum):
    """What a move can be worth points for; one move may be several events."""

    MOVE = auto()
    """A move of the player, a deal or a draw included. A whole sequence goes to its foundation by itself."""
    UNDO = auto()
    """A move that was taken back. No log has it: a claim gives the number."""
    WASTE_TO_COLUMN = auto()
    WASTE_TO_FOUNDATION = auto()
    COLUMN_TO_FOUNDATION = auto()
    """Cards that go there singly."""
    RESERVE_TO_FOUNDATION = auto()
    """From a cell, too."""
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

    def __post_init__(self) -> None:
        demand(
            self.floor is None or Event.UNDO not in self.points,
            f"The scoring {self.name} has a floor and points for undo. The order of the two would matter.",
        )
        demand(
            self.floor is None or self.floor <= self.start, f"The scoring {self.name} starts below its floor."
        )

    def total(self, events: Iterable[Event]) -> int:
        """Return the score after these events."""
        score = self.start
        for event in events:
            score += self.points.get(event, 0)
            if self.floor is not None:
                score = max(score, self.floor)
        return score


_MEMBERS: Final = ("name", "start", "floor", "points")


def scoring_from_json(value: object, source: str) -> Scoring:
    """Return the scoring that JSON declares. Raises DeclarationError, which says what is wrong with it."""
    known = f"Known members: {', '.join(_MEMBERS)}."
    demand(isinstance(value, dict), f"A scoring is a JSON object. {known}")
    assert isinstance(value, dict)
    for member in value:
        demand(member in _MEMBERS, f"A scoring has an unknown member {member[:40]!a}. {known}")
    name, points = value.get("name"), value.get("points")
    demand(
        isinstance(name, str) and 0 < len(name) <= LONGEST_NAME and name.isprintable(),
        f"The name of a scoring must be a text of 1 to {LONGEST_NAME} characters.",
    )
    assert isinstance(name, str)
    demand(isinstance(points, dict), f"The scoring {name} has no points: expected an object, by event.")
    assert isinstance(points, dict)
    for event in points:
        demand(
            event in list(Event),
            f"The scoring {name} has points for {event[:40]!a}. Known events: {', '.join(Event)}.",
        )
    limits = {"start": 0, **{member: value[member] for member in ("start", "floor") if member in value}}
    for member, number in {**points, **limits}.items():
        demand(
            type(number) is int and abs(number) <= MOST_POINTS,
            f"{member} of the scoring {name} must be a whole number from -{MOST_POINTS} to {MOST_POINTS}.",
        )
    return Scoring(name, source, {Event(event): points[event] for event in points}, **limits)
