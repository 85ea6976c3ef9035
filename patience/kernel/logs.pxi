# Game logs, played while they are read.
#
# Needs: requests.pxi, rules.pxd, writing.pxi
# Gives: Log, play_log

cdef struct Log:
    Py_ssize_t total
    Py_ssize_t played
    u8* sent  # the tokens, separated by spaces
    u8* canonical  # the tokens played, each at its shortest with a numbered foundation
    Text illegal  # the first illegal token; its length is -1 if every token is legal


cdef bint play_log(
    const Flat* flat, Board* board, const Text* moves, Py_ssize_t most_moves, Log* log
) noexcept nogil:
    """Play up to the first illegal move and read on to the end.

    Return whether ``moves`` are tokens and at most ``most_moves``. ``sent`` and ``canonical`` must have room for
    the length of ``moves`` and one move more: a move in JSON has three bytes around it and here one, while a
    bare F gets at most two digits.
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


cdef inline bint play_token(const Flat* flat, Board* board, const Token* token, Log* log) noexcept nogil:
    """Play a token if it is legal, and return whether it is."""
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
