# Move generation for the search: moves to try, moves to leave out, and moves that are forced.
#
# Where foundations give cards back (``facts.returns``), a card that could come back to where it lies goes to its
# foundation at once. Positions that differ by such moves can reach each other, so one of them stands for all: the one
# with every such card on its foundation. A line of play leads from one group of these positions to another by
#
# * a move to a foundation that cannot be undone. The card is at the top of the same pile in the position that stands
#   for the group, and its foundation has the same height: the card itself is the next one there.
# * a move of a waste card or of cards of a column to a column. If the top card of the target is the same in the
#   position that stands for the group, the move can be made there, without those of the moved cards that are on
#   foundations. Those can be put on the others afterwards. If not, the foundations give back the top card of the
#   target, and what must leave before it, and then the move is made. Cards that come straight from a foundation need
#   no move of their own: they can be given back to the target.
# * turning the stock, which depends on no card of a column.
#
# So a foundation gives cards back only if a card of a column or of the stock is put on one of them, and until then
# nothing else is tried.
#
# Where runs of a suit move, but cards of other suits lie on each other, too (``facts.joins``), as in Spider, a run moves
# at once from a card that it does not continue to one that it does. The run can come back: the card that it bares
# takes it, is face up and stays in its column. Nothing is forced after a move back. So whatever is done before runs
# join can be done afterwards, too: they move back first.
#
# Where face-up cards lie under face-down ones (mixed faces), both arguments hold: the card to which a card or a run
# comes back is face up and was bared by that very move.
#
# Needs: board.pxi, bounds.pxi, chart.pxi, engine.pyx, legality.pxi, safe.pxi, table.pxi
# Gives: ALL_FORCED, NOTHING_FORCED, NO_MOVE, SAFE_FORCED, bares_home_card, card_to_come, columns_differ, forced_move,
#   forces, is_foundation, is_idle, make_move, moves_of_waste, moves_to_try, packed, pile_bit, piles_of, settle

cdef enum:
    # Which cards are put on foundations at once, without trying other moves.
    NOTHING_FORCED
    SAFE_FORCED  # only a card that nothing can need in a column any more
    ALL_FORCED  # any card, and runs never part: fast, but not every position is reached

    # Codes in place of a source. Piles have smaller numbers.
    NO_MOVE = 252


cdef inline u32 packed(int source, int target, int count) noexcept nogil:
    return source | target << 8 | count << 16


cdef inline u64 pile_bit(int pile) noexcept nogil:
    return <u64>1 << pile


cdef inline bint is_foundation(const Flat* flat, int pile) noexcept nogil:
    return flat.columns <= pile < flat.foundations_end


cdef inline u64 piles_of(int first, int end) noexcept nogil:
    """Return the set of piles from ``first`` up to ``end``."""
    return (pile_bit(end) - 1) & ~(pile_bit(first) - 1)


cdef inline bint bares_home_card(const Flat* flat, u32 move) noexcept nogil:
    """Return whether the card that the move bares goes to its foundation as part of the move."""
    return move >> 24 and <int>(move & 255) < flat.columns


cdef u64 make_move(const Flat* flat, Board* board, u32 move) noexcept nogil:
    """Play a move and return the set of piles that it changed."""
    cdef int source = move & 255, target = move >> 8 & 255, kind, index
    cdef u64 touched = 0
    if source == NO_MOVE:
        return 0
    if source == flat.waste and move >> 24:
        turn_to(flat, board, (move >> 24) - 1)
        touched = pile_bit(flat.stock)
    if source > NO_MOVE:
        turn_stock(flat, board, 1 << source - NO_MOVE - 1)
        return ~<u64>0 if source - NO_MOVE != 2 else pile_bit(flat.stock) | pile_bit(flat.waste)
    touched |= pile_bit(source) | pile_bit(target)
    move_cards(flat, board, source, target, move >> 16 & 255)
    if bares_home_card(flat, move):
        target = accepting_foundation(flat, board, source, 1)
        touched |= pile_bit(target)
        move_cards(flat, board, source, target, 1)
    if flat.fills_by_itself:
        return ~<u64>0
    if flat.has_covers:
        touched |= flat.lies_on[source] | flat.lies_on[target]
    if has(flat.pairing, target):
        touched |= pile_bit(flat.columns)
    if flat.opens_to_all:
        return ~<u64>0
    if has(flat.collecting, target):
        touched |= pile_bit(flat.columns) | flat.collecting
    if flat.refill[source] or (flat.refill[target] and has(flat.pairing, target)):
        # A supply that fills the vacancy with its last card is filled in turn, so from another list.
        for kind in range(3):
            for index in range(flat.supplies[kind]):
                touched |= pile_bit(flat.supply[kind][index])
    return touched


cdef inline bint could_come_back(const Flat* flat, const Facts* facts, const Board* board, int column) noexcept nogil:
    """Return whether a foundation could give the top card of a column back to its place, if it were there."""
    cdef int under
    if not facts.returns or board.size[column] < 2:
        return False
    under = board.cards[column][board.size[column] - 2]
    return under <= FLOOR and has(flat.fits[flat.row[0]][under], top_of(board, column))


cdef u64 given_back(const Flat* flat, const Facts* facts, const Board* board) noexcept nogil:
    """Return the columns whose top cards have just come from foundations: all other such cards are forced."""
    cdef u64 columns = 0
    cdef int column
    for column in range(flat.columns):
        if could_come_back(flat, facts, board, column) and accepting_foundation(flat, board, column, 1) != NO_PILE:
            columns |= pile_bit(column)
    return columns


cdef u64 useful_back(const Flat* flat, const Facts* facts, const Board* board) noexcept nogil:
    """Return the foundations whose top card is worth giving back.

    A card may come to lie on it that is in a column, the waste or the stock now. Or it makes way for such a card of
    its foundation, or takes such a card of another one.
    """
    cdef u64 others = 0, useful = 0, known = 1, foundations = 0
    cdef int pile, index, card
    cdef bint way
    for pile in range(flat.piles):
        if flat.columns <= pile < flat.foundations_end:
            continue
        for index in range(1, board.size[pile]):
            if board.cards[pile][index] < FACE_DOWN:
                others |= <u64>1 << board.cards[pile][index]
    while known != useful:
        known = useful
        for pile in range(flat.columns, flat.foundations_end):
            way = False
            for index in range(1, board.size[pile]):
                card = board.cards[pile][index]
                way |= flat.fits[flat.row[0]][card] & (others | useful) != 0
                if way:
                    useful |= <u64>1 << card
    for pile in range(flat.columns, flat.foundations_end):
        if board.size[pile] > 1 and has(useful, top_of(board, pile)):
            foundations |= pile_bit(pile)
    return foundations


cdef u32 forced_move(const Flat* flat, const Facts* facts, const Board* board, int forcing) noexcept nogil:
    """Return a move of a run or of a card to its foundation that is played at once, or NO_MOVE.

    If a card's move is safe (``safe.pxi``), every winning line also wins without the later moves of this card: no card
    needs it, and the card below it is free earlier. The last card of a pile that would be refilled stays. A card that
    could come back goes, too.
    """
    cdef int pile, target, top
    cdef u64 taken = 0
    cdef u32 join
    if facts.joins:
        join = joining_move(flat, board)
        if join & 255 != NO_MOVE:
            return join
    if forcing == NOTHING_FORCED:
        return packed(NO_MOVE, 0, 0)
    for pile in range(flat.columns, flat.foundations_end):
        taken |= taken_by(flat, board, pile)
    for pile in range(flat.piles):
        top = top_of(board, pile)
        if top >= FLOOR or not has(taken, top) or not has(flat.is_source, pile) or flat.columns <= pile < flat.foundations_end:
            continue
        if not gives(flat, board, pile):
            continue
        # Turned back after each move, the waste has no top card (``settle``).
        if pile == flat.waste and facts.cycles:
            continue
        if forcing == SAFE_FORCED:
            if not has(facts.sheds, pile):
                continue
            if flat.refill[pile] and board.size[pile] == 2:
                continue
            if not (pile < flat.columns and could_come_back(flat, facts, board, pile)) and not is_safe(flat, facts, board, top):
                continue
        target = accepting_foundation(flat, board, pile, 1)
        if target != NO_PILE:
            return packed(pile, target, 1)
    if facts.sheds_stock:
        return forced_move_of_stock(flat, facts, board, forcing, taken)
    return packed(NO_MOVE, 0, 0)


cdef u32 forced_move_of_stock(
    const Flat* flat, const Facts* facts, const Board* board, int forcing, u64 taken
) noexcept nogil:
    """Return a move of any card of the stock or the waste to a foundation, with the turns it needs, or NO_MOVE."""
    cdef int drawn, card, target
    if not gives(flat, board, flat.waste):
        return packed(NO_MOVE, 0, 0)
    for drawn in range(1, board.size[flat.waste] + board.size[flat.stock] - 1):
        card = card_to_come(flat, board, drawn)
        if not has(taken, card) or (forcing == SAFE_FORCED and not is_safe(flat, facts, board, card)):
            continue
        for target in range(flat.columns, flat.foundations_end):
            if has(taken_by(flat, board, target), card) and has(flat.reach[flat.waste], target):
                return packed(flat.waste, target, 1) | <u32>(drawn + 1) << 24
    return packed(NO_MOVE, 0, 0)


cdef u32 joining_move(const Flat* flat, const Board* board) noexcept nogil:
    """Return a move of a run onto a card that continues it, from one that does not, or NO_MOVE."""
    cdef int column, target, first
    cdef const u8* cards
    for column in range(flat.columns):
        cards = board.cards[column]
        first = board.size[column] - 1
        while first > 1 and cards[first - 1] < FLOOR and has(flat.run[cards[first - 1]], cards[first]):
            first -= 1
        if first < 2 or cards[first - 1] >= FACE_DOWN or not has(flat.fits[flat.row[0]][cards[first - 1]], cards[first]):
            continue
        for target in range(flat.columns):
            if target != column and board.size[target] > 1 and has(flat.run[top_of(board, target)], cards[first]):
                return packed(column, target, board.size[column] - first)
    return packed(NO_MOVE, 0, 0)


cdef void turn_to(const Flat* flat, Board* board, int drawn) noexcept nogil:
    """Turn the stock and the waste until ``drawn`` cards are on the waste, by whatever draws and redeals."""
    while board.size[flat.waste] - 1 < drawn:
        put_card(board, flat.waste, take_card(board, flat.stock))
    while board.size[flat.waste] - 1 > drawn:
        put_card(board, flat.stock, take_card(board, flat.waste))


cdef inline bint is_reached_again(const Flat* flat, const Board* board) noexcept nogil:
    """Return whether a redeal and draws lead back to the cards that are on the waste now."""
    return (board.size[flat.waste] - 1) % flat.draw == 0 or board.size[flat.stock] == 1


cdef inline bint forces(const Flat* flat, const Facts* facts, const Board* board, u32 move, int forcing) noexcept nogil:
    """Return whether other moves are forced after a move: none after one that they would undo."""
    if facts.joins:
        return forcing == ALL_FORCED or not has_parted(flat, board, move)
    return not (facts.returns and is_foundation(flat, move & 255))


cdef bint has_parted(const Flat* flat, const Board* board, u32 move) noexcept nogil:
    """Return whether a move has taken cards off a card that they continue, to a card that they do not."""
    cdef int source = move & 255, target = move >> 8 & 255, place
    if source >= flat.columns or target >= flat.columns:
        return False
    place = board.size[target] - <int>(move >> 16 & 255)
    return (
        top_of(board, source) < FLOOR
        and board.cards[target][place - 1] < FLOOR
        and has(flat.run[top_of(board, source)], board.cards[target][place])
        and not has(flat.run[board.cards[target][place - 1]], board.cards[target][place])
    )


cdef u64 settle(const Flat* flat, const Facts* facts, Board* board, u32 last, int forcing) noexcept nogil:
    """Play all moves that are forced after the last one, and return the set of piles that they changed."""
    cdef u64 touched = 0
    cdef u32 move
    cdef bint forced = forces(flat, facts, board, last, forcing)
    while forced and not board.won:
        move = forced_move(flat, facts, board, forcing)
        if move & 255 == NO_MOVE:
            break
        touched |= make_move(flat, board, move)
    if facts.cycles and board.size[flat.waste] > 1 and is_reached_again(flat, board):
        turn_to(flat, board, 0)
        touched |= pile_bit(flat.stock) | pile_bit(flat.waste)
    return touched


cdef inline bint columns_differ(const Flat* flat, const Board* board) noexcept nogil:
    """Return whether the order of the columns matters: to a deal to come, or to a redeal that gathers them."""
    if flat.gathers or (flat.restocks and flat.dealt_first == 0):
        return True
    return flat.actions & DEAL and flat.dealt_first == 0 and board.size[flat.stock] > 1


cdef bint is_idle(const Flat* flat, const Facts* facts, const Board* board, const Play* play) noexcept nogil:
    """Return whether an earlier move leads to an equivalent position, or the move changes nothing."""
    cdef int pile, top
    if (facts.plain and not facts.proved_idle) or play.target == flat.waste:
        return False
    if play.target >= flat.foundations_end:
        if facts.reserve_supplies or facts.differ:
            return False
        if play.source >= flat.foundations_end and play.source < flat.targets:
            return True
        for pile in range(flat.foundations_end, play.target):
            if board.size[pile] == 1:
                return True
        return False
    top = top_of(board, play.target)
    if play.target < flat.columns:
        if board.size[play.target] > 1:
            return is_exchange(flat, facts, board, play) and not bares_next_card(flat, board, play)
        if facts.differ or columns_differ(flat, board):
            return False
        if play.source < flat.columns and play.count == board.size[play.source] - 1 and not flat.refill[play.source]:
            return True
        for pile in range(play.target):
            if board.size[pile] == 1:
                return True
        return False
    for pile in range(flat.columns, play.target):
        if facts.seed[pile] == facts.seed[play.target] and board.size[pile] == board.size[play.target]:
            if pile != play.source and facts.like[top_of(board, pile)] == facts.like[top]:
                return not facts.remembers
    return False


cdef bint is_exchange(const Flat* flat, const Facts* facts, const Board* board, const Play* play) noexcept nogil:
    """Return whether a sequence moves between two cards of columns that take the same cards (``shapes.pxi``)."""
    cdef int place, under
    if not facts.free_runs or play.source >= flat.columns or play.target >= flat.columns:
        return False
    place = board.size[play.source] - play.count
    under = board.cards[play.source][place - 1]
    if under >= FLOOR or not has(flat.run[under], board.cards[play.source][place]):
        return False
    return flat.run[under] == flat.run[top_of(board, play.target)]


cdef bint bares_next_card(const Flat* flat, const Board* board, const Play* play) noexcept nogil:
    """Return whether a foundation takes the card that a move bares."""
    cdef int pile, under = board.cards[play.source][board.size[play.source] - play.count - 1]
    for pile in range(flat.columns, flat.foundations_end):
        if has(taken_by(flat, board, pile), under):
            return True
    return False


cdef inline int card_to_come(const Flat* flat, const Board* board, int drawn) noexcept nogil:
    """Return the top of the waste when this number of cards is on it."""
    if drawn < board.size[flat.waste]:
        return board.cards[flat.waste][drawn]
    return board.cards[flat.stock][board.size[flat.stock] - 1 - (drawn - board.size[flat.waste])]


cdef int moves_of_waste(
    const Flat* flat, const Facts* facts, const Board* board, u64 targets, u32* moves
) noexcept nogil:
    """Write the moves to these targets of all cards that draws and redeals bring to the top of the waste.

    Return their number.
    """
    cdef int target, drawn, number = 0
    cdef int waste = board.size[flat.waste] - 1, stock = board.size[flat.stock] - 1
    cdef u64 taken
    cdef Play play = Play(flat.waste, 0, 1)
    for target in range(flat.targets):
        if not has(targets, target) or not has(flat.reach[flat.waste], target):
            continue
        taken = taken_by(flat, board, target)
        play.target = target
        if not taken or flat.whole[target] or (target < flat.columns and board.size[target] == flat.full_size):
            continue
        if is_idle(flat, facts, board, &play):
            continue
        for drawn in range(1, waste + stock + 1):
            if drawn % flat.draw and drawn != waste + stock:
                if drawn < waste or (drawn - waste) % flat.draw:
                    continue
            if has(taken, card_to_come(flat, board, drawn)):
                moves[number] = packed(flat.waste, target, 1) | <u32>(drawn + 1) << 24
                number += 1
    return number


cdef int moves_to_try(
    const Flat* flat, const Facts* facts, const Board* board, bint turned, bint settled, Play* plays, u32* moves
) noexcept nogil:
    """Write all moves but idle ones to ``moves`` and return their number. ``plays`` is working memory.

    If ``turned``, moves of waste cards include the turns of the stock that they need. If ``settled``, forced moves
    were played, and foundations give cards back only for a purpose.
    """
    cdef int index, action, number = 0
    cdef u64 targets = given_back(flat, facts, board) if settled and facts.returns else 0
    cdef u64 left_out = 0
    if settled and facts.returns:
        left_out = piles_of(flat.columns, flat.foundations_end) & ~useful_back(flat, facts, board)
    for index in range(card_moves(flat, board, False, plays, MOST_MOVES)):
        if turned and plays[index].source == flat.waste or has(left_out, plays[index].source):
            continue
        if targets and not has(targets, plays[index].target) and not is_foundation(flat, plays[index].source):
            continue
        if not is_idle(flat, facts, board, &plays[index]):
            moves[number] = packed(plays[index].source, plays[index].target, plays[index].count)
            if settled and facts.merges and is_exchange(flat, facts, board, &plays[index]):
                moves[number] |= <u32>1 << 24
            number += 1
    if turned:
        return number + moves_of_waste(flat, facts, board, targets or ~<u64>0, moves + number)
    if targets:
        return number
    for action in range(3):
        if may_turn(flat, board, 1 << action):
            moves[number] = packed(NO_MOVE + 1 + action, 0, 0)
            number += 1
    return number
