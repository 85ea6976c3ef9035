"""Deals: a seed or a deck given card by card, and the position in which it opens."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from service.engine.cards import CARDS, CODES, FACE_DOWN, PACK, RANKS, SUITS
from service.engine.position import Position
from service.engine.rules import Foundation
from service.engine.seeds import normalize, shuffled
from service.engine.tables import Tables


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
    bases = []
    for base in _bases(tables):
        # The first pack's copy goes first, wherever the second one lies.
        copy = base if base in pack else base + 52
        pack.remove(copy)
        bases.append(copy)
    deck = tuple(card if card < 52 else card - 52 for card in (*bases, *pack))
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
    if problems:
        raise DeckError(problems)


def _bases(tables: Tables) -> list[int]:
    return [card for foundation in tables.rules.foundations for card in _base_cards(foundation)]


def _base_cards(foundation: Foundation) -> Iterator[int]:
    for rank in foundation.ranks[: foundation.dealt]:
        yield CARDS[rank + foundation.suits[0]]


def _open(tables: Tables, deck: tuple[int, ...]) -> Position:
    position = Position(tables)
    piles = position.piles
    cards = list(deck)
    for pile, foundation in zip(tables.foundations, tables.rules.foundations, strict=True):
        for base in _base_cards(foundation):
            cards.remove(base)
            piles[pile].append(base)
    cards.reverse()
    if tables.rules.columns:
        for dealing_round in tables.rules.columns.rounds:
            face = 0 if dealing_round.face_up else FACE_DOWN
            for column in dealing_round.columns:
                piles[column - 1].append(cards.pop() + face)
    for cell in tables.reserve:
        piles[cell].append(cards.pop())
    if tables.rules.stock:
        for _ in range(tables.rules.stock.drawn_at_start):
            piles[tables.waste].append(cards.pop())
        piles[tables.stock].extend(cards)
    return position
