"""What many tests share: the fixtures' games, and the app."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.app import create_app

FIXTURES = Path(__file__).parent.parent / "fixtures"


def read_games(name: str) -> Iterator[dict[str, Any]]:
    """The games of a gzipped JSONL file below fixtures/."""
    with gzip.open(FIXTURES / name, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


@pytest.fixture
def client() -> FlaskClient:
    """A client of the service under its default settings."""
    return create_app({"TESTING": True}).test_client()
