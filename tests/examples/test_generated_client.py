"""A client that openapi-python-client generates from openapi.yaml, used with a running service."""

import importlib
import importlib.util
import json
import pkgutil
import re
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path

import pytest

from patience import Game
from service.openapi.document import document
from service.openapi.examples import contests
from service.receipts.keys import new_daily_key
from tests.conftest import FIXTURES
from tests.forged_receipts import GOLDEN, write_key
from tests.servers import PATIENCE, served

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
def server(tmp_path_factory):
    place = tmp_path_factory.mktemp("keys")
    write_key(place / "key.json")
    daily_key = place / "daily.key"
    daily_key.write_text(new_daily_key())
    daily_key.chmod(0o600)
    tokens = place / "tokens"
    tokens.write_text(f"https://board.example {TOKEN}\n")
    tokens.chmod(0o600)
    keys = {"key_file": place / "key.json", "daily_key_file": daily_key, "claims_tokens_file": tokens}
    with served(workers=1, **keys, issuer="https://a.example", foresight_positions=1000) as running:
        yield running


@pytest.fixture
def client(generated, server):
    about = {"headers": {"Authorization": f"Bearer {TOKEN}"}, "timeout": PATIENCE}
    with generated["client"].Client(base_url=f"http://127.0.0.1:{server.port}", **about) as client:
        yield client


(CONTEST,) = (example.request for example in contests())
TOKEN = "a-token-of-a-site"
CLAIM = {**GOLDEN, "claim": {"outcome": "won"}}
TOMORROW = datetime.now(UTC).date() + timedelta(days=1)

CALLS = {
    "replay": {"body": GOLDEN},
    "replayBatch": {"body": b"".join(json.dumps(GOLDEN).encode() + b"\n" for _ in range(2))},
    "claim": {"body": CLAIM},
    "checkContest": {"body": CONTEST},
    "issueTicket": {"body": {"variant": "freecell", "choose": "winnable", "not_after": 4_102_444_800}},
    "getDraws": {"date": TOMORROW},
    "claimBatch": {"body": json.dumps(CLAIM).encode()},
    "getKeys": {},
    "weighResults": {"body": {"logs": [{"variant": "freecell", "seed": "1", "moves": []}]}},
    "askProspect": {"body": {**GOLDEN, "budget": 100}},
    "dealCards": {"body": {"variant": "klondike", "seed": "7"}},
    "exportGame": {"body": {"variant": "freecell", "seed": "1", "moves": ["T6-R1"]}},
    "importSave": {"body": (FIXTURES / "saves" / "druss-361-07-won-small.pso").read_bytes()},
    "listVariants": {},
    "getVariant": {"variant": "klondike"},
    "listWinnableDeals": {"variant": "klondike", "prospect": "winnable", "difficulty": "easy", "limit": 3},
    "getDeal": {"variant": "klondike", "seed": "1", "include": "difficulty"},
    "getPosition": {"text": Game("klondike", seed=1).position_text},
    "getForeignDeal": {"program": "solvitaire", "variant": "klondike", "seed": "1"},
    "getDailyDeal": {"variant": "freecell"},
    "getDailyDealOfDate": {"variant": "freecell", "date": TOMORROW},
    "getService": {},
    "livez": {},
    "readyz": {},
}
"""The arguments of a call of each operation."""


def test_every_operation_has_a_call():
    operations = (operation for path in document()["paths"].values() for operation in path.values())
    assert set(CALLS) == {operation["operationId"] for operation in operations}


@pytest.mark.parametrize("operation", CALLS)
def test_every_operation_is_called(generated, client, operation):
    """What the client has read is what the service answered, field by field."""
    name = re.sub("([A-Z])", r"_\1", operation).lower()
    (module,) = (module for path, module in generated.items() if path.split(".")[2:] == [name])
    call = module.sync_detailed
    arguments = {key: converted(generated, call, key, value) for key, value in CALLS[operation].items()}
    answer = call(client=client, **arguments)
    assert answer.status_code == 200, answer.content
    if "application/x-ndjson" in answer.headers["Content-Type"]:
        # The generator does not support lines of JSON.
        assert b'"summary"' in answer.content
    else:
        assert answer.parsed.to_dict() == json.loads(answer.content)


def converted(generated, call, name, value):
    """Return an argument as its type in the client: a model, a file or a variant's id."""
    wanted = str(call.__annotations__[name])
    if isinstance(value, dict):
        (model,) = (
            model
            for model in re.findall(r"\w+Request|Contest\b", wanted)
            if hasattr(generated["models"], model)
        )
        return getattr(generated["models"], model).from_dict(value)
    if isinstance(value, bytes):
        return generated["types"].File(BytesIO(value))
    return generated["models"].VariantId(value) if name == "variant" else value


def test_the_client_gets_verdicts(generated, client):
    models, ask = generated["models"], generated["api.replays.replay"].sync
    illegal = ask(client=client, body=models.ReplayRequest.from_dict({**GOLDEN, "moves": ["redeal"]}))
    refused = ask(client=client, body=models.ReplayRequest.from_dict({**GOLDEN, "moves": ["undo"]}))
    assert illegal.first_illegal_move.reason == "stock_not_empty"
    assert (refused.status, refused.errors[0].pointer) == (422, "/moves/0")
