"""The race to all solutions, in the terminal and in a sentence.

    race to all 9356 solutions, equal time: 1.9 s each

      backend       found  of all  ended    seconds  per s  ratio  verdict
    + exactcover     9356   100 %  all         0.93  10060     1x  correct
    + cpsat            58   0.6 %  stopped     1.90   30.5   330x  correct

The ratio is to the best rate: how many times as many solutions per second.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from report.columns import Column, fit, rendered
from report.comparison.records import Race, Racer
from report.words import duration, listed, one_line, plural, ratio

MARKS = {"correct": "+", "wrong": "!", "unproved": "?", "none": " "}
STYLES = {"correct": "good", "wrong": "bad", "unproved": "doubt", "none": "dim"}
MOST_DIGITS = 12  # a longer number is told by its length


def race_lines(race: Race, colour: bool, width: int) -> list[str]:
    """Heading, table, and what each line rests on; not wrapped but for the table."""
    racers = race.racers
    best = best_rate(racers)
    columns = [
        Column("  backend", [f"{MARKS[one.verdict]} {name(one)}" for one in racers]),
        Column("found", [number(one.found) for one in racers], right=True),
        Column("of all", [share(one, race.total) for one in racers], right=True, drop=2),
        Column("ended", [ended(one) for one in racers]),
        Column("seconds", [f"{one.seconds:.2f}" for one in racers], right=True, drop=1),
        Column("per s", [rate(one) for one in racers], right=True),
        Column("ratio", [ratio_to(one, best) for one in racers], right=True),
        Column("checked", [number(one.checked) for one in racers], right=True, drop=3),
        Column(
            "verdict",
            ["WRONG" if one.verdict == "wrong" else one.verdict.replace("none", "-") for one in racers],
            styles=[STYLES[one.verdict] for one in racers],
        ),
    ]
    kept, _ = fit(columns, width)
    return [heading(race), *rendered(kept, colour)]


def heading(race: Race) -> str:
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
        for why in one.wrong:
            yield f"WRONG {name(one)}: {one_line(why)}"
    sampled = [one for one in race.racers if one.way == "listed" and one.checked < one.found]
    if sampled:
        told = listed(f"{number(one.checked)} of {number(one.found)} of {one.backend}" for one in sampled)
        yield f"checked  drawn at random, where all would take too long: {told}"
    notes = {one_line(one.note) for one in race.racers} - {""}
    for note in sorted(notes):
        who = listed(name(one) for one in race.racers if one_line(one.note) == note)
        if "time limit" not in note:
            yield f"race  {who}: {note}"


def race_sentence(race: Race) -> str:
    """Who finished, and whether they found the same."""
    finished = [one for one in race.racers if one.finished and not one.wrong]
    bad = [one for one in race.racers if one.wrong]
    engines = listed(one.engine or one.backend for one in finished)
    several = len({one.engine or one.backend for one in finished}) > 1
    told = [f"WRONG {name(one)}: {one.wrong[0]}" for one in bad]
    if race.verdict == "disagree" and not bad:
        told.append(f"those who finished disagree: {listed(f'{name(one)} {number(one.found)}' for one in finished)}")
    elif finished:
        total = number(finished[0].found)
        same = "the same set" if all(one.way == "listed" for one in finished) else "the same number"
        confirmed = f", {same}" if several else ", on its word alone that there are no others"
        told.append(f"{plural(len(finished), 'racer')} ({engines}) ended with all {total} solutions{confirmed}")
    rest = [one for one in race.racers if not one.finished]
    if rest:
        most = max(rest, key=lambda one: one.found)
        far = f", the most {number(most.found)} ({name(most)})" if most.found else ""
        told.append(f"{len(rest)} stopped before{far}")
    return f"race: {'; '.join(told) or 'nobody lists solutions'}"


def best_rate(racers: Sequence[Racer]) -> float:
    """The most solutions per second, of those that list and are not wrong."""
    return max((one.rate for one in racers if not one.wrong and one.way == "listed"), default=0.0)


def name(one: Racer) -> str:
    """The backend, and that it only counts."""
    return one.backend if one.way == "listed" else f"{one.backend} (counts)"


def number(n: int) -> str:
    """All digits, or how many there are."""
    return str(n) if n < 10**MOST_DIGITS else f"about 2^{n.bit_length() - 1}"


def share(one: Racer, total: int | None) -> str:
    """What part of all solutions it found."""
    if not total:
        return "all" if one.finished and not one.wrong else "-"
    part = one.found / total
    return f"{part:.0%}" if part >= 0.1 or not part else f"{part:.2%}"


def ended(one: Racer) -> str:
    """How it ended: with all solutions, or at the limit."""
    if one.finished:
        return one.way
    return "not run" if one.note == "budget" else "stopped"


def rate(one: Racer) -> str:
    """Solutions per second, with about three digits."""
    if not one.found:
        return "-"
    if one.found >= 10**15:
        return "-"
    return f"{one.rate:.0f}" if one.rate >= 99.5 else f"{one.rate:.1f}" if one.rate >= 9.95 else f"{one.rate:.2f}"


def ratio_to(one: Racer, best: float) -> str:
    """How many times as fast the best is."""
    return ratio(best / one.rate) if one.found and best and one.way == "listed" else "-"
