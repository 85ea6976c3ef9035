"""Gymnasium environments of patience games.

The agent plays numbered actions (``patience.compilation.actions``). It sees what a player sees, unless it is
given the whole board. An episode ends when the game is won or no action is legal. It is cut off after
``most_steps`` steps. An illegal action changes nothing: the environment says why it was refused.

Guarantee. Where ``observe`` is ``"hidden"``, nothing that the agent gets depends on cards that it cannot see:
neither observations, masks, rewards and ends of episodes nor infos, refusals and pictures. So the seed of a
deal is not in an info, and a game that is lost for reasons that lie face down goes on. ``log`` is for the
judge, not for the agent: it names the deal.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from typing import Any, Final, Literal, cast

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from patience.cards import CODES
from patience.compilation.actions import Actions, actions_of
from patience.compilation.compiled_rules import CompiledRules, tables_for
from patience.formats.drawing import draw
from patience.formats.svg import board_svg
from patience.gym.boards import SKIP, UNKNOWN, Boards, Bytes, Wholes, boards_of
from patience.gym.points import Points
from patience.play.dealing import Deal, deal_deck, deal_seed
from patience.play.position import Position
from patience.play.replay import advance, refusal
from patience.play.scores import scorings_of
from patience.rules.variant import OptionValue

Observe = Literal["hidden", "full"]
Reward = str
"""``win``, ``foundation``, or the name of a scoring of the game."""

Observation = dict[str, NDArray[Any]]

PICTURE_SIZE: Final = (800, 640)
"""Pixels across and down."""

FELT: Final = "#25604a"
"""The colour beside a picture that is narrower than its frame."""

MOST_STEPS: Final = 1000
"""Steps after which an episode is cut off, unless the environment is made with another number."""

HIGHEST_SEED: Final = 2**31 - 1
"""The highest number of a deal that an environment draws by itself."""


@dataclass(frozen=True)
class Game:
    """What the environments of one game share: spaces, deals and rewards.

    Raises ValueError for a value that cannot be used, KeyError for an unknown variant, and OptionError for an
    unknown option.
    """

    variant: str
    options: Mapping[str, OptionValue]
    observe: Observe
    reward: Reward
    deals: Sequence[str | int] | None
    most_steps: int

    def __post_init__(self) -> None:
        _demand("observe", self.observe, ("hidden", "full"))
        _demand("reward", self.reward, ("win", "foundation", *scorings_of(self.rules)))
        if self.rules.shuffles:
            raise ValueError(f"{self.variant} shuffles at redeals, which environments do not implement.")
        if self.most_steps < 1:
            raise ValueError(f"most_steps must be at least 1, not {self.most_steps}.")
        if self.deals is not None and not len(self.deals):
            raise ValueError("deals must name a deal. Leave it out for deals of all numbers.")

    @cached_property
    def rules(self) -> CompiledRules:
        """The compiled rules."""
        return tables_for(self.variant, self.options)

    @cached_property
    def actions(self) -> Actions:
        """The numbered actions."""
        return actions_of(self.rules)

    @cached_property
    def observation_space(self) -> Dict[Any]:
        """The cards of each pile, and the redeals so far."""
        shape = (len(self.rules.names), self.rules.cards)
        piles = Box(0, UNKNOWN, shape, np.uint8)
        return Dict({"piles": piles, "redeals": Box(0, np.iinfo(np.int64).max, (1,), np.int64)})

    @cached_property
    def action_space(self) -> Discrete:
        """The numbers of the actions."""
        return Discrete(len(self.actions))

    def next_deal(self, random: np.random.Generator) -> Deal:
        """Draw a deal: one of ``deals``, or one of any number."""
        if self.deals is None:
            return deal_seed(self.rules, str(random.integers(1, HIGHEST_SEED)))
        return deal_seed(self.rules, str(self.deals[int(random.integers(len(self.deals)))]))

    def chosen_deal(self, options: Mapping[str, Any]) -> Deal:
        """Return the deal that the options of ``reset`` choose: one with either ``deal`` or ``deck``."""
        match dict(options):
            case {"deal": seed, **others} if not others:
                return deal_seed(self.rules, str(seed))
            case {"deck": deck, **others} if not others:
                return deal_deck(self.rules, deck)
        raise ValueError(f"reset takes the option deal or deck, not {', '.join(map(repr, options))}.")

    def chosen_deals(self, options: Mapping[str, Any], number: int) -> list[Deal]:
        """Return the deals that the options of ``reset`` choose for a number of environments."""
        match dict(options):
            case {"deals": [*deals], **others} if not others:
                if len(deals) != number:
                    raise ValueError(
                        f"reset takes {number} deals, one for each environment, not {len(deals)}."
                    )
                return [
                    self.chosen_deal({"deal" if isinstance(deal, str | int | np.integer) else "deck": deal})
                    for deal in deals
                ]
        raise ValueError(f"reset takes the option deals, a list, not {', '.join(map(repr, options))}.")

    def points(self, boards: int) -> Points | None:
        """Return the scores of a number of boards; None if rewards do not depend on a scoring."""
        scoring = scorings_of(self.rules).get(self.reward)
        return Points(self.rules, scoring, boards) if scoring else None


class View:
    """The arrays that a number of boards are written to."""

    def __init__(self, game: Game, number: int) -> None:
        self.game = game
        self.boards: Boards = boards_of(game.rules, number)
        self.piles: Bytes = np.zeros((number, len(game.rules.names), game.rules.cards), np.uint8)
        self.redeals: Wholes = np.zeros(number, np.int64)
        self.won: Bytes = np.zeros(number, np.uint8)
        self.legal: Bytes = np.zeros((number, len(game.actions)), np.uint8)
        self.illegal: Bytes = np.zeros(number, np.uint8)
        self.gains = np.zeros(number, np.int32)
        self.points = game.points(number)
        self._sight = np.zeros_like(self.piles)

    def deal(self, index: int, deal: Deal) -> None:
        """Deal a board."""
        self.boards.deal(index, bytes(deal.deck))
        if self.points:
            self.points.begin(index)

    def play(self, chosen: Wholes) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """Play an action on each board; return the rewards, and which games are over."""
        face_down = self._face_down()
        self.boards.play(chosen, self.illegal, self.gains)
        self.look()
        won = self.won.astype(bool)
        over = won | ~self.legal.any(axis=1)
        if self.points:
            return self.points.add(chosen, self.illegal, face_down - self._face_down()), over
        if self.game.reward == "win":
            return (won & (chosen != SKIP)).astype(np.float64), over
        return self.gains / self.game.rules.cards, over

    def _face_down(self) -> Wholes:
        """Return how many cards of columns lie face down on each board; only for rewards by points."""
        if not self.points:
            return np.zeros(0, np.int64)
        self.boards.observe(True, self._sight, self.redeals, self.won, self.legal)
        columns = self.game.rules.columns
        counts: Wholes = (self._sight[:, columns.start : columns.stop] == UNKNOWN).sum(axis=(1, 2))
        return counts

    def look(self) -> None:
        """Write all boards."""
        self.boards.observe(self.game.observe == "hidden", self.piles, self.redeals, self.won, self.legal)


class PatienceEnv(gymnasium.Env[Observation, np.int64]):
    """One game at a time.

    ``piles`` of an observation has a row for each pile of ``pile_names``, bottom to top. 0 is an empty place,
    1 to 52 are the cards in the order of ``patience.cards.CODES``, and 53 is a card that is not seen.
    ``redeals`` counts the redeals so far. An info has the ``action_mask``, and after an illegal action the
    ``reason`` and the ``detail`` of the refusal. ``reset`` takes a seed, from which the deals are drawn, or
    ``options={"deal": "7"}``, or the cards in dealing order: ``options={"deck": ["4S", …]}``.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - gymnasium's
        "render_modes": ["ansi", "human", "rgb_array"],
        "render_fps": 4,
    }

    def __init__(  # noqa: PLR0913 - the options of an environment, by keyword
        self,
        variant: str,
        *,
        observe: Observe = "hidden",
        reward: Reward = "win",
        deals: Sequence[str | int] | None = None,
        most_steps: int = MOST_STEPS,
        render_mode: str | None = None,
        **rules: OptionValue,
    ) -> None:
        """Make the environment of a variant; ``rules`` are its options, such as ``draw="three"``.

        Raises ValueError for an argument that cannot be used, KeyError for an unknown variant, and
        OptionError for an unknown option.
        """
        if render_mode is not None:
            _demand("render_mode", render_mode, self.metadata["render_modes"])
        self._game = Game(variant, rules, observe, reward, deals, most_steps)
        self._view = View(self._game, 1)
        self._deal: Deal | None = None
        self._moves: list[str] = []
        self._steps = 0
        self.render_mode = render_mode
        self.observation_space = cast(Space[Observation], self._game.observation_space)
        self.action_space = self._game.action_space

    @property
    def pile_names(self) -> tuple[str, ...]:
        """The names of the piles, in the order of the rows of an observation."""
        return self._game.rules.names

    @property
    def tokens(self) -> tuple[str, ...]:
        """By action: its token, as in game logs."""
        return self._game.actions.tokens

    def action(self, token: str) -> int:
        """Return the number of the action of a token. Raises ValueError if the game has none."""
        return self._game.actions.number(token)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal now, as sb3-contrib's maskable algorithms ask for it."""
        mask: NDArray[np.bool_] = self._view.legal[0].astype(bool)
        return mask

    def log(self) -> dict[str, Any]:
        """Return the episode as a replay request, for a judge: it names the deal."""
        deal = self._dealt()
        cards = {"seed": deal.seed} if deal.seed else {"deck": [CODES[card] for card in deal.deck]}
        options = dict(deal.tables.options)
        return {"variant": deal.tables.variant.id, "rules": options, **cards, "moves": list(self._moves)}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a game; return what the player sees, and an info.

        Raises SeedError for an option ``deal`` that is not a seed, DeckError for a ``deck`` that is not one
        of the game, and ValueError for other options.
        """
        super().reset(seed=seed)
        self._deal = self._game.chosen_deal(options) if options else self._game.next_deal(self.np_random)
        self._moves = []
        self._steps = 0
        self._view.deal(0, self._deal)
        self._view.look()
        self._show()
        return self._observation(), self._info()

    def step(self, action: np.int64 | int | str) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action, a number or a token; an illegal one changes nothing.

        Raises ValueError for a token that no position of the game allows.
        """
        self._dealt()
        number = self.action(action) if isinstance(action, str) else int(action)
        token = self.tokens[number]
        rewards, over = self._view.play(np.array([number], np.int64))
        self._steps += 1
        info = self._info()
        if self._view.illegal[0]:
            info["reason"], info["detail"] = self._refusal(token)
        else:
            self._moves.append(token)
        self._show()
        truncated = not over[0] and self._steps >= self._game.most_steps
        return self._observation(), float(rewards[0]), bool(over[0]), truncated, info

    def render(self) -> str | NDArray[np.uint8] | None:
        """Return the board as text in mode ``ansi``, and as ``PICTURE_SIZE`` pixels in mode ``rgb_array``.

        Mode ``human`` prints the text to the terminal after each step. Hidden cards stay hidden.
        """
        if self.render_mode == "ansi":
            return draw(self._position())
        if self.render_mode == "rgb_array":
            return picture(board_svg(self._position(), hidden=self._game.observe == "hidden"))
        return None

    def _show(self) -> None:
        if self.render_mode == "human":
            print(draw(self._position(), colored=True))  # noqa: T201

    def _refusal(self, token: str) -> tuple[str, str]:
        reason, detail = refusal(self._position(), token)
        return reason.value, detail

    def _position(self) -> Position:
        position = self._dealt().position()
        advance(position, self._moves)
        return position

    def _observation(self) -> Observation:
        return {"piles": self._view.piles[0].copy(), "redeals": self._view.redeals.copy()}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._view.legal[0].astype(np.int8)}

    def _dealt(self) -> Deal:
        if self._deal is None:
            raise RuntimeError("Nothing is dealt. Call reset first.")
        return self._deal


class PatienceVectorEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Many games of one kind, stepped together in compiled code.

    Observations and infos are as in ``PatienceEnv``, with an axis for the environments in front. A game that
    is over is dealt anew by the next step, whose action for it is ignored.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(  # noqa: PLR0913 - the options of an environment, by keyword
        self,
        variant: str,
        num_envs: int = 1,
        *,
        observe: Observe = "hidden",
        reward: Reward = "win",
        deals: Sequence[str | int] | None = None,
        most_steps: int = MOST_STEPS,
        **rules: OptionValue,
    ) -> None:
        """Make the environments; see ``PatienceEnv``."""
        self._game = Game(variant, rules, observe, reward, deals, most_steps)
        self._view = View(self._game, num_envs)
        self._steps = np.zeros(num_envs, np.int64)
        self._over = np.zeros(num_envs, bool)
        self._everywhere = np.ones(num_envs, bool)
        self.num_envs = num_envs
        self.single_observation_space = self._game.observation_space
        self.single_action_space = self._game.action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal all games: from one seed, or those of ``options={"deals": [...]}``, a seed or a deck for each.

        Later games are drawn from the seed again. Raises SeedError and DeckError like ``PatienceEnv.reset``,
        and ValueError for a list of seeds, for another number of deals, and for other options.
        """
        if isinstance(seed, list):
            raise ValueError("The deals of all environments are drawn from one seed, not from a list.")
        chosen = self._game.chosen_deals(options, self.num_envs) if options else None
        super().reset(seed=seed)
        self._deal(self._everywhere, chosen)
        self._view.look()
        return self._observation(), self._info()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Play an action in each environment; see ``PatienceEnv.step``."""
        fresh = self._over
        chosen = np.where(fresh, SKIP, np.asarray(actions, np.int64))
        self._deal(fresh)
        rewards, over = self._view.play(chosen)
        self._steps += ~fresh
        terminated = over & ~fresh
        truncated = ~over & (self._steps >= self._game.most_steps)
        self._over = terminated | truncated
        return self._observation(), rewards, terminated, truncated, self._info()

    def _deal(self, which: NDArray[np.bool_], chosen: Sequence[Deal] | None = None) -> None:
        for index in np.flatnonzero(which):
            deal = chosen[int(index)] if chosen else self._game.next_deal(self.np_random)
            self._view.deal(int(index), deal)
        self._steps[which] = 0

    def _observation(self) -> Observation:
        return {"piles": self._view.piles.copy(), "redeals": self._view.redeals[:, None].copy()}

    def _info(self) -> dict[str, Any]:
        # A key with an underscore says, as Gymnasium does, for which environments the value holds.
        return {
            "action_mask": self._view.legal.view(np.int8).copy(),
            "_action_mask": self._everywhere,
            "illegal": self._view.illegal.astype(bool),
            "_illegal": self._everywhere,
        }


def picture(svg: str) -> NDArray[np.uint8]:
    """Return an SVG picture as pixels, three bytes each, fitted into ``PICTURE_SIZE``."""
    # Only pictures need these.
    import resvg_py  # noqa: PLC0415
    from PIL import Image, ImageOps  # noqa: PLC0415

    width, height = PICTURE_SIZE
    with Image.open(BytesIO(resvg_py.svg_to_bytes(svg_string=svg, width=width))) as image:
        return np.asarray(ImageOps.pad(image.convert("RGB"), (width, height), color=FELT))


def _demand(name: str, value: object, choices: Sequence[str]) -> None:
    if value not in choices:
        raise ValueError(f"{name} must be one of {', '.join(choices)}, not {value!r:.60}.")
