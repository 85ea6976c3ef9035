"""The modules of the viewer in a few files, so that a page asks for these instead of a file for each module.

The modules are served one by one too, and none of them knows of bundles. In a bundle a module is a function
that returns its exports: its imports come from the loader (`web/loader.js`), which runs each module once,
when it is first asked for, and fetches the bundle that has it. A module without one is imported as it is.

This relies on the style of the modules: an import or export begins its line, and names what it brings.
"""

import posixpath
import re
from collections.abc import Iterable, Mapping

import orjson

FIRST = "bundles/board.js"
"""The bundle that starts the page: the board, the first cards, and the table that takes moves."""

ROOTS: Mapping[str, tuple[str, ...]] = {
    FIRST: (
        "start.js",
        "table/board.js",
        "game/record.js",
        "game/notation.js",
        "page/table.js",
        "i18n/page.js",
    ),
    "bundles/page.js": ("page/page.js", "page/open-panel.js", "page/new-game.js", "table/svg-export.js"),
    "bundles/later.js": ("page/", "game/", "table/", "data/", "i18n/panels.js", "engine/boards.js"),
    "bundles/en.js": ("i18n/page/en.js", "i18n/panels/en.js", "words/en.js"),
    "bundles/de.js": ("i18n/page/de.js", "i18n/panels/de.js", "words/de.js"),
}
"""By bundle the modules and folders that it has, with all that they import and no bundle before it has."""

NATIVE = re.compile(r"i18n/[a-z]{2}\.js|i18n/problems/.*")
"""Texts of which a visit needs one file, or none: they are not part of a bundle."""

_IMPORT = re.compile(r"^import\s+(?:\* as (\w+)|\{([^}]*)\})\s+from\s+'(\.[^']*)';$", re.MULTILINE)
_EXPORT_FROM = re.compile(r"^export \* from '(\.[^']*)';$", re.MULTILINE)
_EXPORT_LIST = re.compile(r"^export \{([^}]*)\};$", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:const|class|function)\*? (\w+))", re.MULTILINE)
_COMMENT = re.compile(r"^ *//.*\n|^ */\*\*[\s\S]*?\*/\n", re.MULTILINE)
_STRANGE = re.compile(r"^(?:import|export)\s.*", re.MULTILINE)


def bundles(sources: Mapping[str, str]) -> dict[str, str]:
    """Return the text of each bundle by its path. `sources` are the texts of all modules by theirs."""
    members = members_of(sources)
    bundle_of = {module: bundle for bundle, modules in members.items() for module in modules}
    made = {
        bundle: "".join(
            ("export default {\n", *(_as_function(module, sources[module]) for module in modules), "};\n")
        )
        for bundle, modules in members.items()
    }
    loader = sources["loader.js"].replace("BUNDLES", orjson.dumps(bundle_of).decode(), 1)
    made[FIRST] = made[FIRST].replace("export default", "const MODULES =", 1) + _COMMENT.sub("", loader)
    return made


def members_of(sources: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the modules of each bundle, each after those that it imports."""
    taken: set[str] = set()
    members: dict[str, list[str]] = {}
    for bundle, roots in ROOTS.items():
        named = [module for root in roots for module in sources if module.startswith(root)]
        members[bundle] = closure(named, sources, taken)
        taken.update(members[bundle])
    return members


def closure(roots: Iterable[str], sources: Mapping[str, str], without: Iterable[str] = ()) -> list[str]:
    """Return the modules and all that they import statically, except those of `without`.

    Each one comes after its imports.
    """
    seen = set(without)
    found: list[str] = []

    def visit(module: str) -> None:
        if module in seen or NATIVE.fullmatch(module):
            return
        seen.add(module)
        for path in re.findall(
            r"^(?:import|export)\s[^;]*? from '(\.[^']*)';", sources[module], re.MULTILINE
        ):
            visit(_resolved(module, path))
        found.append(module)

    for root in roots:
        visit(root)
    return found


def _resolved(module: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(module), path))


def _as_function(module: str, source: str) -> str:
    """Write a module as a member of a bundle. Raise ValueError for an import or export of another form."""
    code = _COMMENT.sub("", source)
    exports = [_renamed(name, "") for names in _EXPORT_LIST.findall(code) for name in names.split(",")]
    exports += _EXPORT.findall(code)
    spread = [f"...await $use('{_resolved(module, path)}')" for path in _EXPORT_FROM.findall(code)]
    if "\nexport default " in f"\n{code}":
        exports.append("default: $default")
        code = re.sub(r"^export default ", "const $default = ", code, count=1, flags=re.MULTILINE)
    code = _IMPORT.sub(lambda found: _as_constant(module, *found.groups()), code)
    for pattern in (_EXPORT_FROM, _EXPORT_LIST, _EXPORT):
        code = pattern.sub("", code)
    strange = _STRANGE.search(code)
    if strange:
        raise ValueError(f"{module}: a bundle cannot have {strange[0]!r}. See service/api/bundles.py.")
    code = re.sub(r"\bimport\(", "$load(", code).replace("import.meta.url", "$url")
    end = f"return {{ {', '.join(spread + exports)} }};"
    return f"'{module}': async ($use, $load, $url) => {{\n{code.strip()}\n{end}\n}},\n"


def _as_constant(module: str, whole: str | None, names: str | None, path: str) -> str:
    wanted = (
        whole
        or f"{{ {', '.join(_renamed(name, ': ') for name in (names or '').split(',') if name.strip())} }}"
    )
    return f"const {wanted} = await $use('{_resolved(module, path)}');"


def _renamed(name: str, colon: str) -> str:
    """Return an imported name, with `colon` in place of "as"."""
    return name.strip().replace(" as ", colon)
