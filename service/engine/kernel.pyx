# cython: language_level=3, cdivision=True
"""The compiled kernel: a usual replay request, from its bytes to the finished answer, in one call.

It knows no variant and no words. What a variant is comes as ``CompiledRules``; a request that has anything unusual or
wrong, and a variant too large for a ``Table``, is left to the readable engine, and so is why a move is illegal.

The GIL is held throughout: a game takes some ten microseconds, less than handing the lock over may.

Bounds, once for all: a pile number is below MOST_PILES, a card below 52, a pile's size at most 105, since a
position is made of 104 cards (``deal``) and cards only ever move (``move_cards``).
"""

import json
from dataclasses import replace
from hashlib import sha256
from random import Random

from cpython.buffer cimport PyBUF_READ
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from cpython.memoryview cimport PyMemoryView_FromMemory
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memchr, memcmp, memcpy, memset, strlen

from service.engine.sequences import foundation_row
from service.engine.cards import CODES, RANKS, SUITS, rank
from service.engine.reasons import Outcome
from service.engine.rules import Hold
from service.engine.seeds import HIGHEST_MS_NUMBER, SMALL
from service.engine.compiled import OptionError, tables_for

include "kernel_parts/bounds.pxi"

cdef enum:
    MOST_REF = 2048
    MOST_SEED = 22
    DECK_TEXT = 3 * CARDS - 1

    # A pile's name, face-down count and brackets, and 5 bytes a card, on top of all that stands once.
    MOST_ANSWER = MOST_HEAD + MOST_REF + 64 * MOST_PILES + 5 * CARDS + 1024
    # A move as text has at most 14 bytes.
    MOVE_TEXT = 16
    # The generator gives two words of 32 bits for each of 103 draws.
    WORD_BITS = 2 * 32 * (CARDS - 1)

include "kernel_parts/table.pxi"
include "kernel_parts/board.pxi"
include "kernel_parts/legality.pxi"
include "kernel_parts/deals.pxi"
include "kernel_parts/requests.pxi"
include "kernel_parts/logs.pxi"
include "kernel_parts/writing.pxi"


cdef class Judgement:
    """What became of a log. Where a move is illegal, ``answer`` lacks why: see ``explained``."""

    cdef readonly Table table
    cdef readonly str ref
    """What stands between its quotes."""
    cdef readonly object outcome
    cdef readonly Py_ssize_t moves_total
    cdef readonly Py_ssize_t moves_played
    cdef readonly bytes answer
    cdef readonly tuple digests
    """SHA-256 of the judgement, the deal and the game."""
    cdef readonly str illegal
    """The first illegal move; None if every move is legal."""
    cdef readonly bytes legal_moves
    """As a JSON list; only where a move is illegal."""
    cdef readonly list piles
    """As ``Position`` has them; only where a move is illegal."""
    cdef readonly object redeals
    cdef readonly bint won
    cdef Py_ssize_t _gap

    def explained(self, bytes why not None):
        """The answer with the JSON of why the move is illegal."""
        return self.answer[: self._gap] + why + self.answer[self._gap :]


def judge(bytes request not None, Py_ssize_t most_moves, Py_ssize_t longest_ref, u64 highest_integer):
    """The judgement on a usual request; None of any other, which then goes to the readable engine.

    ``highest_integer`` is that of JSON, for seeds written as numbers.
    """
    cdef Request asked
    cdef Table table
    cdef u8 deck[CARDS]
    cdef const u8* start = <const u8*>PyBytes_AS_STRING(request)
    if not read_request(start, start + PyBytes_GET_SIZE(request), &asked):
        return None
    if asked.ref.length > longest_ref:
        return None
    table = table_of(&asked)
    if table is None:
        return None
    if asked.rules_version.length >= 0 and text_of(&asked.rules_version) != table.version:
        return None
    if asked.deck.length >= 0:
        if not read_deck(&asked.deck, deck):
            return None
    elif not deal_seed(&table.flat, &asked, highest_integer, deck):
        return None
    return judge_deal(table, deck, &asked, most_moves)


def judge_log(tables, bytes deck not None, moves, str seed, bint state, bytes ref):
    """The judgement on a log that has been read already; None where the variant is not taken.

    ``deck`` are 104 cards in dealing order, ``moves`` tokens, ``seed`` as it is answered, ``ref`` a JSON string.
    """
    cdef Table table = table_for(tables)
    cdef Request asked
    cdef bytes text = b'"%b"' % '","'.join(moves).encode() if moves else b""
    cdef bytes number = (seed or "").encode()
    if table is None or not is_deck(deck):
        return None
    asked.moves = whole(text)
    asked.seed = whole(number)
    asked.deck.length = 0 if seed is None else -1
    asked.state = state
    asked.ref.length = -1
    if ref is not None:
        asked.ref.start = <const u8*>PyBytes_AS_STRING(ref) + 1
        asked.ref.length = PyBytes_GET_SIZE(ref) - 2
    return judge_deal(table, <const u8*>PyBytes_AS_STRING(deck), &asked, len(moves))


def play(Table table not None, bytes deck not None, bytes moves not None):
    """How many moves of a log are legal up to the first that is not, and the outcome then: a judgement without
    ids and answer, to be measured.

    ``moves`` is the inside of a JSON list. Raises ValueError if it is none, or this no deck.
    """
    cdef Board board
    cdef Log log
    cdef Text text = whole(moves)
    cdef u8* room = <u8*>PyMem_Malloc(2 * (text.length + MOVE_TEXT))
    if room == NULL:
        raise MemoryError
    try:
        if not is_deck(deck):
            raise ValueError("This is no deck.")
        log.sent = room
        log.canonical = room + text.length + MOVE_TEXT
        open_board(&table.flat, <const u8*>PyBytes_AS_STRING(deck), &board)
        if not play_log(&table.flat, &board, &text, text.length, &log):
            raise ValueError("This is no list of moves.")
        return log.played, outcome_of(&table.flat, &board)
    finally:
        PyMem_Free(room)


cdef bint is_deck(bytes cards) noexcept:
    """Whether these are two packs: all bounds rest on it."""
    cdef u8 copies[FLOOR]
    cdef u8 card
    cdef int index
    memset(copies, 0, FLOOR)
    if PyBytes_GET_SIZE(cards) != CARDS:
        return False
    for index in range(CARDS):
        card = PyBytes_AS_STRING(cards)[index]
        if card >= FLOOR or copies[card] == 2:
            return False
        copies[card] += 1
    return True


cdef inline Text whole(bytes text) noexcept:
    return Text(<const u8*>PyBytes_AS_STRING(text), PyBytes_GET_SIZE(text))


cdef inline bytes text_of(const Text* text):
    return text.start[: text.length]


cdef dict tables = {}  # by variant, or variant and rule options as they were chosen
cdef dict flattened = {}  # by CompiledRules: None where they are unfit


cdef Table table_of(const Request* asked):
    """None where the variant or an option is unknown, or the kernel does not take it."""
    cdef object name = text_of(&asked.variant)
    if asked.rules.length > 0:
        chosen = chosen_in(&asked.rules)
        if chosen is None:
            return None
        if chosen:
            name = (name, *chosen)
    return tables[name] if name in tables else new_table(name)


cdef Table new_table(object name):
    variant, *chosen = name if type(name) is tuple else (name,)
    try:
        settled = tables_for(
            variant.decode(), {key.decode(): v if type(v) is int else v.decode() for key, v in chosen}
        )
    except (KeyError, OptionError):
        return None
    # As many as the variants have settings, for what they do not have came to an end above.
    tables[name] = table_for(settled)
    return tables[name]


cdef Table table_for(object settled):
    if settled not in flattened:
        try:
            flattened[settled] = Table(settled)
        except Unfit:
            flattened[settled] = None
    return flattened[settled]


cdef list chosen_in(const Text* rules):
    """The members of an object of names with strings or whole numbers; None if it is none, or has one twice."""
    cdef const u8* at = past_space(rules.start)
    cdef const u8* end = rules.start + rules.length
    cdef Text name, value
    found = []
    names = set()
    if at == end:
        return found
    while True:
        at = past_string(at, &name)
        if at == NULL:
            return None
        at = past_space(at)
        if at[0] != b":":
            return None
        at = past_space(at + 1)
        if at[0] == b'"':
            at = past_string(at, &value)
            chosen = None if at == NULL else text_of(&value)
        else:
            at = past_number(at, &value)
            chosen = None if at == NULL or value.length > 9 else int(text_of(&value))
        key = text_of(&name)
        if chosen is None or key in names:
            return None
        names.add(key)
        found.append((key, chosen))
        at = past_space(at)
        if at == end:
            return found
        if at[0] != b",":
            return None
        at = past_space(at + 1)


cdef bint deal_seed(const Flat* flat, Request* asked, u64 highest_integer, u8* deck):
    """Whether this is a seed; the deal, and the seed as it is answered."""
    cdef Text* text = &asked.seed
    cdef u8 pack[CARDS]
    cdef u64 number = 0
    cdef bint ms = text.length > 2 and text.start[0] == b"m" and text.start[1] == b"s"
    cdef Py_ssize_t index, digits = text.length - 2 if ms else text.length
    cdef const u8* first = text.start + text.length - digits
    if not 1 <= digits <= 20 or first[0] == b"0":
        return False
    for index in range(digits):
        if not b"0" <= first[index] <= b"9":
            return False
        # Of 20 digits it may wrap round, but then it is not looked at.
        number = 10 * number + (first[index] - 48)
    if asked.seed_is_number and (digits > 16 or number > highest_integer):
        return False
    if ms and (digits > 10 or number > HIGHEST_MS):
        return False
    memcpy(pack, NEW, CARDS)
    if digits <= 5 and number < BELOW_IS_MS:
        text.start, text.length = first, digits
        shuffle_microsoft(number, pack)
    elif ms:
        shuffle_microsoft(number, pack)
    else:
        words = Random(int(text_of(text))).getrandbits(WORD_BITS).to_bytes(WORD_BITS // 8, "little")
        shuffle_mersenne(<const u8*>PyBytes_AS_STRING(words), pack)
    order(flat, pack, deck)
    return True


cdef Judgement judge_deal(Table table, const u8* deck, const Request* asked, Py_ssize_t most_moves):
    """Play the log and write the answer."""
    cdef Board board
    cdef Log log
    cdef Flat* flat = &table.flat
    cdef Py_ssize_t room = 2 * MOST_HEAD + DECK_TEXT + asked.moves.length + MOVE_TEXT
    cdef u8* judged = <u8*>PyMem_Malloc(2 * room)
    cdef u8* game = judged + room
    cdef u8* deal_end
    if judged == NULL:
        raise MemoryError
    try:
        if asked.ref.length > MOST_REF or asked.seed.length > MOST_SEED:
            return None
        log.sent = put_bytes(put_bytes(judged, table.setting), table.version)
        log.sent = put(put_deck(deck, put(log.sent, b"\n")), b"\n")
        deal_end = put_deck(deck, put_bytes(game, table.setting))
        log.canonical = put(deal_end, b"\n")
        open_board(flat, deck, &board)
        if not play_log(flat, &board, &asked.moves, most_moves, &log):
            return None
        digest = sha256(view(judged, log.sent))
        deal_digest = sha256(view(game, deal_end))
        deal = deal_digest.digest()
        deal_digest.update(view(deal_end, log.canonical))
        return answer(table, &board, asked, &log, digest.digest(), deal, deal_digest.digest())
    finally:
        PyMem_Free(judged)


cdef inline object view(u8* start, u8* end):
    return PyMemoryView_FromMemory(<char*>start, end - start, PyBUF_READ)


cdef Judgement answer(
    Table table, const Board* board, const Request* asked, const Log* log, bytes judged, bytes deal, bytes game
):
    """The judgement, with the JSON that ``schemas.verdicts`` would make of it."""
    cdef u8 text[MOST_ANSWER]
    cdef u8* out = text
    cdef Judgement judgement = Judgement.__new__(Judgement)
    cdef bint valid = log.illegal.length < 0
    judgement.table = table
    judgement.digests = (judged, deal, game)
    judgement.outcome = outcome_of(&table.flat, board)
    judgement.moves_total = log.total
    judgement.moves_played = log.played
    out = put_digest(put(out, b'{"id":"sha256:'), judged)
    out = put_digest(put(out, b'","deal_id":"sha256:'), deal)
    out = put_digest(put(out, b'","game_id":"sha256:'), game)
    out = put(put_bytes(put(out, b'",'), table.head), b',"seed":')
    if asked.deck.length >= 0:
        out = put(out, b"null")
    else:
        out = put(put_text(put(out, b'"'), &asked.seed), b'"')
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
    if asked.state:
        out = put_state(&table.flat, board, put(out, b',"final_state":'))
    if asked.ref.length >= 0:
        out = put(put_text(put(out, b',"ref":"'), &asked.ref), b'"')
    out = put(out, b"}")
    judgement.answer = text[: out - text]
    judgement.ref = None if asked.ref.length < 0 else text_of(&asked.ref).decode()
    if not valid:
        judgement.illegal = text_of(&log.illegal).decode()
        judgement.legal_moves = legal_moves_of(&table.flat, board)
        judgement.piles = [list(board.cards[pile][: board.size[pile]]) for pile in range(table.flat.piles)]
        judgement.redeals = board.redeals
        judgement.won = board.won
    return judgement
