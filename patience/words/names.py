"""Cards, ranks, piles and moves as people name them."""

from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise
from typing import Final

from patience.cards import RANKS, SUITS, rank, suit, symbol
from patience.rules import Build, Close, DealTo, Direction, Hold, Near, Pairs
from patience.rules import Sequence as CardSequence

ORDERS: Final = {
    Build.BY_SUIT: "by suit",
    Build.BY_COLOR: "by colour",
    Build.ALTERNATING: "in alternating colours",
    Build.OTHER_SUIT: "in any suit but the same",
    Build.ANY_SUIT: "regardless of suit",
}
DIRECTIONS: Final = {
    Direction.DOWN: "down",
    Direction.UP: "up",
    Direction.EITHER: "up or down",
    Direction.SAME: "with cards of the same rank",
    Direction.ANY: "in any order",
}
_PAIRED: Final = {
    Build.BY_SUIT: "of one suit",
    Build.BY_COLOR: "of one colour",
    Build.ALTERNATING: "of different colours",
    Build.OTHER_SUIT: "of different suits",
}
_NEAR: Final = {
    Near.TOUCHING: "that touch, corners included",
    Near.LINE: "in the same row or column of the grid",
}
HOLDS: Final = {
    Hold.CARD_MOVE: "only while no card can be moved",
    Hold.FORWARD_MOVE: "only while no move goes forward",
    Hold.EMPTY_COLUMN: "only while no column is empty",
    Hold.WASTE: "only while the waste is empty",
    Hold.CELLS: "only while the cells are empty",
}
"""When a deal or draw waits."""
DEALT_TO: Final = {
    DealTo.COLUMNS: "each column",
    DealTo.RESERVE: "each reserve pile",
    DealTo.GAPS: "each empty column",
    DealTo.EMPTY_COLUMNS: "each empty column, or each column if none is empty",
    DealTo.FILLED_COLUMNS: "each column that has a card",
}
CLOSES: Final = {
    Close.ROWS: "before that, the cards of later columns close the gaps",
    Close.COLUMNS: "before that, cards close the gaps above them in the grid",
    Close.LAST: "once the stock is empty, the cards of later columns close the gaps",
}
_RANK_WORDS: Final = {"A": "Ace", "T": "10", "J": "Jack", "Q": "Queen", "K": "King"}
KINDS: Final = {
    "T": "columns",
    "F": "foundations",
    "R": "the reserve",
    "W": "the waste",
    "S": "the stock",
}
"""The piles by the letter of their names."""
_COLORS: Final = {frozenset("CS"): "a black", frozenset("DH"): "a red"}


def rank_word(letter: str) -> str:
    """Return the rank as people say it."""
    return _RANK_WORDS.get(letter, letter)


def a_rank(letter: str) -> str:
    """Return the rank with its article: ``an Ace``, ``a King``."""
    return f"{'an' if letter in 'A8' else 'a'} {rank_word(letter)}"


def name_steps(ranks: str) -> str:
    """Name the ranks of a foundation: by its ends if none is left out, else one by one."""
    if ranks in 2 * RANKS or ranks[::-1] in 2 * RANKS:
        return f"{rank_word(ranks[0])} to {rank_word(ranks[-1])}"
    return "-".join(map(rank_word, ranks))


def name_cards(cards: Collection[int]) -> str:
    """Name exactly these cards, at least one, rank by rank: ``any 9``, ``a black 9``, ``9♣ or 9♦``."""
    names: list[str] = []
    for letter, suits in _suits_by_rank(cards).items():
        if len(suits) == len(SUITS):
            names.append(f"any {rank_word(letter)}")
        elif color := _COLORS.get(frozenset(suits)):
            names.append(f"{color} {rank_word(letter)}")
        else:
            names += [symbol(card) for card in sorted(cards) if RANKS[rank(card)] == letter]
    return listed(names, "or")


def _suits_by_rank(cards: Collection[int]) -> dict[str, str]:
    found: dict[str, str] = {}
    for card in sorted(cards, key=lambda card: (rank(card), card)):
        letter = RANKS[rank(card)]
        found[letter] = found.get(letter, "") + SUITS[suit(card)]
    return found


def name_move(index: int) -> str:
    """Name a move of a log as people count and as programs do: ``move 3 (index 2)``."""
    return f"move {index + 1} (index {index})"


def name_ranks(ranks: str) -> str:
    """Name any card of these ranks: ``any card``, ``a King``, ``a Queen or a King``."""
    return "any card" if len(ranks) == len(RANKS) else listed(map(a_rank, ranks), "or")


def name_supplies(refill: Sequence[str]) -> str:
    """Name the piles that fill a vacancy, in the order in which they are tried."""
    return ", else ".join(KINDS.get(pile, pile) for pile in refill)


def taken_from(givers: Sequence[str]) -> str:
    """Name what a pile takes that takes cards from these piles or kinds of piles."""
    names = listed([KINDS.get(giver, giver) for giver in givers], "or")
    return f"cards from {names} only" if givers else "no moved card"


def opened_by(lists: Sequence[Sequence[str]]) -> str:
    """Name what an empty column takes that takes cards from some piles, from those of later lists later."""
    takes, awaited = taken_from(lists[0] if lists else ()), list[str]()
    for earlier, givers in pairwise(lists):
        awaited += [KINDS.get(giver, giver) for giver in earlier if giver[0] == "R"]
        names = listed([KINDS.get(giver, giver) for giver in givers], "or")
        takes += f", and from {names} once no card is left in {listed(awaited, 'or')}"
    return takes


def name_sequence(sequence: CardSequence) -> str:
    """Say how cards follow in a sequence: ``up or down regardless of suit, round from King to Ace``."""
    parts = [f"{name_direction(sequence)} {ORDERS[sequence.build]}"]
    if sequence.wrap:
        parts.append("round from King to Ace")
    if sequence.ends:
        parts.append(f"nothing on {name_ranks(sequence.ends)}")
    return ", ".join(parts)


def name_pairs(pairs: Pairs) -> str:
    """Name the pairs and what leaves alone: ``two cards that add up to 13, or a King alone``."""
    both = [ranks for ranks in pairs.sets if len(ranks) == 2]
    sums = {_sum(ranks) for ranks in both}
    every = {first + second for first in RANKS for second in RANKS[RANKS.index(first) :]}
    missing = "".join(rank for rank in RANKS if rank not in "".join(both))
    text = f"{'-'.join(map(rank_word, both[0]))} together"
    if set(both) == {2 * rank for rank in RANKS}:
        text = "two cards of one rank"
    elif len(both) > 1 and len(both) == sum(set(missing).isdisjoint(ranks) for ranks in every):
        text = "any two cards" + f", but not {name_ranks(missing)}" * bool(missing)
    elif len(sums) == 1 and len(both) == sum(_sum(ranks) in sums for ranks in every):
        text = f"two cards that add up to {sums.pop()}"
    elif len(both) > 1:
        text = f"two cards: {listed(['-'.join(map(rank_word, ranks)) for ranks in both], 'or')}"
    if pairs.build is not Build.ANY_SUIT:
        text += f", {_PAIRED[pairs.build]}"
    if pairs.near:
        text += f", from columns {_NEAR[pairs.near]}"
    parts = [text, *[f"{name_ranks(pairs.alone)} alone"] * bool(pairs.alone)]
    if pairs.collected:
        sets = listed(["-".join(map(rank_word, ranks)) for ranks in pairs.collected], "or")
        suits = "" if pairs.build is Build.ANY_SUIT else f", {_PAIRED[pairs.build]}"
        parts.append(f"{sets}{suits}, once they lie on the cells")
    return ", or ".join(parts)


def _sum(ranks: str) -> int:
    return sum(RANKS.index(rank) + 1 for rank in ranks)


def name_direction(sequence: CardSequence) -> str:
    """Say how ranks follow: ``down``, ``up or down``, ``down by twos``."""
    direction = DIRECTIONS[sequence.direction]
    return direction if sequence.step == 1 else f"{direction} by {STEPS[sequence.step - 2]}"


STEPS: Final = [
    "twos",
    "threes",
    "fours",
    "fives",
    "sixes",
    "sevens",
    "eights",
    "nines",
    "tens",
    "elevens",
    "twelves",
]


def count_cards(number: int) -> str:
    """Return ``1 card``, ``2 cards``."""
    return count_of(number, "card")


def count_of(number: int, noun: str) -> str:
    """Return ``1 cell``, ``2 cells``, ``no cells``."""
    return f"1 {noun}" if number == 1 else f"{number or 'no'} {noun}s"


def capital(text: str) -> str:
    """Return the text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def listed(items: Iterable[str], last: str = "and") -> str:
    """Return ``A``, ``A and B``, ``A, B and C``; empty for no items."""
    *others, final = [*items] or [""]
    return f"{', '.join(others)} {last} {final}" if others else final
