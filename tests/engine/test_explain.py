"""Why a move is illegal, told to a player: every reason in every context, in words written by hand."""

import pytest

from patience.cards.reasons import Reason
from patience.compilation.compiled_rules import Move, tables_for
from patience.games import VARIANTS
from patience.play.checks import explain, possible_reasons
from patience.play.dealing import deal_seed
from patience.play.legality import check, why_not
from patience.play.position import Position
from patience.play.replay import GameLog, advance, replay
from tests.conftest import each_family, read_games
from tests.engine.boards import random_refusals, refusals
from tests.engine.games import log_of, some_kinds

REFUSALS = list(refusals())


def assert_told(position: Position, move: Move) -> None:
    """A player is told something of a move that is illegal here: short, and about this move."""
    reason = why_not(position, move)
    assert reason is not None
    before = position.copy()
    sentence = explain(position, move, reason)
    assert 10 <= len(sentence) <= 300
    assert sentence.endswith(".")
    assert any(name and name in sentence for name in (move.action, move.token.source, move.token.target)), (
        sentence
    )
    assert position.piles == before.piles


@pytest.mark.parametrize("reason", Reason)
def test_what_a_player_is_told(reason: Reason) -> None:
    """``refusals.txt`` has illegal moves with their sentences for every reason."""
    of_reason = [refusal for refusal in REFUSALS if refusal.reason == reason]
    assert of_reason
    for refusal in of_reason:
        position = refusal.position()
        before = [pile[:] for pile in position.piles]
        assert check(position, refusal.token) == reason, refusal
        move = position.tables.read(refusal.token)
        assert explain(position, move, reason) == refusal.sentence, refusal
        assert_told(position, move)
        assert len(advance(position, [refusal.token, "deal", "draw"])) == 0, refusal
        assert position.piles == before


@each_family
def test_random_games(variants):
    """Every refusal has a sentence, and its reason is one that the variant's description lists."""
    for variant, rules in some_kinds(variants):
        found = set()
        for position, move in random_refusals(variant, rules, seed=1):
            assert_told(position, move)
            found.add(why_not(position, move))
        assert len(found) > 2, variant
        assert found <= set(possible_reasons(VARIANTS[variant])), variant


def test_judged_games() -> None:
    """Illegal moves in games that run from their opening to their end."""
    told = 0
    for game in read_games("conformance/rules.jsonl.gz"):
        verdict = replay(log_of(game))
        illegal = [check[0] for check in game.get("checks", ()) if check[1]]
        if verdict.first_illegal_move:
            illegal.append(verdict.first_illegal_move.move)
        for token in illegal:
            assert_told(verdict.position, verdict.position.tables.read(token))
            told += 1
    assert told > 500


@pytest.mark.parametrize(
    ("variant", "token", "detail"),
    [
        (
            "rouge-et-noir",
            "T4-F",
            "No foundation takes K♥ from T4: it needs a red Queen on F1 or a red Queen on F2.",
        ),
        ("rouge-et-noir", "T1-T10", "J♥ cannot go on the empty T10: an empty column takes only a King."),
        ("rouge-et-noir-hoffmann", "T4-T5", "7♠ does not follow 7♥ on T5. Next comes a black 6."),
        ("royal-rendezvous", "R1-F6", "7♦ does not follow A♦ on F6. Next comes 3♦."),
        ("double-russian", "T1-T2", "4♣ cannot go on 6♠ on T2: the suit must be the same."),
        ("pysolfc-royal-rendezvous", "W-F6", "5♠ does not follow A♠ on F6. Next comes 2♠."),
    ],
)
def test_detail_of_a_verdict(variant, token, detail):
    """In the opening of deal 2."""
    illegal = replay(GameLog(deal_seed(tables_for(variant), "2"), (token,))).first_illegal_move
    assert illegal is not None
    assert illegal.detail == detail
