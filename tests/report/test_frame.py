"""Every page: foreign text stays text, only drawings go in as they are, no script runs but the page's own."""

from __future__ import annotations

import base64
import hashlib
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest
from jinja2 import UndefinedError

from report.comparison.page import comparisons_html
from report.comparison.records import Race, Racer
from report.explanation.page import explanation_html
from report.explanation.records import Change, Clash, ExampleSolutions, ExplainedStep, Explanation, Grading, RowName
from report.formulas.page import formulas_html
from report.formulas.records import (
    Call,
    Clause,
    LinearSum,
    Lowering,
    ModelFormulas,
    Rule,
    ShownLiteral,
    Symbol,
    Term,
    VariableName,
)
from report.frame import render_page
from report.reproduction.page import reproduction_html
from report.reproduction.records import VERDICTS, Chapter, Figure, Line, Note, Table
from tests.report.comparison.test_page import Page
from tests.support.places import ROOT
from tests.support.report_samples import CNF, CPSAT, REFUSED, WRONG, board, changed, comparison, svg

HOSTILE = "<script>alert(1)</script><b>&amp;\"'</b>{{7*7}}{%\x00\x1b[2J"
FIXED = {"verdict", "status", "kind", "target", "way", "svg", "seconds", "size", "limits"}  # these fields are ours

RACERS = (
    Racer("cpsat", "cp-sat", "listed", 9, True, 0.5, 1.0, 5, "correct", "verified", note="slow"),
    Racer("cnf", "cadical", "counted", 4, False, 0.5, 1.0, 0, "wrong", None, ("says so",)),
)
NOTED = changed(CPSAT, note="a note", stats={"nodes": 3}, second={"tents": []}, derived=0.5, special=True)
ENCODED = changed(CNF, encoding="parity=chain sums=ladder", formulation="merged", verdict="none", status="unknown")
COMPARED = comparison(
    "disagree", NOTED, ENCODED, WRONG, REFUSED, boards=(board("a", "x"), replace(board("b", "y"), svg="")),
    race=Race("default", RACERS, 9, "disagree"), machine="a machine",
)  # fmt: skip

ROW = RowName("a rule", 1, "row 1", "2")
STEP = ExplainedStep(1, "sum", 2, (ROW,), ("first", "second"), "so", ("name",), ("fact",), svg=svg("s"))
EXPLAINED = Explanation(
    "tents", "Tents", "generated", "id", "default", "command", "several", "headline",
    (STEP, replace(STEP, reasons=("x",))), (), None, None, False, "a note", 0.1,
    difficulty=Grading("easy", 0, None, 1, 0, 0, 0, True),
    solutions=ExampleSolutions((), "first", "second", "by two cells", svg("s")), lead="lead",
)  # fmt: skip
CLASH = Clash((ROW,), (replace(ROW, rule="another rule"),), ("why", "and why"), svg("c"))
CLASHING = replace(EXPLAINED, clashes=(CLASH, replace(CLASH, reasons=())), changes=(Change(ROW, "3", 2),))

X = ShownLiteral(Symbol("x", 1), False)
ENCODING = Lowering("cnf", (Clause((X,)),), 3, "ladder", True, 1, 2, 3, reference="somebody", note="a note")
RULE = Rule(
    1, "a rule", "linear row", 2, 0, (LinearSum((Term(2, X),), 0, 1, "linear"),), (Call("exactly_one", (X,), X),),
    "sums", 30, tuple(VariableName(Symbol("x", i), f"cell {i}", (0, 2)) for i in range(26)),
    (ENCODING, replace(ENCODING, encoding="direct", refused=True), Lowering("cpsat", (Call("sum", (X,)),), note="n")),
    svg("r"),
)  # fmt: skip
MODEL = ModelFormulas(
    "tents", "Tents", "id", "generated", "default", "command", "", "", (RULE, Rule(2, "b", "c", 0)), 2
)

CHAPTER = Chapter(
    "item", "title", "source", "shows", "command",
    [*(Line("claim", "1", "2", verdict, "reason") for verdict in VERDICTS),
     Table("t", ["a", "b"], [["x", 1]], "caption"), Note("note"), Figure("f", "text"), Figure("g", "", svg("g"))],
)  # fmt: skip

PAGES: list[tuple[Callable[[Any], str], Any]] = [
    (lambda record: comparisons_html([record], "one"), COMPARED),
    (lambda record: comparisons_html([record] * 4, record.machine), COMPARED),
    (explanation_html, EXPLAINED),
    (explanation_html, CLASHING),
    (formulas_html, MODEL),
    (lambda record: reproduction_html([record]), CHAPTER),
]
NAMES = ["comparison", "comparisons", "steps", "conflicts", "formulas", "reproduction"]
every_page = pytest.mark.parametrize(("page", "record"), PAGES, ids=NAMES)


def with_tail(value: Any, tail: str) -> Any:
    """The record with this behind every text that may be foreign."""
    if isinstance(value, str):
        return value + tail if value else value
    if is_dataclass(value):
        names = [field.name for field in fields(value) if field.name not in FIXED]
        return replace(value, **{name: with_tail(getattr(value, name), tail) for name in names})
    if isinstance(value, Mapping):
        return {with_tail(key, tail): with_tail(item, tail) for key, item in value.items()}
    if isinstance(value, list | tuple) and not hasattr(value, "_fields"):
        return type(value)(with_tail(item, tail) for item in value)
    return value


def structure(html: str) -> list[tuple[str, list[str]]]:
    """The elements of a page, with the names of their attributes."""
    return [(tag, list(attributes)) for tag, attributes in Page(html).tags]


@every_page
def test_foreign_text_stays_text(page, record):
    """Whatever stands in a record, the page has the same elements, shows the text, and holds no control character."""
    hostile = page(with_tail(record, HOSTILE))
    assert structure(hostile) == structure(page(with_tail(record, "harmless")))
    assert Page(hostile).text.count("<script>alert(1)</script><b>&amp;\"'</b>{{7*7}}{%") > 8
    assert not {c for c in hostile if not c.isprintable()} - {"\n"}


@every_page
def test_a_page_opens_with_a_policy_for_its_own_script(page, record):
    """Nothing is loaded, and of scripts only the one whose hash is in the policy runs."""
    html = page(record)
    scripts = re.findall(r"<script>(.*?)</script>", html, re.DOTALL)
    hashes = [base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts]
    (policy,) = [attributes["content"] for _, attributes in Page(html).tags if "http-equiv" in attributes]
    directives = [part for part in str(policy).split("; ") if part != "img-src data:"]
    assert html.startswith("<!DOCTYPE html>\n")
    assert directives == [
        "default-src 'none'",
        "style-src 'unsafe-inline'",
        *(f"script-src 'sha256-{digest}'" for digest in hashes),
    ]


def test_only_drawings_and_scripts_go_in_as_they_are():
    """And scripts of our own: two places in one template, and none in Python."""
    texts = [path.read_text("utf-8") for path in (ROOT / "report").rglob("*") if path.suffix in (".html", ".py")]
    assert sum(len(re.findall(r"\|\s*safe\b", text)) for text in texts) == 2
    assert not [text for text in texts if re.search(r"Markup|\{%-?\s*autoescape", text)]


def test_what_a_template_does_not_know_is_an_error():
    given = {"explanation": replace(EXPLAINED, steps=()), "conflicts": [], "caption": ""}
    given |= {"taught": False, "labelled": False}
    with pytest.raises(UndefinedError, match="'summary' is undefined"):
        render_page("explanation/page.html", **given)


@pytest.mark.sample(1)
@pytest.mark.parametrize("arguments", [["solve", "tents", "4"], ["compare", "tents", "4", "--backends", "cnf"]])
def test_templates_are_not_loaded_where_no_page_is_written(arguments):
    code = (
        "import sys; from rosetta.commands.main import run_verb\n"
        f"run_verb({arguments[0]!r}, {arguments[1:]!r}); assert 'jinja2' not in sys.modules"
    )
    process = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert process.returncode == 0, process.stderr


def test_what_pages_are_made_of_is_in_the_wheel():
    """Every kind of file in this package stands in setup.py."""
    others = {
        path for path in (ROOT / "report").rglob("*.*") if "__pycache__" not in path.parts and path.suffix != ".py"
    }
    patterns = (ROOT / "setup.py").read_text("utf-8")
    suffixes = {path.suffix for path in others if path.name != "jsconfig.json"}
    assert suffixes == {".css", ".html", ".js"}
    assert all(f'"*{suffix}"' in patterns for suffix in suffixes)
