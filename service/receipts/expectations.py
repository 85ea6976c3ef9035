"""What a recipient expects of a receipt.

A genuine receipt is true, but it need not be of the game that the recipient asked for: it may be for another
site, about a game that was not won, or about a deck that the player sorted.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from patience.compilation.compiled_rules import OptionError, settle_options
from patience.games import VARIANTS
from patience.rules.variant import OptionValue

Payload = Mapping[str, Any]
"""The members of a genuine receipt."""


@dataclass(frozen=True, slots=True)
class Expected:
    """What a recipient expects; None accepts any value, except of ``audience``."""

    issuer: str | None = None
    audience: str | None = None
    """None expects a receipt without an audience."""
    variant: str | None = None
    rules: Mapping[str, OptionValue] | None = None
    """Options that are not named have their defaults."""
    outcome: str | None = None
    deal_id: str | None = None
    seed: str | None = None
    """In its normal form."""
    own_deals: bool = False
    """Whether to accept a deal of any origin if neither ``deal_id`` nor ``seed`` is given."""

    def differences(self, payload: Payload) -> Iterator[str]:
        """Yield in a sentence each member that is not as expected, and why the deal is not accepted."""
        yield from _difference("issuer", self.issuer, payload["iss"])
        yield from self._audience(payload.get("aud"))
        yield from _difference("variant", self.variant, payload["variant"])
        if self.rules is not None:
            yield from _difference("rules", _settled(payload["variant"], self.rules), payload["rules"])
        yield from _difference("outcome", self.outcome, payload["outcome"])
        yield from _difference("deal_id", self.deal_id, payload["deal_id"])
        yield from self._deal(payload)

    def _audience(self, found: str | None) -> Iterator[str]:
        if self.audience is None and found is not None:
            yield f"The receipt has audience {quote(found)}; pass --audience to accept it."
        elif found is None and self.audience is not None:
            yield f"The receipt has no audience; expected {quote(self.audience)}."
        else:
            yield from _difference("audience", self.audience, found)

    def _deal(self, payload: Payload) -> Iterator[str]:
        deal = origin(payload)
        found = f"The receipt is about {_ORIGINS[min(deal)]}"
        if self.seed is not None and deal != {"seed": self.seed}:
            named = f" {quote(deal['seed'])}" if "seed" in deal else ""
            yield f"{found}{named}; expected the deal of seed {self.seed}."
        elif min(deal) in _OWN and self.seed is None and self.deal_id is None and not self.own_deals:
            yield f"{found}; pass the --deal-id that you expect, or --own-deals to accept any."


_OWN: Final = ("own_deck", "own_board", "unnamed")
"""Origins of deals that a player can choose at will."""

_ORIGINS: Final = {
    "seed": "the deal of seed",
    "daily": "a daily deal",
    "own_deck": "a deck that the client put in order itself",
    "own_board": "a board that the client laid out itself",
    "unnamed": "a deal whose origin it does not name",
}


def origin(payload: Payload) -> Mapping[str, Any]:
    """Return where the deal of a receipt came from, as its member ``deal`` says.

    A receipt from before that member has at most ``own_board`` or ``daily``. Without either, the deal may
    have been a deck of the client's own.
    """
    named = ({name: payload[name]} for name in ("own_board", "daily") if name in payload)
    return payload.get("deal") or next(named, {"unnamed": True})


ANYTHING: Final = Expected()
"""A receipt without an audience for any game on a deal that the client did not choose card by card."""


def quote(value: object) -> str:
    """Return the start of a value that may be of any text, for a message."""
    return f"{value!a:.80}"


def _difference(name: str, expected: object, found: object) -> Iterator[str]:
    if expected not in (None, found):
        yield f"The receipt has {name} {quote(found)}; expected {quote(expected)}."


def _settled(variant: str, rules: Mapping[str, OptionValue]) -> Mapping[str, object]:
    """Return rule options with the defaults of the variant; as they are if it is not registered here."""
    try:
        return dict(settle_options(VARIANTS[variant], rules))
    except (KeyError, OptionError):
        return rules
