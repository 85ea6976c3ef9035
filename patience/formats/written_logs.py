"""Games as other programs write them: the other way from ``foreign_logs``."""

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import Final

from patience.formats.autoplay import Autoplay
from patience.formats.dbm_solver import to_dbm_solver
from patience.formats.fc_solve import to_black_hole_solver, to_fc_solve
from patience.formats.foreign_boards import to_deck, to_fc_solve_board, to_solvitaire_deal
from patience.formats.foreign_logs import NOTATIONS
from patience.formats.freecell_notation import to_freecell
from patience.formats.klon import to_klon
from patience.formats.klondike_solver import to_klondike_solver
from patience.formats.kpatience_writer import to_kpatience
from patience.formats.lonelybot import to_lonelybot
from patience.formats.minimal_klondike import to_minimal_klondike
from patience.formats.patsolve import to_patsolve
from patience.formats.pile_moves import played, resolved
from patience.formats.position_logs import ForeignLogError
from patience.formats.shirl_hart import to_shirl_hart
from patience.formats.solvitaire import to_solvitaire
from patience.formats.spoken_moves import to_words
from patience.formats.work import UNCOUNTED, Work
from patience.play.dealing import Deal
from patience.play.legality import play
from patience.play.position import Position

WRITTEN: Final = {
    "freecell": "FreeCell's standard notation",
    "fc-solve": "the moves as fc-solve prints them",
    "black-hole-solver": "the moves of Black Hole, All in a Row or Golf as black-hole-solve prints them",
    "patsolve": "the moves as patsolve prints them, by the names of cards",
    "shirl-hart": "the moves as Shirl Hart's FreeCell solver prints them",
    "dbm-fc-solver": "the moves and tables as dbm-fc-solver prints them",
    "klondike-solver": "the moves of a game of Klondike as Klondike-Solver writes them",
    "lonelybot": "the same as lonelybot prints them, with arrows",
    "klon": "the log of a Klondike as klon writes it",
    "words": "the moves in words, a line each",
    "minimal-klondike": "the same as MinimalKlondike writes them",
    "solvitaire": "the positions as Solvitaire prints a solution",
    "kpatience": "a saved game of KPatience (`*.kpat`), which opens there with its moves",
    "fc-solve-board": "the position after the moves as a board of fc-solve",
    "solvitaire-deal": "the position after the moves as a deal of Solvitaire in JSON",
    "klondike-solver-deck": "the deal of a Klondike as 156 digits, for Klondike-Solver and MinimalKlondike",
}
"""The formats that `write_log` writes, with what each is."""


_Plain = Callable[[Sequence[str], Position, Work], str]
_Shortened = Callable[[Sequence[str], Position, Work, Autoplay], str]

_WRITERS: Final[dict[str, _Plain]] = {
    "fc-solve": to_fc_solve,
    "black-hole-solver": to_black_hole_solver,
    "patsolve": to_patsolve,
    "klondike-solver": to_klondike_solver,
    "lonelybot": to_lonelybot,
    "klon": to_klon,
    "words": to_words,
    "minimal-klondike": to_minimal_klondike,
    "solvitaire": to_solvitaire,
}
_SHORTENING: Final[dict[str, _Shortened]] = {
    "freecell": to_freecell,
    "shirl-hart": to_shirl_hart,
    "dbm-fc-solver": to_dbm_solver,
}
"""The formats that may leave out automatic moves."""
_BOARDS: Final[dict[str, Callable[[Position], str]]] = {
    "fc-solve-board": to_fc_solve_board,
    "solvitaire-deal": to_solvitaire_deal,
    "klondike-solver-deck": to_deck,
}


def write_log(
    format_: str,
    deal: Deal,
    tokens: Sequence[str],
    work: Work = UNCOUNTED,
    autoplay: Autoplay = Autoplay.NONE,
) -> str:
    """Return a game in one of the formats of ``WRITTEN``.

    Raises ForeignLogError for an illegal move and for what the format does not have.
    """
    if autoplay is not Autoplay.NONE and format_ not in _SHORTENING:
        raise ForeignLogError(f"The format {format_} has every move: leave autoplay out.")
    notation = NOTATIONS.get(format_)
    if notation and not notation.has(deal.tables):
        raise ForeignLogError(f"The format {format_} has {notation.games}, not {deal.tables.variant.id}.")
    if format_ == "kpatience":
        return to_kpatience(tokens, deal, work)
    if format_ in _SHORTENING:
        text = _SHORTENING[format_](tokens, deal.opening, work, autoplay)
    elif format_ in _WRITERS:
        text = _WRITERS[format_](tokens, deal.opening, work)
    else:
        return _board(format_, deal, tokens, work)
    if notation:
        again = resolved(notation.moves(text, work), deal.opening, work, (autoplay,)).moves
        _compare(tokens, again, deal.opening, work)
    return text


def _board(format_: str, deal: Deal, tokens: Sequence[str], work: Work) -> str:
    """Return the board after the moves."""
    position = deal.opening
    for _, position, _ in played(tokens, deal.opening, work):  # noqa: B007 - wanted after the last move
        pass
    return _BOARDS[format_](position)


def _compare(tokens: Sequence[str], again: Sequence[str], opening: Position, work: Work) -> None:
    """Check that the text of a game is read as the same game, but for the names of equal piles.

    A notation that says less than a token would otherwise turn the game into another one: which of several
    foundations takes a card, which of two equal cards goes. Automatic moves may come in another order. Raises
    ForeignLogError.
    """
    positions = opening.copy(), opening.copy()
    differing = 0
    for number, pair in enumerate(zip_longest(tokens, again), start=1):
        work.step()
        for position, token in zip(positions, pair, strict=True):
            if token is not None:
                play(position, position.tables.read(token))
        is_same = _sorted_piles(positions[0]) == _sorted_piles(positions[1])
        differing = 0 if is_same else differing or number
    if differing:
        move = "".join(tokens[differing - 1 : differing]) or "after the last"
        raise ForeignLogError(f"Move {differing}, {move}: in this format, the words mean another move.")


def _sorted_piles(position: Position) -> list[list[list[int]]]:
    """Return the piles, those of a kind in an order that does not depend on their names."""
    tables = position.tables
    kinds = (tables.columns, tables.foundations, tables.reserve, (tables.stock,), (tables.waste,))
    return [sorted(position.piles[pile][1:] for pile in kind if pile >= 0) for kind in kinds]
