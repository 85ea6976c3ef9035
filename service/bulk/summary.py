"""How many games fared how, and the first rejected ones: small enough to be all that a worker sends back."""

from collections import Counter
from collections.abc import Iterable, Mapping
from textwrap import shorten
from typing import Any, Final, NamedTuple

import orjson

from service.judging.judge import REPLAY_RESULTS, Judged, Result

MOST_REJECTIONS: Final = 5
"""Rejected lines that are told of."""

_LONGEST_DETAIL: Final = 200


class Fate(NamedTuple):
    """How a game fared; what does not apply is empty."""

    variant: str
    result: str
    outcome: str
    reason: str
    """Of the illegal move, or the name of the problem."""

    @classmethod
    def of(cls, judged: Judged) -> "Fate":
        """How this game fared."""
        if judged.result is Result.REJECTED:
            problem: str = orjson.loads(judged.answer)["type"]
            return cls("", judged.result, "", problem.rpartition(":")[2])
        return cls(judged.variant, judged.result, judged.outcome, judged.reason)


class Rejection(NamedTuple):
    """A line that is no game log."""

    line: int
    detail: str


class Summary:
    """Counts of games, which can be added up, and the first rejected lines of a shard."""

    def __init__(
        self, counts: Mapping[Fate, int] | None = None, rejections: Iterable[Rejection] = ()
    ) -> None:
        self._counts = Counter(counts)
        self.rejections = [*rejections]
        """At most ``MOST_REJECTIONS``, in order; those of other summaries are not added."""

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> "Summary":
        """The summary of which this is the record."""
        counts = {Fate(*(row[name] or "" for name in Fate._fields)): row["games"] for row in record["counts"]}
        return cls(counts, (Rejection(*rejection) for rejection in record["rejections"]))

    def record(self) -> dict[str, Any]:
        """All that it holds, as JSON has it."""
        return {"counts": self.rows(), "rejections": [*map(list, self.rejections)]}

    def count(self, line: int, judged: Judged, fate: Fate) -> None:
        """Count one game."""
        self._counts[fate] += 1
        if judged.result is Result.REJECTED and len(self.rejections) < MOST_REJECTIONS:
            detail: str = orjson.loads(judged.answer)["detail"]
            self.rejections.append(Rejection(line, shorten(detail, _LONGEST_DETAIL)))

    def add(self, other: "Summary") -> None:
        """Count all games of another summary too."""
        self._counts.update(other._counts)

    @property
    def games(self) -> int:
        """All games, rejected lines included."""
        return self._counts.total()

    def of_result(self, result: Result) -> int:
        """The games that fared so."""
        return sum(games for fate, games in self._counts.items() if fate.result == result)

    def rows(self) -> list[dict[str, Any]]:
        """A row for each variant, result, outcome and reason that occurs; what does not apply is None."""
        return [
            {**{name: value or None for name, value in fate._asdict().items()}, "games": games}
            for fate, games in sorted(self._counts.items())
        ]

    def as_json(self) -> dict[str, Any]:
        """All counts for scripts."""
        results = {result.value: self.of_result(result) for result in REPLAY_RESULTS}
        return {"games": self.games, **results, "counts": self.rows()}

    def as_text(self) -> str:
        """All counts as a table for people."""
        body = [[*fate, f"{games:,}"] for fate, games in sorted(self._counts.items())]
        rows = [[*Fate._fields, "games"], *([cell or "-" for cell in row] for row in body)]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        return "\n".join(
            "  ".join([*map(str.ljust, words, widths), games.rjust(widths[-1])]) for *words, games in rows
        )
