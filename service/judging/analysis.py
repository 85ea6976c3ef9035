"""The one door to prospects: a request's bytes in, an answer's bytes out, whoever asks."""

from typing import NamedTuple

import orjson

from schemas.prospect_requests import TURNING_POINT, ProspectRequest, prospect_json, read_prospect_request
from schemas.verdicts import verdict_json
from service.config import Settings
from service.engine.replay import Verdict, replay
from service.judging.problems import search_unavailable
from service.prospects.evaluation import Evaluation, Search, evaluate, evaluate_log
from service.prospects.search_runner import SearchUnavailableError, search


class Prospected(NamedTuple):
    """A log as it was judged, and its prospect."""

    asked: ProspectRequest
    verdict: Verdict
    outlook: Evaluation

    def answer(self) -> bytes:
        """As JSON."""
        include, ref = self.asked.replay.include, self.asked.replay.ref
        verdict = orjson.Fragment(orjson.dumps(verdict_json(self.verdict, include, ref)))
        return orjson.dumps(prospect_json(self.asked, verdict, self.outlook))


def judge_prospect(
    request: bytes,
    searcher: Search = search,
    most_moves: int = Settings.most_moves,
    most_positions: int = Settings.most_positions,
) -> Prospected:
    """What is proved of the position that a log reaches and, if asked for, where along the log that turned.

    Raises JsonError, ValidationError or Problem if it is no prospect request, Problem if it needs a search
    that there is not, and what else the searcher raises.
    """
    asked = read_prospect_request(request, most_moves, most_positions)
    verdict = replay(asked.replay.log, trace="trace" in asked.replay.include)
    try:
        return Prospected(asked, verdict, _outlook(asked, verdict, searcher))
    except SearchUnavailableError:
        raise search_unavailable() from None


def _outlook(asked: ProspectRequest, verdict: Verdict, searcher: Search) -> Evaluation:
    if TURNING_POINT in asked.replay.include:
        return evaluate_log(verdict.log.deal.opening, verdict.played, asked.budget, searcher)
    return Evaluation(*evaluate(verdict.position, asked.budget, searcher))
