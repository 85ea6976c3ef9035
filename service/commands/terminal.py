"""Makes text fit to be printed on a terminal, wherever it comes from."""


def printable(text: str) -> str:
    """The text in one line; whatever could steer a terminal is escaped."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)
