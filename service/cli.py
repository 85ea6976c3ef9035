"""The `referee` command: loads its subcommands when they are used, and keeps failures apart from results.

Exit code 1 is always a result (an illegal move, a false receipt). Python exits with 1 after any uncaught
error, so every error of a subcommand is caught here and ends with 2, 130 or 141 instead.

The games take a while to load. They are imported where an interrupt is caught, so Ctrl-C never prints a
traceback.
"""

import atexit
import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from io import TextIOWrapper, UnsupportedOperation
from pathlib import Path
from signal import SIG_DFL, SIGINT, default_int_handler, getsignal, signal
from typing import Any, Final, NamedTuple, TextIO

import click

from service import __version__
from service.commands.errors import CannotRun, is_of_posix, loading
from service.commands.terminal import did_you_mean
from service.config import SettingError, color_choice, variable


class Subcommand(NamedTuple):
    """A subcommand, so that the help lists it without importing it."""

    path: str
    """Its module and function."""
    about: str
    """What it does, in a line."""


COMMANDS: Final = {
    "conform": Subcommand(
        "service.commands.conform_command:conform", "Test another engine on games with known verdicts."
    ),
    "contest": Subcommand("service.commands.contest_command:contest", "Make and verify contests."),
    "daily": Subcommand("service.commands.daily_command:daily", "Verify daily deals."),
    "deal": Subcommand("service.commands.deal_command:deal", "Draw the opening board of a deal."),
    "declare": Subcommand(
        "service.commands.declare_command:declare", "Check declarations of games of your own."
    ),
    "export": Subcommand("service.commands.import_command:export", "Write a game for another program."),
    "find-deal": Subcommand("service.commands.find_deal_command:find_deal", "Find the number of a board."),
    "foresight": Subcommand(
        "service.commands.foresight_command:foresight",
        "Weigh a winning streak: chance, or hidden cards seen?",
    ),
    "import": Subcommand(
        "service.commands.import_command:import_", "Convert a game of another program to a replay request."
    ),
    "keygen": Subcommand(
        "service.commands.keygen_command:keygen", "Make a key that signs receipts, or one of daily deals."
    ),
    "maintain": Subcommand(
        "service.commands.maintain_command:maintain", "Tasks of the project's maintainers."
    ),
    "mcp": Subcommand(
        "service.commands.mcp_command:mcp_", "Let language models play, over the Model Context Protocol."
    ),
    "perft": Subcommand("service.commands.perft_command:perft", "Count the legal logs of a length (perft)."),
    "prospect": Subcommand(
        "service.commands.prospect_command:prospect", "Say whether the game in a file can still be won."
    ),
    "receipt": Subcommand("service.commands.receipt_command:receipt", "Verify receipts of claims."),
    "replay": Subcommand(
        "service.commands.replay_command:replay", "Judge the game in a file and show its last position."
    ),
    "serve": Subcommand("service.commands.serve_command:serve", "Run the service."),
    "variants": Subcommand(
        "service.commands.variants_command:variants", "List the games and their rule options."
    ),
    "verify": Subcommand("service.commands.verify_command:verify", "Judge archives of games."),
}
"""The subcommands by name."""

BROKEN_PIPE: Final = 128 + 13
"""The exit code that a shell reports after SIGPIPE."""

INTERRUPTED: Final = 128 + 2
"""The exit code that a shell reports after SIGINT."""

# The objects left at the end go with the process. Looking for cycles among them takes a tenth of a start.
atexit.register(gc.freeze)


class Commands(click.Group):
    """A group of commands that are imported on first use and whose failures never look like results."""

    def main(self, *arguments: Any, **settings: Any) -> Any:
        """Run the command line."""
        _replace_closed_streams()
        if getsignal(SIGINT) is SIG_DFL:
            # Importing this package has set it, for the time until errors are caught.
            signal(SIGINT, default_int_handler)
        try:
            return super().main(*arguments, **settings)
        except OSError:
            # Not even standard error can be written.
            _abandon(sys.stderr)
            sys.exit(CannotRun.exit_code)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return the names of the subcommands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a subcommand."""
        if cmd_name in COMMANDS and cmd_name not in self.commands:
            module, _, name = COMMANDS[cmd_name].path.partition(":")
            try:
                command = getattr(import_module(module), name)
            except ModuleNotFoundError as error:
                command = _without(error)
            command.short_help = COMMANDS[cmd_name].about
            self.add_command(command, cmd_name)
        return super().get_command(ctx, cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """List the subcommands. Importing all of them would take a second."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, command.about) for name, command in COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the subcommand; suggest similar names for an unknown one."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            raise click.UsageError(error.message + did_you_mean(args[0], COMMANDS), ctx) from None

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the options before the subcommand."""
        ctx.color = color_choice()
        with _errors_kept_apart():
            return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the subcommand."""
        with _errors_kept_apart():
            if folder := os.environ.get(variable("variants")):
                from service.judging.house_variants import register_house_variants  # noqa: PLC0415 - as games

                register_house_variants(folder)
            return super().invoke(ctx)


def _without(error: ModuleNotFoundError) -> click.Command:
    """Return a command in place of one that cannot be imported on this system: it says why."""
    if not is_of_posix(error):
        raise error

    def advise() -> None:
        with loading():
            raise error

    anything = {"ignore_unknown_options": True, "allow_extra_args": True}
    return click.Command(None, callback=advise, add_help_option=False, context_settings=anything)


def _replace_closed_streams() -> None:
    """Open the null device for standard streams that the parent process closed.

    Without them the next file that is opened gets the file descriptor of a standard stream.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            null = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115 - open until the process ends
            os.set_inheritable(null.fileno(), True)
            setattr(sys, name, null)


@contextmanager
def _errors_kept_apart() -> Iterator[None]:
    """Turn every error into an exit code that is not a result."""
    try:
        yield
    except KeyboardInterrupt:
        raise _interrupted() from None
    except OSError as error:
        _abandon(sys.stdout)
        if isinstance(error, BrokenPipeError):
            raise click.exceptions.Exit(BROKEN_PIPE) from None
        if _raised_by_echo(error):
            raise CannotRun(f"Cannot write to standard output: {error.strerror}.") from None
        raise CannotRun(f"{error}.") from None
    except SettingError as error:
        raise CannotRun(str(error)) from None
    except (click.ClickException, click.Abort, click.exceptions.Exit):
        raise
    except Exception as error:
        # Up to Python 3.11, one that arrives while a class is made is the cause of another error.
        if isinstance(error.__cause__, KeyboardInterrupt):
            raise _interrupted() from None
        from patience.kernel.loader import KernelError  # noqa: PLC0415 - as the games

        if isinstance(error, KernelError):
            raise CannotRun(str(error)) from None
        from traceback import print_exc  # noqa: PLC0415 - only a defect of this program needs it

        print_exc()
        raise click.exceptions.Exit(CannotRun.exit_code) from None


def _interrupted() -> click.exceptions.Exit:
    click.echo("Interrupted.", err=True)
    return click.exceptions.Exit(INTERRUPTED)


def _raised_by_echo(error: OSError) -> bool:
    from traceback import walk_tb  # noqa: PLC0415 - only a failure needs it

    *_, (frame, _) = walk_tb(error.__traceback__)
    return frame.f_code is click.echo.__code__


def _abandon(stream: TextIO) -> None:
    """Discard what is left to write; Python would try to write it at exit and fail."""
    with suppress(UnsupportedOperation):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _print_version(ctx: click.Context, _: click.Parameter, requested: bool) -> None:
    if not requested or ctx.resilient_parsing:
        return
    click.echo(f"{ctx.info_name} {__version__}, engine: {_engine()}")
    ctx.exit()


def _engine() -> str:
    """Return the name of the engine; in the usual case without loading it and all games."""
    from patience.kernel.digest import current_modules  # noqa: PLC0415 - as the games

    if os.environ.get("REFEREE_KERNEL", "auto") == "auto" and current_modules():
        return "kernel"
    from patience.kernel.loader import engine_name  # noqa: PLC0415 - as the games

    return engine_name()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Print the version and the engine in use, and exit.",
)
def main() -> None:
    """Patience Referee replays logs of patience (solitaire) games and reports the first illegal move.

    \b
    Examples:
      referee variants                     list the games
      referee deal klondike 31999          draw a deal
      referee replay game.json             judge a game, or a game.pso saved by PySolFC
      referee prospect game.json           find out whether a game can still be won
      referee verify games/ --output out/  judge archives of games
      referee conform -- ./their-engine    test another engine
      referee serve                        run the service on http://127.0.0.1:8000

    \b
    Exit codes (each command lists its own with --help):
      0    done; the result is positive
      1    done; the result is negative, such as an illegal move
      2    the command could not be carried out
      130  interrupted
      141  standard output was closed
    """
    if isinstance(sys.stdout, TextIOWrapper):
        # An encoding without card suits gets escapes instead of an error.
        sys.stdout.reconfigure(errors="backslashreplace")


if __name__ == "__main__":
    main()
