# The position, and what moves do to it.

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


cdef inline int top_of(const Board* board, int pile) noexcept nogil:
    return board.cards[pile][board.size[pile] - 1]


cdef inline bint has(u64 numbers, int number) noexcept nogil:
    return numbers >> number & 1


cdef void open_board(const Flat* flat, const u8* deck, Board* board) noexcept nogil:
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
    for index in range(flat.drawn):
        put_card(board, flat.waste, cards[place])
        place += 1
    # The next card to leave the stock is its last.
    while rest > place:
        rest -= 1
        put_card(board, flat.stock, cards[rest])


cdef inline void put_card(Board* board, int pile, int card) noexcept nogil:
    board.cards[pile][board.size[pile]] = card
    board.size[pile] += 1


cdef inline int take_card(Board* board, int pile) noexcept nogil:
    board.size[pile] -= 1
    return board.cards[pile][board.size[pile]]


cdef void fill(const Flat* flat, Board* board, int vacancy) noexcept nogil:
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


cdef void move_cards(const Flat* flat, Board* board, int source, int target, int count) noexcept nogil:
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


cdef bint is_won(const Flat* flat, const Board* board) noexcept nogil:
    cdef int pile
    for pile in range(flat.columns, flat.targets):
        if has(flat.winning, pile) and board.size[pile] != flat.complete[pile]:
            return False
    return True


cdef void deal_round(const Flat* flat, Board* board) noexcept nogil:
    cdef int column
    for column in range(flat.columns):
        if board.size[flat.stock] == 1:
            return
        put_card(board, column, take_card(board, flat.stock))


cdef void redeal(const Flat* flat, Board* board) noexcept nogil:
    cdef int pile
    while board.size[flat.waste] > 1:
        put_card(board, flat.stock, take_card(board, flat.waste))
    board.redeals += 1
    for pile in range(flat.piles):
        if board.size[pile] == 1:
            fill(flat, board, pile)
