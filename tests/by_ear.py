"""A player who sees nothing: it knows the table from what was spoken, which each sentence must fit."""

import re

RANKS = (
    "ace",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
)
CARD = rf"(?:{'|'.join(RANKS)}) of (?:clubs|diamonds|hearts|spades)"
PILE = r"(?:the stock|the waste|(?:column|foundation|cell|reserve) \d+)"
HIDDEN = "face-down card"

_CARRIED = re.compile(
    rf"(?:(\d+) cards, )?({CARD})(?: to ({CARD}),)? from ({PILE}) to ({PILE})", re.IGNORECASE
)
_DEALT = re.compile(rf"({CARD}) to ({PILE})", re.IGNORECASE)
_TURNED = re.compile(rf"Turned up in ({PILE}): ({CARD})\.")
_READ = re.compile(rf"^({CARD}|{HIDDEN}), (\d+) of (\d+), ", re.IGNORECASE)
_TOP = re.compile(rf"({PILE}): ({CARD}|{HIDDEN})\.", re.IGNORECASE)
_STATE = re.compile(r"^(\d+) moves?\. (\d+) of (\d+) cards on foundations\.(?: Stock: (\d+) cards?\.)?")
_REDEAL = re.compile(r"Redeal: the waste becomes the stock, (\d+) cards?\.")
_DEAL = "Deal: "


class Table:
    """The piles as far as they were heard of, each from the bottom up."""

    def __init__(self) -> None:
        self.piles: dict[str, list[str]] = {"the stock": [], "the waste": []}

    def __getitem__(self, pile: str) -> list[str]:
        return self.piles.setdefault(pile.lower(), [])

    @property
    def on_columns(self) -> list[str]:
        """The cards that are not known to have left the columns."""
        columns = (cards for pile, cards in self.piles.items() if pile.startswith("column"))
        return [card for cards in columns for card in cards]

    def hear_tops(self, sentence: str) -> None:
        """Learn the top card of each pile."""
        for pile, card in _TOP.findall(sentence):
            self[pile][:] = [card.lower()]

    def hear_column(self, pile: str, sentences: list[str]) -> None:
        """Learn the cards of a pile, which is read from its top card down."""
        cards = [read[1].lower() for read in map(_READ.match, sentences) if read]
        assert cards[:1] == self[pile][-1:], f"{pile} begins with {cards[:1]}, not with {self[pile][-1:]}."
        self[pile][:] = cards[::-1]

    def hear_state(self, sentence: str) -> None:
        """Compare the number of moves and cards, and learn how many cards the stock has at the deal."""
        found = _STATE.match(sentence)
        assert found, sentence
        moves, out, _, stock = (int(number or 0) for number in found.groups())
        if not moves:
            self["the stock"][:] = [HIDDEN] * stock
        on_foundations = sum(
            len(cards) for pile, cards in self.piles.items() if pile.startswith("foundation")
        )
        assert out == on_foundations, (
            f"{out} cards on foundations, but {on_foundations} were heard to go there."
        )

    def hear_move(self, sentence: str) -> None:
        """Make the moves of a sentence: each card must lie where the sentences before put it."""
        if redeal := _REDEAL.search(sentence):
            cards = self["the waste"][::-1]
            assert len(cards) == int(redeal[1]), sentence
            self["the stock"][:], self["the waste"][:] = cards, []
        moved = False
        for number, first, _, source, target in _CARRIED.findall(sentence):
            self._carry(int(number or 1), first.lower(), source, target)
            moved = True
        if sentence.startswith(_DEAL):
            for card, target in _DEALT.findall(sentence.split(".", maxsplit=1)[0]):
                self._carry(1, card.lower(), "the stock", target)
                moved = True
        for pile, card in _TURNED.findall(sentence):
            assert self[pile][-1] == HIDDEN, sentence
            self[pile][-1] = card.lower()
        assert moved or redeal, f"No move was heard: {sentence}"

    def _carry(self, number: int, first: str, source: str, target: str) -> None:
        cards = self[source][-number:]
        del self[source][-number:]
        assert len(cards) == number, f"{source} has not {number} cards."
        if source.lower() == "the stock" and cards == [HIDDEN]:
            cards = [first]
        assert first in (cards[0], cards[-1]), f"{first} was not heard to lie on {source}: {cards}"
        self[target].extend(cards)


def typed(sentence: str) -> str:
    """Return what to type for the move that a sentence tells."""
    for start, action in (("Redeal: ", "redeal"), (_DEAL, "deal")):
        if sentence.startswith(start):
            return action
    first, *others = _CARRIED.finditer(sentence)
    if others:
        return f"{first[2]} {others[0][2]}"
    return "draw" if (first[4], first[5]) == ("the stock", "the waste") else first[0]


def answers(step: str, sentence: str) -> bool:
    """Return whether a sentence is what the page says to a step; what it thinks of the position is not."""
    if step.startswith("type "):
        return bool(_CARRIED.search(sentence) or _REDEAL.search(sentence) or sentence.startswith(_DEAL))
    return bool({"key t": _TOP, "key PageUp": _READ, "key i": _STATE}[step].match(sentence))


def events(transcript: str) -> list[tuple[str, list[str]]]:
    """Return what was done, and what was heard after each."""
    done: list[tuple[str, list[str]]] = []
    for line in transcript.splitlines():
        if line.startswith("> "):
            done.append((line[2:], []))
        elif line.startswith("< "):
            done[-1][1].append(line[2:])
    return done


def follow(steps: list[tuple[str, list[str]]]) -> Table:
    """Return the table that a player knows who heard the sentences of these steps."""
    table, column, read = Table(), "", []
    for step, heard in steps:
        if step == "key t":
            table.hear_tops(heard[0])
        elif step == "key PageUp":
            read += heard
            if ", 1 of " in heard[-1]:
                table.hear_column(column, read)
                read = []
        elif step == "key i":
            table.hear_state(heard[-1])
        elif step.startswith("key "):
            column = f"column {int(step.removeprefix('key ')) or 10}"
        else:
            table.hear_move(heard[-1])
    return table
