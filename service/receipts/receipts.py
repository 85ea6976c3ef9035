"""Receipts: signed results of games that anyone can verify with the issuer's public keys.

A receipt is a JWT (RFC 7519), a signed text. It does not expire, because the result of a game never changes.
"""

from collections.abc import Callable, Mapping
from datetime import date as Date  # noqa: N812 - a type
from hashlib import sha256
from time import time as now
from typing import Any, Final

import orjson
from joserfc.jwk import OKPKey

from patience.cards.reasons import Outcome
from patience.play.dealing import Deal
from patience.play.scores import scorings_of
from schemas.claim import ClaimRequest, Refutation
from schemas.limits import LAST_SECOND
from schemas.pace import pace_json
from service.receipts.expectations import ANYTHING, Expected
from service.receipts.keys import Keys, by_name
from service.receipts.signed_texts import ReceiptError, read_signed, sign_text
from service.receipts.ticket_desk import TicketDesk

TYPE: Final = "patience-receipt+jwt"
"""The ``typ`` by which tokens made for other purposes are refused (RFC 8725 §3.11)."""

VERSION: Final = "2"

_GAME: Final[dict[str, type]] = {
    "id": str,
    "deal_id": str,
    "game_id": str,
    "variant": str,
    "rules": dict,
    "rules_version": str,
    "outcome": str,
    "moves_played": int,
}
"""The members that are copied from a verdict."""

MEMBERS: Final[dict[str, type]] = {"iss": str, "iat": int, "jti": str, **_GAME}
"""The members that every receipt has, with their types."""

_FIRST_MEMBERS: Final[dict[str, type]] = {
    **{name: kind for name, kind in MEMBERS.items() if name not in ("jti", "game_id", "moves_played")},
    "moves": int,
}
"""Those of a receipt of version 1, which has no ``receipt_version``. Its ids are not those of version 2."""

OPTIONAL: Final = ("aud", "sub", "ref")
"""Texts that a receipt has if the claim had them."""

PROSPECT: Final[dict[str, type]] = {"prospect": str, "proof": dict, "prover_version": str}
"""Members that a receipt has, all or none, if a prospect was claimed."""


ORIGIN: Final[dict[str, type]] = {"seed": str, "own_deck": bool, "own_board": bool}
"""Where a deal came from: the members of ``deal``, of which it has exactly one."""

UNCHECKED: Final = ("sub", "ref", "claimed_pace", "claimed_seconds", "claimed_undos", "claimed_hints")
"""Members that only repeat what the client sent. The member ``unchecked`` names those that a receipt has."""


class OtherVersionError(ReceiptError):
    """A known key signed the text, but this program does not read receipts of its version."""


class NotAsExpectedError(ReceiptError):
    """The receipt is genuine, but not what its recipient expects; the message lists every difference."""

    def __init__(self, differences: list[str], payload: dict[str, Any]) -> None:
        super().__init__(" ".join(differences))
        self.payload = payload


def signer(  # noqa: PLR0913, PLR0917 - what a receipt depends on beside the claim
    key: OKPKey,
    issuer: str,
    audience: str | None = None,
    clock: Callable[[], float] = now,
    day_of: Callable[[Deal], Date | None] = lambda _: None,
    desk: TicketDesk | None = None,
) -> Callable[[Mapping[str, Any], ClaimRequest, list[Refutation]], str | None]:
    """Return a function that signs a receipt for a claim without refutations, and adds those of its ticket.

    ``audience`` is the default of claims without one. ``day_of`` returns the day whose daily deal a deal is.
    """
    desk = desk or TicketDesk(issuer, by_name([key]))

    def sign_claim(
        verdict: Mapping[str, Any], request: ClaimRequest, refutations: list[Refutation]
    ) -> str | None:
        recipient, arrival = request.audience or audience, clock()
        admission = desk.admit(request, recipient, arrival)
        refutations += admission.flaws
        # The ticket is spent last, so that no other failure costs a player the ticket.
        day = None if refutations else day_of(request.replay.log.deal)
        if not refutations:
            refutations += desk.spend(admission)
        if refutations:
            return None
        times = request.replay.times
        members = {
            "iss": issuer,
            **admission.members,
            "aud": recipient,
            "sub": request.subject or admission.members.get("sub"),
            "ref": request.replay.ref,
            "daily": {"variant": verdict["variant"], "date": day.isoformat()} if day else None,
            **game_members(verdict),
            "score": dict([request.claim.score]) if request.claim.score else None,
            "timed_score": _timed_score(request, verdict, admission.members.get("elapsed_at_most")),
            "claimed_pace": None if times is None else pace_json(times),
            "claimed_seconds": request.claim.seconds,
            "claimed_undos": request.claim.undos,
            "claimed_hints": request.claim.hints,
            "deal": _origin_of(request.replay.log.deal),
            "own_board": True if request.replay.log.deal.is_board else None,
            **({name: verdict[name] for name in PROSPECT} if request.claim.prospect else {}),
        }
        present = {name: value for name, value in members.items() if value is not None}
        present["unchecked"] = [name for name in UNCHECKED if name in present]
        return sign(present, key, int(arrival))

    return sign_claim


def _timed_score(
    request: ClaimRequest, verdict: Mapping[str, Any], seconds: int | None
) -> dict[str, int] | None:
    """Return the claimed score with the points of the measured time; None if one of the three is missing."""
    score = request.claim.score
    if score is None or seconds is None:
        return None
    scoring = scorings_of(request.replay.log.deal.tables).get(score.name)
    if scoring is None or scoring.time is None:
        return None
    return {score.name: scoring.timed(score.points, seconds, is_won=verdict["outcome"] == Outcome.WON)}


def _origin_of(deal: Deal) -> dict[str, Any]:
    if deal.seed is not None:
        return {"seed": deal.seed}
    return {"own_board": True} if deal.is_board else {"own_deck": True}


def game_members(verdict: Mapping[str, Any]) -> dict[str, Any]:
    """Return the members of a receipt that describe the game, whether or not they confirm a claim."""
    return {name: verdict[name] for name in _GAME}


def sign(members: dict[str, Any], key: OKPKey, time: int) -> str:
    """Return a receipt with these members, issued at this time in seconds since the epoch.

    Its ``jti`` is a hash of all members but the time, so equal claims get receipts with equal ``jti``.
    """
    content = {"receipt_version": VERSION, **members}
    digest = sha256(orjson.dumps(content, option=orjson.OPT_SORT_KEYS)).hexdigest()
    payload = {**content, "iat": time, "jti": f"sha256:{digest}"}
    return sign_text(payload, key, TYPE)


def check(receipt: str, keys: Keys, expected: Expected = ANYTHING) -> dict[str, Any]:
    """Return the payload of a genuine receipt that is as expected.

    It has at least ``MEMBERS``, unless it lacks ``receipt_version``, as receipts of version 1 do.

    Raises ReceiptError unless one of the keys signed exactly this text, and NotAsExpectedError if it is about
    something else, or for someone else.
    """
    payload = read_signed(receipt, keys, TYPE)
    _check_members(payload)
    if differences := list(expected.differences(payload)):
        raise NotAsExpectedError(differences, payload)
    return payload


def _check_members(payload: dict[str, Any]) -> None:
    if (version := payload.get("receipt_version", VERSION)) != VERSION:
        found = orjson.dumps(version).decode()
        raise OtherVersionError(
            f"The signature is valid, but the receipt has receipt_version {found:.80}. "
            f'This program reads version "{VERSION}", and the first one, which has no receipt_version.'
        )
    members = MEMBERS if "receipt_version" in payload else _FIRST_MEMBERS
    malformed = [name for name, kind in members.items() if not _is_a(payload.get(name), kind)]
    malformed += ["daily"] if not isinstance(payload.get("daily", {}), dict) else []
    malformed += ["own_board"] if payload.get("own_board", True) is not True else []
    malformed += ["deal"] if not _is_origin(payload.get("deal", {"seed": ""})) else []
    malformed += ["unchecked"] if not isinstance(payload.get("unchecked", []), list) else []
    malformed += [name for name in OPTIONAL if not isinstance(payload.get(name, ""), str)]
    if PROSPECT.keys() & payload.keys():
        malformed += [name for name, kind in PROSPECT.items() if not _is_a(payload.get(name), kind)]
    if malformed:
        raise ReceiptError(f"Missing or malformed in the payload: {', '.join(malformed)}.")


def _is_origin(deal: object) -> bool:
    """Return whether a value has exactly one member of ``ORIGIN``, which is a seed or true."""
    if not isinstance(deal, dict) or len(deal) != 1:
        return False
    ((name, value),) = deal.items()
    return isinstance(value, ORIGIN.get(name, ())) and value is not False


def _is_a(value: object, kind: type) -> bool:
    if kind is int:
        # Not bool, which is a subclass of int.
        return type(value) is int and 0 <= value <= LAST_SECOND
    return isinstance(value, kind)
