# The position, and the effects of moves on it.
#
# Needs: bounds.pxi, hands.pxi, legality.pxi, shuffles.pxi, table.pxi
# Gives: Board, Play, bring_up, deal_again, deal_round, draw_cards, gather, has, has_gap, has_own_top,
#   hides_stock, is_complete_run, is_covered, is_filled_by_redeal, is_won, move_cards, put_card, redeal, restock, sets_base,
#   take_card, top_of, topmost_down, turn_piles

cdef struct Board:
    # Each pile bottom to top, over FLOOR; sizes count the floor. Ranks are relative to ``base``.
    u8 cards[MOST_PILES][PILE_BYTES]
    int size[MOST_PILES]
    int base  # the base rank, 0 for an Ace
    long long redeals
    int merci_used  # how often
    int phase  # where stock cards are moved to columns in rounds: how many in this round, 0 before the first one
    bint won
    # Where redeals shuffle: the generator of their orders, its seed or words, and how many numbers they took.
    int order
    u64 seed
    const u8* words
    int drawn


cdef struct Play:
    int source
    int target
    int count


cdef inline int top_of(const Board* board, int pile) noexcept nogil:
    return board.cards[pile][board.size[pile] - 1]


cdef inline bint has(u64 numbers, int number) noexcept nogil:
    return numbers >> number & 1


cdef inline void put_card(Board* board, int pile, int card) noexcept nogil:
    board.cards[pile][board.size[pile]] = card
    board.size[pile] += 1


cdef inline int take_card(Board* board, int pile) noexcept nogil:
    board.size[pile] -= 1
    return board.cards[pile][board.size[pile]]


cdef void fill(const Flat* flat, Board* board, int vacancy) noexcept nogil:
    """Fill an empty pile if a supply has a card; then, likewise, a supply that this emptied."""
    cdef int kind, index, supply, top
    while flat.refill[vacancy]:
        kind = flat.refill[vacancy] - 1
        for index in range(flat.supplies[kind]):
            supply = flat.supply[kind][index]
            if board.size[supply] > 1:
                break
        else:
            return
        if flat.longest_first and vacancy < flat.columns:
            supply = longest_supply(flat, board, kind, supply)
        if supply == flat.stock and flat.draw > 1:
            draw_cards(flat, board)
            if vacancy == flat.waste:
                return
            continue
        put_card(board, vacancy, take_card(board, supply) & ~FACE_DOWN)
        if supply == flat.stock:
            # A list names the stock once for each card that it gives in a row.
            while index + 1 < flat.supplies[kind] and flat.supply[kind][index + 1] == supply and board.size[supply] > 1:
                put_card(board, vacancy, take_card(board, supply))
                index += 1
        top = top_of(board, supply)
        if top != FLOOR:
            turn_up_top(flat, board, supply)
            return
        vacancy = supply


cdef int longest_supply(const Flat* flat, const Board* board, int kind, int supply) noexcept nogil:
    """Return the longest of the reserve piles in a list of supplies, ``supply`` if none has a card."""
    cdef int index, other
    for index in range(flat.supplies[kind]):
        other = flat.supply[kind][index]
        if other < flat.reserve_end and board.size[other] > board.size[supply] and supply < flat.reserve_end:
            supply = other
    return supply


cdef inline void turn_up_top(const Flat* flat, Board* board, int pile) noexcept nogil:
    """Turn up the top card of a pile, unless its cards stay closed and others lie below it, or the player does."""
    if (flat.closed and pile < flat.columns) or pile == flat.waste:
        return
    if not has(flat.stays_closed, pile) or board.size[pile] == 2:
        board.cards[pile][board.size[pile] - 1] &= ~FACE_DOWN


cdef void move_cards(const Flat* flat, Board* board, int source, int target, int count) noexcept nogil:
    """Make a legal card move and all that follows from it."""
    if has(flat.pairing, target) and board.size[target] > 1:
        target = discard_pair(flat, board, source, target)
    elif source == target:
        board.cards[source][board.size[source] - 1] &= ~FACE_DOWN
    elif flat.merges:
        target = merge(flat, board, source, target)
    elif target == flat.merci:
        target = use_merci(flat, board, source, count)
    else:
        target = move_group(flat, board, source, target, count)
    if flat.fills_by_itself and not waits_for_cells(flat, board):
        fill_gaps(flat, board)
    if flat.wins_by or board.size[target] == flat.complete[target]:
        board.won = is_won(flat, board)


cdef inline int move_group(const Flat* flat, Board* board, int source, int target, int count) noexcept nogil:
    """Move cards onto another pile, and turn a card up or fill the vacancy that they leave.

    Return the pile on which they lie then.
    """
    cdef int left = board.size[source] - count
    # Most moves are of one card, for which a call of memcpy costs more than the rest.
    if count == 1:
        board.cards[target][board.size[target]] = board.cards[source][left]
    else:
        memcpy(&board.cards[target][board.size[target]], &board.cards[source][left], count)
    board.size[target] += count
    board.size[source] = left
    if flat.rounds and source == flat.stock and target < flat.columns:
        board.phase = has_gap(flat, board) if flat.rounds == 1 else board.phase % flat.rounds + 1
    if has(flat.collecting, target):
        target = discard_set(flat, board)
    if flat.late and sets_base(flat, board, target):
        deal_late(flat, board)
        left = board.size[source]
    turn_up(flat, board, source)
    if left == 1 and not board.phase:
        fill(flat, board, source)
    if flat.has_own:
        bring_up(flat, board, source, target)
    return target


cdef int merge(const Flat* flat, Board* board, int source, int target) noexcept nogil:
    """Replace the card of a column, which goes to F1, and close the columns up; return F1."""
    put_card(board, flat.columns, take_card(board, target))
    put_card(board, target, take_card(board, source))
    close_up(flat, board)
    return flat.columns


cdef int use_merci(const Flat* flat, Board* board, int source, int count) noexcept nogil:
    """Exchange cards of a column, turn one up, or draw one out; return the pile to which a card goes."""
    board.merci_used += 1
    if flat.exchanges:
        return exchange(board, source, count)
    if flat.turned_to == NO_PILE:
        return draw_out(flat, board, source)
    bring_up_topmost(board, source, flat.turned_to)
    return flat.turned_to


cdef int draw_out(const Flat* flat, Board* board, int source) noexcept nogil:
    """Move the card under the top card of a column, as a merci, to the pile that takes it; return that pile."""
    cdef int target = drawn_to(flat, board, source)
    cdef int top = take_card(board, source)
    put_card(board, target, take_card(board, source))
    put_card(board, source, top)
    return target


cdef int exchange(Board* board, int source, int count) noexcept nogil:
    """Let the first and the last of the top cards of a column change places; return the column."""
    cdef int top = board.size[source] - 1
    cdef int card = board.cards[source][top]
    board.cards[source][top] = board.cards[source][top + 1 - count]
    board.cards[source][top + 1 - count] = card
    return source


cdef void bring_up(const Flat* flat, Board* board, int source, int column) noexcept nogil:
    """Move the topmost face-down card of a column to ``source`` if the column's top card is of its own rank."""
    while has_own_top(flat, board, column) and bring_up_topmost(board, column, source):
        column = source


cdef inline bint has_own_top(const Flat* flat, const Board* board, int column) noexcept nogil:
    """Return whether the top card of a pile is of its own rank, face up."""
    return column < flat.columns and top_of(board, column) < FLOOR and has(flat.own[column], top_of(board, column))


cdef bint bring_up_topmost(Board* board, int column, int target) noexcept nogil:
    """Move the topmost face-down card of a column, turned up, to a pile; return whether there is one."""
    cdef int card, place = topmost_down(board, column)
    if not place:
        return False
    card = board.cards[column][place] & ~FACE_DOWN
    board.size[column] -= 1
    for place in range(place, board.size[column]):
        board.cards[column][place] = board.cards[column][place + 1]
    put_card(board, target, card)
    return True


cdef inline int topmost_down(const Board* board, int column) noexcept nogil:
    """Return the place of the topmost face-down card of a column, 0 if none lies face down."""
    cdef int place = board.size[column] - 1
    while place and board.cards[column][place] < FACE_DOWN:
        place -= 1
    return place


cdef bint sets_base(const Flat* flat, const Board* board, int target) noexcept nogil:
    """Return whether the card just moved to a pile is the first on any foundation."""
    cdef int pile, cards = 0
    for pile in range(flat.columns, flat.foundations_end):
        cards += board.size[pile] - 1
    return cards == 1 and flat.columns <= target < flat.foundations_end


cdef void deal_late(const Flat* flat, Board* board) noexcept nogil:
    """Deal the rounds that wait for the base: a stock card to each of their piles that is empty."""
    cdef int index
    for index in range(flat.late):
        if board.size[flat.late_pile[index]] == 1 and board.size[flat.stock] > 1:
            put_card(board, flat.late_pile[index], take_card(board, flat.stock))


cdef inline void turn_up(const Flat* flat, Board* board, int source) noexcept nogil:
    """Turn up what lies face down and became free when cards left a pile."""
    cdef int top = top_of(board, source)
    if top >= FACE_DOWN:
        turn_up_top(flat, board, source)
    elif top == FLOOR and flat.has_covers:
        uncover(flat, board, source)


cdef int discard_pair(const Flat* flat, Board* board, int source, int target) noexcept nogil:
    """Move the top cards of two piles, or of one, to the foundation of such pairs; return that pile."""
    cdef int moved = take_card(board, source), other = take_card(board, target)
    cdef int home = flat.pair_home[moved]
    cdef bint moved_first = not flat.builds_pairs or has(flat.leads_pair, moved)
    cdef bint source_first = not flat.builds_pairs or source == flat.waste
    cdef int first = source if source_first else target, second = target if source_first else source
    put_card(board, home, moved if moved_first else other)
    put_card(board, home, other if moved_first else moved)
    turn_up(flat, board, source)
    turn_up(flat, board, target)
    if board.size[first] == 1:
        fill(flat, board, first)
    if board.size[second] == 1:
        fill(flat, board, second)
    return home


cdef bint waits_for_cells(const Flat* flat, const Board* board) noexcept nogil:
    """Return whether a card on a cell keeps gaps from being filled."""
    cdef int pile
    if flat.hold == HELD_BY_CELLS:
        for pile in range(flat.foundations_end, flat.cells_end):
            if board.size[pile] > 1:
                return True
    return False


cdef int discard_set(const Flat* flat, Board* board) noexcept nogil:
    """Move the cards of the cells to the discard pile, the only foundation, once each cell has one.

    Return that pile.
    """
    cdef int pile
    for pile in range(flat.foundations_end, flat.cells_end):
        if board.size[pile] == 1:
            return flat.columns
    for pile in range(flat.foundations_end, flat.cells_end):
        put_card(board, flat.columns, take_card(board, pile))
    return flat.columns


cdef void fill_gaps(const Flat* flat, Board* board) noexcept nogil:
    """Close up the columns and fill the empty ones from the stock."""
    cdef int column
    if not flat.closes_last:
        close_up(flat, board)
    for column in range(flat.columns):
        if board.size[column] == 1 and board.size[flat.stock] > 1:
            put_card(board, column, take_card(board, flat.stock))
    if flat.closes_last and board.size[flat.stock] == 1:
        close_up(flat, board)


cdef void close_up(const Flat* flat, Board* board) noexcept nogil:
    """Move the cards of columns to empty ones before them."""
    cdef int column, target
    for column in range(flat.columns):
        target = gap_before(flat, board, column)
        if target != column and board.size[column] > 1:
            memcpy(&board.cards[target][1], &board.cards[column][1], board.size[column] - 1)
            board.size[target] = board.size[column]
            board.size[column] = 1


cdef int gap_before(const Flat* flat, const Board* board, int column) noexcept nogil:
    """Return the empty column to which the cards of a column close up; the column itself if none."""
    while flat.closes and column >= flat.closes and board.size[column - flat.closes] == 1:
        column -= flat.closes
    return column


cdef bint has_gap(const Flat* flat, const Board* board) noexcept nogil:
    """Return whether filling the gaps would deal or move a card."""
    cdef int column
    for column in range(flat.columns):
        if board.size[column] == 1:
            if board.size[flat.stock] > 1:
                return True
        elif gap_before(flat, board, column) != column:
            return True
    return False


cdef void uncover(const Flat* flat, Board* board, int emptied) noexcept nogil:
    """Turn up the piles that an emptied pile was the last to cover."""
    cdef int pile
    for pile in range(flat.reserve_end):
        if has(flat.lies_on[emptied], pile) and top_of(board, pile) >= FACE_DOWN and not is_covered(flat, board, pile):
            board.cards[pile][board.size[pile] - 1] &= ~FACE_DOWN


cdef inline bint is_covered(const Flat* flat, const Board* board, int pile) noexcept nogil:
    """Return whether the piles that lie on this one cover it: one that has a card, or all together."""
    cdef int cover
    cdef bint together = has(flat.covered_by_all, pile)
    if not flat.covers[pile]:
        return False
    for cover in range(flat.reserve_end):
        if has(flat.covers[pile], cover) and (board.size[cover] > 1) != together:
            return not together
    return together


cdef bint is_won(const Flat* flat, const Board* board) noexcept nogil:
    cdef int pile, cards = 0
    if flat.emptied:
        for pile in range(flat.piles):
            if has(flat.emptied, pile) and board.size[pile] > 1:
                return False
    if flat.wins_by == WINS_BY_EMPTY_PILES:
        return True
    if flat.wins_by == WINS_BY_SEQUENCES:
        return is_sorted(flat, board)
    if flat.wins_by == WINS_BY_COLOURS:
        return are_colours_apart(flat, board)
    if flat.wins_by == WINS_BY_ONE_COLUMN:
        for pile in range(flat.columns):
            if board.size[pile] - 1 == flat.cards:
                return True
        return False
    if flat.wins_by == WINS_BY_POINTS:
        return is_won_by_points(flat, board)
    if flat.wins_by == WINS_FACE_UP:
        for pile in range(flat.columns):
            for cards in range(1, board.size[pile]):
                if board.cards[pile][cards] >= FACE_DOWN:
                    return False
        return True
    if flat.wins_by == WINS_IN_PLACE:
        for pile in range(flat.columns):
            if board.size[pile] > 1 and not is_in_place(flat, board, pile):
                return False
        return True
    if flat.wins_by == WINS_BY_ONE_EACH:
        for pile in range(flat.columns):
            if board.size[pile] != 2:
                return False
        for pile in range(flat.columns, flat.foundations_end):
            if board.size[pile] != flat.complete[pile]:
                return False
        return True
    for pile in range(flat.columns, flat.foundations_end):
        cards += board.size[pile] - 1
        if has(flat.winning, pile) and board.size[pile] != flat.complete[pile]:
            return False
    return cards == flat.cards or flat.wins_by != WINS_BY_ALL_CARDS


cdef bint are_colours_apart(const Flat* flat, const Board* board) noexcept nogil:
    """Return whether the first half of the columns has red cards only, and the other half black ones."""
    cdef int pile, place, suit
    for pile in range(flat.columns):
        for place in range(1, board.size[pile]):
            suit = (board.cards[pile][place] & ~FACE_DOWN) // 13
            if (suit == 1 or suit == 2) != (pile < flat.columns // 2):
                return False
    return True


cdef bint is_in_place(const Flat* flat, const Board* board, int column) noexcept nogil:
    """Return whether the cards of a row up to this column run in suit, or those here are of its own rank."""
    cdef int back, card = top_of(board, column), before = (card % 13 - flat.row_base) * flat.row_step
    if flat.has_own:
        for back in range(1, board.size[column]):
            if board.cards[column][back] >= FLOOR or not has(flat.own[column], board.cards[column][back]):
                return False
        return True
    if card == FLOOR or before < 0 or not (flat.ring or before == column % flat.row_width):
        return False
    for back in range(1, before + 1):
        if top_of(board, (column - back + flat.columns) % flat.columns) != card - back * flat.row_step:
            return False
    return True


cdef bint is_complete_run(const Flat* flat, const Board* board, int column) noexcept nogil:
    """Return whether a column has as many cards as it has once complete, all face up, a run as columns build."""
    cdef const u8* cards = &board.cards[column][1]
    cdef int index, count = board.size[column] - 1
    if board.size[column] != flat.complete_size:
        return False
    for index in range(count):
        if cards[index] >= FACE_DOWN or (index and not has(flat.build_run[cards[index - 1]], cards[index])):
            return False
    return True


cdef bint is_sorted(const Flat* flat, const Board* board) noexcept nogil:
    """Return whether stock and waste are empty, each column that has cards, at least one, is a run, and the
    foundations that win besides are complete."""
    cdef int pile, runs = 0
    for pile in range(flat.columns, flat.foundations_end):
        if has(flat.winning, pile) and board.size[pile] != flat.complete[pile]:
            return False
    for pile in range(flat.columns):
        if board.size[pile] == 1:
            continue
        if not is_complete_run(flat, board, pile):
            return False
        runs += 1
    if flat.stock != NO_PILE and board.size[flat.stock] > 1:
        return False
    if flat.waste != NO_PILE and board.size[flat.waste] > 1:
        return False
    return runs > 0


cdef void deal_round(const Flat* flat, Board* board) noexcept nogil:
    """Deal one stock card to each pile that gets one, while the stock lasts."""
    cdef int pile, empty = 0, skipped
    if flat.fills_gaps:
        fill_gaps(flat, board)
        return
    if flat.deals:
        deal_to_listed(flat, board)
        return
    for pile in range(flat.columns):
        empty += board.size[pile] == 1
    # The size of the piles that get no card.
    skipped = 0
    if flat.deal_to == TO_EMPTY and empty:
        skipped = 2
    elif flat.deal_to == TO_FILLED and empty < flat.columns:
        skipped = 1
    for pile in range(flat.dealt_first, flat.dealt_end):
        if flat.deal_to == TO_ALL_AND_HOME:
            begin_foundations(flat, board)
        if board.size[flat.stock] == 1:
            break
        if skipped and min(board.size[pile], 2) == skipped:
            continue
        if flat.deal_to == TO_UNFINISHED and board.size[flat.columns + pile] == flat.complete[flat.columns + pile]:
            continue
        put_card(board, pile, take_card(board, flat.stock))
        if flat.deal_to == TO_FILLED and empty == flat.columns:
            break


cdef void begin_foundations(const Flat* flat, Board* board) noexcept nogil:
    """Deal stock cards to empty foundations as long as the next one begins one of them."""
    cdef int home = flat.columns, card
    while board.size[flat.stock] > 1 and home < flat.foundations_end:
        card = board.cards[flat.stock][board.size[flat.stock] - 1]
        if board.size[home] == 1 and has(flat.fits[flat.row[home]][FLOOR], card):
            put_card(board, home, take_card(board, flat.stock))
            home = flat.columns
        else:
            home += 1


cdef inline bint hides_stock(const Flat* flat, const Board* board, int pile) noexcept nogil:
    """Return whether a pile is a stock of which only the last card lies face up, and has others."""
    return flat.shows_last and pile == flat.stock and board.size[pile] > 2


cdef void deal_to_listed(const Flat* flat, Board* board) noexcept nogil:
    """Deal stock cards to the piles of the last list if it takes just as many, or of the first for which there are enough."""
    cdef int index = 0, place, last = flat.deals - 1
    if flat.deal_length[last] == board.size[flat.stock] - 1:
        index = last
    while index < last and flat.deal_length[index] >= board.size[flat.stock]:
        index += 1
    for place in range(flat.deal_length[index]):
        # A card that is dealt to the stock stays there, as the last one.
        if board.size[flat.stock] == 1 or flat.deal_pile[index][place] == flat.stock:
            break
        put_card(board, flat.deal_pile[index][place], take_card(board, flat.stock))


cdef void draw_cards(const Flat* flat, Board* board) noexcept nogil:
    """Turn the cards of one draw to the waste, fewer if the stock has fewer."""
    cdef int index, number = min(flat.draw, board.size[flat.stock] - 1)
    if flat.last_draw_only:
        for index in range(1, board.size[flat.waste]):
            board.cards[flat.waste][index] |= FACE_DOWN
    if flat.packet:
        board.size[flat.stock] -= number
        for index in range(number):
            put_card(board, flat.waste, board.cards[flat.stock][board.size[flat.stock] + index])
        return
    for index in range(number):
        put_card(board, flat.waste, take_card(board, flat.stock))


cdef void redeal(const Flat* flat, Board* board) noexcept nogil:
    """Turn the waste over to be the stock, or lay columns under it; fill the vacancies that the stock fills."""
    cdef int pile
    if flat.gather_as == UNDER_STOCK:
        lay_under(flat, board)
    else:
        while board.size[flat.waste] > 1:
            put_card(board, flat.stock, take_card(board, flat.waste) & ~FACE_DOWN)
    for pile in range(flat.piles):
        if board.size[pile] == 1 and is_filled_by_redeal(flat, pile):
            fill(flat, board, pile)
    if flat.gather_as == UNDER_STOCK and board.size[flat.waste] == 1:
        draw_cards(flat, board)


cdef void lay_under(const Flat* flat, Board* board) noexcept nogil:
    """Lay the columns under the stock, T1 on top of them with its bottom card."""
    cdef u8 cards[MOST_CARDS]
    cdef int number = board.size[flat.stock] - 1, column
    memcpy(cards, &board.cards[flat.stock][1], number)
    board.size[flat.stock] = 1
    for column in range(flat.columns - 1, -1, -1):
        while board.size[column] > 1:
            put_card(board, flat.stock, take_card(board, column) & ~FACE_DOWN)
    for column in range(number):
        put_card(board, flat.stock, cards[column])


cdef inline bint is_filled_by_redeal(const Flat* flat, int pile) noexcept nogil:
    return flat.refill[pile] and flat.filled_by_redeal[flat.refill[pile] - 1]


cdef void gather(const Flat* flat, Board* board) noexcept nogil:
    """Gather the columns and deal them again.

    The cards are read from T1 on, each column from its top card down, and turned over in groups of
    ``flat.gather``. Where there are more cards than places, the first columns get one more each.
    """
    cdef u8 cards[MOST_CARDS]
    cdef int number = 0, begin = 0, column, end, extra
    for column in range(flat.columns):
        while board.size[column] > 1:
            cards[number] = take_card(board, column)
            number += 1
    while begin < number:
        end = min(begin + flat.gather, number)
        turn_over(cards + begin, end - begin)
        begin = end
    extra = max(0, number - flat.columns * flat.gather)
    begin = 0
    for column in range(flat.columns):
        end = min(begin + flat.gather + (column < extra), number)
        while begin < end:
            put_card(board, column, cards[begin])
            begin += 1


cdef void turn_piles(const Flat* flat, Board* board) noexcept nogil:
    """Put the bottom card of each pile that is gathered on its top; all cards then lie face up."""
    cdef u8 card
    cdef int pile, place
    for pile in range(flat.gathered_first, flat.gathered_end):
        if board.size[pile] < 3:
            continue
        card = board.cards[pile][1] & ~FACE_DOWN
        for place in range(2, board.size[pile]):
            board.cards[pile][place - 1] = board.cards[pile][place] & ~FACE_DOWN
        board.cards[pile][board.size[pile] - 1] = card


cdef void restock(const Flat* flat, Board* board) noexcept nogil:
    """Gather cards, each pile from its top down, to be the stock; deal from it if the game deals."""
    cdef int index, pile
    for index in range(flat.gathered_first, flat.gathered_end):
        pile = flat.gathered_first + flat.gathered_end - 1 - index if flat.gather_as == UNDER_STOCK else index
        while board.size[pile] > 1:
            put_card(board, flat.stock, take_card(board, pile) & ~FACE_DOWN)
    if flat.shuffles:
        shuffle_on(flat, board, &board.cards[flat.stock][1], board.size[flat.stock] - 1)
    if flat.actions & DEAL:
        deal_round(flat, board)


cdef void shuffle_on(const Flat* flat, Board* board, u8* cards, int number) noexcept nogil:
    """Shuffle gathered cards with the numbers that follow those of the deal and of earlier redeals."""
    cdef int drawn = flat.cards - 1 + board.drawn
    if not number:
        return
    if board.order == CONGRUENTIAL:
        shuffle_microsoft(board.seed, drawn, cards, number)
    else:
        shuffle_mersenne(board.words + 8 * drawn, cards, number)
    board.drawn += number - 1


cdef void deal_again(const Flat* flat, Board* board) noexcept nogil:
    """Gather the columns, shuffle their cards perhaps, and deal them again one by one, the last one read first."""
    cdef u8 cards[MOST_CARDS]
    cdef int number = 0, column, index, round
    cdef u64 kept = 0
    for column in range(flat.columns):
        if flat.row_width and is_in_place(flat, board, column):
            kept |= <u64>1 << column
    for column in range(flat.columns):
        if has(kept, column):
            continue
        for index in range(1, board.size[column]):
            round = board.size[column] - index if flat.gather_as in (AS_LAYOUT, IN_FANS) else index
            cards[number] = board.cards[column][round] & ~FACE_DOWN
            number += 1
        board.size[column] = 1
    if flat.shuffles:
        shuffle_on(flat, board, cards, number)
    if flat.gather_as == AS_LAYOUT:
        deal_as_layout(flat, board, cards, number)
        return
    if flat.gather_as == TO_PLACES:
        deal_to_places(flat, board, cards, number, kept)
        return
    if flat.gather_as == IN_FANS:
        deal_in_fans(flat, board, cards, number)
        return
    index = number
    for round in range(flat.gather):
        for column in range((number + round) // flat.gather):
            index -= 1
            put_card(board, column, cards[index])


cdef void deal_in_fans(const Flat* flat, Board* board, const u8* cards, int number) noexcept nogil:
    """Deal cards from the last one on in rounds, and turn up the top cards alone."""
    cdef int round, column, each = number // flat.gather, more = number % flat.gather
    for round in range(flat.gather):
        for column in range(each + (0 < round <= more)):
            number -= 1
            put_card(board, column, cards[number] + FACE_DOWN)
    for column in range(flat.columns):
        if board.size[column] > 1:
            board.cards[column][board.size[column] - 1] &= ~FACE_DOWN


cdef void deal_as_layout(const Flat* flat, Board* board, const u8* cards, int number) noexcept nogil:
    """Deal cards from the last one on in the rounds of the layout, then to all columns; turn up the top cards."""
    cdef int column, place = 0
    while number:
        number -= 1
        column = flat.layout_pile[place] if place < flat.laid else (place - flat.laid) % flat.columns
        put_card(board, column, cards[number] + (flat.layout_face[place] if place < flat.laid else 0))
        place += 1
    for column in range(flat.columns):
        if board.size[column] > 1:
            board.cards[column][board.size[column] - 1] &= ~FACE_DOWN


cdef void deal_to_places(const Flat* flat, Board* board, const u8* cards, int number, u64 kept) noexcept nogil:
    """Deal cards from the last one on to the places of rows that have none, but the first one of each row."""
    cdef int column
    cdef bint has_gap = False
    for column in range(flat.columns):
        has_gap = has_gap and column % flat.row_width != 0
        if has(kept, column):
            continue
        if has_gap and number:
            number -= 1
            put_card(board, column, cards[number])
        has_gap = True


cdef inline void turn_over(u8* cards, int number) noexcept nogil:
    cdef int index
    for index in range(number // 2):
        cards[index], cards[number - 1 - index] = cards[number - 1 - index], cards[index]
