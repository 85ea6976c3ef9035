"""The times of moves: the pace that they show, and what is refused."""

import pytest

from service.openapi.examples import MOVES, SEED, VARIANT

LOG = {"variant": VARIANT, "seed": SEED, "moves": MOVES[:2], "include": ["pace"]}


def test_the_pace_of_a_game(client):
    """The pauses are 1000, 99, 100 and 4801 ms; the median of four is the middle of 100 and 1000."""
    moves = ["T7-T8x6", "T8-T7x6"] * 2
    log = {**LOG, "moves": moves, "times": [1000, 1099, 1199, 6000]}
    verdict = client.post("/v1/replays", json=log).json
    assert verdict["pace"] == {
        "milliseconds": 6000,
        "fastest": 99,
        "median": 550,
        "longest": 4801,
        "too_fast": 1,
    }


def test_a_game_without_moves(client):
    verdict = client.post("/v1/replays", json={**LOG, "moves": [], "times": []}).json
    assert set(verdict["pace"].values()) == {0}


def test_times_change_nothing_else(client):
    without = client.post("/v1/replays", json={**LOG, "include": ["final_state"]}).json
    timed = client.post("/v1/replays", json={**LOG, "include": ["final_state"], "times": [5, 5]}).json
    assert timed == without


@pytest.mark.parametrize(
    ("times", "code"),
    [
        (None, "missing"),
        ([1], "out_of_range"),
        ([1, 2, 3], "out_of_range"),
        ([2, 1], "out_of_range"),
        ([-1, 1], "out_of_range"),
        ([0, 10**12], "out_of_range"),
        ([0, 1.5], "out_of_range"),
        ([0, True], "out_of_range"),
        ([0, "1"], "out_of_range"),
        ("0 1", "wrong_type"),
        ([0] * 20_001, "too_many"),
    ],
)
def test_malformed_times(client, times, code):
    log = {**LOG} if times is None else {**LOG, "times": times}
    answer = client.post("/v1/replays", json=log)
    assert answer.status_code == 422
    assert [(error["pointer"], error["code"]) for error in answer.json["errors"]] == [("/times", code)]
