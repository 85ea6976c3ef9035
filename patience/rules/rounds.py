"""The deck: how it is arranged, its base rank, and the rounds in which it is dealt."""

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum, auto
from typing import Annotated

from patience.cards import RANKS, SUITS
from patience.rules.bounds import CardLetters, MarkedRanks, Part, PileNames, Ranks, demand

PRINTED_SUITS = "CSHD"
"""The order in which ``Rules.suits`` lists the suits of a pack."""


class Base(StrEnum):
    """The rank that `A` stands for in the ranks of foundations and in `empty_takes`. There `2` is the next
    higher rank and `K` the next lower one, from Ace to King and round again. All other ranks are those of the
    cards: columns that do not wrap go from Ace to King, whatever the base."""

    ACE = "A"
    """The Ace."""
    FIRST = auto()
    """The rank of the card that the layout deals to `F`."""
    FIRST_RANK = auto()
    """The rank of the deck's first card. The four cards of this rank are dealt first, in their order, and
    then the other cards. The first rounds of the layout deal three or all four of them to `F`."""


class SameBase(StrEnum):
    """When the first card on any foundation sets the rank with which all begin."""

    ANY_TIME = auto()
    """Other moves and actions may come before."""
    FIRST = auto()
    """Before any other move or action."""
    GIVERS_FIRST = auto()
    """Before any action. Only cards of `base_from` may be moved elsewhere before."""


class Arrange(StrEnum):
    """How the deck is rearranged before it is dealt."""

    KINGS_DOWN = auto()
    """Kings go to the bottom of their columns. Places are counted from 0, apart from cards that foundations
    name by `dealt`, and n is the number of columns in the first round.
    Each King that the first rounds deal to these columns, in dealing order, is at some place i. The cards
    below it in its column are at i mod n, i mod n + n, … below i. It swaps places with the first of these
    that is not a King. The last of these rounds may go to the first columns only. A seed of such a game is
    dealt from the start of the shuffled pack instead of its end."""
    ACE_OF_SPADES_LAST = auto()
    """The first ace of spades is dealt last."""
    ACE_LAST = auto()
    """The Ace that is dealt after all other Aces is dealt after all other cards."""
    LAST_KINGS = auto()
    """Of Kings that foundations name by `dealt`, a seed takes the copies of the last packs instead of the
    first. A deck that is given is dealt as it is."""
    DISTINCT_RANKS = auto()
    """No group has two cards of one rank; a group is the cards that rounds of one card each deal to the same
    pile. While a group has, the first such card swaps places with one of those dealt after the group, which
    the numbers of the seed's generator choose (docs/rules.md §1). A deck that is given is dealt as it is."""
    SIXES_DISTINCT = auto()
    """As `distinct_ranks`, but a group is six cards that are dealt one after the other: the first six, the
    next six, and so on, as long as other cards come after them."""
    JACKS_APART = auto()
    """If the first group with several Jacks has three, the second of them swaps places with the card dealt
    last, or the one before it if that is a Jack. Groups are as under `distinct_ranks`."""
    ACES_FIRST = auto()
    """The Aces are dealt first: clubs, spades, hearts, diamonds."""
    KING_FIRST = auto()
    """The King that a seed deals last, apart from cards that foundations name by `dealt`, is dealt first. A
    deck that is given is dealt as it is if it begins with a King; if not, its last King is dealt first."""
    ACE_OR_KING_FIRST = auto()
    """If the first round of the layout deals no Ace and no King, the last card of the deck that is one is
    dealt first."""
    KINGS_LAST = auto()
    """The rounds of the layout deal n cards. The last n cards of the deck that are not Kings are dealt first,
    and the Kings behind the first of these last, all in their order. A deck that is given is dealt as it is
    if none of its first n cards is a King."""
    TWOS_FIRST = auto()
    """The Twos and then the Aces are dealt first, each in the order clubs, spades, hearts, diamonds."""
    ACES_AND_KINGS_FIRST = auto()
    """The Aces and then the Kings are dealt first, each in the order clubs, spades, hearts, diamonds."""
    TWO_ACES_LAST = auto()
    """Kings go down as under `kings_down`. Then the two Aces nearest to the end of the deck are dealt last,
    in the order clubs, spades, hearts, diamonds. A deck that is given is dealt as it is if it ends with two
    Aces."""

    @property
    def from_start(self) -> bool:
        """Whether a seed is dealt from the start of the shuffled pack instead of its end."""
        return self in (Arrange.KINGS_DOWN, Arrange.TWO_ACES_LAST, Arrange.JACKS_APART) or self.draws

    @property
    def draws(self) -> bool:
        """Whether numbers of the seed's generator arrange groups, so that no rank comes again in one."""
        return self in (Arrange.DISTINCT_RANKS, Arrange.SIXES_DISTINCT)

    @property
    def first(self) -> Ranks:
        """The ranks whose cards are dealt first, all of one rank before those of the next."""
        ranks = {Arrange.ACES_FIRST: "A", Arrange.TWOS_FIRST: "2A", Arrange.ACES_AND_KINGS_FIRST: "AK"}
        return ranks.get(self, "")


@dataclass(frozen=True)
class Round(Part):
    """One card onto each of these piles."""

    to: Annotated[tuple[str, ...], PileNames()]
    """The piles in dealing order: names and ranges, separated by spaces. `T1-T7` counts up and `T7-T1`
    down. `F` is the foundation of a base card: the lowest-numbered empty foundation whose `suits` have
    the card's suit. `W` is the waste."""
    face_up: bool = True
    """Whether the cards are dealt face up. A face-up card of a column can lie under face-down ones."""
    home: bool = False
    """Whether a card that a foundation takes goes there while it is dealt; in a game without foundations, a
    card that begins a `row` goes to the first empty place that takes it. Its place in the round then stays
    without a card."""
    sweeps: Ranks = ""
    """The ranks of cards that go to foundations once the round is dealt; none if empty. As long as one takes
    the top card of a column, that of the lowest-numbered such column goes to the lowest-numbered one."""

    heads: MarkedRanks = ""
    """The ranks of cards that begin a pile; none if empty. If there are some, the round deals all cards that
    are left, each onto the pile of the one before, at first the first of `to`. A card of these ranks goes to
    the next pile if that pile has a card. With `*`, as in `A*`, they end a pile: the card after one of them
    goes to the next pile. With `home`, only cards of these ranks go to foundations, and the
    next card takes the place of each."""
    by: CardLetters = ""
    """The suits, or the ranks, whose cards go to the piles `to`, in their order; empty where cards go there
    in turn. If there are some, the round deals all cards that are left, each to the pile of its own."""
    after_base: bool = False
    """Whether the round waits until play has set the base (`base_from`). Then it deals stock cards, as long
    as there are some, to those of its piles that are empty."""

    @property
    def plays(self) -> bool:
        """Whether cards can go to foundations while it is dealt or after it."""
        return self.home or bool(self.sweeps)

    @property
    def ends_piles(self) -> bool:
        """Whether cards of `heads` end a pile instead of beginning one."""
        return self.heads.endswith("*")

    @property
    def deals_all(self) -> bool:
        """Whether it deals all cards that are left."""
        return bool(self.heads or self.by) and not self.home

    def check(self) -> None:
        """Check the names of the piles."""
        super().check()
        demand(bool(self.to), "A round of the layout names no pile.")
        for name, times in Counter(self.to).items():
            demand(times == 1, f"A round of the layout names {name} twice.")
        demand(self.face_up or not self.home, "Cards dealt face down cannot go to foundations.")
        demand(self.face_up or "F" not in self.to, "The base card is dealt face up.")
        demand(self.face_up or "W" not in self.to, "The waste lies face up.")
        if self.heads and not self.home:
            plain = self.face_up and not self.plays and all(name[0] == "T" for name in self.to)
            demand(plain, "Cards that begin columns are dealt face up to columns, and none goes home.")
        demand(not (self.home and self.ends_piles), "Cards that go home end no pile.")
        if self.by:
            plain = self.face_up and not self.plays and not self.heads
            piles = all(name[0] in "TR" for name in self.to)
            demand(plain and piles, "Cards of a suit or rank are dealt face up to piles, and none goes home.")
            alike = any({*self.by} <= {*known} for known in (RANKS, SUITS))
            demand(alike and len(self.by) == len(self.to), "A round by suit or rank has a pile for each.")
        if self.after_base:
            plain = self.face_up and not self.plays and not self.deals_all
            demand(plain, "Cards that are dealt once the base is set lie face up, and none goes home.")
