"""``patience.verify``: the kernel's verdicts, what tables hold, and what is made when it is asked for."""

import json
import pickle
from decimal import Decimal

import numpy as np
import polars as pl
import pytest

import patience
from patience import Game, PatienceError, verify, verify_lines

LOG = {"variant": "klondike", "seed": "7", "moves": ["T3-T7", "draw"]}
ILLEGAL = {"variant": "freecell", "seed": "1", "moves": ["T6-R1", "T7-T2", "T1-R2"]}


def played(log):
    """Return the game of a log, its moves pushed one by one, and why the first illegal one is."""
    game = Game(log["variant"], seed=log["seed"], **log.get("rules", {}))
    for move in log["moves"]:
        if refusal := game.why_not(move):
            return game, refusal.reason
        game.push(move)
    return game, None


@pytest.mark.parametrize("log", [LOG, ILLEGAL, {**LOG, "rules": {"draw": "three"}}, {**LOG, "moves": []}])
@pytest.mark.parametrize("form", [dict, json.dumps, lambda log: json.dumps(log).encode()])
def test_a_verdict_is_that_of_a_replay_move_by_move(log, form):
    game, reason = played(log)
    verdict = verify(form(log))
    assert verdict.game == game
    assert (verdict.moves_total, verdict.moves_played) == (len(log["moves"]), len(game.moves))
    assert (verdict.valid, verdict.outcome) == (reason is None, game.outcome)
    assert (verdict.first_illegal_move and verdict.first_illegal_move.reason) == reason


def test_a_verdict_does_not_follow_later_changes_of_the_log():
    log = {**LOG, "moves": ["T3-T7", "draw"]}
    verdict = verify(log)
    log["moves"][:] = ["nothing"]
    assert verdict.game.moves == ("T3-T7", "draw")


def test_a_verdict_can_be_pickled_compared_and_shown():
    verdict = verify(ILLEGAL)
    assert pickle.loads(pickle.dumps(verdict)) == verdict == verify(json.dumps(ILLEGAL))
    assert verdict != verify(LOG)
    assert repr(verdict) == "<Verdict: not valid, 1 of 3 moves, in_progress>"
    assert verdict._repr_svg_() == verdict.game.svg()
    assert verdict.to_dict() == {
        "valid": False,
        "outcome": "in_progress",
        "moves_total": 3,
        "moves_played": 1,
        "illegal_index": 1,
        "illegal_move": "T7-T2",
        "reason": "wrong_color",
        "detail": "8♣ cannot go on 9♣ on T2: colours must alternate.",
    }


@pytest.mark.parametrize(
    "changes",
    [
        {"seed": 7},
        {"seed": 7.0},
        {"seed": np.int64(7)},
        {"seed": np.uint64(7)},
        {"seed": np.float64(7)},
        {"seed": np.float32(7)},
        {"seed": np.str_("7")},
        {"seed": Decimal(7)},
        {"seed": Decimal("7.00")},
        {"moves": "T3-T7 draw"},
        {"moves": '["T3-T7", "draw"]'},
        {"rules": '{"draw": "one"}'},
        {"moves": ("T3-T7", "draw")},
        {"moves": np.array(["T3-T7", "draw"])},
        {"moves": np.array(["T3-T7", "draw"], dtype=object)},
        {"moves": pl.Series(["T3-T7", "draw"])},
        {"deck": None, "board": None, "rules": None, "ref": float("nan")},
        {"rules": {"draw": "one", "spaces": None}},
    ],
)
def test_what_tables_hold_is_taken(changes):
    assert verify({**LOG, **changes}) == verify(LOG)


def test_records_of_a_data_frame_are_logs():
    """Structs of Polars have a field for each option of any row, null where a row has none."""
    rows = [LOG, {**LOG, "rules": {"draw": "three"}}, {**ILLEGAL, "rules": {"draw": None}}]
    frame = pl.DataFrame(rows)
    for record, row in zip(frame.to_dicts(), rows, strict=True):
        rules = {name: value for name, value in (row.get("rules") or {}).items() if value}
        assert verify(record) == verify({**row, "rules": rules})


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"seed": 7.5}, "bad_seed"),
        ({"seed": True}, "bad_seed"),
        ({"seed": np.bool_(True)}, "bad_seed"),
        ({"seed": ["7"]}, "bad_seed"),
        ({"seed": None}, "bad_log"),
        ({"variant": "klondyke"}, "unknown_variant"),
        ({"rules": {"draw": "nine"}}, "bad_options"),
        ({"seed": "-x9"}, "bad_seed"),
        ({"seed": float("nan")}, "bad_log"),
        ({"moves": None}, "bad_log"),
        ({"moves": "["}, "bad_log"),
        ({"moves": '["T3-T7", 7]'}, "bad_log"),
        ({"rules": "draw=one"}, "bad_options"),
        ({"moves": ["T3-T7", None]}, "bad_log"),
        ({"moves": [7]}, "bad_log"),
        ({"rules_version": "99"}, "bad_log"),
        ({"variant": 7}, "unknown_variant"),
        ({"checkpoints": [{"after": 0, "piles": {"W": []}}]}, "bad_log"),
        ({"date": "2026-11-29"}, "bad_log"),
    ],
)
@pytest.mark.parametrize("form", [dict, lambda log: json.dumps(log, default=lambda value: value.item())])
def test_what_is_not_a_log_is_refused(changes, reason, form):
    log = form({**LOG, **changes})
    details = set()
    # A mistake that is met again is refused in the same words.
    for _ in range(2):
        with pytest.raises(PatienceError) as caught:
            verify(log)
        assert caught.value.reason == reason
        details.add(caught.value.detail)
    assert len(details) == 1


@pytest.mark.parametrize(
    "move", ['draw","draw', 'draw"],"seed":"8","moves":["draw', "draw draw", "draw\\", "draw\n", "é", ""]
)
def test_a_text_that_is_not_a_move_ends_the_legal_moves(move):
    """However it is quoted, it stays one move."""
    verdict = verify({**LOG, "moves": ["T3-T7", move, "draw"]})
    assert (verdict.valid, verdict.moves_total, verdict.moves_played) == (False, 3, 1)
    assert verdict.first_illegal_move.reason == "not_a_move"
    assert verdict.game.seed == "7"


def test_a_text_that_is_not_a_move_does_not_hide_an_illegal_move_before_it():
    verdict = verify({**LOG, "moves": ["T3-T7", "T1-T1", "draw", "undo", "draw"]})
    assert (verdict.valid, verdict.moves_total, verdict.moves_played) == (False, 5, 1)
    assert (verdict.first_illegal_move.index, verdict.first_illegal_move.reason) == (1, "same_pile")


def test_members_of_ones_own_are_ignored_when_asked():
    log = {**LOG, "date": "2026-11-29", "player": 7}
    for form in (log, json.dumps(log)):
        assert verify(form, unknown="ignore") == verify(LOG)
        with pytest.raises(PatienceError, match="'date' is not a member of a log"):
            verify(form)
    with pytest.raises(PatienceError, match="unknown is 'reject' or 'ignore', not 'keep'"):
        verify(LOG, unknown="keep")


def test_lines_are_judged_in_step():
    lines = [json.dumps(LOG), "", "{", json.dumps({**LOG, "date": 1}).encode(), json.dumps(ILLEGAL)]
    found = [*verify_lines(lines)]
    assert [type(each) for each in found] == [patience.Verdict, *[PatienceError] * 3, patience.Verdict]
    assert [each.reason for each in found[1:4]] == ["bad_log"] * 3
    assert [type(each) for each in verify_lines(lines, unknown="ignore")][3] is patience.Verdict


def test_a_game_of_a_declaration_has_a_verdict():
    game = Game("mine", declaration=patience.variants["klondike"].rules, seed=7)
    game.push("draw")
    assert verify(game.to_log()).moves_played == 1
