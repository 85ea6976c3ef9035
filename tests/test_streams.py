"""How the `referee` command ends where a stream is closed, full or read no more, or it is interrupted."""

import os
import subprocess
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from service.api.root import GOLDEN_GAME
from service.cli import main

FULL = Path("/dev/full")

on_a_full_disk = pytest.mark.skipif(not FULL.exists(), reason="this system has no full disk to try")


def test_whoever_has_read_enough_hears_no_more(monkeypatch):
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as broken:
        monkeypatch.setattr(sys, "stdout", broken)
        with pytest.raises(SystemExit) as ended:
            main(["variants"])
    assert ended.value.code == 141


@on_a_full_disk
@pytest.mark.parametrize("arguments", [["variants"], ["--help"], ["deal", "--help"], ["--version"]])
def test_a_full_disk_is_no_illegal_move(monkeypatch, capsys, arguments):
    with FULL.open("w") as full:
        monkeypatch.setattr(sys, "stdout", full)
        with pytest.raises(SystemExit) as ended:
            main(arguments)
    assert ended.value.code == 2
    told = "Error: Standard output cannot be written: No space left on device.\n"
    assert capsys.readouterr().err == told


@on_a_full_disk
@pytest.mark.parametrize("arguments", [[], ["replay", "nothing.json"]])
def test_nor_is_it_where_that_cannot_be_told(monkeypatch, arguments):
    with FULL.open("w") as full:
        monkeypatch.setattr(sys, "stderr", full)
        with pytest.raises(SystemExit) as ended:
            main(arguments)
    assert ended.value.code == 2


def test_closed_streams_are_done_without():
    """And what a command starts does not take their numbers for files of its own."""
    program = """
        exec 3>&1
        "$0" -m service.cli replay "$1" >&- 2>&- <&-; echo $? >&3
        "$0" -m service.cli replay - >&- 2>&- <&-; echo $? >&3
        "$0" -m service.cli conform --variant pysolfc-spider -- sh -c 'echo >&2 && exec cat' 2>&- >&-
        echo $?
    """
    done = subprocess.run(
        ["sh", "-c", program, sys.executable, GOLDEN_GAME], capture_output=True, text=True, check=True
    )
    # An echo is no engine, but it was there to be asked.
    assert done.stdout.split() == ["0", "2", "1"]


def test_an_encoding_without_suits(monkeypatch, tmp_path):
    file = tmp_path / "board.txt"
    with file.open("w", encoding="latin-1") as narrow:
        monkeypatch.setattr(sys, "stdout", narrow)
        main(["deal", "rouge-et-noir-hoffmann", "1"], standalone_mode=False)
    assert "A\\u2663" in file.read_text("latin-1")


def test_output_that_is_no_file():
    with redirect_stdout(StringIO()) as text:
        main(["variants"], standalone_mode=False)
    assert "double-russian" in text.getvalue()


@pytest.mark.parametrize(
    ("happens", "code", "told"),
    [
        (RuntimeError("a defect"), 2, "RuntimeError: a defect\n"),
        (KeyboardInterrupt(), 130, "Interrupted.\n"),
        (OSError(24, "Too many open files"), 2, "Error: [Errno 24] Too many open files.\n"),
    ],
)
def test_what_ends_a_command_is_no_result(monkeypatch, happens, code, told):
    def fail():
        raise happens

    monkeypatch.setitem(main.commands, "fail", click.Command("fail", callback=fail))
    done = CliRunner().invoke(main, ["fail"])
    assert (done.exit_code, done.stdout) == (code, "")
    assert done.stderr.endswith(told)
    assert ("Traceback" in done.stderr) == isinstance(happens, RuntimeError)
