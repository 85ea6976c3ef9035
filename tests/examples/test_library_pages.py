"""The pages of the Python library are notebooks: their cells run in order and print what the pages show."""

import contextlib
import io

import pytest

from patience.search.search_runner import is_available
from tests.doc_pages import ROOT, page_name, read_blocks

MARK = "run by: tests/examples/test_library_pages.py"
PAGES = [
    page for page in sorted((ROOT / "docs").rglob("*.md")) if any(b.mark == MARK for b in read_blocks(page))
]


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_the_cells_print_what_the_page_shows(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    blocks = read_blocks(page)
    if not is_available() and any(word in block.text for block in blocks for word in ("prospect(", "solver")):
        pytest.skip("The search is not compiled.")
    names: dict[str, object] = {"__name__": "page"}
    for block, following in zip(blocks, [*blocks[1:], None], strict=True):
        if block.mark != MARK:
            continue
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(block.text, page.name, "exec"), names)
        if following and following.language == "text":
            lines = [line.rstrip() for line in printed.getvalue().splitlines()]
            assert lines == following.text.splitlines()
