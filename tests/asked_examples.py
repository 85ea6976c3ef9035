"""Answers the questions of service/openapi/prospects.json anew: ``python -m tests.asked_examples``.

To be run when the search, the tables or the rules change; then ``python -m service.openapi.document``.
"""

import json

from service.app import create_app
from service.openapi.examples import STORED


def main() -> None:
    """Ask the service itself."""
    settings = {"TESTING": True, "log_level": "warning", "foresight_positions": 200_000_000}
    client = create_app(settings).test_client()
    asked = json.loads(STORED.read_bytes())
    for room, path in (("prospects", "/v1/prospects"), ("foresights", "/v1/foresight")):
        for example in asked[room]:
            answer = client.post(path, json=example["request"])
            assert answer.status_code == 200, answer.text
            example["answer"] = answer.json
    for example in asked["winnable_deals"]:
        answer = client.get(example["request"])
        if answer.status_code == 200:
            example["answer"] = answer.json
    rooms = []
    for room, examples in asked.items():
        lines = ",\n".join(map(json.dumps, examples))
        rooms.append(f'"{room}": [\n{lines}\n]')
    together = ",\n".join(rooms)
    STORED.write_text(f"{{\n{together}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
