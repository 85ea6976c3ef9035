"""The loop in which logs are played: one look-up per token, per pile and per card."""

from collections.abc import Sequence
from itertools import pairwise

from service.engine.cards import FACE_DOWN, FLOOR, LAST_CARD
from service.engine.legality import play, why_not
from service.engine.notation import parse
from service.engine.position import Position


# One function, since calls between moves would cost as much as the moves.
def advance(position: Position, tokens: Sequence[str]) -> int:  # noqa: C901, PLR0912
    """Play tokens up to the first illegal one; how many were played.

    The moves that make up nearly every log are judged and played right here. What fails here may still
    be legal: ``why_not`` decides. Raises NotationError for a token outside the grammar, if it gets there.
    """
    if position.won:
        return 0
    tables = position.tables
    piles, fits = position.piles, position.fits
    accepting, run = tables.accepting, tables.run
    refills, foundations = tables.refills, tables.foundations
    for index, quick in enumerate(map(tables.plays.get, tokens)):
        if quick is not None:
            source, target, count = quick
            pile = piles[source]
            if count == 1:
                last = pile[-1]
                if target < 0:
                    for target in accepting[1]:
                        if last in fits[target][piles[target][-1]]:
                            break
                row = fits[target]
                onto = piles[target]
                legal = last in row[onto[-1]]
                if legal:
                    onto.append(pile.pop())
            else:
                group = pile[-count:]
                leader, last = group[0], group[-1]
                if target < 0:
                    for target in accepting[count]:
                        if leader in fits[target][piles[target][-1]]:
                            break
                row = fits[target]
                onto = piles[target]
                legal = leader in row[onto[-1]]
                if legal and run:
                    for under, card in pairwise(group):
                        if card not in run[under]:
                            legal = False
                            break
                if legal:
                    onto += group
                    del pile[-count:]
            if legal:
                top = pile[-1]
                if top > LAST_CARD:
                    if top != FLOOR:
                        pile[-1] = top - FACE_DOWN
                    elif refills[source]:
                        position.settle(source)
                if not row[last] and target in foundations:
                    position.note_complete()
                    if position.won:
                        return index + 1
                continue
        move = parse(tokens[index])
        if why_not(position, move):
            return index
        # It does not win: that takes a card move, and those are played above if they are legal.
        play(position, move)
    return len(tokens)
