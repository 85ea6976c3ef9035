"""Query parameters: what a view takes is checked, and every other parameter is refused."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, Final, TypeVar

from flask import Flask, request

from patience.rules.variant import Variant
from patience.words.names import listed
from schemas.field_errors import FieldError, brief
from schemas.problems import MOST_ERRORS, invalid
from schemas.rule_options import option_errors, read_options

Check = Callable[[str], Iterator[FieldError]]
"""Yield what is wrong with the value of a query parameter."""

_OPERATIONS: Final = ("/v1", "/livez", "/readyz", "/metrics", "/.well-known/jwks.json")
"""How the paths of operations begin. Pages and their files take any query, as web servers do."""

_checked: Final = set[Callable[..., Any]]()

View = TypeVar("View", bound=Callable[..., Any])


def takes_query(view: View) -> View:
    """Mark a view that calls ``check_query``."""
    _checked.add(view)
    return view


def refuse_query(app: Flask) -> None:
    """Raise Problem if the current request has a query, and is to an operation without parameters."""
    rule = request.url_rule
    if rule is None or not rule.rule.startswith(_OPERATIONS) or request.method == "OPTIONS":
        return
    if app.view_functions[rule.endpoint] not in _checked:
        path = rule.rule.replace("<", "{").replace(">", "}")
        check_query(f"{request.method} {path}", {})


def check_query(resource: str, checks: dict[str, Check]) -> None:
    """Raise Problem with everything that is wrong with the query of this request."""
    # Reading an empty query takes longer than to see that there is none.
    if not request.environ.get("QUERY_STRING"):
        return
    errors = (
        {"parameter": name, **error.members()}
        for name, values in request.args.lists()
        for error in _errors(resource, checks, name, values)
    )
    if first := list(islice(errors, MOST_ERRORS + 1)):
        raise invalid(first)


def _errors(resource: str, checks: dict[str, Check], name: str, values: list[str]) -> Iterator[FieldError]:
    if name not in checks:
        detail = (
            f"{resource} does not have a parameter {brief(name)}. Parameters: {', '.join(checks) or 'none'}."
        )
        yield FieldError("unknown_parameter", detail, value=name, known=checks)
    elif len(values) > 1:
        yield FieldError("given_twice", f"Expected one value, found {len(values)}.")
    else:
        yield from checks[name](values[0])


def anything(_: str) -> Iterator[FieldError]:
    """Accept any value; the view checks it."""
    yield from ()


def only(*words: str) -> Check:
    """Return the check that a value is one of `words`."""

    def check(value: str) -> Iterator[FieldError]:
        if value not in words:
            detail = f"Expected {listed(words, 'or')}, found {brief(value)}."
            yield FieldError("unknown_value", detail, value=value, known=words)

    return check


def rules_of(variant: Variant | None) -> Check:
    """Return the check of rule options of a variant in a query, or of their form if no variant is named."""

    def check(text: str) -> Iterator[FieldError]:
        try:
            chosen = read_options(text)
        except ValueError as error:
            yield FieldError("unknown_value", str(error))
            return
        for errors in option_errors(variant, chosen).values() if variant else ():
            yield from errors

    return check
