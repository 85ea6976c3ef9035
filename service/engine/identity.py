"""Names of deals and logs, equal on every instance and in every process."""

from hashlib import sha256

from service.engine.cards import CODES
from service.engine.deals import Deal
from service.engine.replay import GameLog
from service.engine.rules import RULES_VERSION


def deal_id(deal: Deal) -> str:
    """The name of a deal: SHA-256 over variant, options, rules version and deck, a line each."""
    return _name(sha256(_deal_text(deal)).hexdigest())


def log_and_deal_id(log: GameLog) -> tuple[str, str]:
    """The name of a log, SHA-256 over its deal's lines and one more with its moves; and that of its deal."""
    digest = sha256(_deal_text(log.deal))
    name_of_deal = _name(digest.hexdigest())
    digest.update(f"\n{' '.join(log.moves)}".encode())
    return _name(digest.hexdigest()), name_of_deal


def _deal_text(deal: Deal) -> bytes:
    options = " ".join([f"{name}={value}" for name, value in deal.tables.options])
    deck = " ".join([CODES[card] for card in deal.deck])
    return f"{deal.tables.variant.id}\n{options}\n{RULES_VERSION}\n{deck}".encode()


def _name(digest: str) -> str:
    return f"sha256:{digest}"
