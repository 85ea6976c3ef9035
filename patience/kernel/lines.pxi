# Lines of play, which can be played on and taken back, and perft: the number of legal logs of a length.
#
# A line keeps each of its positions packed into bytes: the sizes of the piles, their cards, whether the game is
# won with the phase, the base rank with how often the merci was used, and the redeals. A packed position is unpacked to a board on the stack, played on, and
# packed again, which costs less than keeping what a move changed.
#
# Needs: core.pyx, deals.pxi, rules.pxd, table.pxi
# Gives: Line, MOST_PACKED, pack, real_piles, unpack

cdef enum:
    TAIL = 14  # of a packed position: won and phase, the base rank and mercis used, 4 bytes of numbers drawn, and 8 of redeals
    MOST_PACKED = MOST_PILES + MOST_CARDS + TAIL
    # Above this height of the tree each position looks for signals, so that a count can be interrupted.
    SIGNALLED = 4
    # The last moves of a count are walked from the positions met before them, which are merged.
    WALKED = 2


cdef extern from *:
    """
    #ifdef _MSC_VER
    #include <intrin.h>
    static int lowest_bit(unsigned long long set) { unsigned long bit; _BitScanForward64(&bit, set); return (int)bit; }
    #else
    #define lowest_bit(number) __builtin_ctzll(number)
    #endif
    """
    int lowest_bit(u64 numbers) noexcept nogil


cdef Py_ssize_t pack(const Flat* flat, const Board* board, u8* out) noexcept nogil:
    """Write a position and return its length; equal positions of a table have equal bytes, and no others."""
    cdef u8* at = out + flat.piles
    cdef int pile, size
    for pile in range(flat.piles):
        size = board.size[pile] - 1
        out[pile] = size
        memcpy(at, &board.cards[pile][1], size)
        at += size
    at[0] = board.won | board.phase << 1
    at[1] = board.base | (board.merci_used << 4 if flat.merci != NO_PILE else 0)
    memcpy(at + 2, &board.drawn, 4)
    memcpy(at + 6, &board.redeals, 8)
    return at + TAIL - out


cdef void unpack(const Flat* flat, const u8* packed, Board* board) noexcept nogil:
    """Restore a position that ``pack`` wrote."""
    cdef const u8* at = packed + flat.piles
    cdef int pile, size
    for pile in range(flat.piles):
        size = packed[pile]
        board.cards[pile][0] = FLOOR
        memcpy(&board.cards[pile][1], at, size)
        board.size[pile] = size + 1
        at += size
    board.won = at[0] & 1
    board.phase = at[0] >> 1
    board.base = at[1] & 15
    board.merci_used = at[1] >> 4
    memcpy(&board.drawn, at + 2, 4)
    memcpy(&board.redeals, at + 6, 8)


cdef int all_moves(const Flat* flat, const Board* board, Play* plays) noexcept nogil:
    """Write every legal move in the order of RULES §1, actions as targets without a source."""
    cdef int number = card_moves(flat, board, False, plays, flat.cards * flat.targets)
    cdef int action = DEAL
    while action <= REDEAL:
        if may_turn(flat, board, action):
            plays[number] = Play(NO_PILE, action, 0)
            number += 1
        action <<= 1
    return number


cdef inline int bits_in(u64 numbers) noexcept nogil:
    """Return how many numbers a set has."""
    cdef int number = 0
    while numbers:
        number += 1
        numbers &= numbers - 1
    return number


cdef int count_moves(const Flat* flat, const Board* board) noexcept nogil:
    """Return the number of legal moves, as ``all_moves`` lists them, by sets of targets for each card."""
    cdef u64 takers[FLOOR]  # by card: the targets that take it
    cdef u64 cards, here, alone, open = 0, single = 0, vacant = 0, targets
    cdef int target, index, source, count, lifted, opened = 0, number = 0, action = DEAL
    cdef bint waits = awaits_base(flat, board)
    cdef const u8* end
    cdef const u64* run
    while action <= REDEAL:
        number += may_turn(flat, board, action)
        action <<= 1
    if board.won:
        return number
    memset(takers, 0, sizeof(takers))
    for target in range(flat.targets):
        if target == flat.merci:
            # The card under the top one decides.
            continue
        cards = 0 if waits and not is_begun_by(flat, target) else taken_by(flat, board, target)
        here = <u64>1 << target
        if not flat.whole[target] and (target >= flat.columns or board.size[target] < flat.full_size):
            single |= here
        if target < flat.columns and board.size[target] == 1:
            vacant |= here
        if cards == every_card() and not has(flat.ranked, target):
            open |= here
            opened += has(single, target)
            continue
        while cards:
            takers[lowest_bit(cards)] |= here
            cards &= cards - 1
    for index in range(flat.sources):
        source = flat.source[index]
        end = &board.cards[source][board.size[source]]
        number += turns_up(flat, board, source) + turns_out(flat, board, source)
        # An empty pile has the floor on top.
        if end[-1] >= FLOOR or not gives(flat, board, source):
            continue
        here = flat.reach[source] if opens(flat, board, source) else flat.reach[source] & ~vacant
        if not has(flat.builds, source):
            here &= vacant | ~((<u64>1 << flat.columns) - 1)
        if source < flat.columns and flat.merci != NO_PILE and flat.turned_to == NO_PILE and board.merci_used < flat.mercis:
            if flat.exchanges:
                count = 1
                while end[-1 - count] < FACE_DOWN and count + 1 < board.size[source]:
                    count += 1
                number += count - 1
            else:
                number += drawn_to(flat, board, source) != NO_PILE
        if flat.lifts_whole and is_part_of_column(flat, board, source, 0):
            alone = here & ~((<u64>1 << flat.columns) - 1)
        else:
            alone = here
        targets = open & single
        number += opened - has(targets, source) if not targets & ~alone else bits_in(targets & alone & ~(<u64>1 << source))
        here &= ~(<u64>1 << source)
        targets = takers[end[-1]] & single & here & alone
        while targets:
            number += has(given_by(flat, source, lowest_bit(targets)), end[-1])
            targets &= targets - 1
        if not flat.together[source]:
            continue
        # A group is a run of the lift or of the build: takes_group demands the one that its target needs.
        run = run_from(flat, source)
        if run != NULL or flat.supermove:
            lifted = longest_run(flat, run, end) if run != NULL else 1
            if flat.supermove:
                lifted = max(lifted, run_length(flat.build_run, end))
        else:
            lifted = 1
            while end[-1 - lifted] < FLOOR:
                lifted += 1
        for count in range(2, lifted + 1):
            targets = (takers[end[-count]] | open) & flat.together[source] & here
            while targets:
                number += takes_group(flat, board, source, lowest_bit(targets), count)
                targets &= targets - 1
    return number


cdef inline void make(const Flat* flat, Board* board, const Play* play) noexcept nogil:
    """Play a legal move."""
    if play.source == NO_PILE:
        turn_stock(flat, board, play.target)
    else:
        move_cards(flat, board, play.source, play.target, play.count)


cdef inline bint take_back(const Flat* flat, Board* board, const Play* play, int under) noexcept nogil:
    """Return whether the move just made could be taken back alone; ``under`` lay under the cards before it."""
    cdef int size
    if play.source == NO_PILE or has(flat.pairing | flat.collecting, play.target) or flat.fills_by_itself or flat.merges:
        return False
    if play.target == play.source or play.target == flat.merci or flat.has_own:
        return False
    if (flat.late and sets_base(flat, board, play.target)) or (flat.rounds and play.source == flat.stock):
        return False
    if under == FLOOR and (flat.refill[play.source] or flat.has_covers):
        return False
    board.size[play.target] -= play.count
    size = board.size[play.source]
    memcpy(&board.cards[play.source][size], &board.cards[play.target][board.size[play.target]], play.count)
    board.cards[play.source][size - 1] = under
    board.size[play.source] += play.count
    board.won = False
    return True


cdef u64 count_logs(const Flat* flat, Board* board, int depth, bint bulk, Play* plays) except? 1:
    """Return the number of legal logs of ``depth`` moves, 1 or more; the board is restored.

    ``bulk`` counts the moves of the last ply without playing them. ``plays`` has room for each ply's moves.
    """
    cdef u8 packed[MOST_PACKED]
    cdef int index, number, under = FLOOR
    cdef u64 logs = 0
    if depth == 1 and bulk:
        return count_moves(flat, board)
    number = all_moves(flat, board, plays)
    if depth >= SIGNALLED:
        PyErr_CheckSignals()
    pack(flat, board, packed)
    for index in range(number):
        if plays[index].source != NO_PILE:
            under = board.cards[plays[index].source][board.size[plays[index].source] - plays[index].count - 1]
        make(flat, board, &plays[index])
        logs += 1 if depth == 1 else count_logs(flat, board, depth - 1, bulk, plays + number)
        if not take_back(flat, board, &plays[index], under):
            unpack(flat, packed, board)
    return logs


cdef class Line:
    """A position and the moves that led to it; ``patience.line_of_play.Line`` describes its methods."""

    cdef Table table
    cdef list states  # packed, the opening first
    cdef Board opening  # its generator shuffles redeals
    cdef bytes words  # those of the generator, which outlast every board
    cdef object orders  # the same for the readable engine

    def legal_moves(self):
        cdef Board board
        cdef Flat* flat = &self.table.flat
        cdef Play* plays = room_for_plays(flat, 1)
        cdef int index, number
        try:
            self.show(&board)
            number = all_moves(flat, &board, plays)
            return [token_of(self.table, &plays[index]) for index in range(number)]
        finally:
            PyMem_Free(plays)

    def push(self, token not None):
        cdef Board board
        cdef Play play
        cdef Flat* flat = &self.table.flat
        move = self.table.tables.read(token)
        self.show(&board)
        if move.action:
            play = Play(NO_PILE, ACTION_NUMBERS[move.action], 0)
            if not may_turn(flat, &board, play.target):
                return None
        else:
            play = Play(move.source, BARE if move.target == ANY else move.target, move.count)
            # An unknown pile has another number in Python, which is the kernel's of a bare F.
            unknown = move.never is Reason.UNKNOWN_PILE
            play.target = NO_PILE if board.won or unknown else target_of(flat, &board, &play)
            if play.target == NO_PILE:
                return None
        make(flat, &board, &play)
        self.states.append(packed_bytes(flat, &board))
        return token_of(self.table, &play)

    def pop(self):
        if len(self.states) == 1:
            raise IndexError("The line has no move to take back.")
        self.states.pop()

    def outcome(self):
        cdef Board board
        self.show(&board)
        return outcome_of(&self.table.flat, &board)

    def is_won(self):
        cdef Board board
        self.show(&board)
        return bool(board.won)

    def position(self):
        cdef Board board
        cdef Flat* flat = &self.table.flat
        self.show(&board)
        tables = self.table.tables
        if flat.base_from != ACE:
            tables = tables.at_base(RANKS[board.base])
        position = Position(tables, real_piles(flat, &board))
        position.redeals, position.merci_used, position.phase = board.redeals, board.merci_used, board.phase
        position.orders, position.drawn = self.orders, board.drawn
        return position

    def key(self):
        cdef bytes packed = self.states[-1]
        return packed[:-8] + bytes(8) if self.table.flat.redeals < 0 else packed

    def copy(self):
        cdef Line twin = Line.__new__(Line)
        twin.table = self.table
        twin.states = self.states[:]
        twin.opening, twin.words, twin.orders = self.opening, self.words, self.orders
        return twin

    def walk(self, int depth, *, bint bulk=True):
        """Return the number of legal logs of exactly ``depth`` moves from here, by walking the tree of moves.

        ``bulk`` counts the last ply's moves without playing them.
        """
        cdef Board board
        cdef Flat* flat = &self.table.flat
        cdef Play* plays
        if depth < 1:
            return 1
        plays = room_for_plays(flat, depth)
        try:
            self.show(&board)
            return count_logs(flat, &board, depth, bulk, plays)
        finally:
            PyMem_Free(plays)

    def leaves(self, int depth, Py_ssize_t most):
        """Return the number of legal logs of exactly ``depth`` moves from here.

        Positions that several logs reach are merged, as far as a depth has at most ``most``. The last moves
        are walked, and those of the last ply are counted without playing them.
        """
        cdef Board board
        cdef Flat* flat = &self.table.flat
        cdef Play* plays
        cdef dict layer = {self.key(): 1}
        cdef dict after
        if depth < 1:
            return 1
        while depth > WALKED:
            after = self.spread(layer, most)
            if after is None:
                break
            layer = after
            depth -= 1
        total = 0
        plays = room_for_plays(flat, depth)
        self.show(&board)
        try:
            for packed, logs in layer.items():
                unpack(flat, <const u8*>PyBytes_AsString(<bytes>packed), &board)
                total += logs * count_logs(flat, &board, depth, True, plays)
            return total
        finally:
            PyMem_Free(plays)

    def plies(self, int depth, Py_ssize_t most):
        cdef dict layer = {self.key(): 1}
        for _ in range(depth):
            layer = self.spread(layer, most)
            if layer is None:
                return
            yield sum(layer.values()), len(layer)

    cdef dict spread(self, dict layer, Py_ssize_t most):
        """Return the positions one move after those of a layer, each with the number of logs that lead there.

        A layer is a dictionary from keys of positions to numbers. Return None for more than ``most`` positions.
        """
        cdef Board board
        cdef Flat* flat = &self.table.flat
        cdef Play* plays = room_for_plays(flat, 1)
        cdef int index, number
        cdef bytes packed
        cdef bint endless = flat.redeals < 0
        cdef dict after = {}
        self.show(&board)
        try:
            for packed, logs in layer.items():
                PyErr_CheckSignals()
                unpack(flat, <const u8*>PyBytes_AsString(packed), &board)
                number = all_moves(flat, &board, plays)
                for index in range(number):
                    make(flat, &board, &plays[index])
                    if endless:
                        board.redeals = 0
                    key = packed_bytes(flat, &board)
                    after[key] = after.get(key, 0) + logs
                    unpack(flat, <const u8*>PyBytes_AsString(packed), &board)
                if len(after) > most:
                    return None
            return after
        finally:
            PyMem_Free(plays)

    cdef void show(self, Board* board) noexcept:
        board.order, board.seed, board.words = self.opening.order, self.opening.seed, self.opening.words
        unpack(&self.table.flat, <const u8*>PyBytes_AsString(<bytes>self.states[-1]), board)


def open_line(rules, position):
    """Return the line that begins with a position; None if the kernel does not implement its rules or orders.

    ``rules`` are those of the deal, before a base rank is known.
    """
    cdef Line line
    cdef Board board
    cdef Table table = table_for(rules)
    if table is None or not read_board(&table.flat, position, &board):
        return None
    line = Line.__new__(Line)
    line.table = table
    line.orders = position.orders
    if line.orders is not None:
        if not isinstance(line.orders, SeededOrders):
            return None
        line.words = set_order(&table.flat, &board, line.orders.seed.encode())
        board.drawn = position.drawn
    line.opening = board
    line.states = [packed_bytes(&table.flat, &board)]
    return line


cdef dict ACTION_NUMBERS = {"deal": DEAL, "draw": DRAW, "redeal": REDEAL}
cdef dict ACTION_MOVES = {number: Move(action) for action, number in ACTION_NUMBERS.items()}


cdef Play* room_for_plays(const Flat* flat, int depth) except NULL:
    cdef Play* plays = <Play*>PyMem_Malloc(<size_t>depth * (flat.cards * flat.targets + 3) * sizeof(Play))
    if plays == NULL:
        raise MemoryError
    return plays


cdef bytes packed_bytes(const Flat* flat, const Board* board):
    cdef u8 packed[MOST_PACKED]
    cdef Py_ssize_t length = pack(flat, board, packed)
    return packed[:length]


cdef object token_of(Table table, const Play* play):
    """Return a move as its shortest token, made once for each table."""
    if play.source == NO_PILE:
        return ACTION_MOVES[play.target]
    cdef object number = play.source << 16 | play.target << 8 | play.count
    token = table.tokens.get(number)
    if token is None:
        token = table.tokens[number] = Move(table.tables.token(play.source, play.target, play.count))
    return token


cdef list real_piles(const Flat* flat, const Board* board):
    """Return the piles of ``Position``."""
    return [
        [FLOOR, *(real_card(card, board.base) for card in board.cards[pile][1 : board.size[pile]])]
        for pile in range(flat.piles)
    ]
