"""Clients made of openapi.yaml by other people's generators: their types hold, and they get verdicts.

python -m tests.long.clients

Needs mypy and openapi-python-client (the extra "test"), and Node.js with npm, which fetches TypeScript and
openapi-typescript from its registry. The exit code is 0 if all went well.
"""
# ruff: noqa: T201

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.conftest import FIXTURES
from tests.servers import served
from tests.test_generated_client import NAME, generate

ROOT = FIXTURES.parent
SCRIPT = ROOT / "tests" / "contract" / "client.ts"
PACKAGES = ("openapi-typescript@7", "typescript@5")
STRICT = ("--strict", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes")
TARGET = ("--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom")
EXPECTED = "in_progress, 104 cards, T4-T9x4: wrong_rank"


def check_python(place: Path) -> None:
    """The client of openapi-python-client passes mypy's strict checks; the suite has it ask for verdicts."""
    generate(place)
    run(place, sys.executable, "-m", "mypy", "--strict", "--config-file", "", NAME)


def check_typescript(place: Path) -> None:
    """The types of openapi-typescript pass the compiler's strict checks, and a script asks with them."""
    (place / "package.json").write_text('{"type": "module"}')
    (place / SCRIPT.name).write_text(SCRIPT.read_text("utf-8"), "utf-8")
    run(place, "npm", "install", "--silent", "--no-audit", "--no-fund", *PACKAGES)
    run(place, "npx", "openapi-typescript", str(ROOT / "openapi.yaml"), "--output", "schema.d.ts")
    run(place, "npx", "tsc", *STRICT, *TARGET, SCRIPT.name)
    with served(workers=1) as server:
        ask = f"import('./client.js').then(({{main}}) => main('http://127.0.0.1:{server.port}')).then(console.log)"
        said = run(place, "node", "--eval", ask)
    assert said.strip() == EXPECTED, said


def run(place: Path, *command: str) -> str:
    """What a command says; it must not fail."""
    print("$", *command)
    done = subprocess.run(command, cwd=place, check=False, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)
    return done.stdout


def main() -> None:
    """Check both."""
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    for check in (check_python, check_typescript):
        with tempfile.TemporaryDirectory() as place:
            check(Path(place))
    print("Both clients hold.")


if __name__ == "__main__":
    main()
