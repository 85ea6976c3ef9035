"""Whether the service can answer."""

from schemas.response_fields import AnswerSchema, Described, string
from schemas.service_index import ENGINE


class HealthSchema(AnswerSchema):
    """Whether the service can answer."""

    status = string("`alive` or `ready`.", examples=["alive", "ready"])


class ReadinessSchema(HealthSchema):
    """Whether the service can judge, and by what."""

    engine = Described(ENGINE)
