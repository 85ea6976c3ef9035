"""The number of a deal in the numbering of each program that could have dealt it.

The numbers of Microsoft's shuffle, which PySolFC, fc-solve and KPatience share, are computed from the order
of a single pack. Of several packs, the first two cards dealt rule out all but some hundred of a million
numbers, which are tried. Numbers that name a permutation are computed.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from patience.cards import CARDS, CARDS_IN_PACK, CODES, FACE_DOWN, RANKS, SUITS, rank
from patience.cards.seeds import HIGHEST_MS_NUMBER, congruential, normalize
from patience.compilation.compiled_rules import CompiledRules
from patience.formats.dialects import DIALECTS, PERMUTATIONS, board_of_seed, deal_of_program
from patience.formats.kpatience_deals import places_of
from patience.formats.work import UNCOUNTED, Work
from patience.play.dealing import Deal, deal_board, deal_seed
from patience.play.position import Position

MICROSOFT: Final = 1_000_000
"""The numbers that are tried for games of several packs, from 1: those of Microsoft's FreeCell."""

_WIDE: Final = 1 << 32
"""The first number for which the generator gives more bits."""
_STATE: Final = 0x1FFFFFFFF

_ENOUGH: Final = 32
"""Cards of a pack whose order leaves few numbers."""

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

    Raises UnknownOrderError for a game that arranges its cards before PySolFC deals them.
    """
    tables = deal.tables
    variant = tables.variant.id
    shuffles = _Shuffles(work)
    if seed := _pysolfc(deal, shuffles):
        yield DealNumber("pysolfc", seed)
    for program in ("microsoft-freecell", "kpatience"):
        if number := _of_program(program, deal, shuffles):
            yield DealNumber(program, number)
    cards = [code for column in tables.columns for code in _codes(deal, column)]
    cards += _codes(deal, tables.stock)[::-1] if tables.stock >= 0 else []
    is_klondike = variant == "klondike" and len(cards) == CARDS_IN_PACK
    for program, number_of in PERMUTATIONS.items() if is_klondike else ():
        permutation = number_of(cards)
        if permutation is not None:
            dealt = deal_board(tables, board_of_seed(program, "klondike", permutation))
            if dealt.opening.piles == deal.opening.piles:
                yield DealNumber(program, str(permutation))


def _codes(deal: Deal, pile: int) -> list[str]:
    return [CODES[card] for card in deal.opening.cards(pile)]


class _Shuffles:
    """The numbers of Microsoft's shuffle for several orders, each of which is inverted once."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._known: dict[tuple[int, ...], list[int]] = {}

    def numbers(self, order: Sequence[int], faces: Sequence[int]) -> list[int]:
        """Return the numbers that may shuffle a pack so that its cards leave it in this order."""
        if len(order) < 2:
            return []
        key = (*order, *faces)
        if key not in self._known:
            search = _inverted if len({*faces}) == len(faces) >= _ENOUGH else _beginning
            self._known[key] = list(search(order, faces, self._work))
        return self._known[key]


def _pysolfc(deal: Deal, shuffles: _Shuffles) -> str:
    """Return the seed of the ``ms`` number that deals a board; empty if none does."""
    tables = deal.tables
    first = _first_faces(deal)
    pack = list(tables.pack)
    if len(pack) == CARDS_IN_PACK:
        pack.sort(key=lambda card: (rank(card), card))
    faces = [tables.printed[number % CARDS_IN_PACK] for number in pack]
    order: Sequence[int] = first
    if len({*faces}) == len(faces):
        reference = deal_seed(tables, "1")
        order = _cards_at(deal, _places(reference.opening, reference.deck))[:: -1 if tables.from_start else 1]
    seeds = (normalize(f"ms{number}") for number in shuffles.numbers(order, faces))
    return next((seed for seed in seeds if _is_dealt(deal, deal_seed(tables, seed))), "")


def _of_program(program: str, deal: Deal, shuffles: _Shuffles) -> str:
    """Return the number that deals a board in a program that shares the shuffle; empty if none does."""
    dialect, tables = DIALECTS[program], deal.tables
    order = _cards_at(deal, [(tables.pile[pile], at) for pile, at in places_of(tables.variant.id)])
    if tables.variant.id not in dialect.games or not order:
        return ""
    suits = dialect.suits.get(str(dict(tables.options).get("suits")), SUITS)
    faces = [CARDS[rank + suit] for rank in RANKS for suit in suits] * (len(order) // CARDS_IN_PACK)
    for number in (*range(dialect.lowest, 0), *shuffles.numbers(order, faces)):
        if number <= dialect.highest and _is_dealt(deal, deal_of_program(program, tables, str(number))):
            return str(number)
    return ""


def _is_dealt(deal: Deal, other: Deal) -> bool:
    return deal.opening.piles == other.opening.piles


def _places(opening: Position, deck: Sequence[int]) -> list[tuple[int, int]]:
    """Return where each card of a deck lies: its pile, and its place there from the bottom."""
    piles = range(len(opening.piles))
    places = {card: (pile, at) for pile in piles for at, card in enumerate(opening.cards(pile))}
    return [places[card] for card in deck]


def _cards_at(deal: Deal, places: Sequence[tuple[int, int]]) -> list[int]:
    """Return the cards of a board in these places; none if one of the places is empty."""
    piles = [deal.opening.cards(pile) for pile in range(len(deal.opening.piles))]
    lying = [piles[pile][at : at + 1] for pile, at in places]
    return [card for cards in lying for card in cards] if all(lying) else []


def _inverted(order: Sequence[int], pack: Sequence[int], work: Work) -> Iterator[int]:
    """Yield the numbers that shuffle a pack of different cards so that they leave it in this order.

    Where the number of cards left is divisible by a power of two, the bits of the generator's state from
    bit 16 on are known. They depend on as many bits of the number, which are found one after another.
    """
    left, draws = list(pack), []
    for card in order:
        if card not in left:
            return
        at = left.index(card)
        draws.append((len(left), at))
        left[at] = left[-1]
        left.pop()
    if left:
        return
    for surplus, beyond in ((0, 0), (1, _WIDE)):
        numbers, bits, modulus = list(range(1 << 17)), 17, 2
        while len(pack) >= modulus:
            numbers = [number for number in numbers if _fits(number, draws, surplus, modulus, work)]
            ends = (0, 1 << bits) if len(pack) >= 2 * modulus else (0,)
            numbers = [number + end for number in numbers for end in ends]
            bits, modulus = bits + len(ends) - 1, 2 * modulus
        for start in range(beyond, HIGHEST_MS_NUMBER if surplus else _WIDE, 1 << bits):
            for number in numbers:
                work.step()
                if start + number and _shuffles(start + number, draws):
                    yield start + number


def _fits(number: int, draws: Sequence[tuple[int, int]], surplus: int, modulus: int, work: Work) -> bool:
    """Return whether numbers that end in these bits draw these places, modulo a power of two."""
    if number % _CHUNK == 0:
        work.step()
    for size, place in draws:
        number = number * 214013 + 2531011 & _STATE
        if size % modulus == 0 and ((number >> 16) + surplus - place) % modulus:
            return False
    return True


def _shuffles(number: int, draws: Sequence[tuple[int, int]]) -> bool:
    draw = congruential(number)
    return all(draw(size) == place for size, place in draws[:-1])


def _beginning(first: Sequence[int], faces: Sequence[int], work: Work) -> Iterator[int]:
    """Yield Microsoft's numbers that deal these two cards first, of a pack with equal cards."""
    size, last = len(faces), faces[-1]
    firsts = {place for place, face in enumerate(faces) if face == first[0]}
    for start in range(1, MICROSOFT + 1, _CHUNK):
        work.step()
        for number in range(start, start + _CHUNK):
            x = number * 214013 + 2531011
            place = (x >> 16 & 0x7FFF) % size
            if place not in firsts:
                continue
            other = (x * 214013 + 2531011 >> 16 & 0x7FFF) % (size - 1)
            if (last if other == place else faces[other]) == first[1]:
                yield number


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
    return not all(slot.keeps for slot in tables.layout) or bool(tables.spread)
