"""Files written by PySolFC give the logs that were played; hostile ones are refused."""

import json

import pytest

from patience.compilation.compiled_rules import tables_for
from patience.play.dealing import deal_seed
from patience.play.replay import GameLog, replay
from schemas.verdicts import state_json
from service.saves.save_errors import Fault, SaveError
from service.saves.save_import import import_save
from tests.conftest import FIXTURES

SAVES = FIXTURES / "saves"
EXPECTED = [json.loads(line) for line in (SAVES / "expected.jsonl").read_text("utf-8").splitlines()]
GENUINE = [line for line in EXPECTED if line["verdict"] == "log"]
HOSTILE = [line for line in EXPECTED if line["verdict"] == "refuse"]

each_genuine = pytest.mark.parametrize("expected", GENUINE, ids=lambda line: line["file"])


def test_every_file_is_listed():
    assert sorted(path.name for path in SAVES.glob("*.pso")) == sorted(line["file"] for line in EXPECTED)


@each_genuine
def test_the_log(expected):
    found = import_save((SAVES / expected["file"]).read_bytes())
    assert (found.variant, found.seed, found.version) == tuple(
        expected[key] for key in ("variant", "seed", "version")
    )
    assert found.rules == expected.get("rules", {})
    assert found.moves == expected["moves"]
    assert found.undone == expected["undone"]


@each_genuine
def test_the_position(expected):
    found = import_save((SAVES / expected["file"]).read_bytes())
    deal = deal_seed(tables_for(found.variant, found.rules), found.seed)
    verdict = replay(GameLog(deal, tuple(found.moves)))
    assert verdict.position.won == expected["won"]
    state = {name: value for name, value in state_json(verdict.position).items() if name != "base_rank"}
    assert state == {"redeals": 0, **expected["final"]}
    assert bool(found.warnings) == ("saved" in expected)


@pytest.mark.parametrize("expected", HOSTILE, ids=lambda line: line["file"])
def test_hostile_files_are_refused(expected):
    with pytest.raises(SaveError) as caught:
        import_save((SAVES / expected["file"]).read_bytes())
    assert caught.value.fault in (Fault.NOT_A_SAVE, Fault.POSITION_DIFFERS)


@each_genuine
def test_a_truncated_file(expected):
    data = (SAVES / expected["file"]).read_bytes()
    for end in [*range(2, 200), *range(200, len(data), 997), len(data) - 1]:
        with pytest.raises(SaveError) as caught:
            import_save(data[:end])
        assert caught.value.fault in (Fault.DAMAGED, Fault.NOT_A_SAVE), end
