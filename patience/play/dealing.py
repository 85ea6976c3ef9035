"""Deals: a seed, a deck or a board given card by card, and the position in which it opens."""

from collections import Counter
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import filterfalse, takewhile
from typing import TYPE_CHECKING, NamedTuple

from patience.cards import CARDS, CARDS_IN_PACK, RANKS, SUITS, rank, suit
from patience.cards.mistakes import meant_card, pack_mistakes
from patience.cards.seeds import normalize, numbers_after, shuffled
from patience.compilation.compiled_rules import CompiledRules, tables_for
from patience.compilation.opening_deal import Slot
from patience.compilation.pile_numbers import ANY
from patience.play.legality import home_for
from patience.play.position import Position
from patience.rules import PRINTED_SUITS, Arrange, Base

if TYPE_CHECKING:
    from patience.play.board import Board

_KING = len(RANKS) - 1
_JACK = RANKS.index("J")
_ACE_OF_SPADES = CARDS["AS"]
_MOST_SWAPS = 1000
"""How often a group is arranged at most, as in PySolFC."""


class DeckError(ValueError):
    """A list that is not the game's cards; ``problems`` says what is wrong, by index or (None) overall."""

    def __init__(self, problems: list[tuple[int | None, str]]) -> None:
        super().__init__(" ".join(text for _, text in problems))
        self.problems = problems


class SeededOrders(NamedTuple):
    """The orders of a seed: its generator goes on after the shuffle of the deal, redeal by redeal."""

    seed: str
    cards: int

    def knows(self, redeal: int) -> bool:  # noqa: ARG002
        """Return whether the order of a redeal is known: each is."""
        return True

    def shuffled(self, cards: list[int], redeal: int, drawn: int) -> list[int]:  # noqa: ARG002
        """Return the places of these cards in their new order, the one dealt last first (RULES §8)."""
        draw = numbers_after(self.seed, self.cards + drawn)
        places = list(range(len(cards)))
        for place in range(len(cards) - 1, 0, -1):
            other = draw(place + 1)
            places[place], places[other] = places[other], places[place]
        return places


class GivenOrders(NamedTuple):
    """The orders of redeals as lists of all cards; those that are not gathered are left out."""

    orders: tuple[tuple[int, ...], ...]
    before: int
    """The number of redeals before the opening."""

    def knows(self, redeal: int) -> bool:
        """Return whether the order of a redeal is given."""
        return redeal < self.before + len(self.orders)

    def shuffled(self, cards: list[int], redeal: int, drawn: int) -> list[int]:  # noqa: ARG002
        """Return the places of these cards in their new order, of which the last is dealt first."""
        order = self.orders[redeal - self.before]
        places: dict[int, list[int]] = {}
        for place, card in enumerate(cards):
            places.setdefault(card, []).insert(0, place)
        return [places[card].pop() for card in order if places.get(card)][::-1]


@dataclass(frozen=True, slots=True)
class Deal:
    """The game's cards in dealing order, for one variant under settled options."""

    tables: CompiledRules
    deck: tuple[int, ...]
    """Empty where a board was given."""
    seed: str | None = None
    """As it appears in answers; None where the deck or a board was given."""
    board: str = ""
    """The piles of a board as its text has them; empty where cards were dealt."""
    orders: tuple[tuple[int, ...], ...] = ()
    """For each redeal of a deck or board: all cards in the order in which it deals those that are left."""

    opening: Position = field(compare=False, repr=False, kw_only=True)
    """Never played on; ``position`` gives a copy that may be."""

    @property
    def is_board(self) -> bool:
        """Return whether the position was given card by card instead of dealt."""
        return bool(self.board)

    def position(self) -> Position:
        """Return the position in which the game opens."""
        return self.opening.copy()


def deal_seed(tables: CompiledRules, seed: str) -> Deal:
    """Return the deal that a seed names, in the order in which its cards are dealt (RULES §8).

    Base cards come first, and Kings are where ``arrange`` puts them. Raises SeedError if the text is not a
    seed.
    """
    pack = shuffled(seed, tables.pack)
    bases = _base_copies(tables, pack)
    if not tables.from_start:
        pack.reverse()
    numbers = [*bases, *(card for card in pack if card not in bases)]
    cards = [tables.printed[number % CARDS_IN_PACK] for number in numbers]
    if tables.rules.arrange and tables.rules.arrange.draws:
        _make_ranks_distinct(tables, cards, numbers_after(seed, len(cards)))
    if tables.rules.arrange is Arrange.KING_FIRST:
        cards = _last_first(cards, _is_king)
    if tables.rules.arrange is Arrange.TWO_ACES_LAST:
        cards = _two_aces_last(tables, cards)
    if tables.rules.arrange is Arrange.KINGS_LAST:
        cards = _kings_last(cards, tables.rules.laid)
    # Kings go down in the columns, to which no base card is dealt.
    first = len(bases) if tables.rules.arrange is Arrange.KINGS_DOWN else 0
    deck = (*cards[:first], *_arranged(tables, cards[first:]))
    opening = _open(tables, deck)
    if tables.shuffles:
        opening.orders = SeededOrders(normalize(seed), len(deck))
    return Deal(tables, deck, normalize(seed), opening=opening)


def deal_deck(tables: CompiledRules, codes: Sequence[str], orders: Sequence[Sequence[str]] = ()) -> Deal:
    """Return the deal of a deck given card by card, in dealing order.

    ``orders`` has all cards once for each redeal, in the order in which it deals those that are left.
    Raises DeckError naming every unknown, missing and surplus card.
    """
    check_deck(codes, tables.rules.copies)
    deck = tuple(CARDS[code] for code in codes)
    return _with_orders(Deal(tables, deck, opening=_open(tables, deck)), orders)


def deal_board(tables: CompiledRules, board: "Board", orders: Sequence[Sequence[str]] = ()) -> Deal:
    """Return the deal that opens with this board; ``orders`` as in ``deal_deck``.

    Raises BoardError with everything that is wrong with it.
    """
    # Boards are rarer than seeds, and what reads them takes a while to load.
    from patience.play.board import lay_out  # noqa: PLC0415
    from patience.play.position_text import write_piles  # noqa: PLC0415

    opening = lay_out(tables, board)
    return _with_orders(Deal(tables, (), board=write_piles(opening), opening=opening), orders)


def _with_orders(deal: Deal, orders: Sequence[Sequence[str]]) -> Deal:
    """Return a deal whose redeals follow these orders. Raises DeckError."""
    if not orders:
        return deal
    if not deal.tables.shuffles:
        raise DeckError([(None, f"No redeal of {deal.tables.variant.id} shuffles: leave redeal_orders out.")])
    for order in orders:
        check_deck(order, deal.tables.rules.copies)
    given = tuple(tuple(CARDS[code] for code in order) for order in orders)
    deal.opening.orders = GivenOrders(given, deal.opening.redeals)
    return replace(deal, orders=given)


def deal_position(text: str) -> Deal:
    """Return the deal that opens with the position of a text.

    Raises PositionTextError if the text does not follow the grammar, KeyError for an unknown variant,
    OptionError for its options, and BoardError if the cards are not a position of the game.
    """
    from patience.play.position_text import parse_position  # noqa: PLC0415 - as in deal_board

    variant, options, board = parse_position(text)
    return deal_board(tables_for(variant, options), board)


def check_deck(codes: Sequence[object], expected: Counter[str]) -> None:
    """Raise DeckError, naming every unknown, missing and surplus card, unless these are the game's cards."""
    count = Counter(code for code in codes if isinstance(code, str))
    if count == expected and len(codes) == expected.total():
        return
    unknown: list[tuple[int | None, str]] = [
        (
            index,
            f"{ascii(code)[:60]} is not a card. Expected a rank of {RANKS} and a suit of {SUITS}, as in TH."
            f"{meant_card(code)}",
        )
        for index, code in enumerate(codes)
        if not isinstance(code, str) or code not in CARDS
    ]
    raise DeckError([*unknown, *((None, text) for text in pack_mistakes(count, expected))])


def _arranged(tables: CompiledRules, cards: list[int]) -> list[int]:
    """Return the cards in the order in which they are dealt, once Kings or base cards are moved."""
    if tables.rules.arrange is Arrange.KINGS_DOWN:
        return _kings_down(tables, cards)
    if tables.rules.arrange in (Arrange.ACE_OF_SPADES_LAST, Arrange.ACE_LAST):
        aces = [place for place, card in enumerate(cards) if _is_ace(card)]
        place = aces[-1] if tables.rules.arrange is Arrange.ACE_LAST else cards.index(_ACE_OF_SPADES)
        return [*cards[:place], *cards[place + 1 :], cards[place]]
    if tables.rules.arrange is Arrange.JACKS_APART:
        return _jacks_apart(tables, cards)
    if tables.rules.arrange is Arrange.KING_FIRST and not _is_king(cards[0]):
        return _last_first(cards, _is_king)
    if tables.rules.arrange is Arrange.ACE_OR_KING_FIRST:
        first = cards[: len(tables.rules.layout[0].to)]
        return cards if any(map(_is_ace_or_king, first)) else _last_first(cards, _is_ace_or_king)
    if tables.rules.arrange is Arrange.TWO_ACES_LAST and not all(map(_is_ace, cards[-2:])):
        return _two_aces_last(tables, cards)
    if tables.rules.arrange is Arrange.KINGS_LAST and any(map(_is_king, cards[: tables.rules.laid])):
        return _kings_last(cards, tables.rules.laid)
    if tables.rules.arrange and tables.rules.arrange.first:
        first = [CARDS[number + suit] for number in tables.rules.arrange.first for suit in PRINTED_SUITS]
        return sorted(cards, key=lambda card: first.index(card) if card in first else len(first))
    if tables.rules.base is Base.FIRST_RANK:
        return sorted(cards, key=lambda card: rank(card) != rank(cards[0]))
    return cards


def _make_ranks_distinct(tables: CompiledRules, cards: list[int], draw: Callable[[int], int]) -> None:
    """Swap cards of a rank that a group has twice with cards dealt after the group, drawn by number."""
    for group in tables.groups:
        for _ in range(_MOST_SWAPS):
            place = _first_repeated([rank(cards[place]) for place in group])
            if place is None:
                break
            place += group.start
            other = group.stop + draw(len(cards) - group.stop)
            cards[place], cards[other] = cards[other], cards[place]


def _first_repeated(ranks: list[int]) -> int | None:
    """Return the first place of the rank that is the first to come again; None if all differ."""
    again = (ranks.index(rank) for place, rank in enumerate(ranks) if rank in ranks[:place])
    return next(again, None)


def _jacks_apart(tables: CompiledRules, cards: list[int]) -> list[int]:
    """Return the cards with the second of three Jacks in a group near the end of the deck."""
    jacks = ([place for place in group if rank(cards[place]) == _JACK] for group in tables.groups)
    several = next((places for places in jacks if len(places) > 1), [])
    cards = cards[:]
    if len(several) == 3:
        last = -2 if rank(cards[-1]) == _JACK else -1
        cards[several[1]], cards[last] = cards[last], cards[several[1]]
    return cards


def _is_ace(card: int) -> bool:
    return rank(card) == 0


def _is_king(card: int) -> bool:
    return rank(card) == _KING


def _is_ace_or_king(card: int) -> bool:
    return _is_ace(card) or _is_king(card)


def _place_of_suit(card: int) -> int:
    return PRINTED_SUITS.index(SUITS[suit(card)])


def _last_first(cards: list[int], is_meant: Callable[[int], bool]) -> list[int]:
    """Return the cards with the one of some that is dealt last before all others."""
    place = max(place for place, card in enumerate(cards) if is_meant(card))
    return [cards[place], *cards[:place], *cards[place + 1 :]]


def _kings_last(cards: list[int], laid: int) -> list[int]:
    """Return the cards with the last ``laid`` that are not Kings first, and the Kings among them last."""
    start = [place for place, card in enumerate(cards) if not _is_king(card)][-laid]
    last = cards[start:]
    return [*filterfalse(_is_king, last), *cards[:start], *filter(_is_king, last)]


def _two_aces_last(tables: CompiledRules, cards: list[int]) -> list[int]:
    """Return the cards with Kings down, and then the two Aces that would be dealt last after all others."""
    cards = _kings_down(tables, cards)
    *_, first, second = (place for place, card in enumerate(cards) if _is_ace(card))
    aces = sorted((cards.pop(second), cards.pop(first)), key=_place_of_suit)
    return [*cards, *aces]


def _kings_down(tables: CompiledRules, cards: list[int]) -> list[int]:
    """Return the cards with each King that is first dealt to a column swapped for the lowest card there that
    is not a King."""
    cards = cards[:]
    columns = len(tables.rules.layout[0].to)
    for place in [place for place, card in enumerate(cards[: tables.kings_moved]) if _is_king(card)]:
        for lower in range(place % columns, place, columns):
            if not _is_king(cards[lower]):
                cards[place], cards[lower] = cards[lower], cards[place]
                break
    return cards


def _open(tables: CompiledRules, deck: tuple[int, ...]) -> Position:
    cards = list(deck)
    bases = [[_taken_out(cards, fitting) for fitting in pile] for pile in tables.bases]
    cards = _arranged(tables, cards)
    position = Position(_at_base(tables, cards))
    piles = position.piles
    for foundation, dealt in zip(tables.foundations, bases, strict=True):
        piles[foundation] += dealt
    cards.reverse()
    for slot in tables.layout:
        _deal_heads(position, slot.heads, cards)
        _deal_card(position, slot, cards.pop())
        if slot.sweeps:
            _sweep(position, slot.sweeps)
    _spread(position, cards)
    position.bring_up_at_start()
    if tables.rules.stock:
        for _ in range(tables.rules.stock.drawn_at_start):
            piles[tables.waste].append(cards.pop())
    if tables.stock >= 0:
        piles[tables.stock] += cards
    return position


def _base_copies(tables: CompiledRules, pack: list[int]) -> list[int]:
    """Return the base cards that a seed lays out, as numbers of ``tables.pack``.

    Of several cards that a base card can be, it is the first one of the shuffled ``pack``. Base cards in a
    row that can be the same ones are the first of these, the last one first.
    """
    copies: list[int] = []
    fittings = [fitting for pile in tables.bases for fitting in pile]
    for place, (copy, fitting) in enumerate(zip(tables.base_copies, fittings, strict=True)):
        if copy is None:
            can_be = [card for card in pack if tables.printed[card % CARDS_IN_PACK] in fitting]
            alike = takewhile(fitting.__eq__, fittings[place:])
            copies.append([card for card in can_be if card not in copies][len(list(alike)) - 1])
        else:
            copies.append(copy)
    return copies


def _taken_out(cards: list[int], fitting: Set[int]) -> int:
    """Remove the first card of these from a deck and return it."""
    return cards.pop(next(place for place, card in enumerate(cards) if card in fitting))


def _at_base(tables: CompiledRules, cards: list[int]) -> CompiledRules:
    """Return the tables by which a deal of these cards is played."""
    if tables.rules.base is Base.ACE:
        return tables
    first = next(place for place, slot in enumerate(tables.layout) if slot.pile == ANY)
    return tables.at_base(RANKS[rank(cards[first])])


def _deal_heads(position: Position, heads: Set[int], cards: list[int]) -> None:
    """Deal cards to foundations as long as the next one is among these, and a foundation takes it."""
    while cards[-1] in heads and (home := home_for(position, cards[-1])) != ANY:
        position.piles[home].append(cards.pop())


def _deal_card(position: Position, slot: Slot, card: int) -> None:
    """Deal a card to its place of the layout, or to a foundation."""
    if slot.pile == ANY:
        _deal_base(position, card)
        return
    home = home_for(position, card) if slot.home else ANY
    position.piles[slot.pile if home == ANY else home].append(card + slot.face)


def _spread(position: Position, cards: list[int]) -> None:
    """Deal all cards from the last one on, by suit or rank, or where some begin or end columns."""
    tables = position.tables
    place = 0
    while tables.spread and cards:
        if tables.sorted:
            place = next(place for place, own in enumerate(tables.sorted) if cards[-1] in own)
        elif not position.is_empty(tables.spread[place]):
            before = position.piles[tables.spread[place]][-1]
            place += (before if tables.ends_piles else cards[-1]) in tables.heads
        position.piles[tables.spread[place]].append(cards.pop())


def _sweep(position: Position, swept: Set[int]) -> None:
    """Move top cards of columns that are among these to foundations, as long as one takes any."""
    while True:
        tops = ((column, position.piles[column][-1]) for column in position.tables.columns)
        homes = ((column, home_for(position, top)) for column, top in tops if top in swept)
        column, home = next(((column, home) for column, home in homes if home != ANY), (ANY, ANY))
        if home == ANY:
            return
        position.piles[home].append(position.piles[column].pop())


def _deal_base(position: Position, card: int) -> None:
    """Put a base card on the lowest-numbered empty foundation that its suit begins."""
    tables = position.tables
    foundation = next(
        pile
        for pile in tables.foundations
        if position.is_empty(pile) and SUITS[suit(card)] in tables.foundation(pile).suits
    )
    position.piles[foundation].append(card)
