"""As many arbitrary bodies and tokens as you have time for; what the suite does a few hundred times.

python -m tests.long.fuzz --examples 100000

The smallest example that fails is shown, with the assertion that it breaks; the exit code is then 1.
"""

import argparse

from hypothesis import HealthCheck, given, settings

from service.app import create_app
from tests.fuzzing import bodies, judge_body, judge_token, tokens


def main() -> None:
    """Try tokens, then bodies."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--examples", type=int, default=100_000, help="of each kind (default 100000)")
    examples = parser.parse_args().examples
    client = create_app({"TESTING": True, "log_requests": False}).test_client()
    thorough = settings(
        max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )

    @thorough
    @given(tokens)
    def try_tokens(text: str) -> None:
        judge_token(text)

    @thorough
    @given(bodies())
    def try_bodies(body: bytes) -> None:
        judge_body(client, body)

    try_tokens()
    print(f"{examples} tokens read or refused as they should be")  # noqa: T201
    try_bodies()
    print(f"{examples} bodies judged or refused as they should be")  # noqa: T201


if __name__ == "__main__":
    main()
