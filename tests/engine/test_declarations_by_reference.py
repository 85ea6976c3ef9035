"""Games of random declarations: both engines judge them as the reference interpreter does."""

import random

import orjson
import pytest

from conformance import reference
from patience.cards import CODES
from patience.compilation.compiled_rules import CompiledRules
from patience.kernel.loader import kernel
from patience.play.dealing import deal_seed
from patience.play.legality import check, legal_moves, outcome, play
from patience.rules.declaration import to_json
from schemas.positions import state_json
from tests.conftest import some
from tests.engine.declarations import covering, random_tables
from tests.engine.test_any_declaration import play_through

PROBES = 12


def compare(tables: CompiledRules, source: random.Random, moves_to_play: int) -> None:
    """Play random moves in all three. Compare positions, probes, and the verdict of the kernel, if on."""
    seed = str(source.choice((source.randint(1, 31_999), source.randint(32_000, 10**9))))
    deal = deal_seed(tables, seed)
    declared = to_json(tables.rules)
    game = reference.deal(declared, seed=seed)
    assert [CODES[card] for card in deal.deck] == game.deck
    assert reference.state(reference.deal(declared, deck=game.deck)) == reference.state(game)
    position = deal.position()
    moves: list[str] = []
    token = ""
    for _ in range(moves_to_play):
        assert state_json(position) == reference.state(game)
        assert outcome(position) == reference.outcome(game)
        legal = legal_moves(position)
        assert legal == reference.legal_moves(game)
        for token in probes(game, source):
            assert check(position, token) == reference.why_not(game, token), token
        if not legal:
            break
        home = [move for move in legal if "-F" in move and move[0] != "F"]
        move = source.choice(home if home and source.random() < 0.5 else legal)
        play(position, position.tables.read(move))
        reference.play(game, move)
        moves.append(move)
    compiled = kernel()
    if compiled is None:
        return
    log = [*moves, token]
    judgement = compiled.judge_log(tables, bytes(deal.deck), log, seed, True, None)
    if judgement is None:
        return
    legal_token = reference.why_not(game, token) is None
    assert judgement.moves_played == len(moves) + legal_token
    if not legal_token:
        assert judgement.illegal == token
        assert orjson.loads(judgement.legal_moves) == reference.legal_moves(game)
        assert judgement.outcome == reference.outcome(game)


def probes(game: reference.Game, source: random.Random) -> list[str]:
    """Return tokens that name piles of the game, most of them single cards between columns."""
    names = [*game.piles, "T99"]
    pairs = [(source.choice(names), source.choice([*names, "F"])) for _ in range(PROBES)]
    counts = ("", "", "x2", "x3", "x13")
    return ["deal", "draw", "redeal", *(f"{a}-{b}{source.choice(counts)}" for a, b in pairs)]


def is_playable(tables: CompiledRules) -> bool:
    """Return whether columns are not so long that the slow interpreter takes seconds."""
    return tables.rules.columns is None or tables.rules.columns.number >= 5


@pytest.mark.parametrize("number", some(range(12)))
def test_any_declaration(number):
    tables = next(filter(is_playable, random_tables(1000 + number)))
    compare(tables, random.Random(number), 12)


def test_pairs_of_concepts():
    """Play games of declarations that use many concepts each."""
    for tables in covering(3, is_playable, 20):
        play_through(tables, 8, 2, random.Random(0))
        compare(tables, random.Random(0), 2)
