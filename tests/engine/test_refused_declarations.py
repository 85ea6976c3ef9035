"""Declarations that contradict themselves are refused in one sentence."""

from dataclasses import replace

import pytest

from patience.cards import RANKS
from patience.games import VARIANTS, Registry, UnknownVariantError
from patience.games.parts import by_suit, down, up
from patience.rules import (
    Arrange,
    Base,
    Build,
    Close,
    ColumnKind,
    Columns,
    CoveredWhile,
    DealTo,
    DeclarationError,
    Direction,
    DrawAs,
    Foundation,
    GatherAs,
    Hold,
    Lift,
    Near,
    Pairs,
    Reserve,
    Round,
    Rules,
    SameBase,
    Sequence,
    Stock,
    Takes,
    Win,
)
from patience.rules.declaration import from_json, to_json
from patience.rules.variant import Option, Variant
from tests.conftest import some
from tests.engine.synthetic import ALL_CARDS, BY_SUIT, CHAIN, COLUMNS, DOWN, LARGE, UP, across, variant_of


def option(**parts: object) -> Option:
    return replace(Option("win", "What wins.", {"all": {}, "first": {"won_when": ["F1"]}}), **parts)


def values(*names: str) -> Option:
    return option(values={name: {} for name in names})


def variant(*options: Option, **parts: object) -> Variant:
    return replace(variant_of(declare()), options=options, **parts)


def declare(**parts: object) -> Rules:
    return replace(Rules(BY_SUIT, layout=ALL_CARDS, columns=COLUMNS), **parts)


SQUARE = VARIANTS["poker-square"].rules.columns


def changed(name: str, **parts: object) -> Rules:
    """Return the rules of a registered game with other parts."""
    return replace(VARIANTS[name].rules, **parts)


def kinds(*some: ColumnKind, **parts: object) -> Columns:
    return replace(COLUMNS, kinds=some, **parts)


def columns(**parts: object) -> Rules:
    return declare(columns=replace(COLUMNS, **parts))


def drawn(**parts: object) -> Rules:
    return replace(CHAIN, stock=replace(CHAIN.stock, **parts))


def one_pack(**parts: object) -> Rules:
    rules = Rules(
        BY_SUIT[::2], packs=1, layout=across(13, 4), columns=Columns(13, Build.BY_SUIT, Lift.ONE, wrap=True)
    )
    return replace(rules, **parts)


def first_base(**parts: object) -> Rules:
    rules = one_pack(base=Base.FIRST, layout=(*up("F"), *across(13, 3)), stock=Stock(("draw",)))
    return replace(rules, **parts)


MILLIGAN = VARIANTS["miss-milligan"].rules
MONTANA = VARIANTS["montana"].rules
PLACES = MONTANA.columns


def pyramid(**parts: object) -> Rules:
    return replace(VARIANTS["pyramid"].rules, **parts)


def audience(ranks: str, sets: tuple[str, ...] = ("QK", "AJ", *"23456789T"), **parts: object) -> Rules:
    """Return King's Audience with other foundations of Aces and Jacks."""
    rules = VARIANTS["kings-audience"].rules
    built = tuple(replace(pile, ranks=ranks, **parts) for pile in rules.foundations[4:])
    pairs = Pairs(sets, ("T",), build=Build.BY_SUIT)
    return replace(rules, foundations=(*rules.foundations[:4], *built), pairs=pairs)


def elevens(**parts: object) -> Rules:
    return replace(VARIANTS["elevens"].rules, **parts)


ACE_PILE = MONTANA.foundations[0]
MAZE = VARIANTS["maze"].rules
RING = MAZE.columns


def ring(**parts: object) -> Rules:
    return replace(MAZE, **parts)


def montana(**parts: object) -> Rules:
    return replace(MONTANA, foundations=(replace(ACE_PILE, **parts),))


def italy(**parts: object) -> Rules:
    return replace(ITALY, **parts)


ITALY = VARIANTS["queen-of-italy"].rules
CELLS = Reserve(3, takes=Takes.ONE)
STEPS = Foundation("CDHS", UP, Build.BY_SUIT, direction=Direction.UP, wrap=True, cards=13)
LOWEST = replace(STEPS, matches="T")
DEALT = Stock(("deal",))
SETS = Foundation("CDHS", UP, Build.ANY_SUIT, direction=Direction.SAME, whole=True, cards=52)
FROM_R1 = replace(VARIANTS["rainbow-fan"].rules.columns, refill=("R1",))
FIVE = replace(VARIANTS["amazons"].rules.columns, number=5)
EITHER = replace(STEPS, ranks="A", direction=Direction.EITHER)
ANY_ORDER = replace(STEPS, direction=Direction.ANY, wrap=False, build=Build.ANY_SUIT)
DISCARDS = replace(ANY_ORDER, direction=Direction.OUTRANKED, ranks="23456789TJQK")
BUILT = Sequence(Build.BY_SUIT, Direction.UP, step=3)
PACKET, LAST_ONLY = (DrawAs.PACKET,), (DrawAs.LAST_ONLY,)
LAST_DRAW = Stock(("draw",), draw_as=LAST_ONLY)
LOWER = Sequence(Build.BY_SUIT, Direction.LOWER)
APART = Sequence(Build.BY_SUIT, ends="D")
DOUBLED = Sequence(Build.BY_SUIT, Direction.DOUBLE)
OPEN_TO_ALL = Columns(10, Build.BY_SUIT, Lift.ONE, empty_takes="K*", takes_from=("T",))
WASTE_FILLS = replace(VARIANTS["klondike"].rules.columns, refill=("W",))
GATHERED = Stock(("redeal",), gather=8, redeals=None)


@pytest.mark.parametrize(
    ("declaration", "complaint"),
    [
        (
            lambda: declare(layout=across(8, 12)),
            "The layout has 96 cards; 2 packs are 104",
        ),
        (lambda: declare(stock=Stock(("deal",))), "The layout has 104 cards and a stock; 2 packs are 104"),
        (lambda: declare(won_when=("F9",)), "won by F9, which this game lacks"),
        (lambda: declare(foundations=()), "Foundations win the game, but there are none"),
        (
            lambda: declare(foundations=(replace(BY_SUIT[0], last_after="F9"), *BY_SUIT[1:])),
            "F1 waits for 'F9'",
        ),
        (
            lambda: declare(foundations=(replace(BY_SUIT[0], last_after="F1"), *BY_SUIT[1:])),
            "F1 waits for 'F1'",
        ),
        (
            lambda: declare(foundations=(*BY_SUIT[:6], *BY_SUIT[:2])),
            "4 foundations need AC, but the game has 2: it cannot be won",
        ),
        (
            lambda: declare(foundations=(replace(BY_SUIT[0], suits="CS"), *BY_SUIT[:5], *BY_SUIT[6:])),
            "5 foundations need AC or AS, but the game has 4: it cannot be won",
        ),
        (
            lambda: declare(
                foundations=(replace(BY_SUIT[0], dealt=1),) * 3,
                layout=(*across(8, 12), *up("T1-T5")),
            ),
            "AC is dealt to 3 foundations",
        ),
        (
            lambda: declare(
                columns=replace(COLUMNS, lift=Lift.ONE),
                foundations=(Foundation("CDHS", DOWN, Build.BY_SUIT, whole=True),) * 8,
            ),
            "nothing lets one be lifted",
        ),
        (
            lambda: declare(
                columns=replace(COLUMNS, lift=Build.ALTERNATING),
                foundations=(Foundation("CDHS", DOWN, Build.BY_SUIT, whole=True),) * 8,
            ),
            "nothing lets one be lifted",
        ),
        (
            lambda: declare(
                columns=replace(COLUMNS, build=Build.ALTERNATING, lift=Lift.ONE, supermove=True),
                foundations=(Foundation("CDHS", DOWN, Build.BY_SUIT, whole=True),) * 8,
            ),
            "nothing lets one be lifted",
        ),
        (
            lambda: declare(
                columns=replace(COLUMNS, lift=Build.BY_SUIT),
                foundations=(Foundation("CDHS", UP, Build.BY_SUIT, whole=True),) * 8,
            ),
            "nothing lets one be lifted",
        ),
        (
            lambda: declare(
                foundations=(Foundation("CDHS", DOWN, Build.BY_SUIT, whole=True),) * 8,
                foundations_final=False,
            ),
            "stays whole",
        ),
        (lambda: declare(won_when=("F1", "F2", "F1")), "expected no item twice"),
        (
            lambda: declare(
                foundations=(
                    replace(BY_SUIT[0], last_after="F2"),
                    replace(BY_SUIT[1], last_after="F3"),
                    replace(BY_SUIT[2], last_after="F2"),
                )
            ),
            "F1 waits for F2 waits for F3 waits for F2: none is ever complete",
        ),
        (
            lambda: replace(CHAIN, reserve=Reserve(3, refill=("R1", "S"))),
            "empty reserve pile is filled from R1, which cannot",
        ),
        (lambda: replace(CHAIN, columns=replace(CHAIN.columns, refill=("R4", "S"))), "from R4, which cannot"),
        (lambda: replace(CHAIN, reserve=Reserve(3, refill=("S",) * 65)), "expected no item twice"),
        (lambda: declare(columns=replace(COLUMNS, refill=("S",))), "An empty column is filled from S"),
        (
            lambda: replace(LARGE, stock=Stock(("draw",), hold=Hold.EMPTY_COLUMN)),
            "hold up a deal to the columns",
        ),
        (
            lambda: replace(LARGE, stock=Stock(("deal",), hold=Hold.FORWARD_MOVE), foundations_final=False),
            "whose foundations are final",
        ),
        (
            lambda: replace(LARGE, layout=up("R1-R20"), columns=None, stock=Stock(("deal",))),
            "dealt to columns, but there are none",
        ),
        (lambda: replace(COLUMNS, number=0), "Columns.number is 0: expected a whole number from 1 to 128"),
        (lambda: replace(COLUMNS, number=129), "Columns.number is 129: expected"),
        (lambda: columns(number=7), "The layout deals to T8, which this game lacks"),
        (
            lambda: declare(layout=(*(replace(up("T1-T8")[0], home=True),) * 12, *down("T1-T8"))),
            "T1 is dealt a face-down card onto a face-up one",
        ),
        (
            lambda: declare(layout=down("T3"), stock=Stock(("draw",))),
            "last card that surely lies on T3 is face down",
        ),
        (lambda: replace(LARGE, columns=replace(LARGE.columns, number=12, refill=("S",))), "not dealt empty"),
        (lambda: replace(COLUMNS, empty_takes="KK"), "Columns.empty_takes is 'KK': expected some ranks"),
        (lambda: replace(COLUMNS, empty_takes="10"), "Columns.empty_takes is '10': expected some ranks"),
        (lambda: Foundation("C", "", Build.BY_SUIT), "at least one rank"),
        (lambda: Foundation("C", "A1", Build.BY_SUIT), "Foundation.ranks is 'A1': expected at most 52 ranks"),
        (lambda: Foundation("", UP, Build.BY_SUIT), "Foundation.suits is '': expected some suits"),
        (lambda: Foundation("CX", UP, Build.BY_SUIT), "Foundation.suits is 'CX': expected some suits"),
        (lambda: Foundation("CC", UP, Build.BY_SUIT), "Foundation.suits is 'CC': expected some suits"),
        (lambda: Foundation("C", "K", Build.BY_SUIT, dealt=2), "2 cards are dealt to a foundation of 1"),
        (lambda: Foundation("CD", UP, Build.BY_COLOR, dealt=2), "need one suit"),
        (lambda: Foundation("CD", UP, Build.BY_SUIT, dealt=1, dealt_as="CD"), "are not other cards"),
        (lambda: Foundation("CD", UP, Build.BY_SUIT, dealt_as="C"), "need one"),
        (lambda: Foundation("C", UP, Build.BY_SUIT, dealt=1, dealt_as="2"), "The first of ranks in order"),
        (lambda: replace(STEPS, suits="C", dealt=1, dealt_as="H"), "is dealt a card of its suits"),
        (
            lambda: Foundation("C", "AK", Build.BY_SUIT, dealt=1, dealt_as="H", base_stays=True),
            "single cards",
        ),
        (lambda: Reserve(1, takes_from=("T",)), "takes none from any pile"),
        (lambda: Stock(("draw", "redeal"), hold=Hold.WASTE, redeals=1), "there is no redeal"),
        (lambda: Foundation("C", UP, Build.BY_COLOR, dealt=2), "are of one suit"),
        (lambda: Foundation("C", "K", Build.BY_SUIT, whole=True), "at least two cards"),
        (
            lambda: Foundation("C", DOWN, Build.BY_SUIT, whole=True, last_after="F1"),
            "in one move, or not at all",
        ),
        (lambda: Reserve(0), "Reserve.piles is 0: expected"),
        (lambda: Reserve(100), "Reserve.piles is 100: expected"),
        (
            lambda: Stock(("redeal", "draw")),
            "expected one of none, deal, deal and redeal, draw, draw and redeal, redeal",
        ),
        (lambda: Stock(("draw",), redeals=1), "there is no redeal"),
        (lambda: Stock(("draw", "redeal"), redeals=-1), "is -1: expected a whole number from 0"),
        (lambda: Stock(("draw",), drawn_at_start=-1), "is -1: expected a whole number from 0"),
        (lambda: Stock(("deal",), drawn_at_start=1), "there is no waste"),
        (lambda: values("0..2"), "has no word"),
        (lambda: values("0..2", "all"), "expected a word that changes nothing"),
        (lambda: option(values={"first": {"won_when": ["F1"]}}), "expected a word that changes nothing"),
        (lambda: values("all", "7"), "'7' does not name an option or value"),
        (lambda: values("all of them"), "'all of them' does not name"),
        (lambda: option(name="a=b"), "'a=b' does not name"),
        (lambda: values("all", "0..2", "4..9"), "more than one range"),
        (lambda: values("tous_les_as", "reine_é"), "'reine_é' does not name"),
        (lambda: variant(option(), option()), "an option twice"),
        (lambda: variant(id="two words"), "'two words' is not an id"),
        (lambda: variant(id=""), "'' is not an id"),
        (lambda: variant(history=()), "no version"),
        (lambda: variant(siblings={18: {}}), "a sibling without its number"),
        (
            lambda: Rules(
                (
                    *(replace(foundation, ranks=UP, dealt=12) for foundation in BY_SUIT),
                    *(replace(foundation, ranks="KA", dealt=1) for foundation in BY_SUIT),
                )
            ),
            "nothing to play",
        ),
        # Packs and suits.
        (lambda: declare(packs=0), "Rules.packs is 0: expected a whole number from 1 to 4"),
        (lambda: one_pack(layout=across(13, 3)), "The layout has 39 cards; one pack is 52"),
        (lambda: one_pack(foundations=BY_SUIT), "Complete foundations hold 104 cards, but the game has 52"),
        (lambda: declare(foundations=BY_SUIT[:4]), "Complete foundations hold 52 cards"),
        (lambda: declare(suits="CHS"), "Rules.suits is 'CHS': expected four letters"),
        (lambda: declare(suits="CSHX"), "Rules.suits is 'CSHX': expected four letters"),
        (lambda: declare(ranks="KQJ"), "The ranks of a pack are 'KQJ': expected some, from Ace to King"),
        (lambda: declare(ranks=""), "The ranks of a pack are '': expected some"),
        (lambda: declare(ranks="A23456789", layout=across(8, 9)), "has the ranks TJQK, which the packs lack"),
        (lambda: declare(suits="CCCC"), "begins with D, but the packs have only CCCC"),
        (
            lambda: one_pack(
                foundations=(*(replace(BY_SUIT[0], dealt=1),) * 2, *BY_SUIT[4:6]),
                layout=(*across(13, 3), *up("T1-T11")),
            ),
            "AC is dealt to 2 foundations; the game has 1",
        ),
        # The layout.
        (lambda: Round(()), "names no pile"),
        (lambda: Round(("T1", "T2", "T1")), "names T1 twice"),
        (lambda: Round(("T1",), face_up=False, home=True), "dealt face down cannot go to foundations"),
        (lambda: Round(("F",), face_up=False), "base card is dealt face up"),
        (lambda: declare(layout=(*across(8, 12), *up("T1-T7 R1"))), "The layout deals to R1"),
        (lambda: replace(CHAIN, layout=across(7, 3)), "R1 takes no cards and is dealt none"),
        (
            lambda: replace(
                CHAIN, reserve=replace(CELLS, takes=Takes.RUN), layout=(*across(7, 3), *up("R2", 2))
            ),
            "R2 can be dealt more cards than it has room for",
        ),
        (
            lambda: replace(CHAIN, reserve=CELLS, layout=(*across(7, 3), *down("R2"), *up("R2"))),
            "R2 is a cell, but is dealt face-down cards",
        ),
        (
            lambda: replace(CHAIN, layout=(*across(7, 3), *up("R1-R3"), *down("R2"), *up("R2"))),
            "R2 is dealt a face-down card onto a face-up one",
        ),
        # Columns.
        (lambda: columns(direction=Direction.ANY, lift=Build.BY_SUIT), "could turn back: lift one or any"),
        (
            lambda: columns(direction=Direction.EITHER, lift=Lift.ONE, supermove=True),
            "A supermove of cards built up or down could turn back",
        ),
        (lambda: columns(supermove=True), "a supermove adds nothing"),
        (
            lambda: columns(supermove=True, whole_only=True, lift=Build.BY_SUIT),
            "Whole columns do not move in parts",
        ),
        (lambda: columns(whole_only=True, lift=Lift.ONE), "lift more than one"),
        (lambda: columns(capacity=0), "Columns.capacity is 0: expected"),
        (lambda: columns(capacity=12), "T1 is dealt more cards than it has room for"),
        (
            lambda: declare(
                foundations=(Foundation("CDHS", DOWN, Build.BY_SUIT, whole=True),) * 8,
                columns=replace(COLUMNS, direction=Direction.UP, lift=Build.BY_SUIT),
            ),
            "nothing lets one be lifted",
        ),
        # The base.
        (lambda: first_base(columns=Columns(13, Build.BY_SUIT, Lift.ONE, step=2)), "built in single steps"),
        (
            lambda: first_base(columns=Columns(13, Build.BY_SUIT, Lift.ONE, capacity=4, complete_stays=True)),
            "Complete columns wrap",
        ),
        (lambda: first_base(layout=across(13, 3)), "deals 0 base cards to F, with base first"),
        (lambda: first_base(layout=(*up("F", 2), *across(13, 3))), "deals 2 base cards to F"),
        (lambda: one_pack(layout=(*up("F"), *across(13, 3)), stock=Stock(("draw",))), "with base A"),
        (
            lambda: first_base(foundations=tuple(replace(pile, dealt=1) for pile in BY_SUIT[::2])),
            "no foundation names cards dealt to it",
        ),
        (
            lambda: first_base(foundations=tuple(replace(pile, ranks=DOWN) for pile in BY_SUIT[::2])),
            "A foundation has the ranks KQJT98765432A",
        ),
        (
            lambda: first_base(layout=(*up("F"), replace(across(13, 1)[0], home=True))),
            "No card goes home before the base is dealt",
        ),
        (
            lambda: first_base(foundations=(replace(BY_SUIT[0], suits="CD"),) * 4),
            "Each suit begins a foundation",
        ),
        (
            lambda: first_base(
                packs=2, foundations=BY_SUIT, layout=(*up("F", 3), *across(13, 3)), base=Base.FIRST_RANK
            ),
            "needs one pack of four suits",
        ),
        (
            lambda: first_base(
                foundations=(replace(BY_SUIT[0], suits="CDHS"),) * 4,
                layout=(*up("F", 3), *across(13, 3)),
                base=Base.FIRST_RANK,
            ),
            "needs one foundation for each suit",
        ),
        (lambda: first_base(base=Base.FIRST_RANK), "deals 1 base cards to F"),
        (
            lambda: first_base(layout=up("F", 3), base=Base.FIRST_RANK),
            "fourth base card is dealt to no pile",
        ),
        (
            lambda: first_base(layout=(*across(13, 1), *up("F", 3)), base=Base.FIRST_RANK),
            "cards of the first rank are dealt first",
        ),
        (lambda: first_base(foundations=(replace(EITHER, ranks="5"),) * 4), "has the ranks 5"),
        (lambda: first_base(foundations=(replace(EITHER, wrap=False),) * 4), "wrap on foundations too"),
        (
            lambda: first_base(arrange=Arrange.ACE_OF_SPADES_LAST, base=Base.FIRST_RANK),
            "rearranged in one way",
        ),
        (
            lambda: one_pack(
                arrange=Arrange.KINGS_DOWN, layout=tuple(replace(each, heads="5") for each in across(13, 1))
            ),
            "Kings go down only where",
        ),
        (
            lambda: one_pack(arrange=Arrange.KINGS_DOWN, layout=(*across(13, 3), *up("T13-T1"))),
            "Kings go down only where",
        ),
        (
            lambda: one_pack(
                arrange=Arrange.TWO_ACES_LAST,
                layout=across(13, 3),
                stock=Stock(("draw",)),
                foundations=tuple(replace(pile, dealt=1) for pile in BY_SUIT[::2]),
            ),
            "before cards are taken out",
        ),
        (
            lambda: one_pack(
                arrange=Arrange.TWO_ACES_LAST,
                layout=across(13, 3),
                stock=Stock(("draw",)),
                ranks=UP[1:],
                foundations=tuple(replace(pile, ranks=UP[1:]) for pile in BY_SUIT[::2]),
            ),
            "the packs have none",
        ),
        # Pairs.
        (lambda: Pairs(("K",), ("T",)), "No two cards leave together"),
        (lambda: Pairs(("AQ", "QA"), ("T",)), "are named 2 times"),
        (lambda: Pairs(("AQ",), ()), "No pile takes part"),
        (lambda: Pairs(("AQK",), ("T",)), "Piles take part in pairs, but there are none"),
        (lambda: Pairs(("A-2-A",), ()), "A-2-A is in order, but has a rank twice"),
        (lambda: Pairs(("A-2",), ()), "or some in order, such as A-2-3"),
        (lambda: Pairs(("AQK", "A-K-Q"), ()), "are named 2 times"),
        (lambda: Pairs(("AQ",), ("T",), "other_suit:X"), "perhaps with ranks, as in other_suit:QK"),
        (lambda: Pairs(("AQ", "QK"), ("T",), "other_suit:QK"), "The ranks QK are in pairs with others"),
        (lambda: Pairs(("AQK",), (), "other_suit:AQK"), "All cards of a set fit each other alike"),
        (lambda: Pairs(("AQ",), ("T",), near=Near.LINE), "need the width"),
        (lambda: Pairs(("AQ",), ("W",), near=Near.LINE, width=5), "but make no pairs"),
        (lambda: Pairs(("AQKAQKAQKA",), ("T",)), "one to nine ranks"),
        (lambda: Pairs(("AQ", "AJK", "KJA"), ("T",)), "are named 2 times"),
        (lambda: pyramid(pairs=Pairs(("AQ", "JK3"), ("T",))), "The set JK3 needs 3 cells, not 0"),
        (
            lambda: elevens(reserve=replace(CELLS, capacity=2)),
            "Cells on which sets are collected are empty",
        ),
        (lambda: elevens(layout=(*up("T1-T9"), *up("R1"))), "Cells on which sets are collected are empty"),
        (
            lambda: pyramid(
                columns=replace(VARIANTS["elevens"].rules.columns, number=28, refill=()),
                stock=Stock((), deal_to=DealTo.GAPS, hold=Hold.CELLS),
                pairs=Pairs(("AQ",), ("T",)),
            ),
            "Cells hold up the filling of gaps, but there are none",
        ),
        (lambda: pyramid(foundations=BY_SUIT[:1]), "the only foundation"),
        (lambda: pyramid(foundations=BY_SUIT[::2]), "are of one suit, and each card is of one pair"),
        (lambda: changed("kings-audience", packs=2), "are of one suit, and each card is of one pair"),
        (lambda: audience("AJT98765432", sets=("QK", "AJ", "AT")), "each card is of one pair"),
        (lambda: audience("AQT98765432"), "Each pair of each suit begins a foundation"),
        (lambda: audience("AJT9876543Q"), "goes on with what leaves alone"),
        (lambda: audience("AJT98765432", build=Build.ANY_SUIT), "are built in suit, from all piles"),
        (lambda: audience("AJT98765432", takes_from=("T",)), "are built in suit, from all piles"),
        (lambda: pyramid(foundations_final=False), "do not come back"),
        (lambda: pyramid(pairs=Pairs(("AQ",), ("R",))), "which this game lacks"),
        (lambda: pyramid(pairs=Pairs(("AQ",), ("T",), near=Near.LINE, width=5)), "not a grid"),
        (lambda: pyramid(columns=replace(COLUMNS, number=28)), "give single cards"),
        (lambda: pyramid(columns=replace(COLUMNS, number=28, lift=Lift.ONE)), "from piles of pairs alone"),
        (lambda: pyramid(arrange=Arrange.DISTINCT_RANKS), "no group of cards"),
        (lambda: pyramid(stock=Stock(("deal",), deal_to=DealTo.GAPS)), "neither covered nor refilled"),
        # Cells for runs.
        (lambda: Reserve(1, takes=Takes.RUN, capacity=2), "has no other room"),
        (lambda: replace(MILLIGAN, columns=replace(MILLIGAN.columns, lift=Lift.ONE)), "where a build says"),
        (lambda: replace(MILLIGAN, stock=None, layout=across(8, 13)), "wait until the stock"),
        (lambda: replace(COLUMNS, complete_stays=True), "complete column has a capacity"),
        # Kinds of columns.
        (lambda: kinds(ColumnKind(("T99",), build=Build.BY_SUIT)), "T99, which is not a column"),
        (lambda: ColumnKind(("T1",), "by_suit:either"), "perhaps with a direction, as in alternating:up"),
        (
            lambda: kinds(ColumnKind(("T1",), "by_suit:up"), direction=Direction.EITHER, lift=Lift.ONE),
            "of a direction of their own are built down or up",
        ),
        (lambda: kinds(ColumnKind(("T1",)), ColumnKind(("T2", "T1"))), "Each column is of one kind"),
        (lambda: kinds(ColumnKind(("T1",), takes_from=()), opened_by=(("T",),)), "if empty too"),
        (lambda: kinds(ColumnKind(("T1",), lift=Lift.WHOLE)), "whole columns"),
        (
            lambda: kinds(ColumnKind(("T1",), build=Build.BY_SUIT), lift=Lift.ONE, supermove=True),
            "no supermoves",
        ),
        (
            lambda: kinds(ColumnKind(("T1",), refill=("W",)), refill=("R2", "R1"), longest_first=True),
            "fills columns of one kind",
        ),
        (
            lambda: kinds(ColumnKind(("T1",), lift=Build.BY_SUIT), lift=Lift.ANY, direction=Direction.EITHER),
            "leave columns that are built alike",
        ),
        (
            lambda: declare(columns=kinds(ColumnKind(("T1",), takes_from=("W",)))),
            "Columns t1 cannot take cards from W",
        ),
        (lambda: declare(columns=kinds(ColumnKind(("T1",), refill=("W",)))), "filled from W"),
        # Rows of places.
        (lambda: replace(PLACES, number=50), "are not rows of 13"),
        (lambda: replace(PLACES, step=2), "built up, down, or either way"),
        (
            lambda: replace(
                MONTANA, foundations=(), columns=replace(PLACES, number=56, row=14, empty_takes="A")
            ),
            "deals to no such place",
        ),
        (lambda: replace(MONTANA, columns=replace(PLACES, empty_takes="A")), "and one more"),
        (lambda: replace(PLACES, empty_takes=""), "begin with one rank"),
        (lambda: replace(PLACES, capacity=2), "lift one"),
        (lambda: replace(PLACES, ends="K"), "name no ends"),
        (lambda: replace(MONTANA, foundations=()), "room for 48 of the 52"),
        (lambda: ring(stock=MONTANA.stock), "it has no stock"),
        (lambda: ring(columns=replace(RING, empty_takes="2")), "all cards of the ranks"),
        (
            lambda: ring(columns=replace(RING, number=52, row=4), foundations=(), layout=across(52, 1)),
            "no gap",
        ),
        (lambda: ring(foundations=()), "No card goes home to a ring"),
        (lambda: changed("double-montana", foundations=(ACE_PILE,)), "all cards of a rank, or none"),
        (lambda: montana(build=Build.ALTERNATING), "cards of one rank and any suit"),
        (lambda: montana(suits="CDH"), "cards of one rank and any suit"),
        (lambda: replace(MONTANA, layout=across(52, 1)), "cards of one rank and any suit"),
        (lambda: montana(ranks="A2"), "cards of one rank and any suit"),
        (
            lambda: replace(
                MONTANA, foundations=tuple(replace(ACE_PILE, ranks=rank, cards=2) for rank in "A2")
            ),
            "all cards of a rank, or none",
        ),
        (
            lambda: replace(MONTANA, stock=None, win=Win.COMPLETE, foundations_final=False),
            "cannot be won",
        ),
        (lambda: replace(MONTANA, reserve=Reserve(1, takes=Takes.ONE)), "no other piles"),
        (lambda: declare(win=Win.IN_PLACE), "only in rows"),
        (lambda: replace(MONTANA, won_when=("F1",)), "Cards in place win the game"),
        (
            lambda: declare(layout=across(8, 13), stock=Stock(("redeal",), gather_as=GatherAs.PLACES)),
            "Rows are gathered to places",
        ),
        # The reserve and the stock.
        (lambda: Stock(("draw",), deal_to=DealTo.GAPS), "Gaps are filled by a deal"),
        (lambda: Stock(("deal",), close=Close.ROWS), "close up only where gaps"),
        (lambda: Stock((), hold=Hold.CARD_MOVE), "without actions"),
        (lambda: Stock((), deal_to=DealTo.GAPS, hold=Hold.WASTE), "Only cells hold up"),
        (lambda: Stock(("deal",), deal_to=DealTo.GAPS, hold=Hold.WASTE), "the filling of gaps"),
        (lambda: Stock(("draw",), hold=Hold.CELLS), "filled by themselves"),
        (lambda: Reserve(3, takes=Takes.ONE, refill=("S",)), "are not filled as well"),
        (lambda: drawn(draw=0), "Stock.draw is 0: expected a whole number from 1 to 60"),
        (lambda: drawn(draw=61), "Stock.draw is 61: expected"),
        (lambda: drawn(draw=3), "from a stock that turns several cards"),
        (lambda: Stock(("deal",), draw=2), "there is no draw"),
        (
            lambda: replace(BUILT, direction=Direction.ONE_WAY),
            "Only columns and foundations are",
        ),
        (lambda: columns(direction=Direction.ONE_WAY, merges=(1,)), "are alike and are built"),
        (lambda: changed("archway", reserve=None, layout=up("T1-T4", 24)), "Reserve piles that turn"),
        (
            lambda: changed(
                "archway", layout=(*up("T1-T4", 17), *up("T1-T2"), *down("R1-R13"), *up("R1-R13"))
            ),
            "whose bottom cards turn",
        ),
        (lambda: replace(ACE_PILE, ranks="A2A", whole=True), "the order of single cards"),
        (lambda: replace(STEPS, ranks="55"), "the order of single cards"),
        (lambda: Stock(("draw",), deal_to=DealTo.RESERVE), "so `deal_to` says nothing"),
        (lambda: Stock(("draw",), draw_as=PACKET), "A packet is a draw of several cards"),
        (
            lambda: Stock(("draw",), draw=3, draw_as=PACKET, drawn_at_start=3),
            "none of them at the start",
        ),
        (
            lambda: Stock(("deal",), draw_as=LAST_ONLY),
            "wait for a redeal where a stock is drawn from",
        ),
        (lambda: changed("klondike", columns=WASTE_FILLS, stock=LAST_DRAW), "they fill no pile"),
        (lambda: pyramid(stock=replace(LAST_DRAW, redeals=0)), "a waste whose cards lie face up"),
        (lambda: Stock(("redeal",), redeals=None), "only redeals gathers"),
        (lambda: Stock(("draw", "redeal"), gather=4), "only redeals gathers"),
        (lambda: Stock(("redeal",), gather=4, gather_as=GatherAs.LAYOUT), "how many cards each column gets"),
        (lambda: Stock(("deal",), gather_as=GatherAs.ROUNDS), "dealt in no way"),
        (lambda: Stock(("redeal",), gather=4, shuffles=True), "in rounds again"),
        (
            lambda: Stock(("redeal",), gather=4, gather_as=GatherAs.ROUNDS, shuffles=True, redeals=None),
            "at most 99 times",
        ),
        (
            lambda: declare(
                layout=(*up("R1"), *across(8, 12), *up("T1-T7")),
                reserve=Reserve(1),
                stock=Stock(("redeal",), gather_as=GatherAs.LAYOUT),
            ),
            "deals to columns alone",
        ),
        (
            lambda: declare(
                layout=across(8, 12),
                foundations=by_suit("CSHDCSHD", dealt=1),
                foundations_final=False,
                stock=Stock(("redeal",), gather=12, gather_as=GatherAs.ROUNDS),
            ),
            "8 columns of 12 cards have no room for 104",
        ),
        (
            lambda: declare(
                columns=replace(COLUMNS, covered_by=((),) * 8),
                layout=across(8, 13),
                stock=Stock(("redeal",), gather=13, gather_as=GatherAs.ROUNDS),
            ),
            "do not lie on each other",
        ),
        (lambda: Stock(("deal", "redeal")), "Cards that were dealt become the stock again"),
        (lambda: Stock(("redeal",), gather_as=GatherAs.STOCK), "where they are dealt or moved off it"),
        (lambda: Stock(("draw",), open=True), "An open stock is not drawn from"),
        (lambda: Stock(("redeal",), gather=3, open=True), "An open stock is not drawn from"),
        (
            lambda: Stock(("deal", "redeal"), gather_as=GatherAs.STOCK, hold=Hold.CARD_MOVE),
            "Nothing holds up a redeal that gathers cards",
        ),
        (
            lambda: Stock(("deal", "redeal"), gather_as=GatherAs.STOCK, deal_to=DealTo.EMPTY_COLUMNS),
            "gathered from piles of a kind",
        ),
        (
            lambda: declare(
                layout=across(8, 12),
                stock=Stock(("deal", "redeal"), gather_as=GatherAs.STOCK),
                columns=replace(COLUMNS, covered_by=((),) * 8),
            ),
            "do not cover each other",
        ),
        (
            lambda: changed("tournament", reserve=Reserve(8), columns=replace(FROM_R1, number=6)),
            "filled from it alone",
        ),
        (
            lambda: changed(
                "tournament",
                stock=replace(VARIANTS["tournament"].rules.stock, deals=(("T1", "T2"),)),
            ),
            "dealt to all of them",
        ),
        (
            lambda: replace(VARIANTS["tournament"].rules.stock, deals=(("T1", "R2"),)),
            "gathered from piles of a kind",
        ),
        (
            lambda: changed(
                "tournament",
                foundations=tuple(
                    replace(pile, dealt=1) for pile in VARIANTS["tournament"].rules.foundations
                ),
            ),
            "An Ace or King is dealt first",
        ),
        (lambda: replace(COLUMNS, refill=("R1", "R1")), "only the stock comes several times"),
        (lambda: replace(COLUMNS, refill=("S", "W", "S")), "only the stock comes several times"),
        (lambda: replace(COLUMNS, refill=("S", "S"), capacity=9), "filled with several cards have"),
        (
            lambda: replace(
                CHAIN,
                columns=replace(CHAIN.columns, refill=("W", "S", "S")),
                stock=replace(CHAIN.stock, draw=3),
            ),
            "from a stock that turns one",
        ),
        (lambda: replace(EITHER, takes_from=("T:A",)), "Only the last of several piles"),
        (lambda: replace(EITHER, takes_from=("T:A", "T1")), "Only the last of several piles"),
        (lambda: replace(EITHER, takes_from=("T", "T1:A")), "T1 gives any card already"),
        (lambda: replace(SETS, takes_from=("T1", "T:A")), "Whole sequences come from"),
        (lambda: changed("amazons", layout=up("T1-T5"), columns=FIVE), "need a foundation for each"),
        (
            lambda: changed(
                "canfield",
                foundations=tuple(
                    replace(pile, takes_from=("W", "T:A")) for pile in VARIANTS["canfield"].rules.foundations
                ),
            ),
            "names ranks that piles give it",
        ),
        (lambda: replace(SETS, suits="C"), "at least two cards"),
        (lambda: replace(SETS, cards=51), "has room for whole ones"),
        (
            lambda: changed(
                "rainbow-fan", columns=FROM_R1, layout=(*up("T1-T20", 4), *up("R1", 16)), reserve=Reserve(1)
            ),
            "unless they turn and the stock fills them",
        ),
        (
            lambda: replace(
                VARIANTS["bridesmaids"].rules,
                stock=Stock(("redeal",), gather_as=GatherAs.STOCK, open=True),
            ),
            "Columns are gathered, but there are none",
        ),
        (lambda: pyramid(stock=Stock((), open=True), pairs=Pairs(("AQ",), ("T",))), "Games of pairs say"),
        (lambda: Stock(("redeal",), gather=0), "Stock.gather is 0: expected"),
        (lambda: Stock(("redeal",), gather=4, hold=Hold.CARD_MOVE), "Nothing holds up a redeal"),
        (
            lambda: replace(
                LARGE, reserve=None, layout=across(11, 5), stock=Stock(("deal",), deal_to=DealTo.RESERVE)
            ),
            "to the reserve, but there is none",
        ),
        (
            lambda: replace(
                CHAIN,
                reserve=replace(CELLS, takes=Takes.RUN),
                stock=Stock(("deal",), deal_to=DealTo.RESERVE),
            ),
            "R1 can be dealt more cards than it has room for",
        ),
        (
            lambda: replace(
                LARGE, reserve=replace(CELLS, piles=20), stock=Stock(("deal",), hold=Hold.FORWARD_MOVE)
            ),
            "without cells",
        ),
        (lambda: Stock(("draw",), deals=(("T1",),)), "where a deal goes"),
        (lambda: Stock(("deal",), deals=(("S", "R1"),)), "is the last one of the last list"),
        (lambda: Stock(("deal",), deals=(("S",),)), "is the last one of the last list"),
        (lambda: Stock(("deal",), deals=(("R1", "S"),), hold=Hold.FORWARD_MOVE), "dealt from at any time"),
        (lambda: Stock(("deal",), deals=(("R1", "W"),), drawn_at_start=1), "takes no others"),
        (
            lambda: changed("jane", columns=replace(VARIANTS["jane"].rules.columns, refill=("S",))),
            "fills nothing else",
        ),
        (lambda: Round(("R1",), heads="K"), "dealt face up to columns"),
        (lambda: Round(("T1",), home=True, heads="A*"), "end no pile"),
        (lambda: changed("kentish", arrange=None), "8 cards end columns, but there is room for 7"),
        (lambda: changed("belvedere", arrange=Arrange.LAST_KINGS), "The last Kings begin no foundation"),
        (lambda: Stock(("redeal",), gather=4, gives_after=("F",)), "dealt or drawn from, or fills piles"),
        (lambda: Stock(("draw",), gives_after=("T", "W")), "does not wait for itself"),
        (
            lambda: declare(layout=across(8, 5), stock=Stock(("deal",), gives_after=("T9",))),
            "T9 waits until the stock is empty, but this game lacks it",
        ),
        (
            lambda: declare(layout=across(8, 5), stock=Stock(("deal",), takes_after=("F1:F9",))),
            "F1 waits for F9; this game lacks F9",
        ),
        (
            lambda: declare(layout=across(8, 5), stock=Stock(("deal",), takes_after=("F1:F2 F1",))),
            "F1 waits for itself",
        ),
        (
            lambda: declare(layout=across(8, 5), stock=Stock(("deal",), takes_after=("F1:F2", "F1:F3"))),
            "says once for which foundations",
        ),
        (
            lambda: declare(layout=(Round(tuple(f"T{number}" for number in range(1, 9)), heads="K"),)),
            "8 cards begin columns, but there is room for 7",
        ),
        (
            lambda: declare(layout=(Round(("T1",), heads="K"), *up("T1"))),
            "all cards that are left is the last one",
        ),
        (
            lambda: changed("fly", layout=(Round(("R1",), home=True, heads="23456789"), *up("R1", 50))),
            "Cards take the places of 23456789: expected a stock with enough cards",
        ),
        (lambda: drawn(draw=10), "A draw turns at most 9 cards"),
        (lambda: Stock((), draw=20, open=True), "wait for rounds of an open stock without actions"),
        (
            lambda: Stock((), draw=20, open=True, hold=Hold.EMPTY_COLUMN, gives_after=("T",)),
            "end with it, and not when no column is empty",
        ),
        (
            lambda: Rules(BY_SUIT, stock=Stock((), open=True, draw=2, gives_after=("F",))),
            "Stock cards are moved to columns in rounds, but there are none",
        ),
        (
            lambda: changed(
                "sly-fox", stock=Stock((), open=True, hold=Hold.EMPTY_COLUMN, gives_after=("T",))
            ),
            "Columns that are filled at once do not wait for a card",
        ),
        (lambda: Stock(("deal",), draw=20, open=True, gives_after=("T",)), "an open stock without actions"),
        (lambda: Round(("F1",), by="C"), "dealt face up to piles"),
        (lambda: Round(("T1",), by="CD"), "has a pile for each"),
        (lambda: Round(("T1", "T2"), by="CA"), "has a pile for each"),
        (
            lambda: declare(layout=(Round(("T1", "T2"), by="CD"),)),
            "dealt by CD: expected all suits, or all ranks",
        ),
        (lambda: columns(longest_first=True, refill=("R1",)), "longest of several reserve piles"),
        (
            lambda: declare(layout=across(8, 5), stock=Stock(("deal",), deals=(("T1", "T9"),))),
            "A deal goes to T9: expected",
        ),
        (lambda: Reserve(2, Takes.ONE, covered_by=(("R2",), ())), "lie on each other take no card"),
        (lambda: Reserve(1, covered_by=(("F1",),)), "R1 is covered by F1, which cannot lie on it"),
        (
            lambda: declare(reserve=Reserve(1, Takes.ONE, covered_by=(("T99",),))),
            "R1 is covered by T99, which this game lacks",
        ),
        (lambda: Reserve(2, covered_by=(("R2",), ("R1",))), "cover each other in a circle"),
        (
            lambda: Reserve(2, covered_by=(("R2",), ()), covered_while=CoveredWhile.ALL),
            "cover another only together are several",
        ),
        (lambda: declare(won_when=("R1",)), "won by R1, which this game lacks"),
        (
            lambda: declare(stock=Stock(("draw",)), layout=across(8, 5), won_when=("S",)),
            "An empty stock wins where it is dealt",
        ),
        (
            lambda: declare(
                arrange=Arrange.KING_FIRST,
                layout=across(8, 12),
                foundations=tuple(replace(pile, ranks="KQJT98765432A", dealt=1) for pile in BY_SUIT),
            ),
            "A King is dealt first, but none is left",
        ),
        (
            lambda: declare(
                layout=(*down("T1"), *(replace(up("T1-T8")[0], sweeps="A"),) * 5), stock=Stock(("deal",))
            ),
            "only where all lie face up",
        ),
        (
            lambda: declare(
                layout=across(8, 5),
                columns=replace(COLUMNS, direction=Direction.UP),
                stock=Stock(("deal",), hold=Hold.FORWARD_MOVE),
            ),
            "whose columns are built down",
        ),
        (
            lambda: declare(
                layout=across(8, 5), columns=replace(COLUMNS, capacity=20), stock=Stock(("deal",))
            ),
            "limited room cannot be dealt to",
        ),
        (
            lambda: declare(stock=replace(GATHERED, gather=12)),
            "8 columns of 12 cards have no room for the 104",
        ),
        (
            lambda: declare(stock=Stock(("redeal",), gather_as=GatherAs.TURNS), layout=across(8, 13, down=1)),
            "bottom cards turn lie face up",
        ),
        (
            lambda: Stock(("redeal",), gather_as=GatherAs.TURNS, shuffles=True),
            "shuffled where they are dealt in rounds",
        ),
        (
            lambda: declare(stock=replace(GATHERED, gather=13), layout=across(8, 13, down=1)),
            "gathered lie face up",
        ),
        (
            lambda: declare(
                layout=(*across(8, 12), *up("R1-R8")),
                columns=replace(COLUMNS, refill=("R1",)),
                reserve=Reserve(8),
                stock=replace(GATHERED, gather=13),
            ),
            "gathers its columns fills none",
        ),
        (
            lambda: declare(columns=replace(COLUMNS, capacity=20), stock=replace(GATHERED, gather=13)),
            "gathered have unlimited room",
        ),
        # Foundations that depend on other piles, and bases that stay or that play sets.
        (lambda: replace(STEPS, direction=Direction.EITHER, whole=True), "runs down or up"),
        (lambda: replace(STEPS, last_after="F2"), "no last card that could wait"),
        (lambda: columns(direction=Direction.OUTRANKED), "Only foundations are built outranked"),
        (lambda: replace(STEPS, matches="F1"), "follows in any direction"),
        (lambda: replace(DISCARDS, matches="F1"), "follows in any direction"),
        (lambda: replace(ANY_ORDER, dealt=1, matches="F1"), "depends on one thing"),
        (lambda: replace(ANY_ORDER, matches="T"), "built up in suit, round from King to Ace"),
        (
            lambda: changed("moojub", foundations=(LOWEST,) * 5, stock=DEALT),
            "5 foundations begin with different suits",
        ),
        (lambda: changed("moojub", foundations=(LOWEST, *BY_SUIT[:4]), stock=DEALT), "or none does"),
        (lambda: replace(ANY_ORDER, direction=Direction.OUTRANKED), "and no Aces"),
        (
            lambda: declare(foundations=(*BY_SUIT[:7], replace(ANY_ORDER, matches="F9"))),
            "expected an earlier foundation",
        ),
        (
            lambda: declare(foundations=(DISCARDS,), columns=None, layout=(), stock=Stock(("draw",))),
            "need columns",
        ),
        (
            lambda: declare(
                foundations=(*BY_SUIT[:7], replace(ANY_ORDER, matches="F1")), foundations_final=False
            ),
            "depend on other piles are final",
        ),
        (lambda: declare(foundations=(replace(STEPS, base_stays=True),) * 8), "Final foundations keep all"),
        (lambda: declare(base_from=("T",)), "and no other, has its piles"),
        (lambda: declare(same_base=SameBase.ANY_TIME), "begin with any rank and wrap"),
        (
            lambda: declare(foundations=(STEPS,) * 8, same_base=SameBase.ANY_TIME, foundations_final=False),
            "play sets stays",
        ),
        (
            lambda: changed(
                "braid",
                foundations=(
                    *VARIANTS["braid"].rules.foundations[:7],
                    replace(VARIANTS["braid"].rules.foundations[7], direction=Direction.EITHER),
                ),
            ),
            "all built one way, or none",
        ),
        (
            lambda: declare(foundations=(STEPS,) * 8, same_base=SameBase.FIRST, base_from=("F",)),
            "cannot come from F",
        ),
        (
            lambda: declare(foundations=(STEPS,) * 8, same_base=SameBase.FIRST, base_from=("R",)),
            "cannot come from R",
        ),
        (
            lambda: declare(foundations=(STEPS,) * 8, same_base=SameBase.FIRST, base_from=()),
            "comes from some pile",
        ),
        (
            lambda: declare(
                foundations=(STEPS,) * 8,
                same_base=SameBase.ANY_TIME,
                layout=(*up("T1-T8", 12), Round(("T1", "T2", "T3", "T4", "T5", "T6", "T7", "T8"), home=True)),
            ),
            "before the base is set",
        ),
        # Cells, closed reserves and a waste that is filled.
        (lambda: Reserve(2, ranks="K"), "no room or ranks"),
        (lambda: Reserve(2, Takes.ONE, ranks=""), "at least one rank"),
        (lambda: Reserve(2, Takes.ONE, closed=True), "no face-down cards"),
        (lambda: Reserve(2, Takes.ONE, capacity=4, sequence=BUILT), "first card of each"),
        (lambda: Reserve(2, Takes.ONE, begins=("C",)), "first card of each"),
        (lambda: Reserve(1, Takes.ONE, capacity=2, begins=("C",)), "first card of each"),
        (lambda: Reserve(1, begins=("C",)), "first card of each"),
        (lambda: Reserve(1, Takes.ONE, begins=("X",)), "some ranks of A23456789TJQK and suits of CDHS"),
        (lambda: Reserve(1, Takes.ONE, capacity=4, sequence=BUILT, begins=("",)), "begins with some card"),
        (lambda: Reserve(1, Takes.ONE, sequence=BUILT, begins=("4",)), "room for several cards"),
        (
            lambda: declare(
                layout=(*up("R1"), *up("R1"), *across(8, 12)),
                reserve=Reserve(1, Takes.ONE, capacity=4, sequence=BUILT, begins=("4",)),
                stock=Stock(("deal",)),
            ),
            "built in sequence, but is dealt 2 cards",
        ),
        (lambda: declare(layout=across(8, 5), stock=Stock(("draw",), fills_waste=True)), "is dealt a card"),
        (
            lambda: declare(
                foundations=(STEPS,) * 8, layout=(*up("F1", 2), *across(8, 12)), stock=Stock(("deal",))
            ),
            "the second need not follow the first",
        ),
        (lambda: Round(("T1",), face_up=False, after_base=True), "once the base is set lie face up"),
        (lambda: italy(base_from=None), "and no other, has its piles"),
        (lambda: italy(same_base=SameBase.ANY_TIME), "and no other, has its piles"),
        (lambda: italy(same_base=SameBase.GIVERS_FIRST), "only where it comes before all else"),
        (lambda: columns(empty_takes="*"), "each at most once, or a few of them and"),
        (
            lambda: columns(empty_takes="K*", row=4),
            "any card opens later have no supermoves",
        ),
        (
            lambda: changed(
                "canfield", columns=replace(VARIANTS["canfield"].rules.columns, empty_takes="K*")
            ),
            "only in games that begin with the Ace",
        ),
        (lambda: changed("baroness", columns=replace(OPEN_TO_ALL, number=5)), "do not open columns to all"),
        (
            lambda: declare(
                layout=across(8, 5),
                columns=replace(COLUMNS, empty_takes="K*"),
                stock=Stock(("deal",), hold=Hold.FORWARD_MOVE),
            ),
            "always take the same cards",
        ),
        (lambda: columns(direction=Direction.LOWER, step=2), "follow without steps or wrap"),
        (lambda: replace(STEPS, direction=Direction.LOWER, wrap=False), "Only columns are built"),
        (lambda: Stock(("draw",), drawn_at_start=1, waste_takes=APART), "Only columns keep suits apart"),
        (lambda: columns(ends="D", closed="takes_any"), "Columns that keep suits apart are open"),
        (lambda: changed("diamond-mine", foundations=()), "but there are no foundations"),
        (
            lambda: changed(
                "diamond-mine", columns=replace(COLUMNS, number=13, lift=Lift.ONE, supermove=True)
            ),
            "Columns of one suit win where cards of a suit",
        ),
        (lambda: columns(direction=Direction.DOUBLE), "Only foundations are built double"),
        (lambda: Stock(("draw",), drawn_at_start=1, waste_takes=DOUBLED), "Only foundations are built"),
        (lambda: replace(STEPS, direction=Direction.DOUBLE), "wrap adds nothing"),
        (
            lambda: changed(
                "die-koenigsbergerin", foundations=(Foundation("C", UP, Build.BY_SUIT, takes_from=("T",)),)
            ),
            "A deal brings cards home",
        ),
        (
            lambda: changed(
                "doublets",
                columns=replace(VARIANTS["doublets"].rules.columns, capacity=None),
                layout=(*up("T1-T7", 6), *up("T1-T6"), *up("F1")),
            ),
            "49 cards are dealt before Kings, but only 48",
        ),
        (
            lambda: changed("doublets", layout=up("T1-T7"), foundations=by_suit(dealt=1), won_when=()),
            "where no card is dealt before the rounds",
        ),
        (lambda: replace(CELLS, capacity=4, sequence=LOWER, begins=("K",) * 3), "Only columns are built"),
        (lambda: Stock(("draw",), drawn_at_start=1, waste_takes=LOWER), "Only columns are built"),
        (lambda: Stock(("draw", "redeal"), gather_as=GatherAs.UNDER), "one card at a time lies on the waste"),
        (
            lambda: changed("valentine", columns=replace(VARIANTS["valentine"].rules.columns, refill=("W",))),
            "all filled from it",
        ),
        (
            lambda: changed("valentine", layout=up("T1-T4 R1"), reserve=Reserve(1, refill=("S",))),
            "neither covered nor closed, nor",
        ),
        (
            lambda: changed("half-klondike", arrange=Arrange.ACES_FIRST),
            "are not arranged",
        ),
        (lambda: changed("half-klondike", packs=2), "do not have 52 cards in all"),
        (lambda: declare(win=Win.ONE_COLUMN, won_when=("F1",)), "Columns win the game"),
        (lambda: columns(opened_by=(("T",), ("R",))), "wait for reserve piles of the lists before"),
        (lambda: columns(opened_by=(("T",), ())), "Each list of piles that open a column names one"),
        (lambda: columns(opened_by=(("R1", "T"), ("T",))), "opens columns in one list"),
        (lambda: columns(opened_by=(("R", "T"), ("W",))), "cannot take cards from R"),
        (lambda: columns(level=Build.ANY_SUIT, direction=Direction.EITHER), "where columns build up or down"),
        (lambda: columns(lift=Lift.WHOLE, whole_only=True), "lift more than one"),
        (lambda: columns(lift=Lift.WHOLE, supermove=True), "a supermove adds nothing"),
        (lambda: italy(layout=ITALY.layout[::-1]), "come after all others"),
        (lambda: italy(layout=(*ITALY.layout, Round(("R1",), after_base=True))), "to columns or waste"),
        (
            lambda: italy(columns=replace(ITALY.columns, covered_by=(("T9",), *((),) * 8))),
            "after the base is set cover no others",
        ),
        (
            lambda: Stock(("draw",), drawn_at_start=1, fills_waste=True, hold=Hold.WASTE),
            "drawn to at any time",
        ),
        (
            lambda: declare(
                layout=across(8, 5),
                columns=replace(COLUMNS, refill=("S",)),
                stock=Stock(("draw",), drawn_at_start=1, fills_waste=True),
            ),
            "fills nothing else",
        ),
        (lambda: columns(direction=Direction.SAME, step=2), "without steps or wrap"),
        (
            lambda: declare(
                layout=across(8, 5),
                stock=Stock(("deal",), deal_to=DealTo.EMPTY_COLUMNS, hold=Hold.EMPTY_COLUMN),
            ),
            "nothing else",
        ),
        # Winning.
        (lambda: declare(win=Win.SEQUENCES, won_when=("F1",)), "Columns win the game"),
        (lambda: declare(win=Win.EMPTY_STOCK), "where it is dealt or fills"),
        (lambda: declare(win=Win.POKER, points=9), "Hands of poker need 25 columns, not 8"),
        (lambda: changed("poker-square", points=None), "Points win a square of hands"),
        (lambda: changed("poker-square", packs=2), "one pack of four suits"),
        (lambda: changed("poker-square", won_when=("R1",)), "Points win the game, not foundations"),
        (
            lambda: changed(
                "cribbage-square", stock=Stock(()), columns=replace(SQUARE, takes_from=None, number=16)
            ),
            "have a starter",
        ),
        (lambda: changed("fire-and-ice", won_when=("T1",)), "Columns win the game"),
        (lambda: changed("accordion", win=Win.EMPTY_COLUMNS, won_when=()), "cards that it has lost"),
        (lambda: changed("accordion", reserve=Reserve(1, Takes.ONE)), "no other piles than F1"),
        (lambda: columns(merges=(0, 1)), "A card does not go onto itself"),
        (lambda: columns(merges=(1,), lift=Lift.ANY), "Columns of a line have one card"),
        (lambda: columns(merges=(1,), lift=Lift.ONE), "Columns of a line are alike"),
        (lambda: declare(win=Win.ONE_EACH), "0 cards are left for 8 columns"),
        (lambda: declare(win=Win.ONE_EACH, won_when=("F1",)), "Each column has a card"),
        (
            lambda: declare(win=Win.ALL_CARDS, won_when=("F1",)),
            "All cards win the game, not single foundations",
        ),
        (
            lambda: declare(win=Win.ALL_CARDS, foundations=BY_SUIT[:4]),
            "The foundations have room for 52 of 104 cards",
        ),
    ],
)
def test_refused_when_it_is_declared(declaration, complaint):
    with pytest.raises(DeclarationError, match=complaint) as caught:
        declaration()
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert not sentence[0].islower() or sentence.startswith("some ")


def test_a_choice_of_options_is_refused_when_it_is_made():
    ninth = variant(option(values={"all": {}, "ninth": {"won_when": ["F9"]}}))
    with pytest.raises(DeclarationError, match="F9"):
        list(ninth.settings())


@pytest.mark.parametrize(
    "path", ["columns.colour", "foundations.8.dealt", "foundations.x.dealt", "reserve.piles"]
)
def test_a_change_of_a_field_that_is_not_there_is_refused(path):
    wrong = variant(option(values={"all": {}, "other": {path: 1}}))
    with pytest.raises(DeclarationError, match=f"^{path} cannot be changed: there is no such field.$"):
        wrong.under((("win", "other"),))


def test_a_variant_is_registered_once():
    twice = VARIANTS["double-russian"]
    with pytest.raises(DeclarationError, match="double-russian is declared twice"):
        Registry().add(twice, twice)


def test_a_registry_loads_a_family_when_a_game_of_it_is_asked():
    registry = Registry(("montana", "accordion"))
    assert registry["accordion"] is VARIANTS["accordion"]
    registry["mine"] = VARIANTS["montana"]
    assert list(registry)[-1] == "mine"
    del registry["mine"]
    with pytest.raises(UnknownVariantError):
        registry["mine"]


def test_every_choice_of_options_is_accepted():
    for variant in VARIANTS.values():
        assert all(isinstance(rules, Rules) for rules in variant.settings()), variant.id


def test_an_option_changes_the_layout_where_it_says_so():
    for variant, option in [(v, option) for v in VARIANTS.values() for option in v.options]:
        openings = {opening(variant.under(((option.name, value),))) for value in option.extremes}
        assert (len(openings) > 1) == option.changes_layout, (variant.id, option.name)


def test_the_order_of_a_set_of_suits_or_ranks_means_nothing():
    for variant in some([*VARIANTS.values()]):
        declaration = to_json(variant.rules)
        for pile in declaration["foundations"]:
            pile["suits"] = pile["suits"][::-1]
            pile["ranks"] = pile["ranks"][::-1] if pile["direction"] else pile["ranks"]
        assert from_json(declaration).concepts == variant.rules.concepts, variant.id


def opening(rules: Rules) -> tuple[object, ...]:
    """Return what decides what lies where when the game opens."""
    return (
        rules.packs,
        rules.suits,
        rules.layout,
        rules.reserve and rules.reserve.piles,
        tuple(foundation.dealt for foundation in rules.foundations),
        rules.stock and rules.stock.drawn_at_start,
    )


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (
            {"colums": 1},
            "colums is not a field: expected one of foundations, packs, suits, ranks, layout, ",
        ),
        ({"\x1b]0;PWNED\x07": 1}, r"'\\x1b\]0;PWNED\\x07' is not a field"),
        (
            {"columns": {"number": 8, "build": "by_suit", "lift": "any", "wraps": True}},
            "columns.wraps is not",
        ),
        ({"columns": {"number": 8, "build": "by_suit"}}, "columns.lift is missing"),
        (
            {"columns": {"number": "8", "build": "by_suit", "lift": "any"}},
            "columns.number is '8': expected a whole",
        ),
        (
            {"columns": {"number": 8, "build": "bysuit", "lift": "any"}},
            "'bysuit': expected one of by_suit, by_color, alternating, other_suit, any_suit.",
        ),
        ({"columns": 8}, "columns is 8: expected an object"),
        ({"foundations_final": 1}, "foundations_final is 1: expected true or false"),
        ({"suits": None}, "suits is None: expected a string"),
        ({"won_when": "F1"}, "won_when is 'F1': expected a list"),
        (
            {"layout": [{"to": "T1-T8", "face_up": "sideways"}]},
            "layout.0.face_up is 'sideways': expected true or false",
        ),
        ({"layout": [{"to": "T1-R8"}]}, "^In layout.0.to: 'T1-R8' does not name piles"),
        ({"layout": [{"to": "T1 T1"}]}, "^In layout.0: A round of the layout names T1 twice"),
        ({"stock": {"actions": [], "redeals": 1}}, "^In stock: Redeals are counted"),
        ({"win": "sequences", "won_when": ["F1"]}, "^In win, won_when, foundations and columns: Columns win"),
        ({"layout": [{"to": ["T1", "X"]}]}, "'X' does not name piles"),
        ({"layout": [{"face_up": True}]}, "layout.0.to is missing"),
        ({"packs": 5}, "^packs is 5: expected a whole number from 1 to 4"),
        ({"columns": {"number": 0, "build": "by_suit", "lift": "any"}}, "^columns.number is 0: expected"),
        ({"stock": {"actions": ["draw"], "draw": 61}}, "^stock.draw is 61: expected"),
        ({"reserve": {"piles": 2, "refill": ["X"]}}, "^reserve.refill has 'X': expected W, S or"),
    ],
)
def test_json_that_is_not_a_declaration_is_refused(change, complaint):
    with pytest.raises(DeclarationError, match=complaint):
        from_json(to_json(declare()) | change)


def test_json_that_is_not_an_object_is_refused():
    with pytest.raises(DeclarationError, match=r"^A declaration is \[\]: expected an object.$"):
        from_json([])


@pytest.mark.parametrize("turn", range(11))
def test_ranks_of_a_pair_have_no_order(turn):
    """Every pair of ranks below the King begins foundations in one of these games."""
    ranks, others = RANKS[:11], range(1, 6)
    pairs = ["Q" + ranks[turn], *(ranks[turn - other] + ranks[(turn + other) % 11] for other in others)]
    begun = (
        Foundation(suit, pair, Build.BY_SUIT, direction=Direction.EITHER, cards=2)
        for pair in pairs
        for suit in "CSHD"
    )
    reverse = Pairs((*(pair[::-1] for pair in pairs), "K"), ("T",), build=Build.BY_SUIT)
    assert replace(VARIANTS["kings-audience"].rules, foundations=tuple(begun), pairs=reverse).builds_pairs
