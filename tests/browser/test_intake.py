"""One box takes anything: what it takes it for, and what it says where it can make nothing of it."""

import gzip
import json

from tests.browser.viewer import WEB, examples

SAVES = WEB.parents[1] / "fixtures" / "saves"

LOG = {"variant": "double-russian", "seed": "24", "moves": ["T3-T7x4", "T7-F1"]}
TEXT = json.dumps(LOG)
CLAIM = {**LOG, "claim": {"outcome": "won", "moves_played": 131}, "subject": "p7"}
LINK = "#v=1&variant=double-russian&seed=24&n=2&moves=T3-T7x4.T7-F1&ply=1"
RECEIPT = "eyJ0eXAiOiJwYXRpZW5jZS1yZWNlaXB0K2p3dCIsImFsZyI6IkVkMjU1MTkifQ.eyJ2YXJpYW50IjoieCJ9.AAAA"
TRACE = [{"move": "T3-T7x4", "moved": [], "turned_up": [], "filled": []}]
VERDICT = {**LOG, "valid": False, "first_illegal_move": {"index": 1, "move": "T7-F1"}}
del VERDICT["moves"]

GAMES = [
    ("request", TEXT),
    ("request", json.dumps({**LOG, "include": ["trace"], "ref": "game-4711"})),
    ("request", f"```json\n{TEXT}\n```"),
    ("request", json.dumps({"request": LOG, "warnings": ["one"]})),
    ("curl", f"curl -sS http://127.0.0.1:8000/v1/replays -H 'Content-Type: application/json' -d '{TEXT}'"),
    ("curl", f"$ curl http://x/v1/replays \\\n  --json {json.dumps(TEXT)}"),
    ("link", f"http://127.0.0.1:8000/{LINK}"),
    ("link", f"Your game was refused, see https://referee.example/app/{LINK}. Best wishes!"),
    ("link", f"[why](https://referee.example/{LINK})"),
    ("moves", "double-russian 24: T3-T7x4 T7-F1"),
    ("moves", "variant: double-russian\nseed: 24\nmoves:\n1. T3-T7x4\n2. T7-F1"),
    ("verdict", json.dumps({**VERDICT, "trace": TRACE})),
    ("verdict", json.dumps({**VERDICT, "link": f"/{LINK}"})),
    ("verdict", json.dumps({"line": 1, "ref": "a", "verdict": {**VERDICT, "trace": TRACE}})),
]
CLAIMS = [
    ("claim", json.dumps(CLAIM)),
    ("curl", f"curl http://x/v1/claims -d '{json.dumps(CLAIM)}'"),
    ("link", f"http://x/{LINK}&claim=won:131&subject=p7"),
]
UNKNOWN = [
    ("everything", "hello, how are you?"),
    ("everything", "  "),
    ("variant", "T3-T7x4 T7-F1"),
    ("variant", json.dumps(["draw", "draw"])),
    ("seed", "double-russian T3-T7x4 T7-F1"),
    ("moves", "double-russian 24: T3-T7x4 T7-F1 T3>T4 draw"),
    ("json", TEXT[:-9]),
    ("fields", '{"name": "Anna"}'),
    ("link", "http://127.0.0.1:8000/#v=1&variant="),
    ("curl", "curl http://127.0.0.1:8000/livez"),
    ("curl-file", "curl http://127.0.0.1:8000/v1/replays -d @game.json"),
]


def recognised(viewer, texts: list[str]) -> list[dict]:
    """What the page takes each for."""
    return viewer.page.evaluate(
        """async (texts) => {
            const { recognise } = await import('/web/recognise.js');
            return texts.map((text) => recognise(text, ['double-russian', 'royal-rendezvous']));
        }""",
        texts,
    )


def test_games_and_claims_are_recognised_in_every_form(viewer):
    found = recognised(viewer, [text for _, text in GAMES])
    for (kind, text), game in zip(GAMES, found, strict=True):
        assert (game["kind"], game["from"], game["log"]["variant"]) == ("game", kind, "double-russian"), text
        assert game["log"]["moves"] == LOG["moves"], text
        assert game["log"]["seed"] == "24", text
    found = recognised(viewer, [text for _, text in CLAIMS])
    for (kind, text), claim in zip(CLAIMS, found, strict=True):
        assert (claim["kind"], claim["from"]) == ("claim", kind), text
        assert claim["claim"] == CLAIM, text
        assert claim["log"] == LOG, text


def test_what_is_missing_is_named(viewer):
    found = recognised(viewer, [text for _, text in UNKNOWN])
    assert [(game["kind"], game["missing"]) for game in found] == [
        ("unknown", missing) for missing, _ in UNKNOWN
    ]


def test_answers_receipts_lists_and_files_are_recognised(viewer):
    lines = f"{TEXT}\n{json.dumps(CLAIM)}\nno json\n" + json.dumps({"summary": {"lines": 3}})
    problem = json.dumps({"type": "about:blank", "title": "Not found", "status": 404})
    answer = json.dumps({"confirmed": False, "refutations": [], "verdict": {}, "receipt": None})
    found = recognised(viewer, [lines, json.dumps([LOG, LOG]), problem, answer, json.dumps(VERDICT), RECEIPT])
    assert [item["item"]["kind"] for item in found[0]["items"]] == ["game", "claim", "unknown"]
    assert [item["number"] for item in found[1]["items"]] == [1, 2]
    assert [(one["kind"], one.get("from")) for one in found[2:]] == [
        ("answer", "problem"),
        ("answer", "claim"),
        ("answer", "verdict"),
        ("receipt", None),
    ]
    kinds = viewer.page.evaluate(
        """async (files) => {
            const { recognise } = await import('/web/recognise.js');
            return files.map((bytes) => recognise(new Uint8Array(bytes)).kind);
        }""",
        [[0x80, 5, 0x8C], [0x89, 0x50, 0, 1], list(TEXT.encode())],
    )
    assert kinds == ["save", "unknown", "game"]


def test_it_says_what_it_took_a_text_for(viewer):
    viewer.show(f"see http://x/{LINK} please")
    viewer.see("#taken", "Read as a link to a game.")
    viewer.at(1)
    viewer.show("double-russian 24: T10-T9")
    viewer.see("#taken", "Read as a list of moves.")
    viewer.give("T3-T7x4 T7-F1")
    viewer.see("#notice", "Found 2 moves but no variant.")
    viewer.page.locator("#notice").get_by_role("button", name="Close").click()
    assert viewer.page.locator("#notice").is_hidden()


def test_of_many_games_one_is_picked(viewer):
    games = [examples()[name]["request"] for name in ("double-russian/won", "royal-rendezvous/won")]
    lines = [{**games[0], "ref": "game-4711"}, {**games[1], "claim": {"outcome": "lost"}}, {"variant": 1}]
    viewer.give("\n".join(map(json.dumps, lines)))
    viewer.see("#picker h2", "3 games: pick one")
    viewer.stale()
    viewer.page.locator("#picker").get_by_role("button", name="game-4711").click()
    viewer.fresh()
    viewer.see("#verdict h2", "Double Russian")


def test_a_file_dropped_or_chosen_packed_or_not(viewer, tmp_path):
    (tmp_path / "game.json.gz").write_bytes(gzip.compress(TEXT.encode()))
    viewer.page.set_input_files("#file", tmp_path / "game.json.gz")
    viewer.see("#verdict h2", "Double Russian")
    viewer.page.evaluate(
        """(text) => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([text], 'game.json'));
            const about = { dataTransfer, bubbles: true, cancelable: true };
            document.body.dispatchEvent(new DragEvent('drop', about));
        }""",
        TEXT.replace("double-russian", "royal-rendezvous").replace("T3-T7x4", "draw"),
    )
    viewer.see("#verdict h2", "Royal Rendezvous")
    viewer.page.evaluate("navigator.clipboard.writeText('double-russian 24: T10-T9')")
    viewer.page.click("#caption")
    viewer.page.keyboard.press("Control+v")
    viewer.see("#taken", "a list of moves")


def test_a_saved_game_is_read_by_the_service(viewer, client):
    save = SAVES / "ren-210py2-20-mid.pso"
    answer = client.post("/v1/imports", data=save.read_bytes(), content_type="application/octet-stream")
    viewer.stale()
    viewer.page.set_input_files("#file", save)
    viewer.fresh()
    viewer.see("#taken", "a saved game of PySolFC")
    assert viewer.page.inner_text("#verdict").count(answer.json["request"]["seed"]) == 1


GOOD = examples()["royal-rendezvous/won"]["request"]
NONE = (
    ("no json", "is not a game, claim, link"),
    ({**GOOD, "moves": ["draw", "T3>T4"]}, "In move 2 (index 1): "),
    ({**GOOD, "variant": "klondike"}, "In field “variant”: "),
    ({"variant": "royal-rendezvous", "deck": ["AC"], "moves": []}, "deck"),
    ({**GOOD, "rules": {"twos": "three"}}, "In rule option “twos”: "),
    ({**GOOD, "player": "me"}, "In field “player”: "),
    ("\x00", "is not a game, claim, link"),
)


def test_a_log_that_is_none_is_explained(opened):
    viewer = opened(refuses=True)
    for log, words in NONE:
        viewer.give(log)
        viewer.see("#notice", words)
    viewer.give({**GOOD, "moves": ["draw", "T3>T4"]})
    viewer.see("#notice code", "/moves/1")
    viewer.example("royal-rendezvous/won")
    viewer.page.wait_for_selector("#notice", state="hidden")


def test_what_fails_is_told_beside_the_board_and_can_be_tried_again(opened):
    viewer = opened()
    context = viewer.page.context
    context.route("**/v1/replays", lambda route: route.abort())
    viewer.give(LOG)
    viewer.see("#notice h2", "No answer")
    viewer.complaints.clear()
    context.unroute("**/v1/replays")
    viewer.page.locator("#notice").get_by_role("button", name="Try again").click()
    viewer.see("#verdict h2", "Double Russian")
