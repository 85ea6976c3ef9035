"""Bounds on the work that one worker process does at once, so that small requests stay quick.

* Searches run without Python's lock, in a bounded number of threads that let all others go first. They serve
  the clients in turn.
* All other long work runs under Python's lock: lines of streams, large requests, prospects. One thread at a
  time does it, holding ``HEAVY_WORK``. The others wait for ``HEAVY_WORK`` instead of competing for Python's
  lock, so that a small request competes with one thread, however many clients send heavy work.
* ``SMALL_WORK`` is the same for small requests that the kernel does not judge, for claims, and for compiling
  rules under options that are new to this process: they take some milliseconds, and do not wait for heavy
  work.
* Large bodies in memory, and requests that search, grade a deal, or prove the positions of a log one by one,
  are bounded in number: the latter for each client and for all together.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from functools import partial
from threading import BoundedSemaphore, Lock, get_ident
from time import monotonic
from typing import Final, TypeVar

from flask import current_app, request
from werkzeug.exceptions import ClientDisconnected

from patience.play.position import Position
from patience.search.fewest_moves import FewestMoves, fewest_moves
from patience.search.findings import Finding
from patience.search.hints import follow
from patience.search.known_lines import KnownLines
from patience.search.proofs import prove
from patience.search.search_runner import (
    CancelledSearchError,
    Probe,
    SearchResult,
    SearchUnavailableError,
    is_available,
    recall,
    search,
    shorten,
)
from patience.sight.unsighted import Search
from schemas.problems import too_many_large_bodies
from service.http.fair_threads import FairThreads, Slots
from service.http.rate_limits import PROOF_COST, REPLAY_COST, charged_client
from service.http.tcp import is_connected

Found = TypeVar("Found", SearchResult, FewestMoves)
Done = TypeVar("Done")

HEAVY: Final = 4096
"""Bytes of a body above which judging it is heavy work: some hundred moves, each of which may be wrong."""

LARGE: Final = 16_384
"""Bytes of a body above which it is large: its answer may be ten times as long."""

_LARGE_BODIES: Final = BoundedSemaphore(32)

_LARGE_SECONDS: Final = 2
"""How long a large request waits for others before it is refused."""

PROVED_LOGS: Final = Slots(each=4, total=8)
"""Slots for requests that ask for proofs along a log."""

GRADED_DEALS: Final = Slots(each=2, total=8)
"""Slots for requests that ask for the difficulty of a deal."""

KNOWN_BYTES: Final = 16 << 20
"""Bytes of the winning lines that a worker remembers, and of the games that they are of."""

BYTES_PER_GAME: Final = 2048
"""About the most memory that a game needs beside its lines."""

CLIENTS: Final = 16
"""The number of clients whose searches may wait at once."""


class FairLock:
    """A lock that a thread cannot take again before a thread that already waits for it."""

    def __init__(self, seconds: float = 0.05) -> None:
        """Set for how long a thread holds the lock before it pauses."""
        self._next = Lock()
        self._lock = Lock()
        self._seconds = seconds
        self._owner = 0
        self._since = 0.0

    def __enter__(self) -> None:
        """Wait for the lock. The thread that holds ``_next`` is the next one."""
        with self._next:
            self._lock.acquire()
        self._owner, self._since = get_ident(), monotonic()

    def __exit__(self, *_: object) -> None:
        """Release the lock."""
        self._owner = 0
        self._lock.release()

    def is_held(self) -> bool:
        """Return whether this thread holds the lock."""
        return self._owner == get_ident()

    def is_contended(self) -> bool:
        """Return whether a thread waits for the lock."""
        return self._next.locked()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Release the lock for a while, if this thread holds it."""
        if not self.is_held():
            yield
            return
        self.__exit__()
        try:
            yield
        finally:
            self.__enter__()

    def pause_if_due(self) -> None:
        """Let a thread that waits go first if this one has held the lock for long."""
        if self.is_contended() and monotonic() - self._since >= self._seconds:
            with self.paused():
                pass


HEAVY_WORK: Final = FairLock()

SMALL_WORK: Final = FairLock()


def small_work() -> AbstractContextManager[None]:
    """Return ``SMALL_WORK``; nothing in a thread that holds it or ``HEAVY_WORK``."""
    return nullcontext() if HEAVY_WORK.is_held() or SMALL_WORK.is_held() else SMALL_WORK


@contextmanager
def large_body() -> Iterator[None]:
    """Bound the number of large bodies.

    Raises Problem if too many large bodies are being received.
    """
    if not _LARGE_BODIES.acquire(timeout=_LARGE_SECONDS):
        raise too_many_large_bodies()
    try:
        yield
    finally:
        _LARGE_BODIES.release()


class KnownGames:
    """The winning lines of the games that were asked about last, within a number of bytes.

    A game without lines counts, too: clients can ask about any number of them.
    """

    def __init__(self, most_bytes: int) -> None:
        self._games: OrderedDict[Hashable, KnownLines] = OrderedDict()
        self._most_bytes = most_bytes
        self._lock = Lock()

    def lines(self, opening: Position) -> KnownLines:
        """Return the lines of the game with this opening; if room is short, forget others."""
        tables = opening.tables
        game = tables.variant.id, tables.options, tables.rules, tuple(map(bytes, opening.piles))
        with self._lock:
            lines = self._games.setdefault(game, KnownLines())
            self._games.move_to_end(game)
            kept = sum(BYTES_PER_GAME + other.bytes for other in self._games.values())
            while kept > self._most_bytes and len(self._games) > 1:
                kept -= BYTES_PER_GAME + self._games.popitem(last=False)[1].bytes
        return lines


class SearchPool:
    """Threads that search, and for each client twice as many slots for requests that search or wait.

    What they find is remembered by game.
    """

    def __init__(self, number: int) -> None:
        self.threads = FairThreads("search", number)
        self.known_games = KnownGames(KNOWN_BYTES)
        self.slots = Slots(each=2 * number, total=2 * number * CLIENTS)


class Analyst:
    """Searches and proves for one request, in a thread that holds ``HEAVY_WORK``."""

    def __init__(self, pool: SearchPool, slots: ExitStack) -> None:
        self._pool = pool
        self._client = charged_client().name
        # Threads that search have no request of their own.
        self._environ = request.environ
        self._slots = slots
        self._has_search_slot = False
        self._has_proof_slot = False
        self.positions = 0
        """The cost so far; for a cancelled search its whole budget."""

    def search(self, position: Position, budget: int, known: KnownLines) -> SearchResult:
        """Search a position. What is known from an earlier request about the game is free of charge.

        Raises SearchUnavailableError, Problem if all slots are taken, and ClientDisconnected.
        """
        if recalled := recall(position, budget, known):
            return recalled
        environ = request.environ
        return self._run(budget, partial(search, position, budget, lambda: not is_connected(environ), known))

    def known_lines(self, opening: Position) -> KnownLines:
        """Return the winning lines of a game that this worker has found before."""
        return self._pool.known_games.lines(opening)

    def probe(self, position: Position, budget: int, search: Search) -> Probe:
        """Do one of many short searches, in a thread that holds ``HEAVY_WORK``. Raises ClientDisconnected."""
        if not is_connected(self._environ):
            raise ClientDisconnected
        self.positions += budget
        with HEAVY_WORK.paused():
            found = search(position, budget)
        self.positions += found.positions - budget
        return found

    def run(self, work: Callable[[], Done]) -> Done:
        """Run work with many short searches as a whole in a thread that searches.

        Each search of its own would wait for that thread. Raises Problem if all slots are taken.
        """

        def locked() -> Done:
            with HEAVY_WORK:
                return work()

        self._take_search_slot()
        metrics = current_app.extensions["metrics"]
        with HEAVY_WORK.paused(), metrics.searches.track_inprogress() if metrics else nullcontext():
            return self._pool.threads.submit(self._client, locked).result()

    def shorten(self, position: Position, finding: Finding, budget: int) -> SearchResult:
        """Shorten a winning line; raises what ``search`` raises."""
        return self._run(budget, partial(shorten, position, finding, budget))

    def fewest_moves(self, position: Position, finding: Finding, budget: int) -> FewestMoves:
        """Look for the fewest moves to a win; raises what ``search`` raises."""
        environ = request.environ
        return self._run(
            budget, partial(fewest_moves, position, finding, budget, lambda: not is_connected(environ))
        )

    def _run(self, budget: int, work: Callable[[], Found]) -> Found:
        """Work in a thread that searches; charge the whole budget until the cost is known."""
        if not is_available():
            raise SearchUnavailableError
        self._take_search_slot()
        self.positions += budget
        metrics = current_app.extensions["metrics"]
        try:
            with HEAVY_WORK.paused(), metrics.searches.track_inprogress() if metrics else nullcontext():
                result = self._pool.threads.submit(self._client, work).result()
        except CancelledSearchError:
            raise ClientDisconnected from None
        self.positions += result.positions - budget
        return result

    def _take_search_slot(self) -> None:
        if not self._has_search_slot:
            self._slots.enter_context(self._pool.slots.taken(self._client))
            self._has_search_slot = True

    def prove(self, position: Position) -> Finding:
        """Try static proofs on one of the positions along a log; other heavy work goes first.

        Raises Problem if all slots are taken.
        """
        if not self._has_proof_slot:
            self._slots.enter_context(PROVED_LOGS.taken(self._client))
            self._has_proof_slot = True
        self.positions += PROOF_COST
        self._let_others_go_first()
        return prove(position)

    def follow(self, position: Position, line: Sequence[str]) -> tuple[str, ...] | None:
        """Play a known line from another position; other heavy work goes first."""
        self.positions += REPLAY_COST * len(line)
        self._let_others_go_first()
        return follow(position, line)

    def _let_others_go_first(self) -> None:
        if HEAVY_WORK.is_contended():
            with HEAVY_WORK.paused():
                pass


@contextmanager
def analyst() -> Iterator[Analyst]:
    """Hold ``HEAVY_WORK``, and yield what searches and proves for the current request."""
    with ExitStack() as slots, HEAVY_WORK:
        yield Analyst(current_app.extensions["search_pool"], slots)
