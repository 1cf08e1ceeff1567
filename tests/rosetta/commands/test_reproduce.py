"""The verb `reproduce`: exit codes, streams, and text that cannot break out of the page or the LaTeX tables."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import replace
from html.parser import HTMLParser
from types import SimpleNamespace

import pytest

from report.latex import escape_latex
from report.reproduction.latex import reproduction_latex
from report.reproduction.page import reproduction_html
from report.reproduction.records import (
    CONTRADICTORY,
    CORRECTED,
    OPEN,
    REFUTED,
    REPRODUCED,
    VERDICTS,
    Chapter,
    Figure,
    Line,
    Note,
    Table,
    comparison_line,
)
from report.reproduction.text import entry_text, heading_text, summary_text
from rosetta.commands.contract import UsageError
from rosetta.commands.main import run_verb
from rosetta.commands.reproduce import _select_items
from rosetta.reproducing import registry
from rosetta.reproducing.records import Item

NASTY = (
    r"""<b> & "q" 'a' \input{x} $50 100% #1 a_b x^2 ~ {}} | -- [opt] `k` é ß π <script>alert(1)</script> """
    + "\N{MULTIPLICATION SIGN}"
)
LONG = "every word of this claim is short and there are so many of them that no line of a terminal holds them all"


def item(*entries, name="fake"):
    """An item that yields these."""
    return Item(name, "a title", "a source", "what it shows", lambda full, seed, watch: iter(entries))


@pytest.fixture
def reproduce(monkeypatch, capsys):
    """Run the verb on an item of these entries: exit code, stdout, stderr."""

    def run(entries, *arguments):
        monkeypatch.setitem(sys.modules, "tests.fake_item", SimpleNamespace(ITEM=item(*entries)))
        monkeypatch.setattr(registry, "MODULES", {"fake": "tests.fake_item"})
        code = run_verb("reproduce", ["fake", *arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


@pytest.mark.parametrize(
    ("verdicts", "code"),
    [
        ((REPRODUCED, CORRECTED, REFUTED), 0),
        ((), 0),
        ((REPRODUCED, OPEN), 3),
        ((OPEN, CONTRADICTORY), 1),
    ],
)
def test_the_exit_code_is_that_of_the_worst_verdict(reproduce, verdicts, code):
    """A fault of ours before an open claim; whatever is settled about the source is success."""
    exit_code, out, _ = reproduce([Line(f"claim {v}", 1, 2, v) for v in verdicts])
    assert exit_code == code
    assert f"{len(verdicts)} claims: " in out
    assert all(f"1 {verdict}" in out for verdict in verdicts)


def test_a_line_says_both_figures_the_error_and_the_reason():
    """And no line of text is wider than a terminal."""
    line = Line(LONG, 12345, 0.8123456, CORRECTED, LONG, error=0.012)
    text = entry_text(line)
    assert " ".join(text.split()) == f"corrected {LONG}: theirs 12,345, ours 0.8123 +- 0.012. {LONG}"
    assert max(map(len, text.splitlines())) <= 80
    assert entry_text(Line("c", None, None, OPEN)) == "open           c"
    with pytest.raises(ValueError, match=r"expected a verdict of reproduced, .*; found 'fine'"):
        Line("c", 1, 1, "fine")


def test_two_exact_numbers_are_equal_or_corrected():
    assert comparison_line("c", 5, 5).verdict == REPRODUCED
    assert comparison_line("c", 5, 6).verdict == CORRECTED


def test_a_table_that_is_too_wide_names_what_it_leaves_out():
    """The first columns stay."""
    table = Table("T", [f"column number {i}" for i in range(9)], [[i * 1000 for i in range(9)]], "caption")
    text = entry_text(table)
    assert max(map(len, text.splitlines())) <= 80
    assert "column number 0" in text
    assert re.search(r"Too narrow for: column number 4,.*column number 8", " ".join(text.split()))


def test_entries_are_shown_as_soon_as_they_are_known(monkeypatch, capsys):
    """The first one is on the screen while the second is being worked out."""

    def slow(full, seed, progress):
        yield Line("first", 1, 1, REPRODUCED)
        assert "first" in capsys.readouterr().out
        yield Note(f"full {full}, seed {seed}")

    fake = Item("fake", "t", "s", "w", slow)
    monkeypatch.setitem(sys.modules, "tests.fake_item", SimpleNamespace(ITEM=fake))
    monkeypatch.setattr(registry, "MODULES", {"fake": "tests.fake_item"})
    assert run_verb("reproduce", ["all", "--full", "--seed", "7"]) == 0
    assert "full True, seed 7" in capsys.readouterr().out


def test_json_is_one_document_with_every_entry(reproduce):
    entries = [Line("c", 1, 1.5, CORRECTED, "r", 0.1), Table("t", ["a"], [[1]]), Figure("f", "x", "<svg/>"), Note("n")]
    code, out, _ = reproduce(entries, "--json", "--seed", "3")
    (document,) = json.loads(out)["items"]
    assert code == 0
    assert document["verdicts"] == {"corrected": 1}
    assert document["command"] == "python -m models.reproduce fake --seed 3"
    assert [entry["kind"] for entry in document["entries"]] == ["line", "table", "figure", "note"]
    assert document["entries"][0]["ours"] == 1.5


class Page(HTMLParser):
    """Elements that are open, text, and everything that starts."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.stack, self.starts, self.texts = [], [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.starts.append(tag)
        if tag not in {"meta"}:
            self.stack.append(tag)

    def handle_endtag(self, tag):
        assert self.stack.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)


NASTY_CHAPTER = Chapter(
    "fake", NASTY, NASTY, NASTY, NASTY,
    [*(Line(NASTY, NASTY, NASTY, verdict, NASTY) for verdict in VERDICTS), Table(NASTY, [NASTY], [[NASTY]], NASTY),
     Note(NASTY), Figure(NASTY, NASTY)],
)  # fmt: skip


def test_the_page_is_well_formed_and_foreign_text_stays_text():
    """All elements are closed; nothing of the text became one; the page asks for nothing."""
    text = reproduction_html([NASTY_CHAPTER])
    page = Page(text)
    assert page.stack == []
    assert "script" not in page.starts
    assert "b" not in page.starts
    assert "".join(page.texts).count("<script>alert(1)</script>") > 10
    assert "default-src 'none'; style-src 'unsafe-inline'; img-src data:\"" in text
    assert not re.search(r"(?:src|href)=\"(?!#)", text)


def test_files_are_written_whole_and_only_over_our_own(reproduce, tmp_path):
    """Pages and LaTeX alike; refused before the work starts."""
    page, tables, foreign = tmp_path / "a.html", tmp_path / "a.tex", tmp_path / "b.tex"
    for _ in range(2):
        assert reproduce([Line("c_1", 1, 1, REPRODUCED)], "--html", str(page), "--latex", str(tables))[0] == 0
    assert "c_1" in page.read_text()
    assert r"c\_1" in tables.read_text()
    foreign.write_text("mine")
    code, out, err = reproduce([Note("never said")], "--latex", str(foreign))
    assert (code, out) == (2, "")
    assert "exists and is not a page that Rosetta wrote" in err


def read_back(text: str) -> str:
    """The text that LaTeX would set: a reader of the few commands that are allowed; anything else fails."""
    commands = {
        r"\textbackslash{}": "\\", r"\textasciicircum{}": "^", r"\textasciitilde{}": "~", r"\textless{}": "<",
        r"\textgreater{}": ">", r"\textbar{}": "|",
        r"$\times$": "\N{MULTIPLICATION SIGN}", "-{}": "-", "{[}": "[", "{]}": "]", "''": '"',
        r"\'{e}": "é", r"\ss{}": "ß", r"\c{c}": "ç", r'\"{u}': "ü", **{f"\\{c}": c for c in "{}$&#%_"},
    }  # fmt: skip
    plain, at = "", 0
    while at < len(text):
        fitting = [command for command in commands if text.startswith(command, at)]
        if fitting:
            longest = max(fitting, key=len)
            plain, at = plain + commands[longest], at + len(longest)
        else:
            assert text[at] not in '\\{}$&#%_^~<>|[]"', text[at:]
            assert text[at].isascii()
            plain, at = plain + text[at], at + 1
    return plain


@pytest.mark.parametrize("text", [NASTY, "ç ü é ß", "---", "\\\\[2pt]", "a\nb\x1b[0m", "%", "''"])
def test_latex_sets_the_text_and_nothing_else(text):
    """Read back, it is the text on one line; signs that have no command are question marks."""
    expected = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    assert read_back(escape_latex(text)) == expected.replace("π", "?").replace("''", '"')


WIDTHS = r"p\{0\.42\\textwidth\}p\{0\.17\\textwidth\}p\{0\.2\\textwidth\}"


def test_latex_has_cells_for_every_column_and_nothing_but_text_between_its_commands():
    """Unescaped ampersands, one less than columns; rows end with two backslashes; a reason stands in small type."""
    text = escape_latex(NASTY)
    assert read_back(text)
    tables = reproduction_latex([NASTY_CHAPTER]).split("\\begin{verbatim}")[0].removesuffix("{\\footnotesize")
    outside = {
        "", "% fake", rf"\subsection*{{{text}}}", rf"\noindent {text} Source: {text}.", r"\normalsize",
        r"\par\smallskip\noindent\small", rf"\par\medskip\noindent {text}",
        rf"\par\medskip\noindent\textbf{{{text}}} {text}", rf"\par\medskip\noindent\textbf{{{text}}}",
    }  # fmt: skip
    inside = None
    for line in tables.splitlines()[2:]:
        if begins := re.fullmatch(r"\\begin\{tabular\}\{((?:" + WIDTHS + r"|[rl])+)\}", line):
            inside = len(re.sub(r"\{[^}]*\}", "", begins[1]))
        elif line == r"\end{tabular}":
            inside = None
        elif inside is None:
            assert line in outside
        elif line != r"\hline":
            cells = line.replace(rf"{text}\newline {{\footnotesize {text}}}", text).removesuffix(r" \\").split(" & ")
            assert line.endswith(r" \\")
            assert len(cells) == inside
            assert all(cell == escape_latex(read_back(cell)) for cell in cells), line
    assert tables.count(r"\begin{tabular}") == tables.count(r"\end{tabular}") == 2


def test_a_picture_in_latex_cannot_end_its_verbatim():
    """Backslashes are turned, and what is not ASCII becomes a blank; many claims come in several tabulars."""
    picture = Figure("p", "░ 9\n\\end{verbatim}\\input{x}")
    chapter = replace(NASTY_CHAPTER, entries=(picture, *[Line("c", 1, 1, REPRODUCED)] * 15))
    latex = reproduction_latex([chapter])
    assert "  9\n/end{verbatim}/input{x}\n\\end{verbatim}}" in latex
    assert latex.count(r"\end{verbatim}") == 1
    assert latex.count(r"\begin{tabular}") == 3
    assert latex.count("c & 1 & 1 & reproduced") == 15


@pytest.mark.sample(0.125)
@pytest.mark.slow
def test_without_an_item_they_are_listed_and_an_unknown_one_is_refused():
    """As a program: the list has a line each, at most 80 columns."""
    command = [sys.executable, "-m", "models.reproduce"]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(registry.MODULES)
    assert max(map(len, lines)) <= 80
    width = max(map(len, registry.MODULES)) + 2
    assert {line[:width] for line in lines} == {f"{name:<{width}}" for name in registry.MODULES}
    assert all(line[width] != " " for line in lines)
    refused = subprocess.run([*command, "nothing"], capture_output=True, text=True)
    assert refused.returncode == 2
    assert refused.stderr.startswith("rosetta: unknown item 'nothing'; known: tiling")


def test_heading_and_summary_are_within_eighty_columns():
    """Colour is for terminals alone."""
    chapter = Chapter("fake", "title", LONG, LONG)
    assert max(map(len, heading_text(chapter).splitlines())) <= 80
    assert "\x1b" not in heading_text(chapter) + summary_text([Line("c", 1, 1, OPEN)])
    assert "\x1b[36m1 open" in summary_text([Line("c", 1, 1, OPEN)], colour=True)


def test_a_word_that_is_no_item_stands_for_those_that_begin_with_it():
    """`lightsout` for four; `tiling` is an item, and stands for itself; each once, in the order asked for."""
    by_name = {name: name for name in registry.MODULES}
    lightsout = [name for name in by_name if name.startswith("lightsout-")]
    assert len(lightsout) == 4
    assert _select_items(["lightsout"], by_name) == lightsout
    assert _select_items(["tiling"], by_name) == ["tiling"]
    assert _select_items(["tents-many", "tents", "tents-many"], by_name)[0] == "tents-many"
    assert sorted(_select_items(["all"], by_name)) == sorted(by_name)
    for name in ("light", "lightsout-", ""):
        with pytest.raises(UsageError, match="unknown item"):
            _select_items([name], by_name)
