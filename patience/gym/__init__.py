"""Environments for agents that learn to play patience, in the form of Gymnasium (extra ``gym``).

>>> import gymnasium
>>> import patience.gym
>>> env = gymnasium.make("patience/FreeCell-v0")
>>> observation, info = env.reset(options={"deal": "1"})
>>> env.unwrapped.tokens[int(info["action_mask"].argmax())]
'T1-R1'
>>> observation, reward, terminated, truncated, info = env.step(env.unwrapped.action("T1-R1"))
>>> float(reward), terminated, truncated
(0.0, False, False)

``gymnasium.make("patience/Klondike-v0", draw="three")`` takes the options of a variant by name. ``make_vec``
with ``vectorization_mode="vector_entry_point"`` steps many games together in compiled code.
"""

import re

import gymnasium

from patience.games import VARIANTS
from patience.gym.environment import PatienceEnv, PatienceVectorEnv
from patience.words.names import capital

__all__ = ["PatienceEnv", "PatienceVectorEnv", "environment_id", "register"]

NAMESPACE = "patience"


def environment_id(variant: str) -> str:
    """Return the id of a variant's environment: ``patience/FreeCell-v0`` for freecell."""
    title = VARIANTS[variant].title.replace("+", " Plus").replace("'", "").replace("’", "")
    words = re.findall(r"[A-Za-z0-9]+", title)
    return f"{NAMESPACE}/{''.join(map(capital, words))}-v0"


def register() -> None:
    """Register an environment for each variant."""
    for variant in VARIANTS:
        gymnasium.register(
            environment_id(variant),
            entry_point="patience.gym:PatienceEnv",
            vector_entry_point="patience.gym:PatienceVectorEnv",
            disable_env_checker=True,
            kwargs={"variant": variant},
        )


register()
