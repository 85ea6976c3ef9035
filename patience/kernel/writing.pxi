# JSON of positions and moves. Each writer returns the end of what it wrote.
#
# Needs: core.pyx, deals.pxi, requests.pxi, rules.pxd
# Gives: ACTION_NAMES, legal_moves_of, put, put_bytes, put_deck, put_digest, put_move, put_number, put_state, put_text

cdef const char* ACTION_NAMES[5]
ACTION_NAMES[DEAL] = b"deal"
ACTION_NAMES[DRAW] = b"draw"
ACTION_NAMES[REDEAL] = b"redeal"


cdef inline u8* put(u8* out, const char* text) noexcept nogil:
    memcpy(out, text, strlen(text))
    return out + strlen(text)


cdef inline u8* put_bytes(u8* out, bytes text) noexcept:
    memcpy(out, PyBytes_AsString(text), PyBytes_Size(text))
    return out + PyBytes_Size(text)


cdef inline u8* put_text(u8* out, const Text* text) noexcept nogil:
    memcpy(out, text.start, text.length)
    return out + text.length


cdef u8* put_number(u8* out, Py_ssize_t number) noexcept nogil:
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


cdef inline u8* put_name(const Flat* flat, u8* out, int pile) noexcept nogil:
    memcpy(out, flat.name[pile], 3)
    return out + flat.name_bytes[pile]


cdef inline u8* put_move(const Flat* flat, u8* out, int source, int target, int count) noexcept nogil:
    out = put_name(flat, out, source)
    out[0] = b"-"
    out = put_name(flat, out + 1, target)
    if count > 1:
        out[0] = b"x"
        out = put_number(out + 1, count)
    return out


cdef u8* put_cards(const Board* board, int pile, u8* out) noexcept nogil:
    """Write a pile as a list of codes, an empty list for a pile that the game lacks."""
    cdef const u8* codes = &QUOTED[board.base][0][0]
    cdef const u8* cards
    cdef int index, number
    out = put(out, b"[")
    if pile >= 0 and board.size[pile] > 1:
        cards = board.cards[pile]
        number = board.size[pile]
        for index in range(1, number):
            memcpy(out, codes + 5 * (cards[index] & ~FACE_DOWN), 5)
            out += 5
        out -= 1
    return put(out, b"]")


cdef u8* put_piles(const Flat* flat, const Board* board, int first, int end, bint faces, u8* out) noexcept nogil:
    """Write piles as a list of objects, with the number of face-down cards if ``faces`` says so."""
    cdef int pile
    out = put(out, b"[")
    for pile in range(first, end):
        if pile > first:
            out = put(out, b",")
        out = put(out, b'{"pile":"')
        out = put_name(flat, out, pile)
        if faces:
            out = put(out, b'","face_down":')
            out = put_number(out, face_down(board, pile))
            out = put(out, b',"cards":')
        else:
            out = put(out, b'","cards":')
        out = put(put_cards(board, pile, out), b"}")
    return put(out, b"]")


cdef inline int face_down(const Board* board, int pile) noexcept nogil:
    """Return how many cards of a pile lie face down."""
    cdef int down = 0, place
    for place in range(1, board.size[pile]):
        down += board.cards[pile][place] >= FACE_DOWN
    return down


cdef u8* put_state(const Flat* flat, const Board* board, u8* out) noexcept nogil:
    out = put(out, b'{"tableau":')
    out = put_piles(flat, board, 0, flat.columns, True, out)
    out = put(out, b',"foundations":')
    out = put_piles(flat, board, flat.columns, flat.foundations_end, False, out)
    out = put(out, b',"reserve":')
    out = put_piles(flat, board, flat.foundations_end, flat.reserve_end, flat.deep_reserve, out)
    out = put(out, b',"stock":')
    out = put_cards(board, flat.stock, out)
    out = put(out, b',"waste":')
    out = put_cards(board, flat.waste, out)
    if flat.last_draw_only:
        out = put(out, b',"waste_face_down":')
        out = put_number(out, face_down(board, flat.waste))
    out = put(out, b',"redeals":')
    out = put_number(out, board.redeals)
    if flat.base_from != ACE:
        out = put(out, b',"base_rank":"')
        # The relative Ace of clubs is a base card.
        out[0] = QUOTED[board.base][0][1]
        out = put(out + 1, b'"')
    if flat.mercis > 1:
        out = put_number(put(out, b',"merci_used":'), board.merci_used)
    elif flat.merci != NO_PILE:
        out = put(out, b',"merci_used":true' if board.merci_used else b',"merci_used":false')
    if flat.rounds:
        out = put_number(put(out, b',"phase":'), board.phase)
    return put(out, b"}")


cdef u8* put_deck(const Flat* flat, const u8* deck, u8* out) noexcept nogil:
    """Write the deck as ids have it: codes separated by spaces."""
    cdef int index
    for index in range(flat.cards):
        memcpy(out, &QUOTED[0][deck[index]][1], 2)
        out[2] = b" "
        out += 3
    return out - 1


cdef inline u8* put_digest(u8* out, const u8* digest) noexcept nogil:
    """Write 32 bytes as hexadecimal digits."""
    cdef int index
    for index in range(32):
        out[2 * index] = HEXADECIMAL[digest[index] >> 4]
        out[2 * index + 1] = HEXADECIMAL[digest[index] & 15]
    return out + 64


cdef const char* HEXADECIMAL = b"0123456789abcdef"


cdef bytes legal_moves_of(const Flat* flat, const Board* board):
    """Return every legal move as a JSON list, in the order of RULES §1."""
    cdef int most = flat.cards * flat.targets
    cdef Play* plays = <Play*>PyMem_Malloc(most * sizeof(Play))
    if plays == NULL:
        raise MemoryError
    try:
        return list_moves(flat, board, plays, card_moves(flat, board, False, plays, most))
    finally:
        PyMem_Free(plays)


cdef bytes list_moves(const Flat* flat, const Board* board, const Play* plays, int number):
    cdef bytes text = PyBytes_FromStringAndSize(NULL, MOVE_TEXT * (number + 3) + 2)
    cdef u8* start = <u8*>PyBytes_AsString(text)
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
