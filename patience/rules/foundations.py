"""Foundations."""

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

from patience.cards import RANKS, SUITS
from patience.cards.notation import NUMBER
from patience.rules.bounds import (
    CardLetters,
    Part,
    RankedGivers,
    RankOrder,
    Ranks,
    Suits,
    Text,
    Whole,
    demand,
)
from patience.rules.builds import Build, Direction, Sequence


@dataclass(frozen=True)
class Foundation(Part):
    """One foundation."""

    suits: Suits
    """The suits that its first card may have."""
    ranks: RankOrder
    """The ranks of its cards in order, from the first to the last. A rank may come again. With `direction`:
    the ranks that its first card may have, each once."""
    build: Build
    """How the suit of a card fits the card below it on the foundation."""
    dealt: Annotated[int, Whole(0, 13)] = 0
    """The number of its cards that it has when the game opens: the first `dealt` ranks in its suit. The
    first copy of each in dealing order is taken out of the deck."""
    dealt_as: CardLetters = ""
    """The suits that the card dealt there may have, if other than `suits`, and with `direction` the ranks, if
    other than `ranks`; empty for these. Built by suit, it takes cards of `suits` alone, whatever is dealt
    there."""
    whole: bool = False
    """Whether it takes all its cards in one move from a column, and no fewer. With `direction: same`, it
    takes sets instead, any number of them: as many cards of one rank as it has `suits`, each set in one
    move."""
    direction: Direction | None = None
    """How the rank of each card follows the card below it, where no order of `ranks` is given; null where
    it is."""
    wrap: bool = False
    """With `direction`: whether Ace and King are consecutive."""
    cards: Annotated[int, Whole(1, 208)] | None = None
    """With `direction`: the number of cards that it takes; null without."""
    last_after: Annotated[str, Text(f"(F{NUMBER})?", "a foundation such as F1, or nothing")] = ""
    """The foundation that must be complete before this one takes its last card; empty if there is none."""
    takes_from: RankedGivers | None = None
    """The piles, or kinds of piles, from which cards may be moved there; null for all. The last one may have
    ranks, as in `T:AQ`: the piles that are not named before give only cards of these ranks."""
    base_stays: bool = False
    """Whether the first card stays there, in games whose cards may leave foundations."""
    matches: Annotated[
        str, Text(f"((T )?F{NUMBER}|T)?", "a foundation such as F1, T, both as in T F1, or nothing")
    ] = ""
    """What it follows, empty for nothing. A foundation, such as `F1`: its first card is of the rank of that
    foundation's first card, and each later one of a rank that this foundation has. `T`, the columns: its
    first card is the lowest of its suit on top of columns, no foundation takes it otherwise, and no other
    foundation with `T` alone begins with its suit. `T F1`: likewise, but it has the suit of F1's first card.
    """

    def check(self) -> None:
        """Check that the fields agree."""
        super().check()
        demand(bool(self.ranks), "A foundation takes at least one rank.")
        plain = self.direction is None and not self.whole and not self.last_after and self.dealt < 2
        ordered = "Ranks come again where they are the order of single cards, none of which waits."
        demand(plain or not self.repeats, ordered)
        self._check_dealt()
        self._check_direction()
        self._check_dependence()
        self._check_givers()
        if self.whole:
            demand(self.at_once > 1, "A whole sequence has at least two cards.")
            demand(self.length % self.at_once == 0, "A foundation of sets has room for whole ones.")
            at_once = not self.dealt and not self.last_after
            demand(at_once, "A whole sequence comes in one move, or not at all.")

    def _check_givers(self) -> None:
        *before, _ = [":" in giver for giver in self.takes_from or ("",)]
        first = bool(self.free_givers) or not self.limit
        demand(first and not any(before), "Only the last of several piles that give cards has ranks.")
        other = (self.givers or ("",))[-1]
        apart = not self.limit or {other, other[0]}.isdisjoint(self.free_givers)
        demand(apart, f"{other} gives any card already, so its ranks say nothing.")
        demand(not (self.limit and self.whole), "Whole sequences come from the piles of takes_from.")

    def _check_dealt(self) -> None:
        demand(self.dealt <= self.length, f"{self.dealt} cards are dealt to a foundation of {self.length}.")
        if self.dealt > 1:
            demand(len(self.suits) == 1, "Several cards dealt to a foundation need one suit.")
            demand(self.build is Build.BY_SUIT, "Several cards dealt to a foundation are of one suit.")
        if self.dealt_as:
            suits, ranks = self._dealt_suits, self._dealt_ranks
            other = set(suits) != set(self.suits) or set(ranks) != set(self.ranks)
            demand(other, f"{self.dealt_as} are not other cards than begin the foundation.")
            demand(self.dealt == 1, "The suits or ranks of a card dealt to a foundation need one.")
            ordered = self.direction is None
            demand(
                not ordered or ranks == self.ranks, "The first of ranks in order is dealt to a foundation."
            )
            kept = ordered or set(suits) <= set(self.suits)
            demand(kept, "A foundation with a direction is dealt a card of its suits.")
            plain = not (self.whole or self.repeats or self.base_stays)
            demand(
                plain or not self.dealt_apart, "A foundation that is dealt another card takes single cards."
            )

    def _check_direction(self) -> None:
        demand(self.direction is not Direction.LOWER, "Only columns are built on any higher rank.")
        demand(
            (self.direction is None) == (self.cards is None),
            "A foundation has a direction and a number of cards, or neither.",
        )
        if self.direction is None:
            ordered = "A foundation without a direction names its ranks in order: wrap adds nothing."
            demand(not self.wrap, ordered)
            return
        wraps = self.direction in (Direction.DOUBLE, Direction.BY_TWOS) and self.wrap
        demand(not wraps, "Doubled ranks, and ranks by twos, go round by themselves: wrap adds nothing.")
        demand(not self.last_after, "A foundation with a direction has no last card that could wait.")
        runs = not self.whole or self.direction in (Direction.DOWN, Direction.UP, Direction.SAME)
        demand(runs, "A whole sequence runs down or up, or is of one rank.")
        demand(self.dealt < 2, "Only the first card of a foundation with a direction is known.")

    def _check_dependence(self) -> None:
        """Check what takes cards because of what lies on other piles."""
        if not self.outranked and not self.matches:
            return
        in_any = self.direction is Direction.ANY or self.lowest_first
        demand(in_any or not self.matches, "A card that depends on other piles follows in any direction.")
        goes_up = self.direction is Direction.UP and self.wrap and self.build is Build.BY_SUIT
        round_up = (
            "A foundation that begins with the lowest card is built up in suit, round from King to Ace."
        )
        demand((goes_up and not self.whole) or not self.lowest_first, round_up)
        demand(not self.dealt, "A foundation depends on one thing.")
        plain = self.build is Build.ANY_SUIT and "A" not in self.ranks
        demand(plain or not self.outranked, "Outranked cards are of any suit, and no Aces.")

    @property
    def outranked(self) -> bool:
        """Whether it takes only cards that are outranked by the top card of another column."""
        return self.direction is Direction.OUTRANKED

    @property
    def lowest_first(self) -> bool:
        """Whether it begins with the lowest card of its suit on top of columns."""
        return self.matches[:1] == "T"

    @property
    def matched(self) -> str:
        """The foundation that it follows, empty for none."""
        return self.matches.removeprefix("T").strip()

    @property
    def length(self) -> int:
        """How many cards it takes."""
        return len(self.ranks) if self.cards is None else self.cards

    @property
    def givers(self) -> tuple[str, ...] | None:
        """The piles, or kinds of piles, that give it some cards; None for all."""
        return self.takes_from and tuple(giver.partition(":")[0] for giver in self.takes_from)

    @property
    def limit(self) -> str:
        """The ranks of cards from piles that do not give it any; empty if there are no such piles."""
        return (self.takes_from or ("",))[-1].partition(":")[2]

    @property
    def free_givers(self) -> tuple[str, ...]:
        """The piles, or kinds of piles, that give it any card beside such a limit."""
        return (self.takes_from or ())[:-1] if self.limit else ()

    @property
    def takes_sets(self) -> bool:
        """Whether it takes cards of one rank together, one set after the other."""
        return self.whole and self.direction is Direction.SAME

    @property
    def at_once(self) -> int:
        """How many cards come in one move where they do not come singly."""
        return len(self.suits) if self.takes_sets else self.length

    @cached_property
    def repeats(self) -> bool:
        """Whether a rank comes again in the order of its ranks."""
        return len(set(self.ranks)) < len(self.ranks)

    @property
    def counts(self) -> bool:
        """Whether only the number of its cards tells that it is complete."""
        return self.direction is not None or self.repeats

    @cached_property
    def sequence(self) -> Sequence | None:
        """Which card may be put on which, whatever lies below; None where ``ranks`` has the order."""
        return None if self.direction is None else Sequence(self.build, self.direction.alone, self.wrap)

    @property
    def pair(self) -> Ranks:
        """The ranks of the pair with which it begins in a game whose pairs are built on."""
        return self.ranks if self.direction else self.ranks[:2]

    @property
    def _dealt_suits(self) -> str:
        return "".join(letter for letter in self.dealt_as if letter in SUITS) or self.suits

    @property
    def _dealt_ranks(self) -> str:
        return "".join(letter for letter in self.dealt_as if letter in RANKS) or self.ranks

    @property
    def dealt_apart(self) -> bool:
        """Whether the card dealt there can be one that does not begin it when it is empty."""
        begins = set(self._dealt_suits) <= set(self.suits) and set(self._dealt_ranks) <= set(self.ranks)
        return bool(self.dealt_as) and not begins

    @property
    def keeps_suit(self) -> bool:
        """Whether it takes cards of its suits alone, whatever card is dealt there."""
        return self.build is Build.BY_SUIT and not set(self._dealt_suits) <= set(self.suits)

    @property
    def bases(self) -> list[list[str]]:
        """For each card that lies there when the game opens, bottom to top, the codes that it can have."""
        suits = self._dealt_suits
        if self.direction and self.dealt:
            return [[rank + suit for rank in self._dealt_ranks for suit in suits]]
        return [[rank + suit for suit in suits] for rank in self.ranks[: self.dealt]]
