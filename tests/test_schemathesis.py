"""Schemathesis finds no difference between the service and its description, with all its checks and ours.

For a longer run: `referee serve`, and then

    python -m schemathesis.cli --config-file tests/contract/schemathesis.toml \
        run http://127.0.0.1:8000/openapi.json --max-time 600
"""

import subprocess
import sys

import pytest

from service.http.daily_cache import new_key
from service.openapi.document import document
from tests.conftest import FIXTURES
from tests.contract import MOST_POSITIONS
from tests.forged_receipts import write_key
from tests.servers import served

pytest.importorskip("schemathesis", reason="Schemathesis is not installed.")


def test_schemathesis_finds_no_difference(tmp_path):
    write_key(tmp_path / "key.json")
    command = [sys.executable, "-m", "schemathesis.cli", "--no-color"]
    command += ["--config-file", "tests/contract/schemathesis.toml", "run"]
    daily_key = tmp_path / "daily.key"
    daily_key.write_text(new_key())
    daily_key.chmod(0o600)
    settings = {
        "daily_key_file": daily_key,
        "key_file": tmp_path / "key.json",
        "issuer": "https://a.example",
        "most_positions": MOST_POSITIONS,
    }
    with served(workers=1, **settings) as server:
        command += [f"http://127.0.0.1:{server.port}/openapi.json"]
        # The coverage phase sends the examples too. Fuzzing takes longer; tests/test_fuzz.py does some.
        command += ["--phases", "coverage,stateful"]
        command += ["--max-examples", "2", "--generation-deterministic"]
        result = subprocess.run(
            command, cwd=FIXTURES.parent, capture_output=True, text=True, check=False, timeout=300
        )
    assert result.returncode == 0, result.stdout + result.stderr
    operations = sum(map(len, document()["paths"].values()))
    assert f"{operations} selected / {operations} total" in result.stdout
