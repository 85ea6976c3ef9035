"""A client that knows no rules: it has a position's JSON and applies the steps of a trace to it."""

from typing import Any

Json = dict[str, Any]


def piles_of(state: Json) -> dict[str, list[str]]:
    """The piles of a position's JSON by name; the lists are its own."""
    named = {
        pile["pile"]: pile["cards"] for kind in ("tableau", "foundations", "reserve") for pile in state[kind]
    }
    return named | {"S": state["stock"], "W": state["waste"]}


def apply_step(state: Json, step: Json) -> None:
    """Do what one step of a trace tells; it must fit the position."""
    piles = piles_of(state)
    down = {pile["pile"]: pile for kind in ("tableau", "reserve") for pile in state[kind]}
    if step["move"] == "redeal" and step["moved"][:1] and step["moved"][0]["from"] != "W":
        redeal(piles, down, step)
    else:
        for moved in step["moved"]:
            take(piles, moved, turned_over=step["move"] in ("draw", "redeal"))
    if "-R" in step["move"] and "merci_used" in state:
        state["merci_used"] += 1
    if "phase" in step:
        state["phase"] = step["phase"]
    if step["move"] == "draw" and "waste_face_down" in state:
        state["waste_face_down"] += len(step.get("face_down", ()))
    for moved in step["filled"]:
        fill(piles, down, moved)
    for turned in step["turned_up"]:
        pile = down[turned["pile"]]
        pile["face_down"] -= 1
        assert turned["card"] in piles[turned["pile"]][pile["face_down"] :]
    if step["move"] == "redeal":
        state["redeals"] += 1
        state |= {"waste_face_down": 0} if "waste_face_down" in state else {}


def redeal(piles: dict[str, list[str]], down: dict[str, Json], step: Json) -> None:
    """Gather cards and deal them again, face up but for those that the step names."""
    dealt = [moved for moved in step["moved"] if moved["from"] == "S"]
    gather(piles, [moved for moved in step["moved"] if moved["from"] != "S"])
    for moved in dealt:
        take(piles, moved)
    for name in {moved["from"] for moved in step["moved"]}.intersection(down):
        if "face_down" in down[name]:
            down[name]["face_down"] = 0
    for turned in step.get("face_down", ()):
        assert turned["card"] in piles[turned["pile"]]
        down[turned["pile"]]["face_down"] += 1


def fill(piles: dict[str, list[str]], down: Json, moved: Json) -> None:
    """Fill an empty pile, or let the topmost face-down card of a column come up to a pile that has cards."""
    if not piles[moved["to"]]:
        # Several cards of the stock come one by one.
        take(piles, moved, turned_over=moved["from"] == "S")
        source = down.get(moved["from"], {})
        if "face_down" in source:
            # The card may have lain face down.
            source["face_down"] = min(source["face_down"], len(piles[moved["from"]]))
        return
    column = down[moved["from"]]
    column["face_down"] -= 1
    assert [piles[moved["from"]].pop(column["face_down"])] == moved["cards"]
    piles[moved["to"]] += moved["cards"]


def gather(piles: dict[str, list[str]], moved: list[Json]) -> None:
    """Empty the piles that are gathered, then put their cards where the step says."""
    gathered = {name: piles[name][:] for name in {part["from"] for part in moved}}
    for name in gathered:
        piles[name].clear()
    for part in moved:
        assert set(part["cards"]) <= set(gathered[part["from"]])
        piles[part["to"]] += part["cards"]


def take(piles: dict[str, list[str]], moved: Json, *, turned_over: bool = False) -> None:
    """Move cards from the top of one pile to another."""
    source, cards = piles[moved["from"]], moved["cards"]
    assert cards
    taken = source[-len(cards) :]
    # Cards that are turned over come one by one, or as a packet, which keeps their order.
    assert taken == cards or (turned_over and taken == cards[::-1])
    del source[-len(cards) :]
    piles[moved["to"]] += cards
