"""Terrace and its kin: the first card that is played to a foundation sets the base (RULES §9)."""

from dataclasses import replace
from functools import partial
from typing import Final

from patience.cards import RANKS
from patience.games.parts import ANY_RANK, TWO_OF_EACH, by_suit, down, up
from patience.rules import Base, Build, Columns, Direction, Lift, Reserve, Round, Rules, SameBase, Stock
from patience.rules.variant import Variant

_game = partial(Variant, family="Terrace games", pysolfc_stacks="SWRFT")


def _after_base(*to: str) -> tuple[Round, ...]:
    """Return rounds that are dealt once the base is set."""
    return tuple(replace(round_, after_base=True) for piles in to for round_ in up(piles))


def _layout(reserve: int, first: str, columns: str) -> tuple[Round, ...]:
    """Return the rounds of a reserve, of the columns with the base, and then of all columns and the waste."""
    return (*up("R1", reserve), *up(first), *_after_base(columns, "W"))


_COLUMNS: Final = Columns(
    number=9,
    build=Build.ALTERNATING,
    lift=Lift.ONE,
    wrap=True,
    empty_takes=ANY_RANK,
    refill=("W",),
    takes_from=("T", "W"),
)
_UNFILLED: Final = replace(_COLUMNS, refill=(), takes_from=("T", "W", "F"))
_FILLED_WASTE: Final = Stock(actions=("draw",), fills_waste=True)
_ONE_PASS: Final = Stock(actions=("draw",))
_IN_SUIT: Final = tuple(replace(pile, direction=Direction.UP, wrap=True, cards=13) for pile in TWO_OF_EACH)
_ALTERNATING: Final = tuple(replace(pile, build=Build.ALTERNATING) for pile in _IN_SUIT)
_RETURNABLE: Final = tuple(replace(pile, base_stays=True) for pile in _ALTERNATING)

_TERRACE: Final = Rules(
    layout=_layout(11, "T1-T4", "T1-T9"),
    columns=_COLUMNS,
    reserve=Reserve(1),
    stock=_FILLED_WASTE,
    foundations=_ALTERNATING,
    same_base=SameBase.FIRST,
    base_from=("T",),
)
_BIG_TERRACE: Final = replace(
    _TERRACE,
    packs=4,
    layout=_layout(19, "T1-T5", "T1-T11"),
    columns=replace(_COLUMNS, number=11),
    foundations=tuple(pile for pile in _ALTERNATING[::2] for _ in range(4)),
)
_BLONDES: Final = Rules(
    layout=(*up("R1", 10), *up("T1-T9"), *up("F")),
    base=Base.FIRST,
    columns=_COLUMNS,
    reserve=Reserve(1),
    stock=replace(_FILLED_WASTE, drawn_at_start=1),
    foundations=tuple(replace(pile, build=Build.ALTERNATING) for pile in TWO_OF_EACH),
)

GAMES: Final = (
    _game(id="terrace", title="Terrace", rules=_TERRACE, pysolfc=(135,)),
    _game(
        id="generals-patience",
        title="General's Patience",
        rules=replace(_TERRACE, layout=_layout(13, "T1-T4", "T1-T9"), foundations=_IN_SUIT),
        pysolfc=(136,),
    ),
    _game(
        id="queen-of-italy",
        title="Queen of Italy",
        rules=replace(
            _TERRACE,
            columns=_UNFILLED,
            stock=_ONE_PASS,
            foundations=_RETURNABLE,
            foundations_final=False,
        ),
        pysolfc=(431,),
    ),
    _game(
        id="signora",
        title="Signora",
        rules=replace(_TERRACE, layout=_layout(11, "T1-T9", "T1-T9")),
        pysolfc=(499,),
    ),
    _game(
        id="madame",
        title="Madame",
        rules=replace(
            _TERRACE,
            packs=3,
            layout=_layout(15, "T1-T10", "T1-T10"),
            columns=replace(_COLUMNS, number=10),
            foundations=tuple(pile for pile in _ALTERNATING[::2] for _ in range(3)),
        ),
        pysolfc=(500,),
    ),
    _game(id="big-terrace", title="Big Terrace", rules=_BIG_TERRACE, pysolfc=(785,)),
    _game(
        id="empress-of-italy",
        title="Empress of Italy",
        rules=replace(
            _BIG_TERRACE,
            columns=replace(_UNFILLED, number=11),
            stock=_ONE_PASS,
            foundations=tuple(pile for pile in _RETURNABLE[::2] for _ in range(4)),
            foundations_final=False,
        ),
        pysolfc=(786,),
    ),
    _game(
        id="admirals-patience",
        title="Admiral's Patience",
        rules=replace(
            _BIG_TERRACE,
            layout=_layout(13, "T1-T5", "T1-T11"),
            foundations=tuple(pile for pile in _IN_SUIT[::2] for _ in range(4)),
        ),
        pysolfc=(787,),
    ),
    _game(
        id="blondes-and-brunettes",
        title="Blondes and Brunettes",
        rules=_BLONDES,
        pysolfc=(137,),
    ),
    _game(
        id="falling-star",
        title="Falling Star",
        rules=replace(_BLONDES, layout=(*up("R1", 11), *up("T1-T9"), *up("F"))),
        pysolfc=(138,),
    ),
    _game(
        id="wood",
        title="Wood",
        rules=replace(
            _BLONDES,
            columns=replace(_COLUMNS, refill=(), opened_by=(("W",),)),
            stock=replace(_ONE_PASS, drawn_at_start=1),
        ),
        pysolfc=(582,),
    ),
    _game(
        id="mamy-susan",
        title="Mamy Susan",
        rules=Rules(
            layout=(*down("R1", 5), *up("R1"), *up("T1-T10", 4)),
            columns=replace(_UNFILLED, number=10, wrap=False, takes_from=("T", "W")),
            reserve=Reserve(1),
            stock=replace(_ONE_PASS, drawn_at_start=1),
            foundations=by_suit("CCSSHHDD", RANKS),
        ),
        pysolfc=(533,),
    ),
)
