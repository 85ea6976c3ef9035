# Legal moves and the outcome of a game (RULES §1).
#
# Needs: board.pxi, bounds.pxi, table.pxi
# Gives: IN_PROGRESS, LOST, WON, accepting_foundation, awaits_base, card_moves, drawn_to, given_by, gives,
#   is_begun_by, is_part_of_column, longest_run, may_turn, opens, outcome_of, redeals_left, run_from,
#   run_length, stock_can_help, taken_by, takes_group, target_of, turn_stock, turns_out, turns_up

cdef object WON = Outcome.WON
cdef object LOST = Outcome.LOST
cdef object IN_PROGRESS = Outcome.IN_PROGRESS

cdef inline bint is_cell(const Flat* flat, int pile) noexcept nogil:
    return flat.foundations_end <= pile < flat.cells_end


cdef inline bint is_played_out(const Flat* flat, const Board* board) noexcept nogil:
    """Return whether the stock has no card, and the waste none either unless no pile waits for it."""
    if flat.waste != NO_PILE and not flat.draws_open and board.size[flat.waste] > 1:
        return False
    return flat.stock == NO_PILE or board.size[flat.stock] == 1


cdef inline bint is_between_rounds(const Flat* flat, const Board* board) noexcept nogil:
    """Return whether stock cards are moved to columns in rounds, and none has begun or the last one is over."""
    return flat.rounds and (board.phase == 0 or board.phase == flat.rounds > 1)


cdef bint lacks(const Flat* flat, const Board* board, int target) noexcept nogil:
    """Return whether one of the foundations for which a pile waits has no card."""
    cdef int pile
    for pile in range(flat.columns, flat.foundations_end):
        if has(flat.awaits[target], pile) and board.size[pile] == 1:
            return True
    return False


cdef inline u64 taken_by(const Flat* flat, const Board* board, int target) noexcept nogil:
    """Return the cards that a pile takes now, alone or leading a group."""
    cdef int guard = flat.guard[target]
    cdef int top = top_of(board, target)
    cdef u64 cards
    if flat.row_width and target < flat.columns:
        return taken_in_row(flat, board, target)
    if has(flat.run_cells, target) and board.size[flat.stock] > 1:
        return 0
    if target == flat.merci and board.merci_used == flat.mercis:
        return 0
    if flat.has_covers and not is_cell(flat, target) and is_covered(flat, board, target):
        return 0
    if top > FLOOR and not (flat.closed_takes and is_closed(flat, board, target)):
        return 0
    if has(flat.takes_after, target) and not is_played_out(flat, board):
        return 0
    if flat.awaits[target] and lacks(flat, board, target):
        return 0
    if has(flat.limited, target) and board.size[target] == flat.complete[target]:
        return 0
    if top > FLOOR:
        cards = flat.own[target] if flat.has_own else every_card()
    else:
        cards = flat.fits[flat.row[target]][top]
        if flat.base_apart and target < flat.columns and top < FLOOR:
            cards &= ~across_corner(board, top)
    if flat.one_way and target < flat.columns and top < FLOOR:
        cards &= going_on(flat, board, target)
    if has(flat.dependent, target):
        cards &= dependent(flat, board, target)
    if guard >= 0 and board.size[guard] != flat.complete[guard]:
        return cards & ~flat.guarded[target]
    return cards


cdef inline u64 taken_beneath(const Flat* flat, const Board* board, int source, int target) noexcept nogil:
    """Return the cards that leave a pile with the next one there, or with that of a pile that it alone covers."""
    cdef int under, cover
    if not has(flat.beneath, source):
        return 0
    if source == target:
        under = board.cards[target][board.size[target] - 2] if board.size[target] > 2 else FLOOR
    elif not has(flat.lies_on[source], target):
        return 0
    else:
        under = top_of(board, target)
        for cover in range(flat.reserve_end):
            if cover != source and has(flat.covers[target], cover) and board.size[cover] > 1:
                return 0
    return flat.fits[flat.row[target]][under] if under < FLOOR else 0


cdef inline u64 given_by(const Flat* flat, int source, int target) noexcept nogil:
    """Return the cards that a pile takes from another, whatever lies there."""
    if not has(flat.ranked, target) or has(flat.free_givers[target], source):
        return every_card()
    return flat.limit[target]


cdef inline u64 taken_from(const Flat* flat, const Board* board, int source, int target) noexcept nogil:
    """Return the cards that a pile takes now from another, or that leave with the card under them."""
    if source == target:
        return taken_beneath(flat, board, source, target)
    cdef u64 cards = taken_by(flat, board, target) & given_by(flat, source, target)
    return cards | (taken_beneath(flat, board, source, target) if flat.beneath else 0)


cdef inline u64 across_corner(const Board* board, int under) noexcept nogil:
    """Return the cards that are next to a card only where ranks go round: Kings for an Ace, Aces for a King."""
    cdef int rank = (under + board.base) % 13
    if rank == 0:
        return of_rank((KING - board.base + 13) % 13)
    return of_rank((13 - board.base) % 13) if rank == KING else 0


cdef u64 going_on(const Flat* flat, const Board* board, int column) noexcept nogil:
    """Return the cards that go on the way of the two top cards of a column; all if these have none."""
    cdef int top = top_of(board, column), under = board.cards[column][board.size[column] - 2]
    if board.size[column] < 3 or under >= FACE_DOWN or not has(flat.fits[flat.row[column]][under], top):
        return every_card()
    return of_rank((2 * (top % 13) - under % 13 + 13) % 13)


cdef inline bint turns_corner(const Flat* flat, const Board* board, const u8* cards, int count) noexcept nogil:
    """Return whether one of some cards is next to the one below it only where ranks go round, in columns that do not."""
    cdef int index
    if flat.base_apart:
        for index in range(count - 1):
            if has(across_corner(board, cards[index]), cards[index + 1]):
                return True
    return False


cdef inline bint is_closed(const Flat* flat, const Board* board, int pile) noexcept nogil:
    """Return whether the top card of a column lies face down until the player turns it up."""
    return flat.closed and pile < flat.columns and top_of(board, pile) >= FACE_DOWN


cdef inline bint turns_up(const Flat* flat, const Board* board, int pile) noexcept nogil:
    """Return whether the player may turn up the top card of a pile."""
    return is_closed(flat, board, pile) and has(flat.reach[pile], pile)


cdef inline bint turns_out(const Flat* flat, const Board* board, int pile) noexcept nogil:
    """Return whether a merci can turn up a face-down card of a pile."""
    if flat.turned_to == NO_PILE or board.merci_used == flat.mercis or not has_own_top(flat, board, flat.turned_to):
        return False
    return pile < flat.columns and topmost_down(board, pile) > 0


cdef u64 taken_in_row(const Flat* flat, const Board* board, int column) noexcept nogil:
    """Return the cards that a place in a row takes."""
    cdef u64 cards
    if board.size[column] > 1:
        return 0
    if column % flat.row_width == 0 and not flat.ring:
        return of_rank(flat.row_base)
    cards = flat.after[top_of(board, (column or flat.columns) - 1)]
    if column + 1 == flat.columns and not flat.ring:
        return cards
    return cards | flat.before[top_of(board, (column + 1) % flat.columns)]


cdef u64 dependent(const Flat* flat, const Board* board, int target) noexcept nogil:
    """Return the cards that the other piles, on which a foundation can depend, or its first card let a pile take."""
    cdef int pile, card, index, opened = NO_PILE
    cdef int matched = flat.matches[target]
    cdef u64 cards = 0
    if has(flat.opens_to_all, target):
        return every_card() if board.size[target] > 1 else opening_cards(flat, board)
    if has(flat.collecting, target):
        return joining(flat, board)
    if has(flat.built_cells, target):
        if board.size[target] == 1 or has(flat.fits[flat.row[target]][FLOOR], board.cards[target][1]):
            return every_card()
        return 0
    if flat.order_of[target]:
        return of_rank(flat.order[flat.order_of[target] - 1][board.size[target] - 1])
    if has(flat.outranked, target):
        for pile in range(flat.columns):
            card = top_of(board, pile)
            if card < FLOOR:
                # All lower cards of the suit; an Ace is the highest.
                index = card % 13
                cards |= ((<u64>1 << index) - 1 if index else 0x1FFF) << (card - index) & ~(<u64>1 << (card - index))
        return cards
    if has(flat.lowest_first, target):
        return every_card() if board.size[target] > 1 else beginning_lowest(flat, board, matched)
    if matched >= 0:
        for index in range(1, board.size[matched] if board.size[target] > 1 else min(2, board.size[matched])):
            cards |= of_rank(board.cards[matched][index] % 13)
        return cards
    if flat.same_base and board.size[target] == 1:
        opened = opening_card(flat, board)
        if opened != NO_PILE:
            return of_rank(opened % 13)
    if flat.same_direction and board.size[target] > 1:
        opened = opening_step(flat, board)
        if opened != NO_PILE:
            return of_rank((top_of(board, target) % 13 + opened) % 13)
    return every_card()


cdef u64 beginning_lowest(const Flat* flat, const Board* board, int matched) noexcept nogil:
    """Return the cards of which columns show no lower one, that no foundation takes, and of a suit that fits."""
    cdef int pile, top, first
    cdef u64 cards = every_card()
    if matched >= 0:
        cards = of_suit(board.cards[matched][1] // 13) if board.size[matched] > 1 else 0
    for pile in range(flat.foundations_end):
        top = top_of(board, pile)
        if top >= FLOOR:
            continue
        if pile < flat.columns:
            # All higher cards of the suit.
            cards &= ~(of_suit(top // 13) & ~((<u64>1 << (top + 1)) - 1))
            continue
        cards &= ~flat.fits[flat.row[pile]][top]
        if matched < 0 and has(flat.lowest_first, pile) and flat.matches[pile] < 0:
            cards &= ~of_suit(board.cards[pile][1] // 13)
    return cards


cdef u64 opening_cards(const Flat* flat, const Board* board) noexcept nogil:
    """Return the cards that an empty column takes, which any opens once all of some ranks lie lowest in columns."""
    cdef int column, laid = 0
    for column in range(flat.columns):
        if board.size[column] > 1 and has(flat.opens_first, board.cards[column][1] & ~FACE_DOWN):
            laid += 1
    return flat.opens_first if laid < flat.opening_cards else every_card()


cdef u64 joining(const Flat* flat, const Board* board) noexcept nogil:
    """Return the cards that belong to a set together with those on the cells, and come next to one in order."""
    cdef u8 held[13]
    cdef u64 suited = every_card(), cards = 0, lacking, beside
    cdef bint begun = False
    cdef int pile, index, rank
    memset(held, 0, 13)
    for pile in range(flat.foundations_end, flat.cells_end):
        if board.size[pile] > 1:
            begun = True
            held[board.cards[pile][1] % 13] += 1
            suited &= flat.set_suits[board.cards[pile][1]]
    for index in range(flat.sets):
        lacking, beside = 0, 0 if begun else every_card()
        for rank in range(13):
            if held[rank] > flat.set_ranks[index][rank]:
                break
            if held[rank]:
                beside |= flat.set_beside[index][rank]
            if held[rank] < flat.set_ranks[index][rank]:
                lacking |= of_rank(rank)
        else:
            cards |= lacking & beside
    return cards & suited


cdef int opening_card(const Flat* flat, const Board* board) noexcept nogil:
    """Return the first card of some foundation, NO_PILE if none has a card."""
    cdef int pile
    for pile in range(flat.columns, flat.foundations_end):
        if board.size[pile] > 1:
            return board.cards[pile][1]
    return NO_PILE


cdef int opening_step(const Flat* flat, const Board* board) noexcept nogil:
    """Return by how many ranks, modulo 13, foundations go from card to card, NO_PILE if none has two cards."""
    cdef int pile
    for pile in range(flat.columns, flat.foundations_end):
        if board.size[pile] > 2:
            return (board.cards[pile][2] % 13 - board.cards[pile][1] % 13 + 13) % 13
    return NO_PILE


cdef inline bint awaits_base(const Flat* flat, const Board* board) noexcept nogil:
    """Return whether the first card on a foundation must come before anything else."""
    return flat.openers and opening_card(flat, board) == NO_PILE


cdef inline bint is_begun_by(const Flat* flat, int target) noexcept nogil:
    """Return whether a move to a target is possible while no foundation has a card."""
    return not flat.base_first or target == BARE or flat.columns <= target < flat.foundations_end


cdef inline bint gives(const Flat* flat, const Board* board, int source) noexcept nogil:
    """Return whether a source that is not empty may give its top card."""
    if flat.has_covers and is_covered(flat, board, source):
        return False
    if hides_stock(flat, board, source):
        return False
    if has(flat.bases_stay, source) and board.size[source] == 2:
        return False
    if flat.complete_stays and source < flat.columns and is_complete_run(flat, board, source):
        return False
    if has(flat.gives_after, source) and not is_played_out(flat, board) and not is_between_rounds(flat, board):
        return False
    return has(flat.openers, source) or not awaits_base(flat, board)


cdef inline bint is_run(const u64* follows, const u8* cards, int count) noexcept nogil:
    cdef int index
    for index in range(count - 1):
        if not has(follows[cards[index]], cards[index + 1]):
            return False
    return True


cdef inline const u64* run_from(const Flat* flat, int source) noexcept nogil:
    """Return what a card moved in a group of a pile must lie on, NULL where groups need no order."""
    # Not conditional expressions: Cython keeps their value in a variable that is not const.
    if flat.runs_differ:
        if flat.run_of[source]:
            return flat.other_run[flat.run_of[source] - 1]
    elif flat.has_run:
        return flat.run
    return NULL


cdef inline bint is_level(const Flat* flat, const u8* group, int count) noexcept nogil:
    """Return whether a group is of one rank, where such groups move."""
    return flat.has_level and is_run(flat.level_run, group, count)


cdef inline bint takes_group(
    const Flat* flat, const Board* board, int source, int target, int count
) noexcept nogil:
    """Return whether a target takes face-up cards, given that it takes the one that leads them."""
    cdef const u8* group = &board.cards[source][board.size[source] - count]
    cdef const u64* run
    if flat.exchanges and target == flat.merci:
        return count > 1
    if target < flat.columns and board.size[target] + count > flat.full_size:
        return False
    if count > 1:
        if not has(flat.together[source], target):
            return False
        run = run_from(flat, source)
        if (run != NULL or flat.supermove) and turns_corner(flat, board, group, count):
            return False
        if target < flat.columns and flat.supermove:
            return moves_in_parts(flat, board, group, target, count)
        if run != NULL and not is_run(run, group, count) and not is_level(flat, group, count):
            return False
        if target < flat.columns and flat.whole_only and count + 1 != board.size[source]:
            return False
    elif flat.lifts_whole and is_part_of_column(flat, board, source, target):
        return False
    if target == flat.merci:
        return drawn_to(flat, board, source) != NO_PILE
    if flat.whole[target]:
        return count == flat.whole[target] and is_run(flat.fits[flat.whole_row[target]], group, count)
    return True


cdef int drawn_to(const Flat* flat, const Board* board, int source) noexcept nogil:
    """Return the first pile that takes the card under the top card of a column, NO_PILE if none does."""
    cdef int card, index, target
    if board.size[source] < 3:
        return NO_PILE
    card = board.cards[source][board.size[source] - 2]
    if card >= FACE_DOWN:
        return NO_PILE
    for index in range(flat.foundations_end):
        # Foundations first, then columns.
        target = (index + flat.columns) % flat.foundations_end
        if target == source or not reaches(flat, board, source, target) or flat.whole[target]:
            continue
        if target < flat.columns and board.size[target] == flat.full_size:
            continue
        if has(taken_from(flat, board, source, target), card):
            return target
    return NO_PILE


cdef inline bint is_part_of_column(const Flat* flat, const Board* board, int source, int target) noexcept nogil:
    """Return whether the top card of a pile would leave others of a column for another column."""
    return source < flat.columns and target < flat.columns and board.size[source] > 2


cdef bint moves_in_parts(
    const Flat* flat, const Board* board, const u8* group, int target, int count
) noexcept nogil:
    """Return whether a group runs as columns are built and can move in parts by way of empty piles."""
    cdef int index, parts = count
    if not is_run(flat.build_run, group, count):
        return False
    if flat.has_run:
        parts = 1
        for index in range(count - 1):
            parts += not has(flat.run[group[index]], group[index + 1])
    return parts == 1 or parts <= most_parts(flat, board, target)


cdef int most_parts(const Flat* flat, const Board* board, int target) noexcept nogil:
    """Return how many parts of a group the empty cells and columns let move to a column."""
    cdef int pile, parts = 1, doublings = 0
    for pile in range(flat.foundations_end, flat.cells_end):
        parts += board.size[pile] == 1
    if flat.any_opens:
        for pile in range(flat.columns):
            doublings += board.size[pile] == 1 and pile != target
    # Eight doublings are enough for every card of four packs.
    return parts << min(doublings, 8)


cdef int accepting_foundation(const Flat* flat, const Board* board, int source, int count) noexcept nogil:
    """Return the lowest-numbered foundation that takes the top cards of a pile, NO_PILE if none does."""
    cdef int leader = board.cards[source][board.size[source] - count]
    cdef int target
    for target in range(flat.columns, flat.foundations_end):
        if (
            target != source
            and has(flat.reach[source], target)
            and has(taken_from(flat, board, source, target), leader)
            and takes_group(flat, board, source, target, count)
        ):
            return target
    return NO_PILE


cdef inline bint reaches(const Flat* flat, const Board* board, int source, int target) noexcept nogil:
    """Return whether a target takes cards of a source, if they fit."""
    if not has(flat.reach[source], target):
        return False
    if target >= flat.columns:
        return True
    return opens(flat, board, source) if board.size[target] == 1 else has(flat.builds, source)


cdef inline bint opens(const Flat* flat, const Board* board, int source) noexcept nogil:
    """Return whether cards of a pile open an empty column now."""
    cdef int pile
    if flat.opens_after[source]:
        for pile in range(flat.foundations_end, flat.reserve_end):
            if has(flat.opens_after[source], pile) and board.size[pile] > 1:
                return False
    return has(flat.opens, source)


cdef bint hides(const Board* board, int source, int count) noexcept nogil:
    """Return whether one of the top cards of a pile lies face down."""
    cdef int place
    for place in range(board.size[source] - count, board.size[source]):
        if board.cards[source][place] >= FACE_DOWN:
            return True
    return False


cdef int target_of(const Flat* flat, const Board* board, const Play* play) noexcept nogil:
    """Return the pile to which a card move goes, NO_PILE if it is illegal."""
    cdef int leader
    if play.source < 0 or play.target == NO_PILE:
        return NO_PILE
    if play.source == play.target:
        if play.count == 1 and turns_up(flat, board, play.source):
            return play.source
        if play.count > 1 or not has(flat.beneath, play.source):
            return NO_PILE
    if not has(flat.is_source, play.source) or play.target >= flat.targets:
        return NO_PILE
    if play.count >= board.size[play.source]:
        return NO_PILE
    if flat.turned_to != NO_PILE and play.target == flat.merci:
        return flat.merci if play.count == 1 and turns_out(flat, board, play.source) else NO_PILE
    leader = board.cards[play.source][board.size[play.source] - play.count]
    if leader >= FACE_DOWN or not gives(flat, board, play.source):
        return NO_PILE
    if flat.mixed_faces and hides(board, play.source, play.count):
        return NO_PILE
    if flat.openers and not is_begun_by(flat, play.target) and awaits_base(flat, board):
        return NO_PILE
    if play.target == BARE:
        return accepting_foundation(flat, board, play.source, play.count)
    if not reaches(flat, board, play.source, play.target):
        return NO_PILE
    if not has(taken_from(flat, board, play.source, play.target), leader):
        return NO_PILE
    return play.target if takes_group(flat, board, play.source, play.target, play.count) else NO_PILE


cdef bint is_forward(const Flat* flat, const Board* board, const Play* play) noexcept nogil:
    """Return whether a legal card move cannot simply be undone (RULES §2)."""
    cdef int begin = board.size[play.source] - play.count
    cdef int under = board.cards[play.source][begin - 1]
    cdef int kind, index
    if play.target >= flat.columns:
        return flat.whole[play.target] == 0
    if play.source >= flat.columns or under >= FACE_DOWN:
        return True
    if play.count > 1 and flat.whole_only and board.size[play.target] > 1:
        return True
    if under == FLOOR and flat.refill[play.source]:
        kind = flat.refill[play.source] - 1
        for index in range(flat.supplies[kind]):
            if board.size[flat.supply[kind][index]] > 1:
                return True
    return not has(flat.fits[flat.row[play.source]][under], board.cards[play.source][begin])


cdef inline int run_length(const u64* follows, const u8* end) noexcept nogil:
    """Return how many of a pile's top cards, at least one, are a run that lies face up."""
    cdef int length = 1
    while end[-length - 1] < FLOOR and has(follows[end[-length - 1]], end[-length]):
        length += 1
    return length


cdef inline int longest_run(const Flat* flat, const u64* run, const u8* end) noexcept nogil:
    """Return how many of a pile's top cards are a run at most, in one way or the other."""
    cdef int length = run_length(run, end)
    return max(length, run_length(flat.level_run, end)) if flat.has_level else length


cdef int card_moves(const Flat* flat, const Board* board, bint forward, Play* plays, int most) noexcept nogil:
    """Write the first ``most`` legal card moves, or forward ones, in the order of RULES §1; return their number."""
    cdef u64 taken[MOST_PILES]
    cdef u64 leaders, cards, open = 0
    cdef int target, index, count, face_up, built, lifted, longest, number = 0
    cdef const u8* end
    cdef const u64* run
    cdef bint waits = awaits_base(flat, board)
    cdef Play play
    if board.won:
        return 0
    for target in range(flat.targets):
        taken[target] = 0 if waits and not is_begun_by(flat, target) else taken_by(flat, board, target)
        open |= taken[target]
    for index in range(flat.sources):
        play.source = flat.source[index]
        if turns_up(flat, board, play.source):
            play.target, play.count = play.source, 1
            plays[number] = play
            number += 1
            if number == most:
                return number
            continue
        if turns_out(flat, board, play.source):
            play.target, play.count = flat.merci, 1
            plays[number] = play
            number += 1
            if number == most:
                return number
        if not gives(flat, board, play.source):
            continue
        end = &board.cards[play.source][board.size[play.source]]
        face_up = 0
        leaders = 0
        while face_up + 1 < board.size[play.source] and end[-1 - face_up] < FACE_DOWN:
            face_up += 1
            leaders |= <u64>1 << end[-face_up]
            if not flat.together[play.source]:
                break
        if not leaders & open and not has(flat.beneath, play.source):
            continue
        # Longer groups are not runs, which takes_group demands of them.
        run = run_from(flat, play.source)
        lifted = longest_run(flat, run, end) if run != NULL else face_up
        built = run_length(flat.build_run, end) if flat.supermove else lifted
        for target in range(flat.targets):
            cards = taken[target]
            if flat.beneath:
                cards = taken_from(flat, board, play.source, target)
            elif target == play.source:
                continue
            elif flat.ranked:
                cards &= given_by(flat, play.source, target)
            if not cards & leaders or not reaches(flat, board, play.source, target):
                continue
            play.target = target
            longest = 1
            if has(flat.together[play.source], target):
                longest = built if target < flat.columns else face_up if target == flat.merci else lifted
            for count in range(1, longest + 1):
                play.count = count
                if (
                    has(cards, end[-count])
                    and takes_group(flat, board, play.source, target, count)
                    and (not forward or is_forward(flat, board, &play))
                ):
                    plays[number] = play
                    number += 1
                    if number == most:
                        return number
    return number


cdef bint is_held(const Flat* flat, const Board* board) noexcept nogil:
    """Return whether a hold keeps the cards in the stock."""
    cdef Play play
    cdef int column
    cdef int spare = 0
    if flat.hold == FREE:
        return False
    if flat.hold == HELD_BY_WASTE:
        return board.size[flat.waste] > 1
    if flat.hold == HELD_BY_EMPTY_COLUMN or flat.hold == HELD_BY_SPARE_CARD:
        for column in range(flat.columns):
            spare += board.size[column] > 2
        for column in range(flat.columns):
            if board.size[column] == 1:
                return flat.hold == HELD_BY_EMPTY_COLUMN or spare > 0
        return False
    return card_moves(flat, board, flat.hold == HELD_BY_FORWARD_MOVE, &play, 1) > 0


cdef bint may_turn(const Flat* flat, const Board* board, int action) noexcept nogil:
    """Return whether a stock action is legal."""
    if board.won or not flat.actions & action:
        return False
    if action == DEAL and flat.fills_gaps:
        return has_gap(flat, board)
    if awaits_base(flat, board):
        return False
    if action != REDEAL:
        return board.size[flat.stock] > 1 + flat.shows_last and not is_held(flat, board)
    if flat.gathers:
        return redeals_left(flat, board) and (not flat.shuffles or board.order != NOT_KNOWN)
    if flat.restocks:
        return may_restock(flat, board) and (not flat.shuffles or board.order != NOT_KNOWN)
    if flat.gather_as == UNDER_STOCK:
        return (board.size[flat.stock] == 1 or board.size[flat.waste] > 1) and redeals_left(flat, board)
    return board.size[flat.stock] == 1 and board.size[flat.waste] > 1 and redeals_left(flat, board)


cdef bint may_restock(const Flat* flat, const Board* board) noexcept nogil:
    """Return whether the stock is empty, cards are there to be gathered, and a redeal is left."""
    cdef int pile
    if board.size[flat.stock] > 1 or not redeals_left(flat, board):
        return False
    for pile in range(flat.gathered_first, flat.gathered_end):
        if board.size[pile] > 1:
            return True
    return False


cdef inline bint redeals_left(const Flat* flat, const Board* board) noexcept nogil:
    return flat.redeals < 0 or board.redeals < flat.redeals


cdef void turn_stock(const Flat* flat, Board* board, int action) noexcept nogil:
    """Do a legal stock action and all that follows from it."""
    if action == DEAL:
        deal_round(flat, board)
    elif action == DRAW:
        draw_cards(flat, board)
    else:
        board.redeals += 1
        if flat.gathers and flat.gather_as == BY_TURNS:
            turn_piles(flat, board)
        elif flat.gathers and flat.gather_as != IN_GROUPS:
            deal_again(flat, board)
        elif flat.gathers:
            gather(flat, board)
        elif flat.restocks:
            restock(flat, board)
        else:
            redeal(flat, board)
    if flat.wins_by:
        board.won = is_won(flat, board)


cdef bint stock_can_help(const Flat* flat, const Board* board) noexcept nogil:
    """Return whether the stock or a redeal can lead to a card move (RULES §1, *Lost*)."""
    cdef int pile
    cdef u64 to_come
    if flat.gathers:
        return redeals_left(flat, board) and (flat.gather_as != IN_GROUPS or gathering_can_help(flat, board))
    if flat.restocks and board.size[flat.stock] == 1:
        return may_restock(flat, board)
    if not flat.actions & DRAW:
        return flat.actions & DEAL and may_turn(flat, board, DEAL)
    if flat.gather_as == UNDER_STOCK and redeals_left(flat, board):
        return not awaits_base(flat, board)
    if awaits_base(flat, board) or (flat.hold == HELD_BY_WASTE and board.size[flat.waste] > 1):
        return False
    to_come = tops_to_come(flat, board)
    if to_come and redeals_left(flat, board):
        for pile in range(flat.piles):
            if board.size[pile] == 1 and is_filled_by_redeal(flat, pile):
                return True
    if flat.pairing or flat.draws_open or flat.packet or flat.last_draw_only:
        return turning_helps(flat, board)
    if flat.waste_takes:
        return goes_onto(flat, board, to_come)
    for pile in range(flat.cells_end):
        if (
            not flat.whole[pile]
            and reaches(flat, board, flat.waste, pile)
            and taken_from(flat, board, flat.waste, pile) & to_come
            and (pile >= flat.columns or board.size[pile] < flat.full_size)
        ):
            return True
    return False


cdef bint turning_helps(const Flat* flat, const Board* board) noexcept nogil:
    """Return whether a card can be moved after draws, or after those of allowed redeals."""
    cdef Board turned = board[0]
    cdef Play play
    cdef int number
    for number in range(3 if flat.packet else 2):
        while may_turn(flat, &turned, DRAW):
            turn_stock(flat, &turned, DRAW)
            if card_moves(flat, &turned, False, &play, 1):
                return True
        if not may_turn(flat, &turned, REDEAL):
            return False
        redeal(flat, &turned)
    return False


cdef bint goes_onto(const Flat* flat, const Board* board, u64 tops) noexcept nogil:
    """Return whether a card can be moved to the waste once one of these cards is its top."""
    cdef int top, index, source
    cdef u64 taken = 0
    for top in range(FLOOR):
        if has(tops, top):
            taken |= flat.fits[flat.row[flat.waste]][top]
    for index in range(flat.sources):
        source = flat.source[index]
        top = top_of(board, source)
        if top < FLOOR and has(taken, top) and not is_covered(flat, board, source):
            return True
    return False


cdef u64 tops_to_come(const Flat* flat, const Board* board) noexcept nogil:
    """Return the cards that draws would bring to the top of the waste, with an allowed redeal after them."""
    cdef int stock = board.size[flat.stock] - 1
    cdef int waste = board.size[flat.waste] - 1
    cdef int place
    cdef u64 cards = 0
    for place in range(1, stock + 1):
        if flat.hold == HELD_BY_WASTE and place > flat.draw:
            # What the first draw turns stays on the waste until it is played.
            break
        if place % flat.draw == 0 or place == stock:
            cards |= <u64>1 << board.cards[flat.stock][stock + 1 - place]
    if redeals_left(flat, board):
        # The next pass turns the waste from its bottom card on, then what is the stock now.
        for place in range(1, waste + stock + 1):
            if place % flat.draw == 0 or place == waste + stock:
                if place <= waste:
                    cards |= <u64>1 << (board.cards[flat.waste][place] & ~FACE_DOWN)
                else:
                    cards |= <u64>1 << board.cards[flat.stock][stock + 1 - (place - waste)]
    return cards


cdef bint gathering_can_help(const Flat* flat, const Board* board) noexcept nogil:
    """Return whether a card can move after an allowed redeal, or after later ones."""
    cdef Board next_board
    cdef Play play
    cdef int pile, cards = 0
    for pile in range(flat.columns):
        cards += board.size[pile] - 1
    if cards > flat.columns * flat.gather:
        return True
    next_board = board[0]
    turn_stock(flat, &next_board, REDEAL)
    return next_board.won or card_moves(flat, &next_board, False, &play, 1) > 0


cdef object outcome_of(const Flat* flat, const Board* board):
    cdef Play play
    if board.won:
        return WON
    if card_moves(flat, board, False, &play, 1) or stock_can_help(flat, board):
        return IN_PROGRESS
    return LOST
