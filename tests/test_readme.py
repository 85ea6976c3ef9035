"""The README's examples do what it says."""

import json
import re
import sys
import tomllib
from hashlib import sha256
from runpy import run_module

import pytest

from service.engine.variants import VARIANTS
from tests.conftest import FIXTURES

README = (FIXTURES.parent / "README.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)


def first_request() -> dict:
    curl = next(block for block in blocks("sh") if "curl" in block)
    return json.loads(re.search(r"-d '(.*)'", curl, re.DOTALL)[1])


def test_the_first_answer(client):
    assert client.post("/v1/replays", json=first_request()).json == json.loads(blocks("json")[0])


def test_a_request_with_rule_options(client):
    request = json.loads(next(block for block in blocks("json") if '"rules": {"twos"' in block))
    illegal = client.post("/v1/replays", json=request).json["first_illegal_move"]
    assert f"`{illegal['reason']}`, since a card can be moved" in README


def test_the_recipe_of_the_ids(client):
    answer = json.loads(blocks("json")[0])
    variant, version, played = answer["variant"], answer["rules_version"], answer["moves_played"]
    deck = " ".join(client.get(f"/v1/deals/{variant}/{answer['seed']}").json["deck"])
    moves = first_request()["moves"]
    recipe = {
        "deal_id": [variant, "groups=any", deck],
        "game_id": [variant, "groups=any", deck, " ".join(moves[:played])],
        "id": [variant, "groups=any", version, deck, " ".join(moves)],
    }
    for name, lines in recipe.items():
        assert answer[name] == "sha256:" + sha256("\n".join(lines).encode()).hexdigest()


def test_every_variant_and_option_is_in_the_table():
    cells = [[cell.strip() for cell in line.split("|")] for line in README.splitlines()]
    rows = {row[1].strip("`"): row[2:] for row in cells if len(row) == 6}
    for variant in VARIANTS.values():
        assert rows[variant.id][0] == variant.title
        if "as above" not in rows[variant.id][1]:
            assert re.findall(r"`(\w+)`:", rows[variant.id][1]) == [option.name for option in variant.options]


PROOFS = sorted(set(re.findall(r"tests\.(?:long|load|benchmarks)(?:\.\w+)?", README)))


@pytest.mark.parametrize("proof", PROOFS)
def test_every_longer_proof_says_what_it_does(proof, monkeypatch, capsys):
    if proof == "tests.soak.mutants":
        pytest.importorskip("mutmut", reason="the extra mutation is not installed")
    monkeypatch.setattr(sys, "argv", [proof, "--help"])
    # As with ``python -m``, where nobody has imported it.
    monkeypatch.delitem(sys.modules, proof, raising=False)
    with pytest.raises(SystemExit) as ended:
        run_module(proof, run_name="__main__", alter_sys=True)
    assert not ended.value.code
    assert f"python -m {proof}" in capsys.readouterr().out


def test_its_links_lead_to_files():
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", README)
    assert len(links) > 10
    for link in links:
        assert (FIXTURES.parent / link).exists(), link


def test_away_from_the_tree_no_link_leads_into_it():
    """By the substitutions that the package's metadata is made with."""
    settings = tomllib.loads((FIXTURES.parent / "pyproject.toml").read_text("utf-8"))
    hook = settings["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]
    shown = README
    for substitution in hook["substitutions"]:
        shown = re.sub(substitution["pattern"], substitution["replacement"], shown)
    assert "docs/operations.md" in shown
    assert [link for link in re.findall(r"\]\(([^)]*)", shown) if not link.startswith(("http", "#"))] == []
