"""Write service/web/element/board.css anew, the styles of a board alone: ``python -m tools.board_sheet``.

They are the last part of page.css. The page loads them there, so that a first visit needs no further request.
"""

import argparse
from pathlib import Path
from typing import Final

WEB: Final = Path(__file__).parents[1] / "service" / "web"
START: Final = "/* The board and its cards"
"""The comment with which the part begins."""


def board_sheet() -> str:
    """Return the styles of a board alone."""
    page = (WEB / "page" / "page.css").read_text("utf-8")
    styles = page[page.index("\n", page.index(START)) :]
    return f"/* The last part of page/page.css, written by: python -m tools.board_sheet */{styles}"


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    (WEB / "element" / "board.css").write_text(board_sheet(), "utf-8")
