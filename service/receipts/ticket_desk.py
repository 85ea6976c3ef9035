"""Tickets: signed permissions to play a deal, which say when it was given to whom.

The service keeps nothing of a ticket. A claim that brings one proves when the deal was given out, so its
receipt says within how many seconds the game was played. A ticket can be used once where a ``SpentTickets``
remembers it.

The deal of a ticket is the site's own seed, or drawn when the ticket is issued. A drawn seed follows from a
secret of the day, to which the service has published a commitment, and from a nonce. Once the day is over the
secret is published, and everyone can draw again.
"""

from collections.abc import Iterator, Mapping
from datetime import date as Date  # noqa: N812 - a type
from hmac import digest
from math import ceil
from secrets import token_hex
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from patience.compilation.compiled_rules import CompiledRules
from patience.play.dealing import Deal
from patience.play.game_ids import deal_id
from patience.play.position_text import game_name
from patience.search.daily_deals import drawn_seed
from patience.search.difficulty import Grade, graded_seeds
from patience.search.winnable_tables import table_of
from schemas.claim import ClaimRequest, Flaw, Refutation
from schemas.problems import tickets_unavailable
from schemas.ticket import Choose
from service.config import SettingError, variable
from service.receipts.expectations import quote
from service.receipts.keys import Keys
from service.receipts.pauses import PausedError, Pauses
from service.receipts.redis_options import redis_options
from service.receipts.signed_texts import ReceiptError, read_signed

if TYPE_CHECKING:
    from redis import Redis

TYPE: Final = "patience-ticket+jwt"
"""The ``typ`` of a ticket; a receipt has another."""

VERSION: Final = "1"

SPEND_SECONDS: Final = 0.5
"""How long a claim waits for Redis, and others for the claim. The ticket may be spent all the same."""

_PAUSE_SECONDS, _PAUSE_FACTOR = 1, 4
"""The pause after a claim to which Redis did not answer: others are refused until one tries Redis again."""

TAG: Final = "patience-referee tickets 1"
"""Raised with the way in which secrets and draws are derived."""

CLOCKS: Final = 5
"""Seconds by which the clocks of two instances may differ."""

_MEMBERS: Final[dict[str, type]] = {
    **dict.fromkeys(("iss", "aud", "jti", "variant", "rules_version", "seed", "deal_id"), str),
    "iat": int,
    "exp": int,
    "rules": dict,
}
"""The members that every ticket has, with their types."""

Ticket = Mapping[str, Any]
"""The payload of a genuine ticket."""


class Admission(NamedTuple):
    """What the ticket of a claim proves, or why the claim may not use it."""

    flaws: list[Refutation]
    members: Mapping[str, Any] = {}
    """The members of a receipt that follow from the ticket."""
    ticket: Ticket | None = None


class Spent(Protocol):
    """A memory of used tickets."""

    def spend(self, jti: str, seconds: int) -> bool:
        """Note the use of a ticket, for so long; return whether it is the first."""
        ...


class SpentTickets:
    """Used tickets in Redis, for all instances that share it."""

    def __init__(self, client: "Redis") -> None:
        self._client = client
        self._pauses = Pauses(_PAUSE_SECONDS, _PAUSE_FACTOR)

    @classmethod
    def at(cls, address: str) -> "SpentTickets | None":
        """Return the memory at the address of a Redis; None without an address.

        Raises SettingError for an address that is malformed, or without the extra redis.
        """
        if not address:
            return None
        name = variable("redis_url")
        try:
            from redis import Redis  # noqa: PLC0415 - an extra

            return cls(Redis.from_url(address, **redis_options(SPEND_SECONDS)))
        except ImportError:
            advice = "pip install 'patience-referee[redis]'"
            raise SettingError(f"{name} needs the extra redis: {advice}.") from None
        except ValueError:
            # The address may contain a password.
            raise SettingError(f"{name} must be the address of a Redis, redis://….") from None

    def spend(self, jti: str, seconds: int) -> bool:
        """Note the use of a ticket, for so long; return whether it is the first.

        Raises Problem if Redis does not answer: a ticket may then be spent, but never twice.
        """
        from redis.exceptions import RedisError  # noqa: PLC0415 - an extra

        name, mark = f"patience-referee:ticket:{jti}", token_hex(16)

        def is_first() -> bool:
            # The client sends a command again if its answer is lost, so the mark tells whose use is noted.
            noted = self._client.set(name, mark, nx=True, ex=seconds)
            return bool(noted) or self._client.get(name) == mark.encode()

        try:
            return self._pauses.call(is_first, RedisError)
        except (RedisError, PausedError):
            raise tickets_unavailable() from None


class TicketDesk(NamedTuple):
    """Checks the tickets of claims: genuine, for this claim, in time, and not used before."""

    issuer: str
    keys: Keys
    spent: Spent | None = None

    def admit(self, request: ClaimRequest, audience: str | None, now: float) -> Admission:
        """Return what the ticket of a claim proves, or why it does not fit; nothing without a ticket."""
        if request.ticket is None:
            return Admission([])
        try:
            ticket = read_ticket(request.ticket, self.keys)
        except ReceiptError as error:
            return Admission([Refutation(Flaw.TICKET_NOT_GENUINE, f"The ticket is not genuine. {error}")])
        elapsed = max(0, ceil(now) - ticket["iat"])
        flaws = list(_misfits(ticket, request, self.issuer, audience, now))
        if request.replay.times and request.replay.times[-1] > (elapsed + CLOCKS) * 1000:
            detail = f"The last move was at {request.replay.times[-1]} ms, but the ticket was issued only "
            flaws.append(Refutation(Flaw.TIMES_TOO_LONG, f"{detail}{elapsed} s before the claim arrived."))
        about = {"jti": ticket["jti"], "iat": ticket["iat"], "used_once": self.spent is not None}
        members = {"sub": ticket.get("sub"), "ticket": about, "elapsed_at_most": elapsed}
        return Admission(flaws, members, ticket)

    def spend(self, admission: Admission) -> list[Refutation]:
        """Use up the ticket of a claim that holds; return why it cannot be used. Raises Problem.

        The use is noted for the whole life of the ticket. Until `exp` by this clock would be too short if the
        clock is ahead of those of other instances, which still admit the ticket.
        """
        ticket = admission.ticket
        if ticket is None or self.spent is None:
            return []
        if self.spent.spend(ticket["jti"], ticket["exp"] - ticket["iat"] + 60):
            return []
        return [Refutation(Flaw.TICKET_USED, "The ticket has been used for another claim.")]


def read_ticket(text: str, keys: Keys) -> Ticket:
    """Return the payload of a genuine ticket. Raises ReceiptError."""
    ticket = read_signed(text, keys, TYPE)
    if ticket.get("ticket_version") != VERSION:
        version = quote(ticket.get("ticket_version"))
        raise ReceiptError(f"The ticket has ticket_version {version}; expected {VERSION!r}.")
    malformed = [name for name, kind in _MEMBERS.items() if type(ticket.get(name)) is not kind]
    if malformed or not isinstance(ticket.get("sub", ""), str):
        raise ReceiptError(f"Missing or malformed in the ticket: {', '.join(malformed) or 'sub'}.")
    return ticket


def _misfits(
    ticket: Ticket, request: ClaimRequest, issuer: str, audience: str | None, now: float
) -> Iterator[Refutation]:
    """Yield why a claim may not use a genuine ticket."""
    deal = request.replay.log.deal
    if ticket["iss"] != issuer:
        detail = f"The ticket was issued by {quote(ticket['iss'])}, this service is {quote(issuer)}."
        yield Refutation(Flaw.TICKET_NOT_GENUINE, detail)
    if ticket["aud"] != audience:
        detail = f"The ticket is for {quote(ticket['aud'])}, the claim for {quote(audience)}."
        yield Refutation(Flaw.TICKET_OF_OTHER_AUDIENCE, detail)
    if request.subject is not None and ticket.get("sub", request.subject) != request.subject:
        detail = f"The ticket is for player {quote(ticket['sub'])}, the claim for {quote(request.subject)}."
        yield Refutation(Flaw.TICKET_OF_OTHER_PLAYER, detail)
    played = _rules_of(deal.tables)
    if any(ticket[name] != value for name, value in played.items()):
        asked = ", ".join(quote(ticket[name]) for name in played)
        found = ", ".join(map(quote, played.values()))
        yield Refutation(
            Flaw.TICKET_OF_OTHER_RULES, f"The ticket is for {asked}; the log is a game of {found}."
        )
    elif deal.seed != ticket["seed"] or deal_id(deal) != ticket["deal_id"]:
        named = f"seed {deal.seed}" if deal.seed else "a deck or board of the client's own"
        detail = f"The ticket is for the deal of seed {ticket['seed']}; the log has {named}."
        yield Refutation(Flaw.TICKET_OF_OTHER_DEAL, detail)
    if now > ticket["exp"]:
        detail = f"The ticket ended {ceil(now) - ticket['exp']} s before the claim arrived."
        yield Refutation(Flaw.TICKET_EXPIRED, detail)
    if now < ticket["iat"] - CLOCKS:
        detail = f"The ticket was issued {ticket['iat'] - int(now)} s after the claim arrived."
        yield Refutation(Flaw.TICKET_NOT_YET_VALID, f"{detail} The clocks of the instances differ.")


def ticket_members(deal: Deal, now: float, not_after: int) -> dict[str, Any]:
    """Return the members of a new ticket for a deal that follow from the deal and the time."""
    return {
        "ticket_version": VERSION,
        "iat": int(now),
        "exp": not_after,
        "jti": token_hex(16),
        **_rules_of(deal.tables),
        "seed": deal.seed,
        "deal_id": deal_id(deal),
    }


def _rules_of(tables: CompiledRules) -> dict[str, Any]:
    variant = tables.variant
    return {
        "variant": variant.id,
        "rules": dict(tables.options),
        "rules_version": variant.rules_version,
    }


def secret_of(key: bytes, date: Date) -> bytes:
    """Return the secret of the draws of a day."""
    return digest(key, f"{TAG}\n{date.isoformat()}".encode(), "sha256")


def draw(tables: CompiledRules, choose: Choose, nonce: str, secret: bytes) -> str | None:
    """Return the seed that a secret draws; None if no such deal of the game is listed.

    With ``any``, it has eleven digits. The others are drawn from the table of winnable deals.
    """
    name = f"ticket\n{game_name(tables)}\n{choose}\n{nonce}"
    if choose is Choose.ANY:
        return drawn_seed(secret, name)
    table = table_of(tables)
    graded = None if choose is Choose.WINNABLE else graded_seeds(tables, Grade(choose))
    if table is None or (choose is not Choose.WINNABLE and graded is None):
        return None
    listed = list(table.seeds(0, graded))
    place = int.from_bytes(digest(secret, name.encode(), "sha256"))
    return str(listed[place % len(listed)]) if listed else None
