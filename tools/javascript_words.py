"""Write the sentences of each language for the JavaScript: ``python -m tools.javascript_words``.

service/web/words/ has each file of patience/words/ as a module. Run it after a change to a sentence.
tests/programs/test_javascript_package.py fails while a module is out of date.
"""

import argparse
from pathlib import Path

from patience import words

SOURCES = Path(words.__file__).parent
FOLDER = Path(__file__).parents[1] / "service" / "web" / "words"


def modules() -> dict[Path, str]:
    """Return the current text of each module by its path."""
    head = "// Written by python -m tools.javascript_words from patience/words"
    texts = {code: (SOURCES / f"{code}.json").read_text("utf-8").strip() for code in words.LANGUAGES}
    return {
        FOLDER / f"{code}.js": f"{head}/{code}.json.\n\nexport default {text};\n"
        for code, text in texts.items()
    }


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
