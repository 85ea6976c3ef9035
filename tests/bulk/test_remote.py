"""Archives by URL: an object store and a web server on this machine."""

import asyncio
import json
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import fsspec
import pytest
from aiohttp import web

from service.bulk.archives import Archive, SourceError, file_name
from service.bulk.line_worker import judge_shard
from service.bulk.partitions import plan
from service.bulk.sources import expand
from tests.bulk.archives import GAMES, answers, judge, missing, write_lines, write_rows
from tests.bulk.commands import verify

LINES = [*GAMES[:20], b"no game", *GAMES[20:30]]
SUFFIXES = (".jsonl", ".jsonl.gz", ".jsonl.zst", ".parquet")


@pytest.fixture(scope="module")
def local(tmp_path_factory):
    """A directory of archives with the same content."""
    directory = tmp_path_factory.mktemp("games")
    for suffix in SUFFIXES[:-1]:
        write_lines(directory / f"games{suffix}", LINES)
    write_rows(directory / "games.parquet", [{"json": line} for line in LINES], row_group_size=7)
    (directory / "notes.txt").write_text("no archive")
    (directory / "deep").mkdir()
    write_lines(directory / "deep" / "few.jsonl", LINES[:3])
    return directory


@contextmanager
def served(application: web.Application):
    """Provide the address of a server in a thread of its own."""
    loop = asyncio.new_event_loop()
    runner = web.AppRunner(application)
    loop.run_until_complete(runner.setup())
    loop.run_until_complete(web.TCPSite(runner, "127.0.0.1", 0).start())
    thread = Thread(target=loop.run_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        asyncio.run_coroutine_threadsafe(runner.cleanup(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


@pytest.fixture
def web_server(local):
    """The address of a web server with the archives."""
    application = web.Application()
    application.router.add_static("/games", local, show_index=True)
    with served(application) as address:
        yield f"{address}/games"


@pytest.fixture(scope="module")
def store(local):
    """The address of the archives in an object store, configured through the environment."""
    # Imported here, since every worker of the tests collects this file and few need the store.
    from moto.server import ThreadedMotoServer  # noqa: PLC0415

    server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    environment = {
        "AWS_ENDPOINT_URL": f"http://{host}:{port}",
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_DEFAULT_REGION": "us-east-1",
    }
    with pytest.MonkeyPatch.context() as patch:
        for name, value in environment.items():
            patch.setenv(name, value)
        system = fsspec.filesystem("s3", skip_instance_cache=True)
        # The store keeps its buckets as long as the process lives, and these tests may be divided.
        system.makedirs("bucket", exist_ok=True)
        system.put(f"{local}/", "bucket/games", recursive=True)
        yield "s3://bucket/games"
    server.stop()


@pytest.fixture(params=["web_server", "store"])
def address(request):
    """An address of the archives."""
    return request.getfixturevalue(request.param)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_the_same_verdicts_as_on_files(tmp_path, local, address, suffix):
    judge(tmp_path / "local", local / f"games{suffix}")
    run = judge(tmp_path / "out", f"{address}/games{suffix}")
    assert answers(tmp_path / "out") == answers(tmp_path / "local")
    assert [archive.name for archive in run.archives] == [f"{address}/games{suffix}"]
    assert missing(tmp_path / "out", f"{address}/games{suffix}") == []


def places(*names):
    return [archive.place for archive in expand(names, Path("out")).archives]


def test_patterns_and_directories(store):
    everything = [f"{store}/deep/few.jsonl", *(f"{store}/games{suffix}" for suffix in SUFFIXES)]
    assert places(store) == everything
    assert places(f"{store}/*.jsonl*", f"{store}/games.jsonl") == everything[1:4]
    assert places(f"{store}/**/few.*", f"{store}/games.parquet") == [everything[0], everything[-1]]


def test_the_name_of_a_file_has_no_slash():
    assert file_name("https://games.example/2026/a%20b.jsonl?key=x/y") == "a b.jsonl"
    assert file_name("https://games.example/2026%2Fgames.jsonl") == "games.jsonl"


def test_a_page_that_names_files(web_server):
    assert places(f"{web_server}/") == [f"{web_server}/games{suffix}" for suffix in SUFFIXES]


def test_a_file_is_cut_wherever_it_is(local, address):
    name = f"{address}/games.jsonl"
    remote = [*plan(Archive.of(name), 5000)]
    assert len(remote) > 2
    here = [*plan(Archive.of(local / "games.jsonl"), 5000)]
    assert [(part.first_line, part.start, part.length) for part in remote] == [
        (part.first_line, part.start, part.length) for part in here
    ]


def test_worker_processes_open_urls(tmp_path, store):
    done = verify(f"{store}/*.jsonl*", "--output", tmp_path / "out", "--json")
    assert done.returncode == 1, done.stderr
    report = json.loads(done.stdout)
    assert report["games"] == 3 * len(LINES)
    assert report["first_rejected"][0]["file"] == f"{store}/games.jsonl"


def test_another_object_under_the_name_is_judged_again(tmp_path, store):
    system = fsspec.filesystem("s3")
    system.pipe("bucket/other/games.jsonl", b"%b\n" % GAMES[0])
    judge(tmp_path / "out", "s3://bucket/other/games.jsonl")
    system.pipe("bucket/other/games.jsonl", b"%b\n" % GAMES[1])
    run = judge(tmp_path / "out", "s3://bucket/other/games.jsonl")
    assert (run.kept, run.judged) == (0, 1)
    system.pipe("bucket/other/games.jsonl", b"[]\n")
    with pytest.raises(SourceError, match="has changed since the run began"):
        run.archives[0].check_unchanged()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nothing.jsonl", "nothing.jsonl"),
        ("*.csv", "No archive matches "),
    ],
)
def test_a_missing_object_is_named(tmp_path, address, name, message):
    done = verify(f"{address}/{name}", "--output", tmp_path / "out")
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("http://127.0.0.1:1/games.jsonl", "http://127.0.0.1:1/games.jsonl"),
        ("nonsense://games.jsonl", "nonsense"),
        ("hf://datasets/games.jsonl", "extra remote"),
    ],
)
def test_an_unreachable_url_is_named(tmp_path, url, message):
    done = verify(url, "--output", tmp_path / "out")
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_secrets_appear_nowhere(tmp_path, local):
    async def signed(request):
        if request.query.get("signature") != "secret" or "Authorization" in request.headers:
            raise web.HTTPForbidden
        return web.FileResponse(local / request.match_info["name"])

    application = web.Application()
    application.router.add_get("/{name}", signed)
    with served(application) as address:
        url = f"{address}/games.jsonl?signature=secret"
        done = verify(url, "--output", tmp_path / "out", "--json")
        assert done.returncode == 1, done.stderr
        refused = verify(f"{url}s", "--output", tmp_path / "out")
        assert refused.returncode == 2
        with pytest.raises(SourceError, match="given twice, with different queries"):
            expand([url, f"{url}&more=1"], tmp_path / "out")
        # Another signature does not make it another archive.
        assert missing(tmp_path / "out", f"{url}&more=1") == []
    everything = b"".join(path.read_bytes() for path in (tmp_path / "out").rglob("*") if path.is_file())
    for text in (done.stdout, done.stderr, refused.stderr, everything.decode()):
        assert "signature" not in text


def test_a_server_that_disappears_is_a_failure_and_leaves_nothing_behind(tmp_path, local):
    application = web.Application()
    application.router.add_static("/games", local)
    with served(application) as address:
        (shard,) = missing(tmp_path / "out", f"{address}/games/games.jsonl")
    with pytest.raises(OSError, match="/games/games"):
        judge_shard(shard)
    assert [path.name for path in (tmp_path / "out").rglob("*")] == ["_referee"]
