"""How a game is dealt (docs/rules.md, *The deal*)."""

from collections.abc import Sequence

from .declaration import Declaration, Foundation, Json, Round, read_declaration
from .game import Game, open_places
from .referee import accepting_foundation, bring_up
from .seeds import deck_of_seed, full_deck, generator


def deal(
    declaration: Json | Declaration,
    *,
    seed: str | None = None,
    deck: Sequence[str] | None = None,
    board: Json | None = None,
    orders: Sequence[Sequence[str]] = (),
) -> Game:
    """Return the opening of a game dealt from a seed or a deck, or laid out as a board.

    `orders` are those of the redeals after a deck or a board.
    """
    rules = read_declaration(declaration)
    if [seed, deck, board].count(None) != 2:
        raise ValueError("expected exactly one of seed, deck and board")
    if orders:
        check_orders(rules, seed, orders)
    game = game_of_board(rules, board) if board is not None else dealt_game(rules, seed, deck)
    game.orders, game.before = [list(order) for order in orders], game.redeals
    return game


def check_orders(rules: Declaration, seed: str | None, orders: Sequence[Sequence[str]]) -> None:
    if seed is not None or not rules.stock or not rules.stock.shuffles:
        raise ValueError("this game has no use for orders of redeals")
    for order in orders:
        if sorted(order) != sorted(full_deck(rules.packs, rules.suits, rules.ranks)):
            raise ValueError("an order of a redeal does not have the cards of this game")


def dealt_game(rules: Declaration, seed: str | None, deck: Sequence[str] | None) -> Game:
    if deck is not None:
        cards = list(deck)
        if sorted(cards) != sorted(full_deck(rules.packs, rules.suits, rules.ranks)):
            raise ValueError("the deck does not have the cards of this game")
    else:
        assert seed is not None
        from_start = rules.arrange in (
            *("kings_down", "distinct_ranks", "sixes_distinct", "jacks_apart", "two_aces_last"),
        )
        bases, last = base_cards(rules), "K" if rules.arrange == "last_kings" else ""
        cards = deck_of_seed(
            seed, rules.packs, rules.suits, bases, from_start=from_start, ranks=rules.ranks, last=last
        )
        if rules.arrange in ("distinct_ranks", "sixes_distinct"):
            make_ranks_distinct(rules, cards, seed)
    cards = arranged(rules, cards, seeded=seed is not None)
    if seed is not None and rules.base == "first_rank":
        base = cards[0][0]
        cards.sort(key=lambda card: card[0] != base)
    game = empty_table(rules, cards)
    game.seed, game.drawn = seed, len(cards) - 1
    lay_out(game, list(cards))
    for name in game.names("T"):
        bring_up(game, name, name)
    return game


def arranged(rules: Declaration, cards: list[str], *, seeded: bool) -> list[str]:
    """The cards in the order in which they are dealt, as `arrange` says."""
    if rules.arrange == "jacks_apart":
        part_jacks(rules, cards)
    is_arranged = not seeded and cards[-2][0] == cards[-1][0] == "A"
    to_columns = sum(len(each.to) for each in rules.layout if each.to[0] == "T1")
    if rules.arrange == "kings_down":
        bases, others = without_bases(rules, cards)
        kings_to_the_bottom(others, len(rules.layout[0].to), to_columns)
        return bases + others
    if rules.arrange == "two_aces_last" and not is_arranged:
        cards = with_two_aces_last(cards, len(rules.layout[0].to), to_columns)
    if rules.arrange == "king_first":
        bases, others = without_bases(rules, cards)
        if seeded or others[0][0] != "K":
            king = max(place for place, card in enumerate(others) if card[0] == "K")
            return [others.pop(king), *bases, *others]
    if rules.arrange == "ace_or_king_first" and not any(
        card[0] in "AK" for card in cards[: len(rules.layout[0].to)]
    ):
        last = max(place for place, card in enumerate(cards) if card[0] in "AK")
        cards.insert(0, cards.pop(last))
    laid = sum(len(each.to) for each in rules.opening_rounds)
    if rules.arrange == "kings_last" and (seeded or any(card[0] == "K" for card in cards[:laid])):
        return with_kings_last(cards, laid)
    by_arrangement = {"aces_first": "A", "twos_first": "2A", "aces_and_kings_first": "AK"}
    ranks_first = by_arrangement.get(rules.arrange or "")
    if ranks_first:
        first = [rank + suit for rank in ranks_first for suit in "CSHD"]
        cards.sort(key=lambda card: first.index(card) if card in first else len(first))
    if rules.arrange in ("ace_last", "ace_of_spades_last"):
        aces = [place for place, card in enumerate(cards) if card[0] == "A"]
        cards.append(cards.pop(aces[-1] if rules.arrange == "ace_last" else cards.index("AS")))
    return cards


def with_kings_last(cards: list[str], laid: int) -> list[str]:
    """The last cards that are not Kings, then those before them, then the Kings behind the first of them."""
    others = [place for place, card in enumerate(cards) if card[0] != "K"]
    first = others[len(others) - laid]
    dealt_first = [card for card in cards[first:] if card[0] != "K"]
    dealt_last = [card for card in cards[first:] if card[0] == "K"]
    return dealt_first + cards[:first] + dealt_last


def without_bases(rules: Declaration, cards: list[str]) -> tuple[list[str], list[str]]:
    """The base cards, the first copy of each, and the other cards in their order."""
    bases, others = [], list(cards)
    for codes in base_cards(rules):
        bases.append(next(card for card in others if card in codes))
        others.remove(bases[-1])
    return bases, others


def game_of_board(rules: Declaration, board: Json) -> Game:
    """Return the game that begins at a position in the form of `final_state`, which is taken as it is."""
    game = empty_table(rules, [])
    for pile in (*board["tableau"], *board["foundations"], *board["reserve"]):
        game.piles[pile["pile"]] = list(pile["cards"])
        if "face_down" in pile:
            opened, down = open_places(rules, pile["pile"]), pile["face_down"]
            hidden = [place for place in range(len(pile["cards"])) if place not in opened][:down]
            game.face_down[pile["pile"]] = hidden[-1] + 1 if hidden else 0
    game.piles |= {
        name: list(board[key]) for name, key in (("S", "stock"), ("W", "waste")) if name in game.piles
    }
    game.face_down["W"] = board.get("waste_face_down", 0)
    game.redeals, game.base = board["redeals"], board.get("base_rank", "A")
    game.merci_used = int(board.get("merci_used", 0))
    game.phase = board.get("phase", 0)
    return game


def base_cards(rules: Declaration) -> list[list[str]]:
    """For each card that `dealt` puts on a foundation, the cards that it can be.

    They are in foundation order, each foundation bottom to top.
    """
    return [codes for pile in rules.foundations for codes in bases_of(pile)]


def bases_of(pile: Foundation) -> list[list[str]]:
    suits = [letter for letter in pile.dealt_as if letter in "CSHD"] or pile.suits
    if pile.direction and pile.dealt:
        ranks = [letter for letter in pile.dealt_as if letter not in "CSHD"] or pile.ranks
        return [[rank + suit for rank in ranks for suit in suits]]
    return [[rank + suit for suit in suits] for rank in pile.ranks[: pile.dealt]]


def groups_of(rules: Declaration) -> list[list[int]]:
    """The places in the deck of cards that rounds of one card each deal to the same pile in a row."""
    if rules.arrange == "sixes_distinct":
        cards = len(full_deck(rules.packs, rules.suits, rules.ranks))
        return [list(range(start, start + 6)) for start in range(0, cards - 6, 6)]
    groups: list[list[int]] = [[]]
    place, before = 0, None
    for dealing_round in rules.layout:
        if len(dealing_round.to) > 1 or dealing_round.to != before:
            groups.append([])
        groups[-1] += range(place, place + len(dealing_round.to)) if len(dealing_round.to) == 1 else []
        place, before = place + len(dealing_round.to), dealing_round.to
    return [group for group in groups if len(group) > 1]


def make_ranks_distinct(rules: Declaration, cards: list[str], seed: str) -> None:
    """Nestor's deal: the generator goes on after the shuffle."""
    numbers = generator(seed)
    for n in range(len(cards) - 1, 0, -1):
        numbers.pick(n)
    for group in groups_of(rules):
        for _ in range(1000):
            place = first_of_a_pair(cards, group)
            if place is None:
                break
            after = group[-1] + 1
            other = after + numbers.pick(len(cards) - after - 1)
            cards[place], cards[other] = cards[other], cards[place]


def first_of_a_pair(cards: list[str], group: list[int]) -> int | None:
    seen: dict[str, int] = {}
    for place in group:
        if cards[place][0] in seen:
            return seen[cards[place][0]]
        seen[cards[place][0]] = place
    return None


def part_jacks(rules: Declaration, cards: list[str]) -> None:
    """Exit's deal: no column has three Jacks."""
    for group in groups_of(rules):
        jacks = [place for place in group if cards[place][0] == "J"]
        if len(jacks) == 3:
            last = len(cards) - (2 if cards[-1][0] == "J" else 1)
            cards[jacks[1]], cards[last] = cards[last], cards[jacks[1]]
        if len(jacks) > 1:
            return


def with_two_aces_last(cards: list[str], columns: int, dealt: int) -> list[str]:
    """The cards with Kings at the bottom, and then the last two Aces after all others, by suit."""
    kings_to_the_bottom(cards, columns, dealt)
    aces = [place for place, card in enumerate(cards) if card[0] == "A"][-2:]
    last = sorted((cards[place] for place in aces), key=lambda card: "CSHD".index(card[1]))
    return [card for place, card in enumerate(cards) if place not in aces] + last


def kings_to_the_bottom(cards: list[str], columns: int, dealt: int) -> None:
    """Swap each King, in dealing order, with the first card of its column below it that is not a King."""
    for i, card in enumerate(cards[:dealt]):
        if card[0] == "K":
            below = [place for place in range(i % columns, i, columns) if cards[place][0] != "K"]
            if below:
                cards[i], cards[below[0]] = cards[below[0]], cards[i]


def empty_table(rules: Declaration, deck: list[str]) -> Game:
    names = [f"T{number + 1}" for number in range(rules.columns.number)]
    names += [f"F{number + 1}" for number in range(len(rules.foundations))]
    names += [f"R{number + 1}" for number in range(rules.reserve.piles)]
    fills = [rules.columns.refill, *(kind.refill or () for kind in rules.columns.kinds)]
    if rules.stock and (not rules.stock.gathers or any("S" in each for each in fills)):
        names.append("S")
        if "draw" in rules.stock.actions or any("W" in deal for deal in rules.stock.deals):
            names.append("W")
    piles: dict[str, list[str]] = {name: [] for name in names}
    return Game(rules, deck, piles, {name: 0 for name in names if name[0] in "TRW"})


def lay_out(game: Game, pack: list[str]) -> None:
    rules = game.rules
    for number, pile in enumerate(rules.foundations, start=1):
        for codes in bases_of(pile):
            base = next(card for card in pack if card in codes)
            pack.remove(base)
            game.piles[f"F{number}"].append(base)
    if rules.base == "first_rank":
        pack.sort(key=lambda card, base=pack[0][0]: card[0] != base)
    for dealing_round in rules.opening_rounds:
        deal_round(game, dealing_round, pack)
        while sweep(game, dealing_round.sweeps):
            pass
    if "S" in game.piles:
        assert rules.stock
        game.piles["S"] = pack[::-1]
        for _ in range(rules.stock.drawn_at_start):
            game.piles["W"].append(game.piles["S"].pop())


def sweep(game: Game, ranks: str) -> bool:
    """Put the first top card of a column that has one of these ranks and fits on its foundation."""
    for name in game.names("T"):
        if game.piles[name] and game.piles[name][-1][0] in ranks:
            home = accepting_foundation(game, name, 1)
            if home:
                game.piles[home].append(game.piles[name].pop())
                return True
    return False


def base_place(game: Game, card: str) -> str:
    """The lowest-numbered empty foundation that names the card's suit."""
    return next(
        name for name in game.names("F") if not game.piles[name] and card[1] in game.foundation(name).suits
    )


def deal_all(game: Game, dealing_round: Round, pack: list[str]) -> None:
    """Deal all cards that are left, each of the heads, or with * the card after one, to the next pile."""
    names = list(dealing_round.to)
    while pack:
        pile = game.piles[names[0]]
        if pile and (pile[-1] if "*" in dealing_round.heads else pack[0])[0] in dealing_round.heads:
            names.pop(0)
        game.piles[names[0]].append(pack.pop(0))


def deal_past_heads(game: Game, dealing_round: Round, pack: list[str]) -> None:
    """Deal a card to each pile, and before it the heads that come and that a foundation takes."""
    for name in dealing_round.to:
        game.piles[name].append(pack.pop(0))
        while game.piles[name][-1][0] in dealing_round.heads:
            home = accepting_foundation(game, name, 1)
            if home is None:
                break
            game.piles[home].append(game.piles[name].pop())
            game.piles[name].append(pack.pop(0))


def deal_by_letter(game: Game, dealing_round: Round, pack: list[str]) -> None:
    """Deal all cards that are left, each to the pile of its suit or rank."""
    while pack:
        card = pack.pop(0)
        letter = card[1] if card[1] in dealing_round.by else card[0]
        game.piles[dealing_round.to[dealing_round.by.index(letter)]].append(card)


def deal_round(game: Game, dealing_round: Round, pack: list[str]) -> None:
    if dealing_round.by:
        deal_by_letter(game, dealing_round, pack)
        return
    if dealing_round.heads:
        (deal_past_heads if dealing_round.home else deal_all)(game, dealing_round, pack)
        return
    rules = game.rules
    for name in dealing_round.to:
        card = pack.pop(0)
        if name == "F":
            game.base = card[0]
            game.piles[base_place(game, card)].append(card)
            continue
        game.piles[name].append(card)
        if not dealing_round.face_up:
            game.face_down[name] = len(game.piles[name])
        if dealing_round.home:
            in_rows = rules.columns.row and not rules.foundations
            home = empty_start(game, card) if in_rows else accepting_foundation(game, name, 1)
            if home:
                game.piles[home].append(game.piles[name].pop())


def empty_start(game: Game, card: str) -> str | None:
    """The first empty place that begins a row, for a card that begins one."""
    columns = game.rules.columns
    starts = game.names("T")[:: columns.row]
    return next((name for name in starts if not game.piles[name] and card[0] == columns.empty_takes), None)
