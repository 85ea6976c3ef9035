"""The vocabulary in which a variant is declared: what can be said is judged as it says, or refused here.

Each declaration checks itself and raises DeclarationError in one sentence; ``Rules`` checks what its parts
say of each other.
"""

from collections import Counter
from dataclasses import dataclass
from enum import Enum, auto

from service.engine.cards import RANKS, SUITS

PACKS_CARDS = 104

ACTIONS = (("deal",), ("draw",), ("draw", "redeal"))
"""What a stock can do."""


class DeclarationError(ValueError):
    """A declaration that contradicts itself, or that says what nothing would judge."""


class Build(Enum):
    """How the suit of a card must fit the card beneath it."""

    BY_SUIT = auto()
    """The same suit."""
    BY_COLOR = auto()
    """The same colour."""
    ALTERNATING = auto()
    """Alternating colours."""
    ANY_SUIT = auto()
    """Whatever its suit."""


class Lift(Enum):
    """What may be lifted off a column, where that is no run."""

    ONE = auto()
    """One card."""
    ANY = auto()
    """Any card with all cards on top of it."""


class Hold(Enum):
    """What keeps cards in the stock as long as it lasts."""

    CARD_MOVE = auto()
    """Any legal card move."""
    FORWARD_MOVE = auto()
    """A legal card move that cannot simply be undone (RULES §2)."""
    EMPTY_COLUMN = auto()
    """A column without a card."""


@dataclass(frozen=True)
class Round:
    """One card onto each of these columns, counted from 1, in this order."""

    columns: tuple[int, ...]
    face_up: bool


@dataclass(frozen=True)
class Columns:
    """The tableau; every column builds down in rank, and nothing lies on an Ace."""

    number: int
    rounds: tuple[Round, ...]
    build: Build
    lift: Lift | Build
    """One card, any group, or a run: cards that go down in rank and fit in suit as this says."""
    empty_takes: str = "K"
    """Ranks that open an empty column, alone or leading a group; none named: it takes no moved card."""
    refill: tuple[str, ...] = ()
    """Piles that fill a vacancy at once, the first that has a card; while none has, ``empty_takes`` holds."""

    def __post_init__(self) -> None:
        demand(1 <= self.number <= 99, f"{self.number} columns cannot be numbered T1 to T99.")
        _check_ranks(self.empty_takes, "an empty column's ranks")
        faces: dict[int, bool] = {}
        for dealing_round in self.rounds:
            for column in dealing_round.columns:
                demand(1 <= column <= self.number, f"T{column} is dealt to, but there is no such column.")
                demand(
                    dealing_round.face_up or not faces.get(column),
                    f"T{column} is dealt a face-down card onto a face-up one.",
                )
                faces[column] = dealing_round.face_up
        for column, face_up in faces.items():
            demand(face_up, f"The last card dealt to T{column} is face down.")
        demand(not self.refill or len(faces) == self.number, "Columns that are refilled are not dealt empty.")

    @property
    def dealt(self) -> int:
        """How many cards lie on the columns when the game opens."""
        return sum(len(dealing_round.columns) for dealing_round in self.rounds)


@dataclass(frozen=True)
class Foundation:
    """One foundation: its first card, what follows, and how much it takes at once."""

    suits: str
    """Suits of the first card."""
    ranks: str
    """Every rank from the first card to the last."""
    build: Build
    dealt: int = 0
    """Cards that lie there when the game opens."""
    whole: bool = False
    """Takes all its cards in one move, as they lie in a column, and none singly."""
    last_after: str = ""
    """The foundation that must be complete before this one takes its last card."""

    def __post_init__(self) -> None:
        _check_ranks(self.ranks, "a foundation's ranks")
        demand(bool(self.ranks), "A foundation takes at least one rank.")
        demand(
            bool(self.suits) and len(set(self.suits)) == len(self.suits) and set(self.suits) <= set(SUITS),
            f"{self.suits!r} are no suits: expected some of {SUITS}, each once.",
        )
        demand(0 <= self.dealt < len(self.ranks), f"{self.dealt} cards dealt leave nothing to be built.")
        demand(self.dealt == 0 or len(self.suits) == 1, "Cards dealt to a foundation need one suit.")
        demand(
            self.dealt < 2 or self.build is Build.BY_SUIT,
            "Several cards dealt to a foundation are of one suit.",
        )
        if self.whole:
            demand(len(self.ranks) > 1, "A whole sequence has at least two cards.")
            demand(
                not self.dealt and not self.last_after, "A whole sequence comes in one move, or not at all."
            )

    @property
    def bases(self) -> list[str]:
        """The codes of the cards that lie there when the game opens, bottom to top."""
        return [rank + self.suits for rank in self.ranks[: self.dealt]]


@dataclass(frozen=True)
class Reserve:
    """Cells of one face-up card each, playable to foundations and columns; they take no moved card."""

    cells: int
    refill: tuple[str, ...]
    """Piles that fill an empty cell at once, the first that has a card."""

    def __post_init__(self) -> None:
        demand(1 <= self.cells <= 99, f"{self.cells} cells cannot be numbered R1 to R99.")


@dataclass(frozen=True)
class Stock:
    """What the stock does."""

    actions: tuple[str, ...]
    """What players do with it: ``deal`` or ``draw``, then perhaps ``redeal``."""
    hold: Hold | None = None
    redeals: int | None = 0
    """How often the waste may become the stock: 0 where there is no redeal, None without limit."""
    drawn_at_start: int = 0
    """Cards turned to the waste when the game opens."""

    def __post_init__(self) -> None:
        demand(self.actions in ACTIONS, f"A stock cannot do {self.actions}: expected one of {ACTIONS}.")
        demand(self.redeals == 0 or "redeal" in self.actions, "Redeals are counted, but there is no redeal.")
        demand(self.redeals is None or self.redeals >= 0, "Redeals are not negative.")
        demand(self.drawn_at_start >= 0, "Cards drawn at the start are not negative.")
        demand(not self.drawn_at_start or "draw" in self.actions, "Cards are drawn, but there is no waste.")


@dataclass(frozen=True)
class Rules:
    """One game in full, every option settled."""

    foundations: tuple[Foundation, ...]
    columns: Columns | None = None
    reserve: Reserve | None = None
    stock: Stock | None = None
    won_when: tuple[str, ...] = ()
    """Foundations that win the game once complete; none named: all of them."""
    foundations_final: bool = True
    """Whether cards stay there; else the top card may go to any column or foundation that takes it."""

    def __post_init__(self) -> None:
        demand(1 <= len(self.foundations) <= 99, "A game has 1 to 99 foundations.")
        self._check_cards()
        self._check_names()
        self._check_refills()
        self._check_whole_sequences()
        self._check_stock()

    @property
    def layout(self) -> tuple[object, ...]:
        """What lies where when the game opens, whatever the deck."""
        return (
            [foundation.bases for foundation in self.foundations],
            self.columns and (self.columns.number, self.columns.rounds),
            self.reserve and self.reserve.cells,
            self.stock and (self.stock.drawn_at_start, "draw" in self.stock.actions),
        )

    @property
    def layout_cards(self) -> int:
        """How many cards lie somewhere else than in the stock when the game opens."""
        return (
            sum(foundation.dealt for foundation in self.foundations)
            + (self.columns.dealt if self.columns else 0)
            + (self.reserve.cells if self.reserve else 0)
            + (self.stock.drawn_at_start if self.stock else 0)
        )

    def _check_cards(self) -> None:
        playable = self.columns or self.reserve or self.stock
        demand(playable is not None, "All cards lie on foundations: there is nothing to play.")
        laid, stock = self.layout_cards, self.stock is not None
        fits = laid < PACKS_CARDS if stock else laid == PACKS_CARDS
        demand(fits, f"The layout has {laid} cards{' and a stock' if stock else ''}; two packs are 104.")
        bases = Counter(code for foundation in self.foundations for code in foundation.bases)
        for code, copies in bases.items():
            demand(copies <= 2, f"{code} is dealt to {copies} foundations; two packs have two.")

    def _check_names(self) -> None:
        names = [f"F{number}" for number in range(1, len(self.foundations) + 1)]
        for name in self.won_when:
            demand(name in names, f"The game is won by {name}, which is no foundation.")
        demand(
            len(set(self.won_when)) == len(self.won_when), "The game is won by one foundation named twice."
        )
        guards = {name: pile.last_after for name, pile in zip(names, self.foundations, strict=True)}
        for name, guard in guards.items():
            demand(not guard or (guard in names and guard != name), f"{name} waits for {guard!r}.")
        for name in names:
            awaited = [name]
            while (guard := guards[awaited[-1]]) and guard not in awaited:
                awaited.append(guard)
            demand(not guard, f"{' waits for '.join([*awaited, guard])}: none is ever complete.")

    def _check_refills(self) -> None:
        cells = [f"R{number}" for number in range(1, self.reserve.cells + 1)] if self.reserve else []
        supplies = ["W", "S"] if self.stock and "draw" in self.stock.actions else ["S"] if self.stock else []
        for kind, refill, known in (
            ("An empty column", self.columns.refill if self.columns else (), [*cells, *supplies]),
            # A cell that cells fill would be asked to fill itself.
            ("An empty cell", self.reserve.refill if self.reserve else (), supplies),
        ):
            demand(len(set(refill)) == len(refill), f"{kind} is filled from one pile named twice.")
            for name in refill:
                demand(name in known, f"{kind} is filled from {name}, which cannot fill it.")
            # Else a vacancy could wait while the stock turns, and RULES §1 would have to say when it is lost.
            demand(not refill or refill[-1] == "S", f"{kind} must be filled from the stock S in the end.")

    def _check_whole_sequences(self) -> None:
        for foundation in self.foundations:
            if foundation.whole:
                lifts = self.columns is not None and _lifts(self.columns.lift, foundation)
                demand(lifts, "A foundation takes whole sequences, but nothing lets one be lifted.")
                demand(self.foundations_final, "A whole sequence stays whole: its foundation must be final.")

    def _check_stock(self) -> None:
        if self.stock is None:
            return
        if self.stock.actions == ("deal",) or self.stock.hold is Hold.EMPTY_COLUMN:
            demand(self.columns is not None, "Cards are dealt to columns, but there are none.")
        if self.stock.hold is Hold.EMPTY_COLUMN:
            demand(self.stock.actions == ("deal",), "Empty columns hold up a deal, nothing else.")
        if self.stock.hold is Hold.FORWARD_MOVE:
            # They come to an end only there (RULES §2).
            demand(self.foundations_final, "Forward moves are of games whose foundations are final.")


def _lifts(lift: Lift | Build, foundation: Foundation) -> bool:
    """Whether some whole sequence of this foundation can be lifted off a column."""
    if isinstance(lift, Lift):
        return lift is Lift.ANY
    builds = {lift, foundation.build}
    agree = Build.ANY_SUIT in builds or len(builds) == 1 or Build.ALTERNATING not in builds
    return agree and foundation.ranks[::-1] in RANKS


def _check_ranks(ranks: str, whose: str) -> None:
    fine = set(ranks) <= set(RANKS) and len(set(ranks)) == len(ranks)
    demand(fine, f"{ranks!r} are not {whose}: expected some of {RANKS}, each once.")


def demand(condition: bool, otherwise: str) -> None:
    """Raise DeclarationError unless this holds."""
    if not condition:
        raise DeclarationError(otherwise)
