"""Exports: a game as another program writes it."""

from base64 import b64encode
from typing import Any, Final

from patience.formats.written_logs import WRITTEN
from schemas.response_fields import AnswerSchema, string

FREECELL: Final = "freecell"
EXPORTS: Final = {
    **WRITTEN,
    "pysolfc": "a saved game of PySolFC (`*.pso`), which opens there with its moves",
    "patience": "patience game notation (`*.patience`), with times, labels and checkpoints",
    "patience-canonical": "the same in its canonical form, which is equal for games with the same `game_id`",
}
"""The formats that games are written in, with what each is."""

_AS_BYTES: Final = frozenset({"pysolfc"})


class ExportSchema(AnswerSchema):
    """A game as another program writes it."""

    format = string(
        "; ".join(f"`{name}`: {about}" for name, about in EXPORTS.items()) + ".", examples=[*EXPORTS]
    )
    encoding = string("How `content` is encoded: `text`, or `base64` for bytes.", examples=["text", "base64"])
    content = string("The file.")


def export_json(notation: str, data: bytes) -> dict[str, Any]:
    """Return the answer to an export."""
    is_text = notation not in _AS_BYTES
    return {
        "format": notation,
        "encoding": "text" if is_text else "base64",
        "content": data.decode() if is_text else b64encode(data).decode(),
    }
