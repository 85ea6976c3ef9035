// Klondike's positions as numbers of 64 bits, searched best first (``facts.compact``).
//
// One pack, columns built down in alternating colors of which any run moves, only Kings in empty columns, foundations
// that give cards back, unlimited redeals. ``python -m tests.soak.small_packs`` checks the arguments below.
//
// **Spots.** The *head* of a column is its lowest face-up card, unless that is a King at its bottom. A card is a *host* of
// the cards that may lie on it; the two cards of a rank and color, twins, are hosts of the same cards. A position is given
// by the heads and what lies below them, the foundations, the stock and the waste: which hosts carry which cards makes no
// difference. For every other face-up card lies on a host, or is a King in a column of its own. So in two such positions
// as many hosts of each rank and color are bare, and as many columns are empty. What is done in one can be done in the
// other: if the card to be bared carries a sequence there, its twin is bare and takes the sequence first. The twin is not
// among those cards, because ranks descend. So it is enough to count: the bare hosts of a rank and color are its face-up
// cards less those cards of the next lower rank and other color that are face up and no heads.
//
// **Configurations.** A card that is no head goes to its foundation and comes back at will, while a host is bare. Spots that
// reach each other by such steps are configurations of each other. Settling a spot plays all such cards to their
// foundations. An expansion visits all configurations, by a tree of steps. From each it tries the moves that cannot be
// taken back, unless the move was tried at the configuration before: if a move can be made before and after a step, the
// step can be made after the move, so both results are configurations of each other. So are the results of moving a card
// to its foundation and to a column.
//
// **Safe cards.** A card of rank r may go to its foundation at once if the foundations of the other color have reached
// r - 2 and that of its twin r - 3 (so its own has reached r - 1). Call the cards up to there low. They are on foundations, and
// on the card and on low ones can lie only low ones, the two cards of rank r - 1 and other color, and on these also the
// twin's card of rank r - 2. Take any winning line, and play the card first. Leave out what the line does with low
// cards. Where it puts one of the other three on the card or on one of them, that one goes to its foundation instead, which
// has reached the rank below. All other cards lie on others than these and move as before, and columns are empty no
// later. The card is played once less. If it comes from the stock, this must not delay others there: single cards are drawn,
// or it is the last and turning the stock leads back to here. Likewise, a foundation never gives a safe card back.
//
// **Moves that wait.** Where single cards are drawn, taking one delays no other. So cards come from the stock only when a
// later move needs them, and of two moves that can be exchanged, one that nothing waits for is made first. A card comes to a
// column only where no other host of its rank and color is bare, and then either carries a card, or takes the sequence
// of its twin, which goes to its foundation. A card goes to its foundation, unless it is safe, only to be followed by the
// next of its suit. A head leaves an empty column only if none is empty and a King follows, whatever is drawn. A foundation
// gives a card back only to carry one, or to make way for the one below it. The moves that a move needs can be made
// just before it, one after the other, each after those that it needs in turn. Only two moves need several: a card that a
// foundation gives back needs a host and the cards above it gone, the last first; and a bare twin may need cards of its
// suit to go first, which are played last. So after a move that waits, the next move uses it, or: plays such cards of
// the stock (``set_allowed``), or, once a card came back, brings a host for the next one of its suit (``carrying_cards``).
// Moves that use nothing of this were made before. What is awaited is part of the spot, except that after forced
// moves nothing is awaited. That leaves out less.

#include "../search.h"

static void set_waste(const Compact* compact, Spot* spot, int waste);
static void queue_children(Work* work, u32 parent);
static void queue_child(Work* work, u32 parent, const Child* child);
static void add_path(Compact* compact, int configuration);
static bool grow_nodes(Compact* compact);
static bool grow_slots(Compact* compact);
static void try_heads(Work* work, u32 node, const Spot* spot, const Ground* ground, const View* view, int index,
    u64 may_fit, u64 may_home);
static void try_stock(Work* work, u32 node, const Spot* spot, const Ground* ground, const View* view, int index,
    u64 may_fit, u64 may_home);
static int must_lie(u64 hidden, u64 heads, u64 left, int rank, int color, int carried);
static int two_bits(u64 cards);
static bool is_open(Compact* compact, Spot* spot);
static bool write_steps(Work* work, Line* line);

// Return the first card of each rank and color.
static inline u64 pairs(void) {
    return (u64)0x5555555555555;
}

static inline u64 kings(void) {
    return (u64)0xF << 48;
}

static inline u64 colors_swapped(u64 cards) {
    return ((cards & (u64)0x3333333333333) << 2) | ((cards >> 2) & (u64)0x3333333333333);
}

// Return the cards and those of the same rank and color.
static inline u64 with_twins(u64 cards) {
    cards = (cards | (cards >> 1)) & pairs();
    return cards | (cards << 1);
}

// Return the cards on which some of these may lie.
static inline u64 hosts_of(u64 cards) {
    return with_twins((colors_swapped(cards) << 4) & (u64)0xFFFFFFFFFFFFF);
}

// Return the cards and all higher ones of their suits.
static inline u64 with_higher(u64 cards) {
    cards |= cards << 4;
    cards |= cards << 8;
    cards |= cards << 16;
    return cards | (cards << 32);
}

static inline u64 suit_cards(int suit) {
    return (u64)0x1111111111111 << suit;
}

static inline int height(u32 heights, int suit) {
    return (heights >> (4 * suit)) & 15;
}

static inline u64 founded_cards(u32 heights) {
    u64 cards = 0;
    int suit;
    for (suit = 0; suit < 4; suit++)
        cards |= ((u64)0x1111111111111 & (((u64)1 << (4 * height(heights, suit))) - 1)) << suit;
    return cards;
}

static inline u32 smaller(u32 one, u32 other) {
    return one < other ? one : other;
}

static void survey(const Compact* compact, const Spot* spot, Ground* ground) {
    int column, byte;
    u64 closed = 0;
    ground->heads = ground->ends = 0;
    ground->vacancies = 0;
    for (column = 0; column < compact->columns; column++) {
        closed |= compact->below[column][spot->closed[column]];
        ground->heads |= compact->head[column][spot->closed[column]];
        ground->vacancies += spot->closed[column] == 0;
        if (spot->closed[column] == 1)
            ground->ends |= compact->head[column][1];
    }
    ground->stock = 0;
    for (byte = 0; byte < 4; byte++)
        ground->stock |= compact->stock_set[byte][(spot->stock >> (8 * byte)) & 255];
    ground->shown = (u64)0xFFFFFFFFFFFFF & ~closed & ~ground->stock;
}

// Return the cards of the stock that draws and redeals bring to the top of the waste.
static u64 drawable_cards(const Compact* compact, const Spot* spot, u64 stock) {
    u32 left = spot->stock;
    u64 cards = 0;
    int until = compact->draw, until_waste = spot->waste ? spot->waste : -1;
    if (compact->draw == 1)
        return stock;
    while (left) {
        until--;
        until_waste--;
        if (until == 0 || until_waste == 0 || !(left & (left - 1)))
            cards |= (u64)1 << compact->stock[lowest_bit(left)];
        if (until == 0)
            until = compact->draw;
        if (until_waste == 0)
            until_waste = compact->draw;
        left &= left - 1;
    }
    return cards;
}

// Set the cards that foundations take, those of them that are safe, and the top cards of foundations that are not.
static inline void set_founding(u32 heights, u64* nexts, u64* safe, u64* backs) {
    u64 card;
    int suit, own, least, twin;
    *nexts = *safe = *backs = 0;
    for (suit = 0; suit < 4; suit++) {
        own = height(heights, suit);
        twin = height(heights, suit ^ 1);
        least = (int)smaller(height(heights, suit ^ 2), height(heights, suit ^ 3));
        card = (u64)1 << (4 * own + suit);
        if (own < 13) {
            *nexts |= card;
            if (least >= own - 1 && twin >= own - 2)
                *safe |= card;
        }
        if (least < own - 2 || twin < own - 3)
            *backs |= card >> 4;
    }
}

static void view_of(const Ground* ground, u32 heights, View* view) {
    u64 loose, over, count;
    view->visible = ground->shown & ~founded_cards(heights);
    loose = view->visible & ~ground->heads;
    over = colors_swapped(loose) << 4;
    count = (view->visible & pairs()) + ((view->visible >> 1) & pairs()) - (over & pairs()) - ((over >> 1) & pairs());
    view->bare = with_twins(count);
    view->fits = colors_swapped(view->bare) >> 4;
    loose >>= 48;
    view->vacant =
        ground->vacancies > (int)((loose & 1) + ((loose >> 1) & 1) + ((loose >> 2) & 1) + ((loose >> 3) & 1));
    if (view->vacant)
        view->fits |= kings();
    set_founding(heights, &view->nexts, &view->safe, &view->backs);
}

// Take the head off a column. A King that lies on no card is no head.
static inline void shorten_column(const Compact* compact, Spot* spot, int column) {
    spot->closed[column]--;
    if (spot->closed[column] == 1 && compact->on_king[column])
        spot->closed[column] = 0;
}

static inline int column_with_head(const Compact* compact, const Spot* spot, u64 card) {
    int column;
    for (column = 0; column < compact->columns; column++)
        if (compact->head[column][spot->closed[column]] == card)
            return column;
    return -1;
}

static inline void take_from_stock(const Compact* compact, Spot* spot, int card) {
    u32 bit = (u32)1 << compact->place[card];
    spot->stock &= ~bit;
    if (compact->draw > 1)
        set_waste(compact, spot, bit_count(spot->stock & (bit - 1)));
}

static inline void set_waste(const Compact* compact, Spot* spot, int waste) {
    spot->waste = waste % compact->draw == 0 || waste == bit_count(spot->stock) ? 0 : waste;
}

static inline int last_place(u32 stock) {
    int place = 0;
    while ((stock >> place) >> 1)
        place++;
    return place;
}

static inline void add_step(Compact* compact, int step) {
    if (compact->tracing && compact->steps < MOST_STEPS) {
        compact->step[compact->steps] = step;
        compact->steps++;
    }
}

// Play what is forced; return whether anything was.
static bool settle_spot(Compact* compact, Spot* spot) {
    Ground ground;
    View view;
    u64 cards;
    int card;
    bool any = false;
    survey(compact, spot, &ground);
    while (true) {
        view_of(&ground, spot->heights, &view);
        cards = view.visible & view.bare & view.nexts;
        if (cards & ~ground.heads) {
            card = lowest_bit(cards & ~ground.heads);
            add_step(compact, STEP_FOUND + card);
        } else if (cards & view.safe) {
            card = lowest_bit(cards & view.safe);
            add_step(compact, STEP_FOUND + card);
            shorten_column(compact, spot, column_with_head(compact, spot, (u64)1 << card));
            survey(compact, spot, &ground);
        } else {
            cards = ground.stock & view.safe;
            if (compact->draw > 1 && cards) {
                // Only the last card can be taken without a difference to the others.
                if (spot->waste)
                    cards = 0;
                else
                    cards &= (u64)1 << compact->stock[last_place(spot->stock)];
            }
            if (!cards)
                return any;
            card = lowest_bit(cards);
            add_step(compact, STEP_STOCK_FOUND + card);
            take_from_stock(compact, spot, card);
            survey(compact, spot, &ground);
        }
        spot->heights += (u32)1 << (4 * (card & 3));
        any = true;
    }
}

static inline u64 key_of(const Compact* compact, const Spot* spot) {
    u64 key = spot->heights | ((u64)spot->stock << 16);
    int column;
    if (compact->draw > 1)
        key |= (u64)(spot->waste | ((spot->awaits == AWAITS_VACANCY) << 5)) << compact->waste_shift;
    else
        key |= (u64)spot->awaits << compact->waste_shift;
    for (column = 0; column < compact->columns; column++)
        key |= (u64)spot->closed[column] << compact->shift[column];
    return key;
}

static inline void read_key(const Compact* compact, u64 key, Spot* spot) {
    int column, number = (int)(key >> compact->waste_shift) & 63;
    spot->heights = key & 0xFFFF;
    spot->stock = (u32)((key >> 16) & (((u64)1 << compact->stock_size) - 1));
    spot->waste = 0;
    if (compact->draw > 1) {
        spot->waste = number & 31;
        spot->awaits = number >> 5 ? AWAITS_VACANCY : AWAITS_NOTHING;
    } else {
        spot->awaits = number;
    }
    for (column = 0; column < compact->columns; column++)
        spot->closed[column] = (u8)((key >> compact->shift[column]) & compact->mask[column]);
}

// Return how far a spot is from a win, by and large.
static int value_of(const Compact* compact, const Spot* spot) {
    int column, down, suit, value = 0;
    for (column = 0; column < compact->columns; column++) {
        down = spot->closed[column];
        value += 20 * down + 2 * down * down;
    }
    value += 2 * bit_count(spot->stock);
    for (suit = 0; suit < 4; suit++)
        value -= 3 * height(spot->heights, suit);
    value += 156;
    return LEAST(GREATEST(value, 0), COMPACT_VALUES - 1);
}

// Settle a spot that a step from a configuration leads to, and note it for ``queue_children``.
//
// By then its slot is in the cache: waiting for that took half of the time.
static void add_child(Work* work, Spot* spot, u32 parent, int configuration, int step, bool settled) {
    Compact* compact = work->compact;
    u64 key;
    compact->steps = 0;
    if (compact->tracing) {
        add_path(compact, configuration);
        add_step(compact, step);
    }
    if (settled && settle_spot(compact, spot))
        spot->awaits = AWAITS_NOTHING;
    if (!is_open(compact, spot))
        return;
    key = key_of(compact, spot);
    if (compact->tracing) {
        compact->traced = key == compact->wanted;
        return;
    }
    if (compact->children_number == MOST_CHILDREN)
        queue_children(work, parent);
    fetch_early(&compact->slots[mixed(key) & (compact->slots_room - 1)]);
    compact->children[compact->children_number] = (Child){key, value_of(compact, spot), spot->heights == ALL_FOUNDED};
    compact->children_number++;
}

// Queue the children of ``add_child`` that are new.
static void queue_children(Work* work, u32 parent) {
    Compact* compact = work->compact;
    int index;
    for (index = 0; index < compact->children_number; index++)
        if (work->result == RUNNING)
            queue_child(work, parent, &compact->children[index]);
    compact->children_number = 0;
}

static void queue_child(Work* work, u32 parent, const Child* child) {
    Compact* compact = work->compact;
    u64 slot = mixed(child->key) & (compact->slots_room - 1);
    while (compact->slots[slot]) {
        if (compact->slots[slot] == child->key + 1)
            return;
        slot = (slot + 1) & (compact->slots_room - 1);
    }
    if (compact->nodes == compact->most_nodes) {
        work->result = OUT_OF_BUDGET;
        return;
    }
    if (compact->nodes == compact->room && !grow_nodes(compact)) {
        work->result = OUT_OF_MEMORY;
        return;
    }
    compact->keys[compact->nodes] = child->key;
    compact->parents[compact->nodes] = parent;
    compact->older[compact->nodes] = compact->queues[child->value];
    compact->nodes++;
    compact->queues[child->value] = compact->nodes;
    compact->least = LEAST(compact->least, child->value);
    compact->slots[slot] = child->key + 1;
    if (child->won) {
        compact->won = compact->nodes - 1;
        work->result = WINS;
        return;
    }
    if (2 * (u64)compact->nodes > compact->slots_room && !grow_slots(compact))
        work->result = OUT_OF_MEMORY;
}

// Write the steps that lead to a configuration.
static void add_path(Compact* compact, int configuration) {
    int length = 0, at = configuration;
    while (at) {
        length++;
        at = compact->before[at];
    }
    if (length >= MOST_STEPS)
        return;
    compact->steps = length;
    while (configuration) {
        length--;
        compact->step[length] = compact->by[configuration];
        configuration = compact->before[configuration];
    }
}

static bool grow_nodes(Compact* compact) {
    u32 room = LEAST(2 * compact->room + 1024, compact->most_nodes);
    if (!resized(&compact->keys, (size_t)room * sizeof(u64)) || !resized(&compact->parents, (size_t)room * sizeof(u32))
        || !resized(&compact->older, (size_t)room * sizeof(u32)))
        return false;
    compact->room = room;
    return true;
}

static bool grow_slots(Compact* compact) {
    u64 room = 2 * compact->slots_room, slot;
    u32 node;
    u64* slots = (u64*)calloc(room, sizeof(u64));
    if (slots == NULL)
        return false;
    use_large_pages(slots, room * sizeof(u64));
    for (node = 0; node < compact->nodes; node++) {
        slot = mixed(compact->keys[node]) & (room - 1);
        while (slots[slot])
            slot = (slot + 1) & (room - 1);
        slots[slot] = compact->keys[node] + 1;
    }
    free(compact->slots);
    compact->slots = slots;
    compact->slots_room = room;
    return true;
}

// Note a configuration, unless it is known.
static inline void reach(Compact* compact, u32 heights, int before, int step, u64 fits, u64 homes) {
    int number = compact->configurations;
    if (compact->stamps[heights] == compact->stamp)
        return;
    compact->stamps[heights] = compact->stamp;
    compact->heights[number] = heights;
    compact->before[number] = before;
    compact->by[number] = step;
    compact->known_fits[number] = fits;
    compact->known_homes[number] = homes;
    compact->configurations = number + 1;
}

// Return the cards that could serve in a column: to carry a head, or for a twin to go to its foundation.
//
// They may serve by way of other cards that come to lie on them.
static u64 purposeful_cards(const Ground* ground, const View* view, u32 heights) {
    u64 founded = founded_cards(heights);
    u64 nexts = view->nexts, cards, last = 0;
    while (nexts != last) {
        last = nexts;
        nexts |= (nexts & ground->stock) << 4;
    }
    cards = with_twins(view->visible & nexts) | hosts_of(ground->heads);
    last = 0;
    while (cards != last) {
        last = cards;
        // Founded cards make way for those below them.
        cards |= founded & with_higher(founded & cards);
        cards |= hosts_of((ground->stock | founded) & cards);
    }
    return cards;
}

// Return the cards that could carry the top card of a foundation that no column takes now.
static u64 carrying_cards(const Ground* ground, const View* view, u32 heights) {
    u64 rests = ground->stock | founded_cards(heights);
    u64 cards = hosts_of(view->backs & ~view->fits), last = 0;
    while (cards != last) {
        last = cards;
        cards |= hosts_of(rests & cards);
    }
    return cards;
}

// Return the cards that others of their suit can follow to the foundation, up to a bare card of a column.
static u64 followed_cards(const Ground* ground, const View* view) {
    u64 cards = (view->visible & view->bare) >> 4, last = 0;
    while (cards != last) {
        last = cards;
        cards |= (cards & ground->stock) >> 4;
    }
    return cards;
}

// Set the cards that may go to columns, and to foundations, after a move that awaits another.
static void set_allowed(int awaits, u64 stock, u64* fits, u64* homes) {
    *fits = *homes = ~(u64)0;
    if (awaits == AWAITS_VACANCY) {
        *fits = kings();
        *homes = 0;
    } else if (awaits >= AWAITS_SUIT) {
        *fits = 0;
        *homes = suit_cards(awaits - AWAITS_SUIT);
    } else if (awaits) {
        *homes = (u64)3 << (2 * (awaits - 1));
        *fits = colors_swapped(*homes) >> 4;
        *homes |= with_higher((u64)3 << (2 * ((awaits - 1) & 1))) & stock;
    }
}

// Return the heads that can go to their foundations.
static inline u64 ready_heads(const Ground* ground, const View* view) {
    return ground->heads & view->visible & view->bare & view->nexts;
}

// Try all moves that cannot be taken back, from all configurations of a spot.
static void expand_spot(Work* work, u32 node, const Spot* spot) {
    Compact* compact = work->compact;
    Ground ground;
    View view;
    int index = 0, card;
    u64 may_fit, may_home, fits, homes, cards;
    survey(compact, spot, &ground);
    ground.drawable = drawable_cards(compact, spot, ground.stock);
    set_allowed(spot->awaits, ground.stock, &may_fit, &may_home);
    compact->stamp++;
    compact->configurations = 0;
    reach(compact, spot->heights, 0, 0, 0, 0);
    while (index < compact->configurations) {
        view_of(&ground, compact->heights[index], &view);
        fits = compact->known_fits[index] & view.fits;
        homes = compact->known_homes[index] & (ready_heads(&ground, &view) | (ground.drawable & view.nexts));
        try_heads(work, node, spot, &ground, &view, index, may_fit & ~fits, may_home & ~homes);
        if (work->result == RUNNING && !compact->traced)
            try_stock(work, node, spot, &ground, &view, index, may_fit & ~fits, may_home & ~homes);
        if (work->result != RUNNING || compact->traced)
            return;
        // Heads that could move now without what is awaited were better moved before.
        compact->tried_fits |= fits | (ground.heads & ~ground.ends & view.fits & ~may_fit);
        compact->tried_homes |= homes | (ready_heads(&ground, &view) & ~may_home);
        may_fit = may_home = ~(u64)0;
        // Foundations give cards back, and take them again.
        cards = view.backs & view.fits;
        while (cards) {
            card = lowest_bit(cards);
            cards &= cards - 1;
            reach(compact, compact->heights[index] - one_of(card), index, STEP_BACK + card, compact->tried_fits,
                compact->tried_homes);
        }
        cards = view.visible & view.bare & view.nexts & ~ground.heads;
        while (cards) {
            card = lowest_bit(cards);
            cards &= cards - 1;
            reach(compact, compact->heights[index] + one_of(card), index, STEP_FOUND + card, compact->tried_fits,
                compact->tried_homes);
        }
        index++;
    }
}

// Return a height of one of the foundation of a card.
static inline u32 one_of(int card) {
    return (u32)1 << (4 * (card & 3));
}

static inline void begin_child(const Compact* compact, const Spot* spot, int configuration, Spot* child) {
    *child = *spot;
    child->heights = compact->heights[configuration];
    child->awaits = AWAITS_NOTHING;
}

// Try the moves of heads to foundations and to columns, and begin the sets of what was tried.
static void try_heads(Work* work, u32 node, const Spot* spot, const Ground* ground, const View* view, int index,
    u64 may_fit, u64 may_home) {
    Compact* compact = work->compact;
    Spot child;
    u64 homes = ready_heads(ground, view), cards = homes & may_home;
    int card, column;
    compact->tried_homes = cards;
    // A card that goes to its foundation can come back to a column.
    compact->tried_fits = cards;
    while (cards) {
        card = lowest_bit(cards);
        cards &= cards - 1;
        begin_child(compact, spot, index, &child);
        child.heights += one_of(card);
        shorten_column(compact, &child, column_with_head(compact, spot, (u64)1 << card));
        add_child(work, &child, node, index, STEP_FOUND + card, true);
        if (work->result != RUNNING || compact->traced)
            return;
    }
    cards = ground->heads & view->fits & may_fit & ~homes;
    while (cards) {
        card = lowest_bit(cards);
        cards &= cards - 1;
        begin_child(compact, spot, index, &child);
        column = column_with_head(compact, spot, (u64)1 << card);
        if (spot->closed[column] == 1) {
            if (view->vacant || !((ground->stock | ground->heads | founded_cards(child.heights)) & kings()))
                continue;
            child.awaits = AWAITS_VACANCY;
        }
        compact->tried_fits |= (u64)1 << card;
        shorten_column(compact, &child, column);
        add_child(work, &child, node, index, STEP_HEAD + card, true);
        if (work->result != RUNNING || compact->traced)
            return;
    }
}

// Try the moves of cards of the stock to foundations and to columns.
static void try_stock(Work* work, u32 node, const Spot* spot, const Ground* ground, const View* view, int index,
    u64 may_fit, u64 may_home) {
    Compact* compact = work->compact;
    Spot child;
    u64 cards = ground->drawable & view->nexts;
    int card;
    if (compact->draw == 1 && cards)
        cards &= followed_cards(ground, view);
    compact->tried_homes |= cards;
    cards &= may_home;
    if (compact->draw > 1)
        compact->tried_fits |= cards;
    while (cards) {
        card = lowest_bit(cards);
        cards &= cards - 1;
        begin_child(compact, spot, index, &child);
        if (compact->draw == 1)
            child.awaits = AWAITS_SUIT + (card & 3);
        child.heights += one_of(card);
        take_from_stock(compact, &child, card);
        add_child(work, &child, node, index, STEP_STOCK_FOUND + card, true);
        if (work->result != RUNNING || compact->traced)
            return;
    }
    if (spot->awaits && index)
        may_fit |= carrying_cards(ground, view, compact->heights[index]);
    cards = ground->drawable & view->fits;
    if (compact->draw > 1) {
        cards &= ~view->nexts;
    } else {
        cards &= ~view->bare;
        if (cards)
            cards &= purposeful_cards(ground, view, compact->heights[index]);
    }
    compact->tried_fits |= cards;
    cards &= may_fit;
    while (cards) {
        card = lowest_bit(cards);
        cards &= cards - 1;
        begin_child(compact, spot, index, &child);
        if (compact->draw == 1)
            child.awaits = 1 + (card >> 1);
        take_from_stock(compact, &child, card);
        add_child(work, &child, node, index, STEP_STOCK + card, !((view->nexts >> card) & 1));
        if (work->result != RUNNING || compact->traced)
            return;
    }
}

// Return whether the cards that have left their places could lie on others, as far as no foundation can have them.
static bool could_hold(const Compact* compact, const u8* closed) {
    u64 hidden = 0, heads = 0, left, stuck;
    int column, rank, vacancies = 0, hosts;
    int loose[2];
    for (column = 0; column < compact->columns; column++) {
        hidden |= compact->below[column][closed[column]];
        heads |= compact->head[column][closed[column]];
        vacancies += closed[column] == 0;
    }
    stuck = with_higher(hidden);
    left = compact->dealt & ~hidden & ~heads & stuck;
    loose[0] = loose[1] = 0;
    for (rank = 0; rank < 13; rank++) {
        // The cards of this rank that must lie in columns, but are no heads: at first these carry those of the rank below.
        hosts = loose[0];
        loose[0] = must_lie(hidden, heads, left, rank, 0, loose[1]);
        loose[1] = must_lie(hidden, heads, left, rank, 1, hosts);
        if (loose[0] < 0 || loose[1] < 0)
            return false;
    }
    return loose[0] + loose[1] <= vacancies;
}

// Return how many cards of a rank and color must lie on others if ``carried`` cards lie on them; -1 if they are too few.
static inline int must_lie(u64 hidden, u64 heads, u64 left, int rank, int color, int carried) {
    int shift = 4 * rank + 2 * color;
    int number = two_bits(left >> shift), missing = carried - number - two_bits(heads >> shift);
    if (missing <= 0)
        return number;
    if (missing > 2 - two_bits((hidden | heads | left) >> shift))
        return -1;
    return number + missing;
}

static inline int two_bits(u64 cards) {
    return (int)((cards & 1) + ((cards >> 1) & 1));
}

// Return whether all heads could leave, one after the other, and remember it. ``closed`` is restored.
static bool could_clear(Compact* compact, u8* closed, u32 index) {
    int column, number;
    u32 next_index;
    if (!compact->clears[index]) {
        compact->clears[index] = NEVER_CLEARS;
        if (could_hold(compact, closed)) {
            if (index == 0)
                compact->clears[index] = CLEARS;
            for (column = 0; column < compact->columns; column++) {
                number = closed[column];
                if (number && compact->clears[index] != CLEARS) {
                    closed[column] = number == 2 && compact->on_king[column] ? 0 : number - 1;
                    next_index = index - compact->weight[column] * (u32)(number - closed[column]);
                    if (could_clear(compact, closed, next_index))
                        compact->clears[index] = CLEARS;
                    closed[column] = number;
                }
            }
        }
    }
    return compact->clears[index] == CLEARS;
}

// Return whether all heads of a spot could leave.
static inline bool is_open(Compact* compact, Spot* spot) {
    int column;
    u32 index = 0;
    for (column = 0; column < compact->columns; column++)
        index += compact->weight[column] * spot->closed[column];
    return could_clear(compact, spot->closed, index);
}

static void expand_best_spot(Work* work) {
    Compact* compact = work->compact;
    Spot spot;
    u32 node;
    while (compact->least < COMPACT_VALUES && !compact->queues[compact->least])
        compact->least++;
    if (compact->least == COMPACT_VALUES) {
        work->result = DEAD;
        return;
    }
    if (work->expanded == work->budget) {
        work->result = OUT_OF_BUDGET;
        return;
    }
    work->expanded++;
    node = compact->queues[compact->least] - 1;
    compact->queues[compact->least] = compact->older[node];
    read_key(compact, compact->keys[node], &spot);
    expand_spot(work, node, &spot);
    queue_children(work, node);
}

// Return the most entries of ``clears`` that a search of this budget may fill before its first position.
static inline u64 most_clears(const Work* work) {
    return CLEARS_PER_POSITION * (work->budget + FREE_POSITIONS);
}

// Begin a search of ``root``. Return 0 if it does not fit, and -1 if memory is exhausted.
static int open_compact(Work* work) {
    const Flat* flat = work->flat;
    const Facts* facts = work->facts;
    const Board* board = &work->root;
    Compact* compact;
    Spot spot;
    if (!facts->compact)
        return 0;
    compact = (Compact*)calloc(1, sizeof(Compact));
    if (compact == NULL)
        return -1;
    work->compact = compact;
    if (!read_root(flat, facts, board, compact, &spot) || compact->clears_room > most_clears(work)) {
        close_compact(work);
        return 0;
    }
    compact->most_nodes =
        (u32)LEAST(LEAST(work->budget * 6 + 65536, 2 * work->memory / BYTES_PER_KEY), (u64)NO_STATE - 1);
    compact->slots_room = LEAST_SLOTS;
    compact->slots = (u64*)calloc(compact->slots_room, sizeof(u64));
    compact->clears = (u8*)calloc(compact->clears_room, 1);
    if (compact->slots == NULL || compact->clears == NULL)
        return -1;
    add_child(work, &spot, NO_STATE, 0, 0, true);
    queue_children(work, NO_STATE);
    return 1;
}

// Return whether the position fits, and read it.
static bool read_root(const Flat* flat, const Facts* facts, const Board* board, Compact* compact, Spot* spot) {
    int column, index, card, closed, bits, suit, place, number;
    u64 below;
    compact->columns = flat->columns;
    compact->clears_room = 1;
    compact->draw = flat->draw;
    spot->heights = spot->stock = 0;
    spot->waste = spot->awaits = 0;
    if (board->base)
        return false;
    for (suit = 0; suit < 4; suit++)
        spot->heights |= (u32)(board->size[facts->compact_home[suit]] - 1) << (4 * suit);
    compact->stock_size = board->size[flat->waste] + board->size[flat->stock] - 2;
    if (compact->stock_size > MOST_STOCK)
        return false;
    for (place = 0; place < compact->stock_size; place++) {
        card = facts->compact_card[card_to_come(flat, board, place + 1) & ~FACE_DOWN];
        compact->stock[place] = card;
        compact->place[card] = place;
        for (number = 0; number < 256; number++)
            if ((number >> (place & 7)) & 1)
                compact->stock_set[place >> 3][number] |= (u64)1 << card;
    }
    spot->stock = (u32)(((u64)1 << compact->stock_size) - 1);
    if (flat->draw > 1)
        set_waste(compact, spot, board->size[flat->waste] - 1);
    compact->waste_shift = 16 + compact->stock_size;
    bits = compact->waste_shift + 6;
    for (column = 0; column < flat->columns; column++) {
        closed = 0;
        for (index = 1; index < board->size[column]; index++) {
            if (board->cards[column][index] >= FACE_DOWN) {
                if (closed + 1 != index)
                    return false;
                closed = index;
            } else if (index > closed + 1
                && !has(flat->fits[flat->row[0]][board->cards[column][index - 1]], board->cards[column][index])) {
                return false;
            }
        }
        if (board->size[column] > 1) {
            if (closed + 1 == board->size[column])
                return false;
            closed++;
        }
        if (closed >= MOST_CLOSED)
            return false;
        for (index = closed + 1; index < board->size[column]; index++)
            compact->dealt |= (u64)1 << facts->compact_card[board->cards[column][index]];
        below = 0;
        for (index = 1; index < closed + 1; index++) {
            card = facts->compact_card[board->cards[column][index] & ~FACE_DOWN];
            compact->head[column][index] = (u64)1 << card;
            compact->below[column][index] = below;
            below |= (u64)1 << card;
            compact->dealt |= (u64)1 << card;
            if (index == 1)
                compact->on_king[column] = card >= 48;
        }
        if (closed == 1 && compact->on_king[column])
            closed = 0;
        spot->closed[column] = closed;
        compact->weight[column] = compact->clears_room;
        compact->clears_room *= closed + 1;
        compact->shift[column] = bits;
        while (closed >> (bits - compact->shift[column]))
            bits++;
        compact->mask[column] = (1 << (bits - compact->shift[column])) - 1;
    }
    return bits <= COMPACT_BITS;
}

static void close_compact(Work* work) {
    Compact* compact = work->compact;
    if (compact == NULL)
        return;
    free(compact->keys);
    free(compact->parents);
    free(compact->older);
    free(compact->slots);
    free(compact->clears);
    free(compact);
    work->compact = NULL;
}

// Play the steps that lead to the win, and write their moves; return whether there was memory enough.
static bool write_compact_line(Work* work, Line* line) {
    Compact* compact = work->compact;
    u32 length, index;
    u32* path;
    Spot spot;
    bool enough = true;
    path = way_to(compact->parents, compact->won, &length);
    if (path == NULL)
        return false;
    compact->tracing = true;
    work->result = RUNNING;
    work->board = work->root;
    read_root(work->flat, work->facts, &work->root, compact, &spot);
    compact->steps = 0;
    settle_spot(compact, &spot);
    enough = write_steps(work, line);
    for (index = 1; index < length; index++) {
        compact->wanted = compact->keys[path[index]];
        compact->traced = false;
        read_key(compact, compact->keys[path[index - 1]], &spot);
        expand_spot(work, path[index - 1], &spot);
        enough = enough && compact->traced && write_steps(work, line);
    }
    work->result = WINS;
    free(path);
    return enough;
}

static int column_that_takes(const Flat* flat, const Board* board, int card) {
    int column;
    for (column = 0; column < flat->columns; column++)
        if (has(flat->fits[flat->row[0]][top_of(board, column)], card))
            return column;
    return 0;
}

// Play the steps of ``step``.
static bool write_steps(Work* work, Line* line) {
    Compact* compact = work->compact;
    const Flat* flat = work->flat;
    Board* board = &work->board;
    int index, kind, card, home, source = 0, target, at = 0, count;
    for (index = 0; index < compact->steps; index++) {
        kind = compact->step[index] & ~63;
        card = work->facts->compact_face[compact->step[index] & 63];
        home = work->facts->compact_home[compact->step[index] & 3];
        if (kind == STEP_FOUND || kind == STEP_HEAD) {
            source = 0;
            while (!(at = place_of(board, source, card)))
                source++;
            if (kind == STEP_FOUND) {
                count = board->size[source] - 1 - at;
                if (count) {
                    target = column_that_takes(flat, board, board->cards[source][at + 1]);
                    if (!write_move(work, board, packed(source, target, count), line))
                        return false;
                }
                if (!write_move(work, board, packed(source, home, 1), line))
                    return false;
                continue;
            }
            target = column_that_takes(flat, board, card);
            if (!write_move(work, board, packed(source, target, board->size[source] - at), line))
                return false;
            continue;
        }
        target = kind == STEP_STOCK_FOUND ? home : column_that_takes(flat, board, card);
        if (kind == STEP_BACK) {
            if (!write_move(work, board, packed(home, target, 1), line))
                return false;
            continue;
        }
        at = waste_size_with(flat, board, card);
        if (!write_move(work, board, packed(flat->waste, target, 1) | ((u32)(at + 1) << 24), line))
            return false;
    }
    return true;
}
