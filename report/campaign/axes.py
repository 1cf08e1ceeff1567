"""Axes and marks that several figures share: time on a logarithmic axis, a place beyond the limit for what is not
solved, series by colour, shape and dash."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from report.campaign.style import COLOURS, Look, colour_scale, dash_scale, shape_scale

if TYPE_CHECKING:
    import altair as alt

BEYOND = 2.5  # times the limit: where a figure puts what is not solved
MARKERS = 8  # on each curve
FEW_LABELS = (  # of a logarithmic axis whose range only the data tell: 1, 2 and 5 times powers of ten
    "indexof([1, 2, 5], round(datum.value / pow(10, floor(log(datum.value) / LN10 + 1e-9)))) >= 0"
    " ? format(datum.value, '~s') : ''"
)


def time_scale(look: Look, *, beyond: bool = False) -> alt.Scale:
    """From the shortest time to the limit, or so far that what is not solved has a place."""
    import altair as alt

    high = look.limit * (BEYOND * 1.4 if beyond else 1)
    return alt.Scale(type="log", domain=[look.shortest, high], nice=False)


def time_axis(title: str, look: Look, *, beyond: bool = False, **options: Any) -> alt.Axis:
    """Ticks at powers of ten, or at 1, 2 and 5 where there are few of these; where what is not solved has a place, it
    has a tick."""
    import altair as alt

    ticks = log_ticks(look.shortest, look.limit)
    if not beyond:
        return alt.Axis(title=title, values=ticks, format="~g", **options)
    text = f"datum.value > {look.limit * 1.2:g} ? ['not', 'solved'] : format(datum.value, '~g')"
    return alt.Axis(title=title, values=[*ticks, look.limit * BEYOND], labelExpr=text, labelOverlap=False, **options)


def log_ticks(low: float, high: float) -> list[float]:
    """The powers of ten from low to high; fewer than three: also 2 and 5 times these."""
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    tens = [float(f"1e{power}") for power in powers]
    inside = [ten for ten in tens if low <= ten <= high]
    if len(inside) >= 3:
        return inside
    return [float(f"{digit * ten:.1g}") for ten in tens for digit in (1, 2, 5) if low <= digit * ten <= high]


def limit_rules(look: Look, *directions: str) -> list[alt.Chart]:
    """A thin line at the time limit, the parameter `limit`, on each of the axes "x" and "y" that are named."""
    import altair as alt

    base = alt.Chart(alt.InlineData(values=[{}])).transform_calculate(now="limit").mark_rule(strokeWidth=0.8)
    return [base.encode(**{direction: "now:Q"}) for direction in directions]


def limit_parameter(look: Look) -> alt.Parameter:
    import altair as alt

    return alt.param(name="limit", value=look.limit)


def series_colour(look: Look, shown: Sequence[str] = (), **options: Any) -> alt.Color:
    """shown: in the legend, all by default."""
    import altair as alt

    return alt.Color("configuration:N", title=None, scale=_part(colour_scale(look.series), shown), **options)


def series_shape(look: Look, **options: Any) -> alt.Shape:
    import altair as alt

    return alt.Shape("configuration:N", title=None, scale=_part(shape_scale(look.series), ()), **options)


def series_dash(look: Look, shown: Sequence[str] = (), **options: Any) -> alt.StrokeDash:
    import altair as alt

    return alt.StrokeDash("configuration:N", title=None, scale=_part(dash_scale(look.series), shown), **options)


def _part(scale: Mapping[str, list[Any]], shown: Sequence[str]) -> alt.Scale:
    """The scale, or the part of it that belongs to these names."""
    import altair as alt

    pairs = dict(zip(scale["domain"], scale["range"], strict=True))
    names = [name for name in (shown or scale["domain"]) if name in pairs]
    return alt.Scale(domain=names, range=[pairs[name] for name in names])


def line_legend() -> alt.Legend:
    """Of lines without markers: long enough for a dash to be seen."""
    import altair as alt

    return alt.Legend(symbolType="stroke", symbolSize=700)


def stepped_lines(
    name: str, look: Look, x: alt.X, y: alt.Y, step: str = "step-after", *, to_the_limit: bool = True
) -> alt.LayerChart:
    """A curve per configuration with a few markers on it. The data has columns configuration, solved, cells, end, and
    those of x and y. to_the_limit: draw the row at the limit, too."""
    import altair as alt

    from report.campaign.style import HEIGHT, WIDTH

    base = alt.Chart(alt.NamedData(name)).encode(x=x, y=y, color=series_colour(look))
    ends = base if to_the_limit else base.transform_filter("!datum.end")
    lines = ends.mark_line(interpolate=step, clip=True).encode(strokeDash=series_dash(look), order="solved:Q")
    chosen = f"datum.solved > 0 && datum.solved % ceil(datum.cells / {MARKERS}) == 0 && !datum.end"
    markers = base.transform_filter(chosen).mark_point(filled=True, size=40, strokeWidth=0, opacity=1, clip=True)
    return alt.layer(lines, markers.encode(shape=series_shape(look))).properties(width=WIDTH, height=HEIGHT)


def puzzle_colours(look: Look) -> alt.Scale:
    import altair as alt

    return alt.Scale(domain=list(look.puzzles), range=[COLOURS[i % len(COLOURS)] for i in range(len(look.puzzles))])
