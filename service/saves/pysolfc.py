"""The content of a saved game of PySolFC (``*.pso``): a sequence of values, each checked for its type.

Whether the values fit together is checked by ``save_import``, which replays the game.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple, NoReturn

from patience.formats.work import Work
from patience.games import VARIANTS
from service.saves.games import Game, game_of
from service.saves.pickles import read_pickles
from service.saves.save_errors import Fault, SaveError
from service.saves.values import Record

PACKAGE: Final = "PySolFC"
FORERUNNER: Final = "PySol"
MOST_ENTRIES: Final = 20_000
MOST_ATOMS: Final = 512
"""In one entry. Cruel's redeal, the longest, has four for each of 52 cards."""
BYTES_PER_ATOM: Final = 2
"""The fewest bytes of a file for one atom: a short file can refer to the same entry again and again."""

_VERSION = re.compile(r"[0-9A-Za-z.]{1,20}")
_CUSTOM_GAMES = 100_000
_MOST_POINTS = 3
_NO_CARDS = ("AFlipMove", "AFlipAllMove", "ASingleFlipMove", "ANextRoundMove", "AUpdateStackMove")
"""Atoms that do not move cards."""
_ONE_TURNED = ("AFlipMove", "ASingleFlipMove")
"""Those that turn the top card of a stack."""


class Card(NamedTuple):
    """A card of a stack; PySolFC numbers the cards pack by pack, suit by suit (C S H D), rank by rank."""

    number: int
    face_up: bool


class Moved(NamedTuple):
    """Cards that went from one stack to another, both by their index in the file."""

    cards: int
    """0: all cards of the stack, turned over, or shuffled if it goes to itself."""
    source: int
    target: int


@dataclass(frozen=True, slots=True)
class Save:
    """The content of a saved game."""

    version: str
    game: Game
    number: int
    """PySolFC's game number, as in the file."""
    stacks: list[list[Card]]
    """Bottom to top; the last card of the talon is dealt next."""
    round: int
    """1, and 1 more for each redeal that PySolFC counts."""
    steps: list[list[Moved]]
    """The moves, grouped as PySolFC undoes them. A card that is turned moves from its stack to itself."""
    undone: int
    """Steps that were undone and could be redone."""
    by_computer: int
    """Moves made by PySolFC's demo."""
    merci_used: bool = False
    """Whether a card was drawn out; only in games with a merci."""


def read_save(data: bytes, work: Work) -> Save:
    """Return the saved game in a file.

    Raises SaveError.
    """
    return _File(data, work).save()


class _File:
    """The values of a file, read in order."""

    def __init__(self, data: bytes, work: Work) -> None:
        self._size = len(data)
        self._values = read_pickles(data, work)

    def save(self) -> Save:
        version = self._header()
        game = self._game()
        number = self._integer("the game number")
        self._next("the state of the generator")
        if self._integer("the number of stacks") != len(game.piles):
            _damaged(f"Game {game.number} has {len(game.piles)} stacks, the file another number of them.")
        stacks = [self._stack(game.cards) for _ in game.piles]
        if sorted(card.number for stack in stacks for card in stack) != list(range(game.cards)):
            _damaged(f"The stacks do not contain each of {game.cards} cards once.")
        round_ = self._integer("the round")
        self._truth("whether the game has ended")
        self._record("the layout")
        self._record("bookmarks and comment")
        moves = self._record("the moves")
        if type(self._next("the snapshots")) is not list:
            _damaged("The snapshots are not a list.")
        self._record("the statistics of the session")
        statistics = self._record("the statistics of the game")
        merci_used = self._truth("whether a card was drawn out") if game.tables.rules.has_merci else False
        if game.tables.rounds == 1:
            self._truth("whether each column has a card")
        self._end()
        history, index = _history(moves)
        by_computer = statistics.get("demo_moves")
        return Save(
            version,
            game,
            number,
            stacks,
            round_,
            _steps(history[:index], len(stacks), game.cards, self._size),
            undone=len(history) - index,
            by_computer=by_computer if type(by_computer) is int else 0,
            merci_used=merci_used,
        )

    def _header(self) -> str:
        package = next(self._values, None)
        if _is_text(package, FORERUNNER):
            raise SaveError(Fault.NOT_A_SAVE, "A saved game of PySol. Only those of PySolFC can be imported.")
        if not _is_text(package, PACKAGE):
            detail = "Not a saved game of PySolFC: it does not begin with that name."
            raise SaveError(Fault.NOT_A_SAVE, detail)
        version = self._next("the version")
        if type(version) is not str or not _VERSION.fullmatch(version):
            _damaged("Malformed version.")
        if type(self._next("the numbers of the version")) is not tuple:
            _damaged("The numbers of the version are not a tuple.")
        return version

    def _game(self) -> Game:
        if self._integer("the bookmark") != 0:
            _damaged("The file is a bookmark.")
        # A version of other rules is refused where its moves contradict these.
        self._integer("the version of the game")
        number = self._integer("the game")
        game = game_of(number)
        if game is None:
            raise SaveError(Fault.UNSUPPORTED_GAME, _unsupported(number))
        if not game.moves_plainly:
            detail = f"Saved games of {game.tables.variant.id} are not read: one move is several in them."
            raise SaveError(Fault.UNSUPPORTED_GAME, detail)
        return game

    def _stack(self, cards: int) -> list[Card]:
        size = self._integer("the size of a stack")
        if not 0 <= size <= cards:
            _damaged(f"The size of a stack is not in 0…{cards}.")
        return [Card(self._integer("a card"), self._truth("whether a card is face up")) for _ in range(size)]

    def _end(self) -> None:
        value = self._next("the end")
        # Games with a base rank have one more value, the base card, or None as long as play has not set it.
        # Three Peaks has its points: three numbers, and a list of three.
        points = 0
        while (value is None or type(value) is int) and points < _MOST_POINTS:
            value, points = self._next("the end"), points + 1
        if type(value) is list and points == _MOST_POINTS and all(type(peak) is int for peak in value):
            value = self._next("the end")
        if not _is_text(value, "EOF") or next(self._values, None) is not None:
            _damaged("The file does not end as a saved game does.")

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


def _unsupported(number: int) -> str:
    if not 0 < number < 10 * _CUSTOM_GAMES:
        return "Not a game of PySolFC."
    if number > _CUSTOM_GAMES:
        return f"PySolFC's game {number} is a player's own game, which cannot be imported."
    return f"PySolFC's game {number} is not among the {len(VARIANTS)} variants."


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
        _damaged("The moves are not a history with an index.")
    if len(history) > MOST_ENTRIES:
        _damaged(f"The history has more than {MOST_ENTRIES} entries.")
    return history, index


def _steps(entries: list[object], stacks: int, cards: int, size: int) -> list[list[Moved]]:
    if sum(len(entry) for entry in entries if type(entry) is list) > size // BYTES_PER_ATOM:
        _damaged("The entries of the history have more moves than a file of this size has room for.")
    return [_step(entry, stacks, cards) for entry in entries]


def _step(entry: object, stacks: int, cards: int) -> list[Moved]:
    if type(entry) is not list or len(entry) > MOST_ATOMS:
        _damaged("An entry of the history is not a list of moves.")
    return [moved for atom in entry for moved in _moved(atom, stacks, cards)]


def _moved(atom: object, stacks: int, cards: int) -> Iterator[Moved]:
    """Yield the cards that an atom of the history moves: one that it turns stays on its stack."""
    if type(atom) is not Record or atom.fields is None or atom.name in _RECORDS:
        _damaged("Malformed move.")
    if atom.name == "ASaveStateMove":
        return
    if atom.name == "AShuffleStackMove":
        stack = _whole(atom.fields, "stack_id", range(stacks))
        yield Moved(0, stack, stack)
        return
    if atom.name in _NO_CARDS:
        stack = _whole(atom.fields, "stack_id", range(stacks))
        if atom.name in _ONE_TURNED:
            yield Moved(1, stack, stack)
        return
    source = _whole(atom.fields, "from_stack_id", range(stacks))
    target = _whole(atom.fields, "to_stack_id", range(stacks))
    if source == target:
        _damaged("A move from a stack to itself.")
    if atom.name == "ATurnStackMove":
        yield Moved(0, source, target)
    elif atom.name == "AFlipAndMoveMove":
        yield Moved(1, source, target)
    else:
        yield Moved(_whole(atom.fields, "ncards", range(1, cards + 1)), source, target)


def _whole(fields: dict[object, object], name: str, allowed: range) -> int:
    value = fields.get(name)
    if type(value) is not int or value not in allowed:
        _damaged(f"{name} of a move is out of range.")
    return value


def _is_text(value: object, text: str) -> bool:
    return type(value) is str and value == text


def _damaged(detail: str) -> NoReturn:
    raise SaveError(Fault.DAMAGED, f"The file is damaged. {detail}")
