"""For everybody: narration, contrast, narrow and wide windows, no motion; and that it is quick."""

import re

from schemas.claim import Flaw
from schemas.field_errors import CODES
from schemas.problems import TYPES
from tests.browser.viewer import WEB, examples

SERIOUS = ("serious", "critical")


def serious(page, *rules: str) -> list:
    """What axe finds that is serious, by all its rules or by some."""
    # Imported here, as Playwright is.
    from axe_playwright_python.sync_playwright import Axe  # noqa: PLC0415

    every = {"label-content-name-mismatch": {"enabled": True}}
    options = {"resultTypes": ["violations"], **({"runOnly": list(rules)} if rules else {"rules": every})}
    violations = Axe().run(page, options=options).response["violations"]
    return [
        (violation["id"], [node["html"] for node in violation["nodes"]][:3])
        for violation in violations
        if violation["impact"] in SERIOUS
    ]


def test_axe_finds_nothing_serious(viewer):
    """On the front page, at an illegal move, a refuted claim, a notice, in drawer and dialogs; dark too."""

    def look() -> None:
        assert serious(viewer.page) == []
        viewer.page.emulate_media(color_scheme="dark")
        assert serious(viewer.page, "color-contrast") == []
        viewer.page.emulate_media(color_scheme="light")

    look()
    viewer.example("rouge-et-noir/illegal")
    viewer.open_tab("Moves")
    look()
    # Where the buttons are signs, they keep their names.
    for size in ((844, 390), (320, 568)):
        viewer.resize(*size)
        assert serious(viewer.page, "button-name") == []
    viewer.resize(1280, 900)
    viewer.example("rouge-et-noir/diverging")
    viewer.give({**examples()["double-russian/won"]["request"], "claim": {"outcome": "lost"}})
    viewer.see("#claim tr.differs")
    viewer.give("no game at all")
    viewer.see("#notice")
    look()
    viewer.page.locator("#notice").get_by_role("button", name="Close").click()
    viewer.open_tab("Rules")
    viewer.page.keyboard.press("?")
    viewer.see("#help h2", "Help")
    look()
    viewer.page.keyboard.press("Escape")
    viewer.page.get_by_role("button", name="Settings").click()
    look()
    viewer.page.get_by_role("button", name="Statistics").click()
    viewer.see("#statistics")
    look()


def test_moves_are_narrated(viewer):
    """In whole sentences, each once; a deal in words for the ear and in signs for the eye."""
    viewer.example("double-russian/won")
    viewer.go(1)
    assert viewer.caption().startswith("Move 1: 6 cards, ")
    assert viewer.caption().split(",")[2].startswith(" from column 5 to column 10.")
    moves = viewer.example("rouge-et-noir/won")["request"]["moves"]
    assert viewer.page.get_by_role("button", name="Stock: 59 cards face down").count() == 1
    viewer.go(moves.index("deal") + 1)
    words, signs = viewer.page.locator("#caption > span").all_inner_texts()
    dealt = viewer.cards('[data-step="moved"]')
    assert len(dealt) == 10
    assert words.count(" to column ") == signs.count(" T") == 10
    assert viewer.ask("i18n/text", "cardName", dealt[0]) in words


def test_every_text_of_the_page_has_a_key():
    """``tests/web/i18n.test.mjs`` compares the languages."""
    folders = (".", "page", "panels")
    texts = "".join((WEB / "i18n" / folder / "en.js").read_text("utf-8") for folder in folders)
    keys = set(re.findall(r"^  '?([a-z0-9_.-]+)'?: ", texts, re.MULTILINE | re.IGNORECASE))
    page = (WEB / "index.html").read_text("utf-8")
    assert set(re.findall(r'data-(?:t|label)="(.*?)"', page)) <= keys
    scripts = [path.read_text("utf-8") for path in WEB.glob("**/*.js")]
    assert {key for script in scripts for key in re.findall(r"\bt\('([a-z.-]+)'", script)} <= keys


def test_in_german(viewer):
    """The reasons, the moves and the options, without an English word."""
    viewer.example("double-russian/illegal")
    viewer.page.click("#to-settings")
    viewer.page.select_option("#language", "de")
    viewer.see("#caption", "Sie haben 2♣\ufe0e auf 5♥\ufe0e gelegt.")
    viewer.see("#caption", "In den Spalten wird absteigend gelegt, in derselben Farbe: Nur 4♥\ufe0e passt.")
    assert viewer.page.get_attribute("html", "lang") == "de"
    rules = viewer.page.locator("#develop").get_by_role("link", name="Die Spielregeln", include_hidden=True)
    assert rules.get_attribute("href").endswith("/rules?lang=de")
    viewer.page.click("#back")
    viewer.see("#caption", "Zug 50: ")
    assert ",:" not in viewer.caption()
    viewer.page.click("#new-game")
    viewer.page.locator("#more-options summary").click()
    viewer.see("#options label", "Gruppen")
    viewer.page.click("#to-settings")
    viewer.page.select_option("#language", "en")
    viewer.see(".line", "Play patience")
    viewer.page.go_back()
    viewer.see("#caption", "Move 50: ")


def test_problems_in_german(newcomer):
    """What is wrong with each field, and the service's own words on demand."""
    viewer = newcomer(locale="de-DE")
    viewer.refuses = True
    viewer.give({"variant": "klondike", "seed": "24", "rules": {"draw": "two"}, "moves": ["T1-T2", "Deal"]})
    viewer.see("#notice li", "Regelwahl „draw“: Dieser Wert ist hier nicht erlaubt.")
    viewer.see("#notice li", "Zug 2 (Index 1): Das ist kein Zug.")
    viewer.page.click("text=Wortlaut des Dienstes")
    viewer.see("#notice details", "draw must be one or three, not 'two'.")
    viewer.give({"variant": "klondyke", "seed": "24", "moves": []})
    viewer.see("#notice", "Ein Spiel mit diesem Namen gibt es hier nicht. Meinten Sie „klondike“?")


def test_every_problem_has_german_words():
    text = (WEB / "i18n" / "problems" / "de.js").read_text("utf-8")
    tables = {
        name: set(re.findall(r"^  '?([a-z0-9_-]+)'?: \(", table, re.MULTILINE))
        for name, table in re.findall(r"^export const (\w+) = \{\n(.*?)^\};", text, re.MULTILINE | re.DOTALL)
    }
    assert tables == {"problems": {*TYPES}, "errors": {*CODES}, "refutations": {*Flaw}}


def test_without_javascript_the_page_says_so(browser, address):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address)
    assert "needs JavaScript" in page.inner_text("body")
    context.close()


def test_where_motion_is_unwelcome_nothing_moves(opened):
    # In one script, since a transition may be over before another.
    moving = "() => { document.querySelector('#forward').click(); return document.getAnimations().length; }"
    for motion, moves in (("reduce", False), ("no-preference", True)):
        viewer = opened("#v=1&variant=klondike&seed=24&moves=draw&ply=0", reduced_motion=motion)
        assert (viewer.page.evaluate(moving) > 0) is moves


def test_forced_colours_keep_the_suits(opened):
    viewer = opened(forced_colors="active")
    viewer.example("rouge-et-noir/illegal")
    colour = "getComputedStyle(document.querySelector('#board .card[data-suit=H]')).color"
    assert viewer.page.evaluate(colour) == "rgb(189, 20, 38)"


def test_the_place_of_a_merci_has_a_name_that_it_shows(newcomer):
    viewer = newcomer("#v=1&variant=cromwell&seed=1", locale="de-DE")
    place = viewer.page.locator(".place[data-pile=R1]")
    assert place.inner_text() == "Merci"
    assert place.get_attribute("aria-label") == "Merci-Platz: leer"


CONTRASTS = """() => {
    const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    // What several colours on each other look like, each with an opacity.
    const blend = (...layers) => {
        for (const [colour, alpha] of layers) {
            pen.globalAlpha = alpha;
            pen.fillStyle = colour;
            pen.fillRect(0, 0, 1, 1);
        }
        return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3).map((part) => part / 255);
    };
    const linear = (part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    const light = (colour) => {
        const [red, green, blue] = colour.map(linear);
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
    };
    const of = (selector, name, pseudo) => getComputedStyle(document.querySelector(selector), pseudo)[name];
    const probe = document.body.appendChild(document.createElement('i'));
    const variable = (name) => {
        probe.style.color = `var(--${name})`;
        return getComputedStyle(probe).color;
    };
    const found = {};
    const compare = (name, ground, colour, alpha = 1) => {
        const [one, other] = [blend([ground, 1]), blend([ground, 1], [colour, alpha])].map(light);
        found[name] = Math.max(one, other) / Math.min(one, other);
    };
    const panel = variable('panel');
    const card = variable('card');
    for (const felt of ['felt', 'felt-edge']) {
        compare(`an empty place on ${felt}`, variable(felt), of('.empty', 'borderTopColor'));
        const [fill, opacity] = ['fill', 'opacity'].map((name) => of('.opener', name));
        compare(`the sign of a foundation on ${felt}`, variable(felt), fill, Number(opacity));
        compare(`a card on ${felt}`, variable(felt), card);
    }
    compare('the edge of a card on a card', card, variable('card-edge'));
    compare('the edge of a mark on a card', card, '#000b');
    compare('a refusal on a card', card, variable('wrong'));
    compare('a button', panel, of('#hint', 'borderTopColor'));
    compare('a field', panel, of('#pace', 'borderTopColor'));
    compare('the ribbon', panel, of('#ribbon', 'borderTopColor', '::before'));
    for (const state of ['winnable', 'dead', 'deadest']) {
        compare(`${state} on the ribbon`, of('#ribbon', 'backgroundColor', '::before'), variable(state));
    }
    probe.remove();
    return found;
}"""


def test_all_that_carries_meaning_has_a_contrast_of_three(opened):
    """As computed by the browser, on light and dark pages with each felt."""
    viewer = opened("#v=1&variant=klondike&seed=24")
    felts = viewer.page.evaluate("import('/web/dom.js').then(({ CHOICES }) => CHOICES.felt)")
    assert len(felts) == 8
    faint = []
    for scheme in ("light", "dark"):
        viewer.page.emulate_media(color_scheme=scheme)
        for felt in felts:
            viewer.page.evaluate("(felt) => { document.body.dataset.felt = felt; }", felt)
            for name, contrast in viewer.page.evaluate(CONTRASTS).items():
                if contrast < 3:
                    faint.append((scheme, felt, name, round(contrast, 2)))
    assert faint == []


SHAPES = """async (suits) => {
    const { cardElement, turn } = await import('/web/table/cards.js');
    const covered = suits.map((suit) => {
        const card = cardElement(0);
        turn(card, `A${suit}`, { small: false });
        document.body.append(card);
        const corner = card.querySelector('.corner');
        const box = corner.getBBox();
        const pen = document.createElement('canvas').getContext('2d');
        const scale = 20 / Math.max(box.width, box.height);
        pen.scale(scale, scale);
        pen.translate(-box.x, -box.y);
        pen.fill(new Path2D(corner.getAttribute('d')));
        card.remove();
        return [...pen.getImageData(0, 0, 20, 20).data].filter((_, at) => at % 4 === 3);
    });
    const sum = (values) => values.reduce((all, value) => all + value, 0);
    return covered.flatMap((one, number) => covered.slice(0, number).map((other) => {
        const differing = sum(one.map((value, at) => Math.abs(value - other[at])));
        return differing / sum(one.map((value, at) => Math.max(value, other[at])));
    }));
}"""


def test_suits_differ_in_shape_at_20_pixels(viewer):
    """Without any colour: of two signs that lie on each other, a fifth and more belongs to one alone."""
    differing = viewer.page.evaluate(SHAPES, list("CDHS"))
    assert len(differing) == 6
    assert min(differing) >= 0.2, differing
