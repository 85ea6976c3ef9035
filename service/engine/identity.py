"""Names of deals and logs, equal on every instance and in every process."""

from hashlib import sha256

from service.engine.cards import CODES
from service.engine.deals import Deal
from service.engine.replay import GameLog
from service.engine.rules import RULES_VERSION


def deal_id(deal: Deal) -> str:
    """The name of a deal, equal on every instance: SHA-256 over variant, options, rules version and deck."""
    return f"sha256:{sha256(_deal_text(deal).encode()).hexdigest()}"


def log_id(log: GameLog) -> str:
    """The name of a log, equal on every instance: as ``deal_id``, with the moves."""
    text = f"{_deal_text(log.deal)}\n{' '.join(log.moves)}"
    return f"sha256:{sha256(text.encode()).hexdigest()}"


def _deal_text(deal: Deal) -> str:
    options = " ".join(f"{name}={value}" for name, value in deal.tables.options)
    deck = " ".join([CODES[card] for card in deal.deck])
    return f"{deal.tables.variant.id}\n{options}\n{RULES_VERSION}\n{deck}"
