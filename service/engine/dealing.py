"""Deals: a seed or a deck given card by card, and the position in which it opens."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from service.engine.cards import CARDS, CODES, PACK, RANKS, SUITS
from service.engine.compiled import Tables
from service.engine.position import Position
from service.engine.seeds import normalize, shuffled

_TWO_PACKS: Final = sorted(2 * list(CARDS))


class DeckError(ValueError):
    """A list that is not two packs; ``problems`` says what is wrong, by index or (None) of the whole."""

    def __init__(self, problems: list[tuple[int | None, str]]) -> None:
        super().__init__(" ".join(text for _, text in problems))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Deal:
    """104 cards in dealing order, for one variant under settled options."""

    tables: Tables
    deck: tuple[int, ...]
    seed: str | None = None
    """As it is answered; None where the deck was given."""

    opening: Position = field(compare=False, repr=False, kw_only=True)
    """Never played on; ``position`` gives a copy that may be."""

    def position(self) -> Position:
        """The position in which the game opens."""
        return self.opening.copy()


def deal_seed(tables: Tables, seed: str) -> Deal:
    """The deal that a seed names, its base cards first, in foundation order (RULES §8).

    Raises SeedError if the text is no seed.
    """
    pack = shuffled(seed)
    bases = _base_copies(tables)
    if bases:
        taken = set(bases)
        pack = bases + [card for card in pack if card not in taken]
    deck = tuple([card % 52 for card in pack])
    return Deal(tables, deck, normalize(seed), opening=_open(tables, deck))


def deal_deck(tables: Tables, codes: Sequence[str]) -> Deal:
    """The deal of a deck given card by card, in dealing order.

    Raises DeckError naming every unknown, missing and surplus card.
    """
    check_deck(codes)
    deck = tuple(CARDS[code] for code in codes)
    return Deal(tables, deck, opening=_open(tables, deck))


def check_deck(codes: Sequence[object]) -> None:
    """Raise DeckError, naming every unknown, missing and surplus card, unless these are two packs."""
    if sorted(codes, key=str) == _TWO_PACKS:
        return
    unknown: list[tuple[int | None, str]] = [
        (index, f"{ascii(code)[:60]} is no card. Expected a rank of {RANKS} and a suit of {SUITS}, as in TH.")
        for index, code in enumerate(codes)
        if not isinstance(code, str) or code not in CARDS
    ]
    count = Counter(code for code in codes if isinstance(code, str))
    missing = [code for card in PACK for code in [CODES[card]] * (2 - count[CODES[card]])]
    surplus = [code for card in PACK for code in [CODES[card]] * (count[CODES[card]] - 2)]
    problems = unknown
    if missing:
        problems.append((None, f"{len(missing)} missing: {' '.join(missing)}."))
    if surplus:
        problems.append((None, f"{len(surplus)} surplus: {' '.join(surplus)}."))
    raise DeckError(problems)


def _base_copies(tables: Tables) -> list[int]:
    """The base cards in foundation order, as 0…103: of each, the first pack's copy before the second's."""
    copies: list[int] = []
    for base in (base for bases in tables.bases for base in bases):
        copies.append(base + 52 if base in copies else base)
    return copies


def _open(tables: Tables, deck: tuple[int, ...]) -> Position:
    position = Position(tables)
    piles = position.piles
    cards = list(deck)
    for foundation, bases in zip(tables.foundations, tables.bases, strict=True):
        piles[foundation] += bases
        for base in bases:
            cards.remove(base)
    cards.reverse()
    for column, face in tables.layout:
        piles[column].append(cards.pop() + face)
    for cell in tables.reserve:
        piles[cell].append(cards.pop())
    if tables.rules.stock:
        for _ in range(tables.rules.stock.drawn_at_start):
            piles[tables.waste].append(cards.pop())
        piles[tables.stock].extend(cards)
    return position
