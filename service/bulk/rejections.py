"""What is wrong with a line, a row or a file that cannot be judged."""

from http import HTTPStatus

from service.judging.problems import Problem


def damaged(why: object) -> Problem:
    """The problem with a file that cannot be read on."""
    detail = f"The archive is damaged; nothing can be read from here on. {why}"
    return Problem(HTTPStatus.BAD_REQUEST, detail, name="damaged-archive")


def too_long(longest: int) -> Problem:
    """The problem with a line, or a row as JSON, that is longer than is read."""
    detail = f"The line is longer than {longest} bytes."
    return Problem(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, detail, name="line-too-long", limit=longest)


def unreadable(why: object) -> Problem:
    """The problem with a row that cannot be told as JSON."""
    return Problem(HTTPStatus.BAD_REQUEST, f"The row cannot be read: {why}.", name="not-json")


def foreign_columns(detail: str) -> Problem:
    """The problem with a table that does not hold requests."""
    return Problem(HTTPStatus.UNPROCESSABLE_ENTITY, detail, name="foreign-columns")
