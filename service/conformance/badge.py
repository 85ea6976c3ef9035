"""The result of a conformance test, as counts, JSON, JUnit XML and a badge.

The badge names what was shown and is withheld if anything differs: the version of the kit, the variants, and
each aspect that the engine answers (verdicts, reasons, outcomes, legal moves).
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import quote
from xml.etree import ElementTree as Xml

from patience.games import VARIANTS
from service.conformance.cases import Case
from service.conformance.comparison import ASPECTS, VERDICTS, Difference, Finding
from service.conformance.explanations import rule_broken

MOST_KEPT: Final = 100
"""Disagreements of which the report contains the whole request."""

_MOST_NAMED: Final = 3
"""Variants that the badge names; more are counted."""


@dataclass
class Report:
    """The findings of a test."""

    kit: str
    """The version of the kit."""
    cases: list[tuple[Case, list[Finding]]] = field(default_factory=list)
    not_offered: Counter[tuple[str, str]] = field(default_factory=Counter)
    """By variant and reason, the number of requests that the engine does not judge."""
    engine_error: str = ""
    """Why the engine stopped answering; empty if it answered everything."""

    def add(self, case: Case, findings: Iterable[Finding]) -> None:
        """Add the findings of one answer."""
        self.cases.append((case, list(findings)))

    def answered(self) -> list[str]:
        """Return the aspects that the engine answered at least once."""
        given = {finding.aspect for _, findings in self.cases for finding in findings if not finding.missing}
        return [aspect for aspect in ASPECTS if aspect in given]

    def disagreements(self) -> list[tuple[Case, Difference]]:
        """Return the first difference of each case that has one in an aspect that the engine answers."""
        answered = {VERDICTS, *self.answered()}
        differing = []
        for case, findings in self.cases:
            differences = [found.difference for found in findings if found.aspect in answered]
            differing += [(case, difference) for difference in differences if difference][:1]
        return differing

    @property
    def agrees(self) -> bool:
        """Whether every case was asked, at least one was judged, and no answer differs."""
        return bool(self.cases) and not self.engine_error and not self.disagreements()

    def by_aspect(self, variant: str | None = None) -> dict[str, tuple[int, int]]:
        """Return by aspect how often it was asked, of one variant or all, and how often the engine agreed."""
        findings = [
            finding for case, found in self.cases for finding in found if variant in {None, case.variant}
        ]
        asked = Counter(finding.aspect for finding in findings)
        agreed = Counter(finding.aspect for finding in findings if not finding.difference)
        return {aspect: (asked[aspect], agreed[aspect]) for aspect in ASPECTS if asked[aspect]}

    def by_variant(self) -> dict[str, tuple[int, int]]:
        """Return by variant the number of cases and of those that agree."""
        return self._counts([case.variant for case, _ in self.cases], "variant")

    def by_expected(self) -> dict[str, tuple[int, int]]:
        """Return by expected answer, such as a reason, the number of cases and of those that agree."""
        return self._counts([case.about for case, _ in self.cases], "about")

    def options(self) -> dict[str, set[str]]:
        """Return by variant the values of options that were asked, as ``name=value``."""
        asked: dict[str, set[str]] = defaultdict(set)
        for case, _ in self.cases:
            asked[case.variant] |= {
                f"{name}={value}" for name, value in (case.request.get("rules") or {}).items()
            }
        return asked

    def options_left(self) -> dict[str, set[str]]:
        """Return by variant the values in words, other than defaults, that were not asked."""
        left = {}
        for variant, asked in self.options().items():
            every = {
                f"{option.name}={word}"
                for option in VARIANTS[variant].options
                for word in option.words
                if word != option.default
            }
            left[variant] = every - asked
        return left

    def _counts(self, names: Iterable[str], name: str) -> dict[str, tuple[int, int]]:
        differing = Counter(getattr(case, name) for case, _ in self.disagreements())
        return {key: (count, count - differing[key]) for key, count in Counter(names).items()}

    def not_asked(self) -> list[str]:
        """Return the variants that no request was about."""
        asked = {case.variant for case, _ in self.cases} | {variant for variant, _ in self.not_offered}
        return [variant for variant in VARIANTS if variant not in asked]

    def badge(self) -> str:
        """Return a Markdown image that says what was shown; empty if anything differs or is not offered."""
        if not self.agrees or self.not_offered:
            return ""
        variants = list(dict.fromkeys(case.variant for case, _ in self.cases))
        scope = ", ".join(variants)
        if len(variants) > _MOST_NAMED:
            scope = f"{len(variants)} of {len(VARIANTS)} variants"
        if not any(self.options_left().values()):
            scope += ", all options"
        parts = (f"patience-referee kit {self.kit}", f"{', '.join(self.answered())}: {scope}")
        label, message = (quote(part.replace("-", "--").replace("_", "__"), safe="") for part in parts)
        return f"![conformance](https://img.shields.io/badge/{label}-{message}-brightgreen)"

    def as_json(self) -> dict[str, Any]:
        """Return the report of ``--json``."""
        disagreements = self.disagreements()
        counts = {"variants": self.by_variant(), "expected": self.by_expected(), "aspects": self.by_aspect()}
        return {
            "agrees": self.agrees,
            "kit": self.kit,
            "asked": len(self.cases),
            "agreed": len(self.cases) - len(disagreements),
            "broken_off": self.engine_error or None,
            **{
                part: {name: {"asked": asked, "agreed": agreed} for name, (asked, agreed) in rows.items()}
                for part, rows in counts.items()
            },
            "not_offered": [
                {"variant": variant, "reason": reason, "requests": count}
                for (variant, reason), count in self.not_offered.items()
            ],
            "not_answered": [aspect for aspect in ASPECTS if aspect not in self.answered()],
            "options": {name: sorted(asked) for name, asked in self.options().items() if asked},
            "not_asked": self.not_asked(),
            "disagreements": [
                {
                    "source": case.source,
                    "name": case.name,
                    "request": case.request,
                    **difference._asdict(),
                    "rule": rule_broken(case, difference),
                }
                for case, difference in disagreements[:MOST_KEPT]
            ],
            "badge": self.badge() or None,
        }

    def as_junit(self) -> bytes:
        """Return JUnit XML: a suite per variant, a test per case, skipped tests for what is not offered."""
        root = Xml.Element("testsuites", name="patience-referee")
        differences = {id(case): difference for case, difference in self.disagreements()}
        suites: dict[str, Xml.Element] = {}
        for name, (asked, agreed) in self.by_variant().items():
            counts = {"name": name, "tests": str(asked), "failures": str(asked - agreed), "errors": "0"}
            suites[name] = Xml.SubElement(root, "testsuite", counts)
        for case, _ in self.cases:
            test = Xml.SubElement(suites[case.variant], "testcase", classname=f"{case.variant}.{case.about}")
            test.set("name", f"{case.source}: {case.name}")
            if difference := differences.get(id(case)):
                text = f"{difference.field}: expected {difference.expected}; found {difference.found}"
                Xml.SubElement(test, "failure", message=text).text = rule_broken(case, difference)
        if self.not_offered:
            skipped = str(len(self.not_offered))
            suite = Xml.SubElement(root, "testsuite", name="not offered", tests=skipped, skipped=skipped)
            for (variant, reason), count in self.not_offered.items():
                test = Xml.SubElement(suite, "testcase", classname=variant, name=f"{count} requests")
                Xml.SubElement(test, "skipped", message=reason)
        if self.engine_error:
            suite = Xml.SubElement(root, "testsuite", name="engine", tests="1", failures="0", errors="1")
            test = Xml.SubElement(suite, "testcase", name="answers")
            Xml.SubElement(test, "error", message=self.engine_error)
        Xml.indent(root)
        document: bytes = Xml.tostring(root, encoding="utf-8", xml_declaration=True)
        return document
