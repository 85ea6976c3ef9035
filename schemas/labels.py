"""Labels: a client's own names for its moves, returned where an answer names a move.

A click of a player can be several moves here. With the same label on each of them, a client finds its click
in the answer without a table of indexes.
"""

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from schemas.field_errors import FieldError, brief, invalid_field, json_type
from schemas.limits import MOST_MOVES
from schemas.request_fields import CheckedField
from schemas.response_fields import JsonSchema

LONGEST_LABEL: Final = 60


class Labels(CheckedField):
    """A short text for each move."""

    json_schema: ClassVar[JsonSchema] = {
        "type": "array",
        "items": {"type": "string", "maxLength": LONGEST_LABEL},
        "maxItems": MOST_MOVES,
    }

    def _deserialize(self, value: object, *_: object, **__: object) -> tuple[str, ...]:
        if not isinstance(value, list):
            raise invalid_field("wrong_type", f"labels is a list of strings, not {json_type(value)}.")
        for index, label in enumerate(value):
            if not isinstance(label, str) or len(label) > LONGEST_LABEL:
                detail = (
                    f"Expected a string of at most {LONGEST_LABEL} characters for move {index + 1}; "
                    f"found {brief(label)}."
                )
                raise invalid_field("wrong_type", detail)
        return tuple(value)


def labels_error(labels: Sequence[str] | None, moves: int) -> dict[str, Any] | None:
    """Return what is wrong with the labels of a log with this number of moves."""
    if labels is None or len(labels) == moves:
        return None
    detail = f"Expected a label for each of the {moves} moves, found {len(labels)}."
    return {"labels": [FieldError("out_of_range", detail, limit=moves)]}


def with_labels(answer: dict[str, Any], labels: Sequence[str]) -> dict[str, Any]:
    """Return a verdict that has the client's label wherever it names a move of the log."""
    labelled = dict(answer)
    if illegal := answer["first_illegal_move"]:
        labelled["first_illegal_move"] = {**illegal, "label": labels[illegal["index"]]}
    if "trace" in answer:
        labelled["trace"] = [
            {**step, "label": label} for step, label in zip(answer["trace"], labels, strict=False)
        ]
    return labelled
