"""What the loop over a campaign's cells (`run.py`) looks at: signals, its count, early warnings, the machine.

stopping        Ctrl-C once, twice
tally           how many, how fast, how long yet
contradictions  what is wrong at first sight
machine         the record of this machine, and its fingerprint
"""
