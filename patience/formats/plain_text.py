"""Text as other programs write it: a byte order mark and the line ends of any system are not content.

Notepad and Windows PowerShell begin files with a byte order mark and end lines with two characters. RFC 8259
lets a reader of JSON ignore the mark.
"""

import re
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from typing import Final

_NOT_CONTENT: Final = re.compile(r"#[^\n]*|[,;]")
_NUMBERED: Final = re.compile(r"([0-9]{1,5})[.)]")


def without_mark(data: bytes) -> bytes:
    """Return a text without the byte order mark that it may begin with."""
    return data.removeprefix(BOM_UTF8)


def text_of(data: bytes) -> str:
    r"""Return a text in UTF-8, without a byte order mark, its lines ended by ``\n``.

    Raises UnicodeDecodeError.
    """
    return without_mark(data).decode().replace("\r\n", "\n").replace("\r", "\n")


def without_remarks(text: str) -> str:
    """Return a text of moves without commas, semicolons, and comments from ``#`` to the end of the line."""
    return _NOT_CONTENT.sub(" ", text)


def unnumbered(words: Iterable[str]) -> Iterator[str]:
    """Yield words without the numbers of moves before them: ``1.``, ``2.`` and so on, none left out.

    Another number with a full stop may be a move at the end of a sentence.
    """
    following = 1
    for word in words:
        found = _NUMBERED.match(word)
        is_next = found is not None and int(found[1]) == following
        following += is_next
        if rest := word[found.end() :] if found and is_next else word:
            yield rest
