"""Builds the image with buildah, which needs no daemon, and has it judge a game.

python -m tests.soak.container
python -m tests.soak.container -- --build-arg BUILD=localhost/python --build-arg BASE=localhost/python

What follows -- goes to `buildah build`: other base images where docker.io cannot be reached, a proxy, mounts.
The container runs in a chroot, so that it works inside another container too. The exit code is 1 if anything
fails.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from urllib import request

from service.api.root import GOLDEN_GAME

IMAGE = "localhost/patience-referee-test"
PORT = "18321"
PATIENCE = 60


def main() -> None:
    """Build, run, ask, stop."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("options", nargs="*", help="for `buildah build`, after --")
    options = parser.parse_args().options
    _run("build", "--isolation", "chroot", "--format", "docker", "--tag", IMAGE, *options, ".", shown=True)
    container = _run("from", IMAGE)
    try:
        _check(container)
    finally:
        _run("rm", container)


def _check(container: str) -> None:
    image = json.loads(_run("inspect", "--type", "image", IMAGE))["Docker"]["config"]
    health = image["Healthcheck"]["Test"]
    assert health[0] == "CMD"
    assert _inside(container, "id", "-u") == image["User"] != "0"
    serve = _command(container, *image["Cmd"])
    with subprocess.Popen(serve, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
        try:
            listening = json.loads(server.stdout.readline())
            _inside(container, *health[1:])
            url = f"http://127.0.0.1:{PORT}/v1/replays"
            asked = request.Request(url, GOLDEN_GAME.read_bytes(), {"Content-Type": "application/json"})
            with request.urlopen(asked, timeout=PATIENCE) as answer:
                outcome = json.load(answer)["outcome"]
        finally:
            server.terminate()
        server.wait(PATIENCE)
    size = int(json.loads(_run("images", "--json", IMAGE))[0]["size"].split()[0])
    print(  # noqa: T201
        f"{IMAGE}, {size} MB, user {image['User']}: {listening['addresses']}, healthy, a game {outcome}"
    )
    sys.exit(0 if outcome == "won" else 1)


def _inside(container: str, *command: str) -> str:
    found = subprocess.run(_command(container, *command), capture_output=True, text=True, check=True)
    return found.stdout.strip()


def _command(container: str, *command: str) -> Sequence[str]:
    environment = ("--env", f"REFEREE_PORT={PORT}", "--env", "REFEREE_WORKERS=1")
    return ("buildah", "run", "--isolation", "chroot", *environment, container, "--", *command)


def _run(*command: str, shown: bool = False) -> str:
    output = None if shown else subprocess.PIPE
    found = subprocess.run(("buildah", *command), stdout=output, text=True, check=True)
    return (found.stdout or "").strip()


if __name__ == "__main__":
    main()
