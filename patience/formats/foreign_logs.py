"""Logs of other programs: what is read, of which games, and how each log names its deal."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from types import MappingProxyType
from typing import Final, NamedTuple

from patience.cards import CODES
from patience.cards.seeds import SMALL, SeedError, normalize
from patience.compilation.compiled_rules import CompiledRules, OptionError, meant_word, tables_for
from patience.formats.autoplay import Autoplay
from patience.formats.dbm_solver import is_by_dbm_solver, moves_of_dbm_solver
from patience.formats.dialects import DialectError, deal_of_program
from patience.formats.fc_solve import is_by_black_hole_solver, is_by_fc_solve, moves_of_fc_solve
from patience.formats.foreign_boards import first_table, is_board, read_board_of
from patience.formats.freecell_notation import (
    cells_named,
    deal_number,
    moves_of_freecell,
    names_deal_alone,
    with_deal_marked,
)
from patience.formats.klon import moves_of_klon
from patience.formats.klondike_solver import deck_before, draw_named, moves_of_klondike_solver
from patience.formats.kpatience import read_kpatience
from patience.formats.lonelybot import moves_of_lonelybot
from patience.formats.minimal_klondike import moves_of_minimal_klondike
from patience.formats.patsolve import is_by_patsolve, moves_of_patsolve
from patience.formats.pile_moves import PileMove, Reading, is_open, resolved
from patience.formats.plain_text import text_of, without_mark
from patience.formats.position_logs import ForeignLogError, ForeignMoveError
from patience.formats.shirl_hart import is_by_shirl_hart, moves_of_shirl_hart
from patience.formats.solvitaire import read_solvitaire
from patience.formats.spoken_moves import is_in_words, moves_of_words, table_before_words
from patience.formats.work import UNCOUNTED, Work
from patience.games import VARIANTS
from patience.play.board import BoardError
from patience.play.dealing import Deal, deal_board, deal_position, deal_seed
from patience.play.position_text import PositionTextError
from patience.rules.variant import OptionValue

LONGEST: Final = 2_000_000
"""Characters of a text of moves; fc-solve prints the table after each of them."""

FORMATS: Final = {
    "freecell": "a game of FreeCell in standard notation, or as one of the next five programs prints it",
    "fc-solve": "the moves that fc-solve prints, also of its other games",
    "black-hole-solver": "the moves that black-hole-solve prints, of Black Hole, All in a Row and Golf",
    "patsolve": "the moves that patsolve prints",
    "shirl-hart": "the moves that Shirl Hart's FreeCell solver prints",
    "dbm-fc-solver": "the moves and tables that dbm-fc-solver prints",
    "minimal-klondike": "the moves of a game of MinimalKlondike",
    "klondike-solver": "the moves of a game of Klondike-Solver",
    "lonelybot": "the moves that lonelybot prints with arrows, of Klondike",
    "klon": "the log that klon writes of a Klondike, which draws three cards unless a rule says otherwise",
    "words": "moves in words, a line each, such as Move 2 cards from column 3 to column 5",
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
_HEADING: Final = re.compile(r"^(?:\[= Starting file |#[0-9]{1,10}[ \t]+Attempt:)", re.MULTILINE)
"""The first line of a game in a file that may have many."""


class Notation(NamedTuple):
    """A notation of moves alone."""

    variants: tuple[str, ...]
    """Its games, of which the first that has the deal and all moves is meant, unless one is named."""
    moves: Callable[[str, Work], Iterator[PileMove]]
    has: Callable[[CompiledRules], bool]
    """Whether it can say the moves of a game."""
    games: str
    """What these games are."""
    rules: Sequence[Autoplay] = (Autoplay.NONE,)
    """The rules of automatic moves in the order in which they are tried where a log does not name its own."""
    is_of_program: Callable[[str], bool] = lambda _text: False
    """Whether a text in the format ``freecell`` is in this notation of a program."""
    table: Callable[[str, Work], str] = lambda text, _work: first_table(text)
    """The board that a text prints before its first move; empty if there is none."""
    otherwise: Callable[[str, Work], Iterator[PileMove]] | None = None
    """What the moves also may mean, if they are illegal as ``moves`` has them."""
    options: Callable[[str], Mapping[str, str]] = lambda _text: {}
    """The options that a text names, or that its program plays by where nothing else is chosen."""


def _deck_before(text: str, _work: Work) -> str:
    return deck_before(text) or first_table(text)


def _has_words(tables: CompiledRules) -> bool:
    return not tables.row


def _is_klondike(tables: CompiledRules) -> bool:
    return tables.variant.id == "klondike"


def _is_golf(tables: CompiledRules) -> bool:
    """Return whether all cards go to one pile: a foundation, or the waste of Golf."""
    is_black_hole = is_open(tables) and len(tables.foundations) == 1 and not tables.cells
    return is_black_hole or (not tables.foundations and not tables.reserve and tables.waste in tables.targets)


_OPEN_GAMES: Final = "games of columns, cells and foundations with all cards face up"
_EACH_RULE: Final = (Autoplay.MICROSOFT, Autoplay.RAYMOND, Autoplay.NONE, Autoplay.ALL)
NOTATIONS: Final = {
    "dbm-fc-solver": Notation(
        ("freecell",), moves_of_dbm_solver, is_open, _OPEN_GAMES, _EACH_RULE, is_by_dbm_solver
    ),
    "shirl-hart": Notation(
        ("freecell",), moves_of_shirl_hart, is_open, _OPEN_GAMES, is_of_program=is_by_shirl_hart
    ),
    "black-hole-solver": Notation(
        ("black-hole", "golf", "relaxed-golf", "all-in-a-row"),
        moves_of_fc_solve,
        _is_golf,
        "games of one foundation, or of a waste that is built on",
        is_of_program=is_by_black_hole_solver,
    ),
    "fc-solve": Notation(
        ("freecell",), moves_of_fc_solve, is_open, _OPEN_GAMES, is_of_program=is_by_fc_solve
    ),
    "patsolve": Notation(
        ("freecell",), moves_of_patsolve, is_open, _OPEN_GAMES, is_of_program=is_by_patsolve
    ),
    "freecell": Notation(
        ("freecell",), moves_of_freecell, is_open, _OPEN_GAMES, _EACH_RULE, options=cells_named
    ),
    "words": Notation(
        ("freecell", "klondike"),
        moves_of_words,
        _has_words,
        "games of columns, cells, waste and foundations, and of pairs",
        (Autoplay.NONE, *_EACH_RULE),
        is_in_words,
        table_before_words,
        partial(moves_of_words, first=0),
    ),
    **{
        name: Notation(
            ("klondike",), moves, _is_klondike, "klondike alone", table=_deck_before, options=options
        )
        for name, moves, options in (
            ("minimal-klondike", moves_of_minimal_klondike, draw_named),
            ("klondike-solver", moves_of_klondike_solver, draw_named),
            ("lonelybot", moves_of_lonelybot, draw_named),
            ("klon", moves_of_klon, lambda _text: {"draw": "three"}),
        )
    },
}
"""The notations of moves alone, by format. A text in the format ``freecell`` may be of any program."""


def read_log(format_: str, data: bytes, dealt: DealName = _UNNAMED, work: Work = UNCOUNTED) -> ForeignGame:
    """Return a game of another program.

    A notation of moves needs the seed, or the position in which the game begins; FreeCell's may begin with
    the number of its deal. The other formats have the deal in them, and KPatience's names its game as well.
    Raises ForeignLogError for a log that cannot be read and for a deal that is missing, superfluous or wrong.
    """
    if format_ not in FORMATS:
        raise ForeignLogError(f"Unknown format {ascii(format_)[:40]}. Formats: {', '.join(FORMATS)}.")
    if format_ in NOTATIONS:
        return _read_moves(format_, _text(data), dealt, work)
    if dealt.seed is not None or dealt.position is not None:
        raise ForeignLogError(f"A log in the format {format_} needs neither seed nor position.")
    if dealt.autoplay is not None:
        raise ForeignLogError(f"A log in the format {format_} has every move: leave autoplay out.")
    if format_ == "kpatience":
        return ForeignGame(*read_kpatience(without_mark(data), work))
    return ForeignGame(
        *read_solvitaire(_text(data), _tables(dealt._replace(variant=dealt.variant or "klondike")), work)
    )


def _read_moves(format_: str, text: str, dealt: DealName, work: Work) -> ForeignGame:
    if len(text) > LONGEST:
        raise ForeignLogError(f"The text has {len(text)} characters. At most {LONGEST} are read.")
    notation = NOTATIONS[format_]
    if second := next(islice(_HEADING.finditer(text), 1, None), None):
        line = text.count("\n", 0, second.start()) + 1
        raise ForeignLogError(f"Line {line} begins another game. Import each game by itself.")
    if format_ == "freecell":
        text = text if dealt.position else with_deal_marked(text, dealt.seed)
        notation = next((known for known in NOTATIONS.values() if known.is_of_program(text)), notation)
    refused: list[ForeignLogError] = []
    for variant in (dealt.variant,) if dealt.variant else notation.variants:
        try:
            return _read_game(format_, text, notation, dealt._replace(variant=variant), work)
        except ForeignLogError as error:
            refused.append(error)
    raise next((error for error in refused if isinstance(error, ForeignMoveError)), refused[0])


def _read_game(format_: str, text: str, notation: Notation, dealt: DealName, work: Work) -> ForeignGame:
    """Return a text of moves as a log of one game. Raises ForeignLogError."""
    known = {option.name for option in VARIANTS[dealt.variant].options} if dealt.variant in VARIANTS else ()
    named = {name: word for name, word in notation.options(text).items() if name in known}
    dealt = dealt._replace(rules={**named, **dealt.rules})
    table = notation.table(text, work)
    deal = _deal(format_, text, dealt, table)
    if not notation.has(deal.tables):
        raise ForeignLogError(f"The format {format_} has {notation.games}, not {deal.tables.variant.id}.")
    _check_table(table, deal)
    rules = (dealt.autoplay,) if dealt.autoplay else notation.rules
    reading = _reading(notation, text, deal, rules, work)
    if text.strip() and not reading.written and not names_deal_alone(text):
        number, line = next((number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip())
        raise ForeignLogError(
            f"The text has no move in the format {format_}. Line {number} is {ascii(line.strip())[:60]}."
        )
    return ForeignGame(deal, reading.moves, autoplay=reading.autoplay)


def _reading(notation: Notation, text: str, deal: Deal, rules: Sequence[Autoplay], work: Work) -> Reading:
    """Return the moves of a text, or what they also may mean if these are illegal. Raises ForeignLogError."""
    try:
        return resolved(notation.moves(text, work), deal.opening, work, rules)
    except ForeignLogError as error:
        refused = error
    if notation.otherwise:
        with suppress(ForeignLogError):
            return resolved(notation.otherwise(text, work), deal.opening, work, rules)
    raise refused


def _deal(format_: str, text: str, dealt: DealName, table: str) -> Deal:
    """Return the deal of a text of moves. Raises ForeignLogError if it is missing or wrong."""
    seed, position = dealt.seed, dealt.position
    if seed is None and position is None:
        position = table or None
    number = deal_number(text) if dealt.variant == "freecell" else None
    if number is not None and number > 0 and seed is None and position is None:
        seed = str(number) if number < SMALL else f"ms{number}"
    is_unshuffled = number is not None and number < 0 and seed is None
    if (seed is None) == (position is None) and not is_unshuffled:
        raise ForeignLogError(f"A log in the format {format_} needs a seed or a position, as moves alone do.")
    try:
        if number is not None and seed and normalize(seed).removeprefix("ms") != str(number):
            raise ForeignLogError(f"The text has the moves of deal {number}, not of {ascii(seed)[:40]}.")
        if is_unshuffled and position is None:
            return deal_of_program("microsoft-freecell", _tables(dealt), str(number))
        if position is None:
            return deal_seed(_tables(dealt), seed or "")
        if is_board(position):
            tables = _tables(dealt)
            return deal_board(tables, read_board_of(position, tables))
        return deal_position(position)
    except KeyError:
        raise ForeignLogError("Unknown variant.") from None
    except (OptionError, SeedError, DialectError, BoardError, PositionTextError) as error:
        raise ForeignLogError(str(error)) from None


def _check_table(table: str, deal: Deal) -> None:
    """Check that the table before the first move has the columns of the deal; some programs sort them."""
    if not table:
        return
    names = [deal.tables.names[pile] for pile in deal.tables.columns]
    piles = read_board_of(table, deal.tables).piles
    dealt = [[CODES[card] for card in deal.opening.cards(pile)] for pile in deal.tables.columns]
    columns = [list(piles.get(name, ())) for name in names]
    other = next((cards for cards in columns if cards not in dealt), None)
    if other is not None and any(columns):
        raise ForeignLogError(
            f"The table before the first move is another deal: no column is {' '.join(other)}."
        )


def _tables(dealt: DealName) -> CompiledRules:
    try:
        return tables_for(dealt.variant, _in_words(dealt.variant, dealt.rules))
    except KeyError:
        raise ForeignLogError("Unknown variant.") from None
    except OptionError as error:
        raise ForeignLogError(str(error)) from None


def _in_words(variant: str, rules: Mapping[str, OptionValue]) -> dict[str, object]:
    """Return options with words for the numbers that other programs write, as in ``cells=3``."""
    options = {option.name: option for option in VARIANTS[variant].options}
    return {
        name: word
        if (word := meant_word(value)) and name in options and word in options[name].words
        else value
        for name, value in rules.items()
    }


def _text(data: bytes) -> str:
    try:
        return text_of(data)
    except UnicodeDecodeError as error:
        raise ForeignLogError(f"The text is not UTF-8: byte {error.start + 1} cannot be read.") from None
