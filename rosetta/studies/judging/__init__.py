"""Judging: one run of a backend, checked, and all runs together: who is believed. No backend grades itself.

attempts        one backend on one formulation: lowered, solved, decoded, its answer checked
certificates    proofs of "no solution" and of numbers, checked
testimony       what the attempts on one instance say, in the shape that a verdict needs
claims          which claims are confirmed by engines of another kind
judge           the verdicts
derived_share   how much of the answer propagation derives
"""
