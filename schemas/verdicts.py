"""Verdicts and positions as JSON, built by hand: a schema's ``dump`` costs more than the whole replay."""

from collections.abc import Iterable
from typing import Any

from service.engine.cards import CODES
from service.engine.identity import log_and_deal_id
from service.engine.legality import legal_moves
from service.engine.position import Position
from service.engine.replay import Divergence, Illegal, Verdict
from service.engine.rules import RULES_VERSION
from service.engine.trace import Moved, Step

Json = dict[str, Any]


def verdict_json(verdict: Verdict, include: Iterable[str]) -> Json:
    """The answer to a replay request."""
    log = verdict.log
    tables = log.deal.tables
    log_id, deal_id = log_and_deal_id(log)
    answer: Json = {
        "id": log_id,
        "variant": tables.variant.id,
        "rules": dict(tables.options),
        "rules_version": RULES_VERSION,
        "seed": log.deal.seed,
        "deal_id": deal_id,
        "valid": verdict.valid,
        "outcome": verdict.outcome,
        "moves_total": len(log.moves),
        "moves_played": verdict.moves_played,
        "first_illegal_move": _illegal(verdict.first_illegal_move),
        "first_divergence": _divergence(verdict.first_divergence),
    }
    if "final_state" in include:
        answer["final_state"] = state_json(verdict.position)
    if "legal_moves" in include:
        answer["legal_moves"] = legal_moves(verdict.position)
    if "trace" in include and verdict.trace is not None:
        names = tables.names
        answer["trace"] = [_step(names, *played) for played in zip(log.moves, verdict.trace, strict=False)]
    return answer


def state_json(position: Position, *, hidden: bool = False) -> Json:
    """Every pile bottom to top; ``hidden`` shows face-down and stock cards as ``??``."""
    tables = position.tables
    piles = position.piles
    names = tables.names
    tableau = []
    for pile in tables.columns:
        down = position.face_down(pile)
        cards = [CODES[card] for card in piles[pile][1:]]
        if hidden:
            cards[:down] = ["??"] * down
        tableau.append({"pile": names[pile], "face_down": down, "cards": cards})
    stock = [CODES[card] for card in piles[tables.stock][1:]] if tables.stock >= 0 else []
    return {
        "tableau": tableau,
        "foundations": [
            {"pile": names[pile], "cards": [CODES[card] for card in piles[pile][1:]]}
            for pile in tables.foundations
        ],
        "reserve": [
            {"pile": names[pile], "cards": [CODES[card] for card in piles[pile][1:]]}
            for pile in tables.reserve
        ],
        "stock": ["??"] * len(stock) if hidden else stock,
        "waste": [CODES[card] for card in piles[tables.waste][1:]] if tables.waste >= 0 else [],
        "redeals": position.redeals,
    }


def _illegal(illegal: Illegal | None) -> Json | None:
    if illegal is None:
        return None
    return {
        "index": illegal.index,
        "move": illegal.move,
        "reason": illegal.reason,
        "detail": illegal.detail,
        "legal_moves": illegal.legal_moves,
    }


def _divergence(divergence: Divergence | None) -> Json | None:
    if divergence is None:
        return None
    return {
        "after": divergence.after,
        "piles": [
            {"pile": difference.pile, "expected": difference.expected, "found": difference.found}
            for difference in divergence.piles
        ],
    }


def _step(names: tuple[str, ...], token: str, step: Step) -> Json:
    return {
        "move": token,
        "moved": [_moved(names, moved) for moved in step.moved],
        "turned_up": [{"pile": names[pile], "card": CODES[card]} for pile, card in step.turned_up],
        "filled": [_moved(names, moved) for moved in step.filled],
    }


def _moved(names: tuple[str, ...], moved: Moved) -> Json:
    return {
        "from": names[moved.source],
        "to": names[moved.target],
        "cards": [CODES[card] for card in moved.cards],
    }
