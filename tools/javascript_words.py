"""Write the sentences of each language for the JavaScript: ``python -m tools.javascript_words``.

service/web/words/ has the language files of patience/words/ as modules, and service/web/page/ the table of
the rules in sentences. Run it after a change to a sentence or to the table.
tests/programs/test_javascript_package.py fails while a module is out of date.
"""

import argparse
import json
from pathlib import Path

from patience import words

SOURCES = Path(words.__file__).parent
WEB = Path(__file__).parents[1] / "service" / "web"
MODULES = {code: (f"words/{code}.js", "default") for code in words.LANGUAGES}
MODULES["rules_in_sentences"] = ("page/rules-in-sentences.js", "const TABLE =")
"""By file: the path of its module, and what it exports."""


def modules() -> dict[Path, str]:
    """Return the current text of each module by its path."""
    head = "// Written by python -m tools.javascript_words from patience/words"
    return {
        WEB / path: f"{head}/{name}.json.\n\nexport {exported} {_text(name)};\n"
        for name, (path, exported) in MODULES.items()
    }


def _text(name: str) -> str:
    """Return the JSON of a file as written, without its last part if Python alone reads that."""
    whole = (SOURCES / f"{name}.json").read_text("utf-8").strip()
    text, *piles = whole.split(',\n  "piles": ')
    if not piles:
        return whole
    text += "\n}"
    assert {*json.loads(text), "piles"} == {*json.loads(whole)}, (
        f"The piles are the last part of {name}.json."
    )
    return text


def write() -> None:
    """Write the modules anew."""
    for path, text in modules().items():
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    argparse.ArgumentParser(
        prog="python -m tools.javascript_words",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    ).parse_args()
    write()
