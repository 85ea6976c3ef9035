"""Decks made to order."""

from collections.abc import Mapping

from tests.reference.cards_and_seeds import pack_in_order
from tests.reference.foundations import at_the_start
from tests.reference.games import Game, lay_out, resolve

ANY_CARD = "??"
GAP = "…"


def two_of(ranks: str, suits: str) -> list[str]:
    """Both copies of these cards, rank by rank."""
    return [rank + suit for rank in ranks for suit in suits for _ in range(2)]


def one_each(letter: str, cards: list[str]) -> dict[str, list[str]]:
    """A card for each of the first piles of a kind."""
    return {f"{letter}{number}": [card] for number, card in enumerate(cards, start=1)}


def base_cards(variant: str, rules: Mapping[str, object]) -> list[str]:
    """Those that lie on the foundations at the start, in foundation order, bottom to top."""
    return [card for pile in at_the_start(variant, resolve(variant, rules)).values() for card in pile]


def laid_out(variant: str, rules: Mapping[str, object], wanted: Mapping[str, list[str]]) -> list[str]:
    """A deck that deals these cards to these piles; the others are any.

    They lie on top of the pile, those before a gap at its bottom; of the stock, in the order in which they
    leave it.
    """
    bases = base_cards(variant, rules)
    places = where_cards_go(variant, rules, 104 - len(bases))
    dealt = [ANY_CARD] * (104 - len(bases))
    for name, cards in wanted.items():
        bottom_to_top = cards[::-1] if name == "S" else cards
        for place, card in zip(places[name], spread(bottom_to_top, len(places[name])), strict=True):
            dealt[place] = card
    others = [card for _, card in pack_in_order()]
    for card in bases + [card for card in dealt if card != ANY_CARD]:
        others.remove(card)
    return bases + [card if card != ANY_CARD else others.pop(0) for card in dealt]


def spread(cards: list[str], height: int) -> list[str]:
    """As many cards as the pile has: those before the gap at its bottom, the others on top."""
    gap = cards.index(GAP) if GAP in cards else 0
    top = cards[gap + 1 :] if GAP in cards else cards
    return [*cards[:gap], *[ANY_CARD] * (height - gap - len(top)), *top]


def where_cards_go(variant: str, rules: Mapping[str, object], how_many: int) -> dict[str, list[int]]:
    """By pile, bottom to top: the places that its cards have in dealing order."""
    game = Game(variant, resolve(variant, rules), [], {}, {})
    lay_out(game, {}, [str(place) for place in range(how_many)])
    return {name: [int(place) for place in pile] for name, pile in game.piles.items()}
