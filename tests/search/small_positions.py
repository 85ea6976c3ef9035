"""Positions near the end of a game, made up: most cards are on foundations, the others lie anyhow."""

import random
from collections import Counter

from patience.cards import FACE_DOWN, rank
from patience.compilation.compiled_rules import CompiledRules
from patience.play.position import Position
from tests.search.backwards import completed, whole_pack


def small_position(tables: CompiledRules, source: random.Random, most: int = 0) -> Position:
    """A position with few cards in play, laid by chance: enough of them to be in each other's way.

    With ``most`` it has at most that many, and what foundations do not need is left out.
    """
    position = completed(tables, source)
    pool = whole_pack(tables)
    pool.subtract(card for foundation in tables.foundations for card in position.cards(foundation))
    if most and tables.winning:
        pool = Counter(dict.fromkeys(source.sample(list(pool.elements()), min(pool.total(), 2)), 1))
    _take_back(position, pool, len(tables.reserve) + source.randint(3, (most or 51) - 3), source)
    _lay(position, list(pool.elements()), source)
    stock = tables.rules.stock
    position.redeals = source.randint(0, min(stock.redeals or 0, 3)) if stock else 0
    return position


def _take_back(position: Position, pool: Counter[int], cards: int, source: random.Random) -> None:
    """Take cards off the foundations until `cards` are in play, or as many as possible."""
    tables = position.tables
    whole_too = source.random() < 0.3
    givers = [pile for pile in tables.foundations if whole_too or not tables.foundation(pile).whole]
    while givers and pool.total() < cards:
        foundation = source.choice(givers)
        pile = position.piles[foundation]
        if len(pile) > 1 + len(tables.bases[foundation - tables.foundations.start]):
            taken = len(pile) - 1 if tables.foundation(foundation).whole else 1
            pool.update(pile[-taken:])
            del pile[-taken:]
        else:
            givers.remove(foundation)


def _lay(position: Position, cards: list[int], source: random.Random) -> None:
    tables, piles = position.tables, position.piles
    source.shuffle(cards)
    for cell in tables.reserve:
        if cards and (cell not in tables.cells or source.random() < 0.7):
            piles[cell].append(cards.pop())
    places = [pile for pile in (tables.waste, tables.stock) if pile >= 0]
    places = places[: source.randint(0, len(places))] if tables.columns else places
    if tables.columns:
        columns = source.sample(tables.columns, source.randint(1, len(tables.columns)))
        filled = tables.columns if tables.refills.get(columns[0]) else columns
        for column, card in zip(filled, cards, strict=False):
            piles[column].append(card)
        del cards[: len(filled)]
        places += 2 * columns
        if "deep_reserve" in tables.concepts:
            places += tables.reserve
    for card in cards:
        piles[source.choice(places)].append(card)
    for column in tables.columns:
        # Games that gather their columns have all cards face up.
        _turn_or_sort(piles[column], source, face_down=not tables.gather)
        if "mixed_faces" in tables.concepts:
            for place in range(1, len(piles[column]) - 1):
                piles[column][place] = piles[column][place] % FACE_DOWN + FACE_DOWN * source.randint(0, 1)


def _turn_or_sort(column: list[int], source: random.Random, *, face_down: bool) -> None:
    """Some columns run down, some have cards face down at the bottom."""
    if source.random() < 0.5:
        column[1:] = sorted(column[1:], key=rank, reverse=True)
    elif face_down and source.random() < 0.5:
        for place in range(1, source.randint(1, max(1, len(column) - 1))):
            column[place] += FACE_DOWN
