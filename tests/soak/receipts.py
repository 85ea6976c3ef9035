"""Run the programs of docs/how-to/verify-receipts.md, with their libraries, on genuine and false receipts.

python -m tests.soak.receipts

Needs pip and npm with their registries, openssl and jq. Exit code 0: every program is right.
"""
# ruff: noqa: T201

import argparse
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

from tests.receipt_recipes import write, wrongly_judged

PACKAGES = ("joserfc", "jwcrypto", "PyJWT[crypto]", "authlib", "python-jose[cryptography]")
CANNOT = {
    "authlib": "import sys, json\nfrom authlib.jose import JsonWebKey, JsonWebToken\n"
    "keys = JsonWebKey.import_key_set(json.load(open(sys.argv[2])))\n"
    "print(JsonWebToken(['Ed25519']).decode(sys.argv[1], keys))",
    "python-jose": "import sys, json\nfrom jose import jwt\n"
    "print(jwt.decode(sys.argv[1], json.load(open(sys.argv[2])), 'Ed25519', audience=sys.argv[4]))",
}


def main() -> None:
    """Install the libraries, run the programs and print the results."""
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    with tempfile.TemporaryDirectory() as directory:
        sys.exit(_run_all(Path(directory)))


def _run_all(place: Path) -> int:
    venv.create(place / "env", with_pip=True)
    python = str(place / "env" / "bin" / "python")
    _output(place, python, "-m", "pip", "install", "--quiet", *PACKAGES)
    _output(place, "npm", "install", "--silent", "--no-audit", "--no-fund", "jose")
    programs = {".py": [python], ".mjs": ["node"], ".sh": ["sh"]}
    failures = 0
    for library, path in write(place).items():
        wrong = wrongly_judged([*programs[path.suffix], str(path)], place)
        failures += bool(wrong)
        print(f"{library}: {'; '.join(wrong) or 'accepts only the genuine receipt'}")
    for library, program in CANNOT.items():
        (place / "cannot.py").write_text(program)
        wrong = wrongly_judged([python, "cannot.py"], place)
        print(f"{library}: {'cannot verify receipts' if wrong else 'can verify receipts now'}")
    print(_output(place, python, "-m", "pip", "list", "--format", "freeze"))
    print(
        _output(place, "npm", "ls"),
        _output(place, "node", "--version"),
        _output(place, "openssl", "version"),
    )
    return 1 if failures else 0


def _output(place: Path, *command: str) -> str:
    done = subprocess.run(command, cwd=place, check=False, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout.strip()


if __name__ == "__main__":
    main()
