"""Check that a tag, the packages, the changelog and the guarded contract name one version.

python -m tools.release_version v2.0.0

Where GITHUB_REPOSITORY is set, as in a workflow, the packages must name this repository: npm refuses others.
"""

import argparse
import json
import os
import re
import tomllib
from pathlib import Path
from typing import Final

from patience import __version__

ROOT: Final = Path(__file__).parents[1]

CANDIDATE: Final = r"(a|b|rc)\d+$"
"""What follows the version in the tag of a release candidate, which the changelog does not date."""


def problems(tag: str) -> list[str]:
    """Return what is wrong with a release under this tag, a sentence each."""
    npm = json.loads((ROOT / "service/web/package.json").read_text("utf-8"))["version"]
    released = re.sub(CANDIDATE, "", __version__)
    is_candidate = released != __version__
    in_npm = re.sub(CANDIDATE, lambda found: f"-{found[0]}", __version__)
    contract = (ROOT / "fixtures/contract.txt").read_text("utf-8").partition("\n")[0]
    dated = rf"^## \[{re.escape(__version__)}\] - \d{{4}}-\d\d-\d\d$"
    found = []
    if tag != f"v{__version__}":
        found.append(f"The tag is {tag}, but patience/__init__.py has version {__version__}.")
    if npm != in_npm:
        found.append(f"package.json has version {npm}, but patience/__init__.py has {__version__}.")
    if contract != released:
        found.append(
            f"fixtures/contract.txt guards the contract of {contract}: run python -m tools.contract, which "
            f"records that of {released}."
        )
    found += foreign(os.environ.get("GITHUB_REPOSITORY", ""))
    if not is_candidate and not re.search(dated, (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE):
        found.append(f"CHANGELOG.md does not date the release: expected '## [{__version__}] - YYYY-MM-DD'.")
    return found


def repositories() -> dict[str, str]:
    """Return by manifest the address of the repository that it names."""
    projects = {
        name: tomllib.loads((ROOT / name).read_text("utf-8"))["project"]["urls"]["Homepage"]
        for name in ("pyproject.toml", "tools/library/pyproject.toml")
    }
    npm = json.loads((ROOT / "service/web/package.json").read_text("utf-8"))["repository"]["url"]
    return {**projects, "service/web/package.json": npm.removeprefix("git+").removesuffix(".git")}


def foreign(repository: str) -> list[str]:
    """Return the manifests that do not name this repository of GitHub, a sentence each."""
    here = f"https://github.com/{repository}"
    return [
        f"{name} names {found}, but the release is made from {here}."
        for name, found in repositories().items()
        if repository and found != here
    ]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("tag", help="the tag of the release")
    if found := problems(parser.parse_args().tag):
        raise SystemExit("\n".join(found))
