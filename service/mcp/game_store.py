"""The games that the tools of an MCP server play, kept between calls.

Guarantee. What a view or a refusal says depends only on cards that a player sees: a game that is lost for
reasons that lie face down goes on, and the seed of a random deal is named only once the game is finished.
Hints and prospects look at all cards; they can be switched off.
"""

import secrets
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock
from typing import Any, Final

import orjson
from marshmallow import ValidationError

import patience
from patience import Game, PatienceError
from patience.compilation.compiled_rules import tables_for
from patience.compilation.descriptions import describe_piles
from schemas.limits import LONGEST_NAME
from schemas.problems import Problem
from service.config import Settings
from service.judging.loaded_requests import Sign, judge_claim

MOST_GAMES: Final = 1000
"""Games kept at once; the one that was not used for the longest time is dropped."""

HIGHEST_SEED: Final = 2**53
"""The highest seed of a random deal."""

MOST_MOVES_LISTED: Final = 300
"""Legal moves in a view."""


class GameError(ValueError):
    """A call that cannot be carried out; the sentence says why and what to do."""


class GameStore:
    """Games by id, within bounds. Every method raises GameError for a call that cannot be carried out."""

    def __init__(self, settings: Settings, sign: Sign | None) -> None:
        self._settings = settings
        self._sign = sign
        self._games: OrderedDict[str, Game] = OrderedDict()
        # The SDK runs each call in a thread.
        self._lock = RLock()

    def new_game(self, variant: str, seed: str | None, rules: dict[str, str | int]) -> dict[str, Any]:
        """Deal a game; return its id and what a player sees."""
        try:
            game = Game.from_log(
                {"variant": variant, "seed": seed or _any_seed(), "rules": rules, "moves": []}
            )
        except PatienceError as error:
            raise GameError(error.detail) from None
        game_id = secrets.token_hex(8)
        with self._lock:
            self._games[game_id] = game
            if len(self._games) > MOST_GAMES:
                self._games.popitem(last=False)
        return {"game_id": game_id, **view(game)}

    def look(self, game_id: str) -> dict[str, Any]:
        """Return what a player sees."""
        with self._using(game_id) as game:
            return view(game)

    def legal_moves(self, game_id: str) -> list[str]:
        """Return every legal move."""
        with self._using(game_id) as game:
            return list(map(str, game.legal_moves))

    def play(self, game_id: str, moves: list[str]) -> dict[str, Any]:
        """Play moves up to the first illegal one; return how many were played, and why one was refused."""
        most = self._settings.most_moves
        with self._using(game_id) as game:
            if len(game.moves) + len(moves) > most:
                raise GameError(f"A game has at most {most} moves. Finish it or start anew.")
            before = len(game.moves)
            refused = _push_all(game, moves)
            return {"played": len(game.moves) - before, "refused": refused, **view(game)}

    def undo(self, game_id: str, moves: int) -> dict[str, Any]:
        """Take the last moves back."""
        with self._using(game_id) as game:
            if not 1 <= moves <= len(game.moves):
                asked = f"{moves} move{'' if moves == 1 else 's'}"
                raise GameError(f"Cannot take back {asked}: {len(game.moves)} played so far.")
            for _ in range(moves):
                game.pop()
            return view(game)

    def prospect(self, game_id: str, budget: int, *, shortest: bool = False) -> dict[str, Any]:
        """Return whether the game can still be won, as far as that is proved within a budget of positions."""
        with self._using(game_id) as played:
            game = played.copy()
        try:
            found = game.prospect(self._budget(budget), shortest=shortest)
        except PatienceError as error:
            raise GameError(error.detail) from None
        answer: dict[str, Any] = {
            "prospect": str(found.prospect),
            "proof": str(found.proof) if found.proof else None,
            "explanation": list(found.explanation),
            "positions": found.positions,
        }
        if shortest:
            answer["shortest"] = {
                "moves": None if found.line is None else len(found.line),
                "at_least": found.at_least,
                "proved_minimal": found.is_shortest,
            }
        return answer

    def hint(self, game_id: str, budget: int) -> dict[str, Any]:
        """Return a move that keeps the game winnable."""
        with self._using(game_id) as played:
            game = played.copy()
        try:
            move = game.hint(self._budget(budget))
        except PatienceError as error:
            raise GameError(error.detail) from None
        return {"move": None if move is None else str(move)}

    def finish(self, game_id: str, player: str) -> dict[str, Any]:
        """End a game: return its log, the verdict on it, and a receipt if the server signs."""
        if not 0 < len(player) <= LONGEST_NAME:
            raise GameError(f"player must have 1 to {LONGEST_NAME} characters, not {len(player)}.")
        with self._using(game_id) as game:
            del self._games[game_id]
        log = game.to_log()
        claim = {**log, "claim": {"outcome": str(game.outcome)}, "subject": player}
        try:
            judged = judge_claim(orjson.dumps(claim), self._sign, self._settings.most_moves)
        except (Problem, ValidationError) as error:
            raise GameError(f"The game cannot be judged: {error}") from None
        answer = orjson.loads(judged.answer)
        return {"log": log, "outcome": str(game.outcome), "receipt": answer.get("receipt")}

    @contextmanager
    def _using(self, game_id: str) -> Iterator[Game]:
        with self._lock:
            if game_id not in self._games:
                raise GameError(f"There is no game {game_id[:20]!r}. It may be finished. Call new_game.")
            self._games.move_to_end(game_id)
            yield self._games[game_id]

    def _budget(self, budget: int) -> int:
        if not 0 <= budget <= self._settings.most_positions:
            raise GameError(f"budget must be 0 to {self._settings.most_positions}, not {budget}.")
        return budget


def _push_all(game: Game, moves: list[str]) -> dict[str, str] | None:
    """Play moves up to the first illegal one; return the refusal of that one."""
    for move in moves:
        try:
            game.push(move)
        except PatienceError as error:
            return {"move": move[:60], "reason": str(error.reason), "detail": error.detail}
    return None


def view(game: Game) -> dict[str, Any]:
    """Return what a player sees of a game."""
    legal = list(map(str, game.legal_moves))
    return {
        "variant": game.variant,
        "rules": game.options,
        "board": str(game),
        "moves_played": len(game.moves),
        "won": game.is_won,
        "legal_moves": legal[:MOST_MOVES_LISTED],
        "legal_moves_total": len(legal),
    }


def rules_of(variant: str) -> dict[str, Any]:
    """Return what each pile of a variant takes and gives, and its rule options.

    Raises GameError for an unknown variant.
    """
    try:
        game = Game(variant)
    except PatienceError as error:
        raise GameError(error.detail) from None
    chosen = patience.variants[game.variant]
    piles = [
        {"pile": pile.pile, "takes": pile.takes, "gives": pile.gives}
        for pile in describe_piles(tables_for(game.variant))
    ]
    options = {option.name: option.meaning for option in chosen.options}
    return {"variant": game.variant, "title": game.title, "piles": piles, "rules": options}


def variants() -> list[dict[str, Any]]:
    """Return every variant with its rule options, the default of each first."""
    return [
        {
            "variant": variant.id,
            "title": variant.title,
            "rules": {option.name: list(map(str, option.values)) for option in variant.options},
        }
        for variant in patience.variants.values()
    ]


def _any_seed() -> str:
    return str(secrets.randbelow(HIGHEST_SEED) + 1)
