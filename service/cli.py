"""The `referee` command: assembles its subcommands, and sees that none ends with a false result."""

import os
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from io import TextIOWrapper, UnsupportedOperation
from pathlib import Path
from typing import Any, Final, TextIO

import click

from service import __version__
from service.commands.errors import CannotRun
from service.config import SettingError
from service.judging.kernel_loader import engine_name

COMMANDS: Final = {
    "conform": "service.commands.conform_command:conform",
    "deal": "service.commands.deal_command:deal",
    "import": "service.commands.import_command:import_",
    "keygen": "service.commands.keygen_command:keygen",
    "prospect": "service.commands.prospect_command:prospect",
    "receipt": "service.commands.receipt_command:receipt",
    "replay": "service.commands.replay_command:replay",
    "serve": "service.commands.serve_command:serve",
    "variants": "service.commands.variants_command:variants",
    "verify": "service.commands.verify_command:verify",
    "winnable": "service.commands.winnable_command:winnable",
}
"""Where each subcommand is; none is loaded before it is needed."""

STOPPED_READING = 128 + 13
"""What a shell reports of a command that SIGPIPE ended; 1 would say that a game is illegal."""


INTERRUPTED = 128 + 2
"""What a shell reports of a command that SIGINT ended."""


class Commands(click.Group):
    """A group whose commands need no traceback when they cannot write, and never fail with a result."""

    def main(self, *arguments: Any, **settings: Any) -> Any:
        """Run the command line."""
        _replace_closed_streams()
        try:
            return super().main(*arguments, **settings)
        except OSError:
            # Not even standard error can be written.
            _abandon(sys.stderr)
            sys.exit(CannotRun.exit_code)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Their names."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name, loaded now."""
        if cmd_name in COMMANDS and cmd_name not in self.commands:
            module, _, name = COMMANDS[cmd_name].partition(":")
            self.add_command(getattr(import_module(module), name), cmd_name)
        return super().get_command(ctx, cmd_name)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read what stands before the subcommand."""
        with _no_false_result():
            return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the subcommand."""
        with _no_false_result():
            return super().invoke(ctx)


def _replace_closed_streams() -> None:
    """Else Python has no such stream, and the next file that is opened takes its number."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            nowhere = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115 - until the process ends
            os.set_inheritable(nowhere.fileno(), True)
            setattr(sys, name, nowhere)


@contextmanager
def _no_false_result() -> Iterator[None]:
    """Whatever keeps a command from its end, the exit code says so; Python would exit with 1, a result."""
    try:
        yield
    except KeyboardInterrupt:
        click.echo("Interrupted.", err=True)
        raise click.exceptions.Exit(INTERRUPTED) from None
    except OSError as error:
        _abandon(sys.stdout)
        if isinstance(error, BrokenPipeError):
            raise click.exceptions.Exit(STOPPED_READING) from None
        if _happened_in_echo(error):
            raise CannotRun(f"Standard output cannot be written: {error.strerror}.") from None
        raise CannotRun(f"{error}.") from None
    except SettingError as error:
        raise CannotRun(str(error)) from None
    except (click.ClickException, click.Abort, click.exceptions.Exit):
        raise
    except Exception:
        # A defect.
        traceback.print_exc()
        raise click.exceptions.Exit(CannotRun.exit_code) from None


def _happened_in_echo(error: OSError) -> bool:
    *_, (frame, _) = traceback.walk_tb(error.__traceback__)
    return frame.f_code is click.echo.__code__


def _abandon(stream: TextIO) -> None:
    """Python would try once more, and fail, to write what is left."""
    with suppress(UnsupportedOperation):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _say_version(ctx: click.Context, _: click.Parameter, asked: bool) -> None:
    if not asked or ctx.resilient_parsing:
        return
    click.echo(f"{ctx.info_name} {__version__}, engine: {engine_name()}")
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

    Each tells its exit codes with --help. Where nothing else is told, 2 is that it could not be carried out,
    and 130 that it was interrupted.
    """
    if isinstance(sys.stdout, TextIOWrapper):
        # Better an escape than no board where an encoding lacks the suits.
        sys.stdout.reconfigure(errors="backslashreplace")


if __name__ == "__main__":
    main()
