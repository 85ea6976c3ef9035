"""A deal with ``hide=face_down`` tells no card that a player could not see."""

import re
from collections import Counter

import pytest

from service.engine.variants import VARIANTS

LAYOUTS = [
    (variant.id, query)
    for variant in VARIANTS.values()
    for query in [
        "",
        *(f"rules={o.name}:{word}" for o in variant.options if o.changes_layout for word in o.words),
    ]
]
SEEDS = ("1", "31999", "ms2147483648", "20261121", "99999999999999999999")
CARD = re.compile("[A23456789TJQK][CDHS]")


def visible_cards(state) -> list[str]:
    """The cards that lie face up on the table."""
    columns = [card for column in state["tableau"] for card in column["cards"][column["face_down"] :]]
    others = [card for kind in ("foundations", "reserve") for pile in state[kind] for card in pile["cards"]]
    return columns + others + state["waste"]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("variant", "query"), LAYOUTS)
def test_the_body_names_only_visible_cards(client, variant, query, seed):
    url = f"/v1/deals/{variant}/{seed}?{query}"
    full = client.get(url).json["state"]
    response = client.get(f"{url}&hide=face_down")
    assert response.status_code == 200
    # Whatever the field: every card code between quotes counts, and there are no more than the table shows.
    told = Counter(word for word in re.findall('"([^"]*)"', response.text) if CARD.fullmatch(word))
    assert told == Counter(visible_cards(full))


@pytest.mark.parametrize(("variant", "query"), LAYOUTS)
def test_what_is_hidden_keeps_its_place(client, variant, query):
    url = f"/v1/deals/{variant}/4711?{query}"
    expected = client.get(url).json
    state = expected["state"]
    for column in state["tableau"]:
        down = column["face_down"]
        column["cards"] = ["??"] * down + column["cards"][down:]
    state["stock"] = ["??"] * len(state["stock"])
    for hidden in ("deck", "seed", "deal_id"):
        del expected[hidden]
    assert client.get(f"{url}&hide=face_down").json == expected
