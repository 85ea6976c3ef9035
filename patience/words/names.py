"""Cards, ranks, piles and moves as people name them in English, by the words of ``en.json``."""

from collections.abc import Collection, Iterable
from itertools import groupby, pairwise
from typing import Final

from patience.cards import CODES, RANKS
from patience.rules import Columns, Pairs
from patience.rules import Sequence as CardSequence
from patience.rules.declaration import name_piles
from patience.rules.pairs import members
from patience.words import LANGUAGES, Evidence, Value, language, piles_language

_ENGLISH: Final = language(LANGUAGES[0])

KINDS: Final = {letter: _ENGLISH.text("kind", letter) for letter in "TFRWS"}
"""The piles by the letter of their names."""


def merged(columns: Columns) -> dict[str, Value]:
    """Return how far cards of a line go to the left and to the right, as evidence."""
    left, right = ([step for step in sorted(columns.merges, key=abs) if step * way > 0] for way in (1, -1))
    return {"left": left or None, "right": [-step for step in right] or None}


def steps_of(ranks: str) -> Evidence:
    """Return the ranks of a foundation as evidence: its ends if none is left out, else all."""
    if ranks in 2 * RANKS or ranks[::-1] in 2 * RANKS:
        return {"first": ranks[0], "last": ranks[-1]}
    return {"ranks": tuple(ranks)}


def legs_of(ranks: str) -> list[Value]:
    """Return the ranks of a foundation as evidence: each stretch up or down, and how often it comes."""
    legs, before = [ranks[:1]], 0
    for under, rank in pairwise(map(RANKS.index, ranks)):
        step = rank - under
        if abs(step) != 1 or before == -step:
            legs.append("")
            step = 0
        legs[-1] += RANKS[rank]
        before = step
    return [
        {"first": leg[0], "last": leg[-1] if leg[1:] else None, "times": sum(1 for _ in same)}
        for leg, same in groupby(legs)
    ]


def name_cards(cards: Collection[int]) -> str:
    """Name exactly these cards, at least one, rank by rank: ``any 9``, ``a black 9``, ``9♣ or 9♦``."""
    return _ENGLISH.text("cards", [CODES[card] for card in cards])


def name_move(index: int) -> str:
    """Name a move of a log as people count and as programs do: ``move 3 (index 2)``."""
    return f"move {index + 1} (index {index})"


def built(sequence: CardSequence) -> Evidence:
    """Return how cards follow in a sequence, as evidence."""
    return {
        "direction": sequence.direction,
        "step": sequence.step,
        "build": sequence.build,
        "wrap": int(sequence.wrap),
        "ends": "".join(letter for letter in sequence.ends if letter in RANKS),
    }


def name_pairs(pairs: Pairs) -> str:
    """Name the pairs and what leaves alone: ``two cards that add up to 13, or a King alone``."""
    return piles_language(LANGUAGES[0]).text("pairs", pairs_of(pairs))


def pairs_of(pairs: Pairs) -> Evidence:
    """Return the pairs and what leaves alone, as evidence."""
    both = [ranks for ranks in pairs.sets if len(ranks) == 2]
    sums = {_sum(ranks) for ranks in both}
    every = {first + second for first in RANKS for second in RANKS[RANKS.index(first) :]}
    missing = "".join(rank for rank in RANKS if rank not in "".join(both))
    kind = "some" if len(both) > 1 else "one"
    if set(both) == {2 * rank for rank in RANKS}:
        kind = "equal"
    elif len(both) > 1 and len(both) == sum(set(missing).isdisjoint(ranks) for ranks in every):
        kind = "any"
    elif len(sums) == 1 and len(both) == sum(_sum(ranks) in sums for ranks in every):
        kind = "sum"
    sets: list[Value] = [[*ranks] for ranks in both[: None if kind == "some" else 1]]
    return {
        "paired": int(bool(both)),
        "named": {"kind": kind, "sum": min(sums, default=0), "others": missing or None, "sets": sets},
        "build": pairs.suits,
        "limit": [*pairs.limit] or None,
        "near": pairs.near or None,
        "alone": pairs.alone or None,
        "collected": [[*members(ranks)] for ranks in pairs.collected] or None,
    }


def _sum(ranks: str) -> int:
    return sum(RANKS.index(rank) + 1 for rank in ranks)


def deal_of(names: tuple[str, ...]) -> Evidence:
    """Return how many cards a deal puts where, as evidence."""
    piles = tuple(dict.fromkeys(names))
    count = len(names) // len(piles)
    how = "each"
    if names == piles:
        how = "once"
    elif names == piles * count:
        how = "rounds"
    elif names == tuple(name for name in piles for _ in range(count)):
        how = "piles"
    on: Value = {"piles": name_piles(piles), "several": int(len(piles) > 1)}
    return {"how": how, "count": count, "on": on, "names": name_piles(names)}


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
