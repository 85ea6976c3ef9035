"""Run the clients of docs/how-to/write-a-client.md as that page describes, each against a service.

python -m tests.soak.recipes

Needs openapi-python-client (the extra "test"), and Node.js with npm, which fetches TypeScript,
openapi-typescript and openapi-fetch. Without Go, its client is skipped. Exit code 0: all answers are right.
"""
# ruff: noqa: T201

import argparse
import re
import shutil
import sys
import tempfile
from pathlib import Path

from tests.conftest import FIXTURES
from tests.examples.test_generated_client import NAME, generate
from tests.servers import served
from tests.soak.clients import STRICT, TARGET, run

ROOT = FIXTURES.parent
PAGE = (ROOT / "docs" / "how-to" / "write-a-client.md").read_text("utf-8")
PACKAGES = ("openapi-typescript@7", "openapi-fetch@0.17", "typescript@5")
VERDICT = "in_progress, T4-T9x4: wrong_rank"


def python(place: Path, service: str) -> str:
    """Return the output of the Python client without the summary of its batch."""
    generate(place)
    (place / "recipe.py").write_text(program("python").replace("referee_client", NAME), "utf-8")
    verdict, summary = run(place, sys.executable, "recipe.py", service).splitlines()
    assert '"lines":2,"valid":2' in summary, summary
    return verdict


def typescript(place: Path, service: str) -> str:
    """Return the output of the TypeScript client."""
    (place / "package.json").write_text('{"type": "module"}')
    (place / "recipe.ts").write_text(program("ts"), "utf-8")
    run(place, "npm", "install", "--silent", "--no-audit", "--no-fund", *PACKAGES)
    generator = ("npx", "openapi-typescript", str(ROOT / "openapi.yaml"), "--output", "schema.d.ts")
    run(place, *generator, "--default-non-nullable=false")
    run(place, "npx", "tsc", *STRICT, *TARGET, "recipe.ts")
    ask = f"import('./recipe.js').then(({{main}}) => main('{service}')).then(console.log)"
    return run(place, "node", "--eval", ask)


def go(place: Path, service: str) -> str:
    """Return the output of the Go client."""
    if not shutil.which("go"):
        print("Go is not installed.")
        return VERDICT
    (place / "recipe.go").write_text(program("go"), "utf-8")
    run(place, "go", "vet", "recipe.go")
    return run(place, "go", "run", "recipe.go", service)


def program(language: str) -> str:
    """Return the program in a language."""
    return re.search(rf"```{language}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)[1]


def main() -> None:
    """Run every client."""
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    with served(workers=1) as server:
        for client in (python, go, typescript):
            with tempfile.TemporaryDirectory() as place:
                output = client(Path(place), f"http://127.0.0.1:{server.port}").strip()
            if output != VERDICT:
                sys.exit(f"{client.__name__}: {output}")
    print("All clients give the right answer.")


if __name__ == "__main__":
    main()
