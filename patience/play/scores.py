"""Scores of games by the scorings that their variants declare, computed from the moves alone."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from patience.cards import FLOOR
from patience.compilation.compiled_rules import CompiledRules
from patience.play.hands import hand_points
from patience.play.position import Position
from patience.play.replay import Verdict
from patience.play.trace import Step
from patience.rules.scoring_rules import CLAIMED, Event, Scoring, Standing


def score_names(tables: CompiledRules) -> tuple[str, ...]:
    """Return the names of the scores of a game: its scorings, and the hands of its square."""
    hands = tables.rules.hands
    return (*scorings_of(tables), *((str(hands),) if hands else ()))


def scorings_of(tables: CompiledRules) -> dict[str, Scoring]:
    """Return the scorings of a game by their names: those that count the events of its moves."""
    options = set(tables.options)
    known = tables.variant.scorings
    return {scoring.name: scoring for scoring in known if set(scoring.only_under) <= options}


_NOTHING: Final[Mapping[Event, int]] = MappingProxyType({})


def scores_of(verdict: Verdict, claimed: Mapping[Event, int] = _NOTHING) -> dict[str, int]:
    """Return the scores of the longest legal prefix by name; for scorings the verdict must have a trace.

    ``claimed`` has the numbers of events that no log shows, where they are known.
    """
    tables = verdict.log.deal.tables
    scorings = scorings_of(tables)
    points = (
        {str(tables.rules.hands): hand_points(tables, verdict.position.piles)} if tables.rules.hands else {}
    )
    if not scorings:
        return points
    assert verdict.trace is not None
    standing = standing_of(verdict.position)
    events = list(events_of(verdict.log.deal.opening, verdict.played, verdict.trace))
    return points | {
        name: scoring.total(events)
        + scoring.claimed(claimed)
        + sum(number * scoring.position.get(held, 0) for held, number in standing.items())
        for name, scoring in scorings.items()
    }


def standing_of(position: Position) -> Counter[Standing]:
    """Count what a position can be worth points for."""
    tables = position.tables
    found: Counter[Standing] = Counter()
    for pile in (*tables.columns, *tables.foundations):
        cards = position.piles[pile][1:]
        # After the King, the next card is of another suit.
        joined = sum(
            under == card + 1 and under < FLOOR and card % 13 != 12 for under, card in pairwise(cards)
        )
        found[Standing.JOINED_CARD] += joined
        if pile in tables.foundations:
            found[Standing.FOUNDATION_CARD] += len(cards)
        elif joined == len(cards) - 1 == len(tables.rules.ranks) - 1:
            found[Standing.COMPLETE_COLUMN] += 1
    return found


def events_of(opening: Position, played: Iterable[str], steps: Iterable[Step]) -> Iterator[Event]:
    """Yield the events of moves, in order."""
    tables = opening.tables
    heights = {foundation: len(opening.cards(foundation)) for foundation in tables.foundations}
    for move, step in zip(played, steps, strict=True):
        moved = step.moved[0] if "-" in move and step.moved else None
        yield from move_events(tables, (moved.source, moved.target) if moved else move)
        yield from (Event.TURN_UP for pile, _ in step.turned_up if pile in tables.columns)
        yield from _foundation_events(tables, heights, step)


def _foundation_events(tables: CompiledRules, heights: dict[int, int], step: Step) -> Iterator[Event]:
    """Yield what a step brings to the foundations, whose heights follow."""
    for source, target, cards in step.moved + step.filled:
        if source in heights:
            heights[source] -= len(cards)
        if target not in heights:
            continue
        if tables.pairing:
            yield from (Event.PAIRED_CARD for _ in cards)
        heights[target] += len(cards)
        if heights[target] == tables.complete[target] - 1:
            yield Event.COMPLETE_FOUNDATION


def move_events(tables: CompiledRules, move: str | tuple[int, int]) -> tuple[Event, ...]:
    """Return the events of an action of the stock, or of a card that moves from one pile to another."""
    if isinstance(move, str):
        return (Event.MOVE, _ACTIONS[move]) if move in _ACTIONS else (Event.MOVE,)
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
        if source in tables.reserve:
            return Event.RESERVE_TO_FOUNDATION
        return Event.COLUMN_TO_FOUNDATION if source in tables.columns else None
    if source in tables.foundations:
        return Event.FOUNDATION_TO_COLUMN
    if target == tables.waste and source in tables.columns:
        return Event.COLUMN_TO_WASTE
    return Event.WASTE_TO_COLUMN if source == tables.waste and target in tables.columns else None


_ACTIONS: Final = {"draw": Event.DRAW, "deal": Event.DEAL, "redeal": Event.REDEAL}


def counts_of(verdict: Verdict, claimed: Mapping[Event, int] = _NOTHING) -> dict[str, int]:
    """Return what any game is counted by: moves, those that turned the stock, and events that are claimed."""
    actions = Counter(move for move in verdict.played if "-" not in move)
    return {
        "moves": verdict.moves_played,
        **{f"{name}s": actions[name] for name in ("deal", "draw", "redeal")},
        **{CLAIMED[event]: number for event, number in claimed.items()},
    }
