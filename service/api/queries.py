"""What addresses ask beside their path."""

from collections.abc import Callable, Iterator
from typing import Any

from flask import request

from schemas.rule_options import option_complaints, read_options
from service.engine.variant import Variant
from service.judging.field_errors import Complaint, brief
from service.judging.problems import invalid

Check = Callable[[str], Iterator[Complaint]]
"""What is wrong with the value of a parameter."""


def check_query(what: str, checks: dict[str, Check]) -> None:
    """Raise Problem with all that is wrong with the parameters of this request to ``what``."""
    errors = [
        {"parameter": name, **complaint.members()}
        for name, values in request.args.lists()
        for complaint in _complaints(what, checks, name, values)
    ]
    if errors:
        raise invalid(errors)


def anything(_: str) -> Iterator[Complaint]:
    """Nothing is wrong with any value."""
    yield from ()


def one_word(name: str, word: str) -> Check:
    """Only this word is right."""

    def check(value: str) -> Iterator[Complaint]:
        if value != word:
            yield Complaint(
                "unknown_value", f"{name} is {word}, not {brief(value)}.", found=value, known=[word]
            )

    return check


def rules_of(variant: Variant) -> Check:
    """Only rule options of the variant are right."""

    def check(text: str) -> Iterator[Complaint]:
        try:
            chosen: dict[str, Any] = read_options(text)
        except ValueError as error:
            yield Complaint("unknown_value", str(error))
            return
        for complaints in option_complaints(variant, chosen).values():
            yield from complaints

    return check


def _complaints(what: str, checks: dict[str, Check], name: str, values: list[str]) -> Iterator[Complaint]:
    if name not in checks:
        detail = f"{what} has no parameter {brief(name)}. Parameters: {', '.join(checks)}."
        yield Complaint("unknown_parameter", detail, found=name, known=checks)
    elif len(values) > 1:
        yield Complaint("given_twice", f"{name} is given {len(values)} times.")
    else:
        yield from checks[name](values[0])
