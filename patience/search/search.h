// The search for a winning line, or for the proof that none exists: the interface of ``search.c``.
//
// Every function is static: a program includes ``search.c`` whole, so that the compiler sees all calls.

#pragma once

#ifndef __wasm__
#include <stdlib.h>
#endif

#include "../kernel/rules.h"

#ifdef _MSC_VER
#include <intrin.h>
static int lowest_bit(unsigned long long set) {
    unsigned long bit;
    _BitScanForward64(&bit, set);
    return (int)bit;
}
#define bit_count(number) (int)__popcnt64(number)
#define fetch_early(address) _mm_prefetch((const char*)(address), _MM_HINT_T0)
#else
#define lowest_bit(number) __builtin_ctzll(number)
#define bit_count(number) __builtin_popcountll(number)
#define fetch_early(address) __builtin_prefetch(address)
#endif
#ifdef __linux__
#include <sys/mman.h>
#define use_large_pages(address, size) \
    madvise((void*)(((size_t)(address) + 4095) & ~(size_t)4095), (size) > 8192 ? (size)-8192 : 0, MADV_HUGEPAGE)
#else
#define use_large_pages(address, size) 0
#endif

typedef int32_t i32;
typedef int64_t i64;
typedef uint16_t u16;
typedef uint32_t u32;

#define NO_STATE 0xFFFFFFFFu

enum {
    MOST_LEVELS = 13,
    MOST_CARD = 128,
    // The most redeals that are searched where their number is limited.
    MOST_REDEALS = 15,
    // The most waiting positions: a minimum, and a percentage of the budget.
    LEAST_NODES = 65536,
    NODES_PERCENT = 150,
    // The memory of a run, and of the complete search that follows runs that fill it.
    MEMORY = 1 << 30,
    // What a waiting position needs, by and large: a node, an entry of a queue and a slot for its fingerprint.
    BYTES_PER_NODE = 64,
};

typedef struct Work Work;
typedef struct Compact Compact;
typedef struct Pairs Pairs;
typedef struct Suited Suited;
typedef struct Stands Stands;

// arena.c

typedef struct Fingerprint {
    u64 low;
    u64 high;  // never 0, which marks an empty slot
} Fingerprint;

typedef struct Seen {
    // A hash table with open addressing; the number of slots is a power of two.
    Fingerprint* slots;
    u64 room;
    u64 number;
} Seen;

typedef struct Queue {
    // A binary heap, least first. An entry is the value (high bits) and the node (low bits), so entries are unique.
    u64* entries;
    u32 room;
    u32 number;
} Queue;

typedef struct Node {
    u32 parent;  // the state from which it was reached
    u32 move;
} Node;

enum {
    // Where the sizes of the piles begin: after the node and the redeals.
    SIZES = 8,
};

typedef struct Arena {
    Node* nodes;
    u32 nodes_room;
    u32 nodes_number;
    u8* states;  // ``stride`` bytes each: the node, the redeals since the start, the size of each pile, then all cards
    u32 states_room;
    u32 states_number;
    u32 stride;
    i64 redeals;  // before the search
    Seen seen;
} Arena;

static bool empty_seen(Seen* seen);
static Fingerprint* slot_of(const Seen* seen, const Fingerprint* print);
static int remember(Seen* seen, const Fingerprint* print);
static bool push(Queue* queue, i32 value, u32 node);
static u32 pop(Queue* queue);
static void close_queue(Queue* queue);
static bool add_node(Arena* arena, u32 parent, u32 move);
static u8* room_for_state(Arena* arena);
static bool keep_state(Arena* arena, const Flat* flat, const Board* board, u32 node);
static void write_state(const Arena* arena, const Flat* flat, const Board* board, u32 node, u8* state);
static void load_state(const Arena* arena, const Flat* flat, u32 index, Board* board);
static void read_state(const Arena* arena, const Flat* flat, const u8* state, Board* board);
static u32 node_of(const Arena* arena, u32 state);
static bool empty_arena(Arena* arena, const Flat* flat);
static void close_arena(Arena* arena);
static bool resized(void* array, size_t size);
static u32* way_to(const u32* parents, u32 last, u32* length);
static int place_of(const Board* board, int pile, int card);

// weights.c

enum {
    // Indices of weights. A lower value is better.
    FACE_DOWN_CARD,
    FACE_DOWN_SQUARED,  // of a column's face-down cards
    BREAK,  // a card that is not in sequence with the card below it
    INVERSION,  // a break over a card of lower rank
    EMPTY_COLUMN,
    FOUNDED_CARD,  // on a foundation that takes single cards
    FOUNDED_SEQUENCE,
    SPREAD,  // between foundations that build alike
    WASTE_CARD,
    WASTE_INVERSION,  // a card of the waste over a lower one of its suit
    MISFIT,  // a break that no move could have made
    BURIED,  // a card over one that a foundation takes next
    // Without columns:
    STEP_OF_ONE,  // a card on a foundation that goes up one by one
    STEP_OF_ODD,
    STEP_OF_EVEN,
    LEAST,  // the height that all four foundations of a kind have reached
    SOON,  // a waste card, weighted by how soon a foundation takes it
    SLACK,  // plays to spare for exposing the waste
    STOCK_CARD,
    RESERVE_CARD,  // a card of a reserve pile or a cell
    NOISE,  // the range of a pseudo-random term
    COLUMN_CARD,
    COLUMN_SQUARED,  // of a column's cards
    UNEVEN,  // squared: the difference between the numbers of cards to come of two neighbouring ranks
    SEQUENCE_SQUARED,  // by sequence of a column: the number of its cards that lie on another one of it
    BREAKS_SQUARED,  // of a column's breaks and face-down cards
    LOWER_CARDS,  // by card of a column: the cards of lower ranks below it
    LOWER_OF_SUIT,  // by card of a column: the cards of its suit and lower ranks below it
    WASTE_BURIED,  // a waste card over one that a foundation takes next
    WEIGHTS,
};

// chart.c

enum {
    // The greatest height of a foundation, the floor counted.
    MOST_HEIGHT = MOST_LEVELS + 1,
    // The most piles without cards that differ.
    MOST_BOTTOMS = 32,
    // The permutations of the suits.
    MOST_RENAMINGS = 24,
};

typedef struct Homes {
    // What heights of foundations tell, by pile and height, for ``stacks.c``.
    bool tell;  // rules are such that it serves
    u8 card[MOST_PILES][MOST_HEIGHT + 1];  // the top card
    u64 home[MOST_PILES][MOST_HEIGHT + 1];  // the cards that lie on the foundation or that only others take
    u64 ready[MOST_PILES][MOST_HEIGHT + 1];  // these, and those that it takes
    u64 twins;  // the foundations that build like another one before them
    u64 absent;  // the cards that the game does not have
    u64 placed;  // the cards of which each copy has a foundation
    u8 bottom[MOST_PILES];  // by pile: the number of its kind
    u8 early_bottom[MOST_PILES];  // by column: the same as long as the order of columns matters
    int bottoms;
    // The renamings of suits under which the rules stay the same (``renaming.c``):
    int renamings;
    u8 renamed[MOST_RENAMINGS][MOST_CARD];  // by card, face down or not
    u8 renamed_pile[MOST_RENAMINGS][MOST_PILES];
} Homes;

typedef struct Facts {
    u8 kind[MOST_PILES];  // equal for interchangeable piles
    u8 declared[MOST_PILES];  // equal for foundations with equal declarations
    bool final;  // foundations do not give cards back
    bool all_home;  // a win needs every card on a foundation
    bool bounds_waste;  // the bound of ``rendezvous.c`` holds for these rules
    bool differ;  // rules treat columns, or cells, unlike others of their kind
    bool restricted;  // some piles take cards from some piles only
    bool plain;  // not everything is proved for these rules: without cuts, only equal positions are left out
    bool proved_hopeless;  // whether this cut is proved (``concepts.py``)
    bool proved_idle;
    bool proved_merges;
    bool proved_safe;
    bool proved_alike;
    // Derived:
    u8 like[MOST_CARD];  // by card: the lowest card that behaves alike, face down or not
    u8 host[FLOOR];  // by card: the lowest card that takes the same cards in sequence
    u8 rank[FLOOR];
    u8 suit[FLOOR];
    u64 lower[13];  // by rank: the cards of lower ranks
    u64 seed[MOST_PILES];  // of fingerprints: equal for interchangeable piles
    u64 lands_on[FLOOR];  // by card: the tops of columns that take it
    const u64* order;  // by top: the cards that are in sequence on it in a column
    u64 sequel[FLOOR];  // by card: the cards that follow it in a whole sequence
    const u64* wanted;  // by top: the cards that the heuristics want on it in a column
    bool by_suit;  // each foundation takes one card at each step
    // Foundations give cards back, and ``moves.c`` shows that cards go there at once if they could come back.
    bool returns;
    bool remembers;  // foundations give cards back, and their top does not determine what lies below it
    bool recalls;  // what foundations take depends on the first card, or on all cards, of others
    u64 ends;  // the cards on which whole sequences end
    u64 follows[FLOOR];  // by card: the cards that can come to lie over it in a column, directly or not
    bool endless;  // redeals are unlimited, so their number makes no difference
    bool cycles;  // draws and unlimited redeals are always allowed, and only moves take cards off the waste
    bool free_runs;  // sequences move freely, so equal places for a sequence are interchangeable
    bool merges;  // positions that differ by such places are one, as ``shapes.c`` shows
    bool joins;  // runs move at once to cards that they continue, as ``moves.c`` shows
    bool reserve_supplies;  // reserve piles fill vacancies or are dealt to, so they differ
    bool waste_supplies;  // the waste fills vacancies
    bool buries;  // cards never leave the waste, so only its top card makes a difference
    u64 falls;  // the piles whose cards come to columns without a move: by a deal, or as fills
    bool can_judge;  // the necessary condition of ``hopeless.c`` holds for these rules
    u64 stepping;  // the piles of ``stepping.c``; none where its condition does not hold
    u32 step_up;  // by rank: whether a card of the next higher rank can lie on it there, King to Ace included
    u32 step_down;
    u64 above[FLOOR];  // by card: what must be home or ready for it to be safe, as ``safe.c`` describes
    bool readies;  // ready cards count there
    u64 sheds;  // the piles that give safe cards to foundations at once
    bool sheds_stock;  // so does any card of the stock
    bool may_force;  // foundations build by suit, and a safe card loses nothing by going there
    bool compact;  // positions fit ``compact.c``
    bool suited;  // positions fit ``suited.c``
    Homes homes;
    u8 compact_card[FLOOR];  // by card: its number there
    u8 compact_face[FLOOR];  // and back
    u8 compact_home[4];  // by suit there: the foundation
    // By foundation and card: the level of the card there, from 1; 0 if it never lies there.
    u8 level[MOST_PILES][FLOOR];
    // For foundations that build by suit, in games without columns.
    u8 step[MOST_PILES][MOST_LEVELS + 1];  // by foundation and size (floor included): the next card
    u8 stride[MOST_PILES];  // ranks between a card and the next
    u8 step_weight[MOST_PILES];
    int suit_piles[4];
    u8 suit_pile[4][MOST_PILES];  // the longest first
    // Ladders: foundations that take single cards, grouped by equal declarations.
    u64 shared;  // the cards that several ladders take
    int ladders;
    int ladder_piles[MOST_PILES];
    int ladder_height[MOST_PILES];
    int ladder_wins[MOST_PILES];  // how many of its foundations a win needs
    u8 ladder_pile[MOST_PILES][MOST_PILES];
    u64 rung[MOST_PILES][MOST_LEVELS];  // by ladder and level from 0: the cards that can lie there
} Facts;

static u64 all_supplies(const Flat* flat);
static u64 dealt_piles(const Flat* flat);
static bool foundations_are_alike(const Flat* flat, const Facts* facts);
static u64 never_zero(u64 number);
static u64 mixed(u64 number);

// shapes.c

enum {
    // Kinds of hosts are numbered from here, kinds of piles from 1.
    FIRST_HOST = 1000,

    // The lowest ranks of the suits in a waste without cards: 13, four bits each.
    NONE_LOWEST = 0xDDDD,
};

typedef struct Shape {
    // Of a pile, or added up over all piles.
    Fingerprint print;
    u64 breaks;  // equal for positions that differ only in which of two equal cards carries a sequence
    i32 value;
} Shape;

typedef struct Tally {
    // What the cards of a column add up to, bottom to top.
    u64 breaks;
    u64 cards;
    i32 sum;  // the part of the value that is added up by card
    u8 misplaced;
    u8 links;
    u8 lowest;
} Tally;

static void shape_pile(
    const Flat* flat, const Facts* facts, const i32* weights, const Board* board, int pile, bool merging, Shape* shape);
static bool is_link(const Flat* flat, const u8* cards, int index);
static void chain_card(u64* low, u64* high, u64 card);
static void chain_height(u64* low, u64* high, int size, u64 top);
static void tally_card(const Flat* flat, const Facts* facts, const i32* weights, Tally* tally, int under, int top);
static i32 tallied_value(const i32* weights, const Tally* tally, int cards, int down);
static i32 value_on_waste(const Facts* facts, const i32* weights, u16* lowest_of, int card);
static i32 spread(const Facts* facts, const int* heights);
static i32 buried(const Flat* flat, const Board* board, int first, int end);

// safe.c

static void set_safety(const Flat* flat, Facts* facts);
static bool is_safe(const Flat* flat, const Facts* facts, const Board* board, int card);

// traits.c

enum {
    // Where the weights of each trait begin. A trait by rank, length or number has one weight for each. ``heuristics.py`` has
    // the same order.
    TRAIT_CARD = 0,  // a card of a column
    TRAIT_JOINED = 1,  // by rank: a card on one that it continues
    TRAIT_FITTING = 14,  // by rank: a card on any other one that takes it
    TRAIT_MISFIT = 27,  // by rank: a card on one that does not take it
    TRAIT_FIRST = 40,  // by rank: the lowest face-up card, on one that is face down
    TRAIT_LOWEST = 53,  // by rank: a card at the bottom of its column
    TRAIT_RUN = 66,  // by length: a run
    TRAIT_FACE_DOWN = 79,  // by number of face-down cards: a column
    TRAIT_EMPTY = 84,  // by number: the empty columns
    TRAIT_INVERSION = 89,  // a misfit over a lower card
    TRAIT_LOW_FACE_DOWN = 90,  // a face-down Ace, Two or Three
    TRAIT_UNDER_KING = 91,  // a card under a face-down King
    TRAIT_RANK_ON_TOP = 92,  // a rank of which a column has a top card
    TRAIT_MOVABLE = 93,  // a run that fits on another column, but not where it lies
    TRAIT_NEXT_JOINS = 94,  // a card of the next deal that continues the card it comes to
    TRAIT_NEXT_FITS = 95,  // a card of the next deal that merely fits there
    TRAITS = 96,
    MOST_BY_NUMBER = 5,  // the highest number of cards or columns with a weight of its own
    LOW_RANKS = 3,
};

static bool has_learned(const i32* weights);
static i32 learned_value_of_column(
    const Flat* flat, const Facts* facts, const i32* weights, const Board* board, int column);
static i32 learned_value_of_tops(const Flat* flat, const Facts* facts, const i32* weights, const Board* board);

// hopeless.c

typedef struct Freed {
    // What could ever happen if no move cost anything. These sets only grow.
    u64 open;  // the cards that could ever be the top of a column
    u64 elsewhere;  // of these, the cards that are not in a column now
    u64 loose;  // the cards outside columns that could ever move, but have not come to a column so far
    u64 open_in[MOST_PILES];  // of these, the cards that lie in this column now
    u64 movable;  // the cards of which some copy could get to its place in a whole sequence
    u8 copies[FLOOR];  // by card: the copies that could ever go to a foundation from their present places
    bool room;  // a column could ever be empty
    u64 home;  // the cards that a foundation could ever take
    u8 full[MOST_PILES];  // by ladder: the levels that all its foundations could reach so far
    u8 bare[MOST_PILES][PILE_BYTES];  // by column and place: whether the card could ever be exposed in its place
    u8 gone[MOST_PILES][PILE_BYTES];  // by column and place: whether the card could ever leave the card below it
    u8 staying[MOST_PILES];  // by column: the uppermost card that could not leave so far, 0 once all could
    u8 run_end[MOST_PILES][PILE_BYTES];  // by column and place: the end of the run that the card leads
} Freed;

static bool is_hopeless(const Flat* flat, const Facts* facts, const Board* board);

// rendezvous.c

enum {
    // The size of the cache of play counts.
    ANSWERS = 1 << 14,
    // The most foundations of one suit, so that their sizes fit into a cache key.
    MOST_OF_A_SUIT = 8,
    // The most copies of a card, so that they fit into two bits.
    MOST_COPIES = 3,
};

typedef struct Playable {
    // The cards that could be played while a waste card is buried, and an upper bound of the plays.
    u32 cards[4];  // by suit: the number of each rank, two bits each
    int plays[4];
    int all_plays;
} Playable;

typedef struct Answers {
    // A cache of upper bounds of plays. Sibling positions share most keys.
    u64 question[ANSWERS];  // 0 marks an empty entry
    u8 plays[ANSWERS];
} Answers;

static int waste_slack(const Flat* flat, const Facts* facts, const Board* board, Answers* answers);
static i32 rendezvous_value(const Flat* flat, const Facts* facts, const i32* weights, const Board* board, int slack);

// stepping.c

enum {
    RANKS_NUMBER = 13,
};

static bool could_step(const Flat* flat, const Facts* facts, const i32* weights, const Board* board, i64* value);

// moves.c

enum {
    // Which cards are put on foundations at once, without trying other moves.
    NOTHING_FORCED,
    SAFE_FORCED,  // only a card that nothing can need in a column any more
    ALL_FORCED,  // any card, and runs never part: fast, but not every position is reached

    // Codes in place of a source. Piles have smaller numbers.
    NO_MOVE = 252,
};

static u32 packed(int source, int target, int count);
static u64 pile_bit(int pile);
static bool is_foundation(const Flat* flat, int pile);
static u64 piles_of(int first, int end);
static int target_of_bared(const Flat* flat, u32 move);
static u64 make_move(const Flat* flat, Board* board, u32 move);
static u32 forced_move(const Flat* flat, const Facts* facts, const Board* board, int forcing);
static bool forces(const Flat* flat, const Facts* facts, const Board* board, u32 move, int forcing);
static u64 settle(const Flat* flat, const Facts* facts, Board* board, u32 last, int forcing);
static bool columns_differ(const Flat* flat, const Board* board);
static bool is_idle(const Flat* flat, const Facts* facts, const Board* board, const Play* play);
static int waste_size_with(const Flat* flat, const Board* board, int card);
static int card_to_come(const Flat* flat, const Board* board, int drawn);
static int moves_of_waste(const Flat* flat, const Facts* facts, const Board* board, u64 targets, u32* moves);
static int moves_to_try(
    const Flat* flat, const Facts* facts, const Board* board, bool turned, bool settled, Play* plays, u32* moves);

// deep.c

enum {
    // Fingerprints that share a place in the table.
    BUCKET = 4,
    MOST_DEPTH = 1 << 20,
    LEAST_BUCKETS = 256,
};

typedef struct Step {
    u64 slot;  // of the position in the table
    u32 move;  // that led here
    u32 moves;  // where the moves to try begin; they end where those of the next step begin
} Step;

typedef struct Trial {
    // A move to try. The best is tried first.
    i32 value;
    u32 move;
} Trial;

typedef struct Deep {
    Fingerprint* slots;
    u64 buckets;  // a power of two
    u8* on_path;  // by slot
    Step* steps;
    u8* states;  // of each step, as in an arena
    u32 steps_room;
    u32 depth;  // 0 before the root was entered
    Trial* trials;
    u32 trials_room;
    u32 trials_number;
    bool entered;
    bool cut;  // a position was left out because the path or a bucket was full
    u32 won_move;
} Deep;

static bool open_deep(Work* work);
static void close_deep(Deep* deep);
static void go_deeper(Work* work);

// stacks.c

enum {
    LEAST_STACKS = 2048,

    // Kinds of stacks by what they are worth.
    IN_RESERVE = 0,
    IN_COLUMN,
    IN_WASTE,
    IN_STOCK,
};

typedef struct Stack {
    Fingerprint print;  // of a pile that is this stack
    u64 low;  // the chains of these
    u64 high;
    Tally tally;  // of a column; of a foundation, its part of what positions of a crowd have in common
    u32 under;  // the stack without its top card
    u32 first;  // a stack of one card more
    u32 next;  // another one on the same stack
    i32 value;
    u8 size;  // the floor counted
    u8 top;
    u8 run;  // the top cards of which each can move together with those above it
    u8 face_up;
    u8 kind;
    u16 lowest_of;  // by suit, in the waste
} Stack;

typedef struct Heights {
    // What follows from the foundations of a position.
    u64 taken;  // the cards that they take
    u64 home;
    u64 ready;
} Heights;

typedef struct Goals {
    u64 takes[FLOOR];  // by card: the piles that take it, besides …
    u64 wide;  // … these, which take every card
    u64 empty;  // columns and cells, of which others …
    u64 idle;  // … make no difference
    int most[2];  // how many cards move to a column, and to an empty one
} Goals;

typedef struct Stacks {
    Stack* every;
    u32 room;
    u32 number;
    u32 single[MOST_BOTTOMS][MOST_CARD];  // the stacks of one card; 0 if there is none
    u32 root[MOST_PILES];
    u64 foundations;
    u64 layered;  // the piles that decide the layer, too
    // The renamings of suits under which the root is the same (``renaming.c``):
    int renamings;
    u8 renaming[MOST_RENAMINGS];
    Fingerprint* chains;  // by stack and renaming: the chains of the renamed stack
    u32 chains_room;
    // The position being expanded:
    u32 at[MOST_PILES];  // by pile: its stack
    Shape sum;
    Heights heights;
    i64 redeals;
    u32 layer;
    i64 spread;  // its part of the value
    int buried[MOST_PILES];  // by column: the cards that lie over those that foundations take
    int buried_in_all;
    // A position that follows:
    u32 child[MOST_PILES];
    i64 child_redeals;
    Heights reached;
    bool won;
} Stacks;

static void set_homes(const Flat* flat, Facts* facts);
static bool fits_stacks(const Flat* flat, const Facts* facts, const Board* board);
static void close_stacks(Work* work);
static void start_stacks(Work* work);
static void lay_stacks(const Work* work, Board* board);
static bool keep_stacks(Work* work, u32 node);
static void find_stacks(Work* work, u32 index);
static void expand_stacks(Work* work, u32 parent);

// renaming.c

static void set_renamings(const Flat* flat, Homes* homes);
static void find_renamings(Work* work);
static bool rename_stack(Work* work, u32 number, int pile);
static void least_print(const Work* work, Fingerprint* print);

// runs.c

enum {
    RUNNING,
    WINS,
    DEAD,
    OUT_OF_BUDGET,
    OUT_OF_MEMORY,

    // The most entries of a schedule.
    MOST_ENTRIES = 32,
    // How often a schedule's quotas are doubled when it begins anew.
    QUOTA_DOUBLINGS = 2,

    // The least number of positions of the complete search between two runs.
    LEAST_TURN = 1000,

    // Once the first positions are examined, and fewer than one in RARELY was hopeless, one in SOME is.
    RARELY = 12,
    FIRST_EXAMINED = 200,
    SOME = 4,

    // The number of counters of crowds. Crowds that share a counter are counted together.
    CROWDS = 1 << 18,
    // The penalty per excess position of a crowd. It outweighs nearly all differences in value.
    CROWDED_OUT = 30000,

    // The penalty per run that must be parted before the stock can be dealt. It outweighs what parting one costs.
    TOO_FEW_RUNS = 600,
};

typedef struct Heuristic {
    // How to search a family of games; ``heuristics.py`` documents each field.
    i32 weights[3][WEIGHTS];  // of the first run, then the lowest and the highest of later runs
    i32 traits[TRAITS];  // learned weights, which are added to those; all 0 if there are none
    bool rendezvous;
    bool single_layer;
    bool by_plays;  // the number of cards on foundations splits layers, too
    int forcing;
    int greedy;  // how many of every three runs play every card to its foundation at once
    u32 width;  // the positions of a layer that the first run expands
    u32 growth;  // growth of the width from run to run, in percent
    u32 last;  // the factor on the width once the stock is empty
    u32 crowd;  // how many positions of a crowd are preferred; 0 for all
    u32 quota;  // the positions after which the next entry of a schedule begins; unused where there is no other one
} Heuristic;

struct Work {
    const Flat* flat;
    const Facts* facts;
    Heuristic schedule[MOST_ENTRIES];
    u32 entries;
    u32 entry;
    u32 round;  // how often the schedule has begun anew
    u64 entry_until;  // the number of expanded positions at which the next entry begins
    Heuristic heuristic;  // of the current entry
    Arena arena;
    Queue* layers;
    u32 layers_number;
    u32 layer;
    u32 most_redeals;
    u64 budget;
    u64 expanded;
    u64 width;
    u64 in_layer;
    u64 memory;  // in bytes, for a run and again for the complete search
    u32 most_nodes;  // as the budget allows
    u32 room_for_nodes;  // as the memory allows
    bool filled;  // a run has filled the memory
    u64 examined;  // the positions of which it was examined whether they are hopeless
    u64 hopeless;
    u64 run_began;  // the number of expanded positions then
    u64 deep_until;  // the number of expanded positions at which the complete search pauses
    Deep deep;
    Compact* compact;  // instead of runs, where positions fit
    Pairs* pairs;  // instead of runs, in games of pairs
    Suited* suited;  // instead of runs, in games of ``suited.c``
    u32 run;  // of this entry
    int forcing;
    bool cut;  // something was left out in this run
    bool narrowed;  // it left out waiting positions
    bool greedy_failed;  // a greedy run that left out no waiting positions found no win
    int result;
    u32 won_node;
    u64 chance;
    i32 weights[WEIGHTS];
    u16* crowds;  // NULL unless some heuristic counts them
    Answers answers;
    Seen goals;  // fingerprints of positions that are known to be winnable; without slots if there are none
    Board root;
    Board board;  // the position being expanded
    Board child;
    Shape shapes[MOST_PILES];  // of ``board``
    Shape sum;  // of these
    bool stacked;  // positions are those of ``stacks.c``
    Stacks stacks;
    bool learned;  // some learned weight is not 0
    i32 learned_values[MOST_PILES];  // of the columns of ``board``
    Play plays[MOST_MOVES];
    u32 moves[MOST_MOVES + 3];
};

static void shape_all(Work* work);
static bool add_position(Work* work, u32 parent, u32 move, const Fingerprint* print, u32 layer, bool won);
static void add_up(Work* work, u64 touched, Fingerprint* print, i64* value, u64* breaks);
static bool worth(Work* work, const Fingerprint* print, i64* value);
static i64 learned_value(const Work* work, u64 touched);
static i64 crowding(Work* work, u64 breaks, u32 layer);
static void restore_child(Work* work, u64 touched);
static u32 layer_of(const Work* work, const int* size, i64 redeals);
static void go_to_node(Work* work, u32 index);
static void copy_board(const Flat* flat, const Board* board, Board* copy);

// line.c

typedef struct Line {
    u32* moves;
    u32 number;
    u32 room;
} Line;

static bool add_to_line(Line* line, u32 move);
static bool write_move(Work* work, Board* board, u32 move, Line* line);

// compact.c

enum {
    COMPACT_COLUMNS = 8,
    MOST_CLOSED = 16,  // the most cards of a column that are face down or the first that is not, plus 1
    MOST_STOCK = 31,
    COMPACT_BITS = 63,
    COMPACT_VALUES = 1024,
    CONFIGURATIONS = 14 * 14 * 14 * 14,
    MOST_STEPS = 512,
    ALL_FOUNDED = 0xDDDD,
    LEAST_SLOTS = 4096,
    MOST_CHILDREN = 64,
    // An entry of ``clears`` costs a hundredth of a position or more; those of every usual deal are free.
    CLEARS_PER_POSITION = 64,
    FREE_POSITIONS = 1024,
    NEVER_CLEARS = 1,
    CLEARS = 2,
    // What a node needs: a key, its parent, its queue, and up to four slots.
    BYTES_PER_KEY = 48,

    // What the next move must use: nothing, or a place on a card of a rank and color (its number, plus 1), or else:
    AWAITS_NOTHING = 0,
    AWAITS_VACANCY = 27,
    AWAITS_SUIT = 28,  // to 31

    // Steps, each with a card.
    STEP_FOUND = 0,  // a card of a column goes to its foundation
    STEP_BACK = 64,  // a foundation gives a card back
    STEP_HEAD = 128,  // the head of a column goes to another column
    STEP_STOCK_FOUND = 192,
    STEP_STOCK = 256,  // a card of the stock goes to a column
};

typedef struct Spot {
    u32 heights;  // of the foundations, four bits each
    u32 stock;  // which of the first cards of the stock and the waste are left
    int waste;  // how many of these are on the waste; 0 if turning the stock leads back to them
    int awaits;
    u8 closed[COMPACT_COLUMNS];  // by column: the cards that are face down, and its head
} Spot;

typedef struct Ground {
    // What a spot shows, whatever is on the foundations.
    u64 shown;  // the cards that are neither face down nor in the stock
    u64 heads;
    u64 ends;  // heads that lie on no card
    u64 stock;
    u64 drawable;
    int vacancies;  // columns without a head
} Ground;

typedef struct View {
    u64 visible;
    u64 bare;  // the cards whose rank and color has a card that takes another
    u64 fits;  // the cards that a column takes
    u64 nexts;  // the cards that foundations take
    u64 safe;  // of these
    u64 backs;  // the cards that foundations may give back, if that is not useless
    bool vacant;
} View;

typedef struct Child {
    u64 key;
    int value;
    bool won;
} Child;

struct Compact {
    int columns;
    int draw;
    u64 head[COMPACT_COLUMNS][MOST_CLOSED];
    u64 below[COMPACT_COLUMNS][MOST_CLOSED];
    bool on_king[COMPACT_COLUMNS];  // whether the lowest card is a King, which is as good as in an empty column
    u64 dealt;  // the cards of columns
    u8* clears;  // by ``closed``, each column's times its weight: 0 if not known
    u32 clears_room;
    u32 weight[COMPACT_COLUMNS];
    int shift[COMPACT_COLUMNS];
    int mask[COMPACT_COLUMNS];
    u8 stock[MOST_STOCK];
    int place[52];  // in the stock, by card
    int stock_size;
    int waste_shift;
    u64 stock_set[4][256];
    // The nodes, by number.
    u64* keys;
    u32* parents;
    u32* older;  // the node that waits next in the same queue, plus 1
    u32 nodes;
    u32 room;
    u32 most_nodes;
    u64* slots;  // by hash: a key plus 1
    u64 slots_room;
    u32 queues[COMPACT_VALUES];
    int least;
    u32 won;
    Child children[MOST_CHILDREN];  // of the spot that is expanded
    int children_number;
    // The configurations that an expansion reaches.
    u32 stamp;
    u32 stamps[65536];
    u16 heights[CONFIGURATIONS];
    u16 before[CONFIGURATIONS];
    u16 by[CONFIGURATIONS];
    u64 known_fits[CONFIGURATIONS];
    u64 known_homes[CONFIGURATIONS];
    int configurations;
    u64 tried_fits;  // at the last one, or at one before from which no step makes a difference
    u64 tried_homes;
    // The steps from a node to a child that is looked for.
    bool tracing;
    bool traced;
    u64 wanted;
    int steps;
    u16 step[MOST_STEPS];
};

static u64 pairs(void);
static u64 kings(void);
static u64 colors_swapped(u64 cards);
static u64 with_twins(u64 cards);
static u64 hosts_of(u64 cards);
static u64 suit_cards(int suit);
static int height(u32 heights, int suit);
static u64 founded_cards(u32 heights);
static void survey(const Compact* compact, const Spot* spot, Ground* ground);
static void set_founding(u32 heights, u64* nexts, u64* safe, u64* backs);
static int last_place(u32 stock);
static u32 one_of(int card);
static bool could_hold(const Compact* compact, const u8* closed);
static void expand_best_spot(Work* work);
static int open_compact(Work* work);
static bool read_root(const Flat* flat, const Facts* facts, const Board* board, Compact* compact, Spot* spot);
static void close_compact(Work* work);
static bool write_compact_line(Work* work, Line* line);

// pairs.c

enum {
    MOST_PAIRED = 52,
    MOST_GROUP = 8,
    PAIRED_BITS = 52,
    // A node: a key, its parent, an entry of the queue, and up to four slots.
    BYTES_PER_SET = 56,
    NODES_PER_SET = 4,
    // What the value of a position is made of. The cards that are left weigh most.
    CARD_LEFT = 4,
    REDEAL_USED = 40,
    MOST_TIMES = 61,  // redeals and cards of the waste have six bits each
};

struct Pairs {
    int cards;  // that are left at first, numbered group by group
    u8 face[MOST_PAIRED];
    u64 over[MOST_PAIRED];  // by card: the cards that must be gone before it is free
    u64 partners[MOST_PAIRED];
    u64 suited[MOST_PAIRED];  // of these, the ones that are never over it or under it
    u64 laid;  // the cards of columns and reserve piles
    u64 alone;  // the cards that leave alone
    u64 must;  // the cards that a win needs to leave
    int groups;
    int first[MOST_PAIRED];
    int size[MOST_PAIRED];
    u8 divides[MOST_PAIRED][1 << MOST_GROUP];
    u8 stock[MOST_PAIRED];  // in the order of the draws
    int stock_size;
    bool stock_pairs;  // whether the top of the stock leaves with that of the waste
    int draw;
    bool endless;
    int redeals;  // that are left
    // The nodes, by number: the cards that are left, and the time above them.
    u64* keys;
    u32* parents;
    u32 nodes;
    u32 room;
    u32 most_nodes;
    u64* slots;  // by hash: a key plus 1
    u64 slots_room;
    u64 slots_used;
    Queue queue;
    u32 won;
};

static void expand_best_set(Work* work);
static int open_pairs(Work* work);
static void close_pairs(Work* work);
static bool write_line_of_pairs(Work* work, Line* line);

// suited.c

enum {
    SUITED_COLUMNS = 16,
    // A column's depth: the number of its fixed cards, or 0 if that is at most 1.
    DEPTH_BITS = 4,
    MOST_FIXED = 16,
    // A step: a card leaves, or goes to an empty column.
    TO_SPACE = 64,
    // What a node needs: a key, its parent, its step, an entry of the queue, and up to four slots.
    BYTES_PER_SUITED = 96,
    NODES_PER_SUITED = 4,
    // What the value of a position is made of.
    FIXED_CARD = 10,
    FILLED_CELL = 8,
    OPEN_SPACE = 5,
};

typedef struct SuitedKey {
    u64 depths;
    u64 lowest;  // the cards that are the only fixed ones of their columns
} SuitedKey;

typedef struct SuitedView {
    u64 fixed;
    u64 tops;  // the uppermost fixed cards
    u64 lying;  // these, and the loose cards that lie on them in sequence
    u64 home;  // the cards on foundations
    int cells;  // that are empty
    int spaces;  // empty columns
} SuitedView;

struct Suited {
    int columns;
    int cells;
    u64 opens;  // the cards that an empty column takes
    u8 card[SUITED_COLUMNS][MOST_FIXED];  // by column and depth: the uppermost fixed card
    u64 cards[SUITED_COLUMNS][MOST_FIXED];  // all fixed cards
    u8 after[SUITED_COLUMNS][MOST_FIXED];  // the depth once the uppermost fixed card has left, 1 included
    SuitedKey* keys;
    u32* parents;
    u8* steps;
    u32 nodes;
    u32 room;
    u32 most_nodes;
    Seen seen;
    Queue queue;
    u32 won;
};

static void expand_best_suited(Work* work);
static int open_suited(Work* work);
static void close_suited(Work* work);
static bool write_suited_line(Work* work, Line* line);

// player.c

enum {
    MOVES_PER_CARD = 6,

    // Classes of moves, the best last.
    NEVER = -1,
    AIMLESS,  // to a cell, or out of sequence
    NEUTRAL,  // from sequence to sequence, to an empty column, or a turn of the stock
    ORDERED,  // into sequence
    FREEING,  // from the waste, a reserve pile or a cell to a column, or the last card of a column
    TURNING_UP,  // a card that lay face down
    FOUNDING,
    CLASSES,
};

typedef struct Player {
    const Flat* flat;
    const Facts* facts;
    Seen seen;
    u64 chance;
    Board board;
    Board before;  // the last move
    Shape shapes[MOST_PILES];
    Play plays[MOST_MOVES];
    u32 moves[MOST_MOVES + 3];
    u8 classes[MOST_MOVES + 3];
    i32 weights[WEIGHTS];  // all 0: positions are only compared
} Player;

static void copy_piles(const Flat* flat, const Board* board, Board* copy, u64 piles);
static int left_to_bring(const Flat* flat, const Board* board);

// planning.c

enum {
    MOST_SAMPLES = 16,
};

typedef struct Leaf {
    // Where a plan ends.
    u32 node;
    i64 value;  // lower is better
} Leaf;

typedef struct Ahead {
    int samples;
    u8 sample[MOST_SAMPLES];  // cards that a card turned up could be
    Leaf turn;  // the best position in which a card was turned up
    Leaf still;  // the best one in which none was, and the stock may be turned
} Ahead;

// shortening.c

enum {
    MOST_LINE = 4096,  // the moves of a line; a longer one is not shortened
    MOST_KEPT = 60000,  // nodes
    MOST_EDGES = 600000,
    SLOTS = 131072,  // of the hash table: a power of two above MOST_KEPT
    ROUNDS = 12,
    LEAST_ROUND = 250,  // positions
    TRIED_A_POSITION = 64,  // moves tried for the price of a position
};

typedef struct Edge {
    u32 target;
    u32 following;  // the next edge of the same node, NO_STATE at the end
} Edge;

typedef struct Around {
    // The positions around a line. All arrays have room for their bounds.
    const Flat* flat;
    const Facts* facts;
    Arena arena;  // states alone: one for each node
    u32 nodes;
    Fingerprint* prints;  // by node
    u32* edge;  // by node: its first edge
    u32* before;  // by node: the node before it on the shortest way from the first
    u32* distance;  // by node: the number of moves on that way
    u32* left;  // by node: the least number of moves to a win
    u32 per_move;  // the most cards that a move brings to a foundation
    u32* queue;
    u8* done;  // by node: whether it was expanded
    u8* won;
    u8* met;  // by node: whether it is in the queue
    Edge* edges;
    u32 edges_number;
    u32* slots;  // of a hash table of nodes
    u64 expanded;
    u64 tried;  // moves, on trial without an earlier one
    Board board;
    Board child;
    Play plays[MOST_MOVES];
    u32 moves[MOST_MOVES + 3];
    i32 weights[WEIGHTS];  // all 0: positions are only compared
} Around;

// fewest.c

enum {
    ANY_LENGTH = 60000,  // more than the moves of any line
    VALUES = 512,  // of the bound, which breaks ties
};

typedef struct Way {
    u32 parent;  // a state, NO_STATE for the root
    u32 move;
    u16 moves;  // from the root
    u16 left;  // the bound
} Way;

typedef struct Met {
    Fingerprint print;
    u32 way;  // the shortest one known
} Met;

typedef struct Fewest {
    const Flat* flat;
    const Facts* facts;
    Arena arena;  // states alone: one for each expanded position
    Way* ways;
    u32 ways_room;
    u32 ways_number;
    Met* met;  // a hash table with open addressing
    u64 met_room;
    u64 met_number;
    Queue queue;
    bool single_homes;  // each card has one foundation, which takes it alone
    bool turns_alone;  // nothing but turns takes cards off the stock
    u8 order[MOST_PILES][MOST_LEVELS + 1];  // by foundation and level from 1: its card
    int per_move;  // the most cards that a move brings to a foundation
    u32 weight;  // of the bound, in percent: 100 proves, more finds a line sooner
    u32 most;  // the length of the shortest line that is known
    u32 least;  // the proved bound: no line is shorter
    u32 won_way;
    u64 expanded;
    u64 budget;
    u64 memory;
    int result;
    Board root;
    Board board;
    Board child;
    Shape shapes[MOST_PILES];
    Play plays[MOST_MOVES];
    u32 moves[MOST_MOVES + 3];
    i32 weights[WEIGHTS];  // all 0: positions are only compared
    Stands* stands;  // of ``klondike.c``, in games of that kind
} Fewest;

static bool write_counted(const Flat* flat, Board* board, u32 move, Line* line);

// klondike.c

enum {
    MOST_CLEARINGS = 1 << 16,
    STAND_VALUES = 4096,
    NO_WIN = 255,  // instead of a number of moves
    MOST_STEPS_OF_WAY = 64,
    BYTES_PER_STAND = 32,

    // Where a card goes, if not onto a card.
    TO_FOUNDATION = 62,
    TO_VACANCY = 63,
};

typedef struct Stand {
    u64 visible;  // the cards that lie face up in columns
    u64 heads;  // of these
    u64 second;  // the others that lie on the second of the two cards that take them
    u32 heights;
    u32 stock;  // the places of the cards that are left in the stock and the waste
    u32 waste;  // those of the waste
    u32 clearing;  // a number for the heads and what they cover
    int bottoms;  // columns without a head
    int moves;
    bool awaits;  // a King for the column that was just emptied
    u8 closed[COMPACT_COLUMNS];
} Stand;

typedef struct Offspring {
    u64 low;
    u64 high;
    int value;
} Offspring;

struct Stands {
    Compact* compact;
    u8* blocked;  // by clearing: how many heads must at least leave for columns
    u32 lower[MOST_STOCK];  // by place: the places before it that have a lower card of its suit
    // The nodes, by number.
    u64* low;
    u64* high;  // with the number of moves
    u32* parents;
    u32* older;
    u32 nodes;
    u32 room;
    u32* slots;  // by hash: a node plus 1
    u64 slots_room;
    u32 queues[STAND_VALUES];
    int first;  // the least queue that may have a node
    Offspring children[MOST_CHILDREN];
    int children_number;
    // The steps of the last child, and whether the child with the given key is looked for.
    u16 steps[MOST_STEPS_OF_WAY];
    int steps_number;
    bool tracing;
    bool traced;
    u64 wanted_low;
    u64 wanted_high;
    u64 start_low;
    u64 start_high;
};
