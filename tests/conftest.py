"""What many tests share: the fixtures' games, and the app."""

import gc
import gzip
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.config import cpus
from tests.api.described import DescribedClient

FIXTURES = Path(__file__).parent.parent / "fixtures"

# Servers and commands, which tests start hundreds of times, are to find our modules compiled.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def pytest_collection_finish() -> None:
    """What is there now stays: nobody need look for garbage among thousands of tests."""
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are CPUs, since some tests wait for servers and browsers."""
    return cpus() + 1


def read_games(name: str) -> Iterator[dict[str, Any]]:
    """The games of the gzipped JSONL files below fixtures/ that have such a name."""
    for path in sorted(FIXTURES.glob(name)):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            yield from map(json.loads, lines)


@pytest.fixture
def client() -> FlaskClient:
    """A client of the service under its default settings, whose every answer must be as described."""
    app = create_app({"TESTING": True})
    app.test_client_class = DescribedClient
    return app.test_client()
