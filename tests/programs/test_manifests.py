"""compose.yaml and deploy/kubernetes.yaml name files, ports, paths and settings that exist."""

import re
from pathlib import Path

import pytest
import yaml

from service.app import create_app
from service.config import Settings
from tests.programs.nginx import SITE

ROOT = Path(__file__).parents[2]
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
DEPLOYMENT, SERVICE, BUDGET = yaml.safe_load_all((ROOT / "deploy/kubernetes.yaml").read_text("utf-8"))
POD = DEPLOYMENT["spec"]["template"]["spec"]
(CONTAINER,) = POD["containers"]

INSTANCES = {name: service for name, service in COMPOSE["services"].items() if name.startswith("referee")}

GRACE_SECONDS = 25
"""How long an instance answers what it has accepted (docs/how-to/deploy.md)."""


@pytest.mark.parametrize(
    "environment", [service["environment"] for service in INSTANCES.values()], ids=INSTANCES
)
def test_the_settings_of_compose_are_valid(environment):
    # Unknown and invalid ones are refused.
    named = {name.removeprefix("REFEREE_").lower(): value for name, value in environment.items()}
    assert Settings.load(named, {}).trusted_proxies == 1


def test_the_settings_of_kubernetes_are_valid():
    named = {each["name"].removeprefix("REFEREE_").lower(): each["value"] for each in CONTAINER["env"]}
    assert Settings.load(named, {}).trusted_proxies == 1


def test_nginx_knows_the_instances_of_compose():
    ports = [service["environment"]["REFEREE_PORT"] for service in INSTANCES.values()]
    assert ports == re.findall(r"server 127\.0\.0\.1:(\d+)", SITE)
    assert {service["network_mode"] for service in INSTANCES.values()} == {"service:nginx"}


def test_the_files_of_compose_are_where_nginx_reads_them():
    mounted = {target: source for source, target, _ in map(_split, COMPOSE["services"]["nginx"]["volumes"])}
    assert (ROOT / mounted.pop("/etc/nginx/conf.d/default.conf")).is_file()
    assert set(mounted) == set(re.findall(r"ssl_certificate(?:_key)?\s+(\S+);", SITE))
    for service in INSTANCES.values():
        assert (ROOT / service["build"]["dockerfile"]).is_file()
        assert int(service["stop_grace_period"].removesuffix("s")) > GRACE_SECONDS


def _split(volume):
    return volume.split(":")


def test_secrets_of_compose_are_ignored():
    for file in (".gitignore", ".dockerignore"):
        assert "secrets" in (ROOT / file).read_text("utf-8").replace("/", "").splitlines()


def test_the_probes_ask_for_paths_that_exist():
    rules = {rule.rule for rule in create_app({"TESTING": True}).url_map.iter_rules()}
    (port,) = CONTAINER["ports"]
    for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
        asked = CONTAINER[probe]["httpGet"]
        assert asked["path"] in rules
        assert asked["port"] == port["name"]
    assert f"REFEREE_PORT={port['containerPort']} " in (ROOT / "Containerfile").read_text("utf-8")


def test_a_pod_ends_after_its_requests():
    pause = int(CONTAINER["lifecycle"]["preStop"]["exec"]["command"][1])
    assert POD["terminationGracePeriodSeconds"] > pause + GRACE_SECONDS


def test_the_parts_of_kubernetes_belong_together():
    labels = DEPLOYMENT["spec"]["template"]["metadata"]["labels"]
    assert DEPLOYMENT["spec"]["selector"]["matchLabels"] == SERVICE["spec"]["selector"] == labels
    assert BUDGET["spec"]["selector"]["matchLabels"] == labels
    assert {mount["name"] for mount in CONTAINER["volumeMounts"]} == {each["name"] for each in POD["volumes"]}
    user = f"--uid {POD['securityContext']['runAsUser']} "
    assert user in (ROOT / "Containerfile").read_text("utf-8")
