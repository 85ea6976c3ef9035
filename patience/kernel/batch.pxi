# Many boards of one game that are played together, for environments of agents.
#
# Needs: core.pyx, deals.pxi, rules.pxd, table.pxi
# Gives: Batch, SKIP, show_pile

cdef enum:
    SKIP = -1  # the action of a board that is not played

    PLAYED = 0
    ILLEGAL = 1

    UNKNOWN_CARD = 53  # in observations, where a card is its number plus one, and 0 is no card


cdef class Batch:
    """Boards of one game, played by numbered actions.

    ``plays`` lists the actions: a source, a target and a number of cards, or the name of a stock action.
    Every buffer is written for all boards at once. Raises Unfit for rules that the kernel does not implement.
    """

    cdef Table table
    cdef Board* boards
    cdef Play* plays
    cdef int* first  # by source and target: the number of the action that moves one card; see ``_number``
    cdef int actions
    cdef readonly int boards_number

    def __cinit__(self, tables, plays, int boards):
        self.boards_number = boards
        self.actions = len(plays)
        self.boards = <Board*>PyMem_Calloc(max(boards, 1), sizeof(Board))
        self.plays = <Play*>PyMem_Calloc(max(self.actions, 1), sizeof(Play))
        self.first = <int*>PyMem_Calloc(MOST_PILES * MOST_PILES, sizeof(int))
        if self.boards == NULL or self.plays == NULL or self.first == NULL:
            raise MemoryError

    def __dealloc__(self):
        PyMem_Free(self.boards)
        PyMem_Free(self.plays)
        PyMem_Free(self.first)

    def __init__(self, tables, plays, int boards):
        cdef int number
        self.table = table_for(tables)
        if self.table is None:
            raise Unfit(f"The kernel does not play {tables.variant.id}.")
        actions = {"deal": DEAL, "draw": DRAW, "redeal": REDEAL}
        for number, play in enumerate(plays):
            if isinstance(play, str):
                self.plays[number] = Play(NO_PILE, NO_PILE, actions[play])
            else:
                source, target, count = play
                self.plays[number] = Play(source, target, count)
                if count == 1 or plays[number - 1] != (source, target, count - 1):
                    self.first[source * MOST_PILES + target] = number - count + 1

    def deal(self, int index, bytes deck not None):
        """Deal a board from its cards in dealing order. Raises ValueError if they are not a deck."""
        if not 0 <= index < self.boards_number:
            raise IndexError(f"There is no board {index}.")
        if not is_deck(&self.table.flat, deck):
            raise ValueError("The cards are not a deck of the game.")
        open_board(&self.table.flat, <const u8*>PyBytes_AsString(deck), &self.boards[index])

    def play(self, const long long[::1] chosen, u8[::1] results, int[::1] gains):
        """Play an action on each board, none where it is SKIP.

        Write whether each was legal, and how many cards the foundations gained.
        """
        cdef int index
        self._check(chosen.shape[0], results.shape[0], gains.shape[0])
        for index in range(self.boards_number):
            gains[index] = 0
            results[index] = PLAYED
            if chosen[index] == SKIP:
                continue
            if not 0 <= chosen[index] < self.actions:
                raise IndexError(f"There is no action {chosen[index]}.")
            gains[index] = -on_foundations(&self.table.flat, &self.boards[index])
            if not self._play(&self.boards[index], &self.plays[chosen[index]]):
                results[index] = ILLEGAL
            gains[index] += on_foundations(&self.table.flat, &self.boards[index])

    cdef bint _play(self, Board* board, const Play* play) noexcept nogil:
        cdef const Flat* flat = &self.table.flat
        if play.source == NO_PILE:
            if not may_turn(flat, board, play.count):
                return False
            turn_stock(flat, board, play.count)
            return True
        if board.won or target_of(flat, board, play) == NO_PILE:
            return False
        move_cards(flat, board, play.source, play.target, play.count)
        return True

    def observe(self, bint hidden, u8[:, :, ::1] piles, long long[::1] redeals, u8[::1] won, u8[:, ::1] legal):
        """Write each board: its cards by pile, bottom to top, its redeals so far, and which actions are legal.

        If ``hidden``, cards that lie face down, those of the stock among them, are UNKNOWN_CARD.
        """
        cdef const Flat* flat = &self.table.flat
        cdef int index
        self._check(piles.shape[0], redeals.shape[0], won.shape[0])
        if piles.shape[1] != flat.piles or piles.shape[2] != flat.cards:
            raise ValueError(f"Expected room for {flat.piles} piles of {flat.cards} cards.")
        if legal.shape[0] != self.boards_number or legal.shape[1] != self.actions:
            raise ValueError(f"Expected room for {self.actions} actions.")
        for index in range(self.boards_number):
            show_board(flat, &self.boards[index], hidden, &piles[index, 0, 0])
            redeals[index] = self.boards[index].redeals
            won[index] = self.boards[index].won
            self._mark_legal(&self.boards[index], &legal[index, 0])

    cdef void _mark_legal(self, const Board* board, u8* legal) noexcept nogil:
        cdef int numbers[MOST_MOVES]
        cdef int index
        memset(legal, 0, self.actions)
        for index in range(self.legal_actions(board, numbers)):
            legal[numbers[index]] = 1

    cdef int legal_actions(self, const Board* board, int* numbers) noexcept nogil:
        """Write the numbers of the legal actions, of which there are at most MOST_MOVES; return how many there are."""
        cdef Play moves[MOST_MOVES]
        cdef int found, index, action, number = 0
        for index in range(self.actions):
            if self.plays[index].source != NO_PILE:
                break
            if may_turn(&self.table.flat, board, self.plays[index].count):
                numbers[number] = index
                number += 1
        found = card_moves(&self.table.flat, board, False, moves, MOST_MOVES - number)
        for index in range(found):
            action = self.number_of(&moves[index])
            if action >= 0:
                numbers[number] = action
                number += 1
        return number

    cdef inline int number_of(self, const Play* play) noexcept nogil:
        """Return the number of a move of cards, -1 if it is not an action."""
        cdef int action = self.first[play.source * MOST_PILES + play.target] + play.count - 1
        return action if 0 <= action < self.actions and same_play(&self.plays[action], play) else -1

    cdef int number_of_turn(self, int turn) noexcept nogil:
        """Return the number of an action of the stock, -1 if the game has none."""
        cdef int index
        for index in range(self.actions):
            if self.plays[index].source != NO_PILE:
                break
            if self.plays[index].count == turn:
                return index
        return -1

    cdef _check(self, Py_ssize_t one, Py_ssize_t other, Py_ssize_t third):
        if not one == other == third == self.boards_number:
            raise ValueError(f"Expected arrays for {self.boards_number} boards.")


cdef inline bint same_play(const Play* one, const Play* other) noexcept nogil:
    return one.source == other.source and one.target == other.target and one.count == other.count


cdef int on_foundations(const Flat* flat, const Board* board) noexcept nogil:
    """Return how many cards lie on foundations."""
    cdef int pile, cards = 0
    for pile in range(flat.columns, flat.foundations_end):
        cards += board.size[pile] - 1
    return cards


cdef void show_board(const Flat* flat, const Board* board, bint hidden, u8* piles) noexcept nogil:
    """Write the cards of each pile, bottom to top, as numbers from 1; 0 is no card."""
    cdef int pile
    memset(piles, 0, flat.piles * flat.cards)
    for pile in range(flat.piles):
        show_pile(flat, board, pile, hidden, piles)
        piles += flat.cards


cdef int show_pile(const Flat* flat, const Board* board, int pile, bint hidden, u8* out) noexcept nogil:
    """Write the cards of a pile, bottom to top, as numbers from 1; return how many there are."""
    cdef int place, card, size = board.size[pile] - 1
    cdef bint is_open
    for place in range(size):
        card = board.cards[pile][place + 1]
        is_open = has(flat.is_source, pile) and place + 1 == size and not hides_stock(flat, board, pile)
        if hidden and (card >= FACE_DOWN or (pile == flat.stock and not is_open)):
            out[place] = UNKNOWN_CARD
        else:
            out[place] = 1 + (real_card(card, board.base) & ~FACE_DOWN)
    return size
