# The bounds of a position, and the numbers that stand for actions and holds.
#
# Gives: ACE, ACES_AND_KINGS, ACE_OF_SPADES, AS_LAYOUT, BARE, BASE_PLACE, BY_TURNS, CHOSEN, CONGRUENTIAL, CRIBBAGE, DEAL, DRAW,
#   FACE_DOWN, FIRST, FIRST_RANK, FLOOR, FREE, HELD_BY_CARD_MOVE, HELD_BY_CELLS, HELD_BY_EMPTY_COLUMN,
#   HELD_BY_FORWARD_MOVE, HELD_BY_SPARE_CARD, HELD_BY_WASTE, IN_FANS, IN_GROUPS, IN_ROUNDS, JACK, KING, MERSENNE, MOST_CARDS,
#   MOST_HEAD, MOST_MOVES, MOST_ORDERS, MOST_PILES, MOST_RUNS, MOST_SETS, MOST_SUPPLIES, MOST_SWAPS, NOT_KNOWN, NO_PILE,
#   ONLY_KINGS, PILE_BYTES, POKER, REDEAL, TO_ALL, TO_ALL_AND_HOME, TO_EMPTY, TO_FILLED, TO_PLACES, TO_UNFINISHED, UNDER_STOCK, WINS_BY_ALL_CARDS, WINS_BY_COLOURS, WINS_BY_EMPTY_PILES, WINS_BY_FOUNDATIONS,
#   WINS_BY_FOUNDATIONS_AND_PILES, WINS_BY_ONE_COLUMN, WINS_BY_ONE_EACH, WINS_BY_POINTS, WINS_BY_SEQUENCES, WINS_FACE_UP, WINS_IN_PLACE,
#   every_card, of_rank, of_suit, u64, u8

ctypedef uint8_t u8
ctypedef uint64_t u64

cdef enum:
    MOST_PILES = 64  # so that a set of piles is a u64
    MOST_CARDS = 208  # four packs
    PILE_BYTES = 256  # the floor and every card need 209
    MOST_HEAD = 1024
    FLOOR = 52
    FACE_DOWN = 64
    JACK = 10
    MOST_SWAPS = 1000  # of cards of one group, as in PySolFC
    KING = 12
    ONLY_KINGS = 1 << 12  # ranks, as bits
    ACES_AND_KINGS = 1 << 12 | 1
    ACE_OF_SPADES = 39

    NO_PILE = -1
    BARE = -2  # the target of a token without a foundation's number
    CHOSEN = 255  # a base card that is not known before the deal
    BASE_PLACE = 255  # in a layout: the foundation that the base card begins

    DEAL = 1
    DRAW = 2
    REDEAL = 4

    FREE = 0
    HELD_BY_CARD_MOVE = 1
    HELD_BY_FORWARD_MOVE = 2
    HELD_BY_EMPTY_COLUMN = 3
    HELD_BY_WASTE = 4
    HELD_BY_CELLS = 5
    HELD_BY_SPARE_CARD = 6

    MOST_ORDERS = 8  # of ranks that come again on foundations
    MOST_SETS = 26  # that are collected on cells
    MOST_RUNS = 4  # ways in which groups of columns run
    MOST_SUPPLIES = 6  # lists of piles that fill others

    WINS_BY_FOUNDATIONS = 0
    WINS_BY_ALL_CARDS = 1
    WINS_BY_EMPTY_PILES = 2
    WINS_BY_ONE_EACH = 3
    WINS_BY_SEQUENCES = 4
    WINS_IN_PLACE = 5
    WINS_FACE_UP = 6
    WINS_BY_FOUNDATIONS_AND_PILES = 7
    WINS_BY_POINTS = 8
    WINS_BY_COLOURS = 9
    WINS_BY_ONE_COLUMN = 10

    POKER = 1
    CRIBBAGE = 2

    TO_ALL = 0
    TO_EMPTY = 1
    TO_FILLED = 2
    TO_UNFINISHED = 3
    TO_ALL_AND_HOME = 4

    IN_GROUPS = 0
    IN_ROUNDS = 1
    AS_LAYOUT = 2
    TO_PLACES = 3
    BY_TURNS = 4
    IN_FANS = 5
    UNDER_STOCK = 6

    NOT_KNOWN = 0  # the order of redeals that shuffle
    CONGRUENTIAL = 1
    MERSENNE = 2

    ACE = 0
    FIRST = 1
    FIRST_RANK = 2

    # Each face-up card of each source can lead a group to each target.
    MOST_MOVES = MOST_CARDS * MOST_PILES

# Functions, since the search for web pages has no variables of its own.
cdef inline u64 every_card() noexcept nogil:
    return (<u64>1 << FLOOR) - 1


cdef inline u64 of_suit(int suit) noexcept nogil:
    """Return the cards of a suit."""
    return <u64>0x1FFF << (13 * suit)


cdef inline u64 of_rank(int rank) noexcept nogil:
    """Return the cards of a rank, of all suits."""
    return (1 | <u64>1 << 13 | <u64>1 << 26 | <u64>1 << 39) << rank


# By the top card of a pile, ``FLOOR`` included: the cards that may lie on it, as bits.
ctypedef u64 Row[FLOOR + 1]
