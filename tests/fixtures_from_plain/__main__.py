"""Write every file of fixtures/games and fixtures/deals anew; the same every time."""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from .deals import golden_deals
from .games import games

FIXTURES = Path(__file__).parents[2] / "fixtures"

OLD_VARIANTS = (
    "rouge-et-noir",
    "rouge-et-noir-classic",
    "rouge-et-noir-hoffmann",
    "royal-rendezvous",
    "double-russian",
    "pysolfc-rouge-et-noir",
    "pysolfc-royal-rendezvous",
    "pysolfc-double-russian",
)


def main() -> None:
    for variant in OLD_VARIANTS:
        say(f"{variant}: ")
        deals = golden_deals(variant)
        write(FIXTURES / "deals" / f"{variant}.jsonl", deals)
        lines = games(variant)
        write(FIXTURES / "games" / f"{variant}.jsonl", lines)
        say(f"{len(lines)} games, {len(deals)} deals\n")


def write(path: Path, lines: Sequence[Mapping[str, Any]]) -> None:
    path.parent.mkdir(exist_ok=True)
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    path.write_text(text, encoding="utf-8")


def say(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()


if __name__ == "__main__":
    main()
