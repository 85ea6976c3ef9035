"""The entries of the page *Open*: their deals follow from the salt, and are won as often as stated."""

import json

import pytest

from tools import open_entries
from tools.open_entries import entries, exact_interval, flaw, logs, play


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry["name"])
def test_every_entry_holds(entry):
    assert flaw(entry) == ""


def test_an_entry_of_other_deals_or_wins_does_not_hold():
    entry = entries()[-1]
    assert "salt" in flaw({**entry, "salt": "another"})
    assert "one for each" in flaw({**entry, "deals": entry["deals"] - 1})
    assert "the entry states" in flaw({**entry, "wins": entry["wins"] + 1})


def test_an_entry_is_played_on_after_the_last_whole_line(tmp_path, monkeypatch):
    entry = {**entries()[0], "player": "unsighted 3 with 16 guesses", "deals": 2}
    del entry["wins"]
    monkeypatch.setattr(open_entries, "FOLDER", tmp_path)
    monkeypatch.setattr(open_entries, "ENTRIES", tmp_path / "entries.json")
    open_entries.ENTRIES.write_text(json.dumps([entry]))
    play(entry)
    whole = logs(entry)
    (tmp_path / "klondike-one.jsonl").write_text(json.dumps(whole[0]) + "\n" + '{"variant')
    open_entries.ENTRIES.write_text(json.dumps([entry]))
    play(entry)
    assert logs(entry) == whole
    assert [flaw(other) for other in entries()] == [""]


@pytest.mark.parametrize(
    ("hits", "number", "low", "high"),
    [(0, 10, 0, 0.3085), (10, 10, 0.6915, 1), (5, 10, 0.1871, 0.8129), (1, 100, 0.0003, 0.0545)],
)
def test_the_exact_interval(hits, number, low, high):
    """The values are those of tables of Clopper's and Pearson's intervals."""
    assert exact_interval(hits, number) == pytest.approx((low, high), abs=5e-5)
