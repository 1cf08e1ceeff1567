"""The HTML page is well formed, loads nothing, lets nothing foreign in, and says what the records say."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from report.comparison.findings.checks import checks
from report.comparison.json_documents import comparisons_json
from report.comparison.notes import describe_answers
from report.comparison.page import comparisons_html
from report.comparison.records import Comparison
from report.saving import NotWritable, save
from tests.support.report_samples import (
    AGREE,
    BIG_SPREAD,
    CNF,
    CPSAT,
    DISAGREE,
    EVERY,
    INCOMPLETE,
    NASTY_ONE,
    SEVERAL,
    UNSOLVABLE,
    comparison,
)

VOID = {"meta", "input", "br", "hr", "img", "link"}
TENTS_ONLY = [c for c in EVERY if c.puzzle == "tents"]


class Page(HTMLParser):
    """Checks that tags balance; collects attributes and text."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in ("script", "style"):
            self.texts.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.texts).split())


PAGES = [[sample] for sample in (*EVERY, BIG_SPREAD)] + [TENTS_ONLY, []]


@pytest.mark.parametrize("comparisons", PAGES, ids=lambda page: "+".join(c.verdict for c in page) or "none")
def test_the_page_is_well_formed_and_asks_for_nothing(comparisons: list[Comparison]) -> None:
    """Tags balance, ids are used once, every reference stays in the page, and nothing is loaded."""
    html = comparisons_html(comparisons, "a page")
    page = Page(html)
    ids = [attrs["id"] for _, attrs in page.tags if "id" in attrs]
    assert len(ids) == len(set(ids))
    for _, attrs in page.tags:
        assert "src" not in attrs
        assert not any(name.startswith("on") for name in attrs)
        if "href" in attrs:
            assert (attrs["href"] or "").lstrip("#") in ids
    assert "@import" not in html
    assert set(re.findall(r"url\(\s*(.)", html)) <= {"#"}
    assert not re.search(r"https?://", html.replace('xmlns="http://www.w3.org/2000/svg"', ""))


def test_foreign_text_is_escaped_everywhere() -> None:
    """Notes, IDs, commands, titles and sources may hold anything; only our two script elements exist."""
    html = comparisons_html([NASTY_ONE], '<title> & "quotes" </title><script>')
    page = Page(html)
    assert html.count("<script") == 2
    assert "alert(1)" in page.text
    assert "<b>" + '"5' not in html
    assert "\x00" not in html
    assert "\x1b" not in html


def test_the_policy_of_the_page_allows_its_own_script_only() -> None:
    (policy,) = [attrs["content"] for tag, attrs in Page(comparisons_html([AGREE], "x")).tags if "http-equiv" in attrs]
    assert policy is not None
    assert policy.startswith("default-src 'none'")
    assert re.search(r"script-src 'sha256-[A-Za-z0-9+/=]{44}'$", policy)


def test_a_page_may_be_written_over_by_the_next_one(tmp_path: Path) -> None:
    """The page carries the mark by which `save` knows its own; anything else is left alone."""
    target = tmp_path / "page.html"
    for _ in range(2):
        save(str(target), comparisons_html([AGREE], "x" * 500))
    target.write_text("not a page")
    with pytest.raises(NotWritable, match="not a page that Rosetta wrote"):
        save(str(target), comparisons_html([AGREE], "x"))


@pytest.mark.parametrize("sample", [AGREE, NASTY_ONE], ids=["plain", "nasty"])
def test_the_page_holds_the_json_document(sample: Comparison) -> None:
    html = comparisons_html([sample], "x")
    (document,) = re.findall(r'<script type="application/json" id="comparisons">(.*?)</script>', html, re.DOTALL)
    assert json.dumps(json.loads(document)) == comparisons_json([sample])


def test_the_answer_comes_first_and_a_wrong_one_before_it() -> None:
    text = Page(comparisons_html([DISAGREE], "x")).text
    assert text.index("Wrong answer from walksat") < text.index("2 engines (cp-sat, cadical195) found")
    assert all(rule in text for run in DISAGREE.runs for rule in run.broken)
    assert text.index("found verified") < text.index("Boards") < text.index("Results")


@pytest.mark.parametrize(
    ("sample", "expected"),
    [
        (AGREE, "3 engines agree: a solution that keeps every rule"),
        (UNSOLVABLE, "2 engines agree: there is no solution"),
        (SEVERAL, "3 engines agree: there are several solutions"),
        (INCOMPLETE, "No definite answer"),
        (comparison("incomplete", CPSAT), "Only cp-sat has an answer"),
    ],
    ids=["agree", "none", "several", "nothing", "one"],
)
def test_the_headline(sample: Comparison, expected: str) -> None:
    assert expected in Page(comparisons_html([sample], "x")).text


def test_equal_answers_are_grouped() -> None:
    assert "cpsat, cnf: same answer" in Page(comparisons_html([DISAGREE], "x")).text
    several = Page(comparisons_html([SEVERAL], "x")).text
    assert f"Several solutions: {describe_answers(SEVERAL.runs)}." in several


def test_every_backend_is_named_and_refusals_have_their_reason() -> None:
    text = Page(comparisons_html([INCOMPLETE], "x")).text
    assert all(run.backend in text for run in INCOMPLETE.runs)
    assert "gf2 not run: takes parity rows only" in text
    assert "highs: time limit of 10 s" in text


def test_what_runs_used_is_in_a_folded_table() -> None:
    page = comparisons_html([AGREE], "t")
    details = page.partition("<summary>CPU time, memory, start</summary>")[2].partition("</details>")[0]
    assert "\n101</td>" in details
    assert "\n0.40</td>" in details


def test_times_are_drawn_and_written_out() -> None:
    """Each step has a fill of its own, each bar its values in words, and a wide spread opens on the log scale."""
    html = comparisons_html([AGREE], "x")
    assert "build 2.1 ms, lower 3.4 ms, load 0.8 ms, solve 21 ms" in html
    assert re.search(r'class="linear"[^>]*checked', html)
    assert re.search(r'class="log"[^>]*checked', comparisons_html([BIG_SPREAD], "x"))
    widths = re.findall(r'<rect x="[\d.]+%" width="([\d.]+)%"', html.split('class="bars"')[1])
    assert sum(map(float, widths)) == pytest.approx(100 * 3, abs=0.05)


def test_several_instances_get_an_overview_that_links_to_each() -> None:
    page = Page(comparisons_html(TENTS_ONLY, "tents 10..50"))
    links = [attrs["href"] for tag, attrs in page.tags if tag == "a"]
    assert links[1:] == [f"#c{i}" for i in range(1, len(TENTS_ONLY) + 1)]
    assert f"{len(TENTS_ONLY)} instances: 1 disagree, 3 incomplete, 4 agree" in page.text


def test_the_honesty_section_points_at_what_needs_a_look() -> None:
    """Threads, single runs, limits, wrong answers and lone engines are looked for."""

    def looks(sample: Comparison) -> str:
        return " ".join(check.text for check in checks(sample) if not check.fine)

    assert "Wrong answer from walksat" in looks(DISAGREE)
    assert "how long they need is not known: highs (10.0 s)" in looks(INCOMPLETE)
    assert "not recorded" in looks(comparison("agree", CPSAT, CNF, limits={}))
    assert "Up to 8 threads" in looks(comparison("agree", CPSAT, CNF, limits={"threads": 8}))
    assert "1 different engine with" in looks(comparison("incomplete", CPSAT))
    assert looks(comparison("agree", CPSAT, CNF, limits={"threads": 1, "repeat": 5})) == ""


def heads(page: str, name: str) -> list[str]:
    """The titles of the columns of the table of that name."""
    table = page.partition(f'aria-label="{name}"')[2].partition("</table>")[0]
    return re.findall(r'<button type="button" class="sort">([^<]*)</button></th>', table)


def test_times_stand_first_and_counters_are_folded_away() -> None:
    page = comparisons_html([AGREE], "x")
    assert heads(page, "Results")[:8] == ["backend", "status", "verdict", "total", "ratio", "solve", "load", "lower"]
    counters = {"engine", "vars", "rows", "literals", "bound", "conflicts", "nodes"}
    assert not counters & set(heads(page, "Results"))
    assert counters < set(heads(page, "Counters"))
    before, _, after = page.partition("<details><summary>Sizes, engines, counters</summary>")
    assert 'aria-label="Counters"' not in before
    assert after.index('aria-label="Counters"') < after.index("</details>")
    assert "details::details-content" in page  # printed, with or without the script


def test_every_head_of_a_table_of_runs_sorts_by_a_button() -> None:
    """The keyboard reaches it; the direction is told by the script, as `aria-sort`."""
    page = comparisons_html([SEVERAL], "x")
    tables = re.findall(r'<table class="runs">.*?</table>', page, re.DOTALL)
    assert len(tables) == 3
    for table in tables:
        columns = re.findall(r'<th scope="col" role="columnheader" class="[a-z]*">(.*?)</th>', table)
        assert columns
        assert all(re.fullmatch(r'<button type="button" class="sort">[^<]+</button>', head) for head in columns)
        assert len(re.findall(r'role="cell" data-label="', table)) % (len(columns) - 1) == 0
    assert 'setAttribute("aria-sort"' in page


def test_the_start_that_no_time_counts_is_told_on_the_page() -> None:
    assert "Not counted: 400 ms in all to start the solvers" in Page(comparisons_html([AGREE], "x")).text


def test_an_overview_of_few_instances_has_a_line_for_each_backend() -> None:
    """Sixteen columns were cut at 1280 px; and what was not compared is told."""
    html = comparisons_html([AGREE, AGREE], "x", missing=["the budget of 45 s ended before 10"])
    overview = html[: html.index("<main")]
    assert overview.count('class="sort">tents') + overview.count('class="sort">Tents') == 2
    assert 'class="sort">backend' in overview
    assert 'class="sort">verdict' not in overview
    assert "The budget of 45 s ended before 10." in Page(html).text
    assert "ended before 7." in Page(comparisons_html([AGREE], "x", missing=["the budget ended before 7"])).text
    assert 'class="sort">verdict' in comparisons_html([AGREE] * 9, "x").split("<main")[0]
