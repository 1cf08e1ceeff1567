"""Every number of a campaign's summary, once more, from its CSV. Standard library only; shares nothing with the suite.

python tests/rosetta/campaigns/recompute.py FILE.csv
"""

import csv
import json
import random
import sys
from collections import Counter, defaultdict
from itertools import combinations
from math import ceil, comb, exp, floor, log, sqrt
from statistics import NormalDist, fmean, median

LIMITS, RUN = ("limit_s", "limit_mb", "unique"), ("instance", "symmetry", "seed", "shuffled", "repeat")


def recompute(path):
    """A list of groups: {"name", "instances", "runs", "scores": {configuration: {...}}, "pairs": {(a, b): {...}}}."""
    with open(path, newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["limit_s"]]
    groups = defaultdict(list)
    for row in rows:
        if row["result"] in ("solved", "feasible", "claimed") and float(row["total_s"]) > float(row["limit_s"]):
            row["result"] = "timeout"
        groups[row["puzzle"], *(float(row[name] or -1) for name in LIMITS)].append(row)
        groups["all puzzles", *(float(row[name] or -1) for name in LIMITS)].append(row)
    kept = {k: v for k, v in groups.items() if k[0] != "all puzzles" or len({row["puzzle"] for row in v}) > 1}
    wrong = Counter((row["puzzle"], row["configuration"]) for row in rows if row["result"] == "wrong")
    return {key: recompute_group(key, part, wrong) for key, part in kept.items()}


def recompute_group(key, rows, wrong):
    puzzles = {row["puzzle"] for row in rows} if key[0] != "all puzzles" else {puzzle for puzzle, _ in wrong}

    def run_of(row):
        return tuple(row[name] for name in RUN)

    last = {(row["configuration"], run_of(row)): row for row in sorted(rows, key=lambda row: row["started"])}
    rows = [row for row in last.values() if row["result"] != "not-asked"]
    sizes = Counter(row["configuration"] for row in rows)
    able = {row["configuration"] for row in rows if row["result"] != "unsupported"}
    names = sorted(c for c in able if sizes[c] >= 0.5 * max(sizes[d] for d in able))
    runs = Counter(run_of(row) for row in rows if row["configuration"] in names)
    rows = [row for row in rows if row["configuration"] in names and runs[run_of(row)] == len(names)]
    cells = defaultdict(list)  # (configuration, instance): [(solved, PAR-1)]
    for row in rows:
        solved = row["result"] == "solved"
        cells[row["configuration"], row["instance"]].append((solved, float(row["total_s"]) if solved else key[1]))
    boards = sorted({row["instance"] for row in rows})

    def mean(f):
        return {c: [fmean(f(*run) for run in cells[c, i]) for i in boards] for c in names}

    share, par1 = mean(lambda solved, t: float(solved)), mean(lambda solved, t: t)
    par2, shifted = mean(lambda solved, t: t if solved else 2 * key[1]), mean(lambda solved, t: log(t + 1))
    logs = mean(lambda solved, t: log(max(t, 0.001)))
    mid = {c: [median(t if s else 2 * key[1] for s, t in cells[c, i]) for i in boards] for c in names}
    if not boards:
        return {"instances": 0, "runs": 0, "scores": {}, "pairs": {}, "order": []}
    bad = {c: sum(wrong[puzzle, c] for puzzle in puzzles) for c in names}
    order = sorted(names, key=lambda c: (bad[c] > 0, fmean(par2[c]), -fmean(share[c]), c))

    def best_of(chosen):
        return fmean([min([2 * key[1], *(mid[c][i] for c in chosen)]) for i in range(len(boards))])

    sound = [c for c in names if not bad[c]]
    single = min(sound, key=lambda c: fmean(mid[c])) if sound else None
    gain = {chosen: best_of([]) - best_of(chosen) for k in range(len(names) + 1) for chosen in combinations(names, k)}
    weight = {k: 1 / (len(names) * comb(len(names) - 1, k)) for k in range(len(names))}
    shapley = {
        c: sum(weight[len(s)] * (gain[tuple(sorted([*s, c]))] - g) for s, g in gain.items() if c not in s)
        for c in names
    }
    scores = {}
    for c in names:
        low, high = naive_bootstrap(
            [par2[c], shifted[c], [a - b for a, b in zip(logs[c], logs[order[0]], strict=True)]]
        )
        scores[c] = {
            "wrong": bad[c], "results": Counter(row["result"] for row in rows if row["configuration"] == c),
            "contended": sum(row["contended"] in ("1", "1.0") for row in rows if row["configuration"] == c),
            "share": (fmean(share[c]), *wilson(sum(share[c]), len(boards))), "par1": fmean(par1[c]),
            "par2": (fmean(par2[c]), low[0], high[0]),
            "geometric": (exp(fmean(shifted[c])) - 1, exp(low[1]) - 1, exp(high[1]) - 1),
            "ratio": (exp(fmean(logs[c]) - fmean(logs[order[0]])), exp(low[2]), exp(high[2])),
            "marginal_s": best_of([d for d in names if d != c]) - best_of(names),
            "shapley": shapley[c] / (sum(shapley.values()) or 1),
            "unique": sum([d for d in names if share[d][i] > 0.5] == [c] for i in range(len(boards))),
            "closed_gap": None if single is None or fmean(mid[single]) <= best_of(names) else
            (fmean(mid[single]) - fmean(mid[c])) / (fmean(mid[single]) - best_of(names)),
        }  # fmt: skip
    pairs = {}
    for a, b in combinations(names, 2):
        only = [sum(share[x][i] > 0.5 >= share[y][i] for i in range(len(boards))) for x, y in ((a, b), (b, a))]
        censored = sum(share[a][i] < 1 or share[b][i] < 1 for i in range(len(boards)))
        p_time = wilcoxon([x - y for x, y in zip(logs[a], logs[b], strict=True)])
        tail = sum(comb(sum(only), k) for k in range(min(only) + 1)) / 2 ** sum(only)
        pairs[a, b] = {"ratio": exp(fmean(logs[a]) - fmean(logs[b])), "only": tuple(only), "censored": censored,
                       "p_time": p_time, "p_solved": min(1.0, 2 * tail)}  # fmt: skip
    tests = sorted(
        ((pair, p) for pair in pairs for p in ("p_time", "p_solved")), key=lambda test: pairs[test[0]][test[1]]
    )
    for k, (pair, p) in enumerate(tests):  # Holm
        before = pairs[tests[k - 1][0]]["adjusted" + tests[k - 1][1][1:]] if k else 0
        pairs[pair]["adjusted" + p[1:]] = max(before, min(1.0, pairs[pair][p] * (len(tests) - k)))
    return {"instances": len(boards), "runs": len(rows) // len(names), "order": order, "scores": scores, "pairs": pairs,
            "virtual": (single, best_of(names)), "friedman": friedman([logs[c] for c in names])}  # fmt: skip


def wilson(solved, n, z=1.959963984540054):
    """Outwards from a number of instances that may be broken."""
    ends = []
    for k, sign in ((floor(solved + 1e-9), -1), (ceil(solved - 1e-9), 1)):
        p = k / n
        ends.append((p + z * z / 2 / n + sign * z * sqrt(p * (1 - p) / n + z * z / 4 / n / n)) / (1 + z * z / n))
    return ends


def naive_bootstrap(series, draws=1000, z=1.959963984540054):
    """Percentiles of the means of whole instances drawn again, wider for few instances (Hesterberg 2015)."""
    rng, n = random.Random(0), len(series[0])
    student = (
        z + (z**3 + z) / 4 / (n - 1) + (5 * z**5 + 16 * z**3 + 3 * z) / 96 / (n - 1) ** 2
    )  # a series for the quantile
    tail = NormalDist().cdf(-student * sqrt(n / (n - 1)))
    drawn = [rng.choices(range(n), k=n) for _ in range(draws)]
    columns = [sorted(sum(map(values.__getitem__, chosen)) / n for chosen in drawn) for values in series]
    return [c[int(tail * draws)] for c in columns], [c[int((1 - tail) * draws)] for c in columns]


def wilcoxon(differences):
    """Two-sided p: from all signs for few differences, else the normal approximation."""
    values = [d for d in differences if abs(d) > 1e-9]
    places = defaultdict(list)
    for place, value in enumerate(sorted(round(abs(v), 12) for v in values), 1):
        places[value].append(place)
    ranks, n = [fmean(places[round(abs(v), 12)]) for v in values], len(values)
    plus, ties = sum(r for r, v in zip(ranks, values, strict=True) if v > 0), any(len(p) > 1 for p in places.values())
    if not n:
        return 1.0
    if n <= 13 or (n <= 50 and not ties):
        sums = [1]  # how many choices of signs give twice the sum of positive ranks
        for rank in ranks:
            sums = [a + b for a, b in zip([*sums, *[0] * int(2 * rank)], [*[0] * int(2 * rank), *sums], strict=True)]
        low, high = sum(sums[: int(2 * plus) + 1]), sum(sums[int(2 * plus) :])
        return min(1.0, 2 * min(low, high) / 2**n)
    variance = n * (n + 1) * (2 * n + 1) / 24 - sum(len(p) ** 3 - len(p) for p in places.values()) / 48
    return 2 * NormalDist().cdf(-abs(plus - n * (n + 1) / 4) / sqrt(variance))


def friedman(columns):
    """p for five columns (chi-squared with four degrees of freedom)."""
    if len(columns) != 5 or len(columns[0]) < 3:
        return None
    totals, ties, n = [0.0] * 5, 0, len(columns[0])
    for row in zip(*columns, strict=True):
        row = [round(value, 9) for value in row]
        for k, value in enumerate(row):
            totals[k] += sum(other < value for other in row) + (row.count(value) + 1) / 2
        ties += sum(count**3 - count for count in Counter(row).values())
    spread = 12 / (n * 5 * 6) * sum(total**2 for total in totals) - 3 * n * 6
    half = spread / (1 - ties / (n * 5 * 24)) / 2 if ties < n * 120 else 0
    return exp(-half) * (1 + half) if ties < n * 120 else None


if __name__ == "__main__":
    print(json.dumps({str(key): repr(group) for key, group in recompute(sys.argv[1]).items()}, indent=1))
