"""Building: a wheel leaves the source tree alone, and an editable install replaces what it compiled."""

import os
import zipfile
from importlib.machinery import EXTENSION_SUFFIXES
from runpy import run_path

import pytest
from hatchling.builders.wheel import WheelBuilder

from hatch_build import SOURCES
from tools.library_package import write_tree

SUFFIX = ".abi3.so"

MODULE = '''
cdef extern from *:
    """
    #define AS_TEXT(name) #name
    #define TEXT_OF(macro) AS_TEXT(macro)
    #define DIGEST TEXT_OF(KERNEL_SOURCES)
    """
    const char* DIGEST

SOURCES = DIGEST.decode()
'''
"""What the build needs of a compiled module. The real ones take minutes."""


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """Return a source tree whose modules compile quickly, with builds of other sources and Pythons."""
    monkeypatch.delenv("REFEREE_KERNEL_BUILD", raising=False)
    root = tmp_path / "tree"
    write_tree(root)
    for source in SOURCES.values():
        path = root / source
        path.write_text(MODULE)
        path.with_suffix(SUFFIX).write_bytes(b"an earlier build")
        path.with_suffix(EXTENSION_SUFFIXES[0]).write_bytes(b"a build for this Python alone")
        path.with_suffix(".cpython-38-somewhere.so").write_bytes(b"a build of another Python")
    return root


def contents(root):
    """Return the files below a directory; hatchling itself writes those of the hook's bytecode."""
    files = [path for path in root.rglob("*") if path.is_file() and not path.match("hatch_build.*.pyc")]
    return {path: path.read_bytes() for path in files}


def build_wheel(root, target):
    """Build a wheel; return its files by name."""
    (wheel,) = WheelBuilder(str(root)).build(directory=str(target), versions=["standard"])
    assert ("-cp311-abi3-" in wheel) is (os.environ.get("REFEREE_KERNEL_BUILD") != "skip")
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def install_editable(root, target):
    """Run the hook as an editable install does. The rest needs a package that pip adds."""
    (hook,) = WheelBuilder(str(root)).get_build_hooks(str(target)).values()
    hook.initialize("editable", {})
    hook.finalize("editable", {}, "")


def builds(root):
    return {source: (root / source).with_suffix(SUFFIX) for source in SOURCES.values()}


def test_a_wheel_leaves_the_source_tree_alone(tree, tmp_path):
    before = contents(tree)
    wheel = build_wheel(tree, tmp_path / "wheels")
    assert contents(tree) == before
    compiled = {name: content for name, content in wheel.items() if name.endswith((".so", ".pyd"))}
    assert set(compiled) == {source.replace(".pyx", ".abi3.so") for source in SOURCES.values()}
    assert all(len(content) > 1000 for content in compiled.values())


def test_a_wheel_without_the_kernel_leaves_the_source_tree_alone(tree, tmp_path, monkeypatch):
    monkeypatch.setenv("REFEREE_KERNEL_BUILD", "skip")
    before = contents(tree)
    wheel = build_wheel(tree, tmp_path / "wheels")
    assert contents(tree) == before
    assert [name for name in wheel if name.endswith((".so", ".pyd"))] == []


def test_a_wheel_takes_what_is_compiled_in_the_tree(tree, tmp_path):
    install_editable(tree, tmp_path)
    before = contents(tree)
    wheel = build_wheel(tree, tmp_path / "wheels")
    assert contents(tree) == before
    assert {name: wheel[name.replace(".pyx", SUFFIX)] for name in SOURCES.values()} == {
        source: before[path] for source, path in builds(tree).items()
    }


def test_an_editable_install_compiles_only_what_is_not_current(tree, tmp_path):
    """A build for this Python alone goes: Python would load it first."""
    alone = {(tree / source).with_suffix(EXTENSION_SUFFIXES[0]) for source in SOURCES.values()}
    others = {path for path in contents(tree) if path not in {*builds(tree).values(), *alone}}
    install_editable(tree, tmp_path)
    assert set(contents(tree)) == {*others, *builds(tree).values()}
    first = {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in builds(tree).values()}
    assert all(len(content) > 1000 for _, content in first.values())
    install_editable(tree, tmp_path)
    assert all(path.stat().st_mtime_ns == time for path, (time, _) in first.items())
    (tree / "patience/kernel/table.pxi").write_text("# Changed.")
    install_editable(tree, tmp_path)
    assert all(path.read_bytes() != content for path, (_, content) in first.items())


def test_a_failed_compilation_keeps_the_earlier_build(tree, tmp_path):
    (tree / SOURCES["patience.kernel.core"]).write_text("This is not Cython.")
    before = contents(tree)
    install_editable(tree, tmp_path)
    assert contents(tree) == before


def test_every_source_of_the_compiled_modules_is_in_their_digest(tree):
    """Else a module that was compiled from an earlier state of it would be used."""

    def digest():
        return run_path(str(tree / "patience/kernel/digest.py"))["source_digest"]()

    suffixes = (".pyx", ".pxi", ".pxd", ".c", ".h")
    sources = [path for path in (tree / "patience").rglob("*") if path.suffix in suffixes]
    assert sources
    for source in sources:
        before = digest()
        source.write_text(source.read_text() + "# Changed.\n")
        assert digest() != before, source
