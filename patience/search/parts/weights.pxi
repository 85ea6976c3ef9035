# The features of a position. ``heuristics.py`` has the same order.
#
# Gives: BREAK, BREAKS_SQUARED, BURIED, COLUMN_CARD, COLUMN_SQUARED, EMPTY_COLUMN, FACE_DOWN_CARD, FACE_DOWN_SQUARED,
#   FOUNDED_CARD, FOUNDED_SEQUENCE, INVERSION, LEAST, LOWER_CARDS, LOWER_OF_SUIT, MISFIT, NOISE, RESERVE_CARD,
#   SEQUENCE_SQUARED, SLACK, SOON, SPREAD, STEP_OF_EVEN, STEP_OF_ODD, STEP_OF_ONE, STOCK_CARD, UNEVEN, WASTE_BURIED,
#   WASTE_CARD, WASTE_INVERSION, WEIGHTS

cdef enum:
    # Indices of weights. A lower value is better.
    FACE_DOWN_CARD
    FACE_DOWN_SQUARED  # of a column's face-down cards
    BREAK  # a card that is not in sequence with the card below it
    INVERSION  # a break over a card of lower rank
    EMPTY_COLUMN
    FOUNDED_CARD  # on a foundation that takes single cards
    FOUNDED_SEQUENCE
    SPREAD  # between foundations that build alike
    WASTE_CARD
    WASTE_INVERSION  # a card of the waste over a lower one of its suit
    MISFIT  # a break that no move could have made
    BURIED  # a card over one that a foundation takes next
    # Without columns:
    STEP_OF_ONE  # a card on a foundation that goes up one by one
    STEP_OF_ODD
    STEP_OF_EVEN
    LEAST  # the height that all four foundations of a kind have reached
    SOON  # a waste card, weighted by how soon a foundation takes it
    SLACK  # plays to spare for exposing the waste
    STOCK_CARD
    RESERVE_CARD  # a card of a reserve pile or a cell
    NOISE  # the range of a pseudo-random term
    COLUMN_CARD
    COLUMN_SQUARED  # of a column's cards
    UNEVEN  # squared: the difference between the numbers of cards to come of two neighbouring ranks
    SEQUENCE_SQUARED  # by sequence of a column: the number of its cards that lie on another one of it
    BREAKS_SQUARED  # of a column's breaks and face-down cards
    LOWER_CARDS  # by card of a column: the cards of lower ranks below it
    LOWER_OF_SUIT  # by card of a column: the cards of its suit and lower ranks below it
    WASTE_BURIED  # a waste card over one that a foundation takes next
    WEIGHTS
