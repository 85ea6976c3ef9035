"""The programs of docs/how-to/verify-receipts.md accept genuine receipts and reject all others."""

import shutil
import sys
from importlib.util import find_spec

import pytest

from tests.receipt_recipes import recipes, write, wrongly_judged

LIBRARIES = [library for library, _, _ in recipes()]


def command(library, path):
    """What runs a program, or none if something is missing; Python's own module of PyJWT is jwt."""
    if path.suffix == ".py":
        module = {"PyJWT": "jwt"}.get(library, library)
        return [sys.executable, str(path)] if find_spec(module) else None
    if path.suffix == ".sh":
        return ["sh", str(path)] if shutil.which("openssl") and shutil.which("jq") else None
    return None


@pytest.mark.parametrize("library", LIBRARIES)
def test_it_takes_what_is_genuine_and_nothing_else(library, tmp_path):
    found = command(library, write(tmp_path)[library])
    if not found:
        pytest.skip(f"{library} is not here; tests.soak.receipts fetches it.")
    assert wrongly_judged(found, tmp_path) == []


def test_there_are_programs_for_them():
    assert LIBRARIES == ["jose", "joserfc", "jwcrypto", "PyJWT", "openssl"]
