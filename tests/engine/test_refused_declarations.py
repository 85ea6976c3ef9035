"""What the vocabulary cannot say is refused when it is said."""

from dataclasses import replace

import pytest

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
from service.engine.variant import Option, Variant
from service.engine.variants import VARIANTS, register
from tests.engine.synthetic import ALL_CARDS, BY_SUIT, CHAIN, COLUMNS, DOWN, LARGE, UP, across, variant_of


def option(**parts: object) -> Option:
    return replace(Option("win", "What wins.", ("all", "ninth"), lambda rules, _: rules), **parts)


def variant(*options: Option, **parts: object) -> Variant:
    return replace(variant_of(declare()), options=options, **parts)


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
