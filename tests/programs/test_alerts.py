"""deploy/alerts.yaml and deploy/dashboard.json ask for metrics that exist, under labels that they have."""

import json
import re
from pathlib import Path

import pytest
import yaml

from service.app import create_app

DEPLOY = Path(__file__).parents[2] / "deploy"
(GROUP,) = yaml.safe_load((DEPLOY / "alerts.yaml").read_text("utf-8"))["groups"]
PANELS = json.loads((DEPLOY / "dashboard.json").read_text("utf-8"))["panels"]
EXPRESSIONS = {
    **{rule["alert"]: rule["expr"] for rule in GROUP["rules"]},
    **{f"{panel['title']} {asked['refId']}": asked["expr"] for panel in PANELS for asked in panel["targets"]},
}
OF_PROMETHEUS = {"job", "instance", "le"}


@pytest.fixture(scope="module")
def exposition():
    client = create_app({"TESTING": True, "metrics_token": "x", "log_level": "warning"}).test_client()
    illegal = {"variant": "freecell", "seed": "1", "moves": ["T4-T7"]}
    assert client.post("/v1/replays", json=illegal).status_code == 200
    return client.get("/metrics", headers={"Authorization": "Bearer x"}).text


@pytest.mark.parametrize("expression", EXPRESSIONS.values(), ids=EXPRESSIONS)
def test_metrics_that_are_asked_for_exist(exposition, expression):
    names = re.findall(r"\b(?:patience_referee|process)_\w+", expression)
    assert names or re.search(r"\bup\{", expression)
    for name in names:
        assert re.search(rf"^{name}[{{ ]", exposition, re.MULTILINE), name
    labels = {*re.findall(r"(\w+)!?=\"", expression), *re.findall(r"by \(([^)]*)\)", expression)}
    for label in {part.strip() for text in labels for part in text.split(",")} - OF_PROMETHEUS:
        assert f'{label}="' in exposition, label


@pytest.mark.parametrize("rule", GROUP["rules"], ids=lambda rule: rule["alert"])
def test_an_alert_says_what_it_is_about(rule):
    assert rule["annotations"]["summary"].endswith(".")
