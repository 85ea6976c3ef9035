"""Whatever is changed in a saved game, reading it runs nothing and fails only as it should."""

import random
import subprocess
import sys

from service.saves.save_import import import_save
from tests.saves.mutants import mutant, originals, try_to_import, watched

MUTANTS = 600


def test_mutants_do_nothing():
    files, rng = originals(), random.Random(466)
    # What the engine and its tables import or compile once is no business of the files.
    for data in files:
        try_to_import(data)
    with watched() as events:
        taken = sum(try_to_import(mutant(files, rng)) for _ in range(MUTANTS))
    assert events == []
    assert 0 < taken < MUTANTS


def test_the_watch_sees_what_happens(tmp_path):
    with watched() as events:
        (tmp_path / "file").write_text("")
        eval("1")
    assert {"open", "compile", "exec"} <= set(events)


def test_mutants_do_not_look_at_each_other():
    """What one file does to the reader's own objects would show in the next."""
    files, rng = originals(), random.Random(11)
    before = [outcome(data) for data in files]
    for _ in range(100):
        try_to_import(mutant(files, rng))
    assert [outcome(data) for data in files] == before


def outcome(data: bytes):
    return import_save(data).moves if try_to_import(data) else None


def test_large_files_take_little():
    """The command limits its own memory and time."""
    command = [sys.executable, "-m", "tests.soak.saves", "--mutants", "6"]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    assert ", 0 broke a rule" in found.stdout
