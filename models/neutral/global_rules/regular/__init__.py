"""A finite automaton accepts the numbers of a row, read in order."""
