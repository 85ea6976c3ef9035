"""Logs of other programs: what is read, of which games, and how each log names its deal."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from patience.cards.seeds import SMALL, SeedError, normalize
from patience.compilation.compiled_rules import CompiledRules, OptionError, tables_for
from patience.formats.autoplay import Autoplay
from patience.formats.fc_solve import is_by_fc_solve, moves_of_fc_solve
from patience.formats.foreign_boards import is_board, read_board_of
from patience.formats.freecell_notation import deal_number, moves_of_freecell
from patience.formats.klondike_solver import moves_of_klondike_solver
from patience.formats.kpatience import read_kpatience
from patience.formats.minimal_klondike import moves_of_minimal_klondike
from patience.formats.patsolve import is_by_patsolve, moves_of_patsolve
from patience.formats.pile_moves import PileMove, resolved
from patience.formats.plain_text import text_of, without_mark
from patience.formats.position_logs import ForeignLogError
from patience.formats.solvitaire import read_solvitaire
from patience.formats.work import UNCOUNTED, Work
from patience.play.board import BoardError
from patience.play.dealing import Deal, deal_board, deal_position, deal_seed
from patience.play.position_text import PositionTextError
from patience.rules.variant import OptionValue

LONGEST: Final = 2_000_000
"""Characters of a text of moves; fc-solve prints the table after each of them."""

FORMATS: Final = {
    "freecell": "a game of FreeCell in standard notation, or as fc-solve, black-hole-solve or patsolve print "
    "it",
    "minimal-klondike": "the moves of a game of MinimalKlondike",
    "klondike-solver": "the moves of a game of Klondike-Solver",
    "solvitaire": "a solution that Solvitaire prints",
    "kpatience": "a game that KPatience saved",
}
"""The formats that `read_log` reads, with what each is."""


class ForeignGame(NamedTuple):
    """A game of another program."""

    deal: Deal
    moves: list[str]
    undone: int = 0
    """Positions that were taken back and could be played again."""
    autoplay: Autoplay | None = None
    """The rule of automatic moves by which the log was read; None for logs that have every move."""


class DealName(NamedTuple):
    """What a log may leave out: its game, its deal, and the program's automatic moves."""

    variant: str = ""
    rules: Mapping[str, OptionValue] = MappingProxyType({})
    seed: str | None = None
    position: str | None = None
    """The text of the position in which the game begins, or a board of another program."""
    autoplay: Autoplay | None = None
    """The rule of automatic moves; None if it is not known."""


_UNNAMED: Final = DealName()


class _Notation(NamedTuple):
    """A notation of moves alone."""

    variant: str
    """Its game, unless another one is named."""
    moves: Callable[[str, Work], Iterator[PileMove]]
    has: Callable[[CompiledRules], bool]
    """Whether it can say the moves of a game."""
    games: str
    """What these games are."""
    rules: Sequence[Autoplay] = (Autoplay.NONE,)
    """The rules of automatic moves in the order in which they are tried where a log does not name its own."""


def _is_open(tables: CompiledRules) -> bool:
    """Return whether a game has columns, cells and foundations alone, and all cards face up."""
    rules = tables.rules
    is_built = rules.stock is None and rules.pairs is None and not tables.row
    has_others = set(tables.reserve) - set(tables.cells) or any(slot.face for slot in tables.layout)
    return is_built and not has_others


def _is_klondike(tables: CompiledRules) -> bool:
    return tables.variant.id == "klondike"


_OPEN_GAMES: Final = "games of columns, cells and foundations with all cards face up"
_FC_SOLVE: Final = _Notation("freecell", moves_of_fc_solve, _is_open, _OPEN_GAMES)
_PATSOLVE: Final = _Notation("freecell", moves_of_patsolve, _is_open, _OPEN_GAMES)
_NOTATIONS: Final = {
    "freecell": _Notation(
        "freecell",
        moves_of_freecell,
        _is_open,
        _OPEN_GAMES,
        (Autoplay.MICROSOFT, Autoplay.RAYMOND, Autoplay.NONE, Autoplay.ALL),
    ),
    "minimal-klondike": _Notation("klondike", moves_of_minimal_klondike, _is_klondike, "klondike"),
    "klondike-solver": _Notation("klondike", moves_of_klondike_solver, _is_klondike, "klondike"),
}
"""The notations of moves alone, by format."""


def read_log(format_: str, data: bytes, dealt: DealName = _UNNAMED, work: Work = UNCOUNTED) -> ForeignGame:
    """Return a game of another program.

    A notation of moves needs the seed, or the position in which the game begins; FreeCell's may begin with
    the number of its deal. The other formats have the deal in them, and KPatience's names its game as well.
    Raises ForeignLogError for a log that cannot be read and for a deal that is missing, superfluous or wrong.
    """
    if format_ not in FORMATS:
        raise ForeignLogError(f"Unknown format {ascii(format_)[:40]}. Formats: {', '.join(FORMATS)}.")
    if format_ in _NOTATIONS:
        return _read_moves(format_, _text(data), dealt, work)
    if dealt.seed is not None or dealt.position is not None:
        raise ForeignLogError(f"A log in the format {format_} needs neither seed nor position.")
    if dealt.autoplay is not None:
        raise ForeignLogError(f"A log in the format {format_} has every move: leave autoplay out.")
    if format_ == "kpatience":
        return ForeignGame(*read_kpatience(without_mark(data), work))
    return ForeignGame(*read_solvitaire(_text(data), _tables(dealt, "klondike"), work))


def _read_moves(format_: str, text: str, dealt: DealName, work: Work) -> ForeignGame:
    if len(text) > LONGEST:
        raise ForeignLogError(f"The text has {len(text)} characters. At most {LONGEST} are read.")
    notation = _NOTATIONS[format_]
    if format_ == "freecell" and is_by_fc_solve(text):
        notation = _FC_SOLVE
    elif format_ == "freecell" and is_by_patsolve(text):
        notation = _PATSOLVE
    deal = _deal(format_, text, dealt, notation.variant)
    if not notation.has(deal.tables):
        raise ForeignLogError(f"The format {format_} has {notation.games}, not {deal.tables.variant.id}.")
    rules = (dealt.autoplay,) if dealt.autoplay else notation.rules
    reading = resolved(notation.moves(text, work), deal.opening, work, rules)
    return ForeignGame(deal, reading.moves, autoplay=reading.autoplay)


def _deal(format_: str, text: str, dealt: DealName, variant: str) -> Deal:
    """Return the deal of a text of moves. Raises ForeignLogError if it is missing or wrong."""
    seed, position = dealt.seed, dealt.position
    number = deal_number(text) if format_ == "freecell" else None
    if number is not None and seed is None and position is None:
        seed = str(number) if number < SMALL else f"ms{number}"
    if (seed is None) == (position is None):
        raise ForeignLogError(f"A log in the format {format_} needs a seed or a position, as moves alone do.")
    try:
        if number is not None and seed and normalize(seed).removeprefix("ms") != str(number):
            raise ForeignLogError(f"The text has the moves of deal {number}, not of {ascii(seed)[:40]}.")
        if position is None:
            return deal_seed(_tables(dealt, variant), seed or "")
        if is_board(position):
            tables = _tables(dealt, variant)
            return deal_board(tables, read_board_of(position, tables))
        return deal_position(position)
    except KeyError:
        raise ForeignLogError("Unknown variant.") from None
    except (OptionError, SeedError, BoardError, PositionTextError) as error:
        raise ForeignLogError(str(error)) from None


def _tables(dealt: DealName, variant: str) -> CompiledRules:
    try:
        return tables_for(dealt.variant or variant, dealt.rules)
    except KeyError:
        raise ForeignLogError("Unknown variant.") from None
    except OptionError as error:
        raise ForeignLogError(str(error)) from None


def _text(data: bytes) -> str:
    try:
        return text_of(data)
    except UnicodeDecodeError as error:
        raise ForeignLogError(str(error)) from None
