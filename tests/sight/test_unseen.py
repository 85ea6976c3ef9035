"""What a player has not seen: compared with every deal that looks the same, on small packs."""

import random
from itertools import permutations

import pytest

from patience import Game, unseen
from patience.rules import Build, Columns, Foundation, Lift, Rules, Stock
from patience.rules.rounds import Round
from patience.sight.unseen import Sight, UnseenError

SMALL = Rules(
    packs=1,
    ranks="A2",
    layout=(Round(to=("T1", "T2"), face_up=False), Round(to=("T2", "T1"))),
    columns=Columns(number=2, build=Build.ANY_SUIT, lift=Lift.ONE, empty_takes="A2"),
    foundations=tuple(Foundation(suits=suit, ranks="A2", build=Build.BY_SUIT) for suit in "CDHS"),
    stock=Stock(actions=("draw", "redeal"), redeals=None),
)
"""Eight cards: two columns of a face-down and a face-up card, and a stock of four with unlimited redeals."""

DECK = ["2C", "2D", "AH", "2S", "AC", "2H", "AD", "AS"]


def game_of(deck, moves):
    game = Game("small", declaration=SMALL, deck=list(deck))
    for move in moves:
        game.push(move)
    return game


def looks(deck, moves):
    """What a player sees of a game move by move; None if a move is illegal with these cards."""
    game, seen = game_of(deck, ()), []
    for move in (*moves, None):
        position = game.position.items()
        seen.append({name: (len(pile.cards), pile.cards[pile.face_down :]) for name, pile in position})
        if move and not game.is_legal(move):
            return None
        if move:
            game.push(move)
    return seen


@pytest.mark.parametrize(
    "moves",
    [
        [],
        ["draw"],
        ["draw", "draw", "draw"],
        ["draw"] * 4 + ["redeal"],
        ["draw"] * 4 + ["redeal", "draw"],
        ["T2-F"],
    ],
)
def test_the_deals_that_look_the_same_have_the_unseen_cards_in_every_order(moves):
    """The game is played on all 720 decks that differ only in the cards not in sight at the start."""
    seen = looks(DECK, moves)
    assert seen is not None
    hidden = [index for index in range(8) if index not in (2, 3)]
    found = set()
    for cards in permutations([DECK[index] for index in hidden]):
        deck = list(DECK)
        for index, card in zip(hidden, cards, strict=True):
            deck[index] = card
        if looks(deck, moves) == seen:
            found.add(tuple(deck))
    known = unseen(game_of(DECK, moves))
    end = {deck: game_of(deck, moves).position for deck in found}
    orders = {tuple(position[pile].cards[place] for pile, place in known.places) for position in end.values()}
    assert orders == set(permutations(known.cards))
    assert len(found) == len(orders)


def test_imagined_positions_are_those_orders_and_the_cards_in_sight():
    sight = Sight(game_of(DECK, ["draw", "draw"]))
    source = random.Random(1)
    places = sight.hidden
    imagined = [sight.imagined(source) for _ in range(400)]
    orders = {tuple(one.cards(pile)[place - 1] for pile, place in places) for one in imagined}
    assert len(orders) == 24
    waste = sight.position.tables.waste
    assert all(one.piles[waste] == sight.position.piles[waste] for one in imagined)


def test_nothing_is_hidden_in_freecell():
    assert unseen(Game("freecell", seed=1)) == ((), ())


@pytest.mark.parametrize(
    ("variant", "why"),
    [
        ("bristol", "its deals are arranged"),
        ("thirty-six", "its deal depends on the cards"),
        ("tvetes-grandfather", "it shuffles at redeals"),
        ("valentine", "it lays columns under the stock"),
    ],
)
def test_a_game_that_is_not_followed_is_refused_by_name(variant, why):
    with pytest.raises(UnseenError, match=f"{variant}: {why}"):
        unseen(Game(variant, seed=1))
