"""Daily deals of this worker: each is chosen once, in a thread that searches."""

from collections.abc import Callable
from concurrent.futures import Future
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from datetime import date as Date  # noqa: N812 - a type
from functools import lru_cache
from http import HTTPStatus
from threading import BoundedSemaphore, Lock
from typing import Final

from flask import Flask, current_app, has_request_context

from patience.compiled import tables_for
from patience.dealing import Deal
from patience.games import VARIANTS
from patience.prospects.daily_deals import (
    CANDIDATES,
    DAYS_BACK,
    Choice,
    Chosen,
    candidates,
    choose,
    grade_of,
    secret_of,
)
from patience.prospects.difficulty import scale_of
from patience.prospects.search_runner import SearchUnavailableError
from service.config import Settings, variable
from service.http.rate_limits import GRADE_COST, Account
from service.http.workload import HEAVY_WORK, SMALL_WORK, SearchPool
from service.receipts.keys import load_daily_key
from service.requests.problems import Problem, search_busy, search_unavailable

MOST_KEPT: Final = 5000
"""Choices that a worker keeps: more than there are variants and dates."""


class DailyDeals:
    """The daily deals of an app: their secrets by date, and the deals of the days that have begun."""

    def __init__(self, key: bytes | None, pool: SearchPool, clock: Callable[[], float]) -> None:
        self._key = key
        self._pool = pool
        self._clock = clock
        self._futures: dict[tuple[str, Date], Future[Chosen]] = {}
        self._lock = Lock()
        self.slots = BoundedSemaphore(pool.number)
        """Half of the slots of the pool, so that prospects always find one of the other half."""

    def today(self) -> Date:
        """Return the date (UTC)."""
        return datetime.fromtimestamp(self._clock(), UTC).date()

    def seconds_left(self) -> int:
        """Return the number of seconds until the next day begins."""
        return 86_400 - int(self._clock()) % 86_400

    def secret(self, variant: str, date: Date) -> bytes:
        """Return the secret of a day. Raises Problem if the service has no key."""
        if self._key is None:
            detail = f"The service has no key for daily deals ({variable('daily_key_file')})."
            raise Problem(HTTPStatus.NOT_IMPLEMENTED, detail, name="no-daily-key")
        return secret_of(self._key, variant, date)

    def choice(self, variant: str, date: Date) -> Choice | None:
        """Return the deal of a day that has begun, and charge for its choice if it is new here.

        None if the variant is not graded or no candidate was proven winnable. Raises Problem if the service
        has no key or no search, or if all slots are taken.
        """
        tables = tables_for(variant)
        scale = scale_of(tables)
        if scale is None:
            return None
        secret = self.secret(variant, date)
        with self._lock:
            future = self._futures.get((variant, date))
            is_new = future is None
            if future is None:
                if has_request_context():
                    Account().check()
                future = self._start(lambda: choose(tables, scale, secret, grade_of(date)))
                self._futures[variant, date] = future
                if len(self._futures) > MOST_KEPT:
                    del self._futures[next(iter(self._futures))]
        try:
            with HEAVY_WORK.paused(), SMALL_WORK.paused():
                chosen = future.result()
        except SearchUnavailableError:
            raise search_unavailable("Daily deals are proven winnable by a search.") from None
        if is_new and has_request_context():
            account = Account()
            account.add(0, CANDIDATES * GRADE_COST + chosen.positions)
            account.settle()
        return chosen.choice

    def day_of(self, deal: Deal) -> Date | None:
        """Return the day whose deal this is, if it has begun; None for any other deal.

        Only the candidates of a day can be its deal, so other deals cost nothing. Raises what ``choice``
        raises.
        """
        variant = deal.tables.variant.id
        if self._key is None or deal.seed is None or deal.tables.options != tables_for(variant).options:
            return None
        date = _days_of_candidates(self._key, variant, self.today()).get(deal.seed)
        if date is None:
            return None
        choice = self.choice(variant, date)
        return date if choice and choice.seed == deal.seed else None

    def _start(self, work: Callable[[], Chosen]) -> Future[Chosen]:
        with ExitStack() as taken:
            for slots in (self.slots, self._pool.slots):
                if not slots.acquire(blocking=False):
                    raise search_busy()
                taken.callback(slots.release)
            future = self._pool.threads.submit(work)
            release = taken.pop_all().close
        future.add_done_callback(lambda _: release())
        return future


@lru_cache(maxsize=len(VARIANTS))
def _days_of_candidates(key: bytes, variant: str, today: Date) -> dict[str, Date]:
    """Return the days that have begun by the seeds of their candidates; a seed of two days has the later."""
    dates = [today - timedelta(days) for days in range(DAYS_BACK, -1, -1)]
    return {seed: date for date in dates for seed in candidates(secret_of(key, variant, date))}


def register_daily_deals(app: Flask, settings: Settings, clock: Callable[[], float]) -> None:
    """Add the daily deals to an app. Raises SettingError if the key file cannot be used."""
    key = load_daily_key(settings.daily_key_file)
    app.extensions["daily_deals"] = DailyDeals(key, app.extensions["search_pool"], clock)


def daily_deals() -> DailyDeals:
    """Return the daily deals of the current app."""
    deals: DailyDeals = current_app.extensions["daily_deals"]
    return deals
