"""What a trace tells of each move: cards moved, cards turned up, vacancies filled."""

import pytest

from conformance.deals import deal_of
from patience.play.replay import GameLog, advance, replay
from schemas.positions import state_json
from schemas.verdicts import verdict_json
from tests.engine.client import apply_step
from tests.engine.hand_games import GAMES, read


def moves_of(path) -> tuple[str, ...]:
    game = read(path)
    return tuple(token for entry in game.entries if not entry.kind for token in entry.words * entry.times)


def trace_of(path) -> list[dict]:
    verdict = replay(GameLog(deal_of(read(path).request), moves_of(path)), trace=True)
    return verdict_json(verdict, ["trace"])["trace"]


def step(name: str, token: str, *, last=False) -> dict:
    """What the first, or last, such move of a game worked out by hand did."""
    trace = trace_of(next(path for path in GAMES if path.stem == name))
    return [step for step in trace if step["move"] == token][-1 if last else 0]


def moved(source: str, target: str, *cards: str) -> dict:
    return {"from": source, "to": target, "cards": list(cards)}


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_every_step_leads_to_the_next_position(path):
    position = deal_of(read(path).request).position()
    state = state_json(position)
    for token, told in zip(moves_of(path), trace_of(path), strict=True):
        assert told["move"] == token
        apply_step(state, told)
        advance(position, [token])
        assert state == state_json(position)


def test_card_turned_up():
    assert step("rouge-et-noir.four-sequences", "T3-F") == {
        "move": "T3-F",
        "moved": [moved("T3", "F3", "AS")],
        "turned_up": [{"pile": "T3", "card": "5H"}],
        "filled": [],
    }


def test_group():
    assert step("double-russian", "T2-T1x3") == {
        "move": "T2-T1x3",
        "moved": [moved("T2", "T1", "8C", "KD", "4H")],
        "turned_up": [],
        "filled": [],
    }


def test_last_deal_ends_on_the_ninth_column():
    cards = ("AS", "7S", "AH", "7H", "AC", "7C", "AD", "7D", "8S")
    assert step("rouge-et-noir.four-sequences", "deal", last=True) == {
        "move": "deal",
        "moved": [moved("S", f"T{number}", card) for number, card in enumerate(cards, start=1)],
        "turned_up": [],
        "filled": [],
    }


def test_cell_filled_from_the_waste_and_from_the_stock():
    assert step("royal-rendezvous", "R1-F5")["filled"] == [moved("S", "R1", "KC")]
    assert step("royal-rendezvous", "R2-F1")["filled"] == [moved("W", "R2", "JD")]


def test_draw():
    told = {"move": "draw", "moved": [moved("S", "W", "QD")], "turned_up": [], "filled": []}
    assert step("royal-rendezvous", "draw") == told


def test_redeal_fills_vacancies_left_to_right():
    told = step("rouge-et-noir-hoffmann", "redeal")
    (over,) = told["moved"]
    assert (over["from"], over["to"], len(over["cards"])) == ("W", "S", 84)
    # The card that was drawn first, JS, is again the first to leave: the top one.
    assert over["cards"][-3:] == ["4H", "TD", "JS"]
    assert told["filled"] == [moved("S", "T5", "JS"), moved("S", "T8", "TD")]
    assert told["turned_up"] == []
    first_three = step("rouge-et-noir-hoffmann.last-redeal", "redeal")
    assert first_three["filled"] == [moved("S", "T1", "JS"), moved("S", "T2", "QS"), moved("S", "T3", "KS")]


def test_vacancy_that_nothing_fills():
    told = {"move": "T8-F", "moved": [moved("T8", "F7", "2S")], "turned_up": [], "filled": []}
    assert step("rouge-et-noir-hoffmann", "T8-F") == told


def test_card_that_goes_back_to_its_base():
    assert step("pysolfc-royal-rendezvous", "F5-F")["moved"] == [moved("F5", "F9", "2C")]
