"""Games and positions whose prospects are known, found by other solvers than this project's."""

from collections.abc import Iterator, Mapping
from itertools import groupby
from operator import itemgetter
from typing import Any

import pytest

from conformance.deals import deal_of
from patience.play.legality import play
from patience.play.position import Position
from patience.play.replay import advance
from tests.conftest import read_games


def settled() -> Iterator[dict[str, Any]]:
    """Positions whose truth is known, every position that can be reached having been visited."""
    for game in read_games("conformance/prospects.jsonl.gz"):
        yield _request(game)


def won() -> Iterator[dict[str, Any]]:
    """Games that are won, with all their moves."""
    for game in read_games("conformance/pysolfc*.jsonl.gz"):
        if game["won"]:
            yield _request(game)
    for game in read_games("conformance/rules.jsonl.gz"):
        if game["expect"]["outcome"] == "won" and game["expect"]["valid"]:
            yield _request(game)
    for game in settled():
        if game["truth"] == "winnable":
            yield {**game, "moves": game["moves"] + game["line"]}


def reached(game: Mapping[str, Any]) -> Position:
    """The position that a game comes to."""
    position = deal_of(game).position()
    assert len(advance(position, game["moves"])) == len(game["moves"])
    return position


def positions(game: Mapping[str, Any]) -> Iterator[Position]:
    """Each position of a game, the opening first; one object, played on."""
    position = deal_of(game).position()
    yield position
    for token in game["moves"]:
        play(position, position.tables.read(token))
        yield position


def _request(game: Mapping[str, Any]) -> dict[str, Any]:
    seed = {"seed": str(game["seed"])} if "seed" in game else {}
    return {**game, **seed, "rules": game.get("rules", game.get("options", {}))}


BY_VARIANT = {
    variant: [*games]
    for variant, games in groupby(sorted(settled(), key=itemgetter("variant")), itemgetter("variant"))
}

each_settled = pytest.mark.parametrize("games", BY_VARIANT.values(), ids=BY_VARIANT)
"""Give a test the positions of each variant whose truth is known."""
