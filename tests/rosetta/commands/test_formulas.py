"""The page and the JSON of `formulas`, and the verb as a person calls it."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from report.formulas.json_document import formulas_document
from report.formulas.notation import formula_text
from report.formulas.page import formulas_html
from report.formulas.records import (
    Call,
    Cardinality,
    Clause,
    Cost,
    LinearSum,
    Lowering,
    ModelFormulas,
    Parity,
    Rule,
    ShownLiteral,
    Symbol,
    Term,
    VariableName,
)
from report.formulas.text import formulas_text
from report.frame import environment
from report.provenance import provenance
from report.saving import MARK
from rosetta.studies.formulas.formulas import rule_formulas
from tests.report.comparison.test_page import Page
from tests.rosetta.studies.formulas.test_formulas import SMALL, question_of
from tests.support.in_a_fork import rosetta

X1, X2, Y3 = ShownLiteral(Symbol("x", 1)), ShownLiteral(Symbol("x", 2), False), ShownLiteral(Symbol("y", 3))
AT_LEAST = ShownLiteral(Symbol("x", 4, -2), False)

WRITTEN = [
    (Clause((X1, X2, AT_LEAST)), "(x1 or -x2 or -[x4 >= -2])"),
    (Clause(()), "(false)"),
    (Clause((X1,), 3), "(x1, else pay 3)"),
    (Cardinality((X1, X2), 2, 2), "exactly 2 of x1, -x2"),
    (Cardinality((X1, X2), None, 1, Y3), "if y3: at most 1 of x1, -x2"),
    (Cardinality((X1, X2), 1, None), "at least 1 of x1, -x2"),
    (Cardinality((X1, X2), 0, 1), "0 to 1 of x1, -x2"),
    (Parity((X1, X2), False), "an even number of x1, -x2"),
    (Cardinality((), 1, 1), "exactly 1 of no literals"),
    (LinearSum((Term(-1, X1), Term(3, Y3), Term(-2, X2)), None, -4), "-x1 + 3 y3 - 2 (1 - x2) <= -4"),
    (LinearSum((Term(1, X1),), 1, None), "x1 >= 1"),
    (LinearSum((Term(1, X1),), 1, 1), "x1 = 1"),
    (LinearSum((Term(1, X1),), 1, 1, "linear", X2), "if -x2: linear 1 <= x1 <= 1"),
    (LinearSum((), None, 0), "0 <= 0"),
    (Call("bool_xor", (X1, X2), Y3), "if y3: bool_xor(x1, -x2)"),
    (Cost((Term(2, X1), Term(-1, Y3)), -3), "minimise 2 x1 - y3 - 3"),
    (Cost((Term(2.5, X1), Term(-1, Y3)), maximised=True), "maximise 2.5 x1 - y3"),
]


@pytest.mark.parametrize(("formula", "text"), WRITTEN, ids=[text for _, text in WRITTEN])
def test_a_formula_as_text_and_typeset(formula, text: str) -> None:
    """The same formula both ways: typeset, its signs put back into ASCII, it is the text, but for parities."""
    assert formula_text(formula) == text
    plain = re.sub(r"<[^>]*>", "", typeset(formula))
    signs = {"¬": "-", "\N{LOGICAL OR}": "or", "≤": "<=", "≥": ">=", "\N{MINUS SIGN}": "-", "&nbsp;": " "}
    for sign, word in signs.items():
        plain = plain.replace(sign, word)
    plain = re.sub(r"(\S+) ⇒ ", r"if \1: ", plain)
    if isinstance(formula, Parity):
        assert plain == "x1 ⊕ -x2 = 0"
    else:
        assert plain == text


def typeset(formula) -> str:
    """As the page has it."""
    return str(environment().get_template("formulas/typeset.html").module.formula(formula))


@pytest.mark.sample(2)
@pytest.mark.parametrize("case", range(len(SMALL)))
def test_the_page_is_well_formed_loads_nothing_and_marks_cells(case: int) -> None:
    name, what, choices, formulation = SMALL[case]
    resolved, question = question_of(name, what, choices)
    formulas = rule_formulas(question, resolved, formulation, pictures=True, most=20)
    text = formulas_html(formulas)
    page = Page(text)
    assert MARK in text[:3000]
    assert not {tag for tag, _ in page.tags} & {"script", "link", "img", "iframe", "object"}
    assert not [a for _, attrs in page.tags for a in attrs if a in ("src", "onclick", "onload")]
    assert all(attrs["href"].startswith("#") for tag, attrs in page.tags if tag == "a")
    ids = [attrs["id"] for _, attrs in page.tags if "id" in attrs]
    assert len(ids) == len(set(ids))
    for rule in formulas.rules:
        assert f'id="r{rule.number}"' in text
        if rule.row_formulas:
            assert re.search(r'stroke="#(7b3fb5|a35be0)"', rule.svg), "cells are marked"
    assert "<sub>1</sub>" in text


def test_the_marks_of_a_row_are_its_cells() -> None:
    """Row 2 of the row counts of a board of five columns: five frames, all in that row."""
    resolved, question = question_of("tents", "5", {})
    (rule,) = rule_formulas(question, resolved, "default", rules=("row counts",), row=2, pictures=True).rules
    (frames,) = re.findall(r'<path d="([^"]*)" fill="#7b3fb5"', rule.svg)
    corners = re.findall(r"M(\d+) (\d+)", frames)
    assert corners == [(str(24 * c), "48") for c in range(5)]


def test_nothing_foreign_gets_into_the_page() -> None:
    evil = "<script>alert(1)</script>"
    x = VariableName(Symbol("x", 1), evil)
    lowering = Lowering("cnf", (Clause((X1,)),), encoding=evil, note=evil, rows=1)
    rule = Rule(
        1,
        evil,
        evil,
        1,
        0,
        (Clause((X1,)),),
        form=evil,
        variables=1,
        names=(x,),
        lowerings=(lowering, Lowering("cpsat", ())),
    )
    page = formulas_html(ModelFormulas(evil, evil, evil, evil, evil, evil, "", "", (rule,), 1))
    assert "<script" not in page
    assert page.count("&lt;script") > 8


def test_json_says_what_the_text_says() -> None:
    resolved, question = question_of("tents", "5", {})
    formulas = rule_formulas(question, resolved, "default", most=10**9)
    document = formulas_document(formulas, provenance("", {}, ()))
    text = formulas_text(formulas, False, 100_000, everything=True)
    assert [rule["rule"] for rule in document["rules"]] == [
        block.sentence for block in question.model("default").blocks
    ]
    for rule in document["rules"]:
        assert all(f"{name['variable']} {name['means']}" in text for name in rule["variables"])
        for lowering in rule["lowerings"]:
            assert lowering["omitted"] == 0
            assert len(lowering["formulas"]) == lowering["size"]["rows"]
            assert all(formula in text for formula in lowering["formulas"])


def test_the_verb(tmp_path) -> None:
    """Text, page and JSON by one command each; what is wrong is told with what there is."""
    page = tmp_path / "page.html"
    completed = rosetta("formulas", "lightsout", "3", "--rule", "presses reach", "--html", str(page))
    assert completed.returncode == 0, completed.stderr
    assert all(each in completed.stdout for each in ("parity-chain", "press R1C1"))
    assert max(map(len, completed.stdout.splitlines())) <= 100  # columns of a line in a pipe
    assert "<!DOCTYPE html>" in page.read_text("utf-8")
    completed = rosetta("formulas", "lightsout", "3", "--rule", "open", "--rule", "1", "--json")
    (rule,) = json.loads(completed.stdout)["rules"]
    assert rule["number"] == 1
    assert len(rule["variables"]) == 3, "the rule `open` of the puzzle: not the lamp's own button"
    completed = rosetta("formulas", "tents", "5", "--rule", "lamps")
    assert (completed.returncode, completed.stdout) == (2, "")
    assert completed.stderr.startswith("rosetta: --rule: ")


def test_sizes_need_no_puzzle() -> None:
    completed = rosetta("formulas", "--sizes", "at-most-one", "8")
    assert completed.returncode == 0, completed.stderr
    assert "pairwise" in completed.stdout
    completed = rosetta("formulas", "--sizes", "nothing")
    assert completed.returncode == 2
    assert "formulas --sizes: error: " in completed.stderr


def test_a_row_without_literals_has_its_words() -> None:
    """Modulo 2, nothing is left of the row that counts the dark cells under each of the five tetrominoes."""
    completed = rosetta("formulas", "tiling", "tetrominoes:4x5", "--formulation", "coloured", "--rule", "3")
    assert "row 0: an odd number of no literals" in completed.stdout


def test_the_command_that_repeats_what_came_from_stdin_names_the_board() -> None:
    completed = rosetta("formulas", "akari", "-", "--rule", "1", input="3\n__0\n#__\n___\n")
    assert "\nrepeat  python -m models.formulas akari 3x3:b0Be --rule 1\n" in completed.stdout


def test_the_integer_that_a_row_is_about_is_named() -> None:
    """Eight Booleans with long names before it: where not all have room, the integer has."""
    flags = [
        VariableName(Symbol("x", i), f"the {i}th of the things that this row counts, told at some length")
        for i in range(1, 9)
    ]
    count = VariableName(Symbol("x", 9), "how many of these things there are on the board, all in all", (0, 8))
    rule = Rule(
        1, "counted", "linear row", 1, row=0, row_formulas=(Cardinality((), 1, 1),), variables=9, names=(*flags, count)
    )
    rule = replace(rule, lowerings=(Lowering("cpsat", ()),))
    text = formulas_text(ModelFormulas("p", "P", "id", "", "default", "", "", "", (rule,), 1), False, 80)
    assert "x9 how many of these things" in text
    assert "x5 the" not in text
    assert "... and 4 more variables" in text
    assert text.index("x4 the") < text.index("x9 how")


@pytest.mark.parametrize(
    ("name", "why"),
    [("nope", "'nope' is unknown"), ("merged", "'merged' is made on the way to a solver, and is not to be read")],
)
def test_formulations_that_cannot_be_shown_are_not_offered(name: str, why: str) -> None:
    completed = rosetta("formulas", "tents", "4", "--formulation", name)
    assert (completed.returncode, completed.stdout) == (2, "")
    assert why in completed.stderr
    assert completed.stderr.rstrip().endswith("; tents has default, borders, source-ilp, source-cnf")
