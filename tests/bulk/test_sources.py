"""Which archives names, patterns and directories lead to."""

import errno
import os
from pathlib import Path

import pytest

from service.bulk.archives import SourceError
from service.bulk.sources import expand
from tests.bulk.archives import GAMES, write_lines


@pytest.fixture
def place(tmp_path, monkeypatch):
    """The working directory, with archives in it."""
    for name in ("b.jsonl", "a.jsonl.gz", "deep/er/c.ndjson.zst", "notes.txt", "out/a-0.jsonl"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        write_lines(tmp_path / name, GAMES[:1])
    monkeypatch.chdir(tmp_path)
    return tmp_path


def names(place, *given):
    archives = expand(given, place / "out", follow_links=True).archives
    return [str(Path(archive.place).relative_to(place)) for archive in archives]


def test_directories_patterns_and_files_each_once_and_without_the_output(place):
    everything = ["a.jsonl.gz", "b.jsonl", "deep/er/c.ndjson.zst"]
    assert names(place, ".") == everything
    assert names(place, str(place)) == everything
    assert names(place, "b.jsonl", "./b.jsonl", "deep/../b.jsonl", ".") == [
        "b.jsonl",
        "a.jsonl.gz",
        everything[2],
    ]
    assert names(place, "**/*.zst", "?.jsonl*") == [everything[2], "a.jsonl.gz", "b.jsonl"]


def test_a_name_with_pattern_characters_is_a_name_first(place):
    write_lines(place / "[b].jsonl", GAMES[:1])
    assert names(place, "[b].jsonl") == ["[b].jsonl"]


def test_a_link_has_the_content_that_its_name_says(place):
    (place / "link.jsonl").symlink_to(place / "notes.txt")
    assert names(place, "link.jsonl") == ["link.jsonl"]


def test_a_file_with_several_names_is_judged_once(place):
    (place / "0-first.jsonl").symlink_to(place / "b.jsonl")
    (place / "0-second.jsonl").hardlink_to(place / "b.jsonl")
    (place / "linked").symlink_to(place / "deep")
    assert names(place, "0-first.jsonl") == ["b.jsonl"]
    assert names(place, "b.jsonl", "0-second.jsonl", "0-first.jsonl") == ["b.jsonl"]
    assert names(place, "linked/er", "deep/er") == ["deep/er/c.ndjson.zst"]
    assert len(names(place, ".")) == 3


@pytest.mark.parametrize("link", ["0.parquet", "z.parquet"])
def test_a_link_of_another_ending_does_not_replace_the_file(place, link):
    (place / link).symlink_to(place / "b.jsonl")
    assert sorted(names(place, ".")) == ["a.jsonl.gz", "b.jsonl", "deep/er/c.ndjson.zst"]


@pytest.mark.parametrize("scheme", ["file", "local", "FILE"])
def test_the_url_of_a_local_file_is_its_path(place, scheme):
    urls = [f"{scheme}://{place}/b.jsonl", f"{scheme}://{place}/deep/../b.jsonl"]
    assert names(place, "b.jsonl", *urls) == names(place, *urls) == ["b.jsonl"]
    assert names(place, f"{scheme}://{place}/") == names(place, f"{scheme}://{place}") == names(place, ".")
    assert names(place, f"{scheme}://{place}/*.jsonl") == ["b.jsonl"]


@pytest.fixture
def linked(tmp_path_factory, place):
    """Links in the directory: to another directory with an archive, and to the directory itself."""
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    write_lines(elsewhere / "d.jsonl", GAMES[:1])
    (place / "deep" / "far").symlink_to(elsewhere)
    for name in ("round", "again"):
        (place / "deep" / name).symlink_to(place)
    return elsewhere / "d.jsonl"


@pytest.mark.parametrize("given", [".", "**", "**/*", "*/**", "deep", "deep/**/*.*"])
def test_directories_behind_links_are_searched_once(place, linked, given):
    here = [str(place / name) for name in ("a.jsonl.gz", "b.jsonl", "deep/er/c.ndjson.zst")]
    places = [archive.place for archive in expand([given], place / "out", follow_links=True).archives]
    assert sorted(places) == sorted([*here, str(linked)])


def test_a_directory_that_a_pattern_matches_is_searched_too(place):
    assert names(place, "d*") == names(place, "*/er") == names(place, "deep") == ["deep/er/c.ndjson.zst"]
    assert names(place, "*") == names(place, ".")


def test_a_pattern_matches_no_hidden_files(place):
    (place / ".hidden").mkdir()
    write_lines(place / ".hidden" / "h.jsonl", GAMES[:1])
    assert names(place, "**/*.*") == names(place, "*")
    assert names(place, "**/.h*") == [".hidden/h.jsonl"]
    assert names(place, ".") == [".hidden/h.jsonl", *names(place, "*")]


@pytest.mark.parametrize("given", [".", "b.jsonl", "*.jsonl", "deep"])
def test_archives_in_the_output_directory_are_refused(place, given):
    message = r"^Every archive in .* is in the output directory, which is excluded\.$"
    with pytest.raises(SourceError, match=message):
        expand([given], place)


def test_a_directory_that_cannot_be_read_is_an_error(place, monkeypatch):
    def refuse(path, scan=os.scandir):
        if Path(path).name == "er":
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return scan(path)

    monkeypatch.setattr(os, "scandir", refuse)
    with pytest.raises(PermissionError, match="er"):
        names(place, ".")


@pytest.mark.parametrize("given", ["*.json", "notes.txt", "empty"])
def test_a_name_without_archives_is_an_error(place, given):
    (place / "empty").mkdir()
    with pytest.raises(SourceError, match=f"{given.replace('*', '.')}.* Expected .*parquet"):
        names(place, given)


def test_a_pipe_is_not_an_archive(place):
    os.mkfifo(place / "p.jsonl")
    assert "p.jsonl" not in names(place, ".", "*.jsonl")
    with pytest.raises(
        SourceError, match=r"^p\.jsonl is not an archive\. Expected a regular file whose name"
    ):
        names(place, "p.jsonl")


def test_a_missing_file_is_named(place):
    with pytest.raises(SourceError, match=r"^There is no file or directory nothing\.jsonl\.$"):
        names(place, "nothing.jsonl")


def test_links_in_a_loop_lead_to_no_file(place):
    (place / "loop.jsonl").symlink_to("loop.jsonl")
    with pytest.raises(SourceError, match=r"^There is no file or directory loop\.jsonl\.$"):
        names(place, "loop.jsonl")
    assert "loop.jsonl" not in names(place, ".")
    assert expand(["."], place / "loop.jsonl") == expand(["."], place / "elsewhere")


@pytest.mark.parametrize("given", [".", "**", "**/*", "*/**", "deep", "deep/**/*.*", "*/*/d.jsonl"])
def test_links_out_of_the_directory_are_refused(place, linked, given):
    """An archive that someone else packed could otherwise name any file of this machine."""
    with pytest.raises(SourceError, match=r"behind a link that leads out of .* pass --follow-links\.$"):
        expand([given], place / "out")


@pytest.mark.parametrize("given", [".", "*", "*.jsonl", "deep/../*.jsonl"])
def test_a_link_to_a_file_elsewhere_is_refused(place, given, tmp_path_factory):
    elsewhere = write_lines(tmp_path_factory.mktemp("elsewhere") / "d.jsonl", GAMES[:1])
    (place / "link.jsonl").symlink_to(elsewhere)
    with pytest.raises(SourceError, match=r"^(.*/)?link\.jsonl is behind a link that leads out of"):
        expand([given], place / "out")
    (archive,) = expand(["link.jsonl"], place / "out").archives
    assert archive.place == str(elsewhere)


def test_links_within_the_directory_and_to_it_are_followed(place, tmp_path_factory):
    (place / "deep" / "here").symlink_to(place / "deep" / "er")
    (place / "again.jsonl").symlink_to(place / "b.jsonl")
    assert len(expand(["."], place / "out").archives) == 3
    door = tmp_path_factory.mktemp("elsewhere") / "door"
    door.symlink_to(place)
    assert len(expand([str(door)], place / "out").archives) == 3
    assert len(expand([f"{door}/**"], place / "out").archives) == 3
