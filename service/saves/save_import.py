"""A saved game becomes the log that was played, if its moves lead to the piles that were saved with them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from service.engine.compiled import tables_for
from service.engine.dealing import deal_seed
from service.engine.position import Position
from service.engine.replay import GameLog, Verdict, replay
from service.engine.seeds import HIGHEST_NUMBER, SeedError, normalize
from service.engine.text import name_move
from service.saves.games import GAMES, Game, tokens
from service.saves.pysolfc import Card, Save, read_save
from service.saves.save_errors import Fault, SaveError

_MS: Final = 1 << 1000
"""Set in the numbers of Microsoft's generator: those below 32 000, and those that are written with ``ms``."""
_CUSTOM: Final = 1 << 999
"""Set besides in the number of a layout that a player has put together."""
_NUMBERS: Final = range(1, HIGHEST_NUMBER + 1)
_SUITS: Final = (0, 3, 2, 1)
"""PySolFC's suits C S H D as the engine numbers them."""


@dataclass(frozen=True, slots=True)
class Imported:
    """A game that was saved, as the log of a variant's deal."""

    version: str
    """The version of PySolFC that saved it."""
    game: int
    """PySolFC's number of it."""
    variant: str
    seed: str
    moves: list[str]
    undone: int
    """Moves that were undone and could be made again, in PySolFC's count; they are not among the moves."""
    warnings: list[str]
    """What people should know of it, a sentence each."""


def import_save(data: bytes) -> Imported:
    """The game in a file that PySolFC saved.

    Raises SaveError.
    """
    save = read_save(data, {number: len(game.piles) for number, game in GAMES.items()})
    game = GAMES[save.game]
    seed = _seed(save.number)
    moves = list(tokens(game, save.steps))
    verdict = replay(GameLog(deal_seed(tables_for(game.variant), seed), tuple(moves)))
    _check_legal(verdict)
    warnings = [*_by_computer(save), *_unturned(game, save, verdict.position)]
    return Imported(save.version, save.game, game.variant, seed, moves, save.undone, warnings)


def _seed(number: int) -> str:
    if number >= _MS + _CUSTOM:
        raise SaveError(Fault.UNSUPPORTED_SEED, "The layout is a player's own, and has no number.")
    ms = "ms" if number >= _MS else ""
    number %= _MS
    # Before it is written out, which takes long for a long one.
    if number not in _NUMBERS:
        raise SaveError(Fault.UNSUPPORTED_SEED, "The game's number is no seed: those have 1 to 20 digits.")
    try:
        return normalize(f"{ms}{number}")
    except SeedError as error:
        raise SaveError(Fault.UNSUPPORTED_SEED, f"The game's number is no seed. {error}") from None


def _check_legal(verdict: Verdict) -> None:
    illegal = verdict.first_illegal_move
    if illegal:
        raise SaveError(
            Fault.POSITION_DIFFERS,
            "The moves are not those of this deal: "
            f"{name_move(illegal.index)}, {illegal.move}, is illegal. {illegal.detail}",
        )


def _unturned(game: Game, save: Save, position: Position) -> Iterator[str]:
    """What is said of columns whose top cards PySolFC has not turned up yet.

    Raises SaveError if a pile holds other cards than the moves lead to, or shows others.
    """
    for name, stack in zip(game.piles, save.stacks, strict=True):
        pile = position.tables.pile.get(name, -1)
        cards = position.cards(pile) if pile >= 0 else []
        if [_card(card) for card in stack] != cards:
            raise _differs(name, "holds other cards")
        down = sum(not card.face_up for card in stack)
        if any(card.face_up for card in stack[:down]):
            raise _differs(name, "has a card face down on one that lies face up")
        more = down - (len(cards) if name == "S" else position.face_down(pile) if cards else 0)
        if more < 0 or (more and not name.startswith("T")):
            raise _differs(name, "shows other cards")
        if more:
            left = "a card" if more == 1 else f"{more} cards"
            yield f"PySolFC had {left} of {name} still face down; here a top card is turned up at once."


def _card(card: Card) -> int:
    suit, rank = divmod(card.number % 52, 13)
    return 13 * _SUITS[suit] + rank


def _differs(pile: str, how: str) -> SaveError:
    return SaveError(Fault.POSITION_DIFFERS, f"The file's moves and piles disagree: its {pile} {how}.")


def _by_computer(save: Save) -> Iterator[str]:
    if save.by_computer > 0:
        yield "PySolFC's demo made some of the moves."
