"""The answer in sentences, with its uncertainty: what a group of runs shows, and what it does not.

On akari, cpsat solves 97 % [94, 99] of 120 runs (30 instances); PAR-2 1.2 s [0.9 s, 1.6 s].
It is significantly better than cbc (3.10x [2.40, 4.00]); in brackets, their time over its time.
NO SIGNIFICANT DIFFERENCE between cpsat and highs (1.05x [0.91, 1.21]).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from report.campaign.records import Alarm, Estimate, PairedTest, Score
from report.words import duration, join_phrases, plural
from rosetta.campaigns.statistics.pairwise import least_instances

MOST_SOLVERS = 4  # that one sentence compares with the best


def answer_sentences(place: str, scores: Sequence[Score], pairs: Sequence[PairedTest], instances: int) -> list[str]:
    """What a group shows: wrong answers, the best and its uncertainty, what it is better than, and what not. place:
    "tents", "all puzzles"."""
    sentences: list[str] = []
    wrong = [score for score in scores if score.wrong]
    if wrong:
        names = join_phrases(f"{score.configuration} ({score.wrong})" for score in wrong)
        sentences.append(Alarm(f"WRONG answers on {place}: {names}; they rank last, whatever their times."))
    sound = [score for score in scores if not score.wrong]
    if not sound or not instances:
        return [
            *sentences,
            f"On {place}, nothing can be compared." if not scores else f"On {place}, none can be called the best.",
        ]
    best = sound[0]
    sentences.append(
        f"On {place}, {best.configuration} solves {percent_text(best.share)} of {plural(best.runs, 'run')} "
        f"({plural(instances, 'instance')}); PAR-2 {seconds_text(best.par2)}."
    )
    against = {other.configuration: _pair_with(best.configuration, other.configuration, pairs) for other in sound[1:]}
    return [*sentences, *_against_best(best.configuration, against, instances, least_instances(len(scores)))]


def _pair_with(best: str, other: str, pairs: Sequence[PairedTest]) -> PairedTest:
    return next(pair for pair in pairs if {pair.first, pair.second} == {best, other})


def _against_best(best: str, against: Mapping[str, PairedTest], instances: int, least: int) -> list[str]:
    """Who is told apart from the best, and who is not. least: instances that it takes to tell anybody apart."""
    if not against:
        return []
    if instances < least:
        names = plural(len(against) + 1, "configuration")
        return [f"TOO FEW INSTANCES: {instances} cannot show any difference among {names} to be significant, however "
                f"large it is; at least {least} are needed, or fewer configurations."]  # fmt: skip
    behind, alike, ahead = [], [], []
    for name, pair in against.items():
        text = f"{name} ({ratio_text(invert(pair.ratio) if pair.first == best else pair.ratio)})"
        if pair.faster == best or (pair.faster is None and pair.solves_more == best):
            behind.append(text)
        elif pair.faster == name or pair.solves_more == name:
            ahead.append(text)
        else:
            alike.append(text)
    sentences = []
    if behind:
        sentences.append(f"It is significantly better than {_shorten(behind)}; in brackets, their time over its time.")
    if alike:
        sentences.append(f"NO SIGNIFICANT DIFFERENCE between {best} and {_shorten(alike)}.")
    if ahead:
        sentences.append(f"Significantly faster on most instances, or solving more, though not better by PAR-2: "
                         f"{_shorten(ahead)}.")  # fmt: skip
    return sentences


def _shorten(names: Sequence[str]) -> str:
    more = len(names) - MOST_SOLVERS
    return join_phrases(names) if more < 2 else f"{join_phrases(names[:MOST_SOLVERS])} and {more} more"


def pair_sentence(first: str, second: str, ratio: Estimate, p_time: float, faster: str | None) -> str:
    """The difference in time of two configurations in words. ratio: time of the first over time of the second."""
    if faster is None:
        return f"no significant difference in time between {first} and {second}: {ratio_text(ratio)}, {p_text(p_time)}"
    slower = second if faster == first else first
    factor = invert(ratio) if faster == first else ratio
    return f"{faster} is faster than {slower}: {ratio_text(factor)}, {p_text(p_time)}"


def solved_sentence(first: str, second: str, only: tuple[int, int], p: float, more: str | None) -> str:
    """The difference in instances solved, in words; empty where neither solves one alone."""
    if only == (0, 0):
        return ""
    counts = f"{only[0]} only by {first}, {only[1]} only by {second}, {p_text(p)}"
    return f"{more} solves more: {counts}" if more else f"no significant difference in instances solved: {counts}"


def invert(ratio: Estimate) -> Estimate:
    """The ratio of the second to the first."""
    low = None if ratio.high is None else 1 / ratio.high
    return Estimate(1 / ratio.value, low, None if ratio.low is None else 1 / ratio.low)


def percent_text(share: Estimate) -> str:
    """97 % [94, 99]."""
    value = f"{100 * share.value:.3g} %"
    return (
        value if share.low is None or share.high is None else f"{value} [{100 * share.low:.0f}, {100 * share.high:.0f}]"
    )


def seconds_text(time: Estimate) -> str:
    """1.2 s [0.9 s, 1.6 s]."""
    value = duration(time.value)
    return value if time.low is None or time.high is None else f"{value} [{duration(time.low)}, {duration(time.high)}]"


def ratio_text(ratio: Estimate) -> str:
    """3.1x [2.4, 4.0]."""
    value = f"{_factor_text(ratio.value)}x"
    if ratio.low is None or ratio.high is None:
        return value
    return f"{value} [{_factor_text(ratio.low)}, {_factor_text(ratio.high)}]"


def _factor_text(value: float) -> str:
    """Two decimals near 1, else three digits."""
    return f"{value:.2f}" if 0.1 <= value < 10 else f"{value:.3g}"


def p_text(p: float) -> str:
    """p = 0.03, p < 0.001."""
    return "p < 0.001" if p < 0.001 else f"p = {p:.2g}"
