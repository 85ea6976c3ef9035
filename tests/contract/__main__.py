"""Schemathesis compares a running service with its description, with all its checks and ours.

python -m tests.contract

The coverage phase sends every example, and values that the schemas allow and exclude. The stateful phase
follows the links. The exit code is 1 if an answer differs. To fuzz as well, start `referee serve` and run

python -m schemathesis.cli --config-file tests/contract/schemathesis.toml \\
    run http://127.0.0.1:8000/openapi.json --max-time 600
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from service.openapi.document import document
from service.receipts.keys import new_daily_key
from tests.conftest import FIXTURES
from tests.contract import MOST_POSITIONS
from tests.forged_receipts import write_key
from tests.servers import served

OPTIONS = ("--phases", "coverage,stateful", "--max-examples", "2", "--generation-deterministic")


def main() -> None:
    """Start a service with everything on, and try every operation."""
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    command = [sys.executable, "-m", "schemathesis.cli", "--no-color"]
    command += ["--config-file", "tests/contract/schemathesis.toml", "run"]
    with tempfile.TemporaryDirectory() as directory:
        key, daily_key = Path(directory) / "key.json", Path(directory) / "daily.key"
        write_key(key)
        daily_key.write_text(new_daily_key())
        daily_key.chmod(0o600)
        settings = {"key_file": key, "daily_key_file": daily_key, "issuer": "https://a.example"}
        settings |= {"most_positions": MOST_POSITIONS, "foresight_positions": MOST_POSITIONS}
        with served(workers=1, **settings) as server:
            command += [f"http://127.0.0.1:{server.port}/openapi.json", *OPTIONS]
            result = subprocess.run(command, cwd=FIXTURES.parent, capture_output=True, text=True, check=False)
    operations = sum(map(len, document()["paths"].values()))
    if result.returncode or f"{operations} selected / {operations} total" not in result.stdout:
        sys.exit(result.stdout + result.stderr)
    print(f"Schemathesis finds no difference in {operations} operations.")  # noqa: T201


if __name__ == "__main__":
    main()
