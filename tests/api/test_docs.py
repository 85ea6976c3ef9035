"""`GET /docs`: the files of the page. tests/browser tests it in a browser."""

import json
import re

import pytest

from service.api.docs import files


def test_the_page_loads_only_files_of_the_service(client):
    page = client.get("/docs")
    assert (page.status_code, page.content_type) == (200, "text/html; charset=utf-8")
    links = re.findall(r'(?:src|href)="([^"]+)"', page.text)
    assert len(links) >= 5
    for link in links:
        assert client.get(f"/{link.removeprefix('.')}").status_code == 200, link
    assert re.findall(r"<script[^>]*>([^<]*)", page.text) == ["", ""]
    assert "style=" not in page.text


def test_the_policy_is_strict(client):
    policy = client.get("/docs").headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;")
    assert "unsafe" not in policy
    assert "http" not in policy


@pytest.mark.parametrize("name", ["nothing.js", "swagger-ui.js", "../app.py", "%2e%2e/app.py", "a/b"])
def test_an_unknown_file(client, name):
    answer = client.get(f"/docs/{name}")
    assert (answer.status_code, answer.content_type) == (404, "application/problem+json")


def test_an_unchanged_file_is_not_sent_again(client):
    first = client.get("/docs/swagger-ui-bundle.js")
    assert first.content_type == "text/javascript; charset=utf-8"
    again = client.get("/docs/swagger-ui-bundle.js", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_the_page_has_only_the_files_that_it_needs():
    assert set(files()) == {"index.html", "page.css", "start.js", "swagger-ui-bundle.js", "swagger-ui.css"}


def test_a_page_for_language_models(client):
    """Its example is right, and its paths exist."""
    answer = client.get("/llms.txt")
    assert answer.content_type == "text/plain; charset=utf-8"
    request, verdict = re.findall(r"^    (\{.*?\}+)$", answer.text, re.MULTILINE | re.DOTALL)
    found = client.post("/v1/replays", data=request, content_type="application/json").json
    for name, value in json.loads(verdict).items():
        shown = value.items() if isinstance(value, dict) else ()
        assert found[name] == value or all(found[name][inner] == item for inner, item in shown), name
    paths = re.findall(r"`(/[^`]*)`", answer.text)
    assert len(paths) > 4
    assert {path for path in paths if client.get(path).status_code != 200} == set()
    assert "](" not in answer.text
