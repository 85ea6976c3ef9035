"""Importing changed saved games executes nothing and raises only SaveError."""

import random

from service.saves.save_import import import_save
from tests.saves.mutants import mutant, originals, try_to_import, watched

MUTANTS = 300


def test_mutants_execute_nothing():
    files, rng = originals(), random.Random(466)
    # The engine imports and compiles on first use, which the watch would see.
    for data in files:
        try_to_import(data)
    with watched() as events:
        taken = sum(try_to_import(mutant(files, rng)) for _ in range(MUTANTS))
    assert events == []
    assert 0 < taken < MUTANTS


def test_the_watch_sees_files_and_code(tmp_path):
    with watched() as events:
        (tmp_path / "file").write_text("")
        eval("1")
    assert {"open", "compile", "exec"} <= set(events)


def test_mutants_do_not_affect_later_files():
    files, rng = originals(), random.Random(11)
    before = [outcome(data) for data in files]
    for _ in range(100):
        try_to_import(mutant(files, rng))
    assert [outcome(data) for data in files] == before


def outcome(data: bytes):
    return import_save(data).moves if try_to_import(data) else None
