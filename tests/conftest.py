"""What many tests share: the fixtures' games, and the app."""

import gc
import gzip
import json
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeVar

import pytest
from flask import Flask
from flask.testing import FlaskClient

from patience.games import VARIANTS
from patience.kernel.loader import VARIABLE
from service.app import create_app
from service.config import cpus
from tests.api.described import DescribedClient

FIXTURES = Path(__file__).parent.parent / "fixtures"

Item = TypeVar("Item")

_FAMILIES: list[Sequence[str]] = [
    [*names] for _, names in groupby(VARIANTS, lambda name: VARIANTS[name].family)
]

WHOLE = os.environ.get("PATIENCE_TESTS") == "whole"
"""Whether tests of random or of very many cases take them all: `PATIENCE_TESTS=whole`, as each night."""


def some(items: Sequence[Item], step: int = 3) -> Sequence[Item]:
    """Return every third of a test's cases, or every `step`-th, or all with `PATIENCE_TESTS=whole`."""
    return items if WHOLE else items[::step]


once = pytest.mark.skipif(os.environ.get(VARIABLE) == "off", reason="The run with the kernel has it.")
"""Leave a test out of the run without the kernel: it asks the readable engine or the reference in both."""


def _by_family(families: list[Sequence[str]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("variants", families, ids=itemgetter(0), scope="module")


each_family = _by_family(_FAMILIES)
"""Give a test the variants of each family, where a test for each variant would cost more than it checks.

The scope makes a process run a module's tests of a family one after the other, which share what they read.
"""

some_of_each_family = _by_family([some(names, 6) for names in _FAMILIES])
"""Give a test some variants of each family, where neighbours show nearly the same."""

# Servers and commands, which tests start hundreds of times, are to find our modules compiled.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
# So are the workers of pytest: rewriting the assertions of all tests takes seconds.
sys.dont_write_bytecode = False


# A shell ignores interrupts in commands that it runs in the background; some tests send them.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Thousands of tests are made and stay: looking for garbage among them only costs time.
gc.disable()


def pytest_collection_finish() -> None:
    """From now on there is garbage, all of it younger than the tests."""
    gc.freeze()
    gc.set_threshold(20_000)
    gc.enable()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """As many as there are CPUs, and one more for tests that wait for servers and browsers."""
    return cpus() + any("programs" in path or "browser" in path for path in config.args)


def read_games(name: str) -> Iterator[dict[str, Any]]:
    """The games of the gzipped JSONL files below fixtures/ that have such a name."""
    for path in sorted(FIXTURES.glob(name)):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            yield from map(json.loads, lines)


@pytest.fixture(scope="session")
def usual_app() -> Flask:
    """The service under its default settings, whose answers must be as described; no test changes it."""
    app = create_app({"TESTING": True})
    app.test_client_class = DescribedClient
    return app


@pytest.fixture
def client(usual_app: Flask) -> FlaskClient:
    """A client of the service under its default settings."""
    return usual_app.test_client()
