"""Every variant and option has a whole game in ``fixtures/transcripts``, played as it is told there."""

import pytest

from service.engine.variants import VARIANTS
from tests import plain
from tests.transcripts import FOLDER, positions, read, write

PATHS = sorted(FOLDER.glob("*.txt"))
GAMES = [read(path) for path in PATHS]

every_transcript = pytest.mark.parametrize(
    ("path", "game"), list(zip(PATHS, GAMES, strict=True)), ids=[path.stem for path in PATHS]
)


def named(variant: str, **rules) -> str:
    return ".".join([variant, *(f"{name}-{value}" for name, value in rules.items())])


def expected_names() -> set[str]:
    """A game under default rules, and one for every other word of an option and for its lowest number."""
    names = set()
    for variant in VARIANTS.values():
        names.add(variant.id)
        for option in variant.options:
            values = [*option.words[1:], *option.numbers[:1]]
            names |= {named(variant.id, **{option.name: value}) for value in values}
    return names


def test_every_variant_and_option_has_a_transcript():
    assert expected_names() - {path.stem for path in PATHS} == set()


@every_transcript
def test_the_text_is_up_to_date(path, game):
    """If this fails and the change is meant: ``python -m tests.transcripts``."""
    assert write(game) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("game", GAMES, ids=[path.stem for path in PATHS])
def test_the_plain_implementation_plays_the_same_game(game):
    """After every move the same position; after every third, since that takes long, as many legal moves."""
    start = {key: game[key] for key in ("seed", "deck") if key in game}
    table = plain.deal(game["variant"], game["rules"], **start)
    for number, (state, legal, _) in enumerate(positions(game)):
        assert plain.state(table) == state
        if number % 3 == 0:
            assert len(plain.legal_moves(table)) == len(legal)
        for token in game["moves"][number : number + 1]:
            assert plain.why_not(table, token) is None
            plain.play(table, token)


@every_transcript
def test_it_is_a_whole_game_under_the_rules_of_its_name(path, game):
    *_, (_, _, standing) = positions(game)
    assert standing in ("won", "lost")
    defaults = {option.name: option.default for option in VARIANTS[game["variant"]].options}
    assert set(game["rules"]) == set(defaults)
    chosen = {name: value for name, value in game["rules"].items() if value != defaults[name]}
    assert path.stem == named(game["variant"], **chosen)
