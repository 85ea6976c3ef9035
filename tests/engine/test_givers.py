"""Sentences about a waste that takes cards, and about foundations that take cards from some piles only."""

from dataclasses import replace

import pytest

from patience.cards.reasons import Reason
from patience.compilation.compiled_rules import compile_tables, tables_for
from patience.compilation.descriptions import describe_piles
from patience.games import VARIANTS
from patience.play.dealing import deal_seed
from patience.play.legality import check
from patience.play.replay import refusal
from patience.rules import Build, Columns, DeclarationError
from tests.engine.synthetic import variant_of


def test_a_refusal_names_what_follows_on_the_waste():
    position = deal_seed(tables_for("golf"), "1").position()
    columns = [f"T{number}-W" for number in range(1, 8)]
    token = next(token for token in columns if check(position, token) is Reason.WRONG_RANK)
    reason, detail = refusal(position, token)
    assert reason is Reason.WRONG_RANK
    assert "W" in detail or "waste" in detail


def test_a_refusal_names_the_build_of_the_waste():
    golf = VARIANTS["golf"].rules
    in_suit = replace(golf.stock.waste_takes, build=Build.BY_SUIT)
    variant = variant_of(replace(golf, stock=replace(golf.stock, waste_takes=in_suit)))
    position = deal_seed(compile_tables(variant, ()), "1").position()
    token = next(f"T{n}-W" for n in range(1, 8) if check(position, f"T{n}-W") is Reason.WRONG_SUIT)
    assert refusal(position, token)[1].endswith("on W: the suit must be the same.")


def test_a_foundation_says_from_which_piles_it_takes():
    klondike = VARIANTS["klondike"].rules
    foundations = tuple(replace(foundation, takes_from=("W",)) for foundation in klondike.foundations)
    variant = variant_of(replace(klondike, foundations=foundations))
    piles = describe_piles(compile_tables(variant, ()))
    assert "waste" in next(pile.takes for pile in piles if pile.kind == "foundation")


def test_a_list_that_is_not_a_tuple_is_refused():
    columns = VARIANTS["klondike"].rules.columns
    with pytest.raises(DeclarationError, match="refill"):
        Columns(columns.number, columns.build, columns.lift, refill="W")
