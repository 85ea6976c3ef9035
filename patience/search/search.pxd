"""What ``engine.pyx`` uses of ``search.c``."""

from libc.stdint cimport int32_t, int64_t, uint16_t, uint32_t

from patience.kernel.rules cimport *

cdef extern from "patience/search/search.c" nogil:
    ctypedef int32_t i32
    ctypedef int64_t i64
    ctypedef uint16_t u16
    ctypedef uint32_t u32

    enum:
        MEMORY
        WEIGHTS
        TRAITS
        MOST_OF_A_SUIT
        MOST_COPIES
        NO_MOVE
        RUNNING
        WINS
        DEAD
        OUT_OF_MEMORY
        NO_STATE
        MOST_ENTRIES
        MOVES_PER_CARD
        MOST_SAMPLES
        MOST_LINE
        ANY_LENGTH

    ctypedef struct Fingerprint:
        pass

    ctypedef struct Seen:
        Fingerprint* slots

    ctypedef struct Queue:
        pass

    ctypedef struct Node:
        u32 parent

    ctypedef struct Arena:
        Node* nodes
        u32 nodes_number
        u32 states_number
        i64 redeals
        Seen seen

    ctypedef struct Facts:
        u8 kind[MOST_PILES]
        u8 declared[MOST_PILES]
        bint final
        bint all_home
        bint bounds_waste
        bint differ
        bint restricted
        bint plain
        bint proved_hopeless
        bint proved_idle
        bint proved_merges
        bint proved_safe
        bint proved_alike

    ctypedef struct Stacks:
        int renamings

    ctypedef struct Heuristic:
        i32 weights[3][WEIGHTS]
        i32 traits[TRAITS]
        bint single_layer
        bint by_plays
        int greedy
        u32 width
        u32 growth
        u32 last
        u32 crowd
        u32 quota

    ctypedef struct Work:
        const Flat* flat
        const Facts* facts
        Heuristic schedule[MOST_ENTRIES]
        u32 entries
        Arena arena
        Queue* layers
        u64 expanded
        u32 run
        int result
        u32 won_node
        Seen goals
        Board root
        Board board
        Board child
        bint stacked
        Stacks stacks

    ctypedef struct Line:
        u32* moves
        u32 number

    ctypedef struct Player:
        const Flat* flat
        const Facts* facts
        Seen seen
        u64 chance
        Board board

    ctypedef struct Leaf:
        u32 node
        i64 value

    ctypedef struct Ahead:
        int samples
        u8 sample[MOST_SAMPLES]
        Leaf turn
        Leaf still

    ctypedef struct Around:
        const Flat* flat
        const Facts* facts
        Arena arena

    ctypedef struct Fewest:
        const Flat* flat
        const Facts* facts
        u32 weight
        u32 most
        u32 least
        u32 won_way
        u64 expanded
        u64 budget
        u64 memory
        int result
        Board root
        Stands* stands

    ctypedef struct Stands:
        pass

    bint empty_seen(Seen* seen) noexcept
    u32 node_of(const Arena* arena, u32 state) noexcept
    void derive_facts(const Flat* flat, Facts* facts) noexcept
    bint supplies_reserve(const Flat* flat) noexcept
    u64 mixed(u64 number) noexcept
    void count_column(const Flat* flat, const Facts* facts, const u8* cards, int size, i32* counts) noexcept
    void count_tops(const Flat* flat, const Facts* facts, const Board* board, i32* counts) noexcept
    bint is_hopeless(const Flat* flat, const Facts* facts, const Board* board) noexcept
    u32 packed(int source, int target, int count) noexcept
    bint is_foundation(const Flat* flat, int pile) noexcept
    void open_work(Work* work, u32 budget, u64 memory) noexcept
    void close_work(Work* work) noexcept
    void take_steps(Work* work, u32 steps) noexcept
    bint add_goal(Work* work) noexcept
    u32 layer_of(const Work* work, const int* size, i64 redeals) noexcept
    void go_to_node(Work* work, u32 index) noexcept
    int write_line(Work* work, u32** moves) noexcept
    bint make_guess(Player* player) noexcept
    bint begin_play(Player* player, const Board* root) noexcept
    int in_place(const Player* player) noexcept
    void plan_ahead(Work* work, Ahead* ahead) noexcept
    u64 spent(const Around* around) noexcept
    int shortened(Around* around, const Board* root, u32* line, int length, u64 budget) noexcept
    bint open_around(Around* around) noexcept
    void close_around(Around* around) noexcept
    void open_fewest(Fewest* fewest) noexcept
    void expand_way(Fewest* fewest) noexcept
    bint write_way(Fewest* fewest, Line* line) noexcept
    void close_fewest(Fewest* fewest) noexcept
    void expand_best_stand(Fewest* fewest) noexcept
    int open_stands(Fewest* fewest) noexcept
    void close_stands(Fewest* fewest) noexcept
    bint write_stands(Fewest* fewest, Line* line) noexcept
