"""The document of `formulas --latex`: formulas typeset, text escaped, nothing left open, so that it compiles."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from models.puzzles.registry import names
from report.formulas.latex import formula_latex, formulas_latex
from report.formulas.records import Call, Cardinality, Clause, Cost, LinearSum, Parity, ShownLiteral, Symbol, Term
from report.saving import MARK
from rosetta.studies.formulas.formulas import rule_formulas
from tests.rosetta.studies.formulas.test_formulas import question_of
from tests.support.in_a_fork import rosetta

X1, X2, Y3 = ShownLiteral(Symbol("x", 1)), ShownLiteral(Symbol("x", 2), False), ShownLiteral(Symbol("y", 3))
AT_LEAST = ShownLiteral(Symbol("x", 4, -2), False)
TINY = {"tiling": "slothouber-graatsma"}  # other puzzles: a board of four rows
SYMBOL = r"(?:[yz](?!\w)|[xyz]_\{\d+\}|\[[xyz]_\{\d+\} \\ge -?\d+\])"
MATHS = re.compile(
    rf"(?:{SYMBOL}|\\(?:neg|vee|oplus|le|ge|Rightarrow|,|text\{{false\}})|\{{\}}|[-+=() \d*^]|\^\{{\*\}})*"
)


@pytest.mark.parametrize(
    ("formula", "text"),
    [
        (Clause((X1, X2, AT_LEAST)), r"$(x_{1} \vee \neg x_{2} \vee \neg [x_{4} \ge -2])$"),
        (Clause(()), r"$(\text{false})$"),
        (Clause((X1,), 3), "$(x_{1})$, else pay 3"),
        (Cardinality((X1, X2), 2, 2), r"exactly 2 of $x_{1}$, $\neg x_{2}$"),
        (Cardinality((), None, 1, Y3), r"$y_{3} \Rightarrow {}$ at most 1 of no literals"),
        (Parity((X1, X2), True), r"$x_{1} \oplus \neg x_{2} = 1$"),
        (Parity((), False), "an even number of no literals"),
        (
            LinearSum((Term(-1, X1), Term(3, Y3), Term(-2, X2)), None, -4),
            r"$-x_{1} + 3\,y_{3} - 2\,(1 - x_{2}) \le -4$",
        ),
        (LinearSum((Term(1, X1),), 1, 1, "a_b", X2), r"$\neg x_{2} \Rightarrow {}$ \texttt{a\_b} $1 \le x_{1} \le 1$"),
        (LinearSum((), None, 0), r"$0 \le 0$"),
        (LinearSum((Term(1, X1),), 1, 1), "$x_{1} = 1$"),
        (Call("bool_xor", (X1, X2)), r"\texttt{bool\_xor}($x_{1}$, $\neg x_{2}$)"),
        (Cost((Term(2, X1), Term(-1, Y3)), -3), r"minimise $2\,x_{1} - y_{3} - 3$"),
        (Cost((Term(2.5, X1),), 0, True), r"maximise $2.5\,x_{1}$"),
    ],
)
def test_formulas(formula, text):
    assert formula_latex(formula) == text


def check_balanced(text: str) -> None:
    """Environments and braces are closed in order, formulas hold nothing but formulas, rows have their cells."""
    assert text.isascii()
    opened, cells = [], None
    for kind, name in re.findall(r"\\(begin|end)\{(\w+)\}", text):
        if kind == "begin":
            opened.append(name)
        else:
            assert opened.pop() == name
    assert not opened
    bare = re.sub(r"\\[\\{}$%&#_]", "", text)
    depth = 0
    for letter in bare:
        depth += (letter == "{") - (letter == "}")
        assert depth >= 0
    assert depth == 0
    for maths in bare.split("$")[1::2]:
        assert MATHS.fullmatch(maths), maths
    assert bare.count("$") % 2 == 0
    for line in text.splitlines():
        if line.startswith(r"\begin{tabular}"):
            cells = len(re.fullmatch(r"\\begin\{tabular\}\{(?:@\{\})?([lrcX]+)(?:@\{\})?\}", line)[1])
        elif line.startswith(r"\begin{longtable}"):
            cells = 2
        elif line.startswith((r"\end{tabular}", r"\end{longtable}")):
            cells = None
        elif cells and not re.fullmatch(r"\\(toprule|midrule|bottomrule|endhead)", line):
            assert line.endswith(r" \\")
            assert len(re.findall(r"(?<!\\)&", line)) == cells - 1
        else:
            assert not re.search(r"(?<!\\)[&#^]", re.sub(r"\$[^$]*\$", "", line))


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("everything", [False, True])
def test_the_document_of_every_puzzle(name, everything):
    """Each rule has its sentence; everything: no clause is left out that is in the record."""
    resolved, question = question_of(name, TINY.get(name, "4"), {})
    model = rule_formulas(question, resolved, next(iter(question.puzzle.formulations)))
    text = formulas_latex(model, everything)
    check_balanced(text)
    assert MARK in text[:100]
    for rule in model.rules:
        assert rf"\subsection*{{{rule.number}. " in text
    clauses = [formula for rule in model.rules for each in rule.lowerings if each.encoding for formula in each.formulas]
    assert all(formula_latex(formula) in text for formula in clauses) or not everything


def test_foreign_text_is_only_text():
    """Names of vertices, IDs and notes may hold whatever they like."""
    resolved, question = question_of("tents", "4", {})
    model = rule_formulas(question, resolved, "default")
    nasty = r"}\end{document}$&#_^%~\[]"
    rules = tuple(
        replace(
            rule,
            sentence=nasty,
            names=tuple(replace(name, words=nasty) for name in rule.names),
            lowerings=tuple(replace(each, note=nasty) for each in rule.lowerings),
        )
        for rule in model.rules
    )
    text = formulas_latex(replace(model, rules=rules, id=nasty, title=nasty, formulation=nasty), True)
    check_balanced(text)
    assert text.count(r"\end{document}") == 1


def test_the_verb(tmp_path):
    """It writes the file and says so, replaces its own, and nothing else."""
    target = tmp_path / "f.tex"
    for _ in range(2):
        run = rosetta("formulas", "tents", "4", "--latex", str(target))
        assert (run.returncode, run.stderr) == (0, f"document written to {target}\n")
    assert target.read_text("utf-8").endswith("\\end{document}\n")
    target.write_text("mine", "utf-8")
    assert rosetta("formulas", "tents", "4", "--latex", str(target)).returncode == 2
