"""Mutants of the engine: its text, changed in one place each.

The mutations are mutmut's, but they reach all of every file: declarations, what runs on import and decorated
functions too, which mutmut itself leaves alone. Not touched are docstrings, annotations, type aliases,
decorators, and arguments that no verdict depends on.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import accumulate
from os.path import commonprefix
from pathlib import Path
from textwrap import shorten
from typing import NamedTuple

import libcst as cst
from libcst.metadata import CodeRange, MetadataWrapper, PositionProvider, WhitespaceInclusivePositionProvider
from mutmut.mutation.mutators import mutation_operators

ROOT = Path(__file__).parents[3]
ENGINE = ROOT / "patience"

LONGEST_TEXT = 160

# Arguments that no verdict depends on; `strict` of `zip` says that both sides have one length.
SKIPPED_ARGUMENTS = (
    "title",
    "sources",
    "section",
    "meaning",
    "names",
    "pysolfc",
    "siblings",
    "family",
    "strict",
)
SKIPPED_CALLS = ("len", "isinstance")


class Mutant(NamedTuple):
    """One change: where, and what became of what."""

    module: str
    line: int
    inside: str
    text: str
    before: str
    after: str
    source: str

    def __str__(self) -> str:
        module = self.module.removeprefix("patience.")
        return f"{module} {self.inside}: `{self.text}`: `{self.before}` → `{self.after}`"


class Collector(cst.CSTVisitor):
    """Every node that may be changed, with what mutmut makes of it."""

    METADATA_DEPENDENCIES = (PositionProvider, WhitespaceInclusivePositionProvider)

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[int, CodeRange | None, str, cst.CSTNode, cst.CSTNode]] = []
        self.inside: list[str] = []

    def on_visit(self, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.FunctionDef | cst.ClassDef):
            self.inside.append(node.name.value)
        if is_left_alone(node) or (not self.inside and is_type_alias(node)):
            return False
        for kind, operator in mutation_operators:
            if isinstance(node, kind):
                for mutated in operator(node):
                    if drops_argument(node, mutated):
                        continue
                    position = self.get_metadata(PositionProvider, node, None)
                    line = position.start.line if position else 0
                    place = self.get_metadata(WhitespaceInclusivePositionProvider, node, None)
                    self.found.append((line, place, ".".join(self.inside), node, mutated))
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        if isinstance(original_node, cst.FunctionDef | cst.ClassDef):
            self.inside.pop()


def is_left_alone(node: cst.CSTNode) -> bool:
    """Return whether a node has no behaviour of its own, or each change of it merely crashes."""
    if isinstance(node, cst.Annotation | cst.Decorator | cst.Import | cst.ImportFrom):
        return True
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Name):
        return node.func.value in SKIPPED_CALLS
    return isinstance(node, cst.Arg) and node.keyword is not None and node.keyword.value in SKIPPED_ARGUMENTS


def drops_argument(before: cst.CSTNode, after: cst.CSTNode) -> bool:
    """Return whether a call loses a skipped argument, or gets another value for it."""
    if not isinstance(before, cst.Call) or not isinstance(after, cst.Call):
        return False
    return any(is_left_alone(argument) and argument not in after.args for argument in before.args)


def is_type_alias(node: cst.CSTNode) -> bool:
    """Return whether a node is an assignment to a name in camel case, as ``Row = tuple[…]``."""
    if not isinstance(node, cst.Assign) or not isinstance(node.targets[0].target, cst.Name):
        return False
    name = node.targets[0].target.value
    return name[0].isupper() and not name.isupper()


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Yield every mutant of one file."""
    text = path.read_text(encoding="utf-8")
    wrapper = MetadataWrapper(cst.parse_module(text))
    collector = Collector()
    wrapper.visit(collector)
    seen: Counter[str] = Counter()
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for line, place, inside, before, after in collector.found:
        source = replaced(text, wrapper.module, place, before, after)
        changed = where_they_differ(*(code(wrapper.module, node) for node in (before, after)))
        mutant = Mutant(name, line, inside, text.splitlines()[line - 1].strip(), *changed, source)
        seen[str(mutant)] += 1
        yield (
            mutant._replace(before=f"{mutant.before} #{seen[str(mutant)]}")
            if seen[str(mutant)] > 1
            else mutant
        )


def replaced(
    text: str, module: cst.Module, place: CodeRange | None, before: cst.CSTNode, after: cst.CSTNode
) -> str:
    """Return the text of the module with one node replaced."""
    if place:
        starts = [0, *accumulate(map(len, text.splitlines(keepends=True)))]
        first, last = (starts[end.line - 1] + end.column for end in (place.start, place.end))
        if text[first:last] == module.code_for_node(before):
            return text[:first] + module.code_for_node(after) + text[last:]
    # The node is written otherwise there than by itself: it is indented, for example.
    mutated = module.deep_replace(before, after)
    assert isinstance(mutated, cst.Module)
    return mutated.code


def code(module: cst.Module, node: cst.CSTNode) -> str:
    """Return the text of a node in one line."""
    return " ".join(module.code_for_node(node).split())


def where_they_differ(*texts: str) -> list[str]:
    """Return both texts; if they are long, only what is around their difference."""
    if max(map(len, texts)) <= LONGEST_TEXT:
        return list(texts)
    same_before = len(commonprefix(texts))  # noqa: RUF071 - of texts, not of paths
    same_after = len(commonprefix([text[:same_before:-1] for text in texts]))  # noqa: RUF071
    first, last = max(0, same_before - 30), max(0, same_after - 30)
    cuts = (f"… {text[first : len(text) - last]} …" for text in texts)
    return [shorten(cut, LONGEST_TEXT, placeholder=" …") for cut in cuts]
