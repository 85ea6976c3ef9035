"""The library as its users see it: ``import patience``."""

import doctest
import importlib
import pkgutil
import subprocess
import sys
from itertools import islice

import pytest

import patience
from service.conformance.cases import all_cases
from tests.conftest import FIXTURES, some_of_each_family

MODULES = ("patience", *(f"patience.{module.name}" for module in pkgutil.iter_modules(patience.__path__)))

HEAVY = {"patience.search.winnable_tables", "patience.search.engine", "patience.search.proofs"}


@pytest.mark.parametrize(
    "name", [name for name in MODULES if name not in ("patience.kernel", "patience.gym")]
)
def test_the_examples_of_the_docstrings_run(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_the_package_opens_with_an_example():
    assert doctest.testmod(patience).attempted > 5


def loaded(program: str) -> set[str]:
    """Return the modules that a program loads, in an interpreter without site-packages."""
    command = [sys.executable, "-S", "-c", f"{program}; import sys; print(*sys.modules)"]
    root = str(importlib.resources.files("patience").parent)
    found = subprocess.run(command, capture_output=True, text=True, check=True, cwd=root)
    return set(found.stdout.split())


def test_it_imports_the_standard_library_alone():
    modules = loaded("import patience; patience.Game('klondike', seed=1).legal_moves; patience.verify")
    # A compiled module brings Cython's own, which need no package.
    tops = {name.split(".")[0] for name in modules if "cython" not in name}
    assert tops - sys.stdlib_module_names - {"__main__"} == {"patience"}


def test_tables_and_the_search_are_loaded_on_first_use():
    assert not HEAVY & loaded("import patience; patience.Game('klondike', seed=1).legal_moves")
    assert "patience.search.proofs" in loaded(
        "import patience; patience.Game('klondike', seed=1).prospect(0)"
    )


def test_an_import_alone_loads_no_game():
    assert not {name for name in loaded("import patience") if name.startswith("patience.")}


@some_of_each_family
def test_verify_agrees_with_the_conformance_kit(variants):
    """One request in twenty; `referee conform` asks the service's engines all of them."""
    for case in islice(all_cases(FIXTURES, variants), 0, None, 20):
        expected = case.expected
        if expected.valid is None or "checkpoints" in case.request:
            continue
        verdict = patience.verify(case.request)
        illegal = verdict.first_illegal_move
        found = verdict.valid, illegal and illegal.index, illegal and illegal.reason
        assert found == (expected.valid, expected.index, expected.reason), (case.source, case.name)
        assert expected.moves_played in (None, verdict.moves_played)
        assert not expected.outcomes or verdict.outcome in expected.outcomes
