"""Analyse prospects: request bytes in, answer bytes out. HTTP and the command line both call it."""

from typing import NamedTuple

import orjson

from schemas.prospect_requests import TURNING_POINT, ProspectRequest, load_prospect_request, prospect_json
from schemas.verdicts import verdict_json
from service.config import Settings
from service.engine.replay import Verdict, replay
from service.judging.problems import search_unavailable
from service.judging.strict_json import parse
from service.prospects.evaluation import Evaluation, Prove, Search, evaluate, evaluate_log
from service.prospects.proofs import prove
from service.prospects.search_runner import SearchUnavailableError, search


class Prospected(NamedTuple):
    """A judged log and its prospect."""

    request: ProspectRequest
    verdict: Verdict
    outlook: Evaluation

    def answer(self) -> bytes:
        """Return the answer as JSON."""
        replay_request = self.request.replay
        verdict = verdict_json(self.verdict, replay_request.include, replay_request.ref)
        return orjson.dumps(prospect_json(self.request, verdict, self.outlook))


def judge_prospect(
    request: bytes,
    searcher: Search = search,
    most_moves: int = Settings.most_moves,
    most_positions: int = Settings.most_positions,
    prover: Prove = prove,
) -> Prospected:
    """Prove what can be proved of the position that a log reaches, and find the turning point if requested.

    Raises JsonError, ValidationError or Problem if the request is not valid, Problem if it needs a search
    that this build lacks, and everything that `searcher` and `prover` raise.
    """
    prospect_request = load_prospect_request(parse(request), most_moves, most_positions)
    verdict = replay(prospect_request.replay.log, trace="trace" in prospect_request.replay.include)
    try:
        return Prospected(prospect_request, verdict, _outlook(prospect_request, verdict, searcher, prover))
    except SearchUnavailableError:
        raise search_unavailable() from None


def _outlook(request: ProspectRequest, verdict: Verdict, searcher: Search, prover: Prove) -> Evaluation:
    if TURNING_POINT in request.replay.include:
        return evaluate_log(verdict.log.deal.opening, verdict.played, request.budget, searcher, prover)
    return Evaluation(*evaluate(verdict.position, request.budget, searcher))
