"""Requests from their bytes: nearly every one takes a short way, past all that would say what is wrong.

Whatever the short way does not take goes to the schema, which alone words complaints.
"""

from typing import Any, Final

import orjson

from schemas.claim import ClaimRequest, load_claim_request
from schemas.replay_request import LONGEST_REF, ReplayRequest, load_replay_request
from schemas.seed_field import number_text
from service.engine.compiled import OptionError, Tables, tables_for
from service.engine.dealing import Deal, DeckError, deal_deck, deal_seed
from service.engine.notation import are_tokens
from service.engine.replay import GameLog
from service.engine.seeds import SeedError
from service.engine.variants import VARIANTS
from service.judging import strict_json

_NAMES: Final = frozenset({"variant", "rules", "rules_version", "seed", "deck", "moves", "include", "ref"})
_INCLUDES: Final[tuple[list[str], ...]] = (["final_state"], [])
_MOST_LISTS: Final = 3


def read_replay_request(text: bytes, most_moves: int) -> ReplayRequest:
    """A replay request.

    Raises JsonError, ValidationError or Problem if it is none.
    """
    return usual_request(text, most_moves) or load_replay_request(strict_json.parse(text), most_moves)


def read_claim_request(text: bytes, most_moves: int) -> ClaimRequest:
    """A claim with its log.

    Raises JsonError, ValidationError or Problem if it is none.
    """
    return load_claim_request(strict_json.parse(text), most_moves)


def ref_of(text: bytes) -> str | None:
    """The client's own name for a request that is refused for something else; None where it has none."""
    try:
        # Nothing doubtful is in it, or it had been refused as no JSON; so the quicker reader will do.
        body = orjson.loads(text)
    except orjson.JSONDecodeError:
        # A number beyond what a machine's words hold.
        body = strict_json.parse(text)
    ref = body.get("ref") if isinstance(body, dict) else None
    return ref if isinstance(ref, str) and len(ref) <= LONGEST_REF else None


def usual_request(text: bytes, most_moves: int) -> ReplayRequest | None:
    """The request that the schema would make of this text; None where it has anything unusual or wrong.

    That is then for the strict way to judge, which costs twice as much as this.
    """
    given = _usual_object(text)
    if given is None:
        return None
    variant, moves = given.get("variant"), given.get("moves")
    if type(variant) is not str or variant not in VARIANTS:
        return None
    if type(moves) is not list or len(moves) > most_moves or not are_tokens(moves):
        return None
    include = given.get("include", _INCLUDES[0])
    if include not in _INCLUDES or ("seed" in given) == ("deck" in given):
        return None
    if given.get("rules_version", VARIANTS[variant].rules_version) != VARIANTS[variant].rules_version:
        return None
    try:
        tables = tables_for(variant, given.get("rules", {}))
        deal = _deck(tables, given["deck"]) if "deck" in given else _seed(tables, given["seed"])
    except (OptionError, DeckError, SeedError):
        return None
    return ReplayRequest(GameLog(deal, tuple(moves)), frozenset(include), given.get("ref")) if deal else None


def _usual_object(text: bytes) -> dict[str, Any] | None:
    """The members of a request, if these are known ones and none stands twice."""
    if text.count(b"[") > _MOST_LISTS:
        return None
    try:
        given = orjson.loads(text)
    except orjson.JSONDecodeError:
        return None
    if type(given) is not dict or not given.keys() <= _NAMES:
        return None
    rules, ref = given.get("rules", {}), given.get("ref", "")
    if type(rules) is not dict or type(ref) is not str or len(ref) > LONGEST_REF:
        return None
    return given if _has_no_name_twice(text, len(given) + len(rules), ref) else None


def _has_no_name_twice(text: bytes, names: int, ref: str) -> bool:
    """Whether so many names are all that the text has: one that stood twice would leave a colon too many.

    Only in ``ref`` may there be other colons, as far as no escape hides any.
    """
    return text.count(b":") == names + ref.count(":") and (b"\\" not in text or ":" not in ref)


def _deck(tables: Tables, deck: object) -> Deal | None:
    return deal_deck(tables, deck) if type(deck) is list else None


def _seed(tables: Tables, seed: object) -> Deal | None:
    text = number_text(seed) if type(seed) is int else seed
    return deal_seed(tables, text) if type(text) is str else None
