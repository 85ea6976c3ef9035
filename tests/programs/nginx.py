"""nginx with deploy/nginx.conf, on a free port and with a certificate of its own."""

import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from http.client import HTTPSConnection
from pathlib import Path

from tests.servers import PATIENCE

NGINX = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")
OPENSSL = shutil.which("openssl")
SITE = (Path(__file__).parents[2] / "deploy" / "nginx.conf").read_text("utf-8")
MAIN = """
{user}
pid {directory}/pid;
error_log {directory}/error.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {directory}/body;
    proxy_temp_path       {directory}/proxy;
    fastcgi_temp_path     {directory}/fastcgi;
    uwsgi_temp_path       {directory}/uwsgi;
    scgi_temp_path        {directory}/scgi;
{site}
}}
"""


class Front:
    """A running nginx."""

    def __init__(self, port: int, context: ssl.SSLContext) -> None:
        self.port = port
        self.context = context

    def connect(self, client: str) -> HTTPSConnection:
        """A connection from this address, any of 127.0.0.0/8."""
        source = (client, 0)
        return HTTPSConnection(
            "localhost", self.port, timeout=PATIENCE, context=self.context, source_address=source
        )

    def ask(self, method: str, path: str, body=None, *, client: str = "127.0.0.1", **headers: str):
        """The status, headers and body of one answer."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        # Both are closed even if the answer is cut.
        with closing(self.connect(client)) as connection:
            connection.request(method, path, body, named)
            with connection.getresponse() as answer:
                return answer.status, answer.headers, answer.read()


@contextmanager
def in_front_of(
    backends: Iterable[int], directory: Path, edits: Iterable[tuple[str, str]] = ()
) -> Iterator[Front]:
    """Nginx as it is configured, but for its port, its certificate, where the instances are, and `edits`."""
    key, certificate = directory / "key.pem", directory / "certificate.pem"
    command = [OPENSSL, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost"]
    command += ["-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate]
    subprocess.run(command, check=True, capture_output=True)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    servers = re.findall(r"^    server 127\.0\.0\.1:\d+(.*;)\n", SITE, re.MULTILINE)
    assert len(set(servers)) == 1
    listed = "".join(f"    server 127.0.0.1:{port}{servers[0]}\n" for port in backends)
    site = re.sub(r"(    server 127\.0\.0\.1:.*\n)+", listed, SITE)
    for written, meant in (
        ("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;"),
        ("/etc/ssl/referee.example.org.pem", str(certificate)),
        ("/etc/ssl/private/referee.example.org.key", str(key)),
        *edits,
    ):
        assert site.count(written) == 1, written
        site = site.replace(written, meant)
    user = "user root;" if os.geteuid() == 0 else ""
    configuration = directory / "nginx.conf"
    configuration.write_text(MAIN.format(user=user, directory=directory, site=site), "utf-8")
    # It comes back once it listens.
    subprocess.run(
        [NGINX, "-c", configuration, "-e", directory / "error.log"], check=True, capture_output=True
    )
    try:
        yield Front(port, ssl.create_default_context(cafile=certificate))
    finally:
        os.kill(int((directory / "pid").read_text()), signal.SIGTERM)
