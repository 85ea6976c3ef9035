"""All that the vocabulary can say is judged as it says, or refused when it is said."""

from dataclasses import replace

import pytest

from service.engine.advance import advance
from service.engine.checks import explain, possible_reasons
from service.engine.deals import deal_seed
from service.engine.describe import describe_piles
from service.engine.legality import check, legal_moves, outcome
from service.engine.rules import (
    Build,
    DeclarationError,
    Foundation,
    Hold,
    Lift,
    Reserve,
    Round,
    Rules,
    Stock,
)
from service.engine.tables import compile_tables
from service.engine.variant import Option, Variant
from service.engine.variants import VARIANTS, register
from tests.engine.boards import lay_on
from tests.engine.synthetic import BY_SUIT, CHAIN, COLUMNS, DOWN, LARGE, SYNTHETIC, UP, across

TABLES = {name: compile_tables(variant, ()) for name, variant in SYNTHETIC.items()}


@pytest.mark.parametrize(
    ("variant", "piles", "token", "expected"),
    [
        # A whole sequence is all its ranks in its own build, whatever the columns build and lift.
        ("whole-by-suit", "T1: KH..AH", "T1-F1x13", None),
        ("whole-by-suit", "T1: KH QH 3C JH TH 9H 8H 7H 6H 5H 4H 2H AH", "T1-F1x13", "incomplete_sequence"),
        ("whole-by-suit", "T1: KH QD JH TH 9H 8H 7H 6H 5H 4H 3H 2H AH", "T1-F1x13", "incomplete_sequence"),
        ("whole-by-suit", "T1: KH QD JH TH 9H 8H 7H 6H 5H 4H 3H 2H AH", "T1-F3x13", None),
        ("whole-by-suit", "T1: KH QS JH TH 9H 8H 7H 6H 5H 4H 3H 2H AH", "T1-F3x13", "incomplete_sequence"),
        ("whole-by-suit", "T1: KC..AC", "T1-F2x13", "wrong_color"),
        ("whole-by-suit", "T1: KC..AC", "T1-F3x13", None),
        ("whole-by-suit", "T1: 4D KH..AH", "T1-F1x14", "incomplete_sequence"),
        ("whole-by-suit", "T1: KH..AH; F1: KD..AD", "T1-Fx13", None),
        ("whole-by-suit", "T1: KH..AH; F1: KD..AD", "T1-F1x13", "foundation_full"),
        ("whole-by-suit", "T1: 9H 2C KD; T2: TC", "T1-T2x3", None),
        # Suits of the first card that are no colour: a wrong one is a wrong suit.
        ("whole-by-suit", "T1: AH", "T1-F5", "wrong_suit"),
        ("whole-by-suit", "T1: AD", "T1-F5", None),
        ("whole-by-suit", "T1: 2C; F5: AD", "T1-F5", "wrong_suit"),
        # Won by F1 and F3, whatever the others have.
        ("whole-by-suit", "F1: KH..AH; F3: KC..AC; T1: KS", "T1-T2", "game_over"),
        # A first rank other than Ace, ranks that go on from King to Ace, and a last one other than King.
        ("sevens", "F1: 7C..KC; T1: AC", "T1-F1", None),
        ("sevens", "F1: 7C..KC; T1: 8C", "T1-F1", "wrong_rank"),
        ("sevens", "F1: 7C..KC AC..6C; T1: 7C", "T1-F1", "foundation_full"),
        ("whole-by-suit", "T1: 2D", "T1-F5", "needs_base"),
        # Two ranks open a column; columns build by colour.
        ("sevens", "T1: QC 3D", "T1-T2x2", None),
        ("sevens", "T1: KC", "T1-T2", None),
        ("sevens", "T1: JC", "T1-T2", "needs_king"),
        ("sevens", "T1: 5H; T2: 6D", "T1-T2", None),
        ("sevens", "T1: 5H; T2: 6C", "T1-T2", "wrong_color"),
        # Forward moves hold up a deal: onto foundations, turning up, or off a card that does not fit.
        ("sevens", "T1: 8C; F1: 7C; S: 2C", "deal", "moves_available"),
        ("sevens", "T1: (4S) 5H; T2: 6D; S: 2C", "deal", "moves_available"),
        ("sevens", "T1: 2C 5H; T2: 6D; S: 2C", "deal", "moves_available"),
        ("sevens", "T1: 6H 5H; T2: 6D; S: 2C", "deal", None),
        ("sevens", "T1: QC 3D; S: 2C", "deal", None),
        ("sevens", "T1: 5H; T2: 6D; S: 2C", "deal", "moves_available"),
        # Locks: on a Queen, and on a King that is first and last.
        ("locked-queen", "F1: AC..JC; T1: QC", "T1-F1", "king_locked"),
        ("locked-queen", "F1: AC..JC; F9: KH; T1: QC", "T1-F1", None),
        ("locked-queen", "F1: AC..TC; T1: JC", "T1-F1", None),
        ("locked-queen", "T1: KC", "T1-F9", None),
        ("locked-queen", "T1: KC", "T1-F10", "king_locked"),
        ("locked-queen", "T1: KC", "T1-F", None),
        ("locked-queen", "T1: KC; F9: KH", "T1-F", "no_foundation_accepts"),
        ("locked-queen", "T1: KC; F1: AC..QC", "T1-F10", None),
        ("locked-queen", "T1: QC", "T1-F9", "needs_base"),
        # Cards leave foundations, and the lock is on again once its guard is no longer complete.
        ("locked-queen", "F1: AC 2C; T1: 3C", "F1-T1", None),
        ("locked-queen", "F9: KH; T1: 3C", "F9-T2", "vacancy_reserved"),
        ("locked-queen", "F9: KH; F1: AC..QC", "F9-F10", None),
        ("locked-queen", "T1: 3C", "T1-T2", "vacancy_reserved"),
        # Eleven columns, twenty cells, three ranks that open a column, runs stricter than the columns.
        ("large", "T11: 5H; T1: 6D", "T11-T1", None),
        ("large", "R20: 5H; T11: 6D", "R20-T11", None),
        ("large", "R20: 5H; T11: 6D", "T11-R20", "target_locked"),
        ("large", "T11: 5H; T1: 6D", "T12-T1", "unknown_pile"),
        ("large", "R20: AC", "R20-F", None),
        ("large", "T1: TC 9H; T2: JC", "T1-T2x2", None),
        ("large", "T1: TC 9C; T2: JC", "T1-T2x2", "broken_sequence"),
        ("large", "T1: TC 9H", "T1-T11x2", None),
        ("large", "R1: AH", "R1-T11", None),
        ("large", "R1: 4H", "R1-T11", "needs_king"),
        ("large", "R1: 4H; S: 2C", "draw", None),
        ("large", "R1: AH; S: 2C", "draw", "moves_available"),
        # Foundations that any suit opens build on in that suit.
        ("chain", "T1: AH; F1: AC", "T1-F", None),
        ("chain", "T1: 2H; F1: AC; F2: AH", "T1-F1", "wrong_suit"),
        ("chain", "T1: 2H; F1: AC; F2: AH", "T1-F2", None),
        ("chain", "W: 9H", "W-T3", None),
        # Whatever suit follows; or only some open; a deal that waits for every column.
        ("free", "F5: AH; T1: 2C", "T1-F5", None),
        ("free", "F5: AH; T1: AH", "T1-F5", "wrong_rank"),
        ("free", "F5: AH; T1: AC", "T1-F5", "wrong_suit"),
        ("free", "T1: AH", "T1-F1", "wrong_color"),
        ("free", "T1: 2H", "T1-F1", "needs_base"),
        ("free", "F1: AS; T1: 2D", "T1-F1", None),
        ("free", "F1: AS; T1: 2C", "T1-F1", "wrong_color"),
        ("free", "T1: TC 9S; T2: JH", "T1-T2x2", None),
        ("free", "T1: TC 9D; T2: JH", "T1-T2x2", "broken_sequence"),
        ("free", "T1: TC; S: 2C", "deal", "empty_column"),
        ("no-stock", "T12: 4C; R1: 3D", "R1-T12", None),
        ("no-stock", "T12: 4C", "deal", "unknown_action"),
    ],
)
def test_judged_as_it_says(variant, piles, token, expected):
    position = lay_on(TABLES[variant], piles)
    assert check(position, token) == expected
    if expected:
        assert explain(position, position.tables.read(token), expected).endswith(".")
        assert expected in possible_reasons(SYNTHETIC[variant])


def test_a_vacancy_is_filled_by_a_chain():
    """T1 from R2, which is filled from the waste; what has run dry is passed over."""
    position = lay_on(TABLES["chain"], "T1: AC; R1: 5H; R2: 6H; W: 7H 8H; S: 9H")
    assert advance(position, ["T1-F1"]) == ["T1-F1"]
    piles, names = position.piles, position.tables.pile
    assert [position.cards(names[name]) for name in ("T1", "R2", "R1", "W", "S")] == [
        [piles[names["T1"]][1]],
        [33],  # 8H
        [30],  # 5H
        [32],  # 7H
        [34],  # 9H
    ]
    assert position.cards(names["T1"]) == [31]  # 6H


def test_a_redeal_fills_what_is_vacant():
    """Columns first, each from the first supply that has a card; a cell that gave one is filled again."""
    position = lay_on(TABLES["chain"], "T2: 9C; T3: 9C; T4: 9C; T5: 9C; T6: 9C; T7: 9C; W: 7H 8H 9H")
    steps = []
    assert advance(position, ["redeal"], steps) == ["redeal"]
    names = position.tables.names
    filled = [(names[moved.source], names[moved.target], moved.cards) for moved in steps[0].filled]
    assert filled == [("S", "T1", (32,)), ("S", "R1", (33,)), ("S", "R2", (34,))]


def test_a_vacancy_that_nothing_can_fill_takes_what_opens_a_column():
    position = lay_on(TABLES["chain"], "T1: AC; T2: 5H")
    assert advance(position, ["T1-F1", "T2-T1"]) == ["T1-F1", "T2-T1"]


def test_three_cards_lie_on_the_waste_when_the_game_opens():
    position = deal_seed(TABLES["locked-queen"], "7").position()
    assert len(position.cards(position.tables.waste)) == 3
    assert len(position.cards(position.tables.stock)) == 104 - 40 - 3
    assert outcome(position) == "in_progress"


@pytest.mark.parametrize("variant", SYNTHETIC)
def test_a_deal_has_two_packs(variant):
    position = deal_seed(TABLES[variant], "20261121").position()
    cards = [card for pile in range(len(position.piles)) for card in position.cards(pile)]
    assert sorted(cards) == sorted(2 * list(range(52)))
    assert [pile.pile for pile in describe_piles(TABLES[variant])] == list(TABLES[variant].names)
    assert all(check(position, token) is None for token in legal_moves(position))


def option(**parts: object) -> Option:
    return replace(Option("win", "What wins.", ("all", "ninth"), lambda rules, _: rules), **parts)


def variant(*options: Option, **parts: object) -> Variant:
    return replace(Variant("some", "Some", (), "", declare()), options=options, **parts)


def declare(**parts: object) -> Rules:
    return replace(Rules(BY_SUIT, COLUMNS), **parts)


@pytest.mark.parametrize(
    ("declaration", "complaint"),
    [
        (
            lambda: declare(columns=replace(COLUMNS, rounds=across(8, 12))),
            "The layout has 96 cards; two packs",
        ),
        (lambda: declare(stock=Stock(("deal",))), "The layout has 104 cards and a stock; two packs are 104"),
        (lambda: declare(won_when=("F9",)), "won by F9, which is no foundation"),
        (lambda: declare(foundations=()), "1 to 99 foundations"),
        (
            lambda: declare(foundations=(replace(BY_SUIT[0], last_after="F9"), *BY_SUIT[1:])),
            "F1 waits for 'F9'",
        ),
        (
            lambda: declare(foundations=(replace(BY_SUIT[0], last_after="F1"), *BY_SUIT[1:])),
            "F1 waits for 'F1'",
        ),
        (
            lambda: declare(
                foundations=(replace(BY_SUIT[0], dealt=1),) * 3,
                columns=replace(COLUMNS, rounds=(*across(8, 12), Round((1, 2, 3, 4, 5), face_up=True))),
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
        (lambda: declare(won_when=("F1", "F2", "F1")), "one foundation named twice"),
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
            lambda: replace(CHAIN, reserve=Reserve(3, ("R1", "S"))),
            "empty cell is filled from R1, which cannot",
        ),
        (lambda: replace(CHAIN, columns=replace(CHAIN.columns, refill=("R4", "S"))), "from R4, which cannot"),
        (
            lambda: replace(CHAIN, columns=replace(CHAIN.columns, refill=("W",))),
            "from the stock S in the end",
        ),
        (lambda: replace(CHAIN, reserve=Reserve(3, ("S",) * 65)), "one pile named twice"),
        (lambda: declare(columns=replace(COLUMNS, refill=("S",))), "An empty column is filled from S"),
        (lambda: replace(LARGE, stock=Stock(("draw",), hold=Hold.EMPTY_COLUMN)), "hold up a deal"),
        (
            lambda: replace(LARGE, stock=Stock(("deal",), hold=Hold.FORWARD_MOVE), foundations_final=False),
            "whose foundations are final",
        ),
        (
            lambda: replace(LARGE, columns=None, stock=Stock(("deal",))),
            "dealt to columns, but there are none",
        ),
        (lambda: replace(COLUMNS, number=0), "0 columns"),
        (lambda: replace(COLUMNS, number=100), "100 columns"),
        (lambda: replace(COLUMNS, number=7), "T8 is dealt to, but there is no such column"),
        (
            lambda: replace(COLUMNS, rounds=(*COLUMNS.rounds, Round((3,), face_up=False))),
            "onto a face-up one",
        ),
        (
            lambda: replace(COLUMNS, rounds=(Round((3,), face_up=False),)),
            "last card dealt to T3 is face down",
        ),
        (lambda: replace(COLUMNS, number=9, refill=("S",)), "not dealt empty"),
        (lambda: replace(COLUMNS, empty_takes="KK"), "'KK' are not an empty column's ranks"),
        (lambda: replace(COLUMNS, empty_takes="10"), "'10' are not an empty column's ranks"),
        (lambda: Foundation("C", "", Build.BY_SUIT), "at least one rank"),
        (lambda: Foundation("C", "A2A", Build.BY_SUIT), "'A2A' are not a foundation's ranks"),
        (lambda: Foundation("", UP, Build.BY_SUIT), "'' are no suits"),
        (lambda: Foundation("CX", UP, Build.BY_SUIT), "'CX' are no suits"),
        (lambda: Foundation("CC", UP, Build.BY_SUIT), "'CC' are no suits"),
        (lambda: Foundation("C", UP, Build.BY_SUIT, dealt=13), "leave nothing to be built"),
        (lambda: Foundation("CD", UP, Build.BY_COLOR, dealt=1), "need one suit"),
        (lambda: Foundation("C", UP, Build.BY_COLOR, dealt=2), "are of one suit"),
        (lambda: Foundation("C", "K", Build.BY_SUIT, whole=True), "at least two cards"),
        (
            lambda: Foundation("C", DOWN, Build.BY_SUIT, whole=True, last_after="F1"),
            "in one move, or not at all",
        ),
        (lambda: Reserve(0, ()), "0 cells"),
        (lambda: Reserve(100, ()), "100 cells"),
        (lambda: Stock(("redeal",)), "A stock cannot do"),
        (lambda: Stock(("draw",), redeals=1), "there is no redeal"),
        (lambda: Stock(("draw", "redeal"), redeals=-1), "not negative"),
        (lambda: Stock(("draw",), drawn_at_start=-1), "not negative"),
        (lambda: Stock(("deal",), drawn_at_start=1), "there is no waste"),
        (lambda: option(words=(), numbers=range(3)), "has no word"),
        (lambda: option(words=("all", "all")), "a word twice"),
        (lambda: option(words=("all", "7")), "'7' is no word"),
        (lambda: option(words=("all of them",)), "'all of them' is no word"),
        (lambda: option(name="a=b"), "'a=b' is no word"),
        (lambda: option(numbers=range(0, 10, 2)), "from one to another"),
        (lambda: variant(option(), option()), "an option twice"),
        (lambda: option(words=("tous_les_as", "reine_é")), "'reine_é' is no word"),
        (lambda: variant(id="two words"), "'two words' is no id"),
        (lambda: variant(id=""), "'' is no id"),
        (lambda: variant(history=()), "no version"),
        (
            lambda: Rules(
                (
                    *(replace(foundation, ranks=UP, dealt=12) for foundation in BY_SUIT),
                    *(replace(foundation, ranks="KA", dealt=1) for foundation in BY_SUIT),
                )
            ),
            "nothing to play",
        ),
        (
            lambda: variant(option(apply=lambda rules, _: replace(rules, won_when=("F1",)))),
            "not declared with win at its default",
        ),
        (lambda: variant(option(changes_layout=True)), "a layout that win changes or not"),
        (
            lambda: variant(
                option(apply=lambda rules, value: rules if value == "all" else SYNTHETIC["no-stock"].rules)
            ),
            "a layout that win changes or not",
        ),
    ],
)
def test_refused_when_it_is_said(declaration, complaint):
    with pytest.raises(DeclarationError, match=complaint) as caught:
        declaration()
    told = str(caught.value)
    assert told.endswith(".")
    assert not told[0].islower() or told.startswith(("win ", "some "))


def test_a_choice_of_options_is_refused_when_the_variant_is_registered():
    ninth = option(apply=lambda rules, value: _won_by(rules, value == "ninth"))
    with pytest.raises(DeclarationError, match="F9"):
        register(variant(ninth))


def _won_by(rules: Rules, ninth: bool) -> Rules:
    return replace(rules, won_when=("F9",) if ninth else ())


def test_a_variant_is_registered_once():
    twice = VARIANTS["double-russian"]
    with pytest.raises(DeclarationError, match="double-russian is declared twice"):
        register(twice, twice)
