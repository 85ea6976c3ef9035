"""The `referee` command: assembles its subcommands, nothing else."""

import os
import sys
import traceback
from io import TextIOWrapper
from typing import Any

import click

from service.commands.conform import conform
from service.commands.deal import deal
from service.commands.failures import CannotRun
from service.commands.imports import import_
from service.commands.keygen import keygen
from service.commands.receipt import receipt
from service.commands.replay import replay
from service.commands.serve import serve
from service.commands.variants import variants
from service.commands.verify import verify

STOPPED_READING = 128 + 13
"""What a shell reports of a command that SIGPIPE ended; 1 would say that a game is illegal."""


class Commands(click.Group):
    """A group whose commands need no traceback when they cannot write, and never crash with a result."""

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


@click.group(cls=Commands)
@click.version_option(package_name="patience-referee", message="%(prog)s %(version)s")
def main() -> None:
    """Patience Referee: replays two-pack patience games and says what really happened.

    \b
    Examples:
      referee variants                     which games there are
      referee deal rouge-et-noir 31999     see a deal
      referee replay game.json             judge a game, or a game.pso that PySolFC saved
      referee verify games/ --output out/  judge thousands of games
      referee conform -- ./their-engine    test another engine
      referee serve                        answer over HTTP on http://127.0.0.1:8000
    """
    if isinstance(sys.stdout, TextIOWrapper):
        # Better an escape than no board where an encoding lacks the suits.
        sys.stdout.reconfigure(errors="backslashreplace")


for command in (serve, deal, replay, import_, verify, conform, variants, keygen, receipt):
    main.add_command(command)

if __name__ == "__main__":
    main()
