"""Write the fixtures of a variant anew: deals, games, perft, transcripts and the viewer's examples.

python -m tests.make_fixtures [VARIANT …]

Without arguments those of every variant that is registered. They are the same every time. Transcripts and
examples that stand keep their games.
"""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from service.engine.variants import VARIANTS
from tests.reference.games import OPTIONS

from . import examples
from .deals import golden_deals
from .games import games, whole_game
from .perft import perft
from .transcripts import read, transcript

ROOT = Path(__file__).parents[2]
FIXTURES = ROOT / "fixtures"
EXAMPLES = ROOT / "service" / "web" / "examples"


def main() -> None:
    """Write, and tell how much was written."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.make_fixtures",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("variants", nargs="*", metavar="VARIANT", help="default: all")
    asked = parser.parse_args().variants or list(VARIANTS)
    for variant in asked:
        if variant not in VARIANTS or variant not in OPTIONS:
            where = "service/engine/variants" if variant not in VARIANTS else "tests/reference"
            parser.error(f"{where} has no variant {variant!r}")
    for variant in asked:
        write_fixtures(variant)
    examples.write_index(EXAMPLES, {variant.id: variant.title for variant in VARIANTS.values()})


def write_fixtures(variant: str) -> None:
    """All of one variant."""
    say(f"{variant}: ")
    deals = golden_deals(variant)
    write(FIXTURES / "deals" / f"{variant}.jsonl", deals)
    say(f"{len(deals)} deals, ")
    lines = games(variant)
    write(FIXTURES / "games" / f"{variant}.jsonl", lines)
    say(f"{len(lines)} games, ")
    counted = perft(variant)
    write(FIXTURES / "perft" / f"{variant}.jsonl", counted)
    say(f"{len(counted)} perfts, ")
    say(f"{write_transcripts(variant, lines)} transcripts\n")
    won = [
        game["request"] for game in lines if game["verdict"]["valid"] and game["verdict"]["outcome"] == "won"
    ]
    file = EXAMPLES / f"{variant}.json"
    if won and not file.exists():
        examples.write(file, "games", examples.examples(won[0]))


def write_transcripts(variant: str, lines: list[dict[str, Any]]) -> int:
    """One under the default rules, and one for every other word of an option and its lowest number."""
    chosen: list[dict[str, object]] = [{}]
    for name, values in OPTIONS[variant].items():
        words = [value for value in values if not isinstance(value, int)]
        numbers = [value for value in values if isinstance(value, int)]
        chosen += [{name: value} for value in [*words[1:], *numbers[:1]]]
    for rules in chosen:
        name = ".".join([variant, *(f"{option}-{value}" for option, value in rules.items())])
        path = FIXTURES / "transcripts" / f"{name}.txt"
        game = read(path) if path.exists() else whole_game(variant, rules, lines)
        if game:
            path.write_text(transcript(game), encoding="utf-8")
    return len(chosen)


def write(path: Path, lines: Sequence[Mapping[str, Any]]) -> None:
    """JSONL."""
    path.parent.mkdir(exist_ok=True)
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    path.write_text(text, encoding="utf-8")


def say(text: str) -> None:
    """Progress."""
    sys.stderr.write(text)
    sys.stderr.flush()


if __name__ == "__main__":
    main()
