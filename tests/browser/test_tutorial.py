"""The web page of the tutorial "Verify your players' games", in a real browser."""

import re
import shlex
import subprocess
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from patience.search.search_runner import is_available
from service.receipts.keys import as_text, by_name, jwk_set, new_key, private_jwk
from tests.doc_pages import ROOT, read_blocks
from tests.servers import served
from tests.sites import serving

BLOCKS = read_blocks(ROOT / "docs" / "tutorial" / "verify-your-players-games.md")
ISSUER = "http://127.0.0.1:8000"


class QuietHandler(SimpleHTTPRequestHandler):
    """A file server without a log."""

    def log_message(self, *_) -> None:
        """Drop the message."""


@pytest.fixture
def key_files(tmp_path) -> Path:
    """A directory with key.json and jwks.json."""
    key = new_key()
    (tmp_path / "key.json").write_text(as_text(private_jwk(key)))
    (tmp_path / "key.json").chmod(0o600)
    (tmp_path / "jwks.json").write_text(as_text(jwk_set(by_name([key]))))
    return tmp_path


@pytest.mark.skipif(not is_available(), reason="The search is not compiled.")
def test_an_honest_claim_gets_a_receipt_and_a_forged_game_does_not(browser, key_files):
    (html,) = [block.text for block in BLOCKS if block.title == "board/index.html"]
    with served(workers=1, key_file=key_files / "key.json", issuer=ISSUER) as referee:
        board = key_files / "board"
        board.mkdir()
        (board / "index.html").write_text(html.replace(":8000", f":{referee.port}"), "utf-8")
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=board))
        with serving(server) as address:
            page = browser.new_page()
            page.goto(address)
            page.click("text=Play a game")
            page.wait_for_selector("text=The game is won after")
            page.click("text=Claim the win")
            page.wait_for_selector("text=The claim is confirmed.")
            receipt = page.input_value("#receipt")
            page.click("text=Leave out a move")
            page.wait_for_selector("text=is left out")
            page.click("text=Claim the win")
            page.locator("#status").filter(has_text=re.compile(r"^Move \d+ \(index \d+\)")).wait_for()
            assert page.input_value("#receipt") == ""
            page.close()
    assert verify(key_files, receipt) == (0, "Genuine.")
    changed = "A" if receipt[-9] != "A" else "B"
    assert verify(key_files, receipt[:-9] + changed + receipt[-8:])[0] == 1


def verify(directory: Path, receipt: str) -> tuple[int, str]:
    """Run the tutorial's command; return its exit code and the first line that it prints."""
    (directory / "receipt.txt").write_text(receipt)
    (command,) = [block.text for block in BLOCKS if block.mark and "receipt verify" in block.text]
    done = subprocess.run(
        [sys.executable, "-m", "service.cli", *shlex.split(command.replace("\\\n", ""))[1:]],
        cwd=directory,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout.partition("\n")[0]
