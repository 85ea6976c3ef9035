"""Logs of other programs: FreeCell's standard notation, MinimalKlondike's moves, and recorded positions.

The two notations name a source and a target, and leave the number of cards to the rules. So a move is
resolved on the position: the one legal move between the two piles. Where an empty column takes several
numbers of cards, programs differ: most mean the largest, fc-solve a single card. The reader tries both, the
largest first. A text is read strictly: anything but moves of its notation is refused with its place.

>>> from patience.compilation.compiled_rules import tables_for
>>> from patience.play.dealing import deal_seed
>>> from_freecell("6a 6b 6h", deal_seed(tables_for("freecell"), "1").opening)
['T6-R1', 'T6-R2', 'T6-F']
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import Final, NamedTuple

from patience.cards import FACE_DOWN, RANKS
from patience.cards.notation import ANY_FOUNDATION
from patience.cards.seeds import SeedError
from patience.compilation.compiled_rules import CompiledRules, Move, OptionError, tables_for
from patience.formats.kpatience import read_kpatience
from patience.formats.plain_text import text_of, without_mark
from patience.formats.position_logs import MOST_MOVES, ForeignLogError
from patience.formats.solvitaire import read_solvitaire
from patience.formats.work import UNCOUNTED, Work
from patience.play.board import BoardError
from patience.play.dealing import Deal, deal_position, deal_seed
from patience.play.legality import check, play
from patience.play.position import Position
from patience.play.position_text import PositionTextError
from patience.rules.variant import OptionValue

LONGEST: Final = 2_000_000
"""Characters of a text; fc-solve prints the table after each move."""


class Foreign(NamedTuple):
    """A move as another program writes it."""

    text: str
    source: str
    target: str
    cards: int | None = None


_STANDARD: Final = re.compile(r"([1-9a-g])([1-9a-h])(?:v([0-9a-f]{1,2}))?")
_LETTERS: Final = {"T": "123456789", "R": "abcdefg"}
"""By kind of pile: the letters that ``_STANDARD`` reads as its piles."""
_BY_FC_SOLVE: Final = re.compile(r"^(?:Move|Foundations:|-=)", re.MULTILINE)
_PRINTED: Final = re.compile(r"Move: ([1-9a-g][1-9a-h](?:v[0-9a-f]{1,2})?)")
_SPOKEN: Final = re.compile(
    r"Move (a card|[0-9]{1,2} cards) from (stack|freecell) ([0-9]{1,2}) "
    r"to (?:(stack|freecell) ([0-9]{1,2})|the foundations)"
)
_SEQUENCE: Final = re.compile(r"Move the sequence on top of Stack ([0-9]{1,2}) to the foundations")
_TABLE: Final = re.compile(
    r"(?:-=)+-?|=+|Foundations:(?: [HCDS]-[0-9AJQKT]{1,2})+|Freecells:(?: +(?:(?:10|[2-9AJQKT])[CDHS]|-))*"
    r"|:(?: (?:10|[2-9AJQKT])[CDHS])*|Depth: [0-9]+|Stored-States: [0-9]+|Scanned-States: [0-9]+"
    r"|This game is solveable\.|Total number of states checked is [0-9]+\."
    r"|This scan generated [0-9]+ states\.|"
)
"""What fc-solve prints beside moves: the table after each of them, and what the search took."""
_KLONDIKE: Final = re.compile(r"[@\s]|[A-L][A-L]")


def from_freecell(text: str, opening: Position, work: Work = UNCOUNTED) -> list[str]:
    """Return the tokens of a game of FreeCell in standard notation (``26 a5 3h``) or as fc-solve prints it.

    Raises ForeignLogError.
    """
    _check_length(text)
    moves = _fc_solve(text, work) if _BY_FC_SOLVE.search(text) else _words(text, work)
    return _resolved(moves, opening, work)


def _words(text: str, work: Work) -> Iterator[Foreign]:
    """Yield the moves of a text in standard notation."""
    for number, word in enumerate(text.split(), start=1):
        work.step()
        if not _STANDARD.fullmatch(word):
            raise ForeignLogError(
                f"Move {number}, {ascii(word)[:40]}, is not standard notation: "
                "expected two of 1 to 8, a to d and h, as in 26."
            )
        yield _standard(word)


def _fc_solve(text: str, work: Work) -> Iterator[Foreign]:
    """Yield the moves that fc-solve has printed, one on a line."""
    for number, line in enumerate(map(str.rstrip, text.split("\n")), start=1):
        work.step()
        if found := _PRINTED.fullmatch(line):
            yield _standard(found[1])
        elif found := _SPOKEN.fullmatch(line):
            yield _spoken(found)
        elif found := _SEQUENCE.fullmatch(line):
            yield Foreign(line, _numbered("stack", found[1]), ANY_FOUNDATION, len(RANKS))
        elif not _TABLE.fullmatch(line):
            raise ForeignLogError(f"Line {number}, {ascii(line)[:60]}, is not a line that fc-solve prints.")


def from_minimal_klondike(text: str, opening: Position, work: Work = UNCOUNTED) -> list[str]:
    """Return the tokens of a game in MinimalKlondike's notation (``IC @@AL KL``). Raises ForeignLogError.

    ``@`` draws. Where the stock is empty it turns the waste over first.
    """
    _check_length(text)
    moves: list[Foreign | None] = []
    at = 0
    while at < len(text):
        work.step()
        found = _KLONDIKE.match(text, at)
        if found is None:
            raise ForeignLogError(
                f"Character {at + 1}, {text[at]!a}, begins neither a move such as AL nor a draw, @."
            )
        if found[0] == "@":
            moves.append(None)
        elif not found[0].isspace():
            source, target = (_klondike_pile(letter) for letter in found[0])
            moves.append(Foreign(found[0], source, target))
        at = found.end()
    return _resolved(moves, opening, work)


def to_freecell(tokens: Sequence[str], opening: Position, work: Work = UNCOUNTED) -> str:
    """Return a game of FreeCell in standard notation.

    Raises ForeignLogError for a move that the notation does not have.
    """
    position = opening.copy()
    words = []
    for number, token in enumerate(tokens, start=1):
        work.step()
        reason = check(position, token)
        if reason is not None:
            raise ForeignLogError(f"Move {number}, {token}, is illegal: {reason}.")
        move = position.tables.read(token)
        word = _word(position, move)
        if not word:
            raise ForeignLogError(f"Move {number}, {token}, has no standard notation.")
        words.append(word)
        play(position, move)
    return " ".join(words)


def _word(position: Position, move: Move) -> str:
    """Return a legal move in standard notation; empty if the notation does not have it."""
    if move.action or move.token.source[0] == "F":
        return ""
    source, target = _letter(move.token.source), _letter(move.token.target)
    counts = [1] if target == "h" else _counts(position, move.token.source, move.token.target)
    if not (source and target and counts):
        return ""
    return f"{source}{target}" + (f"v{move.count:x}" if move.count != counts[-1] else "")


def _check_length(text: str) -> None:
    if len(text) > LONGEST:
        raise ForeignLogError(f"The text has {len(text)} characters. At most {LONGEST} are read.")


def _standard(word: str) -> Foreign:
    source, target, count = _STANDARD.fullmatch(word).groups()  # type: ignore[union-attr]  # it was matched
    return Foreign(word, _pile(source), _pile(target), int(count, 16) if count else None)


def _spoken(found: re.Match[str]) -> Foreign:
    cards, kind, source, target_kind, target = found.groups()
    count = 1 if cards == "a card" else int(cards.split()[0])
    onto = _numbered(target_kind, target) if target_kind else "F"
    return Foreign(found[0], _numbered(kind, source), onto, count)


def _numbered(kind: str, number: str) -> str:
    return f"{'T' if kind == 'stack' else 'R'}{int(number) + 1}"


def _pile(letter: str) -> str:
    if letter == "h":
        return "F"
    return f"T{letter}" if letter.isdigit() else f"R{ord(letter) - ord('a') + 1}"


def _letter(pile: str) -> str:
    """Return the letter of a pile; empty for a pile that the notation does not have."""
    if pile[0] == "F":
        return "h"
    number = int(pile[1:] or 0)
    return _LETTERS.get(pile[0], "")[:number][number - 1 :]


def _klondike_pile(letter: str) -> str:
    """Return the pile of a letter: A is the waste, B to E are foundations, F to L columns."""
    if letter == "A":
        return "W"
    return "F" if letter <= "E" else f"T{ord(letter) - ord('F') + 1}"


def _resolved(moves: Iterable[Foreign | None], opening: Position, work: Work) -> list[str]:
    """Return the tokens of moves, each resolved on the position before it."""
    moves = list(islice(moves, MOST_MOVES + 1))
    if len(moves) > MOST_MOVES:
        raise ForeignLogError(f"More than {MOST_MOVES} moves.")
    try:
        return _tokens(moves, opening, -1, work)
    except ForeignLogError as error:
        try:
            return _tokens(moves, opening, 0, work)
        except ForeignLogError:
            raise error from None


def _tokens(moves: Sequence[Foreign | None], opening: Position, choice: int, work: Work) -> list[str]:
    """Return the tokens of moves; ``choice`` is the place of the number of cards among those possible."""
    position = opening.copy()
    tokens: list[str] = []

    def make(token: str) -> bool:
        if check(position, token) is not None:
            return False
        play(position, position.tables.read(token))
        tokens.append(token)
        return True

    for number, move in enumerate(moves, start=1):
        work.step()
        if move is None:
            if not make("draw") and not (make("redeal") and make("draw")):
                raise ForeignLogError(f"Move {number}, a draw: stock and waste have no card to turn.")
            continue
        if lacking := {move.source, move.target} - {ANY_FOUNDATION, *position.tables.pile}:
            variant = position.tables.variant.id
            raise ForeignLogError(
                f"Move {number}, {move.text}: {variant} does not have a pile {min(lacking)}."
            )
        counts = [move.cards] if move.cards else _counts(position, move.source, move.target)
        group = f"x{counts[choice]}" if counts and counts[choice] > 1 else ""
        token = f"{move.source}-{move.target}{group}"
        if not counts or not make(token):
            raise ForeignLogError(
                f"Move {number}, {move.text}: no card of {move.source} can go to {move.target}."
            )
    return tokens


def _counts(position: Position, source: str, target: str) -> list[int]:
    """Return how many cards can go from one pile of the game to another, ascending."""
    tables, piles = position.tables, position.piles
    if target == ANY_FOUNDATION:
        return [1] if check(position, f"{source}-F") is None else []
    onto = tables.pile[target]
    top = piles[onto][-1]
    leaders = tables.fits[onto][top] if top < FACE_DOWN else ()
    return [
        count
        for count, leader in enumerate(reversed(piles[tables.pile[source]][1:]), start=1)
        if leader in leaders
        and check(position, f"{source}-{target}{f'x{count}' if count > 1 else ''}") is None
    ]


class ForeignGame(NamedTuple):
    """A game of another program."""

    deal: Deal
    moves: list[str]
    undone: int = 0
    """Positions that were taken back and could be played again."""


class _Notation(NamedTuple):
    """A notation of moves alone."""

    variant: str
    """Its game, unless another one is named."""
    read: Callable[[str, Position, Work], list[str]]
    has: Callable[[CompiledRules], bool]
    """Whether it can say the moves of a game."""
    games: str


def _is_open(tables: CompiledRules) -> bool:
    """Return whether a game has columns, cells and foundations alone, and all cards face up."""
    rules = tables.rules
    is_built = rules.stock is None and rules.pairs is None and not tables.row
    has_others = set(tables.reserve) - set(tables.cells) or any(slot.face for slot in tables.layout)
    return is_built and not has_others


_NOTATIONS: Final = {
    "freecell": _Notation(
        "freecell", from_freecell, _is_open, "games of columns, cells and foundations with all cards face up"
    ),
    "minimal-klondike": _Notation(
        "klondike", from_minimal_klondike, lambda tables: tables.variant.id == "klondike", "klondike"
    ),
}
"""The notations of moves alone, by format."""

FORMATS: Final = {
    "freecell": "a game of FreeCell in standard notation, or as fc-solve prints it",
    "minimal-klondike": "the moves of a game of MinimalKlondike",
    "solvitaire": "a solution that Solvitaire prints",
    "kpatience": "a game that KPatience saved",
}
"""The formats that `read_log` reads, with what each is."""


class DealName(NamedTuple):
    """What a log may leave out: its game, and its deal."""

    variant: str = ""
    rules: Mapping[str, OptionValue] = MappingProxyType({})
    seed: str | None = None
    position: str | None = None
    """The text of the position in which the game begins."""


_UNNAMED: Final = DealName()


def read_log(notation: str, data: bytes, dealt: DealName = _UNNAMED, work: Work = UNCOUNTED) -> ForeignGame:
    """Return a game of another program.

    A notation of moves needs the seed, or the position in which the game begins. The other formats have the
    deal in them, and KPatience's names its game as well. Raises ForeignLogError for a log that cannot be read
    and for a deal that is missing, superfluous or wrong.
    """
    if notation not in FORMATS:
        raise ForeignLogError(f"Unknown format {ascii(notation)[:40]}. Formats: {', '.join(FORMATS)}.")
    known = _NOTATIONS.get(notation)
    if (dealt.seed is not None) + (dealt.position is not None) != (known is not None):
        needs = "a seed or a position, as moves alone do" if known else "neither seed nor position"
        raise ForeignLogError(f"A log in the format {notation} needs {needs}.")
    if notation == "kpatience":
        return ForeignGame(*read_kpatience(without_mark(data), work))
    try:
        text = text_of(data)
        deal = None
        if dealt.position is not None:
            deal = deal_position(dealt.position)
            tables = deal.tables
        else:
            tables = tables_for(dealt.variant or (known.variant if known else "klondike"), dealt.rules)
            deal = deal_seed(tables, dealt.seed) if dealt.seed is not None else None
    except KeyError:
        raise ForeignLogError("Unknown variant.") from None
    except (UnicodeDecodeError, OptionError, SeedError, BoardError, PositionTextError) as error:
        raise ForeignLogError(str(error)) from None
    if deal is None or known is None:
        return ForeignGame(*read_solvitaire(text, tables, work))
    if not known.has(tables):
        raise ForeignLogError(f"The format {notation} has {known.games}, not {tables.variant.id}.")
    return ForeignGame(deal, known.read(text, deal.opening, work))
