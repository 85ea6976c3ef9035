"""The conversion of a saved game to a log, checked move by move against the rules.

A file contains PySolFC's movements of cards, grouped in steps, and the position that they led to. The first
movement of a step determines the move; fills, redeals and draws of several cards make further movements. The
move is played by the engine, and the movements are applied to copies of the stacks until both agree. So
a file is refused at the first movement that does not follow from the rules, whatever position it ends in.
"""

from collections.abc import Iterator
from typing import Final

from patience.cards.seeds import HIGHEST_NUMBER, SeedError, normalize
from patience.formats.work import UNCOUNTED, Work
from patience.play.dealing import deal_seed
from patience.play.legality import check
from patience.play.replay import advance, refusal
from patience.words.names import name_move
from schemas.import_request import Imported
from schemas.limits import MOST_MOVES
from service.saves.games import EXTRA
from service.saves.pysolfc import Moved, Save, read_save
from service.saves.save_errors import Fault, SaveError

_MS: Final = 1 << 1000
"""Set in numbers for Microsoft's generator: those below 32 000, and those that are written with ``ms``."""
_CUSTOM: Final = 1 << 999
"""Set in addition in the number of a layout that a player has put together."""
_NUMBERS: Final = range(1, HIGHEST_NUMBER + 1)


def import_save(data: bytes, most_moves: int = MOST_MOVES, work: Work = UNCOUNTED) -> Imported:
    """Return the game in a file saved by PySolFC.

    Raises SaveError, also for a game of more than ``most_moves`` moves.
    """
    save = read_save(data, work)
    seed = _seed(save.number)
    replay = _Replay(save, seed, most_moves, work)
    for step in save.steps:
        replay.play(step)
    if save.round != save.game.round_after(replay.position.redeals):
        raise SaveError(Fault.POSITION_DIFFERS, "The round does not match the number of redeals.")
    if save.merci_used != replay.position.merci_used:
        raise SaveError(Fault.POSITION_DIFFERS, "Whether a card was drawn out does not match the moves.")
    warnings = [*_by_computer(save), *replay.unturned_cards()]
    game = save.game
    return Imported(
        save.version,
        game.number,
        game.tables.variant.id,
        game.rules,
        seed,
        replay.moves,
        save.undone,
        warnings,
    )


def _seed(number: int) -> str:
    if number >= _MS + _CUSTOM:
        raise SaveError(Fault.UNSUPPORTED_SEED, "The layout is a player's own and has no number.")
    ms = "ms" if number >= _MS else ""
    number %= _MS
    # Before it is converted to decimal digits, which is slow for a long number.
    if number not in _NUMBERS:
        raise SaveError(Fault.UNSUPPORTED_SEED, "The game number is not a seed: seeds have 1 to 20 digits.")
    try:
        return normalize(f"{ms}{number}")
    except SeedError as error:
        raise SaveError(Fault.UNSUPPORTED_SEED, f"The game number is not a seed. {error}") from None


class _Replay:
    """The engine's position and PySolFC's stacks, side by side."""

    def __init__(self, save: Save, seed: str, most_moves: int, work: Work) -> None:
        self._save = save
        self._work = work
        self._names = save.game.piles
        self._most_moves = most_moves
        self.position = deal_seed(save.game.tables, seed).position()
        self._piles = [save.game.tables.pile.get(name, -1) for name in self._names]
        self._stacks = [self._cards(index) for index in range(len(self._names))]
        self._shuffled: set[int] = set()
        self.moves: list[str] = []

    def play(self, step: list[Moved]) -> None:
        """Play the move of a step; it may include a draw at the end, if PySolFC deals automatically."""
        if not self.position.tables.closed:
            # Cards turn up by themselves.
            step = [moved for moved in step if moved.source != moved.target or not moved.cards]
        rest = iter(step)
        for number, moved in enumerate(rest):
            move = self._move(moved, step[1] if number == 0 and len(step) > 1 else None)
            # A redeal of one pile takes its last card away and puts it back, which changes no pile.
            if number == 0 or move == "draw":
                self._play(move)
            elif {move, self.moves[-1]} != {"redeal"}:
                raise self._differs(f"after {name_move(len(self.moves) - 1)}, cards move that should not")
            self._follow(moved, rest)

    def _move(self, moved: Moved, following: Moved | None) -> str:
        source, target = self._names[moved.source], self._names[moved.target]
        rules = self._save.game.tables.rules
        if rules.pairs and not rules.builds_pairs:
            if target[0] == source[0] == "T":
                # The columns close up.
                return "deal"
            if target == "F1":
                paired = following is not None and following.target == moved.target
                return f"{source}-{self._names[following.source] if following and paired else target}"
        if target in {"S", EXTRA} or source == EXTRA:
            return "redeal"
        if source == "S" and target == "W":
            return "draw"
        token = f"{source}-{target}x{moved.cards}" if moved.cards > 1 else f"{source}-{target}"
        deals = source == "S" and rules.stock and "deal" in rules.stock.actions
        # The top card of the stock may be playable as well.
        return "deal" if deals and check(self.position, token) else token

    def _play(self, move: str) -> None:
        if len(self.moves) == self._most_moves:
            raise SaveError(
                Fault.TOO_MANY_MOVES, f"At most {self._most_moves} moves are accepted in one log."
            )
        if not advance(self.position, [move]):
            _, detail = refusal(self.position, move)
            raise self._differs(f"{name_move(len(self.moves))}, {move}, is illegal. {detail}")
        self.moves.append(move)

    def _follow(self, moved: Moved, rest: Iterator[Moved]) -> None:
        """Apply movements, from ``moved`` on, until the stacks touched equal the engine's piles."""
        touched: set[int] = set()
        while True:
            self._work.step()
            self._apply(moved)
            touched |= {moved.source, moved.target}
            if all(map(self._agrees, touched)):
                self._shuffled.clear()
                return
            following = next(rest, None)
            if following is None:
                pile = next(self._names[index] for index in sorted(touched) if not self._agrees(index))
                raise self._differs(f"after {name_move(len(self.moves) - 1)}, {pile} has other cards")
            moved = following

    def _agrees(self, index: int) -> bool:
        """Return whether a stack has the cards of its pile; a shuffled stack takes the order of the pile."""
        stack, cards = self._stacks[index], self._cards(index)
        if index in self._shuffled and sorted(stack) == sorted(cards):
            stack[:] = cards
        return stack == cards

    def _apply(self, moved: Moved) -> None:
        source, target = self._stacks[moved.source], self._stacks[moved.target]
        if moved.source == moved.target:
            # The order after a shuffle is the seed's, which the file does not have.
            self._shuffled |= set() if moved.cards else {moved.source}
            return
        if moved.source in self._shuffled:
            self._take_up(source, moved)
        if moved.cards > len(source):
            raise self._differs(f"{self._names[moved.source]} has too few cards for a move")
        if moved.cards:
            target += source[-moved.cards :]
            del source[-moved.cards :]
        else:
            target += reversed(source)
            source.clear()

    def _take_up(self, source: list[int], moved: Moved) -> None:
        """Lay the card of a shuffled stack on its top that the rules deal next to a pile, if it is there."""
        place = len(self._stacks[moved.target])
        for card in self._cards(moved.target)[place : place + 1]:
            if card in source:
                source.remove(card)
                source.append(card)

    def _cards(self, index: int) -> list[int]:
        pile = self._piles[index]
        return self.position.cards(pile) if pile >= 0 else []

    def unturned_cards(self) -> Iterator[str]:
        """Yield a warning for each pile whose top cards PySolFC had not turned up yet.

        Raises SaveError if a saved stack has other cards than its pile, or other cards face down.
        """
        for index, (name, stack) in enumerate(zip(self._names, self._save.stacks, strict=True)):
            cards = self._cards(index)
            if [self._save.game.card(card.number) for card in stack] != cards:
                raise self._differs(f"the saved {name} has other cards")
            down = sum(not card.face_up for card in stack)
            if any(card.face_up for card in stack[:down]):
                raise self._differs(f"the saved {name} has a face-down card on a face-up one")
            shown_down = 0 if not cards else self.position.face_down(self._piles[index])
            # PySolFC turns complete columns over.
            shown_down = len(cards) if cards and self.position.stays(self._piles[index]) else shown_down
            more = down - (self.position.stock_hidden if name == "S" else shown_down)
            if more < 0 or (more and name[0] not in "TR"):
                raise self._differs(f"the saved {name} has other cards face down")
            if more:
                left = "a card" if more == 1 else f"{more} cards"
                yield f"{name} had {left} face down that the rules turn up at once."

    def _differs(self, how: str) -> SaveError:
        return SaveError(
            Fault.POSITION_DIFFERS, f"The file contradicts the rules of its deal: {how.rstrip('.')}."
        )


def _by_computer(save: Save) -> Iterator[str]:
    if save.by_computer > 0:
        yield "PySolFC's demo made some of the moves."
