# Replay requests, read from their JSON.
#
# Only the usual members in a plain spelling are read. Anything unusual or wrong is left to the readable engine,
# so a reader here returns NULL or False as soon as it meets that. All reading relies on the zero byte that ends
# a bytes object: no reader accepts it as part of JSON.
#
# Needs: columns.pxi, deals.pxi, rules.pxd
# Gives: LONGEST_VALUE, MERSENNE_SEED, MICROSOFT_SEED, MOST_MEMBERS, NO_SEED, OTHER_MEMBERS, OUTLINED, Request,
#   SeedKind, Text, Token, are_tokens, card_of, is_one_of, past_number, past_space, past_string, past_token,
#   past_value, past_word, read_deck, read_request, says

cdef enum:
    MOST_MEMBERS = 32  # of a lenient request
    LONGEST_VALUE = 500  # that an outline keeps or drops

cdef enum SeedKind:
    NO_SEED
    MICROSOFT_SEED
    MERSENNE_SEED

# Each list ends with an empty name. These members are read by the readable engine only.
cdef const char** OTHER_MEMBERS = [
    b"declaration", b"board", b"redeal_orders", b"checkpoints", b"times", b"labels", b"lenient", b"",
]
cdef const char** OUTLINED = [b"variant", b"rules", b"rules_version", b"moves", b"include", b"ref", b"seed", b""]


cdef struct Text:
    const u8* start
    Py_ssize_t length


cdef struct Request:
    # The members as their text in the JSON; a length of -1 for a member that is absent.
    Text variant
    Text rules
    Text rules_version
    Text seed
    bint seed_is_number
    Text deck
    Text moves
    int state  # whether the final state is included; -1 if the request does not say
    Text ref
    # Whether members of other names and nulls are passed over, and a whole number is a ref. So tables write rows.
    bint lenient


cdef inline const u8* past_space(const u8* at) noexcept nogil:
    while at[0] == b" " or at[0] == b"\n" or at[0] == b"\t" or at[0] == b"\r":
        at += 1
    return at


cdef inline const u8* past_string(const u8* at, Text* text) noexcept nogil:
    """Return the end of a string of printable ASCII without escapes; NULL for anything else."""
    if at[0] != b'"':
        return NULL
    at += 1
    text.start = at
    while at[0] != b'"':
        if at[0] < 32 or at[0] > 126 or at[0] == b"\\":
            return NULL
        at += 1
    text.length = at - text.start
    return at + 1


cdef const u8* past_number(const u8* at, Text* text) noexcept nogil:
    """Return the end of a whole number without a sign; NULL for anything else."""
    text.start = at
    if at[0] == b"0":
        at += 1
    else:
        while b"0" <= at[0] <= b"9":
            at += 1
    text.length = at - text.start
    return at if text.length else NULL


cdef const u8* past_list(const u8* at, const u8* end, Text* text) noexcept nogil:
    """Return the end of a list without brackets in it; NULL for anything else. Its items are not checked."""
    cdef const u8* close
    if at[0] != b"[":
        return NULL
    close = <const u8*>memchr(at, b"]", end - at)
    if close == NULL:
        return NULL
    text.start = at + 1
    text.length = close - at - 1
    return close + 1


cdef const u8* past_object(const u8* at, const u8* end, Text* text) noexcept nogil:
    """Return the end of an object without braces in it; NULL for anything else. Its members are not checked."""
    cdef const u8* close
    if at[0] != b"{":
        return NULL
    close = <const u8*>memchr(at, b"}", end - at)
    if close == NULL:
        return NULL
    text.start = at + 1
    text.length = close - at - 1
    return close + 1


cdef inline bint says(const Text* text, const char* word) noexcept nogil:
    return text.length == <Py_ssize_t>strlen(word) and memcmp(text.start, word, text.length) == 0


cdef const u8* past_include(const u8* at, const u8* end, Request* request) noexcept nogil:
    cdef Text inner, text
    cdef const u8* after = past_list(at, end, &inner)
    if after == NULL:
        return NULL
    at = past_space(at + 1)
    request.state = at[0] == b'"'
    if request.state:
        at = past_string(at, &text)
        if at == NULL or not says(&text, b"final_state"):
            return NULL
        at = past_space(at)
    return after if at + 1 == after else NULL


cdef const u8* past_plain(const u8* at) noexcept nogil:
    """Return the end of a string, a number without an exponent, a truth value or null; NULL for anything else."""
    cdef Text text
    if at[0] == b'"':
        return past_string(at, &text)
    if at[0] == b"t":
        return past_word(at, b"true")
    if at[0] == b"f":
        return past_word(at, b"false")
    if at[0] == b"n":
        return past_word(at, b"null")
    at = past_number(at + (at[0] == b"-"), &text)
    if at == NULL or at[0] != b".":
        return at
    at += 1
    text.start = at
    while b"0" <= at[0] <= b"9":
        at += 1
    return at if at > text.start else NULL


cdef const u8* past_member(const u8* at, const u8* end, const Text* name, Request* request) noexcept nogil:
    """Return the end of a member's value; NULL if the member is unusual, unknown or repeated."""
    if request.lenient and at[0] == b"n":
        return past_word(at, b"null")
    if says(name, b"moves"):
        return past_list(at, end, &request.moves) if request.moves.length < 0 else NULL
    if says(name, b"variant"):
        return past_string(at, &request.variant) if request.variant.length < 0 else NULL
    if says(name, b"seed"):
        if request.seed.length >= 0:
            return NULL
        request.seed_is_number = at[0] != b'"'
        return past_number(at, &request.seed) if request.seed_is_number else past_string(at, &request.seed)
    if says(name, b"deck"):
        return past_list(at, end, &request.deck) if request.deck.length < 0 else NULL
    if says(name, b"rules"):
        return past_object(at, end, &request.rules) if request.rules.length < 0 else NULL
    if says(name, b"rules_version"):
        return past_string(at, &request.rules_version) if request.rules_version.length < 0 else NULL
    if says(name, b"ref"):
        if request.ref.length >= 0:
            return NULL
        return past_number(at, &request.ref) if request.lenient and at[0] != b'"' else past_string(at, &request.ref)
    if says(name, b"include"):
        return past_include(at, end, request) if request.state < 0 else NULL
    if request.lenient and not is_one_of(name, OTHER_MEMBERS):
        return past_plain(at)
    return NULL


cdef bint is_one_of(const Text* name, const char** names) noexcept nogil:
    while names[0][0]:
        if says(name, names[0]):
            return True
        names += 1
    return False


cdef const u8* past_value(const u8* at, const u8* end, Text* inner, bint* is_ascii) noexcept nogil:
    """Return the end of a value, a string without surrogates, a list or object without others in it; else NULL.

    What is in lists and objects is not checked.
    """
    if at[0] == b"[":
        return past_list(at, end, inner)
    if at[0] == b"{":
        return past_object(at, end, inner)
    if at[0] != b'"':
        inner.start = at
        at = past_plain(at)
        inner.length = at - inner.start
        return at
    inner.start = at + 1
    at += 1
    while at[0] != b'"':
        if at[0] < 32:
            return NULL
        is_ascii[0] = is_ascii[0] and at[0] < 128
        at = past_escape(at + 1) if at[0] == b"\\" else at + 1
        if at == NULL:
            return NULL
    inner.length = at - inner.start
    return at + 1


cdef const u8* past_escape(const u8* at) noexcept nogil:
    """Return the end of what follows a backslash; NULL for a surrogate, and for what is not JSON."""
    cdef int digit
    if at[0] != b"u":
        return at + 1 if at[0] and strchr(b'"\\/bfnrt', at[0]) != NULL else NULL
    for digit in range(1, 5):
        if not (b"0" <= at[digit] <= b"9" or b"a" <= at[digit] | 32 <= b"f"):
            return NULL
    return NULL if at[1] | 32 == b"d" and at[2] >= b"8" else at + 5


cdef bint read_request(const u8* at, const u8* end, Request* request, bint lenient) noexcept nogil:
    """Return whether this is the object of a usual request, each member once; lists are not checked."""
    cdef Text name
    cdef Text names[MOST_MEMBERS]
    cdef int number = 0, index
    # All bits set: every length is -1.
    memset(request, 0xFF, sizeof(Request))
    request.lenient = lenient
    at = past_space(at)
    if at[0] != b"{":
        return False
    at = past_space(at + 1)
    while True:
        at = past_string(at, &name)
        if at == NULL:
            return False
        if lenient:
            # Other members leave no trace in the request.
            for index in range(number):
                if same_text(&names[index], &name):
                    return False
            if number == MOST_MEMBERS:
                return False
            names[number] = name
            number += 1
        at = past_space(at)
        if at[0] != b":":
            return False
        at = past_member(past_space(at + 1), end, &name, request)
        if at == NULL:
            return False
        at = past_space(at)
        if at[0] == b"}":
            break
        if at[0] != b",":
            return False
        at = past_space(at + 1)
    if past_space(at + 1) != end:
        return False
    if request.state < 0:
        request.state = True
    return request.variant.length >= 0 and request.moves.length >= 0 and (
        (request.seed.length >= 0) != (request.deck.length >= 0)
    )


cdef bint read_deck(const Flat* flat, const Text* text, u8* deck) noexcept nogil:
    """Return whether a list has the codes of a game's cards, each as often as its packs have it."""
    cdef const u8* at = past_space(text.start)
    cdef u8 copies[FLOOR]
    cdef int index, card
    memcpy(copies, flat.copies, FLOOR)
    for index in range(flat.cards):
        if at[0] != b'"':
            return False
        # The bracket that ends the list is not a card, so nothing beyond the byte after it is read.
        card = card_of(at[1], at[2])
        if card < 0 or at[3] != b'"' or copies[card] == 0:
            return False
        copies[card] -= 1
        deck[index] = card
        at = past_space(at + 4)
        if index < flat.cards - 1:
            if at[0] != b",":
                return False
            at = past_space(at + 1)
    return at == text.start + text.length


cdef inline int card_of(u8 rank, u8 suit) noexcept nogil:
    """Return the card of a code, -1 if it is not a card."""
    cdef int first = SUIT_OF[suit]
    return first + RANK_OF[rank] if first >= 0 and RANK_OF[rank] >= 0 else -1


cdef struct Token:
    int action  # 0 for a card move
    Play play


cdef inline const u8* past_pile(const Flat* flat, const u8* at, int* pile) noexcept nogil:
    """Return the end of a pile's name or a bare F; NULL for anything else."""
    cdef u8 letter = at[0]
    cdef int number, digits
    if letter == b"T" or letter == b"F" or letter == b"R":
        number = at[1] - 48
        if not 1 <= number <= 9:
            pile[0] = BARE
            return at + 1 if letter == b"F" else NULL
        at += 2
        for digits in range(2):
            if b"0" <= at[0] <= b"9":
                number = 10 * number + at[0] - 48
                at += 1
        if letter == b"T":
            pile[0] = number - 1 if number <= flat.columns else NO_PILE
        elif letter == b"F":
            number += flat.columns
            pile[0] = number - 1 if number <= flat.foundations_end else NO_PILE
        else:
            number += flat.foundations_end
            pile[0] = number - 1 if number <= flat.reserve_end else NO_PILE
        return at
    if letter == b"W" or letter == b"S":
        pile[0] = flat.waste if letter == b"W" else flat.stock
        return at + 1
    return NULL


cdef inline const u8* past_word(const u8* at, const char* word) noexcept nogil:
    cdef Py_ssize_t index
    for index in range(<Py_ssize_t>strlen(word)):
        if at[index] != <u8>word[index]:
            return NULL
    return at + strlen(word)


cdef inline const u8* past_action(const u8* at, int* action) noexcept nogil:
    """Return the end of a stock action; NULL for anything else."""
    if at[0] == b"r":
        action[0] = REDEAL
        return past_word(at, b"redeal")
    action[0] = DRAW if at[1] == b"r" else DEAL
    return past_word(at, b"draw") if action[0] == DRAW else past_word(at, b"deal")


cdef inline const u8* past_token(const Flat* flat, const u8* at, Token* token) noexcept nogil:
    """Return the end of a token of the grammar; NULL for anything else."""
    cdef int digits
    token.action = 0
    if at[0] >= b"a":
        return past_action(at, &token.action)
    at = past_pile(flat, at, &token.play.source)
    if at == NULL or token.play.source == BARE or at[0] != b"-":
        return NULL
    at = past_pile(flat, at + 1, &token.play.target)
    token.play.count = 1
    if at == NULL or at[0] != b"x":
        return at
    at += 1
    if not b"1" <= at[0] <= b"9":
        return NULL
    token.play.count = 0
    for digits in range(3):
        if not b"0" <= at[0] <= b"9":
            break
        token.play.count = 10 * token.play.count + at[0] - 48
        at += 1
    return at


cdef Flat NO_RULES  # all zero: has no pile that a token could name


cdef bint are_tokens(const Text* moves, Py_ssize_t most) noexcept nogil:
    """Return whether a list has at most ``most`` tokens of the grammar and nothing else."""
    cdef const u8* at = past_space(moves.start)
    cdef const u8* end = moves.start + moves.length
    cdef Token token
    cdef Py_ssize_t number
    if at == end:
        return True
    for number in range(most):
        if at[0] != b'"':
            return False
        at = past_token(&NO_RULES, at + 1, &token)
        if at == NULL or at[0] != b'"':
            return False
        at = past_space(at + 1)
        if at == end:
            return True
        if at[0] != b",":
            return False
        at = past_space(at + 1)
    return False
