"""Settings come from the environment and are checked."""

from dataclasses import fields

import pytest

from service.app import create_app
from service.config import SettingError, Settings, likely_misspelt, table, variable


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
