"""The tools of the MCP server, and the server itself.

Arguments are checked against the types below by the SDK and then by ``GameStore``; what is refused reaches
the model as a sentence. Searches run one at a time in a thread, so that other calls are answered meanwhile.
"""

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, TypeVar

import anyio.to_thread
from anyio import CapacityLimiter
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.transport_security import TransportSecuritySettings
from pydantic import Field

from service import __version__
from service.config import Settings
from service.judging.loaded_requests import Sign
from service.mcp import game_store
from service.mcp.game_store import GameError, GameStore

INSTRUCTIONS = """Play games of patience (solitaire) under exact rules. Call new_game, then play to win.

A move is a token. T3-T7x4 moves four cards from column 3 to column 7. T3-F moves one card to a foundation
that takes it. W-T2 moves the top card of the waste, and T1-R2 moves a card to the second cell or reserve
pile. The actions of the stock are draw, deal and redeal. Piles count from 1, columns from the left. Each view
lists the legal moves. An illegal move changes nothing, and the refusal says why. Call finish at the end: it
returns the log of the game, which anyone can verify."""

Result = TypeVar("Result")

GameId = Annotated[str, Field(max_length=40, description="The id that new_game returned.")]
VariantId = Annotated[str, Field(max_length=60, description="An id that variants lists, such as klondike.")]
Budget = Annotated[int, Field(ge=0, description="The most positions that are searched.")]
Tokens = Annotated[list[Annotated[str, Field(max_length=60)]], Field(min_length=1, max_length=1000)]


def tool_server(settings: Settings, sign: Sign | None, *, undo: bool = True, hints: bool = True) -> MCPServer:
    """Return the server; ``undo`` and ``hints`` say whether it offers these tools."""
    server = MCPServer("patience-referee", instructions=INSTRUCTIONS, version=__version__)
    games = GameStore(settings, sign)
    _add_play(server, games)
    if undo:
        _add_undo(server, games)
    if hints:
        _add_hints(server, games, settings)
    return server


def serve_http(server: MCPServer, host: str, port: int, names: tuple[str, ...]) -> None:
    """Serve streamable HTTP until the process is stopped; `names` are those under which clients reach it.

    Without names they are those of the loopback interface. Other values of Host and Origin are refused, so
    that no web page reaches the server through a name of its own (DNS rebinding). There are no sessions,
    which a client could open without end: games have ids.
    """
    names = names or ("localhost", "127.0.0.1", "[::1]", host)
    hosts = [value for name in names for value in (name, f"{name}:*")]
    origins = [f"{scheme}://{value}" for scheme in ("http", "https") for value in hosts]
    security = TransportSecuritySettings(allowed_hosts=hosts, allowed_origins=origins)
    server.run("streamable-http", host=host, port=port, stateless_http=True, transport_security=security)


def _add_play(server: MCPServer, games: GameStore) -> None:
    @server.tool(structured_output=False)
    def variants() -> dict[str, Any]:
        """List every game with its rule options; the first value of each is the default."""
        return {"variants": game_store.variants()}

    @server.tool(structured_output=False)
    def rules(variant: VariantId) -> dict[str, Any]:
        """Explain a game: what each pile takes and gives, and what its rule options mean."""
        return _answered(partial(game_store.rules_of, variant))

    @server.tool(structured_output=False)
    def new_game(
        variant: VariantId,
        seed: Annotated[
            str | None, Field(max_length=40, description="A deal; left out: a random one.")
        ] = None,
        rules: Annotated[dict[str, str | int] | None, Field(max_length=20)] = None,
    ) -> dict[str, Any]:
        """Deal a game and return its id, the board and the legal moves. ``rules`` are its rule options."""
        return _answered(partial(games.new_game, variant, seed, rules or {}))

    @server.tool(structured_output=False)
    def look(game_id: GameId) -> dict[str, Any]:
        """Return the board as a player sees it, and the legal moves."""
        return _answered(partial(games.look, game_id))

    @server.tool(structured_output=False)
    def legal_moves(game_id: GameId) -> dict[str, Any]:
        """Return every legal move."""
        return {"legal_moves": _answered(partial(games.legal_moves, game_id))}

    @server.tool(structured_output=False)
    def play(game_id: GameId, moves: Tokens) -> dict[str, Any]:
        """Play one or more moves in order, up to the first illegal one, and return the board after them."""
        return _answered(partial(games.play, game_id, moves))

    @server.tool(structured_output=False)
    def finish(
        game_id: GameId,
        player: Annotated[
            str, Field(max_length=200, description="Who played, for the receipt.")
        ] = "anonymous",
    ) -> dict[str, Any]:
        """End a game and return its log, its outcome and, where the server signs, a receipt."""
        return _answered(partial(games.finish, game_id, player))


def _add_undo(server: MCPServer, games: GameStore) -> None:
    @server.tool(structured_output=False)
    def undo(game_id: GameId, moves: Annotated[int, Field(ge=1)] = 1) -> dict[str, Any]:
        """Take the last moves back."""
        return _answered(partial(games.undo, game_id, moves))


def _add_hints(server: MCPServer, games: GameStore, settings: Settings) -> None:
    searches = CapacityLimiter(1)
    usual = min(100_000, settings.most_positions)

    @server.tool(structured_output=False)
    async def prospect(game_id: GameId, budget: Budget = usual, shortest: bool = False) -> dict[str, Any]:
        """Say whether the game can still be won, as far as that is proved. It looks at all cards.

        With `shortest`, say in how few moves, and how many every win needs at least.
        """
        search = partial(_answered, partial(games.prospect, game_id, budget, shortest=shortest))
        return await anyio.to_thread.run_sync(search, limiter=searches)

    @server.tool(structured_output=False)
    async def hint(game_id: GameId, budget: Budget = usual) -> dict[str, Any]:
        """Return a move that keeps the game winnable, or null if none is known. It looks at all cards."""
        search = partial(_answered, partial(games.hint, game_id, budget))
        return await anyio.to_thread.run_sync(search, limiter=searches)


def _answered(call: Callable[[], Result]) -> Result:
    try:
        return call()
    except GameError as error:
        raise ToolError(str(error)) from None
