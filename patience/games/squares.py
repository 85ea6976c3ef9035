"""Squares: cards are laid on a square, whose rows and columns are hands (RULES §9)."""

from functools import partial
from typing import Final

from patience.games.parts import ANY_RANK, down
from patience.rules import Build, Columns, Hands, Lift, Reserve, Rules, Stock, Win
from patience.rules.variant import Variant

_game = partial(Variant, family="Squares", pysolfc_stacks="TSR")


def _square(hands: Hands, points: int) -> Rules:
    """Return a game whose stock has as many cards as the square, and a starter if there is one."""
    places = hands.width**2
    used = places + (hands is Hands.CRIBBAGE)
    return Rules(
        packs=1,
        layout=down("R1", 52 - used),
        columns=Columns(
            places, Build.ANY_SUIT, Lift.ONE, capacity=1, empty_takes=ANY_RANK, takes_from=("S",)
        ),
        reserve=Reserve(1, closed=True),
        stock=Stock((), open=True),
        foundations=(),
        win=Win(hands.value),
        points=points,
    )


GAMES: Final = (
    _game(
        id="poker-square",
        title="Poker Square",
        rules=_square(Hands.POKER, 100),
        pysolfc=(139,),
        names=("Poker Solitaire", "Poker Squares"),
    ),
    _game(
        id="cribbage-square",
        title="Cribbage Square",
        rules=_square(Hands.CRIBBAGE, 61),
        pysolfc=(805,),
        names=("Cribbage Squares",),
    ),
)
