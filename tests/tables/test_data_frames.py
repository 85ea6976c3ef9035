"""An hour with games in pandas, Polars, DuckDB, pyarrow and Dask, as the guide about tables spends it."""

import contextlib
import io
from itertools import pairwise

import pytest

from patience.kernel.loader import KERNEL, engine_name
from tests.doc_pages import ROOT, read_blocks

for library in ("dask.dataframe", "duckdb", "pandas", "polars"):
    pytest.importorskip(library)

pytestmark = pytest.mark.skipif(engine_name() != KERNEL, reason="the readable engine is chosen")


# Dask uses what pandas has deprecated.
@pytest.mark.filterwarnings("ignore:The inplace keyword")
def test_the_examples_print_what_the_guide_shows(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    blocks = read_blocks(ROOT / "docs/how-to/work-with-tables.md")
    names = {"__name__": "page"}
    shown = 0
    for block, following in pairwise(blocks):
        if block.mark != "run by: tests/tables/test_data_frames.py":
            continue
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(block.text, "page", "exec"), names)
        assert printed.getvalue().splitlines() == following.text.splitlines()
        shown += 1
    assert shown == 4
