"""Write the corpora of variants anew: fixtures/games/ID.jsonl.gz.

python -m tests.make_fixtures [ID …]

Without arguments every registered variant. Lines that say whom they are `by` stay: other programs played or
judged them, or they were written by hand. The others follow from the rules and are the same every time.
"""

import argparse
import sys
from difflib import get_close_matches

from patience.games import VARIANTS

from .corpus import corpus, path_of, read, write


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.make_fixtures",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("variants", nargs="*", metavar="ID", help="default: all")
    variants = parser.parse_args().variants or list(VARIANTS)
    for variant in variants:
        if variant not in VARIANTS:
            near = get_close_matches(variant, VARIANTS, 1)
            hint = f"; did you mean {near[0]}?" if near else "."
            parser.error(f"No variant {variant!r} is registered in patience/games{hint}")
    for variant in variants:
        lines = corpus(variant, [line for line in read(variant) if "by" in line])
        write(variant, lines)
        kinds = [line["kind"] for line in lines]
        counts = ", ".join(f"{kinds.count(kind)} {kind}s" for kind in dict.fromkeys(kinds))
        sys.stderr.write(f"{variant}: {counts}; {path_of(variant).stat().st_size} bytes\n")


if __name__ == "__main__":
    main()
