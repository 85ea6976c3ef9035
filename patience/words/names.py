"""Cards, ranks, piles and moves as people name them in English, by the words of ``en.json``."""

from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise
from typing import Final

from patience.cards import CODES, RANKS
from patience.rules import Build, Close, DealTo, Direction, Hold, Pairs
from patience.rules import Sequence as CardSequence
from patience.words import LANGUAGES, Evidence, language

_ENGLISH: Final = language(LANGUAGES[0])

ORDERS: Final = {build: _ENGLISH.text("order", build) for build in Build}
DIRECTIONS: Final = {direction: _ENGLISH.text("direction", direction) for direction in Direction}
HOLDS: Final = {hold: _ENGLISH.text("hold", hold) for hold in Hold}
"""When a deal or draw waits."""
DEALT_TO: Final = {dealt_to: _ENGLISH.text("dealt to", dealt_to) for dealt_to in DealTo}
CLOSES: Final = {close: _ENGLISH.text("close", close) for close in Close}
KINDS: Final = {letter: _ENGLISH.text("kind", letter) for letter in "TFRWS"}
"""The piles by the letter of their names."""


def rank_word(letter: str) -> str:
    """Return the rank as people say it."""
    return _ENGLISH.text("rank", letter)


def steps_of(ranks: str) -> Evidence:
    """Return the ranks of a foundation as evidence: its ends if none is left out, else all."""
    if ranks in 2 * RANKS or ranks[::-1] in 2 * RANKS:
        return {"first": ranks[0], "last": ranks[-1]}
    return {"ranks": tuple(ranks)}


def name_steps(ranks: str) -> str:
    """Name the ranks of a foundation: by its ends if none is left out, else one by one."""
    return _ENGLISH.text("steps", steps_of(ranks))


def name_cards(cards: Collection[int]) -> str:
    """Name exactly these cards, at least one, rank by rank: ``any 9``, ``a black 9``, ``9♣ or 9♦``."""
    return _ENGLISH.text("cards", [CODES[card] for card in cards])


def name_move(index: int) -> str:
    """Name a move of a log as people count and as programs do: ``move 3 (index 2)``."""
    return f"move {index + 1} (index {index})"


def name_ranks(ranks: str) -> str:
    """Name any card of these ranks: ``any card``, ``a King``, ``a Queen or a King``."""
    return _ENGLISH.text("ranks", ranks)


def name_supplies(refill: Sequence[str]) -> str:
    """Name the piles that fill a vacancy, in the order in which they are tried."""
    return _ENGLISH.text("else kind", tuple(refill))


def taken_from(givers: Sequence[str]) -> str:
    """Name what a pile takes that takes cards from these piles or kinds of piles."""
    return _ENGLISH.text("givers", tuple(givers))


def opened_by(lists: Sequence[Sequence[str]]) -> str:
    """Name what an empty column takes that takes cards from some piles, from those of later lists later."""
    takes, awaited = taken_from(lists[0] if lists else ()), list[str]()
    for earlier, givers in pairwise(lists):
        awaited += [KINDS.get(giver, giver) for giver in earlier if giver[0] == "R"]
        names = listed([KINDS.get(giver, giver) for giver in givers], "or")
        takes += f", and from {names} once no card is left in {listed(awaited, 'or')}"
    return takes


def built(sequence: CardSequence) -> Evidence:
    """Return how cards follow in a sequence, as evidence."""
    return {
        "direction": sequence.direction,
        "step": sequence.step,
        "build": sequence.build,
        "wrap": int(sequence.wrap),
        "ends": sequence.ends,
    }


def name_sequence(sequence: CardSequence) -> str:
    """Say how cards follow in a sequence: ``up or down regardless of suit, round from King to Ace``."""
    return _ENGLISH.text("sequence", built(sequence))


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
        text += f", {_ENGLISH.text('paired', pairs.build)}"
    if pairs.near:
        text += f", from columns {_ENGLISH.text('near', pairs.near)}"
    parts = [text, *[f"{name_ranks(pairs.alone)} alone"] * bool(pairs.alone)]
    if pairs.collected:
        sets = listed(["-".join(map(rank_word, ranks)) for ranks in pairs.collected], "or")
        suits = "" if pairs.build is Build.ANY_SUIT else f", {_ENGLISH.text('paired', pairs.build)}"
        parts.append(f"{sets}{suits}, once they lie on the cells")
    return ", or ".join(parts)


def _sum(ranks: str) -> int:
    return sum(RANKS.index(rank) + 1 for rank in ranks)


def name_direction(sequence: CardSequence) -> str:
    """Say how ranks follow: ``down``, ``up or down``, ``down by twos``."""
    return _ENGLISH.text("way", built(sequence))


def count_cards(number: int) -> str:
    """Return ``1 card``, ``2 cards``."""
    return _ENGLISH.text("cards of", number)


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
