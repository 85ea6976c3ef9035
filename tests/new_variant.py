"""What a new game still lacks: ``python -m tests.new_variant ID``.

The exit code is 0 if it lacks nothing that the tests ask for. Each line names the command or the file that
helps. Lines that begin with "maybe" are advice.
"""

import argparse
import json
import re
import sys
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path

from patience.checks import possible_reasons
from patience.games import VARIANTS
from service.openapi.rules_tables import fill
from tests.declared import option_values
from tests.make_fixtures import corpus
from tests.make_variants import FILE as PACKAGED

ROOT = Path(__file__).parents[1]


def lacks(variant: str) -> Iterator[str]:
    """Yield what the tests would complain about, then advice."""
    if variant not in VARIANTS:
        near = get_close_matches(variant, VARIANTS, 1)
        hint = f" Did you mean {near[0]}?" if near else ""
        yield f"a declaration: add it to its family's file in patience/games/.{hint}"
        return
    yield from lacks_rules(variant)
    if variant not in json.loads(PACKAGED.read_text("utf-8")):
        yield "its declaration in the JavaScript package: python -m tests.make_variants"
    lines = corpus.read(variant)
    if not lines:
        yield f"a corpus: python -m tests.make_fixtures {variant}"
        return
    yield from lacks_lines(variant, lines)


def lacks_rules(variant: str) -> Iterator[str]:
    page = (ROOT / "docs" / "rules.md").read_text("utf-8")
    title = VARIANTS[variant].title
    if not re.search(rf"^##+ .*`{variant}`", page, re.MULTILINE):
        yield f"a section in docs/rules.md, in its family: #### {title} — `{variant}`"
    if f"<!-- table {variant} -->" not in page:
        place = f"<!-- table {variant} --> and <!-- end -->"
        yield f"its table: write {place}, then python -m service.openapi.rules_tables"
    elif fill(page) != page:
        yield "tables that match the declarations: python -m service.openapi.rules_tables"


def lacks_lines(variant: str, lines: list[corpus.Line]) -> Iterator[str]:
    games = [line for line in lines if line["kind"] == "game"]
    options = {item for line in games for item in line["request"]["rules"].items()}
    for name, values in option_values(variant).items():
        for value in values[1:]:
            if isinstance(value, str) and (name, value) not in options:
                yield f"games under {name}: {value}: python -m tests.make_fixtures {variant}"
    seen = {(line["verdict"]["first_illegal_move"] or {}).get("reason") for line in games}
    missing = [str(reason) for reason in possible_reasons(VARIANTS[variant]) if reason not in seen]
    if missing:
        yield f"maybe: games for {', '.join(missing)}, which chance did not come across"
    if not any(line["kind"] == "play" for line in lines):
        yield "maybe: games that another program played, as lines of the kind play"
    endings = {line["verdict"]["outcome"] for line in games if line["verdict"]["valid"]}
    won = any(line["kind"] == "play" and line["won"] for line in lines)
    if "won" not in endings and not won:
        yield "maybe: a game that is won"
    if "lost" not in endings:
        yield "maybe: a game that is lost"


def main() -> int:
    """Print what is missing; return 1 if the tests would fail."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.new_variant",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("variant", metavar="ID")
    variant = parser.parse_args().variant
    missing = list(lacks(variant))
    needed = [line for line in missing if not line.startswith("maybe")]
    summary = f"{variant} lacks:" if needed else f"{variant} has everything that the tests ask for."
    sys.stdout.write("\n".join([summary, *(f"  {line}" for line in missing)]) + "\n")
    return 1 if needed else 0


if __name__ == "__main__":
    sys.exit(main())
