"""Tables of winnable deals: as files, and that what the shipped ones say is so."""

import sys

import pytest

from patience.compilation.compiled_rules import compile_tables, tables_for
from patience.games import VARIANTS
from patience.play.dealing import deal_seed
from patience.play.replay import advance
from patience.search.difficulty import Grade, graded_seeds
from patience.search.evaluation import evaluate
from patience.search.findings import Prospect
from patience.search.search_runner import is_available
from patience.search.winnable_tables import GameError, Table, TableInfo, shipped_tables, table_of
from tests.conftest import some

OTHER_VERSIONS = 400_000
"""Positions: another version of the search may need more than the one that made a table."""


def made(winnable, of):
    return TableInfo("double-russian", {"groups": "any"}, "1", "1", 30_000, winnable, 0, of - winnable)


@pytest.mark.parametrize(
    ("seeds", "of"),
    [({1}, 1), (set(), 8), ({1, 8}, 8), ({9}, 9), ({2, 3, 15, 17}, 17), ({*range(1, 101)}, 100)],
)
def test_a_table_is_read_as_it_was_written(tmp_path, seeds, of):
    table = Table.of(made(len(seeds), of), frozenset(seeds))
    path = tmp_path / table.made.file
    path.write_bytes(table.to_bytes())
    assert path.name == "double-russian,groups=any.table"
    read = Table.read(path)
    assert read == table
    assert len(read.bits) == -(-of // 8)
    assert {*read.seeds(0)} == seeds == {seed for seed in range(1, of + 1) if read.is_winnable(seed)}
    assert [*read.seeds(2)] == sorted(seed for seed in seeds if seed > 2)


def test_a_damaged_table_is_refused(tmp_path):
    whole = Table.of(made(2, 20), frozenset({3, 20})).to_bytes()
    head, bits = whole.split(b"\n", 1)
    damaged = [
        b"",
        head,
        whole[:-1],
        whole + b"\0",
        b"{}\n" + bits,
        b"[1]\n" + bits,
        head[:-1] + b"\n" + bits,
    ]
    damaged += [head + b"\n\xff" + bits[1:], head.replace(b'"dead"', b'"gone"') + b"\n" + bits]
    for number, data in enumerate(damaged):
        path = tmp_path / f"{number}.table"
        path.write_bytes(data)
        with pytest.raises(GameError, match=r"is not a table|is damaged"):
            Table.read(path)


def named(table):
    return table.made.file


def test_the_shipped_tables_are_of_the_rules_that_are_served():
    for table in shipped_tables():
        tables = tables_for(table.made.variant, table.made.rules)
        assert dict(tables.options) == table.made.rules, table.made.file
        assert table_of(tables) == table, table.made.file


@pytest.mark.skipif(not is_available(), reason="There is no search in this build.")
@pytest.mark.parametrize("table", some(shipped_tables(), 9), ids=named)
def test_what_a_shipped_table_says_is_proved_again(table):
    """Some of them; ``referee maintain winnable --prove`` proves every deal of a table again."""
    tables = tables_for(table.made.variant, table.made.rules)
    seed = next(table.seeds(0), None)
    opening = deal_seed(tables, str(seed or 1)).position()
    found = evaluate(opening, max(table.made.budget, OTHER_VERSIONS)).finding
    if seed is None:
        assert table.made.dead, "This table says nothing."
        assert found.prospect is not Prospect.WINNABLE
        return
    assert found.prospect is Prospect.WINNABLE, seed
    advance(opening, found.continuation)
    assert opening.won, seed


def test_no_rules_are_kept_for_their_table():
    """Clients choose among thousands of settings, and each look-up may compile the rules anew."""
    variant = VARIANTS["klondike"]
    rules = compile_tables(variant, tables_for("klondike").options)
    references = sys.getrefcount(rules)
    assert table_of(rules) is not None
    assert graded_seeds(rules, Grade.EASY)
    assert sys.getrefcount(rules) == references
