"""Tokens for claims: what their file may hold, and what is said of one that holds something else."""

import pytest

from service.config import SettingError
from service.http.app import create_app
from service.receipts.claim_tokens import Tokens


def load(tmp_path, content):
    file = tmp_path / "tokens"
    file.write_bytes(content)
    return Tokens.load(str(file))


def test_a_token_and_whose_it_is(tmp_path):
    tokens = load(tmp_path, b"a 1\r\n\n  a\t2 \nb 3")
    assert [tokens.name_of(token) for token in (b"1", b"2", b"3")] == ["a", "a", "b"]
    assert [tokens.name_of(token) for token in (b"", b"a", b"1\n", b"\xe9")] == [None] * 4


def test_without_a_file_anybody_may_ask():
    assert Tokens.load("") is None


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"", "holds no token"),
        (b" \n", "holds no token"),
        (b"a", "line 1: expected a name and a token"),
        (b"a 1\nb 2 3", "line 2: expected a name and a token"),
        (b"a 1\nb 1", "line 2: the token stands there twice"),
        (b"a" * 201 + b" 1", "line 1: expected a name and a token"),
        (b"\xff 1", "both ASCII"),
    ],
)
def test_a_bad_file_is_told_at_start_up(tmp_path, content, found):
    file = tmp_path / "tokens"
    file.write_bytes(content)
    with pytest.raises(SettingError, match=found):
        create_app({"claims_tokens_file": str(file)})


def test_a_file_that_cannot_be_read(tmp_path):
    with pytest.raises(SettingError, match=r"REFEREE_CLAIMS_TOKENS_FILE: .* cannot be read"):
        create_app({"claims_tokens_file": str(tmp_path / "missing")})
