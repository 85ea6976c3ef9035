"""Ids of deals, games and judgements, equal on every instance and in every process."""

from collections.abc import Iterable
from hashlib import sha256
from typing import NamedTuple

from patience.cards import CODES
from patience.compilation.compiled_rules import CompiledRules
from patience.play.dealing import Deal
from patience.play.replay import Verdict


class Ids(NamedTuple):
    """The ids of a verdict, each the SHA-256 of lines joined by line feeds."""

    judgement: str
    """Covers variant, options, rules version, deck or board, the orders of redeals, and the moves as sent."""
    deal: str
    """Covers variant, options, and deck or board."""
    game: str
    """Covers the deal's lines and the moves played, each as its shortest token with a numbered foundation."""


def ids_of(verdict: Verdict) -> Ids:
    """Return the ids of a verdict."""
    deal = verdict.log.deal
    setting, deck = _setting(deal.tables), _deck(deal)
    judged = f"{setting}\n{deal.tables.variant.rules_version}\n{deck}\n{' '.join(verdict.log.moves)}"
    return Ids(_name(judged), deal_id(deal), game_id(deal, verdict.played))


def deal_id(deal: Deal) -> str:
    """Return the id of a deal, which does not depend on the version of its rules."""
    return _name(_lines(deal))


def game_id(deal: Deal, played: Iterable[str]) -> str:
    """Return the id of a game: of its deal and the moves played, each as its shortest token."""
    return _name(f"{_lines(deal)}\n{' '.join(played)}")


def _lines(deal: Deal) -> str:
    return f"{_setting(deal.tables)}\n{_deck(deal)}"


def _setting(tables: CompiledRules) -> str:
    options = " ".join([f"{name}={value}" for name, value in tables.options])
    return f"{tables.variant.id}\n{options}"


def _deck(deal: Deal) -> str:
    """Return the cards of a deal, and what its redeals will bring if they shuffle."""
    cards = deal.board or " ".join([CODES[card] for card in deal.deck])
    if not deal.tables.shuffles:
        return cards
    orders = (
        [f"seed {deal.seed}"]
        if deal.seed
        else [" ".join([CODES[card] for card in order]) for order in deal.orders]
    )
    return " / ".join([cards, *orders])


def _name(lines: str) -> str:
    return f"sha256:{sha256(lines.encode()).hexdigest()}"
