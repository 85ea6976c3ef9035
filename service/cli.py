"""The `referee` command: assembles its subcommands, nothing else."""

import os
import sys
import traceback
from importlib import import_module
from io import TextIOWrapper
from typing import Any, Final

import click

from service import __version__
from service.commands.failures import CannotRun
from service.config import SettingError
from service.engines import engine_name

COMMANDS: Final = {
    "conform": "service.commands.conform:conform",
    "deal": "service.commands.deal:deal",
    "import": "service.commands.imports:import_",
    "keygen": "service.commands.keygen:keygen",
    "prospect": "service.commands.prospect:prospect",
    "receipt": "service.commands.receipt:receipt",
    "replay": "service.commands.replay:replay",
    "serve": "service.commands.serve:serve",
    "variants": "service.commands.variants:variants",
    "verify": "service.commands.verify:verify",
    "winnable": "service.commands.winnable:winnable",
}
"""Where each subcommand is; none is loaded before it is needed."""

STOPPED_READING = 128 + 13
"""What a shell reports of a command that SIGPIPE ended; 1 would say that a game is illegal."""


class Commands(click.Group):
    """A group whose commands need no traceback when they cannot write, and never crash with a result."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Their names."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name, loaded now."""
        if cmd_name in COMMANDS and cmd_name not in self.commands:
            module, _, name = COMMANDS[cmd_name].partition(":")
            self.add_command(getattr(import_module(module), name), cmd_name)
        return super().get_command(ctx, cmd_name)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the subcommand."""
        try:
            return super().invoke(ctx)
        except OSError as error:
            # Python would try once more, and fail, to write what is left.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            if isinstance(error, BrokenPipeError):
                ctx.exit(STOPPED_READING)
            raise CannotRun(f"{error}.") from None
        except (click.ClickException, click.Abort, click.exceptions.Exit):
            raise
        except Exception:
            # A defect; Python would exit with 1, which is a result.
            traceback.print_exc()
            ctx.exit(CannotRun.exit_code)


def _say_version(ctx: click.Context, _: click.Parameter, asked: bool) -> None:
    if not asked or ctx.resilient_parsing:
        return
    try:
        click.echo(f"{ctx.info_name} {__version__}, engine: {engine_name()}")
    except SettingError as error:
        raise CannotRun(str(error)) from None
    ctx.exit()


@click.group(cls=Commands)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_say_version,
    help="Show the version and which engine judges, and exit.",
)
def main() -> None:
    """Patience Referee: replays two-pack patience games and says what really happened.

    \b
    Examples:
      referee variants                     which games there are
      referee deal rouge-et-noir 31999     see a deal
      referee replay game.json             judge a game, or a game.pso that PySolFC saved
      referee prospect game.json           can it still be won, and where was it thrown away?
      referee verify games/ --output out/  judge thousands of games
      referee conform -- ./their-engine    test another engine
      referee serve                        answer over HTTP on http://127.0.0.1:8000
    """
    if isinstance(sys.stdout, TextIOWrapper):
        # Better an escape than no board where an encoding lacks the suits.
        sys.stdout.reconfigure(errors="backslashreplace")


if __name__ == "__main__":
    main()
