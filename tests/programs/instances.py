"""Several instances of the service on this machine."""

import os
import signal
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from http.client import HTTPException
from pathlib import Path
from time import sleep

from tests.servers import Server, served


class Instances:
    """Running instances, each of which can be restarted on its port.

    `variables` has the further environment variables of each.
    """

    def __init__(self, number: int, variables: Sequence[Mapping[str, str]] = (), **settings: object) -> None:
        self._variables = variables or [{}] * number
        self._settings = {"workers": 1, "log_format": "json", "trusted_proxies": 1, **settings}
        self._stacks = [ExitStack() for _ in range(number)]
        with ThreadPoolExecutor(number) as pool:
            self.servers: list[Server] = list(pool.map(self._start, range(number)))

    def _start(self, number: int, port: int = 0) -> Server:
        return self._stacks[number].enter_context(
            served(port=port, variables=self._variables[number], **self._settings)
        )

    def restart(self, number: int) -> None:
        """Stop an instance as an operator does, and start it again."""
        self._stacks[number].close()
        self.servers[number] = self._start(number, self.servers[number].port)

    def kill_worker(self, number: int) -> None:
        """Kill the worker of an instance, and wait for the next one."""
        self.servers[number].kill_worker()
        self._await(number)

    def kill_master(self, number: int) -> None:
        """Kill the master of an instance, wait until its worker is gone, and start it again."""
        server = self.servers[number]
        orphans = server.workers()
        server.process.kill()
        while any(Path(f"/proc/{orphan}").exists() for orphan in orphans):
            server.process.poll()
        self.restart(number)

    def reload(self, number: int) -> None:
        """Let an instance replace its worker, as after a change of keys."""
        former = self.servers[number].workers()
        self.servers[number].process.send_signal(signal.SIGHUP)
        while set(former) & set(self.servers[number].workers()):
            self._await(number)

    def upgrade(self, number: int) -> None:
        """Let a second master take over, as after an installation, and end the first one.

        Then stop the second one and start the instance again, since its process is no child of this one.
        """
        server = self.servers[number]
        former = set(server.workers())
        server.process.send_signal(signal.SIGUSR2)
        assert any("listening" in line for line in server.process.stdout)
        (second,) = set(server.workers()) - former
        server.process.terminate()
        server.process.wait()
        self._await(number)
        os.kill(second, signal.SIGTERM)
        while Path(f"/proc/{second}").exists():
            sleep(0.05)
        self.restart(number)

    def _await(self, number: int) -> None:
        while True:
            with suppress(OSError, HTTPException):
                assert self.servers[number].ask("GET", "/readyz")[0] == 200
                return

    def stop(self) -> None:
        """Stop all instances."""
        for stack in self._stacks:
            stack.close()
