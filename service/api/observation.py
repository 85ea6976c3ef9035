"""One log line per request, and its time for the metrics."""

from functools import partial
from time import perf_counter

from flask import Flask, Response, g, request

from service.config import Settings
from service.logs import request_log
from service.metrics import metrics_of


def register_observation(app: Flask, settings: Settings) -> None:
    """Observe every request of an app, unless neither its log nor its metrics are wanted.

    To be registered before whatever else works on answers, so that it sees them as they are sent.
    """
    metrics = metrics_of(app)
    log = request_log(settings) if settings.log_requests else None
    if not log and not metrics:
        return

    def start() -> None:
        g.started = perf_counter()

    def finish(response: Response) -> Response:
        seen = {
            "method": request.method,
            "path": request.path,
            "status": response.status_code,
            "client": request.remote_addr,
            "request_id": g.request_id,
        }
        route = request.url_rule.rule if request.url_rule else "none"
        observe = partial(_observe, seen, route, g.started)
        # A streamed answer has only begun.
        if response.is_streamed:
            response.call_on_close(observe)
        else:
            observe()
        return response

    def _observe(seen: dict[str, object], route: str, started: float) -> None:
        seconds = perf_counter() - started
        if metrics:
            metrics.observe_request(route, str(seen["method"]), int(str(seen["status"])), seconds)
        if log:
            log.info("request", **seen, milliseconds=round(seconds * 1000, 3))

    app.before_request(start)
    app.after_request(finish)
