"""What is said of a variant: its piles, and the reasons for which it can refuse a move."""

from collections import defaultdict
from dataclasses import replace

import pytest

from service.engine.cards import FLOOR, RANKS, rank
from service.engine.describe import PileDescription, describe_piles, possible_reasons, tops
from service.engine.legality import why_not
from service.engine.rules import Build, Lift, Reason, Reserve, Round, Rules, Variant
from service.engine.tables import tables_for
from service.engine.variants import VARIANTS
from tests.conftest import read_games
from tests.engine.boards import entries, random_refusals, refusals, variants
from tests.engine.games import rule_sets

EVERYWHERE = (
    "game_over unknown_action unknown_pile source_locked source_empty not_enough_cards one_card_only "
    "foundation_full wrong_rank no_foundation_accepts "
)
ROUGE = (
    EVERYWHERE + "stock_empty target_locked same_pile face_down_card broken_sequence incomplete_sequence "
    "wrong_color needs_base needs_king "
)
RUSSIAN = EVERYWHERE + "same_pile face_down_card wrong_suit needs_base needs_king "
POSSIBLE = {
    "rouge-et-noir": ROUGE + "moves_available",
    "rouge-et-noir-classic": ROUGE + "moves_available",
    "rouge-et-noir-hoffmann": EVERYWHERE + "stock_empty stock_not_empty waste_empty no_redeals_left "
    "target_locked same_pile wrong_color wrong_suit vacancy_reserved",
    "royal-rendezvous": EVERYWHERE + "stock_empty moves_available target_locked wrong_suit king_locked",
    "double-russian": RUSSIAN + "broken_sequence",
    "pysolfc-rouge-et-noir": ROUGE + "wrong_suit",
    "pysolfc-royal-rendezvous": EVERYWHERE + "stock_empty target_locked same_pile wrong_suit needs_base",
    "pysolfc-double-russian": RUSSIAN,
}


@pytest.mark.parametrize("variant", VARIANTS)
def test_possible_reasons(variant):
    expected = set(POSSIBLE[variant].split())
    assert possible_reasons(VARIANTS[variant]) == tuple(reason for reason in Reason if reason in expected)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_possible_reason_has_a_witness(variant):
    """An illegal move of ``refusals.txt``, where it is judged too."""
    witnessed = {refusal.reason for refusal in refusals() if refusal.variant == variant}
    assert witnessed == set(possible_reasons(VARIANTS[variant]))


@pytest.mark.parametrize(("variant", "rules"), list(rule_sets()), ids=str)
def test_no_other_reason_occurs_in_random_games(variant, rules):
    found = {why_not(position, move) for position, move in random_refusals(variant, rules, seed=2)}
    assert len(found) > 5
    assert found <= set(possible_reasons(VARIANTS[variant]))


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
ROYAL_RULES = VARIANTS["pysolfc-royal-rendezvous"].rules


def reasons(rules: Rules) -> set[Reason]:
    """The reasons that occur in a variant of these rules, without options."""
    return set(possible_reasons(Variant("some", "Some", (), "", rules)))


@pytest.mark.parametrize(
    ("rules", "part", "values", "lost", "gained"),
    [
        (ROUGE_RULES, "stock", {"when_blocked": True}, "", "moves_available"),
        (
            ROUGE_RULES,
            "stock",
            {"actions": ("deal", "draw", "redeal")},
            "unknown_action",
            "stock_not_empty waste_empty no_redeals_left",
        ),
        (ROUGE_RULES, "columns", {"lift": Lift.ANY}, "broken_sequence", ""),
        (HOFFMANN_RULES, "stock", {"redeals": 3}, "", "no_redeals_left"),
        (HOFFMANN_RULES, "stock", {"actions": ("draw",)}, "stock_not_empty waste_empty", ""),
        (HOFFMANN_RULES, "columns", {"empty_takes": "K"}, "vacancy_reserved", "needs_king"),
        (HOFFMANN_RULES, "columns", {"build": Build.BY_SUIT}, "wrong_color", ""),
        (HOFFMANN_RULES, "columns", {"rounds": (Round((1,), face_up=False),)}, "", "face_down_card"),
    ],
)
def test_reasons_follow_from_the_parts(rules, part, values, lost, gained):
    changed = replace(rules, **{part: replace(getattr(rules, part), **values)})
    assert reasons(rules) - reasons(changed) == set(lost.split())
    assert reasons(changed) - reasons(rules) == set(gained.split())


@pytest.mark.parametrize(
    ("rules", "changes", "lost", "gained"),
    [
        (ROUGE_RULES, {"stock": None}, "stock_empty target_locked", ""),
        (ROUGE_RULES, {"foundations": ROUGE_RULES.foundations[4:]}, "one_card_only needs_base", ""),
        (ROUGE_RULES, {"foundations": ROUGE_RULES.foundations[:4]}, "incomplete_sequence", ""),
        (HOFFMANN_RULES, {"foundations_final": False}, "", "needs_base"),
        (
            HOFFMANN_RULES,
            {"stock": None, "foundations": ROUGE_RULES.foundations[4:]},
            "stock_empty stock_not_empty waste_empty target_locked wrong_suit",
            "incomplete_sequence",
        ),
        (ROYAL_RULES, {"stock": None}, "stock_empty source_locked", ""),
        (RUSSIAN_RULES, {"foundations_final": False}, "source_locked", ""),
        (RUSSIAN_RULES, {"reserve": Reserve(2, ())}, "", "target_locked"),
    ],
)
def test_reasons_follow_from_the_rules(rules, changes, lost, gained):
    changed = replace(rules, **changes)
    assert reasons(rules) - reasons(changed) == set(lost.split())
    assert reasons(changed) - reasons(rules) == set(gained.split())


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


@pytest.mark.parametrize(("variant", "rules", "expected"), PILES)
def test_pile(variant, rules, expected):
    assert expected in describe_piles(tables_for(variant, rules))


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_pile_is_described_and_tested(variant):
    names = tables_for(variant).names
    assert tuple(pile.pile for pile in describe_piles(tables_for(variant))) == names
    tested = [expected.pile for other, rules, expected in PILES if other == variant and not rules]
    assert sorted(tested) == sorted(names)


def test_an_opening_of_two_ranks_names_both():
    columns = replace(RUSSIAN_RULES.columns, empty_takes="KQ")
    tables = replace(tables_for("double-russian"), rules=replace(RUSSIAN_RULES, columns=columns))
    assert "when empty takes a King or a Queen." in describe_piles(tables)[0].takes


@pytest.mark.parametrize("variant", VARIANTS)
def test_tops_are_those_of_incomplete_foundations(variant):
    for foundation in VARIANTS[variant].rules.foundations:
        layers = tops(foundation)
        assert len(layers) == len(foundation.ranks)
        assert layers[0] == {FLOOR}
        if not foundation.whole:
            for place, layer in enumerate(layers[1:]):
                assert {RANKS[rank(card)] for card in layer} == {foundation.ranks[place]}
