# What counts in a position; ``guides.py`` has the same order.

cdef enum:
    # Weights, by what they are of. Less is better.
    FACE_DOWN_CARD
    FACE_DOWN_SQUARED  # of a column's face-down cards
    BREAK  # a card that does not lie well on the one beneath it
    INVERSION  # a break over a lower card
    EMPTY_COLUMN
    FOUNDED_CARD  # on a foundation that takes cards singly
    FOUNDED_SEQUENCE
    SPREAD  # between foundations that behave alike
    WASTE_CARD
    WASTE_INVERSION  # a card of the waste over a lower one of its suit
    MISFIT  # a break that is not even in rank and suit as columns build
    BURIED  # a card over one that a foundation waits for
    # Without columns:
    STEP_OF_ONE  # a card on a foundation that goes up one by one
    STEP_OF_ODD
    STEP_OF_EVEN
    LEAST  # of four such foundations, how far all of them are
    SOON  # a card of the waste, the more the sooner it is wanted
    SLACK  # plays to spare for opening the waste
    NOISE  # so much is left to chance
    WEIGHTS
