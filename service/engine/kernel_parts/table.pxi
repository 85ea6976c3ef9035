# What a variant is, flat.

cdef struct Flat:
    # Sets of cards are bits 0 to 51 of a u64, sets of piles bits 0 to 63.
    int columns
    int targets  # columns, then foundations: the piles that take cards
    int reserve
    int cells
    int waste
    int stock
    int piles
    u64 fits[MOST_ROWS][FLOOR + 1]  # by row, then top card
    u8 row[MOST_PILES]
    u64 together[MOST_PILES]  # by source: the targets that take several of its cards at once
    bint has_run
    u64 run[FLOOR + 1]
    int whole[MOST_PILES]  # how many cards a foundation takes in one move, 0 if singly
    u8 whole_row[MOST_PILES]
    int guard[MOST_PILES]
    u64 guarded[MOST_PILES]  # the cards that wait until the guard is complete
    int complete[MOST_PILES]
    u64 winning
    int sources
    u8 source[MOST_PILES]
    u64 is_source
    int actions
    int hold
    long long redeals  # -1 without limit
    int drawn
    u8 refill[MOST_PILES]  # 0, or which list of supplies fills the pile, plus 1
    int supplies[2]
    u8 supply[2][MOST_PILES]
    int bases
    u8 base[CARDS]
    u8 base_pile[CARDS]
    int laid
    u8 layout_pile[CARDS]
    u8 layout_face[CARDS]
    u8 name[MOST_PILES][4]
    int name_bytes[MOST_PILES]


class Unfit(Exception):
    """A variant too large for the kernel, or with a concept that it does not know."""


CONCEPTS = frozenset()
"""The concepts of ``Rules.concepts`` that the kernel judges."""


cdef class Table:
    """A variant under settled options, flat.

    Raises Unfit for one with more than 64 piles or different rows.
    """

    cdef Flat flat
    cdef readonly object tables
    cdef bytes setting  # the lines by which ids begin
    cdef bytes version
    cdef bytes head  # of an answer, from the variant to the seed

    def __init__(self, tables):
        self.tables = tables
        variant = tables.variant
        if len(tables.names) > MOST_PILES:
            raise Unfit(f"{variant.id} has {len(tables.names)} piles.")
        options = " ".join(f"{name}={value}" for name, value in tables.options)
        self.setting = f"{variant.id}\n{options}\n".encode()
        self.version = variant.rules_version.encode()
        said = {"variant": variant.id, "rules": dict(tables.options), "rules_version": variant.rules_version}
        self.head = json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()[1:-1]
        if len(self.head) > MOST_HEAD or len(self.setting) > MOST_HEAD:
            raise Unfit(f"{variant.id} has long names.")
        unknown = sorted(tables.concepts - CONCEPTS)
        if unknown:
            raise Unfit(f"{variant.id} uses {', '.join(unknown)}.")
        memset(&self.flat, 0, sizeof(Flat))
        self._set_piles()
        self._set_rows()
        self._set_foundations()
        self._set_stock()
        self._set_layout()

    def _set_piles(self):
        cdef Flat* flat = &self.flat
        tables = self.tables
        flat.columns = len(tables.columns)
        flat.targets = len(tables.targets)
        flat.reserve = tables.reserve.start
        flat.cells = len(tables.reserve)
        flat.waste = tables.waste
        flat.stock = tables.stock
        flat.piles = len(tables.names)
        for pile, name in enumerate(tables.names):
            text = name.encode()
            flat.name_bytes[pile] = len(text)
            memcpy(flat.name[pile], <const char*>text, len(text))
        flat.sources = len(tables.sources)
        for index, pile in enumerate(tables.sources):
            flat.source[index] = pile
            flat.is_source |= <u64>1 << <int>pile
            flat.together[pile] = bits(set(tables.targets) - tables.singly[pile])
        # Columns are filled from one list of supplies, cells from another.
        lists = list(dict.fromkeys(tables.refills.values()))
        for pile, refill in tables.refills.items():
            flat.refill[pile] = 1 + lists.index(refill)
        for index, refill in enumerate(lists):
            flat.supplies[index] = len(refill)
            for place, supply in enumerate(refill):
                flat.supply[index][place] = supply

    def _set_rows(self):
        cdef Flat* flat = &self.flat
        tables = self.tables
        rows = {}
        for pile in tables.targets:
            flat.row[pile] = rows.setdefault(tables.fits[pile], len(rows))
        for pile in tables.foundations:
            foundation = tables.foundation(pile)
            if foundation.whole:
                flat.whole[pile] = len(foundation.ranks)
                follows = foundation_row(replace(foundation, whole=False))
                flat.whole_row[pile] = rows.setdefault(follows, len(rows))
        if len(rows) > MOST_ROWS:
            raise Unfit(f"{tables.variant.id} has {len(rows)} different builds.")
        for row, index in rows.items():
            for top, cards in enumerate(row):
                flat.fits[index][top] = bits(cards)
        flat.has_run = tables.run is not None
        for top, cards in enumerate(tables.run or ()):
            flat.run[top] = bits(cards)

    def _set_foundations(self):
        cdef Flat* flat = &self.flat
        tables = self.tables
        flat.winning = bits(tables.winning)
        for pile in range(MOST_PILES):
            flat.guard[pile] = NO_PILE
        for pile, length in enumerate(tables.complete):
            flat.complete[pile] = length
        for pile, guard in tables.guards.items():
            last = tables.foundation(pile).ranks[-1]
            flat.guard[pile] = guard
            flat.guarded[pile] = bits(card for card in range(52) if RANKS[rank(card)] == last)

    def _set_stock(self):
        cdef Flat* flat = &self.flat
        stock = self.tables.rules.stock
        if stock is None:
            return
        numbers = {"deal": DEAL, "draw": DRAW, "redeal": REDEAL}
        flat.actions = sum(numbers[action] for action in stock.actions)
        holds = {
            None: FREE,
            Hold.CARD_MOVE: HELD_BY_CARD_MOVE,
            Hold.FORWARD_MOVE: HELD_BY_FORWARD_MOVE,
            Hold.EMPTY_COLUMN: HELD_BY_EMPTY_COLUMN,
        }
        flat.hold = holds[stock.hold]
        # No log is so long that it could tell more from this.
        flat.redeals = -1 if stock.redeals is None else min(stock.redeals, 2**31 - 1)
        flat.drawn = stock.drawn_at_start

    def _set_layout(self):
        cdef Flat* flat = &self.flat
        tables = self.tables
        for pile, bases in zip(tables.foundations, tables.bases):
            for card in bases:
                flat.base[flat.bases] = card
                flat.base_pile[flat.bases] = pile
                flat.bases += 1
        flat.laid = len(tables.layout)
        for index, slot in enumerate(tables.layout):
            flat.layout_pile[index] = slot.pile
            flat.layout_face[index] = slot.face


def bits(numbers):
    """A set of whole numbers from 0 to 63 as the bits of one."""
    return sum(1 << number for number in set(numbers))
