"""The first moves of a game's first deal, as its page shows them.

They are moves that a newcomer would make: to a foundation, then those that turn a card up, then others of
cards, then the stock's. None of them is advice.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from patience import Game, Move
from patience.words import symbol
from patience.words.rules_in_sentences import name_pile

MOST: Final = 3

_ACTIONS: Final = {
    "en": {"draw": "Draw from the stock", "deal": "Deal from the stock", "redeal": "Deal the cards again"},
    "de": {"draw": "Vom Talon ziehen", "deal": "Vom Talon geben", "redeal": "Noch einmal geben"},
}
_TURN: Final = {"en": "Turn up the top card of {}", "de": "Oberste Karte aufdecken: {}"}


class FirstMove(NamedTuple):
    """A move, the game after it, and where how many cards were moved, by the name of the pile."""

    move: Move
    game: Game
    moved: dict[str, int]


def first_moves(variant: str) -> Iterator[FirstMove]:
    """Yield the first moves of the first deal with default options, at most three."""
    game = Game(variant, seed="1")
    seen = {game.position_text}
    for _ in range(MOST):
        moves = sorted(game.legal_moves, key=lambda move: _rank(game, move))
        for move in moves:
            after = game.copy()
            played = after.push(move)
            if after.position_text not in seen:
                break
        else:
            return
        game = after
        seen.add(game.position_text)
        yield FirstMove(played, game, {played.target: played.size} if played.target else {})


def _rank(game: Game, move: Move) -> int:
    """Return how natural a move is, the lowest number first."""
    if move.action:
        return 3
    if move.target[0] == "F":
        return 0
    source = game.position[move.source]
    if source.face_down and len(source.cards) - move.size == source.face_down:
        return 1
    return 4 if move.target[0] == "R" or move.source[0] == "F" else 2


def move_in_words(game: Game, move: Move, lang: str) -> str:
    """Say a move in a position in few words: ``Q♥ → K♠``, ``A♥ → foundation 3``."""
    if move.action:
        return _ACTIONS[lang][move.action]
    if move.source == move.target:
        return _TURN[lang].format(name_pile(game.rules, move.source, lang))
    cards = [symbol(card) for card in game.position[move.source].cards[-move.size :]]
    group = cards[0] if len(cards) == 1 else f"{cards[0]}–{cards[-1]}"
    pile = game.position[move.target]
    is_seen = move.target[0] == "T" and len(pile.cards) > pile.face_down
    return f"{group} → {symbol(pile.cards[-1]) if is_seen else name_pile(game.rules, move.target, lang)}"
