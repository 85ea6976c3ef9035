# A player who guesses: guided random plays, by which the difficulty of a deal is graded.
#
# The player takes a move of the highest class that leads to a position not met before in this play; chance decides
# between moves of a class. It never takes a card back from a foundation. A play ends with a win, where no move leads
# to a new position, or after MOVES_PER_CARD moves for each card. Any change here is a new ``GRADE_VERSION`` in
# ``difficulty.py``.
#
# Needs: arena.pxi, board.pxi, bounds.pxi, chart.pxi, engine.pyx, legality.pxi, moves.pxi, shapes.pxi, table.pxi,
#   weights.pxi
# Gives: MOVES_PER_CARD, Player, begin_play, copy_piles, in_place, left_to_bring, make_guess

cdef enum:
    MOVES_PER_CARD = 6

    # Classes of moves, the best last.
    NEVER = -1
    AIMLESS  # to a cell, or out of sequence
    NEUTRAL  # from sequence to sequence, to an empty column, or a turn of the stock
    ORDERED  # into sequence
    FREEING  # from the waste, a reserve pile or a cell to a column, or the last card of a column
    TURNING_UP  # a card that lay face down
    FOUNDING
    CLASSES


cdef struct Player:
    const Flat* flat
    const Facts* facts
    Seen seen
    u64 chance
    Board board
    Board before  # the last move
    Shape shapes[MOST_PILES]
    Play plays[MOST_MOVES]
    u32 moves[MOST_MOVES + 3]
    u8 classes[MOST_MOVES + 3]
    i32 weights[WEIGHTS]  # all 0: positions are only compared


cdef int class_of(const Flat* flat, const Facts* facts, const Board* board, const Play* play) noexcept nogil:
    cdef int begin = board.size[play.source] - play.count
    cdef int card = board.cards[play.source][begin], under = board.cards[play.source][begin - 1]
    cdef int onto = top_of(board, play.target)
    if flat.columns <= play.source < flat.foundations_end:
        return NEVER
    if has(flat.pairing, play.target):
        return FOUNDING
    if play.target == flat.waste:
        return TURNING_UP if under >= FACE_DOWN else FOUNDING
    if play.target >= flat.foundations_end:
        return AIMLESS if play.source < flat.columns else NEVER
    if play.target >= flat.columns:
        return FOUNDING
    if play.source >= flat.columns:
        return FREEING
    if under >= FACE_DOWN:
        return TURNING_UP
    if under == FLOOR:
        return FREEING if onto != FLOOR else NEVER
    if onto == FLOOR:
        return NEUTRAL
    if has(facts.order[onto], card):
        return NEUTRAL if has(facts.order[under], card) else ORDERED
    return AIMLESS


cdef int candidates(Player* player) noexcept nogil:
    """Write the moves of this position with their classes; return their number."""
    cdef int index, action, kind, number = 0
    cdef Play* play
    for index in range(card_moves(player.flat, &player.board, False, player.plays, MOST_MOVES)):
        play = &player.plays[index]
        kind = class_of(player.flat, player.facts, &player.board, play)
        if kind != NEVER:
            player.moves[number] = packed(play.source, play.target, play.count)
            player.classes[number] = kind
            number += 1
    for action in range(3):
        if may_turn(player.flat, &player.board, 1 << action):
            player.moves[number] = packed(NO_MOVE + 1 + action, 0, 0)
            player.classes[number] = NEUTRAL
            number += 1
    return number


cdef bint is_new(Player* player, u64 touched) noexcept nogil:
    """Return whether the position after a move of these piles is new, and keep it; otherwise take the move back."""
    cdef int pile
    cdef Fingerprint print
    cdef Shape shapes[MOST_PILES]
    print.low = 0 if player.facts.endless else player.board.redeals
    print.high = 0
    for pile in range(player.flat.piles):
        shapes[pile] = player.shapes[pile]
        if has(touched, pile):
            shape_pile(player.flat, player.facts, player.weights, &player.board, pile, False, &shapes[pile])
        print.low += shapes[pile].print.low
        print.high += shapes[pile].print.high
    print.low = mixed(print.low)
    print.high = mixed(print.high) or 1
    if remember(&player.seen, &print) == 1:
        memcpy(player.shapes, shapes, player.flat.piles * sizeof(Shape))
        copy_piles(player.flat, &player.board, &player.before, touched)
        return True
    copy_piles(player.flat, &player.before, &player.board, touched)
    return False


cdef void copy_piles(const Flat* flat, const Board* board, Board* copy, u64 piles) noexcept nogil:
    cdef int pile
    for pile in range(flat.piles):
        if has(piles, pile):
            copy.size[pile] = board.size[pile]
            memcpy(copy.cards[pile], board.cards[pile], board.size[pile])
    copy.won = board.won
    copy.redeals = board.redeals


cdef bint make_guess(Player* player) noexcept nogil:
    """Make a move to a new position and return True; False if there is none."""
    cdef int number = candidates(player), kind, left, index, chosen
    cdef u64 touched
    for kind in range(CLASSES - 1, NEVER, -1):
        while True:
            left = 0
            for index in range(number):
                left += player.classes[index] == kind
            if left == 0:
                break
            player.chance += <u64>0x9E3779B97F4A7C15
            chosen = <int>(mixed(player.chance) % <u64>left)
            for index in range(number):
                if player.classes[index] == kind:
                    if chosen == 0:
                        break
                    chosen -= 1
            player.classes[index] = CLASSES
            touched = make_move(player.flat, &player.board, player.moves[index])
            if is_new(player, touched):
                return True
    return False


cdef bint begin_play(Player* player, const Board* root) noexcept nogil:
    cdef int pile
    copy_piles(player.flat, root, &player.board, ~<u64>0)
    copy_piles(player.flat, root, &player.before, ~<u64>0)
    for pile in range(player.flat.piles):
        shape_pile(player.flat, player.facts, player.weights, root, pile, False, &player.shapes[pile])
    if player.seen.slots == NULL:
        return empty_seen(&player.seen)
    memset(player.seen.slots, 0, player.seen.room * sizeof(Fingerprint))
    player.seen.number = 0
    return is_new(player, 0)


cdef int founded(const Flat* flat, const Board* board) noexcept nogil:
    """Return how many cards are on foundations."""
    cdef int pile, cards = 0
    for pile in range(flat.columns, flat.foundations_end):
        cards += board.size[pile] - 1
    return cards


cdef int left_to_bring(const Flat* flat, const Board* board) noexcept nogil:
    """Return how many cards must leave the columns, or come to foundations, before the game is won."""
    cdef int pile, cards = 0
    if flat.wins_by != WINS_BY_EMPTY_PILES:
        return flat.cards - founded(flat, board)
    for pile in range(flat.columns):
        cards += board.size[pile] - 1
    return cards


cdef int in_place(const Player* player) noexcept nogil:
    """Return how many cards are on foundations, or in a column in sequence on the face-up card below.

    Where empty columns win: how many are not in columns.
    """
    cdef const Board* board = &player.board
    cdef int pile, index, cards = founded(player.flat, board)
    if player.flat.wins_by == WINS_BY_EMPTY_PILES:
        return player.flat.cards - left_to_bring(player.flat, board)
    for pile in range(player.flat.columns):
        for index in range(2, board.size[pile]):
            if board.cards[pile][index - 1] < FACE_DOWN and board.cards[pile][index] < FACE_DOWN:
                cards += has(player.facts.order[board.cards[pile][index - 1]], board.cards[pile][index])
    return cards
