"""Exports: a game as another program writes it."""

from base64 import b64encode
from typing import Any, Final

from schemas.response_fields import AnswerSchema, string

FORMATS: Final = {
    "freecell": "FreeCell's standard notation",
    "pysolfc": "a saved game of PySolFC (`*.pso`), which opens there with its moves",
}
_AS_TEXT: Final = frozenset({"freecell"})


class ExportSchema(AnswerSchema):
    """A game as another program writes it."""

    format = string(
        "; ".join(f"`{name}`: {about}" for name, about in FORMATS.items()) + ".", examples=[*FORMATS]
    )
    encoding = string("How `content` is encoded: `text`, or `base64` for bytes.", examples=["text", "base64"])
    content = string("The file.")


def export_json(notation: str, data: bytes) -> dict[str, Any]:
    """Return the answer to an export."""
    is_text = notation in _AS_TEXT
    return {
        "format": notation,
        "encoding": "text" if is_text else "base64",
        "content": data.decode() if is_text else b64encode(data).decode(),
    }
