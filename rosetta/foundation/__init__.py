"""The foundation: what every room stands on. It knows no puzzle, no solver and no mathematics.

errors         `Refusal`, from which every error of a user descends
limits         the exceptions for work that was too large, or ended at a limit
vocabulary     the words for what came of a run: status, ending, verdict, evidence, caveat
work_clock     what limits and measured times go by: it stands still while loops are compiled
progress       the callback of long work
jit            loops compiled by numba if it is installed; kernel_cache: what is compiled, on disk
free_memory    what a process may still take
libraries      which libraries are installed, and what to type where one is not
entry_points   what other installed packages offer
spelling       what a mistyped name may have been meant to be
"""
