"""The many wordings of a move, brought to one: ``move 2 cards from column 3 to column 5``.

Programs shorten the names of piles (``T6 -> FC1``), write numbers as words (``the sixth column``) or indices
(``tableau[5]``), and say more than is needed (``Hint: Move top 2 card(s) ...``). What is not known stays as
it is, so a line that is not a move does not become one.
"""

import re
from collections.abc import Callable
from typing import Final

COLUMNS: Final = "column|cascade|stack|tableau|pile|lane|col"
"""The words for a column, as a part of a pattern."""

_COLUMN: Final = f"(?:{COLUMNS})"
_KIND: Final = rf"(?:{_COLUMN}|free\s?cell|cell|reserve|foundation|home\s?cell|home|waste|discard|talon)"
_ONES: Final = "one|two|three|four|five|six|seven|eight|nine|ten"
_TURNS: Final = "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth"
_NUMBERS: Final = {
    word: str(number) for words in (_ONES, _TURNS) for number, word in enumerate(words.split("|"), start=1)
}
_TO: Final = "(?:->|=>|→|▸|➔)"
_SUITS: Final = "CDHS♣♦♥♠♡♢♤♧"
_RANK_FIRST: Final = rf"(?:1[0-3]|[1-9AJQKT])[{_SUITS}](?!\w)"
_SUIT_FIRST: Final = rf"(?:{_RANK_FIRST}|[{_SUITS}](?:1[0-3]|[0-9AJQKT])(?!\w))"
_HAS_SUIT_FIRST: Final = re.compile(r"(?<!\w)D(?:1[0-3]|[0-9AJQKT])(?!\w)", re.IGNORECASE)
"""A card with its suit first, which is not also the short name of a pile."""

_LETTERS: Final = re.compile(r"(?<!\w)(FC|HC|[TCPRFHWS])([0-9]{0,2})(?!\w)", re.IGNORECASE)
_NAME: Final = "(?:FC|HC|[TCPRFHWS])(?:[0-9]{1,2})?"
_PLAIN: Final = re.compile("(?:FC|T[0-9]|P[0-9]|R[0-9]|W)[0-9]*", re.IGNORECASE)
"""A short name that is neither a card nor a move in FreeCell's standard notation."""


def _short(card: str) -> re.Pattern[str]:
    """Return the pattern of a move between piles by their short names, where cards are written so."""
    return re.compile(
        rf"(?:m\s+)?(?P<lead>(?:move\s+)?(?:[0-9]{{1,2}}\s+cards?\s+)?(?:{card}:?\s+)?(?:from\s+)?)"
        rf"(?:(?P<source>{_NAME}|[0-9]{{1,2}})(?!\w):?\s*)?(?P<card>{card}\s*)?"
        rf"(?P<to>{_TO}|\bto\b|[->,]|)\s*(?<![^\W_])(?P<target>{_NAME})(?![\w♣♦♥♠])(?P<rest>.*)",
        re.IGNORECASE,
    )


_SHORT: Final = {False: _short(_RANK_FIRST), True: _short(_SUIT_FIRST)}
"""By whether cards may have their suit first."""
_EACH: Final = re.compile(rf"{_NAME}\s?(?:{_TO}|-)\s?{_NAME}(?:x[0-9]{{1,2}})?", re.IGNORECASE)
_SEVERAL: Final = re.compile(rf"(?:{_EACH.pattern}(?:[,|]?\s+|[,|]|$))+", re.IGNORECASE)

_BARE: Final = re.compile(
    rf"(?P<verb>(?:move|mv|m):?\s+)?(?:from\s+)?(?:(?P<card>{_SUIT_FIRST}):?\s+(?:from\s+)?)?"
    rf"(?P<source>[TP]?[0-9]{{1,2}}|[a-d]|(?:free\s?)?cell)(?P<to>\s*(?:{_TO}|>|\bto\b)\s*|(?:\s|,)\s*)"
    r"(?P<target>[TP]?[0-9]{1,2}|[a-dhs]|(?:free\s?)?cell)",
    re.IGNORECASE,
)
"""A move between columns by their numbers, and cells by their letters; h or a suit is a foundation."""
_CARDS_OF_MOVE: Final = re.compile(
    rf"(?:move|put|play|place)?\s*(?:the\s+)?(?:cards?\s+)?"
    rf"(?P<cards>{_RANK_FIRST}(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+){_RANK_FIRST}){{1,12}})"
    rf"\s+(?P<rest>(?:from\s+.{{1,40}}?\s+)?(?:to|onto|on|into|{_TO})\s+(?:the\s+)?(?:.{{0,12}}\s)?(?:{_KIND})s?)",
    re.IGNORECASE,
)
"""A move of several named cards to cells or foundations."""

_Replacement = str | Callable[[re.Match[str]], str]


def _numbers(*places: int) -> Callable[[re.Match[str]], str]:
    """Return what joins groups of a match, numbers in words among them, by spaces."""
    return lambda found: " ".join(_NUMBERS.get(found[place].lower(), found[place]) for place in places)


_REWRITINGS: Final[list[tuple[re.Pattern[str], _Replacement]]] = [
    (re.compile(pattern, re.IGNORECASE), replacement)
    for pattern, replacement in (
        (r"^(?:hint|command|action)\s*:\s*", ""),
        (r"\bcard\(s\)", "cards"),
        (rf"\b({_KIND})s?(?:\s*[\[(]\s*([0-9]{{1,2}})\s*[\])]|[:_-]([0-9]{{1,2}})\b)", r"\1 \2\3"),
        (rf"\b({_KIND})\s+[FTCR](?=[0-9])", r"\1 "),
        (r'"', " "),
        (r"[.]?\s*\(\*\)$", ""),
        (r"\b(tableau|foundation|waste|stock|discard)\s+(?:pile|column|stack|cascade)s?\b", r"\1"),
        (rf"\b({_ONES}|{_TURNS})\s+({_KIND})\b", _numbers(2, 1)),
        (rf"\b([0-9]{{1,2}})(?:st|nd|rd|th)\s+({_KIND})\b", r"\2 \1"),
        (rf"\b({_KIND})\s+({_ONES})\b", _numbers(1, 2)),
        (rf"\b({_ONES})\s+(cards?)\b", _numbers(1, 2)),
        (r"^(?:moving|drag|transfer|send|take|move:)(?=\s)", "move"),
        (r"^move\s+([0-9]{1,2})(?=\s+from\b)", r"move \1 cards"),
        (r"\b(?:the\s+)?top\s+(?=[0-9]|cards?\b)", ""),
        (r"\bthe\s+(?=[0-9])", ""),
        (rf"\b(?:of|off)\s+(?=(?:the\s+)?{_KIND}\b)", "from "),
        (r"\band\s+(?:put|place)\s+(?:it|them)\s+(?=to\b|on|in)|\bmove\s+(?=to\b)", ""),
        (r"\b(?:up|down|over)\s+(?=to\b)", ""),
        (r"\bon(?:to)?\s+(?:the\s+)?top\s+of\b", "onto"),
        (r"\bin(?=\s+(?:the\s+|an?\s+)?(?:empty\s+|free\s?|swap\s)?cell)", "to"),
        (r"\b(?:swap|storage)\s?cell", "cell"),
        (r"\bits\s+(?=foundation|home)", ""),
        (r"\((?:starting|beginning)\s+(?:with|at|from)\s+", "("),
        (
            rf"^(?:from\s+)?([0-9]{{1,2}})\s*(?:to\b|{_TO})\s*(?=(?:the\s+|an?\s+)?{_KIND}\b)",
            r"column \1 to ",
        ),
        (rf"\bfrom\s+([0-9]{{1,2}})\s*(?:to\b|{_TO})\s*([0-9]{{1,2}})$", r"from column \1 to column \2"),
        (rf"\b({_COLUMN})\s+([0-9]{{1,2}})\s*(?:to\b|{_TO})\s*([0-9]{{1,2}})$", r"\1 \2 to \1 \3"),
        (
            r"(?:\s*[x×]\s*([0-9]{1,2})|\s*\(([0-9]{1,2})(?: cards?)?\)|\s+([0-9]{1,2}) cards?)$",
            r": \1\2\3 cards",
        ),
        (rf"\s*({_TO})\s*", r" \1 "),
    )
]


class Wordings:
    """The wordings of the moves of a text."""

    def __init__(self, text: str) -> None:
        has_suit_first = _HAS_SUIT_FIRST.search(text) is not None
        names = {name.upper() for name, _ in _LETTERS.findall(text)}
        self._short = _SHORT[has_suit_first]
        self._kinds = _kinds(names, has_suit_first=has_suit_first)

    def named(self, line: str) -> str:
        """Return a line with words for the short names of its piles."""
        if (bare := _BARE.fullmatch(line)) and (bare["verb"] or bare["to"].strip(" ,")):
            return _in_columns(bare)
        found = self._short.fullmatch(line[1:-1] if line[:1] == "(" and line[-1] == ")" else line)
        return _in_words(found, self._kinds) if found else line

    def usual(self, line: str) -> str:
        """Return a line in the usual wording."""
        for pattern, replacement in _REWRITINGS:
            line = pattern.sub(replacement, line)
        return line.strip()


def parts_of(line: str) -> list[str]:
    """Return the moves of a line that may have several, with separators or short names alone."""
    if _SEVERAL.fullmatch(line):
        return _EACH.findall(line)
    if (found := _CARDS_OF_MOVE.fullmatch(line)) and re.search("cell|reserve|foundation|home", found["rest"]):
        return [
            f"move {card} {found['rest']}" for card in re.findall(_RANK_FIRST, found["cards"], re.IGNORECASE)
        ]
    return re.split(r"[,|]|\.\s|\s(?=move\b)", line, flags=re.IGNORECASE)


def _kinds(names: set[str], *, has_suit_first: bool) -> dict[str, str]:
    """Return the kind of pile that each short name of a text means, beside the others that the text has."""
    has_columns = bool(names & {"T", "P"}) or has_suit_first
    kinds = {
        **dict.fromkeys(("T", "P"), "column"),
        **dict.fromkeys(("FC", "R"), "cell"),
        **dict.fromkeys(("H", "HC"), "foundation"),
        "C": "cell" if has_columns else "column",
        "W": "waste",
        "S": "stock" if has_columns or "W" in names else "column",
    }
    has_cells = bool(names & {"FC", "R"}) or (has_columns and "C" in names)
    return {**kinds, "": "column", "F": "cell" if names & {"H", "HC"} and not has_cells else "foundation"}


def is_bare(line: str) -> bool:
    """Return whether a line is a move of FreeCell's notation with an arrow."""
    found = _BARE.fullmatch(line)
    return found is not None and found.start("source") == 0 and len(found["source"] + found["target"]) == 2


def _in_columns(found: re.Match[str]) -> str:
    """Return a move between piles by their numbers and letters with the kinds of the piles."""
    card, target = found["card"] or "", found["target"]

    def pile(name: str) -> str:
        number = name.lstrip("TtPp")
        if number.isdigit():
            return f"column {number}"
        return f"cell {name}" if len(name) == 1 else "cell"

    is_home = target.lower() == "h" or (card and target.upper() == target and target in card.upper())
    onto = "foundation" if is_home and not target.isdigit() else pile(target)
    return f"move {card}{' ' if card else ''}from {pile(found['source'])} to {onto}"


def _in_words(found: re.Match[str], kinds: dict[str, str]) -> str:
    """Return a move between short names with the kinds of the piles, or as it is if it may mean otherwise."""
    card, source, target = found["card"] or "", found["source"] or "", found["target"]
    has_plain = _PLAIN.fullmatch(source) or (_PLAIN.fullmatch(target) and found["to"])
    is_clear = found["to"].lower() not in ("", "-", ">", ",") and not source.isdigit()
    if not (is_clear or (source and has_plain)):
        return found[0]

    def pile(name: str) -> str:
        letters = name.rstrip("0123456789")
        return f"{kinds[letters.upper()]} {name[len(letters) :]}".strip()

    return f"{found['lead']}{card}{' from ' if card else ''}{pile(source)} to {pile(target)}{found['rest']}"
