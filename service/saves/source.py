"""The bytes of a file, read once from beginning to end, and errors that name the place in it."""

from service.saves.save_errors import Fault, SaveError


class Source:
    """A file in memory. Reading past its end raises SaveError."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._offset = 0

    @property
    def at_end(self) -> bool:
        """Whether all bytes have been read."""
        return self._offset == len(self._data)

    def take(self, size: int) -> bytes:
        """Return the next ``size`` bytes."""
        end = self._offset + size
        if size < 0 or end > len(self._data):
            length = len(self._data)
            raise SaveError(Fault.DAMAGED, f"The file ends within a value, after {length} bytes.")
        taken = self._data[self._offset : end]
        self._offset = end
        return taken

    def byte(self) -> int:
        """Return the next byte."""
        return self.take(1)[0]

    def unsigned(self, size: int) -> int:
        """Return a little-endian integer of ``size`` bytes."""
        return int.from_bytes(self.take(size), "little")

    def signed(self, size: int) -> int:
        """Return a little-endian integer in two's complement."""
        return int.from_bytes(self.take(size), "little", signed=True)

    def line(self, longest: int) -> str:
        """Return the rest of a line of ASCII of at most ``longest`` characters, without its end."""
        end = self._data.find(b"\n", self._offset, self._offset + longest + 1)
        if end < 0:
            raise self.foreign("Too long or unterminated line")
        line = self.take(end - self._offset)
        self._offset += 1
        if not line.isascii():
            raise self.foreign("Line that is not ASCII")
        return line.decode("ascii")

    def foreign(self, what: str) -> SaveError:
        """Return the error for something that no saved game contains."""
        return SaveError(Fault.NOT_A_SAVE, f"Not a saved game of PySolFC. {what} at byte {self._offset}.")

    def wrong(self, what: str) -> SaveError:
        """Return the error for something that cannot follow what is before it."""
        return SaveError(Fault.DAMAGED, f"The file is damaged. {what} at byte {self._offset}.")

    def too_much(self, limit: str) -> SaveError:
        """Return the error for a file that exceeds a limit."""
        return SaveError(Fault.NOT_A_SAVE, f"Not a saved game of PySolFC: it has more than {limit}.")
