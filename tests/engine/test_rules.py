"""What declarations say at their very bounds, and what is made of them."""

from dataclasses import replace

import pytest

from patience.compilation.compiled_rules import compile_tables
from patience.compilation.descriptions import describe_piles
from patience.games import VARIANTS
from patience.games.parts import up
from patience.play.checks import explain, possible_reasons
from patience.play.dealing import deal_seed
from patience.play.legality import check
from patience.play.replay import GameLog, replay
from patience.rules import (
    Build,
    Columns,
    DeclarationError,
    Foundation,
    Hold,
    Lift,
    Reserve,
    Rules,
    Stock,
)
from tests.engine.boards import lay_on
from tests.engine.synthetic import (
    ALL_CARDS,
    BY_SUIT,
    CHAIN,
    COLUMNS,
    DOWN,
    LARGE,
    LOCKED_QUEEN,
    SEVENS,
    SYNTHETIC,
    UP,
    WHOLE_BY_SUIT,
    across,
    variant_of,
)

ANY_SUIT = Foundation("CDHS", UP, Build.BY_SUIT)
BY_SUIT_ONE = (Build.BY_SUIT, Lift.ONE)
ONE_FOUNDATION = (Foundation("C", UP, Build.BY_SUIT, dealt=1), *BY_SUIT[1:])
CELLS = Rules(ONE_FOUNDATION, layout=up("R1-R16"), reserve=Reserve(16), stock=Stock(("draw",)))


def in_columns(foundations, **parts):
    """Declare a game of two packs in eight columns."""
    return replace(Rules(BY_SUIT, layout=ALL_CARDS, columns=COLUMNS), foundations=foundations, **parts)


def tables_of(rules):
    return compile_tables(variant_of(rules), ())


def told(rules, piles, token):
    """What a player is told of an illegal move."""
    position = lay_on(tables_of(rules), piles)
    return explain(position, position.tables.read(token), check(position, token))


@pytest.mark.parametrize(
    "declaration",
    [
        lambda: Columns(1, Build.BY_SUIT, Lift.ANY),
        lambda: Columns(99, Build.BY_SUIT, Lift.ANY),
        lambda: Reserve(1),
        lambda: Reserve(99),
        lambda: Foundation("C", "KQ", Build.BY_SUIT, whole=True),
        lambda: in_columns((ANY_SUIT,), won_when=("F1",)),
        lambda: in_columns((ANY_SUIT,) * 99, won_when=("F1",)),
        lambda: in_columns((ANY_SUIT,) * 4, packs=1, layout=across(13, 4), columns=Columns(13, *BY_SUIT_ONE)),
        lambda: in_columns((ANY_SUIT,) * 16, packs=4, layout=across(8, 26)),
    ],
)
def test_the_least_and_the_most_are_accepted(declaration):
    assert declaration()


@pytest.mark.parametrize(
    ("declaration", "complaint"),
    [
        (lambda: in_columns((ANY_SUIT,) * 100), "Rules.foundations is 100 items: expected 0 to 99."),
        (
            lambda: in_columns((ANY_SUIT,) * 20, packs=5),
            "Rules.packs is 5: expected a whole number from 1 to 4.",
        ),
        (
            lambda: replace(CHAIN, columns=replace(CHAIN.columns, refill=("R0", "S"))),
            "Columns.refill has 'R0': expected W, S or a reserve pile such as R1.",
        ),
        (
            lambda: replace(LARGE, reserve=Reserve(20, refill=("R1", "S"))),
            "In columns.refill and reserve.refill: "
            "An empty reserve pile is filled from R1, which cannot fill it.",
        ),
    ],
)
def test_one_more_is_refused(declaration, complaint):
    with pytest.raises(DeclarationError) as caught:
        declaration()
    assert str(caught.value) == complaint


def test_what_lies_somewhere_when_the_game_opens():
    assert LOCKED_QUEEN.layout_cards == 40 + 3
    assert CELLS.layout_cards == 1 + 16
    assert replace(CELLS, stock=Stock(("draw",), drawn_at_start=3)).layout_cards == 1 + 16 + 3


def test_where_there_is_no_stock_nothing_stands_for_it():
    tables = compile_tables(SYNTHETIC["no-stock"], ())
    assert (tables.stock, tables.waste) == (-1, -1)
    assert tables.sources == (*tables.columns, *tables.reserve)


def test_a_trace_is_made_where_it_is_wanted():
    log = GameLog(deal_seed(compile_tables(SYNTHETIC["large"], ()), "1"), ())
    assert replay(log).trace is None
    assert replay(log, trace=True).trace == ()


def test_a_pile_that_fills_two_kinds_of_vacancies():
    piles = {pile.pile: pile.gives for pile in describe_piles(tables_of(CHAIN))}
    assert piles["S"].endswith(" It also fills empty columns and reserve piles.")


def test_what_is_refilled_at_once_cannot_simply_be_undone():
    rules = replace(CHAIN, stock=replace(CHAIN.stock, hold=Hold.FORWARD_MOVE))
    piles = "T2: 6C; T3: 9C; T4: 9C; T5: 9C; T6: 9C; T7: 9C; S: 9C"
    assert check(lay_on(tables_of(rules), f"T1: 5H; {piles}"), "draw") == "moves_available"
    assert check(lay_on(tables_of(rules), f"T1: 6S 5H; {piles}"), "draw") is None


def test_a_group_that_no_longer_is_a_whole_column_cannot_simply_be_moved_back():
    columns = Columns(8, Build.BY_COLOR, Build.BY_COLOR, whole_only=True, empty_takes="QK")
    tables = tables_of(replace(SEVENS, columns=columns))
    assert check(lay_on(tables, "T1: QC JS; T2: KS; S: 9C"), "deal") == "moves_available"
    assert check(lay_on(tables, "T1: QC JS; S: 9C"), "deal") is None
    assert check(lay_on(tables, "T1: QC; T2: KS; S: 9C"), "deal") is None


def test_a_game_is_won_by_some_foundations():
    rules = replace(WHOLE_BY_SUIT, won_when=("F1",))
    sentence = "T1-T2 comes too late: the game is already won, for F1 is complete."
    assert told(rules, "F1: KH..AH; T1: KS", "T1-T2") == sentence
    sentence = sentence.replace("F1 is", "F1 and F3 are")
    assert told(WHOLE_BY_SUIT, "F1: KH..AH; F3: KC..AC; T1: KS", "T1-T2") == sentence


def test_a_lock_that_waits_for_a_whole_sequence():
    whole = Foundation("CDHS", DOWN, Build.BY_SUIT, whole=True)
    foundations = (whole, Foundation("C", UP, Build.BY_SUIT, last_after="F1"))
    rules = in_columns(foundations, won_when=("F2",))
    assert told(rules, "F2: AC..QC; T1: KC", "T1-F2").endswith(
        "cannot go on F2 yet: F1 must first be complete."
    )


def test_a_foundation_that_has_not_come_to_a_rank_is_not_past_it():
    clubs = "; ".join(f"F{number}: AC 2C" for number in range(1, 9))
    assert told(CHAIN, f"{clubs}; T1: 3H", "T1-F").endswith(": none has a place for it.")
    assert told(CHAIN, f"{clubs.replace('2C', '2C 3C')}; T1: 3H", "T1-F").endswith("past the 3 already.")


def test_foundations_of_whole_sequences_are_past_no_rank():
    clubs = "; ".join(f"F{number}: AC..KC" for number in range(5, 9))
    assert told(WHOLE_BY_SUIT, f"{clubs}; T1: KD", "T1-F").endswith("past the King already.")


ONE_CARD_EACH = replace(CELLS, foundations=(Foundation("CDHS", "A", Build.BY_SUIT),) * 8, won_when=("F1",))
WHOLE_ONLY = in_columns((Foundation("CDHS", DOWN, Build.BY_SUIT, whole=True),) * 8)


@pytest.mark.parametrize(
    ("rules", "reason", "occurs"),
    [
        # The card that is dealt to a foundation leaves it only where foundations give cards back.
        (replace(CELLS, foundations=CELLS.foundations[:1], won_when=("F1",)), "needs_base", False),
        (
            replace(CELLS, foundations=CELLS.foundations[:1], won_when=("F1",), foundations_final=False),
            "needs_base",
            True,
        ),
        # A whole sequence brings its first card.
        (WHOLE_ONLY, "needs_base", False),
        (WHOLE_ONLY, "incomplete_sequence", True),
        # A foundation of one card is empty or full, and any suit opens it.
        (ONE_CARD_EACH, "wrong_rank", False),
        (ONE_CARD_EACH, "wrong_suit", False),
        (CELLS, "wrong_rank", True),
        (CELLS, "wrong_suit", True),
    ],
)
def test_a_reason_occurs_where_a_move_can_meet_it(rules, reason, occurs):
    assert (reason in possible_reasons(variant_of(rules))) is occurs


@pytest.mark.parametrize("name", ["", "-", "rouge et noir", "rouge_et_noir", "écarté"])
def test_what_is_no_id(name):
    with pytest.raises(DeclarationError, match="is not an id"):
        variant_of(WHOLE_ONLY, name)


def test_each_version_of_the_rules_is_told_in_a_sentence():
    editions = [(variant, edition) for variant in VARIANTS.values() for edition in variant.history]
    for variant, edition in editions:
        choices = {f"{option.name}: {word}" for option in variant.options for word in option.words}
        assert edition.affects in {"everything", *choices}
        assert edition.note == edition.note[0].upper() + edition.note[1:].rstrip(".") + "."
        assert not edition.note.isupper()
        assert edition.note[1].islower()


def test_the_extremes_of_an_option_are_its_words_and_the_ends_of_its_range():
    redeals = next(option for option in VARIANTS["klondike"].options if option.name == "redeals")
    assert redeals.extremes == ("unlimited", 0, 99)
