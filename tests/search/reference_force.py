"""The truth about a position by brute force on the naive engine of ``conformance/reference``."""

from conformance.reference.declaration import read_declaration
from conformance.reference.game import Game
from conformance.reference.referee import is_won, legal_moves, play
from patience.cards import CODES, FACE_DOWN
from patience.play.position import Position
from patience.rules.declaration import to_json


def can_be_won(position: Position, most: int) -> bool | None:
    """Return whether some line wins; None if that is open after ``most`` positions."""
    waiting = [game_at(position)]
    met = {key(waiting[0])}
    while waiting:
        game = waiting.pop()
        if is_won(game):
            return True
        # Moves to foundations are tried first, since they win sooner.
        for token in sorted(legal_moves(game), key=lambda token: "-F" in token):
            after = game.copy()
            play(after, token)
            name = key(after)
            if name not in met:
                met.add(name)
                waiting.append(after)
        if len(met) > most:
            return None
    return False


def fewest_moves(position: Position, most: int) -> int | None:
    """Return the fewest moves to a win, -1 if no line wins; None if that is open after ``most`` positions."""
    layer = [game_at(position)]
    met = {key(layer[0])}
    moves = 0
    while layer:
        if any(map(is_won, layer)):
            return moves
        if len(met) > most:
            return None
        moves += 1
        following = []
        for game in layer:
            for token in legal_moves(game):
                after = game.copy()
                play(after, token)
                if (name := key(after)) not in met:
                    met.add(name)
                    following.append(after)
        layer = following
    return -1


def game_at(position: Position) -> Game:
    """Return a position as a game of the naive engine."""
    tables = position.tables
    piles = {name: list(position.piles[number][1:]) for number, name in enumerate(tables.names)}
    return Game(
        rules=read_declaration(to_json(tables.variant.under(tables.options))),
        deck=[],
        piles={name: [CODES[card & ~FACE_DOWN] for card in cards] for name, cards in piles.items()},
        face_down={name: sum(card >= FACE_DOWN for card in cards) for name, cards in piles.items()},
        base=tables.base_rank or "A",
        redeals=position.redeals,
    )


def key(game: Game) -> object:
    """Return a key that only equal positions share, up to the number of unlimited redeals."""
    endless = game.rules.stock is not None and game.rules.stock.redeals is None
    piles = tuple((tuple(cards), game.face_down[name]) for name, cards in game.piles.items())
    return piles, 0 if endless else game.redeals
