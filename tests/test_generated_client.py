"""A client that openapi-python-client generates from openapi.yaml, used with a running service."""

import importlib
import importlib.util
import json
import pkgutil
import re
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest

from service.openapi.document import document
from tests.conftest import FIXTURES
from tests.forged_receipts import GOLDEN
from tests.servers import served

NAME = "generated_referee_client"

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("openapi_python_client") is None,
    reason="openapi-python-client is not installed.",
)


@pytest.fixture(scope="module")
def generated(tmp_path_factory):
    """Generate the client and import all its modules, by name."""
    place = tmp_path_factory.mktemp("client")
    generate(place)
    sys.path.insert(0, str(place))
    try:
        package = importlib.import_module(NAME)
        names = [module.name for module in pkgutil.walk_packages(package.__path__, f"{NAME}.")]
        yield {name.removeprefix(f"{NAME}."): importlib.import_module(name) for name in names}
    finally:
        sys.path.remove(str(place))
        for name in [name for name in sys.modules if name.partition(".")[0] == NAME]:
            del sys.modules[name]


def generate(place: Path) -> None:
    """Write the client without formatting it."""
    config = place / "config.yaml"
    config.write_text("post_hooks: []\n")
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none"]
    command += ["--path", str(FIXTURES.parent / "openapi.yaml"), "--config", str(config)]
    subprocess.run([*command, "--output-path", str(place / NAME)], check=True, capture_output=True)


@pytest.fixture(scope="module")
def server():
    with served(workers=1) as running:
        yield running


def test_the_client_has_every_operation(generated):
    operations = {name.rpartition(".")[2] for name in generated if name.count(".") == 2}
    described = {
        operation["operationId"] for path in document()["paths"].values() for operation in path.values()
    }
    assert operations == {re.sub("([A-Z])", r"_\1", name).lower() for name in described}


def test_the_client_gets_verdicts(generated, server):
    models = generated["models"]
    request = models.ReplayRequest.from_dict({**GOLDEN, "include": ["final_state"]})
    illegal = models.ReplayRequest.from_dict({**GOLDEN, "moves": ["redeal"], "include": []})
    wrong = models.ReplayRequest.from_dict({**GOLDEN, "moves": ["undo"]})
    claim = models.ClaimRequest.from_dict({**GOLDEN, "claim": {"outcome": "won"}})
    ask = generated["api.replays.replay"].sync
    with generated["client"].Client(base_url=f"http://127.0.0.1:{server.port}") as client:
        won, lost, refused = (ask(client=client, body=body) for body in (request, illegal, wrong))
        confirmed = generated["api.claims.claim"].sync(client=client, body=claim)
        deal = generated["api.deals.get_deal"].sync(models.VariantId(GOLDEN["variant"]), "1", client=client)
        listed = generated["api.variants.list_variants"].sync(client=client)
    assert won.outcome == "won"
    assert won.first_illegal_move is None
    assert sum(len(pile.cards) for pile in won.final_state.foundations) == 104
    assert lost.first_illegal_move.reason == "stock_not_empty"
    assert (refused.status, refused.errors[0].pointer) == (422, "/moves/0")
    assert confirmed.confirmed
    assert len(deal.deck) == 104
    assert {variant.id for variant in listed.variants} == set(models.VariantId)


def test_the_client_sends_lines_and_saved_games(generated, server):
    """The generator does not support lines of JSON, so the client sends and reads them as bytes."""
    file = generated["types"].File
    lines = b"\n".join(json.dumps({**GOLDEN, "include": []}).encode() for _ in range(3))
    saved = (FIXTURES / "saves" / "druss-361-07-won-small.pso").read_bytes()
    with generated["client"].Client(base_url=f"http://127.0.0.1:{server.port}") as client:
        batch = generated["api.replays.replay_batch"].sync_detailed(client=client, body=file(BytesIO(lines)))
        imported = generated["api.replays.import_save"].sync(client=client, body=file(BytesIO(saved)))
    *answers, last = map(json.loads, batch.content.splitlines())
    assert [answer["verdict"]["outcome"] for answer in answers] == ["won"] * 3
    assert last["summary"]["valid"] == 3
    assert imported.request.variant == "pysolfc-double-russian"
