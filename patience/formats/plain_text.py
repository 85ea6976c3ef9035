"""Text as other programs write it: a byte order mark and the line ends of any system are not content.

Notepad and Windows PowerShell begin files with a byte order mark and end lines with two characters. RFC 8259
lets a reader of JSON ignore the mark.
"""

from codecs import BOM_UTF8


def without_mark(data: bytes) -> bytes:
    """Return a text without the byte order mark that it may begin with."""
    return data.removeprefix(BOM_UTF8)


def text_of(data: bytes) -> str:
    r"""Return a text in UTF-8, without a byte order mark, its lines ended by ``\n``.

    Raises UnicodeDecodeError.
    """
    return without_mark(data).decode().replace("\r\n", "\n").replace("\r", "\n")
