"""How the cards of a game are dealt when it opens."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import takewhile
from typing import NamedTuple

from patience.cards import CARDS, CARDS_IN_PACK, FACE_DOWN, PACK, RANKS, SUITS, cards_of, cards_of_ranks
from patience.compilation.pile_numbers import ANY, PileNumbers
from patience.rules import PRINTED_SUITS, Arrange, Rules


class Slot(NamedTuple):
    """One place of the layout."""

    pile: int
    """``ANY`` is the foundation of the base card."""
    face: int
    """0, or ``FACE_DOWN`` to be added to the card."""
    home: bool
    """Whether the card goes to a foundation instead, if one takes it."""
    sweeps: frozenset[int] = frozenset()
    """The cards that go from the tops of columns to foundations after this one is dealt."""
    heads: frozenset[int] = frozenset()
    """The cards that go to foundations first, as long as one takes them, and leave the place to the next."""

    @property
    def keeps(self) -> bool:
        """Whether the next card comes to lie here, and stays."""
        return self.pile != ANY and not (self.home or self.sweeps or self.heads)


@dataclass(frozen=True, eq=False, repr=False)
class OpeningDeal:
    """The pack of a game, and where its cards go."""

    cards: int
    """How many cards the game has."""
    pack: tuple[int, ...]
    """Every card before the shuffle, in order, as 52 times its pack plus its number in the pack."""
    printed: tuple[int, ...]
    """By card of a pack, 0…51: the card that it is printed as."""
    kings_moved: int
    """How many of the first cards are arranged so that Kings lie at the bottom of columns; 0 if none are."""
    from_start: bool
    """Whether the shuffled pack is dealt from its start, not from its end."""
    groups: tuple[range, ...]
    """The places of cards that are dealt to one pile in a row; empty where nothing is arranged."""
    base_copies: tuple[int | None, ...]
    """The base cards in foundation order, as numbers of ``pack``: of each card the first copies, or the last
    ones; None for a card that each deal chooses among several suits."""
    bases: tuple[tuple[frozenset[int], ...], ...]
    """By foundation: of each card that lies there when the game opens, which cards it can be."""
    layout: tuple[Slot, ...]
    """In dealing order: where each card goes."""
    late: tuple[int, ...]
    """The piles that get a card, if they are empty, once play has set the base."""
    spread: tuple[int, ...]
    """The piles that get all cards that are left after ``layout``; empty where none is left."""
    heads: frozenset[int]
    """The cards that begin the next of these piles, or end one (``ends_piles``)."""
    ends_piles: bool
    sorted: tuple[frozenset[int], ...]
    """By pile of ``spread``: the cards that go there, where suits or ranks say; empty elsewhere."""


def opening_deal(rules: Rules, piles: PileNumbers) -> OpeningDeal:
    """Compile how the cards are dealt."""
    pack, printed, pile = _pack(rules), _printed(rules), piles.pile
    bases = tuple(
        tuple(frozenset(CARDS[code] for code in codes) for codes in foundation.bases)
        for foundation in rules.foundations
    )
    return OpeningDeal(
        cards=rules.cards,
        pack=pack,
        printed=printed,
        kings_moved=_kings_moved(rules),
        from_start=rules.arrange is not None and rules.arrange.from_start,
        groups=rules.groups if rules.arrange else (),
        base_copies=_base_copies(pack, printed, bases, last_kings=rules.arrange is Arrange.LAST_KINGS),
        bases=bases,
        layout=tuple(_slots(rules, pile)),
        late=tuple(pile[name] for dealing in rules.layout if dealing.after_base for name in dealing.to),
        spread=tuple(pile[name] for dealing in rules.layout if dealing.deals_all for name in dealing.to),
        heads=cards_of_ranks("".join(dealing.heads for dealing in rules.layout if dealing.deals_all)),
        ends_piles=any(dealing.ends_piles for dealing in rules.layout),
        sorted=tuple(cards_of(letter) for dealing in rules.layout for letter in dealing.by),
    )


def _pack(rules: Rules) -> tuple[int, ...]:
    """Return every card before the shuffle: pack by pack, clubs, spades, hearts, diamonds, Ace to King."""
    return tuple(
        CARDS_IN_PACK * copy + len(RANKS) * SUITS.index(suit) + rank
        for copy in range(rules.packs)
        for suit in (PRINTED_SUITS if len(rules.suits) == len(PRINTED_SUITS) else rules.suits)
        for rank in map(RANKS.index, rules.ranks)
    )


def _printed(rules: Rules) -> tuple[int, ...]:
    full = rules.suits if len(rules.suits) == len(PRINTED_SUITS) else PRINTED_SUITS
    suits = [SUITS.index(full[PRINTED_SUITS.index(suit)]) for suit in SUITS]
    return tuple(len(RANKS) * suits[card // 13] + card % 13 for card in PACK)


def _kings_moved(rules: Rules) -> int:
    if rules.arrange not in (Arrange.KINGS_DOWN, Arrange.TWO_ACES_LAST):
        return 0
    full = rules.layout[0].to
    to_columns = takewhile(lambda dealing: dealing.to == full[: len(dealing.to)], rules.layout)
    return sum(len(dealing.to) for dealing in to_columns)


def _base_copies(
    pack: tuple[int, ...],
    printed: tuple[int, ...],
    bases: tuple[tuple[frozenset[int], ...], ...],
    *,
    last_kings: bool,
) -> tuple[int | None, ...]:
    copies: list[int | None] = []
    for cards in (cards for pile in bases for cards in pile):
        of_last = last_kings and RANKS[min(cards) % len(RANKS)] == "K"
        copied = reversed(pack) if of_last else pack
        fitting = (card for card in copied if printed[card % CARDS_IN_PACK] in cards and card not in copies)
        copies.append(next(fitting) if len(cards) == 1 else None)
    return tuple(copies)


def _slots(rules: Rules, pile: Mapping[str, int]) -> Iterator[Slot]:
    for dealing in rules.opening_rounds:
        if dealing.deals_all:
            continue
        swept, heads = cards_of_ranks(dealing.sweeps), cards_of_ranks(dealing.heads)
        for name in dealing.to:
            face = 0 if dealing.face_up else FACE_DOWN
            is_last = name == dealing.to[-1]
            home = dealing.home and not heads
            yield Slot(pile.get(name, ANY), face, home, swept if is_last else frozenset(), heads)
