"""Check that a tag, the packages and the changelog name one version.

python -m tools.release_version v2.0.0
"""

import json
import re
import sys
from pathlib import Path
from typing import Final

from patience import __version__

ROOT: Final = Path(__file__).parents[1]


def problems(tag: str) -> list[str]:
    """Return what is wrong with a release under this tag, a sentence each."""
    npm = json.loads((ROOT / "service/web/package.json").read_text("utf-8"))["version"]
    dated = rf"^## \[{re.escape(__version__)}\] - \d{{4}}-\d\d-\d\d$"
    found = []
    if tag != f"v{__version__}":
        found.append(f"The tag is {tag}, but patience/__init__.py has version {__version__}.")
    if npm != __version__:
        found.append(f"package.json has version {npm}, but patience/__init__.py has {__version__}.")
    if not re.search(dated, (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE):
        found.append(f"CHANGELOG.md does not date the release: expected '## [{__version__}] - YYYY-MM-DD'.")
    return found


if __name__ == "__main__":
    if found := problems(sys.argv[1]):
        raise SystemExit("\n".join(found))
