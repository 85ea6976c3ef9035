"""The entries of the page *Open*: how many deals players without sight win, so that everybody can check it.

python -m tools.open_entries            checks every entry
python -m tools.open_entries NAME       plays an entry of this project, or the rest of it, and writes its logs

``fixtures/open/entries.json`` has the entries, ``fixtures/open/NAME.jsonl.gz`` the logs of each. The deals of
an entry follow from its salt, which was not known before its player and its number of deals were settled.
While an entry is played, it states no wins, and ``fixtures/open/NAME.jsonl`` has the logs so far.
"""

import argparse
import gzip
import json
from collections.abc import Iterator
from hashlib import sha256
from itertools import groupby, islice
from math import exp, lgamma, log1p
from math import log as ln
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

from patience import Game, verify
from patience.sight import unsighted

FOLDER: Final = Path(__file__).parents[1] / "fixtures" / "open"
ENTRIES: Final = FOLDER / "entries.json"

MOST_SEED: Final = 10**19

SAME: Final = ("game", "player", "author", "budget")
"""What entries have in common that are one row of the page."""

Entry = dict[str, Any]


def entries() -> list[Entry]:
    """Return the entries that were played to the end, in the order of the page."""
    return [entry for entry in _listed() if "wins" in entry]


def _listed() -> list[Entry]:
    listed: list[Entry] = json.loads(ENTRIES.read_text("utf-8"))
    return listed


def seeds(entry: Entry) -> Iterator[str]:
    """Yield the seeds of an entry, which its salt settles."""
    about = f"{entry['salt']} {entry['variant']} {json.dumps(entry['rules'], sort_keys=True)}"
    for number in range(entry["deals"]):
        digest = sha256(f"{about} {number}".encode()).hexdigest()
        yield str(int(digest, 16) % MOST_SEED + 1)


def logs(entry: Entry) -> list[dict[str, Any]]:
    """Return the logs of an entry, one for each deal."""
    with gzip.open(FOLDER / f"{entry['name']}.jsonl.gz", "rt", encoding="utf-8") as lines:
        return list(map(json.loads, lines))


def flaw(entry: Entry) -> str:
    """Say why an entry does not hold; empty if it does."""
    played = logs(entry)
    if [log["seed"] for log in played] != list(seeds(entry)):
        return "The logs are not of the deals that follow from the salt, one for each."
    for log in played:
        if (log["variant"], log["rules"]) != (entry["variant"], entry["rules"]):
            return f"The log of seed {log['seed']} is of another game."
    verdicts = [verify(log) for log in played]
    illegal = [log["seed"] for log, verdict in zip(played, verdicts, strict=True) if not verdict.valid]
    if illegal:
        return f"The log of seed {illegal[0]} has an illegal move."
    wins = sum(verdict.outcome == "won" for verdict in verdicts)
    return (
        "" if wins == entry["wins"] else f"{wins} of the logs are won, and the entry states {entry['wins']}."
    )


def exact_interval(hits: int, number: int, confidence: float = 0.95) -> tuple[float, float]:
    """Return Clopper's and Pearson's interval for a chance of which ``hits`` of ``number`` were seen.

    >>> tuple(round(end, 4) for end in exact_interval(0, 10)), exact_interval(10, 10)[1]
    ((0.0, 0.3085), 1.0)
    """
    tail = (1 - confidence) / 2
    log_ways = [
        lgamma(number + 1) - lgamma(count + 1) - lgamma(number - count + 1) for count in range(number + 1)
    ]

    def at_least(hits: int, chance: float) -> float:
        likely, unlikely = ln(chance), log1p(-chance)
        return sum(
            exp(log_ways[count] + count * likely + (number - count) * unlikely)
            for count in range(hits, number + 1)
        )

    low = _crossing(lambda chance: at_least(hits, chance) >= tail) if hits else 0.0
    high = _crossing(lambda chance: 1 - at_least(hits + 1, chance) <= tail) if hits < number else 1.0
    return low, high


def _crossing(is_above: Any) -> float:
    """Return the chance from which on a condition holds."""
    low, high = 0.0, 1.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (low, middle) if is_above(middle) else (middle, high)
    return (low + high) / 2


def play(entry: Entry) -> None:
    """Play the deals of an entry that were not played yet, and write its logs and its wins."""
    effort = unsighted.EFFORTS[entry["player"]]
    path = FOLDER / f"{entry['name']}.jsonl"
    with path.open("a+", encoding="ascii", buffering=1) as file:
        file.seek(0)
        text = file.read()
        file.truncate(text.rfind("\n") + 1)
        for seed in islice(seeds(entry), text.count("\n"), None):
            game = unsighted.play(Game(entry["variant"], seed=seed, **entry["rules"]), seed, effort=effort)
            file.write(json.dumps(_log(game, entry)) + "\n")
    path.with_suffix(".jsonl.gz").write_bytes(gzip.compress(path.read_bytes(), 9, mtime=0))
    path.unlink()
    wins = sum(verify(log).outcome == "won" for log in logs(entry))
    listed = [{**other, "wins": wins} if other == entry else other for other in _listed()]
    text = ",\n".join(map(json.dumps, listed))
    ENTRIES.write_text(f"[\n{text}\n]\n", encoding="utf-8")


def _log(game: Game, entry: Entry) -> dict[str, object]:
    """Return the log with the options of the entry alone."""
    return {**game.to_log(), "rules": entry["rules"]}


def table() -> str:
    """Return the table of the page, a row for all entries of a player on a game."""
    rows = ["| game | player | deals | won | share, 95 % | budget | logs |", "| --- " * 7 + "|"]
    for (game, player, author, budget), listed in groupby(entries(), itemgetter(*SAME)):
        played = list(listed)
        deals, wins = (sum(entry[count] for entry in played) for count in ("deals", "wins"))
        low, high = exact_interval(wins, deals)
        files = ", ".join(f"`fixtures/open/{entry['name']}.jsonl.gz`" for entry in played)
        share = f"{wins / deals:.1%} ({low:.1%} to {high:.1%})"
        rows.append(f"| {game} | {player}, by {author} | {deals} | {wins} | {share} | {budget} | {files} |")
    return "\n".join(rows)


def main() -> None:
    """Play one entry, or check all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("names", nargs="*")
    names = parser.parse_args().names
    for entry in _listed():
        if entry["name"] in names:
            play(entry)
    flaws = {entry["name"]: flaw(entry) for entry in entries() if not names}
    for name, wrong in flaws.items():
        print(f"{name}: {wrong or 'holds'}")  # noqa: T201
    if any(flaws.values()):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
