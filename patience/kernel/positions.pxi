# The positions of logs as arrays, for programs that learn from games.
#
# Needs: batch.pxi, core.pyx, lines.pxi, requests.pxi, rules.pxd

cdef class Positions:
    """The positions of logs, one after another: the opening of each, and what follows each of its legal moves."""

    cdef bytearray cards
    cdef bytearray sizes
    cdef bytearray redeals
    cdef bytearray legal
    cdef bytearray actions
    cdef Py_ssize_t cards_end
    cdef Py_ssize_t sizes_end
    cdef Py_ssize_t legal_end
    cdef readonly Py_ssize_t number

    def __init__(self):
        self.cards, self.sizes, self.redeals = bytearray(), bytearray(), bytearray()
        self.legal, self.actions = bytearray(), bytearray()

    def add(self, Batch batch not None, Line line not None, moves, bint hidden):
        """Add the positions of a log up to its first illegal move; return the number of legal moves and the outcome.

        ``batch`` numbers the actions of the game, and ``line`` opens the log.
        """
        cdef Board board
        cdef Token token
        cdef bytes text
        cdef Py_ssize_t first = self.number
        if line.table.tables != batch.table.tables:
            raise ValueError("The line is of another game than the actions.")
        line.show(&board)
        for move in moves:
            text = move.encode(errors="replace")
            if not is_token(&batch.table.flat, text, &token) or not self.play(batch, &board, &token, hidden):
                break
        self.note(batch, &board, hidden, SKIP)
        return self.number - first - 1, outcome_of(&batch.table.flat, &board)

    def buffers(self):
        """Return the arrays: cards, sizes, redeals, legal actions and actions.

        The cards of a position are those of every pile, bottom to top, as ``show_pile`` writes them. The sizes are
        how many each pile has. Legal actions are bits, the lowest of a byte first, and each position begins a byte.
        The number of redeals so far and that of the action that was played have 32 bits; SKIP is no action.
        """
        PyByteArray_Resize(self.cards, self.cards_end)
        PyByteArray_Resize(self.sizes, self.sizes_end)
        PyByteArray_Resize(self.redeals, 4 * self.number)
        PyByteArray_Resize(self.legal, self.legal_end)
        PyByteArray_Resize(self.actions, 4 * self.number)
        return self.cards, self.sizes, self.redeals, self.legal, self.actions

    cdef bint play(self, Batch batch, Board* board, const Token* token, bint hidden) except -1:
        """Note a position and the action of a token, and play it; return whether it is legal."""
        cdef const Flat* flat = &batch.table.flat
        cdef Play play = token.play
        if token.action:
            if not may_turn(flat, board, token.action):
                return False
            self.note(batch, board, hidden, batch.number_of_turn(token.action))
            turn_stock(flat, board, token.action)
            return True
        play.target = NO_PILE if board.won else target_of(flat, board, &token.play)
        if play.target == NO_PILE:
            return False
        self.note(batch, board, hidden, batch.number_of(&play))
        move_cards(flat, board, play.source, play.target, play.count)
        return True

    cdef note(self, Batch batch, const Board* board, bint hidden, int32_t action):
        cdef const Flat* flat = &batch.table.flat
        cdef u8* cards = room_in(self.cards, self.cards_end, flat.cards)
        cdef u8* sizes = room_in(self.sizes, self.sizes_end, flat.piles)
        cdef Py_ssize_t legal_bytes = (batch.actions + 7) // 8
        cdef u8* legal = room_in(self.legal, self.legal_end, legal_bytes)
        cdef int32_t redeals = board.redeals
        cdef int numbers[MOST_MOVES]
        cdef int pile, index
        memset(cards, 0, flat.cards)
        for pile in range(flat.piles):
            sizes[pile] = show_pile(flat, board, pile, hidden, cards)
            cards += sizes[pile]
        memset(legal, 0, legal_bytes)
        for index in range(batch.legal_actions(board, numbers)):
            legal[numbers[index] >> 3] |= 1 << (numbers[index] & 7)
        memcpy(room_in(self.redeals, 4 * self.number, 4), &redeals, 4)
        memcpy(room_in(self.actions, 4 * self.number, 4), &action, 4)
        self.cards_end += flat.cards
        self.sizes_end += flat.piles
        self.legal_end += legal_bytes
        self.number += 1


cdef u8* room_in(bytearray buffer, Py_ssize_t end, Py_ssize_t more) except NULL:
    """Return the place at which a buffer ends so far; it gets room for more bytes."""
    if end + more > PyByteArray_Size(buffer):
        PyByteArray_Resize(buffer, 2 * (end + more))
    return <u8*>PyByteArray_AsString(buffer) + end


cdef bint is_token(const Flat* flat, bytes text, Token* token) noexcept:
    """Return whether a text is a token of the grammar, and read it."""
    cdef const u8* start = <const u8*>PyBytes_AsString(text)
    # The zero byte after the text is part of no token.
    return past_token(flat, start, token) == start + PyBytes_Size(text)
