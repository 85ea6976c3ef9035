"""Whether the service can answer."""

from schemas.described import AnswerSchema, string


class HealthSchema(AnswerSchema):
    """Whether the service can answer."""

    status = string("`alive` or `ready`.", examples=["alive", "ready"])
