"""Reports on submissions: every line is judged again, and nothing that a submission says of itself counts."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from statistics import median
from typing import Final, NamedTuple

from patience.bench.bench_games import BenchError, BenchGame, games
from patience.bench.episodes import EPISODE, MOST_MOVES, MOST_REFUSALS, REFUSAL, deal_of
from patience.patience_error import PatienceError
from patience.search.difficulty import Grade
from patience.search.evaluation import evaluate_log
from patience.search.search_runner import search, shorten
from patience.search.winnable_tables import share_interval
from patience.verification import Verdict, verify

LONGEST_LINE: Final = 100_000
"""Characters of a line of a submission."""

MOST_EPISODES: Final = 100_000
"""Episodes of a submission."""

Deals = Mapping[str, Mapping[str, Grade]]
"""By game, then by seed: the grade of each deal that may be played."""


class Analysis(NamedTuple):
    """What a search found out about an episode, within its budget."""

    lost_at: int | None
    """The number of moves after which the game was winnable for the last time; None if that is not exact."""
    length_share: float | None
    """The length of the shortest line known, divided by the moves of a win; None for other games."""


@dataclass
class Played:
    """One episode as it was judged."""

    grade: Grade
    verdict: Verdict
    refusals: Counter[str] = field(default_factory=Counter)
    """The illegal moves by reason."""
    analysis: Analysis | None = None

    @property
    def won(self) -> bool:
        """Whether the game is won."""
        return self.verdict.game.is_won


class Score(NamedTuple):
    """The results of some episodes."""

    episodes: int
    wins: int
    low: float
    """The lower end of the interval for the win rate, with 95 % confidence (Wilson)."""
    high: float
    moves: float | None
    """The median number of moves of the wins; None without a win."""
    refusals: dict[str, float]
    """Illegal moves per game, by reason."""
    exactly_lost: float | None
    """The share of lost games whose losing move is proved; None without an analysis or a loss."""
    lost_at: float | None
    """The median number of moves before the losing move, where it is proved."""
    length_share: float | None
    """The mean share of the shortest known length in the length of the wins; None without an analysis."""

    @property
    def rate(self) -> float:
        """The win rate."""
        return self.wins / self.episodes


def fixed_deals() -> Deals:
    """Return the fixed deals of the benchmark."""
    return {name: {seed: grade for grade, seed in game.deals()} for name, game in games().items()}


def read(lines: Iterable[str], deals: Deals) -> dict[str, dict[str, Played]]:
    """Judge the lines of a submission; return its episodes by game and seed.

    Raises BenchError, with the number of the line, for a line that is not part of a submission, and for an
    episode of a deal that is not among ``deals``, is played twice, or is not legal to its end.
    """
    judged: dict[str, dict[str, Played]] = {}
    number = 0
    for number, line in enumerate(lines, start=1):
        try:
            _read_line(line, deals, judged)
        except (BenchError, PatienceError) as error:
            raise BenchError(f"Line {number}: {error}") from None
    if not number:
        raise BenchError("The submission is empty.")
    return judged


def _read_line(line: str, deals: Deals, judged: dict[str, dict[str, Played]]) -> None:
    if len(line) > LONGEST_LINE:
        raise BenchError(f"It has more than {LONGEST_LINE} characters.")
    try:
        log = json.loads(line)
    except (ValueError, RecursionError):
        raise BenchError("It is not JSON.") from None
    if not isinstance(log, dict) or log.get("ref") not in (EPISODE, REFUSAL):
        raise BenchError(f"Expected an object whose ref is {EPISODE!r} or {REFUSAL!r}.")
    verdict = verify(log)
    bench = _game_of(verdict)
    episodes = judged.setdefault(bench.name, {})
    seed = str(verdict.game.seed)
    if log["ref"] == REFUSAL:
        _add_refusal(episodes.get(seed), verdict)
        return
    if seed not in deals[bench.name]:
        raise BenchError(f"Seed {seed} is not a deal of {bench.name} in this round.")
    if seed in episodes:
        raise BenchError(f"Seed {seed} of {bench.name} is played twice.")
    if verdict.first_illegal_move:
        raise BenchError(f"The episode has an illegal move. {verdict.first_illegal_move}")
    if verdict.moves_total > MOST_MOVES:
        raise BenchError(f"The episode has more than {MOST_MOVES} moves.")
    if sum(map(len, judged.values())) == MOST_EPISODES:
        raise BenchError(f"The submission has more than {MOST_EPISODES} episodes.")
    episodes[seed] = Played(deals[bench.name][seed], verdict)


def _game_of(verdict: Verdict) -> BenchGame:
    for bench in games().values():
        if (verdict.game.variant, verdict.game.options) == (bench.variant, dict(bench.rules)):
            return bench
    raise BenchError(f"{verdict.game.variant} with these options is not a game of the benchmark.")


def _add_refusal(played: Played | None, verdict: Verdict) -> None:
    if played is None:
        raise BenchError("An illegal move comes after the line of its episode.")
    illegal = verdict.first_illegal_move
    if illegal is None or illegal.index != verdict.moves_total - 1:
        raise BenchError("The last move, and no other, must be illegal.")
    if verdict.game.moves != played.verdict.game.moves[: verdict.moves_played]:
        raise BenchError("The moves before the illegal one are not those of the episode.")
    if played.refusals.total() == MOST_REFUSALS:
        raise BenchError(f"The episode has more than {MOST_REFUSALS} illegal moves.")
    played.refusals[str(illegal.reason)] += 1


def analyse(played: Played, budget: int) -> Analysis:
    """Return where a game was lost, or how short its win is, as far as that is proved within a budget.

    Raises SearchUnavailableError without the compiled search.
    """
    game = played.verdict.game
    opening = deal_of(game).opening
    if not played.won:
        point = evaluate_log(opening, game.moves, budget).turning_point
        exact = point is not None and point.exact and point.dead_after is not None
        return Analysis(point.winnable_after if point and exact else None, None)
    found = search(opening, budget // 2).finding
    if found.continuation is None:
        return Analysis(None, 1.0)
    shorter = shorten(opening, found, budget // 2).finding.continuation or found.continuation
    return Analysis(None, min(len(shorter), len(game.moves)) / len(game.moves))


def score(episodes: Iterable[Played]) -> Score:
    """Return the results of some episodes, at least one."""
    every = list(episodes)
    wins = [played for played in every if played.won]
    low, high = share_interval(len(wins), len(every))
    refusals: Counter[str] = Counter()
    for played in every:
        refusals.update(played.refusals)
    losses = [played.analysis.lost_at for played in every if played.analysis and not played.won]
    exact = [lost_at for lost_at in losses if lost_at is not None]
    shares = [played.analysis.length_share for played in wins if played.analysis]
    known = [share for share in shares if share is not None]
    return Score(
        episodes=len(every),
        wins=len(wins),
        low=low,
        high=high,
        moves=median(played.verdict.moves_played for played in wins) if wins else None,
        refusals={reason: number / len(every) for reason, number in refusals.most_common()},
        exactly_lost=len(exact) / len(losses) if losses else None,
        lost_at=median(exact) if exact else None,
        length_share=sum(known) / len(known) if known else None,
    )


def report(judged: Mapping[str, Mapping[str, Played]]) -> Iterator[str]:
    """Yield the lines of a report in Markdown: a row for each game, and one for all."""
    rows = [(name, list(episodes.values())) for name, episodes in judged.items() if episodes]
    yield "| game | deals | won | win rate | 95 % interval | easy | medium | hard | moves | illegal moves |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    for name, episodes in rows:
        yield _row(name, episodes)
    if len(rows) > 1:
        yield _row("all", [played for _, episodes in rows for played in episodes])


def _row(name: str, episodes: list[Played]) -> str:
    found = score(episodes)
    by_grade = [[played.won for played in episodes if played.grade == grade] for grade in Grade]
    grades = [f"{sum(wins) / len(wins):.1%}" if wins else "–" for wins in by_grade]
    moves = "–" if found.moves is None else f"{found.moves:g}"
    illegal = ", ".join(f"{reason} {number:.2f}" for reason, number in found.refusals.items()) or "0"
    interval = f"{found.low:.1%} to {found.high:.1%}"
    cells = [
        name,
        str(found.episodes),
        str(found.wins),
        f"{found.rate:.1%}",
        interval,
        *grades,
        moves,
        illegal,
    ]
    return f"| {' | '.join(cells)} |"


def to_json(judged: Mapping[str, Mapping[str, Played]]) -> dict[str, dict[str, object]]:
    """Return the scores by game as JSON objects."""
    scores = {name: score(episodes.values()) for name, episodes in judged.items() if episodes}
    return {name: found._asdict() | {"rate": found.rate} for name, found in scores.items()}
