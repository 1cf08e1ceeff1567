"""The race to all solutions on the page: a bar for each backend's rate, and the table behind it.

Rates differ by a factor of thousands, so bars are on a logarithmic scale: each mark is ten times the one before.
"""

from __future__ import annotations

import math
from html import escape

from report.comparison.race import (
    best_rate,
    count_text,
    describe_ending,
    race_heading,
    race_remarks,
    race_sentence,
    racer_name,
    rate_text,
    ratio_to_best,
    share_text,
)
from report.comparison.records import Race, Racer
from report.words import one_line

_TAGS = {"correct": "\u2713 correct", "wrong": "\u2717 WRONG", "unproved": "? unproved", "none": "\u2013"}


def race_section(race: Race) -> str:
    """Bars, table and remarks."""
    remarks = "".join(f"<li>{escape(one_line(text))}</li>" for text in race_remarks(race))
    head, sentence = race_heading(race), race_sentence(race)
    return (
        f"<p>{escape(head[0].upper() + head[1:])}.</p><p>{escape(one_line(sentence))}.</p>"
        f"{_bars(race)}{_table(race)}" + (f'<ul class="notes">{remarks}</ul>' if remarks else "")
    )


def _bars(race: Race) -> str:
    """Solutions per second, on a logarithmic scale."""
    timed = [racer for racer in race.racers if 0 < racer.count < 10**15]
    if not timed:
        return '<p class="soft">Nobody found a solution in this time.</p>'
    low = math.floor(math.log10(min(racer.rate for racer in timed)) - 1e-9)
    high = max(math.log10(max(racer.rate for racer in timed)), low + 1)
    rows = "".join(_bar(racer, 100 * (math.log10(racer.rate) - low) / (high - low)) for racer in timed)
    marks = "".join(
        f'<span style="left:{100 * (power - low) / (high - low):.3f}%">{10.0**power:g}</span>'
        for power in range(low, math.floor(high + 1e-9) + 1)
    )
    axis = (
        '<div class="row" aria-hidden="true"><span class="name"></span><div class="track-cell">'
        f'<div class="axis">{marks}</div></div><span class="total"></span></div>'
    )
    return (
        '<p class="soft small">Solutions per second, on a logarithmic scale: each mark is ten times the one before.</p>'
        f'<div class="bars">{rows}{axis}</div>'
    )


def _bar(racer: Racer, width: float) -> str:
    name = escape(racer_name(racer))
    fill = "var(--bar)" if racer.verdict != "wrong" else "var(--bad)"
    details = f"{count_text(racer.count)} found, {describe_ending(racer)} after {racer.seconds:.2f} s"
    return (
        f'<div class="row"><span class="name">{name}</span><div class="track-cell"><div class="track">'
        f'<svg style="width:{width:.3f}%" role="img" aria-label="{name}: {rate_text(racer)} per second">'
        f'<rect width="100%" height="100%" fill="{fill}"/></svg></div></div>'
        f'<span class="total">{rate_text(racer)} / s</span><span class="split">{escape(details)}</span></div>'
    )


def _table(race: Race) -> str:
    best = best_rate(race.racers)
    titles = (
        "found",
        "of all",
        "ended",
        "seconds",
        "per second",
        "ratio to the best",
        "checked",
        "verdict",
        "evidence",
    )
    head = "".join(f'<th scope="col" class="num">{title}</th>' for title in titles)
    body = "".join(
        f'<tr class="{racer.verdict}"><th scope="row" class="stay">{escape(racer_name(racer))}</th>'
        + "".join(
            f'<td class="num">{cell}</td>'
            for cell in (
                count_text(racer.count),
                share_text(racer, race.total),
                describe_ending(racer),
                f"{racer.seconds:.2f}",
                rate_text(racer),
                ratio_to_best(racer, best).replace("x", "\u00d7"),
                count_text(racer.checked),
                f'<span class="tag {racer.verdict}">{_TAGS[racer.verdict]}</span>',
                escape(racer.evidence or "\u2013"),
            )
        )
        + "</tr>"
        for racer in race.racers
    )
    return (
        '<div class="scroll" role="region" aria-label="All solutions" tabindex="0"><table><caption>Solutions that each '
        'backend listed in its share of the time.</caption><thead><tr><th scope="col" class="stay">backend</th>'
        f"{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )
