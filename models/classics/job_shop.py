"""Job shop: each job visits all machines in its own order, a machine does one thing at a time, and all end early."""

import numpy as np

from models.neutral import Model
from models.puzzles.model.classic import Classic, KnownAnswer
from models.puzzles.randomness import Stream

FT06 = """2 1 0 3 1 6 3 7 5 3 4 6  1 8 2 5 4 10 5 10 0 10 3 4  2 5 3 4 5 8 0 9 1 1 4 7
1 5 0 5 2 5 3 3 4 8 5 9  2 9 1 3 4 5 5 4 0 3 3 1  1 3 3 3 5 9 0 10 4 4 2 1"""  # jobs: machine, time, machine, time, ..
FT10 = """0 29 1 78 2 9 3 36 4 49 5 11 6 62 7 56 8 44 9 21  0 43 2 90 4 75 9 11 3 69 1 28 6 46 5 46 7 72 8 30
1 91 0 85 3 39 2 74 8 90 5 10 7 12 6 89 9 45 4 33  1 81 2 95 0 71 4 99 6 9 8 52 7 85 3 98 9 22 5 43
2 14 0 6 1 22 5 61 3 26 4 69 8 21 7 49 9 72 6 53  2 84 1 2 5 52 3 95 8 48 9 72 0 47 6 65 4 6 7 25
1 46 0 37 3 61 2 13 6 32 5 21 9 32 8 89 7 30 4 55  2 31 0 86 1 46 5 74 4 32 6 88 8 19 9 48 7 36 3 79
0 76 1 69 3 76 5 51 2 85 9 11 6 40 7 89 4 26 8 74  1 85 0 13 2 61 6 7 8 64 9 76 5 47 3 52 4 90 7 45"""


def model(jobs: int | str, stream: Stream) -> Model:
    """So many jobs on as many machines, each step of which takes 1 to 9, or the jobs of a text."""
    if isinstance(jobs, int):
        drawn = [[(machine, 1 + stream.number_below(9)) for machine in stream.order(jobs)] for _ in range(jobs)]
    steps = np.array(drawn if isinstance(jobs, int) else jobs.split(), int).reshape(-1, 2)
    (machine, time), n, m = steps.T, int(np.sqrt(len(steps))), Model("job shop")
    start, end = m.ints("start", (n, n), 0, time.sum()), m.ints("end", (), 0, time.sum())
    step, last = start.ravel(), np.arange(n * n) % n == n - 1
    in_turn = np.stack([step[1:], step[:-1]], axis=1)[~last[:-1]]
    m.linear(time[~last], None, "a step of a job begins when the one before is over", in_turn, [1, -1])
    m.linear(time[last], None, "all jobs are over at the end", np.stack([np.full(n, end), step[last]], 1), [1, -1])
    one, other = np.nonzero(np.triu(machine[:, None] == machine, 1))
    before, rule = m.bools("before", len(one)), "a machine does one thing after the other"
    m.linear(time[one], None, rule, np.stack([step[other], step[one]], axis=1), [1, -1], when=before)
    m.linear(time[other], None, rule, np.stack([step[one], step[other]], axis=1), [1, -1], when=-before)
    m.minimize("when the last job is over", end)
    return m


SOURCE, NAMES = "Fisher and Thompson 1963, as in the OR-Library", {"ft06": FT06, "ft10": FT10}
SUMMARY = "jobs whose steps wait for machines, all done early"
KNOWN = (KnownAnswer("ft06", SOURCE, optimum=55), KnownAnswer("ft10", "Carlier and Pinson 1989", optimum=930))
CLASSIC = Classic("Job shop", SUMMARY, model, "the number of jobs and of machines", "ft06", 1, 30, NAMES, True, KNOWN)
