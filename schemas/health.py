"""Whether the service can answer."""

from schemas.described import AnswerSchema, Described


class HealthSchema(AnswerSchema):
    """Whether the service can answer."""

    status = Described({"type": "string", "enum": ["alive", "ready"]})
