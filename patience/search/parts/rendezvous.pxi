# Royal Rendezvous: no columns, and each play takes one card off the waste (``waste_bound.py`` has the argument).
#
# Needs: board.pxi, bounds.pxi, chart.pxi, engine.pyx, table.pxi, weights.pxi
# Gives: Answers, MOST_COPIES, MOST_OF_A_SUIT, rendezvous_value, waste_slack

cdef enum:
    # The size of the cache of play counts.
    ANSWERS = 1 << 14
    # The most foundations of one suit, so that their sizes fit into a cache key.
    MOST_OF_A_SUIT = 8
    # The most copies of a card, so that they fit into two bits.
    MOST_COPIES = 3


cdef struct Playable:
    # The cards that could be played while a waste card is buried, and an upper bound of the plays.
    u32 cards[4]  # by suit: the number of each rank, two bits each
    int plays[4]
    int all_plays


cdef struct Answers:
    # A cache of upper bounds of plays. Sibling positions share most keys.
    u64 question[ANSWERS]  # 0 marks an empty entry
    u8 plays[ANSWERS]


cdef int most_plays(
    const Flat* flat, const Facts* facts, const Board* board, int suit, u32 cards, Answers* answers
) noexcept nogil:
    """Return an upper bound of the cards of a suit that its foundations could take, from the cache."""
    cdef u64 question = suit
    cdef u64 place
    cdef int index, guard = flat.guard[facts.suit_pile[suit][0]]
    for index in range(facts.suit_piles[suit]):
        question = question << 4 | board.size[facts.suit_pile[suit][index]]
    question = question << 4 | (board.size[guard] if guard >= 0 else 0)
    question = question << 26 | cards
    place = mixed(question) % ANSWERS
    if answers.question[place] != question:
        answers.question[place] = question
        answers.plays[place] = count_most_plays(flat, facts, board, suit, cards)
    return answers.plays[place]


cdef int count_most_plays(
    const Flat* flat, const Facts* facts, const Board* board, int suit, u32 cards
) noexcept nogil:
    """Compute the bound: the longest foundation first, then the others.

    Exact if the others have no rank in common. Foundations that give cards back are rebuilt from all their
    cards, because a move between two foundations does not count as a play.
    """
    cdef u8 left[13]
    cdef const u8* piles = facts.suit_pile[suit]
    cdef int longest = piles[0], guard = flat.guard[piles[0]]
    cdef int index, pile, size, steps, climbed, home = 0, most = 0
    for index in range(13):
        left[index] = cards >> 2 * index & 3
    if not facts.final:
        for index in range(facts.suit_piles[suit]):
            pile = piles[index]
            home += board.size[pile] - 1
            for size in range(1, board.size[pile]):
                left[facts.rank[board.cards[pile][size]]] += 1
    climbed = board.size[longest] if facts.final else 1
    steps = 0
    while True:
        most = max(most, steps + climb_others(flat, facts, board, suit, left))
        if climbed == flat.complete[longest] or not left[facts.rank[facts.step[longest][climbed]]]:
            break
        left[facts.rank[facts.step[longest][climbed]]] -= 1
        climbed += 1
        steps += 1
        if climbed == flat.complete[longest] and guard >= 0:
            if climb(flat, facts, board, guard, left) + board.size[guard] < flat.complete[guard]:
                break
    return max(0, most - home)


cdef inline int climb(
    const Flat* flat, const Facts* facts, const Board* board, int pile, const u8* left
) noexcept nogil:
    """Return how many cards a foundation could take."""
    cdef int start = board.size[pile] if facts.final else 1
    cdef int size = start
    while size < flat.complete[pile] and left[facts.rank[facts.step[pile][size]]]:
        size += 1
    return size - start


cdef inline int climb_others(
    const Flat* flat, const Facts* facts, const Board* board, int suit, const u8* left
) noexcept nogil:
    cdef int index, steps = 0
    for index in range(1, facts.suit_piles[suit]):
        steps += climb(flat, facts, board, facts.suit_pile[suit][index], left)
    return steps


cdef void count_plays(
    const Flat* flat, const Facts* facts, const Board* board, int suits, Playable* playable, Answers* answers
) noexcept nogil:
    """Update the bounds of a set of suits."""
    cdef int suit
    for suit in range(4):
        if suits >> suit & 1:
            playable.all_plays -= playable.plays[suit]
            playable.plays[suit] = most_plays(flat, facts, board, suit, playable.cards[suit], answers)
            playable.all_plays += playable.plays[suit]


cdef inline int make_playable(const Facts* facts, int card, Playable* playable) noexcept nogil:
    """Count one more playable card and return its suit as a set."""
    playable.cards[facts.suit[card]] += <u32>1 << 2 * facts.rank[card]
    return 1 << facts.suit[card]


cdef void make_cells_playable(
    const Flat* flat, const Facts* facts, const Board* board, Playable* playable
) noexcept nogil:
    """Count only the cards of the cells as playable."""
    cdef int pile
    memset(playable, 0, sizeof(Playable))
    for pile in range(flat.foundations_end, flat.reserve_end):
        if board.size[pile] > 1:
            make_playable(facts, board.cards[pile][1], playable)


cdef int waste_slack(
    const Flat* flat, const Facts* facts, const Board* board, Answers* answers
) noexcept nogil:
    """Return the plays to spare for exposing the waste, at most 12. Below 0 some card stays buried.

    A card under j others is exposed only if, for some d, d cards leave the stock and j + d cards are played, from
    the cells, the j cards above it and those d cards.
    """
    cdef Playable playable
    cdef int suits, step, spare, above = 0, drawn = 0, slack = 12
    cdef int top = board.size[flat.waste] - 1, stock = board.size[flat.stock] - 1
    if top == 0:
        return slack
    make_cells_playable(flat, facts, board, &playable)
    count_plays(flat, facts, board, 15, &playable, answers)
    spare = playable.all_plays
    while True:
        # More cards never allow fewer plays, so the next ``spare - slack`` cards cannot lower the slack.
        step = max(1, spare - slack + 1)
        if above + step >= top:
            return slack
        suits = 0
        while step:
            above += 1
            step -= 1
            suits |= make_playable(facts, board.cards[flat.waste][top - above + 1], &playable)
        count_plays(flat, facts, board, suits, &playable, answers)
        spare = playable.all_plays - above - drawn
        while spare < 0 and drawn < stock:
            suits = make_playable(facts, board.cards[flat.stock][stock - drawn], &playable)
            drawn += 1
            count_plays(flat, facts, board, suits, &playable, answers)
            spare = playable.all_plays - above - drawn
        if spare < 0:
            if not could_open(flat, facts, board, above, answers):
                return -1
            spare = 0
        slack = min(slack, spare)


cdef bint could_open(
    const Flat* flat, const Facts* facts, const Board* board, int above, Answers* answers
) noexcept nogil:
    """Return whether a waste card under `above` others could be exposed by any number of draws."""
    cdef Playable playable
    cdef int index, drawn
    cdef int top = board.size[flat.waste] - 1, stock = board.size[flat.stock] - 1
    make_cells_playable(flat, facts, board, &playable)
    for index in range(above):
        make_playable(facts, board.cards[flat.waste][top - index], &playable)
    count_plays(flat, facts, board, 15, &playable, answers)
    for drawn in range(stock):
        if playable.all_plays >= above + drawn:
            return True
        index = make_playable(facts, board.cards[flat.stock][stock - drawn], &playable)
        count_plays(flat, facts, board, index, &playable, answers)
    return playable.all_plays >= above + stock


cdef i32 rendezvous_value(
    const Flat* flat, const Facts* facts, const i32* weights, const Board* board, int slack
) noexcept nogil:
    """Return the value of a position: high and even foundations, a shallow waste, plays to spare."""
    cdef i32 value = -weights[SLACK] * slack
    cdef int index, card, suit, rank, pile, steps, kind, uneven
    cdef int lowest[4]
    cdef int least[MOST_PILES]
    for pile in range(flat.foundations_end):
        kind = pile // 4
        steps = board.size[pile] - 1
        value -= weights[facts.step_weight[pile]] * steps
        least[kind] = steps if pile % 4 == 0 else min(least[kind], steps)
    for kind in range(flat.foundations_end // 4):
        value -= weights[LEAST] * least[kind]
    lowest[0] = lowest[1] = lowest[2] = lowest[3] = 13
    for index in range(1, board.size[flat.waste]):
        card = board.cards[flat.waste][index]
        suit = facts.suit[card]
        rank = facts.rank[card]
        steps = 98
        for pile in range(flat.foundations_end):
            if facts.level[pile][card] >= board.size[pile]:
                steps = min(steps, (facts.level[pile][card] - board.size[pile] + 1) * facts.stride[pile])
        value += weights[SOON] * 14 // (steps + 2)
        if rank > lowest[suit]:
            value += weights[WASTE_INVERSION]
        else:
            lowest[suit] = rank
    return value
