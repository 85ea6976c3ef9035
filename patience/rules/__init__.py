"""The declaration language: the fields of a game's rules, and the checks that refuse a bad declaration.

A declaration is judged exactly as it reads, or refused here: each part checks itself and raises
DeclarationError in one sentence, and ``Rules`` checks that its parts agree. ``declaration`` reads and
writes the same fields as JSON. The docstring of a class, field or value is its description in the JSON
Schema, which therefore says "this" and "it" of what it describes."""

from patience.rules.bounds import DeclarationError, Part, demand
from patience.rules.builds import Build, Direction, Sequence
from patience.rules.columns import Closed, ColumnKind, Columns, Lift
from patience.rules.foundations import Foundation
from patience.rules.game_parts import MOST_PACKS
from patience.rules.game_rules import Rules
from patience.rules.pairs import Near, Pairs
from patience.rules.reserve import CoveredWhile, Reserve, Takes
from patience.rules.rounds import PRINTED_SUITS, Arrange, Base, Round, SameBase
from patience.rules.stock import ACTIONS, Close, DealTo, DrawAs, GatherAs, Hold, Stock
from patience.rules.win import Hands, Win

__all__ = [
    "ACTIONS",
    "MOST_PACKS",
    "PRINTED_SUITS",
    "Arrange",
    "Base",
    "Build",
    "Close",
    "Closed",
    "ColumnKind",
    "Columns",
    "CoveredWhile",
    "DealTo",
    "DeclarationError",
    "Direction",
    "DrawAs",
    "Foundation",
    "GatherAs",
    "Hands",
    "Hold",
    "Lift",
    "Near",
    "Pairs",
    "Part",
    "Reserve",
    "Round",
    "Rules",
    "SameBase",
    "Sequence",
    "Stock",
    "Takes",
    "Win",
    "demand",
]
