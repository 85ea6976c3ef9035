"""The number of a deal in the numbering of each program that could have dealt it.

Microsoft's numbers, which PySolFC, fc-solve and KPatience share, are tried one by one: the first two cards
dealt rule out all but some hundred of a million. Numbers that name a permutation are computed.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from patience.cards import CARDS_IN_PACK, CODES, FACE_DOWN, rank
from patience.cards.seeds import normalize
from patience.compilation.compiled_rules import CompiledRules
from patience.compilation.pile_numbers import ANY
from patience.formats.dialects import PERMUTATIONS, board_of_seed
from patience.formats.work import UNCOUNTED, Work
from patience.play.dealing import Deal, deal_board, deal_seed

MICROSOFT: Final = 1_000_000
"""The numbers that Microsoft's FreeCell deals, from 1."""

_CHUNK: Final = 1000
"""Numbers that are tried in one step."""


class UnknownOrderError(ValueError):
    """A game whose first cards cannot be read off its board."""


class DealNumber(NamedTuple):
    """The number of a deal in the numbering of a program."""

    program: str
    number: str


def numbers_of(deal: Deal, work: Work = UNCOUNTED) -> Iterator[DealNumber]:
    """Yield the number of a board for each program that deals it.

    Raises UnknownOrderError for a game that arranges its cards before it deals them.
    """
    tables = deal.tables
    seed = _microsoft(deal, work)
    if seed:
        yield DealNumber("pysolfc", seed)
        if tables.variant.id == "freecell":
            yield DealNumber("microsoft-freecell", seed.removeprefix("ms"))
    cards = [code for column in tables.columns for code in _codes(deal, column)]
    cards += _codes(deal, tables.stock)[::-1] if tables.stock >= 0 else []
    is_klondike = tables.variant.id == "klondike" and len(cards) == CARDS_IN_PACK
    for program, number_of in PERMUTATIONS.items() if is_klondike else ():
        number = number_of(cards)
        if number is not None:
            dealt = deal_board(tables, board_of_seed(program, "klondike", number))
            if dealt.opening.piles == deal.opening.piles:
                yield DealNumber(program, str(number))


def _codes(deal: Deal, pile: int) -> list[str]:
    return [CODES[card] for card in deal.opening.cards(pile)]


def _microsoft(deal: Deal, work: Work) -> str:
    """Return the seed of Microsoft's number that deals a board; empty if none does."""
    tables, piles = deal.tables, deal.opening.piles
    first, second = _first_faces(deal)
    pack = list(tables.pack)
    if len(pack) == CARDS_IN_PACK:
        pack.sort(key=lambda card: (rank(card), card))
    faces = [tables.printed[number % CARDS_IN_PACK] for number in pack]
    size, last = len(faces), faces[-1]
    firsts = {place for place, face in enumerate(faces) if face == first}
    for start in range(1, MICROSOFT + 1, _CHUNK):
        work.step()
        for number in range(start, start + _CHUNK):
            x = number * 214013 + 2531011
            place = (x >> 16 & 0x7FFF) % size
            if place not in firsts:
                continue
            other = (x * 214013 + 2531011 >> 16 & 0x7FFF) % (size - 1)
            if (last if other == place else faces[other]) == second:
                seed = normalize(f"ms{number}")
                if deal_seed(tables, seed).opening.piles == piles:
                    return seed
    return ""


def _first_faces(deal: Deal) -> tuple[int, int]:
    """Return the two cards that are dealt first. Raises UnknownOrderError."""
    tables = deal.tables
    slots = tables.layout[:2]
    if len(slots) < 2 or any(tables.bases) or tables.rules.arrange or _is_sorted_on(tables):
        raise UnknownOrderError(
            f"Numbers of {tables.variant.id} are not found: its first cards do not lie where they were dealt."
        )
    piles = deal.opening.piles
    one, two = (slot.pile for slot in slots)
    first, second = piles[one][1:2], piles[two][2:3] if one == two else piles[two][1:2]
    if not (first and second):
        raise UnknownOrderError("The board does not have a card where the first ones are dealt.")
    return first[0] % FACE_DOWN, second[0] % FACE_DOWN


def _is_sorted_on(tables: CompiledRules) -> bool:
    """Return whether cards go elsewhere than to their place of the layout."""
    return any(slot.pile == ANY or slot.home or slot.sweeps for slot in tables.layout) or bool(tables.spread)
