"""Rouge et Noir: ten columns, a stock dealt across them (RULES §2, §3, §7)."""

from dataclasses import replace
from typing import Final

from service.engine.cards import RANKS
from service.engine.rules import Build, Columns, Foundation, Hold, Round, Rules, Stock
from service.engine.variant import FIRST_EDITION, Edition, Option, OptionValue, Variant

SEQUENCE = Foundation(suits="CDHS", ranks=RANKS[::-1], build=Build.ALTERNATING, whole=True)


def right_to_left(last: int, *, face_up: bool = False) -> Round:
    """A round that ends on T1."""
    return Round(tuple(range(last, 0, -1)), face_up)


def triangle(longest: int) -> tuple[Round, ...]:
    """Face-down rounds, each a column shorter, then one face-up card on T1–T9."""
    face_down = tuple(right_to_left(last) for last in range(longest, 0, -1))
    return (*face_down, right_to_left(9, face_up=True))


def _deal(rules: Rules, value: OptionValue) -> Rules:
    assert rules.stock is not None
    hold = Hold.FORWARD_MOVE if value == "when_blocked" else None
    return replace(rules, stock=replace(rules.stock, hold=hold))


def _win(rules: Rules, value: OptionValue) -> Rules:
    return replace(rules, won_when=("F5", "F6", "F7", "F8") if value == "four_sequences" else ())


OPTIONS = (
    Option(
        name="deal",
        meaning="When the stock may be dealt: at any time, or only while no move forward is possible.",
        words=("any_time", "when_blocked"),
        apply=_deal,
    ),
    Option(
        name="win",
        meaning="What wins: all 104 cards on the foundations, or four whole sequences on F5 to F8.",
        words=("all_cards", "four_sequences"),
        apply=_win,
    ),
)

HISTORY = (
    FIRST_EDITION,
    Edition(
        "2",
        "deal: when_blocked",
        "Only moves that cannot simply be undone hold up a deal; before, any card move did.",
    ),
)

NINE_COLUMNS: Final[Variant] = Variant(
    id="rouge-et-noir",
    title="Rouge et Noir",
    sources=("A web rule page for Rouge et Noir (nine-column triangle)",),
    section="RULES §2",
    rules=Rules(
        columns=Columns(
            number=10,
            rounds=triangle(8),
            build=Build.ALTERNATING,
            lift=Build.ALTERNATING,
        ),
        foundations=(
            Foundation(suits="DH", ranks=RANKS, build=Build.BY_COLOR),
            Foundation(suits="DH", ranks=RANKS, build=Build.BY_COLOR),
            Foundation(suits="CS", ranks=RANKS, build=Build.BY_COLOR),
            Foundation(suits="CS", ranks=RANKS, build=Build.BY_COLOR),
            *(SEQUENCE,) * 4,
        ),
        stock=Stock(actions=("deal",)),
    ),
    options=OPTIONS,
    history=HISTORY,
)

_CLASSIC_COLUMNS = Columns(number=10, rounds=triangle(7), build=Build.ALTERNATING, lift=Build.ALTERNATING)

CLASSIC: Final[Variant] = Variant(
    id="rouge-et-noir-classic",
    title="Rouge et Noir, classic layout",
    sources=("The encyclopedia article “Rouge et Noir (patience)”",),
    section="RULES §3",
    rules=replace(NINE_COLUMNS.rules, columns=_CLASSIC_COLUMNS),
    options=OPTIONS,
    history=HISTORY,
)

PYSOLFC: Final[Variant] = Variant(
    id="pysolfc-rouge-et-noir",
    title="Rouge et Noir, as PySolFC plays it",
    sources=("PySolFC 3.6.1, game 220",),
    section="RULES §7",
    rules=replace(
        CLASSIC.rules,
        foundations=(
            *(Foundation(suit, RANKS, Build.ALTERNATING) for suit in "CSHD"),
            *(SEQUENCE,) * 4,
        ),
    ),
)
