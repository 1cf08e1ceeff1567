"""The page of a campaign: it loads nothing, says the worst first, and its scripts compute what the report computes."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import math
import re
from dataclasses import replace

import pytest

from report.campaign.drawings import BoardDrawing
from report.campaign.figure_kinds import Choice, figure_kinds
from report.campaign.page import PageExtras, campaign_html, claim_table
from report.campaign.points import cells, look_of
from report.campaign.records import ClaimCount, GroupSummary, HonestyLine, Summary, WrongRun
from report.campaign.rows_document import MOST_LOG_LETTERS, rows_document
from rosetta.campaigns.statistics.summary import summary
from tests.report.comparison.test_page import Page
from tests.support.browser import dump_page, run_javascript
from tests.support.campaign_rows import SIDES, campaign_frame
from tests.support.places import ROOT

FRAME = campaign_frame(24, 2).assign(log="[0.100 s] solving <b>\n")
SCRIPTS = "".join((ROOT / "report" / "campaign" / f"{name}.js").read_text("utf-8") for name in ("statistics", "tables"))
HOSTILE = "<script>alert(1)</script><b>&\"'"
GROUP = GroupSummary("all puzzles", None, 10.0, None, 24, 48, (), None, (), None, None, (), ("A beats B.", "Surely."))
SUMMARY = Summary(
    len(FRAME), (), (GROUP,), (HonestyLine("threads", "green", "every cell had one thread"),), {"PAR-2": "a mean"}, {}
)
DRAWING = BoardDrawing(
    "the board", '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9"/></svg>'
)
EXTRAS = PageExtras(drawings={FRAME["instance"][0]: [DRAWING]}, facts={"Machine": "two cores"})
ROWS = rows_document(FRAME)
FILTERS = {"all": ("{}", FRAME), "tents": ('{puzzle: new Set(["tents"])}', FRAME[FRAME["puzzle"] == "tents"])}


@pytest.fixture(scope="module")
def page() -> str:
    return campaign_html(FRAME, SUMMARY, "A campaign", EXTRAS)


def in_order(table):
    """Rows by what names them, then by their numbers."""
    names = ("configuration", "instance", "measure", "size", "place", "limit_s", "ratio", "fraction", "solved")
    return sorted(table, key=lambda row: [_word(row[name]) for name in names if name in row])


def _word(value):
    return value if isinstance(value, str) else f"{value:.4f}"


def is_close(mine, other):
    """Equal, numbers to four digits."""
    if isinstance(mine, int | float) and isinstance(other, int | float):
        return math.isclose(mine, other, rel_tol=1e-4, abs_tol=1e-9)
    return mine == other


def unpack(page: str, name: str) -> str:
    match = re.search(rf'id="{name}">([A-Za-z0-9+/=]+)</script>', page)
    return gzip.decompress(base64.b64decode(match[1])).decode()


@pytest.mark.sample(0.125)
def test_an_interval_stands_below_its_number():
    """Beside it the table would be wider than a page, and cut off."""
    page = campaign_html(FRAME, summary(FRAME), "A campaign", EXTRAS)
    table = page[page.index('id="intervals"') : page.index("Paired tests")]
    numbers = re.findall(r'<td class="num">([^<]*)', table)
    assert table.count('<span class="interval">[') > 4
    assert not [number for number in numbers if "[" in number]


@pytest.mark.sample(0.125)
def test_claims_and_proofs_are_a_table():
    """A row for each puzzle, and one for all; none without a claim."""
    some = (ClaimCount("akari", 3, 1, 0), ClaimCount("tents", 12, 0, 2))
    assert claim_table(some) == [
        ["akari", "4", "3", "1", "0"], ["tents", "14", "12", "0", "2"], ["all puzzles", "18", "15", "1", "2"],
    ]  # fmt: skip
    assert claim_table(some[:1]) == [["akari", "4", "3", "1", "0"]]
    html = campaign_html(FRAME, replace(SUMMARY, claims=some), "A campaign", EXTRAS)
    table = html[html.index("what is claimed of boards") : html.index('<dl class="facts">')]
    assert re.findall(r"<t[hd][^>]*>([^<]*)", table)[-5:] == ["all puzzles", "18", "15", "1", "2"]
    assert "what is claimed of boards" not in campaign_html(FRAME, SUMMARY, "A campaign", EXTRAS)


@pytest.mark.sample(0.125)
def test_the_page_loads_nothing(page):
    """No address is loaded, by no element; the policy forbids it, too."""
    parsed = Page(page)
    assert not [tag for tag, attributes in parsed.tags if tag in ("link", "iframe", "img") or "src" in attributes]
    assert not [1 for _, attributes in parsed.tags if str(attributes.get("href", "#"))[:1] != "#"]
    policy = next(attributes["content"] for _, attributes in parsed.tags if "http-equiv" in attributes)
    assert re.fullmatch(
        r"default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'sha256-\S+' 'sha256-\S+'", policy
    )
    assert not re.search(r"url\(|@import", page.partition("<body>")[0])


@pytest.mark.sample(0.125)
def test_the_same_rows_give_the_same_page(page):
    assert campaign_html(FRAME, SUMMARY, "A campaign", EXTRAS) == page


@pytest.mark.sample(0.125)
def test_wrong_answers_come_first():
    wrong = WrongRun("ab" * 16, "glucose", "tents", HOSTILE, 3, HOSTILE)
    html = campaign_html(FRAME, Summary(9, (wrong,), (GROUP,), (), {}, {}), HOSTILE)
    assert HOSTILE not in html
    texts = [text.strip() for text in Page(html).texts]
    body = texts[texts.index("A campaign") if "A campaign" in texts else 0 :]
    joined = " ".join(body)
    assert joined.index("1 wrong answer") < joined.index("glucose on tents") < joined.index("A beats B.")


def test_rows_are_whole_in_the_page(page):
    """Every row, with six digits of its times."""
    document = json.loads(unpack(page, "document"))
    assert document["rows"] == json.loads(json.dumps(ROWS))
    columns = ROWS["columns"]
    assert {len(column) for column in columns.values()} == {len(FRAME)}
    known = FRAME["total_s"][FRAME["total_s"].notna()]
    assert [time for time in columns["total_s"] if time is not None] == pytest.approx(known.tolist(), rel=1e-5)
    names = [ROWS["configurations"][c]["configuration"] for c in columns["configuration"]]
    assert names == FRAME["configuration"].tolist()
    assert [ROWS["results"][r] for r in columns["result"]] == FRAME["result"].tolist()


def test_logs_of_unsolved_runs_are_kept_first():
    """As many as there is room for."""
    length = 10 * MOST_LOG_LETTERS // len(FRAME)
    unsolved = {place for place, result in enumerate(FRAME["result"]) if result != "solved"}
    logs = rows_document(FRAME.assign(log="x" * length))["logs"]
    assert len(logs) == MOST_LOG_LETTERS // length
    assert unsolved & set(logs) in (unsolved, set(logs))
    assert rows_document(FRAME.drop(columns="log"))["logs"] == {}


@pytest.mark.parametrize("filtered", FILTERS)
def test_the_scripts_make_the_same_tables(filtered, tmp_path):
    """Each figure's table, from all rows and from those of one puzzle."""
    look, choice = look_of(FRAME), Choice(pair=("cpsat", "cbc"), puzzle="tents")
    filter_, rows = FILTERS[filtered]
    numbers = {"series": look.series, "limit": look.limit, "shortest": look.shortest}
    made = run_javascript(
        f"{SCRIPTS}\nconst data = {json.dumps(ROWS)}, look = {json.dumps(numbers)};\n"
        f"const rows = Campaign.select(data, {filter_}), choice = {{pair: ['cpsat', 'cbc'], puzzle: 'tents'}};\n"
        f"const make = (name) => Tables[name](data, rows, look.limit, look, choice);\n"
        f"//RESULT Object.fromEntries({json.dumps([*figure_kinds()])}.map((name) => [name, make(name)]))",
        tmp_path,
    )
    points = cells(FRAME)[FRAME.index.isin(rows.index)]
    for name, kind in figure_kinds().items():
        expected = json.loads(kind.table(points, look, choice).to_json(orient="records"))
        assert len(made[name]) == len(expected), name
        for mine, other in zip(in_order(made[name]), in_order(expected), strict=True):
            assert all(is_close(mine[key], other[key]) for key in other), (name, mine, other)


@pytest.mark.parametrize("filtered", FILTERS)
def test_the_scripts_compute_the_same_scores(filtered, tmp_path):
    """Every number of the table that the page computes, against the statistics of the report; in the same order."""
    filter_, rows = FILTERS[filtered]
    made = run_javascript(
        f"{SCRIPTS}\nconst data = {json.dumps(ROWS)};\n"
        f"//RESULT Campaign.scores(data, Campaign.select(data, {filter_}), 10)",
        tmp_path,
    )
    group = summary(rows, self_check=False).groups[-1]  # of all puzzles, or of the only one
    assert [row["configuration"] for row in made["table"]] == [score.configuration for score in group.scores]
    for row, score in zip(made["table"], group.scores, strict=True):
        for name in ("share", "par1", "par2", "geometric"):
            assert row[name] == pytest.approx(getattr(score, name).value, rel=1e-4), name
        for name in ("wrong", "solved", "runs", "unique"):
            assert row[name] == getattr(score, name), name
        assert row["marginal_s"] == pytest.approx(score.marginal_s, rel=1e-3, abs=1e-5)
        assert (row["closed_gap"] is None) == (score.closed_gap is None)
        assert row["closed_gap"] == pytest.approx(score.closed_gap, rel=1e-2, abs=1e-3)
    assert made["virtual"]["par2"] == pytest.approx(group.virtual_best.par2, rel=1e-4)
    assert made["virtual"]["solved"] == group.virtual_best.solved


def test_a_shorter_limit_counts_what_took_longer_as_unsolved(tmp_path):
    """As if the campaign had been run with that limit."""
    shorter = FRAME.assign(limit_s=1.0, result=FRAME["result"].mask(FRAME["total_s"] > 1, "timeout"))
    group = summary(shorter, self_check=False).groups[-1]
    made = run_javascript(
        f"{SCRIPTS}\nconst data = {json.dumps(ROWS)};\n"
        "//RESULT Campaign.scores(data, Campaign.select(data, {}), 1).table",
        tmp_path,
    )
    assert {row["configuration"]: row["solved"] for row in made} == {s.configuration: s.solved for s in group.scores}
    expected = {score.configuration: score.par2.value for score in group.scores}
    assert {row["configuration"]: row["par2"] for row in made} == pytest.approx(expected, rel=1e-4)


def test_runs_that_not_every_configuration_has_are_not_compared(tmp_path):
    """The same rows are left out as by the report."""
    holes = FRAME.drop(index=[0, 7, 31])
    group = summary(holes, self_check=False).groups[-1]
    made = run_javascript(
        f"{SCRIPTS}\nconst data = {json.dumps(rows_document(holes))};\n"
        f"//RESULT Campaign.scores(data, Campaign.select(data, {{}}), 10)",
        tmp_path,
    )
    assert {row["runs"] for row in made["table"]} == {group.runs}
    assert "not all configurations have them" in " ".join(made["notes"])
    expected = {score.configuration: score.par2.value for score in group.scores}
    assert {row["configuration"]: row["par2"] for row in made["table"]} == pytest.approx(expected, rel=1e-4)


def test_the_page_in_a_browser(page, tmp_path):
    """All figures are drawn, the table is filled, nothing failed."""
    path = tmp_path / "page.html"
    path.write_text(page, "utf-8")
    dom = dump_page(path)
    assert 'data-ready="yes"' in dom
    assert '<p class="message">' not in dom
    for name in figure_kinds():
        chart = re.search(rf'id="chart-{name}"(.*?)</figure>', dom, re.DOTALL)[1]
        assert "<svg" in chart, name
        assert not re.search(r"NaN|undefined", chart), name
    table = re.search(r'id="score-table"(.*?)</table>', dom, re.DOTALL)[1]
    assert table.count("<tr") == 7
    assert "virtual best" in table


def test_an_instance_in_a_browser(page, tmp_path):
    """The address of an instance opens it: its drawing, a row for each run, the command that repeats one."""
    path = tmp_path / "page.html"
    path.write_text(page, "utf-8")
    dom = dump_page(path, fragment=FRAME["instance"][0])
    shown = re.search(r'<div id="instance"(.*?)<details id="list"', dom, re.DOTALL)[1]
    assert 'd="M0 0H9"' in shown
    assert shown.count("<tr") == 1 + (FRAME["instance"] == FRAME["instance"][0]).sum()
    assert re.search(r"rosetta bench rerun [0-9a-f]{12}<", shown)
    assert re.search(r"<pre[^>]*>\[0.100 s\] solving &lt;", shown)


PROBE = r"""
const opened = setInterval(() => {
  if (document.body.dataset.ready !== "yes") return;
  clearInterval(opened);
  for (const details of document.querySelectorAll("details")) details.open = true;
  setTimeout(() => {
    const broken = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode;
      if (!node.parentElement.closest("td, th, li, dt, summary, h3, h4")) continue;
      for (const word of node.data.matchAll(/[A-Za-z]{2,}/g)) {
        const range = document.createRange();
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        if (new Set([...range.getClientRects()].map((part) => part.top)).size > 1) broken.push(word[0]);
      }
    }
    const charts = [...document.querySelectorAll(".chart svg")].map((svg) => svg.getBoundingClientRect().width);
    const box = [...document.querySelectorAll(".scroll")].filter((each) => each.scrollWidth > each.clientWidth).length;
    const measured = { inner: innerWidth, page: document.documentElement.scrollWidth, charts, broken, box };
    parent.postMessage(JSON.stringify(measured), "*");
  }, 500);
}, 100);
"""


FRAMED = """<iframe src="page.html#HASH" width="390" height="800" frameborder="0"></iframe><pre id="out"></pre>
<script>onmessage = (event) => { document.getElementById("out").textContent = event.data; }</script>"""


def test_a_narrow_page_breaks_no_word(tmp_path):
    """At 390 pixels, with everything open: wide tables scroll in their boxes, figures are as wide as the page at most.
    (Tables broke letter by letter: r-a-n-k.)"""
    frame = FRAME.assign(family=FRAME["puzzle"] + " " + FRAME["what"].astype(str))
    shown = campaign_html(frame, summary(frame, self_check=False), "A campaign", EXTRAS)
    unguarded = re.sub(r"<meta http-equiv[^>]*>", "", shown).replace("</body>", f"<script>{PROBE}</script></body>")
    (tmp_path / "page.html").write_text(unguarded, "utf-8")
    framed = FRAMED.replace("HASH", FRAME["instance"][0])  # no window of chromium is so narrow
    (tmp_path / "framed.html").write_text(framed, "utf-8")
    dom = dump_page(tmp_path / "framed.html")
    measured = json.loads(re.search(r'<pre id="out">(.*?)</pre>', dom, re.DOTALL)[1])
    assert (measured["inner"], measured["broken"]) == (390, [])
    assert measured["page"] <= 390
    assert 200 < min(measured["charts"]) <= max(measured["charts"]) <= 390
    assert measured["box"] > 5


def test_families_have_tables_of_their_own():
    """One for all of them, and one for each, with what the tests show; none where each puzzle has one family."""
    frame = FRAME.assign(family=FRAME["puzzle"] + " " + FRAME["what"].astype(str))
    html = campaign_html(frame, summary(frame, self_check=False), "A campaign", EXTRAS)
    part = html[html.index('id="by-family"') : html.index('id="figures"')]
    assert re.findall(r"<summary><b>([^<]*)", part) == [f"{p} {s}" for p in ("akari", "tents") for s in SIDES]
    assert part.count("too few instances") >= 12
    assert 'id="by-family"' not in campaign_html(FRAME, summary(FRAME, self_check=False), "A campaign", EXTRAS)


@pytest.mark.sample(0.125)
@pytest.mark.slow
def test_a_page_of_12500_rows_is_at_most_two_megabytes():
    """Five configurations, 500 instances, five seeds."""
    frame = campaign_frame(500, 5)
    assert len(campaign_html(frame, SUMMARY, "large").encode()) < 2_000_000


def test_the_library_is_what_its_hash_says(page):
    """The policy lets exactly this script run."""
    digest = base64.b64encode(hashlib.sha256(unpack(page, "library").encode()).digest()).decode()
    assert f"'sha256-{digest}'" in page
