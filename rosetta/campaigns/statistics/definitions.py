"""What each number means, in one sentence: tables, the page and the headers of CSV files print these."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rosetta.campaigns.statistics.intervals import CONFIDENCE, RESAMPLES
from rosetta.campaigns.statistics.pairwise import ALPHA
from rosetta.campaigns.statistics.scores import FLOOR_S, PENALTY, SHIFT_S

_INTERVAL = f"{CONFIDENCE:.0%} interval"

DEFINITIONS: Mapping[str, str] = MappingProxyType(
    {
        "compared": "A run is one cell: a configuration on an instance, with a symmetry, a seed and a repetition. Only "
        "runs that every configuration of the group has are compared, all under the same limits.",
        "mean": "Every mean is taken over instances, each represented by the mean of its runs: an instance has weight "
        "1 however often it was run.",
        "time": "Wall-clock time from building the model to verifying the answer; starting the solver's process is not "
        "included.",
        "wrong": "Answers that break a rule or contradict a verified answer; such a run counts as unsolved, and its "
        "configuration is ranked last.",
        "solved": "Runs with a verified, proved or cross-checked answer; if there is an objective, it must be optimal. "
        "What only one kind of engine claims (no solution, none better, no other) is not solved. "
        "A run whose time exceeds the limit is a time-out, whatever it answered.",
        "claims": "What is claimed of a board beside an answer: that there is none, that none is better, that there is "
        "no other; each counts once, however many cells make it. It is proved by a certificate or a proof that was "
        "checked, cross-checked where engines of different kinds say so, else only claimed.",
        "share": "The share of runs that are solved, with Wilson's "
        f"{_INTERVAL}, in which each instance counts as one trial.",
        "unsupported": "Runs that the configuration cannot handle; they count as unsolved. A configuration that can "
        "handle none of the boards is not compared.",
        "not-asked": "Runs whose solver was not started, because one row of the model alone cannot hold: that there is "
        "no solution is proved by the row. They count nowhere.",
        "contended": "Runs that waited for a processor for more than 5 % of the time in which they could have used "
        "one, and for more than 2 ms, by the kernel's account: their times are too long.",
        "par1": "The mean time, with unsolved runs counted at their limit; also the restricted mean of the survival "
        "curve.",
        "par2": f"The mean time, with unsolved runs counted at {PENALTY} times their limit (PAR-{PENALTY}).",
        "geometric": f"The shifted geometric mean of time: exp(mean ln(t + {SHIFT_S:g} s)) - {SHIFT_S:g} s, with "
        "unsolved runs counted at their limit.",
        "ratio": "The geometric mean of the ratios of its times to those of the best configuration. Unsolved runs "
        "count at their limit, which understates the ratio; "
        f"times below {FLOOR_S * 1000:g} ms count as {FLOOR_S * 1000:g} ms.",
        "rank": f"By PAR-{PENALTY}; configurations with a wrong answer come last.",
        "virtual_best": "On each instance the configuration that is best there, by the PAR-2 of its median run, as if "
        "that were known in advance.",
        "single_best": "The configuration with the lowest PAR-2 over median runs, of those without a wrong answer.",
        "closed_gap": "Where it lies between the single best (0) and the virtual best (1).",
        "marginal_s": "The increase in the PAR-2 of the virtual best, in seconds, if it is left out.",
        "shapley": "Its share of what the virtual best gains over solving nothing, averaged over all orders in which "
        "the configurations may join (Shapley value).",
        "unique": "Instances that it solves in more than half of its runs, and no other configuration does.",
        "interval": f"{_INTERVAL.capitalize()}: {RESAMPLES} bootstrap resamples of the instances, each with all of "
        "its runs; percentiles are widened if instances are few (Hesterberg 2015). The interval of a mean that rests "
        "on few time-outs is too narrow: in simulations, that of PAR-2 contained the true value in 78 % of campaigns "
        "with 10 instances, 89 % with 30 and 94 % with 100; those of logarithms and ratios, in 93 to 95 %.",
        "p_time": "Wilcoxon's signed-rank test on the logarithms of the time ratios, one per instance.",
        "p_solved": "McNemar's exact test on the instances that only one of the two solves in most of its runs.",
        "adjusted": "p after Holm's correction over both tests of all pairs in the group.",
        "family": "Instances of one kind: as the campaign file names them, else by puzzle, size and options of what is "
        "generated, or by the folder of a file. Each has tests of its own, corrected within it, not over all families.",
        "faster": f"Said only if the corrected p is at most {ALPHA:g}, the interval of the ratio excludes 1, and both "
        "point the same way; otherwise there is no significant difference.",
        "friedman": "Friedman's test of whether all configurations are alike, on the ranks of their times on each "
        "instance.",
        "exponent": "The b in time = a * size^b, by maximum likelihood; an unsolved instance contributes only that its "
        "time exceeds the limit (Tobin 1958).",
        "self_check": "The same pairwise test on samples without a difference: it may find one in at most "
        f"{ALPHA:.0%} of them.",
    }
)
