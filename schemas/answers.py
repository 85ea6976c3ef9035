"""The shapes of verdicts and deals, for openapi.yaml; the tests hold real answers against them."""

from marshmallow import fields

from schemas.described import Answer, Described, boolean, count, listed, many, named, nested, string


class PileSchema(Answer):
    """A foundation or a reserve cell."""

    pile = named("PileName")
    cards = listed("Card", "Bottom to top.")


class ColumnSchema(Answer):
    """A tableau column; its face-down cards lie at the bottom."""

    pile = named("PileName")
    face_down = count("How many of the cards lie face down.")
    cards = listed("CardOrHidden", "Bottom to top; `??` where the card is hidden.")


class StateSchema(Answer):
    """Every pile of a position."""

    tableau = many(ColumnSchema, "The columns, T1 first; none where the variant has none.")
    foundations = many(PileSchema, "The foundations, F1 first.")
    reserve = many(PileSchema, "The reserve cells, R1 first; none where the variant has none.")
    stock = listed("CardOrHidden", "The next card to leave is the last; `??` where hidden.")
    waste = listed("Card", "Bottom to top.")
    redeals = count("How often the waste has become the stock.")


class IllegalMoveSchema(Answer):
    """The first move that the rules forbid, and what they allowed instead."""

    index = count("Its place in `moves`, counted from 0.")
    move = named("Move", "The token as it was sent.")
    reason = named("Reason", "The first check that fails.")
    detail = string("The same in a sentence, with the cards.")
    legal_moves = listed(
        "Move",
        "Every legal move of the position before it: by source (columns, reserve, waste, and foundations "
        "where they are not final), then target, then count, each ascending; then the actions of the stock.",
    )


class DifferenceSchema(Answer):
    """A pile that differs from what the client believes."""

    pile = named("PileName")
    expected = listed("CardOrHidden", "The client's cards.")
    found = listed("Card", "The cards that lie there.")


class DivergenceSchema(Answer):
    """The first checkpoint that differs: here the client's engine and this one part."""

    after = count("Moves played by then.")
    piles = many(DifferenceSchema, "Only those that differ.")


class MovedSchema(Answer):
    """Cards gone from one pile to another."""

    source = named("PileName", data_key="from")
    target = named("PileName", data_key="to")
    cards = listed("Card", "Bottom to top, as they lie on the target.")


class TurnedSchema(Answer):
    """A card turned face up."""

    pile = named("PileName")
    card = named("Card")


class StepSchema(Answer):
    """All that one move did, enough to animate it without knowing the rules."""

    move = named("Move")
    moved = many(MovedSchema, "What the move itself moved; a `deal` moves to many piles.")
    turned_up = many(TurnedSchema, "Cards that were turned face up thereby.")
    filled = many(MovedSchema, "Vacancies that were filled thereby.")


class VerdictSchema(Answer):
    """What really happened. On an illegal move, all of it speaks of the position before that move."""

    id = named(
        "Hash",
        "Names the log. The SHA-256 of five lines: the variant, its options as `name=value` with spaces "
        "between, the rules version, the deck with spaces between and the moves with spaces between; line "
        "feeds between them, none at the end.",
    )
    variant = string("The variant's id.")
    rules = named("SettledRules")
    rules_version = string("Changes whenever a verdict could change.")
    seed = Described({"type": ["string", "null"]}, "As normalised; null where a deck was given.")
    deal_id = named("Hash", "Names the deal: as `id`, without the line of the moves.")
    valid = boolean("Whether every move is legal.")
    outcome = named("Outcome", "Of the position reached.")
    moves_total = count("How many moves were sent.")
    moves_played = count("The length of the longest legal prefix.")
    first_illegal_move = nested(IllegalMoveSchema, allow_none=True)
    first_divergence = nested(DivergenceSchema, allow_none=True)
    final_state = fields.Nested(
        StateSchema, metadata={"description": "The position reached, unless `include` leaves it out."}
    )
    legal_moves = listed("Move", "If included: every legal move of the position reached.", required=False)
    trace = many(StepSchema, "If included: what each move played did.", required=False)


class DealSchema(Answer):
    """A deal. With `hide=face_down` it has no `deck`, and hidden cards are `??`."""

    variant = string("The variant's id.")
    seed = string("As normalised.")
    rules = named("SettledRules")
    rules_version = string("Changes whenever a verdict could change.")
    deal_id = named("Hash", "As a verdict's `deal_id`.")
    deck = listed(
        "Card",
        "104 cards in dealing order, base cards first, in foundation order. Sent as the `deck` of a replay "
        "request it deals the same board.",
        required=False,
        minItems=104,
        maxItems=104,
    )
    state = nested(StateSchema, "The position in which the game opens.")
