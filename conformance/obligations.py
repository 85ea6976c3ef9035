"""What one request shows about an engine: the obligations that the kit's cases cover.

An engine has the checks of the rules page in some order, with a condition for each. A token shows which
checks fail for it, hence every pair of checks that an engine must not exchange, and under which circumstances
(`traits`) it must give the first. A position shows the same of all moves that its list of legal moves has or
lacks, what keeps it from being lost, and what a won game needs. The interpreter is compiled once more so that
reasons can be skipped, which shows every check that a move fails.
"""

import ast
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations, pairwise
from typing import Any, Final

from conformance import reference
from conformance.faults import FOLDER, told_apart
from conformance.reference.fits import is_complete, is_red, is_run, parts, room, takes_from, why_not_there
from conformance.reference.referee import accepting_foundation, is_forward, is_played, is_won
from conformance.reference.seeds import RANKS
from conformance.reference.tokens import ACTIONS, CardMove
from conformance.reference.tokens import parse as parse_token

Feature = tuple[Any, ...]

parse: Final = cache(parse_token)

skipped: Final[set[str]] = set()
"""Reasons that are skipped."""


class Skipping(ast.NodeTransformer):
    """Makes functions that give reasons go on after those that are skipped."""

    def visit_Return(self, node: ast.Return) -> ast.AST:
        """Return a reason only if it is not skipped."""
        (check,) = ast.parse("if (why := None) is None or why not in skipped:\n    return why").body
        assert isinstance(check, ast.If)
        walrus = next(part for part in ast.walk(check) if isinstance(part, ast.NamedExpr))
        walrus.value = node.value or ast.Constant(None)
        return check


def _compiled() -> dict[str, Any]:
    """Return the interpreter's checks, with reasons that can be skipped."""
    names: dict[str, Any] = {"__package__": "conformance.reference", "__name__": "checks"}
    own: dict[str, Any] = {"skipped": skipped}
    for module in ("fits", "referee"):
        tree = ast.parse((FOLDER / f"{module}.py").read_text("utf-8"))
        for place, node in enumerate(tree.body):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("why"):
                tree.body[place] = Skipping().visit(node)
        exec(compile(ast.fix_missing_locations(tree), module, "exec"), names)
        own |= {node.name: names[node.name] for node in tree.body if isinstance(node, ast.FunctionDef)}
        names |= own
    # The stock takes cards from nowhere; what else is wrong with a move onto it is asked nevertheless.
    names |= {
        "parse": parse,
        "takes_from": lambda game, *move: move[0] == "S" or takes_from(game, *move),
    }
    return names


CHECKS: Final = _compiled()

IMPLIED: Final = {
    "source_empty": ("not_enough_cards", "face_down_card"),
    "not_enough_cards": ("face_down_card",),
}
"""Checks that fail with another one, so that a log cannot show that they come later."""


def failing(game: reference.Game, token: str, most: int = 99) -> list[str]:
    """Return at most `most` reasons why a move is illegal, in order; later ones may be missing."""
    found: list[str] = []
    skipped.clear()
    try:
        while len(found) < most and (reason := CHECKS["why_not"](game, token)):
            found.append(reason)
            skipped.add(reason)
    except (AttributeError, KeyError, IndexError, ValueError, TypeError, AssertionError):
        pass  # After this check the next one has nothing to look at.
    finally:
        skipped.clear()
    implied = {other for reason in found for other in IMPLIED.get(reason, ())}
    return [reason for reason in found if reason not in implied]


OF_SOURCE: Final = ("source_locked", "source_empty", "not_enough_cards", "face_down_card", "covered_card")
"""Reasons that concern the source. Those that concern no pile are the actions' and the end of the game."""
OF_NONE: Final = ("game_over", "unknown_pile", "no_foundation_accepts", "base_not_set")
OF_FIT: Final = ("foundation_full", "wrong_color", "wrong_suit", "needs_base",
                 "vacancy_reserved", "needs_king", "wrong_rank", "king_locked")  # fmt: skip
"""Reasons that depend on what a card meets on a foundation or a column."""


def with_pile(reason: str, move: CardMove) -> str:
    """Return a reason with the kind of pile that it concerns: engines may have a check for each kind."""
    if reason in OF_NONE:
        return reason
    return f"{reason} {(move.source if reason in OF_SOURCE else move.target)[0]}"


def only_failing(game: reference.Game, token: str) -> str | None:
    """Return the check that alone forbids a card move, with the kind of pile that it concerns."""
    reasons = failing(game, token, most=2 + len(IMPLIED))
    return with_pile(reasons[0], parse(token)) if len(reasons) == 1 and token not in ACTIONS else None


def shown_by_token(game: reference.Game, token: str, situation: Sequence[str] = ()) -> set[Feature]:
    """Return what a token shows in a position of which the situation is known."""
    reasons = failing(game, token)
    if token in ACTIONS:
        return _shown_by_action(game, token, reasons, situation)
    move = parse(token)
    spelled = {("x1", *reasons[:1])} if token.endswith("x1") else set()
    if not reasons:
        return (
            {("legal", *signature(game, move))} | spelled | _about_room(game, move, "") | _bare(game, token)
        )
    first, *others = reasons
    if first == "game_over":
        return _shown_at_the_end(game, move, others)
    about = circumstances(game, move)
    shown: set[Feature] = {("first", first), *([] if others else [("only", first)])} | spelled
    named = with_pile(first, move)
    target = "F?" if move.target == "F" else move.target[0]
    for other in others:
        shown |= {("pair", first, other),
                  ("pair of source", first, other, move.source[0]), ("pair of target", first, other, target),
                  ("pair of piles", first, other, move.source[0], target)}  # fmt: skip
        shown |= {("pair in", first, other, *each) for each in about}
    shown |= {("next", first, other, target) for other in others[:1]}
    shown |= {("is", named, *each) for each in about}
    shown |= {("both", named, *pair) for pair in combinations([each for each in about if each[0] in TOLD], 2)}
    shown |= {("in", named, each) for each in situation}
    shown |= {
        ("kinds", first, *signature(game, move)),
        ("between", first, move.source[0], kind_of(game, move.target)),
    }
    shown |= _about_room(game, move, first) | _about_foundations(game, move, first) | meets(game, move, first)
    shown |= _as_group(game, move, first)
    if first == "source_empty":
        shown.add(("none there", move.source[0], move.count > 1))
    if first == "unknown_pile":
        shown |= _lacks(game, move)
    return shown


def _shown_at_the_end(game: reference.Game, move: CardMove, others: Sequence[str]) -> set[Feature]:
    """Return what a card move after the end shows, of which other checks fail as well."""
    shown: set[Feature] = {("end next", *(others[:1] or ["legal"]))} | {("end", other) for other in others}
    shown |= {("at the end", *each) for each in circumstances(game, move)}
    onto = "bare F" if move.target == "F" else move.target[0]
    shown |= {("end of source", move.source[0]), ("end of target", onto)}
    shown |= {("end of target", onto, "one card")} if move.count == 1 else set()
    roles = (("source", move.source), ("target", move.target))
    lacking = {("lacks at the end", role, name[0]) for role, name in roles if name not in (*game.piles, "F")}
    return shown | lacking


def _shown_by_action(
    game: reference.Game, token: str, reasons: list[str], situation: Sequence[str]
) -> set[Feature]:
    """Return what an action shows."""
    if not reasons:
        return {("legal", token), *(("legal", token, each) for each in situation)} | _about_hold(
            game, token, reasons
        )
    first, *others = reasons
    if first == "game_over":
        shown: set[Feature] = {("end next", token, *others[:1]), ("end of action", token)}
        shown |= {("end", other) for other in others}
        return shown | ({("lacks at the end", token)} if others[:1] == ["unknown_action"] else set())
    shown = {("first", first), ("lacks" if first == "unknown_action" else "first", token, first)}
    shown |= {("pair", first, other) for other in others} | {("action", token, first, *others[:1])}
    shown |= {("pair of action", token, first, other) for other in others}
    shown |= {("in", f"{first} {token}", each) for each in situation}
    shown |= {("action in", token, first, each) for each in situation if each in ROUGHLY}
    if first == "unknown_action":
        shown |= {("lacks in", token, each) for each in situation if each in ROUGHLY}
    return shown | _about_hold(game, token, reasons)


ROUGHLY: Final = ("can move", "cannot move", "stock empty", "waste empty", "column free",
                   "base awaited", "one card on the waste")  # fmt: skip
"""Circumstances on which an action that a game lacks may depend."""


def situation_of(game: reference.Game, moves: Sequence[CardMove]) -> tuple[str, ...]:
    """Return circumstances of a position on which engines may let a check depend by mistake."""
    stock, waste = (len(game.piles[name]) if name in game.piles else None for name in "SW")
    filled = [is_complete(game, name) for name in game.names("F")]
    found = {
        "stock empty": stock == 0,
        "stock left": bool(stock),
        "stock below a deal": stock is not None and 0 < stock < len(game.names("T")),
        "waste empty": waste == 0,
        "waste left": bool(waste),
        "one card on the waste": waste == 1,
        "redealt": game.redeals > 0,
        "no foundation begun": not any(game.piles[name] for name in game.names("F")),
        "a foundation complete": any(filled),
        "column free": any(not game.piles[name] for name in game.names("T")),
        "no column free": all(game.piles[name] for name in game.names("T")),
        "reserve empty": bool(game.names("R")) and not any(game.piles[name] for name in game.names("R")),
        "base awaited": reference.referee.awaits_base(game),
        "stock below a draw": bool(stock) and bool(game.rules.stock) and stock < game.rules.stock.draw,
        "redealt twice": game.redeals > 1,
        "cell free": any(not game.piles[name] for name in game.names("R")),
        "no cell free": bool(game.names("R")) and all(game.piles[name] for name in game.names("R")),
        "can move": bool(moves),
        "cannot move": not moves,
        "face-down cards": any(game.face_down.values()),
    }
    return tuple(name for name, holds in found.items() if holds)


def kind_of(game: reference.Game, name: str) -> str:
    """Return the kind of pile, and whether it is unknown, empty, complete or almost so."""
    if name == "F":
        return "bare F"
    if name not in game.piles:
        return f"{name[0]}?" if game.names(name[0]) else f"{name[0]}??"
    pile = game.piles[name]
    if not pile:
        return f"{name[0]} empty"
    if name[0] == "F":
        left = game.foundation(name).length - len(pile)
        return "F full" if left == 0 else "F almost full" if left == 1 else "F"
    return f"{name[0]} of one card" if len(pile) == 1 else name[0]


def signature(game: reference.Game, move: CardMove) -> tuple[str, ...]:
    """Return the kinds of the piles of a move and how many cards of the source it takes."""
    return kind_of(game, move.source), kind_of(game, move.target), _amount(game, move)


def _amount(game: reference.Game, move: CardMove) -> str:
    size = len(game.piles.get(move.source, ()))
    up = size - game.face_down.get(move.source, 0)
    count = str(move.count) if move.count < 3 else "3 or more" if move.count < 12 else "12 or more"
    if move.count == 1:
        return "1" if up > 1 or size == up else "1, turned"
    if move.count > size:
        return f"{count}, too many"
    if move.count >= up:
        return f"{count}, all" if move.count == size else f"{count}, turned" if move.count == up else "down"
    return count


def circumstances(game: reference.Game, move: CardMove) -> list[tuple[str, str]]:
    """Return the circumstances of a move on which engines may let a check depend by mistake, by aspect."""
    source, target, count = move
    pile, onto = game.piles.get(source, []), game.piles.get(target, [])
    found = [("from", kind_of(game, source)), ("to", kind_of(game, target)), ("amount", _amount(game, move))]
    found += [
        (f"{way} place", f"{name[0]} {place}")
        for way, name in (("from", source), ("to", target))
        for place in _place(game, name)
    ]
    if source == target:
        found.append(("same", source[0]))
    if count > len(pile):
        found.append(("count", "one too many" if count == len(pile) + 1 else "far too many"))
        return found
    group = pile[-count:]
    if count in (4, 12, 13):
        found.append(("count", str(count)))
    card = group[0]
    found += [("card", _rank_class(game, card)), ("colour", "red" if is_red(card) else "black")]
    found += [*_about_group(game, group), _under(game, move)]
    if onto:
        top = onto[-1]
        step = RANKS.index(card[0]) - RANKS.index(top[0])
        found += [
            ("top", _rank_class(game, top)),
            ("step", str(step) if abs(step) in (0, 1, 2, 12) else "far"),
            ("suits", "same suit" if card[1] == top[1] else f"same colour {is_red(card) == is_red(top)}"),
        ]
        if len(onto) > 10 and target[0] == "T":
            found.append(("to", "long column"))
    if target in game.piles and target[0] == "F":
        suits = game.foundation(target).suits
        same = _of_colour(card, suits)
        found.append(("named", "its suit" if card[1] in suits else f"its colour {same} of {len(suits)}"))
    return found


TOLD: Final = ("from", "to", "amount", "card", "top", "suits", "step", "run", "named")
"""Aspects of which every two are circumstances together."""


def _of_colour(card: str, suits: str) -> bool:
    """Return whether a card has the colour of one of these suits."""
    return any(is_red(card) == is_red(f"A{suit}") for suit in suits)


def _rank_class(game: reference.Game, card: str) -> str:
    """Return a rank if checks may depend on it."""
    if game.base != "A" and game.rank(card) in "AK":
        return f"base {game.rank(card)}"
    return card[0] if card[0] in "A2QK" else "middle"


def _as_group(game: reference.Game, move: CardMove, first: str) -> set[Feature]:
    """Return how several cards of a column that are refused belong together."""
    pile = game.piles.get(move.source, [])
    if move.source[0] != "T" or not 1 < move.count <= len(pile):
        return set()
    run = is_run(game, game.rules.columns.of(move.source).build, pile[-move.count :])
    return {("group", first, kind_of(game, move.target), _amount(game, move).partition(", ")[2], run)}


def _about_group(game: reference.Game, group: list[str]) -> list[tuple[str, str]]:
    """Return how the cards of a group follow each other, and which numbers it reaches."""
    if len(group) == 1:
        return []
    columns = game.rules.columns
    run = [is_run(game, columns.build, part) for part in (group, group[:2], group[-2:])]
    found = [("run", str(run[0])), ("upper pair", str(run[1])), ("lower pair", str(run[2]))]
    found += [("count", f"{most} or more") for most in (5, 7, 9, 11, 13, 14) if len(group) >= most]
    if len(group) in (3, 4):
        pairs = (is_run(game, columns.build, list(pair)) for pair in pairwise(group))
        found.append(("pairs", "".join("+" if fits else "-" for fits in pairs)))
    return found


def _under(game: reference.Game, move: CardMove) -> tuple[str, str]:
    """Return whether the card on which a group lies, if any, belongs to its run."""
    pile = game.piles[move.source][: 1 - move.count or None][-2:]
    if len(pile) < 2:
        return "under", "nothing"
    return "under", f"run {is_run(game, game.rules.columns.of(move.source).build, pile)}"


def _place(game: reference.Game, name: str) -> list[str]:
    """Return whether a pile is the first or the last of its kind, and whether its number is even."""
    if len(name) == 1:
        return []
    number, last = int(name[1:]), len(game.names(name[0]))
    if number > last:
        return ["next"] if number == last + 1 else ["99"]
    return (
        (["first"] if number == 1 else [])
        + (["last"] if number == last else [])
        + (["even"] if number % 2 == 0 else ["odd"])
    )


def _lacks(game: reference.Game, move: CardMove) -> set[Feature]:
    """Return which pile of a move the game lacks, and whether its number is the next after the last."""
    roles = {"source": move.source, "target": move.target}
    lacking = [(role, name) for role, name in roles.items() if name not in (*game.piles, "F")]
    if len(lacking) != 1:
        return {("lacks", "both", move.source == move.target)}
    ((role, name),) = lacking
    nearest = name in "SW" or int(name[1:]) == len(game.names(name[0])) + 1
    shown: set[Feature] = {("lacks" if nearest else "lacks by far", role, name[0])}
    if not game.names(name[0]):
        shown.add(("lacks all", role, name[0]))
    return shown | ({("lacks", "bare F")} if move.target == "F" else set())


def _about_foundations(game: reference.Game, move: CardMove, first: str) -> set[Feature]:
    """Return what an illegal move to a foundation shows about counts and bare Fs."""
    shown: set[Feature] = set()
    if move.target == "F":
        shown |= {("bare F", first), ("bare F from", first, move.source[0])}
    if first == "no_foundation_accepts":
        shown |= _bare_refused(game, move)
    if first == "foundation_full":
        card, top = (game.piles[name][-1] for name in (move.source, move.target))
        shown.add(("full", card[0] == top[0], card[1] == top[1]))
    if move.target[0] == "F" and move.count in (12, 13) and move.source[0] == "T":
        group = game.piles.get(move.source, [])[-move.count :]
        if len(group) == move.count and is_run(game, "by_suit", group):
            shown.add(("twelve", first, move.count, group[0][0], move.target == "F"))
    return shown


def meets(game: reference.Game, move: CardMove, first: str) -> set[Feature]:
    """Return how the lowest card of an illegal move meets what lies on a foundation or a column."""
    pile, onto = game.piles.get(move.source, []), game.piles.get(move.target, [])
    if first not in OF_FIT or move.target[0] not in "FT" or move.target == "F":
        return set()
    card, top = pile[-move.count], onto[-1] if onto else ""
    suits = top[1:] or (game.foundation(move.target).suits if move.target[0] == "F" else "")
    suit = "its suit" if card[1] in suits else f"its colour {_of_colour(card, suits)}"
    met = first, _end_class(game, card), top and _end_class(game, top), suit
    shown: set[Feature] = {(f"meets on {move.target[0]}", *met)}
    if top:
        steps = (RANKS.index(card[0]) - RANKS.index(top[0])) % len(RANKS)
        step = steps if steps in (0, 1, len(RANKS) - 1) else "far"
        shown |= {("meets by", *met, step, move.count > 1), ("step", first, move.target[0], step, suit)}
    return shown


def _end_class(game: reference.Game, card: str) -> str:
    """Return whether foundations begin or end with a card's rank."""
    return "base" if game.rank(card) == "A" else "last" if game.rank(card) == "K" else "middle"


def _bare_refused(game: reference.Game, move: CardMove) -> set[Feature]:
    """Return what the foundations that a bare F stands for say, where engines may give their reasons."""
    shown: set[Feature] = set()
    if move.count > 1 and accepting_foundation(game, move.source, 1):
        shown.add(("bare F of several", move.source[0]))
    names = game.names("F")
    left = [name for name in names if not is_complete(game, name)]
    ways = {"only": names if len(names) == 1 else [], "first": names[:1], "last": names[-1:],
            "one left": left if len(left) == 1 else [], "first left": left[:1], "all": names}  # fmt: skip
    for way, asked in ways.items():
        reasons = {_reason_there(game, move, name) for name in asked}
        if len(reasons) == 1:
            shown.add(("bare F refused", way, *reasons, f"from {move.source[0]}"))
            shown.add(("bare F refused", way, f"x{min(move.count, 2)}"))
    return shown


def _reason_there(game: reference.Game, move: CardMove, name: str) -> str:
    if name == move.source:
        return "same_pile"
    if not takes_from(game, name, move.source):
        return "target_locked"
    return why_not_there(game, move.source, name, move.count) or ""


def _about_room(game: reference.Game, move: CardMove, reason: str) -> set[Feature]:
    """Return the faults of counting the room that would let a group go, or would not."""
    pile = game.piles.get(move.source, [])
    between = move.source[0] == "T" and move.target in game.names("T")
    if (
        not game.rules.columns.supermove
        or not between
        or not 1 < move.count <= len(pile)
        or reason not in ("", "too_many_cards")
    ):
        return set()
    group, vacant = pile[-move.count :], not game.piles[move.target]
    wrong = {*told_apart("fits.parts", lambda: parts(game, group) <= room(game, move.target)),
             *told_apart("fits.room", lambda: parts(game, group) <= room(game, move.target))}  # fmt: skip
    return {("room", way, reason, *where) for way in wrong for where in ((), (vacant,))}


def _about_hold(game: reference.Game, token: str, reasons: list[str]) -> set[Feature]:
    """Return the only kind of card move that makes the stock wait, or that does not."""
    stock = game.rules.stock
    if (
        not stock
        or stock.hold not in ("card_move", "forward_move")
        or reasons[:1] not in ([], ["moves_available"])
    ):
        return set()
    moves = list(reference.referee.card_moves(game))
    if not reasons:
        return {("hold", token, trait) for move in moves for trait in forward_traits(game, move)}
    counted = moves if stock.hold == "card_move" else [move for move in moves if is_forward(game, move)]
    kinds = [set(forward_traits(game, move)) for move in counted]
    return {("hold", token, "only", trait) for trait in set.intersection(*kinds)} if kinds else set()


def forward_traits(game: reference.Game, move: CardMove) -> list[str]:
    """Return traits of a legal move that may matter to whether it is forward."""
    rest = len(game.piles[move.source]) - move.count
    turns = 0 < rest == game.face_down.get(move.source, 0)
    whole = move.target[0] == "F" and game.foundation(move.target).whole
    kinds = f"{move.source[0]}-{kind_of(game, move.target)}"
    return [kinds, f"x{min(move.count, 3)}", f"turns {turns}", f"whole {whole}", f"leaves {rest == 0}",
            f"{kinds} turns {turns} {is_forward(game, move)}"]  # fmt: skip


def _bare(game: reference.Game, token: str) -> set[Feature]:
    """Return by which rules other than the lowest number a bare F would be the wrong foundation."""
    move = parse(token)
    if move.target != "F":
        return set()
    names = [
        name for name in game.names("F")
        if name != move.source and takes_from(game, name, move.source)
        and why_not_there(game, move.source, name, move.count) is None
    ]  # fmt: skip
    ways = {
        "last": names[-1],
        "fullest": max(names, key=lambda name: len(game.piles[name])),
        "emptiest": min(names, key=lambda name: len(game.piles[name])),
        "second": "F2" if "F2" in names else names[0],
        "F1 last": names[-1] if names[0] == "F1" else names[0],
        "begun": next((name for name in names if game.piles[name]), names[0]),
        "last empty": next((name for name in names[::-1] if not game.piles[name]), names[0]),
        "even": next((name for name in names if int(name[1:]) % 2 == 0), names[0]),
        "fewest suits": min(names, key=lambda name: (len(game.foundation(name).suits), -int(name[1:]))),
    }
    shown: set[Feature] = {
        ("bare F legal", f"from {move.source[0]}"),
        ("bare F legal", kind_of(game, names[0])),
    }
    wrong = {way for way, name in ways.items() if name != names[0]}
    before = game.names("F")[: int(names[0][1:]) - 1]
    wrong |= {"past a full one"} if any(is_complete(game, name) for name in before) else set()
    if wrong:
        wrong |= {f"from {move.source[0]}", *(["of several"] if move.count > 1 else [])}
    return shown | {("bare F", way, *where) for way in wrong for where in ((), (f"from {move.source[0]}",))}


def shown_by_moves(game: reference.Game, moves: Sequence[CardMove]) -> set[Feature]:
    """Return what the list of legal moves shows: kinds of moves, and pairs of kinds in one list."""
    kinds = {signature(game, move) for move in moves}
    shown: set[Feature] = {("listed", *kind) for kind in kinds}
    shown |= {("listed", *each) for move in moves for each in circumstances(game, move)}
    shown |= {feature for move in moves for feature in _about_room(game, move, "")}
    shown |= {
        ("listed onto", kind_of(game, move.target), move.count > 1, *_under(game, move)) for move in moves
    }
    rough = sorted({(move.source[0], move.target[0]) for move in moves})
    shown |= {("listed together", *pair) for pair in combinations(rough, 2)}
    for way, names in (
        ("sources", {move.source for move in moves}),
        ("targets", {move.target for move in moves}),
    ):
        letters = sorted({name[0] for name in names})
        shown |= {("listed in order", way, *pair) for pair in combinations(letters, 2)}
        numbers = {name[0] for name in names if len(name) > 2} & {
            name[0] for name in names if name[1:] > "1" and len(name) == 2
        }
        shown |= {("listed in order", way, letter, "by number") for letter in numbers}
    counts: dict[tuple[str, str], list[int]] = {}
    for move in moves:
        counts.setdefault((move.source, move.target), []).append(move.count)
    shown |= {("listed", "several counts", source[0], target[0])
              for (source, target), found in counts.items() if len(found) > 1}  # fmt: skip
    return shown


def kept_from_losing(
    game: reference.Game, moves: Sequence[CardMove], later: Iterable[Sequence[CardMove]]
) -> set[Feature]:
    """Return what all card moves have in common in a position that would be lost without them.

    `later` are the card moves after further draws and redeals, the columns being as they are.
    """
    if not moves or is_won(game) or reference.why_not(game, "deal") is None:
        return set()
    shared = set.intersection(*(set(_ways(game, move)) for move in moves))
    for further in later:
        if not shared:
            break
        shared = shared.intersection(*(set(_ways(game, move)) for move in further))
    return {("kept by", way) for way in shared}


def _ways(game: reference.Game, move: CardMove) -> list[str]:
    vacant = move.target in game.names("T") and not game.piles[move.target]
    kinds = f"{move.source[0]}-{'T empty' if vacant else move.target[0]}"
    several = "several" if move.count > 1 else "one"
    rest = len(game.piles[move.source]) - move.count
    effects = (
        ["leaves none"] if rest == 0 else ["turns up"] if rest == game.face_down.get(move.source, 0) else []
    )
    places = [
        f"{way} {name[0]} {place}"
        for way, name in (("from", move.source), ("to", move.target))
        for place in _place(game, name)
    ]
    to, origin = f"to {kinds.partition('-')[2]}", f"from {move.source[0]}"
    return [kinds, several, f"{kinds} {several}", to, origin, *effects, *places]


def kept_without_moves(game: reference.Game, later: Sequence[tuple[str, Sequence[CardMove]]]) -> set[Feature]:
    """Return when the first card can move again in a position in which none can, if one ever can.

    `later` are the card moves after each further draw and redeal, the columns being as they are.
    """
    brings = next((number for number, (_, moves) in enumerate(later) if moves), len(later))
    actions = [token for token, _ in later[: brings + 1]]
    stock, waste = (len(game.piles.get(name, ())) for name in "SW")
    circumstances = {
        f"{min(actions.count('redeal'), 2)} redeals",
        f"{min(actions.count('draw'), 2)} draws",
        f"ends with {actions[-1]}" if actions else "no action",
        "stock" if stock else "no stock",
        "waste" if waste else "no waste",
        f"redealt {min(game.redeals, 2)}",
        reference.outcome(game),
    }
    first = "kept later" if brings < len(later) else "never kept"
    sources = {f"from {move.source[0]}" for _, moves in later[brings : brings + 1] for move in moves}
    sources |= {f"only {source}" for source in sources if len(sources) == 1}
    redeals = f"{min(actions.count('redeal'), 2)} redeals"
    shown: set[Feature] = {(first, each) for each in circumstances | sources}
    return shown | {(first, redeals, each) for each in circumstances | sources}


def won_in_part(game: reference.Game) -> set[Feature]:
    """Return what a position that is not won has of those that are."""
    if is_won(game):
        return set()
    names = game.rules.won_when or game.names("F")
    founded = [name for name in names if name[0] == "F"]
    complete = [is_played(game, name) for name in names]
    kinds = {letter: any(game.piles[name] for name in game.names(letter)) for letter in "TRSW"}
    left = [name for name, full in zip(names, complete, strict=True) if not full]
    parts = {
        "first foundation": True in complete[:1],
        "last foundation": True in complete[-1:],
        "first half": names and all(complete[: (len(complete) + 1) // 2]),
        "second half": names and all(complete[len(complete) // 2 :]),
        "odd": names and all(complete[::2]),
        "even": len(names) > 1 and all(complete[1::2]),
        "all but one": sum(complete) >= max(1, len(complete) - 1),
        "all but two": sum(complete) >= max(1, len(complete) - 2),
        "all but the first": left == list(names[:1]),
        "all but the last": left == list(names[-1:]),
        "foundations begun": founded and all(game.piles[name] for name in founded),
        "foundations almost": founded
        and all(game.foundation(name).length - len(game.piles[name]) < 2 for name in founded),
        "columns": not kinds["T"],
        "all but one column": sum(bool(game.piles[name]) for name in game.names("T")) == 1,
        "columns and reserve": not (kinds["T"] or kinds["R"]),
        "stock and waste": not (kinds["S"] or kinds["W"]),
        "stock": "S" in game.piles and not kinds["S"],
        "one card of the stock": len(game.piles.get("S", ())) == 1,
        "all but the stock": not (kinds["T"] or kinds["R"] or kinds["W"]),
        "all but the reserve": not (kinds["T"] or kinds["S"] or kinds["W"]),
        "all but the waste": not (kinds["T"] or kinds["R"] or kinds["S"]),
    }  # fmt: skip
    return {("won in part", part) for part, done in parts.items() if done}


def won_with(game: reference.Game) -> set[Feature]:
    """Return which kinds of piles still have cards in a won position."""
    if not is_won(game):
        return set()
    return {("won with", letter) for letter in "TRSW" if any(game.piles[name] for name in game.names(letter))}


MUST: Final = 10
"""What an obligation weighs that the kit shall cover wherever a log can."""
WEIGHTS: Final = {
    "pair": MUST, "end next": 18, "lacks": 18, "lacks all": MUST, "lacks in": 4, "first": MUST,
    "bare F": MUST, "bare F legal": 6, "bare F of several": MUST, "bare F refused": 3, "option": MUST,
    "won in part": 6, "won with": 6, "twelve": 6, "next": 2, "lacks at the end": 12, "end": 8,
    "end of source": 10, "end of target": 10, "at the end": 3, "end of action": 40, "pair of source": 5,
    "pair of target": 5, "pair of piles": 5, "both": 0.3, "action in": 5, "acts": 6, "option for": 2,
    "option lists": 3, "seed": 12, "pair of action": MUST, "kept later": 5, "never kept": 5,
    "kept by": 5, "kept with": 3, "lost with": 3, "x1": 2, "option by": 4, "meets on F": MUST,
    "meets on T": 8, "meets by": 1.5, "bare F from": 5, "none there": MUST, "between": 5, "group": 4,
    "step": 5, "room": 6, "hold": 4, "action": 4, "only": 3, "full": 3, "kinds": 0.8, "in": 0.05,
    "listed": 0.8, "listed in order": 5, "listed onto": 2, "listed together": 0.1, "alone": 0.1,
    "legal": 0.6, "lacks by far": 2, "left by": 1, "left in": 1, "none left by": 0.5, "stock read": 8,
    "stock read by": 2, "comes": 2, "lost": 3, "outcome of stock": 2, "redealt": 2, "lost but for": 3,
    "alone for": 5, "beside": 6, "redeal": 5, "alone at": 8, "drawn but for": 4, "did": 2,
}  # fmt: skip
"""What obligations of a kind weigh when cases are chosen."""
OF_ASPECT: Final = {"from": 1.5, "to": 2, "amount": 1.5, "card": 2, "top": 2, "suits": 2, "named": 3}
"""What an aspect weighs beside a reason."""
OF_ASPECT_IN_PAIRS: Final = {"from": 1, "to": 3, "card": 1, "top": 1, "suits": 0.5}
"""What an aspect weighs beside a pair of reasons."""
