"""How far odds reach by chance, and with sight: sets of games drawn from games of several players.

python -m tools.foresight_curves         prints the table, and draws docs/images/foresight-odds.svg
python -m tools.foresight_curves --play  first plays the games anew: some minutes of processor time

``fixtures/open/calibration.json`` has the results: for each deal of Klondike, draw one, which of ten plays
the reference won, and whether each other player won. A set is drawn with replacement. Where the reference is
the player, one of its ten plays, drawn at random, is the player's, and the other nine are the reference's.
"""

import argparse
import json
import random
from collections.abc import Callable, Sequence
from math import log10
from pathlib import Path
from typing import Any, Final

from patience import Game
from patience.bench import game_named, play
from patience.bench.baselines import BASELINES
from patience.sight import unsighted
from patience.sight.odds import PLAYS, odds
from tools.open_entries import FOLDER, exact_interval

RESULTS: Final = FOLDER / "calibration.json"
PICTURE: Final = Path(__file__).parents[1] / "docs" / "images" / "foresight-odds.svg"

DEALS: Final = 44
SIZES: Final = (20, 50)
SETS: Final = 8000
LIMIT: Final = 1000

Deal = dict[str, Any]
Result = tuple[bool, int, int]


def from_others(name: str) -> Callable[[Deal, random.Random], Result]:
    """Return how a game of a player is drawn whose plays are not the reference's."""

    def drawn(deal: Deal, source: random.Random) -> Result:
        plays = source.sample(deal["reference"], PLAYS)
        return deal[name], sum(plays), PLAYS

    return drawn


def from_reference(deal: Deal, source: random.Random) -> Result:
    """Draw a play of the reference as the player's; the other plays are the reference's."""
    own = source.randrange(PLAYS + 1)
    return deal["reference"][own], sum(deal["reference"]) - deal["reference"][own], PLAYS


def hiding(share: float) -> Callable[[Deal, random.Random], Result]:
    """Return how a game is drawn of a player who sees in a share of the games, and else plays as well."""
    seeing = from_others("solver")

    def drawn(deal: Deal, source: random.Random) -> Result:
        return (seeing if source.random() < share else from_reference)(deal, source)

    return drawn


PLAYERS: Final = {
    **{name: from_others(name) for name in ("random", "greedy", "learned")},
    "the reference": from_reference,
    "sees in 1 of 5 games": hiding(0.2),
    "sees in 2 of 5 games": hiding(0.4),
    "sees in 3 of 5 games": hiding(0.6),
    "solver, sees all": from_others("solver"),
}


def played() -> list[Deal]:
    """Let every player play every deal."""
    bench = game_named("klondike")
    found = []
    for number in range(1, DEALS + 1):
        seed = str(10_000 + number)
        opening = Game("klondike", seed=seed)
        deal: Deal = {"seed": seed}
        deal["reference"] = [
            unsighted.play(opening.copy(), f"{seed} {again}").is_won for again in range(PLAYS + 1)
        ]
        for name in ("random", "greedy", "learned", "solver"):
            deal[name] = play(bench, seed, BASELINES[name](bench, seed)).game.is_won
        found.append(deal)
        print(json.dumps(deal), flush=True)  # noqa: T201
    return found


def reached(deals: Sequence[Deal], player: str, size: int) -> list[float]:
    """Return the odds of sets of this many games, sorted."""
    source = random.Random(f"{player} {size}")
    draw = PLAYERS[player]
    return sorted(odds(draw(deal, source) for deal in source.choices(deals, k=size)) for _ in range(SETS))


def table(curves: dict[tuple[str, int], list[float]]) -> str:
    """Return the shares of sets above the limit, as Markdown."""
    heads = [f"{size} games" for size in SIZES]
    rows = [f"| player | {' | '.join(heads)} |", "| --- " * (len(SIZES) + 1) + "|"]
    for player in PLAYERS:
        shares = []
        for size in SIZES:
            above = sum(one >= LIMIT for one in curves[player, size])
            low, high = exact_interval(above, SETS)
            shares.append(f"{above / SETS:.2%} ({low:.2%} to {high:.2%})")
        rows.append(f"| {player} | {' | '.join(shares)} |")
    return "\n".join(rows)


LEFT, WIDTH, ROW, FIRST_DECADE, DECADES = 190, 480, 34, -6, 18


def picture(curves: dict[tuple[str, int], list[float]]) -> str:
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
        for size, color, y in zip(SIZES, ("#1b6ca8", "#d98200"), (middle - 5, middle + 6), strict=True):
            curve = curves[player, size]
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
        lines = ",\n".join(map(json.dumps, played()))
        RESULTS.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    deals = json.loads(RESULTS.read_text("utf-8"))
    curves = {(player, size): reached(deals, player, size) for player in PLAYERS for size in SIZES}
    print(table(curves))  # noqa: T201
    PICTURE.write_text(picture(curves), encoding="utf-8")


if __name__ == "__main__":
    main()
