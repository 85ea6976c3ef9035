"""What an answer costs a client whose moves or positions are limited."""

from collections.abc import Callable


def _no_cost(_: int) -> None:
    pass


def _no_limit() -> None:
    pass


class Spend:
    """Gathers costs, and takes them down together: a store is not asked for each line of a stream."""

    def __init__(self, pay: Callable[[int], None] = _no_cost, check: Callable[[], None] = _no_limit) -> None:
        """``check`` raises Problem once the client has used up a limit."""
        self._pay = pay
        self._check = check
        self._owed = 0

    def add(self, amount: int) -> None:
        """Gather a cost."""
        self._owed += amount

    def settle(self) -> None:
        """Take down what has gathered."""
        if self._owed:
            self._pay(self._owed)
            self._owed = 0

    def go_on(self) -> None:
        """Take down what has gathered, and see whether there may be more.

        Raises Problem if not.
        """
        self.settle()
        self._check()
