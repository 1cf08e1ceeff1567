"""Fewest presses with the parity rows as stated, reduced, and merged: the same backends, the same boards, one run.

    python -m benchmarks.lightsout.presolve [--limit S] [--backends cpsat,cbc] [WHAT ...]

Prints seconds to a proved minimum (lower + load + solve; > where the limit came first, with the best found), and how
many times as long the rows as stated take. With one solution (kernel of dimension 0) elimination leaves nothing to
search; a large kernel, as on a torus, is where the rows as stated are better.
"""

from __future__ import annotations

import argparse

from backends.contract import Limits, Status
from backends.running.presolving import prepare
from instances.resolve import resolve
from models.puzzles.registry import puzzle
from rosetta.studies.asking.entrants import resolve_entrant
from rosetta.studies.asking.question import Question
from rosetta.studies.judging.attempts import Attempt, attempt

BOARDS = ("8", "10", "14", "16", "torus:10x10", "torus:12x12", "regular:3,100")
BACKENDS = ("cpsat", "cnf", "maxsat", "highs", "cbc")
FORMS = ("native", "reduced", "merged")


def time_text(run: Attempt, limit: float) -> str:
    """Seconds, or the best value at the limit."""
    outcome = run.outcome
    if outcome.status is Status.OPTIMAL:
        return f"{outcome.total:.3f}"
    best = "" if outcome.objective is None else f" ({outcome.objective})"
    return f"> {limit:g}{best}"


def ratio(native: Attempt, other: Attempt, limit: float) -> str:
    """The ratio of the rows as stated to another form; a bound where they hit the limit."""
    if other.outcome.status is not Status.OPTIMAL:
        return "-"
    proved = native.outcome.status is Status.OPTIMAL
    seconds = native.outcome.total if proved else limit
    return f"{'' if proved else '> '}{seconds / other.outcome.total:.1f}x"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", default=BOARDS)
    parser.add_argument("--limit", type=float, default=20.0)
    parser.add_argument("--backends", default=",".join(BACKENDS))
    arguments = parser.parse_args()
    prepare()  # compiled once, for all children
    limits, record = Limits(arguments.limit), puzzle("lightsout")
    print(
        f"{'board':15} {'backend':8} {'fewest':>6} {''.join(f'{form:>16}' for form in FORMS)}   native/reduced  /merged"
    )
    for what in arguments.what:
        question = Question(record, resolve("lightsout", what).instance)
        for backend in arguments.backends.split(","):
            tried = {form: attempt(question, resolve_entrant(question, backend, form), limits) for form in FORMS}
            for form, run in tried.items():
                if any(answer.broken for answer in run.answers):
                    raise SystemExit(f"{what}, {backend}, {form}: a wrong answer")
            minima = {run.outcome.objective for run in tried.values() if run.outcome.status is Status.OPTIMAL}
            if len(minima) > 1:
                raise SystemExit(f"{what}, {backend}: formulations prove different minima, {sorted(map(str, minima))}")
            fewest = str(*minima) if minima else "?"
            times = "".join(f"{time_text(run, limits.seconds):>16}" for run in tried.values())
            ratios = [ratio(tried["native"], tried[form], limits.seconds) for form in FORMS[1:]]
            print(f"{what:15} {backend:8} {fewest:>6} {times}   {ratios[0]:>14}  {ratios[1]:>7}", flush=True)


if __name__ == "__main__":
    main()
