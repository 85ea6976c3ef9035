"""What the modules of Cython use of ``rules.c``."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

cdef extern from "patience/kernel/rules.c" nogil:
    ctypedef uint8_t u8
    ctypedef uint64_t u64

    const char* DIGEST

    enum:
        MOST_PILES
        MOST_CARDS
        PILE_BYTES
        MOST_HEAD
        FLOOR
        FACE_DOWN
        JACK
        MOST_SWAPS
        KING
        ONLY_KINGS
        ACES_AND_KINGS
        ACE_OF_SPADES
        NO_PILE
        BARE
        CHOSEN
        BASE_PLACE
        DEAL
        DRAW
        REDEAL
        FREE
        HELD_BY_CARD_MOVE
        HELD_BY_FORWARD_MOVE
        HELD_BY_EMPTY_COLUMN
        HELD_BY_WASTE
        HELD_BY_CELLS
        HELD_BY_SPARE_CARD
        MOST_ORDERS
        MOST_SETS
        MOST_RUNS
        MOST_SUPPLIES
        WINS_BY_FOUNDATIONS
        WINS_BY_ALL_CARDS
        WINS_BY_EMPTY_PILES
        WINS_BY_ONE_EACH
        WINS_BY_SEQUENCES
        WINS_IN_PLACE
        WINS_FACE_UP
        WINS_BY_FOUNDATIONS_AND_PILES
        WINS_BY_POINTS
        WINS_BY_COLOURS
        WINS_BY_ONE_COLUMN
        POKER
        CRIBBAGE
        TO_ALL
        TO_EMPTY
        TO_FILLED
        TO_UNFINISHED
        TO_ALL_AND_HOME
        IN_GROUPS
        IN_ROUNDS
        AS_LAYOUT
        TO_PLACES
        BY_TURNS
        IN_FANS
        UNDER_STOCK
        NOT_KNOWN
        CONGRUENTIAL
        MERSENNE
        ACE
        FIRST
        FIRST_RANK
        MOST_MOVES

    ctypedef u64 Row[FLOOR + 1]

    ctypedef struct Flat:
        int cards
        int columns
        int foundations_end
        int cells_end
        int targets
        u64 pairing
        bint builds_pairs
        u8 pair_home[52]
        u64 leads_pair
        u64 beneath
        bint waste_takes
        bint has_covers
        u64 covers[MOST_PILES]
        u64 covered_by_all
        u64 lies_on[MOST_PILES]
        u64 limited
        int reserve_end
        bint mixed_faces
        bint deep_reserve
        int merci
        int mercis
        bint exchanges
        int turned_to
        int waste
        int stock
        int piles
        int rows
        Row* fits
        u8 row[MOST_PILES]
        u64 reach[MOST_PILES]
        int rounds
        u64 gives_after
        u64 takes_after
        u64 awaits[MOST_PILES]
        bint draws_open
        u64 opens
        u64 opens_after[MOST_PILES]
        u64 builds
        u64 together[MOST_PILES]
        bint has_run
        Row run
        bint runs_differ
        u8 run_of[MOST_PILES]
        Row other_run[MOST_RUNS]
        bint has_level
        Row level_run
        bint supermove
        Row build_run
        bint any_opens
        bint whole_only
        bint lifts_whole
        bint base_apart
        bint merges
        int row_width
        bint ring
        int row_base
        int row_step
        Row after
        Row before
        bint complete_stays
        int complete_size
        int full_size
        int whole[MOST_PILES]
        u8 whole_row[MOST_PILES]
        u64 ranked
        u64 free_givers[MOST_PILES]
        u64 limit[MOST_PILES]
        int guard[MOST_PILES]
        u64 guarded[MOST_PILES]
        int complete[MOST_PILES]
        u64 winning
        int wins_by
        int hands
        int points
        u64 emptied
        u64 bases_stay
        bint same_base
        bint same_direction
        u64 dependent
        u64 opens_to_all
        u64 opens_first
        int opening_cards
        u64 collecting
        int sets
        u8 set_ranks[MOST_SETS][13]
        u64 set_beside[MOST_SETS][13]
        Row set_suits
        u64 run_cells
        u64 built_cells
        u64 openers
        bint base_first
        int late
        u8 late_pile[MOST_CARDS]
        u64 outranked
        u8 order_of[MOST_PILES]
        u8 order[MOST_ORDERS][FLOOR]
        u64 lowest_first
        int matches[MOST_PILES]
        bint one_way
        bint has_own
        u64 own[MOST_PILES]
        bint closed
        bint closed_takes
        u64 stays_closed
        int sources
        u8 source[MOST_PILES]
        u64 is_source
        int actions
        int hold
        int draw
        bint last_draw_only
        bint packet
        bint fills_gaps
        bint fills_by_itself
        int closes
        bint closes_last
        bint gathers
        int gathered_first
        int gathered_end
        int gather
        int gather_as
        bint shuffles
        bint restocks
        int deal_to
        int dealt_first
        int dealt_end
        bint shows_last
        int most_dealt
        int deals
        int deal_length[2]
        u8 deal_pile[2][MOST_CARDS]
        long long redeals
        int drawn
        u8 refill[MOST_PILES]
        int supplies[MOST_SUPPLIES]
        u8 supply[MOST_SUPPLIES][MOST_PILES]
        bint filled_by_redeal[MOST_SUPPLIES]
        bint longest_first
        u8 copies[FLOOR]
        u8 pack[MOST_CARDS]
        u8 printed[FLOOR]
        u8 base_copy[MOST_CARDS]
        bint from_start
        int kings_moved
        bint distinct_ranks
        bint jacks_apart
        bint king_first
        int ace_or_king_first
        int kings_last
        int ranks_first
        u8 rank_first[13]
        bint two_aces_last
        int groups
        u8 group_start[MOST_CARDS]
        u8 group_end[MOST_CARDS]
        bint spade_ace_last
        bint ace_last
        int base_from
        int base_place
        int bases
        u64 base[MOST_CARDS]
        u8 base_pile[MOST_CARDS]
        int laid
        u8 layout_pile[MOST_CARDS]
        u8 layout_face[MOST_CARDS]
        u8 layout_first[MOST_CARDS]
        u64 layout_heads[MOST_CARDS]
        int spread
        u8 spread_column[MOST_PILES]
        u64 heads
        bint ends_piles
        bint sorted
        u64 sorted_to[MOST_PILES]
        u64 layout_sweeps[MOST_CARDS]
        u8 name[MOST_PILES][4]
        int name_bytes[MOST_PILES]

    ctypedef struct Board:
        u8 cards[MOST_PILES][PILE_BYTES]
        int size[MOST_PILES]
        int base
        long long redeals
        int merci_used
        int phase
        bint won
        int order
        u64 seed
        const u8* words
        int drawn

    ctypedef struct Play:
        int source
        int target
        int count

    u64 every_card() noexcept
    void shuffle_microsoft(u64 number, int drawn, u8* pack, int cards) noexcept
    void shuffle_mersenne(const u8* words, u8* pack, int cards) noexcept
    int top_of(const Board* board, int pile) noexcept
    bint has(u64 numbers, int number) noexcept
    void put_card(Board* board, int pile, int card) noexcept
    int take_card(Board* board, int pile) noexcept
    void move_cards(const Flat* flat, Board* board, int source, int target, int count) noexcept
    void bring_up(const Flat* flat, Board* board, int source, int column) noexcept
    bint sets_base(const Flat* flat, const Board* board, int target) noexcept
    bint is_won(const Flat* flat, const Board* board) noexcept
    bint hides_stock(const Flat* flat, const Board* board, int pile) noexcept
    u64 taken_by(const Flat* flat, const Board* board, int target) noexcept
    u64 given_by(const Flat* flat, int source, int target) noexcept
    bint turns_up(const Flat* flat, const Board* board, int pile) noexcept
    bint turns_out(const Flat* flat, const Board* board, int pile) noexcept
    bint awaits_base(const Flat* flat, const Board* board) noexcept
    bint is_begun_by(const Flat* flat, int target) noexcept
    bint gives(const Flat* flat, const Board* board, int source) noexcept
    const u64* run_from(const Flat* flat, int source) noexcept
    bint takes_group(const Flat* flat, const Board* board, int source, int target, int count) noexcept
    int drawn_to(const Flat* flat, const Board* board, int source) noexcept
    bint is_part_of_column(const Flat* flat, const Board* board, int source, int target) noexcept
    bint opens(const Flat* flat, const Board* board, int source) noexcept
    int target_of(const Flat* flat, const Board* board, const Play* play) noexcept
    int run_length(const u64* follows, const u8* end) noexcept
    int longest_run(const Flat* flat, const u64* run, const u8* end) noexcept
    int card_moves(const Flat* flat, const Board* board, bint forward, Play* plays, int most) noexcept
    bint may_turn(const Flat* flat, const Board* board, int action) noexcept
    void turn_stock(const Flat* flat, Board* board, int action) noexcept
    bint stock_can_help(const Flat* flat, const Board* board) noexcept
