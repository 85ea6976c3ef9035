"""How far odds reach by chance, and with sight: sets of games drawn from games of several players.

python -m tools.foresight_curves         prints the tables, and draws docs/images/foresight-odds.svg
python -m tools.foresight_curves --play  first plays the games anew: two hours and a half of processor time

``fixtures/open/calibration.jsonl.gz`` has the results, a line for each deal of Klondike, draw one: what the
search finds, which players won it, and the plays of the two references in order, 1 for a win. As players
they play once more. Plays are missing where no player won. Winnable deals are chosen if the reference loses
them in another play. A set is drawn with replacement. The shares of the bettors were chosen on other deals.
"""

import argparse
import gzip
import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import log10, sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, Final

from patience import Game, Reference
from patience.bench import game_named, play
from patience.bench.baselines import BASELINES
from patience.search.findings import Prospect
from patience.sight import unsighted
from patience.sight.odds import ENOUGH, PLAYS, Result, counted, odds
from patience.sight.unsighted import ORDINARY, REFERENCE, Effort
from tools.open_entries import FOLDER, exact_interval

RESULTS: Final = FOLDER / "calibration.jsonl.gz"
PICTURE: Final = Path(__file__).parents[1] / "docs" / "images" / "foresight-odds.svg"

DEALS: Final = range(45, 1045)
EFFORTS: Final = (ORDINARY, REFERENCE)
DRAWN: Final = (
    (20, "deals"),
    (20, "winnable deals"),
    (20, "chosen deals"),
    (50, "deals"),
    (100, "deals"),
)
"""The sets: how many games, of which deals."""
SIZES: Final = (10, 15, 20, 30, 40, 50, 60, 75, 100, 150, 200, 300, 400, 500)
"""Numbers of games to ask for."""
SHOWN: Final = (DRAWN[0], DRAWN[3])
"""The sets of the picture."""
SETS: Final = 8000
LIMIT: Final = 1000
ENOUGH_SETS: Final = 0.99
"""The share of sets that are to reach the limit."""

Deal = dict[str, Any]
Kind = tuple[int, str]
Curves = dict[tuple[str, Kind], list[float]]
Draw = Callable[[Deal, random.Random], bool]
"""Whether a player wins a deal."""


def sees_in(share: float) -> Draw:
    """Return whether a player wins who sees in a share of the games, and else plays as the reference."""
    return lambda deal, source: bool(deal["solver" if source.random() < share else REFERENCE.name])


def plays_as(name: str) -> Draw:
    """Return whether a player won."""
    return lambda deal, _: bool(deal[name])


SEEING: Final = {f"sees in {games} of 5 games": sees_in(games / 5) for games in (1, 2, 3)}
PLAYERS: Final = {
    **{
        name: plays_as(name)
        for name in ("random", "greedy", "learned", "guessing", ORDINARY.name, REFERENCE.name)
    },
    **SEEING,
    "solver": plays_as("solver"),
}

AGAINST_ORDINARY: Final = {
    f"{name}, against {ORDINARY.name}": plays_as(name) for name in (REFERENCE.name, "solver")
}
"""Players who are compared with the weaker reference."""


def plays_key(effort: Effort) -> str:
    """Return the field of a deal that has the plays of a reference."""
    return f"plays of {effort.name}"


def result(deal: Deal, is_won: bool, reference: Effort) -> Result:
    """Return what counts of a deal that a player won or lost."""
    wins, plays = counted(map("1".__eq__, deal[plays_key(reference)]), PLAYS) if is_won else (0, 0)
    return Prospect(deal["prospect"]), is_won, wins, plays


def played() -> Iterator[Deal]:
    """Let every player play every deal."""
    bench, reference = game_named("klondike"), Reference()
    for number in DEALS:
        seed = str(10_000 + number)
        opening = Game("klondike", seed=seed)
        searched = reference.search(opening)
        deal: Deal = {"seed": seed, "prospect": searched.prospect if searched else Prospect.UNDECIDED}
        for name, player in BASELINES.items():
            deal[name] = play(bench, seed, player(bench, seed)).game.is_won
        for effort in EFFORTS:
            deal[effort.name] = unsighted.play(opening.copy(), f"{seed} own", effort=effort).is_won
        is_won = True in deal.values()
        if deal["prospect"] == Prospect.WINNABLE:
            deal["choice"] = unsighted.play(opening.copy(), f"{seed} choice").is_won
        for effort in EFFORTS:
            deal[plays_key(effort)] = plays_of(opening, seed, effort) if is_won else ""
        yield deal


def plays_of(opening: Game, seed: str, effort: Effort) -> str:
    """Return the plays of the reference in order, up to the win that is enough."""
    plays = ""
    for play_number in range(PLAYS):
        plays += str(int(unsighted.play(opening.copy(), f"{seed} {play_number}", effort=effort).is_won))
        if plays.count("1") == ENOUGH:
            break
    return plays


def reached(deals: Sequence[Deal], player: str, size: int) -> list[float]:
    """Return the odds of sets of this many deals, sorted."""
    source, draw = random.Random(f"{player} {size}"), (PLAYERS | AGAINST_ORDINARY)[player]
    reference = ORDINARY if player in AGAINST_ORDINARY else REFERENCE
    ends = [(deal, [result(deal, is_won, reference) for is_won in (False, True)]) for deal in deals]
    sets = (source.choices(ends, k=size) for _ in range(SETS))
    return sorted(odds(each[draw(deal, source)] for deal, each in one) for one in sets)


def payoffs(deals: Sequence[Deal]) -> str:
    """Return how often each player wins, and what a win pays, as Markdown."""
    rows = ["| player | games | won | one staked on each game pays |", "| --- " * 4 + "|"]
    for player in (name for name in PLAYERS if name not in SEEING):
        ends = [result(deal, deal[player], REFERENCE) for deal in deals]
        paid = [(plays + 1) / (wins + 1) if is_won else 0.0 for _, is_won, wins, plays in ends]
        low, high = exact_interval(sum(deal[player] for deal in deals), len(deals))
        error = 1.96 * stdev(paid) / sqrt(len(deals))
        rows.append(
            f"| {player} | {len(deals)} | {low:.0%} to {high:.0%} | {fmean(paid):.2f} ± {error:.2f} |"
        )
    return "\n".join(rows)


def table(curves: Curves) -> str:
    """Return the shares of sets above the limit, as Markdown."""
    rows = [
        f"| player | {' | '.join(f'{size} {pool}' for size, pool in DRAWN)} |",
        "| --- " * (len(DRAWN) + 1) + "|",
    ]
    for player in PLAYERS | AGAINST_ORDINARY:
        shares = []
        for kind in DRAWN:
            above = sum(one >= LIMIT for one in curves[player, kind])
            low, high = exact_interval(above, SETS)
            shares.append(f"{above / SETS:.2%} ({low:.2%} to {high:.2%})")
        rows.append(f"| {player} | {' | '.join(shares)} |")
    return "\n".join(rows)


def needed(pools: Mapping[str, Sequence[Deal]]) -> str:
    """Return how many games show those who see, as Markdown."""
    rows = [f"| player | {' | '.join(pools)} |", "| --- " * (len(pools) + 1) + "|"]
    for player in ("solver", *reversed(SEEING)):
        sizes = []
        for deals in pools.values():
            enough = (
                size
                for size in SIZES
                if reached(deals, player, size)[round((1 - ENOUGH_SETS) * SETS)] >= LIMIT
            )
            sizes.append(str(next(enough, f"more than {SIZES[-1]}")))
        rows.append(f"| {player} | {' | '.join(sizes)} |")
    return "\n".join(rows)


LEFT, WIDTH, ROW, FIRST_DECADE, DECADES = 190, 480, 34, -6, 18


def picture(curves: Curves) -> str:
    """Return an SVG: for each player the middle 90 % of the odds of sets, and their median."""
    height = 50 + ROW * len(PLAYERS)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + 20} {height}" role="img" '
        'font-family="sans-serif" font-size="12">',
        "<title>Odds reached by sets of 20 and of 50 games</title>",
        f'<rect width="{LEFT + WIDTH + 20}" height="{height}" fill="#fff"/>',
    ]
    for decade in range(FIRST_DECADE, FIRST_DECADE + DECADES + 1, 3):
        x, color = _x(10.0**decade), "#c00" if 10**decade == LIMIT else "#ccc"
        lines.append(f'<path d="M{x} 24V{height - 6}" stroke="{color}"/>')
        lines.append(
            f'<text x="{x}" y="16" text-anchor="middle" fill="#333">10<tspan dy="-4" font-size="9">{decade}'
            "</tspan></text>"
        )
    for index, player in enumerate(PLAYERS):
        middle = 46 + ROW * index
        lines.append(f'<text x="{LEFT - 12}" y="{middle + 4}" text-anchor="end" fill="#333">{player}</text>')
        for kind, color, y in zip(SHOWN, ("#1b6ca8", "#d98200"), (middle - 5, middle + 6), strict=True):
            curve = curves[player, kind]
            low, half, high = (_x(curve[round(part * (len(curve) - 1))]) for part in (0.05, 0.5, 0.95))
            lines.append(f'<path d="M{low} {y}H{high}" stroke="{color}" stroke-width="4"/>')
            lines.append(f'<circle cx="{half}" cy="{y}" r="5" fill="{color}"/>')
    return "\n".join([*lines, "</svg>", ""])


def _x(reached: float) -> float:
    decade = max(log10(reached) if reached > 0 else FIRST_DECADE, FIRST_DECADE)
    return round(LEFT + WIDTH * min((decade - FIRST_DECADE) / DECADES, 1), 1)


def main() -> None:
    """Play if wanted, print the table, and draw the picture."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--play", action="store_true")
    if parser.parse_args().play:
        lines = "".join(json.dumps(deal) + "\n" for deal in played())
        RESULTS.write_bytes(gzip.compress(lines.encode(), 9, mtime=0))
    with gzip.open(RESULTS, "rt", encoding="utf-8") as stored:
        deals = list(map(json.loads, stored))
    pools = {
        "deals": deals,
        "winnable deals": [deal for deal in deals if deal["prospect"] == Prospect.WINNABLE],
        "chosen deals": [deal for deal in deals if not deal.get("choice", True)],
    }
    for name, pool in pools.items():
        print(f"{name}\n\n{payoffs(pool)}\n")  # noqa: T201
    print(f"{needed(pools)}\n")  # noqa: T201
    curves = {
        (player, kind): reached(pools[kind[1]], player, kind[0])
        for player in PLAYERS | AGAINST_ORDINARY
        for kind in DRAWN
    }
    print(table(curves))  # noqa: T201
    PICTURE.write_text(picture(curves), encoding="utf-8")


if __name__ == "__main__":
    main()
