"""deploy/patience-referee.service as systemd reads it."""

import shutil
import subprocess
from pathlib import Path

import pytest

UNIT = Path(__file__).parents[2] / "deploy" / "patience-referee.service"
ANALYZE = shutil.which("systemd-analyze")

pytestmark = pytest.mark.skipif(not ANALYZE, reason="There is no systemd here.")


def verified(directory, text):
    """What `systemd-analyze verify` has against a unit."""
    command = "/opt/patience-referee/bin/referee"
    assert text.count(command) == 1
    path = directory / UNIT.name
    # It asks whether the program is there.
    path.write_text(text.replace(command, shutil.which("true")), "utf-8")
    found = subprocess.run([ANALYZE, "verify", path], capture_output=True, text=True, check=False)
    return [line for line in found.stderr.splitlines() if UNIT.name in line]


def test_the_unit_is_sound(tmp_path):
    assert verified(tmp_path, UNIT.read_text("utf-8")) == []


def test_what_is_wrong_would_be_said(tmp_path):
    (said,) = verified(tmp_path, UNIT.read_text("utf-8").replace("ProtectHome", "ProtectHouse"))
    assert "ProtectHouse" in said
