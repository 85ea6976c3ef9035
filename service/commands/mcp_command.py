"""``referee mcp``: lets language models play, over the Model Context Protocol."""

import click

from service.commands.errors import CannotRun
from service.config import HIGHEST_PORT, Settings, is_loopback
from service.receipts.keys import KeyRing
from service.receipts.receipts import signer


@click.command(name="mcp")
@click.option(
    "--http", is_flag=True, help="Serve streamable HTTP at /mcp instead of standard input and output."
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on, with --http.")
@click.option(
    "--port", type=click.IntRange(0, HIGHEST_PORT), default=8001, show_default=True, help="With --http."
)
@click.option(
    "--allowed-host",
    multiple=True,
    metavar="NAME",
    help="A name or address under which clients reach the server, with --http; several are possible. Needed "
    "if --host is not a loopback address.",
)
@click.option("--undo/--no-undo", default=True, help="Whether moves can be taken back.")
@click.option("--hints/--no-hints", default=True, help="Whether the tools hint and prospect are offered.")
def mcp_(  # noqa: PLR0913 - options
    *, http: bool, host: str, port: int, allowed_host: tuple[str, ...], undo: bool, hints: bool
) -> None:
    """Serve games to language models as tools of the Model Context Protocol.

    The tools deal a game, show what a player sees, list the legal moves, play, and end the game with its log.
    A refused move comes with the reason. `referee replay` and POST /v1/replays verify the log. With
    REFEREE_KEY_FILE and REFEREE_ISSUER it comes with a signed receipt.

    Without --http a client starts this command and talks to it over standard input and output. This needs the
    extra `mcp`: pip install 'patience-referee[mcp]'.

    \b
    Exit codes:
      0  the client has gone, or the server was stopped
      2  the extra `mcp` is not installed, or a setting is invalid

    \b
    Examples:
      referee mcp
      referee mcp --no-hints --no-undo
      referee mcp --http --port 8001
      referee mcp --http --host 0.0.0.0 --allowed-host referee.example.org
    """
    try:
        from service.mcp.tool_server import serve_http, tool_server  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as error:
        raise CannotRun(f"referee mcp needs {error.name}: pip install 'patience-referee[mcp]'.") from None
    if http and not allowed_host and not is_loopback(host):
        raise click.UsageError(
            f"--host {host} needs --allowed-host, the name under which clients reach the server. A web page "
            "could otherwise reach it through a name of its own."
        )
    settings = Settings.load()
    key = KeyRing.load(settings.key_file, settings.retired_keys_file).signing
    server = tool_server(settings, signer(key, settings.issuer) if key else None, undo=undo, hints=hints)
    if http:
        serve_http(server, host, port, allowed_host)
    else:
        server.run("stdio")
