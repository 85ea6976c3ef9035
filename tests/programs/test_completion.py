"""Shell completion as docs/reference/command-line.md describes it."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from patience.games import VARIANTS

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "command-line.md").read_text("utf-8")
REFEREE = str(Path(sys.executable).with_name("referee"))


def completed(*words):
    """Return the completions of the last word."""
    environment = {
        **os.environ,
        "_REFEREE_COMPLETE": "bash_complete",
        "COMP_WORDS": " ".join(("referee", *words)),
        "COMP_CWORD": str(len(words)),
    }
    found = subprocess.run([REFEREE], env=environment, capture_output=True, text=True, check=True)
    return [line.partition(",")[2] for line in found.stdout.splitlines()]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_has_a_script(shell):
    assert f"_REFEREE_COMPLETE={shell}_source referee" in PAGE
    environment = {**os.environ, "_REFEREE_COMPLETE": f"{shell}_source"}
    found = subprocess.run([REFEREE], env=environment, capture_output=True, text=True, check=True)
    assert f"_REFEREE_COMPLETE={shell}_complete" in found.stdout


@pytest.mark.skipif(not shutil.which("bash"), reason="bash is not installed")
def test_bash_accepts_its_script():
    line = re.search(r'^eval "\$\(_REFEREE_COMPLETE=bash_source.*$', PAGE, re.MULTILINE)[0]
    script = f"{line}\ncomplete -p referee"
    environment = {**os.environ, "PATH": f"{Path(REFEREE).parent}:{os.environ['PATH']}"}
    found = subprocess.run(
        ["bash", "-c", script], env=environment, capture_output=True, text=True, check=True
    )
    assert found.stdout.startswith("complete -o nosort -F _referee_completion")


def test_commands_are_completed():
    assert completed("re") == ["receipt", "replay"]


def test_variants_are_completed():
    assert completed("deal", "pysolfc-r") == [name for name in VARIANTS if name.startswith("pysolfc-r")]
    assert completed("conform", "--variant", "royal-r") == ["royal-rendezvous"]
