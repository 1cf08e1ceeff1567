r"""A campaign for LaTeX, to be \input into a document that loads booktabs and graphicx: a table of scores for each
group and family, one of all families, and the figures whose PDFs were written. What a caption has no room for is a note
below; so are all red and amber lines about what the numbers rest on, the machines and the versions.

    \begin{table}[htbp]
    \caption{all puzzles: 60 instances, 180 runs of each configuration, time limit 10 s. ... }
    \label{tab:all-puzzles}
    \begin{tabular}{lrrrr} \toprule configuration & solved & ... \midrule ... \bottomrule \end{tabular}
    \begin{minipage}{\linewidth} PAR-2: ... \end{minipage}
    \end{table}
    \begin{figure}[htbp] \includegraphics{plots/survival.pdf} \caption{...} \end{figure}

All text passes through `escape_latex`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count
from types import MappingProxyType

from report.campaign.records import COLOURS, Alarm, Estimate, GroupSummary, Score, Summary
from report.campaign.score_rows import FAMILY_COLUMNS, NUMBERS, family_rows
from report.latex import FIRST_LINE, caption_lines, escape_latex
from report.words import one_line, plural

# Title, the field of `Score` that it shows, which is also the name of its definition.
COLUMNS = (
    ("solved", "share"), ("PAR-2 (s)", "par2"), ("geometric mean (s)", "geometric"), ("ratio", "ratio"),
    ("marginal (s)", "marginal_s"), ("unique", "unique"),
)  # fmt: skip
SENTENCE_END = re.compile(r"(?<=\.) (?=[A-Z])")
MOST_FAMILIES = 12  # that have a table each: LaTeX holds few floats at a time
WIDTHS = {"scatter": 0.6, "size": 1.0, "heatmap": 1.0}  # of figures by kind, as a part of the line; others 0.75


def campaign_latex(
    summary: Summary,
    figures: Mapping[str, str] | None = None,
    folder: str = "",
    facts: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """All tables and figures. figures: captions by the names of files in the folder, without ending; folder: as the
    document names it; facts: of the run, by name, such as the machine, which the notes below the tables end with."""
    lines = [
        FIRST_LINE,
        r"% \input this file; it needs \usepackage{booktabs} and \usepackage{graphicx}",
    ]
    label = _Labels()
    around = _Surroundings(_cautions(summary), [f"{name}: {one_line(text)}" for name, text in facts.items()])
    lines += [f"% {sentence}" for sentence in (*around.cautions, *around.facts)]
    for group in summary.groups:
        if group.scores:
            lines += ["", *_table(group, summary, label(f"tab:{group.name}"), around)]
    if summary.families:
        lines += ["", *_family_table(summary, label("tab:families"))]
    for group in summary.families if len(summary.families) <= MOST_FAMILIES else ():
        if group.scores:
            lines += ["", *_table(group, summary, label(f"tab:{group.name}"))]
    for name, caption in (figures or {}).items():
        path = f"{folder.rstrip('/')}/{name}.pdf" if folder else f"{name}.pdf"
        lines += ["", *_figure(path, caption, label(f"fig:{name}"))]
    return "\n".join(lines) + "\n"


@dataclass(frozen=True, slots=True)
class _Surroundings:
    """What the note of a table says beside its numbers. cautions: sentences that are to be said whenever the numbers
    are; facts: of the run."""

    cautions: Sequence[str]
    facts: Sequence[str]


class _Labels:
    """Makes names for \\label, each once."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def __call__(self, text: str) -> str:
        plain = re.sub(r"[^a-z0-9:]+", "-", text.lower()).strip("-")
        name = next(name for name in chain([plain], (f"{plain}-{k}" for k in count(2))) if name not in self._taken)
        self._taken.add(name)
        return rf"\label{{{name}}}"


def _cautions(summary: Summary) -> list[str]:
    """What numbers rest on, as far as there is something to object to."""
    return [one_line(f"{line.colour.upper()}, {line.name}: {line.sentence}")
            for line in summary.honesty if line.colour != COLOURS[-1]]  # fmt: skip


def _table(group: GroupSummary, summary: Summary, label: str, around: _Surroundings | None = None) -> Iterator[str]:
    """around: given, the definitions of the columns are told, too."""
    wrong = any(score.wrong for score in group.scores)
    titles = ["configuration", *(["wrong"] if wrong else []), *(title for title, _ in COLUMNS)]
    caption, note = caption_lines(_sentences(group, summary, around), r"\smallskip")
    yield r"\begin{table}[htbp]"
    yield r"\centering\footnotesize\setlength{\tabcolsep}{4pt}"
    yield from (caption, label)
    yield rf"\begin{{tabular}}{{@{{}}l{'r' * (len(titles) - 1)}@{{}}}}"
    yield r"\toprule"
    yield _row(titles)
    yield r"\midrule"
    for score in group.scores:
        yield _row([score.configuration, *([str(score.wrong)] if wrong else []), *_cells(score)])
    if group.virtual_best is not None:
        yield r"\addlinespace"
        blank = [""] * (len(titles) - (4 if wrong else 3))
        best = group.virtual_best
        yield _row(["virtual best", *([""] if wrong else []), f"{best.solved} instances", f"{best.par2:.3g}", *blank])
    yield from (r"\bottomrule", r"\end{tabular}", *note, r"\end{table}")


def _family_table(summary: Summary, label: str) -> Iterator[str]:
    """A row for each family: its best configuration, and how sure that is."""
    sentences = ["Every family of a puzzle by itself: its best configuration, and whom the tests tell from it"]
    sentences += [summary.definitions[name] for name in ("family", "faster") if name in summary.definitions]
    caption, note = caption_lines(sentences, r"\smallskip")
    kinds = "".join("r" if title in NUMBERS else "l" for title in FAMILY_COLUMNS)
    yield from (r"\begin{table}[htbp]", r"\centering\footnotesize\setlength{\tabcolsep}{4pt}", caption, label)
    yield from (rf"\begin{{tabular}}{{@{{}}{kinds}@{{}}}}", r"\toprule", _row(FAMILY_COLUMNS), r"\midrule")
    yield from map(_row, family_rows(summary.families))
    yield from (r"\bottomrule", r"\end{tabular}", *note, r"\end{table}")


def _cells(score: Score) -> list[str]:
    share = _estimate(score.share, 100.0, "{:.1f}")
    ratio = _estimate(score.ratio) if score.ratio else "1"
    times = [_estimate(score.par2), _estimate(score.geometric)]
    return [f"{share} %", *times, ratio, f"{score.marginal_s:.3g}", str(score.unique)]


def _estimate(estimate: Estimate, scale: float = 1.0, digits: str = "{:.3g}") -> str:
    """A number and its interval."""
    values = [value for value in (estimate.value, estimate.low, estimate.high) if value is not None]
    words = [digits.format(scale * value) for value in values]
    return f"{words[0]} [{words[1]}, {words[2]}]" if len(words) == 3 else words[0]


def _sentences(group: GroupSummary, summary: Summary, around: _Surroundings | None) -> list[str]:
    """Wrong answers, what is compared, the answer, what was left out; then cautions, the definitions of the columns,
    and facts of the run."""
    words = [f"{group.name}: {plural(group.instances, 'instance')}, {plural(group.runs, 'run')} of each configuration"]
    words += [f"time limit {group.limit_s:g} s"] if group.limit_s is not None else []
    sentences: list[str] = [sentence for sentence in group.answer if isinstance(sentence, Alarm)]
    sentences += [", ".join(words)]
    if any(each.low is not None for score in group.scores for each in (score.share, score.par2)):
        confidence = summary.parameters.get("confidence", 0.95)
        sentences.append(f"In brackets: {100 * confidence:g} % confidence intervals")
    sentences += [sentence for sentence in group.answer if not isinstance(sentence, Alarm)]
    sentences += [f"{plural(each.runs, 'run')} not compared: {each.reason}" for each in group.left_out]
    if around is None:
        return sentences
    known = summary.definitions
    defined = [f"{title.partition(' (')[0]}: {known[name]}" for title, name in COLUMNS if name in known]
    return [*sentences, *around.cautions, *defined, *around.facts]


def _figure(path: str, caption: str, label: str) -> Iterator[str]:
    yield r"\begin{figure}[htbp]"
    width = next((width for kind, width in WIDTHS.items() if f"/{kind}" in f"/{path}"), 0.75)
    yield rf"\centering\includegraphics[width={width:g}\linewidth]{{{path}}}"
    words, note = caption_lines(SENTENCE_END.split(caption))
    yield from (words, label, *note, r"\end{figure}")


def _row(cells: Sequence[str]) -> str:
    return " & ".join(escape_latex(cell) for cell in cells) + r" \\"
