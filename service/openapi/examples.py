"""The examples of the description: requests, and the answers that the referee computes for them."""

import json
from collections.abc import Callable, Iterable
from datetime import date as Date  # noqa: N812 - a type
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import orjson
from joserfc.jwk import OKPKey

from patience.compilation.compiled_rules import tables_for
from patience.formats.dialects import board_of_seed
from patience.games import VARIANTS
from patience.play.dealing import Deal, deal_board, deal_position, deal_seed
from patience.play.position_text import write_position
from patience.search.daily_deals import Choice, Status, candidates, secret_of
from patience.search.difficulty import Difficulty, Grade
from schemas.contest import commitment_of, load_contest
from schemas.daily_deal import daily_json
from schemas.deal import HIDE, deal_json
from schemas.export_answer import export_json
from schemas.import_request import import_json, request_json
from schemas.limits import MOST_MOVES
from schemas.position_answer import position_json
from schemas.replay_request import INCLUDES, load_deal_request, load_replay_request
from schemas.service_index import service_json
from schemas.ticket import Choose, draw_json, draw_secret_json, ticket_json
from schemas.variant_description import variant_json, variants_json
from service.config import Settings
from service.judging.exports import exported
from service.judging.judge import answered, enveloped, examine, judge
from service.judging.judgements import CLAIM_RESULTS, REPLAY_RESULTS, Judged, Result
from service.judging.loaded_requests import judge_claim, judge_log
from service.receipts.contest_check import TYPE as CONTEST_TYPE
from service.receipts.contest_check import check_contest, play, receipt_members
from service.receipts.keys import by_name, jwk_set
from service.receipts.receipts import signer
from service.receipts.signed_texts import sign_text
from service.receipts.ticket_desk import TYPE, draw, ticket_members
from service.saves.save_import import import_save

Json = dict[str, Any]

REQUEST_ID: Final = "5f0c8c1e8f4d4f0e9d563f6d3b0f2f11"
TIME: Final = 1_795_219_200
"""The time of signing of the example's receipt."""

ISSUER: Final = "https://referee.example"

KEY: Final = OKPKey.import_key(
    {
        "kty": "OKP",
        "crv": "Ed25519",
        "d": "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A",
        "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
    }
)
"""The key of RFC 8037, appendix A: public, so that it cannot be mistaken for a real one."""

GOLDEN_GAME: Final = Path(__file__).parent.parent / "api" / "golden_game.json"

SAVED_GAME: Final = Path(__file__).with_name("saved_game.pso")
"""A game of PySolFC's Double Russian with three moves, after a fourth was undone."""

VARIANT: Final = "double-russian"
SEED: Final = "20261121"
MOVES: Final = ["T7-T8x6", "T9-T4x2", "T4-T9x4"]

STORED: Final = Path(__file__).with_name("prospects.json")
"""Examples whose answers need a search or a table, stored so that every build has the same description."""

TRUNCATED: Final = '{"variant": "double-russian", "seed": "1"'


class Example(NamedTuple):
    """A request and its answer: JSON values, or text for the lines of a batch."""

    name: str
    summary: str
    request: Any
    answer: Any


def _illegal() -> Json:
    return {"variant": VARIANT, "seed": SEED, "moves": MOVES, "include": []}


def _won() -> Json:
    golden: Json = json.loads(GOLDEN_GAME.read_bytes())
    return {**golden, "include": []}


def _dead() -> Json:
    request = next(example.request for example in prospects() if example.name == "thrown_away")
    return {**{name: request[name] for name in ("variant", "seed", "moves")}, "include": []}


def _replays() -> Iterable[tuple[str, str, Json]]:
    log = {"variant": VARIANT, "seed": SEED, "moves": MOVES[:2]}
    yield "illegal_move", "An illegal move: the answer says where and why", _illegal()
    yield "won", "A won game", _won()
    yield (
        "divergence",
        "A checkpoint that differs: two engines disagree",
        {**log, "include": [], "checkpoints": [{"after": 1, "piles": {"T7": [], "T1": ["??"] * 5}}]},
    )
    yield (
        "dead",
        "A game that can no longer be won: the proof names a card that can never be freed",
        {**_dead(), "include": ["prospect"]},
    )
    yield (
        "everything",
        "Everything included: the position, its legal moves, what each move did, a link, the prospect",
        {
            **log,
            "rules": {"groups": "any"},
            "include": list(INCLUDES),
            "times": [1800, 4350],
            "ref": "game-4711",
        },
    )


@cache
def replays() -> list[Example]:
    """Return logs and their verdicts."""
    return [Example(*example, _verdict(example[2])) for example in _replays()]


def _verdict(request: Json) -> Json:
    answer: Json = json.loads(judge(json.dumps(request).encode()).answer)
    return answer


@cache
def claims() -> list[Example]:
    """Return claims and the answers of a service with the key of RFC 8037."""
    won = {**_won(), "claim": {"outcome": "won"}, "subject": "player 7", "audience": "https://board.example"}
    refuted = {**_illegal(), "claim": {"outcome": "won", "moves_played": 3}}
    dead = {**_dead(), "claim": {"prospect": "dead"}, "audience": "https://board.example"}
    requests = (
        ("confirmed", "A claim that holds, with its receipt", won),
        ("refuted", "A claim that does not hold: the log has an illegal move", refuted),
        ("dead", "A claim that the game can no longer be won", dead),
    )
    return [Example(*example, _claim_answer(example[2])) for example in requests]


def _judge_claim(request: bytes) -> Judged:
    return judge_claim(request, signer(KEY, ISSUER, clock=lambda: TIME))


def _claim_answer(request: Json) -> Json:
    answer: Json = json.loads(_judge_claim(json.dumps(request).encode()).answer)
    return answer


@cache
def replay_streams() -> list[Example]:
    """Return a stream of three lines, one of which is not a game log."""
    lines = [json.dumps({**_illegal(), "ref": "game-4711"}), TRUNCATED, json.dumps(_won())]
    return [_stream("Three lines, of which the second is not JSON", lines, judge, REPLAY_RESULTS)]


@cache
def claim_streams() -> list[Example]:
    """Return a stream of three lines, one of which is not a claim."""
    requests = {example.name: json.dumps(example.request) for example in claims()}
    lines = [requests["confirmed"], TRUNCATED, requests["refuted"]]
    return [_stream("Three lines, of which the second is not JSON", lines, _judge_claim, CLAIM_RESULTS)]


def _stream(
    about: str, lines: list[str], judge_request: Callable[[bytes], Judged], results: tuple[Result, ...]
) -> Example:
    marks = {"request_id": REQUEST_ID}
    judged = [answered(judge_request, line.encode(), marks) for line in lines]
    answers = [enveloped(b'{"line":%d' % number, one).decode() for number, one in enumerate(judged, start=1)]
    counts = {result.value: sum(one.result is result for one in judged) for result in results}
    summary = json.dumps({"summary": {"lines": len(lines), **counts}}, separators=(",", ":"))
    return Example("a_bad_line", about, _lines(lines), _lines([*answers, summary]))


def _lines(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


@cache
def prospects() -> list[Example]:
    """Return games and their prospects."""
    return [Example(**example) for example in json.loads(STORED.read_bytes())["prospects"]]


@cache
def winnable_deals() -> list[Example]:
    """Return a page of a table."""
    return [Example(**example) for example in json.loads(STORED.read_bytes())["winnable_deals"]]


@cache
def imports() -> list[Example]:
    """Return a saved game and its import."""
    imported = import_save(SAVED_GAME.read_bytes())
    judged, _ = judge_log(load_replay_request(request_json(imported)))
    answer = json.loads(orjson.dumps(import_json(imported, judged.answer)))
    return [Example("pysolfc", "A saved game of PySolFC, with an undone move", None, answer)]


@cache
def exports() -> list[Example]:
    """Return a game of FreeCell in standard notation."""
    request = {"variant": "freecell", "seed": "1", "moves": ["T6-R1", "T6-R2", "T6-F"]}
    answer = export_json("freecell", exported(json.dumps(request).encode(), "freecell"))
    return [Example("freecell", "The first moves of a game of FreeCell", request, answer)]


@cache
def deals() -> list[Example]:
    """Return a deal, complete and as a player sees it."""
    deal = deal_seed(tables_for(VARIANT), SEED)
    return [
        Example("open", "Every card shown", {}, deal_json(deal)),
        Example("hidden", "With `hide=face_down`", {"hide": HIDE}, deal_json(deal, hidden=True)),
    ]


@cache
def board_deal() -> Example:
    """Return the deal of a board."""
    board = "T1=KC;T2=(KD)KH;F1=AC2C3C4C5C6C7C8C9CTCJCQC;F2=AS2S3S4S5S6S7S8S9STSJSQSKS;"
    board += "F3=AH2H3H4H5H6H7H8H9HTHJHQH;F4=AD2D3D4D5D6D7D8D9DTDJDQD"
    request = {"variant": "klondike", "board": board}
    answer = json.loads(orjson.dumps(deal_json(load_deal_request(request))))
    return Example("board", "A Klondike of which three cards are left", request, answer)


@cache
def positions() -> list[Example]:
    """Return the position that a log reaches, by its text."""
    position = examine(json.dumps({**_illegal(), "moves": MOVES[:2]}).encode()).position
    answer = json.loads(orjson.dumps(position_json(deal_position(write_position(position)))))
    return [Example("played", "A position after two moves", {}, answer)]


@cache
def foreign_deal() -> Example:
    """Return the deal of a seed of another program."""
    deal = deal_board(
        tables_for("klondike", {"draw": "three"}), board_of_seed("klondike-solver", "klondike", 17)
    )
    answer = json.loads(orjson.dumps(position_json(deal)))
    return Example("klondike_solver", "Game 17 of Klondike-Solver", {}, answer)


@cache
def daily() -> list[Example]:
    """Return a daily deal whose day is over, and the commitment to one that is to come."""
    date = Date(2026, 11, 23)
    secret = secret_of(bytes(32), VARIANT, date)
    choice = Choice(0, next(candidates(secret)), Difficulty(Grade.EASY, 700))
    deal = deal_seed(tables_for(VARIANT), choice.seed)
    past = daily_json(deal.tables, date, secret, Status.PAST, choice, deal)
    coming = daily_json(deal.tables, date, secret, Status.COMING)
    return [
        Example("past", "A day that is over", {}, past),
        Example("coming", "A day that has not begun", {}, coming),
    ]


@cache
def tickets() -> list[Example]:
    """Return requests for tickets and the answers of a service with the key of RFC 8037."""
    asked = {"variant": VARIANT, "not_after": TIME + 3600, "subject": "player 7"}
    deal = deal_seed(tables_for(VARIANT), SEED)
    drawn = deal_seed(tables_for(VARIANT), draw(deal.tables, Choose.ANY, "round 1", bytes(32)) or "")
    about = draw_json(Date(2026, 11, 21), Choose.ANY, "round 1", bytes(32))
    return [
        Example("seed", "A deal that the site chose", {**asked, "seed": SEED}, _ticket(deal, {})),
        Example(
            "drawn",
            "A deal that is not known before",
            {**asked, "choose": "any", "nonce": "round 1"},
            _ticket(drawn, {"draw": about}),
        ),
    ]


def _ticket(deal: Deal, drawn: Json) -> Json:
    payload = {
        "iss": ISSUER,
        "aud": "https://board.example",
        "sub": "player 7",
        **ticket_members(deal, TIME, TIME + 3600),
        "jti": REQUEST_ID,
        **drawn,
    }
    answer: Json = ticket_json(sign_text(payload, KEY, TYPE), payload, deal)
    return answer


@cache
def draws() -> list[Example]:
    """Return the secret of a day that is over, and the commitment to one that is to come."""
    date = Date(2026, 11, 21)
    return [
        Example("past", "A day that is over", {}, draw_secret_json(date, bytes(32), Status.PAST)),
        Example("coming", "A day that has not begun", {}, draw_secret_json(date, bytes(32), Status.COMING)),
    ]


@cache
def foresights() -> list[Example]:
    """Return games that prove nothing, and those of a player who wins where the reference seldom does."""
    return [Example(**example) for example in json.loads(STORED.read_bytes())["foresights"]]


@cache
def contests() -> list[Example]:
    """Return a contest of two players, and the answer of a service with the key of RFC 8037."""
    deal = {"variant": VARIANT, "rules_version": VARIANTS[VARIANT].rules_version, "seed": SEED}
    contest: Json = {
        "contest_version": "1",
        "name": "A duel",
        "salt": "00112233445566778899aabbccddeeff",
        "ranking": ["wins", "moves"],
        "deals": [deal],
    }
    contest |= {
        "commitment": commitment_of(contest),
        "players": ["player 7", "player 8"],
        "entries": [
            {"player": "player 7", "deal": 0, "moves": MOVES[:2]},
            {"player": "player 8", "deal": 0, "moves": MOVES},
        ],
    }
    loaded = load_contest(contest, MOST_MOVES)
    answer = check_contest(loaded, lambda tasks: map(play, tasks), by_name([KEY]))
    about = {"iss": ISSUER, "iat": TIME, "aud": "https://board.example"}
    receipt = sign_text({**about, **receipt_members(loaded, answer)}, KEY, CONTEST_TYPE)
    return [Example("duel", "A duel, with one illegal log", contest, {**answer, "receipt": receipt})]


@cache
def service() -> list[Example]:
    """Return the description of a service that signs receipts."""
    settings = Settings(key_file="key.json", issuer=ISSUER)
    limits = settings.limits(search=True)
    answer = service_json(settings.missing_features, limits, settings.issuer, by_name([KEY]), "kernel")
    return [Example("signs", "A service that signs receipts", {}, answer)]


@cache
def variants() -> list[Example]:
    """Return the beginning of the list of variants."""
    return [
        Example("first", "The first variant of the list", {}, {"variants": variants_json()["variants"][:1]})
    ]


@cache
def variant() -> list[Example]:
    """Return the description of one variant."""
    return [Example(VARIANT, VARIANTS[VARIANT].title, {}, variant_json(VARIANTS[VARIANT]))]


@cache
def keys() -> list[Example]:
    """Return the key sets of a service that signs and of one that does not."""
    return [
        Example("one_key", "A service that signs receipts", {}, jwk_set(by_name([KEY]))),
        Example("no_key", "A service without a key", {}, {"keys": []}),
    ]
