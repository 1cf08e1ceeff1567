"""The two pictures of a page: where the time of each run went, and how large the model was for each solver.

A bar is an SVG whose parts are shares of its own width; the width of the bar itself depends on one of three scales
that the reader chooses (no script needed): linear, logarithmic, or all bars equally wide. Steps differ in colour
(Okabe and Ito's palette, safe for colour-blind readers) *and* in pattern, and every value is also written out.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

from report.comparison.records import STEPS, Run
from report.comparison.verdict import describe_runs, run_label, sort_runs
from report.words import duration, quantity

WIDE_SPREAD = 30  # from here on the linear scale shows too little, and the page opens with the logarithmic one
SIZES = (("variables", "Variables"), ("rows", "Rows or clauses"), ("literals", "Literals"))
_INK = 'stroke="#1b1f23" stroke-width="1.3"'
_PATTERNS = {
    "build": ("#56b4e9", f'<path d="M0 8L8 0M-2 2L2 -2M6 10L10 6" {_INK}/>'),
    "lower": ("#e69f00", '<circle cx="4" cy="4" r="1.5" fill="#1b1f23"/>'),
    "load": ("#f0e442", f'<path d="M4 0V8" {_INK}/>'),
    "solve": ("#0072b2", ""),
    "decode": ("#cc79a7", f'<path d="M0 4H8" {_INK}/>'),
    "verify": ("#009e73", f'<path d="M0 0L8 8M-2 6L2 10M6 -2L10 2" {_INK}/>'),
}


def patterns() -> str:
    """The fills of the steps, once per page."""
    fills = "".join(
        f'<pattern id="fill-{step}" width="8" height="8" patternUnits="userSpaceOnUse">'
        f'<rect width="8" height="8" fill="{colour}"/>{mark}</pattern>'
        for step, (colour, mark) in _PATTERNS.items()
    )
    return f'<svg class="defs" aria-hidden="true"><defs>{fills}</defs></svg>'


def time_bars(runs: Sequence[Run], key: str) -> str:
    """One bar per run, split by step; `key` keeps the choices of several comparisons on a page apart."""
    timed = [run for run in sort_runs(runs) if run.total > 0]
    if not timed:
        return '<p class="soft">No run took any time.</p>'
    totals = [run.total for run in timed]
    first = "log" if max(totals) > WIDE_SPREAD * min(totals) else "linear"
    low, high = _decades(totals)
    rows = "".join(_time_row(run, runs, max(totals), low, high) for run in timed)
    axes = _axis("linear", _linear_ticks(max(totals))) + _axis("log", _log_ticks(low, high))
    axes += _axis("share", [(0, "0 %"), (50, "50 %"), (100, "100 % of its own total")])
    return f'{_choices(key, first)}{_legend()}{_scale_hints()}<div class="bars">{rows}{axes}</div>'


def _choices(key: str, first: str) -> str:
    words = {"linear": "linear", "log": "logarithmic", "share": "shares"}
    return '<span class="choice soft">Scale:</span>' + "".join(
        f'<input type="radio" class="{name}" name="scale-{key}" id="{name}-{key}"{" checked" if name == first else ""}>'
        f'<label class="choice" for="{name}-{key}"> {word}</label>'
        for name, word in words.items()
    )


def _scale_hints() -> str:
    return (
        '<p class="for-linear soft small">The length of a bar is its time; twice as long is twice the time.</p>'
        '<p class="for-log soft small">The length of a bar is its total on a logarithmic scale: each mark is ten times '
        "the one before. The colours divide the bar by share of the total.</p>"
        '<p class="for-share soft small">All bars are equally long: the colours are shares of the total of the run. '
        "Do not compare lengths across runs.</p>"
    )


def _legend() -> str:
    entries = (f'<li><svg aria-hidden="true">{_part(0, 100, step)}</svg>{step}</li>' for step in STEPS)
    return f'<ul class="legend" aria-label="Steps">{"".join(entries)}</ul>'


def _part(start: float, width: float, step: str) -> str:
    return f'<rect x="{start:.3f}%" width="{width:.3f}%" height="100%" fill="url(#fill-{step})"/>'


def _time_row(run: Run, runs: Sequence[Run], longest: float, low: int, high: float) -> str:
    name, split = escape(run_label(run, runs)), _steps_text(run)
    start, parts = 0.0, ""
    for step in STEPS:
        share = 100 * run.seconds.get(step, 0.0) / run.total
        parts += _part(start, share, step) if share else ""
        start += share
    linear, log = 100 * run.total / longest, 100 * (math.log10(run.total) - low) / (high - low)
    ended = (
        "" if run.verdict in ("correct", "unproved") else f" <b>{escape(run.verdict.replace('none', run.status))}</b>"
    )
    return (
        f'<div class="row"><span class="name">{name}{ended}</span><div class="track-cell"><div class="track">'
        f'<svg style="--linear:{linear:.3f}%;--log:{log:.3f}%" role="img" aria-label="{name}: {split}">{parts}</svg>'
        f'</div></div><span class="total">{duration(run.total)}</span><span class="split">{split}</span></div>'
    )


def _steps_text(run: Run) -> str:
    """The steps that took time, in words; those under one part in a thousand are left to the table."""
    step_times = [(step, run.seconds.get(step, 0.0)) for step in STEPS]
    return ", ".join(f"{step} {duration(time)}" for step, time in step_times if time > run.total / 1000)


def _axis(scale: str, ticks: Sequence[tuple[float, str]]) -> str:
    marks = "".join(f'<span style="left:{place:.3f}%">{text}</span>' for place, text in ticks)
    return (
        f'<div class="row for-{scale}" aria-hidden="true"><span class="name"></span><div class="track-cell">'
        f'<div class="axis">{marks}</div></div><span class="total"></span></div>'
    )


def _linear_ticks(longest: float) -> list[tuple[float, str]]:
    """Zero, round numbers, and the longest time itself at the end."""
    power = 10 ** math.floor(math.log10(longest))
    step = next(power * factor for factor in (0.2, 0.5, 1, 2, 5) if longest / (power * factor) <= 5)
    ticks = [(100 * i * step / longest, _tick(i * step)) for i in range(1, 6) if i * step < 0.86 * longest]
    return [(0.0, "0"), *ticks, (100.0, duration(longest))]


def _tick(seconds: float) -> str:
    return f"{seconds * 1e3:g} ms" if seconds < 1 else f"{seconds:g} s"


def _decades(totals: Sequence[float]) -> tuple[int, float]:
    """Where the logarithmic scale begins and ends, as powers of ten."""
    low = math.floor(math.log10(min(totals)) - 1e-9)
    return low, max(math.log10(max(totals)), low + 1)


def _log_ticks(low: int, high: float) -> list[tuple[float, str]]:
    return [
        (100 * (power - low) / (high - low), _power_of_ten(power)) for power in range(low, math.floor(high + 1e-9) + 1)
    ]


def _power_of_ten(power: int) -> str:
    names = ((0, "s"), (-3, "ms"), (-6, "us"))
    base, name = next(((base, name) for base, name in names if power >= base), names[-1])
    return f"{10 ** max(power - base, 0)} {name}"


def size_bars(runs: Sequence[Run]) -> str:
    """Three bars per different size; runs that got the same size share a line."""
    groups: dict[tuple[int, ...], list[Run]] = {}
    for run in sort_runs(runs):
        size = tuple(run.size.get(key, 0) for key, _ in SIZES)
        if any(size):
            groups.setdefault(size, []).append(run)
    if not groups:
        return '<p class="soft">No solver got as far as a model of its own.</p>'
    largest = [max(column) or 1 for column in zip(*groups, strict=True)]
    head = "".join(f"<span>{title}</span>" for _, title in SIZES)
    rows = "".join(
        f'<div class="row"><span class="name">{escape(describe_runs(group, runs))}</span>'
        + "".join(_size_cell(n, most) for n, most in zip(size, largest, strict=True))
        + "</div>"
        for size, group in groups.items()
    )
    return f'<div class="bars sizes"><div class="row head"><span class="name"></span>{head}</div>{rows}</div>'


def _size_cell(n: int, largest: int) -> str:
    return (
        f'<span><span class="number">{quantity(n)}</span><span class="track" aria-hidden="true">'
        f'<svg style="width:{100 * n / largest:.3f}%"><rect width="100%" height="100%" fill="var(--bar)"/></svg>'
        "</span></span>"
    )
