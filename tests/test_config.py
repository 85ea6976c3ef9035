"""Settings come from the environment and are checked."""

import shlex
import sys
from dataclasses import fields

import pytest

from service.app import create_app
from service.config import (
    SettingError,
    Settings,
    cpus,
    likely_misspelt,
    memory_limit,
    table,
    variable,
    workers_that_fit,
)
from tests.doc_pages import ROOT, read_blocks
from tools.reference_pages import commands


def test_every_setting_means_something():
    for setting in fields(Settings):
        assert setting.metadata["meaning"].endswith(".")
        assert f"`{variable(setting.name)}`" in table()


def test_settings_of_the_environment():
    environment = {
        "REFEREE_MOST_MOVES": "7",
        "REFEREE_LOG_LEVEL": "error",
        "MOST_MOVES": "8",
    }
    settings = Settings.load(environment=environment)
    assert (settings.most_moves, settings.log_level) == (7, "error")
    assert Settings.load({"most_moves": 9}, environment).most_moves == 9
    assert Settings.load({}, {}) == Settings()


def test_the_settings_of_the_smallest_deployment(monkeypatch):
    """Behind nginx, without a key, as the unit starts the service."""
    blocks = read_blocks(ROOT / "docs" / "how-to" / "deploy.md")
    (text,) = [block.text for block in blocks if block.title == "environment"]
    for name, value in (line.split("=", 1) for line in shlex.split(text)):
        monkeypatch.setenv(name, value)
    assert likely_misspelt() == {}
    client = create_app({"trusted_proxies": 1}).test_client()
    answer = client.get("/v1", headers={"X-Forwarded-For": "192.0.2.7"})
    assert answer.headers["RateLimit-Policy"].count(";w=") == 4


def test_the_settings_of_the_examples_of_help():
    examples = [
        line.split(" referee ")[0].split()
        for _, text in commands()
        for line in text.splitlines()
        if line.strip().startswith("REFEREE_") and " referee serve" in line
    ]
    assert examples
    for settings in examples:
        environment = dict(setting.split("=", 1) for setting in settings)
        assert likely_misspelt(environment) == {}
        Settings.load(environment=environment)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"most_moves": "many"}, "REFEREE_MOST_MOVES must be a whole number, not 'many'."),
        ({"most_moves": "-1"}, "REFEREE_MOST_MOVES must be a whole number, not '-1'."),
        ({"most_moves": "٣"}, "REFEREE_MOST_MOVES must be a whole number, not '٣'."),
        (
            {"log_level": "loud"},
            "REFEREE_LOG_LEVEL must be one of debug, info, warning, error, critical, not 'loud'.",
        ),
        ({"port": "65536"}, "REFEREE_PORT must be from 0 to 65535, not 65536."),
        ({"searches": "0"}, "REFEREE_SEARCHES must be at least 1, not 0."),
        ({"most_batch_moves": "0"}, "REFEREE_MOST_BATCH_MOVES must be at least 1, not 0."),
        ({"stall_seconds": "0"}, "REFEREE_STALL_SECONDS must be from 1 to 86400, not 0."),
        ({"stall_seconds": "86401"}, "REFEREE_STALL_SECONDS must be from 1 to 86400, not 86401."),
        ({"colour": "red"}, "Unknown setting 'colour'. Settings: "),
    ],
)
def test_settings_that_cannot_be_used(given, message):
    with pytest.raises(SettingError) as error:
        create_app(given)
    assert str(error.value).startswith(message)


def test_misspelt_settings_are_noticed():
    environment = {
        "REFEREE_MOST_MOVE": "7",
        "REFEREE_TRUSTED_PROXY": "1",
        "REFEREE_PORT": "80",
        "REFEREE_SERVICE_HOST": "10.0.0.1",
        "REFEREE_PORT_8000_TCP": "tcp://10.0.0.1:8000",
        "REFEREE_PORT_8000_TCP_PROTO": "tcp",
        "MOST_MOVES": "7",
    }
    assert likely_misspelt(environment) == {
        "REFEREE_MOST_MOVE": "REFEREE_MOST_MOVES",
        "REFEREE_TRUSTED_PROXY": "REFEREE_TRUSTED_PROXIES",
    }


CGROUPS = {
    # Version 2: in a container with a namespace, in a unit whose slice has a smaller limit, without limits.
    "a container": ("0::/", {"cpu.max": "150000 100000", "memory.max": "1073741824"}, 2, 2**30),
    "a unit": (
        "0::/system.slice/referee.service",
        {
            "system.slice/referee.service/cpu.max": "400000 100000",
            "system.slice/referee.service/memory.max": "1073741824",
            "system.slice/cpu.max": "50000 100000",
            "system.slice/memory.max": "536870912",
        },
        1,
        2**29,
    ),
    "no limits": ("0::/x", {"x/cpu.max": "max 100000", "x/memory.max": "max"}, None, sys.maxsize),
    # Version 1: the path is that of the host, and the container sees its own group at the top.
    "version 1": (
        "4:memory:/docker/f00\n3:cpuacct,cpu:/docker/f00\n1:name=systemd:/docker/f00",
        {
            "cpu/cpu.cfs_quota_us": "200000\n",
            "cpu/cpu.cfs_period_us": "100000\n",
            "memory/memory.limit_in_bytes": "1073741824\n",
        },
        2,
        2**30,
    ),
    "version 1 without limits": (
        "3:cpu:/",
        {"cpu/cpu.cfs_quota_us": "-1\n", "cpu/cpu.cfs_period_us": "100000\n"},
        None,
        sys.maxsize,
    ),
    "other systems": (None, {}, None, sys.maxsize),
}


@pytest.mark.parametrize(("groups", "files", "quota", "memory"), CGROUPS.values(), ids=CGROUPS)
def test_limits_of_cgroups(tmp_path, monkeypatch, groups, files, quota, memory):  # noqa: PLR0917
    """A worker per CPU of the machine would not fit into a container that has two CPUs and 1 GB."""
    monkeypatch.setattr("os.sched_getaffinity", lambda _: range(64), raising=False)
    for name, text in files.items():
        file = tmp_path / "sys/fs/cgroup" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    if groups is not None:
        (tmp_path / "proc/self").mkdir(parents=True)
        (tmp_path / "proc/self/cgroup").write_text(groups)
    assert cpus(tmp_path) == (quota or 64)
    assert memory_limit(tmp_path) == memory


@pytest.mark.parametrize(
    ("settings", "gigabytes", "workers"),
    [({}, 1, 2), ({}, 4, 11), ({}, 0.1, 1), ({"searches": 4}, 1, 1), ({"most_positions": 1000}, 1, 3)],
)
def test_workers_that_fit_into_the_memory(settings, gigabytes, workers):
    """A worker needs 250 MB; each of its searches 10 MB, and 260 bytes a position (docs/how-to/deploy.md)."""
    assert workers_that_fit(Settings.load(settings, {}), int(gigabytes * 10**9)) == workers
