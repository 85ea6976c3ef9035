"""Games that are played in PySolFC's own code and here at once, compared at every position.

    python -m tools.pysolfc_play FOLDER [--number N ...] [--seconds S] [--record] [--results FILE]
    python -m tools.pysolfc_play [--results FILE]

Most other verdicts come from the reference interpreter, which reads the declaration that is tested: a wrong
declaration agrees with itself. Only another judge finds it, and many faults show late, as in Deck, which was
won with cards in the stock. So these games are long.

Players of several kinds choose among the legal moves: at random, first through the whole stock, first without
the stock, towards the foundations, and along a winning line of the search, in deals that a table calls
winnable. All avoid positions that they have seen. At every position, PySolFC and the engine must agree about
every pile, every legal move, and whether the game is won.

For each number the tool prints the positions that agree and how far the games came: through the stock,
through the last redeal, to a win, or to a position without moves. It then names the numbers with fewer than
500 positions, and those without a late one: no game came through the stock and the last redeal, or, without
these, to its end. With --record, it adds the first games to the corpora in fixtures/games, as lines of the
kind `play`. It adds its counts to those of earlier runs in FILE, which has a line of JSON for each number, so
the numbers can be compared in several runs. Without FOLDER, it prints what FILE has. FILE is
fixtures/compared.jsonl if not given, whose totals are on the page Coverage.

FOLDER is that of conformance/pysolfc.py. The exit code is 1 if a position differs.
"""

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, Final

from conformance.pysolfc import Table, load
from patience.games import VARIANTS
from patience.play.dealing import deal_seed
from patience.play.hands import hand_points
from patience.play.legality import check, legal_moves
from patience.play.position import Position
from patience.play.replay import advance
from patience.search.search_runner import is_available, search
from patience.search.winnable_tables import table_of
from schemas.positions import state_json
from service.saves.games import Game, game_of
from tools.fixtures import corpus

MOST_MOVES: Final = 700
BUDGET: Final = 100_000
ENOUGH: Final = 500
"""Positions, for a number to be well compared."""
RECORDED: Final = 3
"""Games of a number that are recorded."""
PROBES: Final = 8
"""Positions of a recorded game with all legal moves."""
BY: Final = "PySolFC 3.6.1"

COMPARED: Final = Path(__file__).parents[1] / "fixtures" / "compared.jsonl"
"""The counts of all claimed numbers."""

PLAYERS: Final = ("random", "drawing", "hoarding", "founding", "winning")
ACTIONS: Final = ("deal", "draw", "redeal")


class DifferenceError(Exception):
    """A position about which PySolFC and the engine disagree."""


@dataclass
class Report:
    """What was compared of one number."""

    games: int = 0
    positions: int = 0
    reached: Counter[str] = field(default_factory=Counter)
    """How many games came to an empty stock, to the last redeal, to a win, to a position without moves."""
    difference: str = ""
    """The first position about which PySolFC and the engine disagree; empty if there is none."""

    @property
    def is_late(self) -> bool:
        """Return whether games came through the stock and the last redeal, or, without these, to an end."""
        needed = [count for what, count in self.reached.items() if what in ("empty stock", "last redeal")]
        return all(needed) if needed else any(self.reached.values())

    def __str__(self) -> str:
        """Return the counts as a line for people."""
        reached = ", ".join(f"{count} {what}" for what, count in self.reached.items())
        result = f"then {self.difference}" if self.difference else "agree"
        return f"{self.games} games, {self.positions} positions {result}; {reached}"


def play(table: Table, known: Game, seed: str, player: str) -> Iterator[tuple[Position, list[str], str]]:
    """Yield each position of a game with its legal moves and the move that is played; empty after the last.

    Raises DifferenceError at the first difference.
    """
    choose = random.Random(f"{known.number} {seed} {player}")
    position = deal_seed(known.tables, seed).position()
    table.deal(seed, None)
    line = _winning_line(position) if player == "winning" else []
    seen = set[str]()
    for number in range(MOST_MOVES):
        legal = _compared(table, position)
        seen.add(_key(position))
        token = (line.pop(0) if line else _chosen(position, legal, player, seen, choose)) if legal else ""
        yield position, legal, token if number < MOST_MOVES - 1 else ""
        if not token:
            return
        advance(position, [token])
        if not table.plays(token):
            raise DifferenceError(f"PySolFC does not play {token}")


def _key(position: Position) -> str:
    return repr((position.piles, position.redeals))


def _winning_line(position: Position) -> list[str]:
    return list(search(position, BUDGET).finding.continuation or ()) if is_available() else []


def _compared(table: Table, position: Position) -> list[str]:
    """Return the legal moves of a position about which PySolFC and the engine agree."""
    ours, theirs = state_json(position), table.state()
    for part, value in theirs.items():
        if part == "redeals":
            continue
        expected = [{"face_down": 0, **pile} for pile in value] if part in _PILES else value
        found = [{"face_down": 0, **pile} for pile in ours[part]] if part in _PILES else ours[part]
        if found != expected:
            raise DifferenceError(f"{part}: PySolFC has {value}, the engine {ours[part]}")
    if position.won != table.won():
        raise DifferenceError(f"PySolFC takes the game to be won: {table.won()}; the engine: {position.won}")
    if (
        position.tables.rules.hands
        and (points := hand_points(position.tables, position.piles)) != table.points()
    ):
        raise DifferenceError(f"PySolFC counts {table.points()} points, the engine {points}")
    legal, allowed = sorted(legal_moves(position)), sorted(table.legal_moves())
    if legal != allowed:
        more, fewer = sorted({*legal} - {*allowed}), sorted({*allowed} - {*legal})
        raise DifferenceError(f"legal here alone: {more}; legal in PySolFC alone: {fewer}")
    return legal


_PILES: Final = ("tableau", "foundations", "reserve")


def _chosen(position: Position, legal: list[str], player: str, seen: set[str], choose: random.Random) -> str:
    """Return the move of a player: one that leads to a new position, if there is one."""
    choose.shuffle(legal)
    for token in sorted(legal, key=lambda token: not _wants(player, token)):
        after = position.copy()
        advance(after, [token])
        if _key(after) not in seen:
            return token
    return choose.choice(legal) if player == "random" else ""


def _wants(player: str, token: str) -> bool:
    """Return whether a player makes such a move before others."""
    if player == "founding":
        return "-F" in token
    return player == "random" or (token in ACTIONS) == (player == "drawing")


def compare(table: Table, known: Game, seconds: float, report: Report) -> Iterator[dict[str, Any]]:
    """Play further games of a number for some time, add them to `report`, and yield lines of a corpus."""
    end, number = time.process_time() + seconds, report.games
    while time.process_time() < end:
        round_, player = number // len(PLAYERS), PLAYERS[number % len(PLAYERS)]
        seed = str(10**16 * (1 + round_) + known.number)
        if player == "winning" and (winnable := table_of(known.tables)):
            seed = next(islice(map(str, winnable.seeds(0)), round_, None), seed)
        number += 1
        moves, positions = list[str](), list[tuple[list[str], Position]]()
        try:
            for position, legal, token in play(table, known, seed, player):
                report.positions += 1
                positions.append((legal, position.copy()))
                moves += [token] if token else []
        except DifferenceError as error:
            raise DifferenceError(f"{known.number}, seed {seed}, after {' '.join(moves)}: {error}") from None
        report.games += 1
        _count(report, [position for _, position in positions], known)
        yield _line(known, seed, moves, positions)


def _count(report: Report, positions: Sequence[Position], known: Game) -> None:
    stock, last = known.tables.rules.stock, positions[-1]
    report.reached["won"] += last.won
    report.reached["stuck"] += not last.won and not legal_moves(last)
    # A square is full at the end, and a starter stays on the stock.
    if known.tables.stock >= 0 and not known.tables.rules.hands:
        report.reached["empty stock"] += any(position.is_empty(known.tables.stock) for position in positions)
    if stock and stock.redeals:
        report.reached["last redeal"] += last.redeals == stock.redeals


def _line(
    known: Game, seed: str, moves: list[str], positions: list[tuple[list[str], Position]]
) -> dict[str, Any]:
    """Return a game as a line of a corpus, with probes from its start to its end."""
    final = state_json(positions[-1][1])
    final = {name: value for name, value in final.items() if name not in ("redeals", "base_rank")}
    step = max(1, (len(moves) - 1) // (PROBES - 1))
    probes = []
    for after in [*[*range(0, len(moves), step)][: PROBES - 1], len(moves)]:
        legal, position = positions[after]
        refused = _refused(position, seed)
        if refused:
            probes.append({"after": after, "legal": sorted(legal), "refused": refused})
    won = positions[-1][1].won
    return {
        "kind": "play",
        "by": BY,
        "rules": dict(known.rules),
        "seed": seed,
        "moves": moves,
        "won": won,
        "final": final,
        "probes": probes,
    }


def _refused(position: Position, seed: str) -> list[str]:
    """Return some tokens that are illegal: moves of top cards between piles of the game."""
    names = position.tables.names
    tokens = [f"{source}-{target}" for source in names for target in names if source != target]
    tokens = [token for token in tokens if check(position, token)]
    return random.Random(seed).sample(tokens, min(10, len(tokens)))


def record(variant: str, lines: list[dict[str, Any]]) -> None:
    """Put games into the corpus of a variant, after its deals."""
    old = corpus.read(variant)
    deals = [line for line in old if line["kind"] == "deal"]
    rest = [line for line in old if line["kind"] != "deal"]
    corpus.write(variant, [*deals, *lines, *rest])


def read_results(path: Path) -> dict[int, Report]:
    """Return the reports of a file of results by number; none if there is no file."""
    lines = map(json.loads, path.read_text("utf-8").splitlines()) if path.exists() else ()
    return {line.pop("number"): Report(**{**line, "reached": Counter(line["reached"])}) for line in lines}


def write_results(path: Path, reports: Mapping[int, Report]) -> None:
    """Write reports as a file of results, in the order of their numbers."""
    lines = ({"number": number, **vars(report)} for number, report in sorted(reports.items()))
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")


def conclusion(reports: Mapping[int, Report], numbers: Iterable[int]) -> str:
    """Name the numbers that were compared too little, and those that differ."""
    numbers = list(numbers)
    few = [number for number in numbers if reports.get(number, Report()).positions < ENOUGH]
    early = [number for number in numbers if number in reports and not reports[number].is_late]
    differ = [number for number in numbers if number in reports and reports[number].difference]
    return f"fewer than {ENOUGH} positions: {few}\nwithout a late position: {early}\ndiffer: {differ}"


def _play_on(games: Any, number: int, seconds: float, report: Report, *, records: bool) -> None:
    """Compare further games of a number, add them to a report, and record some if asked."""
    known, lines = game_of(number), list[dict[str, Any]]()
    assert known
    report.difference = ""
    try:
        lines += compare(Table(games, number), known, seconds, report)
    except DifferenceError as error:
        report.difference = str(error)
    if records and lines:
        record(known.tables.variant.id, sorted(lines, key=lambda line: -len(line["moves"]))[:RECORDED])


def main() -> int:
    """Compare numbers, all or some, and report."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.pysolfc_play",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", metavar="FOLDER", nargs="?", help="left out: only print what FILE has")
    parser.add_argument(
        "--number", type=int, action="append", help="a number of PySolFC; default: all claimed"
    )
    parser.add_argument("--seconds", type=float, default=20, help="CPU seconds for each number")
    parser.add_argument("--record", action="store_true", help="add games to fixtures/games")
    parser.add_argument("--results", metavar="FILE", type=Path, default=COMPARED, help="counts of all runs")
    asked = parser.parse_args()
    variants = {number: variant.id for variant in VARIANTS.values() for number in variant.pysolfc}
    numbers = asked.number or sorted(variants)
    results = read_results(asked.results)
    games = load(asked.folder) if asked.folder else None
    for number in numbers:
        if games:
            report = results.setdefault(number, Report())
            _play_on(games, number, asked.seconds, report, records=asked.record)
            write_results(asked.results, results)
        if number in results:
            _print(f"{number} {variants[number]}: {results[number]}")
    _print(conclusion(results, numbers))
    return any(report.difference for number, report in results.items() if number in numbers)


def _print(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
