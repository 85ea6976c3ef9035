"""Checks 13–21 of RULES §1: what moves together, and what fits where."""

from itertools import pairwise

from .cards_and_seeds import colour, rank, suit
from .foundations import ALTERNATING, COLOUR, SEQUENCE, SUIT, Foundation, foundations
from .games import DOUBLE_RUSSIAN, FORTY_THIEVES, HOFFMANN, ROUGE_ET_NOIR, SPIDER, Game


def count_not_allowed(game: Game, source: str, target: str, count: int) -> bool:
    """Check 13, `one_card_only`."""
    if count == 1:
        return False
    if source == "W":
        return True
    if target[0] == "F" and foundations(game.variant)[target].build != SEQUENCE:
        return True
    return game.variant in HOFFMANN + FORTY_THIEVES


def is_one_unit(game: Game, group: list[str]) -> bool:
    """Check 14, `broken_sequence`, asks whether the variant moves this group as a unit."""
    pairs = list(pairwise(group))
    if game.variant in ROUGE_ET_NOIR:
        return all(colour(lower) != colour(upper) and follows_down(lower, upper) for lower, upper in pairs)
    if game.variant in SPIDER or game.rules.get("groups") == "in_sequence":
        return all(suit(lower) == suit(upper) and follows_down(lower, upper) for lower, upper in pairs)
    return True


def follows_down(lower: str, upper: str) -> bool:
    return rank(upper) == rank(lower) - 1


def why_not_on_column(game: Game, target: str, group: list[str]) -> str | None:
    """Checks 17, 19 and 20; for an empty column check 19 stands alone."""
    card = group[0]
    if not game.piles[target]:
        if game.variant in HOFFMANN:
            return "vacancy_reserved"  # 19
        if game.variant in SPIDER + FORTY_THIEVES:
            return None
        return None if rank(card) == 13 else "needs_king"  # 19
    top = game.piles[target][-1]
    if game.variant in DOUBLE_RUSSIAN + FORTY_THIEVES and suit(card) != suit(top):
        return "wrong_suit"  # 17
    if game.variant in ROUGE_ET_NOIR + HOFFMANN and colour(card) == colour(top):
        return "wrong_color"  # 17
    return None if follows_down(top, card) else "wrong_rank"  # 20


def why_not_on_foundation(game: Game, target: str, group: list[str]) -> str | None:
    """Checks 15–18, 20 and 21."""
    pile = game.piles[target]
    foundation = foundations(game.variant)[target]
    if len(pile) == len(foundation.ranks):
        return "foundation_full"  # 15
    if foundation.build == SEQUENCE:
        # Check 14 has seen to the suits or colours.
        whole = "".join(card[0] for card in group) == foundation.ranks
        return None if whole else "incomplete_sequence"  # 16
    card = group[0]
    misfit = why_not_of_kind(foundation, pile, card)
    if misfit is not None:
        return misfit  # 17
    if not pile:
        return None if card[0] == foundation.ranks[0] else "needs_base"  # 18
    if card[0] != foundation.ranks[len(pile)]:
        return "wrong_rank"  # 20
    if is_locked_king(game, target, card):
        return "king_locked"  # 21
    return None


def why_not_of_kind(foundation: Foundation, pile: list[str], card: str) -> str | None:
    """Check 17 on a foundation."""
    if foundation.build == SUIT and suit(card) not in foundation.suits:
        return "wrong_suit"
    if foundation.build == COLOUR and suit(card) not in foundation.suits:
        return "wrong_color"
    if foundation.build == ALTERNATING:
        # RULES §7: an Ace of another suit, and then a card of the top card's colour.
        if rank(card) == 1 and suit(card) not in foundation.suits:
            return "wrong_suit"
        if pile and colour(card) == colour(pile[-1]):
            return "wrong_color"
    return None


def is_locked_king(game: Game, target: str, card: str) -> bool:
    """RULES §5: a King goes on an upper Ace pile only when the lower one of its suit holds its King."""
    if game.variant != "royal-rendezvous" or target not in ("F1", "F2", "F3", "F4") or rank(card) != 13:
        return False
    lower = {"F1": "F5", "F2": "F6", "F3": "F7", "F4": "F8"}[target]
    return "K" + suit(card) not in game.piles[lower]
