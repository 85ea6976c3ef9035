# cython: language_level=3, cdivision=True
# distutils: language = c++
"""Whether a position can be won, and by how few moves, by visiting every position that can be reached from it.

The rules are the kernel's. Nothing is left out: no proof, no forced move, no interchangeable card. Positions are
compared byte by byte. Only the order of columns and of cells is ignored, and only while no deal, no redeal, no fill
and no cover depends on it.
"""

import json
from dataclasses import replace

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset
from libcpp.string cimport string
from libcpp.unordered_set cimport unordered_set
from libcpp.vector cimport vector

from patience.kernel.rules cimport *

from patience.compilation.sequences import fits_in_suit, foundation_row, run_row
from patience.cards import RANKS, rank
from patience.cards.reasons import Outcome
from patience.rules import Arrange, Base, Build, DealTo, GatherAs, Hands, Hold, SameBase, Win
from patience.rules.pairs import beside, members
from patience.compilation.compiled_rules import ANY
from patience.search.sequence_counts import has_unlike_piles

include "../../patience/kernel/table.pxi"


cdef Table last_table = None
"""The table of the last position. Making one takes longer than a small search."""


cdef enum:
    NO_LINE = -1
    OPEN = -2


def can_be_won(position, size_t most):
    """Return whether some line wins; None if that is open after ``most`` positions."""
    moves = visit(position, False, most)
    return None if moves == OPEN else moves != NO_LINE


def fewest_moves(position, size_t most):
    """Return the number of moves to a win, -1 if no line wins; None if that is open after ``most`` positions."""
    moves = visit(position, True, most)
    return None if moves == OPEN else moves


cdef int visit(position, bint shortest, size_t most) except? -3:
    """Return the moves of some line that wins, NO_LINE or OPEN."""
    global last_table
    if last_table is None or last_table.tables is not position.tables:
        last_table = Table(position.tables)
    cdef Table table = last_table
    cdef Board board
    cdef int pile, index
    memset(&board, 0, sizeof(Board))
    for pile in range(table.flat.piles):
        cards = position.piles[pile]
        board.size[pile] = len(cards)
        for index in range(board.size[pile]):
            board.cards[pile][index] = cards[index]
    board.redeals = position.redeals
    board.won = is_won(&table.flat, &board)
    return visit_all(&table.flat, &board, has_unlike_piles(position.tables), shortest, most)


cdef int visit_all(const Flat* flat, const Board* root, bint unlike, bint shortest, size_t most) except? -3:
    """Visit positions layer by layer if a shortest line is wanted; otherwise the last one found comes first."""
    cdef unordered_set[string] seen
    cdef vector[string] waiting
    cdef vector[string] following
    cdef int moves = 1
    cdef vector[Play] plays
    cdef Board board, child
    cdef string code
    cdef int index, action, number
    plays.resize(MOST_MOVES)
    if root.won:
        return 0
    board = child = root[0]
    code = encoded(flat, &child, unlike)
    seen.insert(code)
    waiting.push_back(code)
    while not waiting.empty():
        decode(flat, waiting.back(), &board)
        waiting.pop_back()
        number = card_moves(flat, &board, False, plays.data(), MOST_MOVES)
        for index in range(number + 3):
            action = 1 << (index - number) if index >= number else 0
            if action and not may_turn(flat, &board, action):
                continue
            copy_board(flat, &board, &child)
            if action:
                turn_stock(flat, &child, action)
            else:
                move_cards(flat, &child, plays[index].source, plays[index].target, plays[index].count)
            if child.won:
                return moves
            code = encoded(flat, &child, unlike)
            if seen.insert(code).second:
                (&following if shortest else &waiting).push_back(code)
        if seen.size() > most:
            return OPEN
        if waiting.empty():
            waiting.swap(following)
            moves += 1
    return NO_LINE


cdef void copy_board(const Flat* flat, const Board* board, Board* copy) noexcept:
    cdef int pile
    copy.redeals = board.redeals
    copy.won = board.won
    for pile in range(flat.piles):
        copy.size[pile] = board.size[pile]
        memcpy(copy.cards[pile], board.cards[pile], board.size[pile])


cdef string encoded(const Flat* flat, const Board* board, bint unlike):
    """Return the redeals, then each pile as its size and its cards. If ``unlike``, rules name single piles."""
    cdef u8 code[1 + MOST_PILES + MOST_CARDS]
    cdef u8* end = code + 1
    cdef u8 order[MOST_PILES]
    cdef int pile, kind, index
    cdef bint cells_supply = False
    cdef bint ordered = unlike or flat.has_covers or flat.gathers or flat.restocks or (flat.actions & DEAL and board.size[flat.stock] > 1)
    code[0] = <u8>(0 if flat.redeals < 0 else board.redeals)
    for kind in range(2):
        for index in range(flat.supplies[kind]):
            cells_supply |= flat.foundations_end <= flat.supply[kind][index] < flat.cells_end
    for pile in range(flat.piles):
        order[pile] = pile
    if not ordered:
        sort_piles(board, order, 0, flat.columns)
    if not cells_supply and not unlike:
        sort_piles(board, order, flat.foundations_end, flat.cells_end)
    for index in range(flat.piles):
        pile = order[index]
        end[0] = <u8>board.size[pile]
        memcpy(end + 1, &board.cards[pile][1], board.size[pile] - 1)
        end += board.size[pile]
    return string(<const char*>code, end - code)


cdef void sort_piles(const Board* board, u8* order, int first, int end) noexcept:
    """Sort these piles by their sizes, then by their cards."""
    cdef int index, place, pile
    for index in range(first + 1, end):
        pile = order[index]
        place = index
        while place > first and comes_before(board, pile, order[place - 1]):
            order[place] = order[place - 1]
            place -= 1
        order[place] = pile


cdef inline bint comes_before(const Board* board, int pile, int other) noexcept:
    if board.size[pile] != board.size[other]:
        return board.size[pile] < board.size[other]
    return memcmp(&board.cards[pile][1], &board.cards[other][1], board.size[pile] - 1) < 0


cdef void decode(const Flat* flat, const string& code, Board* board) noexcept:
    cdef const u8* place = <const u8*>code.data()
    cdef int pile
    board.redeals = place[0]
    board.won = False
    place += 1
    for pile in range(flat.piles):
        board.size[pile] = place[0]
        board.cards[pile][0] = FLOOR
        memcpy(&board.cards[pile][1], place + 1, place[0] - 1)
        place += place[0]
