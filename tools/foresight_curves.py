"""How far odds reach by chance, and with sight: sets of games drawn from games of several players.

python -m tools.foresight_curves         prints the tables, and draws docs/images/foresight-odds.svg
python -m tools.foresight_curves --play  first plays the games anew: an hour of processor time

``fixtures/open/calibration.jsonl.gz`` has the results, a line for each deal of Klondike, draw one: what the
search finds, which players won it, and the plays of the reference in order, 1 for a win. The reference as a
player plays once more. Plays are missing where no player won, and players where they did not play. A set is
drawn with replacement. The shares of the bettors were chosen on other deals.
"""

import argparse
import gzip
import json
import random
from collections.abc import Callable, Iterator, Sequence
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
from patience.sight.unsighted import HARD, ORDINARY, Effort
from tools.open_entries import FOLDER, exact_interval

RESULTS: Final = FOLDER / "calibration.jsonl.gz"
PICTURE: Final = Path(__file__).parents[1] / "docs" / "images" / "foresight-odds.svg"

DEALS: Final = range(45, 488)
FEWER: Final = {"guessing": range(80, 488, 40), HARD.name: range(45, 145)}
"""Players whose games take long, and the deals that they play."""
DRAWN: Final = ((20, "deals"), (20, "winnable deals"), (50, "deals"), (200, "deals"))
"""The sets: how many games, of which deals."""
SHOWN: Final = (DRAWN[0], DRAWN[2])
"""The sets of the picture."""
SETS: Final = 8000
LIMIT: Final = 1000

Deal = dict[str, Any]
Kind = tuple[int, str]
Curves = dict[tuple[str, Kind], list[float]]
Draw = Callable[[Deal, random.Random], bool]
"""Whether a player wins a deal."""


def sees_in(share: float) -> Draw:
    """Return whether a player wins who sees in a share of the games, and else plays as the reference."""
    return lambda deal, source: bool(deal["solver" if source.random() < share else "the reference"])


def plays_as(name: str) -> Draw:
    """Return whether a player won."""
    return lambda deal, _: bool(deal[name])


PLAYERS: Final = {
    **{name: plays_as(name) for name in ("random", "greedy", "learned", "the reference", HARD.name)},
    "sees in 1 of 5 games": sees_in(0.2),
    "sees in 2 of 5 games": sees_in(0.4),
    "sees in 3 of 5 games": sees_in(0.6),
    "solver": plays_as("solver"),
    "solver, against unsighted 3": plays_as("solver"),
}

OTHER_PLAYS: Final = {"solver, against unsighted 3": "plays of unsighted 3"}
"""The plays to compare with where the reference is another."""


def result(deal: Deal, is_won: bool, by: str = "plays") -> Result:
    """Return what counts of a deal that a player won or lost."""
    wins, plays = counted(map("1".__eq__, deal[by]), PLAYS) if is_won else (0, 0)
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
            if number in FEWER.get(name, DEALS):
                deal[name] = play(bench, seed, player(bench, seed)).game.is_won
        deal["the reference"] = unsighted.play(opening.copy(), f"{seed} own").is_won
        if number in FEWER[HARD.name]:
            deal[HARD.name] = unsighted.play(opening.copy(), f"{seed} own", effort=HARD).is_won
        is_won = True in deal.values()
        deal["plays"] = plays_of(opening, seed, ORDINARY) if is_won else ""
        if number in FEWER[HARD.name]:
            deal["plays of unsighted 3"] = plays_of(opening, seed, HARD) if is_won else ""
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
    """Return the odds of sets of this many deals that the player played, sorted; mixtures played all."""
    by = OTHER_PLAYS.get(player, "plays")
    deals = [deal for deal in deals if player in deal] or [deal for deal in deals if by in deal]
    source, draw = random.Random(f"{player} {size}"), PLAYERS[player]
    ends = [(deal, [result(deal, is_won, by) for is_won in (False, True)]) for deal in deals]
    sets = (source.choices(ends, k=size) for _ in range(SETS))
    return sorted(odds(each[draw(deal, source)] for deal, each in one) for one in sets)


def payoffs(deals: Sequence[Deal]) -> str:
    """Return how often each player wins, and what a win pays, as Markdown."""
    rows = ["| player | games | won | one staked on each game pays |", "| --- " * 4 + "|"]
    for player in ("random", "greedy", "learned", "guessing", "the reference", HARD.name, "solver"):
        own = [deal for deal in deals if player in deal]
        ends = [result(deal, deal[player]) for deal in own]
        paid = [(plays + 1) / (wins + 1) if is_won else 0.0 for _, is_won, wins, plays in ends]
        low, high = exact_interval(sum(deal[player] for deal in own), len(own))
        error = 1.96 * stdev(paid) / sqrt(len(own))
        rows.append(f"| {player} | {len(own)} | {low:.0%} to {high:.0%} | {fmean(paid):.2f} ± {error:.2f} |")
    return "\n".join(rows)


def table(curves: Curves) -> str:
    """Return the shares of sets above the limit, as Markdown."""
    rows = [
        f"| player | {' | '.join(f'{size} {pool}' for size, pool in DRAWN)} |",
        "| --- " * (len(DRAWN) + 1) + "|",
    ]
    for player in PLAYERS:
        shares = []
        for kind in DRAWN:
            above = sum(one >= LIMIT for one in curves[player, kind])
            low, high = exact_interval(above, SETS)
            shares.append(f"{above / SETS:.2%} ({low:.2%} to {high:.2%})")
        rows.append(f"| {player} | {' | '.join(shares)} |")
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
    print(payoffs(deals))  # noqa: T201
    pools = {
        "deals": deals,
        "winnable deals": [deal for deal in deals if deal["prospect"] == Prospect.WINNABLE],
    }
    curves = {
        (player, kind): reached(pools[kind[1]], player, kind[0]) for player in PLAYERS for kind in DRAWN
    }
    print(table(curves))  # noqa: T201
    PICTURE.write_text(picture(curves), encoding="utf-8")


if __name__ == "__main__":
    main()
