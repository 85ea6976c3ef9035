"""A benchmark for agents that play patience: fixed deals that can be won, and logs that anyone can check.

Twenty games have 1 000 deals each. Every deal is proven winnable. A third of each game's deals is easy, a
third is medium and a third is hard. A submission is a file of game logs, which ``read`` judges again.

>>> import json
>>> from patience.bench import fixed_deals, games, play, random_player, read
>>> bench = games()["klondike"]
>>> grade, seed = next(bench.deals())
>>> episode = play(bench, seed, random_player(bench, seed))
>>> lines = [json.dumps(line) for line in episode.lines()]
>>> judged = read(lines, fixed_deals())
>>> judged["klondike"][seed].won
False

``python -m patience.bench --help`` lists the commands.
"""

from patience.bench.baselines import BASELINES, random_player
from patience.bench.bench_games import BenchError, BenchGame, game_named, games, hidden_deals
from patience.bench.episodes import Episode, Policy, View, play, seeing_cards_in_sight
from patience.bench.report import analyse, fixed_deals, read, report, score
from patience.search.daily_deals import commitment_to

__all__ = [
    "BASELINES",
    "BenchError",
    "BenchGame",
    "Episode",
    "Policy",
    "View",
    "analyse",
    "commitment_to",
    "fixed_deals",
    "game_named",
    "games",
    "hidden_deals",
    "play",
    "random_player",
    "read",
    "report",
    "score",
    "seeing_cards_in_sight",
]
