"""Scorings of games as data: the points that each event of a game is worth, and the JSON that declares them.

A log has neither its time nor the moves that were taken back. Points of time are declared apart, and count
only where a referee measured the time; a claim can say how many moves were taken back.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum, auto
from typing import Final, NamedTuple, TypeVar

from patience.rules import demand

MOST_POINTS: Final = 100_000
"""The highest number of points of an event, and of the start."""

MOST_BONUS: Final = 100_000_000
"""The highest bonus for time, before it is divided by the seconds."""

MOST_SECONDS: Final = 100_000
"""The highest number of seconds in points of time."""

LONGEST_NAME: Final = 40
"""Characters of a scoring's name."""


class Event(StrEnum):
    """What a move can be worth points for; one move may be several events."""

    MOVE = auto()
    """A move of the player, a deal or a draw included. A whole sequence goes to its foundation by itself."""
    UNDO = auto()
    """A move that was taken back. No log has it: a claim gives the number."""
    HINT = auto()
    """A hint that the player asked for, likewise."""
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
    DRAW = auto()
    DEAL = auto()
    COLUMN_TO_WASTE = auto()
    """As in Golf."""
    PAIRED_CARD = auto()
    """Each card of a pair, or a card that leaves alone, in games of pairs."""
    COMPLETE_FOUNDATION = auto()
    """A foundation that gets its last card."""


class Standing(StrEnum):
    """What the position that a game reaches can be worth points for, whatever led there."""

    FOUNDATION_CARD = auto()
    JOINED_CARD = auto()
    """A card on the next higher one of its suit, both face up on a column or on a foundation."""
    COMPLETE_COLUMN = auto()
    """A column of all ranks of the packs and no other cards, each joined to the one below it."""


_Name = TypeVar("_Name", Event, Standing)

CLAIMED: Final = {Event.UNDO: "undos", Event.HINT: "hints"}
"""The events that no log shows, with the member of a claim that counts them."""

_DOUBLINGS: Final = 17
"""After them, any points have reached the most."""

_FIRST_OF_MOVE: Final = frozenset({Event.MOVE, Event.SEQUENCE})
"""The event that each move begins with."""


class TimePoints(NamedTuple):
    """The points of the time that a game took. They count at its end."""

    every: int = 1
    points: int = 0
    """For each full period."""
    bonus: int = 0
    """For a game that is won: this number divided by the seconds, rounded down."""
    bonus_from: int = 1
    """A game of fewer seconds has no bonus."""


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
    time: TimePoints | None = None
    """None if time does not count."""
    grows: Mapping[Event, int] = field(default_factory=dict)
    """What each further event of a row is worth in addition; a move without the event ends the row."""
    doubles: frozenset[Event] = frozenset()
    """Events that are worth twice as much as the one before in their row, up to ``MOST_POINTS``. Those that
    only a claim counts are one row."""
    floors: Mapping[Event, int] = field(default_factory=dict)
    """The event takes the score no lower than this. A score that is lower already stays."""
    position: Mapping[Standing, int] = field(default_factory=dict)
    """The points of the position that is reached. They are added at the end."""

    def __post_init__(self) -> None:
        demand(
            (self.floor is None and not self.floors) or CLAIMED.keys().isdisjoint(self.points),
            f"The scoring {self.name} has a floor and points for undo or hint. The order of the two would "
            "matter.",
        )
        demand(
            CLAIMED.keys().isdisjoint({*self.grows, *self.floors}),
            f"The scoring {self.name}: no log shows when an undo or a hint took place, so it may double, but "
            "neither grows nor has a floor.",
        )
        demand(
            (self.floor is None and not self.floors) or not self.position,
            f"The scoring {self.name} has a floor and points of the position, which count at the end alone.",
        )
        demand(
            self.floor is None or self.floor <= self.start, f"The scoring {self.name} starts below its floor."
        )

    def total(self, events: Iterable[Event]) -> int:
        """Return the score after these events."""
        score = self.start
        rows: dict[Event, int] = {}
        seen = set[Event]()
        for event in events:
            if event in _FIRST_OF_MOVE:
                rows = {each: length for each, length in rows.items() if each in seen}
                seen.clear()
            seen.add(event)
            length = rows.get(event, 0)
            rows[event] = length + 1
            before = score
            score += self._worth(event, length) + length * self.grows.get(event, 0)
            if event in self.floors:
                score = max(score, min(before, self.floors[event]))
            if self.floor is not None:
                score = max(score, self.floor)
        return score

    def claimed(self, counts: Mapping[Event, int]) -> int:
        """Return the points of the events that no log shows, by their numbers."""
        return sum(
            sum(self._worth(event, before) for before in range(min(number, _DOUBLINGS)))
            + max(number - _DOUBLINGS, 0) * self._worth(event, _DOUBLINGS)
            for event, number in counts.items()
        )

    def _worth(self, event: Event, before: int) -> int:
        """Return the points of an event that comes after others in its row."""
        points = self.points.get(event, 0)
        if event in self.doubles:
            points <<= min(before, _DOUBLINGS)
        return max(-MOST_POINTS, min(points, MOST_POINTS))

    def timed(self, score: int, seconds: int, *, is_won: bool) -> int:
        """Return a score of moves with the points of time. The bonus comes last, above the floor."""
        if self.time is None:
            return score
        score += seconds // self.time.every * self.time.points
        if self.floor is not None:
            score = max(score, self.floor)
        has_bonus = is_won and seconds >= self.time.bonus_from
        return score + self.time.bonus // seconds if has_bonus else score


_MEMBERS: Final = ("name", "start", "floor", "points", "grows", "doubles", "floors", "position", "time")

TIME_LIMITS: Final = {
    "every": (1, MOST_SECONDS),
    "points": (-MOST_POINTS, MOST_POINTS),
    "bonus": (0, MOST_BONUS),
    "bonus_from": (1, MOST_SECONDS),
}
"""The lowest and the highest value of each number of ``time``."""


def scoring_from_json(value: object, source: str) -> Scoring:
    """Return the scoring that JSON declares. Raises DeclarationError, which says what is wrong with it."""
    known = f"Known members: {', '.join(_MEMBERS)}."
    demand(isinstance(value, dict), f"A scoring is a JSON object. {known}")
    assert isinstance(value, dict)
    for member in value:
        demand(member in _MEMBERS, f"A scoring has an unknown member {member[:40]!a}. {known}")
    name = value.get("name")
    demand(
        isinstance(name, str) and 0 < len(name) <= LONGEST_NAME and name.isprintable(),
        f"The name of a scoring must be a text of 1 to {LONGEST_NAME} characters.",
    )
    assert isinstance(name, str)
    demand("points" in value, f"The scoring {name} has no points: expected an object, by event.")
    limits = {"start": 0, **{member: value[member] for member in ("start", "floor") if member in value}}
    for member, number in limits.items():
        _check_points(name, member, number)
    points, grows, floors = (
        _numbers(name, member, value.get(member, {}), Event) for member in ("points", "grows", "floors")
    )
    position = _numbers(name, "position", value.get("position", {}), Standing)
    doubles = _events(name, "doubles", value.get("doubles", []))
    time = _time_points(name, value)
    return Scoring(
        name,
        source,
        points,
        **limits,
        time=time,
        grows=grows,
        doubles=doubles,
        floors=floors,
        position=position,
    )


def _numbers(name: str, member: str, value: object, known: type[_Name]) -> dict[_Name, int]:
    """Return a member that has numbers by event, or by what a position has."""
    demand(isinstance(value, dict), f"The scoring {name} has no {member}: expected an object of numbers.")
    assert isinstance(value, dict)
    for key, number in value.items():
        demand(
            key in list(known),
            f"The scoring {name} has {member} for {key[:40]!a}. Known: {', '.join(known)}.",
        )
        _check_points(name, key, number)
    return {known(key): number for key, number in value.items()}


def _events(name: str, member: str, value: object) -> frozenset[Event]:
    """Return a member that is a list of events."""
    demand(
        isinstance(value, list) and all(event in list(Event) for event in value),
        f"{member} of the scoring {name} must be a list of events. Known: {', '.join(Event)}.",
    )
    assert isinstance(value, list)
    return frozenset(map(Event, value))


def _check_points(name: str, member: str, number: object) -> None:
    demand(
        type(number) is int and abs(number) <= MOST_POINTS,
        f"{member} of the scoring {name} must be a whole number from -{MOST_POINTS} to {MOST_POINTS}.",
    )


def _time_points(name: str, value: Mapping[str, object]) -> TimePoints | None:
    if "time" not in value:
        return None
    time = value["time"]
    demand(
        isinstance(time, dict) and bool(time), f"time of the scoring {name} must be an object with members."
    )
    assert isinstance(time, dict)
    for member, number in time.items():
        known = f"Known members: {', '.join(TIME_LIMITS)}."
        demand(
            member in TIME_LIMITS,
            f"time of the scoring {name} has an unknown member {member[:40]!a}. {known}",
        )
        least, most = TIME_LIMITS[member]
        demand(
            type(number) is int and least <= number <= most,
            f"{member} in time of the scoring {name} must be a whole number from {least} to {most}.",
        )
    return TimePoints(**time)
