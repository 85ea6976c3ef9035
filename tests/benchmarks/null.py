"""The least that a Flask view can do: read a body, answer one. The sizes are those of the benchmark."""

import os

from flask import Flask, Response, request

app = Flask(__name__)

ANSWER = b"x" * int(os.environ["NULL_ANSWER_BYTES"])


@app.post("/v1/replays")
def post() -> Response:
    """Read and answer."""
    request.get_data()
    return Response(ANSWER, content_type="application/json")
