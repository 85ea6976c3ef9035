"""Yukon's family: any face-up card moves with all cards on top of it (RULES §6, §7)."""

from dataclasses import replace
from functools import partial
from typing import Final

from patience.games.parts import (
    ANY_RANK,
    FINAL,
    KINGS,
    TWO_OF_EACH,
    by_suit,
    down,
    sequences,
    triangle,
    up,
)
from patience.rules import Build, Columns, Direction, GatherAs, Lift, Reserve, Rules, Stock, Takes
from patience.rules.variant import Option, Variant

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
        id="tvetes-grandfather",
        title="Tvete's Grandfather",
        rules=replace(
            _YUKON,
            layout=(
                *(
                    dealing
                    for piles in ("T2-T7", "T2-T6", "T3-T6", "T3-T5", "T4-T5", "T4")
                    for dealing in down(piles)
                ),
                *up("T1-T7"),
                *up("T2-T7", 4),
            ),
            columns=_BY_SUIT,
            stock=Stock(actions=("redeal",), gather_as=GatherAs.LAYOUT, shuffles=True, redeals=2),
        ),
        pysolfc=(278,),
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
        names=("Double Russian Solitaire",),
        sources=("A web rule page for Double Russian",),
        section="RULES §6",
        options=(
            Option(
                name="groups",
                meaning="What moves together: any face-up card with all cards on it, or a sequence in suit.",
                values={"any": {}, "in_sequence": {"columns.lift": "by_suit"}},
            ),
        ),
    ),
    _game(
        id="pysolfc-double-russian",
        title="Double Russian, as PySolFC plays it",
        rules=replace(_DOUBLE_RUSSIAN, layout=_SIX_FACE_UP, foundations=TWO_OF_EACH),
        pysolfc=(466,),
        names=("Double Russian Solitaire",),
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
    _game(
        id="geoffrey",
        title="Geoffrey",
        rules=replace(
            _YUKON,
            layout=(*(*up("T1-T4"), *down("T5-T8")) * 4, *up("T1-T8", 2), *up("T1-T4")),
            columns=replace(_BY_SUIT, number=8),
        ),
        pysolfc=(492,),
        names=("Thornq",),
    ),
    _game(
        id="queenie",
        title="Queenie",
        rules=replace(
            _YUKON,
            layout=(*triangle(7, leftwards=True, face_up=True), *up("T7-T1")),
            stock=Stock(actions=("deal",)),
        ),
        pysolfc=(189,),
    ),
    _game(
        id="russian-point",
        title="Russian Point",
        rules=replace(
            _YUKON,
            layout=(*down("T2-T6", 2), *down("T3-T5", 2), *down("T4", 2), *up("T1-T7")),
            columns=_BY_SUIT,
            stock=Stock(actions=("deal",)),
        ),
        pysolfc=(191,),
    ),
    _game(
        id="triple-yukon",
        title="Triple Yukon",
        rules=Rules(
            packs=3,
            layout=(*triangle(13), *up("T1-T13", 6)),
            columns=replace(_COLUMNS, number=13),
            foundations=by_suit("CCCSSSHHHDDD"),
        ),
        pysolfc=(272,),
    ),
    _game(
        id="panopticon",
        title="Panopticon",
        rules=replace(
            _YUKON,
            layout=(
                *down("T1-T8"),
                *up("T1"),
                *down("T2-T7"),
                *up("T8"),
                *up("T1-T2"),
                *down("T3-T6"),
                *up("T7-T8"),
                *up("T1-T3"),
                *down("T4-T5"),
                *up("T6-T8"),
                *up("T1-T8", 2),
                *up("R1-R4"),
            ),
            columns=replace(_BY_SUIT, number=8),
            reserve=Reserve(4, takes=Takes.ONE),
            foundations_final=False,
        ),
        pysolfc=(285,),
    ),
    _game(
        id="roslin",
        title="Roslin",
        rules=replace(_YUKON, columns=replace(_COLUMNS, direction=Direction.EITHER)),
        pysolfc=(387,),
        names=("Roslyn",),
    ),
    _game(
        id="raw-prawn",
        title="Raw Prawn",
        rules=replace(
            _YUKON,
            layout=up("T1-T7", 4),
            columns=replace(_BY_SUIT, empty_takes=ANY_RANK),
            stock=Stock(actions=("draw",), drawn_at_start=1),
            foundations_final=False,
        ),
        pysolfc=(450,),
    ),
    _game(
        id="bim-bom",
        title="Bim Bom",
        rules=Rules(
            layout=up("T1-T8", 5),
            columns=replace(_BY_SUIT, number=8, empty_takes=ANY_RANK),
            stock=Stock(actions=("draw",), drawn_at_start=1),
            foundations=TWO_OF_EACH,
            foundations_final=False,
        ),
        pysolfc=(456,),
    ),
    _game(
        id="triple-russian-solitaire",
        title="Triple Russian Solitaire",
        rules=Rules(
            packs=3,
            layout=(*triangle(13), *up("T1-T13", 6)),
            columns=replace(_BY_SUIT, number=13),
            foundations=by_suit("CCCSSSHHHDDD"),
        ),
        pysolfc=(488,),
    ),
    _game(
        id="queensland",
        title="Queensland",
        rules=replace(
            _YUKON,
            layout=(*triangle(7), *up("T1-T7", 4), *up("T1-T3")),
            columns=replace(_BY_SUIT, empty_takes=ANY_RANK),
        ),
        pysolfc=(525,),
    ),
    _game(
        id="outback-patience",
        title="Outback Patience",
        rules=Rules(
            layout=up("T1-T8", 7),
            columns=replace(_BY_SUIT, number=8),
            stock=Stock(actions=("draw",), drawn_at_start=1),
            foundations=TWO_OF_EACH,
            foundations_final=False,
        ),
        pysolfc=(526,),
    ),
    _game(
        id="russian-spider",
        title="Russian Spider",
        rules=replace(_YUKON, columns=_BY_SUIT, foundations=sequences(4)),
        pysolfc=(530,),
        names=("Ukrainian Solitaire",),
    ),
    _game(
        id="double-russian-spider",
        title="Double Russian Spider",
        rules=replace(_DOUBLE_RUSSIAN, layout=_SIX_FACE_UP, foundations=sequences(8)),
        pysolfc=(531,),
    ),
    _game(
        id="brisbane",
        title="Brisbane",
        rules=replace(
            _YUKON,
            layout=(*triangle(7), *up("T1-T7", 4), *up("T1-T3")),
            columns=replace(_COLUMNS, build=Build.ANY_SUIT, empty_takes=ANY_RANK),
        ),
        pysolfc=(603,),
    ),
    _game(
        id="hawaiian",
        title="Hawaiian",
        rules=Rules(
            layout=(*up("R1", 54), *up("T1-T10", 5)),
            columns=replace(_COLUMNS, number=10, empty_takes=ANY_RANK),
            reserve=Reserve(1),
            foundations=TWO_OF_EACH,
            foundations_final=False,
        ),
        pysolfc=(707,),
        pysolfc_stacks="RFTS",
    ),
    _game(
        id="yukonic-plague",
        title="Yukonic Plague",
        rules=replace(
            _YUKON,
            layout=(*up("R1", 13), *down("T2-T7", 2), *triangle(7, face_up=True)[:5], *up("T1-T7")),
            reserve=Reserve(1),
        ),
        pysolfc=(826,),
        pysolfc_stacks="RTFS",
    ),
    _game(
        id="tasmanian-patience",
        title="Tasmanian Patience",
        rules=replace(
            _YUKON,
            layout=up("T1-T7", 4),
            columns=_BY_SUIT,
            stock=Stock(actions=("draw", "redeal"), draw=3, redeals=None, drawn_at_start=3),
            foundations_final=False,
        ),
        pysolfc=(857,),
    ),
    _game(
        id="kiev",
        title="Kiev",
        rules=Rules(
            packs=1,
            layout=(*down("T1-T7", 3), *up("T1-T7")),
            columns=replace(_BY_SUIT, empty_takes=ANY_RANK),
            stock=Stock(actions=("deal",)),
            foundations=sequences(4),
        ),
        pysolfc=(897,),
        names=("Kyiv",),
    ),
    _game(
        id="canberra",
        title="Canberra",
        rules=replace(
            _YUKON,
            layout=up("T1-T7", 4),
            columns=_BY_SUIT,
            stock=Stock(actions=("draw", "redeal"), redeals=1, drawn_at_start=1),
            foundations_final=False,
        ),
        pysolfc=(914,),
    ),
    _game(
        id="dnieper",
        title="Dnieper",
        rules=Rules(
            packs=1,
            layout=(*down("T1-T7", 3), *up("T1-T7")),
            columns=replace(_BY_SUIT, wrap=True, empty_takes=ANY_RANK),
            stock=Stock(actions=("deal",)),
            foundations=sequences(4),
        ),
        pysolfc=(919,),
        names=("Dnipro",),
    ),
    _game(
        id="yukon-cells",
        title="Yukon Cells",
        rules=replace(_YUKON, reserve=Reserve(2, takes=Takes.ONE)),
        pysolfc=(925,),
        pysolfc_stacks="RTFS",
    ),
    _game(
        id="quadruple-yukon",
        title="Quadruple Yukon",
        rules=Rules(
            packs=4,
            layout=(
                *(round_ for first in range(2, 17) for round_ in down(f"T{first}-T16")),
                *up("T2-T13"),
                *up("T2-T16", 4),
                *up("T1-T16"),
            ),
            columns=replace(_COLUMNS, number=16),
            foundations=by_suit("CCCCSSSSHHHHDDDD"),
        ),
        pysolfc=(942,),
    ),
    _game(
        id="sevastopol",
        title="Sevastopol",
        rules=Rules(
            packs=1,
            layout=(*down("T1-T7", 2), *down("T2 T4 T6"), *up("T1-T7")),
            columns=replace(_BY_SUIT, empty_takes=ANY_RANK),
            stock=Stock(actions=("deal",)),
            foundations=sequences(4),
        ),
        pysolfc=(963,),
    ),
    _game(
        id="russian-cell",
        title="Russian Cell",
        rules=replace(_YUKON, columns=_BY_SUIT, reserve=Reserve(2, takes=Takes.ONE)),
        pysolfc=(964,),
        pysolfc_stacks="RTFS",
        names=("Finnish Solitaire",),
    ),
    _game(
        id="chinese-discipline",
        title="Chinese Discipline",
        rules=replace(
            _YUKON,
            layout=(
                *(*up("T1-T3"), *down("T4-T7")) * 3,
                *up("T1-T4"),
                *down("T5-T7"),
                *up("T1-T5"),
                *down("T6-T7"),
                *up("T1-T6"),
                *down("T7"),
                *up("T1-T7"),
            ),
            stock=Stock(actions=("deal",)),
        ),
        pysolfc=(187,),
    ),
    _game(
        id="chinese-solitaire",
        title="Chinese Solitaire",
        rules=replace(
            _YUKON,
            layout=(
                *(*up("T1-T3"), *down("T4-T7")) * 3,
                *up("T1-T4"),
                *down("T5-T7"),
                *up("T1-T5"),
                *down("T6-T7"),
                *up("T1-T6"),
                *down("T7"),
                *up("T1-T7"),
            ),
            columns=replace(_COLUMNS, empty_takes=ANY_RANK),
            stock=Stock(actions=("deal",)),
        ),
        pysolfc=(188,),
    ),
    _game(
        id="ten-across",
        title="Ten Across",
        rules=replace(
            _YUKON,
            layout=(
                *(
                    round_
                    for width in range(1, 5)
                    for round_ in (
                        *up(f"T1-T{width}"),
                        *down(f"T{width + 1}-T{10 - width}"),
                        *up(f"T{11 - width}-T10"),
                    )
                ),
                *up("T1-T10"),
                *up("R1-R2"),
            ),
            columns=replace(_BY_SUIT, number=10),
            reserve=Reserve(2, takes=Takes.ONE),
            foundations=tuple(
                replace(pile, suits=suit) for pile, suit in zip(sequences(4), "CSHD", strict=True)
            ),
        ),
        pysolfc=(284,),
    ),
)
