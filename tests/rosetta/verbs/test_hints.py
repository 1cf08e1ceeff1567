"""What is asked for by a wrong word is refused before any work, with what may have been meant."""

from __future__ import annotations

import pytest

import rosetta as rs
from rosetta.commands.main import run_verb

RING = "3x3:aaaaa,2,0,2,2,0,2"
LINES = [
    ("solve tents 5 --noise 0.1", "--noise: a setting of walksat, which the line does not name"),
    ("compare tents 5 --heuristic jw", "--heuristic: a setting of walksat, which the line does not name"),
    ("explain tents 5 --steps 3", "unknown option --steps; what is a keyword of that name in Python is --to here"),
    ("formulas tents 5 --everything", "what is a keyword of that name in Python is --all here"),
    ("compare tents 5 --backends cpsat cnf", "WHAT: 'cnf' is a backend; several of them have commas between: A,B"),
    ("compare tents 5 tents 6", "WHAT: 'tents' is a puzzle; expected boards"),
    ("solve tents 5 akari", "WHAT: 'akari' is a puzzle; expected boards"),
    ("solve tents 4 --encoding all", "--encoding: expected FORM=NAME"),
    ("count tents 4 --encoding all", "--encoding: expected FORM=NAME"),
    ("convert tents 4 --to dimacs --encoding all", "--encoding: expected FORM=NAME"),
    ("fuzz --minutes -1", "--minutes: expected a number of minutes above 0, found '-1'"),
    ("fuzz --models 2 --bare 20", "unknown option --bare"),
    ("compare tents 5 --reread", "--reread: expected a solver's file"),
]
CALLS = [
    (rs.explain, {"to": 3}, TypeError, "what is --to on a command line is 'steps' here"),
    (rs.solve, {"limit": 3}, TypeError, "what is --limit on a command line is 'answers' here"),
    (rs.compare, {"encoding": "all"}, TypeError, "what is --encoding on a command line is 'encodings' here"),
    (rs.solve, {"json": True}, TypeError, r"see to_json\(\) of the result"),
    (rs.compare, {"html": "a.html"}, TypeError, r"see to_html\(FILE\) of the result"),
    (rs.solve, {"settings": {"noise": 0.1}}, ValueError, "^settings: expected the backend that they are of"),
    (rs.compare, {"settings": {"noise": 0.1}}, ValueError, "^settings: expected the backend that they are of"),
    (rs.compare, {"reread": True}, ValueError, "^reread: expected a solver's file"),
]


@pytest.mark.parametrize(("line", "message"), LINES)
def test_a_wrong_word_of_a_line(line, message, capsys):
    verb, *words = line.split()
    try:
        code = run_verb(verb, words)
    except SystemExit as end:  # the parser's
        code = end.code
    output = capsys.readouterr()
    assert code == 2
    assert output.out == ""
    assert message in output.err


@pytest.mark.parametrize(("function", "keywords", "error", "message"), CALLS)
def test_a_wrong_keyword_of_a_call(function, keywords, error, message):
    with pytest.raises(error, match=message):
        function(rs.load("tents", RING), **keywords)


def test_a_page_does_not_fill_a_notebook():
    page = rs.formulas(rs.load("tents", RING)).to_html()
    assert page.startswith("<!")
    assert repr(page) == f"<text of {len(page):,} characters>"
