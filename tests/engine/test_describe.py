"""What is said of a variant: its piles, and the reasons for which it can refuse a move."""

import re
from collections import defaultdict
from dataclasses import replace

import pytest

from patience.cards import FLOOR, RANKS, rank
from patience.cards.reasons import Reason
from patience.compilation.compiled_rules import compile_tables, tables_for
from patience.compilation.descriptions import PileDescription, describe_piles
from patience.compilation.sequences import tops
from patience.games import VARIANTS
from patience.games.parts import down, up
from patience.play.checks import CHECKS, possible_reasons
from patience.rules import Build, Hold, Lift, Reserve, Rules, Stock
from tests.conftest import FIXTURES, read_games, some_of_each_family
from tests.engine.boards import entries, refusals, variants
from tests.engine.synthetic import variant_of


def test_every_reason_has_a_witness():
    """An illegal move of ``refusals.txt``, where it is judged too."""
    witnesses = list(refusals())
    assert {refusal.reason for refusal in witnesses} == set(Reason)
    for refusal in witnesses:
        assert refusal.reason in possible_reasons(VARIANTS[refusal.variant])


def test_every_reason_means_what_the_description_says():
    described = " ".join((FIXTURES.parent / "openapi.yaml").read_text("utf-8").split())
    for check in CHECKS:
        assert f"* `{check.reason}`: {check.meaning}." in described


def test_no_other_reason_occurs_in_judged_games():
    found = defaultdict(set)
    for game in read_games("conformance/rules.jsonl.gz"):
        found[game["variant"]] |= {reason for _, reason in game.get("checks", ()) if reason}
        if illegal := game["expect"]["first_illegal_move"]:
            found[game["variant"]].add(illegal["reason"])
    assert found
    for variant, reasons in found.items():
        assert reasons <= set(possible_reasons(VARIANTS[variant])), variant


ROUGE_RULES = VARIANTS["rouge-et-noir"].rules
HOFFMANN_RULES = VARIANTS["rouge-et-noir-hoffmann"].rules
RUSSIAN_RULES = VARIANTS["double-russian"].rules
SPIDER_RULES = VARIANTS["spider"].rules
FEWER = RUSSIAN_RULES.layout[:-1]
"""Nine cards fewer."""


def reasons(rules: Rules) -> set[Reason]:
    """The reasons that occur in a variant of these rules, without options."""
    return set(possible_reasons(variant_of(rules)))


@pytest.mark.parametrize(
    ("rules", "part", "values", "lost", "gained"),
    [
        (ROUGE_RULES, "stock", {"hold": Hold.FORWARD_MOVE}, "", "moves_available"),
        (SPIDER_RULES, "stock", {"hold": None}, "empty_column", ""),
        (SPIDER_RULES, "columns", {"lift": Lift.ANY}, "broken_sequence", ""),
        (SPIDER_RULES, "columns", {"empty_takes": "K"}, "", "needs_king"),
        (HOFFMANN_RULES, "stock", {"redeals": 3}, "", "no_redeals_left"),
        (
            HOFFMANN_RULES,
            "stock",
            {"actions": ("draw",), "redeals": 0},
            "stock_not_empty waste_empty no_redeals_left",
            "",
        ),
        (HOFFMANN_RULES, "columns", {"empty_takes": "K"}, "vacancy_reserved", "needs_king"),
        (HOFFMANN_RULES, "columns", {"build": Build.BY_SUIT}, "wrong_color", ""),
    ],
)
def test_reasons_follow_from_the_parts(rules, part, values, lost, gained):
    changed = replace(rules, **{part: replace(getattr(rules, part), **values)})
    assert reasons(rules) - reasons(changed) == set(lost.split()) & reasons(rules)
    assert reasons(changed) - reasons(rules) == set(gained.split())


@pytest.mark.parametrize(
    ("rules", "changes", "lost", "gained"),
    [
        (RUSSIAN_RULES, {"layout": FEWER, "stock": Stock(("deal",))}, "", "stock_empty target_locked"),
        (
            ROUGE_RULES,
            {"foundations": ROUGE_RULES.foundations[4:], "won_when": ("F1",)},
            "one_card_only needs_base",
            "",
        ),
        (
            ROUGE_RULES,
            {"foundations": ROUGE_RULES.foundations[:4], "won_when": ("F1",)},
            "incomplete_sequence",
            "",
        ),
        (HOFFMANN_RULES, {"foundations_final": False}, "", "needs_base"),
        (HOFFMANN_RULES, {"layout": (*down("T1-T8"), *up("T1-T8"))}, "", "face_down_card"),
        (RUSSIAN_RULES, {"foundations_final": False}, "source_locked", "one_card_only"),
        (RUSSIAN_RULES, {"layout": (*FEWER, *up("R1-R9")), "reserve": Reserve(9)}, "", "target_locked"),
    ],
)
def test_reasons_follow_from_the_rules(rules, changes, lost, gained):
    changed = replace(rules, **changes)
    assert reasons(rules) - reasons(changed) == set(lost.split())
    assert reasons(changed) - reasons(rules) == set(gained.split()) - reasons(rules)


def numbered(piles: str) -> list[str]:
    """The piles of ``T1..T10``, or the one that is named."""
    first, _, last = piles.partition("..")
    if not last:
        return [first]
    return [f"{first[0]}{number}" for number in range(int(first[1:]), int(last[1:]) + 1)]


PILES = [
    (variant, rules, PileDescription(name, kind, takes, gives))
    for head, takes, gives in (entry.split("\n") for entry in entries("piles.txt"))
    for settings, piles, kind in [head.split(" | ")]
    for variant, rules in variants(settings)
    for name in numbered(piles)
]


@pytest.mark.parametrize("variant", dict.fromkeys(variant for variant, _, _ in PILES))
def test_piles_as_described_by_hand(variant):
    """All piles of the variant, and those that an option changes."""
    for rules, expected in [(rules, pile) for other, rules, pile in PILES if other == variant]:
        assert expected in describe_piles(tables_for(variant, rules)), rules
    tested = [expected.pile for other, rules, expected in PILES if other == variant and not rules]
    assert sorted(tested) == sorted(tables_for(variant).names)


def test_ranks_relative_to_a_base_that_the_deal_sets():
    agnes = VARIANTS["agnes-bernauer"].rules
    rules = replace(agnes, columns=replace(agnes.columns, empty_takes="A25K"))
    takes = describe_piles(compile_tables(variant_of(rules), ()))[0].takes
    ranks = (
        "a card of the base rank, a card one rank above the base, rank 5 or a card one rank below the base"
    )
    assert takes.endswith(f"when empty takes {ranks}.")


def test_every_pile_is_described():
    for tables in map(tables_for, VARIANTS):
        described = tuple(pile.pile for pile in describe_piles(tables))
        assert described == tables.names, tables.variant.id


def test_tops_are_those_of_incomplete_foundations():
    for foundation in {foundation for v in VARIANTS.values() for foundation in v.rules.foundations}:
        layers = tops(foundation)
        assert len(layers) == foundation.length
        assert layers[0] == {FLOOR}
        if not foundation.whole and not foundation.sequence:
            for place, layer in enumerate(layers[1:]):
                assert {RANKS[rank(card)] for card in layer} == {foundation.ranks[place]}


@pytest.mark.parametrize(
    ("variant", "pile", "takes", "gives"),
    [
        (
            "klondike",
            "T1",
            "Gebaut wird absteigend abwechselnd rot und schwarz; jede offene Folge zieht auf einmal; "
            "in die leere Spalte darf ein König.",
            "Die oberste Karte, oder eine Folge offener Karten von oben.",
        ),
        (
            "freecell",
            "R1",
            "Eine beliebige Karte, solange die Zelle leer ist.",
            "Die Karte, auf eine Ablage, eine Spalte oder eine andere Zelle.",
        ),
    ],
)
def test_piles_are_described_in_german(variant, pile, takes, gives):
    found = next(each for each in describe_piles(tables_for(variant), "de") if each.pile == pile)
    assert (found.takes, found.gives) == (takes, gives)


@some_of_each_family
def test_piles_of_many_games_are_described_in_german(variants):
    """No English is left, and nothing that a template lacks."""
    english = re.compile(r"\b(the|a|card|cards|pile|takes|none|None|only|by|its|to)\b|[{}]|  ")
    for variant in variants:
        for pile in describe_piles(tables_for(variant), "de"):
            for text in (pile.takes, pile.gives):
                assert text == text.strip(), variant
                assert text.endswith("."), variant
                assert not english.search(text), text
