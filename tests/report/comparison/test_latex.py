"""Tables for LaTeX: whole, escaped, and as long as a page."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from report.comparison.latex import ROWS_PER_TABLE, comparisons_latex
from report.comparison.records import Comparison
from tests.support.latex_captions import captions
from tests.support.report_samples import AGREE, CPSAT, DISAGREE, EVERY, NASTY_ONE, changed, comparison

LONG = comparison("agree", *(changed(CPSAT, backend=f"solver_{i}") for i in range(2 * ROWS_PER_TABLE + 1)))
SHARP = comparison(
    "agree", changed(CPSAT, backend=r"a_b%c&d#e{f}$g~h^i\j[k]"), source=r"\input{x} % & 100 %", boards=()
)


@pytest.mark.parametrize("sample", [*EVERY, LONG, SHARP], ids=lambda c: c.verdict)
def test_every_row_has_a_cell_per_column(sample: Comparison) -> None:
    """Environments balance, and no text from outside adds a column, ends a line or opens a comment."""
    text = comparisons_latex([sample])
    assert re.findall(r"\\begin\{(\w+)\}", text).count("tabular") == text.count(r"\end{tabular}")
    assert text.count(r"\begin{table}") == text.count(r"\end{table}") == text.count(r"\caption{")
    for kinds, body in re.findall(r"\\begin\{tabular\}\{@\{\}([lr]+)@\{\}\}\n(.*?)\\end\{tabular\}", text, re.DOTALL):
        rows = [line for line in body.splitlines() if line.endswith(r" \\")]
        assert rows
        assert all(len(re.findall(r"(?<!\\)&", row)) == len(kinds) - 1 for row in rows)
    assert all(len(caption.split()) <= 60 for caption in captions(text))
    assert text.isascii()
    assert not re.search(r"(?<!\\)[%#]", "\n".join(text.splitlines()[2:]))


def test_the_caption_says_where_the_times_are_from() -> None:
    text = comparisons_latex([AGREE])
    assert "Machine: Linux x86\\_64, 2 cores, Python 3.11." in text
    assert "Versions: cp-{}sat 9.15, cadical195 1.9.5, CBC 2.10.3." in text
    assert "Times in ms; ratio to the fastest correct run" in text
    assert r"6.3$\times$" in text
    assert "WRONG" in comparisons_latex([DISAGREE])


def test_a_long_table_comes_in_several() -> None:
    text = comparisons_latex([LONG])
    assert text.count(r"\begin{tabular}") == 3
    assert text.count("(continued).") == 2
    assert all(f"solver\\_{i} " in text for i in range(2 * ROWS_PER_TABLE + 1))


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
def test_it_compiles(tmp_path: Path) -> None:
    table = comparisons_latex([AGREE, NASTY_ONE, SHARP])
    head = r"\documentclass{article}\usepackage{booktabs}\begin{document}"
    (tmp_path / "table.tex").write_text("\n".join([head, table, r"\end{document}"]))
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "table.tex"]
    assert subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=60).returncode == 0
