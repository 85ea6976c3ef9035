# What bounds a position, and the names of what a stock does.

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

    NO_PILE = -1
    BARE = -2

    DEAL = 1
    DRAW = 2
    REDEAL = 4

    FREE = 0
    HELD_BY_CARD_MOVE = 1
    HELD_BY_FORWARD_MOVE = 2
    HELD_BY_EMPTY_COLUMN = 3

    # Each face-up card of each source may lead a group to each target.
    MOST_MOVES = CARDS * MOST_PILES
