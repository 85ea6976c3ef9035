"""``patience.register``: verdicts and positions in queries of DuckDB."""

import pytest

import patience
from patience import Game, verify
from patience.kernel.loader import KERNEL, engine_name

duckdb = pytest.importorskip("duckdb")

pytestmark = pytest.mark.skipif(engine_name() != KERNEL, reason="the readable engine is chosen")

LOG = {"variant": "klondike", "seed": "7", "moves": ["T3-T7", "draw"]}


@pytest.fixture
def connection():
    with duckdb.connect() as connection:
        patience.register(connection)
        yield connection


def test_every_row_has_its_verdict(connection):
    """More rows than DuckDB passes at a time, some of them null."""
    connection.sql(
        "CREATE TABLE games AS SELECT range AS id, 'klondike' AS variant, '7' AS seed, "
        "CASE range % 3 WHEN 0 THEN ['T3-T7', 'draw'] WHEN 1 THEN ['T1-T1'] END AS moves FROM range(10000)"
    )
    rows = connection.sql(
        "SELECT id % 3, v.result, count(*) "
        "FROM (SELECT id, patience_verify(variant, seed, moves) AS v FROM games) GROUP BY ALL ORDER BY ALL"
    ).fetchall()
    assert rows == [(0, "valid", 3334), (1, "invalid", 3333), (2, "rejected", 3333)]


def test_a_verdict_has_its_columns(connection):
    (found,) = connection.execute(
        "SELECT patience_verify(?, ?, ?)", [LOG["variant"], LOG["seed"], ["T3-T7", "T1-T1"]]
    ).fetchone()
    expected = verify({**LOG, "moves": ["T3-T7", "T1-T1"]}).to_dict()
    names = ("outcome", "moves_total", "moves_played", "illegal_index", "illegal_move", "reason")
    assert {name: found[name] for name in names} == {name: expected[name] for name in names}


@pytest.mark.parametrize(
    ("log", "ply", "moves"),
    [(LOG, 0, []), (LOG, 2, LOG["moves"]), (LOG, 3, None), (LOG, -1, None), (LOG, None, None),
     ({**LOG, "moves": ["T1-T1"]}, 1, None), ({**LOG, "variant": "klondik"}, 0, None),
     ({**LOG, "seed": None}, 0, None)],
)  # fmt: skip
def test_positions_are_those_after_so_many_moves(connection, log, ply, moves):
    (found,) = connection.execute(
        "SELECT patience_position(?, ?, ?, ?)", [log["variant"], log["seed"], log["moves"], ply]
    ).fetchone()
    if moves is None:
        assert found is None
        return
    game = Game("klondike", seed=7)
    for move in moves:
        game.push(move)
    assert found == game.position_text
