"""Boards as clients send them: an object in the form of a position's JSON, or the piles of a position's text.

The reader checks the form alone, and gathers everything that is wrong with it. ``board`` checks the cards.
Both say where in the value each flaw is.
"""

from collections.abc import Iterator
from typing import Final

from patience.compilation.compiled_rules import CompiledRules
from patience.play.board import MOST_FLAWS, MOST_PHASE, MOST_REDEALS, Board, BoardError, Flaw, Place
from patience.play.position_text import PositionTextError, parse_piles
from patience.rules import MOST_PACKS
from patience.rules.bounds import MOST_COLUMNS
from patience.rules.reserve import MOST_MERCIS

MOST_CARDS: Final = 52 * MOST_PACKS
MOST_PILES: Final = MOST_COLUMNS
"""Piles of one kind."""

LISTS: Final = ("tableau", "foundations", "reserve")
SINGLE: Final = {"stock": "S", "waste": "W"}
MEMBERS: Final = (*LISTS, *SINGLE, "waste_face_down", "redeals", "base_rank", "merci_used", "phase")
"""The members of a board as an object."""


def read_board(value: object, tables: CompiledRules | None = None) -> Board:
    """Return the board of a parsed JSON value, of a known game also a board of another program.

    Raises BoardError unless it has the form of a board.
    """
    if isinstance(value, str):
        try:
            return parse_piles(value)
        except PositionTextError as error:
            return _read_foreign(value, tables, str(error))
    if not isinstance(value, dict):
        raise BoardError([Flaw((), "wrong_type", f"A board is an object or a text, not {_kind(value)}.")])
    reader = _Reader()
    for name, member in value.items():
        reader.read(name, member)
    if reader.flaws:
        raise BoardError(reader.flaws)
    return Board(
        reader.piles,
        reader.face_down,
        reader.redeals,
        reader.base_rank,
        reader.merci_used,
        reader.phase,
        reader.places,
    )


def _read_foreign(text: str, tables: CompiledRules | None, reason: str) -> Board:
    """Return the board of another program in a text. Raises BoardError, with a reason if there is none."""
    # What reads them takes a while to load, and most boards are this project's.
    from patience.formats.foreign_boards import has_cards, read_board_of  # noqa: PLC0415
    from patience.formats.position_logs import ForeignLogError  # noqa: PLC0415

    if tables and has_cards(text):
        try:
            return read_board_of(text, tables)
        except ForeignLogError as error:
            reason = str(error)
    raise BoardError([Flaw((), "malformed", reason)])


class _Reader:
    def __init__(self) -> None:
        self.piles: dict[str, list[str]] = {}
        self.face_down: dict[str, int] = {}
        self.redeals = 0
        self.base_rank: str | None = None
        self.merci_used = 0
        self.phase = 0
        self.places: dict[str, Place] = {}
        self.flaws: list[Flaw] = []

    def read(self, name: str, value: object) -> None:
        """Read one member of the board."""
        if name in LISTS:
            for index, pile in self._entries((name,), value, MOST_PILES):
                self._read_pile((name, index), pile)
        elif name in SINGLE:
            self._read_cards(SINGLE[name], (name,), value)
        elif name == "redeals":
            self.redeals = self._number((name,), value, MOST_REDEALS)
        elif name == "waste_face_down":
            self.face_down["W"] = self._number((name,), value, MOST_CARDS)
        elif name == "merci_used":
            is_number = type(value) is int
            read = self._number((name,), value, MOST_MERCIS) if is_number else self._truth((name,), value)
            self.merci_used = int(read)
        elif name == "phase":
            self.phase = self._number((name,), value, MOST_PHASE)
        elif name != "base_rank":
            self._unknown((name,), MEMBERS)
        elif isinstance(value, str):
            self.base_rank = value
        else:
            self._wrong((name,), f"Expected a rank, not {_kind(value)}.")

    def _read_pile(self, place: Place, value: object) -> None:
        if not isinstance(value, dict):
            self._wrong(place, f"A pile is an object with its name and its cards, not {_kind(value)}.")
            return
        known = ("pile", "face_down", "cards")
        for name in value.keys() - set(known):
            self._unknown((*place, name), known)
        missing = [name for name in ("pile", "cards") if name not in value]
        for name in missing:
            self._add(Flaw((*place, name), "missing", "This field is required."))
        pile = value.get("pile")
        if missing:
            return
        if not isinstance(pile, str):
            self._wrong((*place, "pile"), f"A pile's name is a string, not {_kind(pile)}.")
        elif pile in self.piles or pile in SINGLE.values():
            text = f"{ascii(pile)[:40]} has cards elsewhere on the board, or a field of its own."
            self._add(Flaw((*place, "pile"), "unknown_pile", text))
        else:
            self._read_cards(pile, (*place, "cards"), value["cards"])
            if "face_down" in value:
                self.face_down[pile] = self._number((*place, "face_down"), value["face_down"], MOST_CARDS)

    def _read_cards(self, pile: str, place: Place, value: object) -> None:
        self.piles[pile] = cards = []
        self.places[pile] = place
        for index, card in self._entries(place, value, MOST_CARDS):
            if isinstance(card, str):
                cards.append(card)
            else:
                self._wrong((*place, index), f"A card is a code such as TH, not {_kind(card)}.")

    def _entries(self, place: Place, value: object, most: int) -> Iterator[tuple[int, object]]:
        if not isinstance(value, list | tuple):
            self._wrong(place, f"Expected a list, not {_kind(value)}.")
        elif len(value) > most:
            text = f"{len(value)} entries. At most {most} are accepted."
            self._add(Flaw(place, "too_many", text, limit=most))
        else:
            yield from enumerate(value)

    def _number(self, place: Place, value: object, most: int) -> int:
        if type(value) is not int:
            self._wrong(place, f"Expected a whole number, not {_kind(value)}.")
        elif not 0 <= value <= most:
            text = f"Expected a whole number from 0 to {most}."
            self._add(Flaw(place, "out_of_range", text, limit=most if value > 0 else 0))
        else:
            return value
        return 0

    def _truth(self, place: Place, value: object) -> bool:
        if type(value) is not bool:
            self._wrong(place, f"Expected true or false, not {_kind(value)}.")
        return value is True

    def _unknown(self, place: Place, known: tuple[str, ...]) -> None:
        text = f"Unknown field {ascii(place[-1])[:40]}. Known fields: {', '.join(known)}."
        self._add(Flaw(place, "unknown_field", text))

    def _add(self, flaw: Flaw) -> None:
        """Note a flaw. Raises BoardError once there are more than anybody reads."""
        self.flaws.append(flaw)
        if len(self.flaws) > MOST_FLAWS:
            raise BoardError(self.flaws)

    def _wrong(self, place: Place, text: str) -> None:
        self._add(Flaw(place, "wrong_type", text))


def _kind(value: object) -> str:
    """Return the name of the JSON type of a value."""
    names = {dict: "an object", list: "an array", str: "a string", bool: "a boolean", type(None): "null"}
    return names.get(type(value), "a number")
