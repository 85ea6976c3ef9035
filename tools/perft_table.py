"""Count legal logs in every game, and keep the counts on which two engines agree.

python -m tools.perft_table [ID …] [--seconds 600]

Without arguments every variant. It adds to ``fixtures/perft.jsonl`` the deals that the file lacks. The kernel
chooses how deep each deal is counted (the readable engine, less deep, in games that the kernel does not
judge), and the JavaScript engine, which shares no code with it, counts again. A difference ends the program
with an error.
"""

import argparse
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Final

from patience import perft
from patience.compilation.compiled_rules import tables_for
from patience.game import Game
from patience.games import VARIANTS
from patience.kernel.loader import fits_kernel
from patience.rules.variant import OptionValue

ROOT: Final = Path(__file__).parents[1]
TABLE: Final = ROOT / "fixtures" / "perft.jsonl"

SEEDS: Final = ("1", "11982", "ms7654321", "12345678901234567890")
"""Seeds of every kind: a small number, FreeCell's unsolvable one, an ``ms`` number, and a long number."""

DEEP: Final = {"klondike", "freecell", "spider", "yukon"}
LEAVES: Final = 1_000_000
DEEP_LEAVES: Final = 100_000_000
READABLE_LEAVES: Final = 3_000
POSITIONS: Final = 4_000_000
"""The most positions at one depth; a deal with more is counted less deep."""

DEEP_POSITIONS: Final = 8_000_000
FEW_POSITIONS: Final = 50_000
"""The depth after one of more positions has leaves only, if these are enough: they need no positions."""

DEEPEST: Final = 1_000
"""The most moves: the last moves of some deals go to and fro among few positions."""


def settings(variants: Collection[str]) -> Iterator[tuple[str, dict[str, OptionValue], str]]:
    """Yield each variant by its defaults with each seed, then each other option value with one seed."""
    for seed in SEEDS:
        for name in variants:
            yield name, {}, seed
    for name in variants:
        for option in VARIANTS[name].options:
            for value in option.extremes[1:]:
                yield name, {option.name: value}, SEEDS[0]


def count(variant: str, rules: Mapping[str, OptionValue], seed: str) -> list[tuple[int, int | None]]:
    """Return leaves and positions by depth, as deep as the limits allow; the last may have leaves only."""
    deep = variant in DEEP and not rules
    enough, most = (DEEP_LEAVES, DEEP_POSITIONS) if deep else (LEAVES, POSITIONS)
    if not fits_kernel(tables_for(variant, rules)):
        enough = READABLE_LEAVES
    game = Game.from_log({"variant": variant, "rules": rules, "seed": seed, "moves": []})
    found: list[tuple[int, int | None]] = []
    for leaves, positions in game._line.plies(DEEPEST, most):
        found.append((leaves, positions))
        if not leaves or leaves >= enough:
            break
        if positions > FEW_POSITIONS and (more := perft(game, len(found) + 1)) >= enough:
            found.append((more, None))
            break
    return found


def main() -> None:
    """Count the named variants, or all."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.perft_table",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("variants", nargs="*", metavar="ID", help="default: all")
    parser.add_argument("--seconds", type=float, default=600, help="stop after this time")
    arguments = parser.parse_args()
    write(arguments.variants or list(VARIANTS), arguments.seconds)


def write(variants: Collection[str], seconds: float = 600) -> None:
    """Add the counts of these variants that the table lacks, until the time is over."""
    end = time.monotonic() + seconds
    known = (
        {_name(row) for row in map(json.loads, TABLE.read_text().splitlines())} if TABLE.exists() else set()
    )
    with (
        subprocess.Popen(
            [shutil.which("node") or "node", str(ROOT / "tools" / "perft.mjs")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as other,
        TABLE.open("a") as table,
    ):
        assert other.stdin
        assert other.stdout
        for variant, rules, seed in settings(variants):
            row: dict[str, object] = {"variant": variant, "rules": rules, "seed": seed}
            if _name(row) in known or time.monotonic() > end:
                continue
            counted = count(variant, rules, seed)
            bulk = counted[-1][1] is None
            other.stdin.write(json.dumps({**row, "depth": len(counted), "bulk": bulk}) + "\n")
            other.stdin.flush()
            again = [(int(leaves), positions) for leaves, positions in json.loads(other.stdout.readline())]
            if again != counted:
                raise SystemExit(
                    f"The engines differ on {row}: the kernel has {counted}, JavaScript {again}."
                )
            table.write(json.dumps({**row, "plies": counted}, separators=(",", ":")) + "\n")
            table.flush()
            sys.stderr.write(
                f"{variant} {rules or ''} {seed}: {counted[-1][0]} leaves, depth {len(counted)}\n"
            )
        other.stdin.close()


def _name(row: Mapping[str, object]) -> str:
    return json.dumps([row["variant"], row["rules"], row["seed"]])


if __name__ == "__main__":
    main()
