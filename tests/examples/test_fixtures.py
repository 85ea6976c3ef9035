"""The program in fixtures/README.md, with which authors test their engines."""

import re
import shutil
import subprocess
import sys

from patience.games import VARIANTS
from service.app import create_app
from tests.conftest import FIXTURES
from tests.servers import PATIENCE
from tests.sites import on_a_port
from tools.fixtures import corpus


def test_the_example_of_the_readme(tmp_path):
    """It runs as printed, against the service; here with the games of some variants."""
    (example,) = re.findall("```python\n(.*?)```", (FIXTURES / "README.md").read_text("utf-8"), re.DOTALL)
    some = list(VARIANTS)[::12]
    (tmp_path / "games").mkdir()
    for variant in some:
        shutil.copy(corpus.path_of(variant), tmp_path / "games")
    with on_a_port(create_app({"TESTING": True})) as url:
        run = subprocess.run(
            [sys.executable, "-c", example, url],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
    games = sum(line["kind"] == "game" for variant in some for line in corpus.read(variant))
    assert run.stdout == f"{games} games, 0 judged otherwise\n", run.stderr
