"""Write the declarations of all games for the JavaScript engine: ``python -m tools.javascript_games``.

service/web/engine/variants.json has, by id, the members of ``GET /v1/variants/{variant}`` from which the
engine plays. Run it after a change to a variant. tests/programs/test_javascript_package.py fails while
the file is out of date.
"""

import argparse
from pathlib import Path

import orjson

from patience.games import VARIANTS
from patience.rules.variant import Variant
from schemas.variant_description import variant_json

FILE = Path(__file__).parents[1] / "service" / "web" / "engine" / "variants.json"
MEMBERS = ("id", "title", "family", "rules_version", "options", "declaration", "rows", "actions")


def text() -> bytes:
    """Return the current text of the file, with one game per line."""
    games = b",\n".join(b'"%b":%b' % (name.encode(), _game(variant)) for name, variant in VARIANTS.items())
    return b"{\n%b\n}\n" % games


def _game(variant: Variant) -> bytes:
    description = variant_json(variant)
    former = ("rules_history",) if len(variant.history) > 1 else ()
    return orjson.dumps({name: description[name] for name in (*MEMBERS, *former)})


def write() -> None:
    """Write the file anew."""
    FILE.write_bytes(text())


if __name__ == "__main__":
    argparse.ArgumentParser(
        prog="python -m tools.javascript_games",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    ).parse_args()
    write()
