"""``referee keygen``, with real files."""

import json
import os
import resource
import sys
from contextlib import contextmanager

import pytest
from click.testing import CliRunner

from service.app import create_app
from service.cli import main
from service.commands.keygen_command import keygen
from service.receipts.keys import load_daily_key, private_key, usable_keys
from tests.forged_receipts import write_key
from tests.programs.test_streams import FULL, on_a_full_disk


def run(*arguments):
    return CliRunner().invoke(keygen, [str(argument) for argument in arguments])


def test_the_service_accepts_the_key(tmp_path):
    file = tmp_path / "key.json"
    result = run(file)
    assert (result.exit_code, result.stderr) == (0, "")
    client = create_app({"key_file": str(file), "issuer": "https://a.example"}).test_client()
    assert json.loads(result.stdout) == client.get("/.well-known/jwks.json").json
    assert "d" in json.loads(file.read_text())
    assert json.loads(file.read_text())["d"] not in result.stdout


def test_a_key_of_daily_deals(tmp_path):
    file = tmp_path / "daily.key"
    result = run("--daily", file)
    assert (result.exit_code, result.output) == (0, "")
    assert file.stat().st_mode & 0o777 == 0o600
    assert len(load_daily_key(str(file))) == 32


def test_only_the_owner_can_read_the_key(tmp_path):
    before = os.umask(0)
    try:
        open_to_all = tmp_path / "open.json"
        open_to_all.write_text("")
        assert open_to_all.stat().st_mode & 0o777 == 0o666
        run(tmp_path / "key.json")
        run(open_to_all, "--force")
    finally:
        os.umask(before)
    assert (tmp_path / "key.json").stat().st_mode & 0o777 == 0o600
    assert open_to_all.stat().st_mode & 0o777 == 0o600


def test_an_existing_file_is_replaced_only_with_force(tmp_path):
    file = tmp_path / "key.json"
    key = write_key(file)
    before = file.read_bytes()
    result = run(file)
    assert result.exit_code == 2
    assert result.stderr == f"Error: Cannot write {file}: File exists. --force replaces it.\n"
    assert result.stdout == ""
    assert file.read_bytes() == before

    forced = run("--force", file)
    assert forced.exit_code == 0
    assert list(usable_keys(forced.stdout_bytes)) == [private_key(file.read_bytes()).thumbprint()]
    assert private_key(file.read_bytes()).thumbprint() != key.thumbprint()
    assert [path.name for path in tmp_path.iterdir()] == ["key.json"]


def test_force_without_an_existing_file(tmp_path):
    assert run(tmp_path / "key.json", "--force").exit_code == 0


def test_a_file_that_cannot_be_written(tmp_path):
    result = run(tmp_path / "nix" / "key.json")
    assert result.exit_code == 2
    assert result.stderr.endswith("key.json: No such file or directory.\n")
    assert run(tmp_path).exit_code == 2
    assert run(tmp_path, "--force").exit_code == 2
    assert [*tmp_path.iterdir()] == []


@contextmanager
def no_space():
    """Limit all files of this process to 0 bytes. Python ignores the signal that writing more sends."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_no_partial_key_is_left_without_disk_space(tmp_path):
    file = tmp_path / "key.json"
    for arguments in ([file], [file, "--force"]):
        with no_space():
            result = run(*arguments)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr == f"Error: Cannot write {file}: File too large.\n"
        assert [*tmp_path.iterdir()] == []


@on_a_full_disk
def test_no_key_is_left_if_its_public_key_cannot_be_printed(tmp_path, monkeypatch, capsys):
    file, other = tmp_path / "key.json", tmp_path / "other.json"
    write_key(other)
    before = other.read_bytes()
    for arguments in ([str(file)], [str(other), "--force"]):
        with FULL.open("w") as full, monkeypatch.context() as changed:
            changed.setattr(sys, "stdout", full)
            with pytest.raises(SystemExit) as ended:
                main(["keygen", *arguments])
        assert ended.value.code == 2
        assert capsys.readouterr().err == (
            f"{arguments[0]} was not written, because its public key could not be printed.\n"
            "Error: Cannot write to standard output: No space left on device.\n"
        )
    assert [*tmp_path.iterdir()] == [other]
    assert other.read_bytes() == before
