"""deploy/alerts.yaml asks for metrics that exist, under labels that they have."""

import re
from pathlib import Path

import pytest
import yaml

from service.app import create_app

RULES = yaml.safe_load((Path(__file__).parents[2] / "deploy" / "alerts.yaml").read_text("utf-8"))
(GROUP,) = RULES["groups"]
OF_PROMETHEUS = {"job", "instance", "le"}


@pytest.fixture(scope="module")
def exposition():
    client = create_app({"TESTING": True, "metrics_token": "x", "log_level": "warning"}).test_client()
    client.get("/livez")
    return client.get("/metrics", headers={"Authorization": "Bearer x"}).text


@pytest.mark.parametrize("rule", GROUP["rules"], ids=lambda rule: rule["alert"])
def test_an_alert_asks_for_metrics_that_exist(exposition, rule):
    expression = rule["expr"]
    names = re.findall(r"\b(?:patience_referee|process)_\w+", expression)
    assert names or re.search(r"\bup\{", expression)
    for name in names:
        assert re.search(rf"^{name}[{{ ]", exposition, re.MULTILINE), name
    labels = {*re.findall(r"(\w+)!?=\"", expression), *re.findall(r"by \(([^)]*)\)", expression)}
    for label in {part.strip() for text in labels for part in text.split(",")} - OF_PROMETHEUS:
        assert f'{label}="' in exposition, label
    assert rule["annotations"]["summary"].endswith(".")
