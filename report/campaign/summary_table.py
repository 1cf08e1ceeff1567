"""The summary of a campaign in the terminal: wrong answers, tables, the answer in sentences, what it rests on.

    tents: 30 instances, 60 runs per configuration, limit 10 s
      configuration  solved  share          PAR-2 s           ratio              against the best
    1 cpsat           60/60  100 [89, 100]  1.84 [1.26, 2.59]
    2 highs           58/60  97 [83, 99]    1.9 [1.3, 2.7]    1.03 [0.92, 1.14]  not significant
    ! cbc              3/60  ...

A number is a rank, `!` a configuration with a wrong answer. Colour repeats what the words say and never says more; no
line is longer than the terminal: columns that do not fit are left out and named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from report.campaign.records import Alarm, ClaimCount, Estimate, GroupSummary, HonestyLine, PairedTest, Score, Summary
from report.campaign.score_rows import FAMILY_COLUMNS, NUMBERS, family_rows
from report.text_columns import TextColumn, cut_columns, cut_text, fit_columns, paint, render_table, wrap_text
from report.words import join_names, one_line, plural

MOST_WRONG = 10  # wrong answers that are listed
MOST_FAMILIES = 20  # that are listed
MORE = "-v"
_MARKS = {"red": "RED", "amber": "amber", "green": "ok"}
DEFINITION_TITLES = {"par1": "PAR-1", "par2": "PAR-2", "marginal_s": "marginal", "shapley": "Shapley",
                     "p_time": "p of time", "p_solved": "p of solved", "self_check": "self-check"}  # fmt: skip
_STYLES = {"red": "bad", "amber": "doubt", "green": "good"}


def summary_text(summary: Summary, colour: bool, width: int, everything: bool = False) -> str:
    """What a campaign ends with, and `bench report` prints. everything: all pairs, definitions and green lines."""
    lines = _wrong_lines(summary, colour, width)
    for group in summary.groups:
        lines += [*_group_lines(group, colour, width, everything), ""]
    lines += _family_lines(summary.families, colour, width, everything)
    lines += [line for text in claim_texts(summary.claims) for line in wrap_text(text, width, "  ")]
    lines += [""] if summary.claims else []
    lines += [*_honesty_lines(summary.honesty, colour, width, everything)]
    if everything:
        lines += ["", paint("definitions", "strong", colour)]
        lines += _definition_lines(summary.definitions, summary.definitions, width)
    return "\n".join(lines) + "\n"


def _wrong_lines(summary: Summary, colour: bool, width: int) -> list[str]:
    """Each wrong answer, before everything else."""
    lines = []
    for run in summary.wrong[:MOST_WRONG]:
        seed = f", solver's seed {run.seed}" if run.seed else ""
        text = f"WRONG {run.configuration} on {run.puzzle} {run.what}{seed}, cell {run.cell}: {run.note or 'no note'}"
        lines += wrap_text(one_line(text), width, "      ")
    more = len(summary.wrong) - MOST_WRONG
    lines += [f"and {plural(more, 'more wrong answer')}"] if more > 0 else []
    return [*(paint(line, "bad", colour) for line in lines), *([""] if lines else [])]


def _group_lines(group: GroupSummary, colour: bool, width: int, everything: bool) -> list[str]:
    limits = [f"limit {group.limit_s:g} s"] if group.limit_s else []
    sizes = f"{plural(group.instances, 'instance')}, {plural(group.runs, 'run')} per configuration"
    lines = [paint(cut_text(one_line(f"{group.name}: {join_names([sizes, *limits])}"), width), "strong", colour)]
    if group.scores:
        lines += _score_table(group, colour, width, everything)
    if group.virtual_best is not None and len(group.scores) > 1:
        best = group.virtual_best
        single = f"single best {best.single} {_number(best.single_par2)} s, " if best.single_par2 is not None else ""
        text = f"virtual best: {single}virtual best {_number(best.par2)} s (PAR-2 of median runs), {best.solved} solved"
        lines += wrap_text(text, width, "  ")
    for part in group.left_out:
        text = f"left out: {plural(part.runs, 'run')} of {part.configuration or 'all configurations'}: {part.reason}"
        lines += wrap_text(one_line(text), width, "  ")
    for sentence in group.answer:
        style = "bad" if isinstance(sentence, Alarm) else ""
        lines += [paint(line, style, colour) for line in wrap_text(one_line(sentence), width, "  ")]
    if everything:
        lines += [line for pair in group.pairs for line in wrap_text(one_line(f"  {pair.sentence}"), width, "    ")]
        lines += wrap_text(group.self_check.sentence, width, "  ") if group.self_check else []
    return lines


def _family_lines(families: Sequence[GroupSummary], colour: bool, width: int, everything: bool) -> list[str]:
    """A line for each family; everything: then each as a group, too."""
    if not families:
        return []
    shown = families if everything else families[:MOST_FAMILIES]
    cells = list(zip(*family_rows(shown), strict=True))
    drops = {"PAR-2 (s)": 3, "solved": 2, "instances": 1}
    columns = [
        TextColumn(title, [one_line(cell) for cell in column], right=title in NUMBERS, drop=drops.get(title, 0))
        for title, column in zip(FAMILY_COLUMNS, cells, strict=True)
    ]
    columns = [*cut_columns(columns[:1], width // 3), *columns[1:]]
    lines = [
        paint("by family", "strong", colour),
        *render_table(cut_columns(fit_columns(columns, width)[0], width), colour),
    ]
    more = len(families) - len(shown)
    lines += [f"  and {plural(more, 'more family').replace('familys', 'families')} ({MORE})"] if more else []
    for group in families if everything else ():
        lines += ["", *_group_lines(group, colour, width, everything)]
    return [*lines, ""]


def _score_table(group: GroupSummary, colour: bool, width: int, everything: bool) -> list[str]:
    columns = [column for column in _columns(group) if column.drop == 0 or set(column.cells) - {"", "0", "-"}]
    columns[:1] = cut_columns(columns[:1], width * 2 // 5)
    fitting, gone = fit_columns(columns, width)
    if everything:  # the columns that do not fit as further tables
        names, lines = columns[:1], render_table(fitting, colour)
        while gone:
            rest, gone = fit_columns([*names, *gone], width)
            rest, gone = (rest, gone) if len(rest) > 1 else ([*names, gone[0]], gone[1:])
            lines += ["", *render_table(cut_columns(rest, width), colour)]
        return lines
    legend = [f"more columns with {MORE}: {join_names(column.title for column in gone)}"] if gone else []
    legend = ["[..] 95 % interval", "ratio: time over the best's", *legend]
    return [*render_table(fitting, colour), *wrap_text("; ".join(legend), width, "  ")]


def _columns(group: GroupSummary) -> Iterator[TextColumn]:
    """The columns of the table: who, whether something is wrong, and the numbers."""
    scores = group.scores
    marks = ["!" if score.wrong else str(score.rank) for score in scores]
    room = max(len(mark) for mark in marks)
    names = [f"{mark:>{room}} {one_line(s.configuration)}" for mark, s in zip(marks, scores, strict=True)]
    styles = ["bad" if s.wrong else "strong" if s.rank == 1 else "" for s in scores]
    yield TextColumn(f"{'':{room}} configuration", names, styles=styles)
    if any(score.wrong for score in scores):
        yield TextColumn("wrong", [str(score.wrong) for score in scores], right=True, styles=styles)
    for column in _SCORE_COLUMNS:
        texts = [column.text(score, group) for score in scores]
        yield TextColumn(column.title, texts, right=column.right, drop=column.drop)


def _against(score: Score, group: GroupSummary) -> str:
    """How the configuration compares with the best one, in words."""
    best = group.scores[0].configuration
    names = {best, score.configuration}
    pair: PairedTest | None = next((each for each in group.pairs if {each.first, each.second} == names), None)
    if pair is None or score.configuration == best:
        return ""
    words = [{best: "slower", None: ""}.get(pair.faster, "faster"), {best: "solves fewer", None: ""}.get(
        pair.solves_more, "solves more")]  # fmt: skip
    return join_names(filter(None, words)) or "not significant"


def _estimate_text(estimate: Estimate | None, factor: float = 1.0) -> str:
    """1.84 [1.26, 2.59]."""
    if estimate is None:
        return "-"
    value = _number(estimate.value * factor)
    if estimate.low is None or estimate.high is None:
        return value
    return f"{value} [{_number(estimate.low * factor)}, {_number(estimate.high * factor)}]"


def _number(value: float) -> str:
    """Three digits, no exponent where it can be avoided."""
    return f"{value:.0f}" if 100 <= abs(value) < 1e6 else f"{value:.3g}"


@dataclass(frozen=True, slots=True)
class _ScoreColumn:
    """A column of the table.

    title: its head
    text: what it says of a configuration in its group
    drop: the higher, the earlier it goes where there is no room; 0: it stays
    right: its texts end in line"""

    title: str
    text: Callable[[Score, GroupSummary], str]
    drop: int
    right: bool = False


_SCORE_COLUMNS = (
    _ScoreColumn("solved", lambda score, _: f"{score.solved}/{score.runs}", drop=0, right=True),
    _ScoreColumn("share %", lambda score, _: _estimate_text(score.share, 100), drop=4),
    _ScoreColumn("PAR-2 s", lambda score, _: _estimate_text(score.par2), drop=1),
    _ScoreColumn("ratio", lambda score, _: _estimate_text(score.ratio), drop=2),
    _ScoreColumn("against the best", _against, drop=3),
    _ScoreColumn("geometric s", lambda score, _: _estimate_text(score.geometric), drop=6),
    _ScoreColumn("unique", lambda score, _: str(score.unique), drop=7, right=True),
    _ScoreColumn("marginal s", lambda score, _: _number(score.marginal_s), drop=8, right=True),
    _ScoreColumn("Shapley %", lambda score, _: f"{100 * score.shapley:.0f}", drop=9, right=True),
    _ScoreColumn("unsupported", lambda score, _: str(score.unsupported), drop=5, right=True),
    _ScoreColumn("contended", lambda score, _: str(score.contended), drop=5, right=True),
)


def claim_texts(counts: Sequence[ClaimCount]) -> list[str]:
    """`proved: 210 of 212 claims (akari 100 of 100, tents 110 of 112); 2 only claimed`; none without a claim."""
    if not counts:
        return []
    proved, total = sum(each.proved for each in counts), sum(each.total for each in counts)
    parts = join_names(f"{each.puzzle} {each.proved:,} of {each.total:,}" for each in counts)
    where = f" ({parts})" if len(counts) > 1 and 0 < proved < total else ""
    others = {
        "cross-checked": sum(each.cross_checked for each in counts),
        "only claimed": sum(each.claimed for each in counts),
    }
    noun = "claim" if total == 1 else "claims"
    rest = join_names(f"{count:,} {what}" for what, count in others.items() if count)
    return ["; ".join(filter(None, (f"proved: {proved:,} of {total:,} {noun}{where}", rest)))]


def _honesty_lines(lines: Sequence[HonestyLine], colour: bool, width: int, everything: bool) -> list[str]:
    """What the numbers rest on: all but the green lines, which are counted."""
    shown = [line for line in lines if everything or line.colour != "green"]
    texts = [paint("what this rests on", "strong", colour)]
    for line in shown:
        wrapped = wrap_text(f"{_MARKS[line.colour]:<5} {line.name}: {one_line(line.sentence)}", width, "      ")
        texts += [paint(text, _STYLES[line.colour], colour) for text in wrapped]
    green = len(lines) - len(shown)
    return [*texts, *([f"ok    {plural(green, 'more check')} passed ({MORE})"] if green else [])]


def definition_title(name: str) -> str:
    """A field of a score, and what else is defined, as tables call it."""
    return DEFINITION_TITLES.get(name, name.replace("_", " "))


def _definition_lines(names: Iterable[str], definitions: Mapping[str, str], width: int) -> list[str]:
    return [
        line
        for name in names
        for line in wrap_text(f"{definition_title(name):<12} {definitions[name]}", width, " " * 13)
    ]
