"""The service in processes of its own: ids, the games of an operator, the log, workers that end early."""

import json
import os
import subprocess
import sys
from threading import Timer

from tests.api.test_house_variants import declared
from tests.api.test_replays import GOLDEN
from tests.doc_pages import ROOT
from tests.servers import PATIENCE


def test_the_same_log_has_the_same_id_in_every_process(client):
    program = (
        "import json,sys;from service.app import create_app;"
        "print(create_app().test_client().post('/v1/replays',json=json.load(sys.stdin)).json['id'])"
    )
    ids = {
        subprocess.run(
            [sys.executable, "-c", program],
            input=json.dumps(GOLDEN),
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout.strip()
        for seed in ("1", "2")
    }
    assert ids == {client.post("/v1/replays", json=GOLDEN).json["id"]}


def test_a_house_variant_has_its_pages(tmp_path):
    """As ``referee serve`` starts: the games are registered before the pages are imported."""
    markup = "<b>our</b>"
    (tmp_path / "klondike.json").write_bytes(declared(title=markup, family=markup, names=[markup]))
    script = """if True:
        import sys
        from service.judging.house_variants import register_house_variants
        register_house_variants(sys.argv[1])
        from service.app import create_app
        client = create_app({"variants": sys.argv[1], "log_level": "error"}).test_client()
        for path in ("rules", "games", "games/house-klondike", "games/house-klondike.svg", "games/klondike"):
            page = client.get("/" + path)
            print(page.status_code, path, "<b>our" in page.text, "a King or a Queen" in page.text)
    """
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout.splitlines() == [
        "200 rules False False",
        "200 games False False",
        "200 games/house-klondike False True",
        "200 games/house-klondike.svg False False",
        "200 games/klondike False False",
    ]


LOGGING = """
import warnings
from threading import Thread
from gunicorn.config import Config
from service.server.hooks import StructuredLogger

class Odd:
    def __del__(self):
        raise ValueError("odd")

log = StructuredLogger(Config())
log.error("gone: %s", "all")
warnings.warn("strange")
Odd()
Thread(target=lambda: 1 / 0, name="seventh").start()
"""


def test_gunicorn_and_python_log_as_we_do():
    done = subprocess.run([sys.executable, "-c", LOGGING], capture_output=True, text=True, check=True)
    gone, strange, odd, ended = map(json.loads, done.stderr.splitlines())
    assert (gone["event"], gone["level"]) == ("gone: all", "error")
    assert (strange["level"], "UserWarning: strange" in strange["event"]) == ("warning", True)
    assert odd["event"].startswith("Exception ignored in <function Odd.__del__")
    assert odd["exception"].endswith("ValueError: odd")
    assert (ended["event"], ended["level"]) == ("Exception in thread seventh", "error")
    assert ended["exception"].endswith("ZeroDivisionError: division by zero")


SHORT_LIVED = """
import os, signal
from service.server import configuration

globals().update({name: value for name, value in vars(configuration).items() if name[0] != "_"})

def post_fork(server, worker):
    if worker.age == 1:
        os.kill(os.getpid(), signal.SIGTERM)
"""
"""A configuration under which the first worker is told to end before it has handlers for that."""


def test_a_worker_that_is_told_to_end_at_its_very_start_ends(tmp_path):
    (tmp_path / "short_lived.py").write_text(SHORT_LIVED)
    with subprocess.Popen(
        [sys.executable, "-m", "gunicorn", "--config", tmp_path / "short_lived.py"],
        env={**os.environ, "REFEREE_PORT": "0", "REFEREE_WORKERS": "1"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as server:
        watchdog = Timer(PATIENCE, server.kill)
        watchdog.start()
        said = []
        # Another takes its place.
        while sum("Booting worker" in line for line in said) < 2 and (line := server.stderr.readline()):
            said.append(line)
        watchdog.cancel()
        server.terminate()
    assert server.returncode == 0, said
    assert [line for line in said if '"level":"error"' in line] == []
