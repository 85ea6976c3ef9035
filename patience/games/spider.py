"""Spider's family: whole sequences from King to Ace leave the columns for the foundations."""

from dataclasses import replace
from functools import partial
from typing import Final

from patience.games.parts import (
    ANY_RANK,
    DOWN_FROM_KING,
    FULL_COLUMNS,
    KINGS,
    SUIT_NUMBER,
    TWO_OF_EACH,
    by_suit,
    down,
    sequences,
    triangle,
    up,
)
from patience.rules import (
    Build,
    Columns,
    DealTo,
    Direction,
    Foundation,
    Hold,
    Lift,
    Reserve,
    Rules,
    Stock,
    Takes,
    Win,
)
from patience.rules.declaration import piles
from patience.rules.scoring_rules import Event, Scoring
from patience.rules.variant import Option, Variant

_game = partial(Variant, family="Spider")

_COLUMNS: Final = Columns(number=10, build=Build.ANY_SUIT, lift=Build.BY_SUIT, empty_takes=ANY_RANK)
_TO_FILLED_COLUMNS: Final = Stock(actions=("deal",), deal_to=DealTo.FILLED_COLUMNS)
_FROM_ANY_RANK: Final = Foundation(
    "CSHD", ANY_RANK, Build.BY_SUIT, whole=True, direction=Direction.DOWN, wrap=True, cards=13
)
_SPIDER: Final = Rules(
    layout=(*down("T1-T10", 4), *down("T1 T4 T7 T10"), *up("T1-T10")),
    columns=_COLUMNS,
    stock=Stock(actions=("deal",), hold=Hold.EMPTY_COLUMN),
    foundations=sequences(8),
)
_SPIDERETTE: Final = replace(
    _SPIDER,
    packs=1,
    layout=(*triangle(7), *up("T1-T7")),
    columns=replace(_COLUMNS, number=7),
    foundations=sequences(4),
)
_SCORPION: Final = replace(
    _SPIDERETTE,
    layout=(*(*down("T1-T4"), *up("T5-T7")) * 3, *up("T1-T7", 4)),
    columns=Columns(number=7, build=Build.BY_SUIT, lift=Lift.ANY),
    stock=Stock(actions=("deal",)),
)
_SCORPION_TWO: Final = (*(*down("T1-T3"), *up("T4-T7")) * 3, *up("T1-T7", 4))
_BIG_SPIDER: Final = replace(
    _SPIDER,
    packs=3,
    layout=(*down("T1-T13", 5), *up("T1-T13")),
    columns=replace(_COLUMNS, number=13),
    foundations=sequences(12),
)
_TRILLIUM_COLUMNS: Final = Columns(
    number=13, build=Build.ALTERNATING, lift=Build.ALTERNATING, empty_takes=ANY_RANK
)
_TRILLIUM: Final = Rules(
    layout=(*down("T1-T13"), *up("T1-T13")) * 2,
    columns=_TRILLIUM_COLUMNS,
    stock=Stock(actions=("deal",)),
    foundations=(),
    win=Win.SEQUENCES,
)

GAMES: Final = (
    _game(
        id="spider",
        title="Spider",
        rules=_SPIDER,
        pysolfc=(11, 269, 270, 10),
        siblings={269: {"suits": "one"}, 270: {"suits": "two"}, 10: {"deal": "any_time"}},
        names=(
            "Spider Solitaire",
            "Microsoft Spider",
            "Spider One Suit",
            "Spider Two Suits",
            "Relaxed Spider",
        ),
        options=(SUIT_NUMBER, FULL_COLUMNS),
        scorings=(
            Scoring("spider", "Microsoft Spider Solitaire", {Event.MOVE: -1, Event.SEQUENCE: 100}, start=500),
        ),
    ),
    _game(
        id="grandmothers-game",
        title="Grandmother's Game",
        rules=replace(_SPIDER, layout=up("T1-T10", 6), stock=Stock(actions=("deal",))),
        pysolfc=(114,),
    ),
    _game(
        id="spiderette",
        title="Spiderette",
        rules=_SPIDERETTE,
        pysolfc=(24,),
        options=(SUIT_NUMBER, FULL_COLUMNS),
    ),
    _game(
        id="will-o-the-wisp",
        title="Will o' the Wisp",
        rules=replace(_SPIDERETTE, layout=(*down("T1-T7", 2), *up("T1-T7"))),
        pysolfc=(48,),
        options=(SUIT_NUMBER, FULL_COLUMNS),
    ),
    _game(
        id="simple-simon",
        title="Simple Simon",
        rules=replace(
            _SPIDERETTE,
            layout=(
                *(round_ for last in range(9, 2, -1) for round_ in up(f"T1-T{last}")),
                *up("T1-T10"),
            ),
            columns=replace(_COLUMNS, supermove=True),
            stock=None,
        ),
        pysolfc=(50,),
        options=(
            Option(
                name="groups",
                meaning="Whether several sequences move at once where empty columns allow it, or only one.",
                values={"supermove": {}, "one_run": {"columns.supermove": False}},
            ),
        ),
    ),
    _game(
        id="mrs-mop",
        title="Mrs. Mop",
        rules=replace(_SPIDER, layout=up("T1-T13", 8), columns=replace(_COLUMNS, number=13), stock=None),
        pysolfc=(309,),
        options=(SUIT_NUMBER,),
    ),
    _game(
        id="black-widow",
        title="Black Widow",
        rules=replace(_SPIDER, columns=replace(_COLUMNS, lift=Build.ANY_SUIT)),
        pysolfc=(49,),
        names=("Scarab",),
        options=(FULL_COLUMNS,),
    ),
    _game(
        id="scorpion",
        title="Scorpion",
        rules=_SCORPION,
        pysolfc=(29,),
        options=(KINGS,),
    ),
    _game(
        id="wasp",
        title="Wasp",
        rules=replace(
            _SCORPION,
            columns=Columns(number=7, build=Build.BY_SUIT, lift=Lift.ANY, empty_takes=ANY_RANK),
        ),
        pysolfc=(185,),
    ),
    _game(
        id="three-blind-mice",
        title="Three Blind Mice",
        rules=replace(
            _SCORPION,
            layout=(*(*up("T1-T7"), *down("T8-T10")) * 3, *up("T1-T10", 2), *up("R1-R2")),
            columns=Columns(number=10, build=Build.BY_SUIT, lift=Lift.ANY),
            reserve=Reserve(2),
            stock=None,
        ),
        pysolfc=(305,),
    ),
    _game(
        id="big-spider",
        title="Big Spider",
        rules=_BIG_SPIDER,
        pysolfc=(384, 445, 446),
        siblings={445: {"suits": "one"}, 446: {"suits": "two"}},
        names=("Spiderwort", "Big Spider One Suit", "Big Spider Two Suits"),
        options=(SUIT_NUMBER,),
    ),
    _game(
        id="spider-3x3",
        title="Spider 3x3",
        rules=replace(
            _BIG_SPIDER,
            suits="CSH",
            layout=(*down("T1-T13", 4), *up("T1-T13")),
            foundations=sequences(9),
        ),
        pysolfc=(449,),
    ),
    _game(
        id="chinese-spider",
        title="Chinese Spider",
        rules=replace(
            _BIG_SPIDER,
            packs=4,
            suits="CSH",
            layout=(*down("T1-T12", 5), *up("T1-T12")),
            columns=replace(_COLUMNS, number=12),
        ),
        pysolfc=(670,),
    ),
    _game(
        id="scorpion-head",
        title="Scorpion Head",
        rules=replace(
            _SCORPION,
            layout=(*(*up("T1-T3"), *down("T4-T7")) * 4, *up("T1-T7", 3), *up("T1-T3")),
            reserve=Reserve(4, takes=Takes.ONE),
            stock=None,
        ),
        pysolfc=(345,),
    ),
    _game(
        id="spider-web",
        title="Spider Web",
        rules=replace(
            _SPIDERETTE,
            layout=(*up("T1-T7", 3), *up("T1-T3")),
            reserve=Reserve(1, takes=Takes.ONE),
            stock=Stock(actions=("deal",)),
        ),
        pysolfc=(359,),
        pysolfc_stacks="SRFT",
        names=("Sea Spider",),
    ),
    _game(
        id="open-spider",
        title="Open Spider",
        rules=replace(_SPIDER, layout=(*up("T1-T10", 4), *up("T1 T4 T7 T10"), *up("T1-T10"))),
        pysolfc=(461,),
        names=("Beetle",),
    ),
    _game(
        id="triple-scorpion",
        title="Triple Scorpion",
        rules=Rules(
            packs=3,
            layout=(*(*down("T1-T5"), *up("T6-T13")) * 5, *up("T1-T13", 7)),
            columns=Columns(number=13, build=Build.BY_SUIT, lift=Lift.ANY),
            foundations=sequences(12),
        ),
        pysolfc=(512,),
    ),
    _game(
        id="baby-spiderette",
        title="Baby Spiderette",
        rules=replace(_SPIDERETTE, columns=replace(_COLUMNS, number=7, lift=Build.ANY_SUIT)),
        pysolfc=(47,),
    ),
    _game(
        id="rachel",
        title="Rachel",
        rules=replace(
            _SCORPION,
            layout=up("T1-T6"),
            columns=replace(_COLUMNS, number=6, lift=Build.ANY_SUIT),
            stock=Stock(actions=("draw",), drawn_at_start=1),
        ),
        pysolfc=(194,),
    ),
    _game(
        id="simon-jester",
        title="Simon Jester",
        rules=replace(
            _SPIDER,
            layout=(*(round_ for last in range(1, 14) for round_ in up(f"T1-T{last}")), *up("T2-T14")),
            columns=replace(_COLUMNS, number=14),
            stock=None,
        ),
        pysolfc=(366,),
    ),
    _game(
        id="big-divorce",
        title="Big Divorce",
        rules=replace(
            _SCORPION,
            packs=3,
            layout=(*down("T1-T13", 5), *up("T1-T13")),
            columns=replace(_COLUMNS, number=13, wrap=True),
            stock=_TO_FILLED_COLUMNS,
            foundations=(_FROM_ANY_RANK,) * 12,
        ),
        pysolfc=(401,),
    ),
    _game(
        id="york",
        title="York",
        rules=replace(
            _SPIDER,
            layout=(*up("T1-T12", 8), *up("T3-T10")),
            columns=replace(_COLUMNS, number=12, wrap=True),
            stock=None,
            foundations=(_FROM_ANY_RANK,) * 8,
        ),
        pysolfc=(441,),
    ),
    _game(
        id="big-york",
        title="Big York",
        rules=Rules(
            packs=3,
            layout=(*up("T1-T14", 11), *up("T1 T14")),
            columns=replace(_COLUMNS, number=14, wrap=True),
            foundations=(_FROM_ANY_RANK,) * 12,
        ),
        pysolfc=(444,),
    ),
    _game(
        id="spider-four-packs",
        title="Spider (4 Decks)",
        rules=replace(
            _SPIDER,
            packs=4,
            layout=(*down("T1-T13", 5), *up("T1-T13")),
            columns=replace(_COLUMNS, number=13),
            foundations=sequences(16),
        ),
        pysolfc=(454,),
        pysolfc_stacks="TFS",
    ),
    _game(
        id="very-big-divorce",
        title="Very Big Divorce",
        rules=replace(
            _SCORPION,
            packs=4,
            layout=(*down("T1-T12", 5), *up("T1-T12")),
            columns=replace(_COLUMNS, number=12, wrap=True),
            stock=_TO_FILLED_COLUMNS,
            foundations=(_FROM_ANY_RANK,) * 16,
        ),
        pysolfc=(455,),
        pysolfc_stacks="TFS",
    ),
    _game(
        id="spidike",
        title="Spidike",
        rules=replace(
            _SCORPION,
            layout=(*triangle(7, face_up=True), *up("T1-T7")),
            columns=replace(_COLUMNS, number=7, empty_takes="K"),
            foundations=by_suit(),
            foundations_final=False,
        ),
        pysolfc=(458,),
    ),
    _game(
        id="freds-spider",
        title="Fred's Spider",
        rules=replace(
            _SCORPION,
            packs=2,
            layout=up("T1-T10", 5),
            columns=_COLUMNS,
            foundations=TWO_OF_EACH,
            foundations_final=False,
        ),
        pysolfc=(459,),
    ),
    _game(
        id="freds-spider-three-packs",
        title="Fred's Spider (3 Decks)",
        rules=replace(
            _SCORPION,
            packs=3,
            layout=up("T1-T13", 5),
            columns=replace(_COLUMNS, number=13),
            foundations=by_suit("CCCSSSHHHDDD"),
            foundations_final=False,
        ),
        pysolfc=(460,),
    ),
    _game(
        id="farmers-wife",
        title="Farmer's Wife",
        rules=Rules(
            packs=1,
            layout=(*(*up("T1-T7"), *down("T8-T10")) * 3, *up("T1-T10", 2), *up("R1-R2")),
            columns=Columns(number=10, build=Build.ALTERNATING, lift=Lift.ANY),
            reserve=Reserve(2),
            foundations=sequences(4, Build.ALTERNATING),
        ),
        pysolfc=(543,),
    ),
    _game(
        id="how-they-run",
        title="How They Run",
        rules=replace(
            _SCORPION,
            layout=(*(*up("T1-T7"), *down("T8-T10")) * 3, *up("T1-T10", 2), *up("R1-R2")),
            columns=Columns(number=10, build=Build.BY_SUIT, lift=Lift.ANY),
            reserve=Reserve(2, takes=Takes.ONE),
            stock=None,
        ),
        pysolfc=(544,),
    ),
    _game(
        id="tarantula",
        title="Tarantula",
        rules=replace(_SPIDER, columns=replace(_COLUMNS, lift=Build.BY_COLOR)),
        pysolfc=(680,),
    ),
    _game(
        id="fair-maids",
        title="Fair Maids",
        rules=replace(
            _SPIDERETTE,
            layout=(*down("T1-T7", 3), *up("T1-T7")),
            columns=replace(_COLUMNS, number=7, lift=Build.ALTERNATING),
            foundations=sequences(4, Build.ALTERNATING),
        ),
        pysolfc=(870,),
    ),
    _game(
        id="astrocyte",
        title="Astrocyte",
        rules=replace(
            _SPIDER,
            layout=(*down("T1-T8", 7), *up("T1-T8")),
            columns=replace(_COLUMNS, number=8),
            reserve=Reserve(4, takes=Takes.ONE),
            stock=Stock(actions=("deal",)),
        ),
        pysolfc=(917,),
        pysolfc_stacks="RFTS",
    ),
    _game(
        id="scorpion-towers",
        title="Scorpion Towers",
        rules=Rules(
            packs=1,
            layout=(*up("T1-T10", 5), *up("R2-R3")),
            columns=Columns(10, Build.BY_SUIT, Build.BY_SUIT, empty_takes="K*"),
            reserve=Reserve(4, takes=Takes.ONE),
            foundations=(),
            win=Win.SEQUENCES,
        ),
        pysolfc=(825,),
        pysolfc_stacks="RTS",
    ),
    _game(
        id="double-scorpion",
        title="Double Scorpion",
        rules=replace(
            _SPIDER,
            layout=(*(*down("T1-T5"), *up("T6-T10")) * 4, *up("T1-T10", 6)),
            columns=Columns(number=10, build=Build.BY_SUIT, lift=Lift.ANY),
            stock=Stock(actions=("deal",)),
        ),
        pysolfc=(511,),
    ),
    _game(
        id="scorpion-tail",
        title="Scorpion Tail",
        rules=replace(
            _SCORPION,
            columns=Columns(number=7, build=Build.ALTERNATING, lift=Lift.ANY),
            foundations=sequences(4, Build.ALTERNATING),
        ),
        pysolfc=(346,),
    ),
    _game(
        id="grounds-for-a-divorce",
        title="Grounds for a Divorce",
        rules=replace(
            _SPIDER,
            layout=up("T1-T10", 5),
            columns=replace(_COLUMNS, wrap=True),
            stock=_TO_FILLED_COLUMNS,
            foundations=(_FROM_ANY_RANK,) * 8,
        ),
        pysolfc=(14,),
        names=("Scheidungsgrund",),
    ),
    _game(
        id="cicely",
        title="Cicely",
        rules=Rules(
            layout=(*up("R1-R8"), *up("T1-T8", 4)),
            columns=Columns(
                number=8,
                build=Build.BY_SUIT,
                lift=Lift.ONE,
                direction=Direction.EITHER,
                empty_takes=ANY_RANK,
            ),
            reserve=Reserve(8, takes=Takes.ONE),
            stock=Stock(actions=("deal",), deals=(4 * piles("T1-T8"),)),
            foundations=(*by_suit(), *by_suit(ranks=DOWN_FROM_KING)),
            foundations_final=False,
        ),
        pysolfc=(341,),
        pysolfc_stacks="FRTS",
    ),
    _game(
        id="trillium",
        title="Trillium",
        rules=_TRILLIUM,
        pysolfc=(342,),
        pysolfc_stacks="TS",
    ),
    _game(
        id="lily",
        title="Lily",
        rules=replace(_TRILLIUM, columns=replace(_TRILLIUM_COLUMNS, empty_takes="K")),
        pysolfc=(343,),
        pysolfc_stacks="TS",
    ),
    _game(
        id="wasp-two",
        title="Wasp II",
        rules=replace(
            _SCORPION,
            layout=_SCORPION_TWO,
            columns=Columns(number=7, build=Build.BY_SUIT, lift=Lift.ANY, empty_takes=ANY_RANK),
        ),
        pysolfc=(976,),
        pysolfc_stacks="SFT",
    ),
    _game(
        id="scorpion-two",
        title="Scorpion II",
        rules=replace(_SCORPION, layout=_SCORPION_TWO),
        pysolfc=(672,),
        pysolfc_stacks="SFT",
    ),
    _game(
        id="incompatibility",
        title="Incompatibility",
        rules=Rules(
            layout=up("T1-T10", 5),
            columns=_COLUMNS,
            stock=_TO_FILLED_COLUMNS,
            foundations=TWO_OF_EACH,
            foundations_final=False,
        ),
        pysolfc=(671,),
    ),
    _game(
        id="brush",
        title="Brush",
        rules=Rules(
            layout=up("T1-T10", 4),
            columns=_COLUMNS,
            stock=Stock(actions=("draw",), drawn_at_start=1),
            foundations=sequences(8),
        ),
        pysolfc=(689,),
        pysolfc_stacks="SWFTR",
    ),
)
