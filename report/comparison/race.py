"""The race to all solutions, in the terminal and in a sentence.

    race to all 9356 solutions, equal time: 1.9 s each

      backend       found  of all  ended    seconds  per s  ratio  verdict
    + exactcover     9356   100 %  all         0.93  10060     1x  correct
    + cpsat            58   0.6 %  stopped     1.90   30.5   330x  correct

The ratio is to the best rate: how many times as many solutions per second.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from report.columns import TextColumn, fit_columns, render_table
from report.comparison.records import Race, Racer
from report.words import duration, join_names, one_line, plural, ratio

MARKS = {"correct": "+", "wrong": "!", "unproved": "?", "none": " "}
STYLES = {"correct": "good", "wrong": "bad", "unproved": "doubt", "none": "dim"}
MOST_DIGITS = 12  # a longer number is told by its length


def race_lines(race: Race, colour: bool, width: int) -> list[str]:
    """Heading, table, and what each line rests on; not wrapped but for the table."""
    racers = race.racers
    best = best_rate(racers)
    columns = [
        TextColumn("  backend", [f"{MARKS[one.verdict]} {racer_name(one)}" for one in racers]),
        TextColumn("found", [count_text(one.count) for one in racers], right=True),
        TextColumn("of all", [share_text(one, race.total) for one in racers], right=True, drop=2),
        TextColumn("ended", [describe_ending(one) for one in racers]),
        TextColumn("seconds", [f"{one.seconds:.2f}" for one in racers], right=True, drop=1),
        TextColumn("per s", [rate_text(one) for one in racers], right=True),
        TextColumn("ratio", [ratio_to_best(one, best) for one in racers], right=True),
        TextColumn("checked", [count_text(one.checked) for one in racers], right=True, drop=3),
        TextColumn(
            "verdict",
            ["WRONG" if one.verdict == "wrong" else one.verdict.replace("none", "-") for one in racers],
            styles=[STYLES[one.verdict] for one in racers],
        ),
    ]
    kept, _ = fit_columns(columns, width)
    return [race_heading(race), *render_table(kept, colour)]


def race_heading(race: Race) -> str:
    """What was asked of everybody: all solutions, in so many seconds."""
    total = (
        "solutions" if race.total is None else plural(race.total, "solution") if race.total < 10**12 else "solutions"
    )
    longest = max((one.limit for one in race.racers), default=0.0)
    slower = min((one.limit for one in race.racers), default=0.0) < 0.99 * longest
    less = ", less for those that found none before" if slower else ""
    return f"race to all {total}: {duration(longest)} each{less}"


def race_remarks(race: Race) -> Iterator[str]:
    """Who is wrong and why, what was not checked, who could not go on."""
    for one in race.racers:
        for why in one.faults:
            yield f"WRONG {racer_name(one)}: {one_line(why)}"
    sampled = [one for one in race.racers if one.way == "listed" and one.checked < one.count]
    if sampled:
        told = join_names(f"{count_text(one.checked)} of {count_text(one.count)} of {one.backend}" for one in sampled)
        yield f"checked  drawn at random, where all would take too long: {told}"
    notes = {one_line(one.note) for one in race.racers} - {""}
    for note in sorted(notes):
        who = join_names(racer_name(one) for one in race.racers if one_line(one.note) == note)
        if "time limit" not in note:
            yield f"race  {who}: {note}"


def race_sentence(race: Race) -> str:
    """Who finished, and whether they found the same."""
    finished = [one for one in race.racers if one.finished and not one.faults]
    bad = [one for one in race.racers if one.faults]
    engines = join_names(one.engine or one.backend for one in finished)
    several = len({one.engine or one.backend for one in finished}) > 1
    told = [f"WRONG {racer_name(one)}: {one.faults[0]}" for one in bad]
    if race.verdict == "disagree" and not bad:
        told.append(
            "those who finished disagree: "
            + join_names(f"{racer_name(one)} {count_text(one.count)}" for one in finished)
        )
    elif finished:
        total = count_text(finished[0].count)
        same = "the same set" if all(one.way == "listed" for one in finished) else "the same number"
        confirmed = f", {same}" if several else ", on its word alone that there are no others"
        told.append(f"{plural(len(finished), 'racer')} ({engines}) ended with all {total} solutions{confirmed}")
    rest = [one for one in race.racers if not one.finished]
    if rest:
        most = max(rest, key=lambda one: one.count)
        far = f", the most {count_text(most.count)} ({racer_name(most)})" if most.count else ""
        told.append(f"{len(rest)} stopped before{far}")
    return f"race: {'; '.join(told) or 'nobody lists solutions'}"


def best_rate(racers: Sequence[Racer]) -> float:
    """The most solutions per second, of those that list and are not wrong."""
    return max((one.rate for one in racers if not one.faults and one.way == "listed"), default=0.0)


def racer_name(one: Racer) -> str:
    """The backend, and that it only counts."""
    return one.backend if one.way == "listed" else f"{one.backend} (counts)"


def count_text(n: int) -> str:
    """All digits, or how many there are."""
    return str(n) if n < 10**MOST_DIGITS else f"about 2^{n.bit_length() - 1}"


def share_text(one: Racer, total: int | None) -> str:
    """What part of all solutions it found."""
    if not total:
        return "all" if one.finished and not one.faults else "-"
    part = one.count / total
    return f"{part:.0%}" if part >= 0.1 or not part else f"{part:.2%}"


def describe_ending(one: Racer) -> str:
    """How it ended: with all solutions, or at the limit."""
    if one.finished:
        return one.way
    return "not run" if one.note == "budget" else "stopped"


def rate_text(one: Racer) -> str:
    """Solutions per second, with about three digits."""
    if not one.count:
        return "-"
    if one.count >= 10**15:
        return "-"
    return f"{one.rate:.0f}" if one.rate >= 99.5 else f"{one.rate:.1f}" if one.rate >= 9.95 else f"{one.rate:.2f}"


def ratio_to_best(one: Racer, best: float) -> str:
    """How many times as fast the best is."""
    return ratio(best / one.rate) if one.count and best and one.way == "listed" else "-"
