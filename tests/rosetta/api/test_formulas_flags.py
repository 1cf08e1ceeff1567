"""Each flag of `formulas` has a keyword or a method, and both give the same document."""

from __future__ import annotations

import json

import pytest

import rosetta as rs
from rosetta.requests.options import options_of
from rosetta.verbs.formulas import FormulasRequest
from tests.support.in_a_fork import rosetta
from tests.support.masked_documents import masked_document

RING = "3x3:aaaaa,2,0,2,2,0,2"
LARGE = "8"  # a board of which some rows have more than a hundred clauses in an encoding
SAME = [
    (("tents", RING), {}),
    (("tents", RING, "--rule", "row counts"), {"rules": ["row counts"]}),
    (("tents", RING, "--rule", "2", "--rule", "row counts"), {"rules": [2, "row counts"]}),
    (("tents", RING, "--rule", "row counts", "--row", "1"), {"rules": "row counts", "row": 1}),
    (("tents", RING, "--formulation", "borders"), {"formulation": "borders"}),
    (("tents", RING, "--encoding", "cardinality=totalizer"), {"encodings": {"cardinality": "totalizer"}}),
    (("tents", RING, "--encoding", "cardinality=auto"), {"encodings": {"cardinality": "auto"}}),
    (("starbattle", LARGE, "--rule", "1", "--all"), {"rules": [1], "everything": True}),
]


@pytest.mark.parametrize(("words", "keywords"), SAME, ids=str)
def test_the_same_document_by_flag_and_by_keyword(words, keywords):
    document = json.loads(rosetta("formulas", *words, "--json").stdout)
    del document["command"]  # which a program has not
    loaded = rs.load(*words[:2])
    shown = rs.formulas(loaded, **keywords)
    assert masked_document(shown.to_json()) == masked_document(document)
    if keywords and keywords != {"encodings": {"cardinality": "auto"}}:  # else the same by both would say nothing
        assert rs.formulas(loaded, **dict(list(keywords.items())[:-1])).rules != shown.rules


def test_every_flag_is_compared():
    compared = {name for _, keywords in SAME for name in keywords}
    assert compared == {each.name for each in options_of(FormulasRequest) if each.flags}


def test_rules_in_every_form():
    """One by itself, several, none; without a keyword."""
    ring = rs.load("tents", RING)
    assert rs.formulas(ring, "row counts").rules == rs.formulas(ring, ("row counts",)).rules
    assert rs.formulas(ring, []).rules == rs.formulas(ring).rules == rs.formulas(ring, rules=None).rules
    for wrong in (3, [None], [True], [["row counts"]], b"row"):
        with pytest.raises(ValueError, match=r"rules: expected a list of numbers and texts, found"):
            rs.formulas(ring, wrong)


def test_a_parameter_of_the_puzzle_with_the_same_flag():
    """`--rule open` is a rule of the game, and the next one a rule to show; what is wrong is told by the flag."""
    document = json.loads(rosetta("formulas", "lightsout", "3", "--rule", "open", "--rule", "1", "--json").stdout)
    del document["command"]
    shown = rs.formulas(rs.load("lightsout", 3, rule="open"), [1])
    assert masked_document(shown.to_json()) == masked_document(document)
    assert shown.rules != rs.formulas(rs.load("lightsout", 3), [1]).rules
    words = ("lightsout", "3", "--rule", "open", "--rule", "1", "--encoding", "parity")
    assert rosetta("formulas", *words).stderr.startswith("rosetta: --encoding: expected FORM=NAME")


@pytest.mark.parametrize("everything", [False, True])
def test_the_page_and_the_document_of_latex(tmp_path, everything):
    """What the command writes; a page has the command besides."""
    shown = rs.formulas(rs.load("starbattle", LARGE), [1], everything=everything)
    page, document = tmp_path / "page.html", tmp_path / "rules.tex"
    more = ["--all"] if everything else []
    words = ("starbattle", LARGE, "--rule", "1", *more, "--html", str(page), "--latex", str(document))
    assert rosetta("formulas", *words).returncode == 0
    assert shown.to_latex() == document.read_text("utf-8")
    assert shown.to_latex(document) == document.read_text("utf-8")  # ours, so it may be written again
    typed = page.read_text("utf-8")
    assert typed.count("<svg") == shown.to_html().count("<svg") > 0
    assert ("python -m models.formulas" in typed, "python -m models.formulas" in shown.to_html()) == (True, False)


def test_a_row_of_which_rule():
    """In the words of who asks."""
    ring = rs.load("tents", RING)
    with pytest.raises(ValueError, match=r"^row 1: of which rule\? rules chooses one: 1 'each tree"):
        rs.formulas(ring, row=1)
    refused = rosetta("formulas", "tents", RING, "--row", "1").stderr
    assert refused.startswith("rosetta: --row 1: of which rule? --rule chooses one: 1 'each tree")


def test_what_cannot_be_is_told_before_any_work():
    for words, says in (
        (("--html", "/"), "'/': expected the name of a file in an existing folder"),
        (("--latex", "/"), "'/': expected the name of a file in an existing folder"),
        (("another", "--html", "page"), "--html: a page is about one instance; here are 2"),
        (("another", "--latex", "page"), "--latex: a document is about one instance; here are 2"),
    ):
        refused = rosetta("formulas", "tents", "no such board", *words)
        assert (refused.returncode, refused.stderr) == (2, f"rosetta: {says}\n")
