"""Games worked out by hand from the rules page, played by the engine and by the reference interpreter."""

from collections.abc import Callable

import pytest

from conformance import reference
from conformance.deals import deal_of
from conformance.declared import opening
from patience.cards import CODES
from patience.play.legality import check, legal_moves, outcome
from patience.play.replay import advance
from tests.engine.hand_games import EMPTY, GAMES, Pile, read


class Engine:
    """The engine; tokens are played as a log's are."""

    def __init__(self, request):
        self.position = deal_of(request).position()

    def piles(self) -> dict[str, Pile]:
        position, numbers = self.position, self.position.tables.pile
        return {
            name: Pile(tuple(CODES[card] for card in position.cards(pile)), position.face_down(pile))
            for name, pile in numbers.items()
        }

    def why_not(self, token):
        reason, before = check(self.position, token), self.piles()
        if reason:
            assert len(advance(self.position, [token])) == 0, token
            assert self.piles() == before
        return reason

    def play(self, token):
        assert len(advance(self.position, [token])) == 1, token

    def legal(self):
        return legal_moves(self.position)

    def outcome(self):
        return outcome(self.position)


class Watched(Engine):
    """The engine; tokens are played as for a trace."""

    def play(self, token):
        assert self.why_not(token) is None, token
        steps = []
        assert len(advance(self.position, [token], steps)) == len(steps) == 1, token


class Reference:
    """The reference interpreter."""

    def __init__(self, request):
        self.game = opening(request)

    def piles(self) -> dict[str, Pile]:
        game = self.game
        return {name: Pile(tuple(cards), game.face_down.get(name, 0)) for name, cards in game.piles.items()}

    def why_not(self, token):
        return reference.why_not(self.game, token)

    def play(self, token):
        assert self.why_not(token) is None, token
        reference.play(self.game, token)

    def legal(self):
        return reference.legal_moves(self.game)

    def outcome(self):
        return reference.outcome(self.game)


REFEREES: tuple[Callable, ...] = (Engine, Watched, Reference)


@pytest.mark.parametrize("referee", REFEREES)
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_game(path, referee):
    game = read(path)
    table = referee(game.request)
    start = table.piles()
    for name, found in start.items():
        assert game.start.get(name, EMPTY).is_met_by(found), (name, found)
    assert set(game.start) <= set(start)
    for entry in game.entries:
        if entry.kind == "!":
            token, reason = entry.words
            assert table.why_not(token) == reason, entry
        elif entry.kind == "?":
            assert tuple(table.legal()) == entry.words
        elif entry.kind == "=":
            assert (table.outcome(),) == entry.words, entry
        else:
            play(table, entry)


def play(table, entry):
    before = table.piles()
    for token in entry.words * entry.times:
        table.play(token)
    changed = {name: pile for name, pile in table.piles().items() if pile != before[name]}
    assert set(changed) == set(entry.piles), entry
    for name, pile in changed.items():
        assert entry.piles[name].is_met_by(pile), (entry, name, pile)


def final_outcome(name: str, **rules) -> str:
    """How the moves of a game end under other rules."""
    game = read(next(path for path in GAMES if path.stem == name))
    table = Engine({**game.request, "rules": rules})
    for entry in game.entries:
        if not entry.kind and "redeal" not in entry.words:
            for token in entry.words * entry.times:
                if table.why_not(token):
                    return table.outcome()
                table.play(token)
    return table.outcome()


def test_four_sequences_do_not_win_where_all_cards_must_be_home():
    """RULES §2, win: the same moves under the default leave 51 cards, an Ace among them, in play."""
    assert final_outcome("rouge-et-noir.four-sequences", win="four_sequences") == "won"
    assert final_outcome("rouge-et-noir.four-sequences", win="all_cards") == "in_progress"


def test_without_a_redeal_nothing_fills_the_vacancies():
    """RULES §1, Lost (3): JS, QS and KS stay in the waste, KS on top, and TS wants the Jack."""
    name = "rouge-et-noir-hoffmann.last-redeal"
    assert final_outcome(name, redeals=1) == "in_progress"
    assert final_outcome(name, redeals=0) == "lost"
