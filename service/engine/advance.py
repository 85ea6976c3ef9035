"""The loop in which logs are played: one look-up per token, per pile and per card."""

from collections.abc import Sequence

from service.engine.cards import FACE_DOWN, FLOOR, LAST_CARD
from service.engine.legality import is_run, play, why_not
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
    foundations, run = tables.card_by_card, tables.run
    for index, quick in enumerate(map(tables.plays.get, tokens)):
        if quick is not None:
            source, target, count = quick
            pile = piles[source]
            if count == 1:
                last = pile[-1]
                if target < 0:
                    for target in foundations:
                        if last in fits[target][piles[target][-1]]:
                            break
                row = fits[target]
                onto = piles[target]
                legal = last in row[onto[-1]]
                if legal:
                    onto.append(pile.pop())
            else:
                row = fits[target]
                onto = piles[target]
                group = pile[-count:]
                last = group[-1]
                legal = group[0] in row[onto[-1]] and (run is None or is_run(run, group))
                if legal:
                    onto += group
                    del pile[-count:]
            if legal:
                top = pile[-1]
                if top > LAST_CARD:
                    if top == FLOOR:
                        position.settle(source)
                    else:
                        pile[-1] = top - FACE_DOWN
                if not row[last]:
                    position.note_complete()
                    if position.won:
                        return index + 1
                continue
        move = parse(tokens[index])
        if why_not(position, move):
            return index
        play(position, move)
        if position.won:
            return index + 1
    return len(tokens)
