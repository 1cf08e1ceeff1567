"""A puzzle explained: the solution step by step, or why there is none, in the words of the puzzle, how hard it is."""
