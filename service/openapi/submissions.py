"""The operations that games are sent to, as OpenAPI tells them."""

from collections.abc import Iterable
from typing import Final

from schemas.claim import ClaimAnswerSchema, ClaimRequestSchema
from schemas.import_request import ImportSchema
from schemas.prospect_requests import ProspectAnswerSchema, ProspectRequestSchema
from schemas.receipt import KeySetSchema
from schemas.replay_request import ReplayRequestSchema
from schemas.stream import BYTES
from schemas.verdicts import VerdictSchema
from service.openapi import examples
from service.openapi.bodies import (
    ANY,
    LIMITED,
    RATES,
    Paths,
    binary,
    json_answer,
    json_body,
    lines,
    problems,
    shown,
)
from service.openapi.examples import Example
from service.openapi.fields import Json, headers

_READ: Final = ("RequestTimeout", "TooLarge", "UnsupportedMediaType")
"""Problems that a body can meet on its way in."""

_JUDGED: Final = ("NotJson", "VersionNotServed", "InvalidRequest", *_READ)
"""Those of a request for a judgement."""


def _replays() -> Paths:
    verdict = json_answer(VerdictSchema, "The verdict.", examples.replays(), *RATES)
    return {
        "/v1/replays": {
            "post": {
                "operationId": "replay",
                "tags": ["replays"],
                "summary": "Replay a log and judge it",
                "description": "An illegal move is a result, not an error: the answer is 200 and says why.",
                "requestBody": json_body(ReplayRequestSchema, examples.replays()),
                "responses": {"200": verdict, **problems(*_JUDGED, *LIMITED)},
            }
        },
        "/v1/replays/batch": {
            "post": _stream("replayBatch", "replays", "Replay a log per line", examples.replay_streams())
        },
    }


def _stream(name: str, tag: str, summary: str, found: Iterable[Example], *more: str) -> Json:
    """A request per line in, an answer per line out."""
    answered = "On each line a `Line` as JSON, and on the last a `StreamSummary`."
    asked = "ReplayRequest" if tag == "replays" else "ClaimRequest"
    return {
        "operationId": name,
        "tags": [tag],
        "summary": summary,
        "description": "Streams both ways, order kept. A body of known length is received before the first "
        "answer is sent; a client that sends chunks must read while it sends. The body may be packed by gzip "
        "(`Content-Encoding: gzip`), and its limit is that of what it unpacks to. Blank lines are skipped. A "
        "line that is no such request is answered by a problem, and the rest is still judged. If a limit is "
        "reached or the upload breaks off, the status says so, or, once answers have been sent, a last line "
        "that is a problem. **Only an answer that ends in a `StreamSummary` is whole.**",
        "requestBody": {
            "required": True,
            "content": {
                **lines(f"A `{asked}` as JSON on each line.", found, "request"),
                BYTES: binary("The same, for clients that know no lines of JSON."),
            },
        },
        "responses": {
            "200": {
                "description": "The answers.",
                "headers": headers(*RATES),
                "content": lines(answered, found, "answer"),
            },
            **problems("BrokenOff", "NoRoom", *more, *_READ, *LIMITED),
        },
    }


def _claims() -> Paths:
    answer = json_answer(ClaimAnswerSchema, "Whether the claim holds.", examples.claims(), *RATES)
    keys = {"schema": KeySetSchema, "examples": shown(examples.keys(), "answer")}
    return {
        "/v1/claims": {
            "post": {
                "operationId": "claim",
                "tags": ["claims"],
                "summary": "Check a claimed result and sign a receipt for it",
                "description": "A refuted claim is a result, not an error: the answer is 200 and says why. "
                "The receipt of a confirmed one can be checked offline against `/.well-known/jwks.json`.",
                "requestBody": json_body(ClaimRequestSchema, examples.claims()),
                "responses": {"200": answer, **problems("Unauthorized", *_JUDGED, *LIMITED)},
            }
        },
        "/v1/claims/batch": {
            "post": _stream(
                "claimBatch", "claims", "Check a claim per line", examples.claim_streams(), "Unauthorized"
            )
        },
        "/.well-known/jwks.json": {
            "get": {
                "operationId": "getKeys",
                "tags": ["claims"],
                "summary": "The public keys of receipts",
                "description": "Those no longer in use are kept, so that old receipts stay genuine.",
                "responses": {
                    "200": {
                        "description": "The key set; empty if this service signs no receipts.",
                        "headers": headers("Cache-Control"),
                        "content": {"application/jwk-set+json": keys, "application/json": keys},
                    },
                    **problems(*ANY),
                },
            }
        },
    }


def _prospects() -> Paths:
    answer = json_answer(ProspectAnswerSchema, "What is proved.", examples.prospects(), *RATES)
    return {
        "/v1/prospects": {
            "post": {
                "operationId": "askProspect",
                "tags": ["prospects"],
                "summary": "Prove whether a game can still be won, and where it was thrown away",
                "description": "Of the position that the log reaches, with all cards known. What proofs "
                "leave open is searched within the `budget`, which is counted in positions, so that the same "
                "question has the same answer everywhere. With `turning_point`, half of the budget is for "
                "the last position, and what is then left for a bisection along the log. Few searches run "
                "at once; one whose client goes away ends.",
                "requestBody": json_body(ProspectRequestSchema, examples.prospects()),
                "responses": {
                    "200": answer,
                    **problems("SearchUnavailable", "SearchBusy", *_JUDGED, *LIMITED),
                },
            }
        },
    }


def _imports() -> Paths:
    answer = json_answer(ImportSchema, "The game that was saved.", examples.imports(), *RATES)
    return {
        "/v1/imports": {
            "post": {
                "operationId": "importSave",
                "tags": ["replays"],
                "summary": "Turn another program's saved game into a replay request",
                "description": "Reads what PySolFC saves (`*.pso`) of the games whose dialects are variants "
                "here. Nothing in the file is ever run. The moves must lead to the piles that were saved "
                "with them; what had been undone is left out. No player's name is ever answered.",
                "requestBody": {
                    "required": True,
                    "content": {BYTES: binary("The file.")},
                },
                "responses": {"200": answer, **problems("BrokenOff", "NoSave", *_READ, *LIMITED)},
            }
        },
    }


def submissions() -> Paths:
    """Each path with its operations."""
    return {**_replays(), **_claims(), **_prospects(), **_imports()}
