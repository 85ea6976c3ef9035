# cython: language_level=3, cdivision=True
"""The compiled kernel: a usual replay request, from its bytes to the finished answer, in one call.

It knows no variant and no words. What a variant is comes as ``Tables``; a request that has anything unusual or
wrong, and a variant too large for a ``Table``, is left to the readable engine, and so is why a move is illegal.

The GIL is held throughout: a game takes some ten microseconds, less than handing the lock over may.

Bounds, once for all: a pile number is below MOST_PILES, a card below 52, a pile's size at most 105, since a
position is made of 104 cards (``deal``) and cards only ever move (``move_cards``).
"""

import json
from hashlib import sha256
from random import Random

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from cpython.buffer cimport PyBUF_READ
from cpython.memoryview cimport PyMemoryView_FromMemory
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memchr, memcmp, memcpy, memset, strlen

from dataclasses import replace

from service.engine.builds import foundation_row
from service.engine.cards import CODES, RANKS, SUITS, rank
from service.engine.notation import ANY_FOUNDATION
from service.engine.reasons import Outcome
from service.engine.rules import Hold
from service.engine.seeds import HIGHEST_MS_NUMBER, NEW_PACKS, SMALL
from service.engine.tables import OptionError, tables_for

ctypedef uint8_t u8
ctypedef uint64_t u64

cdef enum:
    MOST_PILES = 64  # so that a set of piles is a u64
    MOST_ROWS = 64
    MOST_HEAD = 1024
    PILE_BYTES = 128  # 105 are needed
    CARDS = 104
    FLOOR = 52
    FACE_DOWN = 64
    DECK_TEXT = 3 * CARDS - 1

    NO_PILE = -1
    BARE = -2
    MALFORMED = -3

    DEAL = 1
    DRAW = 2
    REDEAL = 4

    FREE = 0
    HELD_BY_CARD_MOVE = 1
    HELD_BY_FORWARD_MOVE = 2
    HELD_BY_EMPTY_COLUMN = 3

    # A pile's name, face-down count and brackets, and 5 bytes a card, on top of all that stands once.
    MOST_ANSWER = 2 * MOST_HEAD + 64 * MOST_PILES + 5 * CARDS + 2048
    # Each face-up card of each source may lead a group to each target; a move as text has at most 14 bytes.
    MOST_MOVES = CARDS * MOST_PILES
    MOVE_TEXT = 16
    # The generator gives two words of 32 bits for each of 103 draws.
    WORD_BITS = 2 * 32 * (CARDS - 1)


# ---------------------------------------------------------------- what a variant is, flat

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
    """A variant too large for the kernel."""


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
        for pile, length in tables.complete.items():
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
            Hold.NOTHING: FREE,
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
        for index, (column, face) in enumerate(tables.layout):
            flat.layout_pile[index] = column
            flat.layout_face[index] = face


def bits(numbers):
    """A set of whole numbers from 0 to 63 as the bits of one."""
    return sum(1 << number for number in set(numbers))


# ---------------------------------------------------------------- the position

cdef struct Board:
    # Each pile bottom to top, over FLOOR; sizes count the floor.
    u8 cards[MOST_PILES][PILE_BYTES]
    int size[MOST_PILES]
    long long redeals
    bint won


cdef struct Play:
    int source
    int target
    int count


cdef inline int top_of(const Board* board, int pile) noexcept:
    return board.cards[pile][board.size[pile] - 1]


cdef inline bint has(u64 numbers, int number) noexcept:
    return numbers >> number & 1


cdef void open_board(const Flat* flat, const u8* deck, Board* board) noexcept:
    """The opening. Of each base card the first copies in the deck are taken."""
    cdef int pile, index, card, place = 0, rest = 0
    cdef u8 taken[FLOOR]
    cdef u8 cards[CARDS]
    memset(taken, 0, FLOOR)
    board.redeals = 0
    board.won = False
    for pile in range(flat.piles):
        board.cards[pile][0] = FLOOR
        board.size[pile] = 1
    for index in range(flat.bases):
        taken[flat.base[index]] += 1
        put_card(board, flat.base_pile[index], flat.base[index])
    for index in range(CARDS):
        card = deck[index]
        if taken[card]:
            taken[card] -= 1
        else:
            cards[rest] = card
            rest += 1
    for index in range(flat.laid):
        put_card(board, flat.layout_pile[index], cards[place] + flat.layout_face[index])
        place += 1
    for index in range(flat.cells):
        put_card(board, flat.reserve + index, cards[place])
        place += 1
    for index in range(flat.drawn):
        put_card(board, flat.waste, cards[place])
        place += 1
    # The next card to leave the stock is its last.
    while rest > place:
        rest -= 1
        put_card(board, flat.stock, cards[rest])


cdef inline void put_card(Board* board, int pile, int card) noexcept:
    board.cards[pile][board.size[pile]] = card
    board.size[pile] += 1


cdef inline int take_card(Board* board, int pile) noexcept:
    board.size[pile] -= 1
    return board.cards[pile][board.size[pile]]


cdef void fill(const Flat* flat, Board* board, int vacancy) noexcept:
    """Fill an empty pile if something can; then, likewise, the pile that filled it."""
    cdef int kind, index, supply
    while flat.refill[vacancy]:
        kind = flat.refill[vacancy] - 1
        for index in range(flat.supplies[kind]):
            supply = flat.supply[kind][index]
            if board.size[supply] > 1:
                put_card(board, vacancy, take_card(board, supply))
                vacancy = supply
                break
        else:
            return


cdef void move_cards(const Flat* flat, Board* board, int source, int target, int count) noexcept:
    cdef int left = board.size[source] - count
    cdef int top
    memcpy(&board.cards[target][board.size[target]], &board.cards[source][left], count)
    board.size[target] += count
    board.size[source] = left
    if board.size[target] == flat.complete[target]:
        board.won = is_won(flat, board)
    top = board.cards[source][left - 1]
    if top >= FACE_DOWN:
        board.cards[source][left - 1] = top - FACE_DOWN
    elif top == FLOOR:
        fill(flat, board, source)


cdef bint is_won(const Flat* flat, const Board* board) noexcept:
    cdef int pile
    for pile in range(flat.columns, flat.targets):
        if has(flat.winning, pile) and board.size[pile] != flat.complete[pile]:
            return False
    return True


cdef void deal_round(const Flat* flat, Board* board) noexcept:
    cdef int column
    for column in range(flat.columns):
        if board.size[flat.stock] == 1:
            return
        put_card(board, column, take_card(board, flat.stock))


cdef void redeal(const Flat* flat, Board* board) noexcept:
    cdef int pile
    while board.size[flat.waste] > 1:
        put_card(board, flat.stock, take_card(board, flat.waste))
    board.redeals += 1
    for pile in range(flat.piles):
        if board.size[pile] == 1:
            fill(flat, board, pile)


# ---------------------------------------------------------------- which moves are legal

cdef inline u64 taken_by(const Flat* flat, const Board* board, int target) noexcept:
    """The cards that this pile takes now, alone or leading a group."""
    cdef int guard = flat.guard[target]
    cdef u64 cards = flat.fits[flat.row[target]][top_of(board, target)]
    if guard >= 0 and board.size[guard] != flat.complete[guard]:
        return cards & ~flat.guarded[target]
    return cards


cdef inline bint is_run(const u64* follows, const u8* cards, int count) noexcept:
    cdef int index
    for index in range(count - 1):
        if not has(follows[cards[index]], cards[index + 1]):
            return False
    return True


cdef inline bint takes_group(
    const Flat* flat, const Board* board, int source, int target, int count
) noexcept:
    """Whether a target takes face-up cards of which it takes the one that leads them."""
    cdef const u8* group = &board.cards[source][board.size[source] - count]
    if count > 1:
        if not has(flat.together[source], target):
            return False
        if flat.has_run and not is_run(flat.run, group, count):
            return False
    if flat.whole[target]:
        return count == flat.whole[target] and is_run(flat.fits[flat.whole_row[target]], group, count)
    return True


cdef int accepting_foundation(const Flat* flat, const Board* board, int source, int count) noexcept:
    cdef int leader = board.cards[source][board.size[source] - count]
    cdef int target
    for target in range(flat.columns, flat.targets):
        if (
            target != source
            and has(taken_by(flat, board, target), leader)
            and takes_group(flat, board, source, target, count)
        ):
            return target
    return NO_PILE


cdef int target_of(const Flat* flat, const Board* board, const Play* play) noexcept:
    """Where a card move goes, NO_PILE where it is illegal."""
    cdef int leader
    if play.source < 0 or play.target == NO_PILE or play.source == play.target:
        return NO_PILE
    if not has(flat.is_source, play.source) or play.target >= flat.targets:
        return NO_PILE
    if play.count >= board.size[play.source]:
        return NO_PILE
    leader = board.cards[play.source][board.size[play.source] - play.count]
    if leader >= FACE_DOWN:
        return NO_PILE
    if play.target == BARE:
        return accepting_foundation(flat, board, play.source, play.count)
    if not has(taken_by(flat, board, play.target), leader):
        return NO_PILE
    return play.target if takes_group(flat, board, play.source, play.target, play.count) else NO_PILE


cdef bint is_forward(const Flat* flat, const Board* board, const Play* play) noexcept:
    """Whether a legal card move cannot simply be undone (RULES §2)."""
    cdef int begin = board.size[play.source] - play.count
    cdef int under = board.cards[play.source][begin - 1]
    cdef int kind, index
    if play.target >= flat.columns:
        return flat.whole[play.target] == 0
    if play.source >= flat.columns or under >= FACE_DOWN:
        return True
    if under == FLOOR and flat.refill[play.source]:
        kind = flat.refill[play.source] - 1
        for index in range(flat.supplies[kind]):
            if board.size[flat.supply[kind][index]] > 1:
                return True
    return not has(flat.fits[flat.row[play.source]][under], board.cards[play.source][begin])


cdef int card_moves(const Flat* flat, const Board* board, bint forward, Play* found, int most) noexcept:
    """The first legal card moves in the order of RULES §1, at most so many; all of them or the forward ones."""
    cdef u64 taken[MOST_PILES]
    cdef u64 leaders
    cdef int target, index, count, face_up, number = 0
    cdef const u8* end
    cdef Play play
    if board.won:
        return 0
    for target in range(flat.targets):
        taken[target] = taken_by(flat, board, target)
    for index in range(flat.sources):
        play.source = flat.source[index]
        end = &board.cards[play.source][board.size[play.source]]
        face_up = 0
        leaders = 0
        while face_up + 1 < board.size[play.source] and end[-1 - face_up] < FACE_DOWN:
            face_up += 1
            leaders |= <u64>1 << end[-face_up]
        for target in range(flat.targets):
            if target == play.source or not taken[target] & leaders:
                continue
            play.target = target
            for count in range(1, face_up + 1):
                play.count = count
                if (
                    has(taken[target], end[-count])
                    and takes_group(flat, board, play.source, target, count)
                    and (not forward or is_forward(flat, board, &play))
                ):
                    found[number] = play
                    number += 1
                    if number == most:
                        return number
    return number


cdef bint is_held(const Flat* flat, const Board* board) noexcept:
    """Whether something keeps the cards in the stock."""
    cdef Play play
    cdef int column
    if flat.hold == FREE:
        return False
    if flat.hold == HELD_BY_EMPTY_COLUMN:
        for column in range(flat.columns):
            if board.size[column] == 1:
                return True
        return False
    return card_moves(flat, board, flat.hold == HELD_BY_FORWARD_MOVE, &play, 1) > 0


cdef bint may_turn(const Flat* flat, const Board* board, int action) noexcept:
    """Whether this action of the stock is legal."""
    if board.won or not flat.actions & action:
        return False
    if action == REDEAL:
        return board.size[flat.stock] == 1 and board.size[flat.waste] > 1 and redeals_left(flat, board)
    return board.size[flat.stock] > 1 and not is_held(flat, board)


cdef inline bint redeals_left(const Flat* flat, const Board* board) noexcept:
    return flat.redeals < 0 or board.redeals < flat.redeals


cdef void turn_stock(const Flat* flat, Board* board, int action) noexcept:
    if action == DEAL:
        deal_round(flat, board)
    elif action == DRAW:
        put_card(board, flat.waste, take_card(board, flat.stock))
    else:
        redeal(flat, board)


cdef bint stock_can_help(const Flat* flat, const Board* board) noexcept:
    """Whether, with no card move now, the stock or a redeal can bring one about (RULES §1, *Lost*)."""
    cdef int index, pile
    cdef u64 to_come = 0
    if not flat.actions:
        return False
    if flat.actions & DEAL:
        return may_turn(flat, board, DEAL)
    for index in range(1, board.size[flat.stock]):
        to_come |= <u64>1 << board.cards[flat.stock][index]
    if redeals_left(flat, board):
        for index in range(1, board.size[flat.waste]):
            to_come |= <u64>1 << board.cards[flat.waste][index]
        if to_come:
            for pile in range(flat.piles):
                if flat.refill[pile] and board.size[pile] == 1:
                    return True
    for pile in range(flat.targets):
        if not flat.whole[pile] and taken_by(flat, board, pile) & to_come:
            return True
    return False


cdef object outcome_of(const Flat* flat, const Board* board):
    cdef Play play
    if board.won:
        return WON
    if card_moves(flat, board, False, &play, 1) or stock_can_help(flat, board):
        return IN_PROGRESS
    return LOST


# ---------------------------------------------------------------- deals

cdef u8 NEW[CARDS]  # both packs in order
cdef u8 QUOTED[FLOOR][5]  # a card's code as JSON, and a comma
cdef int RANK_OF[256]  # by letter; -1 where it is none
cdef int SUIT_OF[256]  # by letter: the suit's first card
cdef u64 HIGHEST_MS = HIGHEST_MS_NUMBER
cdef u64 BELOW_IS_MS = SMALL
cdef object WON = Outcome.WON
cdef object LOST = Outcome.LOST
cdef object IN_PROGRESS = Outcome.IN_PROGRESS
cdef dict OUTCOME_TEXT = {outcome: outcome.value.encode() for outcome in Outcome}


def _set_cards():
    for index, card in enumerate(NEW_PACKS):
        NEW[index] = card
    for card in range(FLOOR):
        text = f'"{CODES[card]}",'.encode()
        memcpy(QUOTED[card], <const char*>text, 5)
    for letter in range(256):
        RANK_OF[letter] = RANKS.find(chr(letter))
        SUIT_OF[letter] = 13 * SUITS.find(chr(letter)) if chr(letter) in SUITS else -1


_set_cards()


cdef void shuffle_microsoft(u64 number, u8* pack) noexcept:
    """RULES §8, numbers below 32 000 and ``ms`` numbers. No product overflows: 2^33 times 2^18."""
    cdef u64 drawn = 0x7FFF, offset = 0, x = number
    cdef int place, other
    if number >= <u64>1 << 32:
        drawn, offset = 0xFFFF, 1
    elif number >= <u64>1 << 31:
        offset = 0x8000
    for place in range(CARDS - 1, 0, -1):
        x = (x * 214013 + 2531011) & 0x1FFFFFFFF
        other = ((x >> 16 & drawn) + offset) % <u64>(place + 1)
        pack[place], pack[other] = pack[other], pack[place]


cdef void shuffle_mersenne(const u8* words, u8* pack) noexcept:
    """RULES §8, other numbers: ``words`` are the generator's, 32 bits each, lowest byte first."""
    cdef int place, other
    cdef double drawn
    for place in range(CARDS - 1, 0, -1):
        # As CPython's random(): 53 bits; every step but the last is exact.
        drawn = (word(words) >> 5) * 67108864.0 + (word(words + 4) >> 6)
        other = <int>(drawn * (1.0 / 9007199254740992.0) * (place + 1))
        pack[place], pack[other] = pack[other], pack[place]
        words += 8


cdef inline uint32_t word(const u8* text) noexcept:
    # A byte shifted by 24 would overflow C's int.
    return text[0] | text[1] << 8 | text[2] << 16 | <uint32_t>text[3] << 24


cdef void order(const Flat* flat, const u8* pack, u8* deck) noexcept:
    """A shuffled pack, last card first, as a deck: base cards first, of each the first pack's copy."""
    cdef int index, card, count = 0
    cdef u8 taken[FLOOR]
    memset(taken, 0, FLOOR)
    for index in range(flat.bases):
        deck[count] = flat.base[index]
        taken[flat.base[index]] += 1
        count += 1
    for index in range(CARDS - 1, -1, -1):
        card = pack[index] % FLOOR
        if pack[index] // FLOOR >= taken[card]:
            deck[count] = card
            count += 1


# ---------------------------------------------------------------- reading JSON

cdef struct Text:
    const u8* start
    Py_ssize_t length


cdef struct Request:
    # What a usual request says, as it stands in its text; a length of -1 where it does not say it.
    Text variant
    Text rules
    Text rules_version
    Text seed
    bint seed_is_number
    Text deck
    Text moves
    int state  # -1 unsaid
    Text ref


# All reading relies on the zero that ends a bytes object: nothing here takes it for part of JSON.

cdef inline const u8* past_space(const u8* at) noexcept:
    while at[0] == b" " or at[0] == b"\n" or at[0] == b"\t" or at[0] == b"\r":
        at += 1
    return at


cdef inline const u8* past_string(const u8* at, Text* text) noexcept:
    """Past a string of printable ASCII without escapes; NULL if there is none."""
    if at[0] != b'"':
        return NULL
    at += 1
    text.start = at
    while at[0] != b'"':
        if at[0] < 32 or at[0] > 126 or at[0] == b"\\":
            return NULL
        at += 1
    text.length = at - text.start
    return at + 1


cdef const u8* past_number(const u8* at, Text* text) noexcept:
    """Past a whole number without sign; NULL if there is none."""
    text.start = at
    if at[0] == b"0":
        at += 1
    else:
        while b"0" <= at[0] <= b"9":
            at += 1
    text.length = at - text.start
    return at if text.length else NULL


cdef const u8* past_list(const u8* at, const u8* end, Text* text) noexcept:
    """Past a list that holds no bracket; whoever reads what is in it sees whether it is one."""
    cdef const u8* close
    if at[0] != b"[":
        return NULL
    close = <const u8*>memchr(at, b"]", end - at)
    if close == NULL:
        return NULL
    text.start = at + 1
    text.length = close - at - 1
    return close + 1


cdef const u8* past_object(const u8* at, const u8* end, Text* text) noexcept:
    """Likewise past an object that holds no brace."""
    cdef const u8* close
    if at[0] != b"{":
        return NULL
    close = <const u8*>memchr(at, b"}", end - at)
    if close == NULL:
        return NULL
    text.start = at + 1
    text.length = close - at - 1
    return close + 1


cdef inline bint says(const Text* text, const char* word) noexcept:
    return text.length == <Py_ssize_t>strlen(word) and memcmp(text.start, word, text.length) == 0


cdef const u8* past_include(const u8* at, const u8* end, Request* request) noexcept:
    cdef Text inner, text
    cdef const u8* after = past_list(at, end, &inner)
    if after == NULL:
        return NULL
    at = past_space(at + 1)
    request.state = at[0] == b'"'
    if request.state:
        at = past_string(at, &text)
        if at == NULL or not says(&text, b"final_state"):
            return NULL
        at = past_space(at)
    return after if at + 1 == after else NULL


cdef const u8* past_member(const u8* at, const u8* end, const Text* name, Request* request) noexcept:
    """Past the value of this member; NULL if it is unusual, unknown or there twice."""
    if says(name, b"moves"):
        return past_list(at, end, &request.moves) if request.moves.length < 0 else NULL
    if says(name, b"variant"):
        return past_string(at, &request.variant) if request.variant.length < 0 else NULL
    if says(name, b"seed"):
        if request.seed.length >= 0:
            return NULL
        request.seed_is_number = at[0] != b'"'
        return past_number(at, &request.seed) if request.seed_is_number else past_string(at, &request.seed)
    if says(name, b"deck"):
        return past_list(at, end, &request.deck) if request.deck.length < 0 else NULL
    if says(name, b"rules"):
        return past_object(at, end, &request.rules) if request.rules.length < 0 else NULL
    if says(name, b"rules_version"):
        return past_string(at, &request.rules_version) if request.rules_version.length < 0 else NULL
    if says(name, b"ref"):
        return past_string(at, &request.ref) if request.ref.length < 0 else NULL
    if says(name, b"include"):
        return past_include(at, end, request) if request.state < 0 else NULL
    return NULL


cdef bint read_request(const u8* at, const u8* end, Request* request) noexcept:
    """Whether this is the object of a usual request, each member once; what is in its lists is not looked at."""
    cdef Text name
    # All bits set: every length is -1.
    memset(request, 0xFF, sizeof(Request))
    at = past_space(at)
    if at[0] != b"{":
        return False
    at = past_space(at + 1)
    while True:
        at = past_string(at, &name)
        if at == NULL:
            return False
        at = past_space(at)
        if at[0] != b":":
            return False
        at = past_member(past_space(at + 1), end, &name, request)
        if at == NULL:
            return False
        at = past_space(at)
        if at[0] == b"}":
            break
        if at[0] != b",":
            return False
        at = past_space(at + 1)
    if past_space(at + 1) != end:
        return False
    if request.state < 0:
        request.state = True
    return request.variant.length >= 0 and request.moves.length >= 0 and (
        (request.seed.length >= 0) != (request.deck.length >= 0)
    )


cdef bint read_deck(const Text* text, u8* deck) noexcept:
    """Whether a list has 104 card codes, each of the 52 twice."""
    cdef const u8* at = past_space(text.start)
    cdef u8 copies[FLOOR]
    cdef int index, card
    memset(copies, 0, FLOOR)
    for index in range(CARDS):
        if at[0] != b'"':
            return False
        # The bracket at the end of the list is no card, so nothing is read from beyond what follows it.
        card = card_of(at[1], at[2])
        if card < 0 or at[3] != b'"' or copies[card] == 2:
            return False
        copies[card] += 1
        deck[index] = card
        at = past_space(at + 4)
        if index < CARDS - 1:
            if at[0] != b",":
                return False
            at = past_space(at + 1)
    return at == text.start + text.length


cdef inline int card_of(u8 rank, u8 suit) noexcept:
    """-1 if this is no card."""
    cdef int first = SUIT_OF[suit]
    return first + RANK_OF[rank] if first >= 0 and RANK_OF[rank] >= 0 else -1


cdef struct Token:
    int action  # 0 where cards move between piles
    Play play


cdef inline const u8* past_pile(const Flat* flat, const u8* at, int* pile) noexcept:
    """Past a pile's name or a bare F; NULL if there is none."""
    cdef u8 letter = at[0]
    cdef int number
    at += 1
    if letter == b"W" or letter == b"S":
        pile[0] = flat.waste if letter == b"W" else flat.stock
        return at
    if letter != b"T" and letter != b"F" and letter != b"R":
        return NULL
    if not b"1" <= at[0] <= b"9":
        pile[0] = BARE
        return at if letter == b"F" else NULL
    number = at[0] - 48
    at += 1
    if b"0" <= at[0] <= b"9":
        number = 10 * number + at[0] - 48
        at += 1
    if letter == b"T":
        pile[0] = number - 1 if number <= flat.columns else NO_PILE
    elif letter == b"F":
        pile[0] = flat.columns + number - 1 if flat.columns + number <= flat.targets else NO_PILE
    else:
        pile[0] = flat.reserve + number - 1 if number <= flat.cells else NO_PILE
    return at


cdef inline const u8* past_word(const u8* at, const char* word) noexcept:
    cdef Py_ssize_t index
    for index in range(<Py_ssize_t>strlen(word)):
        if at[index] != <u8>word[index]:
            return NULL
    return at + strlen(word)


cdef inline const u8* past_token(const Flat* flat, const u8* at, Token* token) noexcept:
    """Past a token of the grammar; NULL if there is none."""
    cdef int digits
    token.action = 0
    if at[0] == b"d":
        token.action = DRAW if at[1] == b"r" else DEAL
        return past_word(at, b"draw") if token.action == DRAW else past_word(at, b"deal")
    if at[0] == b"r":
        token.action = REDEAL
        return past_word(at, b"redeal")
    at = past_pile(flat, at, &token.play.source)
    if at == NULL or token.play.source == BARE or at[0] != b"-":
        return NULL
    at = past_pile(flat, at + 1, &token.play.target)
    token.play.count = 1
    if at == NULL or at[0] != b"x":
        return at
    at += 1
    if not b"1" <= at[0] <= b"9":
        return NULL
    token.play.count = 0
    for digits in range(3):
        if not b"0" <= at[0] <= b"9":
            break
        token.play.count = 10 * token.play.count + at[0] - 48
        at += 1
    return at


# ---------------------------------------------------------------- playing a log

cdef struct Log:
    Py_ssize_t total
    Py_ssize_t played
    u8* sent  # the tokens with spaces between
    u8* canonical  # those played, each as its shortest, foundations numbered
    Text illegal


cdef bint play_log(
    const Flat* flat, Board* board, const Text* moves, Py_ssize_t most_moves, Log* log
) noexcept:
    """Play up to the first illegal move and read on to the end; whether all are tokens, and not too many.

    ``sent`` and ``canonical`` have room for as much as ``moves`` has and a move more: a move in JSON has three
    bytes around it, here one, though a bare F gets two digits.
    """
    cdef const u8* at = past_space(moves.start)
    cdef const u8* end = moves.start + moves.length
    cdef const u8* start
    cdef Token token
    log.total = 0
    log.played = 0
    log.illegal.length = -1
    token.play = Play(NO_PILE, NO_PILE, 0)
    if at == end:
        return True
    while True:
        if at[0] != b'"':
            return False
        start = at + 1
        at = past_token(flat, start, &token)
        if at == NULL or at[0] != b'"' or log.total == most_moves:
            return False
        if log.total:
            log.sent[0] = b" "
            log.sent += 1
        memcpy(log.sent, start, at - start)
        log.sent += at - start
        log.total += 1
        if log.illegal.length < 0:
            if play_token(flat, board, &token, log):
                log.played += 1
            else:
                log.illegal.start = start
                log.illegal.length = at - start
        at = past_space(at + 1)
        if at == end:
            return True
        if at[0] != b",":
            return False
        at = past_space(at + 1)


cdef inline bint play_token(const Flat* flat, Board* board, const Token* token, Log* log) noexcept:
    """Play a token if it is legal; whether it is."""
    cdef int target
    if token.action:
        if not may_turn(flat, board, token.action):
            return False
        turn_stock(flat, board, token.action)
        if log.played:
            log.canonical = put(log.canonical, b" ")
        log.canonical = put(log.canonical, ACTION_NAMES[token.action])
        return True
    if board.won:
        return False
    target = target_of(flat, board, &token.play)
    if target < 0:
        return False
    move_cards(flat, board, token.play.source, target, token.play.count)
    if log.played:
        log.canonical = put(log.canonical, b" ")
    log.canonical = put_move(flat, log.canonical, token.play.source, target, token.play.count)
    return True


# ---------------------------------------------------------------- writing

cdef const char* ACTION_NAMES[5]
ACTION_NAMES[DEAL] = b"deal"
ACTION_NAMES[DRAW] = b"draw"
ACTION_NAMES[REDEAL] = b"redeal"


cdef inline u8* put(u8* out, const char* text) noexcept:
    memcpy(out, text, strlen(text))
    return out + strlen(text)


cdef inline u8* put_bytes(u8* out, bytes text) noexcept:
    memcpy(out, PyBytes_AS_STRING(text), PyBytes_GET_SIZE(text))
    return out + PyBytes_GET_SIZE(text)


cdef inline u8* put_text(u8* out, const Text* text) noexcept:
    memcpy(out, text.start, text.length)
    return out + text.length


cdef u8* put_number(u8* out, Py_ssize_t number) noexcept:
    cdef u8 digits[20]
    cdef int count = 0
    while True:
        digits[count] = 48 + number % 10
        count += 1
        number //= 10
        if not number:
            break
    while count:
        count -= 1
        out[0] = digits[count]
        out += 1
    return out


cdef inline u8* put_name(const Flat* flat, u8* out, int pile) noexcept:
    memcpy(out, flat.name[pile], 3)
    return out + flat.name_bytes[pile]


cdef inline u8* put_move(const Flat* flat, u8* out, int source, int target, int count) noexcept:
    out = put_name(flat, out, source)
    out[0] = b"-"
    out = put_name(flat, out + 1, target)
    if count > 1:
        out[0] = b"x"
        out = put_number(out + 1, count)
    return out


cdef u8* put_cards(const Board* board, int pile, u8* out) noexcept:
    """A pile as a list of codes; an empty one where the variant lacks it."""
    cdef int index
    out = put(out, b"[")
    if pile >= 0 and board.size[pile] > 1:
        for index in range(1, board.size[pile]):
            memcpy(out, QUOTED[board.cards[pile][index] & ~FACE_DOWN], 5)
            out += 5
        out -= 1
    return put(out, b"]")


cdef u8* put_piles(const Flat* flat, const Board* board, int first, int number, u8* out) noexcept:
    cdef int pile, down
    out = put(out, b"[")
    for pile in range(first, first + number):
        if pile > first:
            out = put(out, b",")
        out = put(out, b'{"pile":"')
        out = put_name(flat, out, pile)
        if pile < flat.columns:
            down = 0
            while down + 1 < board.size[pile] and board.cards[pile][down + 1] >= FACE_DOWN:
                down += 1
            out = put(out, b'","face_down":')
            out = put_number(out, down)
            out = put(out, b',"cards":')
        else:
            out = put(out, b'","cards":')
        out = put(put_cards(board, pile, out), b"}")
    return put(out, b"]")


cdef u8* put_state(const Flat* flat, const Board* board, u8* out) noexcept:
    out = put(out, b'{"tableau":')
    out = put_piles(flat, board, 0, flat.columns, out)
    out = put(out, b',"foundations":')
    out = put_piles(flat, board, flat.columns, flat.targets - flat.columns, out)
    out = put(out, b',"reserve":')
    out = put_piles(flat, board, flat.reserve, flat.cells, out)
    out = put(out, b',"stock":')
    out = put_cards(board, flat.stock, out)
    out = put(out, b',"waste":')
    out = put_cards(board, flat.waste, out)
    out = put(out, b',"redeals":')
    out = put_number(out, board.redeals)
    return put(out, b"}")


cdef u8* put_deck(const u8* deck, u8* out) noexcept:
    """The deck as ids have it, with spaces between."""
    cdef int index
    for index in range(CARDS):
        memcpy(out, &QUOTED[deck[index]][1], 2)
        out[2] = b" "
        out += 3
    return out - 1


cdef u8* put_digest(u8* out, bytes digest) noexcept:
    cdef const u8* at = <const u8*>PyBytes_AS_STRING(digest)
    cdef int index
    for index in range(32):
        out[2 * index] = HEXADECIMAL[at[index] >> 4]
        out[2 * index + 1] = HEXADECIMAL[at[index] & 15]
    return out + 64


cdef const char* HEXADECIMAL = b"0123456789abcdef"


cdef bytes legal_moves_of(const Flat* flat, const Board* board):
    """Every legal move as a JSON list, in the order of RULES §1."""
    cdef Play plays[MOST_MOVES]
    cdef int number = card_moves(flat, board, False, plays, MOST_MOVES)
    cdef bytes text = PyBytes_FromStringAndSize(NULL, MOVE_TEXT * (number + 3) + 2)
    cdef u8* start = <u8*>PyBytes_AS_STRING(text)
    cdef u8* out = put(start, b"[")
    cdef int index, action
    for index in range(number):
        out = put(out, b'"')
        out = put_move(flat, out, plays[index].source, plays[index].target, plays[index].count)
        out = put(out, b'",')
    for action in (DEAL, DRAW, REDEAL):
        if may_turn(flat, board, action):
            out = put(put(put(out, b'"'), ACTION_NAMES[action]), b'",')
    if out > start + 1:
        out -= 1
    out = put(out, b"]")
    return text[: out - start]


# ---------------------------------------------------------------- judging

cdef class Judgement:
    """What became of a log. Where a move is illegal, ``answer`` lacks why: see ``explained``."""

    cdef readonly Table table
    cdef readonly str ref
    cdef readonly object outcome
    cdef readonly Py_ssize_t moves_total
    cdef readonly Py_ssize_t moves_played
    cdef readonly bytes answer
    cdef readonly str illegal
    """The first illegal move; None if every move is legal."""
    cdef readonly bytes legal_moves
    """As a JSON list; only where a move is illegal."""
    cdef readonly list piles
    """As ``Position`` has them; only where a move is illegal."""
    cdef readonly object redeals
    cdef readonly bint won
    cdef Py_ssize_t _gap

    def explained(self, bytes why not None):
        """The answer with the JSON of why the move is illegal."""
        return self.answer[: self._gap] + why + self.answer[self._gap :]


def judge(bytes request not None, Py_ssize_t most_moves, Py_ssize_t longest_ref, u64 highest_integer):
    """The judgement on a usual request; None of any other, which then goes to the readable engine.

    ``highest_integer`` is that of JSON, for seeds written as numbers.
    """
    cdef Request asked
    cdef Table table
    cdef u8 deck[CARDS]
    cdef const u8* start = <const u8*>PyBytes_AS_STRING(request)
    if not read_request(start, start + PyBytes_GET_SIZE(request), &asked):
        return None
    if asked.ref.length > longest_ref:
        return None
    table = table_of(&asked)
    if table is None:
        return None
    if asked.rules_version.length >= 0 and text_of(&asked.rules_version) != table.version:
        return None
    if asked.deck.length >= 0:
        if not read_deck(&asked.deck, deck):
            return None
    elif not deal_seed(&table.flat, &asked, highest_integer, deck):
        return None
    return judge_deal(table, deck, &asked, most_moves)


cdef inline bytes text_of(const Text* text):
    return text.start[: text.length]


cdef dict tables = {}
"""By variant, or variant and rule options as they were chosen, in their order: None where it is unfit."""


cdef Table table_of(const Request* asked):
    """None where the variant or an option is unknown, or the kernel does not take it."""
    cdef object name = text_of(&asked.variant)
    if asked.rules.length > 0:
        chosen = chosen_in(&asked.rules)
        if chosen is None:
            return None
        if chosen:
            name = (name, *chosen)
    return tables[name] if name in tables else new_table(name)


cdef Table new_table(object name):
    variant, *chosen = name if type(name) is tuple else (name,)
    try:
        settled = tables_for(
            variant.decode(), {key.decode(): v if type(v) is int else v.decode() for key, v in chosen}
        )
    except (KeyError, OptionError):
        return None
    try:
        table = Table(settled)
    except Unfit:
        table = None
    # As many as the variants have settings, for what they do not have came to an end above.
    tables[name] = table
    return table


cdef list chosen_in(const Text* rules):
    """The members of an object of names with strings or whole numbers; None if it is none, or has one twice."""
    cdef const u8* at = past_space(rules.start)
    cdef const u8* end = rules.start + rules.length
    cdef Text name, value
    found = []
    names = set()
    if at == end:
        return found
    while True:
        at = past_string(at, &name)
        if at == NULL:
            return None
        at = past_space(at)
        if at[0] != b":":
            return None
        at = past_space(at + 1)
        if at[0] == b'"':
            at = past_string(at, &value)
            chosen = None if at == NULL else text_of(&value)
        else:
            at = past_number(at, &value)
            chosen = None if at == NULL or value.length > 9 else int(text_of(&value))
        key = text_of(&name)
        if chosen is None or key in names:
            return None
        names.add(key)
        found.append((key, chosen))
        at = past_space(at)
        if at == end:
            return found
        if at[0] != b",":
            return None
        at = past_space(at + 1)


cdef bint deal_seed(const Flat* flat, Request* asked, u64 highest_integer, u8* deck):
    """Whether this is a seed; the deal, and the seed as it is answered."""
    cdef Text* text = &asked.seed
    cdef u8 pack[CARDS]
    cdef u64 number = 0
    cdef bint ms = text.length > 2 and text.start[0] == b"m" and text.start[1] == b"s"
    cdef Py_ssize_t index, digits = text.length - 2 if ms else text.length
    cdef const u8* first = text.start + text.length - digits
    if not 1 <= digits <= 20 or first[0] == b"0":
        return False
    for index in range(digits):
        if not b"0" <= first[index] <= b"9":
            return False
        # Of 20 digits it may wrap round, but then it is not looked at.
        number = 10 * number + (first[index] - 48)
    if asked.seed_is_number and (digits > 16 or number > highest_integer):
        return False
    if ms and (digits > 10 or number > HIGHEST_MS):
        return False
    memcpy(pack, NEW, CARDS)
    if digits <= 5 and number < BELOW_IS_MS:
        text.start, text.length = first, digits
        shuffle_microsoft(number, pack)
    elif ms:
        shuffle_microsoft(number, pack)
    else:
        words = Random(int(text_of(text))).getrandbits(WORD_BITS).to_bytes(WORD_BITS // 8, "little")
        shuffle_mersenne(<const u8*>PyBytes_AS_STRING(words), pack)
    order(flat, pack, deck)
    return True


cdef Judgement judge_deal(Table table, const u8* deck, const Request* asked, Py_ssize_t most_moves):
    """Play the log and write the answer."""
    cdef Board board
    cdef Log log
    cdef Flat* flat = &table.flat
    cdef Py_ssize_t room = 2 * MOST_HEAD + DECK_TEXT + asked.moves.length + MOVE_TEXT
    cdef u8* judged = <u8*>PyMem_Malloc(2 * room)
    cdef u8* game = judged + room
    cdef u8* deal_end
    if judged == NULL:
        raise MemoryError
    try:
        log.sent = put_bytes(put_bytes(judged, table.setting), table.version)
        log.sent = put(put_deck(deck, put(log.sent, b"\n")), b"\n")
        deal_end = put_deck(deck, put_bytes(game, table.setting))
        log.canonical = put(deal_end, b"\n")
        open_board(flat, deck, &board)
        if not play_log(flat, &board, &asked.moves, most_moves, &log):
            return None
        digest = sha256(view(judged, log.sent))
        deal_digest = sha256(view(game, deal_end))
        deal = deal_digest.digest()
        deal_digest.update(view(deal_end, log.canonical))
        return answer(table, &board, asked, &log, digest.digest(), deal, deal_digest.digest())
    finally:
        PyMem_Free(judged)


cdef inline object view(u8* start, u8* end):
    return PyMemoryView_FromMemory(<char*>start, end - start, PyBUF_READ)


cdef Judgement answer(
    Table table, const Board* board, const Request* asked, const Log* log, bytes judged, bytes deal, bytes game
):
    """The judgement, with the JSON that ``schemas.verdicts`` would make of it."""
    cdef u8 text[MOST_ANSWER]
    cdef u8* out = text
    cdef Judgement judgement = Judgement.__new__(Judgement)
    cdef bint valid = log.illegal.length < 0
    judgement.table = table
    judgement.outcome = outcome_of(&table.flat, board)
    judgement.moves_total = log.total
    judgement.moves_played = log.played
    out = put_digest(put(out, b'{"id":"sha256:'), judged)
    out = put_digest(put(out, b'","deal_id":"sha256:'), deal)
    out = put_digest(put(out, b'","game_id":"sha256:'), game)
    out = put(put_bytes(put(out, b'",'), table.head), b',"seed":')
    if asked.deck.length >= 0:
        out = put(out, b"null")
    else:
        out = put(put_text(put(out, b'"'), &asked.seed), b'"')
    out = put(out, b',"valid":')
    out = put(out, b"true") if valid else put(out, b"false")
    out = put(out, b',"outcome":"')
    out = put(put_bytes(out, OUTCOME_TEXT[judgement.outcome]), b'","moves_total":')
    out = put(put_number(out, log.total), b',"moves_played":')
    out = put(put_number(out, log.played), b',"first_illegal_move":')
    if valid:
        out = put(out, b"null")
    judgement._gap = out - text
    out = put(out, b',"first_divergence":null')
    if asked.state:
        out = put_state(&table.flat, board, put(out, b',"final_state":'))
    if asked.ref.length >= 0:
        out = put(put_text(put(out, b',"ref":"'), &asked.ref), b'"')
        judgement.ref = text_of(&asked.ref).decode()
    out = put(out, b"}")
    judgement.answer = text[: out - text]
    if not valid:
        judgement.illegal = text_of(&log.illegal).decode()
        judgement.legal_moves = legal_moves_of(&table.flat, board)
        judgement.piles = [list(board.cards[pile][: board.size[pile]]) for pile in range(table.flat.piles)]
        judgement.redeals = board.redeals
        judgement.won = board.won
    return judgement
