"""Names of shards: those of archives, as far as a file system allows."""

import os

import pytest

from tests.bulk.archives import GAMES, answers, judge, shards, write_lines

CARD = "\U0001f0a1"


@pytest.mark.parametrize(
    ("stem", "cut"),
    [
        (b"games", "games"),
        (b"g" * 200, "g" * 60),
        (os.fsencode(CARD * 60), CARD * 15),
        (os.fsencode("g" + CARD * 60), "g" + CARD * 14),
        (b"\xff" * 200, "\udcff" * 60),
        (b"g" * 59 + b"\xff" + os.fsencode(CARD), "g" * 59 + "\udcff"),
    ],
    ids=["short", "long", "characters of four bytes", "and one more", "no UTF-8", "no UTF-8 at the end"],
)
def test_an_archive_of_any_name_has_its_shard(tmp_path, stem, cut):
    archive = write_lines(tmp_path / f"{os.fsdecode(stem)}.jsonl", GAMES[:2])
    judge(tmp_path / "out", archive)
    (shard,) = shards(tmp_path / "out")
    assert shard.name.rsplit("-", 2)[0] == cut
    assert len(answers(tmp_path / "out")) == 2
