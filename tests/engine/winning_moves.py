"""Declared games that are won without a card move onto a foundation."""

from dataclasses import replace
from typing import Any, Final, NamedTuple

from patience.cards import CODES
from patience.games import VARIANTS
from patience.games.parts import up
from patience.rules import Build, Closed, Columns, Foundation, GatherAs, Lift, Rules, Stock, Win


class WinningMoves(NamedTuple):
    """Moves of which the last wins, and none before it (RULES §1, *Won*)."""

    rules: Rules
    columns: dict[str, str]
    """The cards of columns; an `x` before the first one turns it face down."""
    stock: str
    moves: tuple[str, ...]

    @property
    def board(self) -> dict[str, Any]:
        """The board before the moves: the cards that no column and no stock has are on foundations."""
        tableau = [
            {"pile": pile, "cards": cards.strip("x").split(), "face_down": cards.count("x")}
            for pile, cards in self.columns.items()
        ]
        elsewhere = {card for pile in tableau for card in pile["cards"]} | {*self.stock.split()}
        left = [card for card in CODES[:52] if card[0] in self.rules.ranks and card not in elsewhere]
        foundations = [
            {
                "pile": f"F{number}",
                "cards": [card for card in left if card[1] in foundation.suits],
            }
            for number, foundation in enumerate(self.rules.foundations, start=1)
        ]
        state = {"tableau": tableau, "foundations": foundations, "reserve": [], "stock": self.stock.split()}
        return {**state, "waste": [], "redeals": 0}


_BY_SUIT: Final = tuple(Foundation(suit, "A23", Build.BY_SUIT) for suit in "CDHS")
_TWELVE: Final = Rules(
    _BY_SUIT, packs=1, ranks="A23", layout=up("T1", 12), columns=Columns(1, Build.ANY_SUIT, Lift.ANY)
)
_RUNS: Final = [
    " ".join(rank + suits[place % 2] for place, rank in enumerate("KQJT98765432A"))
    for suits in ("CD", "DC", "HS", "SH") * 2
]
"""All cards of two packs, as runs in alternating colours."""

WINNING_MOVES: Final = {
    "a redeal turns up the last card": WinningMoves(
        replace(_TWELVE, stock=Stock(("redeal",), gather_as=GatherAs.LAYOUT, redeals=1), win=Win.FACE_UP),
        {"T1": "xAC 2C 3C AD 2D 3D AH 2H 3H AS 2S 3S"},
        "",
        ("redeal",),
    ),
    "the player turns up the last card": WinningMoves(
        replace(
            _TWELVE, columns=Columns(1, Build.ANY_SUIT, Lift.ANY, closed=Closed.TAKES_ANY), win=Win.FACE_UP
        ),
        {"T1": "x3S"},
        "",
        ("T1-T1",),
    ),
    "a deal to gaps takes the last card of the stock": WinningMoves(
        replace(VARIANTS["monte-carlo"].rules, win=Win.EMPTY_STOCK), {"T1": "AC"}, "KS", ("deal",)
    ),
    "a fill after a pair takes the last card of the stock": WinningMoves(
        replace(VARIANTS["thirteens"].rules, win=Win.EMPTY_STOCK),
        {f"T{number}": f"{rank}S" for number, rank in enumerate("QA23456789", start=1)},
        "KS",
        ("T1-T2",),
    ),
    "the last deal empties the stock once the discard pile is complete": WinningMoves(
        VARIANTS["deck"].rules, {}, "AC 2D 3H 4S", ("deal",)
    ),
    "the last pair leaves once the stock is empty": WinningMoves(
        VARIANTS["deck"].rules, {"T1": "AC 2C 3C 4C", "T2": "5C", "T3": "6C"}, "", ("T2-T1",)
    ),
    "the last face-down card of complete columns is turned up": WinningMoves(
        VARIANTS["trillium"].rules,
        {f"T{number}": f"{'x' * (number == 1)}{run}" for number, run in enumerate(_RUNS, start=1)},
        "",
        ("T1-T9x12", "T9-T1x12"),
    ),
}
