"""A saved game of PySolFC (``*.pso``): the values in it, each checked to be of its kind, nothing more."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple, NoReturn

from service.saves.pickles import read_pickles
from service.saves.save_errors import Fault, SaveError
from service.saves.values import Record

PACKAGE: Final = "PySolFC"
FORERUNNER: Final = "PySol"
GAME_VERSION: Final = 1
CARDS: Final = 104
MOST_ENTRIES: Final = 20_000
MOST_ATOMS: Final = 64
"""In one entry."""
MOST_ATOMS_TOGETHER: Final = 60_000
"""A short file can name the same entry, or the same atom, again and again."""

_VERSION = re.compile(r"[0-9A-Za-z.]{1,20}")
_PLAYERS_OWN = 100_000
_FLIPS = ("AFlipMove", "ASingleFlipMove")


class Card(NamedTuple):
    """A card of a stack: 0…103 = 52 · pack + 13 · suit + rank, suits C S H D."""

    number: int
    face_up: bool


class Moved(NamedTuple):
    """So many cards that went from one stack to another, both by their place in the file."""

    cards: int
    source: int
    target: int


@dataclass(frozen=True, slots=True)
class Save:
    """What a saved game says of the game that was played."""

    version: str
    game: int
    number: int
    """PySolFC's game number, as the file has it."""
    stacks: list[list[Card]]
    """Bottom to top; the talon's last is dealt next."""
    steps: list[list[Moved]]
    """What was played, by what PySolFC undoes at once; a card only turned over makes an empty step."""
    undone: int
    """Steps that were undone, and could be made again."""
    by_computer: int
    """Moves that PySolFC's demo made."""


def read_save(data: bytes, stacks_of: dict[int, int]) -> Save:
    """The saved game in a file, if it is of one of the games whose number of stacks is given.

    Raises SaveError.
    """
    return _File(data).save(stacks_of)


class _File:
    """The objects of a file, taken one after the other."""

    def __init__(self, data: bytes) -> None:
        self._values = read_pickles(data)

    def save(self, stacks_of: dict[int, int]) -> Save:
        version = self._header()
        game = self._game(stacks_of)
        number = self._integer("the game number")
        self._next("the generator's state")
        if self._integer("the number of stacks") != stacks_of[game]:
            _damaged(f"Game {game} has {stacks_of[game]} stacks, the file another number of them.")
        stacks = [self._stack() for _ in range(stacks_of[game])]
        _check_cards(stacks)
        self._integer("the round")
        self._truth("whether the game has ended")
        self._record("the layout")
        self._record("bookmarks and comment")
        moves = self._record("the moves")
        if type(self._next("the snapshots")) is not list:
            _damaged("The snapshots are no list.")
        self._record("the session's statistics")
        statistics = self._record("the game's statistics")
        if not _is_text(self._next("the end"), "EOF") or next(self._values, None) is not None:
            _damaged("The file does not end as a saved game does.")
        history, index = _history(moves)
        steps = _steps(history[:index], len(stacks))
        by_computer = statistics.get("demo_moves")
        return Save(
            version,
            game,
            number,
            stacks,
            steps,
            undone=len(history) - index,
            by_computer=by_computer if type(by_computer) is int else 0,
        )

    def _header(self) -> str:
        package = next(self._values, None)
        if _is_text(package, FORERUNNER):
            raise SaveError(
                Fault.NOT_A_SAVE, "This is a saved game of PySol; only those of PySolFC are read."
            )
        if not _is_text(package, PACKAGE):
            raise SaveError(
                Fault.NOT_A_SAVE, "This is no saved game of PySolFC: it does not begin with its name."
            )
        version = self._next("the version")
        if type(version) is not str or not _VERSION.fullmatch(version):
            _damaged("The version is none.")
        if type(self._next("the version's numbers")) is not tuple:
            _damaged("The version's numbers are no tuple.")
        return version

    def _game(self, stacks_of: dict[int, int]) -> int:
        if self._integer("the bookmark") != 0:
            _damaged("It is a bookmark, no saved game.")
        version = self._integer("the game's version")
        game = self._integer("the game")
        if game not in stacks_of:
            own = " (a game that a player has made)" if game > _PLAYERS_OWN else ""
            known = ", ".join(map(str, stacks_of))
            name = (
                f"PySolFC's game {game}{own}" if 0 <= game < 10 * _PLAYERS_OWN else "another game of PySolFC"
            )
            raise SaveError(Fault.UNSUPPORTED_GAME, f"This is {name}; the games read are {known}.")
        if version != GAME_VERSION:
            raise SaveError(Fault.UNSUPPORTED_GAME, f"Only version {GAME_VERSION} of game {game} is read.")
        return game

    def _stack(self) -> list[Card]:
        size = self._integer("the size of a stack")
        if not 0 <= size <= CARDS:
            _damaged(f"A stack has 0 to {CARDS} cards, not as many as the file says.")
        return [Card(self._integer("a card"), self._truth("whether a card is face up")) for _ in range(size)]

    def _next(self, what: str) -> object:
        try:
            return next(self._values)
        except StopIteration:
            _damaged(f"The file ends before {what}.")

    def _integer(self, what: str) -> int:
        value = self._next(what)
        if type(value) is not int:
            _damaged(f"Expected an integer: {what}.")
        return value

    def _truth(self, what: str) -> bool:
        value = self._next(what)
        if type(value) is not bool and (type(value) is not int or value not in (0, 1)):
            _damaged(f"Expected true or false: {what}.")
        return bool(value)

    def _record(self, what: str) -> dict[object, object]:
        value = self._next(what)
        if type(value) is not Record or value.fields is None or value.name not in _RECORDS:
            _damaged(f"Expected a record: {what}.")
        return value.fields


_RECORDS: Final = (
    "GameSaveInfo",
    "GameGlobalSaveInfo",
    "GameMoves",
    "GameGlobalStatsStruct",
    "GameStatsStruct",
    "Struct",
)


def _history(moves: dict[object, object]) -> tuple[list[object], int]:
    history, index = moves.get("history"), moves.get("index")
    if type(history) is not list or type(index) is not int or not 0 <= index <= len(history):
        _damaged("The moves are no history with a place in it.")
    if len(history) > MOST_ENTRIES:
        _damaged(f"The history has more than {MOST_ENTRIES} entries.")
    return history, index


def _steps(entries: list[object], stacks: int) -> list[list[Moved]]:
    if sum(len(entry) for entry in entries if type(entry) is list) > MOST_ATOMS_TOGETHER:
        _damaged(f"The entries of the history have more than {MOST_ATOMS_TOGETHER} moves together.")
    return [_step(entry, stacks) for entry in entries]


def _step(entry: object, stacks: int) -> list[Moved]:
    if type(entry) is not list or len(entry) > MOST_ATOMS:
        _damaged("An entry of the history is no list of moves.")
    return [moved for atom in entry for moved in _moved(atom, stacks)]


def _moved(atom: object, stacks: int) -> Iterator[Moved]:
    """The cards that an atom of the history moves: of a flip, none."""
    if type(atom) is not Record or atom.fields is None or atom.name in _RECORDS:
        _damaged("A move is none.")
    if atom.name in _FLIPS:
        _whole(atom.fields, "stack_id", range(stacks))
        return
    yield Moved(
        _whole(atom.fields, "ncards", range(1, CARDS + 1)) if atom.name == "AMoveMove" else 1,
        _whole(atom.fields, "from_stack_id", range(stacks)),
        _whole(atom.fields, "to_stack_id", range(stacks)),
    )


def _whole(fields: dict[object, object], name: str, allowed: range) -> int:
    value = fields.get(name)
    if type(value) is not int or value not in allowed:
        _damaged(f"A move's {name} is out of range.")
    return value


def _check_cards(stacks: list[list[Card]]) -> None:
    if sorted(card.number for stack in stacks for card in stack) != list(range(CARDS)):
        _damaged(f"The stacks do not hold each of {CARDS} cards once.")


def _is_text(value: object, text: str) -> bool:
    return type(value) is str and value == text


def _damaged(detail: str) -> NoReturn:
    raise SaveError(Fault.DAMAGED, f"The file is damaged. {detail}")
