"""Addresses that open a game in the viewer: everything that makes it up, in the fragment."""

from service.engine.cards import CODES
from service.engine.replay import Checkpoint, Verdict


def link_to(verdict: Verdict) -> str:
    """A relative address of the judged log, at its first illegal move or divergence if it has one.

    The same on every instance, and of the form that ``service/web/link.js`` reads and the README describes.
    """
    log = verdict.log
    deal = log.deal
    parts = ["v=1", f"variant={deal.tables.variant.id}"]
    parts.append(f"seed={deal.seed}" if deal.seed else f"deck={''.join(CODES[card] for card in deal.deck)}")
    if deal.tables.options:
        parts.append("rules=" + ",".join(f"{name}:{value}" for name, value in deal.tables.options))
    if log.checkpoints:
        parts.append(f"checkpoints={'.'.join(map(_checkpoint, log.checkpoints))}")
    if log.moves:
        parts.append(f"n={len(log.moves)}&moves={'.'.join(log.moves)}")
    return f"/#{'&'.join(parts)}&ply={_ply(verdict)}"


def _ply(verdict: Verdict) -> int:
    # A place in the viewer is so many moves made; the illegal one has a place of its own.
    if verdict.first_illegal_move:
        return verdict.first_illegal_move.index + 1
    return verdict.first_divergence.after if verdict.first_divergence else 0


def _checkpoint(checkpoint: Checkpoint) -> str:
    piles = [f"{name}:{''.join(cards)}" for name, cards in checkpoint.piles.items()]
    return ",".join([str(checkpoint.after), *piles])
