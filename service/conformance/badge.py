"""The result of a conformance test, as counts, JSON, JUnit XML and a badge."""

from collections import Counter
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import Any, Final
from xml.etree import ElementTree as Xml

from service.conformance.cases import Case
from service.conformance.comparison import Difference

MOST_KEPT: Final = 100
"""Disagreements of which the report contains the whole request."""


@dataclass
class Report:
    """Counts by variant and by expected answer, and the first disagreements."""

    asked: Counter[tuple[str, str]] = field(default_factory=Counter)
    differing: Counter[tuple[str, str]] = field(default_factory=Counter)
    disagreements: list[tuple[Case, Difference]] = field(default_factory=list)
    cases: list[tuple[Case, Difference | None]] = field(default_factory=list)
    engine_error: str = ""
    """Why the engine stopped answering; empty if it answered everything."""

    def add(self, case: Case, difference: Difference | None) -> None:
        """Count one answer."""
        self.asked[case.variant, case.about] += 1
        self.cases.append((case, difference))
        if difference:
            self.differing[case.variant, case.about] += 1
            if len(self.disagreements) < MOST_KEPT:
                self.disagreements.append((case, difference))

    @property
    def agreed(self) -> int:
        """The number of answers that are as expected."""
        return self.asked.total() - self.differing.total()

    @property
    def agrees(self) -> bool:
        """Whether every case was asked and answered as expected."""
        return not self.engine_error and not self.differing

    def rows(self, part: int) -> list[tuple[str, int, int]]:
        """Return name, cases and agreeing answers, by variant (part 0) or by expected answer (part 1)."""
        asked: Counter[str] = Counter()
        differing: Counter[str] = Counter()
        for counts, key_counts in ((asked, self.asked), (differing, self.differing)):
            for key, count in key_counts.items():
                counts[key[part]] += count
        return [(name, count, count - differing[name]) for name, count in asked.items()]

    def badge(self) -> str:
        """Return a Markdown image with the counts and the version of the referee."""
        color = "brightgreen" if self.agrees else "red"
        label = f"patience--referee%20{version('patience-referee')}"
        agreement = f"{self.agreed}%20of%20{self.asked.total()}%20agree"
        return f"![conformance](https://img.shields.io/badge/{label}-{agreement}-{color})"

    def as_json(self) -> dict[str, Any]:
        """Return the report of ``--json``."""
        return {
            "agrees": self.agrees,
            "asked": self.asked.total(),
            "agreed": self.agreed,
            "broken_off": self.engine_error or None,
            "variants": {name: {"asked": asked, "agreed": agreed} for name, asked, agreed in self.rows(0)},
            "expected": {name: {"asked": asked, "agreed": agreed} for name, asked, agreed in self.rows(1)},
            "disagreements": [
                {"source": case.source, "name": case.name, "request": case.request, **difference._asdict()}
                for case, difference in self.disagreements
            ],
            "badge": self.badge(),
        }

    def as_junit(self) -> bytes:
        """Return JUnit XML with a suite for each variant and a test for each case."""
        root = Xml.Element("testsuites", name="patience-referee")
        suites: dict[str, Xml.Element] = {}
        for name, asked, agreed in self.rows(0):
            counts = {"name": name, "tests": str(asked), "failures": str(asked - agreed), "errors": "0"}
            suites[name] = Xml.SubElement(root, "testsuite", counts)
        for case, difference in self.cases:
            suite = suites[case.variant]
            test = Xml.SubElement(suite, "testcase", classname=f"{case.variant}.{case.about}")
            test.set("name", f"{case.source}: {case.name}")
            if difference:
                text = f"{difference.field}: expected {difference.expected}; found {difference.found}"
                Xml.SubElement(test, "failure", message=text)
        if self.engine_error:
            suite = Xml.SubElement(root, "testsuite", name="engine", tests="1", failures="0", errors="1")
            test = Xml.SubElement(suite, "testcase", name="answers")
            Xml.SubElement(test, "error", message=self.engine_error)
        Xml.indent(root)
        document: bytes = Xml.tostring(root, encoding="utf-8", xml_declaration=True)
        return document
