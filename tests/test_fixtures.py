"""The program in fixtures/README.md, with which authors test their engines."""

import re
import subprocess
import sys

from service.engine.variants import VARIANTS
from service.http.app import create_app
from tests.conftest import FIXTURES
from tests.make_fixtures import corpus
from tests.sites import on_a_port


def test_the_example_of_the_readme():
    """It runs as printed, against the service."""
    (example,) = re.findall("```python\n(.*?)```", (FIXTURES / "README.md").read_text("utf-8"), re.DOTALL)
    with on_a_port(create_app({"TESTING": True})) as url:
        run = subprocess.run(
            [sys.executable, "-c", example, url],
            cwd=FIXTURES,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
    games = sum(line["kind"] == "game" for variant in VARIANTS for line in corpus.read(variant))
    assert run.stdout == f"{games} games, 0 judged otherwise\n", run.stderr
