"""A deal with ``hide=face_down`` shows only cards that a player could see."""

import re
from collections import Counter
from itertools import cycle

from patience.games import VARIANTS
from tests.declared import each_family

SEEDS = ("1", "31999", "ms2147483648", "20261121", "99999999999999999999")
CARD = re.compile("[A23456789TJQK][CDHS]")


def visible_cards(state, *, is_open: bool) -> list[str]:
    """Return the cards that are face up on the table."""
    piles = [pile for kind in ("tableau", "foundations", "reserve") for pile in state[kind]]
    cards = [card for pile in piles for card in pile["cards"][pile.get("face_down", 0) :]] + state["waste"]
    return cards + state["stock"][-1:] if is_open else cards


def lies_open(variant) -> bool:
    """Return whether the top card of the stock lies face up: where it makes pairs, or may be moved."""
    stock, pairs = variant.rules.stock, variant.rules.pairs
    return (stock is not None and stock.open) or (pairs is not None and "S" in pairs.piles)


@each_family
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
    is_open = lies_open(VARIANTS[variant])
    assert cards == Counter(visible_cards(full["state"], is_open=is_open))
    assert response.json == hide(full, is_open=is_open)


def hide(deal, *, is_open):
    """Return what is left of a deal when its hidden cards are not shown."""
    state = deal["state"]
    for pile in [*state["tableau"], *state["reserve"]]:
        down = pile.get("face_down", 0)
        pile["cards"] = ["??"] * down + pile["cards"][down:]
    hidden = max(0, len(state["stock"]) - is_open)
    state["stock"] = ["??"] * hidden + state["stock"][hidden:]
    return {name: value for name, value in deal.items() if name not in ("deck", "seed", "deal_id")}
