"""Deals that Solvitaire wins by forbidden moves: conformance/findings/solvitaire-spider.md.

``pytest tests/search/test_solvitaire_spider.py`` reproduces the finding. The verdicts of Solvitaire in
the fixture come from its commit 2398305, as it is and with the corrections of the page.
"""

import json
from pathlib import Path

import pytest

from patience.cards import CODES
from patience.cards.reasons import Reason
from patience.compilation.compiled_rules import tables_for
from patience.play.dealing import deal_seed
from patience.play.legality import check
from patience.play.position import Position
from patience.search.evaluation import evaluate
from patience.search.findings import Prospect
from patience.search.search_runner import is_available

FIXTURE = Path(__file__).parents[2] / "fixtures/solvitaire_spider.jsonl"
DEALS = [json.loads(line) for line in FIXTURE.read_text("utf-8").splitlines()]
SOLVED_AT_ONCE = [deal for deal in DEALS if deal.get("first_illegal_move") == 1]

BUDGET = 30_000


def opening(deal: dict) -> Position:
    return deal_seed(tables_for(deal["variant"], deal["rules"]), deal["seed"]).position()


def name(deal: dict) -> str:
    return f"{deal['variant']} {deal['seed']}"


@pytest.mark.skipif(not is_available(), reason="the search is not compiled")
@pytest.mark.parametrize("deal", DEALS, ids=name)
def test_the_deal_is_dead(deal):
    assert evaluate(opening(deal), BUDGET).finding.prospect is Prospect.DEAD
    assert deal["corrected"] == "unsolvable"


@pytest.mark.parametrize("deal", SOLVED_AT_ONCE, ids=name)
def test_the_first_move_of_the_published_preset_is_an_ace_alone(deal):
    position = opening(deal)
    column = position.tables.read(deal["moved"]).source
    assert CODES[position.cards(column)[-1]] == deal["card"]
    assert deal["card"][0] == "A"
    assert check(position, deal["moved"]) is Reason.NO_FOUNDATION_ACCEPTS
