"""What each number means, in one sentence: tables, the page and the headers of CSV files print these."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rosetta.studies.campaigns.statistics.intervals import CONFIDENCE, RESAMPLES
from rosetta.studies.campaigns.statistics.pairwise import ALPHA
from rosetta.studies.campaigns.statistics.scores import FLOOR_S, PENALTY, SHIFT_S

_INTERVAL = f"{CONFIDENCE:.0%} interval"

DEFINITIONS: Mapping[str, str] = MappingProxyType(
    {
        "compared": "Only runs are compared that every configuration of the group has, under the same limits; a run is "
        "an instance with a symmetry, a seed and a repetition.",
        "mean": "Every mean is over instances, each with the mean of its runs: an instance weighs 1 however often it "
        "was run.",
        "time": "Time is the wall clock's, from building the model to verifying the answer; the start of the solver's "
        "process is not in it.",
        "wrong": "Answers that break a rule or contradict a verified answer; such a run counts as unsolved, and a "
        "configuration that has one is ranked last.",
        "solved": "Runs with a verified, proved or cross-checked answer within the limit, optimal where there is an "
        "objective.",
        "share": "The share of runs that are solved, with Wilson's "
        f"{_INTERVAL} in which an instance counts as one trial.",
        "unsupported": "Runs that the configuration cannot take; they count as unsolved, and a configuration that can "
        "take none of the boards is not compared.",
        "contended": "Runs from which others took the processor; their times are too long.",
        "par1": "The mean time, an unsolved run at its limit; that is also the restricted mean of the survival curve.",
        "par2": f"The mean time, an unsolved run at {PENALTY} times its limit (PAR-{PENALTY}).",
        "geometric": f"The shifted geometric mean of time: exp(mean ln(t + {SHIFT_S:g} s)) - {SHIFT_S:g} s, an "
        "unsolved run at its limit.",
        "ratio": "The geometric mean of the ratios of time to the best configuration's, an unsolved run at its limit "
        f"(so it is understated), times below {FLOOR_S * 1000:g} ms as {FLOOR_S * 1000:g} ms.",
        "rank": f"By PAR-{PENALTY}; configurations with a wrong answer come last.",
        "virtual_best": "The configuration that is best on each instance, by the PAR-2 of its median run, as if it "
        "were known beforehand.",
        "single_best": "The configuration without a wrong answer that has the lowest PAR-2 over median runs.",
        "closed_gap": "How far it gets from the single best (0) to the virtual best (1).",
        "marginal_s": "By how many seconds the PAR-2 of the virtual best grows without it.",
        "shapley": "Its share in what the virtual best gains over solving nothing, on average over all orders in which "
        "the configurations may join (Shapley).",
        "unique": "Instances that it solves in more than half of its runs, and no other does.",
        "interval": f"{_INTERVAL.capitalize()}: {RESAMPLES} bootstrap draws of instances, each with all of its runs, "
        "the percentiles widened for few instances (Hesterberg 2015). Of a mean that rests on few time-outs it is too "
        "narrow: in simulations that of PAR-2 held the truth in 78 % of campaigns of 10 instances, 89 % of 30, 94 % of "
        "100; those of logarithms and ratios in 93 to 95 %.",
        "p_time": "Wilcoxon's signed-rank test on the logarithms of the ratios of time, one per instance.",
        "p_solved": "McNemar's exact test on the instances that only one of the two solves in most of its runs.",
        "adjusted": "p after Holm's correction over both tests of all pairs of the group.",
        "faster": f"Called where the corrected p is at most {ALPHA:g}, the interval of the ratio excludes 1, and both "
        "point the same way; else there is no significant difference.",
        "friedman": "Friedman's test that all configurations are alike, on the ranks of time on each instance.",
        "survival": "Kaplan-Meier: the share of instances solved by a time, each with its median run; what is unsolved "
        "is right-censored at the limit.",
        "exponent": "The b of time = a * size^b by maximum likelihood; of an unsolved instance it is used that its "
        "time is above the limit, no more (Tobin 1958).",
        "self_check": "The same pairwise test on samples without a difference: it may see one in at most "
        f"{ALPHA:.0%} of them.",
    }
)
