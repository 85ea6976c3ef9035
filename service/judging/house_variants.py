"""Games of an operator's own: declarations in a folder, which are then served like every other variant.

Each file of the folder is a JSON object with ``id``, ``title`` and ``declaration``, and perhaps ``family``,
``names``, ``rules_version``, ``scorings`` and ``$schema``, which is for editors. The ids begin with
``house-``, so that no later version of the service has a game of that id.
"""

from pathlib import Path
from typing import Final

from patience.compilation.compiled_rules import compile_tables
from patience.games import VARIANTS
from patience.rules import DeclarationError, demand
from patience.rules.declaration import from_json
from patience.rules.scoring_rules import scoring_from_json
from patience.rules.variant import Edition, Variant
from schemas.strict_json import JsonError, parse
from service.config import SettingError, variable

PREFIX: Final = "house-"
OPERATOR: Final = "the operator of this service"
"""The source of the rules and of the scorings."""

MOST_FILES: Final = 200
MOST_SCORINGS: Final = 10
MOST_BYTES: Final = 100_000
"""The most bytes of one file. The longest declaration of a game of the service has a twentieth of it."""

FAMILY: Final = "House rules"
"""The family of a game whose file names none."""

LONGEST: Final = 80
"""Characters of an id, a title and other texts."""

MOST_NAMES: Final = 80
"""The most other names of a game."""

_MEMBERS: Final = ("$schema", "id", "title", "declaration", "family", "names", "rules_version", "scorings")


def is_house(variant: Variant) -> bool:
    """Return whether a game is an operator's own: the documentation does not have its rules."""
    return variant.sources == (OPERATOR,)


def register_house_variants(folder: str) -> None:
    """Add the games of a folder to the registry, if they are not there.

    Raises SettingError for a file that does not declare a game.
    """
    if not folder:
        return
    try:
        files = sorted(Path(folder).glob("*.json"))
        if not Path(folder).is_dir():
            raise SettingError(f"{variable('variants')}: {folder!r} is not a folder.")
        if len(files) > MOST_FILES:
            raise SettingError(f"{variable('variants')}: {len(files)} files. At most {MOST_FILES} are read.")
        for file in files:
            _register(read_variant(_read(file)), file)
    except OSError as error:
        raise SettingError(
            f"{variable('variants')}: cannot read {error.filename!r}: {error.strerror}."
        ) from None
    except DeclarationError as error:
        raise SettingError(f"{variable('variants')}: {file.name!a}: {error}") from None


def _read(file: Path) -> bytes:
    """Return a file, or enough of it to see that it is too large. Raises DeclarationError and OSError."""
    demand(file.is_file(), "This is not a file.")
    with file.open("rb") as stream:
        return stream.read(MOST_BYTES + 1)


def _register(variant: Variant, file: Path) -> None:
    known = VARIANTS.get(variant.id)
    if known is not None and (known.rules, known.scorings) != (variant.rules, variant.scorings):
        raise SettingError(f"{variable('variants')}: {file.name!a}: {variant.id} is declared twice.")
    if known is None:
        VARIANTS[variant.id] = variant


def read_variant(text: bytes) -> Variant:
    """Return the game of a file. Raises DeclarationError, which says what is wrong with it."""
    demand(len(text) <= MOST_BYTES, f"The file has more than {MOST_BYTES} bytes.")
    try:
        value = parse(text)
    except JsonError as error:
        raise DeclarationError(f"The file is not JSON: {error}") from None
    if not isinstance(value, dict):
        raise DeclarationError("The file is not a JSON object with id, title and declaration.")
    for name in value:
        demand(name in _MEMBERS, f"Unknown member {name[:40]!a}. Known members: {', '.join(_MEMBERS)}.")
    names = value.get("names", [])
    demand(isinstance(names, list) and len(names) <= MOST_NAMES, "names is a list of texts.")
    scorings = value.get("scorings", [])
    demand(
        isinstance(scorings, list) and len(scorings) <= MOST_SCORINGS,
        f"scorings is a list of at most {MOST_SCORINGS} objects.",
    )
    texts = {
        name: value.get(name, default) for name, default in (("id", ""), ("title", ""), ("family", FAMILY))
    }
    texts["rules_version"] = value.get("rules_version", "1")
    for name, given in [*texts.items(), *(("names", name) for name in names)]:
        is_text = isinstance(given, str) and 0 < len(given) <= LONGEST and given.isprintable()
        demand(is_text, f"{name} must be a text of 1 to {LONGEST} characters.")
    demand(
        texts["id"].startswith(PREFIX) and texts["id"] == texts["id"].lower(),
        f"{texts['id']!a} does not name a house variant: expected an id such as {PREFIX}klondike.",
    )
    demand("declaration" in value, "The file has no declaration.")
    variant = Variant(
        texts["id"],
        texts["title"],
        texts["family"],
        from_json(value["declaration"]),
        names=tuple(names),
        sources=(OPERATOR,),
        section=f"{texts['title']}, a game of this service",
        scorings=tuple(scoring_from_json(scoring, OPERATOR) for scoring in scorings),
        history=(Edition(texts["rules_version"], "everything", "The rules as the operator declares them."),),
    )
    compile_tables(variant, ())
    return variant
