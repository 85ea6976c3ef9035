# cython: language_level=3, cdivision=True
"""The compiled search for a winning line, or for the proof that none exists: ``search.c`` as classes of Python.

The search uses the kernel's own tables and legality, and a schedule of heuristics (``heuristics.py``). All
numbers are integers and pseudo-random numbers come from a fixed sequence, so equal questions have equal answers,
lines and counts on every machine. The GIL is released while it runs.
"""

import json
from dataclasses import replace

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from patience.kernel.rules cimport *
from patience.search.search cimport *

from patience.compilation.sequences import fits_in_suit, foundation_row, run_row, tops
from patience.cards import RANKS, SUITS, rank
from patience.compilation.compiled_rules import ANY
from patience.cards.reasons import Outcome
from patience.rules import Arrange, Base, Build, DealTo, GatherAs, Hands, Hold, SameBase, Win
from patience.rules.pairs import beside, members
from patience.rules.concepts import CUTS, known_by
from patience.search.sequence_counts import has_unlike_piles, movement_of
from patience.search.waste_bound import each_play_opens_one

SOURCES = DIGEST.decode()
"""The digest of the sources that this module was compiled from, as the kernel's."""

include "../kernel/table.pxi"


cdef enum:
    # The charts that are kept. Clients choose the options, and some variants have thousands of settings.
    MOST_CHARTS = 256

cdef dict charts = {}  # by CompiledRules, the oldest first


cdef class Chart:
    """The facts about a variant with settled options.

    Raises Unfit for a declaration that the search does not support.
    """

    cdef Table table
    cdef Facts facts

    def __init__(self, tables):
        self.table = Table(tables)
        memset(&self.facts, 0, sizeof(Facts))
        self.facts.differ = has_unlike_piles(tables)
        self._set_kinds(tables)
        self.facts.final = tables.rules.foundations_final
        self.facts.all_home = movement_of(tables).all_home
        self.facts.bounds_waste = waste_can_be_bounded(tables)
        self.facts.restricted = "takes_from" in tables.concepts
        self._set_proved(tables.concepts)
        derive_facts(&self.table.flat, &self.facts)

    def _set_proved(self, concepts):
        """Set which cuts are proved for all of these concepts."""
        proved = {cut: concepts <= known_by(cut) for cut in CUTS}
        self.facts.plain = not concepts <= known_by("cut")
        self.facts.proved_hopeless = proved["hopeless"]
        self.facts.proved_idle = proved["idle"]
        self.facts.proved_safe = proved["safe"]
        self.facts.proved_merges = proved["safe"] and proved["merges"]
        self.facts.proved_alike = proved["alike"]

    def _set_kinds(self, tables):
        cdef int pile
        kinds, declared = {}, {}
        for pile, name in enumerate(tables.names):
            kind = name if self._differs(tables, pile) else name[0]
            if pile in tables.foundations:
                foundation = tables.foundation(pile)
                self.facts.declared[pile] = declared.setdefault(foundation, len(declared))
                kind = kind, foundation, pile in tables.winning
            self.facts.kind[pile] = kinds.setdefault(kind, len(kinds))

    def _differs(self, tables, pile):
        """Return whether the rules treat a pile unlike the others of its kind that take the same cards."""
        if self.facts.differ:
            return True
        if pile in tables.columns:
            return tables.gather > 0
        if pile in tables.foundations:
            asked = {*tables.guards.values(), *tables.matches.values()}
            return pile in tables.guards or pile in asked
        return pile in tables.reserve and supplies_reserve(&self.table.flat)


def waste_can_be_bounded(tables):
    """Return whether the bound of ``rendezvous.c`` holds, and its tables have room."""
    suits = [foundation.suits for foundation in tables.rules.foundations]
    return (
        each_play_opens_one(tables)
        and max(tables.rules.copies.values()) <= MOST_COPIES
        and max(map(suits.count, suits)) <= MOST_OF_A_SUIT
        and all(tables.foundation(pile).suits == tables.foundation(guard).suits for pile, guard in tables.guards.items())
    )


cdef Chart chart_of(tables):
    cdef Chart chart = charts.get(tables)
    if chart is None:
        chart = Chart(tables)
        if len(charts) >= MOST_CHARTS:
            charts.pop(next(iter(charts)), None)
        charts[tables] = chart
    return chart


ACTIONS = ("deal", "draw", "redeal")
LEAST_VALUE = -(1 << 31)


cdef u32 counted(budget):
    """Return a budget as positions are counted, in 32 bits; memory ends a search long before that many."""
    return min(budget, 2**32 - 1)


cdef class ScheduleNumbers:
    """The numbers of a schedule."""

    cdef object of
    cdef u32 entries
    cdef Heuristic schedule[MOST_ENTRIES]

    def __init__(self, schedule):
        if not 1 <= len(schedule) <= MOST_ENTRIES:
            raise ValueError(f"Expected 1 to {MOST_ENTRIES} heuristics in a schedule, got {len(schedule)}.")
        if len(schedule) > 1 and not all(heuristic.quota for heuristic in schedule):
            raise ValueError("Every heuristic of a schedule of several needs a quota of positions.")
        self.of = schedule
        self.entries = len(schedule)
        for index, heuristic in enumerate(schedule):
            self._set_heuristic(index, heuristic)

    def _set_heuristic(self, u32 entry, heuristic):
        cdef Heuristic* settled = &self.schedule[entry]
        if len(heuristic.weights) != WEIGHTS:
            raise ValueError(f"Expected {WEIGHTS} weights in a heuristic, got {len(heuristic.weights)}.")
        for index, (first, low, high) in enumerate(heuristic.weights):
            settled.weights[0][index] = first
            settled.weights[1][index] = low
            settled.weights[2][index] = high
        if heuristic.traits:
            for index, weight in zip(range(TRAITS), heuristic.traits.in_order(), strict=True):
                settled.traits[index] = weight
        settled.single_layer = heuristic.single_layer
        settled.by_plays = heuristic.by_plays
        settled.greedy = heuristic.greedy
        settled.width = heuristic.width
        settled.growth = heuristic.growth
        settled.last = heuristic.last
        settled.crowd = heuristic.crowd
        settled.quota = heuristic.quota


cdef ScheduleNumbers last_numbers = None


cdef ScheduleNumbers numbers_of(schedule):
    """Return the numbers of a schedule. Most searches follow that of the search before."""
    global last_numbers
    if last_numbers is None or last_numbers.of is not schedule:
        last_numbers = ScheduleNumbers(schedule)
    return last_numbers


cdef class Search:
    """A search for a win from one position. Call ``go_on`` until it returns True."""

    cdef Work* work
    cdef Chart chart

    def __cinit__(self):
        self.work = <Work*>calloc(1, sizeof(Work))
        if self.work == NULL:
            raise MemoryError

    def __dealloc__(self):
        if self.work != NULL:
            close_work(self.work)
        free(self.work)

    def __init__(self, tables, list piles not None, redeals, tuple schedule not None, budget, u64 memory=MEMORY, goals=()):
        cdef Work* work = self.work
        cdef ScheduleNumbers numbers
        self.chart = chart_of(tables)
        work.flat = &self.chart.table.flat
        work.facts = &self.chart.facts
        numbers = numbers_of(schedule)
        work.entries = numbers.entries
        memcpy(work.schedule, numbers.schedule, numbers.entries * sizeof(Heuristic))
        set_board(self.chart, &work.root, piles)
        work.root.redeals = redeals
        open_work(work, counted(budget), memory)
        self._set_goals(goals)
        if work.result == OUT_OF_MEMORY:
            raise MemoryError

    def _set_goals(self, goals):
        cdef Work* work = self.work
        if goals:
            work.stacks.renamings = 0
            if not empty_seen(&work.goals):
                work.result = OUT_OF_MEMORY
        for piles, redeals in goals:
            set_board(self.chart, &work.child, piles)
            work.child.redeals = redeals
            if work.result != OUT_OF_MEMORY and not add_goal(work):
                work.result = OUT_OF_MEMORY

    def go_on(self, u32 steps):
        """Continue for `steps` steps of at most one position each, and return whether the search is finished.

        Raises MemoryError.
        """
        cdef Work* work = self.work
        with nogil:
            take_steps(work, steps)
        if work.result == OUT_OF_MEMORY:
            raise MemoryError
        return work.result != RUNNING

    @property
    def positions(self):
        """Return the number of expanded positions."""
        return self.work.expanded

    @property
    def runs(self):
        """Return the number of runs that the current entry of the schedule has started."""
        return self.work.run + 1

    @property
    def is_dead(self):
        """Return whether every reachable position was visited and none is won."""
        return self.work.result == DEAD

    @property
    def starts_hopeless(self):
        """Return whether the first position fails the necessary condition of ``hopeless.c``."""
        return is_hopeless(self.work.flat, self.work.facts, &self.work.root)

    def parents(self):
        """Return, by position that the last run met: the one from which it was met, itself for the first.

        Positions are numbered in the order in which they were met.
        """
        cdef const Arena* arena = &self.work.arena
        cdef u32 node
        return [
            node_of(arena, arena.nodes[node].parent) if arena.nodes[node].parent != NO_STATE else node
            for node in range(arena.nodes_number)
        ]

    @property
    def won(self):
        """Return the number of the position that won, if the search found a win."""
        return self.work.won_node

    def expanded(self):
        """Return the positions that the last run expanded, in this order."""
        cdef u32 state
        return [node_of(&self.work.arena, state) for state in range(self.work.arena.states_number)]

    def traits(self, u32 node):
        """Return the layer of a position that the last run met, and how often it has each trait (``traits.c``)."""
        cdef Work* work = self.work
        cdef i32 counts[TRAITS]
        cdef int column, trait
        go_to_node(work, node)
        memset(counts, 0, sizeof(counts))
        count_tops(work.flat, work.facts, &work.board, counts)
        for column in range(work.flat.columns):
            count_column(work.flat, work.facts, work.board.cards[column], work.board.size[column], counts)
        return layer_of(work, work.board.size, work.board.redeals), [counts[trait] for trait in range(TRAITS)]

    def line(self):
        """Return the moves to a win or a goal, each a source, target and count or the name of an action; or None."""
        cdef u32* moves = NULL
        cdef int number, index
        if self.work.result != WINS:
            return None
        number = write_line(self.work, &moves)
        try:
            if number < 0:
                raise MemoryError
            return [unpacked(moves[index]) for index in range(number)]
        finally:
            free(moves)

    def plan(self, list samples not None):
        """Plan the moves up to the next card turned up, as ``planning.c`` describes, before any ``go_on``.

        ``samples`` are cards that it could be. Return the best plan that turns up a card and the best one after which
        the stock can be turned, each with its value, of which a lower one is better, or None.
        Raises ValueError for a game that is searched in another way than in layers, and MemoryError.
        """
        cdef Work* work = self.work
        cdef Ahead ahead
        if work.layers == NULL or work.stacked:
            raise ValueError("Only games that are searched in layers, pile by pile, are planned.")
        if not 1 <= len(samples) <= MOST_SAMPLES:
            raise ValueError(f"Expected 1 to {MOST_SAMPLES} samples, got {len(samples)}.")
        ahead.samples = len(samples)
        for index in range(ahead.samples):
            ahead.sample[index] = samples[index]
        with nogil:
            plan_ahead(work, &ahead)
        if work.result == OUT_OF_MEMORY:
            raise MemoryError
        if work.result == WINS:
            return (self.line(), LEAST_VALUE), None
        work.result = WINS
        return self._line_to(ahead.turn), self._line_to(ahead.still)

    cdef _line_to(self, Leaf leaf):
        self.work.won_node = leaf.node
        return None if leaf.node == NO_STATE else (self.line(), leaf.value)


cdef class FewestMoves:
    """A search for a line of fewest moves, and for a proved bound below which there is none (``fewest.c``).

    Call ``go_on`` until it returns True. Only lines of fewer than `most` moves are looked for. With a `weight` of the
    bound of more than 100 percent, lines are found sooner, but none is proved shortest.
    """

    cdef Fewest* fewest
    cdef Chart chart

    def __cinit__(self):
        self.fewest = <Fewest*>calloc(1, sizeof(Fewest))
        if self.fewest == NULL:
            raise MemoryError

    def __dealloc__(self):
        if self.fewest != NULL:
            close_fewest(self.fewest)
            close_stands(self.fewest)
        free(self.fewest)

    def __init__(self, tables, list piles not None, redeals, u32 most, budget, u32 weight=100, u64 memory=MEMORY):
        cdef Fewest* fewest = self.fewest
        cdef int opened
        self.chart = chart_of(tables)
        fewest.flat = &self.chart.table.flat
        fewest.facts = &self.chart.facts
        fewest.most = min(most, <u32>ANY_LENGTH)
        fewest.budget = counted(budget)
        fewest.weight = weight
        fewest.memory = memory
        set_board(self.chart, &fewest.root, piles)
        fewest.root.redeals = redeals
        opened = open_stands(fewest)
        if opened == 0:
            open_fewest(fewest)
        elif opened < 0:
            fewest.result = OUT_OF_MEMORY
        if fewest.result == OUT_OF_MEMORY:
            raise MemoryError

    def go_on(self, u32 steps):
        """Continue for `steps` steps of at most one position each, and return whether the search is finished.

        Raises MemoryError.
        """
        cdef Fewest* fewest = self.fewest
        cdef u32 step
        with nogil:
            for step in range(steps):
                if fewest.result != RUNNING:
                    break
                if fewest.stands != NULL:
                    expand_best_stand(fewest)
                else:
                    expand_way(fewest)
        if fewest.result == OUT_OF_MEMORY:
            raise MemoryError
        return fewest.result != RUNNING

    @property
    def positions(self):
        """Return the number of expanded positions."""
        return self.fewest.expanded

    @property
    def at_least(self):
        """Return the proved bound, at most `most`: no winning line has fewer moves."""
        return self.fewest.least

    @property
    def is_dead(self):
        """Return whether there is proved to be no winning line at all."""
        return self.fewest.result == DEAD

    def line(self):
        """Return the shortest line found, in the form of ``Search.line``; None if none has fewer than `most` moves."""
        cdef Line line = Line(NULL, 0, 0)
        cdef u32 index
        if self.fewest.won_way == NO_STATE:
            return None
        try:
            if not (write_stands(self.fewest, &line) if self.fewest.stands != NULL else write_way(self.fewest, &line)):
                raise MemoryError
            return [unpacked(line.moves[index]) for index in range(line.number)]
        finally:
            free(line.moves)


def guess(tables, list piles not None, int plays):
    """Play a deal `plays` times, as ``player.c`` describes, and return the number of cards in place at the end.

    These are the cards on foundations and those in sequence on the card below, or all where the play is won,
    added up over all plays. Raises MemoryError.
    """
    cdef Chart chart = chart_of(tables)
    cdef Player* player = <Player*>calloc(1, sizeof(Player))
    cdef Board* root = <Board*>calloc(1, sizeof(Board))
    cdef int play, move, cards = 0
    cdef bint enough = player != NULL and root != NULL
    if enough:
        player.flat = &chart.table.flat
        player.facts = &chart.facts
        set_board(chart, root, piles)
        with nogil:
            for play in range(plays):
                player.chance = mixed(play + 1)
                enough = enough and begin_play(player, root)
                if not enough:
                    break
                for move in range(MOVES_PER_CARD * player.flat.cards):
                    if player.board.won or not make_guess(player):
                        break
                cards += player.flat.cards if player.board.won else in_place(player)
    if player != NULL:
        free(player.seen.slots)
    free(player)
    free(root)
    if not enough:
        raise MemoryError
    return cards


def shorten(tables, list piles not None, redeals, list moves not None, u64 budget):
    """Shorten a winning line, as ``shortening.c`` describes, expanding at most `budget` positions.

    Return the new line and the number of expanded positions; the moves have the form of ``Search.line``.
    Raises MemoryError.
    """
    cdef Chart chart = chart_of(tables)
    cdef Around* around
    cdef Board* root
    cdef u32* line
    cdef int length = len(moves)
    cdef u64 expanded = 0
    if length > MOST_LINE:
        return moves, 0
    around = <Around*>calloc(1, sizeof(Around))
    root = <Board*>calloc(1, sizeof(Board))
    line = <u32*>calloc(2 * MOST_LINE, sizeof(u32))
    try:
        if around == NULL or root == NULL or line == NULL:
            raise MemoryError
        around.flat = &chart.table.flat
        around.facts = &chart.facts
        if not open_around(around):
            raise MemoryError
        set_board(chart, root, piles)
        root.redeals = around.arena.redeals = redeals
        for index, move in enumerate(moves):
            if isinstance(move, str):
                line[index] = packed(NO_MOVE + 1 + ACTIONS.index(move), 0, 0)
            else:
                line[index] = packed(move[0], move[1], move[2])
        with nogil:
            length = shortened(around, root, line, length, budget)
            expanded = min(spent(around), budget)
        return [unpacked(line[index]) for index in range(length)], expanded
    finally:
        close_around(around)
        free(root)
        free(line)


cdef unpacked(u32 move):
    if move & 255 > NO_MOVE:
        return ACTIONS[(move & 255) - NO_MOVE - 1]
    return move & 255, move >> 8 & 255, move >> 16 & 255


cdef void set_board(Chart chart, Board* board, list piles) except *:
    """Lay out a board. Raises ValueError if it is not one of the chart's tables."""
    cdef const Flat* flat = &chart.table.flat
    cdef int pile, index
    name = chart.table.tables.variant.id
    based = chart.table.tables.rules.base is not Base.ACE
    if len(piles) != flat.piles:
        raise ValueError(f"Expected a board of {flat.piles} piles, as {name} has them, got {len(piles)}.")
    for pile in range(flat.piles):
        cards = piles[pile]
        if len(cards) > PILE_BYTES:
            raise ValueError(f"Expected at most {PILE_BYTES - 1} cards in a pile, got {len(cards) - 1}.")
        board.size[pile] = len(cards)
        for index in range(board.size[pile]):
            board.cards[pile][index] = cards[index]
        if based and is_foundation(flat, pile) and len(cards) > 1 and not has(flat.fits[flat.row[pile]][FLOOR], cards[1]):
            raise ValueError(
                f"Each deal of {name} sets the base rank, and {chart.table.tables.names[pile]} does not begin with that of "
                "the tables: search with the tables of the position."
            )
    board.won = is_won(flat, board)
