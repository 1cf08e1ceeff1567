"""The exit codes, which scripts rely on.

    0 done, the answers are definite and verified     3   a limit ended the work without a definite answer
    1 a wrong answer or a disagreement                130 interrupted (143: terminated)
    2 bad usage or bad input

Of several instances the worst code counts: 1 before 2 before 3 before 0.
Code 3 also ends a run of which something rests on the word of one kind of engine: that there is no solution, none that
is better, no other.
"""

from rosetta.foundation.vocabulary import Verdict

DONE, WRONG, BAD_INPUT, LIMIT, INTERRUPTED, TERMINATED = 0, 1, 2, 3, 130, 143
WORST_FIRST = (WRONG, BAD_INPUT, LIMIT, DONE)


def code_of_verdict(verdict: Verdict) -> int:
    """What a verdict ends with."""
    return {Verdict.WRONG: WRONG, Verdict.CORRECT: DONE}.get(verdict, LIMIT)
