"""Yukon's family: any face-up card moves with all cards on top of it (RULES §6, §7)."""

from dataclasses import replace
from functools import partial
from typing import Final

from patience.games.parts import FINAL, KINGS, TWO_OF_EACH, by_suit, down, triangle, up
from patience.rules import Build, Columns, Direction, Lift, Rules, Stock
from patience.variant import Option, Variant

_game = partial(Variant, family="Yukon")

_COLUMNS: Final = Columns(number=7, build=Build.ALTERNATING, lift=Lift.ANY)
_BY_SUIT: Final = replace(_COLUMNS, build=Build.BY_SUIT)
_YUKON: Final = Rules(
    packs=1,
    layout=(*triangle(7), *up("T2-T7", 4), *up("T1-T7")),
    columns=_COLUMNS,
    foundations=by_suit(),
)
_DOUBLE_RUSSIAN: Final = Rules(
    layout=(*triangle(10), *up("T1-T10", 5), *up("T2-T10")),
    columns=replace(_BY_SUIT, number=10),
    foundations=by_suit("CCDDHHSS"),
)
_SIX_FACE_UP: Final = (*triangle(10)[:8], *up("T1-T10", 6))

GAMES: Final = (
    _game(
        id="yukon",
        title="Yukon",
        rules=_YUKON,
        pysolfc=(19,),
        options=(FINAL, KINGS),
    ),
    _game(
        id="russian-solitaire",
        title="Russian Solitaire",
        rules=replace(_YUKON, columns=_BY_SUIT),
        pysolfc=(20,),
        options=(FINAL,),
    ),
    _game(
        id="alaska",
        title="Alaska",
        rules=replace(_YUKON, columns=replace(_BY_SUIT, direction=Direction.EITHER)),
        pysolfc=(186,),
        options=(FINAL,),
    ),
    _game(
        id="moosehide",
        title="Moosehide",
        rules=replace(_YUKON, columns=replace(_COLUMNS, build=Build.OTHER_SUIT)),
        pysolfc=(339,),
    ),
    _game(
        id="odessa",
        title="Odessa",
        rules=replace(
            _YUKON,
            layout=(*down("T1-T7", 3), *up("T1-T7", 2), *up("T2-T6", 2), *up("T1-T7")),
            columns=_BY_SUIT,
        ),
        pysolfc=(27,),
    ),
    _game(
        id="double-yukon",
        title="Double Yukon",
        rules=replace(
            _YUKON,
            packs=2,
            layout=_SIX_FACE_UP,
            columns=replace(_COLUMNS, number=10),
            foundations=TWO_OF_EACH,
        ),
        pysolfc=(271,),
        options=(FINAL,),
    ),
    _game(
        id="double-russian",
        title="Double Russian",
        rules=_DOUBLE_RUSSIAN,
        sources=("A web rule page for Double Russian",),
        section="RULES §6",
        options=(
            Option(
                name="groups",
                meaning="What moves together: any face-up card with all on top of it, or only a run in suit.",
                values={"any": {}, "in_sequence": {"columns.lift": "by_suit"}},
            ),
        ),
    ),
    _game(
        id="pysolfc-double-russian",
        title="Double Russian, as PySolFC plays it",
        rules=replace(_DOUBLE_RUSSIAN, layout=_SIX_FACE_UP, foundations=TWO_OF_EACH),
        pysolfc=(466,),
        section="RULES §7",
    ),
    _game(
        id="australian-patience",
        title="Australian Patience",
        rules=replace(
            _YUKON,
            layout=up("T1-T7", 4),
            columns=_BY_SUIT,
            stock=Stock(actions=("draw",), drawn_at_start=1),
            foundations_final=False,
        ),
        pysolfc=(447,),
    ),
    _game(
        id="rushdike",
        title="Rushdike",
        rules=replace(
            _YUKON,
            layout=(*triangle(7, leftwards=True), *up("T7-T1")),
            columns=_BY_SUIT,
            stock=Stock(actions=("deal",)),
        ),
        pysolfc=(190,),
    ),
)
