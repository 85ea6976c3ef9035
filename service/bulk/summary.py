"""Summary of a shard: counts by result and the first rejected lines, small enough to send between
processes.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from textwrap import shorten
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import orjson

from patience.cards.reasons import Outcome
from patience.compilation.compiled_rules import CompiledRules
from service.judging.judgements import REPLAY_RESULTS, Judged, Result

if TYPE_CHECKING:
    import pyarrow as pa

MOST_REJECTIONS: Final = 5
"""Rejected lines that a summary names."""

_LONGEST_DETAIL: Final = 200


class ResultKey(NamedTuple):
    """What games are counted by; what does not apply is empty."""

    variant: str
    result: str
    outcome: str
    reason: str
    """The reason of the illegal move, or the name of the problem."""

    @classmethod
    def of(cls, judged: Judged) -> "ResultKey":
        """Return the key of a game."""
        reason = judged.problem.name if judged.problem else judged.reason
        return cls(judged.variant, judged.result, judged.outcome, reason)


class Rejection(NamedTuple):
    """A line that is not a game log."""

    line: int
    detail: str


class Summary:
    """Counts of games, which can be added up, and the first rejected lines of a shard."""

    def __init__(
        self,
        counts: Mapping[tuple[str, ...], int] | None = None,
        rejections: Iterable[Rejection] = (),
        truncation: str = "",
    ) -> None:
        self._counts = Counter(counts)
        self.rejections = [*rejections]
        """At most `MOST_REJECTIONS`, in order; `add` does not extend them."""
        self.truncation = truncation
        """Where the archive ends early; empty if it does not."""

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> "Summary":
        """Return the summary that `record` describes."""
        counts = {
            tuple(row[name] or "" for name in ResultKey._fields): row["games"] for row in record["counts"]
        }
        return cls(counts, (Rejection(*row) for row in record["rejections"]), record["truncation"])

    def record(self) -> dict[str, Any]:
        """Return the whole summary for JSON."""
        rejections = [list(rejection) for rejection in self.rejections]
        return {"counts": self.rows(), "rejections": rejections, "truncation": self.truncation}

    def count(self, line: int, judged: Judged) -> None:
        """Count one game."""
        # Not ResultKey.of: this is called for every line.
        reason = judged.problem.name if judged.problem else judged.reason
        self._counts[judged.variant, judged.result, judged.outcome, reason] += 1
        if judged.problem and len(self.rejections) < MOST_REJECTIONS:
            self.rejections.append(Rejection(line, shorten(judged.problem.detail, _LONGEST_DETAIL)))

    def count_valid(self, games: Mapping[tuple[CompiledRules, Outcome], int]) -> int:
        """Count games without an illegal move, by rules and outcome; return their number."""
        for (tables, outcome), number in games.items():
            self._counts[tables.variant.id, Result.VALID, outcome, ""] += number
        return sum(games.values())

    def count_rows(self, line: int, rows: "pa.Table") -> None:
        """Count the games of a table of verdicts, of which `line` is the number of the first."""
        groups = rows.group_by([*ResultKey._fields], use_threads=False).aggregate([([], "count_all")])
        for group in groups.to_pylist():
            self._counts[tuple(group[name] or "" for name in ResultKey._fields)] += group["count_all"]
        if len(self.rejections) == MOST_REJECTIONS or not groups.num_rows:
            return
        for number, problem in enumerate(rows["problem"].to_pylist(), line):
            if problem is not None and len(self.rejections) < MOST_REJECTIONS:
                detail = shorten(orjson.loads(problem)["detail"], _LONGEST_DETAIL)
                self.rejections.append(Rejection(number, detail))

    def add(self, other: "Summary") -> None:
        """Add the counts of another summary."""
        self._counts.update(other._counts)

    @property
    def games(self) -> int:
        """The number of games, rejected lines included."""
        return self._counts.total()

    def of_result(self, result: Result) -> int:
        """Return the number of games with this result."""
        return sum(games for key, games in self._items() if key.result == result)

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each combination that occurs; what does not apply is None."""
        return [
            {**{name: value or None for name, value in key._asdict().items()}, "games": games}
            for key, games in self._items()
        ]

    def as_json(self) -> dict[str, Any]:
        """Return all counts for scripts."""
        results = {result.value: self.of_result(result) for result in REPLAY_RESULTS}
        return {"games": self.games, **results, "counts": self.rows()}

    def _items(self) -> list[tuple[ResultKey, int]]:
        return [(ResultKey(*key), games) for key, games in sorted(self._counts.items())]

    def as_text(self) -> str:
        """Return all counts as a table for people."""
        body = [[*key, f"{games:,}"] for key, games in self._items()]
        rows = [[*ResultKey._fields, "games"], *([cell or "-" for cell in row] for row in body)]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        return "\n".join(
            "  ".join([*map(str.ljust, words, widths), games.rjust(widths[-1])]) for *words, games in rows
        )
