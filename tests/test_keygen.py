"""``referee keygen``: real files."""

import json
import os

from click.testing import CliRunner

from service.app import create_app
from service.commands.keygen import keygen
from service.receipts.keys import private_key, usable_keys
from tests.forgeries import write_key


def run(*arguments):
    return CliRunner().invoke(keygen, [str(argument) for argument in arguments])


def test_keygen_writes_a_key_that_the_service_takes(tmp_path):
    file = tmp_path / "key.json"
    result = run(file)
    assert (result.exit_code, result.stderr) == (0, "")
    client = create_app({"key_file": str(file), "issuer": "https://a.example"}).test_client()
    assert json.loads(result.stdout) == client.get("/.well-known/jwks.json").json
    assert "d" in json.loads(file.read_text())
    assert json.loads(file.read_text())["d"] not in result.stdout


def test_only_the_owner_may_read_a_key(tmp_path):
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


def test_keygen_replaces_no_key_unless_forced(tmp_path):
    file = tmp_path / "key.json"
    key = write_key(file)
    before = file.read_bytes()
    result = run(file)
    assert result.exit_code == 2
    assert result.stderr == f"Error: {file} cannot be written: File exists. --force replaces it.\n"
    assert result.stdout == ""
    assert file.read_bytes() == before

    forced = run("--force", file)
    assert forced.exit_code == 0
    assert list(usable_keys(forced.stdout_bytes)) == [private_key(file.read_bytes()).thumbprint()]
    assert private_key(file.read_bytes()).thumbprint() != key.thumbprint()
    assert [path.name for path in tmp_path.iterdir()] == ["key.json"]


def test_forced_keygen_needs_nothing_to_replace(tmp_path):
    assert run(tmp_path / "key.json", "--force").exit_code == 0


def test_keygen_where_nothing_can_be_written(tmp_path):
    result = run(tmp_path / "nix" / "key.json")
    assert result.exit_code == 2
    assert result.stderr.endswith("key.json cannot be written: No such file or directory.\n")
    assert run(tmp_path).exit_code == 2
    assert run(tmp_path, "--force").exit_code == 2
    # The remains of a keygen that was killed are somebody's key until they are looked at.
    (tmp_path / "key.json.new").touch()
    result = run(tmp_path / "key.json", "--force")
    assert result.exit_code == 2
    assert result.stderr.endswith("key.json.new cannot be written: File exists.\n")
