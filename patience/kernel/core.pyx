# cython: language_level=3, cdivision=True
"""The compiled kernel: judges a usual replay request, from its bytes to the finished answer, in one call.

Strategy. ``Table`` copies ``CompiledRules`` into a flat C structure once per variant and options. Requests
are read, dealt, replayed and answered without Python objects for moves and cards. The kernel decides only
whether a move is legal. Three things are left to the readable engine, which then gives the same bytes:
requests with an unusual or wrong part (``judge`` returns None), rules that the kernel does not implement or
that exceed its bounds (``Table`` raises Unfit and names them), and the reason why a move is illegal
(``Judgement.explained``).

Invariants. A declaration is never ignored: ``table.pxi`` lists the concepts that are implemented here. A pile
number is below MOST_PILES and a card below 52. A pile's size is at most MOST_CARDS + 1: a board is dealt from
a deck that was checked card by card, and from then on cards only move. Ranks on the board are relative to the
deal's base rank, so one table serves every base; decks and answers have the ranks on the cards.

The GIL is held throughout, except for tables: a game takes about ten microseconds, less than releasing the lock
can cost, and a batch of them takes longer.
"""

import json
from dataclasses import replace

from cpython.buffer cimport PyBUF_READ
from cpython.bytearray cimport PyByteArray_AsString, PyByteArray_Size, PyByteArray_Resize
from cpython.bytes cimport PyBytes_AsString, PyBytes_FromStringAndSize, PyBytes_Size
from cpython.memoryview cimport PyMemoryView_FromMemory
from cpython.exc cimport PyErr_CheckSignals
from cpython.mem cimport PyMem_Calloc, PyMem_Free, PyMem_Malloc
from cpython.pycapsule cimport PyCapsule_GetPointer, PyCapsule_New
from cpython.ref cimport Py_DECREF, Py_INCREF
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memchr, memcmp, memcpy, memmove, memset, strchr, strlen

from patience.kernel.rules cimport *

from patience.compilation.sequences import fits_in_suit, foundation_row, run_row
from patience.cards import CODES, RANKS, SUITS, rank
from patience.play.dealing import SeededOrders
from patience.cards.notation import Move
from patience.play.position import Position
from patience.cards.reasons import Outcome, Reason
from patience.rules import Arrange, Base, Build, DealTo, GatherAs, Hands, Hold, SameBase, Win
from patience.rules.pairs import beside, members
from patience.cards.seeds import HIGHEST_MS_NUMBER, SMALL, numbers_after
from patience.compilation.compiled_rules import ANY, COMPILING, OptionError, tables_for

SOURCES = DIGEST.decode()
"""The digest of the sources that this module was compiled from: ``kernel_loader`` compares it."""

cdef enum:
    MOST_REF = 2048
    MOST_SEED = 22
    DECK_TEXT = 3 * MOST_CARDS - 1

    # Each pile has a name, a face-down count and brackets, each card 5 bytes; the rest occurs once.
    MOST_ANSWER = MOST_HEAD + MOST_REF + 64 * MOST_PILES + 5 * MOST_CARDS + 1024
    # The number of a line, and the names and punctuation around its answer, have at most 42 bytes.
    LINE_ROOM = 64
    # A move as text has at most 14 bytes.
    MOVE_TEXT = 16
    # Clients choose variants and options, and there are thousands of combinations.
    MOST_TABLES = 1024

cdef object WON = Outcome.WON
cdef object LOST = Outcome.LOST
cdef object IN_PROGRESS = Outcome.IN_PROGRESS

include "table.pxi"
include "mersenne.pxi"
include "deals.pxi"
include "requests.pxi"
include "logs.pxi"
include "writing.pxi"
include "batch.pxi"
include "lines.pxi"
include "positions.pxi"
include "sha256.pxi"
include "arrow.pxi"
include "columns.pxi"


cdef object outcome_of(const Flat* flat, const Board* board):
    cdef Play play
    if board.won:
        return WON
    if card_moves(flat, board, False, &play, 1) or stock_can_help(flat, board):
        return IN_PROGRESS
    return LOST


cdef class Judgement:
    """The result of a replay. If a move is illegal, ``answer`` lacks the reason: see ``explained``."""

    cdef readonly object tables
    """The compiled rules, at the deal's base rank if a move is illegal."""
    cdef readonly str ref
    """The client's name for the request; None if it has none."""
    cdef readonly object outcome
    cdef readonly Py_ssize_t moves_total
    cdef readonly Py_ssize_t moves_played
    cdef readonly bytes answer
    cdef readonly str illegal
    """The first illegal move; None if every move is legal."""
    cdef readonly bytes legal_moves
    """A JSON list; only if a move is illegal."""
    cdef readonly list piles
    """The piles of ``Position``; only if a move is illegal."""
    cdef readonly object redeals
    cdef readonly object merci_used
    cdef readonly object phase
    cdef readonly object knows_order
    """Whether the seed says how redeals shuffle; only if a move is illegal."""
    cdef Py_ssize_t _gap
    cdef u8 _digests[96]

    @property
    def digests(self):
        """SHA-256 of the judgement, the deal and the game."""
        cdef const u8* start = self._digests
        return start[:32], start[32:64], start[64:96]

    def explained(self, bytes why not None):
        """Return the answer with ``why``, the JSON of the first illegal move, in its place."""
        return self.answer[: self._gap] + why + self.answer[self._gap :]


def judge(
    bytes text not None, Py_ssize_t most_moves, Py_ssize_t longest_ref, u64 highest_integer, bint lenient=False
):
    """Return the judgement on a usual request; None for any other, which the readable engine must judge.

    ``highest_integer`` is the largest seed that may be written as a JSON number. If ``lenient``, members of other
    names and nulls are passed over, and ``ref`` may be a whole number.
    """
    cdef const u8* start = <const u8*>PyBytes_AsString(text)
    return judge_text(start, start + PyBytes_Size(text), most_moves, longest_ref, highest_integer, lenient)


def outline(bytes text not None, Py_ssize_t most_moves, Py_ssize_t longest_ref, u64 highest_integer):
    """Return a request without what differs from game to game, if nothing is wrong with that; else None.

    These are moves, ref and seed, and the values of members that no request has. So what is wrong with a request
    that ``judge`` leaves is wrong with its outline, which requests that are wrong alike share.
    """
    cdef const u8* at = past_space(<const u8*>PyBytes_AsString(text))
    cdef const u8* end = <const u8*>PyBytes_AsString(text) + PyBytes_Size(text)
    cdef Text name, value, inner
    cdef bytes key
    cdef dict members = {}
    cdef bint is_ascii = True
    if at[0] != b"{":
        return None
    while True:
        at = past_string(past_space(at + 1), &name)
        if at == NULL or len(members) == MOST_MEMBERS:
            return None
        at = past_space(at)
        if at[0] != b":":
            return None
        at = past_space(at + 1)
        value.start = at
        at = past_value(at, end, &inner, &is_ascii)
        key = bytes_of(&name)
        if at == NULL or key in members:
            return None
        value.length = at - value.start
        members[key] = outlined(&name, &value, &inner, most_moves, longest_ref, highest_integer)
        if members[key] is None:
            return None
        at = past_space(at)
        if at[0] == b"}":
            break
        if at[0] != b",":
            return None
    if past_space(at + 1) != end or not (is_ascii or is_unicode(text)):
        return None
    return b"{%b}" % b",".join([b'"%b":%b' % member for member in members.items() if member[1]])


cdef bytes outlined(
    const Text* name, const Text* value, const Text* inner, Py_ssize_t most_moves, Py_ssize_t longest_ref, u64 highest
):
    """Return the value of a member in an outline, empty if it has none; None if it is unusual."""
    cdef u8 first = value.start[0]
    cdef u64 number
    if says(name, b"moves") and first == b"[":
        return b"[]" if are_tokens(inner, most_moves) else None
    if says(name, b"ref") and first == b'"' and inner.length <= longest_ref:
        return b""
    if says(name, b"seed") and (first == b'"' or b"0" <= first <= b"9"):
        return b"1" if seed_kind(inner, first != b'"', highest, &number) else bytes_of(value)
    if value.length > LONGEST_VALUE:
        return None
    if first == b"n" or is_one_of(name, OUTLINED):
        return bytes_of(value)
    is_unknown = not (says(name, b"deck") or is_one_of(name, OTHER_MEMBERS) or first == b"[" or first == b"{")
    return b"null" if is_unknown else None


cdef bint is_unicode(bytes text):
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True


def judge_lines(
    bytearray lines not None,
    Py_ssize_t start,
    bytes head not None,
    Py_ssize_t number,
    Py_ssize_t most_moves,
    Py_ssize_t longest_line,
    Py_ssize_t longest_ref,
    u64 highest_integer,
    bint lenient=False,
):
    """Judge line after line, up to the first that is unusual or longer than ``longest_line``, or has an illegal move.

    Return the answers to lines without an illegal move, as lines that begin with ``head`` and a number; how many
    there are by rules and outcome; the judgement on the line with an illegal move, or None; and where the first
    line starts that was not judged. ``lenient`` is as for ``judge``.
    """
    cdef u8* text = <u8*>PyByteArray_AsString(lines)
    cdef Py_ssize_t size = PyByteArray_Size(lines)
    cdef u8* end
    cdef Judgement judgement
    cdef bytearray answers = bytearray()
    cdef dict games = {}
    while start < size:
        end = <u8*>memchr(text + start, b"\n", size - start)
        if end == NULL or end - (text + start) > longest_line:
            break
        # All reading relies on the zero byte.
        end[0] = 0
        judgement = judge_text(text + start, end, most_moves, longest_ref, highest_integer, lenient)
        end[0] = b"\n"
        if judgement is None:
            break
        start = end + 1 - text
        if judgement.illegal is not None:
            return answers, games, judgement, start
        add_line(answers, head, number, judgement)
        game = (judgement.tables, judgement.outcome)
        games[game] = games.get(game, 0) + 1
        number += 1
    return answers, games, None, start


cdef add_line(bytearray answers, bytes head, Py_ssize_t number, Judgement judgement):
    """Append the line of a stream that answers a request."""
    cdef Py_ssize_t before = PyByteArray_Size(answers)
    cdef u8* start
    cdef u8* out
    PyByteArray_Resize(
        answers, before + PyBytes_Size(head) + MOST_REF + PyBytes_Size(judgement.answer) + LINE_ROOM
    )
    start = <u8*>PyByteArray_AsString(answers)
    out = put_number(put_bytes(start + before, head), number)
    if judgement.ref is not None:
        out = put(put_bytes(put(out, b',"ref":"'), judgement.ref.encode()), b'"')
    out = put(put_bytes(put(out, b',"verdict":'), judgement.answer), b"}\n")
    PyByteArray_Resize(answers, out - start)


cdef Judgement judge_text(
    const u8* start,
    const u8* end,
    Py_ssize_t most_moves,
    Py_ssize_t longest_ref,
    u64 highest_integer,
    bint lenient,
):
    """Judge the request between two places, the second of which has a zero byte."""
    cdef Request request
    cdef Table table
    cdef u8 deck[MOST_CARDS]
    if not read_request(start, end, &request, lenient):
        return None
    if request.ref.length > longest_ref:
        return None
    table = table_of(&request)
    if table is None:
        return None
    if request.rules_version.length >= 0 and bytes_of(&request.rules_version) != table.version:
        return None
    if request.deck.length >= 0:
        if not read_deck(&table.flat, &request.deck, deck):
            return None
    elif not deal_seed(&table.flat, &request, highest_integer, deck):
        return None
    return judge_deal(table, deck, &request, most_moves)


def judge_log(rules, bytes deck not None, moves, str seed, bint state, bytes ref):
    """Return the judgement on a log that is read already; None if the kernel cannot judge its variant.

    ``deck`` has the cards in dealing order, ``moves`` are tokens, ``seed`` is normalized, and ``ref`` is a JSON
    string.
    """
    cdef Table table = table_for(rules)
    cdef Request request
    cdef bytes text = b'"%b"' % '","'.join(moves).encode() if moves else b""
    cdef bytes number = (seed or "").encode()
    if table is None or not is_deck(&table.flat, deck):
        return None
    request.moves = whole(text)
    request.seed = whole(number)
    request.deck.length = 0 if seed is None else -1
    request.state = state
    request.ref.length = -1
    if ref is not None:
        request.ref.start = <const u8*>PyBytes_AsString(ref) + 1
        request.ref.length = PyBytes_Size(ref) - 2
    return judge_deal(table, <const u8*>PyBytes_AsString(deck), &request, len(moves))


def judge_board(rules, position, bytes piles not None, moves, bint state, bytes ref):
    """Return the judgement on a log that opens with a board; None if the kernel cannot judge its variant.

    ``rules`` are those of the deal, ``position`` is a position of the game that was checked, ``piles`` its text,
    and the rest is as in ``judge_log``.
    """
    cdef Table table = table_for(rules)
    cdef Request request
    cdef Board board
    cdef bytes text = b'"%b"' % '","'.join(moves).encode() if moves else b""
    if table is None or not read_board(&table.flat, position, &board):
        return None
    request.moves = whole(text)
    request.seed = whole(b"")
    request.deck.length = 0
    request.state = state
    request.ref.length = -1
    if ref is not None:
        request.ref.start = <const u8*>PyBytes_AsString(ref) + 1
        request.ref.length = PyBytes_Size(ref) - 2
    return judge_opening(table, &board, piles, &request, len(moves))


cdef bint read_board(const Flat* flat, position, Board* board):
    """Return whether a position has exactly the game's cards, so that every bound holds; copy it."""
    cdef u8 copies[FLOOR]
    cdef int pile, card, index, size, cards = 0
    memcpy(copies, flat.copies, FLOOR)
    board.base = RANKS.index(position.tables.base_rank or "A")
    board.redeals = position.redeals
    board.merci_used = position.merci_used
    board.phase = position.phase
    board.order = NOT_KNOWN
    board.drawn = 0
    board.won = position.won
    if len(position.piles) != flat.piles:
        return False
    for pile in range(flat.piles):
        given = position.piles[pile]
        size = len(given)
        if size > flat.cards + 1:
            return False
        board.cards[pile][0] = FLOOR
        board.size[pile] = size
        for index in range(1, size):
            card = given[index] & ~FACE_DOWN
            if not 0 <= card < FLOOR or copies[card] == 0:
                return False
            copies[card] -= 1
            board.cards[pile][index] = relative_card(card, board.base) + (given[index] & FACE_DOWN)
            cards += 1
    return cards == flat.cards


def play(Table table not None, bytes deck not None, bytes moves not None):
    """Return the number of legal moves before the first illegal one, and the outcome, for benchmarks.

    ``moves`` is the inside of a JSON list. Raises ValueError if it is not, or if ``deck`` is not a deck of the
    game.
    """
    cdef Board board
    cdef Log log
    cdef Text text = whole(moves)
    cdef u8* room = <u8*>PyMem_Malloc(2 * (text.length + MOVE_TEXT))
    if room == NULL:
        raise MemoryError
    try:
        if not is_deck(&table.flat, deck):
            raise ValueError("The cards are not a deck of this game.")
        log.sent = room
        log.canonical = room + text.length + MOVE_TEXT
        open_board(&table.flat, <const u8*>PyBytes_AsString(deck), &board)
        if not play_log(&table.flat, &board, &text, text.length, &log):
            raise ValueError("The moves are not a list of tokens.")
        return log.played, outcome_of(&table.flat, &board)
    finally:
        PyMem_Free(room)


cdef bint is_deck(const Flat* flat, bytes cards) noexcept:
    """Return whether these are the game's packs; the bounds of every board rest on it."""
    cdef u8 copies[FLOOR]
    cdef u8 card
    cdef int index
    memcpy(copies, flat.copies, FLOOR)
    if PyBytes_Size(cards) != flat.cards:
        return False
    for index in range(flat.cards):
        card = PyBytes_AsString(cards)[index]
        if card >= FLOOR or copies[card] == 0:
            return False
        copies[card] -= 1
    return True


cdef inline Text whole(bytes text) noexcept:
    return Text(<const u8*>PyBytes_AsString(text), PyBytes_Size(text))


cdef inline bytes bytes_of(const Text* text):
    return text.start[: text.length]


cdef dict tables = {}  # by variant, or variant and options as the request spells them
cdef dict tables_by_rules = {}  # by CompiledRules; None if the kernel cannot judge them


cdef Table table_of(const Request* request):
    """Return a request's table; None if the variant or an option is unknown or the kernel cannot judge it."""
    cdef object name = bytes_of(&request.variant)
    if request.rules.length > 0:
        options = read_options(&request.rules, request.lenient)
        if options is None:
            return None
        if options:
            name = (name, *options)
    return tables[name] if name in tables else new_table(name)


cdef Table new_table(object name):
    variant, *options = name if type(name) is tuple else (name,)
    try:
        rules = tables_for(
            variant.decode(), {key.decode(): v if type(v) is int else v.decode() for key, v in options}
        )
    except (KeyError, OptionError):
        return None
    table = table_for(rules)
    if len(tables) == MOST_TABLES:
        tables.clear()
    tables[name] = table
    return table


cdef Table table_for(object rules):
    if rules not in tables_by_rules:
        if len(tables_by_rules) == MOST_TABLES:
            tables_by_rules.clear()
        try:
            with COMPILING.within():
                tables_by_rules[rules] = Table(rules)
        except Unfit:
            tables_by_rules[rules] = None
    return tables_by_rules[rules]


cdef list read_options(const Text* rules, bint lenient):
    """Return the members of an object of strings and whole numbers; if ``lenient``, without nulls.

    Return None for anything else and for a repeated name.
    """
    cdef const u8* at = past_space(rules.start)
    cdef const u8* end = rules.start + rules.length
    cdef Text name, text
    options = []
    names = set()
    if at == end:
        return options
    while True:
        at = past_string(at, &name)
        if at == NULL:
            return None
        at = past_space(at)
        if at[0] != b":":
            return None
        at = past_space(at + 1)
        is_null = lenient and at[0] == b"n"
        if is_null:
            at = past_word(at, b"null")
        elif at[0] == b'"':
            at = past_string(at, &text)
        else:
            at = past_number(at, &text)
        key = bytes_of(&name)
        if at == NULL or key in names:
            return None
        names.add(key)
        if not is_null:
            value = bytes_of(&text)
            if text.start[-1] != b'"':
                if text.length > 9:
                    return None
                value = int(value)
            options.append((key, value))
        at = past_space(at)
        if at == end:
            return options
        if at[0] != b",":
            return None
        at = past_space(at + 1)


cdef SeedKind seed_kind(Text* text, bint is_number, u64 highest_integer, u64* number) noexcept nogil:
    """Return of which kind a text is a seed; write its number, unless Mersenne's, and normalize it."""
    cdef bint ms = text.length > 2 and text.start[0] == b"m" and text.start[1] == b"s"
    cdef Py_ssize_t index, digits = text.length - 2 if ms else text.length
    cdef const u8* first = text.start + text.length - digits
    number[0] = 0
    if not 1 <= digits <= 20 or first[0] == b"0":
        return NO_SEED
    for index in range(digits):
        if not b"0" <= first[index] <= b"9":
            return NO_SEED
        # Twenty digits may overflow, but then the number is not used.
        number[0] = 10 * number[0] + (first[index] - 48)
    if is_number and (digits > 16 or number[0] > highest_integer):
        return NO_SEED
    if ms and (digits > 10 or number[0] > HIGHEST_MS):
        return NO_SEED
    if digits <= 5 and number[0] < BELOW_IS_MS:
        text.start, text.length = first, digits
        ms = True
    return MICROSOFT_SEED if ms else MERSENNE_SEED


cdef int deal_seed(const Flat* flat, Request* request, u64 highest_integer, u8* deck) except -1 nogil:
    """Return whether the request has a seed; write its deck, and normalize the seed."""
    cdef Text* text = &request.seed
    cdef u8 pack[MOST_CARDS]
    cdef u8 words[8 * (MOST_CARDS - 1)]
    cdef u64 number
    cdef SeedKind kind = seed_kind(text, request.seed_is_number, highest_integer, &number)
    cdef bint ms = kind == MICROSOFT_SEED
    if kind == NO_SEED:
        return False
    new_pack(flat, ms, pack)
    if ms:
        shuffle_microsoft(number, 0, pack, flat.cards)
    else:
        # Each draw takes two words.
        write_words(text.start, text.length, 2 * (flat.cards - 1), words)
        shuffle_mersenne(words, pack, flat.cards)
    order(flat, pack, deck)
    if flat.distinct_ranks:
        with gil:
            make_ranks_distinct(flat, numbers_after(bytes_of(text).decode(), flat.cards), deck)
    return True


cdef Judgement judge_deal(Table table, const u8* deck, const Request* request, Py_ssize_t most_moves):
    """Deal the opening position, play the log and write the answer."""
    cdef Board board
    cdef u8 cards[DECK_TEXT + 1]
    cdef u8* start = cards
    open_board(&table.flat, deck, &board)
    cdef bytes text = start[: put_deck(&table.flat, deck, start) - start]
    cdef bytes words
    if table.flat.shuffles and request.deck.length < 0:
        words = set_order(&table.flat, &board, bytes_of(&request.seed))
        text += b" / seed " + bytes_of(&request.seed)
    return judge_opening(table, &board, text, request, most_moves)


cdef bytes set_order(const Flat* flat, Board* board, bytes seed):
    """Let the seed's generator shuffle the redeals; return the words that must outlast the board."""
    value = int(seed.removeprefix(b"ms"))
    if seed.startswith(b"ms") or value < SMALL:
        board.order, board.seed = CONGRUENTIAL, value
        return b""
    cdef int number = 2 * (flat.cards - 1) * (1 + flat.redeals)
    cdef bytes words = PyBytes_FromStringAndSize(NULL, 4 * number)
    write_words(<const u8*>PyBytes_AsString(seed), PyBytes_Size(seed), number, <u8*>PyBytes_AsString(words))
    board.order, board.words = MERSENNE, <const u8*>PyBytes_AsString(words)
    return words


cdef Judgement judge_opening(Table table, Board* board, bytes cards, const Request* request, Py_ssize_t most_moves):
    """Play the log from an opening position, whose ``cards`` are written as ids have them; write the answer."""
    cdef Log log
    cdef Digest digest
    cdef u8 digests[96]
    cdef Flat* flat = &table.flat
    cdef Py_ssize_t room = 2 * MOST_HEAD + PyBytes_Size(cards) + request.moves.length + MOVE_TEXT
    cdef u8* judged = <u8*>PyMem_Malloc(2 * room)
    cdef u8* game = judged + room
    cdef u8* deal_end
    if table.flat.hands:
        # An answer has the points then, which the readable engine counts.
        PyMem_Free(judged)
        return None
    if judged == NULL:
        raise MemoryError
    try:
        if request.ref.length > MOST_REF or request.seed.length > MOST_SEED:
            return None
        log.sent = put_bytes(put_bytes(judged, table.setting), table.version)
        log.sent = put(put_bytes(put(log.sent, b"\n"), cards), b"\n")
        deal_end = put_bytes(put_bytes(game, table.setting), cards)
        log.canonical = put(deal_end, b"\n")
        if not play_log(flat, board, &request.moves, most_moves, &log):
            return None
        begin_digest(&digest)
        add_bytes(&digest, judged, log.sent - judged)
        write_digest(digest, digests)
        begin_digest(&digest)
        add_bytes(&digest, game, deal_end - game)
        write_digest(digest, digests + 32)
        add_bytes(&digest, deal_end, log.canonical - deal_end)
        write_digest(digest, digests + 64)
        return answer(table, board, request, &log, digests)
    finally:
        PyMem_Free(judged)


cdef Judgement answer(
    Table table, const Board* board, const Request* request, const Log* log, const u8* digests
):
    """Return the judgement, with the JSON that ``schemas.verdicts`` would produce."""
    cdef u8 text[MOST_ANSWER]
    cdef u8* out = text
    cdef Judgement judgement = Judgement.__new__(Judgement)
    cdef bint valid = log.illegal.length < 0
    judgement.tables = table.tables
    memcpy(judgement._digests, digests, 96)
    judgement.outcome = outcome_of(&table.flat, board)
    judgement.moves_total = log.total
    judgement.moves_played = log.played
    out = put_digest(put(out, b'{"id":"sha256:'), digests)
    out = put_digest(put(out, b'","deal_id":"sha256:'), digests + 32)
    out = put_digest(put(out, b'","game_id":"sha256:'), digests + 64)
    out = put(put_bytes(put(out, b'",'), table.head), b',"seed":')
    if request.deck.length >= 0:
        out = put(out, b"null")
    else:
        out = put(put_text(put(out, b'"'), &request.seed), b'"')
    out = put(out, b',"valid":')
    out = put(out, b"true") if valid else put(out, b"false")
    out = put(out, b',"outcome":"')
    out = put(put_bytes(out, OUTCOME_TEXT[judgement.outcome]), b'","moves_total":')
    out = put(put_number(out, log.total), b',"moves_played":')
    out = put(put_number(out, log.played), b',"first_illegal_move":')
    if valid:
        out = put(out, b"null")
    judgement._gap = out - text
    out = put(out, b',"first_divergence":null')
    if request.state:
        out = put_state(&table.flat, board, put(out, b',"final_state":'))
    if request.ref.length >= 0:
        out = put(put_text(put(out, b',"ref":"'), &request.ref), b'"')
    out = put(out, b"}")
    judgement.answer = text[: out - text]
    judgement.ref = None if request.ref.length < 0 else bytes_of(&request.ref).decode()
    if not valid:
        add_refusal(judgement, &table.flat, board, log)
    return judgement


cdef void add_refusal(Judgement judgement, const Flat* flat, const Board* board, const Log* log):
    """Add what the readable engine needs to explain the first illegal move."""
    if flat.base_from != ACE:
        judgement.tables = judgement.tables.at_base(RANKS[board.base])
    judgement.illegal = bytes_of(&log.illegal).decode()
    judgement.legal_moves = legal_moves_of(flat, board)
    judgement.piles = real_piles(flat, board)
    judgement.redeals = board.redeals
    judgement.merci_used = board.merci_used
    judgement.phase = board.phase
    judgement.knows_order = board.order != NOT_KNOWN
