"""The arguments that all benchmarks take."""

import argparse


def rounds_asked_for(description: str | None) -> int:
    """How many pairs of runs."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=15, help="pairs of runs (default 15)")
    rounds: int = parser.parse_args().rounds
    return rounds
