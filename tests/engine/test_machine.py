"""Random games on the engine and the reference interpreter side by side, and their invariants."""

import random
from collections import Counter
from copy import deepcopy

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from conformance import reference
from conformance.deals import deal_of
from conformance.declared import opening
from patience.play.legality import check, has_card_move, legal_moves, outcome, play
from patience.play.position import Position
from patience.play.replay import GameLog, advance, replay
from schemas.positions import state_json
from schemas.verdicts import verdict_json
from tests.conftest import once, some
from tests.engine.client import apply_step, piles_of
from tests.engine.foundation_rules import is_well_formed
from tests.engine.requests import RULE_SETS, random_request, random_token

pytestmark = once


def cards_of(state) -> list[str]:
    """Return every card of a position's JSON."""
    piles = [pile["cards"] for kind in ("tableau", "foundations", "reserve") for pile in state[kind]]
    return [card for pile in (*piles, state["stock"], state["waste"]) for card in pile]


def stock_can_help(position: Position) -> bool:
    """Return whether turning the stock leads to a card move, deals a card or fills a vacancy."""
    columns = [position.cards(column) for column in position.tables.columns]
    seen = set()
    turned = position.copy()
    while not has_card_move(turned) and columns == [turned.cards(column) for column in turned.tables.columns]:
        # `draw` and `redeal` exclude each other, so there is only one way to turn the stock.
        turns = [action for action in ("deal", "draw", "redeal") if check(turned, action) is None]
        piles = tuple(tuple(pile) for pile in turned.piles)
        if not turns or piles in seen:
            return False
        seen.add(piles)
        play(turned, turned.tables.read(turns[0]))
    return True


class Games(RuleBasedStateMachine):
    """One game under random rules."""

    @initialize(number=st.integers(0, 10**6), rule_set=st.sampled_from(RULE_SETS))
    def begin(self, number, rule_set):
        """Deal a game, and play the legal prefix of a random request."""
        self.request = random_request(random.Random(number), *rule_set)
        deal = deal_of(self.request)
        self.position = deal.position()
        self.opening = state_json(self.position)
        legal_prefix = len(advance(self.position, self.request["moves"]))
        self.moves = list(self.request["moves"][:legal_prefix])
        self.game = opening(self.request)
        for token in self.moves:
            reference.play(self.game, token)

    def both_play(self, token):
        """Play a legal token in both."""
        assert len(advance(self.position, [token])) == 1
        reference.play(self.game, token)
        self.moves.append(token)

    @precondition(lambda self: legal_moves(self.position))
    @rule(pick=st.integers(0, 10**6))
    def play_a_legal_move(self, pick):
        legal = legal_moves(self.position)
        self.both_play(legal[pick % len(legal)])

    @precondition(lambda self: any("-F" in token for token in legal_moves(self.position)))
    @rule(pick=st.integers(0, 10**6))
    def play_to_a_foundation(self, pick):
        home = [token for token in legal_moves(self.position) if "-F" in token]
        source, _, target = home[pick % len(home)].partition("-")
        bare = f"{source}-F{'x13' if target.endswith('x13') else ''}"
        self.both_play(bare if pick % 2 else f"{source}-{target}")

    @rule(turns=st.integers(1, 30))
    def turn_the_stock(self, turns):
        for _ in range(turns):
            actions = [token for token in ("deal", "draw", "redeal") if check(self.position, token) is None]
            if actions:
                self.both_play(actions[0])

    @rule(number=st.integers(0, 10**6))
    def offer_any_tokens(self, number):
        """Accept exactly the listed tokens; refuse others for the same reason, without any change."""
        source = random.Random(number)
        legal = legal_moves(self.position)
        before = state_json(self.position)
        for token in [random_token(source) for _ in range(20)]:
            reason = check(self.position, token)
            assert reason == reference.why_not(self.game, token), token
            if reason is not None:
                assert token.removesuffix("x1") not in legal
                assert len(advance(self.position, [token])) == 0
                assert state_json(self.position) == before

    @rule()
    def replay_and_follow_the_trace(self):
        """Apply the trace as a client does: it leads from the opening to the final state."""
        verdict = replay(GameLog(deal_of(self.request), tuple(self.moves)), trace=True)
        answer = verdict_json(verdict, ("final_state", "trace"))
        state = deepcopy(self.opening)
        for step in answer["trace"]:
            apply_step(state, step)
        assert state == answer["final_state"] == state_json(self.position)

    @rule()
    def undo_nothing_by_copying(self):
        """Play on a copy: the original stays as it is."""
        before = state_json(self.position)
        twin = self.position.copy()
        for token in legal_moves(twin)[:1]:
            advance(twin, [token])
            assert state_json(twin) != before
        assert state_json(self.position) == before

    @invariant()
    def all_cards_are_on_the_table(self):
        assert Counter(cards_of(state_json(self.position))) == self.position.tables.rules.copies

    @invariant()
    def face_down_cards_lie_below(self):
        for column in self.position.tables.columns:
            pile = self.position.piles[column][1:]
            down = self.position.face_down(column)
            if "mixed_faces" in self.position.tables.concepts:
                continue
            assert [card > 51 for card in pile] == [place < down for place in range(len(pile))]
            tables = self.position.tables
            turns_up = column not in tables.closed and "own_ranks" not in tables.concepts
            assert down < len(pile) or not pile or self.position.is_covered(column) or not turns_up

    @invariant()
    def foundations_are_well_formed(self):
        for pile in state_json(self.position)["foundations"]:
            base = self.position.tables.base_rank or "A"
            assert is_well_formed(self.request["variant"], pile["pile"], pile["cards"], base), pile

    @precondition(lambda self: self.request["variant"] == "royal-rendezvous")
    @invariant()
    def an_upper_king_lies_only_where_the_lower_one_does(self):
        """RULES §5."""
        piles = piles_of(state_json(self.position))
        for suit, upper, lower in zip(
            "CDHS", ("F1", "F2", "F3", "F4"), ("F5", "F6", "F7", "F8"), strict=True
        ):
            assert f"K{suit}" not in piles[upper] or f"K{suit}" in piles[lower]

    @invariant()
    def both_see_the_same(self):
        assert state_json(self.position) == reference.state(self.game)
        assert legal_moves(self.position) == reference.legal_moves(self.game)
        assert outcome(self.position) == reference.outcome(self.game)

    @invariant()
    def every_legal_move_is_accepted(self):
        legal = legal_moves(self.position)
        assert [check(self.position, token) for token in legal] == [None] * len(legal)

    @invariant()
    def lost_means_that_nothing_helps(self):
        result = outcome(self.position)
        # Gathering moves the columns' cards whether it helps or not.
        if result != "won" and not (self.position.tables.gathers or self.position.tables.restocks):
            assert (result == "lost") == (not stock_can_help(self.position))
        assert not (result != "in_progress" and has_card_move(self.position))


Games.TestCase.settings = settings(
    max_examples=len(some(range(24))),
    stateful_step_count=12,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
TestGames = Games.TestCase
