"""``referee receipt verify``, with real keys, files and servers."""

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from click.testing import CliRunner

from service.app import create_app
from service.cli import main
from service.commands.receipt_command import MOST_BYTES, receipt
from service.receipts.keys import new_key, private_jwk
from tests.forged_receipts import GOLDEN, GOLDEN_VERDICT, parts_of, receipt_of, signed, write_key, write_set
from tests.sites import on_a_port, serving


def run(command, *arguments, stdin=None):
    return CliRunner().invoke(command, [str(argument) for argument in arguments], input=stdin)


@pytest.fixture
def key(tmp_path):
    return write_key(tmp_path / "key.json")


@pytest.fixture
def jwks(tmp_path, key):
    return write_set(tmp_path / "jwks.json", key)


def answering(status, body, headers=()):
    """Start a server that always gives this answer."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(status)
            for name, value in headers:
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    return serving(ThreadingHTTPServer(("127.0.0.1", 0), Handler))


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch):
    monkeypatch.setenv("no_proxy", "*")


def test_a_genuine_receipt(key, jwks):
    result = run(receipt, "verify", receipt_of(key), "--jwks", jwks)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = dict(line.partition(" ")[::2] for line in result.stdout.splitlines())
    lines = {name: text.strip() for name, text in lines.items()}
    payload = parts_of(receipt_of(key))[1]
    assert lines == {
        "Genuine.": "",
        "receipt_version": "2",
        "iss": "https://referee.example",
        "iat": "2027-01-15 08:00:00 UTC",
        "sub": "Ann",
        **{name: payload[name] for name in ("id", "deal_id", "game_id", "jti")},
        "variant": GOLDEN["variant"],
        "rules": '{"redeals": "unlimited"}',
        "rules_version": "1",
        "outcome": "won",
        "moves_played": "246",
        "deal": '{"seed": "18658"}',
    }


@pytest.mark.parametrize(
    ("subject", "printed"),
    [
        ("Zoë", "Zoë"),
        ("\x1b[2J\nmoves 1", r"\x1b[2J\nmoves 1"),
        ("\u202enA", r"\u202enA"),
        ("\x9b1m", r"\x9b1m"),
    ],
)
def test_a_subject_cannot_control_the_terminal(key, jwks, subject, printed):
    result = run(receipt, "verify", receipt_of(key, subject), "--jwks", jwks)
    assert result.exit_code == 0
    assert f"\nsub              {printed}\n" in result.stdout


def test_names_of_members_cannot_control_the_terminal(key, jwks):
    header, payload, _ = parts_of(receipt_of(key))
    result = run(receipt, "verify", signed(key, header, {**payload, "\x1b[2J": "\x07"}), "--jwks", jwks)
    assert result.exit_code == 0
    assert r"\x1b[2J          \x07" in result.stdout


def test_a_receipt_from_a_file_and_from_standard_input(tmp_path, key, jwks):
    file = tmp_path / "a.receipt.jws"
    file.write_text(f"{receipt_of(key)}\n")
    from_file = run(receipt, "verify", file, "--jwks", jwks, "--json")
    from_input = run(receipt, "verify", "-", "--jwks", jwks, "--json", stdin=f" {receipt_of(key)}\r\n")
    assert from_file.exit_code == from_input.exit_code == 0
    answer = {"accepted": True, "genuine": True, "payload": parts_of(receipt_of(key))[1]}
    assert json.loads(from_file.stdout) == json.loads(from_input.stdout) == answer


def forgeries(key):
    genuine = receipt_of(key)
    header, payload, _ = parts_of(genuine)
    return {
        "changed payload": signed(new_key(), header, {**payload, "moves_played": 1}),
        "another key": receipt_of(new_key()),
        "another type": signed(key, {**header, "typ": "JWT"}, payload),
        "no algorithm": signed(key, {**header, "alg": "none"}, payload).rpartition(".")[0] + ".",
        "cut short": genuine[:-1],
        "no signature": genuine.rpartition(".")[0],
    }


@pytest.mark.parametrize("kind", forgeries(new_key()))
def test_a_forged_receipt(key, jwks, kind):
    forged = forgeries(key)[kind]
    result = run(receipt, "verify", forged, "--jwks", jwks)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("Not genuine. ")
    as_json = run(receipt, "verify", forged, "--jwks", jwks, "--json")
    assert (as_json.exit_code, as_json.stderr) == (1, "")
    assert json.loads(as_json.stdout) == {"accepted": False, "genuine": False, "detail": result.stderr[13:-1]}


@pytest.mark.parametrize("time", [10**30, -(10**15), True])
def test_a_time_out_of_range(key, jwks, time):
    header, payload, _ = parts_of(receipt_of(key))
    result = run(receipt, "verify", signed(key, header, {**payload, "iat": time}), "--jwks", jwks)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "Not genuine. Missing or malformed in the payload: iat.\n"


def test_the_last_valid_time(key, jwks):
    header, payload, _ = parts_of(receipt_of(key))
    result = run(receipt, "verify", signed(key, header, {**payload, "iat": 253_402_300_799}), "--jwks", jwks)
    assert (result.exit_code, result.stderr) == (0, "")
    assert "9999-12-31 23:59:59 UTC" in result.stdout


@pytest.mark.parametrize("text", [b"", b"\xff\x00", b"nonsense", "é.é.é".encode(), b"{}"])
def test_texts_that_are_not_receipts(tmp_path, jwks, text):
    file = tmp_path / "file"
    file.write_bytes(text)
    assert run(receipt, "verify", file, "--jwks", jwks).exit_code == 1
    assert run(receipt, "verify", "-", "--jwks", jwks, stdin=text).exit_code == 1


def test_the_issuer_must_match(key, jwks):
    arguments = ("verify", receipt_of(key), "--jwks", jwks, "--issuer")
    assert run(receipt, *arguments, "https://referee.example").exit_code == 0
    result = run(receipt, *arguments, "https://other.example")
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr == (
        "Genuine, but not accepted. The receipt has issuer 'https://referee.example'; expected "
        "'https://other.example'.\n"
    )


def test_the_audience_must_match(key, jwks):
    arguments = ("verify", receipt_of(key, aud="https://board.example"), "--jwks", jwks)
    assert run(receipt, *arguments, "--audience", "https://board.example").exit_code == 0
    replayed = run(receipt, *arguments, "--audience", "https://other.example")
    assert (replayed.exit_code, replayed.stdout) == (3, "")
    assert replayed.stderr == (
        "Genuine, but not accepted. The receipt has audience 'https://board.example'; expected 'https://other.example'.\n"
    )
    assert run(receipt, *arguments).exit_code == 3
    assert run(receipt, *arguments).stderr == (
        "Genuine, but not accepted. The receipt has audience 'https://board.example'; pass --audience to "
        "accept it.\n"
    )


ASKED = {
    "--issuer": "https://referee.example",
    "--variant": GOLDEN["variant"],
    "--rules": "redeals:unlimited",
    "--outcome": "won",
    "--deal-id": GOLDEN_VERDICT["deal_id"],
    "--seed": GOLDEN["seed"],
}
"""What the golden game has, by option."""


def verified(text, jwks, expected):
    options = [word for option in expected.items() for word in option]
    return run(receipt, "verify", text, "--jwks", jwks, *options)


def test_a_receipt_has_all_that_a_leaderboard_asks_for(key, jwks):
    """Redeals without limit are the default, so "" stands for them too."""
    assert verified(receipt_of(key), jwks, ASKED).exit_code == 0
    assert verified(receipt_of(key), jwks, {**ASKED, "--rules": ""}).exit_code == 0


@pytest.mark.parametrize(
    ("option", "value", "found"),
    [
        ("--variant", "freecell", "has variant 'rouge-et-noir-hoffmann'; expected 'freecell'."),
        (
            "--rules",
            "redeals:none",
            "has rules {'redeals': 'unlimited'}; expected {'redeals': 0}.",
        ),
        ("--outcome", "in_progress", "has outcome 'won'; expected 'in_progress'."),
        ("--deal-id", "sha256:0", "expected 'sha256:0'."),
        ("--seed", "24", "is about the deal of seed '18658'; expected the deal of seed 24."),
    ],
)
def test_a_receipt_for_another_game_is_genuine_but_not_accepted(key, jwks, option, value, found):
    result = verified(receipt_of(key), jwks, {**ASKED, option: value})
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr.startswith("Genuine, but not accepted. The receipt ")
    assert result.stderr.endswith(f"{found}\n")
    as_json = run(receipt, "verify", receipt_of(key), "--jwks", jwks, option, value, "--json")
    answer = json.loads(as_json.stdout)
    assert (as_json.exit_code, answer["accepted"], "genuine" in answer) == (3, False, False)
    assert answer["payload"] == parts_of(receipt_of(key))[1]


@pytest.mark.parametrize(
    ("members", "found"),
    [
        ({"deal": {"own_deck": True}}, "a deck that the client put in order itself"),
        ({"deal": {"own_board": True}}, "a board that the client laid out itself"),
        ({"deal": None, "own_board": True}, "a board that the client laid out itself"),
        ({"deal": None}, "a deal whose origin it does not name"),
    ],
)
def test_a_deal_of_the_player_s_own_is_accepted_on_request_only(key, jwks, members, found):
    """The last two were signed before receipts had the member `deal`."""
    header, payload, _ = parts_of(receipt_of(key))
    own = {name: value for name, value in {**payload, **members}.items() if value is not None}
    text = signed(key, header, own)
    result = verified(text, jwks, {})
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr == (
        f"Genuine, but not accepted. The receipt is about {found}; pass the --deal-id that you expect, or "
        "--own-deals to accept any.\n"
    )
    assert run(receipt, "verify", text, "--jwks", jwks, "--own-deals").exit_code == 0
    assert verified(text, jwks, {"--deal-id": ASKED["--deal-id"]}).exit_code == 0
    for_seed = run(receipt, "verify", text, "--jwks", jwks, "--seed", GOLDEN["seed"], "--own-deals")
    assert (for_seed.exit_code, for_seed.stderr.endswith("; expected the deal of seed 18658.\n")) == (3, True)


def test_an_old_receipt_for_a_daily_deal_is_accepted(key, jwks):
    header, payload, _ = parts_of(receipt_of(key, daily={"variant": GOLDEN["variant"], "date": "2026-11-23"}))
    del payload["deal"]
    assert verified(signed(key, header, payload), jwks, {}).exit_code == 0


@pytest.mark.parametrize(
    "deal",
    [{}, {"seed": 24}, {"own_deck": False}, {"seed": "24", "own_deck": True}, {"more": 1}, None, []],
)
def test_a_malformed_deal(key, jwks, deal):
    header, payload, _ = parts_of(receipt_of(key))
    result = verified(signed(key, header, {**payload, "deal": deal}), jwks, {})
    assert (result.exit_code, result.stderr) == (
        1,
        "Not genuine. Missing or malformed in the payload: deal.\n",
    )


def test_a_receipt_of_another_version_cannot_be_read(key, jwks):
    header, payload, _ = parts_of(receipt_of(key))
    result = verified(signed(key, header, {**payload, "receipt_version": "3"}), jwks, {})
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        'Error: The signature is valid, but the receipt has receipt_version "3". '
        'This program reads version "2", and the first one, which has no receipt_version.\n'
    )


def test_a_key_set_without_the_key(tmp_path, key):
    others = write_set(tmp_path / "others.json", new_key(), new_key())
    result = run(receipt, "verify", receipt_of(key), "--jwks", others)
    assert result.exit_code == 1
    assert "Unknown key" in result.stderr
    (tmp_path / "empty.json").write_text('{"keys": []}')
    assert run(receipt, "verify", receipt_of(key), "--jwks", tmp_path / "empty.json").exit_code == 1


def test_the_key_set_of_a_running_service(tmp_path, key):
    about = {"key_file": str(tmp_path / "key.json"), "issuer": "https://a.example"}
    with on_a_port(create_app(about)) as url:
        genuine = run(receipt, "verify", receipt_of(key), "--jwks", f"{url}/.well-known/jwks.json")
        forged = run(receipt, "verify", receipt_of(new_key()), "--jwks", f"{url}/.well-known/jwks.json")
        elsewhere = run(receipt, "verify", receipt_of(key), "--jwks", f"{url}/nix")
    assert (genuine.exit_code, forged.exit_code, elsewhere.exit_code) == (0, 1, 2)
    assert elsewhere.stderr.endswith("/nix': status 404.\n")


def test_redirects_are_not_followed(key, jwks):
    with answering(200, jwks.read_bytes()) as there, answering(302, b"", [("Location", there)]) as url:
        assert run(receipt, "verify", receipt_of(key), "--jwks", there).exit_code == 0
        result = run(receipt, "verify", receipt_of(key), "--jwks", url)
    assert result.exit_code == 2
    assert result.stderr.endswith("status 302.\n")


def test_an_endless_key_set(key):
    with answering(200, b" " * (MOST_BYTES + 1)) as url:
        result = run(receipt, "verify", receipt_of(key), "--jwks", url)
    assert result.exit_code == 2
    assert result.stderr.endswith("it has more than 1000000 bytes.\n")


def test_a_server_that_closes_early(key):
    with answering(200, b"{", [("Content-Length", "100")]) as url:
        result = run(receipt, "verify", receipt_of(key), "--jwks", url)
    assert result.exit_code == 2


@pytest.mark.parametrize(
    ("place", "found"),
    [
        ("nix.json", "Cannot read 'nix.json': No such file or directory."),
        ("", "Cannot read '': No such file or directory."),
        (".", "Cannot read '.': Is a directory."),
        ("/dev/zero", "'/dev/zero' has more than 1000000 bytes."),
        ("http://127.0.0.1:1/", "Connection refused"),
        ("http://", "Cannot fetch"),
        ("http://a:b/", "Cannot fetch"),
        (f"http://{'a' * 100}/", "Cannot fetch"),
        ("http://[/", "Cannot fetch"),
        ("http://a b/", "Cannot fetch"),
        (
            "ftp://127.0.0.1/jwks.json",
            "--jwks must be a file or an http or https URL, not 'ftp://127.0.0.1/jwks.json'.",
        ),
        ("file:///etc/hostname", "--jwks must be a file or an http or https URL"),
        ("data:,{}", "Cannot read "),
    ],
)
def test_a_key_set_that_cannot_be_read(key, place, found):
    result = run(receipt, "verify", receipt_of(key), "--jwks", place)
    assert result.exit_code == 2
    assert found in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b'{"keys": 1}', b"\xff"])
def test_files_that_are_not_key_sets(tmp_path, key, content):
    file = tmp_path / "file.json"
    file.write_bytes(content)
    result = run(receipt, "verify", receipt_of(key), "--jwks", file)
    assert result.exit_code == 2
    assert "does not contain a JWK set." in result.stderr


def test_a_receipt_that_cannot_be_read(tmp_path, jwks):
    result = run(receipt, "verify", tmp_path / "nix", "--jwks", jwks)
    assert result.exit_code == 2
    assert "Cannot read " in result.stderr
    assert run(receipt, "verify", "x" * 5000, "--jwks", jwks).exit_code == 2
    assert run(receipt, "verify", tmp_path, "--jwks", jwks).exit_code == 2
    assert run(receipt, "verify", "/dev/zero", "--jwks", jwks).exit_code == 2
    result = run(receipt, "verify", "-", "--jwks", jwks, stdin="x" * (MOST_BYTES + 1))
    assert (result.exit_code, result.stderr) == (2, "Error: Standard input has more than 1000000 bytes.\n")


def test_missing_arguments():
    assert run(receipt, "verify").exit_code == 2
    assert run(receipt, "verify", "x").exit_code == 2


def test_a_private_key_is_not_a_key_set_and_is_not_quoted(tmp_path, key):
    result = run(receipt, "verify", receipt_of(key), "--jwks", tmp_path / "key.json")
    assert result.exit_code == 2
    assert private_jwk(key)["d"] not in result.output


def test_referee_has_the_commands():
    for arguments in (["keygen", "--help"], ["receipt", "verify", "--help"]):
        assert run(main, *arguments).exit_code == 0
