"""Analyse prospects: request bytes in, answer bytes out. HTTP and the command line both call it."""

from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

import orjson

from patience.play.position import Position
from patience.play.replay import Verdict, replay
from patience.search.evaluation import Evaluation, TurningPoint, evaluate, evaluate_log
from patience.search.fewest_moves import FewestMoves, fewest_moves
from patience.search.findings import OPEN, Finding, Proof, Prospect
from patience.search.hints import MOVES_SHARE, Hint, evaluate_moves, follow
from patience.search.known_lines import KnownLines
from patience.search.proofs import prove
from patience.search.search_runner import SearchResult, SearchUnavailableError, search, shorten
from schemas.problems import DECLARATIONS_REFUSED, search_unavailable
from schemas.prospect_requests import (
    CONTINUATION,
    MOVES,
    TURNING_POINT,
    ProspectRequest,
    load_prospect_request,
    prospect_json,
)
from schemas.strict_json import parse
from schemas.verdicts import verdict_json
from service.config import Settings


class Tools(Protocol):
    """What an analysis costs most, so that a server can run and charge it in its own way."""

    def search(self, position: Position, budget: int, known: KnownLines, /) -> SearchResult:
        """Search a position with the help of known lines, expanding at most `budget` positions."""

    def known_lines(self, opening: Position, /) -> KnownLines:
        """Return the winning lines of a game that are known so far."""

    def prove(self, position: Position, /) -> Finding:
        """Try static proofs on one of the positions along a log, or after a move."""

    def follow(self, position: Position, line: Sequence[str], /) -> tuple[str, ...] | None:
        """Play a known line from another position; return the moves played if they win."""

    def shorten(self, position: Position, finding: Finding, budget: int, /) -> SearchResult:
        """Shorten the line of a finding, expanding at most `budget` positions."""

    def fewest_moves(self, position: Position, finding: Finding, budget: int, /) -> FewestMoves:
        """Look for a line of fewest moves and prove a bound, expanding at most `budget` positions."""


class PlainTools:
    """The tools of the library as they are."""

    @staticmethod
    def search(position: Position, budget: int, known: KnownLines) -> SearchResult:
        """Search in this thread."""
        return search(position, budget, known=known)

    known_lines = staticmethod(lambda _: KnownLines())
    prove = staticmethod(prove)
    follow = staticmethod(follow)
    shorten = staticmethod(shorten)
    fewest_moves = staticmethod(fewest_moves)


class Prospected(NamedTuple):
    """A judged log and its prospect."""

    request: ProspectRequest
    verdict: Verdict
    outlook: Evaluation
    hints: tuple[Hint, ...] | None = None
    """The prospect after each legal move, on request."""
    fewest: FewestMoves | None = None
    """The fewest moves to a win, on request."""

    def answer(self) -> bytes:
        """Return the answer as JSON."""
        replay_request = self.request.replay
        verdict = verdict_json(self.verdict, replay_request.include, replay_request.ref)
        return orjson.dumps(prospect_json(self.request, verdict, self.outlook, self.hints, self.fewest))


_PLAIN: Final = PlainTools()

_SHORTEST_SHARE: Final = 4
"""The part of a budget that is left for everything else if the fewest moves are asked for."""


def judge_prospect(
    request: bytes,
    tools: Tools = _PLAIN,
    most_moves: int = Settings.most_moves,
    most_positions: int = Settings.most_positions,
    no_declaration: str = DECLARATIONS_REFUSED,
) -> Prospected:
    """Prove what can be proved of the position that a log reaches, and find the turning point if requested.

    `no_declaration` says why a request with a declaration is refused; empty if it is answered.
    Raises JsonError, ValidationError or Problem if the request is not valid, Problem if it needs a search
    that this build lacks, and everything that `tools` raise.
    """
    prospect_request = load_prospect_request(
        parse(request), most_moves, most_positions, no_declaration=no_declaration
    )
    verdict = replay(
        prospect_request.replay.log, trace=not prospect_request.replay.include.isdisjoint({"trace", "score"})
    )
    try:
        prospected = _prospected(prospect_request, verdict, tools)
        if prospect_request.shortest:
            return _with_fewest_moves(prospected, tools)
        return _shortened(prospected, tools)
    except SearchUnavailableError:
        raise search_unavailable() from None


def _shortened(found: Prospected, tools: Tools) -> Prospected:
    """Shorten the winning line of an answer with what is left of the budget."""
    outlook = found.outlook
    left = found.request.budget - outlook.positions
    if (
        CONTINUATION not in found.request.replay.include
        or outlook.finding.proof is not Proof.LINE
        or not left
    ):
        return found
    finding, positions = tools.shorten(found.verdict.position, outlook.finding, left)
    outlook = outlook._replace(finding=finding, positions=outlook.positions + positions)
    return found._replace(outlook=outlook)


def _with_fewest_moves(found: Prospected, tools: Tools) -> Prospected:
    """Look for the fewest moves with what is left of the budget."""
    outlook = found.outlook
    fewest = tools.fewest_moves(
        found.verdict.position, outlook.finding, found.request.budget - outlook.positions
    )
    outlook = outlook._replace(finding=fewest.finding, positions=outlook.positions + fewest.positions)
    return found._replace(outlook=outlook, fewest=fewest)


def _prospected(request: ProspectRequest, verdict: Verdict, tools: Tools) -> Prospected:
    """Spend the budget; a part of it is kept for the moves if they are requested."""
    include, position = request.replay.include, verdict.position
    opening = verdict.log.deal.opening
    known = tools.known_lines(opening)

    def searcher(position: Position, budget: int) -> SearchResult:
        return tools.search(position, budget, known)

    allowed = request.budget // _SHORTEST_SHARE if request.shortest else request.budget
    budget = allowed - (allowed // MOVES_SHARE if MOVES in include else 0)
    if TURNING_POINT in include:
        outlook = evaluate_log(opening, verdict.played, budget, searcher, tools.prove)
    else:
        outlook = Evaluation(*evaluate(position, budget, searcher))
    if MOVES not in include:
        return Prospected(request, verdict, outlook)
    found = evaluate_moves(
        position,
        outlook.finding,
        allowed - outlook.positions,
        searcher,
        tools.prove,
        tools.follow,
        spent=outlook.positions,
    )
    positions = outlook.positions + found.positions
    point = outlook.turning_point
    if point and outlook.finding == OPEN:
        point = _settled(point, found.finding, verdict.moves_played)
    return Prospected(request, verdict, Evaluation(found.finding, positions, point), found.hints)


def _settled(point: TurningPoint, finding: Finding, moves: int) -> TurningPoint:
    """Complete a turning point by the finding of the last position, which was undecided before."""
    if finding.prospect is Prospect.WINNABLE:
        return TurningPoint(moves, None, exact=True)
    if finding.prospect is Prospect.DEAD:
        last = -1 if point.winnable_after is None else point.winnable_after
        return TurningPoint(point.winnable_after, moves, exact=last == moves - 1)
    return point
