"""The command that chooses the cases of the kit."""

import os
import subprocess
import sys

from conformance.choose import as_text, lines_of
from tests.conformance.test_choose import GAME
from tests.doc_pages import ROOT


def test_choosing_again_writes_the_same_bytes(tmp_path):
    """The order of sets, which PYTHONHASHSEED decides, does not matter."""
    command = (sys.executable, "-m", "conformance.choose", GAME, "--tries", "1", "--folder", str(tmp_path))
    seed = str(int(os.environ.get("PYTHONHASHSEED", "0").replace("random", "0")) + 1)
    subprocess.run(command, check=True, cwd=ROOT, env=os.environ | {"PYTHONHASHSEED": seed})
    assert (tmp_path / f"{GAME}.jsonl").read_text("utf-8") == as_text(lines_of(GAME, tries=1))
