"""``patience.replay_arrays`` and ``plies_table``: every position is the one that ``Game`` reaches."""

import numpy as np
import pyarrow as pa
import pytest

import patience
from patience import Game, PatienceError, plies_table, replay_arrays
from patience.cards import CODES
from patience.kernel.loader import KERNEL, engine_name

kernel = pytest.importorskip("patience.kernel.core")

pytestmark = pytest.mark.skipif(engine_name() != KERNEL, reason="the readable engine is chosen")

UNSEEN = 53

# Face-down cards and a stock, redeals that shuffle, a base rank, pairs, and two packs.
GAMES = [
    {"variant": "freecell", "seed": "1"},
    {"variant": "klondike", "seed": "7", "rules": {"draw": "three"}},
    {"variant": "canfield", "seed": "3"},
    {"variant": "pyramid", "seed": "5"},
    {"variant": "spider", "seed": "2"},
    {"variant": "la-belle-lucie", "seed": "4"},
]


def played(log, moves=40):
    """Return a log with the first of the legal moves that was not played just before, over and over."""
    game = Game.from_log({**log, "moves": []})
    while len(game.moves) < moves and (legal := game.legal_moves):
        game.push(legal[len(game.moves) % len(legal)])
    return {**log, "moves": [*game.moves]}


def seen(game, pile, observe):
    """Return the cards of a pile as numbers, those that a player does not see as UNSEEN."""
    cards, face_down = game.position[pile]
    hidden = face_down if observe == "player" else 0
    return [UNSEEN] * hidden + [CODES.index(card) + 1 for card in cards[hidden:]]


@pytest.mark.parametrize("observe", ["player", "all"])
@pytest.mark.parametrize("log", GAMES, ids=lambda log: log["variant"])
def test_every_position_is_that_of_the_game(log, observe):
    log = played(log)
    arrays = replay_arrays([log], observe=observe)
    piles, legal = arrays.piles(), arrays.legal_mask()
    game = Game.from_log({**log, "moves": []})
    assert len(arrays) == len(log["moves"]) + 1
    for row, move in enumerate([*log["moves"], None]):
        for place, pile in enumerate(arrays.pile_names):
            cards = seen(game, pile, observe)
            assert [*piles[row, place, : len(cards)]] == cards
            assert not piles[row, place, len(cards) :].any()
        assert {arrays.tokens[action] for action in np.flatnonzero(legal[row])} == {*game.legal_moves}
        assert arrays.redeals[row] == game.redeals
        if move is None:
            assert arrays.actions[row] == -1
        else:
            assert arrays.tokens[arrays.actions[row]] == game.push(move)
    assert arrays.outcomes == (game.outcome,)


def test_a_log_ends_at_its_first_illegal_move():
    log = {"variant": "freecell", "seed": 1, "moves": ["T6-R1", "T7-T2", "T1-R2"]}
    arrays = replay_arrays([log, {**log, "moves": []}, {**log, "moves": ["no token"]}])
    assert [*arrays.starts] == [0, 2, 3, 4]
    assert [arrays.tokens[action] for action in arrays.actions if action >= 0] == ["T6-R1"]


def test_logs_that_are_not_of_the_game_are_rejected():
    log = {"variant": "klondike", "seed": 7, "moves": ["draw"], "player": "Ann"}
    arrays = replay_arrays([
        {**log, "variant": "klondik"}, log, {**log, "rules": {"draw": "three"}}, {**log, "seed": -1}, "[]",
        log,
    ])  # fmt: skip
    assert [*arrays.rejected] == [0, 2, 3, 4]
    assert [*arrays.starts] == [0, 0, 2, 2, 2, 2, 4]
    assert arrays.outcomes == ("", "in_progress", "", "", "", "in_progress")
    assert str(arrays.rejected[2]).startswith("The log is of klondike")


def test_a_foundation_without_a_number_is_found_by_its_cards():
    """``verify`` takes such moves, too."""
    moves = [
        "T6-F3", "T7-F2", "W-T3", "T7-T1", "T1-T6", "draw", "W-F1", "T6-T1", "T1-T6", "draw", "T7-T2",
        "T6-T1", "T1-T6", "draw", "T7-T4", "T5-T3", "T6-T1", "draw", "T1-T6", "T6-T5x2",
    ]  # fmt: skip
    log = {"variant": "klondike", "seed": "1", "moves": [*moves, "F-T6"]}
    arrays = replay_arrays([log, {**log, "moves": ["F-T6"]}])
    assert [*arrays.starts] == [0, 22, 23]
    assert [arrays.tokens[action] for action in arrays.actions if action >= 0] == [*moves, "F3-T6"]


def test_scores_are_those_of_the_variant():
    """Microsoft's Standard gives five points for a move from the waste to a column."""
    log = {"variant": "klondike", "seed": "7", "moves": ["T3-T7", "draw", "W-F4"]}
    arrays = replay_arrays([log, "{}", {**log, "moves": []}], scores=["standard"])
    expected = patience_score(log)
    assert [*arrays.scores["standard"]] == [expected, 0, 0]
    assert expected > 0
    with pytest.raises(PatienceError, match="no scoring 'standart'"):
        replay_arrays([log], scores=["standart"])


def patience_score(log):
    table = pa.Table.from_pylist([log])
    verdicts = pa.table(patience.verify_table(table, columns=["score:standard"]))
    return verdicts["score:standard"].to_pylist()[0]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([],), "None of the 0 logs has positions"),
        ((["{}"],), "None of the 1 logs has positions. The first: The log has no variant"),
        (([GAMES[0]], "everything"), "observe is 'player' or 'all', not 'everything'"),
    ],
)
def test_what_cannot_be_is_an_error(arguments, message):
    logs, *observe = arguments
    with pytest.raises(PatienceError, match=message):
        replay_arrays(logs, **({"observe": observe[0]} if observe else {}))


def rows_of(arrays, log):
    """Return the rows of a log as ``plies_table`` has them."""
    for ply, row in enumerate(range(arrays.starts[log], arrays.starts[log + 1])):
        action = arrays.actions[row]
        yield {
            "row": log,
            "ply": ply,
            "cards": arrays.cards[row : row + 1].tolist()[0],
            "sizes": arrays.sizes[row : row + 1].tolist()[0],
            "redeals": arrays.redeals[row],
            "legal": arrays.legal[row : row + 1].tobytes(),
            "action": None if action < 0 else action,
            "move": None if action < 0 else arrays.tokens[action],
            "outcome": arrays.outcomes[log],
        }


@pytest.mark.parametrize("observe", ["player", "all"])
def test_the_table_has_the_positions_of_the_arrays(observe):
    logs = [played(log) for log in GAMES]
    table = pa.table({name: [log.get(name) for log in logs] for name in ("variant", "seed", "moves")})
    rules = pa.array([log.get("rules") for log in logs], pa.map_(pa.string(), pa.string()))
    plies = pa.table(plies_table(table.append_column("rules", rules), observe=observe))
    plies.validate(full=True)
    expected = []
    for number, log in enumerate(logs):
        rows = [*rows_of(replay_arrays([log], observe=observe), 0)]
        expected += [{**row, "row": number} for row in rows]
    assert plies.to_pylist() == expected


def test_rows_that_are_not_logs_have_no_positions():
    moves = [["T6-R1"], None, ["T6-R1"], ["T7-T2"]]
    table = pa.table({"deal": [1, 1, None, 1], "moves": moves})
    for _ in range(2):
        plies = pa.table(plies_table(table, seed="deal", shared={"variant": "freecell"}))
        assert plies.select(["row", "ply", "move"]).to_pylist() == [
            {"row": 0, "ply": 0, "move": "T6-R1"},
            {"row": 0, "ply": 1, "move": None},
            {"row": 3, "ply": 0, "move": None},
        ]


def test_a_table_of_many_logs_comes_in_batches():
    log = played(GAMES[0])
    table = pa.table({name: [log[name]] * 3000 for name in ("variant", "seed", "moves")})
    reader = pa.RecordBatchReader.from_stream(plies_table(table))
    sizes = [batch.num_rows for batch in reader]
    assert sum(sizes) == 3000 * (len(log["moves"]) + 1)
    assert len(sizes) > 1


def test_an_empty_table_has_no_positions():
    table = pa.table({"variant": pa.nulls(0), "seed": pa.nulls(0), "moves": pa.nulls(0)})
    assert pa.table(plies_table(table)).num_rows == 0


def test_a_table_without_moves_is_an_error():
    with pytest.raises(PatienceError, match="no column 'moves'"):
        plies_table(pa.table({"variant": ["freecell"]}))
