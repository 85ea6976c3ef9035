"""Patience game notation: what is read, what is refused, and that every game comes back."""

import json
from contextlib import suppress
from hashlib import sha256

import pytest

from patience.formats.game_notation import GameRecord, canonical_record, read_record, record_of, write_record
from patience.formats.position_logs import ForeignLogError
from patience.formats.work import Work
from patience.play.game_ids import ids_of
from patience.play.replay import replay
from schemas.replay_request import load_replay_request
from tests.conftest import FIXTURES, read_games, some_of_each_family
from tests.steps import steps

CASES = json.loads((FIXTURES / "game_notation.json").read_text("utf-8"))
"""What the readers in Python and in JavaScript read alike: texts as they are written, others, refusals."""


def record_in(case):
    comments = [tuple(comment) for comment in case["comments"]]
    return GameRecord(case["request"], case["remarks"], comments)


@pytest.mark.parametrize("case", [*CASES["written"], *CASES["read"]])
def test_what_is_read(case):
    assert read_record(case["text"]) == record_in(case)


@pytest.mark.parametrize("case", CASES["written"])
def test_what_is_written(case):
    assert write_record(record_in(case)) == case["text"]


@pytest.mark.parametrize("case", CASES["refused"])
def test_lines_that_are_not_understood_are_refused(case):
    with pytest.raises(ForeignLogError) as caught:
        read_record(case["text"])
    assert [part for part in case["said"] if part not in str(caught.value)] == []


def test_a_misspelt_header_is_explained():
    with pytest.raises(ForeignLogError) as caught:
        read_record("patience 1\nvarient: klondike")
    assert str(caught.value) == "Line 2: unknown header 'varient'. Did you mean variant?"


def test_bytes_are_read_whatever_their_line_ends():
    text = CASES["written"][0]["text"]
    marked = b"\xef\xbb\xbf" + text.replace("\n", "  \r\n").encode()
    assert record_of(marked) == read_record(text)


@pytest.mark.parametrize(
    ("record", "said"),
    [
        (GameRecord({"moves": [], "claim": {}}), "does not have the member 'claim'"),
        (GameRecord({"moves": [], "ref": "a\nb"}), "ref has a line break"),
        (GameRecord({"moves": []}, {"player": "a\rb"}), "player has a line break"),
    ],
)
def test_what_the_notation_cannot_say_is_not_written(record, said):
    with pytest.raises(ForeignLogError) as caught:
        write_record(record)
    assert said in str(caught.value)


@pytest.mark.parametrize("piece", ["draw ", "# a\n", "x-%d: a\n", "draw @1 ", "[W=] ", '"', "[", "draw\n"])
def test_a_record_of_twice_the_size_takes_twice_the_steps(piece):
    def read(size, work):
        pieces = (piece % number if "%" in piece else piece for number in range(size // len(piece)))
        text = f"patience 1\n{''.join(pieces)}"
        with suppress(ForeignLogError):
            read_record(text, work)

    small, large = Work(), Work()
    read(500, Work())
    lines, more = steps(lambda: read(4000, small)), steps(lambda: read(8000, large))
    assert more <= 2.2 * lines + 2000
    assert more - lines <= 4000 * max(large.steps - small.steps, 1)


@some_of_each_family
def test_the_games_of_many_variants_come_back(variants):
    for variant in variants:
        requests = [
            game["request"] for game in read_games(f"games/{variant}.jsonl.gz") if game["kind"] == "game"
        ]
        assert requests
        for request in requests:
            said = {name: value for name, value in request.items() if name != "include" and value != {}}
            assert read_record(write_record(GameRecord(request))).request == said
        check_canonical(max(requests, key=lambda request: len(request["moves"])))


def check_canonical(request):
    """Check that the canonical form gives the same game, and has what its `game_id` is the digest of."""
    verdict = replay(load_replay_request(request).log)
    canonical = canonical_record(verdict)
    again = replay(load_replay_request(read_record(canonical).request).log)
    assert canonical_record(again) == canonical
    assert ids_of(again).game == ids_of(verdict).game
    if not verdict.log.deal.tables.shuffles:
        assert digest_of(canonical) == ids_of(verdict).game


def digest_of(canonical: str) -> str:
    """Compute a `game_id` as docs/reference/game-notation.md says."""
    head, _, moves = canonical.partition("\n\n")
    values = [line.partition(":")[2].strip() for line in head.splitlines()[1:]]
    text = "\n".join([*values, moves.strip()])
    return f"sha256:{sha256(text.encode()).hexdigest()}"
