"""Why a move is illegal, and how a game stands (RULES §1)."""

from enum import StrEnum


class Reason(StrEnum):
    """Why a move is illegal, in the order in which the checks run; ``checks`` says what each means."""

    GAME_OVER = "game_over"
    UNKNOWN_ACTION = "unknown_action"
    STOCK_EMPTY = "stock_empty"
    STOCK_NOT_EMPTY = "stock_not_empty"
    WASTE_EMPTY = "waste_empty"
    NO_REDEALS_LEFT = "no_redeals_left"
    MOVES_AVAILABLE = "moves_available"
    EMPTY_COLUMN = "empty_column"
    WASTE_NOT_EMPTY = "waste_not_empty"
    NO_GAP = "no_gap"
    UNKNOWN_PILE = "unknown_pile"
    SOURCE_LOCKED = "source_locked"
    TARGET_LOCKED = "target_locked"
    SAME_PILE = "same_pile"
    SOURCE_EMPTY = "source_empty"
    NOT_ENOUGH_CARDS = "not_enough_cards"
    FACE_DOWN_CARD = "face_down_card"
    COVERED_CARD = "covered_card"
    BASE_NOT_SET = "base_not_set"
    ONE_CARD_ONLY = "one_card_only"
    BROKEN_SEQUENCE = "broken_sequence"
    FOUNDATION_FULL = "foundation_full"
    CELL_OCCUPIED = "cell_occupied"
    INCOMPLETE_SEQUENCE = "incomplete_sequence"
    WRONG_COLOR = "wrong_color"
    WRONG_SUIT = "wrong_suit"
    NEEDS_BASE = "needs_base"
    NEEDS_PAIR = "needs_pair"
    NEEDS_KING = "needs_king"
    VACANCY_RESERVED = "vacancy_reserved"
    WRONG_RANK = "wrong_rank"
    TOO_MANY_CARDS = "too_many_cards"
    KING_LOCKED = "king_locked"
    NO_FOUNDATION_ACCEPTS = "no_foundation_accepts"


class Outcome(StrEnum):
    """How a game stands."""

    WON = "won"
    LOST = "lost"
    IN_PROGRESS = "in_progress"
