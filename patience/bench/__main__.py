"""List the deals of the benchmark, let a baseline play, judge a submission, or begin a hidden round."""

import argparse
import json
import os
import secrets
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from patience.bench.baselines import BASELINES
from patience.bench.bench_games import (
    DEALS,
    BenchError,
    BenchGame,
    game_named,
    games,
    hidden_deals,
)
from patience.bench.episodes import play
from patience.bench.report import Deals, analyse, fixed_deals, read, report, to_json
from patience.search.daily_deals import commitment_to
from patience.search.difficulty import Grade

KEY_BYTES = 32


def main() -> int:
    """Run a command; return the exit code: 0, or 2 if its input cannot be used."""
    options = _parser().parse_args()
    try:
        for line in options.command(options):
            print(line)  # noqa: T201
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has enough. What is left in the buffer would fail again when Python exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (BenchError, OSError) as error:
        print(f"Error: {error}", file=sys.stderr)  # noqa: T201
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m patience.bench", description=__doc__)
    commands = parser.add_subparsers(required=True)
    _add_deals(commands)
    _add_play(commands)
    _add_judge(commands)
    _add_commit(commands)
    return parser


def _add_deals(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    about = "print the deals as JSON lines: game, variant, rules, seed and grade"
    parser = commands.add_parser("deals", help=about, description=about)
    _add_round(parser)
    parser.set_defaults(command=_deals)


def _add_play(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    about = "let a baseline play, and print its submission"
    parser = commands.add_parser("play", help=about, description=about)
    parser.add_argument("baseline", choices=BASELINES)
    _add_round(parser)
    parser.set_defaults(command=_play)


def _add_judge(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    about = "judge a submission, and print the table of its results"
    parser = commands.add_parser("judge", help=about, description=about)
    parser.add_argument("file", help="the submission; - is standard input")
    _add_round(parser)
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    parser.add_argument(
        "--analyse",
        type=int,
        metavar="BUDGET",
        help="find the losing moves and the shortest lines, with this many positions for each episode",
    )
    parser.set_defaults(command=_judge)


def _add_commit(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    about = "write the key of a hidden round to a new file, and print the commitment to publish"
    parser = commands.add_parser("commit", help=about, description=about)
    parser.add_argument("file", type=Path)
    parser.set_defaults(command=_commit)


def _add_round(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", action="append", help="only this game; may be repeated")
    parser.add_argument("--count", type=int, default=DEALS, help="deals of each game (default: %(default)s)")
    parser.add_argument("--key", type=Path, help="the key file of a hidden round, instead of the fixed deals")


def _deals(options: argparse.Namespace) -> Iterator[str]:
    for bench, grade, seed in _round(options):
        deal = {
            "game": bench.name,
            "variant": bench.variant,
            "rules": bench.rules,
            "seed": seed,
            "grade": grade,
        }
        yield json.dumps(deal)


def _play(options: argparse.Namespace) -> Iterator[str]:
    player = BASELINES[options.baseline]
    for number, (bench, _, seed) in enumerate(_round(options), start=1):
        if sys.stderr.isatty():
            print(f"\r{bench.name}: {number} episodes", end="", file=sys.stderr)  # noqa: T201
        yield from map(json.dumps, play(bench, seed, player(bench, seed)).lines())


def _judge(options: argparse.Namespace) -> Iterator[str]:
    with sys.stdin if options.file == "-" else Path(options.file).open(encoding="utf-8-sig") as lines:
        judged = read(lines, _deals_of(options))
    if options.analyse is not None:
        for episodes in judged.values():
            for played in episodes.values():
                played.analysis = analyse(played, options.analyse)
    yield from [json.dumps(to_json(judged), indent=2)] if options.json else report(judged)


def _commit(options: argparse.Namespace) -> Iterator[str]:
    key = secrets.token_bytes(KEY_BYTES)
    with options.file.open("x", encoding="ascii") as file:
        options.file.chmod(0o600)
        file.write(f"{key.hex()}\n")
    yield commitment_to(key)


def _round(options: argparse.Namespace) -> Iterator[tuple[BenchGame, Grade, str]]:
    """Yield the deals of the round that the options choose."""
    chosen = [game_named(name) for name in options.game or games()]
    key = _key(options.key) if options.key else None
    for bench in chosen:
        deals = bench.deals() if key is None else hidden_deals(key, bench, options.count)
        yield from ((bench, grade, seed) for grade, seed in islice(deals, options.count))


def _deals_of(options: argparse.Namespace) -> Deals:
    if not options.key:
        return fixed_deals()
    deals: dict[str, dict[str, Grade]] = {name: {} for name in games()}
    for bench, grade, seed in _round(options):
        deals[bench.name][seed] = grade
    return deals


def _key(file: Path) -> bytes:
    try:
        key = bytes.fromhex(file.read_text("ascii").strip())
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise BenchError(f"{file} is not a key file, as the command commit writes it.")
    return key


if __name__ == "__main__":
    sys.exit(main())
