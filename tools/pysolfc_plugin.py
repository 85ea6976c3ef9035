"""The table of games in the plug-in for PySolFC.

python -m tools.pysolfc_plugin

writes the table in docs/how-to/patience_notation.py anew, from the variants.
"""

import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from textwrap import fill
from typing import Final

from patience.games import VARIANTS
from service.saves.games import EXTRA, game_of

PLUGIN: Final = Path(__file__).parents[1] / "docs" / "how-to" / "patience_notation.py"
_TABLE: Final = re.compile(r'(?<=^GAMES = """\n).*?(?=^"""$)', re.MULTILINE | re.DOTALL)


def with_table(source: str) -> str:
    """Return the plug-in with the table that follows from the variants."""
    entries = " ".join(_entries())
    return _TABLE.sub(fill(entries, 109, break_on_hyphens=False, break_long_words=False) + "\n", source)


def _entries() -> Iterator[str]:
    for number in sorted(number for variant in VARIANTS.values() for number in variant.pysolfc):
        game = game_of(number)
        assert game is not None
        tables = game.tables
        names = ["X" if name == EXTRA else name for name in game.piles]
        stacks = "".join(
            letter if letter in "SWX" else f"{letter}{len([*piles])}"
            for letter, piles in groupby(names, key=lambda name: name[0])
        )
        flags = "p" if tables.rules.pairs and not tables.rules.builds_pairs else ""
        flags += "s" if tables.stock in tables.sources else ""
        flags += "c" if tables.closed else ""
        stock = tables.rules.stock
        fills = "S" in tables.rules.supplies or (stock is not None and stock.fills_waste)
        flags += "f" if fills or "after_base" in tables.rules.concepts else ""
        rules = ",".join(f"{name}={value}" for name, value in game.rules.items())
        yield f"{number}:{tables.variant.id}:{stacks}:{flags}:{rules}"


if __name__ == "__main__":
    PLUGIN.write_text(with_table(PLUGIN.read_text("utf-8")), "utf-8")
