"""What a report of a command says of a deal."""

from patience.play.dealing import Deal
from patience.words import LANGUAGES, language
from service.commands.terminal import Entry


def deal_entries(deal: Deal) -> list[Entry]:
    """Return the game, its rule options and the deal as entries of a report."""
    variant = deal.tables.variant
    entries = [Entry("Game", f"{variant.title} ({variant.id})")]
    if deal.tables.options:
        options = ", ".join(f"{name}={value}" for name, value in deal.tables.options)
        entries.append(Entry("Rule options", options))
    base = deal.opening.tables.base_rank
    if base is not None:
        rank = language(LANGUAGES[0]).text("rank", base)
        entries.append(Entry("Base", f"{rank}: every foundation begins with this rank"))
    return [*entries, Entry("Deal", _source(deal))]


def _source(deal: Deal) -> str:
    if deal.is_board:
        return "a board given card by card"
    return f"seed {deal.seed}" if deal.seed else "a deck given card by card"
