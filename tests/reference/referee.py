"""RULES §1: why a move is illegal, which moves are legal, and what a legal one does."""

from .builds import (
    count_not_allowed,
    is_one_unit,
    why_not_on_column,
    why_not_on_foundation,
)
from .games import FORTY_THIEVES, HOFFMANN, ROUGE_ET_NOIR, ROYAL_RENDEZVOUS, SPIDER, Game
from .tokens import ACTIONS, CardMove, parse, write


def is_won(game: Game) -> bool:
    """RULES §2–§7: all 104 cards on the foundations, or under `win: four_sequences` F5–F8 full."""
    if game.rules.get("win") == "four_sequences":
        return all(len(game.piles[name]) == 13 for name in ("F5", "F6", "F7", "F8"))
    return sum(len(game.piles[name]) for name in game.names("F")) == 104


def actions(game: Game) -> tuple[str, ...]:
    """Those of `deal`, `draw` and `redeal` that the variant has."""
    if game.variant in ROUGE_ET_NOIR + SPIDER:
        return ("deal",)
    if game.variant in HOFFMANN:
        return ("draw", "redeal")
    if game.variant in ROYAL_RENDEZVOUS + FORTY_THIEVES:
        return ("draw",)
    return ()


def why_not(game: Game, token: str) -> str | None:
    """The reason why this token of the grammar is illegal here, or None. The numbers are the table's."""
    if is_won(game):
        return "game_over"  # 1
    if token in ACTIONS:
        return why_no_action(game, token)
    return why_not_move(game, parse(token))


def why_not_move(game: Game, move: CardMove) -> str | None:
    """Checks 6–22."""
    reason = why_no_such_move(game, move)
    if reason is not None:
        return reason
    if move.target == "F":
        return None if accepting_foundation(game, move) else "no_foundation_accepts"  # 22
    return why_not_there(game, move, move.target)


def why_no_action(game: Game, action: str) -> str | None:
    """Checks 2–5."""
    if action not in actions(game):
        return "unknown_action"  # 2
    if action in ("deal", "draw") and not game.piles["S"]:
        return "stock_empty"  # 3
    if action == "redeal":  # 4
        if game.piles["S"]:
            return "stock_not_empty"
        if not game.piles["W"]:
            return "waste_empty"
        if game.rules["redeals"] != "unlimited" and game.redeals == game.rules["redeals"]:
            return "no_redeals_left"
    return why_not_yet(game, action)


def why_not_yet(game: Game, action: str) -> str | None:
    """Check 5."""
    if action == "draw" and game.rules.get("draw") == "when_blocked" and card_moves(game):
        return "moves_available"
    if action == "deal" and game.rules.get("deal") == "when_blocked" and forward_moves(game):
        return "moves_available"
    if game.variant in SPIDER and any(not game.piles[name] for name in game.names("T")):
        return "empty_column"
    return None


def forward_moves(game: Game) -> list[str]:
    """RULES §2: the card moves that cannot simply be undone."""
    return [token for token in card_moves(game) if is_forward(game, token)]


def is_forward(game: Game, token: str) -> bool:
    """Whether it puts a single card onto F1–F4, turns a card up, or could not be moved straight back."""
    move = parse(token)
    if move.target[0] == "F":
        # Whole sequences go to F5–F8 at the player's discretion.
        return move.count == 1
    after = game.copy()
    play(after, token)
    turns_a_card_up = after.face_down[move.source] < game.face_down[move.source]
    back = write(move.target, move.source, move.count)
    return turns_a_card_up or why_not(after, back) is not None


def why_no_such_move(game: Game, move: CardMove) -> str | None:
    """Checks 6–12. A bare `F` passes those that ask about the target."""
    if move.source not in game.piles:
        return "unknown_pile"  # 6
    if move.target != "F" and move.target not in game.piles:
        return "unknown_pile"  # 6
    if move.source == "S" or (move.source[0] == "F" and foundations_are_final(game)):
        return "source_locked"  # 7
    if move.target[0] in "RWS":
        return "target_locked"  # 8
    if move.source == move.target:
        return "same_pile"  # 9
    pile = game.piles[move.source]
    if not pile:
        return "source_empty"  # 10
    if move.count > len(pile):
        return "not_enough_cards"  # 11
    if move.source[0] == "T" and move.count > len(pile) - game.face_down[move.source]:
        return "face_down_card"  # 12
    return None


def foundations_are_final(game: Game) -> bool:
    """RULES §1, and §7 for the exceptions."""
    return game.variant not in ("pysolfc-royal-rendezvous", "pysolfc-forty-thieves")


def why_not_there(game: Game, move: CardMove, target: str) -> str | None:
    """Checks 13–21, with the target that a bare `F` may stand for."""
    group = game.piles[move.source][-move.count :]
    if count_not_allowed(game, move.source, target, move.count):
        return "one_card_only"  # 13
    if not is_one_unit(game, group):
        return "broken_sequence"  # 14
    if target[0] == "F":
        return why_not_on_foundation(game, target, group)
    return why_not_on_column(game, target, group)


def accepting_foundation(game: Game, move: CardMove) -> str | None:
    """RULES §1: a bare `F` means the lowest-numbered foundation that accepts."""
    for name in game.names("F"):
        # In §7 the source may be a foundation; onto itself no card can go (check 9).
        if name != move.source and why_not_there(game, move, name) is None:
            return name
    return None


def card_moves(game: Game) -> list[str]:
    """The legal card moves in the order of RULES §1, found by trying everything."""
    if is_won(game):
        return []
    return [
        write(source, target, count)
        for source in game.names("T") + game.names("R") + game.names("W") + game.names("F")
        for target in game.names("T") + game.names("F")
        for count in range(1, len(game.piles[source]) + 1)
        if why_not_move(game, CardMove(source, target, count)) is None
    ]


def legal_moves(game: Game) -> list[str]:
    return card_moves(game) + [action for action in ACTIONS if why_not(game, action) is None]


def play(game: Game, token: str) -> list[str]:
    """Plays a legal token; its consequences, in words."""
    if token == "deal":
        for name in game.names("T"):
            if game.piles["S"]:
                game.piles[name].append(game.piles["S"].pop())
    elif token == "draw":
        game.piles["W"].append(game.piles["S"].pop())
    elif token == "redeal":
        # Turned over: the card drawn first, now the last of the stock, is drawn first again.
        game.piles["S"] = game.piles["W"][::-1]
        game.piles["W"] = []
        game.redeals += 1
    else:
        move_cards(game, parse(token))
    return turn_up(game) + fill_heaps(game) + fill_reserve(game)


def move_cards(game: Game, move: CardMove) -> None:
    target = move.target
    if target == "F":
        accepting = accepting_foundation(game, move)
        assert accepting is not None
        target = accepting
    group = game.piles[move.source][-move.count :]
    del game.piles[move.source][-move.count :]
    game.piles[target] += group


def turn_up(game: Game) -> list[str]:
    """RULES §1: the new top card of a column that is face down is turned face up at once."""
    told = []
    for name in game.names("T"):
        if game.piles[name] and game.face_down[name] == len(game.piles[name]):
            game.face_down[name] -= 1
            told.append(f"{game.piles[name][-1]} turned up on {name}")
    return told


def fill_heaps(game: Game) -> list[str]:
    """RULES §4: a vacated heap is filled at once with the next stock card; left to right."""
    if game.variant not in HOFFMANN:
        return []
    vacancies = [name for name in game.names("T") if not game.piles[name]]
    return [fill(game, name, "S") for name in vacancies if game.piles["S"]]


def fill_reserve(game: Game) -> list[str]:
    """RULES §5: with the waste's top card, or, if there is none, with the next stock card."""
    if game.variant not in ROYAL_RENDEZVOUS:
        return []
    vacancies = [name for name in game.names("R") if not game.piles[name]]
    return [
        fill(game, name, "W" if game.piles["W"] else "S")
        for name in vacancies
        if game.piles["W"] or game.piles["S"]
    ]


def fill(game: Game, vacancy: str, source: str) -> str:
    card = game.piles[source].pop()
    game.piles[vacancy].append(card)
    return f"{card} fills {vacancy} from {source}"
