"""What many tests share: the fixtures' games, and the app."""

import gc
import gzip
import json
import os
import signal
import sys
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from patience.games import VARIANTS
from service.app import create_app
from service.config import cpus
from tests.api.described import DescribedClient

FIXTURES = Path(__file__).parent.parent / "fixtures"

_FAMILIES = [[*names] for _, names in groupby(VARIANTS, lambda name: VARIANTS[name].family)]

each_family = pytest.mark.parametrize("variants", _FAMILIES, ids=itemgetter(0), scope="module")
"""Give a test the variants of each family, where a test for each variant would cost more than it checks.

The scope makes a process run a module's tests of a family one after the other, which share what they read.
"""

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
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are CPUs, since some tests wait for servers and browsers."""
    return cpus() + 1


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
