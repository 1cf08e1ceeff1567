"""Two campaigns in the terminal: the answer in sentences, a table of configurations, the cells that differ.

old.db -> new.db: 240 cells in both
REGRESSION: cnf on tents: slower: 1.52x [1.31, 1.77] the time, p < 0.001.
NO SIGNIFICANT DIFFERENCE: cpsat on tents (1.02x [0.95, 1.09]); 0 cells lost, 1 gained.

configuration  puzzle  verdict     ratio              solved      lost  gained
cnf            tents   REGRESSION  1.52 [1.31, 1.77]  60 -> 60/60    0       0
"""

from __future__ import annotations

from collections import Counter

from report.campaign.records import CHANGES, Alarm, CampaignDiff, ConfigurationDiff
from report.text_columns import TextColumn, cut_columns, fit_columns, paint, render_table, wrap_text
from report.words import join_names, one_line, plural

MOST_CHANGES = 20
MORE = "-v"
_STYLES = {"regression": "bad", "improvement": "good", "no significant difference": ""}
_WORDS = {"regression": "REGRESSION", "improvement": "improvement", "no significant difference": "not significant"}
_BAD = ("new wrong", "lost", "changed objective", "changed claim")


def diff_text(diff: CampaignDiff, colour: bool, width: int, everything: bool = False) -> str:
    """What `bench diff` prints. everything: every cell that differs, every configuration."""
    title = f"{one_line(diff.before)} -> {one_line(diff.after)}: {plural(diff.cells, 'cell')} in both"
    lines = [paint(line, "strong", colour) for line in wrap_text(title, width, "  ")]
    for sentence in diff.answer:
        style = "bad" if isinstance(sentence, Alarm) else ""
        lines += [paint(line, style, colour) for line in wrap_text(one_line(sentence), width, "  ")]
    lines += [line for note in diff.notes for line in wrap_text(f"note  {one_line(note)}", width, "      ")]
    lines += ["", *_configurations(diff.configurations, colour, width)]
    lines += _versions(diff.configurations, width)
    lines += _changes(diff, colour, width, everything)
    rule = (
        f"regression: significant, and beyond {diff.threshold:g}x; ratio: time after over time before; "
        "[..] 95 % interval; lost: no longer solved; gained: newly solved"
    )
    return "\n".join([*lines, *wrap_text(rule, width, "  ")]) + "\n"


def _configurations(rows: tuple[ConfigurationDiff, ...], colour: bool, width: int) -> list[str]:
    """The table, the regressions first."""
    rows = tuple(sorted(rows, key=lambda row: list(_STYLES).index(row.verdict)))
    styles = [_STYLES[row.verdict] for row in rows]
    names = TextColumn("configuration", [one_line(row.configuration) for row in rows], styles=styles)
    columns = [
        *cut_columns([names], width * 2 // 5),
        TextColumn("puzzle", [one_line(row.puzzle) for row in rows]),
        TextColumn("verdict", [_WORDS[row.verdict] for row in rows], styles=styles),
        TextColumn("ratio", [_ratio_text(row) for row in rows], drop=1),
        TextColumn("solved", [f"{row.solved_before} -> {row.solved_after} of {row.cells}" for row in rows], drop=2),
        TextColumn("lost", [str(row.lost) for row in rows], right=True, drop=3),
        TextColumn("gained", [str(row.gained) for row in rows], right=True, drop=3),
        TextColumn("p time", [_p_text(row.adjusted_time) for row in rows], right=True, drop=4),
        TextColumn("p solved", [_p_text(row.adjusted_solved) for row in rows], right=True, drop=5),
    ]
    return [*render_table(fit_columns(columns, width)[0], colour), ""]


def _ratio_text(row: ConfigurationDiff) -> str:
    if row.ratio is None:
        return "-"
    if row.ratio.low is None or row.ratio.high is None:
        return f"{row.ratio.value:.2f}"
    return f"{row.ratio.value:.2f} [{row.ratio.low:.2f}, {row.ratio.high:.2f}]"


def _p_text(p: float) -> str:
    return "<0.001" if p < 0.001 else f"{p:.3f}"


def _versions(rows: tuple[ConfigurationDiff, ...], width: int) -> list[str]:
    """Engines whose version changed."""
    moved = {(row.versions[0] or "-", row.versions[1] or "-") for row in rows if row.versions[0] != row.versions[1]}
    return [line for old, new in sorted(moved) for line in wrap_text(f"version  {old} -> {new}", width, "         ")]


def _changes(diff: CampaignDiff, colour: bool, width: int, everything: bool) -> list[str]:
    """The cells that differ, the gravest first, and how many there are of each kind."""
    if not diff.changes:
        return ["no cell differs", ""]
    counts = Counter(change.kind for change in diff.changes)
    most = len(diff.changes) if everything else MOST_CHANGES
    texts = [f"cells that differ: {join_names(f'{counts[kind]} {kind}' for kind in CHANGES if counts[kind])}"]
    lines = [line for text in texts for line in wrap_text(text, width, "  ")]
    for change in diff.changes[:most]:
        place = f"{change.configuration} on {change.puzzle} {change.what}, cell {change.cell}"
        text = f"  {change.kind}: {one_line(place)}: {one_line(change.before)} -> {one_line(change.after)}"
        style = "bad" if change.kind in _BAD else ""
        lines += [paint(line, style, colour) for line in wrap_text(text, width, "      ")]
    more = len(diff.changes) - most
    return [*lines, *([f"  and {more} more with {MORE}"] if more > 0 else []), ""]
