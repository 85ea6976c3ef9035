"""The bytes of a file, taken from its beginning to its end, and what may be said of them."""

from service.saves.save_errors import Fault, SaveError


class Source:
    """A file that is read once; whatever it lacks raises SaveError."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    @property
    def at_end(self) -> bool:
        """Whether all of it has been taken."""
        return self._at == len(self._data)

    def take(self, size: int) -> bytes:
        """The next bytes."""
        end = self._at + size
        if size < 0 or end > len(self._data):
            raise SaveError(
                Fault.DAMAGED, f"The file ends in the midst of a value, after {len(self._data)} bytes."
            )
        taken = self._data[self._at : end]
        self._at = end
        return taken

    def byte(self) -> int:
        """The next byte."""
        return self.take(1)[0]

    def unsigned(self, size: int) -> int:
        """An integer of so many bytes, the lowest first."""
        return int.from_bytes(self.take(size), "little")

    def signed(self, size: int) -> int:
        """The same, which may be negative."""
        return int.from_bytes(self.take(size), "little", signed=True)

    def line(self, longest: int) -> str:
        """The rest of a line of ASCII, without its end."""
        end = self._data.find(b"\n", self._at, self._at + longest + 1)
        if end < 0:
            raise self.foreign("begins a line that is too long, or has no end")
        line = self.take(end - self._at)
        self._at += 1
        if not line.isascii():
            raise self.foreign("begins a line that is no ASCII")
        return line.decode("ascii")

    def foreign(self, what: str) -> SaveError:
        """What was taken last is in no saved game."""
        return SaveError(
            Fault.NOT_A_SAVE, f"This is no saved game of PySolFC: what ends at byte {self._at} {what}."
        )

    def wrong(self, what: str) -> SaveError:
        """What was taken last cannot follow what was before."""
        return SaveError(Fault.DAMAGED, f"The file is damaged. {what}, at byte {self._at}.")

    def too_much(self, limit: str) -> SaveError:
        """The file has more than any saved game."""
        return SaveError(Fault.NOT_A_SAVE, f"No saved game of PySolFC has more than {limit}.")
