"""Accordion: one line of cards, which closes up as cards replace others (RULES §9)."""

from dataclasses import replace
from functools import partial
from typing import Final

from patience.games.parts import DISCARD, up
from patience.rules import Build, Columns, Direction, Lift, Rules
from patience.rules.variant import Variant

_game = partial(Variant, family="Accordion", pysolfc_stacks="TSF")

_LINE: Final = Columns(
    52, Build.BY_SUIT, Lift.ONE, direction=Direction.ANY, level=Build.ANY_SUIT, empty_takes="", merges=(1, 3)
)
_ACCORDION: Final = Rules(
    packs=1,
    layout=up("T1-T52"),
    columns=_LINE,
    foundations=(replace(DISCARD, cards=51, takes_from=()),),
    won_when=("F1",),
)

GAMES: Final = (
    _game(
        id="accordion",
        title="Accordion",
        rules=_ACCORDION,
        pysolfc=(772,),
        names=("Idle Year", "Methuselah", "Tower of Babel"),
    ),
    _game(
        id="relaxed-accordion",
        title="Relaxed Accordion",
        rules=replace(_ACCORDION, columns=replace(_LINE, merges=(1, 3, -1, -3))),
        pysolfc=(773,),
    ),
    _game(
        id="23-skidoo",
        title="23 Skidoo",
        rules=replace(
            _ACCORDION,
            columns=replace(_LINE, merges=(2, 3)),
            foundations=(replace(DISCARD, cards=50, takes_from=()),),
        ),
        pysolfc=(883,),
    ),
)
