# Tables of game logs: columns of Arrow in, columns of verdicts out.
#
# Strategy. Rows are judged without the GIL, so that several threads can judge parts of one batch. Among them it is
# taken for a variant and options that the part has not had yet, and for the few deals that Python draws. Then it is
# taken once for the part: for the reasons of illegal moves, which the readable engine knows, and for the rows that
# the kernel does not read, since they are unusual or wrong. A function of the plan answers these from their values.
# Many have the same mistake, and are answered once.
#
# Needs: arrow.pxi, core.pyx, deals.pxi, lines.pxi, logs.pxi, requests.pxi, rules.pxd, sha256.pxi, table.pxi,
#   writing.pxi
# Gives: same_text

from patience.play.legality import why_not

cdef enum:
    # The fields that are read here; a row with any other is left.
    VARIANT = 0
    OPTIONS = 1
    VERSION = 2
    SEED = 3
    DECK = 4
    MOVES = 5
    FIELDS = 6

    LEFT = 0
    VALID = 1
    INVALID = 2

    KNOWN_TABLES = 256  # in a part, by the hash of variant and options
    MOST_KEY = 1024  # bytes of variant and options
    MOST_MOVES_TEXT = MOST_ITEMS * MOVE_TEXT
    ID_TEXT = 71  # "sha256:" and 64 digits

    # For the length of a cell.
    NO_TEXT = -1
    AN_ID = -2  # of which the cell has the digest

cdef tuple FIELD_NAMES = ("variant", "rules", "rules_version", "seed", "deck", "moves")
cdef tuple RESULT_WORDS = (b"rejected", b"valid", b"invalid")
cdef tuple OUTCOME_WORDS = tuple([OUTCOME_TEXT[outcome] for outcome in (IN_PROGRESS, WON, LOST)])
cdef tuple NOTED = ("result", "outcome", "deal_id", "game_id", "illegal_move", "variant")
cdef tuple NUMBERED = ("moves_total", "moves_played", "illegal_index")

NUMBER_COLUMNS = frozenset(NUMBERED)
TEXT_COLUMNS = frozenset({*NOTED, "reason"})
"""The columns of rows that are judged here."""


cdef Text RESULT_CELLS[3]
cdef Text OUTCOME_CELLS[3]
for _number in range(3):
    RESULT_CELLS[_number], OUTCOME_CELLS[_number] = whole(<bytes>RESULT_WORDS[_number]), whole(<bytes>OUTCOME_WORDS[_number])


cdef struct Judged:
    int result
    int table  # the number of its known table; -1 if the row was left before its moves were played
    int outcome
    Py_ssize_t total
    Py_ssize_t played
    u8 illegal[MOVE_TEXT]
    int illegal_bytes
    u8* before  # the position before the illegal move, packed
    u8 deal[32]
    u8 game[32]


cdef struct Known:
    # A variant and options as the cells have them, and their table, which the part keeps.
    u8 key[MOST_KEY]
    Py_ssize_t size  # 0 for a free place
    int number
    const Flat* flat  # NULL if the kernel does not judge them
    Text setting
    Text version


cdef struct Growing:
    u8* start
    Py_ssize_t room


cdef int grow(Growing* buffer, Py_ssize_t room) except -1 nogil:
    """Give a buffer room for some bytes; what it has is lost if it has less."""
    if room > buffer.room:
        free(buffer.start)
        buffer.room = 0
        buffer.start = <u8*>malloc(2 * room)
        if buffer.start == NULL:
            with gil:
                raise MemoryError
        buffer.room = 2 * room
    return 0


cdef class Streamed:
    """A table that is handed on as a stream."""

    cdef write_schema(self, ArrowSchema* schema):
        raise NotImplementedError

    def stream(self, pieces):
        """Return an ``arrow_array_stream`` capsule of the pieces of an iterator."""
        cdef Export export = Export.__new__(Export)
        cdef ArrowArrayStream* stream = <ArrowArrayStream*>checked(malloc(sizeof(ArrowArrayStream)))
        export.table, export.pieces, export.error = self, iter(pieces), b""
        stream.get_schema, stream.get_next = export_schema, export_next
        stream.get_last_error, stream.release = export_error, export_release
        stream.private_data = <void*>export
        Py_INCREF(export)
        return PyCapsule_New(stream, b"arrow_array_stream", free_stream)


cdef class OwnTable(Streamed):
    """A table of columns that are made here.

    ``formats`` has by name Arrow's format of a column, and of the items for a list.
    """

    cdef list formats

    def __init__(self, formats):
        self.formats = formats

    cdef write_schema(self, ArrowSchema* schema):
        cdef ArrowSchema* column
        cdef list texts = []
        set_schema(schema, b"", b"+s", len(self.formats), texts)
        for name, own, items in self.formats:
            column = next_schema(schema)
            set_schema(column, name.encode(), own, 1 if items else 0, texts)
            if items:
                set_schema(next_schema(column), b"item", items, 0, texts)

    def piece(self, int64_t length, columns):
        """Return rows from the buffers of each column, bytearrays or None; a list has those of its items, too."""
        cdef Piece piece = Piece.__new__(Piece)
        cdef ArrowArray* child
        begin_array(&piece.array, length, [None], len(columns))
        for buffers, number, items in columns:
            child = next_array(&piece.array)
            begin_array(child, length, buffers, 1 if items else 0)
            if items:
                begin_array(next_array(child), number, items, 0)
        return piece


cdef class TablePlan(Streamed):
    """How the rows of a table are judged, and which columns the verdicts have.

    ``fields`` has by field the number of its column. ``kept`` are the columns that are handed on, by number.
    ``columns`` are the names of the verdicts' columns, of which all but those of NUMBER_COLUMNS and
    TEXT_COLUMNS are in ``extra``, with True for numbers; only rows that are left have them. ``rules_of`` returns the rules of a variant
    and options as cells have them, None if the row must be left. ``answer`` returns the cells of a row that was
    left by the names of columns, from its values or from the error of a value. ``seed`` is that of all rows, None
    if rows have their own. ``most_moves`` is how many moves a log may have, and ``longest_row`` how many bytes
    ``answer`` takes. Rows with an illegal move can be left, too, or all rows.
    """

    cdef ArrowSource source
    cdef dict fields
    cdef list kept
    cdef tuple columns
    cdef dict extra
    cdef object rules_of
    cdef object answer
    cdef bytes seed
    cdef Py_ssize_t most_moves
    cdef Py_ssize_t longest_row
    cdef bint leaves_illegal
    cdef bint leaves_all
    cdef dict tables  # by the cells of variant and options; None where the kernel has none
    cdef dict mistakes  # answers by the cells of a row without its moves; None for a row that is no mistake

    def __init__(
        self,
        source,
        fields,
        kept,
        columns,
        extra,
        rules_of,
        answer,
        *,
        seed,
        most_moves,
        longest_row,
        leaves_illegal,
        leaves_all,
    ):
        self.source, self.fields, self.kept, self.columns = source, fields, kept, columns
        self.extra, self.rules_of, self.answer = extra, rules_of, answer
        self.seed, self.most_moves = seed, most_moves
        self.longest_row, self.leaves_illegal, self.leaves_all = longest_row, leaves_illegal, leaves_all
        self.tables, self.mistakes = {}, {}

    def judge(self, ArrowBatch batch not None, int64_t start, int64_t stop):
        """Return the verdicts on some rows of a batch. Raises ArrowDamage."""
        cdef Part part = Part(self, batch)
        return part.judge(start, stop)

    cdef write_schema(self, ArrowSchema* schema):
        """Describe the verdicts: the columns that are kept, then those of the verdicts."""
        cdef list texts = []
        cdef int index
        set_schema(schema, b"", b"+s", len(self.kept) + len(self.columns), texts)
        for index in self.kept:
            borrow_schema(self.source.schema.children[index], self.source, next_schema(schema))
        for name in self.columns:
            set_schema(next_schema(schema), name.encode(), b"l" if self._is_number(name) else b"u", 0, texts)

    def _is_number(self, name):
        return name in NUMBER_COLUMNS or self.extra.get(name, False)


cdef class Part:
    """Some rows of a batch, judged by one thread."""

    cdef TablePlan plan
    cdef ArrowBatch batch
    cdef Column* columns
    cdef const Column* field[FIELDS]
    cdef list names  # of the fields, in the order of ``columns``
    cdef int others  # fields that the kernel does not read; the last of ``columns``
    cdef Text seed  # of all rows; its length is -1 if rows have their own
    cdef bint leaves_all
    cdef Known* known
    cdef list rules  # by the number of a known table
    cdef list variants  # their names
    cdef list held  # the words of a generator, and tables
    cdef Growing moves
    cdef Growing sent
    cdef Growing game
    cdef u8 digits[24]
    cdef int damaged  # the field that cannot be read
    cdef bint leaves_illegal
    cdef Py_ssize_t most_moves
    cdef bint identifies

    def __cinit__(self, TablePlan plan, ArrowBatch batch):
        self.plan, self.batch = plan, batch
        self.rules, self.variants, self.held = [], [], [None]
        self.names = sorted(plan.fields, key=lambda name: name not in FIELD_NAMES)
        self.others = len([name for name in self.names if name not in FIELD_NAMES])
        self.columns = batch.columns([plan.fields[name] for name in self.names])
        for place, name in enumerate(self.names[: len(self.names) - self.others]):
            self.field[FIELD_NAMES.index(name)] = &self.columns[place]
        self.known = <Known*>PyMem_Calloc(KNOWN_TABLES, sizeof(Known))
        if self.known == NULL:
            raise MemoryError
        self.leaves_all, self.leaves_illegal, self.most_moves = plan.leaves_all, plan.leaves_illegal, plan.most_moves
        self.seed = Text(NULL, -1)
        if plan.seed is not None:
            self.seed = whole(plan.seed)
        self.identifies = "deal_id" in plan.columns or "game_id" in plan.columns

    def __dealloc__(self):
        PyMem_Free(self.columns)
        PyMem_Free(self.known)
        free(self.moves.start)
        free(self.sent.start)
        free(self.game.start)

    def judge(self, int64_t start, int64_t stop):
        cdef int64_t row
        cdef Judged* rows = <Judged*>PyMem_Calloc(max(stop - start, 1), sizeof(Judged))
        if rows == NULL:
            raise MemoryError
        try:
            with nogil:
                for row in range(start, stop):
                    if self.judge_row(row, &rows[row - start]) == DAMAGED:
                        break
                else:
                    self.damaged = -1
            if self.damaged >= 0:
                raise self._damage(FIELD_NAMES[self.damaged], row, "has offsets or an index outside its array")
            reasons, answers = {}, {}
            for row in range(start, stop):
                if rows[row - start].result == INVALID:
                    reasons[row] = self.reason_of(&rows[row - start])
                elif rows[row - start].result == LEFT:
                    answers[row] = self.answer(row, rows[row - start].table < 0)
            return self._piece(rows, start, stop - start, answers, reasons)
        finally:
            for row in range(stop - start):
                free(rows[row].before)
            PyMem_Free(rows)

    def _damage(self, name, row, reason):
        column = self.plan.source.names[self.plan.fields[name]]
        return ArrowDamage(f"Column {column!r:.60}, row {self.batch.first_row + row}: the cell {reason}.")

    cdef dict answer(self, int64_t row, bint may_repeat):
        """Return the answer to a row that was left."""
        key = self.mistake_of(row) if may_repeat else None
        if key is None:
            return self.plan.answer(*self.values_of(row, None))
        mistakes = self.plan.mistakes
        if key not in mistakes:
            if len(mistakes) >= MOST_TABLES:
                mistakes.clear()
            answer = self.plan.answer(*self.values_of(row, []))
            mistakes[key] = answer if answer["result"] == "rejected" else None
        return mistakes[key] or self.plan.answer(*self.values_of(row, None))

    cdef bytes mistake_of(self, int64_t row):
        """Return the cells of a row without its moves, as a key; None unless the moves are tokens or absent."""
        cdef u8 key[MOST_KEY]
        cdef u8* end = key
        cdef Text moves
        cdef int field
        if self.leaves_all or self.has_others(row):
            return None
        for field in range(FIELDS):
            if self.field[field] == NULL or field == MOVES:
                continue
            if add_cell(self.field[field], row, &end, key + MOST_KEY - FIELDS - 1) > PRESENT:
                return None
            end[0] = field
            end += 1
        end[0] = self.field[MOVES] != NULL and has_value(self.field[MOVES], row)
        if end[0] and (
            self.write_moves(row, &moves) != PRESENT
            or moves.length > self.plan.longest_row - 8 * MOST_KEY
            or not are_tokens(&moves, self.most_moves)
        ):
            return None
        return key[: end + 1 - key]

    cdef tuple values_of(self, int64_t row, list moves):
        """Return the values of a row, with these moves unless they are None, and what is wrong with one of them."""
        cdef Py_ssize_t left = MOST_ITEMS
        values = {}
        for place, name in enumerate(self.names):
            try:
                if name == "moves" and moves is not None:
                    value = moves if has_value(&self.columns[place], row) else None
                else:
                    value = value_in(&self.columns[place], row, &left)
            except ArrowDamage as damage:
                raise self._damage(name, row, damage) from None
            except ValueError as error:
                return values, f"The field {name} {error}."
            if value is not None:
                values[name] = value
        return values, None

    cdef inline bint has_others(self, int64_t row) noexcept nogil:
        """Return whether a row has a field that the kernel does not read."""
        cdef int other
        for other in range(self.others):
            if has_value(self.columns + self.place_of_others() + other, row):
                return True
        return False

    cdef int judge_row(self, int64_t row, Judged* out) except -1 nogil:
        """Judge a row, or leave it; return DAMAGED if a cell lies outside its array."""
        cdef Request request
        cdef Text moves
        cdef const Known* known
        cdef u8 deck[MOST_CARDS]
        cdef int status
        out.result, out.table = LEFT, -1
        if self.leaves_all or self.has_others(row):
            return PRESENT
        known = self.table_of_row(row, &status)
        if known == NULL or known.flat == NULL:
            return status
        status = self.read(VERSION, row, &request.rules_version)
        if status > PRESENT:
            return self.left(VERSION, status)
        if status == PRESENT and not same_text(&request.rules_version, &known.version):
            return PRESENT
        status = self.read_deal(known.flat, row, &request, deck)
        if status != PRESENT:
            return status
        if request.seed.length >= 0 and not deal_seed(known.flat, &request, HIGHEST_SEED, deck):
            return PRESENT
        status = self.write_moves(row, &moves)
        if status != PRESENT:
            return self.left(MOVES, status)
        return self.play(row, known, deck, &request, &moves, out)

    cdef inline int place_of_others(self) noexcept nogil:
        cdef int index, place = 0
        for index in range(FIELDS):
            place += self.field[index] != NULL
        return place

    cdef inline int left(self, int field, int status) noexcept nogil:
        """Note the field of a damaged cell; a row with any other status is left, which is no damage."""
        if status == DAMAGED:
            self.damaged = field
            return DAMAGED
        return ABSENT

    cdef inline int read(self, int field, int64_t row, Text* text) noexcept nogil:
        return ABSENT if self.field[field] == NULL else text_in(self.field[field], row, text)

    cdef const Known* table_of_row(self, int64_t row, int* status) except? NULL nogil:
        """Return the table of a row's variant and options."""
        cdef u8 key[MOST_KEY]
        cdef u8* end = key
        cdef Known* known
        cdef int field, found
        for field in range(VARIANT, OPTIONS + 1):
            if self.field[field] != NULL:
                found = add_cell(self.field[field], row, &end, key + MOST_KEY - FIELDS)
                if found > PRESENT:
                    status[0] = self.left(field, found)
                    return NULL
            end[0] = field
            end += 1
        known = &self.known[hash_of(key, end) % KNOWN_TABLES]
        if known.size != end - key or memcmp(known.key, key, known.size) != 0:
            known.size = end - key
            memcpy(known.key, key, known.size)
            with gil:
                self.look_up(row, known)
        status[0] = ABSENT
        return known

    cdef look_up(self, int64_t row, Known* known):
        """Set the table of a row's variant and options, as far as there is one."""
        cdef Table table
        cdef dict tables = self.plan.tables
        cdef bytes key = known.key[: known.size]
        known.flat = NULL
        if key not in tables:
            if len(tables) >= MOST_TABLES:
                tables.clear()
            tables[key] = self.table_in(row)
        table = tables[key]
        if table is None:
            return
        known.number = len(self.rules)
        self.rules.append(table)
        self.variants.append(table.tables.variant.id.encode())
        known.flat = &table.flat
        known.setting, known.version = whole(table.setting), whole(table.version)

    cdef Table table_in(self, int64_t row):
        cdef Py_ssize_t left = MOST_ITEMS
        cells = [None, None]
        try:
            for field in (VARIANT, OPTIONS):
                if self.field[field] != NULL:
                    cells[field] = value_in(self.field[field], row, &left)
        except ValueError:
            # The row is left, and whatever reads it then says what is wrong.
            return None
        rules = self.plan.rules_of(*cells)
        return None if rules is None else table_for(rules)

    cdef int read_deal(self, const Flat* flat, int64_t row, Request* request, u8* deck) noexcept nogil:
        """Read a row's seed or deck; return PRESENT if it has exactly one."""
        cdef int status = ABSENT
        cdef u64 number
        request.seed.length, request.seed_is_number = -1, False
        if self.seed.length >= 0:
            request.seed = self.seed
        elif self.field[SEED] != NULL:
            status = text_in(self.field[SEED], row, &request.seed)
            if status == OTHER:
                status = number_in(self.field[SEED], row, &number)
                request.seed.start = &self.digits[0]
                request.seed.length = put_number_of(number, &self.digits[0]) if status == PRESENT else -1
            if status > PRESENT:
                return self.left(SEED, status)
            if status == ABSENT:
                request.seed.length = -1
        status = ABSENT if self.field[DECK] == NULL else self.read_cards(flat, row, deck)
        if status > PRESENT:
            return self.left(DECK, status)
        return PRESENT if (status == PRESENT) != (request.seed.length >= 0) else ABSENT

    cdef int read_cards(self, const Flat* flat, int64_t row, u8* deck) noexcept nogil:
        """Read a list of the codes of a game's cards, each as often as its packs have it."""
        cdef u8 copies[FLOOR]
        cdef const Column* items
        cdef int64_t start, end
        cdef Text text
        cdef int index, card, status = items_in(self.field[DECK], row, &items, &start, &end)
        if status != PRESENT:
            return status
        if end - start != flat.cards:
            return OTHER
        memcpy(copies, flat.copies, FLOOR)
        for index in range(flat.cards):
            status = text_in(items, start + index, &text)
            if status != PRESENT:
                return DAMAGED if status == DAMAGED else OTHER
            card = card_of(text.start[0], text.start[1]) if text.length == 2 else -1
            if card < 0 or copies[card] == 0:
                return OTHER
            copies[card] -= 1
            deck[index] = card
        return PRESENT

    cdef int write_moves(self, int64_t row, Text* moves) except -1 nogil:
        """Write a row's moves as the inside of a JSON list, with a zero byte at its end."""
        cdef const Column* items
        cdef int64_t start, end, item
        cdef Text text
        cdef u8* out
        cdef int status
        if self.field[MOVES] == NULL:
            return OTHER
        status = items_in(self.field[MOVES], row, &items, &start, &end)
        if status == OTHER:
            return self.write_text(row, moves)
        if status != PRESENT or end - start > MOST_ITEMS:
            return DAMAGED if status == DAMAGED else OTHER
        grow(&self.moves, (end - start) * (MOVE_TEXT + 3) + 1)
        out = self.moves.start
        for item in range(start, end):
            status = text_in(items, item, &text)
            if status != PRESENT or text.length > MOVE_TEXT or memchr(text.start, b'"', text.length) != NULL:
                return DAMAGED if status == DAMAGED else OTHER
            out = put_token(out, &text)
        return self.end_moves(out, moves)

    cdef int write_text(self, int64_t row, Text* moves) except -1 nogil:
        """Write moves that are one text: a JSON list, or tokens between spaces."""
        cdef Text text, token
        cdef const u8* at
        cdef const u8* end
        cdef u8* out
        cdef int status = text_in(self.field[MOVES], row, &text)
        if status != PRESENT or text.length > MOST_MOVES_TEXT:
            return DAMAGED if status == DAMAGED else OTHER
        at, end = text.start, text.start + text.length
        while at < end and is_space(at[0]):
            at += 1
        while end > at and is_space(end[-1]):
            end -= 1
        grow(&self.moves, 4 * (end - at) + 4)
        out = self.moves.start
        if end - at >= 2 and at[0] == b"[" and end[-1] == b"]":
            memcpy(out, at + 1, end - at - 2)
            out[end - at - 2] = 0
            moves[0] = Text(out, end - at - 2)
            return PRESENT
        while at < end:
            token.start = at
            while at < end and not is_space(at[0]):
                if at[0] == b'"':
                    return OTHER
                at += 1
            token.length = at - token.start
            out = put_token(out, &token)
            while at < end and is_space(at[0]):
                at += 1
        return self.end_moves(out, moves)

    cdef inline int end_moves(self, u8* out, Text* moves) noexcept nogil:
        if out > self.moves.start:
            out -= 1
        out[0] = 0
        moves[0] = Text(self.moves.start, out - self.moves.start)
        return PRESENT

    cdef int play(
        self, int64_t row, const Known* known, const u8* deck, const Request* request, const Text* moves, Judged* out
    ) except -1 nogil:
        """Play a log from its deal, and note what became of it."""
        cdef Board board
        cdef Log log
        cdef Play first
        cdef u8* deal_end
        cdef u8* cards
        cdef const Flat* flat = known.flat
        cdef Py_ssize_t room = 2 * MOST_HEAD + DECK_TEXT + LINE_ROOM + moves.length + MOVE_TEXT
        grow(&self.sent, room)
        grow(&self.game, room)
        open_board(flat, deck, &board)
        cards = put_text(self.game.start, &known.setting)
        deal_end = put_deck(flat, deck, cards)
        if flat.shuffles and request.seed.length >= 0:
            deal_end = put_text(put(deal_end, b" / seed "), &request.seed)
            with gil:
                self.held[0] = set_order(flat, &board, bytes_of(&request.seed))
        log.sent = self.sent.start
        log.canonical = put(deal_end, b"\n")
        if not play_log(flat, &board, moves, self.most_moves, &log):
            return PRESENT
        out.table = known.number
        if log.illegal.length >= 0 and self.leaves_illegal or log.illegal.length > MOVE_TEXT:
            return PRESENT
        out.total, out.played, out.illegal_bytes = log.total, log.played, 0
        out.result = VALID if log.illegal.length < 0 else INVALID
        if board.won:
            out.outcome = 1
        else:
            out.outcome = 0 if card_moves(flat, &board, False, &first, 1) or stock_can_help(flat, &board) else 2
        if out.result == INVALID:
            out.illegal_bytes = log.illegal.length
            memcpy(out.illegal, log.illegal.start, log.illegal.length)
            out.before = <u8*>malloc(MOST_PACKED)
            if out.before == NULL:
                with gil:
                    raise MemoryError
            pack(flat, &board, out.before)
        if self.identifies:
            self.identify(deal_end, log.canonical, out)
        return PRESENT

    cdef void identify(self, const u8* deal_end, const u8* end, Judged* out) noexcept nogil:
        """Write the ids of the deal and the game."""
        cdef Digest digest
        begin_digest(&digest)
        add_bytes(&digest, self.game.start, deal_end - self.game.start)
        write_digest(digest, out.deal)
        add_bytes(&digest, deal_end, end - deal_end)
        write_digest(digest, out.game)

    cdef bytes reason_of(self, const Judged* judged):
        """Return why a move is illegal, which the readable engine knows."""
        cdef Board board
        cdef Table table = self.rules[judged.table]
        unpack(&table.flat, judged.before, &board)
        rules = table.tables
        if table.flat.base_from != ACE:
            rules = rules.at_base(RANKS[board.base])
        position = Position(rules, real_piles(&table.flat, &board))
        position.redeals, position.merci_used, position.phase = board.redeals, board.merci_used, board.phase
        return str(why_not(position, rules.read(judged.illegal[: judged.illegal_bytes].decode()))).encode()

    cdef Piece _piece(self, Judged* rows, int64_t start, int64_t number, dict answers, dict reasons):
        """Return the verdicts as columns."""
        cdef Piece piece = Piece.__new__(Piece)
        cdef int index
        cdef ArrowArray* child
        cdef Text* cells = <Text*>PyMem_Malloc(max(number, 1) * sizeof(Text))
        if cells == NULL:
            raise MemoryError
        try:
            begin_array(&piece.array, number, [None], len(self.plan.kept) + len(self.plan.columns))
            for index in self.plan.kept:
                child = next_array(&piece.array)
                borrow_array(self.batch.array.children[index], self.batch, child)
                child.offset += self.batch.array.offset + start
                child.length = number
                child.null_count = 0 if child.null_count == 0 else -1
            for name in self.plan.columns:
                child = next_array(&piece.array)
                if self.plan._is_number(name):
                    self._write_numbers(name, rows, start, number, answers, child)
                else:
                    self._write_texts(name, rows, start, number, answers, reasons, cells, child)
            return piece
        finally:
            PyMem_Free(cells)

    cdef _write_numbers(self, str name, Judged* rows, int64_t start, int64_t number, dict answers, ArrowArray* out):
        cdef bytearray valid = bytearray((number + 7) // 8)
        cdef bytearray cells = bytearray(8 * number)
        cdef u8* bits = <u8*>PyByteArray_AsString(valid)
        cdef int64_t* at = <int64_t*>PyByteArray_AsString(cells)
        cdef int64_t index
        cdef int kind = NUMBERED.index(name) if name in NUMBERED else -1
        if kind >= 0:
            for index in range(number):
                if rows[index].result == INVALID or rows[index].result == VALID and kind < 2:
                    at[index] = rows[index].played if kind else rows[index].total
                    bits[index >> 3] |= 1 << (index & 7)
        for row, answer in answers.items():
            value = answer.get(name)
            if value is not None:
                index = row - start
                at[index] = value
                bits[index >> 3] |= 1 << (index & 7)
        begin_array(out, number, [valid, cells], 0)

    cdef _write_texts(
        self, str name, Judged* rows, int64_t start, int64_t number, dict answers, dict reasons, Text* cells, ArrowArray* out
    ):
        cdef bytearray valid = bytearray((number + 7) // 8)
        cdef bytearray ends = bytearray(4 * (number + 1))
        cdef bytearray text
        cdef Py_ssize_t size
        cdef u8* bits
        cdef int32_t* at
        cdef u8* out_text
        self._set_cells(name, rows, number, cells)
        found = {
            row: cell.encode(errors="replace")
            for row, answer in answers.items() if (cell := answer.get(name)) is not None
        }
        if name == "reason":
            found.update(reasons)
        for row, cell in found.items():
            cells[<int64_t>row - start] = whole(<bytes>cell)
        size = sized(cells, number)
        if size > MOST_TEXT:
            raise ArrowDamage(f"The column {name} has more than 2 GB of text in {number} rows.")
        text = bytearray(size)
        bits, at, out_text = (
            <u8*>PyByteArray_AsString(valid), <int32_t*>PyByteArray_AsString(ends), <u8*>PyByteArray_AsString(text)
        )
        with nogil:
            put_cells(cells, number, out_text, at, bits)
        begin_array(out, number, [valid, ends, text], 0)

    cdef _set_cells(self, str name, Judged* rows, int64_t number, Text* cells):
        """Set the cells of a column as far as they follow from what was noted of the rows."""
        cdef Judged* row
        cdef int64_t index
        cdef int kind = NOTED.index(name) if name in NOTED else -1
        for index in range(number):
            row = &rows[index]
            cells[index] = Text(NULL, NO_TEXT)
            if row.result == LEFT:
                continue
            if kind == 0:
                cells[index] = RESULT_CELLS[row.result]
            elif kind == 1:
                cells[index] = OUTCOME_CELLS[row.outcome]
            elif kind == 2:
                cells[index] = Text(&row.deal[0], AN_ID)
            elif kind == 3:
                cells[index] = Text(&row.game[0], AN_ID)
            elif kind == 4 and row.result == INVALID:
                cells[index] = Text(&row.illegal[0], row.illegal_bytes)
            elif kind == 5:
                cells[index] = whole(<bytes>self.variants[row.table])


cdef Py_ssize_t sized(const Text* cells, int64_t number) noexcept nogil:
    """Return how many bytes the text of some cells has."""
    cdef Py_ssize_t size = 0
    cdef int64_t index
    for index in range(number):
        if cells[index].length == AN_ID:
            size += ID_TEXT
        elif cells[index].length > 0:
            size += cells[index].length
    return size


cdef void put_cells(const Text* cells, int64_t number, u8* text, int32_t* ends, u8* valid) noexcept nogil:
    """Write a column of text, whose memory has zeros."""
    cdef const u8* begin = text
    cdef int64_t index
    for index in range(number):
        if cells[index].length == AN_ID:
            put_id(text, cells[index].start)
            text += ID_TEXT
        elif cells[index].length > 0:
            text = put_text(text, &cells[index])
        ends[index + 1] = text - begin
        if cells[index].length != NO_TEXT:
            valid[index >> 3] |= 1 << (index & 7)


cdef enum:
    MOST_TEXT = 0x7FFFFFFF  # of a column of a piece, whose offsets have 32 bits

cdef u64 HIGHEST_SEED = 0xFFFFFFFFFFFFFFFF  # a column of numbers has all their digits


cdef begin_array(ArrowArray* array, int64_t length, list buffers, int children):
    """Set an array of these buffers, each a bytearray or None, with room for some children."""
    cdef bytearray pointers = bytearray(len(buffers) * sizeof(void*))
    cdef const void** at = <const void**>PyByteArray_AsString(pointers)
    cdef list memory = [pointers, *buffers]
    memset(array, 0, sizeof(ArrowArray))
    for index, buffer in enumerate(buffers):
        at[<int>index] = NULL if buffer is None else PyByteArray_AsString(buffer)
    array.length, array.n_buffers, array.buffers = length, len(buffers), at
    array.null_count = 0 if buffers[0] is None else -1
    array.private_data, array.release = <void*>memory, release_array
    Py_INCREF(memory)
    array.children = <ArrowArray**>checked(malloc(max(children, 1) * sizeof(ArrowArray*)))


cdef ArrowArray* next_array(ArrowArray* array) except NULL:
    """Return the next child of an array, which has room for it."""
    cdef ArrowArray* child = <ArrowArray*>checked(malloc(sizeof(ArrowArray)))
    child.release = NULL
    array.children[array.n_children] = child
    array.n_children += 1
    return child


cdef set_schema(ArrowSchema* schema, bytes name, bytes format, int children, list texts):
    """Set a schema with room for some children; ``texts`` keeps the texts of a table's schema."""
    texts += [name, format]
    memset(schema, 0, sizeof(ArrowSchema))
    schema.name, schema.format, schema.flags = name, format, ARROW_FLAG_NULLABLE
    schema.release, schema.private_data = release_schema, <void*>texts
    Py_INCREF(texts)
    schema.children = <ArrowSchema**>checked(malloc(max(children, 1) * sizeof(ArrowSchema*)))


cdef ArrowSchema* next_schema(ArrowSchema* schema) except NULL:
    """Return the next child of a schema, which has room for it."""
    cdef ArrowSchema* child = <ArrowSchema*>checked(malloc(sizeof(ArrowSchema)))
    memset(child, 0, sizeof(ArrowSchema))
    schema.children[schema.n_children] = child
    schema.n_children += 1
    return child


cdef class Piece:
    """Verdicts on some rows, which are handed on once."""

    cdef ArrowArray array

    def __dealloc__(self):
        if self.array.release != NULL:
            self.array.release(&self.array)


cdef class Export:
    """What a stream that is handed on reads from."""

    cdef Streamed table
    cdef object pieces
    cdef bytes error


cdef enum:
    FAILED = 5  # EIO


cdef int export_schema(ArrowArrayStream* stream, ArrowSchema* schema) noexcept nogil:
    with gil:
        return attempt_schema(<Export>stream.private_data, schema)


cdef int attempt_schema(Export export, ArrowSchema* schema) noexcept:
    try:
        export.table.write_schema(schema)
        return 0
    except BaseException as error:
        if schema.release != NULL:
            schema.release(schema)
        export.error = str(error).encode()
        return FAILED


cdef int export_next(ArrowArrayStream* stream, ArrowArray* array) noexcept nogil:
    with gil:
        return attempt_next(<Export>stream.private_data, array)


cdef int attempt_next(Export export, ArrowArray* array) noexcept:
    cdef Piece piece
    memset(array, 0, sizeof(ArrowArray))
    try:
        piece = next(export.pieces, None)
        if piece is not None:
            array[0], piece.array.release = piece.array, NULL
        return 0
    except BaseException as error:
        export.error = str(error).encode(errors="replace")
        return FAILED


cdef const char* export_error(ArrowArrayStream* stream) noexcept nogil:
    with gil:
        return PyBytes_AsString((<Export>stream.private_data).error)


cdef void export_release(ArrowArrayStream* stream) noexcept nogil:
    stream.release = NULL
    let_go(stream.private_data)


cdef void free_stream(object capsule) noexcept:
    cdef ArrowArrayStream* stream = <ArrowArrayStream*>PyCapsule_GetPointer(capsule, b"arrow_array_stream")
    if stream.release != NULL:
        stream.release(stream)
    free(stream)


cdef inline bint is_space(u8 byte) noexcept nogil:
    return byte == b" " or byte == b"\n" or byte == b"\t" or byte == b"\r"


cdef inline u8* put_token(u8* out, const Text* token) noexcept nogil:
    out[0] = b'"'
    out = put_text(out + 1, token)
    out[0] = b'"'
    out[1] = b","
    return out + 2


cdef inline Py_ssize_t put_number_of(u64 number, u8* out) noexcept nogil:
    """Write a number in decimal digits, and return how many it has."""
    cdef u8 digits[20]
    cdef int count = 0, index
    while number or not count:
        digits[count] = 48 + number % 10
        number //= 10
        count += 1
    for index in range(count):
        out[index] = digits[count - 1 - index]
    return count


cdef inline bint same_text(const Text* one, const Text* other) noexcept nogil:
    return one.length == other.length and memcmp(one.start, other.start, one.length) == 0


cdef inline u64 hash_of(const u8* at, const u8* end) noexcept nogil:
    """Return the FNV-1a hash of some bytes."""
    cdef u64 value = 0xCBF29CE484222325
    while at < end:
        value = (value ^ at[0]) * <u64>0x100000001B3
        at += 1
    return value ^ value >> 32


cdef inline void put_id(u8* out, const u8* digest) noexcept nogil:
    memcpy(out, b"sha256:", 7)
    put_digest(out + 7, digest)
