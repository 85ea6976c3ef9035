"""Games played backwards from their ends: positions as tangled as one likes, each of which can be won.

Every step back is checked by the rules: the move that it takes back is legal, and leads where it came from.
"""

import random
from collections import Counter
from collections.abc import Iterator

from patience.cards import CARDS, FACE_DOWN, FLOOR
from patience.compilation.compiled_rules import CompiledRules
from patience.compilation.sequences import foundation_row
from patience.play.legality import check, play
from patience.play.position import Position
from patience.search.sequence_counts import movement_of

Step = tuple[Position, str]
"""A position, and the move that was taken back to come to it."""


def unplayed(tables: CompiledRules, tries: int, source: random.Random) -> Iterator[Position]:
    """Yield the positions of a game played backwards; of `tries` moves tried, most are impossible."""
    # Sequences may have taken what the other foundations need.
    position = next((won for _ in range(50) if (won := completed(tables, source)).won), None)
    if position is None:
        return
    for _ in range(tries):
        step = _step_back(position, source)
        if step and _leads_to(step, position):
            position = step[0]
            yield position


def completed(tables: CompiledRules, source: random.Random) -> Position:
    """A position with as many cards on foundations as go there; the others are nowhere."""
    position = Position(tables)
    pool = whole_pack(tables)
    for foundation in sorted(tables.foundations, key=lambda pile: not tables.foundation(pile).whole):
        _fill(position, foundation, pool, source)
    stock = tables.rules.stock
    position.redeals = (
        source.randint(0, min(3, 3 if stock.redeals is None else stock.redeals)) if stock else 0
    )
    return position


def whole_pack(tables: CompiledRules) -> Counter[int]:
    """Return how often each card occurs in a game."""
    return Counter({CARDS[code]: copies for code, copies in tables.rules.copies.items()})


def _fill(position: Position, foundation: int, pool: Counter[int], source: random.Random) -> None:
    """Fill a foundation as far as the pool goes; a whole one entirely or not at all."""
    tables = position.tables
    declared = tables.foundation(foundation)
    pile = position.piles[foundation]
    row = foundation_row(declared)
    steps = movement_of(tables).order if declared.whole else row
    while len(pile) < tables.complete[foundation]:
        takes = row[FLOOR] if len(pile) == 1 else steps[pile[-1]]
        fitting = [card for card in sorted(takes) if pool[card]]
        if not fitting:
            break
        pile.append(source.choice(fitting))
        pool[pile[-1]] -= 1
    if declared.whole and len(pile) < tables.complete[foundation]:
        pool.update(pile[1:])
        del pile[1:]


def _leads_to(step: Step, position: Position) -> bool:
    before, token = step
    if any(pile[-1] >= FACE_DOWN for pile in before.piles) or check(before, token) is not None:
        return False
    after = before.copy()
    play(after, after.tables.read(token))
    return (after.piles, after.redeals) == (position.piles, position.redeals)


def _step_back(position: Position, source: random.Random) -> Step | None:
    before = position.copy()
    stock = position.tables.rules.stock
    kinds = ["move"] * 12 + list(stock.actions if stock else ())
    kind = source.choice(kinds)
    back = {"move": _unmove, "deal": _undeal, "draw": _undraw, "redeal": _unredeal}[kind]
    token = back(before, source)
    return (before, token) if token else None


def _unmove(position: Position, source: random.Random) -> str:
    tables, piles = position.tables, position.piles
    if not tables.sources or not tables.targets:
        return ""
    giver, taker = source.choice(tables.sources), source.choice(tables.targets)
    if giver in tables.foundations and (
        piles[taker][-1] not in tables.fits[giver][piles[giver][-1]] or source.random() < 0.9
    ):
        return ""
    onto = piles[taker]
    most = len(onto) - 1
    if giver == taker or not most:
        return ""
    count = most if taker in tables.foundations and tables.foundation(taker).whole else 1
    if taker in tables.columns:
        count = source.randint(1, min(most, 13))
    if giver in tables.refills and len(piles[giver]) == 2 and source.random() < 0.8:
        supply = source.choice(tables.refills[giver])
        piles[supply].append(piles[giver].pop())
    pile = piles[giver]
    mixed = "mixed_faces" in tables.concepts
    lies_down = len(pile) > 1 and (mixed or position.face_down(giver) == len(pile) - 2)
    covered = giver in tables.columns and lies_down
    # Games that gather their columns have all cards face up.
    if covered and not tables.gather and source.random() < 0.5:
        pile[-1] += FACE_DOWN
    pile += onto[-count:]
    del onto[-count:]
    return tables.token(giver, taker, count)


def _undeal(position: Position, source: random.Random) -> str:
    tables, piles = position.tables, position.piles
    dealt = tables.deal_piles
    if position.is_empty(tables.stock):
        dealt = dealt[: source.randint(1, len(dealt))]
    if any(map(position.is_empty, dealt)):
        return ""
    for pile in reversed(dealt):
        piles[tables.stock].append(piles[pile].pop())
    return "deal"


def _undraw(position: Position, _source: random.Random) -> str:
    tables, piles = position.tables, position.piles
    if position.is_empty(tables.waste):
        return ""
    piles[tables.stock].append(piles[tables.waste].pop())
    return "draw"


def _unredeal(position: Position, _source: random.Random) -> str:
    tables, piles = position.tables, position.piles
    if position.redeals == 0 or not position.is_empty(tables.waste):
        return ""
    piles[tables.waste] += piles[tables.stock][:0:-1]
    del piles[tables.stock][1:]
    position.redeals -= 1
    return "redeal"
