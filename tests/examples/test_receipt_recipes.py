"""The programs of docs/how-to/verify-receipts.md accept genuine receipts and reject all others."""

import shutil
import sys
from importlib.util import find_spec

import pytest

from tests.receipt_recipes import recipes, write, wrongly_judged

LIBRARIES = [library for library, _, _ in recipes()]


def command(library, path):
    """Return the command that runs a program, None if its library is missing."""
    if path.suffix == ".py":
        module = {"PyJWT": "jwt"}.get(library, library)
        return [sys.executable, str(path)] if find_spec(module) else None
    if path.suffix == ".sh":
        return ["sh", str(path)] if shutil.which("openssl") and shutil.which("jq") else None
    return None


@pytest.mark.parametrize("library", LIBRARIES)
def test_only_the_genuine_receipt_is_accepted(library, tmp_path):
    found = command(library, write(tmp_path)[library])
    if not found:
        pytest.skip(f"{library} is not installed; tests.soak.receipts fetches it.")
    assert wrongly_judged(found, tmp_path) == []


def test_the_page_has_programs_for_these_libraries():
    assert LIBRARIES == ["jose", "joserfc", "jwcrypto", "PyJWT", "openssl"]
