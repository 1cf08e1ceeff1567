"""What a campaign says of the defaults, as a table in the terminal and as lines with tabs for other programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, fields

from report.campaign.records import TuningChoice
from report.text_columns import TextColumn, fit_columns, paint, render_table, wrap_text
from report.words import one_line, plural

_ORDER = ("change", "keep", "no significant difference")
_WORDS = {"change": "CHANGE", "keep": "keep", "no significant difference": "keep: not significant"}
LEGEND = (
    "gain: time of the default over time of the best other, on boards not used to pick it; [..] 95 % interval; "
    "CHANGE: significant after Holm's correction, and at least 1.1 times as fast, or more boards solved"
)


def tuning_text(lines: Sequence[TuningChoice], colour: bool, width: int) -> str:
    """What `bench tune` prints: changes first."""
    if not lines:
        text = (
            "No default can be judged: no two configurations with runs in common differ only in an encoding or profile."
        )
        return "\n".join(wrap_text(text, width)) + "\n"
    rows = sorted(lines, key=lambda line: _ORDER.index(line.verdict))
    counts = [sum(line.verdict == verdict for line in lines) for verdict in _ORDER]
    head = (
        f"{plural(counts[0], 'default')} to change, {counts[1] + counts[2]} to keep ({counts[2]} without a difference)"
    )
    columns = [
        TextColumn("verdict", [_WORDS[row.verdict] for row in rows], styles=[_style(row) for row in rows]),
        TextColumn("puzzle", [one_line(row.puzzle) for row in rows]),
        TextColumn("cells", [size_text(row) for row in rows]),
        TextColumn("backend", [one_line(row.backend) for row in rows]),
        TextColumn("default", [one_line(row.default) for row in rows], drop=4),
        TextColumn("best other", [one_line(row.pick) for row in rows]),
        TextColumn("gain", [gain_text(row) for row in rows], drop=1),
        TextColumn("p", [f"{row.p_time:.3f}" if row.p_time >= 0.001 else "<0.001" for row in rows], drop=3),
        TextColumn("boards", [str(row.instances) for row in rows], right=True, drop=2),
        TextColumn("of", [str(row.tried) for row in rows], right=True, drop=6),
        TextColumn("with", [one_line(row.context) for row in rows], drop=5),
    ]
    table = render_table(fit_columns(columns, width)[0], colour)
    return "\n".join([paint(head, "strong", colour), "", *table, *wrap_text(LEGEND, width, "  ")]) + "\n"


def tuning_lines(lines: Sequence[TuningChoice]) -> Iterator[str]:
    """A heading and a line per choice, fields separated by tabs; gain as three fields, empty where not known."""
    names = [field.name for field in fields(TuningChoice)]
    heading = [part for name in names for part in (("gain", "gain_low", "gain_high") if name == "gain" else (name,))]
    yield "\t".join(heading)
    for line in lines:
        values = []
        for name, value in asdict(line).items():
            values += [value["value"], value["low"], value["high"]] if name == "gain" else [value]
        yield "\t".join(one_line(_field_text(value)) for value in values)


def _field_text(value: object) -> str:
    if isinstance(value, tuple):
        return " | ".join(value)
    return "" if value is None else f"{value:.6g}" if isinstance(value, float) else str(value)


def _style(line: TuningChoice) -> str:
    return "good" if line.verdict == "change" else ""


def size_text(line: TuningChoice) -> str:
    """64-144."""
    return str(line.smallest) if line.smallest == line.largest else f"{line.smallest}-{line.largest}"


def gain_text(line: TuningChoice) -> str:
    """1.41 [1.2, 1.7]."""
    gain = line.gain
    value = f"{gain.value:.2f}"
    return value if gain.low is None or gain.high is None else f"{value} [{gain.low:.2f}, {gain.high:.2f}]"
