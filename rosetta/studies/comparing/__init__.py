"""Comparing backends: the same instance for every entrant, and a verdict over all of them; no solver is believed alone.

compare     runs the entrants in turn (`turns`); the verdicts are those of `rosetta.studies.judging`
rereading   the model written to files, and read again by libraries that share no code with us
race        all backends get equal time to list all solutions
"""
