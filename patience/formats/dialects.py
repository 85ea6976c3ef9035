"""Seeds of other programs: the board that each program deals for a number.

A program's seed is an algorithm of its own: a generator of random numbers, a shuffle, and an order of
dealing. The result is a board, because other programs deal in other orders than PySolFC and turn no card at
the start. The algorithms are written from the programs' sources and compared with decks that the programs
print (fixtures/dialects.jsonl).
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from math import factorial
from types import MappingProxyType
from typing import Final

from patience.cards import RANKS, SUITS
from patience.compilation.compiled_rules import CompiledRules
from patience.formats.kpatience_deals import KPATIENCE
from patience.play.board import Board
from patience.play.dealing import Deal, deal_board, deal_seed
from patience.rules.variant import OptionValue

_BITS: Final = 0xFFFFFFFF
_LONG: Final = 0xFFFFFFFFFFFFFFFF
_COLUMNS: Final = 7
_MOST_DIGITS: Final = 68


class DialectError(ValueError):
    """An unknown program, a game that it does not deal, or a number that is not one of its seeds."""


@dataclass(frozen=True)
class Dialect:
    """The seeds of a program."""

    title: str
    """The program, and where its seeds can be seen."""
    lowest: int
    highest: int
    games: Mapping[str, Callable[[int], Board]]
    """By variant: the board of a seed."""
    suits: Mapping[str, str] = field(default_factory=dict)
    """By the option ``suits``: the suits of that game for clubs, diamonds, hearts and spades."""


def board_of_seed(
    program: str, variant: str, seed: int, rules: Mapping[str, OptionValue] = MappingProxyType({})
) -> Board:
    """Return the board that a program deals for a seed, by rules that may name its suits.

    Raises DialectError.
    """
    if program not in DIALECTS:
        raise DialectError(f"Unknown program {ascii(program)[:40]}. Known programs: {', '.join(DIALECTS)}.")
    dialect = DIALECTS[program]
    if variant not in dialect.games:
        games = ", ".join(dialect.games)
        raise DialectError(f"The seeds of {program} deal {games}, not {ascii(variant)[:40]}.")
    if not dialect.lowest <= seed <= dialect.highest:
        raise DialectError(f"Seeds of {program} run from {dialect.lowest} to {dialect.highest}.")
    board = dialect.games[variant](seed)
    suits = dict(zip(SUITS, dialect.suits.get(str(rules.get("suits")), SUITS), strict=True))
    piles = {name: [card[0] + suits[card[1]] for card in cards] for name, cards in board.piles.items()}
    return Board(piles, board.face_down)


def deal_of_program(program: str, tables: CompiledRules, seed: str) -> Deal:
    """Return what a program deals for the digits of a seed. Raises DialectError."""
    board = board_of_seed(program, tables.variant.id, read_seed(seed), dict(tables.options))
    return deal_board(tables, board)


def deal_number(program: str | None, tables: CompiledRules, seed: str) -> Deal:
    """Return the deal of a seed, or of a number of another program if one is named.

    Raises SeedError and DialectError.
    """
    return deal_of_program(program, tables, seed) if program else deal_seed(tables, seed)


def read_seed(text: str) -> int:
    """Return a seed from its digits. Raises DialectError."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= _MOST_DIGITS):
        raise DialectError(f"{ascii(text)[:40]} is not a seed. Expected at most {_MOST_DIGITS} digits.")
    return int(text)


def _pack(suits: str) -> list[str]:
    """Return a new pack suit by suit."""
    return [rank + suit for suit in suits for rank in RANKS]


def _rank_by_rank(suits: str, packs: int = 1) -> list[str]:
    """Return new packs rank by rank, the suits in this order."""
    return [rank + suit for rank in RANKS for suit in suits] * packs


# Orders of dealing


def dealt_klondike(cards: list[str]) -> Board:
    """Deal rows left to right, the top cards face up; the next card of the stock follows the last dealt."""
    dealt = iter(cards)
    columns: list[list[str]] = [[] for _ in range(_COLUMNS)]
    for row in range(_COLUMNS):
        for column in columns[row:]:
            column.append(next(dealt))
    return _klondike_board(columns, list(dealt))


def _klondike_board(columns: list[list[str]], rest: list[str]) -> Board:
    names = [f"T{number}" for number in range(1, _COLUMNS + 1)]
    face_down = {name: len(cards) - 1 for name, cards in zip(names, columns, strict=True)}
    return Board({**dict(zip(names, columns, strict=True)), "S": rest[::-1]}, face_down)


def _columns(cards: list[str], columns: int) -> dict[str, list[str]]:
    """Deal all cards in rows, left to right."""
    return {f"T{number + 1}": cards[number::columns] for number in range(columns)}


# Klondike-Solver


def _klondike_solver(seed: int) -> Board:
    """Swap 269 pairs of places, drawn by a generator of the program's own."""
    draw = _twisted(seed)
    cards = _pack("CDSH")
    for _ in range(269):
        one, other = next(draw) % 52, next(draw) % 52
        cards[one], cards[other] = cards[other], cards[one]
    return dealt_klondike(cards)


def _twisted(seed: int) -> Iterator[int]:
    """Yield the generator's numbers of 31 bits. Right shifts keep the sign, as those of a C ``int`` do."""
    value, mix, twist = seed, 51_651_237, 895_213_268
    for step in count():
        if step == 50:
            value = 0x9417B3AF ^ seed ^ _signed_shift(seed, 15)
        y = ((twist - mix) & _BITS) ^ twist ^ value ^ mix
        mix ^= twist ^ value
        value ^= (twist - mix) & _BITS
        twist ^= value ^ y
        value = (value ^ (twist << 7) ^ _signed_shift(mix, 16) ^ (y << 8)) & _BITS
        if step >= 1000:
            yield value & 0x7FFFFFFF


def _signed_shift(number: int, places: int) -> int:
    """Shift 32 bits to the right as a signed number."""
    return ((number ^ 0x80000000) - 0x80000000 >> places) & _BITS


# Green Felt


def _green_felt(seed: int) -> Board:
    """Pass seven times over the pack and swap each card with one that a Lehmer generator draws."""
    cards = _pack("CDHS")
    for _ in range(7):
        for place in range(52):
            seed = seed * 16_807 % 0x7FFFFFFF
            other = seed % 52
            cards[place], cards[other] = cards[other], cards[place]
    return dealt_klondike(cards[::-1])


# Solvitaire


def _solvitaire(seed: int, packs: int = 1) -> list[str]:
    """Shuffle as Solvitaire does, and return the cards in the order in which they are dealt: from the end."""
    cards = _rank_by_rank("CHSD", packs)
    words = _mersenne(seed)
    for place in range(len(cards) - 1, 0, -1):
        size = _BITS // (place + 1) + (_BITS % (place + 1) == place)
        other = next(drawn for word in words if (drawn := word // size) <= place)
        cards[place], cards[other] = cards[other], cards[place]
    return cards[::-1]


def _mersenne(seed: int) -> Iterator[int]:
    """Yield the words of MT19937 seeded by one number, as C++'s ``std::mt19937``."""
    state = [seed]
    for index in range(1, 624):
        state.append((1_812_433_253 * (state[-1] ^ state[-1] >> 30) + index) & _BITS)
    while True:
        for k in range(624):
            y = (state[k] & 0x80000000) | (state[(k + 1) % 624] & 0x7FFFFFFF)
            state[k] = state[(k + 397) % 624] ^ y >> 1 ^ (0x9908B0DF if y & 1 else 0)
        for word in state:
            y = word ^ word >> 11
            y ^= y << 7 & 0x9D2C5680
            y ^= y << 15 & 0xEFC60000
            yield y ^ y >> 18


def _solvitaire_klondike(seed: int) -> Board:
    """Deal the stock first, its bottom card first of all; then rows, each from the right."""
    cards = _solvitaire(seed)
    columns: list[list[str]] = [[] for _ in range(_COLUMNS)]
    dealt = iter(cards[24:])
    for row in range(_COLUMNS):
        for column in reversed(columns[row:]):
            column.append(next(dealt))
    return _klondike_board(columns, cards[23::-1])


def _solvitaire_freecell(seed: int) -> Board:
    return Board(_columns(_solvitaire(seed), 8))


# lonelybot


def _lonelybot(seed: int) -> Board:
    """Shuffle as Rust's crate rand does from version 0.9 on, with its small generator."""
    cards = _rank_by_rank("HDCS")
    words = _xoshiro(seed)
    chunk = left = 0
    for place in range(1, 52):
        if not left:
            # One draw below place + 1, times place + 2, … serves as many places as 32 bits have room for.
            bound, left = place + 1, 1
            while bound * (place + left + 1) <= _BITS:
                bound, left = bound * (place + left + 1), left + 1
            chunk = _below(bound, words)
        chunk, other = divmod(chunk, place + 1)
        left -= 1
        cards[place], cards[other] = cards[other], cards[place]
    return _column_by_column(cards)


def _below(bound: int, words: Iterator[int]) -> int:
    """Return a number below a bound: the high word of a product, corrected by a second draw (Canon)."""
    high, low = divmod(next(words) * bound, 1 << 32)
    if low > (1 << 32) - bound:
        high += low + (next(words) * bound >> 32) > _BITS
    return high


def _xoshiro(seed: int) -> Iterator[int]:
    """Yield the upper halves of the words of xoshiro256++, whose state SplitMix64 makes of a number."""
    state = []
    for step in range(1, 5):
        word = (seed + step * 0x9E3779B97F4A7C15) & _LONG
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _LONG
        word = (word ^ word >> 27) * 0x94D049BB133111EB & _LONG
        state.append(word ^ word >> 31)
    a, b, c, d = state
    while True:
        yield (_rotated(a + d & _LONG, 23) + a & _LONG) >> 32
        c, d = c ^ a, d ^ b
        a, b, c, d = a ^ d, b ^ c, c ^ (b << 17 & _LONG), _rotated(d, 45)


def _rotated(word: int, places: int) -> int:
    return (word << places | word >> 64 - places) & _LONG


def _exact(seed: int) -> Board:
    """Read a number below 52! as a permutation: each remainder names the place of the next card."""
    return _column_by_column(_permuted(_rank_by_rank("HDCS"), seed, range(1, 52)))


def _column_by_column(cards: list[str]) -> Board:
    columns = [cards[size * (size - 1) // 2 : size * (size + 1) // 2] for size in range(1, _COLUMNS + 1)]
    return _klondike_board(columns, cards[28:])


def _microsoft(seed: int) -> Board:
    """Read a number of Microsoft Solitaire Collection, likewise, but from the last place on."""
    return dealt_klondike(_permuted(_pack("SHCD"), seed, range(51, 0, -1))[::-1])


def _freecell(seed: int) -> Board:
    """Deal what Microsoft's program deals; -1 and -2 are sorted by hand."""
    if seed > 0:
        return KPATIENCE["freecell"](seed)
    if seed == 0:
        raise DialectError("Microsoft's FreeCell does not have a deal 0.")
    left, right, suits = ("A3579JK", "QT8642", "CDHS") if seed == -1 else ("AKQJT98", "765432", "SHDC")
    halves = [[rank + suit for rank in half] for half in (left, right) for suit in suits]
    return Board({f"T{number}": cards for number, cards in enumerate(halves, start=1)})


def _permuted(cards: list[str], number: int, places: range) -> list[str]:
    """Swap each of the places with a place up to it, which the number's next remainder names."""
    for place in places:
        number, other = divmod(number, place + 1)
        cards[place], cards[other] = cards[other], cards[place]
    return cards


DIALECTS: Final[dict[str, Dialect]] = {
    "solvitaire": Dialect(
        "Solvitaire, option --random",
        0,
        2**31 - 1,
        {"klondike": _solvitaire_klondike, "freecell": _solvitaire_freecell},
    ),
    "klondike-solver": Dialect(
        "ShootMe's Klondike-Solver, option /GAME", 0, 2**31 - 1, {"klondike": _klondike_solver}
    ),
    "green-felt": Dialect(
        "Green Felt's Klondike, and the numbers of ShootMe's MinimalKlondike",
        0,
        2**31 - 2,
        {"klondike": _green_felt},
    ),
    "lonelybot": Dialect("lonelybot, seeds of type default", 0, 2**64 - 1, {"klondike": _lonelybot}),
    "lonelybot-exact": Dialect("lonelybot, seeds of type exact", 0, factorial(52) - 1, {"klondike": _exact}),
    "lonelybot-microsoft": Dialect(
        "lonelybot, seeds of type microsoft", 0, factorial(52) - 1, {"klondike": _microsoft}
    ),
    "microsoft-freecell": Dialect(
        "Microsoft's FreeCell, with its deals -1 and -2", -2, 10**6, {"freecell": _freecell}
    ),
    "kpatience": Dialect(
        "KPatience, New Numbered Deal", 1, 2**31 - 1, KPATIENCE, {"one": "CCCC", "two": "HCHC"}
    ),
}
"""By the name by which requests choose a program."""


def _number_of_exact(cards: list[str]) -> int | None:
    """Return the number below 52! that `_exact` reads as this deal."""
    cards, number = cards[:], 0
    pack = _rank_by_rank("HDCS")
    for place in range(51, 0, -1):
        # Before this swap, the place had its card of the new pack.
        other = cards.index(pack[place]) if pack[place] in cards[: place + 1] else -1
        if other < 0:
            return None
        cards[place], cards[other] = cards[other], cards[place]
        number = number * (place + 1) + other
    return number


def _number_of_microsoft(cards: list[str]) -> int | None:
    """Return the number that `_microsoft` reads as this deal."""
    pack, wanted = _pack("SHCD"), _in_rows(cards)[::-1]
    number, weight = 0, 1
    for place in range(51, 0, -1):
        other = pack.index(wanted[place]) if wanted[place] in pack[: place + 1] else -1
        if other < 0:
            return None
        pack[place], pack[other] = pack[other], pack[place]
        number += other * weight
        weight *= place + 1
    return number


def _in_rows(cards: list[str]) -> list[str]:
    """Return cards that lie column by column, and then in the stock, in the order of rows."""
    columns = [cards[size * (size - 1) // 2 : size * (size + 1) // 2] for size in range(1, _COLUMNS + 1)]
    rows = [column[row] for row in range(_COLUMNS) for column in columns[row:]]
    return [*rows, *cards[28:]]


PERMUTATIONS: Final[dict[str, Callable[[list[str]], int | None]]] = {
    "lonelybot-exact": _number_of_exact,
    "lonelybot-microsoft": _number_of_microsoft,
}
"""By program: the number of a Klondike whose cards are given column by column, then as the stock is drawn."""
