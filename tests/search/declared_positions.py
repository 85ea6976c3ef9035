"""Positions of games that a test declares, with the rules and the cards that matter.

These are left out: one pack; foundations in suit from Ace to King, which may be a string of their suits; the
cards under the top one of such a pile; and a layout of face-up rows.
"""

from typing import Any

from patience.cards import CARDS, FACE_DOWN, RANKS
from patience.compilation.compiled_rules import compile_tables
from patience.play.position import Position
from patience.rules.declaration import from_json
from patience.rules.variant import Variant


def read_position(entry: dict[str, Any]) -> Position:
    """Return the position of these rules and piles, and redeals if there were any."""
    rules = {"packs": 1, **entry["rules"]}
    foundations = [
        {"ranks": RANKS, "build": "by_suit", **({"suits": pile} if isinstance(pile, str) else pile)}
        for pile in rules["foundations"]
    ]
    layout = {"layout": _rows(rules, sum(pile.get("dealt", 0) for pile in foundations))}
    declared = from_json({**layout, **rules, "foundations": foundations})
    position = Position(compile_tables(Variant("any", "Any", "Any", declared), ()))
    position.redeals = entry.get("redeals", 0)
    for name, codes in entry["piles"].items():
        cards = codes.split()
        pile = foundations[int(name[1:]) - 1] if name[0] == "F" else {}
        if len(cards) == len(pile.get("suits", "")) == 1:
            cards = [rank + cards[0][1] for rank in pile["ranks"].partition(cards[0][0])[0]] + cards
        position.piles[position.tables.pile[name]] += [
            CARDS[card.removeprefix("?")] + FACE_DOWN * card.startswith("?") for card in cards
        ]
    return position


def _rows(rules: dict[str, Any], dealt: int) -> list[dict[str, object]]:
    """Return a row of cards, or rows of all cards if no stock gets the rest."""
    columns, reserve = rules.get("columns", {"number": 0})["number"], rules.get("reserve", {})
    held = reserve.get("piles", 0) if reserve.get("takes", "none") == "none" else 0
    number = columns
    if rules.get("stock", {"actions": ["redeal"]})["actions"] == ["redeal"]:
        number = 52 * rules["packs"] - held - dealt
    rounds = [min(columns, number - first) for first in range(0, number, columns or 1)]
    rows: list[dict[str, object]] = [{"to": f"T1-T{cards}", "face_up": True} for cards in rounds]
    return rows + [{"to": f"R1-R{held}"}] * bool(held)
