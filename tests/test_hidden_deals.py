"""A deal with ``hide=face_down`` shows only cards that a player could see."""

import re
from collections import Counter
from itertools import cycle

from patience.games import VARIANTS
from tests.conftest import some_of_each_family

SEEDS = ("1", "31999", "ms2147483648", "20261121", "99999999999999999999")
CARD = re.compile("[A23456789TJQK][CDHS]")


def hidden(variant, state) -> None:
    """Hide the cards of a state that lie face down: the lowest of a pile, or as the rounds deal them."""
    for pile in [*state["tableau"], *state["reserve"]]:
        faces = variant.rules.dealt_to(pile["pile"])
        is_mixed = faces != sorted(faces)
        down = [number for number, face_up in enumerate(faces) if not face_up] if is_mixed else []
        for place in down if is_mixed else range(pile.get("face_down", 0)):
            pile["cards"][place] = "??"
    stock = state["stock"]
    stock[: len(stock) - lies_open(variant)] = ["??"] * (len(stock) - lies_open(variant))


def lies_open(variant) -> bool:
    """Return whether the top card of the stock lies face up: where it makes pairs, or may be moved."""
    stock, pairs = variant.rules.stock, variant.rules.pairs
    return (stock is not None and stock.open) or (pairs is not None and "S" in pairs.piles)


@some_of_each_family
def test_only_visible_cards_are_named_and_hidden_ones_keep_their_place(client, variants):
    seeds = cycle(SEEDS)
    for variant in map(VARIANTS.get, variants):
        changes = (
            f"rules={o.name}:{word}" for o in variant.options if o.changes_layout for word in o.words[1:]
        )
        for query in ["", *changes]:
            check_hiding(client, variant.id, query, next(seeds))


def check_hiding(client, variant, query, seed):
    url = f"/v1/deals/{variant}/{seed}?{query}"
    full = client.get(url).json
    response = client.get(f"{url}&hide=face_down")
    assert response.status_code == 200
    # Every card code between quotes counts, in whatever field it is.
    cards = Counter(word for word in re.findall('"([^"]*)"', response.text) if CARD.fullmatch(word))
    hidden(VARIANTS[variant], full["state"])
    assert cards == Counter(card for card in all_cards(full["state"]) if card != "??")
    assert response.json == {
        name: value for name, value in full.items() if name not in ("deck", "seed", "deal_id")
    }


def all_cards(state) -> list[str]:
    """Return the cards of all piles."""
    piles = [pile for kind in ("tableau", "foundations", "reserve") for pile in state[kind]]
    return [card for pile in piles for card in pile["cards"]] + state["waste"] + state["stock"]
