"""Versions of a variant's rules, which requests may name."""

from http import HTTPStatus

from service.engine.variant import Variant
from service.judging.field_errors import brief
from service.judging.problems import Problem


def check_version(variant: Variant, asked: str | None) -> None:
    """Raise Problem if a request means another version of the rules than is served."""
    served = variant.rules_version
    if asked not in (None, served):
        detail = f"{variant.id} is judged by version {served!a} of its rules, not {brief(asked)}."
        raise Problem(HTTPStatus.CONFLICT, detail, name="rules-version-not-served")
