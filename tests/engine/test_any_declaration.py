"""Whatever is accepted as a declaration is dealt, played, explained and traced in keeping with itself."""

import random
from collections import Counter
from dataclasses import replace
from itertools import islice

import pytest

from patience.cards import CODES
from patience.compilation.compiled_rules import CompiledRules, compile_tables
from patience.compilation.descriptions import describe_piles
from patience.games.parts import up
from patience.play.checks import explain, possible_reasons
from patience.play.dealing import deal_seed
from patience.play.legality import check, has_card_move, legal_moves, outcome, play
from patience.play.position import Position
from patience.play.replay import GameLog, replay
from patience.rules import Base, Build, Columns, Foundation, Lift, Reserve, Rules, Stock
from schemas.positions import state_json
from schemas.verdicts import verdict_json
from tests.engine import test_text
from tests.engine.boards import lay_on
from tests.engine.client import apply_step
from tests.engine.declarations import random_tables
from tests.engine.synthetic import BY_SUIT, DOWN, UP, across, variant_of

ANY = list(islice(random_tables(1), 24))
FOREIGN = ["T12", "F17", "R21", "W", "S"]


def play_through(tables: CompiledRules, moves: int, tries: int, source: random.Random) -> None:
    """Play random moves and check what must hold in each position."""
    deal = deal_seed(tables, str(source.randint(1, 10**6)))
    position = deal.position()
    possible = set(possible_reasons(tables.variant))
    played: list[str] = []
    piles = [*tables.names, *FOREIGN]
    for _ in range(moves):
        cards = Counter(CODES[card] for pile in range(len(tables.names)) for card in position.cards(pile))
        assert cards == tables.rules.copies
        legal = legal_moves(position)
        assert len(legal) == len(set(legal))
        assert [check(position, token) for token in legal] == [None] * len(legal)
        found = outcome(position)
        assert (found == "won") == position.won
        if found != "won":
            assert (found == "lost") == (not can_go_on(position))
        for _ in range(tries):
            target = source.choice([*piles, "F"])
            count = source.choice((1, 1, 2, 3, 13))
            token = source.choice([f"{source.choice(piles)}-{target}x{count}", "deal", "draw", "redeal"])
            move = tables.read(token)
            reason = check(position, token)
            if reason:
                assert reason in possible
                assert explain(position, move, reason).endswith(".")
            if target != "F" or move.action:
                assert (reason is None) == (move.text in legal), token
            elif reason is None:
                assert any(other.startswith(f"{move.token.source}-F") for other in legal)
        if not legal:
            break
        token = choose(legal, source)
        assert play(position, tables.read(token)) == token
        played.append(token)
    verdict = replay(GameLog(deal, tuple(played)), trace=True)
    assert list(verdict.played) == played
    assert verdict.position.piles == position.piles
    answer = verdict_json(verdict, ("final_state", "trace"))
    state = state_json(deal.position())
    for step in answer["trace"]:
        apply_step(state, step)
    assert state == answer["final_state"] == state_json(position)


def choose(legal: list[str], source: random.Random) -> str:
    """A move; mostly one onto a foundation, so that games come far."""
    home = [token for token in legal if "-F" in token and token[0] != "F"]
    return source.choice(home if home and source.random() < 0.8 else legal)


def can_go_on(position: Position) -> bool:
    """Decide RULES §1, *Lost*, by turning the stock."""
    if has_card_move(position) or check(position, "deal") is None:
        return True
    turned = position.copy()
    tables = turned.tables
    if tables.gathers:
        return can_gather(turned)
    if tables.restocks:
        piles, allowed = map(turned.cards, tables.deal_piles), tables.rules.stock.redeals
        left = allowed is None or turned.redeals < allowed
        return turned.is_empty(tables.stock) and left and any(piles)
    filled = [pile for pile, supplies in tables.refills.items() if tables.stock in supplies]
    vacant = [pile for pile in filled if turned.is_empty(pile)]
    redeals = 0
    while True:
        if check(turned, "draw") is None:
            play(turned, turned.tables.read("draw"))
        elif redeals == 0 and check(turned, "redeal") is None:
            play(turned, turned.tables.read("redeal"))
            redeals = 1
            if not all(map(turned.is_empty, vacant)):
                return True
        else:
            return False
        if has_card_move(turned):
            return True


def can_gather(position: Position) -> bool:
    """Decide whether gathering the columns leads to a card move, or may because cards are over."""
    places = position.tables.gather * len(position.tables.columns)
    stock = position.tables.rules.stock
    if "gather_in_rounds" in position.tables.concepts:
        return stock.redeals is None or position.redeals < stock.redeals
    if check(position, "redeal"):
        return False
    play(position, position.tables.read("redeal"))
    return has_card_move(position) or sum(map(len, map(position.cards, position.tables.columns))) > places


@pytest.mark.parametrize("number", range(len(ANY)))
def test_played_at_random(number):
    play_through(ANY[number], 40, 8, random.Random(number))
    assert [pile.pile for pile in describe_piles(ANY[number])] == list(ANY[number].names)


@pytest.mark.parametrize("number", range(0, len(ANY), 2))
def test_what_is_said_is_so(number):
    tables = ANY[number]
    if tables.rules.base is not Base.ACE:
        tables = tables.at_base("J")
    # Another pile must offer what a column is to take, and neither may be covered.
    if len(tables.sources) > 1 and not tables.concepts & {"covers", *test_text.DEPENDENT}:
        test_text.count_what_comes_next(tables)
        test_text.assert_needed(tables)
        test_text.assert_taken_when_empty(tables)


SOME = (
    Foundation("DH", DOWN, Build.ALTERNATING, whole=True),
    Foundation("CDHS", "KJ5", Build.ANY_SUIT, whole=True),
    Foundation("CDHS", UP, Build.BY_SUIT),
    Foundation("C", DOWN, Build.BY_SUIT),
    Foundation("S", "Q2JA", Build.BY_SUIT),
)
WORDY = Rules(
    SOME,
    layout=across(5, 9),
    columns=Columns(5, Build.BY_COLOR, Lift.ANY, empty_takes=""),
    stock=Stock(("deal",)),
    won_when=("F3",),
)
DRAWN = Rules(
    SOME[:1],
    layout=(*across(5, 9), *up("R1-R3")),
    columns=Columns(5, Build.ALTERNATING, Build.ALTERNATING, refill=("R2", "S")),
    reserve=Reserve(3, refill=("S",)),
    stock=Stock(("draw",)),
    won_when=("F1",),
)
RED_RUN = "KD QC JH TC 9H 8C 7H 6C 5H 4C 3H 2C AH"


@pytest.mark.parametrize(
    ("rules", "piles", "token", "sentence"),
    [
        (WORDY, "F3: 5C; T1: 7H", "T1-F", "No foundation takes 7♥ from T1: none has a place for it."),
        (
            WORDY,
            "F3: AC 2C; T1: 2C",
            "T1-F",
            "No foundation takes 2♣ from T1: it needs 3♣ on F4.",
        ),
        (
            WORDY,
            "T1: KC QC JC",
            "T1-F2x3",
            "F2 takes only a whole sequence, King-Jack-5 regardless of suit, 3 cards in one move; "
            "T1-F2x3 offers another group.",
        ),
        (
            WORDY,
            f"T1: {RED_RUN.replace('KD', 'KS')}",
            "T1-Fx13",
            "No foundation takes K♠ with 12 cards on it from T1: a group must be a whole sequence, "
            "and F1 (led by a red King) or F2 must be empty.",
        ),
        (
            WORDY,
            "T1: KC",
            "T1-T2",
            "K♣ cannot go on the empty T2: an empty column takes no moved card.",
        ),
        (
            WORDY,
            "F3: AC..KC",
            "T1-T2",
            "T1-T2 comes too late: the game is already won, for F3 is complete.",
        ),
        (
            DRAWN,
            f"W: {RED_RUN}",
            "W-Fx13",
            "No foundation takes K♦ with 12 cards on it from W: cards leave W one at a time.",
        ),
        (
            DRAWN,
            "-",
            "F3-T1",
            "F3-T1 names F3, which this game does not have. Its piles: T1 to T5, F1, R1 to R3, W, S.",
        ),
    ],
)
def test_sentences_where_no_registered_variant_needs_them(rules, piles, token, sentence):
    position = lay_on(compile_tables(variant_of(rules), ()), piles)
    assert explain(position, position.tables.read(token), check(position, token)) == sentence


def test_piles_described_where_no_registered_variant_is_so():
    tables = compile_tables(variant_of(WORDY), ())
    takes = {pile.pile: pile.takes for pile in describe_piles(tables)}
    assert takes["T1"].endswith("when empty takes no moved card. Each deal adds a card.")
    assert takes["F1"].endswith(
        "King to Ace in alternating colours, 13 cards in one move, led by a red King."
    )
    assert takes["F2"] == "One whole sequence, King-Jack-5 regardless of suit, 3 cards in one move."
    assert takes["F4"] == "Built down by suit from King to Ace, card by card; begins with K♣."
    assert takes["F5"] == "Built by suit, Queen-2-Jack-Ace, card by card; begins with Q♠."


def test_only_cells_that_fill_columns_are_said_to():
    tables = compile_tables(variant_of(replace(DRAWN, foundations=BY_SUIT, won_when=())), ())
    gives = {pile.pile: pile.gives for pile in describe_piles(tables) if pile.kind == "reserve"}
    card = "Its card, to a foundation or a column."
    assert gives == {"R1": card, "R2": f"{card} It also fills empty columns.", "R3": card}
