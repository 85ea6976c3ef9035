"""Each file system call of a batch fails once, with each error that it can have."""

import json
import tempfile

import pytest

from service.app import create_app
from service.http.uploads import KEPT_IN_MEMORY
from tests.bulk.faults import ERRORS, Faults

GAME = b'{"variant":"double-russian","seed":"1","moves":["T1-T1"],"include":[]}'
LINE = GAME.ljust(90_000) + b"\n"
BATCH = LINE * (KEPT_IN_MEMORY // len(LINE) + 2)
GAMES = BATCH.count(b"\n")

CLIENT = create_app({"TESTING": True, "log_level": "warning"}).test_client()


def post():
    return CLIENT.post("/v1/replays/batch", data=BATCH, content_type="application/jsonl", buffered=True)


def is_whole(response):
    *answers, summary = map(json.loads, response.data.splitlines())
    assert len(answers) == GAMES
    assert summary["summary"] == {"lines": GAMES, "valid": 0, "invalid": GAMES, "rejected": 0}
    return response.status_code == 200


@pytest.fixture
def faults(monkeypatch, tmp_path):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return Faults(tmp_path)


def test_the_answer_is_complete_or_a_problem(faults, tmp_path):
    with faults.failing():
        assert is_whole(post())
    calls = faults.calls
    assert {"open", "read", "write", "close"} <= set(calls)
    for which, name in enumerate(calls):
        for error in ERRORS[name]:
            with faults.failing(which, error):
                response = post()
            if response.status_code == 503:
                assert response.json["type"] == "urn:patience-referee:problem:no-room"
                assert response.headers["Retry-After"] == "1"
            else:
                assert is_whole(response), (which, name, error)
            assert list(tmp_path.iterdir()) == []
    assert is_whole(post())


def test_the_last_write_may_fail(faults):
    """The end of a body is in a buffer that is written when the file is rewound."""
    with faults.failing():
        post()
    last = max(which for which, name in enumerate(faults.calls) if name == "write")
    for error in ERRORS["write"][:2]:
        with faults.failing(last, error):
            assert post().status_code == 503
