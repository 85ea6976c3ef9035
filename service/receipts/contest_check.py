"""Check a contest: replay each log, compare it with what the entry states, and rank the players.

No score counts without a log, every log is played on the deal that was committed before, and no player has
two entries for a deal. Times count only from receipts for tickets, which the referee measured.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any, Final, NamedTuple

from patience.compilation.compiled_rules import tables_for
from patience.play.dealing import Deal, deal_seed
from patience.play.game_ids import deal_id
from patience.play.replay import GameLog
from patience.play.scores import scorings_of
from patience.rules.variant import OptionValue
from schemas.contest import FIRST, TIMED, Contest, Criterion, Entry, EntryFlaw
from schemas.replay_request import ReplayRequest
from service.judging.loaded_requests import judge_log
from service.receipts.expectations import Expected
from service.receipts.keys import Keys
from service.receipts.receipts import check
from service.receipts.signed_texts import ReceiptError

TYPE: Final = "patience-contest+jwt"
"""The ``typ`` of the receipt for a contest."""

WON: Final = "won"


class Task(NamedTuple):
    """A log to replay, in a form that other processes understand."""

    variant: str
    rules: tuple[tuple[str, OptionValue], ...]
    rules_version: str
    seed: str
    moves: tuple[str, ...]
    scoring: str | None


class Played(NamedTuple):
    """What came of a log."""

    game_id: str
    outcome: str
    moves: int
    points: int | None
    illegal: str
    """Why a move is illegal; empty if none is."""


Play = Callable[[Iterable[Task]], Iterable[Played]]
"""Replay logs, in their order."""


def play(task: Task) -> Played:
    """Replay a log."""
    include = frozenset({"score"} if task.scoring else ())
    log = GameLog(_deal(task.variant, task.rules, task.rules_version, task.seed), task.moves, ())
    _, verdict = judge_log(ReplayRequest(log, include))
    illegal = verdict["first_illegal_move"]
    return Played(
        verdict["game_id"],
        verdict["outcome"],
        verdict["moves_played"],
        verdict["score"]["points"][task.scoring] if task.scoring else None,
        f"{illegal['move']} (index {illegal['index']}): {illegal['detail']}" if illegal else "",
    )


@lru_cache(maxsize=100)
def _deal(variant: str, rules: tuple[tuple[str, OptionValue], ...], version: str, seed: str) -> Deal:
    return deal_seed(tables_for(variant, dict(rules), version), seed)


class _Counted(NamedTuple):
    """An entry that counts."""

    entry: Entry
    played: Played
    seconds: int | None


class Refused(NamedTuple):
    """An entry that does not count."""

    entry: int
    player: str
    deal: int
    code: EntryFlaw
    detail: str


def check_contest(
    contest: Contest, play_all: Play, keys: Keys, issuer: str | None = None, audience: str | None = None
) -> dict[str, Any]:
    """Return the ranking of a contest and the entries that do not count, without a receipt.

    ``keys``, ``issuer`` and ``audience`` are those of the receipts of entries.
    """
    tasks = [_task(contest, entry) for entry in contest.entries]
    results = iter(play_all(task for task in tasks if task))
    referee = _Referee(contest, keys, issuer, audience)
    for number, (entry, task) in enumerate(zip(contest.entries, tasks, strict=True)):
        referee.take(number, entry, next(results) if task else None)
    return {
        "commitment": contest.commitment,
        "ranking": _ranking(contest, referee.counted),
        "refused": [refused._asdict() for refused in referee.refused],
        "counted": len(referee.counted),
    }


def receipt_members(contest: Contest, answer: Mapping[str, Any]) -> dict[str, Any]:
    """Return the payload of the receipt for a contest, without issuer, audience and time."""
    deals = [deal_id(deal) for deal in contest.deals]
    return {"contest_version": "1", "name": contest.name, "deal_ids": deals, **answer}


def _task(contest: Contest, entry: Entry) -> Task | None:
    if entry.deal >= len(contest.deals):
        return None
    deal = contest.deals[entry.deal]
    assert deal.seed is not None
    tables = deal.tables
    variant = tables.variant
    rules = (variant.id, tuple(tables.options), variant.rules_version)
    return Task(*rules, deal.seed, entry.moves, contest.scoring)


class _Referee:
    """Sorts entries into those that count and those that do not."""

    def __init__(self, contest: Contest, keys: Keys, issuer: str | None, audience: str | None) -> None:
        self.counted: list[_Counted] = []
        self.refused: list[Refused] = []
        self._contest = contest
        self._players = set(contest.players)
        self._keys, self._issuer, self._audience = keys, issuer, audience
        self._entered: set[tuple[str, int]] = set()
        self._tickets: set[str] = set()

    def take(self, number: int, entry: Entry, played: Played | None) -> None:
        """Count an entry, or refuse it for the first reason that there is."""
        if entry.player not in self._players:
            return self._refuse(number, entry, EntryFlaw.UNKNOWN_PLAYER, "The contest has no such player.")
        if played is None:
            detail = f"The contest has {len(self._contest.deals)} deals."
            return self._refuse(number, entry, EntryFlaw.UNKNOWN_DEAL, detail)
        if (entry.player, entry.deal) in self._entered:
            detail = "Only the first entry of a player for a deal counts."
            return self._refuse(number, entry, EntryFlaw.ENTERED_TWICE, detail)
        self._entered.add((entry.player, entry.deal))
        if played.illegal:
            return self._refuse(number, entry, EntryFlaw.ILLEGAL_MOVE, played.illegal)
        if entry.outcome not in (None, played.outcome):
            detail = f"The entry states {entry.outcome}, found {played.outcome}."
            return self._refuse(number, entry, EntryFlaw.OUTCOME_DIFFERS, detail)
        if entry.points is not None and entry.points != played.points:
            detail = f"The entry states {entry.points} points, found {played.points}."
            return self._refuse(number, entry, EntryFlaw.SCORE_DIFFERS, detail)
        return self._take_time(number, entry, played)

    def _take_time(self, number: int, entry: Entry, played: Played) -> None:
        seconds = None
        if entry.receipt is not None:
            deal = deal_id(self._contest.deals[entry.deal])
            expected = Expected(self._issuer, self._audience, outcome=played.outcome, deal_id=deal)
            try:
                payload = check(entry.receipt, self._keys, expected)
                if (payload.get("game_id"), payload.get("sub")) != (played.game_id, entry.player):
                    raise ReceiptError("The receipt is for another game or player.")
            except ReceiptError as error:
                return self._refuse(number, entry, EntryFlaw.RECEIPT_DIFFERS, str(error))
            ticket, seconds = payload.get("ticket"), payload.get("elapsed_at_most")
            if isinstance(ticket, dict) and ticket.get("jti") in self._tickets:
                detail = "Another entry has the receipt of the same ticket."
                return self._refuse(number, entry, EntryFlaw.TICKET_USED, detail)
            self._tickets |= {ticket["jti"]} if isinstance(ticket, dict) else set()
        if seconds is None and not TIMED.isdisjoint(self._contest.ranking):
            detail = "The ranking by time needs the receipt for a ticket."
            return self._refuse(number, entry, EntryFlaw.NO_TIME, detail)
        self.counted.append(_Counted(entry, played, seconds))
        return None

    def _refuse(self, number: int, entry: Entry, code: EntryFlaw, detail: str) -> None:
        self.refused.append(Refused(number, entry.player, entry.deal, code, detail))


def _ranking(contest: Contest, counted: Sequence[_Counted]) -> list[dict[str, Any]]:
    """Return all players in order; equal players share a rank and follow by name."""
    of_player: dict[str, list[_Counted]] = {player: [] for player in contest.players}
    for one in counted:
        of_player[one.entry.player].append(one)
    rows = [_row(contest, player, ones) for player, ones in of_player.items()]

    def merit(row: Mapping[str, Any]) -> tuple[int, ...]:
        return tuple(row[criterion] * (-1 if criterion in FIRST else 1) for criterion in contest.ranking)

    rows.sort(key=lambda row: (merit(row), row["player"]))
    ranked: list[dict[str, Any]] = []
    for _, equals in groupby(rows, merit):
        rank = len(ranked) + 1
        ranked += [{"rank": rank, **row} for row in equals]
    return ranked


def _row(contest: Contest, player: str, counted: Sequence[_Counted]) -> dict[str, Any]:
    won = [one for one in counted if one.played.outcome == WON]
    return {
        "player": player,
        "wins": len(won),
        "points": sum(one.played.points or 0 for one in counted) if contest.scoring else None,
        "timed_points": sum(_timed_points(contest, one) for one in counted)
        if Criterion.TIMED_POINTS in contest.ranking
        else None,
        "moves": sum(one.played.moves for one in won),
        "seconds": sum(one.seconds or 0 for one in won) if Criterion.SECONDS in contest.ranking else None,
        "games": [one.played.game_id for one in counted],
    }


def _timed_points(contest: Contest, one: _Counted) -> int:
    """Return the score of an entry with the points of its time, both of which the ranking demands."""
    assert contest.scoring is not None
    assert one.played.points is not None
    assert one.seconds is not None
    scoring = scorings_of(contest.deals[one.entry.deal].tables)[contest.scoring]
    return scoring.timed(one.played.points, one.seconds, is_won=one.played.outcome == WON)
