"""A Griffe extension that shows the doctests of docstrings as code; Markdown takes ``>>>`` for quotations."""

import re
from typing import Any, Final

from griffe import Extension, Object

_EXAMPLE: Final = re.compile(r"^>>> .*(?:\n.*\S.*)*", re.MULTILINE)


class DoctestBlocks(Extension):
    """Puts each doctest, which ends at an empty line, into a fence."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Rewrite the docstring of an object that has been collected."""
        if obj.docstring:
            obj.docstring.value = _EXAMPLE.sub(r"```pycon\n\g<0>\n```", obj.docstring.value)
