"""The deal of the day: the same for everyone, proven winnable, and not known before its day.

Everything follows from one key. The *secret* of a variant and a date is HMAC-SHA256(key, tag, variant, date),
and its SHA-256 is published weeks before. The secret names seeds, the candidates. The first 16 are graded. Of
those with the grade of the weekday, the first that the search proves winnable is the deal. If there is none,
the grades next to it follow, and then the spare candidates, of any grade. Instances with one key and one
version agree without any storage. Once the secret is published, everyone can check the commitment and the
candidates.
"""

from collections.abc import Callable, Iterator
from datetime import date as Date  # noqa: N812 - a type
from enum import StrEnum
from hashlib import sha256
from hmac import digest
from typing import Final, NamedTuple

from patience.compilation.compiled_rules import CompiledRules
from patience.play.dealing import deal_seed
from patience.play.position import Position
from patience.search.difficulty import Difficulty, Grade, Scale, difficulty_of, scale_of
from patience.search.evaluation import Search, evaluate
from patience.search.findings import Prospect
from patience.search.search_runner import search
from patience.search.winnable_tables import table_of

TAG: Final = "patience-referee daily deal 1"
"""Raised with the way in which secrets and candidates are derived."""

CANDIDATES: Final = 16
"""The candidates that are graded."""

SEARCHES: Final = 8
"""The most graded candidates that are searched."""

BUDGET: Final = 30_000
"""The most positions searched for one of them."""

SPARES: Final = 128
"""The candidates that follow if none of them was proven winnable, in games of which few deals are."""

SPARE_BUDGET: Final = 3_000
"""The most positions searched for a spare candidate."""

LEAST_SHARE: Final = 0.05
"""The least share of deals proven winnable with which a variant has daily deals."""

DAYS_AHEAD: Final = 30
"""Days whose commitments are published."""

DAYS_BACK: Final = 30
"""Days whose deals and secrets can be looked up."""

WEEK: Final = (
    *(Grade.EASY, Grade.EASY, Grade.MEDIUM, Grade.MEDIUM, Grade.MEDIUM),
    *(Grade.HARD, Grade.HARD),
)
"""The grade of each weekday, from Monday on."""

_LOWEST_SEED: Final = 10**10
_SEEDS: Final = 9 * 10**10
"""Seeds have eleven digits."""


class Status(StrEnum):
    """How a date compares with today (UTC)."""

    COMING = "coming"
    TODAY = "today"
    PAST = "past"


class Choice(NamedTuple):
    """The deal of a day."""

    candidate: int
    """Its place among the candidates, from 0."""
    seed: str
    difficulty: Difficulty


class Chosen(NamedTuple):
    """The choice, None if no candidate was proven winnable, and what it cost."""

    choice: Choice | None
    positions: int


def status_of(date: Date, today: Date) -> Status:
    """Return how a date compares with today."""
    if date == today:
        return Status.TODAY
    return Status.COMING if date > today else Status.PAST


def grade_of(date: Date) -> Grade:
    """Return the grade that the deal of a date should have."""
    return WEEK[date.weekday()]


def secret_of(key: bytes, game: str, date: Date) -> bytes:
    """Return the secret of a game and a date; ``game`` is its ``position_text.game_name``."""
    return digest(key, f"{TAG}\n{game}\n{date.isoformat()}".encode(), "sha256")


def commitment_to(secret: bytes) -> str:
    """Return the commitment to a secret."""
    return f"sha256:{sha256(secret).hexdigest()}"


def candidates(secret: bytes) -> Iterator[str]:
    """Return the seeds that a secret names, the graded candidates first."""
    return (drawn_seed(secret, f"candidate {number}") for number in range(CANDIDATES + SPARES))


def drawn_seed(secret: bytes, name: str) -> str:
    """Return the seed of eleven digits that a secret draws under a name."""
    drawn = int.from_bytes(digest(secret, name.encode(), "sha256"))
    return str(_LOWEST_SEED + drawn % _SEEDS)


def scale_for_days(tables: CompiledRules) -> Scale | None:
    """Return the scale of a variant that has daily deals; None for a variant that has none.

    A variant has daily deals if its deals are graded, and at least ``LEAST_SHARE`` of those in its table, if
    there is one, are proven winnable. Otherwise most days would be without a deal.
    """
    table = table_of(tables)
    is_hopeless = table is not None and table.made.winnable < LEAST_SHARE * table.made.of
    return None if is_hopeless else scale_of(tables)


def choose(  # noqa: PLR0913, PLR0917 - the last two are what costs time, to be replaced
    tables: CompiledRules,
    scale: Scale,
    secret: bytes,
    grade: Grade,
    searcher: Search = search,
    grader: Callable[[Position, Scale], Difficulty] = difficulty_of,
) -> Chosen:
    """Choose the deal of a day: of the wished grade if possible, proven winnable.

    Raises SearchUnavailableError without the compiled search, and whatever ``searcher`` and ``grader`` raise.
    """
    grades = tuple(Grade)
    seeds = [*candidates(secret)]
    openings = [deal_seed(tables, seed).opening for seed in seeds[:CANDIDATES]]
    measured = [grader(opening, scale) for opening in openings]

    def distance(candidate: int) -> int:
        return abs(grades.index(measured[candidate].grade) - grades.index(grade))

    positions = 0
    for candidate in sorted(range(CANDIDATES), key=distance)[:SEARCHES]:
        result = evaluate(openings[candidate], BUDGET, searcher)
        positions += result.positions
        if result.finding.prospect is Prospect.WINNABLE:
            return Chosen(Choice(candidate, seeds[candidate], measured[candidate]), positions)
    for candidate in range(CANDIDATES, len(seeds)):
        opening = deal_seed(tables, seeds[candidate]).opening
        result = evaluate(opening, SPARE_BUDGET, searcher)
        positions += result.positions
        if result.finding.prospect is Prospect.WINNABLE:
            return Chosen(Choice(candidate, seeds[candidate], grader(opening, scale)), positions)
    return Chosen(None, positions)
