"""The whole games in ``fixtures/transcripts`` are played as they are written there."""

from collections.abc import Iterator
from typing import Any

import pytest

from conformance.deals import deal_of
from patience.games import VARIANTS
from patience.play.legality import legal_moves, outcome
from patience.play.replay import advance, replay
from schemas.positions import state_json
from schemas.verdicts import verdict_json
from tests.conftest import FIXTURES
from tests.engine.games import log_of
from tests.engine.transcripts import Step, read, write

PATHS = sorted((FIXTURES / "transcripts").glob("*.txt"))
GAMES = [read(path) for path in PATHS]

every_transcript = pytest.mark.parametrize(
    ("path", "game"),
    list(zip(PATHS, GAMES, strict=True)),
    ids=[path.stem for path in PATHS],
)


def named(variant: str, **rules) -> str:
    return ".".join([variant, *(f"{name}-{value}" for name, value in rules.items())])


def steps(game: dict[str, Any]) -> Iterator[Step]:
    """The game as the engine plays it and tells of it."""
    trace = verdict_json(replay(log_of(game), trace=True), ["trace"])["trace"]
    position = deal_of(game).position()
    yield Step("", [], state_json(position), len(legal_moves(position)))
    for told in trace:
        assert len(advance(position, [told["move"]])) == 1
        yield Step(told["move"], consequences(told), state_json(position), len(legal_moves(position)))


def consequences(told: dict[str, Any]) -> list[str]:
    turned_up = [f"{turned['card']} turned up on {turned['pile']}" for turned in told["turned_up"]]
    filled = [
        f"{' '.join(moved['cards'])} fills {moved['to']} from {moved['from']}" for moved in told["filled"]
    ]
    return turned_up + filled


@every_transcript
def test_the_engine_tells_it_so(path, game):
    found = write(game, list(steps(game)), replay(log_of(game)).outcome)
    assert found == path.read_text(encoding="utf-8")


@every_transcript
def test_it_is_a_whole_game_under_the_rules_of_its_name(path, game):
    table = deal_of(game).position()
    assert len(advance(table, game["moves"])) == len(game["moves"])
    assert outcome(table) in ("won", "lost")
    defaults = {option.name: option.default for option in VARIANTS[game["variant"]].options}
    assert set(game["rules"]) <= set(defaults)
    chosen = {name: value for name, value in game["rules"].items() if value != defaults[name]}
    assert path.stem == named(game["variant"], **chosen)
