"""A client's values in the messages that refuse them."""


def brief(value: object) -> str:
    """A client's value in a message: quoted, ASCII, and not longer than a line."""
    if isinstance(value, str):
        return ascii(value if len(value) <= 40 else f"{value[:40]}…")
    return json_type(value)


def json_type(value: object) -> str:
    """What JSON calls the type of a value."""
    names = {dict: "an object", list: "an array", str: "a string", bool: "a boolean", type(None): "null"}
    return names.get(type(value), "a number")
