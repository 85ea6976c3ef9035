"""Clients made of openapi.yaml by other people's generators: their types hold, and they get verdicts.

python -m tests.soak.clients [python] [typescript] [go]

The one in TypeScript calls every operation, as tests/examples/test_generated_client.py does in Python. Each
asks this service, and one that answers words, values and fields of a later version. Needs mypy and
openapi-python-client (the extra "test"), Node.js with npm, which fetches TypeScript, openapi-typescript and
openapi-fetch, and for Go: Go itself, Java and openapi-generator-cli of PyPI, fetched into a directory of its
own.
The exit code is 0 if all went well.
"""
# ruff: noqa: T201

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from service.receipts.keys import new_daily_key
from tests.conftest import FIXTURES
from tests.contract.later import WORD, later_service
from tests.examples.test_generated_client import NAME, generate
from tests.forged_receipts import write_key
from tests.servers import served

ROOT = FIXTURES.parent
SCRIPT = ROOT / "tests" / "contract" / "client.ts"
PACKAGES = ("openapi-typescript@7", "openapi-fetch@0.17", "typescript@5", "@types/node@22")
STRICT = ("--strict", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes")
TARGET = ("--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom")
EXPECTED = "in_progress, 104 cards, T4-T9x4: wrong_rank"
LATER = f"{WORD}, 104 cards, T4-T9x4: {WORD}"
GENERATOR = "openapi-generator-cli==7.26.0"


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
    for address, expected in asked():
        ask = f"import('./client.js').then(({{main}}) => main('{address}')).then(console.log)"
        said = run(place, "node", "--eval", ask)
        assert said.strip() == expected, said
    shutil.copy(FIXTURES / "saves" / "druss-361-07-won-small.pso", place / "save.pso")
    settings = {"daily_key_file": daily_key(place), "foresight_positions": 1000, **claim_keys(place)}
    with served(workers=1, **settings) as server:
        arguments = f"'http://127.0.0.1:{server.port}', '{datetime.now(UTC).date()}'"
        call = f"import('./client.js').then(({{every}}) => every({arguments})).then(console.log)"
        answers = run(place, "node", "--eval", call).splitlines()
        assert answers, "no operation"
        assert [answer for answer in answers if not answer.endswith(" 200")] == []


def daily_key(place: Path) -> Path:
    """Return the file of a new daily key."""
    path = place / "daily.key"
    path.write_text(new_daily_key())
    path.chmod(0o600)
    return path


def claim_keys(place: Path) -> dict[str, object]:
    """Return the settings of a service that signs, and takes claims with the token of client.ts."""
    write_key(place / "key.json")
    tokens = place / "tokens"
    tokens.write_text("https://board.example a-token-of-a-site\n")
    tokens.chmod(0o600)
    return {
        "key_file": place / "key.json",
        "claims_tokens_file": tokens,
        "issuer": "https://referee.example",
    }


def check_go(place: Path) -> None:
    """The client of openapi-generator compiles, and a program asks with it."""
    run(place, sys.executable, "-m", "venv", "tools")
    run(place, "tools/bin/pip", "install", "--quiet", GENERATOR)
    generate = ["tools/bin/openapi-generator-cli", "generate", "--generator-name", "go"]
    generate += ["--input-spec", str(ROOT / "openapi.yaml"), "--output", "client"]
    generate += ["--git-host", "referee.example", "--git-user-id", "clients", "--git-repo-id", "referee"]
    run(place, *generate, "--additional-properties", "packageName=referee")
    client = place / "client"
    shutil.rmtree(client / "test", ignore_errors=True)
    module = client / "go.mod"
    # What it says it needs is only the version that its authors use.
    module.write_text(re.sub(r"^go [\d.]+$", "go 1.18", module.read_text(), flags=re.MULTILINE))
    _stand_in(client, "gopkg.in/validator.v2", "func Validate(interface{}) error { return nil }")
    (client / "ask").mkdir()
    (client / "ask" / "main.go").write_text((ROOT / "tests" / "contract" / "client.go").read_text("utf-8"))
    run(client, "go", "build", "-mod=mod", "-o", "asks", "./ask")
    for address, expected in asked():
        said = run(client, "./asks", address)
        assert said.strip() == expected, said


def _stand_in(client: Path, name: str, code: str) -> None:
    """A package of one function instead of one that would have to be fetched; it checks nothing here."""
    place = client / "stand_in"
    place.mkdir()
    (place / "go.mod").write_text(f"module {name}\n\ngo 1.18\n")
    (place / "package.go").write_text(f"package validator\n\n{code}\n")
    run(client, "go", "mod", "edit", f"-replace={name}=./stand_in")


def asked() -> Iterator[tuple[str, str]]:
    """Addresses of services, and what a client says of their answers."""
    with served(workers=1) as server:
        yield f"http://127.0.0.1:{server.port}", EXPECTED
    with later_service() as address:
        yield address, LATER


def run(place: Path, *command: str) -> str:
    """What a command says; it must not fail."""
    print("$", *command)
    done = subprocess.run(command, cwd=place, check=False, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)
    return done.stdout


CHECKS = {"python": check_python, "typescript": check_typescript, "go": check_go}


def main() -> None:
    """Check the named clients, or all."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.soak.clients",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("languages", nargs="*", metavar="LANGUAGE", choices=[[], *CHECKS])
    for language in parser.parse_args().languages or CHECKS:
        with tempfile.TemporaryDirectory() as place:
            CHECKS[language](Path(place))
    print("All clients hold.")


if __name__ == "__main__":
    main()
