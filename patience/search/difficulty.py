"""The difficulty of deals, measured by a player who guesses.

The *score* of a deal is the mean share, per thousand, of the cards that guided random plays bring into place:
onto foundations, or in sequence onto the card below. A won play counts as all cards. There are 32 plays of a
game with one pack, 16 with two, and so on. The player is described in ``parts/player.c``. Its
choices are drawn from a fixed sequence of numbers, so a deal has one score.

The *grade* compares the score with those of the deals 1 to 1 000 of the same game: a third of them is easy, a
third is medium and a third is hard. Grades are kept in ``difficulty.jsonl``, a line for each game.
"""

import json
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from patience.compilation.compiled_rules import CompiledRules
from patience.play.dealing import deal_seed
from patience.play.position import Position
from patience.rules.variant import OptionValue
from patience.search.search_runner import guess
from patience.search.winnable_tables import compact_json

GRADE_VERSION: Final = "1"
"""Raised whenever a deal's score can change: with the player, the number of plays or the count of cards."""

PLAYED_CARDS: Final = 32 * 52
"""The number of plays is this one divided by the number of cards, rounded down."""

SCALE: Final = 1000
"""The score of a deal that every play wins."""

SAMPLE: Final = 1000
"""The scales compare a deal with the seeds from 1 to this one."""

FILE: Final = Path(__file__).with_name("difficulty.jsonl")


class Grade(StrEnum):
    """How difficult a deal is, compared with other deals of the same game."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


_GRADES: Final = tuple(Grade)
_PER_BYTE: Final = 4


class Difficulty(NamedTuple):
    """The score and the grade of a deal."""

    grade: Grade
    score: int


@dataclass(frozen=True, slots=True)
class Scale:
    """What the scores of a game mean, and the grades of its first deals."""

    variant: str
    rules: Mapping[str, OptionValue]
    """Every option with its value."""
    rules_version: str
    grade_version: str
    easy_from: int
    """The lowest score of an easy deal."""
    medium_from: int
    """The lowest score of a medium deal."""
    graded: int
    """The seeds from 1 to this one are graded."""
    grades: str
    """Two bits per seed, the lowest bits of a byte first, as base64."""

    @classmethod
    def of(cls, tables: CompiledRules, scores: Sequence[int]) -> "Scale":
        """Return the scale of a game from the scores of its seeds from 1 on, at least ``SAMPLE``."""
        sample = sorted(scores[:SAMPLE], reverse=True)
        easy_from, medium_from = sample[SAMPLE // 3 - 1], sample[2 * SAMPLE // 3 - 1]
        packed = bytearray(-(-len(scores) // _PER_BYTE))
        for index, score in enumerate(scores):
            grade = _GRADES.index(_grade(score, easy_from, medium_from))
            packed[index // _PER_BYTE] |= grade << 2 * (index % _PER_BYTE)
        return cls(
            tables.variant.id,
            dict(tables.options),
            tables.variant.rules_version,
            GRADE_VERSION,
            easy_from,
            medium_from,
            len(scores),
            b64encode(packed).decode(),
        )

    def line(self) -> bytes:
        """Return the scale as a line of the file."""
        return compact_json(asdict(self)) + b"\n"

    def grade(self, score: int) -> Grade:
        """Return the grade of a deal with this score."""
        return _grade(score, self.easy_from, self.medium_from)

    def seeds(self, grade: Grade) -> frozenset[int]:
        """Return the seeds of this grade."""
        return _graded(self.grades, self.graded, grade)


@cache
def _graded(grades: str, graded: int, grade: Grade) -> frozenset[int]:
    packed, wanted = b64decode(grades), _GRADES.index(grade)
    return frozenset(
        seed
        for seed in range(1, graded + 1)
        if packed[(seed - 1) // _PER_BYTE] >> 2 * ((seed - 1) % _PER_BYTE) & 3 == wanted
    )


def _grade(score: int, easy_from: int, medium_from: int) -> Grade:
    if score >= easy_from:
        return Grade.EASY
    return Grade.MEDIUM if score >= medium_from else Grade.HARD


def score(opening: Position) -> int:
    """Return the score of a deal from its opening position.

    Raises SearchUnavailableError without the compiled search.
    """
    cards = opening.tables.cards
    plays = PLAYED_CARDS // cards
    return guess(opening, plays) * SCALE // (plays * cards)


def difficulty_of(opening: Position, scale: Scale) -> Difficulty:
    """Return the difficulty of a deal; raises what ``score`` raises."""
    found = score(opening)
    return Difficulty(scale.grade(found), found)


def scores(tables: CompiledRules, seeds: range) -> Iterator[int]:
    """Yield the score of each deal; raises what ``score`` raises."""
    return (score(deal_seed(tables, str(seed)).opening) for seed in seeds)


@cache
def shipped_scales() -> Mapping[tuple[str, tuple[tuple[str, OptionValue], ...]], Scale]:
    """Read the scales of the package, by variant and options; those of other versions are left out."""
    scales = (Scale(**json.loads(line)) for line in FILE.read_bytes().splitlines())
    return {
        (scale.variant, tuple(scale.rules.items())): scale
        for scale in scales
        if scale.grade_version == GRADE_VERSION
    }


def scale_of(tables: CompiledRules) -> Scale | None:
    """Return the scale of a variant with settled options, None if the package has none for these rules."""
    scale = shipped_scales().get((tables.variant.id, tuple(tables.options)))
    return scale if scale and scale.rules_version == tables.variant.rules_version else None


def graded_seeds(tables: CompiledRules, grade: Grade) -> frozenset[int] | None:
    """Return the graded seeds of a game that have this grade, None if the package has no grades for it."""
    scale = scale_of(tables)
    return scale.seeds(grade) if scale else None


def options_with_grades(variant: str) -> list[str]:
    """Return the options of a variant that have grades, in the form of the `rules` query parameter."""
    return [
        ",".join(f"{name}:{value}" for name, value in options)
        for graded, options in shipped_scales()
        if graded == variant
    ]
