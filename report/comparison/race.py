"""The race to all solutions, in the terminal and in a sentence.

    race to all 9356 solutions, equal time: 1.9 s each

      backend       found  of all  ended    seconds  per s  ratio  verdict
    + exactcover     9356   100 %  all         0.93  10060     1x  correct
    + cpsat            58   0.6 %  stopped     1.90   30.5   330x  correct

The ratio is to the best rate: how many times as many solutions per second.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from report.comparison.columns import MARKS, STYLES, VERDICTS
from report.comparison.records import Race, Racer
from report.text_columns import TextColumn, fit_columns, render_table, wrap_text
from report.words import duration, join_names, one_line, plural, ratio
from rosetta.foundation.vocabulary import Agreement, Ending

MOST_DIGITS = 12  # a longer number is given as a power of 2


def race_lines(race: Race, colour: bool, width: int) -> list[str]:
    """Heading and table, fitted to the width."""
    names = TextColumn("  backend", [f"{MARKS[racer.verdict]} {racer_name(racer)}" for racer in race.racers])
    fitting, _ = fit_columns([names, *race_columns(race)], width)
    return [*wrap_text(race_heading(race), width), *render_table(fitting, colour)]


def race_columns(race: Race) -> list[TextColumn]:
    """What came of each racer."""
    racers = race.racers
    best = best_rate(racers)
    styles = [STYLES[racer.verdict] for racer in racers]
    return [
        TextColumn("found", [count_text(racer.count) for racer in racers], right=True),
        TextColumn("of all", [share_text(racer, race.total) for racer in racers], right=True, drop=2),
        TextColumn("ended", [describe_ending(racer) for racer in racers]),
        TextColumn("seconds", [f"{racer.seconds:.2f}" for racer in racers], right=True, drop=1),
        TextColumn("per s", [rate_text(racer) for racer in racers], right=True),
        TextColumn("ratio", [ratio_to_best(racer, best) for racer in racers], right=True),
        TextColumn("checked", [count_text(racer.checked) for racer in racers], right=True, drop=3),
        TextColumn("verdict", [VERDICTS[racer.verdict] for racer in racers], styles=styles),
    ]


def race_heading(race: Race) -> str:
    """The task of all racers: all solutions, in so many seconds."""
    known = race.total if race.total is not None and race.total < 10**12 else None
    total = "solutions" if known is None else plural(known, "solution")
    longest = max((racer.limit for racer in race.racers), default=0.0)
    slower = min((racer.limit for racer in race.racers), default=0.0) < 0.99 * longest
    less = ", less for those that found none before" if slower else ""
    return f"race to all {total}: {duration(longest)} each{less}"


def race_remarks(race: Race) -> Iterator[str]:
    """Which racers are wrong and why, what was checked by sample only, the racers' notes."""
    for racer in race.racers:
        for why in racer.faults:
            yield f"WRONG {racer_name(racer)}: {one_line(why)}"
    sampled = [racer for racer in race.racers if racer.way == "listed" and racer.checked < racer.count]
    if sampled:
        samples = join_names(
            f"{count_text(racer.checked)} of {count_text(racer.count)} of {racer.backend}" for racer in sampled
        )
        yield f"checked  drawn at random, where all would take too long: {samples}"
    said = [(one_line(racer.note), racer.ended, racer_name(racer)) for racer in race.racers if racer.note]
    for note, ended in sorted({(note, ended) for note, ended, _ in said}):
        who = join_names(name for *each, name in said if each == [note, ended])
        if ended is not Ending.TIME:  # which the table says
            yield f"race  {who}: {note}"


def race_sentence(race: Race) -> str:
    """Who finished, and whether they found the same."""
    parts = [f"WRONG {racer_name(racer)}: {racer.faults[0]}" for racer in race.racers if racer.faults]
    finished = [racer for racer in race.racers if racer.finished and not racer.faults]
    if race.verdict == Agreement.DISAGREE and not parts:
        numbers = join_names(f"{racer_name(racer)} {count_text(racer.count)}" for racer in finished)
        parts.append(f"those who finished disagree: {numbers}")
    elif finished:
        parts.append(_describe_finish(finished))
    rest = [racer for racer in race.racers if not racer.finished]
    if rest:
        parts.append(_describe_stopped(rest))
    return f"race: {'; '.join(parts) or 'nobody lists solutions'}"


def _describe_finish(finished: Sequence[Racer]) -> str:
    """Who ended with all solutions, and who confirms that these are all."""
    engines = list(dict.fromkeys(racer.engine or racer.backend for racer in finished))
    same = "the same set" if all(racer.way == "listed" for racer in finished) else "the same number"
    confirmed = same if len(engines) > 1 else "on its word alone that there are no others"
    who = f"{plural(len(finished), 'racer')} ({join_names(engines)})"
    return f"{who} ended with all {count_text(finished[0].count)} solutions, {confirmed}"


def _describe_stopped(racers: Sequence[Racer]) -> str:
    """How many did not come to the end, and how far the best of them came."""
    most = max(racers, key=lambda racer: racer.count)
    far = f", the most {count_text(most.count)} ({racer_name(most)})" if most.count else ""
    return f"{len(racers)} stopped before{far}"


def best_rate(racers: Sequence[Racer]) -> float:
    """The most solutions per second, of those that list and are not wrong."""
    return max((racer.rate for racer in racers if not racer.faults and racer.way == "listed"), default=0.0)


def racer_name(racer: Racer) -> str:
    """The backend, and that it only counts."""
    return racer.backend if racer.way == "listed" else f"{racer.backend} (counts)"


def count_text(n: int) -> str:
    """All digits, or how many there are."""
    return str(n) if n < 10**MOST_DIGITS else f"about 2^{n.bit_length() - 1}"


def share_text(racer: Racer, total: int | None) -> str:
    """The share of all solutions that it found."""
    if not total:
        return "all" if racer.finished and not racer.faults else "-"
    part = racer.count / total
    return f"{part:.0%}" if part >= 0.1 or not part else f"{part:.2%}"


def describe_ending(racer: Racer) -> str:
    """How it ended: with all solutions, or at the limit."""
    if racer.finished:
        return racer.way
    return "not run" if racer.ended is Ending.NOT_STARTED else "stopped"


def rate_text(racer: Racer) -> str:
    """Solutions per second, with about three digits."""
    if not 0 < racer.count < 10**15:
        return "-"
    return f"{racer.rate:.{0 if racer.rate >= 99.5 else 1 if racer.rate >= 9.95 else 2}f}"


def ratio_to_best(racer: Racer, best: float) -> str:
    """How many times as fast the best is."""
    return ratio(best / racer.rate) if racer.count and best and racer.way == "listed" else "-"
