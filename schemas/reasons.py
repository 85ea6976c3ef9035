"""Why a move is illegal: the words of the engine's checks."""

from typing import Final

from schemas.described import JsonSchema, words
from service.engine.rules import Reason

REASONS: Final = {
    Reason.GAME_OVER: "the game is already won",
    Reason.UNKNOWN_ACTION: "the variant has no such `deal`, `draw` or `redeal`",
    Reason.STOCK_EMPTY: "`deal` or `draw` with no stock",
    Reason.STOCK_NOT_EMPTY: "`redeal` while stock remains",
    Reason.WASTE_EMPTY: "`redeal` with no waste",
    Reason.NO_REDEALS_LEFT: "`redeal` with the allowance used up",
    Reason.MOVES_AVAILABLE: "under `when_blocked`, `deal` or `draw` while a card can be moved",
    Reason.UNKNOWN_PILE: "source or target is no pile of the variant",
    Reason.SOURCE_LOCKED: "nothing is taken from that pile: the stock, or a foundation where they are final",
    Reason.TARGET_LOCKED: "nothing is put on that pile: a reserve cell, the waste or the stock",
    Reason.SAME_PILE: "source and target are one pile",
    Reason.SOURCE_EMPTY: "the source has no card",
    Reason.NOT_ENOUGH_CARDS: "the source has fewer cards than the move names",
    Reason.FACE_DOWN_CARD: "a card of the group lies face down",
    Reason.ONE_CARD_ONLY: "several cards where only one moves at a time",
    Reason.BROKEN_SEQUENCE: "the group is no sequence that the variant moves as a unit",
    Reason.FOUNDATION_FULL: "the foundation is complete",
    Reason.INCOMPLETE_SEQUENCE: "a foundation of whole sequences takes nothing less than King to Ace",
    Reason.WRONG_COLOR: "the colour does not fit the target",
    Reason.WRONG_SUIT: "the suit does not fit the target",
    Reason.NEEDS_BASE: "an empty foundation takes its first card only",
    Reason.NEEDS_KING: "an empty column takes only a King, alone or leading its group",
    Reason.VACANCY_RESERVED: "an empty column takes no moved card: it is filled from the stock",
    Reason.WRONG_RANK: "the rank does not follow the target's top card",
    Reason.KING_LOCKED: "an upper King before the lower King of its suit",
    Reason.NO_FOUNDATION_ACCEPTS: "the target is a bare `F`, and no foundation accepts",
}

NAMED: Final[dict[str, JsonSchema]] = {
    "Reason": words(
        REASONS,
        "Why a move is illegal. The checks run in this order; the first that fails:",
        "a move is as illegal for an unknown one; show `detail`.",
    ),
}
