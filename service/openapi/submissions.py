"""The operations that games are sent to."""

from collections.abc import Iterable
from typing import Final

from patience.formats.autoplay import AUTOPLAY, Autoplay
from schemas.claim import ClaimAnswerSchema, ClaimRequestSchema, KeySetSchema
from schemas.contest import ContestAnswerSchema, ContestSchema
from schemas.deal import NUMBERS, DealSchema
from schemas.export_answer import EXPORTS, ExportSchema
from schemas.import_request import IMPORTS, ImportSchema
from schemas.player_results import ForesightAnswerSchema, ForesightRequestSchema
from schemas.prospect_requests import ProspectAnswerSchema, ProspectRequestSchema
from schemas.replay_request import DealRequestSchema, ReplayRequestSchema
from schemas.stream import BYTES
from schemas.ticket import DrawSecretSchema, TicketAnswerSchema, TicketRequestSchema
from schemas.verdicts import VerdictSchema
from service.openapi import examples
from service.openapi.bodies import (
    ANY,
    LIMITED,
    RATES,
    UNCHANGED,
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
"""Problems while reading a body."""

_JUDGED: Final = ("NotJson", "VersionNotServed", "InvalidRequest", "Busy", *_READ)
"""Problems of a request to judge."""


def _replays() -> Paths:
    verdict = json_answer(VerdictSchema, "The verdict.", examples.replays(), "Content-Language", *RATES)
    return {
        "/v1/replays": {
            "post": {
                "operationId": "replay",
                "tags": ["replays"],
                "summary": "Replay a log and judge it",
                "description": "An illegal move is a result, not an error: the status is 200 and the "
                "response says why.",
                "parameters": ["Lang"],
                "requestBody": json_body(ReplayRequestSchema, examples.replays()),
                "responses": {"200": verdict, **problems(*_JUDGED, *LIMITED)},
            }
        },
        "/v1/replays/batch": {
            "post": _stream("replayBatch", "replays", "Replay one log per line", examples.replay_streams())
        },
    }


def _stream(name: str, tag: str, summary: str, stream_examples: Iterable[Example], *more: str) -> Json:
    """Describe an operation with one request per line and one answer per line."""
    answers = "A `Line` as JSON on each line, and a `StreamSummary` on the last."
    request = "ReplayRequest" if tag == "replays" else "ClaimRequest"
    return {
        "operationId": name,
        "tags": [tag],
        "summary": summary,
        "description": "Streams in both directions and keeps the order. A body of known length is received "
        "before the response begins. A client that sends chunks must read while it sends. The body may "
        "be compressed (`Content-Encoding: gzip`); the limit applies to the decompressed body too. It may "
        "have several gzip members; many of fewer than 48 bytes are refused at once. Blank lines are "
        "skipped. A line that is not a valid request gets a problem, and the other lines are still "
        "judged. If a limit is exceeded or the upload is incomplete, the status is that of the problem. Once "
        "answers have been sent, the last line is the problem instead. **Only a response that ends in a "
        "`StreamSummary` is complete.**",
        "requestBody": {
            "required": True,
            "content": {
                **lines(f"A `{request}` as JSON on each line.", stream_examples, "request"),
                BYTES: binary("The same, for clients that cannot send lines of JSON."),
            },
        },
        "responses": {
            "200": {
                "description": "The answers.",
                "headers": headers(*RATES),
                "content": lines(answers, stream_examples, "answer"),
            },
            **problems("BrokenOff", "InvalidQuery", "NoRoom", *more, *_READ, *LIMITED),
        },
    }


_DATE: Final = {
    "name": "date",
    "in": "path",
    "required": True,
    "description": "A date (UTC), at most 30 days before or after today.",
    "schema": {"type": "string", "format": "date"},
    "example": "2026-11-21",
}


def _claims() -> Paths:
    answer = json_answer(ClaimAnswerSchema, "Whether the claim holds.", examples.claims(), *RATES)
    return {
        "/v1/claims": {
            "post": {
                "operationId": "claim",
                "tags": ["claims"],
                "summary": "Check a claimed result and sign a receipt",
                "description": "A refuted claim is a result, not an error: the status is 200 and the "
                "response says why. The receipt of a confirmed claim can be verified offline against "
                "`/.well-known/jwks.json`. A claim on a deal that may be a daily one needs a search if the "
                "deal of that day has not been chosen yet.",
                "requestBody": json_body(ClaimRequestSchema, examples.claims()),
                "responses": {
                    "200": answer,
                    **problems("Unauthorized", "SearchUnavailable", *_JUDGED, *LIMITED, "ClaimsBusy"),
                },
            }
        },
        "/v1/claims/batch": {
            "post": _stream(
                "claimBatch", "claims", "Check one claim per line", examples.claim_streams(), "Unauthorized"
            )
        },
    }


def _players() -> Paths:
    """Describe what is asked about several games: of a contest, or of a player."""
    return {
        "/v1/contests": {
            "post": {
                "operationId": "checkContest",
                "tags": ["claims"],
                "summary": "Check all logs of a contest and rank the players",
                "description": "Replays every log on the deal that was committed before, computes every "
                "score, and ranks the players. An entry that does not count is a result, not an error: "
                "`refused` says why. One receipt is signed for the whole. `referee contest verify` does the "
                "same without a service, for larger contests, too.",
                "requestBody": json_body(ContestSchema, examples.contests()),
                "responses": {
                    "200": json_answer(ContestAnswerSchema, "The ranking.", examples.contests(), *RATES),
                    **problems("Unauthorized", *_JUDGED, *LIMITED),
                },
            }
        },
        "/v1/foresight": {
            "post": {
                "operationId": "weighResults",
                "tags": ["claims"],
                "summary": "Weigh a player's results against a player who does not see hidden cards",
                "description": "Off by default (`REFEREE_FORESIGHT_POSITIONS`). A reference that sees no "
                "hidden card plays each deal that the player won, up to `plays` times or to its third win, "
                "which does not count. The odds are what bettors on the player gain: a win on a deal that "
                "the reference wins *k* times in *m* plays that count pays (*m* + 1) / (*k* + 1), a loss "
                "nothing. The stakes depend on the deal's `prospect`, and are nothing on dead deals. Twenty "
                "games take a minute: set the timeouts of clients and proxies for it. Work "
                "ends when the client disconnects. A game is left out once the budget of the "
                "service might not suffice for its deal. Odds from several requests about different deals "
                "multiply. Where nothing is hidden, such as in FreeCell, the answer cannot tell.",
                "requestBody": json_body(ForesightRequestSchema, examples.foresights()),
                "responses": {
                    "200": json_answer(
                        ForesightAnswerSchema, "What the results prove.", examples.foresights(), *RATES
                    ),
                    **problems("Unauthorized", "NoForesight", *_JUDGED, *LIMITED),
                },
            }
        },
    }


def _tickets() -> Paths:
    return {
        "/v1/tickets": {
            "post": {
                "operationId": "issueTicket",
                "tags": ["claims"],
                "summary": "Issue a ticket for a deal",
                "security": [{"claimsToken": []}],
                "description": "For the server of a site, with its claims token: the deal for a player, and "
                "a signed ticket that says when the player got it. A claim that brings the ticket gets a "
                "receipt with `ticket` and `elapsed_at_most`. The service keeps nothing of a ticket. If it "
                "has the feature `single_use_tickets`, it keeps the `jti` of each used one, and refuses a "
                "second use.",
                "requestBody": json_body(TicketRequestSchema, examples.tickets()),
                "responses": {
                    "200": json_answer(
                        TicketAnswerSchema, "The ticket and its deal.", examples.tickets(), *RATES
                    ),
                    **problems("Unauthorized", "NoSuchDeal", "NoTickets", *_JUDGED, *LIMITED),
                },
            }
        },
        "/v1/tickets/draws/{date}": {
            "get": {
                "operationId": "getDraws",
                "tags": ["claims"],
                "summary": "Get the commitment to the draws of a day",
                "description": "The deals that tickets draw on a day (UTC) follow from a secret of that day. "
                "Its commitment is published 30 days before, and the secret when the day is over.",
                "parameters": [_DATE, "IfNoneMatch"],
                "responses": {
                    "200": json_answer(
                        DrawSecretSchema, "The commitment.", examples.draws(), "ETag", "Cache-Control", *RATES
                    ),
                    "304": UNCHANGED,
                    **problems("DailyNotFound", "InvalidQuery", "NoDailyKey", *LIMITED),
                },
            }
        },
    }


def _keys() -> Paths:
    keys = {"schema": KeySetSchema, "examples": shown(examples.keys(), "answer")}
    return {
        "/.well-known/jwks.json": {
            "get": {
                "operationId": "getKeys",
                "tags": ["claims"],
                "summary": "Get the public keys of receipts",
                "description": "Retired keys stay in the set, so that old receipts can be verified.",
                "responses": {
                    "200": {
                        "description": "The key set; empty if the service signs no receipts.",
                        "headers": headers("Cache-Control"),
                        "content": {"application/jwk-set+json": keys, "application/json": keys},
                    },
                    **problems("InvalidQuery", *ANY),
                },
            }
        },
    }


def _prospects() -> Paths:
    answer = json_answer(ProspectAnswerSchema, "The prospect and its proof.", examples.prospects(), *RATES)
    return {
        "/v1/prospects": {
            "post": {
                "operationId": "askProspect",
                "tags": ["prospects"],
                "summary": "Prove whether a game can still be won, and where it was thrown away",
                "description": "Answers for the position that the log reaches, with all cards known. If "
                "proofs leave the question open, a search continues within the `budget`. The budget is a "
                "number of positions, so that the same request has the same answer everywhere. With "
                "`turning_point`, half of the budget is spent on the last position, and the other half on "
                "finding the move that lost the game. With `moves`, half of the budget is spent on the "
                "positions after each legal move. Only a few searches run at the same time, those of "
                "different clients in turn. A search ends when its client disconnects.",
                "requestBody": json_body(ProspectRequestSchema, examples.prospects()),
                "responses": {
                    "200": answer,
                    **problems("SearchUnavailable", *_JUDGED, *LIMITED),
                },
            }
        },
    }


def _deals() -> Paths:
    example = examples.board_deal()
    answer = json_answer(DealSchema, "The deal.", [example], *RATES)
    return {
        "/v1/deals": {
            "post": {
                "operationId": "dealCards",
                "tags": ["deals"],
                "summary": "Deal a seed, a deck or a board",
                "description": "For deals that an address cannot name: of a deck, of a board, or of declared "
                "rules. And to find the number of a board.",
                "parameters": [
                    {
                        "name": "include",
                        "in": "query",
                        "description": "Include the deal's `numbers`: its seed among Microsoft's million, "
                        "and the numbers of programs that read them as permutations.",
                        "schema": {"type": "string", "enum": [NUMBERS]},
                    }
                ],
                "requestBody": json_body(DealRequestSchema, [example]),
                "responses": {"200": answer, **problems(*_JUDGED, *LIMITED)},
            }
        },
    }


_RULE: Final = {"type": "string", "enum": list(Autoplay)}

_IMPORT: Final = [
    {
        "name": "format",
        "in": "query",
        "description": "The format of the log, `pysolfc` by default. "
        + "; ".join(f"`{name}`: {about}" for name, about in IMPORTS.items())
        + ".",
        "schema": {"type": "string", "pattern": f"^({'|'.join(IMPORTS)})$"},
    },
    {
        "name": "variant",
        "in": "query",
        "description": "The variant of a text, if it is not the usual one of its format.",
        "schema": {"$ref": "#/components/schemas/VariantId"},
    },
    {
        "name": "rules",
        "in": "query",
        "description": "Rule options of that variant, as `name:value`, separated by commas.",
        "schema": {"type": "string"},
    },
    {
        "name": "seed",
        "in": "query",
        "description": "The seed of the deal: only for texts of moves, which do not have the deal in them. A "
        "text that begins with `#617` or `617:` names FreeCell's deal itself.",
        "schema": {"type": "string"},
    },
    {
        "name": "position",
        "in": "query",
        "description": "In place of `seed`: the text of the position in which the game begins, a board in "
        "lines of cards, a deal of Solvitaire (JSON), or a deck of Klondike-Solver (156 digits).",
        "schema": {"type": "string"},
    },
    {
        "name": "autoplay",
        "in": "query",
        "description": "Which cards the program takes to the foundations by itself; a text of moves leaves "
        "these moves out. "
        + "; ".join(f"`{name}`: {about}" for name, about in AUTOPLAY.items())
        + ". Without it, `microsoft`, `raymond`, `none` and `all` are tried for FreeCell's notation: the "
        "first one that wins the game is taken, or else the first that permits every move. The other formats "
        "have every move.",
        "schema": _RULE,
    },
]


def _log(about: str, beginning: str) -> Json:
    return {
        "schema": {"type": "string", "description": about},
        "examples": {"begins": {"summary": "How one begins", "value": beginning}},
    }


def _imports() -> Paths:
    answer = json_answer(ImportSchema, "The saved game.", examples.imports(), "Content-Language", *RATES)
    return {
        "/v1/imports": {
            "post": {
                "operationId": "importSave",
                "tags": ["replays"],
                "summary": "Turn a game of another program into a replay request",
                "description": "Reads games saved by PySolFC (`*.pso`) if the game is a variant here, and by "
                "`format` logs of other programs. Nothing in the file is executed. The moves must lead to "
                "the saved piles; undone moves are left out. The response never has a player's name.",
                "parameters": [*_IMPORT, "Lang"],
                "requestBody": {
                    "required": True,
                    "content": {
                        BYTES: binary("The file."),
                        "text/plain": _log("A log that is text.", "6a 6b 6h"),
                        "text/vnd.patience-game": _log(
                            "A game in patience game notation.", "patience 1\nvariant: klondike\nseed: 1\n"
                        ),
                        "application/xml": _log("A log that is XML.", '<kpat-game game-type="klondike"/>'),
                    },
                },
                "responses": {
                    "200": answer,
                    **problems("BrokenOff", "NotFound", "NoSave", "Busy", *_READ, *LIMITED),
                },
            }
        },
    }


def _exports() -> Paths:
    answer = json_answer(ExportSchema, "The game.", examples.exports(), *RATES)
    return {
        "/v1/exports": {
            "post": {
                "operationId": "exportGame",
                "tags": ["replays"],
                "summary": "Write a game for another program",
                "description": "Takes a replay request whose moves are legal. A saved game of PySolFC needs "
                "a seed. PySolFC and KPatience need rules that one of their games has.",
                "parameters": [
                    {
                        "name": "format",
                        "in": "query",
                        "description": "The format, `freecell` by default. "
                        + "; ".join(f"`{name}`: {about}" for name, about in EXPORTS.items())
                        + ".",
                        "schema": {"type": "string", "pattern": f"^({'|'.join(EXPORTS)})$"},
                    },
                    {
                        "name": "autoplay",
                        "in": "query",
                        "description": "The automatic moves that `freecell`, `shirl-hart` and "
                        "`dbm-fc-solver` leave out, as for `POST /v1/imports`; `none` by default.",
                        "schema": _RULE,
                    },
                ],
                "requestBody": json_body(ReplayRequestSchema, examples.exports()),
                "responses": {"200": answer, **problems(*_JUDGED, *LIMITED)},
            }
        },
    }


def submissions() -> Paths:
    """Return each path with its operations."""
    claims = {**_claims(), **_players(), **_tickets(), **_keys()}
    return {**_replays(), **claims, **_prospects(), **_deals(), **_imports(), **_exports()}
