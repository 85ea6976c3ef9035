"""Daily deals of a server: each is chosen once, in a thread of its own, and known to all workers.

* A worker chooses in one thread of low priority, which serves the clients in turn, so neither prospects nor
  other clients wait for a client that asks for one deal after the other.
* The choices lie in memory that the workers share, since they are forked after it is made.
* The deals of today and tomorrow are chosen ahead, while no client waits for another choice.
* A choice is cancelled with its client.
"""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from datetime import date as Date  # noqa: N812 - a type
from functools import lru_cache, partial
from http import HTTPStatus
from mmap import mmap
from random import sample
from threading import Thread
from time import sleep
from typing import Final

from flask import Flask, current_app
from werkzeug.exceptions import ClientDisconnected

from patience.compilation.compiled_rules import CompiledRules, tables_for
from patience.games import VARIANTS
from patience.play.dealing import Deal
from patience.play.position import Position
from patience.play.position_text import game_name
from patience.search.daily_deals import (
    BUDGET,
    CANDIDATES,
    DAYS_BACK,
    SPARES,
    Choice,
    Chosen,
    candidates,
    choose,
    grade_of,
    scale_for_days,
    secret_of,
)
from patience.search.difficulty import Difficulty, Scale, difficulty_of, shipped_scales
from patience.search.search_runner import (
    CancelledSearchError,
    SearchResult,
    SearchUnavailableError,
    is_available,
    search,
)
from schemas.problems import Problem, search_unavailable
from service.config import Settings, variable
from service.http.fair_threads import FairThreads, Slots
from service.http.rate_limits import GRADE_COST, Account
from service.http.workload import HEAVY_WORK, SMALL_WORK
from service.receipts.keys import load_daily_key

MOST_WAITING: Final = 8
"""The most requests of one client in a worker that choose a deal or wait for one."""

CLIENTS: Final = 16
"""The number of clients whose requests may wait at once."""

KEPT_DAYS: Final = DAYS_BACK + 2
"""Days whose choices are kept: up to tomorrow's."""

_SECONDS_BETWEEN_ROUNDS: Final = 600
"""How often a worker looks whether choices of today or tomorrow are missing."""

_AHEAD: Final = "ahead"
"""The client for which choices are made that no client waits for yet."""

_NO_DEAL: Final = CANDIDATES + SPARES
"""The candidate of a day without a deal."""


class SharedChoices:
    """The choices of all workers, as numbers in shared memory: day, candidate and score.

    Each is written by one store of eight bytes, and every worker would write the same, so there is no lock.
    """

    def __init__(self) -> None:
        self._rows = {game: row for row, game in enumerate(shipped_scales())}
        self._numbers = memoryview(mmap(-1, 8 * KEPT_DAYS * len(self._rows))).cast("Q")

    def get(self, tables: CompiledRules, date: Date, secret: bytes) -> Chosen | None:
        """Return the choice of a day, at no cost; None if it has not been made."""
        number = self._numbers[self._place(tables, date)]
        if number >> 19 != date.toordinal():
            return None
        candidate, score = number >> 11 & 255, number & 2047
        if candidate == _NO_DEAL:
            return Chosen(None, 0)
        scale = scale_for_days(tables)
        assert scale is not None
        seed = [*candidates(secret)][candidate]
        return Chosen(Choice(candidate, seed, Difficulty(scale.grade(score), score)), 0)

    def put(self, tables: CompiledRules, date: Date, choice: Choice | None) -> None:
        """Note the choice of a day, in place of that of another day ``KEPT_DAYS`` before."""
        candidate, score = (choice.candidate, choice.difficulty.score) if choice else (_NO_DEAL, 0)
        self._numbers[self._place(tables, date)] = date.toordinal() << 19 | candidate << 11 | score

    def _place(self, tables: CompiledRules, date: Date) -> int:
        row = self._rows[tables.variant.id, tables.options]
        return row * KEPT_DAYS + date.toordinal() % KEPT_DAYS


class DailyDeals:
    """The daily deals of an app: their secrets by date, and the deals of the days that have begun."""

    def __init__(self, key: bytes | None, clock: Callable[[], float]) -> None:
        self._key = key
        self._clock = clock
        self.choices = SharedChoices()
        self.threads = FairThreads("daily", 1)
        self.slots = Slots(each=MOST_WAITING, total=MOST_WAITING * CLIENTS)

    def today(self) -> Date:
        """Return the date (UTC)."""
        return datetime.fromtimestamp(self._clock(), UTC).date()

    def seconds_left(self) -> int:
        """Return the number of seconds until the next day begins."""
        return 86_400 - int(self._clock()) % 86_400

    def key(self) -> bytes:
        """Return the key from which all secrets follow. Raises Problem if the service has none."""
        if self._key is None:
            detail = f"The service has no key for daily deals ({variable('daily_key_file')})."
            raise Problem(HTTPStatus.NOT_IMPLEMENTED, detail, name="no-daily-key")
        return self._key

    def secret(self, tables: CompiledRules, date: Date) -> bytes:
        """Return the secret of a day. Raises Problem if the service has no key."""
        return secret_of(self.key(), game_name(tables), date)

    def choice(
        self, tables: CompiledRules, date: Date, account: Account, is_wanted: Callable[[], bool]
    ) -> Choice | None:
        """Return the deal of a day that has begun, and charge the account for its choice if it is new.

        None if no candidate was proven winnable; the game has daily deals. The choice is cancelled once
        ``is_wanted()`` is false. Raises Problem if the service has no key or no search, or if too many
        requests wait, and ClientDisconnected.
        """
        secret = self.secret(tables, date)
        known = self.choices.get(tables, date, secret)
        if known:
            return known.choice
        account.check()
        cost = CANDIDATES * GRADE_COST + BUDGET
        with self.slots.taken(account.client.name), HEAVY_WORK.paused(), SMALL_WORK.paused():
            work = partial(self._choose, tables, date, secret, is_wanted)
            try:
                chosen, cost = self.threads.submit(account.client.name, work).result()
            except CancelledSearchError:
                raise ClientDisconnected from None
            except SearchUnavailableError:
                cost = 0
                raise search_unavailable("Daily deals are proven winnable by a search.") from None
            finally:
                account.add(0, cost)
                account.settle()
        return chosen

    def day_of(self, deal: Deal, account: Account, is_wanted: Callable[[], bool]) -> Date | None:
        """Return the day whose deal this is, if it has begun; None for any other deal.

        Only the candidates of a day can be its deal, so other deals cost nothing. Raises what ``choice``
        raises.
        """
        tables = deal.tables
        if self._key is None or deal.seed is None or scale_for_days(tables) is None:
            return None
        date = _days_of_candidates(self._key, game_name(tables), self.today()).get(deal.seed)
        if date is None:
            return None
        choice = self.choice(tables, date, account, is_wanted)
        return date if choice and choice.seed == deal.seed else None

    def choose_ahead(self) -> None:
        """Choose the deals of today and tomorrow, from now on, in a thread of the current process."""
        if self._key is not None and is_available():
            Thread(target=self._choose_for_ever, name="daily-ahead", daemon=True).start()

    def _choose_for_ever(self) -> None:
        while True:
            self.choose_missing()
            sleep(_SECONDS_BETWEEN_ROUNDS)

    def choose_missing(self, variants: Sequence[str] = tuple(VARIANTS)) -> None:
        """Choose the deals of today and tomorrow that are missing, under default options only.

        Clients that wait go first.
        """
        today = self.today()
        # Each worker has its own order, so that they seldom choose the same deal.
        for date in (today, today + timedelta(1)):
            for variant in sample(variants, len(variants)):
                tables = tables_for(variant)
                while scale_for_days(tables) and not self._has_chosen(tables, date):
                    sleep(1)

    def _has_chosen(self, tables: CompiledRules, date: Date) -> bool:
        """Choose a deal, if it is not known; return whether it is now. A client that waits cancels that."""
        work = partial(
            self._choose,
            tables,
            date,
            self.secret(tables, date),
            lambda: not self.threads.is_contended(),
        )
        try:
            self.threads.submit(_AHEAD, work).result()
        except CancelledSearchError:
            return False
        return True

    def _choose(
        self, tables: CompiledRules, date: Date, secret: bytes, is_wanted: Callable[[], bool]
    ) -> tuple[Choice | None, int]:
        """Choose a deal; return it and its cost, which is 0 if another request has chosen meanwhile."""
        known = self.choices.get(tables, date, secret)
        if known:
            return known.choice, 0
        scale = scale_for_days(tables)
        assert scale is not None

        def searcher(position: Position, budget: int) -> SearchResult:
            return search(position, budget, lambda: not is_wanted())

        def grader(opening: Position, scale: Scale) -> Difficulty:
            if not is_wanted():
                raise CancelledSearchError
            return difficulty_of(opening, scale)

        chosen = choose(tables, scale, secret, grade_of(date), searcher, grader)
        self.choices.put(tables, date, chosen.choice)
        return chosen.choice, CANDIDATES * GRADE_COST + chosen.positions


@lru_cache(maxsize=4 * len(VARIANTS))
def _days_of_candidates(key: bytes, game: str, today: Date) -> dict[str, Date]:
    """Return the days that have begun by the seeds of their candidates; a seed of two days has the later."""
    dates = [today - timedelta(days) for days in range(DAYS_BACK, -1, -1)]
    return {seed: date for date in dates for seed in candidates(secret_of(key, game, date))}


def register_daily_deals(app: Flask, settings: Settings, clock: Callable[[], float]) -> None:
    """Add the daily deals to an app. Raises SettingError if the key file cannot be used."""
    app.extensions["daily_deals"] = DailyDeals(load_daily_key(settings.daily_key_file), clock)


def daily_deals() -> DailyDeals:
    """Return the daily deals of the current app."""
    deals: DailyDeals = current_app.extensions["daily_deals"]
    return deals
