"""Running a solve in a child process that can be killed, with everything it started.

supervisor     the parent: listens to the child, enforces the limits
guard          between the two: kills the child with all its descendants, and says what they used
child          the child, from its first line to its last; where libraries clash, in a new interpreter
worker         its jobs: imports the solver, says "ready", works, sends the results
result_checks  the shape of what a backend returns, checked in the child
channel        messages from the child to the parent
folders        the temporary folder of a run, and those of dead owners
processes      what all of them ask of the operating system
run_account    what is known of a run besides: its clock, times, what it used, how long it waited for a processor
forks          calls in forks of a solver's process, for solvers of our own with several threads
warm           a process that has the solvers loaded, from which runs are forked: the owner's end
warm_process   that process, and its guard
interpreters   how a new interpreter of this project is started
preloading     what it loads, and which backends share one
cores          the processor cores, divided into slots for runs at the same time
presolving     a backend behind elimination modulo 2 (`Options.presolve`)

The parent has the child killed at the time limit, at the memory limit, on Ctrl-C and on SIGTERM; and where the parent
itself is killed, the guard does it all the same. So limits hold for solvers that cannot be interrupted, nothing that
they start lives on, libraries that clash are never in one process, a crash is an outcome, and temporary files (one
folder per solve) go with the child. A solver that stops by itself at the time limit (`Backend.interruptible`) may hand
in what it has up to 0.15 seconds later; any other is killed at the limit, at once. A child is limited to as many
cores as it may have threads. Several models may share a child, which imports the solver once and has one limit for all
of them (`supervisor.counts`).

The parent starts no threads, so that it can fork, and loads no solver, unless many short runs will come
(`preloading.keep_solvers`). It loads the compiled loops that many children need, such as those of the elimination,
once, before it forks (`presolving.prepare`).

Other work that calls solvers many times also runs in one child, and sends its findings as they come: explaining is the
job `reasons.job`, started through `supervisor.run_job`.
"""
